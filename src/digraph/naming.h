/* Names that are made on demand, for games with too many positions to store all names. The context
 * belongs to the digraph. */

#ifndef GRUNDY_SRC_DIGRAPH_NAMING_H
#define GRUNDY_SRC_DIGRAPH_NAMING_H

#include <grundy/digraph.h>

/* All functions except `free` are called by several threads at once. */
typedef struct grundy_naming {
  void *context; /* NULL: names are not made on demand */

  /* Writes the name of v with its NUL, truncated to GRUNDY_NAME_MAX_BYTES bytes. */
  void (*show)(const void *context, uint32_t v, char text[GRUNDY_NAME_MAX_BYTES]);

  /* Finds the vertex with this name. */
  bool (*find)(const void *context, const char *name, size_t length, uint32_t *v);

  /* Fails with the reason if some name could not be made as it should, up to now. */
  grundy_status (*failed)(const void *context, grundy_error *error);

  /* GRUNDY_BAD_INPUT if two vertices have the same name. */
  grundy_status (*check)(const void *context, const grundy_monitor *monitor, grundy_error *error);

  void (*free)(void *context);
} grundy_naming;

/* Makes g, which has no names of its own, use this naming. The digraph takes ownership of the
 * context. */
void grundy_digraph_name_by(grundy_digraph *g, grundy_naming naming);

/* Returns the context if the names of g are made by this function, otherwise NULL. */
const void *grundy_digraph_named_by(const grundy_digraph *g,
                                    void (*show)(const void *context, uint32_t v,
                                                 char text[GRUNDY_NAME_MAX_BYTES]));

/* Fails if a wrong name of g was made, such as the default name of a position whose rules failed.
 * Callers that write names check this after writing them. */
grundy_status grundy_digraph_naming_status(const grundy_digraph *g, grundy_error *error);

/* Returns GRUNDY_BAD_INPUT if two vertices of g have the same name, which rules with a bad `show`
 * can cause. Every function that writes or copies names as identifiers calls this first, because a
 * reader of the file would merge the two. Stored names are distinct, and cost nothing here. */
grundy_status grundy_digraph_check_names(const grundy_digraph *g, const grundy_monitor *monitor,
                                         grundy_error *error);

/* Returns whether vertices have names other than their numbers. */
bool grundy_digraph_has_names(const grundy_digraph *g);

/* Returns an upper bound on the bytes in the name of v. Badly written rules may give a position a
 * different name each time, but never a longer one than this. */
size_t grundy_digraph_name_room(const grundy_digraph *g, uint32_t v);

#endif
