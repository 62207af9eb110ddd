/* Games that are explored by parts have the values that explicit exploration of the sums gives. */

#include <grundy/grundy.h>

#include "digraph/part_sums.h"
#include "external/external.h"
#include "solve/memory.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/splitting_rules.h"
#include "support/test.h"

/* Few enough that growing sums exceed it before an atom occurs 255 times. */
enum { MOST_SUMS = 120 };

static const grundy_columns of_parts = GRUNDY_COLUMNS_PARTS;

/* ---- one game -------------------------------------------------------------------------------- */

/* A game explored by positions, and by parts with their solution. */
typedef struct both {
  grundy_digraph *positions;
  grundy_digraph *parts;
  grundy_solution *solution;
  grundy_status explored, solved;
  grundy_error error; /* of solving */
} both;

static both explore_both(const splitting_game *game) {
  both b = {0};
  grundy_open_options options = {.size = sizeof options, .limit = MOST_SUMS};
  splitting_game_now = *game;
  b.explored = grundy_game_from_rules(&splitting_rules, "", &options, &b.positions, NULL);
  options.parts = true;
  assert_int_equal(grundy_game_from_rules(&splitting_rules, "", &options, &b.parts, NULL),
                   GRUNDY_OK);
  assert_true(grundy_digraph_type(b.parts) == GRUNDY_GAME_PARTS);
  b.solved = grundy_solve_in_memory(b.parts, NULL, &b.solution, &b.error);
  return b;
}

static void both_free(both *b) {
  grundy_digraph_free(b->positions);
  grundy_digraph_free(b->parts);
  grundy_solution_free(b->solution);
}

/* Returns the value of a part that consists of one atom; 0 if it was not met because it has no
 * moves. */
static grundy_value value_of_atom(const both *b, uint32_t atom) {
  char name[64] = "";
  uint32_t v;
  for (uint32_t i = 0; i < SPLITTING_MOST_ATOMS; i++)
    (void)snprintf(name + strlen(name), sizeof name - strlen(name), i == 0 ? "%d" : ",%d",
                   i == atom);
  if (!grundy_digraph_find(b->parts, name, strlen(name), &v)) {
    assert_int_equal(splitting_game_now.degree[atom], 0);
    return (grundy_value){.k = {.absent = true}};
  }
  return grundy_solution_value(b->solution, v);
}

/* Adds up the values of the atoms of a position, by the definition of the generalized nim-sum. */
static grundy_value value_of_position(const both *b, const char *name, uint32_t *room) {
  uint32_t nimber = 0, infinite = 0;
  grundy_set k = {.absent = true};
  for (uint32_t atom = 0; atom < SPLITTING_MOST_ATOMS; atom++) {
    char *end;
    unsigned long count = strtoul(name, &end, 10);
    name = end + 1;
    for (; count > 0; count--) {
      grundy_value value = value_of_atom(b, atom);
      if (value.nimber != GRUNDY_INFINITY) {
        nimber ^= value.nimber;
        continue;
      }
      infinite++;
      k = value.k;
    }
  }
  if (infinite == 0) return (grundy_value){.nimber = nimber, .k = k};
  if (infinite > 1) return (grundy_value){.nimber = GRUNDY_INFINITY, .k = {.numbers = room}};
  for (uint64_t i = 0; i < k.size; i++) room[i] = k.numbers[i] ^ nimber;
  for (uint64_t i = 1; i < k.size; i++)
    for (uint64_t j = i; j > 0 && room[j - 1] > room[j]; j--) {
      uint32_t swapped = room[j];
      room[j] = room[j - 1];
      room[j - 1] = swapped;
    }
  return (grundy_value){.nimber = GRUNDY_INFINITY, .k = {.numbers = room, .size = k.size}};
}

/* Compares the values of all positions with those of the sums of their parts. */
static void compare_values(const both *b, uint64_t number) {
  uint32_t order = grundy_digraph_order(b->positions);
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  grundy_solution *solution = solution_of(b->positions, GRUNDY_COLUMNS_ALL);
  bool small = order <= NAIVE_MOST;
  if (small) naive_values(b->positions, values, counter);
  for (uint32_t v = 0; v < order; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES], texts[2][256];
    uint32_t room[64];
    const char *name = grundy_digraph_name(b->positions, v, scratch);
    grundy_value expected = grundy_solution_value(solution, v);
    grundy_value got = value_of_position(b, name, room);
    if (small) assert_int_equal(values[v], expected.nimber);
    (void)grundy_value_format(expected, true, texts[0], sizeof texts[0]);
    (void)grundy_value_format(got, true, texts[1], sizeof texts[1]);
    if (!grundy_value_equal(expected, got) ||
        grundy_value_outcome(got) != grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[v])
      fail_msg("game %lu: %s has the value %s, not %s", (unsigned long)number, name, texts[0],
               texts[1]);
  }
  grundy_solution_free(solution);
  free(values);
  free(counter);
}

