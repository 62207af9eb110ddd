/* grundy experiment MODEL --vary PARAMETER=VALUES: statistics of random games. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/experiment.h>
#include <grundy/json.h>
#include <grundy/model.h>

#include "commands.h"
#include "experiment_plot.h"
#include "failure.h"
#include "files.h"
#include "gnuplot.h"
#include "models.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"

enum { TABLE_CSV, TABLE_TSV, TABLE_JSON, NOT_CHOSEN = -1 };
static const char *const table_choices[] = {"csv", "tsv", "json", NULL};

enum { DEFAULT_GAMES = 100 };

struct arguments {
  struct model_options model;
  const char *vary;
  struct integer games;
  struct real density;
  const char *output;
  int format; /* of table_choices; NOT_CHOSEN leaves it to the ending of `output` */
  const char *plot;
  const char *measures;
  struct limit_options limits;
};

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  grundy_model model;
  uint64_t games; /* per point */
  grundy_parameter_range vary;
  unsigned long long measures; /* in the plot; bit m: the measure m */
  experiment_picture picture;  /* the format of the plot */
  struct limits limits;
  double weight_done, weight_now, weight_total; /* of points: estimates of the time they take */
  struct point *points;
  size_t count; /* points that are done */
  grundy_output *output, *plot;
};

static void job_give_up(struct job *job) {
  file_give_up(&job->output, &job->limits);
  file_give_up(&job->plot, &job->limits);
}

static void job_free(void *context) {
  struct job *job = context;
  job_give_up(job);
  grundy_parameter_range_free(&job->vary);
  free(job->points);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_model(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  if (arguments->vary == NULL)
    return fail_usage(experiment_command.name,
                      "--vary is missing; expected for instance --vary n=10..300:10");
  grundy_status status = grundy_parameter_range_parse(arguments->vary, &job->vary, &error);
  if (status == GRUNDY_BAD_ARGUMENT)
    return fail_usage(experiment_command.name, "--vary: %s", error.message);
  if (status != GRUNDY_OK) return fail(&error);
  if ((model_given(&arguments->model) & job->vary.parameter) != 0)
    return fail_usage(experiment_command.name, "--%s conflicts with --vary %s; give only one",
                      grundy_parameter_name(job->vary.parameter),
                      grundy_parameter_name(job->vary.parameter));
  return model_find(&experiment_command, &arguments->model, job->vary.parameter, &job->model);
}

static int prepare_density(const struct job *job) {
  const struct real *density = &job->arguments.density;
  if (!density->given) return CODE_YES;
  if (job->model.kind != GRUNDY_MODEL_DAG)
    return fail_usage(experiment_command.name, "the model %s takes no --density; only dag does",
                      job->arguments.model.name);
  if (density->value >= 0 && density->value <= 1) return CODE_YES;
  return fail_usage(experiment_command.name, "--density is %g; expected a number from 0 to 1",
                    density->value);
}

static int prepare_measures(struct job *job) {
  const char *next = job->arguments.measures == NULL ? "largest_value" : job->arguments.measures;
  for (;;) {
    size_t length = strcspn(next, ",");
    grundy_measure measure = grundy_measure_find(next, length);
    if (measure == GRUNDY_MEASURE_COUNT)
      return fail_usage(
          experiment_command.name,
          "--measures: '%.*s' is not a measure; expected largest_value, d or another one",
          length < 60 ? (int)length : 60, next);
    job->measures |= 1ULL << measure;
    if (next[length] == '\0') return CODE_YES;
    next += length + 1;
  }
}

static int prepare_plot(struct job *job) {
  const char *plot = job->arguments.plot;
  if (plot == NULL) return CODE_YES;
  static const char *const endings[] = {".svg", ".png", ".pdf", NULL};
  int ending = 0;
  int code = file_find_ending(&experiment_command, plot, endings, NULL, false, &ending);
  job->picture = (experiment_picture)ending;
  return code;
}

static int prepare_table(struct arguments *arguments) {
  static const char *const endings[] = {
      [TABLE_CSV] = ".csv", [TABLE_TSV] = ".tsv", [TABLE_JSON] = ".json", NULL};
  if (arguments->format != NOT_CHOSEN) return CODE_YES;
  arguments->format = TABLE_CSV;
  return file_find_ending(&experiment_command, arguments->output, endings, "to", true,
                          &arguments->format);
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  int code = prepare_model(job);
  if (code == CODE_YES) code = prepare_density(job);
  if (code == CODE_YES) code = prepare_measures(job);
  if (code == CODE_YES) code = prepare_plot(job);
  if (code == CODE_YES) code = prepare_table(arguments);
  job->games = arguments->games.given ? arguments->games.value : DEFAULT_GAMES;
  return code;
}

/* ---- progress ------------------------------------------------------------------------ */

/* The time of a point is about proportional to the size of its games. */
static double weight(const struct job *job, size_t i) {
  double value = job->vary.values[i];
  return job->vary.parameter == GRUNDY_PARAMETER_ORDER && value > 1 ? value : 1;
}

/* Reports the progress of all points together. */
static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  static const double steps = 1e9;
  struct job *job = context;
  const grundy_monitor *monitor = &job->limits.monitor;
  double sum = job->weight_done + job->weight_now * (double)done / (double)total;
  return monitor->tick(monitor->context, phase, (uint64_t)(steps * sum / job->weight_total),
                       (uint64_t)steps);
}

