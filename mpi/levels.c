/* Algorithm G of [FY86, §3] on the positions that peeling leaves, level by level, as in the
 * library's counting levels (src/solve/levels.h has the proof), and the counter. */

#include "run.h"

#include "base/alloc.h"
#include "solve/impl.h"
#include "solve/labels.h"

#include <assert.h>
#include <string.h>

/* The state of a position during a level. */
typedef struct node {
  uint32_t open; /* the number of open followers, not counting peeled ones; INFINITE marks ∞ */
  uint32_t bad;  /* how many block it; 0 in U: labelled now; HIT marks a hit position */
} node;

#define HIT (UINT32_C(1) << 31)
#define INFINITE (UINT32_C(1) << 31)
#define CLOSED UINT32_MAX /* as `bad`: has its finite value; updates have no effect */
#define NEVER (~HIT)      /* as `bad` of ∞, which is never labelled */

/* A peeled follower has this level's value. */
static inline bool update_hit(node *nodes, uint32_t label, uint32_t i) {
  (void)label;
  bool fresh = (nodes[i].bad & HIT) == 0;
  nodes[i].bad |= HIT;
  return fresh;
}

/* A follower was labelled in this level, so it is no longer open. */
static inline bool update_labelled(node *nodes, uint32_t label, uint32_t i) {
  (void)label;
  node now = nodes[i];
  nodes[i].open = now.open - (now.bad != CLOSED);
  nodes[i].bad = now.bad | HIT;
  return (now.bad & HIT) == 0;
}

/* A follower was hit, so it no longer blocks. */
static inline bool update_unblocked(node *nodes, uint32_t label, uint32_t i) {
  (void)label;
  uint32_t bad = nodes[i].bad;
  bad -= ((bad & HIT) | (nodes[i].open & INFINITE)) == 0;
  nodes[i].bad = bad;
  return bad == 0;
}

/* A follower was labelled in an earlier level, before the run was resumed. */
static inline bool update_closed(node *nodes, uint32_t label, uint32_t i) {
  (void)label;
  nodes[i].open -= nodes[i].bad != CLOSED;
  return false;
}

GRUNDY_WAVE_UPDATE(hit, node *, update_hit)
GRUNDY_WAVE_UPDATE(labelled, node *, update_labelled)
GRUNDY_WAVE_UPDATE(unblocked, node *, update_unblocked)
GRUNDY_WAVE_UPDATE(closed, node *, update_closed)
static const grundy_wave_update on_hit = GRUNDY_WAVE_UPDATE_OF(hit);
static const grundy_wave_update on_label = GRUNDY_WAVE_UPDATE_OF(labelled);
static const grundy_wave_update on_unblocked = GRUNDY_WAVE_UPDATE_OF(unblocked);
static const grundy_wave_update on_closed = GRUNDY_WAVE_UPDATE_OF(closed);

typedef struct levels {
  run *r;
  node *nodes;
  uint32_t *values, *counter; /* the counter may be NULL */
  uint32_t *peeled;           /* own peeled positions by value and distance … */
  grundy_starts starts;       /* … and where those of each value begin */
  uint32_t *unlabelled, unlabelled_count;
  uint32_t *queue, queued; /* positions hit or labelled in this level */
  uint32_t largest;        /* value of a peeled position of any rank */
  uint64_t *distances;     /* bits: the distances at which some rank has a position of this value */
  uint32_t longest;        /* the largest terminal distance of a peeled position */
} levels;

/* ---- the counter ----------------------------------------------------------------------- */

/* Returns the own peeled positions of this level. */
static const uint32_t *peeled_of(const levels *l, uint32_t *count) {
  uint32_t level = l->r->at.label;
  *count = 0;
  if (level > l->starts.largest) return l->peeled;
  *count = l->starts.start[level + 1] - l->starts.start[level];
  return l->peeled + l->starts.start[level];
}

static uint32_t distance_of(const levels *l, uint32_t i) {
  return l->r->arrays[ARRAY_STATE][i] & ~GRUNDY_LABELLED;
}

