/* Runs the verifier, and shows its findings. */

#ifndef GRUNDY_CLI_VERIFY_REPORT_H
#define GRUNDY_CLI_VERIFY_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "options.h"
#include "run_limits.h"

/* What is to be verified, and how. */
struct verify_request {
  const grundy_digraph *game;
  const grundy_solution *solution;
  bool ascii;           /* write no other characters in findings */
  const char *gpu;      /* the value of --gpu; NULL: the CPU */
  uint32_t device;      /* with --gpu */
  struct real payoff;   /* of the column qv */
  struct real infinite; /* the payoff of infinite play */
};

/* Fails if memory does not suffice; otherwise makes the report, to be freed by the caller. */
grundy_status verify_report_make(const struct verify_request *request, struct limits *limits,
                                 grundy_report **report, grundy_error *error);

/* Returns the text of the first finding with that verdict, or NULL. */
const char *verify_report_first(const grundy_report *report, grundy_verdict verdict);

/* Returns whether some column was found right or wrong. */
bool verify_report_decide(const grundy_report *report);

/* Prints one aligned line per finding: column, verdict, text. */
void verify_report_print(FILE *out, const grundy_report *report);

/* Prints the report as an object, with the members of grundy_answer_report. */
void verify_report_print_json(FILE *out, const grundy_digraph *game, const grundy_report *report);

#endif
