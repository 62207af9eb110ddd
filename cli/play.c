/* grundy play EXPRESSION: a match against the computer. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

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
  const char *expression; /* NULL: the game of the record */
  const char *resume;     /* a record to go on from; NULL: none */
  const char *record;     /* where to write the record; NULL: nowhere */
  int first;              /* of first_choices; -1: not given */
  int level;              /* of level_choices; -1: not given */
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
  grundy_record *record;        /* every move that was made, with those that were taken back */
  uint32_t at;                  /* the last move, in the record */
  grundy_output *output;        /* of the record; NULL: it is not written */
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
  grundy_record_free(job->record);
  if (job->output != NULL) grundy_output_discard(job->output);
  keyboard_end(&job->keyboard);
  grundy_expression_free(job->expression);
}

/* ---- asking -------------------------------------------------------------------------- */

static grundy_match_position position_now(const struct job *job) {
  return grundy_match_position_after(job->match, grundy_match_length(job->match));
}

/* Writes the result into the record, if there is a winner or a draw. */
static void record_result(struct job *job, ending how) {
  grundy_match_position now = position_now(job);
  int winner = now.worth[PERSON] > 0 ? PERSON : COMPUTER;
  bool is_draw = how == ENDING_DRAW || now.worth[PERSON] == 0;
  if (how == ENDING_LEFT || grundy_match_has_payoffs(job->match)) return;
  grundy_record_set_result(job->record, is_draw ? GRUNDY_RECORD_DRAW
                                        : winner == job->arguments.first
                                            ? GRUNDY_RECORD_FIRST_WINS
                                            : GRUNDY_RECORD_SECOND_WINS);
}

