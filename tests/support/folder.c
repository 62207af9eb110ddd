#include "support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>

char folder[32], script_path[48];

int folder_make(void **state) {
  (void)state;
  strcpy(folder, "/tmp/grundy-test-XXXXXX");
  if (mkdtemp(folder) == NULL) return -1;
  (void)snprintf(script_path, sizeof script_path, "%s/game.lua", folder);
  return 0;
}

void write_script(const char *script) {
  FILE *out = fopen(script_path, "w");
  if (out == NULL || fputs(script, out) < 0 || fclose(out) != 0) abort();
}

int folder_remove(void **state) {
  (void)state;
  grundy_threads_set(0);
  return rmdir(folder);
}

int folder_remove_all(void **state) {
  folder_empty(folder);
  return folder_remove(state);
}

void folder_empty(const char *path) {
  DIR *directory = opendir(path);
  if (directory == NULL) return;
  for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    char file[512];
    (void)snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
    if (entry->d_name[0] != '.') (void)unlink(file);
  }
  (void)closedir(directory);
}
