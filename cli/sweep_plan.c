#include "sweep_plan.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/game.h>

#include "failure.h"
#include "files.h"
#include "parameter_range.h"

void sweep_plan_free(struct sweep_plan *plan) {
  for (size_t i = 0; i < plan->axis_count; i++) parameter_range_free(&plan->axes[i].range);
  for (size_t i = 0; i < plan->column_count; i++) free(plan->columns[i].text);
  for (size_t i = 0; plan->games != NULL && i < plan->game_count; i++) free(plan->games[i]);
  free(plan->columns);
  free((void *)plan->games);
  *plan = (struct sweep_plan){0};
}

/* ---- ranges -------------------------------------------------------------------------- */

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Returns the length of the number at the beginning of the text: 12, 1e6 or 2.5e3; 0 if there is
 * none. */
static size_t number_length(const char *text) {
  size_t length = strspn(text, "0123456789");
  if (length == 0) return 0;
  if (text[length] == '.' && is_digit(text[length + 1]))
    length += 1 + strspn(text + length + 1, "0123456789");
  if ((text[length] == 'e' || text[length] == 'E') && is_digit(text[length + 1]))
    length += 1 + strspn(text + length + 1, "0123456789");
  return length;
}

/* Returns the length of the range at the beginning of the text; 0 if there is none. */
static size_t range_length(const char *text) {
  size_t from = number_length(text);
  if (from == 0 || strncmp(text + from, "..", 2) != 0) return 0;
  size_t to = number_length(text + from + 2);
  if (to == 0) return 0;
  size_t length = from + 2 + to;
  size_t by = text[length] == ':' || text[length] == 'x' ? number_length(text + length + 1) : 0;
  return by == 0 ? length : length + 1 + by;
}

/* Returns whether the place is in the name of a position: after the @ of a component. */
static bool is_in_position(const char *text, const char *at) {
  while (at > text && strchr("+&|*; \t\n", at[-1]) == NULL)
    if (*--at == '@') return true;
  return false;
}

/* Returns whether the character at that place belongs to a word, such as the path of a file. In a
 * position, / separates numbers. */
static bool is_part_of_a_word(const char *text, const char *at) {
  if (*at == '/') return !is_in_position(text, at);
  return isalnum((unsigned char)*at) != 0 || *at == '.' || *at == '_' || *at == '-';
}

/* Returns the end of the quotation that begins here, or of the text. */
static const char *skip_quotation(const char *at) {
  for (at++; *at != '\0' && *at != '"'; at++)
    if (*at == '\\' && at[1] != '\0') at++;
  return *at == '"' ? at + 1 : at;
}

static grundy_status add_axis(struct sweep_plan *plan, size_t begin, size_t length,
                              grundy_error *error) {
  char item[SWEEP_MAX_NAME * 2];
  if (plan->axis_count == SWEEP_MAX_AXES)
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "", "there are more than %d ranges",
                     (int)SWEEP_MAX_AXES);
  if (length >= sizeof item)
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "", "a range is longer than %d characters",
                     (int)sizeof item - 1);
  memcpy(item, plan->text + begin, length);
  item[length] = '\0';
  struct sweep_axis *axis = &plan->axes[plan->axis_count++];
  *axis = (struct sweep_axis){.begin = begin, .end = begin + length};
  axis->range.whole = true;
  return parameter_range_add(&axis->range, item, error);
}

static grundy_status find_axes(struct sweep_plan *plan, grundy_error *error) {
  const char *at = plan->text;
  while (*at != '\0') {
    bool inside = at > plan->text && is_part_of_a_word(plan->text, at - 1);
    size_t length = inside ? 0 : range_length(at);
    if (length > 0 && is_part_of_a_word(plan->text, at + length)) length = 0;
    if (length > 0) {
      grundy_status status = add_axis(plan, (size_t)(at - plan->text), length, error);
      if (status != GRUNDY_OK) return status;
    }
    at = *at == '"' ? skip_quotation(at) : at + (length > 0 ? length : 1);
  }
  if (plan->axis_count > 0) return GRUNDY_OK;
  return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                   "'%.80s' has no range; expected one such as kotzig:5..60,1,3", plan->text);
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

