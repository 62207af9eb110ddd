/* Reads lines that a person types, with editing and a history, or lines of a script. */

#ifndef GRUNDY_CLI_KEYBOARD_H
#define GRUNDY_CLI_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include <grundy/base.h>

struct line_editor;

struct keyboard {
  bool person;                /* whether a person types; a script gets no prompt */
  struct line_editor *editor; /* NULL: lines are not edited */
  struct termios usual;       /* the terminal while no line is edited */
  char *line;                 /* the last one, as it was read */
  size_t room;
};

/* Cannot fail: if the editor cannot be started, lines are read without editing. The struct must not
 * move until keyboard_end. */
void keyboard_start(struct keyboard *keyboard);
void keyboard_end(struct keyboard *keyboard);

/* Waits for a line and keeps it without its end in keyboard->line, which the caller may change,
 * until the next call. Sets *ended to whether there are no more lines. Ctrl-C ends the process
 * meanwhile, so the caller must have nothing to clean up. */
grundy_status keyboard_ask(struct keyboard *keyboard, bool *ended, grundy_error *error);

#endif
