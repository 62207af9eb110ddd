/* The result of exploring, for the files of this room. */

#ifndef GRUNDY_SRC_EXPLORE_IMPL_H
#define GRUNDY_SRC_EXPLORE_IMPL_H

#include <grundy/board.h>
#include <grundy/explore.h>

#include "base/hash_table.h"
#include "rules/position_list.h"
#include "rules/positions.h"

#include <pthread.h>

/* Finds positions by name; see distinct.c. */
typedef struct grundy_name_table {
  grundy_hash_table positions; /* by name; without slots: not yet made */
  bool distinct;               /* whether all names are distinct */
} grundy_name_table;

/* Rules with the positions that were found; makes the names of positions. */
typedef struct grundy_explored {
  grundy_ruleset *ruleset;
  grundy_positions positions;

  pthread_mutex_t lock; /* protects the members below */
  bool distinct;        /* whether all names were found to be distinct */
  uint64_t split_names; /* how many positions were split for grundy_position_parts */
  grundy_name_table names;
  uint32_t misnamed; /* the first position that the rules failed to name; UINT32_MAX: none */
  grundy_error why;  /* the error at that position */
  void (*on_misnamed)(void *context,
                      const grundy_error *error); /* called with that error; may be NULL */
  void *context;
} grundy_explored;

/* Makes an object without positions; NULL if memory runs out. Takes ownership of `ruleset`, even
 * then; NULL if the rules are opened later. Keeps options->misnamed. */
grundy_explored *grundy_explored_new(grundy_ruleset *ruleset, const grundy_open_options *options);

/* NULL is allowed. */
void grundy_explored_free(grundy_explored *explored);

/* Makes the name of a position, valid UTF-8 and truncated to the room. Remembers if the rules
 * failed. */
void grundy_explored_show(const grundy_explored *explored, uint32_t v,
                          char text[GRUNDY_NAME_MAX_BYTES]);

/* Replaces bytes that are not UTF-8, such as a truncated last character, by question marks. */
void grundy_explored_replace_invalid_utf8(char *name);

/* Fails if the rules failed to make some name. */
grundy_status grundy_explored_naming_status(const grundy_explored *explored, grundy_error *error);

/* Returns GRUNDY_BAD_INPUT if two positions have the same name; a successful check is
 * remembered. */
grundy_status grundy_explored_check_names(const grundy_explored *explored,
                                          const grundy_monitor *monitor, grundy_error *error);

/* Looks up a name among those that rules make. GRUNDY_BAD_INPUT if several positions have it. The
 * first call makes a table of all names. */
grundy_status grundy_explored_find_name(const grundy_explored *explored, const char *name,
                                        size_t length, bool *found, uint32_t *v,
                                        grundy_error *error);

/* Parses the name of a position of a game that was explored by parts; parsed->length is 0 if there
 * is none. If the rules cannot parse the name, it may be that of a part. */
grundy_status grundy_explored_parse(const grundy_explored *explored, const char *name,
                                    size_t length, bool canonical, grundy_aligned_position *parsed,
                                    grundy_error *error);

/* Lets rules make the names of g. Takes ownership of `explored`. */
void grundy_explored_name(grundy_digraph *g, grundy_explored *explored);

/* Returns what makes the names of g; NULL if rules do not. */
const grundy_explored *grundy_explored_of(const grundy_digraph *g);

/* Returns whether the game was explored by rules whose `canon` lets one position represent several.
 */
bool grundy_position_is_reduced(const grundy_digraph *g);

/* Draws position v of g as a board, as the player who began sees it; `turn` is 1 if that player is
 * to move and 2 otherwise. The kind of the board is GRUNDY_BOARD_NONE if the position has none, or
 * if rules did not make the game. `board` was zero or another board before. */
grundy_status grundy_position_board(const grundy_digraph *g, uint32_t v, int turn,
                                    grundy_board *board, grundy_error *error);

/* As grundy_position_board, of a follower of v, but as the rules make it from v: where `canon`
 * replaces it by a representative, the board is not turned, and where positions are as the player
 * to move sees them, it is drawn as the player who moves from v sees it, whatever the turn. */
grundy_status grundy_follower_board(const grundy_digraph *g, uint32_t v, uint32_t follower,
                                    int turn, grundy_board *board, grundy_error *error);

/* Returns whether the positions of g are lists of integers, perhaps of different lengths. */
bool grundy_position_has_integers(const grundy_digraph *g);

/* Sets values[i] to the integers of position v, at most GRUNDY_RULES_MAX_FIELDS of them, and *count
 * to their number; the first ones are the fields. */
