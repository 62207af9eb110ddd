/* grundy play EXPRESSION: a match against the computer. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>
#include <grundy/solve.h>

#include "board.h"
#include "commands.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "keyboard.h"
#include "move_input.h"
#include "opponent.h"
#include "options.h"
#include "progress.h"
#include "result.h"
#include "run_limits.h"
#include "terminal.h"

static const char *const first_choices[] = {"me", "computer", NULL}; /* in the order of player */

struct arguments {
  const char *expression;
  int first; /* of first_choices */
  int level; /* of level_choices */
  bool misere;
  struct real infinite; /* the payoff of infinite play */
  struct integer seed;
  int colour; /* of terminal_colour_choices */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_expression *expression;
  struct keyboard keyboard;
  grundy_match *match;
  grundy_search_options search; /* set again before every search */
  struct board board;
  grundy_random random;
  bool ended;
  bool warned; /* that winning play may not end */
};

static void job_free(void *context) {
  struct job *job = context;
  board_free(&job->board);
  grundy_match_free(job->match);
  keyboard_end(&job->keyboard);
  grundy_expression_free(job->expression);
}

/* ---- asking -------------------------------------------------------------------------- */

static void end_match(struct job *job, ending how) {
  result_print(&job->board, how);
  job->ended = true;
}

/* Reads lines until one says something; the end of input, or of the transcript's reader, counts as
 * q. Release with move_input_free. */
