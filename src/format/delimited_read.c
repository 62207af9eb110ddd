/* Reading TSV and CSV as delimited_write.c writes them; rows in any order, columns too. */

#include "format/impl.h"

#include "base/alloc.h"
#include "digraph/attributes.h"
#include "solution/columns.h"
#include "text/text.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct parser {
  const char *name;
  char separator; /* a comma: CSV, a tab: TSV */
  grundy_error *error;
  grundy_work *work;
  const char *at, *end;
  const char *line_start;
  uint64_t line;
  grundy_text scratch; /* a field whose escapes or quotes are undone */
} parser;

typedef struct field {
  const char *text; /* valid until the next field is read */
  size_t length;
  grundy_entry_place place;
  bool last; /* in its row */
} field;

static grundy_entry_place place_of(const parser *p, const char *at) {
  uint64_t before = grundy_utf8_count(p->line_start, (size_t)(at - p->line_start));
  return (grundy_entry_place){.line = p->line, .column = 1 + before};
}

static grundy_status fail(const parser *p, grundy_entry_place place, const char *message) {
  return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, place.line, place.column, "%s",
                        message);
}

static void next_line(parser *p) {
  p->line++;
  p->line_start = p->at;
}

/* ---- fields ---------------------------------------------------------------------------- */

/* Undoes the escapes of TSV. */
static grundy_status unescape(parser *p, field *f) {
  grundy_text_clear(&p->scratch);
  for (size_t i = 0; i < f->length; i++) {
    char c = f->text[i];
    if (c == '\\') {
      char escaped = i + 1 < f->length ? f->text[++i] : '\0';
      if (escaped == 't')
        c = '\t';
      else if (escaped == 'n')
        c = '\n';
      else if (escaped == 'r')
        c = '\r';
      else if (escaped != '\\')
        return fail(p, f->place, "a lone backslash; expected \\t, \\n, \\r or \\\\");
    }
    grundy_text_append(&p->scratch, &c, 1);
  }
  if (p->scratch.failed) return grundy_fail_memory(p->error);
  f->text = p->scratch.at;
  f->length = p->scratch.length;
  return GRUNDY_OK;
}

/* A quoted field of CSV, from behind its first quote to behind its last. */
static grundy_status unquote(parser *p, field *f) {
  grundy_text_clear(&p->scratch);
  grundy_text_append(&p->scratch, "", 0);
  for (;; p->at++) {
    if (p->at == p->end) return fail(p, f->place, "a quote that is not closed; expected '\"'");
    if (*p->at == '"' && (p->at + 1 == p->end || *++p->at != '"')) break;
    grundy_text_append(&p->scratch, p->at, 1);
    if (*p->at == '\n') {
      p->line++;
      p->line_start = p->at + 1;
    }
  }
  if (p->at < p->end && *p->at == '"') p->at++;
  if (p->scratch.failed) return grundy_fail_memory(p->error);
  f->text = p->scratch.at;
  f->length = p->scratch.length;
  return GRUNDY_OK;
}

/* Steps over the separator or the end of the row behind a field. */
static grundy_status end_field(parser *p, field *f) {
  f->last = true;
  if (p->at < p->end && *p->at == '\r' && p->at + 1 < p->end && p->at[1] == '\n') p->at++;
  if (p->at == p->end) return GRUNDY_OK;
  if (*p->at == p->separator) {
    p->at++;
    f->last = false;
    return GRUNDY_OK;
  }
  if (*p->at != '\n')
    return fail(p, place_of(p, p->at), "text behind a quote; expected ',' or the end of the line");
  p->at++;
  next_line(p);
  return GRUNDY_OK;
}

static grundy_status next_field(parser *p, field *f) {
  bool csv = p->separator == ',';
  *f = (field){.text = p->at, .place = place_of(p, p->at)};
  grundy_status status = GRUNDY_OK;
  if (csv && p->at < p->end && *p->at == '"') {
    p->at++;
    status = unquote(p, f);
  } else {
    while (p->at < p->end && *p->at != p->separator && *p->at != '\n') p->at++;
    f->length = (size_t)(p->at - f->text);
    bool at_newline = p->at < p->end && *p->at == '\n';
    if (at_newline && f->length > 0 && p->at[-1] == '\r') f->length--;
    if (!csv && memchr(f->text, '\\', f->length) != NULL) status = unescape(p, f);
  }
  if (status == GRUNDY_OK) status = end_field(p, f);
  return status;
}

/* ---- entries --------------------------------------------------------------------------- */

