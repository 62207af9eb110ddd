/* The sentences about a solved game that grundy and grundy-mpi print. */

#ifndef GRUNDY_COMMAND_SUMMARY_H
#define GRUNDY_COMMAND_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/tiers.h>

struct solved_game {
  uint64_t positions, moves;
  grundy_game_type type;
  grundy_columns columns;
  grundy_summary counts;
};

/* Writes "9 positions, 16 moves. 3 P-positions, 5 N-positions, 1 draw. 1 infinite value, largest
 * value 2, largest remoteness 4.", without what the columns do not have. */
void summary_put(FILE *out, const struct solved_game *game);

/* Writes " by 4 ranks", or nothing if there are none. */
void summary_put_ranks(FILE *out, int ranks);

/* Writes the line about a game that was solved tier by tier, by this many ranks. */
void summary_put_tiers(FILE *out, const grundy_tiers_summary *summary, grundy_columns columns,
                       double seconds, int ranks);

#endif
