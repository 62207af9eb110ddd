#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/linear.h>

#include "failure.h"
#include "json.h"
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

static void put_json_bits(FILE *out, const grundy_matrix *m, uint64_t row) {
  (void)putc('"', out);
  put_bits(out, m, row);
  (void)putc('"', out);
}

static void put_json_rows(FILE *out, const char *name, const grundy_matrix *m) {
  (void)fprintf(out, ",\n \"%s\": [", name);
  for (uint64_t i = 0; i < grundy_matrix_rows(m); i++) {
    (void)fputs(i == 0 ? "\n  " : ",\n  ", out);
    put_json_bits(out, m, i);
  }
  (void)putc(']', out);
}

static void put_json_ends(FILE *out, const struct linear_moves *moves,
                          const struct linear_answer *answer) {
  const grundy_linear_solution *solution = moves->solution;
  unsigned long long n = dimension_of(moves);
  uint64_t simple = grundy_matrix_rows(solution->simple);
  (void)fprintf(out, ", \"terminal_dimension\": %llu, \"rank\": %llu, \"p_dimension\": %llu",
                n - (unsigned long long)simple, rank_of(moves), n - rank_of(moves));
  if (answer->of != NULL) (void)fprintf(out, ", \"grundy\": %u", answer->value);
  (void)fputs(",\n \"simple\": [", out);
  for (uint64_t i = 0; i < simple; i++) {
    (void)fputs(i == 0 ? "\n  {\"element\": " : ",\n  {\"element\": ", out);
    put_json_bits(out, solution->simple, i);
    (void)fprintf(out, ", \"grundy\": %u}", solution->values[i]);
  }
  (void)putc(']', out);
  put_json_rows(out, "matrix", solution->grundy);
  if (!answer->basis) return;
  put_json_rows(out, "terminal_basis", moves->terminal);
  put_json_rows(out, "p_basis", moves->p);
}

static void put_json_move(FILE *out, const struct linear_moves *moves, uint64_t index) {
  (void)fputs("\"move\": ", out);
  json_put_string(out, grundy_linear_name(moves->game, moves->solution->moves[index]));
}

static void put_json_broken(FILE *out, const struct linear_moves *moves) {
  (void)fputs(", ", out);
  put_json_move(out, moves, 0);
  (void)fputs(", \"s\": ", out);
  put_json_bits(out, moves->solution->witness, 0);
  (void)fputs(", \"t\": ", out);
  put_json_bits(out, moves->solution->witness, 1);
}

static void put_json_cycle(FILE *out, const struct linear_moves *moves) {
  (void)fputs(",\n \"cycle\": [", out);
  for (uint64_t i = 0; i < grundy_matrix_rows(moves->solution->witness); i++) {
    (void)fputs(i == 0 ? "\n  {\"position\": " : ",\n  {\"position\": ", out);
    put_json_bits(out, moves->solution->witness, i);
    (void)fputs(", ", out);
    put_json_move(out, moves, i);
    (void)putc('}', out);
  }
  (void)putc(']', out);
}

static void put_json(FILE *out, const struct linear_moves *moves,
                     const struct linear_answer *answer) {
  static const char *const verdicts[] = {"ends", "(II)(a) fails", "(II)(b) fails", "cycle"};
  grundy_linear_verdict verdict = moves->solution->verdict;
  (void)fprintf(out, "{\"dimension\": %llu, \"moves\": %llu, \"verdict\": \"%s\"",
                dimension_of(moves), (unsigned long long)grundy_linear_count(moves->game),
                verdicts[verdict]);
  if (verdict == GRUNDY_LINEAR_ENDS)
    put_json_ends(out, moves, answer);
  else if (verdict == GRUNDY_LINEAR_CYCLIC)
    put_json_cycle(out, moves);
  else
    put_json_broken(out, moves);
  (void)fputs("}\n", out);
}

void linear_put_moves(FILE *out, const struct linear_moves *moves,
                      const struct linear_answer *answer) {
  if (answer->json)
    put_json(out, moves, answer);
  else
    put_text(out, moves, answer);
}
