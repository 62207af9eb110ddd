#include "support/folder.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

void folder_empty(const char *folder) {
  DIR *directory = opendir(folder);
  if (directory == NULL) return;
  for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') (void)unlink(path);
  }
  (void)closedir(directory);
}
