/* Shared by the checks.
 *
 * A check is a condition on every vertex. A sweep goes over all vertices with several threads and
 * finds, for each of its checks, the first vertex that fails it; afterwards one thread writes the
 * findings. So the report is the same for any number of threads. */

#ifndef GRUNDY_SRC_VERIFY_IMPL_H
#define GRUNDY_SRC_VERIFY_IMPL_H

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/threads.h"
#include "digraph/view.h"
#include "verify/proven.h"

#include <assert.h>

/* A finding that owns its text. */
typedef struct finding {
  grundy_columns column;
  grundy_verdict verdict;
  char *text;
  const char *kind; /* and what follows: as in grundy_finding, "" instead of NULL */
  uint32_t position;
  char expected[24], found[24];
} finding;

/* What a wrong finding is about; expected and found may be NULL. */
typedef struct violation {
  const char *kind;
  uint32_t position;
  const char *expected, *found;
} violation;

enum { MAX_FINDINGS = GRUNDY_COLUMN_COUNT + 1 };

struct grundy_report {
  finding findings[MAX_FINDINGS];
  size_t count;
};

enum check_id {
  CHECK_REMOTENESS,        /* (4a)–(4e) */
  CHECK_MISERE_REMOTENESS, /* likewise, terminal positions having 1 */
  CHECK_DISTANCE,          /* (2) and (3) */
  CHECK_A,                 /* [FY86, Def. 1], with grundy; B with counter */
  CHECK_B,
  CHECK_C,
  CHECK_COUNTER, /* a counter exactly where the value is finite */
  CHECK_K,       /* recomputed from grundy */
  CHECK_J,
  CHECK_HMIN,    /* its equations */
  CHECK_DRAWS,   /* their equations */
  CHECK_OUTCOME, /* in turn: Lemma 2, or the parity of remoteness */
  CHECK_FILL,    /* never fails: the sweep fills arrays, and visits all vertices */
  CHECK_COUNT,
};

/* A set of checks, the sum of 1 << check. */
typedef unsigned check_set;

/* What the solution claims about a vertex, stored together so that it costs one cache miss. */
typedef struct vertex_claims {
  uint32_t remoteness, distance, value, number;
} vertex_claims;

struct offers;

typedef struct checker {
  const grundy_digraph *g;
  grundy_view view;
  grundy_digraph *reverse; /* NULL until it is needed */
  const grundy_solution *solution;
  bool ascii;
  grundy_verify_options options;
  grundy_report *report;
  grundy_error *error;
  grundy_work work;
  grundy_arena arena; /* owns what checks allocate; these return when it fails, or only counts */
  vertex_claims *claims;
  struct offers *offers;
  uint32_t *stamps;                /* of all threads; NULL if all values are small */
  uint32_t most_marked;            /* the largest number that can be stamped */
  uint32_t largest;                /* the largest finite value in grundy; 0 if there is none */
  bool finite_values;              /* whether all values are finite */
  bool finite_distances;           /* whether all distances are given, and finite */
  bool by_distance;                /* condition B follows from right distances, see order.c */
  uint32_t right_mex;              /* the right value where A or C fails */
  uint32_t right_hmin;             /* the right value where its check fails */
  int threads;                     /* the most threads; arrays are made for this many */
  uint32_t failed_at[CHECK_COUNT]; /* the first vertex that fails the check, or the order */
  grundy_verify_proven proven;
} checker;

/* Returns whether the solution has this column. */
static inline bool has(const checker *c, grundy_columns column) {
  return (grundy_solution_columns(c->solution) & column) != 0;
}

static inline bool holds(const checker *c, enum check_id check) {
  return c->failed_at[check] == c->view.order;
}

/* ---- findings ---- */

/* Adds a finding. GRUNDY_OUT_OF_MEMORY if its text cannot be stored. */
GRUNDY_PRINTF(4, 5)
grundy_status grundy_verify_note(checker *c, grundy_columns column, grundy_verdict verdict,
                                 const char *format, ...);

/* Adds a finding that the column is WRONG, as the violation says; the name of its position begins
 * the text. */
