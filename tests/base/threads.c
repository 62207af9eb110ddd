/* The pool of threads: every share is run once, whatever happens to the threads. */

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include <platform.h>

#include "base/monitor.h"
#include "base/threads.h"
#include "support/test.h"

/* ---- threads that cannot be created ------------------------------------------------------ */

/* The number of threads that may still be created. */
static atomic_int allowed = 1000000;

/* The calls of other functions that start a thread, up to one that fails: the attributes, the size
 * of its stack, and a semaphore. */
static atomic_int attributes_left = 1000000, sizes_left = 1000000, semaphores_left = 1000000;

int __real_pthread_attr_init(pthread_attr_t *attributes);
int __wrap_pthread_attr_init(pthread_attr_t *attributes);
int __real_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
int __wrap_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size);
bool __real_grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore);
bool __wrap_grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore);

int __wrap_pthread_attr_init(pthread_attr_t *attributes) {
  if (atomic_fetch_sub(&attributes_left, 1) <= 0) return ENOMEM;
  return __real_pthread_attr_init(attributes);
}

int __wrap_pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size) {
  if (atomic_fetch_sub(&sizes_left, 1) <= 0) return EINVAL;
  return __real_pthread_attr_setstacksize(attributes, size);
}

bool __wrap_grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore) {
  return atomic_fetch_sub(&semaphores_left, 1) > 0 &&
         __real_grundy_platform_semaphore_init(semaphore);
}

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

/* The first of all tests: nothing has been started yet. */
static void all_shares_are_run_if_the_pool_cannot_start(void **state) {
  static const struct {
    atomic_int *left;
    int calls; /* that succeed */
  } cases[] = {
      {&semaphores_left, 0}, {&semaphores_left, 1}, {&attributes_left, 0}, {&sizes_left, 0}};
  grundy_threads_set(4);
  uint64_t bytes = grundy_threads_unstarted_bytes();
  assert_true(bytes > 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    atomic_store(cases[i].left, cases[i].calls);
    assert_true(region_is_right(4));
    assert_true(atomic_load(cases[i].left) < 0); /* one has failed */
    atomic_store(cases[i].left, 1000000);
    assert_int_equal(grundy_threads_unstarted_bytes(), bytes);
  }
  grundy_threads_set(0);
}

/* No thread of the pool exists yet. */
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

/* ---- sizes -------------------------------------------------------------------------------- */

static void shares_are_even_however_many_items_there_are(void **state) {
  static const uint64_t counts[] = {0, 1, 7, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    uint64_t begin = grundy_share(counts[i], 0, 7);
    assert_int_equal(begin, 0);
    for (int part = 1; part <= 7; part++) {
      uint64_t end = grundy_share(counts[i], part, 7), size = end - begin;
      assert_in_range(size, counts[i] / 7, counts[i] / 7 + 1);
      begin = end;
    }
    assert_true(begin == counts[i]);
  }
}

/* Shares begin with large pages already. */
static void blocks_of_whole_large_pages_are_touched(void **state) {
  enum { LARGE_PAGE = 1 << 21, PAGE = 1 << 12, ROOM = 4 * LARGE_PAGE };
  char *room = aligned_alloc(LARGE_PAGE, ROOM);
  assert_non_null(room);
  memset(room, 1, ROOM);
  grundy_threads_set(4);
  grundy_touch(room, ROOM);
  grundy_threads_set(0);
  for (size_t i = 0; i < ROOM; i++) assert_int_equal(room[i], i % PAGE == 0 ? 0 : 1);
  free(room);
}

static void *start_threads(void *context) {
  grundy_threads_start();
  return context;
}

static void start_in_share(void *context, int share) {
  pthread_t other;
  grundy_threads_start();
  if (share == 0 && __real_pthread_create(&other, NULL, start_threads, NULL) == 0)
    pthread_join(other, NULL);
  atomic_fetch_add((atomic_int *)context, 1);
}

/* From inside of a region, and by another thread meanwhile. */
static void starting_threads_does_nothing_while_they_work(void **state) {
  atomic_int runs = 0;
  grundy_threads_set(GRUNDY_MAX_THREADS);
  uint64_t before = grundy_threads_unstarted_bytes();
  assert_true(before > 0);
  grundy_parallel(2, start_in_share, &runs);
  assert_int_equal(runs, 2);
  assert_int_equal(grundy_threads_unstarted_bytes(), before);
  grundy_threads_set(0);
}

static void threads_that_have_started_need_no_more_memory(void **state) {
  grundy_threads_set(4);
  grundy_threads_start();
  assert_int_equal(grundy_threads_unstarted_bytes(), 0);
  grundy_threads_set(2);
  assert_int_equal(grundy_threads_unstarted_bytes(), 0);
  grundy_threads_set(GRUNDY_MAX_THREADS);
  assert_true(grundy_threads_unstarted_bytes() > 0);
  grundy_threads_set(0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_shares_are_run_if_the_pool_cannot_start),
      cmocka_unit_test(all_shares_are_run_if_no_thread_can_be_created),
      cmocka_unit_test(all_shares_are_run_if_some_threads_can_be_created),
      cmocka_unit_test(threads_that_are_started_early_are_used_later),
      cmocka_unit_test(all_shares_are_run_once_and_share_0_by_the_caller),
      cmocka_unit_test(shares_know_their_number_and_do_not_ask_for_threads),
      cmocka_unit_test(every_page_of_a_new_block_is_touched),
      cmocka_unit_test(blocks_of_whole_large_pages_are_touched),
      cmocka_unit_test(shares_are_even_however_many_items_there_are),
      cmocka_unit_test(threads_that_have_started_need_no_more_memory),
      cmocka_unit_test(starting_threads_does_nothing_while_they_work),
      cmocka_unit_test(only_time_in_divided_regions_is_parallel),
      cmocka_unit_test(a_phase_reports_its_serial_time),
      cmocka_unit_test(several_callers_at_once_each_get_all_their_shares),
      cmocka_unit_test(a_forked_child_works_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
