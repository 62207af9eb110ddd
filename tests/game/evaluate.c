/* Evaluating expressions one by one: which way is chosen, and what is refused. */

#include "support/test.h"
#include <unistd.h>

#include <grundy/grundy.h>

#include "game/batch.h"
#include "game/impl.h"
#include "game/octal_family.h"

#define RING "annihilation:" GRUNDY_ROOT "/examples/ring.edges,a,b" /* play can go round */

static grundy_status keep(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(grundy_answer *)context = *answer;
  return GRUNDY_OK;
}

static grundy_status refuse(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(grundy_answer *)context = *answer;
  return GRUNDY_CANCELLED;
}

static grundy_status evaluate(const char *text, grundy_evaluate_options options,
                              grundy_answer *answer, grundy_error *error) {
  options.size = sizeof options;
  options.context = answer;
  if (options.answered == NULL) options.answered = keep;
  return grundy_expressions_evaluate(&text, 1, &options, error);
}

/* A search finds outcomes and values; everything else needs all positions. */
static void only_outcome_and_value_are_searched(void **state) {
  grundy_answer searched, explored;
  assert_int_equal(evaluate("wythoff:3,5", (grundy_evaluate_options){0}, &searched, NULL),
                   GRUNDY_OK);
  assert_true(searched.was_searched);
  grundy_evaluate_options all = {.columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                                            GRUNDY_COLUMN_REMOTENESS};
  assert_int_equal(evaluate("wythoff:3,5", all, &explored, NULL), GRUNDY_OK);
  assert_false(explored.was_searched);
  assert_int_equal(explored.evaluation.outcome, searched.evaluation.outcome);
  assert_int_equal(explored.evaluation.value, searched.evaluation.value);
  assert_true(explored.evaluation.remoteness < GRUNDY_OMEGA);
  grundy_evaluate_options misere = {.play = GRUNDY_MISERE_PLAY};
  assert_int_equal(evaluate("wythoff:0,1", misere, &explored, NULL), GRUNDY_OK);
  assert_false(explored.was_searched);
  assert_int_equal(explored.evaluation.outcome, GRUNDY_OUTCOME_P);
}

static void a_monitor_need_not_have_a_tick(void **state) {
  static const grundy_monitor silent = {0};
  const char *texts[] = {"wythoff:3,5", "wythoff:3,5 + nim:1"};
  grundy_answer answer = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .monitor = &silent, .answered = keep, .context = &answer};
  assert_int_equal(grundy_expressions_evaluate(texts, 1, &options, NULL), GRUNDY_OK);
  assert_int_equal(answer.index, 0);
  grundy_threads_set(1);
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, NULL), GRUNDY_OK);
  assert_int_equal(answer.index, 1);
  grundy_threads_set(0);
}

/* A table is for the next search: without a search, the answer is found in another way. A
 * certificate must be written. */
static void a_cycle_allows_a_table_but_not_a_certificate(void **state) {
  char path[64];
  grundy_answer answer = {0};
  grundy_error error = {0};
  (void)snprintf(path, sizeof path, "/tmp/grundy-evaluate-%d", (int)getpid());
  assert_int_equal(evaluate(RING, (grundy_evaluate_options){.table = path}, &answer, &error),
                   GRUNDY_OK);
  assert_false(answer.was_searched);
  assert_string_equal(answer.reason, "the search met a cycle");
  assert_int_not_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_NONE);
  (void)remove(path);
  answer.index = 77;
  assert_int_equal(evaluate(RING, (grundy_evaluate_options){.certificate = path}, &answer, &error),
                   GRUNDY_OK);
  assert_int_equal(answer.status, GRUNDY_UNABLE);
  assert_string_equal(answer.error.message, "cannot write a certificate: the search met a cycle");
  assert_int_equal(access(path, F_OK), -1);
}

