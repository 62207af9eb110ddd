/* Solving from reverse rows, in memory or in a scratch file, gives the solution of grundy_solve,
 * whatever the sizes of blocks and windows; and a scratch file is taken up again, or refused. */

#include <grundy/grundy.h>

#include "base/random.h"
#include "external/delivery.h"
#include "external/external.h"
#include "external/scratch.h"
#include "solution/impl.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/solutions.h"
#include "support/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[sizeof folder + sizeof GRUNDY_SCRATCH_FILE];

static int make_folder(void **state) {
  if (folder_make(state) != 0) return -1;
  (void)snprintf(path, sizeof path, "%s/%s", folder, GRUNDY_SCRATCH_FILE);
  return 0;
}

static bool scratch_exists(void) {
  return access(path, F_OK) == 0;
}

static void assert_folder_is_empty(void) {
  DIR *there = opendir(folder);
  unsigned count = 0;
  assert_non_null(there);
  while (readdir(there) != NULL) count++;
  (void)closedir(there);
  assert_int_equal(count, 2); /* . and .. */
}

static const char *differing_column(const grundy_solution *expected, const grundy_solution *got) {
  grundy_columns columns = grundy_solution_columns(expected);
  if (columns != grundy_solution_columns(got)) return "the columns differ";
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const char *why = (columns & column) == 0 ? NULL : same_column(column, expected, got);
    if (why != NULL) return why;
  }
  return NULL;
}

/* Returns NULL if both ways to solve the game give the same columns. A counter that would need lazy
 * levels may be refused. */
static const char *same_as_in_memory(const grundy_digraph *g,
                                     const grundy_external_options *options) {
  grundy_solution *got = NULL;
  grundy_error error = {0};
  grundy_status status = grundy_external_solve(g, options, &got, &error);
  if (status == GRUNDY_UNABLE && strstr(error.message, "counter of this game") != NULL) {
    (void)unlink(path);
    return NULL;
  }
  if (status != GRUNDY_OK) return because("%s", error.message);
  grundy_solution *expected = solution_of(g, options->columns);
  const char *why = differing_column(expected, got);
  grundy_solution_free(expected);
  grundy_solution_free(got);
  if (why != NULL) return why;
  return scratch_exists() ? "the scratch file is still there" : NULL;
}

static grundy_columns some_columns(grundy_random *random) {
  if (grundy_random_below(random, 3) == 0) return GRUNDY_COLUMNS_EXTERNAL;
  grundy_columns columns = (grundy_columns)grundy_random_next(random) & GRUNDY_COLUMNS_EXTERNAL;
  return columns == 0 ? GRUNDY_COLUMN_GRUNDY : columns;
}

static const char *rows_in_memory_give_the_same(const test_game *game) {
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = some_columns(game->random),
                     .block = 1 + grundy_random_below(game->random, 40));
  return same_as_in_memory(game->g, &options);
}

/* The memory is between the least possible, which allows no trimming, and plenty. */
static const char *rows_in_a_file_give_the_same(const test_game *game) {
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = some_columns(game->random),
                     .scratch = folder, .block = 1 + grundy_random_below(game->random, 40));
  uint64_t more = grundy_random_below(game->random, 8 * (uint32_t)grundy_digraph_size(game->g) + 9);
  if (grundy_random_below(game->random, 4) > 0)
    options.memory = grundy_external_memory(game->g, &options) + more;
  return same_as_in_memory(game->g, &options);
}

static void all_columns_are_the_same_from_rows_in_memory(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, rows_in_memory_give_the_same);
  on_random_games(6000, 8, rows_in_memory_give_the_same);
  on_random_games(600, 200, rows_in_memory_give_the_same);
}

static void all_columns_are_the_same_from_rows_in_a_file(void **state) {
  for (uint32_t order = 0; order <= 2; order++) on_every_game(order, rows_in_a_file_give_the_same);
  on_random_games(1500, 8, rows_in_a_file_give_the_same);
  on_random_games(400, 200, rows_in_a_file_give_the_same);
}

