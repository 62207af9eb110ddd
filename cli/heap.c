/* grundy heap CODE: nim-values of heap games, and proved periods. */

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/draw.h>
#include <grundy/format.h>
#include <grundy/heap.h>
#include <grundy/json.h>
#include <grundy/misere.h>

#include "commands.h"
#include "evaluation.h"
#include "failure.h"
#include "files.h"
#include "gnuplot.h"
#include "heap_misere.h"
#include "heap_plot.h"
#include "heap_quotient.h"
#include "memory.h"
#include "options.h"
#include "pager.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "source_line.h"

struct arguments {
  const char *code;
  struct integer max;
  struct real checkpoint_interval; /* in seconds */
  const char *output;
  int format; /* a grundy_format; AUTO leaves it to the ending of `output` */
  const char *plot, *checkpoint, *heaps, *certificate;
  bool stop_at_period, rare, misere, genus, quotient;
  struct integer max_elements;
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_format format;
  struct limits limits;
  grundy_heap_code *code;
  grundy_heaps *heaps;
  grundy_heap_split split;
  struct misere_heaps misere;
  grundy_misere *quotient;
  bool partial;    /* a limit has ended the search, and what was found is the answer */
  uint32_t *sizes; /* of --heaps */
  uint64_t count;
  grundy_output *output, *plot, *certificate;
};

enum { MOST_HEAPS = 1000 };

/* A quotient that answers a single sum may have this many elements and take some seconds; otherwise
 * sums are searched. */
enum { SUM_ELEMENTS = 3000 };
#define SUM_STEPS (UINT64_C(1) << 31)

static void job_give_up(struct job *job) {
  file_give_up(&job->output, &job->limits);
  file_give_up(&job->plot, &job->limits);
  file_give_up(&job->certificate, &job->limits);
}

static void job_free(void *context) {
  struct job *job = context;
  job_give_up(job);
  grundy_heaps_free(job->heaps);
  grundy_misere_free(job->quotient);
  grundy_heap_code_free(job->code);
  free(job->misere.outcomes);
  free(job->misere.genera);
  free(job->sizes);
}

/* ---- preparing ----------------------------------------------------------------------- */

static uint32_t largest_heap(const struct job *job) {
  const struct arguments *arguments = &job->arguments;
  if (arguments->heaps != NULL) {
    uint32_t largest = 0;
    for (uint64_t i = 0; i < job->count; i++)
      if (job->sizes[i] > largest) largest = job->sizes[i];
    return largest;
  }
  if (arguments->max.given) return (uint32_t)arguments->max.value;
  if (arguments->quotient)
    return arguments->stop_at_period ? GRUNDY_MISERE_DEFAULT_STOP : GRUNDY_MISERE_DEFAULT_MAX;
  if (arguments->misere) return GRUNDY_HEAP_DEFAULT_MISERE;
  return arguments->stop_at_period ? GRUNDY_HEAP_DEFAULT_STOP : GRUNDY_HEAP_DEFAULT_MAX;
}

/* Reads the sizes of --heaps, such as "3,4,5". */
static int read_heaps(struct job *job) {
  const char *at = job->arguments.heaps;
  job->sizes = calloc(MOST_HEAPS, sizeof *job->sizes);
  if (job->sizes == NULL) {
    grundy_error error;
    (void)fail_memory(&error);
    return fail(&error);
  }
  for (;;) {
    char *end;
    unsigned long long size = isdigit((unsigned char)*at) ? strtoull(at, &end, 10) : UINT64_MAX;
    if (size > GRUNDY_HEAP_MAX_SIZE || (*end != '\0' && *end != ',') || job->count == MOST_HEAPS)
      return fail_usage(heap_command.name,
                        "--heaps is '%s'; expected up to %d sizes up to %u, such as 3,4,5",
                        job->arguments.heaps, (int)MOST_HEAPS, (unsigned)GRUNDY_HEAP_MAX_SIZE);
    job->sizes[job->count++] = (uint32_t)size;
    if (*end == '\0') return CODE_YES;
    at = end + 1;
  }
}

/* Pictures of quotients, the first two also of values. */
static const char *const plot_endings[] = {".svg", ".pdf", ".png", ".dot", NULL};

