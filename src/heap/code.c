/* Codes of heap games as text. A code is stored in a normal form, so that all texts of the same
 * rules give the same text. */

#include "heap/code.h"
#include "base/alloc.h"
#include "base/lower_bound.h"
#include "base/order.h"
#include "base/suggest.h"
#include "heap/impl.h"
#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- well-known games ------------------------------------------------------------------- */

static const grundy_heap_name names[] = {
    {"kayles", "0.77", "take one or two, and split what is left if you like"},
    {"dawson-kayles", "0.07", "take two, and split what is left if you like"},
    {"dawson-chess", "0.137", "Dawson's chess on three rows, as many columns as beans"},
    {"treblecross", "0.007", "noughts and crosses in one row, with crosses alone"},
    {"officers", "0.6", "take one, but leave something, in one heap or two"},
    {"grundy", "grundy", "split a heap into two that are not equal"},
    {"nim", "0.3...", "take what you like"},
    {"lasker", "4.3...", "take what you like, or split a heap"},
    {"node-kayles:path", "0.137", "Node Kayles on a path, as many vertices as beans"},
    {"graph-kayles:path", "0.77", "Kayles on a path, as many vertices as beans"},
    {"top-entails", "top-entails",
     "split a heap, or take one and the opponent must answer in the same heap"},
    {"guiles", "0.15", "take a whole heap of one or two, or take two and split the rest"},
};

const grundy_heap_name *grundy_heap_names(size_t index) {
  return index < sizeof names / sizeof *names ? &names[index] : NULL;
}

static const grundy_heap_name *find_name(const char *text, size_t length) {
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (grundy_bytes_are(text, length, names[i].name)) return &names[i];
  return NULL;
}

bool grundy_heap_is_named(const char *text, size_t length) {
  return find_name(text, length) != NULL;
}

/* ---- queries ---------------------------------------------------------------------------- */

/* Returns the number of smaller elements of the set. */
static uint32_t rank_in_set(const grundy_heap_code *code, uint32_t number) {
  return (uint32_t)grundy_lower_bound(code->set, code->set_count, number);
}

static bool in_set(const grundy_heap_code *code, uint32_t number) {
  uint32_t rank = rank_in_set(code, number);
  return rank < code->set_count && code->set[rank] == number;
}

uint32_t grundy_heap_digit(const grundy_heap_code *code, uint32_t taken) {
  switch (code->kind) {
  case GRUNDY_HEAP_TAKE:
    return in_set(code, taken) ? 3 : 0;
  case GRUNDY_HEAP_ALLBUT:
    return taken > 0 && !in_set(code, taken) ? 3 : 0;
  case GRUNDY_HEAP_UNEQUAL:
    return taken == 0 ? 4 : 0;
  default:
    if (taken <= code->last) return code->digits[taken];
    if (code->repeat == 0) return 0;
    return code->digits[code->last + 1 - code->repeat + (taken - code->last - 1) % code->repeat];
  }
}

uint32_t grundy_heap_next_digit(const grundy_heap_code *code, uint32_t taken) {
  if (code->kind == GRUNDY_HEAP_TAKE) {
    uint32_t rank = rank_in_set(code, taken);
    return rank < code->set_count ? code->set[rank] : UINT32_MAX;
  }
  return grundy_heap_is_infinite(code) || taken <= code->last ? taken : UINT32_MAX;
}

uint32_t grundy_heap_free_from(const grundy_heap_code *code) {
  if (code->kind == GRUNDY_HEAP_ALLBUT)
    return code->set_count == 0 ? 1 : code->set[code->set_count - 1] + 1;
  return code->repeat == 1 && code->digits[code->last] == 3 ? code->last : UINT32_MAX;
}

uint32_t grundy_heap_reach(const grundy_heap_code *code) {
  return code->set_count > 0 ? code->set[code->set_count - 1] : code->last;
}

