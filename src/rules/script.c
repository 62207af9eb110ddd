/* Rules in Lua: the state, its sandbox, and calls into it. */

#include "rules/script.h"

#include "base/alloc.h"
#include "base/locale.h"

#include <assert.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static const char *const function_names[SCRIPT_FUNCTIONS] = {
    [SCRIPT_START] = "start",     [SCRIPT_MOVES] = "moves",   [SCRIPT_SHOW] = "show",
    [SCRIPT_PARSE] = "parse",     [SCRIPT_CANON] = "canon",   [SCRIPT_TERMINAL] = "terminal",
    [SCRIPT_PLAYER] = "player",   [SCRIPT_VALUE] = "value",   [SCRIPT_BOARD] = "board",
    [SCRIPT_SPLIT] = "split",     [SCRIPT_ORDER] = "order",   [SCRIPT_COUNT] = "count",
    [SCRIPT_RANK] = "rank",       [SCRIPT_UNRANK] = "unrank", [SCRIPT_TIERS] = "tiers",
    [SCRIPT_UNMOVES] = "unmoves",
};

static grundy_script *script_of(lua_State *lua) {
  return *(grundy_script **)lua_getextraspace(lua);
}

/* ---- time limits -------------------------------------------------------------- */

/* A call that no monitor watches may take about a second; a closed form, which may calculate for
 * long, about two minutes. */
enum { INSTRUCTIONS_PER_HOOK = 100000, MOST_HOOKS = 1000, MOST_HOOKS_OF_VALUE = 120000 };

/* Restores the usual interval between hooks. Lua needs time proportional to its stack depth for
 * this, so it is done only after a change. */
static void reset_hook(grundy_script *s) {
  if (s->hook_due) lua_sethook(s->lua, lua_gethook(s->lua), LUA_MASKCOUNT, INSTRUCTIONS_PER_HOOK);
  s->hook_due = false;
  s->requested = 0;
}

/* Ends a call that is to be stopped. Lua calls this hook after INSTRUCTIONS_PER_HOOK instructions,
 * or early if large blocks of memory were requested. */
static void on_hook(lua_State *lua, lua_Debug *unused) {
  grundy_script *s = script_of(lua);
  (void)unused;
  reset_hook(s);
  s->hooks++;
  s->too_long = s->work == NULL && s->hooks > s->most_hooks;
  if (s->work != NULL) s->interrupted = !grundy_work_ask(s->work);
  if (s->interrupted || s->too_long) (void)luaL_error(lua, "stopped");
}

void grundy_script_count(lua_State *lua, uint64_t steps) {
  grundy_script *s = script_of(lua);
  s->steps += steps;
  if (s->steps < INSTRUCTIONS_PER_HOOK) return;
  s->steps = 0;
  on_hook(lua, NULL);
}

/* ---- calling ------------------------------------------------------------------------------ */

/* The arguments and results of a protected call. */
typedef struct request {
  grundy_script *s;
  grundy_script_function function;
  grundy_position position;
  const char *text; /* a name or a script */
  size_t length;
  const grundy_argument_list *arguments;
  bool canonical; /* whether to hand over canonical forms */
  grundy_take take;
  void *to;
  char *name;                 /* result, GRUNDY_RULES_MAX_NAME bytes */
  grundy_position_info *info; /* result */
  bool *known;
  uint32_t *value;
  int64_t *order;
  const grundy_position *follower; /* for `board`; NULL: none */
  int turn;
  grundy_board *board;
  uint64_t tier, index;
  uint64_t *count;            /* result */
  grundy_position_rank *rank; /* result */
  grundy_take_tier take_tier;
  lua_CFunction body; /* of code outside this file, with the context `to` */
} request;

/* Skips "NAME:LINE: ", with which Lua begins a message; *line is 0 if it is missing. */
static const char *without_place(const grundy_script *s, const char *message, uint64_t *line) {
  size_t length = strlen(s->name);
  char *end;
  if (length > LUA_IDSIZE - 1) length = LUA_IDSIZE - 1;
  if (strncmp(message, s->name, length) != 0 || message[length] != ':') return message;
  unsigned long number = strtoul(message + length + 1, &end, 10);
  if (strncmp(end, ": ", 2) != 0) return message;
  *line = number;
  return end + 2;
}

/* Finds the line of an error, and removes it from the message. */
static int note_line(lua_State *lua) {
  grundy_script *s = script_of(lua);
  lua_Debug at;
  s->error_line = 0;
  for (int level = 1; s->error_line == 0 && lua_getstack(lua, level, &at) != 0; level++)
    if (lua_getinfo(lua, "l", &at) != 0 && at.currentline > 0)
      s->error_line = (uint64_t)at.currentline;
  if (lua_type(lua, 1) == LUA_TSTRING)
    lua_pushstring(lua, without_place(s, lua_tostring(lua, 1), &s->error_line));
  return 1;
}

