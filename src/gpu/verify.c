/* Checks the columns of a solution on a device. */

#include "gpu/engine.h"
#include "gpu/solve.h"
#include "solution/impl.h"
#include "verify/proven.h"

/* As in verify.cl. */
enum { CHECK_REMOTENESS, CHECK_MISERE_REMOTENESS, CHECK_DISTANCE };
/* Sets of values are 64 bits. */
enum { SET_BITS = 64 };
/* The followers of followers are examined one by one, which takes too long in longer rows. */
enum { MOST_FOLLOWERS = 1024 };

typedef struct verifying {
  grundy_gpu_session *session;
  const grundy_solution *solution;
  grundy_gpu_rows rows;
  cl_mem failed; /* one word: how many vertices fail */
} verifying;

/* Sends an array; the caller releases the buffer. */
static cl_mem send(verifying *v, const void *from, uint64_t bytes) {
  cl_mem buffer = grundy_gpu_buffer(v->session, bytes);
  grundy_gpu_send(v->session, buffer, bytes, grundy_gpu_copy, from);
  return buffer;
}

static cl_mem send_numbers(verifying *v, grundy_columns column) {
  return send(v, grundy_solution_numbers(v->solution, column), 4 * (uint64_t)v->rows.order);
}

static void check_numbers(verifying *v, grundy_columns column, uint32_t what) {
  if ((grundy_solution_columns(v->solution) & column) == 0) return;
  cl_mem numbers = send_numbers(v, column);
  GRUNDY_GPU_RUN(v->session, "check_numbers", grundy_gpu_groups(v->session, v->rows.order),
                 v->rows.order, v->rows.offsets, v->rows.targets, numbers, what, v->failed);
  grundy_gpu_wait(v->session);
  grundy_gpu_release(&numbers);
}

static void check_sets(verifying *v, cl_mem values, cl_mem sets) {
  grundy_gpu_session *s = v->session;
  uint64_t order = v->rows.order;
  const grundy_sets *k = grundy_solution_sets(v->solution, GRUNDY_COLUMN_K);
  if (k == NULL) return;
  cl_mem offsets = send(v, k->offsets, 8 * (order + 1));
  cl_mem numbers = send(v, k->numbers, 4 * k->offsets[order]);
  cl_mem absent = send(v, k->absent, order);
  GRUNDY_GPU_RUN(s, "check_sets", grundy_gpu_groups(s, order), order, values, sets, offsets,
                 numbers, absent, v->failed);
  grundy_gpu_wait(s);
  grundy_gpu_release(&offsets);
  grundy_gpu_release(&numbers);
  grundy_gpu_release(&absent);
}

static void check_values(verifying *v) {
  grundy_gpu_session *s = v->session;
  uint32_t groups = grundy_gpu_groups(s, v->rows.order);
  if ((grundy_solution_columns(v->solution) & GRUNDY_COLUMN_GRUNDY) == 0) return;
  cl_mem values = send_numbers(v, GRUNDY_COLUMN_GRUNDY);
  cl_mem counters = send_numbers(v, GRUNDY_COLUMN_COUNTER);
  cl_mem sets = grundy_gpu_buffer(s, 8 * (uint64_t)v->rows.order);
  const grundy_gpu_argument arguments[] = {
      GRUNDY_GPU_ARGUMENT(v->rows.order),   GRUNDY_GPU_ARGUMENT(v->rows.offsets),
      GRUNDY_GPU_ARGUMENT(v->rows.targets), GRUNDY_GPU_ARGUMENT(values),
      GRUNDY_GPU_ARGUMENT(counters),        GRUNDY_GPU_ARGUMENT(sets),
      GRUNDY_GPU_ARGUMENT(v->failed)};
  cl_uint count = sizeof arguments / sizeof *arguments;
  grundy_gpu_run(s, "check_mex", groups, arguments, count);
  grundy_gpu_run(s, "check_replies", groups, arguments, count);
  check_sets(v, values, sets);
  grundy_gpu_wait(s);
  grundy_gpu_release(&values);
  grundy_gpu_release(&counters);
  grundy_gpu_release(&sets);
}

