#include "gpu/solve.h"

#include "base/alloc.h"
#include "base/error.h"
#include "gpu/engine.h"
#include "gpu/rows.h"
#include "gpu/session.h"
#include "solve/plan.h"
#include "solve/resume.h"
#include "solve/sweep.h"

/* Games below this size are solved by the CPU before the device has been opened. */
enum { LEAST_MOVES = 4000000 };
/* Bytes for stages, programs and what drivers round up. */
#define FIXED_BYTES (UINT64_C(96) << 20)

/* Plans those of the columns that the device computes. */
static grundy_column_plan plan_of(grundy_columns columns) {
  return grundy_plan_columns(GRUNDY_PLAN_GPU, columns & GRUNDY_COLUMNS_GPU, false);
}

/* Returns whether some columns come from peeling and levels. */
static bool needs_values(const grundy_column_plan *plan) {
  return (plan->computed & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE)) != 0;
}

/* Rows and reverse rows, with their offsets. */
static uint64_t bytes_of_rows(uint32_t order, uint64_t size) {
  return 16 * ((uint64_t)order + 1) + 8 * size;
}

uint64_t grundy_gpu_bytes(uint32_t order, uint64_t size, grundy_columns columns) {
  const grundy_column_plan plan = plan_of(columns);
  if (size > UINT64_MAX / 32) return UINT64_MAX;
  return bytes_of_rows(order, size) +
         grundy_gpu_engine_bytes(order, size, size, needs_values(&plan)) + FIXED_BYTES;
}

/* A game with few more moves than positions is like a chain: it is settled a few positions at a
 * time. */
bool grundy_gpu_is_worthwhile(const grundy_digraph *g, grundy_columns columns) {
  uint64_t order = grundy_digraph_order(g), size = grundy_digraph_size(g);
  return (columns & GRUNDY_COLUMNS_GPU) != 0 && size >= LEAST_MOVES && size >= order + order / 4;
}

/* ---- columns ---------------------------------------------------------------------------- */

typedef struct solving {
  grundy_gpu_session *session;
  grundy_gpu_rows rows;
  grundy_gpu_engine engine;
  const grundy_solve_options *options;
  grundy_columns wanted, done;
  grundy_solution *solution;
  uint32_t *numbers[GRUNDY_COLUMN_COUNT]; /* of columns that are not done they are undefined */
  const grundy_digraph *g;
  bool has_values;           /* engine.values are the values of all vertices */
  uint64_t peeled;           /* when peeling has paused: how many vertices, with the next wave */
  uint64_t *reverse_offsets; /* a copy of the reverse rows, once the CPU continues something */
  uint32_t *reverse;
} solving;

/* Returns the array of a column of numbers that is wanted. */
static uint32_t *numbers_of(const solving *v, grundy_columns column) {
  int i = 0;
  while (column >> i != 1) i++;
  return v->numbers[i];
}

/* Fills a column of numbers from a buffer, if it is wanted. */
static void receive_numbers(solving *v, grundy_columns column, cl_mem buffer) {
  grundy_gpu_session *s = v->session;
  if ((v->wanted & column) == 0 || s->status != GRUNDY_OK) return;
  grundy_work work = grundy_work_start(s->monitor, "transfer back", 0);
  grundy_gpu_receive(s, buffer, numbers_of(v, column), 4 * (uint64_t)v->rows.order);
  if (s->status != GRUNDY_OK) return;
  v->done |= column;
  grundy_work_finish(&work, "", 0);
}

static void receive_outcomes(solving *v, grundy_columns column) {
  grundy_gpu_session *s = v->session;
  uint8_t *letters = NULL;
  uint64_t order = v->rows.order;
  if ((v->wanted & column) == 0 || s->status != GRUNDY_OK) return;
  s->status = grundy_solution_add_letters(v->solution, column, &letters, s->error);
  grundy_work work = grundy_work_start(s->monitor, "transfer back", 0);
  GRUNDY_GPU_RUN(s, "write_outcomes", grundy_gpu_groups(s, order), order, v->engine.state,
                 v->engine.queue);
  grundy_gpu_receive(s, v->engine.queue, letters, order);
  if (s->status != GRUNDY_OK) return;
  v->done |= column;
  grundy_work_finish(&work, "", 0);
}

/* ---- where the CPU continues ------------------------------------------------------------ */

/* Makes s->status the status of something that does not call OpenCL. */
static bool succeeds(grundy_gpu_session *s, grundy_status status) {
  if (s->status == GRUNDY_OK) s->status = status;
  return s->status == GRUNDY_OK;
}

