/* A player who always makes the first of the best moves wins in finitely many moves, where that is
 * claimed: sums of games that come apart and have cycles. */

#include <grundy/grundy.h>

#include "game/components/components.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/splitting_rules.h"
#include "support/test.h"
#include "support/winning_play.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* A game that comes apart, as a component. */
typedef struct parts_game {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_parts_game *game;
  grundy_component component;
} parts_game;

/* Opens splitting_game_now. Returns false if its sums grow without bound. */
static bool open_parts(parts_game *p) {
  grundy_open_options options = {.size = sizeof options, .parts = true};
  *p = (parts_game){0};
  expect_ok(grundy_game_from_rules(&splitting_rules, "", &options, &p->g, NULL));
  if (grundy_solve_in_memory(p->g, NULL, &p->solution, NULL) != GRUNDY_OK) {
    grundy_digraph_free(p->g);
    return false;
  }
  expect_ok(grundy_parts_game_new(p->g, p->solution, false, &p->game, NULL));
  p->component = grundy_component_parts(p->game);
  return true;
}

static void close_parts(parts_game *p) {
  grundy_parts_game_free(p->game);
  grundy_solution_free(p->solution);
  grundy_digraph_free(p->g);
}

/* A random digraph with cycles and loops, solved. */
typedef struct digraph_game {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
} digraph_game;

static void open_digraph(digraph_game *d, grundy_random *random) {
  d->g = game_random(random, 2 + (uint32_t)grundy_random_below(random, 5), 0.35);
  expect_ok(grundy_solve_in_memory(d->g, NULL, &d->solution, NULL));
  d->solved = grundy_solved_view(d->g, d->solution);
}

static void close_digraph(digraph_game *d) {
  grundy_solution_free(d->solution);
  grundy_digraph_free(d->g);
}

/* ---- sums ------------------------------------------------------------------------------------ */

typedef struct total {
  uint64_t sums, won, endless;
} total;

static void add_component(walked_sum *sum, grundy_component component, uint64_t start) {
  sum->components[sum->count] = component;
  sum->start[sum->count++] = start;
}

/* Walks through the sum. All its components have counters, so play always ends. */
static void check_sum(const walked_sum *sum, uint64_t seed, total *t) {
  walk_report report = walk_winning_play(sum);
  if (report.is_too_large) return;
  if (report.mistake != NULL) fail_msg("GRUNDY_SEED=%lu: %s", (unsigned long)seed, report.mistake);
  if (report.proved != report.won)
    fail_msg("GRUNDY_SEED=%lu: play is known to end at %lu positions of %lu that are won",
             (unsigned long)seed, (unsigned long)report.proved, (unsigned long)report.won);
  t->sums++;
  t->won += report.won;
}

/* What is added to a game that comes apart. */
typedef enum addition { NOTHING, ITSELF, NIM, DIGRAPH, ALL, AN_END } addition;

static void check_with(addition what, uint64_t count, bool search) {
  total t = {0};
  for (uint64_t seed = test_seed(), end = seed + test_scaled(count); seed < end; seed++) {
    grundy_random random = grundy_random_new(seed);
    parts_game p;
    digraph_game d;
    splitting_game_now = random_splitting_game(&random, false, 1000);
    if (!open_parts(&p)) continue;
    open_digraph(&d, &random);
    walked_sum sum = {.search = search};
    add_component(&sum, p.component, 0);
    if (what == ITSELF || what == ALL) {
      uint64_t moves = 0, to = 0;
      expect_ok(p.component.kind->count_moves(p.component.data, 0, &moves, NULL));
      if (moves > 0)
        expect_ok(p.component.kind->get_move(p.component.data, 0,
                                             grundy_random_below(&random, moves), &to, NULL));
      add_component(&sum, p.component, to);
    }
    if (what == NIM || what == ALL)
      add_component(&sum, grundy_component_nim(), 1 + grundy_random_below(&random, 3));
    if (what == DIGRAPH || what == ALL) add_component(&sum, grundy_component_digraph(&d.solved), 0);
    if (what == AN_END) {
      add_component(&sum, grundy_component_nim(), 0);
      sum.kind = GRUNDY_SELECTIVE;
      sum.tried = 1;
    }
    check_sum(&sum, seed, &t);
    close_digraph(&d);
    close_parts(&p);
  }
  assert_true(4 * t.sums >= test_scaled(count) && t.won > 0);
}

static void winning_play_ends_in_games_that_come_apart(void **state) {
  check_with(NOTHING, 6000, false);
}

static void winning_play_ends_in_sums_of_games_that_come_apart(void **state) {
  check_with(ITSELF, 3000, false);
  check_with(NIM, 2000, false);
  check_with(DIGRAPH, 2000, false);
  check_with(ALL, 1000, false);
}

/* The compound has more moves than may be tried, so that one is planned. */
static void planned_moves_end_play(void **state) {
  check_with(AN_END, 2000, false);
}

static void searches_do_not_break_it(void **state) {
  check_with(DIGRAPH, 1000, true);
}

