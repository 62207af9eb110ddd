/* Reads an archive, and trusts no announced size before the bytes are there. */

#include "npz/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "text/input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Fails because the file could not be read, for a reason that libzip may not know. */
static grundy_status fail_reading(const grundy_npz *npz, const zip_error_t *problem) {
  int reason = grundy_libzip.zip_error_code_system(problem);
  return grundy_fail_reading(npz->name, reason == 0 ? EIO : reason, npz->error);
}

/* Returns whether memory ran out. If libzip has no memory to look for the end of the archive, it
 * calls the archive damaged; errno has the reason. */
static bool is_out_of_memory(const zip_error_t *problem) {
  return grundy_libzip.zip_error_code_zip(problem) == ZIP_ER_MEMORY || errno == ENOMEM;
}

/* Returns whether a system call failed; otherwise the archive is damaged. Seeking to a nonexistent
 * position named in the archive fails with EINVAL. libzip forgets some read errors; the stream does
 * not. */
static bool is_failed_reading(const grundy_npz *npz, const zip_error_t *problem) {
  int reason = grundy_libzip.zip_error_code_system(problem);
  bool is_of_system = grundy_libzip.zip_error_system_type(problem) == ZIP_ET_SYS && reason != 0;
  return grundy_libzip.zip_error_code_zip(problem) == ZIP_ER_READ ||
         (is_of_system && reason != EINVAL) || (npz->file != NULL && ferror(npz->file) != 0);
}

/* Fails because libzip could not open the archive. */
static grundy_status fail_open(const grundy_npz *npz, const zip_error_t *problem) {
  if (is_out_of_memory(problem)) return grundy_fail_memory(npz->error);
  if (is_failed_reading(npz, problem)) return fail_reading(npz, problem);
  return grundy_fail_at(npz->error, GRUNDY_BAD_INPUT, npz->name, 0, 0,
                        "not a zip archive, or damaged or cut short; expected an .npz file");
}

/* Makes a source that reads the rest of a regular file through its own descriptor; NULL if the
 * stream is not a regular file. */