/* Returns whether the description has a kind other than number, such as "graph:digraph". */
static bool is_not_number(const char *description, size_t length) {
  const char *colon = memchr(description, ':', length);
  return colon != NULL && strncmp(colon + 1, "number", strlen("number")) != 0;
}

static bool is_name_taken(const struct sweep_plan *plan, const char *name) {
  for (size_t i = 0; i < plan->column_count; i++)
    if (strcmp(plan->columns[i].name, name) == 0) return true;
  return false;
}

/* Names a column: as the rules describe the argument, or n; with a number if that is not enough. */
static void name_column(const struct sweep_plan *plan, const char *description, size_t length,
                        size_t repeat, char name[SWEEP_MAX_NAME]) {
  enum { ROOM = SWEEP_MAX_NAME - 8 }; /* for the name without its number */
  char word[ROOM] = "n";
  size_t end = strcspn(description, ".:=,");
  if (length > 0 && end > 0)
    (void)snprintf(word, sizeof word, "%.*s", (int)(end < ROOM ? end : ROOM - 1), description);
  for (char *c = word; *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
  (void)snprintf(name, SWEEP_MAX_NAME, "%s", word);
  if (repeat > 0) (void)snprintf(name, SWEEP_MAX_NAME, "%s%lu", word, (unsigned long)repeat);
  for (unsigned long i = 2; is_name_taken(plan, name); i++)
    (void)snprintf(name, SWEEP_MAX_NAME, "%s_%lu", word, i);
}

/* ---- columns ------------------------------------------------------------------------- */

static grundy_status add_column(struct sweep_plan *plan, struct sweep_column column,
                                grundy_error *error) {
  struct sweep_column *longer =
      realloc(plan->columns, (plan->column_count + 1) * sizeof *plan->columns);
  if (longer == NULL) {
    free(column.text);
    return fail_memory(error);
  }
  plan->columns = longer;
  if (column.axis >= 0) plan->axes[column.axis].column = plan->column_count;
  plan->columns[plan->column_count++] = column;
  return GRUNDY_OK;
}

/* Returns the range that begins at that place of the text; -1 if there is none. */
static int axis_at(const struct sweep_plan *plan, size_t begin) {
  for (size_t i = 0; i < plan->axis_count; i++)
    if (plan->axes[i].begin == begin) return (int)i;
  return -1;
}

/* Adds a column for every argument of rules. */
static grundy_status add_arguments(struct sweep_plan *plan, const struct component *component,
                                   grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  size_t begin = component->arguments;
  for (size_t index = 0; status == GRUNDY_OK; index++) {
    size_t length = strcspn(plan->text + begin, ",");
    size_t described = 0;
    size_t repeat = 0;
    const char *description = description_of(component->described, index, &described, &repeat);
    struct sweep_column column = {.axis = axis_at(plan, begin)};
    name_column(plan, description, described, repeat, column.name);
    if (column.axis < 0 && (column.text = strndup(plan->text + begin, length)) == NULL)
      return fail_memory(error);
    status = add_column(plan, column, error);
    if (plan->text[begin + length] == '\0') break;
    begin += length + 1;
  }
  return status;
}

/* Counts the commas between two places in the text. */
static size_t commas_between(const char *text, size_t begin, size_t end) {
  size_t count = 0;
  for (size_t i = begin; i < end; i++) count += text[i] == ',';
  return count;
}

/* Checks that a range is an argument that is a number, and adds a column for it if `is_wanted`. */
static grundy_status add_range(struct sweep_plan *plan, size_t number, bool is_wanted,
                               grundy_error *error) {
  const struct sweep_axis *axis = &plan->axes[number];
  struct component component;
  struct sweep_column column = {.axis = (int)number};
  const char *description = "";
  size_t length = 0;
  size_t repeat = 0;
  grundy_status status = find_component(plan->text, axis->begin, &component, error);
  if (status != GRUNDY_OK) return status;
  bool is_argument =
      component.arguments > 0 && component.arguments <= axis->begin &&
      memchr(plan->text + component.arguments, '@', axis->begin - component.arguments) == NULL;
  if (is_argument) {
    size_t index = commas_between(plan->text, component.arguments, axis->begin);
    description = description_of(component.described, index, &length, &repeat);
  }
  if (is_not_number(description, length))
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "the argument %.*s is not a number; only numbers can have a range",
                     (int)strcspn(description, ".:=,"), description);
  if (!is_wanted) return GRUNDY_OK;
  name_column(plan, description, length, repeat, column.name);
  return add_column(plan, column, error);
}

