/* The table of messages: every kind of fact has a message that uses only its parameters, every
 * parameter is known, and the sentences of facts are those of the table. */

#include <grundy/explain.h>
#include <grundy/facts.h>
#include <grundy/solve.h>

#include "facts/impl.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

/* Returns whether the word of this length is one of the words that spaces separate. */
static bool is_listed(const char *list, const char *word, size_t length) {
  while (*list != '\0') {
    size_t next = strcspn(list, " ");
    if (next == length && strncmp(list, word, length) == 0) return true;
    list += next + (list[next] == ' ');
  }
  return false;
}

static void every_kind_has_a_message_with_its_parameters(void **state) {
  for (int kind = 0; kind < GRUNDY_FACT_KIND_COUNT; kind++) {
    const grundy_fact_info *info = grundy_fact_describe((grundy_fact_kind)kind);
    assert_non_null(info->name);
    assert_non_null(info->message);
    int depth = 0;
    for (const char *at = info->message; *at != '\0'; at++) {
      depth += (*at == '{') - (*at == '}');
      assert_true(depth >= 0);
      if (*at != '{') continue;
      if (!is_listed(info->parameters, at + 1, strcspn(at + 1, ",:}")))
        fail_msg("%s has no parameter %s", info->name, at);
    }
    assert_int_equal(depth, 0);
    for (int other = 0; other < kind; other++)
      assert_string_not_equal(info->name, grundy_fact_describe((grundy_fact_kind)other)->name);
  }
}

/* ---- the document --------------------------------------------------------------------------- */

/* Returns the row of docs/explain.md about a kind, in which bars are escaped, to be freed. */
static char *row_of(const grundy_fact_info *info) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  fprintf(out, "\n| `%s` | %s | `", info->name, info->parameters);
  for (const char *at = info->message; *at != '\0'; at++)
    fprintf(out, *at == '|' ? "\\%c" : "%c", *at);
  fputs("` |\n", out);
  fclose(out);
  return text;
}

static void the_document_lists_every_kind(void **state) {
  static char document[1 << 17];
  FILE *in = fopen(GRUNDY_ROOT "/docs/explain.md", "r");
  assert_non_null(in);
  document[fread(document, 1, sizeof document - 1, in)] = '\0';
  fclose(in);
  for (int kind = 0; kind < GRUNDY_FACT_KIND_COUNT; kind++) {
    char *row = row_of(grundy_fact_describe((grundy_fact_kind)kind));
    if (strstr(document, row) == NULL) fail_msg("docs/explain.md has no row%s", row);
    free(row);
  }
}

/* ---- facts and their text ------------------------------------------------------------------- */

/* Writes the text of facts sentence by sentence. */
static char *write_one_by_one(const grundy_facts *facts) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (uint64_t i = 0; i < grundy_facts_count(facts); i++) {
    const grundy_fact *fact = grundy_facts_get(facts, i);
    if (i > 0 && fact->paragraph != grundy_facts_get(facts, i - 1)->paragraph) fputc('\n', out);
    assert_int_equal(fact->is_detail, grundy_fact_describe(fact->kind)->is_detail);
    fputs(fact->is_detail ? "  " : "", out);
    grundy_fact_write(fact, GRUNDY_ENGLISH, true, out);
    fputc('\n', out);
  }
  fclose(out);
  return text;
}

static char *write_all(const grundy_facts *facts) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_facts_write(facts, GRUNDY_ENGLISH, true, out);
  fclose(out);
  return text;
}

/* Checks that a fact has the parameters of its kind, in their order, and that its sentence contains
 * no placeholder. */
static void check_fact(const grundy_fact *fact) {
  const grundy_fact_info *info = grundy_fact_describe(fact->kind);
  const char *at = info->parameters;
  for (uint32_t i = 0; i < fact->parameter_count; i++) {
    size_t length = strcspn(at, " ");
    assert_int_equal(strlen(fact->parameters[i].name), length);
    assert_memory_equal(fact->parameters[i].name, at, length);
    assert_ptr_equal(grundy_fact_find(fact, fact->parameters[i].name), &fact->parameters[i]);
    at += length + (at[length] == ' ');
  }
  assert_int_equal(*at, '\0');
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_fact_write(fact, GRUNDY_ENGLISH, true, out);
  fclose(out);
  assert_true(size > 1 && text[size - 1] == '.');
  assert_null(strchr(text, '|'));
  assert_null(strstr(text, "null"));
  free(text);
}

