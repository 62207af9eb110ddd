/* What shares of work do with memory and with lists. */

#include "base/threads.h"

#include <assert.h>
#include <string.h>

/* ---- memory ------------------------------------------------------------------------------- */

enum { PAGE = 1 << 12, LARGE_PAGE = 1 << 21 };

typedef struct touching {
  char *block;
  uint64_t bytes;
  int threads;
} touching;

/* Returns where a share begins: with a large page. */
static uint64_t touch_begin(const touching *t, int thread) {
  uint64_t at = grundy_share(t->bytes, thread, t->threads);
  uint64_t beyond = ((uintptr_t)t->block + at) % LARGE_PAGE;
  if (thread == 0 || thread == t->threads || beyond == 0) return at;
  at += LARGE_PAGE - beyond;
  return at < t->bytes ? at : t->bytes;
}

static void touch_share(void *context, int thread) {
  const touching *t = context;
  uint64_t end = touch_begin(t, thread + 1);
  for (uint64_t i = touch_begin(t, thread); i < end; i += PAGE) ((volatile char *)t->block)[i] = 0;
}

void grundy_touch(void *block, uint64_t bytes) {
  touching t = {block, bytes, grundy_threads_for(bytes / 64)};
  if (t.threads > 1) grundy_parallel(t.threads, touch_share, &t);
}

/* ---- lists -------------------------------------------------------------------------------- */

uint32_t grundy_join_shares(uint32_t *list, uint64_t count, const uint32_t *kept, int parts) {
  uint32_t end = kept[0];
  for (int part = 1; part < parts; part++) {
    assert(end <= grundy_share(count, part, parts)); /* items move only to the left */
    if (kept[part] > 0)
      memmove(list + end, list + grundy_share(count, part, parts), kept[part] * sizeof *list);
    end += kept[part];
  }
  assert(end <= count);
  return end;
}
