/* Games as SciPy's save_npz writes sparse matrices in compressed rows (CSR): every stored entry is
 * a move, whatever its value. The members names.npy and kinds.npy are extensions of ours, which
 * SciPy ignores. */

#include "format/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <string.h>

const char *const grundy_npz_game_members[GRUNDY_NPZ_GAME_MEMBERS] = {
    "indices.npy",  "indptr.npy",    "format.npy",          "shape.npy",      "data.npy",
    "names.npy",    "_is_array.npy", "kinds.npy",           "rules.npy",      "source.npy",
    "digraphs.npy", "positions.npy", "position_starts.npy", "buckets.npy",    "players.npy",
    "ends.npy",     "payoffs.npy",   "sum_rows.npy",        "sum_starts.npy", "sum_parts.npy",
    "window.npy",
};

const char grundy_npz_name_each[] = "a name for every position of the game";

static bool is_among(const char *name, const char *const *members, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(name, members[i]) == 0) return true;
  return false;
}

bool grundy_npz_is_of_tablebase(const grundy_npz *npz, const char *name) {
  const char ending[] = ".npy";
  size_t length = strlen(name), least = strlen(GRUNDY_NPZ_FIELD) + strlen(ending);
  bool is_field = /* of positions, such as field_a.npy */
      strncmp(name, GRUNDY_NPZ_FIELD, strlen(GRUNDY_NPZ_FIELD)) == 0 && length > least &&
      strcmp(name + length - strlen(ending), ending) == 0;
  return grundy_npz_holds(npz, grundy_npz_game_members[GRUNDY_NPZ_RULES]) &&
         (strcmp(name, GRUNDY_NPZ_POSITION_NAMES) == 0 || is_field ||
          is_among(name, grundy_npz_game_members, GRUNDY_NPZ_GAME_MEMBERS) ||
          is_among(name, grundy_npz_solution_members, GRUNDY_NPZ_SOLUTION_MEMBERS));
}

/* ---- reading --------------------------------------------------------------------------- */

typedef struct reader {
  grundy_npz npz;
  uint64_t order;
  uint64_t *offsets;
  uint32_t *targets;
  grundy_names names;
} reader;

static grundy_status need_member(const reader *r, int member) {
  if (grundy_npz_has(&r->npz, member)) return GRUNDY_OK;
  if (is_among(r->npz.unknown, grundy_npz_solution_members, GRUNDY_NPZ_SOLUTION_MEMBERS))
    return grundy_fail_at(r->npz.error, GRUNDY_BAD_INPUT, r->npz.name, 0, 0,
                          "this is a solution without its game; expected the game, or a base of "
                          "rules with their solution");
  return grundy_fail_at(r->npz.error, GRUNDY_BAD_INPUT, r->npz.name, 0, 0,
                        "no member '%s'; expected a matrix as scipy.sparse.save_npz writes it",
                        grundy_npz_game_members[member]);
}

/* Reads the text of format.npy, which is bytes or Unicode. */
static grundy_status read_format(const reader *r) {
  grundy_npz_array array;
  unsigned char item[16] = {0};
  char format[17] = "";
  grundy_status status = grundy_npz_begin(&r->npz, GRUNDY_NPZ_FORMAT, &array);
  if (status != GRUNDY_OK) return status;
  bool text = array.npy.kind == 'S' || array.npy.kind == 'U';
  if (!text || array.npy.count != 1 || array.npy.item > sizeof item)
    status = grundy_npz_fail(&r->npz, GRUNDY_NPZ_FORMAT, "this is not a format; expected 'csr'");
  if (status == GRUNDY_OK) status = grundy_npz_bytes(&array, item, array.npy.item);
  status = grundy_npz_finish(&array, status);
  if (status != GRUNDY_OK) return status;
  /* The names of all formats are ASCII: the other bytes of a character are 0. */
  uint64_t step = array.npy.kind == 'U' ? 4 : 1;
  for (uint64_t i = 0; i < array.npy.item / step; i++)
    format[i] = (char)item[i * step + (array.npy.big_endian ? step - 1 : 0)];
  if (strcmp(format, "csr") == 0) return GRUNDY_OK;
  return grundy_npz_fail(&r->npz, GRUNDY_NPZ_FORMAT,
                         "the matrix is in the format '%s'; expected 'csr': save matrix.tocsr()",
                         format);
}

