/* Turns what rules say about players, ends and kinds of moves into attributes of the digraph. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/lower_bound.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

/* What the rules say, over all positions. */
typedef struct summary {
  bool payoffs;  /* some end has a payoff */
  bool outcomes; /* some end has a winner or is a draw */
  bool unusual;  /* some end is not lost by the player who cannot move */
} summary;

GRUNDY_PRINTF(4, 5)
static grundy_status refuse(const grundy_digraph *g, uint32_t v, grundy_error *error,
                            const char *format, ...);

static grundy_status refuse(const grundy_digraph *g, uint32_t v, grundy_error *error,
                            const char *format, ...) {
  char scratch[GRUNDY_NAME_MAX_BYTES], what[GRUNDY_ERROR_MAX_TEXT];
  const char *name = grundy_digraph_name(g, v, scratch);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, grundy_explored_of(g)->ruleset->text, 0, 0,
                        "at '%.*s' %s", grundy_excerpt(name, strlen(name)), name, what);
}

static uint8_t end_of(const grundy_rule_attributes *r, uint32_t v) {
  return r->ends == NULL ? 0 : r->ends[v];
}

/* ---- checking ----------------------------------------------------------------------------- */

static grundy_status check_turns(const grundy_digraph *g, const uint8_t *players,
                                 grundy_error *error) {
  for (uint32_t u = 0; u < g->order; u++)
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
      char scratch[GRUNDY_NAME_MAX_BYTES];
      if (players[u] != players[g->targets[e]]) continue;
      const char *to = grundy_digraph_name(g, g->targets[e], scratch);
      return refuse(g, u, error,
                    "%c moves, and again after the move to '%.*s'; players have to move in turn",
                    players[u], grundy_excerpt(to, strlen(to)), to);
    }
  return GRUNDY_OK;
}

static grundy_status sum_up(const grundy_digraph *g, const grundy_rule_attributes *r, summary *all,
                            grundy_error *error) {
  for (uint32_t v = 0; v < g->order; v++) {
    uint8_t end = end_of(r, v);
    if (r->players == NULL && (end == 'A' || end == 'B'))
      return refuse(g, v, error,
                    "%c wins, but the game has no players; expected \"P\", \"N\" or "
                    "\"draw\", or a function `player`",
                    end);
    if (r->players == NULL && end == '$')
      return refuse(g, v, error,
                    "there is a payoff, but the game has no players; expected \"P\", "
                    "\"N\" or \"draw\", or a function `player`");
    all->payoffs |= end == '$';
    all->outcomes |= end != '$' && grundy_is_terminal(g, v);
    all->unusual |= end != 0 && end != 'P';
    if (all->payoffs && all->outcomes)
      return refuse(g, v, error, "it ends %s, and elsewhere %s; use one of the two everywhere",
                    end == '$' ? "with a payoff" : "without a payoff",
                    end == '$' ? "without" : "with one");
  }
  return GRUNDY_OK;
}

/* ---- setting attributes -------------------------------------------------------------------- */

static grundy_status give_outcomes(grundy_digraph *g, grundy_rule_attributes *r,
                                   grundy_error *error) {
  if (r->ends == NULL) r->ends = grundy_alloc_zero(g->order, 1);
  if (r->ends == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < g->order; v++) {
    assert(r->players == NULL || r->players[v] == 'A' || r->players[v] == 'B');
    if (!grundy_is_terminal(g, v))
      r->ends[v] = 0;
    else if (r->players == NULL)
      r->ends[v] = r->ends[v] == 0 ? 'P' : r->ends[v];
    else if (r->ends[v] == 'N') /* the player to move wins */
      r->ends[v] = r->players[v];
    else if (r->ends[v] == 'P' || r->ends[v] == 0) /* the player who moved last wins */
      r->ends[v] = r->players[v] == 'A' ? 'B' : 'A';
  }
  assert(g->attributes.outcomes == NULL && g->attributes.payoffs == NULL);
  g->attributes.outcomes = grundy_shrink(r->ends, g->order, 1);
  r->ends = NULL;
  return GRUNDY_OK;
}

