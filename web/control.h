/* Calls about a request that is waiting for its answer: how far it is, and to cancel it. The
 * request has a name in its header X-Grundy-Job. */

#ifndef GRUNDY_WEB_CONTROL_H
#define GRUNDY_WEB_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>

#include "web/answer.h"
#include "web/jobs.h"

enum { WEB_JOB_NAME = 65 /* room for a name */ };

/* Returns whether this can be the name of a job: 1 to 64 letters, digits and hyphens. */
bool web_job_name_is_good(const char *name);

/* Returns whether the path is that of such a call. */
bool web_control_exists(const char *path);

/* Returns whether the call cancels. */
bool web_control_cancels(const char *path);

/* Reads the name of the job. GRUNDY_BAD_INPUT if the body is wrong. */
grundy_status web_control_read(const char *body, size_t length, char name[WEB_JOB_NAME],
                               grundy_error *error);

/* Answers the call of that path; `state` is NULL if no request of that name is waiting. NULL if
 * memory runs out. */
struct web_answer *web_control_answer(const char *path, const struct web_job_state *state);

#endif
