/* Writes slices of boxes of games on vectors: tables, also for papers, delimited text, b-files,
 * JSON and NumPy arrays. */

#include <grundy/json.h>
#include <grundy/text.h>

#include "base/alloc.h"
#include "base/options.h"
#include "format/impl.h"
#include "format/periods.h"
#include "npz/npz.h"
#include "text/numbers.h"
#include "text/print.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>

/* A table of the entries: of a line, ten per row; otherwise x down and y across. */
enum { ROW = 10 };

typedef struct writer {
  const grundy_vector_write_options *options;
  grundy_vector_grid grid;
  grundy_vector_slice slice;
  bool letters;                     /* outcomes */
  uint64_t rows, columns;           /* of a table */
  int left, width;                  /* of the first and of the other columns of a table as text */
  const grundy_markup *markup;      /* of other tables */
  char separator;                   /* of lists */
  const grundy_heap_period *period; /* NULL: none */
} writer;

/* ---- entries ---------------------------------------------------------------------------- */

static uint64_t index_at(const writer *w, uint64_t x, uint64_t y) {
  return w->slice.first + x * w->slice.steps[0] + y * w->slice.steps[1];
}

/* Returns the index of the entry in a table; UINT64_MAX: the cell is empty. */
static uint64_t cell_index(const writer *w, uint64_t row, uint64_t column) {
  if (w->slice.axes == 2) return index_at(w, row, column);
  uint64_t x = ROW * row + column;
  return x < w->slice.lengths[0] ? index_at(w, x, 0) : UINT64_MAX;
}

static char *put_entry(const writer *w, uint64_t index, char *to) {
  if (!w->letters) return grundy_number_print(to, w->grid.values[index]);
  *to++ = (char)grundy_vector_outcome(&w->grid, index);
  return to;
}

static char *put_wide(char *to, uint64_t number) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  while (count > 0) *to++ = digits[--count];
  return to;
}

static uint64_t row_label(const writer *w, uint64_t row) {
  return w->slice.axes == 2 ? row : ROW * row;
}

static int digits_of(uint64_t number) {
  char digits[20];
  return (int)(put_wide(digits, number) - digits);
}

static grundy_status print(FILE *out, writer *w, uint64_t items,
                           char *(*put)(void *, uint64_t, uint64_t, char *),
                           uint64_t (*room)(void *, uint64_t), uint64_t steps, grundy_work *work,
                           grundy_error *error) {
  grundy_printer printer = {w, items, room, put, steps};
  return grundy_print(out, &printer, work, error);
}

/* ---- tables ----------------------------------------------------------------------------- */

/* Moves the text from `from` to `to` to the right, so that it takes that width. */
static char *align_right(char *from, char *to, int width) {
  int missing = width - (int)(to - from);
  if (missing <= 0) return to;
  for (char *at = to; at-- > from;) at[missing] = *at;
  for (int i = 0; i < missing; i++) from[i] = ' ';
  return to + missing;
}

static char *print_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t row = begin; row < end; row++) {
    to = align_right(to, put_wide(to, row_label(w, row)), w->left);
    for (uint64_t column = 0; column < w->columns; column++) {
      uint64_t index = cell_index(w, row, column);
      if (index == UINT64_MAX) break;
      *to++ = ' ';
      to = align_right(to, put_entry(w, index, to), w->width);
    }
    *to++ = '\n';
  }
  return to;
}

static uint64_t row_room(void *context, uint64_t row) {
  const writer *w = context;
  (void)row;
  return 24 + (uint64_t)w->left + w->columns * ((uint64_t)w->width + 1);
}

/* Returns the number of digits of the widest entry of the slice. */
static int widest_entry(const writer *w) {
  uint32_t largest = 0;
  for (uint64_t row = 0; row < w->rows && !w->letters; row++)
    for (uint64_t column = 0; column < w->columns; column++) {
      uint64_t index = cell_index(w, row, column);
      if (index != UINT64_MAX && w->grid.values[index] > largest) largest = w->grid.values[index];
    }
  return digits_of(largest);
}

