/* Names in tables for papers and in pictures for LaTeX, and text in XML and HTML. */

#ifndef GRUNDY_SRC_TEXT_MARKUP_H
#define GRUNDY_SRC_TEXT_MARKUP_H

#include <grundy/text.h>

/* Each byte of a text becomes at most this many bytes of markup; the delimiters of a name are
 * not counted. */
enum { GRUNDY_MARKUP_ROOM = 18 };

/* Writes the text for LaTeX, with escapes, and returns where it ends. */
char *grundy_put_latex(char *to, const char *text);

/* Writes a name into a cell, also the first one of a row, and returns where it ends. */
char *grundy_put_marked(char *to, const grundy_markup *markup, const char *name);

/* Writes text for XML or HTML; those of the characters & < > " tab, line feed and carriage return
 * that are `special` become entities. */
void grundy_write_xml(FILE *out, const char *text, size_t length, const char *special);

#endif
