#include "heaps.h"

#include <grundy/heap.h>

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
  const char *code;
  uint32_t max;
  bool stop_at_period;
  grundy_heap_period period; /* of length 0 if none was found */
  uint32_t reached;
} run;

static bool solve(void *context) {
  run *r = context;
  grundy_heap_code *code;
  grundy_heaps *heaps;
  grundy_heap_options options = {
      .size = sizeof options, .max = r->max, .stop_at_period = r->stop_at_period};
  must(grundy_heap_code_parse(r->code, strlen(r->code), &code, NULL), "code");
  must(grundy_heaps_solve(code, &options, &heaps, NULL), "heaps");
  const grundy_heap_period *period = grundy_heaps_period(heaps);
  if (period != NULL) r->period = *period;
  uint64_t count;
  (void)grundy_heaps_values(heaps, &count);
  r->reached = (uint32_t)(count - 1);
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  return true;
}

/* Computes 0.156 from the definition: every pair of heaps of every move. */
static bool define(void *context) {
  enum { VALUES = 1024 };
  const run *r = context;
  uint32_t *values = must_alloc((uint64_t)r->max + 1, sizeof *values);
  uint32_t seen[VALUES] = {0};
  for (uint32_t n = 1; n <= r->max; n++) {
    if (n <= 2) seen[0] = n; /* all of 1, or all of 2 */
    for (uint32_t k = 2; k <= 3 && k < n; k++) {
      if (k == 3) seen[values[n - k]] = n;
      for (uint32_t a = 1; 2 * a <= n - k; a++) seen[values[a] ^ values[n - k - a]] = n;
    }
    while (seen[values[n]] == n) values[n]++;
  }
  free(values);
  return true;
}

static void put_period(const run *r) {
  if (r->period.length == 0)
    printf("no period proved\n");
  else
    printf("period %llu after %llu\n", (unsigned long long)r->period.length,
           (unsigned long long)r->period.preperiod);
}

void measure_heaps(const game_size *size, const char *part_of_name) {
  (void)size; /* heaps have their own sizes */
  (void)part_of_name;
  run small = {.code = "0.156", .max = 50000};
  timing fast = least_time(5, solve, &small), naive = least_time(1, define, &small);
  printf("\nheap games: 0.156 to 50,000 in %.2f ms, by the definition in %.0f ms, %.0f times as "
         "long\n",
         1e3 * fast.seconds, 1e3 * naive.seconds, naive.seconds / fast.seconds);
  run runs[] = {
      {.code = "0.16", .max = 1 << 24, .stop_at_period = true},
      {.code = "grundy", .max = (1 << 21) - 1},
      {.code = "0.376", .max = 1 << 24, .stop_at_period = true},
      {.code = "0.354", .max = 1 << 25, .stop_at_period = true},
      {.code = "0.6", .max = (1 << 21) - 1},
      {.code = "0.06", .max = (1 << 17) - 1}, /* a third of its heaps are rare */
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    timing time = least_time(1, solve, &runs[i]);
    printf("  %-8s %9u values in %7.2f s, %10.0f per second; ", runs[i].code, runs[i].reached + 1,
           time.seconds, runs[i].reached / time.seconds);
    put_period(&runs[i]);
  }
}
