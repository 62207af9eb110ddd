/* Formulas run in the sandbox of rules in Lua. What is known about a position is in global
 * variables, which are set before each call; only those that the text mentions and the solution has
 * are set. Other names of globals raise an error, so that a misspelled one is not nil. */

#include <grundy/formula.h>

#include <grundy/explore.h>
#include <grundy/rules.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/suggest.h"
#include "rules/script.h"
#include "text/cursor.h"

#include <assert.h>
#include <lauxlib.h>
#include <math.h>
#include <string.h>

/* The memory that a formula may use, in bytes. */
static const uint64_t max_memory = UINT64_C(1) << 30;

/* The variables that come from columns. */
static const struct {
  const char *name;
  grundy_columns column;
} variables[] = {
    {"outcome", GRUNDY_COLUMN_OUTCOME},
    {"G", GRUNDY_COLUMN_GRUNDY},
    {"grundy", GRUNDY_COLUMN_GRUNDY},
    {"K", GRUNDY_COLUMN_K},
    {"remoteness", GRUNDY_COLUMN_REMOTENESS},
    {"distance", GRUNDY_COLUMN_DISTANCE},
    {"counter", GRUNDY_COLUMN_COUNTER},
    {"misere", GRUNDY_COLUMN_MISERE},
    {"misere_remoteness", GRUNDY_COLUMN_MISERE_REMOTENESS},
    {"hmin", GRUNDY_COLUMN_HMIN},
    {"J", GRUNDY_COLUMN_J},
    {"player", GRUNDY_COLUMN_PLAYER},
    {"q1", GRUNDY_COLUMN_Q1},
    {"q0", GRUNDY_COLUMN_Q0},
    {"q2", GRUNDY_COLUMN_Q2},
    {"abe", GRUNDY_COLUMN_ABE},
    {"barbara", GRUNDY_COLUMN_BARBARA},
    {"guarantee", GRUNDY_COLUMN_GUARANTEE},
    {"guarantee_moves", GRUNDY_COLUMN_GUARANTEE_MOVES},
    {"cap", GRUNDY_COLUMN_CAP},
    {"cap_moves", GRUNDY_COLUMN_CAP_MOVES},
};

enum { VARIABLES = sizeof variables / sizeof *variables };

/* Outcomes and players, and infinity. */
static const char *const letters[] = {"P", "N", "D", "A", "B"};

struct grundy_formula {
  grundy_script *script;
  grundy_formula_kind kind;
  bool is_value;        /* a closed form */
  int function;         /* a reference to the function of a position */
  bool used[VARIABLES]; /* variables that the text mentions */
  bool uses_name;
};

/* ---- names ------------------------------------------------------------------------------- */

static bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Returns whether the text contains the word, perhaps in a comment or a string. */
static bool mentions(const char *text, size_t length, const char *word) {
  size_t size = strlen(word);
  for (size_t at = 0; at + size <= length; at++) {
    if (memcmp(text + at, word, size) != 0) continue;
    bool begins = at == 0 || !is_name_byte(text[at - 1]);
    bool ends = at + size == length || !is_name_byte(text[at + size]);
    if (begins && ends) return true;
  }
  return false;
}

/* Returns whether a variable has that name. A field of that name is only p.NAME. */
static bool is_taken(const char *name) {
  for (int i = 0; i < VARIABLES; i++)
    if (strcmp(name, variables[i].name) == 0) return true;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (strcmp(name, letters[i]) == 0) return true;
  return strcmp(name, "inf") == 0 || strcmp(name, "name") == 0 || strcmp(name, "p") == 0;
}

/* ---- unknown names ----------------------------------------------------------------------- */

/* Considers the fields of the game, which are in the registry while it is evaluated. */
static void suggest_fields(lua_State *lua, grundy_suggestion *best, const char *name,
                           size_t length) {
  if (lua_getfield(lua, LUA_REGISTRYINDEX, "fields") == LUA_TLIGHTUSERDATA) {
    const grundy_field_names *fields = lua_touserdata(lua, -1);
    for (uint32_t i = 0; i < fields->count; i++) grundy_suggest(best, name, length, fields->at[i]);
  }
  lua_pop(lua, 1);
}

