#include "output.h"

#include "engine/cluster.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { CHUNK = 1 << 20, MOST_COLUMNS = 14, PATH_SIZE = 4096 };

typedef struct writer writer;

/* Puts own items first … first + count - 1 of a column into `bytes`. */
typedef grundy_status maker(const writer *w, uint64_t first, uint64_t count, unsigned char *bytes);

/* A column, and which of its items this rank writes. */
typedef struct column {
  grundy_npz_column about; /* of all ranks */
  uint64_t first, own;
  maker *make;
} column;

struct writer {
  const run *r;
  column columns[MOST_COLUMNS];
  int count;
  const column *current;
  uint64_t sets_before;  /* numbers in the sets of ranks before this one … */
  uint64_t bytes_before; /* … and bytes of their positions */
  shared_file file;
};

/* ---- items ----------------------------------------------------------------------------- */

static grundy_status make_labels(const writer *w, uint64_t first, uint64_t count,
                                 unsigned char *bytes) {
  const uint32_t *state = (const uint32_t *)w->current->about.source + first;
  for (uint64_t i = 0; i < count; i++)
    grundy_put_little_endian(bytes + 4 * i, grundy_label_number(state[i]), 4);
  return GRUNDY_OK;
}

static grundy_status make_outcomes(const writer *w, uint64_t first, uint64_t count,
                                   unsigned char *bytes) {
  const uint32_t *state = w->current->about.source;
  uint64_t each = w->r->game->per_entry;
  for (uint64_t i = 0; i < count; i++)
    bytes[i] = grundy_outcome_of_remoteness(grundy_label_number(state[(first + i) * each]));
  return GRUNDY_OK;
}

static grundy_status make_numbers(const writer *w, uint64_t first, uint64_t count,
                                  unsigned char *bytes) {
  const uint32_t *numbers = (const uint32_t *)w->current->about.source + first;
  for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 4 * i, numbers[i], 4);
  return GRUNDY_OK;
}

static grundy_status make_absences(const writer *w, uint64_t first, uint64_t count,
                                   unsigned char *bytes) {
  const uint32_t *values = (const uint32_t *)w->current->about.source + first;
  for (uint64_t i = 0; i < count; i++) bytes[i] = values[i] != GRUNDY_INFINITY;
  return GRUNDY_OK;
}

static grundy_status make_starts(const writer *w, uint64_t first, uint64_t count,
                                 unsigned char *bytes) {
  uint64_t item = w->current->about.npy.item;
  for (uint64_t i = 0; i < count; i++)
    grundy_put_little_endian(bytes + item * i, w->sets_before + w->r->set_starts[first + i], item);
  return GRUNDY_OK;
}

static grundy_status make_names(const writer *w, uint64_t first, uint64_t count,
                                unsigned char *bytes) {
  const grundy_npz_place *names = &w->r->game->layout.names;
  uint64_t item = names->npy.item;
  return shared_file_read(&w->r->game->file,
                          names->begin + (w->r->game->blocks.entry + first) * item, bytes,
                          count * item, w->r->error);
}

static grundy_status make_bytes(const writer *w, uint64_t first, uint64_t count,
                                unsigned char *bytes) {
  memcpy(bytes, w->r->game->positions.at + first, count);
  return GRUNDY_OK;
}

/* A rank without positions has no starts, but the last rank writes where all of them end. */
static grundy_status make_position_starts(const writer *w, uint64_t first, uint64_t count,
                                          unsigned char *bytes) {
  const grundy_positions *p = &w->r->game->positions;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t start = p->count == 0 ? 0 : p->starts[first + i];
    grundy_put_little_endian(bytes + 8 * i, w->bytes_before + start, 8);
  }
  return GRUNDY_OK;
}

/* ---- columns --------------------------------------------------------------------------- */

static column *add(writer *w, const char *name, char kind, uint64_t item, maker *make,
                   const void *source) {
  const blocks *b = &w->r->game->blocks;
  assert(w->count < MOST_COLUMNS);
  column *c = &w->columns[w->count++];
  *c = (column){.about = grundy_npz_column_new(name, kind, item, b->entries, NULL, source),
                .first = b->entry,
                .own = b->own / w->r->game->per_entry,
                .make = make};
  return c;
}

