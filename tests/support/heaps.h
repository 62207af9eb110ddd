/* Heap games by their definition. */

#ifndef GRUNDY_TESTS_SUPPORT_HEAPS_H
#define GRUNDY_TESTS_SUPPORT_HEAPS_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/heap.h>

/* Digits of a code, or a set: `digits` for 0, 1, 2 …, then `rest` for all larger numbers. */
typedef struct heap_rules {
  uint32_t digits[256];
  uint32_t count, rest;
  bool unequal;
} heap_rules;

/* Writes the rules as a code. */
void heap_rules_text(const heap_rules *rules, char *text, size_t size);

/* Computes the values of heaps 0 … max from all their moves. */
void naive_heap_values(const heap_rules *rules, uint32_t max, uint32_t *values);

/* Returns whether the sum is an N-position in misère play, by trying all moves again and again. */
bool naive_heaps_misere(const heap_rules *rules, const uint32_t *sizes, uint32_t count);

/* Parses and solves, or fails the test. */
grundy_heaps *heaps_of(const char *code, uint32_t max, bool stop_at_period);

/* Returns the largest heap whose value is known. */
uint64_t largest_heap(const grundy_heaps *heaps);

#endif
