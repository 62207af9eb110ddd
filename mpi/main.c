/* grundy-mpi: explores, solves and verifies games on all nodes of a cluster. Every rank parses the
 * command line; only rank 0 prints. */

#include "output.h"
#include "report.h"
#include "run.h"
#include "tiers.h"
#include "verify.h"

#include "base/monitor.h"
#include "base/threads.h"
#include "solve/labels.h"

#include <grundy/format.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "Usage: grundy-mpi solve GAME.npz -o SOLUTION.npz [options]\n"
    "       grundy-mpi solve RULES -o SOLUTION.npz [options]\n"
    "       grundy-mpi solve RULES --tiers DIR [options]\n"
    "       grundy-mpi verify GAME.npz SOLUTION.npz [options]\n"
    "\n"
    "Solves a game whose moves fit into the memory of several machines, or checks a solution.\n"
    "Start it with the launcher of your cluster:\n"
    "\n"
    "  srun -n 64 -c 16 grundy-mpi solve game.npz -o solution.npz --checkpoint state\n"
    "  mpirun -n 4 grundy-mpi solve game.npz -o solution.npz\n"
    "\n"
    "GAME.npz has uncompressed arrays, as 'grundy convert' and 'grundy random' write them. The\n"
    "solution has the same bytes as that of 'grundy solve --algorithm counting', whatever the "
    "number\n"
    "of ranks and threads.\n"
    "\n"
    "RULES, such as quixo:4, are explored by all ranks, with one thread in each. Positions are\n"
    "numbered by rank; the array 'positions' of the solution has their bytes in this order.\n"
    "\n"
    "With --tiers, RULES with ranks are solved tier by tier, as 'grundy solve --tiers' does, and "
    "DIR\n"
    "gets the same files. The ranks share every tier, and all of them see DIR. A run that was\n"
    "interrupted is continued by the same command.\n"
    "\n"
    "Options\n"
    "  -o, --output FILE      write the solution to FILE, whole or not at all\n"
    "      --columns LIST     the columns, from outcome, grundy, k, remoteness, distance, "
    "counter,\n"
    "                         misere and misere_remoteness (default: the first six)\n"
    "      --tiers DIR        solve tier by tier, and write a file per tier to DIR; the columns "
    "are\n"
    "                         outcome (the default), remoteness, grundy, counter, q1 and q0\n"
    "      --threads N        use N threads in every rank, 1 to 256 (default: one per CPU that "
    "the\n"
    "                         rank may run on)\n"
    "      --exchange SIZE    memory for messages in every rank, 64K to 512M (default: 64M)\n"
    "      --checkpoint DIR   save the state in DIR, and resume from it if it has one\n"
    "      --checkpoint-interval SECONDS\n"
    "                         time between two checkpoints (default: 600)\n"
    "      --patience SECONDS end the job if a rank does not answer for so long (default: wait)\n"
    "      --progress SECONDS print progress to standard error, at most once every SECONDS\n"
    "      --timings          print time, messages and supersteps to standard error\n"
    "  -q, --quiet            print no summary\n"
    "  -h, --help             print this help\n"
    "  -V, --version          print the version\n"
    "\n"
    "Exit codes: 0 done or right, 1 the solution is wrong, 2 wrong usage, 3 bad input, 4 unable,\n"
    "5 reading or writing failed, 6 undefined, 130 interrupted.\n";

typedef struct arguments {
  const char *command, *game, *solution;
  const char *tiers;       /* the folder; NULL: none */
  const char *column_list; /* NULL: not given */
  grundy_columns columns;
  uint64_t threads, exchange;
  const char *folder;
  double interval, patience;
  double progress; /* seconds between two lines; negative: none */
  bool timings, quiet;
  const char *for_solve; /* the last option that is only for solving, NULL: none … */
  const char *for_waves; /* … and for solving without --tiers */
} arguments;

/* ---- messages -------------------------------------------------------------------------- */

static int fail(const team *t, const grundy_error *error) {
  char text[2 * GRUNDY_ERROR_MAX_TEXT];
  (void)grundy_error_format(error, text, sizeof text);
  if (t->rank == 0) (void)fprintf(stderr, "grundy-mpi: %s\n", text);
  return grundy_exit_code(error->status);
}