/* ---- the verifier ---------------------------------------------------------------------------- */

static void expect_wrong(const both *b, const grundy_solution *changed, grundy_columns column,
                         uint64_t number) {
  grundy_report *report = report_on(b->parts, changed);
  if (finding_on(report, column).verdict == GRUNDY_VERDICT_RIGHT)
    fail_msg("game %lu: a wrong %s passes", (unsigned long)number,
             grundy_column_describe(column)->name);
  grundy_report_free(report);
}

/* Makes a finite counter infinite, or the other way round, which contradicts the value. */
static void change_counter(const both *b, uint32_t v, uint64_t number) {
  grundy_solution *changed = solution_copy(b->solution, of_parts);
  uint32_t *counter = numbers_to_change(changed, GRUNDY_COLUMN_COUNTER);
  counter[v] = counter[v] == GRUNDY_INFINITY ? 0 : GRUNDY_INFINITY;
  expect_wrong(b, changed, GRUNDY_COLUMN_COUNTER, number);
  grundy_solution_free(changed);
}

/* Changes one entry of each column. Values are unique, so every change must be found. */
static void change_and_check(const both *b, grundy_random *random, uint64_t number) {
  uint32_t order = grundy_digraph_order(b->parts);
  if (order == 0) return;
  uint32_t v = (uint32_t)grundy_random_below(random, order);
  grundy_solution *changed = solution_copy(b->solution, of_parts);
  uint32_t *values = numbers_to_change(changed, GRUNDY_COLUMN_GRUNDY), old = values[v];
  values[v] = grundy_random_below(random, 4) == 0 ? GRUNDY_INFINITY
                                                  : (uint32_t)grundy_random_below(random, 5);
  if (values[v] != old) expect_wrong(b, changed, GRUNDY_COLUMN_GRUNDY, number);
  grundy_solution_free(changed);
  changed = solution_copy(b->solution, of_parts);
  uint8_t *letters = letters_to_change(changed, GRUNDY_COLUMN_OUTCOME);
  letters[v] = letters[v] == 'P' ? 'N' : 'P';
  expect_wrong(b, changed, GRUNDY_COLUMN_OUTCOME, number);
  grundy_solution_free(changed);
  changed = solution_copy(b->solution, of_parts);
  const uint32_t set[] = {1, 9};
  change_set(changed, GRUNDY_COLUMN_K, v, (grundy_set){.numbers = set, .size = 2});
  expect_wrong(b, changed, GRUNDY_COLUMN_K, number);
  grundy_solution_free(changed);
  change_counter(b, v, number);
}

/* The verifier decides without the column counter only if no part is on a cycle. */
static void check_columns(const both *b, grundy_random *random, uint64_t number) {
  grundy_columns columns = of_parts & (grundy_columns)grundy_random_below(random, 1 << 10);
  if (columns == 0) return;
  grundy_solution *some = solution_copy(b->solution, columns);
  grundy_report *report = report_on(b->parts, some);
  if (!grundy_report_right(report))
    fail_msg("game %lu: a right solution without some columns is called wrong",
             (unsigned long)number);
  grundy_report_free(report);
  grundy_solution_free(some);
}

/* ---- cycles ---------------------------------------------------------------------------------- */

static bool skip_text(const char **at, const char *text) {
  bool is_there = strncmp(*at, text, strlen(text)) == 0;
  if (is_there) *at += strlen(text);
  return is_there;
}

/* Reads the quoted name of a part, which is one atom. */
static uint32_t read_atom(const char **at) {
  uint32_t atom = 0;
  assert_true(skip_text(at, "'"));
  while (skip_text(at, "0,")) atom++;
  assert_true(*(*at)++ == '1');
  *at = strchr(*at, '\'') + 1;
  return atom;
}

