/* grundy map R S MAP: checks what a map between two games preserves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/morphism.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "run_limits.h"
#include "terminal.h"

struct arguments {
  const char *r, *s, *map;
  const char *output; /* NULL: no solution is wanted */
  int from;           /* a grundy_format; AUTO leaves it to the endings */
  int solution_to;    /* likewise of `output` */
  int require;        /* of kind_choices; GRUNDY_MAP_KIND_COUNT if nothing is required */
  int format;         /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* In the order of grundy_map_kind. */
static const char *const kind_choices[] = {"homomorphism", "surjective", "d-morphism", "theorem7",
                                           NULL};
static const char *const kind_titles[] = {"homomorphism", "surjective", "D-morphism", "theorem 7"};
static const char *const kind_keys[] = {"homomorphism", "surjective", "d_morphism", "theorem7"};

/* Everything that a run owns, and its results. */
struct job {
  struct arguments arguments;
  grundy_format solution_to;
  struct limits limits;
  grundy_digraph *r, *s;
  uint32_t *image, *d; /* d, given or computed */
  bool given;          /* true if the file has d */
  bool other;          /* true if the given d fails, but another one works */
  grundy_map_report report;
  grundy_solution *of_s, *solution;
  grundy_output *output;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_output_discard(job->output);
  grundy_solution_free(job->of_s);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->r);
  grundy_digraph_free(job->s);
  free(job->image);
  free(job->d);
}

static bool is(const struct job *job, grundy_map_kind kind) {
  return job->report.of[kind].condition == GRUNDY_MAP_HOLDS;
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_output(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  int code = file_check_beside_answer(&map_command, "--output", arguments->output);
  if (code != CODE_YES) return code;
  return file_find_format(&map_command, arguments->output, GRUNDY_FORMAT_WRITES_SOLUTION,
                          arguments->solution_to, "to", &job->solution_to);
}

/* Checks the options. Returns an exit code. */
static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  const char *const inputs[] = {arguments->r, arguments->s, arguments->map};
  int code = file_check_standard_once(&map_command, "of R, S and MAP", inputs, 3);
  return code != CODE_YES || arguments->output == NULL ? code : prepare_output(job);
}

/* ---- reading and checking ------------------------------------------------------------ */

static grundy_status read_game(struct job *job, const char *path, grundy_digraph **game,
                               grundy_error *error) {
  return file_read_game(path, job->arguments.from, &job->limits, game, error);
}

static grundy_status read_all(struct job *job, grundy_error *error) {
  grundy_status status = read_game(job, job->arguments.r, &job->r, error);
  if (status == GRUNDY_OK) status = read_game(job, job->arguments.s, &job->s, error);
  if (status != GRUNDY_OK) return status;
  size_t entries = (size_t)grundy_digraph_order(job->r) + 1;
  job->image = calloc(entries, sizeof *job->image);
  job->d = calloc(entries, sizeof *job->d);
  if (job->image == NULL || job->d == NULL) return fail_memory(error);
  terminal_explain_keyboard(job->arguments.map, "one position and its image per line");
  return grundy_map_read(job->r, job->s, job->arguments.map,
                         &GRUNDY_OPTIONS(grundy_read_options, .monitor = &job->limits.monitor),
                         job->image, job->d, &job->given, error);
}

/* Looks for another d if the given one fails. */
static grundy_status look_for_other_d(struct job *job, grundy_error *error) {
  grundy_map_report report;
  uint32_t *least = calloc((size_t)grundy_digraph_order(job->r) + 1, sizeof *least);
  if (least == NULL) return fail_memory(error);
  grundy_status status =
      grundy_map_check(job->r, job->s, job->image, NULL, GRUNDY_MONITORED(&job->limits.monitor),
                       least, &report, error);
  free(least);
  if (status == GRUNDY_OK) job->other = report.of[GRUNDY_THEOREM7].condition == GRUNDY_MAP_HOLDS;
  return status;
}

static grundy_status check(struct job *job, grundy_error *error) {
  grundy_status status = grundy_map_check(job->r, job->s, job->image, job->given ? job->d : NULL,
                                          GRUNDY_MONITORED(&job->limits.monitor),
                                          job->given ? NULL : job->d, &job->report, error);
  if (status != GRUNDY_OK || !job->given || is(job, GRUNDY_THEOREM7)) return status;
  return look_for_other_d(job, error);
}

/* ---- the solution -------------------------------------------------------------------- */

static grundy_status solve_and_write(struct job *job, grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K |
                                             GRUNDY_COLUMN_COUNTER,
                                  .monitor = &job->limits.monitor};
  grundy_status status = file_check_values(job->s, error);
  if (status == GRUNDY_OK)
    status = memory_solve(&job->limits.budget, job->s, &options, &job->of_s, error);
  if (status == GRUNDY_OK)
    status = grundy_map_transport(job->r, job->image, job->d, job->of_s, &job->solution, error);
  if (status != GRUNDY_OK) return status;
  return file_write_solution(&job->output, job->arguments.output, job->solution_to, job->r,
                             job->solution, &job->limits, error);
}

