/* Walks through all of a sum, and finds out how long play lasts if one player always makes the
 * first of the best moves, whatever the other one does. */

#ifndef SUPPORT_WINNING_PLAY_H
#define SUPPORT_WINNING_PLAY_H

#include <grundy/compound.h>

#include <stdbool.h>
#include <stdint.h>

enum { WALK_MOST_COMPONENTS = 4, WALK_MOST_POSITIONS = 512 };

/* A sum, and how its best moves are found. */
typedef struct walked_sum {
  uint32_t count;
  grundy_component components[WALK_MOST_COMPONENTS];
  uint64_t start[WALK_MOST_COMPONENTS];
  bool search;          /* where no theorem applies; otherwise remoteness is rarely known */
  grundy_operator kind; /* disjunctive; if only one component can move, it may be selective */
  uint64_t tried;       /* of grundy_search_options */
} walked_sum;

typedef struct walk_report {
  bool is_too_large;   /* more than WALK_MOST_POSITIONS: nothing was checked */
  uint64_t won;        /* N- and P-positions */
  uint64_t proved;     /* those of them at which play is known to end */
  uint64_t endless;    /* those at which it need not end, though a player wins */
  const char *mistake; /* NULL, or what is wrong; valid until the next walk */
} walk_report;

/* Checks every position that can be reached: where play is known to end, it ends against every
 * opponent, within twice the counter if there is one. Needs no columns and no theorems. */
walk_report walk_winning_play(const walked_sum *sum);

#endif
