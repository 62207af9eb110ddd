/* Traces as text: the sentences, with the table after some steps. */

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/naming.h"
#include "explain/trace.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <string.h>

/* The current table; cells are texts of the trace. */
typedef struct sheet {
  const grundy_trace *t;
  uint64_t *cells; /* by vertex, then by column */
  FILE *out;
  bool markdown;
} sheet;

static const char *cell(const sheet *s, uint32_t v, uint32_t column) {
  return s->t->texts + s->cells[(uint64_t)v * GRUNDY_TRACE_COLUMNS + column];
}

static const char *name_of(const sheet *s, uint32_t v, char scratch[GRUNDY_NAME_MAX_BYTES]) {
  return grundy_digraph_name(s->t->g, v, scratch);
}

static size_t width_of(const char *text) {
  return grundy_utf8_width(text, strlen(text));
}

/* Returns the width of the names (column UINT32_MAX) or of a column. */
static size_t widest(const sheet *s, uint32_t column) {
  size_t most = column == UINT32_MAX ? 0 : width_of(s->t->headings[column]);
  for (uint32_t v = 0; v < grundy_digraph_order(s->t->g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    size_t width = width_of(column == UINT32_MAX ? name_of(s, v, scratch) : cell(s, v, column));
    if (width > most) most = width;
  }
  return most;
}

/* Writes text; in a Markdown table, escapes bars, which would begin another cell. */
static void put_text(const sheet *s, const char *text) {
  for (; *text != '\0'; text++) {
    if (s->markdown && strchr("|*_`\\<&", *text) != NULL) putc('\\', s->out);
    putc((unsigned char)*text < 0x20 ? '?' : *text, s->out);
  }
}

static void put_row(const sheet *s, const char *name, const size_t *widths, uint32_t v) {
  if (s->markdown)
    fputs("| ", s->out);
  else
    fputs("    ", s->out);
  put_text(s, name);
  if (!s->markdown) fprintf(s->out, "%*s", (int)(widths[0] - width_of(name)), "");
  for (uint32_t column = 0; column < s->t->columns; column++) {
    const char *text = v == UINT32_MAX ? s->t->headings[column] : cell(s, v, column);
    fputs(s->markdown ? " | " : "  ", s->out);
    put_text(s, text);
    if (!s->markdown && column + 1 < s->t->columns) /* padded */
      fprintf(s->out, "%*s", (int)(widths[column + 1] - width_of(text)), "");
  }
  fputs(s->markdown ? " |\n" : "\n", s->out);
}

static void put_table(const sheet *s) {
  size_t widths[GRUNDY_TRACE_COLUMNS + 1] = {widest(s, UINT32_MAX)};
  for (uint32_t column = 0; column < s->t->columns; column++)
    widths[column + 1] = widest(s, column);
  putc('\n', s->out);
  put_row(s, "", widths, UINT32_MAX);
  if (s->markdown) fputs("|---", s->out);
  for (uint32_t column = 0; s->markdown && column < s->t->columns; column++) fputs("|---", s->out);
  if (s->markdown) fputs("|\n", s->out);
  for (uint32_t v = 0; v < grundy_digraph_order(s->t->g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    put_row(s, name_of(s, v, scratch), widths, v);
  }
  putc('\n', s->out);
}

/* False if memory runs out. */
static bool put_steps(sheet *s) {
  for (uint64_t i = 0; i < s->t->step_count; i++) {
    char *sentence = grundy_trace_sentence(s->t, i);
    if (sentence == NULL) return false;
    if (s->markdown)
      fprintf(s->out, "%" PRIu64 "\\. ", i + 1);
    else
      fprintf(s->out, "%3" PRIu64 "  ", i + 1);
    put_text(s, sentence);
    free(sentence);
    fputs(s->markdown ? "  \n" : "\n", s->out);
    uint64_t end = i + 1 < s->t->step_count ? s->t->steps[i + 1].changes : s->t->change_count;
    for (uint64_t j = s->t->steps[i].changes; j < end; j++) {
      const grundy_change *c = &s->t->changes[j];
      s->cells[(uint64_t)c->vertex * GRUNDY_TRACE_COLUMNS + c->column] = c->text;
    }
    if (s->t->steps[i].table) put_table(s);
  }
  return true;
}

grundy_status grundy_trace_write(const grundy_digraph *g, grundy_tracing algorithm,
                                 grundy_trace_format format, grundy_language language, FILE *out,
                                 grundy_error *error) {
  grundy_trace *trace;
  grundy_status status = grundy_trace_new(g, algorithm, &trace, error);
  if (status != GRUNDY_OK) return status;
  trace->language = language;
  if (format == GRUNDY_TRACE_HTML) {
    status = grundy_trace_html(trace, out, error);
  } else if (format == GRUNDY_TRACE_JSON) {
    status = grundy_trace_json(trace, out, error);
  } else {
    uint64_t count = (uint64_t)grundy_digraph_order(g) * GRUNDY_TRACE_COLUMNS;
    sheet s = {.t = trace, .out = out, .markdown = format == GRUNDY_TRACE_MARKDOWN};
    s.cells = grundy_alloc_zero(count, sizeof *s.cells);
    if (s.cells == NULL || !put_steps(&s)) status = grundy_fail_memory(error);
    free(s.cells);
  }
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(g, error);
  grundy_trace_free(trace);
  return status;
}
