/* Tablebases: explored games stored with their solutions, which are opened without exploring.
 *
 * The buckets are stored as in memory, and used in place if the file is mapped. The reader does not
 * trust the file: it checks that numbers in buckets are vertices and that buckets have room, so
 * every lookup ends. Only the checksum protects against buckets that do not find their
 * positions. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "format/npz.h"
#include "rules/split.h"
#include "text/print.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* ---- writing ----------------------------------------------------------------------------- */

/* Makes a text, which is an array without dimensions. */
static grundy_npz_column text_column(int member, const char *text, size_t length) {
  grundy_npz_column column = grundy_npz_column_new(grundy_npz_game_members[member], 'S', length, 1,
                                                   grundy_npz_fill_bytes, text);
  column.npy.dimensions = 0;
  return column;
}

static grundy_npz_column byte_column(int member, const void *bytes, uint64_t count) {
  grundy_npz_column column = grundy_npz_column_new(grundy_npz_game_members[member], 'u', 1, count,
                                                   grundy_npz_fill_bytes, bytes);
  column.counted = true;
  return column;
}

static int explored_columns(const grundy_explored *explored, grundy_npz_column *arrays) {
  static const uint64_t no_starts[1] = {0}; /* a start without moves has no parts */
  const grundy_positions *p = &explored->positions;
  const char *text = explored->ruleset->text;
  size_t length;
  const char *source = grundy_ruleset_source(explored->ruleset, &length);
  int count = 0;
  arrays[count++] = text_column(GRUNDY_NPZ_RULES, text, strlen(text));
  if (source != NULL) arrays[count++] = text_column(GRUNDY_NPZ_SOURCE, source, length);
  if (explored->ruleset->digraphs != 0)
    arrays[count++] = byte_column(GRUNDY_NPZ_DIGRAPHS, &explored->ruleset->digraphs,
                                  sizeof explored->ruleset->digraphs);
  arrays[count++] = byte_column(GRUNDY_NPZ_POSITIONS, p->at, grundy_positions_end(p));
  if (p->bytes == 0)
    arrays[count++] =
        grundy_npz_column_new("position_starts.npy", 'i', 8, (uint64_t)p->count + 1,
                              grundy_npz_fill_wide, p->count > 0 ? p->starts : no_starts);
  arrays[count++] =
      byte_column(GRUNDY_NPZ_BUCKETS, p->buckets, p->bucket_count * sizeof *p->buckets);
  return count;
}

/* Makes the columns of sums, if the vertices are parts. */
static int sum_columns(const grundy_digraph *g, grundy_npz_column *arrays) {
  const grundy_part_sums *sums = grundy_digraph_part_sums(g);
  uint64_t order = grundy_digraph_order(g), count = grundy_digraph_sum_count(g);
  if (grundy_digraph_type(g) != GRUNDY_GAME_PARTS) return 0;
  arrays[0] = grundy_npz_column_new(grundy_npz_game_members[GRUNDY_NPZ_SUM_ROWS], 'i', 8, order + 1,
                                    grundy_npz_fill_wide, sums->rows);
  arrays[1] = grundy_npz_column_new(grundy_npz_game_members[GRUNDY_NPZ_SUM_STARTS], 'i', 8,
                                    count + 1, grundy_npz_fill_wide, sums->starts);
  arrays[2] = grundy_npz_column_new(grundy_npz_game_members[GRUNDY_NPZ_SUM_PARTS], 'i', 4,
                                    sums->starts[count], grundy_npz_fill_narrow, sums->parts);
  return 3;
}

/* ---- names and fields --------------------------------------------------------------------- */

/* A field of all positions. */
typedef struct field_source {
  const grundy_digraph *g;
  uint32_t field;
  char member[sizeof GRUNDY_NPZ_FIELD + GRUNDY_RULES_MAX_FIELD_NAME + 4];
} field_source;