/* Fails with "wythoff.lua:3: in moves of '3,5': what". The text from Lua may contain anything; it
 * is made into one line. */
static grundy_status fail_script(const request *r, const char *what, grundy_error *error) {
  char line[GRUNDY_ERROR_MAX_TEXT], where[GRUNDY_RULES_MAX_NAME + 32] = "";
  char fallback[GRUNDY_RULES_MAX_NAME];
  const char *name = r->function == SCRIPT_PARSE ? r->text : NULL;
  size_t length = r->length;
  snprintf(line, sizeof line, "%s", what);
  for (char *c = line; *c != '\0'; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f) *c = ' ';
  if (r->position.bytes != NULL) {
    grundy_script_default_name(r->position, fallback);
    name = fallback;
    length = strlen(fallback);
  }
  if (name != NULL)
    snprintf(where, sizeof where, "in %s of '%.*s': ", function_names[r->function],
             grundy_excerpt(name, length), name);
  else if (r->function == SCRIPT_UNRANK)
    snprintf(where, sizeof where, "in unrank of tier %" PRIu64 ", index %" PRIu64 ": ", r->tier,
             r->index);
  else if (r->function == SCRIPT_COUNT || r->function == SCRIPT_TIERS)
    snprintf(where, sizeof where, "in %s of tier %" PRIu64 ": ", function_names[r->function],
             r->tier);
  else if (r->function < SCRIPT_FUNCTIONS)
    snprintf(where, sizeof where, "in %s: ", function_names[r->function]);
  return grundy_because(error, r->arguments == NULL ? GRUNDY_REASON_RULES : GRUNDY_REASON_ARGUMENTS,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, r->s->name, r->s->error_line, 0,
                                       "%s%s", where, line));
}

static grundy_status explain(int code, const request *r, grundy_error *error) {
  const grundy_script *s = r->s;
  lua_State *lua = s->lua;
  if (code == LUA_OK) return GRUNDY_OK;
  if (s->interrupted) return grundy_fail_cancelled(error);
  if (code == LUA_ERRMEM || s->out_of_memory) return grundy_fail_memory(error);
  if (s->too_long) return fail_script(r, "this takes too long", error);
  const char *message = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1)
                                                         : "an error that is not a text was raised";
  return fail_script(r, message, error);
}

/* Runs `body` with the request as its argument, and reports what went wrong. The locale is set so
 * that the script converts numbers to the same text everywhere. */
static grundy_status run(lua_CFunction body, request *r, grundy_error *error) {
  grundy_script *s = r->s;
  lua_State *lua = s->lua;
  int top = lua_gettop(lua);
  s->hooks = 0;
  s->most_hooks = r->function == SCRIPT_VALUE ? MOST_HOOKS_OF_VALUE : MOST_HOOKS;
  s->interrupted = s->too_long = s->out_of_memory = false;
  s->error_line = 0;
  if (!lua_checkstack(lua, LUA_MINSTACK)) return grundy_fail_memory(error);
  lua_pushcfunction(lua, note_line);
  lua_pushcfunction(lua, body);
  lua_pushlightuserdata(lua, r);
  locale_t locale = grundy_locale_enter();
  int code = lua_pcall(lua, 1, 0, top + 1);
  grundy_locale_leave(locale);
  grundy_status status = explain(code, r, error);
  lua_settop(lua, top);
  return status;
}

/* As run, but one thread at a time. */
static grundy_status run_locked(lua_CFunction body, request *r, grundy_error *error) {
  pthread_mutex_lock(&r->s->lock);
  grundy_status status = run(body, r, error);
  pthread_mutex_unlock(&r->s->lock);
  return status;
}

/* Begins a body: pushes the function, and the position if there is one. */
static request *begin(lua_State *lua) {
  request *r = lua_touserdata(lua, 1);
  assert(r->function < SCRIPT_FUNCTIONS && r->s->functions[r->function] != LUA_NOREF);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, r->s->functions[r->function]);
  if (r->position.bytes != NULL) grundy_script_push(lua, r->position);
  return r;
}

/* Packs and pops the position at the top of the stack. */
static grundy_position pack(lua_State *lua, const char *wanted, grundy_packed *packed) {
  const char *wrong = grundy_script_pack(lua, packed);
  if (wrong != NULL)
    (void)luaL_error(lua,
                     "it gives %s; expected %s: an integer, a string or a flat array of "
                     "integers",
                     wrong, wanted);
  lua_pop(lua, 1);
  assert(grundy_script_valid((grundy_position){packed->bytes, packed->length}));
  return (grundy_position){packed->bytes, packed->length};
}