/* Compares with the naive twins, which are written from the definitions. */
static const char *rows_in_a_file_satisfy_the_definitions(const test_game *game) {
  const grundy_columns columns = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS |
                                 GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY;
  uint32_t order = grundy_digraph_order(game->g), *expected = new_numbers(order);
  uint32_t *ignored = new_numbers(order);
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = columns, .scratch = folder, .block = 16);
  grundy_solution *got = NULL;
  options.memory =
      grundy_external_memory(game->g, &options) +
      2 * grundy_random_below(game->random, 1 + (uint32_t)grundy_digraph_size(game->g));
  assert_int_equal(grundy_external_solve(game->g, &options, &got, NULL), GRUNDY_OK);
  naive_remoteness(game->g, 0, expected);
  const char *why = same_numbers("remoteness", order, expected,
                                 grundy_solution_numbers(got, GRUNDY_COLUMN_REMOTENESS));
  naive_remoteness(game->g, 1, expected);
  if (why == NULL)
    why = same_numbers("misere remoteness", order, expected,
                       grundy_solution_numbers(got, GRUNDY_COLUMN_MISERE_REMOTENESS));
  naive_distance(game->g, expected);
  if (why == NULL)
    why = same_numbers("distance", order, expected,
                       grundy_solution_numbers(got, GRUNDY_COLUMN_DISTANCE));
  naive_values(game->g, expected, ignored);
  if (why == NULL)
    why =
        same_numbers("value", order, expected, grundy_solution_numbers(got, GRUNDY_COLUMN_GRUNDY));
  free(expected);
  free(ignored);
  grundy_solution_free(got);
  return why;
}

static void columns_from_rows_in_a_file_satisfy_their_definitions(void **state) {
  for (uint32_t order = 0; order <= 3; order++)
    on_every_game(order, rows_in_a_file_satisfy_the_definitions);
  on_random_games(2000, 8, rows_in_a_file_satisfy_the_definitions);
  on_random_games(100, 60, rows_in_a_file_satisfy_the_definitions);
}

static void check_and_free(grundy_digraph *g) {
  on_game(g, rows_in_memory_give_the_same);
  on_game(g, rows_in_a_file_give_the_same);
  grundy_digraph_free(g);
}

static void long_rows_large_values_and_long_games_are_no_exception(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  check_and_free(game_hub(700, 300));
  check_and_free(game_gaps(300));
  check_and_free(game_board(&random, 24, 60));
  check_and_free(game_chain(3000, 7));
  check_and_free(game_cycle_with_tail(500, 123));
}

/* ---- endings ----------------------------------------------------------------------------- */

