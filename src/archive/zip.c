/* Makes and parses the zip files of archives to cite, in memory. */

#include "archive/zip.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "base/zip_records.h"

#include <assert.h>
#include <string.h>
#include <zlib.h>

#define LONGEST ((size_t)1 << 31)

/* ---- making ------------------------------------------------------------------------------ */

static grundy_zip_entry entry_of(const grundy_zip_member *m, uint64_t offset) {
  uLong checksum = crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)m->bytes, m->length);
  return (grundy_zip_entry){.name = m->name,
                            .checksum = (uint32_t)checksum,
                            .size = (uint32_t)m->length,
                            .offset = (uint32_t)offset,
                            .version = GRUNDY_ZIP_VERSION,
                            .made_by = GRUNDY_ZIP_VERSION};
}

grundy_status grundy_zip_make(const grundy_zip *zip, unsigned char **bytes, size_t *length,
                              grundy_error *error) {
  uint64_t size = GRUNDY_ZIP_END;
  for (size_t i = 0; i < zip->count; i++)
    size += GRUNDY_ZIP_LOCAL + GRUNDY_ZIP_CENTRAL + 2 * strlen(zip->members[i].name) +
            zip->members[i].length;
  if (size >= LONGEST)
    return grundy_fail(error, GRUNDY_UNABLE, "the archive would have 2 GiB or more");
  unsigned char *made = grundy_alloc(size, 1), *at = made;
  if (made == NULL) return grundy_fail_memory(error);
  grundy_zip_entry entries[GRUNDY_ZIP_MAX_MEMBERS];
  for (size_t i = 0; i < zip->count; i++) {
    const grundy_zip_member *m = &zip->members[i];
    entries[i] = entry_of(m, (uint64_t)(at - made));
    at += grundy_zip_put_local(&entries[i], at);
    if (m->length > 0) memcpy(at, m->bytes, m->length);
    at += m->length;
  }
  unsigned char *directory = at;
  for (size_t i = 0; i < zip->count; i++) at += grundy_zip_put_central(&entries[i], at);
  at += grundy_zip_put_end((uint16_t)zip->count, (uint32_t)(at - directory),
                           (uint32_t)(directory - made), at);
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
  if (zip->count == GRUNDY_ZIP_MAX_MEMBERS || length - *at < GRUNDY_ZIP_LOCAL) return false;
  grundy_zip_member *m = &zip->members[zip->count];
  size_t size = grundy_get_little_endian(bytes + *at + 18, 4);
  size_t name = grundy_get_little_endian(bytes + *at + 26, 2);
  *at += GRUNDY_ZIP_LOCAL;
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
  if (length < 4 || grundy_get_little_endian(bytes, 4) != GRUNDY_ZIP_LOCAL_MARK)
    return fail_form(name, "it is not a zip file", error);
  while (length - at >= 4 && grundy_get_little_endian(bytes + at, 4) == GRUNDY_ZIP_LOCAL_MARK)
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
