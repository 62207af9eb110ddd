/* Exploring the positions of rules, and tablebases that store them with a solution. <grundy/game.h>
 * opens games by their names; docs/rules.md describes rules. */

#ifndef GRUNDY_EXPLORE_H
#define GRUNDY_EXPLORE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The progress of an exploration. */
typedef struct grundy_exploration {
  uint64_t positions; /* found so far */
  uint64_t frontier;  /* positions whose moves have not been generated yet */
  uint64_t moves;
  uint64_t memory; /* bytes held for all of this */
  bool parts;      /* whether positions come apart, and these are their parts */
} grundy_exploration;

/* How grundy_game_open and related functions open a game. */
typedef struct grundy_open_options {
  size_t size;           /* sizeof(grundy_open_options) */
  grundy_format format;  /* of a file; GRUNDY_FORMAT_AUTO: decided by the name */
  uint64_t limit;        /* on the positions of rules; 0: GRUNDY_DIGRAPH_MAX_ORDER */
  uint64_t closed_limit; /* likewise, if `limit` is 0 and a closed form gives the value of the
                            start; then there are at most GRUNDY_CLOSED_FORM_MAX_MOVES times as many
                            moves. 0: no other limit */
  uint64_t memory;       /* bytes for exploring, and for a script; 0: no limit */
  bool libraries;        /* a tablebase may name a shared object, which is then loaded */
  const grundy_monitor *monitor; /* may be NULL */

  /* Called before every tick of the monitor while rules are explored; may be NULL. */
  void (*exploring)(void *context, const grundy_exploration *now);

  /* Called during the lifetime of the digraph when its rules fail to name a position. The position
   * gets another name, and writing that name fails. Any thread may call it, but only one at a time,
   * and each call is for a position with a smaller number than the call before. May be NULL. */
  void (*misnamed)(void *context, const grundy_error *error);
  void *context;

  /* Ignore `canon` of rules: every position represents itself. */
  bool unreduced;

  /* Explore the parts of positions instead of positions if the rules have `split`: the vertices are
   * then the parts that do not come apart (docs/splitting.md), and the type of the game is
   * GRUNDY_GAME_PARTS. The parts of the start come first. Also allows tablebases of parts. Opening
   * fails with GRUNDY_BAD_INPUT if a position of the sample that is checked is not the sum of its
   * parts. */
  bool parts;

  uint64_t window;      /* explore only this many positions of rules: breadth first, or in the order
                           that the rules give. 0: all positions. If more can be reached, the game
                           has a frontier; see grundy_digraph_frontier */
  bool accepts_windows; /* open tablebases that have a frontier; otherwise they are rejected,
                           because most functions would take a window for the whole game */
} grundy_open_options;

/* Returns whether the game was explored by rules, now or before it was stored in a tablebase. Then
 * the rules name its positions. */
GRUNDY_API bool grundy_is_explored(const grundy_digraph *g);

/* Finds the vertex whose name is the `length` bytes at `name`, as grundy_digraph_find does.
 * GRUNDY_BAD_INPUT with GRUNDY_REASON_NO_POSITION if the game has no such position, with
 * GRUNDY_REASON_NOT_REACHED if play from the start does not reach it, or with the place in the
 * script if `parse` fails. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_position_find(const grundy_digraph *g,
                                                              const char *name, size_t length,
                                                              uint32_t *v, grundy_error *error);

/* Finds the parts that a position comes apart into: vertices of a game that was explored by parts,
 * each as often as it occurs, in increasing order. The sum of their values is the value of the
 * position. If the game was not explored by parts, the position itself is the only part. The caller
 * frees *parts. Fails as grundy_position_find does; GRUNDY_REASON_NOT_REACHED if a part cannot be
 * reached from the start. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_position_parts(const grundy_digraph *g,
                                                               const char *name, size_t length,
                                                               uint32_t **parts, uint64_t *count,
                                                               grundy_error *error);

/* ---- fields ---------------------------------------------------------------------------- */

/* The names that rules give to the integers of a position: a and b of wythoff:3,5. They belong to
 * the digraph. */
typedef struct grundy_field_names {
  uint32_t count; /* at most GRUNDY_RULES_MAX_FIELDS; 0: the game has no fields */
  const char *const *at;
} grundy_field_names;

/* Returns the names of the fields of a game. A game that was not explored has none. */
GRUNDY_API grundy_field_names grundy_position_fields(const grundy_digraph *g);

/* Sets values[i] to the value of field i at vertex v. With `canon` these are the fields of the
 * representative. GRUNDY_BAD_INPUT if the rules give position v fewer integers than the start. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_position_field_values(const grundy_digraph *g,
                                                                      uint32_t v, int64_t *values,
                                                                      grundy_error *error);

/* ---- tablebases -------------------------------------------------------------------------- */

/* Writes a tablebase: an .npz file with an explored game, its rules (the text of a script,
 * otherwise their name), its positions with an index, and a solution. grundy_game_open opens it
 * without exploring, and grundy_solution_read reads the solution; docs/formats.md describes the
 * file. GRUNDY_BAD_ARGUMENT if g was not explored or its rules exist only in memory; other errors
 * as from grundy_solution_write. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tablebase_write(const grundy_digraph *g,
                                                                const grundy_solution *solution,
                                                                const grundy_write_options *options,
                                                                FILE *out, grundy_error *error);

/* ---- closed forms ------------------------------------------------------------------------ */

/* A closed_limit for callers that can use a closed form instead, and how many moves per position it
 * allows. */
#define GRUNDY_CLOSED_FORM_MAX_POSITIONS UINT64_C(1000000)
#define GRUNDY_CLOSED_FORM_MAX_MOVES UINT64_C(10)

#ifdef __cplusplus
}
#endif

#endif
