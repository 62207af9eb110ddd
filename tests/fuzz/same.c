#include "same.h"

#include "demand.h"
#include "solution/impl.h"
#include "support/sets.h"

#include <math.h>
#include <string.h>

/* ---- games ------------------------------------------------------------------------------ */

static void same_vertex(const grundy_digraph *a, const grundy_digraph *b, uint32_t v) {
  char a_scratch[GRUNDY_NAME_MAX_BYTES], b_scratch[GRUNDY_NAME_MAX_BYTES];
  demand(strcmp(grundy_digraph_name(a, v, a_scratch), grundy_digraph_name(b, v, b_scratch)) == 0);
  grundy_vertices f = grundy_digraph_followers(a, v), h = grundy_digraph_followers(b, v);
  demand(f.count == h.count);
  demand(f.count == 0 || memcmp(f.at, h.at, f.count * sizeof *f.at) == 0);
}

static void same_label(const char *a, const char *b) {
  demand((a == NULL) == (b == NULL));
  demand(a == NULL || strcmp(a, b) == 0);
}

static void same_letters(const uint8_t *a, const uint8_t *b, uint32_t order) {
  demand((a == NULL) == (b == NULL));
  demand(a == NULL || memcmp(a, b, order) == 0);
}

static bool same_real(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

static void same_reals(const double *a, const double *b, uint32_t order) {
  demand((a == NULL) == (b == NULL));
  for (uint32_t v = 0; a != NULL && v < order; v++) demand(same_real(a[v], b[v]));
}

void demand_same_game(const grundy_digraph *a, const grundy_digraph *b, bool labels) {
  uint32_t order = grundy_digraph_order(a);
  demand(grundy_digraph_order(b) == order);
  for (uint32_t v = 0; v < order; v++) {
    same_vertex(a, b, v);
    same_label(labels ? grundy_digraph_label(a, v) : NULL, grundy_digraph_label(b, v));
  }
  same_letters(grundy_digraph_players(a), grundy_digraph_players(b), order);
  same_letters(grundy_digraph_outcomes(a), grundy_digraph_outcomes(b), order);
  same_reals(grundy_digraph_payoffs(a), grundy_digraph_payoffs(b), order);
}

/* ---- solutions -------------------------------------------------------------------------- */

/* Demands the same entries in a column that both have. NaN equals NaN. */
static void same_column(grundy_columns column, const grundy_solution *a, const grundy_solution *b) {
  uint32_t order = grundy_solution_order(a);
  const uint32_t *x = grundy_solution_numbers(a, column), *y = grundy_solution_numbers(b, column);
  same_letters(grundy_solution_letters(a, column), grundy_solution_letters(b, column), order);
  same_reals(grundy_solution_reals(a, column), grundy_solution_reals(b, column), order);
  demand((x == NULL) == (y == NULL));
  demand(x == NULL || memcmp(x, y, order * sizeof *x) == 0);
  for (uint32_t v = 0; v < order; v++)
    demand(sets_equal(grundy_solution_set_at(a, column, v), grundy_solution_set_at(b, column, v)));
}

void demand_same_solution(const grundy_solution *a, const grundy_solution *b,
                          grundy_columns except) {
  demand(grundy_solution_order(a) == grundy_solution_order(b));
  demand(((grundy_solution_columns(a) ^ grundy_solution_columns(b)) & ~except) == 0);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((grundy_solution_columns(a) & column & ~except) != 0) same_column(column, a, b);
  }
}

void demand_solution_survives(const grundy_digraph *g, const grundy_solution *solution,
                              grundy_format format) {
  char *text = NULL;
  size_t size;
  grundy_solution *again;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  demand(grundy_solution_write(g, solution, format, NULL, out, NULL) == GRUNDY_OK);
  fclose(out);
  FILE *in = fmemopen(text, size, "r");
  demand(in != NULL);
  demand(grundy_solution_read(g, "fuzz", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                              &again, NULL) == GRUNDY_OK);
  fclose(in);
  free(text);
  /* In JSON, values that are all finite also say that K exists nowhere. */
  bool may_add_k =
      format == GRUNDY_FORMAT_JSON && (grundy_solution_columns(solution) & GRUNDY_COLUMN_K) == 0;
  demand_same_solution(solution, again, may_add_k ? GRUNDY_COLUMN_K : 0);
  grundy_solution_free(again);
}
