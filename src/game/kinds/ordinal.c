/* Heaps of transfinite Nim. */

#include "game/components/components.h"
#include "game/kind.h"
#include "ordinal/arithmetic.h"

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_word(text, length, "ordinal", name);
}

static void free_ordinals(void *ordinals) {
  grundy_ordinals_free(ordinals);
}

static grundy_status component(grundy_game_use *use, const grundy_monitor *monitor,
                               grundy_error *error) {
  grundy_ordinals *ordinals = NULL;
  (void)monitor;
  grundy_status status = grundy_ordinals_new(&ordinals, error);
  if (status != GRUNDY_OK) return status;
  use->data = ordinals;
  use->free_data = free_ordinals;
  use->component = grundy_component_ordinals(ordinals);
  return GRUNDY_OK;
}

static grundy_status check_position(grundy_game_use *use, const char *position, size_t length,
                                    grundy_error *error) {
  grundy_ordinal *heap = NULL;
  (void)use;
  grundy_status status = grundy_ordinal_parse(position, length, &heap, error);
  grundy_ordinal_free(heap);
  return status;
}

GRUNDY_GAME_KIND(ordinal) = {
    .describe = {.name = "ordinal",
                 .notation = "ordinal:(ORDINAL)",
                 .example = "ordinal:(w*2+3)",
                 .summary = "a heap of transfinite Nim: a move makes the ordinal smaller"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .component = component,
    .position = "an ordinal in parentheses, as in ordinal:(w*2+3)",
    .has_parentheses = true,
    .check_position = check_position,
};
