/* Scopes of formulas. The globals of a formula are not a table but an object that asks functions in
 * C, and p is another one: rawget and next reject both, so the checks cannot be avoided.
 *
 * The first time that a formula reads something about a position is noted. From then on, variables
 * that its text contains are set before each call, in a table that the globals are looked up in
 * first: this is faster than to call a function for each. */

#include "rules/scope.h"

#include "base/alloc.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

/* What an entry of the tables of names is: field i is i + 1, the name is 0, member i is -1 - i. */
enum { ENTRY_NAME = 0 };

/* The object p. The bytes of the position follow the values. */
typedef struct object {
  uint64_t round;
  uint32_t vertex, length, count;
  int64_t values[]; /* `count` */
} object;

/* ---- words of the text --------------------------------------------------------------------- */

static bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns where the word occurs from `at` on; `length` if it does not. */
static size_t find_word(const char *text, size_t length, const char *word, size_t at) {
  size_t size = strlen(word);
  for (; at + size <= length; at++) {
    if (memcmp(text + at, word, size) != 0) continue;
    bool begins = at == 0 || !is_name_byte(text[at - 1]);
    bool ends = at + size == length || !is_name_byte(text[at + size]);
    if (begins && ends) return at;
  }
  return length;
}

bool grundy_scope_mentions(const char *text, size_t length, const char *word) {
  return find_word(text, length, word, 0) < length;
}

/* Returns whether the word may be a variable somewhere: it does not always follow one dot, as in
 * p.a; two dots concatenate. */
static bool is_variable(const grundy_scope *scope, const char *word) {
  size_t place;
  return grundy_scope_find_variable(scope->text, scope->length, word, &place);
}

bool grundy_scope_find_variable(const char *text, size_t length, const char *word, size_t *place) {
  for (size_t at = 0; (at = find_word(text, length, word, at)) < length; at++) {
    *place = at;
    if (at == 0 || text[at - 1] != '.' || (at > 1 && text[at - 2] == '.')) return true;
  }
  return false;
}

/* ---- loading ------------------------------------------------------------------------------- */

static const char before_expression[] = "local p = ... return ";

char *grundy_scope_chunk(const char *text, size_t length, bool is_expression, size_t *size) {
  const char *before = is_expression ? before_expression : "";
  size_t start = strlen(before);
  char *chunk = grundy_alloc(start + length + 1, 1);
  if (chunk == NULL) return NULL;
  memcpy(chunk, before, start + 1);
  memcpy(chunk + start, text, length);
  *size = start + length;
  return chunk;
}

/* Fails if the text, which can be loaded, is more or less than one expression: it is not if it
 * cannot be loaded in parentheses. */
static void check_expression(lua_State *lua, const grundy_scope *scope) {
  lua_pushstring(lua, "return (");
  lua_pushlstring(lua, scope->text, scope->length);
  lua_pushstring(lua, "\n)");
  lua_concat(lua, 3);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  int code = luaL_loadbufferx(lua, text, length, "=expression", "t");
  grundy_script_of(lua)->out_of_memory = code == LUA_ERRMEM; /* raised again, an ordinary error */
  if (code == LUA_ERRSYNTAX)
    (void)luaL_error(lua, "this is not a single expression; expected one such as G == 0");
  if (code != LUA_OK) (void)lua_error(lua);
  lua_pop(lua, 2);
}

/* ---- messages ------------------------------------------------------------------------------ */

/* A list of names for a message. */
typedef struct list {
  char text[256];
  size_t length;
} list;

static void add_name(list *l, const char *name, size_t room) {
  if (l->length + strlen(name) + 2 > room) name = "...";
  if (l->length >= 3 && strcmp(l->text + l->length - 3, "...") == 0) return;
  l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length, "%s%s",
                                l->length == 0 ? "" : ", ", name);
}

static bool exists(const grundy_scope *scope, uint32_t member) {
  return scope->members->exists(scope, member);
}

/* Lists what p has; if there are too many names, not all. */
static void list_members(const grundy_scope *scope, list *l) {
  list rest = {0};
  for (uint32_t i = 0; i < scope->field_count; i++) add_name(l, scope->fields[i], 80);
  add_name(&rest, "name", sizeof rest.text);
  for (uint32_t i = 0; i < scope->members->count; i++)
    if (exists(scope, i)) add_name(&rest, scope->members->name_of(i), 160);
  l->length += (size_t)snprintf(l->text + l->length, sizeof l->text - l->length, "%s%s",
                                l->length == 0 ? "" : ", ", rest.text);
}