/* Marks the distances of the peeled positions of this value on all ranks. */
static uint64_t mark_distances(levels *l, const uint32_t *peeled, uint32_t count) {
  uint64_t words = (uint64_t)l->longest / 64 + 1;
  memset(l->distances, 0, words * sizeof *l->distances);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t distance = distance_of(l, peeled[i]);
    l->distances[distance / 64] |= UINT64_C(1) << distance % 64;
  }
  team_or(l->distances, words);
  return words;
}

/* Numbers the peeled positions of this level by distance: positions at the same distance have the
 * same number, on all ranks. */
static void number_peeled(levels *l) {
  uint32_t count;
  const uint32_t *peeled = peeled_of(l, &count);
  if (l->counter == NULL || l->r->at.label > l->largest) return;
  uint64_t words = mark_distances(l, peeled, count), word = 0;
  uint32_t before = 0; /* marked distances before this word */
  for (uint32_t i = 0; i < count; i++) {
    uint32_t distance = distance_of(l, peeled[i]);
    for (; word < distance / 64; word++)
      before += (uint32_t)__builtin_popcountll(l->distances[word]);
    uint64_t lower = (UINT64_C(1) << distance % 64) - 1;
    l->counter[peeled[i]] =
        l->r->at.number + before + (uint32_t)__builtin_popcountll(l->distances[word] & lower);
  }
  for (; word < words; word++) before += (uint32_t)__builtin_popcountll(l->distances[word]);
  l->r->at.number += before;
}

static void number_wave(levels *l, const uint32_t *wave, uint32_t length) {
  if (l->counter == NULL) return;
  for (uint32_t i = 0; i < length; i++) l->counter[wave[i]] = l->r->at.number;
  l->r->at.number++;
}

/* ---- levels ---------------------------------------------------------------------------- */

static uint32_t tell(levels *l, grundy_wave_update update, const uint32_t *wave, uint32_t length,
                     uint32_t *next) {
  update.state = l->nodes;
  return propagate(&l->r->p, &update, SEND_ALL, wave, length, NULL, next);
}

/* Finds the positions of U that nothing blocks when the level begins. */
static uint32_t first_wave(const levels *l, uint32_t *wave) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    wave[count] = l->unlabelled[i];
    count += l->nodes[l->unlabelled[i]].bad == 0;
  }
  return count;
}

/* Runs the waves of a level. No position is in the queue twice. */
static void run_level(levels *l) {
  uint32_t count, hits;
  const uint32_t *peeled = peeled_of(l, &count);
  number_peeled(l);
  l->queued = tell(l, on_hit, peeled, count, l->queue);
  (void)tell(l, on_unblocked, l->queue, l->queued, l->queue + l->queued);
  count = first_wave(l, l->queue + l->queued);
  while (team_sum(count) > 0) {
    uint32_t *wave = l->queue + l->queued, *hit = wave + count;
    number_wave(l, wave, count);
    hits = tell(l, on_label, wave, count, hit);
    l->queued += count + hits;
    count = tell(l, on_unblocked, hit, hits, hit + hits);
  }
}

/* Step 3: labelled positions leave U, hit positions stay and count again, the rest become ∞. */
static void end_level(levels *l) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    uint32_t u = l->unlabelled[i];
    node *n = &l->nodes[u];
    if (n->bad == 0) {
      l->values[u] = l->r->at.label;
      n->bad = CLOSED;
    } else if ((n->bad & HIT) != 0) {
      n->bad = n->open;
      l->unlabelled[kept++] = u;
    } else {
      *n = (node){n->open | INFINITE, NEVER};
      l->values[u] = GRUNDY_INFINITY;
    }
  }
  l->unlabelled_count = kept;
  for (uint32_t i = 0; i < l->queued; i++)
    if ((l->nodes[l->queue[i]].open & INFINITE) != 0) l->nodes[l->queue[i]].bad = NEVER;
  l->r->at.label++;
}

/* ---- beginning and end ----------------------------------------------------------------- */

static bool is_peeled(const levels *l, uint32_t i) {
  return (l->r->arrays[ARRAY_STATE][i] & GRUNDY_LABELLED) != 0;
}