/* Fails if a variable is known but the solution lacks its column. */
static void fail_missing(lua_State *lua, const char *name) {
  for (int i = 0; i < VARIABLES; i++)
    if (strcmp(name, variables[i].name) == 0)
      (void)luaL_error(lua, "unknown variable '%s'; the solution has no column %s", name,
                       grundy_column_describe(variables[i].column)->name);
}

/* The metamethod that gives the value of a global without one. */
static int fail_unknown(lua_State *lua) {
  grundy_suggestion best = {0};
  size_t length;
  const char *name = lua_type(lua, 2) == LUA_TSTRING ? lua_tolstring(lua, 2, &length) : NULL;
  if (name == NULL) return luaL_error(lua, "a variable is not a name");
  fail_missing(lua, name);
  for (int i = 0; i < VARIABLES; i++) grundy_suggest(&best, name, length, variables[i].name);
  suggest_fields(lua, &best, name, length);
  if (best.word[0] != '\0')
    return luaL_error(lua, "unknown variable '%s'; did you mean '%s'?", name, best.word);
  return luaL_error(lua, "unknown variable '%s'", name);
}

/* Makes reading a global without a value an error. */
static void make_strict(lua_State *lua) {
  lua_pushglobaltable(lua);
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, fail_unknown);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_pop(lua, 1);
}

/* ---- parsing ----------------------------------------------------------------------------- */

static void set_constants(lua_State *lua) {
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
    lua_pushstring(lua, letters[i]);
    lua_setglobal(lua, letters[i]);
  }
  lua_pushnumber(lua, HUGE_VAL);
  lua_setglobal(lua, "inf");
}

/* Finds the function in what a script returns: that value itself, or one field of a table. */
static void choose_function(lua_State *lua, grundy_formula *f) {
  if (lua_isfunction(lua, -1)) return;
  if (!lua_istable(lua, -1))
    (void)luaL_error(lua,
                     "the file returns %s; expected a function of a position, or a table with law "
                     "or value",
                     grundy_script_type(lua, -1));
  int table = lua_gettop(lua);
  bool has_law = lua_getfield(lua, table, "law") != LUA_TNIL;
  f->is_value = lua_getfield(lua, table, "value") != LUA_TNIL;
  if (has_law == f->is_value)
    (void)luaL_error(lua, "the table of the file has %s; expected one of law and value",
                     has_law ? "law and value" : "neither law nor value");
  if (has_law) lua_pop(lua, 1);
  if (!lua_isfunction(lua, -1))
    (void)luaL_error(lua, "%s is %s; expected a function of a position", has_law ? "law" : "value",
                     grundy_script_type(lua, -1));
}

/* What precedes the text of an expression, so that it is a function of p. */
static const char before_expression[] = "local p = ... return ";

/* Fails if the text, which can be loaded, is more or less than one expression: it is not if it
 * cannot be loaded in parentheses. */
static void check_expression(lua_State *lua, grundy_script *script) {
  size_t before = strlen(before_expression);
  lua_pushstring(lua, "return (");
  lua_pushlstring(lua, script->source + before, script->source_length - before);
  lua_pushstring(lua, "\n)");
  lua_concat(lua, 3);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  int code = luaL_loadbufferx(lua, text, length, "=expression", "t");
  script->out_of_memory = code == LUA_ERRMEM; /* raised again, it is an ordinary error */
  if (code == LUA_ERRSYNTAX)
    (void)luaL_error(lua, "this is not a single expression; expected one such as G == 0");
  if (code != LUA_OK) (void)lua_error(lua);
  lua_pop(lua, 2);
}

/* Loads the text and keeps its function. An expression is a chunk of its own, so that it can be run
 * as often as needed. */
