/* Archives of .npy arrays, as numpy.savez writes them. Reads arrays in any order, and writes them
 * one after the other. directory.c finds the members of an archive, header.h reads the headers of
 * arrays. */

#ifndef GRUNDY_SRC_NPZ_NPZ_H
#define GRUNDY_SRC_NPZ_NPZ_H

#include "base/error.h"
#include "base/mapping.h"
#include "base/monitor.h"
#include "npz/header.h"

/* ---- reading --------------------------------------------------------------------------- */

enum {
  GRUNDY_NPZ_MEMBERS = 128, /* maximum number of known members */
  GRUNDY_NPZ_BATCH = 4096,  /* numbers are passed on in batches of this size */
};

/* A member as the archive describes it. */
typedef struct grundy_npz_entry {
  char name[256];
  uint64_t begin;        /* of its bytes in the archive */
  uint64_t packed, size; /* bytes in the archive, and when decompressed */
  uint32_t checksum;     /* of the decompressed bytes */
  uint16_t flags, method;
} grundy_npz_entry;

/* An archive. A member is numbered by its index among the names that the reader knows. The caller
 * sets name, error, work, members, count and, optionally, tolerates. */
typedef struct grundy_npz {
  const char *name; /* of the file */
  grundy_error *error;
  grundy_work *work; /* counts bytes */
  FILE *file;        /* NULL if the input is not a regular file */
  char *text;        /* the whole input in that case */
  uint64_t start;    /* where the archive begins in the file */
  uint64_t length;   /* of the archive, in bytes */
  grundy_npz_entry *entries;
  int entry_count;
  const char *const *members;
  int count; /* number of known names */
  /* Returns whether a member that is not among `members` is allowed; NULL: none is. */
  bool (*tolerates)(const struct grundy_npz *npz, const char *name);
  int place[GRUNDY_NPZ_MEMBERS]; /* index among the entries; -1 if missing */
  char unknown[64];              /* a member that is neither known nor tolerated, or "" */
  grundy_mapping mapping;        /* of the file, after grundy_npz_map */
} grundy_npz;

/* Opens the archive in the rest of the stream. Call grundy_npz_close even if this fails. A regular
 * file is read in place; anything else is kept in memory. */
grundy_status grundy_npz_open(grundy_npz *npz, FILE *in);
void grundy_npz_close(grundy_npz *npz);

/* Reads the directory of the archive into `entries`. Archives that other readers might read
 * differently are rejected (directory.c). */
grundy_status grundy_npz_read_directory(grundy_npz *npz);

/* Reads `size` bytes of the archive. */
grundy_status grundy_npz_read_at(const grundy_npz *npz, uint64_t at, void *bytes, uint64_t size);

static inline bool grundy_npz_has(const grundy_npz *npz, int member) {
  return npz->place[member] >= 0;
}

/* Returns whether the archive has a member of that name. */
bool grundy_npz_holds(const grundy_npz *npz, const char *name);

GRUNDY_PRINTF(3, 4)
void grundy_npz_report(const grundy_npz *npz, int member, const char *format, ...);

/* Fails with the file and the member in the message. A macro, so that compilers and static
 * analysers see which status the caller returns. */
#define grundy_npz_fail(npz, member, ...)                                                          \
  (grundy_npz_report(npz, member, __VA_ARGS__), GRUNDY_BAD_INPUT)

/* An array being read. */
typedef struct grundy_npz_array {
  const grundy_npz *npz;
  int member;
  grundy_npy npy;
  const grundy_npz_entry *entry;
  uint64_t header; /* size of its header in bytes */
  bool stored;     /* not compressed */
  uint64_t read;   /* bytes read so far, and their checksum */
  uint32_t checksum;
  struct grundy_npz_inflater *inflater; /* NULL if stored */
} grundy_npz_array;

/* Opens a member and reads its header. The size announced by the header equals the one announced by
 * the archive and is possible for the bytes present, so allocating memory for the array is safe. On
 * success the array must be finished or dropped. */
grundy_status grundy_npz_begin(const grundy_npz *npz, int member, grundy_npz_array *array);

/* As grundy_npz_begin, for an array of `count` integers of any size in one dimension; `why` says
 * what they are, as in "one for every position". */
grundy_status grundy_npz_begin_integers(const grundy_npz *npz, int member, uint64_t count,
                                        const char *why, grundy_npz_array *array);

/* Checks that the array has one dimension and `count` items. */
grundy_status grundy_npz_expect(const grundy_npz_array *array, uint64_t count, const char *why);

/* Reads the next `size` bytes. */
grundy_status grundy_npz_bytes(grundy_npz_array *array, void *bytes, uint64_t size);

/* Takes the numbers first … first + count - 1 of an array; numbers of 2^63 or more become 2^63 -
 * 1. */
typedef grundy_status grundy_npz_taker(void *context, const grundy_npz_array *array, uint64_t first,
                                       const int64_t *numbers, uint64_t count);

