#include "misere/run.h"

#include "base/alloc.h"
#include "misere/set.h"

#include <inttypes.h>

void grundy_misere_run_free(grundy_misere_run *run) {
  free(run->set);
  free(run->bytes);
  free(run->list);
}

bool grundy_misere_run_reserve(grundy_misere_run *run, uint64_t size) {
  if (size <= run->scratch_size) return true;
  uint64_t words = grundy_set_words(size), capacity = run->scratch_size;
  uint64_t set = grundy_set_words(capacity), bytes = 64 * set;
  if (!grundy_grow(&run->set, &set, words, sizeof *run->set) ||
      !grundy_grow(&run->bytes, &bytes, 64 * words, 1) ||
      !grundy_grow(&run->list, &capacity, size, sizeof *run->list))
    return grundy_misere_fail_memory(run);
  run->scratch_size = size;
  return true;
}

bool grundy_misere_pause(grundy_misere_run *run) {
  run->done_steps += run->steps;
  run->steps = 0;
  if (!grundy_work_ask(&run->work)) {
    run->status = grundy_fail_cancelled(run->error);
    return false;
  }
  if (run->done_steps <= run->max_steps) return true;
  run->status =
      grundy_fail_because(run->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                          "the misere quotient needs more than %" PRIu64 " steps", run->max_steps);
  return false;
}
