/* Turns a path and a body into a command line, by the table of commands: /api/NAME is a command
 * that has an answer, and the members of the body are its positionals and those options that HTTP
 * has. Nothing here touches files, runs anything or knows about HTTP. */

#ifndef GRUNDY_WEB_REQUEST_H
#define GRUNDY_WEB_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>

#include "web/task.h"

/* Returns whether there is a call with that path, such as /api/solve. */
bool web_request_exists(const char *path);

/* Fills the task, which must be zero, for a path that exists. The caller frees it even on failure.
 * GRUNDY_BAD_INPUT says what is wrong with the body. O(length). */
GRUNDY_MUST_USE grundy_status web_request_read(const char *path, const char *body, size_t length,
                                               struct web_task *task, grundy_error *error);

#endif
