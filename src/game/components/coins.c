/* Smith's game of dollars and cents, to be played in compounds [Smi66, §11]. */

#include <grundy/game.h>

#include "base/error.h"

#include <inttypes.h>

static const bool is_free = true, is_fixed = false;

static uint64_t dollars_of(uint64_t position) {
  return position / GRUNDY_OMEGA;
}

static uint64_t cents_of(uint64_t position) {
  return position % GRUNDY_OMEGA;
}

static uint64_t position_of(uint64_t dollars, uint64_t cents) {
  return dollars * GRUNDY_OMEGA + cents;
}

/* D = R = 100d + c, or ωd + c, which is the position itself. Every play takes as many cents as
 * there are, and a dollar is an even number of them: the value is that of a path, the parity of c.
 * Who may change a dollar in misère play changes it for two cents: R' = 2d + c + 1. */
static void coins_facts(const void *game, uint64_t position, grundy_facts *facts) {
  bool free_change = *(const bool *)game;
  uint64_t dollars = dollars_of(position), cents = cents_of(position);
  uint64_t distance = free_change ? position : 100 * dollars + cents;
  *facts = (grundy_facts){
      .value = {(uint32_t)(cents % 2), {.absent = true}},
      .counter = distance,
      .remoteness = {distance, free_change ? 2 * dollars + cents + 1 : distance + 1},
      .distance = distance,
  };
}

static uint64_t coins_move_count(const void *game, uint64_t position) {
  if (position == 0) return 0;
  bool changes = cents_of(position) == 0 && *(const bool *)game;
  return changes ? UINT64_MAX : 1;
}

static uint64_t coins_move(const void *game, uint64_t position, uint64_t index) {
  if (cents_of(position) > 0) return position - 1;
  uint64_t cents = *(const bool *)game ? 2 * index + 1 : 99;
  return position_of(dollars_of(position) - 1, cents);
}

static bool coins_allows(const void *game, uint64_t from, uint64_t to) {
  if (from == 0) return false;
  if (cents_of(from) > 0) return to == from - 1;
  bool right = *(const bool *)game ? cents_of(to) % 2 == 1 : cents_of(to) == 99;
  return dollars_of(to) + 1 == dollars_of(from) && right;
}

/* An odd number of cents above the bound, and not a small one. */
static uint64_t coins_stall(const void *game, uint64_t position, uint64_t bound) {
  (void)game;
  uint64_t cents = (bound | 1) + 2;
  return position_of(dollars_of(position) - 1, cents < 99 ? 99 : cents);
}

static size_t coins_name(const void *game, uint64_t position, char *text, size_t size) {
  (void)game;
  return (size_t)snprintf(text, size, "%" PRIu64 ".%02" PRIu64, dollars_of(position),
                          cents_of(position));
}

/* Digits up to `most`; false if there are fewer than `least` of them or it is too large. */
static bool read_digits(const char **at, const char *end, int least, uint64_t most,
                        uint64_t *number) {
  int digits = 0;
  *number = 0;
  for (; *at < end && **at >= '0' && **at <= '9'; (*at)++, digits++) {
    *number = 10 * *number + (uint64_t)(**at - '0');
    if (*number > most) return false;
  }
  return digits >= least;
}

static bool coins_find(const void *game, const char *name, size_t length, uint64_t *position) {
  const char *at = name, *end = name + length;
  uint64_t dollars, cents;
  (void)game;
  if (!read_digits(&at, end, 1, GRUNDY_COINS_MAX_DOLLARS, &dollars)) return false;
  if (at == end || *at++ != '.') return false;
  if (!read_digits(&at, end, 2, GRUNDY_COINS_MAX_CENTS, &cents) || at != end) return false;
  *position = position_of(dollars, cents);
  return true;
}

static void coins_explain(const void *game, const char *name, size_t length, grundy_error *error) {
  (void)game;
  (void)grundy_fail(error, GRUNDY_BAD_INPUT,
                    "'%.*s' is no sum of coins; expected dollars and cents as in 1.05, at most "
                    "%" PRIu64 " and %" PRIu64,
                    grundy_shown(name, length), name, GRUNDY_COINS_MAX_DOLLARS,
                    GRUNDY_COINS_MAX_CENTS);
}

grundy_component grundy_component_coins(bool free) {
  static const grundy_component_kind kind = {
      .name = "coins",
      .facts = coins_facts,
      .move_count = coins_move_count,
      .move = coins_move,
      .allows = coins_allows,
      .delaying_move = coins_stall,
      .name_of = coins_name,
      .find = coins_find,
      .explain = coins_explain,
  };
  return (grundy_component){&kind, free ? &is_free : &is_fixed};
}
