/* Exploring the labels of an automaton, and merging states that cannot be told apart. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/hash_table.h"

#include <inttypes.h>
#include <string.h>

void grundy_dfa_free(grundy_dfa *dfa) {
  free(dfa->next);
  free(dfa->outputs);
  *dfa = (grundy_dfa){0};
}

uint32_t grundy_dfa_sink(const grundy_dfa *dfa, uint8_t output) {
  for (uint32_t state = 0; state < dfa->states; state++) {
    const uint32_t *row = dfa->next + (uint64_t)state * dfa->symbols;
    uint32_t symbol = 0;
    if (dfa->outputs[state] != output) continue;
    while (symbol < dfa->symbols && row[symbol] == state) symbol++;
    if (symbol == dfa->symbols) return state;
  }
  return UINT32_MAX;
}

void grundy_step_free(grundy_automaton_step *step) {
  free(step->integers);
  free(step->ends);
  free(step->map);
  grundy_dfa_free(&step->dfa);
  *step = (grundy_automaton_step){0};
}

/* ---- exploring ---------------------------------------------------------------------------- */

/* A step in the making. */
typedef struct maker {
  grundy_proving *proof;
  const grundy_labelled *labelled;
  grundy_automaton_step *step;
  grundy_dfa raw; /* by labels */
  uint64_t room_of_integers, room_of_ends, room_of_next, room_of_outputs;
  grundy_hash_table table; /* of labels */
  int32_t *label;          /* the last one */
  size_t length;
} maker;

static const int32_t *label_at(const grundy_automaton_step *step, uint32_t number, size_t *length) {
  uint64_t from = number == 0 ? 0 : step->ends[number - 1];
  *length = (size_t)(step->ends[number] - from);
  return step->integers + from;
}

static bool is_label(const void *context, uint32_t number) {
  const maker *m = context;
  size_t length;
  const int32_t *label = label_at(m->step, number, &length);
  if (length != m->length) return false;
  return length == 0 || memcmp(label, m->label, length * sizeof *label) == 0;
}

static uint32_t tag_of(const int32_t *label, size_t length) {
  uint64_t hash = length;
  for (size_t i = 0; i < length; i++) hash = grundy_hash_number(hash ^ (uint32_t)label[i]);
  return (uint32_t)(hash >> 32);
}

static grundy_status fail_limit(const grundy_proving *proof, const char *what) {
  return grundy_fail_because(
      proof->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
      "a step of the proof needs more than %s; wrong automata and unsuitable "
      "numerations need many states",
      what);
}

grundy_status grundy_proof_fail_states(const grundy_proving *proof) {
  char what[64];
  (void)snprintf(what, sizeof what, "%" PRIu64 " states", proof->max_states);
  return fail_limit(proof, what);
}

grundy_status grundy_proof_check_memory(const grundy_proving *proof, uint64_t bytes) {
  char what[64];
  if (proof->memory == 0 || bytes <= proof->memory) return GRUNDY_OK;
  grundy_bytes_format(proof->memory, what, sizeof what);
  return grundy_because(proof->error, GRUNDY_REASON_MEMORY, fail_limit(proof, what));
}

static grundy_status check_limits(const maker *m) {
  const grundy_automaton_step *step = m->step;
  uint64_t states = step->count, integers = states == 0 ? 0 : step->ends[states - 1];
  if (states >= m->proof->max_states) return grundy_proof_fail_states(m->proof);
  /* Arrays grow by doubling, and minimizing needs three numbers per state more. */
  return grundy_proof_check_memory(
      m->proof, 8 * integers + states * (8 * (uint64_t)m->labelled->symbols + 64));
}

