/* Components that expressions open: coins, ordinals, heaps of taking-and-breaking games, rules with
 * a closed form, and folders of tiers. <grundy/game.h> has the components that programs can create
 * themselves. */

#ifndef GRUNDY_SRC_GAME_COMPONENTS_COMPONENTS_H
#define GRUNDY_SRC_GAME_COMPONENTS_COMPONENTS_H

#include <grundy/game.h>

/* Smith's game of coins [Smi66, §11]. A move takes a cent; if there is none, a dollar is changed
 * first, into 100 cents or, if `changes_freely`, into any even number of cents. Positions are
 * dollars * GRUNDY_OMEGA + cents, written D.CC: 1.05 is a dollar and five cents, 0.205 is 205
 * cents. */
grundy_component grundy_component_coins(bool changes_freely);

#define GRUNDY_COINS_MAX_DOLLARS UINT64_C(1000)
#define GRUNDY_COINS_MAX_CENTS UINT64_C(0x7fffffff)

/* Heaps of transfinite Nim [Smi66, §11]: a move replaces an ordinal by a smaller one. Positions are
 * indexes into such a table, which grows during a match; its owner must keep it as long as the
 * compound. */
typedef struct grundy_ordinals grundy_ordinals;

GRUNDY_MUST_USE grundy_status grundy_ordinals_new(grundy_ordinals **ordinals, grundy_error *error);

void grundy_ordinals_free(void *data);

grundy_component grundy_component_ordinals(grundy_ordinals *ordinals);

/* Heaps of a taking-and-breaking game [docs/heaps.md]. Positions are sums of heaps, written 2,3,
 * and are numbered in a table that grows during a match. */
typedef struct grundy_heap_game grundy_heap_game;

/* Makes a game from a code of grundy_heap_code_parse; `max` is the largest heap that will occur.
 * The monitor must live as long as the game, since listing the moves of a heap may take long: there
 * may be millions. */
GRUNDY_MUST_USE grundy_status grundy_heap_game_new(const char *code, uint32_t max,
                                                   const grundy_monitor *monitor,
                                                   grundy_heap_game **game, grundy_error *error);

void grundy_heap_game_free(void *data);

/* Finds the remoteness and the distance of all positions reachable from this one, unless there are
 * too many; then only values are known. */
GRUNDY_MUST_USE grundy_status grundy_heap_game_explore(grundy_heap_game *game, uint64_t position,
                                                       grundy_error *error);

/* `game` is borrowed. */
grundy_component grundy_component_heaps(grundy_heap_game *game);

/* Rules with a closed form, as a component that is not explored: the form gives the values, and the
 * length of play is not known. */
typedef struct grundy_closed_form grundy_closed_form;

/* Opens rules. GRUNDY_UNDEFINED if they have no closed form, GRUNDY_UNABLE if it does not give the
 * value of the start. */
GRUNDY_MUST_USE grundy_status grundy_closed_form_open(const grundy_game_name *name,
                                                      const grundy_open_options *options,
                                                      grundy_closed_form **closed,
                                                      grundy_error *error);

/* NULL is allowed. */
void grundy_closed_form_free(void *data);

/* `closed` is borrowed; positions are numbered when they are first met. The start is 0, and an
 * empty name means the start. */
grundy_component grundy_component_closed_form(grundy_closed_form *closed);

/* Rules explored by parts, as a component whose positions are sums of parts. */
typedef struct grundy_parts_game grundy_parts_game;

/* Makes it from a digraph of parts and its solution, which are borrowed. If `unreduced`, positions
 * are as the rules give them, and not canonical forms. */
GRUNDY_MUST_USE grundy_status grundy_parts_game_new(const grundy_digraph *parts,
                                                    const grundy_solution *solution, bool unreduced,
                                                    grundy_parts_game **game, grundy_error *error);

void grundy_parts_game_free(void *data);

/* `game` is borrowed; it is for normal play. Positions are numbered when they are first met. The
 * start is 0, and an empty name means the start. */
grundy_component grundy_component_parts(grundy_parts_game *game);

/* A folder of solved tiers, as a component that is not explored; positions are not reduced by
 * symmetry, and are numbered when they are first met. The start is 0, and an empty name means the
 * start. It has no evaluations in misère play. */
typedef struct grundy_tiers_game grundy_tiers_game;

/* Looks up a position of the component; K belongs to the component. */
GRUNDY_MUST_USE grundy_status grundy_tiers_game_look_up(grundy_tiers_game *game, uint64_t position,
                                                        grundy_tiers_entry *entry,
                                                        grundy_error *error);

/* Explored rules whose positions are not reduced by symmetry, and have boards. */
typedef struct grundy_unreduced grundy_unreduced;

/* Makes it from a solved digraph, which is borrowed. *unreduced is NULL if the digraph was not
 * explored by rules with `canon` or `board`: then there is no difference. */
GRUNDY_MUST_USE grundy_status grundy_unreduced_new(grundy_solved *solved,
                                                   grundy_unreduced **unreduced,
                                                   grundy_error *error);

/* NULL is allowed. */
void grundy_unreduced_free(grundy_unreduced *unreduced);

/* Finds the start as the rules give it. */
GRUNDY_MUST_USE grundy_status grundy_unreduced_start(grundy_unreduced *unreduced,
                                                     uint64_t *position, grundy_error *error);

/* `unreduced` is borrowed. */
grundy_component grundy_component_unreduced(grundy_unreduced *unreduced);

#endif