static bool leads_to(const splitting_game *game, uint32_t from, uint32_t to) {
  for (uint32_t i = 0; i < game->degree[from]; i++)
    for (uint32_t j = 0; j < game->moves[from][i].count; j++)
      if (game->moves[from][i].atoms[j] == to) return true;
  return false;
}

/* Checks that the cycle which the message names exists: 'a' → 'b' + 'c', and 'b' → 'a'. */
static void check_cycle(const splitting_game *game, const char *message) {
  const char *at = strchr(message, '\'');
  uint32_t first = read_atom(&at), from = first, count = 0;
  bool parts[SPLITTING_MOST_ATOMS] = {false};
  while (skip_text(&at, count == 0 ? " → " : " + ")) {
    uint32_t part = read_atom(&at);
    assert_true(leads_to(game, first, part) && game->degree[part] > 0);
    parts[part] = true;
    count++;
  }
  assert_true(count >= 2);
  if (skip_text(&at, ", and ")) {
    from = read_atom(&at);
    assert_true(parts[from]);
    while (skip_text(&at, " → ")) {
      bool is_cut = skip_text(&at, "… → ");
      uint32_t to = read_atom(&at);
      assert_true(is_cut || leads_to(game, from, to));
      from = to;
    }
    assert_int_equal(from, first);
  } else {
    assert_true(parts[first]);
  }
  assert_string_equal(at, "");
}

/* ---- properties ------------------------------------------------------------------------------ */

typedef struct tally {
  uint64_t compared, grew, cyclic, infinite;
} tally;

static void check_game(const splitting_game *game, grundy_random *random, uint64_t number,
                       tally *t) {
  both b = explore_both(game);
  if (b.solved == GRUNDY_UNABLE) {
    t->grew++;
    assert_int_equal(b.explored, GRUNDY_UNABLE);
    assert_non_null(strstr(b.error.message, "sums grow without bound on a cycle: '"));
    check_cycle(game, b.error.message);
  } else {
    assert_int_equal(b.solved, GRUNDY_OK);
    if (!verifies(b.parts, b.solution))
      fail_msg("game %lu: the solution of its parts does not verify", (unsigned long)number);
    change_and_check(&b, random, number);
    check_columns(&b, random, number);
    t->infinite += grundy_solution_summary(b.solution).infinite > 0;
  }
  if (b.solved == GRUNDY_OK && b.explored == GRUNDY_OK) {
    t->compared++;
    compare_values(&b, number);
  }
  both_free(&b);
}

static tally check_games(uint64_t count, bool acyclic, uint32_t growing) {
  tally t = {0};
  for (uint64_t i = 0; i < test_scaled(count); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    splitting_game game = random_splitting_game(&random, acyclic, growing);
    check_game(&game, &random, i, &t);
  }
  return t;
}

static void sums_of_parts_without_cycles_have_the_values_of_positions(void **state) {
  tally t = check_games(1500, true, 1);
  assert_true(t.grew == 0 && t.infinite == 0);
  assert_true(2 * t.compared >= test_scaled(1500));
}

static void sums_of_parts_on_cycles_have_the_values_of_positions(void **state) {
  tally t = check_games(4000, false, 4);
  assert_true(t.grew > 0 && t.infinite > 0);
  assert_true(2 * t.compared >= test_scaled(4000));
}

/* ---- single games ---------------------------------------------------------------------------- */

static void growing_sums_name_their_cycle(void **state) {
  /* atom 1 moves to itself and atom 0, which can still move to nothing */
  splitting_game game = {.atoms = 2, .degree = {1, 1}, .start = {0, 1}};
  game.moves[1][0] = (splitting_move){2, {1, 0}};
  both b = explore_both(&game);
  assert_int_equal(b.solved, GRUNDY_UNABLE);
  assert_string_equal(b.error.message, "sums grow without bound on a cycle: '0,1,0,0,0,0,0,0' → "
                                       "'0,1,0,0,0,0,0,0' + '1,0,0,0,0,0,0,0'");
  both_free(&b);
}

static void a_loop_with_parts_that_cannot_move_is_a_loop(void **state) {
  splitting_game game = {.atoms = 2, .degree = {0, 1}, .start = {0, 1}};
  game.moves[1][0] = (splitting_move){3, {1, 0, 0}};
  both b = explore_both(&game);
  assert_int_equal(b.solved, GRUNDY_OK);
  grundy_value value = grundy_solution_value(b.solution, 0);
  assert_int_equal(value.nimber, GRUNDY_INFINITY);
  assert_int_equal(value.k.size, 0);
  both_free(&b);
}

