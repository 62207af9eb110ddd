#include "support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>

char folder[32];

int folder_make(void **state) {
  (void)state;
  strcpy(folder, "/tmp/grundy-test-XXXXXX");
  return mkdtemp(folder) == NULL ? -1 : 0;
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
