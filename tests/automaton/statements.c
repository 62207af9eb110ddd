/* What papers say about variants of Wythoff's game, next to automata that are proved for all
 * positions. */

#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <grundy/automaton.h>
#include <inttypes.h>

static const char wythoff[] = "vector{(1,0)*,(0,1)*,(1,1)*}";

/* Learns from a table up to the corner and proves, or fails the test. */
static grundy_automaton *prove(uint32_t corner, uint32_t block,
                               const grundy_vector_position *terminal, uint64_t count) {
  const grundy_automaton_options options = {.size = sizeof options,
                                            .corner = {{corner, corner}},
                                            .terminal = terminal,
                                            .terminal_count = count,
                                            .block = block,
                                            .numeration = GRUNDY_ZECKENDORF};
  grundy_vector_moves *moves = vector_moves_of(wythoff);
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  assert_int_equal(grundy_automaton_learn(moves, &options, &automaton, &report, NULL), GRUNDY_OK);
  assert_non_null(automaton);
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  grundy_vector_moves_free(moves);
  return automaton;
}

static bool is_p(const grundy_automaton *automaton, uint64_t x, uint64_t y) {
  const grundy_automaton_parts parts = grundy_automaton_view(automaton);
  const uint64_t position[GRUNDY_VECTOR_MAX_DIMENSION] = {x, y};
  return automaton_output_at(&parts, position) == 0;
}

/* Fills the smaller coordinates of the P-positions of Wythoff's game: the nth is the least number
 * that is not a coordinate of the ones before, and the other coordinate is larger by n [Wyt07]. */
static void list_wythoff(uint64_t *smaller, uint64_t count) {
  uint8_t *is_used = calloc(4 * count, 1);
  uint64_t least = 0;
  for (uint64_t n = 0; n < count; n++) {
    while (is_used[least] != 0) least++;
    smaller[n] = least;
    is_used[least] = is_used[least + n] = 1;
  }
  free(is_used);
}

/* ---- blocking Wythoff Nim ----------------------------------------------------------------- */

/* [Lar11]: if one follower may be forbidden, the P-positions with x <= y are (0, 0),
 * (n, 2n + 1), and (2a + 2, 2b + 2) for the P-positions (a, b) of Wythoff's game. */
static void one_blocked_follower(void **state) {
  enum { SIDE = 90 };
  static uint8_t stated[SIDE][SIDE];
  uint64_t smaller[SIDE];
  grundy_automaton *automaton = prove(1000, 1, NULL, 0);
  list_wythoff(smaller, SIDE);
  stated[0][0] = 1;
  for (uint64_t n = 0; n < SIDE; n++) {
    uint64_t a = 2 * smaller[n] + 2, b = a + 2 * n;
    if (2 * n + 1 < SIDE) stated[n][2 * n + 1] = stated[2 * n + 1][n] = 1;
    if (b < SIDE) stated[a][b] = stated[b][a] = 1;
  }
  for (uint64_t x = 0; x < SIDE; x++)
    for (uint64_t y = 0; y < SIDE; y++) assert_int_equal(is_p(automaton, x, y), stated[x][y]);
  for (uint64_t n = 1; n < UINT64_C(1) << 56; n = 3 * n + 1) {
    assert_true(is_p(automaton, n, 2 * n + 1));
    assert_false(is_p(automaton, 2 * n + 2, n));
  }
  grundy_automaton_free(automaton);
}

/* [Lar11]: if two may be forbidden, they are (0, 0), (n, 2n + 1) and (n, 2n + 2). */
static void two_blocked_followers(void **state) {
  grundy_automaton *automaton = prove(300, 2, NULL, 0);
  for (uint64_t x = 0; x < 60; x++)
    for (uint64_t y = x; y < 130; y++) {
      bool stated = (x == 0 && y == 0) || y == 2 * x + 1 || y == 2 * x + 2;
      assert_int_equal(is_p(automaton, x, y), stated);
      assert_int_equal(is_p(automaton, y, x), stated);
    }
  for (uint64_t n = 1; n < UINT64_C(1) << 56; n = 3 * n + 1)
    assert_true(is_p(automaton, n, 2 * n + 2) && !is_p(automaton, n, 2 * n + 3));
  grundy_automaton_free(automaton);
}

