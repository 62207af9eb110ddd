/* grundy law GAME LAW: tests a conjecture at every position of a game. */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
#include "defaults.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "rows.h"
#include "sweep_plan.h"
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

/* A law at one game. */
struct trial {
  const char *text; /* the game */
  grundy_digraph *game;
  grundy_solution *solution;
  uint8_t *verdicts, *tested; /* by position; `tested` is NULL if all are */
  uint32_t *claims;           /* likewise, of a closed form */
  uint32_t *exceptions;       /* the first ones, `listed` of them */
  uint64_t exception_count, listed;
  struct range range;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_formula *law, *where; /* `where` may be NULL */
  struct sweep_plan plan;      /* without games if GAME has no range */
  struct trial trial;          /* of the present game */
  FILE *details;               /* what is to be printed about games */
  char *bytes;                 /* of the details */
  size_t size;
  uint64_t games, exceptions, listed, tested, silent; /* of all games so far */
};

enum { DEFAULT_EXCEPTIONS = 100 };

static void trial_end(struct trial *trial) {
  grundy_solution_free(trial->solution);
  grundy_digraph_free(trial->game);
  free(trial->verdicts);
  free(trial->tested);
  free(trial->claims);
  free(trial->exceptions);
  *trial = (struct trial){0};
}

static void job_free(void *context) {
  struct job *job = context;
  trial_end(&job->trial);
  if (job->details != NULL) (void)fclose(job->details);
  free(job->bytes);
  sweep_plan_free(&job->plan);
  grundy_formula_free(job->law);
  grundy_formula_free(job->where);
}

static bool is_sweep(const struct job *job) {
  return job->plan.game_count > 0;
}

static uint64_t max_exceptions(const struct job *job) {
  return job->arguments.max_exceptions.given ? job->arguments.max_exceptions.value
                                             : (uint64_t)DEFAULT_EXCEPTIONS;
}

/* ---- preparing -------------------------------------------------------------------------- */

/* Makes the games of a sweep if GAME has ranges; `..` may also be part of the name of a file. */
static int prepare_sweep(struct job *job) {
  grundy_error error = {0};
  grundy_status status = sweep_plan_make(job->arguments.game, &job->plan, &error);
  bool has_ranges = job->plan.axis_count > 0;
  return status == GRUNDY_OK || (status == GRUNDY_BAD_ARGUMENT && !has_ranges) ? CODE_YES
                                                                               : fail(&error);
}

static int prepare(void *context) {
  struct job *job = context;
  int code = rows_parse_formula("law", job->arguments.law, &job->law);
  if (code == CODE_YES && job->arguments.where != NULL)
    code = rows_parse_formula("condition", job->arguments.where, &job->where);
  return code == CODE_YES ? prepare_sweep(job) : code;
}

/* ---- testing ---------------------------------------------------------------------------- */

/* Solves the columns that the formulas need, and those that are listed with exceptions. */
static grundy_status solve(struct job *job, grundy_error *error) {
  struct trial *trial = &job->trial;
  grundy_status status =
      file_read_game(trial->text, job->arguments.from, &job->limits, &trial->game, error);
  if (status != GRUNDY_OK) return status;
  grundy_columns columns = grundy_formula_columns(job->law);
  if (job->where != NULL) columns |= grundy_formula_columns(job->where);
  columns |= GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  columns &= grundy_solve_columns(trial->game, true);
  if (grundy_formula_is_value(job->law)) columns |= GRUNDY_COLUMN_GRUNDY;
  grundy_solve_options options = {
      .size = sizeof options, .columns = columns, .monitor = &job->limits.monitor};
  status = memory_for_solving(&job->limits.budget, trial->game, &options, error);
  if (status != GRUNDY_OK) return status;
  return grundy_solve(trial->game, &options, &trial->solution, error);
}

static grundy_status allocate(struct job *job, grundy_error *error) {
  struct trial *trial = &job->trial;
  size_t order = (size_t)grundy_digraph_order(trial->game) + 1;
  trial->verdicts = malloc(order);
  trial->claims = calloc(order, sizeof *trial->claims);
  trial->tested = job->where == NULL ? NULL : malloc(order);
  bool enough = trial->verdicts != NULL && trial->claims != NULL &&
                (job->where == NULL || trial->tested != NULL);
  return enough ? GRUNDY_OK : fail_memory(error);
}

/* Finds the positions to test. */
static grundy_status choose(struct job *job, grundy_error *error) {
  struct trial *trial = &job->trial;
  if (job->where == NULL) return GRUNDY_OK;
  grundy_status status =
      grundy_formula_evaluate(job->where, trial->game, trial->solution, NULL,
                              GRUNDY_MONITORED(&job->limits.monitor), trial->tested, NULL, error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < grundy_digraph_order(trial->game); v++)
    trial->tested[v] = trial->tested[v] == GRUNDY_FORMULA_TRUE;
  return status;
}

