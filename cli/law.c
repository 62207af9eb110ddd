/* grundy law GAME LAW: tests a conjecture at every position of a game. */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/formula.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "rows.h"
#include "terminal.h"

struct arguments {
  const char *game, *law;
  const char *where;
  struct integer max_exceptions;
  int from;   /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* The positions that were tested. */
struct range {
  uint64_t tested, silent; /* silent: the closed form gives no value there */
  int64_t least[GRUNDY_RULES_MAX_FIELDS], most[GRUNDY_RULES_MAX_FIELDS];
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_formula *law, *where; /* `where` may be NULL */
  grundy_digraph *game;
  grundy_solution *solution;
  uint8_t *verdicts, *tested; /* by position; `tested` is NULL if all are */
  uint32_t *claims;           /* likewise, of a closed form */
  uint32_t *exceptions;       /* the first ones */
  uint64_t exception_count;   /* all */
  struct range range;
};

enum { DEFAULT_EXCEPTIONS = 100 };

static void job_free(void *context) {
  struct job *job = context;
  grundy_formula_free(job->law);
  grundy_formula_free(job->where);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
  free(job->verdicts);
  free(job->tested);
  free(job->claims);
  free(job->exceptions);
}

static uint64_t max_exceptions(const struct job *job) {
  return job->arguments.max_exceptions.given ? job->arguments.max_exceptions.value
                                             : (uint64_t)DEFAULT_EXCEPTIONS;
}

/* How many exceptions are listed. */
static uint64_t listed(const struct job *job) {
  uint64_t most = max_exceptions(job);
  return job->exception_count < most ? job->exception_count : most;
}

/* ---- testing ---------------------------------------------------------------------------- */

static int prepare(void *context) {
  struct job *job = context;
  int code = rows_parse_formula(job->arguments.law, &job->law);
  if (code == CODE_YES && job->arguments.where != NULL)
    code = rows_parse_formula(job->arguments.where, &job->where);
  return code;
}

/* Solves the columns that the formulas need, and those that are listed with exceptions. */
static grundy_status solve(struct job *job, grundy_error *error) {
  grundy_status status =
      file_read_game(job->arguments.game, job->arguments.from, &job->limits, &job->game, error);
  if (status != GRUNDY_OK) return status;
  grundy_columns columns = grundy_formula_columns(job->law);
  if (job->where != NULL) columns |= grundy_formula_columns(job->where);
  grundy_columns possible = grundy_solve_columns(job->game, true);
  columns |= (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K) & possible;
  grundy_solve_options options = {
      .size = sizeof options, .columns = columns, .monitor = &job->limits.monitor};
  status = memory_for_solving(&job->limits.budget, job->game, &options, error);
  return status == GRUNDY_OK ? grundy_solve(job->game, &options, &job->solution, error) : status;
}

static grundy_status allocate(struct job *job, grundy_error *error) {
  size_t order = (size_t)grundy_digraph_order(job->game) + 1;
  job->verdicts = malloc(order);
  job->claims = malloc(order * sizeof *job->claims);
  job->tested = job->where == NULL ? NULL : malloc(order);
  bool enough =
      job->verdicts != NULL && job->claims != NULL && (job->where == NULL || job->tested != NULL);
  return enough ? GRUNDY_OK : fail_memory(error);
}

/* Adds the fields of a tested position to the range. */
static grundy_status note_fields(struct job *job, uint32_t v, grundy_error *error) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_field_names fields = grundy_position_fields(job->game);
  struct range *range = &job->range;
  grundy_status status = grundy_position_field_values(job->game, v, values, error);
  for (uint32_t i = 0; status == GRUNDY_OK && i < fields.count; i++) {
    if (range->tested == 0 || values[i] < range->least[i]) range->least[i] = values[i];
    if (range->tested == 0 || values[i] > range->most[i]) range->most[i] = values[i];
  }
  return status;
}

