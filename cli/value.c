/* grundy value GAME[@POSITION]: who wins one position, and its value. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "commands.h"
#include "defaults.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "position_columns.h"
#include "progress.h"
#include "signals.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *expression;
  const char *columns;
  const char *table, *certificate;
  bool misere;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_columns columns;
  grundy_answer answer; /* without K and ordinals, which are written at once */
};

static void job_free(void *context) {
  (void)context;
}

static int prepare(void *context) {
  struct job *job = context;
  if (job->arguments.table != NULL && file_is_standard(job->arguments.table))
    return fail_usage(value_command.name, "--table needs a file, which is read and then replaced");
  return position_columns_parse(&value_command, job->arguments.columns, &job->columns);
}

/* ---- the answer ---------------------------------------------------------------------- */

/* Writes "searched    13,528 positions", or how many were explored, and why. */
static void put_effort(FILE *out, const grundy_answer *answer) {
  char count[48];
  if (answer->positions == 0) return;
  lists_grouped(answer->positions, count, sizeof count);
  (void)fprintf(out, "%-11s %s %s", answer->was_searched ? "searched" : "explored", count,
                answer->positions == 1 ? "position" : "positions");
  if (answer->reason != NULL) (void)fprintf(out, ": %s", answer->reason);
  (void)putc('\n', out);
}

static void put_text(FILE *out, const struct job *job, const grundy_answer *answer) {
  for (int i = 0; i < EVALUATION_FACTS; i++) {
    struct evaluation_fact fact = evaluation_fact(&answer->evaluation, i);
    if (!position_columns_has_fact(job->columns, i)) continue;
    if (i == 1 && !answer->has_value) continue;
    (void)fprintf(out, "%-11s ", evaluation_names[i]);
    if (fact.known)
      evaluation_put_fact(out, &answer->evaluation, i);
    else
      (void)fputs("not known", out);
    (void)putc('\n', out);
  }
  put_effort(out, answer);
}

static void put_json(FILE *out, const grundy_answer *answer) {
  (void)putc('{', out);
  evaluation_put_json(out, &answer->evaluation, EVALUATION_FACTS);
  (void)fprintf(out, "\"positions\": %llu, \"searched\": %s, \"reason\": ",
                (unsigned long long)answer->positions, answer->was_searched ? "true" : "false");
  if (answer->reason == NULL)
    (void)fputs("null", out);
  else
    json_put_string(out, answer->reason);
  (void)fputs("}\n", out);
}

struct writing {
  const struct job *job;
  const grundy_answer *answer;
};

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct writing *writing = context;
  (void)error;
  if (writing->job->arguments.format == ANSWER_JSON)
    put_json(out, writing->answer);
  else
    put_text(out, writing->job, writing->answer);
  return GRUNDY_OK;
}

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  struct job *job = context;
  const struct writing writing = {job, answer};
  job->answer = *answer;
  progress_clear(&job->limits.progress);
  return answer->status == GRUNDY_OK ? file_write("-", put_answer, &writing, error) : GRUNDY_OK;
}

/* ---- the command --------------------------------------------------------------------- */

/* Says that the table does not contain what was learned. */
static void announce_kept(const char *table) {
  if (terminal_is_quiet()) return;
  (void)fputs("grundy: ", stderr);
  put_printable(stderr, table);
  (void)fputs(" stays as it was: it has more entries than fit into the memory allowed\n", stderr);
}

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  uint64_t left = memory_left(&job->limits.budget);
  const grundy_evaluate_options options = {
      .size = sizeof options,
      .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .columns = job->columns,
      .limit = job->limits.max_positions,
      .memory = left == UINT64_MAX ? 0 : left,
      .monitor = &job->limits.monitor,
      .answered = answered,
      .context = job,
      .table = arguments->table,
      .certificate = arguments->certificate,
  };
  if (arguments->table != NULL) signals_wait_for_saving();
  source_line_remember("expression", arguments->expression);
  grundy_status status = grundy_expressions_evaluate(&arguments->expression, 1, &options, &error);
  progress_clear(&job->limits.progress);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  if (job->answer.status != GRUNDY_OK) return limits_fail(&job->limits, &job->answer.error);
  defaults_announce(arguments->expression, &job->limits);
  if (job->answer.is_table_kept) announce_kept(arguments->table);
  if (job->answer.evaluation.outcome != GRUNDY_OUTCOME_NONE) return CODE_YES;
  (void)fail_with(&error, GRUNDY_UNABLE, "", "the outcome is not known");
  return limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&value_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, ""),
    {0},
};

static const struct option options[] = {
    OPTION_POSITION_COLUMNS(struct arguments),
    OPTION_MISERE(struct arguments),
    {.name = "table",
     .kind = OPTION_STRING,
     .value = "TABLE",
     .destination = offsetof(struct arguments, table),
     .file = FILE_WRITTEN,
     .excludes = "misere",
     .help =
         "continue the search from TABLE if it exists, and write what is known there at the "
         "end, and when a limit or a signal ends the search; a table that has more entries than "
         "fit into memory stays as it is"},
    {.name = "certificate",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, certificate),
     .file = FILE_WRITTEN,
     .excludes = "misere",
     .help = "write a proof of the answer to FILE, which 'grundy verify' checks"},
    OPTION_MAX_POSITIONS(struct arguments, 1, NULL, "no limit"),
    OPTION_JSON(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy value kotzig:36,1,3", "who wins, and the value of the start, without a tablebase"},
    {"grundy value chomp:9,9 --columns outcome", "only who wins, which may be much faster"},
    {"grundy value wythoff:40,60@17,31", "a position instead of the start"},
    {"grundy value cram:4,6 --certificate cram.proof", "the value, and a proof of it"},
    {"grundy value cram:5,7 --time 600 --table cram.table",
     "ten minutes of work, from where the last run ended"},
    {0},
};

const struct command value_command = {
    .name = "value",
    .summary = "who wins one position, and its value",
    .group = GROUP_SOLVE,
    .description =
        "Evaluates one position, the start of rules unless another one is named. Rules are "
        "searched depth first with a table of the positions met so far, and moves that do not "
        "matter for the answer are not followed, so that far fewer positions are needed than for "
        "a solution. If the search meets a cycle, for remoteness, distance and misere play, and "
        "for a position of rules that cannot parse it, all positions are explored. Unless this is "
        "necessary, the position need not be reachable from the start. Positions of rules with "
        "split "
        "are searched part by part. If --memory is reached, the table forgets what cost least to "
        "find; with very little memory the exit code is 4. With several threads the answer is the "
        "same, but not the number of positions "
        "searched. Sums of games are evaluated "
        "as grundy best does. If a limit ends the work, the exit code is 4.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
