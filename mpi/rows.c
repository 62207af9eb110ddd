/* The moves into own positions, in one pass over the file: every rank reads its moves and sorts
 * them into bins, one for each block of heads. Bins of other ranks are sent; those of own blocks
 * are kept as lists of chunks, and so is what arrives. At the end, the moves of one block after the
 * other are sorted by head, and their chunks are given back to the system: a move takes six bytes
 * before, and four afterwards. */

#include "game.h"

#include "engine/cluster.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include <platform.h>

enum {
  WINDOW = 1 << 18, /* moves that are read at a time */
  HEADER = 8,
  ENTRY = 6,            /* bytes of a record: its block and number of moves, then the moves */
  MOST_CAPACITY = 1024, /* moves of a bin for another rank */
  MOST_BLOCK = 1 << 16, /* positions */
  CHUNK_SIZE = 1 << 16, /* bytes, a multiple of all usual page sizes */
  CHUNK_MOVES = (CHUNK_SIZE - 16) / ENTRY,
  SLAB = 255,      /* chunks that are allocated together: they get large pages … */
  SMALL_SLAB = 15, /* … unless they are given back one by one */
  FEW_CHUNKS = 64, /* that a thread has at least when it begins to fill own blocks */
  FEW_MOVES = 8,   /* moves per position of a game that needs more memory later */
};

/* Moves into a block. */
typedef struct chunk {
  struct chunk *next;
  uint32_t count;
  uint32_t tails[CHUNK_MOVES];
  uint16_t heads[CHUNK_MOVES]; /* from the first position of the block on */
} chunk;

_Static_assert(sizeof(chunk) <= CHUNK_SIZE, "a chunk fits into its pages");

typedef struct slab {
  struct slab *next;
} slab;

/* Where a thread puts the next move into a block: a part of its pool, or the first chunk of its
 * list. */
typedef struct bin {
  uint32_t *tails;
  uint16_t *heads;
  uint32_t count, room;
} bin;

typedef struct filler {
  bin *bins;           /* by block */
  unsigned char *pool; /* the bins of other ranks */
  chunk **lists;       /* by own block */
  chunk *unused;       /* chunks */
  uint64_t unused_count;
  uint64_t incoming;  /* moves that have arrived for this thread's blocks */
  uint64_t move, end; /* the rest of its share of the window */
  bool full;          /* some rank's room is half full */
  bool unsorted;      /* a row is not sorted, or has a move twice … */
  uint32_t tail;      /* … of this own position */
} filler;

typedef struct pass {
  const game *g;
  rows *rows;
  exchange x;
  uint32_t capacity; /* moves of a bin for another rank */
  uint32_t *heads;   /* of the moves from `first` to `end` - 1: the window */
  uint64_t first, end;
  uint32_t before; /* the head of the move before `first` */
  filler *fillers; /* by thread */
  slab *slabs;
  uint64_t *starts; /* by own block and one more: where its rows begin */
  bool releases;    /* chunks when they have been sorted */
  uint32_t blocks_taken;
  uint32_t checksum;
  grundy_status status;
  grundy_error *error;
} pass;

/* ---- chunks ---------------------------------------------------------------------------- */

static bool add_slab(pass *p, filler *f) {
  unsigned chunks = p->releases ? SMALL_SLAB : SLAB;
  slab *made = grundy_alloc(chunks + 1, CHUNK_SIZE);
  if (made == NULL) return false;
  made->next = p->slabs;
  p->slabs = made;
  char *at = (char *)made + CHUNK_SIZE - (uintptr_t)made % CHUNK_SIZE;
  for (unsigned i = 0; i < chunks; i++, at += CHUNK_SIZE) {
    chunk *c = (chunk *)(void *)at;
    c->next = f->unused;
    f->unused = c;
  }
  f->unused_count += chunks;
  return true;
}

/* Returns how many chunks suffice for that many moves into that many blocks. */
static uint64_t chunks_for(uint64_t moves, uint64_t block_count) {
  return moves / CHUNK_MOVES + (moves < block_count ? moves : block_count);
}

/* Makes sure that a thread has that many chunks: shares allocate nothing. */
static void reserve(pass *p, filler *f, uint64_t need) {
  while (f->unused_count < need && p->status == GRUNDY_OK)
    if (!add_slab(p, f)) p->status = grundy_fail_memory(p->error);
}

