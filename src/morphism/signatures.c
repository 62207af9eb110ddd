/* A vertex gets a signature: a hash of how play ends there and of the set of its followers'
 * signatures. Related vertices of a compatible relation have equal signatures, because nothing else
 * enters them. Different classes may get equal signatures if hashes collide, or because play from
 * them differs only after more moves than there were rounds: so the result is checked.
 *
 * Where play must end, a vertex follows all of its followers in the order of terminal distance, and
 * its signature is final at once; classes by rank are the idea of [DPP04]. Elsewhere rounds refine
 * the signatures until a round adds no class. */

#include "morphism/signatures.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/view.h"
#include "morphism/classes.h"
#include "solve/impl.h"
#include "solve/kernels.h"

#include <assert.h>
#include <string.h>

typedef struct classifier {
  grundy_view g;
  const uint32_t *keys;
  uint32_t *class_of; /* the result */
  uint64_t longest_row;
  int threads;
  grundy_work work;

  uint64_t *signatures, *next; /* by vertex: now, and after the round */
  uint64_t *scratch;           /* longest_row entries per thread */
  uint32_t *slots;             /* a table of signatures: a vertex that has it, + 1; 0: free */
  uint64_t slot_count;         /* a power of two */
  bool *shared;                /* by vertex: whether another one has its signature */
  const uint32_t *list;        /* the vertices that are signed: list[begin … end - 1] */
  uint64_t begin, end;
  uint64_t *results; /* by vertex: their new signatures */
} classifier;

/* ---- signatures ------------------------------------------------------------------------ */

