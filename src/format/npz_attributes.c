/* Players, outcomes, payoffs and frontiers in tablebases: players.npy has the codes of A and B,
 * ends.npy the codes of the outcomes of terminal positions, payoffs.npy what A gets there. In other
 * positions both are zero. window.npy has the codes of F, where a move leaves the window, and I.
 * kinds.npy has a set of bits for each move, in the order of indices.npy. */

#include "format/npz.h"

#include "base/alloc.h"
#include "base/little_endian.h"
#include "digraph/kinds.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char each_position[] = "one for every position";

/* ---- reading --------------------------------------------------------------------------- */

/* Reads a member with `count` items of this type into a new array. */
static grundy_status read_items(const grundy_npz *npz, int member, char kind, uint64_t item,
                                uint64_t count, const char *which, void **items) {
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(npz, member, &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.kind != kind || array.npy.item != item || array.npy.big_endian)
    status = grundy_npz_fail(npz, member, "its items are of another type; expected %s",
                             kind == 'u' ? "uint8" : "float64, little-endian");
  if (status == GRUNDY_OK) status = grundy_npz_expect(&array, count, which);
  if (status == GRUNDY_OK && (*items = grundy_alloc(count, item)) == NULL)
    status = grundy_fail_memory(npz->error);
  if (status == GRUNDY_OK) status = grundy_npz_bytes(&array, *items, count * item);
  return grundy_npz_finish(&array, status);
}

static grundy_status read_arrays(const grundy_npz *npz, grundy_digraph *g) {
  grundy_attributes *a = &g->attributes;
  void *items[] = {NULL, NULL, NULL, NULL};
  static const int members[] = {GRUNDY_NPZ_PLAYERS, GRUNDY_NPZ_ENDS, GRUNDY_NPZ_PAYOFFS,
                                GRUNDY_NPZ_WINDOW};
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < 4 && status == GRUNDY_OK; i++) {
    bool real = members[i] == GRUNDY_NPZ_PAYOFFS;
    if (grundy_npz_has(npz, members[i]))
      status = read_items(npz, members[i], real ? 'f' : 'u', real ? 8 : 1, g->order, each_position,
                          &items[i]);
  }
  a->players = items[0];
  a->outcomes = items[1];
  a->payoffs = items[2];
  a->frontier = items[3];
  for (uint32_t v = 0; status == GRUNDY_OK && a->payoffs != NULL && v < g->order; v++) {
    unsigned char bytes[8];
    memcpy(bytes, &a->payoffs[v], sizeof bytes);
    uint64_t bits = grundy_get_little_endian(bytes, sizeof bytes);
    memcpy(&a->payoffs[v], &bits, sizeof bits);
  }
  return status;
}

/* Reads the kinds of moves, whose order is that of the moves in the archive: rows are sorted there.
 */
static grundy_status read_kinds(const grundy_npz *npz, grundy_digraph *g) {
  uint64_t size = grundy_digraph_size(g);
  void *items = NULL;
  if (!grundy_npz_has(npz, GRUNDY_NPZ_KINDS)) return GRUNDY_OK;
  if (grundy_has_attributes(g) || g->attributes.frontier != NULL || grundy_npz_has_sums(npz))
    return grundy_npz_fail(npz, GRUNDY_NPZ_KINDS,
                           "a game with kinds of moves has no players, outcomes, payoffs, parts or "
                           "window");
  grundy_status status =
      read_items(npz, GRUNDY_NPZ_KINDS, 'u', 1, size, "one for every move", &items);
  const uint8_t *kinds = items;
  for (uint64_t e = 0; status == GRUNDY_OK && e < size; e++)
    if (kinds[e] == 0 || kinds[e] > GRUNDY_MOVE_ALL_KINDS)
      status = grundy_npz_fail(npz, GRUNDY_NPZ_KINDS,
                               "entry %" PRIu64 " is %u; expected a sum of 1 (ordinary), 2 "
                               "(carry-on), 4 (local) and 8 (entailing)",
                               e, kinds[e]);
  if (status == GRUNDY_OK)
    grundy_digraph_give_kinds(g, items);
  else
    free(items);
  return status;
}

/* ---- checking -------------------------------------------------------------------------- */

/* Decodes the frontier in place. */
static grundy_status check_frontier(const grundy_npz *npz, grundy_digraph *g) {
  uint8_t *frontier = g->attributes.frontier;
  if (frontier != NULL && g->attributes.players != NULL)
    return grundy_npz_fail(npz, GRUNDY_NPZ_WINDOW, "there are players, too; give only one");
  for (uint32_t v = 0; frontier != NULL && v < g->order; v++) {
    if (frontier[v] != 'F' && frontier[v] != 'I')
      return grundy_npz_fail(npz, GRUNDY_NPZ_WINDOW,
                             "entry %" PRIu32 " is %u; expected 70 or 73, the codes of F and I", v,
                             frontier[v]);
    frontier[v] = frontier[v] == 'F';
  }
  if (frontier != NULL && memchr(frontier, 1, g->order) == NULL)
    return grundy_npz_fail(npz, GRUNDY_NPZ_WINDOW,
                           "no entry is 70, the code of F; a whole game does not have this member");
  return GRUNDY_OK;
}

