/* Chooses at which positions `split` is checked, within a share of the work of the caller, and
 * remembers the positions that were met. */

#include "rules/split_sample.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "digraph/part_sums.h"

#include <stdlib.h>
#include <string.h>

/* The work that checks may take whatever the work of the caller, for positions that are met and for
 * all; and the share of that work which they may take in addition. */
enum { WORK_MET = 1 << 11, WORK = 1 << 12, SHARE = 128 };

/* The most positions that are remembered. */
enum { MOST_MET = 1 << 16 };

/* Returns whether a check may take that much work: it is at most an eighth of what is left. */
static bool is_affordable(const grundy_split_sample *s, uint64_t more, uint64_t fixed) {
  return s->condition.work + s->spent + 8 * more <= fixed + s->done / SHARE;
}

static grundy_status fail(const grundy_split_sample *s, const char *name,
                          const grundy_split_finding *finding, grundy_error *error) {
  return grundy_because(error, GRUNDY_REASON_RULES,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, s->condition.ruleset->text, 0, 0,
                                       "split is wrong at '%.*s': %s",
                                       grundy_excerpt(name, strlen(name)), name, finding->wrong));
}

/* Compares the position with its parts. Fails if it is not their sum, and remembers if it would be
 * with equal parts that are left out. */
static grundy_status compare(grundy_split_sample *s, grundy_position at,
                             const grundy_position_list *parts, grundy_split_finding *finding,
                             grundy_error *error) {
  grundy_ruleset *ruleset = s->condition.ruleset;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_status status = grundy_split_condition_check(&s->condition, at, parts, finding, error);
  if (status != GRUNDY_OK || finding->wrong[0] == '\0' || (finding->cancels && s->cancels))
    return status;
  (void)ruleset->kind->show(ruleset, at, name, NULL);
  if (!finding->cancels) return fail(s, name, finding, error);
  s->cancels = true;
  s->cancelled = *finding;
  (void)snprintf(s->cancelled_at, sizeof s->cancelled_at, "%s", name);
  return GRUNDY_OK;
}

/* Adds a position to those that were met; forgets them all if memory runs out. */
static grundy_status add(grundy_split_sample *s, grundy_position position, uint32_t *v,
                         grundy_error *error) {
  uint32_t before = s->met.count;
  s->met.bytes = s->condition.ruleset->bytes;
  if (!grundy_grow(&s->is_checked, &s->checked_room, (uint64_t)before + 1, sizeof *s->is_checked) ||
      !grundy_positions_add(&s->met, position, grundy_position_hash(position), v)) {
    grundy_positions_free(&s->met);
    s->next = 0;
    return grundy_fail_memory(error);
  }
  if (*v == before) s->is_checked[before] = false;
  return GRUNDY_OK;
}

/* Checks a position. Its followers count as met from then on. */
static grundy_status check(grundy_split_sample *s, grundy_position given,
                           const grundy_position_list *parts, grundy_error *error) {
  grundy_aligned_position copy; /* positions move when others are added */
  grundy_position at = grundy_aligned_copy(&copy, given);
  grundy_split_finding finding;
  uint32_t follower;
  grundy_status status = compare(s, at, parts, &finding, error);
  if (status != GRUNDY_OK) return status;
  const grundy_position_list *moves = &s->condition.moves;
  s->condition.work++;
  for (uint64_t i = 0;
       finding.comes_apart && i < moves->count && s->met.count < MOST_MET && status == GRUNDY_OK;
       i++)
    status = add(s, grundy_position_list_get(moves, i), &follower, error);
  return status;
}

grundy_status grundy_split_sample_met(grundy_split_sample *s, const grundy_splitter *split,
                                      grundy_error *error) {
  const grundy_position_list *parts = &split->parts;
  uint32_t v;
  s->done += 1 + parts->count;
  if (s->is_shared || !s->condition.ruleset->has_split) return GRUNDY_OK;
  if (!is_affordable(s, 2 * s->moves * (1 + parts->count), WORK_MET)) return GRUNDY_OK;
  grundy_position position = grundy_splitter_position(split);
  if (parts->count == 1 && grundy_position_is_same(grundy_position_list_get(parts, 0), position))
    return GRUNDY_OK;
  s->spent++;
  if (s->met.count >= MOST_MET) return check(s, position, parts, error);
  grundy_status status = add(s, position, &v, error);
  if (status != GRUNDY_OK || s->is_checked[v]) return status;
  s->is_checked[v] = true;
  return check(s, position, parts, error);
}

