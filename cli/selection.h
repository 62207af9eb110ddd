/* Positions and moves selected by the user: a list of names, or the moves of a match. */

#ifndef GRUNDY_CLI_SELECTION_H
#define GRUNDY_CLI_SELECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>

#include "options.h"
#include "run_limits.h"

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

/* What to do with the names of a list. */
struct selection_names {
  void *context;
  bool (*exists)(void *context, const char *name, size_t length);
  grundy_status (*add)(void *context, const char *name, size_t length, grundy_error *error);
};

/* Calls `add` for every name of a,b or a,"b, c". If a name may contain a comma, the shortest one
 * that exists is taken. */
grundy_status selection_read_list(const char *list, const struct selection_names *names,
                                  grundy_error *error);

/* Adds the positions of "a,b" or a,"b, c"; `option` is the option of the list. */
grundy_status selection_add_list(const grundy_digraph *game, const char *option, const char *list,
                                 struct selection *selection, grundy_error *error);

/* How the game that a record names is opened. */
struct selection_match {
  struct limits *limits;
  struct real infinite; /* for a game with payoffs */
  bool input_is_taken;  /* standard input has another use */
};

/* Adds the moves of a match that are moves of the game. The file is a record, of which the main
 * line is taken, or a transcript of `grundy play`. */
grundy_status selection_add_match(const grundy_digraph *game, const char *path,
                                  const struct selection_match *match, struct selection *selection,
                                  grundy_error *error);

#endif
