/* Parses expressions. A kind of game says how its components are written; this file scans the text,
 * and knows nothing else about kinds. */

#include "base/alloc.h"
#include "base/bounded_text.h"
#include "base/quote.h"
#include "base/suggest.h"
#include "game/components/components.h"
#include "game/impl.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* One pair of parentheses, or the whole text, while it is parsed. */
typedef struct level {
  char joined_by;           /* the operator of this level; 0 before the first */
  uint64_t items;           /* number of operands, counting repetitions */
  uint64_t start;           /* of the actions of the item being parsed */
  uint64_t components;      /* number of components before that item */
  uint64_t repeat;          /* how often the item is repeated */
  const char *repeat_place; /* where that number is in the text */
} level;

typedef struct parser {
  grundy_cursor c; /* NUL-terminated */
  grundy_parsed *parsed;
  level levels[GRUNDY_EXPRESSION_MAX_DEPTH + 1];
  uint32_t depth;
  uint64_t components;
} parser;

/* A word of the text, without quotes. */
typedef struct word {
  char *at;
  size_t length;
  const char *place; /* where it begins in the text */
} word;

static const char space[] = " \t\r\n";

static void skip_space(parser *p) {
  grundy_cursor_skip(&p->c, space);
}

/* Fails with "unexpected ')'; expected ...", naming the current character. */
static grundy_status fail_here(const parser *p, const char *expected) {
  return grundy_cursor_fail_here(&p->c, "expression", expected);
}

/* ---- words ----------------------------------------------------------------------------------- */

static grundy_status copy_word(const parser *p, const char *from, size_t length, word *w) {
  w->at = grundy_arena_array(&p->parsed->arena, length + 1, 1);
  if (w->at == NULL) return grundy_fail_memory(p->c.error);
  memcpy(w->at, from, length);
  w->at[length] = '\0';
  w->length = length;
  return GRUNDY_OK;
}

static grundy_status read_quoted(parser *p, word *w) {
  const char *open = p->c.at, *end = grundy_quote_end(open, p->c.end);
  if (end == NULL)
    return grundy_cursor_fail_as(&p->c, GRUNDY_BAD_INPUT, open,
                                 "this quotation is not closed; expected \"");
  grundy_status status = copy_word(p, open + 1, (size_t)(end - open - 1), w);
  if (status != GRUNDY_OK) return status;
  p->c.at = end + 1;
  w->length = grundy_unquote(w->at, w->length);
  w->at[w->length] = '\0';
  return GRUNDY_OK;
}

/* Reads a quoted word, or one that ends before a space or one of the characters in `end`. */
static grundy_status read_word(parser *p, const char *end, const char *expected, word *w) {
  skip_space(p);
  *w = (word){.place = p->c.at};
  if (*p->c.at == '"') return read_quoted(p, w);
  size_t length = strcspn(p->c.at, end);
  if (length == 0) return fail_here(p, expected);
  const char *from = p->c.at;
  p->c.at += length;
  return copy_word(p, from, length, w);
}

static grundy_status fail_too_many(const parser *p, const char *place) {
  return grundy_cursor_fail_as(&p->c, GRUNDY_UNABLE, place,
                               "there are too many components; expected at most %" PRIu32,
                               GRUNDY_COMPOUND_MAX_COMPONENTS);
}

/* Returns whether a number and a star follow. */
static bool at_repeat(const parser *p) {
  size_t digits = strspn(p->c.at, "0123456789");
  size_t spaces = strspn(p->c.at + digits, space);
  return digits > 0 && p->c.at[digits + spaces] == '*';
}

