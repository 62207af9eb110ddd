#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "base/quoted.h"
#include "expression/impl.h"

#include <inttypes.h>
#include <string.h>

/* One pair of parentheses, or the whole text, while it is read. */
typedef struct level {
  char joined_by;         /* the operator of this level; 0 until there is one */
  uint64_t items;         /* joined by it, repetitions counted */
  uint64_t start;         /* of the actions of the item that is being read */
  uint64_t components;    /* how many there were before that item */
  uint64_t repeat;        /* how often it is to stand there */
  uint64_t repeat_column; /* of that number */
  uint64_t column;        /* of the opening parenthesis */
} level;

typedef struct parser {
  const char *text, *at;
  grundy_parsed *parsed;
  level levels[GRUNDY_EXPRESSION_MAX_DEPTH + 1];
  uint32_t depth;
  uint64_t components;
  const char *counted; /* the column of this place is known, so that counting takes linear time */
  uint64_t counted_column;
  grundy_error *error;
} parser;

/* A word of the text, unquoted; to be freed. */
typedef struct word {
  char *at;
  size_t length;
  uint64_t column;
} word;

/* ---- places and errors ----------------------------------------------------------------------- */

/* In characters: bytes that go on with a character are not counted. */
static uint64_t column_at(parser *p, const char *place) {
  if (place < p->counted || p->counted_column == 0) {
    p->counted = p->text;
    p->counted_column = 1;
  }
  for (; p->counted < place; p->counted++)
    p->counted_column += ((unsigned char)*p->counted & 0xc0) != 0x80;
  return p->counted_column;
}

static uint64_t column_here(parser *p) {
  return column_at(p, p->at);
}

static void skip_space(parser *p) {
  while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r') p->at++;
}

/* "unexpected ')'; expected ..." with the character that stands here. */
static grundy_status fail_here(parser *p, const char *expected) {
  size_t length = strlen(p->at);
  if (length == 0)
    return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, column_here(p),
                                     "the expression ends here; expected %s", expected);
  size_t shown = 1;
  while (((unsigned char)p->at[shown] & 0xc0) == 0x80) shown++;
  return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, column_here(p),
                                   "unexpected '%.*s'; expected %s", (int)shown, p->at, expected);
}

/* ---- words ----------------------------------------------------------------------------------- */

static grundy_status copy_word(const parser *p, const char *from, size_t length, word *w) {
  w->at = grundy_alloc(length + 1, 1);
  if (w->at == NULL) return grundy_fail_memory(p->error);
  memcpy(w->at, from, length);
  w->at[length] = '\0';
  w->length = length;
  return GRUNDY_OK;
}

static grundy_status read_quoted(parser *p, word *w) {
  const char *open = p->at, *end = grundy_quoted_end(open);
  if (end == NULL)
    return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, column_at(p, open),
                                     "a quotation begins here and does not end; expected \"");
  grundy_status status = copy_word(p, open + 1, (size_t)(end - open - 1), w);
  if (status != GRUNDY_OK) return status;
  p->at = end + 1;
  w->length = grundy_unquote(w->at, w->length);
  w->at[w->length] = '\0';
  return GRUNDY_OK;
}

/* A quoted word, or one up to a space or one of the characters in `end`. */
static grundy_status read_word(parser *p, const char *end, const char *expected, word *w) {
  skip_space(p);
  *w = (word){.column = column_here(p)};
  if (*p->at == '"') return read_quoted(p, w);
  size_t length = strcspn(p->at, end);
  if (length == 0) return fail_here(p, expected);
  const char *from = p->at;
  p->at += length;
  return copy_word(p, from, length, w);
}

/* Digits; a number above `most` is UNABLE. */
static grundy_status read_number(parser *p, uint64_t most, const char *expected, uint64_t *number) {
  skip_space(p);
  uint64_t column = column_here(p);
  if (*p->at < '0' || *p->at > '9') return fail_here(p, expected);
  *number = 0;
  for (; *p->at >= '0' && *p->at <= '9'; p->at++)
    if (*number <= most) *number = 10 * *number + (uint64_t)(*p->at - '0');
  if (*number <= most) return GRUNDY_OK;
  return grundy_fail_in_expression(p->error, GRUNDY_UNABLE, column,
                                   "the number is too large; expected at most %" PRIu64, most);
}

