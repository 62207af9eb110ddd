#include "support/relations.h"

#include "support/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

bool naive_moves_into(const grundy_digraph *g, const uint32_t *class_of, uint32_t v, uint32_t c) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  for (uint64_t i = 0; i < row.count; i++)
    if (class_of[row.at[i]] == c) return true;
  return false;
}

/* ---- violations --------------------------------------------------------------------------- */

static bool same_ends(const grundy_digraph *g, uint32_t u, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(g), *outcomes = grundy_digraph_outcomes(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  bool u_ends = grundy_digraph_followers(g, u).count == 0;
  bool v_ends = grundy_digraph_followers(g, v).count == 0;
  if (players != NULL && players[u] != players[v]) return false;
  if (!u_ends && !v_ends) return true;
  if (u_ends != v_ends) return false;
  uint8_t unsaid = players == NULL ? 'P' : 0;
  uint8_t of_u = outcomes == NULL || outcomes[u] == 0 ? unsaid : outcomes[u];
  uint8_t of_v = outcomes == NULL || outcomes[v] == 0 ? unsaid : outcomes[v];
  return of_u == of_v && (payoffs == NULL || payoffs[u] == payoffs[v]);
}

/* Sentences about normal play speak of moves alone. */
static bool is_normal(const grundy_digraph *g) {
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  for (uint32_t v = 0; outcomes != NULL && v < grundy_digraph_order(g); v++)
    if (outcomes[v] != 0 && outcomes[v] != 'P') return false;
  return grundy_digraph_players(g) == NULL;
}

static grundy_violation violation(const grundy_digraph *g, const uint32_t *class_of,
                                  bool reversible) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t s = 0; s < order; s++) {
    for (uint32_t t = 0; !is_normal(g) && t < order; t++)
      if (class_of[s] == class_of[t] && !same_ends(g, s, t))
        return (grundy_violation){.found = true, .at_ends = true, .first = s, .second = t};
    grundy_vertices row = grundy_digraph_followers(g, s);
    for (uint64_t i = 0; i < row.count; i++)
      for (uint32_t t = 0; t < order; t++) {
        if (class_of[s] != class_of[t]) continue;
        if (naive_moves_into(g, class_of, t, class_of[row.at[i]])) continue;
        if (reversible && naive_moves_into(g, class_of, row.at[i], class_of[s])) continue;
        return (grundy_violation){.found = true, .first = s, .second = t, .move = row.at[i]};
      }
  }
  return (grundy_violation){0};
}

grundy_violation naive_compatible(const grundy_digraph *g, const uint32_t *class_of) {
  return violation(g, class_of, false);
}

grundy_violation naive_semicompatible(const grundy_digraph *g, const uint32_t *class_of) {
  return violation(g, class_of, true);
}

/* ---- relations ---------------------------------------------------------------------------- */

uint32_t number_classes(uint32_t order, uint32_t *class_of) {
  uint32_t count = 0, *old = new_numbers(order);
  memcpy(old, class_of, order * sizeof *old);
  for (uint32_t v = 0; v < order; v++) {
    uint32_t u = 0;
    while (old[u] != old[v]) u++;
    class_of[v] = u == v ? count++ : class_of[u];
  }
  free(old);
  return count;
}

uint32_t class_count(uint32_t order, const uint32_t *class_of) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < order; v++)
    if (class_of[v] >= count) count = class_of[v] + 1;
  return count;
}

/* Can u and v be told apart by how they end and which classes they move into? */
static bool alike(const grundy_digraph *g, const uint32_t *class_of, uint32_t u, uint32_t v) {
  grundy_vertices of_u = grundy_digraph_followers(g, u), of_v = grundy_digraph_followers(g, v);
  if (class_of[u] != class_of[v] || !same_ends(g, u, v)) return false;
  for (uint64_t i = 0; i < of_u.count; i++)
    if (!naive_moves_into(g, class_of, v, class_of[of_u.at[i]])) return false;
  for (uint64_t i = 0; i < of_v.count; i++)
    if (!naive_moves_into(g, class_of, u, class_of[of_v.at[i]])) return false;
  return true;
}

