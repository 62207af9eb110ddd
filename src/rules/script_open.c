/* Opens rules in Lua: runs the file, examines the table that it returns, and calls `start`. */

#include "rules/script.h"

#include "base/alloc.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void grundy_script_load(lua_State *lua, const char *source, size_t length) {
  grundy_script *s = grundy_script_of(lua);
  char *chunk = lua_newuserdatauv(lua, strlen(s->name) + 2, 0);
  sprintf(chunk, "=%s", s->name);
  grundy_script_open_libraries(lua);
  int code = luaL_loadbufferx(lua, source, length, chunk, "t");
  s->out_of_memory = code == LUA_ERRMEM; /* raised again, it is an ordinary error */
  if (code == LUA_ERRSYNTAX) {
    /* A hint if the text has `=` where an expression goes on or ends. */
    static const char place[] = " expected near '='";
    const char *message = lua_tostring(lua, -1);
    size_t size = strlen(message), end = strlen(place);
    if (size >= end && strcmp(message + size - end, place) == 0 &&
        strstr(message, "<name> expected") == NULL) {
      lua_pushstring(lua, "; use == to compare");
      lua_concat(lua, 2);
    }
  }
  if (code != LUA_OK) (void)lua_error(lua);
}

/* Runs the file and keeps the table that it returns in the registry. */
static int body_load(lua_State *lua) {
  const grundy_script_request *r = lua_touserdata(lua, 1);
  grundy_script_load(lua, r->text, r->length);
  grundy_script_forbid_unknown_names(lua);
  lua_call(lua, 0, 1);
  if (!lua_istable(lua, -1))
    return luaL_error(lua, "the file returns %s; expected a table with start and moves",
                      grundy_script_type(lua, -1));
  lua_setfield(lua, LUA_REGISTRYINDEX, "rules");
  return 0;
}

/* Keeps a reference to that function, if the rules define it. */
static bool keep_function(lua_State *lua, grundy_script *s, grundy_script_function function) {
  const char *name = grundy_script_function_names[function];
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
  lua_Debug about;
  lua_pushvalue(lua, -1);
  s->adds[function] = lua_getinfo(lua, ">u", &about) != 0 && about.nparams > 1;
  s->functions[function] = luaL_ref(lua, LUA_REGISTRYINDEX);
  return true;
}

/* The fields of the table that are not functions. */
static const char *const plain_fields[] = {"title", "args", "fields", "seen_by", "kinds", "setup"};
enum { PLAIN_FIELDS = sizeof plain_fields / sizeof *plain_fields };

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
    bool is_field = false;
    for (int i = 0; i < SCRIPT_FUNCTIONS && !is_field; i++)
      is_field = strcmp(name, grundy_script_function_names[i]) == 0;
    for (int i = 0; i < PLAIN_FIELDS && !is_field; i++)
      is_field = strcmp(name, plain_fields[i]) == 0;
    if (lua_type(lua, wrong + 1) == LUA_TSTRING && is_field) continue;
    if (lua_isnil(lua, wrong) || strcmp(name, lua_tostring(lua, wrong)) < 0)
      lua_copy(lua, -1, wrong);
  }
  const char *name = lua_tostring(lua, wrong);
  if (name == NULL) {
    lua_pop(lua, 1);
    return;
  }
  grundy_suggestion best = {0};
  for (int i = 0; i < SCRIPT_FUNCTIONS; i++)
    grundy_suggest(&best, name, strlen(name), grundy_script_function_names[i]);
  for (int i = 0; i < PLAIN_FIELDS; i++) grundy_suggest(&best, name, strlen(name), plain_fields[i]);
  if (best.word[0] != '\0')
    (void)luaL_error(lua, "the table of the file has a field '%s'; did you mean '%s'?", name,
                     best.word);
  (void)luaL_error(lua,
                   "the table of the file has a field '%s'; expected only title, args, start, "
                   "moves, show, parse, canon, terminal, player, value, board, split, fields, "
                   "order, count, rank, unrank, tiers, unmoves, seen_by, swap, kinds and setup",
                   name);
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

