/* Showing what the verifier found. */

#ifndef GRUNDY_CLI_VERIFY_REPORT_H
#define GRUNDY_CLI_VERIFY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include <grundy/verify.h>

/* The text of the first finding of that verdict, or NULL. */
const char *verify_report_first(const grundy_report *report, grundy_verdict verdict);

/* Was any column found right or wrong? */
bool verify_report_decide(const grundy_report *report);

/* One aligned line a finding: column, verdict, text. */
void verify_report_print(FILE *out, const grundy_report *report);

/* {"right": …, "findings": [{"column": …, "verdict": …, "text": …}, …]} and a newline;
 * null instead of true where nothing could be checked. */
void verify_report_print_json(FILE *out, const grundy_report *report);

#endif
