#include "rules.h"

#include <grundy/game.h>
#include <grundy/solve.h>

#include "base/threads.h"
#include "measure.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Rules, the size of their positions in bytes, and what is known about the game. */
typedef struct ruleset {
  const char *name, *text;
  unsigned bytes; /* 0: sizes differ and are not counted */
  uint64_t p, n, d;
} ruleset;

static const ruleset games_by_rules[] = {
    {"fair-shares:60 in C", "fair-shares:60", 16, 9, 244, 966214},
    {"fair-shares:60 in Lua", GRUNDY_ROOT "/games/fair-shares.lua:60", 0, 9, 244, 966214},
    {"quixo:4 in C", "quixo:4", 4, 1839378, 3129294, 201349},
};

static void compare(const ruleset *r, const grundy_solution *solution) {
  grundy_summary s = grundy_solution_summary(solution);
  bool right = s.p == r->p && s.n == r->n && s.d == r->d;
  must(right ? GRUNDY_OK : GRUNDY_BAD_INPUT, r->name);
}

static double rate(double count, double seconds) {
  return count / seconds / 1e6;
}

/* Returns the peak memory of exploring beyond positions and moves, in bytes per position. */
static double overhead(const ruleset *r, const grundy_digraph *g, uint64_t peak) {
  double order = grundy_digraph_order(g), size = (double)grundy_digraph_size(g);
  return ((double)peak - 8 * order - 4 * size) / order - r->bytes;
}

static void measure_game(const ruleset *r) {
  grundy_digraph *g;
  grundy_solution *solution;
  bool counted = reset_peak_memory();
  uint64_t before = resident_memory();
  double start = seconds_now(), cpu = cpu_seconds_now(), parallel = grundy_parallel_seconds();
  must(grundy_game_open(r->text, NULL, &g, NULL), r->text);
  double explored = seconds_now() - start;
  double serial = explored - (grundy_parallel_seconds() - parallel);
  cpu = cpu_seconds_now() - cpu;
  uint64_t peak = counted ? peak_memory() - before : 0;
  start = seconds_now();
  must(grundy_solve_in_memory(g, NULL, &solution, NULL), "solve");
  double solved = seconds_now() - start, order = grundy_digraph_order(g);
  double size = (double)grundy_digraph_size(g);
  printf("  %-22s %8.0f %9.0f %8.2f %6.2f %9.2f %9.2f %9.1f %8.2f %9.2f %10.1f\n", r->name, order,
         size, explored, cpu, rate(order, explored), rate(size, explored), 1e9 * serial / size,
         solved, rate(size, solved), overhead(r, g, peak));
  compare(r, solution);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- sweeps --------------------------------------------------------------------------------- */

enum { FIRST_PLACES = 12, LAST_PLACES = 34, SWEPT = LAST_PLACES - FIRST_PLACES + 1 };

static grundy_status count_positions(void *context, const grundy_answer *answer,
                                     grundy_error *error) {
  (void)error;
  *(uint64_t *)context += answer->positions;
  return answer->status;
}

/* Evaluates Kotzig's Nim on circles of growing size, each by one thread. */
static void measure_sweep(void) {
  char text[SWEPT][32];
  const char *texts[SWEPT];
  uint64_t positions = 0;
  grundy_evaluate_options options = {
      .size = sizeof options, .answered = count_positions, .context = &positions};
  for (int i = 0; i < SWEPT; i++) {
    snprintf(text[i], sizeof text[i], "kotzig:%d,1,3", FIRST_PLACES + i);
    texts[i] = text[i];
  }
  double start = seconds_now(), cpu = cpu_seconds_now();
  must(grundy_expressions_evaluate(texts, SWEPT, &options, NULL), "sweep");
  double seconds = seconds_now() - start;
  cpu = cpu_seconds_now() - cpu;
  printf("\nsweep kotzig:%d..%d,1,3 in Lua: %d games, %.0f positions searched in %.2f s, %.2f s of "
         "CPU;\n%.0f thousand positions per second and core\n",
         (int)FIRST_PLACES, (int)LAST_PLACES, (int)SWEPT, (double)positions, seconds, cpu,
         (double)positions / cpu / 1e3);
}

/* ---- threads -------------------------------------------------------------------------------- */

/* Explores a game twice and returns the seconds of the faster run; *cpu is its CPU time. */
static double seconds_to_explore(const char *text, unsigned threads, double *cpu) {
  double best = 1e9;
  for (int run = 0; run < 2; run++) {
    grundy_digraph *g;
    grundy_threads_set(threads);
    double start = seconds_now(), cpu_start = cpu_seconds_now();
    must(grundy_game_open(text, NULL, &g, NULL), text);
    double seconds = seconds_now() - start;
    if (seconds < best) *cpu = cpu_seconds_now() - cpu_start;
    if (seconds < best) best = seconds;
    grundy_digraph_free(g);
  }
  return best;
}

/* Compares one thread with all of them. */
static void measure_scripts(void) {
  static const char *const scripts[] = {"wythoff:150,150", GRUNDY_ROOT "/games/fair-shares.lua:40"};
  unsigned threads = grundy_threads();
  printf("\nrules in Lua: seconds with 1 and with %u threads, how many times as fast that is, and "
         "the\n"
         "CPU time of all threads, as a multiple of that of one\n",
         threads);
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
    double cpu = 0, shared_cpu = 0, alone = seconds_to_explore(scripts[i], 1, &cpu);
    double shared = seconds_to_explore(scripts[i], threads, &shared_cpu);
    const char *slash = strrchr(scripts[i], '/');
    printf("  %-22s %8.2f %8.2f %8.2f %8.2f\n", slash == NULL ? scripts[i] : slash + 1, alone,
           shared, alone / shared, shared_cpu / cpu);
  }
  grundy_threads_set(threads);
}

