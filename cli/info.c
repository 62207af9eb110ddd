/* grundy info GAME: size, degrees and components of a game, without solving it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/external.h>
#include <grundy/format.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "signals.h"

struct arguments {
  const char *game;
  int from;   /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  bool no_split;
  struct limit_options limits;
};

/* Degrees are counted in the classes 0, 1, 2–3, 4–7 …, one per number of bits. */
enum { CLASSES = 33 };

struct degrees {
  uint64_t least, most;
  uint64_t count[CLASSES]; /* positions */
};

struct facts {
  uint32_t order;
  uint64_t size;
  bool has_parts; /* vertices are parts of positions; then only sums and memory are known, too */
  uint64_t sums;  /* moves to sums of parts */
  uint64_t sinks, sources, isolated, loops; /* positions */
  uint64_t frontier; /* positions from which a move leaves the window; 0: the game is whole */
  struct degrees out, in;
  uint32_t components, cyclic, largest; /* all; those with a cycle; positions in the largest */
  uint64_t memory;                      /* bytes that solving takes */
  uint64_t lean;    /* … at least, with moves in one direction only; 0: none */
  uint64_t scratch; /* … at least, with moves in a scratch file; 0: none */
};

/* ---- counting ------------------------------------------------------------------------ */

static int class_of(uint64_t degree) {
  return degree == 0 ? 0 : 64 - __builtin_clzll(degree);
}

static void add_degree(struct degrees *degrees, uint64_t degree) {
  if (degree < degrees->least) degrees->least = degree;
  if (degree > degrees->most) degrees->most = degree;
  degrees->count[class_of(degree)]++;
}

/* `in` has one entry per position, which is 0. */
static void count_degrees(const grundy_digraph *game, uint32_t *in, struct facts *facts) {
  const uint32_t *targets = grundy_digraph_targets(game);
  const uint8_t *frontier = grundy_digraph_frontier(game);
  for (uint64_t i = 0; i < facts->size; i++) in[targets[i]]++;
  facts->out.least = facts->in.least = UINT64_MAX;
  for (uint32_t v = 0; v < facts->order; v++) {
    uint64_t out = grundy_digraph_followers(game, v).count;
    add_degree(&facts->out, out);
    add_degree(&facts->in, in[v]);
    bool open = frontier != NULL && frontier[v] != 0;
    facts->frontier += open;
    facts->sinks += out == 0 && !open;
    facts->sources += in[v] == 0;
    facts->isolated += out == 0 && in[v] == 0 && !open;
    facts->loops += grundy_digraph_has_move(game, v, v);
  }
}

/* `size` has one entry per position, which is 0. A component has a cycle if it has two positions or
 * a loop. */
static void count_components(const grundy_digraph *game, const uint32_t *component, uint32_t *size,
                             struct facts *facts) {
  for (uint32_t v = 0; v < facts->order; v++) size[component[v]]++;
  for (uint32_t c = 0; c < facts->components; c++) {
    facts->cyclic += size[c] > 1;
    if (size[c] > facts->largest) facts->largest = size[c];
  }
  for (uint32_t v = 0; v < facts->order; v++)
    facts->cyclic += size[component[v]] == 1 && grundy_digraph_has_move(game, v, v);
}

/* What solving takes if memory does not suffice for the fastest way. */
static void estimate_external(const grundy_digraph *game, struct facts *facts) {
  grundy_external_options options = GRUNDY_OPTIONS(grundy_external_options, .columns = 0);
  if (grundy_digraph_players(game) != NULL || grundy_digraph_frontier(game) != NULL) return;
  facts->lean = grundy_external_memory(game, &options);
  options.scratch = ".";
  facts->scratch = grundy_external_memory(game, &options);
}

static grundy_status gather(const grundy_digraph *game, struct facts *facts, grundy_error *error) {
  facts->has_parts = grundy_digraph_has_parts(game, &facts->sums);
  facts->order = grundy_digraph_order(game);
  facts->size = grundy_digraph_size(game);
  facts->memory = grundy_solve_memory(game, NULL);
  if (facts->has_parts) return GRUNDY_OK;
  estimate_external(game, facts);
  size_t entries = (size_t)facts->order + 1;
  uint32_t *in = calloc(entries, sizeof *in);
  uint32_t *size = calloc(entries, sizeof *size);
  uint32_t *component = malloc(entries * sizeof *component);
  grundy_status status = GRUNDY_OK;
  if (in == NULL || size == NULL || component == NULL) {
    status = fail_memory(error);
  } else {
    count_degrees(game, in, facts);
    status = grundy_digraph_components(game, component, &facts->components, error);
    if (status == GRUNDY_OK) count_components(game, component, size, facts);
  }
  free(in);
  free(size);
  free(component);
  return status;
}

