/* What the theorems on compounds say, with the numbers of [Smi66] and [FY86]. */

#include "compound/impl.h"

static grundy_fact by_theorem(uint64_t number, const char *theorem) {
  return (grundy_fact){.known = true, .number = number, .theorem = theorem};
}

static const grundy_fact unknown = {0};

static uint64_t outcome_of(uint64_t remoteness) {
  return remoteness == GRUNDY_INFINITY64 ? 'D' : remoteness % 2 == 0 ? 'P' : 'N';
}

/* ---- outcomes ----------------------------------------------------------------------------- */

/* Is the number x in K? */
static bool has(const grundy_known *known, uint32_t x) {
  return grundy_set_has(known->k, x ^ known->shift);
}

static void outcome_from_value(grundy_known *known) {
  if (!known->value.known) return;
  bool infinite = known->value.number == GRUNDY_INFINITY64;
  uint64_t letter = known->value.number == 0 ? 'P' : infinite && !has(known, 0) ? 'D' : 'N';
  known->outcome[GRUNDY_NORMAL_PLAY] = by_theorem(letter, "[FY86, Cor. 2]");
  if (letter == 'D')
    known->remoteness[GRUNDY_NORMAL_PLAY] = by_theorem(GRUNDY_INFINITY64, "[Smi66, §4]");
}

/* ---- a component by itself --------------------------------------------------------------- */

grundy_known grundy_known_of_position(grundy_component game, uint64_t position) {
  grundy_facts facts;
  game.kind->facts(game.data, position, &facts);
  grundy_known known = {
      .distance = by_theorem(facts.distance, NULL),
      .value = by_theorem(facts.value.nimber, NULL),
      .k = facts.value.k,
      .counter = facts.counter,
      .nim = game.kind->nim || (game.kind->ordinal_of != NULL && !facts.has_high_part),
      .high = facts.has_high_part,
      .low = facts.value.nimber,
  };
  if (facts.has_high_part || game.kind->standalone) known.value = unknown;
  if (facts.value.nimber == GRUNDY_INFINITY) known.value.number = GRUNDY_INFINITY64;
  for (int play = 0; play < 2; play++) {
    if (facts.remoteness[play] == GRUNDY_UNKNOWN) continue;
    known.remoteness[play] = by_theorem(facts.remoteness[play], NULL);
    known.outcome[play] = by_theorem(outcome_of(facts.remoteness[play]), NULL);
  }
  if (!known.outcome[GRUNDY_NORMAL_PLAY].known && known.value.known) outcome_from_value(&known);
  return known;
}

/* ---- adding up --------------------------------------------------------------------------- */

grundy_tally grundy_tally_none(void) {
  grundy_tally tally = {.distance_min = GRUNDY_INFINITY64};
  for (int play = 0; play < 2; play++) tally.by_play[play].min = GRUNDY_INFINITY64;
  return tally;
}

