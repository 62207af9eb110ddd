/* Finds what varies in the text of a sweep: ranges such as 5..60, lists such as [0.07|0.77|kayles],
 * and choices such as choose(1..10,3), all sets of three numbers from 1 to 10. */

#include "sweep/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "model/range.h"
#include "text/numbers.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grundy_sweep_axis_free(grundy_sweep_axis *axis) {
  for (size_t i = 0; i < axis->count; i++) free(axis->values[i]);
  free((void *)axis->values);
  *axis = (grundy_sweep_axis){0};
}

/* Adds a value, which then belongs to the axis; NULL: memory has run out. */
static grundy_status add_value(grundy_sweep_axis *axis, char *value, grundy_error *error) {
  if (value == NULL) return grundy_fail_memory(error);
  if (axis->count == GRUNDY_SWEEP_MAX_GAMES) {
    free(value);
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "'%.*s' gives more than %d games",
                       grundy_excerpt(axis->text, axis->length), axis->text,
                       (int)GRUNDY_SWEEP_MAX_GAMES);
  }
  if (!grundy_grow(&axis->values, &axis->room, axis->count + 1, sizeof *axis->values)) {
    free(value);
    return grundy_fail_memory(error);
  }
  axis->values[axis->count++] = value;
  return GRUNDY_OK;
}

/* ---- ranges ------------------------------------------------------------------------------- */

/* Returns the length of the number at the beginning of the text: 12, 1e6 or 2.5e3; 0 if there is
 * none. */
static size_t number_length(const char *text) {
  size_t length = strspn(text, "0123456789");
  if (length == 0) return 0;
  if (text[length] == '.' && grundy_is_digit(text[length + 1]))
    length += 1 + strspn(text + length + 1, "0123456789");
  if ((text[length] == 'e' || text[length] == 'E') && grundy_is_digit(text[length + 1]))
    length += 1 + strspn(text + length + 1, "0123456789");
  return length;
}

/* Returns the length of the range at the beginning of the text, perhaps with a step; 0 if there is
 * none. */
static size_t range_length(const char *text) {
  size_t from = number_length(text);
  size_t to = from > 0 && strncmp(text + from, "..", 2) == 0 ? number_length(text + from + 2) : 0;
  if (to == 0) return 0;
  size_t length = from + 2 + to;
  size_t by = text[length] == ':' || text[length] == 'x' ? number_length(text + length + 1) : 0;
  return by > 0 ? length + 1 + by : length;
}

/* Adds the numbers of a range. */
static grundy_status add_range(grundy_sweep_axis *axis, const char *text, size_t length,
                               grundy_error *error) {
  char item[GRUNDY_SWEEP_MAX_NAME * 2];
  if (length >= sizeof item)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a range is longer than %d characters",
                       (int)sizeof item - 1);
  memcpy(item, text, length);
  item[length] = '\0';
  grundy_parameter_range range = {.whole = true};
  grundy_status status = grundy_parameter_range_add(&range, item, error);
  for (size_t i = 0; status == GRUNDY_OK && i < range.count; i++) {
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%llu", (unsigned long long)range.values[i]);
    status = add_value(axis, strdup(digits), error);
  }
  grundy_parameter_range_free(&range);
  return status;
}

/* ---- lists -------------------------------------------------------------------------------- */

/* Returns the length of the list at the beginning of the text: brackets around items that |
 * separates, of which some may be ranges; 0 if there is none. */
static size_t list_length(const char *text) {
  if (*text != '[') return 0;
  size_t length = strcspn(text + 1, "]\"") + 1;
  if (text[length] != ']') return 0;
  bool is_range = range_length(text + 1) == length - 1;
  return is_range || memchr(text, '|', length) != NULL ? length + 1 : 0;
}

static grundy_status add_list(grundy_sweep_axis *axis, const char *text, size_t length,
                              grundy_error *error) {
  const char *at = text + 1, *end = text + length - 1;
  grundy_status status = GRUNDY_OK;
  for (bool more = true; more && status == GRUNDY_OK;) {
    const char *bar = memchr(at, '|', (size_t)(end - at));
    size_t item = (size_t)((bar != NULL ? bar : end) - at);
    if (item == 0)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "'%.*s' has an empty item",
                         grundy_excerpt(text, length), text);
    status = range_length(at) == item ? add_range(axis, at, item, error)
                                      : add_value(axis, strndup(at, item), error);
    more = bar != NULL;
    if (more) at = bar + 1;
  }
  return status;
}

/* ---- choices ------------------------------------------------------------------------------ */

static const char choose[] = "choose(";

/* Joins the chosen values with commas. */
static char *join(const grundy_sweep_axis *from, const size_t *chosen, size_t count) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) length += strlen(from->values[chosen[i]]) + 1;
  char *text = grundy_alloc(length, 1), *to = text;
  for (size_t i = 0; text != NULL && i < count; i++) {
    size_t bytes = strlen(from->values[chosen[i]]);
    memcpy(to, from->values[chosen[i]], bytes);
    to += bytes;
    *to++ = i + 1 < count ? ',' : '\0';
  }
  return text;
}

