#include "digraph/label_texts.h"

#include "base/alloc.h"

#include <assert.h>

void grundy_label_texts_free(grundy_label_texts *table) {
  grundy_names_free(&table->texts);
  free(table->of);
  *table = (grundy_label_texts){0};
}

bool grundy_label_texts_set(grundy_label_texts *table, uint32_t v, const char *label,
                            size_t length) {
  if (length == 0) {
    if (v < table->count) table->of[v] = 0;
    return true;
  }
  uint32_t text;
  if (!grundy_grow(&table->of, &table->capacity, (uint64_t)v + 1, sizeof *table->of)) return false;
  if (!grundy_names_find(&table->texts, label, length, &text)) {
    text = table->texts.count;
    if (!grundy_names_add(&table->texts, label, length)) return false;
  }
  while (table->count <= v) table->of[table->count++] = 0;
  assert(text < table->texts.count && v < table->count);
  table->of[v] = text + 1;
  return true;
}
