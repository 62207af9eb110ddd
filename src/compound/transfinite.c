/* Sums with heaps of transfinite Nim [Smi66, §11]: the value is the nim-sum of ordinals.
 *
 * The theorems on sums use nimbers below 2^31. A heap is split in two, α = high ⊕ low, where low is
 * the last 31 bits of its finite part. The low parts are added like all nimbers. If the high parts
 * cancel, the rest of the theory applies unchanged; otherwise the sum is an N-position, and only a
 * move in a heap with a high part can make them cancel. */

#include "compound/impl.h"
#include "ordinal/arithmetic.h"

static const char *const theorem = "[Smi66, §11]";

/* Returns the children of the root if it is a sum, or the root alone. */
static const uint32_t *summands_of(const grundy_compound *c, uint32_t *count) {
  const grundy_node *root = &c->nodes[grundy_root(c)];
  *count = grundy_is_leaf(root) ? 1 : root->children_count;
  return grundy_is_leaf(root) ? &c->stack[0] : grundy_children(c, root);
}

/* Returns whether the node is a component whose values are ordinals. */
static bool is_transfinite(const grundy_compound *c, uint32_t n) {
  const grundy_node *node = &c->nodes[n];
  return grundy_is_leaf(node) &&
         GRUNDY_COMPONENT_HAS(c->components[node->component].kind, ordinal_of);
}

/* Adds the ordinal to *sum. */
static grundy_status add_value(const grundy_ordinal *ordinal, bool nim, grundy_ordinal **sum,
                               grundy_error *error) {
  grundy_ordinal *more = NULL;
  grundy_status status = nim ? grundy_ordinal_nim_sum(*sum, ordinal, &more, error)
                             : grundy_ordinal_natural_sum(*sum, ordinal, &more, error);
  if (status != GRUNDY_OK) return status;
  grundy_ordinal_free(*sum);
  *sum = more;
  return GRUNDY_OK;
}

static grundy_status copy_heap(const grundy_compound *c, uint32_t component, grundy_ordinal **heap,
                               grundy_error *error) {
  grundy_component heaps = c->components[component];
  return heaps.kind->ordinal_of(heaps.data, c->positions[component], heap, error);
}

static grundy_status move_to(const grundy_compound *c, uint32_t component, grundy_ordinal *heap,
                             uint64_t *to, grundy_error *error) {
  grundy_component heaps = c->components[component];
  return heaps.kind->move_to_ordinal(heaps.data, c->positions[component], heap, to, error);
}

static grundy_status add_number(uint64_t number, bool nim, grundy_ordinal **sum,
                                grundy_error *error) {
  grundy_ordinal *natural = NULL;
  grundy_status status = grundy_ordinal_natural(number, &natural, error);
  if (status == GRUNDY_OK) status = add_value(natural, nim, sum, error);
  grundy_ordinal_free(natural);
  return status;
}

/* Computes the nim-sum or natural sum of the ordinal heaps of the root. */
static grundy_status add_heaps(const grundy_compound *c, bool nim, grundy_ordinal **sum,
                               grundy_error *error) {
  uint32_t count;
  const uint32_t *summands = summands_of(c, &count);
  grundy_status status = grundy_ordinal_natural(0, sum, error);
  for (uint32_t i = 0; i < count && status == GRUNDY_OK; i++) {
    grundy_ordinal *heap = NULL;
    if (!is_transfinite(c, summands[i])) continue;
    status = copy_heap(c, c->nodes[summands[i]].component, &heap, error);
    if (status == GRUNDY_OK) status = add_value(heap, nim, sum, error);
    grundy_ordinal_free(heap);
  }
  if (status != GRUNDY_OK) {
    grundy_ordinal_free(*sum);
    *sum = NULL;
  }
  return status;
}

void grundy_transfinite_free(grundy_transfinite *t) {
  grundy_ordinal_free(t->value);
  grundy_ordinal_free(t->distance);
  *t = (grundy_transfinite){0};
}

grundy_status grundy_transfinite_start(grundy_compound *c, grundy_error *error) {
  grundy_transfinite *t = &c->transfinite;
  grundy_transfinite_free(t);
  uint64_t heaps = 0, low;
  for (uint64_t i = 0; i < c->count; i++)
    heaps += GRUNDY_COMPONENT_HAS(c->components[i].kind, ordinal_of);
  const grundy_node *root = &c->nodes[grundy_root(c)];
  bool is_sum = grundy_is_leaf(root) || root->kind == GRUNDY_DISJUNCTIVE;
  if (heaps == 0 || !is_sum) return GRUNDY_OK;
  grundy_status status = add_heaps(c, true, &t->value, error);
  if (status != GRUNDY_OK) return status;
  t->present = true;
  t->cancelled = grundy_ordinal_is_natural(t->value, &low) && low <= GRUNDY_NIM_MAX_HEAP;
  return GRUNDY_OK;
}

/* Computes the nim-sum of the components that are not ordinal heaps, and finds out whether all of
 * them have counters; returns false, with the reason, if the sum is unknown or not finite. */
