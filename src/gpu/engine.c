#include "gpu/engine.h"

#include "base/error.h"
#include "value/largest.h"

#include <string.h>

/* How often narrow and wide waves are launched in turn between two looks at the control block. */
enum { BATCH = 4 };
/* The most waves of a narrow launch, so that a run can be cancelled. */
enum { MOST_NARROW_WAVES = 2048 };
/* Fewer tiny waves than this may be an accident. */
enum { LEAST_TINY = 4096 };
/* Buffers have at least this many words, for small games with many different values. */
enum { LEAST_WORDS = 1 << 16 };

_Static_assert(sizeof(gpu_wave) == sizeof(gpu_word[GPU_WAVE_WORDS]),
               "the control block is made of words");

/* ---- buffers ---------------------------------------------------------------------------- */

static uint64_t words_of(uint32_t order) {
  return order < LEAST_WORDS ? LEAST_WORDS : order;
}

uint64_t grundy_gpu_engine_bytes(uint32_t order, uint64_t size, uint64_t longest,
                                 bool with_values) {
  uint64_t words = words_of(order);
  uint64_t arrays = with_values ? (longest > NARROW_ROW ? 6 : 5) : 2;
  /* Segments of the largest work-groups; and levels. */
  uint64_t small = size / 256 + UINT64_C(8192) + 4 * ((uint64_t)grundy_largest_value(size) + 8);
  return 4 * arrays * words + small;
}

void grundy_gpu_engine_start(grundy_gpu_session *s, const grundy_gpu_rows *rows, bool with_values,
                             grundy_gpu_engine *engine) {
  uint64_t bytes = 4 * words_of(rows->order);
  /* Segments of the long rows of a wave: as update_list and update_narrow of waves.cl cut them, at
   * least half a segment each, except for those of narrow waves. */
  uint64_t segments =
      2 * (rows->size / (16 * (uint64_t)s->tuning.group)) + s->tuning.narrow_waves + 1;
  *engine = (grundy_gpu_engine){.rows = rows};
  engine->state = grundy_gpu_buffer(s, bytes);
  engine->queue = grundy_gpu_buffer(s, bytes);
  engine->segments = grundy_gpu_buffer(s, 8 * segments);
  engine->control = grundy_gpu_buffer(s, sizeof(gpu_word[GPU_CONTROL_WORDS]));
  if (!with_values) return;
  engine->values = grundy_gpu_buffer(s, bytes);
  engine->rounds = grundy_gpu_buffer(s, bytes);
  engine->hits = grundy_gpu_buffer(s, bytes);
  engine->starts = grundy_gpu_buffer(s, 4 * ((uint64_t)grundy_largest_value(rows->size) + 8));
  if (rows->longest > NARROW_ROW) engine->open = grundy_gpu_buffer(s, bytes);
}

void grundy_gpu_engine_release(grundy_gpu_engine *engine) {
  cl_mem *all[] = {&engine->state,  &engine->queue,    &engine->values,
                   &engine->rounds, &engine->hits,     &engine->open,
                   &engine->starts, &engine->segments, &engine->control};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) grundy_gpu_release(all[i]);
}

/* ---- runs ------------------------------------------------------------------------------- */

typedef struct run {
  grundy_gpu_session *session;
  cl_kernel wide, narrow;
  cl_kernel large; /* for long rows; NULL if there are none */
  uint32_t turn;
  gpu_wave wave;
  grundy_work *work;
} run;

enum { TURN_ARGUMENT = 14, MOST_ARGUMENT, LIMIT_ARGUMENT };

/* A buffer that a run does not use is replaced by the state. */
static cl_mem or_state(const grundy_gpu_engine *e, cl_mem buffer) {
  return buffer != NULL ? buffer : e->state;
}

