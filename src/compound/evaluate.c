/* Evaluates compounds: by the theorems of [Smi66] and [FY86] where they apply, otherwise by a
 * search. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "compound/impl.h"
#include "compound/turns.h"

#include <assert.h>
#include <string.h>

/* ---- by theorems ------------------------------------------------------------------------- */

/* Evaluates a node that is not a leaf from its children, which have been evaluated. In misère play,
 * the node must have been evaluated in normal play. */
static grundy_evaluation conclude(const grundy_compound *c, uint32_t n, grundy_play play) {
  const grundy_node *node = &c->nodes[n];
  grundy_tally tally = grundy_tally_none();
  assert(!grundy_is_leaf(node) && node->children_count > 0);
  for (uint32_t i = 0; i < node->children_count; i++)
    grundy_tally_add(&tally, &c->evaluations[play][grundy_children(c, node)[i]]);
  tally.cancelled = c->transfinite.cancelled && n == grundy_root(c);
  tally.is_seen_by_mover = grundy_is_seen_sum(c, n);
  return grundy_tally_conclude(&tally, node->kind, play,
                               play == GRUNDY_MISERE_PLAY ? &c->evaluations[GRUNDY_NORMAL_PLAY][n]
                                                          : NULL);
}

/* Also takes what a search has found. */
static grundy_status conclude_plays(grundy_compound *c, uint32_t n, grundy_error *error) {
  const grundy_solved_product *found = &c->nodes[n].found;
  grundy_status status = GRUNDY_OK;
  bool known = false;
  uint64_t place;
  if (found->solution != NULL) status = grundy_compound_place(c, n, &known, &place, error);
  for (grundy_play play = GRUNDY_NORMAL_PLAY; play <= c->play && status == GRUNDY_OK; play++) {
    c->evaluations[play][n] = conclude(c, n, play);
    if (known) grundy_solved_product_add(found, place, play, &c->evaluations[play][n]);
  }
  return status;
}

/* Evaluates a node; misère play also needs its evaluation in normal play. */
static grundy_status evaluate_node(grundy_compound *c, uint32_t n, grundy_error *error) {
  const grundy_node *node = &c->nodes[n];
  grundy_status status = GRUNDY_OK;
  if (node->absorbed) return GRUNDY_OK;
  if (!grundy_is_leaf(node)) return conclude_plays(c, n, error);
  for (int play = GRUNDY_NORMAL_PLAY; play <= (int)c->play && status == GRUNDY_OK; play++)
    status = grundy_evaluate_position(c->components[node->component], c->positions[node->component],
                                      (grundy_play)play, &c->evaluations[play][n], error);
  return status;
}

grundy_status grundy_evaluate_by_theory(grundy_compound *c, uint32_t node, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t n = c->nodes[node].first; n <= node && status == GRUNDY_OK; n++)
    status = evaluate_node(c, n, error);
  return status;
}

grundy_status grundy_evaluate_move(grundy_compound *c, uint32_t node, const grundy_step *steps,
                                   uint64_t count, grundy_error *error) {
  grundy_status status = grundy_turn(c, &steps, &count, error);
  if (status != GRUNDY_OK) return status;
  grundy_apply(c, steps, count);
  status = grundy_evaluate_by_theory(c, node, error);
  grundy_unapply(c, steps, count);
  return status;
}

/* ---- choosing what to search -------------------------------------------------------------- */

/* What is needed of a node. Remoteness is for the compound's play. */
typedef enum want { WANT_VALUE = 1, WANT_REMOTENESS = 2, WANT_VALUE_IF_CHEAP = 4 } want;

static bool lacks(const grundy_compound *c, uint32_t n, want what) {
  const grundy_evaluation *known = &c->evaluations[c->play][n];
  return !grundy_is_known(what == WANT_REMOTENESS ? known->remoteness : known->value);
}

/* Returns the columns that a search of this node itself has to find. */
static grundy_columns columns_to_search(const grundy_compound *c, uint32_t n, unsigned wants) {
  bool normal = c->play == GRUNDY_NORMAL_PLAY;
  bool disjunctive = c->nodes[n].kind == GRUNDY_DISJUNCTIVE;
  const grundy_evaluation *known = &c->evaluations[c->play][n];
  bool carried = c->nodes[n].kind == GRUNDY_CONJUNCTIVE || (normal && !disjunctive);
  grundy_columns columns = 0;
  if ((wants & WANT_REMOTENESS) != 0 && lacks(c, n, WANT_REMOTENESS) && !carried)
    columns |= normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  if ((wants & (WANT_VALUE | WANT_VALUE_IF_CHEAP)) != 0 && lacks(c, n, WANT_VALUE) && !disjunctive)
    columns |= GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER;
  /* A child of a sum whose outcome shows that its value is 0 may still lack a counter to win
   * with. */
  if ((wants & WANT_VALUE) != 0 && !disjunctive && known->counter == GRUNDY_INFINITY64 &&
      known->value != GRUNDY_INFINITY64 && known->distance > 0)
    columns |= GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER;
  return columns;
}