static grundy_status fail_too_many(parser *p, uint64_t column) {
  return grundy_fail_in_expression(p->error, GRUNDY_UNABLE, column,
                                   "there are too many components; expected at most %" PRIu32,
                                   GRUNDY_COMPOUND_MAX_COMPONENTS);
}

/* Is here a number and a star? */
static bool at_repeat(const parser *p) {
  size_t digits = strspn(p->at, "0123456789");
  size_t spaces = strspn(p->at + digits, " \t\r\n");
  return digits > 0 && p->at[digits + spaces] == '*';
}

/* "3*", and the column of the number. */
static grundy_status read_times(parser *p, uint64_t *times, uint64_t *column) {
  *column = column_here(p);
  grundy_status status = read_number(p, GRUNDY_COMPOUND_MAX_COMPONENTS, "a number", times);
  if (status != GRUNDY_OK) return status;
  if (*times == 0)
    return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, *column,
                                     "nothing can stand here 0 times; expected at least 1");
  skip_space(p);
  p->at++; /* * */
  return GRUNDY_OK;
}

/* ---- sources --------------------------------------------------------------------------------- */

static void source_free(grundy_source *source) {
  free(source->name);
  free(source->taken);
  grundy_digraph_free(source->g);
  grundy_solution_free(source->solution);
  grundy_ordinals_free(source->ordinals);
  grundy_heap_game_free(source->heaps);
  grundy_closed_form_free(source->closed);
}

/* The number of this source among those of the text. It takes over what `source` owns, on failure
 * too. */
static grundy_status add_source(parser *p, grundy_source source, uint32_t *number) {
  grundy_parsed *parsed = p->parsed;
  for (uint64_t i = 0; i < parsed->source_count; i++) {
    grundy_source *old = &parsed->sources[i];
    if (old->kind != source.kind || strcmp(old->name, source.name) != 0) continue;
    if (source.largest > old->largest) old->largest = source.largest;
    source_free(&source);
    *number = (uint32_t)i;
    return GRUNDY_OK;
  }
  if (!grundy_grow(&parsed->sources, &parsed->source_capacity, parsed->source_count + 1,
                   sizeof *parsed->sources)) {
    source_free(&source);
    return grundy_fail_memory(p->error);
  }
  *number = (uint32_t)parsed->source_count;
  parsed->sources[parsed->source_count++] = source;
  return GRUNDY_OK;
}

enum { MOST_TAKEN = 64 };

/* {1,2,4} in any order. */
static grundy_status read_set(parser *p, grundy_source *source) {
  uint32_t taken[MOST_TAKEN];
  uint64_t count = 0;
  do {
    uint64_t number, column;
    p->at++; /* { or , */
    skip_space(p);
    column = column_here(p);
    grundy_status status =
        read_number(p, GRUNDY_NIM_MAX_HEAP, "a number that may be taken", &number);
    if (status != GRUNDY_OK) return status;
    if (number == 0 || count == MOST_TAKEN)
      return grundy_fail_in_expression(
          p->error, GRUNDY_BAD_INPUT, column,
          "this cannot be in the set; expected 1 to %d numbers above 0", (int)MOST_TAKEN);
    taken[count++] = (uint32_t)number;
    skip_space(p);
  } while (*p->at == ',');
  if (*p->at != '}') return fail_here(p, "a comma or }");
  p->at++;
  count = grundy_sort_distinct(taken, count);
  source->taken = grundy_alloc(count, sizeof *source->taken);
  if (source->taken == NULL) return grundy_fail_memory(p->error);
  memcpy(source->taken, taken, count * sizeof *taken);
  source->taken_count = count;
  return GRUNDY_OK;
}

/* "take{1,2,4}". */
static grundy_status name_set(parser *p, grundy_source *source) {
  size_t room = 16 + 11 * (size_t)source->taken_count, length;
  free(source->name);
  source->name = grundy_alloc(room, 1);
  if (source->name == NULL) return grundy_fail_memory(p->error);
  length = (size_t)snprintf(source->name, room, "take{");
  for (uint64_t i = 0; i < source->taken_count; i++)
    length += (size_t)snprintf(source->name + length, room - length, "%s%" PRIu32,
                               i == 0 ? "" : ",", source->taken[i]);
  snprintf(source->name + length, room - length, "}");
  return GRUNDY_OK;
}