static int body_table(lua_State *lua) {
  const grundy_script_request *r = lua_touserdata(lua, 1);
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
  int view = lua_getfield(lua, 2, "seen_by");
  bool is_mover = view == LUA_TSTRING && strcmp(lua_tostring(lua, -1), "mover") == 0;
  if (view != LUA_TNIL && !is_mover)
    (void)luaL_error(lua, "the field `seen_by` of the table is not \"mover\"; leave it out if both "
                          "players see the same positions");
  s->base.is_seen_by_mover = is_mover;
  s->base.has_swap = keep_function(lua, s, SCRIPT_SWAP);
  lua_pop(lua, 1);
  int kinds = lua_getfield(lua, 2, "kinds");
  s->base.has_kinds = kinds == LUA_TBOOLEAN && lua_toboolean(lua, -1);
  if (kinds != LUA_TNIL && !s->base.has_kinds)
    (void)luaL_error(lua, "the field `kinds` of the table is not true; leave it out if all moves "
                          "are ordinary");
  lua_pop(lua, 1);
  bool has[SCRIPT_UNMOVES - SCRIPT_COUNT + 1]; /* functions of ranks: all or none */
  for (int i = SCRIPT_COUNT; i <= SCRIPT_UNMOVES; i++)
    has[i - SCRIPT_COUNT] = keep_function(lua, s, (grundy_script_function)i);
  const char *missing = grundy_ranks_missing(has);
  if (missing != NULL) (void)luaL_error(lua, GRUNDY_RANKS_MISSING, missing);
  s->base.has_ranks = has[0];
  s->base.has_unmoves = has[SCRIPT_UNMOVES - SCRIPT_COUNT];
  keep_fields(lua, s);
  assert(lua_gettop(lua) == 2);
  int type = lua_getfield(lua, 2, "setup"), is_number = 1;
  lua_Integer setup = type == LUA_TNIL ? 0 : lua_tointegerx(lua, -1, &is_number);
  if (!is_number || setup < 0 || setup > 1000)
    return luaL_error(lua, "the field `setup` of the table is not a number of moves; expected 0 to "
                           "1000");
  s->base.setup = (uint32_t)setup;
  lua_pop(lua, 1);
  type = lua_getfield(lua, 2, "title");
  if (type != LUA_TSTRING && type != LUA_TNIL)
    return luaL_error(lua, "the table of the file has %s as title; expected a string",
                      lua_typename(lua, type));
  s->base.title = strdup(type == LUA_TNIL ? s->name : lua_tostring(lua, -1));
  return 0;
}

/* Calls start with the arguments, and replaces the function by its result. */
static int body_begin(lua_State *lua) {
  grundy_script_request *r = lua_touserdata(lua, 1);
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
  lua_pushvalue(lua, -1);
  grundy_position start = grundy_script_take_position(lua, "a position", &packed);
  if (s->base.field_count > 0) {
    /* Forget the names of fields that the start does not have: a game of heaps may have a different
     * number of them in every game. */
    int64_t numbers[GRUNDY_RULES_MAX_FIELDS];
    size_t fields = grundy_script_integers(start, numbers, s->base.field_count);
    if (fields == 0 && *(const char *)start.bytes == 's')
      (void)luaL_error(lua, "the rules have fields, but the position is a string; fields are the "
                            "integers of an array");
    s->base.field_count = (uint32_t)fields;
  }
  lua_rawseti(lua, LUA_REGISTRYINDEX, s->functions[SCRIPT_START]);
  return 0;
}

