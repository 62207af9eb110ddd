/* The generalized Sprague–Grundy function by peeling and counting levels.
 *
 * Peeling gives every position of finite terminal distance the mex of its followers, for
 * which all values are known. What remains, U, is labelled level by level as in Algorithm G
 * [FY86, §3], with counters in place of the search for a vertex that satisfies step 2.
 *
 * At level i a vertex is open if it has no finite label below i yet or is labelled ∞. It is
 * hit if it has a follower labelled i. bad[u] counts the followers of u that were open when
 * the level began and have not been hit. Then u in U satisfies step 2 exactly when u is not
 * hit and bad[u] = 0:
 *   - a follower labelled i in this very level was open at its start and is never hit (it
 *     would need a follower labelled i, but all its open followers are hit, hence not
 *     labelled i), so it keeps bad[u] above 0;
 *   - a peeled follower labelled i hits u before any vertex is tried;
 *   - a follower of finite value above i is peeled, and has a follower labelled i.
 * At the end of the level the vertices of U that are neither labelled nor hit become ∞.
 *
 * A vertex that stays in U after level i has i + 1 different values among its followers, so
 * the sizes of U over all levels add up to at most V + E, and so does the cost of starting
 * levels. A vertex is hit at most once a level: O(E · largest value) at worst.
 *
 * Counters. A vertex labelled at level i gets a round: its terminal distance if peeled,
 * otherwise a number larger than every terminal distance plus how many waves of hits came
 * before it. A reply w that is needed by u in condition B has the same value and an earlier
 * round. Ranking the pairs (G, round) gives a monotonic counterfunction that does not depend
 * on the order in which vertices are visited. */

#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

#include <string.h>

enum {
  OPEN_NONE = 0, /* labelled with a finite value */
  UNLABELLED,    /* in U */
  INFINITE,      /* labelled ∞ */
};

typedef struct levels {
  const grundy_digraph *g, *reverse;
  uint32_t *values;     /* the labels; GRUNDY_INFINITY while there is none */
  uint32_t *round;      /* of every labelled vertex */
  uint8_t *state;       /* open or not, and how */
  uint32_t *open;       /* open followers when the level began, for vertices of U */
  uint32_t *bad;        /* those not hit yet */
  uint32_t *hit;        /* the last level at which a vertex was hit, plus 1 */
  uint32_t *unlabelled; /* U */
  uint32_t unlabelled_count;
  uint32_t *queue; /* the vertices labelled at this level */
  uint32_t head, tail;
  uint32_t level;
  uint32_t first_round; /* larger than every terminal distance */
  grundy_work work;
} levels;

/* ---- peeled positions ------------------------------------------------------------------ */

/* The mex of the values of followers, all known. seen[x] = stamp marks the value x; `seen`
 * has one entry more than the largest number of followers. */
static uint32_t mex_of_followers(const grundy_digraph *g, uint32_t u, const uint32_t *values,
                                 uint32_t *seen, uint32_t stamp) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t value = values[followers.at[i]];
    if (value < followers.count) seen[value] = stamp;
  }
  uint32_t mex = 0;
  while (mex < followers.count && seen[mex] == stamp) mex++;
  return mex;
}

static uint32_t largest_degree(const grundy_digraph *g) {
  uint64_t largest = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    uint64_t degree = grundy_digraph_followers(g, u).count;
    if (degree > largest) largest = degree;
  }
  return (uint32_t)largest;
}

/* Values of the peeled vertices, in the order of peeling; infinity for all others. */
static grundy_status value_peeled(const grundy_digraph *g, const uint32_t *order, uint32_t count,
                                  uint32_t *values, grundy_work *work, grundy_error *error) {
  uint32_t *seen = grundy_alloc_zero((uint64_t)largest_degree(g) + 1, sizeof *seen);
  if (seen == NULL) return grundy_fail_memory(error);
  bool go_on = true;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) values[u] = GRUNDY_INFINITY;
  for (uint32_t i = 0; i < count && go_on; i++) {
    uint32_t u = order[i];
    values[u] = mex_of_followers(g, u, values, seen, i + 1);
    go_on = grundy_work_step(work, 1 + grundy_digraph_followers(g, u).count);
  }
  free(seen);
  return go_on ? GRUNDY_OK : grundy_fail_cancelled(error);
}

/* ---- levels ---------------------------------------------------------------------------- */

static void levels_free(levels *l) {
  free(l->state);
  free(l->open);
  free(l->bad);
  free(l->hit);
  free(l->unlabelled);
  free(l->queue);
}

