/* Compounds: several games played together. Their positions are evaluated by theorems, without
 * building the product; docs/compounds.md says which theorem answers what. */

#ifndef GRUNDY_COMPOUND_H
#define GRUNDY_COMPOUND_H

#include <grundy/base.h>
#include <grundy/component.h>
#include <grundy/digraph.h>
#include <grundy/ordinal.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- compounds ---------------------------------------------------------------------------- */

/* Components at their positions, joined by operators, and the moves made so far. */
typedef struct grundy_compound grundy_compound;

/* A compound has at most this many components. */
#define GRUNDY_COMPOUND_MAX_COMPONENTS UINT32_C(0x20000)

/* Makes an empty compound for this play, to which components are added. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_new(grundy_play play,
                                                             grundy_compound **compound,
                                                             grundy_error *error);

/* Frees the compound; NULL is allowed. */
GRUNDY_API void grundy_compound_free(grundy_compound *compound);

/* A compound is built with a stack, like a sum on an RPN calculator: `add` pushes a component,
 * `join` pops the last `count` entries, at least one, and pushes their compound. In the end exactly
 * one entry must be left. Components are numbered from 0 in the order in which they were added.
 * GRUNDY_UNABLE past GRUNDY_COMPOUND_MAX_COMPONENTS; GRUNDY_UNDEFINED if a standalone component
 * would not be alone, or the play is misère; GRUNDY_BAD_ARGUMENT if the component rejects the
 * position or lacks a required member, if the stack has fewer than `count` entries, or if `kind` is
 * GRUNDY_DISJOINT. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_add(grundy_compound *compound,
                                                             grundy_component component,
                                                             uint64_t position,
                                                             grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_join(grundy_compound *compound,
                                                              grundy_operator kind, uint32_t count,
                                                              grundy_error *error);

/* Returns the play, and the number of components. */
GRUNDY_API grundy_play grundy_compound_play(const grundy_compound *compound);
GRUNDY_API uint32_t grundy_compound_count(const grundy_compound *compound);

/* Returns a component, and its position; `component` must be below the count. */
GRUNDY_API grundy_component grundy_compound_component(const grundy_compound *compound,
                                                      uint32_t component);
GRUNDY_API uint64_t grundy_compound_position(const grundy_compound *compound, uint32_t component);

/* Writes the name of a position of a component, NUL-terminated and truncated to `size` bytes.
 * Returns the length of the whole name, as snprintf does. */
GRUNDY_API size_t grundy_compound_name(const grundy_compound *compound, uint32_t component,
                                       uint64_t position, char *text, size_t size);

/* ---- moving --------------------------------------------------------------------------------- */

/* The part of a move that is made in one component. In a loop both positions are the same. */
typedef struct grundy_step {
  uint32_t component;
  uint64_t from, to;
  uint8_t kind; /* of the move, if the compound has kinds of moves: GRUNDY_MOVE_ORDINARY or another
                   bit; otherwise 0 */
} grundy_step;

/* Returns whether the same player moves again after this step. */
static inline bool grundy_step_keeps_turn(const grundy_step *step) {
  return (step->kind & (GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL)) != 0;
}

/* Returns the arrow of the step: " -> ", or that of its kind in edge lists. */
static inline const char *grundy_step_arrow(const grundy_step *step) {
  return step->kind == GRUNDY_MOVE_CARRY_ON    ? " +> "
         : step->kind == GRUNDY_MOVE_LOCAL     ? " => "
         : step->kind == GRUNDY_MOVE_ENTAILING ? " !> "
                                               : " -> ";
}

/* Returns whether the next move must be made in the same component. */
static inline bool grundy_step_locks(const grundy_step *step) {
  return (step->kind & (GRUNDY_MOVE_LOCAL | GRUNDY_MOVE_ENTAILING)) != 0;
}

/* Makes the move that consists of these steps, at most one per component, in any order.
 * GRUNDY_BAD_ARGUMENT, with a message that says why, if a step is not a move of its component, or
 * if the operators do not let these components move together; then nothing has changed. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_move(grundy_compound *compound,
                                                              const grundy_step *steps,
                                                              uint64_t count, grundy_error *error);

/* Takes back the last move; false if there is none. */
GRUNDY_API bool grundy_compound_take_back(grundy_compound *compound);

/* ---- evaluating ------------------------------------------------------------------------------ */

