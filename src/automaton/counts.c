/* Counting followers: how many y go with an x, sums over moves, and terminal positions.
 *
 * After some digits of x, the label of a count says for each state of the pairs how many choices of
 * the digits of y lead there, up to a bound. Every y has one run, so in the end the choices that
 * are accepted are the followers in the level. If y is longer than x, its first digits are above
 * zeros of x, so the start is what is reached by any number of zeros. */

#include "automaton/impl.h"

#include "base/alloc.h"

#include <assert.h>
#include <string.h>

/* ---- counts ------------------------------------------------------------------------------- */

typedef struct counting {
  const grundy_dfa *pairs;
  uint32_t choices; /* of digits of y, for each tuple of digits of x */
  uint32_t most;
  uint32_t dead;     /* the state of the pairs from which nothing is accepted */
  uint32_t *counts;  /* by states; all 0 between steps */
  uint32_t *touched; /* the states with a count, sorted */
} counting;

static int compare_states(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
  return a < b ? -1 : a > b;
}

static size_t step(const void *context, const int32_t *label, size_t length, uint32_t symbol,
                   int32_t *next) {
  const counting *c = context;
  uint32_t touched = 0;
  for (size_t i = 0; i < length; i += 2) {
    const uint32_t *row = c->pairs->next + (uint64_t)(uint32_t)label[i] * c->pairs->symbols +
                          (uint64_t)symbol * c->choices;
    for (uint32_t choice = 0; choice < c->choices; choice++) {
      uint32_t state = row[choice];
      if (state == c->dead) continue;
      if (c->counts[state] == 0) c->touched[touched++] = state;
      c->counts[state] += (uint32_t)label[i + 1];
      if (c->counts[state] > c->most) c->counts[state] = c->most;
    }
  }
  qsort(c->touched, touched, sizeof *c->touched, compare_states);
  for (uint32_t i = 0; i < touched; i++) {
    next[2 * (size_t)i] = (int32_t)c->touched[i];
    next[2 * (size_t)i + 1] = (int32_t)c->counts[c->touched[i]];
    c->counts[c->touched[i]] = 0;
  }
  return 2 * (size_t)touched;
}

static size_t start(const void *context, int32_t *label) {
  const counting *c = context;
  size_t length = 0, longer = 2;
  int32_t *next = label + 2 * (size_t)c->pairs->states; /* room for a second label */
  if (c->dead == 0) return 0;
  next[0] = 0;
  next[1] = 1;
  /* Zeros lead from the start to itself, so counts never decrease. */
  do {
    memcpy(label, next, longer * sizeof *label);
    length = longer;
    longer = step(c, label, length, 0, next);
  } while (longer != length || memcmp(label, next, length * sizeof *label) != 0);
  return length;
}

static uint8_t output(const void *context, const int32_t *label, size_t length) {
  const counting *c = context;
  uint32_t sum = 0;
  for (size_t i = 0; i < length; i += 2)
    if (c->pairs->outputs[label[i]] == 1) sum += (uint32_t)label[i + 1];
  return (uint8_t)(sum < c->most ? sum : c->most);
}

grundy_status grundy_counts_make(grundy_proving *proof, const grundy_relation *relation,
                                 const grundy_dfa *pairs, uint32_t most,
                                 grundy_automaton_step *made) {
  grundy_numeration numeration = relation->automaton->numeration;
  counting c = {.pairs = pairs,
                .choices = grundy_numeration_symbols(numeration, relation->changed_count),
                .most = most,
                .dead = grundy_dfa_sink(pairs, 0)};
  grundy_labelled labelled = {.context = &c,
                              .symbols = pairs->symbols / c.choices,
                              .room = 4 * (size_t)pairs->states,
                              .start = start,
                              .step = step,
                              .output = output};
  c.counts = grundy_alloc_zero(pairs->states, sizeof *c.counts);
  c.touched = grundy_alloc(pairs->states, sizeof *c.touched);
  grundy_status status = c.counts == NULL || c.touched == NULL
                             ? grundy_fail_memory(proof->error)
                             : grundy_step_make(proof, &labelled, made);
  free(c.counts);
  free(c.touched);
  return status;
}

/* ---- sums --------------------------------------------------------------------------------- */

/* The label is a pair of states. */
typedef struct summing {
  const grundy_dfa *first, *second;
  uint32_t most;
} summing;

static size_t start_sum(const void *context, int32_t *label) {
  (void)context;
  label[0] = label[1] = 0;
  return 2;
}

static size_t step_sum(const void *context, const int32_t *label, size_t length, uint32_t symbol,
                       int32_t *next) {
  const summing *s = context;
  const grundy_dfa *first = s->first, *second = s->second;
  next[0] = (int32_t)first->next[(uint64_t)(uint32_t)label[0] * first->symbols + symbol];
  next[1] = (int32_t)second->next[(uint64_t)(uint32_t)label[1] * second->symbols + symbol];
  return length;
}

