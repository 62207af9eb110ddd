/* Smith's game of dollars and cents [Smi66, §11]. */

#include "game/kind.h"

#include "base/error.h"
#include "game/components/components.h"
#include "text/cursor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- the kind ------------------------------------------------------------------------------ */

static const char fixed[] = "coins{fixed}", any[] = "coins{free}";

static bool match(const char *text, size_t length, size_t *name) {
  static const char word[] = "coins";
  size_t bytes = sizeof word - 1;
  *name = length;
  return length >= bytes && memcmp(text, word, bytes) == 0 &&
         (length == bytes || text[bytes] == '{');
}

/* Returns the normal form of the name, or NULL if its set is not allowed. */
static const char *normal_form(const char *name) {
  char set[8];
  int end = 0;
  if (name[5] == '\0') return fixed;
  if (sscanf(name, "coins{ %7[a-z] }%n", set, &end) != 1 || end == 0 || name[end] != '\0')
    return NULL;
  return strcmp(set, "fixed") == 0 ? fixed : strcmp(set, "free") == 0 ? any : NULL;
}

static grundy_status normalize(grundy_game_use *use, grundy_error *error) {
  const char *normal = normal_form(use->text);
  if (normal == NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, "", 0, sizeof "coins{",
                          "a dollar cannot be changed like this; expected fixed or free");
  use->text = normal;
  return GRUNDY_OK;
}

static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  (void)monitor, (void)error;
  use->data = &free_change[strcmp(use->text, any) == 0];
  return GRUNDY_OK;
}

GRUNDY_GAME_KIND(coins) = {
    .describe = {.name = "coins",
                 .notation = "coins[{fixed}|{free}]:D.CC",
                 .example = "coins{free}:1.05",
                 .summary = "Smith's game of coins, with D dollars and CC cents"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .functions =
        {
            .size = sizeof(grundy_component_kind),
            .name = "coins",
            .evaluate = evaluate,
            .count_moves = count_moves,
            .get_move = get_move,
            .name_position = name_position,
            .find_position = find_position,
            .is_move = is_move,
            .delaying_move = delaying_move,
        },
    .open_component = open_component,
    .position = "an amount of money, such as 1.05",
    .normalize = normalize,
};

grundy_component grundy_component_coins(bool changes_freely) {
  return (grundy_component){&grundy_kind_coins.functions, &free_change[changes_freely]};
}
