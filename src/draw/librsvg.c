/* Always loaded on demand, even in builds that link other libraries as usual. */
#ifndef GRUNDY_LAZY_LIBRARIES
#define GRUNDY_LAZY_LIBRARIES
#endif

#include "draw/librsvg.h"

#include "base/error.h"

LIBRARY_DEFINE(grundy_librsvg, "librsvg", "librsvg-2.so.2", LIBRSVG_FUNCTIONS)

grundy_status grundy_librsvg_open(grundy_error *error) {
  grundy_status status = grundy_librsvg_load(error);
  if (status == GRUNDY_UNABLE)
    grundy_error_append(error, "; png and pdf need it (Debian: librsvg2-2), svg does not");
  return status;
}
