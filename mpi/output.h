/* Writes the solution as the library does: every rank writes the rows of its own positions. */

#ifndef GRUNDY_MPI_OUTPUT_H
#define GRUNDY_MPI_OUTPUT_H

#include "run.h"

/* Writes the wanted columns to an .npz file, which appears only when it is complete. Collective. */
grundy_status output_write(const run *r, const char *path);

#endif
