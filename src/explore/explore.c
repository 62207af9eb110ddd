/* Explores breadth first, batch by batch. Threads share the positions of a batch: each asks the
 * rules for moves and looks up their targets among the positions found before. The calling thread
 * then adds the new positions, share by share, in the order of moves, so the numbers do not depend
 * on the number of threads. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "base/threads.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Special targets: FRESH is a new position, whose record is the next one; NO_MOVES replaces the
 * targets of a row without moves. The last target of a row has the bit LAST. */
#define FRESH UINT32_MAX
#define NO_MOVES UINT32_MAX
#define LAST (UINT32_C(1) << 31)

/* A position being looked up: this header, then its bytes. */
typedef struct record {
  uint64_t hash;
  uint32_t length;
} record;

enum { RECORD = 12 }; /* size of the header without padding */

/* The record of a move in the current row. Duplicate moves, by symmetry, are found by their hashes.
 * An entry replaced by another is forgotten, so a row may contain duplicates until rows are
 * sorted. */
enum { SEEN = 256 };
typedef struct seen {
  uint64_t row; /* the value of s->made for its row */
  uint64_t at;
} seen;

typedef struct explorer explorer;

/* What one thread found in its part of a batch. */
typedef struct share {
  explorer *e;
  uint32_t next, end; /* positions to expand */
  uint32_t *targets;  /* of all finished rows, consecutively */
  uint64_t target_count, target_room;
  uint32_t *degrees; /* of the finished rows */
  uint64_t row_count, row_room;
  unsigned char
      *records; /* of fresh targets, then of the rows to be looked up, then of the current row */
  uint64_t record_bytes, record_room;
  uint64_t pending_bytes, pending_moves;
  uint64_t row_bytes, row_moves;
  uint64_t made; /* rows begun, including the current one */
  seen *seen;    /* SEEN entries, by hash */
  bool full;     /* the room was too small */
  grundy_status status;
  grundy_error error;
} share;

struct explorer {
  grundy_ruleset *ruleset;
  const grundy_open_options *options;
  grundy_explored *explored;
  grundy_positions *positions; /* of `explored` */
  uint32_t expanded;           /* positions below this have been expanded */
  uint64_t limit, move_limit;
  uint32_t *targets; /* row by row, encoded as above */
  uint64_t target_count, target_room, moves;
  grundy_rule_attributes attributes;
  uint64_t attributes_room;
  share *shares;
  int threads;
  grundy_work work;
};

/* ---- one share -------------------------------------------------------------------------- */

static record record_at(const unsigned char *at) {
  record r;
  memcpy(&r.hash, at, 8);
  memcpy(&r.length, at + 8, 4);
  return r;
}

/* Returns whether the position is among the moves of the row, and adds it with its record `at` if
 * not. */
static bool is_seen(share *s, grundy_position position, uint64_t hash, uint64_t at) {
  seen *one = &s->seen[hash % SEEN];
  if (one->row == s->made) {
    const unsigned char *other = s->records + one->at;
    record r = record_at(other);
    if (r.hash == hash && r.length == position.length &&
        memcmp(other + RECORD, position.bytes, r.length) == 0)
      return true;
  }
  *one = (seen){s->made, at};
  return false;
}

/* Takes a move of the row and prefetches its bucket for the lookup. */
static void take_move(void *to, grundy_position position) {
  share *s = to;
  uint64_t at = s->record_bytes + s->pending_bytes + s->row_bytes;
  if (s->full || at + RECORD + position.length > s->record_room) {
    s->full = true;
    return;
  }
  uint64_t hash = grundy_position_hash(position);
  uint32_t length = (uint32_t)position.length;
  if (is_seen(s, position, hash, at)) return;
  memcpy(s->records + at, &hash, 8);
  memcpy(s->records + at + 8, &length, 4);
  memcpy(s->records + at + RECORD, position.bytes, length);
  grundy_positions_prefetch(s->e->positions, hash);
  s->row_bytes += RECORD + length;
  s->row_moves++;
}

/* Looks up all pending moves and drops the records of known positions. The first pass goes over the
 * buckets and prefetches positions that may match, the second compares these, so cache misses
 * overlap. */
