#include "game.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "digraph/view.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <zlib.h>

/* ---- opening --------------------------------------------------------------------------- */

/* Every rank reads the layout itself, and so notices if its node has no such file. */
static grundy_status read_layout(game *g, const char *path, grundy_error *error) {
  FILE *in = fopen(path, "rb");
  if (in == NULL)
    return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NO_FILE, "%s: %s", path,
                               strerror(errno));
  grundy_status status = grundy_npz_read_layout(in, path, &g->layout, error);
  (void)fclose(in);
  if (status != GRUNDY_OK) return status;
  if (g->layout.has_attributes)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "the game has players, outcomes or payoffs; expected an impartial game "
                          "in normal play, or use 'grundy solve'");
  if (g->layout.order > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "the game has too many positions; expected at most %" PRIu32,
                          GRUNDY_DIGRAPH_MAX_ORDER);
  g->size = g->layout.targets.npy.count;
  return GRUNDY_OK;
}

static grundy_status check_offsets(const game *g, grundy_error *error) {
  const blocks *b = &g->blocks;
  bool right = b->first > 0 || g->offsets[0] == 0;
  for (uint32_t i = 0; i < b->own && right; i++)
    right = g->offsets[i] <= g->offsets[i + 1] && g->offsets[i + 1] - g->offsets[i] <= b->order;
  right = right && g->offsets[b->own] <= g->size;
  if (b->first + b->own == b->order) right = right && g->offsets[b->own] == g->size;
  if (right) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                        "indptr.npy has wrong entries; expected increasing ones from 0 to the "
                        "number of moves");
}

static grundy_status read_offsets(game *g, grundy_error *error) {
  const blocks *b = &g->blocks;
  const grundy_npz_place *place = &g->layout.offsets;
  bool last = g->team->rank == g->team->ranks - 1;
  uint32_t checksum = 0, rest = 0;
  g->offsets = grundy_alloc((uint64_t)b->own + 1, sizeof *g->offsets);
  grundy_status status = g->offsets == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  /* The last offset of a part is the first one of the next part, so only the last rank counts it.
   */
  if (status == GRUNDY_OK)
    status = parts_integers(&g->file, place, b->first, b->own, g->offsets, &checksum, error);
  if (status == GRUNDY_OK)
    status = parts_integers(&g->file, place, (uint64_t)b->first + b->own, 1, g->offsets + b->own,
                            last ? &checksum : &rest, error);
  status = team_agree(g->team, status, error);
  if (status == GRUNDY_OK)
    status = parts_check(&g->file, place, "indptr.npy", checksum,
                         ((uint64_t)b->own + last) * place->npy.item, error);
  return status == GRUNDY_OK ? team_agree(g->team, check_offsets(g, error), error) : status;
}

grundy_status game_open(game *g, const team *t, const char *path, grundy_error *error) {
  *g = (game){.team = t};
  grundy_status status = team_agree(t, read_layout(g, path, error), error);
  if (status == GRUNDY_OK) status = parts_open(&g->file, t, path, error);
  if (status == GRUNDY_OK) status = blocks_start(&g->blocks, t, (uint32_t)g->layout.order, error);
  return status == GRUNDY_OK ? read_offsets(g, error) : status;
}

void game_close(game *g) {
  (void)parts_close(&g->file, GRUNDY_OK, NULL);
  blocks_free(&g->blocks);
  free(g->offsets);
  g->offsets = NULL;
  free(g->ends);
  grundy_positions_free(&g->positions);
  grundy_ruleset_close(g->rules);
}

grundy_status game_heads(const game *g, uint64_t first, uint64_t count, uint64_t *heads,
                         uint32_t *checksum, grundy_error *error) {
  grundy_status status =
      parts_integers(&g->file, &g->layout.targets, first, count, heads, checksum, error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    if (heads[i] >= g->blocks.order)
      status = grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                              "indices.npy: entry %" PRIu64 " is %" PRId64
                              "; expected a number below %" PRIu32,
                              first + i, (int64_t)heads[i], g->blocks.order);
  return status;
}

