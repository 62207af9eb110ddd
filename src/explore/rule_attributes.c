/* Turns what rules say about players and ends into attributes of the digraph. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"

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
  if (status != GRUNDY_OK || r->players == NULL) return status;
  g->attributes.players = grundy_shrink(r->players, g->order, 1);
  r->players = NULL;
  assert(grundy_attributes_fit(g));
  return GRUNDY_OK;
}
