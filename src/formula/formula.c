/* Formulas run in the sandbox of rules in Lua. What they can read about a position is a scope
 * (rules/scope.h): its fields, its name, and the columns that the text mentions and the solution
 * has. */

#include <grundy/formula.h>

#include <grundy/explore.h>
#include <grundy/rules.h>
#include <grundy/solve.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "rules/scope.h"
#include "text/cursor.h"

#include <assert.h>
#include <lauxlib.h>
#include <math.h>
#include <string.h>

/* The memory that a formula may use, in bytes. */
static const uint64_t max_memory = UINT64_C(1) << 30;

/* The variables that come from columns; q-1 can only be read as p["q-1"]. */
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
    {"draw_level", GRUNDY_COLUMN_DRAW_LEVEL},
    {"draw_remoteness", GRUNDY_COLUMN_DRAW_REMOTENESS},
    {"player", GRUNDY_COLUMN_PLAYER},
    {"q1", GRUNDY_COLUMN_Q1},
    {"q0", GRUNDY_COLUMN_Q0},
    {"q-1", GRUNDY_COLUMN_QM1},
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
static const char *const constants[] = {"P", "N", "D", "A", "B", "inf", NULL};

struct grundy_formula {
  grundy_script *script;
  grundy_scope scope;
  bool is_value;        /* a closed form */
  int function;         /* a reference to the function of a position */
  int sets;             /* a reference to the metatable of sets */
  bool used[VARIABLES]; /* variables that the text mentions */
};

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
static void push_set(lua_State *lua, const grundy_formula *f, grundy_set set, bool window) {
  lua_newtable(lua);
  for (uint64_t i = 0; !set.absent && i < set.size; i++) {
    if (window && set.numbers[i] == GRUNDY_NUMBER_UNKNOWN)
      lua_pushstring(lua, "?");
    else
      push_number(lua, set.numbers[i]);
    lua_pushboolean(lua, 1);
    lua_rawset(lua, -3);
  }
  lua_rawgeti(lua, LUA_REGISTRYINDEX, f->sets);
  lua_setmetatable(lua, -2);
}

static void push_column(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view,
                        uint32_t variable) {
  const evaluation *e = scope->context;
  const grundy_columns column = variables[variable].column;
  const uint8_t *letter = grundy_solution_letters(e->solution, column);
  const uint32_t *numbers = grundy_solution_numbers(e->solution, column);
  const double *reals = grundy_solution_reals(e->solution, column);
  const uint32_t v = view->vertex;
  bool window = grundy_game_is_window(grundy_digraph_type(e->g));
  if (grundy_column_describe(column)->kind == GRUNDY_COLUMN_OF_LEVELS)
    lua_pushstring(lua, grundy_level_describe(letter[v])->name);
  else if (letter != NULL)
    lua_pushlstring(lua, (const char *)&letter[v], 1);
  else if (numbers != NULL)
    push_number(lua, numbers[v]);
  else if (reals != NULL)
    lua_pushnumber(lua, reals[v]);
  else
    push_set(lua, e->formula, grundy_solution_set_at(e->solution, column, v), window);
}

static void push_name(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view) {
  const evaluation *e = scope->context;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  lua_pushstring(lua, grundy_digraph_name(e->g, view->vertex, scratch));
}

