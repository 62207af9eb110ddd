/* Checks that rules give the same answers when they are opened again. Addresses, hashes, the clock
 * and variables that outlive a game then differ, as they do from one run to the next. */

#include "promise/impl.h"

#include <string.h>

/* The answers of rules about one position. Moves are in canonical form and in their original order,
 * which determines the numbers of positions. */
typedef struct answers {
  grundy_position_info info;
  grundy_position_set moves;
  char name[GRUNDY_RULES_MAX_NAME];
  bool known; /* whether it has a value */
  uint32_t value;
} answers;

static grundy_status ask_rules(grundy_ruleset *ruleset, grundy_position at, answers *a,
                               grundy_error *said) {
  grundy_status status = ruleset->kind->info(ruleset, at, &a->info, said);
  if (status == GRUNDY_OK && a->info.end == 0)
    status = grundy_ruleset_moves(ruleset, at, grundy_position_set_put, &a->moves, said);
  if (status == GRUNDY_OK && a->moves.out_of_memory) status = grundy_fail_memory(said);
  if (status == GRUNDY_OK) status = ruleset->kind->show(ruleset, at, a->name, said);
  if (status == GRUNDY_OK) status = ruleset->kind->value(ruleset, at, &a->known, &a->value, said);
  return status;
}

/* Returns the index of the first entry in which two lists of positions differ, or their length. */
static uint32_t first_difference(const grundy_position_set *a, const grundy_position_set *b) {
  uint32_t i = 0;
  while (i < grundy_position_set_count(a) && i < grundy_position_set_count(b) &&
         grundy_position_is_same(grundy_position_set_get(a, i), grundy_position_set_get(b, i)))
    i++;
  return i;
}

/* The name of an entry in quotation marks; "nothing" past the last. */
typedef struct entry_name {
  char text[GRUNDY_RULES_MAX_NAME + 2];
} entry_name;

static entry_name name_entry(const grundy_check *c, const grundy_position_set *set, uint32_t i) {
  entry_name made = {"nothing"};
  char name[GRUNDY_RULES_MAX_NAME];
  if (i >= grundy_position_set_count(set)) return made;
  (void)c->ruleset->kind->show(c->ruleset, grundy_position_set_get(set, i), name, NULL);
  (void)snprintf(made.text, sizeof made.text, "'%.*s'", grundy_excerpt(name, strlen(name)), name);
  return made;
}

/* Reports a broken promise if the lists differ: "`what` 3 is 'a', and 'b' when ...". */
static void compare_lists(grundy_check *c, const grundy_position *at, const char *what,
                          const grundy_position_set *before, const grundy_position_set *again) {
  uint32_t i = first_difference(before, again);
  if (i == grundy_position_set_count(before) && i == grundy_position_set_count(again)) return;
  grundy_check_break(c, GRUNDY_PROMISE_AGAIN, at,
                     "%s leads to %s, and to %s when the rules are opened again", what,
                     name_entry(c, before, i).text, name_entry(c, again, i).text);
}

static void compare(grundy_check *c, grundy_position at, const answers *before,
                    const answers *again) {
  if (strcmp(before->name, again->name) != 0)
    grundy_check_break(c, GRUNDY_PROMISE_AGAIN, &at,
                       "its name is '%.*s' when the rules are opened again",
                       grundy_excerpt(again->name, strlen(again->name)), again->name);
  if (before->info.player != again->info.player || before->info.end != again->info.end ||
      before->info.payoff != again->info.payoff)
    grundy_check_break(c, GRUNDY_PROMISE_AGAIN, &at,
                       "its player or its end differs when the rules are opened again");
  char what[32];
  (void)snprintf(what, sizeof what, "move %lu",
                 1 + (unsigned long)first_difference(&before->moves, &again->moves));
  compare_lists(c, &at, what, &before->moves, &again->moves);
  if (before->known != again->known || (before->known && before->value != again->value))
    grundy_check_break(c, GRUNDY_PROMISE_AGAIN, &at,
                       "its value differs when the rules are opened again");
}

/* Skips positions at which the rules fail: those break other promises. */
static grundy_status check_position(grundy_check *c, grundy_ruleset *again, grundy_position at) {
  answers first = {0}, second = {0};
  grundy_error said;
  if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64)) return grundy_fail_cancelled(c->error);
  grundy_status status = ask_rules(c->ruleset, at, &first, &said);
  if (status == GRUNDY_OK) {
    c->findings[GRUNDY_PROMISE_AGAIN].tried++;
    status = ask_rules(again, at, &second, &said);
    if (status == GRUNDY_OK) compare(c, at, &first, &second);
    grundy_aligned_position to = {.length = 0};
    if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_AGAIN))
      status = grundy_check_compare_kinds(c->ruleset, at, again, at, true, &to, &said);
    if (status == GRUNDY_OK && to.length > 0)
      grundy_check_break(c, GRUNDY_PROMISE_AGAIN, &at,
                         "the move to '%s' has another kind when the rules are opened again",
                         grundy_check_show(c, grundy_aligned_get(&to)).name);
    status = grundy_check_blame(c, GRUNDY_PROMISE_AGAIN, status, &said);
  } else if (status == GRUNDY_BAD_INPUT) {
    status = GRUNDY_OK;
  } else if (c->error != NULL) {
    *c->error = said;
  }
  grundy_position_set_free(&first.moves);
  grundy_position_set_free(&second.moves);
  return status;
}

static grundy_status check_start(grundy_check *c, grundy_ruleset *again) {
  grundy_position_set first = {0}, second = {0};
  grundy_error said;
  c->findings[GRUNDY_PROMISE_AGAIN].tried++;
  grundy_status status = grundy_ruleset_start(c->ruleset, grundy_position_set_put, &first, &said);
  bool is_broken = status == GRUNDY_BAD_INPUT; /* which breaks another promise */
  if (status == GRUNDY_OK)
    status = grundy_ruleset_start(again, grundy_position_set_put, &second, &said);
  if (status == GRUNDY_OK && (first.out_of_memory || second.out_of_memory))
    status = grundy_fail_memory(&said);
  if (status == GRUNDY_OK) compare_lists(c, NULL, "start", &first, &second);
  grundy_position_set_free(&first);
  grundy_position_set_free(&second);
  return is_broken ? GRUNDY_OK : grundy_check_blame(c, GRUNDY_PROMISE_AGAIN, status, &said);
}

grundy_status grundy_check_again(grundy_check *c, const grundy_ruleset_opener *opener) {
  grundy_ruleset *again = NULL;
  grundy_ruleset_options opening = {.monitor = c->work.monitor};
  grundy_error said;
  grundy_status status = opener->open(opener->context, &opening, &again, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_AGAIN, status, &said);
  grundy_ruleset_set_monitor(again, &c->work);
  status = check_start(c, again);
  for (uint32_t i = 0; i < grundy_position_set_count(&c->seen) && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_AGAIN);
       i++)
    status = check_position(c, again, grundy_position_set_get(&c->seen, i));
  grundy_ruleset_close(again);
  return status;
}