/* Reads "3*", which at_repeat has seen, and notes the place of the number. */
static grundy_status read_times(parser *p, uint64_t *times, const char **place) {
  *place = p->c.at;
  (void)grundy_cursor_take_digits(&p->c, times);
  if (*times > GRUNDY_COMPOUND_MAX_COMPONENTS)
    return grundy_cursor_fail_as(&p->c, GRUNDY_UNABLE, *place,
                                 "the number is too large; expected at most %" PRIu32,
                                 GRUNDY_COMPOUND_MAX_COMPONENTS);
  if (*times == 0)
    return grundy_cursor_fail_as(&p->c, GRUNDY_BAD_INPUT, *place,
                                 "nothing can be repeated 0 times; expected at least 1");
  skip_space(p);
  p->c.at++; /* * */
  return GRUNDY_OK;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void use_free(grundy_game_use *use) {
  void (*free_data)(void *data) = use->free_data;
  if (free_data == NULL) free_data = use->name.kind->free_data;
  if (free_data != NULL) free_data(use->data);
  grundy_unreduced_free(use->unreduced);
  grundy_solution_free(use->solution);
  grundy_digraph_free(use->g);
}

/* Adds a game to those of the text, unless it is there already. Takes ownership of what `use` owns,
 * even on failure. */
static grundy_status add_use(parser *p, grundy_game_use use, uint32_t *number) {
  grundy_parsed *parsed = p->parsed;
  for (uint64_t i = 0; i < parsed->use_count; i++) {
    grundy_game_use *old = &parsed->uses[i];
    if (old->name.kind != use.name.kind || strcmp(old->text, use.text) != 0) continue;
    if (use.largest > old->largest) old->largest = use.largest;
    use_free(&use);
    *number = (uint32_t)i;
    return GRUNDY_OK;
  }
  if (!grundy_arena_grow(&parsed->arena, &parsed->uses, &parsed->use_capacity,
                         parsed->use_count + 1, sizeof *parsed->uses)) {
    use_free(&use);
    return grundy_fail_memory(p->c.error);
  }
  *number = (uint32_t)parsed->use_count;
  parsed->uses[parsed->use_count++] = use;
  return GRUNDY_OK;
}

grundy_status grundy_refuse_in_expression(const grundy_parsed *parsed, const char *place,
                                          grundy_status status, const grundy_error *why) {
  grundy_error *error = parsed->cursor.error;
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  (void)grundy_cursor_fail_as(&parsed->cursor, status, place, "%s", why->message);
  if (error != NULL && why->column > 0) error->column += why->column - 1;
  return grundy_because(error, why->reason, status);
}

/* Puts the name of a game into normal form, if its kind has one. The name begins at `place`. */
static grundy_status normalize(parser *p, grundy_game_use *use, const char *place) {
  grundy_error why = {0};
  grundy_status status = GRUNDY_OK;
  if (use->name.kind->normalize != NULL) status = use->name.kind->normalize(use, &why);
  if (status != GRUNDY_OK) return grundy_refuse_in_expression(p->parsed, place, status, &why);
  use->name.text = use->text;
  use->name.length = strlen(use->text);
  return GRUNDY_OK;
}

static grundy_status check_position(parser *p, grundy_game_use *use, const word *position) {
  grundy_error why = {0};
  grundy_status status = GRUNDY_OK;
  use->place = position->place;
  if (use->name.kind->check_position != NULL)
    status = use->name.kind->check_position(use, position->at, position->length, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  return grundy_refuse_in_expression(p->parsed, position->place, status, &why);
}

/* ---- components ------------------------------------------------------------------------------ */

static grundy_status add_action(parser *p, grundy_action action) {
  grundy_parsed *parsed = p->parsed;
  if (!grundy_arena_grow(&parsed->arena, &parsed->actions, &parsed->action_capacity,
                         parsed->action_count + 1, sizeof *parsed->actions))
    return grundy_fail_memory(p->c.error);
  parsed->actions[parsed->action_count++] = action;
  return GRUNDY_OK;
}

/* Takes ownership of what `use` owns, even on failure. */
static grundy_status add_atom(parser *p, grundy_game_use use, word position) {
  grundy_parsed *parsed = p->parsed;
  grundy_atom atom = {.position = position.at, .length = position.length, .place = position.place};
  grundy_status status = add_use(p, use, &atom.use);
  if (status == GRUNDY_OK &&
      !grundy_arena_grow(&parsed->arena, &parsed->atoms, &parsed->atom_capacity,
                         parsed->atom_count + 1, sizeof *parsed->atoms))
    status = grundy_fail_memory(p->c.error);
  if (status != GRUNDY_OK) return status;
  parsed->atoms[parsed->atom_count] = atom;
  p->components++;
  return add_action(p, (grundy_action){.atom = (uint32_t)parsed->atom_count++});
}

/* Characters that end a bare path or name, a name with arguments, and a bare position. */
static const char ends_name[] = " \t\r\n+&|()*@:\"{}";
static const char ends_arguments[] = " \t\r\n+&|()\"@";
static const char ends_position[] = " \t\r\n+&|()\"";
static const char ends_token[] = " \t\r\n+&|()\",{}";

/* Appends the next bytes of the text to a word. */
static grundy_status append(parser *p, word *w, size_t length) {
  assert(w->at != NULL);
  char *longer = grundy_arena_array(&p->parsed->arena, w->length + length + 1, 1);
  if (longer == NULL) return grundy_fail_memory(p->c.error);
  memcpy(longer, w->at, w->length);
  memcpy(longer + w->length, p->c.at, length);
  w->at = longer;
  w->length += length;
  w->at[w->length] = '\0';
  p->c.at += length;
  return GRUNDY_OK;
}

/* ---- unknown names ---------------------------------------------------------------------- */

static grundy_status fail_name(parser *p, const word *name) {
  char examples[GRUNDY_ERROR_MAX_TEXT];
  grundy_suggestion best = grundy_game_suggest(name->at, true);
  (void)grundy_cursor_fail(&p->c, name->place, "unknown game '%.*s'",
                           grundy_excerpt(name->at, name->length), name->at);
  grundy_bounded_text list = {.at = examples, .size = sizeof examples};
  for (const grundy_game_kind *const *kind = grundy_game_kinds; *kind != NULL; kind++) {
    grundy_bounded_append(&list, kind == grundy_game_kinds ? "" : ", ");
    grundy_bounded_append(&list, (*kind)->describe.example);
  }
  (void)grundy_bounded_finish(&list);
  if (grundy_game_is_expanded(name->at))
    grundy_error_append(p->c.error, "%s", grundy_quote_braces);
  else if (!grundy_error_suggest(p->c.error, &best))
    grundy_error_append(p->c.error, "; games are written like %s", examples);
  return grundy_because(p->c.error, GRUNDY_REASON_NO_GAME, GRUNDY_BAD_INPUT);
}

/* ---- NAME[:ARGUMENTS][@POSITION] -------------------------------------------------------- */

/* The first `length` bytes of the word are the name of a game of that kind. */
static grundy_status read_at(parser *p, const grundy_game_kind *kind, word name, size_t length) {
  word position = {.place = name.place};
  grundy_status status = GRUNDY_OK;
  if (kind->ruleset != NULL && name.length == length && *p->c.at == ':')
    status = append(p, &name, strcspn(p->c.at, ends_arguments));
  skip_space(p);
  if (status == GRUNDY_OK && *p->c.at == '@') {
    p->c.at++;
    status = read_word(p, ends_position, "the name of a position", &position);
  }
  if (status != GRUNDY_OK) return status;
  grundy_game_use use = {
      .name = grundy_game_name_of(kind, name.at, length), .text = name.at, .place = position.place};
  return add_atom(p, use, position);
}

/* ---- NAME[{SET}]:POSITION --------------------------------------------------------------- */

/* Reads "(w*2+3)" without the outer parentheses. */
static grundy_status read_in_parentheses(parser *p, word *w) {
  const char *open = p->c.at++, *from = p->c.at;
  uint64_t depth = 1;
  *w = (word){.place = p->c.at};
  for (; *p->c.at != '\0'; p->c.at++) {
    depth += *p->c.at == '(';
    depth -= *p->c.at == ')';
    if (depth == 0) break;
  }
  if (depth > 0)
    return grundy_cursor_fail_as(&p->c, GRUNDY_BAD_INPUT, open,
                                 "this parenthesis is not closed; expected )");
  return copy_word(p, from, (size_t)(p->c.at++ - from), w);
}

/* The name includes its set. */
static grundy_status read_after_colon(parser *p, const grundy_game_kind *kind, word name) {
  grundy_game_use use = {.name = {.kind = kind, .arguments = ""}, .text = name.at};
  word position = {0};
  char expected[80];
  grundy_status status = normalize(p, &use, name.place);
  skip_space(p);
  (void)snprintf(expected, sizeof expected, "a colon and %s", kind->position);
  if (status == GRUNDY_OK && !grundy_cursor_accept(&p->c, ':')) status = fail_here(p, expected);
  skip_space(p);
  if (status == GRUNDY_OK)
    status = kind->has_parentheses && *p->c.at == '('
                 ? read_in_parentheses(p, &position)
                 : read_word(p, ends_position, kind->position, &position);
  if (status == GRUNDY_OK) status = check_position(p, &use, &position);
  if (status == GRUNDY_OK) return add_atom(p, use, position);
  use_free(&use);
  return status;
}

/* ---- tokens:FILE{POSITION,...} ---------------------------------------------------------- */

/* Reads "a" or "3*a": each token is a component of the sum. */
static grundy_status read_token(parser *p, const char *path, uint64_t *count) {
  word position = {0};
  uint64_t times = 1;
  const char *place = NULL;
  grundy_status status = GRUNDY_OK;
  skip_space(p);
  if (at_repeat(p)) status = read_times(p, &times, &place);
  if (status == GRUNDY_OK) status = read_word(p, ends_token, "the name of a position", &position);
  if (status == GRUNDY_OK && *count + times > GRUNDY_COMPOUND_MAX_COMPONENTS)
    status = fail_too_many(p, place != NULL ? place : position.place);
  if (status != GRUNDY_OK) return status;
  grundy_game_use use = {.name = grundy_game_parse(path), .text = path, .place = position.place};
  status = add_atom(p, use, position);
  grundy_action again = {.atom = (uint32_t)p->parsed->atom_count - 1};
  for (uint64_t i = 1; i < times && status == GRUNDY_OK; i++) status = add_action(p, again);
  p->components += times - 1;
  *count += times;
  return status;
}

/* Reads what follows "tokens". */
static grundy_status read_tokens(parser *p) {
  word path = {0};
  uint64_t count = 0;
  p->c.at++; /* : */
  grundy_status status = read_word(p, ends_name, "a file, as in tokens:FILE{a,b}", &path);
  skip_space(p);
  if (status == GRUNDY_OK && *p->c.at != '{') status = fail_here(p, "{ and positions, as in {a,b}");
  for (bool more = true; more && status == GRUNDY_OK; more = *p->c.at == ',') {
    p->c.at++; /* { or , */
    status = read_token(p, path.at, &count);
    skip_space(p);
  }
  if (status == GRUNDY_OK && *p->c.at != '}') status = fail_here(p, "a comma or }");
  if (status != GRUNDY_OK) return status;
  p->c.at++;
  grundy_action join = {.count = (uint32_t)count, .kind = GRUNDY_DISJUNCTIVE};
  return count == 1 ? GRUNDY_OK : add_action(p, join);
}

/* ---- any component ---------------------------------------------------------------------- */

/* Continues after a name that is neither a file nor rules. */
static grundy_status read_named(parser *p, word name) {
  size_t length = 0;
  grundy_status status = GRUNDY_OK;
  if (*p->c.at == '{') { /* a set such as "{2,3}" belongs to the name */
    size_t set = strcspn(p->c.at, "}");
    if (p->c.at[set] == '\0') return fail_here(p, "a set that ends with }");
    status = append(p, &name, set + 1);
  }
  const grundy_game_kind *kind = NULL;
  if (status == GRUNDY_OK) {
    kind = grundy_game_match(name.at, name.length, false, &length);
    if (kind == NULL) status = fail_name(p, &name);
  }
  if (kind != NULL && kind->notation == GRUNDY_NOTATION_COLON)
    return read_after_colon(p, kind, name);
  return status == GRUNDY_OK ? read_tokens(p) : status;
}

/* Reads OPERATOR(GAME, ...)[@POSITION] or vector{...}:ARGUMENTS[@POSITION], whose name has that
 * length; 0: it is not closed. */
static grundy_status read_bracketed(parser *p, size_t length) {
  word name = {.place = p->c.at};
  size_t matched = 0;
  const char *open = p->c.at + strcspn(p->c.at, "({");
  if (length == 0)
    return grundy_cursor_fail_as(&p->c, GRUNDY_BAD_INPUT, open,
                                 *open == '(' ? "this parenthesis is not closed; expected )"
                                              : "this brace is not closed; expected }");
  grundy_status status = copy_word(p, p->c.at, length, &name);
  if (status != GRUNDY_OK) return status;
  const grundy_game_kind *kind = grundy_game_match(name.at, length, true, &matched);
  p->c.at += length;
  return read_at(p, kind, name, matched);
}

/* Returns whether the text is NAME:NUMBER, where NAME is both a game of the gallery and a game of
 * heaps, as nim:5 is: then it is a heap. The name is in the first `length` bytes. */
static bool is_heap(const char *text, size_t length) {
  size_t name = 0;
  const grundy_game_kind *kind = grundy_game_match(text, length, false, &name);
  if (kind == NULL || kind->notation != GRUNDY_NOTATION_COLON) return false;
  const char *at = text + name + strspn(text + name, space);
  if (*at != ':') return false;
  at += 1 + strspn(at + 1, space);
  return memchr(at, ',', strcspn(at, ends_arguments)) == NULL;
}

static grundy_status read_component(parser *p) {
  size_t bracketed;
  if (grundy_rule_operator_find(p->c.at, &bracketed) || grundy_vector_find(p->c.at, &bracketed))
    return read_bracketed(p, bracketed);
  size_t bare = strcspn(p->c.at, ends_arguments), length = 0;
  bool quoted = *p->c.at == '"';
  const grundy_game_kind *kind = grundy_game_match(p->c.at, bare, true, &length);
  bool heap = !quoted && is_heap(p->c.at, bare), has_start = kind->describe.has_start && !heap;
  word name;
  grundy_status status = read_word(p, has_start ? ends_arguments : ends_name,
                                   "a component, such as FILE@POSITION or nim:5", &name);
  if (status != GRUNDY_OK) return status;
  if (quoted || !has_start) kind = grundy_game_match(name.at, name.length, true, &length);
  skip_space(p);
  if (!quoted && (heap || !kind->describe.has_start) && (*p->c.at == ':' || *p->c.at == '{'))
    return read_named(p, name);
  return read_at(p, kind, name, length);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static level *top(parser *p) {
  return &p->levels[p->depth];
}

static void start_item(parser *p) {
  level *l = top(p);
  l->start = p->parsed->action_count;
  l->components = p->components;
  l->repeat = 1;
}

/* Completes an item: copies it as often as it is repeated. */
static grundy_status finish_item(parser *p) {
  level *l = top(p);
  grundy_parsed *parsed = p->parsed;
  uint64_t length = parsed->action_count - l->start, own = p->components - l->components;
  if (p->components + own * (l->repeat - 1) > GRUNDY_COMPOUND_MAX_COMPONENTS)
    return fail_too_many(p, l->repeat > 1 ? l->repeat_place : p->c.at);
  uint64_t copies = length * (l->repeat - 1);
  if (!grundy_arena_grow(&parsed->arena, &parsed->actions, &parsed->action_capacity,
                         parsed->action_count + copies, sizeof *parsed->actions))
    return grundy_fail_memory(p->c.error);
  for (uint64_t i = 0; i < copies; i++)
    parsed->actions[parsed->action_count + i] = parsed->actions[l->start + i];
  parsed->action_count += copies;
  p->components += own * (l->repeat - 1);
  l->items += l->repeat;
  return GRUNDY_OK;
}

static grundy_status finish_level(parser *p) {
  level *l = top(p);
  if (l->items == 1) return GRUNDY_OK;
  grundy_operator kind = l->joined_by == '&'   ? GRUNDY_CONJUNCTIVE
                         : l->joined_by == '|' ? GRUNDY_SELECTIVE
                                               : GRUNDY_DISJUNCTIVE;
  return add_action(p, (grundy_action){.count = (uint32_t)l->items, .kind = kind});
}

static grundy_status open_level(parser *p) {
  if (p->depth == GRUNDY_EXPRESSION_MAX_DEPTH)
    return grundy_cursor_fail_as(&p->c, GRUNDY_UNABLE, p->c.at,
                                 "parentheses are nested too deep; expected at most %d",
                                 (int)GRUNDY_EXPRESSION_MAX_DEPTH);
  p->depth++;
  *top(p) = (level){0};
  p->c.at++;
  start_item(p);
  return GRUNDY_OK;
}

static grundy_status read_operator(parser *p, char c) {
  level *l = top(p);
  if (l->joined_by != 0 && l->joined_by != c)
    return grundy_cursor_fail_as(
        &p->c, GRUNDY_BAD_INPUT, p->c.at,
        "%c does not mix with %c; expected parentheses that say which goes first", c, l->joined_by);
  l->joined_by = c;
  p->c.at++;
  start_item(p);
  return GRUNDY_OK;
}

static grundy_status close_level(parser *p) {
  if (p->depth == 0) return fail_here(p, "an operator or the end");
  grundy_status status = finish_level(p);
  p->c.at++;
  p->depth--;
  return status == GRUNDY_OK ? finish_item(p) : status;
}

/* Reads what follows an item: an operator, closing parentheses, or the end, where *more becomes
 * false. */
static grundy_status read_after_item(parser *p, bool *more) {
  for (;;) {
    grundy_status status;
    skip_space(p);
    char c = *p->c.at;
    if (c == '+' || c == '&' || c == '|') return read_operator(p, c);
    if (c == '\0' && p->depth == 0) {
      *more = false;
      return finish_level(p);
    }
    if (c != ')') return fail_here(p, p->depth == 0 ? "+, &, | or the end" : "+, &, | or )");
    status = close_level(p);
    if (status != GRUNDY_OK) return status;
  }
}

/* Reads one item, or the beginning of one in parentheses. */
static grundy_status read_item(parser *p, bool *more) {
  grundy_status status = GRUNDY_OK;
  skip_space(p);
  if (at_repeat(p)) {
    level *l = top(p);
    uint64_t times = 0;
    status = read_times(p, &times, &l->repeat_place);
    if (status != GRUNDY_OK) return status;
    l->repeat *= times;
    return l->repeat > GRUNDY_COMPOUND_MAX_COMPONENTS ? fail_too_many(p, l->repeat_place)
                                                      : GRUNDY_OK;
  }
  if (*p->c.at == '(') return open_level(p);
  status = read_component(p);
  if (status == GRUNDY_OK) status = finish_item(p);
  if (status == GRUNDY_OK) status = read_after_item(p, more);
  return status;
}

/* ---- whole expressions ----------------------------------------------------------------------- */

void grundy_parsed_free(grundy_parsed *parsed) {
  for (uint64_t i = 0; i < parsed->use_count; i++) use_free(&parsed->uses[i]);
  grundy_arena_free(&parsed->arena);
  *parsed = (grundy_parsed){0};
}

grundy_status grundy_parse(const char *text, grundy_parsed *parsed, grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("expression", text, strlen(text), error);
  parser p = {.c = c, .parsed = parsed};
  bool more = true;
  grundy_status status = GRUNDY_OK;
  *parsed = (grundy_parsed){.cursor = c};
  start_item(&p);
  while (more && status == GRUNDY_OK) status = read_item(&p, &more);
  if (status != GRUNDY_OK) grundy_parsed_free(parsed);
  return status;
}
