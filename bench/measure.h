/* Timing: what is run, how often, and what it is compared with. */

#ifndef GRUNDY_BENCH_MEASURE_H
#define GRUNDY_BENCH_MEASURE_H

#include <grundy/digraph.h>

/* Work to be timed; `context` is what it works on. */
typedef void timed_work(void *context);

/* The least of `repetitions` times, in seconds. */
double least_time(int repetitions, timed_work *work, void *context);

/* The read-once limit: one pass that reads label[target[e]], 4-byte labels, for every move. The
 * yardstick of everything else: no kernel that looks at every move can be faster. Seconds. */
double read_once_limit(const grundy_digraph *g, int repetitions);

/* The largest resident size of this process so far, in bytes. */
uint64_t peak_memory(void);

/* Ends the program if the call failed, with its name. */
void must(grundy_status status, const char *what);

/* malloc that ends the program when memory runs out. */
void *must_alloc(uint64_t count, size_t item);

#endif
