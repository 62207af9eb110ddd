/* The libraries of rules in Lua. Rules must give the same answers in every run and in every state,
 * so functions that depend on addresses, on the seed of Lua's hashes or on the clock are replaced:
 *
 *   pairs, next       visit keys in a defined order: numbers by value, strings by bytes, booleans
 *   table.sort        is a stable merge sort; Lua's own takes pivots from the clock
 *   tostring, string.format   write "table" and "function" without an address
 *
 * The order of keys exists for these types only; pairs and next reject others. */

#include "rules/script.h"

#include <lauxlib.h>
#include <limits.h>
#include <lualib.h>
#include <string.h>

/* ---- sorting ---------------------------------------------------------------------------- */

/* Returns whether the value at index a comes before the value at index b. Indices are absolute. */
typedef bool precedes(lua_State *lua, int a, int b);

/* Runs of this length are sorted by insertion. */
enum { RUN = 8 };

static void sort_run(lua_State *lua, int array, lua_Integer begin, lua_Integer end,
                     precedes *before) {
  for (lua_Integer i = begin + 1; i < end; i++) {
    lua_Integer j = i;
    lua_rawgeti(lua, array, i);
    int moved = lua_gettop(lua);
    for (; j > begin; j--) {
      lua_rawgeti(lua, array, j - 1);
      if (!before(lua, moved, moved + 1)) break;
      lua_rawseti(lua, array, j);
    }
    lua_settop(lua, moved);
    lua_rawseti(lua, array, j);
  }
  grundy_script_count(lua, RUN);
}

static void copy_values(lua_State *lua, int from, lua_Integer begin, lua_Integer end, int to,
                        lua_Integer at) {
  for (lua_Integer i = begin; i < end; i++) {
    lua_rawgeti(lua, from, i);
    lua_rawseti(lua, to, at + i - begin);
    grundy_script_count(lua, 1);
  }
}

/* Merges the sorted runs [begin, middle) and [middle, end) of `from` into `to`. */
static void merge_runs(lua_State *lua, int from, lua_Integer begin, lua_Integer middle,
                       lua_Integer end, int to, precedes *before) {
  lua_Integer left = begin, right = middle, at = begin;
  int top = lua_gettop(lua);
  for (; left < middle && right < end; at++) {
    lua_rawgeti(lua, from, left);
    lua_rawgeti(lua, from, right);
    bool takes_right = before(lua, top + 2, top + 1);
    if (!takes_right) lua_pop(lua, 1);
    lua_rawseti(lua, to, at);
    lua_settop(lua, top);
    *(takes_right ? &right : &left) += 1;
    grundy_script_count(lua, 1);
  }
  copy_values(lua, from, left, middle, to, at);
  copy_values(lua, from, right, end, to, at + middle - left);
}

static lua_Integer smaller(lua_Integer a, lua_Integer b) {
  return a < b ? a : b;
}

static bool is_sorted(lua_State *lua, int array, lua_Integer count, precedes *before) {
  int top = lua_gettop(lua);
  bool sorted = true;
  for (lua_Integer i = 2; i <= count && sorted; i++) {
    lua_rawgeti(lua, array, i - 1);
    lua_rawgeti(lua, array, i);
    sorted = !before(lua, top + 2, top + 1);
    lua_settop(lua, top);
    grundy_script_count(lua, 1);
  }
  return sorted;
}

/* Sorts the entries 1 to `count` of the array in O(count · log count). The sort is stable, and
 * terminates with some permutation even if `before` is not an order. */
static void sort(lua_State *lua, int array, lua_Integer count, precedes *before) {
  if (count > RUN && is_sorted(lua, array, count, before)) return;
  for (lua_Integer begin = 1; begin <= count; begin += RUN)
    sort_run(lua, array, begin, smaller(begin + RUN, count + 1), before);
  if (count <= RUN) return;
  lua_createtable(lua, (int)count, 0);
  int from = array, to = lua_gettop(lua);
  for (lua_Integer width = RUN; width < count; width *= 2) {
    for (lua_Integer begin = 1; begin <= count; begin += 2 * width)
      merge_runs(lua, from, begin, smaller(begin + width, count + 1),
                 smaller(begin + 2 * width, count + 1), to, before);
    int sorted = to;
    to = from;
    from = sorted;
  }
  if (from != array) copy_values(lua, from, 1, count + 1, array, 1);
  lua_pop(lua, 1);
}

static bool is_less(lua_State *lua, int a, int b) {
  return lua_compare(lua, a, b, LUA_OPLT) != 0;
}

/* Compares with the function passed to table.sort. */
static bool is_less_by_function(lua_State *lua, int a, int b) {
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, a);
  lua_pushvalue(lua, b);
  lua_call(lua, 2, 1);
  bool less = lua_toboolean(lua, -1) != 0;
  lua_pop(lua, 1);
  return less;
}

