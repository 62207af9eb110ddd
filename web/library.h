/* The static resources: the page and the list of example games. */

#ifndef GRUNDY_WEB_LIBRARY_H
#define GRUNDY_WEB_LIBRARY_H

#include <stddef.h>

#include <grundy/base.h>

#include "web/answer.h"
#include "web/task.h"

/* A game offered by the page; GAME in docs/serve.md. */
struct web_offer {
  const char *group; /* "opened", "papers" or "gallery" */
  const char *name, *title;
  const char *format, *text; /* NULL: the game of that name in the gallery */
  const char *arguments;     /* NULL: none */
  const char *board;         /* the digraph board.edges of a gallery game; NULL: none */
  const char *folder;        /* absolute path of a folder of tiers; NULL: none */
  char **files;              /* absolute paths of the files that its rules need, up to a NULL */
  const char *usage;         /* arguments of a gallery game: "rows=3,columns=4"; NULL: none */
  const char *rules;         /* how one moves and how one wins; NULL: not known */
};

struct web_library;

/* Returns the compiled-in page and a list of these and the compiled-in games. NULL if out of
 * memory. */
struct web_library *web_library_new(const struct web_offer *offers, size_t count);
void web_library_free(struct web_library *library);

/* Sets the targets of the links of the task, which are folders among the offers, and adds links to
 * the files that their rules need. GRUNDY_BAD_INPUT if there is no such folder. The offers must
 * outlive the task. */
GRUNDY_MUST_USE grundy_status web_library_link(const struct web_library *library,
                                               struct web_task *task, grundy_error *error);

/* Returns the resource with that path, which the library keeps; NULL if there is none. */
struct web_answer *web_library_find(const struct web_library *library, const char *path);

#endif
