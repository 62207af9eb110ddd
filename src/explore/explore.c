/* Explores breadth first, batch by batch. Threads share the positions of a batch: each asks the
 * rules for moves and looks up their targets among the positions found before. The calling thread
 * then adds the new positions, share by share, in the order of moves, so the numbers do not depend
 * on the number of threads.
 *
 * A row consists of positions that were known before the batch, which the share sorts, and of fresh
 * ones, which have larger numbers and are sorted when they are numbered. So rows are complete when
 * they are stored. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "base/threads.h"
#include "digraph/rows.h"
#include "rules/key_table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The number of a move to a position that was not known before the batch. */
#define FRESH UINT32_MAX

/* A position being looked up: this header, then its bytes. */
typedef struct record {
  uint32_t key;
  uint32_t length;
} record;

/* The record of a move in the current row. Duplicate moves, by symmetry, are found by their keys.
 * An entry replaced by another is forgotten, so a row may contain duplicates until it is sorted. */
enum { SEEN = 256 };
typedef struct seen {
  uint64_t row; /* the value of s->made for its row */
  uint64_t at;
} seen;

/* A pending move to look up. */
typedef struct lookup {
  uint32_t key;
  uint32_t move; /* its number among the pending moves */
} lookup;

/* The moves of a row: to positions known before the batch, and to fresh ones. */
typedef struct row {
  uint32_t known;
  uint32_t fresh; /* before the lookup, all moves count as fresh */
} row;

typedef struct explorer explorer;

/* What one thread found in its part of a batch. */
typedef struct share {
  explorer *e;
  uint32_t next, end; /* positions to expand */
  uint32_t *targets;  /* known ones of the finished rows, each sorted, consecutively */
  uint64_t target_count, target_room;
  lookup *lookups; /* of pending moves; as much room as for targets */
  row *rows;       /* finished ones */
  uint64_t row_count, row_room;
  uint64_t rows_looked_up; /* the others are pending */
  unsigned char *records;  /* of fresh targets, then of the pending rows, then of the current row */
  uint64_t record_bytes, record_room;
  uint64_t fresh_count;
  uint64_t pending_bytes, pending_moves;
  uint64_t row_bytes, row_moves;
  uint64_t made; /* rows begun, including the current one */
  seen *seen;    /* SEEN entries, by key */
  bool full;     /* the room was too small */
  grundy_status status;
  grundy_error error;
} share;

struct explorer {
  grundy_ruleset *ruleset;
  const grundy_open_options *options;
  grundy_explored *explored;
  grundy_positions *positions; /* of `explored` */
  grundy_key_table table;      /* of the positions */
  uint32_t expanded;           /* positions below this have been expanded */
  bool swaps;                  /* take positions also as the other player sees them; */
  uint32_t swapped;            /* those below this have been taken so */
  bool out_of_memory;          /* while taking them */
  uint64_t limit, move_limit;
  grundy_rows rows;
  grundy_rule_attributes attributes;
  uint64_t attributes_room;
  share *shares;
  int threads;
  grundy_work work;
};

/* ---- one share -------------------------------------------------------------------------- */

static record record_at(const unsigned char *at) {
  record r;
  memcpy(&r, at, sizeof r);
  return r;
}

static grundy_position position_at(const unsigned char *at) {
  return (grundy_position){at + sizeof(record), record_at(at).length};
}

static const unsigned char *after_record(const unsigned char *at) {
  return at + sizeof(record) + record_at(at).length;
}

/* Returns whether the position is among the moves of the row, and adds it with its record `at` if
 * not. */
static bool is_seen(share *s, grundy_position position, uint32_t key, uint64_t at) {
  seen *one = &s->seen[key % SEEN];
  if (one->row == s->made) {
    const unsigned char *other = s->records + one->at;
    record r = record_at(other);
    if (r.key == key && r.length == position.length &&
        memcmp(other + sizeof r, position.bytes, r.length) == 0)
      return true;
  }
  *one = (seen){s->made, at};
  return false;
}