static void suggest(const grundy_scope *scope, grundy_suggestion *best, const char *name,
                    size_t length) {
  for (uint32_t i = 0; i < scope->members->count; i++)
    if (exists(scope, i)) grundy_suggest(best, name, length, scope->members->name_of(i));
  for (uint32_t i = 0; i < scope->field_count; i++)
    grundy_suggest(best, name, length, scope->fields[i]);
  grundy_suggest(best, name, length, "name");
}

/* Fails because p has no member with the key at index 2. */
static int fail_member(lua_State *lua, const grundy_scope *scope) {
  grundy_suggestion best = {0};
  list known = {0};
  size_t length = 0;
  bool is_string = lua_type(lua, 2) == LUA_TSTRING;
  const char *key = lua_type(lua, 2) == LUA_TNUMBER || is_string ? lua_tolstring(lua, 2, &length)
                                                                 : grundy_script_type(lua, 2);
  if (length == 0) length = strlen(key);
  char text[GRUNDY_ERROR_MAX_TEXT];
  list_members(scope, &known);
  if (is_string) suggest(scope, &best, key, length);
  int size = snprintf(
      text, sizeof text, "p has no member %s%.*s%s%s; it has %s", is_string ? "'" : "",
      grundy_excerpt(key, length), key, is_string ? "'" : "",
      scope->field_count == 0 && !is_string ? ", because the game has no fields" : "", known.text);
  if (best.word[0] != '\0')
    (void)snprintf(text + size, sizeof text - (size_t)size, "; did you mean '%s'?", best.word);
  return luaL_error(lua, "%s", text);
}

static bool is_constant(const grundy_scope *scope, const char *name) {
  for (const char *const *at = scope->members->constants; *at != NULL; at++)
    if (strcmp(name, *at) == 0) return true;
  return strcmp(name, "p") == 0;
}

/* Fails because the key at index 2 is not the name of a variable. */
static int fail_variable(lua_State *lua, const grundy_scope *scope) {
  grundy_suggestion best = {0};
  size_t length;
  const char *name = lua_type(lua, 2) == LUA_TSTRING ? lua_tolstring(lua, 2, &length) : NULL;
  if (name == NULL) return luaL_error(lua, "a variable is not a name");
  if (is_constant(scope, name)) return luaL_error(lua, "no outcome of this game is '%s'", name);
  suggest(scope, &best, name, length);
  char text[GRUNDY_ERROR_MAX_TEXT];
  int size =
      snprintf(text, sizeof text, "unknown variable '%.*s'", grundy_excerpt(name, length), name);
  if (best.word[0] != '\0')
    (void)snprintf(text + size, sizeof text - (size_t)size, "; did you mean '%s'?", best.word);
  return luaL_error(lua, "%s", text);
}

/* ---- entries ------------------------------------------------------------------------------- */

static void push_entry(lua_State *lua, grundy_scope *scope, const grundy_scope_view *view,
                       lua_Integer entry) {
  scope->has_read = true;
  if (entry > ENTRY_NAME)
    lua_pushinteger(lua, view->values[entry - 1]);
  else if (entry == ENTRY_NAME)
    scope->members->push_name(lua, scope, view);
  else
    scope->members->push(lua, scope, view, (uint32_t)(-1 - entry));
}

/* Returns whether the entry is a field that the position lacks: lists of integers may have
 * different lengths. */
static bool is_missing(const grundy_scope_view *view, lua_Integer entry) {
  return entry > (lua_Integer)view->count;
}

static int fail_missing(lua_State *lua, const grundy_scope_view *view) {
  return luaL_error(lua, "'%s' does not exist here, because #p is %d; test #p first",
                    lua_tostring(lua, 2), (int)view->count);
}

static bool can_read(const grundy_scope *scope, lua_Integer entry) {
  return entry >= ENTRY_NAME || scope->members->can_read(scope, (uint32_t)(-1 - entry));
}

/* Fails because a member cannot be read; `what` is "p has no member" or "unknown variable", and the
 * key is at index 2. */
