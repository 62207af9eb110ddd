/* Reads and checks members of untrusted JSON objects. The first error is kept; everything read
 * after it is a default. */

#ifndef GRUNDY_WEB_MEMBERS_H
#define GRUNDY_WEB_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <jansson.h>

struct web_check {
  grundy_status status;
  grundy_error *error; /* owned by the caller */
};

/* Records an error. */
void web_refuse(struct web_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records that memory ran out. */
void web_refuse_without_memory(struct web_check *check);

/* Parses the text as JSON. NULL if it is not JSON, or if memory runs out, as *lacks_memory says. */
json_t *web_load(const char *text, size_t length, json_error_t *where, bool *lacks_memory);

/* Parses the text as JSON. Refuses text that nests deeper than 16 or has more than 50,000 values
 * without parsing it, since the parser would need a hundred times its length. NULL if refused. */
json_t *web_parse(struct web_check *check, const char *text, size_t length);

/* Refuses the value unless it is an object whose members are all in this NULL-terminated list: a
 * misspelt option must not be ignored silently. `what` names the value in messages. False if
 * refused. */
bool web_is_object(struct web_check *check, const json_t *value, const char *what,
                   const char *const *names);

/* Returns whether the member exists; null counts as missing. */
bool web_has(const json_t *object, const char *name);

/* Returns a string of at most `most` bytes without control characters. NULL if it is missing, which
 * is an error if it is `required`. */
const char *web_text(struct web_check *check, const json_t *object, const char *name, bool required,
                     size_t most);

bool web_flag(struct web_check *check, const json_t *object, const char *name);

/* Returns a number from `least` to `most`, or `missing` if there is none. */
int64_t web_integer(struct web_check *check, const json_t *object, const char *name, int64_t least,
                    int64_t most, int64_t missing);

/* Returns one of the choices in a NULL-terminated list; the first one if there is none. */
const char *web_choice(struct web_check *check, const json_t *object, const char *name,
                       const char *const *choices);

/* Returns whether the text is a word that cannot be an option or the path of a file elsewhere: one
 * or more characters of `letters`, the first a letter or a digit. */
bool web_is_word(const char *text, const char *letters);

#endif
