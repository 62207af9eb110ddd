/* Solutions survive a round trip through every format. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"

#include <stdlib.h>
#include <string.h>

static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON,
                                        GRUNDY_FORMAT_NPZ};
enum { FORMATS = sizeof formats / sizeof *formats };

static char *written(grundy_format format, const grundy_digraph *g, const grundy_solution *solution,
                     size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  assert_non_null(out);
  assert_int_equal(grundy_solution_write(g, solution, format, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  return text;
}

/* Returns NULL if reading the text gives the same solution. */
static const char *reads_as(const char *text, size_t size, grundy_format format,
                            const grundy_digraph *g, const grundy_solution *expected) {
  grundy_solution *got = NULL;
  grundy_error error;
  FILE *in = fmemopen((void *)(uintptr_t)text, size, "r");
  assert_non_null(in);
  grundy_status status = grundy_solution_read(
      g, "solution", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &got, &error);
  fclose(in);
  if (status != GRUNDY_OK)
    return because("%s: line %u: %s", grundy_format_name(format), (unsigned)error.line,
                   error.message);
  const char *problem = NULL;
  if (grundy_solution_columns(got) != grundy_solution_columns(expected))
    problem = because("%s: wrong columns", grundy_format_name(format));
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && problem == NULL; i++)
    if (grundy_solution_columns(expected) >> i & 1)
      problem = same_column((grundy_columns)1 << i, expected, got);
  grundy_solution_free(got);
  return problem;
}

static const char *round_trips(const grundy_digraph *g, const grundy_solution *solution) {
  const char *problem = NULL;
  for (int i = 0; i < FORMATS && problem == NULL; i++) {
    size_t size;
    char *text = written(formats[i], g, solution, &size);
    problem = reads_as(text, size, formats[i], g, solution);
    free(text);
  }
  return problem;
}

static const char *columns_round_trip(const test_game *game, grundy_columns columns, bool names) {
  grundy_digraph *named = names ? game_with_names(game->random, game->g) : NULL;
  grundy_solution *all = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  grundy_solution *some = solution_copy(all, columns);
  const char *problem = round_trips(names ? named : game->g, some);
  grundy_solution_free(all);
  grundy_solution_free(some);
  grundy_digraph_free(named);
  return problem;
}

static const char *all_columns_round_trip(const test_game *game) {
  return columns_round_trip(game, GRUNDY_COLUMNS_ALL, false);
}

static const char *all_columns_round_trip_with_names(const test_game *game) {
  return columns_round_trip(game, GRUNDY_COLUMNS_ALL, true);
}

static const char *some_columns_round_trip_with_names(const test_game *game) {
  return columns_round_trip(game, random_columns(game->random), true);
}

static const char *every_subset_round_trips(const test_game *game) {
  const char *problem = NULL;
  for (grundy_columns columns = 0; columns <= GRUNDY_COLUMNS_ALL && problem == NULL; columns++)
    problem = columns_round_trip(game, columns, false);
  return problem;
}

static void solutions_survive_a_round_trip(void **state) {
  (void)state;
  on_every_game(2, all_columns_round_trip);
  on_random_games(300, 12, all_columns_round_trip);
  on_random_games(300, 12, all_columns_round_trip_with_names);
  on_random_games(20, 200, all_columns_round_trip_with_names);
}

static void any_columns_survive_a_round_trip(void **state) {
  (void)state;
  on_random_games(500, 8, some_columns_round_trip_with_names);
  on_random_games(3, 5, every_subset_round_trips);
}

static void the_solution_of_the_empty_game_survives_a_round_trip(void **state) {
  (void)state;
  on_every_game(0, all_columns_round_trip);
  on_every_game(0, every_subset_round_trips);
}

/* A verifier must see errors, so no format may correct them: K where G is finite, and no K where it
 * is infinite. */
static const char *misplaced_sets_round_trip(const test_game *game) {
  static const uint32_t numbers[] = {0, 7, GRUNDY_INFINITY - 1};
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  for (uint32_t v = 0; v < grundy_digraph_order(game->g); v++) {
    if (grundy_random_below(game->random, 2) == 0) continue;
    uint64_t size = grundy_random_below(game->random, 4);
    bool absent = size == 3;
    change_set(solution, GRUNDY_COLUMN_K, v, (grundy_set){numbers, absent ? 0 : size, absent});
    numbers_to_change(solution, GRUNDY_COLUMN_HMIN)[v] = numbers[size % 3];
  }
  const char *problem = round_trips(game->g, solution);
  grundy_solution_free(solution);
  return problem;
}

static void wrong_solutions_are_still_wrong_after_a_round_trip(void **state) {
  (void)state;
  on_random_games(300, 8, misplaced_sets_round_trip);
}

/* ---- rows in another order --------------------------------------------------------------- */

