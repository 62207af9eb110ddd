/* The pool of threads: every share is run once, whatever happens to the threads. */

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/monitor.h"
#include "base/threads.h"
#include "support/test.h"

/* ---- threads that cannot be created ------------------------------------------------------ */

/* The number of threads that may still be created. */
static atomic_int allowed = 1000000;

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *argument) {
  if (atomic_fetch_sub(&allowed, 1) <= 0) return EAGAIN;
  return __real_pthread_create(thread, attributes, start, argument);
}

/* ---- regions ------------------------------------------------------------------------------ */

enum { THREADS = 16 };

typedef struct region {
  pthread_t caller;
  atomic_int runs[THREADS];      /* of each share */
  atomic_int strangers;          /* runs of share 0 by a thread other than the caller's */
  atomic_int misnumbered;        /* runs in which grundy_thread was not the share */
  atomic_int inner[THREADS];     /* shares of regions inside */
  atomic_int threads_for_inside; /* the largest answer in a share */
} region;

static void inner_share(void *context, int share) {
  (void)share;
  atomic_fetch_add((atomic_int *)context, 1);
}

static void share(void *context, int t) {
  region *r = context;
  atomic_fetch_add(&r->runs[t], 1);
  if (t == 0 && !pthread_equal(pthread_self(), r->caller)) atomic_fetch_add(&r->strangers, 1);
  if (grundy_thread() != t) atomic_fetch_add(&r->misnumbered, 1);
  int inside = grundy_threads_for(UINT64_MAX);
  if (inside > atomic_load(&r->threads_for_inside)) atomic_store(&r->threads_for_inside, inside);
  grundy_parallel(3, inner_share, &r->inner[t]);
}

/* Returns whether a region of that many shares ran correctly. */
static bool region_is_right(int threads) {
  region r = {.caller = pthread_self()};
  grundy_parallel(threads, share, &r);
  for (int t = 0; t < THREADS; t++) {
    int expected = t < threads;
    if (atomic_load(&r.runs[t]) != expected) return false;
    if (atomic_load(&r.inner[t]) != 3 * expected) return false;
  }
  return atomic_load(&r.strangers) == 0;
}

/* ---- tests -------------------------------------------------------------------------------- */

/* The first of all tests: no thread of the pool exists yet. */
static void all_shares_are_run_if_no_thread_can_be_created(void **state) {
  atomic_store(&allowed, 0);
  for (int threads = 1; threads <= THREADS; threads++) assert_true(region_is_right(threads));
}

static void all_shares_are_run_if_some_threads_can_be_created(void **state) {
  grundy_threads_set(THREADS);
  for (int more = 1; more <= 3; more++) {
    uint64_t before = grundy_threads_unstarted_bytes();
    atomic_store(&allowed, 1);
    for (int i = 0; i < 100; i++) assert_true(region_is_right(THREADS));
    assert_true(grundy_threads_unstarted_bytes() == before - GRUNDY_THREAD_STACK);
  }
  grundy_threads_set(0);
}

static void threads_that_are_started_early_are_used_later(void **state) {
  grundy_threads_set(THREADS);
  atomic_store(&allowed, 2);
  uint64_t before = grundy_threads_unstarted_bytes();
  grundy_threads_start();
  assert_true(grundy_threads_unstarted_bytes() == before - UINT64_C(2) * GRUNDY_THREAD_STACK);
  for (int i = 0; i < 100; i++) assert_true(region_is_right(THREADS));
  assert_true(grundy_threads_unstarted_bytes() == before - UINT64_C(2) * GRUNDY_THREAD_STACK);
  atomic_store(&allowed, 1000000);
  grundy_threads_start();
  assert_true(grundy_threads_unstarted_bytes() == 0);
  grundy_threads_set(0);
}

static void all_shares_are_run_once_and_share_0_by_the_caller(void **state) {
  atomic_store(&allowed, 1000000);
  for (int i = 0; i < 2000; i++) assert_true(region_is_right(1 + i % THREADS));
}

static void shares_know_their_number_and_do_not_ask_for_threads(void **state) {
  region r = {.caller = pthread_self()};
  grundy_threads_set(THREADS);
  grundy_parallel(THREADS, share, &r);
  assert_int_equal(atomic_load(&r.misnumbered), 0);
  assert_int_equal(atomic_load(&r.threads_for_inside), 1);
  assert_int_equal(grundy_thread(), 0);
  assert_int_equal(grundy_threads_for(UINT64_MAX), THREADS);
  grundy_threads_set(0);
}

