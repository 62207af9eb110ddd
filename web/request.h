/* The calls of the API: a path and a body become a command line. Nothing here touches files, runs
 * anything or knows of HTTP. */

#ifndef GRUNDY_WEB_REQUEST_H
#define GRUNDY_WEB_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>

#include "web/task.h"

/* Is there a call of that path, such as /api/solve? */
bool web_request_exists(const char *path);

/* Fills the task for a path that exists. The task is to be freed whether this succeeds or not, and
 * is zero before. GRUNDY_BAD_INPUT says what is wrong with the body. O(length). */
GRUNDY_MUST_USE grundy_status web_request_read(const char *path, const char *body, size_t length,
                                               struct web_task *task, grundy_error *error);

#endif
