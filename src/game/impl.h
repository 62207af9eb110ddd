/* A parsed expression, for the files of this room. */

#ifndef GRUNDY_SRC_EXPRESSION_IMPL_H
#define GRUNDY_SRC_EXPRESSION_IMPL_H

#include <grundy/explore.h>
#include <grundy/expression.h>

/* Where games come from. */
typedef enum grundy_source_kind {
  GRUNDY_SOURCE_FILE, /* or rules */
  GRUNDY_SOURCE_NIM,
  GRUNDY_SOURCE_TAKE,
  GRUNDY_SOURCE_COINS_FIXED,
  GRUNDY_SOURCE_COINS_FREE,
  GRUNDY_SOURCE_ORDINAL,
  GRUNDY_SOURCE_HEAPS,
} grundy_source_kind;

/* A file or a named game; those that are the same are one source. */
typedef struct grundy_source {
  grundy_source_kind kind;
  char *name;      /* the path, or the name with its set in order */
  uint32_t *taken; /* the numbers of a subtraction set, increasing */
  uint64_t taken_count;
  uint64_t largest; /* the largest heap in the text */
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
  grundy_ordinals *ordinals;
  grundy_heap_game *heaps;
  grundy_closed_form *closed; /* rules that are too large to be explored */
} grundy_source;

/* A component as it stands in the text, however often it is repeated. */
typedef struct grundy_atom {
  uint32_t source;
  char *position;
  size_t length; /* 0: where rules start */
  uint64_t column;
} grundy_atom;

/* The expression as for a calculator with a stack. */
typedef struct grundy_action {
  uint32_t count; /* 0: add the atom; otherwise join so many */
  uint32_t atom;
  grundy_operator kind;
} grundy_action;

typedef struct grundy_parsed {
  grundy_source *sources;
  uint64_t source_count, source_capacity;
  grundy_atom *atoms;
  uint64_t atom_count, atom_capacity;
  grundy_action *actions;
  uint64_t action_count, action_capacity;
} grundy_parsed;

void grundy_parsed_free(grundy_parsed *parsed);

/* On failure *parsed is empty. */
grundy_status grundy_parse(const char *text, grundy_parsed *parsed, grundy_error *error);

/* Fails at the column of the expression. The status is told where a static analyser sees it. */
#define grundy_fail_in_expression(error, status, column, ...)                                      \
  ((void)grundy_fail_at(error, status, "expression", 1, column, __VA_ARGS__), (status))

#endif