/* ---- reasons ------------------------------------------------------------------------- */

/* The names of the positions of a violation; NULL for those that it does not have. */
struct names {
  char scratch[5][GRUNDY_NAME_MAX_BYTES];
  const char *u, *v, *w; /* w of S for conditions (1) and of preimages, otherwise of R */
  const char *u_image, *v_image;
  uint32_t u_d, w_d;
};

static const char *name_of(const grundy_digraph *game, uint32_t v, char *scratch) {
  return v == GRUNDY_INFINITY ? NULL : grundy_digraph_name(game, v, scratch);
}

static bool is_of_s(grundy_map_condition condition) {
  return condition == GRUNDY_MAP_NOT_COVERED || condition == GRUNDY_MAP_NO_PREIMAGE;
}

static void find_names(const struct job *job, const grundy_map_violation *at, struct names *names) {
  bool w_of_s = is_of_s(at->condition);
  bool has_u = at->u != GRUNDY_INFINITY;
  bool has_v = at->v != GRUNDY_INFINITY;
  names->u = name_of(job->r, at->u, names->scratch[0]);
  names->v = name_of(job->r, at->v, names->scratch[1]);
  names->w = name_of(w_of_s ? job->s : job->r, at->w, names->scratch[2]);
  names->u_image = has_u ? name_of(job->s, job->image[at->u], names->scratch[3]) : NULL;
  names->v_image = has_v ? name_of(job->s, job->image[at->v], names->scratch[4]) : NULL;
  names->u_d = has_u ? job->d[at->u] : 0;
  names->w_d = !w_of_s && at->w != GRUNDY_INFINITY ? job->d[at->w] : 0;
}

/* Writes who moves at a position, or that both players have the same moves there. */
static void put_player(FILE *out, const grundy_digraph *game, uint32_t v, const char *name) {
  const uint8_t *players = grundy_digraph_players(game);
  if (players == NULL)
    (void)fprintf(out, "either player may move at %s", name);
  else
    (void)fprintf(out, "%c moves at %s", players[v], name);
}

/* Writes how play ends at a terminal position. */
static void put_end(FILE *out, const grundy_digraph *game, uint32_t v, const char *name) {
  const grundy_outcome *outcomes = grundy_digraph_outcomes(game);
  const double *payoffs = grundy_digraph_payoffs(game);
  grundy_outcome outcome = outcomes == NULL || outcomes[v] == 0 ? GRUNDY_OUTCOME_P : outcomes[v];
  if (payoffs != NULL)
    (void)fprintf(out, "play ends at %s with payoff %.17g", name, payoffs[v]);
  else
    (void)fprintf(out, "play ends at %s with outcome %c", name, outcome);
}

/* Writes in what a position differs from its image. */
static void put_difference(FILE *out, const struct job *job, const grundy_map_violation *at,
                           const struct names *n) {
  void (*put)(FILE *, const grundy_digraph *, uint32_t, const char *) =
      at->condition == GRUNDY_MAP_OTHER_PLAYER ? put_player : put_end;
  put(out, job->r, at->u, n->u);
  (void)fputs(", but ", out);
  put(out, job->s, job->image[at->u], n->u_image);
}

/* Writes why the map fails. A position is "above" its image. */
static void put_reason(FILE *out, const struct job *job, const grundy_map_violation *at) {
  struct names n;
  find_names(job, at, &n);
  switch (at->condition) {
  case GRUNDY_MAP_HOLDS:
    return;
  case GRUNDY_MAP_NOT_COVERED:
    (void)fprintf(out,
                  "(1) fails at %s: %s -> %s is a move, but %s has none to a position above %s",
                  n.u, n.u_image, n.w, n.u, n.w);
    return;
  case GRUNDY_MAP_LOST_MOVE:
    (void)fprintf(out, "%s -> %s is a move, but %s -> %s is not", n.u, n.v, n.u_image, n.v_image);
    return;
  case GRUNDY_MAP_NO_PREIMAGE:
    (void)fprintf(out, "no position is above %s", n.w);
    return;
  case GRUNDY_MAP_UNRELATED:
    (void)fprintf(out, "(2) fails at %s -> %s: neither %s -> %s nor %s -> %s is a move", n.u, n.v,
                  n.u_image, n.v_image, n.v_image, n.u_image);
    return;
  case GRUNDY_MAP_OTHER_PLAYER:
  case GRUNDY_MAP_OTHER_END:
    put_difference(out, job, at, &n);
    return;
  case GRUNDY_MAP_NO_REPLY:
  case GRUNDY_MAP_NOT_LESS:
  case GRUNDY_MAP_NO_D:
    break;
  }
  (void)fprintf(out, "(a) and (b) fail at %s -> %s: %s -> %s is not a move, and ", n.u, n.v,
                n.u_image, n.v_image);
  if (at->condition == GRUNDY_MAP_NO_REPLY)
    (void)fprintf(out, "%s has no move to a position above %s", n.v, n.u_image);
  else if (at->condition == GRUNDY_MAP_NOT_LESS)
    (void)fprintf(out, "%s -> %s, the best reply, has d = %lu, not below d = %lu of %s", n.v, n.w,
                  (unsigned long)n.w_d, (unsigned long)n.u_d, n.u);
  else
    (void)fprintf(out, "no choice of d makes it smaller after a reply such as %s -> %s", n.v, n.w);
  if (at->condition == GRUNDY_MAP_NOT_LESS && job->other)
    (void)fputs("; with another d the map is one of theorem 7", out);
}