static void fill_field(const grundy_npz_column *column, uint64_t first, uint64_t count,
                       unsigned char *bytes) {
  const field_source *source = column->source;
  for (uint64_t v = first; v < first + count; v++, bytes += column->npy.item) {
    int64_t values[GRUNDY_RULES_MAX_FIELDS];
    /* It cannot fail: name_columns has asked before. */
    if (grundy_position_field_values(source->g, (uint32_t)v, values, NULL) != GRUNDY_OK)
      values[source->field] = 0;
    grundy_put_little_endian(bytes, (uint64_t)values[source->field], column->npy.item);
  }
}

/* Makes the columns of the names and of the fields, and adds their number to *count. Checks that
 * all positions have all fields. */
static grundy_status name_columns(const grundy_digraph *g, field_source *sources,
                                  grundy_npz_column *arrays, int *count, grundy_error *error) {
  grundy_field_names fields = grundy_position_fields(g);
  grundy_status status = grundy_npz_name_column(g, &arrays[*count], error);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && fields.count > 0 && status == GRUNDY_OK;
       v++) {
    int64_t values[GRUNDY_RULES_MAX_FIELDS];
    status = grundy_position_field_values(g, v, values, error);
  }
  if (status != GRUNDY_OK) return status;
  arrays[(*count)++].name = GRUNDY_NPZ_POSITION_NAMES;
  for (uint32_t i = 0; i < fields.count; i++) {
    sources[i] = (field_source){.g = g, .field = i};
    snprintf(sources[i].member, sizeof sources[i].member, GRUNDY_NPZ_FIELD "%s.npy", fields.at[i]);
    arrays[(*count)++] = grundy_npz_column_new(sources[i].member, 'i', sizeof(int64_t),
                                               grundy_digraph_order(g), fill_field, &sources[i]);
  }
  return GRUNDY_OK;
}

/* ---- the archive -------------------------------------------------------------------------- */

