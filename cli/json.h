/* Writes small JSON texts. */

#ifndef GRUNDY_CLI_JSON_H
#define GRUNDY_CLI_JSON_H

#include <stdio.h>

/* Writes the UTF-8 text as a JSON string, quotes included. (Jansson has a json_string.) */
void json_put_string(FILE *out, const char *text);

#endif
