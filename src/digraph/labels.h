/* A table of labels: texts for some of the vertices. Equal texts are stored once. Most games have
 * no labels, and then the table costs nothing. */

#ifndef GRUNDY_SRC_DIGRAPH_LABELS_H
#define GRUNDY_SRC_DIGRAPH_LABELS_H

#include "digraph/names.h"

typedef struct grundy_labels {
  grundy_names texts;
  uint32_t *of; /* by vertex: 1 + the number of its text; 0 if it has none */
  uint64_t capacity;
  uint32_t count; /* vertices from here on have no label */
} grundy_labels;

/* Frees the labels. A zeroed table is empty. */
void grundy_labels_free(grundy_labels *labels);

/* Sets the label of v; a length of 0 removes it. A text that is no longer used stays in the table.
 * False if memory runs out: then no label has changed. */
bool grundy_labels_set(grundy_labels *labels, uint32_t v, const char *label, size_t length);

static inline const char *grundy_labels_get(const grundy_labels *labels, uint32_t v) {
  if (v >= labels->count || labels->of[v] == 0) return NULL;
  return grundy_names_get(&labels->texts, labels->of[v] - 1);
}

#endif
