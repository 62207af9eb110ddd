/* The reader and the writer of DOT. */

#include "game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_game(GRUNDY_FORMAT_DOT, data, size);
  return 0;
}