/* Optional columns are searched only if the search takes next to no time. */
enum { CHEAP = 1 << 18 };

/* Searches for columns that nobody has to know; a limit that stops this is not reported. */
static grundy_status search_if_cheap(grundy_compound *c, uint32_t n, grundy_columns columns,
                                     const grundy_search_options *options, bool *done,
                                     grundy_error *error) {
  grundy_search_options few = *options;
  char reached[sizeof c->limit_reached];
  grundy_reason reason = c->limit_reason;
  memcpy(reached, c->limit_reached, sizeof reached);
  if (few.limit == 0 || few.limit > CHEAP) few.limit = CHEAP;
  grundy_status status = grundy_compound_search(c, n, columns, &few, done, error);
  memcpy(c->limit_reached, reached, sizeof reached);
  c->limit_reason = reason;
  return status;
}

static grundy_status search_node(grundy_compound *c, uint32_t n, unsigned wants,
                                 const grundy_search_options *options, grundy_error *error) {
  grundy_columns columns = columns_to_search(c, n, wants);
  if (columns == 0) return GRUNDY_OK;
  bool has_quotient = c->evaluations[c->play][n].quotient != NULL; /* which has the outcome */
  bool optional = (wants & WANT_VALUE) == 0 && (columns & GRUNDY_COLUMN_GRUNDY) != 0;
  bool done;
  grundy_status status = optional || has_quotient
                             ? search_if_cheap(c, n, columns, options, &done, error)
                             : grundy_compound_search(c, n, columns, options, &done, error);
  return status == GRUNDY_OK && done ? conclude_plays(c, n, error) : status;
}

grundy_status grundy_search_drawn_sum(grundy_compound *c, const grundy_search_options *options,
                                      grundy_error *error) {
  const grundy_node *root = &c->nodes[grundy_root(c)];
  grundy_columns column =
      c->play == GRUNDY_NORMAL_PLAY ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  uint64_t place;
  bool known = false, done;
  grundy_status status = GRUNDY_OK;
  assert(root->found.solution == NULL || root->kind != GRUNDY_DISJUNCTIVE ||
         (grundy_solution_columns(root->found.solution) & column) != 0);
  if (options->never || grundy_is_leaf(root) || root->kind != GRUNDY_DISJUNCTIVE ||
      c->evaluations[c->play][grundy_root(c)].outcome != GRUNDY_OUTCOME_D)
    return GRUNDY_OK;
  if (root->found.solution != NULL)
    status = grundy_compound_place(c, grundy_root(c), &known, &place, error);
  if (status != GRUNDY_OK || known) return status;
  return search_if_cheap(c, grundy_root(c), column, options, &done, error);
}

