/* Reads elements of a linear game, such as "a + b". */

#include "linear/impl.h"

#include "base/alloc.h"
#include "base/quote.h"
#include "text/cursor.h"

#include <string.h>

static const char blanks[] = " \t\r\n";

/* Takes every term of an element, unquoted. Returns false if the term is unknown. */
typedef bool term_taker(void *context, const char *term, size_t length);

/* Reads an element. GRUNDY_BAD_INPUT with the column if the text is wrong or a term is not taken;
 * `expected` says what a term is. */
static grundy_status read_element(const char *text, term_taker *take, void *context,
                                  const char *expected, grundy_error *error) {
  size_t length = strlen(text);
  if (strspn(text, blanks) == length) return GRUNDY_OK;
  char *term = grundy_alloc(length + 1, 1);
  if (term == NULL) return grundy_fail_memory(error);
  grundy_cursor c = grundy_cursor_of("element", text, length, error);
  grundy_status status = GRUNDY_OK;
  do {
    grundy_cursor_skip(&c, blanks);
    const char *from = c.at;
    bool quoted = grundy_cursor_is_at(&c, '"');
    const char *end = quoted ? grundy_quote_end(from, c.end) : NULL;
    grundy_word word;
    if (end != NULL) {
      word = (grundy_word){from + 1, (size_t)(end - from) - 1};
      c.at = end + 1;
    } else {
      word = grundy_cursor_take_until(&c, " \t\r\n+\"");
    }
    if (quoted && end == NULL)
      status = grundy_cursor_fail(&c, from, "this quotation is not closed; expected \"");
    else if (!quoted && word.length == 0)
      status = grundy_cursor_fail(&c, from, "a term is missing; expected %s", expected);
    if (status != GRUNDY_OK) break;
    memcpy(term, word.at, word.length);
    length = quoted ? grundy_unquote(term, word.length) : word.length;
    term[length] = '\0';
    if (!take(context, term, length))
      status = grundy_cursor_fail(&c, from, "'%.*s' is not a term; expected %s",
                                  grundy_excerpt(term, length), term, expected);
    grundy_cursor_skip(&c, blanks);
  } while (status == GRUNDY_OK && c.at != c.end && grundy_cursor_accept(&c, '+'));
  if (status == GRUNDY_OK && c.at != c.end)
    status = grundy_cursor_fail(&c, c.at, "two terms in a row; expected + or the end");
  free(term);
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
