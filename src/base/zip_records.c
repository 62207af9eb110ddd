/* Writes the records of zip files, number by number. */

#include "base/zip_records.h"

#include "base/little_endian.h"

#include <string.h>

/* Write numbers of two and four bytes, and text; return the place after them. */
static unsigned char *put2(unsigned char *at, uint16_t number) {
  grundy_put_little_endian(at, number, 2);
  return at + 2;
}

static unsigned char *put4(unsigned char *at, uint32_t number) {
  grundy_put_little_endian(at, number, 4);
  return at + 4;
}

static unsigned char *put_text(unsigned char *at, const char *text) {
  while (*text != '\0') *at++ = (unsigned char)*text++;
  return at;
}

/* Writes what both records of a member have. */
static unsigned char *put_description(unsigned char *at, const grundy_zip_entry *entry) {
  enum { NO_FLAGS = 0, STORED = 0, NO_TIME = 0, FIRST_DAY = 1 << 5 | 1 /* 1 January 1980 */ };
  at = put2(at, entry->version);
  at = put2(at, NO_FLAGS);
  at = put2(at, STORED);
  at = put2(at, NO_TIME);
  at = put2(at, FIRST_DAY);
  at = put4(at, entry->checksum);
  at = put4(at, entry->size); /* packed */
  at = put4(at, entry->size);
  at = put2(at, (uint16_t)strlen(entry->name));
  return put2(at, entry->extra);
}

size_t grundy_zip_put_local(const grundy_zip_entry *entry, unsigned char *bytes) {
  unsigned char *at = put4(bytes, GRUNDY_ZIP_LOCAL_MARK);
  at = put_description(at, entry);
  return (size_t)(put_text(at, entry->name) - bytes);
}

size_t grundy_zip_put_central(const grundy_zip_entry *entry, unsigned char *bytes) {
  unsigned char *at = put4(bytes, GRUNDY_ZIP_CENTRAL_MARK);
  at = put2(at, entry->made_by);
  at = put_description(at, entry);
  at = put2(at, 0); /* comment */
  at = put2(at, 0); /* disk */
  at = put2(at, 0); /* internal attributes */
  at = put4(at, entry->attributes);
  at = put4(at, entry->offset);
  return (size_t)(put_text(at, entry->name) - bytes);
}

size_t grundy_zip_put_end(uint16_t count, uint32_t size, uint32_t begin, unsigned char *bytes) {
  unsigned char *at = put4(bytes, GRUNDY_ZIP_END_MARK);
  at = put4(at, 0); /* disks */
  at = put2(at, count);
  at = put2(at, count);
  at = put4(at, size);
  at = put4(at, begin);
  return (size_t)(put2(at, 0) - bytes); /* no comment */
}
