/* Games too large to store: rules with ranks are solved tier by tier, moves are generated and never
 * stored, and each tier becomes a file in a folder. docs/large-games.md explains it,
 * docs/formats.md describes the files. grundy_tiers_open in <grundy/game.h> opens the rules. */

#ifndef GRUNDY_TIERS_H
#define GRUNDY_TIERS_H

#include <grundy/base.h>
#include <grundy/solution.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The columns that can be solved tier by tier: outcome, remoteness, grundy and counter of impartial
 * games; outcome, q1 and q0 of two-coloured games. K is not stored: grundy_tiers_find computes it.
 * The counter belongs to its tier: it satisfies condition B of [FY86, Def. 1] for replies within
 * the tier, and a reply in another tier needs none. It is not the counter of grundy_solve. */
#define GRUNDY_COLUMNS_TIERS                                                                       \
  ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY |      \
                    GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0))

/* Rules with ranks, the tiers of their game in an order in which they can be solved, and perhaps a
 * folder with solved tiers. Not to be used by several threads at once. */
typedef struct grundy_tiers grundy_tiers;

/* Frees the object; NULL is allowed. */
GRUNDY_API void grundy_tiers_free(grundy_tiers *tiers);

/* ---- planning ----------------------------------------------------------------------------- */

/* A number above 250 takes more than the byte of its entry: that many bytes of a file, and at most
 * that many bytes of memory while its tier is solved; a counter twice as many. How many there are
 * is not known beforehand. */
enum { GRUNDY_TIERS_LARGE_DISK = 16, GRUNDY_TIERS_LARGE_MEMORY = 96 };

/* The size of a game, without numbers above 250. Sums that do not fit into 64 bits are UINT64_MAX.
 */
typedef struct grundy_tiers_plan {
  uint64_t tiers;
  uint64_t indices; /* of all tiers */
  uint64_t largest; /* the indices of the largest tier */
  uint64_t memory;  /* bytes of the tables of the tier that needs most */
  uint64_t mapped;  /* bytes of files that are mapped while a tier is solved, at most */
  uint64_t disk;    /* bytes of all files */
} grundy_tiers_plan;

/* Says what solving for these columns takes; 0: outcome. GRUNDY_UNABLE if a column is not among
 * GRUNDY_COLUMNS_TIERS, GRUNDY_UNDEFINED if it does not exist for this game. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_measure(const grundy_tiers *tiers,
                                                              grundy_columns columns,
                                                              grundy_tiers_plan *plan,
                                                              grundy_error *error);

/* A tier, in the order in which tiers are solved. */
typedef struct grundy_tier_info {
  uint64_t number;   /* as the rules give it */
  uint64_t indices;  /* the `count` of the rules */
  uint64_t leads_to; /* how many other tiers moves can lead to */
} grundy_tier_info;

/* Describes the tier with this place in the order, from 0; false past the last. */
GRUNDY_API bool grundy_tiers_at(const grundy_tiers *tiers, uint64_t place, grundy_tier_info *info);

/* ---- solving ------------------------------------------------------------------------------ */

/* How far solving or verifying is. */
typedef struct grundy_tiers_progress {
  uint64_t tiers_done, tiers;
  uint64_t indices_done, indices; /* of all tiers, or of the sample */
} grundy_tiers_progress;

/* What to solve, and how. */
typedef struct grundy_tiers_options {
  size_t size;
  grundy_columns columns; /* 0: outcome, when solving */
  uint64_t memory;        /* bytes that the tables of a tier may take, without numbers above
                             250; 0: no limit */
  uint64_t sample; /* verify this many different random positions; 0: all. If they are a large
part of the game, all are verified. */
  uint64_t seed;   /* of that sample */
  const grundy_monitor *monitor; /* may be NULL */

  /* Called before every tick of the monitor; may be NULL. */
  void (*progress)(void *context, const grundy_tiers_progress *now);
  void *context;
} grundy_tiers_options;

/* What was solved. Counts are of positions; of those that are symmetric to each other only the
 * representative counts. */
typedef struct grundy_tiers_summary {
  uint64_t tiers;
  uint64_t resumed;   /* tiers that an earlier run had solved */
  uint64_t positions; /* including those that play does not reach from the start */
  uint64_t p, n, d;   /* by outcome, if the columns tell; in two-coloured games P means that the
                         player who has just moved wins */
  uint64_t infinite;  /* positions of infinite value */
  uint32_t largest_value, largest_remoteness; /* among the finite ones */
  uint64_t evaluations, moves, sweeps;        /* the work of this run */
} grundy_tiers_summary;

