/* The coarsest compatible relation, by partition refinement [PT87, §3].
 *
 * There are two partitions, one finer than the other: blocks, and superblocks, which are unions of
 * blocks. The vertices are in one array in which blocks, and the blocks of a superblock, are
 * contiguous. Invariant: of two vertices in one block, either both have a move into a given
 * superblock or neither has. When every superblock is a single block, this is compatibility; and no
 * two vertices that a compatible relation could relate are in different blocks.
 *
 * From a superblock of several blocks, its first or its last block, whichever is smaller, is made a
 * superblock of its own, the splitter. A block splits into three: vertices with no move into the
 * splitter, with moves into both it and the rest of the old superblock, and with moves into the
 * splitter alone. To distinguish the last two, the moves of each vertex into each superblock are
 * counted. A vertex is in a splitter at most log V times, so the total time is O(E log V).
 *
 * Memory: the reverse digraph, 8 bytes per move for counting, and 17 per vertex; the lists for one
 * splitter grow as needed. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/saturate.h"
#include "digraph/attributes.h"
#include "digraph/sort_by_head.h"
#include "digraph/view.h"
#include "morphism/ends.h"
#include "morphism/signatures.h"
#include "solve/impl.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* A vertex without moves into the splitter; and the mark of a vertex that has no move into the rest
 * of the old superblock. Counters have numbers below the mark. */
#define NONE UINT32_MAX
#define ALONE (UINT32_C(1) << 31)

/* It has room for V items. */
typedef struct list {
  uint32_t *at;
  uint64_t count;
} list;

/* A block is identified by the place where it begins. The data of one vertex is contiguous, for the
 * sake of the cache. */
typedef struct vertex {
  uint32_t place;
  uint32_t block;
  uint32_t fresh; /* the counter of its moves into the splitter, or NONE */
} vertex;

typedef struct refinement {
  grundy_view reverse;
  uint32_t *vertices; /* by place; the caller's array */
  vertex *of;         /* by vertex */
  uint32_t *blocks;   /* by block: the place after its end; see marked_of */
  bool *opens;        /* by block: whether a superblock begins with it */
  uint32_t *counter;  /* by move of the reverse digraph: its counter */
  uint32_t *counts;   /* by counter; for an unused one, the next unused one */
  uint32_t unused, counters;
  list supers;   /* first place and end of each superblock of several blocks */
  list splitter; /* its vertices */
  list touched;  /* blocks with marked vertices */
  grundy_arena arena;
  grundy_work work;
} refinement;

static void push(list *l, uint32_t item) {
  l->at[l->count++] = item;
}

/* A superblock of several blocks: there are at most V / 2. */
static void push_super(refinement *r, uint32_t first, uint32_t end) {
  assert(r->supers.count + 2 <= r->reverse.order);
  push(&r->supers, first);
  push(&r->supers, end);
}

/* Returns a reference to the number of marked vertices of block b, which are at its end. If b has
 * two vertices, no block begins at the place after its first, so the array of blocks has room for
 * this. */
static uint32_t *marked_of(const refinement *r, uint32_t b) {
  return &r->blocks[b + 1];
}

static bool is_single(const refinement *r, uint32_t b) {
  return r->blocks[b] == b + 1;
}

/* ---- initial partition ------------------------------------------------------------------ */

/* Makes the places from b to `end` a block without marks. */
static void set_block(refinement *r, uint32_t b, uint32_t end) {
  r->blocks[b] = end;
  if (!is_single(r, b)) *marked_of(r, b) = 0;
}

/* Starts with one superblock. Its blocks are the vertices with equal ends, so that either all
 * vertices of a block have moves or none has. */
