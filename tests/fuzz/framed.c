#include "framed.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

typedef struct type {
  const char *name;
  size_t item;
} type;

static const type types[] = {
    {NULL, 0},  {"|u1", 1}, {"<i4", 4}, {"<i8", 8}, {">i4", 4}, {"<u8", 8},
    {"<U2", 8}, {"|S3", 3}, {">U1", 4}, {"|i1", 1}, {"<i2", 2}, {"|S3", 0},
};

/* Returns a header and the payload as a new block of *size bytes; a type without items makes an
 * array without dimensions. */
static char *make_array(const type *t, const uint8_t *payload, size_t *size) {
  char *made = malloc(*size + 128);
  if (made == NULL) return NULL;
  if (t->name == NULL) {
    memcpy(made, payload, *size);
    return made;
  }
  char shape[32] = "()";
  if (t->item > 0) *size -= *size % t->item;
  if (t->item > 0) snprintf(shape, sizeof shape, "(%zu,)", *size / t->item);
  memset(made, ' ', 128);
  memcpy(made, "\x93NUMPY\x01\x00\x76\x00", 10);
  char text[118];
  int length = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                        t->name, shape);
  memcpy(made + 10, text, (size_t)length);
  made[127] = '\n';
  memcpy(made + 128, payload, *size);
  *size += 128;
  return made;
}

/* ---- the archive ------------------------------------------------------------------------ */

enum { MOST_MEMBERS = 1000 };

/* An archive being made, and its directory. */
typedef struct packer {
  FILE *out, *directory;
  unsigned count;
} packer;

static void put(FILE *out, uint64_t number, int size) {
  for (; size > 0; size--, number >>= 8) fputc((int)(number & 0xff), out);
}

/* What both headers of a member have. */
static void put_description(FILE *out, uLong checksum, bool is_deflated, size_t packed, size_t size,
                            const char *name) {
  put(out, 20, 2);
  put(out, 0, 2);
  put(out, is_deflated ? 8 : 0, 2);
  put(out, 33 << 16, 4);
  put(out, checksum, 4);
  put(out, packed, 4);
  put(out, size, 4);
  put(out, strlen(name), 2);
  put(out, 0, 2);
}

/* Compresses the bytes as deflate without a header; NULL if memory runs out. */
static unsigned char *deflated(const char *bytes, size_t size, size_t *packed) {
  z_stream z = {0};
  size_t room = compressBound((uLong)size) + 16;
  unsigned char *made = malloc(room);
  if (made == NULL || deflateInit2(&z, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    free(made);
    return NULL;
  }
  z.next_in = (Bytef *)bytes;
  z.avail_in = (uInt)size;
  z.next_out = made;
  z.avail_out = (uInt)room;
  deflate(&z, Z_FINISH);
  *packed = z.total_out;
  deflateEnd(&z);
  return made;
}

static void add_member(packer *p, const char *name, uint8_t mode, const uint8_t *payload,
                       size_t size) {
  bool is_deflated = (mode & 1) != 0;
  char *array = make_array(&types[(mode >> 1) % (sizeof types / sizeof *types)], payload, &size);
  size_t packed = size;
  unsigned char *squeezed = array == NULL || !is_deflated ? NULL : deflated(array, size, &packed);
  if (array != NULL && (squeezed != NULL || !is_deflated)) {
    uLong checksum = crc32_z(0, (const unsigned char *)array, size);
    long offset = ftell(p->out);
    fputs("PK\3\4", p->out);
    put_description(p->out, checksum, is_deflated, packed, size, name);
    fputs(name, p->out);
    fwrite(is_deflated ? (const void *)squeezed : array, 1, packed, p->out);
    fputs("PK\1\2", p->directory);
    put(p->directory, 20, 2);
    put_description(p->directory, checksum, is_deflated, packed, size, name);
    put(p->directory, 0, 2 + 2 + 2 + 4);
    put(p->directory, (uint64_t)offset, 4);
    fputs(name, p->directory);
    p->count++;
  }
  free(squeezed);
  free(array);
}

static void add_members(packer *p, const uint8_t *data, size_t size, const char *const *members,
                        int count) {
  while (size >= 4 && p->count < MOST_MEMBERS) {
    size_t length = (size_t)data[2] | (size_t)data[3] << 8;
    if (length > size - 4) length = size - 4;
    add_member(p, members[data[0] % count], data[1], data + 4, length);
    data += 4 + length;
    size -= 4 + length;
  }
}

/* Makes an archive of the members that the data describe. */
static void *make_archive(const uint8_t *data, size_t size, const char *const *members, int count,
                          size_t *length) {
  char *archive = NULL, *directory = NULL;
  size_t directory_length = 0;
  packer p = {open_memstream(&archive, length), open_memstream(&directory, &directory_length), 0};
  if (p.out != NULL && p.directory != NULL) {
    add_members(&p, data, size, members, count);
    fflush(p.directory);
    long begin = ftell(p.out);
    fwrite(directory, 1, directory_length, p.out);
    fputs("PK\5\6", p.out);
    put(p.out, 0, 4);
    put(p.out, p.count, 2);
    put(p.out, p.count, 2);
    put(p.out, directory_length, 4);
    put(p.out, (uint64_t)begin, 4);
    put(p.out, 0, 2);
  }
  if (p.out != NULL) fclose(p.out);
  if (p.directory != NULL) fclose(p.directory);
  free(directory);
  return archive;
}

FILE *framed_open(const uint8_t *data, size_t size, const char *const *members, int count,
                  void **archive) {
  size_t length = size;
  if (size >= 2 && memcmp(data, "PK", 2) == 0) {
    *archive = malloc(size);
    if (*archive != NULL) memcpy(*archive, data, size);
  } else {
    *archive = make_archive(data, size, members, count, &length);
  }
  FILE *in = *archive == NULL || length == 0 ? NULL : fmemopen(*archive, length, "r");
  if (in == NULL) free(*archive);
  return in;
}