grundy_status grundy_position_integers(const grundy_digraph *g, uint32_t v, int64_t *values,
                                       uint32_t *count, grundy_error *error);

/* Finds the vertex of the position with these integers, after `canon` has reduced it. *found is
 * false if there is none; *can is false if these rules cannot make a position of integers. */
grundy_status grundy_position_find_integers(const grundy_digraph *g, const int64_t *values,
                                            uint32_t count, bool *can, bool *found, uint32_t *v,
                                            grundy_error *error);

/* Explores everything reachable from the start, or a window of it; the parts of positions if
 * options->parts. Takes ownership of `ruleset`, even on failure: it makes the names of the
 * digraph. */
grundy_status grundy_explore(grundy_ruleset *ruleset, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error);

/* Explores parts of positions, as grundy_explore explores positions if options->parts and the rules
 * have `split`. Takes ownership of `ruleset`, even on failure. */
grundy_status grundy_explore_parts(grundy_ruleset *ruleset, const grundy_open_options *options,
                                   grundy_digraph **g, grundy_error *error);

/* Explores options->window positions, as docs/infinite.md describes: breadth first, or in the order
 * that the rules give. The digraph has the moves between these positions, and its frontier is where
 * other moves begin. Takes ownership of `ruleset`, even on failure. GRUNDY_UNDEFINED if the rules
 * have players. */
grundy_status grundy_explore_window(grundy_ruleset *ruleset, const grundy_open_options *options,
                                    grundy_digraph **g, grundy_error *error);

/* Reports progress, and asks whether to continue. GRUNDY_UNABLE if too much memory is in use. */
grundy_status grundy_exploration_report(const grundy_open_options *options,
                                        const grundy_exploration *now, grundy_work *work,
                                        grundy_error *error);

/* Explores the rules of g again, which have `swap`: the positions that can be reached from the
 * start if every position may also be taken as the other player sees it. Replaces g, which it frees
 * even on failure. */
grundy_status grundy_explore_swaps(grundy_digraph **g, const grundy_open_options *options,
                                   grundy_error *error);

/* Finds the vertex of the position v of explored rules with `swap` as the other player sees it.
 * GRUNDY_UNDEFINED if it is not among the positions. */
grundy_status grundy_explored_swap(const grundy_digraph *g, uint32_t v, uint32_t *swapped,
                                   grundy_error *error);

/* Checks `swap` at all positions: it gives one of them, it undoes itself, and both players see the
 * same G and K. By the theorem in docs/splitting-proofs.md, sums are then defined.
 * GRUNDY_UNDEFINED, with the position, if this is not so. */
grundy_status grundy_explored_check_swaps(const grundy_digraph *g, const grundy_solution *solution,
                                          grundy_error *error);

/* Opens the rules that a tablebase names, such as "wythoff:3,5". `source` is the script stored with
 * them, or NULL. Errors without a file refer to `text`. */
typedef grundy_status grundy_stored_rules_open(const char *text, const char *source, size_t length,
                                               const grundy_open_options *options,
                                               grundy_ruleset **ruleset, grundy_error *error);

/* Reads a game from an .npz file. If the file is a tablebase, also reads its rules and positions,
 * which give the digraph its names. */
grundy_status grundy_tablebase_read(const char *path, const grundy_open_options *options,
                                    grundy_stored_rules_open *open_rules, grundy_digraph **g,
                                    grundy_error *error);

/* What rules say about all positions, with one entry per vertex; NULL: nothing. */
typedef struct grundy_rule_attributes {
  uint8_t *players; /* 'A' or 'B' */
  uint8_t *ends;    /* 'P', 'N', 'D', 'A', 'B', '$', or 0 */
} grundy_rule_attributes;

/* Sets the players, outcomes and payoffs of g, which was explored. GRUNDY_BAD_INPUT if they are
 * inconsistent. May take over arrays, and sets those to NULL. */
grundy_status grundy_explored_set_attributes(grundy_digraph *g, grundy_rule_attributes *r,
                                             grundy_error *error);

/* Asks the rules of g, which was explored, for the kinds of all moves, if they have kinds.
 * GRUNDY_BAD_INPUT if they give other moves than before. */
grundy_status grundy_explored_set_kinds(grundy_digraph *g, grundy_work *work, grundy_error *error);

/* Returns the bytes in which the positions of an explored game are stored, next to the digraph; 0
 * for other games. */
uint64_t grundy_position_memory(const grundy_digraph *g);

#endif
