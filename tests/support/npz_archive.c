#include "support/npz_archive.h"

#include "base/little_endian.h"
#include "support/test.h"

#include <zlib.h>

#define LARGE UINT32_C(0xffffffff)

/* Appends a number of so many bytes. */
static void put(npz_archive *a, uint64_t number, size_t size) {
  assert_true(a->size + size <= sizeof a->bytes);
  grundy_put_little_endian(a->bytes + a->size, number, size);
  a->size += size;
}

static void put_bytes(npz_archive *a, const void *bytes, size_t size) {
  assert_true(a->size + size <= sizeof a->bytes);
  memcpy(a->bytes + a->size, bytes, size);
  a->size += size;
}

/* What both headers of a member say. */
typedef struct member {
  const char *name;
  uint64_t size, packed;
  uint32_t checksum;
} member;

/* Puts flags, method and a date. */
static void put_kind(npz_archive *a, npz_form form) {
  enum { DESCRIPTOR = 8, DEFLATED = 8, FIRST_DAY = 33 };
  put(a, form.descriptor > 0 ? DESCRIPTOR : 0, 2);
  put(a, form.is_deflated ? DEFLATED : 0, 2);
  put(a, 0, 2);
  put(a, FIRST_DAY, 2);
}

static void put_local(npz_archive *a, const member *m, npz_form form) {
  put(a, 0x04034b50, 4);
  put(a, 20, 2);
  put_kind(a, form);
  put(a, form.is_open ? 0 : m->checksum, 4);
  put(a, form.local_64 ? LARGE : form.is_open ? 0 : m->packed, 4);
  put(a, form.local_64 ? LARGE : form.is_open ? 0 : m->size, 4);
  put(a, strlen(m->name), 2);
  put(a, form.local_64 ? 20 : 0, 2);
  put_bytes(a, m->name, strlen(m->name));
  if (!form.local_64) return;
  put(a, 1, 2);
  put(a, 16, 2);
  put(a, form.is_open ? 0 : m->size, 8);
  put(a, form.is_open ? 0 : m->packed, 8);
}

static void put_central(npz_archive *a, const member *m, npz_form form, uint64_t offset) {
  put(a, 0x02014b50, 4);
  put(a, 20, 2);
  put(a, 20, 2);
  put_kind(a, form);
  put(a, m->checksum, 4);
  put(a, form.central_64 ? LARGE : m->packed, 4);
  put(a, form.central_64 ? LARGE : m->size, 4);
  put(a, strlen(m->name), 2);
  put(a, form.central_64 ? 28 : 0, 2);
  put(a, 0, 10); /* comment, disk, attributes */
  put(a, form.central_64 ? LARGE : offset, 4);
  put_bytes(a, m->name, strlen(m->name));
  if (!form.central_64) return;
  put(a, 1, 2);
  put(a, 24, 2);
  put(a, m->size, 8);
  put(a, m->packed, 8);
  put(a, offset, 8);
}

static void put_descriptor(npz_archive *a, const member *m, int size) {
  size_t width = size < 20 ? 4 : 8;
  if (size == 0) return;
  if (size % 8 == 0) put(a, 0x08074b50, 4);
  put(a, m->checksum, 4);
  put(a, m->packed, width);
  put(a, m->size, width);
}

static void put_end(npz_archive *a, npz_form form, uint64_t count) {
  uint64_t begin = a->central[0], size = a->size - begin;
  a->end_64 = a->size;
  if (form.end_64) {
    put(a, 0x06064b50, 4);
    put(a, 44, 8);
    put(a, 45, 2);
    put(a, 45, 2);
    put(a, 0, 8);
    put(a, count, 8);
    put(a, count, 8);
    put(a, size, 8);
    put(a, begin, 8);
    a->locator = a->size;
    put(a, 0x07064b50, 4);
    put(a, 0, 4);
    put(a, a->end_64, 8);
    put(a, 1, 4);
  }
  a->end = a->size;
  put(a, 0x06054b50, 4);
  put(a, 0, 4);
  put(a, form.end_64 ? 0xffff : count, 2);
  put(a, form.end_64 ? 0xffff : count, 2);
  put(a, form.end_64 ? LARGE : size, 4);
  put(a, form.end_64 ? LARGE : begin, 4);
  put(a, 0, 2);
}

/* Returns the size of the compressed bytes. */
static size_t deflate_bytes(const unsigned char *bytes, size_t size, unsigned char *packed,
                            size_t room) {
  z_stream z = {.next_in = (unsigned char *)bytes, .avail_in = (uInt)size};
  z.next_out = packed;
  z.avail_out = (uInt)room;
  assert_int_equal(
      deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
  size_t made = room - z.avail_out;
  assert_int_equal(deflateEnd(&z), Z_OK);
  return made;
}

void npz_archive_make(npz_archive *archive, const grundy_npz_column *columns, int count,
                      npz_form form) {
  enum { MOST = 1 << 12 };
  member members[NPZ_ARCHIVE_MEMBERS];
  unsigned char content[MOST + 8] = {0}, packed[1 << 16];
  assert_true(count <= NPZ_ARCHIVE_MEMBERS);
  memset(archive, 0, sizeof *archive);
  for (int i = 0; i < count; i++) {
    const grundy_npy *npy = &columns[i].npy;
    member *m = &members[i];
    memset(packed, 0, sizeof packed);
    assert_true(GRUNDY_NPY_HEADER + npy->count * npy->item <= MOST);
    grundy_npy_print(npy, content);
    columns[i].fill(&columns[i], 0, npy->count, content + GRUNDY_NPY_HEADER);
    *m = (member){.name = columns[i].name, .size = GRUNDY_NPY_HEADER + npy->count * npy->item};
    size_t size = m->size + (size_t)form.more_content;
    m->checksum = (uint32_t)crc32_z(0, content, m->size);
    if (form.is_deflated)
      m->packed = deflate_bytes(content, size, packed, sizeof packed);
    else
      memcpy(packed, content, m->packed = size);
    m->packed += (size_t)form.more_packed;
    archive->local[i] = archive->size;
    put_local(archive, m, form);
    archive->data[i] = archive->size;
    put_bytes(archive, packed, m->packed);
    archive->after[i] = archive->size;
    put_descriptor(archive, m, form.descriptor);
  }
  for (int i = 0; i < count; i++) {
    archive->central[i] = archive->size;
    put_central(archive, &members[i], form, archive->local[i]);
  }
  put_end(archive, form, (uint64_t)count);
}
