/* Explaining solutions in sentences that can be checked one by one. */

#ifndef GRUNDY_EXPLAIN_H
#define GRUNDY_EXPLAIN_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct grundy_explain_options {
  uint32_t depth; /* 0 and 1: the position alone; 2: those that the reasons lead to as well, … */
  uint64_t most;  /* positions to explain; 0 stands for GRUNDY_EXPLAIN_MOST */
  bool ascii;     /* inf for ∞ */
} grundy_explain_options;

#define GRUNDY_EXPLAIN_MOST UINT64_C(1000)

/* Writes why the position has its outcome, its remoteness and its value, a fact a line, and then
 * the same about positions that were given as reasons. The solution is that of grundy_solve for the
 * columns that it computes without being asked for some; it must be right. docs/explain.md has the
 * sentences. `options` may be NULL. Whether writing succeeded, `out` tells.
 * O(moves of the positions that are explained, and of their followers). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_explain(const grundy_digraph *g,
                                                        const grundy_solution *solution, uint32_t v,
                                                        const grundy_explain_options *options,
                                                        FILE *out, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
