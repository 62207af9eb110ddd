/* A batch in four steps, which all threads do together:
 *
 * 1. Threads share the positions of the batch. Each asks the rules for moves, and sorts these by
 * the highest bits of their keys.
 * 2. Threads share the keys, and thereby the table. Each looks up the moves with its keys, in the
 *    order of moves, and adds the targets that are not there, under the sequence number of the
 *    move. So the first move to a new position is known, and all other moves there refer to it.
 * 3. Threads share the positions again, and sort rows. Numbers will be in the order of first moves,
 *    so sequence numbers are in the order of numbers.
 * 4. Now the number of new positions before each move is known, and with it all numbers and places.
 *    Threads store rows and positions, and replace the sequence numbers in the table. */

#include "explore/batch.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Moves are sorted into bins by the highest bits of their keys. Moves with near buckets are then
 * looked up one after the other: this saves cache misses, and even more TLB misses. */
enum { BINS = GRUNDY_KEY_BINS };

/* Bits in a word of a bit set. */
enum { WORD = 64 };

/* The result of a lookup that left the part of the table that belongs to its thread. */
#define LATE UINT32_MAX

/* A move of the current row. Duplicate moves, by symmetry, are found by their keys. An entry
 * replaced by another is forgotten, so a row may contain duplicates until it is sorted. */
enum { SEEN = 256 };
typedef struct seen {
  uint64_t row; /* the value of s->made for its row */
  uint32_t move;
} seen;

/* A move to look up. */
typedef struct lookup {
  uint32_t key;  /* of its target; after the lookup, the number of the target */
  uint32_t move; /* of the share */
} lookup;

typedef struct row {
  uint32_t size;  /* moves; after sorting, targets */
  uint32_t first; /* first moves to new positions */
} row;

struct grundy_move_batch_share {
  const grundy_move_batch *batch;
  uint32_t next, end; /* positions to expand */
  row *rows;          /* finished ones */
  uint64_t row_count, row_room;
  uint32_t *targets; /* keys of moves, then their numbers, then the targets of sorted rows */
  lookup *lookups;   /* sorted by bins; as much room as for targets */
  uint64_t move_count, move_room;
  unsigned char *records; /* the bytes of the targets of moves */
  uint64_t record_bytes, record_room;
  uint64_t *starts; /* of records, if lengths differ, and their end */
  uint64_t starts_room;
  uint32_t row_moves; /* of the current row, which follows the others */
  uint64_t row_bytes;
  uint64_t made; /* rows begun, including the current one */
  seen *seen;    /* SEEN entries, by key */
  bool full;     /* the room was too small for the current row */
  uint32_t bin_ends[BINS];
  bool is_short; /* the lookups of the only share are few, and in the order of moves */
  uint64_t target_count, new_count, new_bytes; /* of sorted rows */

  /* Where steps 3 and 4 continue what earlier shares have done. */
  uint64_t target_begin, row_begin, number_begin, byte_begin;

  /* As the owner of a part of the table. */
  uint64_t added;
  uint32_t late_bin; /* the first bin with lookups that are late; BINS: none */
  grundy_status status;
  grundy_error error;
};
typedef grundy_move_batch_share share;

static grundy_position record_of(const share *s, uint64_t move) {
  uint64_t bytes = s->batch->positions->bytes;
  if (bytes > 0) return (grundy_position){s->records + move * bytes, bytes};
  return (grundy_position){s->records + s->starts[move], s->starts[move + 1] - s->starts[move]};
}

/* ---- 1. moves ---------------------------------------------------------------------------- */

/* Returns whether the position is among the moves of the row, and adds it as `move` if not. */
static bool is_seen(share *s, grundy_position position, uint32_t key, uint32_t move) {
  seen *one = &s->seen[key % SEEN];
  if (one->row == s->made && s->targets[one->move] == key &&
      grundy_position_is_same(record_of(s, one->move), position))
    return true;
  *one = (seen){s->made, move};
  return false;
}

/* Takes a move of the row. Its key is computed later, except in a long row: the processor then
 * works on the next move while the rules have not finished this one. */
