/* The headers of arrays, as NumPy writes them. */

#include "npz/header.h"

#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const unsigned char magic_number[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

size_t grundy_npy_length_size(const unsigned char magic[GRUNDY_NPY_MAGIC]) {
  if (memcmp(magic, magic_number, sizeof magic_number) != 0 || magic[7] != 0) return 0;
  if (magic[6] == 1) return 2;
  return magic[6] == 2 || magic[6] == 3 ? 4 : 0;
}

/* ---- reading the dictionary ------------------------------------------------------------ */

typedef struct parser {
  grundy_cursor c;
  const char *problem;
} parser;

static const char no_dictionary[] =
    "its header is not a dictionary as NumPy writes it; expected descr, fortran_order and shape";

static bool fail(parser *p, const char *problem) {
  p->problem = problem;
  return false;
}

static void skip_space(parser *p) {
  grundy_cursor_skip(&p->c, " \t\n");
}

static bool at_character(const parser *p, char c) {
  return grundy_cursor_is_at(&p->c, c);
}

/* Skips c and the white space around it. Returns whether c was there. */
static bool take(parser *p, char c) {
  skip_space(p);
  bool there = grundy_cursor_accept(&p->c, c);
  if (there) skip_space(p);
  return there;
}

static bool expect_character(parser *p, char c) {
  return take(p, c) || fail(p, no_dictionary);
}

/* Parses a string without escapes, in quotes of either kind. */
static bool parse_string(parser *p, grundy_word *text) {
  if (!at_character(p, '\'') && !at_character(p, '"')) return fail(p, no_dictionary);
  char quote = *p->c.at++;
  *text = grundy_cursor_take_until(&p->c, quote == '"' ? "\"\\\n" : "'\\\n");
  return grundy_cursor_accept(&p->c, quote) || fail(p, no_dictionary);
}

/* Parses a number below 2^63, without leading zeros, which Python does not allow. */
static bool parse_number(parser *p, uint64_t *number) {
  bool zero = at_character(p, '0');
  size_t digits = grundy_cursor_take_digits(&p->c, number);
  if (digits == 0 || (zero && digits > 1))
    return fail(p, "its shape is not a tuple of numbers; expected one such as (3,)");
  return *number <= INT64_MAX || fail(p, "its header has a number past 2^63");
}

/* Parses the size of an item: numbers have the sizes of machine types, texts any size. */
static bool parse_item(parser *p, grundy_npy *npy) {
  uint64_t digits;
  const char *unknown = "its items are of a type that is not known here; expected integers, "
                        "floats, bool, S or U";
  if (npy->kind == 'O')
    return fail(p, "its items are Python objects; expected integers, floats, bool, S or U");
  if (strchr("biufcSU", npy->kind) == NULL) return fail(p, unknown);
  if (!parse_number(p, &digits) || p->c.at < p->c.end) return fail(p, unknown);
  if (npy->kind == 'S' || npy->kind == 'U') {
    if (digits > INT64_MAX / 4) return fail(p, "its header has a number past 2^63");
    npy->item = npy->kind == 'U' ? 4 * digits : digits;
    return true;
  }
  bool power = digits > 0 && (digits & (digits - 1)) == 0;
  uint64_t least = npy->kind == 'f' ? 2 : npy->kind == 'c' ? 8 : 1;
  uint64_t most = npy->kind == 'f' ? 16 : npy->kind == 'c' ? 32 : npy->kind == 'b' ? 1 : 8;
  npy->item = digits;
  return (power && digits >= least && digits <= most) || fail(p, unknown);
}

/* Parses a type such as '<i4', '|S3' or '>U12'. */
static bool parse_type(parser *p, grundy_npy *npy) {
  grundy_word text = {0};
  if (at_character(p, '[') || at_character(p, '('))
    return fail(p, "its items have fields; expected plain integers, floats, bool, S or U");
  if (!parse_string(p, &text)) return false;
  parser inner = {grundy_cursor_of("", text.at, text.length, NULL), NULL};
  bool big = grundy_cursor_accept(&inner.c, '>');
  if (!big && !grundy_cursor_accept(&inner.c, '<')) (void)grundy_cursor_accept(&inner.c, '|');
  npy->kind = inner.c.at < inner.c.end ? *inner.c.at++ : '\0';
  if (npy->kind == '\0' || !parse_item(&inner, npy))
    return fail(p, inner.problem == NULL ? no_dictionary : inner.problem);
  npy->big_endian = big && npy->item > 1 && npy->kind != 'S';
  return true;
}