/* ---- components ------------------------------------------------------------------------------ */

static grundy_status add_action(parser *p, grundy_action action) {
  grundy_parsed *parsed = p->parsed;
  if (!grundy_grow(&parsed->actions, &parsed->action_capacity, parsed->action_count + 1,
                   sizeof *parsed->actions))
    return grundy_fail_memory(p->error);
  parsed->actions[parsed->action_count++] = action;
  return GRUNDY_OK;
}

/* Takes over the word of the position and the source. */
static grundy_status add_atom(parser *p, grundy_source source, word position) {
  grundy_parsed *parsed = p->parsed;
  grundy_atom atom = {
      .position = position.at, .length = position.length, .column = position.column};
  grundy_status status = add_source(p, source, &atom.source);
  if (status == GRUNDY_OK && !grundy_grow(&parsed->atoms, &parsed->atom_capacity,
                                          parsed->atom_count + 1, sizeof *parsed->atoms))
    status = grundy_fail_memory(p->error);
  if (status != GRUNDY_OK) {
    free(position.at);
    return status;
  }
  parsed->atoms[parsed->atom_count] = atom;
  p->components++;
  return add_action(p, (grundy_action){.atom = (uint32_t)parsed->atom_count++});
}

/* What ends a bare path or name, and a bare position: spaces, operators, quotes. */
static const char ends_name[] = " \t\r\n+&|()*@:\"{}";
static const char ends_position[] = " \t\r\n+&|()\"";
static const char ends_arguments[] = " \t\r\n+&|()\"@";
static const char ends_token[] = " \t\r\n+&|()\",{}";

static grundy_status read_file(parser *p, word path) {
  word position;
  p->at++; /* @ */
  grundy_status status = read_word(p, ends_position, "the name of a position", &position);
  if (status == GRUNDY_OK)
    return add_atom(p, (grundy_source){.kind = GRUNDY_SOURCE_FILE, .name = path.at}, position);
  free(path.at);
  free(position.at);
  return status;
}

/* Rules: what stands behind the colon becomes a part of the name. Without a position they start. */
static grundy_status read_rules(parser *p, word name) {
  word start = {.column = name.column};
  size_t length = *p->at == ':' ? strcspn(p->at, ends_arguments) : 0;
  char *longer = realloc(name.at, name.length + length + 1);
  if (longer == NULL) {
    free(name.at);
    return grundy_fail_memory(p->error);
  }
  memcpy(longer + name.length, p->at, length);
  longer[name.length + length] = '\0';
  name.at = longer;
  p->at += length;
  skip_space(p);
  if (*p->at == '@') return read_file(p, name);
  grundy_status status = copy_word(p, "", 0, &start);
  if (status == GRUNDY_OK)
    return add_atom(p, (grundy_source){.kind = GRUNDY_SOURCE_FILE, .name = name.at}, start);
  free(name.at);
  return status;
}

static grundy_status read_colon(parser *p, const char *expected) {
  skip_space(p);
  if (*p->at != ':') return fail_here(p, expected);
  p->at++;
  return GRUNDY_OK;
}

/* After the name, and its set: ":N". */
static grundy_status read_heap(parser *p, grundy_source source) {
  word position = {0};
  grundy_status status = read_colon(p, "a colon and the size of a heap");
  if (status == GRUNDY_OK) {
    skip_space(p);
    const char *from = p->at;
    position.column = column_here(p);
    status = read_number(p, GRUNDY_NIM_MAX_HEAP, "the size of a heap", &source.largest);
    if (status == GRUNDY_OK) status = copy_word(p, from, (size_t)(p->at - from), &position);
  }
  if (status == GRUNDY_OK) return add_atom(p, source, position);
  source_free(&source);
  return status;
}