/* A random game whose terminal positions have any outcome. */
static grundy_digraph *game_with_endings(grundy_random *random, uint32_t order) {
  static const char *const outcomes[] = {"P", "N", "draw"};
  char name[sizeof folder + 16];
  grundy_digraph *g;
  grundy_error error;
  (void)snprintf(name, sizeof name, "%s/game.edges", folder);
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  for (uint32_t u = 0; u < order; u++)
    if (grundy_random_below(random, 3) > 0)
      for (int i = 0; i < 3; i++)
        (void)fprintf(out, "p%u p%u\n", u, (unsigned)grundy_random_below(random, order));
    else
      (void)fprintf(out, "@ p%u outcome=%s\n", u, outcomes[grundy_random_below(random, 3)]);
  (void)fclose(out);
  if (grundy_digraph_read(name, GRUNDY_FORMAT_EDGES, NULL, &g, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  (void)unlink(name);
  return g;
}

static void terminal_positions_may_have_any_outcome(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(200); i++) {
    grundy_digraph *g = game_with_endings(&random, 1 + grundy_random_below(&random, 60));
    grundy_external_options options = GRUNDY_OPTIONS(
        grundy_external_options, .columns = grundy_solve_columns(g, true) & GRUNDY_COLUMNS_EXTERNAL,
        .scratch = i % 2 == 0 ? folder : NULL, .block = 1 + grundy_random_below(&random, 9));
    options.memory = i % 2 == 0 ? grundy_external_memory(g, &options) + i : 0;
    const char *why = same_as_in_memory(g, &options);
    if (why != NULL) fail_msg("game %u: %s", (unsigned)i, why);
    grundy_digraph_free(g);
  }
}

/* ---- what is refused --------------------------------------------------------------------- */

static void expect_failure(const grundy_digraph *g, const grundy_external_options *options,
                           grundy_status expected, const char *part) {
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  grundy_status status = grundy_external_solve(g, options, &solution, &error);
  if (status != expected || strstr(error.message, part) == NULL)
    fail_msg("status %d: %s; expected %d: %s", (int)status, error.message, (int)expected, part);
  assert_null(solution);
}

static grundy_digraph *some_game(uint64_t seed) {
  grundy_random random = grundy_random_new(seed);
  return game_sparse(&random, 300, 0.1, 6);
}

static void what_needs_the_whole_game_is_refused(void **state) {
  grundy_digraph *g = some_game(1);
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMN_HMIN);
  expect_failure(g, &options, GRUNDY_UNABLE, "the column hmin");
  options.columns = GRUNDY_COLUMN_J | GRUNDY_COLUMN_GRUNDY;
  expect_failure(g, &options, GRUNDY_UNABLE, "the column j");
  options.columns = GRUNDY_COLUMN_Q1;
  expect_failure(g, &options, GRUNDY_UNDEFINED, "no column q1");
  options.columns = (grundy_columns)1 << GRUNDY_COLUMN_COUNT;
  expect_failure(g, &options, GRUNDY_BAD_ARGUMENT, "unknown column");
  options.columns = 0;
  options.memory = grundy_external_memory(g, &options) - 1;
  expect_failure(g, &options, GRUNDY_UNABLE, "at least");
  options = GRUNDY_OPTIONS(grundy_external_options, .scratch = "/nowhere/at/all");
  expect_failure(g, &options, GRUNDY_IO_ERROR, "No such file");
  assert_false(scratch_exists());
  grundy_digraph_free(g);
}

/* ---- the least memory -------------------------------------------------------------------- */

/* The figure does not depend on the limit, on the threads or on the run; one byte less is refused
 * with it, and with it the run succeeds. */
static const char *the_least_memory_is_exact(const test_game *game) {
  grundy_columns columns = some_columns(game->random);
  for (int i = 0; i < 2; i++) {
    grundy_external_options options = GRUNDY_OPTIONS(grundy_external_options, .columns = columns,
                                                     .scratch = i == 0 ? NULL : folder);
    uint64_t least = grundy_external_memory(game->g, &options);
    char said[64];
    (void)snprintf(said, sizeof said, "needs at least %.1f MiB",
                   ceil((double)least * 10 / (1 << 20)) / 10);
    const uint64_t limits[] = {1, least / 2 + 1, least - 1};
    for (size_t j = 0; j < sizeof limits / sizeof *limits; j++) {
      options.memory = limits[j];
      grundy_threads_set(1 + grundy_random_below(game->random, 8));
      if (grundy_external_memory(game->g, &options) != least) return "the figure moves";
      expect_failure(game->g, &options, GRUNDY_UNABLE, said);
    }
    options.memory = least;
    const char *why = same_as_in_memory(game->g, &options);
    grundy_threads_set(0);
    if (why != NULL) return why;
  }
  return NULL;
}

static void the_least_memory_suffices_and_less_is_refused(void **state) {
  on_random_games(300, 8, the_least_memory_is_exact);
  on_random_games(60, 300, the_least_memory_is_exact);
}

/* Random values are small, and the sets K of a dense game have several members each. */
static grundy_digraph *game_with_large_sets(void) {
  grundy_random random = grundy_random_new(6);
  return game_sparse(&random, 20000, 0.1, 12);
}

