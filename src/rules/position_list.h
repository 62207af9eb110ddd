/* Lists of positions. */

#ifndef GRUNDY_SRC_RULES_POSITION_LIST_H
#define GRUNDY_SRC_RULES_POSITION_LIST_H

#include "rules/ruleset.h"

/* A list of positions. A zeroed struct is empty. */
typedef struct grundy_position_list {
  unsigned char *bytes;
  uint64_t byte_count, byte_room;
  uint64_t *starts; /* of positions in `bytes`; one more than there are positions */
  uint64_t start_room;
  uint64_t count;
  bool failed; /* memory ran out */
} grundy_position_list;

/* A grundy_take: appends the position to the list `to`. */
void grundy_position_list_take(void *to, grundy_position position);

static inline grundy_position grundy_position_list_get(const grundy_position_list *list,
                                                       uint64_t i) {
  return (grundy_position){list->bytes + list->starts[i],
                           (size_t)(list->starts[i + 1] - list->starts[i])};
}

/* Sorts the positions and removes duplicates. False if memory runs out. */
bool grundy_position_list_sort(grundy_position_list *list);

/* Sorts the positions and keeps duplicates. False if memory runs out. */
bool grundy_position_list_order(grundy_position_list *list);

/* Returns whether a sorted list has the position. */
bool grundy_position_list_has(const grundy_position_list *list, grundy_position position);

/* Removes all positions and keeps the room. */
void grundy_position_list_clear(grundy_position_list *list);

void grundy_position_list_free(grundy_position_list *list);

#endif
