/* The memory that a rank needs, known before anything but the head of the file is read. */

#ifndef GRUNDY_MPI_PLAN_H
#define GRUNDY_MPI_PLAN_H

#include "engine/cluster.h"

#include <stdio.h>

/* What the memory depends on. */
typedef struct plan {
  uint64_t positions, moves; /* of the whole game */
  bool has_kinds;            /* moves have kinds: positions become two, and moves up to two */
  uint64_t ranks, threads;   /* threads of every rank */
  uint64_t exchange;         /* bytes for messages */
  grundy_columns columns;    /* 0: the default */
} plan;

/* The memory of one rank, in bytes. */
typedef struct plan_memory {
  uint64_t rows;     /* moves into own positions and offsets, while solving */
  uint64_t labels;   /* of own positions, while they are found */
  uint64_t messages; /* between ranks */
  uint64_t process;  /* the program, MPI, and blocks of memory that are not full */
  uint64_t peak;     /* messages, process, and building the rows or solving, whichever is more */
} plan_memory;

/* Returns the memory of the largest rank if every position has about as many moves into it as the
 * others; the table of docs/clusters.md. The sets of infinite values, which nobody can know before,
 * do not count. */
plan_memory plan_memory_of(const plan *given);

/* Prints the figures. */
void plan_put(FILE *out, const plan *p);

/* Fails with GRUNDY_UNABLE if a rank needs more than `most` bytes. */
grundy_status plan_check(const plan *p, uint64_t most, grundy_error *error);

#endif