/* The sets K of this game take more than the memory that is left, and go to a file without a name.
 * Reads them back in any order. */
static void sets_that_do_not_fit_are_in_a_file(void **state) {
  grundy_digraph *g = game_with_large_sets();
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMN_K, .scratch = folder);
  options.memory = grundy_external_memory(g, &options);
  grundy_solution *got = NULL, *expected = solution_of(g, GRUNDY_COLUMN_K);
  assert_int_equal(grundy_external_solve(g, &options, &got, NULL), GRUNDY_OK);
  assert_true(grundy_solution_sets(got, GRUNDY_COLUMN_K)->mapping.length > 4096);
  assert_folder_is_empty();
  const char *why = differing_column(expected, got);
  if (why != NULL) fail_msg("%s", why);
  grundy_solution_free(expected);
  grundy_solution_free(got);
  grundy_digraph_free(g);
}

/* ---- the scratch file -------------------------------------------------------------------- */

/* Cancels after some calls; 2^20 steps may pass between two calls, and the first step is one. */
typedef struct patience {
  uint64_t left;
} patience;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  patience *p = context;
  (void)phase;
  (void)done;
  (void)total;
  if (p->left == 0) return false;
  p->left--;
  return true;
}

/* Options with which rows are built in many windows and never trimmed. */
static grundy_external_options narrow_options(const grundy_digraph *g) {
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .scratch = folder, .block = 7);
  options.memory = grundy_external_memory(g, &options);
  return options;
}

static off_t scratch_size(void) {
  struct stat about;
  return stat(path, &about) == 0 ? about.st_size : -1;
}

/* Leaves a scratch file of the game, as a run does that is cancelled after `calls` of its
 * monitor. */
static void leave_scratch(const grundy_digraph *g, uint64_t calls) {
  patience patient = {calls};
  grundy_monitor monitor = {.context = &patient, .tick = tick};
  grundy_external_options options = narrow_options(g);
  options.monitor = &monitor;
  expect_failure(g, &options, GRUNDY_CANCELLED, "interrupted");
}

static void a_cancelled_run_is_continued(void **state) {
  grundy_digraph *g = some_game(2);
  grundy_external_options options = narrow_options(g);
  unsigned continued = 0;
  for (uint64_t calls = 0; calls < 8; calls++) {
    patience patient = {calls};
    grundy_monitor monitor = {.context = &patient, .tick = tick};
    grundy_external_options cancelled = options;
    grundy_solution *solution = NULL;
    cancelled.monitor = &monitor;
    grundy_status status = grundy_external_solve(g, &cancelled, &solution, NULL);
    grundy_solution_free(solution);
    assert_true(status == GRUNDY_OK || status == GRUNDY_CANCELLED);
    continued += scratch_exists();
    options.columns = GRUNDY_COLUMNS_DEFAULT;
    const char *why = same_as_in_memory(g, &options);
    if (why != NULL) fail_msg("after %u calls: %s", (unsigned)calls, why);
  }
  assert_true(continued > 0);
  grundy_digraph_free(g);
}

static void a_file_of_another_game_is_left_alone(void **state) {
  grundy_digraph *g = some_game(3), *other = some_game(4);
  leave_scratch(g, 3);
  off_t size = scratch_size();
  assert_true(size > 0);
  grundy_external_options options = narrow_options(other);
  expect_failure(other, &options, GRUNDY_BAD_INPUT, "another game");
  assert_true(scratch_size() == size);
  assert_int_equal(unlink(path), 0);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  (void)fputs("a letter\n", out);
  (void)fclose(out);
  expect_failure(g, &options, GRUNDY_BAD_INPUT, "not a scratch file");
  assert_true(scratch_size() == 9);
  assert_int_equal(unlink(path), 0);
  grundy_digraph_free(g);
  grundy_digraph_free(other);
}

