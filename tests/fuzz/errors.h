/* Checks errors of parsers of one line. */

#ifndef GRUNDY_FUZZ_ERRORS_H
#define GRUNDY_FUZZ_ERRORS_H

#include <grundy/base.h>

#include <stdlib.h>
#include <string.h>

/* Ends the process unless the message is one line and has a column. */
static inline void check_error(grundy_status status, const grundy_error *error) {
  bool clean = status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE;
  if (!clean || error->status != status || error->column == 0 ||
      strpbrk(error->message, "\r\n") != NULL || error->message[0] == '\0')
    abort();
}

#endif
