/* The values that a parameter of models takes: --vary n=10..300:10. */

#include "model/range.h"

#include <grundy/model.h>

#include "base/alloc.h"
#include "base/error.h"
#include "text/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VALUES = 100000, ITEM_ROOM = 128 };

/* Whole numbers are exact up to here. */
static const double largest_whole = 0x1p53;

/* ---- parameters ---------------------------------------------------------------------- */

struct numeric {
  grundy_parameters parameter;
  bool whole; /* a uint64_t or else a double at that offset of a grundy_model */
  size_t offset;
};

static const struct numeric numerics[] = {
    {GRUNDY_PARAMETER_ORDER, true, offsetof(grundy_model, order)},
    {GRUNDY_PARAMETER_P, false, offsetof(grundy_model, p)},
    {GRUNDY_PARAMETER_MOVES, true, offsetof(grundy_model, moves)},
    {GRUNDY_PARAMETER_DEGREE, false, offsetof(grundy_model, degree)},
    {GRUNDY_PARAMETER_SINKS, false, offsetof(grundy_model, sinks)},
    {GRUNDY_PARAMETER_EXPONENT, false, offsetof(grundy_model, exponent)},
    {GRUNDY_PARAMETER_LAYERS, true, offsetof(grundy_model, layers)},
    {GRUNDY_PARAMETER_WIDTH, true, offsetof(grundy_model, width)},
    {GRUNDY_PARAMETER_HEIGHT, true, offsetof(grundy_model, height)},
    {GRUNDY_PARAMETER_REACH, true, offsetof(grundy_model, reach)},
    {GRUNDY_PARAMETER_BACK, false, offsetof(grundy_model, back)},
    {0},
};

static const struct numeric *find(grundy_parameters parameter) {
  const struct numeric *n = numerics;
  while (n->parameter != 0 && n->parameter != parameter) n++;
  return n->parameter == 0 ? NULL : n;
}

/* Finds a parameter by its name; n is short for positions, as among the options. */
static const struct numeric *find_name(const char *name, size_t length) {
  if (length == 1 && name[0] == 'n') return find(GRUNDY_PARAMETER_ORDER);
  for (const struct numeric *n = numerics; n->parameter != 0; n++) {
    const char *own = grundy_parameter_name(n->parameter);
    if (strlen(own) == length && memcmp(own, name, length) == 0) return n;
  }
  return NULL;
}

void grundy_parameter_set(grundy_parameters parameter, double value, grundy_model *model) {
  const struct numeric *numeric = find(parameter);
  uint64_t whole = numeric->whole ? (uint64_t)value : 0;
  char *field = (char *)model + numeric->offset;
  if (numeric->whole)
    memcpy(field, &whole, sizeof whole);
  else
    memcpy(field, &value, sizeof value);
}

bool grundy_parameter_get(const grundy_model *model, grundy_parameters parameter, double *value) {
  const struct numeric *numeric = find(parameter);
  if (numeric == NULL) return false;
  const char *field = (const char *)model + numeric->offset;
  uint64_t whole = 0;
  if (numeric->whole) {
    memcpy(&whole, field, sizeof whole);
    *value = (double)whole;
  } else {
    memcpy(value, field, sizeof *value);
  }
  return true;
}

/* ---- values -------------------------------------------------------------------------- */

static grundy_status refuse(grundy_error *error, const char *item, const char *what) {
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "'%.*s' %s", grundy_excerpt(item, strlen(item)),
                     item, what);
}

static grundy_status add(grundy_parameter_range *range, double value, const char *item,
                         grundy_error *error) {
  if (range->whole && (value < 0 || value > largest_whole || value != floor(value)))
    return refuse(error, item, "does not give whole numbers");
  if (range->count > 0 && range->values[range->count - 1] == value) return GRUNDY_OK;
  if (range->count == MOST_VALUES)
    return refuse(error, item, "gives too many values; expected at most 100000");
  if (!grundy_grow(&range->values, &range->room, range->count + 1, sizeof *range->values))
    return grundy_fail_memory(error);
  range->values[range->count++] = value;
  return GRUNDY_OK;
}

