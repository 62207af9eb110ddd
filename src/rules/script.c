/* Rules in Lua: the functions that they may define. */

#include "rules/script.h"

#include "digraph/kinds.h"

#include <assert.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Begins a body: pushes the function, and the position if there is one. */
static grundy_script_request *begin(lua_State *lua) {
  grundy_script_request *r = lua_touserdata(lua, 1);
  assert(r->function < SCRIPT_FUNCTIONS && r->s->functions[r->function] != LUA_NOREF);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, r->s->functions[r->function]);
  if (r->position.bytes != NULL) grundy_script_push(lua, r->position);
  return r;
}

/* ---- handing over positions ----------------------------------------------------------------- */

/* Appends a position to those that are handed over when the call has succeeded. */
static void append(lua_State *lua, grundy_script *s, grundy_position position) {
  const uint32_t length = (uint32_t)position.length;
  grundy_script_positions *to = &s->results;
  if (to->room - to->used < sizeof length + length) {
    size_t room = 2 * to->room + sizeof length + GRUNDY_RULES_MAX_POSITION;
    void *more = grundy_script_allocate(s, to->at, to->room, room);
    s->out_of_memory = more == NULL;
    if (more == NULL) {
      (void)luaL_error(lua, "out of memory");
      return; /* luaL_error does not */
    }
    to->at = more;
    to->room = room;
  }
  memcpy(to->at + to->used, &length, sizeof length);
  memcpy(to->at + to->used + sizeof length, position.bytes, length);
  to->used += sizeof length + length;
}

/* Sizes of an entry of the cache of canonical forms. */
enum { SMALLEST_CANON_ENTRY = 16, LARGEST_CANON_ENTRY = 64 };

/* Replaces the cache of canonical forms by a larger one, which is empty, if there is memory. Its
 * entries have room for a position of that length and a form of the same length. */
static void grow_canon(grundy_script *s, size_t length) {
  enum { FIRST = 256, PART_OF_MEMORY = 16, MOST = 1 << 21 };
  uint32_t count = s->canon_count == 0 ? FIRST : 4 * s->canon_count, bytes = SMALLEST_CANON_ENTRY;
  uint64_t most = s->original->most / PART_OF_MEMORY;
  while (sizeof(grundy_canon_entry) + 2 * length > bytes) bytes *= 2;
  if (s->original->most == 0 || most > MOST) most = MOST;
  while (count > s->canon_count && (uint64_t)count * bytes > most) count /= 2;
  s->canon_misses = 0;
  if (count <= s->canon_count) return;
  unsigned char *made = grundy_script_allocate(s, NULL, 0, (size_t)count * bytes);
  if (made == NULL) return;
  memset(made, 0, (size_t)count * bytes);
  (void)grundy_script_allocate(s, s->canon, (size_t)s->canon_count * s->canon_bytes, 0);
  s->canon = made;
  s->canon_count = count;
  s->canon_bytes = bytes;
}

static uint64_t hash_of(grundy_position position) {
  return XXH3_64bits(position.bytes, position.length);
}

/* Returns the entry for positions with that hash. */
static grundy_canon_entry *canon_entry(const grundy_script *s, uint64_t hash) {
  return (void *)&s->canon[(hash & (s->canon_count - 1)) * s->canon_bytes];
}

/* Returns the entry where the canonical form of a position is, or can be put; NULL: none. */
static grundy_canon_entry *find_canon(grundy_script *s, grundy_position position, uint64_t hash) {
  if (sizeof(grundy_canon_entry) + 2 * position.length > LARGEST_CANON_ENTRY) return NULL;
  if (s->canon_misses >= 4 * s->canon_count) grow_canon(s, position.length);
  if (sizeof(grundy_canon_entry) + position.length > s->canon_bytes) return NULL;
  return canon_entry(s, hash);
}

/* Appends the canonical form of a position. For errors, the request is changed to one for `canon`.
 * This is part of the same protected call, because such calls cost more than most functions do, and
 * so does `canon`: the forms of recent positions are in a cache. */
