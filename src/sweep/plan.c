/* The plan of a sweep: finds the ranges in a text, names the columns of its arguments, and makes
 * the texts of its games. */

#include "sweep/impl.h"

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"
#include "model/range.h"
#include "text/numbers.h"
#include "text/print.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grundy_sweep_plan_free(grundy_sweep_plan *plan) {
  for (size_t i = 0; i < plan->axis_count; i++) grundy_parameter_range_free(&plan->axes[i].range);
  for (size_t i = 0; i < plan->column_count; i++) free(plan->columns[i].text);
  for (size_t i = 0; plan->games != NULL && i < plan->game_count; i++) free(plan->games[i]);
  free(plan->columns);
  free((void *)plan->games);
  *plan = (grundy_sweep_plan){0};
}

/* ---- ranges -------------------------------------------------------------------------- */

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

static grundy_status add_axis(grundy_sweep_plan *plan, size_t begin, size_t length,
                              grundy_error *error) {
  char item[GRUNDY_SWEEP_MAX_NAME * 2];
  if (plan->axis_count == GRUNDY_SWEEP_MAX_AXES)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "there are more than %d ranges",
                       (int)GRUNDY_SWEEP_MAX_AXES);
  if (length >= sizeof item)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a range is longer than %d characters",
                       (int)sizeof item - 1);
  memcpy(item, plan->text + begin, length);
  item[length] = '\0';
  grundy_sweep_axis *axis = &plan->axes[plan->axis_count++];
  *axis = (grundy_sweep_axis){.begin = begin, .end = begin + length};
  axis->range.whole = true;
  return grundy_parameter_range_add(&axis->range, item, error);
}

static grundy_status find_axes(grundy_sweep_plan *plan, grundy_error *error) {
  const char *at = plan->text;
  while (*at != '\0') {
    bool inside = at > plan->text && is_part_of_a_word(plan->text, at - 1);
    size_t from = inside ? 0 : number_length(at), length = 0;
    size_t to = from > 0 && strncmp(at + from, "..", 2) == 0 ? number_length(at + from + 2) : 0;
    if (to > 0) { /* a range, perhaps with a step */
      length = from + 2 + to;
      size_t by = at[length] == ':' || at[length] == 'x' ? number_length(at + length + 1) : 0;
      if (by > 0) length += 1 + by;
    }
    if (length > 0 && is_part_of_a_word(plan->text, at + length)) length = 0;
    if (length > 0) {
      grundy_status status = add_axis(plan, (size_t)(at - plan->text), length, error);
      if (status != GRUNDY_OK) return status;
    }
    at = *at == '"' ? skip_quotation(at) : at + (length > 0 ? length : 1);
  }
  return GRUNDY_OK;
}

/* ---- arguments of rules -------------------------------------------------------------- */

/* The rules that a place in the text belongs to. */
struct component {
  size_t begin;        /* of the component in the text */
  size_t arguments;    /* where its arguments begin; 0: these are not rules with arguments */
  char described[128]; /* its arguments as the rules describe them */
};

/* Finds the component with the place `at`, and how its rules describe the arguments. */
static grundy_status find_component(const char *text, size_t at, struct component *component,
                                    grundy_error *error) {
  *component = (struct component){.begin = at};
  while (component->begin > 0 && strchr("+&|(*; \t\n", text[component->begin - 1]) == NULL)
    component->begin--;
  const char *begin = text + component->begin;
  grundy_game_name name = grundy_game_parse(begin);
  if (!grundy_game_kind_describe(name.kind)->is_rules || *name.arguments == '\0') return GRUNDY_OK;
  grundy_gallery_description description;
  grundy_status status = grundy_rules_describe(begin, &description, error);
  if (status != GRUNDY_OK) return status;
  component->arguments = (size_t)(name.arguments - text);
  (void)snprintf(component->described, sizeof component->described, "%s", description.arguments);
  return GRUNDY_OK;
}

/* Returns the description of the argument with that index, such as "s..."; *length is 0 if there is
 * none. *repeat is the number among several arguments of a last NAME...; 0: it is not one. */
