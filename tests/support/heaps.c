#include "support/heaps.h"

#include "support/test.h"

static uint32_t digit_of(const heap_rules *rules, uint32_t taken) {
  return taken < rules->count ? rules->digits[taken] : rules->rest;
}

void heap_rules_text(const heap_rules *rules, char *text, size_t size) {
  static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t at = 0;
  if (rules->unequal) {
    snprintf(text, size, "grundy");
    return;
  }
  for (uint32_t k = 0; k < rules->count && at + 8 < size; k++) {
    text[at++] = letters[rules->digits[k]];
    if (k == 0) text[at++] = '.';
  }
  snprintf(text + at, size - at, "(%c)", letters[rules->rest]);
}

/* ---- values ----------------------------------------------------------------------- */

/* Collects the values of `parts` heaps with `left` beans, none smaller than `least`. */
static void mark_sums(const uint32_t *values, uint32_t parts, uint32_t least, uint32_t left,
                      uint32_t sum, bool unequal, bool *seen) {
  if (parts == 0) {
    if (left == 0) seen[sum] = true;
    return;
  }
  if (parts == 1) {
    if (left >= least && left > 0 && !(unequal && left == least)) seen[sum ^ values[left]] = true;
    return;
  }
  for (uint32_t a = least; a * parts <= left; a++)
    mark_sums(values, parts - 1, a, left - a, sum ^ values[a], unequal, seen);
}

void naive_heap_values(const heap_rules *rules, uint32_t max, uint32_t *values) {
  size_t room = 4 * (size_t)max + 64;
  bool *seen = calloc(room, sizeof *seen);
  assert_non_null(seen);
  for (uint32_t n = 0; n <= max; n++) {
    memset(seen, 0, room);
    for (uint32_t k = 0; k <= n; k++) {
      if (k >= rules->count && rules->rest == 0) break;
      for (uint32_t parts = 0; parts < 6; parts++)
        if ((digit_of(rules, k) >> parts & 1) != 0)
          mark_sums(values, parts, parts == 1 ? 0 : 1, n - k, 0, rules->unequal, seen);
    }
    values[n] = 0;
    while (seen[values[n]]) values[n]++;
  }
  free(seen);
}

/* ---- misère play ------------------------------------------------------------------ */

enum { MOST = 24 };

static bool moves_to_p(const heap_rules *rules, const uint32_t *others, uint32_t count,
                       uint32_t parts, uint32_t least, uint32_t left) {
  uint32_t sizes[MOST];
  memcpy(sizes, others, count * sizeof *sizes);
  if (parts == 0) return left == 0 && !naive_heaps_misere(rules, sizes, count);
  for (uint32_t a = least; a <= left; a++) {
    if (parts == 1 && a != left) continue;
    sizes[count] = a;
    if (parts > 1 && rules->unequal && 2 * a == left) continue;
    if (moves_to_p(rules, sizes, count + 1, parts - 1, a, left - a)) return true;
  }
  return false;
}

/* Returns whether the player to move can win. A player who has no move wins. */
static bool has_move(const heap_rules *rules, uint32_t heap) {
  for (uint32_t k = 0; k <= heap; k++)
    for (uint32_t parts = 0; parts < 6; parts++) {
      if ((digit_of(rules, k) >> parts & 1) == 0) continue;
      uint32_t left = heap - k;
      bool possible = parts == 0 ? left == 0 : left >= parts;
      if (rules->unequal && left < 3) possible = false;
      if (possible) return true;
    }
  return false;
}

bool naive_heaps_misere(const heap_rules *rules, const uint32_t *sizes, uint32_t count) {
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    any = any || has_move(rules, sizes[i]);
    uint32_t others[MOST], kept = 0;
    for (uint32_t j = 0; j < count; j++)
      if (j != i) others[kept++] = sizes[j];
    for (uint32_t k = 0; k <= sizes[i]; k++)
      for (uint32_t parts = 0; parts < 6; parts++)
        if ((digit_of(rules, k) >> parts & 1) != 0 &&
            moves_to_p(rules, others, kept, parts, 1, sizes[i] - k))
          return true;
  }
  return !any;
}

/* ---- the library ------------------------------------------------------------------ */

grundy_heaps *heaps_of(const char *text, uint32_t max, bool stop_at_period) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  if (grundy_heap_code_parse(text, strlen(text), &code, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  grundy_heap_options options = {
      .size = sizeof options, .max = max, .stop_at_period = stop_at_period};
  if (grundy_heaps_solve(code, &options, &heaps, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  grundy_heap_code_free(code);
  return heaps;
}

uint64_t largest_heap(const grundy_heaps *heaps) {
  uint64_t count;
  (void)grundy_heaps_values(heaps, &count);
  return count - 1;
}