static void append_canonical(lua_State *lua, grundy_script_request *r, grundy_position position,
                             uint64_t hash) {
  grundy_script *s = r->s;
  grundy_canon_entry *entry = find_canon(s, position, hash);
  if (entry != NULL && entry->length == position.length &&
      memcmp(entry->bytes, position.bytes, position.length) == 0) {
    append(lua, s, (grundy_position){entry->bytes + entry->length, entry->form_length});
    return;
  }
  s->canon_misses++;
  const grundy_script_function function = r->function;
  const grundy_position of = r->position;
  grundy_packed packed;
  r->function = SCRIPT_CANON;
  r->position = position;
  s->hooks = 0;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, s->functions[SCRIPT_CANON]);
  grundy_script_push(lua, position);
  lua_call(lua, 1, 1);
  grundy_position form = grundy_script_take_position(lua, "a position", &packed);
  r->function = function;
  r->position = of;
  append(lua, s, form);
  if (entry == NULL || sizeof *entry + position.length + form.length > s->canon_bytes) return;
  entry->length = (uint8_t)position.length;
  entry->form_length = (uint8_t)form.length;
  memcpy(entry->bytes, position.bytes, position.length);
  memcpy(entry->bytes + position.length, form.bytes, form.length);
}

/* Hands over and pops the position at the top of the stack. */
static void hand_on(lua_State *lua, grundy_script_request *r, const char *wanted) {
  grundy_position given = grundy_script_take_position(lua, wanted, &r->s->given);
  if (r->canonical && r->s->original->base.has_canon)
    append_canonical(lua, r, given, hash_of(given));
  else
    append(lua, r->s, given);
}

/* ---- the functions of rules ----------------------------------------------------------------- */

/* Checks that the value at the top of the stack is an array, and returns its length. */
static lua_Unsigned check_array(lua_State *lua, const char *wanted) {
  lua_Unsigned count = 0;
  if (!lua_istable(lua, -1))
    (void)luaL_error(lua, "it gives %s; expected an array of %s", grundy_script_type(lua, -1),
                     wanted);
  if (!grundy_script_is_array(lua, &count))
    (void)luaL_error(
        lua, "it gives a table with other keys than 1, 2, 3 ...; expected an array of %s", wanted);
  return count;
}

/* Fails if the table at this index, which was the position, is another position now. */
static void check_unchanged(lua_State *lua, int index, const grundy_script_request *r) {
  lua_pushvalue(lua, index);
  grundy_position now = grundy_script_take_position(lua, "an array of positions", &r->s->given);
  if (now.length != r->position.length || memcmp(now.bytes, r->position.bytes, now.length) != 0)
    (void)luaL_error(lua, "it changes the position that it gets, and lists it several times; make "
                          "a new table for every move");
}

/* The stack of body_list. */
enum { LIST_REQUEST = 1, LIST_ARGUMENT, LIST_ARRAY };

/* Appends the positions of an array whose keys Lua enumerates in order, as it nearly always does,
 * in one pass. Returns false if this is another table, or has something else than new positions. */
static bool append_in_order(lua_State *lua, grundy_script *s) {
  const void *argument = lua_topointer(lua, LIST_ARGUMENT);
  lua_Integer next = 1;
  for (lua_pushnil(lua); lua_next(lua, LIST_ARRAY) != 0; lua_pop(lua, 1), next++) {
    if (!lua_isinteger(lua, -2) || lua_tointeger(lua, -2) != next ||
        (argument != NULL && lua_topointer(lua, -1) == argument) ||
        grundy_script_pack(lua, &s->given) != NULL) {
      lua_settop(lua, LIST_ARRAY);
      s->results.used = 0;
      return false;
    }
    append(lua, s, (grundy_position){s->given.bytes, s->given.length});
  }
  return true;
}

