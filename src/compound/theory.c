/* The theorems on compounds, with their numbers in [Smi66] and [FY86]. */

#include "compound/impl.h"

#include <grundy/misere.h>

#include <assert.h>

const grundy_evaluation grundy_evaluation_unknown = {
    .value = GRUNDY_UNKNOWN,
    .k = {.absent = true},
    .remoteness = GRUNDY_UNKNOWN,
    .distance = GRUNDY_TOO_LARGE,
    .counter = GRUNDY_TOO_LARGE,
};

static grundy_outcome outcome_of(grundy_number remoteness) {
  if (remoteness == GRUNDY_INFINITY64) return GRUNDY_OUTCOME_D;
  return remoteness % 2 == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
}

/* ---- results of theorems ------------------------------------------------------------------- */

static void set_outcome(grundy_evaluation *e, grundy_outcome outcome, const char *theorem) {
  e->outcome = outcome;
  e->outcome_origin = (grundy_origin){.theorem = theorem};
}

static void set_value(grundy_evaluation *e, grundy_number value, const char *theorem) {
  e->value = value;
  e->value_origin = (grundy_origin){.theorem = theorem};
}

static void set_remoteness(grundy_evaluation *e, grundy_number remoteness, const char *theorem) {
  e->remoteness = remoteness;
  e->remoteness_origin = (grundy_origin){.theorem = theorem};
}

static void outcome_from_remoteness(grundy_evaluation *e) {
  if (!grundy_is_known(e->remoteness)) return;
  e->outcome = outcome_of(e->remoteness);
  e->outcome_origin = e->remoteness_origin;
}

/* Derives the outcome in normal play from the value. */
static void outcome_from_value(grundy_evaluation *e) {
  if (!grundy_is_known(e->value)) return;
  bool infinite = e->value == GRUNDY_INFINITY64;
  bool draw = infinite && !grundy_set_has(e->k, e->shift); /* 0 is not in K */
  set_outcome(e,
              e->value == 0 ? GRUNDY_OUTCOME_P
              : draw        ? GRUNDY_OUTCOME_D
                            : GRUNDY_OUTCOME_N,
              "[FY86, Cor. 2]");
  if (draw) set_remoteness(e, GRUNDY_INFINITY64, "[Smi66, §4]");
}

/* ---- a component by itself --------------------------------------------------------------- */

grundy_status grundy_evaluate_position(grundy_component component, uint64_t position,
                                       grundy_play play, grundy_evaluation *evaluation,
                                       grundy_error *error) {
  *evaluation = grundy_evaluation_unknown;
  grundy_status status =
      component.kind->evaluate(component.data, position, play, evaluation, error);
  if (status != GRUNDY_OK) return status;
  if (!evaluation->has_turns) outcome_from_remoteness(evaluation);
  if (evaluation->outcome == GRUNDY_OUTCOME_NONE && play == GRUNDY_NORMAL_PLAY)
    outcome_from_value(evaluation);
  return GRUNDY_OK;
}

/* ---- tallies ----------------------------------------------------------------------------- */

grundy_tally grundy_tally_none(void) {
  return (grundy_tally){
      .distance_min = GRUNDY_INFINITY64, .min = GRUNDY_INFINITY64, .has_quotient = true};
}

/* Returns the natural sum of numbers below GRUNDY_INFINITY64; GRUNDY_TOO_LARGE if it is too
 * large. */