/* Makes the columns: one per argument if the text is rules alone, otherwise one per range. */
static grundy_status make_columns(struct sweep_plan *plan, grundy_error *error) {
  struct component first;
  grundy_status status = find_component(plan->text, plan->axes[0].begin, &first, error);
  if (status != GRUNDY_OK) return status;
  bool is_alone = first.begin == 0 && first.arguments > 0 &&
                  strpbrk(plan->text + first.arguments, "+&|()@\" ") == NULL;
  for (size_t i = 0; i < plan->axis_count && status == GRUNDY_OK; i++)
    status = add_range(plan, i, !is_alone, error);
  return status == GRUNDY_OK && is_alone ? add_arguments(plan, &first, error) : status;
}

/* ---- games --------------------------------------------------------------------------- */

/* Returns the value of an axis in a game, as a number with the index of the game as its digits. */
static unsigned long long value_at(const struct sweep_plan *plan, size_t game, size_t axis) {
  for (size_t i = plan->axis_count - 1; i > axis; i--) game /= plan->axes[i].range.count;
  const struct parameter_range *range = &plan->axes[axis].range;
  return (unsigned long long)range->values[game % range->count];
}

void sweep_plan_argument(const struct sweep_plan *plan, size_t game, size_t column, char *text,
                         size_t size) {
  const struct sweep_column *c = &plan->columns[column];
  if (c->axis < 0)
    (void)snprintf(text, size, "%s", c->text);
  else
    (void)snprintf(text, size, "%llu", value_at(plan, game, (size_t)c->axis));
}

/* Makes the text of a game: the ranges are replaced by their values. */
static char *game_text(const struct sweep_plan *plan, size_t game) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) return NULL;
  size_t at = 0;
  for (size_t i = 0; i < plan->axis_count; i++) {
    const struct sweep_axis *axis = &plan->axes[i];
    (void)fwrite(plan->text + at, 1, axis->begin - at, out);
    (void)fprintf(out, "%llu", value_at(plan, game, i));
    at = axis->end;
  }
  (void)fputs(plan->text + at, out);
  if (file_close_text(out, &text)) return text;
  free(text);
  return NULL;
}

static grundy_status make_games(struct sweep_plan *plan, grundy_error *error) {
  size_t count = 1;
  for (size_t i = 0; i < plan->axis_count; i++) {
    count *= plan->axes[i].range.count;
    if (count > SWEEP_MAX_GAMES)
      return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                       "the ranges give more than %d games, which is the limit",
                       (int)SWEEP_MAX_GAMES);
  }
  plan->games = calloc(count, sizeof *plan->games);
  if (plan->games == NULL) return fail_memory(error);
  for (; plan->game_count < count; plan->game_count++) {
    plan->games[plan->game_count] = game_text(plan, plan->game_count);
    if (plan->games[plan->game_count] == NULL) return fail_memory(error);
  }
  return GRUNDY_OK;
}

grundy_status sweep_plan_make(const char *text, struct sweep_plan *plan, grundy_error *error) {
  *plan = (struct sweep_plan){.text = text};
  grundy_status status = find_axes(plan, error);
  if (status == GRUNDY_OK) status = make_columns(plan, error);
  return status == GRUNDY_OK ? make_games(plan, error) : status;
}