/* Takes a move of the row. */
static void take_move(void *to, grundy_position position) {
  enum { MANY = 64 }; /* moves of a row; from there on, duplicates are dropped at once */
  share *s = to;
  uint64_t at = s->record_bytes + s->pending_bytes + s->row_bytes;
  record r = {.length = (uint32_t)position.length};
  if (s->full || at + sizeof r + r.length > s->record_room) {
    s->full = true;
    return;
  }
  r.key = grundy_position_key(s->e->positions, position);
  if (s->row_moves >= MANY && is_seen(s, position, r.key, at)) return;
  memcpy(s->records + at, &r, sizeof r);
  grundy_position_copy(s->records + at + sizeof r, position);
  s->row_bytes += sizeof r + r.length;
  s->row_moves++;
}

/* Sorts the pending moves by the highest bits of their keys, so that moves with near buckets are
 * looked up one after the other: this saves cache misses, and even more TLB misses. */
static void sort_lookups(share *s, const unsigned char *records, size_t stride) {
  enum { BITS = 10, BINS = 1 << BITS };
  uint32_t ends[BINS] = {0}, sum = 0, moves = (uint32_t)s->pending_moves;
  for (uint32_t i = 0; i < moves; i++) ends[record_at(records + i * stride).key >> (32 - BITS)]++;
  for (int bin = 0; bin < BINS; bin++) {
    uint32_t count = ends[bin];
    ends[bin] = sum;
    sum += count;
  }
  for (uint32_t i = 0; i < moves; i++) {
    uint32_t key = record_at(records + i * stride).key;
    s->lookups[ends[key >> (32 - BITS)]++] = (lookup){key, i};
  }
}

/* Looks up the pending moves, whose records have the same size, sorted by their keys. Prefetches
 * buckets, and then positions to compare with, some lookups ahead. */
static void find_sorted(share *s, const unsigned char *records, uint32_t *numbers) {
  const uint64_t ahead = 16;
  const grundy_key_table *table = &s->e->table;
  const grundy_positions *p = s->e->positions;
  const lookup *lookups = s->lookups;
  uint64_t count = s->pending_moves, stride = sizeof(record) + p->bytes;
  bool compare = !grundy_positions_has_exact_keys(p);
  sort_lookups(s, records, stride);
  for (uint64_t i = 0; i < count; i++) {
    if (i + 2 * ahead < count) grundy_key_table_prefetch(table, lookups[i + 2 * ahead].key);
    if (compare && i + ahead < count)
      grundy_key_table_prefetch_match(table, p, lookups[i + ahead].key);
    uint32_t v, move = lookups[i].move;
    grundy_position position = {records + move * stride + sizeof(record), p->bytes};
    numbers[move] = grundy_key_table_find(table, p, position, lookups[i].key, &v) ? v : FRESH;
  }
}

/* Looks up the pending moves in their own order. */
static void find_in_order(const share *s, const unsigned char *at, uint32_t *numbers) {
  for (uint64_t i = 0; i < s->pending_moves; i++, at = after_record(at)) {
    uint32_t v;
    bool found = grundy_key_table_find(&s->e->table, s->e->positions, position_at(at),
                                       record_at(at).key, &v);
    numbers[i] = found ? v : FRESH;
  }
}

/* Sorts the known targets of a row, from the numbers of its moves, and moves the records of fresh
 * ones from `at` to s->record_bytes. Returns the end of the records. The targets may replace the
 * numbers of this row and of rows before it. */
static const unsigned char *divide_row(share *s, row *one, const uint32_t *numbers,
                                       const unsigned char *at) {
  uint32_t *known = s->targets + s->target_count, moves = one->fresh, count = 0;
  one->fresh = 0;
  for (uint32_t i = 0; i < moves; i++) {
    const unsigned char *next = after_record(at);
    if (numbers[i] != FRESH) {
      known[count++] = numbers[i];
    } else {
      memmove(s->records + s->record_bytes, at, (size_t)(next - at));
      s->record_bytes += (uint64_t)(next - at);
      one->fresh++;
    }
    at = next;
  }
  one->known = (uint32_t)grundy_sort_distinct(known, count);
  s->target_count += one->known;
  s->fresh_count += one->fresh;
  return at;
}

/* Looks up all pending moves. */
static void look_up(share *s) {
  const unsigned char *at = s->records + s->record_bytes, *end = at + s->pending_bytes;
  uint32_t *numbers = s->targets + s->target_count;
  assert(s->target_count + s->pending_moves <= s->target_room);
  if (s->e->positions->bytes > 0)
    find_sorted(s, at, numbers);
  else
    find_in_order(s, at, numbers);
  for (; s->rows_looked_up < s->row_count; s->rows_looked_up++) {
    row *one = &s->rows[s->rows_looked_up];
    uint32_t moves = one->fresh;
    at = divide_row(s, one, numbers, at);
    numbers += moves;
  }
  assert(at == end && s->record_bytes <= s->record_room);
  (void)end;
  s->pending_bytes = s->pending_moves = 0;
}

