/* Text that is cut to the room of a caller but counted whole, as snprintf does it. */

#ifndef GRUNDY_SRC_BASE_CUT_H
#define GRUNDY_SRC_BASE_CUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct grundy_cut {
  char *at;
  size_t size, length; /* the room, and how long the whole text is */
} grundy_cut;

void grundy_cut_append(grundy_cut *text, const char *piece);
void grundy_cut_append_number(grundy_cut *text, uint64_t number);

/* Ends the text with a NUL, if there is room for one; returns its whole length. */
size_t grundy_cut_finish(grundy_cut *text);

#endif
