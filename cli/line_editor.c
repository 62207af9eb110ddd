#include "line_editor.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>

#include "libedit.h"

enum { REMEMBERED = 1000 };

struct line_editor {
  EditLine *editor;
  History *history; /* NULL: there is none */
  char *prompt;
};

static char *prompt_of(EditLine *editor) {
  void *data = NULL;
  (void)libedit.el_get(editor, EL_CLIENTDATA, &data);
  return ((const struct line_editor *)data)->prompt;
}

static void start_history(struct line_editor *editor) {
  HistEvent event;
  editor->history = libedit.history_init();
  if (editor->history == NULL) return;
  (void)libedit.history(editor->history, &event, H_SETSIZE, REMEMBERED);
  (void)libedit.history(editor->history, &event, H_SETUNIQUE, 1);
  (void)libedit.el_set(editor->editor, EL_HIST, libedit.history, editor->history);
}

struct line_editor *line_editor_new(char *prompt) {
  if (libedit_load(NULL) != GRUNDY_OK) return NULL;
  struct line_editor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->prompt = prompt;
  editor->editor = libedit.el_init("grundy", stdin, stdout, stderr);
  if (editor->editor == NULL) {
    free(editor);
    return NULL;
  }
  (void)libedit.el_set(editor->editor, EL_CLIENTDATA, editor);
  (void)libedit.el_set(editor->editor, EL_PROMPT, prompt_of);
  (void)libedit.el_set(editor->editor, EL_EDITOR, "emacs");
  /* The terminal is restored before a handler runs. */
  (void)libedit.el_set(editor->editor, EL_SIGNAL, 1);
  start_history(editor);
  (void)libedit.el_source(editor->editor, NULL); /* the settings in ~/.editrc */
  return editor;
}

void line_editor_free(struct line_editor *editor) {
  if (editor == NULL) return;
  if (editor->history != NULL) libedit.history_end(editor->history);
  libedit.el_end(editor->editor);
  free(editor);
}

ssize_t line_editor_read(struct line_editor *editor, char **line, size_t *room) {
  int length = 0;
  HistEvent event;
  errno = 0;
  const char *typed = libedit.el_gets(editor->editor, &length);
  if (typed == NULL || length <= 0) return -1;
  char *copy = strdup(typed);
  if (copy == NULL) return -1;
  free(*line);
  *line = copy;
  *room = (size_t)length + 1;
  if (editor->history != NULL && strspn(copy, " \t\n") < strlen(copy))
    (void)libedit.history(editor->history, &event, H_ENTER, copy);
  return length;
}
