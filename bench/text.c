/* Measures reading and writing text, in one run with `wc -l` of the same file and with solving.
 * usage: text [MOVES]   default: 40000000
 *
 * Three edge lists of one random game: as the library writes it, with the lines shuffled, and with
 * names that are not numbers. "per core" is the size divided by the time of all cores together. */

#include <grundy/grundy.h>

#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { REPETITIONS = 3, DEGREE = 4 };

typedef struct text {
  char path[64];
  double megabytes;
  grundy_digraph *g;
  grundy_solution *solution;
} text;

/* ---- what is timed ---------------------------------------------------------------------- */

static bool run_wc(void *context) {
  text *t = context;
  char command[96];
  snprintf(command, sizeof command, "wc -l < %s > /dev/null", t->path);
  if (system(command) != 0) must(GRUNDY_IO_ERROR, "wc -l");
  return true;
}

static bool run_read(void *context) {
  text *t = context;
  grundy_digraph_free(t->g);
  t->g = NULL;
  must(grundy_digraph_read(t->path, GRUNDY_FORMAT_EDGES, NULL, &t->g, NULL), "reading");
  return true;
}

static bool run_solve(void *context) {
  text *t = context;
  grundy_solution_free(t->solution);
  t->solution = NULL;
  must(grundy_solve_in_memory(t->g, NULL, &t->solution, NULL), "solving");
  return true;
}

static bool run_write(void *context) {
  text *t = context;
  grundy_output *output;
  must(grundy_output_open(t->path, &output, NULL), "opening");
  must(grundy_solution_write(t->g, t->solution, GRUNDY_FORMAT_TSV, NULL,
                             grundy_output_stream(output), NULL),
       "writing");
  must(grundy_output_commit(output, NULL), "writing");
  return true;
}

/* ---- edge lists ------------------------------------------------------------------------- */

static void measure_size(text *t) {
  struct stat about;
  if (stat(t->path, &about) != 0) must(GRUNDY_IO_ERROR, "stat");
  t->megabytes = 1e-6 * (double)about.st_size;
}

static void write_game(text *t, const grundy_digraph *g) {
  grundy_output *output;
  must(grundy_output_open(t->path, &output, NULL), "opening");
  must(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, grundy_output_stream(output), NULL),
       "writing");
  must(grundy_output_commit(output, NULL), "writing");
}

/* Writes the moves in another order, with `letters` before each word. A step that is coprime to
 * their number visits every move. */
static void write_moves(text *t, const grundy_digraph *g, uint64_t step, const char *letters) {
  uint64_t size = grundy_digraph_size(g), e = 0;
  const uint64_t *offsets = grundy_digraph_offsets(g);
  uint32_t *tails = must_alloc(size, sizeof *tails);
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    for (uint64_t i = offsets[u]; i < offsets[u + 1]; i++) tails[i] = u;
  FILE *out = fopen(t->path, "w");
  if (out == NULL) must(GRUNDY_IO_ERROR, "opening");
  for (uint64_t i = 0; i < size; i++, e = (e + step) % size)
    fprintf(out, "%s%" PRIu32 " %s%" PRIu32 "\n", letters, tails[e], letters,
            grundy_digraph_targets(g)[e]);
  if (fclose(out) != 0) must(GRUNDY_IO_ERROR, "writing");
  free(tails);
}

static uint64_t common_factor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t step_through(uint64_t size) {
  uint64_t step = size / 8 * 5 + 1;
  while (common_factor(step, size) != 1) step++;
  return step;
}

/* ---- one row ---------------------------------------------------------------------------- */

/* Returns the time that all threads take to read. */
static double measure_reading(const char *what, text *t) {
  measure_size(t);
  unsigned threads = grundy_threads();
  double wc = least_time(REPETITIONS, run_wc, t).seconds;
  grundy_threads_set(1);
  double one = least_time(REPETITIONS, run_read, t).seconds;
  grundy_threads_set(threads);
  double before = cpu_seconds_now(), all = least_time(REPETITIONS, run_read, t).seconds;
  double core = (cpu_seconds_now() - before) / REPETITIONS;
  printf("%-24s %8.0f %8.0f %8.0f %8.0f %8.0f %9.2f %8.2f\n", what, t->megabytes, t->megabytes / wc,
         t->megabytes / one, t->megabytes / all, t->megabytes / core, one / wc, all / wc);
  fflush(stdout);
  return all;
}

static void measure_all(uint64_t moves, text *t) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = moves / DEGREE + moves / DEGREE / 19;
  model.degree = DEGREE;
  model.sinks = 0.05;
  must(grundy_model_make(&model, NULL, &g, NULL), "making a game");
  printf("%" PRIu32 " positions, %" PRIu64 " moves, %u threads; MB/s, and times as multiples of "
         "wc's\n",
         grundy_digraph_order(g), grundy_digraph_size(g), grundy_threads());
  printf("%-24s %8s %8s %8s %8s %8s %9s %8s\n", "edge list", "MB", "wc -l", "1 thread", "all",
         "per core", "1 thread", "all");

  uint64_t step = step_through(grundy_digraph_size(g));
  write_moves(t, g, step, "p");
  measure_reading("names, shuffled", t);
  write_moves(t, g, step, "");
  measure_reading("numbers, shuffled", t);
  write_game(t, g);
  grundy_digraph_free(g);
  double reading = measure_reading("numbers, as written", t);

  double solving = least_time(REPETITIONS, run_solve, t).seconds;
  double writing = least_time(REPETITIONS, run_write, t).seconds;
  measure_size(t);
  printf("solving %.2f s; writing %.0f MB of TSV %.2f s, %.0f MB/s; reading, solving and writing "
         "are %.2f times the solve\n",
         solving, t->megabytes, writing, t->megabytes / writing,
         (reading + solving + writing) / solving);
}

int main(int argc, char **argv) {
  uint64_t moves = argc > 1 ? strtoull(argv[1], NULL, 10) : 40000000;
  if (argc > 2 || moves < 100) {
    fprintf(stderr, "usage: text [MOVES]\n");
    return 2;
  }
  text t = {.path = "grundy-text-XXXXXX"};
  int descriptor = mkstemp(t.path);
  if (descriptor < 0) must(GRUNDY_IO_ERROR, "making a file");
  close(descriptor);
  measure_all(moves, &t);
  grundy_digraph_free(t.g);
  grundy_solution_free(t.solution);
  return unlink(t.path) == 0 ? 0 : 1;
}