static cl_kernel make_kernel(grundy_gpu_session *s, const grundy_gpu_engine *e, const char *name) {
  const grundy_gpu_rows *rows = e->rows;
  cl_mem open = or_state(e, e->open), values = or_state(e, e->values),
         rounds = or_state(e, e->rounds), hits = or_state(e, e->hits),
         starts = or_state(e, e->starts);
  uint32_t turn = 0, most = s->tuning.narrow_waves;
  const grundy_gpu_argument arguments[] = {
      GRUNDY_GPU_ARGUMENT(rows->order),   GRUNDY_GPU_ARGUMENT(rows->offsets),
      GRUNDY_GPU_ARGUMENT(rows->targets), GRUNDY_GPU_ARGUMENT(rows->reverse_offsets),
      GRUNDY_GPU_ARGUMENT(rows->reverse), GRUNDY_GPU_ARGUMENT(e->state),
      GRUNDY_GPU_ARGUMENT(open),          GRUNDY_GPU_ARGUMENT(values),
      GRUNDY_GPU_ARGUMENT(rounds),        GRUNDY_GPU_ARGUMENT(starts),
      GRUNDY_GPU_ARGUMENT(e->queue),      GRUNDY_GPU_ARGUMENT(hits),
      GRUNDY_GPU_ARGUMENT(e->segments),   GRUNDY_GPU_ARGUMENT(e->control),
      GRUNDY_GPU_ARGUMENT(turn),          GRUNDY_GPU_ARGUMENT(most),
  };
  return grundy_gpu_kernel(s, name, arguments, sizeof arguments / sizeof *arguments);
}

static void launch(run *r, cl_kernel kernel, uint32_t groups, uint32_t items) {
  grundy_gpu_set(r->session, kernel, TURN_ARGUMENT, &r->turn, sizeof r->turn);
  grundy_gpu_launch(r->session, kernel, groups, items);
  r->turn++;
}

/* Returns whether the CPU should take over: it would have been faster for many waves in a row, and
 * that has taken about as long as it takes to send it the reverse rows; or, where it has to begin
 * again, a small part of the time that this takes. */
static grundy_gpu_end look_at_waves(const gpu_wave *wave, const grundy_gpu_rows *rows) {
  uint64_t order = rows->order, size = rows->size;
  bool can_pause =
      wave->phase == WAVE_LABEL || wave->phase == WAVE_PEEL || wave->phase == WAVE_LARGE;
  bool is_between = wave->has_run == 0 && wave->is_second == 0;
  if (can_pause && is_between && wave->tiny > LEAST_TINY + (2 * order + size) / 16384)
    return GRUNDY_GPU_PAUSED;
  if (!can_pause && wave->tiny > LEAST_TINY + (order + size) / 512) return GRUNDY_GPU_HAND_OVER;
  return GRUNDY_GPU_COMPLETE;
}

static bool is_over(const gpu_wave *wave) {
  return wave->phase == WAVE_DONE || wave->phase == WAVE_LAZY;
}

/* Runs from the first wave, r->wave, to the end. */
static grundy_gpu_end run_waves(run *r, const grundy_gpu_engine *e) {
  grundy_gpu_session *s = r->session;
  uint32_t limit = MOST_NARROW_WAVES;
  uint32_t control[GPU_CONTROL_WORDS] = {0};
  memcpy(control, &r->wave, sizeof r->wave);
  grundy_gpu_write(s, e->control, 0, control, sizeof control);
  grundy_gpu_set(s, r->narrow, LIMIT_ARGUMENT, &limit, sizeof limit);
  while (s->status == GRUNDY_OK && !is_over(&r->wave)) {
    /* Launches some waves, and looks at the one that comes next. */
    for (int i = 0; i < BATCH; i++) {
      launch(r, r->narrow, 1, s->tuning.narrow);
      if (r->large != NULL) launch(r, r->large, s->groups, s->tuning.group);
      launch(r, r->wide, s->groups, s->tuning.group);
    }
    grundy_gpu_read(s, e->control, 0, control, sizeof(uint32_t[2 * GPU_WAVE_WORDS]));
    if (s->status == GRUNDY_OK)
      memcpy(&r->wave, control + (size_t)GPU_WAVE_WORDS * (r->turn % 2), sizeof r->wave);
    if (s->status != GRUNDY_OK) break;
    if (!grundy_work_ask(r->work)) s->status = grundy_fail_cancelled(s->error);
    if (is_over(&r->wave)) break;
    grundy_gpu_end end = look_at_waves(&r->wave, e->rows);
    if (end != GRUNDY_GPU_COMPLETE) return end;
  }
  return r->wave.phase == WAVE_LAZY ? GRUNDY_GPU_HAND_OVER : GRUNDY_GPU_COMPLETE;
}

