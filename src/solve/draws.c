/* Draws, graded: how many mistakes away from a decision a drawn position is.
 *
 * Level 0 is the game itself: its positions are those that are won or lost. The fringe of level
 * k + 1 are the undecided vertices with a move into level k. There play of level k + 1 ends, lost
 * for the player to move, who is the first to have a chance of a mistake; all vertices that are won
 * or lost in this play are in level k + 1.
 *
 * An undecided vertex outside of the fringe has no follower in an earlier level, so its followers
 * are counted once for all levels, and everything is linear. */

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

static void add(grading *grades, uint32_t v, uint32_t level, uint32_t remoteness) {
  if (grades->level[v] != GRUNDY_INFINITY) return;
  grades->level[v] = level;
  grades->remoteness[v] = remoteness;
  grades->queue[grades->end++] = v;
}

/* Labels the vertices before v, whose remoteness is the largest so far. */
static void label_before(grading *grades, uint32_t v) {
  grundy_vertices before = grundy_digraph_followers(grades->reverse, v);
  bool lost = grades->remoteness[v] % 2 == 0;
  for (uint64_t i = 0; i < before.count; i++) {
    uint32_t u = before.at[i];
    if (grades->level[u] != GRUNDY_INFINITY) continue;
    assert(grades->left[u] > 0);
    if (lost || --grades->left[u] == 0) add(grades, u, grades->level[v], grades->remoteness[v] + 1);
  }
}

/* Solves a level, whose last moves start at `begin` in the queue. */
static bool solve_level(grading *grades, uint32_t begin, grundy_work *work) {
  for (uint32_t next = begin; next < grades->end; next++) {
    label_before(grades, grades->queue[next]);
    uint64_t moves = grundy_digraph_followers(grades->reverse, grades->queue[next]).count;
    if (!grundy_work_step(work, moves + 1)) return false;
  }
  return true;
}

static void add_fringe(grading *grades, uint32_t begin) {
  uint32_t end = grades->end;
  for (uint32_t next = begin; next < end; next++) {
    uint32_t v = grades->queue[next];
    grundy_vertices before = grundy_digraph_followers(grades->reverse, v);
    for (uint64_t i = 0; i < before.count; i++) add(grades, before.at[i], grades->level[v] + 1, 0);
  }
}

static bool solve_levels(grading *grades, grundy_work *work) {
  uint32_t order = grundy_digraph_order(grades->g);
  for (uint32_t v = 0; v < order; v++) {
    grades->left[v] = (uint32_t)grundy_digraph_followers(grades->g, v).count;
    grades->level[v] = grades->remoteness[v] = GRUNDY_INFINITY;
  }
  for (uint32_t v = 0; v < order; v++)
    if (grades->left[v] == 0) add(grades, v, 0, 0);
  for (uint32_t begin = 0; begin < grades->end;) {
    if (!solve_level(grades, begin, work)) return false;
    uint32_t end = grades->end;
    add_fringe(grades, begin);
    begin = end;
  }
  return true;
}

static void allocate(grading *grades, grundy_arena *arena, uint32_t order) {
  grades->left = grundy_arena_array(arena, order, sizeof *grades->left);
  grades->queue = grundy_arena_array(arena, order, sizeof *grades->queue);
}

grundy_status grundy_draws_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                 const grundy_monitor *monitor, uint32_t *level,
                                 uint32_t *remoteness, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  grundy_work work = grundy_work_start(monitor, "draw levels", order + grundy_digraph_size(g));
  grading grades = {.g = g, .reverse = reverse, .level = level, .remoteness = remoteness};
  grundy_status status = GRUNDY_OK;
  grundy_arena arena = {0};
  allocate(&grades, &arena, order);
  if (!arena.failed)
    status =
        grundy_work_end(&work, solve_levels(&grades, &work), "", grundy_digraph_size(g), error);
  return grundy_arena_end(&arena, status, error);
}

void grundy_draws_count(grundy_arena *arena, const grundy_sizes *sizes) {
  grading grades;
  uint64_t mark = arena->count;
  allocate(&grades, arena, sizes->g.order);
  grundy_arena_rewind(arena, mark);
}
