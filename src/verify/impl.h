/* What the checks share.
 *
 * A check is a rule that every vertex must follow. A sweep goes over all vertices with several
 * threads and finds, for each of its rules, the first vertex that breaks it; afterwards one
 * thread puts the findings into words. So the report is the same for any number of threads. */

#ifndef GRUNDY_SRC_VERIFY_IMPL_H
#define GRUNDY_SRC_VERIFY_IMPL_H

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#include "base/error.h"
#include "base/monitor.h"
#include "base/threads.h"
#include "digraph/view.h"

#include <assert.h>

/* A finding that owns its text. */
typedef struct finding {
  grundy_columns column;
  grundy_verdict verdict;
  char *text;
} finding;

enum { MAX_FINDINGS = GRUNDY_COLUMN_COUNT + 1 };

struct grundy_report {
  finding findings[MAX_FINDINGS];
  size_t count;
};

enum rule {
  RULE_REMOTENESS,        /* (4a)–(4e) */
  RULE_MISERE_REMOTENESS, /* the same, terminal positions having 1 */
  RULE_DISTANCE,          /* (2) and (3) */
  RULE_A,                 /* [FY86, Def. 1], with grundy; B with counter */
  RULE_B,
  RULE_C,
  RULE_COUNTER, /* a counter just where the value is finite */
  RULE_K,       /* recomputed from grundy */
  RULE_J,
  RULE_HMIN,    /* its equations */
  RULE_OUTCOME, /* for a while: Lemma 2, or the parity of remoteness */
  RULE_FILL,    /* never broken: the sweep fills arrays, and goes to its end */
  RULES,
};

/* A set of rules, the sum of 1 << rule. */
typedef unsigned rules;

/* What is read of a follower, gathered so that it costs one miss of the cache. */
typedef struct label {
  uint32_t remoteness, distance, value, number;
} label;

struct offers;

typedef struct checker {
  const grundy_digraph *g;
  grundy_view view;
  grundy_digraph *reverse; /* NULL until it is asked for */
  const grundy_solution *solution;
  bool ascii;
  grundy_verify_options options;
  grundy_report *report;
  grundy_error *error;
  grundy_work work;
  label *labels;
  struct offers *offers;
  uint64_t *marks;           /* of all threads; NULL if there are no large values */
  uint32_t most_marked;      /* the largest number that can be marked */
  uint32_t largest;          /* finite value in grundy; 0 if there is none */
  uint32_t right_hmin;       /* where its rule is broken */
  int threads;               /* at most; arrays are made for that many */
  uint32_t broken_at[RULES]; /* the first vertex that breaks the rule, or the order */
} checker;

/* Has the solution that column? */
static inline bool has(const checker *c, grundy_columns column) {
  return (grundy_solution_columns(c->solution) & column) != 0;
}

static inline bool holds(const checker *c, enum rule rule) {
  return c->broken_at[rule] == c->view.order;
}

/* ---- findings ---- */

/* Adds a finding. GRUNDY_OUT_OF_MEMORY if its text cannot be kept. */
GRUNDY_PRINTF(4, 5)
grundy_status grundy_verify_note(checker *c, grundy_columns column, grundy_verdict verdict,
                                 const char *format, ...);

/* The verdict found for a column so far; NOT_CHECKED if there is none. */
grundy_verdict grundy_verify_verdict(const checker *c, grundy_columns column);

/* A vertex's name, written to the scratch if it has none of its own. */
static inline const char *name_of(const checker *c, uint32_t v,
                                  char scratch[GRUNDY_NAME_MAX_BYTES]) {
  return grundy_digraph_name(c->g, v, scratch);
}

/* A number or "inf". */
enum { NUMBER_TEXT = 12 };
const char *grundy_verify_number(uint32_t number, char text[NUMBER_TEXT]);

/* A value of the solution, with K recomputed from the followers as far as there is room. */
enum { VALUE_TEXT = 64 };
const char *grundy_verify_value(const checker *c, uint32_t v, char text[VALUE_TEXT]);

/* ---- sweeps ---- */

/* Checks the vertices begin … end - 1, in this order, for those rules; broken_at[rule] gets the
 * first one that breaks it. `thread` is below c->threads. */
typedef void sweep_part(const void *context, int thread, uint32_t begin, uint32_t end, rules wanted,
                        uint32_t *broken_at);