/* Adds the fields of a tested position to the range. */
static grundy_status note_fields(struct trial *trial, uint32_t v, grundy_error *error) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_field_names fields = grundy_position_fields(trial->game);
  struct range *range = &trial->range;
  grundy_status status = grundy_position_field_values(trial->game, v, values, error);
  for (uint32_t i = 0; status == GRUNDY_OK && i < fields.count; i++) {
    if (range->tested == 0 || values[i] < range->least[i]) range->least[i] = values[i];
    if (range->tested == 0 || values[i] > range->most[i]) range->most[i] = values[i];
  }
  return status;
}

/* Counts what the law says, and keeps the first exceptions, at most `room`. */
static grundy_status count(struct trial *trial, uint64_t room, grundy_error *error) {
  uint32_t order = grundy_digraph_order(trial->game);
  for (uint32_t v = 0; v < order; v++)
    trial->exception_count += trial->verdicts[v] == GRUNDY_FORMULA_FALSE;
  uint64_t most = trial->exception_count < room ? trial->exception_count : room;
  trial->exceptions = calloc(most + 1, sizeof *trial->exceptions);
  if (trial->exceptions == NULL) return fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    if (trial->tested != NULL && trial->tested[v] == 0) continue;
    if (trial->verdicts[v] == GRUNDY_FORMULA_SILENT) {
      trial->range.silent++;
      continue;
    }
    grundy_status status = note_fields(trial, v, error);
    if (status != GRUNDY_OK) return status;
    trial->range.tested++;
    if (trial->verdicts[v] == GRUNDY_FORMULA_FALSE && trial->listed < most)
      trial->exceptions[trial->listed++] = v;
  }
  return GRUNDY_OK;
}

/* ---- the answer for one game ------------------------------------------------------------ */

/* Writes "66 positions, a = 0 to 10, b = 0 to 10". */
static void put_range(FILE *out, const struct trial *trial) {
  grundy_field_names fields = grundy_position_fields(trial->game);
  const struct range *range = &trial->range;
  lists_count(out, range->tested, "position");
  for (uint32_t i = 0; range->tested > 0 && i < fields.count; i++)
    (void)fprintf(out, ", %s = %" PRId64 " to %" PRId64, fields.at[i], range->least[i],
                  range->most[i]);
}

static void put_silent(FILE *out, uint64_t silent) {
  if (silent == 0) return;
  (void)fputs("; the closed form gives no value at ", out);
  lists_count(out, silent, "position");
}

static grundy_status put_exceptions(FILE *out, const struct trial *trial, grundy_error *error) {
  grundy_write_options options = {.size = sizeof options,
                                  .columns = grundy_solution_columns(trial->solution),
                                  .ascii = terminal_is_ascii(),
                                  .rows = trial->exceptions,
                                  .row_count = trial->listed};
  return grundy_solution_write(trial->game, trial->solution, GRUNDY_FORMAT_TABLE, &options, out,
                               error);
}

static void put_claim(FILE *out, uint32_t claim) {
  if (claim == GRUNDY_INFINITY)
    (void)fputs("inf", out);
  else
    (void)fprintf(out, "%" PRIu32, claim);
}

/* Lists exceptions of a closed form with both values. */
static void put_wrong_values(FILE *out, const struct trial *trial) {
  for (uint64_t i = 0; i < trial->listed; i++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t v = trial->exceptions[i];
    put_printable(out, grundy_digraph_name(trial->game, v, scratch));
    (void)fputs(": the value is ", out);
    grundy_value_write(grundy_solution_value(trial->solution, v), terminal_is_ascii(), out);
    (void)fputs(", and the closed form gives ", out);
    put_claim(out, trial->claims[v]);
    (void)putc('\n', out);
  }
}

/* In a sweep, games at which the law holds are only counted. */
static grundy_status put_text(FILE *out, const struct job *job, grundy_error *error) {
  const struct trial *trial = &job->trial;
  if (is_sweep(job) && trial->exception_count == 0) return GRUNDY_OK;
  if (is_sweep(job)) (void)fprintf(out, "\n%s: ", trial->text);
  if (trial->range.tested == 0) {
    (void)fputs("the law was tested at no position", out);
  } else {
    if (trial->exception_count > 0) lists_count(out, trial->exception_count, "exception");
    (void)fputs(trial->exception_count > 0 ? " among " : "the law holds at ", out);
    put_range(out, trial);
  }
  put_silent(out, trial->range.silent);
  (void)putc('\n', out);
  if (trial->listed == 0) return GRUNDY_OK;
  (void)putc('\n', out);
  if (!grundy_formula_is_value(job->law)) return put_exceptions(out, trial, error);
  put_wrong_values(out, trial);
  return GRUNDY_OK;
}

static void put_json_exception(FILE *out, const struct job *job, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const struct trial *trial = &job->trial;
  const uint8_t *outcomes = grundy_solution_letters(trial->solution, GRUNDY_COLUMN_OUTCOME);
  (void)fputs("{\"position\": ", out);
  json_put_string(out, grundy_digraph_name(trial->game, v, scratch));
  if (outcomes != NULL) (void)fprintf(out, ", \"outcome\": \"%c\"", outcomes[v]);
  if (grundy_solution_numbers(trial->solution, GRUNDY_COLUMN_GRUNDY) != NULL) {
    (void)fputs(", \"value\": \"", out);
    grundy_value_write(grundy_solution_value(trial->solution, v), true, out);
    (void)putc('"', out);
  }
  if (grundy_formula_is_value(job->law)) {
    (void)fputs(", \"claim\": \"", out);
    put_claim(out, trial->claims[v]);
    (void)putc('"', out);
  }
  (void)putc('}', out);
}

