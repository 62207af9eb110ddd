/* Algorithm G of [FY86, §3] on the vertices that peeling leaves, level by level, in two ways that
 * give the same values: counting levels and lazy levels.
 *
 * At level i a vertex is open if it has no finite value below i yet: it is in U, or ∞. It is hit if
 * it has a follower labelled i. A vertex of U is blocked by an open follower that is not hit. Then
 * u in U satisfies step 2 of the algorithm exactly if u is not hit and nothing blocks it:
 *   - a follower labelled i in this very level was open at its start and is never hit (it would
 *     need a follower labelled i, but all its open followers are hit, hence not labelled i), so
 *     it continues to block u;
 *   - a peeled follower labelled i hits u before any vertex is tried;
 *   - a follower of finite value above i is peeled, and has a follower labelled i.
 * At the end of the level the vertices of U that are neither labelled nor hit become ∞.
 *
 * A vertex that stays in U after level i has i + 1 different values among its followers, so the
 * sizes of U over all levels add up to at most V + E.
 *
 * Counters. Within a level the peeled vertices come first, by terminal distance, then the waves of
 * labelled vertices. A reply w that u needs in condition B has the same value and comes earlier. So
 * numbering all (value, distance) and (value, wave) in this order gives a monotonic
 * counterfunction, whatever the order inside a wave. */

#ifndef GRUNDY_SRC_SOLVE_LEVELS_H
#define GRUNDY_SRC_SOLVE_LEVELS_H

#include "base/monitor.h"
#include "digraph/view.h"
#include "solve/impl.h"

/* If no vertex has more moves than this, counting levels take 2 bytes per vertex instead of 8. */
enum { GRUNDY_LEVELS_NARROW = 126 };

typedef struct grundy_levels {
  grundy_view g, reverse;
  uint32_t *values;       /* infinity without a label */
  uint32_t *counter;      /* may be NULL; at first, peeled vertices have their label from peeling */
  const uint32_t *peeled; /* the peeled vertices by value and terminal distance */
  grundy_starts starts;   /* where the peeled vertices of each value begin */
  uint32_t *unlabelled;   /* U */
  uint32_t unlabelled_count;
  uint64_t longest_row;
  uint32_t most_open; /* the most followers of a vertex of U that are not peeled */
  uint32_t *blockers; /* for every vertex the number of its followers that are not peeled; labels
                         from peeling have their bit set. The array of the counter if there is one;
                         otherwise the arena's, and NULL when it is no longer needed */
  uint32_t level;
  uint32_t number; /* the next number for counters */
  grundy_arena *arena;
  grundy_work *work;
} grundy_levels;

/* Returns the peeled vertices of this level, after numbering them. */
const uint32_t *grundy_levels_peeled(grundy_levels *levels, uint32_t *count);

/* Numbers the vertices of a wave. */
void grundy_levels_number(grundy_levels *levels, const uint32_t *wave, uint32_t length);

#ifndef NDEBUG
/* Returns whether a value of this level is possible: a vertex that is still in U has followers of
 * all values below the level, and these have such followers in turn. For asserts. */
bool grundy_levels_are_possible(const grundy_levels *levels);
#endif

typedef enum grundy_levels_end {
  GRUNDY_LEVELS_DONE,    /* U is empty; or the arena only counts, or has failed */
  GRUNDY_LEVELS_STOPPED, /* the budget is used up; the next level may begin */
  GRUNDY_LEVELS_CANCELLED,
} grundy_levels_end;

/* Counting levels: every vertex counts the followers that block it, and a vertex that is hit
 * updates all its predecessors. These are simple passes over memory, divided among threads, but
 * each level may cost O(E). Ends after the level in which more than `budget` moves have been
 * examined. Takes 2 or 8 bytes per vertex in addition to the waves and a queue. */
grundy_levels_end grundy_levels_count(grundy_levels *levels, uint64_t budget);

/* Lazy levels: every vertex of U watches one follower that blocks it, its witness, and looks for
 * another one only when the witness is hit. Strong components are processed in reverse topological
 * order, so that all hits from other strong components are known before any vertex is tried. For
 * dense games with many levels. Takes 12 bytes per vertex, or 10 if rows are short, and the array
 * of blockers or 4 more. */
grundy_levels_end grundy_levels_lazy(grundy_levels *levels, const grundy_digraph *g);

#endif
