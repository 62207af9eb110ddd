/* The other games and sequences that a law can read. */

#include "law/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <string.h>

void grundy_law_others_free(grundy_law_others *others) {
  for (uint32_t i = 0; i < others->count; i++) {
    grundy_law_table_free(&others->tables[i]);
    grundy_sequence_free(others->sequences[i]);
  }
  grundy_arena_free(&others->arena);
  *others = (grundy_law_others){0};
}

static bool is_word(const char *text) {
  if (*text == '\0' || (*text >= '0' && *text <= '9')) return false;
  for (; *text != '\0'; text++)
    if (!((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') || *text == '_' ||
          (*text >= '0' && *text <= '9')))
      return false;
  return true;
}

/* Removes blanks around the text. */
static char *trim(char *text) {
  while (*text == ' ') text++;
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
  return text;
}

/* Opens one item, NAME=GAME or NAME=column:FILE. */
static grundy_status open_item(char *item, const grundy_law_options *options,
                               grundy_columns columns, grundy_law_others *others,
                               grundy_error *error) {
  static const char column[] = "column:";
  char *equals = strchr(item, '=');
  if (equals != NULL) *equals = '\0';
  const char *name = trim(item), *source = equals == NULL ? "" : trim(equals + 1);
  if (*source == '\0' || !is_word(name))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "'%.*s' is not NAME=GAME or NAME=column:FILE",
                       grundy_excerpt(item, strlen(item)), item);
  uint32_t i = others->count++;
  grundy_formula_other *other = &others->at[i];
  other->name = name;
  if (strncmp(source, column, sizeof column - 1) == 0) {
    const grundy_read_options reading = {.size = sizeof reading, .monitor = options->monitor};
    grundy_status status =
        grundy_sequence_read(source + sizeof column - 1, &reading, &others->sequences[i], error);
    if (status == GRUNDY_OK)
      other->terms = grundy_sequence_terms(others->sequences[i], &other->count, &other->first);
    return status;
  }
  grundy_law_options opening = *options;
  opening.g = NULL;
  grundy_status status =
      grundy_law_table_open(source, &opening, columns, 0, &others->tables[i], error);
  other->table = others->tables[i].at;
  return status;
}

grundy_status grundy_law_others_open(const char *with, const grundy_law_options *options,
                                     grundy_columns columns, grundy_law_others *others,
                                     grundy_error *error) {
  if (with == NULL) return GRUNDY_OK;
  uint64_t most = 1;
  for (const char *at = with; *at != '\0'; at++) most += *at == ';';
  char *text = grundy_arena_array(&others->arena, strlen(with) + 1, 1);
  others->at = grundy_arena_zeros(&others->arena, most, sizeof *others->at);
  others->tables = grundy_arena_zeros(&others->arena, most, sizeof *others->tables);
  others->sequences = grundy_arena_zeros(&others->arena, most, sizeof(void *));
  if (others->arena.failed) return grundy_fail_memory(error);
  memcpy(text, with, strlen(with) + 1);
  grundy_status status = GRUNDY_OK;
  for (char *item = text; item != NULL && status == GRUNDY_OK;) {
    char *end = strchr(item, ';');
    if (end != NULL) *end++ = '\0';
    status = open_item(item, options, columns, others, error);
    item = end;
  }
  return status;
}
