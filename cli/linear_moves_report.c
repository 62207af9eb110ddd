/* Writes what grundy linear finds out about moves given as vectors over GF(2). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/json.h>
#include <grundy/linear.h>

#include "failure.h"
#include "linear.h"

static void put_bits(FILE *out, const grundy_matrix *m, uint64_t row) {
  for (uint64_t j = 0; j < grundy_matrix_columns(m); j++)
    (void)putc(grundy_matrix_get(m, row, j) ? '1' : '0', out);
}

static unsigned long long rank_of(const struct linear_moves *moves) {
  return (unsigned long long)grundy_matrix_rows(moves->solution->grundy);
}

static unsigned long long dimension_of(const struct linear_moves *moves) {
  return (unsigned long long)grundy_linear_dimension(moves->game);
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_rows(FILE *out, const char *title, const grundy_matrix *m) {
  (void)fprintf(out, "%s\n", title);
  for (uint64_t i = 0; i < grundy_matrix_rows(m); i++) {
    (void)fputs("  ", out);
    put_bits(out, m, i);
    (void)putc('\n', out);
  }
}

static void put_ends(FILE *out, const struct linear_moves *moves,
                     const struct linear_answer *answer) {
  const grundy_linear_solution *solution = moves->solution;
  unsigned long long n = dimension_of(moves);
  unsigned long long simple = (unsigned long long)grundy_matrix_rows(solution->simple);
  (void)fputs("linear       yes: (II)(a) and (II)(b) hold, and play ends\n", out);
  (void)fprintf(out, "%-12s %llu\n%-12s %llu\n%-12s %llu\n", "terminal", n - simple, "rank",
                rank_of(moves), "P-dimension", n - rank_of(moves));
  if (answer->of != NULL)
    (void)fprintf(out, "%-12s %u, %s\n", "grundy", answer->value,
                  answer->value == 0 ? "P: the previous player wins" : "N: the next player wins");
  (void)fputs("simple elements and their values\n", out);
  for (uint64_t i = 0; i < simple; i++) {
    (void)fputs("  ", out);
    put_bits(out, solution->simple, i);
    (void)fprintf(out, "  %u\n", solution->values[i]);
  }
  put_rows(out, "Grundy function, a row for every bit, the lowest first", solution->grundy);
  if (!answer->basis) return;
  put_rows(out, "basis of the terminal positions", moves->terminal);
  put_rows(out, "basis of the P-positions", moves->p);
}

static void put_broken(FILE *out, const struct linear_moves *moves) {
  const grundy_linear_solution *solution = moves->solution;
  bool a = solution->verdict == GRUNDY_LINEAR_NOT_A;
  (void)fprintf(out, "linear       no: (II)(%c) fails for the move ", a ? 'a' : 'b');
  put_printable(out, grundy_linear_name(moves->game, solution->moves[0]));
  (void)fputs(a ? ", which changes s, t and s + t\n  s  "
                : ", for which h(s + t) is not h(s) + h(t)\n  s  ",
              out);
  put_bits(out, solution->witness, 0);
  (void)fputs("\n  t  ", out);
  put_bits(out, solution->witness, 1);
  (void)putc('\n', out);
}

static void put_cycle(FILE *out, const struct linear_moves *moves) {
  const grundy_linear_solution *solution = moves->solution;
  uint64_t length = grundy_matrix_rows(solution->witness);
  (void)fprintf(out,
                "linear       yes: (II)(a) and (II)(b) hold, but play need not end\n"
                "a cycle of %llu positions, and the move from each to the next\n",
                (unsigned long long)length);
  for (uint64_t i = 0; i < length; i++) {
    (void)fputs("  ", out);
    put_bits(out, solution->witness, i);
    (void)fputs("  ", out);
    put_printable(out, grundy_linear_name(moves->game, solution->moves[i]));
    (void)putc('\n', out);
  }
}

static void put_text(FILE *out, const struct linear_moves *moves,
                     const struct linear_answer *answer) {
  (void)fprintf(out, "%-12s %llu\n%-12s %llu\n", "dimension", dimension_of(moves), "moves",
                (unsigned long long)grundy_linear_count(moves->game));
  switch (moves->solution->verdict) {
  case GRUNDY_LINEAR_ENDS:
    put_ends(out, moves, answer);
    break;
  case GRUNDY_LINEAR_NOT_A:
  case GRUNDY_LINEAR_NOT_B:
    put_broken(out, moves);
    break;
  case GRUNDY_LINEAR_CYCLIC:
    put_cycle(out, moves);
    break;
  }
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void write_bits(grundy_json *json, const char *name, const grundy_matrix *m, uint64_t row) {
  char bits[GRUNDY_LINEAR_MAX_DIMENSION + 1];
  uint64_t columns = grundy_matrix_columns(m);
  for (uint64_t j = 0; j < columns; j++) bits[j] = grundy_matrix_get(m, row, j) ? '1' : '0';
  bits[columns] = '\0';
  grundy_json_string(json, name, bits);
}

static void write_rows(grundy_json *json, const char *name, const grundy_matrix *m) {
  grundy_json_array(json, name);
  for (uint64_t i = 0; i < grundy_matrix_rows(m); i++) {
    grundy_json_line(json);
    write_bits(json, NULL, m, i);
  }
  grundy_json_end(json);
}

static void write_ends(grundy_json *json, const struct linear_moves *moves,
                       const struct linear_answer *answer) {
  const grundy_linear_solution *solution = moves->solution;
  unsigned long long n = dimension_of(moves);
  uint64_t simple = grundy_matrix_rows(solution->simple);
  grundy_json_integer(json, "terminal_dimension", n - simple);
  grundy_json_integer(json, "rank", rank_of(moves));
  grundy_json_integer(json, "p_dimension", n - rank_of(moves));
  if (answer->of != NULL) linear_write_value(json, answer);
  grundy_json_array(json, "simple");
  for (uint64_t i = 0; i < simple; i++) {
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    write_bits(json, "element", solution->simple, i);
    grundy_json_integer(json, "value", solution->values[i]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  write_rows(json, "matrix", solution->grundy);
  if (!answer->basis) return;
  write_rows(json, "terminal_basis", moves->terminal);
  write_rows(json, "p_basis", moves->p);
}

static void write_move(grundy_json *json, const struct linear_moves *moves, uint64_t index) {
  grundy_json_string(json, "move", grundy_linear_name(moves->game, moves->solution->moves[index]));
}

static void write_cycle(grundy_json *json, const struct linear_moves *moves) {
  grundy_json_array(json, "cycle");
  for (uint64_t i = 0; i < grundy_matrix_rows(moves->solution->witness); i++) {
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    write_bits(json, "position", moves->solution->witness, i);
    write_move(json, moves, i);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_json(FILE *out, const struct linear_moves *moves,
                     const struct linear_answer *answer) {
  static const char *const verdicts[] = {"ends", "(II)(a) fails", "(II)(b) fails", "cycle"};
  grundy_linear_verdict verdict = moves->solution->verdict;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "dimension", dimension_of(moves));
  grundy_json_integer(&json, "moves", grundy_linear_count(moves->game));
  grundy_json_string(&json, "verdict", verdicts[verdict]);
  if (verdict == GRUNDY_LINEAR_ENDS) write_ends(&json, moves, answer);
  if (verdict == GRUNDY_LINEAR_CYCLIC) write_cycle(&json, moves);
  if (verdict == GRUNDY_LINEAR_NOT_A || verdict == GRUNDY_LINEAR_NOT_B) {
    write_move(&json, moves, 0);
    write_bits(&json, "s", moves->solution->witness, 0);
    write_bits(&json, "t", moves->solution->witness, 1);
  }
  grundy_json_end(&json);
}

void linear_put_moves(FILE *out, const struct linear_moves *moves,
                      const struct linear_answer *answer) {
  if (answer->json)
    put_json(out, moves, answer);
  else
    put_text(out, moves, answer);
}