static void two_infinite_parts_do_not_cancel(void **state) {
  /* atom 1 is a loop that can end; atom 2 moves to two of them */
  splitting_game game = {.atoms = 3, .degree = {0, 2, 1}, .start = {0, 0, 1}};
  game.moves[1][0] = (splitting_move){1, {1}};
  game.moves[1][1] = (splitting_move){0, {0}};
  game.moves[2][0] = (splitting_move){2, {1, 1}};
  both b = explore_both(&game);
  assert_int_equal(b.solved, GRUNDY_OK);
  grundy_value value = grundy_solution_value(b.solution, 0);
  assert_int_equal(value.nimber, GRUNDY_INFINITY);
  assert_int_equal(value.k.size, 0);
  compare_values(&b, 0);
  both_free(&b);
}

/* Heaps of Nim; `drawn` with a loop and moves to the heaps 0 and 4, so that it is ∞{0, 4};
 * `endless` with a loop alone; and cycles with moves to heaps that are larger than any value on the
 * cycle, and to sums with infinite parts. Single parts come first in a row. */
static void exits_of_cycles_may_be_large_or_infinite(void **state) {
  enum { ONE, TWO, THREE, FOUR, DRAWN, ENDLESS, LEFT, RIGHT, FIRST, SECOND, BOTH, PARTS };
  static const uint32_t moves[][2] = {
      {TWO, ONE},         {THREE, ONE},   {THREE, TWO},   {FOUR, ONE},   {FOUR, TWO},
      {FOUR, THREE},      {DRAWN, DRAWN}, {DRAWN, FOUR},  {LEFT, RIGHT}, {LEFT, ENDLESS},
      {ENDLESS, ENDLESS}, {RIGHT, LEFT},  {RIGHT, DRAWN}, {RIGHT, FOUR}, {FIRST, BOTH},
      {SECOND, BOTH},     {BOTH, FIRST},  {BOTH, SECOND}};
  /* The heaps, drawn and both have a move to nothing, and left has one to 1 + drawn. */
  static const uint64_t rows[] = {0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 7};
  static const uint64_t starts[] = {0, 0, 0, 0, 0, 0, 2, 2};
  static const uint32_t parts[] = {ONE, DRAWN};
  grundy_digraph *g = game_from_pairs(PARTS, sizeof moves / sizeof *moves, moves);
  grundy_part_sums sums = {malloc(sizeof rows), malloc(sizeof starts), malloc(sizeof parts)};
  assert_true(sums.rows != NULL && sums.starts != NULL && sums.parts != NULL);
  memcpy(sums.rows, rows, sizeof rows);
  memcpy(sums.starts, starts, sizeof starts);
  memcpy(sums.parts, parts, sizeof parts);
  grundy_digraph_give_part_sums(g, &sums);
  grundy_solution *solution = solution_of(g, of_parts);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  assert_true(verifies(g, solution));
  assert_int_equal(values[FOUR], 4);
  assert_int_equal(values[DRAWN], GRUNDY_INFINITY);
  assert_int_equal(values[FIRST], 0);
  assert_int_equal(values[SECOND], 0);
  assert_int_equal(values[BOTH], 1);
  assert_true(grundy_solve_memory(g, NULL) < 1 << 20);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void split_in_two(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  emit(to, position);
  emit(to, position);
}

static void splitting_that_never_ends_is_an_error(void **state) {
  grundy_error error;
  grundy_digraph *g = NULL;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  splitting_game_now = (splitting_game){.atoms = 1, .degree = {1}, .start = {2}};
  grundy_rules rules = splitting_rules;
  rules.split = split_in_two;
  assert_int_equal(grundy_game_from_rules(&rules, "", &options, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "never end"));
}

static void swap_two(const void *game, const void *position, grundy_emit emit, void *to) {
  uint8_t swapped[SPLITTING_MOST_ATOMS];
  (void)game;
  memcpy(swapped, position, sizeof swapped);
  swapped[0] = ((const uint8_t *)position)[1];
  swapped[1] = ((const uint8_t *)position)[0];
  emit(to, swapped);
}

static void single_parts_that_never_end_are_an_error(void **state) {
  grundy_error error;
  grundy_digraph *g = NULL;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  splitting_game_now = (splitting_game){.atoms = 2, .degree = {1}, .start = {2, 1}};
  grundy_rules rules = splitting_rules;
  rules.split = swap_two;
  assert_int_equal(grundy_game_from_rules(&rules, "", &options, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "takes more than 1048576 steps"));
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)game, (void)position, (void)payoff;
  return 0;
}