static const char *description_of(const char *described, size_t index, size_t *length,
                                  size_t *repeat) {
  const char *at = described;
  *repeat = 0;
  for (size_t i = 0;; i++) {
    *length = strcspn(at, ",");
    size_t name = strcspn(at, ".:=,");
    bool is_many = strncmp(at + name, "...", 3) == 0;
    if (is_many) *repeat = index - i + 1;
    if (i == index || is_many) return at;
    if (at[*length] == '\0') break;
    at += *length + 1;
  }
  *length = 0;
  return at;
}

static bool is_name_taken(const grundy_sweep_plan *plan, const char *name) {
  for (size_t i = 0; i < plan->column_count; i++)
    if (strcmp(plan->columns[i].name, name) == 0) return true;
  return false;
}

/* Names a column: as the rules describe the argument, or n; with a number if that is not enough. */
static void name_column(const grundy_sweep_plan *plan, const char *description, size_t length,
                        size_t repeat, char name[GRUNDY_SWEEP_MAX_NAME]) {
  enum { ROOM = GRUNDY_SWEEP_MAX_NAME - 8 }; /* for the name without its number */
  char word[ROOM] = "n";
  size_t end = strcspn(description, ".:=,");
  if (length > 0 && end > 0)
    (void)snprintf(word, sizeof word, "%.*s", (int)(end < ROOM ? end : ROOM - 1), description);
  for (char *c = word; *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
  (void)snprintf(name, GRUNDY_SWEEP_MAX_NAME, "%s", word);
  if (repeat > 0) (void)snprintf(name, GRUNDY_SWEEP_MAX_NAME, "%s%lu", word, (unsigned long)repeat);
  for (unsigned long i = 2; is_name_taken(plan, name); i++)
    (void)snprintf(name, GRUNDY_SWEEP_MAX_NAME, "%s_%lu", word, i);
}

/* ---- columns ------------------------------------------------------------------------- */

static grundy_status add_column(grundy_sweep_plan *plan, grundy_sweep_column column,
                                grundy_error *error) {
  if (!grundy_grow(&plan->columns, &plan->column_room, plan->column_count + 1, sizeof column)) {
    free(column.text);
    return grundy_fail_memory(error);
  }
  if (column.axis >= 0) plan->axes[column.axis].column = plan->column_count;
  plan->columns[plan->column_count++] = column;
  return GRUNDY_OK;
}

/* Adds a column for every argument of rules. */
static grundy_status add_arguments(grundy_sweep_plan *plan, const struct component *component,
                                   grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  size_t begin = component->arguments;
  for (size_t index = 0; status == GRUNDY_OK; index++) {
    size_t length = strcspn(plan->text + begin, ",");
    size_t described = 0;
    size_t repeat = 0;
    const char *description = description_of(component->described, index, &described, &repeat);
    grundy_sweep_column column = {.axis = -1};
    for (size_t i = 0; i < plan->axis_count && column.axis < 0; i++)
      if (plan->axes[i].begin == begin) column.axis = (int)i;
    name_column(plan, description, described, repeat, column.name);
    if (column.axis < 0) {
      column.text = grundy_alloc_zero(length + 1, 1);
      if (column.text == NULL) return grundy_fail_memory(error);
      memcpy(column.text, plan->text + begin, length);
    }
    status = add_column(plan, column, error);
    if (plan->text[begin + length] == '\0') break;
    begin += length + 1;
  }
  return status;
}

/* Checks that a range is an argument that is a number, and adds a column for it if `is_wanted`. */
static grundy_status add_range(grundy_sweep_plan *plan, size_t number, bool is_wanted,
                               grundy_error *error) {
  const grundy_sweep_axis *axis = &plan->axes[number];
  struct component component;
  grundy_sweep_column column = {.axis = (int)number};
  const char *description = "";
  size_t length = 0;
  size_t repeat = 0;
  grundy_status status = find_component(plan->text, axis->begin, &component, error);
  if (status != GRUNDY_OK) return status;
  bool is_argument =
      component.arguments > 0 && component.arguments <= axis->begin &&
      memchr(plan->text + component.arguments, '@', axis->begin - component.arguments) == NULL;
  if (is_argument) {
    size_t index = 0;
    for (size_t i = component.arguments; i < axis->begin; i++) index += plan->text[i] == ',';
    description = description_of(component.described, index, &length, &repeat);
  }
  const char *colon = memchr(description, ':', length); /* as in "graph:digraph" */
  if (colon != NULL && strncmp(colon + 1, "number", strlen("number")) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the argument %.*s is not a number; only numbers can have a range",
                       (int)strcspn(description, ".:=,"), description);
  if (!is_wanted) return GRUNDY_OK;
  name_column(plan, description, length, repeat, column.name);
  return add_column(plan, column, error);
}

/* ---- games --------------------------------------------------------------------------- */

/* Returns the value of an axis in a game, as a number with the index of the game as its digits. */
static unsigned long long value_at(const grundy_sweep_plan *plan, size_t game, size_t axis) {
  for (size_t i = plan->axis_count - 1; i > axis; i--) game /= plan->axes[i].range.count;
  const grundy_parameter_range *range = &plan->axes[axis].range;
  return (unsigned long long)range->values[game % range->count];
}

void grundy_sweep_plan_argument(const grundy_sweep_plan *plan, size_t game, size_t column,
                                char *text, size_t size) {
  const grundy_sweep_column *c = &plan->columns[column];
  if (c->axis < 0)
    (void)snprintf(text, size, "%s", c->text);
  else
    (void)snprintf(text, size, "%llu", value_at(plan, game, (size_t)c->axis));
}

/* Makes the text of a game: the ranges are replaced by their values. */
static char *game_text(const grundy_sweep_plan *plan, size_t game) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) return NULL;
  size_t at = 0;
  for (size_t i = 0; i < plan->axis_count; i++) {
    const grundy_sweep_axis *axis = &plan->axes[i];
    (void)fwrite(plan->text + at, 1, axis->begin - at, out);
    (void)fprintf(out, "%llu", value_at(plan, game, i));
    at = axis->end;
  }
  (void)fputs(plan->text + at, out);
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

