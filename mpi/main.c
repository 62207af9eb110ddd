/* grundy-mpi: explores, solves and verifies games on all nodes of a cluster. Every rank parses the
 * command line; only rank 0 prints. */

#include "output.h"
#include "plan.h"
#include "report.h"
#include "run.h"
#include "tiers.h"
#include "verify.h"

#include "failure.h"
#include "help_writer.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "paths.h"
#include "program.h"
#include "signals.h"
#include "summary.h"
#include "terminal.h"

#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/value.h>
#include <platform.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of this process; commands have no other parameter than their words. */
static team the_team;

struct arguments {
  const char *game, *solution; /* `solution` is read by verify */
  const char *output, *columns, *tiers, *checkpoint, *timings_json;
  grundy_columns wanted; /* by the columns; 0: the default */
  struct integer threads, exchange, memory, ranks;
  struct real interval, patience, progress; /* in seconds */
  bool timings, quiet, dry_run;
  struct budget budget; /* of this rank, if there is a limit */
};

static uint64_t exchange_of(const struct arguments *a) {
  return a->exchange.given ? a->exchange.value : EXCHANGE_DEFAULT;
}

static const struct command solve_command, verify_command;

/* After the name of what an interrupted run leaves. */
static const char kept_hint[] = "is kept; run the same command to continue, or remove it";

/* ---- failures -------------------------------------------------------------------------- */

/* Prints the error on rank 0. Returns the exit code. */
static int fail_together(const grundy_error *error) {
  if (the_team.rank != 0) return grundy_exit_code(error->status);
  int code = fail(error);
  if (error->status == GRUNDY_CANCELLED) signals_say_kept();
  return code;
}

/* ---- arguments ------------------------------------------------------------------------- */

/* Parses the columns, some of the possible ones. */
static int parse_columns(struct arguments *a, grundy_columns possible) {
  grundy_error error = {0};
  if (a->columns == NULL) return CODE_YES;
  if (grundy_columns_parse(a->columns, &a->wanted, &error) != GRUNDY_OK)
    return fail_usage("solve", "--columns: %s", error.message);
  if (strcmp(a->columns, "all") == 0) a->wanted = possible;
  grundy_columns missing = a->wanted & ~possible;
  if (missing == 0 && a->wanted != 0) return CODE_YES;
  if (missing == 0) return fail_usage("solve", "--columns: expected at least one column");
  return fail_usage("solve",
                    "--columns: %s is not computed on several machines; use 'grundy solve'",
                    grundy_column_describe(missing & -missing)->name);
}

static int check_solve(struct arguments *a) {
  if (a->tiers != NULL) return parse_columns(a, GRUNDY_COLUMNS_TIERS);
  if (a->checkpoint != NULL && game_is_rules(a->game))
    return fail_usage("solve", "--checkpoint is only for games in files; what ranks have explored "
                               "is not saved");
  if (a->dry_run && game_is_rules(a->game))
    return fail_usage("solve", "--dry-run is only for games in files; how many positions rules "
                               "have is known after exploring them");
  if (a->output == NULL && !a->dry_run)
    return fail_usage("solve", "--output is missing; use -o FILE.npz");
  if (a->output != NULL &&
      grundy_format_of(a->output, GRUNDY_FORMAT_WRITES_SOLUTION) != GRUNDY_FORMAT_NPZ)
    return fail_usage("solve", "'%s' has no known ending; use .npz", a->output);
  return parse_columns(a, GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE |
                              GRUNDY_COLUMN_MISERE_REMOTENESS);
}

static int check_verify(struct arguments *a) {
  (void)a;
  return CODE_YES;
}

/* Returns whether the words are those of a run, after setting the arguments; otherwise *code is the
 * exit code. Rank 0 parses first and prints help or what is wrong; the others parse only what it
 * has accepted. They can still fail: they may see other files. */
static bool parse(const struct command *command, int (*check)(struct arguments *a), int argc,
                  char **argv, struct arguments *a, int *code) {
  int answer[2] = {0, CODE_YES}; /* whether to run, and the exit code */
  for (int first = 1; first >= 0; first--) {
    if ((the_team.rank == 0) == (first == 1)) {
      answer[0] = options_parse(command, argc, argv, a, &answer[1]);
      if (answer[0]) answer[1] = check(a);
      answer[0] = answer[0] && answer[1] == CODE_YES;
    }
    if (first == 1) MPI_Bcast(answer, 2, MPI_INT, 0, MPI_COMM_WORLD);
    if (!answer[0] && first == 1) break;
  }
  *code = (int)team_largest((uint64_t)answer[1]);
  return *code == CODE_YES && answer[0];
}

