/* Sums with kinds of moves: what their limits leave unknown, large heaps, components about which
 * less is known, and moves that are refused. */

#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "compound/impl.h"
#include "support/expressions.h"
#include "support/kinds.h"
#include "support/test.h"

#define MOONS "\"" GRUNDY_ROOT "/examples/turns/moons.edges\""
#define SMITH "\"" GRUNDY_ROOT "/examples/smith.edges\""

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- sums of one game --------------------------------------------------------------------- */

/* A game and its solution, of which sums are made. */
typedef struct table {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
} table;

static void sit_down(table *t, uint32_t order, const uint8_t *kinds) {
  t->g = game_of_kinds(order, kinds);
  expect_ok(grundy_solve_in_memory(t->g, NULL, &t->solution, NULL));
  t->solved = grundy_solved_view(t->g, t->solution);
}

static void get_up(table *t) {
  grundy_solution_free(t->solution);
  grundy_digraph_free(t->g);
}

static void add(grundy_compound *c, grundy_component component, uint64_t position) {
  expect_ok(grundy_compound_add(c, component, position, NULL));
}

/* Returns the sum of these positions of the game, and of two heaps of Nim. */
static grundy_compound *sum_of(table *t, uint32_t u, uint32_t v, uint64_t m, uint64_t n) {
  grundy_compound *c = NULL;
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  add(c, grundy_component_digraph(&t->solved), u);
  add(c, grundy_component_digraph(&t->solved), v);
  add(c, grundy_component_nim(), m);
  add(c, grundy_component_nim(), n);
  expect_ok(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 4, NULL));
  return c;
}

enum { ORDINARY = GRUNDY_MOVE_ORDINARY, ENTAILING = GRUNDY_MOVE_ENTAILING };

/* u entails v and moves to a loop, and v moves to a, which is terminal, and to b, which moves to a.
 * So an entailed player has a choice, and sums of two positions u are searched. */
enum { U, V, A, B, LOOP, CHOICE_ORDER };
static const uint8_t choice[CHOICE_ORDER * CHOICE_ORDER] = {
    [U * CHOICE_ORDER + V] = ENTAILING, [U * CHOICE_ORDER + LOOP] = ORDINARY,
    [V * CHOICE_ORDER + A] = ORDINARY,  [V * CHOICE_ORDER + B] = ORDINARY,
    [B * CHOICE_ORDER + A] = ORDINARY,  [LOOP * CHOICE_ORDER + LOOP] = ORDINARY,
};

/* ---- limits ------------------------------------------------------------------------------- */

static void a_search_that_reaches_a_limit_says_which(void **state) {
  static const struct {
    grundy_search_options options;
    const char *reached;
    grundy_reason reason;
  } limits[] = {
      {{.never = true},
       "an entailed player may choose, and nothing was searched",
       GRUNDY_REASON_OTHER},
      {{.limit = 1}, "a product to be searched has more than 1 states", GRUNDY_REASON_TOO_MANY},
      {{.limit = 74}, "a product to be searched has more than 74 states", GRUNDY_REASON_TOO_MANY},
      {{.memory = 1000},
       "a product to be searched has too many states for 0 MB of memory",
       GRUNDY_REASON_MEMORY},
      {{.memory = 75 * 64},
       "a product to be searched has too many moves for 0 MB of memory",
       GRUNDY_REASON_MEMORY},
      {{.limit = 75}, "", GRUNDY_REASON_OTHER},
      {{.limit = UINT64_MAX}, "", GRUNDY_REASON_OTHER},
  };
  table t;
  sit_down(&t, CHOICE_ORDER, choice);
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    grundy_search_options options = limits[i].options;
    grundy_evaluation evaluation;
    grundy_moves *moves = NULL;
    bool is_known = limits[i].reached[0] == '\0';
    grundy_compound *c = sum_of(&t, U, U, 0, 0);
    options.size = sizeof options;
    expect_ok(grundy_compound_best(c, 9, &options, &evaluation, &moves, NULL));
    assert_int_equal(evaluation.outcome, is_known ? GRUNDY_OUTCOME_D : GRUNDY_OUTCOME_NONE);
    assert_string_equal(grundy_compound_limit_reached(c), limits[i].reached);
    assert_int_equal(grundy_compound_limit_reason(c), limits[i].reason);
    assert_int_equal(grundy_moves_count(moves) > 0, is_known);
    assert_int_equal(grundy_moves_complete(moves), is_known);
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
  get_up(&t);
}

