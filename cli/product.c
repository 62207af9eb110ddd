/* grundy product KIND GAME...: writes the product of small games as a game. */

#include <stddef.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "options.h"
#include "run_limits.h"

struct arguments {
  const char *kind;
  struct words games;
  const char *output;
  int from; /* a grundy_format; AUTO leaves it to the endings */
  int to;   /* likewise of `output` */
  struct limit_options limits;
};

/* In the order of grundy_operator. */
static const char *const kinds[] = {"disjunctive", "conjunctive", "selective", "disjoint", NULL};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_operator kind;
  grundy_format to;
  struct limits limits;
  grundy_digraph **games; /* one per word; NULL until it is read */
  grundy_digraph *product;
  grundy_output *output;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_output_discard(job->output);
  grundy_digraph_free(job->product);
  for (size_t i = 0; job->games != NULL && i < job->arguments.games.count; i++)
    grundy_digraph_free(job->games[i]);
  free((void *)job->games);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_kind(struct job *job) {
  int kind = lists_find(kinds, job->arguments.kind);
  if (kind < 0) return fail_choice(product_command.name, "KIND", job->arguments.kind, kinds);
  job->kind = (grundy_operator)kind;
  return CODE_YES;
}

static int prepare_games(const struct arguments *arguments) {
  const char *const *games = (const char *const *)arguments->games.at;
  size_t count = arguments->games.count;
  return file_check_standard_once(&product_command, "GAME", games, count);
}

/* Checks the options. Returns an exit code. */
static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  int code = prepare_kind(job);
  if (code == CODE_YES)
    code = file_find_format_or(&product_command, arguments->output, GRUNDY_FORMAT_WRITES_GAME,
                               arguments->to, GRUNDY_FORMAT_EDGES, &job->to);
  if (code == CODE_YES) code = file_check_terminal(&product_command, arguments->output, job->to);
  return code == CODE_YES ? prepare_games(arguments) : code;
}

/* ---- the work ------------------------------------------------------------------------ */

static grundy_status read_games(struct job *job, grundy_error *error) {
  const struct words *words = &job->arguments.games;
  job->games = (grundy_digraph **)calloc(words->count, sizeof(void *));
  if (job->games == NULL) return fail_memory(error);
  for (size_t i = 0; i < words->count; i++) {
    grundy_status status =
        file_read_game(words->at[i], job->arguments.from, &job->limits, &job->games[i], error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

static grundy_status multiply(struct job *job, grundy_error *error) {
  grundy_product_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  return grundy_digraph_product(job->kind, job->arguments.games.count,
                                (const grundy_digraph *const *)job->games, &options, &job->product,
                                error);
}

/* Opens the output first, so that a missing folder is reported before the work. */
static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = grundy_output_open(job->arguments.output, &job->output, &error);
  if (status == GRUNDY_OK) status = read_games(job, &error);
  if (status == GRUNDY_OK) status = multiply(job, &error);
  if (status == GRUNDY_OK)
    status = file_write_game(&job->output, job->arguments.output, job->to, job->product,
                             &job->limits, &error);
  file_give_up(&job->output, &job->limits);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-"}};
  return RUN_WITHIN_LIMITS(&product_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"KIND", offsetof(struct arguments, kind),
     "disjunctive (a move in one game), conjunctive (in every game), selective (in one or more), "
     "or disjoint (the games side by side)",
     FILE_NONE},
    {"GAME", offsetof(struct arguments, games),
     "files with games, of which one may be - for standard input; or rules", FILE_READ},
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "every GAME"),
    OPTION_OUTPUT(struct arguments),
    OPTION_GAME_TO(struct arguments, "by the ending of FILE, or else edges", NULL),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy product disjunctive ring.edges ring.edges -o sum.edges",
     "every position of the sum of two games"},
    {"grundy product selective a.dot b.dot c.dot | grundy solve -", "three games, solved"},
    {0},
};

const struct command product_command = {
    .name = "product",
    .summary = "build the product of small games",
    .group = GROUP_CREATE,
    .description = "Builds all positions of a compound of the games: position a of the first game "
                   "and b of the second give the position a,b. The limits are 2^24 positions and "
                   "2^28 moves; beyond that the exit code is 4. For a single position of a large "
                   "compound use grundy best, which does not build the product.",
    .positionals = positionals,
    .first_choices = kinds,
    .last_is_many = true,
    .options = options,
    .examples = examples,
    .run = run,
};
