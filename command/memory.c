#include "memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/engine.h>
#include <grundy/morphism.h>
#include <grundy/verify.h>
#include <platform.h>

#include "failure.h"
#include "options.h"

static uint64_t sum(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t difference(uint64_t a, uint64_t b) {
  return a > b ? a - b : 0;
}

/* ---- the budget ---------------------------------------------------------------------- */

static void lower(struct budget *budget, uint64_t bytes, const char *giver) {
  if (bytes >= budget->bytes) return;
  budget->bytes = bytes;
  budget->giver = giver;
}

static void find_budget(struct integer wanted, uint64_t held, struct budget *budget) {
  struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS];
  size_t count = grundy_platform_bounds(held, bounds);
  *budget = (struct budget){.bytes = UINT64_MAX, .giver = "", .ceiling = grundy_platform_limit()};
  for (size_t i = 0; i < count; i++) lower(budget, bounds[i].bytes, bounds[i].giver);
  if (wanted.given)
    lower(budget, wanted.value, failure_is_json() ? "the limit is" : "--memory allows");
}

/* Uses fewer threads if their stacks would take more than a quarter of the budget: limits of the
 * system count whole stacks, of which little is touched. Then starts them if the user has set the
 * budget: what the limit would allow for their stacks could be used for something else. */
static void fit_threads(const struct budget *budget, bool is_wanted) {
  unsigned threads = grundy_threads();
  while (threads > 1 && grundy_threads_unstarted_bytes() > budget->bytes / 4)
    grundy_threads_set(--threads);
  if (is_wanted) grundy_threads_start();
}

/* Limits the data of the process to what is reserved now plus what the budget leaves.
 * Tools such as AddressSanitizer reserve more than any budget when they start; then no limit is
 * set. */
static void set_limit(const struct budget *budget) {
  struct grundy_platform_usage now;
  if (budget->bytes == UINT64_MAX || !grundy_platform_usage(&now) || now.promised > budget->bytes)
    return;
  uint64_t more = sum(difference(budget->bytes, now.held), grundy_threads_unstarted_bytes());
  uint64_t promised = sum(now.promised, more);
  grundy_platform_set_limit(promised < budget->ceiling ? promised : budget->ceiling);
}

