/* What is sent back: a status, a type and bytes. Several may hold on to one answer. */

#ifndef GRUNDY_WEB_ANSWER_H
#define GRUNDY_WEB_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>

struct web_answer {
  unsigned status;  /* of HTTP */
  const char *type; /* a media type, static */
  char *bytes;
  size_t length;
  bool may_be_kept; /* the same request would get the same answer */
  size_t holders;
};

/* How a command ended. */
struct web_ending {
  bool was_late;      /* it was stopped because its time was over */
  bool was_too_long;  /* likewise because it printed too much */
  int signal;         /* that ended it otherwise; 0: none */
  int code;           /* its exit code, where none did */
  unsigned seconds;   /* that it had, for messages */
  const char *errors; /* what it said on standard error */
};

/* The answer with that body, which it owns from now on; it is freed if there is no memory for the
 * answer, which is NULL then. It is held once. */
struct web_answer *web_answer_new(unsigned status, const char *type, char *bytes, size_t length);

/* {"error": …} with that status; `code` is the exit code that the command has for such an error.
 * NULL if there is no memory. */
struct web_answer *web_answer_error(unsigned status, int code, const grundy_error *error);

/* The same for a message without a place. */
struct web_answer *web_answer_refusal(unsigned status, int code, const char *message);

/* The answer of a command that has printed these bytes, which are taken over. `in_part`: what it
 * printed is an answer even though a limit kept it from telling everything. */
struct web_answer *web_answer_of_command(const struct web_ending *ending, bool in_part,
                                         const char *type, char *bytes, size_t length);

struct web_answer *web_answer_hold(struct web_answer *answer);

/* Frees it when nobody holds on to it any more. NULL is allowed. */
void web_answer_release(struct web_answer *answer);

#endif