static int prepare_plot(const struct arguments *arguments) {
  static const char *const of_values[] = {".svg", ".pdf", NULL};
  int ending = 0;
  if (arguments->plot == NULL) return CODE_YES;
  if (arguments->misere && !arguments->quotient)
    return fail_usage(heap_command.name, "--misere conflicts with --plot; to draw a quotient, use "
                                         "--misere --quotient --plot");
  return file_find_ending(&heap_command, arguments->plot,
                          arguments->quotient ? plot_endings : of_values, NULL, true, &ending);
}

/* Sums and rare values are written only as a table or as JSON, and what is known about misère play
 * also as delimited text. */
static int prepare_format(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  int code = file_find_format_or(&heap_command, arguments->output, GRUNDY_FORMAT_WRITES_SOLUTION,
                                 arguments->format, GRUNDY_FORMAT_TABLE, &job->format);
  if (code != CODE_YES) return code;
  const char *option = arguments->heaps != NULL ? "--heaps"
                       : arguments->quotient    ? "--quotient"
                       : arguments->misere      ? "--misere"
                       : arguments->rare        ? "--rare"
                                                : NULL;
  bool plain = job->format == GRUNDY_FORMAT_TABLE || job->format == GRUNDY_FORMAT_JSON;
  bool delimited = job->format == GRUNDY_FORMAT_TSV || job->format == GRUNDY_FORMAT_CSV;
  bool only_plain = arguments->heaps != NULL || arguments->quotient || !arguments->misere;
  if (arguments->quotient && job->format == GRUNDY_FORMAT_LATEX) plain = true;
  if (option != NULL && !plain && (only_plain || !delimited))
    return fail_usage(heap_command.name, "%s conflicts with --to %s; use table%s json", option,
                      grundy_format_name(job->format),
                      arguments->quotient ? ", latex or"
                      : only_plain        ? " or"
                                          : ", tsv, csv or");
  return file_check_terminal(&heap_command, arguments->output, job->format);
}

/* Reads what the options say; returns an exit code. */
static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  if (arguments->misere && arguments->stop_at_period && !arguments->quotient)
    return fail_usage(heap_command.name, "--misere conflicts with --stop-at-period; to prove a "
                                         "period, use --misere --quotient --stop-at-period");
  int code = prepare_plot(arguments);
  if (code == CODE_YES) code = prepare_format(job);
  if (code == CODE_YES && arguments->heaps != NULL) code = read_heaps(job);
  if (code != CODE_YES) return code;
  source_line_remember("code", arguments->code);
  grundy_status status =
      grundy_heap_code_parse(arguments->code, strlen(arguments->code), &job->code, &error);
  return status == GRUNDY_OK ? CODE_YES : fail(&error);
}

/* ---- misère play and sums ------------------------------------------------------------ */

static void put_json_sum(FILE *out, const struct job *job, grundy_outcome outcome, uint32_t value,
                         uint64_t positions) {
  bool misere = job->arguments.misere;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "code", grundy_heap_code_text(job->code));
  grundy_json_array(&json, "heaps");
  for (uint64_t i = 0; i < job->count; i++) grundy_json_integer(&json, NULL, job->sizes[i]);
  grundy_json_end(&json);
  grundy_json_string(&json, "play", misere ? "misere" : "normal");
  grundy_answer_outcome(&json, "outcome", outcome);
  grundy_answer_number32(&json, "value", misere ? GRUNDY_NUMBER_UNKNOWN : value);
  grundy_json_integer(&json, "positions", positions);
  grundy_json_end(&json);
}

static void put_sum(FILE *out, const struct job *job, grundy_outcome outcome, uint32_t value,
                    uint64_t positions) {
  bool misere = job->arguments.misere;
  if (job->format == GRUNDY_FORMAT_JSON) {
    put_json_sum(out, job, outcome, value, positions);
    return;
  }
  (void)fprintf(out, "%s: ", grundy_heap_code_text(job->code));
  for (uint64_t i = 0; i < job->count; i++)
    (void)fprintf(out, "%s%u", i == 0 ? "" : "+", job->sizes[i]);
  (void)fputs(" is ", out);
  evaluation_put_outcome(out, outcome);
  if (!misere && value == GRUNDY_INFINITY)
    (void)fputs(", loony\n", out);
  else if (!misere)
    (void)fprintf(out, ", value %u\n", value);
  else if (positions == 0)
    (void)fputs(" in misere play (theorem [Bou01])\n", out);
  else
    (void)fprintf(out, " in misere play (search of %llu positions)\n",
                  (unsigned long long)positions);
}

