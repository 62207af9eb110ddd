/* Fuzzes solutions in archives: see solutions.h. */

#include "framed.h"
#include "solutions.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const members[] = {
    "outcome.npy", "grundy.npy",     "k_indptr.npy", "k_indices.npy", "k_absent.npy",
    "counter.npy", "remoteness.npy", "hmin.npy",     "j_indptr.npy",  "j_indices.npy",
    "names.npy",   "misere.npy",     "other.npy",
};
enum { MEMBERS = sizeof members / sizeof *members };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  void *archive;
  FILE *in = framed_open(data, size, members, MEMBERS, &archive);
  if (in == NULL) return 0;
  fuzz_solution(in, GRUNDY_FORMAT_NPZ);
  free(archive);
  return 0;
}
