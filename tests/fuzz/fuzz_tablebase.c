/* Fuzzes tablebases: any bytes must give a game or a clean error, and every position of a game must
 * have a name that can be looked up, with any result. */

#include <grundy/grundy.h>

#include "framed.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const members[] = {
    "indices.npy", "indptr.npy",  "format.npy",    "shape.npy",           "data.npy",
    "rules.npy",   "source.npy",  "positions.npy", "buckets.npy",         "players.npy",
    "ends.npy",    "payoffs.npy", "outcome.npy",   "position_starts.npy", "digraphs.npy",
};
enum { MEMBERS = sizeof members / sizeof *members };

/* Stops a script that may run forever after some millions of instructions. */
static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  int *left = context;
  (void)phase, (void)done, (void)total;
  return --*left > 0;
}

/* Returns the path of a file with these bytes. */
static const char *copy(FILE *in) {
  static char path[64];
  char block[4096];
  size_t got;
  snprintf(path, sizeof path, "/tmp/grundy-fuzz-%ld.npz", (long)getpid());
  FILE *out = fopen(path, "wb");
  if (out == NULL) abort();
  while ((got = fread(block, 1, sizeof block, in)) > 0)
    if (fwrite(block, 1, got, out) != got) abort();
  fclose(out);
  return path;
}

static void look_up_all(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g) && v < 100; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t found = 0;
    const char *name = grundy_digraph_name(g, v, scratch);
    if (grundy_position_find(g, name, strlen(name), &found, NULL) == GRUNDY_OK &&
        found >= grundy_digraph_order(g))
      abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  void *archive;
  int left = 50;
  grundy_monitor monitor = {.tick = tick, .context = &left};
  grundy_open_options options = {.size = sizeof options, .memory = 1 << 24, .monitor = &monitor};
  FILE *in = framed_open(data, size, members, MEMBERS, &archive);
  if (in == NULL) return 0;
  const char *path = copy(in);
  fclose(in);
  free(archive);
  grundy_status status = grundy_game_open(path, &options, &g, &error);
  (void)remove(path);
  if (status == GRUNDY_OK)
    look_up_all(g);
  else if (error.status != status || error.message[0] == '\0')
    abort();
  grundy_digraph_free(g);
  return 0;
}
