/* Fills the columns of a solution from the entries of a file. */

#include "format/impl.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

grundy_status grundy_solution_builder_start(grundy_solution_builder *builder,
                                            const grundy_digraph *g, const char *name,
                                            grundy_columns columns, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  *builder = (grundy_solution_builder){
      .g = g, .name = name, .window = grundy_game_is_window(grundy_digraph_type(g))};
  if (!builder->window && (columns & GRUNDY_COLUMN_WINDOW) != 0)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "this is the solution of a window, and the game is whole; open the game "
                          "with the same --window");
  builder->seen = grundy_alloc_zero(order, sizeof *builder->seen);
  if (builder->seen == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_solution_new(order, &builder->solution, error);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) == 0) continue;
    switch (grundy_column_describe(column)->kind) {
    case GRUNDY_COLUMN_OF_LETTERS:
    case GRUNDY_COLUMN_OF_LEVELS:
      status = grundy_solution_add_letters(builder->solution, column, &builder->letters[i], error);
      break;
    case GRUNDY_COLUMN_OF_NUMBERS:
      status = grundy_solution_add_numbers(builder->solution, column, &builder->numbers[i], error);
      break;
    case GRUNDY_COLUMN_OF_REALS:
      status = grundy_solution_add_reals(builder->solution, column, &builder->reals[i], error);
      break;
    case GRUNDY_COLUMN_OF_SETS:
      builder->sets[i].start = grundy_alloc(order, sizeof(uint64_t));
      builder->sets[i].size = grundy_alloc(order, sizeof(uint64_t));
      builder->sets[i].absent = grundy_alloc_zero(order, sizeof(uint8_t));
      if (builder->sets[i].start == NULL || builder->sets[i].size == NULL ||
          builder->sets[i].absent == NULL)
        status = grundy_fail_memory(error);
      break;
    }
  }
  return status;
}

grundy_letters grundy_solution_builder_letters(const grundy_solution_builder *builder, int column) {
  static const grundy_letters players = {"AB", "player", "A or B", "\"A\" or \"B\""};
  static const grundy_letters coloured = {"ABD", "outcome", "A, B or D", "\"A\", \"B\" or \"D\""};
  static const grundy_letters impartial = {"PND", "outcome", "P, N or D", "\"P\", \"N\" or \"D\""};
  static const grundy_letters uncertain = {"PND?", "outcome", "P, N, D or ?",
                                           "\"P\", \"N\", \"D\" or \"?\""};
  static const grundy_letters places = {"IF", "place in a window", "I or F", "\"I\" or \"F\""};
  if ((grundy_columns)1 << column == GRUNDY_COLUMN_PLAYER) return players;
  if ((grundy_columns)1 << column == GRUNDY_COLUMN_WINDOW) return places;
  if (builder->window) return uncertain;
  return grundy_game_is_coloured(grundy_digraph_type(builder->g)) ? coloured : impartial;
}

bool grundy_solution_builder_uncertain(const grundy_solution_builder *builder,
                                       grundy_columns column, const char *text, size_t length,
                                       uint32_t *number) {
  const grundy_columns bounded = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS;
  uint64_t bound;
  if (!builder->window) return false;
  if (length == 1 && *text == '?') {
    *number = GRUNDY_NUMBER_UNKNOWN;
    return true;
  }
  if ((column & bounded) == 0 || length < 3 || memcmp(text, "<=", 2) != 0 ||
      grundy_digits_parse(text + 2, length - 2, &bound) < length - 2 ||
      bound >= grundy_digraph_order(builder->g))
    return false;
  *number = (uint32_t)bound | GRUNDY_NUMBER_AT_MOST;
  return true;
}

void grundy_solution_builder_free(grundy_solution_builder *builder) {
  grundy_solution_free(builder->solution);
  free(builder->seen);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    free(builder->sets[i].start);
    free(builder->sets[i].size);
    free(builder->sets[i].absent);
    free(builder->sets[i].numbers);
  }
}

/* Fails at a line and column, or at an entry of a column. */
GRUNDY_PRINTF(4, 5)
static grundy_status fail_at_place(const grundy_solution_builder *builder, grundy_entry_place place,
                                   grundy_error *error, const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (place.array != NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, builder->name, 0, 0,
                          "entry %" PRIu64 " of '%s': %s", place.entry, place.array, message);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, builder->name, place.line, place.column, "%s",
                        message);
}

