/* The sets K and J of the values of followers. */

#include "solve/impl.h"

#include "base/error.h"
#include "base/monitor.h"
#include "base/order.h"
#include "base/threads.h"
#include "digraph/view.h"

#include <assert.h>
#include <string.h>

/* Collects the different values among the followers of a vertex, in order. If all values of the
 * game are below 63, each vertex has its value in a byte, with 63 for infinity, and a set is the
 * bits of one word: few bytes to read at random. Otherwise it is a longer bit set, of which only
 * the span between the least and the largest number is read; if that is long for so few numbers,
 * they are sorted instead. */
typedef struct collecting {
  grundy_view g;
  const uint32_t *values;
  bool everywhere; /* J of every vertex; otherwise K of vertices of infinite value */
  int threads;
  uint8_t *bytes;   /* the values, if they are small; NULL otherwise */
  uint64_t *small;  /* by vertex: its set, once it is known */
  uint64_t words;   /* of a thread's long set, which is empty between vertices */
  uint64_t longest; /* the longest row: numbers that a thread may have to sort */
  uint64_t *bits;
  uint32_t *numbers;
} collecting;

enum { INFINITE_BYTE = 63 };

/* A pass over the values, divided among the threads. */
typedef struct scanning {
  const uint32_t *values;
  uint32_t order;
  int threads;
  uint8_t *bytes;                       /* what the pass writes */
  uint32_t largest[GRUNDY_MAX_THREADS]; /* by thread: the largest finite value */
} scanning;

static scanning scan(const uint32_t *values, uint32_t order, uint8_t *bytes,
                     void (*share)(void *context, int thread)) {
  scanning s = {values, order, grundy_threads_for(order / 4), bytes, {0}};
  grundy_parallel(s.threads, share, &s);
  return s;
}

static uint32_t scan_begin(const scanning *s, int thread) {
  return (uint32_t)grundy_share(s->order, thread, s->threads);
}

static void find_largest(void *context, int thread) {
  scanning *s = context;
  uint32_t end = scan_begin(s, thread + 1), largest = 0;
  for (uint32_t u = scan_begin(s, thread); u < end; u++)
    if (s->values[u] != GRUNDY_INFINITY && s->values[u] > largest) largest = s->values[u];
  s->largest[thread] = largest;
}

static uint64_t largest_value(const uint32_t *values, uint32_t order) {
  scanning s = scan(values, order, NULL, find_largest);
  uint32_t largest = 0;
  for (int t = 0; t < s.threads; t++) largest = s.largest[t] > largest ? s.largest[t] : largest;
  return largest;
}

static void write_bytes(void *context, int thread) {
  const scanning *s = context;
  uint32_t end = scan_begin(s, thread + 1);
  for (uint32_t u = scan_begin(s, thread); u < end; u++)
    s->bytes[u] = s->values[u] == GRUNDY_INFINITY ? INFINITE_BYTE : (uint8_t)s->values[u];
}

static void write_marks(void *context, int thread) {
  const scanning *s = context;
  uint32_t end = scan_begin(s, thread + 1);
  for (uint32_t u = scan_begin(s, thread); u < end; u++)
    s->bytes[u] = s->values[u] != GRUNDY_INFINITY;
}

static void allocate_small(collecting *f, grundy_arena *arena) {
  f->bytes = grundy_arena_array(arena, f->g.order, sizeof *f->bytes);
  f->small = grundy_arena_array(arena, f->g.order, sizeof *f->small);
}

static void allocate_large(collecting *f, grundy_arena *arena, uint64_t longest, uint64_t largest) {
  f->longest = longest;
  f->words = largest / 64 + 1;
  f->bits = grundy_arena_zeros(arena, f->words * (unsigned)f->threads, sizeof *f->bits);
  f->numbers = grundy_arena_array(arena, longest * (unsigned)f->threads, sizeof *f->numbers);
}

static void start(collecting *f, grundy_arena *arena) {
  uint64_t largest = largest_value(f->values, f->g.order);
  f->threads = grundy_threads_for(f->g.size);
  if (largest >= INFINITE_BYTE) {
    allocate_large(f, arena, grundy_longest_row(&f->g), largest);
    return;
  }
  allocate_small(f, arena);
  if (arena->failed) return;
  (void)scan(f->values, f->g.order, f->bytes, write_bytes);
  grundy_touch(f->small, f->g.order * sizeof *f->small);
}

