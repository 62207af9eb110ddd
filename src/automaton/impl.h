/* Automata, and the steps that make them, for the files of this room. */

#ifndef GRUNDY_SRC_AUTOMATON_IMPL_H
#define GRUNDY_SRC_AUTOMATON_IMPL_H

#include <grundy/automaton.h>

#include "base/error.h"
#include "base/monitor.h"

enum {
  GRUNDY_AUTOMATON_DIMENSION = GRUNDY_VECTOR_MAX_DIMENSION,
  GRUNDY_AUTOMATON_MAX_SYMBOLS = 1 << 20, /* tuples of digits that one step reads */
  GRUNDY_AUTOMATON_MAX_ENTRY = 1 << 20,   /* of a vector */
};

/* A complete deterministic automaton with outputs; state 0 is the start. */
typedef struct grundy_dfa {
  uint32_t states, symbols;
  uint32_t *next; /* states * symbols */
  uint8_t *outputs;
} grundy_dfa;

void grundy_dfa_free(grundy_dfa *dfa);

/* Returns a state from which only outputs `output` are reached, because all symbols lead back to
 * it; UINT32_MAX if there is none. */
uint32_t grundy_dfa_sink(const grundy_dfa *dfa, uint8_t output);

struct grundy_automaton {
  grundy_numeration numeration;
  uint32_t dimension, level, live;
  grundy_dfa dfa;
};

/* ---- numerations -------------------------------------------------------------------------- */

/* Returns how many digits there are: the base, or 2. */
uint32_t grundy_numeration_digits(grundy_numeration numeration);

/* Returns `digits` to the power of `tracks`; saturates above GRUNDY_AUTOMATON_MAX_SYMBOLS. */
uint32_t grundy_numeration_symbols(grundy_numeration numeration, uint32_t tracks);

/* Returns how many numbers have at most `digits` digits; saturates. */
uint64_t grundy_numeration_side(grundy_numeration numeration, uint32_t digits);

/* Writes "base2" or "zeckendorf". */
const char *grundy_numeration_name(grundy_numeration numeration, char text[16]);

/* The digits of a number, most significant first. */
enum { GRUNDY_NUMERATION_ROOM = 5000 };
typedef struct grundy_digits {
  uint32_t count;
  uint8_t at[GRUNDY_NUMERATION_ROOM];
} grundy_digits;

void grundy_digits_of(grundy_numeration numeration, uint64_t number, grundy_digits *digits);

/* Converts decimal digits; there are at most GRUNDY_AUTOMATON_MAX_DIGITS. */
void grundy_digits_of_decimal(grundy_numeration numeration, const char *text, size_t length,
                              grundy_digits *digits);

/* Writes a number of at most GRUNDY_AUTOMATON_MAX_DIGITS + 7 decimal digits, with a NUL. */
void grundy_digits_to_decimal(grundy_numeration numeration, const grundy_digits *digits,
                              char text[GRUNDY_AUTOMATON_MAX_DIGITS + 8]);

/* Returns the number; it must fit. */
uint64_t grundy_digits_value(grundy_numeration numeration, const uint8_t *digits, uint32_t count);

/* ---- steps -------------------------------------------------------------------------------- */

/* An automaton whose states are labels, tuples of integers; the empty tuple is the state from which
 * nothing is accepted. A step of a proof explores the labels that are reached and merges equivalent
 * ones. */
typedef struct grundy_labelled {
  const void *context;
  uint32_t symbols;
  size_t room; /* the longest label */

  /* Write a label and return its length. */
  size_t (*start)(const void *context, int32_t *label);
  size_t (*step)(const void *context, const int32_t *label, size_t length, uint32_t symbol,
                 int32_t *next);

  uint8_t (*output)(const void *context, const int32_t *label, size_t length);
} grundy_labelled;

/* What a step has found: its labels, and the state of the smallest automaton for each. */
typedef struct grundy_automaton_step {
  uint32_t count;
  int32_t *integers; /* of all labels */
  uint64_t *ends;    /* label i ends before integers[ends[i]] */
  uint32_t *map;
  grundy_dfa dfa;
} grundy_automaton_step;

void grundy_step_free(grundy_automaton_step *step);

/* What all steps of a proof share. */
typedef struct grundy_proving {
  const grundy_automaton *automaton;
  const grundy_vector_options *rules;
  uint64_t max_states, memory;
  grundy_work work; /* a step is one transition */
  grundy_automaton_report *report;
  grundy_error *error;
} grundy_proving;

/* Fails with GRUNDY_UNABLE: there are too many states, or they need more memory than is allowed. */
grundy_status grundy_proof_fail_states(const grundy_proving *proof);
grundy_status grundy_proof_check_memory(const grundy_proving *proof, uint64_t bytes);

/* Explores and minimizes. GRUNDY_UNABLE past a limit. */
grundy_status grundy_step_make(grundy_proving *proof, const grundy_labelled *labelled,
                               grundy_automaton_step *step);

/* ---- the automata of a proof -------------------------------------------------------------- */

/* A condition on x and y, tracked while their digits are read: a label of one or two numbers. */
typedef enum grundy_condition_kind {
  GRUNDY_CONDITION_EQUAL,  /* the sum of coefficients times numbers is `constant` */
  GRUNDY_CONDITION_MODULO, /* that sum is a multiple of `constant` */
  GRUNDY_CONDITION_LESS,   /* y is less than x, in one coordinate */
} grundy_condition_kind;

