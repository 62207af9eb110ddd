/* Learning the smallest automaton that agrees with a table.
 *
 * Two words belong to the same class of depth s if the table has the same outputs after both of
 * them followed by the same digits, at most s tuples of them. On positions with at most n digits,
 * classes of depth s are known for words of at most n - s digits: the class of depth s of a word is
 * its output and the classes of depth s - 1 of the words with one more tuple. If all words with one
 * tuple more than the representatives of the classes are still known, the classes are the states of
 * an automaton. No automaton with fewer states agrees with the table, because words of different
 * classes are told apart by it. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/hash_table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct learner {
  const grundy_automaton_options *options;
  const grundy_vector_grid *grid;
  grundy_arena arena;
  grundy_work work;
  grundy_error *error;
  uint32_t dimension, digits, symbols;
  uint32_t *appended; /* by numbers and digits: the number with one more digit; UINT32_MAX: none */

  uint32_t n, depth;
  uint64_t side, before; /* of the cube whose classes are known at this depth, and at depth - 1 */
  uint32_t *classes, *finer; /* of depth - 1 and depth; by position in those cubes */
  uint64_t *first;           /* of each class, its first position, in the cube `side` */
  uint32_t count, most;      /* of classes: at this depth, and at any so far */
} learner;

/* A number that does not exist, because two digits in front of it are 1; and the class of all words
 * that are not positions, or after which no level is reached as far as is known. */
#define NOT_A_POSITION UINT32_MAX
#define HOPELESS UINT32_MAX

/* ---- words as positions ------------------------------------------------------------------- */

static void position_at(const learner *l, uint64_t side, uint64_t index,
                        grundy_vector_position *position) {
  for (uint32_t i = l->dimension; i-- > 0; index /= side)
    position->at[i] = (uint32_t)(index % side);
}

/* Appends a tuple of digits. Returns the index in the cube of that side; UINT64_MAX if the word is
 * not a position. */
static uint64_t append(const learner *l, const grundy_vector_position *position, uint32_t symbol,
                       uint64_t side) {
  uint64_t index = 0, stride = 1;
  for (uint32_t i = l->dimension; i-- > 0; symbol /= l->digits, stride *= side) {
    uint32_t number = l->appended[(uint64_t)position->at[i] * l->digits + symbol % l->digits];
    if (number == NOT_A_POSITION) return UINT64_MAX;
    assert(number < side);
    index += number * stride;
  }
  return index;
}

static uint8_t output_of(const learner *l, const grundy_vector_position *position) {
  return grundy_table_output(l->grid, grundy_vector_index(l->grid, position), l->options->level);
}

/* ---- classes ------------------------------------------------------------------------------ */

/* A position that is looked up, with the classes of the words with one more tuple. */
typedef struct wanted {
  const learner *l;
  uint8_t output;
  const uint32_t *after; /* by symbols */
} wanted;

static uint32_t class_after(const learner *l, const grundy_vector_position *position,
                            uint32_t symbol) {
  uint64_t index = append(l, position, symbol, l->before);
  return index == UINT64_MAX ? HOPELESS : l->classes[index];
}

static bool is_class(const void *context, uint32_t number) {
  const wanted *w = context;
  grundy_vector_position position = {{0}};
  position_at(w->l, w->l->side, w->l->first[number], &position);
  if (output_of(w->l, &position) != w->output) return false;
  if (w->l->depth == 0) return true;
  for (uint32_t symbol = 0; symbol < w->l->symbols; symbol++)
    if (class_after(w->l, &position, symbol) != w->after[symbol]) return false;
  return true;
}