static void begin_chunk(const pass *p, filler *f, uint32_t own_block) {
  chunk *c = f->unused;
  assert(c != NULL);
  f->unused = c->next;
  f->unused_count--;
  c->next = f->lists[own_block];
  c->count = CHUNK_MOVES; /* corrected for the first one of a list by close_lists */
  f->lists[own_block] = c;
  f->bins[p->g->blocks.first_block + own_block] = (bin){c->tails, c->heads, 0, CHUNK_MOVES};
}

/* Gives the memory of a chunk back, if that is worthwhile. The slab stays allocated. */
static void release(const pass *p, chunk *c) {
  if (p->releases) grundy_platform_discard(c, CHUNK_SIZE);
}

/* ---- sending --------------------------------------------------------------------------- */

/* Reads the next moves and divides them among the threads. */
static void read_window(pass *p) {
  const blocks *b = &p->g->blocks;
  uint64_t left = p->g->offsets[b->own] - p->end;
  game_report(p->g, "reading moves", p->end);
  if (p->end > p->first) p->before = p->heads[p->end - p->first - 1];
  p->first = p->end;
  p->end += left < WINDOW ? left : WINDOW;
  p->status = game_heads(p->g, p->first, p->end - p->first, p->heads, &p->checksum, p->error);
  for (int t = 0; t < p->x.threads; t++) {
    filler *f = &p->fillers[t];
    f->move = p->first + grundy_share(p->end - p->first, t, p->x.threads);
    f->end = p->first + grundy_share(p->end - p->first, t + 1, p->x.threads);
  }
}

static bool is_window_sent(const pass *p) {
  bool sent = true;
  for (int t = 0; t < p->x.threads; t++) sent &= p->fillers[t].move == p->fillers[t].end;
  return sent;
}

static void put_record(const pass *p, filler *f, int thread, uint32_t block) {
  bin *b = &f->bins[block];
  int rank = p->g->blocks.rank_of[block];
  uint64_t *filled = exchange_filled(&p->x, rank, thread);
  unsigned char *to = exchange_out(&p->x, rank, thread) + *filled;
  uint32_t header[2] = {block, b->count};
  assert(*filled + HEADER + (uint64_t)ENTRY * b->count <= p->x.room);
  memcpy(to, header, HEADER);
  memcpy(to + HEADER, b->tails, b->count * sizeof *b->tails);
  memcpy(to + HEADER + b->count * sizeof *b->tails, b->heads, b->count * sizeof *b->heads);
  *filled += HEADER + (uint64_t)ENTRY * b->count;
  f->full |= *filled > p->x.room / 2;
  b->count = 0;
}

/* Makes room in the bin of a block. False if the thread has to stop until the next round. */
static bool make_room(const pass *p, filler *f, int thread, uint32_t block) {
  const blocks *b = &p->g->blocks;
  if (block - b->first_block >= b->own_blocks) {
    put_record(p, f, thread, block);
    return !f->full;
  }
  if (f->unused == NULL) return false;
  begin_chunk(p, f, block - b->first_block);
  return true;
}

/* Puts moves of one row, up to `last`, into bins. Returns the first one that it did not put. */
static uint64_t fill_row(const pass *p, filler *f, int thread, uint32_t tail, uint64_t last) {
  const blocks *b = &p->g->blocks;
  const uint32_t *heads = p->heads;
  uint64_t i = f->move - p->first, end = last - p->first;
  uint32_t bits = b->bits, mask = (UINT32_C(1) << bits) - 1, number = b->first + tail;
  bool begins = f->move == p->g->offsets[tail], sorted = true;
  uint32_t before = begins ? 0 : i == 0 ? p->before : heads[i - 1];
  for (; i < end; i++) {
    uint32_t head = heads[i];
    bin *to = &f->bins[head >> bits];
    if (to->count == to->room && !make_room(p, f, thread, head >> bits)) break;
    sorted &= head > before || begins;
    begins = false;
    before = head;
    to->tails[to->count] = number;
    to->heads[to->count++] = (uint16_t)(head & mask);
  }
  if (!sorted && !f->unsorted) {
    f->unsorted = true;
    f->tail = tail;
  }
  return p->first + i;
}

