#include "support/winning_play.h"

#include "support/games.h"
#include "support/test.h"

enum { MOST_FOLLOWERS = 64, ENDLESS = INT32_MAX };

typedef struct place {
  uint64_t at[WALK_MOST_COMPONENTS];
  uint32_t followers[MOST_FOLLOWERS];
  uint32_t follower_count;
  grundy_evaluation evaluation;
  uint32_t reply;  /* the first of the best moves, at an N-position */
  int32_t longest; /* at a P-position: moves until play ends; ENDLESS until that is known */
} place;

typedef struct walk {
  const walked_sum *sum;
  place *places;
  uint32_t count;
  bool is_too_large;
} walk;

static uint32_t find(walk *w, const uint64_t *at) {
  size_t bytes = sizeof *at * w->sum->count;
  for (uint32_t i = 0; i < w->count; i++)
    if (memcmp(w->places[i].at, at, bytes) == 0) return i;
  if (w->count == WALK_MOST_POSITIONS) {
    w->is_too_large = true;
    return 0;
  }
  memcpy(w->places[w->count].at, at, bytes);
  return w->count++;
}

/* Finds the followers of a position from the moves of the components. */
static void expand(walk *w, uint32_t v) {
  place *from = &w->places[v];
  for (uint32_t i = 0; i < w->sum->count; i++) {
    grundy_component game = w->sum->components[i];
    uint64_t at[WALK_MOST_COMPONENTS], moves = 0;
    memcpy(at, from->at, sizeof at);
    assert_int_equal(game.kind->count_moves(game.data, from->at[i], &moves, NULL), GRUNDY_OK);
    for (uint64_t m = 0; m < moves && !w->is_too_large; m++) {
      assert_int_equal(game.kind->get_move(game.data, from->at[i], m, &at[i], NULL), GRUNDY_OK);
      assert_true(from->follower_count < MOST_FOLLOWERS);
      from->followers[from->follower_count++] = find(w, at);
    }
  }
}

static grundy_compound *compound_at(const walk *w, const place *p) {
  grundy_compound *c = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < w->sum->count; i++)
    assert_int_equal(grundy_compound_add(c, w->sum->components[i], p->at[i], NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_join(c, w->sum->kind, w->sum->count, NULL), GRUNDY_OK);
  return c;
}

/* At a P-position where no remoteness is known, the first move leads to the largest counter, and an
 * infinite value counts as larger than all counters. */
static void check_resistance(const place *p, const grundy_moves *moves) {
  grundy_number first = 0;
  for (uint64_t i = 0; i < grundy_moves_count(moves); i++) {
    grundy_evaluation after = grundy_moves_get(moves, i).after;
    if (after.remoteness != GRUNDY_UNKNOWN || after.distance == 0) return;
    if (i == 0) first = after.value == GRUNDY_INFINITY64 ? after.value : after.counter;
    if (!p->evaluation.ends || after.value == GRUNDY_INFINITY64) continue;
    assert_true(first >= after.counter);
  }
}

static void evaluate(walk *w, place *p) {
  grundy_compound *c = compound_at(w, p);
  grundy_moves *moves = NULL;
  grundy_search_options options = {
      .size = sizeof options, .never = !w->sum->search, .tried = w->sum->tried};
  assert_int_equal(grundy_compound_best(c, MOST_FOLLOWERS, &options, &p->evaluation, &moves, NULL),
                   GRUNDY_OK);
  p->longest = ENDLESS;
  if (p->evaluation.outcome == GRUNDY_OUTCOME_P) check_resistance(p, moves);
  if (p->evaluation.outcome == GRUNDY_OUTCOME_N) {
    grundy_step step = grundy_moves_get(moves, 0).steps[0];
    uint64_t at[WALK_MOST_COMPONENTS];
    memcpy(at, p->at, sizeof at);
    at[step.component] = step.to;
    p->reply = find(w, at);
  }
  grundy_moves_free(moves);
  grundy_compound_free(c);
}

/* Returns the length of play from a P-position, if that of all replies is known. */
static int32_t longest_of(const walk *w, const place *p) {
  int32_t longest = 0;
  for (uint32_t i = 0; i < p->follower_count; i++) {
    const place *after = &w->places[p->followers[i]];
    assert_int_equal(after->evaluation.outcome, GRUNDY_OUTCOME_N);
    const place *reply = &w->places[after->reply];
    assert_int_equal(reply->evaluation.outcome, GRUNDY_OUTCOME_P);
    if (reply->longest == ENDLESS) return ENDLESS;
    if (reply->longest + 2 > longest) longest = reply->longest + 2;
  }
  return longest;
}

/* Finds lengths in rounds, so that positions from which play may go on forever get none. */
static void find_lengths(walk *w) {
  for (bool more = true; more;) {
    more = false;
    for (uint32_t v = 0; v < w->count; v++) {
      place *p = &w->places[v];
      if (p->evaluation.outcome != GRUNDY_OUTCOME_P || p->longest != ENDLESS) continue;
      p->longest = longest_of(w, p);
      more = more || p->longest != ENDLESS;
    }
  }
}

static void check(const walk *w, uint32_t v, walk_report *report) {
  const place *p = &w->places[v];
  grundy_outcome outcome = p->evaluation.outcome;
  if (outcome != GRUNDY_OUTCOME_P && outcome != GRUNDY_OUTCOME_N) return;
  const place *left = outcome == GRUNDY_OUTCOME_P ? p : &w->places[p->reply];
  grundy_number counter = left->evaluation.counter;
  report->won++;
  report->proved += p->evaluation.ends;
  report->endless += left->longest == ENDLESS;
  if (p->evaluation.ends && left->longest == ENDLESS)
    report->mistake = because("play from position %u need not end", v);
  if (p->evaluation.ends && !left->evaluation.ends)
    report->mistake = because("play from position %u ends, but not after the best move", v);
  if (counter < GRUNDY_TOO_LARGE && left->longest != ENDLESS &&
      (grundy_number)left->longest > 2 * counter)
    report->mistake = because("play from position %u takes %d moves, but its counter is %lu", v,
                              (int)left->longest, (unsigned long)counter);
}

walk_report walk_winning_play(const walked_sum *sum) {
  walk w = {.sum = sum, .places = calloc(WALK_MOST_POSITIONS, sizeof *w.places)};
  walk_report report = {0};
  assert_non_null(w.places);
  (void)find(&w, sum->start);
  for (uint32_t v = 0; v < w.count && !w.is_too_large; v++) expand(&w, v);
  for (uint32_t v = 0; v < w.count && !w.is_too_large; v++) evaluate(&w, &w.places[v]);
  report.is_too_large = w.is_too_large;
  if (!w.is_too_large) find_lengths(&w);
  for (uint32_t v = 0; v < w.count && !w.is_too_large; v++) check(&w, v, &report);
  free(w.places);
  return report;
}