/* Uses the options of both commands. */
static void start(const struct arguments *a) {
  grundy_threads_set(a->threads.given ? (unsigned)a->threads.value : 0);
  team_set_patience((unsigned)ceil(a->patience.value));
  if (a->progress.given && the_team.rank == 0) report_every(a->progress.value);
}

/* ---- solving --------------------------------------------------------------------------- */

struct answer {
  struct solved_game game;
  const grundy_tiers_summary *tiers;
  grundy_columns columns;
  double seconds;
};

static grundy_status put_summary(const void *context, FILE *out, grundy_error *error) {
  const struct answer *answer = context;
  (void)error;
  summary_put(out, &answer->game);
  (void)fputs(" Solved in ", out);
  lists_time(out, answer->seconds);
  summary_put_ranks(out, the_team.ranks);
  (void)fputs(".\n", out);
  return GRUNDY_OK;
}

static grundy_status print_summary(const run *r, double seconds) {
  struct answer answer = {.game = {.positions = r->game->blocks.entries,
                                   .moves = r->game->size,
                                   .columns = r->wanted,
                                   .counts = run_count(r)},
                          .seconds = seconds};
  grundy_status status = GRUNDY_OK;
  if (r->team->rank == 0) status = file_write("-", put_summary, &answer, r->error);
  return team_agree(r->team, status, r->error);
}

/* Statistics of all ranks, known to rank 0. */
struct timings_of_run {
  const run *r;
  double reading, solving, writing;          /* seconds of the slowest rank */
  double cpu;                                /* seconds of all ranks */
  uint64_t sent, updates, sifted, rows_sent; /* of all ranks */
  uint64_t peak;                             /* bytes of the largest rank */
};

