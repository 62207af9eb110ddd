#include "tiers.h"

#include <grundy/grundy.h>

#include "measure.h"
#include "tiers/impl.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPETITIONS = 3 };

extern const grundy_rules grundy_rules_of_this_file; /* examples/carousel.c */

/* A game and the columns to solve. */
typedef struct subject_of_tiers {
  const char *name;
  const grundy_rules *rules; /* NULL: a game of the gallery */
  const char *arguments;
  grundy_columns columns;
  bool is_large; /* skipped if the size is tiny */
} subject_of_tiers;

#define VALUES ((grundy_columns)(GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS))

static const subject_of_tiers subjects[] = {
    {"quixo:3", NULL, "", GRUNDY_COLUMN_OUTCOME, false},
    {"quixo:4", NULL, "", GRUNDY_COLUMN_OUTCOME, true},
    {"carousel:16,6", &grundy_rules_of_this_file, "16,6", VALUES, false},
    {"carousel:22,9", &grundy_rules_of_this_file, "22,9", VALUES, true},
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* What one way of solving took; measured in a process of its own. */
typedef struct taken {
  double cpu, wall;
  uint64_t memory; /* peak, beyond that of the process before */
  uint64_t positions, evaluations;
} taken;

/* ---- folders ------------------------------------------------------------------------------- */

static void remove_folder(const char *folder) {
  DIR *directory = opendir(folder);
  for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') (void)unlink(path);
  }
  if (directory != NULL) (void)closedir(directory);
  (void)rmdir(folder);
}

/* ---- two ways ------------------------------------------------------------------------------ */

/* A way of solving. */
typedef struct way {
  const subject_of_tiers *subject;
  const char *parent; /* of the folder of tiers; NULL: store the game */
  unsigned threads;
} way;

static grundy_tiers *open_tiers(const subject_of_tiers *s) {
  grundy_tiers *tiers = NULL;
  grundy_ruleset *ruleset = NULL;
  if (s->rules == NULL) {
    must(grundy_tiers_open(s->name, NULL, &tiers, NULL), s->name);
    return tiers;
  }
  must(grundy_compiled_linked("carousel", s->rules, s->arguments, &ruleset, NULL), s->name);
  must(grundy_ruleset_set_text(ruleset, "carousel", s->arguments, NULL), s->name);
  must(grundy_tiers_new(ruleset, NULL, &tiers, NULL), s->name);
  return tiers;
}

static void solve_tiers(const way *w, taken *t) {
  char folder[256];
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = w->subject->columns);
  grundy_tiers_summary summary;
  (void)snprintf(folder, sizeof folder, "%s/grundy-bench-XXXXXX", w->parent);
  if (mkdtemp(folder) == NULL) must(GRUNDY_IO_ERROR, w->parent);
  double cpu = cpu_seconds_now(), wall = seconds_now();
  grundy_tiers *tiers = open_tiers(w->subject);
  must(grundy_tiers_solve(tiers, folder, &options, &summary, NULL), "solve tier by tier");
  grundy_tiers_free(tiers);
  t->cpu = cpu_seconds_now() - cpu;
  t->wall = seconds_now() - wall;
  t->positions = summary.positions;
  t->evaluations = summary.evaluations;
  remove_folder(folder);
}

static void solve_stored(const way *w, taken *t) {
  const subject_of_tiers *s = w->subject;
  grundy_solve_options options = GRUNDY_OPTIONS(grundy_solve_options, .columns = s->columns);
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  double cpu = cpu_seconds_now(), wall = seconds_now();
  must(s->rules == NULL ? grundy_game_open(s->name, NULL, &g, NULL)
                        : grundy_game_from_rules(s->rules, s->arguments, NULL, &g, NULL),
       s->name);
  must(grundy_solve_in_memory(g, &options, &solution, NULL), "solve the stored game");
  t->cpu = cpu_seconds_now() - cpu;
  t->wall = seconds_now() - wall;
  t->positions = grundy_digraph_order(g);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Runs in a process of its own, so that the peak of memory is that of this way. */
static taken run(const way *w) {
  int ends[2], status;
  taken t = {0};
  if (pipe(ends) != 0) must(GRUNDY_IO_ERROR, "pipe");
  (void)fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    grundy_threads_set(w->threads);
    uint64_t before = resident_memory();
    if (w->parent == NULL)
      solve_stored(w, &t);
    else
      solve_tiers(w, &t);
    t.memory = peak_memory() - before;
    _exit(write(ends[1], &t, sizeof t) == (ssize_t)sizeof t ? 0 : 1);
  }
  (void)close(ends[1]);
  bool whole = child > 0 && read(ends[0], &t, sizeof t) == (ssize_t)sizeof t;
  (void)close(ends[0]);
  if (!whole || waitpid(child, &status, 0) != child || status != 0) must(GRUNDY_UNABLE, "fork");
  return t;
}

/* Keeps the faster run. */
static void keep(taken *best, taken t) {
  if (best->cpu == 0 || t.cpu < best->cpu) best->cpu = t.cpu;
  if (best->wall == 0 || t.wall < best->wall) best->wall = t.wall;
  if (t.memory > best->memory) best->memory = t.memory;
  best->positions = t.positions;
  best->evaluations = t.evaluations;
}

/* The ways take turns, because other programs may slow down all of them. */
static void measure_subject(const subject_of_tiers *s) {
  const way ways[] = {{s, NULL, 1}, {s, "/dev/shm", 1}, {s, "/dev/shm", 2}, {s, ".", 1}};
  enum { STORED, ONE, TWO, DISK, WAYS };
  taken best[WAYS] = {0};
  for (int i = 0; i < REPETITIONS; i++)
    for (int k = 0; k < WAYS; k++) keep(&best[k], run(&ways[k]));
  const taken *tiers = &best[ONE];
  double positions = (double)tiers->positions;
  printf("%-16s %10" PRIu64 " %9.2f %8.1f %8.1f %9.2f %9.2f %8.1f %8.2f %8.2f\n", s->name,
         tiers->positions, positions / tiers->cpu / 1e6, (double)tiers->memory / 1e6,
         (double)tiers->memory / positions, (double)tiers->evaluations / positions,
         tiers->cpu / best[STORED].cpu, (double)best[STORED].memory / 1e6,
         best[ONE].wall / best[TWO].wall, best[DISK].wall / best[ONE].wall);
  (void)fflush(stdout);
}

void measure_tiers(const game_size *size, const char *part) {
  bool tiny = strcmp(size->name, "tiny") == 0;
  printf("\nsolving tier by tier, against exploring and solving the stored game: millions of "
         "positions per second\nand core, megabytes, bytes and evaluations per position, CPU as a "
         "multiple of the stored way, megabytes\nof that, speedup with 2 threads, and wall time "
         "with the folder on disk as a multiple of that in memory\n"
         "%-16s %10s %9s %8s %8s %9s %9s %8s %8s %8s\n",
         "game", "positions", "million/s", "MB", "B/pos", "evals/pos", "CPU", "stored", "2 thr.",
         "disk");
  for (int i = 0; i < SUBJECTS; i++)
    if (strstr(subjects[i].name, part) != NULL && !(tiny && subjects[i].is_large))
      measure_subject(&subjects[i]);
}
