/* Facts about games, counted again from their moves, on random games. */

#include "support/test.h"

#include <grundy/game.h>
#include <grundy/info.h>
#include <grundy/model.h>

static grundy_game_info info_of(const grundy_digraph *g) {
  grundy_game_info info;
  assert_int_equal(grundy_game_info_find(g, NULL, &info, NULL), GRUNDY_OK);
  return info;
}

static void check_degrees(const grundy_digraph *g, const grundy_degrees *degrees, bool is_out) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t counted = 0;
  for (uint32_t class = 0; class < degrees->class_count; class ++) {
    uint64_t from, to, count = 0;
    grundy_degree_class(class, &from, &to);
    for (uint32_t v = 0; v < order; v++) {
      uint64_t degree = 0;
      for (uint32_t u = 0; u < order; u++)
        degree += is_out ? grundy_digraph_has_move(g, v, u) : grundy_digraph_has_move(g, u, v);
      count += degree >= from && degree <= to;
      assert_true(degree >= degrees->least && degree <= degrees->most);
    }
    assert_int_equal(degrees->count[class], count);
    counted += count;
  }
  assert_int_equal(counted, order);
}

/* reach[u][v]: v can be reached from u in at least one move. */
static void check_components(const grundy_digraph *g, const grundy_game_info *info) {
  enum { MOST = 16 };
  bool reach[MOST][MOST] = {0};
  uint32_t order = grundy_digraph_order(g), components = 0, cyclic = 0, largest = 0;
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++) reach[u][v] = grundy_digraph_has_move(g, u, v);
  for (uint32_t w = 0; w < order; w++)
    for (uint32_t u = 0; u < order; u++)
      for (uint32_t v = 0; v < order; v++) reach[u][v] |= reach[u][w] && reach[w][v];
  for (uint32_t u = 0; u < order; u++) {
    uint32_t size = 1, least = u;
    for (uint32_t v = 0; v < order; v++) {
      bool together = v != u && reach[u][v] && reach[v][u];
      size += together;
      if (together && v < least) least = v;
    }
    if (size > largest) largest = size;
    components += least == u;
    cyclic += least == u && reach[u][u];
  }
  assert_int_equal(info->components, components);
  assert_int_equal(info->cyclic, cyclic);
  assert_int_equal(info->largest, largest);
}

static void facts_are_what_counting_gives(void **state) {
  for (uint64_t seed = 0; seed < 200; seed++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
    grundy_digraph *g;
    model.order = seed % 16;
    model.p = (double)(seed % 7) / 10;
    model.seed = seed;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    grundy_game_info info = info_of(g);
    assert_int_equal(info.positions, grundy_digraph_order(g));
    assert_int_equal(info.moves, grundy_digraph_size(g));
    check_degrees(g, &info.out, true);
    check_degrees(g, &info.in, false);
    check_components(g, &info);
    if (info.positions > 0) assert_int_equal(info.terminal, info.out.count[0]);
    assert_true(info.plan.in_memory > 0);
    grundy_digraph_free(g);
  }
}

static void json_of_a_window_does_not_claim_what_is_outside(void **state) {
  grundy_digraph *g;
  char *text = NULL;
  size_t size = 0;
  grundy_open_options options = GRUNDY_OPTIONS(grundy_open_options, .window = 10);
  assert_int_equal(grundy_game_open("wythoff:9,9", &options, &g, NULL), GRUNDY_OK);
  grundy_game_info info = info_of(g);
  assert_true(info.frontier > 0);
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  grundy_game_info_write_json(&json, &info);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(text, "\"acyclic\": null"));
  free(text);
  grundy_digraph_free(g);
}

/* A position of the frontier may have moves, and so is not isolated. */
static void the_frontier_is_not_isolated(void **state) {
  grundy_digraph *g = NULL;
  grundy_open_options options = {.size = sizeof options, .window = 1, .accepts_windows = true};
  assert_int_equal(grundy_game_open("wythoff:5,5", &options, &g, NULL), GRUNDY_OK);
  grundy_game_info info = info_of(g);
  assert_int_equal(info.positions, 1);
  assert_int_equal(info.frontier, 1);
  assert_int_equal(info.sources, 1);
  assert_int_equal(info.isolated, 0);
  assert_int_equal(info.terminal, 0);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_frontier_is_not_isolated),
      cmocka_unit_test(facts_are_what_counting_gives),
      cmocka_unit_test(json_of_a_window_does_not_claim_what_is_outside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
