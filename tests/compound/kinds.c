/* Components implemented by the calling program: which members a compound uses, and how failures
 * are passed on. */

#include <grundy/compound.h>
#include <grundy/game.h>

#include "compound/impl.h"
#include "support/test.h"

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
  grundy_step step = {.from = 5, .to = 3};
  assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_BAD_ARGUMENT);
  step.to = 4;
  assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_OK);
  grundy_compound_free(c);
}

static void names_and_moves_are_cut(void **state) {
  failing data = NOTHING;
  grundy_compound *c = sum_of(&path, &data, 5);
  const grundy_step step = {.from = 5, .to = 4};
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
  failing data = NOTHING;
  grundy_component_kind kinds[] = {path, path, path, path, path, path, path};
  grundy_error error;
  grundy_compound *c;
  kinds[0].size = 0;
  kinds[1].get_move = NULL;
  kinds[2].size = offsetof(grundy_component_kind, find_position);
  kinds[3].evaluate = NULL;
  kinds[4].count_moves = NULL;
  kinds[5].name_position = NULL;
  kinds[6].find_position = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    grundy_component component = {&kinds[i], &data};
    assert_int_equal(grundy_compound_add(c, component, 5, &error), GRUNDY_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "lacks a required member"));
  }
  grundy_compound_free(c);
}

