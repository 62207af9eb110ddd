/* Moves to sums of parts: which arrays are accepted, and how a cycle on which sums grow is named.
 */

#include <grundy/digraph.h>

#include "digraph/part_sums.h"
#include "support/games.h"
#include "support/test.h"

/* ---- what fits ----------------------------------------------------------------------------- */

/* Parts 0 and 1, and the terminal part 2. Part 0 has moves to nothing and to 1 + 1; part 1 has a
 * move to part 2. */
enum { PARTS = 3, ROWS = 4, STARTS = 3, MEMBERS = 2 };

typedef struct arrays {
  uint64_t rows[ROWS], starts[STARTS];
  uint32_t parts[MEMBERS];
} arrays;

static const arrays right = {{0, 2, 2, 2}, {0, 0, 2}, {1, 1}};

static bool fits(arrays a) {
  static const uint32_t moves[][2] = {{1, 2}};
  grundy_digraph *g = game_from_pairs(PARTS, 1, moves);
  bool fit = grundy_part_sums_fit(g, &(grundy_part_sums){a.rows, a.starts, a.parts});
  grundy_digraph_free(g);
  return fit;
}

static void only_sums_of_parts_that_can_move_fit(void **state) {
  arrays a = right;
  assert_true(fits(a));
  a.rows[0] = 1; /* the first sum belongs to no part */
  assert_false(fits(a));
  a = right;
  a.starts[0] = 1; /* the first member belongs to no sum */
  assert_false(fits(a));
  a = right;
  a.rows[1] = 3; /* rows decrease */
  assert_false(fits(a));
  a = right;
  a.parts[1] = PARTS; /* not a part */
  assert_false(fits(a));
  a = right;
  a.parts[1] = 0; /* not in order */
  assert_false(fits(a));
  a = right;
  a.parts[1] = 2; /* it cannot move */
  assert_false(fits(a));
  a = right;
  a.starts[1] = 1; /* sums of one part */
  assert_false(fits(a));
  a = right;
  a.parts[0] = 0; /* it can move, to sums only */
  assert_true(fits(a));
}

/* ---- sums that grow ------------------------------------------------------------------------ */

/* Part 0 has a move to a sum of part 1 and some heaps, of which each is the last part, with a move
 * to nothing. Parts 1, 2, 3 … lead from one to the next and back to 0. */
static grundy_digraph *growing_game(uint32_t length, uint32_t heaps) {
  enum { MOST = 16 };
  uint32_t pairs[MOST][2], heap = length;
  uint64_t rows[MOST + 2], starts[] = {0, 1 + heaps, 1 + heaps};
  uint32_t parts[MOST] = {1};
  assert_true(length < MOST && heaps < MOST);
  for (uint32_t v = 1; v < length; v++) {
    pairs[v - 1][0] = v;
    pairs[v - 1][1] = (v + 1) % length;
  }
  for (uint32_t v = 0; v <= heap; v++) rows[v] = v > 0;
  rows[heap + 1] = 2;
  for (uint32_t i = 1; i <= heaps; i++) parts[i] = heap;
  grundy_digraph *g = game_from_pairs(heap + 1, length - 1, (const uint32_t(*)[2])pairs);
  grundy_part_sums sums = {malloc(sizeof rows), malloc(sizeof starts), malloc(sizeof parts)};
  assert_true(sums.rows != NULL && sums.starts != NULL && sums.parts != NULL);
  memcpy(sums.rows, rows, sizeof rows);
  memcpy(sums.starts, starts, sizeof starts);
  memcpy(sums.parts, parts, sizeof parts);
  grundy_digraph_give_part_sums(g, &sums);
  return g;
}

static void assert_growth(uint32_t length, uint32_t heaps, const char *cycle) {
  static const char before[] = "sums grow without bound on a cycle: ";
  grundy_digraph *g = growing_game(length, heaps);
  grundy_strong_parts strong;
  grundy_error error = {0};
  grundy_work work = grundy_work_start(NULL, "", 0);
  assert_int_equal(grundy_strong_parts_find(g, &work, &strong, &error), GRUNDY_UNABLE);
  assert_memory_equal(error.message, before, strlen(before));
  assert_string_equal(error.message + strlen(before), cycle);
  assert_int_equal(grundy_strong_parts_find(g, &work, &strong, NULL), GRUNDY_UNABLE);
  grundy_digraph_free(g);
}

static void a_long_cycle_is_named_in_part(void **state) {
  assert_growth(2, 1, "'0' → '1' + '2', and '1' → '0'");
  assert_growth(6, 3, "'0' → '1' + '6' + '6' + '6', and '1' → '2' → '3' → '4' → '5' → '0'");
  assert_growth(7, 4, "'0' → '1' + '7' + '7' + '7' + …, and '1' → '2' → '3' → '4' → '5' → … → '0'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_sums_of_parts_that_can_move_fit),
      cmocka_unit_test(a_long_cycle_is_named_in_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