static void rules_with_split_have_no_terminal(void **state) {
  grundy_error error;
  grundy_digraph *g = NULL;
  grundy_rules rules = splitting_rules;
  rules.terminal = terminal;
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "both split and terminal"));
}

static void a_start_without_parts_has_no_moves(void **state) {
  splitting_game game = {.atoms = 1, .degree = {0}, .start = {1}, .style = SPLITTING_NO_EMPTY};
  both b = explore_both(&game);
  assert_int_equal(grundy_digraph_order(b.parts), 0);
  assert_int_equal(b.solved, GRUNDY_OK);
  both_free(&b);
}

#define TOKENS GRUNDY_ROOT "/examples/tokens.lua"

static void exploring_parts_has_limits(void **state) {
  static const struct {
    uint64_t limit, memory;
    const char *words;
  } cases[] = {{2, 0, "more than 2 parts"}, {0, 64, "there is room for 0.0 MiB"}};
  for (size_t i = 0; i < 2; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    grundy_open_options options = {
        .size = sizeof options, .parts = true, .limit = cases[i].limit, .memory = cases[i].memory};
    assert_int_equal(grundy_game_open(i == 0 ? TOKENS ":bcd" : "cram:3,3", &options, &g, &error),
                     GRUNDY_UNABLE);
    if (strstr(error.message, cases[i].words) == NULL) fail_msg("'%s'", error.message);
  }
}

