/* Replaces the server in builds without it. */

#include <stdio.h>

#include "web/server.h"

grundy_status web_serve(const struct web_options *options, grundy_error *error) {
  (void)options;
  *error = (grundy_error){.status = GRUNDY_UNABLE};
  (void)snprintf(error->message, sizeof error->message, "this build of grundy has no server");
  return GRUNDY_UNABLE;
}
