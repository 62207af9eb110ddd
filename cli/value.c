/* grundy value: who wins one position, and its value; positions of a tablebase; ordinals. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/ordinal.h>
#include <grundy/solution.h>
#include <platform.h>

#include "automaton.h"
#include "commands.h"
#include "defaults.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "lookup.h"
#include "memory.h"
#include "options.h"
#include "position_columns.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *expression;
  const char *columns;
  struct words positions; /* of a tablebase */
  const char *table, *certificate, *automaton;
  bool misere, ordinal;
  int colour; /* of terminal_colour_choices */
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

static struct lookup lookup_of(const struct arguments *arguments) {
  return (struct lookup){arguments->expression, &arguments->positions, arguments->colour,
                         arguments->format == ANSWER_JSON};
}

/* Positions of a tablebase are looked up in all its columns, and ordinals have none. */
static int check_alone(const struct arguments *arguments, const char *what) {
  if (arguments->columns == NULL && arguments->table == NULL && arguments->certificate == NULL &&
      !arguments->misere && !arguments->limits.max_positions.given)
    return CODE_YES;
  return fail_usage(value_command.name,
                    "--columns, --misere, --table, --certificate and --max-positions are not for "
                    "%s",
                    what);
}

static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  const struct lookup asked = lookup_of(arguments);
  if (arguments->ordinal && arguments->positions.count > 0)
    return fail_usage(value_command.name, "--ordinal takes one expression");
  if (arguments->ordinal) return check_alone(arguments, "ordinals");
  if (arguments->automaton != NULL && arguments->positions.count > 0)
    return fail_usage(value_command.name, "--law takes one position");
  if (arguments->positions.count > 0) {
    int code = check_alone(arguments, "positions of a tablebase");
    return code == CODE_YES ? lookup_prepare(&value_command, &asked) : code;
  }
  if (arguments->colour != COLOUR_AUTO)
    return fail_usage(value_command.name, "--colour is only for positions of a tablebase");
  if (arguments->table != NULL && file_is_standard(arguments->table))
    return fail_usage(value_command.name, "--table needs a file, which is read and then replaced");
  return position_columns_parse(&value_command, arguments->columns, &job->columns);
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
  if (answer->same_as != NULL) (void)fprintf(out, "same as     %s\n", answer->same_as);
  if (answer->rests_on != NULL) (void)fprintf(out, "rests on    %s\n", answer->rests_on);
}

struct writing {
  const struct job *job;
  const grundy_answer *answer;
};

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct writing *writing = context;
  grundy_json json = grundy_json_start(out);
  (void)error;
  if (writing->job->arguments.format == ANSWER_JSON)
    grundy_answer_evaluated(&json, writing->answer, writing->job->arguments.certificate);
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

/* ---- ordinals ------------------------------------------------------------------------ */

static void put_ordinal_json(FILE *out, const grundy_ordinal_answer *answer) {
  static const char *const kinds[] = {[GRUNDY_ORDINAL_ZERO] = "zero",
                                      [GRUNDY_ORDINAL_LIMIT] = "limit",
                                      [GRUNDY_ORDINAL_SUCCESSOR] = "successor"};
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  if (answer->ordinal == NULL) {
    grundy_json_bool(&json, "holds", answer->holds);
  } else {
    grundy_ordinal_description description = grundy_ordinal_describe(answer->ordinal);
    grundy_answer_ordinal(&json, "value", answer->ordinal);
    grundy_json_bool(&json, "odd", description.is_odd);
    grundy_json_string(&json, "kind", kinds[description.kind]);
  }
  grundy_json_end(&json);
}

/* The result, and how to write it. */
struct ordinal_writing {
  grundy_ordinal_answer answer;
  bool json;
};

static grundy_status put_ordinal(const void *context, FILE *out, grundy_error *error) {
  const struct ordinal_writing *writing = context;
  bool ascii = terminal_is_ascii() || !grundy_platform_is_terminal(STDOUT_FILENO);
  (void)error; /* errors of the stream are reported when it is closed */
  if (writing->json) {
    put_ordinal_json(out, &writing->answer);
    return GRUNDY_OK;
  }
  if (writing->answer.ordinal != NULL)
    grundy_ordinal_write(writing->answer.ordinal, ascii, out);
  else
    (void)fputs(writing->answer.holds ? "yes" : "no", out);
  (void)putc('\n', out);
  return GRUNDY_OK;
}

static int calculate(const struct arguments *arguments) {
  struct ordinal_writing writing = {.json = arguments->format == ANSWER_JSON};
  grundy_error error = {0};
  const char *text = arguments->expression;
  signals_end_process(); /* there is nothing to clean up */
  source_line_remember("ordinal", text);
  grundy_status status = grundy_ordinal_evaluate(text, strlen(text), &writing.answer, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_ordinal, &writing, &error);
  bool denied = writing.answer.ordinal == NULL && !writing.answer.holds;
  grundy_ordinal_free(writing.answer.ordinal);
  if (status != GRUNDY_OK) return fail(&error);
  return denied ? CODE_NO : CODE_YES;
}