GRUNDY_PRINTF(2, 3)
static int fail_usage(const team *t, const char *format, ...) {
  va_list values;
  va_start(values, format);
  if (t->rank == 0) {
    (void)fputs("grundy-mpi: ", stderr);
    (void)vfprintf(stderr, format, values);
    (void)fputs("; see 'grundy-mpi --help'\n", stderr);
  }
  va_end(values);
  return grundy_exit_code(GRUNDY_BAD_ARGUMENT);
}

/* ---- arguments ------------------------------------------------------------------------- */

/* Parses a number, with a unit K, M or G if `units`. */
static bool parse_number(const char *text, bool units, double least, double most, double *number) {
  char *end;
  *number = strtod(text, &end);
  if (end == text) return false;
  if (units && *end != '\0') {
    const char *letters = "KMG", *unit = strchr(letters, *end);
    if (unit == NULL || end[1] != '\0') return false;
    *number = ldexp(*number, 10 * (int)(unit - letters + 1));
    end++;
  }
  return *end == '\0' && *number >= least && *number <= most;
}

/* Parses the columns, some of the possible ones. */
static int parse_columns(const team *t, const char *list, grundy_columns possible,
                         grundy_columns *columns) {
  grundy_error error = {0};
  if (list == NULL) return 0;
  if (grundy_columns_parse(list, columns, &error) != GRUNDY_OK)
    return fail_usage(t, "--columns: %s", error.message);
  if (strcmp(list, "all") == 0) *columns = possible;
  grundy_columns missing = *columns & ~possible;
  if (missing == 0 && *columns != 0) return 0;
  if (missing == 0) return fail_usage(t, "--columns: expected at least one column");
  return fail_usage(t, "--columns: %s is not computed on several machines; use 'grundy solve'",
                    grundy_column_describe(missing & -missing)->name);
}

/* Notes options that would do nothing in some commands. */
static void note_option(const char *name, arguments *a) {
  static const char *const of_solve[] = {
      "-o", "--output", "--columns", "--checkpoint", "--checkpoint-interval", "--timings"};
  for (size_t i = 0; i < sizeof of_solve / sizeof *of_solve; i++)
    if (strcmp(name, of_solve[i]) == 0) a->for_solve = of_solve[i];
  if (strcmp(name, "--timings") == 0 || strcmp(name, "--exchange") == 0) a->for_waves = name;
}

/* Parses the option in argv[*i], and its value. Returns an exit code. */
static int parse_option(const team *t, int argc, char **argv, int *i, arguments *a) {
  const char *name = argv[*i];
  double number;
  note_option(name, a);
  if (strcmp(name, "--timings") == 0) return a->timings = true, 0;
  if (strcmp(name, "-q") == 0 || strcmp(name, "--quiet") == 0) return a->quiet = true, 0;
  static const char *const valued[] = {
      "-o",         "--output",     "--columns",  "--threads",
      "--exchange", "--checkpoint", "--patience", "--checkpoint-interval",
      "--tiers",    "--progress"};
  bool known = false;
  for (size_t k = 0; k < sizeof valued / sizeof *valued; k++) known |= strcmp(name, valued[k]) == 0;
  if (!known) return fail_usage(t, "unknown option '%s'", name);
  if (++*i == argc) return fail_usage(t, "%s needs a value", name);
  const char *value = argv[*i];
  if (strcmp(name, "-o") == 0 || strcmp(name, "--output") == 0) return a->solution = value, 0;
  if (strcmp(name, "--columns") == 0) return a->column_list = value, 0;
  if (strcmp(name, "--tiers") == 0) return a->tiers = value, 0;
  if (strcmp(name, "--checkpoint") == 0) return a->folder = value, 0;
  if (strcmp(name, "--threads") == 0) {
    if (!parse_number(value, false, 1, 256, &number) || number != floor(number))
      return fail_usage(t, "--threads: '%s' is not a number from 1 to 256", value);
    return a->threads = (uint64_t)number, 0;
  }
  if (strcmp(name, "--exchange") == 0) {
    if (!parse_number(value, true, EXCHANGE_LEAST, EXCHANGE_LARGEST, &number))
      return fail_usage(t, "--exchange: '%s' is not a size from 64K to 512M", value);
    return a->exchange = (uint64_t)number, 0;
  }
  double *seconds = strcmp(name, "--patience") == 0   ? &a->patience
                    : strcmp(name, "--progress") == 0 ? &a->progress
                                                      : &a->interval;
  if (!parse_number(value, false, 0, 1e9, seconds))
    return fail_usage(t, "%s: '%s' is not a number of seconds", name, value);
  return 0;
}

