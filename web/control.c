#include "web/control.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <jansson.h>

#include "web/answer.h"
#include "web/jobs.h"
#include "web/members.h"

static const char progress_path[] = "/api/progress";
static const char cancel_path[] = "/api/cancel";

bool web_control_exists(const char *path) {
  return strcmp(path, progress_path) == 0 || web_control_cancels(path);
}

bool web_control_cancels(const char *path) {
  return strcmp(path, cancel_path) == 0;
}

bool web_job_name_is_good(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
  return strlen(name) < WEB_JOB_NAME && web_is_word(name, letters);
}

grundy_status web_control_read(const char *body, size_t length, char name[WEB_JOB_NAME],
                               grundy_error *error) {
  static const char *const members[] = {"job", NULL};
  struct web_check check = {.error = error};
  json_t *parsed = web_parse(&check, body, length);
  if (parsed != NULL && web_is_object(&check, parsed, "the body", members)) {
    const char *job = web_text(&check, parsed, "job", true, WEB_JOB_NAME - 1);
    if (job != NULL && !web_job_name_is_good(job))
      web_refuse(&check, "'job' is not a name of letters, digits and hyphens");
    if (check.status == GRUNDY_OK) (void)snprintf(name, WEB_JOB_NAME, "%s", job);
  }
  json_decref(parsed);
  return check.status;
}

static json_t *progress_of(const struct web_job_state *state) {
  if (state == NULL)
    return json_pack("{s:s,s:n,s:n,s:n}", "state", "unknown", "seconds", "phase", "positions");
  json_t *phase =
      state->progress.phase[0] == '\0' ? json_null() : json_string(state->progress.phase);
  json_t *positions =
      state->progress.positions < 0 ? json_null() : json_integer(state->progress.positions);
  return json_pack("{s:s,s:f,s:o,s:o}", "state", state->is_running ? "running" : "waiting",
                   "seconds", state->seconds, "phase", phase, "positions", positions);
}

struct web_answer *web_control_answer(const char *path, const struct web_job_state *state) {
  json_t *body = web_control_cancels(path) ? json_pack("{s:b}", "cancelled", state != NULL)
                                           : progress_of(state);
  char *text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
  json_decref(body);
  if (text == NULL) return NULL;
  return web_answer_new(200, "application/json", text, strlen(text));
}