static void look_up(share *s) {
  const grundy_positions *positions = s->e->positions;
  unsigned char *kept = s->records + s->record_bytes;
  const unsigned char *begin = kept, *end = kept + s->pending_bytes;
  for (const unsigned char *at = begin; at < end; at += RECORD + record_at(at).length)
    grundy_positions_prefetch_match(positions, record_at(at).hash);
  for (const unsigned char *at = begin; at < end;) {
    record r = record_at(at);
    uint32_t v = FRESH;
    uint64_t bytes = RECORD + r.length;
    grundy_position position = {at + RECORD, r.length};
    bool found = grundy_positions_find(positions, position, r.hash, &v);
    assert(s->target_count < s->target_room);
    s->targets[s->target_count++] = found ? v : FRESH;
    if (!found) {
      memmove(kept, at, bytes);
      kept += bytes;
    }
    at += bytes;
  }
  s->record_bytes = (uint64_t)(kept - s->records);
  assert(s->record_bytes <= s->record_room && kept <= end);
  s->pending_bytes = s->pending_moves = 0;
}

/* Makes the row pending. */
static void finish_row(share *s) {
  enum { ENOUGH = 64 }; /* moves to look up at once, so that cache misses overlap */
  assert(s->row_count < s->row_room && !s->full);
  s->degrees[s->row_count++] = (uint32_t)s->row_moves;
  s->pending_bytes += s->row_bytes;
  s->pending_moves += s->row_moves;
  if (s->pending_moves >= ENOUGH) look_up(s);
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
    s->full |= targets > s->target_room || s->row_moves > UINT32_MAX;
    if (s->full) break;
    finish_row(s);
  }
  look_up(s);
}

/* ---- adding new positions ---------------------------------------------------------------- */

static grundy_status fail_limit(uint64_t limit, const char *what, grundy_error *error) {
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "there are more than %" PRIu64 " %s, which is the limit", limit, what);
}

static grundy_status add_fresh(explorer *e, const unsigned char **at, uint32_t *v,
                               grundy_error *error) {
  record r = record_at(*at);
  grundy_position position = {*at + RECORD, r.length};
  if (!grundy_positions_add(e->positions, position, r.hash, v)) return grundy_fail_memory(error);
  *at += RECORD + r.length;
  return e->positions->count > e->limit ? fail_limit(e->limit, "positions", error) : GRUNDY_OK;
}

/* Copies the rows of a share, and numbers the new positions in them. */
static grundy_status add_share(explorer *e, const share *s, grundy_error *error) {
  const unsigned char *at = s->records;
  const uint32_t *target = s->targets;
  if (!grundy_grow_slowly(&e->targets, &e->target_room,
                          e->target_count + s->target_count + s->row_count, sizeof *e->targets))
    return grundy_fail_memory(error);
  for (uint64_t row = 0; row < s->row_count; row++) {
    if (s->degrees[row] == 0) e->targets[e->target_count++] = NO_MOVES;
    for (uint32_t i = 0; i < s->degrees[row]; i++) {
      uint32_t v = *target++;
      grundy_status status = v == FRESH ? add_fresh(e, &at, &v, error) : GRUNDY_OK;
      if (status != GRUNDY_OK) return status;
      assert(v < e->positions->count); /* so the bit LAST is free */
      e->targets[e->target_count++] = i + 1 == s->degrees[row] ? v | LAST : v;
    }
    e->moves += s->degrees[row];
  }
  assert(target == s->targets + s->target_count && at == s->records + s->record_bytes);
  return GRUNDY_OK;
}

/* ---- batches ----------------------------------------------------------------------------- */

enum {
  SCRIPT_BATCH = 256, /* positions per share */
  COMPILED_BATCH = 1024,
  FIRST_MOVES = 32, /* moves per position that initially have room */
};

static bool make_share(share *s, uint64_t rows, uint32_t bytes) {
  uint64_t moves = rows * FIRST_MOVES;
  s->seen = grundy_alloc_zero(SEEN, sizeof *s->seen);
  return s->seen != NULL && grundy_grow(&s->degrees, &s->row_room, rows, sizeof *s->degrees) &&
         grundy_grow(&s->targets, &s->target_room, moves, sizeof *s->targets) &&
         grundy_grow(&s->records, &s->record_room, moves * (RECORD + (bytes > 0 ? bytes : 16)), 1);
}

