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
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "web/task.h"

static const char prefix[] = "grundy-serve-";
static const char lock_name[] = "lock";

/* ---- removing ---------------------------------------------------------------------- */

/* Returns NULL if it is not a folder. Does not follow links. */
static DIR *open_folder(int parent, const char *name) {
  int opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = opened < 0 ? NULL : fdopendir(opened);
  if (folder == NULL && opened >= 0) (void)close(opened);
  return folder;
}

/* Returns the next name in the folder except "." and ".."; NULL after the last. */
static const char *next_name(DIR *folder) {
  struct dirent *entry = readdir(folder);
  while (entry != NULL && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0))
    entry = readdir(folder);
  return entry == NULL ? NULL : entry->d_name;
}

/* Removes the folder with its files, unless there are folders in it. */
static void remove_folder(int parent, const char *name) {
  DIR *folder = open_folder(parent, name);
  if (folder == NULL) return;
  for (const char *file; (file = next_name(folder)) != NULL;)
    (void)unlinkat(dirfd(folder), file, 0);
  (void)closedir(folder);
  (void)unlinkat(parent, name, AT_REMOVEDIR);
}

/* Removes the folder of a server: first the folders of its requests, then its lock. */
static void remove_server(int parent, const char *name) {
  DIR *folder = open_folder(parent, name);
  if (folder == NULL) return;
  for (const char *request; (request = next_name(folder)) != NULL;)
    remove_folder(dirfd(folder), request);
  (void)closedir(folder);
  remove_folder(parent, name);
}

/* Returns whether only this user can have made or changed the file or folder. */
static bool is_private(int opened, mode_t kind) {
  struct stat about;
  return fstat(opened, &about) == 0 && about.st_uid == geteuid() &&
         (about.st_mode & S_IFMT) == kind && (about.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/* False if another server holds the lock, or has removed the file while holding it. */
static bool take_lock(int lock) {
  struct stat about;
  return flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &about) == 0 && about.st_nlink > 0;
}

/* Locks the folder of a server that no longer runs. Returns the locked file; -1 if the folder is in
 * use or does not belong to a server of this user. */
static int lock_abandoned(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  int lock = -1;
  if (is_private(folder, S_IFDIR))
    lock = openat(folder, lock_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  (void)close(folder);
  if (lock < 0) return -1;
  if (is_private(lock, S_IFREG) && take_lock(lock)) return lock;
  (void)close(lock);
  return -1;
}

/* Removes the folders of killed servers. */
static void sweep(const char *parent) {
  DIR *folder = opendir(parent);
  if (folder == NULL) return;
  for (const char *name; (name = next_name(folder)) != NULL;) {
    if (strncmp(name, prefix, strlen(prefix)) != 0) continue;
    int lock = lock_abandoned(dirfd(folder), name);
    if (lock < 0) continue;
    remove_server(dirfd(folder), name);
    (void)close(lock);
  }
  (void)closedir(folder);
}

/* ---- the folder of a server -------------------------------------------------------- */

static int make_lock(const char *path) {
  char name[WEB_FOLDER];
  (void)snprintf(name, sizeof name, "%s/%s", path, lock_name);
  return open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* Makes a folder and locks it. Between these two steps another server that starts may remove the
 * folder as abandoned; then this one tries again. */
static bool make_locked(struct web_folder *folder, const char *parent) {
  enum { TRIES = 10 };
  for (int i = 0; i < TRIES; i++) {
    (void)snprintf(folder->path, sizeof folder->path, "%s/%sXXXXXX", parent, prefix);
    if (mkdtemp(folder->path) == NULL) return false;
    folder->lock = make_lock(folder->path);
    if (folder->lock >= 0 && take_lock(folder->lock)) return true;
    int reason = errno;
    remove_folder(AT_FDCWD, folder->path);
    if (folder->lock >= 0) (void)close(folder->lock);
    errno = reason;
  }
  return false;
}

bool web_folder_new(struct web_folder *folder) {
  enum { SUFFIX = 32 };
  const char *parent = getenv("TMPDIR");
  if (parent == NULL || parent[0] != '/') parent = "/tmp";
  if (strlen(parent) + SUFFIX > sizeof folder->path) {
    errno = ENAMETOOLONG;
    return false;
  }
  sweep(parent);
  return make_locked(folder, parent);
}

void web_folder_free(struct web_folder *folder) {
  remove_folder(AT_FDCWD, folder->path);
  (void)close(folder->lock);
}

/* ---- folders of requests ----------------------------------------------------------- */

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
  for (size_t i = 0; filled && i < task->link_count; i++)
    filled = symlinkat(task->links[i].target, folder, task->links[i].name) == 0;
  int reason = errno;
  if (folder >= 0) (void)close(folder);
  if (!filled) web_folder_empty(path, number);
  errno = reason;
  return filled;
}

void web_folder_empty(const char *path, uint64_t number) {
  char name[WEB_FOLDER];
  web_folder_name(name, path, number);
  remove_folder(AT_FDCWD, name);
}
