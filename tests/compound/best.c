/* Best moves, and the player who always makes the first of them. */

#include <grundy/compound.h>
#include <grundy/game.h>

#include "support/compounds.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- the list is correct --------------------------------------------------------------- */

/* The context of a walk through all positions of a compound. */
typedef struct shape {
  party *p;
  grundy_play play;
  bool search;
  uint64_t tried; /* moves one by one; the theorems must know more */
  const uint8_t *outcome;
  const uint32_t *remoteness;
  uint32_t *reply; /* by vertex: target of the first best move, or GRUNDY_INFINITY */
  uint64_t *left; /* by vertex: the counter after that move; GRUNDY_INFINITY64 if it is not known */
} shape;

static uint8_t wanted_from(uint8_t outcome) {
  return outcome == 'N' ? 'P' : outcome == 'D' ? 'D' : 'N';
}

static const char *check_move(const shape *s, grundy_compound *c, const grundy_move *move,
                              uint32_t *to) {
  grundy_error error;
  if (grundy_compound_move(c, move->steps, move->count, &error) != GRUNDY_OK)
    return because("a move is not allowed: %s", error.message);
  *to = party_vertex(s->p, c);
  assert_true(grundy_compound_take_back(c));
  for (uint64_t i = 1; i < move->count; i++)
    if (move->steps[i - 1].component >= move->steps[i].component) return "steps are not in order";
  if (move->after.outcome == GRUNDY_OUTCOME_NONE || move->after.outcome != s->outcome[*to])
    return because("outcome %c is wrong after the move", (char)move->after.outcome);
  if (move->after.remoteness != GRUNDY_UNKNOWN && s->remoteness[*to] != GRUNDY_INFINITY &&
      move->after.remoteness != s->remoteness[*to])
    return "the remoteness after the move is wrong";
  return NULL;
}

/* The followers with that outcome, each counted once, are the moves of the list. */
static const char *check_complete(const shape *s, uint32_t v, const bool *seen) {
  grundy_vertices row = grundy_digraph_followers(s->p->product, v);
  for (uint64_t i = 0; i < row.count; i++) {
    bool good = s->outcome[row.at[i]] == wanted_from(s->outcome[v]) || s->outcome[v] == 'D';
    if (good != seen[row.at[i]])
      return because("%u should%s be in the list", row.at[i], good ? "" : " not");
  }
  return NULL;
}

static const char *check_list(const shape *s, uint32_t v, grundy_compound *c,
                              const grundy_evaluation *evaluation, const grundy_moves *moves) {
  bool seen[256] = {false};
  const char *wrong = NULL;
  s->reply[v] = GRUNDY_INFINITY;
  if (evaluation->outcome == GRUNDY_OUTCOME_NONE) return s->search ? "no outcome" : NULL;
  for (uint64_t i = 0; i < grundy_moves_count(moves) && wrong == NULL; i++) {
    grundy_move move = grundy_moves_get(moves, i);
    uint32_t to = 0;
    wrong = check_move(s, c, &move, &to);
    /* Theorems do not know the remoteness of moves that lose a draw, so sums are searched. */
    bool drawn_sum = s->outcome[v] == 'D' && s->p->outer == GRUNDY_DISJUNCTIVE && s->search;
    if (wrong == NULL && drawn_sum && move.after.remoteness == GRUNDY_UNKNOWN)
      wrong = "the remoteness after a move from a drawn sum is not known";
    if (wrong != NULL) break;
    seen[to] = true;
    if (i > 0) continue;
    s->reply[v] = to;
    s->left[v] = move.after.counter != GRUNDY_UNKNOWN ? move.after.counter : GRUNDY_INFINITY64;
    if (s->outcome[to] != wanted_from(s->outcome[v])) wrong = "the first move is not the best";
    bool exact = evaluation->remoteness != GRUNDY_UNKNOWN &&
                 evaluation->remoteness != GRUNDY_INFINITY64 &&
                 move.after.remoteness != GRUNDY_UNKNOWN;
    if (exact && s->remoteness[to] + 1 != s->remoteness[v])
      wrong = because("remoteness %u after %u", s->remoteness[to], s->remoteness[v]);
  }
  bool terminal = grundy_digraph_followers(s->p->product, v).count == 0;
  if (wrong == NULL && terminal != (grundy_moves_count(moves) == 0))
    wrong = "there should be a move exactly if play is not over";
  if (wrong == NULL && grundy_moves_complete(moves)) wrong = check_complete(s, v, seen);
  return wrong;
}

