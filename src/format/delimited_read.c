/* Reads TSV and CSV as delimited_write.c writes them; rows and columns may come in any order. */

#include "format/impl.h"

#include "base/alloc.h"
#include "solution/columns.h"
#include "text/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct parser {
  grundy_cursor cursor;
  char separator; /* a comma in CSV, a tab in TSV */
  grundy_work *work;
  const grundy_digraph *g; /* the game of the solution */
  grundy_text scratch;     /* a field without its escapes or quotes */
} parser;

typedef struct field {
  grundy_word text;    /* valid until the next field is read */
  grundy_cursor start; /* where the field begins */
  bool last;           /* whether it ends its row */
} field;

#define FAIL(f, ...) grundy_cursor_fail(&(f)->start, (f)->start.at, __VA_ARGS__)
#define SHOWN(word) grundy_excerpt((word).at, (word).length), (word).at

static grundy_entry_place place_of(const field *f) {
  grundy_text_place place = grundy_cursor_place(&f->start, f->start.at);
  return (grundy_entry_place){.line = place.line, .column = place.column};
}

/* Starts a line after a newline. */
static void start_line(grundy_cursor *c) {
  c->line++;
  c->start = c->at;
}

/* ---- fields ---------------------------------------------------------------------------- */

/* Undoes the escapes of TSV. */
static grundy_status unescape(parser *p, field *f) {
  grundy_text_clear(&p->scratch);
  for (size_t i = 0; i < f->text.length; i++) {
    char c = f->text.at[i];
    if (c == '\\') {
      char escaped = i + 1 < f->text.length ? f->text.at[++i] : '\0';
      if (escaped == 't')
        c = '\t';
      else if (escaped == 'n')
        c = '\n';
      else if (escaped == 'r')
        c = '\r';
      else if (escaped != '\\')
        return FAIL(f, "a lone backslash; expected \\t, \\n, \\r or \\\\");
    }
    grundy_text_append(&p->scratch, &c, 1);
  }
  if (p->scratch.failed) return grundy_fail_memory(p->cursor.error);
  f->text = (grundy_word){p->scratch.at, p->scratch.length};
  return GRUNDY_OK;
}

/* Reads a quoted field of CSV, from after its opening quote to after its closing quote. */
static grundy_status unquote(parser *p, field *f) {
  grundy_cursor *c = &p->cursor;
  grundy_text_clear(&p->scratch);
  grundy_text_append(&p->scratch, "", 0);
  for (;;) {
    if (c->at == c->end) return FAIL(f, "a quote that is not closed; expected '\"'");
    if (grundy_cursor_accept(c, '"') && !grundy_cursor_is_at(c, '"')) break;
    grundy_text_append(&p->scratch, c->at++, 1);
    if (c->at[-1] == '\n') start_line(c);
  }
  if (p->scratch.failed) return grundy_fail_memory(c->error);
  f->text = (grundy_word){p->scratch.at, p->scratch.length};
  return GRUNDY_OK;
}

/* Reads a field, and steps over the separator or the end of the row after it. */
static grundy_status next_field(parser *p, field *f) {
  grundy_cursor *c = &p->cursor;
  bool csv = p->separator == ',';
  *f = (field){.text = {c->at, 0}, .start = *c};
  grundy_status status = GRUNDY_OK;
  if (csv && grundy_cursor_accept(c, '"')) {
    status = unquote(p, f);
  } else {
    while (c->at < c->end && *c->at != p->separator && *c->at != '\n') c->at++;
    bool crlf = grundy_cursor_is_at(c, '\n') && c->at > f->text.at && c->at[-1] == '\r';
    f->text.length = (size_t)(c->at - f->text.at) - crlf;
    if (!csv && memchr(f->text.at, '\\', f->text.length) != NULL) status = unescape(p, f);
  }
  if (status != GRUNDY_OK || grundy_cursor_accept(c, p->separator)) return status;
  f->last = true;
  if (grundy_cursor_accept_text(c, "\r\n") || grundy_cursor_accept(c, '\n'))
    start_line(c);
  else if (c->at < c->end)
    return grundy_cursor_fail(c, c->at, "text after a quote; expected ',' or the end of the line");
  return GRUNDY_OK;
}

/* ---- entries --------------------------------------------------------------------------- */