static grundy_status expand_one(share *s, uint32_t v) {
  explorer *e = s->e;
  grundy_position position = grundy_positions_get(e->positions, v);
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  if (e->ruleset->has_terminal || e->ruleset->has_player)
    status = e->ruleset->kind->info(e->ruleset, position, &info, &s->error);
  if (status != GRUNDY_OK) return status;
  if (e->attributes.ends != NULL) e->attributes.ends[v] = info.end;
  if (e->attributes.players != NULL) e->attributes.players[v] = info.player;
  s->row_bytes = s->row_moves = 0;
  s->made++;
  if (info.end != 0) return GRUNDY_OK;
  return grundy_ruleset_moves(e->ruleset, position, take_move, s, &s->error);
}

static void expand_share(void *context, int thread) {
  share *s = &((explorer *)context)->shares[thread];
  s->full = false;
  for (; s->next < s->end; s->next++) {
    s->status = expand_one(s, s->next);
    if (s->status != GRUNDY_OK) return;
    uint64_t targets = s->target_count + s->pending_moves + s->row_moves;
    s->full |= targets > s->target_room || s->pending_moves + s->row_moves > UINT32_MAX;
    if (s->full) break;
    assert(s->row_count < s->row_room);
    s->rows[s->row_count++] = (row){.fresh = (uint32_t)s->row_moves}; /* pending */
    s->pending_bytes += s->row_bytes;
    s->pending_moves += s->row_moves;
  }
  look_up(s);
}

/* ---- adding new positions ---------------------------------------------------------------- */

/* Records of fresh positions, read in order; their buckets are prefetched a few records ahead. */
typedef struct record_reader {
  const unsigned char *at, *ahead, *end;
} record_reader;

static void prefetch_next(const explorer *e, record_reader *r) {
  if (r->ahead == r->end) return;
  grundy_key_table_prefetch(&e->table, record_at(r->ahead).key);
  r->ahead = after_record(r->ahead);
}

/* Stores a row with its known targets, and finds or adds its fresh ones. */
static grundy_status add_row(explorer *e, const row *one, const uint32_t *known, record_reader *r,
                             grundy_error *error) {
  uint32_t *to = e->rows.targets + e->rows.size;
  if (one->known > 0) memcpy(to, known, one->known * sizeof *to);
  to += one->known;
  for (uint32_t i = 0; i < one->fresh; i++, r->at = after_record(r->at)) {
    prefetch_next(e, r);
    grundy_position position = position_at(r->at);
    uint32_t key = record_at(r->at).key;
    if (grundy_key_table_find(&e->table, e->positions, position, key, &to[i])) continue;
    if (!grundy_positions_append(e->positions, position, &to[i])) return grundy_fail_memory(error);
    grundy_key_table_add(&e->table, key, to[i]);
    if (e->positions->count > e->limit)
      return grundy_positions_fail_limit(e->limit, "positions", error);
  }
  grundy_rows_add(&e->rows, one->known + grundy_sort_distinct(to, one->fresh));
  return GRUNDY_OK;
}

static grundy_status add_share(explorer *e, const share *s, grundy_error *error) {
  enum { AHEAD = 16 };
  const uint32_t *known = s->targets;
  if (!grundy_rows_reserve(&e->rows, s->row_count, s->target_count + s->fresh_count))
    return grundy_fail_memory(error);
  grundy_status status = grundy_key_table_reserve(&e->table, s->fresh_count, &e->work, error);
  if (status != GRUNDY_OK) return status;
  record_reader r = {s->records, s->records, s->records + s->record_bytes};
  for (int i = 0; i < AHEAD; i++) prefetch_next(e, &r);
  for (uint64_t i = 0; i < s->row_count; i++) {
    status = add_row(e, &s->rows[i], known, &r, error);
    if (status != GRUNDY_OK) return status;
    known += s->rows[i].known;
  }
  assert(known == s->targets + s->target_count && r.at == r.end);
  return GRUNDY_OK;
}