static const char *check_best(const shape *s, uint32_t v) {
  grundy_search_options options = {.size = sizeof options, .never = !s->search, .tried = s->tried};
  grundy_evaluation evaluation;
  grundy_moves *moves;
  grundy_compound *c = party_compound(s->p, s->play, v);
  expect_ok(grundy_compound_best(c, 1000, &options, &evaluation, &moves, NULL));
  const char *wrong = check_list(s, v, c, &evaluation, moves);
  grundy_moves_free(moves);
  grundy_compound_free(c);
  return wrong;
}

/* ---- the perfect player against every opponent -------------------------------------------- */

/* By P-vertex: the largest number of moves that play takes when the other player may move anywhere
 * and the perfect player replies; computed in rounds, so that endless play never gets a number. */
static void find_lengths(const shape *s, uint32_t *length) {
  uint32_t order = grundy_digraph_order(s->p->product);
  for (uint32_t v = 0; v < order; v++) length[v] = GRUNDY_INFINITY;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t v = 0; v < order; v++) {
      if (s->outcome[v] != 'P' || length[v] != GRUNDY_INFINITY) continue;
      grundy_vertices row = grundy_digraph_followers(s->p->product, v);
      uint32_t longest = 0;
      for (uint64_t i = 0; i < row.count && longest != GRUNDY_INFINITY; i++) {
        /* In misère play a move from a P-position may end the game: the perfect player has won. */
        uint32_t w = row.at[i], reply = s->reply[w];
        bool over = grundy_digraph_followers(s->p->product, w).count == 0;
        uint32_t after = over ? 1 : reply == GRUNDY_INFINITY ? reply : length[reply];
        if (!over && after != GRUNDY_INFINITY) after += 2;
        if (after > longest) longest = after;
      }
      if (longest == GRUNDY_INFINITY) continue;
      length[v] = longest;
      more = true;
    }
  }
}

static const char *check_lengths(const shape *s, uint32_t *length) {
  uint32_t order = grundy_digraph_order(s->p->product);
  bool misere = s->play == GRUNDY_MISERE_PLAY;
  find_lengths(s, length);
  for (uint32_t v = 0; v < order; v++) {
    if (s->outcome[v] != 'N' || s->reply[v] == GRUNDY_INFINITY) continue;
    uint32_t after = length[s->reply[v]];
    if (after == GRUNDY_INFINITY) return because("play from %u may never end", v);
    if (s->search && after + 1 + misere != s->remoteness[v])
      return because("play from %u takes %u, not %u", v, after + 1, s->remoteness[v]);
    if (s->left[v] != GRUNDY_INFINITY64 && after > 2 * s->left[v])
      return because("play from %u takes %u, beyond the bound of the counter %llu", v, after + 1,
                     (unsigned long long)s->left[v]);
  }
  return NULL;
}

static const char *check_party(party *p, grundy_play play, bool search, uint64_t tried) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  uint32_t order = grundy_digraph_order(p->product), reply[256], length[256];
  uint64_t left[256];
  shape s = {.p = p, .play = play, .search = search, .tried = tried, .reply = reply, .left = left};
  s.outcome =
      grundy_solution_letters(p->truth, normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE);
  s.remoteness = grundy_solution_numbers(p->truth, normal ? GRUNDY_COLUMN_REMOTENESS
                                                          : GRUNDY_COLUMN_MISERE_REMOTENESS);
  bool covered = true;
  for (uint32_t v = 0; v < order; v++) {
    const char *wrong = check_best(&s, v);
    if (wrong != NULL) return because("position %u: %s", v, wrong);
    bool over = grundy_digraph_followers(p->product, v).count == 0;
    covered = covered && (over || reply[v] != GRUNDY_INFINITY);
  }
  return covered ? check_lengths(&s, length) : NULL;
}

static void check_shapes(uint64_t parties, bool nested, grundy_operator inner,
                         grundy_operator outer, grundy_play play, bool search) {
  for (uint64_t seed = test_seed(), end = seed + test_scaled(parties); seed < end; seed++) {
    grundy_random random = grundy_random_new(seed);
    size_t count = nested ? 3 : 2 + grundy_random_below(&random, 2);
    party p = party_new(&random, count, nested ? 3 : count == 2 ? 6 : 4);
    p.inner = inner;
    p.outer = outer;
    p.split = nested ? 2 : 1;
    party_solve(&p);
    for (uint64_t tried = 0; tried < 2; tried++) {
      const char *wrong = check_party(&p, play, search, tried);
      if (wrong != NULL)
        fail_msg("GRUNDY_SEED=%llu, inner %d, outer %d, play %d, search %d, tried %d: %s",
                 (unsigned long long)seed, (int)inner, (int)outer, (int)play, search, (int)tried,
                 wrong);
    }
    party_free(&p);
  }
}

