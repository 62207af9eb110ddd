/* Members of JSON objects that somebody else has written, checked one by one. The first thing that
 * is wrong is kept, and whatever is read after that is a default. */

#ifndef GRUNDY_WEB_MEMBERS_H
#define GRUNDY_WEB_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <jansson.h>

struct web_check {
  grundy_status status;
  grundy_error *error; /* of the caller */
};

/* Notes that something is wrong; the sentence says what was expected. */
void web_refuse(struct web_check *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text as JSON. Refuses what nests deeper than 16 or has more than 50,000 values before it is
 * parsed, since a parser would need a hundred times its length for those. NULL if it is refused. */
json_t *web_parse(struct web_check *check, const char *text, size_t length);

/* Refuses the value unless it is an object whose members are all among these names, which end with
 * a NULL: a misspelt option must not be passed over in silence. `what` is what a message calls it.
 * False if it was refused. */
bool web_is_object(struct web_check *check, const json_t *value, const char *what,
                   const char *const *names);

/* Members; one that is null counts as one that is not there. */
bool web_has(const json_t *object, const char *name);

/* A text without control characters of at most `most` bytes. NULL if there is none: that is
 * refused where it is `required`. */
const char *web_text(struct web_check *check, const json_t *object, const char *name, bool required,
                     size_t most);

bool web_flag(struct web_check *check, const json_t *object, const char *name);

/* From `least` to `most`; `missing` if there is none. */
int64_t web_integer(struct web_check *check, const json_t *object, const char *name, int64_t least,
                    int64_t most, int64_t missing);

/* One of the choices, which end with a NULL; the first one if there is none. */
const char *web_choice(struct web_check *check, const json_t *object, const char *name,
                       const char *const *choices);

/* A text that is no name of a file elsewhere and no option: the characters of `letters`, at least
 * one, the first of which is a letter or a digit. */
bool web_is_word(const char *text, const char *letters);

#endif