/* Rules have a search, but not in misère play; a heap of Nim has none. */
static void certificates_are_for_searches(void **state) {
  static const char *const texts[] = {"wythoff:1,2", "nim:3", GRUNDY_ROOT "/examples/ring.edges@a",
                                      GRUNDY_ROOT "/tests/faults/heaps.lua:1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_answer answer = {.index = 77};
    grundy_error error = {0};
    grundy_evaluate_options options = {.play = GRUNDY_MISERE_PLAY, .certificate = "/dev/null"};
    assert_int_equal(evaluate(texts[i], options, &answer, &error), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(answer.index, 77);
    assert_non_null(strstr(error.message, "tables and certificates are for searches"));
  }
}

/* The answer is handed over although its certificate cannot be written; then the callback decides.
 */
static void an_answer_without_its_certificate_is_handed_over(void **state) {
  grundy_evaluate_options options = {.certificate = "/dev/full"};
  for (int i = 0; i < 2; i++) {
    grundy_answer answer = {0};
    grundy_error error = {0};
    options.answered = i == 0 ? keep : refuse;
    grundy_status status = evaluate("wythoff:1,2", options, &answer, &error);
    if (i == 0) assert_int_equal(status, error.status);
    assert_int_equal(status == GRUNDY_CANCELLED, i == 1);
    assert_int_not_equal(status, GRUNDY_OK);
    assert_true(answer.was_searched);
    assert_int_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_P);
  }
}

/* Several heaps of Nim are a sum of heaps; the rules, searched or explored from a position of the
 * same name, agree. */
static void heaps_of_nim_are_a_sum(void **state) {
  char sum[64], rules[64];
  for (int code = 0; code < 4 * 4 * 4 * 2; code++) {
    int a = code & 3, b = code >> 2 & 3, c = code >> 4 & 3;
    grundy_answer found = {0}, expected = {0};
    const grundy_evaluate_options options = {.play = code >> 6 ? GRUNDY_MISERE_PLAY
                                                               : GRUNDY_NORMAL_PLAY};
    (void)snprintf(sum, sizeof sum, "nim:%d,%d,%d", a, b, c);
    (void)snprintf(rules, sizeof rules, "nim:3,3,3@%d,%d,%d", a, b, c);
    assert_int_equal(evaluate(sum, options, &found, NULL), GRUNDY_OK);
    assert_int_equal(evaluate(rules, options, &expected, NULL), GRUNDY_OK);
    assert_true(!found.was_searched && found.positions == 0 && expected.positions > 0);
    assert_int_equal(found.evaluation.outcome, expected.evaluation.outcome);
    if (options.play == GRUNDY_NORMAL_PLAY)
      assert_int_equal(found.evaluation.value, expected.evaluation.value);
  }
  grundy_answer huge = {0};
  assert_int_equal(evaluate("nim:1000000000000000001,1000000000000000000,1",
                            (grundy_evaluate_options){0}, &huge, NULL),
                   GRUNDY_OK);
  assert_int_equal(huge.evaluation.outcome, GRUNDY_OUTCOME_P);
}

/* Remoteness needs a search: of the rules, which have fewer positions than the sum, if there are
 * not too many. */
static void the_remoteness_of_heaps_of_nim_is_that_of_the_rules(void **state) {
  const grundy_columns columns =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS;
  grundy_evaluate_options options = {.columns = columns, .limit = 100};
  grundy_answer answer = {0};
  assert_int_equal(evaluate("nim:3,3,3", options, &answer, NULL), GRUNDY_OK);
  assert_null(answer.same_as);
  assert_int_equal(answer.positions, 20);
  assert_int_equal(answer.evaluation.remoteness, 7);
  answer = (grundy_answer){0};
  assert_int_equal(evaluate("nim:30,30,30", options, &answer, NULL), GRUNDY_OK);
  assert_int_equal(answer.evaluation.value, 30);
  assert_int_equal(answer.evaluation.remoteness, GRUNDY_UNKNOWN);
}

#define TEN "1,1,1,1,1,1,1,1,1,1,"
#define MANY "nim:" TEN TEN TEN TEN TEN TEN TEN

/* Whatever is not a list of sizes is left to the rules. */
static void other_arguments_of_nim_are_those_of_the_rules(void **state) {
  static const char *const wrong[] = {"nim:3,", "nim:3,x", "nim:-1,2", "nim:99999999999999999999,3",
                                      "nim:,3", MANY "x"};
  grundy_answer answer = {0};
  grundy_error error = {0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(evaluate(wrong[i], (grundy_evaluate_options){0}, &answer, &error),
                     GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.file, "nim.lua"));
  }
  assert_int_equal(evaluate("nim:1,2 + nim:3", (grundy_evaluate_options){0}, &answer, &error),
                   GRUNDY_OK);
  assert_int_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_P);
  assert_null(answer.same_as);
}