static void take_move(void *to, grundy_position position) {
  enum { MANY = 64 }; /* moves of a row; from there on, duplicates are dropped at once */
  share *s = to;
  uint64_t move = s->move_count + s->row_moves, at = s->record_bytes + s->row_bytes;
  if (move >= s->move_room || at + position.length > s->record_room) s->full = true;
  if (s->full) return;
  if (s->row_moves >= MANY) {
    s->targets[move] = grundy_position_key(s->batch->positions, position);
    if (is_seen(s, position, s->targets[move], (uint32_t)move)) return;
  }
  grundy_position_copy(s->records + at, position);
  if (s->starts != NULL) s->starts[move + 1] = at + position.length;
  s->row_bytes += position.length;
  s->row_moves++;
}

static grundy_status expand_one(share *s, uint32_t v) {
  const grundy_move_batch *b = s->batch;
  grundy_position position = grundy_positions_get(b->positions, v);
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  if (b->ruleset->has_terminal || b->ruleset->has_player)
    status = b->ruleset->kind->info(b->ruleset, position, &info, &s->error);
  if (status != GRUNDY_OK) return status;
  if (b->attributes->ends != NULL) b->attributes->ends[v] = info.end;
  if (b->attributes->players != NULL) b->attributes->players[v] = info.player;
  s->row_bytes = s->row_moves = 0;
  s->made++;
  if (info.end != 0) return GRUNDY_OK;
  return grundy_ruleset_moves(b->ruleset, position, take_move, s, &s->error);
}

/* Sorts the moves of finished rows into bins; in a bin, they are in their own order. */
static void sort_moves(share *s) {
  enum { FEW = 64 }; /* moves: fewer than this are not worth the walk through all bins */
  uint32_t *ends = s->bin_ends, sum = 0, moves = (uint32_t)s->move_count;
  for (uint32_t i = 0; i < moves; i++)
    s->targets[i] = grundy_position_key(s->batch->positions, record_of(s, i));
  s->is_short = s->batch->share_count == 1 && moves < FEW;
  if (s->is_short) {
    for (uint32_t i = 0; i < moves; i++) s->lookups[i] = (lookup){s->targets[i], i};
    return;
  }
  memset(ends, 0, sizeof s->bin_ends);
  for (uint32_t i = 0; i < moves; i++) ends[grundy_key_bin(s->targets[i])]++;
  for (int bin = 0; bin < BINS; bin++) {
    uint32_t count = ends[bin];
    ends[bin] = sum;
    sum += count;
  }
  for (uint32_t i = 0; i < moves; i++) {
    uint32_t key = s->targets[i];
    s->lookups[ends[grundy_key_bin(key)]++] = (lookup){key, i};
  }
}

static void expand_share(void *context, int thread) {
  share *s = &((grundy_move_batch *)context)->shares[thread];
  if (s->next == s->end || s->status != GRUNDY_OK) return;
  s->full = false;
  for (; s->next < s->end; s->next++) {
    s->status = expand_one(s, s->next);
    if (s->full && s->status == GRUNDY_OK) return;
    if (s->status != GRUNDY_OK) break;
    assert(s->row_count < s->row_room);
    s->rows[s->row_count++] = (row){.size = s->row_moves};
    s->move_count += s->row_moves;
    s->record_bytes += s->row_bytes;
  }
  sort_moves(s);
}

/* Makes room for that many moves and bytes of records. */
static bool make_room(share *s, uint64_t moves, uint64_t bytes) {
  uint64_t lookup_room = s->move_room;
  bool has_starts = s->batch->positions->bytes == 0;
  if (!grundy_grow(&s->lookups, &lookup_room, moves, sizeof *s->lookups) ||
      !grundy_grow(&s->targets, &s->move_room, moves, sizeof *s->targets) ||
      !grundy_grow(&s->records, &s->record_room, bytes, 1) ||
      (has_starts &&
       !grundy_grow(&s->starts, &s->starts_room, s->move_room + 1, sizeof *s->starts)))
    return false;
  if (has_starts) s->starts[0] = 0;
  return true;
}

/* Gives a share whose current row does not fit more room; fails at this row if it has too many
 * moves. */
static grundy_status make_more_room(share *s, grundy_error *error) {
  if (s->row_moves <= s->batch->move_limit)
    return make_room(s, 2 * s->move_room, 2 * s->record_room) ? GRUNDY_OK
                                                              : grundy_fail_memory(error);
  s->status = grundy_positions_fail_limit(s->batch->move_limit, "moves", &s->error);
  sort_moves(s);
  return GRUNDY_OK;
}