static void *call_many_times(void *failed) {
  for (int i = 0; i < 500; i++)
    if (!region_is_right(1 + i % THREADS)) atomic_store((atomic_bool *)failed, true);
  return NULL;
}

static void several_callers_at_once_each_get_all_their_shares(void **state) {
  enum { CALLERS = 4 };
  pthread_t callers[CALLERS];
  atomic_bool failed = false;
  for (int i = 0; i < CALLERS; i++)
    assert_int_equal(__real_pthread_create(&callers[i], NULL, call_many_times, &failed), 0);
  for (int i = 0; i < CALLERS; i++) pthread_join(callers[i], NULL);
  assert_false(atomic_load(&failed));
}

/* Only bytes inside the block may change, and every page of a large block is touched. */
static void every_page_of_a_new_block_is_touched(void **state) {
  enum { ROOM = 40 << 20, PAGE = 1 << 12 };
  char *room = malloc(ROOM);
  assert_non_null(room);
  grundy_threads_set(3);
  for (size_t begin = 0; begin < 3 * PAGE; begin += 4000) {
    size_t end = ROOM - 5 * begin - 1;
    memset(room, 1, ROOM);
    grundy_touch(room + begin, end - begin);
    for (size_t i = 0; i < begin; i++) assert_int_equal(room[i], 1);
    for (size_t i = end; i < ROOM; i++) assert_int_equal(room[i], 1);
    for (size_t page = begin; page + PAGE <= end; page += PAGE)
      assert_non_null(memchr(room + page, 0, PAGE));
  }
  grundy_touch(room, 0);
  grundy_threads_set(0);
  free(room);
}

/* Spends about a millisecond. */
static void spend_time(void *context, int share) {
  (void)context;
  (void)share;
  for (double start = grundy_clock(); grundy_clock() - start < 1e-3;) continue;
}

static void only_time_in_divided_regions_is_parallel(void **state) {
  double before = grundy_parallel_seconds();
  spend_time(NULL, 0);
  grundy_parallel(1, spend_time, NULL);
  assert_true(grundy_parallel_seconds() == before);
  double start = grundy_clock();
  grundy_parallel(2, spend_time, NULL);
  double parallel = grundy_parallel_seconds() - before;
  assert_true(parallel >= 1e-3 && parallel <= grundy_clock() - start);
}

/* A phase of one serial and one parallel part, each of a millisecond or more. */
static void remember_phase(void *context, const grundy_phase *phase) {
  *(grundy_phase *)context = *phase;
}

static void a_phase_reports_its_serial_time(void **state) {
  grundy_phase phase = {0};
  const grundy_monitor monitor = {.context = &phase, .finished = remember_phase};
  grundy_parallel(2, spend_time, NULL); /* before the phase: not a part of it */
  grundy_work work = grundy_work_start(&monitor, "spending", 0);
  spend_time(NULL, 0);
  grundy_parallel(2, spend_time, NULL);
  grundy_work_finish(&work, "", 5);
  assert_true(phase.serial_seconds >= 1e-3);
  assert_true(phase.serial_seconds <= phase.seconds - 1e-3);
  assert_int_equal(phase.moves, 5);
}

static void a_forked_child_works_alone(void **state) {
  pid_t child = fork();
  if (child == 0) _exit(region_is_right(THREADS) && region_is_right(3) ? 0 : 1);
  assert_true(child > 0);
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_shares_are_run_if_no_thread_can_be_created),
      cmocka_unit_test(all_shares_are_run_if_some_threads_can_be_created),
      cmocka_unit_test(threads_that_are_started_early_are_used_later),
      cmocka_unit_test(all_shares_are_run_once_and_share_0_by_the_caller),
      cmocka_unit_test(shares_know_their_number_and_do_not_ask_for_threads),
      cmocka_unit_test(every_page_of_a_new_block_is_touched),
      cmocka_unit_test(only_time_in_divided_regions_is_parallel),
      cmocka_unit_test(a_phase_reports_its_serial_time),
      cmocka_unit_test(several_callers_at_once_each_get_all_their_shares),
      cmocka_unit_test(a_forked_child_works_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