/* Shuffles the lines after the first; names have no line ends here, since TSV escapes them. */
static void shuffle_lines(grundy_random *random, char *text, uint32_t count) {
  char **lines = calloc((size_t)count + 1, sizeof *lines);
  char *copy = strdup(text), *at = strchr(copy, '\n') + 1;
  assert_true(lines != NULL && copy != NULL);
  size_t header = (size_t)(at - copy);
  for (uint32_t i = 0; i < count; i++) {
    lines[i] = at;
    at = strchr(at, '\n');
    *at++ = '\0';
  }
  text += header;
  for (uint32_t left = count; left > 0; left--) {
    uint64_t chosen = grundy_random_below(random, left);
    text += sprintf(text, "%s\n", lines[chosen]);
    lines[chosen] = lines[left - 1];
  }
  free(lines);
  free(copy);
}

static const char *shuffled_rows_are_put_right(const test_game *game) {
  grundy_digraph *named = game_with_names(game->random, game->g);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  size_t size;
  char *text = written(GRUNDY_FORMAT_TSV, named, solution, &size);
  shuffle_lines(game->random, text, grundy_digraph_order(game->g));
  const char *problem = reads_as(text, size, GRUNDY_FORMAT_TSV, named, solution);
  free(text);
  grundy_solution_free(solution);
  grundy_digraph_free(named);
  return problem;
}

static void rows_may_come_in_any_order(void **state) {
  (void)state;
  on_random_games(300, 30, shuffled_rows_are_put_right);
}

/* ---- other games ----------------------------------------------------------------------- */

/* The same solution, written for a game with the vertices in reverse order. */
static const char *rows_find_their_names(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  grundy_digraph *named = game_with_names(game->random, game->g);
  grundy_builder *builder = NULL;
  grundy_digraph *turned = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t u = order; u-- > 0;) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t v;
    const char *name = grundy_digraph_name(named, u, scratch);
    assert_int_equal(grundy_builder_vertex(builder, name, strlen(name), &v, NULL), GRUNDY_OK);
  }
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices to = grundy_digraph_followers(named, u);
    for (uint64_t i = 0; i < to.count; i++)
      assert_int_equal(grundy_builder_move(builder, order - 1 - u, order - 1 - to.at[i], NULL),
                       GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_finish(builder, NULL, &turned, NULL), GRUNDY_OK);
  grundy_solution *solution = solution_of(named, GRUNDY_COLUMNS_ALL & ~GRUNDY_COLUMN_COUNTER);
  grundy_solution *expected = solution_of(turned, GRUNDY_COLUMNS_ALL & ~GRUNDY_COLUMN_COUNTER);
  const char *problem = NULL;
  for (int i = 0; i < FORMATS && problem == NULL; i++) {
    size_t size;
    char *text = written(formats[i], named, solution, &size);
    problem = reads_as(text, size, formats[i], turned, expected);
    free(text);
  }
  grundy_solution_free(solution);
  grundy_solution_free(expected);
  grundy_digraph_free(turned);
  grundy_digraph_free(named);
  grundy_builder_free(builder);
  return problem;
}

static void rows_belong_to_names_and_not_to_numbers(void **state) {
  (void)state;
  on_random_games(300, 12, rows_find_their_names);
}

static const char *a_larger_game_is_not_meant(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  grundy_digraph *larger = NULL;
  assert_int_equal(grundy_digraph_new(order + 1, 0, NULL, NULL, &larger, NULL), GRUNDY_OK);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL), *got = NULL;
  for (int i = 0; i < FORMATS; i++) {
    size_t size;
    char *text = written(formats[i], game->g, solution, &size);
    FILE *in = fmemopen(text, size, "r");
    assert_int_equal(grundy_solution_read(larger, "solution", formats[i],
                                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &got,
                                          NULL),
                     GRUNDY_BAD_INPUT);
    assert_null(got);
    fclose(in);
    free(text);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(larger);
  return NULL;
}

static void a_solution_of_another_game_is_refused(void **state) {
  (void)state;
  on_random_games(20, 8, a_larger_game_is_not_meant);
}

static bool stop_at_once(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)done, (void)total;
  assert_string_equal(phase, "reading");
  return false;
}

static void a_monitor_can_cancel_reading(void **state) {
  (void)state;
  grundy_monitor monitor = {.tick = stop_at_once};
  grundy_digraph *g = game_cycle_with_tail(5, 2);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL), *got = NULL;
  for (int i = 0; i < FORMATS; i++) {
    size_t size;
    char *text = written(formats[i], g, solution, &size);
    FILE *in = fmemopen(text, size, "r");
    assert_int_equal(grundy_solution_read(
                         g, "solution", formats[i],
                         &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &monitor),
                         &got, NULL),
                     GRUNDY_CANCELLED);
    assert_null(got);
    fclose(in);
    free(text);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_survive_a_round_trip),
      cmocka_unit_test(any_columns_survive_a_round_trip),
      cmocka_unit_test(the_solution_of_the_empty_game_survives_a_round_trip),
      cmocka_unit_test(wrong_solutions_are_still_wrong_after_a_round_trip),
      cmocka_unit_test(rows_may_come_in_any_order),
      cmocka_unit_test(rows_belong_to_names_and_not_to_numbers),
      cmocka_unit_test(a_solution_of_another_game_is_refused),
      cmocka_unit_test(a_monitor_can_cancel_reading),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
