/* Outcomes of games with kinds of moves, and remoteness and distance counted in moves and in turns.
 *
 * A count is right if every entry follows from those of the followers, and if what is finite is
 * grounded (docs/carry-on.md, "Counting turns"). Moves after which the same player moves do not
 * count as turns, so on a cycle of such moves every entry could claim to follow from the next one;
 * grounding excludes this. Where every move counts, entries decrease, and are grounded. */

#include "verify/impl.h"

#include "base/lower_bound.h"

static const unsigned again = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL;

/* ---- outcome, and remoteness counted in moves --------------------------------------------- */

typedef struct outcome_checker {
  checker *c;
  const uint8_t *kinds, *outcome;
  const uint32_t *remoteness;
} outcome_checker;

/* What the moves from a position offer the player. */
typedef struct offer {
  bool has_good, all_bad;
  uint32_t soonest, latest; /* of good and of bad moves: 1 + the remoteness */
} offer;

static offer offer_at(const outcome_checker *o, uint32_t v) {
  offer found = {.all_bad = true, .soonest = GRUNDY_INFINITY};
  for (uint64_t e = o->c->view.offsets[v]; e < o->c->view.offsets[v + 1]; e++) {
    uint32_t to = o->c->view.targets[e], moves = o->remoteness[to];
    bool is_n = o->outcome[to] == GRUNDY_OUTCOME_N, is_p = o->outcome[to] == GRUNDY_OUTCOME_P;
    bool changes = (o->kinds[e] & ~again) != 0, keeps = (o->kinds[e] & again) != 0;
    bool good = (changes && is_p) || (keeps && is_n);
    found.has_good |= good;
    found.all_bad &= (!changes || is_n) && (!keeps || is_p);
    if (moves < GRUNDY_INFINITY) moves++;
    if (good && moves < found.soonest) found.soonest = moves;
    if (moves > found.latest) found.latest = moves;
  }
  return found;
}

/* Checks that outcomes and remoteness fit those of the followers. Remoteness falls along winning
 * play, so that wins end. */
static grundy_status check_outcomes(const outcome_checker *o) {
  checker *c = o->c;
  for (uint32_t v = 0; v < c->view.order; v++) {
    offer found = offer_at(o, v);
    uint8_t right = found.has_good ? 'N' : found.all_bad ? 'P' : 'D';
    uint32_t moves = right == 'N' ? found.soonest : right == 'P' ? found.latest : GRUNDY_INFINITY;
    const violation where = {.kind = "followers", .position = v};
    if (o->outcome[v] == right && o->remoteness[v] == moves &&
        (moves == GRUNDY_INFINITY) == (right == 'D'))
      continue;
    bool is_outcome = o->outcome[v] != right;
    grundy_status status = grundy_verify_wrong(
        c, is_outcome ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_REMOTENESS, &where, "%s",
        is_outcome ? "its outcome does not fit its followers"
                   : "its remoteness does not fit its followers");
    if (status != GRUNDY_OK) return status;
    return grundy_verify_note(c, is_outcome ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_OUTCOME,
                              GRUNDY_VERDICT_NOT_CHECKED,
                              is_outcome ? "outcome is wrong" : "remoteness is wrong");
  }
  grundy_status status =
      grundy_verify_note(c, GRUNDY_COLUMN_OUTCOME, GRUNDY_VERDICT_RIGHT, "fits the followers");
  if (status != GRUNDY_OK) return status;
  return grundy_verify_note(c, GRUNDY_COLUMN_REMOTENESS, GRUNDY_VERDICT_RIGHT,
                            "fits the followers");
}

/* Checks outcomes without remoteness: they follow from right values and sets. */
static grundy_status check_outcome_of_values(checker *c, const uint8_t *outcome) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < c->view.order; v++) {
    grundy_set k = grundy_solution_set_at(c->solution, GRUNDY_COLUMN_K, v);
    grundy_set at_rest = grundy_solution_set_at(c->solution, GRUNDY_COLUMN_C, v);
    bool wins = grundy_set_has(at_rest, GRUNDY_INFINITY) || grundy_set_has(k, 0);
    uint8_t right = values[v] == 0 ? 'P' : values[v] != GRUNDY_INFINITY || wins ? 'N' : 'D';
    const violation where = {.kind = "value", .position = v};
    if (outcome[v] != right)
      return grundy_verify_wrong(c, GRUNDY_COLUMN_OUTCOME, &where,
                                 "its outcome does not fit its value");
  }
  return grundy_verify_note(c, GRUNDY_COLUMN_OUTCOME, GRUNDY_VERDICT_RIGHT, "fits grundy, k and c");
}

/* Checks outcomes by remoteness counted in turns, which is right. */
static grundy_status check_parity(checker *c, const uint8_t *outcome) {
  const uint32_t *turns = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_TURN_REMOTENESS);
  for (uint32_t v = 0; v < c->view.order; v++) {
    uint8_t right = turns[v] == GRUNDY_INFINITY ? 'D' : turns[v] % 2 == 0 ? 'P' : 'N';
    const violation where = {.kind = "parity", .position = v};
    if (outcome[v] != right)
      return grundy_verify_wrong(c, GRUNDY_COLUMN_OUTCOME, &where,
                                 "its outcome does not fit its turn_remoteness");
  }
  return grundy_verify_note(c, GRUNDY_COLUMN_OUTCOME, GRUNDY_VERDICT_RIGHT, "fits turn_remoteness");
}

