#include "columns.h"

#include "engine/cluster.h"

#include <inttypes.h>
#include <string.h>

/* The columns that are checked here. */
#define READABLE (GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS)

/* ---- layout ---------------------------------------------------------------------------- */

static bool is_known(int member) {
  return member == GRUNDY_NPZ_K_INDICES || member == GRUNDY_NPZ_NAMES ||
         (member < GRUNDY_COLUMN_COUNT && (READABLE >> member & 1) != 0);
}

static grundy_status locate(columns *c, const grundy_npz *npz, int member) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(npz, member, &array);
  if (status != GRUNDY_OK) return status;
  status = grundy_npz_locate(&array, &c->places[member]);
  grundy_npz_drop(&array);
  const grundy_npy *npy = &c->places[member].npy;
  bool integers = (npy->kind == 'i' || npy->kind == 'u') &&
                  (npy->item == 1 || npy->item == 4 || npy->item == 8);
  if (status == GRUNDY_OK && member != GRUNDY_NPZ_NAMES && !integers)
    status = grundy_npz_fail(npz, member, "its items are of another type");
  uint64_t entries = c->game->blocks.order + (UINT64_C(1) << member == GRUNDY_COLUMN_K);
  if (status == GRUNDY_OK && member != GRUNDY_NPZ_K_INDICES && npy->count != entries)
    status = grundy_npz_fail(npz, member,
                             "its length is %" PRIu64 "; expected %" PRIu64
                             ", one for every position of the game",
                             npy->count, entries);
  c->has[member] = status == GRUNDY_OK;
  return status;
}

static grundy_status locate_all(columns *c, const grundy_npz *npz) {
  grundy_status status = GRUNDY_OK;
  for (int member = 0; member < GRUNDY_NPZ_SOLUTION_MEMBERS && status == GRUNDY_OK; member++) {
    if (!is_known(member) || !grundy_npz_has(npz, member)) continue;
    status = locate(c, npz, member);
    if (member < GRUNDY_COLUMN_COUNT) c->there |= (grundy_columns)1 << member;
  }
  if (status == GRUNDY_OK && (c->there & GRUNDY_COLUMN_K) != 0 && !c->has[GRUNDY_NPZ_K_INDICES])
    status = grundy_npz_fail(npz, __builtin_ctz(GRUNDY_COLUMN_K), "it needs 'k_indices.npy' too");
  return status;
}

static grundy_status read_layout(columns *c, const char *path, grundy_error *error) {
  grundy_work work = grundy_work_start(NULL, "reading", 0);
  grundy_npz npz = {.name = path, .error = error, .work = &work};
  npz.members = grundy_npz_solution_members;
  npz.count = GRUNDY_NPZ_SOLUTION_MEMBERS;
  npz.tolerates = grundy_npz_is_of_tablebase;
  FILE *in = fopen(path, "rb");
  if (in == NULL) return shared_file_fail_missing(path, error);
  grundy_status status = grundy_npz_open(&npz, in);
  if (status == GRUNDY_OK && npz.unknown[0] != '\0')
    status = grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                            "the member '%s' is not known; expected a solution", npz.unknown);
  if (status == GRUNDY_OK) status = locate_all(c, &npz);
  grundy_npz_close(&npz);
  (void)fclose(in);
  return status;
}

/* ---- entries --------------------------------------------------------------------------- */

static grundy_status fail_entry(const columns *c, int member, uint64_t index, uint64_t number,
                                grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, c->file.path, 0, 0,
                        "%s: entry %" PRIu64 " is %" PRId64 "; expected -1 or a number up to "
                        "%" PRIu32,
                        grundy_npz_solution_members[member], index, (int64_t)number,
                        GRUNDY_INFINITY - 1);
}

/* Reads entries of a member as numbers of 32 bits, with -1 as infinity. */
static grundy_status read_entries(const columns *c, int member, uint64_t first, uint64_t count,
                                  uint32_t *numbers, uint32_t *checksum, grundy_error *error) {
  enum { BATCH = 1 << 12 };
  uint64_t wide[BATCH];
  grundy_status status = GRUNDY_OK;
  for (uint64_t done = 0, got; done < count && status == GRUNDY_OK; done += got) {
    got = count - done < BATCH ? count - done : BATCH;
    status = shared_file_integers(&c->file, &c->places[member], first + done, got, wide, checksum,
                                  error);
    for (uint64_t i = 0; i < got && status == GRUNDY_OK; i++) {
      if (wide[i] >= GRUNDY_INFINITY && wide[i] != UINT64_MAX)
        status = fail_entry(c, member, first + done + i, wide[i], error);
      numbers[done + i] = (uint32_t)wide[i];
    }
  }
  return status;
}

static grundy_status read_column(columns *c, int member, grundy_error *error) {
  const blocks *b = &c->game->blocks;
  uint32_t checksum = 0;
  uint32_t *numbers = c->numbers[member] = grundy_alloc(b->own, sizeof *numbers);
  grundy_status status = numbers == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = read_entries(c, member, b->first, b->own, numbers, &checksum, error);
  status = team_agree(c->game->team, status, error);
  if (status != GRUNDY_OK) return status;
  return shared_file_check(&c->file, &c->places[member], grundy_npz_solution_members[member],
                           checksum, b->own * c->places[member].npy.item, error);
}

/* ---- sets ------------------------------------------------------------------------------ */

