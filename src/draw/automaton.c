/* An automaton as a picture: a circle per state, and an arrow for the tuples of digits that lead
 * from one state to another. */

#include "base/error.h"
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

static void add_state(grundy_scene *scene, const grundy_automaton_parts *parts, uint32_t state) {
  uint32_t output = parts->outputs[state];
  const bool is_p = output == 0;
  grundy_scene_node node = {.number = state,
                            .rating = is_p ? GRUNDY_RATING_BAD : GRUNDY_RATING_BLANK};
  node.classes = grundy_scene_text(scene);
  (void)fprintf(scene->texts, "node%s%c", is_p ? " outcome-P" : "", '\0');
  node.lines = grundy_scene_text(scene);
  if (parts->level == 0)
    (void)fputs(is_p ? "P" : "N", scene->texts);
  else if (output <= parts->level)
    (void)fprintf(scene->texts, "%" PRIu32, output);
  else
    (void)fprintf(scene->texts, ">%" PRIu32, parts->level);
  (void)putc('\0', scene->texts);
  grundy_scene_add_node(scene, &node);
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

static void add_arrow(grundy_scene *scene, const grundy_automaton_parts *parts, uint32_t from,
                      uint32_t to) {
  const uint32_t *row = parts->next + (uint64_t)from * parts->symbols;
  uint32_t count = 0;
  grundy_scene_edge edge = {.from = from, .to = to, .rating = GRUNDY_RATING_BLANK};
  edge.classes = grundy_scene_text(scene);
  (void)fprintf(scene->texts, "edge%c", '\0');
  edge.label = grundy_scene_text(scene);
  for (uint32_t symbol = 0; symbol < parts->symbols; symbol++) {
    if (row[symbol] != to) continue;
    if (count > 0 && count < MOST_TUPLES) (void)fputs(count % 4 == 0 ? "\n" : "  ", scene->texts);
    if (count++ < MOST_TUPLES) put_tuple(scene->texts, parts, symbol);
  }
  if (count > MOST_TUPLES)
    (void)fprintf(scene->texts, "\nand %" PRIu32 " more", count - MOST_TUPLES);
  (void)putc('\0', scene->texts);
  if (count > 0) grundy_scene_add_edge(scene, &edge);
}

/* A node that is not shown is where the arrow to the first state begins. */
static void build(grundy_scene *scene, const void *context) {
  const grundy_automaton_parts *parts = context;
  const uint32_t sink = find_sink(parts);
  const grundy_scene_node start = {
      .number = parts->states, .rating = GRUNDY_RATING_BLANK, .is_hidden = true};
  const grundy_scene_edge first = {.from = parts->states, .to = 0, .rating = GRUNDY_RATING_BLANK};
  for (uint32_t state = 0; state < parts->states; state++)
    if (state != sink || state == 0) add_state(scene, parts, state);
  grundy_scene_add_node(scene, &start);
  grundy_scene_add_edge(scene, &first);
  for (uint32_t from = 0; from < parts->states; from++)
    for (uint32_t to = 0; to < parts->states; to++)
      if ((from != sink && to != sink) || sink == 0) add_arrow(scene, parts, from, to);
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
  const grundy_rendering rendering = {
      .layout = "dot", .format = format, .monitor = monitor, .is_sideways = true};
  return grundy_scene_draw(build, &parts, "rankdir=LR", &rendering, out, error);
}
