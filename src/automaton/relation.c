/* The pairs of a position and a follower in a level, read digit by digit.
 *
 * A vector m leads from x to y if x_i - y_i = m_i. A ray r does if, for one p with r_p > 0, y_p <
 * x_p and r_i (x_p - y_p) = r_p (x_i - y_i) for all i, and x_p - y_p is a multiple of r_p. The last
 * condition follows from the others if the entries of r have no common divisor.
 *
 * The label of a linear condition is the value of the digits so far. In a base k it is a number a,
 * and a digit changes it to k a + d. In Zeckendorf digits it is a pair: the value is
 * a W(r) + b W(r-1) if r digits are left, where W(-1) = W(0) = 1, W(1) = 2, W(2) = 3, …, and a
 * digit changes it to (a + b + d, a). What is left adds less than W(r) times the sum of the
 * positive coefficients, and subtracts less than W(r) times that of the negative ones. As
 * W(r-1)/W(r) is between 1/2 and 1, this bounds the labels from which the condition can still be
 * met. */

#include "automaton/impl.h"

#include <assert.h>

/* ---- conditions --------------------------------------------------------------------------- */

static void bound(grundy_condition *c) {
  int64_t size = c->constant < 0 ? -c->constant : c->constant;
  c->least = -size;
  c->most = size;
  for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) {
    c->least -= (c->x[i] > 0 ? c->x[i] : 0) + (c->y[i] > 0 ? c->y[i] : 0);
    c->most -= (c->x[i] < 0 ? c->x[i] : 0) + (c->y[i] < 0 ? c->y[i] : 0);
  }
}