/* ---- as text ------------------------------------------------------------------------- */

static void put_number(FILE *out, const char *name, uint64_t number, const char *meaning) {
  (void)fprintf(out, "%-12s %llu%s\n", name, (unsigned long long)number, meaning);
}

static double mean_degree(const struct facts *facts) {
  return (double)facts->size / (double)facts->order;
}

static void put_degrees(FILE *out, const char *name, const struct degrees *degrees,
                        const struct facts *facts) {
  (void)fprintf(out, "%-12s %llu to %llu, mean %.4g\n", name, (unsigned long long)degrees->least,
                (unsigned long long)degrees->most, mean_degree(facts));
}

/* Writes "0", "1", "2-3", "4-7" … */
static void name_class(int class, char *text, size_t size) {
  if (class < 2)
    (void)snprintf(text, size, "%d", class);
  else
    (void)snprintf(text, size, "%llu-%llu", 1ULL << (class - 1), (1ULL << class) - 1);
}

static void put_histogram(FILE *out, const struct facts *facts) {
  uint64_t most = facts->out.most > facts->in.most ? facts->out.most : facts->in.most;
  (void)fputs("\nPositions with that many moves\n", out);
  (void)fprintf(out, "  %-15s %12s %12s\n", "", "from them", "to them");
  for (int class = 0; class <= class_of(most); class ++) {
    char name[48];
    name_class(class, name, sizeof name);
    (void)fprintf(out, "  %-15s %12llu %12llu\n", name, (unsigned long long)facts->out.count[class],
                  (unsigned long long)facts->in.count[class]);
  }
}

static void put_components(FILE *out, const struct facts *facts) {
  (void)fprintf(out, "%-12s %lu strongly connected", "components",
                (unsigned long)facts->components);
  if (facts->components > 0)
    (void)fprintf(out, ", the largest of %lu position%s; %lu with a cycle",
                  (unsigned long)facts->largest, facts->largest == 1 ? "" : "s",
                  (unsigned long)facts->cyclic);
  (void)fprintf(out, "\n%-12s %s\n", "acyclic",
                facts->cyclic > 0      ? "no"
                : facts->frontier == 0 ? "yes"
                                       : "not known; there is no cycle inside the window");
}

static void put_external(FILE *out, const struct facts *facts) {
  char lean[32];
  char scratch[32];
  if (facts->lean == 0) return;
  memory_format(facts->lean, lean, sizeof lean);
  memory_format(facts->scratch, scratch, sizeof scratch);
  if (facts->lean < facts->memory) (void)fprintf(out, "%-12s %s if that is too much\n", "", lean);
  if (facts->scratch < facts->lean)
    (void)fprintf(out, "%-12s %s with moves on disk (--scratch)\n", "", scratch);
}

static void put_memory(FILE *out, const struct facts *facts) {
  char memory[32];
  memory_format(facts->memory, memory, sizeof memory);
  (void)fprintf(out, "%-12s at most %s to solve the default columns, besides the game\n", "memory",
                memory);
}

static void print_parts(FILE *out, const struct facts *facts) {
  put_number(out, "parts", facts->order, " that do not come apart");
  put_number(out, "moves", facts->size + facts->sums, " from them");
  put_number(out, "to one part", facts->size, "");
  put_number(out, "to sums", facts->sums, "");
  put_memory(out, facts);
}

static void print_text(FILE *out, const struct facts *facts) {
  if (facts->has_parts) {
    print_parts(out, facts);
    return;
  }
  put_number(out, "positions", facts->order, "");
  put_number(out, "moves", facts->size, "");
  if (facts->frontier > 0)
    put_number(out, "frontier", facts->frontier,
               " with moves that leave this window of the game, which are not counted");
  put_number(out, "sinks", facts->sinks, " without a move from them");
  put_number(out, "sources", facts->sources, " without a move to them");
  put_number(out, "isolated", facts->isolated, " without either");
  put_number(out, "loops", facts->loops, " with a move to themselves");
  if (facts->order > 0) {
    put_degrees(out, "moves out", &facts->out, facts);
    put_degrees(out, "moves in", &facts->in, facts);
  }
  put_components(out, facts);
  put_memory(out, facts);
  put_external(out, facts);
  if (facts->order > 0) put_histogram(out, facts);
}