static uint64_t max_positions_of(const struct job *job) {
  return job->arguments.limits.max_positions.given ? job->arguments.limits.max_positions.value
                                                   : GRUNDY_HEAP_DEFAULT_POSITIONS;
}

/* Answers a sum in misère play by the quotient of its heaps. *done is false if a limit ended the
 * computation. Nim has a rule of its own. */
static grundy_status answer_by_quotient(struct job *job, bool *done, grundy_error *error) {
  uint32_t largest = largest_heap(job);
  grundy_outcome outcome;
  bool has_most = job->arguments.max_elements.given;
  uint64_t most = has_most ? job->arguments.max_elements.value : SUM_ELEMENTS;
  grundy_misere_options options = {
      .size = sizeof options,
      .max = largest < GRUNDY_MISERE_DEFAULT_STOP ? largest : GRUNDY_MISERE_DEFAULT_STOP,
      .stop_at_period = true,
      .max_elements = (uint32_t)most,
      .monitor = &job->limits.monitor,
      .max_steps = has_most ? 0 : SUM_STEPS};
  grundy_status status = grundy_misere_of_code(job->code, &options, &job->quotient, error);
  if (status != GRUNDY_OK) return status;
  const grundy_error *limit = grundy_misere_get_facts(job->quotient).limit;
  if (limit != NULL && limit->status != GRUNDY_UNABLE) {
    *error = *limit;
    return limit->status;
  }
  progress_clear(&job->limits.progress);
  *done = grundy_misere_outcome(job->quotient, job->sizes, job->count, &outcome, NULL) == GRUNDY_OK;
  if (!*done) return GRUNDY_OK;
  return heap_quotient_write_sum(grundy_output_stream(job->output),
                                 grundy_heap_code_text(job->code), job->quotient, job->sizes,
                                 job->count, job->format, error);
}

static grundy_status answer_sum(struct job *job, grundy_error *error) {
  bool done = false;
  if (job->arguments.misere && strcmp(grundy_heap_code_text(job->code), "0.3...") != 0) {
    grundy_status by_quotient = answer_by_quotient(job, &done, error);
    if (done || by_quotient != GRUNDY_OK) return by_quotient;
  }
  grundy_outcome outcome = GRUNDY_OUTCOME_P;
  uint32_t value = 0;
  uint64_t positions = 0;
  grundy_status status;
  if (job->arguments.misere) {
    status =
        grundy_heaps_misere(job->code, job->sizes, job->count, max_positions_of(job),
                            GRUNDY_MONITORED(&job->limits.monitor), &outcome, &positions, error);
  } else {
    grundy_heap_options options = {
        .size = sizeof options, .max = largest_heap(job), .monitor = &job->limits.monitor};
    status = grundy_heaps_solve(job->code, &options, &job->heaps, error);
    for (uint64_t i = 0; status == GRUNDY_OK && i < job->count && value != GRUNDY_INFINITY; i++) {
      uint32_t of_heap = grundy_heaps_values(job->heaps, NULL)[job->sizes[i]];
      value = of_heap == GRUNDY_INFINITY ? of_heap : value ^ of_heap; /* loony, whatever follows */
    }
    outcome = value == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  }
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK)
    put_sum(grundy_output_stream(job->output), job, outcome, value, positions);
  return status;
}

static grundy_status find_outcomes(struct job *job, grundy_error *error) {
  struct misere_heaps *heaps = &job->misere;
  heaps->outcomes = calloc((size_t)heaps->max + 1, sizeof *heaps->outcomes);
  if (heaps->outcomes == NULL) return fail_memory(error);
  grundy_status status =
      grundy_heaps_misere_all(job->code, heaps->max, max_positions_of(job),
                              GRUNDY_MONITORED(&job->limits.monitor), heaps->outcomes, error);
  while (heaps->found <= heaps->max && heaps->outcomes[heaps->found] != 0) heaps->found++;
  return status;
}

