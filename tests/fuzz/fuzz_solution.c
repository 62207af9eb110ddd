/* Fuzzes solutions as text: the first byte chooses the format. See solutions.h. */

#include "solutions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON};
  if (size == 0) return 0;
  /* fmemopen rejects an empty buffer. */
  FILE *in = size == 1 ? fopen("/dev/null", "r") : fmemopen((void *)(data + 1), size - 1, "r");
  if (in == NULL) return 0;
  fuzz_solution(in, formats[data[0] % 3]);
  return 0;
}
