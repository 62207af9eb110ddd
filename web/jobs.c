#include "web/jobs.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/child.h"
#include "web/clock.h"
#include "web/folder.h"
#include "web/progress.h"
#include "web/task.h"

enum { LONGEST_QUEUE = 256, LARGEST_QUEUE = 64 << 20 /* bytes of requests */ };

static const double longest_wait = 60; /* seconds in the queue */
static const double grace = 0.5; /* seconds until a late child gets SIGTERM, and then SIGKILL */

struct web_job {
  struct web_job *next; /* in the queue or among the running jobs, in the order of their start */
  struct web_key key;
  struct web_task task;
  struct web_waiter *waiters;
  uint64_t number; /* of its folder */
  struct web_child child;
  double since;  /* by web_clock: when it was added to the queue or started */
  double due;    /* by web_clock: when to give up, to send SIGTERM or to send SIGKILL */
  bool was_late; /* SIGTERM was sent */
};

struct web_jobs {
  struct web_limits limits;
  struct web_cache *cache;
  struct web_folder folder;
  struct web_job *queue, *running;
  size_t queued, most_running, running_count;
  size_t bytes;     /* of all queued or running requests */
  uint64_t started; /* so far */
};

/* ---- jobs -------------------------------------------------------------------------- */

static void job_free(struct web_job *job) {
  web_child_free(&job->child);
  web_task_free(&job->task);
  free(job->key.bytes);
  free(job);
}

static void notify(struct web_job *job, struct web_answer *answer) {
  while (job->waiters != NULL) {
    struct web_waiter *waiter = job->waiters;
    job->waiters = waiter->next;
    waiter->job = NULL;
    waiter->notify(waiter, answer);
  }
}

static void add_waiter(struct web_job *job, struct web_waiter *waiter) {
  waiter->job = job;
  waiter->next = job->waiters;
  job->waiters = waiter;
}

static void append(struct web_job **list, struct web_job *job) {
  while (*list != NULL) list = &(*list)->next;
  job->next = NULL;
  *list = job;
}

struct web_jobs *web_jobs_new(const struct web_limits *limits, size_t running,
                              struct web_cache *cache) {
  struct web_jobs *jobs = calloc(1, sizeof *jobs);
  if (jobs == NULL) return NULL;
  *jobs = (struct web_jobs){.limits = *limits, .most_running = running, .cache = cache};
  if (web_folder_new(&jobs->folder)) return jobs;
  free(jobs);
  return NULL;
}

void web_jobs_free(struct web_jobs *jobs) {
  if (jobs == NULL) return;
  for (struct web_job *job = jobs->queue, *next; job != NULL; job = next) {
    next = job->next;
    job_free(job);
  }
  for (struct web_job *job = jobs->running, *next; job != NULL; job = next) {
    next = job->next;
    uint64_t number = job->number;
    job_free(job);
    web_folder_empty(jobs->folder.path, number);
  }
  web_folder_free(&jobs->folder);
  free(jobs);
}

/* ---- waiters ----------------------------------------------------------------------- */

bool web_jobs_join(struct web_jobs *jobs, const struct web_key *key, struct web_waiter *waiter) {
  struct web_job *const lists[] = {jobs->running, jobs->queue};
  for (size_t i = 0; i < 2; i++) {
    for (struct web_job *job = lists[i]; job != NULL; job = job->next) {
      bool is_cancelled = job->waiters == NULL;
      if (is_cancelled || !web_key_is_same(&job->key, key)) continue;
      add_waiter(job, waiter);
      return true;
    }
  }
  return false;
}

bool web_jobs_add(struct web_jobs *jobs, struct web_key *key, struct web_task *task,
                  struct web_waiter *waiter) {
  bool full = jobs->queued >= LONGEST_QUEUE || jobs->bytes + key->length > LARGEST_QUEUE;
  struct web_job *job = full ? NULL : calloc(1, sizeof *job);
  if (job == NULL) return false;
  jobs->bytes += key->length;
  *job = (struct web_job){.key = *key,
                          .task = *task,
                          .child = {.out.fd = -1, .err.fd = -1},
                          .since = web_clock(),
                          .due = web_clock() + longest_wait};
  *key = (struct web_key){0};
  *task = (struct web_task){0};
  add_waiter(job, waiter);
  append(&jobs->queue, job);
  jobs->queued++;
  return true;
}

void web_jobs_notify_all(struct web_jobs *jobs, struct web_answer *answer) {
  for (struct web_job *job = jobs->queue; job != NULL; job = job->next) notify(job, answer);
  for (struct web_job *job = jobs->running; job != NULL; job = job->next) notify(job, answer);
}

/* ---- the queue --------------------------------------------------------------------- */

static struct web_job *take_first(struct web_jobs *jobs) {
  struct web_job *job = jobs->queue;
  jobs->queue = job->next;
  jobs->queued--;
  return job;
}

/* Answers all waiters and frees the job. */
static void end_job(struct web_jobs *jobs, struct web_job *job, struct web_answer *answer) {
  notify(job, answer);
  web_answer_release(answer);
  jobs->bytes -= job->key.length;
  job_free(job);
}

static void cancel_queued(struct web_jobs *jobs, struct web_job *job) {
  struct web_job **at = &jobs->queue;
  while (*at != job) at = &(*at)->next;
  *at = job->next;
  jobs->queued--;
  end_job(jobs, job, NULL);
}

