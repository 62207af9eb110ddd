#include "lists.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void lists_words(const char *const *words, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; words[i] != NULL && length < size; i++) {
    const char *before = i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ";
    length += (size_t)snprintf(text + length, size - length, "%s%s", before, words[i]);
  }
}

int lists_find(const char *const *words, const char *word) {
  for (int i = 0; words[i] != NULL; i++)
    if (strcmp(words[i], word) == 0) return i;
  return -1;
}

void lists_format_names(grundy_format_use use, const char *names[GRUNDY_FORMAT_COUNT + 1]) {
  size_t count = 0;
  for (int i = 0; i < GRUNDY_FORMAT_COUNT; i++)
    if (grundy_format_can((grundy_format)i, use))
      names[count++] = grundy_format_name((grundy_format)i);
  names[count] = NULL;
}

void lists_formats(grundy_format_use use, char *text, size_t size) {
  const char *names[GRUNDY_FORMAT_COUNT + 1];
  lists_format_names(use, names);
  lists_words(names, text, size);
}

/* Returns the ending of a format without its dot, which is its name except for papers; NULL if it
 * has none. */
static const char *ending_of(grundy_format format) {
  switch (format) {
  case GRUNDY_FORMAT_TABLE:
  case GRUNDY_FORMAT_BFILE:
    return NULL;
  case GRUNDY_FORMAT_LATEX:
    return "tex";
  case GRUNDY_FORMAT_TYPST:
    return "typ";
  default:
    return grundy_format_name(format);
  }
}

void lists_endings(grundy_format_use use, bool has_tables, char *text, size_t size) {
  enum { ROOM = 16 };
  char endings[GRUNDY_FORMAT_COUNT + 1][ROOM];
  const char *words[GRUNDY_FORMAT_COUNT + 2];
  size_t count = 0;
  for (int i = 0; i < GRUNDY_FORMAT_COUNT; i++) {
    const char *ending = ending_of((grundy_format)i);
    if (!grundy_format_can((grundy_format)i, use) || ending == NULL) continue;
    (void)snprintf(endings[count], ROOM, ".%s", ending);
    words[count] = endings[count];
    count++;
  }
  if (has_tables) words[count++] = ".txt";
  words[count] = NULL;
  lists_words(words, text, size);
}

void lists_grouped(uint64_t number, char *text, size_t size) {
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  size_t at = 0;
  for (int i = 0; i < length && at + 2 < size; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[at++] = ',';
    text[at++] = digits[i];
  }
  text[at] = '\0';
}

void lists_count(FILE *out, uint64_t count, const char *thing) {
  char number[48];
  lists_grouped(count, number, sizeof number);
  (void)fprintf(out, "%s %s%s", number, thing, count == 1 ? "" : "s");
}

void lists_duration(double seconds, char *text, size_t size) {
  long long whole = seconds < 1e9 ? (long long)(seconds + 0.5) : 1000000000;
  if (whole < 60)
    (void)snprintf(text, size, "%lld s", whole);
  else if (whole < 3600)
    (void)snprintf(text, size, "%lld min %lld s", whole / 60, whole % 60);
  else if (whole < 360000)
    (void)snprintf(text, size, "%lld h %lld min", whole / 3600, whole % 3600 / 60);
  else
    (void)snprintf(text, size, "%lld days", whole / 86400);
}

void lists_time(FILE *out, double seconds) {
  char text[48];
  if (seconds < 1.0)
    (void)snprintf(text, sizeof text, "%.*f ms", seconds < 0.01 ? 2 : 0, 1e3 * seconds);
  else if (seconds < 60.0)
    (void)snprintf(text, sizeof text, "%.1f s", seconds);
  else
    lists_duration(seconds, text, sizeof text);
  (void)fputs(text, out);
}

void lists_sizes(FILE *out, uint64_t positions, uint64_t moves, bool by_parts) {
  lists_count(out, positions, by_parts ? "part" : "position");
  (void)fputs(", ", out);
  lists_count(out, moves, "move");
}

void lists_size(FILE *out, const grundy_digraph *game) {
  lists_sizes(out, grundy_digraph_order(game),
              grundy_digraph_size(game) + grundy_digraph_sum_count(game),
              grundy_digraph_type(game) == GRUNDY_GAME_PARTS);
}