typedef struct grundy_condition {
  grundy_condition_kind kind;
  int64_t x[GRUNDY_AUTOMATON_DIMENSION], y[GRUNDY_AUTOMATON_DIMENSION]; /* coefficients */
  int64_t constant;
  int64_t least, most; /* partial sums outside these bounds are hopeless */
  uint32_t coordinate; /* for LESS */
} grundy_condition;

/* The pairs of positions x and y such that a move leads from x to y and y is in the level. Read are
 * the digits of x, then those of the coordinates of y that the move changes. */
typedef struct grundy_relation {
  const grundy_automaton *automaton;
  uint32_t level, digits;
  uint32_t changed[GRUNDY_AUTOMATON_DIMENSION], changed_count;
  grundy_condition conditions[GRUNDY_AUTOMATON_DIMENSION + 2];
  uint32_t condition_count;
  uint32_t sink; /* a state of the automaton from which no level is reached; UINT32_MAX: none */
} grundy_relation;

void grundy_relation_of(const grundy_automaton *automaton, const grundy_vector_move *move,
                        uint32_t level, grundy_relation *relation);
grundy_status grundy_relation_make(grundy_proving *proof, const grundy_relation *relation,
                                   grundy_automaton_step *made);

/* How many y there are for an x, up to `most`. */
grundy_status grundy_counts_make(grundy_proving *proof, const grundy_relation *relation,
                                 const grundy_dfa *pairs, uint32_t most,
                                 grundy_automaton_step *made);

/* The sum of two outputs, up to `most`. */
grundy_status grundy_sum_make(grundy_proving *proof, const grundy_dfa *first,
                              const grundy_dfa *second, uint32_t most, grundy_automaton_step *made);

/* The output, but `instead` at terminal positions. */
grundy_status grundy_terminal_make(grundy_proving *proof, const grundy_dfa *dfa, uint8_t instead,
                                   grundy_automaton_step *made);

/* Finds the smallest position of the relation's level that has a follower in the level by its move.
 * `sources` is the automaton, with another output at terminal positions, and `related` that of the
 * pairs. `found` says whether there is one; the report gets it. */
grundy_status grundy_closure_find(grundy_proving *proof, const grundy_dfa *sources,
                                  const grundy_relation *relation, const grundy_dfa *related,
                                  bool *found);

/* Finds the smallest position at which the automaton and the numbers of followers in a level
 * contradict each other. */
grundy_status grundy_contradiction_find(grundy_proving *proof, const grundy_dfa *counts,
                                        uint32_t level, bool *found);

/* Finds positive weights that every move lowers. */
bool grundy_weights_find(const grundy_vector_rules *rules,
                         uint32_t weights[GRUNDY_AUTOMATON_DIMENSION]);

/* Sets *are_right to whether all words in its levels are positions, and zeros in front of a word
 * change nothing. */
grundy_status grundy_words_check(const grundy_automaton *automaton, bool *are_right,
                                 grundy_error *error);

/* Copies the options of a caller, and writes the rules that they contain. */
grundy_status grundy_automaton_read_options(const grundy_automaton_options *given,
                                            grundy_automaton_options *options,
                                            grundy_vector_options *rules, grundy_error *error);

/* ---- tables ------------------------------------------------------------------------------- */

/* Finds weights for the rules. Fails with GRUNDY_UNABLE if there are none, or if the theorem does
 * not cover the rules. */
grundy_status grundy_automaton_check_rules(const grundy_vector_moves *moves,
                                           const grundy_vector_options *rules, uint32_t level,
                                           uint32_t weights[GRUNDY_AUTOMATON_DIMENSION],
                                           grundy_error *error);

/* Solves the box of the corner, with values up to the level. */
grundy_status grundy_table_solve(const grundy_vector_moves *moves,
                                 const grundy_vector_options *rules,
                                 const grundy_vector_position *corner, uint32_t level,
                                 grundy_vector_box **box, grundy_error *error);

/* Compares the automaton with the positions of a box whose coordinates are below `side`, and fills
 * the finding and the position of the report. */
grundy_status grundy_table_compare(const grundy_automaton *automaton,
                                   const grundy_vector_grid *grid, uint64_t side, grundy_work *work,
                                   grundy_automaton_report *report, grundy_error *error);

/* Returns the output that the automaton should have: the value, but at most level + 1. */
static inline uint8_t grundy_table_output(const grundy_vector_grid *grid, uint64_t index,
                                          uint32_t level) {
  if (grid->outcomes != NULL) return grid->outcomes[index] == GRUNDY_OUTCOME_P ? 0 : 1;
  return (uint8_t)(grid->values[index] <= level ? grid->values[index] : level + 1);
}

/* ---- certificates ------------------------------------------------------------------------- */

#include <grundy/json.h>

void grundy_proof_write_head(grundy_json *json, const grundy_proving *proof,
                             const grundy_vector_rules *moves);
void grundy_proof_write_step(grundy_json *json, const grundy_automaton_step *step);

/* Makes an automaton from a copy of its parts; `live` is not read. GRUNDY_BAD_ARGUMENT if a number
 * is out of range. */
GRUNDY_MUST_USE grundy_status grundy_automaton_new(const grundy_automaton_parts *parts,
                                                   grundy_automaton **automaton,
                                                   grundy_error *error);

#endif
