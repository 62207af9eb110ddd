#include "framed.h"

#include <stdlib.h>
#include <string.h>
#include <zip.h>

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

static void add_member(zip_t *zip, const char *name, uint8_t mode, const uint8_t *payload,
                       size_t size) {
  char *array = make_array(&types[(mode >> 1) % (sizeof types / sizeof *types)], payload, &size);
  if (size == 0) { /* libzip would not free it */
    free(array);
    array = NULL;
  }
  zip_source_t *source =
      array == NULL && size > 0 ? NULL : zip_source_buffer(zip, array, size, array != NULL);
  if (source == NULL) {
    free(array);
    return;
  }
  zip_int64_t index = zip_file_add(zip, name, source, 0);
  if (index < 0)
    zip_source_free(source);
  else
    zip_set_file_compression(zip, (zip_uint64_t)index, mode & 1 ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 1);
}

static void add_members(zip_t *zip, const uint8_t *data, size_t size, const char *const *members,
                        int count) {
  while (size >= 4) {
    size_t length = (size_t)data[2] | (size_t)data[3] << 8;
    if (length > size - 4) length = size - 4;
    add_member(zip, members[data[0] % count], data[1], data + 4, length);
    data += 4 + length;
    size -= 4 + length;
  }
}

/* Returns the bytes of a source as a new block. */
static void *copy_source(zip_source_t *source, size_t *size) {
  zip_stat_t about;
  if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0) return NULL;
  void *copy = malloc(about.size + 1);
  zip_int64_t got = copy == NULL ? -1 : zip_source_read(source, copy, about.size);
  zip_source_close(source);
  *size = got < 0 ? 0 : (size_t)got;
  return copy;
}

FILE *framed_open(const uint8_t *data, size_t size, const char *const *members, int count,
                  void **archive) {
  size_t length = size;
  if (size >= 2 && memcmp(data, "PK", 2) == 0) {
    *archive = malloc(size);
    if (*archive != NULL) memcpy(*archive, data, size);
  } else {
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_source_keep(source);
    zip_t *zip = zip_open_from_source(source, ZIP_TRUNCATE, NULL);
    add_members(zip, data, size, members, count);
    if (zip_close(zip) != 0) zip_discard(zip);
    *archive = copy_source(source, &length);
    zip_source_free(source);
  }
  FILE *in = *archive == NULL || length == 0 ? NULL : fmemopen(*archive, length, "r");
  if (in == NULL) free(*archive);
  return in;
}