grundy_status grundy_solution_builder_begin_row(grundy_solution_builder *builder,
                                                const char *vertex, size_t length,
                                                grundy_entry_place place, uint32_t *v,
                                                grundy_error *error) {
  int shown = grundy_excerpt(vertex, length);
  if (grundy_is_named(builder->g, builder->expected, vertex, length))
    *v = builder->expected;
  else if (!grundy_digraph_find(builder->g, vertex, length, v))
    return fail_at_place(builder, place, error, "'%.*s' is not a position of the game", shown,
                         vertex);
  if (builder->seen[*v])
    return fail_at_place(builder, place, error, "duplicate row for '%.*s'", shown, vertex);
  builder->seen[*v] = 1;
  builder->rows++;
  builder->expected = *v + 1;
  return GRUNDY_OK;
}

void grundy_solution_builder_begin_set(grundy_solution_builder *builder, int column, uint32_t v,
                                       bool absent) {
  builder->sets[column].start[v] = builder->sets[column].count;
  builder->sets[column].size[v] = 0;
  builder->sets[column].absent[v] = absent;
}

grundy_status grundy_solution_builder_add_number(grundy_solution_builder *builder, int column,
                                                 uint32_t v, uint32_t number,
                                                 grundy_entry_place place, grundy_error *error) {
  uint64_t count = builder->sets[column].count;
  if (builder->sets[column].size[v] > 0 && builder->sets[column].numbers[count - 1] >= number)
    return fail_at_place(builder, place, error, "a set out of order; expected increasing numbers");
  if (!grundy_grow(&builder->sets[column].numbers, &builder->sets[column].capacity, count + 1,
                   sizeof number))
    return grundy_fail_memory(error);
  builder->sets[column].numbers[count] = number;
  builder->sets[column].count = count + 1;
  builder->sets[column].size[v]++;
  return GRUNDY_OK;
}

grundy_status grundy_solution_builder_finish(grundy_solution_builder *builder,
                                             grundy_solution **solution, grundy_error *error) {
  if (builder->rows < grundy_digraph_order(builder->g)) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t v = 0;
    while (builder->seen[v]) v++;
    const char *name = grundy_digraph_name(builder->g, v, scratch);
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, builder->name, 0, 0,
                          "no row for '%.*s'; expected one row per position",
                          grundy_excerpt(name, strlen(name)), name);
  }
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    if (builder->sets[i].start == NULL) continue;
    /* Puts the sets of one column into the order of vertices. */
    uint32_t order = grundy_digraph_order(builder->g);
    grundy_sets sets = {.offsets = grundy_alloc((uint64_t)order + 1, sizeof *sets.offsets),
                        .numbers = grundy_alloc(builder->sets[i].count, sizeof *sets.numbers),
                        .absent = builder->sets[i].absent};
    if (sets.offsets == NULL || sets.numbers == NULL) {
      free(sets.offsets);
      free(sets.numbers);
      return grundy_fail_memory(error);
    }
    uint64_t end = 0;
    for (uint32_t v = 0; v < order; v++) {
      uint64_t size = builder->sets[i].size[v];
      sets.offsets[v] = end;
      if (size > 0)
        memcpy(sets.numbers + end, builder->sets[i].numbers + builder->sets[i].start[v],
               size * sizeof *sets.numbers);
      end += size;
    }
    sets.offsets[order] = end;
    builder->sets[i].absent = NULL;
    grundy_solution_give_sets(builder->solution, (grundy_columns)1 << i, &sets);
  }
  *solution = builder->solution;
  builder->solution = NULL;
  return GRUNDY_OK;
}

const char *grundy_refuse_rows(const grundy_digraph *g, bool are_parts) {
  bool parts = grundy_digraph_type(g) == GRUNDY_GAME_PARTS;
  if (parts == are_parts) return NULL;
  return parts ? "the rows are positions, and the game was explored by parts; use --no-split"
               : "the rows are parts of positions, and the game was not explored by parts";
}

const char *grundy_refuse_heading(const grundy_digraph *g, const char *heading, size_t length) {
  grundy_word word = {heading, length};
  bool are_parts = grundy_word_is(word, "part");
  return are_parts || grundy_word_is(word, "vertex") ? grundy_refuse_rows(g, are_parts) : NULL;
}
