/* Adds "did you mean" to an error. grundy_suggest of <grundy/base.h> finds the word. */

#ifndef GRUNDY_SRC_BASE_SUGGEST_H
#define GRUNDY_SRC_BASE_SUGGEST_H

#include <grundy/base.h>

/* Appends "; did you mean 'WORD'?" to the message of an error that was just filled, if some word is
 * close. Returns whether one is. `error` may be NULL. */
bool grundy_error_suggest(grundy_error *error, const grundy_suggestion *best);

#endif
