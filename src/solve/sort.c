/* Sorts vertices by key: by counting, with all threads if there are few different keys. */

#include "solve/impl.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "digraph/view.h"

#include <assert.h>
#include <string.h>

static uint32_t at(const uint32_t *vertices, uint32_t i) {
  return vertices == NULL ? i : vertices[i];
}

#ifndef NDEBUG
/* Returns whether the vertices are sorted by key and, if by_number_too, by number where keys are
 * equal. */
static bool is_sorted(const uint32_t *sorted, uint32_t count, const uint32_t *keys,
                      bool by_number_too) {
  for (uint32_t i = 1; i < count; i++) {
    uint32_t v = sorted[i - 1], w = sorted[i];
    if (keys[v] > keys[w] || (by_number_too && keys[v] == keys[w] && v > w)) return false;
  }
  return true;
}
#endif
/* ---- few keys: by all threads ------------------------------------------------------------ */

enum { FEW_KEYS = 64 };

typedef struct sorting {
  const uint32_t *vertices, *keys;
  uint32_t count, *sorted;
  int threads;
  uint32_t largest[GRUNDY_MAX_THREADS]; /* by thread: the largest key; FEW_KEYS: there are more */
  /* By thread and key: how many vertices have the key; then where the next one goes. */
  uint32_t places[GRUNDY_MAX_THREADS][FEW_KEYS];
} sorting;

static inline void fetch_key(const sorting *s, uint32_t i) {
  if (s->vertices != NULL && s->count - i > GRUNDY_AHEAD_ROWS)
    __builtin_prefetch(&s->keys[s->vertices[i + GRUNDY_AHEAD_ROWS]]);
}

static void count_share(void *context, int thread) {
  sorting *s = context;
  uint32_t end = (uint32_t)grundy_share(s->count, thread + 1, s->threads), largest = 0;
  uint32_t counts[FEW_KEYS] = {0};
  for (uint32_t i = (uint32_t)grundy_share(s->count, thread, s->threads); i < end; i++) {
    fetch_key(s, i);
    uint32_t key = s->keys[at(s->vertices, i)];
    if (key == GRUNDY_INFINITY) continue;
    largest = key < FEW_KEYS ? key > largest ? key : largest : FEW_KEYS;
    if (largest == FEW_KEYS) break;
    counts[key]++;
  }
  s->largest[thread] = largest;
  memcpy(s->places[thread], counts, sizeof counts);
}

static void place_share(void *context, int thread) {
  const sorting *s = context;
  uint32_t end = (uint32_t)grundy_share(s->count, thread + 1, s->threads), next[FEW_KEYS];
  memcpy(next, s->places[thread], sizeof next);
  for (uint32_t i = (uint32_t)grundy_share(s->count, thread, s->threads); i < end; i++) {
    fetch_key(s, i);
    uint32_t v = at(s->vertices, i), key = s->keys[v];
    if (key != GRUNDY_INFINITY) s->sorted[next[key]++] = v;
  }
}

/* Sorts after counting; start[key] becomes where a key begins, for all keys up to the largest plus
 * 1. */
static void place_few(sorting *s, uint32_t largest, uint32_t *start) {
  uint32_t place = 0;
  for (uint32_t key = 0; key <= largest; key++) {
    start[key] = place;
    for (int t = 0; t < s->threads; t++) {
      uint32_t count = s->places[t][key];
      s->places[t][key] = place;
      place += count;
    }
  }
  start[largest + 1] = place;
  grundy_parallel(s->threads, place_share, s);
}

/* ---- many keys ---------------------------------------------------------------------------- */

static uint32_t largest_key(const sorting *s) {
  uint32_t largest = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    fetch_key(s, i);
    uint32_t key = s->keys[at(s->vertices, i)];
    if (key != GRUNDY_INFINITY && key > largest) largest = key;
  }
  return largest;
}

/* Does what place_few does. `end` is zeroed, and becomes the start of each key. */
static void place_many(const sorting *s, uint32_t largest, uint32_t *end) {
  for (uint32_t i = 0; i < s->count; i++) {
    fetch_key(s, i);
    uint32_t key = s->keys[at(s->vertices, i)];
    if (key != GRUNDY_INFINITY) end[key]++;
  }
  for (uint32_t key = 1; key <= largest; key++) end[key] += end[key - 1];
  end[largest + 1] = end[largest];
  /* Filled from the back, so that each end becomes a start. */
  for (uint32_t i = s->count; i-- > 0;) {
    if (s->vertices != NULL && i >= GRUNDY_AHEAD_ROWS)
      __builtin_prefetch(&s->keys[s->vertices[i - GRUNDY_AHEAD_ROWS]]);
    uint32_t v = at(s->vertices, i);
    if (s->keys[v] != GRUNDY_INFINITY) s->sorted[--end[s->keys[v]]] = v;
  }
}

bool grundy_sort_vertices(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                          uint32_t *sorted, uint32_t *sorted_count, grundy_starts *starts) {
  sorting s;
  s.vertices = vertices;
  s.keys = keys;
  s.count = count;
  s.sorted = sorted;
  s.threads = grundy_threads_for(count);
  uint32_t largest = 0; /* FEW_KEYS if there are more */
  grundy_parallel(s.threads, count_share, &s);
  for (int t = 0; t < s.threads; t++) largest = s.largest[t] > largest ? s.largest[t] : largest;
  bool few = largest < FEW_KEYS;
  if (!few) largest = largest_key(&s);
  uint32_t *start = grundy_alloc_zero((uint64_t)largest + 2, sizeof *start);
  if (start == NULL) return false;
  if (few)
    place_few(&s, largest, start);
  else
    place_many(&s, largest, start);
  *sorted_count = start[largest + 1];
  assert(start[0] == 0);
  assert(is_sorted(sorted, *sorted_count, keys, vertices == NULL));
  if (starts != NULL)
    *starts = (grundy_starts){start, largest};
  else
    free(start);
  return true;
}
