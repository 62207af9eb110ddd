/* Fuzzes the reader and the writer of DOT. */

#include "graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_graph(GRUNDY_FORMAT_DOT, grundy_dot_read, data, size);
  return 0;
}