static void finished(void *context, const grundy_phase *phase) {
  struct job *job = context;
  const grundy_monitor *monitor = &job->limits.monitor;
  if (monitor->finished != NULL) monitor->finished(monitor->context, phase);
}

/* ---- the table ----------------------------------------------------------------------- */

enum { FIGURES = 7 };

static const char *const figure_names[FIGURES] = {
    "mean", "deviation", "least", "lower_quartile", "median", "upper_quartile", "most"};

static void get_figures(const grundy_statistics *s, double figures[FIGURES]) {
  const double all[FIGURES] = {s->mean,   s->deviation,      s->least, s->lower_quartile,
                               s->median, s->upper_quartile, s->most};
  memcpy(figures, all, sizeof all);
}

static void write_heading(FILE *out, const struct job *job, char between) {
  (void)fprintf(out, "%s%cgames%cmeasure", grundy_parameter_name(job->vary.parameter), between,
                between);
  for (size_t i = 0; i < FIGURES; i++) (void)fprintf(out, "%c%s", between, figure_names[i]);
  (void)fputc('\n', out);
}

static void write_point(FILE *out, const struct job *job, const struct point *point, char between) {
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) {
    double figures[FIGURES];
    get_figures(&point->of[m], figures);
    (void)fprintf(out, "%.10g%c%llu%c%s", point->at, between, (unsigned long long)job->games,
                  between, grundy_measure_describe((grundy_measure)m)->name);
    for (size_t i = 0; i < FIGURES; i++) (void)fprintf(out, "%c%.6g", between, figures[i]);
    (void)fputc('\n', out);
  }
}

static void write_json_point(grundy_json *json, const struct job *job, const struct point *point) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_real(json, grundy_parameter_name(job->vary.parameter), point->at);
  grundy_json_object(json, "measures");
  for (int m = 0; m < GRUNDY_MEASURE_COUNT; m++) {
    double figures[FIGURES];
    get_figures(&point->of[m], figures);
    grundy_json_object(json, grundy_measure_describe((grundy_measure)m)->name);
    for (size_t i = 0; i < FIGURES; i++) grundy_json_real(json, figure_names[i], figures[i]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}

/* Writes all points that are done; `limit` has ended the work, or is NULL. */
static void write_json(FILE *out, const struct job *job, const grundy_error *limit) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "model", job->arguments.model.name);
  grundy_json_string(&json, "parameter", grundy_parameter_name(job->vary.parameter));
  grundy_json_integer(&json, "games", job->games);
  grundy_answer_limit(&json, limit);
  grundy_json_array(&json, "points");
  for (size_t i = 0; i < job->count; i++) write_json_point(&json, job, &job->points[i]);
  grundy_json_end(&json);
  grundy_json_end(&json);
}

/* Flushes each point when it is done, so that readers of standard output get it at once. */
static grundy_status write_last_point(struct job *job, grundy_error *error) {
  FILE *out = grundy_output_stream(job->output);
  if (job->arguments.format == TABLE_JSON) return GRUNDY_OK;
  char between = job->arguments.format == TABLE_TSV ? '\t' : ',';
  progress_clear(&job->limits.progress);
  if (job->count == 1) write_heading(out, job, between);
  write_point(out, job, &job->points[job->count - 1], between);
  return file_flush(job->arguments.output, out, error);
}

/* ---- the plot ------------------------------------------------------------------------ */

