/* Compounds of games that are described as the player to move sees them, against the game of two
 * players on boards that neither of them turns around. */

#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/rules.h>
#include <grundy/solve.h>

#include "digraph/attributes.h"
#include "support/expressions.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

/* ---- random rules -------------------------------------------------------------------------- */

enum { MOST = 7, MOST_PARTS = 3 };

/* Positions are numbers below `count`, as the player to move sees them. Position 0 moves to all
 * others, so that they are explored, and looks the same to both players; compounds begin
 * elsewhere. */
typedef struct table {
  uint8_t count;
  bool moves[MOST][MOST];
  uint8_t swap[MOST];
  bool has_swap;
} table;

static const table *opened; /* of the next game */

static const char *open_table(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  table *copy = malloc(sizeof *copy);
  assert_non_null(copy);
  *copy = *opened;
  *bytes = 1;
  *game = copy;
  return NULL;
}

static void table_start(const void *game, void *position) {
  (void)game;
  *(uint8_t *)position = 0;
}

static void table_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const table *t = game;
  for (uint8_t v = 0; v < t->count; v++)
    if (t->moves[*(const uint8_t *)position][v]) emit(to, &v);
}

static void table_swap(const void *game, void *position) {
  uint8_t *p = position;
  *p = ((const table *)game)->swap[*p];
}

/* Makes the swap of two random players, then moves that look the same to both, and then changes a
 * few of these, in most games. */
static table random_table(grundy_random *random) {
  table t = {.count = (uint8_t)(3 + grundy_random_below(random, MOST - 2)), .has_swap = true};
  for (uint8_t v = 0; v < t.count; v++) t.swap[v] = v;
  for (uint8_t v = 1; v + 1 < t.count; v = (uint8_t)(v + 2))
    if (grundy_random_below(random, 4) > 0) t.swap[v] = (uint8_t)(v + 1), t.swap[v + 1] = v;
  double density = 0.15 + 0.4 * random_unit(random);
  for (uint8_t u = 1; u < t.count; u++)
    for (uint8_t v = 1; v < t.count; v++)
      if (random_unit(random) < density) t.moves[u][v] = t.moves[t.swap[u]][t.swap[v]] = true;
  for (uint64_t i = grundy_random_below(random, 4); i-- > 0;) {
    uint64_t u = 1 + grundy_random_below(random, (uint64_t)t.count - 1);
    uint64_t v = 1 + grundy_random_below(random, (uint64_t)t.count - 1);
    t.moves[u][v] = !t.moves[u][v];
  }
  for (uint8_t v = 1; v < t.count; v++) t.moves[0][v] = true;
  return t;
}

/* Returns whether `swap` is not even a symmetry of the moves, as in Northcott's game. */
static bool is_lopsided(const table *t) {
  for (uint8_t u = 0; u < t->count; u++)
    for (uint8_t v = 0; v < t->count; v++)
      if (t->moves[u][v] != t->moves[t->swap[u]][t->swap[v]]) return true;
  return false;
}

/* A table, explored and solved; vertex v is the position number[v]. */
typedef struct part {
  table t;
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
  uint8_t number[MOST], vertex[MOST];
} part;

