/* Checks proofs of periods of rows of games on vectors, "grundy vector period 1": docs/vectors.md
 * has the format and the theorems. The values of the row and of all rows below it are computed here
 * once more, from the definition: the least number that no follower has.
 *
 * Column n has the values at x = n of all rows; D(n) is column n or, if all multiples of 1 along
 * the row are moves, column n minus n. The depth m is the largest number that another move
 * subtracts from x without leaving the rows. With n₀ = `at` and p = `rows_period` the conditions
 * are:
 *
 *   1. n₀ >= m, and the m columns D before n₀ equal those p later
 *   2. if D is a difference: in every row, the values that do not occur before column n₀ + p are
 *      those that do not occur before n₀, plus p
 *   3. then D(n + p) = D(n) for all n >= n₀ - m; so the period of the row holds for all n >=
 *      `preperiod` if it does for n < n₀ - m + p, and it is the least one if no prime divisor of
 *      `period` shortens it, and `preperiod` - 1 is too small
 *
 * Time O(rows · columns · moves). */

#include "certificate/kinds.h"

#include "base/arena.h"
#include "base/saturate.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { MOST_DIMENSION = 4, MOST_VECTORS = 200, MOST_ENTRY = 0x3fffffff };

/* The most positions whose values are computed, and the most moves from one of them apart from
 * those along the row. */
#define MOST_POSITIONS (UINT64_C(1) << 26)
#define MOST_MOVES (UINT64_C(1) << 20)

typedef struct vector {
  uint32_t entries[MOST_DIMENSION];
  bool is_ray;
} vector;

typedef struct checker {
  const grundy_json_proof *proof;
  grundy_arena arena;

  /* The game. */
  uint32_t dimension, axis;
  uint32_t row[MOST_DIMENSION]; /* its coordinates; that of the axis is 0 */
  vector vectors[MOST_VECTORS];
  uint32_t count;
  bool overshoot;
  bool is_additive; /* all multiples of 1 along the row are moves */

  /* What the file says. */
  uint64_t preperiod, period, saltus, at, rows_period;

  /* What is computed. */
  uint64_t depth;
  uint64_t steps[MOST_DIMENSION]; /* from row to row, by coordinate; 0 for the axis */
  uint64_t rows, columns;
  uint32_t *values;   /* by column, then by row */
  uint64_t most;      /* no value is larger */
  uint64_t *stamps;   /* by value: the last position with a follower that has it, plus 1 */
  uint64_t words;     /* of a set of values */
  uint64_t *occurred; /* by row, if additive: the set of values in the row so far */
  uint32_t *free_at;  /* by row: smaller values have occurred */
} checker;

#define REFUTE(c, ...) grundy_json_proof_refute((c)->proof, __VA_ARGS__)

/* ---- the game ------------------------------------------------------------------------------- */

/* Takes a text, if the rest begins with it. */
static bool take(const char **at, const char *word) {
  size_t length = strlen(word);
  if (strncmp(*at, word, length) != 0) return false;
  *at += length;
  return true;
}

/* Takes an integer without superfluous zeros. */
static bool take_number(const char **at, uint32_t *number) {
  const char *from = *at;
  uint64_t read = 0;
  while (**at >= '0' && **at <= '9' && read <= MOST_ENTRY)
    read = 10 * read + (uint64_t)(*(*at)++ - '0');
  *number = (uint32_t)read;
  return *at > from && read <= MOST_ENTRY && (*from != '0' || *at == from + 1);
}

/* Takes a vector such as (1,2)*; the first one sets the dimension. */
static bool take_vector(checker *c, const char **at) {
  vector v = {.is_ray = false};
  uint32_t dimension = 0, sum = 0;
  if (c->count == MOST_VECTORS || !take(at, "(")) return false;
  do {
    if (dimension == MOST_DIMENSION || !take_number(at, &v.entries[dimension])) return false;
    sum |= v.entries[dimension++];
  } while (take(at, ","));
  if (!take(at, ")") || sum == 0 || (c->count > 0 && dimension != c->dimension)) return false;
  v.is_ray = take(at, "*");
  c->dimension = dimension;
  c->vectors[c->count++] = v;
  return true;
}

/* Takes a row such as 3,x. */
static bool take_row(checker *c, const char **at) {
  bool has_axis = false;
  for (uint32_t i = 0; i < c->dimension; i++) {
    if (i > 0 && !take(at, ",")) return false;
    if (take(at, "x")) {
      if (has_axis) return false;
      has_axis = true;
      c->axis = i;
    } else if (!take_number(at, &c->row[i])) {
      return false;
    }
  }
  return has_axis;
}

