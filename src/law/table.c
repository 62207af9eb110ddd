/* Tables that laws are tested at: a solved game, or the starts of a family of games. */

#include "law/impl.h"

#include <grundy/engine.h>
#include <grundy/heap.h>
#include <grundy/ordinal.h>

#include "base/alloc.h"
#include "base/error.h"
#include "explore/impl.h"
#include "formula/lookup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void grundy_law_table_free(grundy_law_table *table) {
  grundy_solution_free(table->solution);
  grundy_digraph_free(table->g);
  grundy_arena_free(&table->arena);
  *table = (grundy_law_table){0};
}

/* ---- one game ------------------------------------------------------------------------------ */

static grundy_status open_game(const char *text, const grundy_law_options *options,
                               grundy_law_table *table, grundy_error *error) {
  table->at.g = options->g;
  if (options->g != NULL) return GRUNDY_OK;
  grundy_open_options opening = {.size = sizeof opening,
                                 .format = options->format,
                                 .limit = options->limit,
                                 .memory = options->memory,
                                 .monitor = options->monitor};
  grundy_status status = options->read != NULL
                             ? options->read(options->context, text, &table->g, error)
                             : grundy_game_open(text, &opening, &table->g, error);
  table->at.g = table->g;
  return status;
}

grundy_status grundy_law_table_open(const char *text, const grundy_law_options *options,
                                    grundy_columns columns, grundy_columns required,
                                    grundy_law_table *table, grundy_error *error) {
  grundy_status status = open_game(text, options, table, error);
  if (status != GRUNDY_OK) return status;
  grundy_columns possible = grundy_solve_columns(table->at.g, true);
  columns |= GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  grundy_solve_options solving = {.size = sizeof solving,
                                  .columns = (columns & possible) | required,
                                  .monitor = options->monitor,
                                  .memory = options->memory,
                                  .memory_giver = options->memory_giver};
  status = grundy_solve(table->at.g, &solving, &table->solution, error);
  table->at.solution = table->solution;
  table->at.fields = grundy_position_fields(table->at.g);
  return status;
}

/* ---- starts -------------------------------------------------------------------------------- */

/* The starts while they are evaluated. */
typedef struct starts {
  uint8_t *known, *outcomes;
  uint32_t *values, *remoteness;
  bool is_coloured;
} starts;

static uint32_t number_of(grundy_number number, const grundy_ordinal *ordinal) {
  if (number == GRUNDY_INFINITY64 && ordinal == NULL) return GRUNDY_INFINITY;
  return ordinal != NULL || number >= GRUNDY_NUMBER_AT_MOST ? GRUNDY_NUMBER_UNKNOWN
                                                            : (uint32_t)number;
}

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  starts *s = context;
  const grundy_evaluation *found = &answer->evaluation;
  size_t i = answer->index;
  (void)error;
  s->known[i] = answer->status == GRUNDY_OK && found->outcome != GRUNDY_OUTCOME_NONE;
  s->outcomes[i] = found->outcome;
  s->is_coloured |= found->outcome == 'A' || found->outcome == 'B';
  s->values[i] = answer->has_value && s->known[i] != 0
                     ? number_of(found->value, found->ordinal_value)
                     : GRUNDY_NUMBER_UNKNOWN;
  if (s->remoteness != NULL) s->remoteness[i] = number_of(found->remoteness, NULL);
  return GRUNDY_OK;
}

static bool read_integer(const char *text, int64_t *value) {
  char *end;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end != text && *end == '\0' && errno == 0;
}

/* Finds the arguments that are integers in all games. */
static grundy_status find_fields(const grundy_sweep_plan *plan, grundy_law_table *table,
                                 grundy_error *error) {
  size_t columns[GRUNDY_RULES_MAX_FIELDS];
  uint32_t count = 0;
  int64_t value;
  for (size_t i = 0; i < plan->column_count && count < GRUNDY_RULES_MAX_FIELDS; i++) {
    bool are_integers = true;
    for (size_t game = 0; game < plan->game_count && are_integers; game++)
      are_integers = read_integer(grundy_sweep_plan_argument(plan, game, i), &value);
    if (are_integers) columns[count++] = i;
  }
  const char **names = grundy_arena_array(&table->arena, count, sizeof *names);
  int64_t *values =
      grundy_arena_array(&table->arena, plan->game_count * (uint64_t)count + 1, sizeof *values);
  if (table->arena.failed) return grundy_fail_memory(error);
  for (uint32_t i = 0; i < count; i++) names[i] = plan->columns[columns[i]].name;
  for (size_t game = 0; game < plan->game_count; game++)
    for (uint32_t i = 0; i < count; i++)
      (void)read_integer(grundy_sweep_plan_argument(plan, game, columns[i]),
                         &values[game * count + i]);
  table->at.fields = (grundy_field_names){count, names};
  table->at.values = values;
  return GRUNDY_OK;
}

/* Makes a digraph whose vertices are the games, without moves. */
static grundy_status make_digraph(const grundy_sweep_plan *plan, grundy_law_table *table,
                                  grundy_error *error) {
  grundy_builder *builder = NULL;
  grundy_status status = grundy_builder_new(&builder, error);
  for (size_t i = 0; i < plan->game_count && status == GRUNDY_OK; i++) {
    uint32_t v = 0;
    const char *text = plan->games[i];
    status = grundy_builder_vertex(builder, text, strlen(text), &v, error);
    if (status == GRUNDY_OK && v != i)
      status = grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the game %s occurs twice", text);
  }
  if (status == GRUNDY_OK) status = grundy_builder_finish(builder, NULL, &table->g, error);
  grundy_builder_free(builder);
  table->at.g = table->g;
  return status;
}