static uint64_t sum_of(uint64_t a, uint64_t b) {
  uint64_t sum = a + b;
  return sum < GRUNDY_TOO_LARGE && a < GRUNDY_TOO_LARGE && b < GRUNDY_TOO_LARGE ? sum
                                                                                : GRUNDY_TOO_LARGE;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static void add_remoteness(grundy_tally *tally, const grundy_evaluation *e) {
  if (!grundy_is_known(e->remoteness)) {
    tally->unknown++;
    return;
  }
  tally->min = least(tally->min, e->remoteness);
  if (e->remoteness == GRUNDY_INFINITY64) return;
  tally->odd += e->remoteness % 2;
  tally->sum = sum_of(tally->sum, e->remoteness);
}

/* Multiplies elements of the same quotient. */
static void multiply(grundy_tally *tally, const grundy_misere *quotient, uint32_t element) {
  tally->has_quotient = tally->has_quotient && quotient != NULL &&
                        (tally->quotient == NULL || tally->quotient == quotient);
  if (!tally->has_quotient) return;
  tally->element =
      tally->quotient == NULL ? element : grundy_misere_multiply(quotient, tally->element, element);
  tally->quotient = quotient;
}

void grundy_tally_add(grundy_tally *tally, const grundy_evaluation *e) {
  tally->count++;
  if (e->distance > 0) {
    tally->moving++;
    tally->only = e;
    multiply(tally, e->quotient, e->element);
  }
  if (e->distance == GRUNDY_INFINITY64)
    tally->endless = true;
  else
    tally->distance_sum = sum_of(tally->distance_sum, e->distance);
  tally->distance_min = least(tally->distance_min, e->distance);
  add_remoteness(tally, e);
  tally->p += e->outcome == GRUNDY_OUTCOME_P;
  tally->n += e->outcome == GRUNDY_OUTCOME_N;
  tally->d += e->outcome == GRUNDY_OUTCOME_D;
  if (e->has_high_part) {
    tally->high++;
    tally->nimber ^= e->low_part;
  } else if (!grundy_is_known(e->value)) {
    tally->values_unknown++;
  } else if (e->value == GRUNDY_INFINITY64) {
    tally->infinite++;
    tally->k = e->k;
    tally->shift = e->shift;
    if (e->counter != GRUNDY_INFINITY64) tally->counter = GRUNDY_TOO_LARGE;
  } else {
    tally->nimber ^= (uint32_t)e->value;
    /* A node without moves needs no counter, and without the counter of any other node nothing is
     * known about the sum. */
    if (e->counter < GRUNDY_TOO_LARGE)
      tally->counter = sum_of(tally->counter, e->counter);
    else if (e->distance > 0)
      tally->counter = GRUNDY_TOO_LARGE;
  }
  tally->no_heaps += !e->is_nim_heap;
  tally->ones += e->is_nim_heap && e->value == 1;
  tally->big += e->is_nim_heap && e->value > 1;
}

void grundy_tally_merge(grundy_tally *tally, const grundy_tally *other) {
  tally->count += other->count;
  tally->moving += other->moving;
  if (other->only != NULL) tally->only = other->only;
  if (!other->has_quotient || other->quotient != NULL)
    multiply(tally, other->has_quotient ? other->quotient : NULL, other->element);
  tally->endless = tally->endless || other->endless;
  tally->distance_sum = sum_of(tally->distance_sum, other->distance_sum);
  tally->distance_min = least(tally->distance_min, other->distance_min);
  tally->unknown += other->unknown;
  tally->odd += other->odd;
  tally->sum = sum_of(tally->sum, other->sum);
  tally->min = least(tally->min, other->min);
  tally->p += other->p;
  tally->n += other->n;
  tally->d += other->d;
  tally->values_unknown += other->values_unknown;
  tally->infinite += other->infinite;
  if (other->infinite > 0) {
    tally->k = other->k;
    tally->shift = other->shift;
  }
  tally->high += other->high;
  tally->nimber ^= other->nimber;
  tally->counter = sum_of(tally->counter, other->counter);
  tally->no_heaps += other->no_heaps;
  tally->ones += other->ones;
  tally->big += other->big;
}

/* ---- all kinds --------------------------------------------------------------------------- */

/* Handles compounds with at most one component that is not terminal. Terminal components change
 * nothing in a disjunctive or selective compound: if a single other one remains, the compound is
 * equivalent to it; if none does, play is over. Returns whether that was so. */
static bool conclude_from_one(const grundy_tally *tally, grundy_play play, grundy_evaluation *e) {
  static const char *const over = "play is over";
  if (tally->moving > 1) return false;
  if (tally->moving == 1) {
    *e = *tally->only;
    e->is_nim_heap = false;
    e->has_high_part = false; /* high parts are added up only among the children of the root */
    /* The counter is compared with those of positions in which more components can move. */
    if (grundy_is_known(e->value) && e->value != GRUNDY_INFINITY64) e->counter = tally->counter;
    return true;
  }
  set_value(e, 0, over);
  e->counter = tally->counter;
  set_remoteness(e, (grundy_number)play, over);
  set_outcome(e, outcome_of((grundy_number)play), over);
  return true;
}

/* ---- disjunctive ------------------------------------------------------------------------- */

/* Computes the generalized nim-sum: XOR, with K shifted by it; K is empty if two values are
 * infinite. */
static void add_values(const grundy_tally *tally, grundy_evaluation *e) {
  if (tally->values_unknown > 0 || (tally->high > 0 && !tally->cancelled)) return;
  set_value(e, tally->infinite > 0 ? GRUNDY_INFINITY64 : tally->nimber,
            "[FY86, Thm. 5; Smi66, (36)]");
  e->counter =
      tally->infinite > 0 && tally->counter < GRUNDY_TOO_LARGE ? GRUNDY_INFINITY64 : tally->counter;
  e->has_high_part = tally->high > 0; /* then the counter is only that of the other summands */
  e->k = tally->infinite == 1 ? tally->k : (grundy_set){.absent = tally->infinite == 0};
  e->shift = tally->infinite == 1 ? tally->shift ^ tally->nimber : 0;
}

static void conclude_disjunctive(const grundy_tally *tally, grundy_play play,
                                 grundy_evaluation *e) {
  /* A component that the player to move cannot move in may not be over for the other player. */
  if (!tally->is_seen_by_mover && conclude_from_one(tally, play, e)) return;
  add_values(tally, e);
  /* Bouton's rule for misère play: as in normal play while some heap has more than one counter;
   * with heaps of one alone, the parity of their number decides. */
  bool previous = tally->big > 0 ? tally->nimber == 0 : tally->ones % 2 == 1;
  if (play == GRUNDY_NORMAL_PLAY)
    outcome_from_value(e);
  else if (tally->no_heaps == 0)
    set_outcome(e, previous ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N, "[Bou01]");
  else if (tally->has_quotient && tally->quotient != NULL) {
    e->quotient = tally->quotient;
    e->element = tally->element;
    bool is_lost = grundy_misere_is_p(e->quotient, e->element);
    set_outcome(e, is_lost ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N, "[PS08]");
  }
}

/* ---- conjunctive ------------------------------------------------------------------------- */

/* R = min R, and R' = min R' in misère play. A terminal component decides even if others are
 * unknown, and so do draws in all of them. */
static void conclude_conjunctive(const grundy_tally *tally, grundy_play play,
                                 grundy_evaluation *e) {
  const char *theorem = play == GRUNDY_NORMAL_PLAY ? "[Smi66, (9)]" : "[Smi66, §8]";
  if (tally->unknown == 0 || tally->min == (grundy_number)play)
    set_remoteness(e, tally->min, theorem);
  if (tally->d == tally->count) set_remoteness(e, GRUNDY_INFINITY64, theorem);
  outcome_from_remoteness(e);
}

/* ---- selective --------------------------------------------------------------------------- */

/* In misère play with at least two components that are not terminal, the outcome is that of normal
 * play if all terminal distances are finite [Smi66, §8]. The condition is necessary: {0 → 0, 0 → 1}
 * twice at (0, 0) is a draw in misère play and an N-position in normal play. An unknown component
 * is needed in the end. */
static void conclude_selective(const grundy_tally *tally, grundy_play play,
                               const grundy_evaluation *normal, grundy_evaluation *e) {
  if (conclude_from_one(tally, play, e)) return;
  if (play == GRUNDY_NORMAL_PLAY) {
    if (tally->d > 0)
      set_remoteness(e, GRUNDY_INFINITY64, "[Smi66, §7]");
    else if (tally->unknown == 0 && tally->sum < GRUNDY_TOO_LARGE)
      set_remoteness(e, tally->odd == 0 ? tally->sum : tally->sum - tally->odd + 1,
                     tally->odd == 0 ? "[Smi66, (13a)]" : "[Smi66, (13b)]");
    else if (tally->p + tally->n == tally->count)
      set_outcome(e, tally->n == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N, "[Smi66, §7]");
    outcome_from_remoteness(e);
  } else if (!tally->endless && tally->unknown == 0 && normal->outcome != GRUNDY_OUTCOME_NONE)
    set_outcome(e, normal->outcome, "[Smi66, §8]");
}

/* ---- conclusions ------------------------------------------------------------------------- */

/* Computes the length of the longest play by (15), (8) and (12). */
static void conclude_distance(const grundy_tally *tally, grundy_operator kind,
                              grundy_evaluation *e) {
  static const char *const theorems[] = {[GRUNDY_DISJUNCTIVE] = "[Smi66, (15)]",
                                         [GRUNDY_CONJUNCTIVE] = "[Smi66, (8)]",
                                         [GRUNDY_SELECTIVE] = "[Smi66, (12)]"};
  /* The longest play of the sum of components in which a player may move twice running is not
   * known, unless endless play of one of them makes it infinite. */
  if (tally->is_seen_by_mover && !tally->endless) return;
  e->distance_origin = (grundy_origin){.theorem = theorems[kind]};
  if (kind == GRUNDY_CONJUNCTIVE)
    e->distance = tally->distance_min;
  else
    e->distance = tally->endless ? GRUNDY_INFINITY64 : tally->distance_sum;
}

grundy_evaluation grundy_tally_conclude(const grundy_tally *tally, grundy_operator kind,
                                        grundy_play play, const grundy_evaluation *normal) {
  grundy_evaluation e = grundy_evaluation_unknown;
  assert(kind <= GRUNDY_SELECTIVE);
  e.counter = GRUNDY_INFINITY64;
  if (kind == GRUNDY_DISJUNCTIVE) conclude_disjunctive(tally, play, &e);
  if (kind == GRUNDY_CONJUNCTIVE) conclude_conjunctive(tally, play, &e);
  if (kind == GRUNDY_SELECTIVE) conclude_selective(tally, play, normal, &e);
  if (play == GRUNDY_NORMAL_PLAY) normal = &e;
  assert(normal != NULL || kind == GRUNDY_DISJUNCTIVE);
  /* A position has the value 0 exactly if it is a P-position in normal play. */
  if (kind != GRUNDY_DISJUNCTIVE && normal->outcome == GRUNDY_OUTCOME_P &&
      !grundy_is_known(e.value))
    set_value(&e, 0, "[FY86, Thm. 4]");
  conclude_distance(tally, kind, &e);
  return e;
}
