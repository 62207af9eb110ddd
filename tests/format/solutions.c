/* Solutions survive a round trip through every format. */

#include <grundy/grundy.h>

#include "format/impl.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

#include <unistd.h>

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
  grundy_columns columns = grundy_solution_columns(expected);
  /* In JSON, values that are all finite say that K exists nowhere. */
  if (format == GRUNDY_FORMAT_JSON && (columns & GRUNDY_COLUMN_GRUNDY) != 0 &&
      grundy_solution_summary(expected).infinite == 0)
    columns |= GRUNDY_COLUMN_K;
  if (grundy_solution_columns(got) != columns)
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
  on_every_game(2, all_columns_round_trip);
  on_random_games(300, 12, all_columns_round_trip);
  on_random_games(300, 12, all_columns_round_trip_with_names);
  on_random_games(20, 200, all_columns_round_trip_with_names);
}

static void any_columns_survive_a_round_trip(void **state) {
  on_random_games(500, 8, some_columns_round_trip_with_names);
  on_random_games(3, 5, every_subset_round_trips);
}

static void the_solution_of_the_empty_game_survives_a_round_trip(void **state) {
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

/* Reads a text about a game of two positions, of which the first has a move to the second. */
static grundy_status read_table(const char *text, size_t size, grundy_format format,
                                grundy_solution **solution, grundy_error *error) {
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *g = game_from_pairs(2, 1, pairs);
  FILE *in = fmemopen((void *)(uintptr_t)text, size, "r");
  assert_non_null(in);
  grundy_status status = grundy_solution_read(
      g, "solution", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), solution, error);
  fclose(in);
  grundy_digraph_free(g);
  return status;
}

static void lines_may_end_like_those_of_windows(void **state) {
  static const char *const tables[] = {"vertex,k,outcome\r\n0,-,\"N\"\r\n1,-,\"P\"\r\n",
                                       "vertex,k,outcome\r\n\r\n0,-,N\r\n1,-,P\r\n\r",
                                       "vertex,k,outcome\n0,-,N\n\n1,-,P\n\r\n",
                                       "vertex,k,outcome\n0,-,N\n1,-,\"P\""};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    grundy_solution *solution = NULL;
    grundy_error error = {0};
    if (read_table(tables[i], strlen(tables[i]), GRUNDY_FORMAT_CSV, &solution, &error) != GRUNDY_OK)
      fail_msg("%zu: %s", i, error.message);
    const uint8_t *outcomes = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
    assert_int_equal(outcomes[0], 'N');
    assert_int_equal(outcomes[1], 'P');
    grundy_solution_free(solution);
  }
}

static void a_zero_byte_is_not_an_outcome(void **state) {
  static const char table[] = "vertex\toutcome\n0\tN\n1\t\0\n";
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  assert_int_equal(read_table(table, sizeof table - 1, GRUNDY_FORMAT_TSV, &solution, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.line, 3);
  assert_null(solution);
}

static void rows_belong_to_names_and_not_to_numbers(void **state) {
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
  on_random_games(20, 8, a_larger_game_is_not_meant);
}

static bool stop_at_once(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)done, (void)total;
  assert_string_equal(phase, "reading");
  return false;
}

