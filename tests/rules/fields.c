/* Fields: the names that rules give to the integers of a position. */

#include <grundy/grundy.h>

#include "rules/impl.h"
#include "support/test.h"

/* ---- in Lua ------------------------------------------------------------------------------- */

/* Opens a script with these fields, whose only position is `start`. */
static grundy_status open_script(const char *fields, const char *start, grundy_ruleset **ruleset,
                                 grundy_error *error) {
  char source[512];
  grundy_ruleset_options options = {0};
  int length = snprintf(source, sizeof source,
                        "return {\n fields = %s,\n start = function() return %s end,\n"
                        " moves = function() return {} end }",
                        fields, start);
  return grundy_script_open("game.lua", source, (size_t)length, "", &options, ruleset, error);
}

typedef struct answer {
  grundy_ruleset *ruleset;
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  grundy_status status;
  grundy_error error;
} answer;

static void take_fields(void *to, grundy_position position) {
  answer *a = to;
  a->status = grundy_ruleset_fields(a->ruleset, position, a->values, &a->error);
}

/* Returns the fields of the start; the caller closes the rule set. */
static answer fields_of(const char *fields, const char *start) {
  answer a = {0};
  grundy_error error = {0};
  if (open_script(fields, start, &a.ruleset, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(grundy_ruleset_start(a.ruleset, take_fields, &a, NULL), GRUNDY_OK);
  return a;
}

static void refused(const char *fields, const char *start, const char *what) {
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_int_equal(open_script(fields, start, &ruleset, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, what) == NULL)
    fail_msg("'%s' does not contain '%s'", error.message, what);
  assert_null(ruleset);
}

static void fields_are_the_integers_of_an_array(void **state) {
  answer a = fields_of("{\"a\", \"b_2\"}", "{-5, 1 << 62}");
  assert_int_equal(a.status, GRUNDY_OK);
  assert_int_equal(a.ruleset->field_count, 2);
  assert_string_equal(a.ruleset->field_names[0], "a");
  assert_string_equal(a.ruleset->field_names[1], "b_2");
  assert_true(a.values[0] == -5 && a.values[1] == INT64_C(1) << 62);
  grundy_ruleset_close(a.ruleset);
}

static void an_integer_is_one_field(void **state) {
  answer a = fields_of("{\"n\"}", "17");
  assert_int_equal(a.ruleset->field_count, 1);
  assert_int_equal(a.values[0], 17);
  grundy_ruleset_close(a.ruleset);
}

static void names_beyond_the_integers_of_the_start_are_not_used(void **state) {
  answer a = fields_of("{\"a\", \"b\", \"c\"}", "{4, 6}");
  assert_int_equal(a.ruleset->field_count, 2);
  assert_int_equal(a.values[1], 6);
  grundy_ruleset_close(a.ruleset);
}

static void integers_beyond_the_names_are_not_fields(void **state) {
  answer a = fields_of("{\"a\", \"b\"}", "{4, 6, 8}");
  assert_int_equal(a.status, GRUNDY_OK);
  assert_int_equal(a.ruleset->field_count, 2);
  assert_true(a.values[0] == 4 && a.values[1] == 6 && a.values[2] == 0);
  grundy_ruleset_close(a.ruleset);
}

/* ---- positions from integers --------------------------------------------------------------- */

/* Which lists of integers are positions; those of rules without canon are what they are. */
static void integers_are_positions_of_the_same_type(void **state) {
  enum { MOST = 4096 };
  static const struct {
    const char *start, *canon;
    uint32_t count; /* of integers: 7, 6, 7, 6 … */
    bool can;
    const char *name; /* of the position; NULL: there is none */
  } rows[] = {
      {"5", "nil", 1, true, "7"},
      {"5", "nil", 2, true, NULL},
      {"5", "nil", 0, true, NULL},
      {"{5}", "nil", 1, true, "7"},
      {"{5}", "nil", 2, true, "7,6"},
      {"{5}", "nil", 0, true, ""},
      {"{5}", "nil", MOST, true, NULL},
      {"'x'", "nil", 1, false, NULL},
      {"{5}", "function(p) table.sort(p) return p end", 2, true, "6,7"},
      {"{5}", "function(p) if #p > 1 then error('no') end return p end", 1, true, "7"},
      {"{5}", "function(p) if #p > 1 then error('no') end return p end", 2, true, NULL},
  };
  int64_t values[MOST];
  for (int i = 0; i < MOST; i++) values[i] = 7 - i % 2;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char start[256];
    grundy_aligned_position like = {.length = 0}, made = {.length = 0};
    grundy_ruleset *ruleset = NULL;
    bool can = !rows[i].can;
    (void)snprintf(start, sizeof start,
                   "%s end, canon = %s, show = function(p) return "
                   "type(p) == 'table' and table.concat(p, ',') or '' .. p",
                   rows[i].start, rows[i].canon);
    assert_int_equal(open_script("nil", start, &ruleset, NULL), GRUNDY_OK);
    assert_int_equal(ruleset->kind->start(ruleset, false, grundy_aligned_take, &like, NULL),
                     GRUNDY_OK);
    assert_int_equal(grundy_ruleset_has_integers(ruleset, grundy_aligned_get(&like)), rows[i].can);
    assert_int_equal(grundy_ruleset_from_integers(ruleset, values, rows[i].count,
                                                  grundy_aligned_get(&like), &can,
                                                  grundy_aligned_take, &made, NULL),
                     GRUNDY_OK);
    assert_int_equal(can, rows[i].can);
    assert_int_equal(made.length > 0, rows[i].name != NULL);
    if (rows[i].name != NULL) {
      char name[GRUNDY_RULES_MAX_NAME];
      assert_int_equal(ruleset->kind->show(ruleset, grundy_aligned_get(&made), name, NULL),
                       GRUNDY_OK);
      assert_string_equal(name, rows[i].name);
    }
    grundy_ruleset_close(ruleset);
  }
}

static void a_start_without_integers_has_no_fields(void **state) {
  answer a = fields_of("{\"Alpha\", \"_z\"}", "{}");
  assert_int_equal(a.status, GRUNDY_OK);
  assert_int_equal(a.ruleset->field_count, 0);
  grundy_ruleset_close(a.ruleset);
}

static void rules_need_no_fields(void **state) {
  answer a = fields_of("nil", "\"text\"");
  assert_int_equal(a.status, GRUNDY_OK);
  assert_int_equal(a.ruleset->field_count, 0);
  grundy_ruleset_close(a.ruleset);
}

static void wrong_fields_are_rejected(void **state) {
  refused("{\"a\", \"a\"}", "{1, 2}", "duplicate field 'a'");
  refused("{\"2a\"}", "{1}", "'2a' is not a name of a field");
  refused("{\"\"}", "{1}", "'' is not a name of a field");
  refused("{\"end\"}", "{1}", "'end' is not a name of a field");
  refused("{\"a b\"}", "{1}", "'a b' is not a name of a field");
  refused("{\"a:b\"}", "{1}", "'a:b' is not a name of a field");
  refused("{\"a/b\"}", "{1}", "'a/b' is not a name of a field");
  refused("{\"[a\"}", "{1}", "'[a' is not a name of a field");
  refused("{\"a{\"}", "{1}", "'a{' is not a name of a field");
  refused("{\"a234567890123456789012345678901234\"}", "{1}", "at most 31");
  refused("{a = \"b\"}", "{1}", "is not an array of names");
  refused("{7}", "{1}", "is not an array of names");
  refused("\"a\"", "{1}", "is not an array of names");
  refused("{\"a\"}", "\"text\"", "the position is a string");
  refused("(function() local t = {} for i = 1, 65 do t[i] = \"a\" .. i end return t end)()", "{1}",
          "there are 65 fields; expected at most 64");
}

static void a_position_with_fewer_integers_than_the_start_is_an_error(void **state) {
  answer a = fields_of("{\"a\", \"b\"}", "{4, 6}");
  const unsigned char one_integer[] = {'a', 2};
  take_fields(&a, (grundy_position){one_integer, sizeof one_integer});
  assert_int_equal(a.status, GRUNDY_BAD_INPUT);
  assert_non_null(strstr(a.error.message, "position '1' has no field b"));
  grundy_ruleset_close(a.ruleset);
}

/* ---- in C --------------------------------------------------------------------------------- */

static size_t field_count; /* what `fields` gives */
static const char *second_name;

static const char *open_two(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = 2;
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  memcpy(position, "\3\5", 2);
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  uint8_t q[2];
  (void)game;
  for (int i = 0; i < 2; i++) {
    memcpy(q, position, 2);
    if (q[i]-- > 0) emit(to, q);
  }
}

static size_t fields(const void *game, const void *position, const char *names[],
                     int64_t values[]) {
  const uint8_t *p = position;
  (void)game;
  if (names != NULL) {
    names[0] = "left";
    names[1] = second_name;
  }
  if (values != NULL)
    for (int i = 0; i < 2; i++) values[i] = p[i];
  return field_count;
}

static const grundy_rules rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "two heaps",
    .open = open_two,
    .start = start,
    .moves = moves,
    .fields = fields,
};

