/* Sums of heaps, each of which is a row of sizes and is found by its hash. */

#include "heap/sums.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash_table.h"
#include "base/order.h"
#include "digraph/rows.h"

#define XXH_INLINE_ALL
#include <assert.h>
#include <xxhash.h>

#include <inttypes.h>
#include <string.h>

struct grundy_sums {
  const grundy_heap_code *code;
  bool live;
  grundy_rows rows; /* the sizes of the heaps of every sum */
  grundy_hash_table table;
  uint32_t *scratch; /* the heaps of a sum to be placed */
  uint64_t scratch_capacity;
  uint32_t *moves; /* of the sum whose moves were listed last */
  uint64_t move_capacity;
};

grundy_sums *grundy_sums_new(const grundy_heap_code *code, bool live) {
  grundy_sums *sums = grundy_alloc_zero(1, sizeof *sums);
  if (sums == NULL) return NULL;
  sums->code = code;
  sums->live = live;
  return sums;
}

void grundy_sums_free(grundy_sums *sums) {
  if (sums == NULL) return;
  grundy_rows_free(&sums->rows);
  grundy_hash_table_free(&sums->table);
  free(sums->scratch);
  free(sums->moves);
  free(sums);
}

uint32_t grundy_sums_count(const grundy_sums *sums) {
  return (uint32_t)sums->rows.count;
}

const uint32_t *grundy_sums_sizes(const grundy_sums *sums, uint32_t sum, uint32_t *count) {
  const uint64_t *offsets = sums->rows.offsets;
  assert(sum < sums->rows.count && offsets[sum] <= offsets[sum + 1]);
  *count = (uint32_t)(offsets[sum + 1] - offsets[sum]);
  return *count == 0 ? NULL : sums->rows.targets + offsets[sum];
}

uint64_t grundy_sums_weight(const grundy_sums *sums, uint32_t sum) {
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(sums, sum, &count);
  uint64_t beans = 0;
  for (uint32_t i = 0; i < count; i++) beans += sizes[i];
  return 2 * beans - count;
}

/* ---- placing ---------------------------------------------------------------------------- */

/* The sum of the first heaps in `scratch`. */
typedef struct scratch_sum {
  const grundy_sums *sums;
  uint64_t count;
} scratch_sum;

static bool is_scratch(const void *context, uint32_t sum) {
  const scratch_sum *scratch = context;
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(scratch->sums, sum, &count);
  return count == scratch->count &&
         (count == 0 || memcmp(sizes, scratch->sums->scratch, count * sizeof *sizes) == 0);
}

#ifndef NDEBUG
/* Returns whether these heaps are sorted and none of them is 0. */
static bool is_sum(const uint32_t *sizes, uint64_t count) {
  for (uint64_t i = 1; i < count; i++)
    if (sizes[i - 1] > sizes[i]) return false;
  return count == 0 || sizes[0] > 0;
}
#endif
/* Places the sum of the heaps in `scratch`, which are sorted. */
static bool place_scratch(grundy_sums *sums, uint64_t count, uint32_t *sum) {
  assert(is_sum(sums->scratch, count));
  uint32_t tag = (uint32_t)(XXH3_64bits(sums->scratch, count * sizeof *sums->scratch) >> 32);
  if (!grundy_hash_table_reserve(&sums->table, 1)) return false;
  uint64_t *slot =
      grundy_hash_table_find(&sums->table, tag, is_scratch, &(scratch_sum){sums, count});
  if (*slot == 0) {
    uint32_t *sizes = grundy_rows_room(&sums->rows, count + 1);
    if (sizes == NULL) return false;
    if (count > 0) memcpy(sizes, sums->scratch, count * sizeof *sizes);
    sums->rows.size += count;
    if (!grundy_rows_end(&sums->rows)) {
      sums->rows.size -= count;
      return false;
    }
    grundy_hash_table_put(&sums->table, slot, tag, (uint32_t)sums->rows.count - 1);
  }
  *sum = (uint32_t)*slot - 1;
  return true;
}

static bool counts(const grundy_sums *sums, uint32_t heap) {
  grundy_heap_move move;
  return heap > 0 && (!sums->live || grundy_heap_first_move(sums->code, heap, &move));
}