static grundy_gpu_end run_kernels(run *r, const grundy_gpu_engine *e, const char *narrow,
                                  const char *wide) {
  r->narrow = make_kernel(r->session, e, narrow);
  r->wide = make_kernel(r->session, e, wide);
  if (r->wave.has_large != 0) r->large = make_kernel(r->session, e, "large_values");
  grundy_gpu_end end = run_waves(r, e);
  if (r->narrow != NULL) (void)grundy_opencl.clReleaseKernel(r->narrow);
  if (r->wide != NULL) (void)grundy_opencl.clReleaseKernel(r->wide);
  if (r->large != NULL) (void)grundy_opencl.clReleaseKernel(r->large);
  if (r->session->status == GRUNDY_OK)
    grundy_work_finish(r->work,
                       end == GRUNDY_GPU_COMPLETE ? "device"
                       : end == GRUNDY_GPU_PAUSED ? "device, then CPU"
                                                  : "device, given up",
                       e->rows->size);
  return end;
}

grundy_gpu_end grundy_gpu_run_remoteness(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                         uint32_t first_label, grundy_gpu_pause *pause) {
  grundy_work work =
      grundy_work_start(s->monitor, first_label == 0 ? "remoteness" : "misere remoteness", 0);
  run r = {.session = s, .wave = {.phase = WAVE_START, .first_label = first_label}, .work = &work};
  uint64_t order = engine->rows->order;
  grundy_gpu_end end = run_kernels(&r, engine, "narrow_remoteness", "wide_remoteness");
  *pause = (grundy_gpu_pause){r.wave.from, r.wave.count, r.wave.round};
  if (end == GRUNDY_GPU_PAUSED)
    GRUNDY_GPU_RUN(s, "export_labels", grundy_gpu_groups(s, order), order, engine->state);
  return end;
}

grundy_gpu_end grundy_gpu_run_values(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                     bool peel_only, uint64_t budget,
                                     grundy_gpu_numbering *numbering, grundy_gpu_pause *pause) {
  const grundy_gpu_rows *rows = engine->rows;
  grundy_work work = grundy_work_start(s->monitor, peel_only ? "distance" : "grundy", 0);
  run r = {.session = s,
           .wave = {.phase = WAVE_START,
                    .budget_low = (uint32_t)budget,
                    .budget_high = (uint32_t)(budget >> 32),
                    .has_large = rows->longest > LARGE_ROW,
                    .is_wide = rows->longest > NARROW_ROW,
                    .peel_only = peel_only},
           .work = &work};
  grundy_gpu_end end = run_kernels(&r, engine, "narrow_values", "wide_values");
  *numbering = (grundy_gpu_numbering){.peeled = r.wave.round, .levels = r.wave.level};
  *pause = (grundy_gpu_pause){r.wave.from, r.wave.count, r.wave.round};
  uint64_t order = rows->order;
  if (end == GRUNDY_GPU_PAUSED)
    GRUNDY_GPU_RUN(s, "export_peeling", grundy_gpu_groups(s, order), order, engine->state,
                   engine->rounds, pause->round, engine->hits);
  if (end != GRUNDY_GPU_COMPLETE || s->status != GRUNDY_OK) return end;
  grundy_gpu_write(s, engine->starts, 4 * (uint64_t)r.wave.level, &r.wave.round, 4);
  if (r.wave.level > 0) grundy_gpu_read(s, engine->starts, 0, &numbering->peeled, 4);
  return end;
}