static void a_monitor_can_cancel_reading(void **state) {
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

/* ---- the table of formats, and calls with formats that cannot hold something ---------------- */

enum { UNKNOWN = GRUNDY_FORMAT_COUNT + 5 };

static void a_format_is_found_by_its_name(void **state) {
  for (int i = 1; i < GRUNDY_FORMAT_COUNT; i++)
    assert_int_equal(grundy_format_find(grundy_format_name((grundy_format)i)), i);
  assert_int_equal(grundy_format_find("nothing"), GRUNDY_FORMAT_AUTO);
  assert_null(grundy_format_name(GRUNDY_FORMAT_AUTO));
  assert_null(grundy_format_name((grundy_format)UNKNOWN));
}

static void an_unknown_format_or_use_can_do_nothing(void **state) {
  assert_true(grundy_format_can(GRUNDY_FORMAT_NPZ, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can(GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can((grundy_format)UNKNOWN, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can(GRUNDY_FORMAT_NPZ, (grundy_format_use)99));
}

static void expect(grundy_status status, const grundy_error *error, grundy_status expected,
                   const char *message) {
  assert_string_equal(error->message, message);
  assert_int_equal(status, expected);
}

static void formats_that_cannot_do_it_are_refused(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}};
  static const grundy_format wrong[] = {GRUNDY_FORMAT_AUTO, GRUNDY_FORMAT_TABLE,
                                        (grundy_format)UNKNOWN};
  grundy_digraph *g = game_from_pairs(2, 1, pairs), *read = NULL;
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_GRUNDY), *read_s = NULL;
  FILE *out = tmpfile();
  assert_non_null(out);
  grundy_error error = {0};
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = out);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    expect(grundy_solution_read(g, "in", wrong[i], &options, &read_s, &error), &error,
           GRUNDY_BAD_ARGUMENT, "no solution can be read from this format");
    expect(grundy_digraph_write(g, wrong[i], NULL, out, &error), &error, GRUNDY_BAD_ARGUMENT,
           "no game can be written in this format");
    if (i == 0) continue; /* AUTO reads a game as an edge list */
    expect(grundy_digraph_read("in", wrong[i], &options, &read, &error), &error,
           GRUNDY_BAD_ARGUMENT, "no game can be read from this format");
  }
  for (size_t i = 0; i < 3; i++)
    expect(grundy_solution_write(g, s, i == 1 ? GRUNDY_FORMAT_EDGES : wrong[i], NULL, out, &error),
           &error, GRUNDY_BAD_ARGUMENT, "no solution can be written in this format");
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

static void only_what_the_solution_has_is_written(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *g = game_from_pairs(2, 1, pairs), *other = game_from_pairs(3, 1, pairs);
  grundy_solution *s =
      solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_DISTANCE);
  grundy_error error = {0};
  FILE *out = tmpfile();
  assert_non_null(out);
  grundy_write_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_REMOTENESS};
  expect(grundy_solution_write(g, s, GRUNDY_FORMAT_TSV, &options, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "a column is to be written that the solution does not have");
  expect(grundy_solution_write(other, s, GRUNDY_FORMAT_TSV, NULL, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "the solution is not one of this game");
  static const grundy_columns not_one_of_numbers[] = {
      GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE};
  for (int i = 0; i < 2; i++) {
    options.columns = not_one_of_numbers[i];
    expect(grundy_solution_write(g, s, GRUNDY_FORMAT_BFILE, &options, out, &error), &error,
           GRUNDY_UNABLE, "a b-file has one column of numbers, such as grundy or remoteness");
  }
  const uint32_t row = 1;
  grundy_write_options rows = {.size = sizeof rows, .rows = &row, .row_count = 1};
  expect(grundy_solution_write(g, s, GRUNDY_FORMAT_NPZ, &rows, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "an .npz file has a row for every position");
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_solution_free(s);
  grundy_digraph_free(other);
  grundy_digraph_free(g);
}

/* ---- tables for papers ------------------------------------------------------------------- */

/* Writes a solution with the best move of each row, and expects this line. */
static void expect_line(const grundy_digraph *g, grundy_format format, grundy_columns columns,
                        const char *line) {
  static const uint32_t rows[] = {0, 1}, best[] = {1, GRUNDY_INFINITY};
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_write_options options = {.size = sizeof options,
                                  .columns = columns,
                                  .rows = rows,
                                  .best = best,
                                  .row_count = 2,
                                  .colour = true};
  assert_int_equal(grundy_solution_write(g, s, format, &options, out, NULL), GRUNDY_OK);
  fclose(out);
  if (strstr(text, line) == NULL) fail_msg("'%s' is missing in:\n%s", line, text);
  free(text);
  grundy_solution_free(s);
}

static void names_are_escaped_for_papers(void **state) {
  grundy_digraph *g = game_two_named("*a\\~^|<>{$", "[\x01\x7f\"\\");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME,
              "{}*a\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\textbar{}\\textless{}"
              "\\textgreater{}\\{\\$ & N & {}[??\"\\textbackslash{} \\\\\n");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME,
              "{}[??\"\\textbackslash{} & P &  \\\\\n");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME, "\\begin{tabular}{lcl}\n");
  expect_line(g, GRUNDY_FORMAT_TYPST, GRUNDY_COLUMN_OUTCOME, "\"[??\\\"\\\\\"");
  grundy_digraph_free(g);
}

