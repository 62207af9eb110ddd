/* Shared by the kernels that solve from reverse rows. Unlike those of the room solve, they read no
 * row of the game itself except once, in order, and they hold no lists of all vertices. */

#ifndef GRUNDY_SRC_EXTERNAL_IMPL_H
#define GRUNDY_SRC_EXTERNAL_IMPL_H

#include <grundy/value.h>

#include "digraph/view.h"
#include "external/external.h"
#include "external/reverse.h"
#include "solution/impl.h"
#include "solve/labels.h"

/* A position has fewer moves than this, if values are wanted. */
#define GRUNDY_EXTERNAL_MOST_MOVES (UINT64_C(1) << 30)

/* A run of grundy_external_solve. */
typedef struct grundy_external {
  const grundy_digraph *game;
  grundy_view g;
  grundy_reverse all;     /* all reverse rows */
  grundy_reverse trimmed; /* in memory: what a kernel still needs of them; empty if there is none */
  grundy_reading reading;
  grundy_arena arena; /* owns what kernels allocate, and counts the columns and the reverse rows */
  uint64_t memory;    /* that may be held; UINT64_MAX: no limit */
  uint64_t most_of_k; /* a bound on the numbers of K, if memory is only counted */
  bool lazy;          /* whether the counter turned out to need lazy levels */
  const grundy_monitor *monitor;
  grundy_solution *solution;
  grundy_error *error;
} grundy_external;

/* Fails if grundy_external_solve does not work for this game or these columns. */
GRUNDY_MUST_USE grundy_status grundy_external_check(const grundy_digraph *g, grundy_columns columns,
                                                    grundy_error *error);

/* Returns whether that much more may be held. */
static inline bool grundy_external_fits(const grundy_external *run, uint64_t bytes) {
  return run->arena.live <= run->memory && bytes <= run->memory - run->arena.live;
}

/* Returns the rows that a kernel reads now. */
static inline const grundy_reverse *grundy_external_rows(const grundy_external *x) {
  return x->trimmed.moves != NULL ? &x->trimmed : &x->all;
}

/* ---- trimming ---------------------------------------------------------------------------- */

/* What a kernel still needs: the rows of some vertices, and in them only some vertices. */
typedef struct grundy_need {
  const void *kernel;
  bool (*needs_row)(const void *kernel, uint32_t v);
  const uint32_t *state; /* a vertex u is needed in rows if state[u] < bound */
  uint32_t bound;
  uint64_t moves; /* how many these are at most */
} grundy_need;

/* If rows are in a file and what is needed fits into memory, loads it, in one pass; later waves
 * read nothing else. */
GRUNDY_MUST_USE grundy_status grundy_external_trim(grundy_external *x, const grundy_need *need,
                                                   grundy_work *work);

/* Drops the trimmed rows at the end of a kernel. */
void grundy_external_untrim(grundy_external *run);

/* ---- kernels ----------------------------------------------------------------------------- */

/* Kernels only allocate if the arena only counts. */

/* Remoteness, where the endings say who succeeds at terminal positions. */
GRUNDY_MUST_USE grundy_status grundy_external_remoteness(grundy_external *x,
                                                         const grundy_endings *endings,
                                                         const char *phase, uint32_t *remoteness);

/* Peels the game. `state` becomes the terminal distance of peeled vertices as a label, and the
 * number of followers that are not peeled for others. `values`, unless NULL, becomes the value of
 * peeled vertices. */
GRUNDY_MUST_USE grundy_status grundy_external_peel(grundy_external *x, uint32_t *state,
                                                   uint32_t *values);

/* Finds the values of the vertices that peeling has left. `state` and `values` are those of
 * peeling; `state` is lost, and becomes the counterfunction if `counted`. No row has
 * GRUNDY_EXTERNAL_MOST_MOVES moves. If the counterfunction needs lazy levels, this fails or, if
 * what has been found can be saved in the scratch file, lets x->lazy be true and goes on. */
GRUNDY_MUST_USE grundy_status grundy_external_levels(grundy_external *x, uint32_t *state,
                                                     uint32_t *values, bool counted);

/* Fails because the counterfunction needs lazy levels. */
grundy_status grundy_external_fail_lazy(const grundy_external *run);

/* Collects K from the values. */
GRUNDY_MUST_USE grundy_status grundy_external_sets(grundy_external *x, const uint32_t *values,
                                                   grundy_sets *sets);

/* ---- memory ------------------------------------------------------------------------------ */

/* How a run divides its memory. */
typedef struct grundy_external_plan {
  bool in_memory; /* whether all rows are in memory, perhaps besides the scratch file */
  unsigned threads;
  uint32_t capacity; /* moves per batch */
  uint64_t fixed;    /* bytes that are held all the time, without batches */
  uint64_t least;    /* bytes without which the run is refused, whatever it may use */
  uint64_t window;   /* bytes for rows that are built together */
} grundy_external_plan;

grundy_external_plan grundy_external_plan_of(const grundy_digraph *g,
                                             const grundy_external_options *options,
                                             grundy_columns wanted);

/* Counts the columns of a plan and what their kernels allocate: the peak of the arena, which must
 * only count. */
void grundy_external_count(grundy_external *run, grundy_columns wanted);

#endif
