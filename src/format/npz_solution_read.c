/* Reads archives of npz_solution_write.c, even after NumPy has saved them again. */

#include "format/npz.h"

#include "base/alloc.h"
#include "solution/columns.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Row i of the arrays describes vertex vertices[i], or vertex i if `vertices` is NULL. */
typedef struct reader {
  grundy_npz npz;
  const grundy_digraph *g;
  grundy_solution_builder builder; /* all columns but sets */
  uint32_t *vertices;

  /* The column being read. */
  int column;
  grundy_sets sets; /* by vertex */
  uint64_t row;     /* the row whose set the next number belongs to */
  uint64_t filled;  /* numbers of that set read so far */
  int64_t last;     /* the offset read last */
} reader;

static const char each_position[] = "one for every position of the game";

static uint32_t vertex_of(const reader *r, uint64_t row) {
  return r->vertices == NULL ? (uint32_t)row : r->vertices[row];
}

/* ---- rows ------------------------------------------------------------------------------ */

static grundy_status take_name(void *context, const grundy_npz_array *array, uint32_t index,
                               const char *name, size_t length) {
  (void)array;
  reader *r = context;
  grundy_entry_place place = {.array = "names", .entry = index};
  return grundy_solution_builder_begin_row(&r->builder, name, length, place, &r->vertices[index],
                                           r->npz.error);
}

/* Finds the vertex of every row: by name, or else by its index. */
static grundy_status read_rows(reader *r) {
  uint32_t order = grundy_digraph_order(r->g), row = 0;
  if (!grundy_npz_has(&r->npz, GRUNDY_NPZ_NAMES)) {
    r->builder.rows = order;
    return GRUNDY_OK;
  }
  r->vertices = grundy_alloc(order, sizeof *r->vertices);
  if (r->vertices == NULL) return grundy_fail_memory(r->npz.error);
  grundy_status status =
      grundy_npz_read_texts(&r->npz, GRUNDY_NPZ_NAMES, order, grundy_npz_name_each, take_name, r);
  if (status != GRUNDY_OK) return status;
  while (row < order && r->vertices[row] == row) row++;
  if (row == order) {
    free(r->vertices);
    r->vertices = NULL;
  }
  return GRUNDY_OK;
}

/* ---- letters and numbers --------------------------------------------------------------- */

static grundy_status take_letters(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  bool level =
      grundy_column_describe((grundy_columns)1 << r->column)->kind == GRUNDY_COLUMN_OF_LEVELS;
  grundy_letters may = grundy_solution_builder_letters(&r->builder, r->column);
  bool plain = strcmp(may.letters, "PND") == 0;
  for (uint64_t i = 0; i < count; i++) {
    bool small = numbers[i] > 0 && numbers[i] < 128;
    if (small && (level ? grundy_level_name((uint8_t)numbers[i]) != NULL
                        : grundy_is_letter(may, (char)numbers[i]))) {
      r->builder.letters[r->column][vertex_of(r, first + i)] = (uint8_t)numbers[i];
      continue;
    }
    if (level || !plain)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 "; expected the code of %s", first + i,
                             numbers[i], level ? "a security level" : may.expected);
    return grundy_npz_fail(array->npz, array->member,
                           "entry %" PRIu64 " is %" PRId64
                           "; expected 80, 78 or 68, the codes of P, N and D",
                           first + i, numbers[i]);
  }
  return GRUNDY_OK;
}

/* Decodes a number; -1 is infinity, where that is allowed. A window has -2 where it is not known,
 * and -3 - n for an upper bound n, in columns of remoteness. */
