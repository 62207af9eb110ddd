#include "grid.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "failure.h"

enum { MOST_CELLS = 4000000, CELL_TEXT = 256 };

void grid_free(struct grid *grid) {
  free(grid->cells);
}

bool grid_can_show(grundy_columns columns) {
  if (columns == (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K)) return true;
  if (columns == 0 || (columns & (columns - 1)) != 0) return false;
  grundy_column_kind kind = grundy_column_describe(columns)->kind;
  return kind == GRUNDY_COLUMN_OF_NUMBERS || kind == GRUNDY_COLUMN_OF_LETTERS;
}

/* ---- placing positions ------------------------------------------------------------------ */

/* Finds the field whose name is the first `length` bytes. */
static grundy_status find_field(const grundy_digraph *game, const char *name, size_t length,
                                uint32_t *field, grundy_error *error) {
  grundy_field_names fields = grundy_position_fields(game);
  if (fields.count == 0)
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "--grid: the game has no fields; rules name them with `fields`");
  for (*field = 0; *field < fields.count; ++*field)
    if (strlen(fields.at[*field]) == length && memcmp(fields.at[*field], name, length) == 0)
      return GRUNDY_OK;
  char known[256] = "";
  for (uint32_t i = 0; i < fields.count; i++) {
    size_t used = strlen(known);
    (void)snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", fields.at[i]);
  }
  return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                   "--grid: the game has no field '%.*s'; its fields are %s",
                   length < 60 ? (int)length : 60, name, known);
}

static grundy_status find_fields(struct grid *grid, const char *text, uint32_t fields[2],
                                 grundy_error *error) {
  size_t length = strcspn(text, ",");
  if (text[length] == '\0' || strchr(text + length + 1, ',') != NULL)
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "--grid is '%.60s'; expected two fields, such as a,b", text);
  const char *second = text + length + 1;
  grundy_status status = find_field(grid->game, text, length, &fields[0], error);
  if (status == GRUNDY_OK)
    status = find_field(grid->game, second, strlen(second), &fields[1], error);
  if (status == GRUNDY_OK && fields[0] == fields[1])
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "", "--grid: '%.60s' names one field twice", text);
  return status;
}

/* The position of a row. */
static uint32_t vertex_at(const uint32_t *rows, uint64_t row) {
  return rows == NULL ? (uint32_t)row : rows[row];
}

/* The least and the largest value of the two fields. */
struct extent {
  int64_t least[2], most[2];
};

static grundy_status measure(const struct grid *grid, const uint32_t fields[2],
                             const uint32_t *rows, uint64_t row_count, struct extent *extent,
                             grundy_error *error) {
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  for (uint64_t row = 0; row < row_count; row++) {
    grundy_status status =
        grundy_position_field_values(grid->game, vertex_at(rows, row), values, error);
    if (status != GRUNDY_OK) return status;
    for (int i = 0; i < 2; i++) {
      int64_t value = values[fields[i]];
      if (row == 0 || value < extent->least[i]) extent->least[i] = value;
      if (row == 0 || value > extent->most[i]) extent->most[i] = value;
    }
  }
  return GRUNDY_OK;
}

/* Sets the size of the grid and allocates its cells. */
static grundy_status allocate(struct grid *grid, const struct extent *extent, grundy_error *error) {
  uint64_t size[2];
  for (int i = 0; i < 2; i++) {
    size[i] = (uint64_t)extent->most[i] - (uint64_t)extent->least[i];
    if (size[i] >= MOST_CELLS || (i == 1 && (size[0] + 1) * (size[1] + 1) > MOST_CELLS))
      return fail_with(error, GRUNDY_UNABLE, "",
                       "the grid would have more than %d cells; use --where to choose positions",
                       (int)MOST_CELLS);
  }
  grid->down = size[0] + 1;
  grid->across = size[1] + 1;
  grid->first_down = extent->least[0];
  grid->first_across = extent->least[1];
  grid->cells = malloc(grid->down * grid->across * sizeof *grid->cells);
  if (grid->cells == NULL) return fail_memory(error);
  for (uint64_t i = 0; i < grid->down * grid->across; i++) grid->cells[i] = GRUNDY_INFINITY;
  return GRUNDY_OK;
}

static grundy_status fail_shared(const struct grid *grid, uint32_t u, uint32_t v,
                                 grundy_error *error) {
  char first[GRUNDY_NAME_MAX_BYTES], second[GRUNDY_NAME_MAX_BYTES];
  return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                   "--grid: '%.60s' and '%.60s' share a cell; use --where to choose one",
                   grundy_digraph_name(grid->game, u, first),
                   grundy_digraph_name(grid->game, v, second));
}

