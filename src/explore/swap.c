/* Explored rules whose positions are as the player to move sees them, with `swap`: finds and
 * compares what both players see. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <grundy/value.h>

#include <string.h>

grundy_status grundy_explored_swap(const grundy_digraph *g, uint32_t v, uint32_t *swapped,
                                   grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_position_lookup f = {.positions = (grundy_positions *)&explored->positions};
  grundy_status status =
      grundy_ruleset_swap(explored->ruleset, grundy_positions_get(&explored->positions, v),
                          grundy_take_known, &f, error);
  if (status != GRUNDY_OK) return status;
  if (f.known) {
    *swapped = f.v;
    return GRUNDY_OK;
  }
  char name[GRUNDY_NAME_MAX_BYTES];
  grundy_explored_show(explored, v, name);
  return grundy_fail_at(error, GRUNDY_UNDEFINED, explored->ruleset->text, 0, 0,
                        "a sum needs '%.*s' also as the other player sees it, which play from the "
                        "start does not reach; write the sum as one expression of rules",
                        grundy_excerpt(name, strlen(name)), name);
}

/* Fails because the players see different things at the vertex. */
static grundy_status fail_at(const grundy_digraph *g, uint32_t v, const char *what,
                             grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  char name[GRUNDY_NAME_MAX_BYTES];
  grundy_explored_show(explored, v, name);
  return grundy_fail_at(error, GRUNDY_UNDEFINED, explored->ruleset->text, 0, 0,
                        "swap breaks its promise at '%.*s', and sums are not defined: %s",
                        grundy_excerpt(name, strlen(name)), name, what);
}

grundy_status grundy_explored_check_swaps(const grundy_digraph *g, const grundy_solution *solution,
                                          grundy_error *error) {
  uint32_t order = grundy_digraph_order(g), w = 0, again = 0;
  for (uint32_t v = 0; v < order; v++) {
    grundy_status status = grundy_explored_swap(g, v, &w, error);
    if (status == GRUNDY_OK) status = grundy_explored_swap(g, w, &again, error);
    if (status != GRUNDY_OK) return status;
    if (again != v) return fail_at(g, v, "swapped twice it is another position", error);
    grundy_value mine = grundy_solution_value(solution, v);
    grundy_value theirs = grundy_solution_value(solution, w);
    if (grundy_value_equal(mine, theirs)) continue;
    char texts[2][64], what[2 * 64 + 64];
    (void)grundy_value_format(mine, true, texts[0], sizeof texts[0]);
    (void)grundy_value_format(theirs, true, texts[1], sizeof texts[1]);
    (void)snprintf(what, sizeof what, "its value is %s, and %s as the other player sees it",
                   texts[0], texts[1]);
    return fail_at(g, v, what, error);
  }
  return GRUNDY_OK;
}
