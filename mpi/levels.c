/* Algorithm G of [FY86, §3] on the positions that peeling leaves, level by level, as in the
 * library's counting levels (src/solve/levels.h has the proof), and the counter. */

#include "run.h"

#include "engine/cluster.h"

#include <assert.h>
#include <string.h>

typedef struct levels {
  run *r;
  grundy_arena arena;
  grundy_levels_state state; /* of own positions */
  uint32_t *peeled;          /* own peeled positions by value and distance … */
  grundy_starts starts;      /* … and where those of each value begin */
  uint32_t number;           /* the next number for counters; r->at has that of the level's start */
  uint32_t queued;           /* positions in the queue: hit or labelled in this level */
  uint32_t infinite_count;   /* own ∞ after resuming, in the last places of state.unlabelled */
  uint32_t largest;          /* value of a peeled position of any rank */
  uint64_t *distances; /* bits: the distances at which some rank has a position of this value */
  uint32_t longest;    /* the largest terminal distance of a peeled position */
} levels;

/* ---- the counter ----------------------------------------------------------------------- */

/* Returns the own peeled positions of a level. */
static const uint32_t *peeled_of(const levels *l, uint32_t level, uint32_t *count) {
  *count = 0;
  if (level > l->starts.largest) return l->peeled;
  *count = l->starts.start[level + 1] - l->starts.start[level];
  return l->peeled + l->starts.start[level];
}

static uint32_t distance_of(const levels *l, uint32_t i) {
  return l->r->arrays[ARRAY_STATE][i] & ~GRUNDY_LABELLED;
}

/* Numbers the peeled positions of this level by distance: positions at the same distance have the
 * same number, on all ranks. */
static void number_peeled(levels *l) {
  uint32_t count, before = 0; /* marked distances before this word */
  uint64_t words = (uint64_t)l->longest / 64 + 1, word = 0;
  const uint32_t *peeled = peeled_of(l, l->r->at.label, &count);
  if (l->state.counter == NULL || l->r->at.label > l->largest) return;
  memset(l->distances, 0, words * sizeof *l->distances);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t distance = distance_of(l, peeled[i]);
    l->distances[distance / 64] |= UINT64_C(1) << distance % 64;
  }
  team_or(l->distances, words);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t distance = distance_of(l, peeled[i]);
    for (; word < distance / 64; word++)
      before += (uint32_t)__builtin_popcountll(l->distances[word]);
    uint64_t lower = (UINT64_C(1) << distance % 64) - 1;
    l->state.counter[peeled[i]] =
        l->number + before + (uint32_t)__builtin_popcountll(l->distances[word] & lower);
  }
  for (; word < words; word++) before += (uint32_t)__builtin_popcountll(l->distances[word]);
  l->number += before;
}

/* ---- levels ---------------------------------------------------------------------------- */

static uint32_t send(levels *l, grundy_wave_update update, const uint32_t *wave, uint32_t length,
                     uint32_t *next) {
  update.state = l->state.nodes;
  return propagate(&l->r->p, &update, SEND_ALL, wave, length, NULL, next);
}

/* Runs the waves of a level, and ends it. No position is in the queue twice. */
static grundy_status run_level(levels *l) {
  const grundy_levels_width *width = l->state.width;
  grundy_status status;
  uint32_t *queue = l->state.queue, count, hits;
  const uint32_t *peeled = peeled_of(l, l->state.level, &count);
  number_peeled(l);
  l->queued = send(l, width->on_hit, peeled, count, queue);
  count = send(l, width->on_unblocked, queue, l->queued, queue + l->queued);
  count += grundy_levels_state_pick(&l->state, queue + l->queued + count);
  while (run_goes_on_in_level(l->r, count, &status)) {
    uint32_t *wave = queue + l->queued, *hit = wave + count;
    for (uint32_t i = 0; l->state.counter != NULL && i < count; i++)
      l->state.counter[wave[i]] = l->number;
    l->number++;
    hits = send(l, width->on_label, wave, count, hit);
    l->queued += count + hits;
    count = send(l, width->on_unblocked, hit, hits, hit + hits);
  }
  if (status != GRUNDY_OK) return status;
  grundy_levels_state_end(&l->state, l->queued);
  l->r->at.label = l->state.level;
  l->r->at.number = l->number;
  return GRUNDY_OK;
}

/* ---- beginning and end ----------------------------------------------------------------- */

static bool is_peeled(const levels *l, uint32_t i) {
  return (l->r->arrays[ARRAY_STATE][i] & GRUNDY_LABELLED) != 0;
}