/* ---- batches ----------------------------------------------------------------------------- */

/* Positions per share. A batch of compiled rules grows as long as it is quick: lookups are faster
 * if there are many of them, but the monitor is asked only between batches, and the moves of a
 * batch take memory, too. */
enum {
  SCRIPT_BATCH = 256,
  LEAST_BATCH = 64,
  FIRST_BATCH = 256,
  MOST_BATCH = 8192,
  FIRST_MOVES = 32, /* moves per position that initially have room in the first batch */
};

/* Makes room for `moves` pending moves with records of that size. */
static bool make_room(share *s, uint64_t moves, uint64_t record_bytes) {
  uint64_t lookup_room = s->target_room;
  return grundy_grow(&s->lookups, &lookup_room, moves, sizeof *s->lookups) &&
         grundy_grow(&s->targets, &s->target_room, moves, sizeof *s->targets) &&
         grundy_grow(&s->records, &s->record_room, record_bytes, 1);
}

static void begin_shares(explorer *e, uint32_t begin, uint32_t end) {
  for (int i = 0; i < e->threads; i++) {
    share *s = &e->shares[i];
    s->e = e;
    s->next = begin + (uint32_t)grundy_share(end - begin, i, e->threads);
    s->end = begin + (uint32_t)grundy_share(end - begin, i + 1, e->threads);
    s->target_count = s->row_count = s->rows_looked_up = 0;
    s->record_bytes = s->fresh_count = 0;
    s->status = GRUNDY_OK;
  }
}

/* Runs all shares to their ends; full ones continue with more room. */
static grundy_status expand_shares(explorer *e, grundy_error *error) {
  bool again = true;
  while (again) {
    again = false;
    grundy_parallel(e->threads, expand_share, e);
    for (int i = 0; i < e->threads; i++) {
      share *s = &e->shares[i];
      if (s->status != GRUNDY_OK) {
        if (error != NULL) *error = s->error;
        return s->status;
      }
      /* An unfinished row counts as far as it was made. */
      uint64_t more = s->target_count + s->fresh_count + (s->full ? s->row_moves : 0);
      if (e->rows.size + more > e->move_limit)
        return grundy_positions_fail_limit(e->move_limit, "moves", error);
      if (!s->full) continue;
      if (!make_room(s, 2 * s->target_room, 2 * s->record_room)) return grundy_fail_memory(error);
      again = true;
    }
  }
  return GRUNDY_OK;
}

grundy_status grundy_exploration_report(const grundy_open_options *options,
                                        const grundy_exploration *now, grundy_work *work,
                                        grundy_error *error) {
  if (options->memory > 0 && now->memory > options->memory)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                               "%" PRIu64 " %s and %" PRIu64 " moves were found and take %.1f MiB; "
                               "there is room for %.1f MiB",
                               now->positions, now->parts ? "parts" : "positions", now->moves,
                               (double)now->memory / 0x1p20, (double)options->memory / 0x1p20);
  if (options->exploring != NULL) options->exploring(options->context, now);
  return grundy_work_ask(work) ? GRUNDY_OK : grundy_fail_cancelled(error);
}

static grundy_status report(explorer *e, grundy_error *error) {
  uint64_t count = e->positions->count;
  /* At the end, the index replaces the table. */
  uint64_t table = e->table.region.bytes, index = grundy_positions_index_memory(e->positions);
  uint64_t memory =
      grundy_positions_memory(e->positions) + (table > index ? table : index) +
      grundy_rows_memory(&e->rows) +
      e->attributes_room * ((e->attributes.ends != NULL) + (e->attributes.players != NULL));
  for (int i = 0; i < e->threads; i++)
    memory +=
        e->shares[i].target_room * (sizeof(uint32_t) + sizeof(lookup)) + e->shares[i].record_room;
  grundy_exploration now = {count, count - e->expanded, e->rows.size, memory, false};
  e->work.done = e->expanded;
  e->work.total = count;
  return grundy_exploration_report(e->options, &now, &e->work, error);
}

