#include "digraph/suggest.h"

#include "base/error.h"
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

/* The most names to compare: a game may have 2^31 positions, and rules may make each name on
 * demand. */
enum { MAX_NAMES = 100000 };

/* The most bytes of a list of positions. */
enum { MAX_LIST = 60 };

/* Writes "a, b, c"; false if there are too many positions. */
static bool list_positions(const grundy_digraph *g, char list[MAX_LIST + 1]) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t order = grundy_digraph_order(g);
  size_t length = 0;
  for (uint32_t v = 0; v < order; v++) {
    const char *name = grundy_digraph_name(g, v, scratch), *before = v == 0 ? "" : ", ";
    if (length + strlen(before) + strlen(name) > MAX_LIST) return false;
    length += (size_t)snprintf(list + length, MAX_LIST + 1 - length, "%s%s", before, name);
  }
  return length > 0;
}

void grundy_error_suggest_position(grundy_error *error, const grundy_digraph *g, const char *name,
                                   size_t length) {
  grundy_suggestion best = {0};
  char list[MAX_LIST + 1], scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t tried = length > GRUNDY_SUGGESTION_MAX_BYTES ? 0 : grundy_digraph_order(g);
  if (error == NULL) return;
  for (uint32_t v = 0; v < tried && v < MAX_NAMES; v++)
    grundy_suggest(&best, name, length, grundy_digraph_name(g, v, scratch));
  if (grundy_error_suggest(error, &best) || !list_positions(g, list)) return;
  grundy_error_append(error, "; its positions are %s", list);
}