/* Finds the class of a position, perhaps a new one. */
static grundy_status classify(learner *l, grundy_hash_table *table, uint64_t index,
                              uint32_t *after) {
  grundy_vector_position position = {{0}};
  position_at(l, l->side, index, &position);
  wanted w = {.l = l, .output = output_of(l, &position), .after = after};
  uint64_t hash = grundy_hash_number(w.output + UINT64_C(1));
  bool is_hopeless = w.output > l->options->level;
  for (uint32_t symbol = 0; l->depth > 0 && symbol < l->symbols; symbol++) {
    after[symbol] = class_after(l, &position, symbol);
    is_hopeless &= after[symbol] == HOPELESS;
    hash = grundy_hash_number(hash ^ after[symbol]);
  }
  l->finer[index] = HOPELESS;
  if (is_hopeless) return GRUNDY_OK;
  if (!grundy_hash_table_reserve(table, 1)) return grundy_fail_memory(l->error);
  uint32_t tag = (uint32_t)(hash >> 32);
  uint64_t *slot = grundy_hash_table_find(table, tag, is_class, &w);
  if (*slot == 0) {
    l->first[l->count] = index;
    grundy_hash_table_put(table, slot, tag, l->count++);
  }
  l->finer[index] = (uint32_t)*slot - 1;
  return GRUNDY_OK;
}

/* Finds the classes of this depth of all positions of the cube. */
static grundy_status find_classes(learner *l, uint32_t *after) {
  grundy_hash_table table = {0};
  grundy_status status = GRUNDY_OK;
  uint64_t positions = 1;
  for (uint32_t i = 0; i < l->dimension; i++) positions *= l->side;
  l->count = 0;
  for (uint64_t index = 0; index < positions && status == GRUNDY_OK; index++) {
    status = classify(l, &table, index, after);
    if (status == GRUNDY_OK && !grundy_work_step(&l->work, l->symbols))
      status = grundy_fail_cancelled(l->error);
  }
  grundy_hash_table_free(&table);
  if (l->count > l->most) l->most = l->count;
  return status;
}

/* ---- the automaton of the classes --------------------------------------------------------- */

/* An automaton in the making: states are classes in the order of discovery. */
typedef struct states {
  uint32_t *state_of;   /* by classes; UINT32_MAX: not reached yet */
  uint64_t *reached_by; /* by states: the first position found */
  grundy_automaton_parts parts;
  uint32_t *next;
  uint8_t *outputs;
} states;

/* Returns whether all coordinates with one more digit are still in the cube. */
static bool may_grow(const learner *l, const grundy_vector_position *position) {
  uint32_t digits = l->n - l->depth;
  assert(digits > 0);
  uint64_t side = grundy_numeration_side(l->options->numeration, digits - 1);
  for (uint32_t i = 0; i < l->dimension; i++)
    if (position->at[i] >= side) return false;
  return true;
}

/* Finds all states and transitions. False if a word is too long for the cube. */
static bool connect(const learner *l, states *s) {
  uint32_t count = 1, sink = UINT32_MAX;
  assert(l->finer[0] != HOPELESS); /* position 0 has no moves, and its output is 0 */
  for (uint32_t i = 0; i < l->count; i++) s->state_of[i] = UINT32_MAX;
  s->state_of[l->finer[0]] = 0;
  s->reached_by[0] = 0;
  for (uint32_t state = 0; state < count; state++) {
    grundy_vector_position position = {{0}};
    uint32_t *row = s->next + (uint64_t)state * l->symbols;
    if (state == sink) {
      for (uint32_t symbol = 0; symbol < l->symbols; symbol++) row[symbol] = sink;
      s->outputs[state] = (uint8_t)(l->options->level + 1);
      continue;
    }
    position_at(l, l->side, s->reached_by[state], &position);
    if (!may_grow(l, &position)) return false;
    s->outputs[state] = output_of(l, &position);
    for (uint32_t symbol = 0; symbol < l->symbols; symbol++) {
      uint64_t index = append(l, &position, symbol, l->side);
      bool is_hopeless = index == UINT64_MAX || l->finer[index] == HOPELESS;
      uint32_t *to = is_hopeless ? &sink : &s->state_of[l->finer[index]];
      if (*to == UINT32_MAX) {
        *to = count;
        s->reached_by[count++] = index;
      }
      row[symbol] = *to;
    }
  }
  s->parts.states = count;
  return true;
}

