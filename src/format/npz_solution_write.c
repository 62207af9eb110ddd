/* Writes a solution as plain arrays with one entry per vertex: outcomes as the codes of their
 * letters, numbers as int64 with -1 for infinity and "none", and sets in compressed rows. */

#include "format/npz.h"
#include "solution/impl.h"

#include <string.h>

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
    "k_indices.npy",
    "j_indices.npy",
    "k_absent.npy",
    "names.npy",
};

static uint64_t code_of(uint32_t number) {
  return number == GRUNDY_INFINITY ? UINT64_MAX : number;
}

static grundy_set next_set(const grundy_npz_column *column) {
  grundy_set set = grundy_solution_set_at(column->source, column->which, (uint32_t)column->at);
  if (set.absent) set.size = 0;
  return set;
}

/* ---- items ----------------------------------------------------------------------------- */

static void next_letters(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  memcpy(bytes, grundy_solution_letters(column->source, column->which) + column->at, count);
  column->at += count;
}

static void next_numbers(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  const uint32_t *numbers = grundy_solution_numbers(column->source, column->which);
  for (uint64_t i = 0; i < count; i++, bytes += 8)
    grundy_npz_put(bytes, code_of(numbers[column->at++]), 8);
}

/* Writes where the set of each vertex starts, and finally where the last one ends. */
static void next_offsets(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  for (uint64_t i = 0; i < count; i++, bytes += 8) {
    grundy_npz_put(bytes, column->sum, 8);
    if (column->at < grundy_solution_order(column->source)) column->sum += next_set(column).size;
    column->at++;
  }
}

static void next_members(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  for (uint64_t i = 0; i < count; i++, bytes += 8) {
    while (column->inner == next_set(column).size) {
      column->at++;
      column->inner = 0;
    }
    grundy_npz_put(bytes, code_of(next_set(column).numbers[column->inner++]), 8);
  }
}

static void next_absences(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  for (uint64_t i = 0; i < count; i++, column->at++)
    bytes[i] =
        grundy_solution_set_at(column->source, column->which, (uint32_t)column->at).absent ? 1 : 0;
}

/* ---- columns --------------------------------------------------------------------------- */

typedef struct writer {
  const grundy_digraph *g;
  const grundy_solution *solution;
  grundy_columns columns;
  grundy_npz_column *arrays;
  int count;
} writer;

/* Adds an array with one entry per vertex for that member. */
static grundy_npz_column *add_array(writer *w, grundy_columns which, int member, char kind,
                                    uint64_t item, grundy_npz_next *next) {
  grundy_npz_column *column = &w->arrays[w->count++];
  *column = grundy_npz_column_new(grundy_npz_solution_members[member], kind, item,
                                  grundy_digraph_order(w->g), next, w->solution);
  column->which = which;
  return column;
}

/* Returns whether the values, which are written too, show where K does not exist: where the value
 * is finite and the set is empty. */
static bool values_show_absences(const writer *w) {
  const uint32_t *values = grundy_solution_numbers(w->solution, GRUNDY_COLUMN_GRUNDY);
  if ((w->columns & GRUNDY_COLUMN_GRUNDY) == 0) return false;
  for (uint32_t v = 0; v < grundy_digraph_order(w->g); v++) {
    grundy_set set = grundy_solution_set_at(w->solution, GRUNDY_COLUMN_K, v);
    bool told = values[v] != GRUNDY_INFINITY && (set.absent || set.size == 0);
    if (set.absent != told) return false;
  }
  return true;
}

static void add_sets(writer *w, grundy_columns which) {
  bool k = which == GRUNDY_COLUMN_K;
  grundy_npz_column *offsets = add_array(w, which, __builtin_ctz(which), 'i', 8, next_offsets);
  grundy_npz_column *numbers =
      add_array(w, which, k ? GRUNDY_NPZ_K_INDICES : GRUNDY_NPZ_J_INDICES, 'i', 8, next_members);
  offsets->counted = true;
  offsets->npy.count++;
  numbers->npy.count = 0;
  for (uint32_t v = 0; v < grundy_digraph_order(w->g); v++) {
    grundy_set set = grundy_solution_set_at(w->solution, which, v);
    if (!set.absent) numbers->npy.count += set.size;
  }
  if (k && !values_show_absences(w))
    add_array(w, which, GRUNDY_NPZ_K_ABSENT, 'u', 1, next_absences);
}

static void add_column(writer *w, grundy_columns which) {
  grundy_npz_column *column;
  int member = __builtin_ctz(which);
  switch (grundy_column_describe(which)->kind) {
  case GRUNDY_COLUMN_OF_SETS:
    add_sets(w, which);
    return;
  case GRUNDY_COLUMN_OF_LETTERS:
  case GRUNDY_COLUMN_OF_LEVELS:
    column = add_array(w, which, member, 'u', 1, next_letters);
    break;
  case GRUNDY_COLUMN_OF_REALS:
    column = add_array(w, which, member, 'f', 8, grundy_npz_next_reals);
    column->source = grundy_solution_reals(w->solution, which);
    break;
  default:
    column = add_array(w, which, member, 'i', 8, next_numbers);
  }
  column->counted = true;
}

int grundy_npz_solution_columns(const grundy_digraph *g, const grundy_solution *solution,
                                grundy_columns columns, grundy_npz_column *arrays) {
  writer w = {.g = g, .solution = solution, .columns = columns, .arrays = arrays};
  for (grundy_columns rest = columns; rest != 0; rest &= rest - 1) add_column(&w, rest & -rest);
  return w.count;
}

/* If there is no column, names are written: an archive cannot be empty. */
grundy_status grundy_npz_write_solution(FILE *out, const grundy_digraph *g,
                                        const grundy_solution *solution,
                                        const grundy_write_options *options, grundy_work *work,
                                        grundy_error *error) {
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
