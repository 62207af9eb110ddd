#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/quoted.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

typedef struct reader {
  const char *text, *at;
  char *term; /* room for the longest */
  const char *expected;
  grundy_error *error;
} reader;

#define FAIL_AT(r, place, ...)                                                                     \
  ((void)grundy_fail_at((r)->error, GRUNDY_BAD_INPUT, "element", 1,                                \
                        grundy_text_column((r)->text, place), __VA_ARGS__),                        \
   GRUNDY_BAD_INPUT)

/* The next term, unquoted, goes to r->term. */
static grundy_status read_term(reader *r, size_t *length) {
  const char *from = r->at, *end;
  bool quoted = *from == '"';
  if (quoted) {
    end = grundy_quoted_end(from++);
    if (end == NULL)
      return FAIL_AT(r, r->at, "a quotation begins here and does not end; expected \"");
    r->at = end + 1;
  } else {
    end = r->at = from + strcspn(from, " \t\r\n+\"");
  }
  *length = (size_t)(end - from);
  if (!quoted && *length == 0)
    return FAIL_AT(r, from, "a term is missing; expected %s", r->expected);
  memcpy(r->term, from, *length);
  if (quoted) *length = grundy_unquote(r->term, *length);
  r->term[*length] = '\0';
  return GRUNDY_OK;
}

/* Is told every term of an element, unquoted. False if there is no such thing. */
typedef bool term_taker(void *context, const char *term, size_t length);

static grundy_status read_terms(reader *r, term_taker *take, void *context) {
  for (;;) {
    size_t length;
    const char *place = r->at += strspn(r->at, blanks);
    grundy_status status = read_term(r, &length);
    if (status != GRUNDY_OK) return status;
    if (!take(context, r->term, length))
      return FAIL_AT(r, place, "'%.*s' is no term; expected %s", grundy_shown(r->term, length),
                     r->term, r->expected);
    r->at += strspn(r->at, blanks);
    if (*r->at == '\0') return GRUNDY_OK;
    if (*r->at != '+') return FAIL_AT(r, r->at, "two terms in a row; expected + or the end");
    r->at++;
  }
}

/* GRUNDY_BAD_INPUT with the column if the text is wrong or a term is not taken; `expected` says
 * what a term is. */
static grundy_status read_element(const char *text, term_taker *take, void *context,
                                  const char *expected, grundy_error *error) {
  if (text[strspn(text, blanks)] == '\0') return GRUNDY_OK;
  reader r = {.text = text,
              .at = text,
              .term = grundy_alloc(strlen(text) + 1, 1),
              .expected = expected,
              .error = error};
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

/* ---- elements of a space -----------------------------------------------------------------------
 */

typedef struct spanned {
  const grundy_matrix *grundy;
  uint64_t dimension;
  uint32_t value;
} spanned;

/* Column j of the Grundy function is the value of the unit vector j. */
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