static void the_first_move_in_a_sum_wins_against_every_opponent(void **state) {
  check_shapes(3000, false, 0, GRUNDY_DISJUNCTIVE, GRUNDY_NORMAL_PLAY, false);
}

static void the_first_move_wins_in_every_compound_and_play(void **state) {
  for (int outer = 0; outer < 3; outer++)
    for (int play = 0; play < 2; play++)
      for (int search = 0; search < 2; search++)
        check_shapes(200, false, 0, (grundy_operator)outer, (grundy_play)play, search);
}

static void the_first_move_wins_in_compounds_of_compounds(void **state) {
  for (int i = 0; i < 36; i++)
    check_shapes(60, true, (grundy_operator)(i % 3), (grundy_operator)(i / 3 % 3),
                 (grundy_play)(i / 9 % 2), i / 18);
}

/* ---- total counters --------------------------------------------------------------- */

/* The sum of V1 ⇄ V2 → V3 and x → y with three isolated positions, and counters that Algorithm G
 * can give. The remark in [FY86, §5] about the component with the smallest counter leads from (V1,
 * x) to V2; the opponent goes back to V1, and so on forever. The least total wins. */
static void moving_where_the_total_counter_is_least_does_not_go_round_for_ever(void **state) {
  static const uint32_t smith[][2] = {{0, 1}, {1, 0}, {1, 2}}, step[][2] = {{3, 4}};
  static const uint32_t counters[2][5] = {{1, 2, 0}, {0, 1, 2, 4, 3}};
  grundy_digraph *games[] = {game_from_pairs(3, 3, smith), game_from_pairs(5, 1, step)};
  party p = party_of(2, games);
  for (int i = 0; i < 2; i++)
    memcpy(numbers_to_change(p.solutions[i], GRUNDY_COLUMN_COUNTER), counters[i],
           grundy_digraph_order(games[i]) * sizeof(uint32_t));
  party_solve(&p);
  const char *wrong = check_party(&p, GRUNDY_NORMAL_PLAY, false, 0);
  if (wrong != NULL) fail_msg("%s", wrong);

  grundy_search_options never = {.size = sizeof never, .never = true};
  grundy_evaluation evaluation;
  grundy_moves *moves;
  grundy_compound *c = party_compound(&p, GRUNDY_NORMAL_PLAY, 0 * 5 + 3);
  expect_ok(grundy_compound_best(c, 10, &never, &evaluation, &moves, NULL));
  assert_int_equal(grundy_moves_count(moves), 2);
  assert_int_equal(grundy_moves_get(moves, 0).steps[0].component, 1);
  assert_int_equal(grundy_moves_get(moves, 0).after.counter, 1 + 3);
  assert_int_equal(grundy_moves_get(moves, 1).after.counter, 2 + 4);
  grundy_moves_free(moves);
  grundy_compound_free(c);
  party_free(&p);
}

/* ---- many components -------------------------------------------------------------- */

static grundy_compound *join(grundy_compound *c, grundy_operator kind) {
  expect_ok(grundy_compound_join(c, kind, grundy_compound_count(c), NULL));
  return c;
}

static grundy_compound *heaps(grundy_play play, grundy_operator kind, uint32_t count,
                              const uint64_t *sizes) {
  grundy_compound *c;
  expect_ok(grundy_compound_new(play, &c, NULL));
  for (uint32_t i = 0; i < count; i++)
    expect_ok(grundy_compound_add(c, grundy_component_nim(), sizes[i], NULL));
  return join(c, kind);
}

static grundy_moves *best_of(grundy_compound *c, uint64_t most, grundy_evaluation *evaluation) {
  grundy_moves *moves;
  expect_ok(grundy_compound_best(c, most, NULL, evaluation, &moves, NULL));
  return moves;
}