/* ---- rows ------------------------------------------------------------------------------ */

void rows_free(rows *r) {
  free(r->offsets);
  free(r->tails);
  *r = (rows){0};
}

enum { WINDOW = 1 << 20, HEAD = 4, MOVE = 8 }; /* moves in memory; sizes of items */

#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* A thread's share of the moves in memory. */
typedef struct share {
  uint64_t move, end;
  bool unsorted;    /* a row is not sorted, or has a move twice … */
  uint32_t tail;    /* … of this own position */
  uint64_t *starts; /* by own block: where its next item goes when items are sorted */
} share;

/* A pass over all own moves, in which the owner of each head is sent the head or the whole move. */
typedef struct pass {
  const game *g;
  rows *rows;
  exchange x;
  uint64_t *heads; /* of the moves from `first` to `end` - 1 */
  uint64_t first, end;
  uint32_t before; /* the head of the move before `first` */
  share shares[GRUNDY_MAX_THREADS];
  uint64_t item;              /* HEAD or MOVE */
  const unsigned char *bytes; /* items that are being taken, by all threads … */
  uint64_t count;
  unsigned char *sorted; /* … and sorted by block */
  uint64_t *starts;      /* by own block and one more: where its sorted items begin */
  uint32_t checksum;
  grundy_status status;
  grundy_error *error;
} pass;

/* ---- sending ---- */

/* Reads the next moves and divides them among the threads. */
static void read_window(pass *p) {
  uint64_t left = p->g->offsets[p->g->blocks.own] - p->end;
  if (p->end > p->first) p->before = (uint32_t)p->heads[p->end - p->first - 1];
  p->first = p->end;
  p->end += left < WINDOW ? left : WINDOW;
  p->status = game_heads(p->g, p->first, p->end - p->first, p->heads,
                         p->item == HEAD ? &p->checksum : NULL, p->error);
  for (int t = 0; t < p->x.threads; t++) {
    p->shares[t].move = p->first + grundy_share(p->end - p->first, t, p->x.threads);
    p->shares[t].end = p->first + grundy_share(p->end - p->first, t + 1, p->x.threads);
  }
}

static bool is_window_sent(const pass *p) {
  bool sent = true;
  for (int t = 0; t < p->x.threads; t++) sent &= p->shares[t].move == p->shares[t].end;
  return sent;
}

/* Sends the moves of a share until some rank's room is full. Inlined for items of either size,
 * which makes copying an item one instruction. */
INLINED void fill(const pass *p, share *s, int thread, uint64_t item) {
  const blocks *b = &p->g->blocks;
  const exchange *x = &p->x;
  const uint64_t *offsets = p->g->offsets;
  if (s->move == s->end) return;
  uint32_t tail = grundy_tail_of(offsets, b->own, s->move);
  uint32_t before = s->move == p->first ? p->before : (uint32_t)p->heads[s->move - p->first - 1];
  for (; s->move < s->end; s->move++) {
    while (offsets[tail + 1] <= s->move) tail++;
    uint32_t move[2] = {(uint32_t)p->heads[s->move - p->first], b->first + tail};
    int rank = blocks_owner(b, move[0]);
    uint64_t *filled = exchange_filled(x, rank, thread);
    if (*filled + item > x->room) return;
    if (item == HEAD && s->move > offsets[tail] && move[0] <= before && !s->unsorted) {
      s->unsorted = true;
      s->tail = tail;
    }
    before = move[0];
    memcpy(exchange_out(x, rank, thread) + *filled, move, item);
    *filled += item;
  }
}

static void fill_share(void *context, int thread) {
  pass *p = context;
  if (p->item == HEAD)
    fill(p, &p->shares[thread], thread, HEAD);
  else
    fill(p, &p->shares[thread], thread, MOVE);
}

