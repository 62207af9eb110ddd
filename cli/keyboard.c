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
#include <platform.h>

#include "failure.h"
#include "files.h"
#include "line_editor.h"
#include "signals.h"

static char prompt_text[] = "> ";

void keyboard_start(struct keyboard *keyboard) {
  *keyboard = (struct keyboard){.person = grundy_platform_is_terminal(STDIN_FILENO) &&
                                          grundy_platform_is_terminal(STDOUT_FILENO)};
  if (!keyboard->person) return;
  if (tcgetattr(STDIN_FILENO, &keyboard->usual) == 0) signals_note_terminal(&keyboard->usual);
  keyboard->editor = line_editor_new(prompt_text);
}

void keyboard_end(struct keyboard *keyboard) {
  signals_note_terminal(NULL);
  line_editor_free(keyboard->editor);
  free(keyboard->line);
  *keyboard = (struct keyboard){0};
}

static grundy_status fail_reading(int reason, grundy_error *error) {
  grundy_status status = reason == ENOMEM ? GRUNDY_OUT_OF_MEMORY : GRUNDY_IO_ERROR;
  return fail_with(error, status, "standard input", "%s", strerror(reason));
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
  ssize_t length = keyboard->editor == NULL
                       ? read_plain(keyboard)
                       : line_editor_read(keyboard->editor, &keyboard->line, &keyboard->room);
  int reason = errno;
  signals_set_flag();
  *ended = length < 0;
  bool nothing = feof(stdin) != 0 || reason == 0 || keyboard->editor != NULL;
  if (*ended && (!nothing || reason == ENOMEM)) return fail_reading(reason, error);
  if (!*ended) keyboard->line[strcspn(keyboard->line, "\r\n")] = '\0';
  return GRUNDY_OK;
}