/* Inserts a heap into `scratch`, unless it is left out. */
static void insert(grundy_sums *sums, uint64_t *count, uint32_t heap) {
  if (!counts(sums, heap)) return;
  uint64_t at = (*count)++;
  assert(at < sums->scratch_capacity);
  for (; at > 0 && sums->scratch[at - 1] > heap; at--) sums->scratch[at] = sums->scratch[at - 1];
  sums->scratch[at] = heap;
}

bool grundy_sums_place(grundy_sums *sums, const uint32_t *sizes, uint64_t count, uint32_t *sum) {
  uint64_t kept = 0;
  if (!grundy_grow(&sums->scratch, &sums->scratch_capacity, count + 1, sizeof *sums->scratch))
    return false;
  for (uint64_t i = 0; i < count; i++)
    if (counts(sums, sizes[i])) sums->scratch[kept++] = sizes[i];
  grundy_sort_numbers(sums->scratch, kept);
  return place_scratch(sums, kept, sum);
}

/* ---- moving ----------------------------------------------------------------------------- */

/* Places the sum with the heap at that index replaced by what the move leaves. */
static bool place_move(grundy_sums *sums, uint32_t sum, uint32_t heap, const grundy_heap_move *move,
                       uint32_t *to) {
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(sums, sum, &count);
  uint64_t kept = 0;
  if (!grundy_grow(&sums->scratch, &sums->scratch_capacity, count + UINT64_C(1) + move->parts,
                   sizeof *sums->scratch))
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (i != heap) sums->scratch[kept++] = sizes[i];
  for (uint32_t i = 0; i < move->parts; i++) insert(sums, &kept, move->sizes[i]);
  bool placed = place_scratch(sums, kept, to);
  assert(!placed || grundy_sums_weight(sums, *to) < grundy_sums_weight(sums, sum));
  return placed;
}

static grundy_status check_count(const grundy_sums *sums, uint64_t most, grundy_error *error) {
  if (sums->rows.size > GRUNDY_SUMS_HEAPS * most)
    return grundy_fail_because(
        error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
        "the sums of heaps that can be reached are too long; use fewer heaps or a larger limit");
  if (sums->rows.count <= most) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "more than %" PRIu64
                             " sums of heaps can be reached; use smaller heaps or a larger limit",
                             most);
}

/* Lists the moves of one heap. Numbers that cannot be taken also count as steps of work, and so
 * does every heap of the sum, since it is copied. */
static grundy_status moves_of_heap(grundy_sums *sums, uint32_t sum, uint32_t heap, uint64_t most,
                                   grundy_work *work, uint64_t *found, grundy_error *error) {
  uint32_t heaps, taken = 0;
  uint32_t size = grundy_sums_sizes(sums, sum, &heaps)[heap];
  grundy_status status = GRUNDY_OK;
  grundy_heap_move move;
  for (bool more = grundy_heap_first_move(sums->code, size, &move); more && status == GRUNDY_OK;
       more = grundy_heap_next_move(sums->code, size, &move)) {
    if (!grundy_work_step(work, (uint64_t)(move.taken - taken) + heaps))
      return grundy_fail_cancelled(error);
    taken = move.taken;
    if (!grundy_grow(&sums->moves, &sums->move_capacity, *found + 1, sizeof *sums->moves) ||
        !place_move(sums, sum, heap, &move, &sums->moves[*found]))
      return grundy_fail_memory(error);
    (*found)++;
    status = check_count(sums, most, error);
  }
  return status;
}

grundy_status grundy_sums_moves(grundy_sums *sums, uint32_t sum, uint64_t most, grundy_work *work,
                                const uint32_t **moves, uint64_t *count, grundy_error *error) {
  grundy_status status = check_count(sums, most, error);
  uint64_t found = 0;
  uint32_t heaps;
  (void)grundy_sums_sizes(sums, sum, &heaps);
  for (uint32_t i = 0; i < heaps && status == GRUNDY_OK; i++) {
    const uint32_t *sizes = grundy_sums_sizes(sums, sum, &heaps);
    if (i > 0 && sizes[i] == sizes[i - 1]) continue;
    status = moves_of_heap(sums, sum, i, most, work, &found, error);
  }
  if (status != GRUNDY_OK) return status;
  *count = grundy_sort_distinct(sums->moves, found);
  *moves = sums->moves;
  return GRUNDY_OK;
}
