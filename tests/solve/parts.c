/* Games whose positions have moves to sums of parts: parts on a cycle that have moves to large
 * values. */

#include <grundy/grundy.h>

#include "digraph/part_sums.h"
#include "support/test.h"

/* The parts: a heap of 2^j for every j, two parts on a cycle, and one with a move to the first of
 * these. */
enum { HEAPS = 14, FIRST = HEAPS, SECOND, OUTSIDE, ORDER, MOST = 3 << HEAPS };

/* Moves that are being collected: to parts, and to sums. */
typedef struct moves {
  uint32_t tails[HEAPS * HEAPS], heads[HEAPS * HEAPS];
  uint64_t count;
  grundy_part_sums all;
  uint64_t moves, parts;
} moves;

static void add_part(moves *s, uint32_t from, uint32_t to) {
  assert_true(s->count < HEAPS * HEAPS);
  s->tails[s->count] = from;
  s->heads[s->count++] = to;
}

/* Adds a move to the heaps of these sizes, the sum of which has the value n. */
static void add_heaps(moves *s, uint32_t from, uint32_t n) {
  for (uint32_t j = 0; n >> j != 0; j++)
    if (n == UINT32_C(1) << j) {
      add_part(s, from, j);
      return;
    }
  for (uint32_t j = 0; n >> j != 0; j++)
    if ((n >> j & 1) != 0) s->all.parts[s->parts++] = j;
  s->all.starts[++s->moves] = s->parts;
  assert_true(s->moves < MOST);
}

/* Makes the game in which a part on the cycle has moves to all values below `values`. */
static grundy_digraph *cycle_above(uint32_t values) {
  moves s = {.all = {calloc(ORDER + 1, sizeof *s.all.rows), calloc(MOST, sizeof *s.all.starts),
                     calloc((uint64_t)HEAPS * MOST, sizeof *s.all.parts)}};
  grundy_digraph *g = NULL;
  assert_true(s.all.rows != NULL && s.all.starts != NULL && s.all.parts != NULL);
  for (uint32_t v = 0; v < ORDER; v++) {
    uint32_t count = v < HEAPS ? UINT32_C(1) << v : v == FIRST ? values : 0;
    for (uint32_t n = 0; n < count; n++) add_heaps(&s, v, n);
    s.all.rows[v + 1] = s.moves;
  }
  add_part(&s, FIRST, SECOND);
  add_part(&s, SECOND, FIRST);
  add_part(&s, OUTSIDE, FIRST);
  assert_int_equal(grundy_digraph_new(ORDER, s.count, s.tails, s.heads, &g, NULL), GRUNDY_OK);
  grundy_digraph_give_part_sums(g, &s.all);
  return g;
}

/* Notes whether another phase is reported than that of all parts. */
static bool note_phase(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)done;
  (void)total;
  if (strcmp(phase, "parts") != 0) *(bool *)context = true;
  return true;
}

/* The one part has all values below `values` and that of the other one, which only has a move back.
 * Long work on a cycle is reported. */
static void parts_on_a_cycle_have_the_least_missing_value(void **state) {
  static const uint32_t values[] = {1, 5, 1500};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    bool is_reported = false;
    const grundy_monitor monitor = {.context = &is_reported, .tick = note_phase};
    grundy_digraph *g = cycle_above(values[i]);
    grundy_solution *solution = NULL;
    assert_int_equal(grundy_solve_in_memory(g,
                                            &GRUNDY_OPTIONS(grundy_solve_options,
                                                            .columns = GRUNDY_COLUMN_GRUNDY,
                                                            .monitor = &monitor),
                                            &solution, NULL),
                     GRUNDY_OK);
    const uint32_t *found = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
    for (uint32_t v = 0; v < HEAPS; v++) assert_int_equal(found[v], UINT32_C(1) << v);
    assert_int_equal(found[FIRST], values[i]);
    assert_int_equal(found[SECOND], 0);
    assert_int_equal(found[OUTSIDE], 0);
    assert_int_equal(is_reported, values[i] == 1500);
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

static void values_next_to_a_cycle_have_a_limit(void **state) {
  grundy_digraph *g = cycle_above((1 << 13) + 1);
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "a part on a cycle has a move to a value above 8191, which is the limit");
  assert_null(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_on_a_cycle_have_the_least_missing_value),
      cmocka_unit_test(values_next_to_a_cycle_have_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
