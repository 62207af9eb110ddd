/* Fuzzes the reader and the writer of Matrix Market files. */

#include "game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_game(GRUNDY_FORMAT_MTX, data, size);
  return 0;
}