static void put_json(FILE *out, const struct job *job) {
  const struct trial *trial = &job->trial;
  grundy_field_names fields = grundy_position_fields(trial->game);
  (void)fputs(job->games == 0 ? "{\"game\": " : ", {\"game\": ", out);
  json_put_string(out, trial->text);
  (void)fprintf(
      out, ", \"holds\": %s, \"tested\": %" PRIu64 ", \"silent\": %" PRIu64 ", \"fields\": {",
      trial->exception_count == 0 ? "true" : "false", trial->range.tested, trial->range.silent);
  for (uint32_t i = 0; trial->range.tested > 0 && i < fields.count; i++)
    (void)fprintf(out, "%s\"%s\": [%" PRId64 ", %" PRId64 "]", i == 0 ? "" : ", ", fields.at[i],
                  trial->range.least[i], trial->range.most[i]);
  (void)fprintf(out, "}, \"exceptions\": %" PRIu64 ", \"listed\": [", trial->exception_count);
  for (uint64_t i = 0; i < trial->listed; i++) {
    if (i > 0) (void)fputs(", ", out);
    put_json_exception(out, job, trial->exceptions[i]);
  }
  (void)fputs("]}", out);
}

/* ---- all games --------------------------------------------------------------------------- */

/* Tests the law at one game, and writes the details. */
static grundy_status examine(struct job *job, const char *text, grundy_error *error) {
  struct trial *trial = &job->trial;
  trial->text = text;
  grundy_status status = solve(job, error);
  if (status == GRUNDY_OK) status = allocate(job, error);
  if (status == GRUNDY_OK) status = choose(job, error);
  if (status == GRUNDY_OK)
    status = grundy_formula_evaluate(job->law, trial->game, trial->solution, trial->tested,
                                     GRUNDY_MONITORED(&job->limits.monitor), trial->verdicts,
                                     trial->claims, error);
  if (status == GRUNDY_OK) status = count(trial, max_exceptions(job) - job->listed, error);
  if (status != GRUNDY_OK) return status;
  if (job->arguments.format == ANSWER_JSON)
    put_json(job->details, job);
  else
    status = put_text(job->details, job, error);
  job->games++;
  job->exceptions += trial->exception_count;
  job->listed += trial->listed;
  job->tested += trial->range.tested;
  job->silent += trial->range.silent;
  trial_end(trial);
  return status;
}

static grundy_status examine_all(struct job *job, grundy_error *error) {
  job->details = open_memstream(&job->bytes, &job->size);
  if (job->details == NULL) return fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (!is_sweep(job)) status = examine(job, job->arguments.game, error);
  defaults_begin_sweep();
  for (size_t i = 0; status == GRUNDY_OK && i < job->plan.game_count; i++)
    status = examine(job, job->plan.games[i], error);
  defaults_end_sweep();
  if (status == GRUNDY_OK) defaults_announce(job->arguments.game, &job->limits);
  bool kept = file_close_text(job->details, &job->bytes);
  job->details = NULL;
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

/* Writes "the law holds at 512 positions of 10 games", for a sweep. */
static void put_total(FILE *out, const struct job *job) {
  if (job->exceptions > 0) lists_count(out, job->exceptions, "exception");
  if (job->tested == 0) {
    (void)fputs("the law was tested at no position", out);
  } else {
    (void)fputs(job->exceptions > 0 ? " among " : "the law holds at ", out);
    lists_count(out, job->tested, "position");
  }
  (void)fputs(" of ", out);
  lists_count(out, job->games, "game");
  put_silent(out, job->silent);
  (void)putc('\n', out);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  bool json = job->arguments.format == ANSWER_JSON, sweep = is_sweep(job);
  (void)error;
  if (json && sweep)
    (void)fprintf(
        out, "{\"holds\": %s, \"tested\": %" PRIu64 ", \"exceptions\": %" PRIu64 ", \"games\": [",
        job->exceptions == 0 ? "true" : "false", job->tested, job->exceptions);
  else if (sweep)
    put_total(out, job);
  (void)fwrite(job->bytes, 1, job->size, out);
  if (json) (void)fputs(sweep ? "]}\n" : "\n", out);
  if (!json && job->listed < job->exceptions) {
    char left[32];
    lists_grouped(job->exceptions - job->listed, left, sizeof left);
    (void)fprintf(out, "\n%s more; use a larger --max-exceptions to list them\n", left);
  }
  return GRUNDY_OK;
}

/* ---- the command ------------------------------------------------------------------------ */

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = examine_all(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->exceptions == 0 ? CODE_YES : CODE_NO;
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
    {"grundy law subtraction:50,1,2..9 'G <= 2'", "a law at several games, as in grundy sweep"},
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
        "these positions, not proved. Ranges in GAME, as in grundy sweep, stand for several games.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