static grundy_status check_outcome_and_remoteness(checker *c, bool values_are_right) {
  outcome_checker o = {.c = c,
                       .kinds = grundy_digraph_kinds(c->g),
                       .outcome = grundy_solution_letters(c->solution, GRUNDY_COLUMN_OUTCOME),
                       .remoteness =
                           grundy_solution_numbers(c->solution, GRUNDY_COLUMN_REMOTENESS)};
  bool sets_are_right = grundy_verify_verdict(c, GRUNDY_COLUMN_K) == GRUNDY_VERDICT_RIGHT &&
                        grundy_verify_verdict(c, GRUNDY_COLUMN_C) == GRUNDY_VERDICT_RIGHT;
  if (o.outcome != NULL && o.remoteness != NULL) return check_outcomes(&o);
  if (o.remoteness != NULL)
    return grundy_verify_note(c, GRUNDY_COLUMN_REMOTENESS, GRUNDY_VERDICT_NOT_CHECKED,
                              "needs outcome");
  if (o.outcome == NULL) return GRUNDY_OK;
  if (grundy_verify_verdict(c, GRUNDY_COLUMN_TURN_REMOTENESS) == GRUNDY_VERDICT_RIGHT)
    return check_parity(c, o.outcome);
  if (values_are_right && sets_are_right) return check_outcome_of_values(c, o.outcome);
  return grundy_verify_note(c, GRUNDY_COLUMN_OUTCOME, GRUNDY_VERDICT_NOT_CHECKED,
                            "needs remoteness, turn_remoteness, or right columns grundy, k and c");
}

/* ---- other counts ----------------------------------------------------------------------- */

typedef struct count_checker {
  checker *c;
  grundy_columns column;
  bool in_turns, is_distance;
  const uint8_t *kinds;
  const uint32_t *claims; /* by position */
} count_checker;

/* What the moves from a position lead to. */
typedef struct counts {
  uint32_t least_odd; /* GRUNDY_INFINITY if there is none */
  uint32_t largest;   /* GRUNDY_INFINITY if one of them is infinite */
} counts;

static void see_count(counts *seen, uint32_t after, unsigned own) {
  uint32_t count = after == GRUNDY_INFINITY ? after : after + own;
  if (count % 2 == 1 && count < seen->least_odd) seen->least_odd = count;
  if (count > seen->largest) seen->largest = count;
}

/* Sees the moves number e, which may be of several kinds. */
static void see_moves(const count_checker *k, uint64_t e, counts *seen) {
  uint32_t after = k->claims[k->c->view.targets[e]];
  if (!k->in_turns || (k->kinds[e] & ~again) != 0) see_count(seen, after, 1);
  if (k->in_turns && (k->kinds[e] & again) != 0) see_count(seen, after, 0);
}

static uint32_t expected_count(const count_checker *k, counts seen) {
  return k->is_distance || seen.least_odd == GRUNDY_INFINITY ? seen.largest : seen.least_odd;
}

static ground_need needs(const void *context, uint32_t u) {
  const count_checker *k = context;
  if (k->claims[u] == GRUNDY_INFINITY) return GROUND_NOTHING;
  return !k->is_distance && k->claims[u] % 2 == 1 ? GROUND_ONE : GROUND_ALL;
}

static bool helps(const void *context, uint32_t u, uint32_t v) {
  const count_checker *k = context;
  if (needs(k, u) == GROUND_ALL) return true;
  counts seen = {.least_odd = GRUNDY_INFINITY};
  grundy_vertices row = grundy_view_row(&k->c->view, u);
  see_moves(k, k->c->view.offsets[u] + grundy_lower_bound(row.at, row.count, v), &seen);
  return seen.least_odd == k->claims[u];
}

static grundy_status check_count(const count_checker *k) {
  checker *c = k->c;
  const char *name = grundy_column_describe(k->column)->name;
  uint32_t stray = c->view.order;
  for (uint32_t v = 0; v < c->view.order; v++) {
    counts seen = {.least_odd = GRUNDY_INFINITY};
    for (uint64_t e = c->view.offsets[v]; e < c->view.offsets[v + 1]; e++) see_moves(k, e, &seen);
    const violation where = {.kind = "followers", .position = v};
    if (k->claims[v] != expected_count(k, seen))
      return grundy_verify_wrong(c, k->column, &where, "its %s does not fit its followers", name);
  }
  if (k->in_turns) {
    grundy_status status = grundy_verify_ground(c, &(ground_rules){k, needs, helps}, &stray);
    if (status != GRUNDY_OK) return status;
  }
  const violation endless = {.kind = "turn ends", .position = stray};
  if (stray < c->view.order)
    return grundy_verify_wrong(c, k->column, &endless,
                               "its %s is finite, but relies on a turn that never ends", name);
  return grundy_verify_note(c, k->column, GRUNDY_VERDICT_RIGHT, "fits the followers%s",
                            k->in_turns ? ", and turns end" : "");
}

grundy_status grundy_verify_turn_counts(checker *c, bool values_are_right) {
  static const struct {
    grundy_columns column;
    bool in_turns, is_distance;
  } columns[] = {{GRUNDY_COLUMN_DISTANCE, false, true},
                 {GRUNDY_COLUMN_TURN_REMOTENESS, true, false},
                 {GRUNDY_COLUMN_TURN_DISTANCE, true, true}};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && status == GRUNDY_OK; i++)
    if (has(c, columns[i].column))
      status = check_count(
          &(count_checker){.c = c,
                           .column = columns[i].column,
                           .in_turns = columns[i].in_turns,
                           .is_distance = columns[i].is_distance,
                           .kinds = grundy_digraph_kinds(c->g),
                           .claims = grundy_solution_numbers(c->solution, columns[i].column)});
  return status == GRUNDY_OK ? check_outcome_and_remoteness(c, values_are_right) : status;
}
