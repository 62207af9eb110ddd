/* Payoffs: what A can be sure to get, in one retrograde pass [Smi66, §§5, 12].
 *
 * The set from which A can force at least v only grows as v decreases. So terminal positions are
 * taken by decreasing payoff, and every position from which A can force play to the positions taken
 * so far gets the current payoff: A cannot force more. Nothing gets a label twice. The same pass
 * from the other end, with the players exchanged, gives what B can force. Positions where neither
 * can force anything are worth an infinite play. */

#include "base/error.h"
#include "base/threads.h"
#include "solve/impl.h"
#include "solve/kernels.h"
#include "solve/labels.h"
#include "solve/waves.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

typedef struct terminal {
  double payoff;
  uint32_t vertex;
} terminal;

typedef struct pass {
  grundy_view g;
  const uint8_t *players;
  uint8_t player; /* the player who forces */
  grundy_waves waves;
  uint32_t *state, *queue;
  terminal *terminals; /* by increasing payoff */
  uint32_t terminal_count;
  double *payoff;
  uint32_t *moves;
  grundy_work work;
} pass;

static int compare(const void *a, const void *b) {
  const terminal *x = a, *y = b;
  if (x->payoff != y->payoff) return x->payoff < y->payoff ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void allocate(pass *p, grundy_arena *arena, grundy_view reverse, uint32_t terminals) {
  p->state = grundy_arena_array(arena, reverse.order, sizeof *p->state);
  p->queue = grundy_arena_array(arena, (uint64_t)reverse.order + 1, sizeof *p->queue);
  p->terminals = grundy_arena_array(arena, terminals, sizeof *p->terminals);
  grundy_waves_start(&p->waves, arena, reverse, sizeof *p->state);
}

/* Every position may be terminal. */
void grundy_payoff_count(grundy_arena *arena, const grundy_sizes *sizes) {
  pass p;
  uint64_t mark = arena->count;
  allocate(&p, arena, sizes->g, sizes->g.order);
  grundy_arena_rewind(arena, mark);
}

static uint32_t count_terminals(const grundy_view *g) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < g->order; v++) count += g->offsets[v] == g->offsets[v + 1];
  return count;
}

static void sort_terminals(pass *p, const double *payoffs) {
  for (uint32_t v = 0; v < p->g.order; v++)
    if (p->g.offsets[v] == p->g.offsets[v + 1])
      p->terminals[p->terminal_count++] = (terminal){payoffs[v], v};
  qsort(p->terminals, p->terminal_count, sizeof *p->terminals, compare);
}

/* Starts the pass of a player. One move is enough for the player who forces; all moves of the other
 * player must lead there. */
static void start(pass *p, uint8_t player) {
  p->player = player;
  for (uint32_t u = 0; u < p->g.order; u++) {
    uint64_t degree = p->g.offsets[u + 1] - p->g.offsets[u];
    p->state[u] = p->players[u] == player && degree > 0 ? 1 : (uint32_t)degree;
  }
}

/* Returns the number of moves that is sure from u: for the player who forces, the fewest over the
 * labelled followers; for the other player, the most over all followers, which are labelled. */
static uint32_t moves_from(const pass *p, uint32_t u) {
  grundy_vertices row = grundy_view_row(&p->g, u);
  bool chooses = p->players[u] == p->player;
  uint32_t best = chooses ? GRUNDY_INFINITY : 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i], moves = p->moves[v];
    bool labelled = (p->state[v] & GRUNDY_LABELLED) != 0;
    assert(chooses || labelled);
    if (chooses ? labelled && moves < best : moves > best) best = moves;
  }
  assert(best != GRUNDY_INFINITY);
  return best + 1;
}

/* A part of a wave, and the player whose vertices are settled. */
typedef struct settling {
  const pass *p;
  const uint32_t *list;
  uint32_t length;
  double payoff;
  bool of_other;
  int threads;
} settling;

static void settle_share(void *context, int thread) {
  const settling *s = context;
  const pass *p = s->p;
  uint32_t end = (uint32_t)grundy_share(s->length, thread + 1, s->threads);
  for (uint32_t i = (uint32_t)grundy_share(s->length, thread, s->threads); i < end; i++) {
    uint32_t u = s->list[i];
    grundy_view_fetch_rows(&p->g, s->list, i, end);
    grundy_view_fetch_targets(&p->g, s->list, i, end, p->moves, sizeof *p->moves);
    if ((p->players[u] != p->player) != s->of_other) continue;
    assert(p->moves[u] == GRUNDY_INFINITY); /* nothing is settled twice */
    p->payoff[u] = s->payoff;
    p->moves[u] = moves_from(p, u);
  }
}

/* Settles a wave, first the vertices of the player who forces: their followers in the same wave
 * have no number yet, whatever the order. All followers of the other player's vertices are in
 * earlier waves. Players alternate, so no thread reads a number while another writes it. */