grundy_status memory_start(struct integer wanted, struct budget *budget, grundy_error *error) {
  struct grundy_platform_usage now = {0};
  (void)grundy_platform_usage(&now);
  find_budget(wanted, now.held, budget);
  if (now.held < budget->bytes) {
    fit_threads(budget, wanted.given);
    set_limit(budget);
    return GRUNDY_OK;
  }
  char held[32];
  char bytes[32];
  grundy_bytes_format(now.held, held, sizeof held);
  grundy_bytes_format(budget->bytes, bytes, sizeof bytes);
  (void)fail_with(error, GRUNDY_UNABLE, "", "the command alone uses %s; %s %s", held, budget->giver,
                  bytes);
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

/* ---- what solving takes -------------------------------------------------------------- */

void memory_put_figures(FILE *out, const grundy_engine_plan *plan, bool scratch_only,
                        const char *what) {
  char fast[32];
  char lean[32];
  char scratch[32];
  grundy_bytes_format(plan->in_memory, fast, sizeof fast);
  grundy_bytes_format(plan->lean, lean, sizeof lean);
  grundy_bytes_format(plan->scratch, scratch, sizeof scratch);
  if (scratch_only) {
    (void)fprintf(out, "%-12s at least %s to solve %s with moves on disk (--scratch)\n", "memory",
                  scratch, what);
    return;
  }
  (void)fprintf(out, "%-12s at most %s to solve %s\n", "memory", fast, what);
  if (plan->lean == 0) return;
  if (plan->lean < plan->in_memory) (void)fprintf(out, "%-12s %s if that is too much\n", "", lean);
  if (plan->scratch < plan->lean)
    (void)fprintf(out, "%-12s %s with moves on disk (--scratch)\n", "", scratch);
}

/* ---- spending it --------------------------------------------------------------------- */

/* Returns whether the process may use that much more. */
static bool fits(const struct budget *budget, uint64_t need) {
  struct grundy_platform_usage now = {0};
  (void)grundy_platform_usage(&now);
  return sum(now.held, need) <= budget->bytes;
}

/* Halves the number of threads, to save memory. Returns false if there is only one. */
static bool halve_threads(void) {
  unsigned threads = grundy_threads();
  grundy_threads_set(threads - threads / 2);
  return threads > 1;
}

/* Checks that `need` bytes are left. `what` is "solving needs up to", to be followed by the bytes;
 * `there` describes what has been read. */
static grundy_status allow(const struct budget *budget, const char *what, uint64_t need,
                           const char *there, grundy_error *error) {
  if (fits(budget, need)) {
    /* Memory that was reserved for reading and returned no longer counts. */
    set_limit(budget);
    return GRUNDY_OK;
  }
  struct grundy_platform_usage now = {0};
  (void)grundy_platform_usage(&now);
  char more[32];
  char held[32];
  char bytes[32];
  grundy_bytes_format(need, more, sizeof more);
  grundy_bytes_format(now.held, held, sizeof held);
  grundy_bytes_format(budget->bytes, bytes, sizeof bytes);
  (void)fail_with(error, GRUNDY_UNABLE, "", "%s %s on top of the %s of the %s; %s %s", what, more,
                  held, there, budget->giver, bytes);
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

/* Returns the options with the budget as their limit. What was returned to the system since reading
 * no longer counts. */
static grundy_solve_options limited(const struct budget *budget,
                                    const grundy_solve_options *options) {
  grundy_solve_options copy = *options;
  set_limit(budget);
  copy.memory = budget->bytes == UINT64_MAX ? 0 : budget->bytes;
  copy.memory_giver = budget->giver;
  return copy;
}

grundy_status memory_plan(const struct budget *budget, const grundy_digraph *game,
                          const grundy_solve_options *options, grundy_engine_plan *plan,
                          grundy_error *error) {
  grundy_solve_options copy = limited(budget, options);
  return grundy_solve_plan(game, &copy, plan, error);
}

grundy_status memory_solve(const struct budget *budget, const grundy_digraph *game,
                           const grundy_solve_options *options, grundy_solution **solution,
                           grundy_error *error) {
  grundy_solve_options copy = limited(budget, options);
  return grundy_solve(game, &copy, solution, error);
}

grundy_status memory_for_solving(const struct budget *budget, const grundy_digraph *game,
                                 const grundy_solve_options *options, grundy_error *error) {
  grundy_solve_options copy = *options;
  grundy_engine_plan plan;
  copy.engine = GRUNDY_ENGINE_MEMORY;
  grundy_status status = memory_plan(budget, game, &copy, &plan, error);
  if (status == GRUNDY_OK && plan.threads < grundy_threads()) grundy_threads_set(plan.threads);
  return status;
}

grundy_status memory_for_checking(const struct budget *budget, const grundy_digraph *game,
                                  grundy_columns columns, grundy_error *error) {
  const uint64_t order = grundy_digraph_order(game), size = grundy_digraph_size(game);
  uint64_t need = grundy_verify_memory(order, size, columns);
  while (!fits(budget, need) && halve_threads()) need = grundy_verify_memory(order, size, columns);
  return allow(budget, "checking needs up to", need, "game and its solution", error);
}

grundy_status memory_for_reducing(const struct budget *budget, const grundy_digraph *game,
                                  grundy_error *error) {
  uint64_t need = grundy_compatible_memory(grundy_digraph_order(game), grundy_digraph_size(game));
  return allow(budget, "finding the classes needs up to", need, "game", error);
}

uint64_t memory_left(const struct budget *budget) {
  struct grundy_platform_usage now = {0};
  if (budget->bytes == UINT64_MAX || !grundy_platform_usage(&now)) return budget->bytes;
  set_limit(budget);
  return difference(budget->bytes, now.held);
}

uint64_t memory_option(const struct budget *budget) {
  uint64_t left = memory_left(budget);
  return left == UINT64_MAX ? 0 : left;
}

void memory_explain(const struct budget *budget, grundy_error *error) {
  if (error->status != GRUNDY_OUT_OF_MEMORY || budget->bytes == UINT64_MAX) return;
  char bytes[32];
  grundy_bytes_format(budget->bytes, bytes, sizeof bytes);
  (void)snprintf(error->message, sizeof error->message, "out of memory; %s %s", budget->giver,
                 bytes);
}
