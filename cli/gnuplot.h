/* Runs gnuplot, a separate program that may not be installed. */

#ifndef GRUNDY_CLI_GNUPLOT_H
#define GRUNDY_CLI_GNUPLOT_H

#include <stdio.h>

#include <grundy/base.h>

/* Fails with GRUNDY_IO_ERROR, and says what to do, if gnuplot cannot be run. */
grundy_status gnuplot_check(grundy_error *error);

/* Runs gnuplot with the script, a file with a descriptor that is read from its beginning; the
 * picture goes to `out`. Fails with GRUNDY_IO_ERROR and the last message of gnuplot. */
grundy_status gnuplot_run(FILE *script, FILE *out, grundy_error *error);

#endif
