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
#include "explore/impl.h"
#include "formula/fibonacci.h"
#include "formula/impl.h"
#include "formula/lookup.h"
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
  char *text; /* as it was given; owned */
  size_t length;
  bool is_expression;
  bool has_premise;                   /* it is if A then C */
  bool is_partial;                    /* it may read positions outside the table */
  bool is_value;                      /* a closed form */
  int function;                       /* a reference to the function of a position */
  int sets;                           /* a reference to the metatable of sets */
  bool used[VARIABLES];               /* variables that the text mentions */
  const grundy_formula_other *others; /* borrowed */
  uint32_t other_count;
};

/* ---- variables --------------------------------------------------------------------------- */

/* An evaluation at all vertices. */
typedef struct evaluation {
  grundy_formula *formula;
  grundy_formula_lookup *tables; /* that of the positions, then those of `others` */
  const grundy_digraph *g;       /* of the first table */
  const grundy_solution *solution;
  bool is_outside;     /* a position outside the table was read */
  bool is_vacuous;     /* the premise does not hold */
  const uint8_t *only; /* may be NULL */
  grundy_work *work;
  uint8_t *verdicts;
  uint32_t *claims; /* may be NULL */
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

/* Returns the number of the table that the position is in: those of others carry it. */
static uint32_t table_of(const grundy_scope_view *view) {
  uint32_t number = 0;
  if (view->position.length == sizeof number) memcpy(&number, view->position.bytes, sizeof number);
  return number;
}

/* Gives up the present position, because the formula needs something that is not in the table. */
static void leave_table(lua_State *lua, evaluation *e) {
  e->is_outside = true;
  (void)luaL_error(lua, "this is not in the table");
}

/* Returns whether the table has the entry: windows and starts may have unknown ones. */
static bool is_known(const grundy_scope *scope, const grundy_scope_view *view, uint32_t variable) {
  const evaluation *e = scope->context;
  const grundy_formula_table *table = e->tables[table_of(view)].table;
  const grundy_columns column = variables[variable].column;
  const uint8_t *letter = grundy_solution_letters(table->solution, column);
  const uint32_t *numbers = grundy_solution_numbers(table->solution, column);
  const uint32_t v = view->vertex;
  if (letter != NULL) return letter[v] != GRUNDY_OUTCOME_NONE;
  bool window = grundy_game_is_window(grundy_digraph_type(table->g)) || table->has_unknown_moves;
  return !window || numbers == NULL || numbers[v] == GRUNDY_INFINITY ||
         numbers[v] < GRUNDY_NUMBER_AT_MOST;
}

static void push_column(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view,
                        uint32_t variable) {
  evaluation *e = scope->context;
  const grundy_formula_table *table = e->tables[table_of(view)].table;
  const grundy_columns column = variables[variable].column;
  if ((grundy_solution_columns(table->solution) & column) == 0)
    (void)luaL_error(lua, "the other game has no column %s", grundy_column_describe(column)->name);
  const uint8_t *letter = grundy_solution_letters(table->solution, column);
  const uint32_t *numbers = grundy_solution_numbers(table->solution, column);
  const double *reals = grundy_solution_reals(table->solution, column);
  const uint32_t v = view->vertex;
  bool window = grundy_game_is_window(grundy_digraph_type(table->g)) || table->has_unknown_moves;
  if (!is_known(scope, view, variable)) leave_table(lua, e);
  if (letter != NULL && grundy_column_describe(column)->kind == GRUNDY_COLUMN_OF_LEVELS)
    lua_pushstring(lua, grundy_level_describe(letter[v])->name);
  else if (letter != NULL)
    lua_pushlstring(lua, (const char *)&letter[v], 1);
  else if (numbers != NULL)
    push_number(lua, numbers[v]);
  else if (reals != NULL)
    lua_pushnumber(lua, reals[v]);
  else
    push_set(lua, e->formula, grundy_solution_set_at(table->solution, column, v), window);
}

static void push_name(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view) {
  const evaluation *e = scope->context;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const grundy_digraph *g = e->tables[table_of(view)].table->g;
  lua_pushstring(lua, grundy_digraph_name(g, view->vertex, scratch));
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
    .is_known = is_known,
    .push = push_column,
    .push_name = push_name,
};

/* ---- other positions ---------------------------------------------------------------------- */

/* Returns the evaluation that is going on. Fails while a script is loaded. */
static evaluation *running(lua_State *lua, const char *function) {
  const grundy_scope *scope = lua_touserdata(lua, lua_upvalueindex(1));
  if (scope->context == NULL)
    (void)luaL_error(lua, "%s can be used only in a function of a position", function);
  assert(scope->at_position);
  return scope->context;
}

/* Pushes the object of a position of a table. */
static void push_position(lua_State *lua, evaluation *e, uint32_t number, uint32_t v) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_scope_view view = {.vertex = v, .values = values};
  grundy_status status =
      grundy_formula_lookup_integers(&e->tables[number], v, values, &view.count, e->why);
  if (status != GRUNDY_OK) stop(lua, e, status);
  if (number > 0) view.position = (grundy_position){&number, sizeof number};
  grundy_scope_push(lua, &e->formula->scope, &view);
}

