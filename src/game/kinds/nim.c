/* Heaps of Nim. */

#include "game/kind.h"

#include "base/error.h"

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

/* Bytes of the character at the beginning of the text. */
static int character_length(const char *text, size_t length) {
  size_t bytes = 1;
  while (bytes < length && ((unsigned char)text[bytes] & 0xc0) == 0x80) bytes++;
  return (int)bytes;
}

grundy_status grundy_check_heap(grundy_game_use *use, const char *position, size_t length,
                                grundy_error *error) {
  uint64_t size = 0;
  for (size_t i = 0; i < length; i++) {
    if (position[i] < '0' || position[i] > '9')
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, "", 0, i + 1,
                            "unexpected '%.*s'; expected the size of a heap",
                            character_length(position + i, length - i), position + i);
    if (size <= GRUNDY_NIM_MAX_HEAP) size = 10 * size + (uint64_t)(position[i] - '0');
  }
  if (size > GRUNDY_NIM_MAX_HEAP)
    return grundy_because(error, GRUNDY_REASON_TOO_MANY,
                          grundy_fail(error, GRUNDY_UNABLE,
                                      "the number is too large; expected at most %" PRIu32,
                                      GRUNDY_NIM_MAX_HEAP));
  if (size > use->largest) use->largest = size;
  return GRUNDY_OK;
}
