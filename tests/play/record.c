/* Records of matches: what is written is read again, for random trees of moves in random games;
 * texts that are not records, and moves that the rules do not allow, are refused at their place. */

#include <grundy/format.h>
#include <grundy/play.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/test.h"

enum { RECORDS = 300, MOVES = 40, CHOICES = 1000 };

/* ---- games ------------------------------------------------------------------------------- */

/* Makes the game that an expression calls a, b or c, from a number. */
static grundy_status read_random(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                 grundy_digraph **g, grundy_error *error) {
  grundy_random random = grundy_random_new(*(const uint64_t *)context);
  (void)name, (void)closed_limit, (void)error;
  *g = random_coloured_game(&random, 8, 3, false);
  return GRUNDY_OK;
}

static grundy_status read_graph(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                grundy_digraph **g, grundy_error *error) {
  grundy_random random = grundy_random_new(*(const uint64_t *)context);
  (void)name, (void)closed_limit, (void)error;
  *g = game_random(&random, 8, 0.3);
  return GRUNDY_OK;
}

static grundy_expression *open_game(const char *text, uint64_t *seed, bool coloured) {
  grundy_expression_options options = GRUNDY_OPTIONS(
      grundy_expression_options, .read = coloured ? read_random : read_graph, .context = seed);
  if (text[0] != 'x') options.read = NULL; /* rules, or a file */
  grundy_expression *expression = NULL;
  grundy_error error = {0};
  if (grundy_expression_open(text, &options, &expression, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return expression;
}

/* ---- random records ---------------------------------------------------------------------- */

static grundy_record *new_record(const char *game) {
  grundy_record_head head = GRUNDY_OPTIONS(grundy_record_head, .play = GRUNDY_NORMAL_PLAY);
  head.players[0] = (grundy_record_player){.name = "Anna B."};
  head.players[1] = (grundy_record_player){.is_computer = true, .name = "fair"};
  grundy_record *record = NULL;
  assert_int_equal(grundy_record_new(game, &head, &record, NULL), GRUNDY_OK);
  return record;
}

static const char *const comments[] = {
    "",   "good", "two\nlines", "  indented # and \"quoted\"", "\nan empty line first\n\nand later",
    "é ∞"};

/* Plays at random in the compound, and sometimes takes moves back: a tree of moves. */
static void grow(grundy_record *record, grundy_compound *compound, grundy_random *random) {
  uint32_t at = 0;
  for (int i = 0; i < MOVES; i++) {
    grundy_moves *moves = NULL;
    char *text = NULL;
    assert_int_equal(grundy_compound_moves(compound, CHOICES, &moves, NULL), GRUNDY_OK);
    uint64_t count = grundy_moves_count(moves);
    if (count == 0 || grundy_random_below(random, 4) == 0) {
      if (at != 0) assert_true(grundy_compound_take_back(compound));
      at = grundy_record_get(record, at).parent;
      grundy_moves_free(moves);
      continue;
    }
    grundy_move move = grundy_moves_get(moves, grundy_random_below(random, count));
    assert_int_equal(grundy_move_write(compound, move.steps, move.count, &text, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_move(compound, move.steps, move.count, NULL), GRUNDY_OK);
    assert_int_equal(
        grundy_record_add(record, at, text, grundy_random_below(random, 2) == 0, &at, NULL),
        GRUNDY_OK);
    const char *comment = comments[grundy_random_below(random, sizeof comments / sizeof *comments)];
    assert_int_equal(grundy_record_set_comment(record, at, comment, NULL), GRUNDY_OK);
    free(text);
    grundy_moves_free(moves);
  }
  while (grundy_compound_take_back(compound)) {
  }
}

static char *text_of(const grundy_record *record) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(grundy_record_write(record, out, NULL), GRUNDY_OK);
  fclose(out);
  return text;
}

static grundy_status read_text(const char *text, grundy_record **record, grundy_error *error) {
  FILE *in = fmemopen((char *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
  grundy_status status = grundy_record_read("match.txt", &options, record, error);
  fclose(in);
  return status;
}

/* Follows both trees at the same time, branch by branch; the order of branches counts. */
static void assert_same_moves(const grundy_record *a, const grundy_record *b) {
  assert_int_equal(grundy_record_count(a), grundy_record_count(b));
  char *texts[2] = {text_of(a), text_of(b)};
  assert_string_equal(texts[0], texts[1]);
  free(texts[0]);
  free(texts[1]);
  uint32_t i = 0, j = 0;
  do { /* the main lines */
    grundy_record_move left = grundy_record_get(a, i), right = grundy_record_get(b, j);
    assert_string_equal(left.text, right.text);
    assert_string_equal(left.comment, right.comment);
    assert_int_equal(left.number, right.number);
    i = left.next;
    j = right.next;
  } while (i != 0 && j != 0);
  assert_int_equal(i, j == 0 ? 0 : i);
}

static void check_round_trip(const char *game, uint64_t seed, bool coloured) {
  grundy_random random = grundy_random_new(seed);
  grundy_expression *expression = open_game(game, &seed, coloured);
  grundy_compound *compound = grundy_expression_compound(expression);
  grundy_record *record = new_record(game), *again = NULL;
  grundy_error error = {0};
  grow(record, compound, &random);
  char *text = text_of(record);
  if (read_text(text, &again, &error) != GRUNDY_OK)
    fail_msg("GRUNDY_SEED=%llu, %s: %s\n%s", (unsigned long long)seed, game, error.message, text);
  assert_same_moves(record, again);
  if (grundy_record_check(again, expression, NULL, &error) != GRUNDY_OK)
    fail_msg("GRUNDY_SEED=%llu, %s: %s\n%s", (unsigned long long)seed, game, error.message, text);
  assert_same_moves(record, again);
  const grundy_record_head *head = grundy_record_get_head(again);
  assert_string_equal(grundy_record_game(again), game);
  assert_string_equal(head->players[0].name, "Anna B.");
  assert_true(head->players[1].is_computer && !head->players[0].is_computer);
  free(text);
  grundy_record_free(record);
  grundy_record_free(again);
  grundy_expression_free(expression);
}

static void records_of_random_games_are_read_as_they_were_written(void **state) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(RECORDS); seed++) {
    check_round_trip("x@0", seed, false); /* cycles and loops */
    check_round_trip("x@0", seed, true);  /* two sides */
    check_round_trip("x@0 + y@0 + nim:3", seed, false);
    check_round_trip("x@0 & (y@0 | z@0)", seed, false);
  }
}

static void records_of_rules_and_extra_turns_are_read_as_they_were_written(void **state) {
  static const char *const games[] = {"cram:3,3",
                                      "kayles:7 + kayles:2,3",
                                      "grundy:9",
                                      "tic-tac-toe",
                                      "wythoff:3,5",
                                      "nim:5",
                                      "\"" GRUNDY_ROOT
                                      "/examples/turns/moons.edges\"@half + nim:3"};
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(RECORDS / 20) + 1; seed++)
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
      check_round_trip(games[i], seed, false);
}

/* ---- names ------------------------------------------------------------------------------- */

static grundy_status read_named(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                grundy_digraph **g, grundy_error *error) {
  static const char text[] = "start \"#1\"\nstart \"a #b\"\nstart \"2 b\"\nstart \" blank\"\n"
                             "start \"\\\"q\\\"\"\nstart \"a, 2 b\"\nstart \"-> b\"\nstart \"\"\n"
                             "start \"a \\\"b\"\n";
  (void)context, (void)name, (void)closed_limit;
  FILE *in = fmemopen((char *)text, strlen(text), "r");
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
  grundy_status status = grundy_digraph_read("named", GRUNDY_FORMAT_EDGES, &options, g, error);
  fclose(in);
  return status;
}

static void names_that_look_like_something_else_are_quoted(void **state) {
  static const char *const games[] = {"x@start", "nim:3 + x@start"};
  for (int i = 0; i < 2; i++) {
    grundy_expression_options options =
        GRUNDY_OPTIONS(grundy_expression_options, .read = read_named);
    grundy_expression *expression = NULL;
    grundy_record *record = new_record(games[i]), *again = NULL;
    grundy_moves *moves = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_expression_open(games[i], &options, &expression, &error), GRUNDY_OK);
    grundy_compound *compound = grundy_expression_compound(expression);
    assert_int_equal(grundy_compound_moves(compound, CHOICES, &moves, NULL), GRUNDY_OK);
    for (uint64_t m = 0; m < grundy_moves_count(moves); m++) {
      grundy_move move = grundy_moves_get(moves, m);
      char *text = NULL;
      grundy_step *steps = NULL;
      uint64_t count = 0;
      assert_int_equal(grundy_move_write(compound, move.steps, move.count, &text, NULL), GRUNDY_OK);
      if (grundy_move_read(expression, text, &steps, &count, &error) != GRUNDY_OK)
        fail_msg("%s: %s", text, error.message);
      assert_int_equal(count, move.count);
      assert_int_equal(steps[0].to, move.steps[0].to);
      assert_int_equal(steps[0].component, move.steps[0].component);
      assert_int_equal(grundy_record_add(record, 0, text, false, NULL, NULL), GRUNDY_OK);
      free(steps);
      free(text);
    }
    char *text = text_of(record);
    assert_int_equal(read_text(text, &again, &error), GRUNDY_OK);
    assert_int_equal(grundy_record_check(again, expression, NULL, &error), GRUNDY_OK);
    assert_same_moves(record, again);
    free(text);
    grundy_moves_free(moves);
    grundy_record_free(record);
    grundy_record_free(again);
    grundy_expression_free(expression);
  }
}