static grundy_status take_shape(void *context, const grundy_npz_array *array, uint64_t first,
                                const int64_t *numbers, uint64_t count) {
  (void)first, (void)count;
  reader *r = context;
  if (numbers[0] < 0 || numbers[0] != numbers[1])
    return grundy_npz_fail(array->npz, array->member,
                           "the matrix is %" PRId64 " by %" PRId64
                           "; expected a square one, a row for every position",
                           numbers[0], numbers[1]);
  r->order = (uint64_t)numbers[0];
  return GRUNDY_OK;
}

static grundy_status take_offsets(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  int64_t last = first == 0 ? 0 : (int64_t)r->offsets[first - 1];
  if (first == 0 && numbers[0] != 0)
    return grundy_npz_fail(array->npz, array->member, "entry 0 is %" PRId64 "; expected 0",
                           numbers[0]);
  for (uint64_t i = 0; i < count; i++) {
    if (numbers[i] < last)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 " and follows %" PRId64
                             "; expected numbers that do not decrease",
                             first + i, numbers[i], last);
    last = numbers[i];
    r->offsets[first + i] = (uint64_t)last;
  }
  return GRUNDY_OK;
}

static grundy_status take_targets(void *context, const grundy_npz_array *array, uint64_t first,
                                  const int64_t *numbers, uint64_t count) {
  reader *r = context;
  for (uint64_t i = 0; i < count; i++) {
    if (numbers[i] < 0 || (uint64_t)numbers[i] >= r->order)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 "; expected a number below %" PRIu64,
                             first + i, numbers[i], r->order);
    r->targets[first + i] = (uint32_t)numbers[i];
  }
  return GRUNDY_OK;
}

/* ---- the members ---- */

static grundy_status read_offsets(reader *r) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin_integers(&r->npz, GRUNDY_NPZ_INDPTR, r->order + 1,
                                                   "one more than shape.npy has rows", &array);
  if (status != GRUNDY_OK) return status;
  if (r->order > GRUNDY_DIGRAPH_MAX_ORDER)
    status = grundy_fail_at(r->npz.error, GRUNDY_UNABLE, r->npz.name, 0, 0,
                            "the game has too many positions; expected at most %" PRIu32,
                            GRUNDY_DIGRAPH_MAX_ORDER);
  /* Offsets are used in place if they have the layout of the digraph's, begin with 0 and never
   * decrease. If not, reading them reports where. */
  void *items = NULL;
  if (status == GRUNDY_OK && array.npy.item == sizeof *r->offsets)
    status = grundy_npz_in_place(&array, &items);
  if (status == GRUNDY_OK && items != NULL) {
    const uint64_t *offsets = items;
    bool right = offsets[0] == 0 && offsets[r->order] <= INT64_MAX;
    for (uint64_t u = 0; u < r->order; u++) right &= offsets[u] <= offsets[u + 1];
    if (right) r->offsets = items;
  }
  if (status == GRUNDY_OK && r->offsets == NULL) {
    r->offsets = grundy_alloc(r->order + 1, sizeof *r->offsets);
    if (r->offsets != NULL) return grundy_npz_take(&array, take_offsets, r);
    status = grundy_fail_memory(r->npz.error);
  }
  grundy_npz_drop(&array);
  return status;
}