static int check_tiers(const team *t, arguments *a) {
  if (strcmp(a->command, "solve") != 0) return fail_usage(t, "--tiers is only for solve");
  if (a->solution != NULL)
    return fail_usage(t, "-o conflicts with --tiers, which writes a folder; give only one");
  if (a->folder != NULL)
    return fail_usage(t, "--checkpoint conflicts with --tiers, which continues by itself");
  if (a->for_waves != NULL) return fail_usage(t, "%s conflicts with --tiers", a->for_waves);
  return parse_columns(t, a->column_list, GRUNDY_COLUMNS_TIERS, &a->columns);
}

static int check_arguments(const team *t, arguments *a) {
  const grundy_columns possible =
      GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  bool solving = a->command != NULL && strcmp(a->command, "solve") == 0;
  if (a->command == NULL) return fail_usage(t, "expected a command, solve or verify");
  if (!solving && strcmp(a->command, "verify") != 0)
    return fail_usage(t, "unknown command '%s'; expected solve or verify", a->command);
  if (a->game == NULL) return fail_usage(t, "%s: expected GAME.npz", a->command);
  if (a->tiers != NULL) return check_tiers(t, a);
  if (!solving && a->for_solve != NULL) return fail_usage(t, "%s is only for solve", a->for_solve);
  if (a->folder != NULL && game_is_rules(a->game))
    return fail_usage(t, "--checkpoint is for games in files; explored positions are not saved");
  if (a->solution == NULL)
    return fail_usage(t, solving ? "solve: expected -o SOLUTION.npz"
                                 : "verify: expected GAME.npz SOLUTION.npz");
  if (solving && grundy_format_of(a->solution, GRUNDY_FORMAT_WRITES_SOLUTION) != GRUNDY_FORMAT_NPZ)
    return fail_usage(t, "-o: '%s' does not end in .npz; no other format is written", a->solution);
  return parse_columns(t, a->column_list, possible, &a->columns);
}

static int parse(const team *t, int argc, char **argv, arguments *a) {
  bool options = true;
  *a = (arguments){.exchange = EXCHANGE_DEFAULT, .interval = 600, .progress = -1};
  for (int i = 1; i < argc; i++) {
    if (options && strcmp(argv[i], "--") == 0) {
      options = false;
    } else if (options && argv[i][0] == '-' && argv[i][1] != '\0') {
      int code = parse_option(t, argc, argv, &i, a);
      if (code != 0) return code;
    } else if (a->command == NULL) {
      a->command = argv[i];
    } else if (a->game == NULL) {
      a->game = argv[i];
    } else if (a->solution == NULL && strcmp(a->command, "verify") == 0) {
      a->solution = argv[i];
    } else {
      return fail_usage(t, "unexpected word '%s'", argv[i]);
    }
  }
  return check_arguments(t, a);
}

/* ---- solving --------------------------------------------------------------------------- */

