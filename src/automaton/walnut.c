/* Automata and the statements that are proved about them, as input for Walnut [Mou16]. */

#include "automaton/impl.h"

#include <inttypes.h>

static const char *system_of(grundy_numeration numeration, char text[16]) {
  if (numeration == GRUNDY_ZECKENDORF) return "msd_fib";
  (void)snprintf(text, 16, "msd_%" PRIu32, numeration);
  return text;
}

/* Writes the automaton as a file of Walnut's library. Transitions that are left out lead nowhere.
 */
static void write_automaton(const grundy_automaton *automaton, const char *system, FILE *out) {
  const grundy_dfa *dfa = &automaton->dfa;
  uint32_t base = grundy_numeration_digits(automaton->numeration);
  uint32_t sink = grundy_dfa_sink(dfa, (uint8_t)(automaton->level + 1));
  for (uint32_t i = 0; i < automaton->dimension; i++)
    (void)fprintf(out, "%s%s", i > 0 ? " " : "", system);
  (void)fputs("\n", out);
  for (uint32_t state = 0; state < dfa->states; state++) {
    if (state == sink) continue;
    (void)fprintf(out, "\n%" PRIu32 " %d\n", state, dfa->outputs[state] == 0);
    for (uint32_t symbol = 0; symbol < dfa->symbols; symbol++) {
      uint32_t next = dfa->next[(uint64_t)state * dfa->symbols + symbol], weight = dfa->symbols;
      if (next == sink) continue;
      for (uint32_t i = 0; i < automaton->dimension; i++) {
        weight /= base;
        (void)fprintf(out, "%" PRIu32 " ", symbol / weight % base);
      }
      (void)fprintf(out, "-> %" PRIu32 "\n", next);
    }
  }
}

/* Writes "x0,x1". */
static void write_names(uint32_t dimension, char letter, FILE *out) {
  for (uint32_t i = 0; i < dimension; i++)
    (void)fprintf(out, "%s%c%" PRIu32, i > 0 ? "," : "", letter, i);
}

/* Writes that x is a terminal position. */
static void write_terminal(const grundy_automaton_law *law, uint32_t dimension, FILE *out) {
  for (uint64_t i = 0; i < law->terminal_count; i++) {
    (void)fputs(i > 0 ? " | (" : "(", out);
    for (uint32_t k = 0; k < dimension; k++)
      (void)fprintf(out, "%sx%" PRIu32 "=%" PRIu32, k > 0 ? " & " : "", k, law->terminal[i].at[k]);
    (void)fputs(")", out);
  }
}

/* Writes that a move leads from x to y, with t for the multiple. */
static void write_move(const grundy_vector_move *move, uint32_t dimension, FILE *out) {
  (void)fputs(move->is_ray ? "(Et t>=1 & " : "(", out);
  for (uint32_t i = 0; i < dimension; i++) {
    int32_t entry = move->entries[i];
    uint32_t size = (uint32_t)(entry < 0 ? -entry : entry);
    char larger = entry < 0 ? 'y' : 'x', smaller = entry < 0 ? 'x' : 'y';
    (void)fprintf(out, "%s%c%" PRIu32 "=%c%" PRIu32, i > 0 ? " & " : "", larger, i, smaller, i);
    if (size > 0 && move->is_ray)
      (void)fprintf(out, "+%" PRIu32 "*t", size);
    else if (size > 0)
      (void)fprintf(out, "+%" PRIu32, size);
  }
  (void)fputs(")", out);
}

static void write_moves(const grundy_vector_rules *moves, FILE *out) {
  (void)fputs("(", out);
  for (uint32_t i = 0; i < moves->count; i++) {
    if (i > 0) (void)fputs(" | ", out);
    write_move(&moves->list[i], moves->dimension, out);
  }
  (void)fputs(")", out);
}

/* Writes a command: eval NAME "?SYSTEM Ax0,x1 ... ": */
static void write_commands(const grundy_automaton_law *law, const char *system, FILE *out) {
  const grundy_vector_rules moves = grundy_vector_moves_view(law->moves);
  uint32_t dimension = moves.dimension;
  bool has_terminal = law->terminal_count > 0;
  (void)fputs("def grundy_move \"?", out);
  (void)fprintf(out, "%s ", system);
  if (has_terminal) (void)fputs("~(", out);
  write_terminal(law, dimension, out);
  if (has_terminal) (void)fputs(") & ", out);
  write_moves(&moves, out);
  (void)fprintf(out, "\":\neval grundy_closure \"?%s ~(E", system);
  write_names(dimension, 'x', out);
  (void)fputs(",", out);
  write_names(dimension, 'y', out);
  (void)fputs(" $grundy_p(", out);
  write_names(dimension, 'x', out);
  (void)fputs(") & $grundy_p(", out);
  write_names(dimension, 'y', out);
  (void)fputs(") & $grundy_move(", out);
  write_names(dimension, 'x', out);
  (void)fputs(",", out);
  write_names(dimension, 'y', out);
  (void)fprintf(out, "))\":\neval grundy_absorption \"?%s A", system);
  write_names(dimension, 'x', out);
  (void)fputs(" $grundy_p(", out);
  write_names(dimension, 'x', out);
  (void)fputs(") | (E", out);
  write_names(dimension, 'y', out);
  (void)fputs(" $grundy_p(", out);
  write_names(dimension, 'y', out);
  (void)fputs(") & $grundy_move(", out);
  write_names(dimension, 'x', out);
  (void)fputs(",", out);
  write_names(dimension, 'y', out);
  (void)fputs("))\":\n", out);
}

grundy_status grundy_automaton_write_walnut(const grundy_automaton_law *law, FILE *out,
                                            grundy_error *error) {
  char text[16];
  const char *system = system_of(law->automaton->numeration, text);
  if (law->block > 0 || law->automaton->level > 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "only outcomes of games without block can be written for Walnut");
  (void)fputs(
      "# The first part is a file of Walnut's folder Automata Library, grundy_p.txt; the second\n"
      "# one, after the line that begins with ==, are commands to type. Both evaluations must\n"
      "# give TRUE.\n",
      out);
  write_automaton(law->automaton, system, out);
  (void)fputs("\n== commands\n", out);
  write_commands(law, system, out);
  return GRUNDY_OK;
}