/* v → w, w → v or off the board, x → off. From v + x the move to w + x wins, too, but then the
 * opponent goes back. */
static void a_win_is_not_put_off_for_ever(void **state) {
  enum { V, W, X };
  splitting_game_now = (splitting_game){.atoms = 3, .degree = {1, 2, 1}, .start = {1, 0, 1}};
  splitting_game_now.moves[V][0] = (splitting_move){1, {W}};
  splitting_game_now.moves[W][0] = (splitting_move){1, {V}};
  parts_game p;
  assert_true(open_parts(&p));
  walked_sum sum = {.count = 1, .components = {p.component}};
  walk_report report = walk_winning_play(&sum);
  assert_true(report.mistake == NULL && report.won > 0 && report.endless == 0);
  assert_int_equal(report.proved, report.won);
  close_parts(&p);
}

/* ---- tiers ----------------------------------------------------------------------------------- */

/* Opens a random game in tiers that was solved for these columns. */
static grundy_expression *open_tiers(uint64_t seed, grundy_columns columns) {
  static const grundy_monitor silent = {0};
  char game[128];
  grundy_tiers *tiers = NULL;
  grundy_expression *opened = NULL;
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns, .monitor = &silent);
  (void)snprintf(game, sizeof game, GRUNDY_ROOT "/tests/game/tiered.lua:%lu",
                 (unsigned long)seed % 100000000);
  folder_empty(folder);
  expect_ok(grundy_tiers_open(game, NULL, &tiers, NULL));
  expect_ok(grundy_tiers_solve(tiers, folder, &options, NULL, NULL));
  grundy_tiers_free(tiers);
  expect_ok(grundy_expression_open(folder, NULL, &opened, NULL));
  return opened;
}

static grundy_component component_of(const grundy_expression *e) {
  return grundy_compound_component(grundy_expression_compound((grundy_expression *)e), 0);
}

/* The counters of a tier are not monotonic, so values have to be compared, too. */
static void winning_play_ends_in_sums_of_tiers(void **state) {
  total t = {0};
  for (uint64_t seed = test_seed(), end = seed + test_scaled(600); seed < end; seed++) {
    grundy_expression *e = open_tiers(seed, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
    walked_sum sum = {0};
    add_component(&sum, component_of(e), 0);
    add_component(&sum, component_of(e), 0);
    add_component(&sum, grundy_component_nim(), seed % 3);
    check_sum(&sum, seed, &t);
    grundy_expression_free(e);
  }
  assert_true(t.sums > 0 && t.won > 0);
}

/* Without counters nothing is promised, except where a single component remains whose remoteness
 * is known, and play does not always end. */
static void nothing_is_promised_without_counters(void **state) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_GRUNDY |
                                                                     GRUNDY_COLUMN_OUTCOME |
                                                                     GRUNDY_COLUMN_REMOTENESS};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    uint64_t endless = 0, proved = 0, won = 0;
    for (uint64_t seed = test_seed(), end = seed + 100; seed < end; seed++) {
      grundy_expression *e = open_tiers(seed, columns[i]);
      walked_sum sum = {0};
      add_component(&sum, component_of(e), 0);
      add_component(&sum, component_of(e), 0);
      walk_report report = walk_winning_play(&sum);
      if (report.mistake != NULL)
        fail_msg("GRUNDY_SEED=%lu: %s", (unsigned long)seed, report.mistake);
      endless += report.endless;
      proved += report.proved;
      won += report.won;
      grundy_expression_free(e);
    }
    assert_true(endless > 0 && proved > 0 && proved < won);
  }
}

/* ---- what is not known to end ---------------------------------------------------------------- */

static grundy_evaluation evaluate(const char *text, uint64_t limit) {
  grundy_expression *e = NULL;
  grundy_evaluation evaluation;
  grundy_search_options options = {.size = sizeof options, .limit = limit, .never = limit == 0};
  expect_ok(grundy_expression_open(text, NULL, &e, NULL));
  expect_ok(grundy_compound_evaluate(grundy_expression_compound(e), &options, &evaluation, NULL));
  grundy_expression_free(e);
  return evaluation;
}

/* The counters of other components say nothing about the length of play with such a heap. */
static void sums_with_transfinite_heaps_end_but_have_no_counter(void **state) {
  static const char *const texts[] = {"ordinal:w + ordinal:w", "ordinal:w + ordinal:(w+1) + nim:1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *e = NULL;
    grundy_evaluation evaluation = evaluate(texts[i], 1);
    grundy_moves *moves = NULL;
    assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_P);
    assert_true(evaluation.ends && evaluation.counter == GRUNDY_UNKNOWN);
    expect_ok(grundy_expression_open("ordinal:(w*2) + ordinal:w", NULL, &e, NULL));
    expect_ok(
        grundy_compound_best(grundy_expression_compound(e), 1, NULL, &evaluation, &moves, NULL));
    assert_true(evaluation.ends && grundy_moves_get(moves, 0).after.ends);
    assert_true(grundy_moves_get(moves, 0).after.counter == GRUNDY_UNKNOWN);
    grundy_moves_free(moves);
    grundy_expression_free(e);
  }
}

