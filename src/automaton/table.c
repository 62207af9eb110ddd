/* Automata as objects, and comparing them with tables of values. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/options.h"

#include <string.h>

/* ---- automata ----------------------------------------------------------------------------- */

void grundy_automaton_free(grundy_automaton *automaton) {
  if (automaton == NULL) return;
  grundy_dfa_free(&automaton->dfa);
  free(automaton);
}

grundy_automaton_parts grundy_automaton_view(const grundy_automaton *automaton) {
  return (grundy_automaton_parts){.numeration = automaton->numeration,
                                  .dimension = automaton->dimension,
                                  .level = automaton->level,
                                  .states = automaton->dfa.states,
                                  .live = automaton->live,
                                  .symbols = automaton->dfa.symbols,
                                  .next = automaton->dfa.next,
                                  .outputs = automaton->dfa.outputs};
}

/* Counts the states from which an output up to the level can be reached: marks them, going
 * backwards until nothing changes. */
static uint32_t count_live(const grundy_automaton *automaton, uint8_t *is_live) {
  const grundy_dfa *dfa = &automaton->dfa;
  uint32_t live = 0, before;
  for (uint32_t state = 0; state < dfa->states; state++)
    live += is_live[state] = dfa->outputs[state] <= automaton->level;
  do {
    before = live;
    for (uint32_t state = dfa->states; state-- > 0;) {
      const uint32_t *row = dfa->next + (uint64_t)state * dfa->symbols;
      for (uint32_t i = 0; i < dfa->symbols && !is_live[state]; i++)
        live += is_live[state] = is_live[row[i]];
    }
  } while (live != before);
  return live;
}

static bool is_in_range(const grundy_automaton_parts *parts) {
  uint64_t count = (uint64_t)parts->states * parts->symbols;
  if (parts->numeration < 1 || parts->numeration > GRUNDY_NUMERATION_MAX_BASE ||
      parts->dimension < 1 || parts->dimension > GRUNDY_AUTOMATON_DIMENSION ||
      parts->level > GRUNDY_AUTOMATON_MAX_LEVEL || parts->states < 1 ||
      parts->states > GRUNDY_AUTOMATON_MAX_STATES ||
      parts->symbols != grundy_numeration_symbols(parts->numeration, parts->dimension) ||
      parts->symbols > GRUNDY_AUTOMATON_MAX_SYMBOLS)
    return false;
  for (uint32_t i = 0; i < parts->states; i++)
    if (parts->outputs[i] > parts->level + 1) return false;
  for (uint64_t i = 0; i < count; i++)
    if (parts->next[i] >= parts->states) return false;
  return true;
}

grundy_status grundy_automaton_new(const grundy_automaton_parts *parts,
                                   grundy_automaton **automaton, grundy_error *error) {
  if (!is_in_range(parts))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a number of the automaton is out of range");
  uint64_t count = (uint64_t)parts->states * parts->symbols;
  grundy_automaton *made = grundy_alloc_zero(1, sizeof *made);
  uint8_t *is_live = grundy_alloc(parts->states, 1);
  if (made != NULL) {
    *made = (grundy_automaton){.numeration = parts->numeration,
                               .dimension = parts->dimension,
                               .level = parts->level,
                               .dfa = {.states = parts->states, .symbols = parts->symbols}};
    made->dfa.next = grundy_alloc(count, sizeof *made->dfa.next);
    made->dfa.outputs = grundy_alloc(parts->states, 1);
  }
  if (made == NULL || is_live == NULL || made->dfa.next == NULL || made->dfa.outputs == NULL) {
    free(is_live);
    grundy_automaton_free(made);
    return grundy_fail_memory(error);
  }
  memcpy(made->dfa.next, parts->next, count * sizeof *parts->next);
  memcpy(made->dfa.outputs, parts->outputs, parts->states);
  made->live = count_live(made, is_live);
  free(is_live);
  *automaton = made;
  return GRUNDY_OK;
}

