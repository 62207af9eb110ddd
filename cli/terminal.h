/* What the terminal can show. */

#ifndef GRUNDY_CLI_TERMINAL_H
#define GRUNDY_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Makes sure that files opened later cannot take the number of a standard stream that the
 * caller closed, and reads the locale. To be called first. */
void terminal_start(void);

/* Can the locale show only ASCII for sure? */
bool terminal_is_ascii(void);

/* Is standard output a terminal with colours, or a pager on one, and NO_COLOR not set? */
bool terminal_wants_colour(void);

/* The values of --colour, and their names up to a NULL. */
enum { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
extern const char *const terminal_colour_choices[];

/* Returns whether to write colours to standard output, for one of these values. */
bool terminal_uses_colour(int choice);

/* The number of characters in the UTF-8 text. */
size_t terminal_width(const char *text, size_t length);

/* Sets whether notes and summaries are left out; they are not at first. */
void terminal_set_quiet(bool is_quiet);
bool terminal_is_quiet(void);

/* Says what to type, "one move per line", if `path` is - and standard input is a keyboard. */
void terminal_explain_keyboard(const char *path, const char *what);

/* Seconds since some moment; only differences mean something. */
double terminal_clock(void);

/* How many characters a line of standard error's terminal has; 80 if nobody knows. */
int terminal_columns(void);

#endif