grundy_status grundy_tablebase_write(const grundy_digraph *g, const grundy_solution *solution,
                                     const grundy_write_options *options, FILE *out,
                                     grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_write_options chosen;
  if (explored == NULL || explored->ruleset->in_memory)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "only a game of rules that are in a file or in the gallery can be stored as "
                       "a tablebase");
  grundy_status status = grundy_write_options_check(g, solution, options, &chosen, error);
  if (status != GRUNDY_OK) return status;
  if (chosen.rows != NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a tablebase has a row for every position");
  if (grundy_game_is_window(grundy_digraph_type(g)) && (chosen.columns & GRUNDY_COLUMN_WINDOW) == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the game is a window, and the solution has no column window");
  grundy_npz_column arrays[GRUNDY_NPZ_MEMBERS];
  field_source sources[GRUNDY_RULES_MAX_FIELDS];
  int count = grundy_npz_move_columns(g, arrays);
  count += explored_columns(explored, arrays + count);
  count += sum_columns(g, arrays + count);
  count += grundy_npz_attribute_columns(g, arrays + count);
  count += grundy_npz_solution_columns(g, solution, chosen.columns, arrays + count);
  if (chosen.names) status = name_columns(g, sources, arrays, &count, error);
  if (status != GRUNDY_OK) return status;
  uint64_t items = 0;
  for (int i = 0; i < count; i++)
    if (arrays[i].counted) items += arrays[i].npy.count;
  grundy_work work = grundy_work_start(chosen.monitor, "writing", items);
  errno = 0;
  status = grundy_npz_write(out, arrays, count, &work, error);
  status = grundy_stream_status(out, status, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "base", grundy_digraph_size(g));
  return status;
}

/* ---- rules -------------------------------------------------------------------------------- */

typedef struct reader {
  const grundy_open_options *options;
  grundy_stored_rules_open *open_rules;
  grundy_npz *npz;
  grundy_explored *explored;
  uint32_t order;
} reader;

static grundy_status fail(const reader *r, int member, const char *what) {
  return grundy_npz_fail(r->npz, member, "%s", what);
}

/* Reads a text into a new, NUL-terminated array; *text is NULL or to be freed, even on failure. */
static grundy_status read_text(const reader *r, int member, char **text, size_t *length) {
  grundy_npz_array array;
  *text = NULL;
  grundy_status status = grundy_npz_begin(r->npz, member, &array);
  if (status != GRUNDY_OK) return status;
  *length = array.npy.item;
  if (array.npy.kind != 'S' || array.npy.count != 1 || array.npy.item == 0)
    status = fail(r, member, "this is not a text; expected one text of bytes");
  else if ((*text = grundy_alloc(array.npy.item + 1, 1)) == NULL)
    status = grundy_fail_memory(r->npz->error);
  if (status != GRUNDY_OK) {
    grundy_npz_drop(&array);
    return status;
  }
  (*text)[*length] = '\0';
  return grundy_npz_finish(&array, grundy_npz_bytes(&array, *text, *length));
}

/* Reads the text of the rules, and their script if there is one, and opens them. */
static grundy_status read_rules(const reader *r) {
  grundy_error said = {0}, *error = r->npz->error;
  char *text = NULL, *source = NULL;
  size_t length = 0, source_length = 0;
  grundy_status status = read_text(r, GRUNDY_NPZ_RULES, &text, &length);
  for (size_t i = 0; i < length && status == GRUNDY_OK; i++)
    if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
      status = fail(r, GRUNDY_NPZ_RULES,
                    "there are control characters in it; expected rules such as wythoff:3,5");
  if (status == GRUNDY_OK && grundy_npz_has(r->npz, GRUNDY_NPZ_SOURCE))
    status = read_text(r, GRUNDY_NPZ_SOURCE, &source, &source_length);
  if (status == GRUNDY_OK) {
    status = r->open_rules(text, source, source_length, r->options, &r->explored->ruleset, &said);
    if (status == GRUNDY_BAD_INPUT && said.file[0] == '\0')
      status = grundy_because(error, said.reason,
                              grundy_npz_fail(r->npz, GRUNDY_NPZ_RULES, "%s", said.message));
    else if (status != GRUNDY_OK && error != NULL)
      *error = said;
  }
  free(text);
  free(source);
  return status;
}

/* ---- arrays ------------------------------------------------------------------------------- */

static grundy_status expect_member(const reader *r, int member) {
  if (grundy_npz_has(r->npz, member)) return GRUNDY_OK;
  return grundy_fail_at(r->npz->error, GRUNDY_BAD_INPUT, r->npz->name, 0, 0,
                        "no member '%s', which this tablebase needs",
                        grundy_npz_game_members[member]);
}

/* Begins an array of bytes in one dimension. */
static grundy_status begin_bytes(const reader *r, int member, grundy_npz_array *array) {
  grundy_status status = expect_member(r, member);
  if (status == GRUNDY_OK) status = grundy_npz_begin(r->npz, member, array);
  if (status != GRUNDY_OK) return status;
  if (array->npy.kind == 'u' && array->npy.item == 1 && array->npy.dimensions == 1)
    return GRUNDY_OK;
  grundy_npz_drop(array);
  return fail(r, member, "its items are of another type; expected uint8 in one dimension");
}

/* Finds the bytes in the mapping if they are aligned to a cache line there, because rules may rely
 * on aligned positions. Otherwise *bytes is NULL. */
static grundy_status bytes_in_place(const grundy_npz_array *array, void **bytes) {
  enum { LINE = 64 };
  grundy_status status = grundy_npz_in_place(array, bytes);
  if ((uintptr_t)*bytes % LINE != 0) *bytes = NULL;
  return status;
}

/* Ends an array and reads its bytes to `to`; NULL: they are used in place. */
static grundy_status end_bytes(grundy_npz_array *array, void *to, grundy_status status) {
  if (status == GRUNDY_OK && to != NULL)
    return grundy_npz_finish(array, grundy_npz_bytes(array, to, array->npy.count));
  grundy_npz_drop(array);
  return status;
}

static grundy_status read_positions(const reader *r) {
  grundy_positions *p = &r->explored->positions;
  grundy_npz_array array;
  void *bytes = NULL;
  grundy_status status = begin_bytes(r, GRUNDY_NPZ_POSITIONS, &array);
  if (status != GRUNDY_OK) return status;
  status = bytes_in_place(&array, &bytes);
  bool copied = status == GRUNDY_OK && bytes == NULL;
  if (copied && (bytes = grundy_alloc(array.npy.count, 1)) == NULL)
    status = grundy_fail_memory(r->npz->error);
  p->at = bytes;
  p->room = array.npy.count;
  return end_bytes(&array, copied ? bytes : NULL, status);
}

static grundy_status read_buckets(const reader *r) {
  grundy_positions *p = &r->explored->positions;
  grundy_npz_array array;
  void *bytes = NULL;
  grundy_status status = begin_bytes(r, GRUNDY_NPZ_BUCKETS, &array);
  if (status != GRUNDY_OK) return status;
  uint64_t count = array.npy.count / sizeof *p->buckets;
  if (array.npy.count % sizeof *p->buckets != 0)
    status =
        grundy_npz_fail(r->npz, GRUNDY_NPZ_BUCKETS,
                        "it has %" PRIu64 " bytes; expected a multiple of 64", array.npy.count);
  if (status == GRUNDY_OK) status = bytes_in_place(&array, &bytes);
  bool copied = status == GRUNDY_OK && bytes == NULL;
  if (copied && !grundy_positions_make_buckets(p, count))
    status = grundy_fail_memory(r->npz->error);
  if (!copied) {
    p->buckets = bytes;
    p->bucket_count = count;
  }
  return end_bytes(&array, copied ? p->buckets : NULL, status);
}

static grundy_status take_starts(void *context, const grundy_npz_array *array, uint64_t first,
                                 const int64_t *numbers, uint64_t count) {
  uint64_t *starts = context;
  (void)array;
  for (uint64_t i = 0; i < count; i++) starts[first + i] = (uint64_t)numbers[i];
  return GRUNDY_OK;
}

static grundy_status read_starts(const reader *r) {
  grundy_positions *p = &r->explored->positions;
  grundy_npz_array array;
  void *items = NULL;
  uint64_t count = (uint64_t)r->order + 1;
  grundy_status status = expect_member(r, GRUNDY_NPZ_POSITION_STARTS);
  if (status == GRUNDY_OK)
    status = grundy_npz_begin_integers(r->npz, GRUNDY_NPZ_POSITION_STARTS, count,
                                       "one more than there are positions", &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.item == sizeof *p->starts) status = grundy_npz_in_place(&array, &items);
  if (status != GRUNDY_OK || items != NULL) {
    p->starts = items;
    grundy_npz_drop(&array);
    return status;
  }
  p->starts = grundy_alloc(count, sizeof *p->starts);
  if (p->starts != NULL) return grundy_npz_take(&array, take_starts, p->starts);
  grundy_npz_drop(&array);
  return grundy_fail_memory(r->npz->error);
}

/* ---- sums --------------------------------------------------------------------------------- */

/* Where a taker stores offsets, or parts below a number. */
typedef struct sum_numbers {
  uint64_t *offsets; /* NULL: parts */
  uint32_t *parts;
  uint32_t below;
} sum_numbers;

static grundy_status take_sum_numbers(void *context, const grundy_npz_array *array, uint64_t first,
                                      const int64_t *numbers, uint64_t count) {
  const sum_numbers *to = context;
  for (uint64_t i = first; i < first + count; i++) {
    int64_t number = numbers[i - first];
    uint64_t before = to->offsets == NULL || i == 0 ? 0 : to->offsets[i - 1];
    if (to->offsets == NULL && (number < 0 || number >= to->below))
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 "; expected a number below %" PRIu32,
                             i, number, to->below);
    if (number < 0 || (uint64_t)number < before)
      return grundy_npz_fail(array->npz, array->member,
                             "entry %" PRIu64 " is %" PRId64 " and follows %" PRIu64
                             "; expected numbers that do not decrease",
                             i, number, before);
    if (to->offsets != NULL)
      to->offsets[i] = (uint64_t)number;
    else
      to->parts[i] = (uint32_t)number;
  }
  return GRUNDY_OK;
}

