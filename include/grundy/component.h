/* The interface between games and compounds: a game that implements it can be a component of a
 * compound. game.h has the components of the library: solved digraphs, heaps of Nim, coins,
 * ordinals and others. */

#ifndef GRUNDY_COMPONENT_H
#define GRUNDY_COMPONENT_H

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/digraph.h>
#include <grundy/ordinal.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- numbers ------------------------------------------------------------------------------ */

/* A value, remoteness, distance or counter. It may be an ordinal below ω² [Smi66, §11]: n stands
 * for ω·(n / GRUNDY_OMEGA) + n % GRUNDY_OMEGA. So comparison, parity and natural sum of ordinals
 * are those of the numbers. Finite numbers stay far below GRUNDY_OMEGA. */
typedef uint64_t grundy_number;

#define GRUNDY_OMEGA (UINT64_C(1) << 50)
#define GRUNDY_TOO_LARGE (UINT64_C(1) << 63) /* finite or an ordinal, but too large to store */
#define GRUNDY_UNKNOWN (UINT64_MAX - 1)      /* too expensive to find, or does not exist */
#define GRUNDY_INFINITY64 UINT64_MAX         /* ∞: play may go on forever */

/* The largest finite value of an evaluation, and the largest heap of Nim. */
#define GRUNDY_NIM_MAX_HEAP UINT32_C(0x7fffffff)

/* ---- evaluations -------------------------------------------------------------------------- */

/* How a number was found: by a theorem, a static text such as "[Smi66, (9)]" or "the sum of its
 * parts", or by a search. If neither, the component itself knows it. */
typedef struct grundy_origin {
  const char *theorem; /* NULL: no theorem was needed */
  uint64_t positions;  /* how many were searched; 0: none */
} grundy_origin;

/* Everything known about a position, of a component or of a compound, in normal or misère play. */
typedef struct grundy_evaluation {
  grundy_outcome outcome; /* P, N or D; GRUNDY_OUTCOME_NONE: not known. The evaluation of a compound
                             has A, B or D instead if `player` is not 0 */
  uint8_t player;         /* who moves here, 'A' or 'B'; 0 in a game without players of its own */
  bool is_nim_heap;   /* the position n has the value n and moves to positions 0 … n - 1 only */
  bool has_high_part; /* the value is an ordinal of which only low_part is known here, its low 31
                         bits; `value` is GRUNDY_UNKNOWN */
  bool ends; /* set by the compound: the position is won, and a winner who always makes the first
                move of grundy_compound_best is known to end play */
  bool has_turns; /* some moves are not ordinary: the parity of remoteness means nothing */
  uint32_t low_part;
  grundy_number value;      /* the value in normal play: a nimber, or GRUNDY_INFINITY64 with K */
  grundy_set k;             /* absent unless the value is infinite; K = {x ⊕ shift : x in k} */
  grundy_set c;             /* C of a game with kinds of moves, as in grundy_value; not shifted */
  uint32_t shift;           /* 0 in the evaluation of a whole compound */
  grundy_number remoteness; /* GRUNDY_INFINITY64 in draws */
  grundy_number distance;   /* the length of the longest play; 0 exactly at terminal positions */
  grundy_number counter;    /* see below */

  /* In misère play: the element of the position in a misère quotient, which belongs to the
   * component (<grundy/misere.h>); NULL if none is known. */
  const struct grundy_misere *quotient;
  uint32_t element;

  /* The value and the distance if they are too large for the members above; NULL otherwise. They
   * belong to the compound. */
  const grundy_ordinal *ordinal_value, *ordinal_distance;

  grundy_origin outcome_origin, value_origin, remoteness_origin, distance_origin;
} grundy_evaluation;

/* The counter c of a component makes sure that winning play ends in sums [docs/compounds.md, "When
 * winning play ends"]. A component that has none leaves it GRUNDY_TOO_LARGE. Otherwise, if the
 * value G(u) is finite and c(u) is below GRUNDY_TOO_LARGE: if a move leads from u to v with G(v) <
 * G(u), then c(v) < c(u); if a move leads from u to v with a larger or infinite value, then a move
 * leads from v to w with G(w) = G(u) and c(w) < c(u). A monotonic counterfunction, as grundy_solve
 * computes it, has both properties. A component whose positions are sums may instead add up such
 * counters of the summands. If the value is infinite, c(u) is GRUNDY_INFINITY64 if all followers of
 * finite value have counters, and otherwise GRUNDY_TOO_LARGE. */

/* ---- components --------------------------------------------------------------------------- */

/* Who sees the positions of a component as it describes them. */
typedef enum grundy_seen_by {
  GRUNDY_SEEN_BY_BOTH, /* a position is the same for both players */

  /* A position is described as the player to move sees it, and every move turns the board around.
   * In a sum one player may move in the component twice running, where that is wrong: it may be
   * alone, or joined with others by conjunctive operators only. */
  GRUNDY_SEEN_BY_MOVER,

  /* The same, but `swap` turns the board around, and both players see the same value, G and K,
   * everywhere. Then sums are defined, but neither selective compounds, nor sums in other
   * compounds. */
  GRUNDY_SEEN_BY_MOVER_WITH_SWAP
} grundy_seen_by;

/* A kind of component. Positions are numbers whose meaning only the component knows. `data` is the
 * component's own; the functions may change it, for instance to number positions as they meet them.
 *
 * A function that fails returns a status and fills the error; its outputs are then ignored, and the
 * call of the compound fails with the same status and error. */
