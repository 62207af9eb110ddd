/* Operators on rules: pass(GAME, 2), block(GAME, 1), terminal(GAME, a, b), restrict(GAME, x < y).
 *
 * A comma with a space after it separates the arguments of an operator, because a comma alone
 * separates the arguments of rules. */

#include "game/kind.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/quote.h"
#include "game/impl.h"
#include "rules/operators.h"
#include "text/cursor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The deepest nesting of operators. */
enum { MOST_NESTED = 8 };

/* The parts of an operator: a copy of what is in its parentheses, cut into pieces. */
typedef struct parts {
  char *text;
  const char *game;
  char *rest; /* all after the game; NULL: nothing */
} parts;

typedef struct operator_info {
  const char *name; /* with the parenthesis */
  grundy_status (*apply)(grundy_ruleset *inner, const char *rest,
                         const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                         grundy_error *error);
} operator_info;

/* ---- scanning ------------------------------------------------------------------------------- */

/* Returns where the parenthesis that is open before `text` is closed; NULL if it is not. Quotations
 * are skipped. */
static const char *closing(const char *text) {
  uint64_t depth = 1;
  const char *end = text + strlen(text);
  for (const char *at = text; at < end; at++) {
    if (*at == '"') {
      at = grundy_quote_end(at, end);
      if (at == NULL) return NULL;
    }
    depth += *at == '(';
    depth -= *at == ')';
    if (depth == 0) return at;
  }
  return NULL;
}

/* Returns the first comma of the text, up to `end`, that is followed by a space and outside of
 * parentheses and quotations; `end` if there is none. */
static const char *separator(const char *text, const char *end) {
  int64_t depth = 0;
  for (const char *at = text; at < end; at++) {
    if (*at == '"') at = grundy_quote_end(at, end);
    assert(at != NULL && at < end); /* `closing` found the ends of all quotations */
    depth += (*at == '(') - (*at == ')');
    if (depth == 0 && *at == ',' && at + 1 < end && at[1] == ' ') return at;
  }
  return end;
}

/* ---- arguments ------------------------------------------------------------------------------ */

/* Reads a number from 1 to `most`. */
static bool read_count(const char *text, uint32_t most, uint32_t *count) {
  uint64_t number = 0;
  grundy_cursor c = grundy_cursor_of("", text, strlen(text), NULL);
  bool is_number = grundy_cursor_take_digits(&c, &number) > 0 && c.at == c.end;
  *count = (uint32_t)number;
  return is_number && number >= 1 && number <= most;
}

static grundy_status apply_pass(grundy_ruleset *inner, const char *rest,
                                const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                grundy_error *error) {
  uint32_t count = 1;
  (void)options;
  if (rest == NULL || read_count(rest, GRUNDY_PASS_MAX_COUNT, &count))
    return grundy_rule_operator_pass(inner, count, ruleset, error);
  grundy_ruleset_close(inner);
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "pass has '%.*s' as the number of passes; expected 1 to %d",
                     grundy_excerpt(rest, strlen(rest)), rest, (int)GRUNDY_PASS_MAX_COUNT);
}

static grundy_status apply_block(grundy_ruleset *inner, const char *rest,
                                 const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                 grundy_error *error) {
  uint32_t count = 0;
  (void)options;
  if (rest != NULL && read_count(rest, GRUNDY_BLOCK_MAX_COUNT, &count))
    return grundy_rule_operator_block(inner, count, ruleset, error);
  grundy_ruleset_close(inner);
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "block needs the number of moves that may be forbidden, 1 to %d, after a "
                     "comma and a space: block(GAME, 1)",
                     (int)GRUNDY_BLOCK_MAX_COUNT);
}

grundy_status grundy_rule_operator_names(char *rest, const char ***names, size_t *count,
                                         grundy_error *error) {
  uint64_t room = 0;
  char *end = rest + strlen(rest);
  for (char *at = rest; at <= end;) {
    char *stop = (char *)separator(at, end);
    if (!grundy_grow((void *)names, &room, *count + 1, sizeof **names))
      return grundy_fail_memory(error);
    size_t length = (size_t)(stop - at);
    *stop = '\0';
    if (length >= 2 && *at == '"' && stop[-1] == '"') {
      length = grundy_unquote(at + 1, length - 2);
      (++at)[length] = '\0';
    }
    (*names)[(*count)++] = at;
    at = stop + 1;
    while (at < end && *at == ' ') at++;
  }
  return GRUNDY_OK;
}

static grundy_status apply_terminal(grundy_ruleset *inner, const char *rest,
                                    const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                    grundy_error *error) {
  const char **names = NULL;
  size_t count = 0;
  (void)options;
  char *copy = strdup(rest == NULL ? "" : rest);
  grundy_status status = copy == NULL ? grundy_fail_memory(error)
                                      : grundy_rule_operator_names(copy, &names, &count, error);
  if (status == GRUNDY_OK && rest == NULL)
    status = grundy_fail(error, GRUNDY_BAD_INPUT,
                         "terminal needs positions, each after a comma and a space: "
                         "terminal(GAME, POSITION)");
  if (status == GRUNDY_OK)
    status = grundy_rule_operator_terminal(inner, names, count, ruleset, error);
  else
    grundy_ruleset_close(inner);
  free((void *)names);
  free(copy);
  return status;
}