/* 0 is reached from 4 by 3, 2 and 1, at the end or in the middle of a turn, so that 4 is won next
 * to every heap, and 5 wins at once by an entailing move to 6. */
enum { TOP = 4, WINNER = 5, END = 6, LONG_ORDER = 7 };
static const uint8_t long_way[LONG_ORDER * LONG_ORDER] = {
    [TOP * LONG_ORDER + 3] = GRUNDY_MOVE_CARRY_ON,
    [3 * LONG_ORDER + 2] = GRUNDY_MOVE_CARRY_ON,
    [2 * LONG_ORDER + 1] = GRUNDY_MOVE_LOCAL,
    [1 * LONG_ORDER + 0] = ORDINARY | GRUNDY_MOVE_CARRY_ON,
    [WINNER * LONG_ORDER + END] = ENTAILING,
    [WINNER * LONG_ORDER + TOP] = ORDINARY,
};

/* The values tell the outcome, but not which moves win. */
static void without_a_search_the_outcome_may_be_known_and_no_winning_move(void **state) {
  static const uint32_t starts[][2] = {{TOP, 0}, {TOP, TOP}, {WINNER, TOP}, {WINNER, WINNER}};
  const grundy_search_options options = GRUNDY_OPTIONS(grundy_search_options, .limit = 1);
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    grundy_evaluation evaluation;
    grundy_moves *moves = NULL;
    grundy_compound *c = sum_of(&t, starts[i][0], starts[i][1], 0, 0);
    expect_ok(grundy_compound_best(c, 9, &options, &evaluation, &moves, NULL));
    assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
    assert_int_equal(grundy_moves_count(moves), 0);
    assert_false(grundy_moves_complete(moves));
    grundy_moves_free(moves);
    grundy_compound_free(c);
    c = sum_of(&t, starts[i][0], starts[i][1], 0, 0);
    expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
    assert_true(grundy_moves_count(moves) > 0);
    assert_true(grundy_moves_complete(moves));
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
  get_up(&t);
}

/* Where the next move must be made in a component, that component has to be searched. */
static void a_locked_component_with_too_many_positions_is_not_searched(void **state) {
  const grundy_search_options options = GRUNDY_OPTIONS(grundy_search_options, .limit = 1);
  const grundy_step step = {.component = 0, .from = 2, .to = 1, .kind = GRUNDY_MOVE_LOCAL};
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  grundy_evaluation evaluation;
  grundy_compound *c = sum_of(&t, 2, 0, 3, 0);
  expect_ok(grundy_compound_move(c, &step, 1, NULL));
  expect_ok(grundy_compound_evaluate(c, &options, &evaluation, NULL));
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_NONE);
  assert_string_equal(grundy_compound_limit_reached(c),
                      "component 1 has more than 1 positions to be searched");
  assert_int_equal(grundy_compound_limit_reason(c), GRUNDY_REASON_TOO_MANY);
  /* The turn goes on at 0, and takes the heap of 3. */
  expect_ok(grundy_compound_evaluate(c, NULL, &evaluation, NULL));
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
  grundy_compound_free(c);
  get_up(&t);
}