static bool settle(pass *p, const uint32_t *wave, uint32_t count, double payoff) {
  enum { PIECE = 1 << 17 };
  for (int other = 0; other < 2; other++)
    for (uint32_t at = 0; at < count; at += PIECE) {
      uint32_t length = count - at < PIECE ? count - at : PIECE;
      uint64_t steps = length * (1 + p->g.size / p->g.order);
      int threads = grundy_threads_for(steps);
      settling s = {p, wave + at, length, payoff, other != 0, threads};
      grundy_parallel(threads, settle_share, &s);
      if (!grundy_work_step(&p->work, steps / 2)) return false;
    }
  return true;
}

/* Labels everything from which play can be forced to the wave queue[0 … end - 1], with this payoff.
 * False if cancelled. */
static bool force(pass *p, uint32_t end, double payoff) {
  grundy_wave_update update = grundy_count_down;
  update.state = p->state;
  update.label = GRUNDY_LABELLED;
  uint32_t count;
  for (uint32_t begin = 0; begin < end; begin = end, end += count) {
    assert(end <= p->g.order);
    if (!grundy_waves_propagate(&p->waves, &update, p->queue + begin, end - begin, p->queue + end,
                                &count, &p->work) ||
        !settle(p, p->queue + end, count, payoff))
      return false;
  }
  return true;
}

/* Takes the terminal positions from `first` on, in steps of `step`, that have the same payoff, and
 * returns how many there are. */
static uint32_t take(pass *p, uint32_t first, int step) {
  double payoff = p->terminals[first].payoff;
  uint32_t count = 0;
  for (uint32_t i = first; i < p->terminal_count && p->terminals[i].payoff == payoff;
       i += (uint32_t)step) {
    uint32_t v = p->terminals[i].vertex;
    assert(p->state[v] == 0 && p->moves[v] == GRUNDY_INFINITY);
    p->state[v] = GRUNDY_LABELLED;
    p->payoff[v] = payoff;
    p->moves[v] = 0;
    p->queue[count++] = v;
  }
  return count;
}

/* Finds what A can force above `infinite`, from the largest payoff down; the step -1 from index 0
 * leads past the last index, as indexes are unsigned. */
static bool force_down(pass *p, double infinite) {
  start(p, 'A');
  uint32_t i = p->terminal_count - 1;
  while (i < p->terminal_count && p->terminals[i].payoff > infinite) {
    double payoff = p->terminals[i].payoff;
    uint32_t count = take(p, i, -1);
    if (!force(p, count, payoff)) return false;
    assert(count > 0);
    i -= count;
    assert(i >= p->terminal_count || p->terminals[i].payoff < payoff);
  }
  return true;
}

static bool force_up(pass *p, double infinite) {
  start(p, 'B');
  uint32_t i = 0;
  while (i < p->terminal_count && p->terminals[i].payoff < infinite) {
    double payoff = p->terminals[i].payoff;
    uint32_t count = take(p, i, 1);
    if (!force(p, count, payoff)) return false;
    assert(count > 0);
    i += count;
    assert(i == p->terminal_count || p->terminals[i].payoff > payoff);
  }
  return true;
}

/* Runs both passes. Terminal positions worth the same as an infinite play are taken by neither
 * pass, but play ends there. */
static bool solve(pass *p, double infinite) {
  for (uint32_t v = 0; v < p->g.order; v++) {
    p->payoff[v] = infinite;
    p->moves[v] = GRUNDY_INFINITY;
  }
  if (!force_down(p, infinite) || !force_up(p, infinite)) return false;
  for (uint32_t i = 0; i < p->terminal_count; i++) p->moves[p->terminals[i].vertex] = 0;
  return true;
}

grundy_status grundy_payoff_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                  double infinite, const grundy_monitor *monitor, double *payoff,
                                  uint32_t *moves, grundy_error *error) {
  pass p = {.g = grundy_view_of(g), .players = grundy_digraph_players(g)};
  if (p.players == NULL || grundy_digraph_type(g) != GRUNDY_GAME_PAYOFFS || isnan(infinite))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "payoffs are not defined; expected a game with payoffs, and a number for an "
                       "infinite play");
  p.payoff = payoff;
  p.moves = moves;
  p.work = grundy_work_start(monitor, "payoffs", 2 * (p.g.order + p.g.size));
  grundy_status status = GRUNDY_OK;
  grundy_arena arena = {0};
  allocate(&p, &arena, grundy_view_of(reverse), count_terminals(&p.g));
  if (!arena.failed) {
    sort_terminals(&p, grundy_digraph_payoffs(g));
    status = grundy_work_end(&p.work, solve(&p, infinite), "waves", p.g.size, error);
  }
  return grundy_arena_end(&arena, status, error);
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool grundy_best_payoff_follower(const grundy_digraph *g, const double *payoff,
                                 const uint32_t *moves, uint32_t v, uint32_t *to) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  bool found = false;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t w = row.at[i];
    bool same = payoff[w] == payoff[v] || (isnan(payoff[w]) && isnan(payoff[v]));
    if (!same || (found && moves[w] >= moves[*to])) continue;
    *to = w;
    found = true;
  }
  return found;
}