static void cycles_and_paths_that_do_not_exist_are_those_of_the_rules(void **state) {
  static const char *const wrong[] = {"node-kayles:cycle:2", "node-kayles:cycle:x",
                                      "graph-kayles:path:x", "graph-kayles:cycle:1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_answer answer = {0};
    grundy_error error = {0};
    assert_int_equal(evaluate(wrong[i], (grundy_evaluate_options){0}, &answer, &error),
                     GRUNDY_BAD_INPUT);
    assert_null(answer.same_as);
  }
}

/* A position with these followers, by the definitions of outcome, mex, remoteness and distance. */
static void a_move_on_a_cycle_leads_to_heaps(void **state) {
  enum { NONE = GRUNDY_OUTCOME_NONE, P = GRUNDY_OUTCOME_P, N = GRUNDY_OUTCOME_N };
  const grundy_number unknown = GRUNDY_UNKNOWN;
  const struct {
    size_t count;
    grundy_evaluation followers[2];
    grundy_evaluation expected;
  } rows[] = {
#define POSITION(o, v, r, d)                                                                       \
  {.outcome = (grundy_outcome)(o), .value = v, .remoteness = r, .distance = d}
      {1, {POSITION(P, 0, 0, 0)}, POSITION(N, 1, 1, 1)},
      {1, {POSITION(N, 3, 5, 7)}, POSITION(P, 0, 6, 8)},
      {2, {POSITION(P, 0, 4, 6), POSITION(P, 0, 2, 8)}, POSITION(N, 1, 3, 9)},
      {2, {POSITION(P, 0, 2, 8), POSITION(P, 0, 4, 6)}, POSITION(N, 1, 3, 9)},
      {2, {POSITION(N, 1, 3, 3), POSITION(P, 0, 4, 4)}, POSITION(N, 2, 5, 5)},
      {2, {POSITION(N, 1, 3, 3), POSITION(N, 2, 5, 4)}, POSITION(P, 0, 6, 5)},
      {2, {POSITION(N, 2, 5, 4), POSITION(N, 1, 3, 3)}, POSITION(P, 0, 6, 5)},
      {1, {POSITION(NONE, unknown, unknown, unknown)}, POSITION(NONE, unknown, unknown, unknown)},
      {2,
       {POSITION(NONE, unknown, 4, 4), POSITION(N, 1, unknown, 3)},
       POSITION(NONE, unknown, unknown, 5)},
      {2,
       {POSITION(P, 0, unknown, 4), POSITION(NONE, 1, 2, unknown)},
       POSITION(N, 2, unknown, unknown)},
      {2,
       {POSITION(NONE, 1, 2, unknown), POSITION(P, 0, unknown, 4)},
       POSITION(N, 2, unknown, unknown)},
#undef POSITION
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    grundy_evaluation made = grundy_octal_family_evaluate(rows[i].followers, rows[i].count);
    if (made.outcome != rows[i].expected.outcome || made.value != rows[i].expected.value ||
        made.remoteness != rows[i].expected.remoteness ||
        made.distance != rows[i].expected.distance)
      fail_msg("row %zu", i);
    assert_int_equal(made.ends, made.outcome != GRUNDY_OUTCOME_NONE);
  }
}

static void laws_say_nothing_about_other_questions(void **state) {
  const grundy_evaluate_options options[] = {
      {.law = "law.json", .play = GRUNDY_MISERE_PLAY},
      {.law = "law.json", .columns = GRUNDY_COLUMN_REMOTENESS},
      {.law = "law.json", .table = "table"},
      {.law = "law.json", .certificate = "certificate"},
  };
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    grundy_answer answer = {.index = 77};
    grundy_error error = {0};
    assert_int_equal(evaluate("vector{(1,0)*,(0,1)*}:2,2", options[i], &answer, &error),
                     GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, "laws are about outcomes and values in normal play");
    assert_int_equal(answer.index, 77);
  }
}

/* ---- games on vectors ---------------------------------------------------------------------- */

