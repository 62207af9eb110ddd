#include "move_input.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/explore.h>
#include <grundy/game.h>

#include "expression.h"
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

/* The rest of a line. */
struct reader {
  const char *at, *end;
  grundy_expression *expression;
  struct move_input *input;
  bool is_typed; /* in a match at the keyboard, where moves have numbers and h is help */
};

/* A piece of the line, or `owned` if it had quotes. */
struct name {
  const char *at;
  size_t length;
  char *owned;
};

static bool is_space(char c) {
  return c == ' ' || c == '\t';
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static void skip_space(struct reader *r) {
  while (r->at < r->end && is_space(*r->at)) r->at++;
}

/* Reads digits. Returns false if there are none. Numbers that are too large stay too large. */
static bool read_number(struct reader *r, uint64_t *number) {
  const char *first = r->at;
  *number = 0;
  for (; r->at < r->end && is_digit(*r->at); r->at++)
    if (*number < UINT64_C(1) << 59) *number = 10 * *number + (uint64_t)(*r->at - '0');
  return r->at > first;
}

/* Reports that the typed text is wrong. */
static void wrong(struct reader *r, const char *what, const char *at, size_t length,
                  const char *expected) {
  size_t shown = excerpt_length(at, length);
  r->input->kind = INPUT_WRONG;
  (void)snprintf(r->input->message, sizeof r->input->message, "'%.*s%s' %s; expected %s",
                 (int)shown, at, shown < length ? "..." : "", what, expected);
}

/* Returns whether another step begins here, after a comma. A name has to be quoted if a number and
 * a space follow a comma in it. */
static bool begins_step(const char *at, const char *end) {
  while (at < end && is_space(*at)) at++;
  const char *first = at;
  while (at < end && is_digit(*at)) at++;
  return at > first && at < end && is_space(*at);
}

static bool read_quoted(struct reader *r, struct name *name) {
  name->owned = malloc((size_t)(r->end - r->at) + 1);
  if (name->owned == NULL) return false;
  name->at = name->owned;
  r->at++;
  while (r->at < r->end && *r->at != '"') {
    if (*r->at == '\\' && r->at + 1 < r->end) r->at++;
    name->owned[name->length++] = *r->at++;
  }
  if (r->at < r->end) r->at++;
  return true;
}

static bool read_name(struct reader *r, struct name *name) {
  if (r->at < r->end && *r->at == '"') return read_quoted(r, name);
  name->at = r->at;
  while (r->at < r->end && !(*r->at == ',' && begins_step(r->at + 1, r->end))) r->at++;
  name->length = (size_t)(r->at - name->at);
  while (name->length > 0 && is_space(name->at[name->length - 1])) name->length--;
  return true;
}

/* Reports why the component has no such position. A digraph can suggest a position. */
static void refuse_target(struct reader *r, uint32_t component, const struct name *name,
                          const grundy_error *why) {
  grundy_expression_description of = grundy_expression_describe(r->expression, component);
  grundy_error close = {0};
  uint32_t v = 0;
  r->input->kind = INPUT_WRONG;
  if (why->reason == GRUNDY_REASON_NO_POSITION && of.solved != NULL)
    (void)!grundy_position_find(of.solved->g, name->at, name->length, &v, &close);
  else if (why->reason == GRUNDY_REASON_NO_POSITION)
    (void)fail_with(&close, GRUNDY_BAD_INPUT, "", "%.100s has no position '%.*s'", of.source,
                    (int)excerpt_length(name->at, name->length), name->at);
  (void)snprintf(r->input->message, sizeof r->input->message, "%s",
                 close.message[0] != '\0' ? close.message : why->message);
}

/* Takes the arrow of a kind of move, as in "+> b", from the name of a position. In a game without
 * kinds of moves this is only "->", unless the position is called so. */
static uint8_t take_arrow(grundy_component game, struct name *name) {
  static const uint8_t kinds[] = {GRUNDY_MOVE_ORDINARY, GRUNDY_MOVE_CARRY_ON, GRUNDY_MOVE_LOCAL,
                                  GRUNDY_MOVE_ENTAILING};
  bool has_kinds = GRUNDY_COMPONENT_HAS(game.kind, get_kinds);
  uint64_t to = 0;
  if (!has_kinds && !game.kind->find_position(game.data, name->at, name->length, &to, NULL))
    return 0;
  for (size_t i = 0; i < (has_kinds ? sizeof kinds : 1); i++) {
    const char *arrow = grundy_step_arrow(&(grundy_step){.kind = kinds[i]}) + 1;
    if (name->length < 3 || strncmp(name->at, arrow, 3) != 0) continue;
    name->at += 3;
    name->length -= 3;
    return has_kinds ? kinds[i] : 0;
  }
  return 0;
}

/* Reads the position that the component moves to. */
static void read_target(struct reader *r, uint32_t component, const struct name *name) {
  grundy_compound *compound = grundy_expression_compound(r->expression);
  grundy_component game = grundy_compound_component(compound, component);
  uint64_t to = 0;
  grundy_error why = {0};
  struct name bare = *name;
  uint8_t kind = take_arrow(game, &bare);
  if (game.kind->find_position(game.data, bare.at, bare.length, &to, &why) != GRUNDY_OK) {
    refuse_target(r, component, &bare, &why);
    return;
  }
  r->input->steps[r->input->count++] =
      (grundy_step){.component = component,
                    .from = grundy_compound_position(compound, component),
                    .to = to,
                    .kind = kind};
}

/* Reports that a step does not name its component. */
static void refuse_step(struct reader *r, const char *first) {
  if (r->is_typed) {
    wrong(r, "is not a move", first, (size_t)(r->end - first),
          "a number, a component and a position, or h for help");
    return;
  }
  r->input->kind = INPUT_WRONG;
  (void)snprintf(r->input->message, sizeof r->input->message,
                 "write the number of a component and a position, as in '2 b'");
}

/* Reads one step. Returns false if memory runs out. */
static bool read_step(struct reader *r) {
  const char *first = r->at;
  uint64_t component = 0;
  uint64_t count = grundy_compound_count(grundy_expression_compound(r->expression));
  struct name name = {0};
  char range[64];
  bool spaced = read_number(r, &component) && r->at < r->end && is_space(*r->at);
  if (!spaced) {
    refuse_step(r, first);
    return true;
  }
  if (component < 1 || component > count) {
    (void)snprintf(range, sizeof range, "1 to %llu", (unsigned long long)count);
    wrong(r, "is not a component", first, (size_t)(r->at - first), range);
    return true;
  }
  skip_space(r);
  if (!read_name(r, &name)) return false;
  read_target(r, (uint32_t)component - 1, &name);
  free(name.owned);
  return true;
}

/* Makes room for that many steps. Returns false if memory runs out. */
static bool start_steps(struct move_input *input, size_t most) {
  input->kind = INPUT_MOVE;
  input->steps = calloc(most, sizeof *input->steps);
  return input->steps != NULL;
}

/* Reads steps separated by commas. */
static grundy_status read_steps(struct reader *r, grundy_error *error) {
  size_t commas = 0;
  for (const char *c = r->at; c < r->end; c++) commas += *c == ',';
  if (!start_steps(r->input, commas + 1)) return fail_memory(error);
  for (bool more = true; more;) {
    skip_space(r);
    if (!read_step(r)) return fail_memory(error);
    skip_space(r);
    more = r->at < r->end && r->input->kind == INPUT_MOVE;
    if (more && *r->at != ',') {
      wrong(r, "follows the move", r->at, (size_t)(r->end - r->at), "a comma, or nothing");
      return GRUNDY_OK;
    }
    r->at++;
  }
  return GRUNDY_OK;
}

/* Returns whether the rest of the line is a number. */
static bool is_number(struct reader r, uint64_t *number) {
  return read_number(&r, number) && r.at == r.end;
}

/* Returns whether the line is a position, without the number of the only component. */
static bool is_position(const struct reader *r) {
  grundy_compound *compound = grundy_expression_compound(r->expression);
  grundy_component game = grundy_compound_component(compound, 0);
  uint64_t to = 0;
  struct name name = {.at = r->at, .length = (size_t)(r->end - r->at)};
  if (grundy_compound_count(compound) != 1) return false;
  (void)take_arrow(game, &name);
  return game.kind->find_position(game.data, name.at, name.length, &to, NULL) == GRUNDY_OK;
}

grundy_status move_input_read(const char *line, grundy_expression *expression,
                              struct move_input *input, grundy_error *error) {
  *input = (struct move_input){.kind = INPUT_NOTHING};
  struct reader r = {line, line + strlen(line), expression, input, true};
  skip_space(&r);
  while (r.end > r.at && is_space(r.end[-1])) r.end--;
  size_t length = (size_t)(r.end - r.at);
  if (length == 0 || *r.at == '#') return GRUNDY_OK;
  if (is_command(r.at, length, &input->kind)) return GRUNDY_OK;
  input->kind = INPUT_NUMBER;
  if (is_number(r, &input->number)) return GRUNDY_OK;
  if (!is_position(&r)) return read_steps(&r, error);
  if (!start_steps(input, 1)) return fail_memory(error);
  read_target(&r, 0, &(struct name){.at = r.at, .length = length});
  return GRUNDY_OK;
}

grundy_status move_input_read_move(const char *text, grundy_expression *expression,
                                   struct move_input *input, grundy_error *error) {
  *input = (struct move_input){.kind = INPUT_NOTHING};
  struct reader r = {text, text + strlen(text), expression, input, false};
  bool is_single = grundy_compound_count(grundy_expression_compound(expression)) == 1;
  struct reader rest = r;
  uint64_t number = 0;
  bool has_steps = read_number(&rest, &number) && rest.at < rest.end && is_space(*rest.at);
  bool is_name = is_position(&r);
  if (is_name || (is_single && !has_steps)) {
    struct name name = {.at = text, .length = strlen(text)};
    if (!start_steps(input, 1)) return fail_memory(error);
    if (!is_name && expression_is_quoted(text, name.length)) {
      if (!expression_unquote(text, name.length, &name.owned, &name.length))
        return fail_memory(error);
      name.at = name.owned;
    }
    read_target(&r, 0, &name);
    free(name.owned);
    return GRUNDY_OK;
  }
  return read_steps(&r, error);
}

void move_input_free(struct move_input *input) {
  free(input->steps);
  input->steps = NULL;
}

/* ---- the way back -------------------------------------------------------------------- */

/* Writes the name, in quotes if it begins or ends with a space or a quote, or has a comma that may
 * be misread. */
static void put_name(FILE *out, const char *name) {
  size_t length = strlen(name);
  const char *end = name + length;
  bool quoted = length == 0 || is_space(name[0]) || name[0] == '"' || is_space(end[-1]);
  for (const char *c = name; c < end; c++)
    quoted = quoted || (*c == ',' && begins_step(c + 1, end));
  if (quoted)
    put_quoted(out, name);
  else
    put_printable(out, name);
}

void move_input_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    (void)fprintf(out, "%s%lu ", i == 0 ? "" : ", ", (unsigned long)steps[i].component + 1);
    if (steps[i].kind != 0) (void)fprintf(out, "%s", grundy_step_arrow(&steps[i]) + 1);
    expression_put_position(out, expression, steps[i].component, steps[i].to, put_name);
  }
}