static grundy_status find_genera(struct job *job, grundy_error *error) {
  struct misere_heaps *heaps = &job->misere;
  heaps->genera = calloc((size_t)heaps->max + 1, sizeof *heaps->genera);
  if (heaps->genera == NULL) return fail_memory(error);
  return grundy_heaps_genus(job->code, heaps->max, max_positions_of(job),
                            GRUNDY_MONITORED(&job->limits.monitor), heaps->genera, &heaps->found,
                            error);
}

/* Writes what was found even if a limit has ended the search. */
static grundy_status answer_misere(struct job *job, grundy_error *error) {
  job->misere.code = grundy_heap_code_text(job->code);
  job->misere.max = largest_heap(job);
  grundy_status status = job->arguments.genus ? find_genera(job, error) : find_outcomes(job, error);
  progress_clear(&job->limits.progress);
  bool limited = status == GRUNDY_UNABLE || (status == GRUNDY_CANCELLED && job->limits.late);
  job->partial = limited && job->misere.found > 0;
  if (job->partial) {
    *error = limits_explain(&job->limits, error);
    job->misere.limit = error;
  }
  if (status == GRUNDY_OK || job->partial)
    misere_heaps_write(grundy_output_stream(job->output), &job->misere, job->format);
  return status;
}

/* Writes a certificate of what was found. */
static grundy_status write_certificate(struct job *job, uint32_t *size, grundy_error *error) {
  if (job->certificate == NULL) return GRUNDY_OK;
  grundy_status status =
      grundy_misere_write_certificate(job->quotient, GRUNDY_MONITORED(&job->limits.monitor),
                                      grundy_output_stream(job->certificate), size, error);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.certificate, error);
  return status == GRUNDY_OK ? file_finish(&job->certificate, error) : status;
}

/* Returns whether gnuplot draws the values. */
static bool plots_pdf(const struct job *job) {
  return job->arguments.plot != NULL && !job->arguments.quotient &&
         file_ends_with(job->arguments.plot, ".pdf");
}

/* Draws the Cayley graph of the quotient. */
static grundy_status draw_quotient(const struct job *job, FILE *out, grundy_error *error) {
  size_t ending = 0;
  while (!file_ends_with(job->arguments.plot, plot_endings[ending])) ending++;
  return grundy_misere_draw(job->quotient, plot_endings[ending] + 1,
                            GRUNDY_MONITORED(&job->limits.monitor), out, error);
}

static grundy_status write_plot(struct job *job, grundy_error *error) {
  if (job->plot == NULL) return GRUNDY_OK;
  FILE *out = grundy_output_stream(job->plot);
  grundy_status status = job->arguments.quotient ? draw_quotient(job, out, error)
                         : plots_pdf(job)        ? heap_plot_pdf(job->heaps, job->code, out, error)
                                          : grundy_heaps_plot(job->heaps, job->code, out, error);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.plot, error);
  return status == GRUNDY_OK ? file_finish(&job->plot, error) : status;
}

static grundy_status answer_quotient(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_misere_options options = {
      .size = sizeof options,
      .max = largest_heap(job),
      .stop_at_period = arguments->stop_at_period,
      .max_elements = arguments->max_elements.given ? (uint32_t)arguments->max_elements.value : 0,
      .monitor = &job->limits.monitor};
  grundy_status status = grundy_misere_of_code(job->code, &options, &job->quotient, error);
  progress_clear(&job->limits.progress);
  if (status != GRUNDY_OK) return status;
  const grundy_error *limit = grundy_misere_get_facts(job->quotient).limit;
  if (limit != NULL) {
    *error = *limit;
    if (limit->status == GRUNDY_CANCELLED && !job->limits.late) return limit->status;
    job->partial = true;
    *error = limits_explain(&job->limits, limit);
  }
  if (job->partial) limits_resume(&job->limits);
  grundy_error failure = {0};
  uint32_t certified = 0;
  status = write_certificate(job, &certified, &failure);
  if (status != GRUNDY_OK) {
    job->partial = false;
    *error = failure;
    return status;
  }
  status = heap_quotient_write(grundy_output_stream(job->output), grundy_heap_code_text(job->code),
                               job->quotient, job->partial ? error : NULL, certified, job->format,
                               &failure);
  if (status == GRUNDY_OK) status = write_plot(job, &failure);
  if (status == GRUNDY_OK) return job->partial ? error->status : GRUNDY_OK;
  job->partial = false;
  *error = failure;
  return status;
}

