#include "web/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "web/task.h"

bool web_folder_new(char path[WEB_PATH]) {
  const char *parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] != '/') parent = "/tmp";
  int length = snprintf(path, WEB_PATH, "%s/grundy-XXXXXX", parent);
  if (length >= WEB_PATH) {
    errno = ENAMETOOLONG;
    return false;
  }
  return mkdtemp(path) != NULL;
}

void web_folder_name(char name[WEB_FOLDER], const char *path, uint64_t number) {
  (void)snprintf(name, WEB_FOLDER, "%s/%llu", path, (unsigned long long)number);
}

static bool write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(file, bytes, length);
    if (written < 0 && errno != EINTR) return false;
    if (written < 0) continue;
    bytes += written;
    length -= (size_t)written;
  }
  return true;
}

static bool write_file(int folder, const struct web_file *file) {
  int made = openat(folder, file->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (made < 0) return false;
  bool written = write_all(made, file->bytes, file->length);
  return close(made) == 0 && written;
}

bool web_folder_fill(const char *path, uint64_t number, const struct web_task *task) {
  char name[WEB_FOLDER];
  web_folder_name(name, path, number);
  if (mkdir(name, 0700) != 0) return false;
  int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool filled = folder >= 0;
  for (size_t i = 0; filled && i < task->file_count; i++)
    filled = write_file(folder, &task->files[i]);
  int reason = errno;
  if (folder >= 0) (void)close(folder);
  if (!filled) web_folder_empty(path, number);
  errno = reason;
  return filled;
}

void web_folder_empty(const char *path, uint64_t number) {
  char name[WEB_FOLDER];
  web_folder_name(name, path, number);
  DIR *folder = opendir(name);
  if (folder != NULL) {
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
      if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
        (void)unlinkat(dirfd(folder), entry->d_name, 0);
    (void)closedir(folder);
  }
  (void)rmdir(name);
}
