/* Reads JSON as json_write.c writes it, and as version 0.2 wrote it: `vertex` was the name of
 * `position`, `grundy` and `k` were two arrays, and "?" was null. Jansson parses it, and this file
 * interprets it. */

#include "format/impl.h"

#include "base/alloc.h"
#include "solution/columns.h"
#include "text/json_input.h"

#include <math.h>
#include <string.h>

typedef struct reader {
  const char *name;
  const grundy_digraph *g; /* the game of the solution */
  grundy_error *error;
  grundy_work *work;
  json_t *root;
  bool sets_of_values; /* K is read from `value` */
  grundy_solution_builder builder;
} reader;

/* Fails at an entry, with its column and index, because Jansson does not keep line numbers. */
static grundy_status fail_entry(const reader *r, const char *column, size_t index,
                                const char *expected) {
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                        "entry %zu of '%s' is wrong; expected %s", index, column, expected);
}

static bool is_string(const json_t *value, const char *text) {
  return json_is_string(value) && strcmp(json_string_value(value), text) == 0;
}

/* Reads a number, or what a window has in its place. */
static bool get_number(const reader *r, grundy_columns column, const json_t *value,
                       uint32_t *number) {
  if (json_is_null(value))
    return grundy_solution_builder_uncertain(&r->builder, column, "?", 1, number);
  if (json_is_string(value))
    return grundy_solution_builder_uncertain(&r->builder, column, json_string_value(value),
                                             json_string_length(value), number);
  json_int_t read = json_integer_value(value);
  if (!json_is_integer(value) || read < 0 ||
      read > (json_int_t)grundy_solution_builder_most(&r->builder))
    return false;
  *number = (uint32_t)read;
  return true;
}

