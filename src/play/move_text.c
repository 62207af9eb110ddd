/* Moves as text: "b", "+> b" or "\"b, 2\"" in a single game, and "2 3" or "1 b, 2 3" in several. */

#include <grundy/explore.h>
#include <grundy/play.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/quote.h"
#include "text/cursor.h"
#include "text/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

/* A text that is being read. Invariant: the steps have room for one step per comma, and one. */
typedef struct reader {
  grundy_expression *expression;
  grundy_compound *compound;
  grundy_cursor c;
  grundy_step *steps;
  uint64_t count;
  grundy_error *error;
} reader;

/* Returns whether a step begins here: the number of a component and a blank. Names are quoted if
 * they contain a comma after which a step seems to begin. */
static bool begins_step(const char *at, const char *end) {
  while (at < end && grundy_is_blank(*at)) at++;
  const char *first = at;
  while (at < end && *at >= '0' && *at <= '9') at++;
  return at > first && at < end && grundy_is_blank(*at);
}

/* Finds out whether a position has this name; fails only if memory runs out. */
static grundy_status is_name(const reader *r, grundy_component game, grundy_word name,
                             bool *is_one) {
  uint64_t to = 0;
  grundy_status status = game.kind->find_position(game.data, name.at, name.length, &to, NULL);
  *is_one = status == GRUNDY_OK;
  return status == GRUNDY_OUT_OF_MEMORY ? grundy_fail_memory(r->error) : GRUNDY_OK;
}

/* Takes the arrow of a kind of move, as in "+> b", from the name of a position. In a game without
 * kinds of moves this is only "->", unless the position is called so. */
static grundy_status take_arrow(const reader *r, grundy_component game, grundy_word *name,
                                uint8_t *kind) {
  static const uint8_t kinds[] = {GRUNDY_MOVE_ORDINARY, GRUNDY_MOVE_CARRY_ON, GRUNDY_MOVE_LOCAL,
                                  GRUNDY_MOVE_ENTAILING};
  bool has_kinds = GRUNDY_COMPONENT_HAS(game.kind, get_kinds), is_one = false;
  grundy_status status = has_kinds ? GRUNDY_OK : is_name(r, game, *name, &is_one);
  *kind = 0;
  if (status != GRUNDY_OK || is_one) return status;
  for (size_t i = 0; i < (has_kinds ? sizeof kinds : 1); i++) {
    const char *arrow = grundy_step_arrow(&(grundy_step){.kind = kinds[i]}) + 1;
    if (name->length < 3 || strncmp(name->at, arrow, 3) != 0) continue;
    name->at += 3;
    name->length -= 3;
    if (has_kinds) *kind = kinds[i];
    break;
  }
  return GRUNDY_OK;
}