/* "{fixed}" or "{free}", or nothing, which is the same as {fixed}. */
static grundy_status read_change(parser *p, grundy_source *source) {
  static const char expected[] = "fixed or free";
  grundy_source_kind kind = GRUNDY_SOURCE_COINS_FIXED;
  word change = {0};
  if (*p->at == '{') {
    p->at++;
    grundy_status status = read_word(p, ends_name, expected, &change);
    if (status != GRUNDY_OK) return status;
    bool is_free = strcmp(change.at, "free") == 0, known = is_free;
    known = known || strcmp(change.at, "fixed") == 0;
    free(change.at);
    if (!known)
      return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, change.column,
                                       "a dollar cannot be changed like this; expected %s",
                                       expected);
    skip_space(p);
    if (*p->at != '}') return fail_here(p, "}");
    p->at++;
    if (is_free) kind = GRUNDY_SOURCE_COINS_FREE;
  }
  source->kind = kind;
  char name[16];
  int length =
      snprintf(name, sizeof name, "coins{%s}", kind == GRUNDY_SOURCE_COINS_FREE ? "free" : "fixed");
  word copy;
  grundy_status status = copy_word(p, name, (size_t)length, &copy);
  if (status != GRUNDY_OK) return status;
  free(source->name);
  source->name = copy.at;
  return GRUNDY_OK;
}

/* After "coins{free}": ":D.CC". Whether that is a position is asked later. */
static grundy_status read_coins(parser *p, grundy_source source) {
  word position = {0};
  grundy_status status = read_colon(p, "a colon and an amount of money, such as 1.05");
  if (status == GRUNDY_OK)
    status = read_word(p, ends_position, "an amount of money, such as 1.05", &position);
  if (status == GRUNDY_OK) return add_atom(p, source, position);
  source_free(&source);
  return status;
}

/* "(w*2+3)" without the outer parentheses. */
static grundy_status read_in_parentheses(parser *p, word *w) {
  const char *open = p->at++, *from = p->at;
  uint64_t depth = 1;
  *w = (word){.column = column_here(p)};
  for (; *p->at != '\0'; p->at++) {
    depth += *p->at == '(';
    depth -= *p->at == ')';
    if (depth == 0) break;
  }
  if (depth > 0)
    return grundy_fail_in_expression(p->error, GRUNDY_BAD_INPUT, column_at(p, open),
                                     "this parenthesis is not closed; expected )");
  return copy_word(p, from, (size_t)(p->at++ - from), w);
}

static grundy_status check_ordinal(parser *p, const word *text) {
  grundy_ordinal *heap = NULL;
  grundy_error plain = {0};
  grundy_status status = grundy_ordinal_parse(text->at, text->length, &heap, &plain);
  grundy_ordinal_free(heap);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(p->error);
  return grundy_fail_in_expression(p->error, status, text->column + plain.column - 1, "%s",
                                   plain.message);
}