static void add_sets(writer *w) {
  const run *r = w->r;
  uint32_t own = run_own(r);
  uint64_t numbers = r->set_starts[own], all = team_sum(numbers);
  w->sets_before = team_sum_before(r->team, numbers);
  column *starts = add(w, "k_indptr.npy", 'i', grundy_npz_width(all), make_starts, NULL);
  starts->about.npy.count++;
  starts->own += r->team->rank == r->team->ranks - 1;
  column *members = add(w, "k_indices.npy", 'i', 4, make_numbers, r->set_numbers);
  members->about.npy.count = all;
  members->first = w->sets_before;
  members->own = numbers;
  if ((r->wanted & GRUNDY_COLUMN_GRUNDY) == 0)
    add(w, "k_absent.npy", 'u', 1, make_absences, r->arrays[ARRAY_VALUES]);
}

/* Adds the positions of rules, in the form in which tablebases have them. */
static void add_positions(writer *w) {
  const run *r = w->r;
  const grundy_positions *p = &r->game->positions;
  uint64_t size = p->bytes > 0    ? (uint64_t)p->count * p->bytes
                  : p->count == 0 ? 0
                                  : p->starts[p->count];
  w->bytes_before = team_sum_before(r->team, size);
  column *bytes = add(w, "positions.npy", 'u', 1, make_bytes, NULL);
  bytes->about.npy.count = team_sum(size);
  bytes->first = w->bytes_before;
  bytes->own = size;
  if (p->bytes > 0) return;
  column *starts = add(w, "position_starts.npy", 'i', 8, make_position_starts, NULL);
  starts->about.npy.count++;
  starts->own += r->team->rank == r->team->ranks - 1;
}

/* Adds the columns in the order of the library. */
static void add_columns(writer *w) {
  const run *r = w->r;
  const struct {
    grundy_columns column;
    array array;
    const char *name;
    maker *make;
  } plain[] = {
      {GRUNDY_COLUMN_OUTCOME, ARRAY_REMOTENESS, "outcome.npy", make_outcomes},
      {GRUNDY_COLUMN_GRUNDY, ARRAY_VALUES, "grundy.npy", make_numbers},
      {GRUNDY_COLUMN_K, ARRAY_VALUES, NULL, NULL},
      {GRUNDY_COLUMN_REMOTENESS, ARRAY_REMOTENESS, "remoteness.npy", make_labels},
      {GRUNDY_COLUMN_DISTANCE, ARRAY_STATE, "distance.npy", make_labels},
      {GRUNDY_COLUMN_COUNTER, ARRAY_COUNTER, "counter.npy", make_numbers},
      {GRUNDY_COLUMN_MISERE, ARRAY_MISERE, "misere.npy", make_outcomes},
      {GRUNDY_COLUMN_MISERE_REMOTENESS, ARRAY_MISERE, "misere_remoteness.npy", make_labels},
  };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    bool letters = plain[i].make == make_outcomes;
    if ((r->wanted & plain[i].column) == 0) continue;
    if (plain[i].column == GRUNDY_COLUMN_K)
      add_sets(w);
    else
      add(w, plain[i].name, letters ? 'u' : 'i', letters ? 1 : 4, plain[i].make,
          r->arrays[plain[i].array]);
  }
  if (r->game->rules != NULL) add_positions(w);
  if (r->game->layout.has_names)
    add(w, "names.npy", r->game->layout.names.npy.kind, r->game->layout.names.npy.item, make_names,
        NULL);
}

/* ---- writing --------------------------------------------------------------------------- */

/* Writes the own items of a column, and finds their checksum. */
static grundy_status put_items(writer *w, uint64_t begin, unsigned char *bytes,
                               uint32_t *checksum) {
  const column *c = w->current;
  uint64_t item = c->about.npy.item, most = item == 0 || item > CHUNK ? 1 : CHUNK / item;
  grundy_status status = GRUNDY_OK;
  *checksum = 0;
  for (uint64_t done = 0, count; done < c->own && status == GRUNDY_OK; done += count) {
    count = c->own - done < most ? c->own - done : most;
    status =
        team_is_interrupted() ? grundy_fail_cancelled(w->r->error) : c->make(w, done, count, bytes);
    *checksum = (uint32_t)crc32_z(*checksum, bytes, count * item);
    if (status == GRUNDY_OK)
      status = shared_file_write(&w->file, begin + (c->first + done) * item, bytes, count * item,
                                 w->r->error);
  }
  return status;
}