static void as_many_moves_and_turns_are_listed_as_asked_for(void **state) {
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  grundy_compound *c = sum_of(&t, TOP, WINNER, 2, 3);
  uint64_t count = 0;
  expect_ok(grundy_compound_move_count(c, &count, NULL));
  assert_int_equal(count, 1 + 2 + 2 + 3);
  for (uint64_t most = 1; most <= count + 1; most++) {
    grundy_moves *moves = NULL;
    expect_ok(grundy_compound_moves(c, most, &moves, NULL));
    assert_int_equal(grundy_moves_count(moves), most < count ? most : count);
    assert_int_equal(grundy_moves_complete(moves), most >= count);
    grundy_moves_free(moves);
  }
  grundy_compound_free(c);
  get_up(&t);
}

/* ---- large heaps --------------------------------------------------------------------------- */

/* Returns whether a turn, made step by step, leads to a sum of that outcome. */
static bool leads_to(grundy_compound *c, grundy_move move, grundy_outcome outcome) {
  grundy_evaluation after;
  for (uint64_t i = 0; i < move.count; i++)
    expect_ok(grundy_compound_move(c, &move.steps[i], 1, NULL));
  expect_ok(grundy_compound_evaluate(c, NULL, &after, NULL));
  for (uint64_t i = 0; i < move.count; i++) assert_true(grundy_compound_take_back(c));
  return after.outcome == outcome;
}

/* At 0, there is only a move to a half, and at 1 one to 0 and one to the nimber 1. So K is {1}, and
 * next to a large heap the heap has to be moved. */
enum { DRAWN, HALF, STOP, ONE, LARGE_ORDER };
static const uint8_t large[LARGE_ORDER * LARGE_ORDER] = {
    [DRAWN * LARGE_ORDER + HALF] = ORDINARY,
    [DRAWN * LARGE_ORDER + ONE] = ORDINARY,
    [HALF * LARGE_ORDER + STOP] = GRUNDY_MOVE_CARRY_ON,
    [HALF * LARGE_ORDER + HALF] = ORDINARY,
    [ONE * LARGE_ORDER + STOP] = ORDINARY,
};

static void large_heaps_are_moved_if_nothing_else_can_be(void **state) {
  static const struct {
    uint32_t u, v;
    uint64_t m, n;
    grundy_outcome outcome, after;
  } sums[] = {
      {STOP, STOP, 5000, 5000, 'P', 'N'},
      {STOP, STOP, 1 << 20, 1 << 20, 'P', 'N'},
      {STOP, ONE, 9001, 9000, 'P', 'N'},
      {DRAWN, STOP, 5000, 0, 'D', 'D'},
      {DRAWN, STOP, 5000, 6000, 'D', 'D'},
      {DRAWN, STOP, 1 << 20, 1 << 21, 'D', 'D'},
      {DRAWN, ONE, 1 << 20, (1 << 20) + 5, 'D', 'D'},
      {STOP, STOP, 5000, 6000, 'N', 'P'},
      {HALF, STOP, 5000, 6000, 'N', 'P'},
  };
  table t;
  sit_down(&t, LARGE_ORDER, large);
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
    grundy_evaluation evaluation;
    grundy_moves *moves = NULL;
    grundy_compound *c = sum_of(&t, sums[i].u, sums[i].v, sums[i].m, sums[i].n);
    expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
    assert_int_equal(evaluation.outcome, sums[i].outcome);
    assert_true(grundy_moves_count(moves) > 0);
    assert_false(grundy_moves_complete(moves)); /* not all moves of large heaps are compared */
    for (uint64_t m = 0; m < grundy_moves_count(moves); m++)
      assert_true(leads_to(c, grundy_moves_get(moves, m), sums[i].after));
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
  get_up(&t);
}

/* ---- components about which less is known --------------------------------------------------- */

enum hidden { NOTHING, COUNTERS, VALUES, SETS, K, HEAPS };
static enum hidden hidden;                 /* what components do not know */
static int calls_left = -1;                /* until an evaluation fails; -1: none does */
static const grundy_component_kind *whole; /* the kind of the component that knows all */