static void a_damaged_file_is_refused(void **state) {
  grundy_digraph *g = some_game(5);
  grundy_external_options options = narrow_options(g);
  leave_scratch(g, 3); /* all rows are complete */
  off_t rows = (off_t)(4096 + 4 * grundy_digraph_size(g));
  assert_true(scratch_size() >= rows + 4 * (off_t)grundy_digraph_order(g));
  assert_int_equal(truncate(path, rows - 4), 0);
  expect_failure(g, &options, GRUNDY_IO_ERROR, "damaged");
  assert_int_equal(unlink(path), 0);
  const off_t places[] = {4096 + 200, rows + 40}; /* a move, and the length of a row */
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    leave_scratch(g, 3);
    int file = open(path, O_WRONLY);
    assert_true(file >= 0 && pwrite(file, "?", 1, places[i]) == 1 && close(file) == 0);
    expect_failure(g, &options, GRUNDY_IO_ERROR, "damaged");
    assert_int_equal(unlink(path), 0);
  }
  grundy_digraph_free(g);
}

/* Words of the head of a file (src/external/scratch.c). */
enum { ROWS = 48, MOVES = 56, LENGTHS_HASH = 72 };

static void a_wrong_head_is_refused(void **state) {
  static const struct {
    off_t place;
    uint64_t word;
    const char *why;
  } cases[] = {
      {0, 0, "not a scratch file"},   {ROWS, UINT64_MAX, "damaged"},
      {ROWS, 0, "damaged"}, /* but there are moves */
      {MOVES, UINT64_MAX, "damaged"}, {LENGTHS_HASH, 0, "damaged"},
  };
  grundy_digraph *g = some_game(5);
  grundy_external_options options = narrow_options(g);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    leave_scratch(g, 3);
    int file = open(path, O_WRONLY);
    assert_true(file >= 0 && pwrite(file, &cases[i].word, 8, cases[i].place) == 8);
    assert_int_equal(close(file), 0);
    expect_failure(g, &options, i == 0 ? GRUNDY_BAD_INPUT : GRUNDY_IO_ERROR, cases[i].why);
    assert_int_equal(unlink(path), 0);
  }
  leave_scratch(g, 3);
  assert_int_equal(truncate(path, 10), 0);
  expect_failure(g, &options, GRUNDY_BAD_INPUT, "not a scratch file");
  assert_int_equal(unlink(path), 0);
  grundy_digraph_free(g);
}

static void what_is_not_a_file_of_this_user_is_refused(void **state) {
  grundy_digraph *g = some_game(5);
  grundy_external_options options = narrow_options(g);
  assert_int_equal(mkfifo(path, 0600), 0);
  expect_failure(g, &options, GRUNDY_IO_ERROR, "Invalid argument");
  assert_int_equal(unlink(path), 0);
  leave_scratch(g, 3);
  if (chown(path, geteuid() + 1, (gid_t)-1) == 0) { /* only root can give files away */
    expect_failure(g, &options, GRUNDY_IO_ERROR, "belongs to another user");
    assert_true(scratch_exists());
  }
  assert_int_equal(unlink(path), 0);
  grundy_digraph_free(g);
}

/* ---- columns that are saved -------------------------------------------------------------- */

/* Remembers which phases a run has. */
typedef struct phases {
  bool remoteness, grundy, loading;
} phases;

static bool note_phase(void *context, const char *phase, uint64_t done, uint64_t total) {
  phases *seen = context;
  (void)done;
  (void)total;
  seen->remoteness |= strcmp(phase, "remoteness") == 0;
  seen->grundy |= strcmp(phase, "grundy") == 0;
  seen->loading |= strcmp(phase, "loading columns") == 0;
  return true;
}

static bool stop_at_k(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)done;
  (void)total;
  return strcmp(phase, "k") != 0;
}

