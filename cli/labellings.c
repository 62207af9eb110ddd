/* grundy labellings GAME: the functions with g(u) = mex g(F(u)) on a game that may have cycles. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "terminal.h"

struct arguments {
  const char *game;
  int from;   /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct integer max_labellings, max_steps;
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_digraph *game;
  grundy_solution *solution; /* G and K, to compare with */
  uint32_t *labels;
  grundy_labellings_report report;
};

static void job_free(void *context) {
  struct job *job = context;
  free(job->labels);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- the work ------------------------------------------------------------------------ */

/* Adds what to do about a search that took too long. */
static grundy_status advise(grundy_error *error) {
  size_t length = strlen(error->message);
  (void)snprintf(error->message + length, sizeof error->message - length,
                 "; --max-steps allows more");
  return GRUNDY_UNABLE;
}

static grundy_status find_labellings(struct job *job, grundy_error *error) {
  grundy_labellings_options options = {.size = sizeof options,
                                       .most = job->arguments.max_labellings.value,
                                       .steps = job->arguments.max_steps.value,
                                       .monitor = &job->limits.monitor};
  job->labels = calloc((size_t)grundy_digraph_order(job->game) + 1, sizeof *job->labels);
  if (job->labels == NULL) return fail_memory(error);
  grundy_status status = grundy_labellings(job->game, &options, job->labels, &job->report, error);
  return status == GRUNDY_UNABLE ? advise(error) : status;
}

static grundy_status solve_and_search(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K,
                                  .monitor = &job->limits.monitor};
  grundy_status status =
      file_read_game(arguments->game, arguments->from, &job->limits, &job->game, error);
  if (status == GRUNDY_OK) status = file_check_values(job->game, error);
  if (status == GRUNDY_OK) status = find_labellings(job, error);
  if (status == GRUNDY_OK && job->report.count > 0)
    status = grundy_solve_in_memory(job->game, &options, &job->solution, error);
  return status;
}

/* ---- the answer ---------------------------------------------------------------------- */

static const char *name_of(const struct job *job, uint32_t v, char *room) {
  return grundy_digraph_name(job->game, v, room);
}

static void put_none(FILE *out, const struct job *job) {
  char room[GRUNDY_NAME_MAX_BYTES];
  (void)fputs("none: ", out);
  put_position_name(out, name_of(job, job->report.none_at, room));
  (void)fputs(job->report.loop ? " has a move to itself\n"
                               : " is in a part of the game that has no classical labelling\n",
              out);
}

static void put_count(FILE *out, const struct job *job) {
  const grundy_labellings_report *report = &job->report;
  if (report->complete && report->count == 1)
    (void)fputs("exactly 1 classical labelling:\n", out);
  else
    (void)fprintf(out, "%s%llu classical labelling%s; one of them:\n",
                  report->complete ? "" : "at least ", (unsigned long long)report->count,
                  report->count == 1 ? "" : "s");
}

static void put_table(FILE *out, const struct job *job) {
  char room[GRUNDY_NAME_MAX_BYTES];
  (void)fputs("position\tlabel\tG\n", out);
  for (uint32_t v = 0; v < grundy_digraph_order(job->game); v++) {
    put_position_name(out, name_of(job, v, room));
    (void)fprintf(out, "\t%lu\t", (unsigned long)job->labels[v]);
    grundy_value_write(grundy_solution_value(job->solution, v), terminal_is_ascii(), out);
    (void)putc('\n', out);
  }
}

static void put_json(FILE *out, const struct job *job) {
  char room[GRUNDY_NAME_MAX_BYTES];
  const grundy_labellings_report *report = &job->report;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "count", report->count);
  grundy_json_bool(&json, "complete", report->complete);
  if (report->count == 0) {
    grundy_json_string(&json, "none_at", name_of(job, report->none_at, room));
    grundy_json_bool(&json, "loop", report->loop);
  } else {
    grundy_json_array(&json, "labels");
    for (uint32_t v = 0; v < grundy_digraph_order(job->game); v++) {
      grundy_json_line(&json);
      grundy_json_object(&json, NULL);
      grundy_json_string(&json, "position", name_of(job, v, room));
      grundy_json_integer(&json, "label", job->labels[v]);
      grundy_answer_value(&json, "value", grundy_solution_value(job->solution, v));
      grundy_json_end(&json);
    }
    grundy_json_end(&json);
  }
  grundy_json_end(&json);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON) {
    put_json(out, job);
  } else if (job->report.count == 0) {
    put_none(out, job);
  } else {
    put_count(out, job);
    put_table(out, job);
  }
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = solve_and_search(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->report.count > 0 ? CODE_YES : CODE_NO;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&labellings_command, argc, argv, &job, nothing_to_prepare, work,
                           job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    {.group = OPTIONS_LIMITS,
     .name = "max-labellings",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .destination = offsetof(struct arguments, max_labellings),
     .help = "stop counting after N labellings of each connected part of the game",
     .otherwise = "1000000"},
    {.group = OPTIONS_LIMITS,
     .name = "max-steps",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .destination = offsetof(struct arguments, max_steps),
     .help = "stop after looking at N moves, with exit code 4 if no labelling has been found",
     .otherwise = "1e9"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy labellings game.edges", "how many there are, and one of them next to G"},
    {"grundy labellings game.edges --max-labellings 2", "is there one, and is it the only one?"},
    {0},
};

const struct command labellings_command = {
    .name = "labellings",
    .summary = "count the classical labellings of a game with cycles",
    .group = GROUP_THEORY,
    .description =
        "Looks for classical labellings: functions that give every position the least number "
        "that none of its followers has. A game without cycles has exactly one, its Grundy "
        "function. A game with cycles may have none, one or many, and unlike the generalized "
        "Grundy function G they do not tell who wins. Deciding whether there is one is "
        "NP-complete; if the search takes too long, the exit code is 4. If there is none, it is 1.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