/* As append_in_order, for every array of positions; raises an error if it is something else. */
static void append_checked(lua_State *lua, const grundy_script_request *r) {
  int same = 0;
  lua_Unsigned count = check_array(lua, "positions");
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(lua, LIST_ARRAY, (lua_Integer)i);
    if (lua_istable(lua, -1) && lua_rawequal(lua, -1, LIST_ARGUMENT) && ++same == 2)
      check_unchanged(lua, LIST_ARGUMENT, r);
    append(lua, r->s, grundy_script_take_position(lua, "an array of positions", &r->s->given));
    assert(lua_gettop(lua) == LIST_ARRAY);
  }
}

/* Replaces all positions by their canonical forms, in groups for which the cache is prefetched. */
static void reduce_all(lua_State *lua, grundy_script_request *r) {
  grundy_script_positions given = r->s->results;
  r->s->results = r->s->spare;
  r->s->results.used = 0;
  r->s->spare = given;
  for (size_t at = 0; at < given.used;) {
    enum { GROUP = 16 };
    grundy_position group[GROUP];
    uint64_t hashes[GROUP];
    int count = 0;
    for (; count < GROUP && at < given.used; count++) {
      group[count] = grundy_script_next_position(&given, &at);
      hashes[count] = hash_of(group[count]);
      if (r->s->canon_count > 0) __builtin_prefetch(canon_entry(r->s, hashes[count]));
    }
    for (int i = 0; i < count; i++) append_canonical(lua, r, group[i], hashes[i]);
  }
}

/* The function `add`, which lists a position without a table for it. Integers are the entries of an
 * array, unless a single one is given where positions are not arrays. */
static int add(lua_State *lua) {
  grundy_script *s = grundy_script_of(lua);
  const int count = lua_gettop(lua);
  if (!s->adds_now)
    return luaL_error(lua, "add is called after the function that got it has ended");
  if (count == 1 && (!s->adds_arrays || lua_type(lua, 1) != LUA_TNUMBER)) {
    append(lua, s, grundy_script_take_position(lua, "add(position)", &s->given));
    return 0;
  }
  const char *wrong = grundy_script_pack_integers(lua, count, &s->given);
  if (wrong != NULL) return luaL_error(lua, "it adds %s; expected integers", wrong);
  append(lua, s, (grundy_position){s->given.bytes, s->given.length});
  return 0;
}

/* Calls `moves`, `unmoves` or `split` with the position and, if it has a parameter for it, `add`.
 */
static void call_for_list(lua_State *lua, const grundy_script_request *r, int results) {
  grundy_script *s = r->s;
  if (!s->adds[r->function]) {
    lua_call(lua, 1, results);
    return;
  }
  s->adds_arrays = lua_istable(lua, LIST_ARGUMENT);
  s->adds_now = true;
  lua_pushcfunction(lua, add);
  lua_call(lua, 2, results);
  s->adds_now = false;
}

/* Checks the second result of `moves`, which is at the top of the stack, and pops it. Keeps the
 * table of kinds until the moves are known; returns whether there is one. */
static bool keep_kinds(lua_State *lua, const grundy_script *s) {
  bool has_kinds = s->original->base.has_kinds;
  if (!lua_istable(lua, -1) && (!has_kinds || lua_isnil(lua, -1))) {
    lua_pop(lua, 1);
    return false;
  }
  if (!has_kinds)
    (void)luaL_error(lua, "it gives two tables; if the second has the kinds of moves, add kinds = "
                          "true to the table of the file");
  if (!lua_istable(lua, -1))
    (void)luaL_error(lua, "it gives %s as kinds; expected a table or nil",
                     grundy_script_type(lua, -1));
  lua_rawsetp(lua, LUA_REGISTRYINDEX, s);
  return true;
}

/* Returns the kind at the top of the stack, 0 for nil, and pops it. */
static uint8_t take_kind(lua_State *lua) {
  size_t length = 0;
  const char *name = lua_type(lua, -1) == LUA_TSTRING ? lua_tolstring(lua, -1, &length) : NULL;
  uint8_t kind = name == NULL ? 0 : grundy_kind_find(name, length);
  if (kind == 0 && !lua_isnil(lua, -1))
    (void)luaL_error(lua, "it gives a move of the kind '%s'; expected %s",
                     luaL_tolstring(lua, -1, NULL), grundy_kind_names);
  lua_pop(lua, 1);
  return kind;
}

