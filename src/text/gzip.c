/* A stream that decompresses gzip files. */

#include "text/gzip.h"

#include "base/alloc.h"

#include <stdbool.h>
#include <zlib.h>

#include <platform.h>

/* Invariant: z.next_in and z.avail_in are the rest of the block. */
typedef struct gzip {
  FILE *in;
  void (*close)(FILE *in);
  z_stream z;
  bool in_member; /* the current member has not ended yet */
  unsigned char block[1 << 16];
} gzip;

static ssize_t fail(int reason) {
  errno = reason;
  return -1;
}

/* Decompresses until there is output. */
static ssize_t read_gzip(void *context, char *to, size_t size) {
  gzip *g = context;
  uInt room = size < INT32_MAX ? (uInt)size : INT32_MAX;
  g->z.next_out = (unsigned char *)to;
  g->z.avail_out = room;
  while (g->z.avail_out == room) {
    if (g->z.avail_in == 0) {
      g->z.avail_in = (uInt)fread(g->block, 1, sizeof g->block, g->in);
      g->z.next_in = g->block;
      if (ferror(g->in)) return -1;
    }
    if (g->z.avail_in == 0) return g->in_member ? fail(GRUNDY_GZIP_DAMAGED) : 0;
    if (!g->in_member && inflateReset(&g->z) != Z_OK) return fail(GRUNDY_GZIP_DAMAGED);
    int result = inflate(&g->z, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) return fail(ENOMEM);
    if (result != Z_OK && result != Z_STREAM_END) return fail(GRUNDY_GZIP_DAMAGED);
    g->in_member = result == Z_OK;
  }
  return (ssize_t)(room - g->z.avail_out);
}

static int close_gzip(void *context) {
  gzip *g = context;
  inflateEnd(&g->z);
  g->close(g->in);
  free(g);
  return 0;
}

FILE *grundy_gzip_open(FILE *in, void (*close)(FILE *in)) {
  enum { GZIP_ONLY = 16 };
  gzip *g = grundy_alloc_zero(1, sizeof *g);
  if (g == NULL) return NULL;
  g->in = in;
  g->close = close;
  FILE *stream = NULL;
  int reason = ENOMEM;
  if (inflateInit2(&g->z, MAX_WBITS + GZIP_ONLY) == Z_OK) {
    stream = grundy_platform_stream(g, read_gzip, close_gzip);
    reason = errno;
    if (stream == NULL) inflateEnd(&g->z);
  }
  if (stream == NULL) free(g);
  errno = reason;
  return stream;
}
