/* Output does not depend on the number of threads. */

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

/* Writes a game in that format, or a solution if there is one. */
static char *written(grundy_format format, const grundy_digraph *g, const grundy_solution *solution,
                     unsigned threads, size_t *size) {
  grundy_write_options options = {.size = sizeof options, .colour = true};
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  assert_non_null(out);
  grundy_threads_set(threads);
  grundy_status status = solution == NULL
                             ? grundy_digraph_write(g, format, NULL, out, NULL)
                             : grundy_solution_write(g, solution, format, &options, out, NULL);
  grundy_threads_set(0);
  assert_int_equal(status, GRUNDY_OK);
  fclose(out);
  return text;
}

static void assert_same_bytes(grundy_format format, const grundy_digraph *g,
                              const grundy_solution *solution) {
  static const unsigned threads[] = {2, 3, 8};
  size_t size, expected_size;
  char *expected = written(format, g, solution, 1, &expected_size);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    char *text = written(format, g, solution, threads[i], &size);
    assert_int_equal(size, expected_size);
    assert_memory_equal(text, expected, size);
    free(text);
  }
  free(expected);
}

static void assert_same_files(const grundy_digraph *g, bool named) {
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  if (!named) assert_same_bytes(GRUNDY_FORMAT_EDGES, g, NULL);
  if (!named) assert_same_bytes(GRUNDY_FORMAT_MTX, g, NULL);
  assert_same_bytes(GRUNDY_FORMAT_TSV, g, solution);
  assert_same_bytes(GRUNDY_FORMAT_CSV, g, solution);
  assert_same_bytes(GRUNDY_FORMAT_JSON, g, solution);
  assert_same_bytes(GRUNDY_FORMAT_TABLE, g, solution);
  grundy_solution_free(solution);
}

/* Large enough for several rounds of several parts. */
static void files_are_the_same_for_any_number_of_threads(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *board = game_board(&random, 100, 3000);
  grundy_digraph *named = game_with_names(&random, board);
  assert_same_files(board, false);
  assert_same_files(named, true);
  grundy_digraph_free(named);
  grundy_digraph_free(board);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_the_same_for_any_number_of_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
