/* The table of names: each name has its own id, also where the bits of the hash that the table
 * compares are equal, as happens for some pairs of a large number of names. */

#include "digraph/names.h"
#include "support/test.h"

#include <inttypes.h>

enum { NAMES = 300000, WIDTH = 24 };

/* All names, each in WIDTH bytes; long ones begin alike. */
static char *make_text(const char *format) {
  char *text = calloc(NAMES, WIDTH);
  assert_non_null(text);
  for (uint32_t i = 0; i < NAMES; i++) (void)snprintf(text + WIDTH * i, WIDTH, format, i);
  return text;
}

static int compare_tags(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static uint64_t count_equal_tags(const char *text) {
  uint32_t *tags = calloc(NAMES, sizeof *tags);
  uint64_t equal = 0;
  assert_non_null(tags);
  for (uint32_t i = 0; i < NAMES; i++)
    tags[i] = grundy_name_tag(text + WIDTH * i, strlen(text + WIDTH * i));
  qsort(tags, NAMES, sizeof *tags, compare_tags);
  for (uint32_t i = 1; i < NAMES; i++) equal += tags[i] == tags[i - 1];
  free(tags);
  return equal;
}

static void fill(grundy_names *names, const char *text, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; i++)
    assert_true(grundy_names_add(names, text + WIDTH * i, strlen(text + WIDTH * i)));
}

/* The first `known` names are in the table, and no others. */
static void assert_found(const grundy_names *names, const char *text, uint32_t known) {
  grundy_name_query *queries = calloc(NAMES, sizeof *queries);
  assert_non_null(queries);
  for (uint32_t i = 0; i < NAMES; i++) {
    const char *name = text + WIDTH * i;
    queries[i] = (grundy_name_query){.at = WIDTH * i,
                                     .length = (uint32_t)strlen(name),
                                     .tag = grundy_name_tag(name, strlen(name)),
                                     .entry = UINT32_MAX};
    uint32_t id = UINT32_MAX;
    assert_int_equal(grundy_names_find(names, name, strlen(name), &id), i < known);
    if (i < known) assert_int_equal(id, i);
  }
  grundy_names_look_up(names, text, queries, NAMES);
  for (uint32_t i = 0; i < NAMES; i++) assert_int_equal(queries[i].entry, i < known ? i + 1 : 0);
  free(queries);
}

static void check_names(const char *format) {
  char *text = make_text(format);
  grundy_names names = {0};
  assert_found(&names, text, 0);
  fill(&names, text, 0, NAMES / 2);
  assert_found(&names, text, NAMES / 2);
  fill(&names, text, NAMES / 2, NAMES);
  assert_found(&names, text, NAMES);
  grundy_names_free(&names);
  free(text);
}

static void long_names_with_equal_tags_differ(void **state) {
  char *text = make_text("position-%" PRIu32);
  assert_true(count_equal_tags(text) > 0);
  free(text);
  check_names("position-%" PRIu32);
}

static void short_names_and_numbers_are_found(void **state) {
  check_names("p%" PRIx32);
  check_names("%" PRIu32);
  check_names("%07" PRIu32);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_names_with_equal_tags_differ),
      cmocka_unit_test(short_names_and_numbers_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
