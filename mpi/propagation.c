/* Supersteps: threads fill bins from their shares of the wave, ranks exchange the bins as records,
 * and threads empty the records block by block. */

#include "propagation.h"

#include "engine/cluster.h"

#include <assert.h>
#include <string.h>

enum {
  MOST_CAPACITY = 2048,  /* entries of a bin */
  MOST_BLOCK = 1 << 16,  /* positions */
  WORTH_SORTING = 64,    /* positions found in a block */
  NARROW = 1024,         /* positions of a wave */
  LEAST_ALONE = 1 << 20, /* bytes */
};

/* A record is a bin on its way: a header of two numbers or, with a value, three, then entries. */
enum { HEADER = 8, VALUED_HEADER = 12, ENTRY = 2 };

/* The bins that a thread fills, and where it is in its share of the wave. */
struct filler {
  uint16_t *bins;
  uint32_t *filled;  /* by block: entries in its bin */
  uint32_t *touched; /* the blocks with a bin that may have entries … */
  uint32_t touched_count;
  uint8_t *listed; /* … and by block: whether it is among them */
  uint32_t value;  /* of the entries in all bins */
  bool full;       /* some rank's room is half full */
  uint32_t vertex, end;
  uint64_t move; /* moves of wave[vertex] that have been processed */
  uint64_t updates, sifted;
  uint32_t found;
};

/* ---- memory ---------------------------------------------------------------------------- */

void propagation_free(propagation *p) {
  for (int t = 0; p->fillers != NULL && t < p->x.threads; t++) {
    free(p->fillers[t].bins);
    free(p->fillers[t].filled);
    free(p->fillers[t].touched);
    free(p->fillers[t].listed);
  }
  free(p->fillers);
  exchange_free(&p->x);
  free(p->heads);
  free(p->touched);
  free(p->changed);
  free(p->sieve);
  *p = (propagation){0};
}

static bool filler_alloc(filler *f, uint32_t count, uint32_t capacity) {
  f->bins = grundy_alloc((uint64_t)count * capacity, sizeof *f->bins);
  f->filled = grundy_alloc_zero(count, sizeof *f->filled);
  f->touched = grundy_alloc(count, sizeof *f->touched);
  f->listed = grundy_alloc_zero(count, sizeof *f->listed);
  return f->bins != NULL && f->filled != NULL && f->touched != NULL && f->listed != NULL;
}

/* All bins for one rank fit into half of its room. */
static grundy_status allocate(propagation *p, uint64_t most_blocks, grundy_error *error) {
  const blocks *b = p->blocks;
  int threads = p->x.threads;
  uint64_t bytes = p->x.room / 2 / (most_blocks + 1);
  uint64_t entries = bytes < VALUED_HEADER + ENTRY ? 0 : (bytes - VALUED_HEADER) / ENTRY;
  p->capacity = entries > MOST_CAPACITY ? MOST_CAPACITY : (uint32_t)entries;
  if (entries == 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the memory for messages is too small for this many positions; use a larger "
                       "--exchange");
  p->fillers = grundy_alloc_zero((uint64_t)threads, sizeof *p->fillers);
  p->heads = grundy_alloc_zero(b->own_blocks, sizeof *p->heads);
  p->touched = grundy_alloc(b->own_blocks, sizeof *p->touched);
  p->changed = grundy_alloc((uint64_t)b->own + (unsigned)threads, sizeof *p->changed);
  bool enough = p->fillers != NULL && p->heads != NULL && p->touched != NULL && p->changed != NULL;
  for (int t = 0; t < threads && enough; t++)
    enough = filler_alloc(&p->fillers[t], b->count, p->capacity);
  return enough ? GRUNDY_OK : grundy_fail_memory(error);
}

grundy_status propagation_start(propagation *p, const game *g, const rows *r,
                                uint64_t exchange_size, grundy_error *error) {
  *p = (propagation){.team = g->team, .blocks = &g->blocks, .rows = r};
  int threads = (int)team_largest((unsigned)grundy_threads_for(g->size));
  /* A rank that is alone needs no more memory than the pool of the library's waves, twice. */
  uint64_t alone = 2 * (uint64_t)g->blocks.order + LEAST_ALONE;
  if (g->team->ranks == 1 && alone < exchange_size) exchange_size = alone;
  grundy_status status = exchange_start(&p->x, g->team, threads, exchange_size, error);
  uint64_t most_blocks = team_largest(g->blocks.own_blocks); /* of a rank */
  if (status == GRUNDY_OK) status = team_agree(g->team, allocate(p, most_blocks, error), error);
  if (status != GRUNDY_OK) propagation_free(p);
  return status;
}

bool propagation_sieve(propagation *p) {
  uint64_t words = (uint64_t)p->blocks->order / 64 + 1;
  if (p->team->ranks == 1) return false;
  free(p->sieve);
  p->sieve = grundy_alloc_zero(words, sizeof *p->sieve);
  return p->sieve != NULL;
}

#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* ---- filling --------------------------------------------------------------------------- */

/* A superstep. */
typedef struct step {
  propagation *p;
  const grundy_wave_update *update;
  sending how;
  const uint32_t *wave, *values;
} step;