/* ---- values -------------------------------------------------------------------------- */

/* If the largest heap is only a limit, memory is allocated as it is needed. */
static grundy_status check_memory(const struct job *job, uint32_t max, grundy_error *error) {
  if (job->arguments.stop_at_period) return GRUNDY_OK;
  uint64_t need = grundy_heaps_memory(job->code, max), left = memory_left(&job->limits.budget);
  if (need <= left) return GRUNDY_OK;
  char needed[32], there[32];
  grundy_bytes_format(need, needed, sizeof needed);
  grundy_bytes_format(left, there, sizeof there);
  (void)fail_with(error, GRUNDY_UNABLE, "",
                  "heaps up to %u need about %s, and %s are left; use a smaller --max", max, needed,
                  there);
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

static void put_rare(FILE *out, const grundy_heap_split *split) {
  (void)fprintf(out,
                "\nlargest value %u, first at heap %u; %llu different values\n"
                "rare values are those with an even number of ones in v & %u: %llu heaps, the last "
                "one %u\n",
                split->largest, split->largest_at, (unsigned long long)split->values, split->mask,
                (unsigned long long)split->rare, split->last_rare);
}

static grundy_heaps_format heaps_format(grundy_format format) {
  switch (format) {
  case GRUNDY_FORMAT_TSV:
    return GRUNDY_HEAPS_TSV;
  case GRUNDY_FORMAT_CSV:
    return GRUNDY_HEAPS_CSV;
  case GRUNDY_FORMAT_JSON:
    return GRUNDY_HEAPS_JSON;
  case GRUNDY_FORMAT_NPZ:
    return GRUNDY_HEAPS_NPZ;
  case GRUNDY_FORMAT_BFILE:
    return GRUNDY_HEAPS_BFILE;
  case GRUNDY_FORMAT_LATEX:
    return GRUNDY_HEAPS_LATEX;
  case GRUNDY_FORMAT_TYPST:
    return GRUNDY_HEAPS_TYPST;
  default:
    return GRUNDY_HEAPS_TABLE;
  }
}

static grundy_status write_values(struct job *job, grundy_error *error) {
  bool rare = job->arguments.rare;
  if (rare) {
    grundy_status status = grundy_heaps_split(job->heaps, &job->split, error);
    if (status != GRUNDY_OK) return status;
  }
  FILE *out = grundy_output_stream(job->output);
  bool to_stdout = file_is_standard(job->arguments.output);
  const grundy_monitor *monitor = to_stdout ? &job->limits.quiet : &job->limits.monitor;
  grundy_status status =
      grundy_heaps_write(job->heaps, job->code, rare ? &job->split : NULL,
                         heaps_format(job->format), GRUNDY_MONITORED(monitor), out, error);
  if (status == GRUNDY_OK && rare && job->format == GRUNDY_FORMAT_TABLE) put_rare(out, &job->split);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.output, error);
  return status;
}

