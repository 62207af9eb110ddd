/* A confined process can read files of the current folder, and no others. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "game/components/components.h"
#include "support/test.h"

static char folder[] = "/tmp/grundy-confine-XXXXXX";

static void put(const char *name, const char *text) {
  FILE *out = fopen(name, "w");
  assert_non_null(out);
  assert_true(fputs(text, out) >= 0);
  assert_int_equal(fclose(out), 0);
}

static const char reading[] = "return { args = { 'd:digraph=%s' },\n"
                              "         start = function(d) return d.order end,\n"
                              "         moves = function() return {} end }\n";

static grundy_status try_to_open(const char *text, grundy_error *error) {
  grundy_digraph *g = NULL;
  *error = (grundy_error){0};
  grundy_status status = grundy_game_open(text, NULL, &g, error);
  grundy_digraph_free(g);
  return status;
}

static void expect_refusal(const char *text, const char *message) {
  grundy_error error;
  assert_int_equal(try_to_open(text, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, message) == NULL) fail_msg("%s: %s", text, error.message);
}

static void expect_success(const char *text) {
  grundy_error error;
  if (try_to_open(text, &error) != GRUNDY_OK) fail_msg("%s: %s", text, error.message);
}

static grundy_status open_tiers(const char *text, grundy_error *error) {
  grundy_tiers *tiers = NULL;
  grundy_tiers_entry entry;
  *error = (grundy_error){0};
  grundy_status status = grundy_tiers_open(text, NULL, &tiers, error);
  if (status == GRUNDY_OK) status = grundy_tiers_find(tiers, "", 0, &entry, error);
  grundy_tiers_free(tiers);
  return status;
}

static void make_tiers(const char *name) {
  grundy_tiers *tiers = NULL;
  grundy_tiers_summary summary;
  assert_int_equal(grundy_tiers_open("chomp:1,2", NULL, &tiers, NULL), GRUNDY_OK);
  assert_int_equal(grundy_tiers_solve(tiers, name, NULL, &summary, NULL), GRUNDY_OK);
  grundy_tiers_free(tiers);
}

/* A checkpoint of a heap game is read before it is written. */
static void try_checkpoints(void) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  grundy_heap_options options = {.size = sizeof options, .max = 9, .checkpoint = "/tmp/kayles"};
  assert_int_equal(grundy_heap_code_parse("kayles", 6, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_solve(code, &options, &heaps, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "only files of the current folder may be read here"));
  assert_null(heaps);
  grundy_heap_code_free(code);
}

/* So is the table of a search. */
static void try_tables_of_searches(void) {
  static const char *const texts[] = {"chomp:2,2"};
  grundy_evaluate_options options = {.size = sizeof options, .table = "/tmp/table"};
  grundy_error error = {0};
  assert_int_equal(grundy_expressions_evaluate(texts, 1, &options, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_CONFINED);
}

/* A law is a script, too. */
static void try_laws(void) {
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_formula_read("law", "/tmp/law.lua", &formula, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "only files of the current folder may be read here"));
  assert_int_equal(grundy_formula_read("law", "G == 0", &formula, NULL), GRUNDY_OK);
  grundy_formula_free(formula);
}

/* Folders of tiers in the current folder can be read, and no others. */
static void try_folders_of_tiers(const char *message) {
  static const char *const refused[] = {
      "./tiers", "tiers/../tiers", "tiers//.", "../tiers", "..", ".", "./", "../"};
  grundy_error error;
  char path[64];
  if (open_tiers("tiers", &error) != GRUNDY_OK) fail_msg("%s", error.message);
  if (open_tiers("tiers//", &error) != GRUNDY_OK) fail_msg("%s", error.message);
  snprintf(path, sizeof path, "%s/tiers", folder);
  assert_int_equal(open_tiers(path, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, message));
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    assert_int_equal(open_tiers(refused[i], &error), GRUNDY_BAD_INPUT);
}

/* The table of a sweep can be in the current folder alone. */
static void refuse_tables(const char *message) {
  grundy_sweep *sweep = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_sweep_new("nim:1..2", NULL, &sweep, &error), GRUNDY_OK);
  assert_int_equal(grundy_sweep_read(sweep, "/etc/passwd", &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_CONFINED);
  assert_non_null(strstr(error.message, message));
  assert_int_equal(grundy_sweep_read(sweep, "table.tsv", &error), GRUNDY_OK); /* not there yet */
  grundy_sweep_free(sweep);
}

static void files_outside_the_folder_cannot_be_read(void **state) {
  static const char elsewhere[] = "only files of the current folder may be read here";
  static const char libraries[] = "shared objects may not be loaded here";
  char script[512], path[64];
  snprintf(path, sizeof path, "%s/board.edges", folder);
  snprintf(script, sizeof script, reading, path);
  put("board.edges", "a b\n");
  put("elsewhere.lua", script);
  snprintf(script, sizeof script, reading, "board.edges");
  put("here.lua", script);
  expect_success(path);
  expect_success("elsewhere.lua");
  expect_success(HASHED_RULES ":1,5,4,2,-");
  make_tiers("tiers");
  grundy_confine();
  try_folders_of_tiers(elsewhere);
  try_laws();
  try_checkpoints();
  try_tables_of_searches();
  expect_success("board.edges");
  expect_success("here.lua");
  expect_success("wythoff:1,2");
  expect_refusal(path, elsewhere);
  expect_refusal("./board.edges", elsewhere);
  expect_refusal("../board.edges", elsewhere);
  expect_refusal("-", elsewhere);
  expect_refusal("/tmp/x.lua:3", elsewhere);
  expect_refusal("/tmp/x.npz", elsewhere);
  expect_refusal("elsewhere.lua", elsewhere);
  expect_refusal("here.lua:/etc/passwd", elsewhere);
  expect_refusal(HASHED_RULES ":1,5,4,2,-", libraries);
  expect_refusal("x.so", libraries);
  expect_refusal("x.so:7", libraries);
  refuse_tables(elsewhere);
  grundy_error error = {0};
  grundy_closed_form *closed = NULL;
  grundy_game_name name = grundy_game_parse("x.so:7");
  assert_int_equal(grundy_closed_form_open(&name, NULL, &closed, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_CONFINED);
  assert_non_null(strstr(error.message, libraries));
  unlink("board.edges");
  unlink("elsewhere.lua");
  unlink("here.lua");
  unlink("tiers/0.tier");
  unlink("tiers/1.tier");
  unlink("tiers/2.tier");
  unlink("tiers/game.txt");
  assert_int_equal(rmdir("tiers"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_outside_the_folder_cannot_be_read)};
  if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return rmdir(folder) == 0 ? failed : 1;
}