static void fill_share(void *context, int thread) {
  const pass *p = context;
  filler *f = &p->fillers[thread];
  const uint64_t *offsets = p->g->offsets;
  if (f->move == f->end) return;
  for (uint32_t tail = grundy_tail_of(offsets, p->g->blocks.own, f->move);
       f->move < f->end && !f->full; tail++) {
    uint64_t last = offsets[tail + 1] < f->end ? offsets[tail + 1] : f->end;
    if (f->move < last) f->move = fill_row(p, f, thread, tail, last);
    if (f->move < last) return;
  }
}

/* Sends what is in all bins of other ranks. */
static void flush_share(void *context, int thread) {
  const pass *p = context;
  const blocks *b = &p->g->blocks;
  filler *f = &p->fillers[thread];
  for (uint32_t block = 0; block < b->count; block++)
    if (block - b->first_block >= b->own_blocks && f->bins[block].count > 0)
      put_record(p, f, thread, block);
  f->full = false;
}

/* ---- taking ---------------------------------------------------------------------------- */

static uint32_t first_own_block(const pass *p, int thread) {
  return (uint32_t)grundy_share(p->g->blocks.own_blocks, thread, p->x.threads);
}

/* Appends a record to the thread's list of its block. */
static void take_record(const pass *p, filler *f, uint32_t block, const unsigned char *bytes,
                        uint32_t count) {
  const unsigned char *heads = bytes + (uint64_t)count * sizeof(uint32_t);
  bin *to = &f->bins[block];
  for (uint32_t done = 0, part; done < count; done += part) {
    if (to->count == to->room) begin_chunk(p, f, block - p->g->blocks.first_block);
    part = count - done < to->room - to->count ? count - done : to->room - to->count;
    memcpy(to->tails + to->count, bytes + (uint64_t)done * sizeof *to->tails,
           part * sizeof *to->tails);
    memcpy(to->heads + to->count, heads + (uint64_t)done * sizeof *to->heads,
           part * sizeof *to->heads);
    to->count += part;
  }
}

/* Takes the records for the own blocks of a thread. */
static void take_share(void *context, int thread) {
  const pass *p = context;
  uint32_t own = p->g->blocks.first_block;
  uint32_t first = own + first_own_block(p, thread), end = own + first_own_block(p, thread + 1);
  for (uint64_t at = 0; at < p->x.received;) {
    uint32_t header[2];
    memcpy(header, p->x.in + at, HEADER);
    if (header[0] >= first && header[0] < end)
      take_record(p, &p->fillers[thread], header[0], p->x.in + at + HEADER, header[1]);
    at += HEADER + (uint64_t)ENTRY * header[1];
  }
}

/* Takes what has arrived, with enough chunks for it. */
static void take(pass *p) {
  uint32_t first = p->g->blocks.first_block;
  int thread = 0;
  if (p->x.received == 0) return;
  for (int t = 0; t < p->x.threads; t++) p->fillers[t].incoming = 0;
  for (uint64_t at = 0; at < p->x.received;) {
    uint32_t header[2];
    memcpy(header, p->x.in + at, HEADER);
    assert(header[0] - first < p->g->blocks.own_blocks);
    while (header[0] - first < first_own_block(p, thread)) thread--;
    while (header[0] - first >= first_own_block(p, thread + 1)) thread++;
    p->fillers[thread].incoming += header[1];
    at += HEADER + (uint64_t)ENTRY * header[1];
  }
  for (int t = 0; t < p->x.threads; t++)
    reserve(p, &p->fillers[t],
            chunks_for(p->fillers[t].incoming, first_own_block(p, t + 1) - first_own_block(p, t)));
  if (p->status == GRUNDY_OK) grundy_parallel(p->x.threads, take_share, p);
}

/* ---- the pass -------------------------------------------------------------------------- */

static bool is_left(const pass *p) {
  return !is_window_sent(p) || p->end < p->g->offsets[p->g->blocks.own];
}

/* Fills bins until a rank's room is half full; the bins fit into the other half. Fails if a row is
 * not sorted; the library's readers guarantee sorted rows. */
static void fill_round(pass *p) {
  bool full = false;
  while (p->status == GRUNDY_OK && !full && is_left(p)) {
    if (is_window_sent(p)) read_window(p);
    for (int t = 0; t < p->x.threads; t++) reserve(p, &p->fillers[t], FEW_CHUNKS);
    if (p->status == GRUNDY_OK) grundy_parallel(p->x.threads, fill_share, p);
    for (int t = 0; t < p->x.threads && p->status == GRUNDY_OK; t++) {
      full |= p->fillers[t].full;
      if (p->fillers[t].unsorted)
        p->status = game_fail_unsorted(p->g, p->g->blocks.first + p->fillers[t].tail, p->error);
    }
  }
  if (p->x.team->ranks > 1) grundy_parallel(p->x.threads, flush_share, p);
}

