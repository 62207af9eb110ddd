/* Writes JSON to a stream. */

#ifndef GRUNDY_JSON_H
#define GRUNDY_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Objects and arrays can be nested this deeply. */
enum { GRUNDY_JSON_MAX_DEPTH = 32 };

/* JSON that is being written: separators and brackets are written as they are due. The members are
 * private. */
typedef struct grundy_json {
  FILE *out;
  uint32_t depth;
  bool starts_line;                         /* the next item does */
  bool has_item[GRUNDY_JSON_MAX_DEPTH + 1]; /* something was written at that depth */
  char closing[GRUNDY_JSON_MAX_DEPTH + 1];  /* the bracket that ends that depth */
} grundy_json;

/* Begins a document. Nothing has to be freed; the caller checks `out` for write errors. */
GRUNDY_API grundy_json grundy_json_start(FILE *out);

/* Each function below writes one item. `name` is its name in the object that is open, and NULL in
 * an array or at the top. */

/* Opens an object or an array, which grundy_json_end closes. */
GRUNDY_API void grundy_json_object(grundy_json *json, const char *name);
GRUNDY_API void grundy_json_array(grundy_json *json, const char *name);

/* Closes the object or array that was opened last. The document ends with a line feed when all are
 * closed. */
GRUNDY_API void grundy_json_end(grundy_json *json);

/* Writes null if `text` is NULL. Bytes that are not UTF-8 become U+FFFD. */
GRUNDY_API void grundy_json_string(grundy_json *json, const char *name, const char *text);

/* Begins a string and returns the stream, to which the caller writes text that needs no escapes;
 * grundy_json_text_end ends it. */
GRUNDY_API FILE *grundy_json_text(grundy_json *json, const char *name);
GRUNDY_API void grundy_json_text_end(grundy_json *json);

/* Writes a JSON document, such as another writer has made, as it is. */
GRUNDY_API void grundy_json_document(grundy_json *json, const char *name, const char *text);

GRUNDY_API void grundy_json_integer(grundy_json *json, const char *name, uint64_t number);
GRUNDY_API void grundy_json_signed(grundy_json *json, const char *name, int64_t number);

/* Writes a number that reads back exactly, or null if it is not finite. */
GRUNDY_API void grundy_json_real(grundy_json *json, const char *name, double number);

GRUNDY_API void grundy_json_bool(grundy_json *json, const char *name, bool is_true);
GRUNDY_API void grundy_json_null(grundy_json *json, const char *name);

/* Begins a new line before the next item, so that people and line-based tools can read long
 * answers. */
GRUNDY_API void grundy_json_line(grundy_json *json);

#ifdef __cplusplus
}
#endif

#endif
