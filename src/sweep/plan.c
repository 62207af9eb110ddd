/* The plan of a sweep: names the columns of its arguments, and makes the texts of its games. */

#include "sweep/impl.h"

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"
#include "game/impl.h"
#include "model/graph_family.h"
#include "rules/ruleset.h"
#include "text/numbers.h"
#include "text/print.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grundy_sweep_plan_free(grundy_sweep_plan *plan) {
  for (size_t i = 0; i < plan->axis_count; i++) grundy_sweep_axis_free(&plan->axes[i]);
  for (size_t i = 0; i < plan->column_count; i++) free(plan->columns[i].text);
  for (size_t i = 0; plan->games != NULL && i < plan->game_count; i++) free(plan->games[i]);
  free(plan->columns);
  free((void *)plan->games);
  *plan = (grundy_sweep_plan){0};
}

/* ---- arguments of rules -------------------------------------------------------------- */

/* The rules that a place in the text of a game belongs to. */
struct component {
  size_t begin;        /* of the component in the text */
  size_t arguments;    /* where its arguments begin; 0: these are not rules with arguments */
  char described[128]; /* its arguments as the rules describe them */
};

/* Returns where the component with the place `at` begins. A set in braces is part of it. */
static size_t component_begin(const char *text, size_t at) {
  while (at > 0 && strchr("+&|(*; \t\n", text[at - 1]) == NULL) {
    at--;
    if (text[at] != '}') continue;
    size_t brace = at;
    while (brace > 0 && text[brace] != '{') brace--;
    if (text[brace] == '{') at = brace;
  }
  return at;
}

