/* grundy best EXPRESSION: who wins a position of one or several games, and by which moves. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "coloured.h"
#include "commands.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "options.h"
#include "progress.h"
#include "signals.h"

struct arguments {
  const char *expression;
  bool misere;
  bool all;
  bool all_moves;
  bool no_split;
  struct real payoff, infinite;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

enum {
  FEW = 12,       /* moves that are listed by default */
  LISTED = 10000, /* moves that are listed with --all or --all-moves */
};

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  char *text; /* of the expression, if it was read from standard input */
  struct limits limits;
  grundy_expression *expression;
  grundy_compound *compound; /* of the expression */
  grundy_evaluation evaluation;
  grundy_moves *moves;
  grundy_moves *all_moves; /* NULL without --all-moves */
  bool is_coloured;        /* then `coloured` is printed instead of the evaluation and the moves */
  struct coloured coloured;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_moves_free(job->moves);
  grundy_moves_free(job->all_moves);
  grundy_expression_free(job->expression);
  free(job->text);
}

/* ---- reading ------------------------------------------------------------------------- */

enum { MOST_TEXT = 1 << 26 };

/* Reads the expression from standard input if it is "-": one of thousands of components is too long
 * for an argument. Ctrl-C ends the process meanwhile, as there is nothing to clean up. */
static grundy_status read_text(struct job *job, grundy_error *error) {
  size_t room = 0;
  if (!file_is_standard(job->arguments.expression)) return GRUNDY_OK;
  signals_end_process();
  errno = 0;
  ssize_t length = getdelim(&job->text, &room, '\0', stdin);
  bool empty = length < 0 && feof(stdin) != 0;
  signals_set_flag();
  if (length < 0 && !empty)
    return fail_with(error, GRUNDY_IO_ERROR, "standard input", "%s", strerror(errno));
  if (length > MOST_TEXT)
    return fail_with(error, GRUNDY_UNABLE, "standard input",
                     "the expression is longer than 64 MiB");
  job->arguments.expression = empty ? "" : job->text;
  return GRUNDY_OK;
}

/* ---- what is known ------------------------------------------------------------------- */

/* Returns whether play always ends but its length has no bound. Then no search would end. */
static bool is_transfinite(const struct job *job) {
  grundy_number distance = job->evaluation.distance;
  return job->evaluation.ordinal_value != NULL ||
         (distance >= GRUNDY_OMEGA && distance != GRUNDY_INFINITY64);
}

/* Returns whether something that was asked for is unknown. Without a search only the outcome is
 * asked for. */