static void begin_shares(grundy_move_batch *b, uint32_t begin, uint32_t end) {
  enum { LEAST = 16 }; /* positions that are worth a share */
  uint32_t count = end - begin, worth = (count + LEAST - 1) / LEAST;
  b->share_count = worth < (uint32_t)b->callers ? (int)worth : b->callers;
  for (int i = 0; i < b->share_count; i++) {
    share *s = &b->shares[i];
    s->next = begin + (uint32_t)grundy_share(count, i, b->share_count);
    s->end = begin + (uint32_t)grundy_share(count, i + 1, b->share_count);
    s->row_count = s->move_count = s->record_bytes = 0;
    s->status = GRUNDY_OK;
  }
}

/* Runs all shares to their ends, or to the position where the rules fail. */
static grundy_status find_moves(grundy_move_batch *b, uint32_t begin, uint32_t end,
                                grundy_error *error) {
  begin_shares(b, begin, end);
  for (bool again = true; again;) {
    again = false;
    grundy_parallel(b->share_count, expand_share, b);
    for (int i = 0; i < b->share_count; i++) {
      share *s = &b->shares[i];
      if (!s->full || s->status != GRUNDY_OK) continue;
      grundy_status status = make_more_room(s, error);
      if (status != GRUNDY_OK) return status;
      again |= s->status == GRUNDY_OK;
    }
  }
  return GRUNDY_OK;
}

/* Leaves out the shares after one that failed. Returns the latter, or NULL. */
static const share *find_failure(grundy_move_batch *b) {
  for (int i = 0; i < b->share_count; i++) {
    if (b->shares[i].status == GRUNDY_OK) continue;
    b->share_count = i + 1;
    return &b->shares[i];
  }
  return NULL;
}

/* ---- 2. lookups -------------------------------------------------------------------------- */

/* The lookups of a share in a bin. Those of the next bin follow them. */
typedef struct lookup_range {
  lookup *begin, *end;
} lookup_range;

static lookup_range lookups_of(const share *s, uint32_t bin) {
  uint32_t begin = bin == 0 ? 0 : s->bin_ends[bin - 1];
  return (lookup_range){s->lookups + begin, s->lookups + s->bin_ends[bin]};
}

static uint32_t first_bin(const grundy_move_batch *b, int part) {
  return (uint32_t)grundy_share(BINS, part, b->share_count);
}

/* Returns the number under which the target of a move is added. */
static uint32_t provisional(const grundy_move_batch *b, int owner, uint32_t move) {
  return (uint32_t)(b->provisional + (uint64_t)owner * b->stride + move);
}

/* Returns whether the target with that number, which may be provisional, has these bytes. */
static bool is_at(const grundy_move_batch *b, uint32_t number, grundy_position position) {
  if (number < b->known) return grundy_positions_is_at(b->positions, number, position);
  uint64_t sequence = number - b->provisional;
  const share *s = &b->shares[sequence / b->stride];
  return grundy_position_is_same(record_of(s, sequence % b->stride), position);
}

/* Returns the number of a position, searched in the buckets from `at` on. If it is not in the
 * table, it is added with the number `fresh`. LATE if that needs buckets from `end` on. */
static uint32_t find_or_add(const grundy_move_batch *b, uint64_t at, uint64_t end,
                            grundy_position position, uint32_t key, uint32_t fresh) {
  bool exact = grundy_positions_has_exact_keys(b->positions);
  for (; at < end; at++) {
    grundy_key_bucket *bucket = &b->table->buckets[at];
    for (unsigned some = grundy_key_bucket_matches(bucket, key); some != 0; some &= some - 1) {
      uint32_t number = bucket->numbers[__builtin_ctz(some)];
      if (number == 0) break;
      if (exact || is_at(b, number - 1, position)) return number - 1;
    }
    if (!grundy_key_bucket_has_room(bucket)) continue;
    grundy_key_table_put(b->table, bucket, key, fresh);
    return fresh;
  }
  return LATE;
}

/* A part of the table, and the share that owns it for a batch. */
typedef struct table_part {
  share *owner;
  uint32_t begin_bin, end_bin;
  uint64_t end; /* bucket */
} table_part;

