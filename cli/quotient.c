/* grundy quotient GAME: merges equivalent positions. */

#include "quotient.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/morphism.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "run_limits.h"

enum { BY_COMPATIBLE, BY_GRUNDY };
static const char *const by_choices[] = {"compatible", "grundy", NULL};
static const char *const require_choices[] = {"compatible", "semicompatible", NULL};

/* Classes are listed if there are at most MOST_LISTED, and sets of at most MOST_CHARACTERS. */
enum { MOST_LISTED = 50, MOST_CHARACTERS = 200 };

static void job_free(void *context) {
  struct quotient_job *job = context;
  grundy_output_discard(job->output);
  grundy_output_discard(job->map);
  grundy_hereditary_free(job->sets);
  grundy_digraph_free(job->game);
  grundy_digraph_free(job->quotient);
  grundy_digraph_free(job->classes);
  free(job->class_of);
  free(job->sizes);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_file(const char *path, const char *option) {
  return path == NULL ? CODE_YES : file_check_beside_answer(&quotient_command, option, path);
}

/* Checks the options. Returns an exit code. */
static int prepare(void *context) {
  struct quotient_job *job = context;
  const struct quotient_arguments *arguments = &job->arguments;
  const char *const inputs[] = {arguments->game, arguments->classes};
  int code = file_check_standard_once(&quotient_command, "of GAME and CLASSES", inputs,
                                      arguments->classes == NULL ? 1 : 2);
  if (code == CODE_YES) code = prepare_file(arguments->output, "--output");
  if (code == CODE_YES) code = prepare_file(arguments->map, "--map");
  if (code == CODE_YES && arguments->output != NULL)
    code = file_find_format(&quotient_command, arguments->output, GRUNDY_FORMAT_WRITES_GAME,
                            arguments->to, "to", &job->to);
  return code;
}

/* ---- the work ------------------------------------------------------------------------ */

/* Opens the outputs before the work, so that a missing folder is reported at once. */
static grundy_status open_outputs(struct quotient_job *job, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (job->arguments.output != NULL)
    status = grundy_output_open(job->arguments.output, &job->output, error);
  if (status == GRUNDY_OK && job->arguments.map != NULL)
    status = grundy_output_open(job->arguments.map, &job->map, error);
  return status;
}

static grundy_status find_classes(struct quotient_job *job, grundy_error *error) {
  const grundy_monitor *monitor = &job->limits.monitor;
  size_t entries = (size_t)grundy_digraph_order(job->game) + 1;
  job->class_of = malloc(entries * sizeof *job->class_of);
  if (job->class_of == NULL) return fail_memory(error);
  if (job->arguments.by == BY_GRUNDY) {
    grundy_status status = file_check_values(job->game, error);
    if (status != GRUNDY_OK) return status;
    return grundy_values_relation(job->game, GRUNDY_MONITORED(monitor), job->class_of, &job->count,
                                  error);
  }
  grundy_status status = memory_for_reducing(&job->limits.budget, job->game, error);
  if (status != GRUNDY_OK) return status;
  return grundy_compatible_coarsest(job->game, GRUNDY_MONITORED(monitor), job->class_of,
                                    &job->count, error);
}

static grundy_status count_members(struct quotient_job *job, grundy_error *error) {
  job->sizes = calloc((size_t)job->count + 1, sizeof *job->sizes);
  if (job->sizes == NULL) return fail_memory(error);
  for (uint32_t v = 0; v < grundy_digraph_order(job->game); v++) {
    uint32_t size = ++job->sizes[job->class_of[v]];
    if (size > job->largest) job->largest = size;
  }
  return GRUNDY_OK;
}

/* Returns why the classes are listed without hereditary sets; NULL if they have them. */
static const char *why_no_sets(const struct quotient_job *job) {
  if (job->arguments.by == BY_GRUNDY) return "positions of the same value have different sets";
  if (grundy_game_is_coloured(grundy_digraph_type(job->game)))
    return "sets describe only moves, and this game has players";
  if (grundy_digraph_outcomes(job->game) != NULL)
    return "sets describe only moves, and this game has outcomes of its own";
  return job->count > MOST_LISTED ? "there are more than 50 classes" : NULL;
}

static grundy_status divide(struct quotient_job *job, grundy_error *error) {
  grundy_status status = find_classes(job, error);
  if (status == GRUNDY_OK) status = count_members(job, error);
  if (status == GRUNDY_OK)
    status = grundy_quotient(job->game, job->class_of, job->count, NULL,
                             GRUNDY_MONITORED(&job->limits.monitor), &job->quotient, error);
  if (status == GRUNDY_OK && why_no_sets(job) == NULL)
    status = grundy_hereditary_new(job->quotient, MOST_CHARACTERS, &job->sets, error);
  return status;
}

static grundy_status write_files(struct quotient_job *job, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (job->output != NULL)
    status = file_write_game(&job->output, job->arguments.output, job->to, job->quotient,
                             &job->limits, error);
  if (status == GRUNDY_OK && job->map != NULL)
    status = file_write_map(&job->map, job->arguments.map, job->game, job->quotient, job->class_of,
                            &job->limits, error);
  return status;
}

/* ---- the answer ---------------------------------------------------------------------- */

static const char *name_of(const struct quotient_job *job, uint32_t c, char *scratch) {
  return grundy_digraph_name(job->quotient, c, scratch);
}

/* Returns the heap of a class: the quotient by values is Nim with one heap [Sat72, Thm. 2.11], and
 * a heap of n has n moves. */
static unsigned long heap_of(const struct quotient_job *job, uint32_t c) {
  return (unsigned long)grundy_digraph_followers(job->quotient, c).count;
}

static void put_set(FILE *out, const struct quotient_job *job, uint32_t c) {
  const char *text = grundy_hereditary_text(job->sets, c);
  if (text == NULL)
    (void)fprintf(out, "a set of more than %d characters", MOST_CHARACTERS);
  else
    (void)fputs(text[0] == '\0' ? "no set: play may go on forever" : text, out);
}

static void put_class(FILE *out, const struct quotient_job *job, uint32_t c) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  (void)fprintf(out, "%9lu  ", (unsigned long)job->sizes[c]);
  put_position_name(out, name_of(job, c, scratch));
  if (job->arguments.by == BY_GRUNDY) (void)fprintf(out, "  a heap of %lu", heap_of(job, c));
  if (job->sets != NULL) {
    (void)fputs("  ", out);
    put_set(out, job, c);
  }
  (void)putc('\n', out);
}