/* Adds the label in the maker, which is new. */
static grundy_status add_label(maker *m, uint64_t *slot, uint32_t tag) {
  grundy_automaton_step *step = m->step;
  uint64_t from = step->count == 0 ? 0 : step->ends[step->count - 1];
  grundy_status status = check_limits(m);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&step->integers, &m->room_of_integers, from + m->length,
                   sizeof *step->integers) ||
      !grundy_grow(&step->ends, &m->room_of_ends, step->count + UINT64_C(1), sizeof *step->ends) ||
      !grundy_grow(&m->raw.outputs, &m->room_of_outputs, step->count + UINT64_C(1), 1) ||
      !grundy_grow(&m->raw.next, &m->room_of_next,
                   (step->count + UINT64_C(1)) * m->labelled->symbols, sizeof *m->raw.next))
    return grundy_fail_memory(m->proof->error);
  if (m->length > 0) memcpy(step->integers + from, m->label, m->length * sizeof *m->label);
  step->ends[step->count] = from + m->length;
  m->raw.outputs[step->count] = m->labelled->output(m->labelled->context, m->label, m->length);
  grundy_hash_table_put(&m->table, slot, tag, step->count++);
  return GRUNDY_OK;
}

/* Finds the number of the label in the maker. */
static grundy_status number_label(maker *m, uint32_t *number) {
  uint32_t tag = tag_of(m->label, m->length);
  if (!grundy_hash_table_reserve(&m->table, 1)) return grundy_fail_memory(m->proof->error);
  uint64_t *slot = grundy_hash_table_find(&m->table, tag, is_label, m);
  grundy_status status = *slot == 0 ? add_label(m, slot, tag) : GRUNDY_OK;
  if (status == GRUNDY_OK) *number = (uint32_t)*slot - 1;
  return status;
}

static grundy_status explore(maker *m) {
  const grundy_labelled *labelled = m->labelled;
  uint32_t number = 0;
  int32_t *from = grundy_alloc(labelled->room, sizeof *from);
  if (from == NULL) return grundy_fail_memory(m->proof->error);
  m->length = labelled->start(labelled->context, m->label);
  grundy_status status = number_label(m, &number);
  for (uint32_t state = 0; status == GRUNDY_OK && state < m->step->count; state++) {
    size_t length; /* the label is copied, because the array of all labels may move */
    const int32_t *label = label_at(m->step, state, &length);
    if (length > 0) memcpy(from, label, length * sizeof *from);
    for (uint32_t symbol = 0; status == GRUNDY_OK && symbol < labelled->symbols; symbol++) {
      m->length =
          length == 0 ? 0 : labelled->step(labelled->context, from, length, symbol, m->label);
      status = number_label(m, &number);
      m->raw.next[(uint64_t)state * labelled->symbols + symbol] = number;
    }
    if (status == GRUNDY_OK && !grundy_work_step(&m->proof->work, labelled->symbols))
      status = grundy_fail_cancelled(m->proof->error);
  }
  m->raw.states = m->step->count;
  m->raw.symbols = labelled->symbols;
  free(from);
  return status;
}

/* ---- minimizing --------------------------------------------------------------------------- */

/* Moore's algorithm: classes are refined until states of a class have followers in the same
 * classes. The keys of a round are the class of a state and the classes of its followers. */
typedef struct refinement {
  const grundy_dfa *raw;
  const uint32_t *classes; /* of the last round */
  uint32_t *first;         /* of each new class, its first state */
  uint32_t state;          /* the one that is looked up */
} refinement;

static bool is_same_class(const void *context, uint32_t number) {
  const refinement *r = context;
  uint32_t other = r->first[number];
  const uint32_t *mine = r->raw->next + (uint64_t)r->state * r->raw->symbols;
  const uint32_t *theirs = r->raw->next + (uint64_t)other * r->raw->symbols;
  if (r->classes[r->state] != r->classes[other]) return false;
  for (uint32_t i = 0; i < r->raw->symbols; i++)
    if (r->classes[mine[i]] != r->classes[theirs[i]]) return false;
  return true;
}

static uint32_t tag_of_class(const refinement *r) {
  const uint32_t *row = r->raw->next + (uint64_t)r->state * r->raw->symbols;
  uint64_t hash = grundy_hash_number(r->classes[r->state] + UINT64_C(1));
  for (uint32_t i = 0; i < r->raw->symbols; i++)
    hash = (hash ^ r->classes[row[i]]) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(grundy_hash_number(hash) >> 32);
}