static int fail_lack(lua_State *lua, const grundy_scope *scope, lua_Integer entry,
                     const char *what) {
  char why[128] = "it has a value only in a function of a position";
  if (scope->at_position)
    scope->members->explain_lack(scope, (uint32_t)(-1 - entry), why, sizeof why);
  return luaL_error(lua, "%s '%s'; %s", what, lua_tostring(lua, 2), why);
}

/* ---- the object p -------------------------------------------------------------------------- */

/* Returns a view of the object at that index. Fails if it belongs to an earlier round. */
static grundy_scope_view view_of(lua_State *lua, const grundy_scope *scope, int index) {
  const object *p = lua_touserdata(lua, index);
  if (p->round != scope->round)
    (void)luaL_error(lua, "this is a position of a game that was tested before");
  return (grundy_scope_view){.vertex = p->vertex,
                             .values = p->values,
                             .count = p->count,
                             .position = {.bytes = p->values + p->count, .length = p->length}};
}

bool grundy_scope_is_position(lua_State *lua, const grundy_scope *scope, int index,
                              grundy_scope_view *view) {
  if (lua_type(lua, index) != LUA_TUSERDATA || lua_getmetatable(lua, index) == 0) return false;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->object);
  bool is_object = lua_rawequal(lua, -1, -2) != 0;
  lua_pop(lua, 2);
  if (is_object) *view = view_of(lua, scope, index);
  return is_object;
}

/* p[key]; the upvalues are the table of members and the scope. */
static int object_index(lua_State *lua) {
  grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(2));
  grundy_scope_view view = view_of(lua, scope, 1);
  if (scope->has_integers && lua_isinteger(lua, 2)) {
    lua_Integer i = lua_tointeger(lua, 2);
    bool exists = i >= 1 && i <= (lua_Integer)view.count;
    bool is_fixed = scope->field_count > 0 && view.count == scope->field_count;
    if (!exists && (i < 1 || is_fixed)) return fail_member(lua, scope);
    if (!exists) return fail_missing(lua, &view);
    push_entry(lua, scope, &view, i);
    return 1;
  }
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNUMBER) return fail_member(lua, scope);
  lua_Integer entry = lua_tointeger(lua, -1);
  if (is_missing(&view, entry)) return fail_missing(lua, &view);
  if (!can_read(scope, entry)) return fail_lack(lua, scope, entry, "p has no member");
  push_entry(lua, scope, &view, entry);
  return 1;
}

static int object_assign(lua_State *lua) {
  return luaL_error(lua, "p cannot be changed");
}

/* Returns the scope of the object at index 1. Fails if positions have no fields: the number 0 and
 * an empty list would be mistaken for those of the position. */
static grundy_scope *check_fields(lua_State *lua, const char *what, grundy_scope_view *view) {
  grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(1));
  list known = {0};
  *view = view_of(lua, scope, 1);
  if (scope->has_integers) return scope;
  list_members(scope, &known);
  (void)luaL_error(lua, "%s is undefined, because the game has no fields; p has %s", what,
                   known.text);
  return NULL;
}

static int object_length(lua_State *lua) {
  grundy_scope_view view;
  grundy_scope *scope = check_fields(lua, "#p", &view);
  if (view.count != scope->field_count) scope->has_read = true; /* it differs from the start */
  lua_pushinteger(lua, view.count);
  return 1;
}

/* The iterator of pairs; upvalue 3 is the number of fields visited. */
static int next_field(lua_State *lua) {
  grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(1));
  lua_Integer i = lua_tointeger(lua, lua_upvalueindex(3));
  grundy_scope_view view = view_of(lua, scope, lua_upvalueindex(2));
  if (i >= scope->field_count || is_missing(&view, i + 1)) return 0;
  lua_pushinteger(lua, i + 1);
  lua_replace(lua, lua_upvalueindex(3));
  lua_pushstring(lua, scope->fields[i]);
  push_entry(lua, scope, &view, i + 1);
  return 2;
}

