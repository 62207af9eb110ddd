/* Matches: two players move in turn in a compound, and every position has a worth for each of
 * them. */

#ifndef GRUNDY_PLAY_H
#define GRUNDY_PLAY_H

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/json.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A match: the moves made so far. The players are 0 and 1. */
typedef struct grundy_match grundy_match;

/* How a match starts and searches. */
typedef struct grundy_match_options {
  size_t size;
  int first; /* the player who begins, 0 or 1 */

  /* The digraph of the only component, if it has players or payoffs; NULL otherwise. The match
   * keeps the pointer. */
  const grundy_solved *solved;

  /* How to search when no theorem applies; NULL: the defaults. The match keeps the pointer and
   * reads the options before every search, so the caller may change them between calls. */
  const grundy_search_options *search;
} grundy_match_options;

/* Starts a match at the position of the compound, which is borrowed: as long as the match exists,
 * only the match may move in it. GRUNDY_UNABLE if it is not known who wins, GRUNDY_BAD_ARGUMENT if
 * options->first is not a player. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_new(grundy_compound *compound,
                                                          const grundy_match_options *options,
                                                          grundy_match **match,
                                                          grundy_error *error);

/* Frees the match; the compound stays at its current position. NULL is allowed. */
GRUNDY_API void grundy_match_free(grundy_match *match);

/* ---- reading a match -------------------------------------------------------------------- */

/* A position of a match. */
typedef struct grundy_match_position {
  int turn; /* the player to move */

  /* What the position is worth to each player if that player makes no mistake from here on: 1 a
   * win, 0 a draw, -1 a loss. In a game with payoffs, the payoff that the player can be sure of,
   * negated for player B, who wants A's payoff to be small; -INFINITY if the player cannot be sure
   * of anything. When play is over, this is the result. */
  double worth[2];

  bool is_over;             /* the player to move has no move */
  bool ends;                /* a player wins, and moves of grundy_match_best are known to end play;
                               false in a game with payoffs */
  const grundy_step *steps; /* the move made here, owned by the match; NULL if none was made yet */
  uint64_t step_count;
} grundy_match_position;

/* Returns how many moves have been made and not taken back. */
GRUNDY_API uint64_t grundy_match_length(const grundy_match *match);

/* Returns the position after `moves` moves, at most grundy_match_length; 0 is the start. The steps
 * are valid until that move is taken back. */
GRUNDY_API grundy_match_position grundy_match_position_after(const grundy_match *match,
                                                             uint64_t moves);

/* Returns which player of a two-coloured game, 'A' or 'B', this player is; 0 in other games. The
 * player who begins is the one whose turn it is in the first position. */
GRUNDY_API char grundy_match_colour(const grundy_match *match, int player);

/* Returns whether the worth of positions is measured in payoffs. */
GRUNDY_API bool grundy_match_has_payoffs(const grundy_match *match);

/* Counts how often the current position has occurred with the same player to move, including now.
 * O(components + steps of all moves). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_occurrences(const grundy_match *match,
                                                                  uint64_t *count,
                                                                  grundy_error *error);

/* ---- moving ------------------------------------------------------------------------------ */

/* Makes a move for the player to move and passes the turn. GRUNDY_BAD_ARGUMENT, with a message that
 * says why, if the rules do not allow it; GRUNDY_UNABLE if it is not known who wins afterwards. On
 * failure the match is unchanged. The moves are those of grundy_compound_moves. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_move(grundy_match *match,
                                                           const grundy_step *steps, uint64_t count,
                                                           grundy_error *error);

/* Takes back the last move; false if there is none. */
GRUNDY_API bool grundy_match_undo(grundy_match *match);

/* Finds a best move for the player to move. A player who always moves like this wins from a won
 * position that `ends`, loses neither other won positions nor draws, and gets at least the payoff
 * that can be forced.
 *
 *   evaluation  what is known about the current position; in a game with payoffs, nothing
 *   best        the move; its steps and K belong to the match and live until the next call
 *
 * GRUNDY_UNABLE if no best move is known, or play is over. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_best(grundy_match *match,
                                                           grundy_evaluation *evaluation,
                                                           grundy_move *best, grundy_error *error);

/* ---- moves as text ------------------------------------------------------------------------ */

