/* Known quotients: their orders, periods and presentations, and where computing them stops. */

#include <grundy/misere.h>

#include "base/monitor.h"
#include "certificate/check.h"
#include "support/games.h"
#include "support/test.h"

static grundy_heap_code *parse(const char *text) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  return code;
}

static grundy_misere *quotient_of(const grundy_heap_code *code, uint32_t max, bool stop_at_period,
                                  uint32_t max_elements) {
  grundy_misere *q = NULL;
  grundy_misere_options options = {.size = sizeof options,
                                   .max = max,
                                   .stop_at_period = stop_at_period,
                                   .max_elements = max_elements};
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  return q;
}

/* ---- orders and periods ------------------------------------------------------------------ */

typedef struct known {
  const char *code;
  uint32_t max, order, p_order, start, length; /* length 0: no period up to max */
  bool is_tame;
} known;

/* As other programs found them. */
static const known quotients[] = {
    {"0.123", 100, 20, 5, 5, 5, false},    {"0.77", 200, 40, 9, 71, 12, false},
    {"0.115", 300, 42, 12, 92, 14, false}, {"0.644", 8000, 172, 7, 3256, 442, false},
    {"0.07", 30, 360, 65, 0, 0, false},    {"0.07", 33, 638, 109, 0, 0, false},
    {"0.106", 20, 844, 98, 0, 0, false},   {"0.3", 10, 2, 1, 1, 2, true},
    {"0.0", 10, 1, 0, 1, 1, true},         {"0.0", 1, 1, 0, 0, 0, true},
    {"0.33", 20, 6, 2, 1, 3, true},        {"take{1,2,3,4,5,6,7}", 40, 10, 2, 1, 8, true},
    {"nim", 16, 34, 2, 0, 0, true},        {"grundy", 12, 6, 2, 0, 0, true},
    {"4.7", 12, 34, 8, 0, 0, false},
};