static bool start_blocks(refinement *r, const uint32_t *keys) {
  uint32_t n = r->reverse.order, begin = 0, sorted;
  bool done = grundy_sort_vertices(NULL, n, keys, r->vertices, &sorted, NULL);
  for (uint32_t i = 0; done && i < n; i++) {
    uint32_t v = r->vertices[i];
    r->of[v] = (vertex){.place = i, .block = begin};
    if (i + 1 < n && keys[r->vertices[i + 1]] == keys[v]) continue;
    set_block(r, begin, i + 1);
    begin = i + 1;
  }
  if (!done || n == 0) return done;
  r->opens[0] = true;
  if (r->blocks[0] != n) push_super(r, 0, n);
  return true;
}

/* Makes a counter for every vertex with moves, of its moves into the one superblock. */
static void start_counters(refinement *r, const grundy_view *g) {
  for (uint32_t v = 0; v < g->order; v++) {
    uint64_t degree = g->offsets[v + 1] - g->offsets[v];
    if (degree == 0) continue;
    r->counts[r->counters] = (uint32_t)degree;
    r->of[v].fresh = r->counters++;
  }
  for (uint64_t e = 0; e < r->reverse.size; e++) r->counter[e] = r->of[r->reverse.targets[e]].fresh;
  for (uint32_t v = 0; v < g->order; v++) r->of[v].fresh = NONE;
  r->unused = NONE;
}

/* ---- counting ---------------------------------------------------------------------------- */

/* Returns a free counter. Every counter in use, except the newest, counts at least one move, so
 * there always is one. */
static uint32_t new_counter(refinement *r) {
  uint32_t c = r->unused;
  if (c == NONE)
    c = r->counters++;
  else
    r->unused = r->counts[c];
  assert(c <= r->reverse.size && c < ALONE);
  r->counts[c] = 0;
  return c;
}

static void put(refinement *r, uint32_t v, uint32_t place) {
  r->vertices[place] = v;
  r->of[v].place = place;
}

/* Puts v among the marked vertices of its block. A block of one vertex has no marks, and is touched
 * only once. */
static void mark(refinement *r, uint32_t v) {
  uint32_t b = r->of[v].block, from = r->of[v].place;
  if (is_single(r, b)) {
    push(&r->touched, b);
    return;
  }
  uint32_t *marked = marked_of(r, b);
  if (*marked == 0) push(&r->touched, b);
  assert(from < r->blocks[b] - *marked); /* v is not marked yet */
  uint32_t to = r->blocks[b] - ++*marked;
  put(r, r->vertices[to], from);
  put(r, v, to);
}

/* Counts the moves to y, a vertex of the splitter, for the splitter and no longer for the old
 * superblock. */
static void count_moves_to(refinement *r, uint32_t y) {
  for (uint64_t e = r->reverse.offsets[y]; e < r->reverse.offsets[y + 1]; e++) {
    uint32_t x = r->reverse.targets[e], old = r->counter[e];
    assert(r->counts[old] > 0);
    if (r->of[x].fresh == NONE) {
      mark(r, x);
      r->of[x].fresh = new_counter(r);
    }
    r->counter[e] = r->of[x].fresh & ~ALONE;
    r->counts[r->counter[e]]++;
    if (--r->counts[old] > 0) continue;
    r->counts[old] = r->unused;
    r->unused = old;
    r->of[x].fresh |= ALONE;
  }
}

/* ---- splitting --------------------------------------------------------------------------- */

/* Makes the vertices of block b from place `at` on a block of their own. */
static void split(refinement *r, uint32_t b, uint32_t at) {
  uint32_t end = r->blocks[b];
  assert(b <= at && at <= end);
  if (at == b || at == end) return;
  if (r->opens[b] && (end == r->reverse.order || r->opens[end])) push_super(r, b, end);
  set_block(r, b, at);
  set_block(r, at, end);
  for (uint32_t i = at; i < end; i++) r->of[r->vertices[i]].block = at;
}

/* Moves the vertices of block b that have no moves into the rest of the old superblock to its end,
 * and returns where they begin. Resets the splitter's counters of all vertices in b. */
