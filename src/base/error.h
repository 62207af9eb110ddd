/* Filling a grundy_error. A failing function ends with `return grundy_fail(...)`, which returns the
 * given status. `error` may be NULL. */

#ifndef GRUNDY_SRC_BASE_ERROR_H
#define GRUNDY_SRC_BASE_ERROR_H

#include <grundy/base.h>

#if defined(__GNUC__)
#define GRUNDY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define GRUNDY_PRINTF(text, first)
#endif

GRUNDY_PRINTF(3, 4)
void grundy_error_fill(grundy_error *error, grundy_status status, const char *format, ...);
GRUNDY_PRINTF(6, 7)
void grundy_error_fill_at(grundy_error *error, grundy_status status, const char *file,
                          uint64_t line, uint64_t column, const char *format, ...);

/* Appends to the message of an error that was just filled. `error` may be NULL. */
GRUNDY_PRINTF(2, 3)
void grundy_error_append(grundy_error *error, const char *format, ...);

/* Adds the reason to an error that was just filled, and returns the status, as in
 * `return grundy_because(error, GRUNDY_REASON_RULES, grundy_fail_at(error, ...));` */
static inline grundy_status grundy_because(grundy_error *error, grundy_reason reason,
                                           grundy_status status) {
  if (error != NULL) error->reason = reason;
  return status;
}

/* These are macros so that compilers and static analysers see in the caller which status it
 * returns. grundy_fail_at takes the place in a file; line and column are 0 if they are not
 * known. */
#define grundy_fail(error, status, ...) (grundy_error_fill(error, status, __VA_ARGS__), (status))
#define grundy_fail_at(error, status, ...)                                                         \
  (grundy_error_fill_at(error, status, __VA_ARGS__), (status))
#define grundy_fail_because(error, status, reason, ...)                                            \
  grundy_because(error, reason, grundy_fail(error, status, __VA_ARGS__))

/* Returns how much of a text to show in a message, for "%.*s": at most 60 bytes, and only whole
 * characters. */
int grundy_excerpt(const char *text, size_t length);

static inline grundy_status grundy_fail_memory(grundy_error *error) {
  return grundy_fail_because(error, GRUNDY_OUT_OF_MEMORY, GRUNDY_REASON_MEMORY, "out of memory");
}

/* Fails because writing to a stream failed, for the reason in errno: GRUNDY_IO_ERROR, or
 * GRUNDY_OUT_OF_MEMORY if it is a text that cannot grow. */
grundy_status grundy_fail_writing(grundy_error *error);

static inline grundy_status grundy_fail_cancelled(grundy_error *error) {
  return grundy_fail(error, GRUNDY_CANCELLED, "interrupted");
}

/* Returns a word for the reason, such as "time" or "no-file"; "other" if `reason` is not a
 * reason. */
const char *grundy_reason_name(grundy_reason reason);

#endif
