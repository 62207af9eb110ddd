/* The shapes of answers are read back with Jansson and compared with what was meant. */

#include <grundy/answer.h>
#include <jansson.h>

#include "answer/impl.h"
#include "compound/impl.h"
#include "support/test.h"

static char text[1 << 16];

static grundy_json begin(void) {
  FILE *out = fmemopen(text, sizeof text, "w");
  assert_non_null(out);
  return grundy_json_start(out);
}

/* Checks that the document that was written is the given one. */
static void assert_document(grundy_json *json, const char *meant) {
  assert_int_equal(fclose(json->out), 0);
  json_t *read = json_loads(text, JSON_DECODE_ANY, NULL), *wanted = json_loads(meant, 0, NULL);
  assert_non_null(wanted);
  if (read == NULL || !json_equal(read, wanted)) fail_msg("%s instead of %s", text, meant);
  json_decref(read);
  json_decref(wanted);
}

/* ---- numbers and values ------------------------------------------------------------------ */

static void numbers_and_values(void **state) {
  const uint32_t numbers[] = {0, 2};
  grundy_json json = begin();
  grundy_json_array(&json, NULL);
  grundy_answer_number(&json, NULL, 5);
  grundy_answer_number(&json, NULL, GRUNDY_INFINITY64);
  grundy_answer_number(&json, NULL, GRUNDY_UNKNOWN);
  grundy_answer_number(&json, NULL, GRUNDY_TOO_LARGE);
  grundy_answer_number(&json, NULL, GRUNDY_OMEGA);
  grundy_answer_number(&json, NULL, 2 * GRUNDY_OMEGA + 3);
  grundy_answer_number32(&json, NULL, GRUNDY_INFINITY);
  grundy_answer_number32(&json, NULL, GRUNDY_NUMBER_UNKNOWN);
  grundy_answer_number32(&json, NULL, 7);
  grundy_answer_value(&json, NULL, (grundy_value){.nimber = 3});
  grundy_answer_value(&json, NULL,
                      (grundy_value){.nimber = GRUNDY_INFINITY, .k = {numbers, 2, false}});
  grundy_answer_value(&json, NULL,
                      (grundy_value){.nimber = GRUNDY_INFINITY, .k = {.absent = true}});
  grundy_answer_value(&json, NULL, (grundy_value){.nimber = GRUNDY_NUMBER_UNKNOWN});
  grundy_answer_outcome(&json, NULL, GRUNDY_OUTCOME_A);
  grundy_answer_outcome(&json, NULL, GRUNDY_OUTCOME_NONE);
  grundy_json_end(&json);
  assert_document(&json, "[5, \"inf\", null, null, {\"ordinal\": \"w\"}, {\"ordinal\": \"w*2+3\"},"
                         "\"inf\", null, 7, 3, {\"infinite\": [0, 2]}, {\"infinite\": null}, null,"
                         "\"A\", null]");
}

/* ---- positions and moves ----------------------------------------------------------------- */

static void check_evaluation(const char *expression, const char *meant) {
  grundy_expression *opened = NULL;
  grundy_evaluation evaluation;
  assert_int_equal(grundy_expression_open(expression, NULL, &opened, NULL), GRUNDY_OK);
  grundy_compound *compound = grundy_expression_compound(opened);
  assert_int_equal(grundy_compound_evaluate(compound, NULL, &evaluation, NULL), GRUNDY_OK);
  grundy_json json = begin();
  grundy_json_object(&json, NULL);
  grundy_answer_evaluation(&json, &evaluation);
  grundy_answer_verdict(&json, grundy_evaluation_mover_outcome(&evaluation));
  grundy_answer_compound_limit(&json, compound);
  grundy_json_end(&json);
  assert_document(&json, meant);
  grundy_expression_free(opened);
}

static void evaluations_have_all_members(void **state) {
  check_evaluation("nim:3 + nim:5", "{\"outcome\": \"N\", \"value\": 6, \"remoteness\": 7,"
                                    "\"distance\": 8, \"ends\": \"proved\", \"verdict\": \"win\","
                                    "\"limit\": null}");
  check_evaluation("ordinal:(w*2+3)",
                   "{\"outcome\": \"N\", \"value\": {\"ordinal\": \"w*2+3\"}, \"remoteness\": 1,"
                   "\"distance\": {\"ordinal\": \"w*2+3\"}, \"ends\": \"proved\","
                   "\"verdict\": \"win\", \"limit\": null}");
}