/* Parses a number, which is all of the field or a part of it. */
static grundy_status parse_number(const field *f, grundy_word word, const char *expected,
                                  uint32_t most, uint32_t *number) {
  uint64_t value;
  if (word.length == 0 || grundy_digits_parse(word.at, word.length, &value) < word.length)
    return FAIL(f, "'%.*s' is not an entry of this column; expected %s", SHOWN(word), expected);
  if (value > most)
    return FAIL(f, "'%.*s' is too large; expected a number up to %" PRIu32, SHOWN(word), most);
  *number = (uint32_t)value;
  return GRUNDY_OK;
}

static grundy_status parse_set(const field *f, grundy_solution_builder *builder, int column,
                               uint32_t v) {
  bool k = (grundy_columns)1 << column == GRUNDY_COLUMN_K;
  bool j = (grundy_columns)1 << column == GRUNDY_COLUMN_J;
  const char *expected = k   ? "-, {} or numbers such as 0,2,3"
                         : j ? "{} or numbers such as 0,2,inf"
                             : "-, {}, inf or numbers such as 0,2,3";
  bool absent = !j && grundy_word_is(f->text, "-");
  grundy_solution_builder_begin_set(builder, column, v, absent);
  if (absent || grundy_word_is(f->text, "{}")) return GRUNDY_OK;
  grundy_entry_place place = place_of(f);
  grundy_cursor c = grundy_cursor_of("", f->text.at, f->text.length, f->start.error);
  grundy_status status = GRUNDY_OK;
  do {
    uint32_t number = GRUNDY_INFINITY;
    grundy_word word = grundy_cursor_take_until(&c, ",");
    if (!grundy_solution_builder_uncertain(builder, 0, word.at, word.length, &number) &&
        (k || !grundy_word_is(word, "inf")))
      status = parse_number(f, word, expected, grundy_solution_builder_most(builder), &number);
    if (status == GRUNDY_OK)
      status =
          grundy_solution_builder_add_number(builder, column, v, number, place, f->start.error);
  } while (status == GRUNDY_OK && grundy_cursor_accept(&c, ','));
  return status;
}

static grundy_status parse_entry(const field *f, grundy_solution_builder *builder, int bit,
                                 uint32_t v) {
  grundy_columns column = (grundy_columns)1 << bit;
  bool counter = column == GRUNDY_COLUMN_COUNTER;
  const char *text = f->text.at;
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS: {
    grundy_letters may = grundy_solution_builder_letters(builder, bit);
    if (f->text.length != 1 || !grundy_is_letter(may, text[0]))
      return FAIL(f, "'%.*s' is not a valid %s; expected %s", SHOWN(f->text), may.what,
                  may.expected);
    builder->letters[bit][v] = (uint8_t)text[0];
    return GRUNDY_OK;
  }
  case GRUNDY_COLUMN_OF_LEVELS:
    builder->letters[bit][v] = grundy_level_find(text, f->text.length);
    if (builder->letters[bit][v] != 0) return GRUNDY_OK;
    return FAIL(f, "'%.*s' is not a security level; expected one such as bounded-win",
                SHOWN(f->text));
  case GRUNDY_COLUMN_OF_REALS: {
    double *real = &builder->reals[bit][v];
    *real = NAN;
    if (grundy_word_is(f->text, "-")) return GRUNDY_OK;
    if (grundy_real_parse(text, f->text.length, real) && isfinite(*real)) return GRUNDY_OK;
    return FAIL(f, "'%.*s' is not a payoff; expected a number or -", SHOWN(f->text));
  }
  case GRUNDY_COLUMN_OF_NUMBERS: {
    uint32_t *number = &builder->numbers[bit][v];
    if (grundy_solution_builder_uncertain(builder, column, text, f->text.length, number))
      return GRUNDY_OK;
    *number = GRUNDY_INFINITY;
    if (grundy_word_is(f->text, counter ? "-" : "inf")) return GRUNDY_OK;
    return parse_number(f, f->text, counter ? "a number or -" : "a number or inf",
                        grundy_solution_builder_most(builder), number);
  }
  default:
    return parse_set(f, builder, bit, v);
  }
}

/* ---- header and rows ------------------------------------------------------------------- */

enum { VERTEX = -1 };

typedef struct header {
  int columns[GRUNDY_COLUMN_COUNT + 1]; /* the bit number of each column, or VERTEX */
  int count;
  int vertex; /* the index of the vertex column */
  grundy_columns set;
} header;