static grundy_status read_targets(reader *r) {
  grundy_npz_array array;
  uint64_t count = r->offsets[r->order];
  grundy_status status = grundy_npz_begin_integers(&r->npz, GRUNDY_NPZ_INDICES, count,
                                                   "the last entry of indptr.npy", &array);
  if (status != GRUNDY_OK) return status;
  /* Targets are used in place if they have the layout of the digraph's and no row needs sorting or
   * merging, which changes mapped offsets, too. */
  void *items = NULL;
  if (array.npy.item == sizeof *r->targets) status = grundy_npz_in_place(&array, &items);
  if (status == GRUNDY_OK && items != NULL &&
      grundy_rows_increase((uint32_t)r->order, r->offsets, items))
    r->targets = items;
  if (status == GRUNDY_OK && r->targets == NULL) {
    bool mapped = grundy_mapping_holds(&r->npz.mapping, r->offsets);
    uint64_t *copy = mapped ? grundy_alloc(r->order + 1, sizeof *copy) : r->offsets;
    if (copy != NULL && mapped) memcpy(copy, r->offsets, (r->order + 1) * sizeof *copy);
    if (copy != NULL) r->offsets = copy;
    r->targets = grundy_alloc(count, sizeof *r->targets);
    if (copy != NULL && r->targets != NULL) return grundy_npz_take(&array, take_targets, r);
    status = grundy_fail_memory(r->npz.error);
  }
  grundy_npz_drop(&array);
  return status;
}

/* Checks the values for damage only; they are not used. */
static grundy_status check_data(const reader *r) {
  grundy_npz_array array;
  if (!grundy_npz_has(&r->npz, GRUNDY_NPZ_DATA)) return GRUNDY_OK;
  grundy_status status = grundy_npz_begin(&r->npz, GRUNDY_NPZ_DATA, &array);
  if (status != GRUNDY_OK) return status;
  status = grundy_npz_expect(&array, r->offsets[r->order], "as many as indices.npy has");
  void *items = NULL;
  if (status == GRUNDY_OK) status = grundy_npz_in_place(&array, &items);
  if (items == NULL) return grundy_npz_finish(&array, status);
  grundy_npz_drop(&array);
  return status;
}

static grundy_status take_name(void *context, const grundy_npz_array *array, uint32_t index,
                               const char *name, size_t length) {
  reader *r = context;
  uint32_t other;
  if (grundy_names_find(&r->names, name, length, &other))
    return grundy_npz_fail(array->npz, array->member,
                           "entry %" PRIu32 " is '%.*s', as entry %" PRIu32
                           " is; expected different names",
                           index, grundy_excerpt(name, length), name, other);
  return grundy_names_add(&r->names, name, length) ? GRUNDY_OK : grundy_fail_memory(r->npz.error);
}

/* Checks that all members are there, and reads format and shape. */
static grundy_status read_frame(reader *r) {
  grundy_status status = need_member(r, GRUNDY_NPZ_FORMAT);
  if (status == GRUNDY_OK) status = read_format(r);
  const char *unknown = r->npz.unknown;
  for (int member = GRUNDY_NPZ_RULES; member < GRUNDY_NPZ_GAME_MEMBERS && *unknown == '\0';
       member++)
    if (grundy_npz_has(&r->npz, member) && !grundy_npz_has(&r->npz, GRUNDY_NPZ_RULES))
      unknown = grundy_npz_game_members[member];
  if (status == GRUNDY_OK && *unknown != '\0')
    return grundy_fail_at(r->npz.error, GRUNDY_BAD_INPUT, r->npz.name, 0, 0,
                          "the member '%s' is not known; expected indices, indptr, format, shape, "
                          "data, names and kinds",
                          unknown);
  for (int member = 0; member < GRUNDY_NPZ_DATA && status == GRUNDY_OK; member++)
    status = need_member(r, member);
  if (status != GRUNDY_OK) return status;
  return grundy_npz_read_integers(&r->npz, GRUNDY_NPZ_SHAPE, 2, "rows and columns", take_shape, r);
}

