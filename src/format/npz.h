/* Archives of .npy arrays, as numpy.savez writes them: reading one array after the other, in
 * any order, and writing them in a row. libzip does the archive, npz_header.h the arrays. */

#ifndef GRUNDY_SRC_FORMAT_NPZ_H
#define GRUNDY_SRC_FORMAT_NPZ_H

#include "digraph/impl.h"
#include "format/impl.h"
#include "format/npz_header.h"

#include <zip.h>

/* ---- reading --------------------------------------------------------------------------- */

enum {
  GRUNDY_NPZ_MEMBERS = 48, /* an archive of ours has at most so many members */
  GRUNDY_NPZ_BATCH = 4096, /* numbers are handed over so many at a time */
};

/* An archive. A member is called by its place among the names that the format knows. */
typedef struct grundy_npz {
  const char *name; /* of the file */
  grundy_error *error;
  grundy_work *work; /* counts bytes */
  zip_t *zip;
  FILE *file;      /* of libzip, that it reads from; NULL if it came through a pipe */
  char *text;      /* the whole file, if so */
  uint64_t length; /* of the file, in bytes */
  const char *const *members;
  int count;                         /* of the names known */
  int64_t place[GRUNDY_NPZ_MEMBERS]; /* in the archive; -1 if it is not there */
  char unknown[64];                  /* a member that no reader of it knows, or "" */
  grundy_mapping mapping;            /* of the file, once grundy_npz_map was called */
} grundy_npz;

/* Opens the archive in the rest of the stream, whose position is anywhere afterwards. Members
 * known are there at most once. In a base, which has the member rules.npy, those of games and of
 * solutions stand side by side, and neither is unknown to the reader of the other. On failure, too,
 * it is to be closed. A regular file is read in place, anything else is kept in memory. */
grundy_status grundy_npz_open(grundy_npz *npz, FILE *in);
void grundy_npz_close(grundy_npz *npz);

static inline bool grundy_npz_has(const grundy_npz *npz, int member) {
  return npz->place[member] >= 0;
}

/* GRUNDY_BAD_INPUT with the file and the member in the message. */
GRUNDY_PRINTF(3, 4)
grundy_status grundy_npz_fail(const grundy_npz *npz, int member, const char *format, ...);

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

/* Reads what is left, checks the checksum of the member and closes it, on failure too. */
grundy_status grundy_npz_finish(grundy_npz_array *array);

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

/* ---- writing --------------------------------------------------------------------------- */

/* An array to be written. `next` puts the next `count` items into `bytes`; items are asked for
 * in their order, once. */
typedef struct grundy_npz_column {
  const char *name; /* of the member */
  grundy_npy npy;
  void (*next)(struct grundy_npz_column *column, uint64_t count, unsigned char *bytes);

  /* For `next`, according to what it is. */
  const grundy_digraph *g;
  const grundy_solution *solution;
  const uint64_t *wide;
  const uint32_t *narrow;
  const double *reals;
  const unsigned char *bytes;
  uint64_t at;         /* the next item, or the vertex that it belongs to */
  uint64_t inner, sum; /* the place within that vertex; what was added up */
  grundy_columns which;

  bool counted; /* an item is a step of the work */
} grundy_npz_column;

/* Writes an archive of these arrays, at least one, stored and not compressed. The header of
 * every array starts at a multiple of 64 bytes of the archive, and so do its items. A stream
 * that cannot seek gets a copy of a temporary file. */
grundy_status grundy_npz_write(FILE *out, grundy_npz_column *columns, int count, grundy_work *work,
                               grundy_error *error);

/* Little-endian. */
void grundy_npz_put(unsigned char *bytes, uint64_t number, uint64_t size);

/* The `next` of columns whose items are those at `bytes`, `wide`, `narrow` or `reals`, from `at`
 * on. */
void grundy_npz_next_bytes(grundy_npz_column *column, uint64_t count, unsigned char *bytes);
void grundy_npz_next_wide(grundy_npz_column *column, uint64_t count, unsigned char *bytes);
void grundy_npz_next_narrow(grundy_npz_column *column, uint64_t count, unsigned char *bytes);
void grundy_npz_next_reals(grundy_npz_column *column, uint64_t count, unsigned char *bytes);

/* ---- names ----------------------------------------------------------------------------- */

typedef grundy_status grundy_npz_name_taker(void *context, const grundy_npz_array *array,
                                            uint32_t index, const char *name, size_t length);

