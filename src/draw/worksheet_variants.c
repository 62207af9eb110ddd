/* Variants of a worksheet: games with other names, random games, and the positions that are asked
 * about. Everything depends only on the seed. */

#include "draw/worksheet.h"

#include <grundy/model.h>
#include <grundy/solve.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/random.h"
#include "digraph/inherit.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void shuffle(uint32_t *items, uint64_t count, grundy_random *random) {
  for (uint64_t i = count; i > 1; i--) {
    const uint64_t j = grundy_random_below(random, i);
    const uint32_t item = items[i - 1];
    items[i - 1] = items[j];
    items[j] = item;
  }
}

/* ---- other names ------------------------------------------------------------------------- */

/* Adds the vertices with their new names, then all moves; place[v] is the new number of v. */
static grundy_status build(const grundy_digraph *g, const uint32_t *place, grundy_builder *builder,
                           grundy_error *error) {
  enum { LETTERS = 26, ROOM = 16 };
  const uint32_t order = grundy_digraph_order(g);
  char name[ROOM];
  uint32_t number;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < order && status == GRUNDY_OK; i++) {
    if (order <= LETTERS)
      snprintf(name, sizeof name, "%c", (char)('a' + i));
    else
      snprintf(name, sizeof name, "%" PRIu32, i + 1);
    status = grundy_builder_vertex(builder, name, strlen(name), &number, error);
  }
  for (uint32_t v = 0; v < order; v++) {
    const grundy_vertices row = grundy_digraph_followers(g, v);
    for (uint64_t i = 0; i < row.count && status == GRUNDY_OK; i++)
      status = grundy_builder_move(builder, place[v], place[row.at[i]], error);
  }
  return status;
}

grundy_status grundy_worksheet_rename(const grundy_digraph *g, grundy_random *random,
                                      grundy_digraph **renamed, grundy_error *error) {
  const uint32_t order = grundy_digraph_order(g);
  uint32_t *from = grundy_alloc((uint64_t)order + 1, sizeof *from);
  uint32_t *place = grundy_alloc((uint64_t)order + 1, sizeof *place);
  grundy_builder *builder = NULL;
  grundy_digraph *made = NULL;
  grundy_status status = from == NULL || place == NULL ? grundy_fail_memory(error)
                                                       : grundy_builder_new(&builder, error);
  if (status == GRUNDY_OK) {
    for (uint32_t v = 0; v < order; v++) from[v] = v;
    shuffle(from, order, random);
    for (uint32_t i = 0; i < order; i++) place[from[i]] = i;
    status = build(g, place, builder, error);
  }
  if (status == GRUNDY_OK) status = grundy_builder_finish(builder, NULL, &made, error);
  if (status == GRUNDY_OK && !grundy_digraph_inherit_attributes(made, g, from)) {
    grundy_digraph_free(made);
    status = grundy_fail_memory(error);
  }
  if (status == GRUNDY_OK) *renamed = made;
  grundy_builder_free(builder);
  free(from);
  free(place);
  return status;
}

/* ---- random games ------------------------------------------------------------------------- */

/* Returns whether moves, forwards or backwards, connect all positions. */
static bool is_connected(const grundy_digraph *g) {
  const uint32_t order = grundy_digraph_order(g);
  uint32_t reached = 1, before = 0; /* sets of vertices */
  assert(order > 0 && order <= GRUNDY_WORKSHEET_MAX_RANDOM);
  while (reached != before) {
    before = reached;
    for (uint32_t v = 0; v < order; v++) {
      const grundy_vertices row = grundy_digraph_followers(g, v);
      for (uint64_t i = 0; i < row.count; i++) {
        const uint32_t both = UINT32_C(1) << v | UINT32_C(1) << row.at[i];
        if ((reached & both) != 0) reached |= both;
      }
    }
  }
  return reached == (UINT32_C(1) << order) - 1;
}

/* Sets *good if the game is worth a worksheet: it hangs together, several positions are won and
 * lost and, where cycles are wanted, one is a draw. */
