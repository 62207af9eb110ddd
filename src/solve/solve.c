#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"

/* What is computed on the way, each thing once, when the first column asks for it. */
typedef struct run {
  const grundy_digraph *g;
  const grundy_monitor *monitor;
  grundy_digraph *reverse;
  uint32_t *distance; /* of every vertex, and the peeling that gave it */
  uint32_t *peeled;
  uint32_t peeled_count;
  uint32_t *values, *counter;
  grundy_solution *solution;
  grundy_error *error;
} run;

static uint32_t *new_numbers(const run *r) {
  return grundy_alloc(grundy_digraph_order(r->g), sizeof(uint32_t));
}

static grundy_status peel(run *r) {
  r->distance = new_numbers(r);
  r->peeled = new_numbers(r);
  if (r->distance == NULL || r->peeled == NULL) return grundy_fail_memory(r->error);
  if (!grundy_peel(r->g, r->reverse, r->monitor, r->distance, r->peeled, &r->peeled_count))
    return grundy_fail_cancelled(r->error);
  return GRUNDY_OK;
}

static grundy_status find_values(run *r, bool with_counter) {
  r->values = new_numbers(r);
  r->counter = with_counter ? new_numbers(r) : NULL;
  if (r->values == NULL || (with_counter && r->counter == NULL))
    return grundy_fail_memory(r->error);
  return grundy_values_after_peel(r->g, r->reverse, r->monitor, r->distance, r->peeled,
                                  r->peeled_count, r->values, r->counter, r->error);
}

static grundy_status add_copy(run *r, grundy_columns column, const uint32_t *numbers) {
  uint32_t *copy;
  grundy_status status = grundy_solution_add_numbers(r->solution, column, &copy, r->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < grundy_digraph_order(r->g); v++) copy[v] = numbers[v];
  return GRUNDY_OK;
}

/* Remoteness and the outcome that its parity tells, under either kind of play. */
static grundy_status add_remoteness(run *r, grundy_columns wanted, grundy_play play,
                                    grundy_columns outcome, grundy_columns remoteness) {
  if ((wanted & (outcome | remoteness)) == 0) return GRUNDY_OK;
  uint32_t *found = new_numbers(r);
  if (found == NULL) return grundy_fail_memory(r->error);
  grundy_status status =
      grundy_remoteness_solve(r->g, r->reverse, play, r->monitor, found, r->error);
  if (status == GRUNDY_OK && (wanted & outcome) != 0) {
    uint8_t *letters;
    status = grundy_solution_add_letters(r->solution, outcome, &letters, r->error);
    if (status == GRUNDY_OK)
      for (uint32_t v = 0; v < grundy_digraph_order(r->g); v++)
        letters[v] = grundy_outcome_of_remoteness(found[v]);
  }
  if (status == GRUNDY_OK && (wanted & remoteness) != 0) status = add_copy(r, remoteness, found);
  free(found);
  return status;
}

static grundy_status add_hmin(run *r) {
  uint32_t *hmin;
  grundy_status status = grundy_solution_add_numbers(r->solution, GRUNDY_HMIN, &hmin, r->error);
  if (status != GRUNDY_OK) return status;
  return grundy_hmin_solve(r->g, r->reverse, r->values, r->monitor, hmin, r->error);
}

static grundy_status add_sets(run *r, grundy_columns k_or_j) {
  grundy_sets sets;
  grundy_status status =
      grundy_sets_of_followers(r->g, r->reverse, r->values, k_or_j, r->monitor, &sets, r->error);
  if (status == GRUNDY_OK) grundy_solution_give_sets(r->solution, k_or_j, &sets);
  return status;
}

/* The columns that come from the generalized Sprague–Grundy function. */
static grundy_status add_values(run *r, grundy_columns wanted) {
  grundy_status status = GRUNDY_OK;
  if (status == GRUNDY_OK && (wanted & GRUNDY_GRUNDY) != 0)
    status = add_copy(r, GRUNDY_GRUNDY, r->values);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COUNTER) != 0)
    status = add_copy(r, GRUNDY_COUNTER, r->counter);
  if (status == GRUNDY_OK && (wanted & GRUNDY_K) != 0) status = add_sets(r, GRUNDY_K);
  if (status == GRUNDY_OK && (wanted & GRUNDY_J) != 0) status = add_sets(r, GRUNDY_J);
  if (status == GRUNDY_OK && (wanted & GRUNDY_HMIN) != 0) status = add_hmin(r);
  return status;
}

static grundy_status add_columns(run *r, grundy_columns wanted) {
  const grundy_columns from_values =
      GRUNDY_GRUNDY | GRUNDY_K | GRUNDY_COUNTER | GRUNDY_HMIN | GRUNDY_J;
  grundy_status status =
      add_remoteness(r, wanted, GRUNDY_NORMAL_PLAY, GRUNDY_OUTCOME, GRUNDY_REMOTENESS);
  if (status == GRUNDY_OK)
    status = add_remoteness(r, wanted, GRUNDY_MISERE_PLAY, GRUNDY_MISERE, GRUNDY_MISERE_REMOTENESS);
  if (status == GRUNDY_OK && (wanted & (GRUNDY_DISTANCE | from_values)) != 0) status = peel(r);
  if (status == GRUNDY_OK && (wanted & GRUNDY_DISTANCE) != 0)
    status = add_copy(r, GRUNDY_DISTANCE, r->distance);
  if (status == GRUNDY_OK && (wanted & from_values) != 0) {
    status = find_values(r, (wanted & GRUNDY_COUNTER) != 0);
    if (status == GRUNDY_OK) status = add_values(r, wanted);
  }
  return status;
}

grundy_status grundy_solve(const grundy_digraph *g, const grundy_solve_options *options,
                           grundy_solution **solution, grundy_error *error) {
  grundy_columns wanted = options == NULL ? 0 : options->columns;
  if (wanted == 0) wanted = GRUNDY_COLUMNS_DEFAULT;
  if ((wanted & ~GRUNDY_COLUMNS_ALL) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a column is asked for that does not exist");

  run r = {.g = g, .monitor = options == NULL ? NULL : options->monitor, .error = error};
  grundy_status status = grundy_solution_new(grundy_digraph_order(g), &r.solution, error);
  if (status == GRUNDY_OK) status = grundy_digraph_transpose(g, &r.reverse, error);
  if (status == GRUNDY_OK) status = add_columns(&r, wanted);
  if (status == GRUNDY_OK) {
    *solution = r.solution;
    r.solution = NULL;
  }
  grundy_solution_free(r.solution);
  grundy_digraph_free(r.reverse);
  free(r.distance);
  free(r.peeled);
  free(r.values);
  free(r.counter);
  return status;
}
