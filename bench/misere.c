#include "misere.h"

#include <grundy/heap.h>
#include <grundy/misere.h>

#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct run {
  const char *code;
  uint32_t max;
  uint32_t sizes[2];  /* of a sum */
  uint32_t order;     /* of the quotient */
  uint64_t positions; /* that were searched */
} run;

static grundy_heap_code *parse(const run *r) {
  grundy_heap_code *code;
  must(grundy_heap_code_parse(r->code, strlen(r->code), &code, NULL), "code");
  return code;
}

static bool compute(void *context) {
  run *r = context;
  grundy_heap_code *code = parse(r);
  grundy_misere *q;
  must(grundy_misere_of_code(code, &GRUNDY_OPTIONS(grundy_misere_options, .max = r->max), &q, NULL),
       "quotient");
  r->order = grundy_misere_get_facts(q).order;
  grundy_misere_free(q);
  grundy_heap_code_free(code);
  return true;
}

/* Finds the outcome of a sum by search. */
static bool search(void *context) {
  run *r = context;
  grundy_heap_code *code = parse(r);
  grundy_outcome outcome;
  must(grundy_heaps_misere(code, r->sizes, 2, UINT32_MAX, NULL, &outcome, &r->positions, NULL),
       "search");
  grundy_heap_code_free(code);
  return true;
}

/* Prints the time of quotients with more and more heaps, and the exponent of their orders. */
static void measure_orders(void) {
  static const uint32_t heaps[] = {25, 30, 32, 33};
  double first = 0, last = 0;
  uint32_t least = 0, most = 0;
  printf("  0.07 up to heap");
  for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
    run r = {.code = "0.07", .max = heaps[i]};
    timing time = least_time(5, compute, &r);
    printf("%s %u: order %u in %.1f ms", i == 0 ? "" : ",", r.max, r.order, 1e3 * time.seconds);
    if (i == 0) {
      first = time.seconds;
      least = r.order;
    }
    last = time.seconds;
    most = r.order;
  }
  printf("; like the order to the power %.1f\n",
         log(last / first) / log((double)most / (double)least));
}

void measure_misere(const game_size *size, const char *part_of_name) {
  (void)size; /* quotients have their own sizes */
  (void)part_of_name;
  run sum = {.code = "0.77", .max = 26, .sizes = {26, 25}};
  timing found = least_time(9, compute, &sum), searched = least_time(3, search, &sum);
  printf("\nmisère quotients: the one of Kayles up to heap 26 in %.2f ms; searching the %llu "
         "positions of 26+25 takes %.0f times as long\n",
         1e3 * found.seconds, (unsigned long long)sum.positions, searched.seconds / found.seconds);
  run runs[] = {{.code = "0.77", .max = 167},
                {.code = "0.115", .max = 214},
                {.code = "0.644", .max = 7398},
                {.code = "0.106", .max = 21},
                {.code = "0.064", .max = 24}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    timing time = least_time(5, compute, &runs[i]);
    printf("  %-6s up to heap %4u: order %4u in %6.1f ms\n", runs[i].code, runs[i].max,
           runs[i].order, 1e3 * time.seconds);
  }
  measure_orders();
}
