/* Timing and memory: what is run, how often, and how much it holds. */

#ifndef GRUNDY_BENCH_MEASURE_H
#define GRUNDY_BENCH_MEASURE_H

#include <grundy/base.h>

/* How long something took, in seconds; 0 if it was not measured. */
typedef struct timing {
  double seconds;
  bool stopped; /* it was stopped then, and would have taken longer */
} timing;

/* Work to be timed; `context` is what it works on. False if it gave up before its end. */
typedef bool timed_work(void *context);

/* Seconds since some moment. */
double seconds_now(void);

/* The least of `repetitions` times. Once six seconds have been spent no other one is begun. */
timing least_time(int repetitions, timed_work *work, void *context);

/* From here on peak_memory counts anew. False where the system cannot do that. */
bool reset_peak_memory(void);

/* The bytes that this process holds, and the most that it has held. */
uint64_t resident_memory(void);
uint64_t peak_memory(void);

/* Ends the program if the call failed, with its name. */
void must(grundy_status status, const char *what);

/* Zeroed memory in large pages where there are some, as the library's own; ends the program when
 * it runs out. */
void *must_alloc(uint64_t count, size_t item);

#endif