/* Returns the reason as a new text; NULL if memory runs out. */
static char *reason_text(const struct job *job, const grundy_map_violation *at) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  put_reason(out, job, at);
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

/* ---- the answer ---------------------------------------------------------------------- */

/* Returns whether both games have values. */
static bool has_values(const struct job *job) {
  return (grundy_solve_columns(job->r, true) & grundy_solve_columns(job->s, true) &
          GRUNDY_COLUMN_GRUNDY) != 0;
}

static uint32_t largest_d(const struct job *job) {
  uint32_t largest = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(job->r); u++)
    if (job->d[u] > largest) largest = job->d[u];
  return largest;
}

/* Returns whether the map is one of Theorem 7, with the given d or another one. */
static bool is_theorem7(const struct job *job) {
  return is(job, GRUNDY_THEOREM7) || job->other;
}

static const char *what_is_kept(const struct job *job) {
  if (!has_values(job) && is(job, GRUNDY_HOMOMORPHISM))
    return "Every position has the player of its image, and the same entry in every column except "
           "counter.";
  if (!has_values(job))
    return "These games have no values, so only a homomorphism would say something about them.";
  if (is(job, GRUNDY_HOMOMORPHISM))
    return "Every position has the outcome, value, remoteness and distance of its image.";
  if (is_theorem7(job))
    return "Every position has the value of its image, with the same K where that is infinite.";
  if (is(job, GRUNDY_D_MORPHISM))
    return "Positions of finite value have that of their image; the others need not.";
  return "Positions need not have the value of their image.";
}

/* Writes which d makes the map one of Theorem 7. */
static void put_d(FILE *out, const struct job *job) {
  uint32_t largest = largest_d(job);
  if (largest == 0)
    (void)fputs("  with d = 0", out);
  else
    (void)fprintf(out, "  with the %s d, which is at most %lu", job->given ? "given" : "least",
                  (unsigned long)largest);
}

static bool print_text(FILE *out, const struct job *job) {
  for (int kind = 0; kind < GRUNDY_MAP_KIND_COUNT; kind++) {
    bool yes = is(job, (grundy_map_kind)kind);
    char *reason = reason_text(job, &job->report.of[kind]);
    if (reason == NULL) return false;
    (void)fprintf(out, "%-12s  %s", kind_titles[kind], yes ? "yes" : "no   ");
    put_printable(out, reason);
    if (yes && kind == GRUNDY_THEOREM7) put_d(out, job);
    (void)putc('\n', out);
    free(reason);
  }
  (void)fprintf(out, "%s\n", what_is_kept(job));
  return true;
}

