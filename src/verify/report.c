#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

grundy_status grundy_verify_note(checker *c, grundy_columns column, grundy_verdict verdict,
                                 const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  char *text = length < 0 ? NULL : grundy_alloc((uint64_t)length + 1, 1);
  if (text != NULL) vsnprintf(text, (size_t)length + 1, format, again);
  va_end(again);
  va_end(arguments);
  if (text == NULL) return grundy_fail_memory(c->error);
  c->report->findings[c->report->count++] = (finding){column, verdict, text};
  return GRUNDY_OK;
}

grundy_verdict grundy_verify_verdict(const checker *c, grundy_columns column) {
  for (size_t i = 0; i < c->report->count; i++)
    if (c->report->findings[i].column == column) return c->report->findings[i].verdict;
  return GRUNDY_NOT_CHECKED;
}

const char *grundy_verify_number(uint32_t number, char text[NUMBER_TEXT]) {
  if (number == GRUNDY_INFINITY) return "inf";
  snprintf(text, NUMBER_TEXT, "%" PRIu32, number);
  return text;
}

bool grundy_report_right(const grundy_report *report) {
  for (size_t i = 0; i < report->count; i++)
    if (report->findings[i].verdict == GRUNDY_WRONG) return false;
  return true;
}

size_t grundy_report_count(const grundy_report *report) {
  return report->count;
}

grundy_finding grundy_report_finding(const grundy_report *report, size_t index) {
  const finding *f = &report->findings[index];
  return (grundy_finding){f->column, f->verdict, f->text};
}

void grundy_report_free(grundy_report *report) {
  if (report == NULL) return;
  for (size_t i = 0; i < report->count; i++) free(report->findings[i].text);
  free(report);
}
