/* Fuzzes games in archives: any bytes must give a digraph or a clean error, and a digraph must be
 * the same after writing and reading it. */

#include <grundy/grundy.h>

#include "framed.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const members[] = {"indices.npy", "indptr.npy", "format.npy", "shape.npy",
                                      "data.npy",    "names.npy",  "other.npy",  "rules.npy",
                                      "players.npy", "ends.npy",   "payoffs.npy"};
enum { MEMBERS = sizeof members / sizeof *members };

static void check_error(grundy_status status, const grundy_error *error) {
  if ((status != GRUNDY_BAD_INPUT && status != GRUNDY_UNABLE) || error->status != status ||
      error->message[0] == '\0' || strcmp(error->file, "fuzz") != 0)
    abort();
}

static void check_same(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  if (grundy_digraph_order(b) != order || grundy_digraph_size(a) != grundy_digraph_size(b)) abort();
  for (uint32_t u = 0; u < order; u++) {
    char x[GRUNDY_NAME_MAX_BYTES], y[GRUNDY_NAME_MAX_BYTES];
    if (strcmp(grundy_digraph_name(a, u, x), grundy_digraph_name(b, u, y)) != 0) abort();
    grundy_vertices to = grundy_digraph_followers(a, u);
    for (uint64_t i = 0; i < to.count; i++)
      if ((i > 0 && to.at[i - 1] >= to.at[i]) || !grundy_digraph_has_move(b, u, to.at[i])) abort();
  }
}

/* Uses a file, so that it is mapped. */
static void write_and_read(const grundy_digraph *g) {
  grundy_digraph *again;
  FILE *file = tmpfile();
  if (file == NULL || grundy_digraph_write(g, GRUNDY_FORMAT_NPZ, NULL, file, NULL) != GRUNDY_OK)
    abort();
  rewind(file);
  if (grundy_digraph_read("fuzz", GRUNDY_FORMAT_NPZ,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = file), &again,
                          NULL) != GRUNDY_OK)
    abort();
  fclose(file);
  check_same(g, again);
  grundy_digraph_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_digraph *g;
  grundy_error error;
  void *archive;
  FILE *in = framed_open(data, size, members, MEMBERS, &archive);
  if (in == NULL) return 0;
  grundy_status status = grundy_digraph_read(
      "fuzz", GRUNDY_FORMAT_NPZ, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g, &error);
  fclose(in);
  free(archive);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  bool attributes = grundy_digraph_players(g) != NULL || grundy_digraph_outcomes(g) != NULL;
  if (!attributes) write_and_read(g); /* only tablebases have them */
  grundy_digraph_free(g);
  return 0;
}
