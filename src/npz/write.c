/* Writing an archive: a zip file [APPNOTE] whose members are stored as they are. The threads make
 * the blocks of an array and their checksums, which zlib combines; no array is ever in memory as a
 * whole. */

#include "npz/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "base/threads.h"
#include "base/zip_records.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum {
  ALIGNMENT = 64,
  BLOCK = 1 << 20, /* bytes, at least an item */
  MOST_THREADS = 8,
  ALIGNMENT_FIELD = 6, /* bytes before its padding */
  ZIP64_FIELD = 4,     /* bytes before its numbers */
  END_RECORD_64 = 56,
};

typedef struct member {
  const grundy_npz_column *column;
  uint64_t offset; /* of its local header */
  uint32_t checksum;
} member;

typedef struct block {
  unsigned char *bytes;
  uint64_t first, count; /* its items */
  uint32_t checksum;
} block;

typedef struct writer {
  FILE *file;
  uint64_t position;    /* bytes of the archive so far */
  uint64_t zip64_limit; /* numbers from this on are in zip64 fields */
  const grundy_npz_column *column;
  block blocks[MOST_THREADS];
  int threads;
  grundy_work *work;
  grundy_error *error;
} writer;

/* ---- columns --------------------------------------------------------------------------- */

grundy_npz_column grundy_npz_column_new(const char *name, char kind, uint64_t item, uint64_t count,
                                        grundy_npz_fill *fill, const void *source) {
  grundy_npz_column column = {.name = name, .fill = fill, .source = source};
  column.npy = (grundy_npy){.kind = kind, .item = item, .count = count, .dimensions = 1};
  return column;
}

void grundy_npz_fill_bytes(const grundy_npz_column *column, uint64_t first, uint64_t count,
                           unsigned char *bytes) {
  const unsigned char *source = column->source;
  if (count > 0) memcpy(bytes, source + first * column->npy.item, count * column->npy.item);
}

/* Items are of four bytes or of eight; with the size as a constant, compilers make them by
 * copying. */
void grundy_npz_fill_wide(const grundy_npz_column *column, uint64_t first, uint64_t count,
                          unsigned char *bytes) {
  const uint64_t *source = (const uint64_t *)column->source + first;
  if (column->npy.item == 8)
    for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 8 * i, source[i], 8);
  else
    for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 4 * i, source[i], 4);
}

void grundy_npz_fill_narrow(const grundy_npz_column *column, uint64_t first, uint64_t count,
                            unsigned char *bytes) {
  const uint32_t *source = (const uint32_t *)column->source + first;
  if (column->npy.item == 8)
    for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 8 * i, source[i], 8);
  else
    for (uint64_t i = 0; i < count; i++) grundy_put_little_endian(bytes + 4 * i, source[i], 4);
}

void grundy_npz_fill_reals(const grundy_npz_column *column, uint64_t first, uint64_t count,
                           unsigned char *bytes) {
  const double *source = column->source;
  for (uint64_t i = first; i < first + count; i++, bytes += sizeof(double)) {
    uint64_t bits;
    memcpy(&bits, &source[i], sizeof bits);
    grundy_put_little_endian(bytes, bits, sizeof bits);
  }
}

/* ---- bytes ----------------------------------------------------------------------------- */

static grundy_status put_bytes(writer *w, const void *bytes, size_t size) {
  errno = 0;
  if (fwrite(bytes, 1, size, w->file) != size) return grundy_fail_writing(w->error);
  w->position += size;
  return GRUNDY_OK;
}

/* A record that is put together number by number. */
typedef struct record {
  unsigned char bytes[256];
  size_t size;
} record;

static void append(record *r, uint64_t number, uint64_t size) {
  assert(r->size + size <= sizeof r->bytes);
  grundy_put_little_endian(r->bytes + r->size, number, size);
  r->size += size;
}

/* ---- headers --------------------------------------------------------------------------- */

/* Versions of the format: who made it (Unix), and what is needed to read zip64 fields. */
enum { UNIX = 3 << 8, VERSION_64 = 45 };

static uint64_t member_size(const grundy_npz_column *column) {
  return GRUNDY_NPY_HEADER + column->npy.count * column->npy.item;
}

static bool is_large(const writer *w, uint64_t number) {
  return number >= w->zip64_limit;
}

