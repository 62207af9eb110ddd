/* Positions and moves that a person picks: a list of names, and the transcript of a match. */

#ifndef GRUNDY_CLI_SELECTION_H
#define GRUNDY_CLI_SELECTION_H

#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>

struct selection {
  uint32_t *vertices;
  uint64_t vertex_count;
  grundy_played *moves;
  uint64_t move_count;
};

void selection_free(struct selection *selection);

/* Finds the position of that name. The error names the option that it was given to. */
grundy_status selection_find(const grundy_digraph *game, const char *name, size_t length,
                             const char *option, uint32_t *v, grundy_error *error);

/* Adds the positions of "a,b" or a,"b, c"; `option` is what the list was given to. Where a comma
 * may be one of a name, the name is as short as there is a position of it. */
grundy_status selection_add_list(const grundy_digraph *game, const char *option, const char *list,
                                 struct selection *selection, grundy_error *error);

/* Adds the moves of a match as `grundy play` tells it: of its lines, those that end in
 * ": FROM -> TO." with a move of the game. */
grundy_status selection_add_transcript(const grundy_digraph *game, const char *path,
                                       struct selection *selection, grundy_error *error);

#endif