static bool levels_alloc(levels *l) {
  uint32_t order = grundy_digraph_order(l->g);
  l->state = grundy_alloc(order, sizeof *l->state);
  l->open = grundy_alloc_zero(order, sizeof *l->open);
  l->bad = grundy_alloc(order, sizeof *l->bad);
  l->hit = grundy_alloc_zero(order, sizeof *l->hit);
  l->unlabelled = grundy_alloc(order, sizeof *l->unlabelled);
  l->queue = grundy_alloc(order, sizeof *l->queue);
  return l->state != NULL && l->open != NULL && l->bad != NULL && l->hit != NULL &&
         l->unlabelled != NULL && l->queue != NULL;
}

/* Everything that was not peeled is in U, and counts its followers there. */
static void levels_start(levels *l) {
  for (uint32_t u = 0; u < grundy_digraph_order(l->g); u++) {
    l->state[u] = l->values[u] == GRUNDY_INFINITY ? UNLABELLED : OPEN_NONE;
    if (l->state[u] == OPEN_NONE) continue;
    l->unlabelled[l->unlabelled_count++] = u;
    grundy_vertices followers = grundy_digraph_followers(l->g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      l->open[u] += l->values[followers.at[i]] == GRUNDY_INFINITY;
  }
}

static bool is_hit(const levels *l, uint32_t u) {
  return l->hit[u] == l->level + 1;
}

static void label(levels *l, uint32_t u, uint32_t round) {
  l->values[u] = l->level;
  l->round[u] = round;
  l->queue[l->tail++] = u;
}

/* v has a follower labelled with this level: it no longer blocks its predecessors. Those
 * that nothing blocks any more are labelled, in the round after `round`, if `round` is one of
 * this level's waves; before the first wave they are only counted. */
static void hit(levels *l, uint32_t v, bool in_wave, uint32_t round) {
  l->hit[v] = l->level + 1;
  grundy_vertices predecessors = grundy_digraph_followers(l->reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i];
    if (l->state[u] != UNLABELLED) continue;
    if (--l->bad[u] == 0 && in_wave && !is_hit(l, u)) label(l, u, round + 1);
  }
  l->work.done += predecessors.count;
}

/* Hits the open predecessors of v, which is labelled with this level. */
static void hit_predecessors(levels *l, uint32_t v, bool in_wave) {
  grundy_vertices predecessors = grundy_digraph_followers(l->reverse, v);
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i];
    if (l->state[u] != OPEN_NONE && !is_hit(l, u)) hit(l, u, in_wave, l->round[v]);
  }
}

/* Vertices of U that nothing blocks when the level begins: the first wave. */
static void label_first_wave(levels *l) {
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    uint32_t u = l->unlabelled[i];
    if (l->bad[u] == 0 && !is_hit(l, u)) label(l, u, l->first_round);
  }
}

/* The vertices labelled at this level are open no longer. */
static void close_labelled(levels *l) {
  for (uint32_t i = 0; i < l->tail; i++) {
    uint32_t v = l->queue[i];
    l->state[v] = OPEN_NONE;
    grundy_vertices predecessors = grundy_digraph_followers(l->reverse, v);
    for (uint64_t j = 0; j < predecessors.count; j++) l->open[predecessors.at[j]]--;
  }
}

/* Step 3 of Algorithm G: what is neither labelled nor hit becomes ∞; what is hit stays. */
static void keep_hit(levels *l) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    uint32_t u = l->unlabelled[i];
    if (l->state[u] == OPEN_NONE) continue;
    if (is_hit(l, u))
      l->unlabelled[kept++] = u;
    else
      l->state[u] = INFINITE;
  }
  l->unlabelled_count = kept;
}

/* One level. `peeled` are the peeled vertices of this value. False: cancelled. */
static bool run_level(levels *l, const uint32_t *peeled, uint32_t peeled_count) {
  l->head = l->tail = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++)
    l->bad[l->unlabelled[i]] = l->open[l->unlabelled[i]];
  for (uint32_t i = 0; i < peeled_count; i++) {
    hit_predecessors(l, peeled[i], false);
    if (!grundy_work_step(&l->work, 1)) return false;
  }
  label_first_wave(l);
  while (l->head < l->tail) {
    hit_predecessors(l, l->queue[l->head++], true);
    if (!grundy_work_step(&l->work, 1)) return false;
  }
  close_labelled(l);
  keep_hit(l);
  l->level++;
  return grundy_work_step(&l->work, l->unlabelled_count);
}

