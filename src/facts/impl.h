/* Collects facts. Names and sets are copied, so facts outlive the game. */

#ifndef GRUNDY_SRC_FACTS_IMPL_H
#define GRUNDY_SRC_FACTS_IMPL_H

#include <grundy/facts.h>
#include <grundy/json.h>

typedef struct grundy_fact_block grundy_fact_block;

struct grundy_facts {
  grundy_fact *at;
  uint64_t count, capacity;
  grundy_fact_block *blocks; /* where everything is that facts point to */
  size_t left;               /* bytes that are free in the first block */
  uint32_t paragraph;        /* of the next fact */
  const char *position;      /* the name of the position that is explained; NULL: there is none */
  bool is_reduced;           /* names are those of symmetric positions */
  bool failed;               /* memory ran out: facts are missing */
};

/* ---- facts --------------------------------------------------------------------------------- */

/* Returns NULL if memory runs out. */
grundy_facts *grundy_facts_new(void);

/* Returns room for bytes that the facts own; NULL if memory runs out, and then the facts have
 * failed. */
void *grundy_facts_room(grundy_facts *facts, uint64_t bytes);

/* Copies bytes into the facts; NULL if memory runs out, and then the facts have failed. */
void *grundy_facts_keep(grundy_facts *facts, const void *bytes, uint64_t count, size_t item);

/* Adds a fact with the parameters of its kind; `g` has the names of vertices, and may be NULL if
 * there are none. */
void grundy_facts_add(grundy_facts *facts, grundy_fact_kind kind, const grundy_digraph *g,
                      const grundy_fact_parameter *parameters, uint32_t count);

#define GRUNDY_ADD_FACT(facts, kind, g, ...)                                                       \
  grundy_facts_add(facts, kind, g, (const grundy_fact_parameter[]){__VA_ARGS__},                   \
                   sizeof((const grundy_fact_parameter[]){__VA_ARGS__}) /                          \
                       sizeof(grundy_fact_parameter))

/* Returns whether the name can appear in a sentence without quotes. */
bool grundy_is_plain_word(const char *name);

/* ---- languages ------------------------------------------------------------------------------ */

/* A form of lists: what is between two items, what is before the last one, and an item. */
typedef struct grundy_list_form {
  const char *name, *between, *last, *item;
} grundy_list_form;

/* What messages in a language are made of. */
typedef struct grundy_wording {
  const char *code;              /* "en" */
  const char *const *messages;   /* by kind; NULL: those of grundy_fact_kinds */
  const grundy_list_form *forms; /* up to one without a name; all languages have the same names */
  const char *quotes[2];         /* around names that are not plain words */
} grundy_wording;

/* Returns what sentences in the language are made of. */
const grundy_wording *grundy_language_wording(grundy_language language);

/* Returns the message of the kind, with parameters in braces. */
const char *grundy_fact_message(grundy_fact_kind kind, grundy_language language);

extern const grundy_fact_info grundy_fact_kinds[GRUNDY_FACT_KIND_COUNT];
extern const grundy_wording grundy_english, grundy_german;

/* ---- JSON ---------------------------------------------------------------------------------- */

/* Writes the members of a fact into the object that is open: its kind, its parameters and its
 * sentence, which is made in the language if it is NULL. False if memory runs out. */
bool grundy_fact_write_members(grundy_json *json, const grundy_fact *fact, grundy_language language,
                               const char *sentence);

/* Writes the member `details` with the facts that belong to this one. False if memory runs out. */
bool grundy_facts_write_details(grundy_json *json, const grundy_facts *facts,
                                grundy_language language, uint64_t fact);

#endif