/* Writes the numbers of a bit set in order, unless `out` is NULL, and empties the set. */
static uint64_t take_bits(uint64_t *bits, uint64_t first, uint64_t last, uint32_t *out) {
  assert(first <= last);
  uint64_t count = 0;
  for (uint64_t word = first; word <= last; word++) {
    uint64_t rest = bits[word];
    bits[word] = 0;
    if (out == NULL) count += (uint64_t)__builtin_popcountll(rest);
    for (; out != NULL && rest != 0; rest &= rest - 1)
      out[count++] = (uint32_t)(64 * word + (uint64_t)__builtin_ctzll(rest));
  }
  return count;
}

static uint64_t take_sorted(uint32_t *numbers, uint64_t count, uint32_t *out) {
  uint64_t kept = grundy_sort_distinct(numbers, count);
  if (out != NULL) memcpy(out, numbers, kept * sizeof *out);
  return kept;
}

/* Returns the values as bits of one word. Prefetches from the rows of the next vertices. */
static uint64_t collect_small(const collecting *f, uint32_t u) {
  uint64_t seen = 0, end = f->g.offsets[u + 1];
  for (uint64_t e = f->g.offsets[u]; e < end; e++) {
    if (e + GRUNDY_AHEAD_ROWS < f->g.size)
      __builtin_prefetch(&f->bytes[f->g.targets[e + GRUNDY_AHEAD_ROWS]]);
    seen |= UINT64_C(1) << f->bytes[f->g.targets[e]];
  }
  return seen;
}

static uint64_t take_large(const collecting *f, int thread, uint32_t u, uint32_t *out,
                           bool *infinite) {
  grundy_vertices row = grundy_view_row(&f->g, u);
  assert(row.count <= f->longest);
  uint32_t *numbers = f->numbers + f->longest * (unsigned)thread;
  uint64_t *bits = f->bits + f->words * (unsigned)thread;
  uint64_t count = 0, first = UINT64_MAX, last = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t value = f->values[row.at[i]];
    if (value == GRUNDY_INFINITY) {
      *infinite = true;
      continue;
    }
    numbers[count++] = value;
    assert(value / 64 < f->words);
    if (value / 64 < first) first = value / 64;
    if (value / 64 > last) last = value / 64;
  }
  if (count == 0) return 0;
  if (last - first > count) return take_sorted(numbers, count, out);
  for (uint64_t i = 0; i < count; i++) bits[numbers[i] / 64] |= UINT64_C(1) << numbers[i] % 64;
  return take_bits(bits, first, last, out);
}

/* Writes the set of u to `out`, unless that is NULL as in the first pass; returns its size. */
static uint64_t take(const collecting *f, int thread, uint32_t u, uint32_t *out) {
  if (!f->everywhere && f->values[u] != GRUNDY_INFINITY) return 0;
  bool infinite = false;
  uint64_t count;
  if (f->bytes != NULL) {
    if (out == NULL) f->small[u] = collect_small(f, u);
    uint64_t small = f->small[u];
    infinite = (small >> INFINITE_BYTE) != 0;
    small &= ~(UINT64_C(1) << INFINITE_BYTE);
    count = take_bits(&small, 0, 0, out);
  } else {
    count = take_large(f, thread, u, out, &infinite);
  }
  assert(count + infinite <= f->g.offsets[u + 1] - f->g.offsets[u]);
  if (!f->everywhere || !infinite) return count;
  if (out != NULL) out[count] = GRUNDY_INFINITY;
  return count + 1;
}

/* The vertices begin … end - 1, divided among the threads. */
typedef struct taking {
  const collecting *f;
  uint32_t begin, end;
  uint64_t *offsets;
  uint32_t *numbers;
} taking;

static void take_share(void *context, int thread) {
  const taking *k = context;
  uint32_t count = k->end - k->begin;
  uint32_t last = k->begin + (uint32_t)grundy_share(count, thread + 1, k->f->threads);
  uint32_t u = k->begin + (uint32_t)grundy_share(count, thread, k->f->threads);
  for (; u < last; u++) {
    uint64_t size = take(k->f, thread, u, k->numbers == NULL ? NULL : k->numbers + k->offsets[u]);
    if (k->numbers == NULL) k->offsets[u + 1] = size;
    /* The second pass writes what the first one counted. */
    assert(k->numbers == NULL || size == k->offsets[u + 1] - k->offsets[u]);
  }
}

