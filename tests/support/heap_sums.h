/* Sums of small heaps by their definition: all options of all heaps, and all moves. */

#ifndef GRUNDY_TESTS_SUPPORT_HEAP_SUMS_H
#define GRUNDY_TESTS_SUPPORT_HEAP_SUMS_H

#include <stdbool.h>
#include <stdint.h>

enum { HEAPS = 8, HEAP_OPTIONS = 64, HEAP_PARTS = 5 };

typedef struct heap_option {
  uint32_t count, parts[HEAP_PARTS];
} heap_option;

/* The options of each heap. */
typedef struct heap_game {
  char text[600]; /* the member `game` of a certificate */
  uint32_t counts[HEAPS + 1];
  heap_option options[HEAPS + 1][HEAP_OPTIONS];
} heap_game;

void heap_game_add(heap_game *g, uint32_t heap, const heap_option *option);

/* Reads a code of digits after a point, take{…}, allbut{…}, or grundy. */
heap_game heap_game_of_code(const char *code);

/* The outcomes that are known; zeroed at first. */
typedef struct outcome_memory {
  uint64_t *keys;    /* bytes are the numbers of heaps */
  uint8_t *outcomes; /* 0: free */
  uint32_t used, room;
} outcome_memory;

void outcome_memory_free(outcome_memory *memory);

/* Returns whether a sum of counts[h] heaps h, at most 255, is a P-position. */
bool heap_sum_is_p(const heap_game *g, bool is_misere, uint32_t counts[HEAPS + 1],
                   outcome_memory *memory);

#endif