static bool is_unable(const struct job *job) {
  const struct integer *limit = &job->arguments.limits.max_positions;
  bool search = (!limit->given || limit->value > 0) && !is_transfinite(job);
  return job->evaluation.outcome == GRUNDY_OUTCOME_NONE ||
         (search && job->evaluation.remoteness == GRUNDY_UNKNOWN);
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_evaluation(FILE *out, const struct job *job) {
  for (int i = 0; i < EVALUATION_FACTS; i++) {
    struct evaluation_fact f = evaluation_fact(&job->evaluation, i);
    bool undefined = i == 1 && job->arguments.misere;
    if (undefined || (!f.known && i == 1)) continue;
    (void)fprintf(out, "%-11s ", evaluation_names[i]);
    if (!f.known) {
      (void)fputs("not known\n", out);
      continue;
    }
    char origin[128];
    evaluation_origin(&f.origin, origin, sizeof origin);
    evaluation_put_fact(out, &job->evaluation, i);
    (void)fprintf(out, "  by: %s\n", origin);
  }
}

static void put_move(FILE *out, const struct job *job, const grundy_move *move) {
  (void)fputs("  ", out);
  expression_put_steps(out, job->expression, move->steps, move->count);
  (void)fputs("  leads to ", out);
  evaluation_put(out, &move->after);
  (void)putc('\n', out);
}

static bool has_endless_moves(const struct job *job) {
  uint64_t count = 0;
  grundy_error error = {0};
  return grundy_compound_move_count(job->compound, &count, &error) == GRUNDY_OK &&
         count == UINT64_MAX;
}

/* Returns what all best moves have in common, by the operator and the outcome. */
static const char *describe_moves(const struct job *job) {
  bool endless = has_endless_moves(job) && !evaluation_resists(&job->evaluation);
  switch (job->evaluation.outcome) {
  case GRUNDY_OUTCOME_P:
    return endless ? "every move loses; there are infinitely many, and none resists longest"
                   : "every move loses";
  case GRUNDY_OUTCOME_D:
    return "a move keeps the draw if the other player cannot force a win after it";
  default:
    if (job->arguments.misere) return "a move wins if it leads to a P-position";
    return "a move wins if it leads to a P-position: value 0 in a sum, an even least remoteness in "
           "a "
           "conjunctive compound, a P-position in every component of a selective one";
  }
}

static const char *heading_of(const struct job *job, uint64_t after) {
  switch (job->evaluation.outcome) {
  case GRUNDY_OUTCOME_P:
    return evaluation_resists(&job->evaluation) || job->evaluation.counter != GRUNDY_UNKNOWN
               ? "every move loses; the first of these resists longest"
               : "every move loses; which resists longest is not known";
  case GRUNDY_OUTCOME_D:
    return after == 'D' ? "moves that keep the draw" : "moves that throw the draw away";
  default:
    return job->evaluation.remoteness != GRUNDY_UNKNOWN || job->evaluation.counter != GRUNDY_UNKNOWN
               ? "winning moves; the first is the surest"
               : "winning moves; how soon they win is not known";
  }
}

static void put_moves(FILE *out, const struct job *job) {
  uint64_t count = grundy_moves_count(job->moves);
  if (job->evaluation.outcome == GRUNDY_OUTCOME_NONE) return;
  if (count == 0) {
    if (grundy_moves_complete(job->moves)) (void)fputs("\nplay is over\n", out);
    return;
  }
  bool few = job->arguments.all || (count < FEW && grundy_moves_complete(job->moves));
  uint64_t heading = 0;
  for (uint64_t i = 0; i < (few ? count : 1); i++) {
    grundy_move move = grundy_moves_get(job->moves, i);
    if (!few) (void)fputs("\nbest move\n", out);
    if (few && move.after.outcome != heading) {
      heading = move.after.outcome;
      (void)fprintf(out, "\n%s\n", heading_of(job, heading));
    }
    put_move(out, job, &move);
  }
  if (!few) (void)fprintf(out, "  one of many: %s\n", describe_moves(job));
  if (few && !grundy_moves_complete(job->moves)) (void)fputs("  and others\n", out);
}

static void put_all_moves(FILE *out, const struct job *job) {
  if (job->all_moves == NULL || grundy_moves_count(job->all_moves) == 0) return;
  (void)fputs("\nall moves\n", out);
  for (uint64_t i = 0; i < grundy_moves_count(job->all_moves); i++) {
    grundy_move move = grundy_moves_get(job->all_moves, i);
    put_move(out, job, &move);
  }
  if (!grundy_moves_complete(job->all_moves)) (void)fputs("  and others\n", out);
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void json_origins(FILE *out, const struct job *job) {
  const char *before = "";
  (void)fputs("\"by\": {", out);
  for (int i = 0; i < EVALUATION_FACTS; i++) {
    struct evaluation_fact f = evaluation_fact(&job->evaluation, i);
    if (!f.known) continue;
    char origin[128];
    evaluation_origin(&f.origin, origin, sizeof origin);
    (void)fprintf(out, "%s\"%s\": ", before, evaluation_names[i]);
    json_put_string(out, origin);
    before = ", ";
  }
  (void)fputs("}, ", out);
}

/* "moves": […] */
static void json_steps(FILE *out, const struct job *job, const grundy_step *steps, uint64_t count) {
  (void)fputs("\"moves\": [", out);
  for (uint64_t i = 0; i < count; i++) {
    const grundy_step *step = &steps[i];
    (void)fprintf(out, "%s{\"component\": %lu, \"from\": ", i == 0 ? "" : ", ",
                  (unsigned long)step->component + 1);
    expression_put_position(out, job->expression, step->component, step->from, json_put_string);
    (void)fputs(", \"to\": ", out);
    expression_put_position(out, job->expression, step->component, step->to, json_put_string);
    (void)expression_put_words(out, job->expression, step, ", \"words\": \"", "\"");
    (void)putc('}', out);
  }
  (void)putc(']', out);
}

static void json_move(FILE *out, const struct job *job, const grundy_move *move) {
  (void)fputs("{", out);
  evaluation_put_json(out, &move->after, 3);
  json_steps(out, job, move->steps, move->count);
  (void)putc('}', out);
}

/* "complete": true, "moves": […] */
static void json_moves(FILE *out, const struct job *job, const char *complete, const char *name,
                       const grundy_moves *moves) {
  (void)fprintf(out, "\"%s\": %s, \"%s\": [", complete,
                grundy_moves_complete(moves) ? "true" : "false", name);
  for (uint64_t i = 0; i < grundy_moves_count(moves); i++) {
    grundy_move move = grundy_moves_get(moves, i);
    if (i > 0) (void)fputs(", ", out);
    json_move(out, job, &move);
  }
  (void)putc(']', out);
}

static void print_json(FILE *out, const struct job *job) {
  (void)putc('{', out);
  evaluation_put_json(out, &job->evaluation, 4);
  json_origins(out, job);
  if (is_unable(job)) {
    (void)fputs("\"unknown\": ", out);
    json_put_string(out, grundy_compound_limit_reached(job->compound));
    (void)fputs(", ", out);
  }
  json_moves(out, job, "complete", "moves", job->moves);
  if (job->all_moves != NULL) {
    (void)fputs(", ", out);
    json_moves(out, job, "all_moves_complete", "all_moves", job->all_moves);
  }
  (void)fputs("}\n", out);
}

/* ---- games with players ---------------------------------------------------------------- */

/* Returns the moves of a game with players; at most LISTED of them. */
static grundy_vertices listed_followers(const struct job *job) {
  grundy_vertices followers = grundy_digraph_followers(job->coloured.game, job->coloured.position);
  if (followers.count > LISTED) followers.count = LISTED;
  return followers;
}

static bool lists_all_followers(const struct job *job) {
  const struct coloured *c = &job->coloured;
  return grundy_digraph_followers(c->game, c->position).count <= LISTED;
}

static void put_coloured_moves(FILE *out, const struct job *job) {
  grundy_vertices followers = listed_followers(job);
  if (followers.count > 0) (void)fputs("\nall moves\n", out);
  for (uint64_t i = 0; i < followers.count; i++) {
    struct coloured after = job->coloured;
    grundy_step step = {.from = after.position, .to = followers.at[i]};
    after.position = followers.at[i];
    (void)fputs("  ", out);
    expression_put_steps(out, job->expression, &step, 1);
    (void)fputs("  leads to ", out);
    coloured_put_briefly(out, &after);
    (void)putc('\n', out);
  }
  if (!lists_all_followers(job)) (void)fputs("  and others\n", out);
}

static void json_coloured_moves(FILE *out, const struct job *job) {
  grundy_vertices followers = listed_followers(job);
  (void)fprintf(out, ", \"all_moves_complete\": %s, \"all_moves\": [",
                lists_all_followers(job) ? "true" : "false");
  for (uint64_t i = 0; i < followers.count; i++) {
    struct coloured after = job->coloured;
    grundy_step step = {.from = after.position, .to = followers.at[i]};
    after.position = followers.at[i];
    (void)fputs(i == 0 ? "{" : ", {", out);
    coloured_put_json_briefly(out, &after);
    (void)fputs(", ", out);
    json_steps(out, job, &step, 1);
    (void)putc('}', out);
  }
  (void)putc(']', out);
}

static void put_coloured(FILE *out, const struct job *job) {
  bool json = job->arguments.format == ANSWER_JSON, all = job->arguments.all_moves;
  if (!json) {
    coloured_put(out, &job->coloured);
    if (all) put_coloured_moves(out, job);
    return;
  }
  (void)putc('{', out);
  coloured_put_json(out, &job->coloured);
  if (all) json_coloured_moves(out, job);
  (void)fputs("}\n", out);
}

/* ---- the command --------------------------------------------------------------------- */

/* Best moves are found first: searching for them also evaluates the positions that other moves lead
 * to. The evaluation is computed again at the end, because it is valid only until the next one. */
static grundy_status find_moves(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_search_options searching =
      expression_search(&job->limits, arguments->limits.max_positions);
  grundy_status status = grundy_compound_best(job->compound, arguments->all ? LISTED : FEW,
                                              &searching, &job->evaluation, &job->moves, error);
  if (status != GRUNDY_OK || !arguments->all_moves) return status;
  status = grundy_compound_moves(job->compound, LISTED, &job->all_moves, error);
  if (status != GRUNDY_OK) return status;
  return grundy_compound_evaluate(job->compound, &searching, &job->evaluation, error);
}

static grundy_status find(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  struct expression_request request = {
      .misere = arguments->misere,
      .no_split = arguments->no_split,
      .input_is_taken = file_is_standard(arguments->expression),
      .payoff = arguments->payoff,
      .infinite = arguments->infinite,
  };
  grundy_status status = read_text(job, error);
  if (status != GRUNDY_OK) return status;
  request.text = arguments->expression;
  status = expression_open(&request, &job->limits, &job->expression, error);
  if (status != GRUNDY_OK) return status;
  job->is_coloured = coloured_view(job->expression, &job->coloured);
  if (job->is_coloured) return GRUNDY_OK;
  job->compound = grundy_expression_compound(job->expression);
  return find_moves(job, error);
}

/* Says once that the moves above are up to symmetry. */
static void put_symmetry(FILE *out, const struct job *job) {
  bool has_moves = job->is_coloured || grundy_moves_count(job->moves) > 0;
  if (!has_moves || !expression_is_reduced(job->expression)) return;
  (void)putc('\n', out);
  expression_put_symmetry(out);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  bool json = job->arguments.format == ANSWER_JSON;
  if (!json) expression_put_first_positions(out, job->expression);
  if (job->is_coloured) {
    put_coloured(out, job);
  } else if (json) {
    print_json(out, job);
  } else {
    put_evaluation(out, job);
    put_moves(out, job);
    put_all_moves(out, job);
  }
  if (!json) put_symmetry(out, job);
  return GRUNDY_OK;
}

static int code_of_answer(struct job *job) {
  if (job->is_coloured || !is_unable(job)) return CODE_YES;
  grundy_error error = {0};
  bool outcome = job->evaluation.outcome != GRUNDY_OUTCOME_NONE;
  (void)expression_fail_unknown(job->compound, outcome ? "remoteness" : "outcome", &error);
  return limits_fail(&job->limits, &error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = find(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? code_of_answer(job) : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&best_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, "; - reads it from standard input"),
    {0},
};

static const struct option options[] = {
    OPTIONS_COMPOUND(struct arguments),
    OPTION_PAYOFF(struct arguments),
    {.name = "all",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, all),
     .help = "list all best moves, at most 10,000"},
    {.name = "all-moves",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, all_moves),
     .help =
         "then list all moves, good and bad, with the position that each leads to; at most 10,000"},
    OPTION_NO_SPLIT(struct arguments),
    OPTION_JSON(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy best 'ring.edges@a + 2*nim:5'", "who wins a sum of three games, and by which move"},
    {"grundy best --misere 'nim:3 + nim:4 + nim:5' --all", "all best moves of misere Nim"},
    {"grundy best 'a.dot@x & (b.dot@y | \"my game.edges\"@\"b 1\")' --json", "for programs"},
    {0},
};

const struct command best_command = {
    .name = "best",
    .summary = "who wins a sum of games, and the best moves",
    .group = GROUP_COMBINE,
    .description =
        "Evaluates a position of a compound by theorems, without building the product: outcome, "
        "value, remoteness, terminal distance, how each was found, and the best moves. What no "
        "theorem gives is searched for. If the outcome remains unknown, or the remoteness in spite "
        "of a search, the rest is printed and the exit code is 4. A game with players, outcomes or "
        "payoffs of its own is evaluated alone: what each player can guarantee, within how many "
        "moves, and by which move.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
