#include "digraph/product.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/order.h"
#include "base/saturate.h"
#include "digraph/impl.h"
#include "digraph/rows.h"
#include "digraph/view.h"
#include "text/text.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- sizes ----------------------------------------------------------------------------- */

grundy_product_size grundy_product_size_begin(grundy_operator kind) {
  return (grundy_product_size){1, kind == GRUNDY_CONJUNCTIVE ? 1 : 0};
}

grundy_product_size grundy_product_size_with(grundy_operator kind, grundy_product_size size,
                                             grundy_product_size next) {
  uint64_t order = grundy_times(size.order, next.order);
  uint64_t alone =
      grundy_plus(grundy_times(size.moves, next.order), grundy_times(size.order, next.moves));
  uint64_t both = grundy_times(size.moves, next.moves);
  if (kind == GRUNDY_DISJUNCTIVE) return (grundy_product_size){order, alone};
  if (kind == GRUNDY_CONJUNCTIVE) return (grundy_product_size){order, both};
  return (grundy_product_size){order, grundy_plus(alone, both)};
}

grundy_product_size grundy_digraph_product_size(grundy_operator kind, size_t count,
                                                const grundy_digraph *const *games) {
  grundy_product_size size = {0, 0};
  for (size_t i = 0; kind == GRUNDY_DISJOINT && i < count; i++) {
    size.order = grundy_plus(size.order, grundy_digraph_order(games[i]));
    size.moves = grundy_plus(size.moves, grundy_digraph_size(games[i]));
  }
  if (kind == GRUNDY_DISJOINT) return size;
  size = grundy_product_size_begin(kind);
  for (size_t i = 0; i < count; i++)
    size = grundy_product_size_with(kind, size, grundy_product_size_of_game(games[i]));
  return size;
}

/* ---- rows ------------------------------------------------------------------------------ */

/* The state while rows are made. The tuple of the next row counts up like an odometer. */
typedef struct product {
  grundy_operator kind;
  size_t count;
  grundy_view *games;
  uint64_t *strides; /* by component: what adding 1 to its vertex adds to the number of the tuple */
  const uint32_t *const *swaps; /* by component, as in grundy_digraph_sum_seen; NULL: none */
  uint32_t *tuple;
  uint32_t *choices; /* room for the followers of one vertex and itself */
  grundy_rows rows;
  grundy_names names;
  grundy_text name; /* of the next vertex */
  grundy_arena arena;
  grundy_work work;
} product;

/* Allocates what making rows needs. False if memory runs out. */
static bool product_start(product *p, const grundy_digraph *const *games,
                          grundy_product_size size) {
  p->games = grundy_arena_array(&p->arena, p->count, sizeof *p->games);
  p->strides = grundy_arena_array(&p->arena, p->count, sizeof *p->strides);
  p->tuple = grundy_arena_zeros(&p->arena, p->count, sizeof *p->tuple);
  if (p->arena.failed) return false;
  uint64_t longest = 0, stride = 1;
  for (size_t i = p->count; i-- > 0;) {
    p->games[i] = grundy_view_of(games[i]);
    p->strides[i] = stride;
    stride = grundy_times(stride, p->games[i].order);
    uint64_t row = grundy_longest_row(&p->games[i]);
    if (row > longest) longest = row;
  }
  assert(p->kind == GRUNDY_DISJOINT || stride == size.order);
  p->choices = grundy_arena_array(&p->arena, longest + 1, sizeof *p->choices);
  /* One more, because a selective row temporarily contains the tuple itself. */
  return p->choices != NULL &&
         grundy_rows_start(&p->rows, (uint32_t)size.order, grundy_plus(size.moves, 1));
}

static grundy_vertices row_of(const product *p, size_t i) {
  return grundy_view_row(&p->games[i], p->tuple[i]);
}

static bool has(grundy_vertices row, uint32_t v) {
  for (uint64_t i = 0; i < row.count; i++)
    if (row.at[i] == v) return true;
  return false;
}

