#include "linear/impl.h"

#include "base/alloc.h"
#include "base/quote.h"
#include "text/cursor.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

typedef struct reader {
  grundy_cursor cursor;
  char *term; /* room for the longest */
  const char *expected;
} reader;

/* Reads the next term, unquoted, into r->term. */
static grundy_status read_term(reader *r, size_t *length) {
  grundy_cursor *c = &r->cursor;
  const char *from = c->at;
  grundy_word word;
  bool quoted = grundy_cursor_is_at(c, '"');
  if (quoted) {
    const char *end = grundy_quote_end(from);
    if (end == NULL)
      return grundy_cursor_fail(c, from, "this quotation is not closed; expected \"");
    word = (grundy_word){from + 1, (size_t)(end - from) - 1};
    c->at = end + 1;
  } else {
    word = grundy_cursor_take_until(c, " \t\r\n+\"");
    if (word.length == 0)
      return grundy_cursor_fail(c, from, "a term is missing; expected %s", r->expected);
  }
  memcpy(r->term, word.at, word.length);
  *length = quoted ? grundy_unquote(r->term, word.length) : word.length;
  r->term[*length] = '\0';
  return GRUNDY_OK;
}

/* Takes every term of an element, unquoted. Returns false if the term is unknown. */
typedef bool term_taker(void *context, const char *term, size_t length);

static grundy_status read_terms(reader *r, term_taker *take, void *context) {
  grundy_cursor *c = &r->cursor;
  do {
    size_t length;
    grundy_cursor_skip(c, blanks);
    const char *place = c->at;
    grundy_status status = read_term(r, &length);
    if (status != GRUNDY_OK) return status;
    if (!take(context, r->term, length))
      return grundy_cursor_fail(c, place, "'%.*s' is not a term; expected %s",
                                grundy_excerpt(r->term, length), r->term, r->expected);
    grundy_cursor_skip(c, blanks);
    if (c->at == c->end) return GRUNDY_OK;
  } while (grundy_cursor_accept(c, '+'));
  return grundy_cursor_fail(c, c->at, "two terms in a row; expected + or the end");
}

/* Reads an element. GRUNDY_BAD_INPUT with the column if the text is wrong or a term is not taken;
 * `expected` says what a term is. */
static grundy_status read_element(const char *text, term_taker *take, void *context,
                                  const char *expected, grundy_error *error) {
  size_t length = strlen(text);
  if (strspn(text, blanks) == length) return GRUNDY_OK;
  reader r = {.cursor = grundy_cursor_of("element", text, length, error),
              .term = grundy_alloc(length + 1, 1),
              .expected = expected};
  if (r.term == NULL) return grundy_fail_memory(error);
  grundy_status status = read_terms(&r, take, context);
  free(r.term);
  return status;
}

/* ---- elements of L(G) ------------------------------------------------------------------------ */

typedef struct lifted {
  const grundy_lift *lift;
  uint32_t value;
} lifted;

static bool add_position(void *context, const char *term, size_t length) {
  lifted *sum = context;
  uint32_t v;
  if (!grundy_digraph_find(sum->lift->g, term, length, &v)) return false;
  sum->value ^= sum->lift->values[v];
  return true;
}

grundy_status grundy_lift_value(const grundy_lift *lift, const char *element, uint32_t *value,
                                grundy_error *error) {
  lifted sum = {.lift = lift};
  grundy_status status =
      read_element(element, add_position, &sum, "positions of the game, as in 'a + c'", error);
  if (status == GRUNDY_OK) *value = sum.value;
  return status;
}

/* ---- elements of a space ---------------------------------------------------------------- */

typedef struct spanned {
  const grundy_matrix *grundy;
  uint64_t dimension;
  uint32_t value;
} spanned;

/* Adds the value of a unit vector: column j of the Grundy function. */
static bool add_vector(void *context, const char *term, size_t length) {
  spanned *sum = context;
  if (length != sum->dimension || strspn(term, "01") < length) return false;
  for (uint64_t b = 0; b < sum->grundy->rows; b++) {
    const uint64_t *row = grundy_matrix_at(sum->grundy, b);
    for (uint64_t j = 0; j < length; j++)
      if (term[j] == '1' && grundy_bit(row, j)) sum->value ^= UINT32_C(1) << b;
  }
  return true;
}

grundy_status grundy_linear_value(const grundy_linear_solution *solution, const char *element,
                                  uint32_t *value, grundy_error *error) {
  spanned sum = {.grundy = solution->grundy, .dimension = solution->functionals->columns};
  grundy_status status =
      read_element(element, add_vector, &sum,
                   "as many digits 0 and 1 as dimensions, as in '0110 + 0001'", error);
  if (status == GRUNDY_OK) *value = sum.value;
  return status;
}
