/* Solving a game that is larger than memory: the moves are in a file or used from where they are,
 * and only the states of positions are in memory. The results are those of grundy_solve. */

#ifndef GRUNDY_SRC_EXTERNAL_EXTERNAL_H
#define GRUNDY_SRC_EXTERNAL_EXTERNAL_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

/* The columns that can be computed in this way. */
#define GRUNDY_COLUMNS_EXTERNAL                                                                    \
  ((grundy_columns)(GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE |                                \
                    GRUNDY_COLUMN_MISERE_REMOTENESS))

/* What to compute, and where. */
typedef struct grundy_external_options {
  size_t size;
  grundy_columns columns;        /* 0: grundy_solve_columns(g, false) */
  const grundy_monitor *monitor; /* may be NULL */
  const char *scratch; /* a folder for the scratch file; NULL: reverse rows are in memory */
  uint64_t memory;     /* bytes that may be held, including the solution; 0: no limit */
  uint64_t block;      /* moves that are processed at a time; 0: chosen by memory */
} grundy_external_options;

/* Computes the requested columns from the reverse rows of g, without reading the moves of g at
 * random: g may be mapped from a file (see grundy_digraph_read) that is larger than memory. Without
 * a scratch folder, reverse rows are in memory, which takes about half of what
 * grundy_solve_in_memory does. With one, they are in GRUNDY_SCRATCH_FILE in that folder, and are
 * loaded into memory as soon as those that are still needed fit. Columns that are complete while
 * others are computed are saved there, too, and a file without a name has the numbers of K if they
 * do not fit into memory, for as long as the solution exists. The scratch file is removed in the
 * end; if the call is cancelled, or if a column turns out to need more than there is, it stays, and
 * the next call continues with it. `options` may be NULL. The solution belongs to the caller.
 *
 * GRUNDY_UNABLE if a column is not among GRUNDY_COLUMNS_EXTERNAL, if the game is two-coloured, if
 * `memory` is less than grundy_external_memory, if values are wanted and a position has 2^30 moves,
 * or if the counter would need another algorithm.
 * GRUNDY_UNDEFINED if a column does not exist for this game. Time as for grundy_solve. */
GRUNDY_MUST_USE grundy_status grundy_external_solve(const grundy_digraph *g,
                                                    const grundy_external_options *options,
                                                    grundy_solution **solution,
                                                    grundy_error *error);

/* Returns the least `memory` with which grundy_external_solve does not refuse, and with which it
 * succeeds: the bytes that it holds at its peak with one thread, not counting the digraph. It
 * depends on the game, the columns, the block and whether there is a scratch folder, and not on
 * options->memory. Without a folder it includes the numbers of K by a bound; with one, these are in
 * a file if they do not fit. UINT64_MAX if the size of the options is wrong. `options` may be
 * NULL. */
uint64_t grundy_external_memory(const grundy_digraph *g, const grundy_external_options *options);

#endif
