/* Writes the verdicts of a verification as JSON. */

#include <grundy/answer.h>
#include <grundy/solution.h>

#include "text/numbers.h"

#include <string.h>

/* Writes an entry of a column: a number, or else a text such as "inf" or "N". */
static void write_entry(grundy_json *json, const char *name, const char *entry) {
  double number;
  if (entry != NULL && strcmp(entry, "inf") != 0 &&
      grundy_real_parse(entry, strlen(entry), &number))
    grundy_json_real(json, name, number);
  else
    grundy_json_string(json, name, entry);
}

void grundy_answer_report(grundy_json *json, const grundy_digraph *game,
                          const grundy_report *report) {
  size_t count = grundy_report_count(report);
  bool decided = false;
  for (size_t i = 0; i < count; i++) {
    grundy_verdict verdict = grundy_report_finding(report, i).verdict;
    decided |= verdict == GRUNDY_VERDICT_RIGHT || verdict == GRUNDY_VERDICT_WRONG;
  }
  if (decided)
    grundy_json_bool(json, "right", grundy_report_right(report));
  else
    grundy_json_null(json, "right");
  grundy_json_array(json, "findings");
  for (size_t i = 0; i < count; i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    static const char *const verdicts[] = {[GRUNDY_VERDICT_RIGHT] = "right",
                                           [GRUNDY_VERDICT_WRONG] = "wrong",
                                           [GRUNDY_VERDICT_NOT_CHECKED] = "not checked",
                                           [GRUNDY_VERDICT_REMARK] = "remark"};
    char scratch[GRUNDY_NAME_MAX_BYTES];
    bool somewhere = finding.position != GRUNDY_INFINITY;
    const grundy_column_info *column = grundy_column_describe(finding.column);
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    grundy_json_string(json, "column", column == NULL ? NULL : column->name);
    grundy_json_string(json, "verdict", verdicts[finding.verdict]);
    grundy_json_string(json, "kind", finding.kind);
    grundy_json_string(json, "position",
                       somewhere ? grundy_digraph_name(game, finding.position, scratch) : NULL);
    write_entry(json, "expected", finding.expected);
    write_entry(json, "found", finding.found);
    grundy_json_string(json, "message", finding.text);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}