static uint32_t part_alone(refinement *r, uint32_t b) {
  uint32_t low = b, high = r->blocks[b];
  while (low < high) {
    uint32_t v = r->vertices[low];
    bool alone = (r->of[v].fresh & ALONE) != 0;
    r->of[v].fresh = NONE;
    if (!alone) {
      low++;
      continue;
    }
    put(r, r->vertices[--high], low);
    put(r, v, high);
  }
  return low;
}

/* Splits every touched block into its three parts. */
static void split_touched(refinement *r) {
  for (uint64_t i = 0; i < r->touched.count; i++) {
    uint32_t b = r->touched.at[i], begin = b;
    if (!is_single(r, b)) {
      begin = r->blocks[b] - *marked_of(r, b);
      *marked_of(r, b) = 0;
    }
    split(r, b, begin);
    split(r, begin, part_alone(r, begin));
  }
  r->touched.count = 0;
}

/* Takes the smaller of the first and the last block out of a superblock, and copies its vertices,
 * because they will change places. */
static void choose_splitter(refinement *r) {
  uint32_t end = r->supers.at[--r->supers.count], first = r->supers.at[--r->supers.count];
  uint32_t last = r->of[r->vertices[end - 1]].block, begin = first;
  assert(r->opens[first] && first < last); /* the superblock has several blocks */
  uint32_t behind = r->blocks[first];
  if (end - last < behind - first) {
    begin = last;
    behind = end;
    end = last;
  } else {
    first = behind;
  }
  r->opens[begin] = true;
  r->opens[first] = true;
  if (r->blocks[first] != end) push_super(r, first, end);
  r->splitter.count = 0;
  for (uint32_t i = begin; i < behind; i++) push(&r->splitter, r->vertices[i]);
}

static grundy_status refine(refinement *r, grundy_error *error) {
  while (r->supers.count > 0) {
    choose_splitter(r);
    for (uint64_t i = 0; i < r->splitter.count; i++) {
      uint32_t y = r->splitter.at[i];
      grundy_view_fetch_rows(&r->reverse, r->splitter.at, i, r->splitter.count);
      grundy_view_fetch_targets(&r->reverse, r->splitter.at, i, r->splitter.count, r->of,
                                sizeof *r->of);
      count_moves_to(r, y);
      if (!grundy_work_step(&r->work, 1 + r->reverse.offsets[y + 1] - r->reverse.offsets[y]))
        return grundy_fail_cancelled(error);
    }
    split_touched(r);
  }
  return GRUNDY_OK;
}

/* ---- result ------------------------------------------------------------------------------ */

/* Numbers blocks in the order of their first vertices. The caller's array, which contained the
 * vertices, gets their classes. */
static uint32_t number_classes(refinement *r, uint32_t *class_of) {
  uint32_t count = 0, n = r->reverse.order;
  for (uint32_t b = 0; b < n; b++) r->blocks[b] = NONE;
  for (uint32_t v = 0; v < n; v++) {
    uint32_t *number = &r->blocks[r->of[v].block];
    if (*number == NONE) *number = count++;
    class_of[v] = *number;
  }
  return count;
}

/* Refines the classes `keys`, which relate all vertices that a compatible relation relates, and
 * only such as end alike. */