/* A value with a large set K may be too long for a cell. */
static grundy_status check_value(const struct grid *grid, uint32_t v, grundy_error *error) {
  char name[GRUNDY_NAME_MAX_BYTES], text[CELL_TEXT];
  if ((grid->columns & GRUNDY_COLUMN_GRUNDY) == 0) return GRUNDY_OK;
  grundy_value value = grundy_solution_value(grid->solution, v);
  if (grundy_value_format(value, false, text, CELL_TEXT) < CELL_TEXT) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNABLE, "",
                   "--grid: the value of '%.60s' is too long for a cell; use --columns grundy or "
                   "--columns outcome",
                   grundy_digraph_name(grid->game, v, name));
}

grundy_status grid_make(struct grid *grid, const char *text, const uint32_t *rows,
                        uint64_t row_count, grundy_error *error) {
  uint32_t fields[2] = {0};
  struct extent extent = {0};
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_status status = find_fields(grid, text, fields, error);
  if (status == GRUNDY_OK && row_count == 0)
    status = fail_with(error, GRUNDY_BAD_ARGUMENT, "", "--grid: --where chooses no position");
  if (status == GRUNDY_OK) status = measure(grid, fields, rows, row_count, &extent, error);
  if (status == GRUNDY_OK) status = allocate(grid, &extent, error);
  if (status != GRUNDY_OK) return status;
  grid->down_name = grundy_position_fields(grid->game).at[fields[0]];
  grid->across_name = grundy_position_fields(grid->game).at[fields[1]];
  for (uint64_t row = 0; row < row_count; row++) {
    uint32_t v = vertex_at(rows, row);
    status = grundy_position_field_values(grid->game, v, values, error);
    if (status == GRUNDY_OK) status = check_value(grid, v, error);
    if (status != GRUNDY_OK) return status;
    uint64_t at = (uint64_t)(values[fields[0]] - grid->first_down) * grid->across +
                  (uint64_t)(values[fields[1]] - grid->first_across);
    if (grid->cells[at] != GRUNDY_INFINITY) return fail_shared(grid, grid->cells[at], v, error);
    grid->cells[at] = v;
  }
  return GRUNDY_OK;
}

/* ---- cells ------------------------------------------------------------------------------ */

static uint32_t cell_at(const struct grid *grid, uint64_t row, uint64_t column) {
  return grid->cells[row * grid->across + column];
}