static void orders_and_periods_are_as_published(void **state) {
  for (size_t i = 0; i < sizeof quotients / sizeof *quotients; i++) {
    const known *k = &quotients[i];
    grundy_heap_code *code = parse(k->code);
    grundy_misere *q = quotient_of(code, k->max, k->length > 0, 0);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    assert_null(facts.limit);
    if (facts.order != k->order) fail_msg("%s: order %u", k->code, facts.order);
    assert_int_equal(facts.p_order, k->p_order);
    assert_int_equal(facts.is_tame, k->is_tame);
    assert_int_equal(facts.period_start, k->start);
    assert_int_equal(facts.period_length, k->length);
    assert_true(facts.proved_at <= facts.heaps);
    assert_true(facts.growth_count == 0 ||
                facts.growth[facts.growth_count - 1].order == facts.order);
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

/* Theorem 3 needs the values up to heap t(n0 + p) + k - 1, and not one less. */
static void a_period_needs_all_heaps_of_the_theorem(void **state) {
  grundy_heap_code *code = parse("0.77");
  for (uint32_t max = 165; max < 170; max++) {
    grundy_misere *q = quotient_of(code, max, true, 0);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    assert_int_equal(facts.period_length, max < 167 ? 0 : 12);
    if (max >= 167) assert_int_equal(facts.proved_at, 167);
    assert_int_equal(facts.heaps, max < 167 ? max : 167);
    grundy_misere_free(q);
  }
  grundy_heap_code_free(code);
}

/* Its values repeat with period 3 from heap 3 up to 12, and differ at heap 13. */
static void grundys_game_has_no_period(void **state) {
  grundy_heap_code *code = parse("grundy");
  grundy_misere *q = quotient_of(code, 13, true, 0);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  for (uint32_t n = 3; n + 3 <= 12; n++) assert_int_equal(facts.phi[n], facts.phi[n + 3]);
  assert_int_not_equal(facts.phi[13], facts.phi[10]);
  assert_int_equal(facts.period_length, 0);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

/* A heap above those computed has the value that the period says. */
static void heaps_of_any_size_are_known_by_the_period(void **state) {
  grundy_heap_code *code = parse("0.77");
  grundy_misere *q = quotient_of(code, 200, true, 0);
  uint32_t large[] = {71 + 12 * 1000000, 5}, small[] = {71, 5}, element, same;
  assert_int_equal(grundy_misere_value(q, large, 2, &element, NULL), GRUNDY_OK);
  assert_int_equal(grundy_misere_value(q, small, 2, &same, NULL), GRUNDY_OK);
  assert_int_equal(element, same);
  grundy_misere_free(q);
  q = quotient_of(code, 30, false, 0);
  assert_int_equal(grundy_misere_value(q, large, 2, &element, NULL), GRUNDY_UNABLE);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

/* ---- presentations ----------------------------------------------------------------------- */

enum { MOST_GENERATORS = 64 };

typedef struct exponents {
  uint32_t of[MOST_GENERATORS];
} exponents;

static exponents exponents_of(grundy_misere_word word) {
  exponents e = {{0}};
  for (uint32_t i = 0; i < word.count; i++) {
    assert_true(word.at[i] < MOST_GENERATORS && (i == 0 || word.at[i - 1] <= word.at[i]));
    e.of[word.at[i]]++;
  }
  return e;
}

static bool divides(const exponents *a, const exponents *b) {
  for (uint32_t g = 0; g < MOST_GENERATORS; g++)
    if (a->of[g] > b->of[g]) return false;
  return true;
}

static uint32_t element_of(const grundy_misere *q, const exponents *e) {
  uint32_t heaps[256], count = 0, element;
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  for (uint32_t g = 0; g < facts.generator_count; g++)
    for (uint32_t i = 0; i < e->of[g]; i++) heaps[count++] = facts.generators[g];
  assert_int_equal(grundy_misere_value(q, heaps, count, &element, NULL), GRUNDY_OK);
  return element;
}

static bool is_irreducible(const exponents *word, const exponents *left, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (divides(&left[i], word)) return false;
  return true;
}

/* Counts the words that no left side divides, by appending letters in increasing order; a factor of
 * such a word is one. */
static uint32_t count_irreducible(const exponents *word, uint32_t letter, uint32_t generators,
                                  const exponents *left, uint32_t count, uint32_t most) {
  uint32_t found = 1;
  for (uint32_t g = letter; g < generators && found <= most; g++) {
    exponents next = *word;
    next.of[g]++;
    if (is_irreducible(&next, left, count))
      found += count_irreducible(&next, g, generators, left, count, most - found);
  }
  return found;
}

/* The relations hold, so the monoid that they define maps onto the quotient; and every word can be
 * rewritten to one of as many words as the quotient has elements, so it is not larger. */
static void assert_presented(const grundy_misere *q) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  exponents *left = calloc(facts.relation_count + 1, sizeof *left), empty = {{0}};
  assert_non_null(left);
  for (uint32_t i = 0; i < facts.relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    left[i] = exponents_of(relation.left);
    assert_int_equal(element_of(q, &left[i]), relation.right);
    /* The right side is smaller, so rewriting ends. */
    assert_true(grundy_misere_word_of(q, relation.right).count <= relation.left.count);
    for (uint32_t j = 0; j < i; j++) assert_false(divides(&left[j], &left[i]));
  }
  for (uint32_t x = 0; x < facts.order; x++) {
    exponents word = exponents_of(grundy_misere_word_of(q, x));
    assert_int_equal(element_of(q, &word), x);
    assert_true(is_irreducible(&word, left, facts.relation_count));
  }
  assert_int_equal(
      count_irreducible(&empty, 0, facts.generator_count, left, facts.relation_count, facts.order),
      facts.order);
  free(left);
}

static void relations_define_the_quotient(void **state) {
  static const char *const codes[] = {"0.77", "0.123", "0.115", "0.07", "0.3F", "4.7", "nim"};
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < 7 + test_scaled(100); i++) {
    char text[32];
    (void)snprintf(text, sizeof text, "%c.%03o", grundy_random_below(&random, 2) == 0 ? '0' : '4',
                   (unsigned)grundy_random_below(&random, 512));
    grundy_heap_code *code = parse(i < 7 ? codes[i] : text);
    grundy_misere *q = quotient_of(code, i < 7 ? 28 : 14, false, 400);
    assert_presented(q);
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

/* Returns the product of the values of the heaps in a word such as ab^2.c1, of which letter i + 26
 * k is the ith one of the alphabet, with k if that is not 0. */
static uint32_t multiply_text(const grundy_misere *q, const char *text) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  uint32_t element = 0;
  if (strcmp(text, "1") == 0) return element;
  for (char *at = (char *)text; *at != '\0';) {
    assert_in_range(*at, 'a', 'z');
    uint32_t letter = (uint32_t)(*at++ - 'a');
    if (*at >= '1' && *at <= '9') letter += 26 * (uint32_t)strtoul(at, &at, 10);
    unsigned long power = *at == '^' ? strtoul(at + 1, &at, 10) : 1;
    for (unsigned long i = 0; i < power; i++)
      element = grundy_misere_multiply(q, element, facts.phi[facts.generators[letter]]);
    at += *at == '.';
  }
  return element;
}

/* With more than 26 generators, letters have numbers and points between them. */
static void words_are_written_as_products(void **state) {
  static const struct {
    const char *code;
    uint32_t max;
    bool is_long;
  } games[] = {{"0.77", 28, false}, {"0.557451", 62, true}};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_heap_code *code = parse(games[i].code);
    grundy_misere *q = quotient_of(code, games[i].max, false, 0);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    uint32_t points = 0;
    assert_int_equal(facts.generator_count > 26, games[i].is_long);
    for (uint32_t x = 0; x < facts.order; x++) {
      char text[200];
      grundy_misere_word word = grundy_misere_word_of(q, x);
      assert_true(grundy_misere_word_format(q, word, text, sizeof text) < sizeof text);
      assert_int_equal(multiply_text(q, text), x);
      points += strchr(text, '.') != NULL;
    }
    assert_int_equal(points > 0, games[i].is_long);
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

/* ---- what cannot be computed ------------------------------------------------------------- */

static void assert_refused(const char *text, uint32_t max, grundy_status status,
                           const char *message) {
  grundy_heap_code *code = parse(text);
  grundy_misere *q = NULL;
  grundy_misere_options options = {.size = sizeof options, .max = max};
  grundy_error error = {0};
  assert_int_equal(grundy_misere_of_code(code, &options, &q, &error), status);
  assert_string_equal(error.message, message);
  assert_null(q);
  grundy_heap_code_free(code);
}

static void what_has_no_quotient_is_refused(void **state) {
  assert_refused("top-entails", 5, GRUNDY_UNABLE,
                 "misere quotients do not support entailing moves yet");
  char message[64];
  (void)snprintf(message, sizeof message, "the largest heap is above %u",
                 (unsigned)GRUNDY_HEAP_MAX_SIZE);
  assert_refused("0.3", UINT32_C(1) + GRUNDY_HEAP_MAX_SIZE, GRUNDY_BAD_ARGUMENT, message);
}

/* ---- limits ------------------------------------------------------------------------------ */

static void a_limit_of_elements_gives_a_lower_bound(void **state) {
  grundy_heap_code *code = parse("0.07");
  for (uint32_t most = 300; most <= 900; most += 200) {
    grundy_misere *q = quotient_of(code, 34, false, most);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    assert_non_null(facts.limit);
    assert_int_equal(facts.limit->status, GRUNDY_UNABLE);
    assert_true(facts.order <= most && facts.lower_bound > most);
    assert_true(facts.heaps < 34);
    grundy_misere_free(q);
  }
  grundy_heap_code_free(code);
}

static void a_limit_of_steps_leaves_the_quotient_of_fewer_heaps(void **state) {
  grundy_heap_code *code = parse("0.354");
  grundy_misere_options options = {.size = sizeof options, .max = 9, .max_steps = 10000000};
  grundy_misere *q = NULL;
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_non_null(facts.limit);
  assert_int_equal(facts.limit->status, GRUNDY_UNABLE);
  assert_int_equal(facts.limit->reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(facts.limit->message, "the misere quotient needs more than 10000000 steps");
  assert_in_range(facts.heaps, 1, 8);
  grundy_misere *smaller = quotient_of(code, facts.heaps, false, 0);
  assert_null(grundy_misere_get_facts(smaller).limit);
  assert_int_equal(facts.order, grundy_misere_get_facts(smaller).order);
  assert_presented(q);
  grundy_misere_free(smaller);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

typedef struct patience {
  uint64_t ticks, most;
} patience;

static bool count_tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  patience *p = context;
  (void)phase;
  assert_true(done <= total);
  return ++p->ticks <= p->most;
}

/* Wherever the monitor stops it, what is known is right. */
static void an_interrupted_quotient_is_that_of_fewer_heaps(void **state) {
  static const uint32_t orders[] = {1, 2, 6, 6, 6, 12, 12, 12, 12, 18, 18, 18, 24};
  grundy_heap_code *code = parse("0.77");
  uint64_t stride = grundy_work_stride, stopped = 0;
  grundy_work_stride = 1;
  for (uint64_t most = 0;; most += 1 + most / 8) {
    patience p = {0, most};
    grundy_monitor monitor = {.tick = count_tick, .context = &p};
    grundy_misere_options options = {.size = sizeof options, .max = 12, .monitor = &monitor};
    grundy_misere *q = NULL;
    grundy_error error = {0};
    grundy_status status = grundy_misere_of_code(code, &options, &q, &error);
    if (status == GRUNDY_CANCELLED) { /* before the first heap */
      stopped++;
      continue;
    }
    assert_int_equal(status, GRUNDY_OK);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    assert_int_equal(facts.order, orders[facts.heaps]);
    bool is_complete = facts.limit == NULL;
    if (!is_complete) {
      stopped++;
      assert_int_equal(facts.limit->status, GRUNDY_CANCELLED);
      assert_true(facts.lower_bound >= facts.order && facts.lower_bound <= 24);
    }
    grundy_misere_free(q);
    if (is_complete) break;
  }
  grundy_work_stride = stride;
  assert_true(stopped > 20);
  grundy_heap_code_free(code);
}

/* ---- certificates ------------------------------------------------------------------------ */

static void assert_certified(grundy_misere *q, const char *name) {
  FILE *file = tmpfile();
  uint32_t size;
  grundy_certificate_report report;
  grundy_error error = {0};
  assert_non_null(file);
  assert_int_equal(grundy_misere_write_certificate(q, NULL, file, &size, &error), GRUNDY_OK);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  if (facts.drift.second > 0)
    assert_int_equal(facts.drift.second, facts.heaps + 1); /* the size is that of another monoid */
  else if (facts.limit == NULL)
    assert_int_equal(size, facts.order);
  else
    assert_true(size >= facts.order && size <= facts.lower_bound);
  rewind(file);
  if (grundy_json_proof_check(file, "certificate", NULL, &report, &error) != GRUNDY_OK)
    fail_msg("%s: %s", name, error.message);
  if (!report.is_right) fail_msg("%s: %s", name, report.wrong);
  fclose(file);
}

static void certificates_of_codes_are_accepted(void **state) {
  static const char *const codes[] = {"4.0",    "0.77", "0.123",       "0.07", "nim",
                                      "grundy", "0.3F", "allbut{2,5}", "0.0"};
  enum { CODES = sizeof codes / sizeof *codes };
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < CODES + test_scaled(100); i++) {
    char text[32];
    (void)snprintf(text, sizeof text, "%c.%03o", grundy_random_below(&random, 2) == 0 ? '0' : '4',
                   (unsigned)grundy_random_below(&random, 512));
    const char *name = i < CODES ? codes[i] : text;
    grundy_heap_code *code = parse(name);
    /* A small limit ends many of them early. */
    grundy_misere *q = quotient_of(code, 30, i % 2 == 0, i % 3 == 0 ? 30 : 200);
    assert_certified(q, name);
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

static void certificates_of_digraphs_are_accepted(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(100); i++) {
    grundy_digraph *g = game_acyclic(&random, 2 + (uint32_t)(i % 9), 0.2 + 0.1 * (double)(i % 6));
    grundy_misere *q = NULL;
    grundy_misere_options options = {
        .size = sizeof options, .normal_play = i % 2 == 0, .max_elements = 60};
    assert_int_equal(grundy_misere_of_digraph(g, &options, &q, NULL), GRUNDY_OK);
    assert_certified(q, "a digraph");
    grundy_misere_free(q);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orders_and_periods_are_as_published),
      cmocka_unit_test(a_period_needs_all_heaps_of_the_theorem),
      cmocka_unit_test(grundys_game_has_no_period),
      cmocka_unit_test(heaps_of_any_size_are_known_by_the_period),
      cmocka_unit_test(relations_define_the_quotient),
      cmocka_unit_test(words_are_written_as_products),
      cmocka_unit_test(what_has_no_quotient_is_refused),
      cmocka_unit_test(a_limit_of_elements_gives_a_lower_bound),
      cmocka_unit_test(a_limit_of_steps_leaves_the_quotient_of_fewer_heaps),
      cmocka_unit_test(an_interrupted_quotient_is_that_of_fewer_heaps),
      cmocka_unit_test(certificates_of_codes_are_accepted),
      cmocka_unit_test(certificates_of_digraphs_are_accepted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