/* Whether and how far to search where no theorem applies. */
typedef struct grundy_search_options {
  size_t size;
  bool never;                    /* do not search: use theorems only */
  uint64_t limit;                /* positions of a product; 0: GRUNDY_SEARCH_MAX_POSITIONS */
  uint64_t memory;               /* bytes of a search; 0: GRUNDY_SEARCH_MAX_MEMORY */
  uint64_t tried;                /* moves of a compound that are tried one by one, unless the
                                    compound was searched; 0: GRUNDY_SEARCH_MAX_MOVES_TRIED */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_search_options;

/* The default limits of a search. */
#define GRUNDY_SEARCH_MAX_POSITIONS UINT64_C(20000000)
#define GRUNDY_SEARCH_MAX_MEMORY (UINT64_C(4) << 30)
#define GRUNDY_SEARCH_MAX_MOVES_TRIED (UINT64_C(1) << 14)

/* Evaluates the position in the play of the compound. Where no theorem applies, it searches the
 * product of the smallest part that the theorems do not cover, if that product has at most `limit`
 * positions and fits into `memory`; search results are kept for later positions. Something that
 * stays GRUNDY_UNKNOWN is not a failure. In misère play the value is never known. The counter is
 * the sum of the components' counters, and known if it is finite. K and the ordinals belong to the
 * compound and live until it is next evaluated, moved or freed. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compound_evaluate(grundy_compound *compound, const grundy_search_options *options,
                         grundy_evaluation *evaluation, grundy_error *error);

/* Returns the outcome as the player to move sees it: P, N, D or GRUNDY_OUTCOME_NONE, also in a game
 * with players, where the evaluation of a compound names the winner. */
GRUNDY_API grundy_outcome grundy_evaluation_mover_outcome(const grundy_evaluation *evaluation);

/* Returns why the last evaluation left the outcome or the remoteness unknown: a sentence about the
 * limit that was reached, or "" if none was. It belongs to the compound. */
GRUNDY_API const char *grundy_compound_limit_reached(const grundy_compound *compound);

/* Returns what the evaluation rests on apart from theorems and searches, a static text: in a sum
 * with components that are described as the player to move sees them, `swap`, whose promise was
 * checked at all positions, or could not be. "": nothing else. */
GRUNDY_API const char *grundy_compound_rests_on(const grundy_compound *compound);

/* Makes the digraph of all positions that can be reached from the current one, which becomes vertex
 * 0. A name is the name of the component's position, or those of all components, separated by
 * commas. GRUNDY_UNABLE if there are more than `limit` positions or more than 20 times as many
 * moves. `options` may be NULL. O(positions · components + moves). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_explore(grundy_compound *compound,
                                                                 uint64_t limit,
                                                                 const grundy_run_options *options,
                                                                 grundy_digraph **g,
                                                                 grundy_error *error);

/* ---- moves and best moves -------------------------------------------------------------------- */

/* A move of a compound, and the evaluation of the position after it. In a compound with kinds of
 * moves, a move is one step. Best moves are whole turns there: the steps are made one after the
 * other, and steps after an entailing one are the only answers of the opponent, up to where the
 * opponent may choose. */
typedef struct grundy_move {
  const grundy_step *steps; /* by increasing component; owned by the list */
  uint64_t count;
  grundy_evaluation after; /* from the view of the player who moves next; K is owned by the list */
} grundy_move;

/* Returns whether the player who makes the move also makes the next one. */
static inline bool grundy_move_keeps_turn(const grundy_move *move) {
  bool keeps = move->count > 0 && move->steps[0].kind != 0;
  for (uint64_t i = 0; i < move->count && move->steps[0].kind != 0; i++)
    keeps = grundy_step_keeps_turn(&move->steps[i]) ? keeps : !keeps;
  return keeps;
}

/* A list of moves. */
typedef struct grundy_moves grundy_moves;

/* Counts the moves of the position; UINT64_MAX if the number does not fit into 64 bits.
 * O(components). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_move_count(const grundy_compound *compound,
                                                                    uint64_t *count,
                                                                    grundy_error *error);

/* Lists the moves of the position, at most `most`, evaluated by theorems and earlier searches. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_moves(grundy_compound *compound,
                                                               uint64_t most, grundy_moves **moves,
                                                               grundy_error *error);

/* Evaluates the position as grundy_compound_evaluate does, and lists the best moves, at most
 * `most`, which is at least 1; none if the outcome is not known or there is no move.
 *   N: moves to P-positions. The first one leads to the least remoteness if that is known, and
 *      otherwise to the least total counter.
 *   D: moves to draws; then, if there is room, the moves that lose the draw.
 *   P: every move loses. The first one leads to the largest remoteness if that is known, and
 *      otherwise to the largest total counter.
 * A player who always makes the first move of the list does not lose from an N-position or a draw.
 * If evaluation->ends, that player wins from an N-position: in R moves if the remoteness R is
 * known, in at most 1 + twice the total counter after the first move if that is known, and
 * otherwise in finitely many moves [docs/compounds.md, "When winning play ends"]. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compound_best(grundy_compound *compound, uint64_t most, const grundy_search_options *options,
                     grundy_evaluation *evaluation, grundy_moves **moves, grundy_error *error);

/* Writes one step of a move in words, as in "take 2 from 7 leaving 2 and 3", NUL-terminated and
 * truncated to `size` bytes. Returns the length of the whole text; 0 if the game of that component
 * has no words for its moves. */
GRUNDY_API size_t grundy_compound_describe_step(const grundy_compound *compound,
                                                const grundy_step *step, char *text, size_t size);

/* Writes a move, NUL-terminated and truncated to `size` bytes, as in "1: a -> b, 3: 7 -> 2,3 (take
 * 2 from 7 leaving 2 and 3)", where components are numbered from 1. Returns the length of the whole
 * text, as snprintf does. */
GRUNDY_API size_t grundy_compound_describe_move(const grundy_compound *compound, grundy_move move,
                                                char *text, size_t size);

/* Returns the number of moves, and the move with this index, which must be below that number. */
GRUNDY_API uint64_t grundy_moves_count(const grundy_moves *moves);
GRUNDY_API grundy_move grundy_moves_get(const grundy_moves *moves, uint64_t index);

/* Returns whether the list has all moves or, for a list of best moves, all moves that are equally
 * good. */
GRUNDY_API bool grundy_moves_complete(const grundy_moves *moves);

/* Frees the moves; NULL is allowed. */
GRUNDY_API void grundy_moves_free(grundy_moves *moves);

#ifdef __cplusplus
}
#endif

#endif