GRUNDY_PRINTF(4, 5)
grundy_status grundy_verify_wrong(checker *c, grundy_columns column, const violation *where,
                                  const char *format, ...);

/* Sets what the last finding is about. */
void grundy_verify_set_violation(checker *c, const violation *where);

/* Returns the verdict found for a column so far; NOT_CHECKED if there is none. */
grundy_verdict grundy_verify_verdict(const checker *c, grundy_columns column);

/* Returns the name of a vertex, written to the scratch if it is not stored. */
static inline const char *name_of(const checker *c, uint32_t v,
                                  char scratch[GRUNDY_NAME_MAX_BYTES]) {
  return grundy_digraph_name(c->g, v, scratch);
}

/* Writes a number or "inf". */
enum { NUMBER_TEXT = 12 };
const char *grundy_verify_number(uint32_t number, char text[NUMBER_TEXT]);

/* Says which entries contradict each other where a condition on u and its followers fails, after
 * "…": u itself, and v, or any follower if v is GRUNDY_INFINITY; "" if u is terminal. */
enum { SUSPECTS_TEXT = 64 + GRUNDY_NAME_MAX_BYTES };
const char *grundy_verify_suspects(const checker *c, uint32_t u, uint32_t v,
                                   char text[SUSPECTS_TEXT]);

/* Returns the first follower of u whose entry is `number`; GRUNDY_INFINITY if there is none. */
uint32_t grundy_verify_follower(const checker *c, uint32_t u, const uint32_t *entries,
                                uint32_t number);

/* Writes a value of the solution, with K recomputed from the followers as far as there is room. */
enum { VALUE_TEXT = 64 };
const char *grundy_verify_value(const checker *c, uint32_t v, char text[VALUE_TEXT]);

/* ---- sweeps ---- */

/* Runs these checks on the vertices begin … end - 1, in order; failed_at[check] becomes the first
 * vertex that fails. `thread` is below c->threads. */
typedef void sweep_part(const void *context, int thread, uint32_t begin, uint32_t end,
                        check_set wanted, uint32_t *failed_at);

/* Called by a part: u fails the check, which then need not be run any more. */
static inline void fail_check(check_set *wanted, uint32_t *failed_at, enum check_id check,
                              uint32_t u) {
  assert((*wanted >> check & 1) != 0 &&
         check != CHECK_FILL); /* only the first vertex is reported */
  failed_at[check] = u;
  *wanted &= ~(1U << check);
}

/* Runs the checks on all vertices, and sets c->failed_at for them. GRUNDY_CANCELLED if the monitor
 * cancels. O(V + E) in addition to the parts. */
grundy_status grundy_verify_sweep(checker *c, check_set wanted, sweep_part *part,
                                  const void *context);

/* How far ahead the data of followers is prefetched. */
enum { AHEAD = 24 };

/* Returns the target of the move that comes AHEAD moves after move e. */
static inline uint32_t target_ahead(const grundy_view *view, uint64_t e) {
  return view->targets[e + AHEAD < view->size ? e + AHEAD : e];
}

/* Makes c->reverse if it does not exist yet. */
grundy_status grundy_verify_reverse(checker *c);

/* ---- rows: all checks of a vertex and its followers, in one sweep ---- */

typedef struct rows {
  check_set wanted;
  const uint32_t *remoteness, *distance, *values, *numbers; /* NULL: not checked */
  enum check_id remoteness_check;
  const grundy_outcome *ends; /* outcomes of terminal positions; NULL: as in the check */
  enum { COLLECT_NOTHING, COLLECT_IF_NEEDED, COLLECT } collect; /* least numbers in c->offers */
} rows;

grundy_status grundy_verify_rows(checker *c, const rows *what);
void grundy_verify_rows_free(checker *c);

/* Counts what it allocates, if no value that is right is above c->largest. */
void grundy_verify_rows_count(checker *c, grundy_columns columns);

/* Sets c->by_distance if the counter in the claims is known to increase with the distance, among
 * vertices of one value. Then condition B holds if A and the distances are right. All values and
 * distances are finite. O(V). */
