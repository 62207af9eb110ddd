/* Games read from and written to text, and what every game format has to pass. */

#ifndef SUPPORT_FORMATS_H
#define SUPPORT_FORMATS_H

#include <grundy/format.h>

/* grundy_digraph_scan on bytes; the file is called "game". */
grundy_status scan_bytes(grundy_format format, const char *bytes, size_t size, grundy_digraph **g,
                         grundy_error *error);

/* The same for a text made of parts: one, `count` times another, in which %d stands for their
 * number, and a last one. The game is freed. */
grundy_status scan_many(grundy_format format, const char *first, const char *part, int count,
                        const char *last, grundy_error *error);

/* The game in a text; a failure ends the test. */
grundy_digraph *scan_text(grundy_format format, const char *text);

/* grundy_digraph_write to a new text, to be freed, with its length; a failure ends the test. */
char *text_of(grundy_format format, const grundy_digraph *g, size_t *size);

/* The text is read as a game with these names and moves, in their order, each with a space
 * before it: " a b" and " a>b b>b". */
void assert_game(grundy_format format, const char *text, const char *names, const char *moves);

/* The text is read as a game whose labels are these, as names are; "-" where there is none. */
void assert_labels(grundy_format format, const char *text, const char *labels);

/* The text is refused with GRUNDY_BAD_INPUT and exactly this `line:column: message`. */
void assert_refused(grundy_format format, const char *text, const char *expected);

/* NULL if both have the same vertices, names, labels and moves, otherwise a sentence. */
const char *same_game(const grundy_digraph *expected, const grundy_digraph *got);

/* A copy of g, of at most NASTY_MOST vertices, that has one of many nasty texts as the name of each
 * vertex and, if `labelled`, as the label of some. `allowed` says which texts may be used; NULL:
 * all of them. */
enum { NASTY_MOST = 80 };

grundy_digraph *with_nasty_texts(const grundy_digraph *g, grundy_random *random, bool labelled,
                                 bool (*allowed)(const char *text));

/* What is written of g in that format is read as the same game: NULL, otherwise a sentence. */
const char *survives(grundy_format format, const grundy_digraph *g);

/* Every prefix of the text, and the text with any single bit turned, is read or refused with one
 * line; what is read can be written and read again, or cannot be written for a stated reason. */
void assert_any_damage_is_noticed_or_harmless(grundy_format format, const char *text);

#endif