static grundy_status make_games(grundy_sweep_plan *plan, grundy_error *error) {
  size_t count = 1;
  for (size_t i = 0; i < plan->axis_count; i++) {
    count *= plan->axes[i].range.count;
    if (count > GRUNDY_SWEEP_MAX_GAMES)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "the ranges give more than %d games, which is the limit",
                         (int)GRUNDY_SWEEP_MAX_GAMES);
  }
  plan->games = grundy_alloc_zero(count, sizeof *plan->games);
  if (plan->games == NULL) return grundy_fail_memory(error);
  for (; plan->game_count < count; plan->game_count++) {
    plan->games[plan->game_count] = game_text(plan, plan->game_count);
    if (plan->games[plan->game_count] == NULL) return grundy_fail_memory(error);
  }
  return GRUNDY_OK;
}

grundy_status grundy_sweep_plan_make(const char *text, grundy_sweep_plan *plan,
                                     grundy_error *error) {
  *plan = (grundy_sweep_plan){.text = text};
  grundy_status status = find_axes(plan, error);
  if (status == GRUNDY_OK && plan->axis_count == 0) return GRUNDY_OK;
  /* The columns: one per argument if the text is rules alone, otherwise one per range. */
  struct component first;
  bool is_alone = false;
  if (status == GRUNDY_OK) status = find_component(text, plan->axes[0].begin, &first, error);
  if (status == GRUNDY_OK)
    is_alone = first.begin == 0 && first.arguments > 0 &&
               strpbrk(text + first.arguments, "+&|()@\" ") == NULL;
  for (size_t i = 0; i < plan->axis_count && status == GRUNDY_OK; i++)
    status = add_range(plan, i, !is_alone, error);
  if (status == GRUNDY_OK && is_alone) status = add_arguments(plan, &first, error);
  if (status == GRUNDY_OK) status = make_games(plan, error);
  if (status != GRUNDY_OK) grundy_sweep_plan_free(plan);
  return status;
}