/* Is cancelled in the last step, the sets K. */
static grundy_external_options leave_columns(const grundy_digraph *g) {
  static const grundy_monitor monitor = {.tick = stop_at_k};
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options,
                     .columns = GRUNDY_COLUMNS_DEFAULT & ~GRUNDY_COLUMN_COUNTER, .scratch = folder);
  options.memory = grundy_external_memory(g, &options);
  options.monitor = &monitor;
  expect_failure(g, &options, GRUNDY_CANCELLED, "interrupted");
  assert_true(scratch_exists());
  options.monitor = NULL;
  return options;
}

static void expect_the_same(const grundy_digraph *g, const grundy_external_options *options) {
  const char *why = same_as_in_memory(g, options);
  if (why != NULL) fail_msg("%s", why);
  assert_false(scratch_exists());
}

static void what_was_computed_before_k_is_not_computed_again(void **state) {
  grundy_digraph *g = game_with_large_sets();
  phases seen = {0};
  grundy_monitor monitor = {.context = &seen, .tick = note_phase};
  grundy_external_options options = leave_columns(g);
  options.memory = 0;
  options.monitor = &monitor;
  expect_the_same(g, &options);
  assert_true(seen.loading && !seen.remoteness && !seen.grundy);
  grundy_digraph_free(g);
}

static void a_damaged_column_is_computed_again(void **state) {
  grundy_digraph *g = game_with_large_sets();
  grundy_external_options options = leave_columns(g);
  uint64_t order = grundy_digraph_order(g), rows = 4 * grundy_digraph_size(g) + 4 * order;
  for (int column = 0; column < 6; column++) {
    off_t place = (off_t)(4096 + rows + 4 * order * (unsigned)column + 40);
    int file = open(path, O_WRONLY);
    assert_true(file >= 0 && pwrite(file, "?", 1, place) == 1 && close(file) == 0);
  }
  options.memory = 0;
  expect_the_same(g, &options);
  grundy_digraph_free(g);
}

static void columns_of_other_endings_are_not_taken(void **state) {
  static const char *const texts[] = {"@ c outcome=P\na b\nb a\nb c\n",
                                      "@ c outcome=N\na b\nb a\nb c\n"};
  char name[sizeof folder + 16];
  grundy_digraph *games[2];
  grundy_error error;
  (void)snprintf(name, sizeof name, "%s/game.edges", folder);
  for (int i = 0; i < 2; i++) {
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    (void)fputs(texts[i], out);
    (void)fclose(out);
    if (grundy_digraph_read(name, GRUNDY_FORMAT_EDGES, NULL, &games[i], &error) != GRUNDY_OK)
      fail_msg("%s", error.message);
  }
  (void)unlink(name);
  leave_scratch(games[0], 3);
  grundy_external_options options = narrow_options(games[1]);
  expect_failure(games[1], &options, GRUNDY_BAD_INPUT, "another game");
  assert_int_equal(unlink(path), 0);
  for (int i = 0; i < 2; i++) grundy_digraph_free(games[i]);
}

/* One-heap Nim in which every heap but 0 may also pause at a twin and come back: counting examines
 * too many moves, so the counter needs lazy levels. */
static grundy_digraph *game_with_lazy_levels(uint32_t heaps) {
  uint32_t(*pairs)[2] = malloc((size_t)heaps * (heaps + 2) * sizeof *pairs);
  size_t count = 0;
  assert_non_null(pairs);
  for (uint32_t heap = 1; heap < heaps; heap++) {
    for (uint32_t less = 0; less < heap; less++) {
      pairs[count][0] = 2 * heap;
      pairs[count++][1] = 2 * less;
    }
    for (uint32_t twin = 0; twin < 2; twin++) {
      pairs[count][0] = 2 * heap + twin;
      pairs[count++][1] = 2 * heap + 1 - twin;
    }
  }
  grundy_digraph *g = game_from_pairs(2 * heaps, count, (const uint32_t(*)[2])pairs);
  free(pairs);
  return g;
}

