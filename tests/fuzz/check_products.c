/* Checks products and compounds: the product must have the moves of its definition, and everything
 * known about a position of the compound must agree with the solution of the product. */

#include "built.h"
#include "checks.h"
#include "demand.h"
#include "digraph/product.h"
#include "support/naive.h"
#include "support/sets.h"

#include <string.h>

enum { GAMES_MOST = 3, PART_MOST = 4, PRODUCT_MOST = PART_MOST * PART_MOST * PART_MOST };

/* Solved games and their product. */
typedef struct solved_product {
  uint32_t count;
  grundy_operator kind;
  grundy_digraph *games[GAMES_MOST];
  grundy_solution *solutions[GAMES_MOST];
  grundy_solved solved[GAMES_MOST];
  grundy_digraph *product;
  grundy_solution *truth;
} solved_product;

static const grundy_solve_options all_columns = {.size = sizeof all_columns,
                                                 .columns = GRUNDY_COLUMNS_ALL};

/* ---- the product ------------------------------------------------------------------------ */

static uint32_t order_of(const solved_product *p, uint32_t i) {
  return grundy_digraph_order(p->games[i]);
}

/* Finds the tuple of vertex v of the product. */
static void split_vertex(const solved_product *p, uint32_t v, uint32_t tuple[GAMES_MOST]) {
  for (uint32_t i = p->count; i-- > 0; v /= order_of(p, i)) tuple[i] = v % order_of(p, i);
}

/* Returns whether it is a move of the product if exactly the games in `moving`, a set of bits,
 * move. */
static bool may_move(const solved_product *p, unsigned moving) {
  unsigned all = (1U << p->count) - 1;
  if (p->kind == GRUNDY_CONJUNCTIVE) return moving == all;
  if (p->kind == GRUNDY_SELECTIVE) return moving != 0;
  return moving != 0 && (moving & (moving - 1)) == 0;
}

/* Returns whether there is a move from one tuple to the other [Smi66, §§6, 7, 9]. A game that does
 * not move stays where it is, and so does one that moves along a loop. */
static bool has_product_move(const solved_product *p, const uint32_t *from, const uint32_t *to) {
  for (unsigned moving = 1; moving < 1U << p->count; moving++) {
    bool possible = may_move(p, moving);
    for (uint32_t i = 0; i < p->count && possible; i++)
      possible =
          moving >> i & 1 ? grundy_digraph_has_move(p->games[i], from[i], to[i]) : from[i] == to[i];
    if (possible) return true;
  }
  return false;
}

static void demand_product_moves(const solved_product *p) {
  uint32_t order = grundy_digraph_order(p->product);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++) {
      uint32_t from[GAMES_MOST], to[GAMES_MOST];
      split_vertex(p, u, from);
      split_vertex(p, v, to);
      demand(grundy_digraph_has_move(p->product, u, v) == has_product_move(p, from, to));
    }
}

/* Every position of the product must be found by its name. */
static void demand_names(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    uint32_t found;
    demand(grundy_digraph_find(g, name, strlen(name), &found) && found == v);
  }
}

static void make_product(solved_product *p, bool named) {
  grundy_product_options options = {.size = sizeof options, .unnamed = !named};
  const grundy_digraph *const *games = (const grundy_digraph *const *)p->games;
  demand(grundy_digraph_product(p->kind, p->count, games, &options, &p->product, NULL) ==
         GRUNDY_OK);
  grundy_product_size size = grundy_digraph_product_size(p->kind, p->count, games);
  demand(size.order == grundy_digraph_order(p->product));
  demand(size.moves >= grundy_digraph_size(p->product));
  if (named) demand_names(p->product);
}

/* ---- the compound ----------------------------------------------------------------------- */

static grundy_compound *compound_at(solved_product *p, grundy_play play, uint32_t v) {
  uint32_t tuple[GAMES_MOST];
  grundy_compound *c;
  split_vertex(p, v, tuple);
  demand(grundy_compound_new(play, &c, NULL) == GRUNDY_OK);
  for (uint32_t i = 0; i < p->count; i++)
    demand(grundy_compound_add(c, grundy_component_digraph(&p->solved[i]), tuple[i], NULL) ==
           GRUNDY_OK);
  demand(grundy_compound_join(c, p->kind, p->count, NULL) == GRUNDY_OK);
  return c;
}

static uint32_t vertex_of(const solved_product *p, const grundy_compound *c) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < p->count; i++) v = v * order_of(p, i) + grundy_compound_position(c, i);
  return (uint32_t)v;
}