/* Writes "degree 4, sinks 0.05": the parameters that were given, with the values of numeric ones.
 */
static void describe_model(const struct job *job, char *text, size_t size) {
  grundy_parameters given = model_given(&job->arguments.model);
  size_t length = (size_t)snprintf(text, size, "%s", job->arguments.model.name);
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT; i++) {
    grundy_parameters parameter = (grundy_parameters)1 << i;
    const char *name = grundy_parameter_name(parameter);
    double value = 0;
    if ((given & parameter) == 0 || length >= size) continue;
    length += (size_t)(grundy_parameter_get(&job->model, parameter, &value)
                           ? snprintf(text + length, size - length, ", %s %.10g", name, value)
                           : snprintf(text + length, size - length, ", %s", name));
  }
  if (job->arguments.density.given && length < size)
    (void)snprintf(text + length, size - length, ", density at most %.10g",
                   job->arguments.density.value);
}

static grundy_status draw_plot(const struct job *job, grundy_error *error) {
  char model[256];
  char title[320];
  describe_model(job, model, sizeof model);
  (void)snprintf(title, sizeof title, "%s: %llu game%s per point", model,
                 (unsigned long long)job->games, job->games == 1 ? "" : "s");
  bool of_order = job->vary.parameter == GRUNDY_PARAMETER_ORDER;
  const struct experiment_plot plot = {
      .points = job->points,
      .count = job->count,
      .title = title,
      .axis = of_order ? "positions" : grundy_parameter_name(job->vary.parameter),
      .logarithmic = job->vary.by_factor,
      .measures = job->measures,
      .picture = job->picture,
  };
  FILE *script = tmpfile();
  if (script == NULL)
    return fail_with(error, GRUNDY_IO_ERROR, "", "cannot make a temporary file: %s",
                     strerror(errno));
  experiment_plot_write_script(script, &plot);
  grundy_status status = gnuplot_run(script, grundy_output_stream(job->plot), error);
  (void)fclose(script);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

/* Returns the model for a value of the varied parameter. */
static grundy_model model_at(const struct job *job, double value) {
  grundy_model model = job->model;
  grundy_parameter_set(job->vary.parameter, value, &model);
  double pairs = model.order == 0 ? 0.0 : 0.5 * (double)(model.order - 1); /* per position */
  double most = job->arguments.density.value * pairs;
  if (job->arguments.density.given && model.degree > most) model.degree = most;
  return model;
}

/* Checks the models of all points before the first is made. Returns an exit code. */
static int check_points(struct job *job) {
  for (size_t i = 0; i < job->vary.count; i++) {
    grundy_error error = {0};
    grundy_model model = model_at(job, job->vary.values[i]);
    grundy_status status = grundy_model_check(&model, &error);
    /* The message begins with the name of the parameter, which is the name of its option. */
    if (status == GRUNDY_BAD_ARGUMENT)
      return fail_usage(experiment_command.name, "--%s; this is with --%s %.10g", error.message,
                        grundy_parameter_name(job->vary.parameter), job->vary.values[i]);
    if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  }
  return CODE_YES;
}

/* Opens outputs before the work, so that nobody waits an hour to learn that the folder does not
 * exist. */
static grundy_status open_outputs(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_status status = grundy_output_open(arguments->output, &job->output, error);
  if (status == GRUNDY_OK && arguments->plot != NULL) status = gnuplot_check(error);
  if (status == GRUNDY_OK && arguments->plot != NULL)
    status = grundy_output_open(arguments->plot, &job->plot, error);
  job->points = malloc(job->vary.count * sizeof *job->points);
  if (status == GRUNDY_OK && job->points == NULL) status = fail_memory(error);
  for (size_t i = 0; i < job->vary.count; i++) job->weight_total += weight(job, i);
  return status;
}

static grundy_status do_point(struct job *job, grundy_error *error) {
  const grundy_monitor monitor = {.tick = tick, .context = job, .finished = finished};
  struct point *point = &job->points[job->count];
  point->at = job->vary.values[job->count];
  grundy_model model = model_at(job, point->at);
  job->weight_now = weight(job, job->count);
  grundy_status status =
      grundy_experiment_run(&model, job->games, GRUNDY_MONITORED(&monitor), point->of, error);
  if (status != GRUNDY_OK) return status;
  job->weight_done += job->weight_now;
  job->count++;
  return write_last_point(job, error);
}

/* Keeps the points that are done, however the work ended; `limit` has ended it, or is NULL. */
static grundy_status keep(struct job *job, const grundy_error *limit, grundy_error *error) {
  if (job->count == 0) return GRUNDY_OK;
  if (job->arguments.format == TABLE_JSON) {
    write_json(grundy_output_stream(job->output), job, limit);
    if (file_is_standard(job->arguments.output)) failure_end_answer();
  }
  grundy_status status = file_finish(&job->output, error);
  if (status != GRUNDY_OK) file_name_output(job->arguments.output, error);
  if (status != GRUNDY_OK || job->plot == NULL) return status;
  status = draw_plot(job, error);
  if (status != GRUNDY_OK) return status;
  status = file_finish(&job->plot, error);
  if (status != GRUNDY_OK) file_name_output(job->arguments.plot, error);
  return status;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_error later = {0};
  int code = check_points(job);
  if (code != CODE_YES) return code;
  signals_wait_for_saving(); /* to keep and draw the points that are done */
  grundy_status status = open_outputs(job, &error);
  while (status == GRUNDY_OK && job->count < job->vary.count) status = do_point(job, &error);
  progress_clear(&job->limits.progress);
  const grundy_error limit = limits_explain(&job->limits, &error);
  bool kept = status == GRUNDY_IO_ERROR ||
              keep(job, status == GRUNDY_OK ? NULL : &limit, &later) == GRUNDY_OK;
  job_give_up(job);
  if (!kept) return limits_fail(&job->limits, &later);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {
      .arguments = {.model = {.piece = MODEL_NO_PIECE}, .output = "-", .format = NOT_CHOSEN}};
  return RUN_WITHIN_LIMITS(&experiment_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"MODEL", offsetof(struct arguments, model.name), "the model of the games; see below",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "vary",
     .kind = OPTION_STRING,
     .value = "PARAMETER=VALUES",
     .destination = offsetof(struct arguments, vary),
     .help = "make a point for each of VALUES, numbers and ranges separated by commas: 10..300:10 "
             "goes up in steps of 10, 1e3..1e6x10 by a factor of 10; PARAMETER is n or the name of "
             "a parameter below"},
    {.name = "games",
     .kind = OPTION_INTEGER,
     .value = "M",
     .least = 1,
     .most = 1000000000,
     .destination = offsetof(struct arguments, games),
     .help = "games per point (default: 100)"},
    {.name = "density",
     .kind = OPTION_REAL,
     .value = "SHARE",
     .destination = offsetof(struct arguments, density),
     .help = "in the model dag: limit the moves to this share of all pairs, 0 to 1, so that small "
             "games get a smaller degree"},
    OPTION_OUTPUT(struct arguments),
    {.group = OPTIONS_OUTPUT,
     .name = "to",
     .kind = OPTION_CHOICE,
     .value = "FORMAT",
     .choices = table_choices,
     .destination = offsetof(struct arguments, format),
     .help = "the format to write: csv, tsv or json (default: by the ending of FILE, or else csv)"},
    OPTION_TO_JSON(struct arguments, TABLE_JSON),
    {.name = "plot",
     .kind = OPTION_STRING,
     .value = "PICTURE",
     .destination = offsetof(struct arguments, plot),
     .file = FILE_WRITTEN,
     .help = "draw a plot to PICTURE, which ends with .svg, .png or .pdf, with gnuplot"},
    {.name = "measures",
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, measures),
     .needs = "plot",
     .help = "the measures to plot, separated by commas (default: largest_value)"},
    OPTIONS_MODEL(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy experiment dag --degree 8.5 --vary n=20..300:20 --plot values.svg",
     "the largest value in games without cycles"},
    {"grundy experiment degree -n 1e4 --degree 3 --vary sinks=0..0.3:0.02 -o d.csv",
     "how the share of draws depends on the share of terminal positions"},
    {0},
};

const struct command experiment_command = {
    .name = "experiment",
    .summary = "compute statistics of random games",
    .group = GROUP_THEORY,
    .description =
        "Makes and solves many games of MODEL for every value of a parameter, and writes a line "
        "for every value and measure: mean, deviation, minimum, quartiles, median and maximum. The "
        "measures are largest_value; p, n and d, the shares of the outcomes; infinite, the share "
        "of infinite values; largest_remoteness and mean_remoteness of positions that are not "
        "draws. The same seed gives the same figures for any number of threads. If interrupted, it "
        "keeps the points that are done.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .lists_models = true,
    .run = run,
};
