/* Limits the memory of the command, and refuses early what will not fit. The library has no such
 * policy: it allocates until allocation fails. On a system that promises more memory than it
 * has, the process would be killed instead; so the process gets a limit, and allocating too much
 * fails. */

#ifndef GRUNDY_CLI_MEMORY_H
#define GRUNDY_CLI_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/external.h>
#include <grundy/solve.h>

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

/* Fails with GRUNDY_UNABLE and all figures if solving that game, which has been read, may need more
 * than is left. Uses fewer threads if that makes it fit. */
grundy_status memory_for_solving(const struct budget *budget, const grundy_digraph *game,
                                 const grundy_solve_options *options, grundy_error *error);

/* As above, for grundy_external_solve, which may use all memory that is left. `error` may be
 * NULL. */
grundy_status memory_for_external(const struct budget *budget, const grundy_digraph *game,
                                  const grundy_external_options *options, grundy_error *error);

/* As above, for checking a solution with those columns that is in memory. */
grundy_status memory_for_checking(const struct budget *budget, const grundy_digraph *game,
                                  grundy_columns columns, grundy_error *error);

/* As above, for grundy_compatible_coarsest; the size of its quotient is not known before. */
grundy_status memory_for_reducing(const struct budget *budget, const grundy_digraph *game,
                                  grundy_error *error);

/* Returns how many more bytes the process may use; UINT64_MAX if unlimited. Renews the
 * limit of the process, so that returned memory no longer counts. */
uint64_t memory_left(const struct budget *budget);

/* Adds the budget to an error about memory. */
void memory_explain(const struct budget *budget, grundy_error *error);

/* Formats "512 bytes" or "21.4 GiB". */
void memory_format(uint64_t bytes, char *text, size_t size);

#endif