static grundy_status write_text(FILE *out, writer *w, grundy_work *work, grundy_error *error) {
  const char *corner = w->slice.axes == 2 ? "x\\y" : "x";
  w->left = digits_of(row_label(w, w->rows - 1));
  if (w->left < (int)strlen(corner)) w->left = (int)strlen(corner);
  w->width = widest_entry(w);
  if (digits_of(w->columns - 1) > w->width) w->width = digits_of(w->columns - 1);
  fprintf(out, "%*s", w->left, corner);
  for (uint64_t column = 0; column < w->columns; column++)
    fprintf(out, " %*" PRIu64, w->width, column);
  putc('\n', out);
  grundy_status status = print(out, w, w->rows, print_rows, row_room, w->columns, work, error);
  if (status == GRUNDY_OK && w->period != NULL) grundy_period_put_text(out, w->period);
  return status;
}

static char *print_marked_rows(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  const grundy_markup *m = w->markup;
  for (uint64_t row = begin; row < end; row++) {
    to = grundy_put(grundy_put(to, m->row), m->cell);
    to = grundy_put(put_wide(to, row_label(w, row)), m->end_cell);
    for (uint64_t column = 0; column < w->columns; column++) {
      uint64_t index = cell_index(w, row, column);
      to = grundy_put(grundy_put(to, m->between), m->cell);
      if (index != UINT64_MAX) to = put_entry(w, index, to);
      to = grundy_put(to, m->end_cell);
    }
    to = grundy_put(to, m->end_row);
  }
  return to;
}

static uint64_t marked_room(void *context, uint64_t row) {
  const writer *w = context;
  (void)row;
  return 48 + w->columns * (GRUNDY_NUMBER_ROOM + 8);
}

/* Writes the table with this markup, after its first line. */
static grundy_status write_marked(FILE *out, writer *w, const grundy_markup *m, grundy_work *work,
                                  grundy_error *error) {
  w->markup = m;
  fprintf(out, "%s%s%sx%s%s%s", m->heading, m->row, m->cell, w->slice.axes == 2 ? m->corner : "",
          w->slice.axes == 2 ? "y" : "", m->end_cell);
  for (uint64_t column = 0; column < w->columns; column++)
    fprintf(out, "%s%s%" PRIu64 "%s", m->between, m->cell, column, m->end_cell);
  fprintf(out, "%s%s%s", m->end_row, m->end_heading, m->rule);
  grundy_status status =
      print(out, w, w->rows, print_marked_rows, marked_room, w->columns, work, error);
  fputs(m->end, out);
  return status;
}

static grundy_status write_paper(FILE *out, writer *w, grundy_markup_language language,
                                 const char *comment, grundy_work *work, grundy_error *error) {
  const grundy_markup *m = grundy_markup_of(language);
  fprintf(out, "%s %s\n", comment, w->options->game);
  m->begin(w->columns + 1, NULL, out);
  return write_marked(out, w, m, work, error);
}

/* ---- lists ------------------------------------------------------------------------------ */

/* Writes all coordinates of the index. */
static char *put_position(const writer *w, uint64_t index, char *to) {
  uint64_t stride = w->grid.count;
  for (uint32_t i = 0; i < w->grid.dimension; i++) {
    stride /= w->grid.corner.at[i] + UINT64_C(1);
    to = put_wide(to, index / stride);
    index %= stride;
    *to++ = w->separator;
  }
  return to;
}

/* Prints one line per entry: of a line, x and the entry; of a box, all coordinates and the entry.
 */
static char *print_lines(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t x = begin; x < end; x++) {
    if (w->slice.axes == 0) {
      to = put_position(w, x, to);
    } else {
      to = put_wide(to, x);
      *to++ = w->separator;
    }
    to = put_entry(w, index_at(w, x, 0), to);
    *to++ = '\n';
  }
  return to;
}

static uint64_t line_room(void *context, uint64_t line) {
  (void)context;
  (void)line;
  return 4 * 21 + GRUNDY_NUMBER_ROOM + 2;
}

/* A b-file, separated by blanks, has no headings. */
static grundy_status write_lines(FILE *out, writer *w, char separator, grundy_work *work,
                                 grundy_error *error) {
  static const char letters[] = "abcd";
  w->separator = separator;
  for (uint32_t i = 0; i < w->grid.dimension && w->slice.axes == 0; i++)
    fprintf(out, "%c%c", letters[i], separator);
  if (w->slice.axes > 0 && separator != ' ') fprintf(out, "x%c", separator);
  if (separator != ' ') fprintf(out, "%s\n", w->letters ? "outcome" : "value");
  return print(out, w, w->slice.lengths[0], print_lines, line_room, 1, work, error);
}

