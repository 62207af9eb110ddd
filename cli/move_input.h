/* What a player types in a match: a command or a move. */

#ifndef GRUNDY_CLI_MOVE_INPUT_H
#define GRUNDY_CLI_MOVE_INPUT_H

#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>

typedef enum move_input_kind {
  INPUT_NOTHING, /* an empty line, or one that begins with # */
  INPUT_NUMBER,  /* of a move in the list */
  INPUT_MOVE,    /* steps, which the rules may not allow */
  INPUT_HINT,
  INPUT_BACK,
  INPUT_LIST,
  INPUT_HELP,
  INPUT_QUIT,
  INPUT_YES,
  INPUT_NO,
  INPUT_WRONG, /* `message` says why */
} move_input_kind;

struct move_input {
  move_input_kind kind;
  uint64_t number; /* of an INPUT_NUMBER */
  grundy_step *steps;
  uint64_t count;
  char message[GRUNDY_ERROR_MAX_TEXT];
};

/* Reads the line. Returns GRUNDY_OK or GRUNDY_OUT_OF_MEMORY. Release with move_input_free. */
grundy_status move_input_read(const char *line, grundy_expression *expression,
                              struct move_input *input, grundy_error *error);

/* Reads a move and nothing else: steps, or the name of a position if there is only one component.
 * The kind is INPUT_MOVE or INPUT_WRONG. */
grundy_status move_input_read_move(const char *text, grundy_expression *expression,
                                   struct move_input *input, grundy_error *error);

/* May be called twice. */
void move_input_free(struct move_input *input);

/* Writes the steps as they can be typed: 1 b, 2 3. */
void move_input_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count);

/* Writes a table of what can be typed. */
void move_input_put_help(FILE *out);

#endif
