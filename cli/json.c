#include "json.h"

#include <stdio.h>

void json_put_string(FILE *out, const char *text) {
  (void)putc('"', out);
  for (const char *c = text; *c != '\0'; c++) {
    unsigned char byte = (unsigned char)*c;
    if (byte == '"' || byte == '\\') (void)putc('\\', out);
    if (byte < 0x20)
      (void)fprintf(out, "\\u%04x", (unsigned)byte);
    else
      (void)putc(byte, out);
  }
  (void)putc('"', out);
}
