/* Grouping vertices by signatures agrees with the definition, for any number of threads. */

#include <grundy/base.h>

#include "morphism/groups.h"
#include "support/games.h"
#include "support/test.h"

typedef struct example {
  uint32_t order, length, *list, *expected; /* by vertex: the first one in the list */
  uint64_t *signatures;
  bool *shared;
  uint32_t count;
} example;

/* The signatures are those of `kinds` vertices, spread over all 64 bits or equal in the first ones,
 * so that they are in one bucket. */
static example new_example(grundy_random *random, uint32_t order, uint64_t kinds, int shift) {
  example e = {.order = order,
               .list = new_numbers(order),
               .expected = new_numbers(order),
               .signatures = calloc((size_t)order + 1, sizeof *e.signatures),
               .shared = calloc((size_t)order + 1, sizeof *e.shared)};
  uint32_t *first = new_numbers((uint32_t)kinds);
  assert_true(e.signatures != NULL && e.shared != NULL);
  bool all = grundy_random_below(random, 2) == 0;
  for (uint32_t v = 0; v < order; v++) {
    uint64_t kind = grundy_random_below(random, kinds);
    e.signatures[v] = (kind + 1) * UINT64_C(0x9e3779b97f4a7c15) >> shift;
    if (!all && grundy_random_below(random, 3) == 0) continue;
    e.list[e.length++] = v;
    e.shared[v] = first[kind] != 0;
    e.count += first[kind] == 0;
    if (first[kind] == 0) first[kind] = v + 1;
    e.expected[v] = first[kind] - 1;
    if (e.shared[v]) e.shared[first[kind] - 1] = true;
  }
  free(first);
  return e;
}

static void assert_groups(const example *e, unsigned threads) {
  grundy_groups groups;
  uint32_t *first = new_numbers(e->order);
  bool *shared = calloc((size_t)e->order + 1, sizeof *shared);
  uint64_t *scratch = calloc((size_t)e->order + 1, sizeof *scratch);
  grundy_threads_set(threads);
  assert_true(shared != NULL && scratch != NULL);
  grundy_arena arena = {0};
  grundy_groups_start(&groups, &arena, e->order, scratch);
  assert_false(arena.failed);
  const uint32_t *list = e->length == e->order ? NULL : e->list;
  for (int round = 0; round < 2; round++) {
    uint32_t count = grundy_groups_find(&groups, e->signatures, list, e->length, first, shared);
    assert_int_equal(count, e->count);
    for (uint32_t i = 0; i < e->length; i++) {
      uint32_t v = e->list[i];
      if (first[v] != e->expected[v] || shared[v] != e->shared[v])
        fail_msg("%u threads, %u vertices: the first one like %u is %u, not %u", threads, e->length,
                 v, e->expected[v], first[v]);
    }
  }
  grundy_arena_free(&arena);
  free(first);
  free(shared);
  free(scratch);
}

static void vertices_are_grouped_by_equal_signatures(void **state) {
  static const uint32_t orders[] = {0, 1, 2, 50, 16383, 16384, 40000, 150000};
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    for (int kind = 0; kind < 4; kind++) {
      const uint64_t kinds[] = {1, 5, orders[i] / 3 + 1, 4 * (uint64_t)orders[i] + 1};
      example e = new_example(&random, orders[i], kinds[kind], kind == 2 && i % 2 == 0 ? 3 : 0);
      for (unsigned threads = 1; threads <= 8; threads += threads == 3 ? 5 : 1)
        assert_groups(&e, threads);
      free(e.list);
      free(e.expected);
      free(e.signatures);
      free(e.shared);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_grouped_by_equal_signatures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
