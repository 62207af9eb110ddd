/* The promises that rules make, such as that `split` gives parts whose sum the position is, and the
 * results of testing them. grundy_rules_check in <grundy/game.h> tests them. */

#ifndef GRUNDY_PROMISE_H
#define GRUNDY_PROMISE_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The promises of rules (docs/rules.md) that can be tested. */
typedef enum grundy_promise {
  GRUNDY_PROMISE_START,   /* `start` gives the same position again */
  GRUNDY_PROMISE_MOVES,   /* `moves` gives the same positions again, after other calls */
  GRUNDY_PROMISE_ENDS,    /* `terminal` gives outcomes that this kind of game can have */
  GRUNDY_PROMISE_TURNS,   /* `player` gives A and B in turn */
  GRUNDY_PROMISE_CANON,   /* `canon` of a canonical form is that form */
  GRUNDY_PROMISE_CLASSES, /* `canon` preserves moves, players and outcomes of terminal positions */
  GRUNDY_PROMISE_NAMES,   /* `show` gives names of at most 255 bytes, in UTF-8 */
  GRUNDY_PROMISE_DIFFERENCE, /* `show` gives different positions different names */
  GRUNDY_PROMISE_READING,    /* `parse` reads names back */
  GRUNDY_PROMISE_VALUES,     /* `value` agrees with a search */
  GRUNDY_PROMISE_BOARDS,     /* `board` draws positions, and what moves change */
  GRUNDY_PROMISE_PARTS,      /* `split` gives parts whose sum the position is */
  GRUNDY_PROMISE_ORDER,      /* `order` gives the same integer again */
  GRUNDY_PROMISE_SWAP,       /* `swap` undoes itself, and does the same to canonical forms */
  GRUNDY_PROMISE_VIEWS,      /* `swap` keeps G and K, so that sums are defined */
  GRUNDY_PROMISE_RANKS,      /* `rank` is undone by `unrank` */
  GRUNDY_PROMISE_INDICES,    /* `rank` undoes `unrank` */
  GRUNDY_PROMISE_SYMMETRY,   /* `rank` of a canonical form is in the same tier */
  GRUNDY_PROMISE_TIERS,      /* `tiers` announces the tiers of all moves */
  GRUNDY_PROMISE_ACYCLIC,    /* `tiers` never leads back to a tier */
  GRUNDY_PROMISE_UNMOVES,    /* `unmoves` gives the positions with a move there */
  GRUNDY_PROMISE_AGAIN,      /* the rules give the same answers when they are opened again */
  GRUNDY_PROMISE_COUNT,      /* the number of promises */
} grundy_promise;

/* The result of testing one promise. */
typedef struct grundy_rules_finding {
  const char *function;               /* of the rules: "canon" */
  const char *promise;                /* "of a canonical form is that form" */
  bool applies;                       /* the rules have that function */
  uint64_t tried;                     /* how often it was tried */
  char broken[GRUNDY_ERROR_MAX_TEXT]; /* a counterexample in words; empty if none was found */
} grundy_rules_finding;

/* The random plays of a test. */
typedef struct grundy_rules_sample {
  uint32_t plays;   /* from the start */
  uint32_t endless; /* how many of them had not ended after `moves` moves */
  uint32_t moves;
} grundy_rules_sample;

/* How to test the promises of rules. */
typedef struct grundy_rules_check_options {
  size_t size; /* sizeof(grundy_rules_check_options) */
  uint64_t seed;
  uint32_t walks;                /* random plays from the start; 0: 100 */
  const grundy_monitor *monitor; /* may be NULL */
  grundy_rules_sample *sample;   /* filled if the call succeeds; may be NULL */
} grundy_rules_check_options;

#ifdef __cplusplus
}
#endif

#endif