static struct timings_of_run gather_timings(const run *r, const double *times, double cpu) {
  const propagation *p = &r->p;
  struct timings_of_run t = {.r = r};
  double seconds[3] = {times[1] - times[0], times[2] - times[1], times[3] - times[2]}, slowest[3];
  uint64_t counts[4] = {p->x.sent, p->updates, p->sifted, r->rows.sent}, sums[4];
  MPI_Reduce(seconds, slowest, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Reduce(counts, sums, 4, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&cpu, &t.cpu, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  t.peak = team_largest(grundy_platform_peak());
  if (r->team->rank != 0) return t;
  t.reading = slowest[0];
  t.solving = slowest[1];
  t.writing = slowest[2];
  t.sent = sums[0];
  t.updates = sums[1];
  t.sifted = sums[2];
  t.rows_sent = sums[3];
  return t;
}

static void print_timings(const struct timings_of_run *t) {
  const run *r = t->r;
  const propagation *p = &r->p;
  double moves = r->game->size == 0 ? 1 : (double)r->game->size;
  (void)fprintf(stderr,
                "reading and reversing  %9.3f s\n"
                "solving                %9.3f s\n"
                "writing                %9.3f s\n"
                "CPU of all ranks       %9.3f s, without waiting for others\n"
                "%" PRIu64 " supersteps, %" PRIu64 " rounds, %.3f updates per move, %.3f sifted\n"
                "bytes sent per move: %.3f for rows, %.3f while solving\n",
                t->reading, t->solving, t->writing, t->cpu, p->supersteps, p->x.rounds,
                (double)t->updates / moves, (double)t->sifted / moves, (double)t->rows_sent / moves,
                (double)t->sent / moves);
}

static grundy_status put_timings(const void *context, FILE *out, grundy_error *error) {
  const struct timings_of_run *t = context;
  const run *r = t->r;
  (void)error;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "grundy", grundy_version());
  grundy_json_integer(&json, "positions", r->game->blocks.entries);
  grundy_json_integer(&json, "moves", r->game->size);
  grundy_json_integer(&json, "ranks", (uint64_t)r->team->ranks);
  grundy_json_integer(&json, "threads", grundy_threads());
  grundy_json_bool(&json, "resumed", r->resumed);
  grundy_json_real(&json, "reading_seconds", t->reading);
  grundy_json_real(&json, "solving_seconds", t->solving);
  grundy_json_real(&json, "writing_seconds", t->writing);
  grundy_json_real(&json, "cpu_seconds", t->cpu);
  grundy_json_integer(&json, "supersteps", r->p.supersteps);
  grundy_json_integer(&json, "rounds", r->p.x.rounds);
  grundy_json_integer(&json, "updates", t->updates);
  grundy_json_integer(&json, "sifted", t->sifted);
  grundy_json_integer(&json, "bytes_sent_for_rows", t->rows_sent);
  grundy_json_integer(&json, "bytes_sent_while_solving", t->sent);
  grundy_json_integer(&json, "peak_bytes", t->peak);
  grundy_json_end(&json);
  return GRUNDY_OK;
}

/* Prints or writes the timings that are wanted. Collective. */
static grundy_status give_timings(const struct arguments *a, const run *r, const double *times,
                                  double cpu) {
  grundy_status status = GRUNDY_OK;
  if (!a->timings && a->timings_json == NULL) return GRUNDY_OK;
  const struct timings_of_run t = gather_timings(r, times, cpu);
  if (r->team->rank == 0 && a->timings) print_timings(&t);
  if (r->team->rank == 0 && a->timings_json != NULL)
    status = file_write(a->timings_json, put_timings, &t, r->error);
  return team_agree(r->team, status, r->error);
}

/* Returns what the memory of a rank depends on, for a game of which the layout is known. */
static plan plan_of(const struct arguments *a, const game *g) {
  return (plan){.positions = g->layout.order,
                .moves = g->size,
                .has_kinds = g->layout.has_kinds,
                .ranks = a->ranks.given ? a->ranks.value : (uint64_t)the_team.ranks,
                .threads = (uint64_t)grundy_threads_for(g->size),
                .exchange = exchange_of(a),
                .columns = a->wanted};
}

/* Limits the memory of this rank, and fails if a game in a file needs more. Collective. */
static grundy_status limit_memory(struct arguments *a, grundy_error *error) {
  game g = {0};
  if (!a->memory.given) return GRUNDY_OK;
  grundy_status status = memory_start(a->memory, &a->budget, error);
  if (status == GRUNDY_OK && !game_is_rules(a->game)) {
    status = game_read_layout(&g, a->game, error);
    const plan p = plan_of(a, &g);
    if (status == GRUNDY_OK) status = plan_check(&p, a->memory.value, error);
  }
  return team_agree(&the_team, status, error);
}

/* Opens the game, in a file or given by rules, and builds its rows. */
static grundy_status open_game(const struct arguments *a, run *r) {
  if (game_is_rules(a->game))
    return game_explore(r->game, &r->rows, r->team, a->game, exchange_of(a), r->error);
  grundy_status status = game_open(r->game, r->team, a->game, r->error);
  if (status == GRUNDY_OK && r->game->layout.has_kinds && r->wanted != GRUNDY_COLUMN_OUTCOME)
    status = grundy_fail_at(r->error, GRUNDY_UNABLE, a->game, 0, 0,
                            "grundy-mpi finds only outcomes of games with carry-on or entailing "
                            "moves yet; use --columns outcome, or 'grundy solve'");
  if (status == GRUNDY_OK) status = rows_build(&r->rows, r->game, exchange_of(a), r->error);
  free(r->game->heads);
  r->game->heads = NULL;
  return status;
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

/* Saves a run that was interrupted. */
static grundy_status save_interrupted(run *r) {
  if (r->folder == NULL) return GRUNDY_CANCELLED;
  grundy_status status = checkpoint_save(r);
  return status == GRUNDY_OK ? GRUNDY_CANCELLED : status;
}

static grundy_status solve(const struct arguments *a, run *r) {
  double times[4] = {terminal_clock()}, cpu = team_cpu_seconds();
  grundy_status status = output_check(r->team, a->output, r->error);
  if (status == GRUNDY_OK) status = open_game(a, r);
  if (status == GRUNDY_OK) status = choose_columns(r);
  if (status == GRUNDY_OK)
    status = propagation_start(&r->p, r->game, &r->rows, exchange_of(a), r->error);
  times[1] = terminal_clock();
  bool begun = status == GRUNDY_OK;
  if (status == GRUNDY_OK) status = run_all(r);
  times[2] = terminal_clock();
  if (status == GRUNDY_OK) status = output_write(r, a->output);
  times[3] = terminal_clock();
  if (begun && status == GRUNDY_CANCELLED) status = save_interrupted(r);
  if (status != GRUNDY_OK) return status;
  checkpoint_remove(r);
  cpu = team_cpu_seconds() - cpu;
  if (!a->quiet) status = print_summary(r, times[2] - times[1]);
  return status == GRUNDY_OK ? give_timings(a, r, times, cpu) : status;
}

static grundy_status put_plan(const void *context, FILE *out, grundy_error *error) {
  (void)error;
  plan_put(out, context);
  return GRUNDY_OK;
}

/* Prints what every rank would need. Reads only the head of the game. */
static int run_dry(const struct arguments *a) {
  grundy_error error = {0};
  game g = {0};
  grundy_status status = game_read_layout(&g, a->game, &error);
  const plan p = plan_of(a, &g);
  if (status == GRUNDY_OK && the_team.rank == 0) status = file_write("-", put_plan, &p, &error);
  if (status == GRUNDY_OK && a->memory.given) status = plan_check(&p, a->memory.value, &error);
  status = team_agree(&the_team, status, &error);
  return status == GRUNDY_OK ? CODE_YES : fail_together(&error);
}

static int solve_file(struct arguments *a) {
  grundy_error error = {0};
  game g = {0};
  run r = {.team = &the_team,
           .game = &g,
           .wanted = a->wanted,
           .folder = a->checkpoint,
           .interval = a->interval.given ? a->interval.value : 600,
           .quiet = a->quiet,
           .error = &error};
  signals_note_kept(a->checkpoint, kept_hint);
  grundy_status status = limit_memory(a, &error);
  if (status == GRUNDY_OK) status = solve(a, &r);
  if (a->memory.given) memory_explain(&a->budget, &error);
  run_free(&r);
  game_close(&g);
  return status == GRUNDY_OK ? CODE_YES : fail_together(&error);
}

static grundy_status put_tiers(const void *context, FILE *out, grundy_error *error) {
  const struct answer *answer = context;
  (void)error;
  summary_put_tiers(out, answer->tiers, answer->columns, answer->seconds, the_team.ranks);
  return GRUNDY_OK;
}

static int solve_tiers(const struct arguments *a) {
  grundy_error error = {0};
  grundy_tiers_summary summary;
  struct answer answer = {.tiers = &summary, .columns = a->wanted};
  double began = terminal_clock();
  signals_note_kept(a->tiers, kept_hint);
  grundy_status status = tiers_run(&the_team, a->game, a->tiers, a->wanted, &summary, &error);
  answer.seconds = terminal_clock() - began;
  if (status == GRUNDY_OK && !a->quiet && the_team.rank == 0)
    status = file_write("-", put_tiers, &answer, &error);
  status = team_agree(&the_team, status, &error);
  return status == GRUNDY_OK ? CODE_YES : fail_together(&error);
}

static int run_solve(int argc, char **argv) {
  struct arguments a = {0};
  int code;
  if (!parse(&solve_command, check_solve, argc, argv, &a, &code)) return code;
  start(&a);
  if (a.dry_run) return run_dry(&a);
  return a.tiers != NULL ? solve_tiers(&a) : solve_file(&a);
}

/* ---- verifying ------------------------------------------------------------------------- */

static int run_verify(int argc, char **argv) {
  struct arguments a = {0};
  grundy_error error = {0};
  grundy_status status;
  int code;
  if (!parse(&verify_command, check_verify, argc, argv, &a, &code)) return code;
  start(&a);
  code = verify_run(&the_team, a.game, a.solution, exchange_of(&a), a.quiet, &status, &error);
  return status == GRUNDY_OK ? code : fail_together(&error);
}

/* ---- the tables ------------------------------------------------------------------------ */

#define OPTIONS_OF_RANKS                                                                           \
  {.group = OPTIONS_OUTPUT,                                                                        \
   .name = "progress",                                                                             \
   .kind = OPTION_SECONDS,                                                                         \
   .value = "SECONDS",                                                                             \
   .destination = offsetof(struct arguments, progress),                                            \
   .help = "print progress to standard error, at most once every SECONDS",                         \
   .otherwise = "no progress"},                                                                    \
      {.group = OPTIONS_OUTPUT,                                                                    \
       .name = "quiet",                                                                            \
       .letter = 'q',                                                                              \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(struct arguments, quiet),                                           \
       .help = "print no summary and no report; errors are still printed"},                        \
      {.group = OPTIONS_LIMITS,                                                                    \
       .name = "threads",                                                                          \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "N",                                                                               \
       .least = 1,                                                                                 \
       .most = 256,                                                                                \
       .destination = offsetof(struct arguments, threads),                                         \
       .help = "use at most N threads in every rank, 1 to 256",                                    \
       .otherwise = "one per CPU that the rank may run on"},                                       \
      {.group = OPTIONS_LIMITS,                                                                    \
       .name = "exchange",                                                                         \
       .kind = OPTION_SIZE,                                                                        \
       .value = "SIZE",                                                                            \
       .least = EXCHANGE_LEAST,                                                                    \
       .most = EXCHANGE_LARGEST,                                                                   \
       .destination = offsetof(struct arguments, exchange),                                        \
       .help = "memory for messages in every rank, 64K to 512M",                                   \
       .otherwise = "64M"},                                                                        \
  {                                                                                                \
    .group = OPTIONS_LIMITS, .name = "patience", .kind = OPTION_SECONDS, .value = "SECONDS",       \
    .destination = offsetof(struct arguments, patience),                                           \
    .help = "end the job if a rank does not answer for so long", .otherwise = "wait forever"       \
  }

static const struct option solve_options[] = {
    {.name = "columns",
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, columns),
     .help = "the columns, from outcome, grundy, k, remoteness, distance, counter, misere and "
             "misere_remoteness; with --tiers, from outcome, remoteness, grundy, counter, q1 and "
             "q0",
     .otherwise = "the first six; with --tiers, outcome"},
    {.name = "tiers",
     .kind = OPTION_STRING,
     .value = "DIR",
     .excludes = "output checkpoint exchange timings timings-json dry-run memory",
     .destination = offsetof(struct arguments, tiers),
     .help = "solve rules with ranks tier by tier, as 'grundy solve --tiers' does, and write a "
             "file per tier to DIR, which all ranks see"},
    {.group = OPTIONS_OUTPUT,
     .name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .value = "FILE",
     .file = FILE_WRITTEN,
     .destination = offsetof(struct arguments, output),
     .help = "write the solution to FILE, which ends with .npz, whole or not at all"},
    {.group = OPTIONS_OUTPUT,
     .name = "checkpoint",
     .kind = OPTION_STRING,
     .value = "DIR",
     .destination = offsetof(struct arguments, checkpoint),
     .help = "save the state in DIR, and continue from it if it has one"},
    {.group = OPTIONS_OUTPUT,
     .name = "checkpoint-interval",
     .kind = OPTION_SECONDS,
     .value = "SECONDS",
     .needs = "checkpoint",
     .destination = offsetof(struct arguments, interval),
     .help = "the time between two saves",
     .otherwise = "600"},
    {.name = "dry-run",
     .kind = OPTION_FLAG,
     .excludes = "checkpoint timings timings-json",
     .destination = offsetof(struct arguments, dry_run),
     .help = "only print the memory that every rank needs; reads no more than the head of GAME, so "
             "one rank is enough"},
    {.name = "ranks",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = 1 << 20,
     .needs = "dry-run",
     .destination = offsetof(struct arguments, ranks),
     .help = "plan for N ranks",
     .otherwise = "those of this run"},
    {.group = OPTIONS_LIMITS,
     .name = "memory",
     .kind = OPTION_SIZE,
     .value = "SIZE",
     .destination = offsetof(struct arguments, memory),
     .help = "limit the memory of every rank to SIZE, such as 16G, with exit code 4 if that is not "
             "enough; for games in files this is known before they are read",
     .otherwise = "no limit"},
    {.group = OPTIONS_LIMITS,
     .name = "timings",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, timings),
     .help = "print time, messages and supersteps to standard error"},
    {.group = OPTIONS_LIMITS,
     .name = "timings-json",
     .kind = OPTION_STRING,
     .value = "FILE",
     .file = FILE_WRITTEN,
     .destination = offsetof(struct arguments, timings_json),
     .help = "write the timings as JSON to FILE, with the peak memory of a rank"},
    OPTIONS_OF_RANKS,
    {0},
};