static void failures_are_passed_on(void **state) {
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

/* ---- any call may fail ---------------------------------------------------------------------- */

enum { NEVER = -1 };
static int calls_left = NEVER; /* until one fails */
static bool has_failed;

static bool must_fail(grundy_error *error) {
  if (calls_left == NEVER || calls_left-- > 0) return false;
  calls_left = NEVER;
  has_failed = true;
  *error = (grundy_error){.status = GRUNDY_IO_ERROR, .message = "the component failed"};
  return true;
}

/* A component that does what another one does, until one of its calls fails. */
typedef struct proxy {
  grundy_component_kind kind;
  grundy_component to;
} proxy;

static const grundy_component *target_of(void *data) {
  return &((proxy *)data)->to;
}

static grundy_status pass_evaluate(void *data, uint64_t position, grundy_play play,
                                   grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->evaluate(to->data, position, play, evaluation, error);
}

static grundy_status pass_count(void *data, uint64_t position, uint64_t *count,
                                grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->count_moves(to->data, position, count, error);
}

static grundy_status pass_move(void *data, uint64_t position, uint64_t index, uint64_t *follower,
                               grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->get_move(to->data, position, index, follower, error);
}

static grundy_status pass_name(void *data, uint64_t position, char *text, size_t size,
                               size_t *length, grundy_error *error) {
  const grundy_component *to = target_of(data);
  grundy_status status = to->kind->name_position(to->data, position, text, size, length, error);
  return must_fail(error) ? GRUNDY_IO_ERROR : status;
}

static grundy_status pass_is_move(void *data, uint64_t from, uint64_t follower, bool *is_move,
                                  grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->is_move(to->data, from, follower, is_move, error);
}

static grundy_status pass_delay(void *data, uint64_t position, uint64_t bound, uint64_t *follower,
                                grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->delaying_move(to->data, position, bound, follower, error);
}

static grundy_status pass_ordinal(void *data, uint64_t position, grundy_ordinal **ordinal,
                                  grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->ordinal_of(to->data, position, ordinal, error);
}

static grundy_status pass_to_ordinal(void *data, uint64_t position, grundy_ordinal *ordinal,
                                     uint64_t *follower, grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (!must_fail(error))
    return to->kind->move_to_ordinal(to->data, position, ordinal, follower, error);
  grundy_ordinal_free(ordinal);
  return GRUNDY_IO_ERROR;
}

static grundy_status pass_kinds(void *data, uint64_t position, uint64_t index, uint8_t *kinds,
                                grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->get_kinds(to->data, position, index, kinds, error);
}

static grundy_status pass_reduce(void *data, uint64_t position, uint64_t *reduced,
                                 grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->reduce(to->data, position, reduced, error);
}

static grundy_status pass_swap(void *data, uint64_t position, uint64_t *swapped,
                               grundy_error *error) {
  const grundy_component *to = target_of(data);
  if (must_fail(error)) return GRUNDY_IO_ERROR;
  return to->kind->swap(to->data, position, swapped, error);
}

static grundy_seen_by pass_seen_by(void *data) {
  const grundy_component *to = target_of(data);
  return to->kind->seen_by(to->data);
}

static proxy proxy_of(grundy_component to) {
  proxy p = {{.size = sizeof p.kind,
              .name = "proxy",
              .evaluate = pass_evaluate,
              .count_moves = pass_count,
              .get_move = pass_move,
              .name_position = pass_name,
              .find_position = find_position},
             to};
  if (GRUNDY_COMPONENT_HAS(to.kind, is_move)) p.kind.is_move = pass_is_move;
  if (GRUNDY_COMPONENT_HAS(to.kind, delaying_move)) p.kind.delaying_move = pass_delay;
  if (GRUNDY_COMPONENT_HAS(to.kind, ordinal_of)) p.kind.ordinal_of = pass_ordinal;
  if (GRUNDY_COMPONENT_HAS(to.kind, move_to_ordinal)) p.kind.move_to_ordinal = pass_to_ordinal;
  if (GRUNDY_COMPONENT_HAS(to.kind, get_kinds)) p.kind.get_kinds = pass_kinds;
  if (GRUNDY_COMPONENT_HAS(to.kind, reduce)) p.kind.reduce = pass_reduce;
  if (GRUNDY_COMPONENT_HAS(to.kind, swap)) p.kind.swap = pass_swap;
  if (GRUNDY_COMPONENT_HAS(to.kind, seen_by)) p.kind.seen_by = pass_seen_by;
  return p;
}

/* Evaluates the compound, makes its best move, and takes it back. With one move tried, the best
 * move is planned instead of found by comparing. */
static grundy_status play_once(grundy_compound *c, uint64_t tried, grundy_evaluation *evaluation,
                               grundy_error *error) {
  grundy_search_options options =
      GRUNDY_OPTIONS(grundy_search_options, .limit = 300, .tried = tried);
  grundy_moves *best = NULL;
  grundy_status status = grundy_compound_best(c, 3, &options, evaluation, &best, error);
  if (status != GRUNDY_OK) assert_null(best);
  if (status == GRUNDY_OK && grundy_moves_count(best) > 0) {
    grundy_move move = grundy_moves_get(best, 0);
    uint64_t count = c->has_turns ? 1 : move.count; /* a turn is made step by step */
    status = grundy_compound_move(c, move.steps, count, error);
    assert_int_equal(grundy_compound_take_back(c), status == GRUNDY_OK);
  }
  grundy_moves_free(best);
  return status;
}

/* Calls every function that asks components. Past a limit exploring ends, which is not a failure
 * of a component. */
static grundy_status use_all(grundy_compound *c, grundy_evaluation *evaluation,
                             grundy_error *error) {
  grundy_moves *all = NULL;
  grundy_digraph *g = NULL;
  uint64_t count = 77;
  grundy_status status = play_once(c, 0, evaluation, error);
  if (status == GRUNDY_OK) status = play_once(c, 1, evaluation, error);
  if (status == GRUNDY_OK) {
    status = grundy_compound_move_count(c, &count, error);
    if (status != GRUNDY_OK) assert_int_equal(count, 77);
  }
  if (status == GRUNDY_OK) status = grundy_compound_moves(c, 20, &all, error);
  if (status == GRUNDY_OK) status = grundy_compound_explore(c, 30, NULL, &g, error);
  if (status == GRUNDY_UNABLE) status = GRUNDY_OK;
  grundy_digraph_free(g);
  grundy_moves_free(all);
  return status;
}

enum { MOST = 8 };

/* Opens the expression with a proxy for each component. */
static grundy_expression *open_proxies(const char *text, grundy_play play, proxy proxies[MOST]) {
  grundy_expression *expression;
  grundy_error error = {0};
  grundy_expression_options options =
      GRUNDY_OPTIONS(grundy_expression_options, .play = play, .unreduced = true);
  if (grundy_expression_open(text, &options, &expression, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  grundy_compound *c = grundy_expression_compound(expression);
  assert_true(c->count <= MOST);
  for (uint64_t i = 0; i < c->count; i++) {
    proxies[i] = proxy_of(c->components[i]);
    c->components[i] = (grundy_component){&proxies[i].kind, &proxies[i]};
  }
  return expression;
}

/* Returns whether call k failed, of those that use_all makes. Afterwards the compound is as usable
 * as before. */
static bool fail_call(const char *text, grundy_play play, int k) {
  proxy proxies[MOST];
  grundy_evaluation evaluation, again;
  grundy_error error = {0};
  grundy_expression *expression = open_proxies(text, play, proxies);
  grundy_compound *c = grundy_expression_compound(expression);
  calls_left = k;
  has_failed = false;
  grundy_status status = use_all(c, &evaluation, &error);
  calls_left = NEVER;
  if (status != (has_failed ? GRUNDY_IO_ERROR : GRUNDY_OK))
    fail_msg("%s, call %d: status %d, %s", text, k, (int)status, error.message);
  if (has_failed) assert_string_equal(error.message, "the component failed");
  assert_int_equal(use_all(c, &again, &error), GRUNDY_OK);
  if (!has_failed) {
    assert_int_equal(again.outcome, evaluation.outcome);
    assert_true(again.value == evaluation.value && again.remoteness == evaluation.remoteness);
  }
  grundy_expression_free(expression);
  return has_failed;
}

#define SMITH GRUNDY_ROOT "/examples/smith.edges"
#define MIRRORS GRUNDY_ROOT "/tests/compound/mirrors.lua"
#define RING GRUNDY_ROOT "/examples/ring.edges"
static const char *const texts[] = {
    SMITH "@V1 + nim:3",
    "nim:2 + (" SMITH "@V2 & nim:2)",
    SMITH "@V1 & " SMITH "@V2",
    SMITH "@V1 | nim:1 | nim:2",
    SMITH "@V1 | (nim:2 & nim:3) | kayles:2",
    "(" SMITH "@V2 & nim:2) + (nim:1 | kayles:3)",
    "ordinal:w + ordinal:(w+2) + nim:3",
    "ordinal:(w^w) + ordinal:(w^w)",
    "(ordinal:w + nim:1) & ordinal:w",
    "ordinal:w | nim:3",
    "coins{free}:1.05 + nim:1",
    "coins{free}:1.05 & coins{free}:0.50",
    "coins{free}:1.00 & coins{free}:1.00",
    "coins{free}:1.00 + nim:1",
    "coins{free}:1.00 | coins{free}:2.00",
    "ordinal:w + kayles:2",
    "ordinal:0 + ((nim:3 + nim:4) & nim:40)",
    "ordinal:w + ordinal:w + " RING "@c",
    "coins{free}:1.00 & " RING "@c",
    "wythoff:1,2 & " SMITH "@V1",
    "northcott:3,0,1 + nim:1",
    MIRRORS " & wythoff:1,2",
    "(" MIRRORS " & wythoff:1,2) | nim:1",
    MIRRORS " + " MIRRORS,
};

#define MOONS GRUNDY_ROOT "/examples/turns/moons.edges"
static const char *const texts_with_turns[] = {
    MOONS "@moon + nim:3",
    MOONS "@half + " MOONS "@loop",
    MOONS "@half + " MOONS "@moon + nim:2",
    MOONS "@win + " MOONS "@half + nim:1",
    MOONS "@end + kayles:5 + nim:1",
    MOONS "@end + kayles:9 + nim:2",
    MOONS "@end + nim:2 + nim:2",
    MOONS "@loop + " SMITH "@V1",
    MIRRORS " + " MOONS "@half",
    MIRRORS " + " MIRRORS " + " MOONS "@moon",
};

static void any_call_of_a_component_may_fail(void **state) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (grundy_play play = GRUNDY_NORMAL_PLAY; play <= GRUNDY_MISERE_PLAY; play++)
      for (int k = 0; fail_call(texts[i], play, k); k += 1 + k / 16) {
      }
}

static void any_call_of_a_component_with_turns_may_fail(void **state) {
  for (size_t i = 0; i < sizeof texts_with_turns / sizeof *texts_with_turns; i++)
    for (int k = 0; fail_call(texts_with_turns[i], GRUNDY_NORMAL_PLAY, k); k++) {
    }
}

/* Writes what is known about the compound, and its best move. */
static void describe(grundy_compound *c, char *text, size_t size) {
  grundy_evaluation e;
  grundy_moves *best = NULL;
  grundy_error error = {0};
  assert_int_equal(use_all(c, &e, &error), GRUNDY_OK);
  assert_int_equal(grundy_compound_best(c, 1, NULL, &e, &best, &error), GRUNDY_OK);
  size_t length = (size_t)snprintf(text, size, "%c %llu %llu ", e.outcome,
                                   (unsigned long long)e.value, (unsigned long long)e.remoteness);
  if (grundy_moves_count(best) > 0)
    (void)grundy_compound_describe_move(c, grundy_moves_get(best, 0), text + length, size - length);
  grundy_moves_free(best);
}

/* Without optional members, the struct of an older header says the same: without kinds of moves in
 * sums that have them elsewhere, and without `has_choice`, for which a search decides. */
static void members_that_are_missing_need_no_room_next_to_turns(void **state) {
  for (size_t i = 0; i < sizeof texts_with_turns / sizeof *texts_with_turns; i++) {
    char now[256], before[256];
    proxy proxies[MOST];
    grundy_expression *expression = open_proxies(texts_with_turns[i], GRUNDY_NORMAL_PLAY, proxies);
    describe(grundy_expression_compound(expression), now, sizeof now);
    grundy_expression_free(expression);
    expression = open_proxies(texts_with_turns[i], GRUNDY_NORMAL_PLAY, proxies);
    grundy_compound *c = grundy_expression_compound(expression);
    for (uint64_t k = 0; k < c->count; k++) {
      grundy_component_kind *kind = &proxies[k].kind;
      kind->size = kind->get_kinds == NULL ? offsetof(grundy_component_kind, get_kinds)
                                           : offsetof(grundy_component_kind, has_choice);
    }
    describe(c, before, sizeof before);
    assert_string_equal(now, before);
    grundy_expression_free(expression);
  }
}

/* Without optional members, the struct of an older header says the same. */
static void members_that_are_missing_need_no_room(void **state) {
  int shortened = 0;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (grundy_play play = GRUNDY_NORMAL_PLAY; play <= GRUNDY_MISERE_PLAY; play++) {
      char now[256], before[256];
      proxy proxies[MOST];
      grundy_expression *expression = open_proxies(texts[i], play, proxies);
      grundy_compound *c = grundy_expression_compound(expression);
      describe(c, now, sizeof now);
      for (uint64_t k = 0; k < c->count; k++) {
        grundy_component_kind *kind = &proxies[k].kind;
        if (kind->is_move != NULL || kind->delaying_move != NULL || kind->ordinal_of != NULL ||
            kind->reduce != NULL || kind->seen_by != NULL)
          continue;
        kind->size = offsetof(grundy_component_kind, check_position);
        shortened++;
      }
      describe(c, before, sizeof before);
      assert_string_equal(now, before);
      grundy_expression_free(expression);
    }
  assert_true(shortened > 0);
}

/* Without `delaying_move`, the first two of infinitely many moves have to do. */
static void a_move_is_found_without_one_that_delays_the_end(void **state) {
  static const char *const endless[] = {"coins{free}:1.05 + nim:1",
                                        "coins{free}:1.00 & coins{free}:1.00",
                                        "coins{free}:1.00 | coins{free}:2.00"};
  for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
    for (size_t size = 0; size < 2; size++) {
      proxy proxies[MOST];
      grundy_evaluation with, without;
      grundy_error error = {0};
      grundy_expression *expression = open_proxies(endless[i], GRUNDY_NORMAL_PLAY, proxies);
      grundy_compound *c = grundy_expression_compound(expression);
      assert_int_equal(play_once(c, 1, &with, &error), GRUNDY_OK);
      for (uint64_t k = 0; k < c->count; k++) {
        proxies[k].kind.delaying_move = NULL;
        if (size == 1) proxies[k].kind.size = offsetof(grundy_component_kind, delaying_move);
      }
      assert_int_equal(play_once(c, 1, &without, &error), GRUNDY_OK);
      assert_int_equal(with.outcome, without.outcome);
      assert_true(with.remoteness == without.remoteness && with.distance == without.distance);
      grundy_expression_free(expression);
    }
}

/* ---- searching ------------------------------------------------------------------------------ */

/* A component in which play may go on forever, with as many moves as `data` says. Its remoteness is
 * not known if there are only few moves. */
static grundy_status evaluate_endless(void *data, uint64_t n, grundy_play play,
                                      grundy_evaluation *evaluation, grundy_error *error) {
  if (*(uint64_t *)data == UINT64_MAX) evaluation->remoteness = GRUNDY_INFINITY64;
  evaluation->distance = GRUNDY_INFINITY64;
  return GRUNDY_OK;
}

static grundy_status count_endless(void *data, uint64_t n, uint64_t *count, grundy_error *error) {
  *count = *(uint64_t *)data;
  return GRUNDY_OK;
}

static grundy_status move_endlessly(void *data, uint64_t n, uint64_t index, uint64_t *to,
                                    grundy_error *error) {
  *to = n + index;
  return GRUNDY_OK;
}

static const grundy_component_kind endless = {
    .size = sizeof endless,
    .name = "endless",
    .evaluate = evaluate_endless,
    .count_moves = count_endless,
    .get_move = move_endlessly,
    .name_position = name_position,
    .find_position = find_position,
};

static void components_with_too_many_positions_are_not_searched(void **state) {
  static const struct {
    uint64_t moves, limit;
    const char *reached;
  } cases[] = {
      {UINT64_MAX, 50, "a product to be searched has more than 50 positions"},
      {UINT64_MAX, 1000, "a product to be searched has more than 1000 positions"},
      {UINT64_MAX, UINT64_MAX, "a product to be searched has more than 2147483647 positions"},
      {2, 1000, "a product to be searched has more than 1000 positions"},
      {2, 100000, "a product to be searched has more than 100000 positions"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint64_t count = cases[i].moves;
    grundy_search_options options = GRUNDY_OPTIONS(grundy_search_options, .limit = cases[i].limit);
    grundy_evaluation evaluation;
    grundy_compound *c;
    assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
    for (int k = 0; k < 2; k++)
      assert_int_equal(grundy_compound_add(c, (grundy_component){&endless, &count}, 1, NULL),
                       GRUNDY_OK);
    assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_evaluate(c, &options, &evaluation, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_NONE);
    assert_string_equal(grundy_compound_limit_reached(c), cases[i].reached);
    assert_int_equal(grundy_compound_limit_reason(c), GRUNDY_REASON_TOO_MANY);
    grundy_compound_free(c);
  }
}

/* ---- describing ----------------------------------------------------------------------------- */

static grundy_status name_nothing(void *data, uint64_t n, char *text, size_t size, size_t *length,
                                  grundy_error *error) {
  if (size > 0) *text = '\0';
  *length = 0;
  return GRUNDY_OK;
}

static size_t take_one(void *data, uint64_t from, uint64_t to, char *text, size_t size) {
  return (size_t)snprintf(text, size, "take one");
}

static void empty_names_are_quoted_and_moves_are_described_in_words(void **state) {
  failing data = NOTHING;
  grundy_component_kind nameless = path;
  nameless.name_position = name_nothing;
  nameless.describe_move = take_one;
  grundy_compound *c = sum_of(&nameless, &data, 5);
  const grundy_step steps[] = {{.component = 0, .from = 5, .to = 4},
                               {.component = 1, .from = 2, .to = 0}};
  const char *whole = "1: \"\" -> \"\" (take one), 2: 2 -> 0";
  char text[64];
  assert_int_equal(grundy_compound_describe_move(c, (grundy_move){.steps = steps, .count = 2}, text,
                                                 sizeof text),
                   strlen(whole));
  assert_string_equal(text, whole);
  assert_int_equal(grundy_compound_describe_step(c, &steps[0], text, 5), strlen("take one"));
  assert_string_equal(text, "take");
  assert_int_equal(grundy_compound_describe_step(c, &steps[1], text, sizeof text), 0);
  assert_string_equal(text, "");
  text[0] = '#';
  assert_int_equal(grundy_compound_describe_step(c, &steps[1], text, 0), 0);
  assert_int_equal(text[0], '#');
  grundy_compound_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(required_members_suffice),
      cmocka_unit_test(names_and_moves_are_cut),
      cmocka_unit_test(members_past_the_size_are_not_used),
      cmocka_unit_test(required_members_are_required),
      cmocka_unit_test(failures_are_passed_on),
      cmocka_unit_test(any_call_of_a_component_may_fail),
      cmocka_unit_test(any_call_of_a_component_with_turns_may_fail),
      cmocka_unit_test(members_that_are_missing_need_no_room),
      cmocka_unit_test(members_that_are_missing_need_no_room_next_to_turns),
      cmocka_unit_test(a_move_is_found_without_one_that_delays_the_end),
      cmocka_unit_test(components_with_too_many_positions_are_not_searched),
      cmocka_unit_test(empty_names_are_quoted_and_moves_are_described_in_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
