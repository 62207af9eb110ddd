/* grundy period SEQUENCE: periods and linear recurrences seen in a sequence of integers. */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/json.h>
#include <grundy/sequence.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"

struct arguments {
  const char *sequence;
  struct integer max_order;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

struct recurrence {
  bool seen;
  uint64_t order;
  int64_t *coefficients; /* from 1 to `order` */
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_sequence *sequence;
  uint64_t count;
  int64_t first; /* the index of the first term */
  grundy_sequence_period period;
  struct recurrence integers, gf2;
};

enum { DEFAULT_MAX_ORDER = 1000, MOST_SHOWN = 12 };

static void job_free(void *context) {
  struct job *job = context;
  grundy_sequence_free(job->sequence);
  free(job->integers.coefficients);
  free(job->gf2.coefficients);
}

static uint64_t max_order(const struct job *job) {
  uint64_t order =
      job->arguments.max_order.given ? job->arguments.max_order.value : (uint64_t)DEFAULT_MAX_ORDER;
  return order < job->count / 4 ? order : job->count / 4;
}

/* ---- the work ------------------------------------------------------------------------ */

static grundy_status find_recurrence(struct job *job, const int64_t *terms,
                                     grundy_recurrence_ring ring, struct recurrence *recurrence,
                                     grundy_error *error) {
  uint64_t most = max_order(job);
  recurrence->coefficients = calloc(most + 1, sizeof *recurrence->coefficients);
  if (recurrence->coefficients == NULL) return fail_memory(error);
  return grundy_sequence_find_recurrence(terms, job->count, ring, most,
                                         GRUNDY_MONITORED(&job->limits.monitor), &recurrence->seen,
                                         &recurrence->order, recurrence->coefficients, error);
}

static grundy_status examine(struct job *job, grundy_error *error) {
  const grundy_read_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_status status =
      grundy_sequence_read(job->arguments.sequence, &options, &job->sequence, error);
  if (status != GRUNDY_OK) return status;
  const int64_t *terms = grundy_sequence_terms(job->sequence, &job->count, &job->first);
  status = grundy_sequence_find_period(terms, job->count, &job->period, error);
  if (status == GRUNDY_OK)
    status = find_recurrence(job, terms, GRUNDY_RECURRENCE_INTEGERS, &job->integers, error);
  if (status == GRUNDY_OK)
    status = find_recurrence(job, terms, GRUNDY_RECURRENCE_GF2, &job->gf2, error);
  return status;
}

/* ---- the answer as text ---------------------------------------------------------------- */

static void put_period(FILE *out, const struct job *job) {
  const grundy_sequence_period *p = &job->period;
  if (p->length == 0) {
    (void)fputs("no period seen\n", out);
    return;
  }
  int64_t from = job->first + (int64_t)p->preperiod;
  int64_t to = job->first + (int64_t)(job->count - p->length) - 1;
  (void)fprintf(out, "%s: preperiod %" PRIu64 ", period %" PRIu64,
                p->seen ? "period seen" : "no period seen; the best candidate is", p->preperiod,
                p->length);
  if (p->saltus != 0) (void)fprintf(out, ", saltus %" PRId64, p->saltus);
  (void)fprintf(out, ": a(n+%" PRIu64 ") = a(n)", p->length);
  if (p->saltus != 0)
    (void)fprintf(out, " %c %" PRIu64, p->saltus < 0 ? '-' : '+',
                  p->saltus < 0 ? (uint64_t)-p->saltus : (uint64_t)p->saltus);
  (void)fprintf(out, " for n = %" PRId64 " to %" PRId64, from, to);
  if (p->preperiod > 0) (void)fprintf(out, ", and not for n = %" PRId64, from - 1);
  (void)fprintf(out, "; %" PRIu64 " of %" PRIu64 " terms follow from the others\n", p->predicted,
                job->count);
}

/* Writes "+ 2 a(n-3)" or, for nim-sums, "xor a(n-3)". */
static void put_term(FILE *out, int64_t coefficient, uint64_t lag, bool first, bool nim_sum) {
  uint64_t size = coefficient < 0 ? (uint64_t)-coefficient : (uint64_t)coefficient;
  if (nim_sum)
    (void)fputs(first ? " " : " xor ", out);
  else if (first)
    (void)fputs(coefficient < 0 ? " -" : " ", out);
  else
    (void)fputs(coefficient < 0 ? " - " : " + ", out);
  if (size != 1) (void)fprintf(out, "%" PRIu64 " ", size);
  (void)fprintf(out, "a(n-%" PRIu64 ")", lag);
}

static void put_recurrence(FILE *out, const struct job *job, const struct recurrence *r,
                           const char *ring, bool nim_sum) {
  if (!r->seen) {
    (void)fprintf(out, "no linear recurrence %s seen up to order %" PRIu64 "\n", ring,
                  max_order(job));
    return;
  }
  (void)fprintf(out, "linear recurrence %s seen: order %" PRIu64 ": a(n) =", ring, r->order);
  int shown = 0;
  for (uint64_t i = 1; i <= r->order && shown <= MOST_SHOWN; i++) {
    if (r->coefficients[i] == 0) continue;
    if (shown++ < MOST_SHOWN)
      put_term(out, r->coefficients[i], i, shown == 1, nim_sum);
    else
      (void)fputs(" ... (--json has all)", out);
  }
  if (shown == 0) (void)fputs(" 0", out);
  (void)fprintf(out, " for n = %" PRId64 " to %" PRId64 "\n", job->first + (int64_t)r->order,
                job->first + (int64_t)job->count - 1);
}

static bool sees_something(const struct job *job) {
  return job->period.seen || job->integers.seen || job->gf2.seen;
}

static void put_text(FILE *out, const struct job *job) {
  lists_count(out, job->count, "term");
  (void)fprintf(out, ", n = %" PRId64 " to %" PRId64 "\n", job->first,
                job->first + (int64_t)job->count - 1);
  put_period(out, job);
  put_recurrence(out, job, &job->integers, "over the integers", false);
  put_recurrence(out, job, &job->gf2, "over GF(2)", true);
  if (sees_something(job)) (void)fputs("seen in these terms, not proved for others\n", out);
}

/* ---- the answer as JSON ------------------------------------------------------------------ */

static void put_json_recurrence(grundy_json *json, const char *name, const struct recurrence *r) {
  if (!r->seen) {
    grundy_json_null(json, name);
    return;
  }
  grundy_json_object(json, name);
  grundy_json_integer(json, "order", r->order);
  grundy_json_array(json, "coefficients");
  for (uint64_t i = 1; i <= r->order; i++) grundy_json_signed(json, NULL, r->coefficients[i]);
  grundy_json_end(json);
  grundy_json_end(json);
}

static void put_json_period(grundy_json *json, const grundy_sequence_period *p) {
  if (p->length == 0) {
    grundy_json_null(json, "period");
    return;
  }
  grundy_json_object(json, "period");
  grundy_json_bool(json, "seen", p->seen);
  grundy_json_integer(json, "preperiod", p->preperiod);
  grundy_json_integer(json, "length", p->length);
  grundy_json_signed(json, "saltus", p->saltus);
  grundy_json_integer(json, "predicted", p->predicted);
  grundy_json_end(json);
}

static void put_json(FILE *out, const struct job *job) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "terms", job->count);
  grundy_json_signed(&json, "first", job->first);
  put_json_period(&json, &job->period);
  put_json_recurrence(&json, "integers", &job->integers);
  put_json_recurrence(&json, "gf2", &job->gf2);
  grundy_json_integer(&json, "max_order", max_order(job));
  grundy_json_bool(&json, "proved", false);
  grundy_json_end(&json);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON)
    put_json(out, job);
  else
    put_text(out, job);
  return GRUNDY_OK;
}

