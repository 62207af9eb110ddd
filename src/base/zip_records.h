/* The records of zip files [APPNOTE] whose members are stored as they are. They all have the same
 * date, that of NumPy's archives, so that the same members give the same file. */

#ifndef GRUNDY_SRC_BASE_ZIP_RECORDS_H
#define GRUNDY_SRC_BASE_ZIP_RECORDS_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of a record without the name and the extra field. */
enum { GRUNDY_ZIP_LOCAL = 30, GRUNDY_ZIP_CENTRAL = 46, GRUNDY_ZIP_END = 22 };

/* The first four bytes of a record. */
#define GRUNDY_ZIP_LOCAL_MARK UINT32_C(0x04034b50)
#define GRUNDY_ZIP_CENTRAL_MARK UINT32_C(0x02014b50)
#define GRUNDY_ZIP_END_MARK UINT32_C(0x06054b50)

/* The version that is needed to read stored members. */
enum { GRUNDY_ZIP_VERSION = 20 };

/* A member. */
typedef struct grundy_zip_entry {
  const char *name;
  uint32_t checksum;
  uint32_t size, offset;     /* of its bytes; of its local record, which only the directory has */
  uint16_t version, made_by; /* that is needed; in the directory */
  uint16_t extra;            /* bytes that the caller puts after the name */
  uint32_t attributes;       /* in the directory */
} grundy_zip_entry;

/* Writes the record before the bytes of a member, with its name. Returns the number of bytes. */
size_t grundy_zip_put_local(const grundy_zip_entry *entry, unsigned char *bytes);

/* Does the same for the record of the directory. */
size_t grundy_zip_put_central(const grundy_zip_entry *entry, unsigned char *bytes);

/* Writes the end of an archive whose directory has `count` records and `size` bytes, from `begin`
 * on. Returns GRUNDY_ZIP_END. */
size_t grundy_zip_put_end(uint16_t count, uint32_t size, uint32_t begin, unsigned char *bytes);

#endif