/* Hands over all numbers and finishes the array, even on failure. */
grundy_status grundy_npz_take(grundy_npz_array *array, grundy_npz_taker *taker, void *context);

/* Begins an array of integers and hands over all of its numbers. */
grundy_status grundy_npz_read_integers(const grundy_npz *npz, int member, uint64_t count,
                                       const char *why, grundy_npz_taker *taker, void *context);

/* Ends an array. If `status` is GRUNDY_OK, reads the rest and verifies the checksum of the member;
 * otherwise returns `status`. */
grundy_status grundy_npz_finish(grundy_npz_array *array, grundy_status status);

/* Where the items of an array are in a regular file, for readers that take parts of them. */
typedef struct grundy_npz_place {
  grundy_npy npy;
  uint64_t begin;    /* the offset of the first item in the file, in bytes */
  uint64_t header;   /* size of the header before it */
  uint32_t checksum; /* of header and items */
} grundy_npz_place;

/* Finds the items of an array that was just begun. GRUNDY_UNABLE if they are compressed or in the
 * byte order of another machine, or if the archive is not a regular file. The caller has to verify
 * the checksum. */
grundy_status grundy_npz_locate(const grundy_npz_array *array, grundy_npz_place *place);

/* Maps a regular file; does nothing for other inputs, or if mapping fails. Arrays in the mapping
 * are valid until grundy_npz_close, or as long as whoever took the mapping over keeps it. */
void grundy_npz_map(grundy_npz *npz);

/* Finds the items of an array that was just begun in the mapping, so that they need not be read.
 * They must be uncompressed, aligned to their size and in this machine's byte order, and the
 * checksum of the member must be right. Otherwise *items is NULL, and the array can be read as
 * usual. The items must not be changed. */
grundy_status grundy_npz_in_place(const grundy_npz_array *array, void **items);

/* Closes an array without reading the rest. */
void grundy_npz_drop(grundy_npz_array *array);

/* The maximum size of a text in an array, in bytes, when reading or writing. */
#define GRUNDY_NPZ_TEXT_LIMIT (UINT64_C(1) << 26)

typedef grundy_status grundy_npz_text_taker(void *context, const grundy_npz_array *array,
                                            uint32_t index, const char *text, size_t length);

/* Hands over the `count` texts of a member, Unicode or bytes, as UTF-8 without NUL; `why` as in
 * grundy_npz_begin_integers. */
grundy_status grundy_npz_read_texts(const grundy_npz *npz, int member, uint32_t count,
                                    const char *why, grundy_npz_text_taker *taker, void *context);

/* ---- writing --------------------------------------------------------------------------- */

/* An array to be written. */
typedef struct grundy_npz_column grundy_npz_column;

/* Puts items first … first + count - 1 into `bytes`. Several threads may do so at once. */
typedef void grundy_npz_fill(const grundy_npz_column *column, uint64_t first, uint64_t count,
                             unsigned char *bytes);

struct grundy_npz_column {
  const char *name; /* of the member */
  grundy_npy npy;
  grundy_npz_fill *fill;
  const void *source; /* for `fill` */
  bool counted;       /* whether an item is a step of work */
};

/* Makes an array of one dimension. */
grundy_npz_column grundy_npz_column_new(const char *name, char kind, uint64_t item, uint64_t count,
                                        grundy_npz_fill *fill, const void *source);

/* Writes an archive of these arrays, at least one, uncompressed. In the archive, the header and the
 * items of every array start at multiples of 64 bytes. If the stream cannot seek, every array is
 * produced twice. */
grundy_status grundy_npz_write(FILE *out, const grundy_npz_column *columns, int count,
                               grundy_work *work, grundy_error *error);

/* As grundy_npz_write, with sizes and offsets of `zip64_limit` and more in zip64 fields, which the
 * format requires from 2^32 - 1 on. */
grundy_status grundy_npz_write_limited(FILE *out, const grundy_npz_column *columns, int count,
                                       uint64_t zip64_limit, grundy_work *work,
                                       grundy_error *error);

/* Finds where the items of every array begin in the archive that grundy_npz_write writes, in bytes.
 * For arrays whose items are written by several processes. */
void grundy_npz_plan(const grundy_npz_column *columns, int count, uint64_t *begins);

/* Writes everything but the items: headers, directory and end. The stream can seek and is at the
 * beginning of the archive; checksums[i] is the CRC-32 of the items of array i. */
grundy_status grundy_npz_write_frame(FILE *out, const grundy_npz_column *columns, int count,
                                     const uint32_t *checksums, grundy_error *error);

/* Returns the bytes of a signed integer for numbers up to this one: 4 or 8. */
static inline uint64_t grundy_npz_width(uint64_t largest) {
  return largest <= INT32_MAX ? 4 : 8;
}

/* Fill a column whose source is an array of ready-made items, of uint64_t, of uint32_t or of
 * double. */
grundy_npz_fill grundy_npz_fill_bytes, grundy_npz_fill_wide, grundy_npz_fill_narrow,
    grundy_npz_fill_reals;

#endif