static grundy_status evaluate_partly(void *data, uint64_t position, grundy_play play,
                                     grundy_evaluation *evaluation, grundy_error *error) {
  grundy_status status = whole->evaluate(data, position, play, evaluation, error);
  if (hidden == COUNTERS) evaluation->counter = GRUNDY_TOO_LARGE;
  if (hidden == VALUES) evaluation->value = GRUNDY_UNKNOWN;
  if (hidden == SETS || hidden == K) evaluation->k = (grundy_set){.absent = true};
  if (hidden == SETS && evaluation->value == GRUNDY_INFINITY64)
    evaluation->c = (grundy_set){.absent = true};
  if (hidden == HEAPS) evaluation->is_nim_heap = false;
  if (calls_left < 0 || calls_left-- > 0) return status;
  *error = (grundy_error){.status = GRUNDY_IO_ERROR, .message = "the component failed"};
  return GRUNDY_IO_ERROR;
}

/* Makes a component of the sum one that does not know all. */
static void hide(grundy_compound *c, uint32_t component, enum hidden what) {
  static grundy_component_kind partly;
  hidden = what;
  whole = c->components[component].kind;
  partly = *whole;
  partly.evaluate = evaluate_partly;
  c->components[component].kind = &partly;
}

static void without_counters_nobody_knows_that_winning_play_ends(void **state) {
  static const struct {
    uint32_t u, v;
    uint64_t m, n;
    uint32_t hidden; /* component */
    bool ends;       /* without its counters */
  } sums[] = {{ONE, STOP, 3, 1, 0, false},   {STOP, STOP, 3, 1, 0, true},
              {ONE, HALF, 3, 1, 0, false},   {HALF, STOP, 3, 1, 0, false},
              {DRAWN, STOP, 3, 2, 0, false}, {ONE, STOP, 3, 1, 2, false},
              {ONE, STOP, 2, 1, 2, false},   {STOP, STOP, 1, 0, 2, false}};
  table t;
  sit_down(&t, LARGE_ORDER, large);
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
    for (enum hidden what = NOTHING; what <= COUNTERS; what++) {
      grundy_evaluation evaluation;
      grundy_moves *moves = NULL;
      grundy_compound *c = sum_of(&t, sums[i].u, sums[i].v, sums[i].m, sums[i].n);
      hide(c, sums[i].hidden, what);
      expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
      assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
      assert_int_equal(evaluation.ends, what == NOTHING || sums[i].ends);
      assert_true(leads_to(c, grundy_moves_get(moves, 0), GRUNDY_OUTCOME_P));
      grundy_moves_free(moves);
      grundy_compound_free(c);
    }
  get_up(&t);
}

