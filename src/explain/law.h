/* Explains a position of a game on vectors by a proved law. */

#ifndef GRUNDY_SRC_EXPLAIN_LAW_H
#define GRUNDY_SRC_EXPLAIN_LAW_H

#include <grundy/facts.h>

/* Checks the certificate at that path and says what its automaton gives for the position. */
GRUNDY_MUST_USE grundy_status grundy_law_explain(const char *position, const char *path,
                                                 const grundy_monitor *monitor,
                                                 grundy_facts **facts, grundy_error *error);

#endif
