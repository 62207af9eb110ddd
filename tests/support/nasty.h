/* Texts that are hard to write to a file and to read back. */

#ifndef SUPPORT_NASTY_H
#define SUPPORT_NASTY_H

enum { NASTY_COUNT = 96 };

/* All are distinct; the first one is empty. UTF-8 with quotes, backslashes, line ends, control
 * characters, and words and signs with a meaning in some format. */
extern const char *const nasty_texts[NASTY_COUNT];

#endif