static bool has_loop(const product *p) {
  for (size_t i = 0; i < p->count; i++)
    if (has(row_of(p, i), p->tuple[i])) return true;
  return false;
}

/* Returns an upper bound on the moves of the tuple, and one more in a selective compound. */
static uint64_t moves_of_tuple(const product *p) {
  uint64_t moves = p->kind == GRUNDY_DISJUNCTIVE ? 0 : 1;
  for (size_t i = 0; i < p->count; i++) {
    uint64_t row = row_of(p, i).count;
    if (p->kind == GRUNDY_DISJUNCTIVE) moves += row;
    if (p->kind == GRUNDY_CONJUNCTIVE) moves *= row;
    if (p->kind == GRUNDY_SELECTIVE) moves *= row + 1;
  }
  return moves;
}

/* Makes a row in which one component moves. Smaller numbers come from moves to smaller vertices,
 * early components first, because they weigh most; larger numbers from late components first. So
 * the row is increasing. */
static uint64_t disjunctive_row(const product *p, uint64_t own, uint32_t *row) {
  uint64_t count = 0;
  for (size_t i = 0; i < p->count; i++) {
    grundy_vertices next = row_of(p, i);
    for (uint64_t j = 0; j < next.count && next.at[j] < p->tuple[i]; j++)
      row[count++] = (uint32_t)(own - (p->tuple[i] - next.at[j]) * p->strides[i]);
  }
  if (has_loop(p)) row[count++] = (uint32_t)own;
  for (size_t i = p->count; i-- > 0;) {
    grundy_vertices next = row_of(p, i);
    for (uint64_t j = 0; j < next.count; j++)
      if (next.at[j] > p->tuple[i])
        row[count++] = (uint32_t)(own + (next.at[j] - p->tuple[i]) * p->strides[i]);
  }
  return count;
}

/* Returns the vertex of component i as the other player sees it. */
static uint32_t swapped(const product *p, size_t i) {
  return p->swaps[i] == NULL ? p->tuple[i] : p->swaps[i][p->tuple[i]];
}

/* Makes a row in which one component moves, and the other player sees the others next. */
static uint64_t seen_row(const product *p, uint32_t *row) {
  uint64_t count = 0, seen = 0;
  for (size_t i = 0; i < p->count; i++) seen += swapped(p, i) * p->strides[i];
  for (size_t i = 0; i < p->count; i++) {
    grundy_vertices next = row_of(p, i);
    uint64_t others = seen - swapped(p, i) * p->strides[i];
    for (uint64_t j = 0; j < next.count; j++)
      row[count++] = (uint32_t)(others + next.at[j] * p->strides[i]);
  }
  return grundy_sort_distinct(row, count);
}

/* Lists the followers of component i and, if it may stay, its own vertex, in increasing order. */
static uint64_t choices_of(const product *p, size_t i) {
  grundy_vertices next = row_of(p, i);
  uint64_t count = 0, j = 0;
  bool stays = p->kind == GRUNDY_SELECTIVE && !has(next, p->tuple[i]);
  for (; j < next.count && (!stays || next.at[j] < p->tuple[i]); j++)
    p->choices[count++] = next.at[j];
  if (stays) p->choices[count++] = p->tuple[i];
  for (; j < next.count; j++) p->choices[count++] = next.at[j];
  return count;
}

/* Makes a row of all tuples of choices: each number of the row becomes one number per choice of the
 * next component, from the back, so no second array is needed. The row stays increasing. */
static uint64_t combined_row(const product *p, uint64_t own, uint32_t *row) {
  uint64_t count = 1;
  if (moves_of_tuple(p) == 0) return 0;
  row[0] = 0;
  for (size_t i = 0; i < p->count; i++) {
    uint64_t choices = choices_of(p, i);
    for (uint64_t j = count; j-- > 0;) {
      uint32_t before = row[j];
      for (uint64_t k = choices; k-- > 0;)
        row[j * choices + k] = (uint32_t)(before + p->choices[k] * p->strides[i]);
    }
    count *= choices;
  }
  if (p->kind != GRUNDY_SELECTIVE || has_loop(p)) return count;
  uint64_t kept = 0; /* staying in every component is not a move */
  for (uint64_t j = 0; j < count; j++)
    if (row[j] != own) row[kept++] = row[j];
  return kept;
}

