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
  static const char text[] =
      "start \"#1\"\nstart \"a #b\"\nstart \"2 b\"\nstart \" blank\"\n"
      "start \"\\\"q\\\"\"\nstart \"a, 2 b\"\nstart \"-> b\"\nstart \"\"\nstart \"blank \"\n"
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
      {"game nim:3\n1.\n", 2, 3, "the move is missing"},
      {"game nim:3\nplay normal\nplay misere\n", 3, 1, "a second line 'play'"},
      {"game nim:3\nfirst person Anna\nfirst person Bea\n", 3, 1, "a second line 'first'"},
      {"game nim:3\nsecond person\nsecond computer fair\n", 3, 1, "a second line 'second'"},
      {"game nim:3\nresult open\nresult draw\n", 3, 1, "a second line 'result'"},
      {"game nim:3\nthird person Cora\n", 2, 1,
       "'third' does not begin a line of a record; expected game, play, first, second, result, a "
       "move such as '1. b', or #"},
      {"game nim:3\n!1. 1\n", 2, 1,
       "'!1.' does not begin a line of a record; expected game, play, first, second, result, a "
       "move "
       "such as '1. b', or #"},
      {"game nim:3\n1. \xff\n", 2, 4, "a byte that is not UTF-8"},
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

/* Opens the game of the record. */
static grundy_expression *open_game_of(const grundy_record *record) {
  grundy_expression_options options =
      GRUNDY_OPTIONS(grundy_expression_options, .play = grundy_record_get_head(record)->play);
  grundy_expression *expression = NULL;
  assert_int_equal(grundy_expression_open(grundy_record_game(record), &options, &expression, NULL),
                   GRUNDY_OK);
  return expression;
}

static void check_refused(const char *text, uint64_t line, const char *message) {
  grundy_record *record = NULL;
  grundy_expression *expression = NULL;
  grundy_error error = {0};
  assert_int_equal(read_text(text, &record, NULL), GRUNDY_OK);
  expression = open_game_of(record);
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
  check_refused("game nim:5\nresult draw\n1. 0\n1. 3\n", 0,
                "the result is 'draw', but the match ends with 'first'");
  check_refused("game nim:5\nresult first\n1. 3\n2. 0\n", 0,
                "the result is 'first', but the match ends with 'second'");
  check_refused("game nim:5\nplay misere\nresult first\n1. 0\n", 0,
                "the result is 'first', but the match ends with 'second'");
  check_refused("game nim:5\nplay misere\nresult second\n1. 3\n2. 0\n", 0,
                "the result is 'second', but the match ends with 'first'");
}

/* Also if play is not over, or if a payoff is its result. */
static void right_results_are_accepted_and_written_as_json(void **state) {
  static const struct {
    const char *text, *result;
  } right[] = {
      {"game nim:5\n1. 0\n", "\"result\": null"},
      {"game nim:5\nresult open\n1. 0\n", "\"result\": null"},
      {"game nim:5\nresult first\n1. 0\n", "\"result\": \"first\""},
      {"game nim:5\nresult second\n1. 3\n2. 0\n", "\"result\": \"second\""},
      {"game nim:5\nresult second\n1. 3\n", "\"result\": \"second\""}, /* the first resigned */
      {"game nim:5\nplay misere\nresult second\n1. 0\n", "\"result\": \"second\""},
      {"game nim:5\nplay misere\nresult first\n1. 3\n2. 0\n", "\"result\": \"first\""},
      {"game \"" GRUNDY_ROOT "/examples/payoffs.edges\"@a1\nresult draw\n1. b1\n2. t1\n",
       "\"result\": \"draw\""},
  };
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    char *text = NULL;
    size_t size = 0;
    grundy_record *record = NULL;
    grundy_error error = {0};
    assert_int_equal(read_text(right[i].text, &record, NULL), GRUNDY_OK);
    grundy_expression *expression = open_game_of(record);
    FILE *out = open_memstream(&text, &size);
    grundy_json json = grundy_json_start(out);
    if (grundy_record_check(record, expression, &json, &error) != GRUNDY_OK)
      fail_msg("%s: %s", right[i].text, error.message);
    assert_int_equal(fclose(out), 0);
    if (strstr(text, right[i].result) == NULL) fail_msg("%s: %s", right[i].text, text);
    free(text);
    grundy_record_free(record);
    grundy_expression_free(expression);
  }
}

