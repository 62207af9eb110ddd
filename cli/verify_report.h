/* Shows the findings of the verifier. */

#ifndef GRUNDY_CLI_VERIFY_REPORT_H
#define GRUNDY_CLI_VERIFY_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include <grundy/verify.h>

/* Returns the text of the first finding with that verdict, or NULL. */
const char *verify_report_first(const grundy_report *report, grundy_verdict verdict);

/* Returns whether some column was found right or wrong. */
bool verify_report_decide(const grundy_report *report);

/* Prints one aligned line per finding: column, verdict, text. */
void verify_report_print(FILE *out, const grundy_report *report);

/* Prints {"right": …, "findings": [{"column": …, "verdict": …, "text": …}, …]} and a newline;
 * "right" is null if nothing could be checked. */
void verify_report_print_json(FILE *out, const grundy_report *report);

#endif