/* Counts the classes that have a hereditary set. */
static uint32_t count_sets(const struct quotient_job *job) {
  uint32_t count = 0;
  for (uint32_t c = 0; c < job->count; c++) {
    const char *text = grundy_hereditary_text(job->sets, c);
    count += text == NULL || text[0] != '\0';
  }
  return count;
}

/* Writes the line that says which classes have a hereditary set E, or why they have none. */
static void put_existence(FILE *out, const struct quotient_job *job) {
  const char *why = why_no_sets(job);
  uint32_t sets = why == NULL ? count_sets(job) : 0;
  if (job->count == 0) return;
  (void)fputs("E            ", out);
  if (why != NULL)
    (void)fprintf(out, "not given: %s\n", why);
  else if (sets == job->count)
    (void)fputs("exists for every class\n", out);
  else
    (void)fprintf(out, "exists for %lu of %lu classes; from the others play may go on forever\n",
                  (unsigned long)sets, (unsigned long)job->count);
}

static void print_text(FILE *out, const struct quotient_job *job) {
  (void)fprintf(out, "positions    %lu\nmoves        %llu\n",
                (unsigned long)grundy_digraph_order(job->game),
                (unsigned long long)grundy_digraph_size(job->game));
  (void)fprintf(out, "classes      %lu", (unsigned long)job->count);
  if (job->count > 0)
    (void)fprintf(out, ", the largest of %lu position%s", (unsigned long)job->largest,
                  job->largest == 1 ? "" : "s");
  (void)fprintf(out, "\nquotient     %llu move%s between them\n",
                (unsigned long long)grundy_digraph_size(job->quotient),
                grundy_digraph_size(job->quotient) == 1 ? "" : "s");
  put_existence(out, job);
  if (job->count == 0 || job->count > MOST_LISTED) return;
  (void)fprintf(out, "\npositions  class%s\n",
                job->sets != NULL                ? ", and its hereditary set E"
                : job->arguments.by == BY_GRUNDY ? ", and its place in Nim"
                                                 : "");
  for (uint32_t c = 0; c < job->count; c++) put_class(out, job, c);
}

static void write_class(grundy_json *json, const struct quotient_job *job, uint32_t c) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "name", name_of(job, c, scratch));
  grundy_json_integer(json, "positions", job->sizes[c]);
  if (job->arguments.by == BY_GRUNDY) grundy_json_integer(json, "heap", heap_of(job, c));
  if (job->sets != NULL) {
    const char *text = grundy_hereditary_text(job->sets, c);
    grundy_json_string(json, "set", text == NULL || text[0] == '\0' ? NULL : text);
  }
  grundy_json_end(json);
}

/* Writes the classes, or null if there are too many. */
static void write_classes(grundy_json *json, const struct quotient_job *job) {
  if (job->count > MOST_LISTED) {
    grundy_json_null(json, "list");
    return;
  }
  grundy_json_array(json, "list");
  for (uint32_t c = 0; c < job->count; c++) write_class(json, job, c);
  grundy_json_end(json);
}

