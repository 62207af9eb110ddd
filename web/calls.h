/* Requests without a server: a page that has the command itself, in WebAssembly, gets the answers
 * that the server would give. JavaScript (web/wasm/command.mjs) runs the command in between:
 *
 *   call = web_call_new("/api/solve", body, …);
 *   if (web_call_word(call, 0) != NULL) {
 *     … run the command with these words, files and variables …
 *     web_call_finish(call, code, …);
 *   }
 *   … web_call_status(call), web_call_type(call), web_call_bytes(call) …
 *   web_call_free(call);
 *
 * Arguments and results are numbers and addresses of at most 32 bits, and doubles for larger
 * numbers, which JavaScript can pass and read. */

#ifndef GRUNDY_WEB_CALLS_H
#define GRUNDY_WEB_CALLS_H

#include <stdbool.h>
#include <stddef.h>

struct web_call;

/* Reads a request. `body` is that of a POST; NULL: a GET. NULL if out of memory. */
struct web_call *web_call_new(const char *path, const char *body, size_t length, double seconds,
                              double memory);
void web_call_free(struct web_call *call);

/* The command to run: its arguments, beginning with the subcommand; its environment, names and
 * values by turns; and its files. NULL after the last one. Without words, the answer is complete.
 */
const char *web_call_word(const struct web_call *call, size_t i);
const char *web_call_variable(size_t i);
const char *web_call_file(const struct web_call *call, size_t i);
const char *web_call_file_bytes(const struct web_call *call, size_t i);
size_t web_call_file_length(const struct web_call *call, size_t i);

/* Returns the answer of /api/progress for a command that has printed these lines to standard error,
 * as text that is valid until the next call; NULL if out of memory. */
const char *web_call_progress(struct web_call *call, const char *errors, double seconds);

/* Makes the answer of a command that has ended with this exit code, or crashed, after printing
 * `length` bytes, which are copied. */
void web_call_finish(struct web_call *call, int code, bool crashed, const char *bytes,
                     size_t length, const char *errors);

/* The answer; a NUL follows its bytes. The status is 0 if there is no answer yet, or if memory ran
 * out. */
unsigned web_call_status(const struct web_call *call);
const char *web_call_type(const struct web_call *call);
const char *web_call_bytes(const struct web_call *call);
size_t web_call_length(const struct web_call *call);

#endif