/* Writes the text of a cell, which may be empty. */
static void cell_text(const struct grid *grid, uint64_t row, uint64_t column, bool ascii,
                      char text[CELL_TEXT]) {
  uint32_t v = cell_at(grid, row, column);
  text[0] = '\0';
  if (v == GRUNDY_INFINITY) return;
  if ((grid->columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    (void)grundy_value_format(grundy_solution_value(grid->solution, v), ascii, text, CELL_TEXT);
    return;
  }
  const uint8_t *letters = grundy_solution_letters(grid->solution, grid->columns);
  const uint32_t *numbers = grundy_solution_numbers(grid->solution, grid->columns);
  if (letters != NULL)
    (void)snprintf(text, CELL_TEXT, "%c", letters[v]);
  else if (numbers[v] == GRUNDY_NUMBER_UNKNOWN)
    (void)snprintf(text, CELL_TEXT, "?");
  else if (numbers[v] != GRUNDY_INFINITY)
    (void)snprintf(text, CELL_TEXT, "%s%" PRIu32,
                   numbers[v] < GRUNDY_NUMBER_AT_MOST ? ""
                   : ascii                            ? "<="
                                                      : "≤",
                   grundy_number_unmarked(numbers[v]));
  else
    (void)snprintf(text, CELL_TEXT, "%s",
                   grid->columns == GRUNDY_COLUMN_COUNTER ? "-"
                   : ascii                                ? "inf"
                                                          : "∞");
}

/* Counts characters: all bytes but the later ones of a character. */
static int width_of(const char *text) {
  int width = 0;
  for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
  return width;
}

/* ---- text ------------------------------------------------------------------------------- */

static int width_of_number(int64_t number) {
  char text[32];
  return snprintf(text, sizeof text, "%" PRId64, number);
}

/* Writes the text right-aligned. */
static void put_right(FILE *out, const char *text, int width) {
  (void)fprintf(out, "%*s%s", width > width_of(text) ? width - width_of(text) : 0, "", text);
}

static int widest_cell(const struct grid *grid, bool ascii) {
  char text[CELL_TEXT];
  int width = width_of_number(grid->first_across + (int64_t)grid->across - 1);
  for (uint64_t row = 0; row < grid->down; row++)
    for (uint64_t column = 0; column < grid->across; column++) {
      cell_text(grid, row, column, ascii, text);
      if (width_of(text) > width) width = width_of(text);
    }
  return width;
}

static void write_text(FILE *out, const struct grid *grid, bool ascii) {
  char text[CELL_TEXT], corner[80];
  int width = widest_cell(grid, ascii);
  (void)snprintf(corner, sizeof corner, "%s\\%s", grid->down_name, grid->across_name);
  int left = width_of_number(grid->first_down + (int64_t)grid->down - 1);
  if (width_of_number(grid->first_down) > left) left = width_of_number(grid->first_down);
  if (width_of(corner) > left) left = width_of(corner);
  put_right(out, corner, left);
  for (uint64_t column = 0; column < grid->across; column++)
    (void)fprintf(out, " %*" PRId64, width, grid->first_across + (int64_t)column);
  (void)putc('\n', out);
  for (uint64_t row = 0; row < grid->down; row++) {
    (void)fprintf(out, "%*" PRId64, left, grid->first_down + (int64_t)row);
    uint64_t last = grid->across;
    while (last > 0 && cell_at(grid, row, last - 1) == GRUNDY_INFINITY) last--;
    for (uint64_t column = 0; column < last; column++) {
      cell_text(grid, row, column, ascii, text);
      (void)putc(' ', out);
      put_right(out, text, width);
    }
    (void)putc('\n', out);
  }
}

/* ---- tables of other programs ----------------------------------------------------------- */

#define DELIMITED_BY(delimiter)                                                                    \
  {                                                                                                \
    .row = "", .cell = "", .between = (delimiter), .end_cell = "", .end_row = "\n", .rule = "",    \
    .end = "", .corner = "/", .underscore = "_",                                                   \
  }
static const grundy_markup tsv = DELIMITED_BY("\t");
static const grundy_markup csv = DELIMITED_BY(",");

/* Writes a text of a cell; only values have characters that need markup. */
static void put_cell(FILE *out, const char *text, const grundy_markup *m) {
  const char *set = strchr(text, '{');
  if (m == &csv && set != NULL)
    (void)fprintf(out, "\"%s\"", text);
  else if (m == &tsv || m == &csv || strncmp(text, "inf", 3) != 0)
    (void)fputs(text, out);
  else if (set == NULL)
    (void)fprintf(out, "%s%s%s", m->formula, m->infinity, m->formula);
  else
    (void)fprintf(out, "%s%s%s%.*s%s%s", m->formula, m->infinity, m->open, (int)strlen(set) - 2,
                  set + 1, m->close, m->formula);
}

/* Writes a name of a field, whose only special character is _. */
static void put_field(FILE *out, const char *name, const grundy_markup *m) {
  for (; *name != '\0'; name++)
    if (*name == '_')
      (void)fputs(m->underscore, out);
    else
      (void)putc(*name, out);
}

static void write_marked(FILE *out, const struct grid *grid, const grundy_markup *m) {
  char text[CELL_TEXT];
  if (m->begin != NULL) m->begin(grid->across + 1, NULL, out);
  (void)fprintf(out, "%s%s", m->row, m->cell);
  put_field(out, grid->down_name, m);
  (void)fputs(m->corner, out);
  put_field(out, grid->across_name, m);
  (void)fputs(m->end_cell, out);
  for (uint64_t column = 0; column < grid->across; column++)
    (void)fprintf(out, "%s%s%" PRId64 "%s", m->between, m->cell,
                  grid->first_across + (int64_t)column, m->end_cell);
  (void)fprintf(out, "%s%s", m->end_row, m->rule);
  for (uint64_t row = 0; row < grid->down; row++) {
    (void)fprintf(out, "%s%s%" PRId64 "%s", m->row, m->cell, grid->first_down + (int64_t)row,
                  m->end_cell);
    for (uint64_t column = 0; column < grid->across; column++) {
      cell_text(grid, row, column, true, text);
      (void)fprintf(out, "%s%s", m->between, m->cell);
      put_cell(out, text, m);
      (void)fputs(m->end_cell, out);
    }
    (void)fputs(m->end_row, out);
  }
  (void)fputs(m->end, out);
}

/* ---- b-files ---------------------------------------------------------------------------- */

static uint32_t number_at(const struct grid *grid, uint32_t v) {
  return grundy_solution_numbers(grid->solution, (grid->columns & GRUNDY_COLUMN_GRUNDY) != 0
                                                     ? (grundy_columns)GRUNDY_COLUMN_GRUNDY
                                                     : grid->columns)[v];
}

/* Fails if a b-file cannot have the cell. */
static grundy_status check_number(const struct grid *grid, uint64_t row, uint64_t column,
                                  grundy_error *error) {
  uint32_t v = cell_at(grid, row, column);
  if (v != GRUNDY_INFINITY && number_at(grid, v) < GRUNDY_NUMBER_AT_MOST) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNABLE, "",
                   "a b-file has numbers only, and %s=%" PRId64 ", %s=%" PRId64 " has %s",
                   grid->down_name, grid->first_down + (int64_t)row, grid->across_name,
                   grid->first_across + (int64_t)column,
                   v == GRUNDY_INFINITY ? "no position" : "no number");
}