/* Parses a tuple: (), (3,) or (3, 4). */
static bool parse_shape(parser *p, grundy_npy *npy) {
  npy->dimensions = 0;
  if (!take(p, '(')) return fail(p, no_dictionary);
  bool comma = true;
  while (!at_character(p, ')')) {
    if (!comma) return fail(p, no_dictionary);
    if (npy->dimensions == GRUNDY_NPY_DIMENSIONS)
      return fail(p, "it has too many dimensions; expected one");
    if (!parse_number(p, &npy->shape[npy->dimensions++])) return false;
    comma = take(p, ',');
  }
  p->c.at++;
  return npy->dimensions != 1 || comma || fail(p, no_dictionary);
}

enum { DESCR = 1, ORDER = 2, SHAPE = 4 };

/* Parses one key with its value, and adds the key's bit to *seen. */
static bool parse_entry(parser *p, grundy_npy *npy, int *seen) {
  static const char *const keys[] = {"descr", "fortran_order", "shape"};
  grundy_word key;
  if (!parse_string(p, &key) || !expect_character(p, ':')) return false;
  int which = 0;
  for (int i = 0; i < 3; i++)
    if (grundy_word_is(key, keys[i])) which = 1 << i;
  if (which == 0 || (*seen & which) != 0) return fail(p, no_dictionary);
  *seen |= which;
  if (which == DESCR) return parse_type(p, npy);
  if (which == SHAPE) return parse_shape(p, npy);
  if (grundy_cursor_accept_text(&p->c, "True"))
    return fail(p, "it is in Fortran's order; expected C's (numpy.ascontiguousarray)");
  return grundy_cursor_accept_text(&p->c, "False") || fail(p, no_dictionary);
}

/* Parses the dictionary and counts the items. */
static bool parse_dictionary(parser *p, grundy_npy *npy) {
  int seen = 0;
  bool comma = true;
  if (!expect_character(p, '{')) return false;
  while (!at_character(p, '}')) {
    if (!comma) return fail(p, no_dictionary);
    if (!parse_entry(p, npy, &seen)) return false;
    comma = take(p, ',');
    skip_space(p);
  }
  p->c.at++;
  skip_space(p);
  if (seen != (DESCR | ORDER | SHAPE) || p->c.at < p->c.end) return fail(p, no_dictionary);
  uint64_t bytes;
  npy->count = 1;
  for (int i = 0; i < npy->dimensions; i++)
    if (__builtin_mul_overflow(npy->count, npy->shape[i], &npy->count)) npy->count = UINT64_MAX;
  for (int i = 0; i < npy->dimensions; i++)
    if (npy->shape[i] == 0) npy->count = 0;
  if (__builtin_mul_overflow(npy->count, npy->item, &bytes) || npy->count > INT64_MAX ||
      bytes > INT64_MAX)
    return fail(p, "it announces more than 2^63 bytes");
  return true;
}

const char *grundy_npy_parse(const char *text, size_t length, grundy_npy *npy) {
  parser p = {grundy_cursor_of("", text, length, NULL), NULL};
  grundy_npy parsed = {0};
  if (!parse_dictionary(&p, &parsed)) return p.problem;
  *npy = parsed;
  return NULL;
}

/* ---- writing the header ---------------------------------------------------------------- */

/* Writes a tuple of at least two numbers. */
static void print_shape(const grundy_npy *npy, char *shape, size_t size) {
  size_t length = 0;
  for (int i = 0; i < npy->dimensions && length < size; i++)
    length += (size_t)snprintf(shape + length, size - length, "%s%" PRIu64, i == 0 ? "(" : ", ",
                               npy->shape[i]);
  assert(length + 1 < size);
  snprintf(shape + length, size - length, ")");
}

void grundy_npy_print(const grundy_npy *npy, unsigned char header[GRUNDY_NPY_HEADER]) {
  enum { VERSION = sizeof magic_number, LENGTH = GRUNDY_NPY_MAGIC, TEXT = LENGTH + 2 };
  char shape[64] = "()", text[GRUNDY_NPY_HEADER];
  if (npy->dimensions == 1) snprintf(shape, sizeof shape, "(%" PRIu64 ",)", npy->count);
  if (npy->dimensions > 1) print_shape(npy, shape, sizeof shape);
  bool no_order = npy->item == 1 || npy->kind == 'S';
  int length = snprintf(text, sizeof text,
                        "{'descr': '%c%c%" PRIu64 "', 'fortran_order': False, 'shape': %s, }",
                        no_order          ? '|'
                        : npy->big_endian ? '>'
                                          : '<',
                        npy->kind, npy->kind == 'U' ? npy->item / 4 : npy->item, shape);
  memset(header, ' ', GRUNDY_NPY_HEADER);
  memcpy(header, magic_number, sizeof magic_number);
  header[VERSION] = 1;
  header[VERSION + 1] = 0;
  header[LENGTH] = GRUNDY_NPY_HEADER - TEXT;
  header[LENGTH + 1] = 0;
  memcpy(header + TEXT, text, (size_t)length);
  header[GRUNDY_NPY_HEADER - 1] = '\n';
}