#define RING GRUNDY_ROOT "/examples/ring.edges"

static void only_what_is_proved_is_said_to_end(void **state) {
  static const struct {
    const char *text;
    uint64_t limit;
    char outcome;
    bool ends;
  } cases[] = {
      {RING "@b", 0, 'N', true},
      {RING "@c", 0, 'D', false}, /* nobody wins */
      {RING "@e + " RING "@e", 0, 'P', true},
      {RING "@d + nim:2", 0, 'N', true}, /* ∞{2}: the winner moves to e */
      {RING "@e + nim:2000000000", 1, 'N', true},
      {"(" RING "@a & " RING "@a) + nim:1", 1, 'N', false}, /* no counter of the product */
      {"(" RING "@a & " RING "@a) + nim:1", 1000000, 'N', true},
      {"(" RING "@e + " RING "@e) | nim:1", 1, 'N', false}, /* no remoteness of the sum */
      {"(" RING "@e + " RING "@e) | nim:1", 1000000, 'N', true},
      {"(nim:5 + nim:5) | nim:1", 1, 'N', true}, /* no play is infinite */
      {"ordinal:w + " RING "@e", 1, 'N', true},
      {"ordinal:(w^w) + nim:3", 1, 'N', true},
      {"nim:0", 0, 'P', true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_evaluation e = evaluate(cases[i].text, cases[i].limit);
    if (e.outcome != cases[i].outcome || e.ends != cases[i].ends)
      fail_msg("%s, limit %lu: %c, %s", cases[i].text, (unsigned long)cases[i].limit, e.outcome,
               e.ends ? "ends" : "not known to end");
  }
}

/* The tokens have cycles, and their closed form knows values only. Play does not end: from v + x
 * the first move to a P-position leads to w + x, and back. */
static void closed_forms_are_not_known_to_end(void **state) {
  grundy_game_name name = grundy_game_parse(GRUNDY_ROOT "/tests/game/closed.lua:vx");
  grundy_open_options options = {.size = sizeof options};
  grundy_closed_form *closed = NULL;
  expect_ok(grundy_closed_form_open(&name, &options, &closed, NULL));
  walked_sum sum = {0};
  add_component(&sum, grundy_component_closed_form(closed), 0);
  for (int i = 0; i < 2; i++) {
    walk_report report = walk_winning_play(&sum);
    assert_null(report.mistake);
    assert_true(report.won > 0 && report.proved == 0 && report.endless > 0);
    add_component(&sum, grundy_component_nim(), 1);
  }
  grundy_closed_form_free(closed);
}

/* A transfinite heap does not hide a component without counters. */
static void a_closed_form_with_a_transfinite_heap_is_not_known_to_end(void **state) {
  grundy_game_name name = grundy_game_parse(GRUNDY_ROOT "/tests/game/closed.lua:vx");
  grundy_open_options options = {.size = sizeof options};
  grundy_closed_form *closed = NULL;
  grundy_ordinals *ordinals = NULL;
  grundy_compound *c = NULL;
  grundy_moves *moves = NULL;
  grundy_evaluation evaluation;
  uint64_t omega = 0;
  expect_ok(grundy_closed_form_open(&name, &options, &closed, NULL));
  expect_ok(grundy_ordinals_new(&ordinals, NULL));
  grundy_component heaps = grundy_component_ordinals(ordinals);
  expect_ok(heaps.kind->find_position(heaps.data, "w", 1, &omega, NULL));
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  expect_ok(grundy_compound_add(c, grundy_component_closed_form(closed), 0, NULL));
  expect_ok(grundy_compound_add(c, heaps, omega, NULL));
  expect_ok(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL));
  expect_ok(grundy_compound_best(c, 1, NULL, &evaluation, &moves, NULL));
  assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_N);
  assert_false(evaluation.ends || grundy_moves_get(moves, 0).after.ends);
  grundy_moves_free(moves);
  grundy_compound_free(c);
  grundy_ordinals_free(ordinals);
  grundy_closed_form_free(closed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_win_is_not_put_off_for_ever),
      cmocka_unit_test(winning_play_ends_in_games_that_come_apart),
      cmocka_unit_test(winning_play_ends_in_sums_of_games_that_come_apart),
      cmocka_unit_test(planned_moves_end_play),
      cmocka_unit_test(searches_do_not_break_it),
      cmocka_unit_test(winning_play_ends_in_sums_of_tiers),
      cmocka_unit_test(nothing_is_promised_without_counters),
      cmocka_unit_test(only_what_is_proved_is_said_to_end),
      cmocka_unit_test(sums_with_transfinite_heaps_end_but_have_no_counter),
      cmocka_unit_test(closed_forms_are_not_known_to_end),
      cmocka_unit_test(a_closed_form_with_a_transfinite_heap_is_not_known_to_end),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
