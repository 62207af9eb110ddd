/* What is timed: the library's kernels, what they are compared with, and the limit for all of
 * them. */

#ifndef GRUNDY_BENCH_KERNELS_H
#define GRUNDY_BENCH_KERNELS_H

#include <grundy/grundy.h>

#include "games.h"
#include "measure.h"

typedef enum kernel_id {
  /* The read-once limit: one pass that reads label[target[e]], with 4-byte labels, for every move,
   * in one thread. No kernel that reads every move can be faster. */
  LIMIT,
  REVERSE,
  REMOTENESS,
  MISERE,
  DISTANCE,
  VALUES,
  HMIN,
  SOLVE,
  VERIFY,
  FIFO,
  PAPER,
  CHASE,      /* follows a chain through an array next[v]: each load waits for the previous one */
  CHASE_ROWS, /* the same through the compressed rows: two dependent loads per step */
  KERNEL_COUNT,
} kernel_id;

/* A game with everything that kernels read and write. */
typedef struct subject {
  const game *played;
  grundy_digraph *g, *reverse;
  uint32_t *remoteness, *values, *counter;
  uint32_t *other; /* results that are only compared; labels of the limit */
  uint32_t *next;  /* for chains: the follower */
  uint32_t start;  /* for chains: the position where the longest play begins */
  grundy_solution *solution;
  double paper_seconds;
  volatile uint64_t sum; /* keeps the compiler from removing the work */
} subject;

typedef struct kernel {
  const char *name;
  const char *heading;
  timed_work *run; /* called with a subject as its context */
  bool scales;     /* also measured with several threads */
} kernel;

extern const kernel kernels[KERNEL_COUNT];

/* Computes the sum of the labels of all targets, which takes the read-once limit. */
uint64_t read_once(const grundy_digraph *g, const uint32_t *labels);

/* Finds a kernel by its name; KERNEL_COUNT if the name is unknown. */
kernel_id find_kernel(const char *name);

/* Returns whether to measure the kernel on the game: H_min on selected games only, the chase on
 * chains. */
bool kernel_applies(kernel_id id, const game *played);

/* Takes ownership of g. */
subject subject_new(const game *played, const game_size *size, grundy_digraph *g);

/* Frees the game and everything made for it. */
void subject_free(subject *s);

/* Makes what the kernel reads, if it does not exist yet. */
void prepare_for(subject *s, kernel_id id);

/* Ends the program if the result of FIFO or PAPER differs from that of the kernels. */
void compare_with(const subject *s, kernel_id id);

#endif