static void tables_show_numbers_names_and_best_moves(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *plain = game_from_pairs(2, 1, pairs), *named = game_two_named("a\x01", "b");
  expect_line(plain, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_REMOTENESS, "0 & 1 & 1 \\\\\n");
  expect_line(plain, GRUNDY_FORMAT_TYPST, GRUNDY_COLUMN_REMOTENESS, "[0], [1], [1],");
  expect_line(plain, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME,
              "\033[32m0       N        1\033[0m\n\033[31m1       P        \033[0m\n");
  expect_line(named, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME, "a\\x01");
  grundy_digraph_free(plain);
  grundy_digraph_free(named);
}

/* Names of best moves that look like no move are quoted, with backslashes, and then written as any
 * other text of the format. */
static void names_of_best_moves_are_quoted(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *plain = game_from_pairs(2, 1, pairs);
  grundy_digraph *g = game_two_named("a", "\"c\"\\d"), *dash = game_two_named("a", "-");
  expect_line(g, GRUNDY_FORMAT_CSV, GRUNDY_COLUMN_OUTCOME, "a,N,\"\"\"\\\"\"c\\\"\"\\\\d\"\"\"\n");
  expect_line(g, GRUNDY_FORMAT_TSV, GRUNDY_COLUMN_OUTCOME, "a\tN\t\"\\\\\"c\\\\\"\\\\\\\\d\"\n");
  expect_line(dash, GRUNDY_FORMAT_CSV, GRUNDY_COLUMN_OUTCOME, "a,N,\"\"\"-\"\"\"\n");
  expect_line(dash, GRUNDY_FORMAT_TSV, GRUNDY_COLUMN_OUTCOME, "a\tN\t\"-\"\n");
  expect_line(plain, GRUNDY_FORMAT_TSV, GRUNDY_COLUMN_OUTCOME, "0\tN\t1\n");
  grundy_digraph_free(plain);
  grundy_digraph_free(dash);
  grundy_digraph_free(g);
}

/* ---- names that a format cannot hold ----------------------------------------------------- */

static void names_that_are_too_long_or_not_text_are_refused(void **state) {
  enum { LENGTH = 600000 };
  static const grundy_format formats_of_games[] = {GRUNDY_FORMAT_EDGES, GRUNDY_FORMAT_DOT,
                                                   GRUNDY_FORMAT_GRAPHML};
  char *name = malloc(LENGTH + 1);
  assert_non_null(name);
  memset(name, 'x', LENGTH);
  name[LENGTH] = '\0';
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  for (int i = 0; i < 2; i++) {
    grundy_digraph *g = game_two_named("a", i == 0 ? name : "\xff");
    for (int j = 0; j < 3; j++) {
      grundy_error error = {0};
      assert_int_equal(grundy_digraph_write(g, formats_of_games[j], NULL, out, &error),
                       GRUNDY_UNABLE);
      assert_non_null(strstr(error.message, i == 0 ? "is too long" : "it is not UTF-8"));
    }
    static const uint32_t image[] = {0, 1};
    grundy_digraph *plain = game_two_named("a", "b");
    assert_int_equal(grundy_map_write(g, plain, image, NULL, NULL, out, NULL), GRUNDY_UNABLE);
    assert_int_equal(grundy_map_write(plain, g, image, NULL, NULL, out, NULL), GRUNDY_UNABLE);
    grundy_digraph_free(plain);
    grundy_digraph_free(g);
  }
  fclose(out);
  grundy_digraph *g = game_two_named("a", "\xff");
  expect_line(g, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME, "\\xff");
  grundy_digraph_free(g);
  free(name);
}

/* ---- undirected graphs ------------------------------------------------------------------- */

/* Writes a file and reads it as a graph, each edge of which is two moves. */
static void expect_graph(const char *ending, const char *text, const char *message) {
  char path[64];
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  (void)snprintf(path, sizeof path, "/tmp/grundy-graph-%ld.%s", (long)getpid(), ending);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
  grundy_status status = grundy_graph_read(path, &g, &error);
  assert_int_equal(unlink(path), 0);
  assert_string_equal(error.message, message);
  assert_int_equal(status, message[0] == '\0' ? GRUNDY_OK : GRUNDY_BAD_INPUT);
  if (g == NULL) return;
  assert_true(grundy_digraph_has_move(g, 0, 1) && grundy_digraph_has_move(g, 1, 0));
  grundy_digraph_free(g);
}

