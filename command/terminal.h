/* What the terminal can show. */

#ifndef GRUNDY_CLI_TERMINAL_H
#define GRUNDY_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Makes sure that files opened later cannot get the descriptor of a closed standard stream, and
 * reads the locale. To be called first. */
void terminal_start(void);

/* Returns whether the locale may be unable to show more than ASCII. */
bool terminal_is_ascii(void);

/* The values of --colour, and their names up to a NULL. */
enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
extern const char *const terminal_colour_choices[];

/* Returns whether to write colours to standard output, for one of these values. */
bool terminal_uses_colour(int choice);

/* Returns the number of characters in the UTF-8 text. */
size_t terminal_width(const char *text, size_t length);

/* Sets whether notes and summaries are left out; they are not at first. */
void terminal_set_quiet(bool is_quiet);
bool terminal_is_quiet(void);

/* Prints what to type, such as "one move per line", if `path` is - and standard input is a
 * keyboard. */
void terminal_explain_keyboard(const char *path, const char *what);

/* Returns the seconds since some fixed time. */
double terminal_clock(void);

/* Returns the width of standard error's terminal in characters; 80 if it is unknown. */
int terminal_columns(void);

#endif