static grundy_status decode(const reader *r, const grundy_npz_array *array, uint64_t index,
                            int64_t number, bool infinity, uint32_t *decoded) {
  const int bounded = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS;
  bool window = r->builder.window, bounds = (1 << r->column & bounded) != 0;
  uint32_t most = grundy_solution_builder_most(&r->builder);
  const char *negative = infinity ? "-1 or " : ""; /* numbers that may be there */
  if (window && bounds)
    negative = "-3 - n for an upper bound n below the number of positions, -2, -1 or ";
  else if (window)
    negative = infinity ? "-2, -1 or " : "-2 or ";
  if (window && number == -2)
    *decoded = GRUNDY_NUMBER_UNKNOWN;
  else if (window && bounds && number < -2 && -3 - number < (int64_t)grundy_digraph_order(r->g))
    *decoded = (uint32_t)(-3 - number) | GRUNDY_NUMBER_AT_MOST;
  else if (number < (infinity ? -1 : 0) || number > (int64_t)most)
    return grundy_npz_fail(array->npz, array->member,
                           "entry %" PRIu64 " is %" PRId64 "; expected %sa number up to %" PRIu32,
                           index, number, negative, most);
  else
    *decoded = number < 0 ? GRUNDY_INFINITY : (uint32_t)number;
  return GRUNDY_OK;
}

static grundy_status take_numbers(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = decode(r, array, first + i, numbers[i], true,
                    &r->builder.numbers[r->column][vertex_of(r, first + i)]);
  return status;
}

/* Takes doubles, which arrive as integers with the same bits. */
static grundy_status take_reals(void *context, const grundy_npz_array *array, uint64_t first,
                                const int64_t *numbers, uint64_t count) {
  reader *r = context;
  for (uint64_t i = 0; i < count; i++) {
    double real;
    memcpy(&real, &numbers[i], sizeof real);
    if (isinf(real))
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is infinite; it must be a number, or NaN for none",
                             first + i);
    r->builder.reals[r->column][vertex_of(r, first + i)] = real;
  }
  return GRUNDY_OK;
}

static grundy_status read_reals(reader *r) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(&r->npz, r->column, &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.kind != 'f' || array.npy.item != sizeof(double))
    status = grundy_npz_fail(&r->npz, r->column, "its items are of another type; expected float64");
  if (status == GRUNDY_OK)
    status = grundy_npz_expect(&array, grundy_digraph_order(r->g), each_position);
  if (status == GRUNDY_OK) return grundy_npz_take(&array, take_reals, r);
  grundy_npz_drop(&array);
  return status;
}

/* ---- sets ------------------------------------------------------------------------------ */

static grundy_status take_marks(void *context, const grundy_npz_array *array, uint64_t first,
                                const int64_t *numbers, uint64_t count) {
  reader *r = context;
  for (uint64_t i = 0; i < count; i++) {
    if (numbers[i] != 0 && numbers[i] != 1)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 "; expected 0 or 1", first + i,
                             numbers[i]);
    r->sets.absent[vertex_of(r, first + i)] = (uint8_t)numbers[i];
  }
  return GRUNDY_OK;
}

/* Reads where the sets K or C do not exist: k_absent.npy or c_absent.npy says so, or else
 * grundy.npy, for empty sets. */
static grundy_status read_absences(reader *r) {
  uint32_t order = grundy_digraph_order(r->g);
  const uint32_t *values = grundy_solution_numbers(r->builder.solution, GRUNDY_COLUMN_GRUNDY);
  int member = grundy_npz_absent_of((grundy_columns)1 << r->column);
  if (!grundy_npz_has(&r->npz, member) && values == NULL)
    return grundy_npz_fail(&r->npz, r->column,
                           "neither grundy.npy nor %s says where %s does not exist; "
                           "expected one of them",
                           grundy_npz_solution_members[member],
                           member == GRUNDY_NPZ_K_ABSENT ? "K" : "C");
  r->sets.absent = grundy_alloc(order, sizeof *r->sets.absent);
  if (r->sets.absent == NULL) return grundy_fail_memory(r->npz.error);
  if (!grundy_npz_has(&r->npz, member)) {
    for (uint32_t v = 0; v < order; v++) r->sets.absent[v] = values[v] != GRUNDY_INFINITY;
    return GRUNDY_OK;
  }
  return grundy_npz_read_integers(&r->npz, member, order, each_position, take_marks, r);
}

