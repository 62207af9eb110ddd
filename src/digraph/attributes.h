/* Attributes of positions: the player to move, and the outcome or payoff if play ends there. Most
 * games have none, and then they cost nothing. */

#ifndef GRUNDY_SRC_DIGRAPH_ATTRIBUTES_H
#define GRUNDY_SRC_DIGRAPH_ATTRIBUTES_H

#include <grundy/digraph.h>

#include "text/numbers.h"

/* The attributes of one vertex while a game is built, and their place in a file. Zeros mean
 * none. */
typedef struct grundy_attribute {
  double payoff;
  uint64_t line, column;
  uint8_t player;
  grundy_outcome outcome;
  bool has_payoff;
} grundy_attribute;

/* The table of a builder; vertices from `count` on have no attributes. */
typedef struct grundy_attribute_table {
  grundy_attribute *of;
  uint64_t count, capacity;
  const char *file; /* the place of the next attributes, for errors; NULL and 0: not known */
  uint64_t line, column;
} grundy_attribute_table;

/* The arrays of a digraph, one entry per vertex; each is NULL if no vertex has such an
 * attribute. */
typedef struct grundy_attributes {
  uint8_t *players;         /* 'A' or 'B' */
  grundy_outcome *outcomes; /* of terminal positions: P, N or D; with players, A, B or D */
  double *payoffs;          /* of terminal positions */
  uint8_t *frontier;        /* 1 where a move leaves the window of the game, 0 elsewhere */
} grundy_attributes;

void grundy_attributes_free(grundy_attributes *attributes);

/* Returns the name of a vertex of the builder, valid until the next vertex is added. */
const char *grundy_builder_name(const grundy_builder *builder, uint32_t v);

/* Sets the place in a file of the next attributes. `file` is borrowed until the builder is finished
 * or freed. */
void grundy_builder_place(grundy_builder *builder, const char *file, uint64_t line,
                          uint64_t column);

/* Sets an attribute of a vertex of the builder from its text in a file: player=A|B,
 * outcome=P|N|draw|A|B or payoff=NUMBER. GRUNDY_BAD_INPUT if it is anything else. */
grundy_status grundy_builder_attribute(grundy_builder *builder, uint32_t v, const char *name,
                                       size_t name_length, const char *value, size_t value_length,
                                       grundy_error *error);

/* The text of an attribute in files. */
enum { GRUNDY_ATTRIBUTES = 2, GRUNDY_ATTRIBUTE_TEXT = GRUNDY_REAL_ROOM };
typedef struct grundy_attribute_text {
  const char *name;
  char value[GRUNDY_ATTRIBUTE_TEXT];
} grundy_attribute_text;

/* Writes the attributes of v as text, and returns how many there are. */
int grundy_digraph_attributes(const grundy_digraph *g, uint32_t v,
                              grundy_attribute_text texts[GRUNDY_ATTRIBUTES]);

/* Fails with GRUNDY_UNDEFINED if g is a window of a larger game, or has parts of positions or kinds
 * of moves, for functions that need all moves and take them for ordinary ones: "a window of a
 * larger game has no quotient" if `what` is "quotient". */
grundy_status grundy_digraph_require_whole(const grundy_digraph *g, const char *what,
                                           grundy_error *error);

/* Returns what grundy_digraph_set_seen_by_mover has set. */
bool grundy_digraph_is_seen_by_mover(const grundy_digraph *g);

/* Returns whether the game has attributes. */
static inline bool grundy_has_attributes(const grundy_digraph *g) {
  return grundy_digraph_players(g) != NULL || grundy_digraph_outcomes(g) != NULL;
}

#endif
