/* Writes the solution as the library does: every rank writes the rows of its own positions. */

#ifndef GRUNDY_MPI_OUTPUT_H
#define GRUNDY_MPI_OUTPUT_H

#include "run.h"

/* Fails if a rank cannot write to the file's folder, before hours of work. Collective. */
grundy_status output_check(const team *t, const char *path, grundy_error *error);

/* Writes the wanted columns to an .npz file, which appears only when it is complete. Collective. */
grundy_status output_write(const run *r, const char *path);

#endif
