/* The edge list reader: any bytes give a digraph or a clean error, and a digraph that was read
 * can be solved and its solution is right. */

#include <grundy/grundy.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status || error->message[0] == '\0' ||
      error->line == 0 || error->column == 0 || strchr(error->message, '\n') != NULL)
    abort();
}

/* Every name finds its own vertex. */
static void check_names(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    const char *name = grundy_digraph_name(g, v, scratch);
    uint32_t found;
    if (!grundy_digraph_find(g, name, strlen(name), &found) || found != v) abort();
  }
}

static void check_solution(const grundy_digraph *g) {
  grundy_solve_options options = {.columns = GRUNDY_COLUMNS_ALL};
  grundy_solution *solution;
  grundy_report *report;
  if (grundy_solve(g, &options, &solution, NULL) != GRUNDY_OK) abort();
  if (grundy_verify(g, solution, NULL, &report, NULL) != GRUNDY_OK) abort();
  if (!grundy_report_right(report)) abort();
  grundy_report_free(report);
  grundy_solution_free(solution);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_digraph *g;
  grundy_error error;
  /* fmemopen refuses an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) return 0;
  grundy_status status = grundy_digraph_scan(in, "fuzz", GRUNDY_FORMAT_EDGES, NULL, &g, &error);
  fclose(in);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  check_names(g);
  check_solution(g);
  grundy_digraph_free(g);
  return 0;
}
