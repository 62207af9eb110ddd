#include "archive/zip.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/little_endian.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

/* [APPNOTE]: the sizes of a local header, an entry of the directory and its end. */
enum { LOCAL = 30, CENTRAL = 46, END = 22, VERSION = 20, DATE = 0x0021 /* 1 January 1980 */ };
#define LONGEST ((size_t)1 << 31)
static const uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50;

/* ---- making ------------------------------------------------------------------------------ */

/* Writes numbers of 2 and 4 bytes one after the other. */
static unsigned char *put2(unsigned char *at, uint64_t number) {
  grundy_put_little_endian(at, number, 2);
  return at + 2;
}

static unsigned char *put4(unsigned char *at, uint64_t number) {
  grundy_put_little_endian(at, number, 4);
  return at + 4;
}

/* Writes what a local header and an entry of the directory have in common. */
static unsigned char *put_about(unsigned char *at, const grundy_zip_member *m) {
  uLong checksum = crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)m->bytes, m->length);
  at = put2(at, VERSION);
  at = put2(at, 0); /* flags */
  at = put2(at, 0); /* stored */
  at = put2(at, 0); /* time */
  at = put2(at, DATE);
  at = put4(at, checksum);
  at = put4(at, m->length);
  at = put4(at, m->length);
  at = put2(at, strlen(m->name));
  return put2(at, 0); /* no extra field */
}

static unsigned char *put_bytes(unsigned char *at, const char *bytes, size_t length) {
  if (length > 0) memcpy(at, bytes, length);
  return at + length;
}

static unsigned char *put_directory(unsigned char *begin, const grundy_zip *zip) {
  unsigned char *at = begin;
  uint64_t offset = 0;
  for (size_t i = 0; i < zip->count; i++) {
    const grundy_zip_member *m = &zip->members[i];
    at = put4(at, central_mark);
    at = put2(at, VERSION); /* made by */
    at = put_about(at, m);
    at = put2(at, 0); /* no comment */
    at = put2(at, 0); /* disk */
    at = put2(at, 0); /* internal attributes */
    at = put4(at, 0); /* external attributes */
    at = put4(at, offset);
    at = put_bytes(at, m->name, strlen(m->name));
    offset += LOCAL + strlen(m->name) + m->length;
  }
  uint64_t size = (uint64_t)(at - begin);
  at = put4(at, end_mark);
  at = put4(at, 0); /* disks */
  at = put2(at, zip->count);
  at = put2(at, zip->count);
  at = put4(at, size);
  at = put4(at, offset);
  return put2(at, 0); /* no comment */
}

grundy_status grundy_zip_make(const grundy_zip *zip, unsigned char **bytes, size_t *length,
                              grundy_error *error) {
  uint64_t size = END;
  for (size_t i = 0; i < zip->count; i++)
    size += LOCAL + CENTRAL + 2 * strlen(zip->members[i].name) + zip->members[i].length;
  if (size >= LONGEST)
    return grundy_fail(error, GRUNDY_UNABLE, "the archive would have 2 GiB or more");
  unsigned char *made = grundy_alloc(size, 1), *at = made;
  if (made == NULL) return grundy_fail_memory(error);
  for (size_t i = 0; i < zip->count; i++) {
    const grundy_zip_member *m = &zip->members[i];
    at = put4(at, local_mark);
    at = put_about(at, m);
    at = put_bytes(at, m->name, strlen(m->name));
    at = put_bytes(at, m->bytes, m->length);
  }
  at = put_directory(at, zip);
  assert(at == made + size);
  *bytes = made;
  *length = (size_t)size;
  return GRUNDY_OK;
}

/* ---- parsing ----------------------------------------------------------------------------- */

static grundy_status fail_form(const char *name, const char *what, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                        "not an archive of grundy solve --archive: %s", what);
}

/* Takes the next member; false if its header or its bytes are cut short or not as we write them. */
static bool take_member(const unsigned char *bytes, size_t length, size_t *at, grundy_zip *zip) {
  if (zip->count == GRUNDY_ZIP_MAX_MEMBERS || length - *at < LOCAL) return false;
  grundy_zip_member *m = &zip->members[zip->count];
  size_t size = grundy_get_little_endian(bytes + *at + 18, 4);
  size_t name = grundy_get_little_endian(bytes + *at + 26, 2);
  *at += LOCAL;
  if (name == 0 || name >= sizeof m->name || length - *at < name) return false;
  memcpy(m->name, bytes + *at, name);
  m->name[name] = '\0';
  *at += name;
  if (strlen(m->name) != name || length - *at < size) return false;
  m->bytes = (const char *)bytes + *at;
  m->length = size;
  *at += size;
  if (grundy_zip_find(zip, m->name) != NULL) return false;
  zip->count++;
  return true;
}

grundy_status grundy_zip_parse(const char *name, const unsigned char *bytes, size_t length,
                               grundy_zip *zip, grundy_error *error) {
  unsigned char *again = NULL;
  size_t at = 0, size = 0;
  *zip = (grundy_zip){.count = 0};
  if (length < 4 || grundy_get_little_endian(bytes, 4) != local_mark)
    return fail_form(name, "it is not a zip file", error);
  while (length - at >= 4 && grundy_get_little_endian(bytes + at, 4) == local_mark)
    if (!take_member(bytes, length, &at, zip))
      return fail_form(name, "a member is cut short or was not written by grundy", error);
  grundy_status status = grundy_zip_make(zip, &again, &size, error);
  if (status == GRUNDY_OK && (size != length || memcmp(again, bytes, size) != 0))
    status = fail_form(
        name, "a checksum, a date or the directory of the zip file does not fit its members",
        error);
  free(again);
  return status;
}

const grundy_zip_member *grundy_zip_find(const grundy_zip *zip, const char *name) {
  for (size_t i = 0; i < zip->count; i++)
    if (strcmp(zip->members[i].name, name) == 0) return &zip->members[i];
  return NULL;
}