static grundy_status put_columns(writer *w, uint32_t *checksums) {
  uint64_t begins[MOST_COLUMNS], longest = CHUNK;
  grundy_npz_column about[MOST_COLUMNS];
  for (int i = 0; i < w->count; i++) {
    about[i] = w->columns[i].about;
    if (about[i].npy.item > longest) longest = about[i].npy.item;
  }
  grundy_npz_plan(about, w->count, begins);
  unsigned char *bytes = grundy_alloc(longest, 1);
  grundy_status status = bytes == NULL ? grundy_fail_memory(w->r->error) : GRUNDY_OK;
  status = team_agree(w->r->team, status, w->r->error);
  for (int i = 0; i < w->count && status == GRUNDY_OK; i++) {
    uint32_t checksum;
    w->current = &w->columns[i];
    status = team_agree(w->r->team, put_items(w, begins[i], bytes, &checksum), w->r->error);
    uint64_t size = w->current->own * w->current->about.npy.item;
    checksums[i] = shared_file_combine(w->r->team, checksum, size);
    if (status == GRUNDY_OK && w->current->make == make_names)
      status = shared_file_check(&w->r->game->file, &w->r->game->layout.names, "names.npy",
                                 checksum, size, w->r->error);
  }
  free(bytes);
  return status;
}

static grundy_status fail_path(const writer *w, const char *path) {
  return grundy_fail_at(w->r->error, GRUNDY_IO_ERROR, path, 0, 0, "cannot write: %s",
                        strerror(errno));
}

/* Writes everything but the items, and gives the file its name. For one rank. */
static grundy_status finish(const writer *w, const uint32_t *checksums, const char *made,
                            const char *path) {
  grundy_npz_column about[MOST_COLUMNS];
  for (int i = 0; i < w->count; i++) about[i] = w->columns[i].about;
  FILE *out = fopen(made, "r+b");
  if (out == NULL) return fail_path(w, made);
  grundy_status status = grundy_npz_write_frame(out, about, w->count, checksums, w->r->error);
  if (status == GRUNDY_OK && fsync(fileno(out)) != 0) status = fail_path(w, made);
  if (fclose(out) != 0 && status == GRUNDY_OK) status = fail_path(w, made);
  if (status == GRUNDY_OK && rename(made, path) != 0) status = fail_path(w, path);
  return status;
}

static grundy_status write_file(writer *w, const char *made, const char *path) {
  uint32_t checksums[MOST_COLUMNS];
  const run *r = w->r;
  grundy_status status = shared_file_create(&w->file, r->team, made, r->error);
  if (status != GRUNDY_OK) return status;
  status = put_columns(w, checksums);
  if (status == GRUNDY_OK && MPI_File_sync(w->file.file) != MPI_SUCCESS)
    status = grundy_fail(r->error, GRUNDY_IO_ERROR, "writing '%s' failed", made);
  status = shared_file_close(&w->file, team_agree(r->team, status, r->error), r->error);
  if (status == GRUNDY_OK && r->team->rank == 0) status = finish(w, checksums, made, path);
  if (status != GRUNDY_OK && r->team->rank == 0) (void)remove(made);
  return team_agree(r->team, status, r->error);
}

grundy_status output_check(const team *t, const char *path, grundy_error *error) {
  grundy_output *output = NULL;
  grundy_status status = team_agree(t, grundy_output_open(path, &output, error), error);
  grundy_output_discard(output);
  return status;
}

grundy_status output_write(const run *r, const char *path) {
  char made[PATH_SIZE];
  writer w = {.r = r};
  (void)snprintf(made, sizeof made, "%.4000s.partial", path);
  add_columns(&w);
  return write_file(&w, made, path);
}