static bool is(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* Digits up to `length` bytes. */
static grundy_status parse_number(const parser *p, const char *text, size_t length,
                                  grundy_entry_place place, const char *expected,
                                  uint32_t *number) {
  uint64_t value = 0;
  bool digits = length > 0;
  for (size_t i = 0; i < length && digits; i++) {
    digits = text[i] >= '0' && text[i] <= '9';
    if (digits && value <= UINT32_MAX) value = 10 * value + (uint64_t)(text[i] - '0');
  }
  int shown = grundy_shown(text, length);
  if (!digits)
    return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, place.line, place.column,
                          "'%.*s' is no entry of this column; expected %s", shown, text, expected);
  if (value >= GRUNDY_INFINITY)
    return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, place.line, place.column,
                          "'%.*s' is too large; expected a number up to %" PRIu32, shown, text,
                          GRUNDY_INFINITY - 1);
  *number = (uint32_t)value;
  return GRUNDY_OK;
}

static grundy_status parse_letter(const parser *p, const field *f, grundy_letters may,
                                  uint8_t *letter) {
  if (f->length != 1 || !grundy_is_letter(may, f->text[0]))
    return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, f->place.line, f->place.column,
                          "'%.*s' is no %s; expected %s", grundy_shown(f->text, f->length), f->text,
                          may.what, may.expected);
  *letter = (uint8_t)f->text[0];
  return GRUNDY_OK;
}

static grundy_status parse_level(const parser *p, const field *f, uint8_t *level) {
  *level = grundy_level_find(f->text, f->length);
  if (*level != 0) return GRUNDY_OK;
  return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, f->place.line, f->place.column,
                        "'%.*s' is no security level; expected one such as bounded-win",
                        grundy_shown(f->text, f->length), f->text);
}

static grundy_status parse_real(const parser *p, const field *f, double *real) {
  *real = NAN;
  if (is(f->text, f->length, "-")) return GRUNDY_OK;
  if (grundy_payoff_parse(f->text, f->length, real) && isfinite(*real)) return GRUNDY_OK;
  return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, f->place.line, f->place.column,
                        "'%.*s' is no payoff; expected a number or -",
                        grundy_shown(f->text, f->length), f->text);
}

static grundy_status parse_single(const parser *p, const field *f, grundy_columns column,
                                  uint32_t *number) {
  bool counter = column == GRUNDY_COLUMN_COUNTER;
  if (is(f->text, f->length, counter ? "-" : "inf")) {
    *number = GRUNDY_INFINITY;
    return GRUNDY_OK;
  }
  return parse_number(p, f->text, f->length, f->place,
                      counter ? "a number or -" : "a number or inf", number);
}

static grundy_status parse_set(const parser *p, const field *f, grundy_gathering *gathering,
                               int column, uint32_t v) {
  bool k = (grundy_columns)1 << column == GRUNDY_COLUMN_K;
  const char *expected = k ? "-, {} or numbers such as 0,2,3" : "{} or numbers such as 0,2,inf";
  bool absent = k && is(f->text, f->length, "-");
  grundy_gathering_begin_set(gathering, column, v, absent);
  if (absent || is(f->text, f->length, "{}")) return GRUNDY_OK;
  const char *at = f->text, *end = f->text + f->length;
  for (;; at++) {
    const char *comma = memchr(at, ',', (size_t)(end - at));
    size_t length = (size_t)((comma == NULL ? end : comma) - at);
    uint32_t number = GRUNDY_INFINITY;
    grundy_status status = GRUNDY_OK;
    if (k || !is(at, length, "inf"))
      status = parse_number(p, at, length, f->place, expected, &number);
    if (status == GRUNDY_OK)
      status = grundy_gathering_add(gathering, column, v, number, f->place, p->error);
    if (status != GRUNDY_OK || comma == NULL) return status;
    at = comma;
  }
}

