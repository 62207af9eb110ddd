/* Chooses the engine that solves a game, by the memory that each needs. */

#include <grundy/engine.h>

#include <stdio.h>
#include <string.h>

#include <grundy/explore.h>
#include <grundy/gpu.h>
#include <platform.h>

#include "base/error.h"
#include "base/options.h"
#include "base/saturate.h"
#include "digraph/kinds.h"
#include "digraph/view.h"
#include "explore/impl.h"
#include "external/external.h"
#include "external/impl.h"
#include "gpu/choose.h"
#include "solve/memory.h"

/* What a program may use besides the game and its solution. */
enum { PROGRAM_BYTES = 3 << 20 };

static grundy_columns columns_of(const grundy_digraph *g, const grundy_solve_options *options) {
  return options->columns == 0 ? grundy_solve_columns(g, false) : options->columns;
}

/* ---- memory ---------------------------------------------------------------------------- */

/* Returns the memory that the program and the game take. It follows from the game, so it is the
 * same in every run. */
static uint64_t base_of(const grundy_digraph *g) {
  return grundy_plus(grundy_plus(grundy_digraph_memory(g), grundy_position_memory(g)),
                     PROGRAM_BYTES);
}

/* Rounds up to what grundy_bytes_format shows, so that this much, given as a limit, suffices. */
static uint64_t round_up(uint64_t bytes) {
  __extension__ typedef unsigned __int128 wide;
  uint64_t unit = 1024;
  while (bytes / unit >= 1024 && unit < UINT64_C(1) << 60) unit *= 1024;
  wide tenths = ((wide)bytes * 10 + unit - 1) / unit, rounded = tenths * unit / 10;
  return rounded > UINT64_MAX ? UINT64_MAX : (uint64_t)rounded;
}

/* Returns all memory that is taken if solving the game takes `need` bytes. */
static uint64_t total(const grundy_digraph *g, uint64_t need) {
  return round_up(grundy_plus(base_of(g), need));
}

static uint64_t memory_with_threads(const grundy_digraph *g, const grundy_solve_options *options,
                                    unsigned threads) {
  unsigned before = grundy_threads();
  grundy_threads_set(threads);
  uint64_t need = grundy_solve_memory(g, options);
  grundy_threads_set(before);
  return total(g, need);
}

static grundy_external_options external_options(const grundy_digraph *g,
                                                const grundy_solve_options *options,
                                                grundy_engine engine) {
  uint64_t base = base_of(g);
  const char *folder = options->scratch == NULL ? "." : options->scratch;
  return GRUNDY_OPTIONS(grundy_external_options, .columns = options->columns,
                        .monitor = options->monitor,
                        .scratch = engine == GRUNDY_ENGINE_SCRATCH ? folder : NULL,
                        .memory = options->memory > base ? options->memory - base : 0);
}

static uint64_t external_memory(const grundy_digraph *g, const grundy_solve_options *options,
                                grundy_engine engine) {
  grundy_external_options external = external_options(g, options, engine);
  return total(g, grundy_external_memory(g, &external));
}

/* ---- choosing -------------------------------------------------------------------------- */

/* What was chosen. */
typedef struct choice {
  grundy_engine engine;
  unsigned threads;
  const char *reason;
  uint64_t too_much; /* that the faster engine would have needed; 0: there is none */
} choice;

static bool fits(const grundy_solve_options *options, uint64_t bytes) {
  return options->memory == 0 || bytes <= options->memory;
}

/* Writes "solving needs up to 9.1 MiB; --memory allows 5.0 MiB". */
static void describe_excess(const grundy_solve_options *options, const char *needs, uint64_t bytes,
                            char *text, size_t size) {
  char need[32];
  char limit[32];
  grundy_bytes_format(bytes, need, sizeof need);
  grundy_bytes_format(options->memory, limit, sizeof limit);
  (void)snprintf(text, size, "solving %s %s; %s %s", needs, need,
                 options->memory_giver == NULL ? "the limit is" : options->memory_giver, limit);
}

static grundy_status refuse(const grundy_solve_options *options, const char *needs, uint64_t bytes,
                            grundy_error *error) {
  char text[160];
  describe_excess(options, needs, bytes, text, sizeof text);
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY, "%s", text);
}

static grundy_status check_external(const grundy_digraph *g, const grundy_solve_options *options,
                                    grundy_error *error) {
  if (options->algorithm != GRUNDY_ALGORITHM_AUTO)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "an algorithm can be chosen only with the whole game in memory");
  return grundy_external_check(g, columns_of(g, options), error);
}