/* Returns whether the formula mentions a number of a window that is not known exactly here. */
static bool mentions_unknown(const evaluation *e) {
  if (!grundy_game_is_window(grundy_digraph_type(e->g))) return false;
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

/* A column that the text does not mention cannot be read even if the solution has it, so that it
 * does not depend on other columns, and unknown numbers of a window do not go unnoticed. */
static bool can_read(const grundy_scope *scope, uint32_t variable) {
  const evaluation *e = scope->context;
  return e != NULL && e->formula->used[variable] &&
         (grundy_solution_columns(e->solution) & variables[variable].column) != 0;
}

static void explain_lack(const grundy_scope *scope, uint32_t variable, char *text, size_t room) {
  const evaluation *e = scope->context;
  if (e->formula->used[variable])
    (void)snprintf(text, room, "the solution has no column %s",
                   grundy_column_describe(variables[variable].column)->name);
  else
    (void)snprintf(text, room, "only columns whose names the text contains are computed");
}

/* Returns whether the game has the column; while a script is loaded, whether some game has it. */
static bool has_column(const grundy_scope *scope, uint32_t variable) {
  const evaluation *e = scope->context;
  grundy_columns columns = e == NULL ? ~(grundy_columns)0 : grundy_solve_columns(e->g, true);
  if (columns == GRUNDY_COLUMNS_ALL)
    columns |= GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS;
  return (columns & variables[variable].column) != 0;
}

static const char *name_of(uint32_t variable) {
  return variables[variable].name;
}

static const grundy_scope_members members = {
    .count = VARIABLES,
    .name_of = name_of,
    .constants = constants,
    .can_read = can_read,
    .explain_lack = explain_lack,
    .exists = has_column,
    .push = push_column,
    .push_name = push_name,
};

/* ---- parsing ----------------------------------------------------------------------------- */

/* Sets the constants; a letter of `absent` is unknown. */
static void set_constants(lua_State *lua, const char *absent) {
  for (size_t i = 0; strcmp(constants[i], "inf") != 0; i++) {
    if (strchr(absent, constants[i][0]) == NULL)
      lua_pushstring(lua, constants[i]);
    else
      lua_pushnil(lua);
    lua_setglobal(lua, constants[i]);
  }
  lua_pushnumber(lua, HUGE_VAL);
  lua_setglobal(lua, "inf");
}

/* Reads a number that is not in a set. Other keys are mistakes: nothing is there. */
static int read_set(lua_State *lua) {
  if (lua_type(lua, 2) != LUA_TNUMBER &&
      !(lua_isstring(lua, 2) && strcmp(lua_tostring(lua, 2), "?") == 0))
    return luaL_error(lua, "the members of a set are numbers and inf, and this is %s",
                      grundy_script_type(lua, 2));
  return 0;
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

/* Loads the text and keeps its function. An expression is a chunk of its own, so that it can be run
 * as often as needed. */
static int body_parse(lua_State *lua) {
  grundy_formula *f = lua_touserdata(lua, 1);
  grundy_scope_load(lua, &f->scope);
  set_constants(lua, "");
  lua_newtable(lua);
  lua_pushcfunction(lua, read_set);
  lua_setfield(lua, -2, "__index");
  f->sets = luaL_ref(lua, LUA_REGISTRYINDEX);
  if (!f->scope.is_expression) {
    lua_call(lua, 0, 1);
    choose_function(lua, f);
  }
  f->function = luaL_ref(lua, LUA_REGISTRYINDEX);
  return 0;
}

grundy_status grundy_formula_parse(const char *name, const char *text, size_t length,
                                   grundy_formula_kind kind, grundy_formula **formula,
                                   grundy_error *error) {
  size_t blank = 0;
  while (blank < length && (grundy_is_blank(text[blank]) || text[blank] == '\n')) blank++;
  if (kind == GRUNDY_FORMULA_EXPRESSION && blank == length)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "it is empty; expected an expression such as G == 0");
  grundy_formula *f = grundy_alloc_zero(1, sizeof *f);
  size_t size = 0;
  bool is_expression = kind == GRUNDY_FORMULA_EXPRESSION;
  char *chunk = f == NULL ? NULL : grundy_scope_chunk(text, length, is_expression, &size);
  grundy_status status = GRUNDY_OUT_OF_MEMORY;
  if (chunk == NULL) {
    (void)grundy_fail_memory(error);
  } else {
    f->scope.members = &members;
    f->scope.is_expression = is_expression;
    for (int i = 0; i < VARIABLES; i++)
      f->used[i] = grundy_scope_mentions(text, length, variables[i].name);
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

bool grundy_formula_has_read(const grundy_formula *formula) {
  return formula->scope.has_read;
}

/* ---- results ----------------------------------------------------------------------------- */

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
  grundy_scope *scope = &e->formula->scope;
  if (scope->needs_fields) {
    grundy_status status = grundy_position_field_values(e->g, e->v, e->values, e->why);
    if (status != GRUNDY_OK) stop(lua, e, status);
  }
  lua_pushvalue(lua, function);
  grundy_scope_enter(lua, scope, (grundy_scope_view){.vertex = e->v, .values = e->values});
  lua_call(lua, 1, 1);
  if (e->formula->is_value)
    take_value(lua, e);
  else
    e->verdicts[e->v] =
        grundy_scope_take_condition(lua) ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_FALSE;
  lua_settop(lua, function);
}

/* Evaluates the formula at all vertices, in one protected call. */
static int body_evaluate(lua_State *lua) {
  evaluation *e = lua_touserdata(lua, 1);
  e->formula->scope.context = e;
  set_constants(lua, !grundy_game_is_coloured(grundy_digraph_type(e->g)) ? "AB" : "PN");
  grundy_scope_begin(lua, &e->formula->scope, e->fields.at, e->fields.count);
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
  grundy_status ordinary = grundy_digraph_require_ordinary(g, "formulas", error);
  if (ordinary != GRUNDY_OK) return ordinary;
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
  formula->scope.context = NULL;
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