/* Leaves the length of the set of v in offsets[v + 1]. */
static grundy_status take_lengths(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t index = first + i;
    if (index == 0 ? numbers[i] != 0 : numbers[i] < r->last)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64
                             "; expected numbers that begin with 0 and do not decrease",
                             index, numbers[i]);
    if (index > 0) {
      uint32_t v = vertex_of(r, index - 1);
      r->sets.offsets[v + 1] = (uint64_t)(numbers[i] - r->last);
      if (numbers[i] > r->last && r->sets.absent != NULL && r->sets.absent[v]) {
        /* Whether G and K are consistent is not checked here. */
        int member = grundy_npz_absent_of((grundy_columns)1 << r->column);
        if (grundy_npz_has(array->npz, member))
          return grundy_npz_fail(array->npz, array->member,
                                 "the set of row %" PRIu64
                                 " has members; expected none where %s has a 1",
                                 index - 1, grundy_npz_solution_members[member]);
        r->sets.absent[v] = 0;
      }
    }
    r->last = numbers[i];
  }
  return GRUNDY_OK;
}

static grundy_status read_offsets(reader *r) {
  uint64_t order = grundy_digraph_order(r->g);
  r->sets.offsets = grundy_alloc_zero(order + 1, sizeof *r->sets.offsets);
  if (r->sets.offsets == NULL) return grundy_fail_memory(r->npz.error);
  r->last = 0;
  grundy_status status = grundy_npz_read_integers(
      &r->npz, r->column, order + 1, "one more than the game has positions", take_lengths, r);
  if (status != GRUNDY_OK) return status;
  for (uint64_t v = 0; v < order; v++) r->sets.offsets[v + 1] += r->sets.offsets[v];
  return GRUNDY_OK;
}

/* Stores every number in the set of its row's vertex. There are exactly as many numbers as members
 * of all sets, so a row with room always exists. */
static grundy_status take_members(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  bool infinity = array->member != GRUNDY_NPZ_K_INDICES;
  for (uint64_t i = 0; i < count; i++) {
    uint32_t number = 0, v = vertex_of(r, r->row);
    while (r->sets.offsets[v] + r->filled == r->sets.offsets[v + 1]) {
      v = vertex_of(r, ++r->row);
      r->filled = 0;
    }
    grundy_status status = decode(r, array, first + i, numbers[i], infinity, &number);
    if (status != GRUNDY_OK) return status;
    uint32_t *to = r->sets.numbers + r->sets.offsets[v] + r->filled;
    if (r->filled > 0 && to[-1] >= number)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64
                             ", no larger than the one before it in its set; expected increasing "
                             "numbers%s",
                             first + i, numbers[i], infinity ? ", -1 last" : "");
    *to = number;
    r->filled++;
  }
  return GRUNDY_OK;
}

static grundy_status read_sets(reader *r, grundy_columns column) {
  int member = grundy_npz_indices_of(column);
  grundy_npz_array array;
  uint64_t count = 0;
  grundy_status status = column != GRUNDY_COLUMN_J ? read_absences(r) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = read_offsets(r);
  if (status == GRUNDY_OK) {
    count = r->sets.offsets[grundy_digraph_order(r->g)];
    status = grundy_npz_begin_integers(&r->npz, member, count,
                                       "as many as all its sets have members", &array);
  }
  if (status == GRUNDY_OK) {
    r->row = r->filled = 0;
    r->sets.numbers = grundy_alloc(count, sizeof *r->sets.numbers);
    if (r->sets.numbers != NULL) {
      status = grundy_npz_take(&array, take_members, r);
    } else {
      grundy_npz_drop(&array);
      status = grundy_fail_memory(r->npz.error);
    }
  }
  if (status == GRUNDY_OK) grundy_solution_give_sets(r->builder.solution, column, &r->sets);
  grundy_sets_free(&r->sets);
  return status;
}

/* ---- columns --------------------------------------------------------------------------- */

/* Reads sets last, because K depends on G. */
static grundy_status read_columns(reader *r, grundy_columns columns) {
  grundy_status status = GRUNDY_OK;
  for (r->column = 0; r->column < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; r->column++) {
    grundy_npz_taker *taker = r->builder.letters[r->column] != NULL   ? take_letters
                              : r->builder.numbers[r->column] != NULL ? take_numbers
                                                                      : NULL;
    if (taker != NULL)
      status = grundy_npz_read_integers(&r->npz, r->column, grundy_digraph_order(r->g),
                                        each_position, taker, r);
    if (r->builder.reals[r->column] != NULL) status = read_reals(r);
  }
  for (r->column = 0; r->column < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; r->column++) {
    grundy_columns column = (grundy_columns)1 << r->column;
    if ((columns & column) != 0 && grundy_column_describe(column)->kind == GRUNDY_COLUMN_OF_SETS)
      status = read_sets(r, column);
  }
  return status;
}