#ifndef NDEBUG
static uint64_t number_of_tuple(const product *p) {
  uint64_t number = 0;
  for (size_t i = 0; i < p->count; i++) number += p->tuple[i] * p->strides[i];
  return number;
}
#endif

/* ---- names ----------------------------------------------------------------------------- */

/* Names the tuple: the names of its vertices, with commas between them. */
static bool name_tuple(product *p, const grundy_digraph *const *games) {
  grundy_text_clear(&p->name);
  for (size_t i = 0; i < p->count; i++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    if (i > 0) grundy_text_append(&p->name, ",", 1);
    const char *part = grundy_digraph_name(games[i], p->tuple[i], scratch);
    for (size_t plain; *part != '\0'; part += plain) {
      plain = p->count > 1 ? strcspn(part, ",\\") : strlen(part);
      grundy_text_append(&p->name, part, plain);
      if (part[plain] == '\0') continue;
      grundy_text_append(&p->name, (const char[]){'\\', part[plain++]}, 2);
    }
  }
  return !p->name.failed &&
         grundy_names_add(&p->names, p->name.length == 0 ? "" : p->name.at, p->name.length);
}

static bool name_in_union(product *p, size_t number, const char *name) {
  char before[24];
  grundy_text_clear(&p->name);
  grundy_text_append(&p->name, before, (size_t)snprintf(before, sizeof before, "%zu:", number));
  grundy_text_append(&p->name, name, strlen(name));
  return !p->name.failed && grundy_names_add(&p->names, p->name.at, p->name.length);
}

/* ---- products -------------------------------------------------------------------------- */

static grundy_status make_rows(product *p, const grundy_digraph *const *games, uint64_t order,
                               bool named, grundy_error *error) {
  for (uint64_t own = 0; own < order; own++) {
    uint64_t room = moves_of_tuple(p);
    assert(number_of_tuple(p) == own);
    uint32_t *row = grundy_rows_next(&p->rows, room);
    if (named && !name_tuple(p, games)) return grundy_fail_memory(error);
    if (!grundy_work_step(&p->work, room + 1)) return grundy_fail_cancelled(error);
    grundy_rows_add(&p->rows, p->swaps != NULL                ? seen_row(p, row)
                              : p->kind == GRUNDY_DISJUNCTIVE ? disjunctive_row(p, own, row)
                                                              : combined_row(p, own, row));
    for (size_t i = p->count; i-- > 0;) { /* the next tuple */
      if (++p->tuple[i] < p->games[i].order) break;
      p->tuple[i] = 0;
    }
  }
  return GRUNDY_OK;
}

static grundy_status make_union(product *p, const grundy_digraph *const *games, bool named,
                                grundy_error *error) {
  uint32_t first = 0;
  for (size_t i = 0; i < p->count; i++) {
    for (uint32_t v = 0; v < p->games[i].order; v++) {
      grundy_vertices next = grundy_view_row(&p->games[i], v);
      uint32_t *row = grundy_rows_next(&p->rows, next.count);
      char scratch[GRUNDY_NAME_MAX_BYTES];
      if (named && !name_in_union(p, i + 1, grundy_digraph_name(games[i], v, scratch)))
        return grundy_fail_memory(error);
      if (!grundy_work_step(&p->work, next.count + 1)) return grundy_fail_cancelled(error);
      for (uint64_t j = 0; j < next.count; j++) row[j] = first + next.at[j];
      grundy_rows_add(&p->rows, next.count);
    }
    first += p->games[i].order;
  }
  return GRUNDY_OK;
}

