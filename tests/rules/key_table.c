/* The table of keys finds exactly the positions that were added, however keys collide, and the
 * index of positions is the same as if they had been added one by one. */

#include <grundy/base.h>

#include "base/random.h"
#include "rules/key_table.h"
#include "support/games.h"
#include "support/test.h"

static grundy_work no_work(void) {
  return grundy_work_start(NULL, "", 0);
}

/* Adds positions with given keys, which need not be those of their bytes. Only positions of more
 * than four bytes are compared, so that their keys may be equal. */
typedef struct fixture {
  grundy_positions positions;
  grundy_key_table table;
} fixture;

static void add(fixture *f, uint64_t number, uint32_t key) {
  grundy_work work = no_work();
  uint32_t v, found;
  grundy_position position = {&number, sizeof number};
  assert_int_equal(grundy_key_table_reserve(&f->table, 1, &work, NULL), GRUNDY_OK);
  assert_false(grundy_key_table_find(&f->table, &f->positions, position, key, &found));
  assert_true(grundy_positions_append(&f->positions, position, &v));
  assert_int_equal(v, number);
  grundy_key_table_add(&f->table, key, v);
}

static void check_all(const fixture *f, const uint32_t *keys) {
  for (uint64_t i = 0; i < f->positions.count; i++) {
    uint64_t missing = i + (UINT64_C(1) << 40);
    uint32_t v = 0;
    assert_true(
        grundy_key_table_find(&f->table, &f->positions, (grundy_position){&i, 8}, keys[i], &v));
    assert_int_equal(v, i);
    assert_false(grundy_key_table_find(&f->table, &f->positions, (grundy_position){&missing, 8},
                                       keys[i], &v));
  }
}

/* The ways in which keys are chosen. All of them at the end of the table overflow to its
 * beginning, and all at the beginning overflow into buckets that have not been spread. */
static uint32_t key_of(int way, grundy_random *random) {
  uint32_t key = (uint32_t)grundy_random_next(random);
  switch (way) {
  case 0:
    return key;
  case 1:
    return key | 0xfff00000; /* at the end */
  case 2:
    return key & 0x000fffff; /* at the beginning */
  case 3:
    return key % 3 * 0x55555555; /* only three keys */
  case 4:
    return key % 2 == 0 ? key | 0xffff0000 : key & 0x0000ffff;
  default:
    return key & 0xff000000;
  }
}

static void test_colliding_keys(void **state) {
  enum { WAYS = 6, MOST = 20000, FEW = 300 };
  grundy_random random = grundy_random_new(test_seed());
  uint32_t *keys = malloc(MOST * sizeof *keys);
  for (int way = 0; way < WAYS; way++) {
    fixture f = {.positions = {.bytes = 8}};
    /* Equal keys take quadratic time. */
    uint64_t count = way == 0 ? MOST : way == 3 || way == 5 ? FEW : 3000;
    for (uint64_t i = 0; i < count; i++) {
      keys[i] = key_of(way, &random);
      add(&f, i, keys[i]);
    }
    assert_int_equal(f.table.count, count);
    check_all(&f, keys);
    grundy_key_table_free(&f.table);
    grundy_positions_free(&f.positions);
  }
  free(keys);
}

/* Different positions of up to four bytes have different keys. */
static void test_exact_keys_differ(void **state) {
  enum { NUMBERS = 1 << 16 };
  for (uint32_t bytes = 1; bytes <= 4; bytes++) {
    grundy_positions p = {.bytes = bytes};
    uint32_t numbers = bytes == 1 ? 256 : NUMBERS, *keys = malloc(numbers * sizeof *keys);
    for (uint32_t i = 0; i < numbers; i++) {
      uint32_t x = bytes == 4 ? i * 65537 : i;
      keys[i] = grundy_position_key(&p, (grundy_position){&x, bytes});
    }
    fixture f = {.positions = {.bytes = 8}};
    for (uint32_t i = 0; i < numbers; i++) {
      grundy_work work = no_work();
      uint32_t v;
      /* Exact keys are not compared further, so a key that is there twice would be found. */
      assert_int_equal(grundy_key_table_reserve(&f.table, 1, &work, NULL), GRUNDY_OK);
      assert_false(
          grundy_key_table_find(&f.table, &p, (grundy_position){&keys[i], 4}, keys[i], &v));
      grundy_key_table_add(&f.table, keys[i], i);
    }
    grundy_key_table_free(&f.table);
    free(keys);
  }
}

/* ---- the index of positions ---------------------------------------------------------------- */

static void test_index_equals_adding_one_by_one(void **state) {
  static const uint32_t counts[] = {1, 2, 594, 595, 596, 1000, 20000};
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    for (uint32_t bytes = 0; bytes <= 12; bytes += 4) {
      grundy_positions added = {.bytes = bytes}, appended = {.bytes = bytes};
      grundy_work work = no_work();
      for (uint32_t i = 0; i < counts[c]; i++) {
        uint32_t text[3] = {i, 0, 7}, v;
        grundy_position position = {text, bytes > 0 ? bytes : 4 + i % 9};
        assert_true(grundy_positions_add(&added, position, grundy_position_hash(position), &v));
        assert_true(grundy_positions_append(&appended, position, &v));
      }
      assert_int_equal(grundy_positions_make_index(&appended, &work, NULL), GRUNDY_OK);
      assert_int_equal(appended.bucket_count, added.bucket_count);
      assert_memory_equal(appended.buckets, added.buckets,
                          added.bucket_count * sizeof *added.buckets);
      assert_int_equal(grundy_positions_index_memory(&added),
                       added.bucket_count * sizeof *added.buckets);
      grundy_positions_free(&added);
      grundy_positions_free(&appended);
    }
  }
}

/* ---- cancelling ------------------------------------------------------------------------------ */

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)phase;
  (void)done;
  (void)total;
  return false;
}

static void test_making_the_index_can_be_cancelled(void **state) {
  grundy_monitor monitor = {.tick = refuse};
  grundy_work work = grundy_work_start(&monitor, "exploring", 0);
  grundy_positions p = {.bytes = 4};
  uint32_t v;
  assert_true(grundy_positions_append(&p, (grundy_position){"abcd", 4}, &v));
  assert_int_equal(grundy_positions_make_index(&p, &work, NULL), GRUNDY_CANCELLED);
  grundy_positions_free(&p);
}

static void lists_may_be_empty(void **state) {
  grundy_positions none = {0};
  grundy_work work = no_work();
  grundy_position position = {"x", 1};
  uint32_t v;
  grundy_positions_compact(&none, NULL);
  assert_int_equal(none.count, 0);
  assert_int_equal(grundy_positions_make_index(&none, &work, NULL), GRUNDY_OK);
  assert_false(grundy_positions_find(&none, position, grundy_position_hash(position), &v));
  grundy_positions_free(&none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_may_be_empty),
      cmocka_unit_test(test_colliding_keys),
      cmocka_unit_test(test_exact_keys_differ),
      cmocka_unit_test(test_index_equals_adding_one_by_one),
      cmocka_unit_test(test_making_the_index_can_be_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
