/* grundy best EXPRESSION: who wins a position of one or several games, and by which moves. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "automaton.h"
#include "board_view.h"
#include "coloured.h"
#include "commands.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "selection.h"
#include "signals.h"
#include "terminal.h"

struct arguments {
  const char *expression;
  const char *automaton;
  const char *boards; /* positions to draw, as a list; NULL: none */
  bool misere;
  bool all;
  bool all_moves;
  bool no_split;
  int turn; /* of turn_choices */
  struct real payoff, infinite;
  int format;   /* ANSWER_TEXT or ANSWER_JSON */
  int language; /* a grundy_language */
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
  bool is_coloured;        /* then `coloured` is printed instead of the evaluation */
  struct coloured coloured;
  grundy_search_options search; /* used by the compound */
  uint64_t *drawn;              /* the positions of --boards */
  uint64_t drawn_count;
  char *json; /* the answer, if it is JSON */
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_moves_free(job->moves);
  grundy_moves_free(job->all_moves);
  grundy_expression_free(job->expression);
  free(job->text);
  free(job->drawn);
  free(job->json);
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

/* ---- positions to draw ---------------------------------------------------------------- */

static grundy_component first_component(const struct job *job) {
  return grundy_compound_component(job->compound, 0);
}

static bool has_position(void *context, const char *name, size_t length) {
  grundy_component game = first_component(context);
  uint64_t position = 0;
  return game.kind->find_position(game.data, name, length, &position, NULL) == GRUNDY_OK;
}

static grundy_status add_drawn(void *context, const char *name, size_t length,
                               grundy_error *error) {
  struct job *job = context;
  grundy_component game = first_component(job);
  uint64_t position = 0;
  grundy_status status = game.kind->find_position(game.data, name, length, &position, error);
  if (status != GRUNDY_OK) return status;
  uint64_t *grown = realloc(job->drawn, (job->drawn_count + 1) * sizeof *grown);
  if (grown == NULL) return fail_memory(error);
  job->drawn = grown;
  job->drawn[job->drawn_count++] = position;
  return GRUNDY_OK;
}

static grundy_status find_drawn(struct job *job, grundy_error *error) {
  const struct selection_names names = {job, has_position, add_drawn};
  if (job->arguments.boards == NULL) return GRUNDY_OK;
  return selection_read_list(job->arguments.boards, &names, error);
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
         (search && job->evaluation.remoteness == GRUNDY_UNKNOWN && !job->evaluation.has_turns);
}

/* ---- text ---------------------------------------------------------------------------- */

enum { WIDTH = 11 }; /* of headings */

static grundy_language language_of(const struct job *job) {
  return (grundy_language)job->arguments.language;
}

/* Writes a line that is one heading. */
static void put_line(FILE *out, const struct job *job, const char *before, const char *heading) {
  (void)fputs(before, out);
  evaluation_put_heading(out, heading, language_of(job));
  (void)putc('\n', out);
}

static bool is_over(const struct job *job) {
  return grundy_moves_count(job->moves) == 0 && grundy_moves_complete(job->moves);
}

/* False if memory runs out. */
static bool put_evaluation(FILE *out, const struct job *job) {
  for (int i = 0; i < EVALUATION_FACTS; i++) {
    struct evaluation_fact f = evaluation_fact(&job->evaluation, i);
    bool undefined = i == 1 && job->arguments.misere;
    /* Sums with kinds of moves have no theorems on lengths of play. */
    if (undefined || (!f.known && (i == 1 || (i > 1 && job->evaluation.has_turns)))) continue;
    if (!evaluation_put_padded(out, evaluation_names[i], WIDTH, language_of(job))) return false;
    if (!f.known) {
      put_line(out, job, "", "unknown");
      continue;
    }
    evaluation_put_fact(out, &job->evaluation, i);
    (void)fputs("  ", out);
    evaluation_put_heading(out, "by", language_of(job));
    (void)fputs(": ", out);
    evaluation_put_origin(out, &f.origin, language_of(job));
    (void)putc('\n', out);
  }
  const char *rests_on = grundy_compound_rests_on(job->compound);
  if (rests_on[0] != '\0') {
    if (!evaluation_put_padded(out, "rests-on", WIDTH, language_of(job))) return false;
    (void)fprintf(out, "%s\n", rests_on);
  }
  if (evaluation_is_won(&job->evaluation) && !job->evaluation.ends && !is_over(job))
    evaluation_put_endless(out, language_of(job));
  return true;
}

