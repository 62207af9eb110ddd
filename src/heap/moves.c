/* Enumerates the moves of one heap. */

#include "heap/code.h"
#include "heap/sums.h"

#include <assert.h>

/* Sets the least sizes: all 1, except the last. */
static void least_sizes(grundy_heap_move *move, uint32_t left, uint32_t from, uint32_t size) {
  for (uint32_t i = from; i + 1 < move->parts; i++) move->sizes[i] = size;
  uint32_t before = 0;
  for (uint32_t i = 0; i + 1 < move->parts; i++) before += move->sizes[i];
  move->sizes[move->parts - 1] = left - before;
}

/* Goes to the next way to write the same sum; false after the last. */
static bool next_sizes(grundy_heap_move *move, uint32_t left) {
  if (move->parts < 2) return false;
  uint64_t before = 0;
  for (uint32_t i = 0; i + 1 < move->parts; i++) before += move->sizes[i];
  for (uint32_t i = move->parts - 1; i-- > 0;) {
    before -= move->sizes[i];
    uint64_t size = move->sizes[i] + UINT64_C(1);
    if (before + size * (move->parts - i) > left) continue;
    least_sizes(move, left, i, (uint32_t)size);
    return true;
  }
  return false;
}

static bool is_allowed(const grundy_heap_code *code, uint32_t heap, const grundy_heap_move *move) {
  return grundy_heap_allows(code, heap, move->sizes, move->parts);
}

#ifndef NDEBUG
/* Returns whether the parts are sorted and add up to what is left of the heap. */
static bool is_move(const grundy_heap_move *move, uint32_t heap) {
  uint64_t sum = move->taken;
  for (uint32_t i = 0; i < move->parts; i++) {
    if (move->sizes[i] < (i == 0 ? 1 : move->sizes[i - 1])) return false;
    sum += move->sizes[i];
  }
  return move->parts <= GRUNDY_HEAP_PARTS && sum == heap;
}
#endif
/* Finds the first move that takes this number and leaves these parts or more, or takes more. */
static bool find_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move) {
  for (uint32_t taken = grundy_heap_next_digit(code, move->taken); taken <= heap;
       taken = grundy_heap_next_digit(code, taken + 1)) {
    uint32_t digit = grundy_heap_digit(code, taken), left = heap - taken;
    if (taken != move->taken) move->parts = 0;
    move->taken = taken;
    for (; move->parts <= code->parts; move->parts++) {
      if ((digit >> move->parts & 1) == 0 || left < move->parts) continue;
      if ((move->parts == 0) != (left == 0)) continue;
      if (move->parts > 0) least_sizes(move, left, 0, 1);
      if (is_allowed(code, heap, move)) return true;
      assert(move->parts == 2 && left == 2); /* 1 and 1, which must differ: there are no others */
    }
  }
  return false;
}

bool grundy_heap_first_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move) {
  *move = (grundy_heap_move){0};
  bool found = find_move(code, heap, move);
  assert(!found || is_move(move, heap));
  return found;
}

bool grundy_heap_next_move(const grundy_heap_code *code, uint32_t heap, grundy_heap_move *move) {
  assert(is_move(move, heap));
  while (next_sizes(move, heap - move->taken))
    if (is_allowed(code, heap, move)) return true;
  move->parts++;
  return find_move(code, heap, move);
}
