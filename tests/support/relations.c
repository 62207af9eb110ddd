#include "support/relations.h"

#include "support/games.h"
#include "support/test.h"

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

/* Restricted growth strings: each number is at most one more than the maximum before it. */
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

/* Adds moves from x to at least one of the vertices first … end - 1. */
static void add_lifted_moves(grundy_random *random, grundy_builder *builder, uint32_t x,
                             uint32_t first, uint32_t end) {
  uint32_t sure = first + (uint32_t)grundy_random_below(random, end - first);
  for (uint32_t y = first; y < end; y++)
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
