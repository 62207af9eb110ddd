#include "failure.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>

#include "lists.h"
#include "signals.h"
#include "source_line.h"

const struct exit_code_info *exit_code_list(void) {
  static const struct exit_code_info codes[] = {
      {CODE_YES, "yes, or done"},
      {CODE_NO, "the answer is no"},
      {CODE_USAGE, "wrong usage"},
      {CODE_INPUT, "bad input"},
      {CODE_UNABLE, "unable within a limit of size, memory or time"},
      {CODE_BROKEN, "reading or writing failed (a full disk, a closed pipe)"},
      {CODE_UNDEFINED, "undefined: there is no such thing for this game"},
      {CODE_INTERRUPTED, "interrupted"},
      {CODE_YES, NULL},
  };
  return codes;
}

/* Writes printable text with a backslash before each of the characters in `escaped`. */
static void put_escaped(FILE *out, const char *text, const char *escaped) {
  for (const char *c = text; *c != '\0'; c++) {
    unsigned char byte = (unsigned char)*c;
    unsigned char next = (unsigned char)c[1];
    bool two_bytes = byte == 0xc2 && next >= 0x80 && next < 0xa0; /* U+0080 to U+009F */
    if (strchr(escaped, *c) != NULL) (void)putc('\\', out);
    (void)putc(byte < 0x20 || byte == 0x7f || two_bytes ? '?' : byte, out);
    if (two_bytes) c++;
  }
}

void put_printable(FILE *out, const char *text) {
  put_escaped(out, text, "");
}

size_t excerpt_length(const char *at, size_t length) {
  enum { LONGEST = 60 };
  if (length <= LONGEST) return length;
  size_t shown = LONGEST;
  while (shown > 0 && ((unsigned char)at[shown] & 0xc0) == 0x80) shown--;
  return shown;
}

void put_quoted(FILE *out, const char *text) {
  (void)putc('"', out);
  put_escaped(out, text, "\"\\");
  (void)putc('"', out);
}

/* Returns what to do about it in terms of the command, which the library does not know; "" if the
 * message says it all, as one that asks "did you mean ...?" does. */
static const char *hint_of(const grundy_error *error) {
  static const struct {
    grundy_reason reason;
    const char *hint;
  } hints[] = {
      {GRUNDY_REASON_NO_GAME, "; 'grundy games list' lists the gallery"},
      {GRUNDY_REASON_ENDING, ", or --from edges"},
      {GRUNDY_REASON_COMPRESSED, "; '-' reads standard input"},
      {GRUNDY_REASON_UNTRUSTED, "; set GRUNDY_LIBRARIES=1 in the environment if you trust it"},
      {GRUNDY_REASON_PICTURE, "; --around POSITION --radius 2 draws a part"},
  };
  size_t length = strlen(error->message);
  if (length > 0 && error->message[length - 1] == '?') return "";
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    if (hints[i].reason == error->reason) return hints[i].hint;
  return "";
}

bool failure_is_for_programs(void) {
  const char *asked = getenv("GRUNDY_REASONS");
  return asked != NULL && strcmp(asked, "1") == 0;
}

/* Ends the line of a message, and adds a line for programs if they asked for it. */
static void end_message(grundy_reason reason) {
  (void)putc('\n', stderr);
  if (failure_is_for_programs()) (void)fprintf(stderr, "reason: %s\n", grundy_reason_name(reason));
}

int fail(const grundy_error *error) {
  /* A signal may also make a read fail. */
  if (error->status == GRUNDY_CANCELLED || signals_caught()) {
    signals_say_interrupted();
    return CODE_INTERRUPTED;
  }
  char text[2 * GRUNDY_ERROR_MAX_TEXT + 64];
  (void)grundy_error_format(error, text, sizeof text);
  if (error->file[0] == '\0') (void)fputs("grundy: ", stderr);
  put_printable(stderr, text);
  (void)fputs(hint_of(error), stderr);
  end_message(error->reason);
  if (!failure_is_for_programs()) source_line_put(error);
  return grundy_exit_code(error->status);
}

grundy_status fail_with(grundy_error *error, grundy_status status, const char *file,
                        const char *format, ...) {
  va_list arguments;
  *error = (grundy_error){.status = status};
  (void)snprintf(error->file, sizeof error->file, "%.*s", (int)sizeof error->file - 1, file);
  va_start(arguments, format);
  (void)vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

grundy_status fail_memory(grundy_error *error) {
  (void)fail_with(error, GRUNDY_OUT_OF_MEMORY, "", "out of memory");
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_OUT_OF_MEMORY;
}

/* Prints the message and, unless it asks "did you mean ...?", where to read on. */
static int end_usage(const char *command, const char *text) {
  bool asks = text[0] != '\0' && text[strlen(text) - 1] == '?';
  (void)fputs("grundy: ", stderr);
  put_printable(stderr, text);
  if (!failure_is_for_programs() && !asks)
    (void)fprintf(stderr, "; try 'grundy %s%s--help'", command == NULL ? "" : command,
                  command == NULL ? "" : " ");
  end_message(GRUNDY_REASON_OTHER);
  return CODE_USAGE;
}

int fail_usage(const char *command, const char *format, ...) {
  char text[2 * GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return end_usage(command, text);
}

int fail_unknown(const char *command, const char *what, const char *word,
                 const grundy_suggestion *best) {
  if (best->word[0] == '\0') return fail_usage(command, "unknown %s '%s'", what, word);
  return fail_usage(command, "unknown %s '%s'; did you mean '%s'?", what, word, best->word);
}

int fail_choice(const char *command, const char *what, const char *word,
                const char *const *choices) {
  char list[256];
  grundy_suggestion best = {0};
  for (size_t i = 0; choices[i] != NULL; i++) grundy_suggest(&best, word, strlen(word), choices[i]);
  if (best.word[0] != '\0')
    return fail_usage(command, "%s is '%s'; did you mean '%s'?", what, word, best.word);
  lists_words(choices, list, sizeof list);
  return fail_usage(command, "%s is '%s'; expected %s", what, word, list);
}