static const struct option verify_options[] = {OPTIONS_OF_RANKS, {0}};

static const struct positional solve_positionals[] = {
    {"GAME", offsetof(struct arguments, game),
     "a file .npz with uncompressed arrays, as 'grundy convert' and 'grundy random' write them; or "
     "rules, such as quixo:4",
     FILE_READ},
    {0},
};

static const struct positional verify_positionals[] = {
    {"GAME", offsetof(struct arguments, game), "a file .npz, as for solve", FILE_READ},
    {"SOLUTION", offsetof(struct arguments, solution), "a file .npz with a solution of GAME",
     FILE_DATA},
    {0},
};

static const struct example solve_examples[] = {
    {"srun -n 64 -c 16 grundy-mpi solve game.npz -o solution.npz --checkpoint state",
     "64 ranks of 16 threads, in a job of Slurm"},
    {"grundy-mpi solve game.npz --dry-run --ranks 64 --threads 16",
     "the memory of every rank, before the job is queued"},
    {"mpirun -n 4 grundy-mpi solve quixo:4 -o solution.npz", "explores and solves rules"},
    {"mpirun -n 4 grundy-mpi solve quixo:4 --tiers quixo4", "tier by tier"},
    {0},
};

static const struct example verify_examples[] = {
    {"mpirun -n 4 grundy-mpi verify game.npz solution.npz", "right or wrong, column by column"},
    {0},
};

