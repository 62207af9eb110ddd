/* The engine for games with finite codes whose moves leave at most two heaps.
 *
 * Candidates run ahead and are checked later, in batches: while one thread finds candidates for the
 * next batch, the others check the previous one, and the first one helps when it is done. If a
 * check finds a rare value, the candidates after it are discarded; this is rare. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "heap/sparse.h"

#include <assert.h>
#include <stdatomic.h>

/* The first BY_DEFINITION heaps are computed from the definition. Candidates run ahead by up to a
 * BATCH at a time. In games with many rare heaps, SEARCH heaps are computed between two calls of
 * the monitor. */
enum { BY_DEFINITION = 64, BATCH = 1 << 14, SEARCH = 1 << 8 };

/* ---- starting and ending ---------------------------------------------------------------- */

static void splitting_end(void *engine) {
  grundy_sparse *s = engine;
  free(s->shorts);
  free(s->rows);
  free(s->rare);
  free(s->places);
  free(s->place_counts);
  free(s->near);
  free(s->quads);
  grundy_terms_free(&s->common);
  grundy_terms_free(&s->screen);
  grundy_terms_free(&s->witness);
  for (int t = 0; s->scratch != NULL && t < s->threads; t++) free(s->scratch[t]);
  grundy_arena_free(&s->lists);
  free(s);
}

static grundy_status fail_large(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "the values are too large; expected at most %d",
                     (int)GRUNDY_DENSE_VALUES - 1);
}

static grundy_status splitting_start(grundy_heaps *heaps, void **engine, grundy_error *error) {
  grundy_sparse *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return grundy_fail_memory(error);
  uint32_t reach = grundy_heap_reach(heaps->code);
  *s = (grundy_sparse){.heaps = heaps,
                       .values = heaps->values,
                       .unequal = heaps->code->kind == GRUNDY_HEAP_UNEQUAL,
                       .padding = GRUNDY_TILE + reach + 1,
                       .dense = true,
                       .threads = (int)grundy_threads()};
  s->splits = grundy_arena_array(&s->lists, (uint64_t)reach + 1, sizeof *s->splits);
  s->keeps = grundy_arena_array(&s->lists, (uint64_t)reach + 1, sizeof *s->keeps);
  s->ends = grundy_arena_array(&s->lists, (uint64_t)reach + 1, sizeof *s->ends);
  s->census = grundy_arena_zeros(&s->lists, GRUNDY_DENSE_VALUES, sizeof *s->census);
  s->marks = grundy_arena_zeros(&s->lists, GRUNDY_DENSE_VALUES + 1, sizeof *s->marks);
  s->scratch = grundy_arena_zeros(&s->lists, (uint64_t)s->threads, sizeof *s->scratch);
  if (s->lists.failed || !grundy_sparse_room(s, heaps->known + BY_DEFINITION)) {
    splitting_end(s);
    return grundy_fail_memory(error);
  }
  for (uint32_t k = 0; k <= reach; k++) {
    uint32_t digit = grundy_heap_digit(heaps->code, k);
    if ((digit & 1) != 0) s->ends[s->end_count++] = k;
    if ((digit & 2) != 0) s->keeps[s->keep_count++] = k;
    if ((digit & 4) != 0) s->splits[s->split_count++] = k;
  }
  for (uint32_t n = 0; n < heaps->known; n++) { /* from a checkpoint */
    if (s->values[n] >= GRUNDY_DENSE_VALUES) {
      splitting_end(s);
      return fail_large(error);
    }
    s->census[s->values[n]]++;
    grundy_short_values(s)[n] = (uint16_t)s->values[n];
  }
  *engine = s;
  return GRUNDY_OK;
}

/* ---- the first heaps -------------------------------------------------------------------- */

/* Computes the value of a heap from the definition. */
static uint32_t value_by_definition(const grundy_sparse *s, uint32_t heap) {
  bool seen[2 * BY_DEFINITION] = {false};
  assert(heap < BY_DEFINITION); /* values and their sums are at most twice the heap */
  for (uint32_t i = 0; i < s->end_count; i++)
    if (s->ends[i] == heap) seen[0] = true;
  for (uint32_t i = 0; i < s->keep_count; i++)
    if (s->keeps[i] < heap) seen[s->values[heap - s->keeps[i]]] = true;
  for (uint32_t k = 0; k < s->split_count; k++)
    for (uint32_t a = 1; s->splits[k] + a < heap; a++) {
      uint32_t b = heap - s->splits[k] - a;
      if (a != b || !s->unequal) seen[s->values[a] ^ s->values[b]] = true;
    }
  uint32_t mex = 0;
  while (seen[mex]) mex++;
  assert(mex <= 2 * heap);
  return mex;
}

/* Computes the first heaps. Returns false if those were all. */
static bool first_heaps(grundy_sparse *s, uint32_t until) {
  for (uint32_t n = s->heaps->known; n < BY_DEFINITION && n <= until; n++) {
    s->heaps->values[n] = value_by_definition(s, n);
    s->census[s->values[n]]++;
    grundy_short_values(s)[n] = (uint16_t)s->values[n];
    s->heaps->known = n + 1;
  }
  return s->heaps->known <= until;
}

/* ---- batches ---------------------------------------------------------------------------- */

/* Heaps are checked CHUNK at a time. */
enum { CHUNK = 1 << 8 };

