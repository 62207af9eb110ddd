/* The tiers of a game, in an order in which they can be solved. */

#include "tiers/impl.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/order.h"
#include "base/saturate.h"
#include "base/threads.h"
#include "tiers/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NOWHERE UINT32_MAX

/* ---- the table of numbers ------------------------------------------------------------------ */

/* The number of a tier that is looked up. */
typedef struct sought {
  const grundy_tiers *tiers;
  uint64_t number;
} sought;

static bool is_sought(const void *context, uint32_t place) {
  const sought *s = context;
  return s->tiers->at[place].number == s->number;
}

static uint32_t tag_of(uint64_t number) {
  return (uint32_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

uint32_t grundy_tiers_place(const grundy_tiers *tiers, uint64_t number) {
  uint32_t place = NOWHERE;
  (void)grundy_hash_table_get(&tiers->places, tag_of(number), is_sought, &(sought){tiers, number},
                              &place);
  return place;
}

/* ---- finding all tiers --------------------------------------------------------------------- */

typedef struct finding {
  grundy_tiers *t;
  uint64_t room, link_count, link_room;
  bool failed; /* memory ran out */
} finding;

/* Adds a tier unless it is known, and returns its place; NOWHERE if memory runs out. */
static uint32_t add_tier(finding *f, uint64_t number) {
  grundy_tiers *t = f->t;
  uint32_t place = (uint32_t)t->count, tag = tag_of(number);
  if (!grundy_hash_table_reserve(&t->places, 1)) return NOWHERE;
  uint64_t *slot = grundy_hash_table_find(&t->places, tag, is_sought, &(sought){t, number});
  if (*slot != 0) return (uint32_t)*slot - 1;
  if (!grundy_grow(&t->at, &f->room, t->count + 1, sizeof *t->at)) return NOWHERE;
  t->at[t->count++] = (grundy_tier){.number = number};
  grundy_hash_table_put(&t->places, slot, tag, place);
  return place;
}

/* A grundy_take_tier. */
static void take_link(void *to, uint64_t number) {
  finding *f = to;
  if (f->failed || f->t->count > GRUNDY_MAX_TIERS) return;
  uint32_t place = add_tier(f, number);
  f->failed = place == NOWHERE || !grundy_grow(&f->t->leads_to, &f->link_room, f->link_count + 1,
                                               sizeof *f->t->leads_to);
  if (!f->failed) f->t->leads_to[f->link_count++] = place;
}

static grundy_status expand(finding *f, uint32_t place, grundy_error *error) {
  grundy_ruleset *ruleset = f->t->ruleset;
  uint64_t number = f->t->at[place].number, count = 0;
  grundy_status status = ruleset->kind->count(ruleset, number, &count, error);
  if (status != GRUNDY_OK) return status;
  f->t->at[place].count = count;
  f->t->at[place].first = f->link_count;
  status = ruleset->kind->tiers(ruleset, number, take_link, f, error);
  if (status != GRUNDY_OK) return status;
  if (f->failed) return grundy_fail_memory(error);
  if (f->t->count > GRUNDY_MAX_TIERS)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the game has more than %d tiers, which is the limit",
                               GRUNDY_MAX_TIERS);
  grundy_tier *tier = &f->t->at[place];
  count = f->link_count - tier->first;
  if (count > 0) count = grundy_sort_distinct(f->t->leads_to + tier->first, count);
  f->link_count = tier->last = tier->first + count;
  return GRUNDY_OK;
}

/* The rules have no ranks, at least not with these arguments. */
static grundy_status fail_ranks(const grundy_tiers *t, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_UNABLE, t->ruleset->text, 0, 0,
                        "these rules do not rank their positions, so they cannot be solved tier by "
                        "tier; see docs/large-games.md");
}

