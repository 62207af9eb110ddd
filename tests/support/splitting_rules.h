/* Random games that come apart, as rules in C. A game has a few atoms; a move replaces one atom by
 * a multiset of others. A position is a multiset of atoms: byte i is how often atom i occurs. */

#ifndef GRUNDY_TESTS_SUPPORT_SPLITTING_RULES_H
#define GRUNDY_TESTS_SUPPORT_SPLITTING_RULES_H

#include <grundy/base.h>
#include <grundy/rules.h>

#include <stdbool.h>
#include <stdint.h>

enum { SPLITTING_MOST_ATOMS = 8, SPLITTING_MOST_MOVES = 4, SPLITTING_MOST_PARTS = 3 };

typedef struct splitting_move {
  uint32_t count; /* of atoms */
  uint32_t atoms[SPLITTING_MOST_PARTS];
} splitting_move;

/* How `split` presents the same sum. */
typedef enum splitting_style {
  SPLITTING_ATOMS,    /* as atoms, which are final */
  SPLITTING_HALVES,   /* as two positions, which may come apart again */
  SPLITTING_NO_EMPTY, /* as atoms with moves */
  SPLITTING_STYLES,
} splitting_style;

typedef struct splitting_game {
  uint32_t atoms;
  uint32_t degree[SPLITTING_MOST_ATOMS];
  splitting_move moves[SPLITTING_MOST_ATOMS][SPLITTING_MOST_MOVES];
  uint8_t start[SPLITTING_MOST_ATOMS];
  splitting_style style;
  bool keeps_ends; /* positions keep atoms without moves */
} splitting_game;

/* The game of all such rules that are open. */
extern splitting_game splitting_game_now;

/* `open`, `start`, `moves` and `split`. */
extern const grundy_rules splitting_rules;

/* Makes a random game. If `acyclic`, moves lead to atoms with smaller numbers. Otherwise moves on
 * cycles may add atoms, in one game out of `growing`. */
splitting_game random_splitting_game(grundy_random *random, bool acyclic, uint32_t growing);

#endif
