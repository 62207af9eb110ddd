#include "digraph/labels.h"

#include "base/alloc.h"

#include <assert.h>

void grundy_labels_free(grundy_labels *labels) {
  grundy_names_free(&labels->texts);
  free(labels->of);
  *labels = (grundy_labels){0};
}

bool grundy_labels_set(grundy_labels *labels, uint32_t v, const char *label, size_t length) {
  if (length == 0) {
    if (v < labels->count) labels->of[v] = 0;
    return true;
  }
  uint32_t text;
  if (!grundy_grow(&labels->of, &labels->capacity, (uint64_t)v + 1, sizeof *labels->of))
    return false;
  if (!grundy_names_find(&labels->texts, label, length, &text)) {
    text = labels->texts.count;
    if (!grundy_names_add(&labels->texts, label, length)) return false;
  }
  while (labels->count <= v) labels->of[labels->count++] = 0;
  assert(text < labels->texts.count && v < labels->count);
  labels->of[v] = text + 1;
  return true;
}