/* Makes room for the answers about all positions, which the shares write. */
static bool make_attributes(explorer *e, uint64_t count) {
  grundy_rule_attributes *r = &e->attributes;
  uint64_t ends = e->attributes_room, players = e->attributes_room;
  if (e->ruleset->has_terminal && !grundy_grow_slowly(&r->ends, &ends, count, 1)) return false;
  if (e->ruleset->has_player && !grundy_grow_slowly(&r->players, &players, count, 1)) return false;
  e->attributes_room = e->ruleset->has_terminal ? ends : players;
  return true;
}

static grundy_status expand_batch(explorer *e, uint32_t size, grundy_error *error) {
  uint32_t left = e->positions->count - e->expanded, count = left < size ? left : size;
  if ((e->ruleset->has_terminal || e->ruleset->has_player) &&
      !make_attributes(e, e->positions->count))
    return grundy_fail_memory(error);
  begin_shares(e, e->expanded, e->expanded + count);
  grundy_status status = expand_shares(e, error);
  for (int i = 0; i < e->threads && status == GRUNDY_OK; i++)
    status = add_share(e, &e->shares[i], error);
  e->expanded += count;
  assert(e->expanded <= e->positions->count);
  return status == GRUNDY_OK ? report(e, error) : status;
}

/* Adds the position if it is new; a grundy_take. */
static void take_swap(void *to, grundy_position position) {
  explorer *e = to;
  uint32_t key = grundy_position_key(e->positions, position), v;
  if (grundy_key_table_find(&e->table, e->positions, position, key, &v)) return;
  e->out_of_memory = !grundy_positions_append(e->positions, position, &v);
  if (!e->out_of_memory) grundy_key_table_add(&e->table, key, v);
}

/* Takes all positions that have been expanded as the other player sees them. */
static grundy_status take_swaps(explorer *e, grundy_error *error) {
  grundy_aligned_position copy; /* positions move when others are added */
  grundy_status status = GRUNDY_OK;
  for (; e->swapped < e->expanded && status == GRUNDY_OK; e->swapped++) {
    grundy_position at = grundy_aligned_copy(&copy, grundy_positions_get(e->positions, e->swapped));
    status = grundy_key_table_reserve(&e->table, 1, &e->work, error);
    if (status == GRUNDY_OK) status = grundy_ruleset_swap(e->ruleset, at, take_swap, e, error);
    if (status == GRUNDY_OK && e->out_of_memory) status = grundy_fail_memory(error);
    if (status == GRUNDY_OK && e->positions->count > e->limit)
      status = grundy_positions_fail_limit(e->limit, "positions", error);
  }
  return status;
}

static grundy_status expand_all(explorer *e, grundy_error *error) {
  const double quick = 0.05, slow = 0.2; /* seconds for a batch */
  const uint64_t moves = (uint64_t)FIRST_BATCH * FIRST_MOVES;
  const uint32_t bytes = e->ruleset->bytes;
  bool parallel = e->ruleset->kind->parallel;
  uint32_t rows = (uint32_t)grundy_work_period(parallel ? FIRST_BATCH : SCRIPT_BATCH);
  e->threads = parallel ? (int)grundy_threads() : 1;
  e->shares = grundy_alloc_zero((uint64_t)e->threads, sizeof *e->shares);
  if (e->shares == NULL) return grundy_fail_memory(error);
  for (int i = 0; i < e->threads; i++) {
    share *s = &e->shares[i];
    s->seen = grundy_alloc_zero(SEEN, sizeof *s->seen);
    if (s->seen == NULL ||
        !grundy_grow(&s->rows, &s->row_room, parallel ? MOST_BATCH : SCRIPT_BATCH,
                     sizeof *s->rows) ||
        !make_room(s, moves, moves * (sizeof(record) + (bytes > 0 ? bytes : 16))))
      return grundy_fail_memory(error);
  }
  grundy_status status = GRUNDY_OK;
  while (e->expanded < e->positions->count && status == GRUNDY_OK) {
    double start = grundy_clock();
    uint64_t before = e->rows.size;
    status = expand_batch(e, rows * (uint32_t)e->threads, error);
    double seconds = grundy_clock() - start;
    /* The records of its moves take about a byte per position. */
    bool fits = 2 * (e->rows.size - before) <= e->positions->count / 32;
    if (parallel && seconds > slow && rows > LEAST_BATCH)
      rows /= 2;
    else if (parallel && fits && seconds < quick && rows < MOST_BATCH)
      rows *= 2;
    if (e->swaps && e->expanded == e->positions->count && status == GRUNDY_OK)
      status = take_swaps(e, error);
  }
  return status;
}

