/* Runs fuzz targets over the files of their corpora, without libFuzzer.
 * usage: fuzz_replay FOLDER [NAME...]   fuzz_NAME.c over FOLDER/NAME (default: every target) */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* REPLAYS is TARGET(NAME) for every target; its LLVMFuzzerTestOneInput has been renamed. */
typedef int target(const uint8_t *data, size_t size);
#define TARGET(name) target replay_##name;
REPLAYS
#undef TARGET

#define TARGET(name) {#name, replay_##name},
static const struct {
  const char *name;
  target *run;
} targets[] = {REPLAYS};

static int replay(target *run, const char *folder, const char *name) {
  char path[4096 + 256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *in = fopen(path, "rb");
  if (in == NULL || fseek(in, 0, SEEK_END) != 0) {
    fprintf(stderr, "replay: cannot read %s\n", path);
    return 1;
  }
  long size = ftell(in);
  rewind(in);
  uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
  int failed = data == NULL || fread(data, 1, (size_t)size, in) != (size_t)size;
  if (!failed) run(data, (size_t)size);
  free(data);
  fclose(in);
  return failed;
}

static int replay_corpus(size_t i, const char *corpora) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", corpora, targets[i].name);
  DIR *folder = opendir(path);
  int failed = 0, count = 0;
  for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    failed |= replay(targets[i].run, path, entry->d_name);
    count++;
  }
  if (folder != NULL) closedir(folder);
  printf("%d inputs\n", count);
  return failed || count == 0;
}

int main(int argc, char **argv) {
  int failed = 0, count = 0;
  for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
    int chosen = argc <= 2;
    for (int k = 2; k < argc; k++) chosen |= strcmp(argv[k], targets[i].name) == 0;
    if (argc < 2 || !chosen) continue;
    printf("%s: ", targets[i].name);
    fflush(stdout); /* an input may end the program */
    failed |= replay_corpus(i, argv[1]);
    count++;
  }
  if (count == 0 || count < argc - 2) {
    fprintf(stderr, "usage: %s FOLDER [NAME...]\n", argv[0]);
    return 2;
  }
  return failed;
}