/* Finds the peeled positions by distance and value; `by_distance` is overwritten. */
static bool sort_peeled(levels *l, uint32_t *by_distance) {
  uint32_t own = run_own(l->r), count = 0, sorted;
  const uint32_t *state = l->r->arrays[ARRAY_STATE];
  uint32_t *peeled = l->queue;
  for (uint32_t i = 0; i < own; i++)
    if (is_peeled(l, i)) peeled[count++] = i;
  /* Labels are sorted as they are: they have the same bit set. Large keys would need large arrays,
   * so distances are made of them. */
  uint32_t *distance = grundy_alloc(own, sizeof *distance);
  if (distance == NULL) return false;
  for (uint32_t i = 0; i < own; i++) distance[i] = state[i] & ~GRUNDY_LABELLED;
  bool done = grundy_sort_vertices(peeled, count, distance, by_distance, &sorted, NULL) &&
              grundy_sort_vertices(by_distance, count, l->values, l->peeled, &sorted, &l->starts);
  for (uint32_t i = 0; i < count; i++)
    if (distance[peeled[i]] > l->longest) l->longest = distance[peeled[i]];
  free(distance);
  return done;
}

/* Starts U and the nodes; after resuming, some positions that are not peeled have values. Returns
 * how many of them are finite, listed in `wave`. */
static uint32_t start_nodes(levels *l, uint32_t *wave) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < run_own(l->r); i++) {
    uint32_t open = l->r->arrays[ARRAY_STATE][i];
    if (l->counter != NULL && l->values[i] >= UNLABELLED) l->counter[i] = GRUNDY_INFINITY;
    if (is_peeled(l, i)) {
      l->nodes[i] = (node){0, CLOSED};
    } else if (l->values[i] == UNLABELLED) {
      l->nodes[i] = (node){open, open};
      l->unlabelled[l->unlabelled_count++] = i;
    } else if (l->values[i] == GRUNDY_INFINITY) {
      l->nodes[i] = (node){open | INFINITE, NEVER};
    } else {
      l->nodes[i] = (node){0, CLOSED};
      wave[count++] = i;
    }
  }
  return count;
}

static grundy_status allocate(levels *l) {
  run *r = l->r;
  uint32_t own = run_own(r);
  l->nodes = grundy_alloc(own, sizeof *l->nodes);
  l->peeled = grundy_alloc(own, sizeof *l->peeled);
  l->unlabelled = grundy_alloc(own, sizeof *l->unlabelled);
  bool enough =
      l->nodes != NULL && l->peeled != NULL && l->unlabelled != NULL && sort_peeled(l, r->next);
  return enough ? GRUNDY_OK : grundy_fail_memory(r->error);
}

static grundy_status start(levels *l) {
  run *r = l->r;
  grundy_status status = team_agree(r->team, allocate(l), r->error);
  if (status != GRUNDY_OK) return status;
  l->largest = (uint32_t)team_largest(l->starts.largest);
  l->longest = (uint32_t)team_largest(l->longest);
  l->distances = grundy_alloc((uint64_t)l->longest / 64 + 1, sizeof *l->distances);
  status = l->distances == NULL ? grundy_fail_memory(r->error) : GRUNDY_OK;
  status = team_agree(r->team, status, r->error);
  if (status != GRUNDY_OK) return status;
  uint32_t closed = start_nodes(l, l->queue);
  (void)tell(l, on_closed, l->queue, closed, r->next);
  for (uint32_t i = 0; i < l->unlabelled_count; i++)
    l->nodes[l->unlabelled[i]].bad = l->nodes[l->unlabelled[i]].open;
  return GRUNDY_OK;
}

grundy_status run_levels(run *r) {
  levels l = {.r = r,
              .values = r->arrays[ARRAY_VALUES],
              .counter = r->arrays[ARRAY_COUNTER],
              .queue = r->wave};
  grundy_status status = start(&l);
  if (status == GRUNDY_OK) {
    while (run_goes_on(r, l.unlabelled_count, &status)) {
      run_level(&l);
      end_level(&l);
    }
    for (; status == GRUNDY_OK && r->at.label <= l.largest; r->at.label++) number_peeled(&l);
  }
  free(l.nodes);
  free(l.peeled);
  free(l.unlabelled);
  free(l.starts.start);
  free(l.distances);
  return status;
}
