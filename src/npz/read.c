/* Reads an archive, and trusts no announced size before the bytes are there. */

#include "npz/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "text/input.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

void grundy_npz_report(const grundy_npz *npz, int member, const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  (void)grundy_fail_at(npz->error, GRUNDY_BAD_INPUT, npz->name, 0, 0, "%s: %s",
                       npz->members[member], message);
}

/* ---- the archive ----------------------------------------------------------------------- */

/* Opens the rest of a regular file through a descriptor of its own; false if the stream is not a
 * regular file. */
static bool open_in_place(grundy_npz *npz, FILE *in) {
  struct stat about;
  int descriptor = fileno(in);
  off_t start = ftello(in);
  if (descriptor < 0 || start < 0 || fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
    return false;
  int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  npz->file = own < 0 ? NULL : fdopen(own, "rb");
  if (npz->file == NULL) {
    if (own >= 0) close(own);
    return false;
  }
  npz->start = (uint64_t)start;
  npz->length = about.st_size > start ? (uint64_t)(about.st_size - start) : 0;
  return true;
}

bool grundy_npz_holds(const grundy_npz *npz, const char *name) {
  for (int i = 0; i < npz->entry_count; i++)
    if (strcmp(npz->entries[i].name, name) == 0) return true;
  return false;
}

grundy_status grundy_npz_open(grundy_npz *npz, FILE *in) {
  for (int i = 0; i < GRUNDY_NPZ_MEMBERS; i++) npz->place[i] = -1;
  grundy_status status = GRUNDY_OK;
  if (!open_in_place(npz, in)) {
    size_t length = 0;
    status = grundy_input_slurp(in, npz->name, npz->work, &npz->text, &length, npz->error);
    npz->length = length;
  }
  if (status == GRUNDY_OK) status = grundy_npz_read_directory(npz);
  if (status != GRUNDY_OK) return status;
  /* Finds the known members, and the first other one that is not allowed. */
  for (int i = 0; i < npz->entry_count; i++) {
    const char *name = npz->entries[i].name;
    int member = 0;
    while (member < npz->count && strcmp(name, npz->members[member]) != 0) member++;
    if (member < npz->count) {
      npz->place[member] = i;
      continue;
    }
    if (name[0] == '\0') name = "?";
    if (npz->unknown[0] == '\0' && (npz->tolerates == NULL || !npz->tolerates(npz, name)))
      snprintf(npz->unknown, sizeof npz->unknown, "%.63s", name);
  }
  return GRUNDY_OK;
}

void grundy_npz_close(grundy_npz *npz) {
  grundy_mapping_free(&npz->mapping);
  if (npz->file != NULL) fclose(npz->file);
  free(npz->entries);
  free(npz->text);
}

/* ---- a member -------------------------------------------------------------------------- */

enum { STORED = 0, DEFLATED = 8 };

static grundy_status fail_damaged(const grundy_npz_array *array) {
  return grundy_npz_fail(array->npz, array->member, "it is damaged or cut short");
}

/* The maximum expansion of deflate per byte: four codes of two bits make 258 bytes each. */
enum { DEFLATE_RATIO = 1032 };

/* Decompresses a member. */
struct grundy_npz_inflater {
  z_stream z;
  uint64_t taken; /* compressed bytes that were read */
  bool has_ended;
  unsigned char block[1 << 15];
};

/* Decompresses at most `room` bytes; *got is 0 at the end of the member. */
static grundy_status inflate_some(const grundy_npz_array *array, unsigned char *to, uInt room,
                                  uint64_t *got) {
  struct grundy_npz_inflater *i = array->inflater;
  i->z.next_out = to;
  i->z.avail_out = room;
  while (i->z.avail_out == room && !i->has_ended) {
    uint64_t left = array->entry->packed - i->taken;
    if (i->z.avail_in == 0 && left > 0) {
      uint64_t length = left < sizeof i->block ? left : sizeof i->block;
      grundy_status status =
          grundy_npz_read_at(array->npz, array->entry->begin + i->taken, i->block, length);
      if (status != GRUNDY_OK) return status;
      i->taken += length;
      i->z.next_in = i->block;
      i->z.avail_in = (uInt)length;
    }
    int result = inflate(&i->z, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) return grundy_fail_memory(array->npz->error);
    if (result != Z_OK && result != Z_STREAM_END) return fail_damaged(array);
    i->has_ended = result == Z_STREAM_END;
  }
  *got = room - i->z.avail_out;
  return GRUNDY_OK;
}

grundy_status grundy_npz_bytes(grundy_npz_array *array, void *bytes, uint64_t size) {
  enum { BLOCK = 1 << 20 };
  unsigned char *to = bytes;
  if (size > array->entry->size - array->read) return fail_damaged(array);
  while (size > 0) {
    uint64_t got = size < BLOCK ? size : BLOCK;
    grundy_status status =
        array->inflater != NULL
            ? inflate_some(array, to, (uInt)got, &got)
            : grundy_npz_read_at(array->npz, array->entry->begin + array->read, to, got);
    if (status != GRUNDY_OK) return status;
    if (got == 0) return fail_damaged(array);
    array->checksum = (uint32_t)crc32_z(array->checksum, to, got);
    array->read += got;
    to += got;
    size -= got;
    if (!grundy_work_step(array->npz->work, got)) return grundy_fail_cancelled(array->npz->error);
  }
  return GRUNDY_OK;
}

/* Reads the header of an array in a member of `size` bytes. */
static grundy_status read_header(grundy_npz_array *array, uint64_t size) {
  unsigned char start[GRUNDY_NPY_MAGIC + GRUNDY_NPY_LENGTH] = {0};
  char text[GRUNDY_NPY_LONGEST];
  const char *no_array = "this is not an array as NumPy writes it (.npy)";
  if (size < GRUNDY_NPY_MAGIC + 2)
    return grundy_npz_fail(array->npz, array->member, "%s", no_array);
  grundy_status status = grundy_npz_bytes(array, start, GRUNDY_NPY_MAGIC);
  if (status != GRUNDY_OK) return status;
  size_t digits = grundy_npy_length_size(start);
  if (digits == 0 || size < GRUNDY_NPY_MAGIC + digits)
    return grundy_npz_fail(array->npz, array->member, "%s", no_array);
  status = grundy_npz_bytes(array, start + GRUNDY_NPY_MAGIC, digits);
  if (status != GRUNDY_OK) return status;
  uint64_t length = grundy_get_little_endian(start + GRUNDY_NPY_MAGIC, digits);
  uint64_t left = size - GRUNDY_NPY_MAGIC - digits;
  if (length > GRUNDY_NPY_LONGEST || length > left)
    return grundy_npz_fail(array->npz, array->member,
                           "its header announces %" PRIu64 " bytes; expected at most %" PRIu64,
                           length, left < GRUNDY_NPY_LONGEST ? left : GRUNDY_NPY_LONGEST);
  status = grundy_npz_bytes(array, text, length);
  if (status != GRUNDY_OK) return status;
  array->header = size - left + length;
  const char *problem = grundy_npy_parse(text, length, &array->npy);
  if (problem != NULL) return grundy_npz_fail(array->npz, array->member, "%s", problem);
  if (array->npy.count * array->npy.item != left - length)
    return grundy_npz_fail(array->npz, array->member,
                           "its shape announces %" PRIu64 " bytes; expected %" PRIu64
                           ", which are there",
                           array->npy.count * array->npy.item, left - length);
  return GRUNDY_OK;
}

grundy_status grundy_npz_begin(const grundy_npz *npz, int member, grundy_npz_array *array) {
  const grundy_npz_entry *entry = &npz->entries[npz->place[member]];
  *array = (grundy_npz_array){.npz = npz, .member = member, .entry = entry};
  /* Checks that the size that the archive announces for the member is possible. */
  bool deflated = entry->method == DEFLATED;
  if (!deflated && entry->method != STORED)
    return grundy_npz_fail(npz, member,
                           "it is compressed by method %u; expected none or deflate, as of "
                           "numpy.savez and savez_compressed",
                           (unsigned)entry->method);
  bool possible =
      entry->size <= INT64_MAX &&
      (deflated ? entry->size / DEFLATE_RATIO <= entry->packed : entry->size == entry->packed);
  if (!possible)
    return grundy_npz_fail(
        npz, member, "it announces %" PRIu64 " bytes, more than the file can hold", entry->size);
  array->stored = entry->method == STORED;
  if (!array->stored) {
    array->inflater = grundy_alloc_zero(1, sizeof *array->inflater);
    if (array->inflater == NULL || inflateInit2(&array->inflater->z, -MAX_WBITS) != Z_OK) {
      free(array->inflater);
      array->inflater = NULL;
      return grundy_fail_memory(npz->error);
    }
  }
  grundy_status status = read_header(array, entry->size);
  if (status != GRUNDY_OK) grundy_npz_drop(array);
  return status;
}

void grundy_npz_drop(grundy_npz_array *array) {
  if (array->inflater != NULL) inflateEnd(&array->inflater->z);
  free(array->inflater);
  array->inflater = NULL;
}

/* Reads the rest of the member and compares the checksum. Compressed bytes must end where the array
 * ends. */
static grundy_status read_to_end(grundy_npz_array *array) {
  unsigned char block[8192];
  const struct grundy_npz_inflater *i = array->inflater;
  grundy_status status = GRUNDY_OK;
  while (array->read < array->entry->size && status == GRUNDY_OK) {
    uint64_t left = array->entry->size - array->read;
    status = grundy_npz_bytes(array, block, left < sizeof block ? left : sizeof block);
  }
  if (status == GRUNDY_OK && array->checksum != array->entry->checksum)
    return grundy_npz_fail(array->npz, array->member, "its checksum is wrong: the file is damaged");
  if (status != GRUNDY_OK || i == NULL) return status;
  uint64_t got = 0;
  status = inflate_some(array, block, 1, &got);
  if (status != GRUNDY_OK) return status;
  bool done = got == 0 && i->z.avail_in == 0 && i->taken == array->entry->packed;
  return done ? GRUNDY_OK : fail_damaged(array);
}

grundy_status grundy_npz_finish(grundy_npz_array *array, grundy_status status) {
  if (status == GRUNDY_OK) status = read_to_end(array);
  grundy_npz_drop(array);
  return status;
}

/* ---- numbers --------------------------------------------------------------------------- */

grundy_status grundy_npz_expect(const grundy_npz_array *array, uint64_t count, const char *why) {
  if (array->npy.dimensions != 1)
    return grundy_npz_fail(array->npz, array->member, "it has %d dimensions; expected one",
                           array->npy.dimensions);
  if (array->npy.count != count)
    return grundy_npz_fail(array->npz, array->member,
                           "its length is %" PRIu64 "; expected %" PRIu64 ", %s", array->npy.count,
                           count, why);
  return GRUNDY_OK;
}

grundy_status grundy_npz_begin_integers(const grundy_npz *npz, int member, uint64_t count,
                                        const char *why, grundy_npz_array *array) {
  grundy_status status = grundy_npz_begin(npz, member, array);
  if (status != GRUNDY_OK) return status;
  if (array->npy.kind != 'i' && array->npy.kind != 'u')
    status = grundy_npz_fail(npz, member,
                             "its items are not integers; expected a type such as int64 or uint8");
  if (status == GRUNDY_OK) status = grundy_npz_expect(array, count, why);
  if (status != GRUNDY_OK) grundy_npz_drop(array);
  return status;
}

static int64_t decode(const grundy_npy *npy, const unsigned char *item) {
  unsigned char highest = item[npy->big_endian ? 0 : npy->item - 1];
  uint64_t number = npy->kind == 'i' && highest >= 0x80 ? UINT64_MAX : 0;
  for (uint64_t i = 0; i < npy->item; i++)
    number = number << 8 | item[npy->big_endian ? i : npy->item - 1 - i];
  return npy->kind == 'u' && number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

/* Decodes the two types that nearly all files have with fast loops, and all others. */
static void decode_all(const grundy_npy *npy, const unsigned char *bytes, uint64_t count,
                       int64_t *numbers) {
  if (npy->kind == 'i' && npy->item == 4 && !npy->big_endian) {
    for (uint64_t i = 0; i < count; i++, bytes += 4)
      numbers[i] = (int32_t)((uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
                             (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24);
  } else if (npy->kind == 'i' && npy->item == 8 && !npy->big_endian) {
    const grundy_npy fixed = {.kind = 'i', .item = 8};
    for (uint64_t i = 0; i < count; i++, bytes += 8) numbers[i] = decode(&fixed, bytes);
  } else {
    for (uint64_t i = 0; i < count; i++, bytes += npy->item) numbers[i] = decode(npy, bytes);
  }
}

grundy_status grundy_npz_take(grundy_npz_array *array, grundy_npz_taker *taker, void *context) {
  unsigned char bytes[GRUNDY_NPZ_BATCH * sizeof(int64_t)] = {0};
  int64_t numbers[GRUNDY_NPZ_BATCH];
  uint64_t count = array->npy.count, got;
  grundy_status status = GRUNDY_OK;
  for (uint64_t first = 0; first < count && status == GRUNDY_OK; first += got) {
    got = count - first < GRUNDY_NPZ_BATCH ? count - first : GRUNDY_NPZ_BATCH;
    status = grundy_npz_bytes(array, bytes, got * array->npy.item);
    if (status != GRUNDY_OK) break;
    decode_all(&array->npy, bytes, got, numbers);
    status = taker(context, array, first, numbers, got);
  }
  return grundy_npz_finish(array, status);
}

grundy_status grundy_npz_read_integers(const grundy_npz *npz, int member, uint64_t count,
                                       const char *why, grundy_npz_taker *taker, void *context) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin_integers(npz, member, count, why, &array);
  return status == GRUNDY_OK ? grundy_npz_take(&array, taker, context) : status;
}