/* In Zeckendorf digits, the state of a word and the last digits of all coordinates are followed. */
grundy_status grundy_words_check(const grundy_automaton *automaton, bool *are_right,
                                 grundy_error *error) {
  const grundy_dfa *dfa = &automaton->dfa;
  bool is_zeckendorf = automaton->numeration == GRUNDY_ZECKENDORF, is_right = dfa->next[0] == 0;
  uint32_t memories = is_zeckendorf ? dfa->symbols + 1 : 1; /* the last one: not a position */
  uint64_t count = (uint64_t)dfa->states * memories, found = 1;
  uint8_t *seen = grundy_alloc_zero(count, 1);
  uint64_t *queue = grundy_alloc(count, sizeof *queue);
  bool is_there = seen != NULL && queue != NULL;
  if (is_there) seen[queue[0] = 0] = 1;
  for (uint64_t at = 0; is_there && at < found && is_right; at++) {
    uint32_t state = (uint32_t)(queue[at] / memories), memory = (uint32_t)(queue[at] % memories);
    bool is_position = !is_zeckendorf || memory < dfa->symbols;
    is_right = is_position || dfa->outputs[state] > automaton->level;
    for (uint32_t symbol = 0; symbol < dfa->symbols; symbol++) {
      bool is_next = is_position && (memory & symbol) == 0;
      uint32_t remembered = !is_zeckendorf ? 0 : is_next ? symbol : dfa->symbols;
      uint64_t to =
          (uint64_t)dfa->next[(uint64_t)state * dfa->symbols + symbol] * memories + remembered;
      if (seen[to] == 0) queue[found++] = to;
      seen[to] = 1;
    }
  }
  free(seen);
  free(queue);
  if (!is_there) return grundy_fail_memory(error);
  *are_right = is_right;
  return GRUNDY_OK;
}

grundy_status grundy_automaton_read_options(const grundy_automaton_options *given,
                                            grundy_automaton_options *options,
                                            grundy_vector_options *rules, grundy_error *error) {
  grundy_status status = grundy_options_copy(given, options, sizeof *options, error);
  if (status != GRUNDY_OK) return status;
  if (options->numeration == 0) options->numeration = 2;
  *rules = (grundy_vector_options){.size = sizeof *rules,
                                   .corner = options->corner,
                                   .terminal = options->terminal,
                                   .terminal_count = options->terminal_count,
                                   .block = options->block,
                                   .limit = options->limit,
                                   .monitor = options->monitor};
  if (options->numeration > GRUNDY_NUMERATION_MAX_BASE ||
      options->level > GRUNDY_AUTOMATON_MAX_LEVEL || options->block > GRUNDY_VECTOR_MAX_BLOCK)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the numeration, the level or the block is out of range");
  return GRUNDY_OK;
}

/* ---- tables ------------------------------------------------------------------------------- */

grundy_status grundy_automaton_check_rules(const grundy_vector_moves *moves,
                                           const grundy_vector_options *rules, uint32_t level,
                                           uint32_t weights[GRUNDY_AUTOMATON_DIMENSION],
                                           grundy_error *error) {
  const grundy_vector_rules view = grundy_vector_moves_view(moves);
  if (view.overshoot)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "automata are learnt and proved only without overshoot");
  for (uint32_t i = 0; i < view.count; i++)
    for (int k = 0; k < GRUNDY_AUTOMATON_DIMENSION; k++)
      if (view.list[i].entries[k] > GRUNDY_AUTOMATON_MAX_ENTRY ||
          view.list[i].entries[k] < -GRUNDY_AUTOMATON_MAX_ENTRY)
        return grundy_fail(error, GRUNDY_UNABLE,
                           "an entry of a vector is too large for automata; expected at most 2^20");
  if (level > 0 && rules->block > 0)
    return grundy_fail(error, GRUNDY_UNABLE, "with block there are only outcomes, not values");
  if (!grundy_weights_find(&view, weights))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "no positive weights were found that every move lowers; the game may not "
                       "end");
  return GRUNDY_OK;
}

