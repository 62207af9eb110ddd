/* What the checks share. Every check fills the finding of one column. */

#ifndef GRUNDY_SRC_VERIFY_IMPL_H
#define GRUNDY_SRC_VERIFY_IMPL_H

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/value.h>
#include <grundy/verify.h>

#include "base/error.h"
#include "base/monitor.h"

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

/* Numbers seen among the followers of one vertex: number[x] belongs to it if stamp[x] is the
 * vertex's stamp. Cleared by taking the next stamp, so one pass over all vertices is O(V + E). */
typedef struct stamps {
  uint64_t *stamp;
  uint32_t *number;
  uint64_t now;
  uint32_t bound; /* entries 0 … bound - 1 */
} stamps;

typedef struct checker {
  const grundy_digraph *g;
  grundy_digraph *reverse;
  const grundy_solution *solution;
  bool ascii;
  grundy_report *report;
  grundy_error *error;
  grundy_work work;
  stamps seen;
  uint32_t *mex; /* of the finite values of followers; NULL until the values are checked */
} checker;

/* Adds a finding. GRUNDY_OUT_OF_MEMORY if its text cannot be kept. */
GRUNDY_PRINTF(4, 5)
grundy_status grundy_verify_note(checker *c, grundy_columns column, grundy_verdict verdict,
                                 const char *format, ...);

/* Counts the work done at one vertex. False: cancelled. */
static inline bool checked_vertex(checker *c, uint64_t followers) {
  return grundy_work_step(&c->work, 1 + followers);
}

/* The verdict found for a column so far; NOT_CHECKED if there is none. */
grundy_verdict grundy_verify_verdict(const checker *c, grundy_columns column);

/* A vertex's name, written to the scratch if it has none of its own. */
static inline const char *name_of(const checker *c, uint32_t v, char scratch[GRUNDY_NAME_SCRATCH]) {
  return grundy_digraph_name(c->g, v, scratch);
}

/* A number or "inf". */
enum { NUMBER_TEXT = 12 };
const char *grundy_verify_number(uint32_t number, char text[NUMBER_TEXT]);

/* A value of the solution, with K recomputed from the followers as far as there is room. Takes a
 * new stamp. */
enum { VALUE_TEXT = 64 };
const char *grundy_verify_value(checker *c, uint32_t v, char text[VALUE_TEXT]);

/* ---- stamps ---- */

bool grundy_stamps_alloc(stamps *s, const grundy_digraph *g);
void grundy_stamps_free(stamps *s);

/* Marks the finite values of the followers of v, with a new stamp, and counts the different
 * ones. A value above the bound, which condition A excludes, is not marked. */
uint64_t grundy_verify_mark_values(checker *c, uint32_t v, const uint32_t *values);

/* The same, with the least of `numbers` among the followers of each value. */
void grundy_verify_mark_least(checker *c, uint32_t v, const uint32_t *values,
                              const uint32_t *numbers);

/* ---- the checks, each in the file of its name ---- */

/* (4a)–(4e), terminal positions having `terminal`: 0 in normal and 1 in misère play. */
grundy_status grundy_verify_remoteness(checker *c, grundy_columns column, uint32_t terminal);

/* (2) and (3). */
grundy_status grundy_verify_distance(checker *c);

/* [FY86, Lemma 2], terminal positions being `terminal`, and that every win ends. */
grundy_status grundy_verify_outcome(checker *c, grundy_columns column, char terminal);

/* Definition 1 of [FY86] for grundy, and for counter if it is there. */
grundy_status grundy_verify_values(checker *c);

/* Condition B with the counter of the solution, and the remark on monotonicity. */
grundy_status grundy_verify_counter(checker *c);

/* Condition B with any counter, for grundy. */
grundy_status grundy_verify_replies(checker *c);

/* K or J, recomputed from grundy. */
grundy_status grundy_verify_sets(checker *c, grundy_columns k_or_j);

/* The equations of H_min, with grundy. */
grundy_status grundy_verify_hmin(checker *c);

#endif
