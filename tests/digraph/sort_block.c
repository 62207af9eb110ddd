/* Blocks of moves are sorted alike with narrow and with wide numbers. */

#include <grundy/base.h>

#include "base/random.h"
#include "digraph/sort_block.h"
#include "support/games.h"
#include "support/test.h"

enum { HEADS = 50, MOST = 400 };

/* Checks that the tails are those of the heads in order, as a stable sort leaves them. */
static void assert_sorted(const uint16_t *low, const uint32_t *before, uint64_t count,
                          const uint32_t *tails, grundy_head_counts ends, bool wide) {
  uint64_t at = 0;
  for (uint32_t v = 0; v < HEADS; v++) {
    for (uint64_t e = 0; e < count; e++)
      if (low[e] == v) assert_int_equal(tails[at++], before[e]);
    assert_int_equal(grundy_head_count(ends, v, wide), at);
  }
  assert_int_equal(at, count);
}

static void blocks_of_any_width_are_sorted(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  static uint64_t counts[HEADS];
  for (uint64_t i = 0; i < test_scaled(200); i++) {
    uint64_t count = grundy_random_below(&random, MOST);
    uint16_t low[MOST];
    uint32_t before[MOST], tails[MOST], copy[MOST];
    for (uint64_t e = 0; e < count; e++) {
      low[e] = (uint16_t)grundy_random_below(&random, HEADS);
      before[e] = (uint32_t)grundy_random_below(&random, UINT32_MAX);
    }
    const grundy_head_counts ends = {(uint32_t *)counts, counts};
    for (int wide = 0; wide < 2; wide++) {
      memset(counts, 0xff, sizeof counts);
      memcpy(tails, before, count * sizeof *tails);
      grundy_sort_block(low, tails, count, HEADS, copy, ends, wide != 0);
      assert_sorted(low, before, count, tails, ends, wide != 0);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_any_width_are_sorted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
