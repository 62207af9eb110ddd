/* Windows of random infinite games: a larger window and another order never contradict what a
 * window says. */

#include <grundy/grundy.h>
#include <grundy/rules.h>

#include "support/games.h"
#include "support/test.h"

/* ---- random infinite rules ------------------------------------------------------------------ */

/* A position is a number from 0 on. Its moves depend on the seed: one leads a little up, unless the
 * position is terminal, and the others a little up or down, or far down. */
typedef struct infinite_game {
  uint64_t seed;
  int order; /* 0: breadth first; 1: small numbers first; 2: at random */
} infinite_game;

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 31) * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return x ^ x >> 32;
}

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long seed, order;
  if (!grundy_argument(arguments, 0, 0, 1000000000, &seed) ||
      !grundy_argument(arguments, 1, 0, 2, &order))
    return "a seed and an order";
  infinite_game *g = malloc(sizeof *g);
  if (g == NULL) return GRUNDY_RULES_MEMORY;
  *g = (infinite_game){mix((uint64_t)seed + 1), (int)order};
  *bytes = sizeof(uint64_t);
  *game = g;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  *(uint64_t *)position = 4;
}

static void emit_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const infinite_game *g = game;
  uint64_t n = *(const uint64_t *)position, h = mix(g->seed ^ mix(n + 1));
  for (uint64_t i = n == 4 ? 3 : h % 20 == 0 ? 0 : 1 + (h >> 40) % 3; i > 0; i--) {
    h = mix(h);
    uint64_t step = h >> 8 & 7, kind = i == 1 ? 5 : h % 6, next = n + 1 + step;
    if (kind == 0) next = n / 2;
    if (kind == 1 || kind == 2) next = n > step ? n - 1 - step : n + 1;
    if (kind == 3) next = (h >> 20) % (n + 1);
    emit(to, &next);
  }
}

static int64_t order_of(const void *game, const void *position) {
  const infinite_game *g = game;
  uint64_t n = *(const uint64_t *)position;
  return g->order == 1 ? (int64_t)n : (int64_t)(mix(n ^ g->seed) >> 1);
}

static size_t show(const void *game, const void *position, char *text, size_t size) {
  (void)game;
  return (size_t)snprintf(text, size, "%llu", (unsigned long long)*(const uint64_t *)position);
}

static bool parse(const void *game, const char *text, size_t length, void *position) {
  uint64_t n = 0;
  (void)game;
  for (size_t i = 0; i < length; i++) n = 10 * n + (uint64_t)(text[i] - '0');
  *(uint64_t *)position = n;
  return length > 0;
}

#define RULES                                                                                      \
  .abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "random", .open = open_game,     \
  .close = free, .start = start, .moves = emit_moves, .show = show, .parse = parse
static const grundy_rules breadth_first = {RULES};
static const grundy_rules ordered = {RULES, .order = order_of};

/* ---- windows --------------------------------------------------------------------------------- */

typedef struct window {
  grundy_digraph *g;
  grundy_solution *s;
} window;

