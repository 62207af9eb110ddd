/* The same seed gives the same game on every machine, forever: a change of these checksums is a
 * change that users see. */

#include "support/test.h"

#include <grundy/digraph.h>
#include <grundy/model.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct golden {
  grundy_model model;
  uint64_t size;
  uint64_t checksum; /* XXH64 of the offsets, then of the targets, in little endian */
} golden;

static const golden table[] = {
    {{GRUNDY_MODEL_GNP, .seed = 1, .order = 500, .p = 0.01}, 2474, UINT64_C(0x6faef277a1535d6c)},
    {{GRUNDY_MODEL_GNP, .seed = 2, .order = 400, .p = 0.4}, 64344, UINT64_C(0x5758397f134ae344)},
    {{GRUNDY_MODEL_GNM, .seed = 1, .order = 500, .moves = 2000},
     2000,
     UINT64_C(0xc98880ea72bab6cb)},
    {{GRUNDY_MODEL_GNM, .seed = 2, .order = 50, .moves = 2000}, 2000, UINT64_C(0x84f6c8e78bd377a5)},
    {{GRUNDY_MODEL_DEGREE, .seed = 1, .order = 500, .degree = 4, .sinks = 0.1},
     1800,
     UINT64_C(0x7cdc665225944aae)},
    {{GRUNDY_MODEL_DEGREE, .seed = 2, .order = 9000, .degree = 50, .sinks = 0.9},
     45000,
     UINT64_C(0xa4298a8bd52364d2)},
    {{GRUNDY_MODEL_DAG, .seed = 1, .order = 500, .degree = 4}, 2000, UINT64_C(0xafb317cb33503aaf)},
    {{GRUNDY_MODEL_DAG, .seed = 1, .order = 500, .degree = 4, .ordered = true},
     2000,
     UINT64_C(0x22c991ae4784c555)},
    {{GRUNDY_MODEL_POWER, .seed = 1, .order = 500, .degree = 4, .sinks = 0.1, .exponent = 2.5},
     1808,
     UINT64_C(0x45762c0112bdb0bc)},
    {{GRUNDY_MODEL_LAYERED, .seed = 1, .layers = 50, .width = 10, .degree = 3, .reach = 2,
      .back = 0.1},
     1524,
     UINT64_C(0x301bee36362a659c)},
    {{GRUNDY_MODEL_CHAIN, .seed = 1, .order = 500}, 499, UINT64_C(0xf23e3ce549664641)},
    {{GRUNDY_MODEL_BOARD, .width = 12, .height = 9, .piece = GRUNDY_PIECE_QUEEN, .swaps = true,
      .put_backs = true},
     1429,
     UINT64_C(0x32c4f09ec42b4e74)},
};

/* Written byte by byte, so that the order of bytes in memory does not matter. */
static void add_number(XXH64_state_t *hash, uint64_t number, int bytes) {
  uint8_t little[8];
  for (int i = 0; i < bytes; i++) little[i] = (uint8_t)(number >> (8 * i));
  XXH64_update(hash, little, (size_t)bytes);
}

static uint64_t checksum(const grundy_digraph *g) {
  XXH64_state_t *hash = XXH64_createState();
  assert_non_null(hash);
  XXH64_reset(hash, 0);
  for (uint64_t u = 0; u <= grundy_digraph_order(g); u++)
    add_number(hash, grundy_digraph_offsets(g)[u], 8);
  for (uint64_t i = 0; i < grundy_digraph_size(g); i++)
    add_number(hash, grundy_digraph_targets(g)[i], 4);
  uint64_t sum = XXH64_digest(hash);
  XXH64_freeState(hash);
  return sum;
}

static void the_same_seed_gives_the_same_game_everywhere(void **state) {
  bool same = true;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    grundy_digraph *g = NULL;
    assert_int_equal(grundy_model_make(&table[i].model, NULL, &g, NULL), GRUNDY_OK);
    uint64_t sum = checksum(g), size = grundy_digraph_size(g);
    if (size != table[i].size || sum != table[i].checksum) {
      print_error("entry %zu, %s: size %llu, checksum 0x%016llx\n", i,
                  grundy_model_describe(table[i].model.kind)->name, (unsigned long long)size,
                  (unsigned long long)sum);
      same = false;
    }
    grundy_digraph_free(g);
  }
  assert_true(same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_seed_gives_the_same_game_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
