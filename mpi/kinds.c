/* Games with kinds of moves, of which grundy-mpi finds outcomes. Every position v of the file
 * becomes two: 2v, and 2v + 1, where the opponent waits while a player who made a carry-on move to
 * v moves on; its only move leads to 2v. The ranks solve this ordinary game, which has the same
 * outcomes (docs/carry-on.md). */

#include "game.h"

#include "engine/cluster.h"

#include <inttypes.h>
#include <zlib.h>

enum {
  AGAIN = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL,
  WINDOW = 1 << 18, /* moves that are read at a time */
};

/* The own part of the file. */
typedef struct part {
  uint32_t own;    /* positions */
  uint64_t moves;  /* from them */
  uint32_t *heads; /* by move */
  uint8_t *kinds;
  uint32_t checksums[2]; /* of both arrays */
} part;

static grundy_status read_arrays(const game *g, part *p, grundy_error *error) {
  uint64_t first = g->offsets[0], begin = g->layout.kinds.begin + first;
  grundy_status status = GRUNDY_OK;
  for (uint64_t done = 0, count; done < p->moves && status == GRUNDY_OK; done += count) {
    count = p->moves - done < WINDOW ? p->moves - done : WINDOW;
    status = game_heads(g, first + done, count, p->heads + done, &p->checksums[0], error);
    if (status == GRUNDY_OK)
      status = shared_file_read(&g->file, begin + done, p->kinds + done, count, error);
  }
  if (status == GRUNDY_OK) p->checksums[1] = (uint32_t)crc32_z(0, p->kinds, p->moves);
  return status;
}

static grundy_status check_kinds(const game *g, const part *p, grundy_error *error) {
  for (uint64_t e = 0; e < p->moves; e++)
    if (p->kinds[e] == 0 || p->kinds[e] > GRUNDY_MOVE_ALL_KINDS)
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                            "kinds.npy: entry %" PRIu64
                            " is %u; expected a sum of 1 (ordinary), 2 (carry-on), 4 (local) and 8 "
                            "(entailing)",
                            g->offsets[0] + e, p->kinds[e]);
  return GRUNDY_OK;
}

/* Checks that rows increase, so that the kinds belong to their moves. */
static grundy_status check_rows(const game *g, const part *p, grundy_error *error) {
  for (uint32_t v = 0; v < p->own; v++)
    for (uint64_t e = g->offsets[v] + 1; e < g->offsets[v + 1]; e++)
      if (p->heads[e - 1 - g->offsets[0]] >= p->heads[e - g->offsets[0]])
        return game_fail_unsorted(g, g->blocks.entry + v, error);
  return GRUNDY_OK;
}

static grundy_status read_part(const game *g, part *p, grundy_error *error) {
  p->own = g->blocks.own / 2;
  p->moves = g->offsets[p->own] - g->offsets[0];
  p->heads = grundy_alloc(p->moves, sizeof *p->heads);
  p->kinds = grundy_alloc(p->moves, sizeof *p->kinds);
  grundy_status status =
      p->heads == NULL || p->kinds == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = read_arrays(g, p, error);
  if (status == GRUNDY_OK) status = check_kinds(g, p, error);
  return status == GRUNDY_OK ? check_rows(g, p, error) : status;
}

/* Returns the moves of the ordinary game that a move of these kinds becomes. */
static unsigned count_moves(unsigned kinds) {
  return ((kinds & ~(unsigned)AGAIN) != 0) + ((kinds & AGAIN) != 0);
}

/* Makes the rows of both positions for each own one, and replaces the offsets. */
static grundy_status expand(game *g, const part *p, grundy_error *error) {
  uint64_t count = p->own, at = 0;
  for (uint64_t e = 0; e < p->moves; e++) count += count_moves(p->kinds[e]);
  uint64_t *offsets = grundy_alloc(2 * (uint64_t)p->own + 1, sizeof *offsets);
  g->heads = grundy_alloc(count, sizeof *g->heads);
  if (offsets == NULL || g->heads == NULL) {
    free(offsets);
    return grundy_fail_memory(error);
  }
  for (uint32_t v = 0; v < p->own; v++) {
    offsets[2 * (uint64_t)v] = at;
    for (uint64_t e = g->offsets[v] - g->offsets[0]; e < g->offsets[v + 1] - g->offsets[0]; e++) {
      if ((p->kinds[e] & ~(unsigned)AGAIN) != 0) g->heads[at++] = 2 * p->heads[e];
      if ((p->kinds[e] & AGAIN) != 0) g->heads[at++] = 2 * p->heads[e] + 1;
    }
    offsets[2 * (uint64_t)v + 1] = at;
    g->heads[at++] = 2 * (uint32_t)(g->blocks.entry + v);
  }
  offsets[2 * (uint64_t)p->own] = at;
  free(g->offsets);
  g->offsets = offsets;
  return GRUNDY_OK;
}

grundy_status game_expand_kinds(game *g, grundy_error *error) {
  part p = {0};
  grundy_status status = team_agree(g->team, read_part(g, &p, error), error);
  if (status == GRUNDY_OK)
    status = shared_file_check(&g->file, &g->layout.targets, "indices.npy", p.checksums[0],
                               p.moves * g->layout.targets.npy.item, error);
  if (status == GRUNDY_OK)
    status =
        shared_file_check(&g->file, &g->layout.kinds, "kinds.npy", p.checksums[1], p.moves, error);
  if (status == GRUNDY_OK) status = team_agree(g->team, expand(g, &p, error), error);
  free(p.heads);
  free(p.kinds);
  return status;
}
