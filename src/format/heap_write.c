/* Writes values of heap games: tables, also for papers, delimited text, JSON and NumPy arrays. */

#include <grundy/json.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "base/error.h"
#include "base/options.h"
#include "format/periods.h"
#include "heap/impl.h"
#include "npz/npz.h"
#include "text/numbers.h"
#include "text/print.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

typedef struct writer {
  const grundy_heap_code *code;
  const grundy_heaps *heaps;
  const uint32_t *values;
  uint64_t count;
  int width; /* of a table entry */
  char separator;
  const grundy_markup *markup; /* of a table for papers, */
  const char *loony;           /* and the value of loony heaps there */
} writer;

/* ---- numbers ---------------------------------------------------------------------------- */

static int digits_of(uint64_t number) {
  int digits = 1;
  while ((number /= 10) > 0) digits++;
  return digits;
}

static char *put_blanks(char *to, int count) {
  for (int i = 0; i < count; i++) *to++ = ' ';
  return to;
}

/* Writes a value; `loony` stands for GRUNDY_INFINITY. */
static char *put_value(char *to, uint32_t value, const char *loony) {
  return value == GRUNDY_INFINITY ? grundy_put(to, loony) : grundy_number_print(to, value);
}

/* Writes a number right-aligned in `width` characters. */
static char *put_right(char *to, uint32_t number, int width) {
  return grundy_number_print(put_blanks(to, width - digits_of(number)), number);
}

/* Reserves room for a heap, its value, two separators and the end of the line. */
static uint64_t pair_room(void *context, uint64_t item) {
  (void)context;
  (void)item;
  return 32;
}

static grundy_status print_items(FILE *out, writer *w, uint64_t items,
                                 char *(*print)(void *, uint64_t, uint64_t, char *),
                                 uint64_t (*room)(void *, uint64_t), grundy_work *work,
                                 grundy_error *error) {
  grundy_printer printer = {w, items, room, print, 1};
  return grundy_print(out, &printer, work, error);
}

/* ---- delimited -------------------------------------------------------------------------- */

static char *print_pairs(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t n = begin; n < end; n++) {
    to = grundy_number_print(to, (uint32_t)n);
    *to++ = w->separator;
    to = put_value(to, w->values[n], w->separator == ' ' ? "-1" : "inf");
    *to++ = '\n';
  }
  return to;
}

/* A b-file, separated by blanks, has no headings. */
static grundy_status write_delimited(FILE *out, writer *w, char separator, grundy_work *work,
                                     grundy_error *error) {
  w->separator = separator;
  if (separator != ' ') fprintf(out, "heap%cvalue\n", separator);
  return print_items(out, w, w->count, print_pairs, pair_room, work, error);
}

/* ---- tables ----------------------------------------------------------------------------- */

enum { ROW = 10 };

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  int left = digits_of(w->count);
  for (uint64_t row = begin; row < end; row++) {
    to = put_right(to, (uint32_t)(ROW * row), left);
    *to++ = ' ';
    for (uint64_t n = ROW * row; n < ROW * (row + 1) && n < w->count; n++) {
      *to++ = ' ';
      if (w->values[n] == GRUNDY_INFINITY)
        to = grundy_put(put_blanks(to, w->width - 1), "∞");
      else
        to = put_right(to, w->values[n], w->width);
    }
    *to++ = '\n';
  }
  return to;
}

static uint64_t row_room(void *context, uint64_t row) {
  (void)row;
  const writer *w = context;
  return 16 + ROW * ((uint64_t)w->width + 1 + strlen("∞"));
}

static grundy_status write_table(FILE *out, writer *w, grundy_work *work, grundy_error *error) {
  uint32_t largest = 0;
  for (uint64_t n = 0; n < w->count; n++)
    if (w->values[n] > largest && w->values[n] != GRUNDY_INFINITY) largest = w->values[n];
  w->width = digits_of(largest);
  int left = digits_of(w->count);
  fprintf(out, "%s\n\n%*s ", grundy_heap_code_text(w->code), left, "");
  for (int i = 0; i < ROW; i++) fprintf(out, " %*s%d", w->width - 1, "", i);
  putc('\n', out);
  uint64_t rows = (w->count + ROW - 1) / ROW;
  grundy_status status = print_items(out, w, rows, print_rows, row_room, work, error);
  const grundy_heap_period *p = grundy_heaps_period(w->heaps);
  if (status != GRUNDY_OK) return status;
  if (p == NULL) {
    fprintf(out, "\nno period proved up to %" PRIu64 "\n", w->count - 1);
    return GRUNDY_OK;
  }
  grundy_period_put_text(out, p);
  return GRUNDY_OK;
}

/* ---- papers ----------------------------------------------------------------------------- */

static char *print_marked(const writer *w, char *to, const char *before, uint32_t number) {
  to = grundy_put(grundy_put(to, before), w->markup->cell);
  return grundy_put(put_value(to, number, w->loony), w->markup->end_cell);
}

/* Prints rows with a number in the first cell; the last row is filled with empty cells. */
static char *print_marked_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  const grundy_markup *m = w->markup;
  for (uint64_t row = begin; row < end; row++) {
    to = print_marked(w, to, m->row, (uint32_t)(ROW * row));
    for (uint64_t n = ROW * row; n < ROW * (row + 1); n++)
      if (n < w->count)
        to = print_marked(w, to, m->between, w->values[n]);
      else
        to = grundy_put(grundy_put(grundy_put(to, m->between), m->cell), m->end_cell);
    to = grundy_put(to, m->end_row);
  }
  return to;
}

static uint64_t marked_room(void *context, uint64_t row) {
  (void)context;
  (void)row;
  return 16 + (ROW + 1) * (GRUNDY_NUMBER_ROOM + 8);
}