/* All levels. `peeled` are the peeled vertices by increasing value. False: cancelled. */
static bool run_levels(levels *l, const uint32_t *peeled, uint32_t peeled_count) {
  uint32_t begin = 0;
  while (l->unlabelled_count > 0) {
    uint32_t end = begin;
    while (end < peeled_count && l->values[peeled[end]] == l->level) end++;
    if (!run_level(l, peeled + begin, end - begin)) return false;
    begin = end;
  }
  return true;
}

/* ---- counters -------------------------------------------------------------------------- */

/* Sorts the labelled vertices by value and round, and numbers the different pairs. `round` has
 * GRUNDY_INFINITY where there is no label. False: out of memory. */
static bool rank_pairs(uint32_t order, const uint32_t *values, const uint32_t *round,
                       uint32_t *counter) {
  uint32_t count, rank = 0;
  uint32_t *by_round = grundy_alloc(order, sizeof *by_round);
  uint32_t *sorted = grundy_alloc(order, sizeof *sorted);
  bool done = by_round != NULL && sorted != NULL &&
              grundy_sort_vertices(NULL, order, round, by_round, &count) &&
              grundy_sort_vertices(by_round, count, values, sorted, &count);
  if (done) {
    for (uint32_t v = 0; v < order; v++) counter[v] = GRUNDY_INFINITY;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t v = sorted[i], before = sorted[i == 0 ? 0 : i - 1];
      rank += values[v] != values[before] || round[v] != round[before];
      counter[v] = rank;
    }
  }
  free(by_round);
  free(sorted);
  return done;
}

/* ---- all together ---------------------------------------------------------------------- */

grundy_status grundy_values_after_peel(const grundy_digraph *g, const grundy_digraph *reverse,
                                       const grundy_monitor *monitor, const uint32_t *distance,
                                       const uint32_t *order, uint32_t count, uint32_t *values,
                                       uint32_t *counter, grundy_error *error) {
  uint32_t vertices = grundy_digraph_order(g), sorted_count;
  grundy_status status = GRUNDY_OK;
  uint32_t *sorted = grundy_alloc(vertices, sizeof *sorted);
  uint32_t *found = grundy_alloc(vertices, sizeof *found);
  levels l = {.g = g, .reverse = reverse, .values = found};
  l.round = grundy_alloc(vertices, sizeof *l.round);
  l.work = grundy_work_start(monitor, "values", 0);
  if (sorted == NULL || found == NULL || l.round == NULL)
    status = grundy_fail_memory(error);
  else
    status = value_peeled(g, order, count, found, &l.work, error);
  if (status != GRUNDY_OK) goto cleanup;
  /* The terminal distance of the peeled, infinity for what levels will label or not. */
  if (vertices > 0) memcpy(l.round, distance, vertices * sizeof *distance);

  if (count < vertices) {
    if (!levels_alloc(&l) || !grundy_sort_vertices(NULL, vertices, found, sorted, &sorted_count)) {
      status = grundy_fail_memory(error);
      goto cleanup;
    }
    l.first_round = count == 0 ? 0 : distance[order[count - 1]] + 1;
    levels_start(&l);
    if (!run_levels(&l, sorted, sorted_count)) {
      status = grundy_fail_cancelled(error);
      goto cleanup;
    }
  }

  if (counter != NULL && !rank_pairs(vertices, found, l.round, counter)) {
    status = grundy_fail_memory(error);
    goto cleanup;
  }
  if (vertices > 0) memcpy(values, found, vertices * sizeof *found);

cleanup:
  free(sorted);
  free(found);
  free(l.round);
  levels_free(&l);
  return status;
}

grundy_status grundy_values_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                  const grundy_monitor *monitor, uint32_t *values,
                                  uint32_t *counter, grundy_error *error) {
  uint32_t vertices = grundy_digraph_order(g), count;
  grundy_status status;
  uint32_t *distance = grundy_alloc(vertices, sizeof *distance);
  uint32_t *order = grundy_alloc(vertices, sizeof *order);
  if (distance == NULL || order == NULL)
    status = grundy_fail_memory(error);
  else if (!grundy_peel(g, reverse, monitor, distance, order, &count))
    status = grundy_fail_cancelled(error);
  else
    status = grundy_values_after_peel(g, reverse, monitor, distance, order, count, values, counter,
                                      error);
  free(distance);
  free(order);
  return status;
}
