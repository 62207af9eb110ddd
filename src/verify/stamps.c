#include "verify/impl.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>

/* Values are at most the number of followers of their vertex. One more entry than there are
 * values, never marked, stops the search for a mex. */
bool grundy_stamps_alloc(stamps *s, const grundy_digraph *g) {
  uint64_t largest = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    uint64_t degree = grundy_digraph_followers(g, u).count;
    if (degree > largest) largest = degree;
  }
  s->bound = (uint32_t)largest + 1;
  s->stamp = grundy_alloc_zero((uint64_t)s->bound + 1, sizeof *s->stamp);
  s->number = grundy_alloc((uint64_t)s->bound + 1, sizeof *s->number);
  return s->stamp != NULL && s->number != NULL;
}

void grundy_stamps_free(stamps *s) {
  free(s->stamp);
  free(s->number);
}

uint64_t grundy_verify_mark_values(checker *c, uint32_t v, const uint32_t *values) {
  grundy_vertices followers = grundy_digraph_followers(c->g, v);
  uint64_t different = 0;
  c->seen.now++;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t value = values[followers.at[i]];
    if (value >= c->seen.bound || c->seen.stamp[value] == c->seen.now) continue;
    c->seen.stamp[value] = c->seen.now;
    different++;
  }
  return different;
}

void grundy_verify_mark_least(checker *c, uint32_t v, const uint32_t *values,
                              const uint32_t *numbers) {
  grundy_vertices followers = grundy_digraph_followers(c->g, v);
  c->seen.now++;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t w = followers.at[i], value = values[w];
    if (value >= c->seen.bound) continue;
    if (c->seen.stamp[value] != c->seen.now || numbers[w] < c->seen.number[value])
      c->seen.number[value] = numbers[w];
    c->seen.stamp[value] = c->seen.now;
  }
}

/* The smallest members that fit, and dots where there are more. */
const char *grundy_verify_value(checker *c, uint32_t v, char text[VALUE_TEXT]) {
  const uint32_t *values = grundy_solution_numbers(c->solution, GRUNDY_GRUNDY);
  if (values[v] != GRUNDY_INFINITY) {
    snprintf(text, VALUE_TEXT, "%" PRIu32, values[v]);
    return text;
  }
  enum { ROOM_FOR_MORE = 20 }; /* a number, a comma, dots and the brace */
  uint64_t left = grundy_verify_mark_values(c, v, values);
  int used = snprintf(text, VALUE_TEXT, "%s{", c->ascii ? "inf" : "∞");
  const char *comma = "";
  for (uint32_t x = 0; left > 0 && used < VALUE_TEXT - ROOM_FOR_MORE; x++) {
    if (c->seen.stamp[x] != c->seen.now) continue;
    used += snprintf(text + used, VALUE_TEXT - (size_t)used, "%s%" PRIu32, comma, x);
    comma = ",";
    left--;
  }
  snprintf(text + used, VALUE_TEXT - (size_t)used, "%s}",
           left == 0  ? ""
           : c->ascii ? ",..."
                      : ",…");
  return text;
}