static part part_of(const table *t) {
  part p = {.t = *t};
  grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                        .size = sizeof rules,
                        .title = "a table",
                        .open = open_table,
                        .close = free,
                        .start = table_start,
                        .moves = table_moves,
                        .seen_by = "mover",
                        .swap = t->has_swap ? table_swap : NULL};
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS |
                                             GRUNDY_COLUMN_MISERE_REMOTENESS |
                                             GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY |
                                             GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER};
  opened = t;
  assert_int_equal(grundy_game_from_rules(&rules, NULL, NULL, &p.g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(p.g, &options, &p.solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(p.g), t->count);
  assert_true(grundy_digraph_is_seen_by_mover(p.g));
  for (uint32_t v = 0; v < t->count; v++) {
    char name[GRUNDY_NAME_MAX_BYTES];
    p.number[v] = (uint8_t)atoi(grundy_digraph_name(p.g, v, name));
    p.vertex[p.number[v]] = (uint8_t)v;
  }
  return p;
}

static void part_free(part *p) {
  grundy_digraph_free(p->g);
  grundy_solution_free(p->solution);
}

/* Returns whether both players see the same values everywhere. */
static bool has_equal_views(const part *p) {
  for (uint8_t n = 0; n < p->t.count; n++)
    if (!grundy_value_equal(grundy_solution_value(p->solution, p->vertex[n]),
                            grundy_solution_value(p->solution, p->vertex[p->t.swap[n]])))
      return false;
  return true;
}

/* ---- the game of two players ----------------------------------------------------------------- */

/* Its positions are those of all parts as the first player sees them, and whose turn it is. */
typedef struct duel {
  size_t count;
  part *parts;
  bool conjunctive;
} duel;

typedef struct place {
  uint8_t at[MOST_PARTS];
  int turn;
} place;

static uint32_t number_of(const duel *d, const place *p) {
  uint32_t number = (uint32_t)p->turn;
  for (size_t i = 0; i < d->count; i++) number = number * MOST + p->at[i];
  return number;
}

static place place_of(const duel *d, uint32_t number) {
  place p = {0};
  for (size_t i = d->count; i-- > 0; number /= MOST) p.at[i] = (uint8_t)(number % MOST);
  p.turn = (int)number;
  return p;
}

/* Returns the part as the player to move sees it. */
static uint8_t seen(const duel *d, const place *p, size_t i) {
  return p->turn == 0 ? p->at[i] : d->parts[i].t.swap[p->at[i]];
}

/* Returns the place after the player to move moves in part i to `to`, which is as the other player
 * sees it. */
static place moved(const duel *d, place p, size_t i, uint8_t to) {
  p.at[i] = p.turn == 0 ? d->parts[i].t.swap[to] : to;
  return p;
}

typedef struct pairs {
  uint32_t *tails, *heads;
  uint64_t count;
} pairs;

static void add_pair(pairs *m, const duel *d, uint32_t from, place p) {
  p.turn = 1 - p.turn;
  m->tails[m->count] = from;
  m->heads[m->count++] = number_of(d, &p);
}

static void add_moves(pairs *m, const duel *d, uint32_t from) {
  place p = place_of(d, from);
  for (size_t i = 0; i < d->count; i++)
    for (uint8_t to = 0; to < d->parts[i].t.count; to++) {
      if (!d->parts[i].t.moves[seen(d, &p, i)][to]) continue;
      if (!d->conjunctive) add_pair(m, d, from, moved(d, p, i, to));
      for (uint8_t other = 0; d->conjunctive && i == 0 && other < d->parts[1].t.count; other++)
        if (d->parts[1].t.moves[seen(d, &p, 1)][other])
          add_pair(m, d, from, moved(d, moved(d, p, 0, to), 1, other));
    }
}

static grundy_digraph *duel_digraph(const duel *d) {
  uint32_t order = 2;
  for (size_t i = 0; i < d->count; i++) order *= MOST;
  pairs m = {.tails = malloc((size_t)order * MOST * MOST * sizeof(uint32_t)),
             .heads = malloc((size_t)order * MOST * MOST * sizeof(uint32_t))};
  grundy_digraph *g = NULL;
  assert_non_null(m.tails);
  assert_non_null(m.heads);
  for (uint32_t v = 0; v < order; v++) {
    place p = place_of(d, v);
    bool exists = true;
    for (size_t i = 0; i < d->count; i++) exists = exists && p.at[i] < d->parts[i].t.count;
    if (exists) add_moves(&m, d, v);
  }
  assert_int_equal(grundy_digraph_new(order, m.count, m.tails, m.heads, &g, NULL), GRUNDY_OK);
  free(m.tails);
  free(m.heads);
  return g;
}

/* ---- the compound ---------------------------------------------------------------------------- */

/* Makes the compound at a place where the first player is to move. */
static grundy_status compound_at(duel *d, const place *p, grundy_play play, grundy_compound **c) {
  assert_int_equal(grundy_compound_new(play, c, NULL), GRUNDY_OK);
  for (size_t i = 0; i < d->count; i++)
    assert_int_equal(grundy_compound_add(*c, grundy_component_digraph(&d->parts[i].solved),
                                         d->parts[i].vertex[p->at[i]], NULL),
                     GRUNDY_OK);
  grundy_status status = grundy_compound_join(
      *c, d->conjunctive ? GRUNDY_CONJUNCTIVE : GRUNDY_DISJUNCTIVE, (uint32_t)d->count, NULL);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  grundy_compound_free(*c);
  *c = NULL;
  return status;
}

static duel duel_of(size_t count, part *parts) {
  duel d = {.count = count, .parts = parts};
  for (size_t i = 0; i < count; i++)
    parts[i].solved = grundy_solved_view(parts[i].g, parts[i].solution);
  return d;
}

static place random_place(const duel *d, grundy_random *random) {
  place p = {0};
  for (size_t i = 0; i < d->count; i++)
    p.at[i] = (uint8_t)(1 + grundy_random_below(random, (uint64_t)d->parts[i].t.count - 1));
  return p;
}

static uint64_t wide(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : number;
}

/* Compares an evaluation, by theorems and by a search, with the solved game of two players. */
static void compare(duel *d, const grundy_solution *truth, const place *p, grundy_play play) {
  grundy_compound *c = NULL;
  grundy_evaluation e;
  uint32_t v = number_of(d, p);
  bool normal = play == GRUNDY_NORMAL_PLAY;
  grundy_value value = grundy_solution_value(truth, v);
  assert_int_equal(compound_at(d, p, play, &c), GRUNDY_OK);
  for (int search = normal ? 0 : 1; search < 2; search++) {
    grundy_search_options options = {.size = sizeof options, .never = search == 0};
    assert_int_equal(grundy_compound_evaluate(c, &options, &e, NULL), GRUNDY_OK);
    assert_int_equal(e.outcome, grundy_solution_letters(truth, normal ? GRUNDY_COLUMN_OUTCOME
                                                                      : GRUNDY_COLUMN_MISERE)[v]);
    if (e.distance != GRUNDY_UNKNOWN)
      assert_int_equal(e.distance, wide(grundy_solution_numbers(truth, GRUNDY_COLUMN_DISTANCE)[v]));
    if (search == 1)
      assert_int_equal(e.remoteness, wide(grundy_solution_numbers(
                                         truth, normal ? GRUNDY_COLUMN_REMOTENESS
                                                       : GRUNDY_COLUMN_MISERE_REMOTENESS)[v]));
    if (!normal || d->conjunctive) continue;
    assert_int_equal(e.value, wide(value.nimber));
    if (value.nimber == GRUNDY_INFINITY)
      assert_true(grundy_value_equal((grundy_value){.nimber = GRUNDY_INFINITY, .k = e.k}, value));
  }
  grundy_compound_free(c);
}

/* What is said about the position after each best move is what an evaluation there finds. */
static void best_moves_know_where_they_lead(duel *d, const place *p) {
  grundy_compound *c = NULL;
  grundy_evaluation e;
  assert_int_equal(compound_at(d, p, GRUNDY_NORMAL_PLAY, &c), GRUNDY_OK);
  for (int search = 0; search < 2; search++) {
    grundy_search_options options = {.size = sizeof options, .never = search == 0};
    grundy_moves *best = NULL;
    assert_int_equal(grundy_compound_best(c, 1000, &options, &e, &best, NULL), GRUNDY_OK);
    for (uint64_t m = 0; m < grundy_moves_count(best); m++) {
      grundy_move move = grundy_moves_get(best, m);
      assert_int_equal(grundy_compound_move(c, move.steps, move.count, NULL), GRUNDY_OK);
      assert_int_equal(grundy_compound_evaluate(c, &options, &e, NULL), GRUNDY_OK);
      assert_int_equal(move.after.outcome, e.outcome);
      assert_int_equal(move.after.value, e.value);
      if (move.after.remoteness != GRUNDY_UNKNOWN)
        assert_int_equal(move.after.remoteness, e.remoteness);
      if (search == 0) assert_int_equal(move.after.counter, e.counter);
      assert_true(grundy_compound_take_back(c));
    }
    grundy_moves_free(best);
  }
  grundy_compound_free(c);
}

static grundy_solution *solve_all(const grundy_digraph *g) {
  grundy_solution *solution = NULL;
  grundy_solve_options options = {
      .size = sizeof options,
      .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_REMOTENESS |
                 GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY |
                 GRUNDY_COLUMN_K};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  return solution;
}

/* ---- playing -----------------------------------------------------------------------------------
 */

/* Plays all answers of the loser against the first move of `best`, found by theorems alone. `open`
 * has the places on the way: play never comes back to one of them. `done` has places from which
 * play was found to end. */
static void play_from(duel *d, grundy_compound *c, uint8_t *open, uint8_t *done) {
  place p = {0};
  grundy_moves *all = NULL;
  for (size_t i = 0; i < d->count; i++)
    p.at[i] = d->parts[i].number[grundy_compound_position(c, (uint32_t)i)];
  uint32_t v = number_of(d, &p);
  assert_int_equal(open[v], 0);
  if (done[v] != 0) return;
  open[v] = 1;
  assert_int_equal(grundy_compound_moves(c, UINT64_MAX, &all, NULL), GRUNDY_OK);
  for (uint64_t m = 0; m < grundy_moves_count(all); m++) {
    grundy_move answer = grundy_moves_get(all, m);
    grundy_search_options options = {.size = sizeof options, .never = true};
    grundy_evaluation e;
    grundy_moves *best = NULL;
    assert_int_equal(grundy_compound_move(c, answer.steps, answer.count, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_best(c, 1, &options, &e, &best, NULL), GRUNDY_OK);
    assert_int_equal(e.outcome, GRUNDY_OUTCOME_N);
    grundy_move reply = grundy_moves_get(best, 0);
    assert_int_equal(grundy_compound_move(c, reply.steps, reply.count, NULL), GRUNDY_OK);
    play_from(d, c, open, done);
    assert_true(grundy_compound_take_back(c));
    assert_true(grundy_compound_take_back(c));
    grundy_moves_free(best);
  }
  grundy_moves_free(all);
  open[v] = 0;
  done[v] = 1;
}

static void win_from(duel *d, const grundy_solution *truth, const place *p) {
  enum { PLACES = MOST * MOST * MOST };
  uint8_t open[PLACES] = {0}, done[PLACES] = {0};
  grundy_compound *c = NULL;
  uint64_t before[MOST_PARTS];
  uint32_t v = number_of(d, p);
  if (grundy_solution_letters(truth, GRUNDY_COLUMN_OUTCOME)[v] != GRUNDY_OUTCOME_P) return;
  assert_int_equal(compound_at(d, p, GRUNDY_NORMAL_PLAY, &c), GRUNDY_OK);
  for (uint32_t i = 0; i < d->count; i++) before[i] = grundy_compound_position(c, i);
  play_from(d, c, open, done);
  for (uint32_t i = 0; i < d->count; i++)
    assert_int_equal(grundy_compound_position(c, i), before[i]);
  grundy_compound_free(c);
}

/* ---- the tests ---------------------------------------------------------------------------------
 */

/* Makes random parts until all of them pass the check of `swap`, or, if `equal` is false, until one
 * does not. */
static void random_parts(grundy_random *random, size_t count, bool equal, part *parts) {
  for (;;) {
    bool all = true;
    for (size_t i = 0; i < count; i++) {
      table t = random_table(random);
      parts[i] = part_of(&t);
      all = all && has_equal_views(&parts[i]);
    }
    if (all == equal) return;
    for (size_t i = 0; i < count; i++) part_free(&parts[i]);
  }
}

static void a_sum_with_swap_is_the_game_of_two_players(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t lopsided = 0;
  for (uint64_t trial = test_scaled(2000); trial-- > 0;) {
    part parts[MOST_PARTS];
    size_t count = 2 + (size_t)grundy_random_below(&random, MOST_PARTS - 1);
    random_parts(&random, count, true, parts);
    duel d = duel_of(count, parts);
    grundy_digraph *g = duel_digraph(&d);
    grundy_solution *truth = solve_all(g);
    for (int i = 0; i < 6; i++) {
      place p = random_place(&d, &random);
      compare(&d, truth, &p, GRUNDY_NORMAL_PLAY);
      compare(&d, truth, &p, GRUNDY_MISERE_PLAY);
      best_moves_know_where_they_lead(&d, &p);
      win_from(&d, truth, &p);
    }
    for (size_t i = 0; i < count; i++) {
      lopsided += is_lopsided(&parts[i].t);
      part_free(&parts[i]);
    }
    grundy_solution_free(truth);
    grundy_digraph_free(g);
  }
  assert_true(lopsided > 0);
}

/* The library solves the game of two players in the test above; here its naive twin does. */
static void a_sum_of_two_agrees_with_the_naive_twin(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 1);
  for (uint64_t trial = test_scaled(300); trial-- > 0;) {
    part parts[2];
    uint8_t outcomes[2 * MOST * MOST];
    uint32_t values[2 * MOST * MOST], counters[2 * MOST * MOST];
    random_parts(&random, 2, true, parts);
    duel d = duel_of(2, parts);
    grundy_digraph *g = duel_digraph(&d);
    naive_outcome(g, outcomes);
    naive_values(g, values, counters);
    for (int i = 0; i < 4; i++) {
      place p = random_place(&d, &random);
      grundy_compound *c = NULL;
      grundy_evaluation e;
      assert_int_equal(compound_at(&d, &p, GRUNDY_NORMAL_PLAY, &c), GRUNDY_OK);
      assert_int_equal(grundy_compound_evaluate(c, NULL, &e, NULL), GRUNDY_OK);
      assert_int_equal(e.outcome, outcomes[number_of(&d, &p)]);
      assert_int_equal(e.value, wide(values[number_of(&d, &p)]));
      grundy_compound_free(c);
    }
    part_free(&parts[0]);
    part_free(&parts[1]);
    grundy_digraph_free(g);
  }
}

/* If the players see different values, the sum is refused, and the nim-sum would be wrong. */
static void without_equal_views_the_nim_sum_is_wrong(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 2);
  uint64_t wrong = 0;
  for (uint64_t trial = test_scaled(500) + 50; trial-- > 0;) {
    part parts[2];
    uint32_t room[2 * MOST];
    random_parts(&random, 2, false, parts);
    duel d = duel_of(2, parts);
    grundy_digraph *g = duel_digraph(&d);
    grundy_solution *truth = solve_all(g);
    place p = random_place(&d, &random);
    grundy_compound *c = NULL;
    assert_int_equal(compound_at(&d, &p, GRUNDY_NORMAL_PLAY, &c), GRUNDY_UNDEFINED);
    grundy_value sum =
        grundy_value_add(grundy_solution_value(parts[0].solution, parts[0].vertex[p.at[0]]),
                         grundy_solution_value(parts[1].solution, parts[1].vertex[p.at[1]]), room);
    wrong += grundy_value_outcome(sum) !=
             grundy_solution_letters(truth, GRUNDY_COLUMN_OUTCOME)[number_of(&d, &p)];
    part_free(&parts[0]);
    part_free(&parts[1]);
    grundy_solution_free(truth);
    grundy_digraph_free(g);
  }
  assert_true(wrong > 0);
}