/* Adds the kinds that were kept to the positions that were appended. */
static void add_kinds(lua_State *lua, const grundy_script *s) {
  lua_Integer move = 0, found = 0, keys = 0;
  lua_rawgetp(lua, LUA_REGISTRYINDEX, s);
  for (size_t at = 0; at < s->results.used;) {
    unsigned char *word = s->results.at + at;
    lua_rawgeti(lua, -1, ++move);
    const uint32_t kind = take_kind(lua);
    found += kind != 0;
    uint32_t length = (uint32_t)grundy_script_next_position(&s->results, &at).length;
    length |= kind << GRUNDY_SCRIPT_KIND_SHIFT;
    memcpy(word, &length, sizeof length);
  }
  for (lua_pushnil(lua); lua_next(lua, -2) != 0; lua_pop(lua, 1)) keys++;
  if (keys != found)
    (void)luaL_error(lua, "it gives kinds of moves that it does not list; expected the keys 1 to "
                          "the number of moves");
}

/* `moves`, `unmoves` and `split`. */
static int body_list(lua_State *lua) {
  grundy_script_request *r = begin(lua);
  bool is_moves = r->function == SCRIPT_MOVES;
  lua_pushvalue(lua, -1);
  lua_insert(lua, LIST_ARGUMENT);
  call_for_list(lua, r, is_moves ? 2 : 1);
  bool has_kinds = is_moves && keep_kinds(lua, r->s);
  bool may_add = r->s->adds[r->function];
  if (may_add && r->s->results.used > 0 && !lua_isnil(lua, LIST_ARRAY))
    (void)luaL_error(lua, "it calls add and gives %s; expected one or the other",
                     grundy_script_type(lua, LIST_ARRAY));
  bool has_list = !may_add || !lua_isnil(lua, LIST_ARRAY);
  if (has_list && (!lua_istable(lua, LIST_ARRAY) || !append_in_order(lua, r->s)))
    append_checked(lua, r);
  if (r->canonical && r->s->original->base.has_canon) reduce_all(lua, r);
  if (has_kinds) add_kinds(lua, r->s);
  return 0;
}

static int body_canon(lua_State *lua) {
  grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  hand_on(lua, r, "a position");
  assert(lua_gettop(lua) == 1); /* the grundy_script_request */
  return 0;
}

static int body_show(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  size_t length;
  const char *name = lua_tolstring(lua, -1, &length);
  if (name == NULL)
    return luaL_error(lua, "it gives %s; expected a name", grundy_script_type(lua, -1));
  if (length >= GRUNDY_RULES_MAX_NAME || memchr(name, '\0', length) != NULL)
    return luaL_error(lua, "it gives a name of %d bytes; expected at most %d, none of them 0",
                      (int)length, (int)GRUNDY_RULES_MAX_NAME - 1);
  memcpy(r->name, name, length + 1);
  return 0;
}

static int body_parse(lua_State *lua) {
  grundy_script_request *r = lua_touserdata(lua, 1);
  if (r->s->functions[SCRIPT_PARSE] == LUA_NOREF) {
    grundy_script_push_default(lua, r->text, r->length);
  } else {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, r->s->functions[SCRIPT_PARSE]);
    lua_pushlstring(lua, r->text, r->length);
    lua_call(lua, 1, 1);
  }
  assert(lua_gettop(lua) == 2); /* the request and a position or nil */
  if (!lua_isnil(lua, -1)) hand_on(lua, r, "a position or nil");
  return 0;
}

