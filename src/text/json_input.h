/* Parsing JSON. Jansson does it, and this file notices if it runs out of memory. */

#ifndef GRUNDY_SRC_TEXT_JSON_INPUT_H
#define GRUNDY_SRC_TEXT_JSON_INPUT_H

#include "base/error.h"
#include "base/monitor.h"

#include <jansson.h>

/* Parses the whole text as one JSON value, in which no object has two members with one name. The
 * caller releases *root by json_decref. A byte is one step of the work. `name` is that of the
 * input, for messages. GRUNDY_BAD_INPUT, with line and column, if it is not JSON. */
GRUNDY_MUST_USE grundy_status grundy_json_parse(const char *text, size_t length, const char *name,
                                                grundy_work *work, json_t **root,
                                                grundy_error *error);

#endif
