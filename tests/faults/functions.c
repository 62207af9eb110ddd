/* Every public function (tests/faults/functions/attempts.c) when something fails: its 1st, 2nd,
 * 3rd … allocation, call of the system, or call of a function of a script; when an array cannot
 * grow; or when a monitor stops the work at its 1st, 2nd, 3rd … tick. Each time the status reports
 * it, outputs are unchanged, and nothing leaks. */

#include "base/monitor.h"
#include "faults/functions/allocator.h"
#include "faults/functions/attempts.h"
#include "faults/functions/calls.h"
#include "game/impl.h"
#include "gpu/choose.h"
#include "rules/impl.h"
#include "rules/positions.h"
#include "solve/kernels.h"
#include "solve/resume.h"
#include "support/test.h"

#include <dirent.h>

/* ---- allocations ------------------------------------------------------------------------- */

/* Calls it with that value of allocations_left; nothing leaks. */
static grundy_status call_with(fixture *f, const attempt *row, int left) {
  size_t before = live_count;
  allocations_begin(left);
  grundy_status status = attempt_run(f, row);
  allocations_left = NEVER;
  assert_int_equal(live_count, before);
  return status;
}

/* Of the later allocations of calls that make hundreds, not all are tried; with `some`, which is
 * for scripts, fewer. */
static void fail_allocations(fixture *f, const attempt *row, bool some) {
  for (int k = 0;; k += 1 + k / (some ? 64 : 256)) {
    grundy_status status = call_with(f, row, k);
    if (!*has_failed) {
      assert_int_equal(status, GRUNDY_OK);
      return;
    }
    /* Shrinking a block may fail, too, which does not make the call fail. */
    if (status != GRUNDY_OK) assert_int_equal(status, GRUNDY_OUT_OF_MEMORY);
    assert_true(k < 100000);
  }
}

static void every_public_function_survives_failing_allocations(void **state) {
  attempt_list list = all_attempts();
  for (size_t i = 0; i < list.count; i++) fail_allocations(*state, &list.at[i], false);
}

static void scripts_survive_failing_allocations(void **state) {
  attempt_list list = all_script_attempts();
  for (size_t i = 0; i < list.count; i++) fail_allocations(*state, &list.at[i], true);
}

/* Explores a game that is large enough for a second state of Lua, but never has work for two
 * threads. */
static grundy_status explore_with_two_states(fixture *f) {
  (void)snprintf(f->text, sizeof f->text, "%s/ends.lua:1030,0", f->folder);
  return grundy_game_open(f->text, NULL, &f->made.g, NULL);
}

static void a_second_state_of_lua_survives_failing_allocations(void **state) {
  const attempt row = {.name = "two states", .call = explore_with_two_states};
  fail_allocations(*state, &row, true);
}

/* Lets arrays fail to grow, at one place in the code after the other. */
static void fail_growing(fixture *f, const attempt *row) {
  forget_places();
  do {
    grundy_status status = call_with(f, row, ONLY_GROWING);
    assert_int_equal(status, *has_failed ? GRUNDY_OUT_OF_MEMORY : GRUNDY_OK);
  } while (*has_failed);
}

static void every_public_function_survives_arrays_that_cannot_grow(void **state) {
  attempt_list lists[] = {all_attempts(), all_script_attempts()};
  for (size_t i = 0; i < lists[0].count; i++) fail_growing(*state, &lists[0].at[i]);
  for (size_t i = 0; i < lists[1].count; i++) fail_growing(*state, &lists[1].at[i]);
}

/* A game whose states do not fit into a cache, so that waves have bins: all positions move to
 * position 0, and the last two to each other. */
