/* Evaluating positions of any size by an automaton, and finding a move to a P-position. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <string.h>

/* A position as tuples of digits. */
typedef struct word {
  uint32_t length;
  uint32_t *symbols;
} word;

/* ---- reading positions -------------------------------------------------------------------- */

static grundy_status read_coordinates(const grundy_automaton *automaton, const char *text,
                                      grundy_digits *digits, grundy_error *error) {
  const char *at = text;
  for (uint32_t i = 0; i < automaton->dimension; i++) {
    size_t length = strspn(at, "0123456789");
    bool is_last = i + 1 == automaton->dimension;
    if (length == 0 || at[length] != (is_last ? '\0' : ','))
      return grundy_fail(error, GRUNDY_BAD_INPUT,
                         "'%.*s' is not a position; expected %" PRIu32 " number%s",
                         grundy_excerpt(text, strlen(text)), text, automaton->dimension,
                         automaton->dimension == 1 ? "" : "s, with commas");
    while (length > 1 && *at == '0') at++, length--;
    if (length > GRUNDY_AUTOMATON_MAX_DIGITS)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "a number is too large; expected at most %d decimal digits",
                         (int)GRUNDY_AUTOMATON_MAX_DIGITS);
    grundy_digits_of_decimal(automaton->numeration, at, length, &digits[i]);
    at += length + 1;
  }
  return GRUNDY_OK;
}

static grundy_status read_word(const grundy_automaton *automaton, const char *text,
                               grundy_arena *arena, word *w, grundy_error *error) {
  uint32_t base = grundy_numeration_digits(automaton->numeration);
  grundy_digits *digits = grundy_arena_array(arena, automaton->dimension, sizeof *digits);
  if (arena->failed) return GRUNDY_OK;
  grundy_status status = read_coordinates(automaton, text, digits, error);
  if (status != GRUNDY_OK) return status;
  w->length = 0;
  for (uint32_t i = 0; i < automaton->dimension; i++)
    if (digits[i].count > w->length) w->length = digits[i].count;
  w->symbols = grundy_arena_zeros(arena, w->length, sizeof *w->symbols);
  for (uint32_t at = 0; at < w->length && !arena->failed; at++)
    for (uint32_t i = 0; i < automaton->dimension; i++) {
      uint32_t padding = w->length - digits[i].count;
      w->symbols[at] = w->symbols[at] * base + (at < padding ? 0 : digits[i].at[at - padding]);
    }
  return GRUNDY_OK;
}

static uint8_t output_after(const grundy_dfa *dfa, const word *w) {
  uint32_t state = 0;
  for (uint32_t at = 0; at < w->length; at++)
    state = dfa->next[(uint64_t)state * dfa->symbols + w->symbols[at]];
  return dfa->outputs[state];
}

/* ---- moves to P-positions ----------------------------------------------------------------- */

/* A search for a follower by one move: which states of the pairs can still be accepted. */
typedef struct search {
  const grundy_automaton *automaton;
  const grundy_relation *relation;
  const grundy_dfa *pairs;
  const word *from;
  uint32_t choices;
  uint8_t *can_end; /* by digits that are read and states */
} search;

static const uint32_t *choices_of(const search *s, uint32_t at, uint32_t state) {
  return s->pairs->next + (uint64_t)state * s->pairs->symbols +
         (uint64_t)s->from->symbols[at] * s->choices;
}

/* Finds, from the last digit to the first, from which states a follower can be completed. */
static bool find_ends(const search *s) {
  uint64_t states = s->pairs->states;
  uint8_t *last = s->can_end + s->from->length * states;
  for (uint32_t state = 0; state < states; state++) last[state] = s->pairs->outputs[state] == 1;
  for (uint32_t at = s->from->length; at-- > 0;)
    for (uint32_t state = 0; state < states; state++) {
      const uint32_t *next = choices_of(s, at, state);
      uint8_t *can_end = &s->can_end[at * states + state];
      *can_end = 0;
      for (uint32_t choice = 0; choice < s->choices; choice++)
        *can_end |= s->can_end[(at + 1) * states + next[choice]];
    }
  return s->can_end[0] == 1;
}

/* Writes the digits of the follower with the smallest digits. */
static void follow(const search *s, grundy_digits *digits) {
  uint32_t base = grundy_numeration_digits(s->automaton->numeration), state = 0;
  for (uint32_t at = 0; at < s->from->length; at++) {
    const uint32_t *next = choices_of(s, at, state);
    uint32_t choice = 0, symbol = s->from->symbols[at];
    while (s->can_end[(at + UINT64_C(1)) * s->pairs->states + next[choice]] == 0) choice++;
    state = next[choice];
    for (uint32_t i = s->automaton->dimension; i-- > 0; symbol /= base)
      digits[i].at[at] = (uint8_t)(symbol % base);
    for (uint32_t i = s->relation->changed_count; i-- > 0; choice /= base)
      digits[s->relation->changed[i]].at[at] = (uint8_t)(choice % base);
  }
  for (uint32_t i = 0; i < s->automaton->dimension; i++) digits[i].count = s->from->length;
}

