#include "external/build.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "digraph/view.h"

#include <assert.h>
#include <sys/mman.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct building {
  grundy_view g;
  const grundy_build_plan *plan;
  grundy_reverse *reverse;
  grundy_delivery delivery;
  grundy_error *error;
  uint32_t *full; /* a vertex for every 255 moves to it */
  uint64_t full_count, full_room;
  uint32_t first, last; /* the window of heads first … last - 1 */
  uint32_t *moves;      /* its rows */
  uint32_t *place;      /* by head of the window: where its next move goes */
  uint64_t announced;   /* moves of the game whose reading has been announced in this pass */
} building;

/* ---- passes over the moves of the game --------------------------------------------------- */

/* Delivers the pending moves; false if memory runs out. */
typedef bool deliver_function(building *b);

/* Returns the part of a row in the window; rows are sorted. */
static grundy_vertices in_window(const building *b, grundy_vertices row) {
  while (row.count > 0 && row.at[row.count - 1] >= b->last) row.count--;
  while (row.count > 0 && row.at[0] < b->first) {
    row.at++;
    row.count--;
  }
  return row;
}

/* As above, for long rows: O(log). */
static grundy_vertices in_window_of_long(const building *b, grundy_vertices row) {
  const uint32_t bounds[] = {b->first, b->last};
  uint64_t found[2];
  for (int i = 0; i < 2; i++) {
    uint64_t low = 0, high = row.count;
    while (low < high) {
      uint64_t middle = low + (high - low) / 2;
      if (row.at[middle] < bounds[i])
        low = middle + 1;
      else
        high = middle;
    }
    found[i] = low;
  }
  return (grundy_vertices){row.at + found[0], found[1] - found[0]};
}

static grundy_status deliver_row(building *b, uint32_t u, deliver_function *deliver) {
  grundy_vertices row = grundy_view_row(&b->g, u);
  row = row.count < 32 ? in_window(b, row) : in_window_of_long(b, row);
  while (row.count > 0) {
    uint64_t added = grundy_delivery_add(&b->delivery, row.at, row.count, u);
    row.at += added;
    row.count -= added;
    if (row.count > 0 && !deliver(b)) return grundy_fail_memory(b->error);
  }
  return GRUNDY_OK;
}

/* Announces that the moves after `move` will be read soon: if they are mapped from a file, the
 * system reads them in large requests in the meantime. */
static void announce(building *b, uint64_t move) {
  enum { PAGE = 1 << 12 };
  const uint64_t ahead = 1 << 23, left = b->g.size - move;
  if (move < b->announced) return;
  uint64_t count = left < 2 * ahead ? left : 2 * ahead;
  const char *from = (const char *)(b->g.targets + move);
  size_t before = (uintptr_t)from % PAGE;
  (void)posix_madvise((void *)(from - before), before + 4 * count, POSIX_MADV_WILLNEED);
  b->announced = move + ahead;
}

/* Delivers all moves into the window. */
static grundy_status deliver_all(building *b, deliver_function *deliver, grundy_work *work) {
  grundy_status status = GRUNDY_OK;
  b->announced = 0;
  for (uint32_t u = 0; status == GRUNDY_OK && u < b->g.order; u++) {
    announce(b, b->g.offsets[u]);
    status = deliver_row(b, u, deliver);
    if (status == GRUNDY_OK && !grundy_work_step(work, b->g.offsets[u + 1] - b->g.offsets[u]))
      status = grundy_fail_cancelled(b->error);
  }
  if (status == GRUNDY_OK && !deliver(b)) status = grundy_fail_memory(b->error);
  return status;
}

/* ---- counting ---------------------------------------------------------------------------- */

/* Counts modulo 255; a vertex changes when its count returns to 0. */
static uint64_t count_moves(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                            uint64_t count, uint64_t *settled) {
  uint8_t *lengths = update->kernel;
  uint64_t found = 0;
  (void)words;
  (void)settled;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t v = vertices[i];
    bool full = ++lengths[v] == GRUNDY_LONG_ROW;
    if (full) lengths[v] = 0;
    vertices[found] = v;
    found += full;
  }
  return found;
}

