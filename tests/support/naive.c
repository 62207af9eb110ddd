#include "support/naive.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t infinity = GRUNDY_INFINITY;

static void fill(uint32_t *array, uint32_t order, uint32_t number) {
  for (uint32_t u = 0; u < order; u++) array[u] = number;
}

static bool is_sink(const grundy_digraph *g, uint32_t u) {
  return grundy_digraph_followers(g, u).count == 0;
}

/* ---- reachability ---------------------------------------------------------------------- */

uint32_t naive_reachable(const grundy_digraph *g, uint32_t v) {
  uint32_t count = 0, *queue = calloc(grundy_digraph_order(g), sizeof *queue);
  bool *seen = calloc(grundy_digraph_order(g), sizeof *seen);
  if (queue == NULL || seen == NULL) abort();
  queue[count++] = v;
  seen[v] = true;
  for (uint32_t i = 0; i < count; i++) {
    grundy_vertices row = grundy_digraph_followers(g, queue[i]);
    for (uint64_t e = 0; e < row.count; e++) {
      if (!seen[row.at[e]]) queue[count++] = row.at[e];
      seen[row.at[e]] = true;
    }
  }
  free(queue);
  free(seen);
  return count;
}

/* ---- outcomes and remoteness --------------------------------------------------------- */

static bool some_follower_is(const grundy_digraph *g, const uint8_t *outcome, uint32_t u,
                             uint8_t letter) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (outcome[followers.at[i]] == letter) return true;
  return false;
}

void naive_outcome(const grundy_digraph *g, uint8_t *outcome) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t u = 0; u < order; u++) outcome[u] = 'D';
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t u = 0; u < order; u++) {
      if (outcome[u] != 'D') continue;
      if (some_follower_is(g, outcome, u, 'P'))
        outcome[u] = 'N';
      else if (!some_follower_is(g, outcome, u, 'D'))
        outcome[u] = 'P';
      changed |= outcome[u] != 'D';
    }
  }
}

/* Returns whether u, which is unlabelled and not a sink, has remoteness k when all smaller numbers
 * are assigned. (4b) for odd k: a follower has k - 1. (4c) for even k: all followers have odd
 * numbers. */
static bool has_remoteness(const grundy_digraph *g, const uint32_t *remoteness, uint32_t u,
                           uint32_t k) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t r = remoteness[followers.at[i]];
    if (k % 2 == 1 && r == k - 1) return true;
    if (k % 2 == 0 && (r == infinity || r % 2 == 0)) return false;
  }
  return k % 2 == 0;
}

/* A level may be empty and the next one not (misère play has no 0), so all levels are tried. A
 * vertex labelled in the current level does no harm: its parity is wrong for (4b) and (4c). */
void naive_q(const grundy_digraph *g, const uint32_t *terminal, uint32_t *q) {
  uint32_t order = grundy_digraph_order(g);
  fill(q, order, infinity);
  for (uint32_t k = 0; k <= order; k++)
    for (uint32_t u = 0; u < order; u++) {
      if (q[u] != infinity) continue;
      if (is_sink(g, u) ? k == terminal[u] : has_remoteness(g, q, u, k)) q[u] = k;
    }
}

void naive_remoteness(const grundy_digraph *g, uint32_t terminal, uint32_t *remoteness) {
  uint32_t same[NAIVE_MOST];
  fill(same, grundy_digraph_order(g), terminal);
  naive_q(g, same, remoteness);
}

static bool all_below(const grundy_digraph *g, const uint32_t *distance, uint32_t u, uint32_t d) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (distance[followers.at[i]] >= d) return false;
  return true;
}

void naive_distance(const grundy_digraph *g, uint32_t *distance) {
  uint32_t order = grundy_digraph_order(g);
  fill(distance, order, infinity);
  for (uint32_t d = 0; d < order; d++)
    for (uint32_t u = 0; u < order; u++)
      if (distance[u] == infinity && all_below(g, distance, u, d)) distance[u] = d;
}

