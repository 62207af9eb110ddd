/* Shows the line of a file or an argument that an error is about, with a caret under the column. */

#ifndef GRUNDY_CLI_SOURCE_LINE_H
#define GRUNDY_CLI_SOURCE_LINE_H

#include <grundy/base.h>

/* Remembers the text of an argument that errors call `name`, such as "expression"; at most
 * four of them. Both strings have to live as long as the process. */
void source_line_remember(const char *name, const char *text);

/* Writes two lines to standard error if it is a terminal and the place of the error is known:
 *
 *     a b c
 *         ^
 *
 * A long line is cut on both sides. Writes nothing if the text cannot be read again. */
void source_line_put(const grundy_error *error);

#endif