/* Makes the digraph; on failure the reader keeps the arrays. */
static grundy_status read_digraph(reader *r, grundy_digraph **g) {
  grundy_status status = read_frame(r);
  if (status == GRUNDY_OK) status = read_offsets(r);
  if (status == GRUNDY_OK) status = read_targets(r);
  if (status == GRUNDY_OK) status = check_data(r);
  if (status == GRUNDY_OK && grundy_npz_has(&r->npz, GRUNDY_NPZ_GAME_NAMES))
    status = grundy_npz_read_texts(&r->npz, GRUNDY_NPZ_GAME_NAMES, (uint32_t)r->order,
                                   grundy_npz_name_each, take_name, r);
  if (status == GRUNDY_OK && grundy_npz_has(&r->npz, GRUNDY_NPZ_KINDS) &&
      !grundy_rows_increase((uint32_t)r->order, r->offsets, r->targets))
    status =
        grundy_npz_fail(&r->npz, GRUNDY_NPZ_KINDS,
                        "indices.npy lists moves out of order or twice, so that their kinds are "
                        "ambiguous; call matrix.sum_duplicates() before saving");
  if (status == GRUNDY_OK)
    status = grundy_digraph_from_rows((uint32_t)r->order, r->offsets, r->targets, &r->npz.mapping,
                                      &r->names, g, r->npz.error);
  if (status == GRUNDY_OK) return status;
  if (!grundy_mapping_holds(&r->npz.mapping, r->offsets)) free(r->offsets);
  if (!grundy_mapping_holds(&r->npz.mapping, r->targets)) free(r->targets);
  grundy_names_free(&r->names);
  return status;
}

grundy_status grundy_npz_read_game_with(FILE *in, const char *name, const grundy_monitor *monitor,
                                        grundy_npz_more *more, void *context, grundy_digraph **g,
                                        grundy_error *error) {
  grundy_work work = grundy_work_start(monitor, "reading", 0);
  grundy_digraph *made = NULL;
  reader r = {.npz = {.name = name, .error = error, .work = &work}};
  r.npz.members = grundy_npz_game_members;
  r.npz.count = GRUNDY_NPZ_GAME_MEMBERS;
  r.npz.tolerates = grundy_npz_is_of_tablebase;
  grundy_status status = grundy_npz_open(&r.npz, in);
  if (status == GRUNDY_OK) grundy_npz_map(&r.npz);
  if (status == GRUNDY_OK) status = read_digraph(&r, &made);
  if (status == GRUNDY_OK) status = grundy_npz_read_attributes(&r.npz, made);
  if (status == GRUNDY_OK) status = more(context, &r.npz, made);
  grundy_npz_close(&r.npz);
  if (status != GRUNDY_OK) {
    grundy_digraph_free(made);
    return status;
  }
  bool mapped = grundy_mapping_holds(&made->mapping, made->targets);
  grundy_work_finish(&work, mapped ? "mapped" : "copied", grundy_digraph_size(made));
  *g = made;
  return GRUNDY_OK;
}

/* ---- the layout ------------------------------------------------------------------------ */

static grundy_status locate(const reader *r, int member, grundy_npz_place *place) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(&r->npz, member, &array);
  if (status != GRUNDY_OK) return status;
  status = grundy_npz_locate(&array, place);
  grundy_npz_drop(&array);
  return status;
}

static grundy_status locate_integers(const reader *r, int member, grundy_npz_place *place) {
  grundy_status status = locate(r, member, place);
  if (status != GRUNDY_OK) return status;
  if ((place->npy.kind == 'i' || place->npy.kind == 'u') && place->npy.dimensions == 1 &&
      (place->npy.item == 4 || place->npy.item == 8))
    return GRUNDY_OK;
  return grundy_npz_fail(&r->npz, member, "its items are not integers of four or eight bytes");
}