grundy_status grundy_split_sample_finish(grundy_split_sample *s, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  for (; s->next < s->met.count && is_affordable(s, 0, WORK) && status == GRUNDY_OK; s->next++) {
    if (s->is_checked[s->next]) continue;
    s->is_checked[s->next] = true;
    status = check(s, grundy_positions_get(&s->met, s->next), NULL, error);
  }
  return status;
}

/* ---- walks --------------------------------------------------------------------------------- */

/* Walks from a part, and checks one of the positions on the way that come apart: each is as likely
 * as all that follow it. */
static grundy_status walk(grundy_split_sample *s, grundy_position part, uint64_t hash,
                          grundy_error *error) {
  enum { STEPS = 8 };
  grundy_aligned_position at;
  grundy_split_finding finding = {.comes_apart = false};
  grundy_position_list *moves = &s->condition.moves;
  grundy_status status = GRUNDY_OK;
  (void)grundy_aligned_copy(&at, part);
  for (int i = 0; i < STEPS && !finding.comes_apart; i++) {
    do {
      hash = hash * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      grundy_position_list_clear(moves);
      status = grundy_ruleset_moves(s->condition.ruleset, grundy_aligned_get(&at),
                                    grundy_position_list_take, moves, error);
      if (status == GRUNDY_OK && moves->failed) status = grundy_fail_memory(error);
      if (status != GRUNDY_OK || moves->count == 0) return status;
      uint64_t chosen = (hash >> 33) % moves->count;
      (void)grundy_aligned_copy(&at, grundy_position_list_get(moves, chosen));
    } while ((hash >> 32 & 1) != 0);
    status = compare(s, grundy_aligned_get(&at), NULL, &finding, error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

grundy_status grundy_split_sample_part(grundy_split_sample *s, grundy_position part,
                                       grundy_error *error) {
  if (!s->condition.ruleset->has_split) return GRUNDY_OK;
  uint64_t hash = grundy_position_hash(part);
  bool is_chosen = hash % GRUNDY_SPLIT_SAMPLE_PERIOD == 0 || (!s->is_shared && !s->has_walked);
  s->has_walked = true;
  if (!is_chosen) return GRUNDY_OK;
  uint64_t work = s->condition.work;
  grundy_status status = walk(s, part, hash, error);
  s->condition.work = work; /* walks do not count */
  return status;
}

/* ---- equal parts --------------------------------------------------------------------------- */

grundy_status grundy_split_sample_refuse(const grundy_split_sample *s, grundy_error *error) {
  return fail(s, s->cancelled_at, &s->cancelled, error);
}

/* Equal parts may be left out only if play among the parts cannot return to one of them. */
grundy_status grundy_split_sample_accept(const grundy_split_sample *s, const grundy_digraph *parts,
                                         grundy_error *error) {
  grundy_strong_parts strong = {0};
  grundy_work work = grundy_work_start(NULL, "checking parts", 0);
  uint32_t order = grundy_digraph_order(parts);
  if (!s->cancels) return GRUNDY_OK;
  grundy_status status = grundy_strong_parts_find(parts, &work, &strong, error);
  bool has_cycle = status == GRUNDY_UNABLE || (status == GRUNDY_OK && strong.count < order);
  for (uint32_t v = 0; v < order && !has_cycle && status == GRUNDY_OK; v++)
    has_cycle = grundy_digraph_has_move(parts, v, v);
  grundy_strong_parts_free(&strong);
  return has_cycle ? grundy_split_sample_refuse(s, error) : status;
}

void grundy_split_sample_free(grundy_split_sample *s) {
  grundy_split_condition_free(&s->condition);
  grundy_positions_free(&s->met);
  free(s->is_checked);
}