/* Reads a move at the current position of the expression: the name of the position moved to, if
 * there is a single component, or components with positions, as in "2 b" and "1 b, 2 3". A name may
 * be in quotes, and "+> b" says of which kind the move is. The caller frees *steps. The rules may
 * still not allow the move: grundy_match_move says so. GRUNDY_BAD_INPUT, with a message, if the
 * text is not of this form, or a component has no such position. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_move_read(grundy_expression *expression,
                                                          const char *text, grundy_step **steps,
                                                          uint64_t *count, grundy_error *error);

/* Writes a move so that grundy_move_read reads it, and so that it can be a move of a record; the
 * caller frees *text. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_move_write(const grundy_compound *compound,
                                                           const grundy_step *steps, uint64_t count,
                                                           char **text, grundy_error *error);

/* ---- records ------------------------------------------------------------------------------ */

/* A record of a match: the game, who plays, and the moves as a tree whose branches are other moves
 * that were or could have been made, with comments. docs/formats.md describes its text. */
typedef struct grundy_record grundy_record;

/* The largest number of moves in a record. */
enum { GRUNDY_RECORD_MAX_MOVES = 10000 };

/* How a match ended. */
typedef enum grundy_record_result {
  GRUNDY_RECORD_OPEN, /* the record does not say, or play goes on */
  GRUNDY_RECORD_FIRST_WINS,
  GRUNDY_RECORD_SECOND_WINS,
  GRUNDY_RECORD_DRAW,
} grundy_record_result;

/* A player of a record. */
typedef struct grundy_record_player {
  bool is_computer;
  const char *name; /* the level of a computer, one word, or the name of a person; "" or NULL: not
                       known */
} grundy_record_player;

/* What a record says about a match, apart from its moves. */
typedef struct grundy_record_head {
  size_t size;
  grundy_play play;
  grundy_record_player players[2]; /* the first one begins */
  grundy_record_result result;
} grundy_record_head;

/* Makes a record without moves of a match in this game, an expression. The texts are copied.
 * GRUNDY_BAD_ARGUMENT if one has more than one line, or the game is empty. `head` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_new(const char *game,
                                                           const grundy_record_head *head,
                                                           grundy_record **record,
                                                           grundy_error *error);

/* Reads a record, but does not check its moves. GRUNDY_BAD_INPUT, with line and column, if the text
 * is not a record. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_read(const char *path,
                                                            const grundy_read_options *options,
                                                            grundy_record **record,
                                                            grundy_error *error);

/* Frees the record; NULL is allowed. */
GRUNDY_API void grundy_record_free(grundy_record *record);

/* Returns the game, and what the record says about the match; both belong to the record. */
GRUNDY_API const char *grundy_record_game(const grundy_record *record);
GRUNDY_API const grundy_record_head *grundy_record_get_head(const grundy_record *record);

/* Sets the result. */
GRUNDY_API void grundy_record_set_result(grundy_record *record, grundy_record_result result);

/* A move of a record. The texts belong to the record and live until they are changed. */
typedef struct grundy_record_move {
  uint32_t number; /* how many moves lead here from the start, with this one */
  uint32_t parent; /* the move before it; 0: the start */
  uint32_t next;   /* the move after it, in the main line from here; 0: none */
  const char *text;
  const char *comment; /* lines; "" if there is none */
} grundy_record_move;

/* Returns how many moves the record has, in all branches. */
GRUNDY_API uint32_t grundy_record_count(const grundy_record *record);

/* Returns a move, from 1 to the count; 0 is the start, which has a comment and no text. */
GRUNDY_API grundy_record_move grundy_record_get(const grundy_record *record, uint32_t move);