grundy_status grundy_npz_refuse_window(const grundy_npz *npz, const grundy_digraph *g) {
  if (!grundy_game_is_window(grundy_digraph_type(g))) return GRUNDY_OK;
  return grundy_fail_at(npz->error, GRUNDY_UNDEFINED, npz->name, 0, 0,
                        "this is a window of a larger game; only solve, value, why, info, draw and "
                        "verify use windows");
}

/* Checks what grundy_digraph_players, …_outcomes and …_payoffs promise. */
static grundy_status check_together(const grundy_npz *npz, const grundy_attributes *a) {
  if (a->payoffs != NULL && a->players == NULL)
    return grundy_npz_fail(npz, GRUNDY_NPZ_PAYOFFS,
                           "the game has no players; expected players.npy");
  if (a->payoffs != NULL && a->outcomes != NULL)
    return grundy_npz_fail(npz, GRUNDY_NPZ_PAYOFFS, "there are outcomes, too; give only one");
  if (a->players != NULL && a->payoffs == NULL && a->outcomes == NULL)
    return grundy_npz_fail(npz, GRUNDY_NPZ_PLAYERS,
                           "nothing says how it ends; expected ends.npy or payoffs.npy");
  return GRUNDY_OK;
}

static grundy_status check_turn(const grundy_npz *npz, const grundy_digraph *g, uint32_t u) {
  const uint8_t *players = g->attributes.players;
  if (players[u] != 'A' && players[u] != 'B')
    return grundy_npz_fail(npz, GRUNDY_NPZ_PLAYERS,
                           "entry %" PRIu32 " is %u; expected 65 or 66, the codes of A and B", u,
                           players[u]);
  for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++)
    if (players[u] == players[g->targets[e]])
      return grundy_npz_fail(npz, GRUNDY_NPZ_PLAYERS,
                             "there is a move from %" PRIu32 " to %" PRIu32
                             ", both of %c; players have to move in turn",
                             u, g->targets[e], players[u]);
  return GRUNDY_OK;
}

static grundy_status check_end(const grundy_npz *npz, const grundy_digraph *g, uint32_t v) {
  const grundy_attributes *a = &g->attributes;
  bool terminal = grundy_is_terminal(g, v) && (a->frontier == NULL || a->frontier[v] == 0);
  if (a->outcomes != NULL) {
    const char *may = a->players == NULL ? "PND" : "ABD";
    uint8_t end = a->outcomes[v];
    if (terminal ? end == 0 || end > 127 || strchr(may, end) == NULL : end != 0)
      return grundy_npz_fail(npz, GRUNDY_NPZ_ENDS, "entry %" PRIu32 " is %u; expected %s%s", v, end,
                             terminal ? "the code of a letter of " : "0, as there are moves",
                             terminal ? may : "");
  }
  if (a->payoffs != NULL && (terminal ? !isfinite(a->payoffs[v]) : a->payoffs[v] != 0))
    return grundy_npz_fail(npz, GRUNDY_NPZ_PAYOFFS, "entry %" PRIu32 " is %g; expected %s", v,
                           a->payoffs[v], terminal ? "a finite number" : "0, as there are moves");
  return GRUNDY_OK;
}

grundy_status grundy_npz_read_attributes(const grundy_npz *npz, grundy_digraph *g) {
  const grundy_attributes *a = &g->attributes;
  grundy_status status = read_arrays(npz, g);
  if (status == GRUNDY_OK) status = check_frontier(npz, g);
  if (status == GRUNDY_OK) status = check_together(npz, a);
  for (uint32_t v = 0; grundy_has_attributes(g) && v < g->order && status == GRUNDY_OK; v++) {
    if (a->players != NULL) status = check_turn(npz, g, v);
    if (status == GRUNDY_OK) status = check_end(npz, g, v);
  }
  if (status == GRUNDY_OK) grundy_digraph_complete(g);
  return status == GRUNDY_OK ? read_kinds(npz, g) : status;
}

/* ---- writing --------------------------------------------------------------------------- */

int grundy_npz_attribute_columns(const grundy_digraph *g, grundy_npz_column *arrays) {
  const grundy_attributes *a = &g->attributes;
  const struct {
    int member;
    char kind;
    uint64_t item;
    grundy_npz_fill *fill;
    const void *source;
  } all[] = {{GRUNDY_NPZ_PLAYERS, 'u', 1, grundy_npz_fill_bytes, a->players},
             {GRUNDY_NPZ_ENDS, 'u', 1, grundy_npz_fill_bytes, a->outcomes},
             {GRUNDY_NPZ_PAYOFFS, 'f', 8, grundy_npz_fill_reals, a->payoffs}};
  int count = 0;
  for (int i = 0; i < 3; i++)
    if (all[i].source != NULL)
      arrays[count++] = grundy_npz_column_new(grundy_npz_game_members[all[i].member], all[i].kind,
                                              all[i].item, g->order, all[i].fill, all[i].source);
  return count;
}