static void undirected_graphs_are_read_where_they_are_wanted(void **state) {
  expect_graph("dot", "graph { a -- b }", "");
  expect_graph("dot", "digraph { a -> b }", "");
  expect_graph("dot", "graph { a -> b }", "a graph has '--' in place of '->'");
#define UNDIRECTED(direction)                                                                      \
  "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/><edge" direction           \
  " source='a' target='b'/></graph></graphml>"
  expect_graph("graphml", UNDIRECTED(""), "");
  expect_graph("graphml", UNDIRECTED(" directed='false'"), "");
  expect_graph("graphml", UNDIRECTED(" directed='0'"), "");
  expect_graph("graphml", UNDIRECTED(" directed='1'"), "");
  expect_graph("graphml", UNDIRECTED(" directed='no'"),
               "directed=\"no\"; a game has directed edges, and two for moves in both directions");
}

/* ---- windows ----------------------------------------------------------------------------- */

/* 0 -> 1 -> 2 -> …, and 1 -> 9 -> 9. */
static void moves(void *context, const void *position, grundy_emit emit, void *to) {
  unsigned char at = *(const unsigned char *)position, next = (unsigned char)(at + 1), nine = 9;
  (void)context;
  emit(to, at == 9 ? &nine : &next);
  if (at == 1) emit(to, &nine);
}

static grundy_digraph *window(void) {
  grundy_digraph *g = NULL;
  const grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = moves};
  grundy_open_options options = {.size = sizeof options, .window = 4, .accepts_windows = true};
  assert_int_equal(grundy_game_from_callback(&rules, &options, &g, NULL), GRUNDY_OK);
  return g;
}

static void windows_are_not_written_as_whole_games(void **state) {
  grundy_digraph *g = window();
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  grundy_error error = {0};
  FILE *out = tmpfile();
  assert_non_null(out);
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, &error),
                   GRUNDY_UNDEFINED);
  grundy_write_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_REMOTENESS};
  expect(grundy_solution_write(g, s, GRUNDY_FORMAT_BFILE, &options, out, &error), &error,
         GRUNDY_UNABLE, "a b-file has numbers only, and the remoteness of '0' is not a number");
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

static void tables_of_windows_have_no_colour_where_nothing_is_known(void **state) {
  grundy_digraph *g = window();
  expect_line(g, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME, "\n0       ?");
  grundy_digraph_free(g);
}

static void tables_are_coloured_by_winner(void **state) {
  static const char colours[][8] = {"\033[32m", "\033[31m", "\033[33m"};
  for (int i = 0; i < 3; i++) {
    coloured_game game = coloured_start(2);
    coloured_player(&game, 0, 'A');
    coloured_player(&game, 1, 'B');
    coloured_move(&game, 0, 1);
    coloured_outcome(&game, 1, (uint8_t) "ABD"[i]);
    grundy_digraph *g = coloured_finish(&game);
    char line[32];
    (void)snprintf(line, sizeof line, "\n%s0 ", colours[i]);
    expect_line(g, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME, line);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_survive_a_round_trip),
      cmocka_unit_test(any_columns_survive_a_round_trip),
      cmocka_unit_test(the_solution_of_the_empty_game_survives_a_round_trip),
      cmocka_unit_test(wrong_solutions_are_still_wrong_after_a_round_trip),
      cmocka_unit_test(rows_may_come_in_any_order),
      cmocka_unit_test(lines_may_end_like_those_of_windows),
      cmocka_unit_test(a_zero_byte_is_not_an_outcome),
      cmocka_unit_test(rows_belong_to_names_and_not_to_numbers),
      cmocka_unit_test(a_solution_of_another_game_is_refused),
      cmocka_unit_test(a_monitor_can_cancel_reading),
      cmocka_unit_test(a_format_is_found_by_its_name),
      cmocka_unit_test(an_unknown_format_or_use_can_do_nothing),
      cmocka_unit_test(formats_that_cannot_do_it_are_refused),
      cmocka_unit_test(only_what_the_solution_has_is_written),
      cmocka_unit_test(names_are_escaped_for_papers),
      cmocka_unit_test(names_that_are_too_long_or_not_text_are_refused),
      cmocka_unit_test(undirected_graphs_are_read_where_they_are_wanted),
      cmocka_unit_test(windows_are_not_written_as_whole_games),
      cmocka_unit_test(tables_of_windows_have_no_colour_where_nothing_is_known),
      cmocka_unit_test(tables_are_coloured_by_winner),
      cmocka_unit_test(tables_show_numbers_names_and_best_moves),
      cmocka_unit_test(names_of_best_moves_are_quoted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