static void read_terminal(lua_State *lua, grundy_position_info *info) {
  static const char *const words[] = {"P", "N", "draw", "A", "B"};
  if (!lua_toboolean(lua, -1)) return;
  if (lua_type(lua, -1) == LUA_TNUMBER) {
    info->end = '$';
    info->payoff = lua_tonumber(lua, -1);
    if (isfinite(info->payoff)) return;
  } else if (lua_type(lua, -1) == LUA_TSTRING) {
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
      if (strcmp(lua_tostring(lua, -1), words[i]) == 0) info->end = (uint8_t) "PNDAB"[i];
    if (info->end != 0) return;
  }
  (void)luaL_error(lua, "it gives no outcome; expected \"P\", \"N\", \"draw\", \"A\", \"B\", a "
                        "finite number or nil");
}

static int body_terminal(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  read_terminal(lua, r->info);
  return 0;
}

static int body_player(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  const char *player = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  if (strcmp(player, "A") != 0 && strcmp(player, "B") != 0)
    return luaL_error(lua, "it gives no player; expected \"A\" or \"B\"");
  r->info->player = (uint8_t)player[0];
  return 0;
}

static int body_value(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  *r->known = !lua_isnil(lua, -1);
  if (!*r->known) return 0;
  lua_Integer value;
  if (!grundy_script_read_integer(lua, -1, &value) || value < 0 || value > UINT32_MAX - 1)
    return luaL_error(lua, "it gives no value; expected an integer from 0 or nil");
  *r->value = (uint32_t)value;
  return 0;
}

static int body_order(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 1);
  lua_Integer order;
  if (!grundy_script_read_integer(lua, -1, &order))
    return luaL_error(lua, "it gives %s; expected an integer", luaL_tolstring(lua, -1, NULL));
  *r->order = (int64_t)order;
  return 0;
}

static int body_board(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_pushinteger(lua, r->turn);
  if (r->follower == NULL)
    lua_pushnil(lua);
  else
    grundy_script_push(lua, *r->follower);
  lua_call(lua, 3, 1);
  grundy_script_read_board(lua, r->board);
  return 0;
}

/* Reads an integer from 0 at this index of the stack; raises an error if it is anything else. */
static uint64_t check_number(lua_State *lua, int index, const char *wanted) {
  lua_Integer number;
  if (!grundy_script_read_integer(lua, index, &number) || number < 0)
    (void)luaL_error(lua, "it does not give %s", wanted);
  return (uint64_t)number;
}

static int body_count(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_pushinteger(lua, (lua_Integer)r->tier);
  lua_call(lua, 1, 1);
  *r->count = check_number(lua, -1, "an integer from 0");
  return 0;
}

static int body_rank(lua_State *lua) {
  static const char wanted[] = "a tier and an index, integers from 0, or nil";
  const grundy_script_request *r = begin(lua);
  lua_call(lua, 1, 2);
  r->rank->exists = !lua_isnil(lua, -2);
  if (!r->rank->exists) return 0;
  r->rank->tier = check_number(lua, -2, wanted);
  r->rank->index = check_number(lua, -1, wanted);
  return 0;
}

static int body_unrank(lua_State *lua) {
  grundy_script_request *r = begin(lua);
  lua_pushinteger(lua, (lua_Integer)r->tier);
  lua_pushinteger(lua, (lua_Integer)r->index);
  lua_call(lua, 2, 1);
  if (!lua_isnil(lua, -1)) hand_on(lua, r, "a position or nil");
  return 0;
}

static int body_tiers(lua_State *lua) {
  const grundy_script_request *r = begin(lua);
  lua_pushinteger(lua, (lua_Integer)r->tier);
  lua_call(lua, 1, 1);
  lua_Unsigned count = check_array(lua, "tiers");
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    r->take_tier(r->to, check_number(lua, -1, "an array of tiers, integers from 0"));
    lua_pop(lua, 1);
  }
  return 0;
}

/* ---- the kind of rule set --------------------------------------------------------------- */

/* Hands over the positions that `moves`, `split` or `unmoves` gives. */
static grundy_status hand_on_list(grundy_ruleset *ruleset, grundy_script_function function,
                                  grundy_position position, bool canonical, grundy_take take,
                                  void *to, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = function, .position = position};
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return grundy_script_run_request(body_list, &r, error);
}

