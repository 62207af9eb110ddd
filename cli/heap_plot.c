#include "heap_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/heap.h>
#include <grundy/value.h>

#include "failure.h"
#include "gnuplot.h"

/* Values that fall into the same cell of this grid are one dot, so that the size of the file does
 * not depend on the number of heaps. */
enum { COLUMNS = 1600, ROWS = 800 };

static uint32_t largest_of(const uint32_t *values, uint64_t count) {
  uint32_t largest = 0;
  for (uint64_t n = 0; n < count; n++)
    if (values[n] > largest && values[n] != GRUNDY_INFINITY) largest = values[n];
  return largest;
}

static void put_dots(FILE *script, const uint32_t *values, uint64_t count, uint32_t largest,
                     unsigned char *seen) {
  (void)fputs("$data << END\n", script);
  for (uint64_t n = 0; n < count; n++) {
    if (values[n] == GRUNDY_INFINITY) continue;
    uint64_t column = n * COLUMNS / count, row = (uint64_t)values[n] * (ROWS - 1) / (largest + 1);
    unsigned char *cell = &seen[row * COLUMNS + column];
    if (*cell == 0) (void)fprintf(script, "%" PRIu64 " %" PRIu32 "\n", n, values[n]);
    *cell = 1;
  }
  (void)fputs("END\n", script);
}

static void put_script(FILE *script, const grundy_heap_code *code, const uint32_t *values,
                       uint64_t count, unsigned char *seen) {
  uint32_t largest = largest_of(values, count);
  (void)fprintf(script,
                "set terminal pdfcairo noenhanced size 16cm,9cm font 'sans,10'\n"
                "set title 'nim-values of %s'\n"
                "set xlabel 'heap n'\nset ylabel 'nim-value G(n)'\n"
                "set border 3\nset tics nomirror\nunset key\n"
                "set xrange [0:%" PRIu64 "]\nset yrange [0:%" PRIu32 "]\n",
                grundy_heap_code_text(code), count < 2 ? 1 : count - 1, largest + 1);
  put_dots(script, values, count, largest, seen);
  (void)fprintf(script, "plot $data using 1:2 with points pt 7 ps %s lc rgb '#1f5fa8'\n",
                count <= 200 ? "0.4" : "0.15");
}

grundy_status heap_plot_pdf(const grundy_heaps *heaps, const grundy_heap_code *code, FILE *out,
                            grundy_error *error) {
  uint64_t count;
  const uint32_t *values = grundy_heaps_values(heaps, &count);
  unsigned char *seen = calloc(ROWS, COLUMNS);
  if (seen == NULL) return fail_memory(error);
  FILE *script = tmpfile();
  grundy_status status;
  if (script == NULL) {
    status =
        fail_with(error, GRUNDY_IO_ERROR, "", "cannot make a temporary file: %s", strerror(errno));
  } else {
    put_script(script, code, values, count, seen);
    status = gnuplot_run(script, out, error);
    (void)fclose(script);
  }
  free(seen);
  return status;
}