static window opened(uint64_t seed, int order, uint64_t size) {
  char arguments[64];
  window w = {NULL, NULL};
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options, .window = size};
  snprintf(arguments, sizeof arguments, "%llu,%d", (unsigned long long)seed, order);
  if (grundy_game_from_rules(order == 0 ? &breadth_first : &ordered, arguments, &options, &w.g,
                             &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_columns columns =
      grundy_digraph_frontier(w.g) == NULL ? 0x2ff & ~(1 << 8) : GRUNDY_COLUMNS_WINDOW;
  grundy_solve_options solving = {.size = sizeof solving, .columns = columns};
  if (grundy_solve_in_memory(w.g, &solving, &w.s, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_true(grundy_digraph_order(w.g) <= size);
  return w;
}

static void window_free(window *w) {
  grundy_solution_free(w->s);
  grundy_digraph_free(w->g);
}

static bool is_exact(uint32_t entry) {
  return entry == GRUNDY_INFINITY || entry < GRUNDY_NUMBER_AT_MOST;
}

/* Returns whether two answers can both be true. */
static bool agree(uint32_t a, uint32_t b) {
  if (a == GRUNDY_NUMBER_UNKNOWN || b == GRUNDY_NUMBER_UNKNOWN) return true;
  if (is_exact(a) && is_exact(b)) return a == b;
  if (a == GRUNDY_INFINITY || b == GRUNDY_INFINITY) return false;
  uint32_t x = grundy_number_unmarked(a), y = grundy_number_unmarked(b);
  return x % 2 == y % 2 && (is_exact(a) ? x <= y : is_exact(b) ? y <= x : true);
}

/* Returns whether the second answer says all that the first one says. */
static bool tightens(uint32_t a, uint32_t b) {
  if (a == GRUNDY_NUMBER_UNKNOWN) return true;
  if (b == GRUNDY_NUMBER_UNKNOWN || !agree(a, b)) return false;
  return is_exact(a) ? a == b : grundy_number_unmarked(b) <= grundy_number_unmarked(a);
}

typedef bool relation(uint32_t a, uint32_t b);

static void check_position(const window *a, uint32_t u, const window *b, uint32_t v,
                           relation *holds, uint64_t seed) {
  const grundy_columns numbers = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS |
                                 GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_DISTANCE;
  const grundy_columns letters = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE;
  for (grundy_columns rest = numbers; rest != 0; rest &= rest - 1) {
    uint32_t x = grundy_solution_numbers(a->s, rest & -rest)[u];
    uint32_t y = grundy_solution_numbers(b->s, rest & -rest)[v];
    bool parity = (rest & -rest & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE)) == 0;
    if (!(parity || (is_exact(x) || x == GRUNDY_NUMBER_UNKNOWN)) || !holds(x, y))
      fail_msg("seed %llu: %s is %x and %x", (unsigned long long)seed,
               grundy_column_describe(rest & -rest)->name, x, y);
  }
  for (grundy_columns rest = letters; rest != 0; rest &= rest - 1) {
    uint8_t x = grundy_solution_letters(a->s, rest & -rest)[u];
    uint8_t y = grundy_solution_letters(b->s, rest & -rest)[v];
    bool fine = x == y || x == '?' || (holds == agree && y == '?');
    if (!fine) fail_msg("seed %llu: outcome %c and %c", (unsigned long long)seed, x, y);
  }
}

/* Compares the positions that both windows have; `nested` if these are all of the first one. */
static void compare(const window *a, const window *b, bool nested, relation *holds, uint64_t seed) {
  for (uint32_t u = 0; u < grundy_digraph_order(a->g); u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(a->g, u, scratch);
    uint32_t v;
    bool found = grundy_digraph_find(b->g, name, strlen(name), &v);
    if (nested) assert_true(found && u == v);
    if (found) check_position(a, u, b, v, holds, seed);
  }
}

static void check_verdict(const window *w, uint64_t seed) {
  grundy_report *report = NULL;
  assert_int_equal(grundy_verify(w->g, w->s, NULL, &report, NULL), GRUNDY_OK);
  for (size_t i = 0; i < grundy_report_count(report); i++)
    if (grundy_report_finding(report, i).verdict == GRUNDY_VERDICT_WRONG)
      fail_msg("seed %llu: %s", (unsigned long long)seed, grundy_report_finding(report, i).text);
  grundy_report_free(report);
}

static void windows_only_learn_more(void **state) {
  uint64_t games = test_scaled(1000), first = test_seed() % 100000000;
  uint64_t with_frontier = 0, known = 0, bounds = 0;
  for (uint64_t seed = first; seed < first + games; seed++) {
    window small[3], large[3];
    uint64_t size = 3 + mix(seed) % 40;
    for (int order = 0; order < 3; order++) {
      small[order] = opened(seed, order, size);
      large[order] = opened(seed, order, 2 * size);
      check_verdict(&small[order], seed);
      compare(&small[order], &large[order], true, tightens, seed);
    }
    for (int order = 1; order < 3; order++) {
      compare(&small[0], &small[order], false, agree, seed);
      compare(&large[0], &large[order], false, agree, seed);
      compare(&small[order], &large[0], false, agree, seed);
    }
    grundy_summary all = grundy_solution_summary(small[0].s);
    const uint32_t *remoteness = grundy_solution_numbers(small[0].s, GRUNDY_COLUMN_REMOTENESS);
    with_frontier += all.frontier > 0;
    known += all.frontier > 0 ? all.p + all.n : 0;
    for (uint32_t v = 0; v < grundy_digraph_order(small[0].g); v++)
      bounds += !is_exact(remoteness[v]) && remoteness[v] != GRUNDY_NUMBER_UNKNOWN;
    for (int order = 0; order < 3; order++) {
      window_free(&small[order]);
      window_free(&large[order]);
    }
  }
  if (games < 100) return;
  assert_true(with_frontier > games / 2); /* most games are infinite, */
  assert_true(known > games);             /* and something is known about them */
  assert_true(bounds > games / 100);
}

/* ---- windows and whole games ----------------------------------------------------------------- */

static grundy_digraph *open_text(const char *text, uint64_t size) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options, .window = size};
  if (grundy_game_open(text, &options, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

static void a_window_of_all_positions_is_the_game(void **state) {
  grundy_digraph *whole = open_text("wythoff:5,4", 0), *part = open_text("wythoff:5,4", 30);
  uint32_t order = grundy_digraph_order(whole);
  assert_null(grundy_digraph_frontier(part));
  assert_int_equal(grundy_digraph_order(part), order);
  assert_memory_equal(grundy_digraph_offsets(part), grundy_digraph_offsets(whole),
                      (order + 1) * sizeof(uint64_t));
  assert_memory_equal(grundy_digraph_targets(part), grundy_digraph_targets(whole),
                      grundy_digraph_size(whole) * sizeof(uint32_t));
  grundy_digraph_free(whole);
  grundy_digraph_free(part);
}

static void a_window_takes_positions_breadth_first(void **state) {
  grundy_digraph *whole = open_text("wythoff:5,4", 0), *part = open_text("wythoff:5,4", 7);
  assert_int_equal(grundy_digraph_order(part), 7);
  for (uint32_t v = 0; v < 7; v++) {
    char a[GRUNDY_NAME_MAX_BYTES], b[GRUNDY_NAME_MAX_BYTES];
    grundy_vertices row = grundy_digraph_followers(whole, v);
    bool leaves = row.count > 0 && row.at[row.count - 1] >= 7;
    assert_string_equal(grundy_digraph_name(whole, v, a), grundy_digraph_name(part, v, b));
    assert_int_equal(grundy_digraph_frontier(part)[v], leaves);
  }
  grundy_digraph_free(whole);
  grundy_digraph_free(part);
}

/* Rules with `order` reach more positions than they take; these count. */
static void exploring_a_window_has_limits(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_open_options options = {
      .size = sizeof options, .window = 20, .limit = 5, .accepts_windows = true};
  assert_int_equal(grundy_game_from_rules(&ordered, "1,1", &options, &g, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  options.limit = 1000;
  assert_int_equal(grundy_game_from_rules(&ordered, "1,1", &options, &g, &error), GRUNDY_OK);
  grundy_digraph_free(g);
  options.limit = UINT64_MAX;
  assert_int_equal(grundy_game_from_rules(&ordered, "1,1", &options, &g, &error), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 20);
  grundy_digraph_free(g);
  options.memory = 64;
  assert_int_equal(grundy_game_from_rules(&ordered, "1,1", &options, &g, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
}

static int end_at_small_numbers(const void *game, const void *position, double *payoff) {
  (void)game, (void)payoff;
  return *(const uint64_t *)position < 3 ? 'P' : 0;
}

/* If rules say where play ends, an end outside of the window may be of another kind. */
static void a_window_with_usual_ends_has_outcomes(void **state) {
  grundy_rules ending = ordered;
  grundy_open_options options = {.size = sizeof options, .window = 100, .accepts_windows = true};
  uint32_t ends = 0;
  ending.terminal = end_at_small_numbers;
  for (int seed = 0; seed < 20; seed++) {
    grundy_digraph *g = NULL;
    char arguments[16];
    (void)snprintf(arguments, sizeof arguments, "%d,2", seed);
    assert_int_equal(grundy_game_from_rules(&ending, arguments, &options, &g, NULL), GRUNDY_OK);
    const uint8_t *outcomes = grundy_digraph_outcomes(g), *frontier = grundy_digraph_frontier(g);
    assert_int_equal(outcomes == NULL, frontier == NULL); /* otherwise this is the whole game */
    for (uint32_t v = 0; v < grundy_digraph_order(g) && outcomes != NULL; v++) {
      bool is_end = grundy_digraph_followers(g, v).count == 0 && !frontier[v];
      assert_int_equal(outcomes[v], is_end ? 'P' : 0);
      ends += is_end;
    }
    grundy_digraph_free(g);
  }
  assert_true(ends > 0);
}

static int end_of_small_numbers; /* 0: play goes on */

static int other_end_at_small_numbers(const void *game, const void *position, double *payoff) {
  (void)game, (void)payoff;
  return *(const uint64_t *)position < 3 ? end_of_small_numbers : 0;
}

/* The frontier is not an end. */
static void a_window_with_other_ends_has_their_outcomes(void **state) {
  grundy_rules ending = ordered;
  grundy_open_options options = {.size = sizeof options, .window = 100, .accepts_windows = true};
  uint32_t others = 0;
  ending.terminal = other_end_at_small_numbers;
  end_of_small_numbers = 'N';
  for (int seed = 0; seed < 20; seed++) {
    grundy_digraph *g = NULL;
    char arguments[16];
    (void)snprintf(arguments, sizeof arguments, "%d,2", seed);
    assert_int_equal(grundy_game_from_rules(&ending, arguments, &options, &g, NULL), GRUNDY_OK);
    const uint8_t *outcomes = grundy_digraph_outcomes(g), *frontier = grundy_digraph_frontier(g);
    for (uint32_t v = 0; v < grundy_digraph_order(g) && frontier != NULL; v++) {
      char name[GRUNDY_NAME_MAX_BYTES];
      bool is_other = strtoul(grundy_digraph_name(g, v, name), NULL, 10) < 3;
      bool is_end = grundy_digraph_followers(g, v).count == 0 && !frontier[v];
      assert_int_equal(outcomes[v], is_other ? 'N' : is_end ? 'P' : 0);
      others += is_other;
    }
    grundy_digraph_free(g);
  }
  assert_true(others > 0);
}

/* Without players nobody is called A; and x is not an outcome. */
static void a_window_with_wrong_ends_is_refused(void **state) {
  grundy_rules ending = ordered;
  ending.terminal = other_end_at_small_numbers;
  for (const char *end = "Ax"; *end != '\0'; end++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    grundy_open_options options = {.size = sizeof options, .window = 1000, .accepts_windows = true};
    uint32_t refused = 0;
    end_of_small_numbers = *end;
    for (int seed = 0; seed < 20; seed++) {
      char arguments[16];
      (void)snprintf(arguments, sizeof arguments, "%d,1", seed);
      grundy_status status = grundy_game_from_rules(&ending, arguments, &options, &g, &error);
      if (status == GRUNDY_OK) {
        grundy_digraph_free(g);
        g = NULL;
        continue;
      }
      assert_int_equal(status, GRUNDY_BAD_INPUT);
      assert_non_null(strstr(error.message, *end == 'A' ? "A wins" : "no outcome"));
      assert_null(g);
      refused++;
    }
    assert_true(refused > 0);
  }
}

static int64_t always_first(const void *game, const void *position) {
  (void)game, (void)position;
  return 0;
}

/* Positions of the same order are taken as they are reached. */
static void equal_orders_are_breadth_first(void **state) {
  grundy_rules equal = ordered;
  grundy_open_options options = {.size = sizeof options, .window = 50, .accepts_windows = true};
  equal.order = always_first;
  for (int seed = 0; seed < 10; seed++) {
    grundy_digraph *a = NULL, *b = NULL;
    char arguments[16];
    (void)snprintf(arguments, sizeof arguments, "%d,0", seed);
    assert_int_equal(grundy_game_from_rules(&equal, arguments, &options, &a, NULL), GRUNDY_OK);
    assert_int_equal(grundy_game_from_rules(&breadth_first, arguments, &options, &b, NULL),
                     GRUNDY_OK);
    uint32_t order = grundy_digraph_order(a);
    assert_int_equal(grundy_digraph_order(b), order);
    assert_memory_equal(grundy_digraph_offsets(a), grundy_digraph_offsets(b),
                        (order + 1) * sizeof(uint64_t));
    assert_memory_equal(grundy_digraph_targets(a), grundy_digraph_targets(b),
                        grundy_digraph_size(a) * sizeof(uint32_t));
    grundy_digraph_free(a);
    grundy_digraph_free(b);
  }
}

static void games_with_players_have_no_window(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options, .window = 5};
  assert_int_equal(grundy_game_open("dodgem:3", &options, &g, &error), GRUNDY_UNDEFINED);
  assert_non_null(strstr(error.message, "player"));
  assert_null(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(windows_only_learn_more),
      cmocka_unit_test(a_window_of_all_positions_is_the_game),
      cmocka_unit_test(a_window_takes_positions_breadth_first),
      cmocka_unit_test(exploring_a_window_has_limits),
      cmocka_unit_test(a_window_with_usual_ends_has_outcomes),
      cmocka_unit_test(a_window_with_other_ends_has_their_outcomes),
      cmocka_unit_test(a_window_with_wrong_ends_is_refused),
      cmocka_unit_test(equal_orders_are_breadth_first),
      cmocka_unit_test(games_with_players_have_no_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
