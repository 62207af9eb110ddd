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

/* ---- many new ones ---------------------------------------------------------------------- */

enum { WORDS = 6000 };

/* Words of all sorts, many of them twice: short ones, long ones that begin alike, and numbers. */
static void make_words(char *text, grundy_name_query *words) {
  static const char *const formats[] = {"p%" PRIu32, "position-%" PRIu32, "%" PRIu32, "%08" PRIx32};
  for (uint32_t i = 0; i < WORDS; i++) {
    char *name = text + WIDTH * i;
    uint32_t length = (uint32_t)snprintf(name, WIDTH, formats[i % 4], i * 2654435761u % 3001);
    words[i] = (grundy_name_query){WIDTH * i, length, grundy_name_tag(name, length), 0};
  }
}

/* Adds the words from `begin` on with all shares, and returns the number of those not claimed. */
static uint32_t add_claimed(grundy_names *names, const char *text, grundy_name_query *words,
                            uint32_t begin, uint32_t end, int shares) {
  uint32_t list[WORDS], unclaimed = 0;
  grundy_claims claims = {text, words, list, 0};
  grundy_names_look_up(names, text, words + begin, end - begin);
  for (uint32_t i = begin; i < end; i++)
    if (words[i].entry == 0) list[claims.count++] = i;
  assert_true(grundy_names_begin_claims(names, claims.count));
  for (int share = 0; share < shares; share++) grundy_names_claim(names, &claims, share, shares);
  for (uint64_t i = 0; i < claims.count; i++) {
    uint32_t number = list[i], id;
    grundy_name_query *word = &words[number];
    const char *name = text + word->at;
    if (word->entry == (GRUNDY_CLAIMED | number))
      assert_true(grundy_names_add_claimed(names, &claims, number));
    if (word->entry != 0) continue;
    unclaimed += name[0] > '9';
    if (!grundy_names_seek(names, name, word->length, &id)) {
      assert_true(grundy_names_add(names, name, word->length));
      id = names->count - 1;
    }
    word->entry = id + 1;
  }
  for (int share = 0; share < shares; share++)
    grundy_names_end_claims(names, &claims, share, shares);
  return unclaimed;
}

static void names_added_together_have_the_same_ids(void **state) {
  static char text[WORDS * WIDTH];
  static grundy_name_query words[WORDS];
  static const int shares[] = {1, 2, 3, 8, 64};
  uint32_t unclaimed = 0;
  for (size_t k = 0; k < sizeof shares / sizeof shares[0]; k++) {
    grundy_names one = {0}, many = {0};
    make_words(text, words);
    for (uint32_t begin = 0, end; begin < WORDS; begin = end) {
      end = begin == 0 ? 5 : begin * 3 < WORDS ? begin * 3 : WORDS;
      unclaimed += add_claimed(&many, text, words, begin, end, shares[k]);
    }
    for (uint32_t i = 0; i < WORDS; i++) {
      const char *name = text + WIDTH * i;
      uint32_t id, length = (uint32_t)strlen(name);
      if (!grundy_names_find(&one, name, length, &id)) {
        assert_true(grundy_names_add(&one, name, length));
        id = one.count - 1;
      }
      uint32_t entry = words[i].entry, found = UINT32_MAX;
      if ((entry & GRUNDY_CLAIMED) != 0) entry = words[entry & ~GRUNDY_CLAIMED].entry;
      assert_int_equal(entry, id + 1);
      assert_true(grundy_names_find(&many, name, length, &found));
      assert_int_equal(found, id);
    }
    assert_int_equal(many.count, one.count);
    assert_int_equal(many.hashed.count, one.hashed.count);
    assert_memory_equal(many.text, one.text, one.start[one.count]);
    grundy_names_free(&one);
    grundy_names_free(&many);
  }
  assert_true(unclaimed > 0); /* some shares have had no slot left */
}

/* The first eight bytes of a longer name, with the same bits of the hash, are another name. */
static void a_name_is_not_the_beginning_of_another(void **state) {
  const char text[] = "positions position";
  grundy_name_query longer = {.at = 0, .length = 9, .tag = 7}, shorter = {9 + 1, 8, 7, 0};
  grundy_names names = {0};
  grundy_claims claims = {text, &longer, (const uint32_t[]){0}, 1};
  assert_true(grundy_names_begin_claims(&names, 1));
  grundy_names_claim(&names, &claims, 0, 1);
  assert_true(grundy_names_add_claimed(&names, &claims, 0));
  grundy_names_end_claims(&names, &claims, 0, 1);
  grundy_names_look_up(&names, text, &shorter, 1);
  assert_int_equal(shorter.entry, 0);
  longer.at = 0;
  grundy_names_look_up(&names, text, &longer, 1);
  assert_int_equal(longer.entry, 1);
  grundy_names_free(&names);
}

/* Four long names with the same bits of the hash, of which three have the same first bytes, one of
 * them twice. */