static void without_the_value_of_a_component_nothing_is_known(void **state) {
  const grundy_step local = {.component = 1, .from = 2, .to = 1, .kind = GRUNDY_MOVE_LOCAL};
  const grundy_step winning = {
      .component = 1, .from = WINNER, .to = END, .kind = GRUNDY_MOVE_ENTAILING};
  const grundy_step *const steps[] = {NULL, &local, &winning};
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  for (int i = 0; i < 3; i++) {
    grundy_evaluation evaluation;
    grundy_moves *moves = NULL;
    grundy_compound *c = sum_of(&t, 2, i == 2 ? WINNER : 2, 3, 1);
    hide(c, 0, VALUES);
    if (steps[i] != NULL) expect_ok(grundy_compound_move(c, steps[i], 1, NULL));
    expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
    /* The entailed player has lost, whatever the other components are. */
    assert_int_equal(evaluation.outcome, i == 2 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_NONE);
    assert_string_equal(grundy_compound_limit_reached(c),
                        i == 2 ? "" : "the value of a component is not known");
    assert_int_equal(evaluation.value, GRUNDY_UNKNOWN);
    assert_int_equal(grundy_moves_count(moves), 0);
    assert_int_equal(grundy_moves_complete(moves), i == 2);
    grundy_moves_free(moves);
    expect_ok(grundy_compound_moves(c, 99, &moves, NULL));
    assert_int_equal(grundy_moves_count(moves) > 0, i != 2);
    for (uint64_t m = 0; m < grundy_moves_count(moves); m++)
      assert_int_equal(grundy_moves_get(moves, m).after.outcome, GRUNDY_OUTCOME_NONE);
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
  get_up(&t);
}

/* If the sets of a component are missing, sums are searched, with the same result. */
static void without_sets_a_sum_is_searched(void **state) {
  table t;
  sit_down(&t, LARGE_ORDER, large);
  for (uint32_t u = 0; u < LARGE_ORDER; u++)
    for (uint32_t v = 0; v < LARGE_ORDER; v++) {
      static const enum hidden known[] = {NOTHING, SETS, K};
      grundy_evaluation evaluations[3];
      for (int i = 0; i < 3; i++) {
        grundy_moves *moves = NULL;
        grundy_compound *c = sum_of(&t, u, v, 3, 1);
        hide(c, 0, known[i]);
        expect_ok(grundy_compound_best(c, 9, NULL, &evaluations[i], &moves, NULL));
        assert_true(grundy_moves_count(moves) > 0);
        grundy_moves_free(moves);
        grundy_compound_free(c);
      }
      assert_int_equal(evaluations[0].outcome, evaluations[1].outcome);
      assert_int_equal(evaluations[0].outcome, evaluations[2].outcome);
    }
  get_up(&t);
}

/* A component with many moves that is not a heap of Nim. */
static void some_moves_of_components_with_many_are_tried(void **state) {
  table t;
  sit_down(&t, LARGE_ORDER, large);
  grundy_evaluation evaluation;
  grundy_moves *moves = NULL;
  grundy_compound *c = sum_of(&t, STOP, STOP, 5000, 5000);
  hide(c, 2, HEAPS);
  expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_P);
  assert_int_equal(grundy_moves_count(moves), 9);
  assert_false(grundy_moves_complete(moves));
  for (uint64_t m = 0; m < 9; m++)
    assert_true(leads_to(c, grundy_moves_get(moves, m), GRUNDY_OUTCOME_N));
  grundy_moves_free(moves);
  expect_ok(grundy_compound_moves(c, 7000, &moves, NULL));
  assert_int_equal(grundy_moves_count(moves), 7000); /* of 10000 */
  assert_false(grundy_moves_complete(moves));
  grundy_moves_free(moves);
  grundy_compound_free(c);
  get_up(&t);
}

/* Finds the best turn of a sum whose last move has made component 0 move next, and of one where
 * each component may move, while an evaluation fails. Nothing has changed afterwards. */
static bool fails_at(table *t, const uint32_t *starts, bool is_locked, int call) {
  grundy_evaluation evaluation;
  grundy_moves *moves = NULL;
  grundy_error error = {0};
  grundy_compound *c = sum_of(t, starts[0], starts[1], 3, 1);
  const grundy_step local = {.component = 0, .from = 2, .to = 1, .kind = GRUNDY_MOVE_LOCAL};
  if (is_locked) expect_ok(grundy_compound_move(c, &local, 1, NULL));
  uint64_t before[] = {grundy_compound_position(c, 0), grundy_compound_position(c, 1)};
  hide(c, 0, NOTHING);
  calls_left = call;
  grundy_status status = grundy_compound_best(c, 9, NULL, &evaluation, &moves, &error);
  bool has_failed = calls_left < 0;
  calls_left = -1;
  assert_int_equal(status, has_failed ? GRUNDY_IO_ERROR : GRUNDY_OK);
  if (has_failed) {
    assert_string_equal(error.message, "the component failed");
    assert_null(moves);
    for (uint32_t i = 0; i < 2; i++) assert_int_equal(grundy_compound_position(c, i), before[i]);
    expect_ok(grundy_compound_best(c, 9, NULL, &evaluation, &moves, NULL));
  }
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
  assert_true(leads_to(c, grundy_moves_get(moves, 0), GRUNDY_OUTCOME_P));
  grundy_moves_free(moves);
  grundy_compound_free(c);
  return has_failed;
}