static grundy_status refine_classes(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const uint32_t *keys, const grundy_monitor *monitor,
                                    uint32_t *class_of, uint32_t *count, grundy_error *error) {
  grundy_view view = grundy_view_of(g);
  refinement r = {.vertices = class_of, .reverse = grundy_view_of(reverse)};
  grundy_status status = GRUNDY_OK;
  r.work = grundy_work_start(monitor, "refinement", 0);
  r.of = grundy_arena_array(&r.arena, view.order, sizeof *r.of);
  r.blocks = grundy_arena_array(&r.arena, view.order, sizeof *r.blocks);
  r.opens = grundy_arena_zeros(&r.arena, view.order, sizeof *r.opens);
  r.counter = grundy_arena_array(&r.arena, view.size, sizeof *r.counter);
  r.counts = grundy_arena_array(&r.arena, view.size + 1, sizeof *r.counts);
  r.supers.at = grundy_arena_array(&r.arena, view.order, sizeof *r.supers.at);
  r.splitter.at = grundy_arena_array(&r.arena, view.order, sizeof *r.splitter.at);
  r.touched.at = grundy_arena_array(&r.arena, view.order, sizeof *r.touched.at);
  if (r.arena.failed || !start_blocks(&r, keys)) {
    status = grundy_fail_memory(error);
  } else {
    start_counters(&r, &view);
    status = refine(&r, error);
  }
  if (status == GRUNDY_OK) {
    *count = number_classes(&r, class_of);
    grundy_work_finish(&r.work, "", view.size);
  }
  return grundy_arena_end(&r.arena, status, error);
}

/* With more moves per position than this, hashing sets takes longer than refinement. */
enum { SIGNED_DEGREE = 16 };

/* Sparse games are classified by signatures, and refined from there if that does not suffice. */
static grundy_status find_classes(const grundy_digraph *g, const grundy_digraph *reverse,
                                  uint32_t *keys, const grundy_monitor *monitor, uint32_t *class_of,
                                  uint32_t *count, grundy_error *error) {
  bool compatible;
  uint64_t order = grundy_digraph_order(g);
  if (!grundy_ends_number(g, keys)) return grundy_fail_memory(error);
  if (grundy_digraph_size(g) > SIGNED_DEGREE * order)
    return refine_classes(g, reverse, keys, monitor, class_of, count, error);
  grundy_status status =
      grundy_signatures_classify(g, reverse, keys, monitor, class_of, count, &compatible, error);
  if (status != GRUNDY_OK || compatible) return status;
  assert(order > 0); /* the relation on no positions is compatible */
  memcpy(keys, class_of, order * sizeof *keys);
  return refine_classes(g, reverse, keys, monitor, class_of, count, error);
}

grundy_status grundy_compatible_coarsest(const grundy_digraph *g, const grundy_run_options *options,
                                         uint32_t *class_of, uint32_t *count, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_digraph_require_whole(g, "coarsest relation", error) != GRUNDY_OK)
    return GRUNDY_UNDEFINED;
  if (grundy_digraph_size(g) >= ALONE)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the game has %" PRIu64 " moves; expected fewer than %" PRIu32,
                               grundy_digraph_size(g), ALONE);
  grundy_digraph *reverse = NULL;
  grundy_status status = grundy_digraph_transpose(g, GRUNDY_MONITORED(monitor), &reverse, error);
  if (status != GRUNDY_OK) return status;
  uint32_t *keys = grundy_alloc(grundy_digraph_order(g), sizeof *keys), found = 0;
  status = keys == NULL ? grundy_fail_memory(error)
                        : find_classes(g, reverse, keys, monitor, class_of, &found, error);
  if (status == GRUNDY_OK) *count = found;
  free(keys);
  grundy_digraph_free(reverse);
  return status;
}

/* Counts the reverse digraph, and then the most of what making it takes, the arrays of signatures
 * and the arrays above, the latter two with the keys; the arrays above are there when vertices are
 * sorted. */
uint64_t grundy_compatible_memory(uint32_t order, uint64_t size) {
  const uint64_t small_change = 1024;
  uint64_t n = order, reverse = grundy_plus(8 * (n + 1), grundy_times(size, 4));
  uint64_t refining = grundy_plus((4 + 17 + 12 + 8) * n, grundy_times(size, 8));
  uint64_t signing = 53 * n;
  uint64_t arrays = refining > signing ? refining : signing;
  uint64_t making = grundy_sort_by_head_memory(order, size);
  return grundy_plus(grundy_plus(reverse, making > arrays ? making : arrays), small_change);
}