/* ---- starts that are heaps ------------------------------------------------------------------- */

bool grundy_law_is_heap(const char *text) {
  const char *colon = strrchr(text, ':');
  grundy_heap_code *code = NULL;
  grundy_game_name name = grundy_game_parse(text);
  if (colon == NULL || !grundy_game_kind_describe(name.kind)->is_file ||
      grundy_heap_code_parse(text, (size_t)(colon - text), &code, NULL) != GRUNDY_OK)
    return false;
  grundy_heap_code_free(code);
  return true;
}

/* Returns the size of the heap if the game has the same code as the first one; -1 otherwise. */
static int64_t heap_of(const grundy_sweep_plan *plan, size_t game) {
  const char *first = plan->games[0], *text = plan->games[game];
  size_t length = (size_t)(strrchr(first, ':') - first) + 1;
  int64_t size;
  if (strncmp(first, text, length) != 0 || !read_integer(text + length, &size)) return -1;
  return size >= 0 && size <= GRUNDY_HEAP_MAX_SIZE ? size : -1;
}

/* Evaluates the starts at once if they are heaps of one game. *is_done is false if they are not. */
static grundy_status evaluate_heaps(const grundy_sweep_plan *plan,
                                    const grundy_law_options *options, starts *s, bool *is_done,
                                    grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  int64_t most = 0;
  *is_done = s->remoteness == NULL && grundy_law_is_heap(plan->games[0]);
  for (size_t i = 0; i < plan->game_count && *is_done; i++) {
    int64_t size = heap_of(plan, i);
    *is_done = size >= 0;
    if (size > most) most = size;
  }
  if (!*is_done) return GRUNDY_OK;
  const grundy_heap_options solving = {
      .size = sizeof solving, .max = (uint32_t)most, .monitor = options->monitor};
  size_t length = (size_t)(strrchr(plan->games[0], ':') - plan->games[0]);
  grundy_status status = grundy_heap_code_parse(plan->games[0], length, &code, error);
  if (status == GRUNDY_OK) status = grundy_heaps_solve(code, &solving, &heaps, error);
  for (size_t i = 0; i < plan->game_count && status == GRUNDY_OK; i++) {
    s->known[i] = 1;
    s->values[i] = grundy_heaps_values(heaps, NULL)[heap_of(plan, i)];
    s->outcomes[i] = s->values[i] == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  }
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  return status;
}

/* ---- all starts --------------------------------------------------------------------------------
 */

grundy_status grundy_law_table_starts(const grundy_sweep_plan *plan,
                                      const grundy_law_options *options, grundy_columns columns,
                                      grundy_law_table *table, grundy_error *error) {
  bool has_remoteness = (columns & GRUNDY_COLUMN_REMOTENESS) != 0;
  starts s = {0};
  grundy_status status = make_digraph(plan, table, error);
  if (status == GRUNDY_OK) status = find_fields(plan, table, error);
  if (status != GRUNDY_OK) return status;
  s.known = grundy_arena_zeros(&table->arena, plan->game_count, 1);
  if (s.known == NULL) return grundy_fail_memory(error);
  status = grundy_solution_new((uint32_t)plan->game_count, &table->solution, error);
  if (status == GRUNDY_OK)
    status =
        grundy_solution_add_letters(table->solution, GRUNDY_COLUMN_OUTCOME, &s.outcomes, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_numbers(table->solution, GRUNDY_COLUMN_GRUNDY, &s.values, error);
  if (status == GRUNDY_OK && has_remoteness)
    status = grundy_solution_add_numbers(table->solution, GRUNDY_COLUMN_REMOTENESS, &s.remoteness,
                                         error);
  if (status != GRUNDY_OK) return status;
  const grundy_evaluate_options evaluating = {
      .size = sizeof evaluating,
      .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K |
                 (has_remoteness ? GRUNDY_COLUMN_REMOTENESS : 0),
      .limit = options->limit,
      .memory = options->memory,
      .monitor = options->monitor,
      .answered = answered,
      .context = &s,
  };
  bool is_done;
  status = evaluate_heaps(plan, options, &s, &is_done, error);
  if (status == GRUNDY_OK && !is_done)
    status = grundy_expressions_evaluate((const char *const *)plan->games, plan->game_count,
                                         &evaluating, error);
  table->known = s.known;
  table->at.solution = table->solution;
  table->at.has_unknown_moves = true;
  table->at.is_coloured = s.is_coloured;
  return status;
}

/* ---- the order of positions ---------------------------------------------------------------- */

/* Returns the absolute value, without overflow. */
static uint64_t size_of(int64_t value) {
  return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

int grundy_law_compare(const grundy_formula_table *table, uint32_t u, uint32_t v) {
  const grundy_formula_lookup lookup = {.table = table};
  int64_t values[2][GRUNDY_RULES_MAX_FIELDS];
  uint32_t counts[2] = {0, 0};
  uint64_t largest[2] = {0, 0};
  for (int side = 0; side < 2; side++) {
    if (grundy_formula_lookup_integers(&lookup, side == 0 ? u : v, values[side], &counts[side],
                                       NULL) != GRUNDY_OK)
      counts[side] = 0;
    for (uint32_t i = 0; i < counts[side]; i++)
      if (size_of(values[side][i]) > largest[side]) largest[side] = size_of(values[side][i]);
  }
  if (largest[0] != largest[1]) return largest[0] < largest[1] ? -1 : 1;
  for (uint32_t i = 0; i < counts[0] && i < counts[1]; i++)
    if (values[0][i] != values[1][i]) return values[0][i] < values[1][i] ? -1 : 1;
  if (counts[0] != counts[1]) return counts[0] < counts[1] ? -1 : 1;
  return u < v ? -1 : u > v;
}
