#include "exchange.h"

#include "engine/cluster.h"

#include <assert.h>
#include <string.h>

void exchange_free(exchange *x) {
  free(x->memory);
  free(x->filled);
  free(x->counts);
  *x = (exchange){0};
}

grundy_status exchange_start(exchange *x, const team *t, int threads, uint64_t size,
                             grundy_error *error) {
  uint64_t parts = (uint64_t)t->ranks * (unsigned)threads;
  *x = (exchange){.team = t, .threads = threads, .room = size / parts / 8 * 8};
  if (x->room < EXCHANGE_LEAST_ROOM) x->room = EXCHANGE_LEAST_ROOM;
  x->memory = grundy_alloc(2 * parts * x->room, 1);
  x->filled = grundy_alloc_zero(parts, sizeof *x->filled);
  x->counts = grundy_alloc_zero(4 * (uint64_t)t->ranks, sizeof *x->counts);
  bool enough = x->memory != NULL && x->filled != NULL && x->counts != NULL;
  grundy_status status = enough ? GRUNDY_OK : grundy_fail_memory(error);
  if (enough && parts * x->room > EXCHANGE_MOST)
    status = grundy_fail(error, GRUNDY_UNABLE, "too many ranks and threads for one job");
  status = team_agree(t, status, error);
  if (status != GRUNDY_OK) {
    exchange_free(x);
    return status;
  }
  x->in = x->memory + parts * x->room;
  x->starts = x->counts + t->ranks;
  x->counts_in = x->starts + t->ranks;
  x->starts_in = x->counts_in + t->ranks;
  return GRUNDY_OK;
}

/* Moves the bytes of all threads for a rank together. Returns their number. */
static uint64_t join_threads(exchange *x, int rank) {
  unsigned char *to = exchange_out(x, rank, 0);
  uint64_t size = 0;
  for (int thread = 0; thread < x->threads; thread++) {
    uint64_t filled = *exchange_filled(x, rank, thread);
    if (thread > 0 && filled > 0) memmove(to + size, exchange_out(x, rank, thread), filled);
    size += filled;
  }
  return size;
}

void exchange_run(exchange *x) {
  int ranks = x->team->ranks;
  uint64_t region = (uint64_t)x->threads * x->room;
  x->received = 0;
  x->rounds++;
  if (ranks == 1) return;
  for (int rank = 0; rank < ranks; rank++) {
    uint64_t size = rank == x->team->rank ? 0 : join_threads(x, rank);
    assert(size <= region);
    x->counts[rank] = (int)size;
    x->starts[rank] = (int)((uint64_t)rank * region);
    x->sent += size;
  }
  team_wait_begins();
  MPI_Alltoall(x->counts, 1, MPI_INT, x->counts_in, 1, MPI_INT, MPI_COMM_WORLD);
  for (int rank = 0; rank < ranks; rank++) {
    x->starts_in[rank] = (int)x->received;
    x->received += (uint64_t)x->counts_in[rank];
  }
  MPI_Alltoallv(x->memory, x->counts, x->starts, MPI_BYTE, x->in, x->counts_in, x->starts_in,
                MPI_BYTE, MPI_COMM_WORLD);
  team_wait_ends();
}

void exchange_clear(exchange *x) {
  memset(x->filled, 0, (uint64_t)x->team->ranks * (unsigned)x->threads * sizeof *x->filled);
}

/* Scales the counts of the last round to the size of answers. */
static void scale(int *counts, int *starts, int ranks, uint64_t item_in, uint64_t item_out) {
  for (int rank = 0, start = 0; rank < ranks; rank++) {
    assert((uint64_t)counts[rank] % item_in == 0);
    counts[rank] = (int)((uint64_t)counts[rank] / item_in * item_out);
    starts[rank] = start;
    start += counts[rank];
  }
}

void exchange_answer(exchange *x, uint64_t item_in, uint64_t item_out, const void *answers,
                     void *results, uint64_t *result_starts) {
  int ranks = x->team->ranks;
  assert(x->threads == 1);
  scale(x->counts, x->starts, ranks, item_in, item_out);
  scale(x->counts_in, x->starts_in, ranks, item_in, item_out);
  for (int rank = 0; rank < ranks; rank++) {
    result_starts[rank] = (uint64_t)x->starts[rank];
    if (rank != x->team->rank) x->sent += (uint64_t)x->counts_in[rank];
  }
  team_wait_begins();
  MPI_Alltoallv(answers, x->counts_in, x->starts_in, MPI_BYTE, results, x->counts, x->starts,
                MPI_BYTE, MPI_COMM_WORLD);
  team_wait_ends();
}