/* Doubles the room. */
static bool enlarge(share *s) {
  return grundy_grow(&s->targets, &s->target_room, 2 * s->target_room, sizeof *s->targets) &&
         grundy_grow(&s->records, &s->record_room, 2 * s->record_room, 1);
}

static void begin_shares(explorer *e, uint32_t begin, uint32_t end) {
  for (int i = 0; i < e->threads; i++) {
    share *s = &e->shares[i];
    s->e = e;
    s->next = begin + (uint32_t)grundy_share(end - begin, i, e->threads);
    s->end = begin + (uint32_t)grundy_share(end - begin, i + 1, e->threads);
    s->target_count = s->row_count = s->record_bytes = 0;
    s->status = GRUNDY_OK;
  }
}

/* Counts an unfinished row as far as it was made. */
static bool has_too_many_moves(const explorer *e, const share *s) {
  return e->moves + s->target_count + (s->full ? s->row_moves : 0) > e->move_limit;
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
      if (has_too_many_moves(e, s)) return fail_limit(e->move_limit, "moves", error);
      if (!s->full) continue;
      if (!enlarge(s)) return grundy_fail_memory(error);
      again = true;
    }
  }
  return GRUNDY_OK;
}

static uint64_t memory_of(const explorer *e) {
  uint64_t bytes = grundy_positions_memory(e->positions) + e->target_room * sizeof *e->targets;
  for (int i = 0; i < e->threads; i++)
    bytes += e->shares[i].target_room * sizeof(uint32_t) + e->shares[i].record_room;
  return bytes +
         e->attributes_room * ((e->attributes.ends != NULL) + (e->attributes.players != NULL));
}

