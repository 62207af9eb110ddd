/* Checking certificates, for grundy verify. */

#ifndef GRUNDY_CLI_CERTIFICATE_H
#define GRUNDY_CLI_CERTIFICATE_H

#include <stdbool.h>

#include "run_limits.h"

/* Checks the certificate at `path` for the position of `game`, or for a whole game, which may then
 * be NULL, and prints the result. `moves` is a file for the moves of the parts in it, or NULL.
 * Returns an exit code: CODE_YES if it proves what it says, otherwise CODE_NO. */
int certificate_check(const char *game, const char *path, const char *moves, bool as_json,
                      struct limits *limits);

#endif