static void print_summary(const run *r) {
  uint64_t counts[3] = {0, 0, 0};
  const uint32_t *state = r->arrays[ARRAY_REMOTENESS];
  for (uint32_t i = 0; state != NULL && i < run_own(r); i++)
    counts[(state[i] & GRUNDY_LABELLED) == 0 ? 2 : state[i] & 1]++;
  MPI_Allreduce(MPI_IN_PLACE, counts, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (r->team->rank != 0) return;
  uint64_t positions = r->game->blocks.entries, moves = r->game->size;
  (void)printf("%" PRIu64 " position%s, %" PRIu64 " move%s, solved by %d rank%s\n", positions,
               positions == 1 ? "" : "s", moves, moves == 1 ? "" : "s", r->team->ranks,
               r->team->ranks == 1 ? "" : "s");
  if (state != NULL)
    (void)printf("the player to move wins at %" PRIu64 ", loses at %" PRIu64 ", draws at %" PRIu64
                 "\n",
                 counts[1], counts[0], counts[2]);
}

/* Bytes sent and updates, summed over the ranks, and times of the slowest rank. */
static void print_timings(const run *r, const double *times, double cpu) {
  const propagation *p = &r->p;
  double seconds[3] = {times[1] - times[0], times[2] - times[1], times[3] - times[2]}, slowest[3];
  double all_cpu;
  uint64_t counts[4] = {p->x.sent, p->updates, p->sifted, r->rows.sent}, sums[4];
  MPI_Reduce(seconds, slowest, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(counts, sums, 4, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&cpu, &all_cpu, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (r->team->rank != 0) return;
  double moves = r->game->size == 0 ? 1 : (double)r->game->size;
  (void)fprintf(stderr,
                "reading and reversing  %9.3f s\n"
                "solving                %9.3f s\n"
                "writing                %9.3f s\n"
                "CPU of all ranks       %9.3f s, without waiting for others\n"
                "%" PRIu64 " supersteps, %" PRIu64 " rounds, %.3f updates per move, %.3f sifted\n"
                "bytes sent per move: %.3f for rows, %.3f while solving\n",
                slowest[0], slowest[1], slowest[2], all_cpu, p->supersteps, p->x.rounds,
                (double)sums[1] / moves, (double)sums[2] / moves, (double)sums[3] / moves,
                (double)sums[0] / moves);
}

/* Opens the game, in a file or given by rules, and builds its rows. */
static grundy_status open_game(const arguments *a, run *r) {
  if (game_is_rules(a->game))
    return game_explore(r->game, &r->rows, r->team, a->game, a->exchange, r->error);
  grundy_status status = game_open(r->game, r->team, a->game, r->error);
  return status == GRUNDY_OK ? rows_build(&r->rows, r->game, a->exchange, r->error) : status;
}

/* Chooses the default columns of the game, and checks that the wanted ones exist. */
static grundy_status choose_columns(run *r) {
  const grundy_columns of_endings =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE;
  bool normal = true;
  for (uint32_t i = 0; r->game->ends != NULL && i < run_own(r); i++)
    normal &= r->game->ends[i] != GRUNDY_OUTCOME_N && r->game->ends[i] != GRUNDY_OUTCOME_D;
  normal = team_largest(normal ? 0 : 1) == 0;
  if (r->wanted == 0) r->wanted = normal ? GRUNDY_COLUMNS_DEFAULT : of_endings;
  if (normal || (r->wanted & ~of_endings) == 0) return GRUNDY_OK;
  return grundy_fail(r->error, GRUNDY_UNDEFINED,
                     "only outcome, remoteness and distance exist for a game in which the last "
                     "player does not win everywhere");
}

/* Saves a run that was interrupted, and says so. */
static grundy_status save_interrupted(run *r) {
  if (r->folder == NULL) return GRUNDY_CANCELLED;
  grundy_status status = checkpoint_save(r);
  if (status != GRUNDY_OK) return status;
  return grundy_fail(r->error, GRUNDY_CANCELLED,
                     "interrupted; the state is saved in '%s', and the same command continues",
                     r->folder);
}

static grundy_status solve(const arguments *a, run *r) {
  double times[4] = {grundy_clock()}, cpu = team_cpu_seconds();
  grundy_status status = output_check(r->team, a->solution, r->error);
  if (status == GRUNDY_OK) status = open_game(a, r);
  if (status == GRUNDY_OK) status = choose_columns(r);
  if (status == GRUNDY_OK)
    status = propagation_start(&r->p, r->game, &r->rows, a->exchange, r->error);
  times[1] = grundy_clock();
  bool begun = status == GRUNDY_OK;
  if (status == GRUNDY_OK) status = run_all(r);
  times[2] = grundy_clock();
  if (status == GRUNDY_OK) status = output_write(r, a->solution);
  times[3] = grundy_clock();
  if (begun && status == GRUNDY_CANCELLED) status = save_interrupted(r);
  if (status != GRUNDY_OK) return status;
  checkpoint_remove(r);
  if (!a->quiet) print_summary(r);
  if (a->timings) print_timings(r, times, team_cpu_seconds() - cpu);
  return GRUNDY_OK;
}

/* Returns whether two paths name the same file, as rank 0 sees them. */
static bool is_same_file(const team *t, const char *one, const char *other) {
  struct stat a, b;
  bool same = t->rank == 0 && stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
              a.st_ino == b.st_ino;
  return team_largest(same ? 1 : 0) != 0;
}

static int run_solve(const team *t, const arguments *a) {
  grundy_error error = {0};
  if (is_same_file(t, a->game, a->solution))
    return fail_usage(t, "-o: '%s' is the game; choose another name", a->solution);
  game g = {0};
  run r = {.team = t,
           .game = &g,
           .wanted = a->columns,
           .folder = a->folder,
           .interval = a->interval,
           .error = &error};
  grundy_status status = solve(a, &r);
  run_free(&r);
  game_close(&g);
  return status == GRUNDY_OK ? 0 : fail(t, &error);
}

static int run_tiers(const team *t, const arguments *a) {
  grundy_error error = {0};
  grundy_tiers_summary s;
  grundy_status status = tiers_run(t, a->game, a->tiers, a->columns, &s, &error);
  if (status == GRUNDY_CANCELLED)
    status = grundy_fail(&error, GRUNDY_CANCELLED,
                         "interrupted; '%s' keeps the solved tiers, and the same command continues",
                         a->tiers);
  if (status != GRUNDY_OK) return fail(t, &error);
  if (t->rank == 0 && !a->quiet)
    (void)printf("%" PRIu64 " tier%s, %" PRIu64 " position%s, solved by %d rank%s\n", s.tiers,
                 s.tiers == 1 ? "" : "s", s.positions, s.positions == 1 ? "" : "s", t->ranks,
                 t->ranks == 1 ? "" : "s");
  return 0;
}

static int run_verify(const team *t, const arguments *a) {
  grundy_error error = {0};
  grundy_status status;
  int code = verify_run(t, a->game, a->solution, a->exchange, a->quiet, &status, &error);
  return status == GRUNDY_OK ? code : fail(t, &error);
}

/* ---- all ------------------------------------------------------------------------------- */

static bool asks(int argc, char **argv, const char *letter, const char *name) {
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], letter) == 0 || strcmp(argv[i], name) == 0) return true;
  return false;
}

