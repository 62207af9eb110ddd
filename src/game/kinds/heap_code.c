/* Taking-and-breaking games, by their codes and names. */

#include "game/kind.h"

#include "game/components/components.h"
#include "heap/code.h"
#include "text/cursor.h"

#include <inttypes.h>
#include <string.h>

/* Anything that looks like a code is treated as one, even if it is wrong. */
static bool match(const char *text, size_t length, size_t *name) {
  *name = length;
  return memchr(text, '.', length) != NULL || memchr(text, '{', length) != NULL ||
         grundy_heap_is_named(text, length);
}

static grundy_status normalize(grundy_game_use *use, grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_status status = grundy_heap_code_parse(use->text, strlen(use->text), &code, error);
  grundy_heap_code_free(code);
  return status;
}

/* Raises use->largest to the largest of the numbers in "2,3". */
static grundy_status check_position(grundy_game_use *use, const char *position, size_t length,
                                    grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("", position, length, error);
  while (c.at < c.end) {
    uint64_t number;
    if (grundy_cursor_take_digits(&c, &number) == 0) c.at++;
    if (number > GRUNDY_EXPRESSION_MAX_HEAP)
      return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "the heap is too large; expected at most %" PRIu64,
                                 GRUNDY_EXPRESSION_MAX_HEAP);
    if (number > use->largest) use->largest = number;
  }
  return GRUNDY_OK;
}

static void free_heaps(void *heaps) {
  grundy_heap_game_free(heaps);
}

static grundy_status component(grundy_game_use *use, const grundy_monitor *monitor,
                               grundy_error *error) {
  grundy_heap_game *heaps = NULL;
  grundy_status status =
      grundy_heap_game_new(use->text, (uint32_t)use->largest, monitor, &heaps, error);
  if (status != GRUNDY_OK) return status;
  use->data = heaps;
  use->free_data = free_heaps;
  use->component = grundy_component_heaps(heaps);
  return GRUNDY_OK;
}

static grundy_status prepare(grundy_game_use *use, uint64_t position, grundy_error *error) {
  return grundy_heap_game_explore(use->data, position, error);
}

GRUNDY_GAME_KIND(heap_code) = {
    .describe = {.name = "heap game",
                 .notation = "CODE:N[,N...]",
                 .example = "kayles:7",
                 .summary = "heaps of a taking-and-breaking game, by its name or code"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .component = component,
    .position = "the sizes of heaps, such as 7 or 2,3",
    .normalize = normalize,
    .check_position = check_position,
    .prepare = prepare,
};
