/* Looks up positions in a folder of tiers. */

#include "tiers/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "tiers/reader.h"

static grundy_status pass_on(const grundy_tier_reader *r, grundy_status status,
                             grundy_error *error) {
  if (status != GRUNDY_OK && error != NULL) *error = r->error;
  return status;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Finds the column of a mapped tier, and checks the part of the file with the entry. *found is NULL
 * if the column is not stored. */
static grundy_status find_column(grundy_tiers *t, uint32_t place, grundy_columns column,
                                 uint64_t index, const grundy_tier_column **found,
                                 grundy_error *error) {
  grundy_status status = grundy_tiers_need(t, place, error);
  *found = NULL;
  if (status != GRUNDY_OK) return status;
  grundy_tier_file *file = t->at[place].file;
  *found = grundy_tier_file_column(file, column);
  return *found == NULL ? GRUNDY_OK : grundy_tier_file_check_entry(file, *found, index, error);
}

/* ---- outcomes -------------------------------------------------------------------------------- */

/* Translates an entry of 2 bits, in which N means that the player to move wins. */
static grundy_outcome outcome_of(unsigned code, grundy_outcome player) {
  if (code == GRUNDY_TIER_D) return GRUNDY_OUTCOME_D;
  if (player == 0) return code == GRUNDY_TIER_P ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  if (code == GRUNDY_TIER_N) return player;
  return player == GRUNDY_OUTCOME_A ? GRUNDY_OUTCOME_B : GRUNDY_OUTCOME_A;
}

static unsigned code_of_number(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_TIER_D
         : number % 2 == 0         ? GRUNDY_TIER_P
                                   : GRUNDY_TIER_N;
}

/* Sets the outcome from its column, or from others that tell it. */
static grundy_status find_outcome(grundy_tiers *t, uint32_t place, grundy_tiers_entry *entry,
                                  bool *absent, grundy_error *error) {
  const grundy_columns aims = GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0;
  const grundy_tier_column *found;
  grundy_status status = find_column(t, place, GRUNDY_COLUMN_OUTCOME, entry->index, &found, error);
  if (status != GRUNDY_OK) return status;
  if (found != NULL) {
    unsigned code = grundy_tier_column_outcome(found, entry->index);
    *absent |= code == GRUNDY_TIER_NO_OUTCOME;
    entry->outcome = outcome_of(code, entry->player);
  } else if ((entry->columns & GRUNDY_COLUMN_REMOTENESS) != 0) {
    entry->outcome = outcome_of(code_of_number(entry->remoteness), 0);
  } else if ((entry->columns & aims) == aims) {
    /* A wins if A can force a win, by q1; B wins if B can force that A loses, by q0. */
    bool a_moves = entry->player == GRUNDY_OUTCOME_A;
    bool a_wins = code_of_number(entry->q1) == (a_moves ? GRUNDY_TIER_N : GRUNDY_TIER_P);
    bool b_wins = code_of_number(entry->q0) == (a_moves ? GRUNDY_TIER_P : GRUNDY_TIER_N);
    entry->outcome = a_wins ? GRUNDY_OUTCOME_A : b_wins ? GRUNDY_OUTCOME_B : GRUNDY_OUTCOME_D;
  } else {
    return GRUNDY_OK;
  }
  entry->columns |= GRUNDY_COLUMN_OUTCOME;
  return GRUNDY_OK;
}

/* ---- K --------------------------------------------------------------------------------------- */

/* Collects the finite values of the followers of the loaded position, if its value is infinite. */
static grundy_status find_k(grundy_tiers *t, grundy_tier_reader *r, grundy_tiers_entry *entry,
                            grundy_error *error) {
  grundy_position follower;
  unsigned end;
  uint64_t count = 0;
  if ((entry->columns & GRUNDY_COLUMN_GRUNDY) == 0 || entry->value.nimber != GRUNDY_INFINITY)
    return GRUNDY_OK;
  grundy_status status = pass_on(r, grundy_tier_expand(r, &end), error);
  if (status != GRUNDY_OK) return status;
  grundy_tier_cursor cursor = {.list = &r->moves};
  while (grundy_tier_next(&cursor, &follower)) {
    uint32_t place;
    uint64_t index;
    const grundy_tier_column *column;
    status = pass_on(r, grundy_tier_locate_checked(r, follower, &place, &index), error);
    if (status == GRUNDY_OK)
      status = find_column(t, place, GRUNDY_COLUMN_GRUNDY, index, &column, error);
    if (status != GRUNDY_OK) return status;
    uint32_t value = grundy_tier_column_get(column, index);
    if (value == GRUNDY_TIER_NUMBER_ABSENT)
      return pass_on(r, grundy_tier_refuse_follower(r, follower), error);
    if (value == GRUNDY_INFINITY) continue;
    if (!grundy_grow(&t->k, &t->k_room, count + 1, sizeof *t->k)) return grundy_fail_memory(error);
    t->k[count++] = value;
  }
  if (count > 0) count = grundy_sort_distinct(t->k, count);
  entry->value.k = (grundy_set){.numbers = t->k, .size = count};
  entry->columns |= GRUNDY_COLUMN_K;
  return GRUNDY_OK;
}

/* ---- looking up ------------------------------------------------------------------------------ */

static grundy_status fail_position(const grundy_tiers *t, grundy_error *error) {
  return grundy_because(error, GRUNDY_REASON_NO_POSITION,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, t->ruleset->text, 0, 0,
                                       "the rules do not rank this position"));
}

