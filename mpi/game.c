#include "game.h"

#include "base/alloc.h"

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

enum { BATCH = 1 << 16, HEAD = 4, MOVE = 8 }; /* HEAD and MOVE: sizes of items */

#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* A pass over all own moves, in which the owner of each head is sent the head or the whole move. */
typedef struct pass {
  const game *g;
  rows *rows;
  exchange x;
  uint32_t tail;   /* of the next move, as own position */
  uint64_t move;   /* the next move */
  uint32_t before; /* the head of the move before it */
  uint64_t heads[BATCH];
  uint64_t batch, batch_end; /* the moves in `heads` */
  unsigned char *sorted;     /* moves by block, as many as can arrive in a round */
  uint64_t *starts;          /* by own block and one more */
  uint32_t checksum;
  grundy_status status;
  grundy_error *error;
} pass;

static void read_batch(pass *p) {
  uint64_t end = p->g->offsets[p->g->blocks.own], left = end - p->move;
  p->batch = p->move;
  p->batch_end = p->move + (left < BATCH ? left : BATCH);
  p->status = game_heads(p->g, p->batch, p->batch_end - p->batch, p->heads,
                         p->rows->tails == NULL ? &p->checksum : NULL, p->error);
}

/* Fails because a row is not sorted, or has a move twice: the library's readers guarantee that. */
static void fail_order(pass *p) {
  p->status = grundy_fail_at(p->error, GRUNDY_BAD_INPUT, p->g->file.path, 0, 0,
                             "indices.npy: the row of position %" PRIu32
                             " is not sorted, or has a move twice; use 'grundy convert'",
                             p->g->blocks.first + p->tail);
}

/* Sends the moves of the current row up to `end`. False if some rank's room is full. These
 * functions are inlined for items of either size, which makes copying an item one instruction. */
INLINED bool fill_row(pass *p, uint64_t end, uint64_t item) {
  const blocks *b = &p->g->blocks;
  const exchange *x = &p->x;
  const uint64_t *heads = p->heads - p->batch;
  uint64_t begin = p->g->offsets[p->tail];
  uint32_t move[2] = {0, b->first + p->tail};
  for (uint64_t at = p->move; at < end; at++) {
    move[0] = (uint32_t)heads[at];
    int rank = blocks_owner(b, move[0]);
    uint64_t filled = x->filled[rank];
    p->move = at;
    if (filled + item > x->room) return false;
    if (item == HEAD && at > begin && move[0] <= p->before) fail_order(p);
    if (item == HEAD) p->before = move[0];
    memcpy(exchange_out(x, rank, 0) + filled, move, item);
    x->filled[rank] = filled + item;
  }
  p->move = end;
  return true;
}

/* Sends moves until some rank's room is full; items of 4 bytes are heads. */
INLINED void fill(pass *p, uint64_t item) {
  const uint64_t *offsets = p->g->offsets;
  uint64_t end = offsets[p->g->blocks.own];
  for (bool room = true; room && p->move < end && p->status == GRUNDY_OK;) {
    if (p->move == p->batch_end) read_batch(p);
    if (p->status != GRUNDY_OK) return;
    while (offsets[p->tail + 1] <= p->move) p->tail++;
    uint64_t row_end = offsets[p->tail + 1];
    room = fill_row(p, row_end < p->batch_end ? row_end : p->batch_end, item);
  }
}

/* Sorts heads or moves by the block of the head, stably, so that a block is in the cache while its
 * rows are changed. */
INLINED void sort_by_block(const pass *p, const unsigned char *bytes, uint64_t size,
                           uint64_t item) {
  const blocks *b = &p->g->blocks;
  uint64_t *starts = p->starts;
  memset(starts, 0, ((uint64_t)b->own_blocks + 1) * sizeof *starts);
  for (uint64_t at = 0; at < size; at += item) {
    uint32_t head;
    memcpy(&head, bytes + at, sizeof head);
    starts[((head - b->first) >> b->bits) + 1] += item;
  }
  for (uint32_t block = 0; block < b->own_blocks; block++) starts[block + 1] += starts[block];
  for (uint64_t at = 0; at < size; at += item) {
    uint32_t head;
    memcpy(&head, bytes + at, sizeof head);
    uint64_t *to = &starts[(head - b->first) >> b->bits];
    memcpy(p->sorted + *to, bytes + at, item);
    *to += item;
  }
}

/* Takes heads or moves: counts or stores them. Storing moves offsets[i + 1] to the end of row i. */
INLINED void take(const pass *p, const unsigned char *bytes, uint64_t size, uint64_t item) {
  uint64_t *offsets = p->rows->offsets;
  sort_by_block(p, bytes, size, item);
  for (uint64_t at = 0; at < size; at += item) {
    uint32_t move[2] = {0, 0};
    memcpy(move, p->sorted + at, item);
    uint32_t i = move[0] - p->g->blocks.first;
    if (item == HEAD)
      offsets[i + 2]++;
    else
      p->rows->tails[offsets[i + 1]++] = move[1];
  }
}

INLINED grundy_status run_pass(pass *p, uint64_t item) {
  p->tail = 0;
  p->move = p->batch_end = p->g->offsets[0];
  p->checksum = 0;
  for (bool more = true; more;) {
    fill(p, item);
    exchange_run(&p->x);
    take(p, p->x.in, p->x.received, item);
    take(p, exchange_out(&p->x, p->g->team->rank, 0), *exchange_filled(&p->x, p->g->team->rank, 0),
         item);
    exchange_clear(&p->x);
    bool left = p->status == GRUNDY_OK && p->move < p->g->offsets[p->g->blocks.own];
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

static grundy_status build(pass *p) {
  const game *g = p->g;
  p->rows->offsets = grundy_alloc_zero((uint64_t)g->blocks.own + 2, sizeof *p->rows->offsets);
  p->sorted = grundy_alloc((uint64_t)g->team->ranks * p->x.room, 1);
  p->starts = grundy_alloc((uint64_t)g->blocks.own_blocks + 1, sizeof *p->starts);
  bool enough = p->rows->offsets != NULL && p->sorted != NULL && p->starts != NULL;
  grundy_status status = enough ? GRUNDY_OK : grundy_fail_memory(p->error);
  status = team_agree(g->team, status, p->error);
  if (status == GRUNDY_OK) status = run_pass(p, HEAD);
  if (status == GRUNDY_OK)
    status = parts_check(&g->file, &g->layout.targets, "indices.npy", p->checksum,
                         (g->offsets[g->blocks.own] - g->offsets[0]) * g->layout.targets.npy.item,
                         p->error);
  if (status == GRUNDY_OK) status = team_agree(g->team, start_rows(p), p->error);
  return status == GRUNDY_OK ? run_pass(p, MOVE) : status;
}

grundy_status rows_build(rows *r, const game *g, uint64_t exchange_size, grundy_error *error) {
  pass *p = grundy_alloc_zero(1, sizeof *p);
  *r = (rows){0};
  grundy_status status = p == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  status = team_agree(g->team, status, error);
  if (status == GRUNDY_OK) {
    *p = (pass){.g = g, .rows = r, .error = error};
    status = exchange_start(&p->x, g->team, 1, exchange_size, error);
    if (status == GRUNDY_OK) status = build(p);
    exchange_free(&p->x);
    free(p->sorted);
    free(p->starts);
  }
  free(p);
  if (status != GRUNDY_OK) rows_free(r);
  return status;
}