static grundy_status read_set(reader *r, int column, size_t index, const json_t *value,
                              uint32_t v) {
  bool k = (grundy_columns)1 << column == GRUNDY_COLUMN_K;
  bool j = (grundy_columns)1 << column == GRUNDY_COLUMN_J;
  const char *expected = k   ? "null or an array of numbers"
                         : j ? "an array of numbers and \"inf\""
                             : "null or an array of numbers and \"inf\"";
  const char *name =
      k && r->sets_of_values ? "value" : grundy_column_describe((grundy_columns)1 << column)->name;
  bool absent = !j && json_is_null(value), is_list = json_is_array(value);
  if (!absent && !is_list) return fail_entry(r, name, index, expected);
  grundy_solution_builder_begin_set(&r->builder, column, v, absent);
  for (size_t i = 0; i < json_array_size(value); i++) {
    const json_t *member = json_array_get(value, i);
    uint32_t number = GRUNDY_INFINITY;
    if ((k || !is_string(member, "inf")) && !get_number(r, 0, member, &number))
      return fail_entry(r, name, index, expected);
    grundy_status status = grundy_solution_builder_add_number(
        &r->builder, column, v, number, (grundy_entry_place){.array = name, .entry = index},
        r->error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* Reads 3, {"infinite": [0, 2]}, {"infinite": null} or, in a window, null. */
static grundy_status read_value(reader *r, size_t index, const json_t *value, uint32_t v) {
  const int grundy = __builtin_ctz(GRUNDY_COLUMN_GRUNDY), k = __builtin_ctz(GRUNDY_COLUMN_K);
  const json_t *set = json_object_get(value, "infinite");
  uint32_t number = GRUNDY_INFINITY;
  bool is_infinite = json_object_size(value) == 1 && (json_is_null(set) || json_is_array(set));
  if (!is_infinite &&
      (json_is_string(value) || !get_number(r, GRUNDY_COLUMN_GRUNDY, value, &number)))
    return fail_entry(r, "value", index, "a number or {\"infinite\": [numbers]}");
  r->builder.numbers[grundy][v] = number;
  if (!r->sets_of_values) return GRUNDY_OK;
  if (is_infinite) return read_set(r, k, index, set, v);
  grundy_solution_builder_begin_set(&r->builder, k, v, true);
  return GRUNDY_OK;
}

static grundy_status read_entry(reader *r, int bit, size_t index, const json_t *value, uint32_t v) {
  grundy_columns column = (grundy_columns)1 << bit;
  const char *name = grundy_column_describe(column)->name;
  const char *text = json_string_value(value); /* NULL: not a string */
  bool counter = column == GRUNDY_COLUMN_COUNTER;
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_COLUMN_OF_LETTERS: {
    grundy_letters may = grundy_solution_builder_letters(&r->builder, bit);
    if (json_is_null(value)) text = "?";
    if (text == NULL || strlen(text) != 1 || !grundy_is_letter(may, text[0]))
      return fail_entry(r, name, index, may.quoted);
    r->builder.letters[bit][v] = (uint8_t)text[0];
    return GRUNDY_OK;
  }
  case GRUNDY_COLUMN_OF_NUMBERS: {
    uint32_t *number = &r->builder.numbers[bit][v];
    *number = GRUNDY_INFINITY;
    if (counter ? json_is_null(value) : is_string(value, "inf")) return GRUNDY_OK;
    if (get_number(r, column, value, number)) return GRUNDY_OK;
    return fail_entry(r, name, index,
                      counter ? "a number up to 4294967294 or null"
                              : "a number up to 4294967294 or \"inf\"");
  }
  case GRUNDY_COLUMN_OF_LEVELS: {
    uint8_t level = text == NULL ? 0 : grundy_level_find(text, json_string_length(value));
    if (level == 0) return fail_entry(r, name, index, "a security level such as \"bounded-win\"");
    r->builder.letters[bit][v] = level;
    return GRUNDY_OK;
  }
  case GRUNDY_COLUMN_OF_REALS:
    if (!json_is_null(value) && !json_is_number(value))
      return fail_entry(r, name, index, "a number or null");
    r->builder.reals[bit][v] = json_is_null(value) ? NAN : json_number_value(value);
    return GRUNDY_OK;
  default:
    return read_set(r, bit, index, value, v);
  }
}

/* The arrays of the object. */
struct members {
  json_t *positions; /* or parts */
  json_t *values;    /* NULL: there are none, or those of version 0.2 */
  json_t *columns[GRUNDY_COLUMN_COUNT];
};

/* Returns the name of the first array, for messages. */
static const char *heading_of(const reader *r) {
  return grundy_digraph_type(r->g) == GRUNDY_GAME_PARTS ? "part" : "position";
}

/* Reads the positions, whose order is the order of the entries in all columns. */
static grundy_status read_rows(reader *r, const struct members *members) {
  const json_t *vertices = members->positions;
  for (size_t i = 0; i < json_array_size(vertices); i++) {
    const json_t *vertex = json_array_get(vertices, i);
    const char *name = json_string_value(vertex);
    uint32_t v;
    if (name == NULL) return fail_entry(r, heading_of(r), i, "a string");
    grundy_status status = grundy_solution_builder_begin_row(
        &r->builder, name, json_string_length(vertex),
        (grundy_entry_place){.array = heading_of(r), .entry = i}, &v, r->error);
    if (status == GRUNDY_OK && members->values != NULL)
      status = read_value(r, i, json_array_get(members->values, i), v);
    for (int column = 0; column < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; column++)
      if (members->columns[column] != NULL)
        status = read_entry(r, column, i, json_array_get(members->columns[column], i), v);
    if (status != GRUNDY_OK) return status;
    if (!grundy_work_step(r->work, 1)) return grundy_fail_cancelled(r->error);
  }
  return GRUNDY_OK;
}

/* Returns where the array with that name belongs. NULL, with the error, if there is no such column,
 * or if it is there already. */
static json_t **find_member(const reader *r, const char *key, struct members *members) {
  const char *heading = strcmp(key, "position") == 0 ? "vertex" : key;
  grundy_columns column = grundy_column_find(key, strlen(key));
  const char *other = column == 0 ? grundy_refuse_heading(r->g, heading, strlen(heading)) : NULL;
  json_t **member = column != 0 ? &members->columns[__builtin_ctz(column)]
                    : strcmp(heading, grundy_row_heading(r->g)) == 0 ? &members->positions
                    : strcmp(key, "value") == 0                      ? &members->values
                                                                     : NULL;
  if (other != NULL)
    (void)grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0, "%s", other);
  else if (member == NULL)
    (void)grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                         "unknown column '%.*s'; expected %s, outcome, value ...",
                         grundy_excerpt(key, strlen(key)), key, heading_of(r));
  else if (*member != NULL || (column == GRUNDY_COLUMN_GRUNDY && members->values != NULL) ||
           (member == &members->values &&
            members->columns[__builtin_ctz(GRUNDY_COLUMN_GRUNDY)] != NULL))
    (void)grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                         "'%s' is there twice, under two names", key);
  else
    return member;
  return NULL;
}