static void make_wide(grundy_digraph **g, grundy_digraph **reverse) {
  enum { ORDER = (1 << 19) + 1 };
  static uint32_t tails[ORDER + 1], heads[ORDER + 1];
  for (uint32_t v = 1; v < ORDER; v++) tails[v - 1] = v;
  tails[ORDER - 1] = heads[ORDER] = ORDER - 1;
  tails[ORDER] = heads[ORDER - 1] = ORDER - 2;
  assert_int_equal(grundy_digraph_new(ORDER, ORDER + 1, tails, heads, g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_transpose(*g, NULL, reverse, NULL), GRUNDY_OK);
}

/* Every kernel on such a game, which f has instead of its own. */
static grundy_status find_wide_remoteness(fixture *f) {
  return grundy_remoteness_solve(f->g, f->reverse, GRUNDY_NORMAL_PLAY, NULL, f->numbers, NULL);
}

static grundy_status find_wide_successes(fixture *f) {
  return grundy_q_solve(f->g, f->reverse, f->ends, NULL, f->numbers, NULL);
}

static grundy_status find_wide_distance(fixture *f) {
  return grundy_distance_solve(f->g, f->reverse, NULL, f->numbers, NULL);
}

static grundy_status find_wide_values(fixture *f) {
  return grundy_values_solve(f->g, f->reverse, NULL, f->numbers, NULL, NULL);
}

/* Goes on as after work on a device; here no wave is left. */
static grundy_status resume_wide_remoteness(fixture *f) {
  uint32_t queue[1];
  memset(f->numbers, 0, grundy_digraph_order(f->g) * sizeof *f->numbers);
  return grundy_remoteness_resume(grundy_view_of(f->reverse), 1, queue, 0, NULL, f->numbers, NULL);
}

static void waves_through_bins_survive_failing_allocations(void **state) {
  static const attempt kernels[] = {{.name = "remoteness", .call = find_wide_remoteness},
                                    {.name = "successes", .call = find_wide_successes},
                                    {.name = "distance", .call = find_wide_distance},
                                    {.name = "values", .call = find_wide_values},
                                    {.name = "resume", .call = resume_wide_remoteness}};
  fixture wide = *(fixture *)*state;
  make_wide(&wide.g, &wide.reverse);
  uint32_t order = grundy_digraph_order(wide.g);
  wide.numbers = calloc(order, sizeof *wide.numbers);
  wide.ends = calloc(order, sizeof *wide.ends);
  assert_true(wide.numbers != NULL && wide.ends != NULL);
  for (unsigned threads = 1; threads <= 2; threads++) {
    grundy_threads_set(threads);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
      fail_allocations(&wide, &kernels[i], false);
  }
  grundy_threads_set(0);
  free(wide.numbers);
  free(wide.ends);
  grundy_digraph_free(wide.g);
  grundy_digraph_free(wide.reverse);
}

/* A device solves a long chain, and leaves the rest of it to the CPU. */
static grundy_status solve_chain_on_device(fixture *f) {
  if (!f->has_gpu) return GRUNDY_OK;
  return made(grundy_gpu_solve(f->g, 1,
                               &GRUNDY_OPTIONS(grundy_solve_options, .columns = f->row->columns),
                               &f->made.solution, NULL),
              &f->made.solution);
}

static void work_that_a_device_gives_up_survives_failing_allocations(void **state) {
  enum { ORDER = 12000, STRIDE = 7 };
  static const attempt columns[] = {
      {.name = "remoteness", .call = solve_chain_on_device, .columns = GRUNDY_COLUMN_OUTCOME},
      {.name = "distance", .call = solve_chain_on_device, .columns = GRUNDY_COLUMN_DISTANCE},
      {.name = "counter", .call = solve_chain_on_device, .columns = GRUNDY_COLUMN_COUNTER}};
  static uint32_t tails[ORDER], heads[ORDER];
  fixture chain = *(fixture *)*state;
  for (uint32_t v = 1; v < ORDER; v++) {
    tails[v] = v * STRIDE % ORDER;
    heads[v] = (v - 1) * STRIDE % ORDER;
  }
  assert_int_equal(grundy_digraph_new(ORDER, ORDER - 1, tails + 1, heads + 1, &chain.g, NULL),
                   GRUNDY_OK);
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    fail_allocations(&chain, &columns[i], false);
  grundy_digraph_free(chain.g);
}

/* ---- calls of the system ----------------------------------------------------------------- */

/* Returns the number of files in a folder. */
static size_t count_files(const char *folder) {
  DIR *open_folder = opendir(folder);
  size_t count = 0;
  assert_non_null(open_folder);
  while (readdir(open_folder) != NULL) count++;
  assert_int_equal(closedir(open_folder), 0);
  return count;
}

/* Returns the number of open descriptors. */
static size_t count_descriptors(void) {
  return count_files("/proc/self/fd");
}

/* A few failures are harmless, such as failing to preserve permissions. */
static void assert_failure_is_reported(const call_failure *failure, grundy_status status) {
  bool is_failed = status == GRUNDY_IO_ERROR || status == GRUNDY_OUT_OF_MEMORY ||
                   status == GRUNDY_UNABLE || status == GRUNDY_BAD_INPUT;
  if ((is_failed && calls_is_repeated(failure)) || (!is_failed && calls_is_fatal(failure)) ||
      (!is_failed && status != GRUNDY_OK))
    fail_msg("%s fails with reason %d: status %d", failure->call, failure->reason, (int)status);
}

static call_failure fail_call(fixture *f, const attempt *row, call_plan plan) {
  size_t blocks = live_count, files = count_files(f->folder), descriptors = count_descriptors();
  calls_start(plan);
  grundy_status status = attempt_run(f, row);
  call_failure failure = calls_end();
  assert_int_equal(live_count, blocks);
  assert_int_equal(count_files(f->folder), files);
  assert_int_equal(count_descriptors(), descriptors);
  if (failure.call != NULL)
    assert_failure_is_reported(&failure, status);
  else
    assert_int_equal(status, GRUNDY_OK);
  return failure;
}

/* Fails the 1st, 2nd, 3rd … call, for one reason after the other; of many calls, not all. */
static void fail_calls_of(fixture *f, const attempt *row, bool in_child) {
  call_failure failure = {.call = ""};
  for (int k = 0; failure.call != NULL; k += 1 + k / 32)
    for (int reason = 0; failure.call != NULL && (reason == 0 || !failure.is_last); reason++)
      failure = fail_call(f, row, (call_plan){.left = k, .reason = reason, .in_child = in_child});
}

static void every_public_function_survives_failing_system_calls(void **state) {
  attempt_list list = all_attempts();
  for (size_t i = 0; i < list.count; i++) fail_calls_of(*state, &list.at[i], false);
}

/* One call at every place in the code, also late in long work. */
static void fail_calls_at_places(fixture *f, const attempt *row, int reason) {
  call_failure failure;
  forget_places();
  do failure = fail_call(f, row, (call_plan){.reason = reason, .at_new_places = true});
  while (failure.call != NULL);
}

static void every_public_function_survives_failing_system_calls_at_every_place(void **state) {
  attempt_list list = all_attempts(), scripts = all_script_attempts();
  for (size_t i = 0; i < list.count; i++) fail_calls_at_places(*state, &list.at[i], 0);
  for (int reason = 0; reason < 3; reason++)
    for (size_t i = 0; i < scripts.count; i++) fail_calls_at_places(*state, &scripts.at[i], reason);
}

/* All children are started by the same function. */
static void every_public_function_survives_a_failing_child(void **state) {
  attempt_list list = all_attempts();
  size_t i = 0;
  do (void)fail_call(*state, &list.at[i], (call_plan){.left = NEVER});
  while (calls_processes() == 0 && ++i < list.count);
  assert_true(i < list.count);
  fail_calls_of(*state, &list.at[i], true);
}

/* ---- calls of scripts -------------------------------------------------------------------- */

/* Lets the 1st, 2nd, 3rd … call fail, until so many in a row change nothing that the script is
 * probably not called so often. The later calls are not all tried. */
static void fail_script(fixture *f, const attempt *row, grundy_status failure) {
  enum { HARMLESS = 16 };
  int failures = 0;
  for (int k = 1, harmless = 0; harmless < HARMLESS; k += 1 + k / 64) {
    size_t before = live_count;
    f->bad_call = failure == GRUNDY_OUT_OF_MEMORY ? -k : k;
    grundy_status status = attempt_run(f, row);
    assert_int_equal(live_count, before);
    if (status != GRUNDY_OK) assert_int_equal(status, failure);
    harmless = status == GRUNDY_OK ? harmless + 1 : 0;
    failures += status != GRUNDY_OK;
  }
  f->bad_call = 0;
  assert_true(failures > 0);
}

/* Returns a position of a script that two states are asked about: two integers from 10 to 61, or
 * one of two bytes. */
static grundy_position sampled_position(bool is_pair) {
  static unsigned char bytes[3];
  const grundy_position position = {bytes, sizeof bytes};
  for (unsigned i = 10; i < 62; i++)
    for (unsigned j = 10; j < 62; j++) {
      bytes[0] = is_pair ? 'a' : 'i';
      bytes[1] = (unsigned char)(is_pair ? 2 * i : 128 + 2 * i % 128);
      bytes[2] = (unsigned char)(2 * j);
      if (grundy_position_hash(position) % 512 == 0) return position;
    }
  fail_msg("no position is sampled");
  return position;
}

static void count_position(void *to, grundy_position position) {
  ++*(int *)to;
}

/* Makes a second state of Lua, which then checks an answer of the first one: with is_set, the moves
 * of a position of ends, otherwise the moves to one of heaps, of which there are none. If the
 * second state cannot be made, there is only one. */
static grundy_status use_two_states(fixture *f) {
  bool has_moves = f->row->is_set;
  grundy_ruleset *ruleset = NULL;
  int threads = 77, again = 77, count = 0;
  (void)snprintf(f->text, sizeof f->text, "%s/%s,%d", f->folder,
                 has_moves ? "ends.lua:1" : "heaps.lua:0", f->bad_call);
  grundy_game_name name = grundy_game_parse(f->text);
  grundy_status status =
      grundy_game_ruleset(&name, &GRUNDY_OPTIONS(grundy_open_options, .window = 0), &ruleset, NULL);
  if (status != GRUNDY_OK) return status;
  grundy_position position = sampled_position(!has_moves);
  status = grundy_ruleset_share(ruleset, 2, &threads, NULL);
  assert_int_equal(status, GRUNDY_OK);
  assert_true(threads == 1 || threads == 2);
  assert_int_equal(grundy_ruleset_share(ruleset, 2, &again, NULL), GRUNDY_OK);
  assert_int_equal(again, threads);
  status = has_moves
               ? grundy_ruleset_moves(ruleset, position, count_position, &count, NULL)
               : ruleset->kind->unmoves(ruleset, position, false, count_position, &count, NULL);
  if (status == GRUNDY_OK) assert_int_equal(count, has_moves ? 2 : 0);
  grundy_ruleset_close(ruleset);
  return status;
}

static void two_states_survive_failures_of_either(void **state) {
  static const attempt rows[] = {
      {.name = "two states of heaps", .call = use_two_states},
      {.name = "two states of ends", .call = use_two_states, .is_set = true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fail_allocations(*state, &rows[i], true);
    fail_script(*state, &rows[i], GRUNDY_BAD_INPUT);
    fail_script(*state, &rows[i], GRUNDY_OUT_OF_MEMORY);
  }
}

static void a_script_may_fail_at_any_call(void **state) {
  attempt_list list = all_script_attempts();
  for (size_t i = 0; i < list.count; i++) fail_script(*state, &list.at[i], GRUNDY_BAD_INPUT);
}

static void a_script_may_run_out_of_memory_at_any_call(void **state) {
  attempt_list list = all_script_attempts();
  for (size_t i = 0; i < list.count; i++) fail_script(*state, &list.at[i], GRUNDY_OUT_OF_MEMORY);
}

/* ---- cancelling -------------------------------------------------------------------------- */

static void stop_at_every_tick(fixture *f, attempt_list list) {
  for (size_t i = 0; i < list.count; i++) {
    has_stopped = true;
    for (int k = 0; has_stopped; k += 1 + k / 64) {
      size_t before = live_count;
      ticks_left = k;
      has_stopped = false;
      grundy_status status = attempt_run(f, &list.at[i]);
      ticks_left = NEVER;
      assert_int_equal(live_count, before);
      assert_int_equal(status, has_stopped ? GRUNDY_CANCELLED : GRUNDY_OK);
    }
  }
}

static void every_public_function_can_be_cancelled(void **state) {
  stop_at_every_tick(*state, all_attempts());
  stop_at_every_tick(*state, all_script_attempts());
}

/* Work on small games is done before a million steps. */
static void every_public_function_can_be_cancelled_at_every_step(void **state) {
  grundy_work_stride = 1;
  stop_at_every_tick(*state, all_attempts());
  stop_at_every_tick(*state, all_script_attempts());
  grundy_work_stride = GRUNDY_WORK_STRIDE;
}

/* usage: test_faults_functions [PATTERN [NAME]]   the tests that match, for attempts whose names
 * begin with this (default: all). Tests that need a certain kind of attempt fail without one. */
int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  if (argc > 2) attempts_limit(argv[2]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(every_public_function_survives_arrays_that_cannot_grow,
                                attempt_report),
      cmocka_unit_test_teardown(every_public_function_survives_failing_allocations, attempt_report),
      cmocka_unit_test_teardown(waves_through_bins_survive_failing_allocations, attempt_report),
      cmocka_unit_test_teardown(work_that_a_device_gives_up_survives_failing_allocations,
                                attempt_report),
      cmocka_unit_test_teardown(scripts_survive_failing_allocations, attempt_report),
      cmocka_unit_test_teardown(a_second_state_of_lua_survives_failing_allocations, attempt_report),
      cmocka_unit_test_teardown(every_public_function_survives_failing_system_calls,
                                attempt_report),
      cmocka_unit_test_teardown(every_public_function_survives_failing_system_calls_at_every_place,
                                attempt_report),
      cmocka_unit_test_teardown(every_public_function_survives_a_failing_child, attempt_report),
      cmocka_unit_test_teardown(two_states_survive_failures_of_either, attempt_report),
      cmocka_unit_test_teardown(a_script_may_fail_at_any_call, attempt_report),
      cmocka_unit_test_teardown(a_script_may_run_out_of_memory_at_any_call, attempt_report),
      cmocka_unit_test_teardown(every_public_function_can_be_cancelled, attempt_report),
      cmocka_unit_test_teardown(every_public_function_can_be_cancelled_at_every_step,
                                attempt_report),
  };
  return cmocka_run_group_tests(tests, fixture_set_up, fixture_tear_down);
}
