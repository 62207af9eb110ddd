/* Asks the rules about the positions of tiers. Each thread has a reader of its own. */

#ifndef GRUNDY_SRC_TIERS_READER_H
#define GRUNDY_SRC_TIERS_READER_H

#include "base/error.h"
#include "tiers/impl.h"

#include <string.h>

/* Positions that the rules gave, one after the other. */
typedef struct grundy_tier_positions {
  unsigned char *records;
  uint64_t bytes, room, count;
  uint32_t length; /* of every position; 0: lengths differ */
  bool failed;     /* memory ran out */
} grundy_tier_positions;

/* Goes through a list. */
typedef struct grundy_tier_cursor {
  const grundy_tier_positions *list;
  uint64_t at;
} grundy_tier_cursor;

/* Every position begins at a multiple of this, because rules may rely on aligned positions. If
 * lengths differ, its length precedes it, in as many bytes. */
enum { GRUNDY_TIER_ALIGNMENT = 16 };

/* Returns the bytes of a record with a position of that length. Short positions of the same length
 * are aligned to 8 bytes only, to take less of the cache. */
static inline uint64_t grundy_tier_record(const grundy_tier_positions *list, size_t length) {
  enum { A = GRUNDY_TIER_ALIGNMENT };
  uint64_t rounded = (length + A - 1) / A * A;
  return list->length == 0 ? A + rounded : length <= A / 2 ? A / 2 : rounded;
}

/* Returns the next position; false after the last. */
static inline bool grundy_tier_next(grundy_tier_cursor *cursor, grundy_position *position) {
  const grundy_tier_positions *list = cursor->list;
  if (cursor->at == list->bytes) return false;
  const unsigned char *record = list->records + cursor->at;
  position->length = list->length;
  position->bytes = record;
  if (list->length == 0) {
    memcpy(&position->length, record, sizeof position->length);
    position->bytes = record + GRUNDY_TIER_ALIGNMENT;
  }
  cursor->at += grundy_tier_record(list, position->length);
  return true;
}

typedef struct grundy_tier_reader {
  const grundy_tiers *tiers;
  grundy_tier_positions here;           /* the position that was loaded */
  grundy_tier_positions moves, further; /* its followers, and those of one of them */
  grundy_tier_positions canon, unranked;
  grundy_position_info info; /* about the position */
  bool checks_turns;         /* whether to check that players move in turn */
  bool needs_usual_ends;     /* whether other ends than a loss of the player to move are refused */
  unsigned char *marks;      /* for grundy_tier_mex */
  uint64_t mark_room;
  uint64_t evaluations, move_count; /* so far */
  grundy_error error;
} grundy_tier_reader;

/* Returns a reader without memory. */
grundy_tier_reader grundy_tier_reader_new(const grundy_tiers *tiers);
void grundy_tier_reader_free(grundy_tier_reader *reader);

/* Loads the position with this rank. *exists is false if there is none, or if it is not the
 * representative of its symmetry class. */
grundy_status grundy_tier_load(grundy_tier_reader *reader, uint64_t tier, uint64_t index,
                               bool *exists);

/* Loads the representative of a position. */
grundy_status grundy_tier_load_representative(grundy_tier_reader *reader, grundy_position position);

/* Generates the moves of the loaded position, and sets how play ends there, as the player to move
 * sees it: GRUNDY_TIER_P if that player loses, GRUNDY_TIER_N if that player wins, GRUNDY_TIER_D, or
 * GRUNDY_TIER_NO_OUTCOME if play goes on. */
grundy_status grundy_tier_expand(grundy_tier_reader *reader, unsigned *end);

/* Generates the followers of another position, which are then in reader->further. */
grundy_status grundy_tier_expand_further(grundy_tier_reader *reader, grundy_position position);

/* Generates the positions with a move to the loaded one, which are then in reader->further. */
grundy_status grundy_tier_expand_back(grundy_tier_reader *reader);

/* Finds the rank of the representative of a position from one of these lists. */
grundy_status grundy_tier_rank(grundy_tier_reader *reader, grundy_position position,
                               grundy_position_rank *rank);

/* Finds the rank of the representative of a position from one of these lists, and the place of its
 * tier. Fails if the rules break a promise: if it has no rank, or if its tier does not exist. */
grundy_status grundy_tier_locate(grundy_tier_reader *reader, grundy_position position,
                                 uint32_t *place, uint64_t *index);

/* Fails if the rank of the loaded position is not this one. */
grundy_status grundy_tier_check_rank(grundy_tier_reader *reader, uint64_t tier, uint64_t index);

/* Sets *same to whether `unrank` gives this position for the rank. */
grundy_status grundy_tier_check_unrank(grundy_tier_reader *reader, grundy_position position,
                                       uint64_t tier, uint64_t index, bool *same);

/* As grundy_tier_locate, and fails if another position has the same rank by `unrank`. */
grundy_status grundy_tier_locate_checked(grundy_tier_reader *reader, grundy_position position,
                                         uint32_t *place, uint64_t *index);

/* Forgets the values that were marked, and makes room for those of all followers of the loaded
 * position. False if memory runs out. */
bool grundy_tier_marks_start(grundy_tier_reader *reader);

/* Marks the value of a follower; one that is larger than the number of followers does not matter
 * for the mex. */
static inline void grundy_tier_mark(grundy_tier_reader *reader, uint32_t value) {
  if (value <= reader->moves.count) reader->marks[value] = 1;
}

/* Returns the least value that is not marked. */
static inline uint32_t grundy_tier_mex(const grundy_tier_reader *reader) {
  uint32_t mex = 0;
  while (reader->marks[mex] != 0) mex++;
  return mex;
}

/* Returns the loaded position. */
grundy_position grundy_tier_loaded(const grundy_tier_reader *reader);

/* Refuses a follower whose tier was not announced, or that has no entry. */
grundy_status grundy_tier_refuse_follower(grundy_tier_reader *reader, grundy_position follower);

#endif