/* Returns whether the CPU can sweep the game: it is faster then if it begins again. */
static bool is_swept(const solving *v) {
  return v->options->algorithm == GRUNDY_ALGORITHM_AUTO &&
         grundy_sweep_of(grundy_view_of(v->g)) != GRUNDY_NO_SWEEP;
}

/* Copies the reverse rows, unless that was done before. */
static bool copy_reverse(solving *v, grundy_view *reverse) {
  grundy_gpu_session *s = v->session;
  uint64_t order = v->rows.order, size = v->rows.size;
  if (v->reverse == NULL) {
    v->reverse_offsets = grundy_alloc(order + 1, sizeof *v->reverse_offsets);
    v->reverse = grundy_alloc(size, sizeof *v->reverse);
    if (v->reverse_offsets == NULL || v->reverse == NULL)
      return succeeds(s, grundy_fail_memory(s->error));
    grundy_work work = grundy_work_start(s->monitor, "transfer back", 0);
    grundy_gpu_receive(s, v->rows.reverse_offsets, v->reverse_offsets, 8 * (order + 1));
    grundy_gpu_receive(s, v->rows.reverse, v->reverse, 4 * size);
    if (s->status == GRUNDY_OK) grundy_work_finish(&work, "", size);
  }
  *reverse = (grundy_view){v->rows.order, size, v->reverse_offsets, v->reverse};
  return s->status == GRUNDY_OK;
}

/* Lets the CPU continue with remoteness; the outcome follows from it. */
static void continue_remoteness(solving *v, const grundy_gpu_pause *pause, grundy_columns outcome,
                                grundy_columns column) {
  grundy_gpu_session *s = v->session;
  grundy_arena arena = {0};
  uint32_t *remoteness = numbers_of(v, column);
  uint32_t *queue = grundy_queue_alloc(&arena, v->rows.order);
  if (remoteness == NULL)
    remoteness = grundy_arena_array(&arena, v->rows.order, sizeof *remoteness);
  grundy_view reverse;
  if (arena.failed) {
    s->status = grundy_fail_memory(s->error);
  } else if (copy_reverse(v, &reverse)) {
    grundy_gpu_receive(s, v->engine.state, remoteness, 4 * (uint64_t)v->rows.order);
    grundy_gpu_read(s, v->engine.queue, 4 * (uint64_t)pause->from, queue,
                    4 * (uint64_t)pause->count);
    if (s->status == GRUNDY_OK &&
        succeeds(s, grundy_remoteness_resume(reverse, pause->round, queue, pause->count, s->monitor,
                                             remoteness, s->error)))
      v->done |= v->wanted & column;
  }
  if (s->status == GRUNDY_OK && (v->wanted & outcome) != 0 &&
      succeeds(s, grundy_solve_outcome(v->solution, outcome, remoteness, s->error)))
    v->done |= outcome;
  grundy_arena_free(&arena);
}

static grundy_status load_peeling(void *context, uint32_t *state, uint32_t *order,
                                  grundy_error *error) {
  (void)error; /* that of the session is the same */
  solving *v = context;
  grundy_gpu_receive(v->session, v->engine.hits, state, 4 * (uint64_t)v->rows.order);
  grundy_gpu_receive(v->session, v->engine.queue, order, 4 * v->peeled);
  return v->session->status;
}

/* Lets the CPU continue with peeling, and then with levels. */
static void continue_values(solving *v, const grundy_plan_step *step,
                            const grundy_gpu_pause *pause) {
  grundy_gpu_session *s = v->session;
  grundy_view reverse;
  grundy_values_wanted wanted = {.distance = numbers_of(v, GRUNDY_COLUMN_DISTANCE),
                                 .values = numbers_of(v, GRUNDY_COLUMN_GRUNDY),
                                 .counter = numbers_of(v, GRUNDY_COLUMN_COUNTER),
                                 .algorithm = v->options->algorithm};
  grundy_peel_start start = {
      {pause->from, pause->from + pause->count, pause->round}, load_peeling, v};
  uint32_t *own = NULL;
  if ((step->scratch & GRUNDY_COLUMN_GRUNDY) != 0) {
    wanted.values = own = grundy_alloc(v->rows.order, sizeof *own);
    if (own == NULL) s->status = grundy_fail_memory(s->error);
  }
  v->peeled = (uint64_t)pause->from + pause->count;
  if (wanted.values != NULL)
    grundy_gpu_receive(s, v->engine.values, wanted.values, 4 * (uint64_t)v->rows.order);
  if (copy_reverse(v, &reverse) &&
      succeeds(s, grundy_values_resume(v->g, reverse, &wanted, &start, s->monitor, s->error)))
    v->done |= step->yields;
  free(own);
}

