/* Sequences of values: chooses the engine that computes them, and when to look for a period. */

#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "heap/impl.h"
#include "heap/sparse.h"

#include <assert.h>

static const grundy_heap_engine *engine_of(const grundy_heap_code *code) {
  if (code->kind == GRUNDY_HEAP_TOP_ENTAILS) return &grundy_heap_entailing;
  if (code->parts < 2) return &grundy_heap_taking;
  return code->parts == 2 && !grundy_heap_is_infinite(code) ? &grundy_heap_splitting
                                                            : &grundy_heap_breaking;
}

void grundy_heaps_free(grundy_heaps *heaps) {
  if (heaps == NULL) return;
  free(heaps->values);
  free(heaps);
}

const uint32_t *grundy_heaps_values(const grundy_heaps *heaps, uint64_t *count) {
  if (count != NULL) *count = heaps->known;
  return heaps->values;
}

const grundy_heap_period *grundy_heaps_period(const grundy_heaps *heaps) {
  return heaps->period.length > 0 ? &heaps->period : NULL;
}

/* Counts sets of sums as large as the values of Lasker's Nim would be, values and rows of a common
 * width, and marks. */
uint64_t grundy_heaps_memory(const grundy_heap_code *code, uint32_t max) {
  uint64_t heaps = (uint64_t)max + 1;
  const grundy_heap_engine *engine = engine_of(code);
  if (engine == &grundy_heap_splitting) return heaps * (sizeof(uint32_t) + sizeof(uint16_t) + 16);
  if (engine == &grundy_heap_entailing) return 2 * heaps * sizeof(uint32_t);
  if (engine == &grundy_heap_taking) return heaps * (sizeof(uint32_t) + sizeof(uint64_t));
  return heaps * (sizeof(uint32_t) + (code->parts - 1) * (UINT64_C(64) + sizeof(void *)));
}

/* ---- solving ---------------------------------------------------------------------------- */

typedef struct solver {
  grundy_heaps *heaps;
  const grundy_heap_options *options;
  const grundy_heap_engine *kind;
  void *engine;
  uint64_t room;    /* of the values */
  uint32_t look_at; /* the heap at which to look for a period next */
  double saved;     /* when the checkpoint was last written */
  uint32_t part;    /* number of heaps to compute at a time */
  grundy_work work;
} solver;

static grundy_status save(solver *s, grundy_error *error) {
  if (s->options->checkpoint == NULL) return GRUNDY_OK;
  s->saved = grundy_clock();
  return grundy_heap_save(s->heaps, s->options->checkpoint, error);
}

static grundy_status look_for_period(solver *s, grundy_error *error) {
  grundy_heaps *heaps = s->heaps;
  grundy_work work = grundy_work_start(s->options->monitor, "looking for a period", 0);
  grundy_status status = grundy_heap_find_period(heaps, &work, &s->look_at, error);
  if (status == GRUNDY_OK && heaps->period.length > 0 && s->options->stop_at_period)
    heaps->known = (uint32_t)heaps->period.proved_at + 1;
  return status;
}

/* Switches to the general engine: the splitting engine cannot represent very large values. */
static grundy_status change_engine(solver *s, grundy_error *error) {
  if (s->engine != NULL) s->kind->end(s->engine);
  s->engine = NULL;
  s->kind = &grundy_heap_breaking;
  return s->kind->start(s->heaps, &s->engine, error);
}

/* Computes the next heaps, in steps of about a tenth of a second. */
static grundy_status extend(solver *s, grundy_error *error) {
  enum { LEAST = 16, MOST = 1 << 20 };
  double start = grundy_clock();
  uint64_t until = (uint64_t)s->heaps->known + s->part;
  if (until > s->options->max) until = s->options->max;
  if (s->options->stop_at_period && until > s->look_at) until = s->look_at;
  if (!grundy_grow(&s->heaps->values, &s->room, until + 1, sizeof *s->heaps->values))
    return grundy_fail_memory(error);
  grundy_status status = s->kind->extend(s->engine, (uint32_t)until, &s->work, error);
  assert(status != GRUNDY_OK || s->heaps->known > until);
  double seconds = grundy_clock() - start;
  if (seconds < 0.05 && s->part < MOST) s->part *= 2;
  if (seconds > 0.2 && s->part > LEAST) s->part /= 2;
  return status == GRUNDY_UNABLE ? change_engine(s, error) : status;
}