bool grundy_heap_allows(const grundy_heap_code *code, uint32_t heap, const uint32_t *sizes,
                        uint32_t parts) {
  uint64_t left = 0;
  for (uint32_t i = 0; i < parts; i++) {
    if (sizes[i] == 0) return false;
    left += sizes[i];
  }
  if (left > heap || parts > code->parts) return false;
  if (code->kind == GRUNDY_HEAP_UNEQUAL && parts == 2 && sizes[0] == sizes[1]) return false;
  return (grundy_heap_digit(code, heap - (uint32_t)left) >> parts & 1) != 0;
}

grundy_status grundy_heap_require_ordinary(const grundy_heap_code *code, const char *what,
                                           grundy_error *error) {
  if (code->kind != GRUNDY_HEAP_TOP_ENTAILS) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE, "%s do not support entailing moves yet", what);
}

bool grundy_heap_is_nim(const grundy_heap_code *code) {
  return code->parts == 1 && grundy_heap_free_from(code) == 1;
}

const char *grundy_heap_code_text(const grundy_heap_code *code) {
  return code->text;
}

void grundy_heap_code_free(grundy_heap_code *code) {
  if (code == NULL) return;
  free(code->digits);
  free(code->set);
  free(code->text);
  free(code);
}

/* ---- errors ----------------------------------------------------------------------------- */

static grundy_status fail_here(const grundy_cursor *c, const char *expected) {
  if (c->at < c->end && (*c->at <= ' ' || *c->at > '~'))
    return grundy_cursor_fail(c, c->at, "this cannot be in a code; expected %s", expected);
  return grundy_cursor_fail_here(c, "code", expected);
}

/* ---- digits ----------------------------------------------------------------------------- */

/* Returns the digit 0-9, A-Z or a-z; -1 if it is not one. */
static int digit_of(const grundy_cursor *c) {
  if (c->at == c->end) return -1;
  char digit = *c->at;
  if (grundy_is_digit(digit)) return digit - '0';
  if (digit >= 'A' && digit <= 'Z') return digit - 'A' + 10;
  if (digit >= 'a' && digit <= 'z') return digit - 'a' + 10;
  return -1;
}

static grundy_status add_digit(grundy_cursor *c, grundy_heap_code *code, uint32_t *count) {
  if (*count > GRUNDY_HEAP_MAX_DIGITS)
    return grundy_cursor_fail_as(c, GRUNDY_UNABLE, c->at,
                                 "the code is too long; expected at most %d digits",
                                 (int)GRUNDY_HEAP_MAX_DIGITS);
  assert(digit_of(c) >= 0);
  code->digits[(*count)++] = (uint8_t)digit_of(c);
  c->at++;
  return GRUNDY_OK;
}

/* Reads the digit of taking nothing, if there is one: such a move must not leave the heap
 * unchanged. */
static grundy_status read_first(grundy_cursor *c, grundy_heap_code *code, uint32_t *count) {
  int digit = digit_of(c);
  if (digit < 0) {
    code->digits[(*count)++] = 0;
    return GRUNDY_OK;
  }
  if ((digit & 3) != 0)
    return grundy_cursor_fail(c, c->at,
                              "a move that takes nothing must split the heap; expected a digit "
                              "that is divisible by 4 before the point");
  return add_digit(c, code, count);
}

/* Reads what follows the point: digits, then "..." or some of them in parentheses. */
static grundy_status read_digits(grundy_cursor *c, grundy_heap_code *code, uint32_t *count) {
  static const char expected[] = "a digit, 0-9 or A-Z";
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && digit_of(c) >= 0) status = add_digit(c, code, count);
  if (status != GRUNDY_OK) return status;
  uint32_t before = *count;
  if (grundy_cursor_accept(c, '(')) {
    while (status == GRUNDY_OK && digit_of(c) >= 0) status = add_digit(c, code, count);
    if (status != GRUNDY_OK) return status;
    if (*count == before) return fail_here(c, expected);
    if (!grundy_cursor_accept(c, ')')) return fail_here(c, "a digit or )");
    code->repeat = *count - before;
  } else if (before == 1) {
    return fail_here(c, expected);
  } else if (grundy_cursor_accept_text(c, "...")) {
    code->repeat = 1;
  }
  return c->at == c->end ? GRUNDY_OK : fail_here(c, "a digit, ( or ... , or the end");
}

