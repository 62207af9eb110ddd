/* terminal(GAME, positions) ends play at some positions, where the player to move loses, and
 * restrict(GAME, predicate) allows only moves to positions for which a predicate holds. Both have
 * the positions of the game itself. */

#include "rules/operator.h"

#include "base/alloc.h"
#include "rules/scope.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial trial;

typedef struct filter {
  grundy_rule_operator_base base;
  grundy_position_list ends; /* terminal: their canonical forms, sorted */
  grundy_script *predicate;  /* restrict: its script, */
  grundy_scope scope;        /* what it can read, */
  int function;              /* a reference to its function, */
  trial *now;                /* and its present evaluation */
} filter;

/* ---- functions that the game answers ------------------------------------------------------- */

static grundy_ruleset *inner_of(const grundy_ruleset *ruleset) {
  return ((const filter *)ruleset)->base.inner;
}

static grundy_status filter_start(grundy_ruleset *ruleset, bool canonical, grundy_take take,
                                  void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->start(inner, grundy_rule_operator_reduces(ruleset, canonical), take, to,
                            error);
}

static grundy_status filter_canon(grundy_ruleset *ruleset, grundy_position position,
                                  grundy_take take, void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  if (ruleset->has_canon) return inner->kind->canon(inner, position, take, to, error);
  take(to, position);
  return GRUNDY_OK;
}

static grundy_status filter_show(grundy_ruleset *ruleset, grundy_position position,
                                 char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->show(inner, position, text, error);
}

static grundy_status filter_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                  bool canonical, grundy_take take, void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return grundy_ruleset_parse_name(
      inner, text, length, grundy_rule_operator_reduces(ruleset, canonical), take, to, error);
}

static grundy_status filter_board(grundy_ruleset *ruleset, grundy_position position,
                                  const grundy_position *follower, int turn, grundy_board *board,
                                  grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->board(inner, position, follower, turn, board, error);
}

static grundy_status filter_fields(grundy_ruleset *ruleset, grundy_position position,
                                   int64_t *values, grundy_error *error) {
  return grundy_ruleset_fields(inner_of(ruleset), position, values, error);
}

static bool filter_valid(const grundy_ruleset *ruleset, grundy_position position) {
  return grundy_ruleset_valid(inner_of(ruleset), position);
}

/* Ranks are those of the game. There may be fewer moves, so that `tiers` announces more tiers than
 * moves lead to. */
static grundy_status filter_count(grundy_ruleset *ruleset, uint64_t tier, uint64_t *count,
                                  grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->count(inner, tier, count, error);
}

static grundy_status filter_rank(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_position_rank *rank, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->rank(inner, position, rank, error);
}

static grundy_status filter_unrank(grundy_ruleset *ruleset, uint64_t tier, uint64_t index,
                                   grundy_take take, void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->unrank(inner, tier, index, take, to, error);
}

static grundy_status filter_tiers(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take,
                                  void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->tiers(inner, tier, take, to, error);
}

static void keep_ranks(filter *f) {
  f->base.base.has_ranks = f->base.inner->has_ranks;
  f->base.base.has_unmoves = f->base.inner->has_unmoves;
}

static grundy_status inner_info(const grundy_ruleset *ruleset, grundy_position position,
                                grundy_position_info *info, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  *info = (grundy_position_info){0};
  if (!inner->has_terminal && !inner->has_player) return GRUNDY_OK;
  return inner->kind->info(inner, position, info, error);
}

static void filter_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  const filter *f = (const filter *)ruleset;
  grundy_ruleset_set_monitor(f->base.inner, work);
  if (f->predicate != NULL) grundy_ruleset_set_monitor(&f->predicate->base, work);
}

static void filter_close(grundy_ruleset *ruleset) {
  filter *f = (filter *)ruleset;
  grundy_position_list_free(&f->ends);
  if (f->predicate != NULL) grundy_ruleset_close(&f->predicate->base);
  grundy_rule_operator_close(ruleset);
}

