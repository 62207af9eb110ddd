/* Values: the least number that no follower has [Smi66, §2].
 *
 * Followers along a ray are on one line, and the values on a line are a set of bits, which grows
 * with every position. The first words of a set are soon all ones; the search starts after those of
 * the line where there are most. */

#include "vector/impl.h"

#include <assert.h>
#include <string.h>

static void mark(uint64_t *set, uint32_t value) {
  set[value / 64] |= UINT64_C(1) << value % 64;
}

/* Empties the sets of lines that begin at this column, and returns how many words of the union of
 * all sets are known to be full. */
static uint64_t begin_lines(grundy_vector_walk *walk, uint32_t column) {
  uint64_t full = 0;
  for (uint32_t i = 0; i < walk->ray_count; i++) {
    const grundy_vector_ray *ray = &walk->rays[i];
    if (column < ray->from) {
      memset(ray->bits + ray->slot * walk->words, 0, walk->words * sizeof *ray->bits);
      ray->full[ray->slot] = 0;
    } else if (ray->full[ray->slot] > full) {
      full = ray->full[ray->slot];
    }
  }
  return full;
}

/* Adds the value to the sets of all lines, and goes on to the slots of the next position. */
static void extend_lines(grundy_vector_walk *walk, uint32_t value) {
  for (uint32_t i = 0; i < walk->ray_count; i++) {
    grundy_vector_ray *ray = &walk->rays[i];
    uint64_t *set = ray->bits + ray->slot * walk->words;
    uint32_t *full = &ray->full[ray->slot];
    mark(set, value);
    if (value / 64 == *full)
      while (set[*full] == UINT64_MAX) ++*full;
    if (++ray->slot == ray->step.offset) ray->slot = 0;
  }
}

/* Returns the least number from 64 * word on that is in none of the sets. */
static uint32_t find_free(const grundy_vector_walk *walk, uint64_t word) {
  for (;; word++) {
    assert(word < walk->words);
    uint64_t set = walk->seen[word];
    for (uint32_t i = 0; i < walk->ray_count; i++)
      set |= walk->rays[i].bits[walk->rays[i].slot * walk->words + word];
    if (set != UINT64_MAX) return (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(~set);
  }
}

/* Returns whether a line that began earlier leads to this column. */
static bool has_line(const grundy_vector_walk *walk, uint32_t column) {
  for (uint32_t i = 0; i < walk->ray_count; i++)
    if (column >= walk->rays[i].from) return true;
  return false;
}

void grundy_vector_find_values(grundy_vector_walk *walk, uint32_t from, uint32_t to) {
  uint32_t *values = walk->box->values;
  for (uint32_t column = from; column < to; column++) {
    uint64_t index = walk->index + column;
    uint64_t full = begin_lines(walk, column);
    while (walk->fitting < walk->fit_count && walk->fits[walk->fitting].last <= column)
      walk->fitting++;
    if (index == *walk->end) {
      while (*walk->end == index) walk->end++;
      values[index] = 0;
      extend_lines(walk, 0);
      continue;
    }
    bool is_over = column < walk->over_until;
    for (uint64_t i = 0; i < walk->fitting; i++)
      mark(walk->seen, values[index - walk->fits[i].offset]);
    if (is_over) mark(walk->seen, 0);
    bool passes = walk->has_pass && (is_over || walk->fitting > 0 || has_line(walk, column));
    if (passes) mark(walk->seen, walk->below_values[index]);
    uint32_t value = find_free(walk, full);
    for (uint64_t i = 0; i < walk->fitting; i++)
      walk->seen[values[index - walk->fits[i].offset] / 64] = 0;
    if (is_over) walk->seen[0] = 0;
    if (passes) walk->seen[walk->below_values[index] / 64] = 0;
    values[index] = value;
    extend_lines(walk, value);
  }
}