static void large_heaps_are_moved_to_a_sum_of_zero(void **state) {
  static const uint64_t sizes[] = {2000000000, 1999999999, 1 << 21, 77, 5000};
  grundy_evaluation evaluation;
  grundy_compound *c = heaps(GRUNDY_NORMAL_PLAY, GRUNDY_DISJUNCTIVE, 5, sizes);
  grundy_moves *moves = best_of(c, 10, &evaluation);
  assert_int_equal(evaluation.outcome, 'N');
  assert_int_equal(evaluation.value, 2000000000 ^ 1999999999 ^ 1 << 21 ^ 77 ^ 5000);
  assert_true(evaluation.remoteness == GRUNDY_UNKNOWN);
  assert_string_not_equal(grundy_compound_limit_reached(c), "");
  grundy_move first = grundy_moves_get(moves, 0);
  assert_int_equal(first.count, 1);
  assert_int_equal(first.after.value, 0);
  expect_ok(grundy_compound_move(c, first.steps, first.count, NULL));
  grundy_moves_free(moves);
  moves = best_of(c, 10, &evaluation);
  assert_int_equal(evaluation.outcome, 'P');
  assert_true(grundy_moves_count(moves) > 0);
  grundy_moves_free(moves);
  grundy_compound_free(c);
}

static void misere_nim_is_won_by_boutons_rule(void **state) {
  static const struct {
    uint64_t sizes[4];
    char outcome;
  } cases[] = {{{1, 1, 1, 0}, 'P'}, {{1, 1, 0, 0}, 'N'},      {{1000000, 1, 1, 0}, 'N'},
               {{5, 4, 1, 0}, 'P'}, {{100000, 1, 1, 1}, 'N'}, {{100000, 100000, 0, 0}, 'P'}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_evaluation evaluation;
    grundy_compound *c = heaps(GRUNDY_MISERE_PLAY, GRUNDY_DISJUNCTIVE, 4, cases[i].sizes);
    grundy_moves *moves = best_of(c, 5, &evaluation);
    assert_int_equal(evaluation.outcome, cases[i].outcome);
    assert_true(evaluation.value == GRUNDY_UNKNOWN);
    grundy_move first = grundy_moves_get(moves, 0);
    assert_int_equal(first.after.outcome, cases[i].outcome == 'N' ? 'P' : 'N');
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
}

/* 0 moves to 1 and to itself, so that K is {0}. Next to it, a heap is moved to 1: that is a draw.
 */
static void large_heaps_next_to_an_infinite_value_are_moved_to_keep_a_draw(void **state) {
  static const uint32_t pairs[][2] = {{0, 0}, {0, 1}};
  static const uint64_t sizes[] = {5000, 1 << 20};
  grundy_digraph *games[] = {game_from_pairs(2, 2, pairs)};
  grundy_search_options never = GRUNDY_OPTIONS(grundy_search_options, .never = true);
  party p = party_of(1, games);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    grundy_evaluation evaluation;
    grundy_moves *moves;
    grundy_compound *c;
    expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
    expect_ok(grundy_compound_add(c, grundy_component_digraph(&p.solved[0]), 0, NULL));
    expect_ok(grundy_compound_add(c, grundy_component_nim(), sizes[i], NULL));
    expect_ok(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL));
    expect_ok(grundy_compound_best(c, 10, &never, &evaluation, &moves, NULL));
    assert_int_equal(evaluation.outcome, 'D');
    bool has_heap = false;
    for (uint64_t m = 0; m < grundy_moves_count(moves); m++) {
      grundy_move move = grundy_moves_get(moves, m);
      has_heap |= move.steps[0].component == 1 && move.steps[0].to == 1;
      if (m == 0) assert_int_equal(move.after.outcome, 'D');
      if (move.steps[0].component == 1 && move.steps[0].to == 0)
        assert_int_equal(move.after.outcome, 'N'); /* the opponent moves to 1 and wins */
    }
    assert_true(has_heap);
    grundy_moves_free(moves);
    grundy_compound_free(c);
  }
  party_free(&p);
}

/* In a selective compound, a misere winner moves as in normal play while several components go on.
 * No search finds that here. */