/* The finalizer of SplitMix64 [SLF14], a bijection. */
static inline uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static int compare_numbers(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_numbers(uint64_t *numbers, uint64_t count) {
  enum { SHORT = 24 };
  if (count > SHORT) {
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    return;
  }
  for (uint64_t i = 1; i < count; i++) {
    uint64_t number = numbers[i], j = i;
    for (; j > 0 && numbers[j - 1] > number; j--) numbers[j] = numbers[j - 1];
    numbers[j] = number;
  }
}

/* Returns the hash of a set that may be listed with repetitions, and sorts the list. */
static uint64_t hash_set(uint64_t *members, uint64_t count) {
  uint64_t sum = 0;
  sort_numbers(members, count);
  for (uint64_t i = 0; i < count; i++)
    if (i == 0 || members[i] != members[i - 1])
      sum += mix(members[i] + UINT64_C(0x9e3779b97f4a7c15));
  return sum;
}

static uint64_t signature_of(const classifier *c, uint32_t v, uint64_t before, uint64_t *scratch) {
  grundy_vertices row = grundy_view_row(&c->g, v);
  for (uint64_t i = 0; i < row.count; i++) scratch[i] = c->signatures[row.at[i]];
  return mix(mix(hash_set(scratch, row.count)) + before);
}

static void sign_share(void *context, int thread) {
  classifier *c = context;
  uint64_t *scratch = c->scratch + (uint64_t)thread * c->longest_row;
  uint64_t length = c->end - c->begin;
  uint64_t i = c->begin + grundy_share(length, thread, c->threads);
  uint64_t end = c->begin + grundy_share(length, thread + 1, c->threads);
  for (; i < end; i++) {
    uint32_t v = c->list[i];
    grundy_view_fetch_rows(&c->g, c->list, i, end);
    grundy_view_fetch_targets(&c->g, c->list, i, end, c->signatures, sizeof *c->signatures);
    c->results[v] = signature_of(c, v, c->signatures[v], scratch);
  }
}

/* Computes the signatures of list[begin … end - 1]. Returns false if cancelled. */
static bool sign(classifier *c, const uint32_t *list, uint64_t begin, uint64_t end,
                 uint64_t *results) {
  int threads = c->threads, worth = grundy_threads_for(8 * (end - begin));
  c->list = list;
  c->begin = begin;
  c->end = end;
  c->results = results;
  if (worth < threads) c->threads = worth;
  grundy_parallel(c->threads, sign_share, c);
  c->threads = threads;
  return grundy_work_step(&c->work, end - begin);
}

/* ---- numbering ------------------------------------------------------------------------- */

static void clear_slots(classifier *c) {
  memset(c->slots, 0, c->slot_count * sizeof *c->slots);
}

static inline void fetch_slot(const classifier *c, uint32_t v) {
  __builtin_prefetch(&c->slots[c->signatures[v] & (c->slot_count - 1)]);
}

/* Puts v into the table, unless a vertex with its signature is there, and returns the one that is
 * there. */
static inline uint32_t look_up(classifier *c, uint32_t v) {
  uint64_t i = c->signatures[v] & (c->slot_count - 1);
  while (c->slots[i] != 0 && c->signatures[c->slots[i] - 1] != c->signatures[v])
    i = (i + 1) & (c->slot_count - 1);
  if (c->slots[i] == 0) c->slots[i] = v + 1;
  return c->slots[i] - 1;
}

enum { AHEAD = 16 };

/* Looks at the signatures of the vertices in the list: *count gets how many there are. Removes the
 * vertices that no other one shares its signature with, and returns how many are left. */
static uint32_t keep_shared(classifier *c, uint32_t *list, uint32_t length, uint32_t *count) {
  uint32_t kept = 0;
  clear_slots(c);
  *count = 0;
  for (uint32_t i = 0; i < length; i++) {
    if (i + AHEAD < length) fetch_slot(c, list[i + AHEAD]);
    uint32_t v = list[i], first = look_up(c, v);
    c->shared[v] = first != v;
    c->shared[first] |= first != v;
    *count += first == v;
  }
  for (uint32_t i = 0; i < length; i++)
    if (c->shared[list[i]]) list[kept++] = list[i];
  return kept;
}

/* Numbers the classes, and returns how many there are. */
static uint32_t number_classes(classifier *c) {
  uint32_t count = 0, order = c->g.order;
  clear_slots(c);
  for (uint32_t v = 0; v < order; v++) {
    if (v + AHEAD < order) fetch_slot(c, v + AHEAD);
    uint32_t first = look_up(c, v);
    c->class_of[v] = first == v ? count++ : c->class_of[first];
  }
  return count;
}

/* ---- rounds ---------------------------------------------------------------------------- */

static void start(classifier *c) {
  for (uint32_t v = 0; v < c->g.order; v++) c->signatures[v] = mix(c->keys[v] + UINT64_C(1));
}

/* Signs the vertices where play must end, `finite` of them by increasing distance; starts->start
 * has where each distance begins. A vertex that moves to another one has a larger distance. */
static bool sign_finite(classifier *c, const uint32_t *sorted, const grundy_starts *starts,
                        uint32_t finite) {
  for (uint32_t begin = 0, distance = 0; begin < finite; distance++) {
    uint32_t end = distance < starts->largest ? starts->start[distance + 1] : finite;
    if (!sign(c, sorted, begin, end, c->signatures)) return false;
    begin = end;
  }
  return true;
}

/* Signs the other vertices in rounds. A vertex whose signature no other one has is a class, which
 * cannot be refined: its signature stays as it is. Rounds that make little progress are left to
 * partition refinement. */
static bool sign_infinite(classifier *c, uint32_t *list, uint32_t length) {
  uint32_t classes = 0; /* among the vertices in the list */
  uint64_t left = (uint64_t)GRUNDY_SIGNATURE_ROUNDS * length;
  while (length > 0 && length <= left) {
    uint32_t now, before = length;
    left -= length;
    if (!sign(c, list, 0, length, c->next)) return false;
    for (uint32_t i = 0; i < length; i++) c->signatures[list[i]] = c->next[list[i]];
    length = keep_shared(c, list, length, &now);
    bool slow = now < classes + classes / 2 && length > before / 2;
    if (now == classes || slow) break;
    classes = now - (before - length);
  }
  return true;
}

/* ---- the check ------------------------------------------------------------------------- */

/* Returns whether the members of class k end alike, and have moves into the same classes. */
static bool is_compatible(const classifier *c, grundy_classes *classes, uint32_t k) {
  const uint32_t *members = classes->members + classes->start[k];
  for (uint32_t i = 1; i < grundy_class_size(classes, k); i++)
    if (c->keys[members[i]] != c->keys[members[0]]) return false;
  for (uint32_t i = 0; i < classes->reached_count; i++)
    if (!grundy_class_reaches(classes, k, classes->reached[i])) return false;
  return true;
}

/* Finds out whether the classes are a compatible relation. */
static grundy_status check(classifier *c, uint32_t count, bool *compatible, grundy_error *error) {
  grundy_classes classes;
  *compatible = true;
  if (count == c->g.order) return GRUNDY_OK;
  grundy_status status = grundy_classes_start(&classes, c->g.order, c->class_of, count, error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t k = 0; k < count && *compatible && status == GRUNDY_OK; k++) {
    if (grundy_class_size(&classes, k) == 1) continue;
    uint64_t moves = grundy_classes_count(&classes, &c->g, k);
    *compatible = is_compatible(c, &classes, k);
    if (!grundy_work_step(&c->work, moves)) status = grundy_fail_cancelled(error);
  }
  grundy_classes_free(&classes);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------- */

static void free_signatures(classifier *c) {
  free(c->signatures);
  free(c->next);
  free(c->scratch);
  free(c->slots);
  free(c->shared);
  c->signatures = c->next = c->scratch = NULL;
  c->slots = NULL;
  c->shared = NULL;
}

/* Uses fewer threads if rows are long: their scratch together has at most one entry per vertex. */
static void choose_threads(classifier *c) {
  c->threads = grundy_threads_for(c->g.size);
  while (c->threads > 1 && (uint64_t)c->threads * c->longest_row > c->g.order) c->threads--;
}

static bool allocate(classifier *c) {
  uint64_t n = c->g.order;
  c->longest_row = grundy_longest_row(&c->g);
  choose_threads(c);
  c->slot_count = 16;
  while (c->slot_count < n + n / 2) c->slot_count *= 2;
  c->signatures = grundy_alloc(n, sizeof *c->signatures);
  c->next = grundy_alloc(n, sizeof *c->next);
  c->scratch = grundy_alloc((uint64_t)c->threads * c->longest_row, sizeof *c->scratch);
  c->slots = grundy_alloc(c->slot_count, sizeof *c->slots);
  c->shared = grundy_alloc(n, sizeof *c->shared);
  return c->signatures != NULL && c->next != NULL && c->scratch != NULL && c->slots != NULL &&
         c->shared != NULL;
}

/* Appends the vertices from which play can go on forever. */
static void append_infinite(const uint32_t *distance, uint32_t order, uint32_t *sorted,
                            uint32_t finite) {
  for (uint32_t v = 0; v < order; v++)
    if (distance[v] == GRUNDY_INFINITY) sorted[finite++] = v;
  assert(finite == order);
}

static grundy_status classify(classifier *c, const uint32_t *distance, uint32_t *sorted,
                              uint32_t *count, bool *compatible, grundy_error *error) {
  grundy_starts starts = {0};
  uint32_t finite, order = c->g.order;
  if (!grundy_sort_vertices(NULL, order, distance, sorted, &finite, &starts))
    return grundy_fail_memory(error);
  append_infinite(distance, order, sorted, finite);
  start(c);
  bool done =
      sign_finite(c, sorted, &starts, finite) && sign_infinite(c, sorted + finite, order - finite);
  free(starts.start);
  if (!done) return grundy_fail_cancelled(error);
  *count = number_classes(c);
  free_signatures(c);
  return check(c, *count, compatible, error);
}

grundy_status grundy_signatures_classify(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const uint32_t *keys, const grundy_monitor *monitor,
                                         uint32_t *class_of, uint32_t *count, bool *compatible,
                                         grundy_error *error) {
  classifier c = {.g = grundy_view_of(g), .keys = keys, .class_of = class_of};
  uint32_t *distance = grundy_alloc(c.g.order, sizeof *distance);
  uint32_t *sorted = grundy_alloc(c.g.order, sizeof *sorted);
  grundy_status status = distance == NULL || sorted == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_distance_solve(g, reverse, monitor, distance, error);
  c.work = grundy_work_start(monitor, "signatures", 0);
  if (status == GRUNDY_OK)
    status = allocate(&c) ? classify(&c, distance, sorted, count, compatible, error)
                          : grundy_fail_memory(error);
  if (status == GRUNDY_OK) grundy_work_finish(&c.work, "", c.g.size);
  free_signatures(&c);
  free(distance);
  free(sorted);
  return status;
}
