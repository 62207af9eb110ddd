/* The games that misère quotients are computed for: heaps 1, 2, 3 …, whose options are sums of
 * smaller heaps. They come from a code, or from a list of all options. */

#ifndef GRUNDY_SRC_MISERE_RULES_H
#define GRUNDY_SRC_MISERE_RULES_H

#include <grundy/digraph.h>
#include <grundy/heap.h>

/* Listed options: those of heap h are first[h - 1] … first[h] - 1, and option o is the sum of the
 * heaps parts[starts[o]] … parts[starts[o + 1] - 1], none of which is 0. */
typedef struct grundy_option_lists {
  uint32_t heaps;
  uint64_t *first, *starts;
  uint32_t *parts;
} grundy_option_lists;

void grundy_option_lists_free(grundy_option_lists *lists);

/* Makes the options of the positions of a digraph without cycles, or of the parts of one whose
 * vertices are parts. heap_of has room for one entry per vertex: it becomes the heap of each
 * vertex. GRUNDY_UNDEFINED if there is a cycle, or if the game is not impartial or has outcomes of
 * its own. O(V + E). */
grundy_status grundy_option_lists_of_digraph(const grundy_digraph *g, grundy_option_lists *lists,
                                             uint32_t *heap_of, grundy_error *error);

/* The rules: exactly one of both is set. They are borrowed. */
typedef struct grundy_misere_rules {
  const grundy_heap_code *code;
  const grundy_option_lists *lists;
} grundy_misere_rules;

#endif