static const struct command solve_command = {
    .name = "solve",
    .summary = "outcome, value and remoteness of every position",
    .group = GROUP_SOLVE,
    .description =
        "Solves a game whose moves fit into the memory of several machines. The solution of a file "
        "has the same bytes as that of 'grundy solve --algorithm counting', whatever the number of "
        "ranks and threads. Rules are explored by all ranks, with one thread in each. Positions "
        "are then numbered by rank; the array 'positions' of the solution has their bytes in this "
        "order. After an interruption, the same command continues from --checkpoint or --tiers.",
    .positionals = solve_positionals,
    .options = solve_options,
    .examples = solve_examples,
    .run = run_solve,
};

static const struct command verify_command = {
    .name = "verify",
    .summary = "check a solution independently",
    .group = GROUP_SOLVE,
    .description = "Checks every column of SOLUTION that grundy-mpi can compute against its "
                   "definition. The exit code is 1 if it is wrong, and 4 if nothing could be "
                   "checked.",
    .positionals = verify_positionals,
    .options = verify_options,
    .examples = verify_examples,
    .run = run_verify,
};

static const struct example help_examples[] = {
    {"grundy-mpi help solve", "what grundy-mpi solve --help shows"},
    {"grundy-mpi help --manual solve | man -l -", "read the manual page"},
    {0},
};