/* Asks the rules for payoffs, in a second pass, because few games have them. */
static grundy_status give_payoffs(grundy_digraph *g, const grundy_rule_attributes *r,
                                  grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  double *payoffs = g->attributes.payoffs = grundy_alloc_zero(g->order, sizeof *payoffs);
  if (payoffs == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < g->order; v++) {
    grundy_position_info info;
    if (end_of(r, v) != '$') continue;
    grundy_position position = grundy_positions_get(&explored->positions, v);
    grundy_status status = explored->ruleset->kind->info(explored->ruleset, position, &info, error);
    if (status != GRUNDY_OK) return status;
    assert(grundy_is_terminal(g, v)); /* rules are not asked for moves where play ends */
    payoffs[v] = info.payoff;
  }
  return GRUNDY_OK;
}

grundy_status grundy_explored_set_attributes(grundy_digraph *g, grundy_rule_attributes *r,
                                             grundy_error *error) {
  summary all = {0};
  if (r->players == NULL && r->ends == NULL) return GRUNDY_OK;
  grundy_status status = r->players == NULL ? GRUNDY_OK : check_turns(g, r->players, error);
  if (status == GRUNDY_OK) status = sum_up(g, r, &all, error);
  if (status == GRUNDY_OK && all.payoffs) status = give_payoffs(g, r, error);
  if (status == GRUNDY_OK && !all.payoffs && (all.unusual || r->players != NULL))
    status = give_outcomes(g, r, error);
  if (status != GRUNDY_OK) return status;
  if (r->players != NULL) {
    g->attributes.players = grundy_shrink(r->players, g->order, 1);
    r->players = NULL;
    assert(grundy_attributes_fit(g));
  }
  grundy_digraph_complete(g);
  return GRUNDY_OK;
}

/* ---- kinds of moves ------------------------------------------------------------------------ */

/* The kinds of the moves from u. */
typedef struct kinds_of_row {
  const grundy_digraph *g;
  uint32_t u;
  uint8_t *kinds; /* of all moves */
  bool is_other;  /* the rules gave a move that u does not have */
} kinds_of_row;

/* A grundy_take_move. */
static void add_kinds(void *to, grundy_position position, uint8_t kinds) {
  kinds_of_row *row = to;
  uint64_t at = row->g->offsets[row->u], end = row->g->offsets[row->u + 1], last = end;
  uint32_t v = 0;
  bool is_known = grundy_positions_find(&grundy_explored_of(row->g)->positions, position,
                                        grundy_position_hash(position), &v);
  GRUNDY_LOWER_BOUND(at, end, e, row->g->targets[e] < v)
  if (is_known && at < last && row->g->targets[at] == v)
    row->kinds[at] |= kinds;
  else
    row->is_other = true;
}

static grundy_status find_kinds(kinds_of_row *row, grundy_work *work, grundy_error *error) {
  const grundy_digraph *g = row->g;
  grundy_ruleset *ruleset = grundy_explored_of(g)->ruleset;
  for (row->u = 0; row->u < g->order; row->u++) {
    const uint32_t u = row->u;
    grundy_position position = grundy_positions_get(&grundy_explored_of(g)->positions, u);
    grundy_status status =
        ruleset->kind->moves_of_kinds(ruleset, position, true, add_kinds, row, error);
    if (status != GRUNDY_OK) return status;
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++)
      row->is_other |= row->kinds[e] == 0;
    if (row->is_other) return refuse(g, u, error, "the rules give other moves than the first time");
    if (!grundy_work_step(work, 1 + g->offsets[u + 1] - g->offsets[u]))
      return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

/* A second pass, because few games have kinds; so exploring the others does not pay for it. */
grundy_status grundy_explored_set_kinds(grundy_digraph *g, grundy_work *work, grundy_error *error) {
  if (!grundy_explored_of(g)->ruleset->has_kinds) return GRUNDY_OK;
  kinds_of_row row = {.g = g, .kinds = grundy_alloc_zero(grundy_digraph_size(g), 1)};
  if (row.kinds == NULL) return grundy_fail_memory(error);
  grundy_status status = find_kinds(&row, work, error);
  if (status == GRUNDY_OK)
    grundy_digraph_give_kinds(g, row.kinds);
  else
    free(row.kinds);
  return status;
}
