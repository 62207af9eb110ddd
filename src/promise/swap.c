/* Checks `swap` of rules whose positions are as the player to move sees them. */

#include "promise/impl.h"

#include <grundy/solution.h>
#include <grundy/value.h>

/* Keeps the position as the other player sees it, or nothing if the rules fail. */
static grundy_status swap(grundy_check *c, grundy_position position, bool canonical,
                          grundy_aligned_position *swapped) {
  grundy_error said;
  swapped->length = 0;
  grundy_status status =
      c->ruleset->kind->swap(c->ruleset, position, canonical, grundy_aligned_take, swapped, &said);
  return grundy_check_blame(c, GRUNDY_PROMISE_SWAP, status, &said);
}

/* Compares what `swap` makes of a position and of its canonical form. */
static grundy_status compare_classes(grundy_check *c, grundy_position given) {
  grundy_aligned_position canon, mine, theirs;
  grundy_status status = grundy_check_canon(c, given, &canon);
  if (status != GRUNDY_OK || canon.length == 0) return status;
  status = swap(c, given, true, &mine);
  if (status == GRUNDY_OK) status = swap(c, grundy_aligned_get(&canon), true, &theirs);
  if (status != GRUNDY_OK || mine.length == 0 || theirs.length == 0) return status;
  if (!grundy_position_is_same(grundy_aligned_get(&mine), grundy_aligned_get(&theirs)))
    grundy_check_break(c, GRUNDY_PROMISE_SWAP, &given,
                       "it leads to the class of '%s', but from the canonical form to that of '%s'",
                       grundy_check_show(c, grundy_aligned_get(&mine)).name,
                       grundy_check_show(c, grundy_aligned_get(&theirs)).name);
  return GRUNDY_OK;
}

grundy_status grundy_check_swap(grundy_check *c, grundy_position given) {
  grundy_aligned_position swapped, again;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_SWAP)) return GRUNDY_OK;
  c->findings[GRUNDY_PROMISE_SWAP].tried++;
  grundy_status status = swap(c, given, false, &swapped);
  if (status != GRUNDY_OK || swapped.length == 0) return status;
  status = swap(c, grundy_aligned_get(&swapped), false, &again);
  if (status != GRUNDY_OK || again.length == 0) return status;
  if (grundy_position_is_same(grundy_aligned_get(&again), given))
    return c->ruleset->has_canon ? compare_classes(c, given) : GRUNDY_OK;
  grundy_check_break(c, GRUNDY_PROMISE_SWAP, &given, "it leads to '%s', and from there to '%s'",
                     grundy_check_show(c, grundy_aligned_get(&swapped)).name,
                     grundy_check_show(c, grundy_aligned_get(&again)).name);
  return GRUNDY_OK;
}

grundy_status grundy_check_take_swap(grundy_check *c, grundy_position position,
                                     grundy_position_set *to) {
  grundy_aligned_position swapped;
  grundy_status status = swap(c, position, true, &swapped);
  if (status != GRUNDY_OK || swapped.length == 0) return status;
  grundy_position_set_put(to, grundy_aligned_get(&swapped));
  return to->out_of_memory ? grundy_fail_memory(c->error) : GRUNDY_OK;
}

grundy_status grundy_check_views(grundy_check *c, const grundy_position_set *positions,
                                 const grundy_solution *solution) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t id = 0; id < grundy_position_set_count(positions) && status == GRUNDY_OK &&
                        grundy_check_is_open(c, GRUNDY_PROMISE_VIEWS);
       id++) {
    grundy_position at = grundy_position_set_get(positions, id);
    grundy_aligned_position swapped;
    uint32_t other;
    status = swap(c, at, true, &swapped);
    if (status != GRUNDY_OK || swapped.length == 0 ||
        !grundy_position_set_find(positions, grundy_aligned_get(&swapped), &other))
      continue;
    grundy_value mine = grundy_solution_value(solution, id);
    grundy_value theirs = grundy_solution_value(solution, other);
    c->findings[GRUNDY_PROMISE_VIEWS].tried++;
    if (grundy_value_equal(mine, theirs)) continue;
    char texts[2][64];
    (void)grundy_value_format(mine, true, texts[0], sizeof texts[0]);
    (void)grundy_value_format(theirs, true, texts[1], sizeof texts[1]);
    grundy_check_break(c, GRUNDY_PROMISE_VIEWS, &at,
                       "the value is %s, but %s as the other player sees it, at '%s'", texts[0],
                       texts[1], grundy_check_show(c, grundy_aligned_get(&swapped)).name);
  }
  return status;
}
