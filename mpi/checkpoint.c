/* A checkpoint is one file in a folder: a header, and arrays with four bytes for every position of
 * the game. It is complete or absent, and does not depend on the number of ranks. */

#include "run.h"

#include "engine/cluster.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>

#define MAGIC "grundy-mpi checkpoint 2\n"

enum { HEADER_SIZE = 4096, PATH_SIZE = 4096 };

typedef struct header {
  char magic[32];
  uint64_t order, size;
  uint32_t offsets, moves; /* the checksums of both arrays, to recognize the game */
  uint32_t wanted;
  progress at;
  uint32_t checksums[ARRAY_COUNT];
  uint32_t own_checksum; /* of everything before it */
} header;

static uint32_t checksum_of(const header *h) {
  return (uint32_t)crc32_z(0, (const unsigned char *)h, offsetof(header, own_checksum));
}

/* Returns whether a phase has begun to fill an array. */
static bool is_in_use(const run *r, array which, uint32_t now) {
  static const grundy_kernel first[ARRAY_COUNT] = {
      [ARRAY_REMOTENESS] = GRUNDY_KERNEL_REMOTENESS,
      [ARRAY_MISERE] = GRUNDY_KERNEL_MISERE,
      [ARRAY_STATE] = GRUNDY_KERNEL_PEEL,
      [ARRAY_VALUES] = GRUNDY_KERNEL_PEEL,
      [ARRAY_COUNTER] = GRUNDY_KERNEL_LEVELS,
  };
  return r->arrays[which] != NULL && first[which] <= now;
}

static void path_of(const run *r, const char *name, char path[PATH_SIZE]) {
  (void)snprintf(path, PATH_SIZE, "%.4000s/%s", r->folder, name);
}

/* Returns where the own share of an array is in the file. */
static uint64_t place_of(const run *r, uint64_t before) {
  const blocks *b = &r->game->blocks;
  return HEADER_SIZE + 4 * (before * b->order + b->first);
}

static header header_of(const run *r) {
  header h = {.order = r->game->blocks.order,
              .size = r->game->size,
              .offsets = r->game->layout.offsets.checksum,
              .moves = r->game->layout.targets.checksum ^ r->game->layout.kinds.checksum,
              .wanted = r->wanted,
              .at = r->at};
  (void)snprintf(h.magic, sizeof h.magic, "%s", MAGIC);
  return h;
}

/* ---- saving ---------------------------------------------------------------------------- */

static grundy_status write_arrays(const run *r, const shared_file *file, header *h) {
  uint64_t before = 0, size = 4 * (uint64_t)run_own(r);
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < ARRAY_COUNT && status == GRUNDY_OK; i++) {
    if (!is_in_use(r, (array)i, r->at.phase)) continue;
    uint32_t checksum = (uint32_t)crc32_z(0, (const unsigned char *)r->arrays[i], size);
    h->checksums[i] = shared_file_combine(r->team, checksum, size);
    status = shared_file_write(file, place_of(r, before++), r->arrays[i], size, r->error);
    status = team_agree(r->team, status, r->error);
  }
  return status;
}

static grundy_status write_file(const run *r, const char *path) {
  shared_file file;
  header h = header_of(r);
  grundy_status status = shared_file_create(&file, r->team, path, r->error);
  if (status != GRUNDY_OK) return status;
  status = write_arrays(r, &file, &h);
  h.own_checksum = checksum_of(&h);
  if (status == GRUNDY_OK && r->team->rank == 0)
    status = shared_file_write(&file, 0, &h, sizeof h, r->error);
  status = team_agree(r->team, status, r->error); /* since syncing is collective */
  if (status == GRUNDY_OK && MPI_File_sync(file.file) != MPI_SUCCESS)
    status = grundy_fail(r->error, GRUNDY_IO_ERROR, "writing '%s' failed", path);
  status = team_agree(r->team, status, r->error);
  return shared_file_close(&file, status, r->error);
}

grundy_status checkpoint_save(run *r) {
  char made[PATH_SIZE], path[PATH_SIZE];
  path_of(r, "checkpoint.new", made);
  path_of(r, "checkpoint", path);
  grundy_status status = write_file(r, made);
  if (status == GRUNDY_OK && r->team->rank == 0 && rename(made, path) != 0)
    status =
        grundy_fail_at(r->error, GRUNDY_IO_ERROR, path, 0, 0, "cannot write: %s", strerror(errno));
  if (status != GRUNDY_OK && r->team->rank == 0) (void)remove(made);
  r->saved = grundy_clock();
  return team_agree(r->team, status, r->error);
}