/* Prints the antidiagonals of a plane, each from the top down, as lines of a b-file. */
static char *print_antidiagonals(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  uint64_t diagonal = (uint64_t)((sqrt(8 * (double)begin + 1) - 1) / 2);
  while (diagonal * (diagonal + 1) / 2 > begin) diagonal--;
  while ((diagonal + 1) * (diagonal + 2) / 2 <= begin) diagonal++;
  uint64_t x = begin - diagonal * (diagonal + 1) / 2;
  for (uint64_t item = begin; item < end; item++) {
    to = put_wide(to, item);
    *to++ = ' ';
    to = put_entry(w, index_at(w, x, diagonal - x), to);
    *to++ = '\n';
    if (x++ == diagonal) {
      diagonal++;
      x = 0;
    }
  }
  return to;
}

/* Writes a line, or the antidiagonals of a plane that start in its first row and end in its first
 * column. */
static grundy_status write_bfile(FILE *out, writer *w, grundy_work *work, grundy_error *error) {
  const uint64_t *lengths = w->slice.lengths;
  uint64_t diagonals = lengths[0] < lengths[1] ? lengths[0] : lengths[1];
  if (w->slice.axes == 1) return write_lines(out, w, ' ', work, error);
  return print(out, w, diagonals * (diagonals + 1) / 2, print_antidiagonals, line_room, 1, work,
               error);
}

#define DELIMITED_BY(delimiter)                                                                    \
  {                                                                                                \
    .row = "", .cell = "", .between = (delimiter), .end_cell = "", .end_row = "\n", .heading = "", \
    .end_heading = "", .rule = "", .end = "", .corner = "\\",                                      \
  }

static grundy_status write_delimited(FILE *out, writer *w, char separator, grundy_work *work,
                                     grundy_error *error) {
  static const grundy_markup tsv = DELIMITED_BY("\t"), csv = DELIMITED_BY(",");
  if (w->slice.axes != 2) return write_lines(out, w, separator, work, error);
  return write_marked(out, w, separator == '\t' ? &tsv : &csv, work, error);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static uint64_t entry_index(const writer *w, uint64_t item) {
  return index_at(w, item / w->slice.lengths[1], item % w->slice.lengths[1]);
}

static uint64_t entry_count(const writer *w) {
  return w->slice.lengths[0] * w->slice.lengths[1];
}

static char *print_list(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint64_t item = begin; item < end; item++) {
    if (item > 0) to = grundy_put(to, ", ");
    if (w->letters) *to++ = '"';
    to = put_entry(w, entry_index(w, item), to);
    if (w->letters) *to++ = '"';
  }
  return to;
}

static uint64_t list_room(void *context, uint64_t item) {
  (void)context;
  (void)item;
  return GRUNDY_NUMBER_ROOM + 4;
}

/* Sets the shape of what is written, and returns the number of dimensions. */
static int shape_of(const writer *w, uint64_t shape[GRUNDY_VECTOR_MAX_DIMENSION]) {
  shape[0] = w->slice.lengths[0];
  shape[1] = w->slice.lengths[1];
  if (w->slice.axes > 0) return (int)w->slice.axes;
  for (uint32_t i = 0; i < w->grid.dimension; i++) shape[i] = w->grid.corner.at[i] + UINT64_C(1);
  return (int)w->grid.dimension;
}

/* The entries, which may be many, are the last member, and are written by all threads. */
static grundy_status write_json(FILE *out, writer *w, grundy_work *work, grundy_error *error) {
  uint64_t shape[GRUNDY_VECTOR_MAX_DIMENSION];
  int dimensions = shape_of(w, shape);
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "game", w->options->game);
  grundy_json_array(&json, "shape");
  for (int i = 0; i < dimensions; i++) grundy_json_integer(&json, NULL, shape[i]);
  grundy_json_end(&json);
  grundy_period_put_json(&json, w->period);
  grundy_json_line(&json);
  grundy_json_null(&json, w->letters ? "values" : "outcomes");
  grundy_json_line(&json);
  grundy_json_array(&json, w->letters ? "outcomes" : "values");
  grundy_status status = print(out, w, entry_count(w), print_list, list_room, 1, work, error);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return status;
}