/* The iterator of ipairs: (p, i) gives i + 1 and that field. */
static int next_number(lua_State *lua) {
  grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(1));
  lua_Integer i = luaL_checkinteger(lua, 2);
  grundy_scope_view view = view_of(lua, scope, lua_upvalueindex(2));
  if (i < 0 || is_missing(&view, i + 1)) return 0;
  lua_pushinteger(lua, i + 1);
  push_entry(lua, scope, &view, i + 1);
  return 2;
}

static int object_pairs(lua_State *lua) {
  grundy_scope_view view;
  grundy_scope *scope = check_fields(lua, "pairs(p)", &view);
  lua_pushlightuserdata(lua, scope);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, 0);
  lua_pushcclosure(lua, next_field, 3);
  return 1;
}

/* ipairs of p; of other values it is Lua's own, upvalue 2. */
static int scope_ipairs(lua_State *lua) {
  if (lua_type(lua, 1) != LUA_TUSERDATA || luaL_getmetafield(lua, 1, "__pairs") == LUA_TNIL)
    return lua_tocfunction(lua, lua_upvalueindex(2))(lua);
  grundy_scope_view view;
  grundy_scope *scope = check_fields(lua, "ipairs(p)", &view);
  lua_pushlightuserdata(lua, scope);
  lua_pushvalue(lua, 1);
  lua_pushcclosure(lua, next_number, 2);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, 0);
  return 3;
}

/* Sets a function of the table at the top of the stack, with the scope as its upvalue. */
static void set_function(lua_State *lua, grundy_scope *scope, const char *name,
                         lua_CFunction function) {
  lua_pushlightuserdata(lua, scope);
  lua_pushcclosure(lua, function, 1);
  lua_setfield(lua, -2, name);
}

static void make_object(lua_State *lua, grundy_scope *scope) {
  lua_newtable(lua);
  lua_pushstring(lua, "position");
  lua_setfield(lua, -2, "__name");
  set_function(lua, scope, "__newindex", object_assign);
  set_function(lua, scope, "__len", object_length);
  set_function(lua, scope, "__pairs", object_pairs);
  scope->object = luaL_ref(lua, LUA_REGISTRYINDEX);
}

/* ---- globals ------------------------------------------------------------------------------- */

enum { NAMES = 1, LIBRARY, SCOPE }; /* upvalues of the functions of globals */

/* Reads the global with the key at index 2: a variable, or an entry of the libraries. */
static int read_global(lua_State *lua) {
  grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(SCOPE));
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(NAMES)) == LUA_TNUMBER) {
    lua_Integer entry = lua_tointeger(lua, -1);
    if (!scope->at_position || !can_read(scope, entry))
      return fail_lack(lua, scope, entry, "unknown variable");
    if (is_missing(&scope->view, entry)) return fail_missing(lua, &scope->view);
    push_entry(lua, scope, &scope->view, entry);
    return 1;
  }
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(LIBRARY)) != LUA_TNIL) return 1;
  return fail_variable(lua, scope);
}

static int write_global(lua_State *lua) {
  const grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(SCOPE));
  lua_pushvalue(lua, 2);
  bool is_taken = lua_rawget(lua, lua_upvalueindex(NAMES)) == LUA_TNUMBER;
  lua_pop(lua, 1);
  if (is_taken || (lua_type(lua, 2) == LUA_TSTRING && is_constant(scope, lua_tostring(lua, 2))))
    return luaL_error(lua, "'%s' cannot be assigned to; use a local variable with another name",
                      lua_tostring(lua, 2));
  lua_rawset(lua, lua_upvalueindex(LIBRARY));
  return 0;
}