/* Chooses an engine that solves from reverse rows. */
static grundy_status choose_external(const grundy_digraph *g, const grundy_solve_options *options,
                                     grundy_engine engine, choice *chosen, grundy_error *error) {
  grundy_status status = check_external(g, options, error);
  if (status != GRUNDY_OK) return status;
  uint64_t need = external_memory(g, options, engine);
  if (!fits(options, need)) return refuse(options, "needs at least", need, error);
  chosen->engine = engine;
  return GRUNDY_OK;
}

/* Chooses memory, with as many threads as fit. */
static grundy_status choose_memory(const grundy_digraph *g, const grundy_solve_options *options,
                                   choice *chosen, grundy_error *error) {
  chosen->engine = GRUNDY_ENGINE_MEMORY;
  chosen->reason = options->memory == 0 ? "there is no limit on memory" : "the game fits";
  if (options->memory == 0) return GRUNDY_OK;
  unsigned threads = chosen->threads;
  uint64_t need = memory_with_threads(g, options, threads);
  for (; !fits(options, need) && threads > 1; need = memory_with_threads(g, options, threads))
    threads -= threads / 2;
  if (!fits(options, need)) {
    chosen->too_much = need;
    return refuse(options, "needs up to", need, error);
  }
  chosen->threads = threads;
  return GRUNDY_OK;
}

static grundy_status choose_cpu(const grundy_digraph *g, const grundy_solve_options *options,
                                choice *chosen, grundy_error *error) {
  grundy_status status = choose_memory(g, options, chosen, error);
  if (status == GRUNDY_OK || options->engine == GRUNDY_ENGINE_MEMORY) return status;
  /* The first refusal names the faster engine, so it is the one to report. */
  bool lean = choose_external(g, options, GRUNDY_ENGINE_LEAN, chosen, NULL) == GRUNDY_OK;
  return lean ? GRUNDY_OK : status;
}

static grundy_status choose_gpu(const grundy_digraph *g, const grundy_solve_options *options,
                                choice *chosen, grundy_error *error) {
  bool use = false;
  grundy_status status = grundy_gpu_choose(g, columns_of(g, options), options->device, &use, error);
  if (status != GRUNDY_OK) return status;
  if (!use) return choose_cpu(g, options, chosen, error);
  chosen->engine = GRUNDY_ENGINE_GPU;
  chosen->reason = options->device == GRUNDY_GPU_AUTO ? "a GPU is faster for this game" : "chosen";
  return GRUNDY_OK;
}

static grundy_status choose(const grundy_digraph *g, const grundy_solve_options *options,
                            choice *chosen, grundy_error *error) {
  *chosen = (choice){.threads = grundy_threads(), .reason = "chosen"};
  switch (options->engine) {
  case GRUNDY_ENGINE_LEAN:
  case GRUNDY_ENGINE_SCRATCH:
    return choose_external(g, options, options->engine, chosen, error);
  case GRUNDY_ENGINE_GPU:
    return choose_gpu(g, options, chosen, error);
  case GRUNDY_ENGINE_AUTO:
    if (options->scratch == NULL) break;
    chosen->reason = "there is a scratch folder";
    return choose_external(g, options, GRUNDY_ENGINE_SCRATCH, chosen, error);
  default:
    break;
  }
  return choose_cpu(g, options, chosen, error);
}

/* ---- carry-on moves -------------------------------------------------------------------- */

/* Returns whether another engine than that in memory is asked for. */
static bool is_elsewhere(const grundy_solve_options *options) {
  return options->engine == GRUNDY_ENGINE_AUTO ? options->scratch != NULL
                                               : options->engine != GRUNDY_ENGINE_MEMORY;
}

/* Makes the ordinary game that other engines solve in place of g, which has kinds of moves, and
 * changes the limit to what is left for them; *ordinary is NULL if g itself is solved. Only
 * outcomes are the same there. */
static grundy_status replace(const grundy_digraph *g, grundy_solve_options *options,
                             grundy_digraph **ordinary, grundy_error *error) {
  *ordinary = NULL;
  if (grundy_digraph_type(g) != GRUNDY_GAME_TURNS || !is_elsewhere(options)) return GRUNDY_OK;
  if (columns_of(g, options) != GRUNDY_COLUMN_OUTCOME)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "only the engine in memory finds more than outcomes of games with carry-on "
                       "or entailing moves yet; ask for the column outcome alone");
  uint64_t held = grundy_digraph_memory(g);
  if (options->memory > 0) options->memory = options->memory > held ? options->memory - held : 1;
  return grundy_digraph_with_waits(g, ordinary, error);
}

/* ---- the plan -------------------------------------------------------------------------- */

