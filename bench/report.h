/* Results as tables for people, and as lines for programs. */

#ifndef GRUNDY_BENCH_REPORT_H
#define GRUNDY_BENCH_REPORT_H

#include "rows.h"

#include <stdio.h>

/* The date, the machine and the version, each line behind `prefix`. */
void print_machine(FILE *out, const char *prefix);

/* The table of multiples of the limit, which grows while games are measured. */
void print_multiples_heading(void);
void print_multiples(const row *r);

/* All other tables. `most` is the largest thread count. */
void print_rest(const row *rows, size_t count, unsigned most);

/* Everything as values separated by tabs, one measurement a line; docs/performance.md describes
 * the columns. `threads` is how many the table of multiples was taken with. */
void write_tsv(FILE *out, const row *rows, size_t count, unsigned threads, unsigned most);

#endif
