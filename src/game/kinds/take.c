/* Subtraction games: a move takes one of some numbers of beans from a heap. They are opened as
 * digraphs, so that everything about them can be explained. */

#include "game/kind.h"

#include "base/arena.h"
#include "base/error.h"
#include "heap/impl.h"

#include <inttypes.h>
#include <string.h>

static bool match(const char *text, size_t length, size_t *name) {
  static const char word[] = "take{";
  *name = length;
  return length >= sizeof word - 1 && memcmp(text, word, sizeof word - 1) == 0;
}

static void free_code(void *code) {
  grundy_heap_code_free(code);
}

static grundy_status normalize(grundy_game_use *use, grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_status status = grundy_heap_code_parse(use->text, strlen(use->text), &code, error);
  if (status != GRUNDY_OK) return status;
  use->data = code;
  use->text = grundy_heap_code_text(code);
  return GRUNDY_OK;
}

static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  const grundy_heap_code *code = use->data;
  uint64_t order = use->largest + 1, most = GRUNDY_EXPRESSION_MAX_TAKE_MOVES / code->set_count;
  (void)monitor;
  if (order > most)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the heap is too large; expected at most %" PRIu64, most - 1);
  grundy_arena arena = {0};
  uint32_t *tails = grundy_arena_array(&arena, order * code->set_count, sizeof *tails);
  uint32_t *heads = grundy_arena_array(&arena, order * code->set_count, sizeof *heads);
  grundy_status status = GRUNDY_OK;
  uint64_t count = 0;
  for (uint32_t n = 0; !arena.failed && n < order; n++)
    for (uint32_t i = 0; i < code->set_count && code->set[i] <= n; i++) {
      tails[count] = n;
      heads[count++] = n - code->set[i];
    }
  if (!arena.failed)
    status = grundy_digraph_new((uint32_t)order, count, tails, heads, &use->g, error);
  return grundy_arena_end(&arena, status, error);
}

GRUNDY_GAME_KIND(take) = {
    .describe = {.name = "take",
                 .notation = "take{A,B,...}:N",
                 .example = "take{1,2,4}:9",
                 .summary = "a heap with N beans from which A, B, ... may be taken"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .open_component = open_component,
    .free_data = free_code,
    .position = "the size of a heap",
    .normalize = normalize,
    .check_position = grundy_check_heap,
};