/* Reads an array of `count` numbers into a new array of offsets, or of parts if `offsets` is NULL;
 * `why` says where the count comes from. */
static grundy_status read_sum_numbers(const reader *r, int member, uint64_t count, const char *why,
                                      uint64_t **offsets, uint32_t **parts) {
  grundy_npz_array array;
  sum_numbers to = {.below = r->order};
  grundy_status status = expect_member(r, member);
  if (status == GRUNDY_OK) status = grundy_npz_begin_integers(r->npz, member, count, why, &array);
  if (status != GRUNDY_OK) return status;
  if (offsets != NULL)
    *offsets = to.offsets = grundy_alloc(count, sizeof *to.offsets);
  else
    *parts = to.parts = grundy_alloc(count, sizeof *to.parts);
  if (to.offsets != NULL || to.parts != NULL) return grundy_npz_take(&array, take_sum_numbers, &to);
  grundy_npz_drop(&array);
  return grundy_fail_memory(r->npz->error);
}

/* Reads the sums of a tablebase of parts, and gives them to the digraph. */
static grundy_status read_sums(const reader *r, grundy_digraph *g) {
  grundy_part_sums sums = {0};
  if (!grundy_npz_has_sums(r->npz)) return GRUNDY_OK;
  if (!r->explored->ruleset->has_split)
    return fail(r, GRUNDY_NPZ_SUM_ROWS, "the positions of these rules do not come apart");
  grundy_status status = read_sum_numbers(r, GRUNDY_NPZ_SUM_ROWS, (uint64_t)r->order + 1,
                                          "one more than there are parts", &sums.rows, NULL);
  if (status == GRUNDY_OK)
    status = read_sum_numbers(r, GRUNDY_NPZ_SUM_STARTS, sums.rows[r->order] + 1,
                              "one more than the last entry of sum_rows.npy", &sums.starts, NULL);
  if (status == GRUNDY_OK)
    status = read_sum_numbers(r, GRUNDY_NPZ_SUM_PARTS, sums.starts[sums.rows[r->order]],
                              "the last entry of sum_starts.npy", NULL, &sums.parts);
  if (status == GRUNDY_OK && !grundy_part_sums_fit(g, &sums))
    status = fail(r, GRUNDY_NPZ_SUM_PARTS, "these are not sums of parts that have moves");
  if (status == GRUNDY_OK) grundy_digraph_give_part_sums(g, &sums);
  grundy_part_sums_free(&sums);
  return status;
}