static grundy_status search_all(grundy_compound *c, const grundy_search_options *options,
                                grundy_error *error) {
  uint8_t *wants = grundy_alloc_zero(c->node_count, sizeof *wants);
  if (wants == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  /* Finds what each node needs. Theorems carry values through disjunctive compounds, and
   * remoteness through the others if it is unknown; in misère play, only through conjunctive
   * compounds. */
  uint32_t root = grundy_root(c);
  bool normal = c->play == GRUNDY_NORMAL_PLAY;
  wants[root] = WANT_REMOTENESS;
  if (normal)
    wants[root] |= c->nodes[root].kind == GRUNDY_DISJUNCTIVE ? WANT_VALUE : WANT_VALUE_IF_CHEAP;
  for (uint32_t n = root + 1; n-- > 0;) {
    const grundy_node *node = &c->nodes[n];
    if (grundy_is_leaf(node) || node->absorbed) continue;
    unsigned down = 0;
    if (node->kind == GRUNDY_DISJUNCTIVE)
      down = wants[n] & WANT_VALUE;
    else if ((normal || node->kind == GRUNDY_CONJUNCTIVE) && lacks(c, n, WANT_REMOTENESS))
      down = wants[n] & WANT_REMOTENESS;
    for (uint32_t i = 0; i < node->children_count; i++)
      wants[grundy_children(c, node)[i]] |= (uint8_t)down;
  }
  for (uint32_t n = 0; n < c->node_count && status == GRUNDY_OK; n++) {
    if (grundy_is_leaf(&c->nodes[n]) || c->nodes[n].absorbed) continue;
    status = conclude_plays(c, n, error);
    if (status == GRUNDY_OK && wants[n] != 0) status = search_node(c, n, wants[n], options, error);
  }
  free(wants);
  return status;
}

/* ---- evaluations for callers ------------------------------------------------------------- */

static void forget_if_too_large(grundy_number *number) {
  if (*number >= GRUNDY_TOO_LARGE && *number != GRUNDY_INFINITY64) *number = GRUNDY_UNKNOWN;
}

static bool is_finite(grundy_number number) {
  return number < GRUNDY_TOO_LARGE;
}

/* Returns whether winning play is known to end [docs/compounds.md, "When winning play ends"]. A
 * known remoteness falls with every move of the winner, because it is then known at all positions
 * that can be reached. A counter that exists here exists at all P-positions that are reached. */
static bool is_known_to_end(const grundy_evaluation *known, grundy_play play) {
  if (known->outcome != GRUNDY_OUTCOME_P && known->outcome != GRUNDY_OUTCOME_N) return false;
  if (is_finite(known->remoteness) || is_finite(known->distance)) return true;
  if (known->quotient != NULL) return true; /* games that have one end */
  if (play != GRUNDY_NORMAL_PLAY || !grundy_is_known(known->value)) return false;
  return known->value == GRUNDY_INFINITY64 ? known->counter == GRUNDY_INFINITY64
                                           : is_finite(known->counter);
}

grundy_outcome grundy_evaluation_mover_outcome(const grundy_evaluation *evaluation) {
  grundy_outcome outcome = evaluation->outcome;
  if (outcome != GRUNDY_OUTCOME_A && outcome != GRUNDY_OUTCOME_B) return outcome;
  return outcome == evaluation->player ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
}

grundy_status grundy_evaluation_finish(const grundy_evaluation *known, grundy_play play,
                                       uint32_t **k, uint64_t *capacity, uint64_t used,
                                       grundy_evaluation *evaluation, grundy_error *error) {
  grundy_evaluation made = *known;
  if (!known->has_turns) made.ends = is_known_to_end(known, play);
  if (known->has_high_part) made.counter = GRUNDY_UNKNOWN;
  made.has_high_part = known->has_high_part && !grundy_is_known(known->value);
  if (play == GRUNDY_MISERE_PLAY) made.value = GRUNDY_UNKNOWN;
  forget_if_too_large(&made.distance);
  forget_if_too_large(&made.counter);
  if (made.counter == GRUNDY_INFINITY64) made.counter = GRUNDY_UNKNOWN;
  made.k = (grundy_set){.absent = true};
  made.shift = 0;
  /* With players, P and N would change with the player to move: the winner is named. */
  if (made.player != 0 && known->outcome == GRUNDY_OUTCOME_N) made.outcome = made.player;
  if (made.player != 0 && known->outcome == GRUNDY_OUTCOME_P)
    made.outcome = made.player == 'A' ? 'B' : 'A';
  if (made.value == GRUNDY_INFINITY64 && !known->k.absent) {
    uint64_t size = known->k.size;
    if (!grundy_grow(k, capacity, used + size + 1, sizeof **k)) return grundy_fail_memory(error);
    grundy_value value = {.nimber = GRUNDY_INFINITY, .k = known->k},
                 shift = {.nimber = known->shift};
    made.k = grundy_value_add(value, shift, *k + used).k;
  }
  uint64_t of_k = used + made.k.size;
  if (made.c.size > 0) {
    if (!grundy_grow(k, capacity, of_k + made.c.size, sizeof **k)) return grundy_fail_memory(error);
    made.k.numbers = *k + used; /* which may have moved */
    memcpy(*k + of_k, known->c.numbers, known->c.size * sizeof **k);
    made.c.numbers = *k + of_k;
  }
  *evaluation = made;
  return GRUNDY_OK;
}

grundy_status grundy_compound_evaluate(grundy_compound *c, const grundy_search_options *options,
                                       grundy_evaluation *evaluation, grundy_error *error) {
  grundy_search_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status == GRUNDY_OK) status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  c->limit_reached[0] = '\0';
  c->limit_reason = GRUNDY_REASON_OTHER;
  if (c->has_turns) return grundy_turns_compound_evaluate(c, &own, evaluation, error);
  status = grundy_transfinite_start(c, error);
  if (status == GRUNDY_OK) status = grundy_evaluate_by_theory(c, grundy_root(c), error);
  if (status == GRUNDY_OK && !own.never) status = search_all(c, &own, error);
  grundy_evaluation made;
  if (status == GRUNDY_OK)
    status = grundy_evaluation_finish(&c->evaluations[c->play][grundy_root(c)], c->play, &c->k,
                                      &c->k_capacity, 0, &made, error);
  if (status == GRUNDY_OK) status = grundy_transfinite_finish(c, &made, error);
  if (status == GRUNDY_OK) *evaluation = made;
  return status;
}

const char *grundy_compound_limit_reached(const grundy_compound *c) {
  return c->limit_reached;
}

grundy_reason grundy_compound_limit_reason(const grundy_compound *c) {
  return c->limit_reached[0] == '\0' ? GRUNDY_REASON_OTHER : c->limit_reason;
}
