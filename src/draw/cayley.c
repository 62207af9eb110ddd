/* The Cayley graph of a misère quotient: an arrow per element and generator. */

#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "draw/impl.h"
#include "misere/words.h"
#include "text/print.h"

#include <inttypes.h>

/* The looks of generators, which repeat. */
static const char *const colours[] = {"#444444", "#0072b2", "#d55e00", "#009e73",
                                      "#cc79a7", "#8a6d00", "#56b4e9"};
static const char *const styles[] = {"solid", "dashed", "dotted"};
enum {
  COLOURS = sizeof colours / sizeof *colours,
  STYLES = sizeof styles / sizeof *styles,
};

static void put_elements(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  const grundy_look *look = grundy_look_of(GRUNDY_PALETTE_PLAIN);
  for (uint32_t x = 0; x < facts->order; x++) {
    bool is_lost = grundy_misere_is_p(q, x);
    (void)fprintf(out, "  %" PRIu32 " [label=\"", x);
    grundy_misere_element_put(out, q, x);
    (void)fprintf(out, "\"%s%s%s];\n", is_lost ? ", shape=doublecircle, fillcolor=\"" : "",
                  is_lost ? look->fill[GRUNDY_BAD] : "", is_lost ? "\"" : "");
  }
}

/* A line without arrowheads is a generator that leads back. */
static void put_arrows(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts,
                       uint32_t generator) {
  const grundy_misere_word word = {&generator, 1};
  uint32_t factor = facts->phi[facts->generators[generator]];
  for (uint32_t x = 0; x < facts->order; x++) {
    uint32_t y = grundy_misere_multiply(q, x, factor);
    bool returns = grundy_misere_multiply(q, y, factor) == x;
    if (returns && y < x) continue;
    (void)fprintf(out, "  %" PRIu32 " -> %" PRIu32 " [label=\"", x, y);
    grundy_misere_word_put(out, q, word);
    (void)fprintf(out, "\", color=\"%s\", fontcolor=\"%s\", style=%s%s];\n",
                  colours[generator % COLOURS], colours[generator % COLOURS],
                  styles[generator / COLOURS % STYLES], returns && y != x ? ", dir=none" : "");
  }
}

static void put_dot(FILE *out, const void *context) {
  const grundy_misere *q = context;
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  (void)fputs("digraph quotient {\n  overlap=prism;\n"
              "  node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\"];\n"
              "  edge [fontname=\"Helvetica\", fontsize=10];\n",
              out);
  put_elements(out, q, &facts);
  for (uint32_t g = 0; g < facts.generator_count; g++) put_arrows(out, q, &facts, g);
  (void)fputs("}\n", out);
}

grundy_status grundy_misere_draw(const grundy_misere *quotient, const char *format,
                                 const grundy_run_options *options, FILE *out,
                                 grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_misere_get_facts(quotient).order > GRUNDY_CAYLEY_MAX_ORDER)
    return grundy_fail(error, GRUNDY_UNABLE, "a picture can have at most %d elements",
                       (int)GRUNDY_CAYLEY_MAX_ORDER);
  return grundy_render_dot(put_dot, quotient, "neato", format, monitor, out, error);
}
