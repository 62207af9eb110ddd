/* Uses arrays of a mapped file in place, without copying them. */

#include "npz/npz.h"

#include "base/threads.h"

#include <string.h>
#include <zlib.h>

void grundy_npz_map(grundy_npz *npz) {
  if (npz->file != NULL) npz->mapping = grundy_mapping_new(npz->file);
}

/* Computes the CRC-32 of a block; each thread takes a part. */
typedef struct summing {
  const unsigned char *block;
  size_t length;
  int threads;
  uLong sums[GRUNDY_MAX_THREADS];
} summing;

static uint64_t part_length(const summing *s, int part) {
  return grundy_share(s->length, part + 1, s->threads) - grundy_share(s->length, part, s->threads);
}

static void sum_share(void *context, int part) {
  summing *s = context;
  const unsigned char *begin = s->block + grundy_share(s->length, part, s->threads);
  s->sums[part] = crc32_z(0, begin, part_length(s, part));
}

/* Verifies the checksum of the member that begins there, in blocks, so that progress is
 * reported. */
static grundy_status check(const grundy_npz_array *array, const unsigned char *member,
                           uint64_t length, bool *right) {
  enum { BLOCK = 1 << 26 };
  uLong sum = 0;
  for (uint64_t at = 0; at < length;) {
    uint64_t size = length - at < BLOCK ? length - at : BLOCK;
    summing s = {.block = member + at, .length = size, .threads = grundy_threads_for(size)};
    grundy_parallel(s.threads, sum_share, &s);
    for (int part = 0; part < s.threads; part++)
      sum = crc32_combine(sum, s.sums[part], (z_off_t)part_length(&s, part));
    at += size;
    if (!grundy_work_step(array->npz->work, size)) return grundy_fail_cancelled(array->npz->error);
  }
  *right = sum == array->entry->checksum;
  return GRUNDY_OK;
}

/* Returns whether the items have several bytes in the byte order that this machine does not use. */
static bool is_foreign(const grundy_npy *npy) {
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return npy->item > 1 && npy->big_endian == (first == 1);
}

/* Returns where the items of an array begin in the file. */
static uint64_t begin_of(const grundy_npz_array *array) {
  return array->npz->start + array->entry->begin + array->header;
}

grundy_status grundy_npz_locate(const grundy_npz_array *array, grundy_npz_place *place) {
  const grundy_npz *npz = array->npz;
  if (npz->file == NULL || !array->stored || is_foreign(&array->npy))
    return grundy_fail_at(npz->error, GRUNDY_UNABLE, npz->name, 0, 0,
                          "%s cannot be read in parts; expected a file with uncompressed arrays in "
                          "this machine's byte order, as 'grundy convert' writes it",
                          npz->members[array->member]);
  *place = (grundy_npz_place){array->npy, begin_of(array), array->header, array->entry->checksum};
  return GRUNDY_OK;
}

grundy_status grundy_npz_in_place(const grundy_npz_array *array, void **items) {
  const grundy_mapping *mapping = &array->npz->mapping;
  *items = NULL;
  if (mapping->length == 0 || !array->stored || is_foreign(&array->npy) || array->npy.item == 0)
    return GRUNDY_OK;
  uint64_t begin = begin_of(array), size = array->npy.count * array->npy.item;
  if (begin % array->npy.item != 0 || begin > mapping->length || size > mapping->length - begin)
    return GRUNDY_OK;
  unsigned char *at = (unsigned char *)mapping->base + begin;
  bool right;
  grundy_status status = check(array, at - array->header, array->header + size, &right);
  if (status == GRUNDY_OK && right) *items = at;
  return status;
}
