/* What is served as it is: the page, and the list of games to begin with. */

#ifndef GRUNDY_WEB_LIBRARY_H
#define GRUNDY_WEB_LIBRARY_H

#include <stddef.h>

#include "web/answer.h"

/* A game that the page offers; GAME of docs/serve.md. */
struct web_offer {
  const char *group; /* "opened", "papers" or "gallery" */
  const char *name, *title;
  const char *format, *text; /* NULL: it is one of the gallery, by its name */
  const char *arguments;     /* NULL: none */
  const char *board;         /* the digraph board.edges for one of the gallery; NULL: none */
  const char *usage;         /* of one of the gallery: "rows=3,columns=4"; NULL: none */
};

struct web_library;

/* The page that was compiled in, and a list of these games and those that were compiled in. NULL
 * if there is no memory. */
struct web_library *web_library_new(const struct web_offer *offers, size_t count);
void web_library_free(struct web_library *library);

/* What is there under that path; NULL if nothing is. The library holds it. */
struct web_answer *web_library_find(const struct web_library *library, const char *path);

#endif
