/* Linked into grundy-mpi with --wrap, so that all its allocations come here: on one rank, the
 * allocation with a given number fails. GRUNDY_FAIL is that number, counted from 1, and
 * GRUNDY_FAIL_RANK the rank. With GRUNDY_FAIL_COUNT, the rank prints how many allocations there
 * were. */

#include "support/wrapped.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t allocations;

static void print_count(void) {
  (void)fprintf(stderr, "%lu allocations\n", (unsigned long)allocations);
}

/* The launchers of both implementations tell a process its rank; alone, it has rank 0. */
static const char *rank_of_process(void) {
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  return rank == NULL ? "0" : rank;
}

static bool fails(void) {
  static uint64_t failing;
  uint64_t number = __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
  if (number == 1) {
    const char *asked = getenv("GRUNDY_FAIL"), *rank = getenv("GRUNDY_FAIL_RANK");
    bool here = strcmp(rank == NULL ? "0" : rank, rank_of_process()) == 0;
    if (asked != NULL && here) failing = strtoull(asked, NULL, 10);
    if (getenv("GRUNDY_FAIL_COUNT") != NULL && here) (void)atexit(print_count);
  }
  return number == failing;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  return fails() ? NULL : __real_realloc(old, size);
}
