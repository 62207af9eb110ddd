/* Digraphs built step by step, with names. */

#include <inttypes.h>

#include <grundy/digraph.h>

#include "digraph/impl.h"
#include "support/test.h"

static grundy_builder *new_builder(void) {
  grundy_builder *builder = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  return builder;
}

static uint32_t vertex(grundy_builder *builder, const char *name) {
  uint32_t v = UINT32_MAX;
  assert_int_equal(grundy_builder_vertex(builder, name, strlen(name), &v, NULL), GRUNDY_OK);
  return v;
}

static void move(grundy_builder *builder, const char *u, const char *v) {
  uint32_t from = vertex(builder, u), to = vertex(builder, v);
  assert_int_equal(grundy_builder_move(builder, from, to, NULL), GRUNDY_OK);
}

static grundy_digraph *finish(grundy_builder *builder) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  return g;
}

static void assert_found(const grundy_digraph *g, const char *name, uint32_t expected) {
  uint32_t v = UINT32_MAX;
  assert_true(grundy_digraph_find(g, name, strlen(name), &v));
  assert_int_equal(v, expected);
}

static void assert_not_found(const grundy_digraph *g, const char *name) {
  uint32_t v;
  assert_false(grundy_digraph_find(g, name, strlen(name), &v));
}

static void assert_name(const grundy_digraph *g, uint32_t v, const char *expected) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  assert_string_equal(grundy_digraph_name(g, v, scratch), expected);
}

/* ---- labels -------------------------------------------------------------------------- */

static void label(grundy_builder *builder, uint32_t v, const char *text) {
  assert_int_equal(grundy_builder_label(builder, v, text, strlen(text), NULL), GRUNDY_OK);
}

