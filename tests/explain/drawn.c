/* Play that stays in a draw: every move of it leads to a draw, it ends or goes round a shortest
 * cycle, and its exits are all the moves that leave. */

#include <grundy/explain.h>
#include <grundy/format.h>
#include <grundy/solve.h>

#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

/* What is checked about one position. */
typedef struct check {
  const grundy_digraph *g;
  const grundy_outcome *outcome;
  uint32_t v;
  const grundy_fact_parameter *path, *cycle, *exits;
} check;

static uint32_t at(const check *c, uint64_t i) {
  return i < c->path->count ? c->path->items[i].vertex : c->cycle->items[i - c->path->count].vertex;
}

/* Finds the length of a shortest cycle of draws through v by trying ever longer walks; 0: none. */
static uint64_t shortest_cycle(const check *c) {
  uint32_t order = grundy_digraph_order(c->g);
  bool now[64] = {false}, next[64];
  now[c->v] = true;
  for (uint64_t length = 1; length <= order; length++) {
    memset(next, 0, sizeof next);
    for (uint32_t u = 0; u < order; u++)
      for (uint32_t w = 0; w < order; w++)
        if (now[u] && c->outcome[w] == 'D' && grundy_digraph_has_move(c->g, u, w)) next[w] = true;
    if (next[c->v]) return length;
    memcpy(now, next, sizeof now);
  }
  return 0;
}

static void check_line(const check *c) {
  uint64_t count = c->path->count + c->cycle->count, shortest = shortest_cycle(c);
  assert_true(count > 0);
  assert_int_equal(at(c, 0), c->v);
  for (uint64_t i = 0; i < count; i++) {
    assert_int_equal(c->outcome[at(c, i)], 'D');
    if (i > 0) assert_true(grundy_digraph_has_move(c->g, at(c, i - 1), at(c, i)));
    for (uint64_t j = 0; j < i; j++) assert_int_not_equal(at(c, i), at(c, j));
  }
  if (c->cycle->count > 0)
    assert_true(grundy_digraph_has_move(c->g, at(c, count - 1), c->cycle->items[0].vertex));
  else
    assert_int_equal(grundy_digraph_followers(c->g, at(c, count - 1)).count, 0);
  if (shortest > 0) {
    assert_int_equal(c->path->count, 0);
    assert_int_equal(c->cycle->count, shortest);
  }
}

static void check_exits(const check *c) {
  uint64_t found = 0;
  for (uint64_t i = 0; i < c->path->count + c->cycle->count; i++)
    for (uint32_t w = 0; w < grundy_digraph_order(c->g); w++) {
      uint32_t u = at(c, i);
      if (!grundy_digraph_has_move(c->g, u, w) || c->outcome[w] == 'D') continue;
      assert_true(found < c->exits->count);
      assert_int_equal(c->exits->items[found].vertex, u);
      assert_int_equal(c->exits->items[found].to_vertex, w);
      found++;
      const uint8_t *players = grundy_digraph_players(c->g);
      if (players == NULL)
        assert_int_equal(c->outcome[w], 'N');
      else
        assert_int_not_equal(c->outcome[w], players[u]);
    }
  assert_int_equal(found, c->exits->count);
}

/* Checks the facts about staying in the draw, and frees all facts. Returns how many there are. */
static uint64_t check_facts(check *c, grundy_facts *facts) {
  uint64_t found = 0;
  for (uint64_t i = 0; i < grundy_facts_count(facts); i++) {
    const grundy_fact *fact = grundy_facts_get(facts, i);
    if (fact->kind != GRUNDY_FACT_STAYING) continue;
    c->path = grundy_fact_find(fact, "path");
    c->cycle = grundy_fact_find(fact, "cycle");
    c->exits = grundy_fact_find(fact, "exits");
    assert_int_equal(grundy_fact_find(fact, "ends")->number, c->cycle->count == 0);
    assert_null(grundy_fact_find(fact, "to"));
    check_line(c);
    check_exits(c);
    found++;
  }
  grundy_facts_free(facts);
  return found;
}

/* Returns how many draws were explained. */
static uint64_t explain_all(const grundy_digraph *g, grundy_play play) {
  uint64_t draws = 0;
  bool misere = play == GRUNDY_MISERE_PLAY;
  grundy_columns outcome = misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME;
  grundy_columns columns =
      misere ? outcome | GRUNDY_COLUMN_MISERE_REMOTENESS : grundy_solve_columns(g, false);
  grundy_solution *s = solution_of(g, columns);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    check c = {.g = g, .outcome = grundy_solution_letters(s, outcome), .v = v};
    grundy_facts *facts = NULL;
    grundy_explain_options options = {.size = sizeof options, .depth = 3, .play = play};
    assert_int_equal(grundy_explain(g, s, v, &options, &facts, NULL), GRUNDY_OK);
    uint64_t found = check_facts(&c, facts);
    options.play = misere ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY;
    assert_int_equal(grundy_explain(g, s, v, &options, &facts, NULL), GRUNDY_BAD_ARGUMENT);
    bool moves = grundy_digraph_followers(g, v).count > 0;
    assert_int_equal(found, c.outcome[v] == 'D' && moves);
    draws += found;
  }
  grundy_solution_free(s);
  return draws;
}

static void nobody_leaves_a_draw(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t draws = 0;
  for (uint64_t i = 0; i < test_scaled(500); i++) {
    uint32_t order = 1 + (uint32_t)grundy_random_below(&random, 16);
    grundy_digraph *g = game_random(&random, order, 0.15);
    draws += explain_all(g, i % 3 == 0 ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY);
    grundy_digraph_free(g);
  }
  assert_true(draws > 0);
}

static void the_sentence_names_the_cycle_and_the_exits(void **state) {
  static const char text[] = "c d\nd c\nc e\ne f\nb c\n";
  grundy_digraph *g = NULL;
  char *said = NULL;
  size_t size = 0;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                       NULL),
                   GRUNDY_OK);
  fclose(in);
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  FILE *out = open_memstream(&said, &size);
  grundy_facts *facts = NULL;
  uint32_t b = 0;
  assert_true(grundy_digraph_find(g, "b", 1, &b));
  assert_int_equal(grundy_explain(g, s, b, NULL, &facts, NULL), GRUNDY_OK);
  grundy_facts_write(facts, GRUNDY_ENGLISH, true, out);
  grundy_facts_free(facts);
  fclose(out);
  assert_non_null(strstr(said,
                         "\nYou can stay: b -> c -> d -> c ... Leaving to e lets the opponent "
                         "win, so nobody leaves.\n"));
  free(said);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nobody_leaves_a_draw),
      cmocka_unit_test(the_sentence_names_the_cycle_and_the_exits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
