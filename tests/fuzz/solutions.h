/* Shared by the targets that read solutions: a game, and the demand that a solution is the same
 * after writing and reading it. */

#ifndef FUZZ_SOLUTIONS_H
#define FUZZ_SOLUTIONS_H

#include <grundy/grundy.h>

/* Makes a game of four positions: a, b and c, and one with a name that must be escaped. It belongs
 * to the caller. */
grundy_digraph *fuzz_game(void);

/* Reads a solution of that game from the stream and closes it. Aborts if it is neither read nor
 * rejected cleanly, or if writing and reading changes it. */
void fuzz_solution(FILE *in, grundy_format format);

#endif
