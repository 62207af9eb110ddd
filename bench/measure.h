/* Measures time and memory. */

#ifndef GRUNDY_BENCH_MEASURE_H
#define GRUNDY_BENCH_MEASURE_H

#include <grundy/base.h>

/* A duration in seconds; 0 if it was not measured. */
typedef struct timing {
  double seconds;
  bool stopped; /* stopped at that time, before the end */
} timing;

/* Work to be timed; `context` is passed on. Returns false if it gave up. */
typedef bool timed_work(void *context);

/* Returns the seconds since an unspecified time. */
double seconds_now(void);

/* Returns the seconds of CPU that all threads of this process have taken. */
double cpu_seconds_now(void);

/* Returns the least of `repetitions` times. After six seconds no repetition is started. */
timing least_time(int repetitions, timed_work *work, void *context);

/* Resets the peak of peak_memory. False if the system cannot do that. */
bool reset_peak_memory(void);

/* Return the bytes that this process occupies, and its peak. */
uint64_t resident_memory(void);
uint64_t peak_memory(void);

/* Ends the program with the name of the call if it failed. */
void must(grundy_status status, const char *what);

/* Allocates zeroed memory in large pages, if available, like the library; ends the program if
 * memory runs out. */
void *must_alloc(uint64_t count, size_t item);

#endif
