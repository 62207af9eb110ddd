/* The texts that label some of the vertices, as in a file of DOT; not the numbers with which
 * kernels label vertices. Equal texts are stored once. Most games have no labels, and then the
 * table costs nothing. */

#ifndef GRUNDY_SRC_DIGRAPH_LABEL_TEXTS_H
#define GRUNDY_SRC_DIGRAPH_LABEL_TEXTS_H

#include "digraph/names.h"

typedef struct grundy_label_texts {
  grundy_names texts;
  uint32_t *of; /* by vertex: 1 + the number of its text; 0 if it has none */
  uint64_t capacity;
  uint32_t count; /* vertices from here on have no label */
} grundy_label_texts;

/* Frees the table. A zeroed table is empty. */
void grundy_label_texts_free(grundy_label_texts *table);

/* Sets the label of v; a length of 0 removes it. A text that is no longer used stays in the table.
 * False if memory runs out: then no label has changed. */
bool grundy_label_texts_set(grundy_label_texts *table, uint32_t v, const char *label,
                            size_t length);

static inline const char *grundy_label_texts_get(const grundy_label_texts *table, uint32_t v) {
  if (v >= table->count || table->of[v] == 0) return NULL;
  return grundy_names_get(&table->texts, table->of[v] - 1);
}

#endif