/* To be called by a part: u breaks the rule, which is not to be looked at any more. */
static inline void breaks(rules *wanted, uint32_t *broken_at, enum rule rule, uint32_t u) {
  assert((*wanted >> rule & 1) != 0 && rule != RULE_FILL); /* the first vertex is kept */
  broken_at[rule] = u;
  *wanted &= ~(1U << rule);
}

/* Goes over all vertices, and sets c->broken_at for those rules. GRUNDY_CANCELLED if the monitor
 * says so. O(V + E) beside the parts. */
grundy_status grundy_verify_sweep(checker *c, rules wanted, sweep_part *part, const void *context);

/* How far ahead rows are looked at for what will be needed of their vertices. */
enum { AHEAD = 24 };

/* The move that comes AHEAD moves after move e. */
static inline uint32_t target_ahead(const grundy_view *view, uint64_t e) {
  return view->targets[e + AHEAD < view->size ? e + AHEAD : e];
}

/* Makes c->reverse unless it is there. */
grundy_status grundy_verify_reverse(checker *c);

/* ---- rows: all rules that concern a vertex and its followers, in one sweep ---- */

typedef struct rows {
  rules wanted;
  const uint32_t *remoteness, *distance, *values, *numbers; /* NULL: not looked at */
  enum rule remoteness_rule;
  const grundy_outcome *ends; /* how it ends at terminal positions; NULL: as the rule says */
  bool gather;                /* fill c->offers with the least numbers */
} rows;

grundy_status grundy_verify_rows(checker *c, const rows *what);
void grundy_verify_rows_free(checker *c);

/* ---- every claim is reached ---- */

/* What must be grounded before a vertex is. */
typedef enum ground_need {
  GROUND_NOTHING, /* it claims nothing, and is never grounded */
  GROUND_ONE,     /* one follower that helps it */
  GROUND_ALL,     /* all followers, each of which helps it */
} ground_need;

/* Terminal positions are grounded. Claims that are grounded come true in a bounded number of moves.
 */
typedef struct ground_rules {
  const void *context;
  ground_need (*needs)(const void *context, uint32_t u);
  bool (*helps)(const void *context, uint32_t u, uint32_t v); /* v is a follower of u */
} ground_rules;

/* *stray gets the first vertex that claims something and is not grounded, or the order of the game.
 * O(V + E). */
grundy_status grundy_verify_ground(checker *c, const ground_rules *by, uint32_t *stray);

/* ---- the checks, each in the file of its name. What is found in rows is put into words. ---- */

/* The remoteness of a terminal position with that outcome; P if nothing is said. */
static inline uint32_t remoteness_at_end(grundy_outcome ending) {
  return ending == GRUNDY_OUTCOME_D ? UINT32_MAX : ending == GRUNDY_OUTCOME_N;
}

/* (4a)–(4e), terminal positions having 0 in normal and 1 in misère play, or what the game says. */
grundy_status grundy_verify_remoteness(checker *c, grundy_columns column);

/* (2) and (3). */
grundy_status grundy_verify_distance(checker *c);

/* [FY86, Lemma 2], terminal positions being `terminal`, and that every win ends. The verdict on
 * remoteness, of the same play, has been found. */
grundy_status grundy_verify_outcome(checker *c, grundy_columns column, grundy_columns remoteness,
                                    grundy_outcome terminal);

/* The same for outcome in a two-coloured game, without help from other columns. */
grundy_status grundy_verify_winner(checker *c);

/* Every column of a two-coloured game. */
grundy_status grundy_verify_coloured(checker *c);

/* Sweeps for C and for B, with c->offers; A holds. */
grundy_status grundy_verify_sweep_c(checker *c);
grundy_status grundy_verify_sweep_b(checker *c);

/* Definition 1 of [FY86] for grundy, and for counter if it is there. */
grundy_status grundy_verify_values(checker *c);

/* Condition B with the counter of the solution, and the remark on monotonicity. */
grundy_status grundy_verify_counter(checker *c);

/* Condition B with any counter, for grundy. */
grundy_status grundy_verify_replies(checker *c);

/* K or J, recomputed from grundy. */
grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j);

/* The equations of H_min, with grundy; the sweep needs A and C to hold. */
grundy_status grundy_verify_sweep_hmin(checker *c);
grundy_status grundy_verify_hmin(checker *c);

#endif
