/* Runs a fuzz target over the files of its corpus, without libFuzzer.
 * usage: fuzz_NAME FOLDER */

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *folder, const char *name) {
  char path[4096];
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
  if (!failed) LLVMFuzzerTestOneInput(data, (size_t)size);
  free(data);
  fclose(in);
  return failed;
}

int main(int argc, char **argv) {
  DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
  if (folder == NULL) {
    fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  int failed = 0, count = 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    failed |= replay(argv[1], entry->d_name);
    count++;
  }
  closedir(folder);
  printf("%d inputs\n", count);
  return failed || count == 0;
}
