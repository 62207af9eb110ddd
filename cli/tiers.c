#include "tiers.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/tiers.h>

#include "failure.h"
#include "files.h"
#include "lists.h"
#include "memory.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "summary.h"
#include "terminal.h"

static grundy_status open_tiers(const struct tiers_request *request, struct limits *limits,
                                grundy_tiers **tiers, grundy_error *error) {
  grundy_open_options options =
      GRUNDY_OPTIONS(grundy_open_options, .memory = memory_option(&limits->budget),
                     .monitor = &limits->monitor, .libraries = true);
  return grundy_tiers_open(request->game, &options, tiers, error);
}

static grundy_tiers_options options_of(const struct tiers_request *request, struct limits *limits) {
  return GRUNDY_OPTIONS(grundy_tiers_options, .columns = request->columns,
                        .memory = memory_option(&limits->budget), .sample = request->sample,
                        .seed = request->seed, .monitor = &limits->monitor,
                        .progress = progress_tiers, .context = &limits->progress);
}

/* Prints why it failed, and that solved tiers are kept, if they are. */
static int fail_tiers(const struct tiers_request *request, struct limits *limits,
                      const grundy_error *error, bool keeps) {
  int code = limits_fail(limits, error);
  bool memory = error->status == GRUNDY_OUT_OF_MEMORY;
  if (memory && keeps)
    signals_note_kept(request->folder,
                      "keeps the solved tiers; run the same command to continue with more memory");
  if (memory || error->status == GRUNDY_CANCELLED) signals_say_kept();
  return code;
}

/* ---- solving ------------------------------------------------------------------------------ */

/* What is written to standard output: a summary, a plan or a verdict. */
struct writing {
  const struct tiers_request *request;
  const grundy_tiers_summary *summary;
  double seconds;
  const grundy_tiers *tiers;
  const grundy_tiers_plan *plan;
  double rate;
  const grundy_tiers_verdict *verdict;
};

static grundy_status write_summary(const void *context, FILE *out, grundy_error *error) {
  const struct writing *w = context;
  (void)error;
  summary_put_tiers(out, w->summary, w->request->columns, w->seconds, 0);
  return GRUNDY_OK;
}

