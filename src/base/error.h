/* Filling a grundy_error. Every function here returns the status it was given, so that a
 * failing function ends with `return grundy_fail(...)`. `error` may be NULL. */

#ifndef GRUNDY_SRC_BASE_ERROR_H
#define GRUNDY_SRC_BASE_ERROR_H

#include <grundy/base.h>

#if defined(__GNUC__)
#define GRUNDY_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define GRUNDY_PRINTF(text, first)
#endif

GRUNDY_PRINTF(3, 4)
grundy_status grundy_fail(grundy_error *error, grundy_status status, const char *format, ...);

/* With a reason. */
GRUNDY_PRINTF(4, 5)
grundy_status grundy_fail_because(grundy_error *error, grundy_status status, grundy_reason reason,
                                  const char *format, ...);

/* With the place in a file; line and column are 0 where they are not known. */
GRUNDY_PRINTF(6, 7)
grundy_status grundy_fail_at(grundy_error *error, grundy_status status, const char *file,
                             uint64_t line, uint64_t column, const char *format, ...);

/* Adds the reason to an error that was just filled, and returns the status, as in
 * `return grundy_because(error, GRUNDY_REASON_TIME, grundy_fail(error, GRUNDY_UNABLE, ...));` */
static inline grundy_status grundy_because(grundy_error *error, grundy_reason reason,
                                           grundy_status status) {
  if (error != NULL) error->reason = reason;
  return status;
}

/* How much of a text to show in a message, for "%.*s": at most 60 bytes, and no part of a
 * character. */
int grundy_excerpt(const char *text, size_t length);

/* Inline, so that whoever reads a caller alone, a static analyser too, sees what is returned. */
static inline grundy_status grundy_fail_memory(grundy_error *error) {
  (void)grundy_fail(error, GRUNDY_OUT_OF_MEMORY, "out of memory");
  return grundy_because(error, GRUNDY_REASON_MEMORY, GRUNDY_OUT_OF_MEMORY);
}

static inline grundy_status grundy_fail_cancelled(grundy_error *error) {
  (void)grundy_fail(error, GRUNDY_CANCELLED, "interrupted");
  return GRUNDY_CANCELLED;
}

#endif
