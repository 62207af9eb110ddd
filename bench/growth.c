#include "growth.h"

#include "kernels.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST = 100000, MAX_SIZES = 4, REPETITIONS = 3, SHORT_REPETITIONS = 15 };

/* Labels outgrow one cache after the other, and both the limit and the kernels pay for that. An
 * exponent above this means that a kernel pays more than the limit does. */
static const double largest_exponent = 0.15;

/* ---- what is timed ----------------------------------------------------------------------- */

enum {
  TIMED_LIMIT,
  TIMED_G,
  TIMED_REMOTENESS,
  TIMED_VERIFY,
  TIMED_QUOTIENT,
  TIMED_TEXT,
  TIMED_NPZ,
  TIMED_COUNT
};

typedef struct growing {
  subject s;
  char text[64], npz[64]; /* files with the game */
} growing;

static bool run_quotient(void *context) {
  const growing *w = context;
  uint32_t *class_of = must_alloc(grundy_digraph_order(w->s.g), sizeof *class_of), count;
  must(grundy_compatible_coarsest(w->s.g, NULL, class_of, &count, NULL), "refinement");
  free(class_of);
  return true;
}

#ifndef GRUNDY_CORE_ONLY
static void read_file(const char *path, grundy_format format) {
  grundy_digraph *g;
  must(grundy_digraph_read(path, format, NULL, &g, NULL), "reading");
  grundy_digraph_free(g);
}

static bool run_text(void *context) {
  const growing *w = context;
  read_file(w->text, GRUNDY_FORMAT_EDGES);
  return true;
}

static bool run_npz(void *context) {
  const growing *w = context;
  read_file(w->npz, GRUNDY_FORMAT_NPZ);
  return true;
}

static void write_file(const grundy_digraph *g, char path[64], grundy_format format) {
  snprintf(path, 64, "/tmp/grundy-growth-XXXXXX");
  int descriptor = mkstemp(path);
  FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (out == NULL) must(GRUNDY_IO_ERROR, "opening");
  must(grundy_digraph_write(g, format, NULL, out, NULL), "writing");
  if (fclose(out) != 0) must(GRUNDY_IO_ERROR, "writing");
}
#endif

static const struct timed {
  const char *name;
  kernel_id kernel; /* one of the kernels, if `run` is NULL */
  timed_work *run;  /* called with a growing as its context; NULL with the kernel 0: not built */
} timed[TIMED_COUNT] = {
    [TIMED_LIMIT] = {"limit", LIMIT, NULL},
    [TIMED_G] = {"G", VALUES, NULL},
    [TIMED_REMOTENESS] = {"remoteness", REMOTENESS, NULL},
    [TIMED_VERIFY] = {"verify", VERIFY, NULL},
    [TIMED_QUOTIENT] = {"quotient", LIMIT, run_quotient},
#ifndef GRUNDY_CORE_ONLY
    [TIMED_TEXT] = {"read text", LIMIT, run_text},
    [TIMED_NPZ] = {"read npz", LIMIT, run_npz},
#endif
};

/* ---- one game in one size ---------------------------------------------------------------- */

/* The nanoseconds per move at one size; 0 if something was not measured. */
typedef struct point {
  double moves, nanoseconds[TIMED_COUNT];
} point;

/* Makes the game with about this many moves. */
static grundy_digraph *make_with_moves(const game *played, uint64_t moves) {
  enum { PROBE = 10000 };
  game_size size = {.order = PROBE, .hard_moves = moves};
  bool by_order = (played->family & (BOARD | CYCLIC_BOARD | ADVERSARIAL)) == 0;
  size.order = moves / 8; /* the moves of a board are 8 times this */
  if (by_order) {
    size.order = PROBE;
    grundy_digraph *probe = make_game(played, &size);
    size.order = moves * PROBE / grundy_digraph_size(probe);
    grundy_digraph_free(probe);
  }
  return make_game(played, &size);
}

/* Returns the least CPU time of some repetitions, which end after a few seconds. */
static double least_cpu_time(int repetitions, timed_work *work, void *context) {
  enum { PATIENCE = 6 };
  double least = 0, begin = cpu_seconds_now();
  for (int i = 0; i < repetitions && cpu_seconds_now() - begin < PATIENCE; i++) {
    double start = cpu_seconds_now();
    (void)work(context);
    double taken = cpu_seconds_now() - start;
    if (i == 0 || taken < least) least = taken;
  }
  return least;
}

static point measure_point(const game *played, uint64_t moves) {
  static const game_size unused = {0};
  growing w = {.s = subject_new(played, &unused, make_with_moves(played, moves))};
  int repetitions = moves <= 10 * LEAST ? SHORT_REPETITIONS : REPETITIONS;
  point p = {.moves = (double)grundy_digraph_size(w.s.g)};
#ifndef GRUNDY_CORE_ONLY
  write_file(w.s.g, w.text, GRUNDY_FORMAT_EDGES);
  write_file(w.s.g, w.npz, GRUNDY_FORMAT_NPZ);
#endif
  for (int i = 0; i < TIMED_COUNT; i++) {
    if (timed[i].name == NULL) continue;
    timed_work *run = timed[i].run;
    if (run == NULL) prepare_for(&w.s, timed[i].kernel);
    if (run == NULL) run = kernels[timed[i].kernel].run;
    p.nanoseconds[i] = 1e9 * least_cpu_time(repetitions, run, &w) / p.moves;
  }
  if (w.text[0] != '\0') unlink(w.text);
  if (w.npz[0] != '\0') unlink(w.npz);
  subject_free(&w.s);
  return p;
}

/* ---- growth ------------------------------------------------------------------------------ */

static double multiple_at(const point *p, int i) {
  return p->nanoseconds[i] / p->nanoseconds[TIMED_LIMIT];
}

/* Returns the exponent x for which multiple ~ moves^x fits best, by least squares of logarithms. */
static double fitted_exponent(const point *points, int count, int i) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int k = 0; k < count; k++) {
    double a = log(points[k].moves), b = log(multiple_at(&points[k], i));
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

static void print_growth(const game *played, const point *points, int count) {
  for (int i = 0; i < TIMED_COUNT; i++) {
    if (timed[i].name == NULL) continue;
    printf("%-18s %-11s", i == 0 ? played->name : "", timed[i].name);
    for (int k = 0; k < count; k++)
      printf("  %7.2f %7.2f", points[k].nanoseconds[i], multiple_at(&points[k], i));
    if (i != TIMED_LIMIT) {
      double exponent = fitted_exponent(points, count, i);
      bool grows = exponent > largest_exponent && (played->family & RANDOM) != 0;
      printf("  %6.2f%s", exponent, grows ? "  above 0.15" : "");
    }
    putchar('\n');
  }
  fflush(stdout);
}

void measure_growth(const game_size *size, const char *part) {
  int count = size->order >= 10000000 ? 4 : size->order >= 400000 ? 3 : 2;
  printf("\ngrowth: nanoseconds of CPU time per move, multiples of the read-once limit of that "
         "size, and the "
         "exponent of the multiple\n%-18s %-11s",
         "game", "");
  for (int k = 0; k < count; k++) printf("  %9s10^%d moves", "", 5 + k);
  printf("  exponent\n");
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (!played->selected || strstr(played->name, part) == NULL) continue;
    point points[MAX_SIZES];
    uint64_t moves = LEAST;
    for (int k = 0; k < count; k++, moves *= 10) points[k] = measure_point(played, moves);
    print_growth(played, points, count);
  }
}