int tiers_solve(const struct tiers_request *request, struct limits *limits) {
  grundy_tiers *tiers = NULL;
  grundy_tiers_summary summary;
  grundy_error error = {0};
  double start = terminal_clock();
  grundy_status status = open_tiers(request, limits, &tiers, &error);
  bool opened = status == GRUNDY_OK, keeps = opened && !request->quiet;
  grundy_tiers_options options = options_of(request, limits);
  if (keeps)
    signals_note_kept(request->folder, "keeps the solved tiers; run the same command to continue");
  if (opened) status = grundy_tiers_solve(tiers, request->folder, &options, &summary, &error);
  grundy_tiers_free(tiers);
  progress_clear(&limits->progress);
  if (status != GRUNDY_OK) return fail_tiers(request, limits, &error, keeps);
  const struct writing writing = {request, .summary = &summary,
                                  .seconds = terminal_clock() - start};
  if (!request->quiet) status = file_write("-", write_summary, &writing, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(limits, &error);
}

/* ---- dry runs ----------------------------------------------------------------------------- */

static void put_number(FILE *out, const char *what, uint64_t number) {
  char text[32];
  lists_grouped(number, text, sizeof text);
  (void)fprintf(out, "%-12s%s%s\n", what, number == UINT64_MAX ? "at least " : "", text);
}

static void put_bytes(FILE *out, const char *what, uint64_t bytes, const char *purpose) {
  char text[32];
  grundy_bytes_format(bytes, text, sizeof text);
  (void)fprintf(out, "%-12s%s %s\n", what, text, purpose);
}

/* Says what numbers cost that do not fit into a byte; nobody knows beforehand how many there are.
 */
static void put_large(FILE *out, grundy_columns columns) {
  if ((columns & ~(grundy_columns)GRUNDY_COLUMN_OUTCOME) == 0) return;
  (void)fprintf(
      out, "%-12splus up to %d bytes of memory and %d bytes of disk per number above 250\n", "",
      (columns & GRUNDY_COLUMN_COUNTER) != 0 ? 2 * GRUNDY_TIERS_LARGE_MEMORY
                                             : GRUNDY_TIERS_LARGE_MEMORY,
      GRUNDY_TIERS_LARGE_DISK);
}

static void put_time(FILE *out, const grundy_tiers_plan *plan, double rate) {
  unsigned threads = grundy_threads();
  char duration[48];
  if (rate <= 0) return;
  double seconds = (double)plan->indices / rate / threads;
  lists_duration(seconds < 1 ? 1 : seconds, duration, sizeof duration);
  (void)fprintf(
      out,
      "%-12s%s on %u thread%s if each index is evaluated once: a sample took %.2f microseconds "
      "per index; cycles and values take several times as long\n",
      "time", duration, threads, threads == 1 ? "" : "s", 1e6 / rate);
}

static void put_tiers(FILE *out, const grundy_tiers *tiers) {
  grundy_tier_info info;
  (void)fprintf(out, "%-20s  %20s  %s\n", "tier", "indices", "leads to");
  for (uint64_t i = 0; grundy_tiers_at(tiers, i, &info); i++) {
    char indices[32];
    lists_grouped(info.indices, indices, sizeof indices);
    (void)fprintf(out, "%-20llu  %20s  ", (unsigned long long)info.number, indices);
    lists_count(out, info.leads_to, "tier");
    (void)putc('\n', out);
  }
}

static grundy_status write_plan(const void *context, FILE *out, grundy_error *error) {
  const struct writing *w = context;
  (void)error;
  put_tiers(out, w->tiers);
  (void)putc('\n', out);
  put_number(out, "tiers", w->plan->tiers);
  put_number(out, "indices", w->plan->indices);
  put_number(out, "largest", w->plan->largest);
  put_bytes(out, "memory", w->plan->memory, "for the tables of the tier that needs most");
  put_bytes(out, "mapped", w->plan->mapped, "of other tiers at a time");
  put_bytes(out, "disk", w->plan->disk, "for all files");
  put_large(out, w->request->columns);
  put_time(out, w->plan, w->rate);
  return GRUNDY_OK;
}

int tiers_dry_run(const struct tiers_request *request, struct limits *limits) {
  const double sample_seconds = 0.5;
  grundy_tiers *tiers = NULL;
  grundy_tiers_plan plan;
  grundy_error error = {0};
  double rate = 0;
  grundy_status status = open_tiers(request, limits, &tiers, &error);
  if (status == GRUNDY_OK) status = grundy_tiers_measure(tiers, request->columns, &plan, &error);
  if (status == GRUNDY_OK) status = grundy_tiers_sample(tiers, sample_seconds, &rate, &error);
  progress_clear(&limits->progress);
  const struct writing writing = {request, .tiers = tiers, .plan = &plan, .rate = rate};
  if (status == GRUNDY_OK) status = file_write("-", write_plan, &writing, &error);
  grundy_tiers_free(tiers);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(limits, &error);
}

/* ---- verifying ---------------------------------------------------------------------------- */

static void put_verdict(FILE *out, const struct tiers_request *request,
                        const grundy_tiers_verdict *verdict) {
  if (!verdict->right) {
    (void)fputs("wrong: ", out);
    put_printable(out, verdict->wrong);
    (void)putc('\n', out);
    return;
  }
  (void)fputs(request->sample == 0 ? "right: " : "no violation at ", out);
  lists_count(out, verdict->positions, "position");
  (void)fputs(request->sample == 0 ? "\n"
              : verdict->all       ? ", which are all; a sample checks local conditions only\n"
                                   : " chosen at random; the others were not checked\n",
              out);
}

static grundy_status write_verdict(const void *context, FILE *out, grundy_error *error) {
  const struct writing *w = context;
  (void)error;
  put_verdict(out, w->request, w->verdict);
  return GRUNDY_OK;
}

int tiers_verify(const struct tiers_request *request, struct limits *limits) {
  grundy_tiers *tiers = NULL;
  grundy_tiers_verdict verdict = {.right = false};
  grundy_error error = {0};
  grundy_status status = open_tiers(request, limits, &tiers, &error);
  grundy_tiers_options options = options_of(request, limits);
  if (status == GRUNDY_OK) status = grundy_tiers_read(tiers, request->folder, &error);
  if (status == GRUNDY_OK) status = grundy_tiers_verify(tiers, &options, &verdict, &error);
  grundy_tiers_free(tiers);
  progress_clear(&limits->progress);
  const struct writing writing = {request, .verdict = &verdict};
  if (status == GRUNDY_OK) status = file_write("-", write_verdict, &writing, &error);
  if (status != GRUNDY_OK) return limits_fail(limits, &error);
  return verdict.right ? CODE_YES : CODE_NO;
}