static void the_text_of_facts_is_that_of_the_table(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  bool seen[GRUNDY_FACT_KIND_COUNT] = {false};
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    uint32_t order = 2 + (uint32_t)grundy_random_below(&random, 12);
    grundy_digraph *g = i % 3 == 0 ? random_coloured_game(&random, order, 2, i % 2 == 0)
                                   : game_random(&random, order, 0.2);
    grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
    grundy_explain_options options = {.size = sizeof options, .depth = 4};
    grundy_facts *facts = NULL;
    uint32_t v = (uint32_t)grundy_random_below(&random, grundy_digraph_order(g));
    assert_int_equal(grundy_explain(g, s, v, &options, &facts, NULL), GRUNDY_OK);
    for (uint64_t f = 0; f < grundy_facts_count(facts); f++) {
      check_fact(grundy_facts_get(facts, f));
      seen[grundy_facts_get(facts, f)->kind] = true;
    }
    /* Facts outlive the game. */
    grundy_solution_free(s);
    grundy_digraph_free(g);
    char *whole = write_all(facts), *pieces = write_one_by_one(facts);
    assert_string_equal(whole, pieces);
    free(whole);
    free(pieces);
    grundy_facts_free(facts);
  }
  assert_true(seen[GRUNDY_FACT_N_POSITION] && seen[GRUNDY_FACT_STAYING] &&
              seen[GRUNDY_FACT_INFINITE_VALUE] && seen[GRUNDY_FACT_PLAYERS_WIN]);
}

/* ---- parameters ----------------------------------------------------------------------------- */

static void assert_sentence(const grundy_fact *fact, bool ascii, const char *expected) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_fact_write(fact, GRUNDY_ENGLISH, ascii, out);
  fclose(out);
  assert_string_equal(text, expected);
  free(text);
}

static void numbers_may_be_infinite_and_sets_empty(void **state) {
  static const uint32_t numbers[] = {0, 2};
  const grundy_fact *infinite = GRUNDY_FACT(
      GRUNDY_FACT_END_REMOTENESS, grundy_with_name("position", "a"),
      grundy_with_flag("misere", false), grundy_with_number("remoteness", GRUNDY_INFINITY64));
  assert_sentence(infinite, true, "a has remoteness inf: play is over.");
  assert_sentence(infinite, false, "a has remoteness ∞: play is over.");
  static const char *const sets[] = {"{}", "{0}", "{0,2}"};
  for (uint64_t size = 0; size <= 2; size++) {
    char expected[100];
    (void)snprintf(expected, sizeof expected,
                   "Succ[a] is empty: the least number that is not in %s is 1.", sets[size]);
    assert_sentence(GRUNDY_FACT(GRUNDY_FACT_ENTERING_QUEUE, grundy_with_name("position", "a"),
                                grundy_with_set("labels", (grundy_set){numbers, size, false}),
                                grundy_with_number("label", 1)),
                    true, expected);
  }
}

static void names_that_look_quoted_are_quoted_everywhere(void **state) {
  static const char *const names[][2] = {{"a b", "a b"}, {"", "\"\""}, {"\"a\"", "\"\\\"a\\\"\""}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char expected[100];
    (void)snprintf(expected, sizeof expected,
                   "%s is a P-position: its value is 0, so no move "
                   "leads to value 0.",
                   names[i][1]);
    assert_sentence(
        GRUNDY_FACT(GRUNDY_FACT_SUM_P_POSITION, grundy_with_name("position", names[i][0])), true,
        expected);
  }
}

/* Facts keep infinite values of a list, even if their sets change later; in JSON an unknown set is
 * null. */
static void facts_keep_infinite_values(void **state) {
  uint32_t numbers[] = {0, 2};
  const grundy_fact_item items[] = {
      {.position = "a", .number = GRUNDY_INFINITY64, .set = {numbers, 2, false}},
      {.position = "b", .number = GRUNDY_INFINITY64, .set = {NULL, 0, true}},
      {.vertex = GRUNDY_INFINITY, .position = "c", .number = 3}};
  grundy_facts *facts = grundy_facts_new();
  assert_non_null(facts);
  GRUNDY_ADD_FACT(facts, GRUNDY_FACT_PARTS, NULL, grundy_with_name("position", "abc"),
                  grundy_with_items("parts", GRUNDY_FACT_TYPE_VALUES, items, 3),
                  grundy_with_number("others", 0));
  assert_false(facts->failed);
  numbers[0] = numbers[1] = 7;
  const grundy_fact *fact = grundy_facts_get(facts, 0);
  assert_sentence(fact, true,
                  "abc is the sum of a (value inf{0,2}), b (value inf) and c (value 3).");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  assert_true(grundy_fact_write_members(&json, fact, GRUNDY_ENGLISH, ""));
  grundy_json_end(&json);
  fclose(out);
  static const char *const members[] = {"{\"infinite\": [0, 2]}", "{\"infinite\": null}",
                                        "\"value\": 3}"};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (strstr(text, members[i]) == NULL) fail_msg("%s lacks %s", text, members[i]);
  free(text);
  grundy_facts_free(facts);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_kind_has_a_message_with_its_parameters),
      cmocka_unit_test(the_document_lists_every_kind),
      cmocka_unit_test(the_text_of_facts_is_that_of_the_table),
      cmocka_unit_test(numbers_may_be_infinite_and_sets_empty),
      cmocka_unit_test(names_that_look_quoted_are_quoted_everywhere),
      cmocka_unit_test(facts_keep_infinite_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