/* Reads a decimal number; strtod would also accept 0x10, nan and spaces. */
static bool read_number(const char *text, double *number) {
  if (text[0] == '\0' || text[strspn(text, "0123456789.eE+-")] != '\0') return false;
  return grundy_real_parse(text, strlen(text), number) && isfinite(*number);
}

/* Returns whether the value is past the end by more than a rounding error, which is small compared
 * with the step to the value. */
static bool is_past(double value, double end, double step) {
  return value > end + 1e-9 * step;
}

static grundy_status add_steps(grundy_parameter_range *range, double from, double to, double step,
                               const char *item, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (!(step > 0)) return refuse(error, item, "has no step above 0");
  double rounded = range->whole ? 0 : step; /* sums of whole numbers are exact */
  for (double k = 0; status == GRUNDY_OK && !is_past(from + k * step, to, rounded); k++)
    status = add(range, from + k * step, item, error);
  return status;
}

static grundy_status add_factors(grundy_parameter_range *range, double from, double to,
                                 double factor, const char *item, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (!(factor > 1) || !(from > 0))
    return refuse(error, item, "does not grow; expected a beginning above 0, a factor above 1");
  const double largest_step = range->whole ? 1e8 : INFINITY; /* so that 0.5 is never reached */
  range->by_factor = true;
  for (double k = 0; status == GRUNDY_OK; k++) {
    double value = from * pow(factor, k);
    if (is_past(value, to, fmin(value - value / factor, largest_step))) break;
    status = add(range, range->whole ? round(value) : value, item, error);
  }
  return status;
}

grundy_status grundy_parameter_range_add(grundy_parameter_range *range, const char *item,
                                         grundy_error *error) {
  static const char expected[] =
      "is not a range; expected a number, 10..300:10 (steps) or 1e3..1e6x10 (factors)";
  char text[ITEM_ROOM];
  double from = 0;
  double to = 0;
  double by = 1;
  (void)snprintf(text, sizeof text, "%s", item);
  char *dots = strstr(text, "..");
  if (dots == NULL)
    return read_number(text, &from) ? add(range, from, item, error) : refuse(error, item, expected);
  char *end = dots + 2;
  *dots = '\0';
  char *mark = strpbrk(end, ":x");
  bool factor = mark != NULL && *mark == 'x';
  if (mark != NULL) *mark = '\0';
  if (!read_number(text, &from) || !read_number(end, &to) ||
      (mark != NULL && !read_number(mark + 1, &by)))
    return refuse(error, item, expected);
  if (from > to) return refuse(error, item, "is empty; expected the smaller number first");
  return factor ? add_factors(range, from, to, by, item, error)
                : add_steps(range, from, to, by, item, error);
}

grundy_status grundy_parameter_range_parse(const char *text, grundy_parameter_range *range,
                                           grundy_error *error) {
  const char *next = strchr(text, '=');
  if (next == NULL) return refuse(error, text, "has no '='; expected PARAMETER=VALUES");
  const struct numeric *numeric = find_name(text, (size_t)(next - text));
  if (numeric == NULL)
    return refuse(error, text,
                  "does not name a parameter; expected n, degree, sinks or another number");
  grundy_parameter_range made = {.parameter = numeric->parameter, .whole = numeric->whole};
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && *next != '\0') {
    char item[ITEM_ROOM];
    size_t length = strcspn(++next, ",");
    if (length < sizeof item) {
      (void)snprintf(item, sizeof item, "%.*s", (int)length, next);
      status = grundy_parameter_range_add(&made, item, error);
    } else {
      status = refuse(error, next, "is too long for a number");
    }
    next += length;
  }
  if (status == GRUNDY_OK)
    *range = made;
  else
    grundy_parameter_range_free(&made);
  return status;
}

void grundy_parameter_range_free(grundy_parameter_range *range) {
  free(range->values);
  *range = (grundy_parameter_range){0};
}
