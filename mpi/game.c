#include "game.h"

#include "report.h"

#include "engine/cluster.h"

#include <grundy/format.h>

#include <inttypes.h>
#include <string.h>
#include <zlib.h>

/* ---- opening --------------------------------------------------------------------------- */

/* Fails if the ending of the file belongs to another format of games. */
static grundy_status check_ending(const char *path, grundy_error *error) {
  grundy_format format = grundy_format_of(path, GRUNDY_FORMAT_READS_GAME);
  if (format == GRUNDY_FORMAT_AUTO || format == GRUNDY_FORMAT_NPZ) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "grundy-mpi reads only .npz files; use 'grundy convert GAME game.npz'");
}

/* Every rank reads the layout itself, and so notices if its node has no such file. */
grundy_status game_read_layout(game *g, const char *path, grundy_error *error) {
  FILE *in = fopen(path, "rb");
  if (in == NULL) return shared_file_fail_missing(path, error);
  grundy_status status = check_ending(path, error);
  if (status == GRUNDY_OK) status = grundy_npz_read_layout(in, path, &g->layout, error);
  (void)fclose(in);
  if (status != GRUNDY_OK) return status;
  if (g->layout.is_window)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "this is a window of a larger game; expected a whole game, or use "
                          "'grundy solve'");
  if (g->layout.has_attributes)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "the game has players, outcomes or payoffs; expected an impartial game "
                          "in normal play, or use 'grundy solve'");
  g->per_entry = g->layout.has_kinds ? 2 : 1;
  if (g->layout.order > GRUNDY_DIGRAPH_MAX_ORDER / g->per_entry)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0,
                          "the game has too many positions; expected at most %" PRIu32,
                          GRUNDY_DIGRAPH_MAX_ORDER / g->per_entry);
  g->size = g->layout.targets.npy.count;
  return GRUNDY_OK;
}

static grundy_status check_offsets(const game *g, grundy_error *error) {
  const blocks *b = &g->blocks;
  uint32_t own = b->own / g->per_entry;
  bool right = b->first > 0 || g->offsets[0] == 0;
  for (uint32_t i = 0; i < own && right; i++)
    right = g->offsets[i] <= g->offsets[i + 1] && g->offsets[i + 1] - g->offsets[i] <= b->entries;
  right = right && g->offsets[own] <= g->size;
  if (b->first + b->own == b->order) right = right && g->offsets[own] == g->size;
  if (right) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                        "indptr.npy has wrong entries; expected increasing ones from 0 to the "
                        "number of moves");
}

static grundy_status read_offsets(game *g, grundy_error *error) {
  const blocks *b = &g->blocks;
  const grundy_npz_place *place = &g->layout.offsets;
  bool last = g->team->rank == g->team->ranks - 1;
  uint32_t checksum = 0, rest = 0, own = b->own / g->per_entry;
  g->offsets = grundy_alloc((uint64_t)own + 1, sizeof *g->offsets);
  grundy_status status = g->offsets == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  /* The last offset of a part is the first one of the next part, so only the last rank counts it.
   */
  if (status == GRUNDY_OK)
    status = shared_file_integers(&g->file, place, b->entry, own, g->offsets, &checksum, error);
  if (status == GRUNDY_OK)
    status = shared_file_integers(&g->file, place, b->entry + own, 1, g->offsets + own,
                                  last ? &checksum : &rest, error);
  status = team_agree(g->team, status, error);
  if (status == GRUNDY_OK)
    status = shared_file_check(&g->file, place, "indptr.npy", checksum,
                               ((uint64_t)own + last) * place->npy.item, error);
  return status == GRUNDY_OK ? team_agree(g->team, check_offsets(g, error), error) : status;
}

grundy_status game_open(game *g, const team *t, const char *path, grundy_error *error) {
  *g = (game){.team = t};
  grundy_status status = team_agree(t, game_read_layout(g, path, error), error);
  if (status == GRUNDY_OK) status = shared_file_open(&g->file, t, path, error);
  if (status == GRUNDY_OK)
    status = blocks_start(&g->blocks, t, (uint32_t)g->layout.order, g->per_entry, error);
  if (status == GRUNDY_OK) status = read_offsets(g, error);
  return status == GRUNDY_OK && g->layout.has_kinds ? game_expand_kinds(g, error) : status;
}

void game_close(game *g) {
  (void)shared_file_close(&g->file, GRUNDY_OK, NULL);
  blocks_free(&g->blocks);
  free(g->offsets);
  g->offsets = NULL;
  free(g->heads);
  g->heads = NULL;
  free(g->ends);
  grundy_positions_free(&g->positions);
  grundy_ruleset_close(g->rules);
}

grundy_status game_fail_unsorted(const game *g, uint64_t position, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                        "indices.npy: the row of position %" PRIu64
                        " is not sorted, or has a move twice; use 'grundy convert'",
                        position);
}

static grundy_status fail_head(const game *g, uint64_t entry, int64_t head, grundy_error *error) {
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, g->file.path, 0, 0,
                        "indices.npy: entry %" PRIu64 " is %" PRId64
                        "; expected a number below %" PRIu64,
                        entry, head, g->blocks.entries);
}

/* Reads heads that have four bytes in the file, without a copy. */
static grundy_status read_narrow(const game *g, uint64_t first, uint64_t count, uint32_t *heads,
                                 uint32_t *checksum, grundy_error *error) {
  const grundy_npz_place *place = &g->layout.targets;
  uint32_t largest = 0;
  grundy_status status =
      shared_file_read(&g->file, place->begin + 4 * first, heads, 4 * count, error);
  if (status != GRUNDY_OK) return status;
  if (checksum != NULL)
    *checksum = (uint32_t)crc32_z(*checksum, (const unsigned char *)heads, 4 * count);
  for (uint64_t i = 0; i < count; i++) largest = heads[i] > largest ? heads[i] : largest;
  if (count == 0 || largest < g->blocks.entries) return GRUNDY_OK;
  uint64_t wrong = 0;
  while (heads[wrong] < g->blocks.entries) wrong++;
  return fail_head(g, first + wrong,
                   place->npy.kind == 'i' ? (int32_t)heads[wrong] : (int64_t)heads[wrong], error);
}

grundy_status game_heads(const game *g, uint64_t first, uint64_t count, uint32_t *heads,
                         uint32_t *checksum, grundy_error *error) {
  enum { BATCH = 1 << 12 };
  uint64_t wide[BATCH];
  const grundy_npz_place *place = &g->layout.targets;
  grundy_status status = GRUNDY_OK;
  if (team_is_interrupted()) return grundy_fail_cancelled(error);
  if (g->heads != NULL) {
    if (count > 0) memcpy(heads, g->heads + first, count * sizeof *heads);
    return GRUNDY_OK;
  }
  if (place->npy.item == 4) return read_narrow(g, first, count, heads, checksum, error);
  for (uint64_t done = 0, got; done < count && status == GRUNDY_OK; done += got) {
    got = count - done < BATCH ? count - done : BATCH;
    status = shared_file_integers(&g->file, place, first + done, got, wide, checksum, error);
    for (uint64_t i = 0; i < got && status == GRUNDY_OK; i++) {
      if (wide[i] >= g->blocks.entries)
        status = fail_head(g, first + done + i, (int64_t)wide[i], error);
      heads[done + i] = (uint32_t)wide[i];
    }
  }
  return status;
}

void game_report(const game *g, const char *what, uint64_t move) {
  uint64_t first = g->offsets[0], count = g->offsets[g->blocks.own] - first;
  report_share(what, move - first, count);
}
