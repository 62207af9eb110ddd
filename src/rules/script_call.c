/* Calls into Lua: protected, within limits of time, with errors that name the script, the line and
 * the position. */

#include "rules/script.h"

#include "base/alloc.h"

#include <assert.h>
#include <inttypes.h>
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

const char *const grundy_script_function_names[SCRIPT_FUNCTIONS] = {
    [SCRIPT_START] = "start",     [SCRIPT_MOVES] = "moves",   [SCRIPT_SHOW] = "show",
    [SCRIPT_PARSE] = "parse",     [SCRIPT_CANON] = "canon",   [SCRIPT_TERMINAL] = "terminal",
    [SCRIPT_PLAYER] = "player",   [SCRIPT_VALUE] = "value",   [SCRIPT_BOARD] = "board",
    [SCRIPT_SPLIT] = "split",     [SCRIPT_ORDER] = "order",   [SCRIPT_COUNT] = "count",
    [SCRIPT_RANK] = "rank",       [SCRIPT_UNRANK] = "unrank", [SCRIPT_TIERS] = "tiers",
    [SCRIPT_UNMOVES] = "unmoves", [SCRIPT_SWAP] = "swap",
};

grundy_script *grundy_script_of(lua_State *lua) {
  return *(grundy_script **)lua_getextraspace(lua);
}

/* ---- time limits -------------------------------------------------------------- */

/* A call may take about a second, or ten if a monitor watches it; a closed form and `start`, which
 * may calculate for long, about two minutes. Other code that a monitor watches, such as laws, may
 * take any time. */
enum {
  INSTRUCTIONS_PER_HOOK = 100000,
  LONG_CALL = 100, /* hooks */
  MOST_HOOKS = 1000,
  MOST_WATCHED_HOOKS = 10000,
  MOST_HOOKS_OF_VALUE = 120000
};

static uint64_t most_hooks(const grundy_script_request *r) {
  bool is_watched = r->s->original->work != NULL;
  if (r->function == SCRIPT_VALUE || (r->function == SCRIPT_START && is_watched))
    return MOST_HOOKS_OF_VALUE;
  if (r->function == SCRIPT_FUNCTIONS && is_watched) return UINT64_MAX;
  return is_watched ? MOST_WATCHED_HOOKS : MOST_HOOKS;
}

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
  grundy_script *s = grundy_script_of(lua);
  (void)unused;
  grundy_script *original = s->original;
  reset_hook(s);
  s->hooks++;
  s->too_long = s->hooks > s->most_hooks;
  if (original->work != NULL && pthread_equal(pthread_self(), original->watcher) != 0)
    grundy_script_ask_monitor(original);
  s->interrupted = atomic_load(&original->stopped);
  if (s->interrupted || s->too_long) (void)luaL_error(lua, "stopped");
}

void grundy_script_ask_monitor(void *script) {
  grundy_script *original = script;
  if (!grundy_work_ask(original->work)) atomic_store(&original->stopped, true);
}

void grundy_script_set_work(grundy_script *s, const grundy_work *work) {
  assert(s->original == s);
  s->work = work;
  s->watcher = pthread_self();
  atomic_store(&s->stopped, false);
}

void grundy_script_start_limits(grundy_script *s) {
  lua_sethook(s->lua, on_hook, LUA_MASKCOUNT, INSTRUCTIONS_PER_HOOK);
}

void grundy_script_count(lua_State *lua, uint64_t steps) {
  grundy_script *s = grundy_script_of(lua);
  s->steps += steps;
  if (s->steps < INSTRUCTIONS_PER_HOOK) return;
  s->steps = 0;
  on_hook(lua, NULL);
}

/* ---- calling ------------------------------------------------------------------------------ */

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
  grundy_script *s = grundy_script_of(lua);
  lua_Debug at;
  s->error_line = 0;
  for (int level = 1; s->error_line == 0 && lua_getstack(lua, level, &at) != 0; level++)
    if (lua_getinfo(lua, "l", &at) != 0 && at.currentline > 0)
      s->error_line = (uint64_t)at.currentline;
  if (lua_type(lua, 1) == LUA_TSTRING)
    lua_pushstring(lua, without_place(s, lua_tostring(lua, 1), &s->error_line));
  return 1;
}

/* Fills the error with "wythoff.lua:3: in moves of '3,5': what". The text from Lua may contain
 * anything; it is made into one line. */