static grundy_status parse_header(parser *p, header *h) {
  grundy_cursor top = p->cursor;
  field f;
  bool vertex = false;
  do {
    grundy_status status = next_field(p, &f);
    if (status != GRUNDY_OK) return status;
    grundy_columns column = grundy_column_find(f.text.at, f.text.length);
    bool is_vertex = grundy_word_is(f.text, grundy_row_heading(p->g));
    if (column == 0 && !is_vertex) {
      const char *other = grundy_refuse_heading(p->g, f.text.at, f.text.length);
      if (other != NULL) return FAIL(&f, "%s", other);
      return FAIL(&f, "unknown column '%.*s'; expected a header of column names with %s among them",
                  SHOWN(f.text), grundy_row_heading(p->g));
    }
    if ((h->set & column) != 0 || (is_vertex && vertex))
      return FAIL(&f, "duplicate column '%.*s'", SHOWN(f.text));
    if (is_vertex) h->vertex = h->count;
    vertex = vertex || is_vertex;
    h->set |= column;
    h->columns[h->count++] = is_vertex ? VERTEX : __builtin_ctz(column);
  } while (!f.last);
  if (!vertex)
    return grundy_cursor_fail(&top, top.at, "the header has no column '%s'",
                              grundy_row_heading(p->g));
  return GRUNDY_OK;
}

/* Finds the vertex of the row, whose column may be anywhere; the row is then read a second time. */
static grundy_status parse_vertex(parser *p, const header *h, grundy_solution_builder *builder,
                                  uint32_t *v) {
  grundy_cursor start = p->cursor;
  field f;
  for (int i = 0; i <= h->vertex; i++) {
    grundy_status status = next_field(p, &f);
    if (status != GRUNDY_OK) return status;
    if (f.last && i + 1 < h->count)
      return FAIL(&f, "the row ends too early; expected an entry for every column");
  }
  grundy_status status = grundy_solution_builder_begin_row(builder, f.text.at, f.text.length,
                                                           place_of(&f), v, start.error);
  p->cursor = start;
  return status;
}

static grundy_status parse_row(parser *p, const header *h, grundy_solution_builder *builder) {
  uint32_t v = 0;
  grundy_status status = parse_vertex(p, h, builder, &v);
  for (int i = 0; i < h->count && status == GRUNDY_OK; i++) {
    field f;
    status = next_field(p, &f);
    if (status == GRUNDY_OK && h->columns[i] != VERTEX)
      status = parse_entry(&f, builder, h->columns[i], v);
    if (status == GRUNDY_OK && f.last != (i + 1 == h->count))
      return FAIL(&f, "%s",
                  f.last ? "the row ends too early; expected an entry for every column"
                         : "too many entries; expected one for every column");
  }
  return status;
}

/* Skips a blank line if there are several columns; with one column, it may be an empty name. */
static bool skip_blank_line(grundy_cursor *c, const header *h) {
  const char *at = c->at + (c->at[0] == '\r');
  if (h->count == 1 || (at < c->end && *at != '\n')) return false;
  c->at = at < c->end ? at + 1 : at;
  start_line(c);
  return true;
}

static grundy_status parse_rows(parser *p, const header *h, grundy_solution_builder *builder) {
  grundy_cursor *c = &p->cursor;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && c->at < c->end) {
    const char *row = c->at;
    if (!skip_blank_line(c, h)) status = parse_row(p, h, builder);
    if (status == GRUNDY_OK && !grundy_work_step(p->work, (uint64_t)(c->at - row)))
      status = grundy_fail_cancelled(c->error);
  }
  return status;
}

grundy_status grundy_delimited_read(const grundy_format_info *format, FILE *in, const char *name,
                                    const grundy_digraph *g, grundy_work *work,
                                    grundy_solution **solution, grundy_error *error) {
  char *text;
  size_t length;
  grundy_status status = grundy_input_slurp(in, name, work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  work->total = 2 * (uint64_t)length; /* every byte is read and then parsed */
  size_t mark = grundy_byte_order_mark(text, length);
  parser p = {.cursor = grundy_cursor_of(name, text + mark, length - mark, error),
              .separator = format->separator,
              .work = work,
              .g = g};
  header h = {0};
  grundy_solution_builder builder = {0};
  status = parse_header(&p, &h);
  if (status == GRUNDY_OK) status = grundy_solution_builder_start(&builder, g, name, h.set, error);
  if (status == GRUNDY_OK) status = parse_rows(&p, &h, &builder);
  if (status == GRUNDY_OK) status = grundy_solution_builder_finish(&builder, solution, error);
  grundy_solution_builder_free(&builder);
  grundy_text_free(&p.scratch);
  free(text);
  return status;
}