static grundy_status examine(const grundy_digraph *g, grundy_worksheet_level level, bool *good,
                             grundy_error *error) {
  grundy_outcome outcomes[GRUNDY_WORKSHEET_MAX_RANDOM];
  uint32_t won = 0, lost = 0, drawn = 0;
  grundy_solution *solution = NULL;
  const grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_OUTCOME};
  *good = false;
  if (!is_connected(g)) return GRUNDY_OK;
  grundy_status status = grundy_solve_in_memory(g, &options, &solution, error);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && status == GRUNDY_OK; v++) {
    outcomes[v] = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[v];
    won += outcomes[v] == GRUNDY_OUTCOME_N;
    lost += outcomes[v] == GRUNDY_OUTCOME_P;
    drawn += outcomes[v] == GRUNDY_OUTCOME_D;
  }
  *good = lost > 0 && won > 1 && (level <= GRUNDY_WORKSHEET_EASY ? lost > 1 : drawn > 0);
  grundy_solution_free(solution);
  return status;
}

grundy_status grundy_worksheet_random(grundy_worksheet_level level, uint32_t order,
                                      grundy_random *random, grundy_digraph **g,
                                      grundy_error *error) {
  enum { ATTEMPTS = 1000, EASY = 6, MEDIUM = 8, HARD = 10 };
  const bool is_easy = level <= GRUNDY_WORKSHEET_EASY;
  grundy_model model = grundy_model_default(is_easy ? GRUNDY_MODEL_DAG : GRUNDY_MODEL_GNM);
  model.order = order != 0                         ? order
                : is_easy                          ? EASY
                : level == GRUNDY_WORKSHEET_MEDIUM ? MEDIUM
                                                   : HARD;
  model.degree = 1.5;
  model.moves = model.order * 3 / 2 + (level == GRUNDY_WORKSHEET_HARD ? model.order / 4 : 0);
  grundy_digraph *made = NULL;
  grundy_status status = GRUNDY_OK;
  bool is_good = false;
  for (int i = 0; i < ATTEMPTS && !is_good && status == GRUNDY_OK; i++) {
    grundy_digraph_free(made);
    made = NULL;
    model.seed = grundy_random_next(random);
    status = grundy_model_make(&model, NULL, &made, error);
    if (status == GRUNDY_OK) status = examine(made, level, &is_good, error);
  }
  if (status == GRUNDY_OK) status = grundy_worksheet_rename(made, random, g, error);
  grundy_digraph_free(made);
  return status;
}

/* ---- positions ---------------------------------------------------------------------------- */

/* A position that could be asked about. */
struct candidate {
  uint32_t v;
  uint32_t remoteness; /* infinity where it is unknown */
  bool is_terminal;
};

static int compare(const void *left, const void *right) {
  const struct candidate *a = left, *b = right;
  if (a->is_terminal != b->is_terminal) return a->is_terminal ? 1 : -1;
  if (a->remoteness != b->remoteness) return a->remoteness < b->remoteness ? -1 : 1;
  return (a->v > b->v) - (a->v < b->v);
}

/* Returns the number of moves until the end if both play well; in a two-coloured game, that of the
 * winner. */
static uint32_t remoteness_of(const grundy_worksheet *sheet, const grundy_solution *solution,
                              uint32_t v) {
  const grundy_columns column = grundy_worksheet_is_misere(sheet) ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                                  : GRUNDY_COLUMN_REMOTENESS;
  const uint32_t *r = grundy_solution_numbers(solution, column);
  const uint8_t *outcomes = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  if (r == NULL && outcomes != NULL && outcomes[v] == GRUNDY_OUTCOME_A)
    r = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q1);
  if (r == NULL && outcomes != NULL && outcomes[v] == GRUNDY_OUTCOME_B)
    r = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q0);
  return r == NULL ? GRUNDY_INFINITY : r[v];
}

