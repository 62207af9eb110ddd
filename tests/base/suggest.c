/* Words that may be meant by misspelled ones. */

#include "support/test.h"

#include <grundy/base.h>

#include <stdbool.h>

static const char *const words[] = {"solve", "verify", "columns", "remoteness", "ring.edges",
                                    "r.dot", "x7",     "Omega",   "misere",     NULL};

static void expect(const char *word, const char *expected) {
  grundy_suggestion best = {0};
  for (size_t i = 0; words[i] != NULL; i++) grundy_suggest(&best, word, strlen(word), words[i]);
  assert_string_equal(best.word, expected);
}

static void words_with_few_edits_are_close(void **state) {
  expect("slove", "solve");         /* swapped */
  expect("sole", "solve");          /* deleted */
  expect("verrify", "verify");      /* inserted */
  expect("vorify", "verify");       /* changed */
  expect("remotnes", "remoteness"); /* two edits */
  expect("omega", "Omega");         /* another case */
}

static void a_beginning_of_a_word_is_close_to_it(void **state) {
  expect("ver", "verify");
  expect("ring", "ring.edges");
  expect("r", "r.dot");
  expect("m", "");
}

static void other_words_are_not_close(void **state) {
  expect("", "");
  expect("xyzzy", "");
  expect("so", "solve");
  expect("sx", "");
  expect("solve", ""); /* it was not misspelled */
  expect("x8", "");    /* another number is another thing */
  expect("x77", "");
  grundy_suggestion best = {0};
  grundy_suggest(&best, "solve", 5, "");
  assert_string_equal(best.word, "");
  grundy_suggest(&best, "solve", 5, "solved"); /* the first of equally close words stays */
  grundy_suggest(&best, "solve", 5, "solves");
  assert_string_equal(best.word, "solved");
}

/* Straight from the recurrence of optimal string alignment, without a band. */
static unsigned naive_distance(const char *a, size_t i, const char *b, size_t j) {
  if (i == 0 || j == 0) return (unsigned)(i + j);
  unsigned best = naive_distance(a, i - 1, b, j - 1) + (a[i - 1] != b[j - 1]);
  unsigned deleted = naive_distance(a, i - 1, b, j) + 1;
  unsigned inserted = naive_distance(a, i, b, j - 1) + 1;
  if (deleted < best) best = deleted;
  if (inserted < best) best = inserted;
  if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
    unsigned swapped = naive_distance(a, i - 2, b, j - 2) + 1;
    if (swapped < best) best = swapped;
  }
  return best;
}

static void random_word(grundy_random *random, char word[8]) {
  size_t length = 1 + grundy_random_below(random, 7);
  for (size_t i = 0; i < length; i++) word[i] = (char)('a' + grundy_random_below(random, 3));
  word[length] = '\0';
}

static void distances_are_those_of_the_definition(void **state) {
  grundy_random random = grundy_random_new(7);
  for (int i = 0; i < 2000; i++) {
    char a[8], b[8];
    random_word(&random, a);
    random_word(&random, b);
    grundy_suggestion best = {0};
    grundy_suggest(&best, a, strlen(a), b);
    bool begins = strncmp(a, b, strlen(a)) == 0;
    if (best.word[0] == '\0' || begins) continue;
    assert_int_equal(best.distance, naive_distance(a, strlen(a), b, strlen(b)));
  }
}

static void long_words_are_left_alone(void **state) {
  char word[101], candidate[101];
  grundy_suggestion best = {0};
  for (size_t length = 1; length <= 100; length++) {
    memset(word, 'a', length);
    memset(candidate, 'a', length);
    candidate[length / 2] = 'b';
    word[length] = candidate[length] = '\0';
    best = (grundy_suggestion){0};
    grundy_suggest(&best, word, length, candidate);
    assert_int_equal(best.word[0] != '\0', length > 2 && length <= GRUNDY_SUGGESTION_MAX_BYTES);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_with_few_edits_are_close),
      cmocka_unit_test(a_beginning_of_a_word_is_close_to_it),
      cmocka_unit_test(other_words_are_not_close),
      cmocka_unit_test(distances_are_those_of_the_definition),
      cmocka_unit_test(long_words_are_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