/* A number of four bytes, or what stands for one in a zip64 field. */
static uint32_t small(const writer *w, uint64_t number) {
  return is_large(w, number) ? UINT32_MAX : (uint32_t)number;
}

/* Describes a member, with that many bytes after its name. */
static grundy_zip_entry entry_of(const writer *w, const member *m, bool zip64, size_t extra) {
  enum { REGULAR_FILE = 0100644 };
  return (grundy_zip_entry){.name = m->column->name,
                            .checksum = m->checksum,
                            .size = small(w, member_size(m->column)),
                            .offset = small(w, m->offset),
                            .version = zip64 ? VERSION_64 : GRUNDY_ZIP_VERSION,
                            .made_by = UNIX | VERSION_64,
                            .extra = (uint16_t)extra,
                            .attributes = (uint32_t)REGULAR_FILE << 16};
}

static void append_zip64(record *r, const uint64_t *numbers, int count) {
  enum { ID = 1 };
  append(r, ID, 2);
  append(r, 8 * (uint64_t)count, 2);
  for (int i = 0; i < count; i++) append(r, numbers[i], 8);
}

/* Makes the local header. It is padded so that the array begins at a multiple of ALIGNMENT, with
 * the extra field that zipalign uses: the alignment, and zeros. */
static record local_header(const writer *w, const member *m) {
  enum { ID = 0xd935 };
  record r = {.size = 0};
  uint64_t size = member_size(m->column);
  bool zip64 = is_large(w, size);
  size_t extra = ALIGNMENT_FIELD + (zip64 ? ZIP64_FIELD + 2 * 8 : 0);
  uint64_t begin = m->offset + GRUNDY_ZIP_LOCAL + strlen(m->column->name) + extra;
  size_t padding = (size_t)(-begin % ALIGNMENT);
  grundy_zip_entry entry = entry_of(w, m, zip64, extra + padding);
  assert(GRUNDY_ZIP_LOCAL + strlen(entry.name) + extra + padding <= sizeof r.bytes);
  r.size = grundy_zip_put_local(&entry, r.bytes);
  if (zip64) append_zip64(&r, (uint64_t[]){size, size}, 2);
  append(&r, ID, 2);
  append(&r, 2 + padding, 2);
  append(&r, ALIGNMENT, 2);
  for (size_t i = 0; i < padding; i++) append(&r, 0, 1);
  return r;
}

/* Makes the header in the directory at the end. */
static record central_header(const writer *w, const member *m) {
  record r = {.size = 0};
  uint64_t size = member_size(m->column), large[3];
  int count = 0;
  if (is_large(w, size)) large[count++] = size, large[count++] = size;
  if (is_large(w, m->offset)) large[count++] = m->offset;
  grundy_zip_entry entry =
      entry_of(w, m, count > 0, count > 0 ? ZIP64_FIELD + 8 * (size_t)count : 0);
  assert(GRUNDY_ZIP_CENTRAL + strlen(entry.name) + entry.extra <= sizeof r.bytes);
  r.size = grundy_zip_put_central(&entry, r.bytes);
  if (count > 0) append_zip64(&r, large, count);
  return r;
}

/* Makes the end of an archive whose directory is at begin..w->position - 1. */
static record end_record(const writer *w, uint64_t begin, int members) {
  enum { SIGNATURE_64 = 0x06064b50, LOCATOR = 0x07064b50, DISKS = 1 };
  record r = {.size = 0};
  uint64_t size = w->position - begin, count = (uint64_t)members;
  assert(size < begin); /* every member is larger than its entry */
  if (is_large(w, begin)) {
    append(&r, SIGNATURE_64, 4);
    append(&r, END_RECORD_64 - 12, 8);
    append(&r, UNIX | VERSION_64, 2);
    append(&r, VERSION_64, 2);
    append(&r, 0, 8); /* disks */
    append(&r, count, 8);
    append(&r, count, 8);
    append(&r, size, 8);
    append(&r, begin, 8);
    append(&r, LOCATOR, 4);
    append(&r, 0, 4);
    append(&r, w->position, 8);
    append(&r, DISKS, 4);
  }
  assert(r.size + GRUNDY_ZIP_END <= sizeof r.bytes);
  r.size += grundy_zip_put_end((uint16_t)count, small(w, size), small(w, begin), r.bytes + r.size);
  return r;
}

/* ---- arrays ---------------------------------------------------------------------------- */

