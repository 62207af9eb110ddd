/* What a sweep finds out about rows: the proved periods of heap games, CODE:x, of Kayles and Node
 * Kayles on paths and cycles, such as node-kayles:cycle:x, and of rows of games on vectors, such as
 * vector{(1,0)*,(0,1)*,(1,1)*}:3,x. */

#include "answer/impl.h"
#include "sweep/impl.h"

#include <grundy/heap.h>
#include <grundy/vector.h>

#include "base/error.h"
#include "base/saturate.h"
#include "format/periods.h"
#include "game/impl.h"
#include "game/octal_family.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { PREPERIOD, PERIOD, SALTUS, LARGEST };
static const char *const names[] = {[PREPERIOD] = "preperiod",
                                    [PERIOD] = "period",
                                    [SALTUS] = "saltus",
                                    [LARGEST] = "largest",
                                    NULL};

/* The period of a row; the length is 0 if none is proved. */
typedef struct row_period {
  grundy_heap_period period;
  uint64_t largest; /* value; GRUNDY_INFINITY64 if the saltus is not 0 */
} row_period;

/* Returns what follows the game: "x" or "3,x"; NULL if the text does not end with coordinates of
 * which one is x. */
static const char *coordinates(const char *text) {
  const char *colon = strrchr(text, ':');
  if (colon == NULL) return NULL;
  const char *at = colon + 1, *x = strchr(at, 'x');
  bool is_row = x != NULL && strspn(at, "0123456789,x") == strlen(at) && strchr(x + 1, 'x') == NULL;
  return is_row ? at : NULL;
}

bool grundy_sweep_is_row(const char *text) {
  return coordinates(text) != NULL;
}

/* ---- heap games ---------------------------------------------------------------------- */

/* Finds the period of a heap game; the heaps, whose values prove it, belong to the caller, even on
 * failure. */
static grundy_status find_heaps(const char *text, size_t length, const grundy_heap_options *options,
                                row_period *row, grundy_heaps **solved, grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_status status = grundy_heap_code_parse(text, length, &code, error);
  if (status == GRUNDY_OK) status = grundy_heaps_solve(code, options, &heaps, error);
  const grundy_heap_period *period = status == GRUNDY_OK ? grundy_heaps_period(heaps) : NULL;
  if (status == GRUNDY_OK && period == NULL)
    status = grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "no period is proved from the heaps up to %" PRIu32, options->max);
  if (status == GRUNDY_OK) {
    const uint32_t *values = grundy_heaps_values(heaps, NULL);
    row->period = *period;
    for (uint64_t n = 0; n < period->preperiod + period->length; n++)
      if (values[n] > row->largest) row->largest = values[n];
    if (period->saltus > 0) row->largest = GRUNDY_INFINITY64;
  }
  *solved = heaps;
  grundy_heap_code_free(code);
  return status;
}

/* ---- cycles -------------------------------------------------------------------------- */

/* The values of cycles of 3, 4, 5, … vertices, from those of paths, which have a proved period. */
typedef struct cycles {
  const grundy_octal_family *family;
  const grundy_heap_period *path;
  const uint32_t *values; /* of paths */
} cycles;

static uint64_t cycle_value(const cycles *c, uint64_t n) {
  grundy_evaluation followers[GRUNDY_OCTAL_FAMILY_MAX_MOVES] = {0};
  size_t count = 0;
  for (; count < GRUNDY_OCTAL_FAMILY_MAX_MOVES; count++) {
    if (count > 0 && c->family->fewer[count] == 0) break;
    uint64_t path = n - c->family->fewer[count], from = c->path->preperiod;
    if (path >= from) path = from + (path - from) % c->path->length;
    followers[count].value = c->values[path];
  }
  return grundy_octal_family_evaluate(followers, count).value;
}

/* Finds the least period of the values of cycles. If the values of paths have the period p from a
 * on, those of cycles have it from a + 3 on, as they depend on paths with at most three vertices
 * fewer. So the least period divides p, and one period of p values decides. */
static void find_cycle_period(const cycles *c, row_period *row) {
  uint64_t from = c->path->preperiod + 3, length = c->path->length;
  assert(length > 0);
  for (uint64_t p = 1; p < length; p++) {
    bool is_period = length % p == 0;
    for (uint64_t n = from; is_period && n < from + c->path->length; n++)
      is_period = cycle_value(c, n) == cycle_value(c, n + p);
    if (is_period) length = p;
  }
  while (from > 3 && cycle_value(c, from - 1) == cycle_value(c, from - 1 + length)) from--;
  row->period = *c->path;
  row->period.preperiod = from;
  row->period.length = length;
  row->largest = 0;
  for (uint64_t n = 3; n < from + length; n++)
    if (cycle_value(c, n) > row->largest) row->largest = cycle_value(c, n);
}

static grundy_status find_cycles(const grundy_octal_family *family,
                                 const grundy_heap_options *options, row_period *row,
                                 grundy_error *error) {
  grundy_heaps *heaps = NULL;
  grundy_status status =
      find_heaps(family->code, strlen(family->code), options, row, &heaps, error);
  if (status == GRUNDY_OK) {
    grundy_heap_period path = row->period;
    find_cycle_period(&(cycles){family, &path, grundy_heaps_values(heaps, NULL)}, row);
  }
  grundy_heaps_free(heaps);
  return status;
}