/* Reports progress, and asks whether to continue. */
static grundy_status report(explorer *e, grundy_error *error) {
  const grundy_monitor *monitor = e->options->monitor;
  uint64_t count = e->positions->count;
  grundy_exploration now = {count, count - e->expanded, e->moves, memory_of(e)};
  if (e->options->memory > 0 && now.memory > e->options->memory)
    return grundy_fail_because(
        error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
        "%" PRIu64 " positions and %" PRIu64 " moves were found and take %.1f MiB; "
        "there is room for %.1f MiB",
        now.positions, now.moves, (double)now.memory / 0x1p20, (double)e->options->memory / 0x1p20);
  e->work.done = e->expanded;
  e->work.total = count;
  if (e->options->exploring != NULL) e->options->exploring(e->options->context, &now);
  if (monitor == NULL || monitor->tick == NULL) return GRUNDY_OK;
  return monitor->tick(monitor->context, e->work.phase, e->work.done, e->work.total)
             ? GRUNDY_OK
             : grundy_fail_cancelled(error);
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

static grundy_status expand_all(explorer *e, grundy_error *error) {
  bool parallel = e->ruleset->kind->parallel;
  uint32_t rows = parallel ? COMPILED_BATCH : SCRIPT_BATCH;
  e->threads = parallel ? (int)grundy_threads() : 1;
  e->shares = grundy_alloc_zero((uint64_t)e->threads, sizeof *e->shares);
  if (e->shares == NULL) return grundy_fail_memory(error);
  for (int i = 0; i < e->threads; i++)
    if (!make_share(&e->shares[i], rows, e->ruleset->bytes)) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  while (e->expanded < e->positions->count && status == GRUNDY_OK)
    status = expand_batch(e, rows * (uint32_t)e->threads, error);
  return status;
}

/* ---- rows -------------------------------------------------------------------------------- */

typedef struct sorting {
  const uint64_t *offsets;
  uint32_t *targets;
  uint32_t order;
  int threads;
} sorting;

/* Sorts rows; a duplicate move is replaced by NO_MOVES at the end of its row. */
static void sort_share(void *context, int part) {
  const sorting *s = context;
  uint32_t end = (uint32_t)grundy_share(s->order, part + 1, s->threads);
  for (uint32_t u = (uint32_t)grundy_share(s->order, part, s->threads); u < end; u++) {
    uint32_t *row = s->targets + s->offsets[u];
    uint64_t count = s->offsets[u + 1] - s->offsets[u];
    assert(count > 0); /* a row without moves contains NO_MOVES */
    if (row[0] == NO_MOVES) continue;
    row[count - 1] &= ~LAST;
    for (uint64_t kept = grundy_sort_distinct(row, count); kept < count; kept++)
      row[kept] = NO_MOVES;
  }
}

/* Finds where rows begin, from their last targets. */
static void find_rows(const explorer *e, uint64_t *offsets) {
  uint32_t u = 0;
  offsets[0] = 0;
  for (uint64_t i = 0; i < e->target_count; i++)
    if (e->targets[i] >= LAST) offsets[++u] = i + 1;
  assert(u == e->positions->count);
}

/* Closes the gaps that duplicates left. */
static void close_rows(explorer *e, uint64_t *offsets) {
  uint64_t kept = 0, begin = 0;
  for (uint32_t u = 0; u < e->positions->count; u++) {
    uint64_t end = offsets[u + 1];
    for (uint64_t i = begin; i < end && e->targets[i] != NO_MOVES; i++)
      e->targets[kept++] = e->targets[i];
    begin = end;
    offsets[u + 1] = kept;
  }
  e->targets = grundy_shrink(e->targets, kept, sizeof *e->targets);
}

static grundy_status make_digraph(explorer *e, grundy_digraph **g, grundy_error *error) {
  uint32_t order = e->positions->count;
  uint64_t *offsets = grundy_alloc((uint64_t)order + 1, sizeof *offsets);
  if (offsets == NULL) return grundy_fail_memory(error);
  find_rows(e, offsets);
  sorting s = {offsets, e->targets, order, grundy_threads_for(e->target_count)};
  grundy_parallel(s.threads, sort_share, &s);
  close_rows(e, offsets);
  grundy_names none = {0};
  grundy_status status =
      grundy_digraph_from_rows(order, offsets, e->targets, NULL, &none, g, error);
  if (status == GRUNDY_OK)
    e->targets = NULL;
  else
    free(offsets);
  return status;
}

/* ---- exploring ---------------------------------------------------------------------------- */

static void explorer_free(explorer *e) {
  for (int i = 0; e->shares != NULL && i < e->threads; i++) {
    free(e->shares[i].targets);
    free(e->shares[i].degrees);
    free(e->shares[i].records);
    free(e->shares[i].seen);
  }
  free(e->shares);
  free(e->targets);
  free(e->attributes.players);
  free(e->attributes.ends);
  grundy_explored_free(e->explored);
}

static grundy_status find_start(explorer *e, grundy_error *error) {
  grundy_position_lookup start = {.positions = e->positions};
  grundy_status status = grundy_ruleset_start(e->ruleset, grundy_take_any, &start, error);
  return status == GRUNDY_OK && !start.known ? grundy_fail_memory(error) : status;
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
  e->positions->bytes = e->ruleset->bytes;
  grundy_status status = find_start(e, error);
  if (status == GRUNDY_OK) status = find_limit(e, error);
  if (status == GRUNDY_OK) status = expand_all(e, error);
  if (status == GRUNDY_OK) status = make_digraph(e, g, error);
  if (status != GRUNDY_OK) return status;
  grundy_positions_shrink(e->positions);
  grundy_explored_name(*g, e->explored);
  e->explored = NULL; /* owned by the digraph now */
  return GRUNDY_OK;
}

grundy_status grundy_explore(grundy_ruleset *ruleset, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error) {
  grundy_digraph *made = NULL;
  explorer e = {.ruleset = ruleset, .options = options};
  e.explored = grundy_explored_new(options);
  if (e.explored == NULL) {
    grundy_ruleset_close(ruleset);
    return grundy_fail_memory(error);
  }
  e.explored->ruleset = ruleset;
  e.work = grundy_work_start(options->monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &e.work);
  grundy_status status = explore(&e, &made, error);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&e.work, "", grundy_digraph_size(made));
    status = grundy_explored_set_attributes(made, &e.attributes, error);
  }
  explorer_free(&e);
  if (status == GRUNDY_OK)
    *g = made;
  else
    grundy_digraph_free(made);
  return status;
}