/* ---- arrays ----------------------------------------------------------------------------- */

static void fill_entries(const grundy_npz_column *column, uint64_t first, uint64_t count,
                         unsigned char *bytes) {
  const writer *w = column->source;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t index = entry_index(w, first + i);
    if (w->letters) {
      bytes[i] = grundy_vector_outcome(&w->grid, index);
      continue;
    }
    uint32_t value = w->grid.values[index];
    for (int k = 0; k < 4; k++) bytes[4 * i + (uint64_t)k] = (unsigned char)(value >> 8 * k);
  }
}

static grundy_status write_array(FILE *out, const writer *w, grundy_work *work,
                                 grundy_error *error) {
  grundy_npz_column column =
      w->letters ? grundy_npz_column_new("outcomes.npy", 'S', 1, entry_count(w), fill_entries, w)
                 : grundy_npz_column_new("values.npy", 'i', 4, entry_count(w), fill_entries, w);
  column.npy.dimensions = shape_of(w, column.npy.shape);
  column.counted = true;
  return grundy_npz_write(out, &column, 1, work, error);
}

/* ---- all formats ------------------------------------------------------------------------ */

static grundy_status check_format(const writer *w, grundy_format format, grundy_error *error) {
  if (format == GRUNDY_FORMAT_BFILE && (w->slice.axes == 0 || w->letters))
    return grundy_fail(
        error, GRUNDY_UNABLE,
        "a b-file has the values of a line or a plane; choose one by a slice such as "
        "%s",
        w->grid.dimension == 4   ? "x,y,0,0"
        : w->grid.dimension == 3 ? "x,y,0"
                                 : "3,x");
  bool is_list = format == GRUNDY_FORMAT_TSV || format == GRUNDY_FORMAT_CSV ||
                 format == GRUNDY_FORMAT_JSON || format == GRUNDY_FORMAT_NPZ;
  if (w->slice.axes == 0 && !is_list)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a table has at most two dimensions; choose a plane by a slice such as "
                       "x,y%s",
                       w->grid.dimension == 3 ? ",0" : ",0,0");
  return GRUNDY_OK;
}

static grundy_status write_format(FILE *out, writer *w, grundy_format format, grundy_work *work,
                                  grundy_error *error) {
  switch (format) {
  case GRUNDY_FORMAT_TSV:
    return write_delimited(out, w, '\t', work, error);
  case GRUNDY_FORMAT_CSV:
    return write_delimited(out, w, ',', work, error);
  case GRUNDY_FORMAT_JSON:
    return write_json(out, w, work, error);
  case GRUNDY_FORMAT_NPZ:
    return write_array(out, w, work, error);
  case GRUNDY_FORMAT_BFILE:
    return write_bfile(out, w, work, error);
  case GRUNDY_FORMAT_LATEX:
    return write_paper(out, w, GRUNDY_LATEX, "%", work, error);
  case GRUNDY_FORMAT_TYPST:
    return write_paper(out, w, GRUNDY_TYPST, "//", work, error);
  default:
    return write_text(out, w, work, error);
  }
}

grundy_status grundy_vector_write(const grundy_vector_box *box, const grundy_vector_slice *slice,
                                  grundy_format format, const grundy_vector_write_options *options,
                                  FILE *out, grundy_error *error) {
  grundy_vector_write_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (chosen.game == NULL) chosen.game = "";
  writer w = {.options = &chosen, .grid = grundy_vector_box_view(box), .slice = *slice};
  w.letters = chosen.outcomes || w.grid.values == NULL;
  grundy_heap_period period;
  if (chosen.period != NULL) {
    period = grundy_period_of_row(chosen.period);
    w.period = &period;
  }
  w.columns = slice->axes == 2 ? slice->lengths[1] : ROW;
  w.rows = slice->axes == 2 ? slice->lengths[0] : (slice->lengths[0] + ROW - 1) / ROW;
  status = check_format(&w, format, error);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(chosen.monitor, "writing", entry_count(&w));
  errno = 0;
  status = grundy_stream_status(out, write_format(out, &w, format, &work, error), error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  return status;
}
