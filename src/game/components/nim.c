/* Heaps of Nim as components [Bou01]. */

#include <grundy/game.h>

#include "base/error.h"

#include <inttypes.h>

static grundy_status nim_admits(const void *game, uint64_t n, grundy_play play,
                                grundy_error *error) {
  (void)game, (void)play;
  if (n <= GRUNDY_NIM_MAX_HEAP) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "the heap has %" PRIu64 " counters; expected at most %" PRIu32, n,
                     GRUNDY_NIM_MAX_HEAP);
}

/* A heap is taken at once in normal play; in misère play all but one is. */
static void nim_facts(const void *game, uint64_t n, grundy_facts *facts) {
  (void)game;
  *facts = (grundy_facts){
      .value = {(uint32_t)n, {.absent = true}},
      .counter = n,
      .remoteness = {n == 0 ? 0 : 1, n < 2 ? n + 1 : 3},
      .distance = n,
  };
}

static uint64_t nim_move_count(const void *game, uint64_t n) {
  (void)game;
  return n;
}

static uint64_t nim_move(const void *game, uint64_t n, uint64_t index) {
  (void)game;
  (void)n;
  return index;
}

static bool nim_allows(const void *game, uint64_t from, uint64_t to) {
  (void)game;
  return to < from;
}

static size_t nim_name(const void *game, uint64_t n, char *text, size_t size) {
  (void)game;
  return (size_t)snprintf(text, size, "%" PRIu64, n);
}

static bool nim_find(const void *game, const char *name, size_t length, uint64_t *position) {
  (void)game;
  uint64_t n = 0;
  if (length == 0 || length > 10) return false;
  for (size_t i = 0; i < length; i++) {
    if (name[i] < '0' || name[i] > '9') return false;
    n = 10 * n + (uint64_t)(name[i] - '0');
  }
  if (n > GRUNDY_NIM_MAX_HEAP) return false;
  *position = n;
  return true;
}

grundy_component grundy_component_nim(void) {
  static const grundy_component_kind kind = {
      .name = "nim",
      .nim = true,
      .check_position = nim_admits,
      .facts = nim_facts,
      .move_count = nim_move_count,
      .move = nim_move,
      .allows = nim_allows,
      .name_of = nim_name,
      .find = nim_find,
  };
  return (grundy_component){&kind, NULL};
}