#define FILTER_FUNCTIONS                                                                           \
  .start = filter_start, .canon = filter_canon, .show = filter_show, .parse = filter_parse,        \
  .value = grundy_rule_operator_value, .board = filter_board, .fields = filter_fields,             \
  .valid = filter_valid, .set_monitor = filter_set_monitor, .close = filter_close,                 \
  .count = filter_count, .rank = filter_rank, .unrank = filter_unrank, .tiers = filter_tiers

/* ---- terminal ------------------------------------------------------------------------------ */

/* Looks up a position among the ends. */
typedef struct end_lookup {
  const grundy_position_list *ends;
  bool is_end;
} end_lookup;

static void look_up(void *to, grundy_position position) {
  end_lookup *l = to;
  l->is_end = grundy_position_list_has(l->ends, position);
}

/* Returns whether play ends at the position, or at one that is symmetric to it. */
static grundy_status find_end(const grundy_ruleset *ruleset, grundy_position position, bool *is_end,
                              grundy_error *error) {
  const filter *f = (const filter *)ruleset;
  grundy_ruleset *inner = f->base.inner;
  end_lookup l = {.ends = &f->ends};
  grundy_status status = inner->kind->canon(inner, position, look_up, &l, error);
  *is_end = l.is_end;
  return status;
}

static grundy_status terminal_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                    grundy_take take, void *to, grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  bool is_end = false;
  grundy_status status = find_end(ruleset, from, &is_end, error);
  if (status != GRUNDY_OK || is_end) return status;
  return inner->kind->moves(inner, from, grundy_rule_operator_reduces(ruleset, canonical), take, to,
                            error);
}

static grundy_status terminal_info(grundy_ruleset *ruleset, grundy_position position,
                                   grundy_position_info *info, grundy_error *error) {
  bool is_end = false;
  grundy_status status = inner_info(ruleset, position, info, error);
  if (status == GRUNDY_OK) status = find_end(ruleset, position, &is_end, error);
  if (is_end) info->end = 'P';
  return status;
}

/* Hands over ends, too: play is over there. */
static grundy_status terminal_unmoves(grundy_ruleset *ruleset, grundy_position position,
                                      bool canonical, grundy_take take, void *to,
                                      grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  return inner->kind->unmoves(inner, position, grundy_rule_operator_reduces(ruleset, canonical),
                              take, to, error);
}

#define TERMINAL_FUNCTIONS                                                                         \
  .moves = terminal_moves, .info = terminal_info, .unmoves = terminal_unmoves

static const grundy_ruleset_kind terminal_kinds[] = {
    GRUNDY_RULE_OPERATOR_KINDS(TERMINAL_FUNCTIONS, FILTER_FUNCTIONS)};

/* The form of a position of a script: how many integers it has, and whether some are negative. */
typedef struct form {
  size_t count;
  bool has_negative;
} form;

static form form_of(grundy_position position) {
  int64_t numbers[GRUNDY_RULES_MAX_POSITION];
  form f = {.count = grundy_script_integers(position, numbers, GRUNDY_RULES_MAX_POSITION)};
  for (size_t i = 0; i < f.count; i++) f.has_negative |= numbers[i] < 0;
  return f;
}

static void note_form(void *to, grundy_position position) {
  *(form *)to = form_of(position);
}

/* Returns whether the last end may be a position. A script without `parse` reads any integers; only
 * those with the form of the start are accepted. */
static grundy_status check_form(const filter *f, bool *is_good, grundy_error *error) {
  grundy_ruleset *inner = f->base.inner;
  form start = {0};
  *is_good = true;
  if (inner->has_parse || inner->kind != &grundy_script_kind) return GRUNDY_OK;
  grundy_status status = inner->kind->start(inner, false, note_form, &start, error);
  if (status != GRUNDY_OK) return status;
  form end = form_of(grundy_position_list_get(&f->ends, f->ends.count - 1));
  *is_good = end.count == start.count && (start.has_negative || !end.has_negative);
  return GRUNDY_OK;
}

