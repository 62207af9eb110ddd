#include <grundy/solution.h>

#include "base/error.h"
#include "base/suggest.h"
#include "solution/columns.h"
#include "text/cursor.h"

#include <string.h>

/* In bit order. */
static const grundy_column_info columns[GRUNDY_COLUMN_COUNT] = {
    {"outcome", GRUNDY_COLUMN_OF_LETTERS, "P previous player wins, N next player wins, D draw"},
    {"grundy", GRUNDY_COLUMN_OF_NUMBERS, "generalized Sprague-Grundy value G, or inf"},
    {"k", GRUNDY_COLUMN_OF_SETS, "where G is infinite: the finite values of the followers"},
    {"remoteness", GRUNDY_COLUMN_OF_NUMBERS,
     "length of play when the winner hurries, the loser stalls"},
    {"distance", GRUNDY_COLUMN_OF_NUMBERS, "length of the longest play, inf if it may be endless"},
    {"counter", GRUNDY_COLUMN_OF_NUMBERS,
     "counter c: some winning reply always lowers it, so play ends"},
    {"misere", GRUNDY_COLUMN_OF_LETTERS, "outcome when the last player loses"},
    {"misere_remoteness", GRUNDY_COLUMN_OF_NUMBERS, "remoteness when the last player loses"},
    {"hmin", GRUNDY_COLUMN_OF_NUMBERS, "Smith's least counter H; winning replies lower it, too"},
    {"j", GRUNDY_COLUMN_OF_SETS, "all values of the followers, inf among them"},
    {"player", GRUNDY_COLUMN_OF_LETTERS, "two colours: who moves, A or B; outcome is A, B or D"},
    {"q1", GRUNDY_COLUMN_OF_NUMBERS, "two colours: remoteness, A's aim being to win"},
    {"q0", GRUNDY_COLUMN_OF_NUMBERS, "two colours: remoteness, A's aim being a draw or better"},
    {"q-1", GRUNDY_COLUMN_OF_NUMBERS, "two colours: remoteness, A's aim being an end"},
    {"q2", GRUNDY_COLUMN_OF_NUMBERS, "two colours: remoteness, B's aim being an end"},
    {"abe", GRUNDY_COLUMN_OF_LEVELS, "two colours: what A can be sure of"},
    {"barbara", GRUNDY_COLUMN_OF_LEVELS, "two colours: what B can be sure of"},
    {"guarantee", GRUNDY_COLUMN_OF_REALS, "payoffs: the most that A can be sure of"},
    {"guarantee_moves", GRUNDY_COLUMN_OF_NUMBERS, "payoffs: within how many moves"},
    {"cap", GRUNDY_COLUMN_OF_REALS, "payoffs: the least that B can hold A to"},
    {"cap_moves", GRUNDY_COLUMN_OF_NUMBERS, "payoffs: within how many moves"},
    {"qv", GRUNDY_COLUMN_OF_NUMBERS, "payoffs: remoteness, A's aim being the given payoff or more"},
    {"draw_level", GRUNDY_COLUMN_OF_NUMBERS,
     "0 if won or lost; otherwise how far a draw is from that"},
    {"draw_remoteness", GRUNDY_COLUMN_OF_NUMBERS, "remoteness within the level of a draw"},
    {"window", GRUNDY_COLUMN_OF_LETTERS, "windows: F where a move leaves the window, otherwise I"},
    {"c", GRUNDY_COLUMN_OF_SETS, "carry-on moves: nimbers at which the turn can pause"},
    {"turn_remoteness", GRUNDY_COLUMN_OF_NUMBERS, "remoteness counted in turns"},
    {"turn_distance", GRUNDY_COLUMN_OF_NUMBERS, "most turns of a play, inf if it may be endless"},
};

const grundy_column_info *grundy_column_describe(grundy_columns column) {
  bool is_one = column != 0 && (column & (column - 1)) == 0;
  int place = is_one ? __builtin_ctz(column) : GRUNDY_COLUMN_COUNT;
  return place < GRUNDY_COLUMN_COUNT ? &columns[place] : NULL;
}

grundy_columns grundy_column_find(const char *name, size_t length) {
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    if (grundy_bytes_are(name, length, columns[i].name)) return (grundy_columns)1 << i;
  return 0;
}

/* Lists all columns if no name is close. */
static grundy_status fail_column(const char *word, size_t length, grundy_error *error) {
  grundy_suggestion best = {0};
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    grundy_suggest(&best, word, length, columns[i].name);
  (void)grundy_fail(error, GRUNDY_BAD_ARGUMENT, "unknown column '%.*s'",
                    grundy_excerpt(word, length), word);
  if (grundy_error_suggest(error, &best)) return GRUNDY_BAD_ARGUMENT;
  grundy_error_append(error, "; expected ");
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) grundy_error_append(error, "%s, ", columns[i].name);
  grundy_error_append(error, "default or all");
  return GRUNDY_BAD_ARGUMENT;
}

/* ---- levels ----------------------------------------------------------------------------- */

static const grundy_level_info levels[] = {
    {GRUNDY_LEVEL_BOUNDED_WIN, "bounded-win", GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0},
    {GRUNDY_LEVEL_BOUNDED_DRAW, "bounded-draw", GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_Q1},
    {GRUNDY_LEVEL_DRAW, "draw", 0, 0},
    {GRUNDY_LEVEL_DRAW_OR_BOUNDED_LOSS, "draw/bounded-loss", GRUNDY_COLUMN_QM1, GRUNDY_COLUMN_Q2},
    {GRUNDY_LEVEL_BOUNDED_LOSS, "bounded-loss", GRUNDY_COLUMN_QM1, GRUNDY_COLUMN_Q2},
    {GRUNDY_LEVEL_NOTHING, "nothing", 0, 0},
};

enum { LEVELS = sizeof levels / sizeof *levels };

const grundy_level_info *grundy_level_describe(uint8_t level) {
  for (int i = 0; i < LEVELS; i++)
    if (levels[i].level == level) return &levels[i];
  return NULL;
}

const char *grundy_level_name(uint8_t level) {
  const grundy_level_info *info = grundy_level_describe(level);
  return info == NULL ? NULL : info->name;
}

grundy_columns grundy_level_bound(uint8_t level, bool of_a) {
  const grundy_level_info *info = grundy_level_describe(level);
  return info == NULL ? 0 : of_a ? info->a_bound : info->b_bound;
}

uint8_t grundy_level_find(const char *name, size_t length) {
  for (int i = 0; i < LEVELS; i++)
    if (grundy_bytes_are(name, length, levels[i].name)) return (uint8_t)levels[i].level;
  return 0;
}

/* ---- lists ------------------------------------------------------------------------------ */

grundy_status grundy_columns_parse(const char *list, grundy_columns *parsed, grundy_error *error) {
  grundy_columns sum = 0;
  for (const char *word = list;; word++) {
    size_t length = strcspn(word, ",");
    grundy_columns column = grundy_column_find(word, length);
    if (grundy_bytes_are(word, length, "all"))
      column = GRUNDY_COLUMNS_ALL;
    else if (grundy_bytes_are(word, length, "default"))
      column = GRUNDY_COLUMNS_DEFAULT;
    if (column == 0 && !grundy_bytes_are(word, length, "vertex"))
      return fail_column(word, length, error);
    sum |= column;
    word += length;
    if (*word == '\0') break;
  }
  if (sum == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "vertex is always shown; add other columns");
  *parsed = sum;
  return GRUNDY_OK;
}