/* ---- games on vectors ---------------------------------------------------------------- */

static grundy_status find_vectors(const char *text, const char *at, grundy_vector_options *options,
                                  row_period *row, grundy_error *error) {
  grundy_vector_moves *moves = NULL;
  grundy_vector_slice slice;
  grundy_vector_period period;
  char start[128]; /* the row with 0 for x */
  size_t length = strlen(at);
  if (length >= sizeof start)
    return grundy_fail(error, GRUNDY_BAD_INPUT, "%.40s... is too long for a row", at);
  for (size_t i = 0; i <= length; i++) start[i] = at[i] == 'x' ? '0' : at[i];
  grundy_status status = grundy_vector_moves_parse(text, (size_t)(at - 1 - text), &moves, error);
  if (status != GRUNDY_OK) return status;
  grundy_vector_grid grid = {.dimension = grundy_vector_moves_view(moves).dimension, .count = 1};
  status = grundy_vector_position_parse(start, length, grid.dimension, &grid.corner, error);
  options->corner = grid.corner;
  for (uint32_t i = 0; status == GRUNDY_OK && i < grid.dimension; i++)
    grid.count = grundy_times(grid.count, grid.corner.at[i] + UINT64_C(1));
  if (status == GRUNDY_OK && grid.count > options->limit)
    status = grundy_fail_because(
        error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
        "the row depends on more than %" PRIu64 " rows, which is the limit", options->limit);
  if (status == GRUNDY_OK) status = grundy_vector_slice_parse(at, &grid, &slice, error);
  if (status == GRUNDY_OK)
    status = grundy_vector_find_period(moves, &slice, options, &period, error);
  if (status == GRUNDY_OK)
    *row = (row_period){.period = grundy_period_of_row(&period), .largest = period.largest};
  grundy_vector_moves_free(moves);
  return status;
}

/* ---- all rows ------------------------------------------------------------------------ */

static grundy_status find(const grundy_sweep *sweep, const grundy_game_batch_item *item,
                          void *answer, grundy_error *error) {
  row_period *row = answer;
  const char *text = sweep->texts[item->index], *at = coordinates(text);
  uint64_t limit = sweep->options.limit == 0 ? GRUNDY_SWEEP_ROW_LIMIT : sweep->options.limit;
  size_t set;
  if (at == NULL)
    return grundy_fail(error, GRUNDY_BAD_INPUT, "%.80s: expected a row, such as kayles:x", text);
  if (grundy_vector_find(text, &set)) {
    grundy_vector_options options = {
        .size = sizeof options, .limit = limit, .monitor = item->monitor};
    return find_vectors(text, at, &options, row, error);
  }
  if (strcmp(at, "x") != 0)
    return grundy_fail(error, GRUNDY_BAD_INPUT, "%.80s: expected :x after the code", text);
  const grundy_heap_options options = {.size = sizeof options,
                                       .max = limit < GRUNDY_HEAP_MAX_SIZE ? (uint32_t)limit
                                                                           : GRUNDY_HEAP_MAX_SIZE,
                                       .stop_at_period = true,
                                       .monitor = item->monitor};
  grundy_octal_family family;
  if (grundy_octal_family_find(text, &family) && family.is_cycle)
    return find_cycles(&family, &options, row, error);
  grundy_heaps *heaps = NULL;
  grundy_status status = find_heaps(text, (size_t)(at - 1 - text), &options, row, &heaps, error);
  grundy_heaps_free(heaps);
  return status;
}

static grundy_status run(grundy_sweep *sweep, size_t count, grundy_error *error) {
  return grundy_sweep_run_each(sweep, count, sizeof(row_period), find, error);
}

/* ---- rows of the table --------------------------------------------------------------- */

static void put_cell(FILE *out, const grundy_sweep *sweep, const void *answer, size_t column) {
  const row_period *row = answer;
  uint64_t cell = column == PREPERIOD ? row->period.preperiod
                  : column == PERIOD  ? row->period.length
                  : column == SALTUS  ? row->period.saltus
                                      : row->largest;
  (void)sweep;
  if (row->period.length == 0)
    (void)putc('?', out);
  else if (cell == GRUNDY_INFINITY64)
    (void)fputs("inf", out);
  else
    (void)fprintf(out, "%" PRIu64, cell);
}

static void put_members(grundy_json *json, const grundy_sweep *sweep, const void *answer) {
  const row_period *row = answer;
  bool is_proved = row->period.length > 0;
  (void)sweep;
  grundy_sweep_put_nothing(json);
  grundy_period_put_json(json, is_proved ? &row->period : NULL);
  grundy_answer_number(json, "largest", is_proved ? row->largest : GRUNDY_UNKNOWN);
}

const grundy_sweep_subject grundy_sweep_periods = {
    .names = names,
    .standard = "preperiod,period,saltus,largest",
    .run = run,
    .put_cell = put_cell,
    .put_members = put_members,
};