/* Adds all sets of `size` values, in the order of a dictionary. */
static grundy_status add_sets(grundy_sweep_axis *axis, const grundy_sweep_axis *from, size_t size,
                              grundy_error *error) {
  assert(size >= 1 && size <= from->count);
  size_t *chosen = grundy_alloc(size, sizeof *chosen);
  if (chosen == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < size; i++) chosen[i] = i;
  for (bool more = true; more && status == GRUNDY_OK;) {
    status = add_value(axis, join(from, chosen, size), error);
    size_t last = size; /* the last one that can still be followed by later values */
    while (last > 0 && chosen[last - 1] == from->count - size + last - 1) last--;
    more = last > 0;
    if (more) chosen[last - 1]++;
    for (size_t i = last; more && i < size; i++) chosen[i] = chosen[i - 1] + 1;
  }
  free(chosen);
  return status;
}

/* Finds the parts of choose(LIST,SIZE), and its length; the list is a range or a list. */
static grundy_status add_choice(grundy_sweep_axis *axis, const char *text, size_t *length,
                                grundy_error *error) {
  const char *at = text + sizeof choose - 1;
  size_t list = list_length(at), range = range_length(at), items = list + range;
  size_t digits = items > 0 && at[items] == ',' ? strspn(at + items + 1, "0123456789") : 0;
  if (digits == 0 || at[items + 1 + digits] != ')')
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "'%.*s' is not a choice; expected one such as choose(1..10,3)",
                       grundy_excerpt(text, strlen(text)), text);
  uint64_t size = 0;
  *length = (size_t)(at - text) + items + digits + 2;
  grundy_sweep_axis from = {.text = text, .length = *length};
  grundy_status status =
      list > 0 ? add_list(&from, at, list, error) : add_range(&from, at, range, error);
  if (status == GRUNDY_OK &&
      (!grundy_number_parse(at + items + 1, digits, from.count, &size) || size == 0))
    status = grundy_fail(error, GRUNDY_BAD_ARGUMENT, "'%.*s' chooses from %zu; expected 1 to %zu",
                         grundy_excerpt(text, *length), text, from.count, from.count);
  if (status == GRUNDY_OK) status = add_sets(axis, &from, (size_t)size, error);
  grundy_sweep_axis_free(&from);
  return status;
}

/* ---- all of them -------------------------------------------------------------------------- */

/* Returns whether the character at that place belongs to a word, such as the path of a file. In a
 * position, / separates numbers. */
static bool is_part_of_a_word(const char *text, const char *at) {
  if (*at == '/') {
    while (at > text && strchr("+&|*; \t\n", at[-1]) == NULL)
      if (*--at == '@') return false; /* this is the name of a position */
    return true;
  }
  return isalnum((unsigned char)*at) != 0 || *at == '.' || *at == '_' || *at == '-';
}

/* Returns the end of the quotation that begins here, or of the text. */
static const char *skip_quotation(const char *at) {
  for (at++; *at != '\0' && *at != '"'; at++)
    if (*at == '\\' && at[1] != '\0') at++;
  return *at == '"' ? at + 1 : at;
}

/* Reads what varies at this place; *axis has no values if nothing does. */
static grundy_status read_axis(const char *text, const char *at, grundy_sweep_axis *axis,
                               grundy_error *error) {
  bool inside = at > text && is_part_of_a_word(text, at - 1);
  *axis = (grundy_sweep_axis){.text = at};
  axis->length = list_length(at);
  if (axis->length > 0) {
    axis->kind = GRUNDY_SWEEP_LIST;
    return add_list(axis, at, axis->length, error);
  }
  if (!inside && strncmp(at, choose, sizeof choose - 1) == 0) {
    axis->kind = GRUNDY_SWEEP_CHOICE;
    return add_choice(axis, at, &axis->length, error);
  }
  axis->length = inside ? 0 : range_length(at);
  if (axis->length == 0 || is_part_of_a_word(text, at + axis->length)) return GRUNDY_OK;
  return add_range(axis, at, axis->length, error);
}

grundy_status grundy_sweep_find_axes(grundy_sweep_plan *plan, grundy_error *error) {
  const char *at = plan->text;
  while (*at != '\0') {
    grundy_sweep_axis axis;
    grundy_status status = read_axis(plan->text, at, &axis, error);
    bool is_axis = status == GRUNDY_OK && axis.count > 0;
    if (is_axis && plan->axis_count == GRUNDY_SWEEP_MAX_AXES)
      status = grundy_fail(error, GRUNDY_BAD_ARGUMENT, "there are more than %d ranges",
                           (int)GRUNDY_SWEEP_MAX_AXES);
    if (status != GRUNDY_OK || !is_axis) grundy_sweep_axis_free(&axis);
    if (status != GRUNDY_OK) return status;
    if (is_axis) {
      plan->axes[plan->axis_count++] = axis;
      at += axis.length;
    } else {
      at = *at == '"' ? skip_quotation(at) : at + 1;
    }
  }
  return GRUNDY_OK;
}
