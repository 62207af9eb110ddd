/* Words in quotes: "…", in which \" and \\ stand for a quote and a backslash. <grundy/base.h> has
 * grundy_quote, which writes such words. */

#ifndef GRUNDY_SRC_BASE_QUOTE_H
#define GRUNDY_SRC_BASE_QUOTE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the closing quote of the word that begins with the quote at `open`; NULL if there is none
 * before `end`. */
const char *grundy_quote_end(const char *open, const char *end);

/* Replaces \" and \\ by a quote and a backslash, in a word given without its enclosing quotes.
 * Returns the new length. */
size_t grundy_unquote(char *word, size_t length);

/* Returns whether text for people shows the name in quotes: if it is empty, or begins with a quote.
 * Where "-" or nothing stands for no name (`optional`), a name that is "-" is quoted, too. */
bool grundy_is_quoted_name(const char *name, bool optional);

#endif