static grundy_condition *add_condition(grundy_relation *relation, grundy_condition_kind kind) {
  grundy_condition *c = &relation->conditions[relation->condition_count++];
  *c = (grundy_condition){.kind = kind};
  return c;
}

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b) {
  while (b != 0) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static void add_ray(grundy_relation *relation, const int32_t *ray) {
  uint32_t pivot = UINT32_MAX, divisor = 0;
  for (uint32_t i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) {
    divisor = greatest_common_divisor(divisor, (uint32_t)(ray[i] < 0 ? -ray[i] : ray[i]));
    if (ray[i] > 0 && (pivot == UINT32_MAX || ray[i] < ray[pivot])) pivot = i;
  }
  assert(pivot != UINT32_MAX);
  add_condition(relation, GRUNDY_CONDITION_LESS)->coordinate = pivot;
  if (divisor > 1) {
    grundy_condition *c = add_condition(relation, GRUNDY_CONDITION_MODULO);
    c->constant = ray[pivot];
    c->x[pivot] = 1;
    c->y[pivot] = -1;
  }
  for (uint32_t i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) {
    if (ray[i] == 0 || i == pivot) continue;
    int64_t of_pivot = ray[i] / (int32_t)divisor, of_this = ray[pivot] / (int32_t)divisor;
    grundy_condition *c = add_condition(relation, GRUNDY_CONDITION_EQUAL);
    c->x[pivot] = of_pivot;
    c->y[pivot] = -of_pivot;
    c->x[i] = -of_this;
    c->y[i] = of_this;
    bound(c);
  }
}

void grundy_relation_of(const grundy_automaton *automaton, const grundy_vector_move *move,
                        uint32_t level, grundy_relation *relation) {
  *relation =
      (grundy_relation){.automaton = automaton,
                        .level = level,
                        .digits = grundy_numeration_digits(automaton->numeration),
                        .sink = grundy_dfa_sink(&automaton->dfa, (uint8_t)(automaton->level + 1))};
  for (uint32_t i = 0; i < automaton->dimension; i++)
    if (move->entries[i] != 0) relation->changed[relation->changed_count++] = i;
  if (move->is_ray) add_ray(relation, move->entries);
  for (uint32_t i = 0; i < automaton->dimension && !move->is_ray; i++) {
    if (move->entries[i] == 0) continue;
    grundy_condition *c = add_condition(relation, GRUNDY_CONDITION_EQUAL);
    c->x[i] = 1;
    c->y[i] = -1;
    c->constant = move->entries[i];
    bound(c);
  }
}

/* Reads digits: x and y have the sum `sum` of coefficients times digits. False if hopeless. */
static bool read_base(const grundy_condition *c, int64_t base, int64_t sum, const int32_t *from,
                      int32_t *to) {
  int64_t a = base * from[0] + sum;
  if (c->kind == GRUNDY_CONDITION_MODULO) a = (a % c->constant + c->constant) % c->constant;
  *to = (int32_t)a;
  return c->kind == GRUNDY_CONDITION_MODULO || (a >= c->least && a <= c->most);
}

static bool read_zeckendorf(const grundy_condition *c, int64_t sum, const int32_t *from,
                            int32_t *to) {
  int64_t a = (int64_t)from[0] + from[1] + sum, b = from[0];
  if (c->kind == GRUNDY_CONDITION_MODULO) {
    to[0] = (int32_t)((a % c->constant + c->constant) % c->constant);
    to[1] = (int32_t)b;
    return true;
  }
  int64_t half = 2 * a + b, whole = 2 * (a + b); /* twice the value for both ends of [1/2, 1] */
  int64_t low = half < whole ? half : whole, high = half < whole ? whole : half;
  to[0] = (int32_t)a;
  to[1] = (int32_t)b;
  return high >= 2 * c->least && low <= 2 * c->most;
}

/* ---- labels ------------------------------------------------------------------------------- */

/* A label is the state after y, the labels of the conditions, and, in Zeckendorf digits, the last
 * digits of the coordinates of x that the move changes: the automaton checks the others, and y. */

static uint32_t width(const grundy_relation *relation, const grundy_condition *c) {
  bool is_pair =
      relation->automaton->numeration == GRUNDY_ZECKENDORF && c->kind != GRUNDY_CONDITION_LESS;
  return is_pair ? 2 : 1;
}

static size_t length_of(const grundy_relation *relation) {
  size_t length = 1;
  for (uint32_t i = 0; i < relation->condition_count; i++)
    length += width(relation, &relation->conditions[i]);
  return relation->automaton->numeration == GRUNDY_ZECKENDORF ? length + relation->changed_count
                                                              : length;
}

static size_t start(const void *context, int32_t *label) {
  size_t length = length_of(context);
  for (size_t i = 0; i < length; i++) label[i] = 0;
  return length;
}

/* Splits a symbol into the digits of x and y, and finds the symbol of y. */
static uint32_t split(const grundy_relation *relation, uint32_t symbol,
                      uint8_t x[GRUNDY_AUTOMATON_DIMENSION],
                      uint8_t y[GRUNDY_AUTOMATON_DIMENSION]) {
  uint32_t dimension = relation->automaton->dimension, of_y = 0;
  uint8_t changed[GRUNDY_AUTOMATON_DIMENSION];
  for (uint32_t i = relation->changed_count; i-- > 0; symbol /= relation->digits)
    changed[i] = (uint8_t)(symbol % relation->digits);
  for (uint32_t i = dimension; i-- > 0; symbol /= relation->digits)
    y[i] = x[i] = (uint8_t)(symbol % relation->digits);
  for (uint32_t i = 0; i < relation->changed_count; i++) y[relation->changed[i]] = changed[i];
  for (uint32_t i = 0; i < dimension; i++) of_y = of_y * relation->digits + y[i];
  return of_y;
}

static bool read_condition(const grundy_relation *relation, const grundy_condition *c,
                           const uint8_t *x, const uint8_t *y, const int32_t *from, int32_t *to) {
  grundy_numeration numeration = relation->automaton->numeration;
  int64_t sum = 0;
  if (c->kind == GRUNDY_CONDITION_LESS) {
    uint8_t of_x = x[c->coordinate], of_y = y[c->coordinate];
    *to = *from == 1 || of_y < of_x;
    return *to == 1 || of_y == of_x;
  }
  for (uint32_t i = 0; i < relation->automaton->dimension; i++)
    sum += c->x[i] * x[i] + c->y[i] * y[i];
  return numeration == GRUNDY_ZECKENDORF ? read_zeckendorf(c, sum, from, to)
                                         : read_base(c, numeration, sum, from, to);
}

static size_t step(const void *context, const int32_t *label, size_t length, uint32_t symbol,
                   int32_t *next) {
  const grundy_relation *relation = context;
  const grundy_dfa *dfa = &relation->automaton->dfa;
  uint8_t x[GRUNDY_AUTOMATON_DIMENSION], y[GRUNDY_AUTOMATON_DIMENSION];
  uint32_t of_y = split(relation, symbol, x, y);
  uint32_t state = dfa->next[(uint64_t)(uint32_t)label[0] * dfa->symbols + of_y];
  size_t at = 1;
  if (state == relation->sink) return 0;
  next[0] = (int32_t)state;
  for (uint32_t i = 0; i < relation->condition_count; i++) {
    const grundy_condition *c = &relation->conditions[i];
    if (!read_condition(relation, c, x, y, label + at, next + at)) return 0;
    at += width(relation, c);
  }
  for (uint32_t i = 0; at < length; at++, i++) {
    next[at] = x[relation->changed[i]];
    if (label[at] == 1 && next[at] == 1) return 0;
  }
  return length;
}

/* Returns whether a condition holds after all digits. */
static bool is_met(const grundy_relation *relation, const grundy_condition *c,
                   const int32_t *label) {
  if (c->kind == GRUNDY_CONDITION_LESS) return label[0] == 1;
  int64_t value = width(relation, c) == 2 ? (int64_t)label[0] + label[1] : label[0];
  return c->kind == GRUNDY_CONDITION_MODULO ? value % c->constant == 0 : value == c->constant;
}

static uint8_t output(const void *context, const int32_t *label, size_t length) {
  const grundy_relation *relation = context;
  size_t at = 1;
  if (length == 0 || relation->automaton->dfa.outputs[label[0]] != relation->level) return 0;
  for (uint32_t i = 0; i < relation->condition_count; i++) {
    if (!is_met(relation, &relation->conditions[i], label + at)) return 0;
    at += width(relation, &relation->conditions[i]);
  }
  return 1;
}

grundy_status grundy_relation_make(grundy_proving *proof, const grundy_relation *relation,
                                   grundy_automaton_step *made) {
  uint32_t tracks = relation->automaton->dimension + relation->changed_count;
  grundy_labelled labelled = {
      .context = relation,
      .symbols = grundy_numeration_symbols(relation->automaton->numeration, tracks),
      .room = length_of(relation),
      .start = start,
      .step = step,
      .output = output};
  return grundy_step_make(proof, &labelled, made);
}