static char *write_position(const grundy_automaton *automaton, const grundy_digits *digits) {
  enum { ROOM = GRUNDY_AUTOMATON_MAX_DIGITS + 8 };
  char *text = grundy_alloc((uint64_t)automaton->dimension * ROOM, 1), *at = text;
  for (uint32_t i = 0; i < automaton->dimension && text != NULL; i++) {
    if (i > 0) *at++ = ',';
    grundy_digits_to_decimal(automaton->numeration, &digits[i], at);
    at += strlen(at);
  }
  return text;
}

/* Tries one move. */
static grundy_status try_move(grundy_proving *proof, const grundy_vector_move *move,
                              const word *from, grundy_automaton_answer *answer) {
  const grundy_automaton *automaton = proof->automaton;
  grundy_arena arena = {0};
  grundy_relation relation;
  grundy_automaton_step step;
  grundy_relation_of(automaton, move, 0, &relation);
  grundy_status status = grundy_relation_make(proof, &relation, &step);
  if (status != GRUNDY_OK) return status;
  search s = {.automaton = automaton,
              .relation = &relation,
              .pairs = &step.dfa,
              .from = from,
              .choices = grundy_numeration_symbols(automaton->numeration, relation.changed_count)};
  s.can_end = grundy_arena_array(&arena, (from->length + UINT64_C(1)) * step.dfa.states, 1);
  grundy_digits *digits = grundy_arena_array(&arena, automaton->dimension, sizeof *digits);
  if (!arena.failed && find_ends(&s)) {
    follow(&s, digits);
    answer->follower = write_position(automaton, digits);
    answer->has_move = true;
    if (answer->follower == NULL) grundy_arena_fail(&arena);
  }
  grundy_step_free(&step);
  return grundy_arena_end(&arena, status, proof->error);
}

/* Puts zeros in front: followers by moves with negative entries may have more digits. */
static void pad(const grundy_vector_rules *moves, grundy_arena *arena, word *w) {
  enum { MORE = 32 }; /* a coordinate becomes at most 2^20 + 1 times the largest */
  if (!moves->has_negative) return;
  uint32_t *symbols = grundy_arena_zeros(arena, w->length + MORE, sizeof *symbols);
  if (arena->failed) return;
  memcpy(symbols + MORE, w->symbols, w->length * sizeof *symbols);
  w->symbols = symbols;
  w->length += MORE;
}

static bool is_terminal(const grundy_automaton_law *law, const char *text) {
  uint64_t numbers[GRUNDY_AUTOMATON_DIMENSION];
  for (uint32_t i = 0; i < law->automaton->dimension; i++) {
    text += grundy_digits_parse(text, strspn(text, "0123456789"), &numbers[i]);
    text += *text == ',';
  }
  for (uint64_t i = 0; i < law->terminal_count; i++) {
    uint32_t k = 0;
    while (k < law->automaton->dimension && law->terminal[i].at[k] == numbers[k]) k++;
    if (k == law->automaton->dimension) return true;
  }
  return false;
}

grundy_status grundy_automaton_evaluate(const grundy_automaton_law *law, const char *position,
                                        grundy_automaton_answer *answer, grundy_error *error) {
  const grundy_vector_rules moves = grundy_vector_moves_view(law->moves);
  const grundy_vector_options rules = {.size = sizeof rules, .block = law->block};
  grundy_automaton_answer made = {0};
  grundy_automaton_report report = {0};
  grundy_arena arena = {0};
  word w = {0};
  grundy_proving proof = {.automaton = law->automaton,
                          .rules = &rules,
                          .max_states = GRUNDY_AUTOMATON_MAX_STATES,
                          .work = grundy_work_start(NULL, "", 0),
                          .report = &report,
                          .error = error};
  grundy_status status = read_word(law->automaton, position, &arena, &w, error);
  if (status == GRUNDY_OK && !arena.failed) {
    made.value = output_after(&law->automaton->dfa, &w);
    made.is_p = made.value == 0;
    made.has_value = law->block == 0 && made.value <= law->automaton->level;
    pad(&moves, &arena, &w);
  }
  bool is_over = status != GRUNDY_OK || arena.failed || is_terminal(law, position) ||
                 (made.is_p && law->block == 0);
  for (uint32_t i = 0; i < moves.count && !is_over && !made.has_move && status == GRUNDY_OK; i++)
    status = try_move(&proof, &moves.list[i], &w, &made);
  status = grundy_arena_end(&arena, status, error);
  if (status == GRUNDY_OK)
    *answer = made;
  else
    free(made.follower);
  return status;
}