/* Reads where the own sets begin; the last offset of a share is the first one of the next. */
static grundy_status read_starts(columns *c, uint64_t *first, uint32_t *checksum,
                                 grundy_error *error) {
  const blocks *b = &c->game->blocks;
  const grundy_npz_place *place = &c->places[__builtin_ctz(GRUNDY_COLUMN_K)];
  bool last = c->game->team->rank == c->game->team->ranks - 1;
  uint32_t ignored = 0;
  c->set_starts = grundy_alloc((uint64_t)b->own + 1, sizeof *c->set_starts);
  if (c->set_starts == NULL) return grundy_fail_memory(error);
  uint64_t *starts = c->set_starts, count = c->places[GRUNDY_NPZ_K_INDICES].npy.count;
  grundy_status status =
      shared_file_integers(&c->file, place, b->first, b->own, starts, checksum, error);
  if (status == GRUNDY_OK)
    status = shared_file_integers(&c->file, place, (uint64_t)b->first + b->own, 1, starts + b->own,
                                  last ? checksum : &ignored, error);
  bool right = status == GRUNDY_OK && (b->first > 0 || starts[0] == 0) &&
               (!last || starts[b->own] == count) && starts[b->own] <= count;
  for (uint32_t i = 0; i < b->own && right; i++) right = starts[i] <= starts[i + 1];
  if (status == GRUNDY_OK && !right)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, c->file.path, 0, 0,
                          "k_indptr.npy has wrong entries; expected increasing ones from 0 to the "
                          "number of entries of k_indices.npy");
  *first = starts[0];
  for (uint64_t i = 0; i <= b->own && status == GRUNDY_OK; i++) starts[i] -= *first;
  return status;
}

static grundy_status read_sets(columns *c, grundy_error *error) {
  const team *t = c->game->team;
  const blocks *b = &c->game->blocks;
  const int starts = __builtin_ctz(GRUNDY_COLUMN_K), numbers = GRUNDY_NPZ_K_INDICES;
  uint32_t checksum = 0, checksum_numbers = 0;
  uint64_t first = 0;
  grundy_status status = team_agree(t, read_starts(c, &first, &checksum, error), error);
  if (status == GRUNDY_OK)
    status = shared_file_check(
        &c->file, &c->places[starts], "k_indptr.npy", checksum,
        ((uint64_t)b->own + (t->rank == t->ranks - 1)) * c->places[starts].npy.item, error);
  if (status != GRUNDY_OK) return status;
  uint64_t count = c->set_starts[b->own];
  c->set_numbers = grundy_alloc(count, sizeof *c->set_numbers);
  status = c->set_numbers == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = read_entries(c, numbers, first, count, c->set_numbers, &checksum_numbers, error);
  status = team_agree(t, status, error);
  if (status != GRUNDY_OK) return status;
  return shared_file_check(&c->file, &c->places[numbers], "k_indices.npy", checksum_numbers,
                           count * c->places[numbers].npy.item, error);
}

/* ---- names ----------------------------------------------------------------------------- */

/* Checks that the rows are in the order of the game: the names must be the same bytes. */
static grundy_status compare_names(const columns *c, grundy_error *error) {
  enum { SIZE = 1 << 12 };
  unsigned char mine[SIZE], theirs[SIZE];
  const grundy_npz_place *a = &c->game->layout.names, *b = &c->places[GRUNDY_NPZ_NAMES];
  bool same = c->game->layout.has_names == c->has[GRUNDY_NPZ_NAMES] && a->npy.item == b->npy.item &&
              a->npy.kind == b->npy.kind;
  uint64_t item = a->npy.item, size = same ? c->game->blocks.own * item : 0;
  uint64_t first = c->game->blocks.first * item;
  grundy_status status = GRUNDY_OK;
  for (uint64_t done = 0, got; done < size && same && status == GRUNDY_OK; done += got) {
    got = size - done < SIZE ? size - done : SIZE;
    status = shared_file_read(&c->game->file, a->begin + first + done, mine, got, error);
    if (status == GRUNDY_OK)
      status = shared_file_read(&c->file, b->begin + first + done, theirs, got, error);
    same = status == GRUNDY_OK && memcmp(mine, theirs, got) == 0;
  }
  if (status == GRUNDY_OK && !same)
    status = grundy_fail_at(error, GRUNDY_UNABLE, c->file.path, 0, 0,
                            "its names are not those of the game in the same order; use 'grundy "
                            "verify'");
  return status;
}

/* ---- all ------------------------------------------------------------------------------- */

grundy_status columns_open(columns *c, const game *g, const char *path, grundy_error *error) {
  *c = (columns){.game = g};
  grundy_status status = team_agree(g->team, read_layout(c, path, error), error);
  if (status == GRUNDY_OK) status = shared_file_open(&c->file, g->team, path, error);
  if (status == GRUNDY_OK && (g->layout.has_names || c->has[GRUNDY_NPZ_NAMES]))
    status = team_agree(g->team, compare_names(c, error), error);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    if ((c->there >> i & 1) == 0) continue;
    status =
        (grundy_columns)1 << i == GRUNDY_COLUMN_K ? read_sets(c, error) : read_column(c, i, error);
  }
  return status;
}

void columns_close(columns *c) {
  (void)shared_file_close(&c->file, GRUNDY_OK, NULL);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) free(c->numbers[i]);
  free(c->set_starts);
  free(c->set_numbers);
}
