#include "experiment_plot.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/experiment.h>

static const char *const colours[GRUNDY_MEASURE_COUNT] = {
    [GRUNDY_MEASURE_LARGEST_VALUE] = "#1f5fa8",
    [GRUNDY_MEASURE_P] = "#c8402f",
    [GRUNDY_MEASURE_N] = "#2e8b57",
    [GRUNDY_MEASURE_D] = "#d9a400",
    [GRUNDY_MEASURE_INFINITE] = "#7a4fa3",
    [GRUNDY_MEASURE_LARGEST_REMOTENESS] = "#24292f",
    [GRUNDY_MEASURE_MEAN_REMOTENESS] = "#8a8f98",
};

/* The columns of the data: the point, then these for every measure. */
enum { MEAN, LEAST, LOWER, UPPER, MOST, FIGURES };

static int column(int measure, int figure) {
  return 2 + FIGURES * measure + figure;
}

static void write_data(FILE *out, const struct experiment_plot *plot) {
  (void)fputs("$data << END\n", out);
  for (size_t i = 0; i < plot->count; i++) {
    const struct point *point = &plot->points[i];
    (void)fprintf(out, "%.10g", point->at);
    for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) {
      const grundy_statistics *s = &point->of[m];
      (void)fprintf(out, " %.6g %.6g %.6g %.6g %.6g", s->mean, s->least, s->lower_quartile,
                    s->upper_quartile, s->most);
    }
    (void)fputc('\n', out);
  }
  (void)fputs("END\n", out);
}

static void write_frame(FILE *out, const struct experiment_plot *plot) {
  static const char *const terminals[] = {
      [EXPERIMENT_SVG] = "svg size 760,460 font 'Helvetica,Arial,sans-serif' fontscale 1.1",
      [EXPERIMENT_PNG] = "pngcairo size 1140,690 font 'sans,15'",
      [EXPERIMENT_PDF] = "pdfcairo size 16cm,10cm font 'sans,10'",
  };
  (void)fprintf(out, "set terminal %s noenhanced background '#ffffff'\n", terminals[plot->picture]);
  (void)fprintf(out, "set encoding utf8\nset title '%s'\nset xlabel '%s'\n", plot->title,
                plot->axis);
  (void)fputs("set border 3 lc rgb '#8a8f98'\nset tics nomirror\n"
              "set grid lc rgb '#d8dce1' lw 1 lt 1\nset style fill transparent solid 0.2 noborder\n"
              "set key at screen 0.5, 0.045 center horizontal\nset bmargin 5.5\nset yrange [0:*]\n",
              out);
  if (plot->logarithmic) (void)fputs("set logscale x\nset format x '%g'\n", out);
}

/* If there is only one measure, its extremes are plotted too. */
static void write_measure(FILE *out, int m, bool alone) {
  const char *colour = colours[m];
  (void)fprintf(out, "$data using 1:%d:%d with filledcurves lc rgb '%s' %s, \\\n", column(m, LOWER),
                column(m, UPPER), colour, alone ? "title 'quartiles'" : "notitle");
  for (int figure = LEAST; alone && figure <= MOST; figure += MOST - LEAST)
    (void)fprintf(out, "$data using 1:%d with lines lw 1 dt 2 lc rgb '%s' %s, \\\n",
                  column(m, figure), colour, figure == LEAST ? "title 'least, most'" : "notitle");
  (void)fprintf(out, "$data using 1:%d with linespoints lw 2 pt 7 ps 0.4 lc rgb '%s' title '%s'",
                column(m, MEAN), colour,
                alone ? "mean" : grundy_measure_describe((grundy_measure)m)->name);
}

void experiment_plot_write_script(FILE *out, const struct experiment_plot *plot) {
  bool alone = (plot->measures & (plot->measures - 1)) == 0;
  const char *between = "plot ";
  write_frame(out, plot);
  if (!alone) (void)fputs("set ylabel 'measures'\n", out);
  for (int m = 0; alone && m < GRUNDY_MEASURE_COUNT; m++)
    if ((plot->measures >> m & 1) != 0)
      (void)fprintf(out, "set ylabel '%s'\n", grundy_measure_describe((grundy_measure)m)->summary);
  write_data(out, plot);
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) {
    if ((plot->measures >> m & 1) == 0) continue;
    (void)fputs(between, out);
    write_measure(out, m, alone);
    between = ", \\\n";
  }
  (void)fputs("\n", out);
}