/* ---- exploring ---------------------------------------------------------------------------- */

/* A grundy_take. */
static void take_start(void *to, grundy_position position) {
  explorer *e = to;
  uint32_t v;
  if (grundy_positions_append(e->positions, position, &v))
    grundy_key_table_add(&e->table, grundy_position_key(e->positions, position), v);
}

/* Sets the limits, which are lower if the closed form gives the value of the start. */
static grundy_status find_limit(explorer *e, grundy_error *error) {
  bool known = false;
  uint32_t value;
  grundy_status status = GRUNDY_OK;
  e->limit = e->options->limit;
  if (e->limit == 0 && e->options->closed_limit > 0)
    status = e->ruleset->kind->value(e->ruleset, grundy_positions_get(e->positions, 0), &known,
                                     &value, error);
  if (known) e->limit = e->options->closed_limit;
  if (e->limit == 0 || e->limit > GRUNDY_DIGRAPH_MAX_ORDER) e->limit = GRUNDY_DIGRAPH_MAX_ORDER;
  e->move_limit = known ? e->limit * GRUNDY_CLOSED_FORM_MAX_MOVES : UINT64_MAX;
  return status;
}

static grundy_status explore(explorer *e, grundy_digraph **g, grundy_error *error) {
  e->positions = &e->explored->positions;
  grundy_status status = grundy_key_table_reserve(&e->table, 1, &e->work, error);
  if (status == GRUNDY_OK) status = grundy_ruleset_start(e->ruleset, take_start, e, error);
  if (status == GRUNDY_OK && e->positions->count == 0) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = find_limit(e, error);
  if (status == GRUNDY_OK) status = expand_all(e, error);
  if (status != GRUNDY_OK) return status;
  grundy_key_table_free(&e->table);
  grundy_positions_shrink(e->positions);
  status = grundy_positions_make_index(e->positions, &e->work, error);
  if (status != GRUNDY_OK) return status;
  assert(e->rows.count == e->positions->count);
  status = grundy_rows_sort(&e->rows, g, error);
  if (status != GRUNDY_OK) return status;
  grundy_explored_name(*g, e->explored);
  e->explored = NULL; /* owned by the digraph now */
  return GRUNDY_OK;
}

/* Takes ownership of `ruleset`, even on failure. */
static grundy_status explore_all(grundy_ruleset *ruleset, const grundy_open_options *options,
                                 bool swaps, grundy_digraph **g, grundy_error *error) {
  grundy_digraph *made = NULL;
  explorer e = {.ruleset = ruleset, .options = options, .swaps = swaps};
  e.explored = grundy_explored_new(ruleset, options);
  if (e.explored == NULL) return grundy_fail_memory(error);
  e.work = grundy_work_start(options->monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &e.work);
  grundy_status status = explore(&e, &made, error);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&e.work, "", grundy_digraph_size(made));
    status = grundy_explored_set_attributes(made, &e.attributes, error);
  }
  for (int i = 0; e.shares != NULL && i < e.threads; i++) {
    free(e.shares[i].targets);
    free(e.shares[i].lookups);
    free(e.shares[i].rows);
    free(e.shares[i].records);
    free(e.shares[i].seen);
  }
  free(e.shares);
  grundy_rows_free(&e.rows);
  grundy_key_table_free(&e.table);
  free(e.attributes.players);
  free(e.attributes.ends);
  grundy_explored_free(e.explored);
  if (status == GRUNDY_OK)
    *g = made;
  else
    grundy_digraph_free(made);
  return status;
}

grundy_status grundy_explore(grundy_ruleset *ruleset, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error) {
  if (options->window > 0) return grundy_explore_window(ruleset, options, g, error);
  if (options->parts && ruleset->has_split) return grundy_explore_parts(ruleset, options, g, error);
  return explore_all(ruleset, options, false, g, error);
}

grundy_status grundy_explore_swaps(grundy_digraph **g, const grundy_open_options *options,
                                   grundy_error *error) {
  grundy_explored *explored = (grundy_explored *)grundy_explored_of(*g);
  grundy_ruleset *ruleset = explored->ruleset;
  explored->ruleset = NULL;
  grundy_digraph_free(*g);
  *g = NULL;
  return explore_all(ruleset, options, true, g, error);
}
