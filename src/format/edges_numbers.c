/* Lines of edge lists in which all words are numbers. */

#include "format/edges.h"

#include "text/cursor.h"

#include <grundy/format.h>

#include <string.h>

static inline const char *skip_blanks(const char *at) {
  while (grundy_is_blank(*at)) at++;
  return at;
}

/* ---- numbers ---------------------------------------------------------------------------- */

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

/* Parses a number of up to eight digits at `at`, all at once: loads eight bytes, shifts out those
 * after the digits, and adds neighbours in pairs, then fours, then all. */
static inline unsigned parse_eight(const char *at, uint32_t *number) {
  uint64_t bytes;
  memcpy(&bytes, at, sizeof bytes);
  bytes ^= UINT64_C(0x3030303030303030);
  uint64_t others = (bytes | (bytes + UINT64_C(0x0606060606060606))) & UINT64_C(0xf0f0f0f0f0f0f0f0);
  unsigned digits = others == 0 ? 8 : (unsigned)__builtin_ctzll(others) / 8;
  if (digits == 0) return 0;
  bytes <<= 64 - 8 * digits;
  bytes = 10 * bytes + (bytes >> 8);
  uint64_t fours = bytes & UINT64_C(0x000000ff000000ff);
  uint64_t others_of_four = (bytes >> 16) & UINT64_C(0x000000ff000000ff);
  *number = (uint32_t)((fours * UINT64_C(0x000f424000000064) +
                        others_of_four * UINT64_C(0x0000271000000001)) >>
                       32);
  return digits;
}

#else

static inline unsigned parse_eight(const char *at, uint32_t *number) {
  unsigned digits = 0;
  for (*number = 0; digits < 8 && grundy_is_digit(at[digits]); digits++)
    *number = 10 * *number + (uint32_t)(at[digits] - '0');
  return digits;
}

#endif

/* Parses the word at `at` and returns its end, or NULL if it is not a number in its usual form. */
static inline const char *parse_number(const char *at, uint32_t *number) {
  unsigned digits = parse_eight(at, number);
  if (digits == 0 || (*at == '0' && digits > 1)) return NULL;
  at += digits;
  if (digits == 8) {
    uint64_t value = *number;
    for (; grundy_is_digit(*at) && value < GRUNDY_NUMERIC_BOUND; at++)
      value = 10 * value + (uint64_t)(*at - '0');
    if (value >= GRUNDY_NUMERIC_BOUND) return NULL;
    *number = (uint32_t)value;
  }
  return grundy_is_blank(*at) || *at == '\n' ? at : NULL;
}

/* ---- lines ------------------------------------------------------------------------------ */

bool grundy_numbers_parse(const char *text, const char *end, grundy_batch *batch, uint64_t *lines) {
  grundy_pair *pair = batch->pairs;
  uint64_t count = 0;
  for (const char *line = text, *at; line < end; line = at + 1, count++) {
    at = skip_blanks(line);
    if (*at != '\n' && *at != '#') {
      at = parse_number(at, &pair->tail);
      if (at == NULL) return false;
      at = skip_blanks(at);
      pair->head = GRUNDY_NO_HEAD;
      bool has_arrow = at[0] == '-' && at[1] == '>' && grundy_is_blank(at[2]);
      if (has_arrow) at = skip_blanks(at + 2);
      if (has_arrow && !grundy_is_digit(*at)) return false;
      if (grundy_is_digit(*at)) {
        at = parse_number(at, &pair->head);
        if (at == NULL) return false;
        at = skip_blanks(at);
      }
      pair++;
    }
    if (*at == '#') at = memchr(at, '\n', (size_t)(end - at));
    if (*at != '\n' || at - line > GRUNDY_EDGES_MAX_LINE) return false;
  }
  batch->count = (uint64_t)(pair - batch->pairs);
  *lines = count;
  return true;
}