static grundy_status run(solver *s, grundy_error *error) {
  double interval = s->options->interval > 0 ? s->options->interval : 30;
  grundy_status status = s->kind->start(s->heaps, &s->engine, error);
  if (status == GRUNDY_UNABLE) status = change_engine(s, error);
  while (status == GRUNDY_OK && s->heaps->known <= s->options->max) {
    status = extend(s, error);
    if (status == GRUNDY_OK && grundy_clock() - s->saved >= interval) status = save(s, error);
    if (status == GRUNDY_OK && s->options->stop_at_period && s->heaps->known > s->look_at)
      status = look_for_period(s, error);
    if (s->options->stop_at_period && s->heaps->period.length > 0) break;
  }
  if (status == GRUNDY_CANCELLED) {
    grundy_error ignored;
    grundy_status saved = save(s, &ignored);
    if (saved != GRUNDY_OK && error != NULL) *error = ignored;
    if (saved != GRUNDY_OK) status = saved;
  }
  return status;
}

static grundy_status solve(solver *s, grundy_error *error) {
  grundy_heaps *heaps = s->heaps;
  grundy_status status = GRUNDY_OK;
  if (s->options->checkpoint != NULL) {
    status = grundy_heap_restore(heaps, s->options->checkpoint, error);
    s->room = heaps->known;
  }
  if (status == GRUNDY_OK) status = run(s, error);
  if (s->engine != NULL) s->kind->end(s->engine);
  if (status != GRUNDY_OK) return status;
  status = save(s, error);
  if (heaps->known > s->options->max + UINT64_C(1)) heaps->known = s->options->max + 1;
  if (status == GRUNDY_OK && heaps->period.length == 0) status = look_for_period(s, error);
  if (status == GRUNDY_OK) grundy_work_finish(&s->work, s->kind->name, 0);
  return status;
}

grundy_status grundy_heaps_solve(const grundy_heap_code *code, const grundy_heap_options *options,
                                 grundy_heaps **heaps, grundy_error *error) {
  grundy_heap_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  options = &chosen;
  if (options->max > GRUNDY_HEAP_MAX_SIZE)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the heap is too large; expected at most %u",
                               (unsigned)GRUNDY_HEAP_MAX_SIZE);
  if (options->checkpoint != NULL &&
      grundy_heap_require_ordinary(code, "checkpoints", error) != GRUNDY_OK)
    return GRUNDY_UNABLE;
  grundy_heaps *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->code = code;
  made->max = options->max;
  made->wants_period = options->stop_at_period;
  uint64_t total = ((uint64_t)options->max + 1) * GRUNDY_WORK_STRIDE;
  solver s = {.heaps = made,
              .options = options,
              .kind = engine_of(code),
              .look_at = 64,
              .part = 1 << 10,
              .saved = grundy_clock(),
              .work = grundy_work_start(options->monitor, "computing values",
                                        options->stop_at_period ? 0 : total)};
  grundy_status status = solve(&s, error);
  if (status == GRUNDY_OK)
    *heaps = made;
  else
    grundy_heaps_free(made);
  return status;
}

/* ---- statistics ------------------------------------------------------------------------- */

grundy_status grundy_heaps_split(const grundy_heaps *heaps, grundy_heap_split *split,
                                 grundy_error *error) {
  grundy_heap_split made = {0};
  for (uint32_t n = 0; n < heaps->known; n++) {
    if (heaps->values[n] == GRUNDY_INFINITY)
      return grundy_fail(error, GRUNDY_UNABLE, "rare values do not support loony heaps");
    if (heaps->values[n] <= made.largest) continue;
    made.largest = heaps->values[n];
    made.largest_at = n;
  }
  uint32_t size = 2;
  while (size <= made.largest) size *= 2;
  grundy_arena arena = {0};
  uint32_t *census = grundy_arena_zeros(&arena, size, sizeof *census);
  int64_t *counts = grundy_arena_array(&arena, size, sizeof *counts);
  if (arena.failed) return grundy_arena_end(&arena, GRUNDY_OK, error);
  for (uint32_t n = 0; n < heaps->known; n++) made.values += census[heaps->values[n]]++ == 0;
  made.mask = grundy_sparse_mask(census, size, 0, counts);
  for (uint32_t n = 0; n < heaps->known; n++) {
    if (__builtin_parity(heaps->values[n] & made.mask) != 0) continue;
    made.rare++;
    made.last_rare = n;
  }
  *split = made;
  return grundy_arena_end(&arena, GRUNDY_OK, error);
}