/* ---- searches ------------------------------------------------------------------------------- */

/* Positions that come apart, and their values. */
static const struct {
  const char *text;
  uint32_t value;
} searches[] = {{"cram:4,6", 0}, {"cram:4,7", 3}, {"cram:5,5", 0}, {"node-kayles-grid:3,16", 3}};

typedef struct found {
  uint64_t positions;
  uint64_t value;
} found;

static grundy_status keep_found(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(found *)context = (found){answer->positions, answer->evaluation.value};
  return answer->status;
}

static void measure_searches(void) {
  printf("\nsearches of one position: positions, seconds, CPU seconds, thousands per second and "
         "core\n");
  for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
    found f = {0};
    grundy_evaluate_options options = {
        .size = sizeof options, .answered = keep_found, .context = &f};
    double start = seconds_now(), cpu = cpu_seconds_now();
    must(grundy_expressions_evaluate(&searches[i].text, 1, &options, NULL), searches[i].text);
    double seconds = seconds_now() - start;
    cpu = cpu_seconds_now() - cpu;
    must(f.value == searches[i].value ? GRUNDY_OK : GRUNDY_BAD_INPUT, searches[i].text);
    printf("  %-22s %9.0f %8.2f %8.2f %8.0f\n", searches[i].text, (double)f.positions, seconds, cpu,
           (double)f.positions / cpu / 1e3);
  }
}

/* Measures each game in its own process, so that its peak memory is its own. */
void measure_rules(const game_size *size, const char *part_of_name) {
  (void)size; /* these games have their own sizes */
  printf("\nrules, %u thread%s: seconds, millions per second, serial nanoseconds per move, and the "
         "peak\n"
         "memory of exploring beyond positions and moves themselves, in bytes per position\n",
         grundy_threads(), grundy_threads() == 1 ? "" : "s");
  printf("  %-22s %8s %9s %8s %6s %9s %9s %9s %8s %9s %10s\n", "", "pos.", "moves", "explored",
         "CPU", "pos./s", "moves/s", "serial", "solved", "moves/s", "bytes");
  for (size_t i = 0; i < sizeof games_by_rules / sizeof *games_by_rules; i++) {
    if (strstr(games_by_rules[i].name, part_of_name) == NULL) continue;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      measure_game(&games_by_rules[i]);
      fflush(stdout);
      _exit(0);
    }
    int status = 1;
    bool right = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    must(right ? GRUNDY_OK : GRUNDY_BAD_INPUT, games_by_rules[i].name);
  }
  if (strstr("threads in Lua", part_of_name) != NULL) measure_scripts();
  if (strstr("sweep kotzig in Lua", part_of_name) != NULL) measure_sweep();
  if (strstr("search cram", part_of_name) != NULL) measure_searches();
}
