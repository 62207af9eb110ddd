/* Edits lines on a terminal, with a history. */

#ifndef GRUNDY_CLI_LINE_EDITOR_H
#define GRUNDY_CLI_LINE_EDITOR_H

#include <stddef.h>
#include <sys/types.h>

struct line_editor;

/* Starts the editor, with a prompt that must outlive it. NULL if there is none. */
struct line_editor *line_editor_new(char *prompt);

/* NULL is allowed. */
void line_editor_free(struct line_editor *editor);

/* As getline: returns the length with the end of the line, or -1, with errno 0 at the end of
 * input. */
ssize_t line_editor_read(struct line_editor *editor, char **line, size_t *room);

#endif