grundy_status grundy_verify_order(checker *c);

/* ---- grounding ---- */

/* What must be grounded before a vertex is grounded. */
typedef enum ground_need {
  GROUND_NOTHING, /* the vertex claims nothing, and is never grounded */
  GROUND_ONE,     /* one follower that helps the vertex */
  GROUND_ALL,     /* all followers, and each must help the vertex */
} ground_need;

/* Terminal positions are grounded. Grounded claims come true within a bounded number of moves. */
typedef struct ground_rules {
  const void *context;
  ground_need (*needs)(const void *context, uint32_t u);
  bool (*helps)(const void *context, uint32_t u, uint32_t v); /* v is a follower of u */
} ground_rules;

/* Finds the first vertex that claims something and is not grounded; the order if there is none.
 * O(V + E). */
grundy_status grundy_verify_ground(checker *c, const ground_rules *by, uint32_t *stray);
void grundy_verify_ground_count(checker *c);

/* ---- checks, each in the file of its name; they report what the sweeps found ---- */

/* Checks every column of an impartial game. */
grundy_status grundy_verify_impartial(checker *c);

/* Checks every column of a window of an impartial game. */
grundy_status grundy_verify_window(checker *c);

/* Returns the remoteness of a terminal position with this outcome; P if none is given. */
static inline uint32_t remoteness_at_end(grundy_outcome ending) {
  return ending == GRUNDY_OUTCOME_D ? UINT32_MAX : ending == GRUNDY_OUTCOME_N;
}

/* Checks (4a)–(4e), terminal positions having 0 in normal and 1 in misère play, or as the game
 * specifies. */
grundy_status grundy_verify_remoteness(checker *c, grundy_columns column);

/* Checks (2) and (3). */
grundy_status grundy_verify_distance(checker *c);

/* Checks [FY86, Lemma 2], with `terminal` at terminal positions, and that every win ends. The
 * verdict on remoteness, in the same play, is already known. */
grundy_status grundy_verify_outcome(checker *c, grundy_columns column, grundy_columns remoteness,
                                    grundy_outcome terminal);

/* Checks outcome in a two-coloured game, without help from other columns. */
grundy_status grundy_verify_winner(checker *c);

/* Checks every column of a two-coloured game. */
grundy_status grundy_verify_coloured(checker *c);

/* Sweeps for conditions C and B, with c->offers; A holds. */
grundy_status grundy_verify_sweep_c(checker *c);
grundy_status grundy_verify_sweep_b(checker *c);

/* Sets c->right_mex if A or C fails, for the message. */
void grundy_verify_mex(checker *c);

/* Checks Definition 1 of [FY86] for grundy, and for counter if the solution has it. */
grundy_status grundy_verify_values(checker *c);

/* Checks condition B with the counter of the solution, and makes the remark on monotonicity. */
grundy_status grundy_verify_counter(checker *c);

/* Checks condition B for grundy, with any counter. */
grundy_status grundy_verify_replies(checker *c);
void grundy_verify_replies_count(checker *c);

/* Checks K or J, recomputed from grundy. */
grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j);

/* Checks draw_level and draw_remoteness. Nothing is noted if the solution has neither. */
grundy_status grundy_verify_draws(checker *c);

/* Checks the equations of H_min, with grundy; the sweep needs A and C to hold. */
grundy_status grundy_verify_sweep_hmin(checker *c);
grundy_status grundy_verify_hmin(checker *c);

/* ---- parts of positions ---- */

/* Checks the columns of parts of positions. GRUNDY_UNABLE if sums grow without bound. */
grundy_status grundy_verify_parts(checker *c);

/* ---- kinds of moves ---- */

/* Checks the columns of a game with carry-on and entailing moves. */
grundy_status grundy_verify_turns(checker *c);

/* Checks outcomes, remoteness and distance of such a game, the latter two counted in moves and in
 * turns. */
grundy_status grundy_verify_turn_counts(checker *c, bool values_are_right);

#endif
