/* The columns of a stored solution, of which every rank has the rows of its own positions. */

#ifndef GRUNDY_MPI_COLUMNS_H
#define GRUNDY_MPI_COLUMNS_H

#include "game.h"

#include <grundy/solution.h>

typedef struct columns {
  const game *game;
  shared_file file;
  grundy_columns there; /* columns of the archive that can be read here */
  grundy_npz_place places[GRUNDY_NPZ_SOLUTION_MEMBERS];
  bool has[GRUNDY_NPZ_SOLUTION_MEMBERS];
  uint32_t *numbers[GRUNDY_COLUMN_COUNT]; /* letters, too; NULL for columns that are not there */
  uint64_t *set_starts;                   /* K: own positions and one more, from 0 */
  uint32_t *set_numbers;
} columns;

/* Reads the own rows of all columns. Collective; even if this fails, they must be closed. */
grundy_status columns_open(columns *c, const game *g, const char *path, grundy_error *error);
void columns_close(columns *c);

#endif
