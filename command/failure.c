#include "failure.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/json.h>

#include "lists.h"
#include "program.h"
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

void put_position_name(FILE *out, const char *name) {
  if (name[0] == '\0' || name[0] == '"')
    put_quoted(out, name);
  else
    put_printable(out, name);
}

/* ---- errors for programs --------------------------------------------------------------- */

static bool is_json = false;

void failure_start(int argc, char **argv) {
  const char *asked = getenv("GRUNDY_ERRORS");
  is_json = asked != NULL && strcmp(asked, "json") == 0;
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "--to=json") == 0 ||
        (strcmp(argv[i], "json") == 0 && strcmp(argv[i - 1], "--to") == 0))
      is_json = true;
}

bool failure_is_json(void) {
  return is_json;
}

void failure_end_answer(void) {
  is_json = false;
}

static void put_object(const grundy_error *error, const grundy_answer_failure *failure) {
  if (!is_json) return;
  grundy_json json = grundy_json_start(stdout);
  grundy_answer_error(&json, error, failure);
  (void)fflush(stdout);
}

/* ---- failures ---------------------------------------------------------------------------- */

/* Returns what to do about it in terms of the command, which the library does not know; NULL if the
 * message says it all, as one that asks "did you mean ...?" does. */
static const char *hint_of(const grundy_error *error) {
  static const struct {
    grundy_reason reason;
    const char *hint;
  } hints[] = {
      {GRUNDY_REASON_NO_GAME, "'grundy rules list' lists the gallery"},
      {GRUNDY_REASON_ENDING, "or use --from edges"},
      {GRUNDY_REASON_COMPRESSED, "'-' reads standard input"},
      {GRUNDY_REASON_UNTRUSTED, "set GRUNDY_LIBRARIES=1 in the environment if you trust it"},
      {GRUNDY_REASON_PICTURE, "--around POSITION --radius 2 draws a part"},
  };
  size_t length = strlen(error->message);
  if (length > 0 && error->message[length - 1] == '?') return NULL;
  for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
    if (hints[i].reason == error->reason) return hints[i].hint;
  return NULL;
}

static void put_line(const char *text, const char *hint) {
  put_printable(stderr, text);
  if (hint != NULL) (void)fprintf(stderr, "; %s", hint);
  (void)putc('\n', stderr);
}

int fail_after(const grundy_error *error, uint64_t positions, const char *hint) {
  /* A signal may also make a read fail. */
  if (error->status == GRUNDY_CANCELLED || signals_caught()) {
    static const grundy_error interrupted = {.status = GRUNDY_CANCELLED, .message = "interrupted"};
    signals_say_interrupted();
    put_object(&interrupted, NULL);
    return CODE_INTERRUPTED;
  }
  char text[2 * GRUNDY_ERROR_MAX_TEXT + 64];
  if (hint == NULL) hint = hint_of(error);
  (void)grundy_error_format(error, text, sizeof text);
  if (error->file[0] == '\0') (void)fprintf(stderr, "%s: ", program.name);
  put_line(text, hint);
  source_line_put(error);
  put_object(error, &GRUNDY_OPTIONS(grundy_answer_failure, .hint = hint, .positions = positions));
  return grundy_exit_code(error->status);
}

int fail(const grundy_error *error) {
  return fail_after(error, 0, NULL);
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
  char help[64];
  grundy_error error = {.status = GRUNDY_BAD_ARGUMENT};
  bool asks = text[0] != '\0' && text[strlen(text) - 1] == '?';
  (void)snprintf(help, sizeof help, "try '%s %s%s--help'", program.name,
                 command == NULL ? "" : command, command == NULL ? "" : " ");
  (void)snprintf(error.message, sizeof error.message, "%.*s", (int)sizeof error.message - 1, text);
  (void)fprintf(stderr, "%s: ", program.name);
  put_line(text, asks ? NULL : help);
  put_object(&error, &GRUNDY_OPTIONS(grundy_answer_failure, .hint = asks ? NULL : help));
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
