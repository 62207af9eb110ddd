/* Worksheets: the questions give nothing away, and the solution is complete. tests/cli/worksheet.sh
 * reads whole pages. */

#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

#include <grundy/draw.h>
#include <grundy/game.h>
#include <grundy/model.h>

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

#define GRAPH .show = GRUNDY_WORKSHEET_GRAPH

static size_t count_of(const char *text, const char *word) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, word)) != NULL; at++) count++;
  return count;
}

/* Wythoff's game up to 1,2 has 5 positions, and the table asks for 3 columns. */
static void the_questions_are_blank_and_the_solution_is_not(void **state) {
  enum { CELLS = 5 * 3 };
  char *all = written("wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, GRAPH));
  char *questions = written("wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, GRAPH,
                                                           .part = GRUNDY_WORKSHEET_QUESTIONS));
  char *solution =
      written("wythoff:1,2", &GRUNDY_OPTIONS(grundy_worksheet_options, GRAPH, .title = "<x>",
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

/* Fails with this status and a message that has these words, and writes nothing. */
static void refuses(const char *game, const grundy_worksheet_options *options,
                    grundy_status expected, const char *words) {
  grundy_error error = {0};
  grundy_digraph *g = game == NULL ? NULL : opened(game);
  FILE *out = tmpfile();
  assert_int_equal(grundy_worksheet_write(g, options, out, &error), expected);
  if (strstr(error.message, words) == NULL) fail_msg("'%s' is not in: %s", words, error.message);
  assert_int_equal(ftell(out), 0);
  assert_int_equal(fclose(out), 0);
  grundy_digraph_free(g);
}

#define SHEET(...) &GRUNDY_OPTIONS(grundy_worksheet_options, __VA_ARGS__)

static void what_does_not_fit_on_paper_is_refused(void **state) {
  refuses("wythoff:80,80", SHEET(GRAPH), GRUNDY_UNABLE, "paper has room for 200");
  refuses("wythoff:1,2", SHEET(.exercises = 101), GRUNDY_BAD_ARGUMENT, "at most 100");
  refuses("wythoff:1,2", SHEET(.exercises = 7), GRUNDY_BAD_ARGUMENT, "has only 5 positions");
  refuses("wythoff:1,2", SHEET(.exercises = 3, .level = GRUNDY_WORKSHEET_EASY), GRUNDY_BAD_ARGUMENT,
          "has only 1 position of this level");
  refuses("wythoff:1,2", SHEET(.variants = 27), GRUNDY_BAD_ARGUMENT, "at most 26, A to Z");
  refuses(GRUNDY_ROOT "/examples/ring.edges", SHEET(.show = GRUNDY_WORKSHEET_BOARDS),
          GRUNDY_BAD_ARGUMENT, "no boards");
  refuses(NULL, SHEET(.exercises = 27), GRUNDY_BAD_ARGUMENT, "at most 26 in a random game");
  refuses(NULL, SHEET(.exercises = 3), GRUNDY_BAD_ARGUMENT, "at least 4 in a random game");
}

/* ---- keys are right: a twin computes them again from the pictures -------------------------- */

/* Reads the game from the moves of the next picture, after which *at is; positions are a, b, c … or
 * 1, 2, 3 …, as the worksheet has named them. */
static grundy_digraph *drawn_game(const char **at, uint32_t order) {
  const char *end = strstr(*at, "</svg>"), *move = *at;
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  uint32_t v;
  assert_non_null(end);
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < order; i++) {
    char name[16];
    snprintf(name, sizeof name, order <= 26 ? "%c" : "%u",
             order <= 26 ? (int)('a' + i) : (int)i + 1);
    assert_int_equal(grundy_builder_vertex(builder, name, strlen(name), &v, NULL), GRUNDY_OK);
    assert_int_equal(v, i);
  }
  while ((move = strstr(move, "data-from=\"")) != NULL && move < end) {
    uint32_t ends[2];
    for (int i = 0; i < 2; i++) {
      const char *name = strchr(move, '"') + 1;
      const size_t length = strcspn(name, "\"");
      assert_int_equal(grundy_builder_vertex(builder, name, length, &ends[i], NULL), GRUNDY_OK);
      move = i == 0 ? strstr(name, "data-to=") : name;
    }
    assert_int_equal(grundy_builder_move(builder, ends[0], ends[1], NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  *at = end;
  return g;
}

static void put_number(FILE *out, uint32_t number) {
  if (number == GRUNDY_INFINITY)
    (void)fputs("∞", out);
  else
    (void)fprintf(out, "%u", (unsigned)number);
}

/* A move is best if it leads from a draw to a draw, and otherwise if it lowers the remoteness by
 * one: a winner moves to the lost position of least remoteness, a loser to the one of greatest. */
static void put_best(FILE *out, const grundy_digraph *g, const uint32_t *r, uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  uint32_t best = GRUNDY_INFINITY;
  bool first = true;
  char name[GRUNDY_NAME_MAX_BYTES];
  for (uint64_t i = 0; i < row.count && r[v] != GRUNDY_INFINITY; i++) {
    const uint32_t next = r[row.at[i]];
    const bool wins = r[v] % 2 == 1;
    if (next == GRUNDY_INFINITY || (wins && next % 2 == 1)) continue;
    if (best == GRUNDY_INFINITY || (wins ? next < best : next > best)) best = next;
  }
  for (uint64_t i = 0; i < row.count; i++) {
    if (r[row.at[i]] != best) continue;
    (void)fprintf(out, "%s%s", first ? "" : ", ", grundy_digraph_name(g, row.at[i], name));
    first = false;
  }
  if (first) (void)fputs("none", out);
}

/* Returns the row of the key that the definitions give for v. */
static char *expected_row(const grundy_digraph *g, uint32_t v, const uint8_t *outcomes,
                          const uint32_t *values, const uint32_t *remoteness) {
  char *row = NULL, name[GRUNDY_NAME_MAX_BYTES];
  size_t size = 0;
  uint32_t set[64];
  FILE *out = open_memstream(&row, &size);
  (void)fprintf(out, "<tr><th>%s</th><td>%c</td><td>", grundy_digraph_name(g, v, name),
                outcomes[v]);
  put_number(out, values[v]);
  const uint64_t count = values[v] == GRUNDY_INFINITY ? naive_k(g, values, v, set) : 0;
  if (values[v] == GRUNDY_INFINITY) (void)fputc('{', out);
  for (uint64_t i = 0; i < count; i++)
    (void)fprintf(out, "%s%u", i > 0 ? "," : "", (unsigned)set[i]);
  if (values[v] == GRUNDY_INFINITY) (void)fputc('}', out);
  (void)fputs("</td><td>", out);
  put_number(out, remoteness[v]);
  (void)fputs("</td><td>", out);
  put_best(out, g, remoteness, v);
  (void)fputs("</td></tr>\n", out);
  assert_int_equal(fclose(out), 0);
  return row;
}

/* Checks the keys of a worksheet, whose questions come first. Returns how many rows were right. */
static uint32_t check_keys(const char *page, uint32_t order, uint32_t variants) {
  const char *picture = page, *key = page;
  uint32_t rows = 0;
  for (uint32_t i = 0; i < variants; i++) key = strstr(key, "<section>") + 1;
  for (uint32_t i = 0; i < variants; i++) {
    uint8_t outcomes[64];
    uint32_t values[64], counter[64], remoteness[64];
    picture = strstr(picture, "<svg");
    key = strstr(key, "<section>") + 1;
    const char *end = strstr(key, "</section>");
    grundy_digraph *g = drawn_game(&picture, order);
    naive_outcome(g, outcomes);
    naive_values(g, values, counter);
    naive_remoteness(g, 0, remoteness);
    for (uint32_t v = 0; v < order; v++) {
      char *row = expected_row(g, v, outcomes, values, remoteness);
      const char *found = strstr(key, row);
      if (found == NULL || found > end) fail_msg("the key lacks %s", row);
      rows++;
      free(row);
    }
    grundy_digraph_free(g);
  }
  return rows;
}

static void keys_agree_with_the_definitions(void **state) {
  char *page = NULL;
  size_t size = 0;
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_GNM);
    grundy_digraph *g = NULL;
    model.seed = test_seed() + i;
    model.order = 1 + i % 30;
    model.moves = model.order * (i % 4) < model.order * model.order ? model.order * (i % 4) : 1;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    FILE *out = open_memstream(&page, &size);
    assert_int_equal(grundy_worksheet_write(
                         g, SHEET(.variants = 2, .seed = 1 + i, .best_moves = true), out, NULL),
                     GRUNDY_OK);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(check_keys(page, (uint32_t)model.order, 2), 2 * model.order);
    grundy_digraph_free(g);
    free(page);
  }
}

static char *random_sheet(grundy_worksheet_level level, uint64_t seed) {
  char *page = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&page, &size);
  assert_int_equal(
      grundy_worksheet_write(
          NULL, SHEET(.level = level, .seed = seed, .variants = 3, .best_moves = true), out, NULL),
      GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  return page;
}

static void random_games_are_as_hard_as_asked(void **state) {
  static const uint32_t orders[] = {
      [GRUNDY_WORKSHEET_EASY] = 6, [GRUNDY_WORKSHEET_MEDIUM] = 8, [GRUNDY_WORKSHEET_HARD] = 10};
  for (grundy_worksheet_level level = GRUNDY_WORKSHEET_EASY; level <= GRUNDY_WORKSHEET_HARD;
       level++) {
    char *page = random_sheet(level, 5), *again = random_sheet(level, 5);
    char *other = random_sheet(level, 6);
    assert_int_equal(check_keys(page, orders[level], 3), 3 * orders[level]);
    assert_string_equal(page, again);
    assert_string_not_equal(page, other);
    assert_true((strstr(page, "<td>D</td>") != NULL) == (level != GRUNDY_WORKSHEET_EASY));
    free(page);
    free(again);
    free(other);
  }
}

/* ---- boards and words ---------------------------------------------------------------------- */

static void boards_replace_names(void **state) {
  char *page = written("chomp:3,4", SHEET(.game = "chomp:3,4", .variants = 2, .best_moves = true));
  assert_int_equal(count_of(page, "<section>"), 4);
  assert_int_equal(count_of(page, "<dt>best move</dt>"), 4 * 9);
  assert_null(strstr(page, "<table>"));
  assert_null(strstr(page, "token along an arrow"));
  assert_non_null(strstr(page, "Chomp: "));
  assert_non_null(strstr(page, "<i>rows</i> = 3, <i>columns</i> = 4"));
  free(page);
  page = written("chomp:3,4", SHEET(.show = GRUNDY_WORKSHEET_NAMES, .exercises = 4));
  assert_int_equal(count_of(page, "<tr><th>"), 2 * (4 + 1));
  assert_null(strstr(page, "<svg"));
  free(page);
}

/* Of 4 positions some are lost although nearly all positions of Nim are won. */
static void all_outcomes_are_asked_about(void **state) {
  char *page = written("nim:3,4,5", SHEET(.show = GRUNDY_WORKSHEET_NAMES, .exercises = 4));
  assert_int_equal(count_of(page, "<td>P</td>"), 2);
  assert_int_equal(count_of(page, "<td>N</td>"), 2);
  free(page);
}

static void worksheets_speak_german(void **state) {
  char *page = written(GRUNDY_ROOT "/examples/ring.edges",
                       SHEET(.language = GRUNDY_GERMAN, .best_moves = true));
  char *nim = written("nim:2,3", SHEET(.language = GRUNDY_GERMAN, .game = "nim:2,3"));
  assert_non_null(strstr(nim, "Nim: Nimm beliebig viele Steine"));
  assert_non_null(strstr(nim, "Hier: nim:2,3."));
  free(nim);
  assert_non_null(strstr(page, "<html lang=\"de\">"));
  assert_non_null(strstr(page, "<h1>Arbeitsblatt</h1>"));
  assert_non_null(strstr(page, "N: Der Spieler am Zug gewinnt"));
  assert_null(strstr(page, "a best move"));
  assert_non_null(strstr(page, "Wer nicht ziehen kann, verliert."));
  assert_non_null(
      strstr(page, "<th>Ausgang</th><th>Wert</th><th>Remoteness</th><th>bester Zug</th>"));
  free(page);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_questions_are_blank_and_the_solution_is_not),
      cmocka_unit_test(misere_play_has_no_values),
      cmocka_unit_test(what_does_not_fit_on_paper_is_refused),
      cmocka_unit_test(keys_agree_with_the_definitions),
      cmocka_unit_test(random_games_are_as_hard_as_asked),
      cmocka_unit_test(boards_replace_names),
      cmocka_unit_test(all_outcomes_are_asked_about),
      cmocka_unit_test(worksheets_speak_german),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
