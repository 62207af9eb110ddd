/* Writing small JSON texts. */

#ifndef GRUNDY_CLI_JSON_H
#define GRUNDY_CLI_JSON_H

#include <stdio.h>

/* Writes the UTF-8 text as a JSON string, quotes included. */
void json_string(FILE *out, const char *text);

#endif
