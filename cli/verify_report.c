#include "verify_report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/gpu.h>
#include <grundy/json.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "failure.h"
#include "memory.h"
#include "run_limits.h"

grundy_status verify_report_make(const struct verify_request *request, struct limits *limits,
                                 grundy_report **report, grundy_error *error) {
  grundy_columns columns = grundy_solution_columns(request->solution);
  grundy_status status = memory_for_checking(&limits->budget, request->game, columns, error);
  if (status != GRUNDY_OK) return status;
  grundy_verify_options options = {.size = sizeof options,
                                   .ascii = request->ascii,
                                   .monitor = &limits->monitor,
                                   .payoff_known = request->payoff.given,
                                   .payoff = request->payoff.value,
                                   .infinite_known = request->infinite.given,
                                   .infinite = request->infinite.value};
  if (request->gpu == NULL)
    return grundy_verify(request->game, request->solution, &options, report, error);
  return grundy_gpu_verify(request->game, request->solution, request->device, &options, report,
                           error);
}

static const char *verdict_name(grundy_verdict verdict) {
  switch (verdict) {
  case GRUNDY_VERDICT_RIGHT:
    return "right";
  case GRUNDY_VERDICT_WRONG:
    return "wrong";
  case GRUNDY_VERDICT_NOT_CHECKED:
    return "not checked";
  case GRUNDY_VERDICT_REMARK:
    return "remark";
  }
  return "";
}

static const char *column_name(grundy_columns column) {
  const grundy_column_info *info = grundy_column_describe(column);
  return info == NULL ? "" : info->name;
}

const char *verify_report_first(const grundy_report *report, grundy_verdict verdict) {
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    if (finding.verdict == verdict) return finding.text;
  }
  return NULL;
}

bool verify_report_decide(const grundy_report *report) {
  return verify_report_first(report, GRUNDY_VERDICT_RIGHT) != NULL ||
         verify_report_first(report, GRUNDY_VERDICT_WRONG) != NULL;
}

static int widest_column(const grundy_report *report) {
  size_t width = 0;
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    size_t length = strlen(column_name(grundy_report_finding(report, i).column));
    if (length > width) width = length;
  }
  return (int)width;
}

void verify_report_print(FILE *out, const grundy_report *report) {
  int width = widest_column(report);
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    (void)fprintf(out, "  %-*s  %-11s  ", width, column_name(finding.column),
                  verdict_name(finding.verdict));
    put_printable(out, finding.text);
    (void)putc('\n', out);
  }
}

void verify_report_print_json(FILE *out, const grundy_digraph *game, const grundy_report *report) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_answer_report(&json, game, report);
  grundy_json_end(&json);
}
