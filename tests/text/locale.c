/* Numbers are read and written in the same way in a program whose locale has a decimal comma. */

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include <grundy/grundy.h>

#include "base/error.h"
#include "support/test.h"
#include "text/numbers.h"

static char folder[] = "/tmp/grundy-locale-XXXXXX";

/* ---- a locale with a comma ---------------------------------------------------------------- */

static bool has_comma(void) {
  char text[16];
  snprintf(text, sizeof text, "%.1f", 1.5);
  return strcmp(text, "1,5") == 0;
}

/* Writes the numeric category of a locale as the GNU C library stores it: six items, of which the
 * fourth and fifth are characters. */
static void write_locale(const char *path) {
  const uint32_t head[] = {UINT32_C(0x20031114), 6, 32, 34, 36, 40, 44, 48};
  const uint32_t characters[] = {',', '.'};
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fwrite(head, sizeof head, 1, out);
  fwrite(",\0.\0\3\3\0\0", 8, 1, out);
  fwrite(characters, sizeof characters, 1, out);
  fwrite("UTF-8", 6, 1, out);
  assert_int_equal(fclose(out), 0);
}

static void in_folder(char *path, size_t size, const char *name) {
  snprintf(path, size, "%s/%s", folder, name);
}

/* Uses an installed locale with a comma, or makes one. */
static int use_comma(void **state) {
  static const char *const installed[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  if (mkdtemp(folder) == NULL) return -1;
  for (size_t i = 0; i < sizeof installed / sizeof *installed; i++)
    if (setlocale(LC_NUMERIC, installed[i]) != NULL && has_comma()) return 0;
  char path[256];
  in_folder(path, sizeof path, "xx_XX.UTF-8");
  if (mkdir(path, 0700) != 0) return -1;
  in_folder(path, sizeof path, "xx_XX.UTF-8/LC_NUMERIC");
  write_locale(path);
  if (setenv("LOCPATH", folder, 1) != 0) return -1;
  if (setlocale(LC_NUMERIC, "xx_XX.UTF-8") != NULL && has_comma()) return 0;
  print_error("there is no locale with a decimal comma, and none can be made\n");
  return -1;
}

static int remove_folder(void **state) {
  static const char *const names[] = {"game.lua", "xx_XX.UTF-8/LC_NUMERIC", "xx_XX.UTF-8"};
  char path[256];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    in_folder(path, sizeof path, names[i]);
    (void)remove(path);
  }
  return rmdir(folder);
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void reals_have_a_decimal_point(void **state) {
  char text[GRUNDY_REAL_ROOM];
  double real = 0;
  assert_true(has_comma());
  assert_true(grundy_real_parse("-1.25e3", 7, &real));
  assert_true(real == -1250);
  assert_false(grundy_real_parse("1,5", 3, &real));
  assert_string_equal(grundy_real_format(0.1, 0, text), "0.1");
  assert_string_equal(grundy_real_format(0.1, 17, text), "0.10000000000000001");
  assert_string_equal(grundy_real_format(2.0 / 3, 6, text), "0.666667");
}

static void numbers_in_messages_have_a_decimal_point(void **state) {
  grundy_error error;
  (void)grundy_fail(&error, GRUNDY_BAD_INPUT, "%g", 1.5);
  assert_string_equal(error.message, "1.5");
}

/* ---- files -------------------------------------------------------------------------------- */

static const char game[] = "a\nt\n@ a player=A\n@ t player=B payoff=1.5\na t\n";

static grundy_digraph *scanned(const char *text, size_t length, grundy_format format) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  FILE *in = fmemopen((void *)text, length, "r");
  assert_non_null(in);
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
  if (grundy_digraph_read("game", format, &options, &g, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  fclose(in);
  return g;
}

static void payoffs_in_games_have_a_decimal_point(void **state) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_EDGES, GRUNDY_FORMAT_DOT,
                                          GRUNDY_FORMAT_GRAPHML};
  grundy_digraph *g = scanned(game, strlen(game), GRUNDY_FORMAT_EDGES);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_int_equal(grundy_digraph_write(g, formats[i], NULL, out, NULL), GRUNDY_OK);
    fclose(out);
    assert_non_null(strstr(text, "1.5"));
    grundy_digraph *again = scanned(text, length, formats[i]);
    assert_true(grundy_digraph_payoffs(again)[1] == 1.5);
    grundy_digraph_free(again);
    free(text);
  }
  grundy_digraph_free(g);
}

static void payoffs_in_solutions_have_a_decimal_point(void **state) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON};
  grundy_digraph *g = scanned(game, strlen(game), GRUNDY_FORMAT_EDGES);
  grundy_solution *solution = NULL, *again = NULL;
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_int_equal(grundy_solution_write(g, solution, formats[i], NULL, out, NULL), GRUNDY_OK);
    fclose(out);
    assert_non_null(strstr(text, "1.5"));
    FILE *in = fmemopen(text, length, "r");
    grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
    assert_int_equal(grundy_solution_read(g, "solution", formats[i], &options, &again, NULL),
                     GRUNDY_OK);
    fclose(in);
    assert_true(grundy_solution_reals(again, GRUNDY_COLUMN_GUARANTEE)[0] == 1.5);
    grundy_solution_free(again);
    free(text);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- scripts ------------------------------------------------------------------------------ */

static void numbers_in_scripts_have_a_decimal_point(void **state) {
  char path[256], scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  in_folder(path, sizeof path, "game.lua");
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(
      "return {\n"
      "  start = function() return 3 end,\n"
      "  moves = function(n) return n > 0 and { n - 1 } or {} end,\n"
      "  show = function(n) return (n + 0.5) .. string.format('/%.2f', n + tonumber('0.25')) end,\n"
      "}\n",
      out);
  fclose(out);
  if (grundy_game_open(path, NULL, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_string_equal(grundy_digraph_name(g, 0, scratch), "3.5/3.25");
  grundy_digraph_free(g);
}

static void the_locale_of_the_program_stays(void **state) {
  assert_true(has_comma());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reals_have_a_decimal_point),
      cmocka_unit_test(payoffs_in_games_have_a_decimal_point),
      cmocka_unit_test(payoffs_in_solutions_have_a_decimal_point),
      cmocka_unit_test(numbers_in_messages_have_a_decimal_point),
      cmocka_unit_test(numbers_in_scripts_have_a_decimal_point),
      cmocka_unit_test(the_locale_of_the_program_stays),
  };
  return cmocka_run_group_tests_name("text: locale", tests, use_comma, remove_folder);
}
