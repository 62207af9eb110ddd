/* Replaces the editor in builds without libedit. */

#include "line_editor.h"

struct line_editor *line_editor_new(char *prompt) {
  (void)prompt;
  return NULL;
}

void line_editor_free(struct line_editor *editor) {
  (void)editor;
}

ssize_t line_editor_read(struct line_editor *editor, char **line, size_t *room) {
  (void)editor;
  (void)line;
  (void)room;
  return -1;
}