static void misere_play_of_a_selective_compound_is_that_of_normal_play_at_first(void **state) {
  static const uint32_t path[][2] = {{0, 1}, {1, 2}, {2, 3}};
  grundy_digraph *games[] = {game_from_pairs(4, 3, path)};
  grundy_search_options options = GRUNDY_OPTIONS(grundy_search_options, .never = true, .tried = 1);
  party p = party_of(1, games);
  grundy_compound *c;
  grundy_evaluation evaluation;
  grundy_moves *moves;
  expect_ok(grundy_compound_new(GRUNDY_MISERE_PLAY, &c, NULL));
  for (uint64_t i = 0; i < 3; i++) /* 1 is a P-position, 0 and 2 are N-positions */
    expect_ok(grundy_compound_add(c, grundy_component_digraph(&p.solved[0]), i == 2 ? 0 : 1, NULL));
  expect_ok(grundy_compound_join(c, GRUNDY_SELECTIVE, 3, NULL));
  expect_ok(grundy_compound_best(c, 10, &options, &evaluation, &moves, NULL));
  assert_int_equal(evaluation.outcome, 'N');
  assert_int_equal(grundy_moves_count(moves), 1);
  grundy_move first = grundy_moves_get(moves, 0);
  assert_int_equal(first.count, 1);
  assert_int_equal(first.steps[0].component, 2);
  expect_ok(grundy_compound_move(c, first.steps, first.count, NULL));
  expect_ok(grundy_compound_evaluate(c, NULL, &evaluation, NULL));
  assert_int_equal(evaluation.outcome, 'P');
  grundy_moves_free(moves);
  grundy_compound_free(c);
  party_free(&p);
}

/* Thirty heaps have 2^30 and more moves: the theorems find the best one. */
static void compounds_with_more_moves_than_can_be_counted_have_a_best_one(void **state) {
  uint64_t sizes[30];
  for (int i = 0; i < 30; i++) sizes[i] = (uint64_t)i % 7;
  for (int kind = GRUNDY_CONJUNCTIVE; kind <= GRUNDY_SELECTIVE; kind++)
    for (int play = 0; play < 2; play++) {
      grundy_evaluation evaluation;
      if (kind == GRUNDY_CONJUNCTIVE)
        for (int i = 0; i < 30; i++) sizes[i] = (uint64_t)i % 7 + 1;
      grundy_compound *c = heaps((grundy_play)play, (grundy_operator)kind, 30, sizes);
      grundy_moves *moves = best_of(c, 5, &evaluation);
      grundy_move first = grundy_moves_get(moves, 0);
      assert_false(grundy_moves_complete(moves));
      assert_int_equal(first.after.outcome, evaluation.outcome == 'N' ? 'P' : 'N');
      expect_ok(grundy_compound_move(c, first.steps, first.count, NULL));
      grundy_moves_free(moves);
      grundy_compound_free(c);
    }
}

/* The conjunctive compound of 0 → 1 → 2 twice at (0, 0) is a P-position, like the sum of two
 * such compounds. No theorem gives the value of a component after a move. */
static void every_move_from_p_is_known_to_lose(void **state) {
  static const uint32_t path[][2] = {{0, 1}, {1, 2}};
  grundy_digraph *games[] = {game_from_pairs(3, 2, path)};
  grundy_search_options never = {.size = sizeof never, .never = true};
  party p = party_of(1, games);
  grundy_compound *c;
  grundy_evaluation evaluation;
  grundy_moves *moves;
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  for (int i = 0; i < 4; i++) {
    expect_ok(grundy_compound_add(c, grundy_component_digraph(&p.solved[0]), 0, NULL));
    if (i % 2 == 1) expect_ok(grundy_compound_join(c, GRUNDY_CONJUNCTIVE, 2, NULL));
  }
  expect_ok(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL));
  expect_ok(grundy_compound_best(c, 10, &never, &evaluation, &moves, NULL));
  assert_int_equal(evaluation.outcome, 'P');
  assert_int_equal(grundy_moves_count(moves), 2);
  assert_true(grundy_moves_complete(moves));
  for (uint64_t i = 0; i < 2; i++) assert_int_equal(grundy_moves_get(moves, i).after.outcome, 'N');
  grundy_moves_free(moves);
  grundy_compound_free(c);
  party_free(&p);
}

/* ---- long matches against an opponent who moves at random ------------------------------------ */

