/* Fuzzes the reader and the writer of GraphML. */

#include "graph.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_graph(GRUNDY_FORMAT_GRAPHML, grundy_graphml_read, data, size);
  return 0;
}
