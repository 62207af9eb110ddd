/* Prints results as tables for people and as lines for programs. */

#ifndef GRUNDY_BENCH_REPORT_H
#define GRUNDY_BENCH_REPORT_H

#include "rows.h"

#include <stdio.h>

/* Prints the date, the machine and the version; every line begins with `prefix`. */
void print_machine(FILE *out, const char *prefix);

/* Print the table of multiples of the limit, line by line while games are measured. */
void print_multiples_heading(void);
void print_multiples(const game_row *r);

/* Prints all other tables. `most` is the largest thread count. */
void print_rest(const game_row *rows, size_t count, unsigned most);

/* Writes everything as tab-separated values, one measurement per line; docs/performance.md
 * describes the columns. `threads` is the thread count of the table of multiples. */
void write_tsv(FILE *out, const game_row *rows, size_t count, unsigned threads, unsigned most);

#endif