typedef struct batch {
  grundy_sparse *s;
  uint32_t from, end; /* to be checked */
  uint32_t ahead;     /* candidates are to be found up to here */
  atomic_uint next;   /* the first heap, after `from`, that no thread checks yet */
  int shares;
  struct {
    uint32_t heap, value; /* the first heap whose check failed, or `end` */
  } failed[GRUNDY_MAX_THREADS];
} batch;

/* Checks chunks until there are no more, or until a check fails: all earlier chunks have been
 * taken. */
static void check_chunks(batch *b, int share, uint64_t *scratch) {
  b->failed[share].heap = b->end;
  while (b->failed[share].heap == b->end) {
    uint32_t first = atomic_fetch_add(&b->next, CHUNK);
    if (first >= b->end - b->from) return;
    uint32_t from = b->from + first, end = b->end - from < CHUNK ? b->end : from + CHUNK;
    uint32_t heap = grundy_sparse_check(b->s, from, end, scratch, &b->failed[share].value);
    if (heap < end) b->failed[share].heap = heap;
  }
}

/* The first share finds candidates, and all of them check those of the previous batch. */
static void run_share(void *context, int share) {
  batch *b = context;
  uint64_t *scratch = b->s->scratch[share];
  if (share == 0) grundy_sparse_try(b->s, b->ahead, scratch);
  check_chunks(b, share, scratch);
}

/* Checks the existing candidates and finds more; with one thread, in the reverse order. */
static void run_batch(grundy_sparse *s, batch *b) {
  uint64_t terms = s->common.count + s->screen.count + s->witness.count;
  b->shares = grundy_threads_for((b->ahead - b->from) / s->lanes * terms);
  if (b->shares > s->threads) b->shares = s->threads;
  if (b->shares > 1) {
    grundy_parallel(b->shares, run_share, b);
    return;
  }
  grundy_sparse_try(s, b->ahead, s->scratch[0]);
  b->end = s->tried;
  check_chunks(b, 0, s->scratch[0]);
}

/* Settles the heaps up to and including the first one that failed, which is rare. */
static bool settle_batch(grundy_sparse *s, const batch *b) {
  int first = 0;
  for (int i = 1; i < b->shares; i++)
    if (b->failed[i].heap < b->failed[first].heap) first = i;
  uint32_t failed = b->failed[first].heap;
  assert(failed >= b->from && failed <= b->end);
  for (uint32_t n = b->from; n < failed; n++)
    if (!grundy_sparse_settle(s, n)) return false;
  /* Lets candidates run ahead about as far as the next rare heap may be away. */
  uint32_t run = failed == b->end ? 2 * s->run + s->block : (s->run + (failed - b->from)) / 2;
  s->run = run > BATCH ? BATCH : run;
  if (failed == b->end) return true;
  uint32_t value = b->failed[first].value;
  assert(grundy_is_rare(s, value));
  s->heaps->values[failed] = value;
  grundy_short_values(s)[failed] = (uint16_t)value;
  grundy_sparse_write_row(s, failed, value);
  s->full = false;
  s->tried = failed + 1;
  return grundy_sparse_settle(s, failed);
}

/* Computes some more heaps, up to `until` at most. False if memory runs out. */
static bool advance(grundy_sparse *s, uint32_t until) {
  uint64_t run = s->run < s->block ? s->block : s->run / s->block * s->block;
  uint64_t most = s->tried + run;
  uint32_t ahead = most > until ? until + 1 : (uint32_t)most;
  if (!grundy_sparse_make_quads(s)) return false;
  batch b = {.s = s, .from = s->heaps->known, .end = s->tried, .ahead = ahead};
  run_batch(s, &b);
  if (!settle_batch(s, &b)) return false;
  grundy_sparse_find_repetition(s, b.from);
  return true;
}

/* ---- the engine ------------------------------------------------------------------------- */

/* Computes some more heaps in the way that is fastest. */
static grundy_status proceed(grundy_sparse *s, uint32_t until, grundy_error *error) {
  if (s->repetition > 0) {
    grundy_sparse_repeat(s, until);
    return GRUNDY_OK;
  }
  bool worn_out = !s->dense && ((s->full && s->heaps->known == s->tried) ||
                                s->rare_count > s->rare_at_choice + s->rare_at_choice / 2 + 64);
  if ((worn_out || s->heaps->known >= s->next_choice) && !grundy_sparse_choose(s))
    return grundy_fail_memory(error);
  assert(s->heaps->known <= s->tried); /* candidates run ahead */
  if (!grundy_sparse_room(s, until + s->block)) return grundy_fail_memory(error);
  if (s->dense) {
    uint32_t end = s->heaps->known + SEARCH;
    return grundy_dense_extend(s, end < until ? end : until) ? GRUNDY_OK : fail_large(error);
  }
  return advance(s, until) ? GRUNDY_OK : grundy_fail_memory(error);
}

static grundy_status splitting_extend(void *engine, uint32_t until, grundy_work *work,
                                      grundy_error *error) {
  grundy_sparse *s = engine;
  s->values = s->heaps->values;
  if (!first_heaps(s, until)) return GRUNDY_OK;
  while (s->heaps->known <= until) {
    uint32_t before = s->heaps->known;
    grundy_status status = proceed(s, until, error);
    if (status != GRUNDY_OK) return status;
    uint64_t steps = (uint64_t)(s->heaps->known - before) * GRUNDY_WORK_STRIDE;
    if (!grundy_work_step(work, steps)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

const grundy_heap_engine grundy_heap_splitting = {"sparse space", splitting_start, splitting_extend,
                                                  splitting_end};