/* Solves every tier, in an order in which moves lead to tiers solved before, and writes a file per
 * tier to the folder, which is created if it does not exist. Files appear complete or not at all: a
 * run that ended early is continued by another one and gives the same bytes, for any number of
 * threads. Afterwards grundy_tiers_find can be used. `options` may be NULL.
 *
 * GRUNDY_UNABLE if the tables of a tier need more than options->memory, which is checked
 * beforehand, or if the game has payoffs. GRUNDY_UNDEFINED if a column does not exist for the game.
 * GRUNDY_BAD_INPUT if the rules break a promise about ranks, or if the folder has files of other
 * rules, arguments or columns, or damaged ones. If it fails before a tier is complete, it removes
 * the folder that it has made, unless it was cancelled or memory ran out. Positions are evaluated
 * in the order of their indices, upwards and downwards in turn, until nothing changes any more:
 * about once if every move within a tier leads to a smaller index, and otherwise as often as it
 * takes for results to arrive, unless the rules have `unmoves`. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_solve(grundy_tiers *tiers, const char *folder,
                                                            const grundy_tiers_options *options,
                                                            grundy_tiers_summary *summary,
                                                            grundy_error *error);

/* ---- looking up --------------------------------------------------------------------------- */

/* Uses the files of a folder from now on. Tiers that are missing there are an error only when they
 * are looked up. GRUNDY_IO_ERROR if the folder does not exist; GRUNDY_BAD_INPUT if it is not a
 * folder of tiers, or of other rules or arguments. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_read(grundy_tiers *tiers, const char *folder,
                                                           grundy_error *error);

/* What a folder says about a position. */
typedef struct grundy_tiers_entry {
  uint64_t tier, index;        /* of the representative */
  grundy_columns columns;      /* which of the members below are known */
  grundy_outcome player;       /* 'A' or 'B'; 0 in an impartial game */
  grundy_outcome outcome;      /* P, N or D; A, B or D in a two-coloured game */
  uint32_t remoteness, q1, q0; /* GRUNDY_INFINITY: infinite */
  grundy_value value;          /* K is valid until the next call */
  uint32_t counter;            /* GRUNDY_INFINITY where the value is infinite */
} grundy_tiers_entry;

/* Looks up the position with that name; `length` 0 is the start. Tier files are mapped when they
 * are needed, and only the parts that are used are read and checked. GRUNDY_BAD_INPUT with
 * GRUNDY_REASON_NO_POSITION if the game has no such position, or if a file is damaged;
 * GRUNDY_UNABLE if the tier is not solved yet. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_find(grundy_tiers *tiers, const char *name,
                                                           size_t length, grundy_tiers_entry *entry,
                                                           grundy_error *error);

/* ---- verifying ---------------------------------------------------------------------------- */

/* The result of checking a folder. */
typedef struct grundy_tiers_verdict {
  bool right;                        /* no condition fails at the positions that were checked */
  uint64_t positions;                /* that were checked */
  bool all;                          /* these are all positions */
  char wrong[GRUNDY_ERROR_MAX_TEXT]; /* the first violation: the position and the condition */
} grundy_tiers_verdict;

/* Checks the tiers of the folder from moves alone, with code that shares nothing with the solver
 * but the reader of the files: remoteness, q1 and q0 by [Smi66] (4a)-(4e), values by [FY86, Def. 1]
 * with the counter of the tier. Bare outcomes and values cannot be checked locally (a 2-cycle
 * labelled P and N passes), so GRUNDY_UNABLE without remoteness or counter, and if a tier is
 * missing; a sample checks local conditions at random positions, whatever columns there are. A
 * wrong solution is an answer, not a failure. GRUNDY_BAD_INPUT if a file is damaged, or, unless
 * this is a sample, if its header does not count its entries. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_verify(grundy_tiers *tiers,
                                                             const grundy_tiers_options *options,
                                                             grundy_tiers_verdict *verdict,
                                                             grundy_error *error);

/* Measures for about `seconds` how long generating and ranking the moves of a random position
 * takes, and sets the number of positions per second of one thread. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tiers_sample(grundy_tiers *tiers, double seconds,
                                                             double *positions_per_second,
                                                             grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