/* Returns whether no vertex has failed a check since the last call. */
static bool all_right(verifying *v) {
  uint32_t failed = 1, none = 0;
  grundy_gpu_read(v->session, v->failed, 0, &failed, sizeof failed);
  grundy_gpu_write(v->session, v->failed, 0, &none, sizeof none);
  return v->session->status == GRUNDY_OK && failed == 0;
}

/* Returns whether the device can check the columns of normal play. */
static bool can_check_normal(const grundy_solution *solution, uint64_t longest) {
  grundy_columns columns = grundy_solution_columns(solution);
  const grundy_sets *k = grundy_solution_sets(solution, GRUNDY_COLUMN_K);
  if ((columns & (GRUNDY_COLUMN_J | GRUNDY_COLUMN_HMIN)) != 0) return false;
  if (k != NULL && k->absent == NULL) return false;
  if ((columns & GRUNDY_COLUMN_GRUNDY) == 0)
    return (columns & (GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER)) == 0;
  return (columns & GRUNDY_COLUMN_COUNTER) != 0 && longest <= MOST_FOLLOWERS &&
         grundy_solution_summary(solution).largest_value < SET_BITS;
}

static grundy_verify_proven check_on_device(verifying *v, const grundy_view *g) {
  grundy_verify_proven proven = {0};
  uint32_t none = 0;
  v->failed = grundy_gpu_buffer(v->session, sizeof none);
  grundy_gpu_write(v->session, v->failed, 0, &none, sizeof none);
  grundy_gpu_rows_send(v->session, g, &v->rows);
  check_numbers(v, GRUNDY_COLUMN_MISERE_REMOTENESS, CHECK_MISERE_REMOTENESS);
  proven.misere = all_right(v);
  if (can_check_normal(v->solution, v->rows.longest)) {
    check_numbers(v, GRUNDY_COLUMN_REMOTENESS, CHECK_REMOTENESS);
    check_numbers(v, GRUNDY_COLUMN_DISTANCE, CHECK_DISTANCE);
    check_values(v);
    proven.normal = all_right(v);
    proven.largest = grundy_solution_summary(v->solution).largest_value;
  }
  grundy_gpu_release(&v->failed);
  grundy_gpu_rows_release(&v->rows);
  return proven;
}

grundy_status grundy_gpu_verify_in(grundy_gpu_session *s, const grundy_digraph *g,
                                   const grundy_solution *solution,
                                   const grundy_verify_options *options, grundy_report **report,
                                   grundy_error *error) {
  grundy_view view = grundy_view_of(g);
  grundy_verify_proven proven = {0};
  verifying v = {.session = s, .solution = solution};
  bool fits = view.order > 0 && view.order == grundy_solution_order(solution);
  if (fits && grundy_digraph_type(g) == GRUNDY_GAME_NORMAL) {
    s->monitor = options->monitor;
    s->error = error;
    grundy_work work = grundy_work_start(options->monitor, "checking on the device", 0);
    proven = check_on_device(&v, &view);
    if (s->status != GRUNDY_OK) return s->status;
    grundy_work_finish(&work, "", view.size);
  }
  return grundy_verify_rest(g, solution, options, proven, report, error);
}

grundy_status grundy_gpu_verify_on(const grundy_gpu_device *device, const grundy_digraph *g,
                                   const grundy_solution *solution,
                                   const grundy_verify_options *options, grundy_report **report,
                                   grundy_error *error) {
  grundy_gpu_session s;
  grundy_gpu_session_start(&s, device, NULL, error);
  grundy_status status = s.status;
  if (status == GRUNDY_OK) status = grundy_gpu_verify_in(&s, g, solution, options, report, error);
  grundy_gpu_session_end(&s);
  return status;
}