/* In a conjunctive compound both players move in turn everywhere, so that `swap` is not needed. */
static void a_conjunctive_compound_needs_no_swap(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 3);
  for (uint64_t trial = test_scaled(500); trial-- > 0;) {
    part parts[2];
    for (int i = 0; i < 2; i++) {
      table t = random_table(&random);
      t.has_swap = false;
      parts[i] = part_of(&t);
    }
    duel d = duel_of(2, parts);
    d.conjunctive = true;
    grundy_digraph *g = duel_digraph(&d);
    grundy_solution *truth = solve_all(g);
    place p = random_place(&d, &random);
    compare(&d, truth, &p, GRUNDY_NORMAL_PLAY);
    compare(&d, truth, &p, GRUNDY_MISERE_PLAY);
    d.conjunctive = false;
    grundy_compound *c = NULL;
    assert_int_equal(compound_at(&d, &p, GRUNDY_NORMAL_PLAY, &c), GRUNDY_UNDEFINED);
    part_free(&parts[0]);
    part_free(&parts[1]);
    grundy_solution_free(truth);
    grundy_digraph_free(g);
  }
}

/* Adds the part, and a heap of Nim. */
static grundy_compound *pair_of(part *p) {
  grundy_compound *c = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, grundy_component_digraph(&p->solved), p->vertex[1], NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 2, NULL), GRUNDY_OK);
  return c;
}