static grundy_status write_paper(FILE *out, writer *w, const grundy_markup *m, const char *comment,
                                 grundy_work *work, grundy_error *error) {
  w->markup = m;
  w->loony = comment[0] == '%' ? "$\\infty$" : "$oo$";
  fprintf(out, "%s %s\n", comment, grundy_heap_code_text(w->code));
  m->begin(ROW + 1, NULL, out);
  fprintf(out, "%s%s%s$n$%s", m->heading, m->row, m->cell, m->end_cell);
  for (int i = 0; i < ROW; i++) fprintf(out, "%s%s%d%s", m->between, m->cell, i, m->end_cell);
  fprintf(out, "%s%s%s", m->end_row, m->end_heading, m->rule);
  grundy_status status =
      print_items(out, w, (w->count + ROW - 1) / ROW, print_marked_rows, marked_room, work, error);
  fputs(m->end, out);
  return status;
}

/* ---- JSON ------------------------------------------------------------------------------- */

static char *print_list(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t n = begin; n < end; n++) {
    if (n > 0) to = grundy_put(to, ", ");
    to = put_value(to, w->values[n], "\"inf\"");
  }
  return to;
}

static void write_rare(grundy_json *json, const grundy_heap_split *split) {
  if (split == NULL) {
    grundy_json_null(json, "rare");
    return;
  }
  grundy_json_object(json, "rare");
  grundy_json_integer(json, "mask", split->mask);
  grundy_json_integer(json, "count", split->rare);
  grundy_json_integer(json, "last", split->last_rare);
  grundy_json_integer(json, "largest_value", split->largest);
  grundy_json_integer(json, "largest_at", split->largest_at);
  grundy_json_integer(json, "different_values", split->values);
  grundy_json_end(json);
}

/* The values, which may be many, are the last member, and are written by all threads. */
static grundy_status write_json(FILE *out, writer *w, const grundy_heap_split *split,
                                grundy_work *work, grundy_error *error) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "code", grundy_heap_code_text(w->code));
  grundy_json_integer(&json, "max", w->count - 1);
  grundy_json_line(&json);
  grundy_period_put_json(&json, grundy_heaps_period(w->heaps));
  grundy_json_line(&json);
  write_rare(&json, split);
  /* The largest heap is a limit if a period was wanted and none is proved. */
  if (w->heaps->wants_period && grundy_heaps_period(w->heaps) == NULL) {
    char message[80];
    (void)snprintf(message, sizeof message, "no period is proved up to %" PRIu64, w->count - 1);
    grundy_json_object(&json, "limit");
    grundy_json_string(&json, "reason", grundy_reason_name(GRUNDY_REASON_TOO_MANY));
    grundy_json_string(&json, "message", message);
    grundy_json_end(&json);
  } else {
    grundy_json_null(&json, "limit");
  }
  grundy_json_line(&json);
  grundy_json_array(&json, "values");
  grundy_status status = print_items(out, w, w->count, print_list, pair_room, work, error);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return status;
}

/* ---- arrays ----------------------------------------------------------------------------- */

static grundy_status write_arrays(FILE *out, const writer *w, grundy_work *work,
                                  grundy_error *error) {
  const grundy_heap_period *p = grundy_heaps_period(w->heaps);
  uint64_t period[4] = {0};
  if (p != NULL) {
    period[0] = p->preperiod;
    period[1] = p->length;
    period[2] = p->saltus;
    period[3] = p->proved_at;
  }
  uint32_t bits = 0;
  for (uint64_t n = 0; n < w->count; n++) /* -1 stands for GRUNDY_INFINITY, in any width */
    if (w->values[n] != GRUNDY_INFINITY) bits |= w->values[n];
  grundy_npz_column columns[] = {
      grundy_npz_column_new("values.npy", 'i', grundy_npz_width(bits), w->count,
                            grundy_npz_fill_narrow, w->values),
      grundy_npz_column_new("period.npy", 'i', 8, p == NULL ? 0 : 4, grundy_npz_fill_wide, period),
  };
  columns[0].counted = true;
  return grundy_npz_write(out, columns, 2, work, error);
}

/* ---- all formats ------------------------------------------------------------------------ */

grundy_status grundy_heaps_write(const grundy_heaps *heaps, const grundy_heap_code *code,
                                 const grundy_heap_split *split, grundy_heaps_format format,
                                 const grundy_run_options *options, FILE *out,
                                 grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  writer w = {.code = code, .heaps = heaps};
  w.values = grundy_heaps_values(heaps, &w.count);
  grundy_work work = grundy_work_start(monitor, "writing", w.count);
  grundy_status status;
  errno = 0;
  switch (format) {
  case GRUNDY_HEAPS_TSV:
    status = write_delimited(out, &w, '\t', &work, error);
    break;
  case GRUNDY_HEAPS_CSV:
    status = write_delimited(out, &w, ',', &work, error);
    break;
  case GRUNDY_HEAPS_JSON:
    status = write_json(out, &w, split, &work, error);
    break;
  case GRUNDY_HEAPS_NPZ:
    status = write_arrays(out, &w, &work, error);
    break;
  case GRUNDY_HEAPS_BFILE:
    status = write_delimited(out, &w, ' ', &work, error);
    break;
  case GRUNDY_HEAPS_LATEX:
    status = write_paper(out, &w, grundy_markup_of(GRUNDY_LATEX), "%", &work, error);
    break;
  case GRUNDY_HEAPS_TYPST:
    status = write_paper(out, &w, grundy_markup_of(GRUNDY_TYPST), "//", &work, error);
    break;
  default:
    status = write_table(out, &w, &work, error);
  }
  status = grundy_stream_status(out, status, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  return status;
}