/* Returns whether values include all sets K: every infinite value has one. */
static bool have_sets(const json_t *values) {
  for (size_t i = 0; i < json_array_size(values); i++)
    if (json_is_null(json_object_get(json_array_get(values, i), "infinite"))) return false;
  return true;
}

static grundy_status read_object(reader *r, grundy_solution **solution) {
  struct members members = {.positions = NULL};
  grundy_columns columns = 0;
  /* Assigns the members of the object to columns. */
  const char *key;
  json_t *value;
  if (!json_is_object(r->root))
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 1, 1,
                          "not a JSON object; expected one with an array per column");
  json_object_foreach(r->root, key, value) {
    json_t **member = find_member(r, key, &members);
    if (member == NULL) return GRUNDY_BAD_INPUT;
    if (!json_is_array(value))
      return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                            "'%s' is not an array; expected one entry per position", key);
    *member = value;
  }
  if (members.positions == NULL)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                          "no member '%s' with the names of the positions", heading_of(r));
  json_object_foreach(r->root, key, value) {
    if (json_array_size(value) != json_array_size(members.positions))
      return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                            "'%s' has %zu entries; expected %zu, as many as %s", key,
                            json_array_size(value), json_array_size(members.positions),
                            heading_of(r));
  }
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    if (members.columns[i] != NULL) columns |= (grundy_columns)1 << i;
  if (members.values != NULL) {
    r->sets_of_values = (columns & GRUNDY_COLUMN_K) == 0 && have_sets(members.values);
    columns |= GRUNDY_COLUMN_GRUNDY | (r->sets_of_values ? GRUNDY_COLUMN_K : 0);
  }
  grundy_status status =
      grundy_solution_builder_start(&r->builder, r->g, r->name, columns, r->error);
  if (status == GRUNDY_OK) status = read_rows(r, &members);
  if (status == GRUNDY_OK) status = grundy_solution_builder_finish(&r->builder, solution, r->error);
  grundy_solution_builder_free(&r->builder);
  return status;
}

grundy_status grundy_json_read(const grundy_format_info *format, FILE *in, const char *name,
                               const grundy_digraph *g, grundy_work *work,
                               grundy_solution **solution, grundy_error *error) {
  (void)format;
  char *text;
  size_t length;
  grundy_status status = grundy_input_slurp(in, name, work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  reader r = {.name = name, .g = g, .error = error, .work = work};
  const size_t mark = grundy_byte_order_mark(text, length);
  status = grundy_json_parse(text + mark, length - mark, name, work, &r.root, error);
  if (status == GRUNDY_BAD_INPUT)
    grundy_error_append(error, "; expected a solution as solve writes it");
  free(text);
  if (status == GRUNDY_OK) status = read_object(&r, solution);
  json_decref(r.root);
  return status;
}
