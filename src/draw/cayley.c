/* The Cayley graph of a misère quotient: an arrow per element and generator. */

#include "base/error.h"
#include "base/options.h"
#include "draw/impl.h"
#include "misere/words.h"

/* The looks of generators, which repeat. */
static const char *const colours[] = {"#444444", "#0072b2", "#d55e00", "#009e73",
                                      "#cc79a7", "#8a6d00", "#56b4e9"};
static const char *const dashes[] = {"", "6 4", "2 3"};
enum {
  COLOURS = sizeof colours / sizeof *colours,
  DASHES = sizeof dashes / sizeof *dashes,
};

static size_t put_class(grundy_scene *scene, const char *class) {
  size_t place = grundy_scene_text(scene);
  (void)fprintf(scene->texts, "%s%c", class, '\0');
  return place;
}

static void add_elements(grundy_scene *scene, const grundy_misere *q, uint32_t order) {
  for (uint32_t x = 0; x < order; x++) {
    const bool is_lost = grundy_misere_is_p(q, x);
    grundy_scene_node node = {.number = x,
                              .rating = is_lost ? GRUNDY_RATING_BAD : GRUNDY_RATING_BLANK};
    node.classes = put_class(scene, is_lost ? "node outcome-P" : "node outcome-N");
    node.lines = grundy_scene_text(scene);
    grundy_misere_element_put(scene->texts, q, x);
    (void)putc('\0', scene->texts);
    grundy_scene_add_node(scene, &node);
  }
}

/* A line without arrowheads is a generator that leads back. */
static void add_arrows(grundy_scene *scene, const grundy_misere *q,
                       const grundy_misere_facts *facts, uint32_t generator) {
  const grundy_misere_word word = {&generator, 1};
  uint32_t factor = facts->phi[facts->generators[generator]];
  for (uint32_t x = 0; x < facts->order; x++) {
    uint32_t y = grundy_misere_multiply(q, x, factor);
    bool returns = grundy_misere_multiply(q, y, factor) == x;
    if (returns && y < x) continue;
    grundy_scene_edge edge = {
        .from = x,
        .to = y,
        .number = generator,
        .rating = GRUNDY_RATING_BLANK,
        .arrow = returns && y != x ? GRUNDY_ARROW_NONE : GRUNDY_ARROW_ORDINARY,
        .colour = colours[generator % COLOURS],
        .dash = dashes[generator / COLOURS % DASHES],
    };
    edge.classes = put_class(scene, "edge");
    edge.label = grundy_scene_text(scene);
    grundy_misere_word_put(scene->texts, q, word);
    (void)putc('\0', scene->texts);
    grundy_scene_add_edge(scene, &edge);
  }
}

static void build(grundy_scene *scene, const void *context) {
  const grundy_misere *q = context;
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  add_elements(scene, q, facts.order);
  for (uint32_t g = 0; g < facts.generator_count; g++) add_arrows(scene, q, &facts, g);
}

grundy_status grundy_misere_draw(const grundy_misere *quotient, const char *format,
                                 const grundy_run_options *options, FILE *out,
                                 grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_misere_get_facts(quotient).order > GRUNDY_CAYLEY_MAX_ORDER)
    return grundy_fail(error, GRUNDY_UNABLE, "a picture can have at most %d elements",
                       (int)GRUNDY_CAYLEY_MAX_ORDER);
  const grundy_rendering rendering = {.layout = "neato", .format = format, .monitor = monitor};
  return grundy_scene_draw(build, quotient, "overlap=prism", &rendering, out, error);
}
