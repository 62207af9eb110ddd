/* Random games with ranks: digraphs whose vertices are divided into tiers, with cycles inside of
 * tiers, as rules in C. */

#ifndef GRUNDY_TESTS_SUPPORT_TIERED_RULES_H
#define GRUNDY_TESTS_SUPPORT_TIERED_RULES_H

#include <grundy/digraph.h>
#include <grundy/rules.h>

#include "tiers/impl.h"

enum { TIERED_MAX_VERTICES = 1200, TIERED_MAX_TIERS = 8 };

/* The game of all such rules that are open. Positions are pairs of a vertex and a side, 0 or 1. */
typedef struct tiered_game {
  uint32_t order, tiers;
  uint32_t tier[TIERED_MAX_VERTICES];   /* by vertex; moves lead to the same tier or a lower one */
  uint32_t slot[TIERED_MAX_VERTICES];   /* by vertex: its place in the tier, with gaps */
  uint32_t slots[TIERED_MAX_TIERS];     /* by tier: more than its slots */
  uint8_t end[TIERED_MAX_VERTICES];     /* by vertex: what `terminal` says */
  uint32_t *moves[TIERED_MAX_VERTICES]; /* by vertex: its followers */
  uint32_t degree[TIERED_MAX_VERTICES];
} tiered_game;

extern tiered_game tiered;

/* The rules. Tests may remove `canon`, `terminal`, `player` and `unmoves`, which are all there. */
grundy_rules tiered_rules(bool with_canon, bool with_terminal, bool with_player, bool with_unmoves);

/* Frees the moves. */
void tiered_clear(void);

/* Does this and what folder_remove_all does, to tear down a group of tests. */
int tiered_remove_folder(void **state);

/* Starts a game without moves, all vertices in tier 0 and without gaps. */
void tiered_start(uint32_t order);
void tiered_add_move(uint32_t from, uint32_t to);

/* Makes a random game. If `coloured`, moves lead from even vertices to odd ones and back. `ends`
 * are letters for terminal positions, one of which is chosen at random; '-' is 0. */
void tiered_random(grundy_random *random, bool coloured, const char *ends);

/* Makes a larger random game with few draws: most moves lead to vertices with larger numbers, and
 * some back. */
void tiered_random_decided(grundy_random *random);

/* Opens the rules as tiers of the game `name`; the rules must exist as long as the result. */
grundy_status tiered_try_open(const grundy_rules *rules, const char *name, grundy_tiers **tiers,
                              grundy_error *error);

/* Opens the rules as tiers of the game "tiered", or fails the test. */
grundy_tiers *tiered_open(const grundy_rules *rules);

/* Reads the files of all tiers into one new array, in the order of tiers. */
unsigned char *tiered_read_files(const grundy_tiers *tiers, size_t *length);

/* A column of a file, with an entry for each index: one of GRUNDY_TIER_NO_OUTCOME, _P, _N and _D in
 * the column of outcomes, otherwise a number, GRUNDY_INFINITY or GRUNDY_TIER_NUMBER_ABSENT. */
typedef struct tiered_column {
  grundy_columns column;
  const uint32_t *entries;
} tiered_column;

/* Writes the file of a tier, whose counts and checksums are right, whatever the entries. */
void tiered_write_file(const grundy_tiers *tiers, uint64_t place, const tiered_column *columns,
                       unsigned count);

/* Looks up every position of g in the tiers, and fails the test if an entry of these columns is not
 * that of grundy_solve. `what` names the game in messages. */
void assert_same_as_stored(const char *what, const grundy_digraph *g, grundy_tiers *tiers,
                           grundy_columns columns);

#endif