static grundy_status run_pass(pass *p) {
  p->first = p->end = p->g->offsets[0];
  for (bool more = true; more;) {
    fill_round(p);
    exchange_run(&p->x);
    take(p);
    exchange_clear(&p->x);
    more = team_largest(is_left(p) ? 1 : 0) != 0 && team_largest(p->status != GRUNDY_OK) == 0;
  }
  return team_agree(p->g->team, p->status, p->error);
}

/* ---- sorting --------------------------------------------------------------------------- */

/* Sets the number of moves in the first chunk of every list, and finds where the rows of every
 * block begin. */
static void close_lists(pass *p) {
  const blocks *b = &p->g->blocks;
  uint64_t place = 0;
  for (uint32_t block = 0; block < b->own_blocks; block++) {
    p->starts[block] = place;
    for (int t = 0; t < p->x.threads; t++) {
      chunk *c = p->fillers[t].lists[block];
      if (c != NULL) c->count = p->fillers[t].bins[b->first_block + block].count;
      for (; c != NULL; c = c->next) place += c->count;
    }
  }
  p->starts[b->own_blocks] = place;
}

/* Sorts the moves into a block by head: next[i] is the number of moves into its position i, and
 * then where the next one goes. `offsets` are those of the first position of the block and so on.
 * Inlined for numbers of both widths; only a block with more than 2^32 moves needs the wide ones.
 */
#define SORT_BLOCK(name, number)                                                                   \
  static void name(const pass *p, uint32_t block, uint64_t size, uint64_t *offsets) {              \
    number next[MOST_BLOCK] = {0};                                                                 \
    uint64_t begin = p->starts[block];                                                             \
    uint32_t *tails = p->rows->tails + begin;                                                      \
    number place = 0;                                                                              \
    for (int t = 0; t < p->x.threads; t++)                                                         \
      for (const chunk *c = p->fillers[t].lists[block]; c != NULL; c = c->next)                    \
        for (uint32_t i = 0; i < c->count; i++) next[c->heads[i]]++;                               \
    for (uint64_t i = 0; i < size; i++) {                                                          \
      number count = next[i];                                                                      \
      offsets[i] = begin + place;                                                                  \
      next[i] = place;                                                                             \
      place += count;                                                                              \
    }                                                                                              \
    assert(begin + place == p->starts[block + 1]);                                                 \
    for (int t = 0; t < p->x.threads; t++)                                                         \
      for (chunk *c = p->fillers[t].lists[block], *after; c != NULL; c = after) {                  \
        after = c->next;                                                                           \
        for (uint32_t i = 0; i < c->count; i++) tails[next[c->heads[i]]++] = c->tails[i];          \
        release(p, c);                                                                             \
      }                                                                                            \
  }

SORT_BLOCK(sort_narrow, uint32_t)
SORT_BLOCK(sort_wide, uint64_t)

static void sort_share(void *context, int thread) {
  pass *p = context;
  const blocks *b = &p->g->blocks;
  (void)thread;
  for (uint32_t block;
       (block = __atomic_fetch_add(&p->blocks_taken, 1, __ATOMIC_RELAXED)) < b->own_blocks;) {
    uint64_t first = (uint64_t)block << b->bits, most = UINT64_C(1) << b->bits;
    uint64_t size = b->own - first < most ? b->own - first : most;
    bool wide = p->starts[block + 1] - p->starts[block] > UINT32_MAX;
    (wide ? sort_wide : sort_narrow)(p, block, size, p->rows->offsets + first);
  }
}

static grundy_status sort(pass *p) {
  close_lists(p);
  p->rows->offsets[p->g->blocks.own] = p->starts[p->g->blocks.own_blocks];
  p->rows->tails = grundy_alloc(p->starts[p->g->blocks.own_blocks], sizeof *p->rows->tails);
  if (p->rows->tails == NULL) return grundy_fail_memory(p->error);
  grundy_parallel(p->x.threads, sort_share, p);
  return GRUNDY_OK;
}

/* ---- all ------------------------------------------------------------------------------- */