static void put_move(FILE *out, const struct job *job, const grundy_move *move) {
  (void)fputs("  ", out);
  expression_put_steps(out, job->expression, move->steps, move->count);
  (void)fputs("  ", out);
  evaluation_put_after(out, &move->after, language_of(job));
  (void)putc('\n', out);
}

static bool has_endless_moves(const struct job *job) {
  uint64_t count = 0;
  grundy_error error = {0};
  return grundy_compound_move_count(job->compound, &count, &error) == GRUNDY_OK &&
         count == UINT64_MAX;
}

/* Writes what all best moves have in common, by the operator and the outcome. */
static void describe_moves(FILE *out, const struct job *job) {
  bool endless = has_endless_moves(job) && !evaluation_resists(&job->evaluation);
  grundy_fact_write(
      GRUNDY_FACT(GRUNDY_FACT_BEST_MOVE,
                  grundy_with_letter("outcome", grundy_evaluation_mover_outcome(&job->evaluation)),
                  grundy_with_flag("endless", endless),
                  grundy_with_letter("player", job->evaluation.player),
                  grundy_with_flag("misere", job->arguments.misere)),
      language_of(job), terminal_is_ascii(), out);
}

/* Writes a heading over moves to positions with the outcome `after`. */
static void put_heading(FILE *out, const struct job *job, uint64_t after) {
  grundy_outcome outcome = grundy_evaluation_mover_outcome(&job->evaluation);
  bool known = outcome == GRUNDY_OUTCOME_P
                   ? evaluation_resists(&job->evaluation) && !job->evaluation.has_turns
                   : job->evaluation.ends;
  (void)putc('\n', out);
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_MOVES, grundy_with_letter("outcome", outcome),
                                grundy_with_letter("after", (uint8_t)after),
                                grundy_with_flag("known", known)),
                    language_of(job), terminal_is_ascii(), out);
  (void)putc('\n', out);
}

static void put_moves(FILE *out, const struct job *job) {
  uint64_t count = grundy_moves_count(job->moves);
  if (job->evaluation.outcome == GRUNDY_OUTCOME_NONE) return;
  if (count == 0) {
    if (is_over(job)) put_line(out, job, "\n", "over");
    return;
  }
  bool few = job->arguments.all || (count < FEW && grundy_moves_complete(job->moves));
  uint64_t heading = 0;
  for (uint64_t i = 0; i < (few ? count : 1); i++) {
    grundy_move move = grundy_moves_get(job->moves, i);
    if (!few) put_line(out, job, "\n", "best-move");
    if (few && move.after.outcome != heading) {
      heading = move.after.outcome;
      put_heading(out, job, heading);
    }
    put_move(out, job, &move);
  }
  if (!few) {
    (void)fputs("  ", out);
    evaluation_put_heading(out, "one-of-many", language_of(job));
    (void)fputs(": ", out);
    describe_moves(out, job);
    (void)putc('\n', out);
  }
  if (few && !grundy_moves_complete(job->moves)) put_line(out, job, "  ", "others");
}

static void put_all_moves(FILE *out, const struct job *job) {
  if (job->all_moves == NULL || grundy_moves_count(job->all_moves) == 0) return;
  put_line(out, job, "\n", "all-moves");
  for (uint64_t i = 0; i < grundy_moves_count(job->all_moves); i++) {
    grundy_move move = grundy_moves_get(job->all_moves, i);
    put_move(out, job, &move);
  }
  if (!grundy_moves_complete(job->all_moves)) put_line(out, job, "  ", "others");
}

/* ---- games with players ---------------------------------------------------------------- */

