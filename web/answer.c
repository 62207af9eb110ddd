#include "web/answer.h"

#include "web/members.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <jansson.h>

#include "web/progress.h"

/* Exit codes of commands. */
enum { YES = 0, NO = 1, USAGE = 2, INPUT = 3, UNABLE = 4, BROKEN = 5, UNDEFINED = 6 };

struct web_answer *web_answer_new(unsigned status, const char *type, char *bytes, size_t length) {
  struct web_answer *answer = malloc(sizeof *answer);
  if (answer == NULL) {
    free(bytes);
    return NULL;
  }
  *answer = (struct web_answer){
      .status = status, .type = type, .bytes = bytes, .length = length, .holders = 1};
  return answer;
}

struct web_answer *web_answer_hold(struct web_answer *answer) {
  answer->holders++;
  return answer;
}

void web_answer_release(struct web_answer *answer) {
  if (answer == NULL || --answer->holders > 0) return;
  free(answer->bytes);
  free(answer);
}

/* ---- errors ------------------------------------------------------------------------ */

/* What went wrong, as programs get it. Texts may be NULL. */
struct failure {
  unsigned status; /* of HTTP */
  int code;        /* the command's exit code for such an error */
  const char *reason, *message, *hint, *file;
  uint64_t line, column; /* 0: none */
  int64_t positions;     /* -1: unknown */
};

/* Returns the text as a JSON string; null if it is NULL or "". If cutting a name has left invalid
 * UTF-8, bytes that are not ASCII become question marks. */
static json_t *string_of(const char *text) {
  if (text == NULL || text[0] == '\0') return json_null();
  json_t *string = json_string(text);
  char *plain = string == NULL ? strdup(text) : NULL;
  for (char *c = plain; c != NULL && *c != '\0'; c++)
    if ((unsigned char)*c >= 0x80) *c = '?';
  if (plain != NULL) string = json_string(plain);
  free(plain);
  return string;
}

static json_t *number_of(uint64_t number) {
  return number == 0 ? json_null() : json_integer((json_int_t)number);
}

/* Returns an answer with that body, which is released; NULL if there is none. */
static struct web_answer *answer_of_json(unsigned status, json_t *body) {
  char *text = body == NULL ? NULL : json_dumps(body, 0);
  json_decref(body);
  return text == NULL ? NULL : web_answer_new(status, "application/json", text, strlen(text));
}

static struct web_answer *make_error(const struct failure *f) {
  json_t *positions = f->positions < 0 ? json_null() : json_integer(f->positions);
  return answer_of_json(
      f->status, json_pack("{s:{s:s,s:o,s:o,s:o,s:o,s:o,s:i,s:o}}", "error", "reason", f->reason,
                           "message", string_of(f->message), "hint", string_of(f->hint), "file",
                           string_of(f->file), "line", number_of(f->line), "column",
                           number_of(f->column), "code", f->code, "positions", positions));
}

struct web_answer *web_answer_error(unsigned status, int code, const char *reason,
                                    const grundy_error *error) {
  return make_error(&(struct failure){.status = status,
                                      .code = code,
                                      .reason = reason,
                                      .message = error->message,
                                      .file = error->file,
                                      .line = error->line,
                                      .column = error->column,
                                      .positions = -1});
}

struct web_answer *web_answer_refusal(unsigned status, int code, const char *reason,
                                      const char *message) {
  return make_error(&(struct failure){
      .status = status, .code = code, .reason = reason, .message = message, .positions = -1});
}

struct web_answer *web_answer_nothing(void) {
  return web_answer_refusal(404, USAGE, "path", "there is nothing at this path");
}

struct web_answer *web_answer_bad_request(grundy_status status, const grundy_error *error) {
  if (status == GRUNDY_BAD_INPUT) return web_answer_error(400, INPUT, "request", error);
  return web_answer_refusal(503, UNABLE, "busy", "the server is out of memory; try again later");
}

struct web_answer *web_answer_cancelled(int64_t positions) {
  return make_error(&(struct failure){.status = 422,
                                      .code = UNABLE,
                                      .reason = "cancelled",
                                      .message = "the request was cancelled",
                                      .positions = positions});
}