static void other_compounds_are_refused_even_with_swap(void **state) {
  grundy_random random = grundy_random_new(7);
  part p;
  random_parts(&random, 1, true, &p);
  p.solved = grundy_solved_view(p.g, p.solution);
  const grundy_operator inner[] = {GRUNDY_SELECTIVE, GRUNDY_CONJUNCTIVE, GRUNDY_DISJUNCTIVE};
  const grundy_operator outer[] = {GRUNDY_SELECTIVE, GRUNDY_DISJUNCTIVE, GRUNDY_CONJUNCTIVE};
  for (int i = 0; i < 3; i++) {
    grundy_compound *c = pair_of(&p);
    grundy_status status = grundy_compound_join(c, inner[i], 2, NULL);
    assert_int_equal(status, i == 0 ? GRUNDY_UNDEFINED : GRUNDY_OK);
    if (i > 0) {
      assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 1, NULL), GRUNDY_OK);
      assert_int_equal(grundy_compound_join(c, outer[i], 2, NULL), GRUNDY_UNDEFINED);
      assert_int_equal(grundy_compound_join(c, inner[i], 2, NULL), GRUNDY_OK);
      assert_int_equal(grundy_compound_rests_on(c)[0] != '\0', inner[i] == GRUNDY_DISJUNCTIVE);
    }
    grundy_compound_free(c);
  }
  part_free(&p);
}

