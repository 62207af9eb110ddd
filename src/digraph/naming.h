/* Names that are made when they are asked for, for games with too many positions to keep all names.
 * What they are made of belongs to the digraph. */

#ifndef GRUNDY_SRC_DIGRAPH_NAMING_H
#define GRUNDY_SRC_DIGRAPH_NAMING_H

#include <grundy/digraph.h>

/* All but `free` are called by several threads at once. */
typedef struct grundy_naming {
  void *context; /* NULL: no names are made so */

  /* Writes the name of v with its NUL, cut to GRUNDY_NAME_MAX_BYTES bytes. */
  void (*show)(const void *context, uint32_t v, char text[GRUNDY_NAME_MAX_BYTES]);

  /* The vertex that is called so. */
  bool (*find)(const void *context, const char *name, size_t length, uint32_t *v);

  /* Could a name not be made as it should, up to now? Then why. */
  grundy_status (*failed)(const void *context, grundy_error *error);

  /* GRUNDY_BAD_INPUT if two vertices have the same name. */
  grundy_status (*check)(const void *context, const grundy_monitor *monitor, grundy_error *error);

  void (*free)(void *context);
} grundy_naming;

/* Lets names of g, which has none of its own, be made so. The digraph takes over the context. */
void grundy_digraph_name_by(grundy_digraph *g, grundy_naming naming);

/* The context if names of g are made by that function, otherwise NULL. */
const void *grundy_digraph_named_by(const grundy_digraph *g,
                                    void (*show)(const void *context, uint32_t v,
                                                 char text[GRUNDY_NAME_MAX_BYTES]));

/* Fails if a name of g was made that is not the right one, such as the usual name of a position
 * whose rules gave up. Whoever wrote names asks when they are written. */
grundy_status grundy_digraph_naming_status(const grundy_digraph *g, grundy_error *error);

/* GRUNDY_BAD_INPUT if two vertices of g have the same name, as they may under rules with a bad
 * `show`. Every function that writes or copies names as identifiers calls this first: in a file the
 * two would be one. Stored names are distinct, and cost nothing here. */
grundy_status grundy_digraph_check_names(const grundy_digraph *g, const grundy_monitor *monitor,
                                         grundy_error *error);

/* Do vertices have names other than their numbers? */
bool grundy_digraph_has_names(const grundy_digraph *g);

/* At most so many bytes are in the name of v. A name that is made anew may differ from what it was
 * a moment ago, if rules are badly written; it is never longer than this. */
size_t grundy_digraph_name_room(const grundy_digraph *g, uint32_t v);

#endif
