/* Automata that read positions of games on vectors digit by digit: learnt from a table, proved for
 * positions of any size, and used instead of a table. docs/automata.md has the theorem. */

#ifndef GRUNDY_AUTOMATON_H
#define GRUNDY_AUTOMATON_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/json.h>
#include <grundy/vector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- numerations -------------------------------------------------------------------------- */

/* How numbers are written: the base, from 2 to 16, or GRUNDY_ZECKENDORF, sums of Fibonacci numbers
 * 1, 2, 3, 5, … of which no two are neighbours. */
typedef uint32_t grundy_numeration;

enum { GRUNDY_ZECKENDORF = 1, GRUNDY_NUMERATION_MAX_BASE = 16 };

/* Parses base2, …, base16 or zeckendorf. GRUNDY_BAD_ARGUMENT. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_numeration_parse(const char *text,
                                                                 grundy_numeration *numeration,
                                                                 grundy_error *error);

/* ---- automata ----------------------------------------------------------------------------- */

/* A deterministic automaton that reads the digits of all coordinates together, most significant
 * first, shorter numbers padded with zeros. */
typedef struct grundy_automaton grundy_automaton;

/* Frees the automaton; NULL is allowed. */
GRUNDY_API void grundy_automaton_free(grundy_automaton *automaton);

enum { GRUNDY_AUTOMATON_MAX_LEVEL = 15 };

/* What an automaton consists of. */
typedef struct grundy_automaton_parts {
  grundy_numeration numeration;
  uint32_t dimension;
  uint32_t level;       /* values up to this one are told apart; 0: outcomes */
  uint32_t states;      /* the first one is the start */
  uint32_t live;        /* states from which a value up to the level can be reached */
  uint32_t symbols;     /* tuples of digits; the digit of the first coordinate counts most */
  const uint32_t *next; /* the states after state s are next[s * symbols], … */

  /* After a position has been read: its value, or level + 1 if that is larger, or if what was read
   * is not a position, because a number has two neighbouring Fibonacci numbers. */
  const uint8_t *outputs;
} grundy_automaton_parts;

/* Returns a view of the automaton, to which the arrays belong. */
GRUNDY_API grundy_automaton_parts grundy_automaton_view(const grundy_automaton *automaton);

/* ---- learning and proving ----------------------------------------------------------------- */

/* What to learn or to prove. */
typedef struct grundy_automaton_options {
  size_t size;

  grundy_vector_position corner;          /* the largest position of the table to learn from */
  const grundy_vector_position *terminal; /* play ends at these positions */
  uint64_t terminal_count;
  uint32_t block;               /* as in grundy_vector_options */
  uint32_t level;               /* learn values up to this one; 0: outcomes */
  grundy_numeration numeration; /* to learn in; 0: base 2 */
  uint64_t limit;               /* of positions in the table; 0: none */
  uint64_t max_states;          /* before minimization; 0: GRUNDY_AUTOMATON_MAX_STATES */
  uint64_t memory;              /* bytes for one step; 0: no limit */
  FILE *certificate; /* where grundy_automaton_prove writes its proof; NULL: nowhere. The caller
                        checks it for write errors, and discards it if nothing is proved */
  const grundy_monitor *monitor; /* may be NULL */
} grundy_automaton_options;

enum { GRUNDY_AUTOMATON_MAX_STATES = 1 << 20 };

/* How a test of an automaton ended. */
typedef enum grundy_automaton_finding {
  GRUNDY_AUTOMATON_HOLDS,      /* learnt: it agrees with the table. Proved: for all positions */
  GRUNDY_AUTOMATON_WRONG,      /* learnt: it does not agree with the table */
  GRUNDY_AUTOMATON_NOT_CLOSED, /* too many moves lead from a position of a level into the level */
  GRUNDY_AUTOMATON_NOT_ABSORBING, /* too few moves lead into a level from outside */
} grundy_automaton_finding;

