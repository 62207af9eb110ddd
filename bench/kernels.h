/* What is timed: the library's kernels, what they are compared with, and the limit of them all. */

#ifndef GRUNDY_BENCH_KERNELS_H
#define GRUNDY_BENCH_KERNELS_H

#include <grundy/grundy.h>

#include "games.h"
#include "measure.h"

typedef enum kernel_id {
  /* The read-once limit: one pass that reads label[target[e]], 4-byte labels, for every move, with
   * one thread. No kernel that looks at every move can be faster. */
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
  CHASE,      /* follows a chain through an array next[v]: one load that waits for the last */
  CHASE_ROWS, /* the same through the compressed rows: two loads that wait for each other */
  KERNEL_COUNT,
} kernel_id;

/* A game with everything that kernels read and write. */
typedef struct subject {
  const game *played;
  grundy_digraph *g, *reverse;
  uint32_t *remoteness, *values, *counter;
  uint32_t *other; /* results that nobody reads but to compare them; labels of the limit */
  uint32_t *next;  /* of chains: the follower */
  uint32_t start;  /* of chains: the position where the longest play begins */
  grundy_solution *solution;
  double paper_seconds;
  volatile uint64_t sum; /* so that nothing is left out */
} subject;

typedef struct kernel {
  const char *name;
  const char *heading;
  timed_work *run; /* its context is a subject */
  bool scales;     /* measured with several threads too */
} kernel;

extern const kernel kernels[KERNEL_COUNT];

/* The read-once limit itself: the sum of the labels of all targets. */
uint64_t read_once(const grundy_digraph *g, const uint32_t *labels);

/* KERNEL_COUNT if there is none of that name. */
kernel_id find_kernel(const char *name);

/* H_min is measured on selected games only, the chase on chains. */
bool kernel_applies(kernel_id id, const game *played);

/* Takes g over. */
subject subject_new(const game *played, const game_size *size, grundy_digraph *g);

/* Makes what the kernel reads, if it is not there yet. */
void prepare_for(subject *s, kernel_id id);

/* Ends the program if what FIFO or PAPER has just found is not what the kernels found. */
void compare_with(const subject *s, kernel_id id);

#endif
