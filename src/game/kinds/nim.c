/* Heaps of Nim. */

#include "game/kind.h"

#include "text/cursor.h"

#include <inttypes.h>

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_word(text, length, "nim", name);
}

static grundy_status component(grundy_game_use *use, const grundy_monitor *monitor,
                               grundy_error *error) {
  (void)monitor, (void)error;
  use->component = grundy_component_nim();
  return GRUNDY_OK;
}

GRUNDY_GAME_KIND(nim) = {
    .describe = {.name = "nim",
                 .notation = "nim:N",
                 .example = "nim:5",
                 .summary = "a heap of Nim with N beans"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .component = component,
    .position = "the size of a heap",
    .check_position = grundy_check_heap,
};

/* ---- sizes of heaps ------------------------------------------------------------------------ */

grundy_status grundy_check_heap(grundy_game_use *use, const char *position, size_t length,
                                grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("", position, length, error);
  uint64_t size;
  (void)grundy_cursor_take_digits(&c, &size);
  if (c.at < c.end) return grundy_cursor_fail_here(&c, "position", "the size of a heap");
  if (size > GRUNDY_NIM_MAX_HEAP)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the number is too large; expected at most %" PRIu32,
                               GRUNDY_NIM_MAX_HEAP);
  if (size > use->largest) use->largest = size;
  return GRUNDY_OK;
}
