/* Positions of scripts as bytes: a letter for the type ('i', 's' or 'a'), then the bytes of a
 * string, or integers. An integer is zigzag-encoded, with the sign in its lowest bit, and written
 * in groups of seven bits, the lowest first; all but the last have the highest bit set. Different
 * positions have different bytes. */

#include "rules/script.h"

#include "text/cursor.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { INTEGER_BYTES = 10 };

static unsigned char *put_integer(unsigned char *to, lua_Integer number) {
  uint64_t bits = ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
  for (; bits >= 128; bits >>= 7) *to++ = (unsigned char)(bits | 128);
  *to++ = (unsigned char)bits;
  return to;
}

static const unsigned char *get_integer(const unsigned char *from, lua_Integer *number) {
  uint64_t bits = 0;
  for (int shift = 0;; shift += 7) {
    assert(shift < 7 * INTEGER_BYTES);
    bits |= (uint64_t)(*from & 127) << (shift & 63);
    if (*from++ < 128) break;
  }
  *number = (lua_Integer)((bits >> 1) ^ (0 - (bits & 1)));
  return from;
}

static const char not_integer[] = "a number that is not an integer";
static const char too_large[] = "too large an array";

/* ---- packing ----------------------------------------------------------------------------- */

bool grundy_script_read_integer(lua_State *lua, int index, lua_Integer *number) {
  int is_integer = 0;
  if (lua_type(lua, index) != LUA_TNUMBER) return false;
  *number = lua_tointegerx(lua, index, &is_integer);
  return is_integer != 0;
}

/* Checks that the table has as many keys as its largest key, all of them integers from 1. The
 * length operator would not do: for tables with gaps, it may differ from run to run. */
bool grundy_script_is_array(lua_State *lua, lua_Unsigned *count) {
  lua_Integer largest = 0, keys = 0;
  bool positive = true;
  for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
    lua_Integer key = lua_isinteger(lua, -2) ? lua_tointeger(lua, -2) : 0;
    positive &= key > 0;
    if (key > largest) largest = key;
    keys++;
  }
  *count = (lua_Unsigned)keys;
  return positive && keys == largest;
}

/* Packs an array whose keys Lua enumerates in order, as it nearly always does, in one pass. Returns
 * false if this is another table, or too large an array. */
static bool pack_in_order(lua_State *lua, grundy_packed *packed) {
  unsigned char *to = packed->bytes, *end = packed->bytes + sizeof packed->bytes;
  lua_Integer next = 1;
  *to++ = 'a';
  for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1), next++) {
    lua_Integer number = 0;
    if (!lua_isinteger(lua, -2) || lua_tointeger(lua, -2) != next ||
        !grundy_script_read_integer(lua, -1, &number) || end - to < INTEGER_BYTES) {
      lua_pop(lua, 2);
      return false;
    }
    to = put_integer(to, number);
  }
  packed->length = (size_t)(to - packed->bytes);
  return true;
}

static const char *pack_array(lua_State *lua, grundy_packed *packed) {
  if (pack_in_order(lua, packed)) return NULL;
  lua_Unsigned count;
  unsigned char *to = packed->bytes;
  if (!grundy_script_is_array(lua, &count)) return "a table with other keys than 1, 2, 3 ...";
  *to++ = 'a';
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_Integer number = 0;
    lua_rawgeti(lua, -1, (lua_Integer)i);
    bool good = grundy_script_read_integer(lua, -1, &number);
    lua_pop(lua, 1);
    if (!good) return "an array with an entry that is not an integer";
    if (to + INTEGER_BYTES > packed->bytes + sizeof packed->bytes) return too_large;
    to = put_integer(to, number);
  }
  packed->length = (size_t)(to - packed->bytes);
  assert(packed->length <= sizeof packed->bytes);
  return NULL;
}

static const char *pack_string(lua_State *lua, grundy_packed *packed) {
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  if (length >= sizeof packed->bytes) return "too long a string";
  packed->bytes[0] = 's';
  memcpy(packed->bytes + 1, text, length);
  packed->length = length + 1;
  return NULL;
}

const char *grundy_script_type(lua_State *lua, int index) {
  static const char *const kinds[LUA_NUMTYPES] = {
      [LUA_TNIL] = "nil",
      [LUA_TBOOLEAN] = "a boolean",
      [LUA_TLIGHTUSERDATA] = "user data",
      [LUA_TNUMBER] = "a number",
      [LUA_TSTRING] = "a string",
      [LUA_TTABLE] = "a table",
      [LUA_TFUNCTION] = "a function",
      [LUA_TUSERDATA] = "user data",
      [LUA_TTHREAD] = "a coroutine",
  };
  return kinds[lua_type(lua, index)];
}

