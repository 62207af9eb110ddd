/* Shared by the targets that read lines about the positions of a fixed game. */

#ifndef FUZZ_POSITIONS_H
#define FUZZ_POSITIONS_H

#include "game.h"

/* A game with a cycle, a loop, a name that is a number and one that is not ASCII. */
#define FUZZ_GAME "a b\nb a\nb \303\251\n7 7\n"
enum { FUZZ_ORDER = 4 };

static inline grundy_digraph *fuzz_made(const char *text) {
  grundy_digraph *g;
  if (fuzz_scan(GRUNDY_FORMAT_EDGES, text, strlen(text), &g, NULL) != GRUNDY_OK) abort();
  return g;
}

#endif