static void put_coloured_moves(FILE *out, const struct job *job) {
  if (grundy_moves_count(job->all_moves) > 0) put_line(out, job, "\n", "all-moves");
  for (uint64_t i = 0; i < grundy_moves_count(job->all_moves); i++) {
    grundy_move move = grundy_moves_get(job->all_moves, i);
    struct coloured after;
    (void)coloured_view(job->expression, move.steps[0].to, &after);
    (void)fputs("  ", out);
    expression_put_steps(out, job->expression, move.steps, move.count);
    (void)fputs("  ", out);
    if (grundy_digraph_type(after.game) != GRUNDY_GAME_PAYOFFS)
      evaluation_put_after(out, &move.after, language_of(job));
    else
      coloured_put_after(out, &after, language_of(job));
    (void)putc('\n', out);
  }
  if (!grundy_moves_complete(job->all_moves)) put_line(out, job, "  ", "others");
}

/* ---- the position ------------------------------------------------------------------------ */

/* Writes every component, with its board if it has one. */
static grundy_status put_components(FILE *out, const struct job *job, grundy_error *error) {
  grundy_board *board = calloc(1, sizeof *board);
  grundy_status status = board == NULL ? fail_memory(error) : GRUNDY_OK;
  for (uint32_t i = 0; i < grundy_compound_count(job->compound) && status == GRUNDY_OK; i++) {
    status =
        board_view_put_component(out, job->expression, i, job->arguments.turn + 1, board, error);
  }
  if (status == GRUNDY_OK) (void)putc('\n', out);
  free(board);
  return status;
}

