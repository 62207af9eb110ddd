/* Lines that a person types, with editing and a history, or that a script brings. */

#ifndef GRUNDY_CLI_KEYBOARD_H
#define GRUNDY_CLI_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include <grundy/base.h>

struct editline;
struct history;

struct keyboard {
  bool person;             /* does somebody sit there? Otherwise there is no prompt */
  struct editline *editor; /* NULL: lines are not edited */
  struct history *history; /* NULL: there is none */
  struct termios usual;    /* the terminal while no line is edited */
  char *line;              /* the last one, as it was read */
  size_t room;
};

/* Nothing to be freed in case of trouble: then lines are read without editing. The struct must stay
 * where it is until keyboard_end. */
void keyboard_start(struct keyboard *keyboard);
void keyboard_end(struct keyboard *keyboard);

/* Waits for a line. It stands without its end in keyboard->line, which may be changed, until the
 * next one is asked for; *ended tells that there is none. Ctrl-C ends the process meanwhile:
 * whoever asks has nothing to clean up. */
grundy_status keyboard_ask(struct keyboard *keyboard, bool *ended, grundy_error *error);

#endif