static void every_explored_position_has_fields(void **state) {
  grundy_digraph *g = NULL;
  field_count = 2;
  second_name = "right";
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, NULL), GRUNDY_OK);
  grundy_field_names names = grundy_position_fields(g);
  assert_int_equal(names.count, 2);
  assert_string_equal(names.at[0], "left");
  assert_string_equal(names.at[1], "right");
  assert_int_equal(grundy_digraph_order(g), 24);
  for (uint32_t v = 0; v < 24; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES], expected[32];
    int64_t values[2];
    assert_int_equal(grundy_position_field_values(g, v, values, NULL), GRUNDY_OK);
    snprintf(expected, sizeof expected, "%d,%d", (int)values[0], (int)values[1]);
    assert_string_equal(grundy_digraph_name(g, v, scratch), expected);
  }
  grundy_error error = {0};
  int64_t values[2];
  field_count = 1; /* rules that change their mind */
  assert_int_equal(grundy_position_field_values(g, 0, values, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "another number of fields"));
  grundy_digraph_free(g);
}

static void wrong_names_in_c_are_rejected(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  field_count = 2;
  second_name = NULL;
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "'' is not a name of a field"));
}

static void older_rules_have_no_fields(void **state) {
  grundy_rules older = rules;
  grundy_digraph *g = NULL;
  older.size = offsetof(grundy_rules, fields);
  assert_int_equal(grundy_game_from_rules(&older, "", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_fields(g).count, 0);
  grundy_digraph_free(g);
}

static void a_game_in_a_file_has_no_fields(void **state) {
  grundy_digraph *g = NULL;
  const uint32_t tail = 0, head = 1;
  assert_int_equal(grundy_digraph_new(2, 1, &tail, &head, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_fields(g).count, 0);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_are_the_integers_of_an_array),
      cmocka_unit_test(an_integer_is_one_field),
      cmocka_unit_test(names_beyond_the_integers_of_the_start_are_not_used),
      cmocka_unit_test(integers_beyond_the_names_are_not_fields),
      cmocka_unit_test(integers_are_positions_of_the_same_type),
      cmocka_unit_test(a_start_without_integers_has_no_fields),
      cmocka_unit_test(rules_need_no_fields),
      cmocka_unit_test(wrong_fields_are_rejected),
      cmocka_unit_test(a_position_with_fewer_integers_than_the_start_is_an_error),
      cmocka_unit_test(every_explored_position_has_fields),
      cmocka_unit_test(wrong_names_in_c_are_rejected),
      cmocka_unit_test(older_rules_have_no_fields),
      cmocka_unit_test(a_game_in_a_file_has_no_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