static void a_counter_that_is_impossible_costs_no_other_column(void **state) {
  grundy_digraph *g = game_with_lazy_levels(200);
  phases seen = {0};
  grundy_monitor monitor = {.context = &seen, .tick = note_phase};
  grundy_external_options options = GRUNDY_OPTIONS(
      grundy_external_options,
      .columns = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER,
      .scratch = folder);
  expect_failure(g, &options, GRUNDY_UNABLE, "leave out the column counter");
  assert_true(scratch_exists());
  options.monitor = &monitor;
  expect_failure(g, &options, GRUNDY_UNABLE, "leave out the column counter");
  assert_false(seen.loading || seen.remoteness || seen.grundy); /* refused at once */
  options.columns &= ~(grundy_columns)GRUNDY_COLUMN_COUNTER;
  expect_the_same(g, &options);
  assert_true(seen.loading && !seen.remoteness && !seen.grundy);
  grundy_digraph_free(g);
}

/* ---- windows ----------------------------------------------------------------------------- */

/* Position u > 0 has moves to 0 and to u + 1, and the last one to 1. */
static grundy_digraph *game_star(uint32_t order) {
  uint32_t(*pairs)[2] = malloc(2 * (size_t)order * sizeof *pairs);
  size_t count = 0;
  assert_non_null(pairs);
  for (uint32_t u = 1; u < order; u++) {
    pairs[count][0] = u;
    pairs[count++][1] = 0;
    pairs[count][0] = u;
    pairs[count++][1] = u + 1 < order ? u + 1 : 1;
  }
  grundy_digraph *g = game_from_pairs(order, count, (const uint32_t(*)[2])pairs);
  free(pairs);
  return g;
}

/* All positions have a move to 0, so that the row of 0 alone is longer than a window, and a block
 * of rows is. */
static void a_row_longer_than_a_window_is_built(void **state) {
  enum { ORDER = 30000 };
  static const grundy_columns columns[] = {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMNS_DEFAULT};
  grundy_digraph *g = game_star(ORDER);
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    grundy_external_options options = GRUNDY_OPTIONS(grundy_external_options, .columns = columns[i],
                                                     .scratch = folder, .block = 64);
    options.memory = grundy_external_memory(g, &options) + 16 * i * ORDER;
    expect_the_same(g, &options);
    options.scratch = NULL;
    options.memory = 0;
    expect_the_same(g, &options);
  }
  grundy_digraph_free(g);
}

/* ---- deliveries -------------------------------------------------------------------------- */

/* Adds rows of this length until one does not fit, and compares the parts with the rows. */
static void fill_delivery(grundy_delivery *d, const uint32_t *vertices, uint32_t length) {
  uint64_t added = length, all = 0;
  for (uint32_t word = 0; added == length; word++, all += added)
    added = grundy_delivery_add(d, vertices, length, word);
  assert_int_equal(d->pending, all);
  assert_true(d->pending == d->capacity || d->part_count == d->part_room);
  uint64_t at = 0;
  for (uint32_t i = 0; i < d->part_count; i++) {
    const grundy_part *part = &d->parts[i];
    assert_true(part->count > 0 && part->count <= d->most);
    assert_int_equal(part->before, at);
    assert_int_equal(part->word, at / length);
    assert_int_equal(part->at - vertices, at % length);
    at += part->count;
  }
  assert_int_equal(at, all);
}

static void a_delivery_takes_what_it_has_room_for(void **state) {
  static const uint32_t vertices[100];
  for (uint32_t capacity = 1; capacity <= 90; capacity++)
    for (uint32_t length = 1; length <= 100; length += 11) {
      grundy_arena arena = {0};
      grundy_delivery d;
      grundy_delivery_start(&d, &arena, 1, capacity, 1);
      assert_false(arena.failed);
      fill_delivery(&d, vertices, length);
      grundy_arena_free(&arena);
    }
}

