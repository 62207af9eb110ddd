#include "solutions.h"

#include "same.h"

#include <stdlib.h>
#include <string.h>

grundy_digraph *fuzz_game(void) {
  static const char *const names[] = {"a", "b", "c", "\t,\"\\∞"};
  static const uint32_t moves[][2] = {{0, 1}, {1, 0}, {1, 2}, {3, 3}, {3, 2}, {3, 0}};
  grundy_builder *builder;
  grundy_digraph *g;
  uint32_t v;
  if (grundy_builder_new(&builder, NULL) != GRUNDY_OK) abort();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (grundy_builder_vertex(builder, names[i], strlen(names[i]), &v, NULL) != GRUNDY_OK) abort();
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
    if (grundy_builder_move(builder, moves[i][0], moves[i][1], NULL) != GRUNDY_OK) abort();
  if (grundy_builder_finish(builder, NULL, &g, NULL) != GRUNDY_OK) abort();
  grundy_builder_free(builder);
  return g;
}

static void check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status || error->message[0] == '\0' ||
      strcmp(error->file, "fuzz") != 0)
    abort();
}

void fuzz_solution(FILE *in, grundy_format format) {
  grundy_digraph *g = fuzz_game();
  grundy_solution *solution;
  grundy_report *report;
  grundy_error error;
  grundy_status status = grundy_solution_read(
      g, "fuzz", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &solution, &error);
  fclose(in);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
  } else {
    demand_solution_survives(g, solution, format);
    if (grundy_verify(g, solution, NULL, &report, NULL) != GRUNDY_OK) abort();
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}