/* ---- the command --------------------------------------------------------------------- */

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = examine(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return sees_something(job) ? CODE_YES : CODE_NO;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&period_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"SEQUENCE", offsetof(struct arguments, sequence),
     "a file of integers or outcomes (P, N, D, A, B), separated by blanks, commas or newlines, "
     "with # "
     "before comments, a b-file of the OEIS, or a table of grundy sweep with two columns; - for "
     "standard input",
     FILE_DATA},
    {0},
};

static const struct option options[] = {
    {.name = "max-order",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = 1000000,
     .destination = offsetof(struct arguments, max_order),
     .help = "look for linear recurrences up to order N, and at most a quarter of the number of "
             "terms",
     .otherwise = "1000"},
    OPTION_JSON(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy heap kayles --max 199 --to bfile | grundy period -",
     "the period of Kayles, as far as 200 values show it"},
    {"printf '0 1 1 2 3 5 8 13 21 34' | grundy period -", "a(n) = a(n-1) + a(n-2)"},
    {0},
};

const struct command period_command = {
    .name = "period",
    .summary = "find periods and linear recurrences in a sequence",
    .group = GROUP_THEORY,
    .description =
        "Reports the period, preperiod and saltus seen in a sequence of integers, and the shortest "
        "linear recurrences over the integers and, with nim-sums, over GF(2). All of these are "
        "seen, not proved: one is reported if at least half of the terms follow from the others. "
        "The preperiod counts the terms before the period. The exit code is 1 if nothing is seen. "
        "grundy heap proves the periods of heap games.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