static grundy_status answer_values(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_heap_options options = {.size = sizeof options,
                                 .max = largest_heap(job),
                                 .stop_at_period = arguments->stop_at_period,
                                 .checkpoint = arguments->checkpoint,
                                 .interval = arguments->checkpoint_interval.value,
                                 .monitor = &job->limits.monitor};
  grundy_status status = check_memory(job, options.max, error);
  if (status == GRUNDY_OK) status = grundy_heaps_solve(job->code, &options, &job->heaps, error);
  progress_clear(&job->limits.progress);
  if (file_is_standard(arguments->output)) signals_end_process();
  if (status == GRUNDY_OK) status = file_interrupted(error);
  if (status == GRUNDY_OK && file_is_standard(arguments->output)) pager_start();
  if (status == GRUNDY_OK) status = write_values(job, error);
  if (status == GRUNDY_OK) status = write_plot(job, error);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

static grundy_status open_outputs(struct job *job, grundy_error *error) {
  grundy_status status = grundy_output_open(job->arguments.output, &job->output, error);
  if (status == GRUNDY_OK && plots_pdf(job)) status = gnuplot_check(error);
  if (status == GRUNDY_OK && job->arguments.plot != NULL)
    status = grundy_output_open(job->arguments.plot, &job->plot, error);
  if (status == GRUNDY_OK && job->arguments.certificate != NULL)
    status = grundy_output_open(job->arguments.certificate, &job->certificate, error);
  return status;
}

/* Reports that no period was proved although one was asked for. */
static int fail_period(const struct job *job) {
  (void)fprintf(stderr, "grundy: no period is proved up to %" PRIu32 "; use a larger --max\n",
                largest_heap(job));
  return CODE_UNABLE;
}

static bool has_period(const struct job *job) {
  if (job->quotient != NULL) return grundy_misere_get_facts(job->quotient).period_length > 0;
  return grundy_heaps_period(job->heaps) != NULL;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  if (job->arguments.checkpoint != NULL) signals_wait_for_saving();
  grundy_status status = open_outputs(job, &error);
  if (status == GRUNDY_OK)
    status = job->arguments.heaps != NULL ? answer_sum(job, &error)
             : job->arguments.quotient    ? answer_quotient(job, &error)
             : job->arguments.misere      ? answer_misere(job, &error)
                                          : answer_values(job, &error);
  if (status == GRUNDY_OK || job->partial) {
    grundy_error failure = {0};
    grundy_status committed =
        file_commit(&job->output, job->arguments.output, &job->limits, &failure);
    if (committed != GRUNDY_OK) {
      status = committed;
      error = failure;
    }
  }
  if (status != GRUNDY_OK) {
    job_give_up(job);
    bool is_answered = job->partial && job->format == GRUNDY_FORMAT_JSON &&
                       file_is_standard(job->arguments.output);
    if (is_answered) failure_end_answer();
    return limits_fail(&job->limits, &error);
  }
  return job->arguments.stop_at_period && !has_period(job) ? fail_period(job) : CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-"}};
  return RUN_WITHIN_LIMITS(&heap_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"CODE", offsetof(struct arguments, code),
     "a code such as 0.77 or 4.007: the k-th digit after the point has the bit 2^j if a move may "
     "take k and leave j heaps. Digits are 0-9 and A-Z; ... repeats the last digit forever, "
     "parentheses repeat several. Or take{1,3,4}, allbut{2,3,7}; or kayles, dawson-kayles, "
     "dawson-chess, treblecross, officers, grundy, nim, lasker, guiles or top-entails",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "max",
     .front_ends = IN_ALL,
     .kind = OPTION_INTEGER,
     .value = "N",
     .most = GRUNDY_HEAP_MAX_SIZE,
     .destination = offsetof(struct arguments, max),
     .help = "compute heaps 0 to N (default: 99; 20 with --misere; 30 with --quotient; 2^26 with "
             "--stop-at-period, 2^16 for quotients)"},
    {.name = "stop-at-period",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, stop_at_period),
     .help = "stop as soon as a period is proved; exit code 4 if none is proved up to N"},
    {.name = "rare",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, rare),
     .help = "also report how the values split into common and rare ones (only table and JSON)"},
    {.name = "plot",
     .kind = OPTION_STRING,
     .value = "PICTURE",
     .destination = offsetof(struct arguments, plot),
     .file = FILE_WRITTEN,
     .help = "plot the values over the heaps to PICTURE, which ends with .svg or, drawn by "
             "gnuplot, .pdf; with --quotient, draw its Cayley graph, as .svg, .pdf, .png or .dot"},
    {.name = "checkpoint",
     .kind = OPTION_STRING,
     .value = "SAVED",
     .destination = offsetof(struct arguments, checkpoint),
     .file = FILE_WRITTEN,
     .help = "continue from SAVED if it exists, and save all values there regularly, at the end, "
             "and when interrupted"},
    {.name = "checkpoint-interval",
     .kind = OPTION_SECONDS,
     .value = "SECONDS",
     .destination = offsetof(struct arguments, checkpoint_interval),
     .needs = "checkpoint",
     .help = "the time between two saves (default: 30)"},
    {.name = "misere",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, misere),
     .excludes = "checkpoint rare",
     .help = "misere play: the last player loses; finds outcomes, by search. If a limit ends the "
             "search, what was found is written, and the exit code is 4"},
    {.name = "quotient",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, quotient),
     .needs = "misere",
     .excludes = "genus heaps",
     .help = "compute the misere quotient, exactly: its order, generators and relations, the set P "
             "and the value Phi(n) of every heap. A sum is a P-position exactly if the product of "
             "the values of its heaps is in P. If a limit ends the work, what was found is written "
             "with a lower bound on the order, and the exit code is 4"},
    {.name = "certificate",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, certificate),
     .file = FILE_WRITTEN,
     .needs = "quotient",
     .help = "write a certificate of the quotient to FILE, or of the lower bound if a limit ends "
             "the work; grundy verify --certificate checks it"},
    {.name = "max-elements",
     .front_ends = IN_ALL,
     .group = OPTIONS_LIMITS,
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = UINT32_MAX - 1,
     .destination = offsetof(struct arguments, max_elements),
     .needs = "misere",
     .help = "stop when a misere quotient has more than N elements, with exit code 4 (default: "
             "10000; for a sum of heaps 3000, and then the sum is searched)"},
    {.name = "genus",
     .front_ends = IN_HTTP,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, genus),
     .needs = "misere",
     .excludes = "heaps",
     .help = "find the genus of every heap instead: its value, and the misere values of the heap "
             "plus 0, 1, 2 ... heaps of Nim with two beans; wild heaps are marked"},
    {.name = "heaps",
     .front_ends = IN_ALL,
     .list = LIST_WORDS,
     .kind = OPTION_STRING,
     .value = "SIZES",
     .destination = offsetof(struct arguments, heaps),
     .excludes = "max stop-at-period plot checkpoint rare",
     .help = "find the outcome of a sum of heaps, such as 3,4,5, instead of all heaps; in misere "
             "play also its winning moves, if the misere quotient of its heaps is found"},
    OPTION_OUTPUT(struct arguments),
    OPTION_USE_PAGER,
    OPTION_SOLUTION_TO(struct arguments, format, "by the ending of FILE, or else table", NULL),
    OPTION_TO_JSON(struct arguments, GRUNDY_FORMAT_JSON),
    OPTION_MAX_POSITIONS(struct arguments, 1, "misere", "5e6"),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy heap kayles --stop-at-period", "the values of Kayles, and its period with a proof"},
    {"grundy heap 0.16 --stop-at-period --rare --json -o 016.json",
     "a period of 149459 after 105351 heaps, and the rare values that make it quick"},
    {"grundy heap grundy --max 2e6 --checkpoint grundy.save --plot grundy.svg -o grundy.npz",
     "Grundy's game, in a run that may be interrupted"},
    {"grundy heap dawson-kayles --misere --heaps 7,5,3", "who wins a sum in misere play"},
    {"grundy heap kayles --misere --quotient --stop-at-period --certificate kayles.proof",
     "the misere quotient of Kayles, of order 40, with a proof"},
    {"grundy heap kayles --misere --genus", "the genera of Kayles, and its first wild heap"},
    {0},
};

const struct command heap_command = {
    .name = "heap",
    .summary = "compute nim-values of heap games and prove periods",
    .group = GROUP_THEORY,
    .description = "Computes the nim-values G(0), G(1), ... of a taking-and-breaking game and "
                   "looks for a period. It reports a period only if a theorem proves it from the "
                   "computed values. The preperiod is the least n0 such that G(n+p) = G(n)+s for "
                   "all n >= n0, counted from heap 0; the saltus s is 0 for an ordinary period.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Heaps",
    .run = run,
};
