/* Misère quotients, compared with plain search: the outcomes of all sums of a few heaps. */

#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/misere.h>

#include "support/games.h"
#include "support/option_tables.h"
#include "support/test.h"

/* What every sum of heaps is compared with. */
typedef struct comparison {
  const grundy_misere *quotient;
  option_table *table;
  const char *name;
  const uint32_t *heap_of; /* of the heap in the quotient, by heap in the table minus 1; NULL: the
                              same */
  uint32_t known;
  uint64_t compared;
} comparison;

static bool count_move(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  (void)heap, (void)parts, (void)count;
  ++*(uint32_t *)context;
  return true;
}

static void compare_sum(void *context, const uint32_t *sizes, uint32_t count) {
  comparison *c = context;
  uint32_t heaps[32], element, found = 0;
  for (uint32_t i = 0; i < count; i++) {
    heaps[i] = c->heap_of == NULL ? sizes[i] : c->heap_of[sizes[i] - 1];
    if (heaps[i] > c->known) return;
  }
  table_sum sum = table_sum_of(sizes, count);
  bool is_p = option_table_is_p(c->table, &sum);
  assert_int_equal(grundy_misere_value(c->quotient, heaps, count, &element, NULL), GRUNDY_OK);
  if (grundy_misere_is_p(c->quotient, element) != is_p)
    fail_msg("%s: a sum of %u heaps, the first one %u, is %s", c->name, count,
             count == 0 ? 0 : sizes[0], is_p ? "a P-position" : "an N-position");
  assert_int_equal(grundy_misere_winning_moves(c->quotient, heaps, count, count_move, &found, NULL),
                   GRUNDY_OK);
  assert_int_equal(found, option_table_winning_moves(c->table, &sum));
  c->compared++;
}

static uint64_t compare(const grundy_misere *q, option_table *table, const char *name,
                        uint32_t most) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  comparison c = {
      .quotient = q, .table = table, .name = name, .heap_of = facts.heap_of, .known = facts.heaps};
  option_table_each_sum(table, most, compare_sum, &c);
  return c.compared;
}

/* ---- codes ------------------------------------------------------------------------------- */

static void compare_code(const heap_rules *rules, uint32_t heaps, bool is_normal, uint32_t most) {
  char text[64];
  grundy_heap_code *code = NULL;
  grundy_misere *q = NULL;
  heap_rules_text(rules, text, sizeof text);
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  grundy_misere_options options = {
      .size = sizeof options, .max = heaps, .normal_play = is_normal, .max_elements = 300};
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  option_table table = option_table_of_rules(rules, heaps);
  table.is_normal = is_normal;
  assert_true(compare(q, &table, text, most) > 0);
  option_table_free(&table);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

static heap_rules random_rules(grundy_random *random, uint32_t digit) {
  heap_rules rules = {.count = 2 + (uint32_t)grundy_random_below(random, 3)};
  if (grundy_random_below(random, 4) == 0)
    rules.digits[0] = 4 * (uint32_t)grundy_random_below(random, digit / 4);
  for (uint32_t k = 1; k < rules.count; k++)
    rules.digits[k] = (uint32_t)grundy_random_below(random, digit);
  if (grundy_random_below(random, 8) == 0)
    rules.rest = (uint32_t)grundy_random_below(random, digit);
  return rules;
}

static void sums_of_random_codes(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    heap_rules rules = random_rules(&random, i % 5 == 0 ? 36 : 8);
    compare_code(&rules, i % 5 == 0 ? 6 : 8, i % 4 == 0, 4);
  }
  for (uint32_t normal = 0; normal < 2; normal++)
    compare_code(&(heap_rules){.digits = {4}, .count = 1, .unequal = true}, 9, normal != 0, 4);
}

/* Kayles and Dawson's Kayles, where the quotients are wild. */
static void sums_of_known_games(void **state) {
  compare_code(&(heap_rules){.digits = {0, 7, 7}, .count = 3}, 13, false, 3);
  compare_code(&(heap_rules){.digits = {0, 0, 7}, .count = 3}, 15, false, 3);
  compare_code(&(heap_rules){.digits = {0, 1, 2, 3}, .count = 4}, 12, false, 4);
}

/* ---- digraphs ---------------------------------------------------------------------------- */

static void compare_table(option_table *table, uint32_t most) {
  grundy_digraph *g = option_table_digraph(table);
  grundy_misere *q = NULL;
  grundy_misere_options options = {
      .size = sizeof options, .normal_play = table->is_normal, .max_elements = 300};
  assert_int_equal(grundy_misere_of_digraph(g, &options, &q, NULL), GRUNDY_OK);
  (void)compare(q, table, "a table", most);
  grundy_misere_free(q);
  grundy_digraph_free(g);
}

static void sums_of_random_tables(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    option_table table = option_table_random(&random, 3 + (uint32_t)(i % 6), (uint32_t)(i % 4));
    table.is_normal = i % 5 == 0;
    compare_table(&table, 4);
    option_table_free(&table);
  }
}

