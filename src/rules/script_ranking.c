/* The table `ranking` of rules in Lua: the functions of <grundy/rank.h>.
 *
 *   ranking.sets.count(n, k)         ranking.sets.rank(set)            .unrank(n, k, index)
 *   ranking.multisets.count(n, k)    ranking.multisets.rank(items)     .unrank(n, k, index)
 *   ranking.words.count(counts)      ranking.words.rank(word, letters) .unrank(counts, letters,
 * index) ranking.digits.count(bounds)     ranking.digits.rank(digits, bounds) .unrank(bounds,
 * index)
 *
 * A set is an integer, one bit per element; a word is a string whose letters are the bytes of
 * `letters`, in this order; everything else is an array of integers. What does not exist is nil.
 * Numbers that do not fit into an integer of Lua are an error. */

#include "rules/script.h"

#include <grundy/rank.h>

#include <lauxlib.h>
#include <string.h>

/* The longest array or word, and the most items or equal letters. */
enum { MOST_ENTRIES = GRUNDY_RULES_MAX_POSITION, MOST_ITEMS = 65535 };

/* ---- arguments and results ------------------------------------------------------------------ */

static void check(lua_State *lua, bool is_right, int argument, const char *wrong) {
  if (!is_right) (void)luaL_argerror(lua, argument, wrong);
}

static uint64_t check_natural(lua_State *lua, int argument, lua_Integer most) {
  lua_Integer number = luaL_checkinteger(lua, argument);
  check(lua, number >= 0, argument, "expected an integer from 0");
  check(lua, number <= most, argument, "too large");
  return (uint64_t)number;
}

/* Returns the length of an array. */
static size_t check_length(lua_State *lua, int argument) {
  luaL_checktype(lua, argument, LUA_TTABLE);
  lua_Unsigned length = lua_rawlen(lua, argument);
  check(lua, length <= MOST_ENTRIES, argument, "too long an array");
  return (size_t)length;
}

/* Returns an entry of an array, an integer from 0 to `most`. */
static uint64_t check_entry(lua_State *lua, int argument, size_t i, lua_Integer most) {
  int is_integer = 0;
  lua_rawgeti(lua, argument, (lua_Integer)i + 1);
  lua_Integer number = lua_tointegerx(lua, -1, &is_integer);
  check(lua, is_integer && number >= 0, argument, "expected integers from 0");
  check(lua, number <= most, argument, "an entry is too large");
  lua_pop(lua, 1);
  return (uint64_t)number;
}

/* Reads an array of numbers of items, and returns its length. */
static size_t check_items(lua_State *lua, int argument, uint32_t items[MOST_ENTRIES]) {
  size_t n = check_length(lua, argument);
  for (size_t i = 0; i < n; i++) items[i] = (uint32_t)check_entry(lua, argument, i, MOST_ITEMS);
  return n;
}

static size_t check_digits(lua_State *lua, int argument, uint64_t digits[MOST_ENTRIES]) {
  size_t n = check_length(lua, argument);
  for (size_t i = 0; i < n; i++) digits[i] = check_entry(lua, argument, i, LUA_MAXINTEGER);
  return n;
}

static int push_number(lua_State *lua, uint64_t number) {
  if (number > LUA_MAXINTEGER) return luaL_error(lua, "the number does not fit into 63 bits");
  lua_pushinteger(lua, (lua_Integer)number);
  return 1;
}

static int push_nil(lua_State *lua) {
  lua_pushnil(lua);
  return 1;
}

/* Raises an error if there are too many objects to number them. */
static void check_count(lua_State *lua, uint64_t count) {
  (void)push_number(lua, count);
  lua_pop(lua, 1);
}

/* ---- sets ----------------------------------------------------------------------------------- */

static int count_sets(lua_State *lua) {
  uint64_t n = check_natural(lua, 1, LUA_MAXINTEGER), k = check_natural(lua, 2, LUA_MAXINTEGER);
  return push_number(lua, grundy_count_sets(n, k));
}

static int rank_set(lua_State *lua) {
  return push_number(lua, grundy_rank_set((uint64_t)luaL_checkinteger(lua, 1)));
}

static int unrank_set(lua_State *lua) {
  unsigned n = (unsigned)check_natural(lua, 1, 64), k = (unsigned)check_natural(lua, 2, 64);
  uint64_t set = 0;
  if (!grundy_unrank_set(n, k, check_natural(lua, 3, LUA_MAXINTEGER), &set)) return push_nil(lua);
  lua_pushinteger(lua, (lua_Integer)set);
  return 1;
}

/* ---- multisets ------------------------------------------------------------------------------ */

static int count_multisets(lua_State *lua) {
  uint64_t n = check_natural(lua, 1, MOST_ENTRIES), k = check_natural(lua, 2, MOST_ITEMS);
  return push_number(lua, grundy_count_multisets(n, k));
}

static int rank_multiset(lua_State *lua) {
  uint32_t items[MOST_ENTRIES];
  uint64_t sum = 0;
  size_t n = check_items(lua, 1, items);
  for (size_t i = 0; i < n; i++) sum += items[i];
  check_count(lua, grundy_count_multisets(n, sum));
  return push_number(lua, grundy_rank_multiset(items, n));
}

