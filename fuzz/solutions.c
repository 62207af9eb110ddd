#include "solutions.h"

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
  if (status != GRUNDY_BAD_INPUT || error->status != status ||
      strstr(error->message, "; expected ") == NULL || strcmp(error->file, "fuzz") != 0)
    abort();
}

static void check_column(grundy_columns column, const grundy_solution *a,
                         const grundy_solution *b) {
  uint32_t order = grundy_solution_order(a);
  const uint8_t *letters = grundy_solution_letters(a, column);
  const uint32_t *numbers = grundy_solution_numbers(a, column);
  if (letters != NULL && memcmp(letters, grundy_solution_letters(b, column), order) != 0) abort();
  if (numbers != NULL &&
      memcmp(numbers, grundy_solution_numbers(b, column), order * sizeof *numbers) != 0)
    abort();
  for (uint32_t v = 0; v < order; v++)
    if (!grundy_set_equal(grundy_solution_set(a, column, v), grundy_solution_set(b, column, v)))
      abort();
}

static void write_and_read(const grundy_digraph *g, const grundy_solution *solution,
                           grundy_format format) {
  char *text = NULL;
  size_t size;
  grundy_solution *again;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL || grundy_solution_write(out, format, g, solution, NULL, NULL) != GRUNDY_OK)
    abort();
  fclose(out);
  FILE *in = fmemopen(text, size, "r");
  if (grundy_solution_scan(in, "fuzz", format, g, NULL, &again, NULL) != GRUNDY_OK) abort();
  fclose(in);
  free(text);
  if (grundy_solution_columns(solution) != grundy_solution_columns(again)) abort();
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    check_column((grundy_columns)1 << i, solution, again);
  grundy_solution_free(again);
}

void fuzz_solution(FILE *in, grundy_format format) {
  grundy_digraph *g = fuzz_game();
  grundy_solution *solution;
  grundy_report *report;
  grundy_error error;
  grundy_status status = grundy_solution_scan(in, "fuzz", format, g, NULL, &solution, &error);
  fclose(in);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
  } else {
    write_and_read(g, solution, format);
    if (grundy_verify(g, solution, NULL, &report, NULL) != GRUNDY_OK) abort();
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}
