/* Requests that need a command: at most so many run at once, others queue, and those who ask for
 * the same share one. */

#ifndef GRUNDY_WEB_JOBS_H
#define GRUNDY_WEB_JOBS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/child.h"
#include "web/task.h"

struct web_jobs;
struct web_job;

/* Somebody who waits for an answer; lives in something larger. */
struct web_waiter {
  void (*tell)(struct web_waiter *waiter, struct web_answer *answer); /* hold it to keep it */
  struct web_job *job;                                                /* NULL: waits for nothing */
  struct web_waiter *next;
};

/* At most `running` commands at once. Answers go to the cache, which is borrowed. NULL if there is
 * no folder or no memory to be had; errno says why. */
struct web_jobs *web_jobs_new(const struct web_limits *limits, size_t running,
                              struct web_cache *cache);

/* Ends what runs and removes its files; waiters are told nothing. NULL is allowed. */
void web_jobs_free(struct web_jobs *jobs);

/* Waits for a job that is there already for the same request. False if there is none. */
bool web_jobs_join(struct web_jobs *jobs, const struct web_key *key, struct web_waiter *waiter);

/* Waits for a new one. The key and the task are taken over and zero then. False if the queue is
 * full or memory is: then they are not. */
bool web_jobs_add(struct web_jobs *jobs, struct web_key *key, struct web_task *task,
                  struct web_waiter *waiter);

/* The waiter does not wait any more. A job that nobody waits for is cancelled. */
void web_jobs_leave(struct web_jobs *jobs, struct web_waiter *waiter);

/* The streams to be watched, at most 2 * running; returns how many. */
size_t web_jobs_watch(const struct web_jobs *jobs, struct pollfd *watched);

/* Reads, starts, stops and ends what is due, and tells waiters. Never waits. Returns the seconds
 * until something is due again; a negative number if nothing is. */
double web_jobs_step(struct web_jobs *jobs);

/* Tells every waiter this; nobody waits any more then. */
void web_jobs_tell_all(struct web_jobs *jobs, struct web_answer *answer);

#endif