/* Finds the peeled positions by distance and value; `by_distance` is overwritten. */
static bool sort_peeled(levels *l, uint32_t *by_distance) {
  uint32_t own = run_own(l->r), count = 0, sorted;
  const uint32_t *state = l->r->arrays[ARRAY_STATE];
  uint32_t *peeled = l->state.queue;
  for (uint32_t i = 0; i < own; i++)
    if (is_peeled(l, i)) peeled[count++] = i;
  /* Labels are sorted as they are: they have the same bit set. Large keys would need large arrays,
   * so distances are made of them. */
  uint32_t *distance = grundy_alloc(own, sizeof *distance);
  if (distance == NULL) return false;
  for (uint32_t i = 0; i < own; i++) distance[i] = state[i] & ~GRUNDY_LABELLED;
  bool done =
      grundy_sort_vertices(peeled, count, distance, by_distance, &sorted, NULL) &&
      grundy_sort_vertices(by_distance, count, l->state.values, l->peeled, &sorted, &l->starts);
  for (uint32_t i = 0; i < count; i++)
    if (distance[peeled[i]] > l->longest) l->longest = distance[peeled[i]];
  free(distance);
  return done;
}

/* Lists own positions that are not peeled: U and, after resuming, ∞ and those with a value. `with`
 * gets the latter, whose number is returned; `blockers` is what the state starts with. */
static uint32_t list_positions(levels *l, uint32_t *with, uint32_t *blockers, uint32_t *most_open) {
  grundy_levels_state *s = &l->state;
  uint32_t count = 0;
  *most_open = 0;
  for (uint32_t i = 0; i < s->order; i++) {
    blockers[i] = l->r->arrays[ARRAY_STATE][i];
    if (s->counter != NULL && s->values[i] >= UNLABELLED) s->counter[i] = GRUNDY_INFINITY;
    if (is_peeled(l, i)) continue;
    if (blockers[i] > *most_open) *most_open = blockers[i];
    if (s->values[i] == UNLABELLED) {
      s->unlabelled[s->unlabelled_count++] = i;
    } else if (s->values[i] == GRUNDY_INFINITY) {
      s->unlabelled[s->order - ++l->infinite_count] = i;
    } else {
      blockers[i] = GRUNDY_LABELLED;
      with[count++] = i;
    }
  }
  return count;
}

/* After resuming: sends again what happened before this level, in which `count` positions of the
 * queue got a value. A position that is still in U was hit in the level before, so the end of that
 * level lets it stay. */
static void send_again(levels *l, uint32_t *with, uint32_t count) {
  grundy_levels_state *s = &l->state;
  uint32_t first = s->order - l->infinite_count, peeled_count, left = s->unlabelled_count;
  grundy_levels_part infinite = {.begin = first, .count = l->infinite_count};
  const uint32_t *peeled = peeled_of(l, s->level - 1, &peeled_count);
  s->width->end(s, &infinite);
  (void)send(l, s->width->on_label, with, count, l->r->next);
  (void)send(l, s->width->on_hit, peeled, peeled_count, l->r->next);
  s->width->reset(s, s->unlabelled + first, l->infinite_count);
  s->parts[0].infinite = l->infinite_count > 0;
  s->level--;
  grundy_levels_state_end(s, 0);
  assert(s->unlabelled_count == left);
  (void)left;
}

static grundy_status start(levels *l) {
  run *r = l->r;
  uint32_t own = run_own(r), most_open;
  l->peeled = grundy_arena_array(&l->arena, own, sizeof *l->peeled);
  l->state.unlabelled = grundy_arena_array(&l->arena, own, sizeof *l->state.unlabelled);
  grundy_status status = run_agree_memory(r, !l->arena.failed && sort_peeled(l, r->next));
  if (status != GRUNDY_OK) return status;
  l->largest = (uint32_t)team_largest(l->starts.largest);
  l->longest = (uint32_t)team_largest(l->longest);
  uint32_t count = list_positions(l, l->state.queue, r->next, &most_open);
  l->distances = grundy_arena_array(&l->arena, (uint64_t)l->longest / 64 + 1, sizeof *l->distances);
  grundy_levels_state_start(&l->state, &l->arena, r->next, most_open);
  status = run_agree_memory(r, !l->arena.failed);
  if (status == GRUNDY_OK && r->at.label > 0) send_again(l, l->state.queue, count);
  return status;
}

grundy_status run_levels(run *r) {
  levels l = {.r = r,
              .number = r->at.number,
              .state = {.order = run_own(r),
                        .values = r->arrays[ARRAY_VALUES],
                        .counter = r->arrays[ARRAY_COUNTER],
                        .queue = r->wave,
                        .level = r->at.label}};
  grundy_status status = start(&l);
  if (status == GRUNDY_OK) {
    while (status == GRUNDY_OK && run_goes_on(r, l.state.unlabelled_count, &status))
      status = run_level(&l);
    for (; status == GRUNDY_OK && r->at.label <= l.largest; r->at.label++) {
      number_peeled(&l);
      r->at.number = l.number;
    }
  }
  grundy_arena_free(&l.arena);
  free(l.starts.start);
  return status;
}
