#include "rows.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/formula.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "failure.h"
#include "files.h"
#include "source_line.h"

/* ---- conditions ------------------------------------------------------------------------- */

int rows_prepare(const char *where, const char *sort, struct rows *rows) {
  static const char name[] = "condition";
  grundy_error error = {0};
  rows->sort = sort;
  if (where == NULL) return CODE_YES;
  if (!file_ends_with(where, ".lua")) source_line_remember(name, where);
  grundy_status status = grundy_formula_read(name, where, &rows->condition, &error);
  return status == GRUNDY_OK ? CODE_YES : fail(&error);
}

bool rows_are_chosen(const struct rows *rows) {
  return rows->condition != NULL || rows->sort != NULL;
}

void rows_free(struct rows *rows) {
  grundy_formula_free(rows->condition);
  free(rows->vertices);
}

/* ---- keys ------------------------------------------------------------------------------- */

/* A key of an order; one of the arrays is set, or none for names. */
struct key {
  bool downwards;
  const uint8_t *letters;
  const uint32_t *numbers;
  const double *reals;
  int64_t *fields; /* owned */
};

/* The next key of a list: its name without the sign. */
static const char *next_key(const char **list, size_t *length, bool *downwards) {
  const char *name = *list;
  *downwards = *name == '-';
  name += *downwards;
  *length = strcspn(name, ",");
  *list = name + *length + (name[*length] == ',');
  return name;
}

/* Returns the column of that name; 0 if there is none. G is another name of grundy. */
static grundy_columns column_of(const char *name, size_t length) {
  if (length == 1 && *name == 'G') return GRUNDY_COLUMN_GRUNDY;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    const char *word = grundy_column_describe((grundy_columns)1 << i)->name;
    if (strlen(word) == length && memcmp(word, name, length) == 0) return (grundy_columns)1 << i;
  }
  return 0;
}

/* Finds the field of that name; false if there is none. */
static bool find_field(const grundy_digraph *game, const char *name, size_t length,
                       uint32_t *field) {
  grundy_field_names fields = grundy_position_fields(game);
  for (*field = 0; *field < fields.count; ++*field)
    if (strlen(fields.at[*field]) == length && memcmp(fields.at[*field], name, length) == 0)
      return true;
  return false;
}

grundy_columns rows_columns(const struct rows *rows, const grundy_digraph *game) {
  grundy_columns columns = rows->condition == NULL ? 0 : grundy_formula_columns(rows->condition);
  bool downwards;
  size_t length;
  for (const char *list = rows->sort; list != NULL && *list != '\0';) {
    const char *name = next_key(&list, &length, &downwards);
    uint32_t field;
    if (!find_field(game, name, length, &field)) columns |= column_of(name, length);
  }
  return columns & grundy_solve_columns(game, true);
}

static grundy_status fail_key(const char *name, size_t length, const grundy_digraph *game,
                              grundy_error *error) {
  grundy_field_names fields = grundy_position_fields(game);
  grundy_suggestion best = {0};
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    grundy_suggest(&best, name, length, grundy_column_describe((grundy_columns)1 << i)->name);
  for (uint32_t i = 0; i < fields.count; i++) grundy_suggest(&best, name, length, fields.at[i]);
  int shown = length < 60 ? (int)length : 60;
  if (best.word[0] != '\0')
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "--sort: unknown key '%.*s'; did you mean '%s'?", shown, name, best.word);
  return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                   "--sort: unknown key '%.*s'; use a column%s or name", shown, name,
                   fields.count == 0 ? "" : ", a field of the rules");
}

/* Reads a field at every position. */
static grundy_status read_field(const grundy_digraph *game, uint32_t field, struct key *key,
                                grundy_error *error) {
  uint32_t order = grundy_digraph_order(game);
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  key->fields = calloc((size_t)order + 1, sizeof *key->fields);
  if (key->fields == NULL) return fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    grundy_status status = grundy_position_field_values(game, v, values, error);
    if (status != GRUNDY_OK) return status;
    key->fields[v] = values[field];
  }
  return GRUNDY_OK;
}

static grundy_status find_key(const char *name, size_t length, const grundy_digraph *game,
                              const grundy_solution *solution, struct key *key,
                              grundy_error *error) {
  uint32_t field;
  if (find_field(game, name, length, &field)) return read_field(game, field, key, error);
  if (length == 4 && memcmp(name, "name", 4) == 0) return GRUNDY_OK;
  grundy_columns column = column_of(name, length);
  if (column == 0) return fail_key(name, length, game, error);
  key->letters = grundy_solution_letters(solution, column);
  key->numbers = grundy_solution_numbers(solution, column);
  key->reals = grundy_solution_reals(solution, column);
  if (key->letters == NULL && key->numbers == NULL && key->reals == NULL)
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "--sort: cannot sort by '%.*s', which is a set or not in the solution",
                     (int)length, name);
  return GRUNDY_OK;
}

/* ---- sorting ---------------------------------------------------------------------------- */

static int sign(bool greater, bool less) {
  return (int)greater - (int)less;
}

