/* Fuzzes heads of requests: one that is complete or rejected must stay so when more bytes arrive,
 * and all lines of a complete one must end with CR LF. */

#include "web/head.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool holds) {
  if (!holds) abort();
}

/* Checks the lines up to the first empty one, which must exist. */
static void check_lines(const char *bytes, size_t size) {
  size_t line = 0; /* bytes of the current line */
  for (size_t i = 0; i < size; i++, line++) {
    demand(bytes[i] != '\0');
    demand((bytes[i] == '\n') == (i > 0 && bytes[i - 1] == '\r'));
    if (bytes[i] != '\n') continue;
    if (line == 1) return;
    line = (size_t)-1;
  }
  demand(false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *bytes = (const char *)data;
  enum web_head_state before = WEB_HEAD_PARTIAL;
  size_t step = size < 256 ? 1 : size / 16;
  for (size_t length = 1; length <= size; length += step) {
    struct web_refusal why = {0};
    enum web_head_state state = web_head_check(bytes, length, &why);
    demand(before == WEB_HEAD_PARTIAL || state == before);
    demand((state == WEB_HEAD_REFUSED) == (why.message != NULL));
    demand(why.message == NULL || (why.status >= 400 && why.status < 600));
    if (state == WEB_HEAD_COMPLETE) check_lines(bytes, length);
    before = state;
  }
  return 0;
}