static void an_evaluation_that_fails_leaves_the_sum_as_it_was(void **state) {
  static const struct {
    uint32_t starts[2];
    bool is_locked;
  } sums[] = {{{2, TOP}, true}, {{2, 0}, true}, {{TOP, 2}, false}, {{2, WINNER}, false}};
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
    for (int call = 0; fails_at(&t, sums[i].starts, sums[i].is_locked, call); call++) {
    }
  get_up(&t);
}

/* ---- moves that are refused ----------------------------------------------------------------- */

static void steps_without_the_right_component_or_kind_are_refused(void **state) {
  enum { OTHER = 77 };
  static const struct {
    grundy_step steps[2];
    uint64_t count;
    const char *message;
  } wrong[] = {
      {.count = 0, .message = "a move is in one of the components"},
      {.steps = {{.component = 0, .from = 2, .to = 1}, {.component = 2, .from = 3, .to = 0}},
       .count = 2,
       .message = "a move is in one of the components"},
      {.steps = {{.component = 4, .from = 3, .to = 0}},
       .count = 1,
       .message = "there is no such component; expected 1 to 4"},
      {.steps = {{.component = 2, .from = OTHER, .to = 5}},
       .count = 1,
       .message = "component 3 has no move from 3 to 5"},
      {.steps = {{.component = 1, .from = 1, .to = 2}},
       .count = 1,
       .message = "component 2 has no move from 1 to 2"},
      {.steps = {{.component = 1, .from = 1, .to = 0}},
       .count = 1,
       .message = "there are moves of several kinds to that position; say which, as in +> b"},
      {.steps = {{.component = 1, .from = 1, .to = 0, .kind = ENTAILING}},
       .count = 1,
       .message = "component 2 has no move of that kind there"},
      {.steps = {{.component = 1, .from = 1, .to = 0, .kind = ORDINARY | GRUNDY_MOVE_CARRY_ON}},
       .count = 1,
       .message = "component 2 has no move of that kind there"},
      {.steps = {{.component = 2, .from = 3, .to = 0, .kind = GRUNDY_MOVE_CARRY_ON}},
       .count = 1,
       .message = "component 3 has no move of that kind there"},
  };
  table t;
  sit_down(&t, LONG_ORDER, long_way);
  grundy_compound *c = sum_of(&t, 2, 1, 3, 0);
  grundy_error error;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(grundy_compound_move(c, wrong[i].steps, wrong[i].count, &error),
                     GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, wrong[i].message);
    assert_false(grundy_compound_take_back(c));
  }
  const grundy_step here = {.component = 0, .from = 2, .to = 1},
                    there = {.component = 2, .from = 3, .to = 0};
  expect_ok(grundy_compound_move(c, &here, 1, NULL)); /* a local carry-on move */
  assert_int_equal(grundy_compound_move(c, &there, 1, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "the move must be made in component 1");
  grundy_compound_free(c);
  get_up(&t);
}