static zip_source_t *source_in_place(grundy_npz *npz, FILE *in, zip_error_t *problem) {
  struct stat about;
  int descriptor = fileno(in);
  off_t start = ftello(in);
  if (descriptor < 0 || start < 0 || fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
    return NULL;
  int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  FILE *file = own < 0 ? NULL : fdopen(own, "rb");
  if (file == NULL) {
    if (own >= 0) close(own);
    return NULL;
  }
  npz->length = about.st_size > start ? (uint64_t)(about.st_size - start) : 0;
  zip_source_t *source =
      grundy_libzip.zip_source_filep_create(file, (zip_uint64_t)start, -1, problem);
  if (source == NULL)
    fclose(file);
  else
    npz->file = file;
  return source;
}

static grundy_status make_source(grundy_npz *npz, FILE *in, zip_source_t **source,
                                 zip_error_t *problem) {
  *source = source_in_place(npz, in, problem);
  if (*source != NULL) return GRUNDY_OK;
  size_t length;
  grundy_status status =
      grundy_input_slurp(in, npz->name, npz->work, &npz->text, &length, npz->error);
  if (status != GRUNDY_OK) return status;
  npz->length = length;
  *source = grundy_libzip.zip_source_buffer_create(npz->text, length, 0, problem);
  return *source == NULL ? fail_open(npz, problem) : GRUNDY_OK;
}

static grundy_status open_archive(grundy_npz *npz, FILE *in) {
  zip_error_t problem;
  zip_source_t *source;
  grundy_libzip.zip_error_init(&problem);
  errno = 0;
  grundy_status status = make_source(npz, in, &source, &problem);
  if (status == GRUNDY_OK) {
    npz->zip = grundy_libzip.zip_open_from_source(source, ZIP_RDONLY, &problem);
    if (npz->zip == NULL) {
      status = fail_open(npz, &problem);
      grundy_libzip.zip_source_free(source);
    }
  }
  grundy_libzip.zip_error_fini(&problem);
  return status;
}

bool grundy_npz_holds(const grundy_npz *npz, const char *name) {
  return grundy_libzip.zip_name_locate(npz->zip, name, ZIP_FL_ENC_RAW) >= 0;
}

/* Remembers the first member that is not allowed. */
static void note_unknown(grundy_npz *npz, const char *name) {
  if (name == NULL || name[0] == '\0') name = "?";
  if (npz->unknown[0] != '\0' || (npz->tolerates != NULL && npz->tolerates(npz, name))) return;
  snprintf(npz->unknown, sizeof npz->unknown, "%s", name);
}

/* Finds the known members. */
static grundy_status list_members(grundy_npz *npz) {
  zip_int64_t entries = grundy_libzip.zip_get_num_entries(npz->zip, 0);
  zip_error_t nothing;
  if (entries <= 0) {
    grundy_libzip.zip_error_init_with_code(&nothing, ZIP_ER_NOZIP);
    return fail_open(npz, &nothing);
  }
  for (zip_int64_t i = 0; i < entries; i++) {
    const char *name = grundy_libzip.zip_get_name(npz->zip, (zip_uint64_t)i, ZIP_FL_ENC_RAW);
    int member = 0;
    while (member < npz->count && (name == NULL || strcmp(name, npz->members[member]) != 0))
      member++;
    if (member == npz->count) {
      note_unknown(npz, name);
      continue;
    }
    if (npz->place[member] >= 0) return grundy_npz_fail(npz, member, "it is there twice");
    npz->place[member] = i;
  }
  return GRUNDY_OK;
}

grundy_status grundy_npz_open(grundy_npz *npz, FILE *in) {
  for (int i = 0; i < GRUNDY_NPZ_MEMBERS; i++) npz->place[i] = -1;
  grundy_status status = grundy_libzip_load(npz->error);
  if (status == GRUNDY_OK) status = open_archive(npz, in);
  return status == GRUNDY_OK ? list_members(npz) : status;
}

void grundy_npz_close(grundy_npz *npz) {
  if (npz->zip != NULL) grundy_libzip.zip_discard(npz->zip);
  grundy_mapping_free(&npz->mapping);
  free(npz->text);
}

/* ---- a member -------------------------------------------------------------------------- */

static grundy_status fail_member(const grundy_npz *npz, int member, const zip_error_t *problem) {
  int code = grundy_libzip.zip_error_code_zip(problem);
  if (is_out_of_memory(problem)) return grundy_fail_memory(npz->error);
  if (is_failed_reading(npz, problem)) return fail_reading(npz, problem);
  if (code == ZIP_ER_CRC)
    return grundy_npz_fail(npz, member, "its checksum is wrong: the file is damaged");
  return grundy_npz_fail(npz, member, "it is damaged or cut short");
}

/* As fail_member, where only the error number is known. */
static grundy_status fail_member_code(const grundy_npz *npz, int member, int code) {
  zip_error_t problem;
  grundy_libzip.zip_error_init_with_code(&problem, code);
  return fail_member(npz, member, &problem);
}

/* The maximum expansion of deflate per byte: four codes of two bits make 258 bytes each. */
enum { DEFLATE_RATIO = 1032 };

/* Checks that the size that the archive announces for the member is possible. */
static grundy_status check_size(const grundy_npz *npz, int member, const zip_stat_t *about) {
  const zip_uint64_t needed =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if ((about->valid & needed) != needed)
    return grundy_npz_fail(npz, member, "it is damaged or cut short");
  if (about->encryption_method != ZIP_EM_NONE)
    return grundy_npz_fail(npz, member, "it is encrypted");
  bool deflated = about->comp_method == ZIP_CM_DEFLATE;
  if (!deflated && about->comp_method != ZIP_CM_STORE)
    return grundy_npz_fail(npz, member,
                           "it is compressed by method %u; expected none or deflate, as of "
                           "numpy.savez and savez_compressed",
                           (unsigned)about->comp_method);
  bool possible = about->comp_size <= npz->length && about->size <= INT64_MAX &&
                  (deflated ? about->size / DEFLATE_RATIO <= about->comp_size
                            : about->size == about->comp_size);
  if (!possible)
    return grundy_npz_fail(npz, member,
                           "it announces %" PRIu64 " bytes, more than the file can hold",
                           (uint64_t)about->size);
  return GRUNDY_OK;
}

grundy_status grundy_npz_bytes(grundy_npz_array *array, void *bytes, uint64_t size) {
  unsigned char *to = bytes;
  while (size > 0) {
    errno = 0;
    zip_int64_t got = grundy_libzip.zip_fread(array->file, to, size);
    if (got < 0)
      return fail_member(array->npz, array->member, grundy_libzip.zip_file_get_error(array->file));
    if (got == 0) return fail_member_code(array->npz, array->member, ZIP_ER_EOF);
    to += got;
    size -= (uint64_t)got;
    if (!grundy_work_step(array->npz->work, (uint64_t)got))
      return grundy_fail_cancelled(array->npz->error);
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
  *array = (grundy_npz_array){.npz = npz, .member = member};
  zip_stat_t about;
  grundy_libzip.zip_stat_init(&about);
  zip_uint64_t place = (zip_uint64_t)npz->place[member];
  errno = 0;
  if (grundy_libzip.zip_stat_index(npz->zip, place, 0, &about) != 0)
    return fail_member(npz, member, grundy_libzip.zip_get_error(npz->zip));
  grundy_status status = check_size(npz, member, &about);
  if (status != GRUNDY_OK) return status;
  array->checksum = about.crc;
  array->stored = about.comp_method == ZIP_CM_STORE && (about.valid & ZIP_STAT_CRC) != 0;
  array->file = grundy_libzip.zip_fopen_index(npz->zip, place, 0);
  if (array->file == NULL) return fail_member(npz, member, grundy_libzip.zip_get_error(npz->zip));
  status = read_header(array, about.size);
  if (status != GRUNDY_OK) grundy_npz_drop(array);
  return status;
}

void grundy_npz_drop(grundy_npz_array *array) {
  grundy_libzip.zip_fclose(array->file);
  array->file = NULL;
}

/* Reads to the end, where libzip compares the checksum. */
static grundy_status read_to_end(grundy_npz_array *array) {
  unsigned char block[8192];
  for (;;) {
    errno = 0;
    zip_int64_t got = grundy_libzip.zip_fread(array->file, block, sizeof block);
    if (got == 0) return GRUNDY_OK;
    if (got < 0)
      return fail_member(array->npz, array->member, grundy_libzip.zip_file_get_error(array->file));
    if (!grundy_work_step(array->npz->work, (uint64_t)got))
      return grundy_fail_cancelled(array->npz->error);
  }
}

grundy_status grundy_npz_finish(grundy_npz_array *array, grundy_status status) {
  if (status == GRUNDY_OK) status = read_to_end(array);
  int code = grundy_libzip.zip_fclose(array->file);
  array->file = NULL;
  if (status == GRUNDY_OK && code != 0) return fail_member_code(array->npz, array->member, code);
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

static grundy_status take_all(grundy_npz_array *array, grundy_npz_taker *taker, void *context) {
  unsigned char bytes[GRUNDY_NPZ_BATCH * sizeof(int64_t)] = {0};
  int64_t numbers[GRUNDY_NPZ_BATCH];
  uint64_t count = array->npy.count, got;
  for (uint64_t first = 0; first < count; first += got) {
    got = count - first < GRUNDY_NPZ_BATCH ? count - first : GRUNDY_NPZ_BATCH;
    grundy_status status = grundy_npz_bytes(array, bytes, got * array->npy.item);
    if (status != GRUNDY_OK) return status;
    decode_all(&array->npy, bytes, got, numbers);
    status = taker(context, array, first, numbers, got);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

grundy_status grundy_npz_take(grundy_npz_array *array, grundy_npz_taker *taker, void *context) {
  return grundy_npz_finish(array, take_all(array, taker, context));
}

grundy_status grundy_npz_read_integers(const grundy_npz *npz, int member, uint64_t count,
                                       const char *why, grundy_npz_taker *taker, void *context) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin_integers(npz, member, count, why, &array);
  return status == GRUNDY_OK ? grundy_npz_take(&array, taker, context) : status;
}
