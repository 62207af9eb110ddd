/* Collects the findings of a verification. */

#include "verify/impl.h"

#include "base/alloc.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Adds a finding with the text NAME: …, or without a name if that is NULL. */
static grundy_status add(checker *c, grundy_columns column, grundy_verdict verdict,
                         const char *name, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  size_t before = name == NULL ? 0 : strlen(name) + 2;
  int length = vsnprintf(NULL, 0, format, arguments);
  assert(length >= 0); /* all characters are bytes */
  char *text = grundy_alloc(before + (uint64_t)length + 1, 1);
  if (text != NULL && name != NULL) snprintf(text, before + 1, "%s: ", name);
  if (text != NULL) vsnprintf(text + before, (size_t)length + 1, format, again);
  va_end(again);
  if (text == NULL) return grundy_fail_memory(c->error);
  assert(c->report->count < MAX_FINDINGS);
  c->report->findings[c->report->count++] =
      (finding){.column = column, .verdict = verdict, .text = text, .position = GRUNDY_INFINITY};
  return GRUNDY_OK;
}

grundy_status grundy_verify_note(checker *c, grundy_columns column, grundy_verdict verdict,
                                 const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  grundy_status status = add(c, column, verdict, NULL, format, arguments);
  va_end(arguments);
  return status;
}

void grundy_verify_set_violation(checker *c, const violation *where) {
  finding *f = &c->report->findings[c->report->count - 1];
  f->kind = where->kind;
  f->position = where->position;
  if (where->expected != NULL) snprintf(f->expected, sizeof f->expected, "%s", where->expected);
  if (where->found != NULL) snprintf(f->found, sizeof f->found, "%s", where->found);
}

grundy_status grundy_verify_wrong(checker *c, grundy_columns column, const violation *where,
                                  const char *format, ...) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  bool somewhere = where->position != GRUNDY_INFINITY;
  va_list arguments;
  va_start(arguments, format);
  grundy_status status =
      add(c, column, GRUNDY_VERDICT_WRONG, somewhere ? name_of(c, where->position, scratch) : NULL,
          format, arguments);
  va_end(arguments);
  if (status == GRUNDY_OK) grundy_verify_set_violation(c, where);
  return status;
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

const char *grundy_verify_suspects(const checker *c, uint32_t u, uint32_t v,
                                   char text[SUSPECTS_TEXT]) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (grundy_view_row(&c->view, u).count == 0) return "";
  if (v == GRUNDY_INFINITY) return "; the error is here or at one of its followers";
  snprintf(text, SUSPECTS_TEXT, "; the error is here or at %s", name_of(c, v, scratch));
  return text;
}

uint32_t grundy_verify_follower(const checker *c, uint32_t u, const uint32_t *entries,
                                uint32_t number) {
  grundy_vertices row = grundy_view_row(&c->view, u);
  for (uint64_t i = 0; i < row.count; i++)
    if (entries[row.at[i]] == number) return row.at[i];
  return GRUNDY_INFINITY;
}

/* Returns the least finite value above `last` among the followers of v; infinity if there is none.
 * If `last` is infinity, any number counts as above it. */
static uint32_t next_value(const checker *c, uint32_t v, const uint32_t *values, uint32_t last) {
  grundy_vertices row = grundy_view_row(&c->view, v);
  uint32_t next = GRUNDY_INFINITY;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t value = values[row.at[i]];
    if ((last == GRUNDY_INFINITY || value > last) && value < next) next = value;
  }
  return next;
}

/* Writes the smallest members of K that fit, and dots if there are more. */
const char *grundy_verify_value(const checker *c, uint32_t v, char text[VALUE_TEXT]) {
  enum { ROOM_FOR_MORE = 20 }; /* a number, a comma, dots and the brace */
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t k[VALUE_TEXT];
  grundy_value value = {.nimber = values[v], .k = {.numbers = k}};
  size_t length = grundy_value_format(value, c->ascii, text, VALUE_TEXT);
  if (values[v] != GRUNDY_INFINITY) return text;
  uint32_t x = next_value(c, v, values, GRUNDY_INFINITY);
  while (x != GRUNDY_INFINITY && length - 1 < VALUE_TEXT - ROOM_FOR_MORE) {
    k[value.k.size++] = x;
    length = grundy_value_format(value, c->ascii, text, VALUE_TEXT);
    x = next_value(c, v, values, x);
  }
  if (x != GRUNDY_INFINITY)
    snprintf(text + length - 1, VALUE_TEXT - length + 1, "%s}", c->ascii ? ",..." : ",…");
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
  return (grundy_finding){.column = f->column,
                          .verdict = f->verdict,
                          .text = f->text,
                          .kind = f->kind,
                          .position = f->position,
                          .expected = f->expected[0] == '\0' ? NULL : f->expected,
                          .found = f->found[0] == '\0' ? NULL : f->found};
}

void grundy_report_free(grundy_report *report) {
  if (report == NULL) return;
  for (size_t i = 0; i < report->count; i++) free(report->findings[i].text);
  free(report);
}
