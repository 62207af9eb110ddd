/* What all parts of a computation share: the game, limits, scratch memory, and how it failed. */

#ifndef GRUNDY_SRC_MISERE_RUN_H
#define GRUNDY_SRC_MISERE_RUN_H

#include "base/error.h"
#include "base/monitor.h"
#include "misere/rules.h"

/* Functions that take a run return false if they failed; then `status` says why, and the error is
 * filled. */
typedef struct grundy_misere_run {
  grundy_misere_rules rules;
  grundy_play play;
  uint64_t max_elements;
  grundy_work work; /* counts heaps */
  uint64_t steps;   /* since the monitor was last called */
  uint64_t done_steps, max_steps;
  grundy_status status;
  grundy_error *error;

  /* Scratch memory with room for any set of `scratch_size` elements. */
  uint64_t scratch_size;
  uint64_t *set;  /* one bit per element */
  uint8_t *bytes; /* one byte per element, and up to 63 more */
  uint32_t *list;
} grundy_misere_run;

void grundy_misere_run_free(grundy_misere_run *run);

/* Makes the scratch memory large enough. */
bool grundy_misere_run_reserve(grundy_misere_run *run, uint64_t size);

/* Asks the monitor and compares the steps with their limit. */
bool grundy_misere_pause(grundy_misere_run *run);

static inline bool grundy_misere_fail_memory(grundy_misere_run *run) {
  run->status = grundy_fail_memory(run->error);
  return false;
}

/* Counts steps of some nanoseconds each. False if the monitor asks to stop, or if there were too
 * many. */
static inline bool grundy_misere_step(grundy_misere_run *run, uint64_t steps) {
  run->steps += steps;
  if (run->steps < grundy_work_stride) return true;
  return grundy_misere_pause(run);
}

#endif
