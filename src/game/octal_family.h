/* Graphs on which a game of the gallery is a heap game: on a path of n vertices, Node Kayles is
 * 0.137 and Kayles is 0.77, both with n beans. A move on a cycle leaves a path: in Node Kayles of
 * n - 3 vertices, in Kayles of n - 1 or n - 2. */

#ifndef GRUNDY_SRC_GAME_OCTAL_FAMILY_H
#define GRUNDY_SRC_GAME_OCTAL_FAMILY_H

#include <grundy/compound.h>

typedef struct grundy_octal_family {
  const char *code;   /* of the heap game */
  bool is_cycle;      /* otherwise a path, which is a heap of its size */
  const char *number; /* what follows the name of the family in the text */
  uint32_t fewer[2];  /* vertices that a move on a cycle removes; 0: there is only one */
} grundy_octal_family;

/* Finds the family with which the text begins, such as node-kayles:cycle:12 or node-kayles:path:x;
 * false if there is none. */
bool grundy_octal_family_find(const char *text, grundy_octal_family *family);

/* The most moves on a cycle, up to symmetry. */
enum { GRUNDY_OCTAL_FAMILY_MAX_MOVES = 2 };

/* Evaluates a position by its followers, of which `count`, at least one, are given: each is a P- or
 * N-position, or not known. */
grundy_evaluation grundy_octal_family_evaluate(const grundy_evaluation *followers, size_t count);

#endif
