/* The vertices are sorted into buckets by the first bits of their signatures, stably, so that the
 * vertices of a bucket and its hash table fit into the cache. Buckets are divided among the
 * threads: vertices with equal signatures are in the same bucket. */

#include "morphism/groups.h"

#include "base/threads.h"

#include <assert.h>
#include <string.h>

enum { BUCKET_BITS = 14, MOST_BITS = 11 }; /* of the vertices per bucket, and of the buckets */

typedef struct finding {
  grundy_groups *groups;
  const uint64_t *signatures; /* by vertex */
  const uint32_t *list;
  uint32_t length, bits, *first;
  bool *shared;
  int threads;
  uint32_t count[GRUNDY_MAX_THREADS]; /* by thread: the different signatures in its buckets */
} finding;

static uint32_t bits_for(uint32_t length) {
  uint32_t bits = 0;
  while (bits < MOST_BITS && length >> (BUCKET_BITS + bits) != 0) bits++;
  return bits;
}

void grundy_groups_start(grundy_groups *groups, grundy_arena *arena, uint32_t order,
                         uint64_t *signatures) {
  int threads = grundy_threads_for(order);
  uint64_t places = (uint64_t)threads << bits_for(order);
  *groups = (grundy_groups){
      .signatures = signatures,
      .vertices = grundy_arena_array(arena, order, sizeof *groups->vertices),
      .slots = grundy_arena_array(arena, 2 * (uint64_t)order, sizeof *groups->slots),
      .places = grundy_arena_array(arena, places, sizeof *groups->places),
      .threads = threads,
  };
}

/* ---- buckets --------------------------------------------------------------------------- */

static inline uint32_t bucket_of(const finding *f, uint64_t signature) {
  return f->bits == 0 ? 0 : (uint32_t)(signature >> (64 - f->bits));
}

static inline uint32_t vertex_at(const finding *f, uint64_t i) {
  return f->list == NULL ? (uint32_t)i : f->list[i];
}

static uint64_t *places_of(const finding *f, int thread) {
  return f->groups->places + ((uint64_t)(unsigned)thread << f->bits);
}

enum { AHEAD = 32 };

static inline void fetch_signature(const finding *f, uint64_t i, uint64_t end) {
  if (f->list != NULL && i + AHEAD < end) __builtin_prefetch(&f->signatures[f->list[i + AHEAD]]);
}

static void count_share(void *context, int thread) {
  const finding *f = context;
  uint64_t *places = places_of(f, thread), end = grundy_share(f->length, thread + 1, f->threads);
  memset(places, 0, sizeof *places << f->bits);
  for (uint64_t i = grundy_share(f->length, thread, f->threads); i < end; i++) {
    fetch_signature(f, i, end);
    places[bucket_of(f, f->signatures[vertex_at(f, i)])]++;
  }
}

/* Turns counts into places: buckets in order, and in each bucket the threads in order. */
static void place_buckets(const finding *f) {
  uint64_t at = 0;
  for (uint32_t bucket = 0; bucket < UINT32_C(1) << f->bits; bucket++)
    for (int t = 0; t < f->threads; t++) {
      uint64_t *place = &places_of(f, t)[bucket], count = *place;
      *place = at;
      at += count;
    }
  assert(at == f->length);
}

static void put_share(void *context, int thread) {
  const finding *f = context;
  uint64_t *places = places_of(f, thread), end = grundy_share(f->length, thread + 1, f->threads);
  for (uint64_t i = grundy_share(f->length, thread, f->threads); i < end; i++) {
    fetch_signature(f, i, end);
    uint32_t v = vertex_at(f, i);
    uint64_t at = places[bucket_of(f, f->signatures[v])]++;
    f->groups->signatures[at] = f->signatures[v];
    f->groups->vertices[at] = v;
  }
}

/* ---- groups ---------------------------------------------------------------------------- */

/* The end of a bucket, after all vertices have their places. */
static uint64_t bucket_end(const finding *f, uint32_t bucket) {
  return places_of(f, f->threads - 1)[bucket];
}

/* Groups the vertices at begin … end - 1, and returns how many groups there are. The hash table has
 * two slots per vertex: a place relative to `begin`, plus 1; 0 if the slot is free. */
static uint32_t group_bucket(const finding *f, uint64_t begin, uint64_t end) {
  __extension__ typedef unsigned __int128 wide;
  const uint64_t *signatures = f->groups->signatures + begin;
  const uint32_t *vertices = f->groups->vertices + begin;
  uint32_t *slots = f->groups->slots + 2 * begin, length = (uint32_t)(end - begin), count = 0;
  uint64_t slot_count = 2 * (uint64_t)length;
  if (length > 0) memset(slots, 0, slot_count * sizeof *slots);
  for (uint32_t i = 0; i < length; i++) {
    uint64_t slot = (uint64_t)((wide)(signatures[i] << f->bits) * slot_count >> 64);
    while (slots[slot] != 0 && signatures[slots[slot] - 1] != signatures[i])
      slot = slot + 1 == slot_count ? 0 : slot + 1;
    bool fresh = slots[slot] == 0;
    if (fresh) slots[slot] = i + 1;
    count += fresh;
    uint32_t v = vertices[i], first = vertices[slots[slot] - 1];
    if (f->first != NULL) f->first[v] = first;
    if (f->shared == NULL) continue;
    f->shared[v] = !fresh;
    if (!fresh) f->shared[first] = true;
  }
  return count;
}

/* Groups the buckets that begin in the thread's share of the vertices. */
static void group_share(void *context, int thread) {
  finding *f = context;
  uint64_t from = grundy_share(f->length, thread, f->threads), begin = 0;
  uint64_t to = grundy_share(f->length, thread + 1, f->threads);
  f->count[thread] = 0;
  for (uint32_t bucket = 0; bucket < UINT32_C(1) << f->bits && begin < to; bucket++) {
    uint64_t end = bucket_end(f, bucket);
    if (begin >= from) f->count[thread] += group_bucket(f, begin, end);
    begin = end;
  }
}

uint32_t grundy_groups_find(grundy_groups *groups, const uint64_t *signatures, const uint32_t *list,
                            uint32_t length, uint32_t *first, bool *shared) {
  finding f = {.groups = groups,
               .signatures = signatures,
               .list = list,
               .length = length,
               .bits = bits_for(length),
               .first = first,
               .shared = shared,
               .threads = grundy_threads_for(length)};
  uint32_t count = 0;
  if (f.threads > groups->threads) f.threads = groups->threads;
  grundy_parallel(f.threads, count_share, &f);
  place_buckets(&f);
  grundy_parallel(f.threads, put_share, &f);
  grundy_parallel(f.threads, group_share, &f);
  for (int t = 0; t < f.threads; t++) count += f.count[t];
  return count;
}
