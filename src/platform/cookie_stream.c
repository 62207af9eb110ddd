/* Streams over functions, by fopencookie: Linux and WebAssembly. */

#include <platform.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

FILE *grundy_platform_stream(void *context, grundy_platform_read *read,
                             grundy_platform_close *close) {
  return fopencookie(context, "r", (cookie_io_functions_t){.read = read, .close = close});
}

/* ---- growing texts ----------------------------------------------------------------------- */

typedef struct growing {
  char **text;
  size_t *size;
  size_t room;  /* bytes at *text */
  bool is_lost; /* some of the text, because it could not grow */
} growing;

/* Makes room for `more` bytes and a NUL. */
static bool grow(growing *g, size_t more) {
  if (*g->text != NULL && g->room - *g->size > more) return true;
  if (more >= SIZE_MAX / 4 || *g->size >= SIZE_MAX / 4) {
    errno = ENOMEM;
    return false;
  }
  const size_t room = *g->size + *g->size / 2 + more + 1;
  char *grown = realloc(*g->text, room);
  if (grown == NULL) return false;
  *g->text = grown;
  g->room = room;
  return true;
}

/* Returns 0 if the text cannot grow. Then the stream of glibc has an error; that of musl has none,
 * but closing it fails. */
static ssize_t append(void *context, const char *bytes, size_t count) {
  growing *g = context;
  g->is_lost = g->is_lost || !grow(g, count);
  if (g->is_lost) return 0;
  memcpy(*g->text + *g->size, bytes, count);
  *g->size += count;
  (*g->text)[*g->size] = '\0';
  return (ssize_t)count;
}

static int end(void *context) {
  growing *g = context;
  const bool is_kept = !g->is_lost && grow(g, 0);
  if (is_kept) (*g->text)[*g->size] = '\0';
  free(g);
  return is_kept ? 0 : -1;
}

FILE *grundy_platform_text(char **text, size_t *size) {
  growing *g = malloc(sizeof *g);
  if (g == NULL) return NULL;
  *g = (growing){.text = text, .size = size};
  *text = NULL;
  *size = 0;
  FILE *stream = fopencookie(g, "w", (cookie_io_functions_t){.write = append, .close = end});
  if (stream == NULL) free(g);
  return stream;
}