static bool take_game(checker *c, const char **at) {
  if (!take(at, "vector{") || !take_vector(c, at)) return false;
  while (!c->overshoot && take(at, ",")) {
    c->overshoot = take(at, "overshoot");
    if (!c->overshoot && !take_vector(c, at)) return false;
  }
  return take(at, "}:") && take_row(c, at) && **at == '\0';
}

static grundy_status read_game(checker *c, const json_t *value) {
  const char *text;
  grundy_status status = grundy_json_proof_string(c->proof, value, "game", &text);
  if (status != GRUNDY_OK) return status;
  const char *at = text;
  if (strlen(text) >= GRUNDY_ERROR_MAX_TEXT)
    return grundy_json_proof_fail_limit(c->proof, "characters in 'game'",
                                        GRUNDY_ERROR_MAX_TEXT - 1);
  if (!take_game(c, &at)) /* Jansson rejects texts that have a NUL in them */
    return grundy_json_proof_fail(c->proof, "game",
                                  "a row of a game on vectors, such as vector{(1,0)*,(0,1)*}:3,x");
  (void)snprintf(c->proof->report->game, sizeof c->proof->report->game, "%s", text);
  return GRUNDY_OK;
}

/* ---- the theorem ---------------------------------------------------------------------------- */

static bool is_along(const checker *c, const vector *v) {
  for (uint32_t i = 0; i < c->dimension; i++)
    if (i != c->axis && v->entries[i] != 0) return false;
  return true;
}

/* Returns how many multiples of a vector, which is not a ray along the row, lead from the row to
 * one of the rows. */
static uint64_t count_multiples(const checker *c, const vector *v) {
  uint64_t times = v->is_ray ? UINT64_MAX : 1;
  for (uint32_t i = 0; i < c->dimension; i++) {
    if (i == c->axis || v->entries[i] == 0) continue;
    if (c->row[i] / v->entries[i] < times) times = c->row[i] / v->entries[i];
  }
  return times;
}

/* Chooses the theorem, and finds the depth and how many moves there are. */
static grundy_status choose_theorem(checker *c) {
  uint64_t moves = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    const vector *v = &c->vectors[i];
    if (v->is_ray && is_along(c, v)) {
      if (v->entries[c->axis] != 1 || c->overshoot)
        return REFUTE(c, "no theorem proves a period of this game");
      c->is_additive = true;
      continue;
    }
    uint64_t times = count_multiples(c, v), reach = times * v->entries[c->axis];
    moves += times;
    if (reach > c->depth) c->depth = reach;
  }
  if (moves > MOST_MOVES) return grundy_json_proof_fail_limit(c->proof, "moves", MOST_MOVES);
  if (c->at < c->depth)
    return REFUTE(c, "'at' is %" PRIu64 ", but moves reach %" PRIu64 " columns back", c->at,
                  c->depth);
  if (c->saltus != (c->is_additive ? c->period : 0))
    return REFUTE(c, "the saltus is %" PRIu64 "; expected %" PRIu64, c->saltus,
                  c->is_additive ? c->period : 0);
  c->most = moves + (c->is_additive ? c->at + c->rows_period : 0) + 1;
  return GRUNDY_OK;
}

/* ---- values --------------------------------------------------------------------------------- */

static grundy_status allocate(checker *c) {
  c->rows = 1;
  for (uint32_t i = c->dimension; i-- > 0;) {
    if (i == c->axis) continue;
    c->steps[i] = c->rows;
    c->rows = grundy_times(c->rows, c->row[i] + UINT64_C(1));
  }
  c->columns = c->at + c->rows_period;
  if (grundy_times(c->rows, c->columns) > MOST_POSITIONS)
    return grundy_json_proof_fail_limit(c->proof, "positions", MOST_POSITIONS);
  c->words = c->is_additive ? c->most / 64 + 1 : 0;
  c->values = grundy_arena_array(&c->arena, c->rows * c->columns, sizeof *c->values);
  c->stamps = grundy_arena_zeros(&c->arena, c->most + 1, sizeof *c->stamps);
  c->occurred = grundy_arena_zeros(&c->arena, c->rows * c->words, sizeof *c->occurred);
  c->free_at = grundy_arena_zeros(&c->arena, c->rows, sizeof *c->free_at);
  return c->arena.failed ? grundy_fail_memory(c->proof->error) : GRUNDY_OK;
}

