/* Words in quotes: "…", in which \" and \\ stand for a quote and a backslash. The way back is
 * grundy_quote of <grundy/base.h>. */

#ifndef GRUNDY_SRC_BASE_QUOTED_H
#define GRUNDY_SRC_BASE_QUOTED_H

#include <stddef.h>

/* The closing quote of the word that the quote at `open` begins; NULL if there is none. */
const char *grundy_quoted_end(const char *open);

/* Puts quotes and backslashes in place of what stands for them, in a word without its own quotes.
 * Returns the new length. */
size_t grundy_unquote(char *word, size_t length);

#endif