static void end_match(struct job *job, ending how) {
  result_print(&job->board, how);
  record_result(job, how);
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

/* ---- the person's turn --------------------------------------------------------------- */

/* Adds the last move of the match to the record, as the main line. */
static grundy_status record_move(struct job *job, grundy_error *error) {
  grundy_match_position before =
      grundy_match_position_after(job->match, grundy_match_length(job->match) - 1);
  char *text = NULL;
  grundy_status status = grundy_move_write(grundy_expression_compound(job->expression),
                                           before.steps, before.step_count, &text, error);
  if (status == GRUNDY_OK)
    status = grundy_record_add(job->record, job->at, text, true, &job->at, error);
  free(text);
  return status;
}

static grundy_status move(struct job *job, const grundy_step *steps, uint64_t count,
                          grundy_error *error) {
  start_search(job);
  grundy_status status = end_search(job, grundy_match_move(job->match, steps, count, error));
  if (status != GRUNDY_OK) return status;
  board_tell_move(&job->board);
  return job->output == NULL ? GRUNDY_OK : record_move(job, error);
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
  do {
    (void)grundy_match_undo(job->match);
    job->at = grundy_record_get(job->record, job->at).parent;
  } while (position_now(job).turn != PERSON);
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
  evaluation_put_endless(job->board.out, GRUNDY_ENGLISH);
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
  (void)fputs(" against the computer", out);
  if (grundy_match_length(job->match) > 0)
    (void)fprintf(out, ", after %llu moves", (unsigned long long)grundy_match_length(job->match));
  (void)fputs(".\n", out);
  if (arguments->level != LEVEL_PERFECT)
    (void)fprintf(out, "It moves at random %s (--seed %llu).\n",
                  arguments->level == LEVEL_EASY ? "half of the time" : "one time in four",
                  (unsigned long long)arguments->seed.value);
  put_aim(job);
  bool yours = position_now(job).turn == PERSON;
  (void)fprintf(out, " %s. Type h for help.\n",
                grundy_match_length(job->match) > 0
                    ? yours ? "It is your turn" : "The computer moves"
                : yours ? "You begin"
                        : "The computer begins");
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

/* ---- records ------------------------------------------------------------------------- */

static grundy_status refuse_level(const char *level, grundy_error *error) {
  return fail_with(error, GRUNDY_BAD_INPUT, "",
                   "the record has a computer of level '%.60s'; expected perfect, fair or easy",
                   level);
}

/* Takes who plays from the record that is resumed, unless options say otherwise: if one of the
 * players is a computer, the other one is the person. */
static grundy_status take_players(struct job *job, grundy_error *error) {
  struct arguments *arguments = &job->arguments;
  const grundy_record_player *players = grundy_record_get_head(job->record)->players;
  if (players[0].is_computer == players[1].is_computer) return GRUNDY_OK;
  int computer = players[1].is_computer;
  const char *level = players[computer].name;
  if (arguments->first < 0) arguments->first = computer == 0 ? COMPUTER : PERSON;
  if (arguments->level >= 0 || level[0] == '\0') return GRUNDY_OK;
  for (int i = 0; level_choices[i] != NULL; i++)
    if (strcmp(level, level_choices[i]) == 0) arguments->level = i;
  return arguments->level < 0 ? refuse_level(level, error) : GRUNDY_OK;
}

/* Reads the record that is resumed. The stream is opened here, so that --record may replace it. */
static grundy_status open_record(struct job *job, grundy_error *error) {
  const char *path = job->arguments.resume;
  FILE *in = fopen(path, "r");
  if (in == NULL) return fail_with(error, GRUNDY_BAD_INPUT, path, "%s", strerror(errno));
  const grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = in);
  grundy_status status = grundy_record_read(path, &options, &job->record, error);
  (void)fclose(in);
  return status;
}

/* Reads the record to go on from, and takes from it what the options leave open. */
static grundy_status read_record(struct job *job, grundy_error *error) {
  struct arguments *arguments = &job->arguments;
  grundy_status status = GRUNDY_OK;
  if (arguments->resume != NULL) {
    status = open_record(job, error);
    if (status == GRUNDY_OK) status = take_players(job, error);
    if (status != GRUNDY_OK) return status;
    const grundy_record_head *head = grundy_record_get_head(job->record);
    if (arguments->expression == NULL) arguments->expression = grundy_record_game(job->record);
    arguments->misere = head->play == GRUNDY_MISERE_PLAY;
    grundy_record_set_result(job->record, GRUNDY_RECORD_OPEN);
  }
  if (arguments->first < 0) arguments->first = PERSON;
  if (arguments->level < 0) arguments->level = LEVEL_PERFECT;
  return GRUNDY_OK;
}

/* Makes an empty record, unless one is resumed. */
static grundy_status start_record(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_record_head head = GRUNDY_OPTIONS(
      grundy_record_head, .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY);
  int computer = arguments->first == COMPUTER ? 0 : 1;
  head.players[computer] =
      (grundy_record_player){.is_computer = true, .name = level_choices[arguments->level]};
  return job->record == NULL ? grundy_record_new(arguments->expression, &head, &job->record, error)
                             : GRUNDY_OK;
}

/* Makes the moves of the main line of the record. */
static grundy_status replay(struct job *job, grundy_error *error) {
  grundy_status status = grundy_record_check(job->record, job->expression, NULL, error);
  for (uint32_t next = grundy_record_get(job->record, 0).next; next != 0 && status == GRUNDY_OK;) {
    grundy_step *steps = NULL;
    uint64_t count = 0;
    grundy_record_move made = grundy_record_get(job->record, next);
    status = grundy_move_read(job->expression, made.text, &steps, &count, error);
    start_search(job);
    if (status == GRUNDY_OK)
      status = end_search(job, grundy_match_move(job->match, steps, count, error));
    free(steps);
    job->at = next;
    next = made.next;
  }
  return status;
}

/* Writes the record, whatever ended the match. */
static grundy_status write_record(struct job *job, grundy_error *error) {
  if (job->output == NULL || job->match == NULL) return GRUNDY_OK;
  grundy_status status = grundy_record_write(job->record, grundy_output_stream(job->output), error);
  return status == GRUNDY_OK ? file_finish(&job->output, error) : status;
}

static grundy_status play(struct job *job, grundy_error *error) {
  grundy_status status = read_record(job, error);
  if (status != GRUNDY_OK) return status;
  const struct expression_request request = {
      .text = job->arguments.expression,
      .misere = job->arguments.misere,
      .input_is_taken = true,
      .infinite = job->arguments.infinite,
      .unreduced = true,
  };
  status = expression_open(&request, &job->limits, &job->expression, error);
  if (status == GRUNDY_OK && job->arguments.record != NULL)
    status = grundy_output_open(job->arguments.record, &job->output, error);
  if (status == GRUNDY_OK) status = start_record(job, error);
  if (status == GRUNDY_OK) status = start_match(job, error);
  if (status == GRUNDY_OK) status = replay(job, error);
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
  if (written == GRUNDY_OK) written = write_record(job, &writing);
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
  if (arguments->expression == NULL && arguments->resume == NULL)
    return fail_usage(play_command.name, "give an EXPRESSION, or --continue FILE");
  if (arguments->resume != NULL && file_is_standard(arguments->resume))
    return fail_usage(play_command.name,
                      "--continue is standard input, from which your moves are read");
  if (arguments->record != NULL && file_is_standard(arguments->record))
    return fail_usage(play_command.name, "--record is standard output, where the match is shown");
  if (arguments->expression != NULL && file_is_standard(arguments->expression))
    return fail_usage(play_command.name,
                      "EXPRESSION is standard input, from which your moves are read");
  if (arguments->seed.given &&
      (arguments->level == LEVEL_PERFECT || (arguments->level < 0 && arguments->resume == NULL)))
    return fail_usage(play_command.name, "--seed needs --level easy or fair");
  if (!arguments->seed.given) arguments->seed.value = any_seed();
  job->random = grundy_random_new(arguments->seed.value);
  return CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.first = -1, .level = -1}};
  return RUN_WITHIN_LIMITS(&play_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, "; with --continue, instead of the game of the record"),
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
    {.name = "record",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, record),
     .file = FILE_WRITTEN,
     .help = "write the moves to FILE when the match ends or you leave it, also those taken back"},
    {.name = "continue",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, resume),
     .excludes = "misere",
     .help = "go on with the match that --record wrote to FILE; both may name the same file"},
    OPTIONS_COMPOUND(struct arguments),
    OPTION_COLOUR(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy play 'nim:3 + nim:4 + nim:5'", "three heaps; you begin"},
    {"grundy play ring.edges@a --first computer --level easy", "a game of your own"},
    {"grundy play 'nim:3 + nim:4' --record match.txt", "keep the match, to go on with --continue"},
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
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .run = run,
};
