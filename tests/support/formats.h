/* Reads and writes games as text, and checks what every game format must satisfy. */

#ifndef SUPPORT_FORMATS_H
#define SUPPORT_FORMATS_H

#include <grundy/format.h>

/* Calls grundy_digraph_scan on bytes; the file is called "game". */
grundy_status scan_bytes(grundy_format format, const char *bytes, size_t size, grundy_digraph **g,
                         grundy_error *error);

/* As above, for a text of `first`, then `count` times a part in which %d is replaced by its number,
 * then `last`. The game is freed. */
grundy_status scan_many(grundy_format format, const char *first, const char *part, int count,
                        const char *last, grundy_error *error);

/* Returns the game in a text; a failure ends the test. */
grundy_digraph *scan_text(grundy_format format, const char *text);

/* Calls grundy_digraph_write. Returns a new text, to be freed, with its length; a failure ends the
 * test. */
char *text_of(grundy_format format, const grundy_digraph *g, size_t *size);

/* Checks that the text is read as a game with these names and moves in this order, each preceded by
 * a space: " a b" and " a>b b>b". */
void assert_game(grundy_format format, const char *text, const char *names, const char *moves);

/* Checks that the text is read as a game with these labels, written like names; "-" if there is
 * none. */
void assert_labels(grundy_format format, const char *text, const char *labels);

/* Checks that the text is rejected with GRUNDY_BAD_INPUT and exactly this `line:column:
 * message`. */
void assert_refused(grundy_format format, const char *text, const char *expected);

/* Returns NULL if both have the same vertices, names, labels, moves and kinds, otherwise a
 * sentence. */
const char *same_game(const grundy_digraph *expected, const grundy_digraph *got);

/* Returns a copy of g, which has at most NASTY_MOST vertices, with one of many nasty texts as the
 * name of each vertex and, if `labelled`, as the label of some. `allowed` selects the texts; NULL:
 * all of them. */
enum { NASTY_MOST = 80 };

grundy_digraph *with_nasty_texts(const grundy_digraph *g, grundy_random *random, bool labelled,
                                 bool (*allowed)(const char *text));

/* Writes g in that format and reads it again. Returns NULL if this gives the same game, otherwise a
 * sentence. */
const char *survives(grundy_format format, const grundy_digraph *g);

/* Checks that every prefix of the text, and the text with any single bit flipped, is read or is
 * rejected with one line; games that were read can be written and read again, or are rejected by
 * the writer with a reason. */
void assert_any_damage_is_noticed_or_harmless(grundy_format format, const char *text);

#endif