/* Finds the position of a table that the arguments describe: integers, or a name. */
static uint32_t find_position(lua_State *lua, evaluation *e, uint32_t number) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  int count = lua_gettop(lua);
  bool found = false;
  uint32_t v = 0;
  grundy_status status;
  if (count == 1 && lua_type(lua, 1) == LUA_TSTRING) {
    size_t length;
    const char *name = lua_tolstring(lua, 1, &length);
    status = grundy_formula_lookup_name(&e->tables[number], name, length, &found, &v, e->why);
  } else {
    if (count == 0 || count > GRUNDY_RULES_MAX_FIELDS)
      (void)luaL_error(lua, "a position needs 1 to %d integers, or a name",
                       (int)GRUNDY_RULES_MAX_FIELDS);
    for (int i = 0; i < count; i++) {
      lua_Integer value = 0;
      if (!grundy_script_read_integer(lua, i + 1, &value))
        (void)luaL_error(lua, "argument %d of a position is %s; expected integers, or one name",
                         i + 1,
                         lua_type(lua, i + 1) == LUA_TNUMBER ? "not an integer"
                                                             : grundy_script_type(lua, i + 1));
      values[i] = value;
    }
    status =
        grundy_formula_lookup_find(&e->tables[number], values, (uint32_t)count, &found, &v, e->why);
  }
  if (status == GRUNDY_BAD_ARGUMENT) (void)luaL_error(lua, "%s", e->why->message);
  if (status != GRUNDY_OK) stop(lua, e, status);
  if (!found) leave_table(lua, e);
  return v;
}

/* at(a + 1, b): another position of the game. */
static int function_at(lua_State *lua) {
  evaluation *e = running(lua, "at");
  push_position(lua, e, 0, find_position(lua, e, 0));
  return 1;
}

/* w(a, b): a position of another game, or a term of a sequence; upvalue 2 is its number, from 1. */
static int function_other(lua_State *lua) {
  evaluation *e = running(lua, "this name");
  uint32_t number = (uint32_t)lua_tointeger(lua, lua_upvalueindex(2));
  const grundy_formula_other *other = &e->formula->others[number - 1];
  e->formula->scope.has_read = true;
  if (other->terms == NULL) {
    push_position(lua, e, number, find_position(lua, e, number));
    return 1;
  }
  lua_Integer i = 0;
  if (lua_gettop(lua) != 1 || !grundy_script_read_integer(lua, 1, &i))
    return luaL_error(lua, "%s is a sequence; expected one integer", other->name);
  if (i < other->first || (uint64_t)i - (uint64_t)other->first >= other->count) leave_table(lua, e);
  lua_pushinteger(lua, other->terms[(uint64_t)i - (uint64_t)other->first]);
  return 1;
}

/* ---- quantifiers --------------------------------------------------------------------------- */

/* Calls the function of a position with its argument, which are on the stack. Returns false if it
 * reads something that is not in the table. */
static bool call_function(lua_State *lua, evaluation *e) {
  if (!e->formula->is_partial && !e->tables[0].table->has_unknown_moves) {
    lua_call(lua, 1, 1);
    return true;
  }
  e->is_outside = false;
  int code = lua_pcall(lua, 1, 1, 0);
  if (code == LUA_OK) return true;
  if (code == LUA_ERRRUN && e->is_outside && e->failure == GRUNDY_OK) return false;
  grundy_script_of(lua)->out_of_memory = code == LUA_ERRMEM; /* raised again, an ordinary error */
  (void)lua_error(lua);
  return false;
}

/* How many followers have a property: all, any, or their number. */
enum { QUANTIFY_ALL, QUANTIFY_ANY, QUANTIFY_COUNT };
static const char *const quantifiers[] = {"all", "any", "count"};