/* Returns whether the `repeat` digits repeat a block of that length. */
static bool has_block(const grundy_heap_code *code, uint32_t length) {
  const uint8_t *block = code->digits + code->last + 1 - code->repeat;
  for (uint32_t i = length; i < code->repeat; i++)
    if (block[i] != block[i - length]) return false;
  return code->repeat % length == 0;
}

static grundy_status write_digits(grundy_heap_code *code, grundy_error *error) {
  static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  code->text = grundy_alloc((uint64_t)code->last + 8, 1);
  if (code->text == NULL) return grundy_fail_memory(error);
  char *at = code->text;
  for (uint32_t k = 0; k <= code->last; k++) {
    if (code->repeat > 1 && k == code->last + 1 - code->repeat) *at++ = '(';
    *at++ = letters[code->digits[k]];
    if (k == 0) *at++ = '.';
  }
  if (code->last == 0) *at++ = '0';
  if (code->repeat > 1) *at++ = ')';
  memcpy(at, code->repeat == 1 ? "..." : "\0\0\0", 4);
  return GRUNDY_OK;
}

static grundy_status parse_digits(grundy_cursor *c, grundy_heap_code *code) {
  uint32_t count = 0;
  code->kind = GRUNDY_HEAP_CODED;
  code->digits = grundy_alloc(GRUNDY_HEAP_MAX_DIGITS + 1, 1);
  if (code->digits == NULL) return grundy_fail_memory(c->error);
  grundy_status status = read_first(c, code, &count);
  if (status != GRUNDY_OK) return status;
  if (!grundy_cursor_accept(c, '.')) return fail_here(c, "a point, as in 0.77");
  status = read_digits(c, code, &count);
  if (status != GRUNDY_OK) return status;
  /* Makes the repeated block as short and as early as possible, and removes zeros at the end. */
  code->last = count - 1;
  if (code->repeat > 0) {
    uint32_t length = 1;
    while (!has_block(code, length)) length++;
    code->last -= code->repeat - length;
    code->repeat = length;
    while (code->last > code->repeat &&
           code->digits[code->last] == code->digits[code->last - code->repeat])
      code->last--;
    if (code->repeat == 1 && code->digits[code->last] == 0) code->repeat = 0;
  }
  if (code->repeat == 0)
    while (code->last > 0 && code->digits[code->last] == 0) code->last--;
  for (uint32_t k = 0; k <= code->last; k++)
    while (code->digits[k] >> (code->parts + 1) != 0) code->parts++;
  assert(code->parts <= GRUNDY_HEAP_PARTS);
  assert(code->repeat <= code->last && code->last <= GRUNDY_HEAP_MAX_DIGITS);
  return write_digits(code, c->error);
}

/* ---- sets ------------------------------------------------------------------------------- */

/* Every heap tries all numbers that cannot be taken, so these are limited. */
enum { MOST_LEFT_OUT = 1 << 16 };

static grundy_status read_number(grundy_cursor *c, uint64_t most, uint32_t *number) {
  uint64_t read;
  grundy_cursor_skip(c, " ");
  const char *from = c->at;
  if (grundy_cursor_take_digits(c, &read) == 0) return fail_here(c, "a number");
  if (read == 0 || read > most)
    return grundy_cursor_fail_as(c, read == 0 ? GRUNDY_BAD_INPUT : GRUNDY_UNABLE, from,
                                 "this cannot be in the set; expected 1 to %" PRIu64, most);
  *number = (uint32_t)read;
  grundy_cursor_skip(c, " ");
  return GRUNDY_OK;
}

/* Reads what follows the opening brace. */
static grundy_status read_set(grundy_cursor *c, grundy_heap_code *code) {
  bool may_be_empty = code->kind == GRUNDY_HEAP_ALLBUT;
  uint64_t most = may_be_empty ? MOST_LEFT_OUT : GRUNDY_HEAP_MAX_SIZE;
  grundy_cursor_skip(c, " ");
  if (may_be_empty && grundy_cursor_accept(c, '}')) return GRUNDY_OK;
  do {
    if (code->set_count == GRUNDY_HEAP_MAX_DIGITS)
      return grundy_cursor_fail_as(c, GRUNDY_UNABLE, c->at,
                                   "the set is too large; expected at most %d numbers",
                                   (int)GRUNDY_HEAP_MAX_DIGITS);
    grundy_status status = read_number(c, most, &code->set[code->set_count]);
    if (status != GRUNDY_OK) return status;
    code->set_count++;
  } while (grundy_cursor_accept(c, ','));
  return grundy_cursor_accept(c, '}') ? GRUNDY_OK : fail_here(c, "a comma or }");
}

