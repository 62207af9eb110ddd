/* Archives of .npy arrays, as numpy.savez writes them: reads arrays in any order, and writes them
 * one after the other. libzip handles the archive, header.h the headers of arrays. */

#ifndef GRUNDY_SRC_NPZ_NPZ_H
#define GRUNDY_SRC_NPZ_NPZ_H

#include "base/error.h"
#include "base/mapping.h"
#include "base/monitor.h"
#include "npz/header.h"
#include "npz/libzip.h"

/* ---- reading --------------------------------------------------------------------------- */

enum {
  GRUNDY_NPZ_MEMBERS = 48, /* an archive of ours has at most so many members */
  GRUNDY_NPZ_BATCH = 4096, /* numbers are handed over so many at a time */
};

/* An archive. Members are numbered by their place among the names that its reader knows. The
 * caller sets name, error, work, members, count and, if it wants to, tolerates. */
typedef struct grundy_npz {
  const char *name; /* of the file */
  grundy_error *error;
  grundy_work *work; /* counts bytes */
  zip_t *zip;
  FILE *file;      /* of libzip, that it reads from; NULL if it came through a pipe */
  char *text;      /* the whole file, if so */
  uint64_t length; /* of the file, in bytes */
  const char *const *members;
  int count; /* of the names known */
  /* Whether a member that is not among `members` may be there; NULL: none may. */
  bool (*tolerates)(const struct grundy_npz *npz, const char *name);
  int64_t place[GRUNDY_NPZ_MEMBERS]; /* in the archive; -1 if it is not there */
  char unknown[64];                  /* a member that is neither known nor tolerated, or "" */
  grundy_mapping mapping;            /* of the file, once grundy_npz_map was called */
} grundy_npz;

/* Opens the archive in the rest of the stream, whose position is anywhere afterwards. Every known
 * member is there at most once. Call grundy_npz_close on failure, too. A regular file is read in
 * place, anything else is kept in memory. */
grundy_status grundy_npz_open(grundy_npz *npz, FILE *in);
void grundy_npz_close(grundy_npz *npz);

static inline bool grundy_npz_has(const grundy_npz *npz, int member) {
  return npz->place[member] >= 0;
}

/* Has the archive a member of that name? */
bool grundy_npz_holds(const grundy_npz *npz, const char *name);

GRUNDY_PRINTF(3, 4)
void grundy_npz_report(const grundy_npz *npz, int member, const char *format, ...);

/* Fails with the file and the member in the message. A macro, so that compilers and static
 * analysers see in the caller which status it returns. */
#define grundy_npz_fail(npz, member, ...)                                                          \
  (grundy_npz_report(npz, member, __VA_ARGS__), GRUNDY_BAD_INPUT)

/* An array being read. */
typedef struct grundy_npz_array {
  const grundy_npz *npz;
  int member;
  grundy_npy npy;
  zip_file_t *file;
  uint64_t header; /* bytes of its header */
  bool stored;     /* not compressed */
  uint32_t checksum;
} grundy_npz_array;

/* Opens a member and reads its header. The bytes that the header announces are those that the
 * archive announces, and no more than those that are there can hold: so memory for the array
 * may be asked for. On success the array is to be finished or dropped. */
grundy_status grundy_npz_begin(const grundy_npz *npz, int member, grundy_npz_array *array);

/* The same for an array of `count` integers of any size, in one dimension; `why` says what they
 * are, as in "one for every position". */
grundy_status grundy_npz_begin_integers(const grundy_npz *npz, int member, uint64_t count,
                                        const char *why, grundy_npz_array *array);

/* Is it in one dimension, with so many items? */
grundy_status grundy_npz_expect(const grundy_npz_array *array, uint64_t count, const char *why);

/* The next `size` bytes. */
grundy_status grundy_npz_bytes(grundy_npz_array *array, void *bytes, uint64_t size);

/* Takes numbers first … first + count - 1 of an array; those past 2^63 are 2^63 - 1. */
typedef grundy_status grundy_npz_taker(void *context, const grundy_npz_array *array, uint64_t first,
                                       const int64_t *numbers, uint64_t count);

/* Hands over all numbers and finishes the array, on failure too. */
grundy_status grundy_npz_take(grundy_npz_array *array, grundy_npz_taker *taker, void *context);

/* Begins such an array and hands over all of its numbers. */
grundy_status grundy_npz_read_integers(const grundy_npz *npz, int member, uint64_t count,
                                       const char *why, grundy_npz_taker *taker, void *context);

/* Ends an array. If `status` is GRUNDY_OK, reads what is left and checks the checksum of the
 * member; otherwise returns `status`. */
grundy_status grundy_npz_finish(grundy_npz_array *array, grundy_status status);

/* Maps the file, if it is a regular one; otherwise, and if that fails, nothing happens. What is
 * taken from the mapping is valid until grundy_npz_close, or as long as who takes it over keeps
 * it. */
void grundy_npz_map(grundy_npz *npz);

/* The items of an array that was just begun where the mapping shows them, in place of reading
 * them: they are not compressed, stand at a multiple of their size, and have this machine's order
 * of bytes, and the checksum is right. NULL if one of these does not hold; then the array can be
 * read as any other. They are not to be changed. */
grundy_status grundy_npz_in_place(const grundy_npz_array *array, void **items);

/* Closes it as it is. */
void grundy_npz_drop(grundy_npz_array *array);

/* The most bytes of a text in an array, read or written. */
#define GRUNDY_NPZ_TEXT_LIMIT (UINT64_C(1) << 26)

typedef grundy_status grundy_npz_text_taker(void *context, const grundy_npz_array *array,
                                            uint32_t index, const char *text, size_t length);

/* Hands over the `count` texts of a member, of unicode or of bytes, as UTF-8 without NUL; `why` as
 * in grundy_npz_begin_integers. */
grundy_status grundy_npz_read_texts(const grundy_npz *npz, int member, uint32_t count,
                                    const char *why, grundy_npz_text_taker *taker, void *context);

/* ---- writing --------------------------------------------------------------------------- */

/* An array to be written. `next` puts the next `count` items into `bytes`; items are asked for
 * in their order, once. */
typedef struct grundy_npz_column grundy_npz_column;
typedef void grundy_npz_next(grundy_npz_column *column, uint64_t count, unsigned char *bytes);

struct grundy_npz_column {
  const char *name; /* of the member */
  grundy_npy npy;
  grundy_npz_next *next;

  /* For `next`, according to what it is. */
  const void *source;
  uint64_t at;         /* the next item, or the row that it belongs to */
  uint64_t inner, sum; /* the place within that row; what was added up */
  uint32_t which;      /* a part of the source */

  bool counted; /* an item is a step of the work */
};

/* An array of one dimension. */
grundy_npz_column grundy_npz_column_new(const char *name, char kind, uint64_t item, uint64_t count,
                                        grundy_npz_next *next, const void *source);

/* Writes an archive of these arrays, at least one, stored and not compressed. The header of
 * every array starts at a multiple of 64 bytes of the archive, and so do its items. A stream
 * that cannot seek gets a copy of a temporary file. */
grundy_status grundy_npz_write(FILE *out, grundy_npz_column *columns, int count, grundy_work *work,
                               grundy_error *error);

/* Little-endian. */
void grundy_npz_put(unsigned char *bytes, uint64_t number, uint64_t size);

/* The `next` of columns whose source is an array of items as they are, of uint64_t, of uint32_t or
 * of double. */
grundy_npz_next grundy_npz_next_bytes, grundy_npz_next_wide, grundy_npz_next_narrow,
    grundy_npz_next_reals;

#endif
