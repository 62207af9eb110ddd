#include "games.h"

#include "measure.h"

#include <stdlib.h>
#include <string.h>

static const game_size sizes[] = {
    {"tiny", 50000, 20000, 1},         {"small", 400000, 400000, 2},
    {"full", 10000000, 4000000, 20},   {"large", 100000000, 40000000, 20},
    {"huge", 125000000, 40000000, 20},
};

/* ---- adversarial games ------------------------------------------------------------------ */

/* G by levels costs O(E · largest value): each level visits the predecessors of every vertex that
 * it hits. In each of these games, a constant share of all moves is counted again at a constant
 * share of all levels, and there are about as many levels as a position has moves. */

typedef struct move_list {
  uint32_t *tails, *heads;
  uint64_t count;
} move_list;

static move_list room_for_moves(uint64_t count) {
  return (move_list){must_alloc(count, sizeof(uint32_t)), must_alloc(count, sizeof(uint32_t)), 0};
}

static void add_move(move_list *moves, uint64_t u, uint64_t v) {
  moves->tails[moves->count] = (uint32_t)u;
  moves->heads[moves->count++] = (uint32_t)v;
}

static grundy_digraph *digraph_of(move_list *moves, uint64_t order) {
  grundy_digraph *g;
  must(grundy_digraph_new((uint32_t)order, moves->count, moves->tails, moves->heads, &g, NULL),
       "an adversarial game");
  free(moves->tails);
  free(moves->heads);
  return g;
}

static uint64_t square_root(uint64_t x) {
  uint64_t root = 0;
  while ((root + 1) * (root + 1) <= x) root++;
  return root;
}

/* Makes Nim with one heap from which at most `reach` are taken, so that G(u) = u mod (reach + 1),
 * and a pause u → u' → u of value 0 at every heap whose value is not 0, so that only heap 0 is
 * peeled. If `back` is true, the pause also has a move to the largest heap, so that everything is
 * one component. */
static grundy_digraph *nim_with_pauses(uint64_t heaps, uint64_t reach, bool back) {
  move_list moves = room_for_moves(heaps * (reach + 3));
  for (uint64_t u = 0; u < heaps; u++) {
    for (uint64_t v = u < reach ? 0 : u - reach; v < u; v++) add_move(&moves, u, v);
    if (u % (reach + 1) == 0) continue;
    add_move(&moves, u, heaps + u);
    add_move(&moves, heaps + u, u);
    if (back) add_move(&moves, heaps + u, heaps - 1);
  }
  return digraph_of(&moves, 2 * heaps);
}

/* Makes many components of two vertices, with V levels. */
static grundy_digraph *make_nim(const game_size *size) {
  uint64_t heaps = square_root(2 * size->hard_moves);
  return nim_with_pauses(heaps, heaps, false);
}

/* As make_nim, in one component. */
static grundy_digraph *make_nim_in_one_component(const game_size *size) {
  uint64_t heaps = square_root(2 * size->hard_moves);
  return nim_with_pauses(heaps, heaps, true);
}

/* Makes a long, strongly connected game with 65 levels. The value of the largest heap is not 0. */
static grundy_digraph *make_band(const game_size *size) {
  enum { REACH = 64 };
  uint64_t heaps = size->hard_moves / (REACH + 3) / (REACH + 1) * (REACH + 1);
  return nim_with_pauses(heaps, REACH, true);
}

/* Makes `side` vertices that are ∞ from level 0 on and have followers of all values but 0,
 * including themselves; and `side` heaps, each with moves to all of those. Every level hits all of
 * the former, and updates all heaps without a label. */
static grundy_digraph *make_infinite_crowd(const game_size *size) {
  uint64_t side = square_root(size->hard_moves / 3), heap = side, crowd = 2 * side;
  move_list moves = room_for_moves(side * (3 * side + 1));
  for (uint64_t u = 1; u < side; u++) {
    for (uint64_t v = 0; v < u; v++) {
      add_move(&moves, u, v);
      add_move(&moves, heap + u, v);
    }
    for (uint64_t x = 0; x < side; x++) {
      add_move(&moves, heap + u, crowd + x);
      add_move(&moves, crowd + x, u);
    }
  }
  for (uint64_t x = 0; x < side; x++) add_move(&moves, crowd + x, crowd + x);
  return digraph_of(&moves, 3 * side);
}

/* ---- mixed degrees ---------------------------------------------------------------------- */

/* Makes a random game in which a vertex has 1 to `most` moves, each number with the same
 * probability, to vertices drawn with repetition, except that `percent` of the vertices have none.
 * Values differ more than with a constant degree, so there are more levels of G. */
static grundy_digraph *make_mixed(const game_size *size, uint64_t most, uint64_t percent) {
  uint64_t order = size->order;
  move_list moves = room_for_moves(order * most);
  grundy_random random = grundy_random_new(1);
  for (uint64_t u = 0; u < order; u++) {
    if (grundy_random_below(&random, 100) < percent) continue;
    for (uint64_t left = 1 + grundy_random_below(&random, most); left > 0; left--)
      add_move(&moves, u, grundy_random_below(&random, order));
  }
  return digraph_of(&moves, order);
}