static grundy_status find_all(finding *f, const grundy_monitor *monitor, grundy_error *error) {
  grundy_tiers *t = f->t;
  grundy_aligned_position start;
  grundy_position_rank rank = {0};
  grundy_work work = grundy_work_start(monitor, "finding tiers", 0);
  grundy_status status = grundy_ruleset_start(t->ruleset, grundy_aligned_take, &start, error);
  if (status == GRUNDY_OK)
    status = t->ruleset->kind->rank(t->ruleset, grundy_aligned_get(&start), &rank, error);
  if (status != GRUNDY_OK) return status;
  if (!rank.exists) return fail_ranks(t, error);
  if (add_tier(f, rank.tier) == NOWHERE) return grundy_fail_memory(error);
  for (uint32_t i = 0; status == GRUNDY_OK && i < t->count; i++) {
    if (i % grundy_work_period(1024) == 0 && !grundy_work_ask(&work))
      return grundy_fail_cancelled(error);
    status = expand(f, i, error);
  }
  if (status != GRUNDY_OK || rank.index < t->at[0].count) return status;
  return grundy_because(error, GRUNDY_REASON_RULES,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, t->ruleset->text, 0, 0,
                                       "`rank` gives the start index %" PRIu64 " of tier %" PRIu64
                                       ", which has fewer indices by `count`",
                                       rank.index, rank.tier));
}

/* ---- the order ----------------------------------------------------------------------------- */

#define ON_STACK (UINT32_MAX - 1)

/* Searches depth first, and numbers a tier when all tiers that it leads to have their numbers. Then
 * moves all tiers to the places with these numbers. */
static grundy_status put_in_order(grundy_tiers *t, grundy_error *error) {
  grundy_arena arena = {0};
  grundy_status status = GRUNDY_OK;
  /* By place: the new place, NOWHERE if there is none yet, or ON_STACK; and the next link. */
  uint32_t *order = grundy_arena_array(&arena, t->count, sizeof *order);
  uint64_t *next = grundy_arena_array(&arena, t->count, sizeof *next);
  uint32_t *stack = grundy_arena_array(&arena, t->count, sizeof *stack);
  uint64_t depth = 0;
  uint32_t numbered = 0;
  if (arena.failed) return grundy_arena_end(&arena, status, error);
  memset(order, 0xff, t->count * sizeof *order);
  stack[depth++] = 0;
  order[0] = ON_STACK;
  next[0] = t->at[0].first;
  while (depth > 0 && status == GRUNDY_OK) {
    uint32_t here = stack[depth - 1];
    if (next[here] == t->at[here].last) {
      order[here] = numbered++;
      depth--;
      continue;
    }
    uint32_t to = t->leads_to[next[here]++];
    if (order[to] == ON_STACK)
      status = grundy_because(
          error, GRUNDY_REASON_RULES,
          grundy_fail_at(error, GRUNDY_BAD_INPUT, t->ruleset->text, 0, 0,
                         "tier %" PRIu64 " leads back to itself through `tiers`, which gives only "
                         "other tiers; tiers between which play can return must be one tier",
                         t->at[to].number));
    if (order[to] != NOWHERE) continue;
    order[to] = ON_STACK;
    next[to] = t->at[to].first;
    stack[depth++] = to;
  }
  assert(status != GRUNDY_OK || numbered == t->count); /* all tiers were found from the first */
  if (status == GRUNDY_OK) {
    grundy_tier *moved = grundy_alloc(t->count, sizeof *moved);
    for (uint64_t i = 0; moved != NULL && i < t->count; i++) {
      moved[order[i]] = t->at[i];
      for (uint64_t j = t->at[i].first; j < t->at[i].last; j++)
        t->leads_to[j] = order[t->leads_to[j]];
    }
    for (uint64_t i = 0; moved != NULL && i < t->places.slot_count; i++) {
      uint64_t *slot = &t->places.slots[i];
      if (*slot != 0) *slot = *slot >> 32 << 32 | (order[(uint32_t)*slot - 1] + 1);
    }
    if (moved != NULL) {
      free(t->at);
      t->at = moved;
    }
    if (moved == NULL) status = grundy_fail_memory(error);
  }
  return grundy_arena_end(&arena, status, error);
}

/* ---- opening and describing ----------------------------------------------------------------- */

