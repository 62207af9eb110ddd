#include "format/impl.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

grundy_status grundy_gathering_start(grundy_gathering *gathering, const grundy_digraph *g,
                                     const char *name, grundy_columns columns,
                                     grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  *gathering = (grundy_gathering){.g = g, .name = name};
  gathering->seen = grundy_alloc_zero(order, sizeof *gathering->seen);
  if (gathering->seen == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_solution_new(order, &gathering->solution, error);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) == 0) continue;
    switch (grundy_column_describe(column)->kind) {
    case GRUNDY_COLUMN_OF_LETTERS:
    case GRUNDY_COLUMN_OF_LEVELS:
      status =
          grundy_solution_add_letters(gathering->solution, column, &gathering->letters[i], error);
      break;
    case GRUNDY_COLUMN_OF_NUMBERS:
      status =
          grundy_solution_add_numbers(gathering->solution, column, &gathering->numbers[i], error);
      break;
    case GRUNDY_COLUMN_OF_REALS:
      status = grundy_solution_add_reals(gathering->solution, column, &gathering->reals[i], error);
      break;
    case GRUNDY_COLUMN_OF_SETS:
      gathering->sets[i].start = grundy_alloc(order, sizeof(uint64_t));
      gathering->sets[i].size = grundy_alloc(order, sizeof(uint64_t));
      gathering->sets[i].absent = grundy_alloc_zero(order, sizeof(uint8_t));
      if (gathering->sets[i].start == NULL || gathering->sets[i].size == NULL ||
          gathering->sets[i].absent == NULL)
        status = grundy_fail_memory(error);
      break;
    }
  }
  return status;
}

grundy_letters grundy_gathering_letters(const grundy_gathering *gathering, int column) {
  static const grundy_letters players = {"AB", "player", "A or B", "\"A\" or \"B\""};
  static const grundy_letters coloured = {"ABD", "outcome", "A, B or D", "\"A\", \"B\" or \"D\""};
  static const grundy_letters impartial = {"PND", "outcome", "P, N or D", "\"P\", \"N\" or \"D\""};
  if ((grundy_columns)1 << column == GRUNDY_COLUMN_PLAYER) return players;
  return grundy_digraph_players(gathering->g) != NULL ? coloured : impartial;
}

void grundy_gathering_free(grundy_gathering *gathering) {
  grundy_solution_free(gathering->solution);
  free(gathering->seen);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    free(gathering->sets[i].start);
    free(gathering->sets[i].size);
    free(gathering->sets[i].absent);
    free(gathering->sets[i].numbers);
  }
}

/* At a line and column, or at an entry of a column. */
GRUNDY_PRINTF(4, 5)
static grundy_status fail_at_place(const grundy_gathering *gathering, grundy_entry_place place,
                                   grundy_error *error, const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (place.array != NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, gathering->name, 0, 0,
                          "entry %" PRIu64 " of '%s': %s", place.entry, place.array, message);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, gathering->name, place.line, place.column, "%s",
                        message);
}

grundy_status grundy_gathering_row(grundy_gathering *gathering, const char *vertex, size_t length,
                                   grundy_entry_place place, uint32_t *v, grundy_error *error) {
  int shown = grundy_excerpt(vertex, length);
  if (grundy_is_named(gathering->g, gathering->expected, vertex, length))
    *v = gathering->expected;
  else if (!grundy_digraph_find(gathering->g, vertex, length, v))
    return fail_at_place(gathering, place, error, "'%.*s' is not a position of the game", shown,
                         vertex);
  if (gathering->seen[*v])
    return fail_at_place(gathering, place, error, "duplicate row for '%.*s'", shown, vertex);
  gathering->seen[*v] = 1;
  gathering->rows++;
  gathering->expected = *v + 1;
  return GRUNDY_OK;
}

void grundy_gathering_begin_set(grundy_gathering *gathering, int column, uint32_t v, bool absent) {
  gathering->sets[column].start[v] = gathering->sets[column].count;
  gathering->sets[column].size[v] = 0;
  gathering->sets[column].absent[v] = absent;
}

grundy_status grundy_gathering_add(grundy_gathering *gathering, int column, uint32_t v,
                                   uint32_t number, grundy_entry_place place, grundy_error *error) {
  uint64_t count = gathering->sets[column].count;
  if (gathering->sets[column].size[v] > 0 && gathering->sets[column].numbers[count - 1] >= number)
    return fail_at_place(gathering, place, error,
                         "a set out of order; expected increasing numbers");
  if (!grundy_grow(&gathering->sets[column].numbers, &gathering->sets[column].capacity, count + 1,
                   sizeof number))
    return grundy_fail_memory(error);
  gathering->sets[column].numbers[count] = number;
  gathering->sets[column].count = count + 1;
  gathering->sets[column].size[v]++;
  return GRUNDY_OK;
}

/* Puts the sets of one column in the order of vertices. */
static grundy_status order_sets(grundy_gathering *gathering, int column, grundy_error *error) {
  uint32_t order = grundy_digraph_order(gathering->g);
  grundy_sets sets = {grundy_alloc((uint64_t)order + 1, sizeof *sets.offsets),
                      grundy_alloc(gathering->sets[column].count, sizeof *sets.numbers),
                      gathering->sets[column].absent};
  if (sets.offsets == NULL || sets.numbers == NULL) {
    free(sets.offsets);
    free(sets.numbers);
    return grundy_fail_memory(error);
  }
  uint64_t end = 0;
  for (uint32_t v = 0; v < order; v++) {
    uint64_t size = gathering->sets[column].size[v];
    sets.offsets[v] = end;
    if (size > 0)
      memcpy(sets.numbers + end, gathering->sets[column].numbers + gathering->sets[column].start[v],
             size * sizeof *sets.numbers);
    end += size;
  }
  sets.offsets[order] = end;
  gathering->sets[column].absent = NULL;
  grundy_solution_give_sets(gathering->solution, (grundy_columns)1 << column, &sets);
  return GRUNDY_OK;
}

static grundy_status fail_missing_row(const grundy_gathering *gathering, grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t v = 0;
  while (gathering->seen[v]) v++;
  const char *name = grundy_digraph_name(gathering->g, v, scratch);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, gathering->name, 0, 0,
                        "no row for '%.*s'; expected one row per position",
                        grundy_excerpt(name, strlen(name)), name);
}

grundy_status grundy_gathering_finish(grundy_gathering *gathering, grundy_solution **solution,
                                      grundy_error *error) {
  if (gathering->rows < grundy_digraph_order(gathering->g))
    return fail_missing_row(gathering, error);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    if (gathering->sets[i].start == NULL) continue;
    grundy_status status = order_sets(gathering, i, error);
    if (status != GRUNDY_OK) return status;
  }
  *solution = gathering->solution;
  gathering->solution = NULL;
  return GRUNDY_OK;
}
