#include "verify/impl.h"

#include "base/alloc.h"

#include <assert.h>
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
  assert(c->report->count < MAX_FINDINGS);
  c->report->findings[c->report->count++] = (finding){column, verdict, text};
  return GRUNDY_OK;
}

grundy_verdict grundy_verify_verdict(const checker *c, grundy_columns column) {
  for (size_t i = 0; i < c->report->count; i++)
    if (c->report->findings[i].column == column) return c->report->findings[i].verdict;
  return GRUNDY_VERDICT_NOT_CHECKED;
}

const char *grundy_verify_number(uint32_t number, char text[NUMBER_TEXT]) {
  if (number == GRUNDY_INFINITY) return "inf";
  snprintf(text, NUMBER_TEXT, "%" PRIu32, number);
  return text;
}

/* The least finite value above `last` among the followers of v; infinity if there is none. Any
 * number is above `last` if that is infinity. */
static uint32_t next_value(const checker *c, uint32_t v, const uint32_t *values, uint32_t last) {
  grundy_vertices row = grundy_view_row(&c->view, v);
  uint32_t next = GRUNDY_INFINITY;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t value = values[row.at[i]];
    if ((last == GRUNDY_INFINITY || value > last) && value < next) next = value;
  }
  return next;
}

/* The smallest members that fit, and dots where there are more. */
const char *grundy_verify_value(const checker *c, uint32_t v, char text[VALUE_TEXT]) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  if (values[v] != GRUNDY_INFINITY) {
    snprintf(text, VALUE_TEXT, "%" PRIu32, values[v]);
    return text;
  }
  enum { ROOM_FOR_MORE = 20 }; /* a number, a comma, dots and the brace */
  int used = snprintf(text, VALUE_TEXT, "%s{", c->ascii ? "inf" : "∞");
  uint32_t x = next_value(c, v, values, GRUNDY_INFINITY);
  const char *comma = "";
  while (x != GRUNDY_INFINITY && used < VALUE_TEXT - ROOM_FOR_MORE) {
    used += snprintf(text + used, VALUE_TEXT - (size_t)used, "%s%" PRIu32, comma, x);
    comma = ",";
    x = next_value(c, v, values, x);
  }
  snprintf(text + used, VALUE_TEXT - (size_t)used, "%s}",
           x == GRUNDY_INFINITY ? ""
           : c->ascii           ? ",..."
                                : ",…");
  return text;
}

bool grundy_report_right(const grundy_report *report) {
  for (size_t i = 0; i < report->count; i++)
    if (report->findings[i].verdict == GRUNDY_VERDICT_WRONG) return false;
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
