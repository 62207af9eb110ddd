#include "why_sum.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/solution.h>
#include <grundy/value.h>

#include "expression.h"
#include "failure.h"

enum {
  MOST_MOVES = 10000, /* that are looked at */
  MOST_NAMES = 12,    /* parts or moves that a sentence names */
};

bool why_sum_applies(grundy_expression *expression) {
  return grundy_compound_count(grundy_expression_compound(expression)) == 1 &&
         grundy_expression_describe(expression, 0).parts != NULL;
}

/* What is known about the position. */
struct sum {
  grundy_expression *expression;
  grundy_compound *compound;
  bool ascii;
  FILE *out;
  grundy_evaluation evaluation;
  grundy_moves *moves;
};

static void put_position(const struct sum *s) {
  expression_put_position(s->out, s->expression, 0, grundy_compound_position(s->compound, 0),
                          put_printable);
}

static void put_follower(const struct sum *s, const grundy_move *move) {
  expression_put_position(s->out, s->expression, 0, move->steps[0].to, put_printable);
}

/* Finds the first move to a position of that value; returns false if there is none. */
static bool find_move(const struct sum *s, uint64_t value, grundy_move *found) {
  for (uint64_t i = 0; i < grundy_moves_count(s->moves); i++) {
    *found = grundy_moves_get(s->moves, i);
    if (found->after.value == value) return true;
  }
  return false;
}

/* ---- sentences ------------------------------------------------------------------------- */

/* "3,4,5 is the sum of 3 (value 3), 4 (value 1) and 5 (value 4)." */
static void put_parts(const struct sum *s, const uint32_t *parts, uint64_t count) {
  grundy_expression_description of = grundy_expression_describe(s->expression, 0);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (count < 2) return;
  put_position(s);
  (void)fputs(" is the sum of ", s->out);
  for (uint64_t i = 0; i < count && i < MOST_NAMES; i++) {
    if (i > 0) (void)fputs(i + 1 == count ? " and " : ", ", s->out);
    put_printable(s->out, grundy_digraph_name(of.parts, parts[i], scratch));
    (void)fputs(" (value ", s->out);
    grundy_value_write(grundy_solution_value(of.parts_solution, parts[i]), s->ascii, s->out);
    (void)putc(')', s->out);
  }
  if (count > MOST_NAMES)
    (void)fprintf(s->out, " and %lu other parts", (unsigned long)(count - MOST_NAMES));
  (void)fputs(".\n", s->out);
}

static void put_outcome(const struct sum *s) {
  grundy_move move;
  put_position(s);
  switch (s->evaluation.outcome) {
  case GRUNDY_OUTCOME_P:
    (void)fputs(" is a P-position: its value is 0, so no move leads to value 0.\n", s->out);
    break;
  case GRUNDY_OUTCOME_N:
    (void)fputs(" is an N-position", s->out);
    if (find_move(s, 0, &move)) {
      (void)fputs(": the move to ", s->out);
      put_follower(s, &move);
      (void)fputs(" leads to value 0, a P-position", s->out);
    }
    (void)fputs(".\n", s->out);
    break;
  default:
    (void)fputs(" is a draw: its value is infinite, and no move leads to value 0.\n", s->out);
  }
}

/* "… has value 2: moves lead to values 0 (1,4) and 1 (1,1,4), and none leads to value 2." */
static void put_value(const struct sum *s) {
  uint64_t value = s->evaluation.value;
  grundy_move move;
  put_position(s);
  if (value == GRUNDY_INFINITY64) {
    (void)fputs(" has value ", s->out);
    grundy_value_write((grundy_value){GRUNDY_INFINITY, s->evaluation.k}, s->ascii, s->out);
    (void)fputs(s->evaluation.k.size == 0 ? ": no move leads to a finite value.\n"
                                          : ": these are the finite values to which moves lead.\n",
                s->out);
    return;
  }
  (void)fprintf(s->out, " has value %llu: ", (unsigned long long)value);
  if (value > 0) (void)fprintf(s->out, "moves lead to value%s ", value == 1 ? "" : "s");
  for (uint64_t n = 0; n < value && n < MOST_NAMES; n++) {
    if (n > 0) (void)fputs(n + 1 == value ? " and " : ", ", s->out);
    (void)fprintf(s->out, "%llu", (unsigned long long)n);
    if (!find_move(s, n, &move)) continue;
    (void)fputs(" (", s->out);
    put_follower(s, &move);
    (void)putc(')', s->out);
  }
  if (value > MOST_NAMES) (void)fprintf(s->out, " up to %llu", (unsigned long long)value - 1);
  (void)fprintf(s->out, "%s leads to value %llu.\n", value > 0 ? ", and none" : "no move",
                (unsigned long long)value);
}

/* ---- the reasons ----------------------------------------------------------------------- */

/* Finds the parts of the position by its name. */
static grundy_status find_parts(const struct sum *s, uint32_t **parts, uint64_t *count,
                                grundy_error *error) {
  uint64_t position = grundy_compound_position(s->compound, 0);
  size_t length = grundy_compound_name(s->compound, 0, position, NULL, 0);
  char *name = malloc(length + 1);
  if (name == NULL) return fail_memory(error);
  (void)grundy_compound_name(s->compound, 0, position, name, length + 1);
  grundy_status status = grundy_position_parts(grundy_expression_describe(s->expression, 0).parts,
                                               name, length, parts, count, error);
  free(name);
  return status;
}

grundy_status why_sum_write(grundy_expression *expression, bool ascii, FILE *out,
                            grundy_error *error) {
  struct sum s = {.expression = expression,
                  .compound = grundy_expression_compound(expression),
                  .ascii = ascii,
                  .out = out};
  grundy_search_options searching = {.size = sizeof searching, .never = true};
  uint32_t *parts = NULL;
  uint64_t count = 0;
  /* A name that the rules cannot parse is that of a part, or nothing is said about parts. */
  grundy_status status = find_parts(&s, &parts, &count, error);
  if (status == GRUNDY_BAD_INPUT) status = GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_compound_moves(s.compound, MOST_MOVES, &s.moves, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(s.compound, &searching, &s.evaluation, error);
  if (status == GRUNDY_OK) {
    put_parts(&s, parts, count);
    put_outcome(&s);
    put_value(&s);
  }
  grundy_moves_free(s.moves);
  free(parts);
  return status;
}
