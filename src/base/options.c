#include "base/options.h"

#include <assert.h>
#include <string.h>

#include "base/error.h"

static bool is_zero(const char *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] != 0) return false;
  return true;
}

static grundy_status fail(const char *message, grundy_error *error) {
  return grundy_because(error, GRUNDY_REASON_OPTIONS,
                        grundy_fail(error, GRUNDY_BAD_ARGUMENT, "%s", message));
}

grundy_status grundy_options_copy(const void *given, void *copy, size_t size, grundy_error *error) {
  assert(size > sizeof size); /* the size is the first member, not the only one */
  memset(copy, 0, size);
  size_t known = 0;
  if (given != NULL) {
    memcpy(&known, given, sizeof known);
    if (known < sizeof known) return fail("the size of an options struct is not set", error);
    if (known > size && !is_zero((const char *)given + size, known - size))
      return fail("an option is set that this version of the library does not know", error);
    memcpy(copy, given, known < size ? known : size);
  }
  memcpy(copy, &size, sizeof size);
  return GRUNDY_OK;
}
