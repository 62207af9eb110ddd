/* Smith's game of dollars and cents as a component [Smi66, §11]. */

#include "game/components/components.h"

#include "base/error.h"
#include "text/cursor.h"

#include <inttypes.h>

/* The data of a component: whether a dollar may be changed into any even number of cents. */
static bool free_change[] = {false, true};

static bool is_free(const void *data) {
  return *(const bool *)data;
}

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
 * there are, and a dollar is worth an even number of them, so the value is that of a path: the
 * parity of c. In misère play, a player who may choose changes a dollar into two cents: R' = 2d + c
 * + 1. */
static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  uint64_t dollars = dollars_of(position), cents = cents_of(position);
  uint64_t distance = is_free(data) ? position : 100 * dollars + cents;
  uint64_t shortest = is_free(data) ? 2 * dollars + cents : distance;
  (void)error;
  evaluation->value = cents % 2;
  evaluation->counter = evaluation->distance = distance;
  evaluation->remoteness = play == GRUNDY_NORMAL_PLAY ? distance : shortest + 1;
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  bool changes = cents_of(position) == 0 && is_free(data);
  (void)error;
  *count = position == 0 ? 0 : changes ? UINT64_MAX : 1;
  return GRUNDY_OK;
}

static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  uint64_t cents = is_free(data) ? 2 * index + 1 : 99;
  (void)error;
  *to = cents_of(position) > 0 ? position - 1 : position_of(dollars_of(position) - 1, cents);
  return GRUNDY_OK;
}

static grundy_status is_move(void *data, uint64_t from, uint64_t to, bool *is_move,
                             grundy_error *error) {
  bool right = is_free(data) ? cents_of(to) % 2 == 1 : cents_of(to) == 99;
  bool changed = dollars_of(to) + 1 == dollars_of(from) && right;
  (void)error;
  *is_move = from > 0 && (cents_of(from) > 0 ? to == from - 1 : changed);
  return GRUNDY_OK;
}

/* Leaves an odd number of cents well above the bound. */
static grundy_status delaying_move(void *data, uint64_t position, uint64_t bound, uint64_t *to,
                                   grundy_error *error) {
  uint64_t cents = (bound | 1) + 2;
  (void)data, (void)error;
  *to = position_of(dollars_of(position) - 1, cents < 99 ? 99 : cents);
  return GRUNDY_OK;
}

static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  (void)data, (void)error;
  *length = (size_t)snprintf(text, size, "%" PRIu64 ".%02" PRIu64, dollars_of(position),
                             cents_of(position));
  return GRUNDY_OK;
}

/* Reads D.CC with at least two digits of cents. */
static bool parse(const char *name, size_t length, uint64_t *position) {
  grundy_cursor c = grundy_cursor_of("", name, length, NULL);
  uint64_t dollars, cents;
  if (grundy_cursor_take_digits(&c, &dollars) < 1 || !grundy_cursor_accept(&c, '.') ||
      grundy_cursor_take_digits(&c, &cents) < 2 || c.at < c.end)
    return false;
  if (dollars > GRUNDY_COINS_MAX_DOLLARS || cents > GRUNDY_COINS_MAX_CENTS) return false;
  *position = position_of(dollars, cents);
  return true;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  (void)data;
  if (parse(name, length, position)) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "'%.*s' is not a sum of coins; expected dollars and cents as in 1.05, at most "
                     "%" PRIu64 " and %" PRIu64,
                     grundy_excerpt(name, length), name, GRUNDY_COINS_MAX_DOLLARS,
                     GRUNDY_COINS_MAX_CENTS);
}

grundy_component grundy_component_coins(bool free) {
  static const grundy_component_kind kind = {
      .size = sizeof kind,
      .name = "coins",
      .evaluate = evaluate,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .is_move = is_move,
      .delaying_move = delaying_move,
  };
  return (grundy_component){&kind, &free_change[free]};
}