/* ---- checking ----------------------------------------------------------------------------- */

/* Checks that no position is empty or too long, and that their sizes add up to the bytes
 * present. */
static grundy_status check_sizes(const reader *r) {
  const grundy_positions *p = &r->explored->positions;
  if (p->bytes > 0) {
    uint64_t expected = (uint64_t)r->order * p->bytes;
    if (p->room == expected) return GRUNDY_OK;
    return grundy_npz_fail(r->npz, GRUNDY_NPZ_POSITIONS,
                           "it has %" PRIu64 " bytes; expected %" PRIu64 ", %" PRIu32
                           " for every position",
                           p->room, expected, p->bytes);
  }
  for (uint64_t v = 0; v <= r->order; v++) {
    uint64_t before = v == 0 ? 0 : p->starts[v - 1], size = p->starts[v] - before;
    if (v == 0 ? size == 0 : p->starts[v] > before && size <= GRUNDY_RULES_MAX_POSITION) continue;
    return grundy_npz_fail(r->npz, GRUNDY_NPZ_POSITION_STARTS,
                           "entry %" PRIu64 " is %" PRId64
                           "; expected 0 at first, and then up to %d more than the one before",
                           v, (int64_t)p->starts[v], (int)GRUNDY_RULES_MAX_POSITION);
  }
  if (p->starts[r->order] == p->room) return GRUNDY_OK;
  return grundy_npz_fail(r->npz, GRUNDY_NPZ_POSITIONS,
                         "it has %" PRIu64 " bytes; expected %" PRIu64
                         ", the last entry of position_starts.npy",
                         p->room, p->starts[r->order]);
}

