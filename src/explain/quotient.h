/* Explains a sum in misère play by its misère quotient. */

#ifndef GRUNDY_SRC_EXPLAIN_QUOTIENT_H
#define GRUNDY_SRC_EXPLAIN_QUOTIENT_H

#include <grundy/compound.h>

#include "facts/impl.h"

/* Adds the elements of the components and their product, if the compound has a quotient; *known
 * says whether it does. If `all` is true, nothing else is known: its outcome and a winning move are
 * added, too. */
GRUNDY_MUST_USE grundy_status grundy_quotient_explain(grundy_compound *compound, bool all,
                                                      grundy_facts *facts, bool *known,
                                                      grundy_error *error);

#endif