/* Reads all columns of the loaded position. */
static grundy_status find_entry(grundy_tiers *t, grundy_tier_reader *r, uint32_t place,
                                grundy_tiers_entry *entry, grundy_error *error) {
  const struct {
    grundy_columns column;
    uint32_t *number;
  } numbers[] = {{GRUNDY_COLUMN_REMOTENESS, &entry->remoteness},
                 {GRUNDY_COLUMN_Q1, &entry->q1},
                 {GRUNDY_COLUMN_Q0, &entry->q0},
                 {GRUNDY_COLUMN_GRUNDY, &entry->value.nimber},
                 {GRUNDY_COLUMN_COUNTER, &entry->counter}};
  bool absent = false;
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const grundy_tier_column *found;
    status = find_column(t, place, numbers[i].column, entry->index, &found, error);
    if (status != GRUNDY_OK) return status;
    *numbers[i].number = GRUNDY_INFINITY;
    if (found == NULL) continue;
    *numbers[i].number = grundy_tier_column_get(found, entry->index);
    absent |= *numbers[i].number == GRUNDY_TIER_NUMBER_ABSENT;
    entry->columns |= numbers[i].column;
  }
  status = find_outcome(t, place, entry, &absent, error);
  if (status == GRUNDY_OK && absent) status = fail_position(t, error);
  return status == GRUNDY_OK ? find_k(t, r, entry, error) : status;
}

grundy_status grundy_tiers_look_up(grundy_tiers *tiers, grundy_position position,
                                   grundy_tiers_entry *entry, grundy_error *error) {
  if (tiers->reader == NULL) {
    tiers->reader = grundy_alloc_zero(1, sizeof *tiers->reader);
    if (tiers->reader == NULL) return grundy_fail_memory(error);
    *tiers->reader = grundy_tier_reader_new(tiers);
  }
  grundy_tier_reader *r = tiers->reader;
  grundy_tiers_entry made = {.value.k = {.absent = true}};
  grundy_position_rank rank;
  grundy_status status = grundy_tier_load_representative(r, position);
  if (status == GRUNDY_OK) status = grundy_tier_rank(r, grundy_tier_loaded(r), &rank);
  if (status != GRUNDY_OK) return pass_on(r, status, error);
  uint32_t place = rank.exists ? grundy_tiers_place(tiers, rank.tier) : UINT32_MAX;
  if (place == UINT32_MAX || rank.index >= tiers->at[place].count)
    return fail_position(tiers, error);
  bool same = false; /* something that is not a position of the game may have the rank of one */
  status = grundy_tier_check_unrank(r, grundy_tier_loaded(r), rank.tier, rank.index, &same);
  if (status != GRUNDY_OK) return pass_on(r, status, error);
  if (!same) return fail_position(tiers, error);
  made.tier = rank.tier;
  made.index = rank.index;
  made.player = r->info.player;
  status = find_entry(tiers, r, place, &made, error);
  if (status == GRUNDY_OK) *entry = made;
  return status;
}

grundy_status grundy_tiers_find(grundy_tiers *tiers, const char *name, size_t length,
                                grundy_tiers_entry *entry, grundy_error *error) {
  grundy_aligned_position found = {.length = 0};
  if (tiers->folder == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no folder of tiers was opened");
  grundy_status status =
      length == 0 ? grundy_ruleset_start(tiers->ruleset, grundy_aligned_take, &found, error)
                  : grundy_ruleset_parse_name(tiers->ruleset, name, length, true,
                                              grundy_aligned_take, &found, error);
  if (status != GRUNDY_OK) return status;
  if (found.length == 0)
    return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NO_POSITION,
                               "%s has no position '%.*s'", tiers->ruleset->text,
                               grundy_excerpt(name, length), name);
  return grundy_tiers_look_up(tiers, grundy_aligned_get(&found), entry, error);
}
