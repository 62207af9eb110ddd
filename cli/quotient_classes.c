/* grundy quotient GAME --classes CLASSES: whether an equivalence of positions is compatible or
 * semicompatible, and its quotient. */

#include "quotient.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/json.h>
#include <grundy/morphism.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "failure.h"
#include "files.h"
#include "options.h"
#include "run_limits.h"
#include "terminal.h"

static bool is_compatible(const struct quotient_job *job) {
  return !job->report.compatible.found;
}

static bool is_semicompatible(const struct quotient_job *job) {
  return job->report.semicompatible_defined && !job->report.semicompatible.found;
}

/* ---- the work ------------------------------------------------------------------------ */

static grundy_status read_all(struct quotient_job *job, grundy_error *error) {
  const struct quotient_arguments *arguments = &job->arguments;
  grundy_status status =
      file_read_game(arguments->game, arguments->from, &job->limits, &job->game, error);
  if (status != GRUNDY_OK) return status;
  job->class_of = calloc((size_t)grundy_digraph_order(job->game) + 1, sizeof *job->class_of);
  if (job->class_of == NULL) return fail_memory(error);
  terminal_explain_keyboard(arguments->classes, "one position and its class per line");
  return grundy_classes_read(job->game, arguments->classes,
                             &GRUNDY_OPTIONS(grundy_read_options, .monitor = &job->limits.monitor),
                             job->class_of, &job->classes, error);
}

static grundy_status look_for_endless_play(struct quotient_job *job, grundy_error *error) {
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMN_DISTANCE, .monitor = &job->limits.monitor};
  grundy_solution *solution = NULL;
  grundy_status status = grundy_solve_in_memory(job->game, &options, &solution, error);
  if (status != GRUNDY_OK) return status;
  const uint32_t *distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE);
  for (uint32_t v = 0; v < grundy_digraph_order(job->game); v++)
    job->endless = job->endless || distance[v] == GRUNDY_INFINITY;
  grundy_solution_free(solution);
  return GRUNDY_OK;
}

static grundy_status check(struct quotient_job *job, grundy_error *error) {
  grundy_status status =
      grundy_relation_check(job->game, job->class_of, grundy_digraph_order(job->classes),
                            GRUNDY_MONITORED(&job->limits.monitor), &job->report, error);
  if (status == GRUNDY_OK && job->report.semicompatible_defined)
    status = look_for_endless_play(job, error);
  if (status != GRUNDY_OK || job->arguments.require != REQUIRE_SEMICOMPATIBLE ||
      job->report.semicompatible_defined)
    return status;
  return fail_with(error, GRUNDY_UNDEFINED, "",
                   "a game with players or outcomes of its own has no semicompatible relations; "
                   "expected one in which the last player wins");
}

/* Writes the quotient, with the names of the classes in the file. */
static grundy_status write_quotient(struct quotient_job *job, grundy_error *error) {
  grundy_status status =
      grundy_quotient(job->game, job->class_of, grundy_digraph_order(job->classes), job->classes,
                      GRUNDY_MONITORED(&job->limits.monitor), &job->quotient, error);
  if (status != GRUNDY_OK) return status;
  return file_write_game(&job->output, job->arguments.output, job->to, job->quotient, &job->limits,
                         error);
}

/* ---- the answer ---------------------------------------------------------------------- */

struct names {
  char scratch[3][GRUNDY_NAME_MAX_BYTES];
  const char *first, *second, *move;
};

static void find_names(const struct quotient_job *job, const grundy_violation *at,
                       struct names *names) {
  names->first = grundy_digraph_name(job->game, at->first, names->scratch[0]);
  names->second = grundy_digraph_name(job->game, at->second, names->scratch[1]);
  names->move = at->at_ends ? NULL : grundy_digraph_name(job->game, at->move, names->scratch[2]);
}

/* Writes the pieces, a list up to a NULL, without control characters. */
static void put_pieces(FILE *out, const char *const *pieces) {
  for (; *pieces != NULL; pieces++) put_printable(out, *pieces);
}

static void put_reason(FILE *out, const struct quotient_job *job, const grundy_violation *at,
                       bool reversible) {
  struct names n;
  find_names(job, at, &n);
  put_pieces(out, (const char *const[]){n.first, " and ", n.second, " are related, ", NULL});
  if (at->at_ends) {
    (void)fputs("but differ in who moves or how it ends there", out);
    return;
  }
  put_pieces(out, (const char *const[]){n.first, " -> ", n.move, " is a move, but ", n.second,
                                        " has none into the class of ", n.move, NULL});
  if (reversible)
    put_pieces(
        out, (const char *const[]){", nor has ", n.move, " one back into that of ", n.first, NULL});
}