static bool sum_of_others(grundy_compound *c, uint32_t *nimber, bool *counted) {
  uint32_t count;
  const uint32_t *summands = summands_of(c, &count);
  *nimber = 0;
  *counted = true;
  for (uint32_t i = 0; i < count; i++) {
    const grundy_evaluation *known = &c->evaluations[GRUNDY_NORMAL_PLAY][summands[i]];
    grundy_number value = known->value;
    if (is_transfinite(c, summands[i])) continue;
    if (known->counter >= GRUNDY_TOO_LARGE && known->distance > 0) *counted = false;
    if (!grundy_is_known(value)) return false;
    if (value == GRUNDY_INFINITY64) {
      snprintf(c->limit_reached, sizeof c->limit_reached,
               "beside transfinite heaps, component values must be finite, and one is infinite");
      return false;
    }
    *nimber ^= (uint32_t)value;
  }
  return true;
}

static grundy_status find_value(grundy_compound *c, grundy_evaluation *evaluation,
                                grundy_error *error) {
  grundy_transfinite *t = &c->transfinite;
  const grundy_origin origin = {.theorem = theorem};
  uint32_t nimber;
  bool counted;
  if (t->cancelled || !sum_of_others(c, &nimber, &counted)) return GRUNDY_OK;
  grundy_status status = add_number(nimber, true, &t->value, error);
  if (status != GRUNDY_OK) return status;
  t->is_total = true;
  evaluation->value = GRUNDY_TOO_LARGE;
  if (!grundy_ordinal_is_natural(t->value, &evaluation->value) ||
      evaluation->value >= GRUNDY_OMEGA) {
    evaluation->value = GRUNDY_TOO_LARGE;
    evaluation->ordinal_value = t->value;
  }
  evaluation->value_origin = origin;
  evaluation->ends = counted;
  if (evaluation->outcome != GRUNDY_OUTCOME_NONE) return GRUNDY_OK;
  evaluation->outcome = GRUNDY_OUTCOME_N;
  evaluation->outcome_origin = origin;
  return GRUNDY_OK;
}

/* Computes the natural sum if it does not fit into the number. */
static grundy_status find_distance(grundy_compound *c, grundy_evaluation *evaluation,
                                   grundy_error *error) {
  grundy_transfinite *t = &c->transfinite;
  uint64_t others = 0;
  uint32_t count;
  const uint32_t *summands = summands_of(c, &count);
  if (grundy_is_known(evaluation->distance)) return GRUNDY_OK;
  for (uint32_t i = 0; i < count; i++) {
    if (is_transfinite(c, summands[i])) continue;
    uint64_t distance = c->evaluations[c->play][summands[i]].distance;
    others += distance;
    if (distance >= GRUNDY_OMEGA) return GRUNDY_OK;
  }
  grundy_status status = add_heaps(c, false, &t->distance, error);
  if (status == GRUNDY_OK) status = add_number(others, false, &t->distance, error);
  if (status == GRUNDY_UNABLE) return GRUNDY_OK; /* it stays unknown */
  if (status != GRUNDY_OK) return status;
  evaluation->distance = GRUNDY_TOO_LARGE;
  evaluation->distance_origin = (grundy_origin){.theorem = theorem};
  evaluation->ordinal_distance = t->distance;
  return GRUNDY_OK;
}

grundy_status grundy_transfinite_finish(grundy_compound *c, grundy_evaluation *evaluation,
                                        grundy_error *error) {
  if (!c->transfinite.present) return GRUNDY_OK;
  grundy_status status = GRUNDY_OK;
  if (c->play == GRUNDY_NORMAL_PLAY) status = find_value(c, evaluation, error);
  return status == GRUNDY_OK ? find_distance(c, evaluation, error) : status;
}

/* ---- moving -------------------------------------------------------------------------------- */

grundy_status grundy_transfinite_reply(grundy_compound *c, uint32_t component, uint32_t nimber,
                                       bool *found, uint64_t *to, grundy_error *error) {
  const grundy_transfinite *t = &c->transfinite;
  grundy_ordinal *target = NULL, *heap = NULL;
  grundy_status status = copy_heap(c, component, &heap, error);
  if (status == GRUNDY_OK) status = copy_heap(c, component, &target, error);
  if (status == GRUNDY_OK && t->is_total) status = add_value(t->value, true, &target, error);
  if (status == GRUNDY_OK && !t->is_total) status = add_number(nimber, true, &target, error);
  *found = status == GRUNDY_OK && grundy_ordinal_compare(target, heap) < 0;
  if (*found) {
    status = move_to(c, component, target, to, error);
    target = NULL;
  }
  grundy_ordinal_free(target);
  grundy_ordinal_free(heap);
  return status;
}

grundy_status grundy_transfinite_delaying_move(grundy_compound *c, uint32_t component, uint64_t *to,
                                               grundy_error *error) {
  enum { SOME = 10 }; /* that replaces ω, so that matches end at some time */
  grundy_ordinal *heap = NULL, *below = NULL;
  grundy_status status = copy_heap(c, component, &heap, error);
  if (status == GRUNDY_OK) status = grundy_ordinal_approach(heap, SOME, &below, error);
  grundy_ordinal_free(heap);
  *to = 0;
  if (status == GRUNDY_UNABLE) return GRUNDY_OK; /* too long to write: take all of it */
  if (status != GRUNDY_OK) return status;
  return move_to(c, component, below, to, error);
}