static table_part part_of(const grundy_move_batch *b, int thread) {
  uint32_t end_bin = first_bin(b, thread + 1);
  return (table_part){.owner = &b->shares[thread],
                      .begin_bin = first_bin(b, thread),
                      .end_bin = end_bin,
                      .end = grundy_key_table_bin_begin(b->table, end_bin)};
}

/* Moves are looked up in groups. First, the key of each move is searched in the first bucket where
 * it may be: most are found there, and this step has no branches that are hard to predict. Then, if
 * keys are not exact, positions are compared, which have been prefetched. Moves that have found
 * nothing are looked up one by one. All moves to the same target find it at once, or none does, so
 * the first of these adds it. */
enum { GROUP = 64 };

/* So few moves are looked up one by one at once: a chain has one per batch. */
enum { FEW_LOOKUPS = 4 };

/* A move that has found nothing yet. */
typedef struct miss {
  lookup *of;
  uint32_t key;
} miss;

/* Searches the first bucket for the key of each move. Sets it to the number that is found, or LATE.
 * Prefetches the buckets of the next group, up to `last`, and the positions. Returns how many moves
 * have found nothing. */
static inline uint32_t find_keys(const grundy_move_batch *b, lookup *group, uint32_t count,
                                 const lookup *last, bool exact, miss *misses) {
  uint32_t missed = 0;
  const grundy_key_table table = *b->table;
  for (lookup *one = group; one < group + count; one++) {
    grundy_key_table_prefetch(&table, (last - one < GROUP ? last : one + GROUP)->key);
    const grundy_key_bucket *bucket = &table.buckets[grundy_key_table_bucket(&table, one->key)];
    uint32_t number = grundy_key_bucket_first(bucket, one->key) - 1;
    misses[missed] = (miss){one, one->key};
    missed += number == LATE;
    one->key = number;
    if (!exact && number < b->known) grundy_positions_prefetch(b->positions, number);
  }
  return missed;
}

/* Compares the positions that were found by their keys. Returns how many moves there are now that
 * have found nothing. */
static uint32_t compare_positions(const grundy_move_batch *b, const share *s, lookup *group,
                                  uint32_t count, miss *misses, uint32_t missed) {
  for (lookup *one = group; one < group + count; one++) {
    grundy_position position = record_of(s, one->move);
    if (one->key == LATE || is_at(b, one->key, position)) continue;
    misses[missed++] = (miss){one, grundy_position_key(b->positions, position)};
  }
  return missed;
}

/* Looks up a move of share `from` that has found nothing yet; adds its target if that is new. */
static void look_up_one(const grundy_move_batch *b, const table_part *part, int from, uint32_t bin,
                        miss one) {
  share *owner = part->owner;
  uint32_t fresh = provisional(b, from, one.of->move);
  one.of->key = find_or_add(b, grundy_key_table_bucket(b->table, one.key), part->end,
                            record_of(&b->shares[from], one.of->move), one.key, fresh);
  owner->added += one.of->key == fresh;
  if (one.of->key == LATE && bin < owner->late_bin) owner->late_bin = bin;
}

/* Looks up moves of share `from`, whose keys are in the bin. Up to `last`, no other thread changes
 * its lookups. */
static void look_up_range(const grundy_move_batch *b, const table_part *part, int from,
                          uint32_t bin, lookup_range range, const lookup *last) {
  const share *s = &b->shares[from];
  miss misses[GROUP];
  for (uint32_t count, missed; range.begin < range.end; range.begin += count) {
    count = range.end - range.begin < GROUP ? (uint32_t)(range.end - range.begin) : GROUP;
    if (grundy_positions_has_exact_keys(b->positions)) {
      missed = find_keys(b, range.begin, count, last, true, misses);
    } else {
      missed = find_keys(b, range.begin, count, last, false, misses);
      missed = compare_positions(b, s, range.begin, count, misses, missed);
    }
    for (const miss *one = misses; one < misses + missed; one++)
      look_up_one(b, part, from, bin, *one);
  }
}