/* Makes the automaton of the classes; *automaton is NULL if the cube is too small. */
static grundy_status make_automaton(learner *l, grundy_automaton **automaton) {
  grundy_arena arena = {0};
  uint64_t most = l->count + UINT64_C(1); /* the classes, and the hopeless one */
  states s = {.state_of = grundy_arena_array(&arena, most, sizeof *s.state_of),
              .reached_by = grundy_arena_array(&arena, most, sizeof *s.reached_by),
              .next = grundy_arena_array(&arena, most * l->symbols, sizeof *s.next),
              .outputs = grundy_arena_array(&arena, most, 1),
              .parts = {.numeration = l->options->numeration,
                        .dimension = l->dimension,
                        .level = l->options->level,
                        .symbols = l->symbols}};
  grundy_status status = GRUNDY_OK;
  *automaton = NULL;
  if (!arena.failed && l->count < GRUNDY_AUTOMATON_MAX_STATES && connect(l, &s)) {
    s.parts.next = s.next;
    s.parts.outputs = s.outputs;
    status = grundy_automaton_new(&s.parts, automaton, l->error);
  }
  return grundy_arena_end(&arena, status, l->error);
}

/* ---- all depths, and all numbers of digits ------------------------------------------------ */

/* Learns from positions with n digits. If an automaton agrees with these, but not with the table,
 * the report says where, and *automaton is NULL. */
static grundy_status learn_from(learner *l, uint32_t *after, grundy_automaton **automaton,
                                bool *found, grundy_automaton_report *report) {
  grundy_status status = GRUNDY_OK;
  for (l->depth = 0; status == GRUNDY_OK && l->depth < l->n; l->depth++) {
    l->side = grundy_numeration_side(l->options->numeration, l->n - l->depth);
    l->before = grundy_numeration_side(l->options->numeration, l->n - l->depth + 1);
    status = find_classes(l, after);
    if (status == GRUNDY_OK) status = make_automaton(l, automaton);
    if (status != GRUNDY_OK || *automaton == NULL) return status;
    grundy_automaton_report compared = *report;
    uint64_t side = grundy_numeration_side(l->options->numeration, l->n);
    status = grundy_table_compare(*automaton, l->grid, side, &l->work, &compared, l->error);
    bool agrees = status == GRUNDY_OK && compared.finding == GRUNDY_AUTOMATON_HOLDS;
    if (agrees) status = grundy_words_check(*automaton, &agrees, l->error);
    agrees &= status == GRUNDY_OK;
    if (agrees)
      status = grundy_table_compare(*automaton, l->grid, UINT64_MAX, &l->work, &compared, l->error);
    bool holds = agrees && status == GRUNDY_OK && compared.finding == GRUNDY_AUTOMATON_HOLDS;
    if (status == GRUNDY_OK && agrees) {
      *found = true;
      *report = compared;
      report->finding = holds ? GRUNDY_AUTOMATON_HOLDS : GRUNDY_AUTOMATON_WRONG;
      report->digits = l->n;
      report->side = side;
    }
    if (holds) return GRUNDY_OK;
    grundy_automaton_free(*automaton);
    *automaton = NULL;
    if (agrees) return status;
    uint32_t *swapped = l->classes;
    l->classes = l->finer;
    l->finer = swapped;
  }
  return status;
}

/* Fills the table of numbers with one more digit. */
static void list_appended(const learner *l, uint64_t side) {
  grundy_numeration numeration = l->options->numeration;
  grundy_digits digits;
  for (uint64_t number = 0; number < side; number++) {
    grundy_digits_of(numeration, number, &digits);
    digits.at[digits.count] = 0;
    uint64_t shifted = grundy_digits_value(numeration, digits.at, digits.count + 1);
    bool is_full =
        numeration == GRUNDY_ZECKENDORF && digits.count > 0 && digits.at[digits.count - 1] == 1;
    for (uint32_t digit = 0; digit < l->digits; digit++)
      l->appended[number * l->digits + digit] =
          is_full && digit > 0 ? NOT_A_POSITION : (uint32_t)(shifted + digit);
  }
}