/* Natural sums of numbers below GRUNDY_INFINITY64; what is too large stays GRUNDY_TOO_LARGE. */
static uint64_t sum_of(uint64_t a, uint64_t b) {
  uint64_t sum = a + b;
  return sum < GRUNDY_TOO_LARGE && a < GRUNDY_TOO_LARGE && b < GRUNDY_TOO_LARGE ? sum
                                                                                : GRUNDY_TOO_LARGE;
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

static void add_play(grundy_tally *tally, const grundy_known *known, int play) {
  const grundy_fact *remoteness = &known->remoteness[play], *outcome = &known->outcome[play];
  tally->by_play[play].unknown += !remoteness->known;
  if (remoteness->known) {
    uint64_t r = remoteness->number;
    tally->by_play[play].infinite += r == GRUNDY_INFINITY64;
    tally->by_play[play].min = least(tally->by_play[play].min, r);
    if (r != GRUNDY_INFINITY64) {
      tally->by_play[play].odd += r % 2;
      tally->by_play[play].sum = sum_of(tally->by_play[play].sum, r);
    }
  }
  if (!outcome->known) return;
  tally->by_play[play].p += outcome->number == 'P';
  tally->by_play[play].n += outcome->number == 'N';
  tally->by_play[play].d += outcome->number == 'D';
}

static void add_value(grundy_tally *tally, const grundy_known *known) {
  if (known->high) {
    tally->high++;
    tally->nimber ^= known->low;
  } else if (!known->value.known) {
    tally->values_unknown++;
  } else if (known->value.number == GRUNDY_INFINITY64) {
    tally->infinite++;
    tally->k = known->k;
    tally->shift = known->shift;
  } else {
    tally->nimber ^= (uint32_t)known->value.number;
    if (known->counter != GRUNDY_INFINITY64)
      tally->counter = sum_of(tally->counter, known->counter);
  }
}

void grundy_tally_add(grundy_tally *tally, const grundy_known *known) {
  uint64_t distance = known->distance.number;
  tally->count++;
  if (distance > 0) {
    tally->moving++;
    tally->only = known;
  }
  tally->endless = tally->endless || distance == GRUNDY_INFINITY64;
  if (distance != GRUNDY_INFINITY64) tally->distance_sum = sum_of(tally->distance_sum, distance);
  tally->distance_min = least(tally->distance_min, distance);
  for (int play = 0; play < 2; play++) add_play(tally, known, play);
  add_value(tally, known);
  tally->no_heaps += !known->nim;
  tally->ones += known->nim && known->value.number == 1;
  tally->big += known->nim && known->value.number > 1;
}

void grundy_tally_merge(grundy_tally *tally, const grundy_tally *other) {
  tally->count += other->count;
  tally->moving += other->moving;
  if (other->only != NULL) tally->only = other->only;
  tally->endless = tally->endless || other->endless;
  tally->distance_sum = sum_of(tally->distance_sum, other->distance_sum);
  tally->distance_min = least(tally->distance_min, other->distance_min);
  for (int play = 0; play < 2; play++) {
    tally->by_play[play].unknown += other->by_play[play].unknown;
    tally->by_play[play].odd += other->by_play[play].odd;
    tally->by_play[play].infinite += other->by_play[play].infinite;
    tally->by_play[play].sum = sum_of(tally->by_play[play].sum, other->by_play[play].sum);
    tally->by_play[play].min = least(tally->by_play[play].min, other->by_play[play].min);
    tally->by_play[play].p += other->by_play[play].p;
    tally->by_play[play].n += other->by_play[play].n;
    tally->by_play[play].d += other->by_play[play].d;
  }
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

/* Terminal components change nothing in a disjunctive or selective compound: if a single one is
 * left, the compound is that one; if none is, play is over. True if that was so. */
static bool conclude_from_one(const grundy_tally *tally, grundy_known *known) {
  if (tally->moving > 1) return false;
  if (tally->moving == 1) {
    *known = *tally->only;
    known->nim = false;
    known->high = false; /* only heaps that stand in the sum themselves are added up there */
    /* Totals are compared with those of positions where more components can move. */
    if (known->value.known && known->value.number != GRUNDY_INFINITY64)
      known->counter = tally->counter;
    return true;
  }
  static const char *const over = "play is over";
  known->value = by_theorem(0, over);
  known->k = (grundy_set){.absent = true};
  known->counter = tally->counter;
  for (int play = 0; play < 2; play++) {
    known->remoteness[play] = by_theorem((uint64_t)play, over);
    known->outcome[play] = by_theorem(outcome_of((uint64_t)play), over);
  }
  return true;
}

static void outcome_from_remoteness(grundy_known *known, int play) {
  if (!known->remoteness[play].known) return;
  known->outcome[play] = known->remoteness[play];
  known->outcome[play].number = outcome_of(known->remoteness[play].number);
}

/* A position is of value 0 exactly if it is P. */
static void value_of_p(grundy_known *known) {
  const grundy_fact *outcome = &known->outcome[GRUNDY_NORMAL_PLAY];
  if (!outcome->known || outcome->number != 'P' || known->value.known) return;
  known->value = by_theorem(0, "[FY86, Thm. 4]");
  known->k = (grundy_set){.absent = true};
}

/* ---- disjunctive ------------------------------------------------------------------------- */

/* The generalized nim-sum: XOR, K shifted by it, K empty where two values are infinite. */
static void add_values(const grundy_tally *tally, grundy_known *known) {
  static const char *const theorem = "[FY86, Thm. 5; Smi66, (36)]";
  if (tally->values_unknown > 0 || (tally->high > 0 && !tally->cancelled)) return;
  known->value = by_theorem(tally->infinite > 0 ? GRUNDY_INFINITY64 : tally->nimber, theorem);
  known->counter = tally->infinite > 0 ? GRUNDY_INFINITY64 : tally->counter;
  known->k = tally->infinite == 1 ? tally->k : (grundy_set){.absent = tally->infinite == 0};
  known->shift = tally->infinite == 1 ? tally->shift ^ tally->nimber : 0;
}

/* Bouton's rule when the last player loses: as in normal play while some heap has more than one
 * bean; heaps of one alone are taken in turn. */
static void outcome_of_misere_nim(const grundy_tally *tally, grundy_known *known) {
  if (tally->no_heaps > 0) return;
  bool previous = tally->big > 0 ? tally->nimber == 0 : tally->ones % 2 == 1;
  known->outcome[GRUNDY_MISERE_PLAY] = by_theorem(previous ? 'P' : 'N', "[Bou01]");
}

static void conclude_disjunctive(const grundy_tally *tally, grundy_known *known) {
  if (conclude_from_one(tally, known)) return;
  add_values(tally, known);
  outcome_from_value(known);
  outcome_of_misere_nim(tally, known);
}

/* ---- conjunctive ------------------------------------------------------------------------- */

/* R = min R, and R' = min R' in misère play. A terminal component decides even where others are
 * not known, and so do draws in all of them. */
static void conclude_conjunctive(const grundy_tally *tally, grundy_known *known) {
  static const char *const theorems[] = {"[Smi66, (9)]", "[Smi66, §8]"};
  for (int play = 0; play < 2; play++) {
    uint64_t minimum = tally->by_play[play].min;
    bool sure = tally->by_play[play].unknown == 0 || minimum == (uint64_t)play;
    if (sure) known->remoteness[play] = by_theorem(minimum, theorems[play]);
    if (tally->by_play[play].d == tally->count)
      known->remoteness[play] = by_theorem(GRUNDY_INFINITY64, theorems[play]);
    outcome_from_remoteness(known, play);
  }
  value_of_p(known);
}

/* ---- selective --------------------------------------------------------------------------- */

static void selective_remoteness(const grundy_tally *tally, grundy_known *known) {
  const int play = GRUNDY_NORMAL_PLAY;
  uint64_t odd = tally->by_play[play].odd;
  bool all = tally->by_play[play].p + tally->by_play[play].n == tally->count;
  if (tally->by_play[play].d > 0) {
    known->remoteness[play] = by_theorem(GRUNDY_INFINITY64, "[Smi66, §7]");
  } else if (tally->by_play[play].unknown == 0 && tally->by_play[play].sum < GRUNDY_TOO_LARGE) {
    known->remoteness[play] =
        by_theorem(odd == 0 ? tally->by_play[play].sum : tally->by_play[play].sum - odd + 1,
                   odd == 0 ? "[Smi66, (13a)]" : "[Smi66, (13b)]");
  } else if (all) {
    known->outcome[play] = by_theorem(tally->by_play[play].n == 0 ? 'P' : 'N', "[Smi66, §7]");
  }
  outcome_from_remoteness(known, play);
}

/* With two components that are not terminal the outcome is that of normal play, if no play is
 * endless. With cycles that is wrong: {loop at 0, 0 → 1} twice at (0, 0) is a draw. */
static void selective_misere(const grundy_tally *tally, grundy_known *known) {
  const int normal = GRUNDY_NORMAL_PLAY;
  if (tally->endless || tally->by_play[normal].unknown > 0) return;
  if (tally->by_play[GRUNDY_MISERE_PLAY].unknown > 0) return; /* needed in the end */
  known->outcome[GRUNDY_MISERE_PLAY] =
      by_theorem(tally->by_play[normal].odd == 0 ? 'P' : 'N', "[Smi66, §8]");
}

static void conclude_selective(const grundy_tally *tally, grundy_known *known) {
  if (conclude_from_one(tally, known)) return;
  selective_remoteness(tally, known);
  selective_misere(tally, known);
  value_of_p(known);
}

/* ---- conclusions ------------------------------------------------------------------------- */

/* The length of the longest play: (15), (8), (12). */
static grundy_fact distance_of(const grundy_tally *tally, grundy_operator kind) {
  if (kind == GRUNDY_CONJUNCTIVE) return by_theorem(tally->distance_min, "[Smi66, (8)]");
  return by_theorem(tally->endless ? GRUNDY_INFINITY64 : tally->distance_sum,
                    kind == GRUNDY_DISJUNCTIVE ? "[Smi66, (15)]" : "[Smi66, (12)]");
}

grundy_known grundy_tally_conclude(const grundy_tally *tally, grundy_operator kind) {
  grundy_known known = {.value = unknown, .k = {.absent = true}, .counter = GRUNDY_INFINITY64};
  if (kind == GRUNDY_DISJUNCTIVE) conclude_disjunctive(tally, &known);
  if (kind == GRUNDY_CONJUNCTIVE) conclude_conjunctive(tally, &known);
  if (kind == GRUNDY_SELECTIVE) conclude_selective(tally, &known);
  known.distance = distance_of(tally, kind);
  return known;
}
