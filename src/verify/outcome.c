#include "verify/impl.h"

static char parity(uint32_t remoteness) {
  if (remoteness == GRUNDY_INFINITY) return 'D';
  return remoteness % 2 == 0 ? 'P' : 'N';
}

/* [FY86, Thm. 4]: P where G = 0; N where G is finite otherwise, or where 0 is among the values
 * of the followers; D elsewhere. */
static char by_theorem_4(const checker *c, uint32_t u, const uint32_t *values) {
  if (values[u] == 0) return 'P';
  if (values[u] != GRUNDY_INFINITY) return 'N';
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (values[followers.at[i]] == 0) return 'N';
  return 'D';
}

/* [FY86, Lemma 2]: what the outcomes of the followers say. This alone does not determine
 * outcomes: a cycle of two vertices also admits P, N. */
static char by_lemma_2(const checker *c, uint32_t u, const uint8_t *outcome, char terminal) {
  grundy_vertices followers = grundy_digraph_followers(c->g, u);
  if (followers.count == 0) return terminal;
  bool draw = false;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint8_t o = outcome[followers.at[i]];
    if (o == 'P') return 'N';
    draw = draw || o == 'D';
  }
  return draw ? 'D' : 'P';
}

static grundy_status wrong(checker *c, grundy_columns column, uint32_t u, uint8_t is, char should,
                           const char *reason) {
  char scratch[GRUNDY_NAME_SCRATCH];
  return grundy_verify_note(c, column, GRUNDY_WRONG, "%s: %s is %c, but %s %c",
                            name_of(c, u, scratch), grundy_column_describe(column)->name, is,
                            reason, should);
}

grundy_status grundy_verify_outcome(checker *c, grundy_columns column,
                                    grundy_columns remoteness_column) {
  bool normal = column == GRUNDY_OUTCOME;
  const uint8_t *outcome = grundy_solution_letters(c->solution, column);
  const uint32_t *remoteness = grundy_solution_numbers(c->solution, remoteness_column);
  const uint32_t *values = normal ? grundy_solution_numbers(c->solution, GRUNDY_GRUNDY) : NULL;
  for (uint32_t u = 0; u < grundy_digraph_order(c->g); u++) {
    char local = by_lemma_2(c, u, outcome, normal ? 'P' : 'N');
    if (outcome[u] != local) return wrong(c, column, u, outcome[u], local, "by Lemma 2 it is");
    if (remoteness != NULL && outcome[u] != parity(remoteness[u]))
      return wrong(c, column, u, outcome[u], parity(remoteness[u]), "its remoteness says");
    if (values != NULL && outcome[u] != by_theorem_4(c, u, values))
      return wrong(c, column, u, outcome[u], by_theorem_4(c, u, values), "by Theorem 4 it is");
    if (!checked_vertex(c, grundy_digraph_followers(c->g, u).count))
      return grundy_fail_cancelled(c->error);
  }
  if (remoteness != NULL && values != NULL)
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "agrees with remoteness and with grundy");
  if (remoteness != NULL)
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "agrees with remoteness");
  if (values != NULL && grundy_solution_numbers(c->solution, GRUNDY_COUNTER) != NULL)
    return grundy_verify_note(c, column, GRUNDY_RIGHT, "agrees with grundy");
  return grundy_verify_note(c, column, GRUNDY_NOT_CHECKED, "Lemma 2 holds, but only %s proves more",
                            normal ? "remoteness, or grundy with counter," : "misere_remoteness");
}
