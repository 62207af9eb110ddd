/* grundy info GAME: size, degrees and components of a game, without solving it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/info.h>
#include <grundy/json.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "gpu.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"

struct arguments {
  const char *game;
  int from;   /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  bool no_split;
  bool gpu; /* list devices instead */
  struct limit_options limits;
};

/* ---- as text ------------------------------------------------------------------------- */

static void put_number(FILE *out, const char *name, uint64_t number, const char *meaning) {
  (void)fprintf(out, "%-12s %llu%s\n", name, (unsigned long long)number, meaning);
}

static void put_degrees(FILE *out, const char *name, const grundy_degrees *degrees,
                        const grundy_game_info *info) {
  (void)fprintf(out, "%-12s %llu to %llu, mean %.4g\n", name, (unsigned long long)degrees->least,
                (unsigned long long)degrees->most, info->mean);
}

static void put_histogram(FILE *out, const grundy_game_info *info) {
  const grundy_degrees *from = &info->out, *to = &info->in;
  (void)fputs("\nPositions with that many moves\n", out);
  (void)fprintf(out, "  %-15s %12s %12s\n", "", "from them", "to them");
  for (uint32_t i = 0; i < from->class_count || i < to->class_count; i++) {
    char name[48];
    uint64_t least, most;
    grundy_degree_class(i, &least, &most);
    if (least == most)
      (void)snprintf(name, sizeof name, "%llu", (unsigned long long)least);
    else
      (void)snprintf(name, sizeof name, "%llu-%llu", (unsigned long long)least,
                     (unsigned long long)most);
    (void)fprintf(out, "  %-15s %12llu %12llu\n", name, (unsigned long long)from->count[i],
                  (unsigned long long)to->count[i]);
  }
}

static void put_components(FILE *out, const grundy_game_info *info) {
  (void)fprintf(out, "%-12s %lu strongly connected", "components", (unsigned long)info->components);
  if (info->components > 0)
    (void)fprintf(out, ", the largest of %lu position%s; %lu with a cycle",
                  (unsigned long)info->largest, info->largest == 1 ? "" : "s",
                  (unsigned long)info->cyclic);
  (void)fprintf(out, "\n%-12s %s\n", "acyclic",
                info->cyclic > 0      ? "no"
                : info->frontier == 0 ? "yes"
                                      : "not known; there is no cycle inside the window");
}

static void put_memory(FILE *out, const grundy_game_info *info) {
  memory_put_figures(out, &info->plan, false, "the default columns");
}

static void print_parts(FILE *out, const grundy_game_info *info) {
  put_number(out, "parts", info->positions, " that do not come apart");
  put_number(out, "moves", info->moves, " from them");
  put_number(out, "to one part", info->moves - info->sums, "");
  put_number(out, "to sums", info->sums, "");
  put_memory(out, info);
}

static void print_text(FILE *out, const grundy_game_info *info) {
  if (info->has_parts) {
    print_parts(out, info);
    return;
  }
  put_number(out, "positions", info->positions, "");
  put_number(out, "moves", info->moves, "");
  if (info->frontier > 0)
    put_number(out, "frontier", info->frontier,
               " with moves that leave this window of the game, which are not counted");
  put_number(out, "sinks", info->terminal, " without a move from them");
  put_number(out, "sources", info->sources, " without a move to them");
  put_number(out, "isolated", info->isolated, " without either");
  put_number(out, "loops", info->loops, " with a move to themselves");
  if (info->positions > 0) {
    put_degrees(out, "moves out", &info->out, info);
    put_degrees(out, "moves in", &info->in, info);
  }
  put_components(out, info);
  put_memory(out, info);
  if (info->positions > 0) put_histogram(out, info);
}

/* ---- the command --------------------------------------------------------------------- */

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_digraph *game;
  grundy_game_info info;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_digraph_free(job->game);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON) {
    grundy_json json = grundy_json_start(out);
    grundy_game_info_write_json(&json, &job->info);
  } else {
    print_text(out, &job->info);
  }
  return GRUNDY_OK;
}

static int prepare(void *context) {
  const struct job *job = context;
  if (job->arguments.gpu == (job->arguments.game == NULL)) return CODE_YES;
  return fail_usage(info_command.name, job->arguments.gpu
                                           ? "--gpu conflicts with GAME; give only one"
                                           : "GAME is missing");
}

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  if (arguments->gpu) {
    grundy_status listed = gpu_write_list(arguments->format == ANSWER_JSON, &error);
    return listed == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
  }
  grundy_status status = (arguments->no_split ? file_read_game : file_read_parts)(
      arguments->game, arguments->from, &job->limits, &job->game, &error);
  progress_clear(&job->limits.progress);
  signals_end_process(); /* from here on nothing has to be cleaned up, and no monitor is called */
  if (status == GRUNDY_OK) status = file_interrupted(&error);
  if (status == GRUNDY_OK) status = grundy_game_info_find(job->game, NULL, &job->info, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&info_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "GAME"),
    {.name = "gpu",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, gpu),
     .excludes = "from no-split max-positions window",
     .help = "list the GPUs that can solve games, instead: their numbers for --gpu of solve and "
             "verify, their memory, and how many positions with 8 moves each fit"},
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTION_NO_SPLIT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy info ring.edges",
     "its size, whether it has cycles, and how much memory solving takes"},
    {"grundy random gnp -n 1000 --p 0.002 | grundy info -", "the shape of a random game"},
    {"grundy info --gpu",
     "all devices of OpenCL, with their memory and the size of games that fit"},
    {0},
};

const struct command info_command = {
    .name = "info",
    .summary = "size, degrees and components of a game",
    .group = GROUP_SOLVE,
    .description = "Counts positions and moves, without solving the game. Positions are in one "
                   "strongly connected component if each can be reached from the other; a "
                   "component has a cycle if it has two positions or a loop, and a game without "
                   "cycles is acyclic.",
    .positionals = positionals,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .answer = "Info",
    .run = run,
};