grundy_status grundy_table_solve(const grundy_vector_moves *moves,
                                 const grundy_vector_options *rules,
                                 const grundy_vector_position *corner, uint32_t level,
                                 grundy_vector_box **box, grundy_error *error) {
  grundy_vector_options options = *rules;
  options.size = sizeof options;
  options.corner = *corner;
  options.outcomes_only = level == 0;
  return grundy_vector_solve(moves, &options, box, error);
}

/* Writes the digits of all numbers up to the largest coordinate, each with `width` digits. */
static uint8_t *list_digits(grundy_numeration numeration, uint32_t largest, uint32_t *width) {
  grundy_digits digits;
  grundy_digits_of(numeration, largest, &digits);
  *width = digits.count;
  uint8_t *list = grundy_alloc_zero((largest + UINT64_C(1)) * *width, 1);
  for (uint32_t number = 0; list != NULL && number <= largest; number++) {
    grundy_digits_of(numeration, number, &digits);
    memcpy(list + (number + UINT64_C(1)) * *width - digits.count, digits.at, digits.count);
  }
  return list;
}

static uint8_t output_at(const grundy_automaton *automaton, const uint8_t *digits, uint32_t width,
                         const grundy_vector_position *position) {
  const grundy_dfa *dfa = &automaton->dfa;
  uint32_t state = 0, base = grundy_numeration_digits(automaton->numeration);
  for (uint32_t at = 0; at < width; at++) {
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < automaton->dimension; i++)
      symbol = symbol * base + digits[(uint64_t)position->at[i] * width + at];
    state = dfa->next[(uint64_t)state * dfa->symbols + symbol];
  }
  return dfa->outputs[state];
}

static uint32_t largest_of(const grundy_vector_position *position) {
  uint32_t largest = 0;
  for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++)
    if (position->at[i] > largest) largest = position->at[i];
  return largest;
}

/* Notes a position at which the automaton has the wrong output. */
static void note(const grundy_vector_position *position, uint8_t is, uint8_t should,
                 grundy_automaton_report *report) {
  for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) report->position[i] = position->at[i];
  report->level = is < should ? is : should;
  report->finding = is < should ? GRUNDY_AUTOMATON_NOT_CLOSED : GRUNDY_AUTOMATON_NOT_ABSORBING;
}

grundy_status grundy_table_compare(const grundy_automaton *automaton,
                                   const grundy_vector_grid *grid, uint64_t side, grundy_work *work,
                                   grundy_automaton_report *report, grundy_error *error) {
  grundy_vector_position position = {{0}}, corner = grid->corner;
  uint32_t width, least = UINT32_MAX;
  uint64_t count = 1;
  for (uint32_t i = 0; i < grid->dimension; i++) {
    if (corner.at[i] >= side) corner.at[i] = (uint32_t)side - 1;
    count *= corner.at[i] + UINT64_C(1);
  }
  uint8_t *digits = list_digits(automaton->numeration, largest_of(&corner), &width);
  if (digits == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  report->finding = GRUNDY_AUTOMATON_HOLDS;
  memset(report->position, 0, sizeof report->position);
  report->tested = count;
  for (uint64_t k = 0; k < count && status == GRUNDY_OK; k++) {
    uint64_t index = grundy_vector_index(grid, &position);
    uint8_t is = output_at(automaton, digits, width, &position);
    uint8_t should = grundy_table_output(grid, index, automaton->level);
    uint32_t largest = largest_of(&position);
    if (is != should && largest < least) {
      least = largest; /* indices increase lexicographically */
      note(&position, is, should, report);
    }
    for (uint32_t i = grid->dimension; i-- > 0 && position.at[i]++ == corner.at[i];)
      position.at[i] = 0;
    if (!grundy_work_step(work, width)) status = grundy_fail_cancelled(error);
  }
  free(digits);
  return status;
}