const struct command help_command =
    HELP_COMMAND("Shows how to use a command. Also writes manual pages and completions for shells.",
                 help_examples);

static const struct command *const commands[] = {&solve_command, &verify_command, &help_command,
                                                 NULL};

static void put_exit_codes(const struct help_writer *page) {
  help_writer_put_exit_codes(page, "Exit codes");
}

static const struct topic topics[] = {
    {"exit-codes", "how a command ended", put_exit_codes},
    {0},
};

static const struct renamed nothing_renamed[] = {{0}};

const struct program program = {
    .name = "grundy-mpi",
    .summary = "solve two-player games on a cluster",
    .about = "grundy-mpi solves games on all nodes of a cluster: start it with srun or mpirun.",
    .commands = commands,
    .topics = topics,
    .renamed_commands = nothing_renamed,
    .renamed_options = nothing_renamed,
};

/* ---- all ------------------------------------------------------------------------------- */

/* Commands that work are run by all ranks, everything else by rank 0. */
static int run_together(int argc, char **argv) {
  const struct command *command = argc < 2 ? NULL : command_find(argv[1]);
  if (command != NULL && command != &help_command) return command->run(argc - 2, argv + 2);
  int code = the_team.rank == 0 ? program_run(argc, argv) : CODE_YES;
  return (int)team_largest((uint64_t)code);
}

/* Help needs no ranks: packages are built where MPI may not start. */
int main(int argc, char **argv) {
  terminal_start();
  if (argc > 1 && strcmp(argv[1], help_command.name) == 0) return program_run(argc, argv);
  team_catch_signals();
  the_team = team_start(&argc, &argv);
  int code = run_together(argc, argv);
  MPI_Finalize();
  return code;
}
