/* Expressions that are refused, for tests. */

#ifndef SUPPORT_EXPRESSIONS_H
#define SUPPORT_EXPRESSIONS_H

#include <grundy/game.h>

typedef struct bad_expression {
  const char *text;
  int column; /* 0: the error has no place */
  grundy_status status;
  const char *message; /* a part of it */
} bad_expression;

/* Every one of the texts fails to open with its status and message, at its column of line 1. */
void assert_expressions_fail(const bad_expression *cases, size_t count,
                             const grundy_expression_options *options);

#endif
