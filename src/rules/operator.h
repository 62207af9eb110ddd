/* Shared by the operators. */

#ifndef GRUNDY_SRC_RULES_OPERATOR_H
#define GRUNDY_SRC_RULES_OPERATOR_H

#include "rules/impl.h"
#include "rules/operators.h"

#include <stdalign.h>
#include <stddef.h>

/* The first member of every operator. */
typedef struct grundy_rule_operator_base {
  grundy_ruleset base;
  grundy_ruleset *inner;
} grundy_rule_operator_base;

/* A position of the inner rules, aligned as rules expect it. */
typedef struct grundy_aligned_position {
  alignas(max_align_t) unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  size_t length;
} grundy_aligned_position;

static inline grundy_position grundy_aligned_get(const grundy_aligned_position *p) {
  return (grundy_position){p->bytes, p->length};
}

/* Returns whether the operator hands over canonical forms if `canonical` is wanted. */
static inline bool grundy_rule_operator_reduces(const grundy_ruleset *ruleset, bool canonical) {
  return canonical && ruleset->has_canon;
}

/* Makes an operator of `size` bytes, which takes ownership of the inner rules. It has what they
 * have: title, fields and functions, but no closed form and no ranks. `extra` is the name of one
 * more field; NULL: none. If memory runs out, closes the inner rules and returns NULL. */
void *grundy_rule_operator_new(size_t size, const grundy_ruleset_kind *kind, grundy_ruleset *inner,
                               const char *extra, grundy_error *error);

/* Functions of all operators. */
grundy_status grundy_rule_operator_value(grundy_ruleset *ruleset, grundy_position position,
                                         bool *known, uint32_t *value, grundy_error *error);
void grundy_rule_operator_set_monitor(grundy_ruleset *ruleset, const grundy_work *work);
void grundy_rule_operator_close(grundy_ruleset *ruleset);

/* A list of positions. */
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

/* Compares positions by their bytes. */
int grundy_position_compare(grundy_position a, grundy_position b);

/* Sorts the positions and removes duplicates. False if memory runs out. */
bool grundy_position_list_sort(grundy_position_list *list);

/* Returns whether a sorted list has the position. */
bool grundy_position_list_has(const grundy_position_list *list, grundy_position position);

void grundy_position_list_free(grundy_position_list *list);

#endif