/* Parses the name of an end, and adds its canonical form. */
static grundy_status add_end(filter *f, const char *name, grundy_error *error) {
  grundy_ruleset *inner = f->base.inner;
  uint64_t before = f->ends.count;
  if (!inner->has_parse && inner->has_show)
    return grundy_fail(error, GRUNDY_BAD_INPUT,
                       "terminal needs rules that can parse names of positions");
  grundy_status status = grundy_ruleset_parse_name(inner, name, strlen(name), true,
                                                   grundy_position_list_take, &f->ends, error);
  if (status != GRUNDY_OK) return status;
  if (f->ends.failed) return grundy_fail_memory(error);
  bool is_good = f->ends.count > before;
  if (is_good) status = check_form(f, &is_good, error);
  if (status != GRUNDY_OK || is_good) return status;
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NO_POSITION,
                             "terminal: the game has no position '%.*s'",
                             grundy_excerpt(name, strlen(name)), name);
}

grundy_status grundy_rule_operator_terminal(grundy_ruleset *inner, const char *const *names,
                                            size_t count, grundy_ruleset **ruleset,
                                            grundy_error *error) {
  filter *f = grundy_rule_operator_new(
      sizeof *f, &terminal_kinds[grundy_rule_operator_speed(inner)], inner, NULL, error);
  if (f == NULL) return GRUNDY_OUT_OF_MEMORY;
  grundy_status status = GRUNDY_OK;
  f->base.base.has_terminal = true;
  keep_ranks(f);
  for (size_t i = 0; i < count && status == GRUNDY_OK; i++) status = add_end(f, names[i], error);
  if (status == GRUNDY_OK && !grundy_position_list_sort(&f->ends))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *ruleset = &f->base.base;
  else
    grundy_ruleset_close(&f->base.base);
  return status;
}

/* ---- restrict ------------------------------------------------------------------------------ */

/* An evaluation of the predicate at one position. */
struct trial {
  filter *f;
  grundy_aligned_position at;
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  bool holds;            /* result */
  grundy_status failure; /* of the rules, not of the predicate */
  grundy_error why;
};

static void push_name(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view) {
  const filter *f = scope->context;
  grundy_ruleset *inner = f->base.inner;
  grundy_aligned_position at;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_position position = grundy_aligned_copy(&at, view->position);
  f->now->failure = inner->kind->show(inner, position, name, &f->now->why);
  if (f->now->failure != GRUNDY_OK) (void)luaL_error(lua, "stopped");
  lua_pushstring(lua, name);
}

/* Predicates run before the game is solved: they can read names and fields only. */
static const grundy_scope_members no_members = {
    .constants = (const char *const[]){NULL},
    .push_name = push_name,
};

static int body_predicate(lua_State *lua) {
  trial *t = lua_touserdata(lua, 1);
  filter *f = t->f;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, f->function);
  grundy_scope_enter(lua, &f->scope,
                     (grundy_scope_view){.values = t->values,
                                         .count = f->scope.field_count,
                                         .position = grundy_aligned_get(&t->at)});
  lua_call(lua, 1, 1);
  t->holds = grundy_scope_take_condition(lua);
  return 0;
}

/* Adds the position to an error: "predicate:1: at '3,5': what". */
static grundy_status fail_at_position(trial *t, const grundy_error *why, grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME] = "";
  grundy_ruleset *inner = t->f->base.inner;
  (void)inner->kind->show(inner, grundy_aligned_get(&t->at), name, NULL);
  return grundy_because(error, why->reason,
                        grundy_fail_at(error, GRUNDY_BAD_INPUT, why->file, why->line, 0,
                                       "at '%.*s': %s", grundy_excerpt(name, strlen(name)), name,
                                       why->message));
}

