/* Subjects that find out about each game by itself. */

#include "sweep/impl.h"

#include <grundy/answer.h>

#include "base/alloc.h"
#include "base/error.h"

#include <stdlib.h>

typedef struct finder {
  grundy_sweep *sweep;
  size_t size;
  grundy_sweep_find find;
} finder;

static grundy_status work(void *context, const grundy_game_batch_item *item, grundy_error *error) {
  const finder *f = context;
  void *answer = grundy_alloc_zero(1, f->size);
  if (answer == NULL) return grundy_fail_memory(error);
  grundy_status status = f->find(f->sweep, item, answer, error);
  bool is_limited = status != GRUNDY_OK && grundy_game_batch_forgive(item, &status, error);
  if (status == GRUNDY_OK || is_limited) {
    const grundy_error limit = is_limited ? *error : (grundy_error){0};
    const grundy_sweep_finding finding = {.index = item->index,
                                          .limit = is_limited ? &limit : NULL,
                                          .is_limited = is_limited,
                                          .answer = answer};
    status = grundy_sweep_keep(f->sweep, &finding, error);
  }
  free(answer);
  return status;
}

grundy_status grundy_sweep_run_each(grundy_sweep *sweep, size_t count, size_t size,
                                    grundy_sweep_find find, grundy_error *error) {
  finder f = {sweep, size, find};
  const grundy_game_batch batch = {.count = count,
                                   .memory = sweep->options.memory,
                                   .seconds = sweep->options.seconds,
                                   .monitor = sweep->options.monitor,
                                   .work = work,
                                   .context = &f};
  return grundy_game_batch_run(&batch, error);
}

void grundy_sweep_put_nothing(grundy_json *json) {
  const grundy_evaluation nothing = {.outcome = GRUNDY_OUTCOME_NONE,
                                     .value = GRUNDY_UNKNOWN,
                                     .remoteness = GRUNDY_UNKNOWN,
                                     .distance = GRUNDY_UNKNOWN};
  grundy_answer_evaluation(json, &nothing);
}