/* The library's readers guarantee sorted rows. */
static void check_order(pass *p) {
  for (int t = 0; t < p->x.threads && p->status == GRUNDY_OK; t++)
    if (p->shares[t].unsorted)
      p->status = grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->g->file.path, 0, 0,
                                 "indices.npy: the row of position %" PRIu32
                                 " is not sorted, or has a move twice; use 'grundy convert'",
                                 p->g->blocks.first + p->shares[t].tail);
}

/* ---- taking ---- */

INLINED uint32_t head_at(const unsigned char *item) {
  uint32_t head;
  memcpy(&head, item, sizeof head);
  return head;
}

INLINED void count_blocks(const pass *p, share *s, int thread, uint64_t item) {
  const blocks *b = &p->g->blocks;
  uint64_t end = grundy_share(p->count, thread + 1, p->x.threads);
  memset(s->starts, 0, b->own_blocks * sizeof *s->starts);
  for (uint64_t i = grundy_share(p->count, thread, p->x.threads); i < end; i++)
    s->starts[(head_at(p->bytes + i * item) - b->first) >> b->bits]++;
}

INLINED void sort(const pass *p, const share *s, int thread, uint64_t item) {
  const blocks *b = &p->g->blocks;
  uint64_t end = grundy_share(p->count, thread + 1, p->x.threads);
  for (uint64_t i = grundy_share(p->count, thread, p->x.threads); i < end; i++) {
    uint32_t head = head_at(p->bytes + i * item);
    uint64_t to = s->starts[(head - b->first) >> b->bits]++;
    memcpy(p->sorted + to * item, p->bytes + i * item, item);
  }
}

/* Counts heads, or stores moves, which moves offsets[i + 1] to the end of row i. A block is in the
 * cache while its rows are changed. */
INLINED void apply(const pass *p, int thread, uint64_t item) {
  uint32_t blocks_of = p->g->blocks.own_blocks;
  uint64_t begin = p->starts[grundy_share(blocks_of, thread, p->x.threads)];
  uint64_t end = p->starts[grundy_share(blocks_of, thread + 1, p->x.threads)];
  uint64_t *offsets = p->rows->offsets;
  for (uint64_t at = begin; at < end; at++) {
    uint32_t move[2] = {0, 0};
    memcpy(move, p->sorted + at * item, item);
    uint32_t i = move[0] - p->g->blocks.first;
    if (item == HEAD)
      offsets[i + 2]++;
    else
      p->rows->tails[offsets[i + 1]++] = move[1];
  }
}

static void count_share(void *context, int thread) {
  pass *p = context;
  if (p->item == HEAD)
    count_blocks(p, &p->shares[thread], thread, HEAD);
  else
    count_blocks(p, &p->shares[thread], thread, MOVE);
}

static void sort_share(void *context, int thread) {
  pass *p = context;
  if (p->item == HEAD)
    sort(p, &p->shares[thread], thread, HEAD);
  else
    sort(p, &p->shares[thread], thread, MOVE);
}

static void apply_share(void *context, int thread) {
  if (((const pass *)context)->item == HEAD)
    apply(context, thread, HEAD);
  else
    apply(context, thread, MOVE);
}

/* Takes items that have arrived. */
static void take(pass *p, const unsigned char *bytes, uint64_t size) {
  uint64_t place = 0;
  p->bytes = bytes;
  p->count = size / p->item;
  if (p->count == 0) return;
  grundy_parallel(p->x.threads, count_share, p);
  for (uint32_t block = 0; block < p->g->blocks.own_blocks; block++) {
    p->starts[block] = place;
    for (int t = 0; t < p->x.threads; t++) {
      uint64_t count = p->shares[t].starts[block];
      p->shares[t].starts[block] = place;
      place += count;
    }
  }
  p->starts[p->g->blocks.own_blocks] = place;
  grundy_parallel(p->x.threads, sort_share, p);
  grundy_parallel(p->x.threads, apply_share, p);
}

