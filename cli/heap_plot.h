/* Plots of the values of heap games with gnuplot. */

#ifndef GRUNDY_CLI_HEAP_PLOT_H
#define GRUNDY_CLI_HEAP_PLOT_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/heap.h>

/* Plots the values over the heaps as PDF, with titles at both axes. */
grundy_status heap_plot_pdf(const grundy_heaps *heaps, const grundy_heap_code *code, FILE *out,
                            grundy_error *error);

#endif