void checkpoint_remove(const run *r) {
  char path[PATH_SIZE];
  if (r->folder == NULL || r->team->rank != 0) return;
  path_of(r, "checkpoint", path);
  (void)remove(path);
  path_of(r, "checkpoint.new", path); /* of a run that was killed */
  (void)remove(path);
}

/* ---- resuming -------------------------------------------------------------------------- */

static grundy_status fail_damaged(const run *r, const char *path) {
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "the checkpoint is damaged; remove it to begin again");
}

static grundy_status check_header(const run *r, const header *h, const char *path) {
  header mine = header_of(r);
  if (memcmp(h->magic, mine.magic, sizeof mine.magic) != 0 || h->at.phase > GRUNDY_KERNEL_LEVELS ||
      h->own_checksum != checksum_of(h))
    return fail_damaged(r, path);
  if (h->order == mine.order && h->size == mine.size && h->offsets == mine.offsets &&
      h->moves == mine.moves && h->wanted == mine.wanted)
    return GRUNDY_OK;
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "the checkpoint belongs to another game or to other columns; remove it, or "
                        "use another folder");
}

static grundy_status read_arrays(run *r, const shared_file *file, const header *h) {
  uint64_t before = 0, size = 4 * (uint64_t)run_own(r);
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < ARRAY_COUNT && status == GRUNDY_OK; i++) {
    if (!is_in_use(r, (array)i, h->at.phase)) continue;
    status = shared_file_read(file, place_of(r, before++), r->arrays[i], size, r->error);
    uint32_t checksum = (uint32_t)crc32_z(0, (const unsigned char *)r->arrays[i], size);
    uint32_t whole = shared_file_combine(r->team, checksum, size);
    if (status == GRUNDY_OK && whole != h->checksums[i]) status = fail_damaged(r, file->path);
    status = team_agree(r->team, status, r->error);
  }
  return status;
}

static grundy_status read_file(run *r, const char *path) {
  shared_file file;
  header h;
  grundy_status status = shared_file_open(&file, r->team, path, r->error);
  if (status != GRUNDY_OK) return status;
  status = shared_file_read(&file, 0, &h, sizeof h, r->error);
  if (status == GRUNDY_OK) status = check_header(r, &h, path);
  status = team_agree(r->team, status, r->error);
  if (status == GRUNDY_OK) status = read_arrays(r, &file, &h);
  if (status == GRUNDY_OK) r->at = h.at;
  return shared_file_close(&file, status, r->error);
}

static grundy_status make_folder(const run *r) {
  struct stat about;
  if (r->team->rank != 0 || mkdir(r->folder, 0777) == 0) return GRUNDY_OK;
  if (errno == EEXIST && stat(r->folder, &about) == 0 && S_ISDIR(about.st_mode)) return GRUNDY_OK;
  return grundy_fail_at(r->error, GRUNDY_IO_ERROR, r->folder, 0, 0, "cannot make the folder: %s",
                        strerror(errno));
}

/* Says on rank 0 where the run continues, and from which state. */
static void say_resumed(const run *r, const char *path, time_t saved) {
  char when[32] = "";
  struct tm at;
  if (r->quiet || r->team->rank != 0) return;
  if (localtime_r(&saved, &at) != NULL) (void)strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S", &at);
  (void)fprintf(stderr, "grundy-mpi: continuing from %s, saved %s: %s %" PRIu32 "\n", path, when,
                run_phase_name(r->at.phase), r->at.label);
}

grundy_status checkpoint_resume(run *r) {
  char path[PATH_SIZE];
  struct stat about;
  path_of(r, "checkpoint", path);
  grundy_status status = team_agree(r->team, make_folder(r), r->error);
  if (status != GRUNDY_OK) return status;
  bool exists = r->team->rank == 0 && stat(path, &about) == 0;
  r->resumed = team_largest(exists) != 0;
  if (!r->resumed) return GRUNDY_OK;
  status = read_file(r, path);
  if (status == GRUNDY_OK && exists) say_resumed(r, path, about.st_mtime);
  return status;
}