/* all(function(f) ... end), or all(q, function(f) ... end) for the followers of q; upvalue 2 is one
 * of the above. A follower at which the condition reads outside the table does not matter if
 * another one decides, so the order of followers does not matter either. */
static int function_quantify(lua_State *lua) {
  int kind = (int)lua_tointeger(lua, lua_upvalueindex(2));
  evaluation *e = running(lua, quantifiers[kind]);
  grundy_scope *scope = &e->formula->scope;
  grundy_scope_view view = scope->view;
  int function = lua_gettop(lua);
  if (function < 1 || function > 2 || !lua_isfunction(lua, function))
    return luaL_error(lua, "%s needs a name and a condition, as in %s(f, f.G > 0)",
                      quantifiers[kind], quantifiers[kind]);
  if (function == 2 && !grundy_scope_is_position(lua, scope, 1, &view))
    return luaL_error(lua, "%s needs a position, and this is %s", quantifiers[kind],
                      grundy_script_type(lua, 1));
  const uint32_t number = table_of(&view);
  const grundy_formula_table *table = e->tables[number].table;
  if (table->has_unknown_moves)
    return luaL_error(lua, "%s needs moves, and only the values of these positions are known",
                      quantifiers[kind]);
  const uint8_t *frontier = grundy_digraph_frontier(table->g);
  if (frontier != NULL && frontier[view.vertex] != 0) leave_table(lua, e);
  grundy_vertices followers = grundy_digraph_followers(table->g, view.vertex);
  lua_Integer held = 0, failed = 0;
  bool is_outside = false, is_decided = false;
  scope->has_read = true;
  for (uint64_t i = 0; i < followers.count && !is_decided; i++) {
    grundy_script_count(lua, 1);
    lua_pushvalue(lua, function);
    push_position(lua, e, number, followers.at[i]);
    if (!call_function(lua, e)) {
      is_outside = true;
      lua_settop(lua, function);
      continue;
    }
    bool holds = grundy_scope_take_condition(lua);
    held += holds;
    failed += !holds;
    is_decided = kind != QUANTIFY_COUNT && holds == (kind == QUANTIFY_ANY);
  }
  if (is_outside && !is_decided) leave_table(lua, e);
  if (kind == QUANTIFY_COUNT)
    lua_pushinteger(lua, held);
  else
    lua_pushboolean(lua, kind == QUANTIFY_ANY ? held > 0 : failed == 0);
  return 1;
}

/* premise(A): the law is tested only where A is true. */
static int function_premise(lua_State *lua) {
  evaluation *e = running(lua, "premise");
  if (lua_gettop(lua) != 1) return luaL_error(lua, "premise needs one condition");
  bool holds = grundy_scope_take_condition(lua);
  if (!holds) e->is_vacuous = true;
  lua_pushboolean(lua, holds);
  return 1;
}

/* zeros(n), least(n), shift(n): what the Zeckendorf digits of n end with; upvalue 2 says which. */
enum { ZECKENDORF_ZEROS, ZECKENDORF_LEAST, ZECKENDORF_SHIFT };
static const char *const zeckendorf[] = {"zeckendorf_zeros", "zeckendorf_least",
                                         "zeckendorf_shift"};

static int function_zeckendorf(lua_State *lua) {
  lua_Integer which = lua_tointeger(lua, lua_upvalueindex(2)), number = 0;
  if (lua_gettop(lua) != 1 || !grundy_script_read_integer(lua, 1, &number) || number < 0)
    return luaL_error(lua, "%s needs one integer from 0", zeckendorf[which]);
  grundy_zeckendorf z = grundy_zeckendorf_of(number);
  lua_pushinteger(lua, which == ZECKENDORF_ZEROS   ? (lua_Integer)z.zeros
                       : which == ZECKENDORF_LEAST ? z.least
                                                   : z.shifted);
  return 1;
}

static void set_function(lua_State *lua, grundy_formula *f, const char *name,
                         lua_CFunction function, lua_Integer number) {
  lua_pushlightuserdata(lua, &f->scope);
  lua_pushinteger(lua, number);
  lua_pushcclosure(lua, function, 2);
  lua_setglobal(lua, name);
}