/* Hands over the canonical form of a position. For errors, the request is changed to one for
 * `canon`. This is part of the same protected call, because such calls cost more than most
 * functions do. */
static void hand_on_canonical(lua_State *lua, request *r, grundy_position position) {
  const grundy_script_function function = r->function;
  const grundy_position of = r->position;
  grundy_packed packed;
  r->function = SCRIPT_CANON;
  r->position = position;
  r->s->hooks = 0;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, r->s->functions[SCRIPT_CANON]);
  grundy_script_push(lua, position);
  lua_call(lua, 1, 1);
  position = pack(lua, "a position", &packed);
  r->function = function;
  r->position = of;
  r->take(r->to, position);
}

/* Hands over and pops the position at the top of the stack. */
static void hand_on(lua_State *lua, request *r, const char *wanted) {
  grundy_position given = pack(lua, wanted, &r->s->given);
  if (r->canonical && r->s->base.has_canon)
    hand_on_canonical(lua, r, given);
  else
    r->take(r->to, given);
}

/* ---- the functions of rules ----------------------------------------------------------------- */

/* Checks that the value at the top of the stack is an array, and returns its length. */
static lua_Unsigned check_array(lua_State *lua, const char *wanted) {
  lua_Unsigned count = 0;
  if (!lua_istable(lua, -1))
    (void)luaL_error(lua, "it gives %s; expected an array of %s", luaL_typename(lua, -1), wanted);
  if (!grundy_script_is_array(lua, &count))
    (void)luaL_error(
        lua, "it gives a table with other keys than 1, 2, 3 ...; expected an array of %s", wanted);
  return count;
}

/* Fails if the table at this index, which was the position, is another position now. */
static void check_unchanged(lua_State *lua, int index, const request *r) {
  lua_pushvalue(lua, index);
  grundy_position now = pack(lua, "an array of positions", &r->s->given);
  if (now.length != r->position.length || memcmp(now.bytes, r->position.bytes, now.length) != 0)
    (void)luaL_error(lua, "it changes the position that it gets, and lists it several times; make "
                          "a new table for every move");
}

/* `moves`, `unmoves` and `split`. */
static int body_list(lua_State *lua) {
  enum { REQUEST = 1, ARGUMENT, ARRAY }; /* on the stack */
  request *r = begin(lua);
  int same = 0;
  lua_pushvalue(lua, -1);
  lua_insert(lua, ARGUMENT);
  lua_call(lua, 1, 1);
  lua_Unsigned count = check_array(lua, "positions");
  for (lua_Unsigned i = 1; i <= count; i++) {
    lua_rawgeti(lua, ARRAY, (lua_Integer)i);
    if (lua_istable(lua, -1) && lua_rawequal(lua, -1, ARGUMENT) && ++same == 2)
      check_unchanged(lua, ARGUMENT, r);
    hand_on(lua, r, "an array of positions");
    assert(lua_gettop(lua) == ARRAY);
  }
  return 0;
}

static int body_canon(lua_State *lua) {
  request *r = begin(lua);
  lua_call(lua, 1, 1);
  hand_on(lua, r, "a position");
  assert(lua_gettop(lua) == 1); /* the request */
  return 0;
}

static int body_show(lua_State *lua) {
  const request *r = begin(lua);
  lua_call(lua, 1, 1);
  size_t length;
  const char *name = lua_tolstring(lua, -1, &length);
  if (name == NULL) return luaL_error(lua, "it gives %s; expected a name", luaL_typename(lua, -1));
  if (length >= GRUNDY_RULES_MAX_NAME || memchr(name, '\0', length) != NULL)
    return luaL_error(lua, "it gives a name of %d bytes; expected at most %d, none of them 0",
                      (int)length, (int)GRUNDY_RULES_MAX_NAME - 1);
  memcpy(r->name, name, length + 1);
  return 0;
}

static int body_parse(lua_State *lua) {
  request *r = lua_touserdata(lua, 1);
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
  const request *r = begin(lua);
  lua_call(lua, 1, 1);
  read_terminal(lua, r->info);
  return 0;
}

static int body_player(lua_State *lua) {
  const request *r = begin(lua);
  lua_call(lua, 1, 1);
  const char *player = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : "";
  if (strcmp(player, "A") != 0 && strcmp(player, "B") != 0)
    return luaL_error(lua, "it gives no player; expected \"A\" or \"B\"");
  r->info->player = (uint8_t)player[0];
  return 0;
}

