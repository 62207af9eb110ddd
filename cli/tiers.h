/* Games that are solved tier by tier: grundy solve and grundy verify with --tiers DIR. */

#ifndef GRUNDY_CLI_TIERS_H
#define GRUNDY_CLI_TIERS_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/solution.h>

#include "run_limits.h"

/* A game and its folder, from the command line. */
struct tiers_request {
  const char *game, *folder;
  grundy_columns columns; /* to solve; 0: outcome */
  uint64_t sample, seed;  /* positions to verify; 0: all */
  bool quiet;
};

/* Solves the game in the folder, and prints a summary. Returns the exit code. */
int tiers_solve(const struct tiers_request *request, struct limits *limits);

/* Prints the sizes of all tiers, and the memory, disk and time that solving takes. */
int tiers_dry_run(const struct tiers_request *request, struct limits *limits);

/* Verifies the folder, and prints the verdict. */
int tiers_verify(const struct tiers_request *request, struct limits *limits);

#endif
