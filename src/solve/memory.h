/* The memory that the kernels of this room need. */

#ifndef GRUNDY_SRC_SOLVE_MEMORY_H
#define GRUNDY_SRC_SOLVE_MEMORY_H

#include <grundy/solve.h>

/* Returns an upper bound on the bytes that grundy_solve_in_memory will hold at its peak with these
 * options and the present number of threads, including the solution but not the digraph; UINT64_MAX
 * if it does not fit into 64 bits, or if the size of the options is wrong. On the games of the
 * benchmark it is at most 10 % more than is held, the game included; up to 15 % if the counter is
 * wanted without remoteness in a game with one move per position, and up to 80 % for hmin and j,
 * which need much less if values are small or followers have few different ones. For a game with
 * kinds of moves it is an estimate: the sets k and c may be larger. `options` may be NULL. */
uint64_t grundy_solve_memory(const grundy_digraph *g, const grundy_solve_options *options);

#endif
