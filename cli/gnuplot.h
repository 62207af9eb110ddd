/* Running gnuplot, a program of its own, which need not be there. */

#ifndef GRUNDY_CLI_GNUPLOT_H
#define GRUNDY_CLI_GNUPLOT_H

#include <stdio.h>

#include <grundy/base.h>

/* GRUNDY_IO_ERROR, with what to do, if gnuplot cannot be run. */
grundy_status gnuplot_check(grundy_error *error);

/* Lets gnuplot do what the script says, a file with a descriptor that is read from its beginning;
 * what it draws goes to `out`. GRUNDY_IO_ERROR with its last words if it fails. */
grundy_status gnuplot_run(FILE *script, FILE *out, grundy_error *error);

#endif