static int body_parse(lua_State *lua) {
  grundy_formula *f = lua_touserdata(lua, 1);
  grundy_script_load(lua, f->script->source, f->script->source_length);
  if (f->kind == GRUNDY_FORMULA_EXPRESSION) check_expression(lua, f->script);
  set_constants(lua);
  make_strict(lua);
  if (f->kind == GRUNDY_FORMULA_SCRIPT) {
    lua_call(lua, 0, 1);
    choose_function(lua, f);
  }
  f->function = luaL_ref(lua, LUA_REGISTRYINDEX);
  return 0;
}

static void note_variables(grundy_formula *f, const char *text, size_t length) {
  for (int i = 0; i < VARIABLES; i++) f->used[i] = mentions(text, length, variables[i].name);
  f->uses_name = mentions(text, length, "name");
}

/* Makes the text of the chunk: an expression becomes what a function returns. */
static char *chunk_of(const char *text, size_t length, grundy_formula_kind kind, size_t *size) {
  const char *before = kind == GRUNDY_FORMULA_EXPRESSION ? before_expression : "";
  size_t start = strlen(before);
  char *chunk = grundy_alloc(start + length + 1, 1);
  if (chunk == NULL) return NULL;
  memcpy(chunk, before, start + 1);
  memcpy(chunk + start, text, length);
  *size = start + length;
  return chunk;
}

static bool is_blank(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (!grundy_is_blank(text[i]) && text[i] != '\n') return false;
  return true;
}

grundy_status grundy_formula_parse(const char *name, const char *text, size_t length,
                                   grundy_formula_kind kind, grundy_formula **formula,
                                   grundy_error *error) {
  if (kind == GRUNDY_FORMULA_EXPRESSION && is_blank(text, length))
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "it is empty; expected an expression such as G == 0");
  grundy_formula *f = grundy_alloc_zero(1, sizeof *f);
  size_t size = 0;
  char *chunk = f == NULL ? NULL : chunk_of(text, length, kind, &size);
  grundy_status status = GRUNDY_OUT_OF_MEMORY;
  if (chunk == NULL) {
    (void)grundy_fail_memory(error);
  } else {
    f->kind = kind;
    note_variables(f, text, length);
    status = grundy_script_new(name, chunk, size, max_memory, &f->script, error);
  }
  free(chunk);
  if (status == GRUNDY_OK) status = grundy_script_run(f->script, body_parse, f, NULL, error);
  if (status == GRUNDY_OK)
    *formula = f;
  else
    grundy_formula_free(f);
  return status;
}

void grundy_formula_free(grundy_formula *formula) {
  if (formula == NULL) return;
  if (formula->script != NULL) grundy_ruleset_close(&formula->script->base);
  free(formula);
}

grundy_columns grundy_formula_columns(const grundy_formula *formula) {
  grundy_columns columns = formula->is_value ? GRUNDY_COLUMN_GRUNDY : 0;
  for (int i = 0; i < VARIABLES; i++)
    if (formula->used[i]) columns |= variables[i].column;
  return columns;
}

bool grundy_formula_is_value(const grundy_formula *formula) {
  return formula->is_value;
}

/* ---- variables --------------------------------------------------------------------------- */

/* An evaluation at all vertices. */
typedef struct evaluation {
  grundy_formula *formula;
  const grundy_digraph *g;
  const grundy_solution *solution;
  const uint8_t *only; /* may be NULL */
  grundy_work *work;
  uint8_t *verdicts;
  uint32_t *claims; /* may be NULL */
  grundy_field_names fields;
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  uint32_t v;        /* the vertex being evaluated */
  bool at_vertex;    /* whether there is one */
  grundy_error *why; /* of failures that are not errors of Lua */
  grundy_status failure;
} evaluation;

static void push_number(lua_State *lua, uint32_t number) {
  if (number == GRUNDY_INFINITY)
    lua_pushnumber(lua, HUGE_VAL);
  else
    lua_pushinteger(lua, number);
}

/* Pushes a table with true at every member; it is empty if the set does not exist. A set that may
 * have more members has the member "?". */
static void push_set(lua_State *lua, grundy_set set, bool window) {
  lua_newtable(lua);
  for (uint64_t i = 0; !set.absent && i < set.size; i++) {
    if (window && set.numbers[i] == GRUNDY_NUMBER_UNKNOWN)
      lua_pushstring(lua, "?");
    else
      push_number(lua, set.numbers[i]);
    lua_pushboolean(lua, 1);
    lua_rawset(lua, -3);
  }
}

