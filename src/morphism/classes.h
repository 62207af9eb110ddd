/* The members of each class of a relation, and the classes that all members of a class can move
 * into. */

#ifndef GRUNDY_SRC_MORPHISM_CLASSES_H
#define GRUNDY_SRC_MORPHISM_CLASSES_H

#include "base/arena.h"
#include "digraph/view.h"

typedef struct grundy_classes {
  const uint32_t *class_of; /* borrowed */
  uint32_t count;
  uint32_t *start;   /* count + 1 entries: where the members of a class begin */
  uint32_t *members; /* in increasing order within a class */

  /* For the class that was counted last: */
  uint32_t *reached_by; /* by class: how many members have a move into it */
  uint32_t *last;       /* by class: 1 + the last member found to move into it */
  uint32_t *reached;    /* the classes that some member has a move into */
  uint32_t reached_count;
} grundy_classes;

/* GRUNDY_BAD_ARGUMENT if a number in class_of is not below `count`, or if some class is empty. The
 * arena owns the arrays. O(V). */
grundy_status grundy_classes_start(grundy_classes *classes, grundy_arena *arena, uint32_t order,
                                   const uint32_t *class_of, uint32_t count, grundy_error *error);

/* Counts for class c. Returns the number of moves of its members, in which it is linear. */
uint64_t grundy_classes_count(grundy_classes *classes, const grundy_view *g, uint32_t c);

static inline uint32_t grundy_class_size(const grundy_classes *classes, uint32_t c) {
  return classes->start[c + 1] - classes->start[c];
}

/* Returns whether every member of c, the class that was counted last, has a move into class d. */
static inline bool grundy_class_reaches(const grundy_classes *classes, uint32_t c, uint32_t d) {
  return classes->reached_by[d] == grundy_class_size(classes, c);
}

#endif