static void fill_error(const grundy_script_request *r, grundy_status status, const char *what,
                       grundy_error *error) {
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
    snprintf(where, sizeof where, "in %s of '%.*s': ", grundy_script_function_names[r->function],
             grundy_excerpt(name, length), name);
  else if (r->function == SCRIPT_UNRANK)
    snprintf(where, sizeof where, "in unrank of tier %" PRIu64 ", index %" PRIu64 ": ", r->tier,
             r->index);
  else if (r->function == SCRIPT_COUNT || r->function == SCRIPT_TIERS)
    snprintf(where, sizeof where, "in %s of tier %" PRIu64 ": ",
             grundy_script_function_names[r->function], r->tier);
  else if (r->function < SCRIPT_FUNCTIONS)
    snprintf(where, sizeof where, "in %s: ", grundy_script_function_names[r->function]);
  grundy_error_fill_at(error, status, r->s->name, r->s->error_line, 0, "%s%s", where, line);
}

grundy_status grundy_script_fail(const grundy_script_request *r, const char *what,
                                 grundy_error *error) {
  fill_error(r, GRUNDY_BAD_INPUT, what, error);
  return grundy_because(error, r->arguments == NULL ? GRUNDY_REASON_RULES : GRUNDY_REASON_ARGUMENTS,
                        GRUNDY_BAD_INPUT);
}

/* Fails because the monitor has stopped a call. One that has taken long is named: perhaps it never
 * ends. */
static grundy_status fail_stopped(const grundy_script_request *r, grundy_error *error) {
  if (r->s->hooks < LONG_CALL || r->function == SCRIPT_FUNCTIONS)
    return grundy_fail_cancelled(error);
  fill_error(r, GRUNDY_CANCELLED, "this call has not ended, perhaps because of an endless loop",
             error);
  return GRUNDY_CANCELLED;
}

static grundy_status explain(int code, const grundy_script_request *r, grundy_error *error) {
  const grundy_script *s = r->s;
  lua_State *lua = s->lua;
  if (code == LUA_OK) return GRUNDY_OK;
  if (s->interrupted) return fail_stopped(r, error);
  if (code == LUA_ERRMEM || s->out_of_memory) return grundy_fail_memory(error);
  if (s->too_long)
    return grundy_script_fail(r, "this takes too long, perhaps because of an endless loop", error);
  const char *message = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1)
                                                         : "an error that is not a text was raised";
  return grundy_script_fail(r, message, error);
}

grundy_status grundy_script_call(lua_CFunction body, grundy_script_request *r,
                                 grundy_error *error) {
  grundy_script *s = r->s;
  lua_State *lua = s->lua;
  int top = lua_gettop(lua);
  s->hooks = 0;
  s->most_hooks = most_hooks(r);
  s->interrupted = s->too_long = s->out_of_memory = s->adds_now = false;
  s->error_line = 0;
  if (!lua_checkstack(lua, LUA_MINSTACK)) return grundy_fail_memory(error);
  lua_pushcfunction(lua, note_line);
  lua_pushcfunction(lua, body);
  lua_pushlightuserdata(lua, r);
  locale_t before = uselocale(s->locale);
  int code = lua_pcall(lua, 1, 0, top + 1);
  (void)uselocale(before);
  grundy_status status = explain(code, r, error);
  lua_settop(lua, top);
  return status;
}

grundy_position grundy_script_take_position(lua_State *lua, const char *wanted,
                                            grundy_packed *packed) {
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

/* Calls the body of other code with its context. */
static int body_other(lua_State *lua) {
  const grundy_script_request *r = lua_touserdata(lua, 1);
  lua_pushcfunction(lua, r->body);
  lua_pushlightuserdata(lua, r->to);
  lua_call(lua, 1, 0);
  return 0;
}

grundy_status grundy_script_run_locked(grundy_script *script, lua_CFunction body, void *context,
                                       grundy_error *error) {
  grundy_script_request r = {
      .s = script, .function = SCRIPT_FUNCTIONS, .body = body, .to = context};
  pthread_mutex_lock(&script->lock);
  grundy_status status = grundy_script_call(body_other, &r, error);
  pthread_mutex_unlock(&script->lock);
  return status;
}

grundy_status grundy_script_run(grundy_script *script, lua_CFunction body, void *context,
                                const grundy_work *work, grundy_error *error) {
  grundy_script_set_work(script, work);
  grundy_status status = grundy_script_run_locked(script, body, context, error);
  grundy_script_set_work(script, NULL);
  return status;
}