/* ---- passes ---- */

static grundy_status run_pass(pass *p, uint64_t item) {
  int rank = p->g->team->rank;
  p->item = item;
  p->first = p->end = p->g->offsets[0];
  p->checksum = 0;
  for (bool more = true; more;) {
    if (p->status == GRUNDY_OK && is_window_sent(p)) read_window(p);
    if (p->status == GRUNDY_OK) grundy_parallel(p->x.threads, fill_share, p);
    check_order(p);
    exchange_run(&p->x);
    take(p, p->x.in, p->x.received);
    for (int t = 0; t < p->x.threads; t++)
      take(p, exchange_out(&p->x, rank, t), *exchange_filled(&p->x, rank, t));
    exchange_clear(&p->x);
    bool left = !is_window_sent(p) || p->end < p->g->offsets[p->g->blocks.own];
    more = team_largest(left ? 1 : 0) != 0 && team_largest(p->status != GRUNDY_OK) == 0;
  }
  return team_agree(p->g->team, p->status, p->error);
}

/* From counts in offsets[i + 2] to the beginnings of rows in offsets[i + 1]. */
static grundy_status start_rows(pass *p) {
  uint32_t own = p->g->blocks.own;
  for (uint64_t i = 2; i <= (uint64_t)own + 1; i++) p->rows->offsets[i] += p->rows->offsets[i - 1];
  p->rows->tails = grundy_alloc(p->rows->offsets[own + 1], sizeof *p->rows->tails);
  return p->rows->tails == NULL ? grundy_fail_memory(p->error) : GRUNDY_OK;
}

static grundy_status allocate(pass *p) {
  const blocks *b = &p->g->blocks;
  p->rows->offsets = grundy_alloc_zero((uint64_t)b->own + 2, sizeof *p->rows->offsets);
  p->heads = grundy_alloc(WINDOW, sizeof *p->heads);
  p->sorted = grundy_alloc((uint64_t)p->g->team->ranks * (unsigned)p->x.threads * p->x.room, 1);
  p->starts = grundy_alloc((uint64_t)b->own_blocks + 1, sizeof *p->starts);
  bool enough =
      p->rows->offsets != NULL && p->heads != NULL && p->sorted != NULL && p->starts != NULL;
  for (int t = 0; t < p->x.threads && enough; t++) {
    p->shares[t].starts = grundy_alloc(b->own_blocks, sizeof *p->shares[t].starts);
    enough = p->shares[t].starts != NULL;
  }
  return enough ? GRUNDY_OK : grundy_fail_memory(p->error);
}

static grundy_status build(pass *p) {
  const game *g = p->g;
  grundy_status status = team_agree(g->team, allocate(p), p->error);
  if (status == GRUNDY_OK) status = run_pass(p, HEAD);
  if (status == GRUNDY_OK)
    status = parts_check(&g->file, &g->layout.targets, "indices.npy", p->checksum,
                         (g->offsets[g->blocks.own] - g->offsets[0]) * g->layout.targets.npy.item,
                         p->error);
  if (status == GRUNDY_OK) status = team_agree(g->team, start_rows(p), p->error);
  return status == GRUNDY_OK ? run_pass(p, MOVE) : status;
}

static void pass_free(pass *p) {
  for (int t = 0; t < p->x.threads; t++) free(p->shares[t].starts);
  exchange_free(&p->x);
  free(p->heads);
  free(p->sorted);
  free(p->starts);
}

grundy_status rows_build(rows *r, const game *g, uint64_t exchange_size, grundy_error *error) {
  pass p = {.g = g, .rows = r, .error = error};
  *r = (rows){0};
  int threads = (int)team_largest((unsigned)grundy_threads_for(g->size));
  grundy_status status = exchange_start(&p.x, g->team, threads, exchange_size, error);
  if (status == GRUNDY_OK) status = build(&p);
  pass_free(&p);
  if (status != GRUNDY_OK) rows_free(r);
  return status;
}