/* ---- output of commands ------------------------------------------------------------ */

/* Returns the last line of the output if it is {"error": ...}, which is what a command prints that
 * fails; NULL if it is not, or if memory runs out. */
static json_t *find_error(const char *bytes, size_t length, bool *lacks_memory) {
  size_t begin = length > 0 ? length - 1 : 0;
  while (begin > 0 && bytes[begin - 1] != '\n') begin--;
  json_t *object = length == 0 ? NULL : web_load(bytes + begin, length - begin, NULL, lacks_memory);
  if (json_is_object(json_object_get(object, "error"))) return object;
  json_decref(object);
  return NULL;
}

static unsigned status_of(int code) {
  switch (code) {
  case USAGE:
  case INPUT:
    return 400;
  case UNABLE:
  case UNDEFINED:
    return 422;
  default:
    return 500;
  }
}

/* Writes how long a request may take. */
static void hint_at_time(const struct web_ending *ending, char hint[64]) {
  (void)snprintf(hint, 64, "a request may take %u second%s", ending->seconds,
                 ending->seconds == 1 ? "" : "s");
}

/* Forwards what the command says. Adds what only the server knows: the positions of the last
 * progress, and the time limit, which clients know by no option. */
static struct web_answer *forward(const struct web_ending *ending, json_t *object) {
  char hint[64];
  json_t *error = json_object_get(object, "error");
  const char *reason = json_string_value(json_object_get(error, "reason"));
  int64_t positions = web_progress_read(ending->errors).positions;
  bool is_kept = true;
  if (reason != NULL && strcmp(reason, "time") == 0) {
    hint_at_time(ending, hint);
    is_kept = json_object_set_new(error, "hint", json_string(hint)) == 0;
  }
  if (ending->code == UNABLE && positions >= 0)
    is_kept &= json_object_set_new(error, "positions", json_integer(positions)) == 0;
  if (!is_kept) {
    json_decref(object);
    return NULL;
  }
  struct web_answer *answer = answer_of_json(status_of(ending->code), object);
  bool lasts = ending->code == USAGE || ending->code == INPUT || ending->code == UNDEFINED;
  if (answer != NULL) answer->may_be_kept = lasts;
  return answer;
}

/* Answers for a command that did not come to its end. */
static struct web_answer *refuse(const struct web_ending *ending) {
  if (ending->was_late) {
    char hint[64];
    hint_at_time(ending, hint);
    return make_error(&(struct failure){.status = 422,
                                        .code = UNABLE,
                                        .reason = "time",
                                        .message = "the time is up",
                                        .hint = hint,
                                        .positions = web_progress_read(ending->errors).positions});
  }
  if (ending->was_too_long)
    return make_error(&(struct failure){.status = 422,
                                        .code = UNABLE,
                                        .reason = "too-long",
                                        .message = "the answer is too long",
                                        .hint = "try a smaller game",
                                        .positions = -1});
  if (ending->signal == SIGKILL)
    return web_answer_refusal(422, UNABLE, "memory", "the machine ran out of memory");
  return web_answer_refusal(500, BROKEN, "crash", "the command crashed");
}

struct web_answer *web_answer_of_command(const struct web_ending *ending, const char *type,
                                         char *bytes, size_t length) {
  bool ended = !ending->was_late && !ending->was_too_long && ending->signal == 0;
  bool yes = ending->code == YES || ending->code == NO;
  bool lacks_memory = false;
  json_t *error = ended && !yes ? find_error(bytes, length, &lacks_memory) : NULL;
  if (lacks_memory) {
    free(bytes);
    return NULL;
  }
  bool in_part = ending->code == UNABLE && error == NULL && length > 0;
  if (ended && (yes || in_part)) {
    struct web_answer *answer = web_answer_new(200, type, bytes, length);
    if (answer != NULL) answer->may_be_kept = yes;
    return answer;
  }
  free(bytes);
  if (!ended) return refuse(ending);
  if (error != NULL) return forward(ending, error);
  return web_answer_refusal(status_of(ending->code), ending->code, "failed", "the command failed");
}
