#include "coloured.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/format.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "failure.h"
#include "json.h"

/* ---- opening ------------------------------------------------------------------------- */

void coloured_free(struct coloured *coloured) {
  grundy_solution_free(coloured->solution);
  grundy_digraph_free(coloured->game);
  *coloured = (struct coloured){0};
}

/* The file's name may have an @ in it, a position that is written without quotes has none. */
bool coloured_open(const char *text, struct effort *effort, struct coloured *coloured) {
  const char *at = strrchr(text, '@');
  char *path = at == NULL ? NULL : strdup(text);
  *coloured = (struct coloured){0};
  if (path == NULL) return false;
  path[at - text] = '\0';
  grundy_solve_options options = {.monitor = &effort->monitor};
  bool opened = grundy_digraph_read(path, GRUNDY_FORMAT_AUTO, &effort->monitor, &coloured->game,
                                    NULL) == GRUNDY_OK &&
                grundy_digraph_players(coloured->game) != NULL &&
                grundy_digraph_find(coloured->game, at + 1, strlen(at + 1), &coloured->position) &&
                grundy_solve(coloured->game, &options, &coloured->solution, NULL) == GRUNDY_OK;
  free(path);
  if (!opened) coloured_free(coloured);
  return opened;
}

/* ---- what there is to say ------------------------------------------------------------ */

static const grundy_columns aims[] = {GRUNDY_Q1, GRUNDY_Q0, GRUNDY_QM1, GRUNDY_Q2};
enum { AIMS = sizeof aims / sizeof *aims };

static uint32_t number_at(const struct coloured *c, grundy_columns column) {
  return grundy_solution_numbers(c->solution, column)[c->position];
}

static const char *name_of(const struct coloured *c, uint32_t v,
                           char scratch[GRUNDY_NAME_SCRATCH]) {
  return grundy_digraph_name(c->game, v, scratch);
}

/* Nothing is moved where play is over, though Q may be 1 there. */
static void put_moves(FILE *out, const struct coloured *c, uint32_t moves) {
  if (grundy_digraph_followers(c->game, c->position).count == 0) moves = 0;
  (void)fprintf(out, "in at most %lu move%s", (unsigned long)moves, moves == 1 ? "" : "s");
}

/* A level in words; the numbers of moves are the Qs of its aims. */
static void put_level(FILE *out, const struct coloured *c, bool of_a) {
  grundy_columns draw = of_a ? GRUNDY_Q0 : GRUNDY_Q1, end = of_a ? GRUNDY_QM1 : GRUNDY_Q2;
  uint8_t level =
      grundy_solution_letters(c->solution, of_a ? GRUNDY_ABE : GRUNDY_BARBARA)[c->position];
  switch ((grundy_level)level) {
  case GRUNDY_BOUNDED_WIN:
    (void)fputs("a win ", out);
    put_moves(out, c, number_at(c, of_a ? GRUNDY_Q1 : GRUNDY_Q0));
    break;
  case GRUNDY_BOUNDED_DRAW:
    (void)fputs("a drawn end or better ", out);
    put_moves(out, c, number_at(c, draw));
    break;
  case GRUNDY_DRAW:
  case GRUNDY_DRAW_OR_BOUNDED_LOSS:
    (void)fputs("not to lose, though play may never end", out);
    if (level == GRUNDY_DRAW) break;
    (void)fputs("; or else an end, perhaps lost, ", out);
    put_moves(out, c, number_at(c, end));
    break;
  case GRUNDY_BOUNDED_LOSS:
    (void)fputs("an end, perhaps lost, ", out);
    put_moves(out, c, number_at(c, end));
    break;
  case GRUNDY_NOTHING:
    (void)fputs("nothing", out);
    break;
  }
}

/* ---- payoffs ------------------------------------------------------------------------- */

/* The best follower by one of the two columns of payoffs: A wants more, B less, both soon. */
static bool payoff_move(const struct coloured *c, grundy_columns column, grundy_columns moves,
                        uint32_t *to) {
  grundy_vertices row = grundy_digraph_followers(c->game, c->position);
  const double *payoff = grundy_solution_reals(c->solution, column);
  const uint32_t *count = grundy_solution_numbers(c->solution, moves);
  double wanted = payoff[c->position];
  bool found = false;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i];
    bool same = payoff[v] == wanted || (isnan(payoff[v]) && isnan(wanted));
    if (!same || (found && count[v] >= count[*to])) continue;
    *to = v;
    found = true;
  }
  return found;
}