static int table_sort(lua_State *lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_Unsigned count = lua_rawlen(lua, 1);
  if (count >= INT_MAX) return luaL_argerror(lua, 1, "array too big");
  bool has_function = !lua_isnoneornil(lua, 2);
  if (has_function) luaL_checktype(lua, 2, LUA_TFUNCTION);
  lua_settop(lua, 2);
  sort(lua, 1, (lua_Integer)count, has_function ? is_less_by_function : is_less);
  return 0;
}

/* ---- keys in order ------------------------------------------------------------------------ */

/* Returns the rank of the type of a key; 0: keys of this type have no order. */
static int rank_of(lua_State *lua, int index) {
  switch (lua_type(lua, index)) {
  case LUA_TNUMBER:
    return 1;
  case LUA_TSTRING:
    return 2;
  case LUA_TBOOLEAN:
    return 3;
  default:
    return 0;
  }
}

/* Compares bytes, and puts prefixes first; Lua's own comparison depends on the locale. */
static bool is_smaller_string(lua_State *lua, int a, int b) {
  size_t length_a, length_b;
  const char *text_a = lua_tolstring(lua, a, &length_a), *text_b = lua_tolstring(lua, b, &length_b);
  int order = memcmp(text_a, text_b, length_a < length_b ? length_a : length_b);
  return order != 0 ? order < 0 : length_a < length_b;
}

static bool key_precedes(lua_State *lua, int a, int b) {
  int rank_a = rank_of(lua, a), rank_b = rank_of(lua, b);
  if (rank_a != rank_b) return rank_a < rank_b;
  if (lua_type(lua, a) == LUA_TSTRING) return is_smaller_string(lua, a, b);
  if (lua_type(lua, a) == LUA_TBOOLEAN) return lua_toboolean(lua, a) < lua_toboolean(lua, b);
  return is_less(lua, a, b);
}

static void check_key(lua_State *lua, int index) {
  if (rank_of(lua, index) == 0)
    (void)luaL_error(lua,
                     "a key of the table is a %s, and such keys have no order; use numbers, "
                     "strings or booleans as keys, or an array",
                     luaL_typename(lua, index));
}

/* Pushes an array of the keys of the table at index 1, in their order. */
static void push_keys(lua_State *lua) {
  lua_Unsigned length = lua_rawlen(lua, 1);
  lua_Integer count = 0;
  lua_createtable(lua, length < INT_MAX ? (int)length : 0, 0);
  int keys = lua_gettop(lua);
  lua_pushnil(lua);
  while (lua_next(lua, 1) != 0) {
    lua_pop(lua, 1);
    check_key(lua, -1);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, keys, ++count);
    grundy_script_count(lua, 1);
  }
  sort(lua, keys, count, key_precedes);
}

/* The iterator of pairs. Its upvalues are the table, its keys when the traversal began, and the
 * number of keys visited. Fields that were cleared since then are skipped. */
static int next_pair(lua_State *lua) {
  lua_Integer visited = lua_tointeger(lua, lua_upvalueindex(3));
  lua_settop(lua, 0);
  while (lua_rawgeti(lua, lua_upvalueindex(2), ++visited) != LUA_TNIL) {
    lua_pushvalue(lua, 1);
    if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) {
      lua_pushinteger(lua, visited);
      lua_replace(lua, lua_upvalueindex(3));
      return 2;
    }
    lua_settop(lua, 0);
    grundy_script_count(lua, 1);
  }
  return 1;
}

