/* Writing an archive. libzip pulls the bytes of the arrays through one callback and pushes
 * those of the archive through another: no array is ever in memory as a whole. */

#include "npz/npz.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

enum { ALIGNMENT = 64, BLOCK = 1 << 16 };

typedef struct writer {
  grundy_work *work;
  bool cancelled;

  /* The array that is read: its header, then its items, through a block. */
  unsigned char *block;
  uint64_t block_items; /* as many as fit */
  uint64_t begin, end;  /* block[begin … end - 1] is still to be read */
  uint64_t left;        /* items that are not in the block yet */
  zip_error_t reading;

  /* The archive, from `base` on in the file. */
  FILE *file;
  off_t base;
  zip_uint64_t position, length;
  zip_error_t writing;
  int reason; /* an errno, once writing failed */
} writer;

/* What libzip hands to a callback for an array. */
typedef struct member {
  writer *w;
  grundy_npz_column *column;
} member;

void grundy_npz_put(unsigned char *bytes, uint64_t number, uint64_t size) {
  for (uint64_t i = 0; i < size; i++, number >>= 8) bytes[i] = (unsigned char)number;
}

grundy_npz_column grundy_npz_column_new(const char *name, char kind, uint64_t item, uint64_t count,
                                        grundy_npz_next *next, const void *source) {
  grundy_npz_column column = {.name = name, .next = next, .source = source};
  column.npy = (grundy_npy){.kind = kind, .item = item, .count = count, .dimensions = 1};
  return column;
}

void grundy_npz_next_bytes(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  const unsigned char *source = column->source;
  memcpy(bytes, source + column->at * column->npy.item, count * column->npy.item);
  column->at += count;
}

void grundy_npz_next_wide(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  const uint64_t *source = column->source;
  for (uint64_t i = 0; i < count; i++, bytes += column->npy.item)
    grundy_npz_put(bytes, source[column->at++], column->npy.item);
}

void grundy_npz_next_narrow(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  const uint32_t *source = column->source;
  for (uint64_t i = 0; i < count; i++, bytes += column->npy.item)
    grundy_npz_put(bytes, source[column->at++], column->npy.item);
}

void grundy_npz_next_reals(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  const double *source = column->source;
  for (uint64_t i = 0; i < count; i++, bytes += sizeof(double)) {
    uint64_t bits;
    memcpy(&bits, &source[column->at++], sizeof bits);
    grundy_npz_put(bytes, bits, sizeof bits);
  }
}

/* ---- arrays ---------------------------------------------------------------------------- */

static uint64_t member_size(const grundy_npz_column *column) {
  return GRUNDY_NPY_HEADER + column->npy.count * column->npy.item;
}

static void open_member(writer *w, const grundy_npz_column *column) {
  grundy_npy_print(&column->npy, w->block);
  w->begin = 0;
  w->end = GRUNDY_NPY_HEADER;
  w->left = column->npy.count;
  w->block_items = column->npy.item == 0 ? BLOCK : BLOCK / column->npy.item;
  if (w->block_items == 0) w->block_items = 1;
}

/* Fills the empty block with the next items. False if the work is to stop. */
static bool refill(writer *w, grundy_npz_column *column) {
  uint64_t count = w->left < w->block_items ? w->left : w->block_items;
  column->next(column, count, w->block);
  w->left -= count;
  w->begin = 0;
  w->end = count * column->npy.item;
  return grundy_work_step(w->work, column->counted ? count : 0);
}

static zip_int64_t read_member(writer *w, grundy_npz_column *column, unsigned char *to,
                               zip_uint64_t size) {
  zip_uint64_t got = 0;
  while (got < size) {
    if (w->begin == w->end) {
      if (w->left == 0) break;
      if (!refill(w, column)) {
        w->cancelled = true;
        grundy_libzip.zip_error_set(&w->reading, ZIP_ER_CANCELLED, 0);
        return -1;
      }
    }
    uint64_t piece = w->end - w->begin < size - got ? w->end - w->begin : size - got;
    memcpy(to + got, w->block + w->begin, piece);
    w->begin += piece;
    got += piece;
  }
  return (zip_int64_t)got;
}

static zip_int64_t stat_member(const grundy_npz_column *column, zip_stat_t *about) {
  grundy_libzip.zip_stat_init(about);
  about->size = about->comp_size = member_size(column);
  about->comp_method = ZIP_CM_STORE;
  about->valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
  return sizeof *about;
}