static void put_payoff(FILE *out, const struct coloured *c, const char *title,
                       grundy_columns column, grundy_columns moves) {
  double payoff = grundy_solution_reals(c->solution, column)[c->position];
  char scratch[GRUNDY_NAME_SCRATCH];
  uint32_t to = 0;
  (void)fputs(title, out);
  if (isnan(payoff)) {
    (void)fputs("nothing", out);
  } else {
    (void)fprintf(out, "%.15g ", payoff);
    put_moves(out, c, number_at(c, moves));
  }
  if (payoff_move(c, column, moves, &to)) {
    (void)fputs(", by the move to ", out);
    put_printable(out, name_of(c, to, scratch));
  }
  (void)putc('\n', out);
}

/* ---- text and JSON ------------------------------------------------------------------- */

static void put_strategies(FILE *out, const struct coloured *c) {
  for (int i = 0; i < AIMS; i++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    uint32_t to = 0, q = number_at(c, aims[i]);
    (void)fprintf(out, "%-9s ", grundy_column_describe(aims[i])->name);
    if (q == GRUNDY_INFINITY)
      (void)fputs("inf", out);
    else
      (void)fprintf(out, "%lu", (unsigned long)q);
    if (grundy_success_move(c->game, grundy_solution_numbers(c->solution, aims[i]), c->position,
                            &to)) {
      (void)fputs(", by the move to ", out);
      put_printable(out, name_of(c, to, scratch));
    }
    (void)putc('\n', out);
  }
}

void coloured_put(FILE *out, const struct coloured *c) {
  (void)fprintf(out, "player    %c\n", grundy_digraph_players(c->game)[c->position]);
  if (grundy_digraph_followers(c->game, c->position).count == 0) (void)fputs("play is over\n", out);
  if (grundy_digraph_payoffs(c->game) != NULL) {
    put_payoff(out, c, "A gets    at least ", GRUNDY_GUARANTEE, GRUNDY_GUARANTEE_MOVES);
    put_payoff(out, c, "B grants  at most ", GRUNDY_CAP, GRUNDY_CAP_MOVES);
    return;
  }
  (void)fprintf(out, "outcome   %c\n",
                grundy_solution_letters(c->solution, GRUNDY_OUTCOME)[c->position]);
  (void)fputs("abe       can be sure of: ", out);
  put_level(out, c, true);
  (void)fputs("\nbarbara   can be sure of: ", out);
  put_level(out, c, false);
  (void)putc('\n', out);
  put_strategies(out, c);
}

static void json_move(FILE *out, const struct coloured *c, const char *name, bool found,
                      uint32_t to) {
  char scratch[GRUNDY_NAME_SCRATCH];
  (void)fprintf(out, ", \"%s_move\": ", name);
  if (found)
    json_string(out, name_of(c, to, scratch));
  else
    (void)fputs("null", out);
}

static void json_number(FILE *out, const char *name, uint32_t number) {
  if (number == GRUNDY_INFINITY)
    (void)fprintf(out, ", \"%s\": \"inf\"", name);
  else
    (void)fprintf(out, ", \"%s\": %lu", name, (unsigned long)number);
}

static void json_payoff(FILE *out, const struct coloured *c, grundy_columns column,
                        grundy_columns moves) {
  const char *name = grundy_column_describe(column)->name;
  double payoff = grundy_solution_reals(c->solution, column)[c->position];
  uint32_t to = 0;
  if (isnan(payoff))
    (void)fprintf(out, ", \"%s\": null", name);
  else
    (void)fprintf(out, ", \"%s\": %.17g", name, payoff);
  json_number(out, grundy_column_describe(moves)->name, number_at(c, moves));
  bool found = payoff_move(c, column, moves, &to);
  json_move(out, c, name, found, to);
}

void coloured_put_json(FILE *out, const struct coloured *c) {
  (void)fprintf(out, "{\"player\": \"%c\"", grundy_digraph_players(c->game)[c->position]);
  if (grundy_digraph_payoffs(c->game) != NULL) {
    json_payoff(out, c, GRUNDY_GUARANTEE, GRUNDY_GUARANTEE_MOVES);
    json_payoff(out, c, GRUNDY_CAP, GRUNDY_CAP_MOVES);
    (void)fputs("}\n", out);
    return;
  }
  (void)fprintf(
      out, ", \"outcome\": \"%c\", \"abe\": \"%s\", \"barbara\": \"%s\"",
      grundy_solution_letters(c->solution, GRUNDY_OUTCOME)[c->position],
      grundy_level_name(grundy_solution_letters(c->solution, GRUNDY_ABE)[c->position]),
      grundy_level_name(grundy_solution_letters(c->solution, GRUNDY_BARBARA)[c->position]));
  for (int i = 0; i < AIMS; i++) {
    uint32_t to = 0;
    const uint32_t *q = grundy_solution_numbers(c->solution, aims[i]);
    json_number(out, grundy_column_describe(aims[i])->name, q[c->position]);
    bool found = grundy_success_move(c->game, q, c->position, &to);
    json_move(out, c, grundy_column_describe(aims[i])->name, found, to);
  }
  (void)fputs("}\n", out);
}
