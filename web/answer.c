#include "web/answer.h"

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

/* Returns the text as a JSON string. If cutting a name has left invalid UTF-8, bytes that are not
 * ASCII become question marks. */
static json_t *string_of(const char *text) {
  json_t *string = json_string(text);
  char *plain = string == NULL ? strdup(text) : NULL;
  for (char *c = plain; c != NULL && *c != '\0'; c++)
    if ((unsigned char)*c >= 0x80) *c = '?';
  if (plain != NULL) string = json_string(plain);
  free(plain);
  return string;
}

/* Returns the error; `positions` is left out if it is negative. */
static struct web_answer *make_error(unsigned status, int code, const char *reason,
                                     int64_t positions, const grundy_error *error) {
  json_t *body =
      json_pack("{s:{s:o,s:o,s:I,s:I,s:i,s:s}}", "error", "message", string_of(error->message),
                "file", string_of(error->file), "line", (json_int_t)error->line, "column",
                (json_int_t)error->column, "code", code, "reason", reason);
  if (body != NULL && positions >= 0 &&
      json_object_set_new(json_object_get(body, "error"), "positions", json_integer(positions)) !=
          0) {
    json_decref(body);
    body = NULL;
  }
  char *text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
  json_decref(body);
  if (text == NULL) return NULL;
  return web_answer_new(status, "application/json", text, strlen(text));
}

struct web_answer *web_answer_error(unsigned status, int code, const char *reason,
                                    const grundy_error *error) {
  return make_error(status, code, reason, -1, error);
}

struct web_answer *web_answer_refusal(unsigned status, int code, const char *reason,
                                      const char *message) {
  grundy_error error = {0};
  (void)snprintf(error.message, sizeof error.message, "%s", message);
  return web_answer_error(status, code, reason, &error);
}

struct web_answer *web_answer_nothing(void) {
  return web_answer_refusal(404, USAGE, "path", "there is nothing at this path");
}

struct web_answer *web_answer_bad_request(grundy_status status, const grundy_error *error) {
  if (status == GRUNDY_BAD_INPUT) return web_answer_error(400, INPUT, "request", error);
  return web_answer_refusal(503, UNABLE, "busy", "the server is out of memory; try again later");
}

/* ---- output of commands ------------------------------------------------------------ */

/* Removes ":12" from the text; false if it has no number. */
static bool take_number(const char **text, uint64_t *number) {
  char *end = NULL;
  if (**text != ':' || (*text)[1] < '0' || (*text)[1] > '9') return false;
  *number = strtoull(*text + 1, &end, 10);
  *text = end;
  return true;
}

/* Returns the start of the last line before `end`. */
static const char *last_line(const char *said, const char *end) {
  if (end > said && end[-1] == '\n') end--;
  while (end > said && end[-1] != '\n') end--;
  return end;
}

/* Returns whether the line, the last one of the text, is "reason: " and the name of the reason. */
static bool is_reason(const char *line, grundy_reason reason) {
  static const char word[] = "reason: ";
  if (strncmp(line, word, strlen(word)) != 0) return false;
  const char *name = line + strlen(word);
  size_t length = strcspn(name, "\n");
  return length == strlen(grundy_reason_name(reason)) &&
         strncmp(name, grundy_reason_name(reason), length) == 0;
}

/* Reads the reason in the last line, if there is one, and returns the line of the message, the last
 * one before it: libraries may have printed warnings above. */
static const char *read_reason(const char *said, grundy_reason *reason) {
  const char *line = last_line(said, said + strlen(said));
  *reason = GRUNDY_REASON_OTHER;
  for (int r = GRUNDY_REASON_OTHER; r < GRUNDY_REASON_COUNT; r++)
    if (is_reason(line, (grundy_reason)r)) {
      *reason = (grundy_reason)r;
      return last_line(said, line);
    }
  return line;
}

/* Parses "game1.edges:3:5: message" or "grundy: message", which a line with the reason may follow.
 * File names of a command contain no colon. */
static void read_message(const char *errors, grundy_error *error) {
  *error = (grundy_error){0};
  const char *said = read_reason(errors, &error->reason);
  size_t length = strcspn(said, ":\n");
  const char *at = said + length;
  if (take_number(&at, &error->line)) (void)take_number(&at, &error->column);
  bool has_place = strncmp(at, ": ", 2) == 0;
  if (has_place && strncmp(said, "grundy:", strlen("grundy:")) != 0)
    (void)snprintf(error->file, sizeof error->file, "%.*s", (int)length, said);
  const char *message = has_place ? at + 2 : said;
  (void)snprintf(error->message, sizeof error->message, "%.*s", (int)strcspn(message, "\n"),
                 message);
}

static unsigned status_of(int code) {
  switch (code) {
  case YES:
  case NO:
    return 200;
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

/* Returns the word for an error of a command: its own reason, or what the exit code says. */
static const char *reason_of(int code, const grundy_error *error) {
  if (error->reason != GRUNDY_REASON_OTHER) return grundy_reason_name(error->reason);
  switch (code) {
  case USAGE:
    return "usage";
  case INPUT:
    return error->line > 0 ? "syntax" : "input";
  case UNABLE:
    return "limit";
  case UNDEFINED:
    return "undefined";
  default:
    return "failed";
  }
}

struct web_answer *web_answer_cancelled(int64_t positions) {
  const grundy_error error = {.message = "the request was cancelled"};
  return make_error(422, UNABLE, "cancelled", positions, &error);
}

static struct web_answer *refuse_late(const struct web_ending *ending) {
  grundy_error error = {0};
  (void)snprintf(error.message, sizeof error.message, "this takes longer than %u second%s",
                 ending->seconds, ending->seconds == 1 ? "" : "s");
  return make_error(422, UNABLE, "time", web_progress_read(ending->errors).positions, &error);
}

static struct web_answer *refuse(const struct web_ending *ending) {
  grundy_error error;
  if (ending->was_late) return refuse_late(ending);
  if (ending->was_too_long)
    return web_answer_refusal(422, UNABLE, "too-long",
                              "the answer is too long; try a smaller game");
  if (ending->signal == SIGKILL)
    return web_answer_refusal(422, UNABLE, "memory", "the machine ran out of memory");
  if (ending->signal != 0) return web_answer_refusal(500, BROKEN, "crash", "the command crashed");
  read_message(ending->errors, &error);
  if (error.reason == GRUNDY_REASON_TIME) return refuse_late(ending);
  int64_t positions = web_progress_read(ending->errors).positions;
  struct web_answer *answer =
      make_error(status_of(ending->code), ending->code, reason_of(ending->code, &error),
                 ending->code == UNABLE ? positions : -1, &error);
  bool lasts = ending->code == USAGE || ending->code == INPUT || ending->code == UNDEFINED;
  if (answer != NULL) answer->may_be_kept = lasts;
  return answer;
}

struct web_answer *web_answer_of_command(const struct web_ending *ending, bool in_part,
                                         const char *type, char *bytes, size_t length) {
  bool ended = !ending->was_late && !ending->was_too_long && ending->signal == 0;
  bool yes = ending->code == YES || ending->code == NO;
  bool part = in_part && ending->code == UNABLE && length > 0;
  if (!ended || !(yes || part)) {
    free(bytes);
    return refuse(ending);
  }
  struct web_answer *answer = web_answer_new(200, type, bytes, length);
  if (answer != NULL) answer->may_be_kept = yes;
  return answer;
}