static int unrank_multiset(lua_State *lua) {
  uint32_t items[MOST_ENTRIES];
  size_t n = (size_t)check_natural(lua, 1, MOST_ENTRIES);
  uint32_t k = (uint32_t)check_natural(lua, 2, MOST_ITEMS);
  uint64_t index = check_natural(lua, 3, LUA_MAXINTEGER);
  check_count(lua, grundy_count_multisets(n, k));
  if (!grundy_unrank_multiset(n, k, index, items)) return push_nil(lua);
  lua_createtable(lua, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    lua_pushinteger(lua, items[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Reads the numbers of letters, and returns how many letters there are. */
static size_t check_letter_counts(lua_State *lua, int argument, uint32_t counts[MOST_ENTRIES]) {
  size_t n = check_items(lua, argument, counts), length = 0;
  for (size_t i = 0; i < n; i++) length += counts[i];
  check(lua, n <= UINT8_MAX + 1, argument, "too many letters");
  check(lua, length <= MOST_ENTRIES, argument, "too long a word");
  return n;
}

static int count_words(lua_State *lua) {
  uint32_t counts[MOST_ENTRIES];
  size_t n = check_letter_counts(lua, 1, counts);
  return push_number(lua, grundy_count_words(counts, n));
}

static int rank_word(lua_State *lua) {
  uint8_t places[MOST_ENTRIES];
  uint32_t counts[UINT8_MAX + 1] = {0};
  size_t length, n;
  const char *word = luaL_checklstring(lua, 1, &length);
  const char *letters = luaL_checklstring(lua, 2, &n);
  check(lua, length <= MOST_ENTRIES, 1, "too long a word");
  check(lua, n <= UINT8_MAX + 1, 2, "too many letters");
  for (size_t i = 0; i < length; i++) {
    const char *letter = memchr(letters, word[i], n);
    if (letter == NULL) return push_nil(lua);
    places[i] = (uint8_t)(letter - letters);
    counts[places[i]]++;
  }
  check_count(lua, grundy_count_words(counts, n));
  return push_number(lua, grundy_rank_word(places, length, n));
}

static int unrank_word(lua_State *lua) {
  uint32_t counts[MOST_ENTRIES];
  uint8_t word[MOST_ENTRIES];
  size_t letter_count, length = 0, n = check_letter_counts(lua, 1, counts);
  const char *letters = luaL_checklstring(lua, 2, &letter_count);
  uint64_t index = check_natural(lua, 3, LUA_MAXINTEGER);
  check(lua, letter_count == n, 2, "expected one letter for each number");
  check_count(lua, grundy_count_words(counts, n));
  if (!grundy_unrank_word(counts, n, index, word)) return push_nil(lua);
  for (size_t i = 0; i < n; i++) length += counts[i];
  for (size_t i = 0; i < length; i++) word[i] = (uint8_t)letters[word[i]];
  lua_pushlstring(lua, (const char *)word, length);
  return 1;
}

/* ---- digits --------------------------------------------------------------------------------- */

static int count_digits(lua_State *lua) {
  uint64_t bounds[MOST_ENTRIES];
  size_t n = check_digits(lua, 1, bounds);
  return push_number(lua, grundy_count_digits(bounds, n));
}

static int rank_digits(lua_State *lua) {
  uint64_t digits[MOST_ENTRIES], bounds[MOST_ENTRIES];
  size_t n = check_digits(lua, 1, digits);
  check(lua, check_digits(lua, 2, bounds) == n, 2, "expected one bound for each digit");
  check_count(lua, grundy_count_digits(bounds, n));
  uint64_t rank = grundy_rank_digits(digits, bounds, n);
  return rank == GRUNDY_RANK_TOO_LARGE ? push_nil(lua) : push_number(lua, rank);
}

static int unrank_digits(lua_State *lua) {
  uint64_t digits[MOST_ENTRIES], bounds[MOST_ENTRIES];
  size_t n = check_digits(lua, 1, bounds);
  uint64_t index = check_natural(lua, 2, LUA_MAXINTEGER);
  check_count(lua, grundy_count_digits(bounds, n));
  if (!grundy_unrank_digits(bounds, n, index, digits)) return push_nil(lua);
  lua_createtable(lua, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    lua_pushinteger(lua, (lua_Integer)digits[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* ---- opening -------------------------------------------------------------------------------- */

void grundy_script_open_ranking(lua_State *lua) {
  static const struct {
    const char *name;
    lua_CFunction count, rank, unrank;
  } kinds[] = {
      {"sets", count_sets, rank_set, unrank_set},
      {"multisets", count_multisets, rank_multiset, unrank_multiset},
      {"words", count_words, rank_word, unrank_word},
      {"digits", count_digits, rank_digits, unrank_digits},
  };
  lua_newtable(lua);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const luaL_Reg functions[] = {{"count", kinds[i].count},
                                  {"rank", kinds[i].rank},
                                  {"unrank", kinds[i].unrank},
                                  {NULL, NULL}};
    lua_newtable(lua);
    luaL_setfuncs(lua, functions, 0);
    lua_setfield(lua, -2, kinds[i].name);
  }
  lua_setglobal(lua, "ranking");
}