/* Marks the values of all followers by one vector or ray that is not along the row. */
static void mark_followers(checker *c, const vector *v, uint64_t column, uint64_t row,
                           uint64_t stamp) {
  const uint64_t back = v->entries[c->axis];
  uint64_t coordinates[MOST_DIMENSION], rows_back = 0, times = v->is_ray ? UINT64_MAX : 1;
  for (uint32_t i = 0; i < c->dimension; i++) {
    coordinates[i] = i == c->axis ? column : row / c->steps[i] % (c->row[i] + UINT64_C(1));
    rows_back += v->entries[i] * c->steps[i];
    if (v->entries[i] > 0 && coordinates[i] / v->entries[i] < times)
      times = coordinates[i] / v->entries[i];
  }
  for (uint64_t k = 1; k <= times; k++)
    c->stamps[c->values[(column - k * back) * c->rows + row - k * rows_back]] = stamp;
  /* A multiple that does not fit leads to a terminal position, whose value is 0. */
  if (c->overshoot && (v->is_ray || times == 0)) c->stamps[0] = stamp;
}

static bool has_occurred(const checker *c, uint64_t row, uint64_t value) {
  return (c->occurred[row * c->words + value / 64] >> value % 64 & 1) != 0;
}

/* Finds the value of a position: the least one that no follower has. */
static void find_value(checker *c, uint64_t column, uint64_t row) {
  uint64_t index = column * c->rows + row, stamp = index + 1, value = c->free_at[row];
  for (uint32_t i = 0; i < c->count; i++)
    if (!c->vectors[i].is_ray || !is_along(c, &c->vectors[i]))
      mark_followers(c, &c->vectors[i], column, row, stamp);
  while (c->stamps[value] == stamp || (c->is_additive && has_occurred(c, row, value))) value++;
  assert(value <= c->most);
  c->values[index] = (uint32_t)value;
  if (!c->is_additive) return;
  c->occurred[row * c->words + value / 64] |= UINT64_C(1) << value % 64;
  while (has_occurred(c, row, c->free_at[row])) c->free_at[row]++;
}

static grundy_status find_values(checker *c) {
  for (uint64_t column = 0; column < c->columns; column++)
    for (uint64_t row = 0; row < c->rows; row++) {
      find_value(c, column, row);
      if (!grundy_work_step(c->proof->work, 1 + c->most / 8))
        return grundy_fail_cancelled(c->proof->error);
    }
  return GRUNDY_OK;
}

/* ---- the conditions ------------------------------------------------------------------------- */

static grundy_status check_columns(const checker *c) {
  uint64_t p = c->rows_period, more = c->is_additive ? p : 0;
  for (uint64_t column = c->at - c->depth; column < c->at; column++)
    for (uint64_t row = 0; row < c->rows; row++)
      if (c->values[(column + p) * c->rows + row] != c->values[column * c->rows + row] + more)
        return REFUTE(c, "columns %" PRIu64 " and %" PRIu64 " differ", column, column + p);
  return GRUNDY_OK;
}

/* Checks that the free values of every row at `at` + p are those at `at`, plus p: a value v occurs
 * before `at` exactly if v + p occurs before `at` + p, and all values below p do. */
static grundy_status check_free_values(checker *c) {
  uint64_t p = c->rows_period, *earlier = grundy_arena_array(&c->arena, c->words, sizeof *earlier);
  if (earlier == NULL) return grundy_fail_memory(c->proof->error);
  for (uint64_t row = 0; row < c->rows; row++) {
    memset(earlier, 0, c->words * sizeof *earlier);
    for (uint64_t column = 0; column < c->at; column++) {
      uint32_t value = c->values[column * c->rows + row];
      earlier[value / 64] |= UINT64_C(1) << value % 64;
    }
    for (uint64_t v = 0; v <= c->most; v++) {
      bool expected = v < p || (earlier[(v - p) / 64] >> (v - p) % 64 & 1) != 0;
      if (has_occurred(c, row, v) != expected)
        return REFUTE(c, "the free values at %" PRIu64 " and %" PRIu64 " differ", c->at, c->at + p);
    }
    /* Larger values have not occurred at `at` + p; so they must not have occurred p less at `at`.
     */
    for (uint64_t v = c->most >= p ? c->most - p + 1 : 0; v <= c->most; v++)
      if ((earlier[v / 64] >> v % 64 & 1) != 0)
        return REFUTE(c, "the free values at %" PRIu64 " and %" PRIu64 " differ", c->at, c->at + p);
  }
  return GRUNDY_OK;
}

/* Returns the value of the row at x = n; from n₀ - m on by the period of the rows. */
static uint64_t value_at(const checker *c, uint64_t n) {
  uint64_t start = c->at - c->depth, p = c->rows_period, more = 0;
  if (n >= start + p) {
    more = c->is_additive ? (n - start) / p * p : 0;
    n = start + (n - start) % p;
  }
  return c->values[n * c->rows + c->rows - 1] + more;
}