/* Sets offsets[u + 1] to the size of the set of u, or writes the sets to `numbers`. False if
 * cancelled. */
static bool take_all(const collecting *f, uint64_t *offsets, uint32_t *numbers, grundy_work *work) {
  const grundy_view *g = &f->g;
  uint32_t chunk = 1 + (uint32_t)((UINT64_C(1) << 22) / (1 + g->size / (g->order + UINT64_C(1))));
  taking k = {.f = f, .offsets = offsets, .numbers = numbers};
  for (; k.begin < g->order; k.begin = k.end) {
    k.end = g->order - k.begin < chunk ? g->order : k.begin + chunk;
    grundy_parallel(f->threads, take_share, &k);
    uint64_t moves = g->offsets[k.end] - g->offsets[k.begin];
    if (!grundy_work_step(work, k.end - k.begin + moves)) return false;
  }
  return true;
}

#ifndef NDEBUG
static bool sets_increase(const grundy_sets *sets, uint32_t order) {
  for (uint32_t u = 0; u < order; u++)
    for (uint64_t i = sets->offsets[u] + 1; i < sets->offsets[u + 1]; i++)
      if (sets->numbers[i - 1] >= sets->numbers[i]) return false;
  return true;
}
#endif
/* The sets, and what they are collected with. J has one number per move at most. */
void grundy_sets_count(grundy_arena *arena, const grundy_sizes *sizes, grundy_columns k_or_j) {
  collecting f = {.g = sizes->g, .threads = grundy_threads_for(sizes->g.size)};
  bool k = k_or_j == GRUNDY_COLUMN_K;
  (void)grundy_arena_array(arena, (uint64_t)f.g.order + 1, sizeof(uint64_t));
  (void)grundy_arena_array(arena, k ? sizes->numbers_of_k : f.g.size, sizeof(uint32_t));
  if (k) (void)grundy_arena_array(arena, f.g.order, sizeof(uint8_t));
  uint64_t mark = arena->count;
  allocate_small(&f, arena);
  grundy_arena_rewind(arena, mark);
  if (sizes->largest_value >= INFINITE_BYTE)
    allocate_large(&f, arena, sizes->longest_row, sizes->largest_value);
  grundy_arena_rewind(arena, mark);
}

/* Collects the sets in two passes: sizes, then numbers. False if cancelled. */
static bool collect(collecting *f, grundy_arena *arena, grundy_sets *made, grundy_work *work) {
  uint64_t order = f->g.order;
  made->offsets = grundy_arena_array(arena, order + 1, sizeof *made->offsets);
  start(f, arena);
  if (arena->failed) return true;
  grundy_touch(made->offsets, (order + 1) * sizeof *made->offsets);
  made->offsets[0] = 0;
  if (!take_all(f, made->offsets, NULL, work)) return false;
  grundy_offsets_from_sizes(f->g.order, made->offsets);
  made->numbers = grundy_arena_array(arena, made->offsets[order], sizeof *made->numbers);
  if (!f->everywhere) made->absent = grundy_arena_array(arena, order, sizeof *made->absent);
  if (arena->failed) return true;
  grundy_touch(made->numbers, made->offsets[order] * sizeof *made->numbers);
  if (!f->everywhere) (void)scan(f->values, f->g.order, made->absent, write_marks);
  return take_all(f, made->offsets, made->numbers, work);
}

grundy_status grundy_sets_of_followers(const grundy_digraph *g, const uint32_t *values,
                                       grundy_columns k_or_j, const grundy_monitor *monitor,
                                       grundy_sets *sets, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_arena arena = {0};
  grundy_sets made = {0};
  collecting f = {
      .g = grundy_view_of(g), .values = values, .everywhere = k_or_j == GRUNDY_COLUMN_J};
  grundy_work work =
      grundy_work_start(monitor, f.everywhere ? "j" : "k", 2 * (f.g.order + f.g.size));
  bool done = collect(&f, &arena, &made, &work);
  if (!arena.failed) status = grundy_work_end(&work, done, "", f.g.size, error);
  if (status == GRUNDY_OK && !arena.failed) {
    assert(sets_increase(&made, f.g.order));
    *sets = made;
    (void)grundy_arena_take(&arena, made.offsets);
    (void)grundy_arena_take(&arena, made.numbers);
    (void)grundy_arena_take(&arena, made.absent);
  }
  return grundy_arena_end(&arena, status, error);
}