static grundy_digraph *make_mixed_15(const game_size *size) {
  return make_mixed(size, 15, 10);
}

static grundy_digraph *make_mixed_9(const game_size *size) {
  return make_mixed(size, 9, 20);
}

/* ---- all games -------------------------------------------------------------------------- */

#define UNIFORM(d, percent, chosen)                                                                \
  {                                                                                                \
    "uniform-" #d "-sinks-" #percent, RANDOM, chosen,                                              \
        {.kind = GRUNDY_MODEL_DEGREE, .degree = (d), .sinks = (percent) / 100.0}, NULL             \
  }
#define ONE_BOARD(name, moved)                                                                     \
  { name, BOARD, true, {.kind = GRUNDY_MODEL_BOARD, .piece = (moved)}, NULL }
#define CYCLES_ON_BOARD(name, moved, rule)                                                         \
  { name, CYCLIC_BOARD, false, {.kind = GRUNDY_MODEL_BOARD, .piece = (moved), .rule = true}, NULL }

const game games[GAME_COUNT] = {
    UNIFORM(2, 1, false),
    UNIFORM(2, 5, false),
    UNIFORM(2, 10, false),
    UNIFORM(2, 20, true),
    UNIFORM(4, 1, false),
    UNIFORM(4, 5, false),
    UNIFORM(4, 10, false),
    UNIFORM(4, 20, false),
    UNIFORM(8, 1, false),
    UNIFORM(8, 5, false),
    UNIFORM(8, 10, true),
    UNIFORM(8, 20, false),
    {"power-law-8",
     RANDOM,
     false,
     {.kind = GRUNDY_MODEL_POWER, .degree = 8, .sinks = 0.1, .exponent = 2.5},
     NULL},
    {"mixed-15-sinks-10", RANDOM, true, {0}, make_mixed_15},
    {"mixed-9-sinks-20", RANDOM, false, {0}, make_mixed_9},
    {"dag-8-shuffled", SHUFFLED_DAG, true, {.kind = GRUNDY_MODEL_DAG, .degree = 8}, NULL},
    {"dag-8-ordered",
     ORDERED_DAG,
     false,
     {.kind = GRUNDY_MODEL_DAG, .degree = 8, .ordered = true},
     NULL},
    {"layered-4",
     DEEP,
     false,
     {.kind = GRUNDY_MODEL_LAYERED, .degree = 4, .width = 10, .reach = 3},
     NULL},
    {"layered-4-cycles",
     DEEP,
     false,
     {.kind = GRUNDY_MODEL_LAYERED, .degree = 4, .width = 10, .reach = 3, .back = 0.1},
     NULL},
    ONE_BOARD("rook", GRUNDY_PIECE_ROOK),
    ONE_BOARD("queen", GRUNDY_PIECE_QUEEN),
    CYCLES_ON_BOARD("rook-swaps", GRUNDY_PIECE_ROOK, swaps),
    CYCLES_ON_BOARD("queen-swaps", GRUNDY_PIECE_QUEEN, swaps),
    CYCLES_ON_BOARD("rook-put-backs", GRUNDY_PIECE_ROOK, put_backs),
    CYCLES_ON_BOARD("queen-put-backs", GRUNDY_PIECE_QUEEN, put_backs),
    {"nim-pauses", ADVERSARIAL, true, {0}, make_nim},
    {"nim-component", ADVERSARIAL, false, {0}, make_nim_in_one_component},
    {"nim-band", ADVERSARIAL, false, {0}, make_band},
    {"infinite-crowd", ADVERSARIAL, false, {0}, make_infinite_crowd},
    {"chain-shuffled", CHAIN, false, {.kind = GRUNDY_MODEL_CHAIN}, NULL},
    {"chain-ordered", CHAIN, false, {.kind = GRUNDY_MODEL_CHAIN, .ordered = true}, NULL},
};

const game *find_game(const char *name) {
  for (size_t i = 0; i < GAME_COUNT; i++)
    if (strcmp(games[i].name, name) == 0) return &games[i];
  return NULL;
}

const game_size *find_size(const char *name) {
  static game_size given = {"given", 0, 40000000, 20};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (strcmp(sizes[i].name, name) == 0) return &sizes[i];
  char *end;
  given.order = strtoull(name, &end, 10);
  return *name >= '1' && *name <= '9' && *end == '\0' ? &given : NULL;
}

/* Returns the side of a board with this many moves; a board of side n has about n³. */
static uint64_t side_of_board(uint64_t moves) {
  uint64_t side = 1;
  while ((side + 1) * (side + 1) * (side + 1) <= moves) side++;
  return side;
}

grundy_digraph *make_game(const game *wanted, const game_size *size) {
  grundy_model model = wanted->model;
  grundy_digraph *g;
  if (wanted->make != NULL) return wanted->make(size);
  model.seed = 1;
  model.order = size->order;
  if (model.kind == GRUNDY_MODEL_BOARD) model.width = model.height = side_of_board(8 * size->order);
  if (model.kind == GRUNDY_MODEL_LAYERED) model.layers = size->order / model.width;
  must(grundy_model_make(&model, NULL, &g, NULL), wanted->name);
  return g;
}