static grundy_status write_bfile(FILE *out, const struct grid *grid, grundy_error *error) {
  uint64_t diagonals = grid->down < grid->across ? grid->down : grid->across, index = 0;
  if (grundy_solution_letters(grid->solution, grid->columns) != NULL)
    return fail_with(error, GRUNDY_UNABLE, "", "a b-file has numbers only; use --columns grundy");
  for (uint64_t diagonal = 0; diagonal < diagonals; diagonal++)
    for (uint64_t row = 0; row <= diagonal; row++) {
      grundy_status status = check_number(grid, row, diagonal - row, error);
      if (status != GRUNDY_OK) return status;
    }
  for (uint64_t diagonal = 0; diagonal < diagonals; diagonal++)
    for (uint64_t row = 0; row <= diagonal; row++)
      (void)fprintf(out, "%" PRIu64 " %" PRIu32 "\n", index++,
                    number_at(grid, cell_at(grid, row, diagonal - row)));
  return GRUNDY_OK;
}

/* ---- heat maps -------------------------------------------------------------------------- */

enum { LEFT = 60, TOP = 50, RIGHT = 20, BOTTOM = 20 };

static uint32_t largest_number(const struct grid *grid) {
  uint32_t largest = 0;
  for (uint64_t i = 0; i < grid->down * grid->across; i++) {
    if (grid->cells[i] == GRUNDY_INFINITY) continue;
    uint32_t number = number_at(grid, grid->cells[i]);
    if (number < GRUNDY_NUMBER_AT_MOST && number > largest) largest = number;
  }
  return largest;
}

/* The colours of outcomes in pictures. */
static const char *colour_of_letter(uint8_t letter) {
  switch (letter) {
  case GRUNDY_OUTCOME_N:
  case GRUNDY_OUTCOME_A:
    return "#9fdf9f";
  case GRUNDY_OUTCOME_P:
  case GRUNDY_OUTCOME_B:
    return "#ff9f94";
  case GRUNDY_OUTCOME_UNKNOWN:
    return "#dddddd";
  default:
    return "#ffe97f";
  }
}

/* From white at 0 to dark blue at the largest number; infinite numbers are yellow, like draws, and
 * numbers that are not known exactly are grey.
 * *dark says whether the colour needs white text. */
static void colour_of_number(uint32_t number, uint32_t largest, char colour[16], bool *dark) {
  *dark = false;
  if (number == GRUNDY_INFINITY) {
    (void)snprintf(colour, 16, "#ffe97f");
    return;
  }
  if (number >= GRUNDY_NUMBER_AT_MOST) {
    (void)snprintf(colour, 16, "#dddddd");
    return;
  }
  uint64_t share = largest == 0 ? 0 : (uint64_t)number * 255 / largest;
  *dark = share > 130;
  (void)snprintf(colour, 16, "#%02x%02x%02x", (unsigned)(255 - share * 224 / 255),
                 (unsigned)(255 - share * 175 / 255), (unsigned)(255 - share * 95 / 255));
}

/* A heat map being drawn. */
struct map {
  FILE *out;
  const struct grid *grid;
  const uint8_t *letters; /* NULL: numbers */
  uint32_t largest;
  int size;   /* of a cell */
  bool texts; /* whether cells show their entries */
};

