/* Traces: records the steps of an algorithm, and chooses and runs it. */

#include "explain/trace.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/quote.h"
#include "digraph/attributes.h"
#include "digraph/cycle.h"
#include "digraph/kinds.h"
#include "text/print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* ---- recording steps ----------------------------------------------------------------- */

void grundy_trace_put(grundy_trace *t, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  uint64_t needed = t->text_length + (uint64_t)length + 1;
  if (!t->failed && grundy_grow(&t->texts, &t->text_capacity, needed, 1)) {
    (void)vsnprintf(t->texts + t->text_length, (size_t)length + 1, format, again);
    t->text_length += (uint64_t)length;
  } else {
    t->failed = true;
  }
  va_end(again);
}

void grundy_trace_put_name(grundy_trace *t, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(t->g, v, scratch);
  if (grundy_is_plain_word(name)) {
    grundy_trace_put(t, "%s", name);
    return;
  }
  uint64_t room = t->text_length + 2 * strlen(name) + 3;
  t->failed = t->failed || !grundy_grow(&t->texts, &t->text_capacity, room, 1);
  if (!t->failed) t->text_length += grundy_quote(name, t->texts + t->text_length);
}

uint64_t grundy_trace_end(grundy_trace *t, uint64_t begin) {
  if (begin == t->text_length) grundy_trace_put(t, "%s", "");
  t->text_length += !t->failed;
  return begin;
}

void grundy_trace_step(grundy_trace *t, uint32_t focus, bool table) {
  if (t->step_count >= GRUNDY_TRACE_MAX_STEPS) t->too_long = t->failed = true;
  if (t->failed ||
      !grundy_grow(&t->steps, &t->step_capacity, t->step_count + 1, sizeof *t->steps)) {
    t->failed = true;
    return;
  }
  t->steps[t->step_count++] = (grundy_step_taken){
      .fact = t->facts->count, .changes = t->change_count, .focus = focus, .table = table};
}

void grundy_trace_change(grundy_trace *t, uint32_t vertex, uint32_t column, uint64_t text) {
  if (t->failed ||
      !grundy_grow(&t->changes, &t->change_capacity, t->change_count + 1, sizeof *t->changes)) {
    t->failed = true;
    return;
  }
  t->changes[t->change_count++] = (grundy_change){vertex, column, text};
}

/* ---- sentences --------------------------------------------------------------------- */

char *grundy_trace_sentence(const grundy_trace *t, uint64_t step) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  uint64_t i = t->steps[step].fact;
  grundy_fact_write(&t->facts->at[i], t->language, false, out);
  for (i++; i < t->facts->count && t->facts->at[i].is_detail; i++) {
    (void)putc(' ', out);
    grundy_fact_write(&t->facts->at[i], t->language, false, out);
  }
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

/* ---- running ---------------------------------------------------------------------- */

void grundy_trace_free(grundy_trace *t) {
  free(t->labels);
  free(t->steps);
  free(t->changes);
  free(t->texts);
  grundy_facts_free(t->facts);
  free(t);
}

/* Chooses the algorithm, by whether the game has a cycle. */
static grundy_status choose(grundy_trace *t, grundy_error *error) {
  uint32_t length = 0, first = 0;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (t->algorithm == GRUNDY_TRACING_GENERAL) return GRUNDY_OK;
  uint32_t *cycle = grundy_alloc(grundy_digraph_order(t->g), sizeof *cycle);
  if (cycle == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_digraph_cycle(t->g, cycle, &length, error);
  if (status == GRUNDY_OK && length > 0) first = cycle[0];
  free(cycle);
  if (status != GRUNDY_OK) return status;
  if (length > 0 && t->algorithm == GRUNDY_TRACING_ACYCLIC) {
    const char *name = grundy_digraph_name(t->g, first, scratch);
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "play may go on forever from '%.*s'; expected a game without cycles, or "
                       "the general algorithm",
                       grundy_excerpt(name, strlen(name)), name);
  }
  t->algorithm = length > 0 ? GRUNDY_TRACING_GENERAL : GRUNDY_TRACING_ACYCLIC;
  return GRUNDY_OK;
}

grundy_status grundy_trace_new(const grundy_digraph *g, grundy_tracing algorithm,
                               grundy_trace **trace, grundy_error *error) {
  grundy_digraph *reverse = NULL;
  if (grundy_has_attributes(g))
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a game with players or outcomes of its own has no values; "
                       "expected one in which the last player wins");
  grundy_status ordinary = grundy_digraph_require_ordinary(g, "traces", error);
  if (ordinary != GRUNDY_OK) return ordinary;
  if (grundy_digraph_order(g) > GRUNDY_TRACE_MAX_POSITIONS)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "%" PRIu32 " positions are too many to trace; expected at most %d",
                               grundy_digraph_order(g), GRUNDY_TRACE_MAX_POSITIONS);
  grundy_trace *t = grundy_alloc_zero(1, sizeof *t);
  if (t == NULL) return grundy_fail_memory(error);
  t->g = g;
  t->algorithm = algorithm;
  t->labels = grundy_alloc(grundy_digraph_order(g), sizeof *t->labels);
  t->facts = grundy_facts_new();
  bool enough = t->labels != NULL && t->facts != NULL;
  grundy_status status = enough ? choose(t, error) : grundy_fail_memory(error);
  if (status == GRUNDY_OK && t->algorithm == GRUNDY_TRACING_GENERAL) {
    grundy_trace_general(t);
  } else if (status == GRUNDY_OK) {
    status = grundy_digraph_transpose(g, NULL, &reverse, error);
    if (status == GRUNDY_OK) status = grundy_trace_acyclic(t, reverse, error);
    grundy_digraph_free(reverse);
  }
  if (status == GRUNDY_OK && t->too_long)
    status = grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "there are more than %d steps; use a smaller game",
                                 GRUNDY_TRACE_MAX_STEPS);
  else if (status == GRUNDY_OK && (t->failed || t->facts->failed))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *trace = t;
  else
    grundy_trace_free(t);
  return status;
}