static void check_move(const char *expression, bool boards, const char *meant) {
  grundy_expression *opened = NULL;
  grundy_evaluation evaluation;
  grundy_moves *moves = NULL;
  assert_int_equal(grundy_expression_open(expression, NULL, &opened, NULL), GRUNDY_OK);
  grundy_compound *compound = grundy_expression_compound(opened);
  assert_int_equal(grundy_compound_best(compound, 1, NULL, &evaluation, &moves, NULL), GRUNDY_OK);
  grundy_move best = grundy_moves_get(moves, 0);
  grundy_answer_boards with = {.board = calloc(1, sizeof *with.board), .turn = 1};
  assert_non_null(with.board);
  grundy_json json = begin();
  grundy_status status =
      grundy_answer_move(&json, NULL, compound, &best, true, boards ? &with : NULL, NULL);
  assert_int_equal(status, GRUNDY_OK);
  assert_document(&json, meant);
  free(with.board);
  grundy_moves_free(moves);
  grundy_expression_free(opened);
}

static void moves_have_steps_and_boards(void **state) {
  check_move("nim:1 + nim:3", false,
             "{\"steps\": [{\"component\": 2, \"from\": \"3\", \"to\": \"1\", \"words\": null,"
             "\"reduced\": \"1\"}], \"verdict\": \"win\", \"best\": true, \"outcome\": \"P\","
             "\"value\": 0, \"remoteness\": 2, \"distance\": 2, \"ends\": \"proved\"}");
  check_move("nim:2", true,
             "{\"steps\": [{\"component\": 1, \"from\": \"2\", \"to\": \"0\", \"words\": null,"
             "\"reduced\": \"0\", \"path\": [{\"from\": 0, \"to\": null, \"count\": 2}],"
             "\"heaps\": [0]}], \"verdict\": \"win\", \"best\": true, \"outcome\": \"P\","
             "\"value\": 0, \"remoteness\": 0, \"distance\": 0, \"ends\": \"proved\"}");
}

/* ---- components of other kinds ------------------------------------------------------------ */

/* Components of programs that were built before components had boards. */
static void old_components_have_no_boards(void **state) {
  grundy_component_kind kind = *grundy_component_nim().kind;
  kind.size = offsetof(grundy_component_kind, board);
  grundy_compound *c = NULL;
  const uint64_t drawn[] = {1};
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, (grundy_component){&kind, NULL}, 2, NULL), GRUNDY_OK);
  const grundy_best_options options = {.size = sizeof options, .drawn = drawn, .drawn_count = 1};
  grundy_json json = begin();
  assert_int_equal(grundy_answer_best(&json, c, &options, NULL), GRUNDY_OK);
  assert_int_equal(fclose(json.out), 0);
  json_t *read = json_loads(text, 0, NULL);
  const json_t *boards = json_object_get(read, "boards");
  const json_t *component = json_array_get(json_object_get(read, "components"), 0);
  const json_t *move = json_array_get(json_object_get(read, "moves"), 0);
  const json_t *step = json_array_get(json_object_get(move, "steps"), 0);
  assert_int_equal(json_array_size(boards), 1);
  assert_true(json_is_null(json_array_get(boards, 0)));
  assert_true(json_is_null(json_object_get(component, "board")));
  assert_string_equal(json_string_value(json_object_get(step, "to")), "0");
  assert_null(json_object_get(step, "path"));
  json_decref(read);
  grundy_compound_free(c);
}

/* A name that is longer than most, with a move to the next position and the last board. */
static size_t name_at_length(char *name, size_t size, uint64_t position) {
  enum { LENGTH = 200 };
  for (size_t i = 0; i < LENGTH && i + 1 < size; i++) name[i] = (char)('a' + position);
  if (size > 0) name[size <= LENGTH ? size - 1 : LENGTH] = '\0';
  return LENGTH;
}

static grundy_status name_position(void *data, uint64_t position, char *name, size_t size,
                                   size_t *length, grundy_error *error) {
  (void)data;
  (void)error;
  *length = name_at_length(name, size, position);
  return GRUNDY_OK;
}

static uint64_t boards_left; /* until one fails */

static grundy_status draw_or_fail(void *data, uint64_t position, const uint64_t *follower, int turn,
                                  grundy_board *board, grundy_error *error) {
  (void)data;
  (void)position;
  (void)follower;
  (void)turn;
  board->kind = GRUNDY_BOARD_NONE;
  if (boards_left-- > 0) return GRUNDY_OK;
  *error = (grundy_error){.status = GRUNDY_BAD_INPUT, .message = "no board"};
  return GRUNDY_BAD_INPUT;
}

static grundy_compound *compound_of(const grundy_component_kind *kind, uint32_t count) {
  grundy_compound *c = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(grundy_compound_add(c, (grundy_component){kind, NULL}, 1 + i, NULL),
                     GRUNDY_OK);
  if (count > 1)
    assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, count, NULL), GRUNDY_OK);
  return c;
}

