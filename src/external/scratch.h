/* The scratch file: reverse rows, one after the other, that are too large for memory, and after all
 * of them their lengths. A header says which game they belong to and how many are complete, so that
 * a run that was stopped can continue. It is written after the rows that it counts, and has hashes
 * of them and of their lengths, so that what did not reach the disk is noticed. Columns that are
 * complete while others are not follow after the lengths. */

#ifndef GRUNDY_SRC_EXTERNAL_SCRATCH_H
#define GRUNDY_SRC_EXTERNAL_SCRATCH_H

#include <grundy/base.h>
#include <grundy/solution.h>

#include "base/mapping.h"
#include "base/monitor.h"

/* Which game the rows belong to. */
typedef struct grundy_scratch_game {
  uint64_t order, size;
  uint64_t hash; /* of its rows and of the outcomes of terminal positions */
} grundy_scratch_game;

typedef struct grundy_scratch grundy_scratch;

/* Opens the scratch file of a folder, and takes up the complete rows if it exists already, after
 * checking them. Fails if it belongs to another game or is damaged, if another process uses it, or
 * if the disk is too full. Moves are steps of work. */
GRUNDY_MUST_USE grundy_status grundy_scratch_open(const char *folder,
                                                  const grundy_scratch_game *game,
                                                  grundy_work *work, grundy_scratch **scratch,
                                                  grundy_error *error);

/* Closes the file, and removes it unless `keep`. NULL is allowed. */
void grundy_scratch_close(grundy_scratch *scratch, bool keep);

/* Returns how many rows are complete. */
uint64_t grundy_scratch_rows(const grundy_scratch *scratch);

/* Appends moves of the next rows, which are not complete yet. */
GRUNDY_MUST_USE grundy_status grundy_scratch_append(grundy_scratch *scratch, const uint32_t *moves,
                                                    uint64_t count, grundy_work *work,
                                                    grundy_error *error);

/* Completes the next `rows` rows: the moves appended since the last call are theirs. */
GRUNDY_MUST_USE grundy_status grundy_scratch_complete(grundy_scratch *scratch,
                                                      const uint32_t *lengths, uint64_t rows,
                                                      grundy_error *error);

/* Reads the lengths of rows that are complete; returns 0, or the reason as an errno. */
int grundy_scratch_read_lengths(const grundy_scratch *scratch, uint64_t first, uint64_t count,
                                uint32_t *lengths);

/* Reads moves first … first + count - 1; returns 0, or the reason as an errno. Threads may read at
 * the same time. grundy_scratch_fail reports the reason. */
int grundy_scratch_read(const grundy_scratch *scratch, uint64_t first, uint64_t count,
                        uint32_t *moves);
grundy_status grundy_scratch_fail(const grundy_scratch *scratch, int reason, grundy_error *error);

/* Saves the numbers of a column that is complete, one per vertex, for a run that continues, unless
 * the disk has no room for them. */
GRUNDY_MUST_USE grundy_status grundy_scratch_save(grundy_scratch *scratch, grundy_columns column,
                                                  const uint32_t *numbers, grundy_work *work,
                                                  grundy_error *error);

/* Loads a column that was saved, by this run or an earlier one. If it was not, or is damaged,
 * *found is false. */
GRUNDY_MUST_USE grundy_status grundy_scratch_load(grundy_scratch *scratch, grundy_columns column,
                                                  uint32_t *numbers, bool *found, grundy_work *work,
                                                  grundy_error *error);

/* Maps a new file of that many bytes in the folder of the scratch file; it has no name and exists
 * as long as the mapping. GRUNDY_UNABLE if the disk has no room for it. `what` names its content.
 */
GRUNDY_MUST_USE grundy_status grundy_scratch_map(const grundy_scratch *scratch, const char *what,
                                                 uint64_t bytes, grundy_mapping *mapping,
                                                 grundy_error *error);

/* Notes, or returns, that the counter of the game needs lazy levels. */
void grundy_scratch_note_lazy(grundy_scratch *scratch);
bool grundy_scratch_is_lazy(const grundy_scratch *scratch);

/* Announces that these moves will be read soon, so that the system reads them in the meantime. */
void grundy_scratch_announce(const grundy_scratch *scratch, uint64_t first, uint64_t count);

#endif