static grundy_status check_size(grundy_product_size size, const grundy_product_options *options,
                                grundy_error *error) {
  uint64_t vertices = options->most_vertices, moves = options->most_moves;
  if (vertices == 0) vertices = GRUNDY_PRODUCT_MAX_VERTICES;
  if (moves == 0) moves = GRUNDY_PRODUCT_MAX_MOVES;
  if (vertices > GRUNDY_DIGRAPH_MAX_ORDER) vertices = GRUNDY_DIGRAPH_MAX_ORDER;
  if (size.order > vertices)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the product has too many positions; expected at most %llu",
                               (unsigned long long)vertices);
  if (size.moves > moves)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the product has too many moves; expected at most %llu",
                               (unsigned long long)moves);
  return GRUNDY_OK;
}

/* `swaps` is NULL, or has one entry per game. */
static grundy_status multiply(grundy_operator kind, size_t count,
                              const grundy_digraph *const *games, const uint32_t *const *swaps,
                              const grundy_product_options *options, grundy_digraph **g,
                              grundy_error *error) {
  /* Checks that the games have a product. */
  if (count == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a product needs at least one game");
  if (kind > GRUNDY_DISJOINT)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "unknown operator; expected a grundy_operator");
  for (size_t i = 0; i < count; i++)
    if (grundy_has_attributes(games[i]))
      return grundy_fail(
          error, GRUNDY_UNDEFINED,
          "a game with players or outcomes of its own has no product; expected games "
          "in which the last player wins");
  for (size_t i = 0; i < count && (kind == GRUNDY_DISJUNCTIVE || kind == GRUNDY_SELECTIVE); i++)
    if (grundy_digraph_is_seen_by_mover(games[i]))
      return grundy_fail(error, GRUNDY_UNDEFINED,
                         "game %zu is described as the player to move sees it, but in this product "
                         "one player may move there twice running",
                         i + 1);
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_digraph_require_whole(games[i], "product", error);
  if (status != GRUNDY_OK) return status;
  grundy_product_size size = grundy_digraph_product_size(kind, count, games);
  status = check_size(size, options, error);
  for (size_t i = 0; i < count && !options->unnamed && status == GRUNDY_OK; i++)
    status = grundy_digraph_check_names(games[i], options->monitor, error);
  if (status != GRUNDY_OK) return status;

  product p = {.kind = kind, .count = count, .swaps = swaps};
  p.work = grundy_work_start(options->monitor, "multiplying", grundy_plus(size.order, size.moves));
  if (!product_start(&p, games, size))
    status = grundy_fail_memory(error);
  else if (kind == GRUNDY_DISJOINT)
    status = make_union(&p, games, !options->unnamed, error);
  else
    status = make_rows(&p, games, size.order, !options->unnamed, error);
  grundy_digraph *made = status == GRUNDY_OK ? grundy_rows_finish(&p.rows) : NULL;
  if (status == GRUNDY_OK && made == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    if (!grundy_names_are_numbers(&p.names)) {
      made->names = p.names;
      p.names = (grundy_names){0};
    }
    grundy_work_finish(&p.work, "", size.moves);
    *g = made;
  }
  grundy_arena_free(&p.arena);
  grundy_text_free(&p.name);
  grundy_rows_free(&p.rows);
  grundy_names_free(&p.names);
  return status;
}

grundy_status grundy_digraph_product(grundy_operator kind, size_t count,
                                     const grundy_digraph *const *games,
                                     const grundy_product_options *options, grundy_digraph **g,
                                     grundy_error *error) {
  grundy_product_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  return status == GRUNDY_OK ? multiply(kind, count, games, NULL, &chosen, g, error) : status;
}

grundy_status grundy_digraph_sum_seen(size_t count, const grundy_digraph *const *games,
                                      const uint32_t *const *swaps,
                                      const grundy_product_options *options, grundy_digraph **g,
                                      grundy_error *error) {
  return multiply(GRUNDY_DISJUNCTIVE, count, games, swaps, options, g, error);
}
