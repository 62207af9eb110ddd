/* Worksheets: the questions give nothing away, and the solution is complete. tests/cli/worksheet.sh
 * reads whole pages. */

#include "support/test.h"

#include <grundy/draw.h>
#include <grundy/game.h>

static grundy_digraph *opened(const char *text) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open(text, NULL, &g, NULL), GRUNDY_OK);
  return g;
}

/* Returns the page; the caller frees it. */
static char *written(const char *game, const grundy_worksheet_options *options) {
  char *text = NULL;
  size_t size = 0;
  grundy_error error = {0};
  grundy_digraph *g = opened(game);
  FILE *out = open_memstream(&text, &size);
  if (grundy_worksheet_write(g, options, out, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(fclose(out), 0);
  grundy_digraph_free(g);
  return text;
}

static size_t count_of(const char *text, const char *word) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, word)) != NULL; at++) count++;
  return count;
}

/* Wythoff's game up to 1,2 has 5 positions, and the table asks for 3 columns. */
static void the_questions_are_blank_and_the_solution_is_not(void **state) {
  enum { CELLS = 5 * 3 };
  char *all = written("wythoff:1,2", NULL);
  char *questions = written(
      "wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, .part = GRUNDY_WORKSHEET_QUESTIONS));
  char *solution = written("wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, .title = "<x>",
                                                          .part = GRUNDY_WORKSHEET_SOLUTION));
  assert_int_equal(count_of(all, "<section>"), 2);
  assert_int_equal(count_of(questions, "<section>"), 1);
  assert_int_equal(count_of(questions, "<td></td>"), CELLS);
  assert_int_equal(count_of(solution, "<td>"), CELLS);
  assert_int_equal(count_of(solution, "<td></td>"), 0);
  assert_non_null(strstr(all, "<h1>Worksheet</h1>"));
  assert_non_null(strstr(solution, "<h1>&lt;x&gt;: solution</h1>"));
  free(all);
  free(questions);
  free(solution);
}

static void misere_play_has_no_values(void **state) {
  grundy_error error = {0};
  grundy_digraph *g = opened("wythoff:1,2");
  FILE *out = tmpfile();
  grundy_worksheet_options options = GRUNDY_OPTIONS(
      grundy_worksheet_options, .play = GRUNDY_MISERE_PLAY, .columns = GRUNDY_COLUMN_GRUNDY);
  assert_int_equal(grundy_worksheet_write(g, &options, out, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(ftell(out), 0);
  assert_int_equal(fclose(out), 0);
  grundy_digraph_free(g);
  char *page =
      written("wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, .play = GRUNDY_MISERE_PLAY));
  assert_non_null(strstr(page, "a player who cannot move wins"));
  free(page);
}

static void a_large_game_is_not_drawn(void **state) {
  grundy_error error = {0};
  grundy_digraph *g = opened("wythoff:80,80");
  FILE *out = tmpfile();
  assert_int_equal(grundy_worksheet_write(g, NULL, out, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_PICTURE);
  assert_int_equal(ftell(out), 0);
  assert_int_equal(fclose(out), 0);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_questions_are_blank_and_the_solution_is_not),
      cmocka_unit_test(misere_play_has_no_values),
      cmocka_unit_test(a_large_game_is_not_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