/* ---- columns by kernels ----------------------------------------------------------------- */

static void add_remoteness(solving *v, const grundy_plan_step *step) {
  bool normal = step->kernel == GRUNDY_KERNEL_REMOTENESS;
  grundy_columns outcome = normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE;
  grundy_columns remoteness = normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_gpu_session *s = v->session;
  grundy_gpu_pause pause;
  grundy_gpu_end end = grundy_gpu_run_remoteness(s, &v->engine, normal ? 0 : 1, &pause);
  if (s->status != GRUNDY_OK) return;
  if (end == GRUNDY_GPU_PAUSED && !is_swept(v)) continue_remoteness(v, &pause, outcome, remoteness);
  if (end != GRUNDY_GPU_COMPLETE) return;
  receive_numbers(v, remoteness, v->engine.state);
  receive_outcomes(v, outcome);
}

/* Adds K, if the device has the values. The reverse rows are lost, so this comes last. */
static void add_sets(solving *v) {
  grundy_gpu_session *s = v->session;
  uint64_t count = 0, order = v->rows.order;
  if (!v->has_values || grundy_gpu_write_sets(s, &v->engine, &count) != GRUNDY_GPU_COMPLETE ||
      s->status != GRUNDY_OK)
    return;
  grundy_sets sets = {.offsets = grundy_alloc(order + 1, sizeof *sets.offsets),
                      .numbers = grundy_alloc(count, sizeof *sets.numbers),
                      .absent = grundy_alloc(order, sizeof *sets.absent)};
  if (sets.offsets == NULL || sets.numbers == NULL || sets.absent == NULL)
    s->status = grundy_fail_memory(s->error);
  grundy_work work = grundy_work_start(s->monitor, "transfer back", 0);
  grundy_gpu_receive(s, v->rows.reverse_offsets, sets.offsets, 8 * (order + 1));
  grundy_gpu_receive(s, v->rows.reverse, sets.numbers, 4 * count);
  grundy_gpu_receive(s, v->engine.rounds, sets.absent, order);
  if (s->status == GRUNDY_OK) {
    grundy_work_finish(&work, "", 0);
    grundy_solution_give_sets(v->solution, GRUNDY_COLUMN_K, &sets);
    v->done |= GRUNDY_COLUMN_K;
  }
  grundy_sets_free(&sets);
}

/* Adds values, counters and distances. What the device hands over is left out, and so computed by
 * the CPU afterwards. */
static void add_values(solving *v, const grundy_plan_step *step) {
  grundy_gpu_session *s = v->session;
  grundy_gpu_numbering numbering;
  grundy_gpu_pause pause;
  bool lazy = v->options->algorithm == GRUNDY_ALGORITHM_LAZY;
  bool peel_only = ((step->yields | step->scratch) & GRUNDY_COLUMN_GRUNDY) == 0 || lazy;
  uint64_t budget = v->options->algorithm == GRUNDY_ALGORITHM_COUNTING
                        ? UINT64_MAX
                        : grundy_levels_budget(v->rows.order, v->rows.size);
  if (lazy && (step->yields & GRUNDY_COLUMN_DISTANCE) == 0) return;
  grundy_gpu_end end = grundy_gpu_run_values(s, &v->engine, peel_only, budget, &numbering, &pause);
  if (s->status != GRUNDY_OK) return;
  if (end == GRUNDY_GPU_PAUSED && !is_swept(v)) continue_values(v, step, &pause);
  if (end != GRUNDY_GPU_COMPLETE) return;
  if ((step->yields & GRUNDY_COLUMN_DISTANCE) != 0)
    grundy_gpu_write_distances(s, &v->engine, &numbering);
  receive_numbers(v, GRUNDY_COLUMN_DISTANCE, v->engine.queue);
  if (peel_only) return;
  v->has_values = true;
  receive_numbers(v, GRUNDY_COLUMN_GRUNDY, v->engine.values);
  if ((step->yields & GRUNDY_COLUMN_COUNTER) != 0 &&
      grundy_gpu_write_counters(s, &v->engine, &numbering) == GRUNDY_GPU_COMPLETE)
    receive_numbers(v, GRUNDY_COLUMN_COUNTER, v->engine.rounds);
}

/* ---- all together ----------------------------------------------------------------------- */

/* Reversing rows may use the memory of the engine, which comes later, or more if the device has
 * more. */
