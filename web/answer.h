/* An answer to a request: a status, a type and bytes. Answers are counted references. */

#ifndef GRUNDY_WEB_ANSWER_H
#define GRUNDY_WEB_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>

/* Commands that print more are stopped. */
enum { WEB_ANSWER_MAX_BYTES = 32 << 20 };

struct web_answer {
  unsigned status;  /* HTTP status */
  const char *type; /* a media type, static */
  char *bytes;
  size_t length;
  bool may_be_kept; /* an equal request would get the same answer */
  size_t holders;
};

/* How a command ended. */
struct web_ending {
  bool was_late;      /* stopped because its time was over */
  bool was_too_long;  /* stopped because it printed too much */
  int signal;         /* the signal that ended it otherwise; 0: none */
  int code;           /* its exit code, if no signal ended it */
  unsigned seconds;   /* its time limit, for messages */
  const char *errors; /* its standard error */
};

/* Returns an answer with one reference. Takes over `bytes`, even on failure. NULL if out of
 * memory. */
struct web_answer *web_answer_new(unsigned status, const char *type, char *bytes, size_t length);

/* Returns {"error": …}, as commands print it, with that status; `code` is the command's exit code
 * for such an error, and `reason` the word for programs. NULL if out of memory. */
struct web_answer *web_answer_error(unsigned status, int code, const char *reason,
                                    const grundy_error *error);

/* As above, for a message without file, line and column. */
struct web_answer *web_answer_refusal(unsigned status, int code, const char *reason,
                                      const char *message);

/* Returns the answer to a request whose path does not exist. */
struct web_answer *web_answer_nothing(void);

/* Returns the answer to a request that web_request_read has rejected with that status and error. */
struct web_answer *web_answer_bad_request(grundy_status status, const grundy_error *error);

/* Returns the answer to a request that was cancelled when its command had found that many
 * positions; negative: unknown. */
struct web_answer *web_answer_cancelled(int64_t positions);

/* Returns the answer of a command that has printed these bytes, which are taken over. They are an
 * answer even if the command reached a limit (exit code 4), unless they end with {"error": ...},
 * which is then the answer. */
struct web_answer *web_answer_of_command(const struct web_ending *ending, const char *type,
                                         char *bytes, size_t length);

struct web_answer *web_answer_hold(struct web_answer *answer);

/* Drops one reference; the last one frees the answer. NULL is allowed. */
void web_answer_release(struct web_answer *answer);

#endif