static void a_label_is_kept_replaced_and_taken_away(void **state) {
  grundy_builder *builder = new_builder();
  for (int i = 0; i < 5; i++) vertex(builder, (const char *[]){"0", "1", "2", "3", "4"}[i]);
  label(builder, 3, "three");
  label(builder, 1, "no");
  label(builder, 1, "one");
  label(builder, 2, "two");
  label(builder, 2, "");
  label(builder, 0, "three");
  assert_int_equal(grundy_builder_label(builder, 5, "x", 1, NULL), GRUNDY_BAD_ARGUMENT);
  grundy_digraph *g = finish(builder);
  assert_string_equal(grundy_digraph_label(g, 0), "three");
  assert_string_equal(grundy_digraph_label(g, 1), "one");
  assert_null(grundy_digraph_label(g, 2));
  assert_string_equal(grundy_digraph_label(g, 3), "three");
  assert_null(grundy_digraph_label(g, 4));
  assert_name(g, 3, "3");
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

/* ---- names --------------------------------------------------------------------------- */

static void vertices_are_numbered_as_their_names_first_occur(void **state) {
  grundy_builder *builder = new_builder();
  move(builder, "Zürich", "b");
  move(builder, "b", "a");
  move(builder, "a", "Zürich");
  move(builder, "b", "a");
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_order(g), 3);
  assert_int_equal(grundy_digraph_size(g), 3);
  assert_name(g, 0, "Zürich");
  assert_name(g, 1, "b");
  assert_name(g, 2, "a");
  assert_found(g, "Zürich", 0);
  assert_found(g, "a", 2);
  assert_true(grundy_digraph_has_move(g, 0, 1));
  assert_true(grundy_digraph_has_move(g, 2, 0));
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void a_name_is_found_whole_or_not_at_all(void **state) {
  grundy_builder *builder = new_builder();
  vertex(builder, "ab");
  vertex(builder, "a");
  vertex(builder, "");
  vertex(builder, "0");
  grundy_digraph *g = finish(builder);
  assert_found(g, "a", 1);
  assert_found(g, "", 2);
  assert_found(g, "0", 3);
  assert_not_found(g, "b");
  assert_not_found(g, "abc");
  assert_not_found(g, "1");
  uint32_t v = UINT32_MAX;
  assert_true(grundy_digraph_find(g, "abc", 2, &v));
  assert_int_equal(v, 0);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void names_that_are_the_numbers_in_order_are_called_by_number(void **state) {
  grundy_builder *builder = new_builder();
  char name[16];
  for (int i = 0; i < 200; i++) {
    snprintf(name, sizeof name, "%d", i);
    assert_int_equal(vertex(builder, name), i);
  }
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_order(g), 200);
  assert_name(g, 199, "199");
  assert_found(g, "17", 17);
  assert_not_found(g, "017");
  assert_not_found(g, "200");
  char scratch[GRUNDY_NAME_MAX_BYTES];
  assert_ptr_equal(grundy_digraph_name(g, 3, scratch), scratch); /* no name of its own */
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void numbers_in_another_order_are_names(void **state) {
  grundy_builder *builder = new_builder();
  move(builder, "1", "0");
  grundy_digraph *g = finish(builder);
  assert_name(g, 0, "1");
  assert_found(g, "1", 0);
  assert_found(g, "0", 1);
  assert_true(grundy_digraph_has_move(g, 0, 1));
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void leading_zeros_make_a_name(void **state) {
  grundy_builder *builder = new_builder();
  assert_int_equal(vertex(builder, "0"), 0);
  assert_int_equal(vertex(builder, "01"), 1);
  grundy_digraph *g = finish(builder);
  assert_name(g, 1, "01");
  assert_found(g, "01", 1);
  assert_not_found(g, "1");
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void a_hundred_thousand_names_are_all_found(void **state) {
  enum { MANY = 100000 };
  grundy_builder *builder = new_builder();
  char name[32];
  for (int twice = 0; twice < 2; twice++)
    for (int i = 0; i < MANY; i++) {
      snprintf(name, sizeof name, "position %d", i * 7919 % MANY);
      assert_int_equal(vertex(builder, name), i);
    }
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_order(g), MANY);
  for (int i = 0; i < MANY; i++) {
    snprintf(name, sizeof name, "position %d", i * 7919 % MANY);
    assert_found(g, name, (uint32_t)i);
    assert_name(g, (uint32_t)i, name);
  }
  assert_not_found(g, "position 100000");
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

/* ---- the builder --------------------------------------------------------------------- */

/* Numbers from far above to near 0, so that some occur before they are worth a table entry and are
 * looked up again afterwards, mixed with words and numbers beyond 2^32. */
static void numbers_in_any_order_are_found_among_words(void **state) {
  enum { NAMES = 60000 };
  grundy_builder *builder = new_builder();
  char name[32];
  for (int round = 0; round < 3; round++) {
    for (uint32_t i = 0; i < NAMES; i++) {
      uint64_t number = i % 1000 == 0 ? UINT64_C(4294967290) + i : 7 * (uint64_t)(NAMES - i);
      snprintf(name, sizeof name, i % 3 == 0 ? "w%" PRIu64 : "%" PRIu64, number);
      assert_int_equal(vertex(builder, name), i);
    }
  }
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_order(g), NAMES);
  for (uint32_t v = 0; v < NAMES; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    assert_found(g, grundy_digraph_name(g, v, scratch), v);
  }
  assert_not_found(g, "8");
  assert_not_found(g, "0");
  assert_not_found(g, "4294967295");
  assert_not_found(g, "99999999999");
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

static void a_builder_is_empty_after_finishing_and_may_be_used_again(void **state) {
  grundy_builder *builder = new_builder();
  move(builder, "a", "b");
  grundy_digraph *first = finish(builder);
  assert_int_equal(grundy_builder_move(builder, 0, 1, NULL), GRUNDY_BAD_ARGUMENT);
  move(builder, "c", "c");
  grundy_digraph *second = finish(builder);
  grundy_digraph *empty = finish(builder);
  grundy_builder_free(builder);
  assert_int_equal(grundy_digraph_order(first), 2);
  assert_name(first, 1, "b");
  assert_int_equal(grundy_digraph_order(second), 1);
  assert_name(second, 0, "c");
  assert_true(grundy_digraph_has_move(second, 0, 0));
  assert_int_equal(grundy_digraph_order(empty), 0);
  assert_int_equal(grundy_digraph_size(empty), 0);
  assert_not_found(empty, "a");
  grundy_digraph_free(first);
  grundy_digraph_free(second);
  grundy_digraph_free(empty);
}

static void a_move_joins_vertices_of_the_builder(void **state) {
  grundy_builder *builder = new_builder();
  uint32_t a = vertex(builder, "a");
  grundy_error error = {0};
  assert_int_equal(grundy_builder_move(builder, a, 1, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.status, GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_builder_move(builder, 1, a, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_builder_move(builder, a, a, NULL), GRUNDY_OK);
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_size(g), 1);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
  grundy_builder_free(NULL);
}

static void a_move_has_some_kinds_that_exist(void **state) {
  grundy_builder *builder = new_builder();
  uint32_t a = vertex(builder, "a");
  const unsigned wrong[] = {0, GRUNDY_MOVE_ALL_KINDS + 1, 255};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_error error = {0};
    char message[100];
    snprintf(message, sizeof message, "the kinds of a move are %u; expected 1 to %d", wrong[i],
             (int)GRUNDY_MOVE_ALL_KINDS);
    assert_int_equal(grundy_builder_move_of_kinds(builder, a, a, (uint8_t)wrong[i], &error),
                     GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, message);
  }
  grundy_digraph *g = finish(builder);
  assert_int_equal(grundy_digraph_size(g), 0);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
}

/* As if so many names were there already: only those can still be used. */
static void a_game_has_no_more_positions_than_numbers_of_them(void **state) {
  grundy_builder *builder = new_builder();
  uint32_t a = vertex(builder, "a"), v = 77;
  grundy_error error = {0};
  uint32_t count = builder->names.count;
  builder->names.count = GRUNDY_DIGRAPH_MAX_ORDER;
  assert_int_equal(grundy_builder_vertex(builder, "b", 1, &v, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(error.message,
                      "the game has too many positions; expected at most 2147483647");
  assert_int_equal(v, 77);
  assert_int_equal(grundy_builder_vertex(builder, "a", 1, &v, &error), GRUNDY_OK);
  assert_int_equal(v, a);
  builder->names.count = count;
  grundy_builder_free(builder);
}

/* ---- attributes ---------------------------------------------------------------------- */

static void assert_refused(grundy_status status, const grundy_error *error, const char *message) {
  assert_int_equal(status, GRUNDY_BAD_INPUT);
  assert_string_equal(error->message, message);
}

static void an_attribute_is_for_a_vertex_of_the_builder(void **state) {
  grundy_builder *builder = new_builder();
  grundy_error error;
  vertex(builder, "a");
  assert_int_equal(grundy_builder_player(builder, 1, 'A', &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "the attribute is for vertex 1; expected one below 1");
  assert_int_equal(grundy_builder_outcome(builder, 1, 'P', NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_builder_payoff(builder, 1, 0.5, NULL), GRUNDY_BAD_ARGUMENT);
  grundy_builder_free(builder);
}

static void an_attribute_may_be_repeated_but_not_changed(void **state) {
  grundy_builder *builder = new_builder();
  grundy_error error;
  uint32_t a = vertex(builder, "a"), b = vertex(builder, "b");
  for (int i = 0; i < 2; i++) {
    assert_int_equal(grundy_builder_player(builder, a, 'A', NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_outcome(builder, a, 'D', NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_payoff(builder, b, 0.5, NULL), GRUNDY_OK);
  }
  assert_refused(grundy_builder_player(builder, a, 'B', &error), &error,
                 "'a' already has another player");
  assert_refused(grundy_builder_outcome(builder, a, 'A', &error), &error,
                 "'a' already has another outcome");
  assert_refused(grundy_builder_payoff(builder, b, 1, &error), &error,
                 "'b' already has another payoff");
  assert_refused(grundy_builder_payoff(builder, a, 1, &error), &error,
                 "'a' has both an outcome and a payoff; give only one");
  grundy_builder_free(builder);
}

static grundy_status set_attribute(grundy_builder *builder, const char *name, const char *value,
                                   grundy_error *error) {
  uint32_t v = vertex(builder, name);
  return grundy_builder_attribute(builder, v, name, strlen(name), value, strlen(value), error);
}

/* Each is given to a vertex that is called as the attribute. */
static void attributes_are_words(void **state) {
  static const char outcomes[] =
      "unknown outcome; expected outcome=P, N or draw, or with players A, B or draw";
  grundy_builder *builder = new_builder();
  grundy_error error;
  assert_refused(set_attribute(builder, "player", "AB", &error), &error,
                 "unknown player; expected player=A or player=B");
  assert_refused(set_attribute(builder, "outcome", "", &error), &error, outcomes);
  assert_refused(set_attribute(builder, "outcome", "D", &error), &error, outcomes);
  assert_refused(set_attribute(builder, "outcome", "PN", &error), &error, outcomes);
  assert_refused(set_attribute(builder, "outcome", "x", &error), &error, outcomes);
  assert_int_equal(set_attribute(builder, "outcome", "draw", NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_outcome(builder, 1, 'D', NULL), GRUNDY_OK);
  assert_int_equal(set_attribute(builder, "player", "B", NULL), GRUNDY_OK);
  grundy_builder_free(builder);
}

/* Only terminal positions have outcomes and payoffs. */
static void a_position_with_moves_has_no_end(void **state) {
  for (int payoff = 0; payoff < 2; payoff++) {
    grundy_builder *builder = new_builder();
    grundy_digraph *g = NULL;
    grundy_error error;
    char message[128];
    move(builder, "a", "b");
    assert_int_equal(payoff ? grundy_builder_payoff(builder, 0, 1, NULL)
                            : grundy_builder_outcome(builder, 0, 'P', NULL),
                     GRUNDY_OK);
    (void)snprintf(message, sizeof message,
                   "'a' has %s, but there are moves from it; only terminal positions can have one",
                   payoff ? "a payoff" : "an outcome");
    assert_refused(grundy_builder_finish(builder, NULL, &g, &error), &error, message);
    assert_null(g);
    grundy_builder_free(builder);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_label_is_kept_replaced_and_taken_away),
      cmocka_unit_test(vertices_are_numbered_as_their_names_first_occur),
      cmocka_unit_test(a_name_is_found_whole_or_not_at_all),
      cmocka_unit_test(names_that_are_the_numbers_in_order_are_called_by_number),
      cmocka_unit_test(numbers_in_another_order_are_names),
      cmocka_unit_test(leading_zeros_make_a_name),
      cmocka_unit_test(a_hundred_thousand_names_are_all_found),
      cmocka_unit_test(numbers_in_any_order_are_found_among_words),
      cmocka_unit_test(a_builder_is_empty_after_finishing_and_may_be_used_again),
      cmocka_unit_test(a_move_joins_vertices_of_the_builder),
      cmocka_unit_test(a_move_has_some_kinds_that_exist),
      cmocka_unit_test(a_game_has_no_more_positions_than_numbers_of_them),
      cmocka_unit_test(an_attribute_is_for_a_vertex_of_the_builder),
      cmocka_unit_test(an_attribute_may_be_repeated_but_not_changed),
      cmocka_unit_test(attributes_are_words),
      cmocka_unit_test(a_position_with_moves_has_no_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