static bool deliver_counts(building *b) {
  grundy_update update = {.kernel = b->reverse->index.lengths, .apply = count_moves};
  uint64_t found = grundy_delivery_apply(&b->delivery, &update, NULL), before = b->full_count;
  if (!grundy_grow(&b->full, &b->full_room, before + found, sizeof *b->full)) return false;
  for (uint64_t i = 0; i < found; i++) b->full[before + i] = b->delivery.vertices[i];
  b->full_count += found;
  return true;
}

/* Adds 255 for every time that a vertex was full. */
static bool add_full(building *b) {
  grundy_sort_numbers(b->full, b->full_count);
  for (uint64_t i = 0; i < b->full_count; i++)
    if (!grundy_row_index_add(&b->reverse->index, b->full[i], GRUNDY_LONG_ROW)) return false;
  return true;
}

static grundy_status count_rows(building *b) {
  grundy_work work = grundy_work_start(b->plan->monitor, "counting moves", b->g.size);
  b->first = 0;
  b->last = UINT32_MAX;
  grundy_status status = deliver_all(b, deliver_counts, &work);
  if (status == GRUNDY_OK && !add_full(b)) status = grundy_fail_memory(b->error);
  free(b->full);
  b->full = NULL;
  if (status != GRUNDY_OK) return status;
  grundy_row_index_finish(&b->reverse->index);
  assert(grundy_row_index_size(&b->reverse->index) == b->g.size);
  grundy_work_finish(&work, "", b->g.size);
  return GRUNDY_OK;
}

/* ---- windows ----------------------------------------------------------------------------- */

typedef struct placing {
  uint32_t *moves, *place;
  uint32_t first;
} placing;

static uint64_t place_moves(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                            uint64_t count, uint64_t *settled) {
  const placing *p = update->kernel;
  (void)settled;
  for (uint64_t i = 0; i < count; i++) p->moves[p->place[vertices[i] - p->first]++] = words[i];
  return 0;
}

static bool deliver_moves(building *b) {
  placing p = {b->moves, b->place, b->first};
  grundy_update update = {.kernel = &p, .worded = true, .apply = place_moves};
  (void)grundy_delivery_apply(&b->delivery, &update, NULL);
  return true;
}

/* Returns the end of the window that begins with `first`: as many rows as fit into the bytes of the
 * plan, but at least one. Places are 32-bit numbers. */
static uint32_t window_end(const building *b, uint32_t first, uint64_t *moves) {
  const grundy_row_index *index = &b->reverse->index;
  uint64_t most = b->reverse->scratch == NULL ? UINT32_MAX : b->plan->window / 4;
  if (most > UINT32_MAX) most = UINT32_MAX;
  uint32_t end = first;
  *moves = 0;
  while (end < b->g.order) {
    uint64_t length = grundy_row_length(index, end);
    uint64_t places = b->reverse->scratch == NULL ? 0 : end - first + UINT64_C(1);
    if (end > first && *moves + length + places > most) break;
    *moves += length;
    end++;
  }
  return end;
}

static void place_rows(building *b) {
  uint32_t at = 0;
  for (uint32_t v = b->first; v < b->last; v++) {
    b->place[v - b->first] = at;
    at += (uint32_t)grundy_row_length(&b->reverse->index, v);
  }
}

/* Builds one window. Rows in memory are built where they belong. */
static grundy_status build_window(building *b, uint64_t count, grundy_work *work) {
  grundy_scratch *scratch = b->reverse->scratch;
  uint32_t *own = scratch == NULL ? NULL : grundy_alloc(count, sizeof *own);
  b->moves =
      scratch == NULL ? b->reverse->moves + grundy_row_start(&b->reverse->index, b->first) : own;
  b->place = grundy_alloc(b->last - b->first, sizeof *b->place);
  grundy_status status = GRUNDY_OK;
  if (b->place == NULL || b->moves == NULL) {
    status = grundy_fail_memory(b->error);
  } else {
    place_rows(b);
    status = deliver_all(b, deliver_moves, work);
  }
  if (status == GRUNDY_OK && scratch != NULL)
    status = grundy_scratch_append(scratch, own, count, b->last, work, b->error);
  free(own);
  free(b->place);
  b->place = NULL;
  return status;
}