static grundy_status locate_members(reader *r, grundy_npz_layout *layout) {
  grundy_status status = read_frame(r);
  if (status == GRUNDY_OK) status = locate_integers(r, GRUNDY_NPZ_INDPTR, &layout->offsets);
  if (status == GRUNDY_OK) status = locate_integers(r, GRUNDY_NPZ_INDICES, &layout->targets);
  if (status == GRUNDY_OK && layout->offsets.npy.count != r->order + 1)
    status = grundy_npz_fail(&r->npz, GRUNDY_NPZ_INDPTR,
                             "its length is %" PRIu64 "; expected one more than shape.npy has rows",
                             layout->offsets.npy.count);
  if (status == GRUNDY_OK) status = grundy_npz_refuse_parts(&r->npz);
  layout->order = r->order;
  layout->has_names = grundy_npz_has(&r->npz, GRUNDY_NPZ_GAME_NAMES);
  for (int member = GRUNDY_NPZ_PLAYERS; member <= GRUNDY_NPZ_PAYOFFS; member++)
    layout->has_attributes |= grundy_npz_has(&r->npz, member);
  layout->has_kinds = grundy_npz_has(&r->npz, GRUNDY_NPZ_KINDS);
  layout->is_window = grundy_npz_has(&r->npz, GRUNDY_NPZ_WINDOW);
  if (status == GRUNDY_OK && layout->has_kinds) {
    status = locate(r, GRUNDY_NPZ_KINDS, &layout->kinds);
    const grundy_npy *kinds = &layout->kinds.npy;
    if (status == GRUNDY_OK && (kinds->kind != 'u' || kinds->item != 1 || kinds->dimensions != 1 ||
                                kinds->count != layout->targets.npy.count))
      status = grundy_npz_fail(&r->npz, GRUNDY_NPZ_KINDS, "expected a byte for every move");
  }
  if (status != GRUNDY_OK || !layout->has_names) return status;
  status = locate(r, GRUNDY_NPZ_GAME_NAMES, &layout->names);
  const grundy_npy *names = &layout->names.npy;
  if (status == GRUNDY_OK && ((names->kind != 'U' && names->kind != 'S') ||
                              names->dimensions != 1 || names->count != r->order))
    return grundy_npz_fail(&r->npz, GRUNDY_NPZ_GAME_NAMES, "expected %s", grundy_npz_name_each);
  return status;
}

grundy_status grundy_npz_read_layout(FILE *in, const char *name, grundy_npz_layout *layout,
                                     grundy_error *error) {
  grundy_work work = grundy_work_start(NULL, "reading", 0);
  reader r = {.npz = {.name = name, .error = error, .work = &work}};
  r.npz.members = grundy_npz_game_members;
  r.npz.count = GRUNDY_NPZ_GAME_MEMBERS;
  r.npz.tolerates = grundy_npz_is_of_tablebase;
  *layout = (grundy_npz_layout){0};
  grundy_status status = grundy_npz_open(&r.npz, in);
  if (status == GRUNDY_OK) status = locate_members(&r, layout);
  grundy_npz_close(&r.npz);
  return status;
}

grundy_status grundy_npz_refuse_parts(const grundy_npz *npz) {
  if (!grundy_npz_has_sums(npz)) return GRUNDY_OK;
  return grundy_fail_at(npz->error, GRUNDY_UNABLE, npz->name, 0, 0,
                        "this is a tablebase of parts of positions, not of positions; use it with "
                        "best, why, value, verify or solve, or solve the rules with --no-split");
}

/* A grundy_npz_more: refuses what is not a whole game. */
static grundy_status refuse_others(void *context, grundy_npz *npz, grundy_digraph *g) {
  (void)context;
  grundy_status status = grundy_npz_refuse_parts(npz);
  return status == GRUNDY_OK ? grundy_npz_refuse_window(npz, g) : status;
}

static grundy_status read_game(FILE *in, const char *name, const grundy_game_request *request,
                               const grundy_monitor *monitor, grundy_digraph **g,
                               grundy_error *error) {
  (void)request;
  return grundy_npz_read_game_with(in, name, monitor, refuse_others, NULL, g, error);
}

/* ---- writing moves --------------------------------------------------------------------- */

static void fill_shape(const grundy_npz_column *column, uint64_t first, uint64_t count,
                       unsigned char *bytes) {
  (void)first;
  for (uint64_t i = 0; i < count; i++, bytes += column->npy.item)
    grundy_put_little_endian(bytes, grundy_digraph_order(column->source), column->npy.item);
}

static void fill_ones(const grundy_npz_column *column, uint64_t first, uint64_t count,
                      unsigned char *bytes) {
  (void)column;
  (void)first;
  memset(bytes, 1, count);
}

/* Writes offsets and targets in the layout of the digraph, so that they can be used in place; SciPy
 * converts both to one type. */