/* The text of the game without a start, in its normal form; or why it is not evaluated. */
static void operators_of_games_on_vectors_have_an_order(void **state) {
#define NIM "vector{(0,1)*,(1,0)*}"
  static const char *const right[][2] = {
      {NIM ":3,3", NIM},
      {"terminal(" NIM ":3,3, 1,1, 2,0)", "terminal(" NIM ", 1,1, 2,0)"},
      {"terminal(vector{(0,2)*,(1,0)*,overshoot}:3,3, out, 1,1)",
       "terminal(vector{(0,2)*,(1,0)*,overshoot}, 1,1)"},
      {"pass(" NIM ":3,3)", "pass(" NIM ", 1)"},
      {"pass(" NIM ":3,3, 2)", "pass(" NIM ", 2)"},
      {"block(" NIM ":3,3, 2)", "block(" NIM ", 2)"},
      {"pass(terminal(" NIM ":3,3, 1,1), 2)", "pass(terminal(" NIM ", 1,1), 2)"},
      {"block(terminal(" NIM ":3,3, 1,1), 1)", "block(terminal(" NIM ", 1,1), 1)"},
  };
  static const char *const other[] = {
      "terminal(terminal(" NIM ":3,3, 1,1), 2,2)",
      "terminal(pass(" NIM ":3,3), 1,1/1)",
      "pass(pass(" NIM ":3,3))",
      "pass(block(" NIM ":3,3, 1))",
      "block(pass(" NIM ":3,3), 1)",
      "block(block(" NIM ":3,3, 1), 1)",
      "restrict(" NIM ":3,3, a > 0)",
      "pass(restrict(" NIM ":3,3, a > 0))",
      "terminal(block(" NIM ":3,3, 1), 1,1)",
  };
#undef NIM
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    grundy_vector_game game = {0};
    grundy_error error = {0};
    if (grundy_vector_game_parse(right[i][0], &game, &error) != GRUNDY_OK)
      fail_msg("%s: %s", right[i][0], error.message);
    char *text = grundy_vector_game_text(&game);
    assert_string_equal(text, right[i][1]);
    free(text);
    grundy_vector_game_free(&game);
  }
  for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
    grundy_vector_game game = {0};
    grundy_error error = {0};
    if (grundy_vector_game_parse(other[i], &game, &error) != GRUNDY_UNABLE)
      fail_msg("%s: %s", other[i], error.message);
    assert_non_null(strstr(error.message, "these operators can only be explored"));
  }
}

/* A position outside of the box that is known needs a larger one; a search is only for those who
 * ask. Two heaps of Nim, (1,1) and a knight's move. */
static void positions_of_vectors_are_evaluated_in_any_order(void **state) {
  static const struct {
    const char *name;
    uint64_t value;
  } rows[] = {{"2,5", 2 ^ 5}, {"5,2", 5 ^ 2}, {"1,1", 0}, {"6,6", 0}, {"0,6", 6}};
  grundy_expression *e = NULL;
  grundy_error error = {0};
  if (grundy_expression_open("vector{(1,0)*,(0,1)*}:6000,6000@2,5 + nim:1", NULL, &e, &error) !=
      GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_component game = grundy_compound_component(grundy_expression_compound(e), 0);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t v = 0;
    grundy_evaluation found = {0};
    grundy_board board = {0};
    assert_int_equal(game.kind->find_position(game.data, rows[i].name, 3, &v, &error), GRUNDY_OK);
    assert_int_equal(game.kind->evaluate(game.data, v, GRUNDY_NORMAL_PLAY, &found, &error),
                     GRUNDY_OK);
    assert_int_equal(found.value, rows[i].value);
    assert_int_equal(found.outcome, rows[i].value == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N);
    assert_int_equal(game.kind->board(game.data, v, NULL, 1, &board, &error), GRUNDY_OK);
    assert_int_equal(board.kind, GRUNDY_BOARD_HEAPS);
  }
  grundy_expression_free(e);
  grundy_answer answer = {0};
  char path[64];
  (void)snprintf(path, sizeof path, "/tmp/grundy-evaluate-%d", (int)getpid());
  for (int i = 0; i < 2; i++) {
    assert_int_equal(evaluate("vector{(1,0)*,(0,1)*,(1,2)}:3,2",
                              (grundy_evaluate_options){.table = i == 0 ? NULL : path}, &answer,
                              &error),
                     GRUNDY_OK);
    assert_int_equal(answer.was_searched, i);
    assert_int_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_N);
    (void)remove(path);
  }
}

