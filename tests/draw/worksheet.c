/* Worksheets: the questions give nothing away, and the solution is complete. tests/cli/worksheet.sh
 * reads whole pages. */

#include "draw/worksheet.h"
#include "support/coloured.h"
#include "support/folder.h"
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
static char *page_of(const grundy_digraph *g, const grundy_worksheet_options *options) {
  char *text = NULL;
  size_t size = 0;
  grundy_error error = {0};
  FILE *out = open_memstream(&text, &size);
  if (grundy_worksheet_write(g, options, out, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(fclose(out), 0);
  return text;
}

static char *written(const char *game, const grundy_worksheet_options *options) {
  grundy_digraph *g = opened(game);
  char *text = page_of(g, options);
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
  refuses("wythoff:1,2", SHEET(.game = "none.lua:3"), GRUNDY_BAD_INPUT, "No such file");
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

/* There may be as many positions as there are exercises, and a picture even if only names are
 * wanted, since they mean nothing. */
static void random_games_have_as_many_positions_as_exercises(void **state) {
  static const uint32_t orders[] = {4, 5, 11, 26};
  for (grundy_worksheet_level level = GRUNDY_WORKSHEET_ANY; level <= GRUNDY_WORKSHEET_HARD; level++)
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
      char *page =
          page_of(NULL, SHEET(.level = level, .seed = 7 + i, .variants = 4, .best_moves = true,
                              .exercises = orders[i], .show = GRUNDY_WORKSHEET_NAMES));
      assert_int_equal(check_keys(page, orders[i], 4), 4 * orders[i]);
      free(page);
    }
}

/* ---- which positions are asked about -------------------------------------------------------- */

/* A chain from 6 to 0, where A has won; 9 -> 8, where B has won; a cycle of 10 and 11; and 7, where
 * play ends in a draw. */
static grundy_digraph *coloured_chains(void) {
  coloured_game game = coloured_start(12);
  for (uint32_t v = 0; v < 12; v++) coloured_player(&game, v, v % 2 == 0 ? 'A' : 'B');
  for (uint32_t v = 1; v <= 6; v++) coloured_move(&game, v, v - 1);
  coloured_move(&game, 9, 8);
  coloured_move(&game, 10, 11);
  coloured_move(&game, 11, 10);
  coloured_outcome(&game, 0, 'A');
  coloured_outcome(&game, 7, 'D');
  coloured_outcome(&game, 8, 'B');
  return coloured_finish(&game);
}

static bool asks_about(const char *page, uint32_t v) {
  char row[32];
  (void)snprintf(row, sizeof row, "<tr><th>%u</th>", (unsigned)v);
  return strstr(page, row) != NULL;
}

/* The winner's remoteness is that of the position: 1 at 1 and 9, 2 at 2, and so on, and none at
 * draws, which are decided last. */
static void levels_are_thirds_by_the_remoteness_of_the_winner(void **state) {
  static const uint32_t thirds[][3] = {[GRUNDY_WORKSHEET_EASY] = {1, 9, 2},
                                       [GRUNDY_WORKSHEET_MEDIUM] = {3, 4, 5},
                                       [GRUNDY_WORKSHEET_HARD] = {6, 10, 11}};
  grundy_digraph *g = coloured_chains();
  for (grundy_worksheet_level level = GRUNDY_WORKSHEET_EASY; level <= GRUNDY_WORKSHEET_HARD;
       level++)
    for (int graph = 0; graph <= 1; graph++) {
      char *page =
          page_of(g, SHEET(.level = level, .part = GRUNDY_WORKSHEET_QUESTIONS,
                           .exercises = graph == 1 ? 0 : 3,
                           .show = graph == 1 ? GRUNDY_WORKSHEET_GRAPH : GRUNDY_WORKSHEET_NAMES));
      assert_int_equal(count_of(page, "<tr><th>"), 1 + 3);
      for (int i = 0; i < 3; i++) assert_true(asks_about(page, thirds[level][i]));
      free(page);
    }
  char *page = page_of(
      g, SHEET(.exercises = 3, .show = GRUNDY_WORKSHEET_NAMES, .part = GRUNDY_WORKSHEET_SOLUTION));
  for (const char *outcome = "ABD"; *outcome != '\0'; outcome++) {
    const char cell[] = {'<', 't', 'd', '>', *outcome, '<', '\0'};
    assert_int_equal(count_of(page, cell), 1);
  }
  free(page);
  grundy_digraph_free(g);
}

/* There is no remoteness in a game with payoffs: positions are asked about in their order. */
static void positions_without_remoteness_keep_their_order(void **state) {
  char *page = written(GRUNDY_ROOT "/examples/payoffs.edges",
                       SHEET(.level = GRUNDY_WORKSHEET_EASY, .exercises = 1,
                             .show = GRUNDY_WORKSHEET_NAMES, .part = GRUNDY_WORKSHEET_QUESTIONS));
  assert_int_equal(count_of(page, "<tr><th>"), 1 + 1);
  assert_non_null(strstr(page, "<tr><th>a1</th>"));
  free(page);
}

/* Terminal positions are asked about if there are no others; of two positions the easy third is one
 * of them, and of none there is none. */
static void small_games_have_levels_too(void **state) {
  for (uint32_t order = 0; order <= 2; order++) {
    grundy_digraph *g = game_from_pairs(order, 0, NULL);
    char *page = page_of(g, SHEET(.level = GRUNDY_WORKSHEET_EASY, .show = GRUNDY_WORKSHEET_NAMES,
                                  .part = GRUNDY_WORKSHEET_QUESTIONS));
    assert_int_equal(count_of(page, "<tr><th>"), 1 + (order > 0));
    assert_int_equal(asks_about(page, 0), order > 0);
    free(page);
    grundy_digraph_free(g);
  }
}

/* ---- other names ---------------------------------------------------------------------------- */

static void more_than_26_positions_are_numbered(void **state) {
  enum { ORDER = 27 };
  uint32_t pairs[ORDER - 1][2];
  for (uint32_t v = 0; v + 1 < ORDER; v++) {
    pairs[v][0] = v + 1;
    pairs[v][1] = v;
  }
  grundy_digraph *g = game_from_pairs(ORDER, ORDER - 1, (const uint32_t(*)[2])pairs);
  char *page = page_of(g, SHEET(.variants = 2, .best_moves = true));
  assert_int_equal(check_keys(page, ORDER, 2), 2 * ORDER);
  free(page);
  grundy_digraph_free(g);
}

/* A seed gives a single graph other names, a, b, c …, but only in a picture can they be found. */
static void a_seed_renames_the_positions_of_a_graph(void **state) {
  const char *game = GRUNDY_ROOT "/examples/two-coloured.edges";
  char *usual = written(game, SHEET(GRAPH)), *renamed = written(game, SHEET(GRAPH, .seed = 2));
  char *names = written(game, SHEET(.show = GRUNDY_WORKSHEET_NAMES, .seed = 2));
  assert_non_null(strstr(usual, "<tr><th>a1</th>"));
  assert_null(strstr(renamed, "<th>a1</th>"));
  assert_non_null(strstr(renamed, "<tr><th>a</th>"));
  assert_non_null(strstr(renamed, "<tr><th>h</th>"));
  assert_non_null(strstr(names, "<th>a1</th>"));
  /* Names that rules give mean something. */
  char *rules = written("wythoff:1,2", SHEET(GRAPH, .seed = 2));
  assert_non_null(strstr(rules, "<tr><th>1,2</th>"));
  free(rules);
  /* Of the positions where play ends one has each outcome, under its new name. */
  for (const char *outcome = "ABD"; *outcome != '\0'; outcome++) {
    const char cell[] = {'<', 't', 'd', '>', *outcome, '<', '\0'};
    assert_true(count_of(renamed, cell) > 1);
    assert_int_equal(count_of(renamed, cell), count_of(usual, cell));
  }
  free(usual);
  free(renamed);
  free(names);
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

static void columns_are_explained_under_their_headings(void **state) {
  static const struct {
    grundy_columns column;
    const char *heading, *question;
  } cases[] = {
      {GRUNDY_COLUMN_OUTCOME, "outcome", "who wins with best play: the next player"},
      {GRUNDY_COLUMN_GRUNDY, "value", "the generalized Sprague–Grundy value"},
      {GRUNDY_COLUMN_DISTANCE, "distance", "how many moves the longest play has"},
      {GRUNDY_COLUMN_COUNTER, "counter", "a number from 0, 1, 2, …, in the order"},
      {GRUNDY_COLUMN_J, NULL, "the set of all values one move away, ∞ among them"},
      {GRUNDY_COLUMN_DRAW_LEVEL, NULL, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const grundy_column_info *column = grundy_column_describe(cases[i].column);
    const char *heading = cases[i].heading == NULL ? column->name : cases[i].heading;
    char head[100], line[1000];
    char *page = written(GRUNDY_ROOT "/examples/ring.edges",
                         SHEET(.columns = cases[i].column, .part = GRUNDY_WORKSHEET_QUESTIONS));
    (void)snprintf(head, sizeof head, "<tr><th>position</th><th>%s</th></tr>", heading);
    (void)snprintf(line, sizeof line, "<li><b>%s</b>: %s", heading,
                   cases[i].question == NULL ? column->summary : cases[i].question);
    if (strstr(page, head) == NULL || strstr(page, line) == NULL)
      fail_msg("%s or %s is not in: %s", head, line, page);
    free(page);
  }
}

/* Who moves is above the board of a card, and not a question. Where there is no board, there is a
 * name. */
static void cards_say_who_moves(void **state) {
  enum { CARDS = 4, OF_A = 2 };
  static const char script[] =
      "return {\n  title = 'Take <one> or two', args = { 'counters' },\n"
      "  start = function(n) return { n, 1 } end,\n"
      "  moves = function(p)\n    local found = { { p[1] - 1, 3 - p[2] } }\n"
      "    if p[1] > 1 then found[2] = { p[1] - 2, 3 - p[2] } end\n    return found\n  end,\n"
      "  terminal = function(p) return p[1] == 0 and (p[2] == 1 and 'B' or 'A') or nil end,\n"
      "  player = function(p) return p[2] == 1 and 'A' or 'B' end,\n"
      "  show = function(p) return p[1] .. (p[2] == 1 and 'A' or 'B') end,\n"
      "  board = function(p) return p[1] > 0 and { heaps = { p[1] } } or nil end,\n}\n";
  char game[64], rules[200];
  write_script(script);
  (void)snprintf(game, sizeof game, "%s:2", script_path);
  const grundy_columns columns = GRUNDY_COLUMN_PLAYER | GRUNDY_COLUMN_OUTCOME;
  char *page = written(
      game, SHEET(.game = game, .exercises = CARDS, .best_moves = true, .columns = columns));
  assert_int_equal(count_of(page, " <span>A to move</span></p>"), 2 * OF_A);
  assert_int_equal(count_of(page, " <span>B to move</span></p>"), 2 * (CARDS - OF_A));
  assert_int_equal(count_of(page, "<b>player</b>") + count_of(page, "<dt>player</dt>"), 0);
  assert_int_equal(count_of(page, "<li><b>outcome</b>: who wins with best play: A, B, or"), 1);
  assert_int_equal(count_of(page, "<div class=\"board\"><svg "), 2 * 2);
  assert_int_equal(count_of(page, "<div class=\"board\">0A</div>"), 2);
  assert_int_equal(count_of(page, "<div class=\"board\">0B</div>"), 2);
  assert_int_equal(count_of(page, "<dt>best move</dt><dd>0A</dd>"), 1); /* of 1B */
  assert_int_equal(count_of(page, "<dt>best move</dt><dd>0B</dd>"), 1); /* of 2A */
  assert_non_null(strstr(page, "<p>Take &lt;one&gt; or two. Here <i>counters</i> = 2.</p>"));
  free(page);
  page = written(game, SHEET(.game = game, .language = GRUNDY_GERMAN));
  (void)snprintf(rules, sizeof rules, "<p>Take &lt;one&gt; or two. Hier: %s.</p>", game);
  assert_non_null(strstr(page, rules));
  assert_non_null(strstr(page, " <span>A ist am Zug</span></p>"));
  free(page);
}

/* A position without parts has no board to show. */
static void games_without_positions_have_no_cards(void **state) {
  grundy_digraph *g = NULL;
  write_script("return { title = 'T', start = function() return 0 end,\n"
               "  moves = function(p) return {} end, split = function(p) return {} end,\n"
               "  board = function(p) return { heaps = { p } } end }\n");
  assert_int_equal(
      grundy_game_open(script_path, &GRUNDY_OPTIONS(grundy_open_options, .parts = true), &g, NULL),
      GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 0);
  char *page = page_of(g, SHEET(.part = GRUNDY_WORKSHEET_QUESTIONS));
  assert_null(strstr(page, "class=\"cards\""));
  assert_int_equal(count_of(page, "<tr><th>"), 1);
  free(page);
  grundy_digraph_free(g);
}

/* Writes a worksheet on misère play or not, and returns whether it has these rules in a paragraph
 * of their own. */
static bool has_rules(const char *game, grundy_play play, const char *rules) {
  char line[400];
  char *page = written("wythoff:1,2", SHEET(.show = GRUNDY_WORKSHEET_NAMES, .game = game,
                                            .play = play, .part = GRUNDY_WORKSHEET_QUESTIONS));
  (void)snprintf(line, sizeof line, "<p>%s</p>\n<p>Fill in the table", rules);
  bool found = strstr(page, line) != NULL;
  if (!found) print_message("%s\nis not in\n%s\n", line, page);
  free(page);
  return found;
}

static void rules_are_written_as_far_as_they_are_known(void **state) {
  static const char loses[] = " A player who cannot move loses.";
  static const char misere[] = " This is misère play: a player who cannot move wins.";
  static const char token[] = "Two players take turns moving a token along an arrow.";
  char rules[300];
  /* What does not name rules has none in words. */
  static const char *const unknown[] = {"a.edges", "pass(wythoff:1,2)", NULL};
  for (size_t i = 0; i < 3; i++) {
    (void)snprintf(rules, sizeof rules, "%s%s", token, loses);
    assert_true(has_rules(unknown[i], GRUNDY_NORMAL_PLAY, rules));
  }
  /* Rules that say who wins are cut after their first sentence in misère play, if they have more
   * than one. */
  write_script("-- Take a counter; whoever takes the last one wins.\n"
               "return { title = 'T', start = function() return 3 end,\n"
               "  moves = function(p) return { p - 1 } end }\n");
  const char *one = "Take a counter; whoever takes the last one wins.";
  (void)snprintf(rules, sizeof rules, "%s", one);
  assert_true(has_rules(script_path, GRUNDY_NORMAL_PLAY, rules));
  (void)snprintf(rules, sizeof rules, "%s%s", one, misere);
  assert_true(has_rules(script_path, GRUNDY_MISERE_PLAY, rules));
  /* Rules that do not are complemented. */
  write_script("return { title = 'T', start = function() return 3 end,\n"
               "  moves = function(p) return { p - 1 } end }\n");
  (void)snprintf(rules, sizeof rules, "T.%s", loses);
  assert_true(has_rules(script_path, GRUNDY_NORMAL_PLAY, rules));
}

static void arguments_have_the_names_of_the_rules(void **state) {
  static const struct {
    const char *game, *arguments;
  } cases[] = {
      {"euclid:5,8", " Here <i>a</i> = 5, <i>b</i> = 8.</p>"},
      {"euclid:5", " Here <i>a</i> = 5.</p>"},
      {"coin-rows:2,3,4", " Here <i>most</i> = 2, <i>rows</i> = 3, 4.</p>"},
      {"euclid", "<p>Euclid: "},
      {"tic-tac-toe", "<p>Tic-tac-toe: "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *page =
        written("wythoff:1,2", SHEET(.show = GRUNDY_WORKSHEET_NAMES, .game = cases[i].game));
    if (strstr(page, cases[i].arguments) == NULL)
      fail_msg("%s is not in: %s", cases[i].arguments, page);
    assert_int_equal(strstr(page, "Here") != NULL, cases[i].arguments[0] == ' ');
    free(page);
  }
}

static void german_rules_belong_to_whole_names(void **state) {
  assert_memory_equal(grundy_worksheet_german_rules("nim:3,4", 3), "Nim:", 4);
  assert_null(grundy_worksheet_german_rules("nimstri", 7));
  assert_null(grundy_worksheet_german_rules("nimnim", 6));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_questions_are_blank_and_the_solution_is_not),
      cmocka_unit_test(misere_play_has_no_values),
      cmocka_unit_test(what_does_not_fit_on_paper_is_refused),
      cmocka_unit_test(keys_agree_with_the_definitions),
      cmocka_unit_test(random_games_are_as_hard_as_asked),
      cmocka_unit_test(random_games_have_as_many_positions_as_exercises),
      cmocka_unit_test(levels_are_thirds_by_the_remoteness_of_the_winner),
      cmocka_unit_test(positions_without_remoteness_keep_their_order),
      cmocka_unit_test(small_games_have_levels_too),
      cmocka_unit_test(more_than_26_positions_are_numbered),
      cmocka_unit_test(a_seed_renames_the_positions_of_a_graph),
      cmocka_unit_test(boards_replace_names),
      cmocka_unit_test(all_outcomes_are_asked_about),
      cmocka_unit_test(worksheets_speak_german),
      cmocka_unit_test(columns_are_explained_under_their_headings),
      cmocka_unit_test(cards_say_who_moves),
      cmocka_unit_test(games_without_positions_have_no_cards),
      cmocka_unit_test(rules_are_written_as_far_as_they_are_known),
      cmocka_unit_test(arguments_have_the_names_of_the_rules),
      cmocka_unit_test(german_rules_belong_to_whole_names),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