/* Counts what the law says, and keeps the first exceptions. */
static grundy_status count(struct job *job, grundy_error *error) {
  uint32_t order = grundy_digraph_order(job->game);
  for (uint32_t v = 0; v < order; v++)
    job->exception_count += job->verdicts[v] == GRUNDY_FORMULA_FALSE;
  job->exceptions = malloc((listed(job) + 1) * sizeof *job->exceptions);
  if (job->exceptions == NULL) return fail_memory(error);
  uint64_t kept = 0;
  for (uint32_t v = 0; v < order; v++) {
    if (job->tested != NULL && job->tested[v] == 0) continue;
    if (job->verdicts[v] == GRUNDY_FORMULA_SILENT) {
      job->range.silent++;
      continue;
    }
    grundy_status status = note_fields(job, v, error);
    if (status != GRUNDY_OK) return status;
    job->range.tested++;
    if (job->verdicts[v] == GRUNDY_FORMULA_FALSE && kept < listed(job)) job->exceptions[kept++] = v;
  }
  return GRUNDY_OK;
}

static grundy_status examine(struct job *job, grundy_error *error) {
  const grundy_run_options *options = GRUNDY_MONITORED(&job->limits.monitor);
  grundy_status status = solve(job, error);
  if (status == GRUNDY_OK) status = allocate(job, error);
  if (status == GRUNDY_OK && job->where != NULL)
    status = grundy_formula_evaluate(job->where, job->game, job->solution, NULL, options,
                                     job->tested, NULL, error);
  for (uint32_t v = 0;
       status == GRUNDY_OK && job->where != NULL && v < grundy_digraph_order(job->game); v++)
    job->tested[v] = job->tested[v] == GRUNDY_FORMULA_TRUE;
  if (status == GRUNDY_OK)
    status = grundy_formula_evaluate(job->law, job->game, job->solution, job->tested, options,
                                     job->verdicts, job->claims, error);
  return status == GRUNDY_OK ? count(job, error) : status;
}

/* ---- the answer ------------------------------------------------------------------------- */

/* Writes "66 positions, a = 0 to 10, b = 0 to 10". */
static void put_range(FILE *out, const struct job *job) {
  grundy_field_names fields = grundy_position_fields(job->game);
  const struct range *range = &job->range;
  lists_count(out, range->tested, "position");
  for (uint32_t i = 0; range->tested > 0 && i < fields.count; i++)
    (void)fprintf(out, ", %s = %" PRId64 " to %" PRId64, fields.at[i], range->least[i],
                  range->most[i]);
}

/* The columns in the list of exceptions. */
static grundy_columns columns_to_list(const struct job *job) {
  return grundy_solution_columns(job->solution);
}

static grundy_status put_exceptions(FILE *out, const struct job *job, grundy_error *error) {
  grundy_write_options options = {.size = sizeof options,
                                  .columns = columns_to_list(job),
                                  .ascii = terminal_is_ascii(),
                                  .rows = job->exceptions,
                                  .row_count = listed(job)};
  (void)putc('\n', out);
  return grundy_solution_write(job->game, job->solution, GRUNDY_FORMAT_TABLE, &options, out, error);
}

static void put_claim(FILE *out, uint32_t claim) {
  if (claim == GRUNDY_INFINITY)
    (void)fputs("inf", out);
  else
    (void)fprintf(out, "%" PRIu32, claim);
}

/* Lists exceptions of a closed form with both values. */
static void put_wrong_values(FILE *out, const struct job *job) {
  (void)putc('\n', out);
  for (uint64_t i = 0; i < listed(job); i++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t v = job->exceptions[i];
    put_printable(out, grundy_digraph_name(job->game, v, scratch));
    (void)fputs(": the value is ", out);
    grundy_value_write(grundy_solution_value(job->solution, v), terminal_is_ascii(), out);
    (void)fputs(", and the closed form gives ", out);
    put_claim(out, job->claims[v]);
    (void)putc('\n', out);
  }
}

static bool is_closed_form(const struct job *job) {
  return grundy_formula_is_value(job->law);
}