static uint8_t output_sum(const void *context, const int32_t *label, size_t length) {
  const summing *s = context;
  (void)length;
  uint32_t sum = (uint32_t)s->first->outputs[label[0]] + s->second->outputs[label[1]];
  return (uint8_t)(sum < s->most ? sum : s->most);
}

grundy_status grundy_sum_make(grundy_proving *proof, const grundy_dfa *first,
                              const grundy_dfa *second, uint32_t most,
                              grundy_automaton_step *made) {
  summing s = {first, second, most};
  assert(first->symbols == second->symbols);
  grundy_labelled labelled = {.context = &s,
                              .symbols = first->symbols,
                              .room = 2,
                              .start = start_sum,
                              .step = step_sum,
                              .output = output_sum};
  return grundy_step_make(proof, &labelled, made);
}

/* ---- terminal positions ------------------------------------------------------------------- */

/* The label is the state of the automaton, and then, for each terminal position, how many of its
 * digits have been read, or -1 if others were; zeros before the first digit do not count. */
typedef struct ending {
  const grundy_proving *proof;
  const grundy_dfa *dfa;
  uint8_t instead;
  grundy_digits *digits; /* of all coordinates of all terminal positions */
  uint32_t *lengths;     /* the most digits of a coordinate, by terminal positions */
} ending;

static size_t start_terminal(const void *context, int32_t *label) {
  const ending *e = context;
  uint64_t count = e->proof->rules->terminal_count;
  for (uint64_t i = 0; i <= count; i++) label[i] = 0;
  return (size_t)count + 1;
}

/* Returns the tuple of digits number `at` of a terminal position. */
static uint32_t symbol_of(const ending *e, uint64_t position, uint32_t at) {
  const grundy_automaton *automaton = e->proof->automaton;
  uint32_t symbol = 0;
  for (uint32_t i = 0; i < automaton->dimension; i++) {
    const grundy_digits *digits = &e->digits[position * automaton->dimension + i];
    uint32_t padding = e->lengths[position] - digits->count;
    symbol = symbol * grundy_numeration_digits(automaton->numeration) +
             (at < padding ? 0 : digits->at[at - padding]);
  }
  return symbol;
}

static size_t step_terminal(const void *context, const int32_t *label, size_t length,
                            uint32_t symbol, int32_t *next) {
  const ending *e = context;
  next[0] = (int32_t)e->dfa->next[(uint64_t)(uint32_t)label[0] * e->dfa->symbols + symbol];
  for (size_t i = 1; i < length; i++) {
    int32_t read = label[i];
    bool is_next = read >= 0 && (uint32_t)read < e->lengths[i - 1] &&
                   symbol_of(e, i - 1, (uint32_t)read) == symbol;
    next[i] = read == 0 && symbol == 0 ? 0 : is_next ? read + 1 : -1;
  }
  return length;
}

static uint8_t output_terminal(const void *context, const int32_t *label, size_t length) {
  const ending *e = context;
  for (size_t i = 1; i < length; i++)
    if (label[i] >= 0 && (uint32_t)label[i] == e->lengths[i - 1]) return e->instead;
  return e->dfa->outputs[label[0]];
}

grundy_status grundy_terminal_make(grundy_proving *proof, const grundy_dfa *dfa, uint8_t instead,
                                   grundy_automaton_step *made) {
  const grundy_vector_options *rules = proof->rules;
  uint32_t dimension = proof->automaton->dimension;
  ending e = {.proof = proof, .dfa = dfa, .instead = instead};
  e.digits = grundy_alloc(rules->terminal_count * dimension, sizeof *e.digits);
  e.lengths = grundy_alloc_zero(rules->terminal_count, sizeof *e.lengths);
  grundy_status status =
      e.digits == NULL || e.lengths == NULL ? grundy_fail_memory(proof->error) : GRUNDY_OK;
  for (uint64_t i = 0; status == GRUNDY_OK && i < rules->terminal_count * dimension; i++) {
    uint32_t *length = &e.lengths[i / dimension];
    grundy_digits_of(proof->automaton->numeration, rules->terminal[i / dimension].at[i % dimension],
                     &e.digits[i]);
    if (e.digits[i].count > *length) *length = e.digits[i].count;
  }
  grundy_labelled labelled = {.context = &e,
                              .symbols = dfa->symbols,
                              .room = rules->terminal_count + 1,
                              .start = start_terminal,
                              .step = step_terminal,
                              .output = output_terminal};
  if (status == GRUNDY_OK) status = grundy_step_make(proof, &labelled, made);
  free(e.digits);
  free(e.lengths);
  return status;
}
