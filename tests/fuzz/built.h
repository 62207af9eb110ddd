/* Makes a game from the bytes of an input: any bytes give a valid game. */

#ifndef FUZZ_BUILT_H
#define FUZZ_BUILT_H

#include <grundy/digraph.h>

#include "bytes.h"

enum { BUILT_MOST = 30 };

/* The kind of game; one byte chooses among those that are allowed. */
typedef enum built_kind {
  BUILT_NORMAL,   /* impartial, normal play */
  BUILT_ENDED,    /* impartial, with outcomes at some terminal positions */
  BUILT_COLOURED, /* two-coloured, with an outcome at every terminal position */
  BUILT_PAYOFF,   /* two-coloured, with a payoff at every terminal position */
} built_kind;

/* Reads a game of at most `most` positions, which is at most BUILT_MOST: mostly of at most 10, with
 * numbers or with names and labels that are hard to write, with loops and cycles. `kinds` is a set
 * of bits 1 << built_kind. The game belongs to the caller. */
grundy_digraph *built_game(bytes *in, unsigned kinds, uint32_t most);

enum {
  BUILT_ANY_KIND = 1 << BUILT_NORMAL | 1 << BUILT_ENDED | 1 << BUILT_COLOURED | 1 << BUILT_PAYOFF
};

#endif