/* The board of a position outside has no counters. */
static void nothing_is_on_the_board_outside(void **state) {
  grundy_expression *e = NULL;
  grundy_error error = {0};
  static grundy_board board;
  uint64_t v = 0;
  if (grundy_expression_open("vector{(1,0)*,(0,3)*,overshoot}:6000,6000@2,5 + nim:1", NULL, &e,
                             &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_component game = grundy_compound_component(grundy_expression_compound(e), 0);
  assert_int_equal(game.kind->find_position(game.data, "out", 3, &v, &error), GRUNDY_OK);
  assert_int_equal(game.kind->board(game.data, v, NULL, 1, &board, &error), GRUNDY_OK);
  assert_int_equal(board.place_count, 2);
  assert_true(board.places[0].count == 0 && board.places[1].count == 0);
  grundy_expression_free(e);
}

static void no_games_are_done_at_once(void **state) {
  const grundy_game_batch none = {.count = 0};
  assert_int_equal(grundy_game_batch_run(&none, NULL), GRUNDY_OK);
}

static void windows_have_the_remoteness_of_misere_play(void **state) {
  const grundy_open_options options = {
      .size = sizeof options, .window = 10, .accepts_windows = true};
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("wythoff:4,5", &options, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_type(g), GRUNDY_GAME_WINDOW);
  for (int play = 0; play < 2; play++)
    assert_int_equal((grundy_expression_columns(g, (grundy_play)play, false) &
                      GRUNDY_COLUMN_MISERE_REMOTENESS) != 0,
                     play == GRUNDY_MISERE_PLAY);
  grundy_digraph_free(g);
}

/* A certificate is about one row of one game, however its moves are written. */
static void a_certificate_is_about_one_row(void **state) {
  static const char text[] =
      "{\"format\": \"grundy vector period 1\", \"game\": \"vector{(1,0),(0,1)*}:1,x\", "
      "\"preperiod\": 0, \"period\": 2, \"saltus\": 2, \"at\": 2, \"rows_period\": 2, "
      "\"values\": [1, 0]}";
  static const struct {
    const char *game;
    bool is_same;
  } rows[] = {
      {"vector{(1,0),(0,1)*}:1,x", true},
      {"vector{(0,1)*,(1,0)}:1,x", true},
      {NULL, true},
      {"vector{(1,0),(0,1)*}:2,x", false},
      {"vector{(1,0),(0,2)*}:1,x", false},
      {"vector{(1,0),(0,1)}:1,x", false},
      {"vector{(1,0),(0,1)*}", false},
      {"vector{(1,0),(0,1)*:1,x", false},
      {"vector{(1,0),(0,0)}:1,x", false},
      {"nim:3", false},
      {"0.77", false},
  };
  char path[64];
  (void)snprintf(path, sizeof path, "/tmp/grundy-evaluate-%d", (int)getpid());
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    grundy_certificate_report report = {0};
    grundy_error error = {0};
    grundy_status status = grundy_certificate_verify(rows[i].game, path, NULL, &report, &error);
    if (status != (rows[i].is_same ? GRUNDY_OK : GRUNDY_BAD_INPUT))
      fail_msg("%s: %s", rows[i].game, error.message);
    if (!rows[i].is_same) assert_non_null(strstr(error.message, "the certificate is about "));
  }
  (void)remove(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_outcome_and_value_are_searched),
      cmocka_unit_test(a_monitor_need_not_have_a_tick),
      cmocka_unit_test(a_cycle_allows_a_table_but_not_a_certificate),
      cmocka_unit_test(certificates_are_for_searches),
      cmocka_unit_test(an_answer_without_its_certificate_is_handed_over),
      cmocka_unit_test(heaps_of_nim_are_a_sum),
      cmocka_unit_test(the_remoteness_of_heaps_of_nim_is_that_of_the_rules),
      cmocka_unit_test(other_arguments_of_nim_are_those_of_the_rules),
      cmocka_unit_test(cycles_and_paths_that_do_not_exist_are_those_of_the_rules),
      cmocka_unit_test(a_move_on_a_cycle_leads_to_heaps),
      cmocka_unit_test(laws_say_nothing_about_other_questions),
      cmocka_unit_test(operators_of_games_on_vectors_have_an_order),
      cmocka_unit_test(positions_of_vectors_are_evaluated_in_any_order),
      cmocka_unit_test(nothing_is_on_the_board_outside),
      cmocka_unit_test(no_games_are_done_at_once),
      cmocka_unit_test(windows_have_the_remoteness_of_misere_play),
      cmocka_unit_test(a_certificate_is_about_one_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