static void make_block(void *context, int thread) {
  writer *w = context;
  block *b = &w->blocks[thread];
  w->column->fill(w->column, b->first, b->count, b->bytes);
  b->checksum = (uint32_t)crc32_z(0, b->bytes, b->count * w->column->npy.item);
}

/* Makes the next blocks, from item `first` on. Returns the item after them. */
static uint64_t make_blocks(writer *w, uint64_t first) {
  const grundy_npz_column *column = w->column;
  uint64_t item = column->npy.item == 0 ? 1 : column->npy.item;
  uint64_t most = item > BLOCK ? 1 : BLOCK / item, left = column->npy.count - first;
  for (int i = 0; i < w->threads; i++) {
    block *b = &w->blocks[i];
    b->first = column->npy.count - left;
    b->count = left < most ? left : most;
    left -= b->count;
  }
  grundy_parallel(w->threads, make_block, w);
  return column->npy.count - left;
}

/* Writes the array, or only finds its checksum. */
static grundy_status put_array(writer *w, const grundy_npz_column *column, bool dry,
                               uint32_t *checksum) {
  unsigned char header[GRUNDY_NPY_HEADER];
  grundy_status status = GRUNDY_OK;
  w->column = column;
  grundy_npy_print(&column->npy, header);
  *checksum = (uint32_t)crc32_z(0, header, sizeof header);
  if (!dry) status = put_bytes(w, header, sizeof header);
  for (uint64_t first = 0, end; first < column->npy.count && status == GRUNDY_OK; first = end) {
    end = make_blocks(w, first);
    for (int i = 0; i < w->threads && status == GRUNDY_OK; i++) {
      uint64_t size = w->blocks[i].count * column->npy.item;
      *checksum = (uint32_t)crc32_combine(*checksum, w->blocks[i].checksum, (z_off_t)size);
      if (!dry) status = put_bytes(w, w->blocks[i].bytes, size);
    }
    if (status == GRUNDY_OK &&
        !grundy_work_step(w->work, column->counted && !dry ? end - first : 0))
      status = grundy_fail_cancelled(w->error);
  }
  return status;
}

/* ---- the archive ----------------------------------------------------------------------- */

/* Writes the local header again, now that the checksum is known. */
static grundy_status correct_header(writer *w, const member *m) {
  record header = local_header(w, m);
  uint64_t end = w->position;
  errno = 0;
  if (fseeko(w->file, -(off_t)(end - m->offset), SEEK_CUR) != 0)
    return grundy_fail_writing(w->error);
  grundy_status status = put_bytes(w, header.bytes, header.size);
  if (status != GRUNDY_OK) return status;
  errno = 0;
  if (fseeko(w->file, (off_t)(end - m->offset - header.size), SEEK_CUR) != 0)
    return grundy_fail_writing(w->error);
  w->position = end;
  return GRUNDY_OK;
}

static grundy_status put_member(writer *w, bool goes_back, member *m) {
  grundy_status status = GRUNDY_OK;
  uint32_t checksum;
  m->offset = w->position;
  if (!goes_back) status = put_array(w, m->column, true, &m->checksum);
  record header = local_header(w, m);
  if (status == GRUNDY_OK) status = put_bytes(w, header.bytes, header.size);
  if (status == GRUNDY_OK) status = put_array(w, m->column, false, &checksum);
  if (status != GRUNDY_OK) return status;
  m->checksum = checksum; /* as before, unless rules failed to name a position, which is noted */
  return goes_back ? correct_header(w, m) : GRUNDY_OK;
}

static grundy_status put_directory(writer *w, const member *members, int count) {
  uint64_t begin = w->position;
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < count && status == GRUNDY_OK; i++) {
    record header = central_header(w, &members[i]);
    status = put_bytes(w, header.bytes, header.size);
  }
  if (status != GRUNDY_OK) return status;
  record end = end_record(w, begin, count);
  return put_bytes(w, end.bytes, end.size);
}

