/* Rules in C. */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_payoff_is_a_finite_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