static void moves_are_counted_even_where_they_are_too_many_to_list(void **state) {
  const uint64_t sizes[] = {3, 4, 5};
  const uint64_t counts[] = {12, 60, 4 * 5 * 6 - 1};
  uint64_t many[30], count;
  for (int kind = GRUNDY_DISJUNCTIVE; kind <= GRUNDY_SELECTIVE; kind++) {
    grundy_compound *c = heaps(GRUNDY_NORMAL_PLAY, (grundy_operator)kind, 3, sizes);
    expect_ok(grundy_compound_move_count(c, &count, NULL));
    assert_int_equal(count, counts[kind]);
    for (uint64_t most = 1; most <= 2 * count; most++) {
      grundy_moves *moves;
      expect_ok(grundy_compound_moves(c, most, &moves, NULL));
      assert_int_equal(grundy_moves_count(moves), most < count ? most : count);
      assert_int_equal(grundy_moves_complete(moves), most >= count);
      grundy_moves_free(moves);
    }
    grundy_compound_free(c);
  }
  for (int i = 0; i < 30; i++) many[i] = GRUNDY_NIM_MAX_HEAP;
  grundy_compound *c = heaps(GRUNDY_NORMAL_PLAY, GRUNDY_SELECTIVE, 30, many);
  expect_ok(grundy_compound_move_count(c, &count, NULL));
  assert_true(count == UINT64_MAX);
  grundy_compound_free(c);
}

static bool move_at_random(grundy_random *random, grundy_compound *c) {
  grundy_moves *moves;
  uint64_t all;
  expect_ok(grundy_compound_moves(c, 1000, &moves, NULL));
  uint64_t count = grundy_moves_count(moves);
  expect_ok(grundy_compound_move_count(c, &all, NULL));
  assert_int_equal(count, all < 1000 ? all : 1000);
  if (count > 0) {
    grundy_move move = grundy_moves_get(moves, grundy_random_below(random, count));
    expect_ok(grundy_compound_move(c, move.steps, move.count, NULL));
  }
  grundy_moves_free(moves);
  return count > 0;
}

/* The perfect player begins. From an N-position it wins within the bound, from a draw it never
 * loses. */
static void play_match(grundy_random *random, grundy_compound *c) {
  grundy_search_options options = {.size = sizeof options, .never = true};
  uint64_t bound = 200;
  uint8_t start = 0;
  for (uint64_t made = 0; made < bound; made += 2) {
    grundy_evaluation evaluation;
    grundy_moves *moves;
    expect_ok(grundy_compound_best(c, 1, &options, &evaluation, &moves, NULL));
    if (made == 0) start = (uint8_t)evaluation.outcome;
    bool over = grundy_moves_count(moves) == 0;
    if (over) {
      assert_int_equal(start, 'P'); /* lost, as expected */
      grundy_moves_free(moves);
      return;
    }
    grundy_move move = grundy_moves_get(moves, 0);
    if (start == 'N') assert_int_equal(move.after.outcome, 'P');
    if (start == 'D') assert_int_not_equal(move.after.outcome, 'N');
    if (made == 0 && start == 'N') bound = 1 + 2 * move.after.counter;
    expect_ok(grundy_compound_move(c, move.steps, move.count, NULL));
    grundy_moves_free(moves);
    if (!move_at_random(random, c)) return; /* won */
  }
  assert_int_not_equal(start, 'N');
}

static void the_perfect_player_wins_long_matches(void **state) {
  for (uint64_t seed = test_seed(), end = seed + test_scaled(1000); seed < end; seed++) {
    grundy_random random = grundy_random_new(seed);
    party p = party_new(&random, MOST_GAMES, 30);
    grundy_compound *c;
    expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
    for (int i = 0; i < 8; i++) {
      grundy_solved *solved = &p.solved[i % MOST_GAMES];
      uint64_t at = grundy_random_below(&random, grundy_digraph_order(solved->g));
      expect_ok(grundy_compound_add(c, grundy_component_digraph(solved), at, NULL));
    }
    play_match(&random, join(c, GRUNDY_DISJUNCTIVE));
    grundy_compound_free(c);
    party_free(&p);
  }
}

/* ---- moving ----------------------------------------------------------------------- */

/* The result of a search is used for later positions, but not for positions outside of that
 * search. */