static uint64_t wide(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : number;
}

/* Returns the outcome of v in that play, according to the product. */
static uint8_t outcome_at(const solved_product *p, grundy_play play, uint32_t v) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  return grundy_solution_letters(p->truth,
                                 normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE)[v];
}

static uint32_t remoteness_at(const solved_product *p, grundy_play play, uint32_t v) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  return grundy_solution_numbers(p->truth, normal ? GRUNDY_COLUMN_REMOTENESS
                                                  : GRUNDY_COLUMN_MISERE_REMOTENESS)[v];
}

/* Everything known must be true; after a search, everything must be known except values in misère
 * play. */
static void demand_true(const solved_product *p, grundy_play play, uint32_t v,
                        const grundy_evaluation *s, bool searched) {
  grundy_value value = grundy_solution_value(p->truth, v);
  demand(s->outcome == GRUNDY_OUTCOME_NONE || s->outcome == outcome_at(p, play, v));
  demand(s->remoteness == GRUNDY_UNKNOWN || s->remoteness == wide(remoteness_at(p, play, v)));
  demand(s->distance != GRUNDY_UNKNOWN);
  demand(s->distance == wide(grundy_solution_numbers(p->truth, GRUNDY_COLUMN_DISTANCE)[v]));
  demand(s->value == GRUNDY_UNKNOWN || s->value == wide(value.nimber));
  demand(s->value == GRUNDY_UNKNOWN || sets_equal(s->k, value.k));
  demand(s->value == GRUNDY_UNKNOWN || play == GRUNDY_NORMAL_PLAY);
  demand(s->outcome != GRUNDY_OUTCOME_NONE || (!searched && play == GRUNDY_MISERE_PLAY));
  if (searched)
    demand(s->remoteness != GRUNDY_UNKNOWN &&
           (s->value != GRUNDY_UNKNOWN) == (play == GRUNDY_NORMAL_PLAY));
}

static uint8_t best_after(uint8_t outcome) {
  return outcome == 'N' ? 'P' : outcome == 'D' ? 'D' : 'N';
}

/* Every listed move must be a move of the product to a position of the stated outcome, and the
 * first one must be best. */
static void demand_moves(const solved_product *p, grundy_play play, grundy_compound *c, uint32_t v,
                         const grundy_moves *moves) {
  for (uint64_t i = 0; i < grundy_moves_count(moves); i++) {
    grundy_move move = grundy_moves_get(moves, i);
    demand(grundy_compound_move(c, move.steps, move.count, NULL) == GRUNDY_OK);
    uint32_t to = vertex_of(p, c);
    demand(grundy_compound_take_back(c) && vertex_of(p, c) == v);
    demand(grundy_digraph_has_move(p->product, v, to));
    demand(move.after.outcome == GRUNDY_OUTCOME_NONE ||
           move.after.outcome == outcome_at(p, play, to));
    if (i == 0) demand(outcome_at(p, play, to) == best_after(outcome_at(p, play, v)));
  }
}

static void check_best(bytes *in, solved_product *p, grundy_play play, uint32_t v) {
  uint8_t how = bytes_next(in);
  grundy_search_options options = {
      .size = sizeof options, .never = how & 1, .tried = how & 2 ? 1 : 0};
  grundy_compound *c = compound_at(p, play, v);
  grundy_evaluation evaluation;
  grundy_moves *moves;
  demand(grundy_compound_best(c, 1 + how / 4 % 8, &options, &evaluation, &moves, NULL) ==
         GRUNDY_OK);
  demand_true(p, play, v, &evaluation, !options.never);
  bool over = grundy_digraph_followers(p->product, v).count == 0;
  if (evaluation.outcome != GRUNDY_OUTCOME_NONE) demand((grundy_moves_count(moves) == 0) == over);
  demand_moves(p, play, c, v, moves);
  grundy_moves_free(moves);
  grundy_compound_free(c);
}

static void check_evaluation(bytes *in, solved_product *p, grundy_play play, uint32_t v) {
  grundy_search_options options = {.size = sizeof options, .never = bytes_next(in) & 1};
  grundy_compound *c = compound_at(p, play, v);
  grundy_evaluation evaluation;
  demand(grundy_compound_evaluate(c, &options, &evaluation, NULL) == GRUNDY_OK);
  demand_true(p, play, v, &evaluation, !options.never);
  grundy_compound_free(c);
}

