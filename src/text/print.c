#include "text/print.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"

#include <string.h>

/* ---- all items -------------------------------------------------------------------------- */

/* The number of bytes that each thread fills before all threads synchronize. A single item may take
 * more. */
enum { PART = 1 << 20 };

typedef struct part {
  uint64_t begin, end; /* items */
  char *text;
  uint64_t capacity;
  size_t length;
} part;

typedef struct round {
  const grundy_printer *printer;
  part *parts;
} round;

static void print_share(void *context, int i) {
  const round *r = context;
  part *p = &r->parts[i];
  char *end = r->printer->print(r->printer->context, p->begin, p->end, p->text);
  p->length = (size_t)(end - p->text);
}

/* Formats as many of the next items as fit, and writes them. */
static bool print_round(FILE *out, const grundy_printer *printer, part *parts, int most,
                        uint64_t *item) {
  int count = 0;
  while (count < most && *item < printer->items) {
    part *p = &parts[count++];
    uint64_t room = 0;
    p->begin = p->end = *item;
    while (p->end < printer->items && room < PART)
      room += printer->room(printer->context, p->end++);
    if (!grundy_grow(&p->text, &p->capacity, room, 1)) return false;
    *item = p->end;
  }
  round r = {printer, parts};
  grundy_parallel(count, print_share, &r);
  for (int i = 0; i < count && out != NULL; i++)
    if (fwrite(parts[i].text, 1, parts[i].length, out) != parts[i].length) break;
  return true;
}

grundy_status grundy_print(FILE *out, const grundy_printer *printer, grundy_work *work,
                           grundy_error *error) {
  part parts[GRUNDY_MAX_THREADS] = {0};
  int most = (int)grundy_threads();
  grundy_status status = GRUNDY_OK;
  uint64_t item = 0;
  while (item < printer->items && status == GRUNDY_OK && (out == NULL || !ferror(out))) {
    uint64_t before = item;
    if (!print_round(out, printer, parts, most, &item))
      status = grundy_fail_memory(error);
    else if (!grundy_work_step(work, printer->steps * (item - before)))
      status = grundy_fail_cancelled(error);
  }
  for (int i = 0; i < most; i++) free(parts[i].text);
  return status;
}

/* ---- pieces ----------------------------------------------------------------------------- */

char *grundy_put_bytes(char *to, const char *bytes, size_t length) {
  memcpy(to, bytes, length);
  return to + length;
}

char *grundy_put(char *to, const char *text) {
  while (*text != '\0') *to++ = *text++;
  return to;
}

/* ---- streams ---------------------------------------------------------------------------- */

grundy_status grundy_stream_status(FILE *out, grundy_status status, grundy_error *error) {
  return status != GRUNDY_OK || !ferror(out) ? status : grundy_fail_writing(error);
}