grundy_status grundy_tiers_new(grundy_ruleset *ruleset, const grundy_monitor *monitor,
                               grundy_tiers **tiers, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_tiers *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) {
    grundy_ruleset_close(ruleset);
    return grundy_fail_memory(error);
  }
  made->ruleset = ruleset;
  if (!ruleset->has_ranks) status = fail_ranks(made, error);
  finding f = {.t = made};
  if (status == GRUNDY_OK) status = find_all(&f, monitor, error);
  if (status == GRUNDY_OK) status = put_in_order(made, error);
  if (status == GRUNDY_OK)
    *tiers = made;
  else
    grundy_tiers_free(made);
  return status;
}

void grundy_tiers_free(grundy_tiers *tiers) {
  if (tiers == NULL) return;
  grundy_tiers_unmap_all(tiers);
  grundy_tier_reader_free(tiers->reader);
  free(tiers->reader);
  free(tiers->k);
  free(tiers->folder);
  free(tiers->at);
  free(tiers->leads_to);
  grundy_hash_table_free(&tiers->places);
  grundy_ruleset_close(tiers->ruleset);
  free(tiers);
}

bool grundy_tiers_at(const grundy_tiers *tiers, uint64_t place, grundy_tier_info *info) {
  if (place >= tiers->count) return false;
  const grundy_tier *tier = &tiers->at[place];
  *info = (grundy_tier_info){tier->number, tier->count, tier->last - tier->first};
  return true;
}

uint64_t grundy_tiers_indices(const grundy_tiers *tiers) {
  uint64_t indices = 0;
  for (uint64_t i = 0; i < tiers->count; i++) indices = grundy_plus(indices, tiers->at[i].count);
  return indices;
}

uint64_t grundy_tiers_place_of_index(const grundy_tiers *tiers, uint64_t *index) {
  uint64_t place = 0;
  while (*index >= tiers->at[place].count) *index -= tiers->at[place++].count;
  assert(place < tiers->count);
  return place;
}

/* ---- columns -------------------------------------------------------------------------------- */

#define COLOURED ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0))
#define IMPARTIAL                                                                                  \
  ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY |      \
                    GRUNDY_COLUMN_COUNTER))

static grundy_columns first_of(grundy_columns columns) {
  return columns & (~columns + 1);
}

grundy_status grundy_tiers_choose_columns(const grundy_tiers *tiers, grundy_columns *columns,
                                          grundy_error *error) {
  grundy_columns wanted = *columns == 0 ? GRUNDY_COLUMN_OUTCOME : *columns;
  bool coloured = tiers->ruleset->has_player;
  grundy_columns missing = wanted & ~GRUNDY_COLUMNS_TIERS;
  if (missing != 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the column %s cannot be solved tier by tier; expected some of outcome, "
                       "remoteness, grundy, counter, q1 and q0",
                       grundy_column_describe(first_of(missing))->name);
  missing = wanted & ~(coloured ? COLOURED : IMPARTIAL);
  if (missing != 0)
    return grundy_fail(error, GRUNDY_UNDEFINED, "%s have no column %s; choose from %s",
                       coloured ? "two-coloured games" : "impartial games",
                       grundy_column_describe(first_of(missing))->name,
                       coloured ? "outcome, q1 and q0" : "outcome, remoteness, grundy and counter");
  if ((wanted & GRUNDY_COLUMN_COUNTER) != 0) wanted |= GRUNDY_COLUMN_GRUNDY;
  *columns = wanted;
  return GRUNDY_OK;
}

unsigned grundy_tiers_stored(const grundy_tiers *tiers, grundy_columns columns,
                             grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS]) {
  const grundy_columns both = GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0;
  bool is_implied = tiers->ruleset->has_player ? (columns & both) == both
                                               : (columns & GRUNDY_COLUMN_REMOTENESS) != 0;
  unsigned count = 0;
  if (is_implied) columns &= ~(grundy_columns)GRUNDY_COLUMN_OUTCOME;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) == 0) continue;
    assert(count < GRUNDY_TIER_MAX_COLUMNS);
    stored[count++] = column;
  }
  return count;
}

