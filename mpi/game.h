/* A game in a file, of which every rank knows a part: the positions of its blocks. */

#ifndef GRUNDY_MPI_GAME_H
#define GRUNDY_MPI_GAME_H

#include "blocks.h"
#include "engine/cluster.h"
#include "exchange.h"
#include "shared_file.h"

typedef struct game {
  const team *team;
  shared_file file;
  grundy_npz_layout layout;
  blocks blocks;
  uint64_t size;      /* all moves in the file */
  uint64_t *offsets;  /* own positions and one more: where their rows begin in the file, or … */
  uint32_t *heads;    /* … here, if moves have kinds: the heads of own moves; otherwise NULL */
  uint32_t per_entry; /* positions for each one of the file: 2 if moves have kinds, otherwise 1 */
  /* Of explored rules: */
  grundy_ruleset *rules;      /* NULL: the game is in a file */
  grundy_positions positions; /* own ones */
  uint8_t *ends;              /* outcomes of own terminal positions, 0 elsewhere; or NULL */
} game;

/* Opens a game and reads the offsets of the own positions. Collective, like all functions here;
 * even if this fails, the game must be closed. */
grundy_status game_open(game *g, const team *t, const char *path, grundy_error *error);
void game_close(game *g);

/* Reads only how many positions and moves a game has: layout.order and size. Not collective. */
grundy_status game_read_layout(game *g, const char *path, grundy_error *error);

static inline uint32_t game_degree(const game *g, uint32_t i) {
  return (uint32_t)(g->offsets[i + 1] - g->offsets[i]);
}

/* Replaces the rows of own positions, whose moves have kinds, by those of an ordinary game with two
 * positions for each of them and the same outcomes. Collective. */
grundy_status game_expand_kinds(game *g, grundy_error *error);

/* Fails because the row of this position of the file is not sorted. */
grundy_status game_fail_unsorted(const game *g, uint64_t position, grundy_error *error);

/* Reads heads of own moves first … first + count - 1, by their numbers in the file, and checks
 * them. Fails with GRUNDY_CANCELLED if this rank was interrupted. Not collective. */
grundy_status game_heads(const game *g, uint64_t first, uint64_t count, uint32_t *heads,
                         uint32_t *checksum, grundy_error *error);

/* Reports how much of a pass over own moves is done before this move. Not collective. */
void game_report(const game *g, const char *what, uint64_t move);

/* The moves into own positions: the tails of the moves into the own position i are
 * tails[offsets[i]] … tails[offsets[i + 1] - 1], as numbers of the whole game. */
typedef struct rows {
  uint64_t *offsets;
  uint32_t *tails;
  uint64_t sent; /* for statistics: bytes that this rank has sent to build them */
} rows;

/* Builds the rows of own positions by one exchange of all moves. Frees on failure. */
grundy_status rows_build(rows *r, const game *g, uint64_t exchange_size, grundy_error *error);
void rows_free(rows *r);

/* Explores rules, such as "quixo:4", and builds the rows on the way: a position is owned by the
 * rank that its hash chooses, which learns of it from the ranks that have a move to it. Positions
 * are numbered by rank, and within a rank in the order in which they were found. Even if this
 * fails, the game must be closed. */
grundy_status game_explore(game *g, rows *r, const team *t, const char *text,
                           uint64_t exchange_size, grundy_error *error);

/* Returns whether the text is the name of rules. */
bool game_is_rules(const char *text);

#endif
