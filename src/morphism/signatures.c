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
#include "base/hash.h"
#include "base/order.h"
#include "base/threads.h"
#include "digraph/view.h"
#include "morphism/groups.h"
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
  grundy_arena arena;

  uint64_t *signatures, *next; /* by vertex: now, and after the round */
  uint64_t *scratch;           /* longest_row entries per thread */
  grundy_groups groups;
  bool *shared;           /* by vertex: whether another one has its signature */
  uint16_t *names;        /* by vertex: a number for its signature … */
  const uint64_t *hashes; /* … and by name: its hash; NULL if there are too many signatures */
  const uint32_t *list;   /* the vertices that are signed: list[begin … end - 1] */
  uint64_t begin, end;
  uint64_t *results; /* by vertex: their new signatures */
} classifier;

/* ---- signatures ------------------------------------------------------------------------ */

static int compare_numbers(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Rows up to this length are not sorted. */
enum { SHORT = 24 };

static uint64_t hash_member(uint64_t signature) {
  return grundy_hash_number(signature + UINT64_C(0x9e3779b97f4a7c15));
}

/* Returns the hash of a set that may be listed with repetitions; may sort the list. */
static uint64_t hash_set(uint64_t *members, uint64_t count) {
  bool is_short = count <= SHORT;
  uint64_t sum = 0;
  if (!is_short) qsort(members, count, sizeof *members, compare_numbers);
  for (uint64_t i = 0; i < count; i++) {
    bool repeated = !is_short && i > 0 && members[i] == members[i - 1];
    /* Looks at all members before it, without branches that would be predicted badly. */
    for (uint64_t j = 0; is_short && j < i; j++) repeated |= members[j] == members[i];
    sum += repeated ? 0 : hash_member(members[i]);
  }
  return sum;
}

/* Returns what hash_set returns for the signatures of a short row. Names of 2 bytes take fewer
 * cache misses. */
static uint64_t hash_named(const classifier *c, grundy_vertices row) {
  uint16_t names[SHORT] = {0};
  uint64_t sum = 0;
  assert(row.count <= SHORT);
  for (uint64_t i = 0; i < row.count; i++) names[i] = c->names[row.at[i]];
  for (uint64_t i = 0; i < row.count; i++) {
    bool repeated = false;
    for (uint64_t j = 0; j < i; j++) repeated |= names[j] == names[i];
    sum += repeated ? 0 : c->hashes[names[i]];
  }
  return sum;
}

static uint64_t signature_of(const classifier *c, uint32_t v, uint64_t before, uint64_t *scratch) {
  grundy_vertices row = grundy_view_row(&c->g, v);
  if (c->hashes != NULL && row.count <= SHORT)
    return grundy_hash_number(grundy_hash_number(hash_named(c, row)) + before);
  for (uint64_t i = 0; i < row.count; i++) scratch[i] = c->signatures[row.at[i]];
  return grundy_hash_number(grundy_hash_number(hash_set(scratch, row.count)) + before);
}

static void sign_share(void *context, int thread) {
  classifier *c = context;
  uint64_t *scratch = c->scratch + (uint64_t)thread * c->longest_row;
  uint64_t length = c->end - c->begin;
  uint64_t i = c->begin + grundy_share(length, thread, c->threads);
  uint64_t end = c->begin + grundy_share(length, thread + 1, c->threads);
  bool named = c->hashes != NULL;
  const void *gathered = named ? (const void *)c->names : c->signatures;
  size_t item = named ? sizeof *c->names : sizeof *c->signatures;
  for (; i < end; i++) {
    uint32_t v = c->list[i];
    grundy_view_fetch_rows(&c->g, c->list, i, end);
    grundy_view_fetch_targets(&c->g, c->list, i, end, gathered, item);
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

/* A pass over some vertices, divided among the threads. */
typedef struct pass {
  classifier *c;
  uint32_t *list;
  uint32_t length;
  int threads;
  uint32_t counts[GRUNDY_MAX_THREADS]; /* by thread; then where its numbers begin */
} pass;

static pass pass_over(classifier *c, uint32_t *list, uint32_t length) {
  return (pass){.c = c, .list = list, .length = length, .threads = grundy_threads_for(length)};
}

static uint32_t begin_of(const pass *p, int thread) {
  return (uint32_t)grundy_share(p->length, thread, p->threads);
}

static void update_share(void *context, int thread) {
  const pass *p = context;
  uint32_t end = begin_of(p, thread + 1);
  const classifier *c = p->c;
  for (uint32_t i = begin_of(p, thread); i < end; i++)
    c->signatures[p->list[i]] = c->next[p->list[i]];
}

static void keep_share(void *context, int thread) {
  pass *p = context;
  uint32_t begin = begin_of(p, thread), end = begin_of(p, thread + 1), kept = begin;
  for (uint32_t i = begin; i < end; i++)
    if (p->c->shared[p->list[i]]) p->list[kept++] = p->list[i];
  p->counts[thread] = kept - begin;
}

/* Here class_of has the first vertex of every class. */
static void count_firsts_share(void *context, int thread) {
  pass *p = context;
  uint32_t end = begin_of(p, thread + 1);
  p->counts[thread] = 0;
  for (uint32_t v = begin_of(p, thread); v < end; v++) p->counts[thread] += p->c->class_of[v] == v;
}

/* The list has the number of the class of each vertex that is the first one. */
static void number_firsts_share(void *context, int thread) {
  const pass *p = context;
  uint32_t end = begin_of(p, thread + 1);
  uint32_t number = p->counts[thread];
  for (uint32_t v = begin_of(p, thread); v < end; v++)
    if (p->c->class_of[v] == v) p->list[v] = number++;
}

static void number_share(void *context, int thread) {
  const pass *p = context;
  uint32_t end = begin_of(p, thread + 1), *class_of = p->c->class_of;
  for (uint32_t v = begin_of(p, thread); v < end; v++) class_of[v] = p->list[class_of[v]];
}

/* Numbers the classes, and returns how many there are. */
static uint32_t number_classes(classifier *c, uint32_t *scratch) {
  uint32_t order = c->g.order, before = 0;
  uint32_t count = grundy_groups_find(&c->groups, c->signatures, NULL, order, c->class_of, NULL);
  pass p = pass_over(c, scratch, order);
  grundy_parallel(p.threads, count_firsts_share, &p);
  for (int t = 0; t < p.threads; t++) {
    uint32_t firsts = p.counts[t];
    p.counts[t] = before;
    before += firsts;
  }
  assert(before == count);
  grundy_parallel(p.threads, number_firsts_share, &p);
  grundy_parallel(p.threads, number_share, &p);
  return count;
}

/* ---- names ----------------------------------------------------------------------------- */

/* At most this many signatures get names. */
enum { MOST_NAMES = 1 << 16 };

static void name_share(void *context, int thread) {
  const pass *p = context;
  uint32_t end = begin_of(p, thread + 1);
  for (uint32_t v = begin_of(p, thread); v < end; v++) p->c->names[v] = (uint16_t)p->c->class_of[v];
}

/* Gives names to the signatures of all vertices, unless there are too many. The slots of the groups
 * are free between two searches: they get the hashes, two slots each. */
static void name_signatures(classifier *c) {
  c->hashes = NULL;
  uint32_t count = number_classes(c, c->groups.slots);
  if (count > MOST_NAMES) return;
  pass p = pass_over(c, NULL, c->g.order);
  grundy_parallel(p.threads, name_share, &p);
  uint64_t *hashes = (uint64_t *)(void *)c->groups.slots;
  for (uint32_t v = 0, next = 0; next < count; v++)
    if (c->class_of[v] == next) hashes[next++] = hash_member(c->signatures[v]);
  c->hashes = hashes;
}

/* ---- rounds ---------------------------------------------------------------------------- */

static void start_share(void *context, int thread) {
  const pass *p = context;
  uint32_t end = begin_of(p, thread + 1);
  for (uint32_t v = begin_of(p, thread); v < end; v++)
    p->c->signatures[v] = grundy_hash_number(p->c->keys[v] + UINT64_C(1));
}

/* Signs the other vertices in rounds. A vertex whose signature no other one has is a class, which
 * cannot be refined: its signature stays as it is. Rounds that make little progress are left to
 * partition refinement. */
static bool sign_infinite(classifier *c, uint32_t *list, uint32_t length) {
  uint32_t classes = 0, now = 0; /* among the vertices in the list */
  uint64_t left = (uint64_t)GRUNDY_SIGNATURE_ROUNDS * length;
  while (length > 0 && length <= left) {
    uint32_t before = length;
    left -= length;
    if (now <= MOST_NAMES) name_signatures(c);
    if (!sign(c, list, 0, length, c->next)) return false;
    c->hashes = NULL;
    pass p = pass_over(c, list, length);
    grundy_parallel(p.threads, update_share, &p);
    /* The vertices stay in the list that share their signature with another one. */
    now = grundy_groups_find(&c->groups, c->signatures, list, length, NULL, c->shared);
    grundy_parallel(p.threads, keep_share, &p);
    length = grundy_join_shares(list, length, p.counts, p.threads);
    bool slow = now < classes + classes / 2 && length > before / 2;
    if (now == classes || slow) break;
    classes = now - (before - length);
  }
  return true;
}

/* ---- the check ------------------------------------------------------------------------- */

/* Whether each vertex ends like the first one of its class, and has moves into the same classes. */
typedef struct checking {
  const classifier *c;
  const uint32_t *first; /* by class */
  uint32_t *scratch;     /* two rows per thread */
  uint32_t begin, end;
  int threads;
  bool compatible[GRUNDY_MAX_THREADS];
} checking;

/* Writes the classes that v has moves into, in order, and returns how many there are. */
static uint64_t reached_classes(const classifier *c, uint32_t v, uint32_t *classes) {
  grundy_vertices row = grundy_view_row(&c->g, v);
  for (uint64_t i = 0; i < row.count; i++) classes[i] = c->class_of[row.at[i]];
  return grundy_sort_distinct(classes, row.count);
}

static bool is_like_first(const checking *k, uint32_t v, uint32_t *scratch) {
  const classifier *c = k->c;
  uint32_t first = k->first[c->class_of[v]], *other = scratch + c->longest_row;
  if (first == v) return true;
  if (c->keys[first] != c->keys[v]) return false;
  uint64_t count = reached_classes(c, v, scratch);
  return count == reached_classes(c, first, other) &&
         (count == 0 || memcmp(scratch, other, count * sizeof *scratch) == 0);
}

static void check_share(void *context, int thread) {
  checking *k = context;
  uint32_t *scratch = k->scratch + 2 * k->c->longest_row * (uint64_t)(unsigned)thread;
  uint32_t length = k->end - k->begin;
  uint32_t v = k->begin + (uint32_t)grundy_share(length, thread, k->threads);
  uint32_t end = k->begin + (uint32_t)grundy_share(length, thread + 1, k->threads);
  bool compatible = true;
  for (; v < end && compatible; v++) compatible = is_like_first(k, v, scratch);
  k->compatible[thread] = compatible;
}

/* Finds out whether the classes are a compatible relation, piece by piece, so that the monitor is
 * called. */
static grundy_status check(classifier *c, uint32_t count, bool *compatible, grundy_error *error) {
  enum { PIECE = 1 << 20 };
  *compatible = true;
  if (count == c->g.order) return GRUNDY_OK;
  uint64_t rows = 2 * (uint64_t)(unsigned)c->threads * c->longest_row;
  uint32_t *first = grundy_arena_array(&c->arena, count, sizeof *first);
  uint32_t *scratch = grundy_arena_array(&c->arena, rows, sizeof *scratch);
  if (c->arena.failed) return grundy_fail_memory(error);
  for (uint32_t v = c->g.order; v-- > 0;) first[c->class_of[v]] = v;
  checking k = {.c = c, .first = first, .scratch = scratch};
  for (; k.begin < c->g.order && *compatible; k.begin = k.end) {
    k.end = c->g.order - k.begin < PIECE ? c->g.order : k.begin + PIECE;
    uint64_t moves = c->g.offsets[k.end] - c->g.offsets[k.begin];
    k.threads = grundy_threads_for(k.end - k.begin + moves);
    if (k.threads > c->threads) k.threads = c->threads;
    grundy_parallel(k.threads, check_share, &k);
    for (int t = 0; t < k.threads; t++) *compatible = *compatible && k.compatible[t];
    if (!grundy_work_step(&c->work, moves)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

/* ---- all of it ------------------------------------------------------------------------- */

static void allocate(classifier *c) {
  uint64_t n = c->g.order;
  c->longest_row = grundy_longest_row(&c->g);
  /* Uses fewer threads if rows are long: their scratch together has at most one entry per vertex.
   */
  c->threads = grundy_threads_for(c->g.size);
  while (c->threads > 1 && (uint64_t)c->threads * c->longest_row > n) c->threads--;
  uint64_t rows = (uint64_t)c->threads * c->longest_row;
  c->signatures = grundy_arena_array(&c->arena, n, sizeof *c->signatures);
  c->next = grundy_arena_array(&c->arena, n, sizeof *c->next);
  c->scratch = grundy_arena_array(&c->arena, rows, sizeof *c->scratch);
  c->shared = grundy_arena_array(&c->arena, n, sizeof *c->shared);
  c->names = grundy_arena_array(&c->arena, n, sizeof *c->names);
  /* The new signatures of a round are no longer needed when vertices are grouped. */
  grundy_groups_start(&c->groups, &c->arena, c->g.order, c->next);
}

static grundy_status classify(classifier *c, const uint32_t *distance, uint32_t *sorted,
                              uint32_t *count, bool *compatible, grundy_error *error) {
  grundy_starts starts = {0};
  uint32_t finite, order = c->g.order;
  uint64_t mark = c->arena.count;
  allocate(c);
  if (c->arena.failed || !grundy_sort_vertices(NULL, order, distance, sorted, &finite, &starts))
    return grundy_fail_memory(error);
  uint32_t next = finite; /* the vertices from which play can go on forever come last */
  for (uint32_t v = 0; v < order; v++)
    if (distance[v] == GRUNDY_INFINITY) sorted[next++] = v;
  assert(next == order);
  pass p = pass_over(c, NULL, order);
  grundy_parallel(p.threads, start_share, &p);
  /* Where play must end, vertices are signed by increasing distance: a vertex that moves to another
   * one has a larger distance. */
  bool done = true;
  for (uint32_t begin = 0, next_distance = 1; begin < finite && done; next_distance++) {
    uint32_t end = next_distance <= starts.largest ? starts.start[next_distance] : finite;
    done = sign(c, sorted, begin, end, c->signatures);
    begin = end;
  }
  if (done) done = sign_infinite(c, sorted + finite, order - finite);
  free(starts.start);
  if (!done) return grundy_fail_cancelled(error);
  *count = number_classes(c, sorted);
  grundy_arena_rewind(&c->arena, mark);
  return check(c, *count, compatible, error);
}

grundy_status grundy_signatures_classify(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const uint32_t *keys, const grundy_monitor *monitor,
                                         uint32_t *class_of, uint32_t *count, bool *compatible,
                                         grundy_error *error) {
  classifier c = {.g = grundy_view_of(g), .keys = keys, .class_of = class_of};
  uint32_t *distance = grundy_arena_array(&c.arena, c.g.order, sizeof *distance);
  uint32_t *sorted = grundy_arena_array(&c.arena, c.g.order, sizeof *sorted);
  grundy_status status = GRUNDY_OK;
  if (!c.arena.failed) status = grundy_distance_solve(g, reverse, monitor, distance, error);
  c.work = grundy_work_start(monitor, "signatures", 0);
  if (!c.arena.failed && status == GRUNDY_OK)
    status = classify(&c, distance, sorted, count, compatible, error);
  status = grundy_arena_end(&c.arena, status, error);
  if (status == GRUNDY_OK) grundy_work_finish(&c.work, "", c.g.size);
  return status;
}