static void sums_of_random_digraphs(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    grundy_digraph *g = game_acyclic(&random, 2 + (uint32_t)(i % 8), 0.2 + 0.1 * (double)(i % 6));
    uint32_t order = grundy_digraph_order(g);
    grundy_misere *q = NULL;
    grundy_misere_options options = {
        .size = sizeof options, .normal_play = i % 5 == 0, .max_elements = 300};
    assert_int_equal(grundy_misere_of_digraph(g, &options, &q, NULL), GRUNDY_OK);
    const uint32_t *heap_of = grundy_misere_get_facts(q).heap_of;
    option_table table = option_table_new(order);
    table.is_normal = i % 5 == 0;
    /* In the order of heaps, so that options are smaller. */
    for (uint32_t v = 0; v < order; v++) {
      grundy_vertices followers = grundy_digraph_followers(g, v);
      for (uint64_t k = 0; k < followers.count; k++) {
        table_option option = {1, {heap_of[followers.at[k]]}};
        assert_true(option.parts[0] < heap_of[v]);
        table.options[heap_of[v] - 1][table.degrees[heap_of[v] - 1]++] = option;
      }
    }
    comparison c = {.quotient = q,
                    .table = &table,
                    .name = "a digraph",
                    .known = grundy_misere_get_facts(q).heaps};
    option_table_each_sum(&table, 4, compare_sum, &c);
    option_table_free(&table);
    grundy_misere_free(q);
    grundy_digraph_free(g);
  }
}

/* ---- what has no quotient ---------------------------------------------------------------- */

static void assert_undefined(grundy_digraph *g, const char *message) {
  grundy_misere *q = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_misere_of_digraph(g, NULL, &q, &error), GRUNDY_UNDEFINED);
  assert_string_equal(error.message, message);
  assert_null(q);
  grundy_digraph_free(g);
}

static void cycles_have_no_quotient(void **state) {
  static const char message[] = "play can go on forever, and misere quotients are defined only for "
                                "games without cycles";
  assert_undefined(game_from_pairs(2, 1, (const uint32_t[][2]){{0, 0}}), message);
  assert_undefined(game_from_pairs(3, 3, (const uint32_t[][2]){{0, 1}, {1, 2}, {2, 0}}), message);
}

/* A part that splits into itself and another. */
static void growing_sums_have_no_quotient(void **state) {
  option_table table = option_table_new(2);
  table.options[0][0] = (table_option){0};
  table.degrees[0] = 1;
  table.options[1][0] = (table_option){2, {1, 2}};
  table.degrees[1] = 1;
  grundy_digraph *g = option_table_digraph(&table);
  option_table_free(&table);
  assert_undefined(g, "play can go on forever, and misere quotients are defined only for games "
                      "without cycles");
}

/* The digraph of the text. */
static grundy_digraph *game_of(const char *text) {
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  grundy_read_options options = {.size = sizeof options, .stream = in};
  assert_non_null(in);
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES, &options, &g, NULL), GRUNDY_OK);
  fclose(in);
  return g;
}

static void other_games_have_no_quotient(void **state) {
  static const char message[] = "only impartial games without outcomes of their own have a misere "
                                "quotient";
  grundy_open_options options = {.size = sizeof options, .window = 20};
  grundy_digraph *window = NULL;
  assert_undefined(game_of("a b\n@ a player=A\n@ b player=B outcome=A\n"), message);
  assert_undefined(game_of("a b\n@ b outcome=draw\n"), message);
  assert_int_equal(grundy_game_open("wythoff:9,9", &options, &window, NULL), GRUNDY_OK);
  assert_undefined(window, "a window of a game has no misere quotient; use the whole game");
}

/* ---- winning moves ----------------------------------------------------------------------- */

static bool stop_at_first(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  (void)count_move(context, heap, parts, count);
  return false;
}

static void assert_stops(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                         uint32_t all) {
  uint32_t found = 0;
  assert_int_equal(grundy_misere_winning_moves(q, sizes, count, count_move, &found, NULL),
                   GRUNDY_OK);
  assert_int_equal(found, all);
  found = 0;
  assert_int_equal(grundy_misere_winning_moves(q, sizes, count, stop_at_first, &found, NULL),
                   GRUNDY_OK);
  assert_int_equal(found, all > 0);
}

/* In Nim with heaps 7, 6 and 4, whose nim-sum is 5, a move to nim-sum 0 exists in every heap; heaps
 * of 0 have no moves. */
static void a_visitor_can_stop(void **state) {
  static const uint32_t sizes[] = {4, 0, 7, 6}, few[] = {0, 1};
  grundy_heap_code *code = NULL;
  grundy_misere *q = NULL;
  grundy_misere_options options = {.size = sizeof options, .max = 7};
  assert_int_equal(grundy_heap_code_parse("nim", 3, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  assert_stops(q, sizes, 4, 3);
  assert_stops(q, few, 2, 0);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
  /* Heaps of Nim up to 3: with 1, 3 and 3, the moves from 1 to 0 and from 3 to 2 win. */
  grundy_digraph *g = game_of("0\n1 0\n2 0\n2 1\n3 0\n3 1\n3 2\n");
  assert_int_equal(grundy_misere_of_digraph(g, NULL, &q, NULL), GRUNDY_OK);
  const uint32_t *heap_of = grundy_misere_get_facts(q).heap_of;
  const uint32_t heaps[] = {heap_of[1], heap_of[3], heap_of[3]};
  assert_stops(q, heaps, 3, 2);
  assert_stops(q, &heap_of[3], 1, 1); /* to 1 */
  grundy_misere_free(q);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_of_random_codes),
      cmocka_unit_test(sums_of_known_games),
      cmocka_unit_test(sums_of_random_tables),
      cmocka_unit_test(sums_of_random_digraphs),
      cmocka_unit_test(cycles_have_no_quotient),
      cmocka_unit_test(growing_sums_have_no_quotient),
      cmocka_unit_test(other_games_have_no_quotient),
      cmocka_unit_test(a_visitor_can_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