uint64_t grundy_tier_memory(const grundy_tiers *tiers, grundy_columns columns, uint64_t count) {
  grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS];
  unsigned stored_count = grundy_tiers_stored(tiers, columns, stored);
  uint64_t bytes = 0, bitset = count / 8 + 8;
  for (unsigned i = 0; i < stored_count; i++)
    bytes = grundy_plus(bytes, grundy_tier_table_bytes(count, grundy_tier_bits(stored[i])));
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) bytes = grundy_plus(bytes, bitset);
  if ((columns & GRUNDY_COLUMN_COUNTER) != 0) bytes = grundy_plus(bytes, count);
  if (tiers->ruleset->has_unmoves) bytes = grundy_plus(bytes, 2 * bitset);
  return bytes;
}

grundy_status grundy_tiers_share(grundy_tiers *tiers, grundy_error *error) {
  bool is_large =
      tiers->block != 0 || grundy_tiers_indices(tiers) >= GRUNDY_RULESET_SHARED_POSITIONS;
  tiers->threads = 1;
  if (!is_large) return GRUNDY_OK;
  return grundy_ruleset_share(tiers->ruleset, GRUNDY_MAX_THREADS, &tiers->threads, error);
}

int grundy_tier_threads(const grundy_tiers *tiers, uint64_t place) {
  const uint64_t steps = 64; /* for each index */
  const grundy_ruleset_kind *kind = tiers->ruleset->kind;
  if (!kind->parallel || (kind->share != NULL && tiers->threads <= 1)) return 1;
  uint64_t all = grundy_times(tiers->at[place].count, steps);
  return grundy_threads_for(tiers->block == 0 ? all : UINT64_MAX);
}

/* Sums up files; each counts once. */
typedef struct mapping_sum {
  const grundy_tiers *t;
  const unsigned *bits;
  unsigned columns;
  uint32_t *counted; /* by place: 1 more than the last tier for which it was counted */
} mapping_sum;

/* Returns the bytes of the files of the tiers to which `from` leads, as far as they were not
 * counted for `place`. */
static uint64_t next_bytes(const mapping_sum *sum, uint64_t from, uint64_t place) {
  const grundy_tiers *t = sum->t;
  uint64_t bytes = 0;
  for (uint64_t i = t->at[from].first; i < t->at[from].last; i++) {
    uint32_t to = t->leads_to[i];
    if (sum->counted[to] == place + 1) continue;
    sum->counted[to] = (uint32_t)place + 1;
    bytes = grundy_plus(bytes, grundy_tier_file_bytes(t->at[to].count, sum->bits, sum->columns));
  }
  return bytes;
}

grundy_status grundy_tiers_measure(const grundy_tiers *tiers, grundy_columns columns,
                                   grundy_tiers_plan *plan, grundy_error *error) {
  grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS];
  unsigned bits[GRUNDY_TIER_MAX_COLUMNS];
  grundy_status status = grundy_tiers_choose_columns(tiers, &columns, error);
  if (status != GRUNDY_OK) return status;
  unsigned stored_count = grundy_tiers_stored(tiers, columns, stored);
  for (unsigned i = 0; i < stored_count; i++) bits[i] = grundy_tier_bits(stored[i]);
  grundy_tiers_plan made = {.tiers = tiers->count, .indices = grundy_tiers_indices(tiers)};
  bool further = (columns & GRUNDY_COLUMN_GRUNDY) != 0;
  mapping_sum sum = {tiers, bits, stored_count,
                     grundy_alloc_zero(tiers->count, sizeof *sum.counted)};
  if (sum.counted == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < tiers->count; i++) {
    uint64_t count = tiers->at[i].count, memory = grundy_tier_memory(tiers, columns, count);
    /* The files that grundy_tiers_map_around maps while this tier is solved. */
    uint64_t mapped = next_bytes(&sum, i, i);
    for (uint64_t j = tiers->at[i].first; further && j < tiers->at[i].last; j++)
      mapped = grundy_plus(mapped, next_bytes(&sum, tiers->leads_to[j], i));
    made.disk = grundy_plus(made.disk, grundy_tier_file_bytes(count, bits, stored_count));
    if (mapped > made.mapped) made.mapped = mapped;
    if (memory > made.memory) made.memory = memory;
    if (count > made.largest) made.largest = count;
  }
  free(sum.counted);
  *plan = made;
  return GRUNDY_OK;
}
