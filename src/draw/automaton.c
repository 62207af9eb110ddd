/* An automaton as a picture: a circle per state, and an arrow for the tuples of digits that lead
 * from one state to another. */

#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "draw/impl.h"

#include <inttypes.h>

/* At most this many tuples are written at an arrow. */
enum { MOST_TUPLES = 12 };

/* Returns the state from which no value is reached: it leads only to itself. */
static uint32_t find_sink(const grundy_automaton_parts *parts) {
  uint32_t state = 0, symbol = 0;
  for (; state < parts->states; state++) {
    if (parts->outputs[state] <= parts->level) continue;
    for (symbol = 0; symbol < parts->symbols; symbol++)
      if (parts->next[(uint64_t)state * parts->symbols + symbol] != state) break;
    if (symbol == parts->symbols) return state;
  }
  return state;
}

static void put_state(FILE *out, const grundy_automaton_parts *parts, uint32_t state) {
  uint32_t output = parts->outputs[state];
  bool is_p = output == 0;
  (void)fprintf(out, "  %" PRIu32 " [label=\"", state);
  if (parts->level == 0)
    (void)fputs(is_p ? "P" : "N", out);
  else if (output <= parts->level)
    (void)fprintf(out, "%" PRIu32, output);
  else
    (void)fprintf(out, ">%" PRIu32, parts->level);
  (void)fprintf(out, "\"%s%s%s];\n", is_p ? ", shape=doublecircle, fillcolor=\"" : "",
                is_p ? grundy_look_of(GRUNDY_PALETTE_PLAIN)->fill[GRUNDY_BAD] : "",
                is_p ? "\"" : "");
}

/* Writes a tuple of digits, such as 0,1. Digits above 9 are numbers, too. */
static void put_tuple(FILE *out, const grundy_automaton_parts *parts, uint32_t symbol) {
  uint32_t weight = parts->symbols,
           base = parts->numeration == GRUNDY_ZECKENDORF ? 2 : parts->numeration;
  for (uint32_t i = 0; i < parts->dimension; i++) {
    weight /= base;
    (void)fprintf(out, "%s%" PRIu32, i > 0 ? "," : "", symbol / weight % base);
  }
}

static void put_arrow(FILE *out, const grundy_automaton_parts *parts, uint32_t from, uint32_t to) {
  const uint32_t *row = parts->next + (uint64_t)from * parts->symbols;
  uint32_t count = 0;
  for (uint32_t symbol = 0; symbol < parts->symbols; symbol++) {
    if (row[symbol] != to) continue;
    if (count == 0) (void)fprintf(out, "  %" PRIu32 " -> %" PRIu32 " [label=\"", from, to);
    if (count > 0 && count < MOST_TUPLES) (void)fputs(count % 4 == 0 ? "\\n" : "  ", out);
    if (count++ < MOST_TUPLES) put_tuple(out, parts, symbol);
  }
  if (count > MOST_TUPLES) (void)fprintf(out, "\\nand %" PRIu32 " more", count - MOST_TUPLES);
  if (count > 0) (void)fputs("\"];\n", out);
}

static void put_dot(FILE *out, const void *context) {
  const grundy_automaton_parts *parts = context;
  uint32_t sink = find_sink(parts);
  (void)fputs("digraph automaton {\n  rankdir=LR;\n"
              "  node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\"];\n"
              "  edge [fontname=\"Helvetica\", fontsize=10];\n"
              "  start [shape=point, style=invis];\n  start -> 0;\n",
              out);
  for (uint32_t state = 0; state < parts->states; state++)
    if (state != sink || state == 0) put_state(out, parts, state);
  for (uint32_t from = 0; from < parts->states; from++)
    for (uint32_t to = 0; to < parts->states; to++)
      if ((from != sink && to != sink) || sink == 0) put_arrow(out, parts, from, to);
  (void)fputs("}\n", out);
}

grundy_status grundy_automaton_draw(const grundy_automaton *automaton, const char *format,
                                    const grundy_run_options *options, FILE *out,
                                    grundy_error *error) {
  const grundy_automaton_parts parts = grundy_automaton_view(automaton);
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (parts.states > GRUNDY_AUTOMATON_MAX_DRAWN)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_PICTURE,
                               "a picture can have at most %d states",
                               (int)GRUNDY_AUTOMATON_MAX_DRAWN);
  return grundy_render_dot(put_dot, &parts, "dot", format, monitor, out, error);
}
