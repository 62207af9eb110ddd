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

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Removes the folder with its files, and `depth` levels of folders in it. Links are removed, and
 * not followed. The lock goes last, so that a folder which is half removed can still be told from
 * one that is being made. */
static void remove_folder(int parent, const char *name, int depth) {
  int opened = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = opened < 0 ? NULL : fdopendir(opened);
  if (folder == NULL) {
    if (opened >= 0) (void)close(opened);
    return;
  }
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (is_dots(entry->d_name) || strcmp(entry->d_name, lock_name) == 0) continue;
    if (unlinkat(opened, entry->d_name, 0) != 0 && depth > 0)
      remove_folder(opened, entry->d_name, depth - 1);
  }
  (void)unlinkat(opened, lock_name, 0);
  (void)closedir(folder);
  (void)unlinkat(parent, name, AT_REMOVEDIR);
}

/* Is this a file or folder that nobody but this user can have made or changed? */
static bool is_private(int opened, mode_t kind) {
  struct stat about;
  return fstat(opened, &about) == 0 && about.st_uid == geteuid() &&
         (about.st_mode & S_IFMT) == kind && (about.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/* Locks the folder of a server that has gone. Returns the file that holds the lock; -1 if the
 * folder is in use, or no folder of a server of this user. */
static int lock_abandoned(int parent, const char *name) {
  int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  int lock = -1;
  if (is_private(folder, S_IFDIR))
    lock = openat(folder, lock_name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  (void)close(folder);
  if (lock < 0) return -1;
  if (is_private(lock, S_IFREG) && flock(lock, LOCK_EX | LOCK_NB) == 0) return lock;
  (void)close(lock);
  return -1;
}

/* Removes what servers have left behind that were killed. */
static void sweep(const char *parent) {
  enum { LEVELS = 1 };
  DIR *folder = opendir(parent);
  if (folder == NULL) return;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strncmp(entry->d_name, prefix, strlen(prefix)) != 0) continue;
    int lock = lock_abandoned(dirfd(folder), entry->d_name);
    if (lock < 0) continue;
    remove_folder(dirfd(folder), entry->d_name, LEVELS);
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

/* Locks the file of a new folder. Another server that starts may have locked it before, because
 * nobody had; that server removes the folder. */
static bool lock_new(int lock) {
  struct stat about;
  return flock(lock, LOCK_EX | LOCK_NB) == 0 && fstat(lock, &about) == 0 && about.st_nlink > 0;
}

/* Tries again until no other server was faster. */
static bool make_locked(struct web_folder *folder, const char *parent) {
  for (;;) {
    (void)snprintf(folder->path, sizeof folder->path, "%s/%sXXXXXX", parent, prefix);
    if (mkdtemp(folder->path) == NULL) return false;
    folder->lock = make_lock(folder->path);
    if (folder->lock < 0) {
      int reason = errno;
      (void)rmdir(folder->path);
      errno = reason;
      return false;
    }
    if (lock_new(folder->lock)) return true;
    (void)close(folder->lock);
  }
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
  remove_folder(AT_FDCWD, folder->path, 0);
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
  int reason = errno;
  if (folder >= 0) (void)close(folder);
  if (!filled) web_folder_empty(path, number);
  errno = reason;
  return filled;
}

void web_folder_empty(const char *path, uint64_t number) {
  char name[WEB_FOLDER];
  web_folder_name(name, path, number);
  remove_folder(AT_FDCWD, name, 0);
}