static int body_value(lua_State *lua) {
  const request *r = begin(lua);
  lua_call(lua, 1, 1);
  *r->known = !lua_isnil(lua, -1);
  if (!*r->known) return 0;
  int is_integer;
  lua_Integer value = lua_tointegerx(lua, -1, &is_integer);
  if (lua_type(lua, -1) != LUA_TNUMBER || !is_integer || value < 0 || value > UINT32_MAX - 1)
    return luaL_error(lua, "it gives no value; expected an integer from 0 or nil");
  *r->value = (uint32_t)value;
  return 0;
}

static int body_order(lua_State *lua) {
  const request *r = begin(lua);
  lua_call(lua, 1, 1);
  int is_integer;
  lua_Integer order = lua_tointegerx(lua, -1, &is_integer);
  if (lua_type(lua, -1) != LUA_TNUMBER || !is_integer)
    return luaL_error(lua, "it gives %s; expected an integer", luaL_tolstring(lua, -1, NULL));
  *r->order = (int64_t)order;
  return 0;
}

static int body_board(lua_State *lua) {
  const request *r = begin(lua);
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
  int is_integer = 0;
  lua_Integer number = lua_tointegerx(lua, index, &is_integer);
  if (lua_type(lua, index) != LUA_TNUMBER || !is_integer || number < 0)
    (void)luaL_error(lua, "it does not give %s", wanted);
  return (uint64_t)number;
}

static int body_count(lua_State *lua) {
  const request *r = begin(lua);
  lua_pushinteger(lua, (lua_Integer)r->tier);
  lua_call(lua, 1, 1);
  *r->count = check_number(lua, -1, "an integer from 0");
  return 0;
}

static int body_rank(lua_State *lua) {
  static const char wanted[] = "a tier and an index, integers from 0, or nil";
  const request *r = begin(lua);
  lua_call(lua, 1, 2);
  r->rank->exists = !lua_isnil(lua, -2);
  if (!r->rank->exists) return 0;
  r->rank->tier = check_number(lua, -2, wanted);
  r->rank->index = check_number(lua, -1, wanted);
  return 0;
}

static int body_unrank(lua_State *lua) {
  request *r = begin(lua);
  lua_pushinteger(lua, (lua_Integer)r->tier);
  lua_pushinteger(lua, (lua_Integer)r->index);
  lua_call(lua, 2, 1);
  if (!lua_isnil(lua, -1)) hand_on(lua, r, "a position or nil");
  return 0;
}

static int body_tiers(lua_State *lua) {
  const request *r = begin(lua);
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
  request r = {.s = (grundy_script *)ruleset, .function = function, .position = position};
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return run_locked(body_list, &r, error);
}

static grundy_status script_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                  grundy_take take, void *to, grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_MOVES, from, canonical, take, to, error);
}

static grundy_status script_split(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                                  grundy_take take, void *to, grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_SPLIT, position, canonical, take, to, error);
}

static grundy_status script_canon(grundy_ruleset *ruleset, grundy_position position,
                                  grundy_take take, void *to, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_CANON, .position = position};
  r.take = take;
  r.to = to;
  if (ruleset->has_canon) return run_locked(body_canon, &r, error);
  take(to, position);
  return GRUNDY_OK;
}

static grundy_status script_info(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_position_info *info, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_TERMINAL, .position = position};
  grundy_status status = GRUNDY_OK;
  *info = (grundy_position_info){0};
  r.info = info;
  if (ruleset->has_terminal) status = run_locked(body_terminal, &r, error);
  if (status != GRUNDY_OK || !ruleset->has_player) return status;
  r.function = SCRIPT_PLAYER;
  status = run_locked(body_player, &r, error);
  info->player_failed = status != GRUNDY_OK;
  return status;
}

static grundy_status script_show(grundy_ruleset *ruleset, grundy_position position,
                                 char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_SHOW, .position = position};
  r.name = text;
  grundy_status status = ruleset->has_show ? run_locked(body_show, &r, error) : GRUNDY_OK;
  if (!ruleset->has_show || status != GRUNDY_OK) grundy_script_default_name(position, text);
  return status;
}

static grundy_status script_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                  bool canonical, grundy_take take, void *to, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_PARSE, .text = text};
  r.length = length;
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return run_locked(body_parse, &r, error);
}

static grundy_status script_value(grundy_ruleset *ruleset, grundy_position position, bool *known,
                                  uint32_t *value, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_VALUE, .position = position};
  r.known = known;
  r.value = value;
  *known = false;
  return ruleset->has_value ? run_locked(body_value, &r, error) : GRUNDY_OK;
}