static void search_results_stay_correct_when_moves_are_made_and_taken_back(void **state) {
  for (uint64_t seed = test_seed(), end = seed + test_scaled(600); seed < end; seed++) {
    grundy_random random = grundy_random_new(seed);
    grundy_play play = (grundy_play)(seed % 2);
    party p = party_new(&random, 3, 4);
    p.inner = (grundy_operator)(seed / 2 % 3);
    p.outer = (grundy_operator)(seed / 6 % 3);
    p.split = 2;
    party_solve(&p);
    bool normal = play == GRUNDY_NORMAL_PLAY;
    const uint32_t *remoteness = grundy_solution_numbers(
        p.truth, normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS);
    uint32_t start = (uint32_t)grundy_random_below(&random, grundy_digraph_order(p.product));
    grundy_compound *c = party_compound(&p, play, start);
    for (int step = 0; step < 20; step++) {
      bool back = grundy_random_below(&random, 3) == 0;
      if (back ? !grundy_compound_take_back(c) : !move_at_random(&random, c)) continue;
      if (grundy_random_below(&random, 2) == 0) continue;
      grundy_evaluation evaluation;
      expect_ok(grundy_compound_evaluate(c, NULL, &evaluation, NULL));
      uint32_t truth = remoteness[party_vertex(&p, c)];
      assert_true(evaluation.remoteness != GRUNDY_UNKNOWN);
      assert_int_equal(evaluation.remoteness, truth == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : truth);
    }
    grundy_compound_free(c);
    party_free(&p);
  }
}