static zip_int64_t member_callback(void *context, void *data, zip_uint64_t length,
                                   zip_source_cmd_t command) {
  member *m = context;
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_READABLE;
  case ZIP_SOURCE_STAT:
    return stat_member(m->column, data);
  case ZIP_SOURCE_OPEN:
    open_member(m->w, m->column);
    return 0;
  case ZIP_SOURCE_READ:
    return read_member(m->w, m->column, data, length);
  case ZIP_SOURCE_ERROR:
    return grundy_libzip.zip_error_to_data(&m->w->reading, data, length);
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_FREE:
    return 0;
  default:
    grundy_libzip.zip_error_set(&m->w->reading, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

/* ---- the archive ----------------------------------------------------------------------- */

static zip_int64_t fail_writing(writer *w, int code) {
  w->reason = errno == 0 ? EIO : errno;
  grundy_libzip.zip_error_set(&w->writing, code, w->reason);
  return -1;
}

static zip_int64_t write_archive(writer *w, const void *data, zip_uint64_t size) {
  errno = 0;
  if (fwrite(data, 1, size, w->file) != size) return fail_writing(w, ZIP_ER_WRITE);
  w->position += size;
  if (w->position > w->length) w->length = w->position;
  return (zip_int64_t)size;
}

static zip_int64_t seek_archive(writer *w, void *data, zip_uint64_t size) {
  zip_int64_t to =
      grundy_libzip.zip_source_seek_compute_offset(w->position, w->length, data, size, &w->writing);
  if (to < 0) return -1;
  errno = 0;
  if (fseeko(w->file, w->base + (off_t)to, SEEK_SET) != 0) return fail_writing(w, ZIP_ER_SEEK);
  w->position = (zip_uint64_t)to;
  return 0;
}

static zip_int64_t stat_archive(zip_stat_t *about) {
  grundy_libzip.zip_stat_init(about);
  about->size = 0;
  about->valid = ZIP_STAT_SIZE;
  return sizeof *about;
}

static zip_int64_t archive_callback(void *context, void *data, zip_uint64_t length,
                                    zip_source_cmd_t command) {
  writer *w = context;
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_STAT:
    return stat_archive(data);
  case ZIP_SOURCE_WRITE:
    return write_archive(w, data, length);
  case ZIP_SOURCE_SEEK_WRITE:
    return seek_archive(w, data, length);
  case ZIP_SOURCE_TELL_WRITE:
    return (zip_int64_t)w->position;
  case ZIP_SOURCE_COMMIT_WRITE:
    errno = 0;
    return fflush(w->file) == 0 ? 0 : fail_writing(w, ZIP_ER_WRITE);
  case ZIP_SOURCE_ERROR:
    return grundy_libzip.zip_error_to_data(&w->writing, data, length);
  case ZIP_SOURCE_OPEN:
  case ZIP_SOURCE_READ:
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_SEEK:
  case ZIP_SOURCE_TELL:
  case ZIP_SOURCE_BEGIN_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE:
  case ZIP_SOURCE_FREE:
    return 0;
  default:
    grundy_libzip.zip_error_set(&w->writing, ZIP_ER_OPNOTSUPP, 0);
    return -1;
  }
}

/* Pads the local header of a member so that its bytes begin at a multiple of ALIGNMENT, with
 * the extra field that zipalign uses: the alignment, and zeros. Returns where its bytes end, or
 * 0 if memory runs out. */
static uint64_t align_member(zip_t *zip, zip_uint64_t index, const grundy_npz_column *column,
                             uint64_t offset) {
  enum { ID = 0xd935, LOCAL_HEADER = 30, FIELD = 4, ZIP64_FIELD = 20 };
  uint64_t size = member_size(column);
  uint64_t begin = offset + LOCAL_HEADER + strlen(column->name) + FIELD + 2;
  if (size >= UINT32_MAX) begin += ZIP64_FIELD;
  uint16_t padding = (uint16_t)(-begin % ALIGNMENT);
  zip_uint8_t bytes[2 + ALIGNMENT] = {ALIGNMENT};
  if (grundy_libzip.zip_file_extra_field_set(zip, index, ID, ZIP_EXTRA_FIELD_NEW, bytes,
                                             (zip_uint16_t)(2 + padding), ZIP_FL_LOCAL) != 0)
    return 0;
  return begin + padding + size;
}

/* Always the same date, so that the same arrays give the same file: that of NumPy's archives,
 * the first of January 1980. */
static bool add_member(zip_t *zip, member *m, uint64_t *offset) {
  enum { NO_TIME = 0, FIRST_DAY = 1 << 5 | 1 };
  zip_source_t *source = grundy_libzip.zip_source_function(zip, member_callback, m);
  if (source == NULL) return false;
  zip_int64_t index = grundy_libzip.zip_file_add(zip, m->column->name, source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    grundy_libzip.zip_source_free(source);
    return false;
  }
  zip_uint64_t at = (zip_uint64_t)index;
  if (grundy_libzip.zip_set_file_compression(zip, at, ZIP_CM_STORE, 0) != 0 ||
      grundy_libzip.zip_file_set_dostime(zip, at, NO_TIME, FIRST_DAY, 0) != 0)
    return false;
  *offset = align_member(zip, at, m->column, *offset);
  return *offset != 0;
}

static grundy_status fail_archive(const writer *w, const zip_error_t *problem,
                                  grundy_error *error) {
  if (w->cancelled) return grundy_fail_cancelled(error);
  if (w->reason != 0)
    return grundy_fail(error, GRUNDY_IO_ERROR, "writing failed: %s", strerror(w->reason));
  if (grundy_libzip.zip_error_code_zip(problem) == ZIP_ER_MEMORY) return grundy_fail_memory(error);
  return grundy_fail(error, GRUNDY_IO_ERROR, "writing an archive failed: libzip error %d",
                     grundy_libzip.zip_error_code_zip(problem));
}

/* Writes the archive to w->file, which can seek. */
static grundy_status write_members(writer *w, member *members, int count, grundy_error *error) {
  zip_error_t problem;
  uint64_t offset = 0;
  grundy_libzip.zip_error_init(&problem);
  zip_source_t *source = grundy_libzip.zip_source_function_create(archive_callback, w, &problem);
  zip_t *zip =
      source == NULL
          ? NULL
          : grundy_libzip.zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &problem);
  grundy_status status = GRUNDY_OK;
  if (zip == NULL) {
    status = fail_archive(w, &problem, error);
    grundy_libzip.zip_source_free(source);
    grundy_libzip.zip_error_fini(&problem);
    return status;
  }
  bool good = true;
  for (int i = 0; i < count && good; i++) good = add_member(zip, &members[i], &offset);
  if (!good || grundy_libzip.zip_close(zip) != 0) {
    status = fail_archive(w, grundy_libzip.zip_get_error(zip), error);
    grundy_libzip.zip_discard(zip);
  }
  grundy_libzip.zip_error_fini(&problem);
  return status;
}