static grundy_status check_buckets(const reader *r) {
  const grundy_positions *p = &r->explored->positions;
  uint64_t sum = 0;
  for (uint64_t b = 0; b < p->bucket_count; b++) {
    const grundy_bucket *bucket = &p->buckets[b];
    if (bucket->count > GRUNDY_BUCKET)
      return grundy_npz_fail(r->npz, GRUNDY_NPZ_BUCKETS,
                             "bucket %" PRIu64 " has %" PRIu32 " positions; expected at most %d", b,
                             bucket->count, (int)GRUNDY_BUCKET);
    for (uint32_t i = 0; i < bucket->count; i++)
      if (bucket->numbers[i] >= r->order)
        return grundy_npz_fail(r->npz, GRUNDY_NPZ_BUCKETS,
                               "in bucket %" PRIu64 " there is position %" PRIu32
                               "; expected a number below %" PRIu32,
                               b, bucket->numbers[i], r->order);
    sum += bucket->count;
  }
  if (sum == r->order && (sum == 0 || sum < GRUNDY_BUCKET * p->bucket_count)) return GRUNDY_OK;
  return grundy_npz_fail(r->npz, GRUNDY_NPZ_BUCKETS,
                         "there are %" PRIu64 " positions in %" PRIu64 " buckets; expected %" PRIu32
                         ", and room for more",
                         sum, p->bucket_count, r->order);
}

/* Checks that the files among the arguments have not changed since the tablebase was made. */
static grundy_status check_digraphs(const reader *r) {
  const grundy_ruleset *ruleset = r->explored->ruleset;
  grundy_npz_array array;
  uint64_t stored = 0;
  if (ruleset->digraphs == 0) return GRUNDY_OK;
  grundy_status status = begin_bytes(r, GRUNDY_NPZ_DIGRAPHS, &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.count != sizeof stored)
    status = fail(r, GRUNDY_NPZ_DIGRAPHS, "this is not a checksum; expected 8 bytes");
  status = end_bytes(&array, &stored, status);
  if (status != GRUNDY_OK || stored == ruleset->digraphs) return status;
  return grundy_npz_fail(r->npz, GRUNDY_NPZ_DIGRAPHS,
                         "a digraph among the arguments of '%.*s' has changed since; expected the "
                         "one that the tablebase was made with, or a new tablebase",
                         grundy_excerpt(ruleset->text, strlen(ruleset->text)), ruleset->text);
}

/* Checks that the start has not changed since the tablebase was made, as the rules may have: it is
 * the first position, or all its parts are in the tablebase. */