/* Rows in a file that is larger than a request; of some passes most rows are left out. */
static void large_games_are_read_in_several_requests(void **state) {
  const grundy_columns columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS |
                                 GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY;
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_sparse(&random, 100000, 0.1, 8);
  grundy_solution *expected = solution_of(g, columns);
  for (uint64_t block = 1 << 15; block <= 1 << 20; block *= 32) {
    grundy_external_options options = GRUNDY_OPTIONS(grundy_external_options, .columns = columns,
                                                     .scratch = folder, .block = block);
    grundy_solution *got = NULL;
    options.memory = grundy_external_memory(g, &options);
    assert_int_equal(grundy_external_solve(g, &options, &got, NULL), GRUNDY_OK);
    const char *why = differing_column(expected, got);
    if (why != NULL) fail_msg("%s", why);
    grundy_solution_free(got);
  }
  grundy_solution_free(expected);
  grundy_digraph_free(g);
  assert_folder_is_empty();
}

static void a_file_that_is_too_short_was_truncated(void **state) {
  const grundy_scratch_game game = {3, 2, 77};
  grundy_work work = grundy_work_start(NULL, "opening the scratch file", 0);
  grundy_scratch *scratch = NULL;
  grundy_error error = {0};
  uint32_t move;
  assert_int_equal(grundy_scratch_open(folder, &game, &work, &scratch, &error), GRUNDY_OK);
  int reason = grundy_scratch_read(scratch, 1, 1, &move);
  assert_int_not_equal(reason, 0);
  assert_int_equal(grundy_scratch_fail(scratch, reason, &error), GRUNDY_IO_ERROR);
  assert_string_equal(error.message, "something truncated the scratch file; run again");
  grundy_scratch_close(scratch, false);
}

static void batches_may_be_larger_than_the_game(void **state) {
  grundy_digraph *g = game_with_large_sets();
  const grundy_columns columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS;
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = columns, .block = UINT64_MAX);
  grundy_solution *got = NULL, *expected = solution_of(g, columns);
  assert_int_equal(grundy_external_solve(g, &options, &got, NULL), GRUNDY_OK);
  const char *why = differing_column(expected, got);
  if (why != NULL) fail_msg("%s", why);
  grundy_solution_free(expected);
  grundy_solution_free(got);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_columns_are_the_same_from_rows_in_memory),
      cmocka_unit_test(all_columns_are_the_same_from_rows_in_a_file),
      cmocka_unit_test(columns_from_rows_in_a_file_satisfy_their_definitions),
      cmocka_unit_test(long_rows_large_values_and_long_games_are_no_exception),
      cmocka_unit_test(terminal_positions_may_have_any_outcome),
      cmocka_unit_test(what_needs_the_whole_game_is_refused),
      cmocka_unit_test(the_least_memory_suffices_and_less_is_refused),
      cmocka_unit_test(sets_that_do_not_fit_are_in_a_file),
      cmocka_unit_test(a_cancelled_run_is_continued),
      cmocka_unit_test(a_file_of_another_game_is_left_alone),
      cmocka_unit_test(a_damaged_file_is_refused),
      cmocka_unit_test(a_wrong_head_is_refused),
      cmocka_unit_test(what_is_not_a_file_of_this_user_is_refused),
      cmocka_unit_test(a_delivery_takes_what_it_has_room_for),
      cmocka_unit_test(what_was_computed_before_k_is_not_computed_again),
      cmocka_unit_test(a_damaged_column_is_computed_again),
      cmocka_unit_test(columns_of_other_endings_are_not_taken),
      cmocka_unit_test(a_counter_that_is_impossible_costs_no_other_column),
      cmocka_unit_test(a_row_longer_than_a_window_is_built),
      cmocka_unit_test(large_games_are_read_in_several_requests),
      cmocka_unit_test(a_file_that_is_too_short_was_truncated),
      cmocka_unit_test(batches_may_be_larger_than_the_game),
  };
  return cmocka_run_group_tests(tests, make_folder, folder_remove);
}
