#include "move_input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "failure.h"

/* ---- commands ------------------------------------------------------------------------ */

static const struct {
  const char *letter;
  const char *word;
  move_input_kind kind;
} commands[] = {
    {"?", "hint", INPUT_HINT}, {"u", "undo", INPUT_BACK}, {"m", "moves", INPUT_LIST},
    {"h", "help", INPUT_HELP}, {"q", "quit", INPUT_QUIT}, {"y", "yes", INPUT_YES},
    {"n", "no", INPUT_NO},
};

static bool is_command(const char *text, size_t length, move_input_kind *kind) {
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
    const char *names[] = {commands[i].letter, commands[i].word};
    for (int j = 0; j < 2; j++) {
      if (strlen(names[j]) != length || memcmp(names[j], text, length) != 0) continue;
      *kind = commands[i].kind;
      return true;
    }
  }
  return false;
}

void move_input_put_help(FILE *out) {
  static const char text[] =
      "  7             make the move with that number in the list\n"
      "  2 3           move component 2 to position 3\n"
      "  1 b, 2 3      move several components at once, where & or | joins them\n"
      "  1 \"b, 2\"      a position in quotes, if its name can be misread\n"
      "  1 +> b        a carry-on move, if there are others to b; also ->, => and !>\n"
      "  ?  or  hint   a best move, and why\n"
      "  u  or  undo   take back your last move\n"
      "  m  or  moves  the position and its moves, up to 1,000 of them\n"
      "  h  or  help   this\n"
      "  q  or  quit   leave the match, as Ctrl-D does\n"
      "Games joined by + move one at a time, by & all together, by | any of them.\n";
  (void)fputs(text, out);
}

/* ---- moves --------------------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || c == '\t';
}

/* Returns whether the text begins with a number, and where that ends. Numbers that are too large
 * stay too large. */
static bool is_number(const char *text, uint64_t *number, const char **end) {
  const char *at = text;
  *number = 0;
  for (; *at >= '0' && *at <= '9'; at++)
    if (*number < UINT64_C(1) << 59) *number = 10 * *number + (uint64_t)(*at - '0');
  *end = at;
  return at > text;
}

/* Reports that the typed text is not a move of any form. */
static void refuse_typed(const char *text, struct move_input *input) {
  size_t length = strlen(text), shown = excerpt_length(text, length);
  (void)snprintf(input->message, sizeof input->message,
                 "'%.*s%s' is not a move; expected a number, a component and a position, or h for "
                 "help",
                 (int)shown, text, shown < length ? "..." : "");
}

grundy_status move_input_read_move(const char *text, grundy_expression *expression,
                                   struct move_input *input, grundy_error *error) {
  grundy_error why = {0};
  *input = (struct move_input){.kind = INPUT_MOVE};
  grundy_status status = grundy_move_read(expression, text, &input->steps, &input->count, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  input->kind = INPUT_WRONG;
  (void)snprintf(input->message, sizeof input->message, "%s", why.message);
  if (status == GRUNDY_BAD_INPUT) return GRUNDY_OK;
  *error = why;
  return status;
}

/* Reads a line without blanks at its ends. */
static grundy_status read_trimmed(const char *line, grundy_expression *expression,
                                  struct move_input *input, grundy_error *error) {
  const char *end = NULL;
  if (line[0] == '\0' || line[0] == '#') return GRUNDY_OK;
  if (is_command(line, strlen(line), &input->kind)) return GRUNDY_OK;
  input->kind = INPUT_NUMBER;
  bool begins = is_number(line, &input->number, &end);
  if (begins && *end == '\0') return GRUNDY_OK;
  grundy_status status = move_input_read_move(line, expression, input, error);
  if (input->kind == INPUT_WRONG && !(begins && is_space(*end))) refuse_typed(line, input);
  return status;
}

grundy_status move_input_read(const char *line, grundy_expression *expression,
                              struct move_input *input, grundy_error *error) {
  *input = (struct move_input){.kind = INPUT_NOTHING};
  while (is_space(*line)) line++;
  size_t length = strlen(line);
  while (length > 0 && is_space(line[length - 1])) length--;
  char *trimmed = strndup(line, length);
  if (trimmed == NULL) return fail_memory(error);
  grundy_status status = read_trimmed(trimmed, expression, input, error);
  free(trimmed);
  return status;
}

void move_input_free(struct move_input *input) {
  free(input->steps);
  input->steps = NULL;
}

/* ---- the way back -------------------------------------------------------------------- */

void move_input_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count) {
  char *text = NULL;
  const grundy_compound *compound = grundy_expression_compound(expression);
  if (grundy_move_write(compound, steps, count, &text, NULL) != GRUNDY_OK) return;
  if (grundy_compound_count(compound) == 1) (void)fputs("1 ", out);
  put_printable(out, text);
  free(text);
}
