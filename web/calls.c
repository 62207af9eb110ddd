#include "web/calls.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>

#include "web/answer.h"
#include "web/control.h"
#include "web/library.h"
#include "web/progress.h"
#include "web/request.h"
#include "web/task.h"

struct web_call {
  struct web_task task;
  struct web_limits limits;
  struct web_answer *answer;   /* NULL: the command has not ended */
  struct web_answer *progress; /* the last one; NULL: none */
};

/* ---- reading ----------------------------------------------------------------------- */

/* Returns the list of games or the version; NULL if there is no such resource. */
static struct web_answer *find_resource(const char *path) {
  struct web_library *library = web_library_new(NULL, 0);
  if (library == NULL) return NULL;
  struct web_answer *found = web_library_find(library, path);
  if (found != NULL) (void)web_answer_hold(found);
  web_library_free(library);
  return found;
}

/* Refuses folders, which only a server has. */
static grundy_status refuse_links(struct web_task *task, grundy_error *error) {
  struct web_library *library = task->link_count == 0 ? NULL : web_library_new(NULL, 0);
  if (library == NULL) return task->link_count == 0 ? GRUNDY_OK : GRUNDY_OUT_OF_MEMORY;
  grundy_status status = web_library_link(library, task, error);
  web_library_free(library);
  return status;
}

static void read_call(struct web_call *call, const char *path, const char *body, size_t length) {
  grundy_error error = {0};
  grundy_status status = web_request_read(path, body, length, &call->task, &error);
  if (status == GRUNDY_OK) status = refuse_links(&call->task, &error);
  if (status == GRUNDY_OK) {
    web_task_add_limits(&call->task, &call->limits);
    if (call->task.is_out_of_memory) status = GRUNDY_OUT_OF_MEMORY;
  }
  if (status != GRUNDY_OK) call->answer = web_answer_bad_request(status, &error);
}

struct web_call *web_call_new(const char *path, const char *body, size_t length, double seconds,
                              double memory) {
  struct web_call *call = calloc(1, sizeof *call);
  if (call == NULL) return NULL;
  call->limits = (struct web_limits){.seconds = (unsigned)seconds, .memory = (uint64_t)memory};
  if (body != NULL && web_request_exists(path))
    read_call(call, path, body, length);
  else
    call->answer = find_resource(path);
  if (call->answer == NULL && call->task.word_count == 0) call->answer = web_answer_nothing();
  return call;
}

void web_call_free(struct web_call *call) {
  web_task_free(&call->task);
  web_answer_release(call->answer);
  web_answer_release(call->progress);
  free(call);
}

/* ---- the command ------------------------------------------------------------------- */

const char *web_call_word(const struct web_call *call, size_t i) {
  return call->answer == NULL && i < call->task.word_count ? call->task.words[i] : NULL;
}

const char *web_call_variable(size_t i) {
  return web_environment[i];
}

const char *web_call_file(const struct web_call *call, size_t i) {
  return i < call->task.file_count ? call->task.files[i].name : NULL;
}

const char *web_call_file_bytes(const struct web_call *call, size_t i) {
  return call->task.files[i].bytes;
}

size_t web_call_file_length(const struct web_call *call, size_t i) {
  return call->task.files[i].length;
}

const char *web_call_progress(struct web_call *call, const char *errors, double seconds) {
  const struct web_job_state state = {
      .is_running = true, .seconds = seconds, .progress = web_progress_read(errors)};
  web_answer_release(call->progress);
  call->progress = web_control_answer("/api/progress", &state);
  return call->progress == NULL ? NULL : call->progress->bytes;
}

void web_call_finish(struct web_call *call, int code, bool crashed, const char *bytes,
                     size_t length, const char *errors) {
  const struct web_ending ending = {
      .was_too_long = length > WEB_ANSWER_MAX_BYTES,
      .signal = crashed ? SIGSEGV : 0,
      .code = code,
      .seconds = call->limits.seconds,
      .errors = errors,
  };
  char *copy = malloc(length + 1);
  if (copy == NULL) return;
  memcpy(copy, bytes, length);
  copy[length] = '\0';
  call->answer = web_answer_of_command(&ending, call->task.type, copy, length);
}

/* ---- the answer -------------------------------------------------------------------- */

unsigned web_call_status(const struct web_call *call) {
  return call->answer == NULL ? 0 : call->answer->status;
}

const char *web_call_type(const struct web_call *call) {
  return call->answer == NULL ? NULL : call->answer->type;
}

const char *web_call_bytes(const struct web_call *call) {
  return call->answer == NULL ? NULL : call->answer->bytes;
}

size_t web_call_length(const struct web_call *call) {
  return call->answer == NULL ? 0 : call->answer->length;
}