static grundy_status make_plan(const grundy_digraph *g, const grundy_solve_options *options,
                               grundy_engine_plan *plan, grundy_error *error) {
  static const char *const names[] = {"auto", "memory", "lean", "scratch", "gpu"};
  choice chosen;
  grundy_status status = choose(g, options, &chosen, error);
  if (status != GRUNDY_OK) return status;
  *plan = (grundy_engine_plan){
      .engine = chosen.engine, .name = names[chosen.engine], .threads = chosen.threads};
  plan->in_memory = memory_with_threads(g, options, 1);
  if (check_external(g, options, NULL) == GRUNDY_OK) {
    plan->lean = external_memory(g, options, GRUNDY_ENGINE_LEAN);
    plan->scratch = external_memory(g, options, GRUNDY_ENGINE_SCRATCH);
  }
  plan->memory = plan->engine == GRUNDY_ENGINE_MEMORY ? plan->in_memory
                 : plan->engine == GRUNDY_ENGINE_LEAN ? plan->lean
                 : plan->engine == GRUNDY_ENGINE_SCRATCH
                     ? plan->scratch
                     : grundy_gpu_memory(grundy_digraph_order(g), grundy_digraph_size(g),
                                         columns_of(g, options));
  if (chosen.too_much > 0)
    describe_excess(options, "in memory needs up to", chosen.too_much, plan->reason,
                    sizeof plan->reason);
  else
    (void)snprintf(plan->reason, sizeof plan->reason, "%s", chosen.reason);
  return GRUNDY_OK;
}

grundy_status grundy_solve_plan(const grundy_digraph *g, const grundy_solve_options *options,
                                grundy_engine_plan *plan, grundy_error *error) {
  grundy_solve_options copy;
  grundy_digraph *ordinary = NULL;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status == GRUNDY_OK) status = replace(g, &copy, &ordinary, error);
  if (status == GRUNDY_OK) status = make_plan(ordinary == NULL ? g : ordinary, &copy, plan, error);
  grundy_digraph_free(ordinary);
  return status;
}

/* ---- solving --------------------------------------------------------------------------- */

/* Solves a game with the engine that fits. */
static grundy_status solve_chosen(const grundy_digraph *g, const grundy_solve_options *options,
                                  grundy_solution **solution, grundy_error *error) {
  choice chosen;
  grundy_status status = choose(g, options, &chosen, error);
  if (status != GRUNDY_OK) return status;
  if (chosen.engine == GRUNDY_ENGINE_MEMORY) {
    unsigned before = grundy_threads();
    if (chosen.threads < before) grundy_threads_set(chosen.threads);
    status = grundy_solve_in_memory(g, options, solution, error);
    if (chosen.threads < before) grundy_threads_set(before);
    return status;
  }
  if (chosen.engine == GRUNDY_ENGINE_GPU)
    return grundy_gpu_solve(g, options->device, options, solution, error);
  grundy_external_options external = external_options(g, options, chosen.engine);
  grundy_platform_return_freed();
  return grundy_external_solve(g, &external, solution, error);
}

/* Solves the ordinary game, and keeps the outcomes of the positions of g. */
static grundy_status solve_ordinary(const grundy_digraph *g, const grundy_digraph *ordinary,
                                    const grundy_solve_options *options, grundy_solution **solution,
                                    grundy_error *error) {
  grundy_solution *of_all = NULL, *made = NULL;
  grundy_outcome *outcomes = NULL;
  grundy_status status = solve_chosen(ordinary, options, &of_all, error);
  if (status == GRUNDY_OK) status = grundy_solution_new(grundy_digraph_order(g), &made, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_letters(made, GRUNDY_COLUMN_OUTCOME, &outcomes, error);
  if (status == GRUNDY_OK) /* g has moves */
    memcpy(outcomes, grundy_solution_letters(of_all, GRUNDY_COLUMN_OUTCOME),
           grundy_digraph_order(g) * sizeof *outcomes);
  grundy_solution_free(of_all);
  if (status == GRUNDY_OK)
    *solution = made;
  else
    grundy_solution_free(made);
  return status;
}

grundy_status grundy_solve(const grundy_digraph *g, const grundy_solve_options *options,
                           grundy_solution **solution, grundy_error *error) {
  grundy_solve_options copy;
  grundy_digraph *ordinary = NULL;
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status == GRUNDY_OK) status = replace(g, &copy, &ordinary, error);
  if (status == GRUNDY_OK)
    status = ordinary == NULL ? solve_chosen(g, &copy, solution, error)
                              : solve_ordinary(g, ordinary, &copy, solution, error);
  grundy_digraph_free(ordinary);
  return status;
}