static grundy_status ask(struct job *job, struct move_input *input, grundy_error *error) {
  bool over = false;
  *input = (struct move_input){.kind = INPUT_NOTHING};
  while (input->kind == INPUT_NOTHING) {
    bool unread = fflush(job->board.out) != 0 || ferror(job->board.out) != 0;
    grundy_status status = unread ? GRUNDY_OK : keyboard_ask(&job->keyboard, &over, error);
    if (status != GRUNDY_OK) return status;
    if (over && job->keyboard.person) (void)putc('\n', job->board.out);
    if (over || unread) {
      input->kind = INPUT_QUIT;
      return GRUNDY_OK;
    }
    status = move_input_read(job->keyboard.line, job->expression, input, error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* ---- searching ----------------------------------------------------------------------- */

/* Called before the match evaluates a position: the free memory has changed, and the player may
 * have been thinking since. */
static void start_search(struct job *job) {
  limits_resume(&job->limits);
  job->search = expression_search(&job->limits, job->arguments.limits.max_positions);
}

/* Called after it. */
static grundy_status end_search(struct job *job, grundy_status status) {
  progress_clear(&job->limits.progress);
  return status;
}

static grundy_status find_best(struct job *job, grundy_evaluation *evaluation, grundy_move *best,
                               grundy_error *error) {
  start_search(job);
  return end_search(job, grundy_match_best(job->match, evaluation, best, error));
}

static grundy_match_position position_now(const struct job *job) {
  return grundy_match_position_after(job->match, grundy_match_length(job->match));
}

/* ---- the person's turn --------------------------------------------------------------- */

static grundy_status move(struct job *job, const grundy_step *steps, uint64_t count,
                          grundy_error *error) {
  start_search(job);
  grundy_status status = end_search(job, grundy_match_move(job->match, steps, count, error));
  if (status == GRUNDY_OK) board_tell_move(&job->board);
  return status;
}

/* A move that the rules do not allow is not a failure of the command. */
static grundy_status try_move(struct job *job, const grundy_step *steps, uint64_t count,
                              grundy_error *error) {
  grundy_status status = move(job, steps, count, error);
  if (status != GRUNDY_BAD_ARGUMENT) return status;
  board_refuse(&job->board, error->message, steps[0].component);
  return GRUNDY_OK;
}

static grundy_status try_number(struct job *job, uint64_t number, grundy_error *error) {
  uint64_t count = job->board.shown;
  if (number >= 1 && number <= count) {
    grundy_move chosen = grundy_moves_get(job->board.listed, number - 1);
    return try_move(job, chosen.steps, chosen.count, error);
  }
  char reason[128];
  (void)snprintf(reason, sizeof reason, "there is no move %llu in the list; expected 1 to %llu",
                 (unsigned long long)number, (unsigned long long)count);
  board_remark(&job->board, reason);
  return GRUNDY_OK;
}

static bool has_moved(const struct job *job) {
  for (uint64_t i = 0; i < grundy_match_length(job->match) && i < 2; i++)
    if (grundy_match_position_after(job->match, i).turn == PERSON) return true;
  return false;
}

/* Takes back the player's last move and the computer's answer. */
static grundy_status take_back(struct job *job, grundy_error *error) {
  if (!has_moved(job)) {
    board_remark(&job->board, "you have no move to take back");
    return GRUNDY_OK;
  }
  do (void)grundy_match_undo(job->match);
  while (position_now(job).turn != PERSON);
  return board_show(&job->board, BOARD_MOVES, error);
}

static grundy_status hint(struct job *job, grundy_error *error) {
  grundy_evaluation evaluation;
  grundy_move best;
  grundy_status status = find_best(job, &evaluation, &best, error);
  if (status == GRUNDY_OK) board_hint(&job->board, &evaluation, &best);
  return status;
}

static grundy_status obey(struct job *job, const struct move_input *input, grundy_error *error) {
  switch (input->kind) {
  case INPUT_NUMBER:
    return try_number(job, input->number, error);
  case INPUT_MOVE:
    return try_move(job, input->steps, input->count, error);
  case INPUT_HINT:
    return hint(job, error);
  case INPUT_BACK:
    return take_back(job, error);
  case INPUT_LIST:
    return board_show(&job->board, BOARD_MOST_MOVES, error);
  case INPUT_HELP:
    move_input_put_help(job->board.out);
    return GRUNDY_OK;
  case INPUT_QUIT:
    end_match(job, ENDING_LEFT);
    return GRUNDY_OK;
  case INPUT_YES:
  case INPUT_NO:
    board_remark(&job->board, "nothing was asked; type a move, or h for help");
    return GRUNDY_OK;
  case INPUT_WRONG:
    board_remark(&job->board, input->message);
    return GRUNDY_OK;
  case INPUT_NOTHING:
    return GRUNDY_OK;
  }
  return GRUNDY_OK;
}

/* Reads input until the player has moved or left. */
static grundy_status person_moves(struct job *job, grundy_error *error) {
  grundy_status status = board_show(&job->board, BOARD_MOVES, error);
  while (status == GRUNDY_OK && !job->ended && position_now(job).turn == PERSON) {
    struct move_input input;
    status = ask(job, &input, error);
    if (status == GRUNDY_OK) status = obey(job, &input, error);
    move_input_free(&input);
  }
  return status;
}

/* ---- the computer's turn ------------------------------------------------------------- */

/* Makes a random move of the first thousand. */
static grundy_status move_at_random(struct job *job, grundy_error *error) {
  grundy_moves *moves = NULL;
  grundy_status status =
      grundy_compound_moves(board_compound(&job->board), BOARD_MOST_MOVES, &moves, error);
  if (status != GRUNDY_OK) return status;
  uint64_t chosen = grundy_random_below(&job->random, grundy_moves_count(moves));
  grundy_move any = grundy_moves_get(moves, chosen);
  status = move(job, any.steps, any.count, error);
  grundy_moves_free(moves);
  return status;
}

static grundy_status computer_moves(struct job *job, grundy_error *error) {
  grundy_evaluation evaluation;
  grundy_move best;
  grundy_status status = find_best(job, &evaluation, &best, error);
  if (status != GRUNDY_OK) return status;
  if (opponent_errs(job->arguments.level, &job->random, &evaluation))
    return move_at_random(job, error);
  return move(job, best.steps, best.count, error);
}

/* ---- the match ----------------------------------------------------------------------- */

static grundy_status offer_draw(struct job *job, uint64_t occurrences, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  bool payoffs = grundy_match_has_payoffs(job->match);
  (void)fprintf(job->board.out, "\nThis position has occurred %llu times. Shall %s? (y/n)\n",
                (unsigned long long)occurrences, payoffs ? "play stop here" : "it be a draw");
  for (bool answered = false; !answered && status == GRUNDY_OK;) {
    struct move_input input;
    status = ask(job, &input, error);
    if (status != GRUNDY_OK) return status;
    answered = input.kind == INPUT_YES || input.kind == INPUT_NO || input.kind == INPUT_QUIT;
    if (input.kind == INPUT_YES) end_match(job, ENDING_DRAW);
    if (input.kind == INPUT_QUIT) end_match(job, ENDING_LEFT);
    if (!answered)
      board_remark(&job->board, payoffs ? "type y to stop, n to play on, or q to leave"
                                        : "type y for a draw, n to play on, or q to leave");
    move_input_free(&input);
  }
  return status;
}

/* Says once that the winner may not be able to end play, as soon as there is a winner. */
static void warn_if_endless(struct job *job) {
  grundy_match_position now = position_now(job);
  bool is_won = !grundy_match_has_payoffs(job->match) && now.worth[now.turn] != 0;
  if (job->warned || !is_won || now.ends) return;
  evaluation_put_endless(job->board.out);
  job->warned = true;
}

static grundy_status take_turn(struct job *job, grundy_error *error) {
  uint64_t occurrences = 0;
  warn_if_endless(job);
  if (position_now(job).is_over) {
    grundy_status drawn = board_draw(&job->board, error);
    if (drawn == GRUNDY_OK) end_match(job, ENDING_OVER);
    return drawn;
  }
  grundy_status status = grundy_match_occurrences(job->match, &occurrences, error);
  /* A player who wants to play on is not asked again at once. */
  if (status == GRUNDY_OK && occurrences % 3 == 0) status = offer_draw(job, occurrences, error);
  if (status != GRUNDY_OK || job->ended) return status;
  return position_now(job).turn == PERSON ? person_moves(job, error) : computer_moves(job, error);
}

/* Prints who wins; a single game may define that itself. */
static void put_aim(const struct job *job) {
  FILE *out = job->board.out;
  char mine = grundy_match_colour(job->match, PERSON);
  if (!board_is_standalone(&job->board)) {
    (void)fprintf(out, "The player who cannot move %s.", job->arguments.misere ? "wins" : "loses");
    return;
  }
  if (mine != 0)
    (void)fprintf(out, "You are %c, the computer is %c. ", mine,
                  grundy_match_colour(job->match, COMPUTER));
  if (grundy_match_has_payoffs(job->match))
    (void)fprintf(out, "When play is over, A gets a payoff: you want it %s.",
                  mine == 'A' ? "large" : "small");
  else
    (void)fputs("The game defines who wins when play is over.", out);
}

static void welcome(const struct job *job) {
  const struct arguments *arguments = &job->arguments;
  FILE *out = job->board.out;
  (void)fputs("You play ", out);
  board_put_cut(&job->board, arguments->expression);
  (void)fputs(" against the computer.\n", out);
  if (arguments->level != LEVEL_PERFECT)
    (void)fprintf(out, "It moves at random %s (--seed %llu).\n",
                  arguments->level == LEVEL_EASY ? "half of the time" : "one time in four",
                  (unsigned long long)arguments->seed.value);
  put_aim(job);
  (void)fprintf(out, " %s. Type h for help.\n",
                position_now(job).turn == PERSON ? "You begin" : "The computer begins");
}

static grundy_status start_match(struct job *job, grundy_error *error) {
  grundy_match_options options = GRUNDY_OPTIONS(
      grundy_match_options, .first = job->arguments.first,
      .solved = grundy_expression_describe(job->expression, 0).solved, .search = &job->search);
  start_search(job);
  grundy_status status =
      end_search(job, grundy_match_new(grundy_expression_compound(job->expression), &options,
                                       &job->match, error));
  job->board.expression = job->expression;
  job->board.match = job->match;
  job->board.infinite = job->arguments.infinite;
  return status;
}

static grundy_status play(struct job *job, grundy_error *error) {
  const struct expression_request request = {
      .text = job->arguments.expression,
      .misere = job->arguments.misere,
      .input_is_taken = true,
      .infinite = job->arguments.infinite,
      .unreduced = true,
  };
  grundy_status status = expression_open(&request, &job->limits, &job->expression, error);
  if (status != GRUNDY_OK) return status;
  status = start_match(job, error);
  if (status == GRUNDY_OK) welcome(job);
  while (status == GRUNDY_OK && !job->ended) status = take_turn(job, error);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

/* What was printed stays, even if the match cannot go on. */
static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_output *output = NULL;
  grundy_status status = grundy_output_open("-", &output, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  job->board.out = grundy_output_stream(output);
  job->board.coloured = terminal_uses_colour(job->arguments.colour);
  job->board.ascii = terminal_is_ascii();
  keyboard_start(&job->keyboard);
  status = play(job, &error);
  progress_clear(&job->limits.progress);
  grundy_error writing = {0};
  grundy_status written = grundy_output_commit(output, &writing);
  if (status == GRUNDY_OK && written != GRUNDY_OK) return limits_fail(&job->limits, &writing);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

/* Returns a different seed every time, if none is given. */
static uint64_t any_seed(void) {
  return ((uint64_t)time(NULL) * 31 + (uint64_t)getpid()) % 1000000;
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  if (file_is_standard(arguments->expression))
    return fail_usage(play_command.name,
                      "EXPRESSION is standard input, from which your moves are read");
  if (arguments->seed.given && arguments->level == LEVEL_PERFECT)
    return fail_usage(play_command.name, "--seed needs --level easy or fair");
  if (!arguments->seed.given) arguments->seed.value = any_seed();
  job->random = grundy_random_new(arguments->seed.value);
  return CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.level = LEVEL_PERFECT}};
  return RUN_WITHIN_LIMITS(&play_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, ""),
    {0},
};

static const struct option options[] = {
    {.name = "first",
     .kind = OPTION_CHOICE,
     .value = "WHO",
     .choices = first_choices,
     .destination = offsetof(struct arguments, first),
     .help = "who begins: me or computer (default: me)"},
    {.name = "level",
     .kind = OPTION_CHOICE,
     .value = "LEVEL",
     .choices = level_choices,
     .destination = offsetof(struct arguments, level),
     .help = "how the computer plays: " LEVEL_HELP " (default: perfect)"},
    OPTION_SEED(struct arguments, seed, "the random moves of the levels easy and fair",
                "another one each time", NULL),
    OPTIONS_COMPOUND(struct arguments),
    OPTION_COLOUR(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy play 'nim:3 + nim:4 + nim:5'", "three heaps; you begin"},
    {"grundy play ring.edges@a --first computer --level easy", "a game of your own"},
    {"printf '2 4\\nq\\n' | grundy play '2*nim:5'", "moves from a script: a transcript"},
    {0},
};

const struct command play_command = {
    .name = "play",
    .summary = "play a match against the computer",
    .group = GROUP_PLAY,
    .description =
        "Plays a game or a sum of games against you. The computer wins every won position, never "
        "loses a drawn one, and resists as long as possible in lost ones. Type the "
        "number of a move, or a component and a position (2 3), several of them with commas; ? "
        "gives a hint, u takes a move back, q leaves. A position that occurs for the third time "
        "can be agreed to be a draw. A game with players, outcomes or payoffs of its own is played "
        "alone; with payoffs the computer takes what it can guarantee.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