static void print_json(FILE *out, const struct quotient_job *job) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "by", by_choices[job->arguments.by]);
  grundy_json_integer(&json, "positions", grundy_digraph_order(job->game));
  grundy_json_integer(&json, "moves", grundy_digraph_size(job->game));
  grundy_json_integer(&json, "classes", job->count);
  grundy_json_integer(&json, "largest_class", job->largest);
  grundy_json_integer(&json, "quotient_moves", grundy_digraph_size(job->quotient));
  grundy_json_string(&json, "no_sets", why_no_sets(job));
  write_classes(&json, job);
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

/* ---- the command --------------------------------------------------------------------- */

static int work(void *context) {
  struct quotient_job *job = context;
  grundy_error error = {0};
  if (job->arguments.classes != NULL) return quotient_work_with_classes(job);
  grundy_status status = open_outputs(job, &error);
  if (status == GRUNDY_OK)
    status =
        file_read_game(job->arguments.game, job->arguments.from, &job->limits, &job->game, &error);
  if (status == GRUNDY_OK) status = divide(job, &error);
  if (status == GRUNDY_OK) status = write_files(job, &error);
  file_give_up(&job->output, &job->limits);
  file_give_up(&job->map, &job->limits);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct quotient_job job = {.arguments = {.require = REQUIRE_NOTHING, .format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&quotient_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct quotient_arguments),
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct quotient_arguments, "GAME"),
    {.name = "by",
     .kind = OPTION_CHOICE,
     .value = "RELATION",
     .choices = by_choices,
     .destination = offsetof(struct quotient_arguments, by),
     .help = "merge the classes of the coarsest compatible relation (compatible), or positions of "
             "the same value (grundy), with exit code 6 if there are cycles (default: compatible)"},
    {.name = "classes",
     .kind = OPTION_STRING,
     .value = "CLASSES",
     .destination = offsetof(struct quotient_arguments, classes),
     .file = FILE_DATA,
     .excludes = "by map",
     .help = "merge positions of the same class in CLASSES, a file with a line 'position class' "
             "for every position, or - for standard input; report whether that relation is "
             "compatible or semicompatible"},
    {.name = "require",
     .kind = OPTION_CHOICE,
     .value = "KIND",
     .choices = require_choices,
     .destination = offsetof(struct quotient_arguments, require),
     .needs = "classes",
     .help = "exit with 1 unless the relation is of that kind: compatible or semicompatible"},
    OPTION_OUTPUT_BESIDE(struct quotient_arguments,
                         "the quotient, a game whose positions are the classes, to FILE; a class "
                         "has the name of its first position, or the one in CLASSES"),
    OPTION_GAME_TO(struct quotient_arguments, "by the ending of FILE", "output"),
    {.name = "map",
     .kind = OPTION_STRING,
     .value = "MAP",
     .destination = offsetof(struct quotient_arguments, map),
     .file = FILE_WRITTEN,
     .help = "write a line for every position to MAP: the position, a tab and its class"},
    OPTION_JSON(struct quotient_arguments),
    OPTION_EXPLORED(struct quotient_arguments),
    OPTIONS_EFFORT(struct quotient_arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy quotient ring.edges", "how many classes of positions there are"},
    {"grundy quotient large.edges -o small.edges --map classes.tsv",
     "the quotient as a game, and the class of every position"},
    {"grundy quotient nim-2.edges --by grundy", "what is left is Nim with one heap"},
    {"grundy quotient game.edges --classes classes.tsv --require compatible",
     "whether a relation is compatible, and if not, where it fails"},
    {0},
};

const struct command quotient_command = {
    .name = "quotient",
    .summary = "merge equivalent positions",
    .group = GROUP_THEORY,
    .description =
        "Finds the coarsest compatible relation: related positions have moves into the same "
        "classes and, if the game has players or outcomes of its own, the same player and outcome. "
        "Related positions agree in every column of a solution, so the quotient has the same "
        "columns; a counter of the quotient is a counter of the game. With --by grundy, positions "
        "of the same value are merged and reversible moves are dropped, which leaves Nim with one "
        "heap. Classes are listed if "
        "there are at most 50, each with its hereditary set E (the set of the sets of its "
        "followers) of at most 200 characters; there is none where play may go on forever, and "
        "none for games with players or outcomes, which sets do not describe. With --classes, any "
        "equivalence is checked: "
        "it is semicompatible if a move that some related position does not answer with a move "
        "into the same class can be reversed, by a move back into the class that it came from. "
        "Semicompatible relations preserve values in games without cycles. A relation that is "
        "neither has no quotient; with -o the exit code is then 1.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
