/* Rules that are not explored, for components that know a position without that: positions are
 * numbered when they are first met, and the rules give moves, names and boards. */

#ifndef GRUNDY_SRC_GAME_COMPONENTS_UNEXPLORED_H
#define GRUNDY_SRC_GAME_COMPONENTS_UNEXPLORED_H

#include <grundy/component.h>

#include "explore/impl.h"

/* The first member of the data of such a component. */
typedef struct grundy_unexplored {
  grundy_ruleset *ruleset;
  grundy_positions *positions; /* by number */
  bool reduces;                /* positions are canonical forms, if the rules have `canon` */
  grundy_explored *explored;   /* owns the rules and the positions; NULL: the component does */
  uint64_t asked;              /* the position whose moves were listed last; UINT64_MAX: none */
  uint32_t *moves;
  uint64_t move_count, move_room;
  bool out_of_memory; /* while moves are listed */
} grundy_unexplored;

/* Begins with the start, which is position 0. Takes ownership of `ruleset`, even on failure; *u can
 * be closed then, too. */
GRUNDY_MUST_USE grundy_status grundy_unexplored_open(grundy_unexplored *u, grundy_ruleset *ruleset,
                                                     const grundy_open_options *options,
                                                     grundy_error *error);

/* Frees what it owns. */
void grundy_unexplored_close(grundy_unexplored *u);

/* Returns the bytes of a position, which move when other positions are met. */
static inline grundy_position grundy_unexplored_get(const grundy_unexplored *u, uint64_t position) {
  return grundy_positions_get(u->positions, (uint32_t)position);
}

/* Fails if the rules cannot make the name of the start, so that failing rules are rejected at
 * once. */
GRUNDY_MUST_USE grundy_status grundy_unexplored_check_name(const grundy_unexplored *u,
                                                           grundy_error *error);

/* Says whether play is over at the position, because it has no moves or the rules say so. */
GRUNDY_MUST_USE grundy_status grundy_unexplored_is_over(const grundy_unexplored *u,
                                                        uint64_t position, bool *over,
                                                        grundy_error *error);

/* Members of grundy_component_kind; `data` begins with a grundy_unexplored. */
grundy_status grundy_unexplored_count_moves(void *data, uint64_t position, uint64_t *count,
                                            grundy_error *error);
grundy_status grundy_unexplored_get_move(void *data, uint64_t position, uint64_t index,
                                         uint64_t *to, grundy_error *error);
grundy_status grundy_unexplored_name(void *data, uint64_t position, char *text, size_t size,
                                     size_t *length, grundy_error *error);
grundy_status grundy_unexplored_board(void *data, uint64_t position, const uint64_t *follower,
                                      int turn, grundy_board *board, grundy_error *error);
grundy_seen_by grundy_unexplored_seen_by(void *data);
grundy_status grundy_unexplored_swap(void *data, uint64_t position, uint64_t *swapped,
                                     grundy_error *error);

/* Finds any position that the rules can parse, reachable or not; an empty name means the start. */
grundy_status grundy_unexplored_find(void *data, const char *name, size_t length,
                                     uint64_t *position, grundy_error *error);

#endif
