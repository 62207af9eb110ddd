/* Answers as JSON: every front end writes a value, an evaluation, a move, a limit or an error in
 * the same shape, with these functions. */

#ifndef GRUNDY_ANSWER_H
#define GRUNDY_ANSWER_H

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/component.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/misere.h>
#include <grundy/ordinal.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what is known about a position ------------------------------------------------------- */

/* As in grundy_json, `name` is the name of the member, and NULL in an array. */

/* Writes "P", "N", "D", "A" or "B", or null if the outcome is not known. */
GRUNDY_API void grundy_answer_outcome(grundy_json *json, const char *name, grundy_outcome outcome);

/* The same for an entry of a column of a solution: GRUNDY_INFINITY becomes "inf", and
 * GRUNDY_NUMBER_UNKNOWN null. */
GRUNDY_API void grundy_answer_number32(grundy_json *json, const char *name, uint32_t number);

/* Writes {"ordinal": "w*2+5"}. */
GRUNDY_API void grundy_answer_ordinal(grundy_json *json, const char *name,
                                      const grundy_ordinal *ordinal);

/* Writes a value: 3; {"infinite": [0, 2]}, or {"infinite": null} if K is not known; or null if the
 * nimber is GRUNDY_NUMBER_UNKNOWN. */
GRUNDY_API void grundy_answer_value(grundy_json *json, const char *name, grundy_value value);

/* Writes the members outcome, value, remoteness, distance and ends of an open object. What is not
 * known is null. `ends` is "proved" or "not known" at a position that a player wins, and otherwise
 * null. */
GRUNDY_API void grundy_answer_evaluation(grundy_json *json, const grundy_evaluation *evaluation);

/* Writes the member by: how outcome, value, remoteness and distance were found, each as
 * {"theorem": "[Smi66, (9)]", "positions": null}, with the number of positions of a search instead
 * of a theorem; both are null if a component is known by itself, and a fact that is not known is
 * null. */
GRUNDY_API void grundy_answer_origins(grundy_json *json, const grundy_evaluation *evaluation);

/* ---- moves ---------------------------------------------------------------------------------- */

/* With this, a step in a component that has boards has `path`, what the move changes on the board,
 * and `cells` or `heaps`, the board after it. */
typedef struct grundy_answer_boards {
  grundy_board *board; /* the caller's, which is overwritten; NULL: without boards */
  int turn;            /* 1 if the player who began makes the move, 2 otherwise */
} grundy_answer_boards;

/* Writes a move as an object: steps, in components that are numbered from 1, verdict (for the
 * player who makes it), best, and the evaluation of the position that it leads to. `boards` may be
 * NULL. Fails only if memory runs out or the rules fail to draw a board; then the brackets are
 * closed, but something is missing. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_answer_move(grundy_json *json, const char *name,
                                                            const grundy_compound *compound,
                                                            const grundy_move *move, bool is_best,
                                                            const grundy_answer_boards *boards,
                                                            grundy_error *error);

/* What is known about the components of a compound apart from what they say themselves. Everything
 * may be NULL, and is borrowed. */
typedef struct grundy_answer_about {
  const grundy_expression *expression; /* whose compound it is */
  const char *const *sources;  /* the names of the components; NULL: those of the expression */
  const grundy_solved *solved; /* the only component, if it is a solved digraph; NULL: as the
                                  expression says */
} grundy_answer_about;

/* At most this many moves are listed by default. */
enum { GRUNDY_ANSWER_MAX_MOVES = 10000 };

/* How to answer which moves are best. */
typedef struct grundy_best_options {
  size_t size;
  grundy_answer_about about;
  const grundy_search_options *search; /* NULL: the defaults */
  int player;     /* who is to move: 0 the player who began, 1 the opponent, as boards show it */
  bool all_moves; /* list all moves, not only the best ones */
  bool boards;    /* draw positions and moves of components that have boards */
  uint64_t most;  /* moves to list; 0: GRUNDY_ANSWER_MAX_MOVES */
  const uint64_t *drawn; /* positions of the first component whose boards are listed as `boards` */
  uint64_t drawn_count;  /* 0: without the member */
} grundy_best_options;

/* Writes everything that is known about the position of a compound: turn, player, over,
 * occurrences, verdict, the evaluation (with payoff in a game with payoffs), by (how each was
 * found), limit, rests_on, guarantees (in a game with players), components, move_count, complete,
 * moves, and boards if the options ask for some. The moves are those that keep what the player to
 * move can get; `best` marks those that no move is better than, the quickest wins and the slowest
 * losses. With all_moves, these come first. On failure the brackets are closed, but something is
 * missing. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_answer_best(grundy_json *json,
                                                            grundy_compound *compound,
                                                            const grundy_best_options *options,
                                                            grundy_error *error);

/* ---- values --------------------------------------------------------------------------------- */

/* Writes what grundy_expressions_evaluate found: the evaluation, limit, positions (how many were
 * searched or explored), searched, explored_because (why rules were not searched), rests_on, and
 * certificate, the file with the proof, which may be NULL. */
GRUNDY_API void grundy_answer_evaluated(grundy_json *json, const grundy_answer *answer,
                                        const char *certificate);

/* ---- reports of the verifier ---------------------------------------------------------------- */

/* Writes the members right, null if nothing could be checked, and findings: an array of objects
 * with column, verdict ("right", "wrong", "not checked" or "remark"), and message. In a wrong one,
 * kind is the condition that fails, position where it fails, and expected and found the entries
 * there; members that do not apply are null. */
GRUNDY_API void grundy_answer_report(grundy_json *json, const grundy_digraph *game,
                                     const grundy_report *report);

/* ---- limits and errors ---------------------------------------------------------------------- */

/* Writes the member limit: {"reason": "memory", "message": …}, or null if `limit` is NULL. */
GRUNDY_API void grundy_answer_limit(grundy_json *json, const grundy_error *limit);

/* Writes a misère quotient: its order and period, generators, relations, P, and the values of
 * heaps. `limit` says what ended the work, and `certified` is the lower bound of a certificate, 0
 * if there is none. */
GRUNDY_API void grundy_answer_quotient(grundy_json *json, const grundy_misere *quotient,
                                       const char *code, const grundy_error *limit,
                                       uint32_t certified);

/* Writes the member limit of the last evaluation of a compound: null if no limit was reached. */
GRUNDY_API void grundy_answer_compound_limit(grundy_json *json, const grundy_compound *compound);

/* What an error answer says apart from the error itself. */
typedef struct grundy_answer_failure {
  size_t size;
  const char *reason; /* NULL: that of grundy_error_reason */
  const char *hint;   /* what to do about it; NULL: nothing */
  uint64_t positions; /* explored or searched until then; 0: not known */
} grundy_answer_failure;

/* Writes {"error": {…}} with reason, message, hint, file, line, column, code (the exit code) and
 * positions. `failure` may be NULL. */
GRUNDY_API void grundy_answer_error(grundy_json *json, const grundy_error *error,
                                    const grundy_answer_failure *failure);

#ifdef __cplusplus
}
#endif

#endif
