/* Fuzzes conditions: any bytes must give a formula or a clean error, and a formula a verdict about
 * every position of a small game or a clean error. Where it holds twice in a row, it holds the same
 * way. */

#include <grundy/explore.h>
#include <grundy/formula.h>
#include <grundy/solve.h>

#include "formula/impl.h"
#include "positions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Positions are two numbers, as most laws expect; there are a cycle and a loop. */
#define GAME "3,1 2,1\n2,1 3,1\n2,1 0,0\n1,4 1,4\n1,4 0,0\n3,1 1,0\n1,0 0,0\n"
enum { ORDER = 5, TICKS = 3 };

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return --*(int *)context > 0;
}

/* Lua may run out of its memory, and an endless formula is cancelled. */
static void check_error(grundy_status status, const grundy_error *error) {
  bool clean = status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE ||
               status == GRUNDY_OUT_OF_MEMORY || status == GRUNDY_CANCELLED;
  if (!clean || error->status != status || error->message[0] == '\0' ||
      strpbrk(error->message, "\r\n") != NULL)
    abort();
}

static grundy_status evaluate(grundy_formula *formula, const grundy_digraph *g,
                              const grundy_solution *solution, uint8_t *verdicts) {
  int ticks = TICKS;
  grundy_error error = {0};
  grundy_monitor monitor = {.tick = tick, .context = &ticks};
  grundy_status status =
      grundy_formula_evaluate(formula, g, solution, GRUNDY_MONITORED(&monitor), verdicts, &error);
  if (status != GRUNDY_OK) check_error(status, &error);
  return status;
}

static void check_formula(grundy_formula *formula) {
  static grundy_digraph *g; /* made and solved once */
  static grundy_solution *solution;
  if (g == NULL) {
    g = fuzz_made(GAME);
    grundy_solve_options options = {.size = sizeof options,
                                    .columns = grundy_solve_columns(g, true)};
    if (grundy_solve_in_memory(g, &options, &solution, NULL) != GRUNDY_OK) abort();
  }
  uint8_t first[ORDER], second[ORDER];
  memset(first, UINT8_MAX, sizeof first);
  if (evaluate(formula, g, solution, first) != GRUNDY_OK) return;
  for (int v = 0; v < ORDER; v++) {
    if (first[v] > GRUNDY_FORMULA_VACUOUS) abort();
    if (first[v] == GRUNDY_FORMULA_VACUOUS && !grundy_formula_has_premise(formula)) abort();
  }
  if (evaluate(formula, g, solution, second) != GRUNDY_OK) return;
  if (memcmp(first, second, sizeof first) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  grundy_status status = grundy_formula_parse("fuzz", (const char *)data, size,
                                              GRUNDY_FORMULA_EXPRESSION, &formula, &error);
  if (status == GRUNDY_OK)
    check_formula(formula);
  else
    check_error(status, &error);
  grundy_formula_free(formula);
  return 0;
}
