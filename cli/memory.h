/* How much memory the command may hold, and refusing what will not fit before an hour is spent
 * on it. The library has no such policy: it asks for memory until it gets none. Where the system
 * promises more than it has, it would then kill the process; so the process gets a limit, and
 * asking for too much fails. */

#ifndef GRUNDY_CLI_MEMORY_H
#define GRUNDY_CLI_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solve.h>

#include "options.h"

struct budget {
  uint64_t bytes;    /* that the process may hold; UINT64_MAX if nothing limits it */
  const char *giver; /* "--memory allows", to be followed by the bytes */
  uint64_t ceiling;  /* the limit that the process was started with */
};

/* The least of what is wanted, what the machine has and what the control group leaves; what
 * cannot be found out is no limit. Sets the limit of the process. GRUNDY_UNABLE if the process
 * holds more already. */
grundy_status memory_start(struct integer wanted, struct budget *budget, grundy_error *error);

/* GRUNDY_UNABLE, with all figures, if a solve of that game, which has been read, may need more
 * than is left. Uses fewer threads if that makes it fit. */
grundy_status memory_for_solving(const struct budget *budget, const grundy_digraph *game,
                                 const grundy_solve_options *options, grundy_error *error);

/* The same for checking a solution with those columns, which has been read or made. */
grundy_status memory_for_checking(const struct budget *budget, const grundy_digraph *game,
                                  grundy_columns columns, grundy_error *error);

/* The same for grundy_compatible_coarsest; how much its quotient will need is known only then. */
grundy_status memory_for_reducing(const struct budget *budget, const grundy_digraph *game,
                                  grundy_error *error);

/* The bytes that the process may still come to hold; UINT64_MAX if nothing limits it. Sets the
 * limit of the process again, to which what was given back does not count any more. */
uint64_t memory_left(const struct budget *budget);

/* Says in an error of running out of memory what the budget was. */
void memory_explain(const struct budget *budget, grundy_error *error);

/* "512 bytes", "21.4 GiB". */
void memory_format(uint64_t bytes, char *text, size_t size);

#endif