/* What was found out. */
typedef struct grundy_automaton_report {
  grundy_automaton_finding finding;
  uint64_t position[GRUNDY_VECTOR_MAX_DIMENSION]; /* the smallest one at which the condition of the
                                                     finding fails: with the least largest
                                                     coordinate, then the least first one, … */
  uint32_t level;                                 /* the level of that position that is wrong */
  uint32_t digits; /* learnt from all positions with at most this many digits */
  uint64_t side;   /* these have coordinates below this number */
  uint64_t tested; /* positions of the table that were compared */
  uint32_t weight[GRUNDY_VECTOR_MAX_DIMENSION]; /* proved: every move lowers this weighted sum */
  uint32_t steps;                               /* of the proof */
  uint32_t largest_raw;                         /* the most states of a step before minimization */
  uint32_t largest;                             /* and after it */
  uint32_t
      largest_product; /* proved without block: the most pairs of states in a test of closure */
} grundy_automaton_report;

/* Learns the smallest automaton that agrees with a table of the game at all positions with at most
 * n digits, for the smallest n for which there is one that also agrees with the rest of the table.
 * If only one that disagrees with the rest is found for the largest n, the finding is
 * GRUNDY_AUTOMATON_WRONG, and *automaton is NULL. GRUNDY_UNABLE if the table is too small for any,
 * or as grundy_vector_solve fails. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_automaton_learn(
    const grundy_vector_moves *moves, const grundy_automaton_options *options,
    grundy_automaton **automaton, grundy_automaton_report *report, grundy_error *error);

/* Proves for all positions that the automaton gives their values up to its level, or refutes it.
 * The numeration and the level of the options are not read. GRUNDY_UNABLE past a limit, with
 * overshoot, or if no positive weights are found that
 * every move lowers, because then the game may not end. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_automaton_prove(
    const grundy_automaton *automaton, const grundy_vector_moves *moves,
    const grundy_automaton_options *options, grundy_automaton_report *report, grundy_error *error);

/* ---- using -------------------------------------------------------------------------------- */

/* A law: an automaton and the game that it was proved for. */
typedef struct grundy_automaton_law {
  grundy_automaton *automaton;
  grundy_vector_moves *moves;
  grundy_vector_position *terminal;
  uint64_t terminal_count;
  uint32_t block;
} grundy_automaton_law;

/* Checks the certificate at that path, as grundy_certificate_verify does, and reads its law.
 * GRUNDY_BAD_INPUT if it proves nothing. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_automaton_law_read(const char *path, const grundy_run_options *options,
                          grundy_automaton_law *law, grundy_error *error);

/* Frees what the law consists of. */
GRUNDY_API void grundy_automaton_law_free(grundy_automaton_law *law);

/* The most decimal digits of a coordinate. */
enum { GRUNDY_AUTOMATON_MAX_DIGITS = 1000 };

/* What a law says about a position, and a move from it. */
typedef struct grundy_automaton_answer {
  uint32_t value; /* level + 1: larger than the level */
  bool has_value; /* it is the value of the position: at most the level, and without block */
  bool is_p;      /* the value is 0; with block, at most `block` followers are P-positions */
  bool has_move;  /* there is a move to a P-position, unless the position is terminal */
  char *follower; /* then that P-position, to be freed; the first one in the order of moves */
} grundy_automaton_answer;

/* Evaluates a position, such as "1000000000000,618033988750", in time proportional to the digits.
 * GRUNDY_BAD_INPUT if it is not a position, GRUNDY_UNABLE past GRUNDY_AUTOMATON_MAX_DIGITS. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_automaton_evaluate(const grundy_automaton_law *law,
                                                                   const char *position,
                                                                   grundy_automaton_answer *answer,
                                                                   grundy_error *error);

/* Writes what was learnt and proved as JSON, which docs/automata.md describes. `automaton` is NULL
 * if none was learnt; then `proved` is not read. */
GRUNDY_API void grundy_automaton_write_json(grundy_json *json, const grundy_automaton *automaton,
                                            uint32_t dimension,
                                            const grundy_automaton_report *learnt,
                                            const grundy_automaton_report *proved);

/* Writes the automaton and the statement that was proved as commands for Walnut [Mou16], with
 * comments that say how to run them. GRUNDY_UNABLE with block or levels above 0. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_automaton_write_walnut(const grundy_automaton_law *law, FILE *out, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