static bool filler_start(const pass *p, filler *f) {
  const blocks *b = &p->g->blocks;
  uint64_t others = b->count - b->own_blocks;
  f->bins = grundy_alloc_zero(b->count, sizeof *f->bins);
  f->lists = grundy_alloc_zero(b->own_blocks, sizeof(chunk *));
  f->pool = grundy_alloc(others * p->capacity, ENTRY);
  if (f->bins == NULL || f->lists == NULL || f->pool == NULL) return false;
  uint32_t *tails = (uint32_t *)(void *)f->pool;
  uint16_t *heads = (uint16_t *)(void *)(tails + others * p->capacity);
  for (uint32_t block = 0; block < b->count; block++) {
    if (block - b->first_block < b->own_blocks) continue;
    f->bins[block] = (bin){tails, heads, 0, p->capacity};
    tails += p->capacity;
    heads += p->capacity;
  }
  return true;
}

/* All bins for one rank fit into half of its room. */
static grundy_status allocate(pass *p, uint64_t most_blocks) {
  const blocks *b = &p->g->blocks;
  uint64_t bytes = p->x.room / 2 / (most_blocks + 1);
  uint64_t moves = bytes < HEADER ? 0 : (bytes - HEADER) / ENTRY;
  p->capacity = moves > MOST_CAPACITY ? MOST_CAPACITY : (uint32_t)moves;
  if (moves == 0)
    return grundy_fail(p->error, GRUNDY_UNABLE,
                       "the memory for messages is too small for this many positions; use a larger "
                       "--exchange");
  p->rows->offsets = grundy_alloc((uint64_t)b->own + 1, sizeof *p->rows->offsets);
  p->heads = grundy_alloc(WINDOW, sizeof *p->heads);
  p->starts = grundy_alloc((uint64_t)b->own_blocks + 1, sizeof *p->starts);
  p->fillers = grundy_alloc_zero((unsigned)p->x.threads, sizeof *p->fillers);
  bool enough =
      p->rows->offsets != NULL && p->heads != NULL && p->starts != NULL && p->fillers != NULL;
  for (int t = 0; t < p->x.threads && enough; t++) enough = filler_start(p, &p->fillers[t]);
  return enough ? GRUNDY_OK : grundy_fail_memory(p->error);
}

static grundy_status build(pass *p) {
  const game *g = p->g;
  uint64_t most_blocks = team_largest(g->blocks.own_blocks); /* of a rank */
  grundy_status status = team_agree(g->team, allocate(p, most_blocks), p->error);
  if (status == GRUNDY_OK) status = run_pass(p);
  if (status == GRUNDY_OK && !g->layout.has_kinds) /* otherwise checked already */
    status = shared_file_check(
        &g->file, &g->layout.targets, "indices.npy", p->checksum,
        (g->offsets[g->blocks.own] - g->offsets[0]) * g->layout.targets.npy.item, p->error);
  return status == GRUNDY_OK ? team_agree(g->team, sort(p), p->error) : status;
}

static void pass_free(pass *p) {
  for (int t = 0; p->fillers != NULL && t < p->x.threads; t++) {
    free(p->fillers[t].bins);
    free(p->fillers[t].lists);
    free(p->fillers[t].pool);
  }
  for (slab *s = p->slabs, *after; s != NULL; s = after) {
    after = s->next;
    free(s);
  }
  exchange_free(&p->x);
  free(p->fillers);
  free(p->heads);
  free(p->starts);
}

/* With few moves per position, what follows takes as much memory as the chunks and the rows
 * together, and large pages are faster: then chunks are not given back. */
grundy_status rows_build(rows *r, const game *g, uint64_t exchange_size, grundy_error *error) {
  pass p = {.g = g, .rows = r, .error = error};
  long page = sysconf(_SC_PAGESIZE);
  p.releases = g->size / FEW_MOVES > g->blocks.order && page > 0 && CHUNK_SIZE % page == 0;
  *r = (rows){0};
  int threads = (int)team_largest((unsigned)grundy_threads_for(g->size));
  grundy_status status = exchange_start(&p.x, g->team, threads, exchange_size, error);
  if (status == GRUNDY_OK) status = build(&p);
  r->sent = p.x.sent;
  pass_free(&p);
  if (status != GRUNDY_OK) rows_free(r);
  return status;
}

void rows_free(rows *r) {
  free(r->offsets);
  free(r->tails);
  *r = (rows){0};
}