/* Looks up the moves of a part of the table: by bins, in a bin by shares. */
static void look_up_share(void *context, int thread) {
  const grundy_move_batch *b = context;
  const table_part part = part_of(b, thread);
  share *owner = part.owner;
  owner->added = 0;
  owner->late_bin = part.end_bin;
  if (owner->is_short && owner->move_count <= FEW_LOOKUPS) {
    for (lookup *one = owner->lookups; one < owner->lookups + owner->move_count; one++)
      look_up_one(b, &part, thread, 0, (miss){one, one->key});
    return;
  }
  if (owner->is_short) {
    lookup *end = owner->lookups + owner->move_count;
    look_up_range(b, &part, thread, 0, (lookup_range){owner->lookups, end}, end - 1);
    return;
  }
  for (uint32_t bin = part.begin_bin; bin < part.end_bin; bin++)
    for (int i = 0; i < b->share_count; i++)
      look_up_range(b, &part, i, bin, lookups_of(&b->shares[i], bin),
                    lookups_of(&b->shares[i], part.end_bin - 1).end - 1);
}

/* Looks up a move that is late. */
static void look_up_again(const grundy_move_batch *b, share *owner, int from, lookup *one) {
  grundy_position position = record_of(&b->shares[from], one->move);
  uint32_t key = grundy_position_key(b->positions, position);
  uint32_t fresh = provisional(b, from, one->move);
  uint64_t at = grundy_key_table_bucket(b->table, key), bucket_count = b->table->bucket_count;
  one->key = find_or_add(b, at, bucket_count, position, key, fresh);
  if (one->key == LATE) one->key = find_or_add(b, 0, bucket_count, position, key, fresh);
  owner->added += one->key == fresh;
}

/* Looks up the late moves of a part of the table, from its end on and then from the beginning of
 * the table. All buckets from that of the key to the end of the part are full, so equal targets are
 * all late. */
static void look_up_late(const grundy_move_batch *b, int thread) {
  const table_part part = part_of(b, thread);
  for (uint32_t bin = part.owner->late_bin; bin < part.end_bin; bin++)
    for (int i = 0; i < b->share_count; i++) {
      const share *s = &b->shares[i];
      lookup_range range =
          s->is_short ? (lookup_range){s->lookups, s->lookups + s->move_count} : lookups_of(s, bin);
      for (lookup *one = range.begin; one < range.end; one++)
        if (one->key == LATE) look_up_again(b, part.owner, i, one);
    }
}

static grundy_status look_up(grundy_move_batch *b, const grundy_work *work, grundy_error *error) {
  uint64_t moves = 0, most = 0;
  for (int i = 0; i < b->share_count; i++) {
    moves += b->shares[i].move_count;
    if (b->shares[i].move_count > most) most = b->shares[i].move_count;
  }
  b->known = b->positions->count;
  b->stride = (most + WORD) / WORD * WORD;
  uint64_t sequences = (uint64_t)b->share_count * b->stride, rank_room = b->word_room;
  b->provisional = b->known + sequences;
  if (b->provisional + sequences >= LATE ||
      !grundy_grow(&b->ranks, &rank_room, sequences / WORD, sizeof *b->ranks) ||
      !grundy_grow(&b->first, &b->word_room, sequences / WORD, sizeof *b->first))
    return grundy_fail_memory(error);
  grundy_status status = grundy_key_table_reserve(b->table, moves, work, error);
  if (status != GRUNDY_OK) return status;
  grundy_parallel(b->share_count, look_up_share, b);
  for (int i = 0; i < b->share_count; i++) {
    look_up_late(b, i);
    b->table->count += b->shares[i].added;
  }
  return GRUNDY_OK;
}

/* ---- 3. rows ----------------------------------------------------------------------------- */

/* Sorts the rows, whose targets then follow one another. */
static void sort_share(void *context, int thread) {
  grundy_move_batch *b = context;
  share *s = &b->shares[thread];
  uint64_t *first = b->first + (uint64_t)thread * b->stride / WORD;
  uint64_t move = 0;
  memset(first, 0, b->stride / WORD * sizeof *first);
  s->target_count = s->new_count = s->new_bytes = 0;
  for (uint64_t i = 0; i < s->move_count; i++) s->targets[s->lookups[i].move] = s->lookups[i].key;
  for (row *one = s->rows, *end = one + s->row_count; one < end; one++) {
    uint32_t *to = s->targets + s->target_count;
    one->first = 0;
    for (uint32_t i = 0; i < one->size; i++, move++) {
      uint32_t number = to[i] = s->targets[move];
      if (number != provisional(b, thread, (uint32_t)move)) continue;
      first[move / WORD] |= UINT64_C(1) << move % WORD;
      s->new_bytes += record_of(s, move).length;
      one->first++;
    }
    one->size = (uint32_t)grundy_sort_distinct(to, one->size);
    s->target_count += one->size;
    s->new_count += one->first;
  }
  assert(move == s->move_count);
}

