#include "keyboard.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <termios.h>
#include <unistd.h>

#include <grundy/base.h>

#include "failure.h"
#include "files.h"
#include "libedit.h"
#include "signals.h"

enum { REMEMBERED = 1000 };

static char prompt_text[] = "> ";

static char *prompt(EditLine *editor) {
  (void)editor;
  return prompt_text;
}

void keyboard_start(struct keyboard *keyboard) {
  HistEvent event;
  *keyboard = (struct keyboard){.person = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1};
  if (!keyboard->person) return;
  if (tcgetattr(STDIN_FILENO, &keyboard->usual) == 0) signals_note_terminal(&keyboard->usual);
  if (libedit_load(NULL) != GRUNDY_OK) return;
  keyboard->editor = libedit.el_init("grundy", stdin, stdout, stderr);
  keyboard->history = libedit.history_init();
  if (keyboard->editor == NULL) return;
  (void)libedit.el_set(keyboard->editor, EL_PROMPT, prompt);
  (void)libedit.el_set(keyboard->editor, EL_EDITOR, "emacs");
  /* The terminal is restored before a handler runs. */
  (void)libedit.el_set(keyboard->editor, EL_SIGNAL, 1);
  if (keyboard->history != NULL) {
    (void)libedit.history(keyboard->history, &event, H_SETSIZE, REMEMBERED);
    (void)libedit.history(keyboard->history, &event, H_SETUNIQUE, 1);
    (void)libedit.el_set(keyboard->editor, EL_HIST, libedit.history, keyboard->history);
  }
  (void)libedit.el_source(keyboard->editor, NULL); /* the settings in ~/.editrc */
}

void keyboard_end(struct keyboard *keyboard) {
  signals_note_terminal(NULL);
  if (keyboard->history != NULL) libedit.history_end(keyboard->history);
  if (keyboard->editor != NULL) libedit.el_end(keyboard->editor);
  free(keyboard->line);
  *keyboard = (struct keyboard){0};
}

static grundy_status fail_reading(int reason, grundy_error *error) {
  grundy_status status = reason == ENOMEM ? GRUNDY_OUT_OF_MEMORY : GRUNDY_IO_ERROR;
  return fail_with(error, status, "standard input", "%s", strerror(reason));
}

/* As getline: returns the length with the end of the line, or -1, with errno 0 at the end of input.
 */
static ssize_t read_edited(struct keyboard *keyboard) {
  int length = 0;
  HistEvent event;
  errno = 0;
  const char *typed = libedit.el_gets(keyboard->editor, &length);
  if (typed == NULL || length <= 0) return -1;
  char *line = strdup(typed);
  if (line == NULL) return -1;
  free(keyboard->line);
  keyboard->line = line;
  keyboard->room = (size_t)length + 1;
  if (keyboard->history != NULL && strspn(line, " \t\n") < strlen(line))
    (void)libedit.history(keyboard->history, &event, H_ENTER, line);
  return length;
}

static ssize_t read_plain(struct keyboard *keyboard) {
  if (keyboard->person) {
    (void)fputs(prompt_text, stdout);
    (void)fflush(stdout);
  }
  errno = 0;
  return getline(&keyboard->line, &keyboard->room, stdin);
}

grundy_status keyboard_ask(struct keyboard *keyboard, bool *ended, grundy_error *error) {
  signals_end_process();
  grundy_status status = file_interrupted(error);
  if (status != GRUNDY_OK) return status;
  ssize_t length = keyboard->editor == NULL ? read_plain(keyboard) : read_edited(keyboard);
  int reason = errno;
  signals_set_flag();
  *ended = length < 0;
  bool nothing = feof(stdin) != 0 || reason == 0 || keyboard->editor != NULL;
  if (*ended && (!nothing || reason == ENOMEM)) return fail_reading(reason, error);
  if (!*ended) keyboard->line[strcspn(keyboard->line, "\r\n")] = '\0';
  return GRUNDY_OK;
}
