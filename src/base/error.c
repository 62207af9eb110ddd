#include "base/error.h"

#include "base/locale.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char *grundy_reason_name(grundy_reason reason) {
  static const char *const names[] = {
      [GRUNDY_REASON_OTHER] = "other",
      [GRUNDY_REASON_OPTIONS] = "options",
      [GRUNDY_REASON_MEMORY] = "memory",
      [GRUNDY_REASON_TIME] = "time",
      [GRUNDY_REASON_TOO_MANY] = "too-many",
      [GRUNDY_REASON_NO_FILE] = "no-file",
      [GRUNDY_REASON_NO_FORMAT] = "no-format",
      [GRUNDY_REASON_CONFINED] = "confined",
      [GRUNDY_REASON_NO_GAME] = "no-game",
      [GRUNDY_REASON_NO_POSITION] = "no-position",
      [GRUNDY_REASON_NOT_REACHED] = "not-reached",
      [GRUNDY_REASON_DUPLICATE_NAME] = "duplicate-name",
      [GRUNDY_REASON_RULES] = "rules",
      [GRUNDY_REASON_ENDING] = "ending",
      [GRUNDY_REASON_COMPRESSED] = "compressed",
      [GRUNDY_REASON_UNTRUSTED] = "untrusted",
      [GRUNDY_REASON_PICTURE] = "picture",
      [GRUNDY_REASON_ARGUMENTS] = "arguments",
  };
  bool known = (size_t)reason < sizeof names / sizeof *names;
  return names[known ? reason : GRUNDY_REASON_OTHER];
}

const char *grundy_error_reason(const grundy_error *error) {
  if (error->reason != GRUNDY_REASON_OTHER) return grundy_reason_name(error->reason);
  switch (error->status) {
  case GRUNDY_BAD_ARGUMENT:
    return "usage";
  case GRUNDY_BAD_INPUT:
    return error->line > 0 ? "syntax" : "input";
  case GRUNDY_UNABLE:
    return "limit";
  case GRUNDY_OUT_OF_MEMORY:
    return "memory";
  case GRUNDY_UNDEFINED:
    return "undefined";
  case GRUNDY_CANCELLED:
    return "cancelled";
  default:
    return "failed";
  }
}

/* Copies a file name; if it is too long, keeps its end, which distinguishes files. */
static void copy_file_name(char *to, const char *name) {
  size_t length = strlen(name);
  if (length < GRUNDY_ERROR_MAX_TEXT) {
    memcpy(to, name, length + 1);
    return;
  }
  size_t room = GRUNDY_ERROR_MAX_TEXT - sizeof "...";
  snprintf(to, GRUNDY_ERROR_MAX_TEXT, "...%s", name + length - room);
}

/* Replaces control characters by question marks, including those of two bytes (U+0080 … U+009F): an
 * error is one line, and nothing in a name may manipulate a terminal. */
static void blank_control_characters(char *text) {
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];
    if (c < 0x20 || c == 0x7f) text[0] = '?';
    if (c == 0xc2 && next >= 0x80 && next < 0xa0) text[0] = text[1] = '?';
  }
}

int grundy_excerpt(const char *text, size_t length) {
  enum { LIMIT = 60 };
  if (length <= LIMIT) return (int)length;
  int end = LIMIT;
  while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) end--;
  return end;
}

/* Prints to the message from `used` on. */
static void print_message(grundy_error *error, size_t used, const char *format, va_list arguments) {
  locale_t locale = grundy_locale_enter();
  vsnprintf(error->message + used, sizeof error->message - used, format, arguments);
  grundy_locale_leave(locale);
  blank_control_characters(error->message + used);
}

static void fill(grundy_error *error, grundy_status status, const char *file, uint64_t line,
                 uint64_t column, const char *format, va_list arguments) {
  if (error == NULL) return;
  error->status = status;
  error->reason = GRUNDY_REASON_OTHER;
  error->line = line;
  error->column = column;
  copy_file_name(error->file, file);
  blank_control_characters(error->file);
  print_message(error, 0, format, arguments);
}

void grundy_error_fill(grundy_error *error, grundy_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, "", 0, 0, format, arguments);
  va_end(arguments);
}

void grundy_error_fill_at(grundy_error *error, grundy_status status, const char *file,
                          uint64_t line, uint64_t column, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, file, line, column, format, arguments);
  va_end(arguments);
}

void grundy_error_append(grundy_error *error, const char *format, ...) {
  va_list arguments;
  if (error == NULL) return;
  va_start(arguments, format);
  print_message(error, strlen(error->message), format, arguments);
  va_end(arguments);
}

size_t grundy_error_format(const grundy_error *error, char *text, size_t size) {
  int length;
  if (error->file[0] == '\0')
    length = snprintf(text, size, "%s", error->message);
  else if (error->line == 0)
    length = snprintf(text, size, "%s: %s", error->file, error->message);
  else if (error->column == 0)
    length = snprintf(text, size, "%s:%" PRIu64 ": %s", error->file, error->line, error->message);
  else
    length = snprintf(text, size, "%s:%" PRIu64 ":%" PRIu64 ": %s", error->file, error->line,
                      error->column, error->message);
  return length < 0 ? 0 : (size_t)length;
}

grundy_status grundy_fail_writing(grundy_error *error) {
  if (errno == ENOMEM) return grundy_fail_memory(error);
  return grundy_fail(error, GRUNDY_IO_ERROR, "writing failed: %s",
                     strerror(errno == 0 ? EIO : errno));
}
