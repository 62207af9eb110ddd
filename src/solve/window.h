/* Windows of larger games. */

#ifndef GRUNDY_SRC_SOLVE_WINDOW_H
#define GRUNDY_SRC_SOLVE_WINDOW_H

#include "solve/impl.h"

/* Adds the columns of a game with a frontier to the solution. They are among those that exist for
 * it, and the game has no players. O(V + E), and as long as the kernels take. */
grundy_status grundy_solve_window(const grundy_digraph *g, const grundy_solve_options *options,
                                  grundy_columns wanted, grundy_solution *solution,
                                  grundy_error *error);

#endif
