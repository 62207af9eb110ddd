/* Plots of experiments. */

#ifndef GRUNDY_CLI_EXPERIMENT_PLOT_H
#define GRUNDY_CLI_EXPERIMENT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/experiment.h>

struct point {
  double at; /* the value of the varied parameter */
  grundy_statistics of[GRUNDY_MEASURE_COUNT];
};

/* In the order of the endings of --plot. */
typedef enum experiment_picture {
  EXPERIMENT_SVG,
  EXPERIMENT_PNG,
  EXPERIMENT_PDF,
} experiment_picture;

struct experiment_plot {
  const struct point *points;
  size_t count;
  const char *title;
  const char *axis;            /* the name of the varied parameter */
  bool logarithmic;            /* whether that axis is logarithmic */
  unsigned long long measures; /* bit m: the measure m */
  experiment_picture picture;
};

/* Writes the script for gnuplot. */
void experiment_plot_write_script(FILE *out, const struct experiment_plot *plot);

#endif
