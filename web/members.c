#include "web/members.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <jansson.h>
#include <json_memory.h>

enum { DEEPEST = 16, MOST_VALUES = 50000 };

void web_refuse(struct web_check *check, const char *format, ...) {
  if (check->status != GRUNDY_OK) return;
  check->status = GRUNDY_BAD_INPUT;
  *check->error = (grundy_error){.status = GRUNDY_BAD_INPUT};
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(check->error->message, sizeof check->error->message, format, arguments);
  va_end(arguments);
  for (char *c = check->error->message; *c != '\0'; c++)
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      *c = '?'; /* the message may quote untrusted input */
}

void web_refuse_without_memory(struct web_check *check) {
  if (check->status != GRUNDY_OK) return;
  check->status = GRUNDY_OUT_OF_MEMORY;
  *check->error = (grundy_error){.status = GRUNDY_OUT_OF_MEMORY, .message = "out of memory"};
}

/* ---- the text ---------------------------------------------------------------------- */

/* Returns the closing quote of the string that begins at `at`, or the end of the text. */
static const char *skip_string(const char *at, const char *end) {
  for (at++; at < end && *at != '"'; at++)
    if (*at == '\\' && at + 1 < end) at++;
  return at;
}

/* Checks the limits by counting brackets and commas outside of strings. */
static bool is_small(const char *text, size_t length) {
  const char *end = text + length;
  int depth = 0;
  int values = 1;
  for (const char *at = text; at < end; at++) {
    if (*at == '"') {
      at = skip_string(at, end);
      if (at == end) return true;
    } else if (*at == '{' || *at == '[') {
      depth++;
      values++;
    } else if (*at == '}' || *at == ']') {
      depth--;
    } else if (*at == ',') {
      values++;
    }
    if (depth > DEEPEST || values > MOST_VALUES) return false;
  }
  return true;
}

static bool is_about_nul(const json_error_t *error) {
  enum json_error_code code = json_error_code(error);
  return code == json_error_null_character || code == json_error_null_byte_in_key;
}

json_t *web_load(const char *text, size_t length, json_error_t *where, bool *lacks_memory) {
  json_memory_watch();
  json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, where);
  *lacks_memory = json_memory_ran_out();
  if (!*lacks_memory) return value;
  json_decref(value);
  return NULL;
}

json_t *web_parse(struct web_check *check, const char *text, size_t length) {
  json_error_t where;
  if (!is_small(text, length)) {
    web_refuse(check,
               "the body is too complex; JSON may nest at most %d deep and "
               "have at most %d values",
               DEEPEST, MOST_VALUES);
    return NULL;
  }
  bool lacks_memory;
  json_t *value = web_load(text, length, &where, &lacks_memory);
  if (value != NULL) return value;
  if (lacks_memory)
    web_refuse_without_memory(check);
  else if (is_about_nul(&where))
    web_refuse(check, "a string contains a NUL; \\u0000 is not allowed");
  else
    web_refuse(check, "the body is not a JSON object: %.200s", where.text);
  (void)snprintf(check->error->file, sizeof check->error->file, "body");
  check->error->line = where.line > 0 ? (uint64_t)where.line : 0;
  check->error->column = where.column > 0 ? (uint64_t)where.column : 0;
  return NULL;
}

/* ---- members ----------------------------------------------------------------------- */

static bool is_among(const char *name, const char *const *names) {
  for (; *names != NULL; names++)
    if (strcmp(*names, name) == 0) return true;
  return false;
}

/* Writes the names, separated by commas: "game, position". */
static void list(const char *const *names, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (; *names != NULL && length < size; names++)
    length +=
        (size_t)snprintf(text + length, size - length, "%s%s", length == 0 ? "" : ", ", *names);
}

bool web_is_object(struct web_check *check, const json_t *value, const char *what,
                   const char *const *names) {
  char known[256];
  if (!json_is_object(value)) {
    web_refuse(check, value == NULL ? "%s is missing" : "%s is not an object", what);
    return false;
  }
  void *at = json_object_iter((json_t *)value);
  for (; at != NULL; at = json_object_iter_next((json_t *)value, at)) {
    if (is_among(json_object_iter_key(at), names)) continue;
    list(names, known, sizeof known);
    web_refuse(check, "%s has an unknown member '%.40s'; known members: %s", what,
               json_object_iter_key(at), known);
    return false;
  }
  return true;
}

/* Returns NULL if the member is missing or null. */
static const json_t *member(const json_t *object, const char *name) {
  const json_t *value = json_object_get(object, name);
  return json_is_null(value) ? NULL : value;
}

bool web_has(const json_t *object, const char *name) {
  return member(object, name) != NULL;
}

static bool is_printable(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f) return false;
  return true;
}

const char *web_text(struct web_check *check, const json_t *object, const char *name, bool required,
                     size_t most) {
  const json_t *value = member(object, name);
  if (value == NULL && !required) return NULL;
  const char *text = json_string_value(value);
  if (text == NULL)
    web_refuse(check, "'%s' is %s", name, value == NULL ? "missing" : "not a string");
  else if (json_string_length(value) > most)
    web_refuse(check, "'%s' is longer than %zu bytes", name, most);
  else if (!is_printable(text, json_string_length(value)))
    web_refuse(check, "'%s' contains a control character", name);
  return check->status == GRUNDY_OK ? text : NULL;
}

bool web_flag(struct web_check *check, const json_t *object, const char *name) {
  const json_t *value = member(object, name);
  if (value != NULL && !json_is_boolean(value))
    web_refuse(check, "'%s' is not true or false", name);
  return json_is_true(value);
}

int64_t web_integer(struct web_check *check, const json_t *object, const char *name, int64_t least,
                    int64_t most, int64_t missing) {
  const json_t *value = member(object, name);
  if (value == NULL) return missing;
  int64_t number = json_integer_value(value);
  if (json_is_integer(value) && number >= least && number <= most) return number;
  web_refuse(check, "'%s' is not a whole number from %lld to %lld", name, (long long)least,
             (long long)most);
  return missing;
}

const char *web_choice(struct web_check *check, const json_t *object, const char *name,
                       const char *const *choices) {
  char known[256];
  const json_t *value = member(object, name);
  const char *text = json_string_value(value);
  if (value == NULL) return choices[0];
  for (size_t i = 0; text != NULL && choices[i] != NULL; i++)
    if (strcmp(choices[i], text) == 0) return choices[i];
  list(choices, known, sizeof known);
  web_refuse(check, "'%s' is not one of %s", name, known);
  return choices[0];
}

bool web_is_word(const char *text, const char *letters) {
  bool begins = (text[0] >= 'a' && text[0] <= 'z') || (text[0] >= '0' && text[0] <= '9') ||
                (text[0] >= 'A' && text[0] <= 'Z');
  return begins && strspn(text, letters) == strlen(text);
}