static grundy_status put_text(FILE *out, const struct job *job, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (job->range.tested == 0) {
    (void)fputs("the law was tested at no position", out);
  } else {
    if (job->exception_count > 0) lists_count(out, job->exception_count, "exception");
    (void)fputs(job->exception_count > 0 ? " among " : "the law holds at ", out);
    put_range(out, job);
  }
  if (job->range.silent > 0) {
    (void)fputs("; the closed form gives no value at ", out);
    lists_count(out, job->range.silent, "position");
  }
  (void)putc('\n', out);
  if (listed(job) > 0 && is_closed_form(job)) put_wrong_values(out, job);
  if (listed(job) > 0 && !is_closed_form(job)) status = put_exceptions(out, job, error);
  if (listed(job) < job->exception_count)
    (void)fprintf(out, "\n%" PRIu64 " more; use a larger --max-exceptions to list them\n",
                  job->exception_count - listed(job));
  return status;
}

static void put_json_exception(FILE *out, const struct job *job, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const uint8_t *outcomes = grundy_solution_letters(job->solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *values = grundy_solution_numbers(job->solution, GRUNDY_COLUMN_GRUNDY);
  (void)fputs("{\"position\": ", out);
  json_put_string(out, grundy_digraph_name(job->game, v, scratch));
  if (outcomes != NULL) (void)fprintf(out, ", \"outcome\": \"%c\"", outcomes[v]);
  if (values != NULL) {
    (void)fputs(", \"value\": \"", out);
    grundy_value_write(grundy_solution_value(job->solution, v), true, out);
    (void)putc('"', out);
  }
  if (is_closed_form(job)) {
    (void)fputs(", \"claim\": \"", out);
    put_claim(out, job->claims[v]);
    (void)putc('"', out);
  }
  (void)putc('}', out);
}

static void put_json(FILE *out, const struct job *job) {
  grundy_field_names fields = grundy_position_fields(job->game);
  (void)fprintf(out,
                "{\"holds\": %s, \"tested\": %" PRIu64 ", \"silent\": %" PRIu64 ", \"fields\": {",
                job->exception_count == 0 ? "true" : "false", job->range.tested, job->range.silent);
  for (uint32_t i = 0; job->range.tested > 0 && i < fields.count; i++)
    (void)fprintf(out, "%s\"%s\": [%" PRId64 ", %" PRId64 "]", i == 0 ? "" : ", ", fields.at[i],
                  job->range.least[i], job->range.most[i]);
  (void)fprintf(out, "}, \"exceptions\": %" PRIu64 ", \"listed\": [", job->exception_count);
  for (uint64_t i = 0; i < listed(job); i++) {
    if (i > 0) (void)fputs(", ", out);
    put_json_exception(out, job, job->exceptions[i]);
  }
  (void)fputs("]}\n", out);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  if (job->arguments.format == ANSWER_TEXT) return put_text(out, job, error);
  put_json(out, job);
  return GRUNDY_OK;
}

/* ---- the command ------------------------------------------------------------------------ */

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = examine(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->exception_count == 0 ? CODE_YES : CODE_NO;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&law_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {"LAW", offsetof(struct arguments, law),
     "a condition, such as 'G <= a + b', or a file that ends with .lua and returns a function of a "
     "position, or a table with law or value",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    OPTION_WHERE(struct arguments),
    {.name = "max-exceptions",
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, max_exceptions),
     .help = "list at most N exceptions; all are counted",
     .otherwise = "100"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy law wythoff:30,30 'G <= a + b'", "a bound on the values of Wythoff's game"},
    {"grundy law wythoff:30,30 '(outcome == P) == (a == b)'",
     "a wrong conjecture: its exceptions, and exit code 1"},
    {"grundy law wythoff:30,30 'G == b' --where 'a == 0'", "a law for some positions"},
    {0},
};

const struct command law_command = {
    .name = "law",
    .summary = "test a conjecture at every position of a game",
    .group = GROUP_THEORY,
    .description =
        "Solves GAME and tests LAW at every position that can be reached. Variables of a condition "
        "are the fields that the rules name, outcome (P, N or D), G, K, remoteness and the other "
        "columns; inf is infinity. A file may return {value = function(p) ... end}, a closed form "
        "that is compared with G; nil claims nothing. Reports how many positions were tested and "
        "lists exceptions; the exit code is 1 if there are any. A law that holds was tested at "
        "these positions, not proved.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