/* Evaluates the predicate. */
static grundy_status holds(filter *f, grundy_position position, bool *result, grundy_error *error) {
  trial t = {.f = f};
  grundy_error why = {0};
  grundy_position at = grundy_aligned_copy(&t.at, position);
  grundy_status status = GRUNDY_OK;
  if (f->scope.needs_fields) status = grundy_ruleset_fields(f->base.inner, at, t.values, error);
  if (status != GRUNDY_OK) return status;
  f->now = &t;
  status = grundy_script_run_locked(f->predicate, body_predicate, &t, &why);
  *result = t.holds;
  if (t.failure != GRUNDY_OK) {
    if (error != NULL) *error = t.why;
    return t.failure;
  }
  if (status == GRUNDY_BAD_INPUT) return fail_at_position(&t, &why, error);
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

static grundy_status restrict_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                    grundy_take take, void *to, grundy_error *error) {
  filter *f = (filter *)ruleset;
  grundy_ruleset *inner = f->base.inner;
  grundy_position_list followers = {0};
  (void)canonical;
  grundy_status status =
      inner->kind->moves(inner, from, false, grundy_position_list_take, &followers, error);
  if (status == GRUNDY_OK && followers.failed) status = grundy_fail_memory(error);
  for (uint64_t i = 0; i < followers.count && status == GRUNDY_OK; i++) {
    bool is_allowed = false;
    grundy_position follower = grundy_position_list_get(&followers, i);
    status = holds(f, follower, &is_allowed, error);
    if (status == GRUNDY_OK && is_allowed) take(to, follower);
  }
  grundy_position_list_free(&followers);
  return status;
}

/* No move leads to a position for which the predicate does not hold. */
static grundy_status restrict_unmoves(grundy_ruleset *ruleset, grundy_position position,
                                      bool canonical, grundy_take take, void *to,
                                      grundy_error *error) {
  grundy_ruleset *inner = inner_of(ruleset);
  bool is_allowed = false;
  (void)canonical;
  grundy_status status = holds((filter *)ruleset, position, &is_allowed, error);
  if (status != GRUNDY_OK || !is_allowed) return status;
  return inner->kind->unmoves(inner, position, false, take, to, error);
}

static grundy_status restrict_info(grundy_ruleset *ruleset, grundy_position position,
                                   grundy_position_info *info, grundy_error *error) {
  return inner_info(ruleset, position, info, error);
}

/* Not parallel, whatever the game is: the predicate is a script, which asks the monitor, and only
 * the thread of the caller may do this. */
static const grundy_ruleset_kind restrict_kind = {.slow = true,
                                                  .moves = restrict_moves,
                                                  .info = restrict_info,
                                                  .unmoves = restrict_unmoves,
                                                  FILTER_FUNCTIONS};

static int body_open(lua_State *lua) {
  filter *f = lua_touserdata(lua, 1);
  const grundy_ruleset *inner = f->base.inner;
  grundy_scope_load(lua, &f->scope);
  f->function = luaL_ref(lua, LUA_REGISTRYINDEX);
  grundy_scope_begin(lua, &f->scope, (const char *const *)inner->field_names, inner->field_count);
  return 0;
}

static grundy_status open_predicate(filter *f, const char *predicate,
                                    const grundy_ruleset_options *options, grundy_error *error) {
  size_t size = 0;
  char *chunk = grundy_scope_chunk(predicate, strlen(predicate), true, &size);
  if (chunk == NULL) return grundy_fail_memory(error);
  f->scope.members = &no_members;
  f->scope.context = f;
  f->scope.is_expression = true;
  grundy_status status =
      grundy_script_new("predicate", chunk, size, options->memory, &f->predicate, error);
  free(chunk);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(options->monitor, "reading", 0);
  return grundy_script_run(f->predicate, body_open, f, &work, error);
}

grundy_status grundy_rule_operator_restrict(grundy_ruleset *inner, const char *predicate,
                                            const grundy_ruleset_options *options,
                                            grundy_ruleset **ruleset, grundy_error *error) {
  filter *f = grundy_rule_operator_new(sizeof *f, &restrict_kind, inner, NULL, error);
  if (f == NULL) return GRUNDY_OUT_OF_MEMORY;
  f->base.base.has_canon = false;
  keep_ranks(f);
  grundy_status status = open_predicate(f, predicate, options, error);
  if (status == GRUNDY_OK)
    *ruleset = &f->base.base;
  else
    grundy_ruleset_close(&f->base.base);
  return status;
}
