/* Items of ranges, which sweeps have, too. */

#ifndef GRUNDY_SRC_MODEL_RANGE_H
#define GRUNDY_SRC_MODEL_RANGE_H

#include <grundy/model.h>

/* Adds the values of an item: 10, 10..20, 10..300:10 or 1e3..1e6x10. Fails as
 * grundy_parameter_range_parse does; the range has to be freed on failure, too. */
GRUNDY_MUST_USE grundy_status grundy_parameter_range_add(grundy_parameter_range *range,
                                                         const char *item, grundy_error *error);

#endif
