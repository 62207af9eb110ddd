/* Facts about positions and moves, and the tables of messages that word them in several languages.
 */

#ifndef GRUNDY_FACTS_H
#define GRUNDY_FACTS_H

#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/component.h>
#include <grundy/digraph.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The language of sentences. */
typedef enum grundy_language {
  GRUNDY_ENGLISH,
  GRUNDY_GERMAN,
  GRUNDY_LANGUAGE_COUNT
} grundy_language;

/* What a fact says. docs/explain.md lists the parameters and the sentence of each kind. */
typedef enum grundy_fact_kind {
  /* Outcomes of impartial games. */
  GRUNDY_FACT_TERMINAL,
  GRUNDY_FACT_END,
  GRUNDY_FACT_N_POSITION,
  GRUNDY_FACT_P_POSITION,
  GRUNDY_FACT_ANSWER,
  GRUNDY_FACT_LOSING_END,
  GRUNDY_FACT_MORE_ANSWERS,
  GRUNDY_FACT_DRAW,
  GRUNDY_FACT_STAYING,
  /* Remoteness. */
  GRUNDY_FACT_INFINITE_REMOTENESS,
  GRUNDY_FACT_END_REMOTENESS,
  GRUNDY_FACT_FASTEST_WIN,
  GRUNDY_FACT_LONGEST_RESISTANCE,
  GRUNDY_FACT_BEST_PLAY,
  /* Values. */
  GRUNDY_FACT_FINITE_VALUE,
  GRUNDY_FACT_REVERSIBLE,
  GRUNDY_FACT_MORE_REVERSIBLE,
  GRUNDY_FACT_INFINITE_VALUE,
  GRUNDY_FACT_IRREVERSIBLE,
  /* Windows of larger games. */
  GRUNDY_FACT_UNKNOWN_OUTCOME,
  GRUNDY_FACT_UNKNOWN_MOVE,
  GRUNDY_FACT_MORE_UNKNOWN,
  GRUNDY_FACT_FRONTIER,
  GRUNDY_FACT_LEAVING_WINDOW,
  GRUNDY_FACT_CERTAIN_REMOTENESS,
  GRUNDY_FACT_REMOTENESS_BOUND,
  GRUNDY_FACT_UNKNOWN_VALUE,
  GRUNDY_FACT_CERTAIN_DRAW,
  /* Games with players. */
  GRUNDY_FACT_PLAYERS_END,
  GRUNDY_FACT_PLAYERS_WIN,
  GRUNDY_FACT_FORCED_WIN,
  GRUNDY_FACT_PLAYERS_DRAW,
  GRUNDY_FACT_LEVEL,
  GRUNDY_FACT_PAYOFF_END,
  GRUNDY_FACT_MOVER,
  GRUNDY_FACT_NO_PAYOFF,
  GRUNDY_FACT_PAYOFF,
  /* Sums of parts. */
  GRUNDY_FACT_PARTS,
  GRUNDY_FACT_SUM_P_POSITION,
  GRUNDY_FACT_SUM_N_POSITION,
  GRUNDY_FACT_SUM_DRAW,
  GRUNDY_FACT_SUM_VALUE,
  GRUNDY_FACT_SUM_INFINITE_VALUE,
  /* Sums of games with kinds of moves. */
  GRUNDY_FACT_TURN_COMPONENT,
  GRUNDY_FACT_TURN_VALUE,
  GRUNDY_FACT_TURN_WIN,
  GRUNDY_FACT_TURN_LOSS,
  GRUNDY_FACT_TURN_DRAW,
  /* Misère quotients. */
  GRUNDY_FACT_MISERE_PRODUCT,
  GRUNDY_FACT_MISERE_WIN,
  /* Proved laws. */
  GRUNDY_FACT_LAW,
  GRUNDY_FACT_LAW_MOVE,
  /* The explanation itself. */
  GRUNDY_FACT_SYMMETRY,
  GRUNDY_FACT_UNEXPLAINED,
  /* Steps of algorithms. */
  GRUNDY_FACT_STARTING_QUEUE,
  GRUNDY_FACT_LEAVING_QUEUE,
  GRUNDY_FACT_ENTERING_QUEUE,
  GRUNDY_FACT_QUEUE,
  GRUNDY_FACT_NO_LABELS,
  GRUNDY_FACT_FINITE_LABEL,
  GRUNDY_FACT_C1_FAILS,
  GRUNDY_FACT_C2_FAILS,
  GRUNDY_FACT_INFINITE_LABEL,
  GRUNDY_FACT_C3_FAILS,
  GRUNDY_FACT_LEVEL_ENDS,
  GRUNDY_FACT_ALL_LABELLED,
  /* Positions and moves in a few words. */
  GRUNDY_FACT_OUTCOME,
  GRUNDY_FACT_HEADING,
  GRUNDY_FACT_ORIGIN,
  GRUNDY_FACT_LEADS_TO,
  GRUNDY_FACT_LEADS_TO_PAYOFFS,
  GRUNDY_FACT_GUARANTEE,
  GRUNDY_FACT_GUARANTEED_PAYOFF,
  GRUNDY_FACT_STRATEGY,
  GRUNDY_FACT_MAY_NOT_END,
  GRUNDY_FACT_MOVES,
  GRUNDY_FACT_BEST_MOVE,
  /* Matches. */
  GRUNDY_FACT_TURN,
  GRUNDY_FACT_MATCH_OVER,
  GRUNDY_FACT_TURN_PAYOFF,
  GRUNDY_FACT_MATCH_PAYOFF,
  GRUNDY_FACT_MOVE_MADE,
  GRUNDY_FACT_KIND_COUNT
} grundy_fact_kind;