/* Writes the positions of --boards, each with its board. */
static grundy_status put_drawn(FILE *out, const struct job *job, grundy_error *error) {
  enum { INDENT = 2 };
  grundy_board *board = job->drawn_count == 0 ? NULL : calloc(1, sizeof *board);
  grundy_status status = job->drawn_count > 0 && board == NULL ? fail_memory(error) : GRUNDY_OK;
  for (uint64_t i = 0; i < job->drawn_count && status == GRUNDY_OK; i++) {
    status =
        board_view_draw(job->expression, 0, job->drawn[i], job->arguments.turn + 1, board, error);
    if (status != GRUNDY_OK) break;
    (void)putc('\n', out);
    expression_put_position(out, job->expression, 0, job->drawn[i], put_position_name);
    (void)putc('\n', out);
    board_view_put_text(out, board, INDENT);
  }
  free(board);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

/* Best moves are found first: searching for them also evaluates the positions that other moves lead
 * to. The evaluation is computed again at the end, because it is valid only until the next one. */
static grundy_status find_moves(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_status status =
      job->is_coloured ? GRUNDY_OK
                       : grundy_compound_best(job->compound, arguments->all ? LISTED : FEW,
                                              &job->search, &job->evaluation, &job->moves, error);
  if (status != GRUNDY_OK || !arguments->all_moves) return status;
  status = grundy_compound_moves(job->compound, LISTED, &job->all_moves, error);
  if (status != GRUNDY_OK) return status;
  return grundy_compound_evaluate(job->compound, &job->search, &job->evaluation, error);
}

/* Writes the answer to memory, so that nothing is printed if it fails. */
static grundy_status write_json(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  size_t size = 0;
  FILE *memory = grundy_text_open(&job->json, &size);
  if (memory == NULL) return fail_memory(error);
  grundy_json json = grundy_json_start(memory);
  const grundy_best_options options = {
      .size = sizeof options,
      .about = {.expression = job->expression},
      .search = &job->search,
      .player = arguments->turn,
      .all_moves = arguments->all_moves,
      .boards = true,
      .most = arguments->all || arguments->all_moves ? LISTED : FEW,
      .drawn = job->drawn,
      .drawn_count = job->drawn_count,
  };
  grundy_status status = grundy_answer_best(&json, job->compound, &options, error);
  bool kept = grundy_text_close(memory, &job->json);
  if (status == GRUNDY_OK && !kept) status = fail_memory(error);
  if (status == GRUNDY_OK && !job->is_coloured)
    status = grundy_compound_evaluate(job->compound, &job->search, &job->evaluation, error);
  return status;
}

static grundy_status find(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  struct expression_request request = {
      .misere = arguments->misere,
      .no_split = arguments->no_split,
      .input_is_taken = file_is_standard(arguments->expression),
      .payoff = arguments->payoff,
      .infinite = arguments->infinite,
      .unreduced = true,
  };
  grundy_status status = read_text(job, error);
  if (status != GRUNDY_OK) return status;
  request.text = arguments->expression;
  status = expression_open(&request, &job->limits, &job->expression, error);
  if (status != GRUNDY_OK) return status;
  job->compound = grundy_expression_compound(job->expression);
  job->search = expression_search(&job->limits, arguments->limits.max_positions);
  job->is_coloured =
      coloured_view(job->expression, grundy_compound_position(job->compound, 0), &job->coloured);
  status = find_drawn(job, error);
  if (status != GRUNDY_OK) return status;
  if (arguments->format == ANSWER_JSON) return write_json(job, error);
  return find_moves(job, error);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  grundy_status status = GRUNDY_OK;
  if (!expression_put_first_positions(out, job->expression, language_of(job)))
    return fail_memory(error);
  if (job->arguments.all_moves) status = put_components(out, job, error);
  if (status != GRUNDY_OK) return status;
  if (job->is_coloured) {
    if (!coloured_put(out, &job->coloured, language_of(job))) return fail_memory(error);
    if (job->arguments.all_moves) put_coloured_moves(out, job);
  } else {
    if (!put_evaluation(out, job)) return fail_memory(error);
    put_moves(out, job);
    put_all_moves(out, job);
  }
  return put_drawn(out, job, error);
}

static int code_of_answer(struct job *job) {
  if (job->is_coloured || !is_unable(job)) return CODE_YES;
  grundy_error error = {0};
  failure_end_answer();
  bool outcome = job->evaluation.outcome != GRUNDY_OUTCOME_NONE;
  (void)expression_fail_unknown(job->compound, outcome ? "remoteness" : "outcome", &error);
  return limits_fail(&job->limits, &error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  if (job->arguments.automaton != NULL)
    return automaton_best(job->arguments.automaton, job->arguments.expression, &job->limits);
  grundy_status status = find(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK)
    status = job->json != NULL ? file_write_text("-", job->json, &error)
                               : file_write("-", put_answer, job, &error);
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
    OPTION_TURN(struct arguments, turn),
    OPTIONS_COMPOUND(struct arguments),
    OPTION_PAYOFF(struct arguments),
    {.name = "all",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, all),
     .help = "list all best moves, at most 10,000"},
    {.name = "all-moves",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, all_moves),
     .help = "then list all moves, good and bad, with the position that each leads to, at most "
             "10,000; and draw the boards of the position"},
    {.name = "boards",
     .front_ends = IN_HTTP,
     .kind = OPTION_STRING,
     .list = LIST_NAMES,
     .value = "LIST",
     .destination = offsetof(struct arguments, boards),
     .help = "also draw the boards of these positions of the first game, separated by commas"},
    OPTION_AUTOMATON(
        struct arguments,
        "turn misere max-positions payoff infinite all all-moves boards no-split json language"),
    OPTION_NO_SPLIT(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_LANGUAGE(struct arguments, 0),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy best 'ring.edges@a + 2*nim:5'", "who wins a sum of three games, and by which move"},
    {"grundy best --misere 'nim:3 + nim:4 + nim:5' --all", "all best moves of misere Nim"},
    {"grundy best tic-tac-toe@X../.O./... --all-moves", "its board, and what every move leads to"},
    {"grundy best --law w.json 618033988749,1000000000001",
     "a move from a position of any size, by a proved law"},
    {"grundy best 'a.dot@x & (b.dot@y | \"my game.edges\"@\"b 1\")' --json", "for programs"},
    {0},
};

const struct command best_command = {
    .name = "best",
    .summary = "who wins a sum of games, and the best moves",
    .group = GROUP_PLAY,
    .description =
        "Evaluates a position of a compound by theorems, without building the product: outcome, "
        "value, remoteness, terminal distance, how each was found, and the best moves. What no "
        "theorem gives is searched for. If the outcome remains unknown, or the remoteness in spite "
        "of a search, the rest is printed and the exit code is 4. A game with players, outcomes or "
        "payoffs of its own is evaluated alone: what each player can guarantee, within how many "
        "moves, and by which move. With --json, the answer has the moves, and what each changes on "
        "the board if the rules draw boards. Positions of rules with canon are not replaced by "
        "symmetric ones, so every move is one that the rules allow.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Best",
    .run = run,
};
