/* Checking a solution against the definitions, with code that shares nothing with the
 * solver. */

#ifndef GRUNDY_VERIFY_H
#define GRUNDY_VERIFY_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The verdicts on the columns of a solution. */
typedef struct grundy_report grundy_report;

/* The result of checking a column. */
typedef enum grundy_verdict {
  GRUNDY_VERDICT_RIGHT,       /* the column is what its definition says */
  GRUNDY_VERDICT_WRONG,       /* a condition fails; the text says which, and where */
  GRUNDY_VERDICT_NOT_CHECKED, /* the text says what was missing */
  GRUNDY_VERDICT_REMARK,      /* a remark: whether the counter is monotonic */
} grundy_verdict;

/* The verdict on one column. Texts belong to the report. If the verdict is WRONG, `kind` names the
 * condition that fails, such as "condition A", and the members after it say where; otherwise these
 * are NULL, and `position` is GRUNDY_INFINITY. */
typedef struct grundy_finding {
  grundy_columns column;
  grundy_verdict verdict;
  const char *text; /* a sentence: what fails, what was checked or what was missing */
  const char *kind;
  uint32_t position;            /* a vertex; GRUNDY_INFINITY if no single one is concerned */
  const char *expected, *found; /* its entry, as in files; NULL if it is not a number or a letter */
} grundy_finding;

/* How to check a solution. */
typedef struct grundy_verify_options {
  size_t size;
  bool ascii;                    /* write inf instead of ∞ in the texts */
  const grundy_monitor *monitor; /* may be NULL */
  bool payoff_known;             /* for qv: the payoff that A wanted to get */
  double payoff;
  bool infinite_known; /* as in grundy_solve_options */
  double infinite;
} grundy_verify_options;

/* Checks every column of the solution:
 *   outcome, misere  [FY86, Lemma 2], and that every win ends; also against remoteness (parity) and
 *                    grundy [FY86, Thm. 4] if these are right
 *   grundy, counter  [FY86, Def. 1] with the given counter; if it is missing or wrong,
 *                    whether some counter exists
 *   k, j             recomputed from grundy
 *   remoteness, misere_remoteness, distance
 *                    [Smi66] (4a)–(4e), terminal positions having 1 in misère play; (2)–(3)
 *   hmin             its equations, with grundy
 *   draw_level, draw_remoteness
 *                    their equations, together
 *   q1, q0, q-1, q2, qv
 *                    [Smi66] (4a)–(4e), terminal positions having 0 or 1 [Smi66, §5]; qv with the
 *                    payoff of the options
 *   player           against the game
 *   outcome, abe, barbara of two-coloured games
 *                    from q1, q0, q-1 and q2 by [Smi66, Table 1]; outcome without these as in
 *                    impartial games
 *   guarantee, cap   the maximum or minimum over the followers, and that it can be forced
 *   guarantee_moves, cap_moves
 *                    with guarantee or cap: that they decrease along the play
 * In a window of a larger game, every column also has to say exactly where it is not known
 * (docs/infinite.md), and `window` where the frontier is.
 * The verdict RIGHT on a column depends only on columns that are RIGHT as well.
 *
 * A wrong solution is an answer, not a failure: the call returns GRUNDY_OK. GRUNDY_BAD_ARGUMENT if
 * g and the solution have different orders. `options` may be NULL.
 * O(V + E) space, and O(V + E) time with one exception: a move to a position of infinite value that
 * has many followers, with values far apart, takes O(log of their number). The report is the same
 * for any number of threads. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_verify(const grundy_digraph *g,
                                                       const grundy_solution *solution,
                                                       const grundy_verify_options *options,
                                                       grundy_report **report, grundy_error *error);

/* Returns an upper bound on the bytes that grundy_verify will hold for a game with this many
 * vertices and moves and a solution with these columns (0: GRUNDY_COLUMNS_DEFAULT), in addition to
 * the game, the solution and their names, with the present number of threads; UINT64_MAX if it does
 * not fit into 64 bits. It depends on nothing else, so it is a promise for the worst solution, not
 * an estimate for a right one: a wrong counter needs the reverse digraph. A right solution may take
 * half of it, and much less if the game has no cycles. */
GRUNDY_API uint64_t grundy_verify_memory(uint32_t order, uint64_t size, grundy_columns columns);

/* Returns whether no finding is WRONG. */
GRUNDY_API bool grundy_report_right(const grundy_report *report);

/* Returns the number of findings, and a finding by its index: one for every column of the solution
 * in the order of columns, then one for every other column, then remarks. */
GRUNDY_API size_t grundy_report_count(const grundy_report *report);
GRUNDY_API grundy_finding grundy_report_finding(const grundy_report *report, size_t index);

/* Frees the report; NULL is allowed. */
GRUNDY_API void grundy_report_free(grundy_report *report);

#ifdef __cplusplus
}
#endif

#endif