static void reverse_rows(solving *v, uint64_t later) {
  grundy_gpu_session *s = v->session;
  uint64_t usable = s->device->info.usable;
  uint64_t held = bytes_of_rows(v->rows.order, v->rows.size) + FIXED_BYTES;
  uint64_t left = usable > held ? usable - held : 0;
  grundy_work work = grundy_work_start(s->monitor, "reverse rows on the device", 0);
  if (s->status == GRUNDY_OK) grundy_gpu_rows_reverse(s, &v->rows, left > later ? left : later);
  /* Adds the columns of numbers, and touches their pages, while the device is busy. */
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && s->status == GRUNDY_OK; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((v->wanted & GRUNDY_COLUMNS_GPU & column) == 0 ||
        grundy_column_describe(column)->kind != GRUNDY_COLUMN_OF_NUMBERS)
      continue;
    s->status = grundy_solution_add_numbers(v->solution, column, &v->numbers[i], s->error);
    if (s->status == GRUNDY_OK) grundy_touch(v->numbers[i], 4 * (uint64_t)v->rows.order);
  }
  grundy_gpu_wait(s);
  if (s->status == GRUNDY_OK) grundy_work_finish(&work, "", v->rows.size);
}

static void solve_on_device(solving *v, const grundy_view *g) {
  grundy_gpu_session *s = v->session;
  const grundy_column_plan plan = plan_of(v->wanted);
  bool with_values = needs_values(&plan);
  grundy_gpu_rows_send(s, g, &v->rows);
  uint64_t later = grundy_gpu_engine_bytes(g->order, g->size, v->rows.longest, with_values);
  reverse_rows(v, later);
  grundy_gpu_engine_start(s, &v->rows, with_values, &v->engine);
  for (int i = 0; i < plan.count && s->status == GRUNDY_OK; i++)
    if (plan.steps[i].kernel == GRUNDY_KERNEL_VALUES)
      add_values(v, &plan.steps[i]);
    else if (plan.steps[i].kernel == GRUNDY_KERNEL_SETS)
      add_sets(v);
    else
      add_remoteness(v, &plan.steps[i]);
  grundy_work work = grundy_work_start(s->monitor, "release of memory on the device", 0);
  grundy_gpu_engine_release(&v->engine);
  grundy_gpu_rows_release(&v->rows);
  if (s->status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  free(v->reverse_offsets);
  free(v->reverse);
}

/* Returns whether the kernels can compute some of the columns: the game is whole, impartial, in
 * normal play, and not empty. */
static bool is_possible(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_view view = grundy_view_of(g);
  return view.order > 0 && (options->columns & GRUNDY_COLUMNS_GPU) != 0 &&
         options->algorithm <= GRUNDY_ALGORITHM_LAZY &&
         grundy_digraph_type(g) == GRUNDY_GAME_NORMAL && grundy_longest_row(&view) <= LONGEST_ROW;
}

grundy_status grundy_gpu_solve_in(grundy_gpu_session *s, const grundy_digraph *g,
                                  const grundy_solve_options *options, grundy_solution **solution,
                                  grundy_error *error) {
  grundy_view view = grundy_view_of(g);
  solving v = {.session = s, .options = options, .wanted = options->columns, .g = g};
  if (!is_possible(g, options)) return grundy_solve_in_memory(g, options, solution, error);
  grundy_status status = grundy_solve_check_columns(g, v.wanted, error);
  if (status == GRUNDY_OK) status = grundy_solution_new(view.order, &v.solution, error);
  if (status == GRUNDY_OK) {
    s->monitor = options->monitor;
    s->error = error;
    solve_on_device(&v, &view);
    status = s->status;
  }
  if (status == GRUNDY_OK)
    status = grundy_solve_missing(g, options, v.wanted & ~v.done, v.solution, error);
  if (status == GRUNDY_OK) {
    *solution = v.solution;
    v.solution = NULL;
  }
  grundy_solution_free(v.solution);
  return status;
}

grundy_status grundy_gpu_solve_on(const grundy_gpu_device *device, const grundy_digraph *g,
                                  const grundy_solve_options *options, grundy_solution **solution,
                                  grundy_error *error) {
  grundy_gpu_session s;
  if (!is_possible(g, options)) return grundy_solve_in_memory(g, options, solution, error);
  grundy_work work = grundy_work_start(options->monitor, "start of the device", 0);
  grundy_gpu_session_start(&s, device, NULL, error);
  grundy_status status = s.status;
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  if (status == GRUNDY_OK) status = grundy_gpu_solve_in(&s, g, options, solution, error);
  grundy_gpu_session_end(&s);
  return status;
}
