#include "format/entries.h"

#include "digraph/attributes.h"
#include "solution/columns.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

/* Returns whether a reader would misread the name if it were not quoted. */
static bool needs_quotes(const char *name) {
  if (name[0] == '\0' || name[0] == '"' || name[0] == '#' || (unsigned char)name[0] == 0xef)
    return true; /* a name that begins with 0xef might begin with a byte order mark */
  if (strcmp(name, "@") == 0 || strcmp(name, "->") == 0) return true;
  while (*name != '\0' && !grundy_is_blank(*name)) name++;
  return *name != '\0';
}

char *grundy_put_name(char *to, const grundy_digraph *g, bool named, uint32_t v) {
  if (!named) return grundy_number_print(to, v);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  return needs_quotes(name) ? to + grundy_quote(name, to) : grundy_put(to, name);
}

/* Returns why no word of a line can be the name; NULL if one can. */
static const char *unwritable(const char *name) {
  size_t length = strlen(name), escaped = 0;
  if (memchr(name, '\n', length) != NULL) return "it has a line break in it";
  if (grundy_utf8_valid(name, length) < length) return "it is not UTF-8";
  for (size_t i = 0; i < length; i++) escaped += name[i] == '"' || name[i] == '\\';
  if (needs_quotes(name)) length += escaped + 2;
  return length > GRUNDY_EDGES_MAX_LINE / 2 - 1 ? "it is too long" : NULL;
}

grundy_status grundy_words_can_name(const grundy_digraph *g, const char *what, const char *advice,
                                    grundy_error *error) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch), *reason = unwritable(name);
    if (reason != NULL)
      return grundy_fail(error, GRUNDY_UNABLE, "the name '%.*s' cannot be written in %s: %s%s",
                         grundy_excerpt(name, strlen(name)), name, what, reason, advice);
  }
  return GRUNDY_OK;
}

grundy_written_rows grundy_written_rows_of(const grundy_digraph *g,
                                           const grundy_write_options *options) {
  if (options->rows == NULL) return (grundy_written_rows){.count = grundy_digraph_order(g)};
  return (grundy_written_rows){options->rows, options->best, options->row_count};
}

/* ---- entries ---------------------------------------------------------------------------- */

static grundy_written written_of(const grundy_solution *solution, grundy_columns column) {
  return (grundy_written){column,
                          grundy_column_describe(column)->kind,
                          grundy_solution_letters(solution, column),
                          grundy_solution_numbers(solution, column),
                          grundy_solution_reals(solution, column),
                          grundy_solution_letters(solution, GRUNDY_COLUMN_WINDOW) != NULL};
}

int grundy_written_of(const grundy_solution *solution, grundy_columns columns,
                      grundy_written written[GRUNDY_COLUMN_COUNT]) {
  int count = 0;
  if ((columns & GRUNDY_COLUMN_PLAYER) != 0)
    written[count++] = written_of(solution, GRUNDY_COLUMN_PLAYER);
  columns &= ~(grundy_columns)GRUNDY_COLUMN_PLAYER;
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1)
    written[count++] = written_of(solution, rest & -rest);
  return count;
}

static char *put_formula(char *to, const grundy_style *style) {
  return style->formula == NULL ? to : grundy_put(to, style->formula);
}

/* Writes a number, outside of formulas. */
static char *put_number(char *to, uint32_t number, bool window, const grundy_style *style) {
  if (number == GRUNDY_INFINITY)
    return put_formula(grundy_put(put_formula(to, style), style->infinity), style);
  if (!window || number < GRUNDY_NUMBER_AT_MOST) return grundy_number_print(to, number);
  if (number == GRUNDY_NUMBER_UNKNOWN) return grundy_put(to, style->unknown);
  to = grundy_put(put_formula(to, style), style->at_most);
  to = grundy_number_print(to, number & ~GRUNDY_NUMBER_AT_MOST);
  return put_formula(grundy_put(to, style->end_bound), style);
}

/* Writes a set that exists, inside of a formula. */
static char *put_set(char *to, grundy_set set, bool window, const grundy_style *style) {
  grundy_style inside = *style;
  inside.formula = NULL;
  to = grundy_put(to, style->open);
  for (uint64_t i = 0; i < set.size; i++) {
    if (i > 0) *to++ = ',';
    to = put_number(to, set.numbers[i], window, &inside);
  }
  return grundy_put(to, style->close);
}

char *grundy_put_infinite(char *to, const grundy_solution *solution, const grundy_written *k,
                          uint32_t v, const grundy_style *style) {
  grundy_set set = grundy_solution_set_at(solution, k->column, v);
  to = grundy_put(put_formula(to, style), style->infinity);
  if (!set.absent) to = put_set(to, set, k->window, style);
  return put_formula(to, style);
}

char *grundy_put_entry(char *to, const grundy_solution *solution, const grundy_written *column,
                       uint32_t v, const grundy_style *style) {
  char real[GRUNDY_REAL_ROOM];
  switch (column->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
    to = grundy_put(to, style->quote);
    *to++ = (char)column->letters[v];
    return grundy_put(to, style->quote);
  case GRUNDY_COLUMN_OF_NUMBERS:
    if (column->numbers[v] == GRUNDY_INFINITY && column->column == GRUNDY_COLUMN_COUNTER)
      return grundy_put(to, style->none);
    return put_number(to, column->numbers[v], column->window, style);
  case GRUNDY_COLUMN_OF_LEVELS:
    to = grundy_put(to, style->quote);
    to = grundy_put(to, grundy_level_name(column->letters[v]));
    return grundy_put(to, style->quote);
  case GRUNDY_COLUMN_OF_REALS:
    if (isnan(column->reals[v])) return grundy_put(to, style->none);
    return grundy_put(to, grundy_real_format(column->reals[v], 0, real));
  case GRUNDY_COLUMN_OF_SETS:
    break;
  }
  grundy_set set = grundy_solution_set_at(solution, column->column, v);
  if (set.absent) return grundy_put(to, style->none);
  to = put_formula(to, style);
  to = set.size == 0 ? grundy_put(to, style->empty) : put_set(to, set, column->window, style);
  return put_formula(to, style);
}

uint64_t grundy_entry_room(const grundy_solution *solution, const grundy_written *column,
                           uint32_t v) {
  if (column->kind == GRUNDY_COLUMN_OF_LEVELS || column->kind == GRUNDY_COLUMN_OF_REALS)
    return GRUNDY_ATTRIBUTE_TEXT;
  enum { BOUND_ROOM = 8 };
  if (column->kind != GRUNDY_COLUMN_OF_SETS)
    return GRUNDY_NUMBER_ROOM + (column->window ? BOUND_ROOM : 0);
  return (GRUNDY_NUMBER_ROOM + 1) * (1 + grundy_solution_set_at(solution, column->column, v).size);
}