/* Adds a move after the move `parent`, 0 for the start, unless it is already there, and sets *added
 * to it, which may be NULL. With `is_main` it becomes the main line from there; otherwise a new
 * move is the last branch. GRUNDY_BAD_ARGUMENT if a record cannot contain the text, GRUNDY_UNABLE
 * past GRUNDY_RECORD_MAX_MOVES. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_add(grundy_record *record, uint32_t parent,
                                                           const char *text, bool is_main,
                                                           uint32_t *added, grundy_error *error);

/* Replaces the comment of a move or of the start; "" removes it. Blanks at the ends of lines and
 * empty lines at the end are dropped. GRUNDY_BAD_ARGUMENT if it is not UTF-8. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_set_comment(grundy_record *record,
                                                                   uint32_t move,
                                                                   const char *comment,
                                                                   grundy_error *error);

/* Writes the text of a record, which grundy_record_read reads. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_write(const grundy_record *record, FILE *out,
                                                             grundy_error *error);

/* Checks every move of the record, and the result if the main line is played to its end, and
 * replaces the texts of moves by those of grundy_move_write. The expression is the game of the
 * record, at the start, where it is afterwards, too. GRUNDY_BAD_INPUT, with the place in the
 * record, if a move is not allowed or the result is another one. If `json` is not NULL, writes
 * an object with the record as text and its parts: game, misere, first, second, result, comment and
 * moves; on failure it is incomplete. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_record_check(grundy_record *record,
                                                             grundy_expression *expression,
                                                             grundy_json *json,
                                                             grundy_error *error);

/* ---- reports ----------------------------------------------------------------------------- */

/* What a move does to the player who makes it. */
typedef enum grundy_match_effect {
  GRUNDY_EFFECT_UNKNOWN, /* in games with payoffs */
  GRUNDY_EFFECT_KEEPS_WIN,
  GRUNDY_EFFECT_KEEPS_DRAW,
  GRUNDY_EFFECT_LOSES,          /* as every move does */
  GRUNDY_EFFECT_GIVES_WIN_AWAY, /* now the opponent wins, */
  GRUNDY_EFFECT_LETS_DRAW,      /* or it is a draw */
  GRUNDY_EFFECT_GIVES_DRAW_AWAY,
} grundy_match_effect;

/* A report about a match, for programs that draw boards: every position, every move with its effect
 * and a better move after a mistake, and the moves that are possible now. */
typedef struct grundy_match_report grundy_match_report;

/* What a report needs to know about the match. */
typedef struct grundy_match_report_options {
  size_t size;
  grundy_answer_about about;
  const grundy_search_options *search; /* NULL: the defaults; kept as the match keeps its options */
  grundy_language language;            /* of sentences */
} grundy_match_report_options;

/* Starts a report at the current position of the match, which is played on this compound; both are
 * borrowed. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_report_new(
    grundy_match *match, grundy_compound *compound, const grundy_match_report_options *options,
    grundy_match_report **report, grundy_error *error);

/* Adds the last move of the match, which was made after the previous call. After a failure the
 * report can only be freed, and the match may have lost its last move. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_report_add(grundy_match_report *report,
                                                                 bool is_reply,
                                                                 grundy_error *error);

/* Notes that the next move, a text as the caller got it, is not allowed, and why. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_report_refuse(grundy_match_report *report,
                                                                    const char *move,
                                                                    const char *message,
                                                                    grundy_error *error);

/* Returns a sentence about the last move: "b -> c gives the win away: now the opponent can win. b
 * -> g wins." It belongs to the report; NULL if no move was added. */
GRUNDY_API const char *grundy_match_report_sentence(const grundy_match_report *report);

/* Writes the report: legal, illegal, winner, the members of grundy_answer_best about the current
 * position from turn to components, positions, history, and its moves. In the history every move
 * also has number, by, reply, effect, better and sentence. After this, moves can no longer be
 * added. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_report_write(grundy_match_report *report,
                                                                   grundy_json *json,
                                                                   grundy_error *error);

/* Frees the report; NULL is allowed. */
GRUNDY_API void grundy_match_report_free(grundy_match_report *report);

#ifdef __cplusplus
}
#endif

#endif
