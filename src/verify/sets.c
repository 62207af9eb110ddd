#include "verify/impl.h"

#include "base/alloc.h"

#include <stdlib.h>

/* Marks the finite values of the followers of u and counts the different ones; *infinite
 * tells whether a follower is infinite. */
static uint64_t mark_followers(checker *c, uint32_t u, const uint32_t *values, bool *infinite) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  uint64_t different = 0;
  c->seen.now++;
  *infinite = false;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t value = values[followers.at[i]];
    if (value == GRUNDY_INFINITY)
      *infinite = true;
    else if (c->seen.stamp[value] != c->seen.now) {
      c->seen.stamp[value] = c->seen.now;
      different++;
    }
  }
  return different;
}

/* Is `set` just what was marked, with infinity if `infinite`? It is strictly increasing. */
static bool is_marked(const checker *c, grundy_set set, uint64_t different, bool infinite) {
  if (set.absent || set.size != different + infinite) return false;
  for (uint64_t i = 0; i < set.size; i++) {
    uint32_t number = set.numbers[i];
    if (number == GRUNDY_INFINITY ? !infinite
                                  : number >= c->seen.bound || c->seen.stamp[number] != c->seen.now)
      return false;
  }
  return true;
}

grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    grundy_set set = grundy_solution_set(c->solution, k_or_j, u);
    bool infinite, k = k_or_j == GRUNDY_K;
    uint64_t different = mark_followers(c, u, values, &infinite);
    bool right = k && values[u] != GRUNDY_INFINITY ? set.absent && set.size == 0
                                                   : is_marked(c, set, different, infinite && !k);
    if (!right) {
      char scratch[GRUNDY_NAME_SCRATCH];
      return grundy_verify_note(c, k_or_j, GRUNDY_WRONG, "%s: %s", name_of(c, u, scratch),
                                !k ? "j is not the set of the values of its followers"
                                : values[u] != GRUNDY_INFINITY
                                    ? "k is given, but its value is finite"
                                    : "k is not the set of the finite values of its followers");
    }
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  return grundy_verify_note(c, k_or_j, GRUNDY_RIGHT, "recomputed from grundy");
}

static int compare_numbers(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The finite values of the followers of v, sorted, the first few of them: enough to show. */
static uint64_t some_values(const checker *c, uint32_t v, const uint32_t *values, uint32_t *numbers,
                            uint64_t room) {
  grundy_vertices followers = grundy_digraph_followers(c->g, v);
  uint64_t count = 0;
  for (uint64_t i = 0; i < followers.count && count < room; i++)
    if (values[followers.at[i]] != GRUNDY_INFINITY) numbers[count++] = values[followers.at[i]];
  qsort(numbers, count, sizeof *numbers, compare_numbers);
  uint64_t different = 0;
  for (uint64_t i = 0; i < count; i++)
    if (i == 0 || numbers[i] != numbers[i - 1]) numbers[different++] = numbers[i];
  return different;
}

const char *grundy_verify_value(const checker *c, uint32_t v, char text[VALUE_TEXT]) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  uint32_t numbers[VALUE_TEXT];
  grundy_value value = {values[v], {numbers, 0, false}};
  if (values[v] == GRUNDY_INFINITY) value.k.size = some_values(c, v, values, numbers, VALUE_TEXT);
  grundy_value_format(value, c->ascii, text, VALUE_TEXT);
  return text;
}