/* Fails because the component has no such position, which a digraph can suggest another for. */
static grundy_status refuse_target(const reader *r, uint32_t component, grundy_word name,
                                   const grundy_error *why) {
  grundy_expression_description of = grundy_expression_describe(r->expression, component);
  grundy_error close = {0};
  uint32_t v = 0;
  if (why->status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(r->error);
  if (why->reason == GRUNDY_REASON_NO_POSITION && of.solved != NULL)
    (void)!grundy_position_find(of.solved->g, name.at, name.length, &v, &close);
  else if (why->reason == GRUNDY_REASON_NO_POSITION)
    return grundy_fail(r->error, GRUNDY_BAD_INPUT, "%.100s has no position '%.*s'", of.source,
                       grundy_excerpt(name.at, name.length), name.at);
  return grundy_fail(r->error, GRUNDY_BAD_INPUT, "%s",
                     close.message[0] != '\0' ? close.message : why->message);
}

/* Adds a step to the position with this name. */
static grundy_status add_step(reader *r, uint32_t component, grundy_word name) {
  grundy_component game = grundy_compound_component(r->compound, component);
  uint64_t to = 0;
  grundy_error why = {0};
  uint8_t kind = 0;
  grundy_status status = take_arrow(r, game, &name, &kind);
  if (status != GRUNDY_OK) return status;
  if (game.kind->find_position(game.data, name.at, name.length, &to, &why) != GRUNDY_OK)
    return refuse_target(r, component, name, &why);
  r->steps[r->count++] = (grundy_step){.component = component,
                                       .from = grundy_compound_position(r->compound, component),
                                       .to = to,
                                       .kind = kind};
  return GRUNDY_OK;
}

/* Adds a step to the position whose name is between the quotes at the ends of the word. */
static grundy_status add_quoted(reader *r, uint32_t component, grundy_word word) {
  char *name = grundy_alloc(word.length + 1, 1);
  if (name == NULL) return grundy_fail_memory(r->error);
  memcpy(name, word.at + 1, word.length - 2);
  grundy_word plain = {name, grundy_unquote(name, word.length - 2)};
  grundy_status status = add_step(r, component, plain);
  free(name);
  return status;
}

/* Takes the name of a position up to the next step; *is_quoted says whether it is in quotes. */
static grundy_status take_name(reader *r, grundy_word *name, bool *is_quoted) {
  grundy_cursor *c = &r->c;
  *name = (grundy_word){c->at, 0};
  *is_quoted = grundy_cursor_is_at(c, '"');
  if (*is_quoted) {
    const char *last = grundy_quote_end(c->at, c->end);
    if (last == NULL)
      return grundy_fail(r->error, GRUNDY_BAD_INPUT, "'%.*s' lacks the closing quote",
                         grundy_excerpt(c->at, (size_t)(c->end - c->at)), c->at);
    name->length = (size_t)(last + 1 - c->at);
    c->at = last + 1;
    return GRUNDY_OK;
  }
  while (c->at < c->end && !(*c->at == ',' && begins_step(c->at + 1, c->end))) c->at++;
  name->length = (size_t)(c->at - name->at);
  while (name->length > 0 && grundy_is_blank(name->at[name->length - 1])) name->length--;
  return GRUNDY_OK;
}

static grundy_status read_step(reader *r) {
  const char *first = r->c.at;
  uint64_t component = 0, count = grundy_compound_count(r->compound);
  grundy_word name;
  bool is_quoted = false;
  if (!begins_step(r->c.at, r->c.end))
    return grundy_fail(r->error, GRUNDY_BAD_INPUT,
                       "write the number of a component and a position, as in '2 b'");
  size_t digits = grundy_cursor_take_digits(&r->c, &component);
  if (component < 1 || component > count)
    return grundy_fail(r->error, GRUNDY_BAD_INPUT,
                       "'%.*s' is not a component; expected 1 to %" PRIu64,
                       grundy_excerpt(first, digits), first, count);
  grundy_cursor_skip(&r->c, " \t");
  grundy_status status = take_name(r, &name, &is_quoted);
  if (status != GRUNDY_OK) return status;
  return is_quoted ? add_quoted(r, (uint32_t)component - 1, name)
                   : add_step(r, (uint32_t)component - 1, name);
}

/* Reads steps separated by commas. */
static grundy_status read_steps(reader *r) {
  grundy_cursor *c = &r->c;
  grundy_status status = GRUNDY_OK;
  for (bool more = true; more && status == GRUNDY_OK;) {
    grundy_cursor_skip(c, " \t");
    status = read_step(r);
    grundy_cursor_skip(c, " \t");
    more = c->at < c->end;
    if (status == GRUNDY_OK && more && !grundy_cursor_accept(c, ','))
      status = grundy_fail(r->error, GRUNDY_BAD_INPUT,
                           "'%.*s' follows the move; expected a comma, or nothing",
                           grundy_excerpt(c->at, (size_t)(c->end - c->at)), c->at);
  }
  return status;
}

static grundy_status read_move(reader *r) {
  grundy_cursor *c = &r->c;
  grundy_word all = {c->at, (size_t)(c->end - c->at)}, name = all;
  if (grundy_compound_count(r->compound) != 1) return read_steps(r);
  grundy_component game = grundy_compound_component(r->compound, 0);
  uint8_t kind;
  bool is_one = false; /* a position of the only component */
  grundy_status status = take_arrow(r, game, &name, &kind);
  if (status == GRUNDY_OK) status = is_name(r, game, name, &is_one);
  if (status != GRUNDY_OK) return status;
  if (is_one) return add_step(r, 0, all);
  if (begins_step(c->at, c->end)) return read_steps(r);
  bool is_quoted =
      all.length >= 2 && *all.at == '"' && grundy_quote_end(all.at, c->end) == c->end - 1;
  return is_quoted ? add_quoted(r, 0, all) : add_step(r, 0, all);
}

grundy_status grundy_move_read(grundy_expression *expression, const char *text, grundy_step **steps,
                               uint64_t *count, grundy_error *error) {
  size_t length = strlen(text), commas = 0;
  for (const char *at = text; *at != '\0'; at++) commas += *at == ',';
  reader r = {.expression = expression,
              .compound = grundy_expression_compound(expression),
              .c = grundy_cursor_of("", text, length, error),
              .steps = grundy_alloc(commas + 1, sizeof *r.steps),
              .error = error};
  grundy_status status = r.steps == NULL ? grundy_fail_memory(error) : read_move(&r);
  if (status != GRUNDY_OK) {
    free(r.steps);
    return status;
  }
  *steps = r.steps;
  *count = r.count;
  return GRUNDY_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Returns whether a name is read back only if it is in quotes. */
static bool needs_quotes(const char *name, size_t length, bool is_single) {
  const char *end = name + length;
  bool needs = length == 0 || grundy_is_blank(name[0]) || grundy_is_blank(end[-1]);
  for (const char *at = name; at < end && !needs; at++) {
    bool begins = at == name || grundy_is_blank(at[-1]);
    needs = (begins && (*at == '"' || *at == '#')) ||
            (*at == ',' && !is_single && begins_step(at + 1, end));
  }
  return needs;
}

/* Appends the position that a step leads to, after the arrow of its kind. */
static void append_target(grundy_text *text, const grundy_compound *compound,
                          const grundy_step *step) {
  enum { ARROW = 3 };
  size_t before = step->kind == 0 ? 0 : ARROW;
  size_t length = before + grundy_compound_name(compound, step->component, step->to, NULL, 0);
  char *name = grundy_alloc(length + 1, 1), *quoted = grundy_alloc(2 * length + 2, 1);
  text->failed |= name == NULL || quoted == NULL;
  if (!text->failed) {
    memcpy(name, grundy_step_arrow(step) + 1, before);
    (void)grundy_compound_name(compound, step->component, step->to, name + before,
                               length + 1 - before);
    bool is_single = grundy_compound_count(compound) == 1;
    if (needs_quotes(name, strlen(name), is_single))
      grundy_text_append(text, quoted, grundy_quote(name, quoted));
    else
      grundy_text_append(text, name, strlen(name));
  }
  free(name);
  free(quoted);
}

grundy_status grundy_move_write(const grundy_compound *compound, const grundy_step *steps,
                                uint64_t count, char **text, grundy_error *error) {
  grundy_text made = {0};
  for (uint64_t i = 0; i < count; i++) {
    char number[32];
    int length = snprintf(number, sizeof number, "%s%" PRIu32 " ", i == 0 ? "" : ", ",
                          steps[i].component + 1);
    if (grundy_compound_count(compound) > 1) grundy_text_append(&made, number, (size_t)length);
    append_target(&made, compound, &steps[i]);
  }
  grundy_text_append(&made, "", 1);
  if (made.failed) {
    grundy_text_free(&made);
    return grundy_fail_memory(error);
  }
  *text = made.at;
  return GRUNDY_OK;
}
