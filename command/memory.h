/* Limits the memory of the command, and refuses early what will not fit. The library has no such
 * policy: it allocates until allocation fails. On a system that promises more memory than it
 * has, the process would be killed instead; so the process gets a limit, and allocating too much
 * fails. */

#ifndef GRUNDY_CLI_MEMORY_H
#define GRUNDY_CLI_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/engine.h>
#include <grundy/solution.h>

#include "options.h"

struct budget {
  uint64_t bytes;    /* that the process may use; UINT64_MAX: no limit */
  const char *giver; /* "--memory allows", to be followed by the bytes */
  uint64_t ceiling;  /* the limit that the process was started with */
};

/* Sets the budget to the least of what is wanted, what the machine has and what the control group
 * leaves; unknown limits are ignored. Limits the process accordingly. GRUNDY_UNABLE if the process
 * already uses more. */
grundy_status memory_start(struct integer wanted, struct budget *budget, grundy_error *error);

/* Prints the figures of a plan in one to three lines, or only the one for a scratch file; `what` is
 * solved. */
void memory_put_figures(FILE *out, const grundy_engine_plan *plan, bool scratch_only,
                        const char *what);

/* Calls grundy_solve_plan or grundy_solve with the budget as the limit. */
grundy_status memory_plan(const struct budget *budget, const grundy_digraph *game,
                          const grundy_solve_options *options, grundy_engine_plan *plan,
                          grundy_error *error);
grundy_status memory_solve(const struct budget *budget, const grundy_digraph *game,
                           const grundy_solve_options *options, grundy_solution **solution,
                           grundy_error *error);

/* Fails with GRUNDY_UNABLE and both figures if grundy_solve_in_memory would need more than the
 * budget. Uses fewer threads if that makes it fit. */
grundy_status memory_for_solving(const struct budget *budget, const grundy_digraph *game,
                                 const grundy_solve_options *options, grundy_error *error);

/* Fails with GRUNDY_UNABLE and both figures if checking a solution with those columns, which is in
 * memory, may need more than is left. Uses fewer threads if that makes it fit. */
grundy_status memory_for_checking(const struct budget *budget, const grundy_digraph *game,
                                  grundy_columns columns, grundy_error *error);

/* As above, for grundy_compatible_coarsest; the size of its quotient is not known before. */
grundy_status memory_for_reducing(const struct budget *budget, const grundy_digraph *game,
                                  grundy_error *error);

/* Returns how many more bytes the process may use; UINT64_MAX if unlimited. Renews the
 * limit of the process, so that returned memory no longer counts. */
uint64_t memory_left(const struct budget *budget);

/* As above, for options of the library: 0 if unlimited. */
uint64_t memory_option(const struct budget *budget);

/* Adds the budget to an error about memory. */
void memory_explain(const struct budget *budget, grundy_error *error);

#endif
