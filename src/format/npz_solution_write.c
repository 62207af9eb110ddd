/* Writes a solution as plain arrays with one entry per vertex: outcomes as the codes of their
 * letters, numbers as int32, or int64 where they do not fit, with -1 for infinity and "none", and
 * sets in compressed rows. In a window, -2 is a number that is not known, and -3 - n an upper bound
 * n. */

#include "format/npz.h"

#include "base/little_endian.h"
#include "solution/impl.h"

#include <assert.h>

const char *const grundy_npz_solution_members[GRUNDY_NPZ_SOLUTION_MEMBERS] = {
    "outcome.npy",
    "grundy.npy",
    "k_indptr.npy",
    "remoteness.npy",
    "distance.npy",
    "counter.npy",
    "misere.npy",
    "misere_remoteness.npy",
    "hmin.npy",
    "j_indptr.npy",
    "player.npy",
    "q1.npy",
    "q0.npy",
    "q-1.npy",
    "q2.npy",
    "abe.npy",
    "barbara.npy",
    "guarantee.npy",
    "guarantee_moves.npy",
    "cap.npy",
    "cap_moves.npy",
    "qv.npy",
    "draw_level.npy",
    "draw_remoteness.npy",
    "window.npy",
    "c_indptr.npy",
    "turn_remoteness.npy",
    "turn_distance.npy",
    "k_indices.npy",
    "j_indices.npy",
    "k_absent.npy",
    "c_indices.npy",
    "c_absent.npy",
    "names.npy",
};

static uint64_t code_of(uint32_t number) {
  return number == GRUNDY_INFINITY ? UINT64_MAX : number;
}

static uint64_t code_in_window(uint32_t number) {
  if (number == GRUNDY_NUMBER_UNKNOWN) return (uint64_t)-2;
  if (number == GRUNDY_INFINITY || number < GRUNDY_NUMBER_AT_MOST) return code_of(number);
  return (uint64_t)(-3 - (int64_t)(number & ~GRUNDY_NUMBER_AT_MOST));
}

/* ---- items ----------------------------------------------------------------------------- */

/* Numbers as int32 or int64. The bits of GRUNDY_INFINITY are those of -1. */
static void fill_numbers(const grundy_npz_column *column, uint64_t first, uint64_t count,
                         unsigned char *bytes) {
  const uint32_t *numbers = (const uint32_t *)column->source + first;
  static_assert(GRUNDY_INFINITY == UINT32_MAX, "the code of infinity is -1");
  if (column->npy.item == 8)
    for (uint64_t i = 0; i < count; i++)
      grundy_put_little_endian(bytes + 8 * i, code_of(numbers[i]), 8);
  else
    for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 4 * i, numbers[i], 4);
}

/* All codes of a window fit into 32 bits. */
static void fill_uncertain(const grundy_npz_column *column, uint64_t first, uint64_t count,
                           unsigned char *bytes) {
  const uint32_t *numbers = (const uint32_t *)column->source + first;
  assert(column->npy.item == 4);
  for (uint64_t i = 0; i < count; i++)
    grundy_put_little_endian(bytes + 4 * i, code_in_window(numbers[i]), 4);
}

static void fill_absences(const grundy_npz_column *column, uint64_t first, uint64_t count,
                          unsigned char *bytes) {
  const grundy_sets *sets = column->source;
  for (uint64_t i = 0; i < count; i++)
    bytes[i] = sets->absent != NULL && sets->absent[first + i] != 0 ? 1 : 0;
}

/* ---- widths ---------------------------------------------------------------------------- */

/* ---- columns --------------------------------------------------------------------------- */

typedef struct writer {
  const grundy_digraph *g;
  const grundy_solution *solution;
  grundy_columns columns;
  grundy_npz_column *arrays;
  int count;
} writer;

/* Adds an array with one entry per vertex for that member. */
static grundy_npz_column *add_array(writer *w, int member, char kind, uint64_t item,
                                    grundy_npz_fill *fill, const void *source) {
  grundy_npz_column *column = &w->arrays[w->count++];
  *column = grundy_npz_column_new(grundy_npz_solution_members[member], kind, item,
                                  grundy_digraph_order(w->g), fill, source);
  return column;
}