/* Returns the largest n such that all positions with at most n digits are in the table. */
static uint32_t most_digits(const learner *l) {
  uint64_t least = UINT64_MAX;
  uint32_t digits = 0;
  for (uint32_t i = 0; i < l->dimension; i++)
    if (l->grid->corner.at[i] < least) least = l->grid->corner.at[i];
  while (grundy_numeration_side(l->options->numeration, digits + 1) <= least) digits++;
  return digits;
}

static grundy_status learn(learner *l, grundy_automaton **automaton,
                           grundy_automaton_report *report) {
  uint32_t most = most_digits(l);
  uint64_t side = grundy_numeration_side(l->options->numeration, most), positions = 1;
  bool found = false;
  for (uint32_t i = 0; i < l->dimension; i++) positions *= side;
  l->appended = grundy_arena_array(&l->arena, side * l->digits, sizeof *l->appended);
  l->classes = grundy_arena_array(&l->arena, positions, sizeof *l->classes);
  l->finer = grundy_arena_array(&l->arena, positions, sizeof *l->finer);
  l->first = grundy_arena_array(&l->arena, positions, sizeof *l->first);
  uint32_t *after = grundy_arena_array(&l->arena, l->symbols, sizeof *after);
  if (l->arena.failed) return GRUNDY_OK; /* grundy_arena_end fails */
  list_appended(l, side);
  grundy_status status = GRUNDY_OK;
  for (l->n = 1; status == GRUNDY_OK && l->n <= most && *automaton == NULL; l->n++) {
    found = false;
    status = learn_from(l, after, automaton, &found, report);
  }
  if (status != GRUNDY_OK || found) return status;
  char least[80] = "";
  if (l->most > 1)
    (void)snprintf(least, sizeof least, ", which has at least %" PRIu32 " states", l->most);
  return grundy_fail(l->error, GRUNDY_UNABLE,
                     "the table is too small to learn an automaton that agrees with it%s; use a "
                     "larger start, or another numeration",
                     least);
}

grundy_status grundy_automaton_learn(const grundy_vector_moves *moves,
                                     const grundy_automaton_options *options,
                                     grundy_automaton **automaton, grundy_automaton_report *report,
                                     grundy_error *error) {
  grundy_vector_box *box = NULL;
  grundy_automaton_options chosen;
  learner l = {
      .options = &chosen, .dimension = grundy_vector_moves_view(moves).dimension, .error = error};
  grundy_automaton *made = NULL;
  grundy_automaton_report found = {0};
  grundy_vector_options rules;
  grundy_status status = grundy_automaton_read_options(options, &chosen, &rules, error);
  if (status == GRUNDY_OK)
    status = grundy_automaton_check_rules(moves, &rules, chosen.level, found.weight, error);
  if (status == GRUNDY_OK)
    status = grundy_table_solve(moves, &rules, &rules.corner, chosen.level, &box, error);
  if (status != GRUNDY_OK) return status;
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  l.grid = &grid;
  l.digits = grundy_numeration_digits(chosen.numeration);
  l.symbols = grundy_numeration_symbols(chosen.numeration, l.dimension);
  l.work = grundy_work_start(chosen.monitor, "learning an automaton", 0);
  status = learn(&l, &made, &found);
  if (status == GRUNDY_OK) grundy_work_finish(&l.work, "", 0);
  status = grundy_arena_end(&l.arena, status, error);
  grundy_vector_box_free(box);
  if (status == GRUNDY_OK) {
    *automaton = made;
    *report = found;
  } else {
    grundy_automaton_free(made);
  }
  return status;
}