/* Joins components, from left to right, of which the first has kinds of moves. */
static void other_compounds_with_kinds_of_moves_are_refused(void **state) {
  static const bad_expression wrong[] = {
      {MOONS "@half & nim:1", 0, GRUNDY_UNDEFINED,
       "games with carry-on or entailing moves can be joined with + only"},
      {MOONS "@half | nim:1", 0, GRUNDY_UNDEFINED,
       "games with carry-on or entailing moves can be joined with + only"},
      {MOONS "@half + (nim:1 & nim:2)", 0, GRUNDY_UNDEFINED,
       "games with carry-on or entailing moves can be joined with + only"},
      {"(nim:1 | nim:2) + " MOONS "@half", 0, GRUNDY_UNDEFINED,
       "games with carry-on or entailing moves can be joined with + only"},
      {MOONS "@half + nim:1 + ordinal:w", 0, GRUNDY_UNDEFINED,
       "component 3 has positions with infinitely many moves; next to carry-on or entailing moves "
       "all values must be finite sets of numbers"},
      {MOONS "@half + (nim:1 + coins{free}:1.00)", 0, GRUNDY_UNDEFINED,
       "component 3 has positions with infinitely many moves; next to carry-on or entailing moves "
       "all values must be finite sets of numbers"},
      {MOONS "@half + nim:1 + northcott:3,0,1", 0, GRUNDY_UNDEFINED,
       "component 3 is described as the player to move sees it, but next to carry-on moves one "
       "player may move twice running"},
  };
  assert_expressions_fail(wrong, sizeof wrong / sizeof *wrong, NULL);
}

/* A sum of sums is one sum. */
static void sums_with_kinds_of_moves_can_be_summed(void **state) {
  static const char *const texts[] = {MOONS "@half + nim:1 + nim:2",
                                      "(" MOONS "@half + nim:1) + nim:2",
                                      MOONS "@half + (nim:1 + nim:2)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *expression = NULL;
    grundy_evaluation evaluation;
    expect_ok(grundy_expression_open(texts[i], NULL, &expression, NULL));
    expect_ok(
        grundy_compound_evaluate(grundy_expression_compound(expression), NULL, &evaluation, NULL));
    assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N); /* half(3) */
    assert_int_equal(evaluation.c.size, 1);
    assert_int_equal(evaluation.c.numbers[0], 3);
    grundy_expression_free(expression);
  }
}

/* A program compiled with an older header has a smaller struct, without infinitely many moves. */
static void older_components_can_be_added_to_kinds_of_moves(void **state) {
  static const size_t sizes[] = {offsetof(grundy_component_kind, check_position),
                                 offsetof(grundy_component_kind, delaying_move),
                                 offsetof(grundy_component_kind, ordinal_of)};
  table t;
  sit_down(&t, LARGE_ORDER, large);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    grundy_component_kind old = *grundy_component_nim().kind;
    grundy_evaluation evaluation;
    grundy_compound *c = NULL;
    old.size = sizes[i];
    expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
    add(c, grundy_component_digraph(&t.solved), ONE);
    add(c, (grundy_component){&old, NULL}, 5);
    expect_ok(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL));
    expect_ok(grundy_compound_evaluate(c, NULL, &evaluation, NULL));
    assert_int_equal(evaluation.value, 4);
    grundy_compound_free(c);
  }
  get_up(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_search_that_reaches_a_limit_says_which),
      cmocka_unit_test(without_a_search_the_outcome_may_be_known_and_no_winning_move),
      cmocka_unit_test(a_locked_component_with_too_many_positions_is_not_searched),
      cmocka_unit_test(as_many_moves_and_turns_are_listed_as_asked_for),
      cmocka_unit_test(large_heaps_are_moved_if_nothing_else_can_be),
      cmocka_unit_test(without_counters_nobody_knows_that_winning_play_ends),
      cmocka_unit_test(without_the_value_of_a_component_nothing_is_known),
      cmocka_unit_test(without_sets_a_sum_is_searched),
      cmocka_unit_test(some_moves_of_components_with_many_are_tried),
      cmocka_unit_test(an_evaluation_that_fails_leaves_the_sum_as_it_was),
      cmocka_unit_test(steps_without_the_right_component_or_kind_are_refused),
      cmocka_unit_test(other_compounds_with_kinds_of_moves_are_refused),
      cmocka_unit_test(sums_with_kinds_of_moves_can_be_summed),
      cmocka_unit_test(older_components_can_be_added_to_kinds_of_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