/* Returns whether the values, which are written too, show where the sets do not exist: where the
 * value is finite and the set is empty. */
static bool values_show_absences(const writer *w, const grundy_sets *sets) {
  const uint32_t *values = grundy_solution_numbers(w->solution, GRUNDY_COLUMN_GRUNDY);
  if ((w->columns & GRUNDY_COLUMN_GRUNDY) == 0) return false;
  for (uint32_t v = 0; v < grundy_digraph_order(w->g); v++) {
    bool absent = sets->absent != NULL && sets->absent[v] != 0;
    bool shown = values[v] != GRUNDY_INFINITY && sets->offsets[v] == sets->offsets[v + 1];
    if (absent != shown) return false;
  }
  return true;
}

/* Adds an array of `count` numbers. */
static grundy_npz_column *add_number_array(writer *w, int member, const uint32_t *numbers,
                                           uint64_t count) {
  bool window = grundy_solution_letters(w->solution, GRUNDY_COLUMN_WINDOW) != NULL;
  uint32_t bits = 0; /* infinity and "none" are -1, which always fits */
  for (uint64_t i = 0; i < count && !window; i++)
    bits |= numbers[i] == GRUNDY_INFINITY ? 0 : numbers[i];
  grundy_npz_column *column =
      window ? add_array(w, member, 'i', 4, fill_uncertain, numbers)
             : add_array(w, member, 'i', grundy_npz_width(bits), fill_numbers, numbers);
  column->npy.count = count;
  return column;
}

static void add_sets(writer *w, grundy_columns which) {
  const grundy_sets *sets = grundy_solution_sets(w->solution, which);
  uint64_t order = grundy_digraph_order(w->g), count = sets->offsets[order];
  grundy_npz_column *offsets = add_array(w, __builtin_ctz(which), 'i', grundy_npz_width(count),
                                         grundy_npz_fill_wide, sets->offsets);
  offsets->npy.count = order + 1;
  offsets->counted = true;
  (void)add_number_array(w, grundy_npz_indices_of(which), sets->numbers, count);
  if (which != GRUNDY_COLUMN_J && !values_show_absences(w, sets))
    add_array(w, grundy_npz_absent_of(which), 'u', 1, fill_absences, sets);
}

static void add_column(writer *w, grundy_columns which) {
  int member = __builtin_ctz(which);
  grundy_npz_column *column;
  switch (grundy_column_describe(which)->kind) {
  case GRUNDY_COLUMN_OF_SETS:
    add_sets(w, which);
    return;
  case GRUNDY_COLUMN_OF_LETTERS:
  case GRUNDY_COLUMN_OF_LEVELS:
    column = add_array(w, member, 'u', 1, grundy_npz_fill_bytes,
                       grundy_solution_letters(w->solution, which));
    break;
  case GRUNDY_COLUMN_OF_REALS:
    column = add_array(w, member, 'f', 8, grundy_npz_fill_reals,
                       grundy_solution_reals(w->solution, which));
    break;
  default:
    column = add_number_array(w, member, grundy_solution_numbers(w->solution, which),
                              grundy_digraph_order(w->g));
  }
  column->counted = true;
}

int grundy_npz_solution_columns(const grundy_digraph *g, const grundy_solution *solution,
                                grundy_columns columns, grundy_npz_column *arrays) {
  writer w = {.g = g, .solution = solution, .columns = columns, .arrays = arrays};
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1) add_column(&w, rest & -rest);
  return w.count;
}

/* Without columns, names are written: an archive cannot be empty. */
grundy_status grundy_npz_write_solution(const grundy_format_info *format, FILE *out,
                                        const grundy_digraph *g, const grundy_solution *solution,
                                        const grundy_write_options *options, grundy_work *work,
                                        grundy_error *error) {
  (void)format;
  grundy_npz_column arrays[GRUNDY_NPZ_SOLUTION_MEMBERS];
  if (options->rows != NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "an .npz file has a row for every position");
  int count = grundy_npz_solution_columns(g, solution, options->columns, arrays);
  if (grundy_digraph_has_names(g) || count == 0) {
    grundy_status status = grundy_npz_name_column(g, &arrays[count++], error);
    if (status != GRUNDY_OK) return status;
  }
  return grundy_npz_write(out, arrays, count, work, error);
}