static int compare_names(const grundy_digraph *game, uint32_t u, uint32_t v) {
  char first[GRUNDY_NAME_MAX_BYTES], second[GRUNDY_NAME_MAX_BYTES];
  return strcmp(grundy_digraph_name(game, u, first), grundy_digraph_name(game, v, second));
}

/* NaN, a payoff that does not exist, is the smallest. */
static int compare_reals(double a, double b) {
  if (isnan(a) || isnan(b)) return sign(isnan(b) != 0, isnan(a) != 0);
  return sign(a > b, a < b);
}

/* Infinite numbers are the largest. */
static int compare(const struct key *key, const grundy_digraph *game, uint32_t u, uint32_t v) {
  int order;
  if (key->fields != NULL)
    order = sign(key->fields[u] > key->fields[v], key->fields[u] < key->fields[v]);
  else if (key->letters != NULL)
    order = sign(key->letters[u] > key->letters[v], key->letters[u] < key->letters[v]);
  else if (key->numbers != NULL)
    order = sign(key->numbers[u] > key->numbers[v], key->numbers[u] < key->numbers[v]);
  else if (key->reals != NULL)
    order = compare_reals(key->reals[u], key->reals[v]);
  else
    order = compare_names(game, u, v);
  return key->downwards ? -order : order;
}

/* Sorts by one key, stably: merges runs of growing width. */
static void sort_by(const struct key *key, const grundy_digraph *game, uint32_t *rows,
                    uint64_t count, uint32_t *spare) {
  for (uint64_t width = 1; width < count; width *= 2) {
    for (uint64_t begin = 0; begin < count; begin += 2 * width) {
      uint64_t middle = begin + width < count ? begin + width : count;
      uint64_t end = middle + width < count ? middle + width : count;
      uint64_t left = begin, right = middle;
      for (uint64_t at = begin; at < end; at++) {
        bool takes_right =
            left == middle || (right < end && compare(key, game, rows[right], rows[left]) < 0);
        spare[at] = takes_right ? rows[right++] : rows[left++];
      }
    }
    memcpy(rows, spare, count * sizeof *rows);
  }
}

enum { MOST_KEYS = 16 };

/* Finds the keys of the list. */
static grundy_status find_keys(const struct rows *rows, const grundy_digraph *game,
                               const grundy_solution *solution, struct key keys[MOST_KEYS],
                               size_t *count, grundy_error *error) {
  const char *list = rows->sort;
  do {
    size_t length;
    if (*count == MOST_KEYS)
      return fail_with(error, GRUNDY_BAD_ARGUMENT, "", "--sort: more than %d keys", MOST_KEYS);
    struct key *key = &keys[(*count)++];
    const char *name = next_key(&list, &length, &key->downwards);
    grundy_status status = find_key(name, length, game, solution, key, error);
    if (status != GRUNDY_OK) return status;
  } while (*list != '\0');
  return GRUNDY_OK;
}

/* Sorts by the last key first, so that earlier ones count more. */
static grundy_status sort(struct rows *rows, const grundy_digraph *game,
                          const grundy_solution *solution, grundy_error *error) {
  struct key keys[MOST_KEYS] = {0};
  size_t count = 0;
  grundy_status status = find_keys(rows, game, solution, keys, &count, error);
  uint32_t *spare = malloc((rows->count + 1) * sizeof *spare);
  if (status == GRUNDY_OK && spare == NULL) status = fail_memory(error);
  for (size_t i = count; status == GRUNDY_OK && spare != NULL && i-- > 0;)
    sort_by(&keys[i], game, rows->vertices, rows->count, spare);
  for (size_t i = 0; i < count; i++) free(keys[i].fields);
  free(spare);
  return status;
}

/* ---- choosing --------------------------------------------------------------------------- */

static grundy_status test(struct rows *rows, const grundy_digraph *game,
                          const grundy_solution *solution, const struct limits *limits,
                          grundy_error *error) {
  uint32_t order = grundy_digraph_order(game);
  uint8_t *verdicts = malloc((size_t)order + 1);
  if (verdicts == NULL) return fail_memory(error);
  grundy_status status = grundy_formula_evaluate(
      rows->condition, game, solution, GRUNDY_MONITORED(&limits->monitor), verdicts, error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < order; v++)
    if (verdicts[v] == GRUNDY_FORMULA_TRUE) rows->vertices[rows->count++] = v;
  free(verdicts);
  return status;
}

grundy_status rows_choose(struct rows *rows, const grundy_digraph *game,
                          const grundy_solution *solution, const struct limits *limits,
                          grundy_error *error) {
  uint32_t order = grundy_digraph_order(game);
  if (!rows_are_chosen(rows)) return GRUNDY_OK;
  rows->vertices = calloc((size_t)order + 1, sizeof *rows->vertices);
  if (rows->vertices == NULL) return fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (rows->condition != NULL)
    status = test(rows, game, solution, limits, error);
  else
    while (rows->count < order) {
      rows->vertices[rows->count] = (uint32_t)rows->count;
      rows->count++;
    }
  if (status == GRUNDY_OK && rows->sort != NULL) status = sort(rows, game, solution, error);
  return status;
}