static grundy_status build_rows(building *b) {
  const grundy_scratch *scratch = b->reverse->scratch;
  grundy_work work = grundy_work_start(b->plan->monitor, "reversing moves", 0);
  grundy_status status = GRUNDY_OK;
  b->last = scratch == NULL ? 0 : (uint32_t)grundy_scratch_rows(scratch);
  while (status == GRUNDY_OK && b->last < b->g.order) {
    uint64_t count;
    b->first = b->last;
    b->last = window_end(b, b->first, &count);
    status = build_window(b, count, &work);
  }
  if (status == GRUNDY_OK)
    grundy_work_finish(&work, scratch == NULL ? "memory" : "file", b->g.size);
  return status;
}

/* Hashes an array in blocks, each with the hash of those before it. False if cancelled. */
static bool hash_array(const void *array, uint64_t bytes, uint64_t *hash, grundy_work *work) {
  enum { BLOCK = 1 << 24 };
  const char *at = array;
  for (uint64_t size; bytes > 0; at += size, bytes -= size) {
    size = bytes < BLOCK ? bytes : BLOCK;
    *hash = XXH3_64bits_withSeed(at, size, *hash);
    if (!grundy_work_step(work, size / 4)) return false;
  }
  return true;
}

static grundy_status open_scratch(building *b) {
  grundy_work work = grundy_work_start(b->plan->monitor, "opening the scratch file", 0);
  grundy_scratch_game game = {b->g.order, b->g.size, 0};
  if (!hash_array(b->g.offsets, ((uint64_t)b->g.order + 1) * sizeof *b->g.offsets, &game.hash,
                  &work) ||
      !hash_array(b->g.targets, b->g.size * sizeof *b->g.targets, &game.hash, &work))
    return grundy_fail_cancelled(b->error);
  grundy_status status =
      grundy_scratch_open(b->plan->scratch, &game, &work, &b->reverse->scratch, b->error);
  if (status != GRUNDY_OK) return status;
  uint64_t rows = grundy_scratch_rows(b->reverse->scratch);
  uint64_t start =
      rows == b->g.order ? b->g.size : grundy_row_start(&b->reverse->index, (uint32_t)rows);
  if (start == grundy_scratch_moves(b->reverse->scratch)) return GRUNDY_OK;
  return grundy_fail(b->error, GRUNDY_UNABLE,
                     "the scratch file in %s is damaged; remove it and run again",
                     b->plan->scratch);
}

static grundy_status build(building *b) {
  if (!grundy_row_index_start(&b->reverse->index, b->g.order) ||
      !grundy_delivery_start(&b->delivery, b->g.order, b->plan->capacity, true))
    return grundy_fail_memory(b->error);
  grundy_status status = count_rows(b);
  if (status == GRUNDY_OK && b->plan->scratch != NULL) {
    status = open_scratch(b);
  } else if (status == GRUNDY_OK) {
    b->reverse->moves = grundy_alloc(b->g.size, sizeof *b->reverse->moves);
    if (b->reverse->moves == NULL) status = grundy_fail_memory(b->error);
  }
  return status == GRUNDY_OK ? build_rows(b) : status;
}

grundy_status grundy_reverse_build(const grundy_digraph *g, const grundy_build_plan *plan,
                                   grundy_reverse *reverse, grundy_error *error) {
  building b = {.g = grundy_view_of(g), .plan = plan, .reverse = reverse, .error = error};
  *reverse = (grundy_reverse){0};
  grundy_status status = build(&b);
  grundy_delivery_free(&b.delivery);
  free(b.full);
  return status;
}
