/* What a person types in a match: a command, or a move. */

#ifndef GRUNDY_CLI_TYPED_H
#define GRUNDY_CLI_TYPED_H

#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>

typedef enum typed_kind {
  TYPED_NOTHING, /* an empty line, or one that begins with # */
  TYPED_NUMBER,  /* of a move in the list */
  TYPED_MOVE,    /* steps; whether the rules allow them is not asked here */
  TYPED_HINT,
  TYPED_BACK,
  TYPED_LIST,
  TYPED_HELP,
  TYPED_QUIT,
  TYPED_YES,
  TYPED_NO,
  TYPED_WRONG, /* `message` says why */
} typed_kind;

struct typed {
  typed_kind kind;
  uint64_t number; /* of a TYPED_NUMBER */
  grundy_step *steps;
  uint64_t count;
  char message[GRUNDY_ERROR_MAX_TEXT];
};

/* Reads the line. GRUNDY_OUT_OF_MEMORY, or GRUNDY_OK. To be freed by typed_free. */
grundy_status typed_read(const char *line, grundy_expression *expression, struct typed *typed,
                         grundy_error *error);

/* May be called twice. */
void typed_free(struct typed *typed);

/* Writes the steps as they are to be typed: 1 b, 2 3. */
void typed_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                     uint64_t count);

/* Says what can be typed, as a table. */
void typed_put_help(FILE *out);

#endif