/* Pushes a table whose metatable has that function or table as __index, and pops the latter. */
static void push_chained(lua_State *lua) {
  lua_newtable(lua);
  lua_insert(lua, -2);
  lua_createtable(lua, 0, 1);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

/* Pushes the globals as an object, whose metatable grundy_scope_begin completes. */
static void push_environment(lua_State *lua, grundy_scope *scope) {
  (void)lua_newuserdatauv(lua, 0, 0);
  lua_newtable(lua);
  lua_pushvalue(lua, -1);
  scope->environment = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_setmetatable(lua, -2);
}

/* Sets one of the fields of the library to a value that knows p, and removes the other name of the
 * library. */
static void change_library(lua_State *lua, grundy_scope *scope) {
  lua_pushglobaltable(lua);
  lua_pushlightuserdata(lua, scope);
  lua_getfield(lua, -2, "ipairs");
  lua_pushcclosure(lua, scope_ipairs, 2);
  lua_setfield(lua, -2, "ipairs");
  lua_pushnil(lua);
  lua_setfield(lua, -2, "_G");
  lua_pop(lua, 1);
}

void grundy_scope_load(lua_State *lua, grundy_scope *scope) {
  const grundy_script *script = grundy_script_of(lua);
  size_t before = scope->is_expression ? strlen(before_expression) : 0;
  assert(scope->members->count <= GRUNDY_SCOPE_MAX_MEMBERS);
  scope->text = script->source + before;
  scope->length = script->source_length - before;
  scope->uses_p = !scope->is_expression || grundy_scope_mentions(scope->text, scope->length, "p");
  grundy_script_load(lua, script->source, script->source_length);
  if (scope->is_expression) check_expression(lua, scope);
  make_object(lua, scope);
  change_library(lua, scope);
  scope->variables = scope->tracker = LUA_NOREF;
  push_environment(lua, scope);
  const char *upvalue = lua_setupvalue(lua, -2, 1);
  assert(upvalue != NULL && strcmp(upvalue, "_ENV") == 0);
  (void)upvalue;
  grundy_scope_begin(lua, scope, NULL, 0);
}

/* ---- rounds -------------------------------------------------------------------------------- */

/* Adds an entry to a table of names at the top of the stack, unless the name has one. */
static void add_entry(lua_State *lua, const char *name, lua_Integer entry) {
  bool is_new = lua_getfield(lua, -1, name) == LUA_TNIL;
  lua_pop(lua, 1);
  if (!is_new) return;
  lua_pushinteger(lua, entry);
  lua_setfield(lua, -2, name);
}

static void add_fields(lua_State *lua, const grundy_scope *scope, bool are_variables) {
  for (uint32_t i = 0; i < scope->field_count; i++)
    if (!are_variables || !is_constant(scope, scope->fields[i]))
      add_entry(lua, scope->fields[i], (lua_Integer)i + 1);
}

static void add_others(lua_State *lua, const grundy_scope *scope) {
  add_entry(lua, "name", ENTRY_NAME);
  for (uint32_t i = 0; i < scope->members->count; i++)
    add_entry(lua, scope->members->name_of(i), -1 - (lua_Integer)i);
}

/* Pushes the members of p, by name and by number. A field hides another member of its name. */
static void push_members(lua_State *lua, const grundy_scope *scope) {
  lua_newtable(lua);
  add_fields(lua, scope, false);
  add_others(lua, scope);
  for (uint32_t i = 1; i <= scope->field_count; i++) {
    lua_pushinteger(lua, i);
    lua_rawseti(lua, -2, i);
  }
}

/* Pushes the variables. Another variable hides a field of its name. */
static void push_names(lua_State *lua, const grundy_scope *scope) {
  lua_newtable(lua);
  add_others(lua, scope);
  add_fields(lua, scope, true);
}

/* Finds the variables to set at every position: those with values that the text contains. The
 * table of names is at the top of the stack. */
static void choose_variables(lua_State *lua, grundy_scope *scope) {
  bool all = grundy_scope_mentions(scope->text, scope->length, "_ENV");
  scope->variable_count = 0;
  scope->needs_fields = scope->field_count > 0 && (scope->uses_p || all);
  for (uint32_t i = 0; i < scope->field_count + 1 + scope->members->count; i++) {
    const char *name = i < scope->field_count ? scope->fields[i]
                       : i == scope->field_count
                           ? "name"
                           : scope->members->name_of(i - scope->field_count - 1);
    lua_Integer wanted = i < scope->field_count ? (lua_Integer)i + 1
                                                : (lua_Integer)scope->field_count - (lua_Integer)i;
    bool is_this = lua_getfield(lua, -1, name) == LUA_TNUMBER && lua_tointeger(lua, -1) == wanted;
    lua_pop(lua, 1);
    if (!is_this || !can_read(scope, wanted) || !(all || is_variable(scope, name))) continue;
    scope->set[scope->variable_count++] = (grundy_scope_variable){name, wanted};
    scope->needs_fields |= wanted > ENTRY_NAME;
  }
}

/* Sets what globals are looked up in first: the variables, or a function. */
static void look_up_in(lua_State *lua, const grundy_scope *scope, int reference) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->environment);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, reference);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 1);
}

