/* The list of the moves of all parts that a certificate claims something about, for a checker that
 * does not run the rules (docs/one-position.md). */

#ifndef GRUNDY_SRC_SEARCH_MOVE_LIST_H
#define GRUNDY_SRC_SEARCH_MOVE_LIST_H

#include "rules/position_list.h"

/* A list that is being written. Zeroed, it is none: nothing is written. */
typedef struct grundy_move_list {
  grundy_ruleset *ruleset;
  grundy_output *output;
  FILE *out;
} grundy_move_list;

/* Opens the file and writes the parts of the position to it. */
grundy_status grundy_move_list_open(grundy_move_list *list, grundy_ruleset *ruleset,
                                    const char *path, const grundy_position_list *start,
                                    grundy_error *error);

/* Writes the name of a part; the moves that follow are its moves. */
grundy_status grundy_move_list_part(const grundy_move_list *list, grundy_position part,
                                    grundy_error *error);

/* Writes the parts that a move leads to. */
grundy_status grundy_move_list_move(const grundy_move_list *list, const grundy_position_list *to,
                                    grundy_error *error);

/* Ends the list: the file appears if `status` is GRUNDY_OK and `is_wanted`, and otherwise not at
 * all. Returns `status`, or why the file cannot be written. */
grundy_status grundy_move_list_close(grundy_move_list *list, grundy_status status, bool is_wanted,
                                     grundy_error *error);

#endif
