/* Showing what the verifier found. */

#ifndef GRUNDY_CLI_FINDINGS_H
#define GRUNDY_CLI_FINDINGS_H

#include <stdbool.h>
#include <stdio.h>

#include <grundy/verify.h>

/* The text of the first finding of that verdict, or NULL. */
const char *findings_first(const grundy_report *report, grundy_verdict verdict);

/* Was any column found right or wrong? */
bool findings_decide(const grundy_report *report);

/* One aligned line a finding: column, verdict, text. */
void findings_print(FILE *out, const grundy_report *report);

/* {"right": …, "findings": [{"column": …, "verdict": …, "text": …}, …]} and a newline;
 * null instead of true where nothing could be checked. */
void findings_print_json(FILE *out, const grundy_report *report);

#endif
