/* The scratch file: its header, then moves, lengths of rows, and columns. */

#include "external/scratch.h"

#include <grundy/solve.h>

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <platform.h>

/* In the byte order of this machine: scratch files do not travel. */
typedef struct header {
  char magic[24];
  grundy_scratch_game game;
  uint64_t rows, moves;  /* that are complete */
  uint64_t moves_hash;   /* of these moves */
  uint64_t lengths_hash; /* of the lengths of these rows */
  uint64_t saved;        /* columns */
  uint64_t saved_hash[GRUNDY_COLUMN_COUNT];
  uint64_t lazy; /* 1 if the counter needs lazy levels */
} header;

enum { ROWS_BEGIN = 4096, CHECK_BLOCK = 1 << 14, WRITE_BLOCK = 1 << 22 };

static const char magic[sizeof((header *)0)->magic] = "grundy reverse rows 2\n";

struct grundy_scratch {
  int file;
  char *path;
  header head;
  XXH3_state_t *moves_sum;   /* of all moves that were appended */
  XXH3_state_t *lengths_sum; /* of the lengths of the complete rows */
  uint64_t appended;         /* moves of rows that are not complete */
  bool created;              /* by this run */
};

/* ---- reading and writing ----------------------------------------------------------------- */

/* Returns 0, or the reason; a file that ends too early gives ENODATA. */
static int read_at(int file, void *bytes, uint64_t count, uint64_t at) {
  char *to = bytes;
  while (count > 0) {
    ssize_t got = pread(file, to, count < (1U << 30) ? count : 1U << 30, (off_t)at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return got < 0 ? errno : ENODATA;
    to += got;
    at += (uint64_t)got;
    count -= (uint64_t)got;
  }
  return 0;
}

static int write_at(int file, const void *bytes, uint64_t count, uint64_t at) {
  const char *from = bytes;
  while (count > 0) {
    ssize_t put = pwrite(file, from, count < (1U << 26) ? count : 1U << 26, (off_t)at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return put < 0 ? errno : EIO;
    from += put;
    at += (uint64_t)put;
    count -= (uint64_t)put;
  }
  return 0;
}

static uint64_t place_of(uint64_t move) {
  return ROWS_BEGIN + 4 * move;
}

/* Lengths follow after the moves, and columns after the lengths. */
static uint64_t place_of_length(const header *head, uint64_t row) {
  return place_of(head->game.size) + 4 * row;
}

int grundy_scratch_read(const grundy_scratch *scratch, uint64_t first, uint64_t count,
                        uint32_t *moves) {
  return read_at(scratch->file, moves, 4 * count, place_of(first));
}

int grundy_scratch_read_lengths(const grundy_scratch *scratch, uint64_t first, uint64_t count,
                                uint32_t *lengths) {
  return read_at(scratch->file, lengths, 4 * count, place_of_length(&scratch->head, first));
}

void grundy_scratch_announce(const grundy_scratch *scratch, uint64_t first, uint64_t count) {
  grundy_platform_announce(scratch->file, place_of(first), 4 * count);
}

grundy_status grundy_scratch_fail(const grundy_scratch *scratch, int reason, grundy_error *error) {
  if (reason == ENODATA)
    return grundy_fail_at(error, GRUNDY_IO_ERROR, scratch->path, 0, 0,
                          "something truncated the scratch file; run again");
  return grundy_fail_at(error, GRUNDY_IO_ERROR, scratch->path, 0, 0, "%s", strerror(reason));
}

/* Writes in blocks, so that the work can be cancelled. */
grundy_status grundy_scratch_append(grundy_scratch *scratch, const uint32_t *moves, uint64_t count,
                                    grundy_work *work, grundy_error *error) {
  const header *head = &scratch->head;
  assert(count <= head->game.size - head->moves - scratch->appended);
  for (uint64_t at = 0, block; at < count; at += block) {
    block = count - at < WRITE_BLOCK ? count - at : WRITE_BLOCK;
    int reason =
        write_at(scratch->file, moves + at, 4 * block, place_of(head->moves + scratch->appended));
    if (reason != 0) return grundy_scratch_fail(scratch, reason, error);
    (void)XXH3_64bits_update(scratch->moves_sum, moves + at, 4 * block);
    scratch->appended += block;
    if (!grundy_work_step(work, block)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

grundy_status grundy_scratch_complete(grundy_scratch *scratch, const uint32_t *lengths,
                                      uint64_t rows, grundy_error *error) {
  header *head = &scratch->head;
  assert(rows <= head->game.order - head->rows);
  int reason = write_at(scratch->file, lengths, 4 * rows, place_of_length(head, head->rows));
  if (reason != 0) return grundy_scratch_fail(scratch, reason, error);
  (void)XXH3_64bits_update(scratch->lengths_sum, lengths, 4 * rows);
  head->rows += rows;
  head->moves += scratch->appended;
  scratch->appended = 0;
  head->moves_hash = XXH3_64bits_digest(scratch->moves_sum);
  head->lengths_hash = XXH3_64bits_digest(scratch->lengths_sum);
  reason = write_at(scratch->file, head, sizeof *head, 0);
  return reason == 0 ? GRUNDY_OK : grundy_scratch_fail(scratch, reason, error);
}

/* ---- columns ----------------------------------------------------------------------------- */

/* Returns how many bytes the disk has room for; UINT64_MAX if that is unknown. */
static uint64_t room_on_disk(const grundy_scratch *scratch) {
  struct statvfs disk;
  if (fstatvfs(scratch->file, &disk) != 0) return UINT64_MAX;
  __extension__ unsigned __int128 room = (unsigned __int128)disk.f_bavail * disk.f_frsize;
  return room > UINT64_MAX ? UINT64_MAX : (uint64_t)room;
}

static int index_of(grundy_columns column) {
  assert(column != 0 && (column & (column - 1)) == 0);
  return __builtin_ctz(column);
}

/* Reads or writes a column in blocks, and lets *hash be its hash. Returns 0, or the reason; -1 if
 * cancelled. */
static int transfer(const grundy_scratch *scratch, int column, uint32_t *to, const uint32_t *from,
                    uint64_t *hash, grundy_work *work) {
  const header *head = &scratch->head;
  const uint32_t *numbers = to != NULL ? to : from;
  assert(numbers != NULL);
  *hash = 0;
  for (uint64_t at = 0, count; at < head->game.order; at += count) {
    uint64_t left = head->game.order - at, arrays = 1 + (uint64_t)(unsigned)column;
    uint64_t place = place_of_length(head, arrays * head->game.order + at);
    count = left < WRITE_BLOCK ? left : WRITE_BLOCK;
    int reason = to != NULL ? read_at(scratch->file, to + at, 4 * count, place)
                            : write_at(scratch->file, from + at, 4 * count, place);
    if (reason != 0) return reason;
    *hash = XXH3_64bits_withSeed(numbers + at, 4 * count, *hash);
    if (!grundy_work_step(work, count)) return -1;
  }
  return 0;
}

grundy_status grundy_scratch_save(grundy_scratch *scratch, grundy_columns column,
                                  const uint32_t *numbers, grundy_work *work, grundy_error *error) {
  header *head = &scratch->head;
  int index = index_of(column);
  if ((head->saved & column) != 0) return GRUNDY_OK;
  if (room_on_disk(scratch) / 5 < head->game.order) return GRUNDY_OK;
  int reason = transfer(scratch, index, NULL, numbers, &head->saved_hash[index], work);
  if (reason < 0) return grundy_fail_cancelled(error);
  if (reason != 0) return GRUNDY_OK;
  head->saved |= column;
  if (write_at(scratch->file, head, sizeof *head, 0) != 0) head->saved &= ~(uint64_t)column;
  return GRUNDY_OK;
}

grundy_status grundy_scratch_load(grundy_scratch *scratch, grundy_columns column, uint32_t *numbers,
                                  bool *found, grundy_work *work, grundy_error *error) {
  header *head = &scratch->head;
  int index = index_of(column);
  uint64_t hash = 0;
  *found = false;
  if ((head->saved & column) == 0) return GRUNDY_OK;
  int reason = transfer(scratch, index, numbers, NULL, &hash, work);
  if (reason < 0) return grundy_fail_cancelled(error);
  *found = reason == 0 && hash == head->saved_hash[index];
  if (!*found) head->saved &= ~(uint64_t)column;
  return GRUNDY_OK;
}

void grundy_scratch_note_lazy(grundy_scratch *scratch) {
  scratch->head.lazy = 1;
  (void)write_at(scratch->file, &scratch->head, sizeof scratch->head, 0);
}

bool grundy_scratch_is_lazy(const grundy_scratch *scratch) {
  return scratch->head.lazy != 0;
}

/* ---- other files in the folder ------------------------------------------------------------- */

/* Reserves room for the whole file, because writing to a mapping cannot fail with a message. */
static grundy_status map_file(const grundy_scratch *scratch, int file, const char *what,
                              uint64_t bytes, grundy_mapping *mapping, grundy_error *error) {
  int reason = grundy_platform_reserve(file, bytes);
  if (reason == ENOSPC || reason == EFBIG)
    return grundy_fail_at(error, GRUNDY_UNABLE, scratch->path, 0, 0,
                          "%s need %.1f MiB of disk more than there are", what,
                          (double)bytes / (1 << 20));
  if (reason != 0) return grundy_scratch_fail(scratch, reason, error);
  void *base = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (base == MAP_FAILED) return grundy_scratch_fail(scratch, errno, error);
  *mapping = (grundy_mapping){base, bytes};
  return GRUNDY_OK;
}

grundy_status grundy_scratch_map(const grundy_scratch *scratch, const char *what, uint64_t bytes,
                                 grundy_mapping *mapping, grundy_error *error) {
  static const char more[] = "-XXXXXX";
  size_t length = strlen(scratch->path);
  char *name = grundy_alloc(length + sizeof more, 1);
  if (name == NULL) return grundy_fail_memory(error);
  memcpy(name, scratch->path, length);
  memcpy(name + length, more, sizeof more);
  int file = mkstemp(name);
  int reason = errno;
  if (file >= 0) (void)unlink(name);
  free(name);
  if (file < 0) return grundy_scratch_fail(scratch, reason, error);
  grundy_status status = map_file(scratch, file, what, bytes, mapping, error);
  (void)close(file);
  return status;
}

/* ---- opening ----------------------------------------------------------------------------- */

/* Fails if the disk has no room for the rows that are missing. */
static grundy_status check_disk(const grundy_scratch *scratch, grundy_error *error) {
  const header *head = &scratch->head;
  uint64_t need = place_of(head->game.size - head->moves) + 4 * (head->game.order - head->rows);
  uint64_t room = room_on_disk(scratch);
  if (room >= need) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_UNABLE, scratch->path, 0, 0,
                        "needs %.1f GiB of disk, of which %.1f GiB are free",
                        (double)need / (1 << 30), (double)room / (1 << 30));
}

static grundy_status fail_damaged(const grundy_scratch *scratch, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_IO_ERROR, scratch->path, 0, 0,
                        "the scratch file is damaged; remove it and run again");
}

/* Reads part of the complete rows: moves, or lengths. */
typedef int read_function(const grundy_scratch *scratch, uint64_t first, uint64_t count,
                          uint32_t *numbers);

/* Hashes `count` numbers of the file, and lets *total be their sum. */
static grundy_status hash_numbers(const grundy_scratch *scratch, read_function *read,
                                  uint64_t count, XXH3_state_t *sum, uint64_t *total,
                                  grundy_work *work, grundy_error *error) {
  uint32_t *block = grundy_alloc(CHECK_BLOCK, sizeof *block);
  if (block == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  for (uint64_t at = 0, more; status == GRUNDY_OK && at < count; at += more) {
    more = count - at < CHECK_BLOCK ? count - at : CHECK_BLOCK;
    int reason = read(scratch, at, more, block);
    if (reason != 0) {
      status = reason == ENODATA ? fail_damaged(scratch, error)
                                 : grundy_scratch_fail(scratch, reason, error);
      break;
    }
    (void)XXH3_64bits_update(sum, block, 4 * more);
    for (uint64_t i = 0; i < more; i++) *total += block[i];
    if (!grundy_work_step(work, more)) status = grundy_fail_cancelled(error);
  }
  free(block);
  return status;
}

/* Checks the complete rows against their hashes, which are continued later, and their lengths
 * against the number of their moves. */
static grundy_status check_rows(grundy_scratch *scratch, grundy_work *work, grundy_error *error) {
  const header *head = &scratch->head;
  if (head->rows == 0 && head->moves == 0) return GRUNDY_OK;
  uint64_t moves = 0, ignored = 0;
  grundy_status status = hash_numbers(scratch, grundy_scratch_read_lengths, head->rows,
                                      scratch->lengths_sum, &moves, work, error);
  if (status == GRUNDY_OK)
    status = hash_numbers(scratch, grundy_scratch_read, head->moves, scratch->moves_sum, &ignored,
                          work, error);
  if (status != GRUNDY_OK) return status;
  bool right = moves == head->moves && XXH3_64bits_digest(scratch->moves_sum) == head->moves_hash &&
               XXH3_64bits_digest(scratch->lengths_sum) == head->lengths_hash;
  return right ? GRUNDY_OK : fail_damaged(scratch, error);
}

/* Takes up the rows of an earlier run, or writes the header of a new file. */
static grundy_status take_up(grundy_scratch *scratch, const grundy_scratch_game *game,
                             grundy_work *work, grundy_error *error) {
  struct stat about;
  header *head = &scratch->head;
  int reason = fstat(scratch->file, &about) == 0 ? 0 : errno;
  if (reason == 0 && !S_ISREG(about.st_mode)) reason = EINVAL;
  bool is_new = reason == 0 && about.st_size == 0;
  if (reason == 0 && !is_new) reason = read_at(scratch->file, head, sizeof *head, 0);
  scratch->created |= is_new; /* an empty file was left by a run that was killed */
  if (is_new) {
    memcpy(head->magic, magic, sizeof head->magic);
    head->game = *game;
    head->moves_hash = XXH3_64bits_digest(scratch->moves_sum);
    head->lengths_hash = XXH3_64bits_digest(scratch->lengths_sum);
    reason = write_at(scratch->file, head, sizeof *head, 0);
  }
  if (reason != 0 && reason != ENODATA) return grundy_scratch_fail(scratch, reason, error);
  if (reason == ENODATA || memcmp(head->magic, magic, sizeof head->magic) != 0)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, scratch->path, 0, 0,
                          "not a scratch file of this version; remove it or use another folder");
  if (head->game.order != game->order || head->game.size != game->size ||
      head->game.hash != game->hash)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, scratch->path, 0, 0,
                          "the scratch file of another game; remove it or use another folder");
  if (head->rows > game->order || head->moves > game->size) return fail_damaged(scratch, error);
  return check_rows(scratch, work, error);
}

/* Opens or creates the file, and locks it. Another process may have removed it in between; then
 * *named is false: there may be a new file of that name, which must not be taken for this one. */
static grundy_status lock_file(grundy_scratch *scratch, bool *named, grundy_error *error) {
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW;
  struct stat opened, found;
  if (scratch->file >= 0) (void)close(scratch->file);
  scratch->file = open(scratch->path, flags | O_CREAT | O_EXCL, 0600);
  scratch->created = scratch->file >= 0;
  *named = false;
  if (!scratch->created && errno == EEXIST) {
    scratch->file = open(scratch->path, flags);
    if (scratch->file < 0 && errno == ENOENT) return GRUNDY_OK;
  }
  if (scratch->file < 0) return grundy_scratch_fail(scratch, errno, error);
  if (flock(scratch->file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return grundy_scratch_fail(scratch, errno, error);
    scratch->created = false; /* it belongs to the other process now */
    return grundy_fail_at(error, GRUNDY_IO_ERROR, scratch->path, 0, 0,
                          "another process is using this scratch file");
  }
  if (fstat(scratch->file, &opened) != 0) return grundy_scratch_fail(scratch, errno, error);
  /* What the file says about the game is believed, so nobody else may write it. */
  if (opened.st_uid != geteuid())
    return grundy_fail_at(error, GRUNDY_IO_ERROR, scratch->path, 0, 0,
                          "this scratch file belongs to another user; use another folder");
  *named = stat(scratch->path, &found) == 0 && found.st_dev == opened.st_dev &&
           found.st_ino == opened.st_ino;
  return GRUNDY_OK;
}

static grundy_status open_file(grundy_scratch *scratch, const char *folder, grundy_error *error) {
  size_t room = strlen(folder) + sizeof "/" GRUNDY_SCRATCH_FILE;
  scratch->path = grundy_alloc(room, 1);
  scratch->moves_sum = XXH3_createState();
  scratch->lengths_sum = XXH3_createState();
  if (scratch->path == NULL || scratch->moves_sum == NULL || scratch->lengths_sum == NULL)
    return grundy_fail_memory(error);
  (void)XXH3_64bits_reset(scratch->moves_sum);
  (void)XXH3_64bits_reset(scratch->lengths_sum);
  (void)snprintf(scratch->path, room, "%s/%s", folder, GRUNDY_SCRATCH_FILE);
  bool named = false;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && !named) status = lock_file(scratch, &named, error);
  return status;
}

grundy_status grundy_scratch_open(const char *folder, const grundy_scratch_game *game,
                                  grundy_work *work, grundy_scratch **scratch,
                                  grundy_error *error) {
  grundy_scratch *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->file = -1;
  grundy_status status = open_file(made, folder, error);
  if (status == GRUNDY_OK) status = take_up(made, game, work, error);
  if (status == GRUNDY_OK) status = check_disk(made, error);
  if (status == GRUNDY_OK)
    *scratch = made;
  else
    grundy_scratch_close(made, !made->created);
  return status;
}

void grundy_scratch_close(grundy_scratch *scratch, bool keep) {
  if (scratch == NULL) return;
  if (scratch->file >= 0 && !keep) (void)unlink(scratch->path);
  if (scratch->file >= 0) (void)close(scratch->file);
  XXH3_freeState(scratch->moves_sum);
  XXH3_freeState(scratch->lengths_sum);
  free(scratch->path);
  free(scratch);
}

uint64_t grundy_scratch_rows(const grundy_scratch *scratch) {
  return scratch->head.rows;
}