/* Fails if the rows exceed a limit; if both, that which is exceeded first. */
static grundy_status check_limits(const grundy_move_batch *b, grundy_error *error) {
  uint64_t positions = b->known, moves = b->rows->size;
  for (int i = 0; i < b->share_count; i++) {
    positions += b->shares[i].new_count;
    moves += b->shares[i].target_count;
  }
  if (positions <= b->limit && moves <= b->move_limit) return GRUNDY_OK;
  positions = b->known;
  moves = b->rows->size;
  for (const share *s = b->shares;; s++)
    for (const row *one = s->rows, *end = one + s->row_count; one < end; one++) {
      positions += one->first;
      moves += one->size;
      if (positions > b->limit) return grundy_positions_fail_limit(b->limit, "positions", error);
      if (moves > b->move_limit) return grundy_positions_fail_limit(b->move_limit, "moves", error);
    }
}

/* ---- 4. numbers -------------------------------------------------------------------------- */

/* Returns the number of a target, from the sequence number of the first move to it. */
static inline uint32_t number_of(const grundy_move_batch *b, uint64_t sequence) {
  uint64_t before = (UINT64_C(1) << sequence % WORD) - 1;
  return (uint32_t)b->known + b->ranks[sequence / WORD] +
         (uint32_t)__builtin_popcountll(b->first[sequence / WORD] & before);
}

/* Makes room for everything that the shares found, and determines where each of them writes. */
static grundy_status make_places(grundy_move_batch *b, grundy_error *error) {
  grundy_positions *p = b->positions;
  uint64_t rows = 0, targets = 0, bytes = 0, words = (uint64_t)b->share_count * b->stride / WORD;
  uint32_t rank = 0;
  for (uint64_t w = 0; w < words; w++) {
    b->ranks[w] = rank;
    rank += (uint32_t)__builtin_popcountll(b->first[w]);
  }
  for (int i = 0; i < b->share_count; i++) {
    share *s = &b->shares[i];
    s->row_begin = b->rows->count + rows;
    s->target_begin = b->rows->size + targets;
    s->byte_begin = grundy_positions_end(p) + bytes;
    rows += s->row_count;
    targets += s->target_count;
    bytes += s->new_bytes;
  }
  if (!grundy_rows_reserve(b->rows, rows, targets) || !grundy_positions_extend(p, rank, bytes))
    return grundy_fail_memory(error);
  b->rows->count += rows;
  b->rows->size += targets;
  return GRUNDY_OK;
}

/* A provisional number in the table that is to be replaced. */
typedef struct renumbering {
  uint32_t key, old, v;
} renumbering;

/* Several threads do this at once in the same buckets, each for its own entries. */
static void renumber(const grundy_key_table *table, renumbering one) {
  for (uint64_t at = grundy_key_table_bucket(table, one.key);;) {
    grundy_key_bucket *bucket = &table->buckets[at];
    for (unsigned some = grundy_key_bucket_matches(bucket, one.key); some != 0; some &= some - 1) {
      uint32_t *number = &bucket->numbers[__builtin_ctz(some)];
      if (__atomic_load_n(number, __ATOMIC_RELAXED) != one.old + 1) continue;
      __atomic_store_n(number, one.v + 1, __ATOMIC_RELAXED);
      return;
    }
    at = at + 1 == table->bucket_count ? 0 : at + 1;
  }
}