static grundy_status parse_entry(const parser *p, const field *f, grundy_gathering *gathering,
                                 int column, uint32_t v) {
  switch (grundy_column_describe((grundy_columns)1 << column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
    return parse_letter(p, f, grundy_gathering_letters(gathering, column),
                        &gathering->letters[column][v]);
  case GRUNDY_COLUMN_OF_LEVELS:
    return parse_level(p, f, &gathering->letters[column][v]);
  case GRUNDY_COLUMN_OF_REALS:
    return parse_real(p, f, &gathering->reals[column][v]);
  case GRUNDY_COLUMN_OF_NUMBERS:
    return parse_single(p, f, (grundy_columns)1 << column, &gathering->numbers[column][v]);
  default:
    return parse_set(p, f, gathering, column, v);
  }
}

/* ---- header and rows ------------------------------------------------------------------- */

enum { VERTEX = -1 };

typedef struct header {
  int columns[GRUNDY_COLUMN_COUNT + 1]; /* the number of each column's bit, or VERTEX */
  int count;
  int vertex; /* which of them is the vertex */
  grundy_columns set;
} header;

static grundy_status parse_header(parser *p, header *h) {
  field f;
  bool vertex = false;
  do {
    grundy_status status = next_field(p, &f);
    if (status != GRUNDY_OK) return status;
    grundy_columns column = grundy_column_find(f.text, f.length);
    bool is_vertex = is(f.text, f.length, "vertex");
    if (column == 0 && !is_vertex)
      return grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->name, f.place.line, f.place.column,
                            "'%.*s' is no column; expected a header of column names with vertex "
                            "among them",
                            grundy_shown(f.text, f.length), f.text);
    if ((h->set & column) != 0 || (is_vertex && vertex))
      return fail(p, f.place, "a column for the second time; expected every column once");
    if (is_vertex) h->vertex = h->count;
    vertex = vertex || is_vertex;
    h->set |= column;
    h->columns[h->count++] = is_vertex ? VERTEX : __builtin_ctz(column);
  } while (!f.last);
  if (!vertex)
    return fail(p, (grundy_entry_place){.line = 1, .column = 1},
                "no column 'vertex'; expected it in the header");
  return GRUNDY_OK;
}

/* The row's vertex is found first, wherever its column stands; then the row is read again. */
static grundy_status parse_vertex(parser *p, const header *h, grundy_gathering *gathering,
                                  uint32_t *v) {
  parser start = *p;
  field f;
  for (int i = 0; i <= h->vertex; i++) {
    grundy_status status = next_field(p, &f);
    if (status != GRUNDY_OK) return status;
    if (f.last && i + 1 < h->count)
      return fail(p, f.place, "the row ends too early; expected an entry for every column");
  }
  grundy_status status = grundy_gathering_row(gathering, f.text, f.length, f.place, v, p->error);
  p->at = start.at;
  p->line = start.line;
  p->line_start = start.line_start;
  return status;
}

static grundy_status parse_row(parser *p, const header *h, grundy_gathering *gathering) {
  uint32_t v = 0;
  grundy_status status = parse_vertex(p, h, gathering, &v);
  for (int i = 0; i < h->count && status == GRUNDY_OK; i++) {
    field f;
    status = next_field(p, &f);
    if (status == GRUNDY_OK && h->columns[i] != VERTEX)
      status = parse_entry(p, &f, gathering, h->columns[i], v);
    if (status == GRUNDY_OK && f.last != (i + 1 == h->count))
      return fail(p, f.place,
                  f.last ? "the row ends too early; expected an entry for every column"
                         : "too many entries; expected one for every column");
  }
  return status;
}

/* A line without a separator is no row, if there are several columns; a blank one is passed over.
 */
static bool skip_blank_line(parser *p, const header *h) {
  const char *at = p->at + (p->at[0] == '\r');
  if (h->count == 1 || (at < p->end && *at != '\n')) return false;
  p->at = at < p->end ? at + 1 : at;
  next_line(p);
  return true;
}

static grundy_status parse_all(parser *p, const grundy_digraph *g, grundy_solution **solution) {
  header h = {0};
  grundy_status status = parse_header(p, &h);
  if (status != GRUNDY_OK) return status;
  grundy_gathering gathering;
  status = grundy_gathering_start(&gathering, g, p->name, h.set, p->error);
  while (status == GRUNDY_OK && p->at < p->end) {
    const char *row = p->at;
    if (!skip_blank_line(p, &h)) status = parse_row(p, &h, &gathering);
    if (status == GRUNDY_OK && !grundy_work_step(p->work, (uint64_t)(p->at - row)))
      status = grundy_fail_cancelled(p->error);
  }
  if (status == GRUNDY_OK) status = grundy_gathering_finish(&gathering, solution, p->error);
  grundy_gathering_free(&gathering);
  return status;
}

grundy_status grundy_delimited_read(FILE *in, const char *name, char separator,
                                    const grundy_digraph *g, grundy_work *work,
                                    grundy_solution **solution, grundy_error *error) {
  char *text;
  size_t length;
  grundy_status status = grundy_input_slurp(in, name, work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  work->total = 2 * (uint64_t)length; /* every byte is read and then parsed */
  parser p = {.name = name, .separator = separator, .error = error, .work = work, .line = 1};
  p.at = p.line_start = text + grundy_byte_order_mark(text, length);
  p.end = text + length;
  status = parse_all(&p, g, solution);
  grundy_text_free(&p.scratch);
  free(text);
  return status;
}
