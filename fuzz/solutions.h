/* What the targets that read solutions share: a game, and the promise that a solution that was
 * read is written and read again as it was. */

#ifndef FUZZ_SOLUTIONS_H
#define FUZZ_SOLUTIONS_H

#include <grundy/grundy.h>

/* A game of four positions: a, b and c, and one with a name that has to be escaped. It belongs
 * to the caller. */
grundy_digraph *fuzz_game(void);

/* Reads a solution of that game from the stream and closes it. Aborts if it is neither read
 * nor refused cleanly, or if it does not come back. */
void fuzz_solution(FILE *in, grundy_format format);

#endif