/* ---- as JSON ------------------------------------------------------------------------- */

static void put_member(FILE *out, const char *name, uint64_t number) {
  (void)fprintf(out, "  \"%s\": %llu,\n", name, (unsigned long long)number);
}

/* Without degrees, the least, the mean and the largest one are null. */
static void put_json_degrees(FILE *out, const char *name, const struct degrees *degrees,
                             const struct facts *facts) {
  (void)fprintf(out, "  \"%s\": {", name);
  if (facts->order == 0)
    (void)fputs("\"min\": null, \"mean\": null, \"max\": null", out);
  else
    (void)fprintf(out, "\"min\": %llu, \"mean\": %.17g, \"max\": %llu",
                  (unsigned long long)degrees->least, mean_degree(facts),
                  (unsigned long long)degrees->most);
  (void)fputs(", \"histogram\": [", out);
  for (int class = 0; facts->order > 0 && class <= class_of(degrees->most); class ++) {
    uint64_t from = class == 0 ? 0 : UINT64_C(1) << (class - 1);
    uint64_t to = class == 0 ? 0 : 2 * from - 1;
    (void)fprintf(out, "%s\n    {\"from\": %llu, \"to\": %llu, \"positions\": %llu}",
                  class == 0 ? "" : ",", (unsigned long long)from, (unsigned long long)to,
                  (unsigned long long)degrees->count[class]);
  }
  (void)fputs("]},\n", out);
}

static void print_parts_json(FILE *out, const struct facts *facts) {
  (void)fputs("{\n", out);
  put_member(out, "parts", facts->order);
  put_member(out, "moves", facts->size + facts->sums);
  put_member(out, "moves_to_one_part", facts->size);
  put_member(out, "moves_to_sums", facts->sums);
  (void)fprintf(out, "  \"solve_bytes\": %llu\n}\n", (unsigned long long)facts->memory);
}

static void print_json(FILE *out, const struct facts *facts) {
  if (facts->has_parts) {
    print_parts_json(out, facts);
    return;
  }
  (void)fputs("{\n", out);
  put_member(out, "positions", facts->order);
  put_member(out, "moves", facts->size);
  if (facts->frontier > 0) put_member(out, "frontier", facts->frontier);
  put_member(out, "sinks", facts->sinks);
  put_member(out, "sources", facts->sources);
  put_member(out, "isolated", facts->isolated);
  put_member(out, "loops", facts->loops);
  put_json_degrees(out, "moves_out", &facts->out, facts);
  put_json_degrees(out, "moves_in", &facts->in, facts);
  (void)fprintf(out, "  \"components\": {\"count\": %lu, \"largest\": %lu, \"cyclic\": %lu},\n",
                (unsigned long)facts->components, (unsigned long)facts->largest,
                (unsigned long)facts->cyclic);
  (void)fprintf(out, "  \"acyclic\": %s,\n",
                facts->cyclic > 0      ? "false"
                : facts->frontier == 0 ? "true"
                                       : "null");
  if (facts->lean > 0) {
    put_member(out, "solve_lean_bytes", facts->lean);
    put_member(out, "solve_scratch_bytes", facts->scratch);
  }
  (void)fprintf(out, "  \"solve_bytes\": %llu\n}\n", (unsigned long long)facts->memory);
}

/* ---- the command --------------------------------------------------------------------- */

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_digraph *game;
  struct facts facts;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_digraph_free(job->game);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON)
    print_json(out, &job->facts);
  else
    print_text(out, &job->facts);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  grundy_status status = (arguments->no_split ? file_read_game : file_read_parts)(
      arguments->game, arguments->from, &job->limits, &job->game, &error);
  progress_clear(&job->limits.progress);
  signals_end_process(); /* from here on nothing has to be cleaned up, and no monitor is called */
  if (status == GRUNDY_OK) status = file_interrupted(&error);
  if (status == GRUNDY_OK) status = gather(job->game, &job->facts, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&info_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTION_NO_SPLIT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy info ring.edges",
     "its size, whether it has cycles, and how much memory solving takes"},
    {"grundy random gnp -n 1000 --p 0.002 | grundy info -", "the shape of a random game"},
    {0},
};

const struct command info_command = {
    .name = "info",
    .summary = "size, degrees and components of a game",
    .group = GROUP_SOLVE,
    .description = "Counts positions and moves, without solving the game. Positions are in one "
                   "strongly connected component if each can be reached from the other; a "
                   "component has a cycle if it has two positions or a loop, and a game without "
                   "cycles is acyclic.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
