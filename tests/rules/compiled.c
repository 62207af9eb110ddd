/* Rules in C. */

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "rules/impl.h"

static double payoff_at_end;

static const char *open_one(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = 1;
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  *(uint8_t *)position = 0;
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  (void)position;
  (void)emit;
  (void)to;
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)game;
  (void)position;
  *payoff = payoff_at_end;
  return '$';
}

static int player(const void *game, const void *position) {
  (void)game;
  (void)position;
  return 'A';
}

static const grundy_rules rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "one position",
    .open = open_one,
    .start = start,
    .moves = moves,
    .terminal = terminal,
    .player = player,
};

static grundy_status info_with(double payoff, grundy_position_info *info, grundy_error *error) {
  static const uint8_t position = 0;
  grundy_ruleset *ruleset = NULL;
  payoff_at_end = payoff;
  assert_int_equal(grundy_compiled_linked("one", &rules, "", &ruleset, NULL), GRUNDY_OK);
  grundy_status status = ruleset->kind->info(ruleset, (grundy_position){&position, 1}, info, error);
  grundy_ruleset_close(ruleset);
  return status;
}

static void a_payoff_is_a_finite_number(void **state) {
  (void)state;
  static const double wrong[] = {NAN, INFINITY, -INFINITY};
  grundy_position_info info;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_error error = {0};
    assert_int_equal(info_with(wrong[i], &info, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message,
                        "at '0' `terminal` gives a payoff that is not a finite number");
  }
  assert_int_equal(info_with(-2.5, &info, NULL), GRUNDY_OK);
  assert_int_equal(info.end, '$');
  assert_true(info.payoff == -2.5);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static _Atomic int inside, most_inside;

/* Counts the threads in `open` and `close`. */
static void stay_a_while(void) {
  const struct timespec pause = {.tv_nsec = 100000};
  int now = atomic_fetch_add(&inside, 1) + 1;
  if (now > atomic_load(&most_inside)) atomic_store(&most_inside, now);
  (void)nanosleep(&pause, NULL);
  atomic_fetch_sub(&inside, 1);
}

static const char *open_slowly(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  stay_a_while();
  return open_one(arguments, bytes, game);
}

static void close_slowly(void *game) {
  (void)game;
  stay_a_while();
}

static void *open_and_close(void *context) {
  grundy_rules slow = rules;
  slow.open = open_slowly;
  slow.close = close_slowly;
  for (int i = 0; i < 20; i++) {
    grundy_ruleset *ruleset = NULL;
    if (grundy_compiled_linked("slow", &slow, "", &ruleset, NULL) != GRUNDY_OK) return context;
    grundy_ruleset_close(ruleset);
  }
  return NULL;
}

static void one_thread_at_a_time_opens_and_closes(void **state) {
  (void)state;
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, (void *)&most_inside), 0);
  for (int i = 0; i < 4; i++) {
    void *failed = NULL;
    assert_int_equal(pthread_join(threads[i], &failed), 0);
    assert_null(failed);
  }
  assert_int_equal(atomic_load(&most_inside), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_payoff_is_a_finite_number),
      cmocka_unit_test(one_thread_at_a_time_opens_and_closes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