/* An object, such as p in a formula, has an iterator of its own. */
static int base_pairs(lua_State *lua) {
  if (lua_type(lua, 1) == LUA_TUSERDATA && luaL_getmetafield(lua, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(lua, 1);
    lua_call(lua, 1, 1);
    return 1;
  }
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_settop(lua, 1);
  lua_pushvalue(lua, 1);
  push_keys(lua);
  lua_pushinteger(lua, 0);
  lua_pushcclosure(lua, next_pair, 3);
  lua_pushvalue(lua, 1);
  lua_pushnil(lua);
  return 3;
}

/* next(t, key): returns the first key after `key` and its value, in time linear in the table. The
 * result depends only on the arguments: the keys are not remembered. */
static int base_next(lua_State *lua) {
  enum { TABLE = 1, KEY, BEST, SEEN };
  luaL_checktype(lua, TABLE, LUA_TTABLE);
  lua_settop(lua, KEY);
  if (!lua_isnil(lua, KEY)) check_key(lua, KEY);
  lua_pushnil(lua); /* BEST */
  lua_pushnil(lua); /* SEEN */
  while (lua_next(lua, TABLE) != 0) {
    lua_pop(lua, 1);
    check_key(lua, SEEN);
    if ((lua_isnil(lua, KEY) || key_precedes(lua, KEY, SEEN)) &&
        (lua_isnil(lua, BEST) || key_precedes(lua, SEEN, BEST)))
      lua_copy(lua, SEEN, BEST);
    grundy_script_count(lua, 1);
  }
  lua_settop(lua, BEST);
  if (lua_isnil(lua, BEST)) return 1;
  lua_pushvalue(lua, BEST);
  lua_rawget(lua, TABLE);
  return 2;
}

/* ---- texts without addresses ---------------------------------------------------------------- */

/* Returns whether Lua would write an address for this value. */
static bool has_address(lua_State *lua, int index) {
  int type = lua_type(lua, index);
  return type != LUA_TNONE && type != LUA_TNIL && type != LUA_TBOOLEAN && type != LUA_TNUMBER &&
         type != LUA_TSTRING;
}

static int base_tostring(lua_State *lua) {
  luaL_checkany(lua, 1);
  if (has_address(lua, 1))
    lua_pushstring(lua, luaL_typename(lua, 1));
  else
    (void)luaL_tolstring(lua, 1, NULL);
  return 1;
}

/* Replaces the values that %s would write as addresses, then calls Lua's own function, its upvalue.
 * The call is direct, so that errors are those of string.format. */
static int string_format(lua_State *lua) {
  size_t length;
  const char *at = luaL_checklstring(lua, 1, &length), *end = at + length;
  for (int argument = 1; (at = memchr(at, '%', (size_t)(end - at))) != NULL; at++) {
    at += 1 + strspn(at + 1, "-+ #0123456789.");
    if (at >= end) break;
    if (*at == '%') continue;
    if (*at == 'p') return luaL_error(lua, "format %%p would write an address; use %%s");
    argument++;
    if (*at != 's' || !has_address(lua, argument)) continue;
    lua_pushstring(lua, luaL_typename(lua, argument));
    lua_replace(lua, argument);
  }
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

/* ---- opening -------------------------------------------------------------------------------- */

static void open_all(lua_State *lua) {
  static const luaL_Reg libraries[] = {
      {LUA_GNAME, luaopen_base},        {LUA_MATHLIBNAME, luaopen_math},
      {LUA_STRLIBNAME, luaopen_string}, {LUA_TABLIBNAME, luaopen_table},
      {LUA_UTF8LIBNAME, luaopen_utf8},
  };
  for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
    luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
    lua_pop(lua, 1);
  }
  /* If a function had several names, the name in an error would depend on hashes. */
  lua_pushnil(lua);
  lua_setfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}

/* Sets a field of a library to the value at the top of the stack, and pops it. */
static void set_field(lua_State *lua, const char *library, const char *name) {
  lua_getglobal(lua, library);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

/* Removes functions that reach out of the script, differ from run to run, or keep a script from
 * being stopped (by catching errors or by finalizers). */
static void remove_functions(lua_State *lua) {
  static const char *const removed[][2] = {
      {LUA_GNAME, "collectgarbage"},
      {LUA_GNAME, "dofile"},
      {LUA_GNAME, "getmetatable"},
      {LUA_GNAME, "load"},
      {LUA_GNAME, "loadfile"},
      {LUA_GNAME, "pcall"},
      {LUA_GNAME, "print"},
      {LUA_GNAME, "setmetatable"},
      {LUA_GNAME, "warn"},
      {LUA_GNAME, "xpcall"},
      {"math", "random"},
      {"math", "randomseed"},
      {"string", "dump"},
  };
  for (size_t i = 0; i < sizeof removed / sizeof removed[0]; i++) {
    lua_pushnil(lua);
    set_field(lua, removed[i][0], removed[i][1]);
  }
}

static void replace_functions(lua_State *lua) {
  static const struct {
    const char *library, *name;
    lua_CFunction function;
  } replaced[] = {
      {LUA_GNAME, "next", base_next},
      {LUA_GNAME, "pairs", base_pairs},
      {LUA_GNAME, "tostring", base_tostring},
      {"table", "sort", table_sort},
  };
  for (size_t i = 0; i < sizeof replaced / sizeof replaced[0]; i++) {
    lua_pushcfunction(lua, replaced[i].function);
    set_field(lua, replaced[i].library, replaced[i].name);
  }
  lua_getglobal(lua, "string");
  lua_getfield(lua, -1, "format");
  lua_pushcclosure(lua, string_format, 1);
  lua_setfield(lua, -2, "format");
  lua_pop(lua, 1);
}

/* The __index of the table of globals, which Lua calls only if a name has no value. */
static int fail_unknown_name(lua_State *lua) {
  if (lua_type(lua, 2) != LUA_TSTRING) return 0;
  return luaL_error(lua, "unknown name '%s'", lua_tostring(lua, 2));
}

void grundy_script_forbid_unknown_names(lua_State *lua) {
  lua_pushglobaltable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, fail_unknown_name);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

void grundy_script_open_libraries(lua_State *lua) {
  open_all(lua);
  remove_functions(lua);
  replace_functions(lua);
  grundy_script_open_ranking(lua);
}