/* ---- exploring -------------------------------------------------------------------------- */

/* Far above the order of a product, because moves are limited to 20 times as many. */
enum { EXPLORE_LIMIT = 1000 };

/* Exploring must find as many positions as the product has from there, and the same solution. */
static void check_exploring(solved_product *p, uint32_t v) {
  grundy_compound *c = compound_at(p, GRUNDY_NORMAL_PLAY, v);
  grundy_digraph *g;
  uint32_t count = naive_reachable(p->product, v);
  if (count > 1) demand(grundy_compound_explore(c, count - 1, NULL, &g, NULL) == GRUNDY_UNABLE);
  demand(grundy_compound_explore(c, EXPLORE_LIMIT, NULL, &g, NULL) == GRUNDY_OK);
  demand(grundy_digraph_order(g) == count);
  grundy_solution *s = solve_game(g, &all_columns);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const uint32_t *numbers = grundy_solution_numbers(s, column);
    if (numbers == NULL || (column & COLUMNS_NOT_UNIQUE) != 0) continue;
    demand(numbers[0] == grundy_solution_numbers(p->truth, column)[v]);
  }
  demand(sets_equal(grundy_solution_set_at(s, GRUNDY_COLUMN_K, 0),
                    grundy_solution_set_at(p->truth, GRUNDY_COLUMN_K, v)));
  grundy_solution_free(s);
  grundy_digraph_free(g);
  grundy_compound_free(c);
}

/* ---- the check -------------------------------------------------------------------------- */

static bool has_values(const grundy_digraph *g) {
  return grundy_digraph_type(g) == GRUNDY_GAME_NORMAL;
}

static void solve_games(solved_product *p) {
  for (uint32_t i = 0; i < p->count; i++) {
    p->solutions[i] = solve_game(p->games[i], &all_columns);
    p->solved[i] = grundy_solved_view(p->games[i], p->solutions[i]);
  }
  p->truth = solve_game(p->product, &all_columns);
}

static void check_position(bytes *in, solved_product *p) {
  uint32_t v = bytes_below(in, grundy_digraph_order(p->product));
  uint8_t how = bytes_next(in);
  grundy_play play = how & 1 ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  solve_games(p);
  if (how / 2 % 3 == 0)
    check_evaluation(in, p, play, v);
  else if (how / 2 % 3 == 1)
    check_best(in, p, play, v);
  else
    check_exploring(p, v);
}

static void free_product(solved_product *p) {
  for (uint32_t i = 0; i < p->count; i++) {
    grundy_digraph_free(p->games[i]);
    grundy_solution_free(p->solutions[i]);
  }
  grundy_digraph_free(p->product);
  grundy_solution_free(p->truth);
}

/* Checks the disjoint union of the game with itself, which exists for games of every size, but not
 * for those with players or outcomes. */
static void check_disjoint(const grundy_digraph *g) {
  const grundy_digraph *both[] = {g, g};
  uint32_t order = grundy_digraph_order(g);
  grundy_digraph *twice;
  grundy_status status = grundy_digraph_product(GRUNDY_DISJOINT, 2, both, NULL, &twice, NULL);
  if (grundy_digraph_players(g) != NULL || grundy_digraph_outcomes(g) != NULL) {
    demand(status == GRUNDY_UNDEFINED);
    return;
  }
  demand(status == GRUNDY_OK);
  demand(grundy_digraph_order(twice) == 2 * order);
  for (uint32_t u = 0; u < 2 * order; u++)
    for (uint32_t v = 0; v < 2 * order; v++) {
      bool expected = u / order == v / order && grundy_digraph_has_move(g, u % order, v % order);
      demand(grundy_digraph_has_move(twice, u, v) == expected);
    }
  demand_names(twice);
  grundy_digraph_free(twice);
}

void check_products(bytes *in, const grundy_digraph *g) {
  uint8_t how = bytes_next(in);
  if (how >= 240) {
    check_disjoint(g);
    return;
  }
  solved_product p = {.count = 2 + (how & 1), .kind = (grundy_operator)(how / 2 % 3)};
  for (uint32_t i = 0; i < p.count; i++) p.games[i] = built_game(in, 1 << BUILT_NORMAL, PART_MOST);
  make_product(&p, how / 6 % 4 == 0);
  if (how / 24 % 2 == 0) demand_product_moves(&p);
  if (grundy_digraph_order(p.product) > 0 && has_values(p.product)) check_position(in, &p);
  free_product(&p);
}