static grundy_status apply_restrict(grundy_ruleset *inner, const char *rest,
                                    const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                    grundy_error *error) {
  if (rest != NULL) return grundy_rule_operator_restrict(inner, rest, options, ruleset, error);
  grundy_ruleset_close(inner);
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "restrict needs a condition after a comma and a space: restrict(GAME, a < b)");
}

static const operator_info operators[] = {
    {"pass(", apply_pass},
    {"block(", apply_block},
    {"terminal(", apply_terminal},
    {"restrict(", apply_restrict},
};

/* Returns the operator with which the text begins; NULL if there is none. */
static const operator_info *operator_of(const char *text) {
  for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++)
    if (strncmp(text, operators[i].name, strlen(operators[i].name)) == 0) return &operators[i];
  return NULL;
}

/* ---- opening -------------------------------------------------------------------------------- */

bool grundy_rule_operator_find(const char *text, size_t *length) {
  const operator_info *o = operator_of(text);
  const char *end = o == NULL ? NULL : closing(text + strlen(o->name));
  *length = end == NULL ? 0 : (size_t)(end + 1 - text);
  return o != NULL;
}

static bool match(const char *text, size_t length, size_t *name) {
  const operator_info *o = operator_of(text);
  *name = length;
  return o != NULL && length >= strlen(o->name);
}

/* Copies what is in the parentheses, without spaces at its ends, and cuts it after the game. */
static grundy_status cut(const char *text, const operator_info *o, parts *p, grundy_error *error) {
  const char *begin = text + strlen(o->name), *end = closing(begin);
  if (end == NULL || end[1] != '\0')
    return grundy_fail(error, GRUNDY_BAD_INPUT, "'%.*s' does not end with the parenthesis of %s",
                       grundy_excerpt(text, strlen(text)), text, o->name);
  while (begin < end && *begin == ' ') begin++;
  while (end > begin && end[-1] == ' ') end--;
  *p = (parts){.text = strndup(begin, (size_t)(end - begin))};
  if (p->text == NULL) return grundy_fail_memory(error);
  char *stop = (char *)separator(p->text, p->text + (end - begin));
  p->game = p->text;
  if (*stop == ',') {
    *stop++ = '\0';
    while (*stop == ' ') stop++;
    p->rest = stop;
    assert(*stop != '\0'); /* the text does not end with a space */
  }
  return GRUNDY_OK;
}

/* Returns the text after all operators with which it begins; *depth becomes their number. */
static const char *inside(const char *text, int *depth) {
  *depth = 0;
  for (const operator_info *o; (o = operator_of(text)) != NULL; ++*depth) {
    text += strlen(o->name);
    while (*text == ' ') text++;
  }
  return text;
}

grundy_game_name grundy_rule_operator_innermost(const char *text) {
  int depth;
  return grundy_game_parse(inside(text, &depth));
}

grundy_status grundy_rule_operator_game(const char *text, char **game, char **rest,
                                        grundy_error *error) {
  parts p = {0};
  grundy_status status = cut(text, operator_of(text), &p, error);
  *game = p.text; /* it ends after the game */
  *rest = p.rest;
  return status;
}

grundy_status grundy_rule_operator_open(const char *text, const char *arguments,
                                        const grundy_ruleset_options *options,
                                        grundy_ruleset **ruleset, grundy_error *error) {
  const operator_info *o = operator_of(text);
  grundy_ruleset *inner = NULL;
  parts p = {0};
  if (*arguments != '\0')
    return grundy_fail(error, GRUNDY_BAD_INPUT,
                       "'%.*s' follows the parenthesis of %s); expected no arguments there",
                       grundy_excerpt(arguments, strlen(arguments)), arguments, o->name);
  int depth;
  (void)inside(text, &depth);
  if (depth > MOST_NESTED)
    return grundy_fail(error, GRUNDY_UNABLE, "operators are nested too deep; expected at most %d",
                       (int)MOST_NESTED);
  grundy_status status = cut(text, o, &p, error);
  if (status != GRUNDY_OK) return status;
  grundy_open_options opening = {
      .size = sizeof opening, .memory = options->memory, .monitor = options->monitor};
  grundy_game_name name = grundy_game_parse(p.game);
  status = grundy_game_ruleset(&name, &opening, &inner, error);
  if (status == GRUNDY_OK)
    status = grundy_ruleset_require_ordinary(inner, "operators on rules", error);
  if (status == GRUNDY_OK) {
    /* A tablebase stores rules by their name, and so only those of the gallery. */
    inner->in_memory |= name.kind->describe.is_file;
    status = o->apply(inner, p.rest, options, ruleset, error);
  } else {
    grundy_ruleset_close(inner);
  }
  free(p.text);
  return status;
}

GRUNDY_GAME_KIND(operator) = {
    .describe = {.name = "operator",
                 .notation = "OPERATOR(GAME, ...)[@POSITION]",
                 .example = "pass(wythoff:3,5)",
                 .summary = "rules changed by pass, block, terminal or restrict",
                 .is_rules = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = grundy_game_explore,
    .ruleset = grundy_rule_operator_open,
};