/* ---- numbering -------------------------------------------------------------------------- */

void grundy_gpu_write_distances(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                const grundy_gpu_numbering *numbering) {
  uint64_t order = engine->rows->order;
  GRUNDY_GPU_RUN(s, "write_distances", grundy_gpu_groups(s, order), order, engine->rounds,
                 numbering->peeled, engine->queue);
}

static uint32_t find_largest(grundy_gpu_session *s, const grundy_gpu_engine *e) {
  uint64_t order = e->rows->order;
  uint32_t largest = 0;
  grundy_gpu_write(s, e->control, 0, &largest, sizeof largest);
  GRUNDY_GPU_RUN(s, "find_largest", grundy_gpu_groups(s, order), order, e->values, e->control);
  grundy_gpu_read(s, e->control, 0, &largest, sizeof largest);
  return largest;
}

/* The bits are in `hits`, how many each word has in `queue`, and the sums of these in `state`,
 * which has room for half as many numbers of 64 bits. */
grundy_gpu_end grundy_gpu_write_counters(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                         const grundy_gpu_numbering *numbering) {
  uint64_t order = engine->rows->order, stride = numbering->peeled / 32 + 1;
  uint32_t largest = find_largest(s, engine), groups = grundy_gpu_groups(s, order);
  uint64_t words = ((uint64_t)largest + 1) * stride;
  if (words + 1 > words_of(engine->rows->order) / 2) return GRUNDY_GPU_HAND_OVER;
  grundy_gpu_fill(s, engine->hits, words, 0);
  GRUNDY_GPU_RUN(s, "mark_pairs", groups, order, engine->values, engine->rounds, numbering->peeled,
                 stride, engine->hits);
  GRUNDY_GPU_RUN(s, "count_bits", grundy_gpu_groups(s, words), words, engine->hits, engine->queue);
  grundy_gpu_offsets(s, engine->queue, words, engine->state);
  GRUNDY_GPU_RUN(s, "write_counters", groups, order, engine->values, engine->rounds,
                 numbering->peeled, stride, largest, engine->hits, engine->state, engine->starts,
                 numbering->levels);
  return GRUNDY_GPU_COMPLETE;
}

/* ---- sets ------------------------------------------------------------------------------- */

/* As in sets.cl. */
enum { SET_BITS = 64 };

/* The sets are in `hits` and `queue`, and their sizes in `state`. */
grundy_gpu_end grundy_gpu_write_sets(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                     uint64_t *count) {
  const grundy_gpu_rows *rows = engine->rows;
  uint64_t order = rows->order;
  uint32_t groups = grundy_gpu_groups(s, order);
  if (find_largest(s, engine) >= SET_BITS) return GRUNDY_GPU_HAND_OVER;
  grundy_work work = grundy_work_start(s->monitor, "k", 0);
  GRUNDY_GPU_RUN(s, "collect_sets", groups, rows->order, rows->offsets, rows->targets,
                 engine->values, engine->hits, engine->queue, engine->state);
  grundy_gpu_offsets(s, engine->state, order, rows->reverse_offsets);
  GRUNDY_GPU_RUN(s, "write_sets", groups, order, engine->hits, engine->queue, rows->reverse_offsets,
                 rows->reverse);
  GRUNDY_GPU_RUN(s, "mark_finite", groups, order, engine->values, engine->rounds);
  grundy_gpu_read(s, rows->reverse_offsets, 8 * order, count, sizeof *count);
  if (s->status == GRUNDY_OK) grundy_work_finish(&work, "device", rows->size);
  return GRUNDY_GPU_COMPLETE;
}