/* ---- terminal positions ------------------------------------------------------------------- */

/* [RR25] adds the terminal positions with x + y <= l; what is proved is compared with lists of
 * followers. */
static void positions_with_small_sums_are_terminal(void **state) {
  enum { SIDE = 60, SUMS = 5 };
  static const uint32_t corners[SUMS] = {400, 400, 400, 1000, 1600};
  const vector_rules rules = {
      .dimension = 2,
      .count = 3,
      .moves = {{.entries = {1, 0}, .is_ray = true},
                {.entries = {0, 1}, .is_ray = true},
                {.entries = {1, 1}, .is_ray = true}},
  };
  for (uint32_t sum = 1; sum <= SUMS; sum++) {
    grundy_vector_position terminal[(SUMS + 1) * (SUMS + 2) / 2];
    uint64_t count = 0;
    for (uint32_t x = 0; x <= sum; x++)
      for (uint32_t y = 0; x + y <= sum; y++) terminal[count++] = (grundy_vector_position){{x, y}};
    grundy_automaton *automaton = prove(corners[sum - 1], 0, terminal, count);
    grundy_vector_options box = {.size = sizeof box,
                                 .corner = {{SIDE - 1, SIDE - 1}},
                                 .terminal = terminal,
                                 .terminal_count = count,
                                 .outcomes_only = true};
    static grundy_outcome outcomes[SIDE * SIDE];
    naive_vectors(&rules, &box, NULL, outcomes);
    for (uint64_t i = 0; i < SIDE * SIDE; i++)
      assert_int_equal(is_p(automaton, i / SIDE, i % SIDE), outcomes[i] == GRUNDY_OUTCOME_P);
    grundy_automaton_free(automaton);
  }
}

/* ---- redundant moves ---------------------------------------------------------------------- */

/* [DFNR10, MRRW25]: a move may be added to Wythoff's game without changing its P-positions if and
 * only if it leads from no P-position to another. */
static void moves_that_may_be_added(void **state) {
  enum { LISTED = 400 };
  uint64_t smaller[LISTED];
  uint32_t redundant = 0, most = 3 + (uint32_t)test_scaled(4);
  grundy_automaton *automaton = prove(100, 0, NULL, 0);
  list_wythoff(smaller, LISTED);
  for (uint32_t i = 0; i <= most; i++)
    for (uint32_t k = i + 1; k <= most; k++) {
      char text[96];
      bool is_difference = false;
      for (uint64_t n = 0; n < LISTED && !is_difference; n++)
        for (uint64_t m = 0; m < n; m++) {
          uint64_t a = smaller[n], b = a + n, c = smaller[m], d = c + m;
          is_difference |= (a == c + i && b == d + k) || (a == d + i && b == c + k) ||
                           (a == c + k && b == d + i) || (a == d + k && b == c + i);
        }
      (void)snprintf(text, sizeof text, "vector{(1,0)*,(0,1)*,(1,1)*,(%" PRIu32 ",%" PRIu32 ")}", i,
                     k);
      grundy_vector_moves *moves = vector_moves_of(text);
      grundy_automaton_report report;
      const grundy_automaton_options options = {.size = sizeof options};
      assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL),
                       GRUNDY_OK);
      if ((report.finding == GRUNDY_AUTOMATON_HOLDS) == is_difference) fail_msg("%s", text);
      redundant += !is_difference;
      grundy_vector_moves_free(moves);
    }
  assert_true(redundant > 0);
  grundy_automaton_free(automaton);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_blocked_follower),
      cmocka_unit_test(two_blocked_followers),
      cmocka_unit_test(positions_with_small_sums_are_terminal),
      cmocka_unit_test(moves_that_may_be_added),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