/* Stores the new positions of a share, and their numbers in the table. */
static void store_positions(const grundy_move_batch *b, int thread) {
  enum { AHEAD = 16 };
  const share *s = &b->shares[thread];
  grundy_positions *p = b->positions;
  const uint64_t *first = b->first + (uint64_t)thread * b->stride / WORD;
  uint64_t at = s->byte_begin, count = 0;
  uint32_t number = number_of(b, (uint64_t)thread * b->stride);
  renumbering ring[AHEAD];
  for (uint64_t w = 0; w < b->stride / WORD; w++)
    for (uint64_t left = first[w]; left != 0; left &= left - 1, count++) {
      uint32_t move = (uint32_t)(w * WORD) + (uint32_t)__builtin_ctzll(left);
      grundy_position position = record_of(s, move);
      renumbering *one = &ring[count % AHEAD];
      if (count >= AHEAD) renumber(b->table, *one);
      *one =
          (renumbering){grundy_position_key(p, position), provisional(b, thread, move), number++};
      grundy_key_table_prefetch(b->table, one->key);
      grundy_position_copy(p->at + at, position);
      at += position.length;
      if (p->bytes == 0) p->starts[number] = at;
    }
  for (uint64_t i = 0; i < count && i < AHEAD; i++) renumber(b->table, ring[i]);
}

/* Stores the rows of a share. */
static void store_rows(const grundy_move_batch *b, int thread) {
  const share *s = &b->shares[thread];
  uint64_t *offsets = b->rows->offsets + s->row_begin, end = s->target_begin;
  for (uint64_t i = 0; i < s->target_count; i++) {
    uint32_t target = s->targets[i];
    b->rows->targets[s->target_begin + i] =
        target < b->known ? target : number_of(b, target - b->provisional);
  }
  for (uint64_t i = 0; i < s->row_count; i++) offsets[i + 1] = end += s->rows[i].size;
}

static void store_share(void *context, int thread) {
  store_rows(context, thread);
  store_positions(context, thread);
}

/* ---- batches ----------------------------------------------------------------------------- */

grundy_status grundy_move_batch_expand(grundy_move_batch *b, uint32_t begin, uint32_t end,
                                       const grundy_work *work, grundy_error *error) {
  grundy_status status = find_moves(b, begin, end, error);
  if (status != GRUNDY_OK) return status;
  const share *failed = find_failure(b);
  status = look_up(b, work, error);
  if (status != GRUNDY_OK) return status;
  grundy_parallel(b->share_count, sort_share, b);
  status = check_limits(b, error);
  if (status == GRUNDY_OK && failed != NULL) {
    if (error != NULL) *error = failed->error;
    return failed->status;
  }
  if (status == GRUNDY_OK) status = make_places(b, error);
  if (status != GRUNDY_OK) return status;
  grundy_parallel(b->share_count, store_share, b);
  return GRUNDY_OK;
}

bool grundy_move_batch_start(grundy_move_batch *b, uint32_t rows) {
  enum { FIRST_ROWS = 256, MOVES = 32, BYTES = 16 }; /* what there is room for at first */
  const uint64_t moves = (uint64_t)FIRST_ROWS * MOVES;
  const uint32_t bytes = b->positions->bytes > 0 ? b->positions->bytes : BYTES;
  b->shares = grundy_alloc_zero((uint64_t)b->threads, sizeof *b->shares);
  if (b->shares == NULL) return false;
  for (int i = 0; i < b->threads; i++) {
    share *s = &b->shares[i];
    s->batch = b;
    s->seen = grundy_alloc_zero(SEEN, sizeof *s->seen);
    if (s->seen == NULL || !grundy_grow(&s->rows, &s->row_room, rows, sizeof *s->rows) ||
        !make_room(s, moves, moves * bytes))
      return false;
  }
  return true;
}

void grundy_move_batch_free(grundy_move_batch *b) {
  for (int i = 0; b->shares != NULL && i < b->threads; i++) {
    free(b->shares[i].rows);
    free(b->shares[i].targets);
    free(b->shares[i].lookups);
    free(b->shares[i].records);
    free(b->shares[i].starts);
    free(b->shares[i].seen);
  }
  free(b->shares);
  free(b->first);
  free(b->ranks);
  *b = (grundy_move_batch){0};
}

uint64_t grundy_move_batch_memory(const grundy_move_batch *b) {
  uint64_t bytes = b->word_room * (sizeof *b->first + sizeof *b->ranks);
  for (int i = 0; i < b->threads; i++) {
    const share *s = &b->shares[i];
    bytes += s->move_room * (sizeof *s->targets + sizeof *s->lookups) + s->record_room +
             s->starts_room * sizeof *s->starts;
  }
  return bytes;
}