/* Refines the classes once; `count` becomes their number. */
static grundy_status refine(grundy_proving *proof, refinement *r, uint32_t *refined,
                            uint32_t *count) {
  grundy_hash_table table = {0};
  if (!grundy_hash_table_reserve(&table, r->raw->states)) return grundy_fail_memory(proof->error);
  *count = 0;
  for (r->state = 0; r->state < r->raw->states; r->state++) {
    uint32_t tag = tag_of_class(r);
    uint64_t *slot = grundy_hash_table_find(&table, tag, is_same_class, r);
    if (*slot == 0) {
      r->first[*count] = r->state;
      grundy_hash_table_put(&table, slot, tag, (*count)++);
    }
    refined[r->state] = (uint32_t)*slot - 1;
  }
  grundy_hash_table_free(&table);
  return grundy_work_step(&proof->work, (uint64_t)r->raw->states * r->raw->symbols)
             ? GRUNDY_OK
             : grundy_fail_cancelled(proof->error);
}

/* Makes the automaton of the classes. They are numbered by their first states, and those in the
 * order in which exploring found them, so the start is 0. */
static grundy_status make_quotient(maker *m, const uint32_t *classes, const uint32_t *first,
                                   uint32_t count) {
  const grundy_dfa *raw = &m->raw;
  grundy_dfa dfa = {.states = count, .symbols = raw->symbols};
  dfa.next = grundy_alloc((uint64_t)count * raw->symbols, sizeof *dfa.next);
  dfa.outputs = grundy_alloc(count, 1);
  if (dfa.next == NULL || dfa.outputs == NULL) {
    grundy_dfa_free(&dfa);
    return grundy_fail_memory(m->proof->error);
  }
  for (uint32_t state = 0; state < count; state++) {
    const uint32_t *row = raw->next + (uint64_t)first[state] * raw->symbols;
    dfa.outputs[state] = raw->outputs[first[state]];
    for (uint32_t i = 0; i < raw->symbols; i++)
      dfa.next[(uint64_t)state * raw->symbols + i] = classes[row[i]];
  }
  m->step->dfa = dfa;
  return GRUNDY_OK;
}

static grundy_status minimize(maker *m) {
  uint32_t states = m->raw.states, count = 0, before = 0;
  uint32_t *classes = grundy_alloc(states, sizeof *classes);
  uint32_t *refined = grundy_alloc(states, sizeof *refined);
  uint32_t *first = grundy_alloc(states, sizeof *first);
  grundy_status status = GRUNDY_OK;
  if (classes == NULL || refined == NULL || first == NULL)
    status = grundy_fail_memory(m->proof->error);
  for (uint32_t state = 0; status == GRUNDY_OK && state < states; state++)
    classes[state] = m->raw.outputs[state];
  do {
    refinement r = {.raw = &m->raw, .classes = classes, .first = first};
    before = count;
    if (status == GRUNDY_OK) status = refine(m->proof, &r, refined, &count);
    uint32_t *swapped = classes;
    classes = refined;
    refined = swapped;
  } while (status == GRUNDY_OK && count != before);
  if (status == GRUNDY_OK) status = make_quotient(m, classes, first, count);
  if (status == GRUNDY_OK) {
    m->step->map = classes;
    classes = NULL;
  }
  free(classes);
  free(refined);
  free(first);
  return status;
}

grundy_status grundy_step_make(grundy_proving *proof, const grundy_labelled *labelled,
                               grundy_automaton_step *step) {
  grundy_automaton_report *report = proof->report;
  *step = (grundy_automaton_step){0};
  maker m = {.proof = proof, .labelled = labelled, .step = step};
  if (labelled->symbols > GRUNDY_AUTOMATON_MAX_SYMBOLS)
    return fail_limit(proof, "2^20 tuples of digits");
  m.label = grundy_alloc(labelled->room, sizeof *m.label);
  grundy_status status = m.label == NULL ? grundy_fail_memory(proof->error) : explore(&m);
  if (status == GRUNDY_OK) status = minimize(&m);
  if (status == GRUNDY_OK) {
    if (m.raw.states > report->largest_raw) report->largest_raw = m.raw.states;
    if (step->dfa.states > report->largest) report->largest = step->dfa.states;
    report->steps++;
  } else {
    grundy_step_free(step);
  }
  free(m.label);
  grundy_dfa_free(&m.raw);
  grundy_hash_table_free(&m.table);
  return status;
}