static grundy_status write_set(grundy_heap_code *code, grundy_error *error) {
  size_t room = 16 + 11 * (size_t)code->set_count;
  code->text = grundy_alloc(room, 1);
  if (code->text == NULL) return grundy_fail_memory(error);
  size_t length =
      (size_t)snprintf(code->text, room, "%s{", code->kind == GRUNDY_HEAP_TAKE ? "take" : "allbut");
  for (uint32_t i = 0; i < code->set_count; i++)
    length += (size_t)snprintf(code->text + length, room - length, "%s%" PRIu32, i == 0 ? "" : ",",
                               code->set[i]);
  snprintf(code->text + length, room - length, "}");
  return GRUNDY_OK;
}

static grundy_status parse_set(grundy_cursor *c, grundy_heap_code *code) {
  code->parts = 1;
  code->set = grundy_alloc(GRUNDY_HEAP_MAX_DIGITS, sizeof *code->set);
  if (code->set == NULL) return grundy_fail_memory(c->error);
  grundy_status status = read_set(c, code);
  if (status != GRUNDY_OK) return status;
  if (c->at != c->end) return fail_here(c, "the end");
  code->set_count = (uint32_t)grundy_sort_distinct(code->set, code->set_count);
  return write_set(code, c->error);
}

/* ---- parsing ---------------------------------------------------------------------------- */

static grundy_status fail_name(const grundy_cursor *c) {
  grundy_cursor rest = *c;
  grundy_suggestion best = {0};
  while (digit_of(&rest) >= 0 || (rest.at < rest.end && *rest.at == '-')) rest.at++;
  size_t length = (size_t)(rest.at - c->at);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    grundy_suggest(&best, c->at, length, names[i].name);
  (void)grundy_cursor_fail(c, c->at, "unknown heap game '%.*s'", grundy_excerpt(c->at, length),
                           c->at);
  if (!grundy_error_suggest(c->error, &best))
    grundy_error_append(c->error,
                        "; expected a code such as 0.77, take{1,3,4} or allbut{2,3}, or a "
                        "name such as kayles");
  return GRUNDY_BAD_INPUT;
}

static grundy_status parse(grundy_cursor *c, grundy_heap_code *code) {
  const grundy_heap_name *name = find_name(c->at, (size_t)(c->end - c->at));
  if (name != NULL && strcmp(name->code, name->name) == 0) {
    code->kind = strcmp(name->name, "grundy") == 0 ? GRUNDY_HEAP_UNEQUAL : GRUNDY_HEAP_TOP_ENTAILS;
    code->parts = 2;
    code->text = strdup(name->name);
    return code->text == NULL ? grundy_fail_memory(c->error) : GRUNDY_OK;
  }
  if (name != NULL) *c = grundy_cursor_of(c->file, name->code, strlen(name->code), c->error);
  if (grundy_cursor_accept_text(c, "take{")) {
    code->kind = GRUNDY_HEAP_TAKE;
    return parse_set(c, code);
  }
  if (grundy_cursor_accept_text(c, "allbut{")) {
    code->kind = GRUNDY_HEAP_ALLBUT;
    return parse_set(c, code);
  }
  if (digit_of(c) >= 10) { /* a code does not begin with two letters, but a name does */
    grundy_cursor second = *c;
    second.at++;
    if (digit_of(&second) >= 10) return fail_name(c);
  }
  return parse_digits(c, code);
}

grundy_status grundy_heap_code_parse(const char *text, size_t length, grundy_heap_code **code,
                                     grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("code", text, length, error);
  grundy_heap_code *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = parse(&c, made);
  if (status == GRUNDY_OK)
    *code = made;
  else
    grundy_heap_code_free(made);
  return status;
}