static grundy_status put_archive(writer *w, const grundy_npz_column *columns, int count) {
  member members[GRUNDY_NPZ_MEMBERS];
  /* A regular file can go back and write again, unless it appends. */
  struct stat about;
  int descriptor = fileno(w->file);
  bool is_file = descriptor >= 0 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
  int flags = is_file ? fcntl(descriptor, F_GETFL) : -1;
  bool goes_back = flags >= 0 && (flags & O_APPEND) == 0 && ftello(w->file) >= 0;
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < count && status == GRUNDY_OK; i++) {
    members[i] = (member){.column = &columns[i]};
    status = put_member(w, goes_back, &members[i]);
  }
  if (status == GRUNDY_OK) status = put_directory(w, members, count);
  errno = 0;
  return status == GRUNDY_OK && fflush(w->file) != 0 ? grundy_fail_writing(w->error) : status;
}

/* ---- the frame of an archive ----------------------------------------------------------- */

void grundy_npz_plan(const grundy_npz_column *columns, int count, uint64_t *begins) {
  writer w = {.zip64_limit = UINT32_MAX};
  for (int i = 0; i < count; i++) {
    member m = {.column = &columns[i], .offset = w.position};
    w.position += local_header(&w, &m).size;
    begins[i] = w.position + GRUNDY_NPY_HEADER;
    w.position += member_size(&columns[i]);
  }
}

/* Writes the headers of an array and skips its items. */
static grundy_status put_headers(writer *w, member *m, uint32_t checksum) {
  unsigned char header[GRUNDY_NPY_HEADER];
  const grundy_npy *npy = &m->column->npy;
  uint64_t size = npy->count * npy->item;
  grundy_npy_print(npy, header);
  m->offset = w->position;
  m->checksum = (uint32_t)crc32_combine(crc32_z(0, header, sizeof header), checksum, (z_off_t)size);
  record local = local_header(w, m);
  grundy_status status = put_bytes(w, local.bytes, local.size);
  if (status == GRUNDY_OK) status = put_bytes(w, header, sizeof header);
  if (status != GRUNDY_OK) return status;
  errno = 0;
  if (fseeko(w->file, (off_t)size, SEEK_CUR) != 0) return grundy_fail_writing(w->error);
  w->position += size;
  return GRUNDY_OK;
}

grundy_status grundy_npz_write_frame(FILE *out, const grundy_npz_column *columns, int count,
                                     const uint32_t *checksums, grundy_error *error) {
  member members[GRUNDY_NPZ_MEMBERS];
  writer w = {.file = out, .zip64_limit = UINT32_MAX, .error = error};
  grundy_status status = GRUNDY_OK;
  assert(count > 0 && count <= GRUNDY_NPZ_MEMBERS);
  for (int i = 0; i < count && status == GRUNDY_OK; i++) {
    members[i] = (member){.column = &columns[i]};
    status = put_headers(&w, &members[i], checksums[i]);
  }
  if (status == GRUNDY_OK) status = put_directory(&w, members, count);
  errno = 0;
  return status == GRUNDY_OK && fflush(out) != 0 ? grundy_fail_writing(w.error) : status;
}

/* ---- whole archives -------------------------------------------------------------------- */

grundy_status grundy_npz_write_limited(FILE *out, const grundy_npz_column *columns, int count,
                                       uint64_t zip64_limit, grundy_work *work,
                                       grundy_error *error) {
  uint64_t largest = 0, longest = BLOCK;
  assert(count > 0 && count <= GRUNDY_NPZ_MEMBERS);
  for (int i = 0; i < count; i++) {
    uint64_t size = member_size(&columns[i]);
    if (size > largest) largest = size;
    if (columns[i].npy.item > longest) longest = columns[i].npy.item;
  }
  uint64_t useful = 1 + largest / longest;
  writer w = {.file = out, .zip64_limit = zip64_limit, .work = work, .error = error};
  w.threads = grundy_threads_for(largest);
  if (w.threads > MOST_THREADS) w.threads = MOST_THREADS;
  if ((uint64_t)w.threads > useful) w.threads = (int)useful;
  unsigned char *bytes = grundy_alloc((uint64_t)w.threads * longest, 1);
  if (bytes == NULL) return grundy_fail_memory(error);
  for (int i = 0; i < w.threads; i++) w.blocks[i].bytes = bytes + (uint64_t)i * longest;
  grundy_status status = put_archive(&w, columns, count);
  free(bytes);
  return status;
}

grundy_status grundy_npz_write(FILE *out, const grundy_npz_column *columns, int count,
                               grundy_work *work, grundy_error *error) {
  return grundy_npz_write_limited(out, columns, count, UINT32_MAX, work, error);
}