static void products_are_refused(void **state) {
  grundy_random random = grundy_random_new(7);
  part p;
  random_parts(&random, 1, true, &p);
  const grundy_digraph *games[] = {p.g, p.g};
  for (int kind = GRUNDY_DISJUNCTIVE; kind <= GRUNDY_DISJOINT; kind++) {
    grundy_digraph *g = NULL;
    bool refused = kind == GRUNDY_DISJUNCTIVE || kind == GRUNDY_SELECTIVE;
    assert_int_equal(grundy_digraph_product((grundy_operator)kind, 2, games, NULL, &g, NULL),
                     refused ? GRUNDY_UNDEFINED : GRUNDY_OK);
    grundy_digraph_free(g);
  }
  part_free(&p);
}

/* The first component that is to blame is named. */
static void a_refused_compound_names_the_component_that_it_cannot_join(void **state) {
  static const bad_expression wrong[] = {
      {"nim:1 & ((nim:1 + nim:2) + northcott:3,0,1)", 0, GRUNDY_UNDEFINED,
       "component 4 is described as the player to move sees it; it can be joined with + only, or "
       "with & only"},
      {"nim:1 | northcott:3,0,1", 0, GRUNDY_UNDEFINED,
       "component 2 is described as the player to move sees it; it can be joined with + only, or "
       "with & only"},
  };
  assert_expressions_fail(wrong, sizeof wrong / sizeof *wrong, NULL);
}

