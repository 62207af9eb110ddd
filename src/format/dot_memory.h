/* The memory that libcgraph works with. */

#ifndef GRUNDY_SRC_FORMAT_DOT_MEMORY_H
#define GRUNDY_SRC_FORMAT_DOT_MEMORY_H

#include <graphviz/cgraph.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct grundy_dot_memory {
  Agdisc_t disc; /* to be given to libcgraph */
  Agmemdisc_t functions;
  char *reserve; /* for when there is no more memory */
  size_t used;   /* of it */
  bool failed;   /* there is no more: let libcgraph come to an end soon */
} grundy_dot_memory;

/* False if there is none to begin with. It is to be freed after the last graph made with it, and
 * must not move. */
bool grundy_dot_memory_start(grundy_dot_memory *memory, Agiodisc_t *io);
void grundy_dot_memory_free(grundy_dot_memory *memory);

#endif
