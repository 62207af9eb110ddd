/* Checks explanations and traces of any game. */

#include "checks.h"
#include "demand.h"
#include "explain/trace.h"

#include <string.h>

/* ---- explanations ----------------------------------------------------------------------- */

/* Explains a position of an impartial game in misère play. */
static void check_misere(const grundy_digraph *g, uint32_t v) {
  const grundy_columns columns = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  if ((grundy_solve_columns(g, true) & columns) != columns) return;
  grundy_solve_options solving = {.size = sizeof solving, .columns = columns};
  grundy_explain_options options = {.size = sizeof options, .depth = 2, .play = GRUNDY_MISERE_PLAY};
  grundy_solution *solution = solve_game(g, &solving);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  grundy_facts *facts = NULL;
  demand(grundy_explain(g, solution, v, &options, &facts, NULL) == GRUNDY_OK);
  grundy_facts_write(facts, GRUNDY_ENGLISH, false, out);
  grundy_facts_free(facts);
  fclose(out);
  demand(strstr(text, " in misere play: ") != NULL && strstr(text, " has value ") == NULL);
  free(text);
  grundy_solution_free(solution);
}

static void check_explanation(bytes *in, const grundy_digraph *g) {
  grundy_explain_options options = {.size = sizeof options, .depth = bytes_below(in, 4)};
  bool ascii = bytes_next(in) & 1;
  grundy_solve_options solving = {.size = sizeof solving,
                                  .columns = grundy_solve_columns(g, false)};
  grundy_solution *solution = solve_game(g, &solving);
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  uint32_t v = bytes_below(in, grundy_digraph_order(g));
  grundy_facts *facts = NULL;
  demand(grundy_explain(g, solution, v, &options, &facts, NULL) == GRUNDY_OK);
  grundy_facts_write(facts, GRUNDY_GERMAN, ascii, out);
  demand(grundy_facts_write_json(facts, GRUNDY_GERMAN, out, NULL) == GRUNDY_OK);
  grundy_facts_free(facts);
  fclose(out);
  demand(size > 0 && text[size - 1] == '\n' && strlen(text) == size);
  free(text);
  grundy_solution_free(solution);
  check_misere(g, v);
}

/* ---- traces ----------------------------------------------------------------------------- */

static void write_trace(const grundy_digraph *g, grundy_tracing algorithm,
                        grundy_trace_format format) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  demand(grundy_trace_write(g, algorithm, format, GRUNDY_GERMAN, out, NULL) == GRUNDY_OK);
  fclose(out);
  demand(size > 0 && strlen(text) == size);
  free(text);
}

static void demand_trace(const grundy_digraph *g, const grundy_trace *trace) {
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_GRUNDY};
  grundy_solution *solution = solve_game(g, &options);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) demand(trace->labels[v] == values[v]);
  grundy_solution_free(solution);
}

/* Checks traces, except as HTML, because Graphviz would lay out a picture for that. */
static void check_trace(bytes *in, const grundy_digraph *g) {
  static const grundy_trace_format formats[] = {GRUNDY_TRACE_TEXT, GRUNDY_TRACE_MARKDOWN,
                                                GRUNDY_TRACE_JSON};
  grundy_tracing algorithm = (grundy_tracing)bytes_below(in, 3);
  grundy_trace *trace;
  grundy_error error;
  grundy_status status = grundy_trace_new(g, algorithm, &trace, &error);
  if (status != GRUNDY_OK) {
    demand(status == GRUNDY_UNDEFINED || status == GRUNDY_UNABLE);
    demand(error.status == status && error.message[0] != '\0');
    return;
  }
  demand_trace(g, trace);
  write_trace(g, algorithm, formats[bytes_below(in, 3)]);
  grundy_trace_free(trace);
}

void check_explanations(bytes *in, const grundy_digraph *g) {
  if (grundy_digraph_order(g) == 0) return;
  if (bytes_next(in) & 1)
    check_trace(in, g);
  else
    check_explanation(in, g);
}
