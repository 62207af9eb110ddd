/* Streams over functions, by fopencookie: Linux and WebAssembly. */

#include <platform.h>

FILE *grundy_platform_stream(void *context, grundy_platform_read *read,
                             grundy_platform_close *close) {
  return fopencookie(context, "r", (cookie_io_functions_t){.read = read, .close = close});
}
