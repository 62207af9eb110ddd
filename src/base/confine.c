#include "base/confine.h"

#include "base/error.h"

#include <stdatomic.h>
#include <string.h>

static atomic_bool confined;

void grundy_confine(void) {
  atomic_store(&confined, true);
}

bool grundy_is_confined(void) {
  return atomic_load(&confined);
}

static grundy_status refuse(const char *path, grundy_error *error) {
  (void)grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                       "only files of the current folder may be read here");
  return grundy_because(error, GRUNDY_REASON_CONFINED, GRUNDY_BAD_INPUT);
}

grundy_status grundy_confined_check(const char *path, grundy_error *error) {
  if (!grundy_is_confined() || (strchr(path, '/') == NULL && strcmp(path, "-") != 0))
    return GRUNDY_OK;
  return refuse(path, error);
}

grundy_status grundy_confined_check_folder(const char *path, grundy_error *error) {
  size_t length = strcspn(path, "/");
  bool is_name = length > 0 && strspn(path + length, "/") == strlen(path + length);
  bool is_other = strspn(path, ".") == length; /* "." and ".." */
  return !grundy_is_confined() || (is_name && !is_other) ? GRUNDY_OK : refuse(path, error);
}