static void set_functions(lua_State *lua, grundy_formula *f) {
  set_function(lua, f, "at", function_at, 0);
  set_function(lua, f, "premise", function_premise, 0);
  for (int i = QUANTIFY_ALL; i <= QUANTIFY_COUNT; i++)
    set_function(lua, f, quantifiers[i], function_quantify, i);
  for (int i = ZECKENDORF_ZEROS; i <= ZECKENDORF_SHIFT; i++)
    set_function(lua, f, zeckendorf[i], function_zeckendorf, i);
}

static int body_set_others(lua_State *lua) {
  grundy_formula *f = lua_touserdata(lua, 1);
  for (uint32_t i = 0; i < f->other_count; i++)
    set_function(lua, f, f->others[i].name, function_other, (lua_Integer)i + 1);
  return 0;
}

grundy_status grundy_formula_set_others(grundy_formula *formula, const grundy_formula_other *others,
                                        uint32_t count, grundy_error *error) {
  formula->others = others;
  formula->other_count = count;
  formula->is_partial |= count > 0;
  return grundy_script_run(formula->script, body_set_others, formula, NULL, error);
}

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
  set_functions(lua, f);
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

/* Makes the script of a formula, whose text is in Lua, and runs it. */
static grundy_status load(grundy_formula *f, const char *name, const char *text, size_t length,
                          grundy_error *error) {
  static const char *const partial[] = {"at", "all", "any", "count", "_ENV"};
  size_t size = 0;
  char *chunk = grundy_scope_chunk(text, length, f->is_expression, &size);
  if (chunk == NULL) return grundy_fail_memory(error);
  f->scope.members = &members;
  f->scope.is_expression = f->is_expression;
  for (int i = 0; i < VARIABLES; i++)
    f->used[i] = grundy_scope_mentions(text, length, variables[i].name);
  for (size_t i = 0; i < sizeof partial / sizeof *partial; i++)
    f->is_partial |= grundy_scope_mentions(text, length, partial[i]);
  grundy_status status = grundy_script_new(name, chunk, size, max_memory, &f->script, error);
  free(chunk);
  return status == GRUNDY_OK ? grundy_script_run(f->script, body_parse, f, NULL, error) : status;
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
  if (f != NULL) f->text = grundy_alloc(length + 1, 1);
  if (f == NULL || f->text == NULL) {
    grundy_formula_free(f);
    return grundy_fail_memory(error);
  }
  memcpy(f->text, text, length);
  f->length = length;
  f->is_expression = kind == GRUNDY_FORMULA_EXPRESSION;
  grundy_formula_source source = {0};
  grundy_status status =
      f->is_expression ? grundy_formula_rewrite(name, text, length, &source, error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = load(f, name, f->is_expression ? source.text : text,
                  f->is_expression ? source.length : length, error);
  f->has_premise = source.has_premise;
  if (status == GRUNDY_BAD_INPUT && f->is_expression && source.text != NULL)
    grundy_formula_locate(text, length, &source, error);
  grundy_formula_source_free(&source);
  if (status == GRUNDY_OK)
    *formula = f;
  else
    grundy_formula_free(f);
  return status;
}

void grundy_formula_free(grundy_formula *formula) {
  if (formula == NULL) return;
  if (formula->script != NULL) grundy_ruleset_close(&formula->script->base);
  free(formula->text);
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

bool grundy_formula_has_premise(const grundy_formula *formula) {
  return formula->has_premise;
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
  grundy_scope_view view = {.vertex = e->v, .values = e->values};
  if (scope->needs_fields || (scope->has_integers && scope->uses_p)) {
    grundy_status status =
        grundy_formula_lookup_integers(&e->tables[0], e->v, e->values, &view.count, e->why);
    if (status != GRUNDY_OK) stop(lua, e, status);
  }
  e->is_vacuous = false;
  lua_pushvalue(lua, function);
  grundy_scope_enter(lua, scope, view);
  if (!call_function(lua, e))
    e->verdicts[e->v] = GRUNDY_FORMULA_OUTSIDE;
  else if (e->formula->is_value)
    take_value(lua, e);
  else
    e->verdicts[e->v] =
        grundy_scope_take_condition(lua) ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_FALSE;
  if (e->is_vacuous && e->verdicts[e->v] != GRUNDY_FORMULA_OUTSIDE)
    e->verdicts[e->v] = GRUNDY_FORMULA_VACUOUS;
  lua_settop(lua, function);
}

/* Evaluates the formula at all vertices, in one protected call. */
static int body_evaluate(lua_State *lua) {
  evaluation *e = lua_touserdata(lua, 1);
  e->formula->scope.context = e;
  const grundy_formula_table *table = e->tables[0].table;
  bool is_coloured = table->is_coloured || grundy_game_is_coloured(grundy_digraph_type(e->g));
  set_constants(lua, is_coloured ? "PN" : "AB");
  grundy_scope_begin(lua, &e->formula->scope, table->fields.at, table->fields.count);
  if (table->values == NULL && grundy_position_has_integers(table->g))
    e->formula->scope.has_integers = true;
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

/* Finds the column of the name that an error of an expression is about; 0 if it names none. */
static uint64_t find_column(const grundy_formula *f, const grundy_error *lua) {
  static const char before[] = "unknown variable '";
  const char *name = lua->message + sizeof before - 1;
  if (!f->is_expression || strncmp(lua->message, before, sizeof before - 1) != 0) return 0;
  size_t length = strcspn(name, "'"), place;
  char word[GRUNDY_ERROR_MAX_TEXT];
  (void)snprintf(word, sizeof word, "%.*s", (int)length, name);
  uint64_t line, column;
  if (!grundy_scope_find_variable(f->text, f->length, word, &place)) return 0;
  grundy_formula_place(f->text, place, &line, &column);
  return line == lua->line ? column : 0;
}

/* Adds the position to an error of Lua: "law.lua:3: at '3,5': what". */
static grundy_status fail_at_vertex(const evaluation *e, const grundy_error *lua,
                                    grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(e->g, e->v, scratch);
  return grundy_because(error, lua->reason,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, lua->file, lua->line,
                                       find_column(e->formula, lua), "at '%.*s': %s",
                                       grundy_excerpt(name, strlen(name)), name, lua->message));
}

static grundy_status evaluate(evaluation *e, grundy_error *error) {
  grundy_formula *formula = e->formula;
  grundy_error from_lua = {0};
  grundy_status status = grundy_script_run(formula->script, body_evaluate, e, e->work, &from_lua);
  formula->scope.context = NULL;
  if (status == GRUNDY_OK) {
    grundy_work_finish(e->work, "", 0);
    return GRUNDY_OK;
  }
  if (e->failure != GRUNDY_OK) {
    if (error != NULL) *error = *e->why;
    return e->failure;
  }
  if (status == GRUNDY_BAD_INPUT && e->at_vertex) return fail_at_vertex(e, &from_lua, error);
  if (error != NULL) *error = from_lua;
  return status;
}

grundy_status grundy_formula_evaluate_table(grundy_formula *formula,
                                            const grundy_formula_table *table, const uint8_t *only,
                                            const grundy_run_options *options, uint8_t *verdicts,
                                            uint32_t *claims, grundy_error *error) {
  const grundy_monitor *monitor;
  grundy_error why = {0};
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_status status = grundy_digraph_require_ordinary(table->g, "formulas", error);
  if (status != GRUNDY_OK) return status;
  if (formula->is_value && (grundy_solution_columns(table->solution) & GRUNDY_COLUMN_GRUNDY) == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the solution has no column grundy, which a closed form needs");
  grundy_formula_lookup *tables =
      grundy_alloc_zero((size_t)formula->other_count + 1, sizeof *tables);
  if (tables == NULL) return grundy_fail_memory(error);
  tables[0].table = table;
  for (uint32_t i = 0; i < formula->other_count; i++)
    tables[i + 1].table = &formula->others[i].table;
  grundy_work work = grundy_work_start(monitor, "testing", grundy_digraph_order(table->g));
  evaluation e = {.formula = formula,
                  .tables = tables,
                  .g = table->g,
                  .solution = table->solution,
                  .only = only,
                  .work = &work,
                  .verdicts = verdicts,
                  .claims = claims,
                  .why = &why};
  status = evaluate(&e, error);
  for (uint32_t i = 0; i <= formula->other_count; i++) grundy_formula_lookup_free(&tables[i]);
  free(tables);
  return status;
}

grundy_status grundy_formula_evaluate(grundy_formula *formula, const grundy_digraph *g,
                                      const grundy_solution *solution,
                                      const grundy_run_options *options, uint8_t *verdicts,
                                      grundy_error *error) {
  const grundy_formula_table table = {
      .g = g, .solution = solution, .fields = grundy_position_fields(g)};
  return grundy_formula_evaluate_table(formula, &table, NULL, options, verdicts, NULL, error);
}
