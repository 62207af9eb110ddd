/* Reports of the verifier, for tests. */

#ifndef SUPPORT_REPORTS_H
#define SUPPORT_REPORTS_H

#include <grundy/verify.h>

/* Calls grundy_verify without options; a failure ends the test. */
grundy_report *report_on(const grundy_digraph *g, const grundy_solution *solution);

/* Returns whether all columns of the solution are correct. */
bool verifies(const grundy_digraph *g, const grundy_solution *solution);

/* Verifies with 1, 2, 3 and 8 threads; reports that differ end the test. */
void assert_same_report_for_all_threads(const grundy_digraph *g, const grundy_solution *solution);

/* Returns the only finding on a column except remarks; none or several end the test. */
grundy_finding finding_on(const grundy_report *report, grundy_columns column);

/* Returns the text of the only remark; NULL if there is none. Several remarks end the test. */
const char *remark_in(const grundy_report *report);

#endif