/* A record that was not read has no name, and its moves no lines. */
static void moves_of_a_record_without_a_name_are_checked(void **state) {
  grundy_record *record = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_record_new("nim:3", NULL, &record, NULL), GRUNDY_OK);
  assert_int_equal(grundy_record_add(record, 0, "4", true, NULL, NULL), GRUNDY_OK);
  grundy_expression *expression = open_game_of(record);
  assert_int_equal(grundy_record_check(record, expression, NULL, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "move 1, '4', is not allowed: no move from 3 to 4");
  assert_string_equal(error.file, "");
  assert_int_equal(grundy_record_check(record, expression, NULL, NULL), GRUNDY_BAD_INPUT);
  grundy_record_free(record);
  grundy_expression_free(expression);
}

static void games_and_players_that_a_text_cannot_have_are_refused(void **state) {
  static const struct {
    const char *game, *name;
    bool is_computer;
    const char *message; /* NULL: it is allowed */
  } cases[] = {
      {"nim:3\nnim:4", "", false, "the game of a record is one line"},
      {"nim\xff:3", "", false, "the game of a record is one line"},
      {"", "", false, "the game of a record is one line"},
      {"nim:3", "a\nb", false, "the name of a player is one line, and a level one word"},
      {"nim:3", "a\xff", false, "the name of a player is one line, and a level one word"},
      {"nim:3", "very good", true, "the name of a player is one line, and a level one word"},
      {"nim:3", "very good", false, NULL},
      {"nim:3", " good ", true, NULL},
      {" nim:3 ", NULL, false, NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int player = 0; player < 2; player++) {
      grundy_record_head head = GRUNDY_OPTIONS(grundy_record_head, .play = GRUNDY_NORMAL_PLAY);
      grundy_record *record = NULL;
      grundy_error error = {0};
      head.players[player] =
          (grundy_record_player){.is_computer = cases[i].is_computer, .name = cases[i].name};
      grundy_status status = grundy_record_new(cases[i].game, &head, &record, &error);
      assert_int_equal(status, cases[i].message == NULL ? GRUNDY_OK : GRUNDY_BAD_ARGUMENT);
      if (cases[i].message != NULL) assert_string_equal(error.message, cases[i].message);
      if (cases[i].message == NULL) assert_string_equal(grundy_record_game(record), "nim:3");
      grundy_record_free(record);
    }
}

static void comments_lose_blanks_at_the_ends_of_lines(void **state) {
  static const struct {
    const char *given, *kept;
  } texts[] = {{" \t\n a \t\n\nb \n \n", "\n a\n\nb"}, {" \n", ""}, {"\n\na", "\n\na"}};
  grundy_record *record = new_record("nim:3");
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_int_equal(grundy_record_set_comment(record, 0, texts[i].given, NULL), GRUNDY_OK);
    assert_string_equal(grundy_record_get(record, 0).comment, texts[i].kept);
  }
  grundy_record_free(record);
}

/* ---- moves as texts ------------------------------------------------------------------------ */

/* Reads a move; returns its first position, or fails with the message. */
static void check_move(const char *game, const char *text, uint64_t to, const char *message) {
  grundy_expression_options options = GRUNDY_OPTIONS(grundy_expression_options, .read = read_named);
  if (game[0] != 'x') options.read = NULL;
  grundy_expression *expression = NULL;
  grundy_step *steps = NULL;
  uint64_t count = 0;
  grundy_error error = {0};
  assert_int_equal(grundy_expression_open(game, &options, &expression, NULL), GRUNDY_OK);
  grundy_status status = grundy_move_read(expression, text, &steps, &count, &error);
  if (status != (message == NULL ? GRUNDY_OK : GRUNDY_BAD_INPUT))
    fail_msg("%s, %s: %s", game, text, error.message);
  if (message != NULL) assert_string_equal(error.message, message);
  if (message == NULL) assert_int_equal(steps[0].to, to);
  free(steps);
  grundy_expression_free(expression);
}