static void moves_that_the_operators_forbid_are_refused(void **state) {
  static const uint64_t sizes[] = {3, 2};
  static const char *const kinds[] = {"one of its parts", "all of its parts", NULL};
  const grundy_step both[] = {{0, 3, 1, 0}, {1, 2, 0, 0}}, late = {1, 3, 1, 0},
                    twice[] = {{0, 3, 1, 0}, {0, 3, 1, 0}}, beyond = {2, 0, 0, 0},
                    uphill = {0, 3, 3, 0};
  for (int kind = 0; kind < 3; kind++) {
    grundy_error error;
    grundy_compound *c = heaps(GRUNDY_NORMAL_PLAY, (grundy_operator)kind, 2, sizes);
    assert_int_equal(grundy_compound_move(c, both, 0, NULL), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(grundy_compound_move(c, &late, 1, NULL), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(grundy_compound_move(c, twice, 2, NULL), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(grundy_compound_move(c, &beyond, 1, NULL), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(grundy_compound_move(c, &uphill, 1, NULL), GRUNDY_BAD_ARGUMENT);
    uint64_t count = kind == GRUNDY_CONJUNCTIVE ? 1 : 2;
    grundy_status status = grundy_compound_move(c, both, count, &error);
    if (kinds[kind] != NULL) {
      assert_int_equal(status, GRUNDY_BAD_ARGUMENT);
      assert_non_null(strstr(error.message, kinds[kind]));
      assert_false(grundy_compound_take_back(c));
    } else {
      expect_ok(status);
      assert_int_equal(grundy_compound_position(c, 1), 0);
      assert_true(grundy_compound_take_back(c));
      assert_false(grundy_compound_take_back(c));
    }
    assert_int_equal(grundy_compound_position(c, 0), 3);
    grundy_compound_free(c);
  }
}

static void standalone_components_stay_alone(void **state) {
  grundy_component_kind kind = *grundy_component_nim().kind;
  kind.standalone = true;
  const grundy_component game = {&kind, NULL};
  grundy_compound *c;
  expect_ok(grundy_compound_new(GRUNDY_MISERE_PLAY, &c, NULL));
  assert_int_equal(grundy_compound_add(c, game, 0, NULL), GRUNDY_UNDEFINED);
  grundy_compound_free(c);
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  expect_ok(grundy_compound_add(c, grundy_component_nim(), 1, NULL));
  assert_int_equal(grundy_compound_add(c, game, 0, NULL), GRUNDY_UNDEFINED);
  grundy_compound_free(c);
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  expect_ok(grundy_compound_add(c, game, 0, NULL));
  assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 1, NULL), GRUNDY_UNDEFINED);
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_compound_explore(c, 10, NULL, &g, NULL), GRUNDY_UNDEFINED);
  assert_null(g);
  grundy_compound_free(c);
}

static void unjoined_components_are_rejected(void **state) {
  grundy_compound *c;
  grundy_evaluation evaluation;
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_BAD_ARGUMENT);
  expect_ok(grundy_compound_add(c, grundy_component_nim(), 1, NULL));
  expect_ok(grundy_compound_evaluate(c, NULL, &evaluation, NULL));
  expect_ok(grundy_compound_add(c, grundy_component_nim(), 1, NULL));
  assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_BAD_ARGUMENT);
  grundy_moves *moves = NULL;
  grundy_digraph *g = NULL;
  uint64_t count;
  const grundy_step step = {.from = 1};
  assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &moves, NULL),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_compound_moves(c, 1, &moves, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_compound_move_count(c, &count, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_compound_move(c, &step, 1, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_compound_explore(c, 10, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(moves);
  assert_null(g);
  assert_int_equal(grundy_compound_join(c, GRUNDY_SELECTIVE, 3, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_compound_join(c, GRUNDY_SELECTIVE, 0, NULL), GRUNDY_BAD_ARGUMENT);
  for (int kind = GRUNDY_DISJOINT; kind < GRUNDY_DISJOINT + 3; kind++)
    assert_int_equal(grundy_compound_join(c, (grundy_operator)kind, 2, NULL), GRUNDY_BAD_ARGUMENT);
  grundy_compound_free(c);
}

static void there_are_not_too_many_components(void **state) {
  grundy_compound *c;
  grundy_error error;
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  for (uint32_t i = 0; i < GRUNDY_COMPOUND_MAX_COMPONENTS; i++)
    expect_ok(grundy_compound_add(c, grundy_component_nim(), 1, NULL));
  assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 1, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "too many components; expected at most 131072");
  grundy_compound_free(c);
}

static void at_least_one_best_move_is_asked_for(void **state) {
  grundy_compound *c;
  grundy_evaluation evaluation;
  grundy_moves *moves = NULL;
  grundy_error error;
  expect_ok(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL));
  expect_ok(grundy_compound_add(c, grundy_component_nim(), 1, NULL));
  assert_int_equal(grundy_compound_best(c, 0, NULL, &evaluation, &moves, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "the number of moves is 0; expected at least 1");
  assert_null(moves);
  grundy_compound_free(c);
}

/* Two games on cycles, as a conjunctive compound in a sum, which has to be searched. */
static void a_search_keeps_to_its_memory(void **state) {
  static const char text[] = "(" GRUNDY_ROOT "/examples/smith.edges@V1 & nim:3) + nim:2";
  grundy_expression *expression = NULL;
  grundy_evaluation evaluation;
  expect_ok(grundy_expression_open(text, NULL, &expression, NULL));
  grundy_compound *c = grundy_expression_compound(expression);
  for (uint64_t memory = 1; memory < 1 << 16; memory *= 2) {
    expect_ok(grundy_compound_evaluate(c, &GRUNDY_OPTIONS(grundy_search_options, .memory = memory),
                                       &evaluation, NULL));
    const char *why = grundy_compound_limit_reached(c);
    if (evaluation.remoteness != GRUNDY_UNKNOWN) break;
    if (strstr(why, "a search needs ") == NULL) fail_msg("with %d bytes: %s", (int)memory, why);
  }
  expect_ok(grundy_compound_evaluate(c, &GRUNDY_OPTIONS(grundy_search_options, .limit = UINT64_MAX),
                                     &evaluation, NULL));
  assert_true(evaluation.remoteness != GRUNDY_UNKNOWN);
  assert_string_equal(grundy_compound_limit_reached(c), "");
  grundy_expression_free(expression);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_are_counted_even_where_they_are_too_many_to_list),
      cmocka_unit_test(the_first_move_in_a_sum_wins_against_every_opponent),
      cmocka_unit_test(the_first_move_wins_in_every_compound_and_play),
      cmocka_unit_test(the_first_move_wins_in_compounds_of_compounds),
      cmocka_unit_test(moving_where_the_total_counter_is_least_does_not_go_round_for_ever),
      cmocka_unit_test(large_heaps_are_moved_to_a_sum_of_zero),
      cmocka_unit_test(large_heaps_next_to_an_infinite_value_are_moved_to_keep_a_draw),
      cmocka_unit_test(misere_play_of_a_selective_compound_is_that_of_normal_play_at_first),
      cmocka_unit_test(misere_nim_is_won_by_boutons_rule),
      cmocka_unit_test(compounds_with_more_moves_than_can_be_counted_have_a_best_one),
      cmocka_unit_test(every_move_from_p_is_known_to_lose),
      cmocka_unit_test(the_perfect_player_wins_long_matches),
      cmocka_unit_test(search_results_stay_correct_when_moves_are_made_and_taken_back),
      cmocka_unit_test(moves_that_the_operators_forbid_are_refused),
      cmocka_unit_test(standalone_components_stay_alone),
      cmocka_unit_test(unjoined_components_are_rejected),
      cmocka_unit_test(there_are_not_too_many_components),
      cmocka_unit_test(at_least_one_best_move_is_asked_for),
      cmocka_unit_test(a_search_keeps_to_its_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