/* After "ordinal": ":5" or ":(w*2+3)". */
static grundy_status read_ordinal(parser *p, grundy_source source) {
  static const char expected[] = "an ordinal in parentheses, as in ordinal:(w*2+3)";
  word position = {0};
  p->at++; /* : */
  skip_space(p);
  grundy_status status = *p->at == '(' ? read_in_parentheses(p, &position)
                                       : read_word(p, ends_position, expected, &position);
  if (status == GRUNDY_OK) status = check_ordinal(p, &position);
  if (status == GRUNDY_OK) return add_atom(p, source, position);
  free(position.at);
  source_free(&source);
  return status;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* "a" or "3*a": tokens on one position are so many components of the sum. */
static grundy_status read_token(parser *p, const char *path, uint64_t *count) {
  word position = {0}, copy = {0};
  uint64_t times = 1, column = 0;
  grundy_status status = GRUNDY_OK;
  skip_space(p);
  if (at_repeat(p)) status = read_times(p, &times, &column);
  if (status == GRUNDY_OK) status = read_word(p, ends_token, "the name of a position", &position);
  if (status == GRUNDY_OK && *count + times > GRUNDY_COMPOUND_MAX_COMPONENTS)
    status = fail_too_many(p, column > 0 ? column : position.column);
  if (status == GRUNDY_OK) status = copy_word(p, path, strlen(path), &copy);
  if (status != GRUNDY_OK) {
    free(position.at);
    return status;
  }
  grundy_source source = {.kind = GRUNDY_SOURCE_FILE, .name = copy.at};
  status = add_atom(p, source, position);
  grundy_action again = {.atom = (uint32_t)p->parsed->atom_count - 1};
  for (uint64_t i = 1; i < times && status == GRUNDY_OK; i++) status = add_action(p, again);
  p->components += times - 1;
  *count += times;
  return status;
}

/* After "tokens": ":FILE{a,a,c}". A move moves one token, so that it is the sum of FILE@a, FILE@a
 * and FILE@c: what [Sat72, §3] says of tokens is what is known of sums, and holds with cycles too.
 */
static grundy_status read_tokens(parser *p) {
  word path = {0};
  uint64_t count = 0;
  p->at++; /* : */
  grundy_status status = read_word(p, ends_name, "a file, as in tokens:FILE{a,b}", &path);
  skip_space(p);
  if (status == GRUNDY_OK && *p->at != '{') status = fail_here(p, "{ and positions, as in {a,b}");
  for (bool more = true; more && status == GRUNDY_OK; more = *p->at == ',') {
    p->at++; /* { or , */
    status = read_token(p, path.at, &count);
    skip_space(p);
  }
  if (status == GRUNDY_OK && *p->at != '}') status = fail_here(p, "a comma or }");
  free(path.at);
  if (status != GRUNDY_OK) return status;
  p->at++;
  grundy_action join = {.count = (uint32_t)count, .kind = GRUNDY_DISJUNCTIVE};
  return count == 1 ? GRUNDY_OK : add_action(p, join);
}

/* ---- heap games --------------------------------------------------------------------------------
 */

/* "allbut{2,3}" as it stands in the text, if there is a set. */
static grundy_status read_code(parser *p, word *name) {
  size_t set = *p->at == '{' ? strcspn(p->at, "}") : 0;
  if (set == 0) return GRUNDY_OK;
  if (p->at[set] == '\0') return fail_here(p, "a set that ends with }");
  char *longer = realloc(name->at, name->length + set + 2);
  if (longer == NULL) return grundy_fail_memory(p->error);
  memcpy(longer + name->length, p->at, set + 1);
  name->at = longer;
  name->length += set + 1;
  longer[name->length] = '\0';
  p->at += set + 1;
  return GRUNDY_OK;
}

/* Is the name a code, and if so, is it right? */
static grundy_status check_code(parser *p, const word *name, bool *is_code) {
  grundy_heap_code *code = NULL;
  grundy_error plain = {0};
  grundy_status status = grundy_heap_code_parse(name->at, name->length, &code, &plain);
  grundy_heap_code_free(code);
  *is_code = status == GRUNDY_OK || strchr(name->at, '.') != NULL || strchr(name->at, '{') != NULL;
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(p->error);
  if (status == GRUNDY_OK || !*is_code) return GRUNDY_OK;
  return grundy_fail_in_expression(p->error, status, name->column + plain.column - 1, "%s",
                                   plain.message);
}

/* The largest of the numbers in "2,3". */
static uint64_t largest_number(const char *text) {
  uint64_t largest = 0, number = 0;
  for (; *text != '\0'; text++) {
    number = *text >= '0' && *text <= '9' ? 10 * number + (uint64_t)(*text - '0') : 0;
    if (number > largest) largest = number;
    if (largest > GRUNDY_NIM_MAX_HEAP) break;
  }
  return largest;
}

/* After a code or the name of a heap game: ":7" or ":2,3". */
static grundy_status read_heaps(parser *p, grundy_source source) {
  static const char expected[] = "a colon and the sizes of heaps, such as 7 or 2,3";
  word position = {0};
  grundy_status status = read_colon(p, expected);
  if (status == GRUNDY_OK) status = read_word(p, ends_position, expected, &position);
  if (status == GRUNDY_OK && position.at == NULL) status = grundy_fail_memory(p->error);
  if (status == GRUNDY_OK) {
    source.largest = largest_number(position.at);
    if (source.largest <= GRUNDY_EXPRESSION_MAX_HEAP) return add_atom(p, source, position);
    status = grundy_fail_in_expression(p->error, GRUNDY_UNABLE, position.column,
                                       "the heap is too large; expected at most %" PRIu64,
                                       GRUNDY_EXPRESSION_MAX_HEAP);
  }
  free(position.at);
  source_free(&source);
  return status;
}

static grundy_status fail_name(parser *p, const word *name) {
  return grundy_fail_in_expression(
      p->error, GRUNDY_BAD_INPUT, name->column,
      "there is no game called '%.*s'; expected FILE@POSITION, RULES:ARGUMENTS, nim:N, "
      "take{1,2}:N, ordinal:(w), coins:D.CC, tokens:FILE{a,b} or a heap game such as kayles:N or "
      "0.137:N",
      grundy_shown(name->at, name->length), name->at);
}

/* The games that have no word of their own. */
static grundy_status read_heap_game(parser *p, word name) {
  bool is_code = false;
  grundy_status status = read_code(p, &name);
  if (status == GRUNDY_OK) status = check_code(p, &name, &is_code);
  if (status == GRUNDY_OK && !is_code) status = fail_name(p, &name);
  if (status == GRUNDY_OK)
    return read_heaps(p, (grundy_source){.kind = GRUNDY_SOURCE_HEAPS, .name = name.at});
  free(name.at);
  return status;
}

static grundy_status read_named(parser *p, word name) {
  if (strcmp(name.at, "tokens") == 0 && *p->at == ':') {
    free(name.at);
    return read_tokens(p);
  }
  grundy_source source = {.name = name.at};
  grundy_status status = GRUNDY_OK;
  if (strcmp(name.at, "nim") == 0 && *p->at == ':') {
    source.kind = GRUNDY_SOURCE_NIM;
  } else if (strcmp(name.at, "take") == 0 && *p->at == '{') {
    source.kind = GRUNDY_SOURCE_TAKE;
    status = read_set(p, &source);
    if (status == GRUNDY_OK) status = name_set(p, &source);
  } else if (strcmp(name.at, "ordinal") == 0 && *p->at == ':') {
    source.kind = GRUNDY_SOURCE_ORDINAL;
    return read_ordinal(p, source);
  } else if (strcmp(name.at, "coins") == 0) {
    status = read_change(p, &source);
    if (status == GRUNDY_OK) return read_coins(p, source);
  } else {
    return read_heap_game(p, name);
  }
  if (status == GRUNDY_OK) return read_heap(p, source);
  source_free(&source);
  return status;
}

/* A base of rules is where they start unless a position is named; whether it is one is seen later.
 */
static bool may_be_base(const parser *p, const word *name) {
  static const char ending[] = ".npz";
  size_t length = sizeof ending - 1;
  return *p->at != '@' && *p->at != ':' && name->length > length &&
         strcmp(name->at + name->length - length, ending) == 0;
}

/* Is here the name of rules, bare and with arguments? It may be a path with colons in it. */
static grundy_status at_rules(const parser *p, bool *are_rules) {
  size_t length = strcspn(p->at, ends_arguments);
  word name;
  grundy_status status = copy_word(p, p->at, length, &name);
  if (status != GRUNDY_OK) return status;
  *are_rules = grundy_is_rules(name.at);
  free(name.at);
  return GRUNDY_OK;
}

static grundy_status read_component(parser *p) {
  word name;
  bool quoted = *p->at == '"', bare_rules = false;
  grundy_status status = at_rules(p, &bare_rules);
  if (status == GRUNDY_OK)
    status = read_word(p, bare_rules ? ends_arguments : ends_name,
                       "a component, such as FILE@POSITION or nim:5", &name);
  if (status != GRUNDY_OK) return status;
  if (name.at == NULL) return grundy_fail_memory(p->error);
  skip_space(p);
  if (grundy_is_rules(name.at) || may_be_base(p, &name)) return read_rules(p, name);
  if (*p->at == '@') return read_file(p, name);
  if (!quoted && (*p->at == ':' || *p->at == '{')) return read_named(p, name);
  free(name.at);
  return fail_here(p, "@ and the name of a position");
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

/* The item is complete: it is copied as often as it has to stand there. */
static grundy_status finish_item(parser *p) {
  level *l = top(p);
  grundy_parsed *parsed = p->parsed;
  uint64_t length = parsed->action_count - l->start, own = p->components - l->components;
  if (p->components + own * (l->repeat - 1) > GRUNDY_COMPOUND_MAX_COMPONENTS)
    return fail_too_many(p, l->repeat > 1 ? l->repeat_column : column_here(p));
  uint64_t copies = length * (l->repeat - 1);
  if (!grundy_grow(&parsed->actions, &parsed->action_capacity, parsed->action_count + copies,
                   sizeof *parsed->actions))
    return grundy_fail_memory(p->error);
  for (uint64_t i = 0; i < copies; i++)
    parsed->actions[parsed->action_count + i] = parsed->actions[l->start + i];
  parsed->action_count += copies;
  p->components += own * (l->repeat - 1);
  l->items += l->repeat;
  return GRUNDY_OK;
}

static grundy_operator operator_of(char c) {
  return c == '&' ? GRUNDY_CONJUNCTIVE : c == '|' ? GRUNDY_SELECTIVE : GRUNDY_DISJUNCTIVE;
}

static grundy_status finish_level(parser *p) {
  level *l = top(p);
  if (l->items == 1) return GRUNDY_OK;
  return add_action(
      p, (grundy_action){.count = (uint32_t)l->items, .kind = operator_of(l->joined_by)});
}

static grundy_status open_level(parser *p) {
  if (p->depth == GRUNDY_EXPRESSION_MAX_DEPTH)
    return grundy_fail_in_expression(p->error, GRUNDY_UNABLE, column_here(p),
                                     "parentheses are nested too deep; expected at most %d",
                                     (int)GRUNDY_EXPRESSION_MAX_DEPTH);
  p->depth++;
  *top(p) = (level){.column = column_here(p)};
  p->at++;
  start_item(p);
  return GRUNDY_OK;
}

static grundy_status read_repeat(parser *p) {
  level *l = top(p);
  uint64_t times = 0;
  grundy_status status = read_times(p, &times, &l->repeat_column);
  if (status != GRUNDY_OK) return status;
  l->repeat *= times;
  return l->repeat > GRUNDY_COMPOUND_MAX_COMPONENTS ? fail_too_many(p, l->repeat_column)
                                                    : GRUNDY_OK;
}

static grundy_status read_operator(parser *p, char c) {
  level *l = top(p);
  if (l->joined_by != 0 && l->joined_by != c)
    return grundy_fail_in_expression(
        p->error, GRUNDY_BAD_INPUT, column_here(p),
        "%c does not mix with %c; expected parentheses that say which goes first", c, l->joined_by);
  l->joined_by = c;
  p->at++;
  start_item(p);
  return GRUNDY_OK;
}

static grundy_status close_level(parser *p) {
  if (p->depth == 0) return fail_here(p, "an operator or the end");
  grundy_status status = finish_level(p);
  p->at++;
  p->depth--;
  return status == GRUNDY_OK ? finish_item(p) : status;
}

/* What stands behind an item, up to the next one: an operator, closing parentheses, or the end,
 * where *more becomes false. */
static grundy_status read_behind_item(parser *p, bool *more) {
  for (;;) {
    grundy_status status;
    skip_space(p);
    char c = *p->at;
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

/* One item, or the beginning of one in parentheses. */
static grundy_status read_item(parser *p, bool *more) {
  grundy_status status = GRUNDY_OK;
  skip_space(p);
  if (at_repeat(p)) return read_repeat(p);
  if (*p->at == '(') return open_level(p);
  status = read_component(p);
  if (status == GRUNDY_OK) status = finish_item(p);
  if (status == GRUNDY_OK) status = read_behind_item(p, more);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

void grundy_parsed_free(grundy_parsed *parsed) {
  for (uint64_t i = 0; i < parsed->source_count; i++) source_free(&parsed->sources[i]);
  for (uint64_t i = 0; i < parsed->atom_count; i++) free(parsed->atoms[i].position);
  free(parsed->sources);
  free(parsed->atoms);
  free(parsed->actions);
  *parsed = (grundy_parsed){0};
}

grundy_status grundy_parse(const char *text, grundy_parsed *parsed, grundy_error *error) {
  parser p = {.text = text, .at = text, .parsed = parsed, .error = error};
  bool more = true;
  grundy_status status = GRUNDY_OK;
  *parsed = (grundy_parsed){0};
  start_item(&p);
  while (more && status == GRUNDY_OK) status = read_item(&p, &more);
  if (status != GRUNDY_OK) grundy_parsed_free(parsed);
  return status;
}