/* Runs the file and examines its table. */
static grundy_status load_table(grundy_script *s, grundy_error *error) {
  grundy_script_request r = {.s = s, .function = SCRIPT_FUNCTIONS, .text = s->source};
  r.length = s->source_length;
  grundy_status status = grundy_script_call(body_load, &r, error);
  if (status == GRUNDY_OK) status = grundy_script_call(body_table, &r, error);
  if (status == GRUNDY_OK && s->base.title == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_ruleset_check_functions(&s->base, s->name, error);
  return status;
}

static grundy_status prepare(grundy_script *s, const char *name, const char *source, size_t length,
                             grundy_error *error) {
  s->base.kind = &grundy_script_kind;
  if (s->original == NULL) s->original = s;
  s->name = strdup(name);
  s->source = grundy_alloc(length + 1, 1);
  s->lockable = pthread_mutex_init(&s->lock, NULL) == 0;
  s->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  s->lua = lua_newstate(grundy_script_allocate, s);
  if (s->name == NULL || s->source == NULL || !s->lockable || s->lua == NULL)
    return grundy_fail_memory(error);
  memcpy(s->source, source, length);
  s->source[length] = '\0';
  s->source_length = length;
  s->base.code = XXH3_64bits(source, length);
  *(grundy_script **)lua_getextraspace(s->lua) = s;
  grundy_script_start_limits(s);
  return GRUNDY_OK;
}

/* Runs the file and starts the game with these arguments. */
static grundy_status begin(grundy_script *s, const char *arguments, grundy_error *error) {
  grundy_argument_list list;
  grundy_script_request r = {.s = s, .function = SCRIPT_FUNCTIONS, .arguments = &list};
  s->arguments = strdup(arguments);
  grundy_status status = s->arguments == NULL ? grundy_fail_memory(error) : load_table(s, error);
  if (status == GRUNDY_OK) status = grundy_arguments_split(arguments, &list, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_script_call(body_begin, &r, error);
  grundy_arguments_free(&list);
  return status;
}

grundy_status grundy_script_open(const char *name, const char *source, size_t length,
                                 const char *arguments, const grundy_ruleset_options *options,
                                 grundy_ruleset **ruleset, grundy_error *error) {
  grundy_script *s = NULL;
  grundy_status status = grundy_script_new(name, source, length, options->memory, &s, error);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(options->monitor, "reading", 0);
  grundy_script_set_work(s, &work);
  status = begin(s, arguments, error);
  grundy_script_set_work(s, NULL);
  if (status == GRUNDY_OK)
    *ruleset = &s->base;
  else
    grundy_ruleset_close(&s->base);
  return status;
}

grundy_status grundy_script_copy(grundy_script *original, grundy_script **copy,
                                 grundy_error *error) {
  grundy_script *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  s->original = original;
  grundy_status status =
      prepare(s, original->name, original->source, original->source_length, error);
  if (status == GRUNDY_OK) status = begin(s, original->arguments, error);
  if (status == GRUNDY_OK && s->base.digraphs != original->base.digraphs)
    status = grundy_fail_at(error, GRUNDY_BAD_INPUT, s->name, 0, 0, "an argument has changed");
  if (status == GRUNDY_OK)
    *copy = s;
  else
    grundy_ruleset_close(&s->base);
  return status;
}

void grundy_script_close_state(grundy_script *s) {
  (void)grundy_script_allocate(s, s->canon, (size_t)s->canon_count * s->canon_bytes, 0);
  (void)grundy_script_allocate(s, s->results.at, s->results.room, 0);
  (void)grundy_script_allocate(s, s->spare.at, s->spare.room, 0);
  if (s->lua != NULL) lua_close(s->lua);
  grundy_script_free_memory(s);
  s->lua = NULL;
  s->canon = NULL;
  s->canon_count = s->canon_bytes = 0;
  s->results = s->spare = (grundy_script_positions){0};
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

/* Joins the descriptions of the arguments with commas, in r->name. */
static int body_describe(lua_State *lua) {
  const grundy_script_request *r = lua_touserdata(lua, 1);
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
                                     size_t room, char *title, char *arguments, uint32_t *setup,
                                     grundy_error *error) {
  grundy_script *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  grundy_script_request r = {
      .s = s, .function = SCRIPT_FUNCTIONS, .name = arguments, .length = room};
  arguments[0] = '\0';
  grundy_status status = prepare(s, name, source, length, error);
  if (status == GRUNDY_OK) status = load_table(s, error);
  if (status == GRUNDY_OK) status = grundy_script_call(body_describe, &r, error);
  if (status == GRUNDY_OK) (void)snprintf(title, room, "%s", s->base.title);
  *setup = s->base.setup;
  grundy_ruleset_close(&s->base);
  return status;
}