/* Pushes a function of globals. The table of names is at that index. */
static void push_global_function(lua_State *lua, grundy_scope *scope, int names,
                                 lua_CFunction function) {
  lua_pushvalue(lua, names);
  lua_pushglobaltable(lua);
  lua_pushlightuserdata(lua, scope);
  lua_pushcclosure(lua, function, 3);
}

/* Globals are looked up in the variables, then in the library, then by `read_global`. */
static void make_globals(lua_State *lua, grundy_scope *scope, int names) {
  luaL_unref(lua, LUA_REGISTRYINDEX, scope->variables);
  luaL_unref(lua, LUA_REGISTRYINDEX, scope->tracker);
  push_global_function(lua, scope, names, read_global);
  lua_pushvalue(lua, -1);
  scope->tracker = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_pushglobaltable(lua);
  lua_createtable(lua, 0, 1);
  lua_rotate(lua, -3, -1); /* the library, its metatable, the function */
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  push_chained(lua); /* takes the library */
  scope->variables = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->environment);
  push_global_function(lua, scope, names, write_global);
  lua_setfield(lua, -2, "__newindex");
  lua_pop(lua, 1);
}

void grundy_scope_begin(lua_State *lua, grundy_scope *scope, const char *const *fields,
                        uint32_t count) {
  scope->fields = fields;
  scope->field_count = count;
  scope->has_integers = count > 0;
  scope->round++;
  scope->has_read = scope->is_fast = scope->at_position = false;
  push_names(lua, scope);
  make_globals(lua, scope, lua_gettop(lua));
  choose_variables(lua, scope);
  lua_pop(lua, 1);
  look_up_in(lua, scope, scope->tracker);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->object);
  push_members(lua, scope);
  lua_pushlightuserdata(lua, scope);
  lua_pushcclosure(lua, object_index, 2);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 1);
}

/* Returns whether the entry can be set in advance. Otherwise only reading it may fail. */
static bool can_set(const grundy_scope *scope, lua_Integer entry) {
  const grundy_scope_view *view = &scope->view;
  if (entry >= ENTRY_NAME) return !is_missing(view, entry);
  return scope->members->is_known(scope, view, (uint32_t)(-1 - entry));
}

static void set_variables(lua_State *lua, grundy_scope *scope) {
  if (!scope->is_fast) look_up_in(lua, scope, scope->variables);
  scope->is_fast = true;
  if (scope->variable_count == 0) return;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->variables);
  for (uint32_t i = 0; i < scope->variable_count; i++) {
    if (can_set(scope, scope->set[i].entry))
      push_entry(lua, scope, &scope->view, scope->set[i].entry);
    else
      lua_pushnil(lua); /* reading it fails */
    lua_setfield(lua, -2, scope->set[i].name);
  }
  lua_pop(lua, 1);
}

void grundy_scope_enter(lua_State *lua, grundy_scope *scope, grundy_scope_view view) {
  scope->at_position = true;
  scope->view = view;
  if (scope->has_read) set_variables(lua, scope);
  if (scope->uses_p)
    grundy_scope_push(lua, scope, &view);
  else
    lua_pushnil(lua);
}

void grundy_scope_push(lua_State *lua, grundy_scope *scope, const grundy_scope_view *view) {
  size_t bytes = view->count * sizeof *view->values;
  object *p = lua_newuserdatauv(lua, sizeof *p + bytes + view->position.length, 0);
  p->round = scope->round;
  p->vertex = view->vertex;
  p->length = (uint32_t)view->position.length;
  p->count = view->count;
  if (bytes > 0) memcpy(p->values, view->values, bytes);
  if (p->length > 0) memcpy((char *)p->values + bytes, view->position.bytes, p->length);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, scope->object);
  lua_setmetatable(lua, -2);
}

bool grundy_scope_take_condition(lua_State *lua) {
  if (!lua_isboolean(lua, -1) && !lua_isnil(lua, -1))
    (void)luaL_error(lua, "the condition is %s; expected true or false",
                     grundy_script_type(lua, -1));
  bool holds = lua_toboolean(lua, -1) != 0;
  lua_pop(lua, 1);
  return holds;
}