static grundy_status check_start(const reader *r) {
  grundy_positions *p = &r->explored->positions;
  grundy_error *error = r->npz->error;
  if (!grundy_npz_has_sums(r->npz)) {
    grundy_position_lookup start = {.positions = p};
    grundy_status status =
        grundy_ruleset_start(r->explored->ruleset, grundy_take_known, &start, error);
    if (status != GRUNDY_OK || (start.known && start.v == 0)) return status;
    return fail(r, GRUNDY_NPZ_POSITIONS,
                "the first one is not where the rules start; expected positions of these rules");
  }
  grundy_splitter splitter = {.ruleset = r->explored->ruleset};
  grundy_aligned_position start;
  uint32_t v;
  grundy_status status =
      grundy_ruleset_start(r->explored->ruleset, grundy_aligned_take, &start, error);
  if (status == GRUNDY_OK) status = grundy_split(&splitter, grundy_aligned_get(&start), error);
  for (uint64_t i = 0; i < splitter.parts.count && status == GRUNDY_OK; i++) {
    grundy_position part = grundy_position_list_get(&splitter.parts, i);
    if (!grundy_positions_find(p, part, grundy_position_hash(part), &v))
      status = fail(r, GRUNDY_NPZ_POSITIONS,
                    "a part of the start is missing; expected the parts of "
                    "these rules");
  }
  grundy_splitter_free(&splitter);
  return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

static grundy_status read_explored(const reader *r) {
  grundy_positions *p = &r->explored->positions;
  grundy_status status = read_rules(r);
  if (status == GRUNDY_OK) status = check_digraphs(r);
  if (status != GRUNDY_OK) return status;
  const grundy_ruleset *ruleset = r->explored->ruleset;
  p->bytes = ruleset->bytes;
  p->count = r->order;
  status = read_positions(r);
  if (status == GRUNDY_OK && p->bytes == 0) status = read_starts(r);
  if (status == GRUNDY_OK) status = read_buckets(r);
  if (status == GRUNDY_OK) status = check_sizes(r);
  for (uint32_t v = 0; v < r->order && ruleset->kind->valid != NULL && status == GRUNDY_OK; v++)
    if (!grundy_ruleset_valid(ruleset, grundy_positions_get(p, v)))
      status = grundy_npz_fail(r->npz, GRUNDY_NPZ_POSITIONS,
                               "position %" PRIu32
                               " is damaged; expected an integer, a string or an array of integers",
                               v);
  if (status == GRUNDY_OK) status = check_buckets(r);
  return status == GRUNDY_OK ? check_start(r) : status;
}

/* If the digraph has taken over the mapping, the file is mapped again. Arrays in the mapping are
 * recognized by their addresses. */
static grundy_status attach(void *context, grundy_npz *npz, grundy_digraph *g) {
  reader r = *(const reader *)context;
  r.npz = npz;
  r.order = g->order;
  if (!r.options->accepts_windows) {
    grundy_status status = grundy_npz_refuse_window(npz, g);
    if (status != GRUNDY_OK) return status;
  }
  if (!grundy_npz_has(npz, GRUNDY_NPZ_RULES)) return GRUNDY_OK;
  if (!r.options->parts) {
    grundy_status parts = grundy_npz_refuse_parts(npz);
    if (parts != GRUNDY_OK) return parts;
  }
  if (grundy_npz_has(npz, GRUNDY_NPZ_GAME_NAMES))
    return fail(&r, GRUNDY_NPZ_GAME_NAMES, "there are rules, too; give only one");
  r.explored = grundy_explored_new(NULL, r.options);
  if (r.explored == NULL) return grundy_fail_memory(npz->error);
  if (npz->mapping.length == 0) grundy_npz_map(npz);
  grundy_status status = read_explored(&r);
  if (status == GRUNDY_OK) status = read_sums(&r, g);
  r.explored->positions.mapping = npz->mapping;
  npz->mapping = (grundy_mapping){0};
  if (status == GRUNDY_OK)
    grundy_explored_name(g, r.explored);
  else
    grundy_explored_free(r.explored);
  return status;
}

grundy_status grundy_tablebase_read(const char *path, const grundy_open_options *options,
                                    grundy_stored_rules_open *open_rules, grundy_digraph **g,
                                    grundy_error *error) {
  FILE *in;
  reader r = {.options = options, .open_rules = open_rules};
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_npz_read_game_with(in, grundy_input_name(path), options->monitor, attach, &r, g,
                                     error);
  grundy_input_close(in);
  return status;
}
