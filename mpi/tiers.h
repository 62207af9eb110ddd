/* Solves rules with ranks tier by tier. */

#ifndef GRUNDY_MPI_TIERS_H
#define GRUNDY_MPI_TIERS_H

#include "team.h"

#include <grundy/tiers.h>

/* Solves the game into a folder that all ranks see: the ranks share every tier by blocks of
 * indices, and rank 0 writes its file. `columns` as in grundy_tiers_options. */
grundy_status tiers_run(const team *t, const char *game, const char *folder, grundy_columns columns,
                        grundy_tiers_summary *summary, grundy_error *error);

#endif
