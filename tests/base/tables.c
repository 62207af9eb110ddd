/* Binary search, and the hash table, compared with looking at every item. */

#include "base/hash.h"
#include "base/hash_table.h"
#include "base/lower_bound.h"
#include "base/random.h"
#include "support/test.h"

enum { MOST = 3000 };

/* ---- binary search ----------------------------------------------------------------------- */

static void the_lower_bound_counts_the_smaller_numbers(void **state) {
  uint32_t numbers[40];
  uint64_t wide[40];
  for (uint32_t count = 0; count <= 40; count++) {
    for (uint32_t i = 0; i < count; i++) wide[i] = numbers[i] = 3 * (i - i % 3); /* runs of three */
    for (uint32_t number = 0; number <= 3 * 40 + 1; number++) {
      uint64_t smaller = 0;
      while (smaller < count && numbers[smaller] < number) smaller++;
      assert_int_equal(grundy_lower_bound(numbers, count, number), smaller);
      assert_int_equal(grundy_lower_bound_wide(wide, count, number), smaller);
    }
  }
}

static void the_search_begins_where_it_is_told_to(void **state) {
  for (uint64_t begin = 0; begin <= 20; begin++)
    for (uint64_t end = begin; end <= 20; end++)
      for (uint64_t border = 0; border <= 21; border++) {
        uint64_t first = begin;
        GRUNDY_LOWER_BOUND(first, end, i, i < border)
        assert_int_equal(first, border < begin ? begin : border > end ? end : border);
      }
}

/* ---- the hash table ---------------------------------------------------------------------- */

/* Items are numbers; their tags are hashes, or all the same. */
typedef struct items {
  uint64_t at[MOST];
  uint32_t count, tag_mask;
  uint64_t sought;
} items;

static bool is_sought(const void *context, uint32_t number) {
  const items *list = context;
  assert_true(number < list->count);
  return list->at[number] == list->sought;
}

static uint32_t tag_of(const items *list, uint64_t item) {
  return (uint32_t)(grundy_hash_number(item) >> 32) & list->tag_mask;
}

/* Adds random items, some of them twice, and looks up every item after each growth. */
static void add_items(uint32_t tag_mask, uint64_t count, uint64_t room) {
  static items list;
  grundy_hash_table table = {0};
  grundy_random random = grundy_random_new(7);
  uint32_t found;
  list = (items){.tag_mask = tag_mask};
  assert_false(grundy_hash_table_get(&table, 0, is_sought, &list, &found));
  assert_true(grundy_hash_table_reserve(&table, room));
  uint64_t slots_before = table.slot_count;
  for (uint64_t i = 0; i < count; i++) {
    list.sought = grundy_random_next(&random) % count;
    assert_true(grundy_hash_table_reserve(&table, 1));
    uint32_t tag = tag_of(&list, list.sought), number = 0;
    uint64_t *slot = grundy_hash_table_find(&table, tag, is_sought, &list);
    while (number < list.count && list.at[number] != list.sought) number++;
    if (*slot == 0) {
      assert_int_equal(number, list.count);
      list.at[list.count++] = list.sought;
      grundy_hash_table_put(&table, slot, tag, number);
    }
    assert_int_equal((uint32_t)*slot - 1, number);
    if (table.slot_count == slots_before) continue;
    slots_before = table.slot_count;
    for (uint32_t j = 0; j < list.count; j++) {
      list.sought = list.at[j];
      assert_true(
          grundy_hash_table_get(&table, tag_of(&list, list.sought), is_sought, &list, &found));
      assert_int_equal(found, j);
    }
  }
  assert_int_equal(table.count, list.count);
  list.sought = count;
  assert_false(grundy_hash_table_get(&table, tag_of(&list, count), is_sought, &list, &found));
  grundy_hash_table_free(&table);
  assert_int_equal(table.slot_count, 0);
}

static void items_are_found_after_the_table_has_grown(void **state) {
  add_items(UINT32_MAX, MOST, 0);
}

static void items_with_equal_tags_are_told_apart(void **state) {
  add_items(0, 300, 1);
  add_items(UINT32_C(0xf0000000), MOST, 1);
}

static void room_that_was_reserved_is_enough(void **state) {
  grundy_hash_table table = {0};
  for (uint64_t more = 1; more <= 200; more++) {
    assert_true(grundy_hash_table_reserve(&table, more));
    assert_true(6 * more <= 5 * table.slot_count && more < table.slot_count);
  }
  grundy_hash_table_free(&table);
}

static void too_many_items_are_refused(void **state) {
  grundy_hash_table table = {0};
  assert_true(grundy_hash_table_reserve(&table, 5));
  uint64_t slots = table.slot_count;
  assert_false(grundy_hash_table_reserve(&table, UINT32_MAX));
  assert_false(grundy_hash_table_reserve(&table, UINT64_C(1) << 60));
  assert_int_equal(table.slot_count, slots);
  grundy_hash_table_free(&table);
}

/* Slots may have further words, which move with them. */
static void further_words_of_a_slot_move_with_it(void **state) {
  grundy_hash_table table = {0};
  for (uint32_t number = 0; number < 500; number++) {
    assert_true(6 * (table.count + 1) <= 5 * table.slot_count ||
                grundy_hash_table_grow(&table, 1, 3));
    uint32_t tag = (uint32_t)(grundy_hash_number(number) >> 32);
    uint64_t slot = grundy_hash_table_first(&table, tag);
    while (table.slots[3 * slot] != 0) slot = grundy_hash_table_after(&table, slot);
    grundy_hash_table_put(&table, &table.slots[3 * slot], tag, number);
    table.slots[3 * slot + 1] = number;
    table.slots[3 * slot + 2] = ~(uint64_t)number;
  }
  uint64_t used = 0;
  for (uint64_t slot = 0; slot < table.slot_count; slot++) {
    const uint64_t *words = table.slots + 3 * slot;
    if (*words == 0) continue;
    assert_int_equal(words[1], (uint32_t)*words - 1);
    assert_int_equal(words[2], ~words[1]);
    used++;
  }
  assert_int_equal(used, 500);
  grundy_hash_table_free(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_lower_bound_counts_the_smaller_numbers),
      cmocka_unit_test(the_search_begins_where_it_is_told_to),
      cmocka_unit_test(items_are_found_after_the_table_has_grown),
      cmocka_unit_test(items_with_equal_tags_are_told_apart),
      cmocka_unit_test(room_that_was_reserved_is_enough),
      cmocka_unit_test(too_many_items_are_refused),
      cmocka_unit_test(further_words_of_a_slot_move_with_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