static grundy_status script_order(grundy_ruleset *ruleset, grundy_position position, int64_t *order,
                                  grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_ORDER, .position = position};
  r.order = order;
  return run_locked(body_order, &r, error);
}

static grundy_status script_board(grundy_ruleset *ruleset, grundy_position position,
                                  const grundy_position *follower, int turn, grundy_board *board,
                                  grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_BOARD, .position = position};
  r.follower = follower;
  r.turn = turn;
  r.board = board;
  return ruleset->has_board ? run_locked(body_board, &r, error) : GRUNDY_OK;
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
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_COUNT, .tier = tier};
  r.count = count;
  *count = 0;
  return are_integers(tier, 0) ? run_locked(body_count, &r, error) : GRUNDY_OK;
}

static grundy_status script_rank(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_position_rank *rank, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_RANK, .position = position};
  r.rank = rank;
  rank->exists = false;
  return run_locked(body_rank, &r, error);
}

static grundy_status script_unrank(grundy_ruleset *ruleset, uint64_t tier, uint64_t index,
                                   grundy_take take, void *to, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_UNRANK, .tier = tier};
  r.index = index;
  r.take = take;
  r.to = to;
  return are_integers(tier, index) ? run_locked(body_unrank, &r, error) : GRUNDY_OK;
}

static grundy_status script_tiers(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take,
                                  void *to, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_TIERS, .tier = tier};
  r.take_tier = take;
  r.to = to;
  return are_integers(tier, 0) ? run_locked(body_tiers, &r, error) : GRUNDY_OK;
}

static grundy_status script_unmoves(grundy_ruleset *ruleset, grundy_position position,
                                    bool canonical, grundy_take take, void *to,
                                    grundy_error *error) {
  return hand_on_list(ruleset, SCRIPT_UNMOVES, position, canonical, take, to, error);
}

/* Hands over the start, which was computed when the file was opened. */
static int body_start(lua_State *lua) {
  request *r = begin(lua);
  hand_on(lua, r, "a position");
  return 0;
}

static grundy_status script_start(grundy_ruleset *ruleset, bool canonical, grundy_take take,
                                  void *to, grundy_error *error) {
  request r = {.s = (grundy_script *)ruleset, .function = SCRIPT_START};
  r.canonical = canonical;
  r.take = take;
  r.to = to;
  return run_locked(body_start, &r, error);
}

static void script_close(grundy_ruleset *ruleset) {
  grundy_script *s = (grundy_script *)ruleset;
  if (s->lua != NULL) lua_close(s->lua);
  grundy_script_free_memory(s);
  if (s->lockable) pthread_mutex_destroy(&s->lock);
  grundy_digraph_free(s->argument);
  free(s->name);
  free(s->source);
  free(s);
}

static bool script_valid(const grundy_ruleset *ruleset, grundy_position position) {
  (void)ruleset;
  return grundy_script_valid(position);
}

static void script_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  ((grundy_script *)ruleset)->work = work;
}