static void a_limit_on_parts_may_be_large(void **state) {
  grundy_digraph *g = NULL, *limited = NULL;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  assert_int_equal(grundy_game_open(TOKENS ":bcd", &options, &g, NULL), GRUNDY_OK);
  options.limit = UINT64_MAX;
  assert_int_equal(grundy_game_open(TOKENS ":bcd", &options, &limited, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(limited), grundy_digraph_order(g));
  grundy_digraph_free(g);
  grundy_digraph_free(limited);
}

static void expect_parts(const grundy_digraph *g, const char *name, uint64_t expected) {
  uint32_t *parts = NULL;
  uint64_t count = 0;
  assert_int_equal(grundy_position_parts(g, name, strlen(name), &parts, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, expected);
  for (uint64_t i = 0; i < count; i++) {
    assert_true(parts[i] < grundy_digraph_order(g));
    assert_true(i == 0 || parts[i - 1] <= parts[i]);
  }
  free(parts);
}

static void expect_no_parts(const grundy_digraph *g, const char *name, const char *message) {
  uint32_t *parts = NULL;
  uint64_t count = 77;
  grundy_error error = {0};
  assert_int_equal(grundy_position_parts(g, name, strlen(name), &parts, &count, &error),
                   GRUNDY_BAD_INPUT);
  if (strstr(error.message, message) == NULL) fail_msg("'%s'", error.message);
  assert_true(parts == NULL && count == 77);
}

static void positions_have_the_parts_that_the_rules_say(void **state) {
  grundy_digraph *g = NULL;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  assert_int_equal(grundy_game_open(TOKENS ":bcd", &options, &g, NULL), GRUNDY_OK);
  expect_parts(g, "daab", 4);
  expect_parts(g, "-", 0);
  expect_no_parts(g, "ag", "'ag' has a part that cannot be reached from the start");
  grundy_digraph_free(g);
  /* A position of another game is its only part. */
  assert_int_equal(grundy_game_open("wythoff:2,3", NULL, &g, NULL), GRUNDY_OK);
  expect_parts(g, "1,2", 1);
  expect_no_parts(g, "9,9", "'9,9' cannot be reached from the start");
  grundy_digraph_free(g);
  assert_int_equal(grundy_game_open(GRUNDY_ROOT "/examples/ring.edges", NULL, &g, NULL), GRUNDY_OK);
  expect_parts(g, "a", 1);
  expect_no_parts(g, "z", "the game has no position 'z'");
  grundy_digraph_free(g);
  /* Names that the rules parse, and that they cannot parse. */
  assert_int_equal(grundy_game_open("cram:2,2", &options, &g, NULL), GRUNDY_OK);
  expect_no_parts(g, "nowhere", "the game has no position 'nowhere'");
  grundy_digraph_free(g);
}

/* Atoms as letters, which the rules do not parse. */
static size_t show_letters(const void *game, const void *position, char *text, size_t size) {
  const uint8_t *counts = position;
  size_t length = 0;
  (void)game;
  for (uint32_t atom = 0; atom < SPLITTING_MOST_ATOMS; atom++)
    for (uint32_t i = 0; i < counts[atom] && length + 1 < size; i++)
      text[length++] = (char)('a' + atom);
  text[length] = '\0';
  return length;
}

static void parts_are_found_by_names_that_are_not_parsed(void **state) {
  static char endless[300];
  static const struct {
    const char *name;
    size_t length;
  } unknown[] = {{"bb", 2}, {"b\0b", 3}, {endless, sizeof endless}};
  grundy_digraph *g = NULL;
  grundy_rules rules = splitting_rules;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  splitting_game_now = (splitting_game){.atoms = 3, .degree = {0, 1, 1}, .start = {0, 0, 1}};
  splitting_game_now.moves[1][0] = (splitting_move){1, {0}};
  splitting_game_now.moves[2][0] = (splitting_move){2, {1, 1}};
  rules.show = show_letters;
  assert_int_equal(grundy_game_from_rules(&rules, "", &options, &g, NULL), GRUNDY_OK);
  expect_parts(g, "c", 1);
  expect_parts(g, "b", 1);
  memset(endless, 'b', sizeof endless);
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    uint32_t *parts = NULL;
    uint64_t count = 77;
    grundy_error error = {0};
    assert_int_equal(
        grundy_position_parts(g, unknown[i].name, unknown[i].length, &parts, &count, &error),
        GRUNDY_BAD_INPUT);
    assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
    assert_true(parts == NULL && count == 77);
  }
  grundy_digraph_free(g);
}

static void other_functions_refuse_parts(void **state) {
  splitting_game game = {.atoms = 2, .degree = {0, 1}, .start = {0, 1}};
  game.moves[1][0] = (splitting_move){3, {0, 0, 0}};
  both b = explore_both(&game);
  grundy_digraph *other = NULL;
  grundy_solution *s = NULL;
  grundy_labellings_report report;
  grundy_error error;
  uint32_t labels[8] = {0}, classes;
  assert_in_range(grundy_digraph_order(b.parts), 1, 8);
  assert_int_equal(
      grundy_solve_in_memory(b.parts,
                             &GRUNDY_OPTIONS(grundy_solve_options, .columns = GRUNDY_COLUMN_HMIN),
                             &s, &error),
      GRUNDY_UNDEFINED);
  assert_string_equal(
      error.message,
      "parts of positions have no column hmin; choose from outcome, grundy, k, counter");
  assert_int_equal(grundy_solve_reduced(b.parts, NULL, &s, &classes, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_external_solve(b.parts, NULL, &s, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_labellings(b.parts, NULL, labels, &report, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_compatible_coarsest(b.parts, NULL, labels, &classes, NULL),
                   GRUNDY_UNDEFINED);
  assert_int_equal(grundy_quotient(b.parts, labels, 1, NULL, NULL, &other, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_digraph_write(b.parts, GRUNDY_FORMAT_EDGES, NULL, stdout, NULL),
                   GRUNDY_UNDEFINED);
  assert_null(s);
  assert_null(other);
  both_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_of_parts_without_cycles_have_the_values_of_positions),
      cmocka_unit_test(sums_of_parts_on_cycles_have_the_values_of_positions),
      cmocka_unit_test(growing_sums_name_their_cycle),
      cmocka_unit_test(a_loop_with_parts_that_cannot_move_is_a_loop),
      cmocka_unit_test(two_infinite_parts_do_not_cancel),
      cmocka_unit_test(exits_of_cycles_may_be_large_or_infinite),
      cmocka_unit_test(splitting_that_never_ends_is_an_error),
      cmocka_unit_test(single_parts_that_never_end_are_an_error),
      cmocka_unit_test(rules_with_split_have_no_terminal),
      cmocka_unit_test(a_start_without_parts_has_no_moves),
      cmocka_unit_test(exploring_parts_has_limits),
      cmocka_unit_test(a_limit_on_parts_may_be_large),
      cmocka_unit_test(positions_have_the_parts_that_the_rules_say),
      cmocka_unit_test(parts_are_found_by_names_that_are_not_parsed),
      cmocka_unit_test(other_functions_refuse_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
