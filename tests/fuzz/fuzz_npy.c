/* Fuzzes headers of arrays: any bytes must be parsed or rejected, and printing and parsing must
 * give the same header. */

#include "npz/header.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_npy npy, again;
  const char *problem = grundy_npy_parse((const char *)data, size, &npy);
  if (problem != NULL) {
    if (problem[0] == '\0') abort();
    return 0;
  }
  if (npy.dimensions > 1) return 0;
  unsigned char header[GRUNDY_NPY_HEADER];
  grundy_npy_print(&npy, header);
  size_t start = GRUNDY_NPY_MAGIC + grundy_npy_length_size(header);
  if (start != 10 || start + header[8] != GRUNDY_NPY_HEADER) abort();
  problem = grundy_npy_parse((const char *)header + start, GRUNDY_NPY_HEADER - start, &again);
  if (problem != NULL || again.kind != npy.kind || again.big_endian != npy.big_endian ||
      again.item != npy.item || again.count != npy.count || again.dimensions != npy.dimensions)
    abort();
  return 0;
}