/* Returns whether the row goes on as a period of this length says from `from` on. */
static bool repeats(const checker *c, uint64_t from, uint64_t length) {
  uint64_t start = c->at - c->depth, end = (from > start ? from : start) + c->rows_period;
  for (uint64_t n = from; n < end; n++)
    if (value_at(c, n + length) != value_at(c, n) + (c->is_additive ? length : 0)) return false;
  return true;
}

static grundy_status check_period(const checker *c) {
  if (!repeats(c, c->preperiod, c->period))
    return REFUTE(c, "the row does not have this preperiod and period");
  uint64_t more = c->is_additive ? c->period : 0, n = c->preperiod, left = c->period;
  if (n > 0 && value_at(c, n - 1 + c->period) == value_at(c, n - 1) + more)
    return REFUTE(c, "the preperiod is not the least one");
  for (uint64_t prime = 2; left > 1; prime++) {
    if (prime * prime > left) prime = left;
    if (left % prime != 0) continue;
    while (left % prime == 0) left /= prime;
    if (repeats(c, c->preperiod, c->period / prime))
      return REFUTE(c, "the period is not the least one");
  }
  return GRUNDY_OK;
}

static grundy_status check_values(checker *c, const json_t *array) {
  uint64_t count = c->preperiod + c->period;
  uint32_t *values = grundy_arena_array(&c->arena, count, sizeof *values);
  if (values == NULL) return grundy_fail_memory(c->proof->error);
  grundy_status status =
      grundy_json_proof_numbers(c->proof, array, "values", count, 0, UINT32_MAX, values);
  for (uint64_t n = 0; n < count && status == GRUNDY_OK; n++)
    if (values[n] != value_at(c, n))
      return REFUTE(c, "the value at %" PRIu64 " is %" PRIu64 ", not %" PRIu32, n, value_at(c, n),
                    values[n]);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void write_claim(const checker *c) {
  grundy_certificate_report *report = c->proof->report;
  char saltus[40] = "", game[160];
  if (c->saltus > 0) (void)snprintf(saltus, sizeof saltus, ", saltus %" PRIu64, c->saltus);
  (void)snprintf(game, sizeof game, "%.*s", grundy_excerpt(report->game, strlen(report->game)),
                 report->game);
  (void)snprintf(report->claim, sizeof report->claim,
                 "%s has preperiod %" PRIu64 ", period %" PRIu64 "%s", game, c->preperiod,
                 c->period, saltus);
}

static grundy_status read_number(const checker *c, const json_t *value, const char *member,
                                 uint64_t least, uint64_t *number) {
  return grundy_json_proof_number(c->proof, value, member, least, MOST_POSITIONS, number);
}

static grundy_status check_all(checker *c) {
  json_t *format, *game, *preperiod, *period, *saltus, *at, *rows_period, *values;
  const grundy_json_proof_member members[] = {
      {"format", &format},           {"game", &game},     {"preperiod", &preperiod},
      {"period", &period},           {"saltus", &saltus}, {"at", &at},
      {"rows_period", &rows_period}, {"values", &values}, {0}};
  grundy_status status =
      grundy_json_proof_members(c->proof, c->proof->root, "the certificate", members);
  if (status == GRUNDY_OK) status = read_game(c, game);
  if (status == GRUNDY_OK) status = read_number(c, preperiod, "preperiod", 0, &c->preperiod);
  if (status == GRUNDY_OK) status = read_number(c, period, "period", 1, &c->period);
  if (status == GRUNDY_OK) status = read_number(c, saltus, "saltus", 0, &c->saltus);
  if (status == GRUNDY_OK) status = read_number(c, at, "at", 0, &c->at);
  if (status == GRUNDY_OK) status = read_number(c, rows_period, "rows_period", 1, &c->rows_period);
  if (grundy_json_proof_goes_on(c->proof, status)) status = choose_theorem(c);
  if (grundy_json_proof_goes_on(c->proof, status)) status = allocate(c);
  if (grundy_json_proof_goes_on(c->proof, status)) status = find_values(c);
  if (grundy_json_proof_goes_on(c->proof, status)) status = check_columns(c);
  if (grundy_json_proof_goes_on(c->proof, status) && c->is_additive) status = check_free_values(c);
  if (grundy_json_proof_goes_on(c->proof, status)) status = check_period(c);
  if (grundy_json_proof_goes_on(c->proof, status)) status = check_values(c, values);
  if (grundy_json_proof_goes_on(c->proof, status)) write_claim(c);
  return status;
}

static grundy_status check(const grundy_json_proof *proof) {
  checker c = {.proof = proof};
  grundy_status status = check_all(&c);
  return grundy_arena_end(&c.arena, status, proof->error);
}

const grundy_json_proof_kind grundy_vector_period_proof = {"grundy vector period 1", check};
