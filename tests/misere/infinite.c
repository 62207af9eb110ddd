/* Quotients that become infinite, and the outcomes of sums that are known nevertheless. */

#include <grundy/grundy.h>

#include "certificate/check.h"
#include "support/games.h"
#include "support/heap_sums.h"
#include "support/option_tables.h"
#include "support/test.h"

static grundy_misere *quotient_of(const grundy_heap_code *code, uint32_t max) {
  grundy_misere *q = NULL;
  grundy_misere_options options = {.size = sizeof options, .max = max};
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  assert_null(grundy_misere_get_facts(q).limit);
  return q;
}

static grundy_heap_code *parse(const char *text) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  return code;
}

static bool is_p(const grundy_misere *q, const uint32_t *sizes, uint64_t count) {
  grundy_outcome outcome;
  assert_int_equal(grundy_misere_outcome(q, sizes, count, &outcome, NULL), GRUNDY_OK);
  return outcome == GRUNDY_OUTCOME_P;
}

static bool count_move(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  (void)heap, (void)parts, (void)count;
  ++*(uint32_t *)context;
  return true;
}

/* 0.3122, heaps up to 7: random sums by all moves. */
static void outcomes_agree_with_search(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_heap_code *code = parse("0.3122");
  grundy_misere *q = quotient_of(code, 7);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_int_equal(facts.heaps, 6);
  assert_int_equal(facts.drift.first, 5);
  assert_int_equal(facts.drift.second, 7);
  assert_int_equal(facts.drift.heaps, 7);
  heap_game g = heap_game_of_code("0.3122");
  outcome_memory memory = {0};
  for (uint64_t n = 0; n < test_scaled(2000); n++) {
    uint32_t sizes[12], counts[HEAPS + 1] = {0}, moves = 0;
    uint64_t count = grundy_random_below(&random, 12);
    for (uint64_t i = 0; i < count; i++) {
      sizes[i] = grundy_random_below(&random, 3) > 0
                     ? 5 + 2 * (uint32_t)grundy_random_below(&random, 2)
                     : 1 + (uint32_t)grundy_random_below(&random, 7);
      counts[sizes[i]]++;
    }
    bool expected = heap_sum_is_p(&g, true, counts, &memory);
    assert_int_equal(is_p(q, sizes, count), expected);
    assert_int_equal(grundy_misere_winning_moves(q, sizes, count, count_move, &moves, NULL),
                     GRUNDY_OK);
    if (count > 0) assert_int_equal(moves == 0, expected);
  }
  outcome_memory_free(&memory);
  uint32_t large[] = {8};
  grundy_outcome outcome;
  assert_int_equal(grundy_misere_outcome(q, large, 1, &outcome, NULL), GRUNDY_UNABLE);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

/* Writes the certificate and lets the checker read it. */
static void assert_certified(grundy_misere *q, const char *format) {
  char *text;
  size_t length;
  uint32_t size;
  grundy_certificate_report report;
  FILE *out = open_memstream(&text, &length);
  assert_int_equal(grundy_misere_write_certificate(q, NULL, out, &size, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(grundy_json_proof_check_text(text, length, "proof", NULL, &report, NULL),
                   GRUNDY_OK);
  assert_true(report.is_right);
  assert_string_equal(report.format, format);
  free(text);
}

/* Dawson's Kayles: heap 25, i heaps 30 and j >= 2 heaps 34 are lost exactly if i >= j and i - j is
 * even. By folding, i and j up to 16 are all cases. */
static void dawsons_kayles_becomes_infinite_at_heap_34(void **state) {
  grundy_heap_code *code = parse("0.07");
  grundy_misere *q = quotient_of(code, 36);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_int_equal(facts.heaps, 33);
  assert_int_equal(facts.order, 638);
  assert_int_equal(facts.drift.first, 30);
  assert_int_equal(facts.drift.second, 34);
  assert_int_equal(facts.drift.heaps, 35);
  for (uint32_t i = 0; i <= 16; i++)
    for (uint32_t j = 2; j <= 16; j++) {
      uint32_t sizes[33] = {25}, count = 1;
      for (uint32_t k = 0; k < i; k++) sizes[count++] = 30;
      for (uint32_t k = 0; k < j; k++) sizes[count++] = 34;
      assert_int_equal(is_p(q, sizes, count), i >= j && (i - j) % 2 == 0);
    }
  assert_certified(q, "grundy misere infinite 1");
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

static void certificates_are_accepted(void **state) {
  static const char *const codes[] = {"0.3122"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    grundy_heap_code *code = parse(codes[i]);
    grundy_misere *q = quotient_of(code, 7);
    assert_certified(q, "grundy misere infinite 1");
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

/* ---- lists of options -------------------------------------------------------------------- */

/* The options of heaps 1, 2, 3 …, which slashes separate: 0 is the empty sum, and 12 the sum of
 * heaps 1 and 2. */
typedef struct listed {
  const char *options;
  uint32_t first, second; /* the heaps that drift */
  uint32_t known;         /* the largest heap whose sums are known */
} listed;

static option_table table_of(const char *options) {
  option_table table = option_table_new(TABLE_HEAPS);
  table.heaps = 1;
  for (const char *at = options; *at != '\0'; at++) {
    uint32_t *degree = &table.degrees[table.heaps - 1];
    table_option *option = &table.options[table.heaps - 1][*degree];
    if (*at == '/')
      table.heaps++;
    else if (*at > '0')
      option->parts[option->count++] = (uint32_t)(*at - '0');
    if (*at >= '0' && (at[1] < '0' || at[1] > '9')) ++*degree;
  }
  return table;
}

static grundy_misere *quotient_of_table(const option_table *table) {
  grundy_misere_options options = {.size = sizeof options, .max_elements = 60};
  grundy_digraph *g = option_table_digraph(table);
  grundy_misere *q = NULL;
  assert_int_equal(grundy_misere_of_digraph(g, &options, &q, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < table->heaps; v++) /* moves lead to smaller heaps */
    assert_int_equal(grundy_misere_get_facts(q).heap_of[v], v + 1);
  grundy_digraph_free(g);
  return q;
}

/* Asserts that the outcomes of random sums are those by trying all moves, and that sums of larger
 * heaps are not known. */
static void assert_outcomes(const grundy_misere *q, option_table *table, grundy_random *random) {
  grundy_misere_drift drift = grundy_misere_get_facts(q).drift;
  uint32_t sizes[10], found;
  grundy_outcome outcome;
  for (uint32_t n = 0; n < 40; n++) {
    uint32_t count = 1 + (uint32_t)grundy_random_below(random, 10), larger = drift.heaps + 1;
    for (uint32_t i = 0; i < count; i++) {
      sizes[i] = 1 + (uint32_t)grundy_random_below(random, drift.heaps);
      if (i >= 3) sizes[i] = i % 2 == 0 ? drift.first : drift.second;
    }
    table_sum sum = table_sum_of(sizes, count);
    assert_int_equal(is_p(q, sizes, count), option_table_is_p(table, &sum));
    found = 0;
    assert_int_equal(grundy_misere_winning_moves(q, sizes, count, count_move, &found, NULL),
                     GRUNDY_OK);
    assert_int_equal(found, option_table_winning_moves(table, &sum));
    sizes[count - 1] = larger;
    assert_int_equal(grundy_misere_outcome(q, sizes, count, &outcome, NULL), GRUNDY_UNABLE);
    assert_int_equal(grundy_misere_winning_moves(q, sizes, count, count_move, &found, NULL),
                     GRUNDY_UNABLE);
  }
}

/* The heaps that drift need not be the last ones. */
static void lists_of_options_have_infinite_quotients(void **state) {
  static const listed lists[] = {
      {"0/11 111/12/3/0 24 13", 2, 5, 5},
      {"0/11 111/12/3/0 24 13/35", 2, 5, 6},
      {"0/11 111/12/3/0 24 13/35//6", 2, 5, 8}, /* heap 7 has no moves */
  };
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    option_table table = table_of(lists[i].options);
    grundy_misere *q = quotient_of_table(&table);
    grundy_misere_facts facts = grundy_misere_get_facts(q);
    assert_int_equal(facts.heaps, lists[i].second - 1);
    assert_int_equal(facts.drift.first, lists[i].first);
    assert_int_equal(facts.drift.second, lists[i].second);
    assert_int_equal(facts.drift.heaps, lists[i].known);
    assert_null(facts.limit);
    assert_outcomes(q, &table, &random);
    assert_certified(q, "grundy misere infinite 1");
    grundy_misere_free(q);
    option_table_free(&table);
  }
}

/* The multiples of heap 5 are different, and there are more than 6 before a description is found.
 */
static void a_limit_of_elements_comes_before_a_description(void **state) {
  option_table table = table_of("0/11 111/12/3/0 24 13/35");
  grundy_digraph *g = option_table_digraph(&table);
  grundy_misere_options options = {.size = sizeof options, .max_elements = 6};
  grundy_misere *q = NULL;
  assert_int_equal(grundy_misere_of_digraph(g, &options, &q, NULL), GRUNDY_OK);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_non_null(facts.limit);
  assert_int_equal(facts.limit->status, GRUNDY_UNABLE);
  assert_string_equal(facts.limit->message, "the misere quotient up to heap 5 has more than 6 "
                                            "elements; use a larger limit");
  assert_int_equal(facts.heaps, 4);
  assert_int_equal(facts.drift.first, 0);
  assert_int_equal(facts.lower_bound, 7);
  assert_certified(q, "grundy misere quotient 1");
  grundy_misere_free(q);
  grundy_digraph_free(g);
  option_table_free(&table);
}

static void random_lists_have_infinite_quotients(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t infinite = 0;
  for (uint64_t i = 0; i < 200 + test_scaled(1000); i++) {
    option_table start = table_of("0/11 111"), table = option_table_random(&random, 7, 3);
    for (uint32_t h = 0; h < 2; h++) {
      table.degrees[h] = start.degrees[h];
      memcpy(table.options[h], start.options[h], sizeof *table.options);
    }
    grundy_misere *q = quotient_of_table(&table);
    if (grundy_misere_get_facts(q).drift.first > 0) {
      infinite++;
      assert_outcomes(q, &table, &random);
      assert_certified(q, "grundy misere infinite 1");
    }
    grundy_misere_free(q);
    option_table_free(&start);
    option_table_free(&table);
  }
  assert_true(infinite > 0);
}

/* ---- tables ------------------------------------------------------------------------------ */

/* Writes the quotient as a table; `limit` is what ended the work. */
static char *text_of(const grundy_misere *q, const grundy_error *limit) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  const grundy_misere_write_options options = {.size = sizeof options, .limit = limit};
  assert_int_equal(grundy_misere_write(q, GRUNDY_FORMAT_TABLE, &options, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void tables_say_that_a_quotient_is_infinite(void **state) {
  static const grundy_error limit = {.status = GRUNDY_UNABLE};
  grundy_heap_code *code = parse("0.3122");
  grundy_misere *q = quotient_of(code, 7);
  for (int i = 0; i < 2; i++) {
    char *text = text_of(q, i == 0 ? NULL : &limit);
    assert_non_null(strstr(text, "with heap 7 the quotient is infinite, proved: the multiples of "
                                 "heaps 5 and 7 drift"));
    assert_null(strstr(text, "the order is at least"));
    free(text);
  }
  grundy_misere_free(q);
  q = quotient_of(code, 6);
  char *text = text_of(q, &limit);
  assert_non_null(strstr(text, "with heap 7 the order is at least "));
  free(text);
  grundy_error error = {0};
  assert_int_equal(grundy_misere_write(q, GRUNDY_FORMAT_CSV, NULL, stdout, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "quotients are written as a table or as latex");
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

/* The values of heaps are words of several letters. */
static void lines_of_values_are_not_too_long(void **state) {
  grundy_heap_code *code = parse("0.07");
  grundy_misere *q = quotient_of(code, 33);
  char *text = text_of(q, NULL), *phi = strstr(text, "\nPhi\n");
  assert_non_null(phi);
  for (char *line = strtok(phi, "\n"); line != NULL; line = strtok(NULL, "\n"))
    assert_true(strlen(line) <= 80);
  free(text);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_agree_with_search),
      cmocka_unit_test(dawsons_kayles_becomes_infinite_at_heap_34),
      cmocka_unit_test(certificates_are_accepted),
      cmocka_unit_test(lists_of_options_have_infinite_quotients),
      cmocka_unit_test(a_limit_of_elements_comes_before_a_description),
      cmocka_unit_test(random_lists_have_infinite_quotients),
      cmocka_unit_test(tables_say_that_a_quotient_is_infinite),
      cmocka_unit_test(lines_of_values_are_not_too_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