static void push_entry(lua_State *lua, const evaluation *e, grundy_columns column) {
  const uint8_t *letter = grundy_solution_letters(e->solution, column);
  const uint32_t *numbers = grundy_solution_numbers(e->solution, column);
  const double *reals = grundy_solution_reals(e->solution, column);
  bool window = grundy_digraph_frontier(e->g) != NULL;
  if (grundy_column_describe(column)->kind == GRUNDY_COLUMN_OF_LEVELS)
    lua_pushstring(lua, grundy_level_describe(letter[e->v])->name);
  else if (letter != NULL)
    lua_pushlstring(lua, (const char *)&letter[e->v], 1);
  else if (numbers != NULL)
    push_number(lua, numbers[e->v]);
  else if (reals != NULL)
    lua_pushnumber(lua, reals[e->v]);
  else
    push_set(lua, grundy_solution_set_at(e->solution, column, e->v), window);
}

/* Returns whether the formula mentions a number of a window that is not known exactly here. */
static bool mentions_unknown(const evaluation *e) {
  if (grundy_digraph_frontier(e->g) == NULL) return false;
  for (int i = 0; i < VARIABLES; i++) {
    if (!e->formula->used[i]) continue;
    const uint32_t *numbers = grundy_solution_numbers(e->solution, variables[i].column);
    if (numbers != NULL && numbers[e->v] != GRUNDY_INFINITY &&
        numbers[e->v] >= GRUNDY_NUMBER_AT_MOST)
      return true;
  }
  return false;
}

/* Stops with a failure that is not an error of Lua. */
static void stop(lua_State *lua, evaluation *e, grundy_status failure) {
  e->failure = failure;
  (void)luaL_error(lua, "stopped");
}

/* Sets the globals that the formula mentions. A column that the solution lacks has no value; the
 * formula may have been evaluated with another solution before. */
static void set_variables(lua_State *lua, evaluation *e) {
  const grundy_formula *f = e->formula;
  grundy_columns there = grundy_solution_columns(e->solution);
  for (int i = 0; i < VARIABLES; i++) {
    if (!f->used[i]) continue;
    if ((there & variables[i].column) != 0)
      push_entry(lua, e, variables[i].column);
    else
      lua_pushnil(lua);
    lua_setglobal(lua, variables[i].name);
  }
  if (f->uses_name) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    lua_pushstring(lua, grundy_digraph_name(e->g, e->v, scratch));
    lua_setglobal(lua, "name");
  }
}

/* Sets the fields as globals and in the table p, at `index`, by name and by number. */
static void set_fields(lua_State *lua, evaluation *e, int index) {
  if (e->fields.count == 0) return;
  grundy_status status = grundy_position_field_values(e->g, e->v, e->values, e->why);
  if (status != GRUNDY_OK) stop(lua, e, status);
  for (uint32_t i = 0; i < e->fields.count; i++) {
    lua_pushinteger(lua, e->values[i]);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, index, (lua_Integer)i + 1);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, index, e->fields.at[i]);
    if (is_taken(e->fields.at[i]))
      lua_pop(lua, 1);
    else
      lua_setglobal(lua, e->fields.at[i]);
  }
}

/* ---- results ----------------------------------------------------------------------------- */

/* nil counts as false, as in K[0], but a number is rejected: it would always count as true. */
static void take_condition(lua_State *lua, evaluation *e) {
  if (!lua_isboolean(lua, -1) && !lua_isnil(lua, -1))
    (void)luaL_error(lua, "the condition is %s; expected true or false",
                     grundy_script_type(lua, -1));
  e->verdicts[e->v] = lua_toboolean(lua, -1) ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_FALSE;
}