static void names_that_look_alike_are_claimed_separately(void **state) {
  static const char text[] = "positions1positions1positions22positions3another-1";
  static const uint32_t places[] = {0, 10, 20, 31, 41, 50}, firsts[] = {0, 0, 2, 3, 4},
                        ids[] = {1, 1, 2, 3, 4};
  enum { QUERIES = 5 };
  for (int shares = 1; shares <= 2; shares++) {
    grundy_name_query queries[QUERIES];
    const uint32_t list[] = {0, 1, 2, 3, 4};
    grundy_names names = {0};
    for (int i = 0; i < QUERIES; i++)
      queries[i] = (grundy_name_query){places[i], places[i + 1] - places[i], 7, 0};
    /* The last two come when the others are in the table. */
    const grundy_claims claims[] = {{text, queries, list, 3}, {text, queries, list + 3, 2}};
    for (int k = 0; k < 2; k++) {
      assert_true(grundy_names_begin_claims(&names, claims[k].count));
      for (int s = 0; s < shares; s++) grundy_names_claim(&names, &claims[k], s, shares);
      for (uint64_t i = 0; i < claims[k].count; i++) {
        uint32_t number = claims[k].list[i];
        assert_int_equal(queries[number].entry, GRUNDY_CLAIMED | firsts[number]);
        if (firsts[number] == number)
          assert_true(grundy_names_add_claimed(&names, &claims[k], number));
      }
      for (int s = 0; s < shares; s++) grundy_names_end_claims(&names, &claims[k], s, shares);
    }
    for (int i = 0; i < QUERIES; i++)
      queries[i] = (grundy_name_query){places[i], places[i + 1] - places[i], 7, 0};
    grundy_names_look_up(&names, text, queries, QUERIES);
    for (int i = 0; i < QUERIES; i++) assert_int_equal(queries[i].entry, ids[i]);
    grundy_names_free(&names);
  }
}

/* Another name has the bits of the hash and the first bytes of one that only has claimed a slot. */
static void a_claimed_name_is_not_found_yet(void **state) {
  static const char text[] = "positions1", other[] = "positions2";
  grundy_name_query query = {0, 10, grundy_name_tag(other, 10), 0};
  grundy_names names = {0};
  const grundy_claims claims = {text, &query, (const uint32_t[]){0}, 1};
  uint32_t id = 77;
  assert_true(grundy_names_begin_claims(&names, 2));
  grundy_names_claim(&names, &claims, 0, 1);
  assert_int_equal(query.entry, GRUNDY_CLAIMED);
  assert_false(grundy_names_seek(&names, other, 10, &id));
  assert_int_equal(id, 77);
  assert_true(grundy_names_add_claimed(&names, &claims, 0));
  grundy_names_end_claims(&names, &claims, 0, 1);
  assert_false(grundy_names_seek(&names, other, 10, &id));
  grundy_names_free(&names);
}

static void words_and_numbers_are_found_together(void **state) {
  static const char *const known[] = {"a", "0", "long-name-1", "7", "b"}, *const unknown[] = {
                                                                              "1", "8", "c",
                                                                              "long-name-2", "00"};
  enum { KNOWN = 5 };
  grundy_names names = {0};
  char text[2 * KNOWN * WIDTH];
  grundy_name_query queries[2 * KNOWN];
  for (uint32_t i = 0; i < 2 * KNOWN; i++) {
    const char *name = i < KNOWN ? known[i] : unknown[i - KNOWN];
    uint32_t length = (uint32_t)strlen(name);
    strcpy(text + WIDTH * i, name);
    queries[i] = (grundy_name_query){WIDTH * i, length, grundy_name_tag(name, length), 77};
    if (i < KNOWN) assert_true(grundy_names_add(&names, name, length));
  }
  grundy_names_look_up(&names, text, queries, 2 * KNOWN);
  for (uint32_t i = 0; i < 2 * KNOWN; i++)
    assert_int_equal(queries[i].entry, i < KNOWN ? i + 1 : 0);
  grundy_names_free(&names);
}

static void only_numbers_below_the_bound_are_vertices(void **state) {
  static const struct {
    const char *name;
    uint64_t bound;
    bool is_number;
    uint32_t number;
  } cases[] = {{"0", 1, true, 0},
               {"0", 0, false, 0},
               {"41", 42, true, 41},
               {"42", 42, false, 0},
               {"00", 42, false, 0},
               {"", 42, false, 0},
               {"4x", 42, false, 0},
               {"4294967295", UINT64_MAX, true, UINT32_MAX},
               {"4294967296", UINT64_MAX, false, 0},
               {"10000000000", UINT64_MAX, false, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t number = 0;
    assert_int_equal(
        grundy_number_name(cases[i].name, strlen(cases[i].name), cases[i].bound, &number),
        cases[i].is_number);
    assert_int_equal(number, cases[i].number);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_names_with_equal_tags_differ),
      cmocka_unit_test(short_names_and_numbers_are_found),
      cmocka_unit_test(a_name_is_not_the_beginning_of_another),
      cmocka_unit_test(names_added_together_have_the_same_ids),
      cmocka_unit_test(names_that_look_alike_are_claimed_separately),
      cmocka_unit_test(a_claimed_name_is_not_found_yet),
      cmocka_unit_test(words_and_numbers_are_found_together),
      cmocka_unit_test(only_numbers_below_the_bound_are_vertices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