/* The type of a parameter, and the members of grundy_fact_parameter that it uses. */
typedef enum grundy_fact_type {
  GRUNDY_FACT_TYPE_POSITION,  /* text, its name; vertex */
  GRUNDY_FACT_TYPE_NUMBER,    /* number; GRUNDY_INFINITY64 for infinity */
  GRUNDY_FACT_TYPE_REAL,      /* real */
  GRUNDY_FACT_TYPE_FLAG,      /* number, 0 or 1 */
  GRUNDY_FACT_TYPE_WORD,      /* text: an outcome, a player, a level */
  GRUNDY_FACT_TYPE_VALUE,     /* number, a nimber; or GRUNDY_INFINITY64, and K is `set` */
  GRUNDY_FACT_TYPE_SET,       /* set */
  GRUNDY_FACT_TYPE_POSITIONS, /* items: position */
  GRUNDY_FACT_TYPE_MOVES,     /* items: position, from which the move is made, and `to` */
  GRUNDY_FACT_TYPE_VALUES,    /* items: position and value */
  GRUNDY_FACT_TYPE_WORDS,     /* items: position, which is a word */
} grundy_fact_type;

/* An item of a list. */
typedef struct grundy_fact_item {
  const char *position, *to; /* names; NULL if there is none */
  uint32_t vertex, to_vertex;
  uint64_t number; /* the value, as in grundy_fact_parameter */
  grundy_set set;
} grundy_fact_item;

/* A parameter of a fact. */
typedef struct grundy_fact_parameter {
  const char *name; /* "position", "to", "remoteness" … */
  grundy_fact_type type;
  bool is_null;    /* there is none, or it is not known */
  uint32_t vertex; /* of the digraph that was explained; GRUNDY_INFINITY if there is none */
  const char *text;
  uint64_t number;
  double real;
  grundy_set set;
  const grundy_fact_item *items;
  uint64_t count; /* of items */
} grundy_fact_parameter;

/* One fact: it is made into one sentence. */
typedef struct grundy_fact {
  grundy_fact_kind kind;
  bool is_detail;     /* it belongs to the last fact before it that is not a detail */
  uint32_t paragraph; /* facts about one position have the same number, from 0 */
  const grundy_fact_parameter *parameters;
  uint32_t parameter_count;
} grundy_fact;

/* ---- parameters ---------------------------------------------------------------------------- */

/* A parameter of a type, without anything else; the functions below complete it. */
static inline grundy_fact_parameter grundy_fact_parameter_of(const char *name,
                                                             grundy_fact_type type) {
  grundy_fact_parameter parameter;
  memset(&parameter, 0, sizeof parameter);
  parameter.name = name;
  parameter.type = type;
  return parameter;
}

/* A vertex of a digraph; GRUNDY_INFINITY: no position. */
static inline grundy_fact_parameter grundy_with_position(const char *name, uint32_t v) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_POSITION);
  parameter.vertex = v;
  parameter.is_null = v == GRUNDY_INFINITY;
  return parameter;
}

/* A position by its name; NULL: no position. */
static inline grundy_fact_parameter grundy_with_name(const char *name, const char *text) {
  grundy_fact_parameter parameter = grundy_with_position(name, GRUNDY_INFINITY);
  parameter.text = text;
  parameter.is_null = text == NULL;
  return parameter;
}