static void long_names_are_complete(void **state) {
  grundy_component_kind kind = *grundy_component_nim().kind;
  kind.name_position = name_position;
  char name[300], wanted[400];
  (void)name_at_length(name, sizeof name, 1);
  (void)snprintf(wanted, sizeof wanted, "{\"at\": \"%s\"}", name);
  grundy_compound *c = compound_of(&kind, 1);
  grundy_json json = begin();
  grundy_json_object(&json, NULL);
  assert_int_equal(grundy_answer_position(&json, "at", c, 0, 1, NULL), GRUNDY_OK);
  grundy_json_end(&json);
  assert_document(&json, wanted);
  grundy_compound_free(c);
}

/* Wherever a board cannot be drawn, the answer fails with its error. */
static void boards_that_fail_end_the_answer(void **state) {
  grundy_component_kind kind = *grundy_component_nim().kind;
  kind.board = draw_or_fail;
  grundy_compound *c = compound_of(&kind, 2);
  const uint64_t drawn[] = {0, 1};
  const grundy_best_options options = {
      .size = sizeof options, .drawn = drawn, .drawn_count = 2, .boards = true, .all_moves = true};
  grundy_status status = GRUNDY_BAD_INPUT;
  uint64_t k = 0;
  for (; status != GRUNDY_OK; k++) {
    grundy_error error = {0};
    grundy_json json = begin();
    boards_left = k;
    status = grundy_answer_best(&json, c, &options, &error);
    assert_int_equal(json.depth, 0);
    assert_int_equal(fclose(json.out), 0);
    if (status != GRUNDY_OK) {
      assert_int_equal(status, GRUNDY_BAD_INPUT);
      assert_string_equal(error.message, "no board");
    }
  }
  /* Two components, three moves, and the two positions. */
  assert_int_equal(k - 1, 2 + 3 + 2);
  grundy_compound_free(c);
}

/* ---- limits and errors ------------------------------------------------------------------- */

static void limits_and_errors(void **state) {
  grundy_error error = {.status = GRUNDY_UNABLE, .reason = GRUNDY_REASON_MEMORY, .message = "full"};
  grundy_json json = begin();
  grundy_json_object(&json, NULL);
  grundy_answer_limit(&json, &error);
  grundy_json_end(&json);
  assert_document(&json, "{\"limit\": {\"reason\": \"memory\", \"message\": \"full\"}}");

  error = (grundy_error){GRUNDY_BAD_INPUT, GRUNDY_REASON_OTHER, "no", "a.edges", 2, 3};
  const grundy_answer_failure failure = {.size = sizeof failure, .hint = "do", .positions = 9};
  json = begin();
  grundy_answer_error(&json, &error, &failure);
  assert_document(&json,
                  "{\"error\": {\"reason\": \"syntax\", \"message\": \"no\", \"hint\": \"do\","
                  "\"file\": \"a.edges\", \"line\": 2, \"column\": 3, \"code\": 3,"
                  "\"positions\": 9}}");

  const grundy_answer_failure named = {.size = sizeof named, .reason = "time"};
  json = begin();
  grundy_answer_error(&json, &error, &named);
  assert_document(&json, "{\"error\": {\"reason\": \"time\", \"message\": \"no\", \"hint\": null,"
                         "\"file\": \"a.edges\", \"line\": 2, \"column\": 3, \"code\": 3,"
                         "\"positions\": null}}");

  error = (grundy_error){.status = GRUNDY_BAD_ARGUMENT, .message = "no"};
  json = begin();
  grundy_answer_error(&json, &error, NULL);
  assert_document(&json, "{\"error\": {\"reason\": \"usage\", \"message\": \"no\", \"hint\": null,"
                         "\"file\": null, \"line\": null, \"column\": null, \"code\": 2,"
                         "\"positions\": null}}");
}

