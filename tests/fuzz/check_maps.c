/* Checks maps between games against their definitions. */

#include "built.h"
#include "checks.h"
#include "demand.h"
#include "game.h"
#include "same.h"
#include "support/naive_maps.h"

static const grundy_columns transported =
    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER;

static bool holds(const grundy_map_report *report, grundy_map_kind kind) {
  return report->of[kind].condition == GRUNDY_MAP_HOLDS;
}

static grundy_map_report map_report(const map *m, const uint32_t *d, uint32_t *least) {
  grundy_map_report report;
  demand(grundy_map_check(m->r, m->s, m->image, d, NULL, least, &report, NULL) == GRUNDY_OK);
  return report;
}

/* The report must name the first vertex at which a condition fails, and a condition that fails
 * there. */
static void demand_report(const map *m, const uint32_t *d, const grundy_map_report *report) {
  for (int i = 0; i < GRUNDY_MAP_KIND_COUNT; i++) {
    grundy_map_kind kind = (grundy_map_kind)i;
    grundy_map_violation found = report->of[kind];
    uint32_t order = grundy_digraph_order(kind == GRUNDY_SURJECTIVE ? m->s : m->r);
    uint32_t first = naive_first_violation(m, kind, d);
    demand((first == order) == holds(report, kind));
    if (first == order) continue;
    demand(first == (kind == GRUNDY_SURJECTIVE ? found.w : found.u));
    demand(naive_violates(m, kind, d, found));
  }
}

/* ---- what maps preserve ----------------------------------------------------------------- */

static bool has_values(const grundy_digraph *g) {
  return (grundy_solve_columns(g, true) & transported) == transported;
}

/* A map of Theorem 7 with that d must carry the solution of s to r, unless r has no values. */
static void demand_transport(const map *m, const uint32_t *d) {
  grundy_solve_options options = {.size = sizeof options, .columns = transported};
  grundy_solution *of_s = solve_game(m->s, &options), *of_r;
  grundy_status status = grundy_map_transport(m->r, m->image, d, of_s, &of_r, NULL);
  if (has_values(m->r)) {
    demand(status == GRUNDY_OK);
    grundy_solution *direct = solve_game(m->r, &options);
    demand_same_solution(direct, of_r, GRUNDY_COLUMN_COUNTER);
    demand(is_verified(m->r, of_r, NULL));
    grundy_solution_free(direct);
    grundy_solution_free(of_r);
  } else {
    demand(status == GRUNDY_UNDEFINED);
  }
  grundy_solution_free(of_s);
}

/* A homomorphism must be a D-morphism and, with its least d, a map of Theorem 7 [FY86, (3)]. */
static void demand_kinds(const grundy_map_report *report, bool least) {
  if (!holds(report, GRUNDY_HOMOMORPHISM)) return;
  demand(holds(report, GRUNDY_D_MORPHISM));
  if (least) demand(holds(report, GRUNDY_THEOREM7));
}

/* The map must be what the definitions say, with the given d or with its least d. Few inputs carry
 * a solution along the map, because that sorts with tables of 65,536 entries. */
static grundy_map_report demand_map(bytes *in, const map *m) {
  uint32_t least[BUILT_MOST], expected[BUILT_MOST];
  uint8_t how = bytes_next(in);
  bool find_least = how & 1;
  grundy_map_report report = map_report(m, find_least ? NULL : m->d, least);
  if (find_least) {
    naive_least_d(m, expected);
    demand(memcmp(least, expected, grundy_digraph_order(m->r) * sizeof *least) == 0);
  }
  const uint32_t *d = find_least ? least : m->d;
  demand_report(m, d, &report);
  demand_kinds(&report, find_least);
  if (how / 2 % 8 == 7 && holds(&report, GRUNDY_THEOREM7) && has_values(m->s))
    demand_transport(m, d);
  return report;
}

/* ---- the maps --------------------------------------------------------------------------- */

static void demand_homomorphism(bytes *in, const map *m) {
  grundy_map_report report = demand_map(in, m);
  demand(holds(&report, GRUNDY_HOMOMORPHISM) && holds(&report, GRUNDY_SURJECTIVE));
}

static void check_quotient_map(bytes *in, const grundy_digraph *g, map *m) {
  uint32_t count;
  grundy_digraph *quotient;
  demand(grundy_compatible_coarsest(g, NULL, m->image, &count, NULL) == GRUNDY_OK);
  demand(grundy_quotient(g, m->image, count, NULL, NULL, &quotient, NULL) == GRUNDY_OK);
  m->s = quotient;
  demand_homomorphism(in, m);
  grundy_digraph_free(quotient);
}

/* Writing and reading the map must give the same map, if the format allows its names. */
static void check_file(const map *m) {
  char *text = NULL;
  size_t size;
  uint32_t image[BUILT_MOST], d[BUILT_MOST], order = grundy_digraph_order(m->r);
  bool with_d;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  grundy_status status = grundy_map_write(m->r, m->s, m->image, m->d, NULL, out, NULL);
  fclose(out);
  demand(status == GRUNDY_OK || status == GRUNDY_UNABLE);
  if (status == GRUNDY_OK) {
    FILE *in = fuzz_open(text, size);
    demand(grundy_map_read(m->r, m->s, "fuzz", &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                           image, d, &with_d, NULL) == GRUNDY_OK);
    fclose(in);
    demand(with_d || order == 0);
    demand(memcmp(image, m->image, order * sizeof *image) == 0);
    demand(memcmp(d, m->d, order * sizeof *d) == 0);
  }
  free(text);
}

static void check_other_map(bytes *in, map *m) {
  m->s = built_game(in, BUILT_ANY_KIND, 8);
  if (grundy_digraph_order(m->s) > 0) {
    for (uint32_t u = 0; u < grundy_digraph_order(m->r); u++)
      m->image[u] = bytes_below(in, grundy_digraph_order(m->s));
    check_file(m);
    demand_map(in, m);
  }
  grundy_digraph_free(m->s);
}

void check_maps(bytes *in, const grundy_digraph *g) {
  uint32_t image[BUILT_MOST], d[BUILT_MOST], order = grundy_digraph_order(g);
  grundy_digraph *r = (grundy_digraph *)(uintptr_t)g; /* a map does not own its games here */
  map m = {r, r, image, d};
  uint8_t which = bytes_next(in);
  for (uint32_t u = 0; u < order; u++) {
    image[u] = u;
    d[u] = which & 4 ? bytes_below(in, order) : 0;
  }
  if (which % 4 == 0)
    demand_homomorphism(in, &m);
  else if (which % 4 == 1)
    check_quotient_map(in, g, &m);
  else
    check_other_map(in, &m);
}