/* ---- texts ------------------------------------------------------------------------------- */

static void wrong_texts_are_refused_at_their_place(void **state) {
  static const struct {
    const char *text;
    uint64_t line, column;
    const char *message;
  } wrong[] = {
      {"1. b\n", 1, 1, "the record does not name its game, as in 'game nim:5'"},
      {"game\n", 1, 5, "the game is missing, as in 'game nim:5'"},
      {"game nim:3\ngame nim:4\n", 2, 1, "a second line 'game'"},
      {"game nim:3\nplay fast\n", 2, 6, "the play is normal or misere"},
      {"game nim:3\nfirst dog\n", 2, 7,
       "a player is 'computer' with a level, or 'person' with a name"},
      {"game nim:3\nfirst computer very good\n", 2, 20, "a level is one word"},
      {"game nim:3\nresult lost\n", 2, 8, "the result is first, second, draw or open"},
      {"game nim:3\n2. 1\n", 2, 1, "move 2 follows move 0; expected at most 1"},
      {"game nim:3\n0. 1\n", 2, 1, "move 0 follows move 0; expected at most 1"},
      {"game nim:3\n1 1\n", 2, 2, "a dot is missing after the number of a move"},
      {"game nim:3\n1.1\n", 2, 3, "a blank is missing before the move"},
      {"game nim:3\n1. # nothing\n", 2, 4, "the move is missing"},
      {"game nim:3\n1. \"a\n", 2, 4, "the closing quote is missing"},
      {"game nim:3\n1. 1\n1. 1\n", 3, 1, "this repeats the move in line 2"},
      {"game nim:3\n1. 1\nresult draw\n", 3, 1,
       "this line is not a move, such as '2. b', and lines about the match come before its moves"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_record *record = NULL;
    grundy_error error = {0};
    assert_int_equal(read_text(wrong[i].text, &record, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, wrong[i].message);
    assert_int_equal(error.line, wrong[i].line);
    assert_int_equal(error.column, wrong[i].column);
    assert_null(record);
  }
}

static void check_refused(const char *text, uint64_t line, const char *message) {
  grundy_record *record = NULL;
  grundy_expression *expression = NULL;
  grundy_error error = {0};
  assert_int_equal(read_text(text, &record, NULL), GRUNDY_OK);
  assert_int_equal(grundy_expression_open(grundy_record_game(record), NULL, &expression, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_record_check(record, expression, NULL, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, message);
  assert_int_equal(error.line, line);
  uint64_t at = grundy_compound_position(grundy_expression_compound(expression), 0);
  assert_int_equal(at, 5); /* where it was */
  grundy_record_free(record);
  grundy_expression_free(expression);
}

static void illegal_moves_and_wrong_results_are_refused(void **state) {
  check_refused("game nim:5\n1. 3\n2. 4\n", 3, "move 2, '4', is not allowed: no move from 3 to 4");
  check_refused("game nim:5\n1. 3\n2. 2\n1. 5\n", 4,
                "move 1, '5', is not allowed: no move from 5 to 5");
  check_refused("game nim:5\n1. x\n", 2, "move 1, 'x', is not allowed: nim has no position 'x'");
  check_refused("game nim:5\nresult second\n1. 0\n", 0,
                "the result is 'second', but the match ends with 'first'");
}

static void moves_and_comments_that_a_text_cannot_have_are_refused(void **state) {
  grundy_record *record = NULL;
  assert_int_equal(grundy_record_new(" ", NULL, &record, NULL), GRUNDY_BAD_ARGUMENT);
  record = new_record("nim:3");
  static const char *const wrong[] = {"", " ", "a\nb", "# a", "a # b", "\"a", "\xff"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(grundy_record_add(record, 0, wrong[i], true, NULL, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_record_set_comment(record, 0, "\xff", NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_record_count(record), 0);
  for (int i = 0; i < GRUNDY_RECORD_MAX_MOVES; i++) {
    char text[32];
    (void)snprintf(text, sizeof text, "%d", i);
    assert_int_equal(grundy_record_add(record, (uint32_t)i, text, true, NULL, NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_record_add(record, 0, "x", true, NULL, NULL), GRUNDY_UNABLE);
  grundy_record_free(record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(records_of_random_games_are_read_as_they_were_written),
      cmocka_unit_test(records_of_rules_and_extra_turns_are_read_as_they_were_written),
      cmocka_unit_test(names_that_look_like_something_else_are_quoted),
      cmocka_unit_test(wrong_texts_are_refused_at_their_place),
      cmocka_unit_test(illegal_moves_and_wrong_results_are_refused),
      cmocka_unit_test(moves_and_comments_that_a_text_cannot_have_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