static void moves_of_several_components_are_read_with_blanks_and_quotes(void **state) {
  static const char *const texts[] = {"2 1",     " 2  1 ",        "2 1 , 1 0", "2 1\t,1 0",
                                      "2 \"1\"", "2 \"1\" , 1 0", "2 \"1\" "};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    check_move("nim:3 + nim:2", texts[i], 1, NULL);
  check_move("nim:3", "-> 1", 1, NULL);
  check_move("nim:3", "\"1\"", 1, NULL);
  check_move("nim:3", "1 2", 2, NULL); /* component 1 */
}

static grundy_status read_drawn(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                grundy_digraph **g, grundy_error *error) {
  static const char text[] = "@ a player=A\n@ b player=B outcome=draw\na b\n";
  FILE *in = fmemopen((char *)text, strlen(text), "r");
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
  grundy_status status = grundy_digraph_read("drawn", GRUNDY_FORMAT_EDGES, &options, g, error);
  fclose(in);
  return status;
}

static void the_result_of_a_drawn_match_is_a_draw(void **state) {
  static const char *const results[] = {"first", "second", "draw"};
  for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
    char text[64];
    grundy_expression_options options =
        GRUNDY_OPTIONS(grundy_expression_options, .read = read_drawn);
    grundy_record *record = NULL;
    grundy_expression *expression = NULL;
    grundy_error error = {0};
    (void)snprintf(text, sizeof text, "game x@a\nresult %s\n1. b\n", results[i]);
    assert_int_equal(read_text(text, &record, NULL), GRUNDY_OK);
    assert_int_equal(grundy_expression_open("x@a", &options, &expression, NULL), GRUNDY_OK);
    assert_int_equal(grundy_record_check(record, expression, NULL, &error),
                     i == 2 ? GRUNDY_OK : GRUNDY_BAD_INPUT);
    if (i < 2) assert_non_null(strstr(error.message, "but the match ends with 'draw'"));
    grundy_record_free(record);
    grundy_expression_free(expression);
  }
}

static void wrong_moves_are_refused(void **state) {
  static const struct {
    const char *game, *text, *message;
  } wrong[] = {
      {"nim:3 + nim:2", "b", "write the number of a component and a position, as in '2 b'"},
      {"nim:3 + nim:2", "2", "write the number of a component and a position, as in '2 b'"},
      {"nim:3 + nim:2", "2 1, ", "nim has no position '1,'"},
      {"nim:3 + nim:2", "0 1", "'0' is not a component; expected 1 to 2"},
      {"nim:3 + nim:2", "3 1", "'3' is not a component; expected 1 to 2"},
      {"nim:3 + nim:2", "2 , 1 0", "nim has no position ''"},
      {"nim:3 + nim:2", "2 \"1", "'\"1' lacks the closing quote"},
      {"nim:3 + nim:2", "2 \"1\" x", "'x' follows the move; expected a comma, or nothing"},
      {"nim:3 + nim:2", "2 x", "nim has no position 'x'"},
      {"nim:3", "\"1\"2", "nim has no position '\"1\"2'"},
      {"nim:3", "\"", "nim has no position '\"'"},
      {"nim:3", "-> ", "nim has no position ''"},
      {"x@start", "a #c", "the game has no position 'a #c'; did you mean 'a #b'?"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    check_move(wrong[i].game, wrong[i].text, 0, wrong[i].message);
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
      cmocka_unit_test(right_results_are_accepted_and_written_as_json),
      cmocka_unit_test(moves_of_a_record_without_a_name_are_checked),
      cmocka_unit_test(games_and_players_that_a_text_cannot_have_are_refused),
      cmocka_unit_test(comments_lose_blanks_at_the_ends_of_lines),
      cmocka_unit_test(moves_of_several_components_are_read_with_blanks_and_quotes),
      cmocka_unit_test(wrong_moves_are_refused),
      cmocka_unit_test(the_result_of_a_drawn_match_is_a_draw),
      cmocka_unit_test(moves_and_comments_that_a_text_cannot_have_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