static void put_record(const step *s, filler *f, int thread, uint32_t block) {
  exchange *x = &s->p->x;
  int rank = s->p->blocks->rank_of[block];
  uint32_t header[3] = {block, f->filled[block], f->value};
  size_t size = s->how == SEND_VALUED ? VALUED_HEADER : HEADER;
  uint64_t *filled = exchange_filled(x, rank, thread);
  unsigned char *to = exchange_out(x, rank, thread) + *filled;
  assert(*filled + size + (uint64_t)ENTRY * header[1] <= x->room);
  memcpy(to, header, size);
  memcpy(to + size, f->bins + (uint64_t)block * s->p->capacity, (size_t)ENTRY * header[1]);
  *filled += size + (uint64_t)ENTRY * header[1];
  f->full |= *filled > x->room / 2;
  f->filled[block] = 0;
}

/* Sends what is in all bins. */
static void flush(const step *s, filler *f, int thread) {
  for (uint32_t i = 0; i < f->touched_count; i++) {
    uint32_t block = f->touched[i];
    if (f->filled[block] > 0) put_record(s, f, thread, block);
    f->listed[block] = 0;
  }
  f->touched_count = 0;
}

/* Returns whether the sieve says that u needs no update; with SEND_LAST, it needs none after
 * this. */
static bool is_sifted(const step *s, uint32_t u) {
  uint64_t *word = &s->p->sieve[u / 64], bit = UINT64_C(1) << u % 64;
  if ((__atomic_load_n(word, __ATOMIC_RELAXED) & bit) != 0) return true;
  if (s->how != SEND_LAST) return false;
  return (__atomic_fetch_or(word, bit, __ATOMIC_RELAXED) & bit) != 0;
}

/* Fills bins from a row until it is finished or some rank's room is half full. Returns how many of
 * its moves have been processed. Inlined twice, so that rows without a sieve do not test for it. */
INLINED uint64_t fill_row(const step *s, filler *f, int thread, const uint32_t *row, uint64_t count,
                          bool sifting) {
  const propagation *p = s->p;
  uint16_t *bins = f->bins;
  uint32_t *filled = f->filled;
  uint32_t bits = p->blocks->bits, mask = (UINT32_C(1) << bits) - 1, capacity = p->capacity;
  uint64_t j = f->move, sifted = 0;
  while (j < count) {
    uint32_t u = row[j++], block = u >> bits, at = filled[block];
    if (sifting && is_sifted(s, u)) {
      sifted++;
      continue;
    }
    if (at == 0 && f->listed[block] == 0) {
      f->listed[block] = 1;
      f->touched[f->touched_count++] = block;
    }
    bins[(uint64_t)block * capacity + at] = (uint16_t)(u & mask);
    filled[block] = at + 1;
    if (at + 1 == capacity) {
      put_record(s, f, thread, block);
      if (f->full) break;
    }
  }
  f->updates += j - f->move;
  f->sifted += sifted;
  return j;
}

/* Fills bins from the share of the thread until it is finished or some rank's room is half full;
 * the bins fit into the other half. */
INLINED void fill(const step *s, filler *f, int thread, bool sifting) {
  const rows *r = s->p->rows;
  f->full = false;
  while (f->vertex < f->end && !f->full) {
    uint32_t i = s->wave[f->vertex];
    if (f->vertex + 16 < f->end) __builtin_prefetch(&r->offsets[s->wave[f->vertex + 16]]);
    if (f->vertex + 8 < f->end) __builtin_prefetch(&r->tails[r->offsets[s->wave[f->vertex + 8]]]);
    if (s->how == SEND_VALUED && s->values[i] != f->value) {
      flush(s, f, thread);
      f->value = s->values[i];
      if (f->full) break;
    }
    uint64_t count = r->offsets[i + 1] - r->offsets[i];
    f->move = fill_row(s, f, thread, r->tails + r->offsets[i], count, sifting);
    if (f->move < count) break;
    f->move = 0;
    f->vertex++;
  }
  flush(s, f, thread);
}

static void fill_share(void *context, int thread) {
  const step *s = context;
  if (s->p->sieve != NULL && (s->how == SEND_LAST || s->how == SEND_SIFTED))
    fill(s, &s->p->fillers[thread], thread, true);
  else
    fill(s, &s->p->fillers[thread], thread, false);
}

/* ---- emptying -------------------------------------------------------------------------- */

/* Records are linked in place: the number of its block becomes the place of the next record of the
 * same block, counted in entries from x.memory, plus 1. *large grows by the updates with a large
 * value. */
static void link_records(const step *s, unsigned char *bytes, uint64_t size, uint64_t *large) {
  propagation *p = s->p;
  uint64_t header_size = s->how == SEND_VALUED ? VALUED_HEADER : HEADER;
  for (uint64_t at = 0; at < size;) {
    uint32_t header[3] = {0};
    memcpy(header, bytes + at, header_size);
    if (header[2] >= VALUE_SETS_SMALL) *large += header[1];
    uint32_t own = header[0] - p->blocks->first_block;
    assert(own < p->blocks->own_blocks);
    if (p->heads[own] == 0) p->touched[p->touched_count++] = own;
    memcpy(bytes + at, &p->heads[own], sizeof p->heads[own]);
    p->heads[own] = (uint32_t)((uint64_t)(bytes + at - p->x.memory) / ENTRY) + 1;
    at += header_size + (uint64_t)ENTRY * header[1];
  }
}