typedef struct grundy_component_kind {
  size_t size; /* sizeof(grundy_component_kind); members beyond it count as NULL */
  const char *name;
  bool standalone; /* it has no value, because its terminal positions have other outcomes: no
                      operator joins it with others, and misère play is not defined */

  /* ---- required ---- */

  /* Evaluates the position. On entry nothing is known: the outcome is GRUNDY_OUTCOME_NONE, value
   * and remoteness are GRUNDY_UNKNOWN, K is absent, distance and counter are GRUNDY_TOO_LARGE and
   * everything else is zero. If the outcome is not set, the compound derives it from the remoteness
   * or the value. In a game with players, set `player`; the outcome is then P, N or D, too, and the
   * compound names the winner. */
  grundy_status (*evaluate)(void *data, uint64_t position, grundy_play play,
                            grundy_evaluation *evaluation, grundy_error *error);

  /* Counts the moves; UINT64_MAX: infinitely many. */
  grundy_status (*count_moves)(void *data, uint64_t position, uint64_t *count, grundy_error *error);

  /* Finds the position to which the move `index`, below the count, leads. */
  grundy_status (*get_move)(void *data, uint64_t position, uint64_t index, uint64_t *to,
                            grundy_error *error);

  /* Writes the name of a position, NUL-terminated and truncated to `size` bytes, and its whole
   * length, as snprintf does; if it fails, it still writes a usable name. */
  grundy_status (*name_position)(void *data, uint64_t position, char *text, size_t size,
                                 size_t *length, grundy_error *error);

  /* Finds the position with this name. GRUNDY_BAD_INPUT if there is none, with the reason
   * GRUNDY_REASON_NO_POSITION if there is nothing more to say. */
  grundy_status (*find_position)(void *data, const char *name, size_t length, uint64_t *position,
                                 grundy_error *error);

  /* ---- optional: each comment says what NULL means ---- */

  /* Returns GRUNDY_BAD_ARGUMENT unless this is a position about which everything is known that this
   * play needs. NULL: whoever adds the component makes sure of that. */
  grundy_status (*check_position)(void *data, uint64_t position, grundy_play play,
                                  grundy_error *error);

  /* Says whether there is a move from one position to the other. NULL: the compound tries all
   * moves. */
  grundy_status (*is_move)(void *data, uint64_t from, uint64_t to, bool *is_move,
                           grundy_error *error);

  /* Finds a move, from a position with infinitely many moves, to a position whose remoteness has a
   * finite part above `bound`. NULL: no move delays the end of play more than the first two. */
  grundy_status (*delaying_move)(void *data, uint64_t position, uint64_t bound, uint64_t *to,
                                 grundy_error *error);

  /* For components whose positions are heaps of transfinite Nim. ordinal_of finds the size of the
   * heap, which then belongs to the caller; move_to_ordinal finds the follower of the given smaller
   * size and takes ownership of the ordinal, even on failure. Give both or neither; NULL: no
   * position has a high part. */
  grundy_status (*ordinal_of)(void *data, uint64_t position, grundy_ordinal **ordinal,
                              grundy_error *error);
  grundy_status (*move_to_ordinal)(void *data, uint64_t position, grundy_ordinal *ordinal,
                                   uint64_t *to, grundy_error *error);

  /* Describes a move in words, truncated as names are. Returns the length, 0 if there is nothing to
   * add to the names of the two positions. NULL: there never is. */
  size_t (*describe_move)(void *data, uint64_t from, uint64_t to, char *text, size_t size);

  /* Draws the position as a board, as the player who began sees it; `turn` is 1 if that player is
   * to move and 2 otherwise. If `follower` is not NULL, the board has the steps of the move there.
   * The kind of the board is GRUNDY_BOARD_NONE if the position has none. NULL: no position has. */
  grundy_status (*board)(void *data, uint64_t position, const uint64_t *follower, int turn,
                         grundy_board *board, grundy_error *error);

  /* Finds the position that represents this one and its mirror images; in a component that is a
   * solved digraph, a vertex. NULL: every position represents itself. */
  grundy_status (*reduce)(void *data, uint64_t position, uint64_t *reduced, grundy_error *error);

  /* Returns who sees the positions as the component describes them. NULL: both players. */
  grundy_seen_by (*seen_by)(void *data);

  /* Finds the same position as the other player sees it. Called only if seen_by returns
   * GRUNDY_SEEN_BY_MOVER_WITH_SWAP; swapping twice gives the position itself. */
  grundy_status (*swap)(void *data, uint64_t position, uint64_t *swapped, grundy_error *error);

  /* Checks at all positions of the component that both players see the same value. Called once
   * before such a component becomes part of a sum; GRUNDY_UNDEFINED if it may not. NULL: this is a
   * promise. */
  grundy_status (*check_swaps)(void *data, grundy_error *error);

  /* Finds the kinds of the move `index`, a nonempty set of GRUNDY_MOVE_ORDINARY and others: it is
   * one move per kind. NULL: all moves are ordinary. A component that has this member can be joined
   * with others by + only, in normal play [docs/carry-on.md]. */
  grundy_status (*get_kinds)(void *data, uint64_t position, uint64_t index, uint8_t *kinds,
                             grundy_error *error);

  /* Returns whether a player who was entailed may have a choice of answers somewhere. NULL: yes,
   * if get_kinds is given. */
  bool (*has_choice)(void *data);
} grundy_component_kind;

/* Returns whether the kind has this optional member. */
#define GRUNDY_COMPONENT_HAS(kind, member)                                                         \
  ((kind)->size > offsetof(grundy_component_kind, member) && (kind)->member != NULL)

/* A component: its kind and its data. */
typedef struct grundy_component {
  const grundy_component_kind *kind;
  void *data; /* must live as long as the compounds that the component is added to */
} grundy_component;

#ifdef __cplusplus
}
#endif

#endif