static grundy_status script_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                  grundy_take take, void *to, grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_MOVES, from, canonical, take, to, error);
}

static grundy_status script_moves_of_kinds(grundy_ruleset *ruleset, grundy_position from,
                                           bool canonical, grundy_take_move take, void *to,
                                           grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_MOVES, .position = from};
  r.canonical = canonical;
  r.take_move = take;
  r.to = to;
  return grundy_script_run_request(body_list, &r, error);
}

static grundy_status script_split(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                                  grundy_take take, void *to, grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_SPLIT, position, canonical, take, to, error);
}

static grundy_status script_canon(grundy_ruleset *ruleset, grundy_position position,
                                  grundy_take take, void *to, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_CANON, .position = position};
  r.take = take;
  r.to = to;
  if (ruleset->has_canon) return grundy_script_run_request(body_canon, &r, error);
  take(to, position);
  return GRUNDY_OK;
}

static grundy_status script_swap(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                                 grundy_take take, void *to, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_SWAP, .position = position};
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return grundy_script_run_request(body_canon, &r, error);
}

static grundy_status script_info(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_position_info *info, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_TERMINAL, .position = position};
  grundy_status status = GRUNDY_OK;
  *info = (grundy_position_info){0};
  r.info = info;
  if (ruleset->has_terminal) status = grundy_script_run_request(body_terminal, &r, error);
  if (status != GRUNDY_OK || !ruleset->has_player) return status;
  r.function = SCRIPT_PLAYER;
  status = grundy_script_run_request(body_player, &r, error);
  info->player_failed = status != GRUNDY_OK;
  return status;
}

static grundy_status script_show(grundy_ruleset *ruleset, grundy_position position,
                                 char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_SHOW, .position = position};
  r.name = text;
  grundy_status status =
      ruleset->has_show ? grundy_script_run_request(body_show, &r, error) : GRUNDY_OK;
  if (!ruleset->has_show || status != GRUNDY_OK) grundy_script_default_name(position, text);
  return status;
}

static grundy_status script_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                  bool canonical, grundy_take take, void *to, grundy_error *error) {
  grundy_script_request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_PARSE, .text = text};
  r.length = length;
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return grundy_script_run_request(body_parse, &r, error);
}

static grundy_status script_value(grundy_ruleset *ruleset, grundy_position position, bool *known,
                                  uint32_t *value, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_VALUE, .position = position};
  r.known = known;
  r.value = value;
  *known = false;
  return ruleset->has_value ? grundy_script_run_request(body_value, &r, error) : GRUNDY_OK;
}

static grundy_status script_order(grundy_ruleset *ruleset, grundy_position position, int64_t *order,
                                  grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_ORDER, .position = position};
  r.order = order;
  return grundy_script_run_request(body_order, &r, error);
}

static grundy_status script_board(grundy_ruleset *ruleset, grundy_position position,
                                  const grundy_position *follower, int turn, grundy_board *board,
                                  grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_BOARD, .position = position};
  r.follower = follower;
  r.turn = turn;
  r.board = board;
  return grundy_script_run_request(body_board, &r, error);
}

static grundy_status script_fields(grundy_ruleset *ruleset, grundy_position position,
                                   int64_t *values, grundy_error *error) {
  const grundy_script *s = (const grundy_script *)ruleset;
  char name[GRUNDY_RULES_MAX_NAME];
  size_t count = grundy_script_integers(position, values, ruleset->field_count);
  if (count == ruleset->field_count) return GRUNDY_OK;
  grundy_script_default_name(position, name);
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_RULES,
                             "%s: position '%.*s' has no field %s; expected at least %" PRIu32
                             " integers in every position",
                             s->name, grundy_excerpt(name, strlen(name)), name,
                             ruleset->field_names[count], ruleset->field_count);
}

/* Returns whether numbers fit into integers of Lua. Ranks of a script always do. */
static bool are_integers(uint64_t tier, uint64_t index) {
  return tier <= LUA_MAXINTEGER && index <= LUA_MAXINTEGER;
}

