/* What a game looks like, without solving it: its size, degrees, components, and how much memory
 * solving it takes. */

#ifndef GRUNDY_INFO_H
#define GRUNDY_INFO_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/engine.h>
#include <grundy/json.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Degrees are counted in the classes 0, 1, 2–3, 4–7 …, one per number of bits. */
enum { GRUNDY_DEGREE_CLASSES = 33 };

/* How many moves lead from positions, or to them. */
typedef struct grundy_degrees {
  uint64_t least, most;                  /* 0 if there are no positions */
  uint64_t count[GRUNDY_DEGREE_CLASSES]; /* positions of each class */
  uint32_t class_count;                  /* classes up to that of `most` */
} grundy_degrees;

/* Facts about a game. */
typedef struct grundy_game_info {
  uint64_t positions, moves;

  /* The vertices are parts of positions: `positions` counts parts, and only the moves, of which
   * `sums` lead to sums of parts, and the memory are known, too. */
  bool has_parts;
  uint64_t sums;

  uint64_t terminal; /* positions without a move from them, */
  uint64_t sources;  /* without a move to them, */
  uint64_t isolated; /* without either, */
  uint64_t loops;    /* and with a move to themselves */
  uint64_t frontier; /* positions from which a move leaves the window; 0: the game is whole */
  double mean;       /* moves per position; 0 if there are no positions */
  grundy_degrees out, in;

  /* Strongly connected components: all, those with a cycle, and the positions of the largest. A
   * game whose components have no cycle is acyclic, if it is whole. */
  uint32_t components, cyclic, largest;

  grundy_engine_plan plan; /* how the game is solved, and how much memory that takes */
} grundy_game_info;

/* How to look at a game. */
typedef struct grundy_info_options {
  size_t size;
  grundy_columns columns;        /* to be solved; 0: grundy_solve_columns(g, false) */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_info_options;

/* Finds the facts about a game. O(V + E). `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_game_info_find(const grundy_digraph *g,
                                                               const grundy_info_options *options,
                                                               grundy_game_info *info,
                                                               grundy_error *error);

/* Names a class of degrees: from..to, both included. */
GRUNDY_API void grundy_degree_class(uint32_t number, uint64_t *from, uint64_t *to);

/* Writes the facts as an object. */
GRUNDY_API void grundy_game_info_write_json(grundy_json *json, const grundy_game_info *info);

#ifdef __cplusplus
}
#endif

#endif