/* Returns 0, 1 or 2 by the outcome of v, so that all can be asked about equally often. */
static int class_of(const grundy_worksheet *sheet, const grundy_solution *solution, uint32_t v) {
  const grundy_columns column =
      grundy_worksheet_is_misere(sheet) ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME;
  const uint8_t *outcomes = grundy_solution_letters(solution, column);
  if (outcomes == NULL || outcomes[v] == GRUNDY_OUTCOME_D) return 0;
  return outcomes[v] == GRUNDY_OUTCOME_P || outcomes[v] == GRUNDY_OUTCOME_A ? 1 : 2;
}

/* Takes `wanted` of the shuffled positions, one of each class in turn as long as there are some. */
static void take_evenly(const grundy_worksheet *sheet, const grundy_solution *solution,
                        const uint32_t *pool, uint64_t count, uint32_t wanted, uint32_t *taken) {
  uint64_t next[3] = {0, 0, 0};
  for (uint32_t i = 0, turn = 0; i < wanted; turn++) {
    uint64_t *at = &next[turn % 3];
    while (*at < count && class_of(sheet, solution, pool[*at]) != (int)(turn % 3)) (*at)++;
    if (*at < count) taken[i++] = pool[(*at)++];
  }
}

/* Keeps the third of the candidates that belongs to the level; at least one. */
static void keep_level(grundy_worksheet_level level, uint64_t *first, uint64_t *count) {
  enum { LEVELS = 3 };
  if (level == GRUNDY_WORKSHEET_ANY || *count == 0) return;
  const uint64_t index = (uint64_t)level - GRUNDY_WORKSHEET_EASY;
  const uint64_t begin = *count * index / LEVELS, end = *count * (index + 1) / LEVELS;
  *first = begin; /* below *count */
  *count = end > *first ? end - *first : 1;
}

grundy_status grundy_worksheet_choose(const grundy_worksheet *sheet,
                                      grundy_worksheet_variant *variant, grundy_random *random,
                                      grundy_error *error) {
  enum { USUAL = 9 };
  const grundy_worksheet_options *options = &sheet->options;
  const uint32_t order = grundy_digraph_order(variant->g);
  const bool is_graph = options->show == GRUNDY_WORKSHEET_GRAPH;
  uint64_t first = 0, count = order, moving = 0;
  if (sheet->g == NULL ||
      (is_graph && options->exercises == 0 && options->level == GRUNDY_WORKSHEET_ANY))
    return GRUNDY_OK; /* all */
  struct candidate *candidates = grundy_alloc((uint64_t)order + 1, sizeof *candidates);
  uint32_t *pool = grundy_alloc((uint64_t)order + 1, sizeof *pool);
  if (candidates == NULL || pool == NULL) {
    free(candidates);
    free(pool);
    return grundy_fail_memory(error);
  }
  for (uint32_t v = 0; v < order; v++) {
    candidates[v] = (struct candidate){v, remoteness_of(sheet, variant->solution, v),
                                       grundy_digraph_followers(variant->g, v).count == 0};
    moving += !candidates[v].is_terminal;
  }
  qsort(candidates, order, sizeof *candidates, compare);
  if (moving > 0 && moving >= options->exercises) count = moving;
  keep_level(options->level, &first, &count);
  for (uint64_t i = 0; i < count; i++) pool[i] = candidates[first + i].v;
  free(candidates);
  uint32_t wanted = options->exercises != 0 ? options->exercises
                    : is_graph              ? (uint32_t)count
                                            : USUAL;
  if (wanted > count && options->exercises != 0) {
    free(pool);
    return grundy_fail(
        error, GRUNDY_BAD_ARGUMENT, "exercises: the game has only %" PRIu64 " position%s%s", count,
        count == 1 ? "" : "s", options->level == GRUNDY_WORKSHEET_ANY ? "" : " of this level");
  }
  if (wanted > count) wanted = (uint32_t)count;
  variant->asked = grundy_alloc((uint64_t)wanted + 1, sizeof *variant->asked);
  if (variant->asked != NULL) {
    shuffle(pool, count, random);
    take_evenly(sheet, variant->solution, pool, count, wanted, variant->asked);
    shuffle(variant->asked, wanted, random);
    variant->count = wanted;
  }
  free(pool);
  return variant->asked == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
}