static inline grundy_fact_parameter grundy_with_number(const char *name, uint64_t number) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_NUMBER);
  parameter.number = number;
  return parameter;
}

static inline grundy_fact_parameter grundy_without_number(const char *name) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_NUMBER);
  parameter.is_null = true;
  return parameter;
}

static inline grundy_fact_parameter grundy_with_real(const char *name, double real) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_REAL);
  parameter.real = real;
  return parameter;
}

static inline grundy_fact_parameter grundy_with_flag(const char *name, bool is_true) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_FLAG);
  parameter.number = is_true;
  return parameter;
}

/* A word that lives as long as the fact; NULL: none. */
static inline grundy_fact_parameter grundy_with_word(const char *name, const char *word) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_WORD);
  parameter.text = word;
  parameter.is_null = word == NULL;
  return parameter;
}

/* A player, or an outcome; null if the letter is neither. */
GRUNDY_API grundy_fact_parameter grundy_with_letter(const char *name, uint8_t letter);

static inline grundy_fact_parameter grundy_with_nimber(const char *name, uint64_t nimber) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_VALUE);
  parameter.number = nimber;
  return parameter;
}

static inline grundy_fact_parameter grundy_with_value(const char *name, grundy_value value) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_VALUE);
  parameter.number = value.nimber == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : value.nimber;
  parameter.set = value.k;
  return parameter;
}

static inline grundy_fact_parameter grundy_with_set(const char *name, grundy_set set) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, GRUNDY_FACT_TYPE_SET);
  parameter.set = set;
  return parameter;
}

/* Items whose names are NULL are named by their vertices. */
static inline grundy_fact_parameter grundy_with_items(const char *name, grundy_fact_type type,
                                                      const grundy_fact_item *items,
                                                      uint64_t count) {
  grundy_fact_parameter parameter = grundy_fact_parameter_of(name, type);
  parameter.items = items;
  parameter.count = count;
  return parameter;
}

/* A fact with these parameters, for grundy_fact_write. */
#define GRUNDY_FACT(of_kind, ...)                                                                  \
  (&(const grundy_fact){.kind = (of_kind),                                                         \
                        .parameters = (const grundy_fact_parameter[]){__VA_ARGS__},                \
                        .parameter_count = sizeof((const grundy_fact_parameter[]){__VA_ARGS__}) /  \
                                           sizeof(grundy_fact_parameter)})

/* ---- kinds and lists ----------------------------------------------------------------------- */

/* A description of a kind of fact; all texts are static. */
typedef struct grundy_fact_info {
  const char *name;       /* "p_position": the member `kind` in JSON */
  bool is_detail;         /* of another fact */
  const char *parameters; /* the names of the parameters, separated by spaces */
  const char *message;    /* the sentence in English, with parameters in braces */
} grundy_fact_info;

/* Returns a description of the kind. */
GRUNDY_API const grundy_fact_info *grundy_fact_describe(grundy_fact_kind kind);

/* A list of facts; it owns everything that the facts point to. */
typedef struct grundy_facts grundy_facts;

GRUNDY_API uint64_t grundy_facts_count(const grundy_facts *facts);

/* Returns a fact, numbered from 0. */
GRUNDY_API const grundy_fact *grundy_facts_get(const grundy_facts *facts, uint64_t i);

/* Frees the facts; NULL is allowed. */
GRUNDY_API void grundy_facts_free(grundy_facts *facts);

/* Returns the parameter with this name; NULL if the fact has none. */
GRUNDY_API const grundy_fact_parameter *grundy_fact_find(const grundy_fact *fact, const char *name);

/* Writes the sentence that states the fact, without a line feed; with `ascii`, "inf" instead of ∞,
 * "..." instead of …, "ae" instead of ä. */
GRUNDY_API void grundy_fact_write(const grundy_fact *fact, grundy_language language, bool ascii,
                                  FILE *out);

/* Writes all sentences: one per line, details indented, and an empty line between paragraphs. */
GRUNDY_API void grundy_facts_write(const grundy_facts *facts, grundy_language language, bool ascii,
                                   FILE *out);

/* Writes the facts as one JSON object, which docs/explain.md describes. GRUNDY_OUT_OF_MEMORY if a
 * sentence needs more memory than there is. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_facts_write_json(const grundy_facts *facts,
                                                                 grundy_language language,
                                                                 FILE *out, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
