/* Parts of a folder of tiers: a small digraph around some positions, with what the folder says
 * about them. */

#ifndef GRUNDY_SRC_GAME_NEIGHBOURHOOD_H
#define GRUNDY_SRC_GAME_NEIGHBOURHOOD_H

#include <grundy/game.h>

#include "game/components/components.h"

/* A position of the neighbourhood. */
typedef struct grundy_neighbourhood_vertex {
  uint64_t position;        /* its number in the component */
  grundy_tiers_entry entry; /* K belongs to the component */
  uint64_t first, count;    /* its followers in `targets`, in increasing order, if it is expanded */
  bool expanded;            /* its moves are in the neighbourhood */
} grundy_neighbourhood_vertex;

typedef struct grundy_neighbourhood {
  grundy_tiers_game *game;
  grundy_neighbourhood_vertex *at;
  uint64_t count, room;
  uint32_t *vertices; /* by position: its vertex; UINT32_MAX: none */
  uint64_t position_count, position_room;
  uint32_t *targets;
  uint64_t target_count, target_room;
} grundy_neighbourhood;

/* Returns the folder of tiers that the component is; NULL if it is something else. */
grundy_tiers_game *grundy_expression_tiers(grundy_expression *expression, uint32_t component);

void grundy_neighbourhood_free(grundy_neighbourhood *around);

/* Looks up a position, and makes it a vertex unless it is one. */
GRUNDY_MUST_USE grundy_status grundy_neighbourhood_add(grundy_neighbourhood *around,
                                                       uint64_t position, uint32_t *v,
                                                       grundy_error *error);

/* Adds the followers of a vertex, and the moves there, unless this was done before. */
GRUNDY_MUST_USE grundy_status grundy_neighbourhood_expand(grundy_neighbourhood *around, uint32_t v,
                                                          grundy_error *error);

/* Makes the digraph, and a solution with those of the columns that the folder has. A vertex that is
 * not expanded has no moves; in a two-coloured game its outcome is that of the position. */
GRUNDY_MUST_USE grundy_status grundy_neighbourhood_finish(const grundy_neighbourhood *around,
                                                          grundy_columns columns,
                                                          grundy_digraph **g,
                                                          grundy_solution **solution,
                                                          grundy_error *error);

#endif
