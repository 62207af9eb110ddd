/* Plots the values of a heap game as SVG: a dot for every heap, however many there are. Heaps with
 * the same dot are drawn once, and adjacent dots are one line. */

#include <grundy/heap.h>
#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "text/print.h"

#include <errno.h>
#include <inttypes.h>

enum { LEFT = 60, TOP = 30, WIDTH = 900, HEIGHT = 450, BOTTOM = 40, TICKS = 5 };

typedef struct plot {
  const uint32_t *values;
  uint64_t count, largest;
  uint8_t *dots; /* by row from the top, and column */
} plot;

static uint64_t column_of(const plot *p, uint64_t heap) {
  return p->count < 2 ? 0 : heap * (WIDTH - 1) / (p->count - 1);
}

static uint64_t row_of(const plot *p, uint64_t value) {
  return p->largest == 0 ? HEIGHT - 1 : HEIGHT - 1 - value * (HEIGHT - 1) / p->largest;
}

/* Draws a row. A dot is two units high, so that single dots are visible. */
static void put_row(FILE *out, const uint8_t *dots, int row) {
  for (int x = 0; x < WIDTH; x++) {
    if (dots[x] == 0) continue;
    int from = x;
    while (x < WIDTH && dots[x] != 0) x++;
    fprintf(out, "M%d %dh%d", LEFT + from, TOP + row, x - from);
  }
}

grundy_status grundy_heaps_plot(const grundy_heaps *heaps, const grundy_heap_code *code, FILE *out,
                                grundy_error *error) {
  plot p = {0};
  p.values = grundy_heaps_values(heaps, &p.count);
  for (uint64_t n = 0; n < p.count; n++)
    if (p.values[n] > p.largest && p.values[n] != GRUNDY_INFINITY) p.largest = p.values[n];
  p.dots = grundy_alloc_zero((uint64_t)WIDTH * HEIGHT, 1);
  if (p.dots == NULL) return grundy_fail_memory(error);
  for (uint64_t n = 0; n < p.count; n++)
    if (p.values[n] != GRUNDY_INFINITY)
      p.dots[row_of(&p, p.values[n]) * WIDTH + column_of(&p, n)] = 1;
  errno = 0;
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "font-family=\"sans-serif\" font-size=\"12\">\n"
          "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
          "<text x=\"%d\" y=\"20\">nim-values of %s</text>\n"
          "<path d=\"M%d %dv%dh%d\" fill=\"none\" stroke=\"#888\"/>\n",
          LEFT + WIDTH + 30, TOP + HEIGHT + BOTTOM, LEFT, grundy_heap_code_text(code), LEFT - 3,
          TOP, HEIGHT + 3, WIDTH + 3);
  for (uint64_t i = 0; i <= TICKS; i++) {
    uint64_t heap = (p.count - 1) * i / TICKS, value = p.largest * i / TICKS;
    fprintf(out, "<text x=\"%" PRIu64 "\" y=\"%d\" text-anchor=\"middle\">%" PRIu64 "</text>\n",
            LEFT + column_of(&p, heap), TOP + HEIGHT + 18, heap);
    fprintf(out, "<text x=\"%d\" y=\"%" PRIu64 "\" text-anchor=\"end\">%" PRIu64 "</text>\n",
            LEFT - 8, TOP + row_of(&p, value) + 4, value);
  }
  fprintf(out,
          "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">heap n</text>\n"
          "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">nim-value G(n)"
          "</text>\n",
          LEFT + WIDTH / 2, TOP + HEIGHT + 35, TOP + HEIGHT / 2);
  fputs("<path stroke=\"#1f5fa8\" stroke-width=\"2\" d=\"", out);
  for (int row = 0; row < HEIGHT; row++) put_row(out, p.dots + (size_t)row * WIDTH, row);
  fputs("\"/>\n</svg>\n", out);
  free(p.dots);
  return grundy_stream_status(out, GRUNDY_OK, error);
}