static int run_command(const team *t, int argc, char **argv) {
  arguments a;
  if (asks(argc, argv, "-h", "--help")) {
    if (t->rank == 0) (void)fputs(help, stdout);
    return 0;
  }
  if (asks(argc, argv, "-V", "--version")) {
    if (t->rank == 0) (void)printf("grundy-mpi %s\n", grundy_version());
    return 0;
  }
  int code = parse(t, argc, argv, &a);
  if (code != 0) return code;
  assert(a.command != NULL && a.game != NULL && (a.solution != NULL || a.tiers != NULL));
  grundy_threads_set((unsigned)a.threads);
  team_set_patience((unsigned)ceil(a.patience));
  if (a.progress >= 0 && t->rank == 0) report_every(a.progress);
  if (a.tiers != NULL) return run_tiers(t, &a);
  if (strcmp(a.command, "solve") == 0) return run_solve(t, &a);
  return run_verify(t, &a);
}

/* Returns the exit code, or that of a failure if standard output could not be written. */
static int close_output(int code) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return code;
  (void)fprintf(stderr, "grundy-mpi: standard output: cannot write: %s\n", strerror(errno));
  return code == 0 ? grundy_exit_code(GRUNDY_IO_ERROR) : code;
}

int main(int argc, char **argv) {
  team_catch_signals();
  team t = team_start(&argc, &argv);
  int code = close_output(run_command(&t, argc, argv));
  MPI_Finalize();
  return code;
}
