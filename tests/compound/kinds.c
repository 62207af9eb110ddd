/* Components implemented by the calling program: which members a compound uses, and how failures
 * are passed on. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <grundy/compound.h>
#include <grundy/game.h>

#include <string.h>

/* A heap from which every move takes one counter. `data` selects the function that fails. */
typedef enum failing { NOTHING, EVALUATING, COUNTING, MOVING } failing;

static grundy_status fail_if(void *data, failing what, grundy_error *error) {
  if (*(failing *)data != what) return GRUNDY_OK;
  if (error != NULL) {
    *error = (grundy_error){.status = GRUNDY_UNABLE, .reason = GRUNDY_REASON_TIME};
    (void)snprintf(error->message, sizeof error->message, "failure %d", (int)what);
  }
  return GRUNDY_UNABLE;
}

static grundy_status evaluate(void *data, uint64_t n, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  evaluation->value = n % 2;
  evaluation->remoteness = play == GRUNDY_NORMAL_PLAY ? n : n + 1;
  evaluation->distance = evaluation->counter = n;
  return fail_if(data, EVALUATING, error);
}

static grundy_status count_moves(void *data, uint64_t n, uint64_t *count, grundy_error *error) {
  *count = n > 0;
  return fail_if(data, COUNTING, error);
}

static grundy_status get_move(void *data, uint64_t n, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  (void)index;
  *to = n - 1;
  return fail_if(data, MOVING, error);
}

static grundy_status name_position(void *data, uint64_t n, char *text, size_t size, size_t *length,
                                   grundy_error *error) {
  (void)data, (void)error;
  *length = (size_t)snprintf(text, size, "%d left", (int)n);
  return GRUNDY_OK;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  (void)data, (void)name, (void)length, (void)position, (void)error;
  return GRUNDY_BAD_INPUT;
}

static grundy_status refuse(void *data, uint64_t n, grundy_play play, grundy_error *error) {
  (void)data, (void)n, (void)play, (void)error;
  return GRUNDY_BAD_ARGUMENT;
}

static const grundy_component_kind path = {
    .size = sizeof path,
    .name = "path",
    .evaluate = evaluate,
    .count_moves = count_moves,
    .get_move = get_move,
    .name_position = name_position,
    .find_position = find_position,
};

static grundy_compound *sum_of(const grundy_component_kind *kind, failing *data, uint64_t n) {
  grundy_compound *c;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, (grundy_component){kind, data}, n, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 2, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
  return c;
}

static void required_members_suffice(void **state) {
  (void)state;
  failing data = NOTHING;
  grundy_compound *c = sum_of(&path, &data, 5);
  grundy_evaluation evaluation;
  grundy_moves *moves;
  char text[64];
  assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &moves, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
  assert_int_equal(evaluation.value, 3);
  grundy_move best = grundy_moves_get(moves, 0);
  assert_int_equal(grundy_compound_describe_move(c, best, text, sizeof text), 9);
  assert_string_equal(text, "2: 2 -> 1");
  assert_int_equal(grundy_compound_move(c, best.steps, best.count, NULL), GRUNDY_OK);
  grundy_moves_free(moves);
  assert_int_equal(grundy_compound_name(c, 0, 5, text, sizeof text), 6);
  assert_string_equal(text, "5 left");
  grundy_step step = {0, 5, 3};
  assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_BAD_ARGUMENT);
  step.to = 4;
  assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_OK);
  grundy_compound_free(c);
}

static void names_and_moves_are_cut(void **state) {
  (void)state;
  failing data = NOTHING;
  grundy_compound *c = sum_of(&path, &data, 5);
  const grundy_step step = {0, 5, 4};
  const grundy_move move = {.steps = &step, .count = 1};
  const char *whole = "1: 5 left -> 4 left";
  for (size_t size = 0; size < 32; size++) {
    char text[32], expected[32] = "";
    memset(text, '#', sizeof text);
    assert_int_equal(grundy_compound_describe_move(c, move, text, size), strlen(whole));
    (void)snprintf(expected, size, "%s", whole);
    if (size > 0) assert_string_equal(text, expected);
    if (size < sizeof text) assert_int_equal(text[size], '#');
  }
  grundy_compound_free(c);
}

/* A program compiled with an older header has a smaller struct. */
static void members_past_the_size_are_not_used(void **state) {
  (void)state;
  failing data = NOTHING;
  grundy_component_kind old = path;
  grundy_compound *c;
  old.check_position = refuse;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  grundy_component component = {&old, &data};
  assert_int_equal(grundy_compound_add(c, component, 5, NULL), GRUNDY_BAD_ARGUMENT);
  old.size = offsetof(grundy_component_kind, check_position);
  assert_int_equal(grundy_compound_add(c, component, 5, NULL), GRUNDY_OK);
  grundy_compound_free(c);
}

static void required_members_are_required(void **state) {
  (void)state;
  failing data = NOTHING;
  grundy_component_kind kinds[] = {path, path, path};
  grundy_error error;
  grundy_compound *c;
  kinds[0].size = 0;
  kinds[1].get_move = NULL;
  kinds[2].size = offsetof(grundy_component_kind, find_position);
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    grundy_component component = {&kinds[i], &data};
    assert_int_equal(grundy_compound_add(c, component, 5, &error), GRUNDY_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "lacks a required member"));
  }
  grundy_compound_free(c);
}

static void failures_are_passed_on(void **state) {
  (void)state;
  for (failing what = EVALUATING; what <= MOVING; what++) {
    failing data = NOTHING;
    char message[32];
    grundy_compound *c = sum_of(&path, &data, 5);
    grundy_evaluation evaluation;
    grundy_moves *moves = NULL;
    grundy_error error = {0};
    data = what;
    (void)snprintf(message, sizeof message, "failure %d", (int)what);
    assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &moves, &error), GRUNDY_UNABLE);
    assert_string_equal(error.message, message);
    assert_int_equal(error.reason, GRUNDY_REASON_TIME);
    assert_null(moves);
    data = NOTHING; /* a component may recover */
    assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &moves, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.value, 3);
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(required_members_suffice),
      cmocka_unit_test(names_and_moves_are_cut),
      cmocka_unit_test(members_past_the_size_are_not_used),
      cmocka_unit_test(required_members_are_required),
      cmocka_unit_test(failures_are_passed_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
