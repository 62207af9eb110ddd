/* Families of graphs, compared with which vertices are adjacent by definition. */

#include "model/graph_family.h"

#include "support/test.h"

#include <stdio.h>
#include <string.h>

/* Returns whether two vertices, numbered from 0, are adjacent in a graph with these parameters. */
typedef bool adjacency(uint32_t u, uint32_t v, const uint32_t *parameters);

static bool in_path(uint32_t u, uint32_t v, const uint32_t *p) {
  (void)p;
  return u + 1 == v || v + 1 == u;
}

static bool in_cycle(uint32_t u, uint32_t v, const uint32_t *p) {
  return (u + 1) % p[0] == v || (v + 1) % p[0] == u;
}

static bool in_complete(uint32_t u, uint32_t v, const uint32_t *p) {
  (void)p;
  return u != v;
}

static uint32_t apart(uint32_t a, uint32_t b) {
  return a > b ? a - b : b - a;
}

static bool in_grid(uint32_t u, uint32_t v, const uint32_t *p) {
  return apart(u / p[1], v / p[1]) + apart(u % p[1], v % p[1]) == 1;
}

/* The leg of a vertex, and how far from the centre it is. */
static uint32_t leg_of(uint32_t v, const uint32_t *legs, uint32_t *distance) {
  uint32_t leg = 0, before = 0;
  *distance = 0;
  if (v == 0) return UINT32_MAX;
  while (v > before + legs[leg]) before += legs[leg++];
  *distance = v - before;
  return leg;
}

static bool in_star(uint32_t u, uint32_t v, const uint32_t *p) {
  uint32_t from_u, from_v, leg_u = leg_of(u, p, &from_u), leg_v = leg_of(v, p, &from_v);
  return (leg_u == leg_v || u == 0 || v == 0) && apart(from_u, from_v) == 1;
}

static bool in_tree(uint32_t u, uint32_t v, const uint32_t *p) {
  return p[v] == u + 1 || p[u] == v + 1;
}

static void assert_graph(const char *text, uint32_t order, adjacency *adjacent,
                         const uint32_t *parameters) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  if (grundy_graph_family_make(text, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(grundy_digraph_order(g), order);
  for (uint32_t u = 0; u < order; u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES], expected[16];
    (void)snprintf(expected, sizeof expected, "%u", (unsigned)u + 1);
    assert_string_equal(grundy_digraph_name(g, u, scratch), expected);
    for (uint32_t v = 0; v < order; v++)
      assert_int_equal(grundy_digraph_has_move(g, u, v), u != v && adjacent(u, v, parameters));
  }
  grundy_digraph_free(g);
}

static void families_have_the_edges_of_their_definitions(void **state) {
  char text[64];
  for (uint32_t n = 0; n < 9; n++) {
    (void)snprintf(text, sizeof text, "path:%u", (unsigned)n);
    assert_graph(text, n, in_path, NULL);
    (void)snprintf(text, sizeof text, "complete:%u", (unsigned)n);
    assert_graph(text, n, in_complete, NULL);
    (void)snprintf(text, sizeof text, "cycle:%u", (unsigned)n + 3);
    assert_graph(text, n + 3, in_cycle, (uint32_t[]){n + 3});
    for (uint32_t m = 1; m < 5; m++) {
      (void)snprintf(text, sizeof text, "grid:%u,%u", (unsigned)m, (unsigned)n);
      assert_graph(text, m * n, in_grid, (uint32_t[]){m, n});
    }
  }
  assert_graph("star:2,0,3,1", 7, in_star, (uint32_t[]){2, 0, 3, 1});
  assert_graph("star:0", 1, in_star, (uint32_t[]){0});
  assert_graph("tree:0,1,1,2,0,5,4", 7, in_tree, (uint32_t[]){0, 1, 1, 2, 0, 5, 4});
}

static void refuse(const char *text, grundy_status expected, const char *message) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_graph_family_make(text, &g, &error), expected);
  assert_non_null(strstr(error.message, message));
  assert_null(g);
}

static void wrong_graphs_are_refused(void **state) {
  refuse("cycle:2", GRUNDY_BAD_INPUT, "a cycle has at least 3 vertices");
  refuse("path:", GRUNDY_BAD_INPUT, "expected path:n");
  refuse("path:x", GRUNDY_BAD_INPUT, "expected path:n");
  refuse("path:3x", GRUNDY_BAD_INPUT, "expected path:n");
  refuse("path:3,4", GRUNDY_BAD_INPUT, "expected path:n");
  refuse("grid:3", GRUNDY_BAD_INPUT, "expected grid:m,n");
  refuse("star:1,,2", GRUNDY_BAD_INPUT, "expected star: and numbers");
  refuse("tree:0,2", GRUNDY_BAD_INPUT, "vertex 2 has the parent 2");
  refuse("wheel:5", GRUNDY_BAD_INPUT, "not a family");
  refuse("path:99999999999999999999", GRUNDY_UNABLE, "more than 100000 vertices");
  refuse("grid:1000,1000", GRUNDY_UNABLE, "more than 100000 vertices");
  refuse("complete:50000", GRUNDY_UNABLE, "more than 2000000 edges");
}

static void families_take_their_numbers(void **state) {
  const char *const grid[] = {"grid:3", "4", "2"}, *const star[] = {"star:3", "4", "cops=2"};
  const char *const empty[] = {"star:3", "", "4"};
  const char *const file[] = {"paths.edges", "4"};
  assert_int_equal(grundy_graph_family_take(grid, 3), 2);
  assert_int_equal(grundy_graph_family_take(grid, 1), 1);
  assert_int_equal(grundy_graph_family_take(star, 3), 2);
  assert_int_equal(grundy_graph_family_take(star, 2), 2);
  assert_int_equal(grundy_graph_family_take(empty, 3), 1);
  assert_int_equal(grundy_graph_family_take(file, 2), 0);
  assert_int_equal(grundy_graph_family_take(file, 0), 0);
  assert_string_equal(grundy_graph_family_numbers("grid:3"), "m,n");
  assert_null(grundy_graph_family_numbers("pathology:3"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(families_have_the_edges_of_their_definitions),
      cmocka_unit_test(wrong_graphs_are_refused),
      cmocka_unit_test(families_take_their_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