const grundy_ruleset_kind grundy_script_kind = {
    .start = script_start,
    .moves = script_moves,
    .canon = script_canon,
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

/* ---- opening ---------------------------------------------------------------------------- */

void grundy_script_load(lua_State *lua, const char *source, size_t length) {
  grundy_script *s = script_of(lua);
  char *chunk = lua_newuserdatauv(lua, strlen(s->name) + 2, 0);
  sprintf(chunk, "=%s", s->name);
  grundy_script_open_libraries(lua);
  int code = luaL_loadbufferx(lua, source, length, chunk, "t");
  s->out_of_memory = code == LUA_ERRMEM; /* raised again, it is an ordinary error */
  if (code != LUA_OK) (void)lua_error(lua);
}

/* Runs the file and keeps the table that it returns in the registry. */
static int body_load(lua_State *lua) {
  const request *r = lua_touserdata(lua, 1);
  grundy_script_load(lua, r->text, r->length);
  lua_call(lua, 0, 1);
  if (!lua_istable(lua, -1))
    return luaL_error(lua, "the file returns %s; expected a table with start and moves",
                      luaL_typename(lua, -1));
  lua_setfield(lua, LUA_REGISTRYINDEX, "rules");
  return 0;
}

/* Keeps a reference to that function, if the rules define it. */
static bool keep_function(lua_State *lua, grundy_script *s, grundy_script_function function) {
  const char *name = function_names[function];
  bool required = function == SCRIPT_START || function == SCRIPT_MOVES;
  int type = lua_getfield(lua, 2, name);
  if (type != LUA_TFUNCTION && (required || type != LUA_TNIL))
    (void)luaL_error(lua, "the table of the file has %s as %s; expected a function",
                     lua_typename(lua, type), name);
  s->functions[function] = LUA_NOREF;
  if (type == LUA_TNIL) {
    lua_pop(lua, 1);
    return false;
  }
  s->functions[function] = luaL_ref(lua, LUA_REGISTRYINDEX);
  return true;
}

/* The fields of the table that are not functions. */
static const char *const plain_fields[] = {"title", "args", "fields"};
enum { PLAIN_FIELDS = sizeof plain_fields / sizeof *plain_fields };

static bool is_field(const char *name) {
  for (int i = 0; i < SCRIPT_FUNCTIONS; i++)
    if (strcmp(name, function_names[i]) == 0) return true;
  for (int i = 0; i < PLAIN_FIELDS; i++)
    if (strcmp(name, plain_fields[i]) == 0) return true;
  return false;
}

/* Raises an error for an unknown field, with a suggestion. */
static void fail_field(lua_State *lua, const char *name) {
  grundy_suggestion best = {0};
  for (int i = 0; i < SCRIPT_FUNCTIONS; i++)
    grundy_suggest(&best, name, strlen(name), function_names[i]);
  for (int i = 0; i < PLAIN_FIELDS; i++) grundy_suggest(&best, name, strlen(name), plain_fields[i]);
  if (best.word[0] != '\0')
    (void)luaL_error(lua, "the table of the file has a field '%s'; did you mean '%s'?", name,
                     best.word);
  (void)luaL_error(lua,
                   "the table of the file has a field '%s'; expected only title, args, start, "
                   "moves, show, parse, canon, terminal, player, value, board, split, fields, "
                   "order, count, rank, unrank, tiers and unmoves",
                   name);
}

/* Pushes the name of the key at the top of the stack for errors. */
static const char *push_field_name(lua_State *lua) {
  if (lua_type(lua, -1) == LUA_TSTRING || lua_type(lua, -1) == LUA_TNUMBER)
    lua_pushvalue(lua, -1); /* lua_tostring would change the key of lua_next */
  else
    lua_pushstring(lua, "?");
  return lua_tostring(lua, -1);
}

/* Rejects unknown fields: a misspelt one would be a function that is never called. If there are
 * several, the error names the first in byte order. */
static void check_fields(lua_State *lua, int table) {
  lua_pushnil(lua);
  int wrong = lua_gettop(lua);
  for (lua_pushnil(lua); lua_next(lua, table) != 0; lua_settop(lua, wrong + 1)) {
    lua_pop(lua, 1);
    const char *name = push_field_name(lua);
    if (lua_type(lua, wrong + 1) == LUA_TSTRING && is_field(name)) continue;
    if (lua_isnil(lua, wrong) || strcmp(name, lua_tostring(lua, wrong)) < 0)
      lua_copy(lua, -1, wrong);
  }
  if (!lua_isnil(lua, wrong)) fail_field(lua, lua_tostring(lua, wrong));
  lua_pop(lua, 1);
}

/* Raises the error in `why`. */
static void raise_error(lua_State *lua, grundy_script *s, const grundy_error *why) {
  s->out_of_memory = why->status == GRUNDY_OUT_OF_MEMORY;
  (void)luaL_error(lua, "%s", why->message);
}

/* Keeps the names of the fields, if the table has some. */
static void keep_fields(lua_State *lua, grundy_script *s) {
  const char *names[GRUNDY_RULES_MAX_FIELDS];
  grundy_error why = {0};
  lua_Unsigned count = 0;
  int type = lua_getfield(lua, 2, "fields");
  if (type == LUA_TTABLE && !grundy_script_is_array(lua, &count)) type = LUA_TNONE;
  for (lua_Unsigned i = 1; i <= count && type == LUA_TTABLE; i++) {
    if (lua_rawgeti(lua, 3, (lua_Integer)i) != LUA_TSTRING) type = LUA_TNONE;
    if (type == LUA_TTABLE && i <= GRUNDY_RULES_MAX_FIELDS) names[i - 1] = lua_tostring(lua, -1);
    lua_pop(lua, 1); /* the table still has the name */
  }
  if (type != LUA_TNIL && type != LUA_TTABLE)
    (void)luaL_error(lua, "the field `fields` of the table is not an array of names; expected "
                          "names such as {\"a\", \"b\"}");
  if (grundy_ruleset_set_fields(&s->base, names, count, &why) != GRUNDY_OK)
    raise_error(lua, s, &why);
  lua_pop(lua, 1);
}

/* Forgets the names of fields that the start does not have: a game of heaps may have a different
 * number of them in every game. */
static void fit_fields(lua_State *lua, grundy_script *s, const grundy_packed *start) {
  int64_t numbers[GRUNDY_RULES_MAX_FIELDS];
  if (s->base.field_count == 0) return;
  size_t count = grundy_script_integers((grundy_position){start->bytes, start->length}, numbers,
                                        s->base.field_count);
  if (count == 0 && start->bytes[0] == 's')
    (void)luaL_error(lua, "the rules have fields, but the position is a string; fields are the "
                          "integers of an array");
  s->base.field_count = (uint32_t)count;
}

/* Keeps the functions of ranks: all or none. */
static void keep_ranks(lua_State *lua, grundy_script *s) {
  bool has[SCRIPT_UNMOVES - SCRIPT_COUNT + 1];
  for (int i = SCRIPT_COUNT; i <= SCRIPT_UNMOVES; i++)
    has[i - SCRIPT_COUNT] = keep_function(lua, s, (grundy_script_function)i);
  const char *missing = grundy_ranks_missing(has);
  if (missing != NULL) (void)luaL_error(lua, GRUNDY_RANKS_MISSING, missing);
  s->base.has_ranks = has[0];
  s->base.has_unmoves = has[SCRIPT_UNMOVES - SCRIPT_COUNT];
}

static int body_table(lua_State *lua) {
  const request *r = lua_touserdata(lua, 1);
  grundy_script *s = r->s;
  lua_getfield(lua, LUA_REGISTRYINDEX, "rules");
  check_fields(lua, 2);
  assert(lua_gettop(lua) == 2); /* the request and the table */
  (void)keep_function(lua, s, SCRIPT_START);
  (void)keep_function(lua, s, SCRIPT_MOVES);
  s->base.has_show = keep_function(lua, s, SCRIPT_SHOW);
  s->base.has_parse = s->base.has_own_parse = keep_function(lua, s, SCRIPT_PARSE);
  s->base.has_canon = keep_function(lua, s, SCRIPT_CANON);
  s->base.has_terminal = keep_function(lua, s, SCRIPT_TERMINAL);
  s->base.has_player = keep_function(lua, s, SCRIPT_PLAYER);
  s->base.has_value = keep_function(lua, s, SCRIPT_VALUE);
  s->base.has_board = keep_function(lua, s, SCRIPT_BOARD);
  s->base.has_split = keep_function(lua, s, SCRIPT_SPLIT);
  s->base.has_order = keep_function(lua, s, SCRIPT_ORDER);
  keep_ranks(lua, s);
  keep_fields(lua, s);
  assert(lua_gettop(lua) == 2);
  int type = lua_getfield(lua, 2, "title");
  if (type != LUA_TSTRING && type != LUA_TNIL)
    return luaL_error(lua, "the table of the file has %s as title; expected a string",
                      lua_typename(lua, type));
  s->base.title = strdup(type == LUA_TNIL ? s->name : lua_tostring(lua, -1));
  return 0;
}

/* Calls start with the arguments, and replaces the function by its result. */
static int body_begin(lua_State *lua) {
  request *r = lua_touserdata(lua, 1);
  grundy_script *s = r->s;
  grundy_packed packed;
  lua_getfield(lua, LUA_REGISTRYINDEX, "rules");
  int table = lua_gettop(lua), base;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, s->functions[SCRIPT_START]);
  base = lua_gettop(lua);
  int count = grundy_script_push_arguments(s, table, r->arguments);
  /* Their descriptions lie between the function and the arguments. */
  while (lua_gettop(lua) - base > count) lua_remove(lua, base + 1);
  assert(lua_gettop(lua) == base + count);
  r->function = SCRIPT_START;
  lua_call(lua, count, 1);
  assert(lua_gettop(lua) == base); /* the result of start replaced the function */
  const char *wrong = grundy_script_pack(lua, &packed);
  if (wrong != NULL)
    return luaL_error(lua,
                      "it gives %s; expected a position: an integer, a string or a flat "
                      "array of integers",
                      wrong);
  fit_fields(lua, s, &packed);
  lua_rawseti(lua, LUA_REGISTRYINDEX, s->functions[SCRIPT_START]);
  return 0;
}

