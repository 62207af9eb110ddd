/* Measures every kernel on every kind of game, as multiples of the read-once limit of that game.
 *
 * Each game is made and measured in its own process, so that its peak memory is its own and no game
 * inherits the heap of another. The parent never starts a thread, because it forks. */

#include "automata.h"
#include "coloured.h"
#include "compounds.h"
#include "external.h"
#include "gpu.h"
#include "growth.h"
#include "heaps.h"
#include "misere.h"
#include "quotients.h"
#include "report.h"
#include "rules.h"
#include "scaling.h"
#include "solve/impl.h"
#include "solve/memory.h"
#include "tiers.h"
#include "vectors.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPETITIONS = 3 };

/* ---- one game ---------------------------------------------------------------------------- */

/* Returns the peak memory of grundy_solve, including the digraph, in bytes per move. */
static double peak_of_solving(const grundy_digraph *g, grundy_columns wanted) {
  grundy_solve_options options = {.size = sizeof options, .columns = wanted};
  grundy_solution *solution;
  uint64_t size = grundy_digraph_size(g);
  uint64_t digraph = 8 * ((uint64_t)grundy_digraph_order(g) + 1) + 4 * size;
  if (!reset_peak_memory()) return 0;
  uint64_t before = resident_memory();
  must(grundy_solve_in_memory(g, &options, &solution, NULL), "solve");
  grundy_solution_free(solution);
  return (double)(peak_memory() - before + digraph) / (double)size;
}

static footprint measure_memory(const game *played, const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t size = grundy_digraph_size(g);
  double promised = (double)grundy_solve_memory(g, NULL) + 8.0 * order + 4.0 * (double)size;
  footprint memory = {.promised = promised / (double)size};
  memory.default_columns = peak_of_solving(g, GRUNDY_COLUMNS_DEFAULT);
  if (played->selected) memory.values_alone = peak_of_solving(g, GRUNDY_COLUMN_GRUNDY);
  return memory;
}

static void measure_threads(subject *s, unsigned most, game_row *r) {
  for (unsigned i = 0; scale(i, most) > 0; i++) {
    grundy_threads_set(scale(i, most));
    for (int id = 0; id < KERNEL_COUNT; id++)
      if (kernels[id].scales) r->scaled[i][id] = least_time(REPETITIONS, kernels[id].run, s);
  }
}

static game_row measure_game(const game *played, const game_size *size, unsigned threads,
                             unsigned most) {
  grundy_digraph *g = make_game(played, size);
  game_row r = {
      .played = played, .order = grundy_digraph_order(g), .moves = grundy_digraph_size(g)};
  r.memory = measure_memory(played, g);
  subject s = subject_new(played, size, g);
  grundy_threads_set(threads);
  for (int id = 0; id < KERNEL_COUNT; id++) {
    if (!kernel_applies((kernel_id)id, played)) continue;
    prepare_for(&s, (kernel_id)id);
    r.taken[id] = least_time(id == PAPER ? 1 : REPETITIONS, kernels[id].run, &s);
    if (!r.taken[id].stopped) compare_with(&s, (kernel_id)id);
  }
  if (played->selected) measure_threads(&s, most, &r);
  return r;
}

/* Measures a game in its own process; false if that fails. */
static bool measure_apart(const game *played, const game_size *size, unsigned threads,
                          unsigned most, game_row *r) {
  int ends[2], status;
  if (pipe(ends) != 0) return false;
  pid_t child = fork();
  if (child == 0) {
    game_row measured = measure_game(played, size, threads, most);
    _exit(write(ends[1], &measured, sizeof measured) == (ssize_t)sizeof measured ? 0 : 1);
  }
  close(ends[1]);
  bool whole = child > 0 && read(ends[0], r, sizeof *r) == (ssize_t)sizeof *r;
  close(ends[0]);
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0 && whole;
}

/* ---- all games --------------------------------------------------------------------------- */

/* Saves all figures; the file appears under its name when it is complete. */
static void save_tsv(const char *path, const game_row *rows, size_t count, unsigned threads,
                     unsigned most) {
  grundy_output *output;
  must(grundy_output_open(path, &output, NULL), path);
  write_tsv(grundy_output_stream(output), rows, count, threads, most);
  must(grundy_output_commit(output, NULL), path);
}

static int measure_all(const game_size *size, unsigned threads, const char *part, const char *tsv) {
  static game_row rows[GAME_COUNT];
  size_t count = 0;
  unsigned most = grundy_threads();
  double start = seconds_now();
  print_machine(stdout, "");
  printf("size %s, %u thread%s\n", size->name, threads, threads == 1 ? "" : "s");
  print_multiples_heading();
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (strstr(played->name, part) == NULL) continue;
    fflush(stdout);
    if (!measure_apart(played, size, threads, most, &rows[count])) {
      fprintf(stderr, "bench: '%s' failed\n", played->name);
      return 1;
    }
    print_multiples(&rows[count++]);
  }
  print_rest(rows, count, most);
  printf("\n%.0f seconds\n", seconds_now() - start);
  if (tsv != NULL) save_tsv(tsv, rows, count, threads, most);
  return 0;
}

