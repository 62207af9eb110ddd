/* Archives of arrays in every form that zip allows, byte by byte, so that tests can damage each of
 * their numbers. */

#ifndef GRUNDY_TESTS_SUPPORT_NPZ_ARCHIVE_H
#define GRUNDY_TESTS_SUPPORT_NPZ_ARCHIVE_H

#include "npz/npz.h"

enum { NPZ_ARCHIVE_MEMBERS = 8 };

/* The form of an archive. */
typedef struct npz_form {
  bool is_deflated;
  int descriptor;   /* bytes after each member: 0 (none), 12, 16, 20 or 24 */
  bool is_open;     /* checksum and sizes in the local headers are 0 */
  bool local_64;    /* sizes are in an extra field of the local headers … */
  bool central_64;  /* … or, with the offset, of the directory */
  bool end_64;      /* a zip64 record precedes the record at the end */
  int more_content; /* bytes that are compressed but not announced; or, if negative, missing */
  int more_packed;  /* bytes after the compressed ones; or, if negative, missing */
} npz_form;

typedef struct npz_archive {
  unsigned char bytes[1 << 16];
  size_t size;
  /* Where the local headers, the members, what follows them, and the directory entries begin. */
  size_t local[NPZ_ARCHIVE_MEMBERS], data[NPZ_ARCHIVE_MEMBERS], after[NPZ_ARCHIVE_MEMBERS],
      central[NPZ_ARCHIVE_MEMBERS];
  size_t end_64, locator, end; /* the records at the end */
} npz_archive;

void npz_archive_make(npz_archive *archive, const grundy_npz_column *columns, int count,
                      npz_form form);

#endif