/* A search that is too large says so. */
static void a_compound_names_its_limit(void **state) {
  grundy_expression *opened = NULL;
  grundy_evaluation evaluation;
  grundy_expression_options options =
      GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY);
  assert_int_equal(grundy_expression_open("kayles:9 + nim:9", &options, &opened, NULL), GRUNDY_OK);
  grundy_compound *compound = grundy_expression_compound(opened);
  const grundy_search_options few = {.size = sizeof few, .limit = 2};
  assert_int_equal(grundy_compound_evaluate(compound, &few, &evaluation, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_NONE);
  assert_int_equal(grundy_compound_limit_reason(compound), GRUNDY_REASON_TOO_MANY);
  assert_int_equal(grundy_compound_evaluate(compound, NULL, &evaluation, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_limit_reason(compound), GRUNDY_REASON_OTHER);
  grundy_expression_free(opened);
}

/* An answer whose outcome is not known says why: a search that was too large, or none. */
static void unknown_outcomes_have_reasons(void **state) {
  static const struct {
    grundy_search_options search;
    const char *reason, *message;
  } cases[] = {
      {{.size = sizeof(grundy_search_options), .limit = 2}, "too-many", NULL},
      {{.size = sizeof(grundy_search_options), .never = true},
       NULL,
       "no theorem gives the outcome, and nothing was searched"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_expression *opened = NULL;
    const grundy_expression_options misere =
        GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY);
    assert_int_equal(grundy_expression_open("kayles:9 + nim:9", &misere, &opened, NULL), GRUNDY_OK);
    const grundy_best_options options = {.size = sizeof options, .search = &cases[i].search};
    grundy_json json = begin();
    assert_int_equal(grundy_answer_best(&json, grundy_expression_compound(opened), &options, NULL),
                     GRUNDY_OK);
    assert_int_equal(fclose(json.out), 0);
    json_t *read = json_loads(text, 0, NULL);
    const json_t *limit = json_object_get(read, "limit"), *moves = json_object_get(read, "moves");
    assert_true(json_is_null(json_object_get(read, "outcome")));
    if (cases[i].reason != NULL)
      assert_string_equal(json_string_value(json_object_get(limit, "reason")), cases[i].reason);
    if (cases[i].message != NULL)
      assert_string_equal(json_string_value(json_object_get(limit, "message")), cases[i].message);
    for (size_t k = 0; k < json_array_size(moves); k++) /* nobody knows which are best */
      assert_true(json_is_false(json_object_get(json_array_get(moves, k), "best")));
    json_decref(read);
    grundy_expression_free(opened);
  }
}

/* The answer about an expression that was evaluated alone. */
static void evaluated_expressions_may_have_no_outcome(void **state) {
  for (int known = 0; known <= 1; known++) {
    const grundy_answer answer = {
        .evaluation = {.outcome = known == 1 ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_NONE,
                       .value = GRUNDY_UNKNOWN,
                       .remoteness = GRUNDY_UNKNOWN,
                       .distance = GRUNDY_UNKNOWN}};
    grundy_json json = begin();
    grundy_answer_evaluated(&json, &answer, NULL);
    assert_int_equal(fclose(json.out), 0);
    json_t *read = json_loads(text, 0, NULL);
    const json_t *limit = json_object_get(read, "limit");
    if (known == 1)
      assert_true(json_is_null(limit));
    else
      assert_string_equal(json_string_value(json_object_get(limit, "message")),
                          "the outcome is not known");
    json_decref(read);
  }
}

/* A compound that no expression made has components without sources; a draw lists the moves that
 * keep it, and all moves come with the best ones first. */
static void best_moves_come_first(void **state) {
  const char *const sources[] = {"x", "y"};
  grundy_compound *sum = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &sum, NULL), GRUNDY_OK);
  for (uint64_t heap = 1; heap <= 2; heap++)
    assert_int_equal(grundy_compound_add(sum, grundy_component_nim(), heap, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_join(sum, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
  for (int named = 0; named <= 1; named++) {
    grundy_json json = begin();
    const grundy_best_options options = {.size = sizeof options,
                                         .about = {.sources = named == 1 ? sources : NULL},
                                         .all_moves = true,
                                         .player = named};
    assert_int_equal(grundy_answer_best(&json, sum, &options, NULL), GRUNDY_OK);
    assert_int_equal(fclose(json.out), 0);
    json_t *read = json_loads(text, 0, NULL);
    json_t *moves = json_object_get(read, "moves");
    json_t *component = json_array_get(json_object_get(read, "components"), 1);
    assert_int_equal(json_array_size(moves), 3);
    for (size_t i = 0; i < 3; i++)
      assert_int_equal(json_is_true(json_object_get(json_array_get(moves, i), "best")), i == 0);
    assert_string_equal(json_string_value(json_object_get(read, "turn")),
                        named == 1 ? "second" : "first");
    if (named == 1)
      assert_string_equal(json_string_value(json_object_get(component, "source")), "y");
    else
      assert_true(json_is_null(json_object_get(component, "source")));
    json_decref(read);
  }
  grundy_compound_free(sum);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_and_values),
      cmocka_unit_test(evaluations_have_all_members),
      cmocka_unit_test(moves_have_steps_and_boards),
      cmocka_unit_test(limits_and_errors),
      cmocka_unit_test(old_components_have_no_boards),
      cmocka_unit_test(long_names_are_complete),
      cmocka_unit_test(boards_that_fail_end_the_answer),
      cmocka_unit_test(unknown_outcomes_have_reasons),
      cmocka_unit_test(evaluated_expressions_may_have_no_outcome),
      cmocka_unit_test(a_compound_names_its_limit),
      cmocka_unit_test(best_moves_come_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