static void draw_cell(const struct map *m, uint64_t row, uint64_t column) {
  uint32_t v = cell_at(m->grid, row, column);
  char colour[16], text[CELL_TEXT];
  bool dark = false;
  if (v == GRUNDY_INFINITY) return;
  if (m->letters != NULL)
    (void)snprintf(colour, sizeof colour, "%s", colour_of_letter(m->letters[v]));
  else
    colour_of_number(number_at(m->grid, v), m->largest, colour, &dark);
  uint64_t x = LEFT + column * (uint64_t)m->size, y = TOP + row * (uint64_t)m->size;
  cell_text(m->grid, row, column, false, text);
  (void)fprintf(m->out,
                "<rect x=\"%" PRIu64 "\" y=\"%" PRIu64 "\" width=\"%d\" height=\"%d\" fill=\"%s\">"
                "<title>%s=%" PRId64 " %s=%" PRId64 ": %s</title></rect>\n",
                x, y, m->size, m->size, colour, m->grid->down_name,
                m->grid->first_down + (int64_t)row, m->grid->across_name,
                m->grid->first_across + (int64_t)column, text);
  if (m->texts)
    (void)fprintf(m->out,
                  "<text x=\"%" PRIu64 "\" y=\"%" PRIu64 "\" text-anchor=\"middle\" "
                  "fill=\"%s\">%s</text>\n",
                  x + (uint64_t)m->size / 2, y + (uint64_t)m->size / 2 + 4,
                  dark ? "white" : "black", text);
}

/* Writes the numbers at the axes; at most about 30 of them. */
static void draw_axes(const struct map *m) {
  const struct grid *grid = m->grid;
  uint64_t step_across = (grid->across + 29) / 30, step_down = (grid->down + 29) / 30;
  (void)fprintf(m->out,
                "<text x=\"%" PRIu64 "\" y=\"18\" text-anchor=\"middle\">%s</text>\n"
                "<text x=\"14\" y=\"%" PRIu64 "\" text-anchor=\"middle\">%s</text>\n",
                LEFT + grid->across * (uint64_t)m->size / 2, grid->across_name,
                TOP + grid->down * (uint64_t)m->size / 2, grid->down_name);
  for (uint64_t column = 0; column < grid->across; column += step_across)
    (void)fprintf(m->out,
                  "<text x=\"%" PRIu64 "\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text>\n",
                  LEFT + column * (uint64_t)m->size + (uint64_t)m->size / 2, TOP - 8,
                  grid->first_across + (int64_t)column);
  for (uint64_t row = 0; row < grid->down; row += step_down)
    (void)fprintf(m->out,
                  "<text x=\"%d\" y=\"%" PRIu64 "\" text-anchor=\"end\">%" PRId64 "</text>\n",
                  LEFT - 8, TOP + row * (uint64_t)m->size + (uint64_t)m->size / 2 + 4,
                  grid->first_down + (int64_t)row);
}

static void write_map(FILE *out, const struct grid *grid) {
  uint64_t longer = grid->down > grid->across ? grid->down : grid->across;
  struct map m = {.out = out, .grid = grid};
  m.letters = grundy_solution_letters(grid->solution, grid->columns);
  m.largest = m.letters == NULL ? largest_number(grid) : 0;
  m.size = longer <= 40 ? 24 : longer <= 200 ? 5 : 2;
  m.texts = m.size == 24;
  (void)fprintf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%" PRIu64 "\" height=\"%" PRIu64
                "\" font-family=\"sans-serif\" font-size=\"11\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                LEFT + grid->across * (uint64_t)m.size + RIGHT,
                TOP + grid->down * (uint64_t)m.size + BOTTOM);
  draw_axes(&m);
  for (uint64_t row = 0; row < grid->down; row++)
    for (uint64_t column = 0; column < grid->across; column++) draw_cell(&m, row, column);
  (void)fputs("</svg>\n", out);
}

/* ---- all formats ------------------------------------------------------------------------ */

grundy_status grid_write(FILE *out, const struct grid *grid, grid_format format, bool ascii,
                         grundy_error *error) {
  switch (format) {
  case GRID_TEXT:
    write_text(out, grid, ascii);
    break;
  case GRID_TSV:
    write_marked(out, grid, &tsv);
    break;
  case GRID_CSV:
    write_marked(out, grid, &csv);
    break;
  case GRID_LATEX:
    write_marked(out, grid, grundy_markup_of(GRUNDY_LATEX));
    break;
  case GRID_TYPST:
    write_marked(out, grid, grundy_markup_of(GRUNDY_TYPST));
    break;
  case GRID_BFILE:
    return write_bfile(out, grid, error);
  case GRID_SVG:
    write_map(out, grid);
  }
  return GRUNDY_OK;
}