uint32_t naive_coarsest(const grundy_digraph *g, uint32_t *class_of) {
  uint32_t order = grundy_digraph_order(g), count = order > 0, before;
  uint32_t *next = new_numbers(order);
  memset(class_of, 0, order * sizeof *class_of);
  do {
    before = count;
    count = 0;
    for (uint32_t v = 0; v < order; v++) {
      uint32_t u = 0;
      while (u < v && !alike(g, class_of, u, v)) u++;
      next[v] = u == v ? count++ : next[u];
    }
    memcpy(class_of, next, order * sizeof *class_of);
  } while (count != before);
  free(next);
  return count;
}

/* Restricted growth strings: each number is at most one more than all before it. */
bool next_relation(uint32_t order, uint32_t *class_of) {
  for (uint32_t v = order; v-- > 1;) {
    if (class_of[v] < class_count(v, class_of)) {
      class_of[v]++;
      return true;
    }
    class_of[v] = 0;
  }
  return false;
}

uint32_t random_relation(grundy_random *random, uint32_t order, uint32_t most, uint32_t *class_of) {
  for (uint32_t v = 0; v < order; v++) class_of[v] = (uint32_t)grundy_random_below(random, most);
  return number_classes(order, class_of);
}

/* ---- games ------------------------------------------------------------------------------ */

static grundy_digraph *made_of(grundy_builder *builder) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

static grundy_builder *builder_of(uint32_t order) {
  grundy_builder *builder = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < order; v++) {
    char name[16];
    uint32_t made;
    int length = snprintf(name, sizeof name, "%u", v);
    assert_int_equal(grundy_builder_vertex(builder, name, (size_t)length, &made, NULL), GRUNDY_OK);
  }
  return builder;
}

static bool is_kept(const grundy_digraph *g, const uint32_t *class_of, uint32_t s, uint32_t to) {
  for (uint32_t t = 0; t < grundy_digraph_order(g); t++)
    if (class_of[t] == class_of[s] && !naive_moves_into(g, class_of, t, class_of[to])) return false;
  return true;
}

grundy_digraph *naive_kept_moves(const grundy_digraph *g, const uint32_t *class_of) {
  grundy_builder *builder = builder_of(grundy_digraph_order(g));
  for (uint32_t s = 0; s < grundy_digraph_order(g); s++) {
    grundy_vertices row = grundy_digraph_followers(g, s);
    for (uint64_t i = 0; i < row.count; i++)
      if (is_kept(g, class_of, s, row.at[i]))
        assert_int_equal(grundy_builder_move(builder, s, row.at[i], NULL), GRUNDY_OK);
  }
  return made_of(builder);
}

/* Moves from x to at least one of the vertices first … behind - 1. */
static void add_lifted_moves(grundy_random *random, grundy_builder *builder, uint32_t x,
                             uint32_t first, uint32_t behind) {
  uint32_t sure = first + (uint32_t)grundy_random_below(random, behind - first);
  for (uint32_t y = first; y < behind; y++)
    if (y == sure || grundy_random_below(random, 3) == 0)
      assert_int_equal(grundy_builder_move(builder, x, y, NULL), GRUNDY_OK);
}

grundy_digraph *lifted_game(grundy_random *random, const grundy_digraph *g, uint32_t most,
                            uint32_t **onto) {
  uint32_t order = grundy_digraph_order(g), *first = new_numbers(order + 1);
  for (uint32_t v = 0; v < order; v++)
    first[v + 1] = first[v] + 1 + (uint32_t)grundy_random_below(random, most);
  grundy_builder *builder = builder_of(first[order]);
  *onto = new_numbers(first[order]);
  for (uint32_t v = 0; v < order; v++) {
    grundy_vertices row = grundy_digraph_followers(g, v);
    for (uint32_t x = first[v]; x < first[v + 1]; x++) {
      (*onto)[x] = v;
      for (uint64_t i = 0; i < row.count; i++)
        add_lifted_moves(random, builder, x, first[row.at[i]], first[row.at[i] + 1]);
    }
  }
  free(first);
  return made_of(builder);
}
