#include "model/chance.h"

#include "base/order.h"

#include <assert.h>
#include <string.h>

/* Rows up to this long are sorted without extra room. */
enum { FEW = 32 };

/* ---- sorting ----------------------------------------------------------------------------- */

uint64_t grundy_row_room(uint64_t count) {
  return count <= FEW ? count : 2 * count;
}

/* Makes one pass of the radix sort, by eight bits. */
static void sort_by_byte(const uint32_t *from, uint32_t *to, uint64_t count, int shift) {
  uint64_t start[256] = {0}, sum = 0;
  for (uint64_t i = 0; i < count; i++) start[from[i] >> shift & 255]++;
  for (int byte = 0; byte < 256; byte++) {
    uint64_t length = start[byte];
    start[byte] = sum;
    sum += length;
  }
  for (uint64_t i = 0; i < count; i++) to[start[from[i] >> shift & 255]++] = from[i];
}

void grundy_sort_row(uint32_t *row, uint64_t count) {
  if (count <= FEW) {
    grundy_sort_numbers(row, count);
    return;
  }
  uint32_t largest = 0, *from = row, *to = row + count;
  for (uint64_t i = 0; i < count; i++) largest |= row[i];
  for (int shift = 0; shift < 32 && largest >> shift != 0; shift += 8) {
    sort_by_byte(from, to, count, shift);
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  if (from != row) memcpy(row, from, count * sizeof *row);
}

uint64_t grundy_merge_row(uint32_t *row, uint64_t count) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < count; i++) {
    assert(i == 0 || row[kept - 1] <= row[i]); /* the row is sorted */
    if (kept == 0 || row[kept - 1] != row[i]) row[kept++] = row[i];
  }
  return kept;
}

/* ---- sets -------------------------------------------------------------------------------- */

static uint64_t words_of(uint32_t bound) {
  return ((uint64_t)bound + 63) / 64;
}

void grundy_chooser_new(grundy_chooser *chooser, grundy_arena *arena, uint32_t bound) {
  chooser->marks = grundy_arena_zeros(arena, words_of(bound), sizeof *chooser->marks);
}

/* Draws until `count` different numbers have come up, and inserts each in order. */
static void choose_few(grundy_random *random, uint32_t bound, uint32_t count, uint32_t *row) {
  for (uint32_t have = 0; have < count;) {
    uint32_t number = (uint32_t)grundy_pick(random, bound), place = have;
    while (place > 0 && row[place - 1] > number) place--;
    if (place > 0 && row[place - 1] == number) continue;
    for (uint32_t i = have; i > place; i--) row[i] = row[i - 1];
    row[place] = number;
    have++;
  }
}

/* Marks one more number. */
static uint32_t mark_another(grundy_chooser *chooser, grundy_random *random, uint32_t bound) {
  for (;;) {
    uint32_t number = (uint32_t)grundy_pick(random, bound);
    uint64_t bit = UINT64_C(1) << number % 64;
    if ((chooser->marks[number / 64] & bit) != 0) continue;
    chooser->marks[number / 64] |= bit;
    return number;
  }
}

/* Reads the chosen numbers off the marks; if these are more than half, marks the others instead. */
static void choose_many(grundy_chooser *chooser, grundy_random *random, uint32_t bound,
                        uint32_t count, uint32_t *row) {
  bool others = count > bound / 2;
  uint64_t last = words_of(bound) - 1;
  for (uint32_t left = others ? bound - count : count; left > 0; left--)
    mark_another(chooser, random, bound);
  for (uint64_t word = 0; word <= last; word++) {
    uint64_t bits = others ? ~chooser->marks[word] : chooser->marks[word];
    if (word == last && bound % 64 != 0) bits &= (UINT64_C(1) << bound % 64) - 1;
    chooser->marks[word] = 0;
    for (; bits != 0; bits &= bits - 1)
      *row++ = (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(bits);
  }
}

static void choose_some(grundy_chooser *chooser, grundy_random *random, uint32_t bound,
                        uint32_t count, uint32_t *row) {
  for (uint32_t i = 0; i < count; i++) row[i] = mark_another(chooser, random, bound);
  for (uint32_t i = 0; i < count; i++) chooser->marks[row[i] / 64] = 0;
  grundy_sort_row(row, count);
}

#ifndef NDEBUG
static bool is_set(const uint32_t *row, uint32_t count, uint32_t bound) {
  for (uint32_t i = 1; i < count; i++)
    if (row[i - 1] >= row[i]) return false;
  return count == 0 || row[count - 1] < bound;
}
#endif
void grundy_choose(grundy_chooser *chooser, grundy_random *random, uint32_t bound, uint32_t count,
                   uint32_t *row) {
  assert(count <= bound);
  if (count == 0) return;
  if (count > bound / 2 || (count > FEW && count > bound / 64))
    choose_many(chooser, random, bound, count, row);
  else if (count <= FEW)
    choose_few(random, bound, count, row);
  else
    choose_some(chooser, random, bound, count, row);
  assert(is_set(row, count, bound));
}

/* ---- orders ------------------------------------------------------------------------------ */

uint32_t *grundy_shuffled(grundy_arena *arena, grundy_random *random, uint32_t count) {
  uint32_t *order = grundy_arena_array(arena, count, sizeof *order);
  for (uint32_t i = 0; order != NULL && i < count; i++) {
    uint32_t j = (uint32_t)grundy_pick(random, (uint64_t)i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}