/* ---- one kernel -------------------------------------------------------------------------- */

/* Makes a game and everything the kernel reads, and runs the kernel that many times. For profilers,
 * and for games too large to measure everything. */
static int run_one(const game *played, kernel_id id, const game_size *size, unsigned threads,
                   int repetitions) {
  grundy_threads_set(threads);
  subject s = subject_new(played, size, make_game(played, size));
  prepare_for(&s, id);
  (void)reset_peak_memory();
  timing taken = least_time(repetitions, kernels[id].run, &s);
  printf("%s\t%s\t%" PRIu64 "\t%.6f\t%" PRIu64 "\n", played->name, kernels[id].name,
         grundy_digraph_size(s.g), taken.seconds, peak_memory());
  return 0;
}

static int usage(void) {
  fprintf(
      stderr,
      "usage: bench [--threads N] [--game PART-OF-NAME] [--tsv FILE] SIZE\n"
      "       bench [--threads N] one GAME KERNEL SIZE REPETITIONS\n"
      "       bench [--threads N] [--game PART-OF-NAME] PART [SIZE]\n"
      "       bench list\n"
      "SIZE is tiny, small (the default of PART), full, large, huge or a number of positions; PART "
      "is one of the list\n");
  return 2;
}

/* Measurements that do not go kernel by kernel. */
static const struct part {
  const char *name;
  void (*measure)(const game_size *size, const char *part_of_name);
} parts[] = {
    {"coloured", measure_coloured},
    {"quotients", measure_quotients},
    {"scaling", measure_scaling},
#ifdef GRUNDY_BENCH_GPU
    {"gpu", measure_gpu},
#endif
#ifndef GRUNDY_CORE_ONLY
    {"compounds", measure_compounds},
    {"heaps", measure_heaps},
    {"misere", measure_misere},
    {"rules", measure_rules},
    {"growth", measure_growth},
    {"external", measure_external},
    {"tiers", measure_tiers},
    {"vectors", measure_vectors},
    {"automata", measure_automata},
#endif
};

enum { PARTS = sizeof parts / sizeof *parts };

static int measure_part(const char *name, const game_size *size, unsigned threads,
                        const char *part_of_name) {
  int i = 0;
  while (i < PARTS && strcmp(parts[i].name, name) != 0) i++;
  if (i == PARTS || size == NULL) return usage();
  grundy_threads_set(threads);
  parts[i].measure(size, part_of_name);
  return 0;
}

static int list_names(void) {
  printf("games:");
  for (int i = 0; i < GAME_COUNT; i++) printf(" %s", games[i].name);
  printf("\nkernels:");
  for (int i = 0; i < KERNEL_COUNT; i++) printf(" %s", kernels[i].name);
  printf("\nparts:");
  for (int i = 0; i < PARTS; i++) printf(" %s", parts[i].name);
  putchar('\n');
  return 0;
}

int main(int argc, char **argv) {
  static const struct option options[] = {{"threads", required_argument, NULL, 't'},
                                          {"game", required_argument, NULL, 'g'},
                                          {"tsv", required_argument, NULL, 'o'},
                                          {0}};
  unsigned threads = 1;
  const char *part = "", *tsv = NULL;
  for (int c; (c = getopt_long(argc, argv, "t:g:o:", options, NULL)) != -1;) {
    if (c == 't')
      threads = (unsigned)strtoul(optarg, NULL, 10);
    else if (c == 'g')
      part = optarg;
    else if (c == 'o')
      tsv = optarg;
    else
      return usage();
  }
  char **words = argv + optind;
  int count = argc - optind;
  if (count == 1 && strcmp(words[0], "list") == 0) return list_names();
  if (count == 2) return measure_part(words[0], find_size(words[1]), threads, part);
  if (count == 1 && find_size(words[0]) != NULL)
    return measure_all(find_size(words[0]), threads, part, tsv);
  if (count == 1) return measure_part(words[0], find_size("small"), threads, part);
  if (count != 5 || strcmp(words[0], "one") != 0) return usage();
  const game *played = find_game(words[1]);
  kernel_id id = find_kernel(words[2]);
  const game_size *size = find_size(words[3]);
  if (played == NULL || id == KERNEL_COUNT || size == NULL || !kernel_applies(id, played))
    return usage();
  return run_one(played, id, size, threads, atoi(words[4]));
}