/* ---- the command --------------------------------------------------------------------- */

/* Says that the table does not contain what was learned. */
static void announce_kept(const char *table) {
  if (terminal_is_quiet()) return;
  (void)fputs("grundy: ", stderr);
  put_printable(stderr, table);
  (void)fputs(" stays as it was: it has more entries than fit into the memory allowed\n", stderr);
}

static int evaluate(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  const grundy_evaluate_options options = {
      .size = sizeof options,
      .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .columns = job->columns,
      .limit = job->limits.max_positions,
      .memory = memory_option(&job->limits.budget),
      .monitor = &job->limits.monitor,
      .answered = answered,
      .context = job,
      .table = arguments->table,
      .certificate = arguments->certificate,
      .law = arguments->automaton,
  };
  if (arguments->table != NULL) signals_wait_for_saving();
  source_line_remember("expression", arguments->expression);
  grundy_status status = grundy_expressions_evaluate(&arguments->expression, 1, &options, &error);
  progress_clear(&job->limits.progress);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  if (job->answer.status != GRUNDY_OK) return limits_fail(&job->limits, &job->answer.error);
  if (arguments->automaton == NULL) defaults_announce(arguments->expression, &job->limits);
  if (job->answer.is_table_kept) announce_kept(arguments->table);
  if (job->answer.evaluation.outcome != GRUNDY_OUTCOME_NONE) return CODE_YES;
  failure_end_answer();
  (void)fail_with(&error, GRUNDY_UNABLE, "", "the outcome is not known");
  return limits_fail(&job->limits, &error);
}

static int work(void *context) {
  struct job *job = context;
  const struct lookup asked = lookup_of(&job->arguments);
  if (job->arguments.ordinal) return calculate(&job->arguments);
  if (asked.positions->count > 0) return lookup_run(&asked, &job->limits);
  return evaluate(job);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&value_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, "; or a tablebase; or, with --ordinal, ordinals"),
    {"POSITION", offsetof(struct arguments, positions),
     "positions of the tablebase, a file written by 'grundy solve RULES -o FILE.npz' or a folder "
     "written by 'grundy solve RULES --tiers FOLDER': names, or names in quotes as in an "
     "expression; - reads more from standard input, one per line, and '\"-\"' is the position -",
     FILE_NONE},
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
    OPTION_AUTOMATON(struct arguments, "columns misere table certificate ordinal max-positions"),
    {.name = "ordinal",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, ordinal),
     .help =
         "calculate with ordinals below epsilon_0: natural numbers and w (or ω), powers of w by "
         "^, then * (product), + (sum), # (natural sum), ^^ (nim-sum), and < or == once, in "
         "this order of precedence, with parentheses"},
    OPTION_MAX_POSITIONS(struct arguments, 1, NULL, "no limit"),
    OPTION_COLOUR(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
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
    {"grundy value wythoff.npz 30,40 12,15", "two positions of a tablebase, each with a best move"},
    {"printf '3,5\\n4,7\\n' | grundy value wythoff.npz - --json", "for programs"},
    {"grundy value chomp-tiers/ 4,2,2",
     "in a folder of solved tiers, of which only those that are needed are read"},
    {"grundy value --law w.json 618033988749,1000000000000",
     "a position of any size, by a proved law"},
    {"grundy value --ordinal 'w^2 ^^ w ^^ 5'", "the value of three heaps of transfinite Nim"},
    {"grundy value --ordinal 'w*2 < w^2'", "yes or no, and the exit code is 0 or 1"},
    {0},
};

const struct command value_command = {
    .name = "value",
    .summary = "who wins one position, and its value; look up positions",
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
        "as grundy best does. If a limit ends the work, the exit code is 4. "
        "If the expression is a tablebase and positions follow it, prints the columns of the "
        "solution and a best move for each: separated by tabs, or aligned on a terminal. Lines of "
        "standard input are answered one by one, and an unknown position ends the command with "
        "exit code 3. In a tablebase of parts, a position is answered as the sum of its parts. "
        "With --ordinal, prints the Cantor normal form of an ordinal, with w for ω unless the "
        "output is a terminal that can show it; coefficients are below 2^63, and exponents are "
        "nested at most 10,000 deep.",
    .positionals = positionals,
    .last_is_many = true,
    .last_is_optional = true,
    .last_is_for_command = true,
    .options = options,
    .examples = examples,
    .answer = "Evaluation",
    .run = run,
};