int grundy_npz_move_columns(const grundy_digraph *g, grundy_npz_column *arrays) {
  uint64_t order = grundy_digraph_order(g), size = grundy_digraph_size(g);
  arrays[0] = grundy_npz_column_new("indices.npy", 'i', 4, size, grundy_npz_fill_narrow,
                                    grundy_digraph_targets(g));
  arrays[0].counted = true;
  arrays[1] = grundy_npz_column_new("indptr.npy", 'i', 8, order + 1, grundy_npz_fill_wide,
                                    grundy_digraph_offsets(g));
  arrays[2] = grundy_npz_column_new("format.npy", 'S', 3, 1, grundy_npz_fill_bytes, "csr");
  arrays[2].npy.dimensions = 0;
  arrays[3] = grundy_npz_column_new("shape.npy", 'i', 8, 2, fill_shape, g);
  arrays[4] = grundy_npz_column_new("data.npy", 'i', 1, size, fill_ones, NULL);
  const uint8_t *kinds = grundy_digraph_kinds(g);
  if (kinds == NULL) return 5;
  arrays[5] = grundy_npz_column_new(grundy_npz_game_members[GRUNDY_NPZ_KINDS], 'u', 1, size,
                                    grundy_npz_fill_bytes, kinds);
  return 6;
}

/* ---- writing names --------------------------------------------------------------------- */

static void fill_names(const grundy_npz_column *column, uint64_t first, uint64_t count,
                       unsigned char *bytes) {
  memset(bytes, 0, count * column->npy.item);
  for (uint64_t v = first; v < first + count; v++, bytes += column->npy.item) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(column->source, (uint32_t)v, scratch);
    unsigned char *to = bytes;
    const unsigned char *end = bytes + column->npy.item;
    for (size_t left = strlen(name), size; left > 0 && to < end;
         left -= size, name += size, to += 4) {
      uint32_t character = 0;
      size = grundy_utf8_next(name, left, &character);
      grundy_put_little_endian(to, character, 4);
    }
  }
}

grundy_status grundy_npz_name_column(const grundy_digraph *g, grundy_npz_column *column,
                                     grundy_error *error) {
  uint64_t order = grundy_digraph_order(g), longest;
  /* Finds the number of characters of the longest name, at least 1. */
  longest = 1;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    size_t length = strlen(name);
    if (grundy_utf8_valid(name, length) < length)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "the name '%.*s' cannot be written in an array of NumPy: it is not UTF-8",
                         grundy_excerpt(name, length), name);
    uint64_t characters = grundy_utf8_count(name, length);
    if (characters > longest) longest = characters;
  }
  if (longest > GRUNDY_NPZ_TEXT_LIMIT / 4)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a name of %" PRIu64
                       " characters cannot be written in an array: it holds at "
                       "most %" PRIu64,
                       longest, GRUNDY_NPZ_TEXT_LIMIT / 4);
  if (longest > GRUNDY_NPZ_NAMES_LIMIT / 4 / (order == 0 ? 1 : order))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "%" PRIu64 " names of up to %" PRIu64 " characters would take more than "
                       "%" PRIu64 " bytes, for an array gives all of them the same room; another "
                       "format can hold them",
                       order, longest, GRUNDY_NPZ_NAMES_LIMIT);
  *column = grundy_npz_column_new("names.npy", 'U', 4 * longest, order, fill_names, g);
  return GRUNDY_OK;
}

/* ---- the format ------------------------------------------------------------------------ */

static grundy_status write_game(FILE *out, const grundy_digraph *g, grundy_work *work,
                                grundy_error *error) {
  grundy_status status = grundy_refuse_attributes(g, "an .npz file", error);
  if (status != GRUNDY_OK) return status;
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  int count = grundy_npz_move_columns(g, columns);
  if (grundy_digraph_has_names(g)) status = grundy_npz_name_column(g, &columns[count++], error);
  return status == GRUNDY_OK ? grundy_npz_write(out, columns, count, work, error) : status;
}

const grundy_format_info grundy_format_npz = {
    .name = "npz",
    .game_endings = ".npz",
    .solution_endings = ".npz",
    .read_game = read_game,
    .write_game = write_game,
    .read_solution = grundy_npz_read_solution,
    .write_solution = grundy_npz_write_solution,
};
