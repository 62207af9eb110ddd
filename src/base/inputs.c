#include "base/inputs.h"

#include "base/alloc.h"
#include "base/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/stat.h>

/* Files are compared by device and inode, so that links and other paths make no difference. The
 * list is short: a file that is opened again is not added again. */
typedef struct identity {
  dev_t device;
  ino_t inode;
} identity;

static atomic_bool protects;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static identity *noted;
static uint64_t count, room;

void grundy_inputs_protect(void) {
  (void)pthread_mutex_lock(&lock);
  count = 0;
  (void)pthread_mutex_unlock(&lock);
  atomic_store(&protects, true);
}

static bool has(const struct stat *file) {
  for (uint64_t i = count; i > 0; i--)
    if (noted[i - 1].inode == file->st_ino && noted[i - 1].device == file->st_dev) return true;
  return false;
}

grundy_status grundy_inputs_note(const struct stat *file, grundy_error *error) {
  if (!atomic_load(&protects) || !S_ISREG(file->st_mode)) return GRUNDY_OK;
  (void)pthread_mutex_lock(&lock);
  bool kept = has(file) || grundy_grow(&noted, &room, count + 1, sizeof *noted);
  if (kept && !has(file)) noted[count++] = (identity){file->st_dev, file->st_ino};
  (void)pthread_mutex_unlock(&lock);
  return kept ? GRUNDY_OK : grundy_fail_memory(error);
}

bool grundy_inputs_have(const struct stat *file) {
  (void)pthread_mutex_lock(&lock);
  bool found = has(file);
  (void)pthread_mutex_unlock(&lock);
  return found;
}