/* In the struct of an older header, whether both players see the same values is a promise. */
static void without_a_check_of_swaps_a_sum_rests_on_a_promise(void **state) {
  static const size_t sizes[] = {sizeof(grundy_component_kind),
                                 offsetof(grundy_component_kind, check_swaps)};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    grundy_random random = grundy_random_new(7);
    grundy_compound *c = NULL;
    part p;
    random_parts(&random, 1, true, &p);
    p.solved = grundy_solved_view(p.g, p.solution);
    grundy_component component = grundy_component_digraph(&p.solved);
    grundy_component_kind kind = *component.kind;
    kind.size = sizes[i];
    component.kind = &kind;
    assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_add(c, component, 1, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_add(c, grundy_component_nim(), 1, NULL), GRUNDY_OK);
    assert_string_equal(grundy_compound_rests_on(c), ""); /* not joined yet */
    assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
    assert_string_equal(grundy_compound_rests_on(c),
                        i == 0 ? "swap of the rules, which keeps the value of every position"
                               : "swap, a promise of the rules; grundy rules check tests it");
    grundy_compound_free(c);
    part_free(&p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sum_with_swap_is_the_game_of_two_players),
      cmocka_unit_test(a_sum_of_two_agrees_with_the_naive_twin),
      cmocka_unit_test(without_equal_views_the_nim_sum_is_wrong),
      cmocka_unit_test(a_conjunctive_compound_needs_no_swap),
      cmocka_unit_test(other_compounds_are_refused_even_with_swap),
      cmocka_unit_test(a_refused_compound_names_the_component_that_it_cannot_join),
      cmocka_unit_test(without_a_check_of_swaps_a_sum_rests_on_a_promise),
      cmocka_unit_test(products_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