/* Runs the file and examines its table. */
static grundy_status load_table(grundy_script *s, grundy_error *error) {
  request r = {.s = s, .function = SCRIPT_FUNCTIONS, .text = s->source};
  r.length = s->source_length;
  grundy_status status = run(body_load, &r, error);
  if (status == GRUNDY_OK) status = run(body_table, &r, error);
  if (status == GRUNDY_OK && s->base.title == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_ruleset_check_functions(&s->base, s->name, error);
  return status;
}

static grundy_status load(grundy_script *s, const char *arguments, grundy_error *error) {
  grundy_argument_list list;
  request r = {.s = s, .function = SCRIPT_FUNCTIONS, .arguments = &list};
  grundy_status status = load_table(s, error);
  if (status == GRUNDY_OK) status = grundy_arguments_split(arguments, &list, error);
  if (status != GRUNDY_OK) return status;
  status = run(body_begin, &r, error);
  grundy_arguments_free(&list);
  return status;
}

static grundy_status prepare(grundy_script *s, const char *name, const char *source, size_t length,
                             grundy_error *error) {
  s->base.kind = &grundy_script_kind;
  s->name = strdup(name);
  s->source = grundy_alloc(length + 1, 1);
  s->lockable = pthread_mutex_init(&s->lock, NULL) == 0;
  s->lua = lua_newstate(grundy_script_allocate, s);
  if (s->name == NULL || s->source == NULL || !s->lockable || s->lua == NULL)
    return grundy_fail_memory(error);
  memcpy(s->source, source, length);
  s->source[length] = '\0';
  s->source_length = length;
  s->base.code = XXH3_64bits(source, length);
  *(grundy_script **)lua_getextraspace(s->lua) = s;
  lua_sethook(s->lua, on_hook, LUA_MASKCOUNT, INSTRUCTIONS_PER_HOOK);
  return GRUNDY_OK;
}

grundy_status grundy_script_open(const char *name, const char *source, size_t length,
                                 const char *arguments, const grundy_ruleset_options *options,
                                 grundy_ruleset **ruleset, grundy_error *error) {
  grundy_script *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  s->most = options->memory;
  grundy_work work = grundy_work_start(options->monitor, "reading", 0);
  grundy_status status = prepare(s, name, source, length, error);
  s->work = &work;
  if (status == GRUNDY_OK) status = load(s, arguments, error);
  s->work = NULL;
  if (status == GRUNDY_OK)
    *ruleset = &s->base;
  else
    grundy_ruleset_close(&s->base);
  return status;
}

grundy_status grundy_script_new(const char *name, const char *source, size_t length,
                                uint64_t memory, grundy_script **script, grundy_error *error) {
  grundy_script *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  s->most = memory;
  grundy_status status = prepare(s, name, source, length, error);
  if (status == GRUNDY_OK)
    *script = s;
  else
    grundy_ruleset_close(&s->base);
  return status;
}

/* Calls the body of other code with its context. */
static int body_other(lua_State *lua) {
  const request *r = lua_touserdata(lua, 1);
  lua_pushcfunction(lua, r->body);
  lua_pushlightuserdata(lua, r->to);
  lua_call(lua, 1, 0);
  return 0;
}

grundy_status grundy_script_run(grundy_script *script, lua_CFunction body, void *context,
                                const grundy_work *work, grundy_error *error) {
  request r = {.s = script, .function = SCRIPT_FUNCTIONS, .body = body, .to = context};
  script->work = work;
  grundy_status status = run(body_other, &r, error);
  script->work = NULL;
  return status;
}

/* Joins the descriptions of the arguments with commas, in r->name. */
static int body_describe(lua_State *lua) {
  const request *r = lua_touserdata(lua, 1);
  lua_getfield(lua, LUA_REGISTRYINDEX, "rules");
  if (lua_getfield(lua, -1, "args") != LUA_TTABLE) return 0;
  luaL_Buffer joined;
  lua_Unsigned count = lua_rawlen(lua, -1);
  luaL_buffinit(lua, &joined);
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&joined, ',');
    lua_rawgeti(lua, 3, (lua_Integer)i);
    luaL_addvalue(&joined);
  }
  luaL_pushresult(&joined);
  (void)snprintf(r->name, r->length, "%s", lua_tostring(lua, -1));
  return 0;
}

grundy_status grundy_script_describe(const char *name, const char *source, size_t length,
                                     size_t room, char *title, char *arguments,
                                     grundy_error *error) {
  grundy_script *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  request r = {.s = s, .function = SCRIPT_FUNCTIONS, .name = arguments, .length = room};
  arguments[0] = '\0';
  grundy_status status = prepare(s, name, source, length, error);
  if (status == GRUNDY_OK) status = load_table(s, error);
  if (status == GRUNDY_OK) status = run(body_describe, &r, error);
  if (status == GRUNDY_OK) (void)snprintf(title, room, "%s", s->base.title);
  grundy_ruleset_close(&s->base);
  return status;
}