/* Finds the component with the place `at`, and how its rules describe the arguments. */
static grundy_status find_component(const char *text, size_t at, struct component *component,
                                    grundy_error *error) {
  *component = (struct component){.begin = component_begin(text, at)};
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

/* Describes the coordinates of a position by the names of its fields, as in "a,b"; "" if the rules
 * do not name any. A row of a game on vectors has the fields of a position. Fails only if memory
 * runs out. */
static grundy_status describe_fields(const char *text, const struct component *component,
                                     char described[sizeof component->described],
                                     grundy_error *error) {
  const size_t room = sizeof component->described;
  grundy_open_options opening = {.size = sizeof opening};
  grundy_ruleset *ruleset = NULL;
  described[0] = '\0';
  char *start = strdup(text + component->begin);
  if (start == NULL) return grundy_fail_memory(error);
  char *arguments = start + (component->arguments - component->begin);
  arguments[strcspn(arguments, "@+&|;) \t\n")] = '\0';
  if (grundy_sweep_is_row(start)) *strrchr(start, 'x') = '0';
  grundy_game_name name = grundy_game_parse(start);
  grundy_status status = grundy_game_ruleset(&name, &opening, &ruleset, NULL);
  if (status == GRUNDY_OK) {
    size_t length = 0;
    for (uint32_t i = 0; i < ruleset->field_count && length + 1 < room; i++)
      length += (size_t)snprintf(described + length, room - length, "%s%s", i > 0 ? "," : "",
                                 ruleset->field_names[i]);
    grundy_ruleset_close(ruleset);
  }
  free(start);
  return status == GRUNDY_OUT_OF_MEMORY ? grundy_fail_memory(error) : GRUNDY_OK;
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

/* Names the column of a list or a choice; a list in the place of an argument is named after it. */
static void name_texts(const grundy_sweep_plan *plan, const grundy_sweep_axis *axis,
                       const char *description, size_t length, size_t repeat,
                       char name[GRUNDY_SWEEP_MAX_NAME]) {
  const char *before = axis->text > plan->text ? axis->text - 1 : "";
  bool is_digit = *before == '.' || *before == ']';
  const char *word = axis->kind == GRUNDY_SWEEP_CHOICE ? "set" : is_digit ? "digit" : "item";
  bool is_argument = axis->kind == GRUNDY_SWEEP_LIST && length > 0;
  if (is_argument)
    name_column(plan, description, length, repeat, name);
  else
    name_column(plan, word, strlen(word), 0, name);
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

/* Returns the axis whose value is at this place of the first game; -1 if there is none. */
static int axis_at(const grundy_sweep_plan *plan, size_t place) {
  for (size_t i = 0; i < plan->axis_count; i++)
    if (plan->axes[i].place == place) return (int)i;
  return -1;
}

/* Adds a column for every argument of rules; `text` is the first game. */
static grundy_status add_arguments(grundy_sweep_plan *plan, const char *text,
                                   const struct component *component, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  size_t begin = component->arguments;
  for (size_t index = 0; status == GRUNDY_OK; index++) {
    grundy_sweep_column column = {.axis = axis_at(plan, begin)};
    size_t length = strcspn(text + begin, ",");
    size_t described = 0;
    size_t repeat = 0;
    const char *description = description_of(component->described, index, &described, &repeat);
    if (column.axis >= 0 && plan->axes[column.axis].kind != GRUNDY_SWEEP_RANGE) {
      length = strlen(plan->axes[column.axis].values[0]);
      name_texts(plan, &plan->axes[column.axis], description, described, repeat, column.name);
    } else {
      name_column(plan, description, described, repeat, column.name);
    }
    if (column.axis < 0) {
      column.text = strndup(text + begin, length);
      if (column.text == NULL) return grundy_fail_memory(error);
    }
    status = add_column(plan, column, error);
    if (text[begin + length] == '\0') break;
    begin += length + 1;
  }
  return status;
}

/* Describes the argument at a place of the first game: one of the rules, or a number of a family of
 * graphs, such as n in path:n. `described` has the arguments of the rules, which begin at `from`.
 * *length is 0 if there is no description. */
static const char *describe_place(const char *described, const char *from, const char *place,
                                  size_t *length, size_t *repeat) {
  for (size_t index = 0;; index++) {
    const char *numbers = from == place ? NULL : grundy_graph_family_numbers(from);
    size_t most = numbers == NULL ? 1 : strstr(numbers, "...") != NULL ? SIZE_MAX : 2;
    if (most == 2 && strchr(numbers, ',') == NULL) most = 1;
    for (size_t i = 0; i < most && (i == 0 || grundy_is_digit(*from)); i++) {
      const char *end = from + strcspn(from, ",/");
      if (end >= place)
        return numbers == NULL ? description_of(described, index, length, repeat)
                               : description_of(numbers, i, length, repeat);
      from = end + 1;
    }
  }
}

/* Checks that a range is an argument that is a number, and adds a column for the axis if
 * `is_wanted`. */
static grundy_status add_axis(grundy_sweep_plan *plan, const char *text, size_t number,
                              bool is_wanted, grundy_error *error) {
  const grundy_sweep_axis *axis = &plan->axes[number];
  struct component component;
  grundy_sweep_column column = {.axis = (int)number};
  char fields[sizeof component.described];
  const char *description = "";
  size_t length = 0;
  size_t repeat = 0;
  grundy_status status = find_component(text, axis->place, &component, error);
  if (status != GRUNDY_OK) return status;
  if (component.arguments > 0 && component.arguments <= axis->place) {
    const char *from = text + component.arguments, *described = component.described;
    const char *at = memchr(from, '@', axis->place - component.arguments);
    if (at != NULL) from = at + 1;
    if (at != NULL || *described == '\0') {
      status = describe_fields(text, &component, fields, error);
      if (status != GRUNDY_OK) return status;
      described = fields;
    }
    description = describe_place(described, from, text + axis->place, &length, &repeat);
  }
  const char *colon = memchr(description, ':', length); /* as in "graph:digraph" */
  bool is_range = axis->kind == GRUNDY_SWEEP_RANGE;
  if (is_range && colon != NULL && strncmp(colon + 1, "number", strlen("number")) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the argument %.*s is not a number; only numbers can have a range",
                       (int)strcspn(description, ".:=,"), description);
  if (!is_wanted) return GRUNDY_OK;
  if (is_range)
    name_column(plan, description, length, repeat, column.name);
  else
    name_texts(plan, axis, description, length, repeat, column.name);
  return add_column(plan, column, error);
}

/* Returns whether one of the arguments is a graph of a family, which has numbers of its own. */
static bool has_family(const char *arguments) {
  const char *at = arguments;
  while (at != NULL && grundy_graph_family_numbers(at) == NULL)
    at = strchr(at, ',') == NULL ? NULL : strchr(at, ',') + 1;
  return at != NULL;
}

/* Adds the columns: one per argument if the text is rules alone, otherwise one per axis. */
static grundy_status add_columns(grundy_sweep_plan *plan, grundy_error *error) {
  const char *text = plan->games[0];
  struct component first;
  size_t set;
  grundy_status status = find_component(text, plan->axes[0].place, &first, error);
  bool is_alone = status == GRUNDY_OK && first.begin == 0 && first.arguments > 0 &&
                  first.arguments <= plan->axes[0].place && !grundy_vector_find(text, &set) &&
                  strpbrk(text + first.arguments, "+&|()@\" ") == NULL &&
                  !has_family(text + first.arguments);
  for (size_t i = 0; i < plan->axis_count && status == GRUNDY_OK; i++)
    status = add_axis(plan, text, i, !is_alone, error);
  return status == GRUNDY_OK && is_alone ? add_arguments(plan, text, &first, error) : status;
}

/* ---- games --------------------------------------------------------------------------- */

/* Returns the value of an axis in a game, whose index has the indices of the values as its digits.
 */
static const char *value_at(const grundy_sweep_plan *plan, size_t game, size_t axis) {
  for (size_t i = plan->axis_count - 1; i > axis; i--) game /= plan->axes[i].count;
  return plan->axes[axis].values[game % plan->axes[axis].count];
}

const char *grundy_sweep_plan_argument(const grundy_sweep_plan *plan, size_t game, size_t column) {
  const grundy_sweep_column *c = &plan->columns[column];
  return c->axis < 0 ? c->text : value_at(plan, game, (size_t)c->axis);
}

/* Makes the text of a game: the ranges are replaced by their values. */
static char *game_text(grundy_sweep_plan *plan, size_t game) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  const char *at = plan->text;
  size_t place = 0;
  for (size_t i = 0; i < plan->axis_count; i++) {
    grundy_sweep_axis *axis = &plan->axes[i];
    const char *value = value_at(plan, game, i);
    place += (size_t)(axis->text - at);
    if (game == 0) axis->place = place;
    place += strlen(value);
    (void)fwrite(at, 1, (size_t)(axis->text - at), out);
    (void)fputs(value, out);
    at = axis->text + axis->length;
  }
  (void)fputs(at, out);
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

static grundy_status make_games(grundy_sweep_plan *plan, grundy_error *error) {
  size_t count = 1;
  for (size_t i = 0; i < plan->axis_count; i++) {
    count *= plan->axes[i].count;
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
  grundy_status status = grundy_sweep_find_axes(plan, error);
  if (status == GRUNDY_OK && plan->axis_count == 0) return GRUNDY_OK;
  if (status == GRUNDY_OK) status = make_games(plan, error);
  if (status == GRUNDY_OK) status = add_columns(plan, error);
  if (status != GRUNDY_OK) grundy_sweep_plan_free(plan);
  return status;
}