static grundy_status read_archive(reader *r, grundy_solution **solution) {
  grundy_columns columns = 0;
  /* Finds the columns that the archive contains. All parts of a column of sets must be
   * present. */
  static const int parts[][2] = {{__builtin_ctz(GRUNDY_COLUMN_K), GRUNDY_NPZ_K_INDICES},
                                 {GRUNDY_NPZ_K_INDICES, __builtin_ctz(GRUNDY_COLUMN_K)},
                                 {__builtin_ctz(GRUNDY_COLUMN_J), GRUNDY_NPZ_J_INDICES},
                                 {GRUNDY_NPZ_J_INDICES, __builtin_ctz(GRUNDY_COLUMN_J)},
                                 {GRUNDY_NPZ_K_ABSENT, __builtin_ctz(GRUNDY_COLUMN_K)},
                                 {__builtin_ctz(GRUNDY_COLUMN_C), GRUNDY_NPZ_C_INDICES},
                                 {GRUNDY_NPZ_C_INDICES, __builtin_ctz(GRUNDY_COLUMN_C)},
                                 {GRUNDY_NPZ_C_ABSENT, __builtin_ctz(GRUNDY_COLUMN_C)}};
  if (r->npz.unknown[0] != '\0')
    return grundy_fail_at(r->npz.error, GRUNDY_BAD_INPUT, r->npz.name, 0, 0,
                          "the member '%s' is not known; expected columns of a solution such as "
                          "outcome, grundy, k_indptr and k_indices, and names",
                          r->npz.unknown);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (grundy_npz_has(&r->npz, parts[i][0]) && !grundy_npz_has(&r->npz, parts[i][1]))
      return grundy_npz_fail(&r->npz, parts[i][0], "it needs '%s' too",
                             grundy_npz_solution_members[parts[i][1]]);
  columns = 0;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    if (grundy_npz_has(&r->npz, i)) columns |= (grundy_columns)1 << i;
  /* Rows of a tablebase have no names: positions would be taken for parts, or the other way
   * round. */
  bool are_parts = grundy_npz_holds(&r->npz, grundy_npz_game_members[GRUNDY_NPZ_SUM_ROWS]);
  const char *why = grundy_refuse_rows(r->g, are_parts);
  if (why != NULL && grundy_npz_holds(&r->npz, grundy_npz_game_members[GRUNDY_NPZ_RULES]))
    return grundy_fail_at(r->npz.error, GRUNDY_BAD_INPUT, r->npz.name, 0, 0, "%s", why);
  grundy_status status = grundy_solution_builder_start(
      &r->builder, r->g, r->npz.name,
      columns & ~(grundy_columns)(GRUNDY_COLUMN_K | GRUNDY_COLUMN_J | GRUNDY_COLUMN_C),
      r->npz.error);
  if (status == GRUNDY_OK) status = read_rows(r);
  if (status == GRUNDY_OK) status = read_columns(r, columns);
  if (status == GRUNDY_OK)
    status = grundy_solution_builder_finish(&r->builder, solution, r->npz.error);
  grundy_solution_builder_free(&r->builder);
  free(r->vertices);
  return status;
}

grundy_status grundy_npz_read_solution(const grundy_format_info *format, FILE *in, const char *name,
                                       const grundy_digraph *g, grundy_work *work,
                                       grundy_solution **solution, grundy_error *error) {
  (void)format;
  reader r = {.g = g, .npz = {.name = name, .error = error, .work = work}};
  r.npz.members = grundy_npz_solution_members;
  r.npz.count = GRUNDY_NPZ_SOLUTION_MEMBERS;
  r.npz.tolerates = grundy_npz_is_of_tablebase;
  grundy_status status = grundy_npz_open(&r.npz, in);
  if (status == GRUNDY_OK) status = read_archive(&r, solution);
  grundy_npz_close(&r.npz);
  return status;
}
