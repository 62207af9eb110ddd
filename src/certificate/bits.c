#include "certificate/bits.h"

#include <string.h>

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool grundy_proof_bits_parse(uint64_t *set, const char *text, uint32_t size) {
  uint32_t digits = (size + 3) / 4;
  if (strlen(text) != digits) return false;
  memset(set, 0, grundy_proof_bits_words(size) * sizeof *set);
  for (uint32_t i = 0; i < digits; i++) {
    int digit = hex_digit(text[i]);
    if (digit < 0 || (4 * i + 4 > size && digit >> (size - 4 * i) != 0)) return false;
    set[i / 16] |= (uint64_t)digit << (i % 16 * 4);
  }
  return true;
}
