/* Zip files whose bytes are determined by their members: stored, in their order, with one date. */

#ifndef GRUNDY_SRC_ARCHIVE_ZIP_H
#define GRUNDY_SRC_ARCHIVE_ZIP_H

#include <grundy/base.h>

enum { GRUNDY_ZIP_MAX_MEMBERS = 8, GRUNDY_ZIP_MAX_NAME = 32 };

/* A member; its bytes belong to whoever made it. */
typedef struct grundy_zip_member {
  char name[GRUNDY_ZIP_MAX_NAME];
  const char *bytes;
  size_t length;
} grundy_zip_member;

typedef struct grundy_zip {
  grundy_zip_member members[GRUNDY_ZIP_MAX_MEMBERS];
  size_t count;
} grundy_zip;

/* Makes the file, which the caller frees. GRUNDY_UNABLE if it would have 2 GiB or more. */
grundy_status grundy_zip_make(const grundy_zip *zip, unsigned char **bytes, size_t *length,
                              grundy_error *error);

/* Finds the members of a file, in its bytes. GRUNDY_BAD_INPUT if they are not those that
 * grundy_zip_make makes. */
grundy_status grundy_zip_parse(const char *name, const unsigned char *bytes, size_t length,
                               grundy_zip *zip, grundy_error *error);

/* Returns the member with that name; NULL if there is none. */
const grundy_zip_member *grundy_zip_find(const grundy_zip *zip, const char *name);

#endif
