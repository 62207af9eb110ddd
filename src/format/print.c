#include "format/print.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "digraph/attributes.h"
#include "digraph/names.h"

#include <string.h>

/* ---- all items -------------------------------------------------------------------------- */

/* The room that a thread fills before the others are waited for. One item may take more. */
enum { PART = 1 << 20 };

typedef struct part {
  uint64_t begin, end; /* items */
  char *text;
  uint64_t capacity;
  size_t length;
} part;

/* Chooses the items of a part, from `begin` on, and makes room for them. False if memory runs
 * out. */
static bool plan(const grundy_printer *printer, uint64_t begin, part *p) {
  uint64_t room = 0;
  p->begin = p->end = begin;
  while (p->end < printer->items && room < PART) room += printer->room(printer->context, p->end++);
  return grundy_grow(&p->text, &p->capacity, room, 1);
}

typedef struct round {
  const grundy_printer *printer;
  part *parts;
} round;

static void print_share(void *context, int i) {
  const round *r = context;
  part *p = &r->parts[i];
  char *end = r->printer->print(r->printer->context, p->begin, p->end, p->text);
  p->length = (size_t)(end - p->text);
}

/* Formats the next items, as many as fit, and writes them. */
static bool print_round(FILE *out, const grundy_printer *printer, part *parts, int most,
                        uint64_t *item) {
  int count = 0;
  while (count < most && *item < printer->items) {
    if (!plan(printer, *item, &parts[count])) return false;
    *item = parts[count++].end;
  }
  round r = {printer, parts};
  grundy_parallel(count, print_share, &r);
  for (int i = 0; i < count && out != NULL; i++)
    if (fwrite(parts[i].text, 1, parts[i].length, out) != parts[i].length) break;
  return true;
}

grundy_status grundy_print(FILE *out, const grundy_printer *printer, grundy_work *work,
                           grundy_error *error) {
  part parts[GRUNDY_MAX_THREADS] = {0};
  int most = (int)grundy_threads();
  grundy_status status = GRUNDY_OK;
  uint64_t item = 0;
  while (item < printer->items && status == GRUNDY_OK && (out == NULL || !ferror(out))) {
    uint64_t before = item;
    if (!print_round(out, printer, parts, most, &item))
      status = grundy_fail_memory(error);
    else if (!grundy_work_step(work, printer->steps * (item - before)))
      status = grundy_fail_cancelled(error);
  }
  for (int i = 0; i < most; i++) free(parts[i].text);
  return status;
}

/* ---- pieces ----------------------------------------------------------------------------- */

char *grundy_put_bytes(char *to, const char *bytes, size_t length) {
  memcpy(to, bytes, length);
  return to + length;
}

char *grundy_put(char *to, const char *text) {
  while (*text != '\0') *to++ = *text++;
  return to;
}

char *grundy_put_name(char *to, const grundy_digraph *g, bool named, uint32_t v) {
  if (!named) return grundy_number_print(to, v);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  return grundy_put_bytes(to, name, strlen(name));
}

grundy_rows grundy_rows_of(const grundy_digraph *g, const grundy_write_options *options) {
  if (options->rows == NULL) return (grundy_rows){.count = grundy_digraph_order(g)};
  return (grundy_rows){options->rows, options->best, options->row_count};
}

/* ---- entries ---------------------------------------------------------------------------- */

static grundy_written written_of(const grundy_solution *solution, grundy_columns column) {
  return (grundy_written){
      column, grundy_column_describe(column)->kind, grundy_solution_letters(solution, column),
      grundy_solution_numbers(solution, column), grundy_solution_reals(solution, column)};
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

static char *put_number(char *to, uint32_t number, const char *infinity) {
  return number == GRUNDY_INFINITY ? grundy_put(to, infinity) : grundy_number_print(to, number);
}

static char *put_real(char *to, double real, const char *none) {
  char text[GRUNDY_ATTRIBUTE_TEXT];
  if (real != real) return grundy_put(to, none); /* NaN */
  grundy_payoff_print(real, text);
  return grundy_put(to, text);
}

static char *put_set(char *to, grundy_set set, const grundy_style *style) {
  if (set.absent) return grundy_put(to, style->none);
  if (set.size == 0) return grundy_put(to, style->empty);
  to = grundy_put(to, style->open);
  for (uint64_t i = 0; i < set.size; i++) {
    if (i > 0) *to++ = ',';
    to = put_number(to, set.numbers[i], style->infinity);
  }
  return grundy_put(to, style->close);
}

char *grundy_put_entry(char *to, const grundy_solution *solution, const grundy_written *column,
                       uint32_t v, const grundy_style *style) {
  switch (column->kind) {
  case GRUNDY_COLUMN_OF_LETTERS:
    to = grundy_put(to, style->quote);
    *to++ = (char)column->letters[v];
    return grundy_put(to, style->quote);
  case GRUNDY_COLUMN_OF_NUMBERS:
    return put_number(to, column->numbers[v],
                      column->column == GRUNDY_COLUMN_COUNTER ? style->none : style->infinity);
  case GRUNDY_COLUMN_OF_LEVELS:
    to = grundy_put(to, style->quote);
    to = grundy_put(to, grundy_level_name(column->letters[v]));
    return grundy_put(to, style->quote);
  case GRUNDY_COLUMN_OF_REALS:
    return put_real(to, column->reals[v], style->none);
  case GRUNDY_COLUMN_OF_SETS:
    break;
  }
  return put_set(to, grundy_solution_set_at(solution, column->column, v), style);
}

uint64_t grundy_entry_room(const grundy_solution *solution, const grundy_written *column,
                           uint32_t v) {
  if (column->kind == GRUNDY_COLUMN_OF_LEVELS || column->kind == GRUNDY_COLUMN_OF_REALS)
    return GRUNDY_ATTRIBUTE_TEXT;
  if (column->kind != GRUNDY_COLUMN_OF_SETS) return GRUNDY_NUMBER_ROOM;
  return (GRUNDY_NUMBER_ROOM + 1) * (1 + grundy_solution_set_at(solution, column->column, v).size);
}