const char *grundy_script_pack_integers(lua_State *lua, int count, grundy_packed *packed) {
  unsigned char *to = packed->bytes, *end = packed->bytes + sizeof packed->bytes;
  *to++ = 'a';
  for (int i = 1; i <= count; i++) {
    lua_Integer number;
    if (!grundy_script_read_integer(lua, i, &number))
      return lua_type(lua, i) == LUA_TNUMBER ? not_integer : grundy_script_type(lua, i);
    if (end - to < INTEGER_BYTES) return too_large;
    to = put_integer(to, number);
  }
  packed->length = (size_t)(to - packed->bytes);
  return NULL;
}

const char *grundy_script_pack(lua_State *lua, grundy_packed *packed) {
  lua_Integer number;
  switch (lua_type(lua, -1)) {
  case LUA_TNUMBER:
    if (!grundy_script_read_integer(lua, -1, &number)) return not_integer;
    packed->bytes[0] = 'i';
    packed->length = (size_t)(put_integer(packed->bytes + 1, number) - packed->bytes);
    return NULL;
  case LUA_TSTRING:
    return pack_string(lua, packed);
  case LUA_TTABLE:
    return pack_array(lua, packed);
  default:
    return grundy_script_type(lua, -1);
  }
}

/* Skips an integer; returns false if none is complete before `end`. */
static bool skip_integer(const unsigned char **from, const unsigned char *end) {
  for (int bytes = 0; *from < end && bytes < INTEGER_BYTES; bytes++)
    if (*(*from)++ < 128) return true;
  return false;
}

bool grundy_script_valid(grundy_position position) {
  const unsigned char *from = position.bytes, *end = from + position.length;
  switch (*from++) {
  case 'i':
    return skip_integer(&from, end) && from == end;
  case 's':
    return true;
  case 'a':
    while (from < end)
      if (!skip_integer(&from, end)) return false;
    return true;
  default:
    return false;
  }
}

/* ---- unpacking --------------------------------------------------------------------------- */

void grundy_script_push(lua_State *lua, grundy_position position) {
  assert(grundy_script_valid(position));
  const unsigned char *from = position.bytes, *end = from + position.length;
  lua_Integer number;
  switch (*from++) {
  case 'i':
    (void)get_integer(from, &number);
    lua_pushinteger(lua, number);
    return;
  case 's':
    lua_pushlstring(lua, (const char *)from, (size_t)(end - from));
    return;
  default:
    lua_createtable(lua, (int)(end - from), 0);
    for (lua_Integer i = 1; from < end; i++) {
      from = get_integer(from, &number);
      lua_pushinteger(lua, number);
      lua_rawseti(lua, -2, i);
    }
  }
}

size_t grundy_script_integers(grundy_position position, int64_t *numbers, size_t most) {
  assert(grundy_script_valid(position));
  const unsigned char *from = position.bytes, *end = from + position.length;
  size_t count = 0;
  if (*from++ == 's') return 0;
  for (lua_Integer number; from < end && count < most; numbers[count++] = number)
    from = get_integer(from, &number);
  return count;
}

bool grundy_script_pack_like(const int64_t *numbers, size_t count, grundy_position like,
                             grundy_packed *packed) {
  unsigned char *to = packed->bytes, type = *(const unsigned char *)like.bytes;
  if ((type == 'i' && count != 1) || count > (sizeof packed->bytes - 1) / INTEGER_BYTES)
    return false;
  *to++ = type;
  for (size_t i = 0; i < count; i++) to = put_integer(to, numbers[i]);
  packed->length = (size_t)(to - packed->bytes);
  return true;
}

void grundy_script_default_name(grundy_position position, char text[GRUNDY_RULES_MAX_NAME]) {
  const unsigned char *from = position.bytes, *end = from + position.length;
  size_t length = 0;
  lua_Integer number;
  text[0] = '\0';
  if (*from++ == 's') {
    snprintf(text, GRUNDY_RULES_MAX_NAME, "%.*s", (int)(end - from), (const char *)from);
    return;
  }
  for (bool first = true; from < end && length < GRUNDY_RULES_MAX_NAME; first = false) {
    from = get_integer(from, &number);
    length += (size_t)snprintf(text + length, GRUNDY_RULES_MAX_NAME - length, "%s%lld",
                               first ? "" : ",", (long long)number);
  }
}

/* Reads an integer of at most 18 digits, such as -12. */
static bool read_integer(grundy_cursor *c, int64_t *number) {
  const int64_t bound = INT64_C(1000000000000000000);
  return grundy_cursor_take_integer(c, number) && *number<bound && * number> - bound;
}

void grundy_script_push_default(lua_State *lua, const char *text, size_t length) {
  grundy_cursor start = grundy_cursor_of("", text, length, NULL), c = start;
  int64_t number;
  if (read_integer(&c, &number) && c.at == c.end) {
    lua_pushinteger(lua, number);
    return;
  }
  lua_newtable(lua);
  c = start;
  for (lua_Integer i = 1; read_integer(&c, &number); i++) {
    lua_pushinteger(lua, number);
    lua_rawseti(lua, -2, i);
    if (c.at == c.end) return;
    if (!grundy_cursor_accept(&c, ',')) break;
  }
  lua_pop(lua, 1);
  lua_pushlstring(lua, text, length);
}