/* ---- the generalized Sprague–Grundy function ----------------------------------------- */

/* "No label", the ν of the paper. */
static const uint32_t unlabelled = GRUNDY_INFINITY - 1;

bool naive_reaches(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t value) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (values[followers.at[i]] == value) return true;
  return false;
}

/* Step 2: no follower of u is labelled i, and every follower of u that is unlabelled or labelled ∞
 * has a follower labelled i. */
static bool may_be_labelled(const grundy_digraph *g, const uint32_t *label, uint32_t u,
                            uint32_t i) {
  if (naive_reaches(g, label, u, i)) return false;
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t j = 0; j < followers.count; j++) {
    uint32_t v = followers.at[j];
    if ((label[v] == unlabelled || label[v] == infinity) && !naive_reaches(g, label, v, i))
      return false;
  }
  return true;
}

/* Labels one vertex by step 2, if there is one. */
static bool label_one(const grundy_digraph *g, uint32_t i, uint32_t *m, uint32_t *label,
                      uint32_t *counter) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    if (label[u] == unlabelled && may_be_labelled(g, label, u, i)) {
      label[u] = i;
      counter[u] = (*m)++;
      return true;
    }
  return false;
}

void naive_values(const grundy_digraph *g, uint32_t *values, uint32_t *counter) {
  uint32_t order = grundy_digraph_order(g), m = 0;
  fill(values, order, unlabelled);
  fill(counter, order, infinity);
  for (uint32_t i = 0, left = order; left > 0; i++) {
    while (label_one(g, i, &m, values, counter)) {
    }
    left = 0;
    for (uint32_t u = 0; u < order; u++) {
      if (values[u] != unlabelled) continue;
      if (naive_reaches(g, values, u, i))
        left++;
      else
        values[u] = infinity;
    }
  }
}

/* Returns the mex of the finite values of F(u). O(|F(u)|^2). */
static uint32_t mex_of(const grundy_digraph *g, const uint32_t *values, uint32_t u) {
  uint32_t mex = 0;
  while (naive_reaches(g, values, u, mex)) mex++;
  return mex;
}

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

uint64_t naive_j(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t *set) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  if (followers.count == 0) return 0;
  for (uint64_t i = 0; i < followers.count; i++) set[i] = values[followers.at[i]];
  qsort(set, followers.count, sizeof *set, compare);
  uint64_t size = 1;
  for (uint64_t i = 1; i < followers.count; i++)
    if (set[i] != set[size - 1]) set[size++] = set[i];
  return size;
}

uint64_t naive_k(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t *set) {
  uint64_t size = naive_j(g, values, u, set);
  return size > 0 && set[size - 1] == infinity ? size - 1 : size;
}

/* ---- the definitions of the function ------------------------------------------------- */

static bool condition_a(const grundy_digraph *g, const uint32_t *values, uint32_t u) {
  return values[u] == infinity || values[u] == mex_of(g, values, u);
}

/* Returns whether some w in F(v) has G(w) = G(u) and c(w) < c(u). */
static bool has_reply(const grundy_digraph *g, const uint32_t *values, const uint32_t *counter,
                      uint32_t u, uint32_t v) {
  grundy_vertices replies = grundy_digraph_followers(g, v);
  for (uint64_t i = 0; i < replies.count; i++) {
    uint32_t w = replies.at[i];
    if (values[w] == values[u] && counter[w] < counter[u]) return true;
  }
  return false;
}

static bool condition_b(const grundy_digraph *g, const uint32_t *values, const uint32_t *counter,
                        uint32_t u) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t v = followers.at[i];
    if (values[v] > values[u] && !has_reply(g, values, counter, u, v)) return false;
  }
  return true;
}

static bool condition_c(const grundy_digraph *g, const uint32_t *values, uint32_t u) {
  if (values[u] != infinity) return true;
  uint32_t mex = mex_of(g, values, u);
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t v = followers.at[i];
    if (values[v] == infinity && !naive_reaches(g, values, v, mex)) return true;
  }
  return false;
}