/* A running command is collected after it has ended. */
void web_jobs_leave(struct web_jobs *jobs, struct web_waiter *waiter) {
  struct web_job *job = waiter->job;
  if (job == NULL) return;
  struct web_waiter **at = &job->waiters;
  while (*at != waiter) at = &(*at)->next;
  *at = waiter->next;
  waiter->job = NULL;
  if (job->waiters != NULL) return;
  if (job->child.pid > 0)
    web_child_signal(&job->child, SIGKILL);
  else
    cancel_queued(jobs, job);
}

static const char *errors_of(const struct web_job *job) {
  return job->child.err.bytes == NULL ? "" : job->child.err.bytes;
}

struct web_job_state web_jobs_state(const struct web_waiter *waiter) {
  const struct web_job *job = waiter->job;
  return (struct web_job_state){
      .is_running = job->child.pid > 0,
      .seconds = web_clock() - job->since,
      .progress = web_progress_read(errors_of(job)),
  };
}

static void refuse(struct web_jobs *jobs, struct web_job *job, const char *message) {
  end_job(jobs, job, web_answer_refusal(503, 4, "busy", message));
}

static bool start(struct web_jobs *jobs, struct web_job *job) {
  char folder[WEB_FOLDER];
  job->number = ++jobs->started;
  web_task_add_limits(&job->task, &jobs->limits);
  if (job->task.is_out_of_memory) return false;
  if (!web_folder_fill(jobs->folder.path, job->number, &job->task)) return false;
  web_folder_name(folder, jobs->folder.path, job->number);
  if (!web_child_start(&job->child, &job->task, folder, &jobs->limits)) {
    web_folder_empty(jobs->folder.path, job->number);
    return false;
  }
  job->since = web_clock();
  job->due =
      job->since + jobs->limits.seconds + grace; /* the command stops by itself before that */
  append(&jobs->running, job);
  jobs->running_count++;
  return true;
}

static void start_some(struct web_jobs *jobs) {
  while (jobs->queue != NULL && jobs->running_count < jobs->most_running) {
    struct web_job *job = take_first(jobs);
    if (!start(jobs, job)) refuse(jobs, job, "no process can be started; try again later");
  }
  while (jobs->queue != NULL && jobs->queue->due <= web_clock())
    refuse(jobs, take_first(jobs), "the server is busy; try again later");
}

/* ---- running commands -------------------------------------------------------------- */

/* Sends SIGTERM first and SIGKILL later. */
static void stop_if_late(struct web_job *job) {
  bool full = job->child.out.is_full;
  if (!full && web_clock() < job->due) return;
  web_child_signal(&job->child, job->was_late || full ? SIGKILL : SIGTERM);
  job->was_late = true;
  job->due = web_clock() + grace;
}

static void finish(struct web_jobs *jobs, struct web_job *job, int status) {
  struct web_stream *out = &job->child.out;
  struct web_ending ending = {
      .was_too_long = out->is_full,
      .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
      .code = WEXITSTATUS(status),
      .seconds = jobs->limits.seconds,
      .errors = errors_of(job),
  };
  bool answered = WIFEXITED(status) && ending.code == 0;
  ending.was_late = !out->is_full && !answered && (job->was_late || ending.signal == SIGXCPU);
  char *bytes = out->bytes;
  char *shorter = bytes == NULL ? NULL : realloc(bytes, out->length + 1);
  out->bytes = NULL;
  struct web_answer *answer = web_answer_of_command(&ending, job->task.type,
                                                    shorter == NULL ? bytes : shorter, out->length);
  if (answer != NULL) web_cache_add(jobs->cache, &job->key, answer);
  web_folder_empty(jobs->folder.path, job->number);
  end_job(jobs, job, answer);
}

static void check_running(struct web_jobs *jobs) {
  struct web_job **at = &jobs->running;
  while (*at != NULL) {
    struct web_job *job = *at;
    int status = 0;
    web_child_read(&job->child);
    stop_if_late(job);
    if (!web_child_has_ended(&job->child, &status)) {
      at = &job->next;
      continue;
    }
    *at = job->next;
    jobs->running_count--;
    finish(jobs, job, status);
  }
}

/* ---- for the loop ------------------------------------------------------------------ */

static size_t watch(const struct web_stream *stream, struct pollfd *watched) {
  if (stream->fd < 0) return 0;
  *watched = (struct pollfd){.fd = stream->fd, .events = POLLIN};
  return 1;
}

size_t web_jobs_watch(const struct web_jobs *jobs, struct pollfd *watched) {
  size_t count = 0;
  for (const struct web_job *job = jobs->running; job != NULL; job = job->next) {
    count += watch(&job->child.out, watched + count);
    count += watch(&job->child.err, watched + count);
  }
  return count;
}

double web_jobs_step(struct web_jobs *jobs) {
  double first = -1;
  check_running(jobs);
  start_some(jobs);
  if (jobs->queue != NULL) first = jobs->queue->due;
  for (const struct web_job *job = jobs->running; job != NULL; job = job->next)
    if (first < 0 || job->due < first) first = job->due;
  if (first < 0) return first;
  double left = first - web_clock();
  return left < 0 ? 0 : left;
}