/* Compares a claim with the value of the position. */
static void take_value(lua_State *lua, evaluation *e) {
  const uint32_t *values = grundy_solution_numbers(e->solution, GRUNDY_COLUMN_GRUNDY);
  e->verdicts[e->v] = GRUNDY_FORMULA_SILENT;
  if (lua_isnil(lua, -1) || values[e->v] == GRUNDY_NUMBER_UNKNOWN) return;
  lua_Integer given = 0;
  uint32_t claim = GRUNDY_INFINITY;
  bool infinite = lua_type(lua, -1) == LUA_TNUMBER && lua_tonumber(lua, -1) == HUGE_VAL;
  if (!infinite &&
      (!grundy_script_read_integer(lua, -1, &given) || given < 0 || given >= UINT32_MAX))
    (void)luaL_error(lua, "value gives no value; expected an integer from 0, inf or nil");
  if (!infinite) claim = (uint32_t)given;
  e->verdicts[e->v] = claim == values[e->v] ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_FALSE;
  if (e->claims != NULL) e->claims[e->v] = claim;
}

static void evaluate_at(lua_State *lua, evaluation *e, int function) {
  int position = function + 1;
  lua_newtable(lua);
  assert(lua_gettop(lua) == position);
  set_variables(lua, e);
  set_fields(lua, e, position);
  lua_pushvalue(lua, function);
  lua_insert(lua, position);
  lua_call(lua, 1, 1);
  if (e->formula->is_value)
    take_value(lua, e);
  else
    take_condition(lua, e);
  lua_settop(lua, function);
}

/* Evaluates the formula at all vertices, in one protected call. */
static int body_evaluate(lua_State *lua) {
  evaluation *e = lua_touserdata(lua, 1);
  lua_pushlightuserdata(lua, &e->fields);
  lua_setfield(lua, LUA_REGISTRYINDEX, "fields");
  lua_rawgeti(lua, LUA_REGISTRYINDEX, e->formula->function);
  e->at_vertex = true;
  for (e->v = 0; e->v < grundy_digraph_order(e->g); e->v++) {
    if (!grundy_work_step(e->work, 1)) stop(lua, e, grundy_fail_cancelled(e->why));
    if (e->claims != NULL) e->claims[e->v] = 0;
    if ((e->only != NULL && e->only[e->v] == 0) || mentions_unknown(e))
      e->verdicts[e->v] = GRUNDY_FORMULA_SILENT;
    else
      evaluate_at(lua, e, 2);
  }
  return 0;
}

/* ---- evaluating -------------------------------------------------------------------------- */

/* Adds the position to an error of Lua: "law.lua:3: at '3,5': what". */
static grundy_status fail_at_vertex(const evaluation *e, const grundy_error *lua,
                                    grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(e->g, e->v, scratch);
  return grundy_because(error, lua->reason,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, lua->file, lua->line, 0,
                                       "at '%.*s': %s", grundy_excerpt(name, strlen(name)), name,
                                       lua->message));
}

grundy_status grundy_formula_evaluate(grundy_formula *formula, const grundy_digraph *g,
                                      const grundy_solution *solution, const uint8_t *only,
                                      const grundy_run_options *options, uint8_t *verdicts,
                                      uint32_t *claims, grundy_error *error) {
  const grundy_monitor *monitor;
  grundy_error from_lua = {0}, why = {0};
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (formula->is_value && (grundy_solution_columns(solution) & GRUNDY_COLUMN_GRUNDY) == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the solution has no column grundy, which a closed form needs");
  grundy_work work = grundy_work_start(monitor, "testing", grundy_digraph_order(g));
  evaluation e = {.formula = formula,
                  .g = g,
                  .solution = solution,
                  .only = only,
                  .work = &work,
                  .verdicts = verdicts,
                  .claims = claims,
                  .fields = grundy_position_fields(g),
                  .why = &why};
  grundy_status status = grundy_script_run(formula->script, body_evaluate, &e, &work, &from_lua);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&work, "", 0);
    return GRUNDY_OK;
  }
  if (e.failure != GRUNDY_OK) {
    if (error != NULL) *error = why;
    return e.failure;
  }
  if (status == GRUNDY_BAD_INPUT && e.at_vertex) return fail_at_vertex(&e, &from_lua, error);
  if (error != NULL) *error = from_lua;
  return status;
}