/* Writes the member d, or null. */
static void write_d(grundy_json *json, const struct job *job) {
  if (!is(job, GRUNDY_THEOREM7)) {
    grundy_json_null(json, "d");
    return;
  }
  grundy_json_array(json, "d");
  for (uint32_t u = 0; u < grundy_digraph_order(job->r); u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    grundy_json_object(json, NULL);
    grundy_json_string(json, "position", grundy_digraph_name(job->r, u, scratch));
    grundy_json_integer(json, "d", job->d[u]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static bool write_violation(grundy_json *json, const struct job *job, int kind) {
  static const char *const conditions[] = {"",  "1", "move", "preimage", "2",
                                           "b", "b", "b",    "player",   "end"};
  const grundy_map_violation *at = &job->report.of[kind];
  struct names names;
  if (at->condition == GRUNDY_MAP_HOLDS) return true;
  find_names(job, at, &names);
  char *reason = reason_text(job, at);
  if (reason == NULL) return false;
  grundy_json_line(json);
  grundy_json_object(json, kind_keys[kind]);
  grundy_json_string(json, "condition", conditions[at->condition]);
  grundy_json_string(json, "u", names.u);
  grundy_json_string(json, "v", names.v);
  grundy_json_string(json, "w", names.w);
  grundy_json_string(json, "message", reason);
  grundy_json_end(json);
  free(reason);
  return true;
}

static const char *agreement(const struct job *job) {
  if (has_values(job) && is_theorem7(job)) return "everywhere";
  return has_values(job) && is(job, GRUNDY_D_MORPHISM) ? "finite" : NULL;
}

static bool print_json(FILE *out, const struct job *job) {
  grundy_json json = grundy_json_start(out);
  bool complete = true;
  grundy_json_object(&json, NULL);
  for (int kind = 0; kind < GRUNDY_MAP_KIND_COUNT; kind++)
    grundy_json_bool(&json, kind_keys[kind], is(job, (grundy_map_kind)kind));
  grundy_json_string(&json, "values_agree", agreement(job));
  write_d(&json, job);
  grundy_json_object(&json, "violations");
  for (int kind = 0; kind < GRUNDY_MAP_KIND_COUNT && complete; kind++)
    complete = write_violation(&json, job, kind);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return complete;
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  bool json = job->arguments.format == ANSWER_JSON;
  return (json ? print_json(out, job) : print_text(out, job)) ? GRUNDY_OK : fail_memory(error);
}

/* Returns the exit code: transporting a solution needs a map of Theorem 7. */
static int code_of_answer(const struct job *job) {
  const struct arguments *arguments = &job->arguments;
  if (arguments->output != NULL && !is(job, GRUNDY_THEOREM7)) {
    (void)fprintf(stderr, "grundy: no map of theorem 7, so '%s' was not written\n",
                  arguments->output);
    return CODE_NO;
  }
  if (arguments->require == GRUNDY_MAP_KIND_COUNT) return CODE_YES;
  return is(job, (grundy_map_kind)arguments->require) ? CODE_YES : CODE_NO;
}

/* ---- the command --------------------------------------------------------------------- */

/* Opens the output first, so that a missing folder is reported before the work. */
static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = GRUNDY_OK;
  if (job->arguments.output != NULL)
    status = grundy_output_open(job->arguments.output, &job->output, &error);
  if (status == GRUNDY_OK) status = read_all(job, &error);
  if (status == GRUNDY_OK) status = check(job, &error);
  if (status == GRUNDY_OK && job->output != NULL && is(job, GRUNDY_THEOREM7))
    status = solve_and_write(job, &error);
  file_give_up(&job->output, &job->limits);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? code_of_answer(job) : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.require = GRUNDY_MAP_KIND_COUNT, .format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&map_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"R", offsetof(struct arguments, r), "a file with the game that is mapped, or -", FILE_READ},
    {"S", offsetof(struct arguments, s), "a file with the game that it is mapped to, or -",
     FILE_READ},
    {"MAP", offsetof(struct arguments, map),
     "a file with a line 'u image' for every position u of R, or 'u image d' with a number d, or "
     "-",
     FILE_DATA},
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "R and S"),
    {.name = "require",
     .kind = OPTION_CHOICE,
     .value = "KIND",
     .choices = kind_choices,
     .destination = offsetof(struct arguments, require),
     .help = "exit with 1 unless the map is of that kind: homomorphism, surjective, d-morphism or "
             "theorem7"},
    OPTION_OUTPUT_BESIDE(struct arguments,
                         "the solution of R that follows from one of S by theorem 7 to FILE: "
                         "grundy, k and counter; exit code 1 and no file if the map is not one of "
                         "theorem 7"),
    OPTION_SOLUTION_TO(struct arguments, solution_to, "by the ending of FILE", "output"),
    OPTION_JSON(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy map poker-nim.edges nim-2.edges poker-nim.map",
     "what the map is and, if theorem 7 does not apply, why there is no d"},
    {"grundy map r.edges s.edges map.tsv --require homomorphism",
     "exit code 0 if it is a homomorphism and 1 if not"},
    {"grundy map r.edges s.edges map.tsv -o r.tsv && grundy verify r.edges r.tsv",
     "solves R by solving S, and checks that"},
    {0},
};

const struct command map_command = {
    .name = "map",
    .summary = "check what a map between two games preserves",
    .group = GROUP_THEORY,
    .description =
        "Reports whether the map is a homomorphism (the moves from a position lead above just the "
        "moves from its image), surjective, a D-morphism, or a map of theorem 7 of Fraenkel and "
        "Yesha: (1) every move from the image of u is the image of one from u, and every move from "
        "u to v is (a) sent to a move, or (b) has a reply from v to some w with the image of u and "
        "d(w) < d(u). If the file has no d, the least one is computed. A position is called above "
        "its image. If the games have players, outcomes or payoffs, a map of any of these kinds "
        "must also respect them: the same player moves at a position and at its image, and if both "
        "are terminal, play ends there in the same way. For each no, prints the first condition "
        "that fails and its positions; for each "
        "yes, what the map preserves.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
