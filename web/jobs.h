/* Requests that need a command: a limited number run at once, the others queue, and equal requests
 * share one command. */

#ifndef GRUNDY_WEB_JOBS_H
#define GRUNDY_WEB_JOBS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/child.h"
#include "web/progress.h"
#include "web/task.h"

struct web_jobs;
struct web_job;

/* A request that waits for an answer; embedded in a larger struct. */
struct web_waiter {
  void (*notify)(struct web_waiter *waiter,
                 struct web_answer *answer); /* hold the answer to keep it */
  struct web_job *job;                       /* NULL: not waiting */
  struct web_waiter *next;
};

/* Runs at most `running` commands at once. Answers are added to the cache, which is borrowed. NULL
 * if no folder can be made or memory runs out; errno says why. */
struct web_jobs *web_jobs_new(const struct web_limits *limits, size_t running,
                              struct web_cache *cache);

/* Ends running commands and removes their files; waiters are not notified. NULL is allowed. */
void web_jobs_free(struct web_jobs *jobs);

/* Waits for an existing job for the same request. False if there is none. */
bool web_jobs_join(struct web_jobs *jobs, const struct web_key *key, struct web_waiter *waiter);

/* Waits for a new job. Takes over the key and the task, and clears both. False if the queue is full
 * or memory runs out; then both are unchanged. */
bool web_jobs_add(struct web_jobs *jobs, struct web_key *key, struct web_task *task,
                  struct web_waiter *waiter);

/* Stops waiting. A job without waiters is cancelled. */
void web_jobs_leave(struct web_jobs *jobs, struct web_waiter *waiter);

/* Where the job of a waiter stands. */
struct web_job_state {
  bool is_running; /* it is not in the queue */
  double seconds;  /* since it was started or, in the queue, since it was added */
  struct web_progress progress;
};

/* Returns the state of the job that the waiter waits for. */
struct web_job_state web_jobs_state(const struct web_waiter *waiter);

/* Lists the streams to poll, at most 2 * running, and returns their number. */
size_t web_jobs_watch(const struct web_jobs *jobs, struct pollfd *watched);

/* Reads output, starts and ends commands as they are due, and notifies waiters. Never waits.
 * Returns the seconds until the next step is due; a negative number if none is. */
double web_jobs_step(struct web_jobs *jobs);

/* Gives this answer to all waiters; nothing is waiting afterwards. */
void web_jobs_notify_all(struct web_jobs *jobs, struct web_answer *answer);

#endif