/* ---- the stream ------------------------------------------------------------------------ */

/* Can the stream go back and write again? One that appends cannot. */
static bool can_go_back(FILE *out, off_t *position) {
  struct stat about;
  int descriptor = fileno(out);
  if (descriptor < 0 || fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return false;
  int flags = fcntl(descriptor, F_GETFL);
  *position = ftello(out);
  return flags >= 0 && (flags & O_APPEND) == 0 && *position >= 0;
}

static grundy_status copy_file(FILE *in, FILE *out, unsigned char *block, grundy_error *error) {
  size_t got;
  rewind(in);
  errno = 0;
  while ((got = fread(block, 1, BLOCK, in)) > 0)
    if (fwrite(block, 1, got, out) != got) break;
  if (!ferror(in) && !ferror(out)) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_IO_ERROR, "writing failed: %s",
                     strerror(errno == 0 ? EIO : errno));
}

static grundy_status write_to(writer *w, FILE *out, member *members, int count,
                              grundy_error *error) {
  w->file = out;
  if (can_go_back(out, &w->base)) return write_members(w, members, count, error);
  w->base = 0;
  w->file = tmpfile();
  if (w->file == NULL)
    return grundy_fail(error, GRUNDY_IO_ERROR, "no temporary file can be made: %s",
                       strerror(errno));
  grundy_status status = write_members(w, members, count, error);
  if (status == GRUNDY_OK) status = copy_file(w->file, out, w->block, error);
  fclose(w->file);
  return status;
}

grundy_status grundy_npz_write(FILE *out, grundy_npz_column *columns, int count, grundy_work *work,
                               grundy_error *error) {
  member members[GRUNDY_NPZ_MEMBERS];
  writer w = {.work = work};
  uint64_t longest = BLOCK;
  for (int i = 0; i < count; i++) {
    members[i] = (member){&w, &columns[i]};
    if (columns[i].npy.item > longest) longest = columns[i].npy.item;
  }
  grundy_status status = grundy_libzip_load(error);
  if (status != GRUNDY_OK) return status;
  w.block = grundy_alloc(longest, 1);
  if (w.block == NULL) return grundy_fail_memory(error);
  grundy_libzip.zip_error_init(&w.reading);
  grundy_libzip.zip_error_init(&w.writing);
  status = write_to(&w, out, members, count, error);
  grundy_libzip.zip_error_fini(&w.reading);
  grundy_libzip.zip_error_fini(&w.writing);
  free(w.block);
  return status;
}