static void put_verdict(FILE *out, const struct quotient_job *job, const char *what,
                        const grundy_violation *at, bool reversible) {
  (void)fprintf(out, "%-15s %s", what, at->found ? "no, " : "yes");
  if (at->found) put_reason(out, job, at, reversible);
  (void)putc('\n', out);
}

static const char *what_is_kept(const struct quotient_job *job) {
  if (is_compatible(job)) return "Related positions have the same solution, column by column.";
  if (!is_semicompatible(job)) return "Related positions need not have anything in common.";
  return job->endless ? "The game has cycles: related positions need not have the same value."
                      : "Related positions have the same value and outcome.";
}

static void print_text(FILE *out, const struct quotient_job *job) {
  (void)fprintf(out, "%-15s %lu of %lu positions\n", "classes",
                (unsigned long)grundy_digraph_order(job->classes),
                (unsigned long)grundy_digraph_order(job->game));
  put_verdict(out, job, "compatible", &job->report.compatible, false);
  if (job->report.semicompatible_defined)
    put_verdict(out, job, "semicompatible", &job->report.semicompatible, true);
  else
    (void)fprintf(out, "%-15s %s\n", "semicompatible",
                  "not defined for games with players, or where the last player may lose");
  (void)fprintf(out, "%s\n", what_is_kept(job));
}

static void write_violation(grundy_json *json, const struct quotient_job *job, const char *key,
                            const grundy_violation *at) {
  struct names n;
  if (!at->found) return;
  find_names(job, at, &n);
  grundy_json_object(json, key);
  grundy_json_string(json, "condition", at->at_ends ? "ends" : "move");
  grundy_json_string(json, "first", n.first);
  grundy_json_string(json, "second", n.second);
  grundy_json_string(json, "move", n.move);
  grundy_json_end(json);
}

static void print_json(FILE *out, const struct quotient_job *job) {
  const grundy_relation_report *report = &job->report;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "classes", grundy_digraph_order(job->classes));
  grundy_json_bool(&json, "compatible", is_compatible(job));
  if (report->semicompatible_defined)
    grundy_json_bool(&json, "semicompatible", is_semicompatible(job));
  else
    grundy_json_null(&json, "semicompatible");
  grundy_json_object(&json, "violations");
  write_violation(&json, job, "compatible", &report->compatible);
  write_violation(&json, job, "semicompatible", &report->semicompatible);
  grundy_json_end(&json);
  grundy_json_end(&json);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct quotient_job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON)
    print_json(out, job);
  else
    print_text(out, job);
  return GRUNDY_OK;
}

/* Returns whether the relation has a quotient: it is compatible or semicompatible. */
static bool has_quotient(const struct quotient_job *job) {
  return is_compatible(job) || is_semicompatible(job);
}

static int code_of_answer(const struct quotient_job *job) {
  const struct quotient_arguments *arguments = &job->arguments;
  if (arguments->output != NULL && !has_quotient(job)) {
    (void)fprintf(stderr, "grundy: no quotient by this relation, so '%s' was not written\n",
                  arguments->output);
    return CODE_NO;
  }
  if (arguments->require == REQUIRE_COMPATIBLE && !is_compatible(job)) return CODE_NO;
  return arguments->require == REQUIRE_SEMICOMPATIBLE && !is_semicompatible(job) ? CODE_NO
                                                                                 : CODE_YES;
}

/* Opens the output first, so that a missing folder is reported before the work. */
int quotient_work_with_classes(struct quotient_job *job) {
  grundy_error error = {0};
  grundy_status status = GRUNDY_OK;
  if (job->arguments.output != NULL)
    status = grundy_output_open(job->arguments.output, &job->output, &error);
  if (status == GRUNDY_OK) status = read_all(job, &error);
  if (status == GRUNDY_OK) status = check(job, &error);
  if (status == GRUNDY_OK && job->output != NULL && has_quotient(job))
    status = write_quotient(job, &error);
  file_give_up(&job->output, &job->limits);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? code_of_answer(job) : limits_fail(&job->limits, &error);
}
