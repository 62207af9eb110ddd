/* Several games at once: their positions are evaluated by theorems, not by building the product.
 * docs/compounds.md says which theorem answers what. */

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

GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_new(grundy_play play,
                                                             grundy_compound **compound,
                                                             grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_compound_free(grundy_compound *compound);

/* A compound is put together as a sum is keyed into a calculator that has a stack: `add` puts a
 * component on it, `join` takes the last `count` things from it, at least one, and puts their
 * compound in their place. In the end one thing must be left. Components are numbered from 0 in
 * the order in which they were added.
 * GRUNDY_UNABLE past GRUNDY_COMPOUND_MAX_COMPONENTS; GRUNDY_UNDEFINED if a standalone
 * component would not be alone, or the play is misère; GRUNDY_BAD_ARGUMENT if the component rejects
 * the position or lacks a required member, if there are fewer things, or `kind` is
 * GRUNDY_DISJOINT. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_add(grundy_compound *compound,
                                                             grundy_component game,
                                                             uint64_t position,
                                                             grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_join(grundy_compound *compound,
                                                              grundy_operator kind, uint32_t count,
                                                              grundy_error *error);

GRUNDY_API grundy_play grundy_compound_play(const grundy_compound *compound);
GRUNDY_API uint32_t grundy_compound_count(const grundy_compound *compound);

/* `component` is below the count. */
GRUNDY_API grundy_component grundy_compound_component(const grundy_compound *compound,
                                                      uint32_t component);
GRUNDY_API uint64_t grundy_compound_position(const grundy_compound *compound, uint32_t component);

/* Writes the name of a position of a component, NUL-terminated and cut to `size` bytes. Returns the
 * length of the whole name, as snprintf does. */
GRUNDY_API size_t grundy_compound_name(const grundy_compound *compound, uint32_t component,
                                       uint64_t position, char *text, size_t size);

/* ---- moving --------------------------------------------------------------------------------- */

/* What a move does to one component. In a loop both positions are the same. */
typedef struct grundy_step {
  uint32_t component;
  uint64_t from, to;
} grundy_step;

/* Makes the move that consists of these steps, at most one a component, in any order.
 * GRUNDY_BAD_ARGUMENT says why it is not allowed: a step that is no move of its component, or
 * components that the operators do not let move together; nothing has changed then. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_move(grundy_compound *compound,
                                                              const grundy_step *steps,
                                                              uint64_t count, grundy_error *error);

/* Takes back the last move. False if there is none. */
GRUNDY_API bool grundy_compound_take_back(grundy_compound *compound);

/* ---- evaluating ------------------------------------------------------------------------------ */

typedef struct grundy_search_options {
  size_t size;
  bool never;      /* use theorems alone */
  uint64_t limit;  /* positions of a product; 0 stands for GRUNDY_SEARCH_MAX_POSITIONS */
  uint64_t memory; /* bytes of a search; 0 stands for GRUNDY_SEARCH_MAX_MEMORY */
  uint64_t tried;  /* moves of a compound that are looked at one by one, unless that
                      was searched; 0 stands for GRUNDY_SEARCH_MAX_MOVES_TRIED */
  const grundy_monitor *monitor; /* NULL: nobody watches */
} grundy_search_options;

#define GRUNDY_SEARCH_MAX_POSITIONS UINT64_C(20000000)
#define GRUNDY_SEARCH_MAX_MEMORY (UINT64_C(4) << 30)
#define GRUNDY_SEARCH_MAX_MOVES_TRIED (UINT64_C(1) << 14)

/* Evaluates the position, in the play of the compound. What no theorem tells is searched for in the
 * product of the smallest part that is not covered, if that has at most `limit` positions and fits
 * into `memory`; what was searched is kept for later positions. It is no failure if something stays
 * GRUNDY_UNKNOWN. The value is never known in misère play; the counter is the sum of those of the
 * components, and known where it is finite. K and the ordinals belong to the compound and live
 * until it is next evaluated, moved or freed. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compound_evaluate(grundy_compound *compound, const grundy_search_options *options,
                         grundy_evaluation *evaluation, grundy_error *error);

/* Why the last evaluation left the outcome or the remoteness unknown: a sentence on the limit that
 * was reached, or "" if none was. It belongs to the compound. */
GRUNDY_API const char *grundy_compound_limit_reached(const grundy_compound *compound);

/* The digraph of everything that can be reached from the position, which is its vertex 0; a name
 * is that of the component, or those of all of them with commas between. GRUNDY_UNABLE if it has
 * more than `limit` positions or 20 times as many moves. `options` may be NULL. O(positions ·
 * components + moves). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_explore(grundy_compound *compound,
                                                                 uint64_t limit,
                                                                 const grundy_run_options *options,
                                                                 grundy_digraph **g,
                                                                 grundy_error *error);

/* ---- moves and best moves -------------------------------------------------------------------- */

typedef struct grundy_move {
  const grundy_step *steps; /* by increasing component; they belong to the list */
  uint64_t count;
  grundy_evaluation after; /* as the player finds it who moves then; K belongs to the list */
} grundy_move;

typedef struct grundy_moves grundy_moves;

/* How many moves the position has; UINT64_MAX if they are more. O(components). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_move_count(const grundy_compound *compound,
                                                                    uint64_t *count,
                                                                    grundy_error *error);

/* All moves of the position, at most `most`, evaluated by theorems and by what was searched
 * before. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_compound_moves(grundy_compound *compound,
                                                               uint64_t most, grundy_moves **moves,
                                                               grundy_error *error);

/* Evaluates the position as grundy_compound_evaluate does, and lists the best moves, at most
 * `most`, at least 1; none where the outcome is not known or there is no move.
 *   N: moves to P. The first one makes sure that play ends: it leaves the least remoteness where
 *      that is known, and otherwise the least total counter [FY86, Thm. 5].
 *   D: moves to D; then, if there is room, those that throw the draw away.
 *   P: every move loses. The first one leaves the largest remoteness where that is known, and
 *      otherwise the largest total counter.
 * A player who always takes the first one wins from N, in R moves where R is known and otherwise in
 * at most 1 + twice the total counter that the first move leaves; and never loses from D. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compound_best(grundy_compound *compound, uint64_t most, const grundy_search_options *options,
                     grundy_evaluation *evaluation, grundy_moves **moves, grundy_error *error);

/* Writes a move, NUL-terminated and cut to `size` bytes, as in "1: a -> b, 3: 7 -> 2,3 (take 2 from
 * 7 leaving 2 and 3)", where components are numbered from 1. Returns the length of the whole text,
 * as snprintf does. */
GRUNDY_API size_t grundy_compound_describe_move(const grundy_compound *compound, grundy_move move,
                                                char *text, size_t size);

GRUNDY_API uint64_t grundy_moves_count(const grundy_moves *moves);
GRUNDY_API grundy_move grundy_moves_get(const grundy_moves *moves, uint64_t index);

/* Are there no others? Of best moves: no others that are as good. */
GRUNDY_API bool grundy_moves_complete(const grundy_moves *moves);

/* NULL is allowed. */
GRUNDY_API void grundy_moves_free(grundy_moves *moves);

#ifdef __cplusplus
}
#endif

#endif
