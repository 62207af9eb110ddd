/* Draws, graded: how many mistakes away from a decision a drawn position is.
 *
 * Level 0 is the game itself: its positions are those that are won or lost. The fringe of level
 * k + 1 are the undecided vertices with a move into level k. There play of level k + 1 ends, lost
 * for the player to move, who is the first to have a chance of a mistake; all vertices that are won
 * or lost in this play are in level k + 1.
 *
 * An undecided vertex outside of the fringe has no follower in an earlier level, so its followers
 * are counted once for all levels, and everything is linear. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "solve/impl.h"
#include "solve/kernels.h"

#include <assert.h>

typedef struct grading {
  const grundy_digraph *g;
  const grundy_digraph *reverse;
  uint32_t *level, *remoteness;
  uint32_t *left;  /* followers that are not yet known to be won for the player to move there */
  uint32_t *queue; /* all vertices with a level, in the order in which they got it */
  uint32_t end;
} grading;

static void add(grading *x, uint32_t v, uint32_t level, uint32_t remoteness) {
  if (x->level[v] != GRUNDY_INFINITY) return;
  x->level[v] = level;
  x->remoteness[v] = remoteness;
  x->queue[x->end++] = v;
}

/* Labels the vertices before v, whose remoteness is the largest so far. */
static void label_before(grading *x, uint32_t v) {
  grundy_vertices before = grundy_digraph_followers(x->reverse, v);
  bool lost = x->remoteness[v] % 2 == 0;
  for (uint64_t i = 0; i < before.count; i++) {
    uint32_t u = before.at[i];
    if (x->level[u] != GRUNDY_INFINITY) continue;
    assert(x->left[u] > 0);
    if (lost || --x->left[u] == 0) add(x, u, x->level[v], x->remoteness[v] + 1);
  }
}

/* Solves a level, whose last moves start at `begin` in the queue. */
static bool solve_level(grading *x, uint32_t begin, grundy_work *work) {
  for (uint32_t next = begin; next < x->end; next++) {
    label_before(x, x->queue[next]);
    uint64_t moves = grundy_digraph_followers(x->reverse, x->queue[next]).count;
    if (!grundy_work_step(work, moves + 1)) return false;
  }
  return true;
}

static void add_fringe(grading *x, uint32_t begin) {
  uint32_t end = x->end;
  for (uint32_t next = begin; next < end; next++) {
    uint32_t v = x->queue[next];
    grundy_vertices before = grundy_digraph_followers(x->reverse, v);
    for (uint64_t i = 0; i < before.count; i++) add(x, before.at[i], x->level[v] + 1, 0);
  }
}

static bool solve_levels(grading *x, grundy_work *work) {
  uint32_t order = grundy_digraph_order(x->g);
  for (uint32_t v = 0; v < order; v++) {
    x->left[v] = (uint32_t)grundy_digraph_followers(x->g, v).count;
    x->level[v] = x->remoteness[v] = GRUNDY_INFINITY;
  }
  for (uint32_t v = 0; v < order; v++)
    if (x->left[v] == 0) add(x, v, 0, 0);
  for (uint32_t begin = 0; begin < x->end;) {
    if (!solve_level(x, begin, work)) return false;
    uint32_t end = x->end;
    add_fringe(x, begin);
    begin = end;
  }
  return true;
}

grundy_status grundy_draws_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                 const grundy_monitor *monitor, uint32_t *level,
                                 uint32_t *remoteness, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  grundy_work work = grundy_work_start(monitor, "draw levels", order + grundy_digraph_size(g));
  grading x = {.g = g,
               .reverse = reverse,
               .level = level,
               .remoteness = remoteness,
               .left = grundy_alloc(order, sizeof *x.left),
               .queue = grundy_alloc(order, sizeof *x.queue)};
  grundy_status status = GRUNDY_OK;
  if (x.left == NULL || x.queue == NULL)
    status = grundy_fail_memory(error);
  else if (!solve_levels(&x, &work))
    status = grundy_fail_cancelled(error);
  else
    grundy_work_finish(&work, "", grundy_digraph_size(g));
  free(x.left);
  free(x.queue);
  return status;
}
