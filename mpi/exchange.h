/* Rounds in which every rank sends bytes to every rank. All memory is allocated at the start, and
 * no count is above what an int holds. */

#ifndef GRUNDY_MPI_EXCHANGE_H
#define GRUNDY_MPI_EXCHANGE_H

#include "team.h"

typedef struct exchange {
  const team *team;
  int threads;
  uint64_t room;         /* bytes that a thread can send to one rank in a round */
  unsigned char *memory; /* outgoing bytes by rank and thread, then incoming bytes */
  uint64_t *filled;      /* outgoing bytes by rank and thread */
  unsigned char *in;     /* what other ranks have sent in this round … */
  uint64_t received;     /* … and its size; what a rank sends to itself stays where it is */
  int *counts, *starts;  /* for MPI: outgoing */
  int *counts_in, *starts_in;
  uint64_t sent, rounds; /* for statistics: bytes that have left this rank */
} exchange;

enum {
  EXCHANGE_LEAST = 1 << 16,      /* bytes */
  EXCHANGE_DEFAULT = 1 << 26,    /* bytes */
  EXCHANGE_LARGEST = 1 << 29,    /* bytes that can be chosen */
  EXCHANGE_MOST = 1 << 30,       /* bytes; displacements are ints */
  EXCHANGE_LEAST_ROOM = 1 << 10, /* bytes, even if there are many ranks */
};

/* Starts rounds in which a rank sends `size` bytes at most. Collective; frees on failure. */
grundy_status exchange_start(exchange *x, const team *t, int threads, uint64_t size,
                             grundy_error *error);
void exchange_free(exchange *x);

/* Returns where a thread puts what it sends to a rank. */
static inline unsigned char *exchange_out(const exchange *x, int rank, int thread) {
  return x->memory + ((uint64_t)rank * (unsigned)x->threads + (unsigned)thread) * x->room;
}

static inline uint64_t *exchange_filled(const exchange *x, int rank, int thread) {
  return &x->filled[(uint64_t)rank * (unsigned)x->threads + (unsigned)thread];
}

/* Runs a round. Collective. What this rank sends to itself can be read until exchange_clear. */
void exchange_run(exchange *x);

/* Empties all outgoing bytes. */
void exchange_clear(exchange *x);

/* Answers the requests of the last round: `answers` has item_out bytes for every item_in bytes that
 * have arrived from other ranks, in their order. Returns the answers to what this rank has sent,
 * in the order of ranks, to be read with the displacements answer_starts; valid until the next
 * round. There must be one thread. */
void exchange_answer(exchange *x, uint64_t item_in, uint64_t item_out, const void *answers,
                     void *results, uint64_t *result_starts);

#endif