static uint64_t empty_block(const step *s, uint32_t own_block, uint64_t *bits, uint32_t *changed) {
  propagation *p = s->p;
  uint64_t found = 0, header = s->how == SEND_VALUED ? VALUED_HEADER : HEADER;
  uint32_t first = own_block << p->blocks->bits, numbers[3] = {p->heads[own_block]};
  while (numbers[0] != 0) {
    const unsigned char *record = p->x.memory + ENTRY * (uint64_t)(numbers[0] - 1);
    grundy_wave_update update = *s->update;
    memcpy(numbers, record, header);
    if (s->how == SEND_VALUED) update.label = numbers[2];
    found += update.update_bin(&update, first, (const uint16_t *)(const void *)(record + header),
                               numbers[1], changed + found);
  }
  p->heads[own_block] = 0;
  if (found > WORTH_SORTING) grundy_waves_sort(bits, first, MOST_BLOCK, changed, found);
  return found;
}

static uint32_t first_own_block(const propagation *p, int thread) {
  return (uint32_t)grundy_share(p->blocks->own_blocks, thread, p->x.threads);
}

/* Empties the blocks of a thread. It writes to its own part of `changed`. */
static void empty_share(void *context, int thread) {
  const step *s = context;
  propagation *p = s->p;
  uint64_t bits[MOST_BLOCK / 64] = {0}, found = 0;
  uint32_t first = first_own_block(p, thread), end = first_own_block(p, thread + 1);
  uint64_t begin = (uint64_t)first << p->blocks->bits;
  uint32_t *changed =
      p->changed + (begin < p->blocks->own ? begin : p->blocks->own) + (unsigned)thread;
  for (uint32_t block = first; block < end; block++)
    if (p->heads[block] != 0) found += empty_block(s, block, bits, changed + found);
  p->fillers[thread].found = (uint32_t)found;
}

/* Empties the bins that were received and those for own positions. If these are of few blocks, no
 * other block is looked at. */
static uint32_t empty_all(const step *s, uint32_t *next) {
  propagation *p = s->p;
  uint64_t large = 0;
  uint32_t count = 0;
  p->touched_count = 0;
  link_records(s, p->x.in, p->x.received, &large);
  for (int t = 0; t < p->x.threads; t++)
    link_records(s, exchange_out(&p->x, p->team->rank, t),
                 *exchange_filled(&p->x, p->team->rank, t), &large);
  if (p->sets != NULL) value_sets_expect(p->sets, large);
  if (p->touched_count <= p->blocks->own_blocks / 8) {
    uint64_t bits[MOST_BLOCK / 64] = {0};
    for (uint32_t i = 0; i < p->touched_count; i++)
      count += (uint32_t)empty_block(s, p->touched[i], bits, next + count);
    return count;
  }
  grundy_parallel(p->x.threads, empty_share, (void *)s);
  for (int t = 0; t < p->x.threads; t++) {
    uint64_t begin = (uint64_t)first_own_block(p, t) << p->blocks->bits;
    if (begin > p->blocks->own) begin = p->blocks->own;
    memcpy(next + count, p->changed + begin + (unsigned)t, p->fillers[t].found * sizeof *next);
    count += p->fillers[t].found;
  }
  return count;
}

/* ---- supersteps ------------------------------------------------------------------------ */

static bool is_left(const propagation *p) {
  bool left = false;
  for (int t = 0; t < p->x.threads; t++) left |= p->fillers[t].vertex < p->fillers[t].end;
  return left;
}

uint32_t propagate(propagation *p, const grundy_wave_update *update, sending how,
                   const uint32_t *wave, uint32_t length, const uint32_t *values, uint32_t *next) {
  step s = {p, update, how, wave, values};
  uint32_t found = 0;
  int threads = length < NARROW ? 1 : p->x.threads; /* a narrow wave is not worth waking them */
  for (int t = 0; t < p->x.threads; t++) {
    filler *f = &p->fillers[t];
    f->vertex = t < threads ? (uint32_t)grundy_share(length, t, threads) : 0;
    f->end = t < threads ? (uint32_t)grundy_share(length, t + 1, threads) : 0;
    f->move = f->updates = f->sifted = 0;
  }
  for (bool more = true; more;) {
    grundy_parallel(threads, fill_share, &s);
    exchange_run(&p->x);
    found += empty_all(&s, next + found);
    exchange_clear(&p->x);
    more = p->team->ranks == 1 ? is_left(p) : team_largest(is_left(p) ? 1 : 0) != 0;
  }
  p->supersteps++;
  for (int t = 0; t < p->x.threads; t++) {
    p->updates += p->fillers[t].updates;
    p->sifted += p->fillers[t].sifted;
  }
  return found;
}