static grundy_status script_count(grundy_ruleset *ruleset, uint64_t tier, uint64_t *count,
                                  grundy_error *error) {
  grundy_script_request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_COUNT, .tier = tier};
  r.count = count;
  *count = 0;
  return are_integers(tier, 0) ? grundy_script_run_request(body_count, &r, error) : GRUNDY_OK;
}

static grundy_status script_rank(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_position_rank *rank, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_RANK, .position = position};
  r.rank = rank;
  rank->exists = false;
  return grundy_script_run_request(body_rank, &r, error);
}

static grundy_status script_unrank(grundy_ruleset *ruleset, uint64_t tier, uint64_t index,
                                   grundy_take take, void *to, grundy_error *error) {
  grundy_script_request r = {
      .s = (grundy_script *)ruleset, .function = SCRIPT_UNRANK, .tier = tier};
  r.index = index;
  r.take = take;
  r.to = to;
  return are_integers(tier, index) ? grundy_script_run_request(body_unrank, &r, error) : GRUNDY_OK;
}

static grundy_status script_tiers(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take,
                                  void *to, grundy_error *error) {
  grundy_script_request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_TIERS, .tier = tier};
  r.take_tier = take;
  r.to = to;
  return are_integers(tier, 0) ? grundy_script_run_request(body_tiers, &r, error) : GRUNDY_OK;
}

static grundy_status script_unmoves(grundy_ruleset *ruleset, grundy_position position,
                                    bool canonical, grundy_take take, void *to,
                                    grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_UNMOVES, position, canonical, take, to, error);
}

/* Hands over the start, which was computed when the file was opened. */
static int body_start(lua_State *lua) {
  grundy_script_request *r = begin(lua);
  hand_on(lua, r, "a position");
  return 0;
}

static grundy_status script_start(grundy_ruleset *ruleset, bool canonical, grundy_take take,
                                  void *to, grundy_error *error) {
  grundy_script_request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_START};
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return grundy_script_run_request(body_start, &r, error);
}

static void script_close(grundy_ruleset *ruleset) {
  grundy_script *s = (grundy_script *)ruleset;
  for (int i = 0; i < GRUNDY_MAX_THREADS; i++) {
    grundy_script *copy = atomic_load(&s->copies[i]);
    if (copy != NULL) grundy_ruleset_close(&copy->base);
  }
  grundy_script_close_state(s);
  if (s->lockable) pthread_mutex_destroy(&s->lock);
  if (s->locale != (locale_t)0) freelocale(s->locale);
  grundy_digraph_free(s->argument);
  free(s->name);
  free(s->source);
  free(s->arguments);
  free(s);
}

static bool script_valid(const grundy_ruleset *ruleset, grundy_position position) {
  (void)ruleset;
  return grundy_script_valid(position);
}

static void script_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  grundy_script *s = (grundy_script *)ruleset;
  grundy_script_set_work(s, work);
  grundy_parallel_watch(work == NULL ? NULL : grundy_script_ask_monitor, s);
}

const grundy_ruleset_kind grundy_script_kind = {
    .parallel = true,
    .slow = true,
    .share = grundy_script_share,
    .start = script_start,
    .moves = script_moves,
    .moves_of_kinds = script_moves_of_kinds,
    .canon = script_canon,
    .swap = script_swap,
    .info = script_info,
    .show = script_show,
    .parse = script_parse,
    .value = script_value,
    .board = script_board,
    .fields = script_fields,
    .split = script_split,
    .order = script_order,
    .close = script_close,
    .valid = script_valid,
    .set_monitor = script_set_monitor,
    .count = script_count,
    .rank = script_rank,
    .unrank = script_unrank,
    .tiers = script_tiers,
    .unmoves = script_unmoves,
};

const char *grundy_script_source(const grundy_ruleset *ruleset, size_t *length) {
  const grundy_script *s = (const grundy_script *)ruleset;
  *length = s->source_length;
  return s->source;
}
