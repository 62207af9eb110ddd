/* The promise of `split` at one position: its followers, split, are what a move in one of its parts
 * gives together with the other parts. Parts without moves do not count. If this holds at every
 * position that can be reached, then each of them plays like the sum of its parts:
 * docs/splitting-proofs.md has the proof. */

#ifndef GRUNDY_SRC_RULES_SPLIT_CONDITION_H
#define GRUNDY_SRC_RULES_SPLIT_CONDITION_H

#include "rules/positions.h"
#include "rules/split.h"

/* A follower while it is compared: words[first] … are the numbers of its parts, sorted. */
typedef struct grundy_split_sum grundy_split_sum;

/* What a comparison needs; a zeroed struct with the rule set is ready. Free it with
 * grundy_split_condition_free. */
typedef struct grundy_split_condition {
  grundy_ruleset *ruleset;
  grundy_splitter splitter;
  grundy_position_list own;           /* the parts of the position */
  grundy_position_list moves;         /* of the position */
  grundy_position_list moves_in_part; /* of all parts */
  grundy_positions parts;             /* met in this comparison; their numbers are the words */
  bool *is_alive;                     /* by number: whether the part has moves */
  uint64_t alive_room;
  uint32_t *words;
  uint64_t word_count, word_room;
  grundy_split_sum *sums;
  uint64_t sum_count, sum_room;
  grundy_positions distinct; /* the words of sums */
  uint8_t *sides;            /* by number in `distinct` */
  uint64_t side_room;
  uint64_t work; /* sums and words so far, in all comparisons */
} grundy_split_condition;

/* The result of a comparison. */
typedef struct grundy_split_finding {
  bool comes_apart; /* false: the position is its only part, and nothing was compared */
  bool cancels; /* what is wrong is only that equal parts are left out in pairs: this is right if
                   play among the parts has no cycle */
  char wrong[3 * GRUNDY_RULES_MAX_NAME + 128]; /* what is wrong; empty: nothing */
} grundy_split_finding;

/* Compares the followers of the position, which is in canonical form, with those of its parts.
 * `parts`, unless NULL, is what `split` gave before. Afterwards c->moves has the canonical forms of
 * the followers, if the position comes apart. Fails if the rules do. */
grundy_status grundy_split_condition_check(grundy_split_condition *c, grundy_position position,
                                           const grundy_position_list *parts,
                                           grundy_split_finding *finding, grundy_error *error);

void grundy_split_condition_free(grundy_split_condition *c);

#endif