/* The most bytes of a name in an array, read or written. */
#define GRUNDY_NPZ_NAME_LIMIT (UINT64_C(1) << 26)

/* Hands over the `count` names of a member, as UTF-8 without NUL. */
grundy_status grundy_npz_read_names(const grundy_npz *npz, int member, uint32_t count,
                                    grundy_npz_name_taker *taker, void *context);

/* The most bytes of all names: an array gives each the room of the longest. */
#define GRUNDY_NPZ_NAMES_LIMIT (UINT64_C(1) << 34)

/* Makes the column of the names of g. GRUNDY_UNABLE past these limits, or if a name is not
 * UTF-8. */
grundy_status grundy_npz_name_column(const grundy_digraph *g, grundy_npz_column *column,
                                     grundy_error *error);

/* ---- solutions ------------------------------------------------------------------------- */

/* The members of a solution: that of a column has the number of its bit; that of a column of
 * sets is its k_indptr.npy, and there are others besides. */
enum {
  GRUNDY_NPZ_K_INDICES = GRUNDY_COLUMN_COUNT,
  GRUNDY_NPZ_J_INDICES,
  GRUNDY_NPZ_K_ABSENT,
  GRUNDY_NPZ_NAMES,
  GRUNDY_NPZ_SOLUTION_MEMBERS,
};
extern const char *const grundy_npz_solution_members[GRUNDY_NPZ_SOLUTION_MEMBERS];

/* Makes the arrays of these columns, without names, and returns how many they are. */
int grundy_npz_solution_columns(const grundy_digraph *g, const grundy_solution *solution,
                                grundy_columns columns, grundy_npz_column *arrays);

/* ---- games and bases ------------------------------------------------------------------- */

/* The members of a game, in the order in which they are written; names.npy is ours, and IS_ARRAY
 * tells SciPy arrays from SciPy matrices. Those from rules.npy on are in bases alone. */
enum {
  GRUNDY_NPZ_INDICES,
  GRUNDY_NPZ_INDPTR,
  GRUNDY_NPZ_FORMAT,
  GRUNDY_NPZ_SHAPE,
  GRUNDY_NPZ_DATA,
  GRUNDY_NPZ_GAME_NAMES,
  GRUNDY_NPZ_IS_ARRAY,
  GRUNDY_NPZ_RULES,
  GRUNDY_NPZ_SOURCE,
  GRUNDY_NPZ_DIGRAPHS,
  GRUNDY_NPZ_POSITIONS,
  GRUNDY_NPZ_POSITION_STARTS,
  GRUNDY_NPZ_BUCKETS,
  GRUNDY_NPZ_PLAYERS,
  GRUNDY_NPZ_ENDS,
  GRUNDY_NPZ_PAYOFFS,
  GRUNDY_NPZ_GAME_MEMBERS,
};
extern const char *const grundy_npz_game_members[GRUNDY_NPZ_GAME_MEMBERS];

/* An array of one dimension, for such a member; `next` and what it needs are the caller's. */
grundy_npz_column grundy_npz_game_column(int member, char kind, uint64_t item, uint64_t count);

/* Makes the arrays of the moves, and returns how many they are. */
int grundy_npz_move_columns(const grundy_digraph *g, grundy_npz_column *arrays);

/* Makes those of players, outcomes and payoffs, of which there may be none. */
int grundy_npz_attribute_columns(const grundy_digraph *g, grundy_npz_column *arrays);

/* Reads players, outcomes and payoffs of g, if the archive has them, and checks them. */
grundy_status grundy_npz_read_attributes(const grundy_npz *npz, grundy_digraph *g);

/* Does more with an archive whose game was read; the digraph may be given more. */
typedef grundy_status grundy_npz_more(void *context, grundy_npz *npz, grundy_digraph *g);

/* grundy_npz_read_game, and `more` before the archive is closed. NULL: nothing more. */
grundy_status grundy_npz_read_game_and(FILE *in, const char *name, const grundy_monitor *monitor,
                                       grundy_npz_more *more, void *context, grundy_digraph **g,
                                       grundy_error *error);

/* ---- the format ------------------------------------------------------------------------ */

grundy_game_reader grundy_npz_read_game;
grundy_game_writer grundy_npz_write_game;
grundy_solution_reader grundy_npz_read_solution;
grundy_solution_writer grundy_npz_write_solution;

#endif
