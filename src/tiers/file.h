/* Files of tiers; docs/formats.md describes them. */

#ifndef GRUNDY_SRC_TIERS_FILE_H
#define GRUNDY_SRC_TIERS_FILE_H

#include <grundy/solution.h>
#include <grundy/tiers.h>

#include "base/mapping.h"
#include "base/monitor.h"
#include "tiers/table.h"

/* The most columns of a file. */
enum { GRUNDY_TIER_MAX_COLUMNS = 4 };

/* Says for which rules, arguments and columns a file was made. */
typedef struct grundy_tier_identity {
  uint64_t word[2];
} grundy_tier_identity;

/* Counts and maxima of a tier, as in grundy_tiers_summary. */
typedef struct grundy_tier_counts {
  uint64_t positions, p, n, d, infinite, largest_value, largest_remoteness;
} grundy_tier_counts;

/* A column of a file that is mapped. */
typedef struct grundy_tier_column {
  grundy_columns column;
  unsigned bits;
  const unsigned char *entries;
  const unsigned char *escapes; /* sorted by index */
  uint64_t escape_count;
} grundy_tier_column;

/* A mapped file. */
typedef struct grundy_tier_file {
  grundy_mapping mapping;
  char *path; /* for errors */
  uint64_t tier, count;
  grundy_tier_counts counts;
  grundy_tier_column columns[GRUNDY_TIER_MAX_COLUMNS];
  unsigned column_count;
  uint64_t payload_end;   /* where the checksums of blocks begin */
  unsigned char *checked; /* by block: 1 if its checksum is right */
} grundy_tier_file;

/* What a file is expected to be. */
typedef struct grundy_tier_expected {
  grundy_tier_identity identity;
  uint64_t tier, count;
} grundy_tier_expected;

/* Columns to be written. */
typedef struct grundy_tier_result {
  grundy_columns column;
  grundy_tier_table *table; /* finished */
} grundy_tier_result;

/* Returns the bytes of a file with entries of these sizes, without large numbers. */
uint64_t grundy_tier_file_bytes(uint64_t count, const unsigned *bits, unsigned columns);

/* Writes the file, which appears complete or not at all. */
grundy_status grundy_tier_file_write(const char *path, const grundy_tier_expected *expected,
                                     const grundy_tier_counts *counts,
                                     const grundy_tier_result *results, unsigned count,
                                     grundy_error *error);

/* Maps a file and checks its header. *file becomes NULL if the file does not exist.
 * GRUNDY_BAD_INPUT if it is not the expected file, or if it is truncated or damaged. */
grundy_status grundy_tier_file_open(const char *path, const grundy_tier_expected *expected,
                                    grundy_tier_file **file, grundy_error *error);

/* NULL is allowed. */
void grundy_tier_file_close(grundy_tier_file *file);

/* Checks the checksums of all blocks, with all threads. The thread that calls it asks the work's
 * monitor. */
grundy_status grundy_tier_file_check(grundy_tier_file *file, grundy_work *work,
                                     grundy_error *error);

/* Checks that the entries of all columns have the right form, and that the header counts them, with
 * all threads. Whether the entries are right is not checked. Call grundy_tier_file_check before. */
grundy_status grundy_tier_file_check_contents(const grundy_tier_file *file, grundy_work *work,
                                              grundy_error *error);

/* Checks the blocks that the entry of this index is read from, unless they were checked before. */
grundy_status grundy_tier_file_check_entry(grundy_tier_file *file, const grundy_tier_column *column,
                                           uint64_t index, grundy_error *error);

/* Returns the column; NULL if the file does not have it. */
const grundy_tier_column *grundy_tier_file_column(const grundy_tier_file *file,
                                                  grundy_columns column);

/* Returns the large number of this index; GRUNDY_TIER_NUMBER_ABSENT if it has none. */
uint32_t grundy_tier_column_escaped(const grundy_tier_column *column, uint64_t index);

/* Returns the large number at this place of their table. */
grundy_tier_escape grundy_tier_column_escape_at(const grundy_tier_column *column, uint64_t place);

/* Returns a number, GRUNDY_INFINITY or GRUNDY_TIER_NUMBER_ABSENT. */
static inline uint32_t grundy_tier_column_get(const grundy_tier_column *column, uint64_t index) {
  unsigned char entry = column->entries[index];
  if (entry <= GRUNDY_TIER_MOST) return entry;
  if (entry == GRUNDY_TIER_ESCAPED) return grundy_tier_column_escaped(column, index);
  return entry == GRUNDY_TIER_INFINITE ? UINT32_MAX : GRUNDY_TIER_NUMBER_ABSENT;
}

/* Returns the number of this index in a column that the file has. */
static inline uint32_t grundy_tier_file_number(const grundy_tier_file *file, grundy_columns column,
                                               uint64_t index) {
  return grundy_tier_column_get(grundy_tier_file_column(file, column), index);
}

/* Returns GRUNDY_TIER_P, _N or _D, or GRUNDY_TIER_NO_OUTCOME. */
static inline unsigned grundy_tier_column_outcome(const grundy_tier_column *column,
                                                  uint64_t index) {
  return column->entries[index / 4] >> index % 4 * 2 & 3U;
}

#endif