const char *naive_definition1(const grundy_digraph *g, const uint32_t *values,
                              const uint32_t *counter) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    if (!condition_a(g, values, u)) return "A";
    if (!condition_b(g, values, counter, u)) return "B";
    if (!condition_c(g, values, u)) return "C";
  }
  return NULL;
}

bool naive_monotonic(const grundy_digraph *g, const uint32_t *values, const uint32_t *counter) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (values[u] < values[v] && values[v] < infinity && counter[u] >= counter[v]) return false;
  return true;
}

/* Advances to the next function V → {0 … top - 1} ∪ {last}, like an odometer; false after the
 * constant function `last`. */
static bool next_function(uint32_t *values, uint32_t order, uint32_t top, uint32_t last) {
  for (uint32_t u = 0; u < order; u++) {
    if (values[u] != last) {
      values[u] = values[u] + 1 < top ? values[u] + 1 : last;
      return true;
    }
    values[u] = 0;
  }
  return false;
}

static bool conditions_a_and_c(const grundy_digraph *g, const uint32_t *values) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    if (!condition_a(g, values, u) || !condition_c(g, values, u)) return false;
  return true;
}

uint64_t naive_definition3(const grundy_digraph *g, uint32_t *values) {
  uint32_t order = grundy_digraph_order(g), most = 0, function[4] = {0};
  uint64_t found = 0;
  do {
    if (!conditions_a_and_c(g, function)) continue;
    uint32_t infinities = 0;
    for (uint32_t u = 0; u < order; u++) infinities += function[u] == infinity;
    if (found == 0 || infinities > most) {
      most = infinities;
      found = 0;
      memcpy(values, function, order * sizeof *values);
    }
    found += infinities == most;
  } while (next_function(function, order, order + 1, infinity));
  return found;
}

uint64_t naive_classical(const grundy_digraph *g, uint32_t *values) {
  uint32_t order = grundy_digraph_order(g), function[5] = {0};
  uint64_t found = 0;
  do {
    uint32_t u = 0;
    while (u < order && function[u] == mex_of(g, function, u)) u++;
    if (u < order) continue;
    memcpy(values, function, order * sizeof *values);
    found++;
  } while (next_function(function, order, order, order));
  return found;
}

/* ---- the least H --------------------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b) {
  return a < b ? a : b;
}

static uint32_t greatest(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

/* Returns x + 1; ∞ + 1 = ∞. */
static uint32_t successor(uint32_t x) {
  return x == infinity ? infinity : x + 1;
}

/* Returns min {H(v) : v in F(u), G(v) = y}; ∞ if there is none. */
static uint32_t least_h(const grundy_digraph *g, const uint32_t *values, const uint32_t *h,
                        uint32_t u, uint32_t y) {
  uint32_t result = infinity;
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (values[followers.at[i]] == y) result = least(result, h[followers.at[i]]);
  return result;
}

/* Returns the least number greater than min {H(v) : v in F(u), G(v) = y} for each y < G(u), and
 * greater than min(H(v), 1 + min {H(w) : w in F(v), G(w) = G(u)}) for each v in F(u). */
static uint32_t least_allowed(const grundy_digraph *g, const uint32_t *values, const uint32_t *h,
                              uint32_t u) {
  uint32_t result = 0;
  for (uint32_t y = 0; y < values[u]; y++)
    result = greatest(result, successor(least_h(g, values, h, u, y)));
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t v = followers.at[i];
    uint32_t back = successor(least_h(g, values, h, v, values[u]));
    result = greatest(result, successor(least(h[v], back)));
  }
  return result;
}

void naive_hmin(const grundy_digraph *g, const uint32_t *values, uint32_t *hmin) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t u = 0; u < order; u++) hmin[u] = values[u] == infinity ? infinity : 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t u = 0; u < order; u++) {
      if (values[u] == infinity) continue;
      uint32_t h = least_allowed(g, values, hmin, u);
      changed |= h != hmin[u];
      hmin[u] = h;
    }
  }
}
