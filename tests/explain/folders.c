/* Explanations of positions in folders of tiers, from the positions around them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <grundy/grundy.h>

#include "support/folder.h"

#include <unistd.h>

static char folder[] = "/tmp/grundy-explain-XXXXXX";
static char script[64], solved[64];

/* A heap from which one counter is taken at a time; an empty one stays as it is, so that all
 * positions are draws. */
static const char rules[] = "return {\n"
                            "  start = function() return 400 end,\n"
                            "  moves = function(n) return { n > 0 and n - 1 or 0 } end,\n"
                            "  count = function() return 401 end,\n"
                            "  rank = function(n) return 0, n end,\n"
                            "  unrank = function(_, i) return i end,\n"
                            "  tiers = function() return {} end,\n"
                            "}\n";

static int make_folder(void **state) {
  (void)state;
  if (mkdtemp(folder) == NULL) return -1;
  (void)snprintf(script, sizeof script, "%s/far.lua", folder);
  (void)snprintf(solved, sizeof solved, "%s/solved", folder);
  FILE *out = fopen(script, "w");
  if (out == NULL) return -1;
  fputs(rules, out);
  return fclose(out);
}

static int remove_folder(void **state) {
  (void)state;
  folder_empty(solved);
  return rmdir(solved) == 0 && unlink(script) == 0 ? rmdir(folder) : -1;
}

static void solve(grundy_columns columns) {
  grundy_tiers *tiers = NULL;
  grundy_error error = {0};
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  folder_empty(solved);
  if (grundy_tiers_open(script, NULL, &tiers, &error) != GRUNDY_OK ||
      grundy_tiers_solve(tiers, solved, &options, NULL, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_tiers_free(tiers);
}

/* Finds what the explanation of an expression is about, and fails the test if the status or the
 * message is another. */
static void expect(const char *text, grundy_status expected, const char *message) {
  grundy_expression *expression = NULL;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  uint32_t v = 77;
  if (grundy_expression_open(text, NULL, &expression, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_status status = grundy_explain_neighbourhood(expression, NULL, &g, &solution, &v, &error);
  if (status != expected || strcmp(error.message, message) != 0)
    fail_msg("status %d instead of %d: %s", (int)status, (int)expected, error.message);
  assert_int_equal(g != NULL, status == GRUNDY_OK);
  assert_int_equal(v, status == GRUNDY_OK ? 0 : 77);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  grundy_expression_free(expression);
}

static void a_draw_is_explained_if_the_way_is_short(void **state) {
  char text[96];
  (void)state;
  solve(GRUNDY_COLUMN_OUTCOME);
  expect(solved, GRUNDY_UNABLE, "no way to stay in the draw was found in 300 moves");
  (void)snprintf(text, sizeof text, "%s@100", solved);
  expect(text, GRUNDY_OK, "");
}

static void outcomes_are_needed(void **state) {
  (void)state;
  solve(GRUNDY_COLUMN_GRUNDY);
  expect(solved, GRUNDY_UNABLE, "the folder does not have the column outcome");
}

static void only_folders_are_explained_so(void **state) {
  char text[96];
  (void)state;
  solve(GRUNDY_COLUMN_OUTCOME);
  expect("nim:3", GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
  (void)snprintf(text, sizeof text, "%s + nim:1", solved);
  expect(text, GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_draw_is_explained_if_the_way_is_short),
      cmocka_unit_test(outcomes_are_needed),
      cmocka_unit_test(only_folders_are_explained_so),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
