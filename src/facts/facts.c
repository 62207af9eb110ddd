/* Stores facts with their parameters; each owns copies of all names. */

#include "facts/impl.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

/* ---- memory -------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 8192 };

struct grundy_fact_block {
  grundy_fact_block *next;
  alignas(max_align_t) char bytes[];
};

/* Takes the room from the end of the first block. */
void *grundy_facts_room(grundy_facts *facts, uint64_t bytes) {
  uint64_t rounded = (bytes + alignof(max_align_t) - 1) / alignof(max_align_t);
  uint64_t needed = rounded * alignof(max_align_t);
  if (facts->failed) return NULL;
  if (needed > facts->left || facts->blocks == NULL) {
    uint64_t room = needed > BLOCK_BYTES ? needed : BLOCK_BYTES;
    grundy_fact_block *block = grundy_alloc(sizeof *block + room, 1);
    facts->failed = block == NULL;
    if (block == NULL) return NULL;
    block->next = facts->blocks;
    facts->blocks = block;
    facts->left = room;
  }
  facts->left -= needed;
  return facts->blocks->bytes + facts->left;
}

void *grundy_facts_keep(grundy_facts *facts, const void *bytes, uint64_t count, size_t item) {
  void *kept = grundy_facts_room(facts, count * item);
  if (kept != NULL && count > 0) memcpy(kept, bytes, count * item);
  return kept;
}

grundy_facts *grundy_facts_new(void) {
  return grundy_alloc_zero(1, sizeof(grundy_facts));
}

void grundy_facts_free(grundy_facts *facts) {
  if (facts == NULL) return;
  while (facts->blocks != NULL) {
    grundy_fact_block *next = facts->blocks->next;
    free(facts->blocks);
    facts->blocks = next;
  }
  free(facts->at);
  free(facts);
}

/* ---- adding -------------------------------------------------------------------------------- */

grundy_fact_parameter grundy_with_letter(const char *name, uint8_t letter) {
  static const char *const letters[] = {"A", "B", "D", "N", "P"};
  grundy_fact_parameter made = {.name = name, .type = GRUNDY_FACT_TYPE_WORD, .is_null = true};
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (letters[i][0] == (char)letter) made.text = letters[i];
  made.is_null = made.text == NULL;
  return made;
}

static const char *keep_text(grundy_facts *facts, const char *text) {
  return grundy_facts_keep(facts, text, strlen(text) + 1, 1);
}

static const char *keep_name(grundy_facts *facts, const grundy_digraph *g, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  return keep_text(facts, grundy_digraph_name(g, v, scratch));
}

static void keep_set(grundy_facts *facts, grundy_set *set) {
  if (set->size > 0)
    set->numbers = grundy_facts_keep(facts, set->numbers, set->size, sizeof *set->numbers);
}

static void keep_item(grundy_facts *facts, const grundy_digraph *g, grundy_fact_type type,
                      grundy_fact_item *item) {
  if (type == GRUNDY_FACT_TYPE_WORDS) return;
  if (item->position != NULL)
    item->position = keep_text(facts, item->position);
  else if (item->vertex != GRUNDY_INFINITY)
    item->position = keep_name(facts, g, item->vertex);
  if (type == GRUNDY_FACT_TYPE_MOVES) item->to = keep_name(facts, g, item->to_vertex);
  if (type == GRUNDY_FACT_TYPE_VALUES && item->number == GRUNDY_INFINITY64)
    keep_set(facts, &item->set);
}

/* Copies everything that the parameter points to, except static texts. */
static void keep_parameter(grundy_facts *facts, const grundy_digraph *g,
                           grundy_fact_parameter *parameter) {
  grundy_fact_item *items;
  if (parameter->is_null) return;
  switch (parameter->type) {
  case GRUNDY_FACT_TYPE_POSITION:
    parameter->text = parameter->text != NULL ? keep_text(facts, parameter->text)
                                              : keep_name(facts, g, parameter->vertex);
    break;
  case GRUNDY_FACT_TYPE_VALUE:
    if (parameter->number == GRUNDY_INFINITY64) keep_set(facts, &parameter->set);
    break;
  case GRUNDY_FACT_TYPE_SET:
    keep_set(facts, &parameter->set);
    break;
  case GRUNDY_FACT_TYPE_POSITIONS:
  case GRUNDY_FACT_TYPE_MOVES:
  case GRUNDY_FACT_TYPE_VALUES:
  case GRUNDY_FACT_TYPE_WORDS:
    items = grundy_facts_keep(facts, parameter->items, parameter->count, sizeof *items);
    for (uint64_t i = 0; i < parameter->count && items != NULL; i++)
      keep_item(facts, g, parameter->type, &items[i]);
    parameter->items = items;
    break;
  default:
    break;
  }
}

#ifndef NDEBUG
/* Returns whether these are the parameters of the kind, in their order. */
static bool are_declared(grundy_fact_kind kind, const grundy_fact_parameter *parameters,
                         uint32_t count) {
  const char *at = grundy_fact_describe(kind)->parameters;
  for (uint32_t i = 0; i < count; i++) {
    size_t length = strcspn(at, " ");
    if (length != strlen(parameters[i].name) || strncmp(at, parameters[i].name, length) != 0)
      return false;
    at += length + (at[length] == ' ');
  }
  return *at == '\0';
}
#endif

void grundy_facts_add(grundy_facts *facts, grundy_fact_kind kind, const grundy_digraph *g,
                      const grundy_fact_parameter *parameters, uint32_t count) {
  assert(are_declared(kind, parameters, count));
  grundy_fact_parameter *kept = grundy_facts_keep(facts, parameters, count, sizeof *kept);
  for (uint32_t i = 0; i < count && !facts->failed; i++) keep_parameter(facts, g, &kept[i]);
  if (facts->failed ||
      !grundy_grow(&facts->at, &facts->capacity, facts->count + 1, sizeof *facts->at)) {
    facts->failed = true;
    return;
  }
  facts->at[facts->count++] = (grundy_fact){.kind = kind,
                                            .is_detail = grundy_fact_describe(kind)->is_detail,
                                            .paragraph = facts->paragraph,
                                            .parameters = kept,
                                            .parameter_count = count};
}

/* ---- reading ------------------------------------------------------------------------------- */

uint64_t grundy_facts_count(const grundy_facts *facts) {
  return facts->count;
}

const grundy_fact *grundy_facts_get(const grundy_facts *facts, uint64_t i) {
  assert(i < facts->count);
  return &facts->at[i];
}

const grundy_fact_parameter *grundy_fact_find(const grundy_fact *fact, const char *name) {
  for (uint32_t i = 0; i < fact->parameter_count; i++)
    if (strcmp(fact->parameters[i].name, name) == 0) return &fact->parameters[i];
  return NULL;
}
