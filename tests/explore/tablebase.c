/* Tablebases: explored games survive a round trip through a file. */

#include "support/test.h"

#include <grundy/grundy.h>

#include <unistd.h>

typedef struct fixture {
  char folder[64], base[128];
  grundy_digraph *g;
  grundy_solution *solution;
} fixture;

/* ---- rules ------------------------------------------------------------------------------- */

/* Positions of three types and many lengths. */
static const char mixed[] = "return {\n"
                            "  args = { 'n' },\n"
                            "  start = function(n) return n end,\n"
                            "  moves = function(p)\n"
                            "    if type(p) == 'number' then\n"
                            "      local to = { { p, -p, p * 1000000007 } }\n"
                            "      for i = 1, p do to[#to + 1] = p - i end\n"
                            "      return to\n"
                            "    elseif type(p) == 'table' then\n"
                            "      return { string.rep('x', p[1]) }\n"
                            "    end\n"
                            "    return #p > 1 and { p:sub(3) } or {}\n"
                            "  end,\n"
                            "}\n";

/* Names that the script shows and cannot parse. */
static const char shown[] = "return {\n"
                            "  args = { 'n' },\n"
                            "  start = function(n) return n end,\n"
                            "  moves = function(p) return p > 0 and { p - 1, p // 2 } or {} end,\n"
                            "  show = function(p) return 'heap ' .. p end,\n"
                            "}\n";

static const char players[] =
    "return {\n"
    "  args = { 'n' },\n"
    "  start = function(n) return { n, 0 } end,\n"
    "  moves = function(p)\n"
    "    local to = {}\n"
    "    for i = 1, math.min(2, p[1]) do to[i] = { p[1] - i, 1 - p[2] } end\n"
    "    return to\n"
    "  end,\n"
    "  player = function(p) return p[2] == 0 and 'A' or 'B' end,\n"
    "  terminal = function(p) if p[1] == 0 then return %s end end,\n"
    "}\n";

/* Writes a script to the folder and returns the text of its rules, which is static. */
static const char *script(const fixture *f, const char *name, const char *source) {
  static char path[256];
  snprintf(path, sizeof path, "%s/%s.lua", f->folder, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(source, out);
  fclose(out);
  strcat(path, ":9");
  return path;
}

static void remove_script(const fixture *f, const char *name) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s.lua", f->folder, name);
  assert_int_equal(remove(path), 0);
}

/* ---- round trips --------------------------------------------------------------------------- */

static void store(fixture *f, const char *rules) {
  grundy_error error = {0};
  grundy_solve_options all = {.size = sizeof all};
  if (grundy_game_open(rules, NULL, &f->g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  all.columns = grundy_solve_columns(f->g, true) & ~(grundy_columns)GRUNDY_COLUMN_QV;
  assert_int_equal(grundy_solve_in_memory(f->g, &all, &f->solution, &error), GRUNDY_OK);
  FILE *out = fopen(f->base, "wb");
  assert_non_null(out);
  assert_true(grundy_is_explored(f->g));
  if (grundy_tablebase_write(f->g, f->solution, NULL, out, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_int_equal(fclose(out), 0);
}

static grundy_digraph *open_base(const fixture *f) {
  grundy_error error = {0};
  grundy_digraph *g = NULL;
  if (grundy_game_open(f->base, NULL, &g, &error) != GRUNDY_OK)
    fail_msg("%s: %s", error.file, error.message);
  assert_true(grundy_is_explored(g));
  return g;
}

static void forget(fixture *f) {
  grundy_solution_free(f->solution);
  grundy_digraph_free(f->g);
  f->solution = NULL;
  f->g = NULL;
  (void)remove(f->base);
}

static void assert_same_bytes(const void *a, const void *b, size_t size) {
  assert_int_equal(a == NULL, b == NULL);
  if (a != NULL) assert_memory_equal(a, b, size);
}

static void assert_same_game(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  assert_int_equal(grundy_digraph_order(b), order);
  assert_int_equal(grundy_digraph_size(b), grundy_digraph_size(a));
  assert_memory_equal(grundy_digraph_offsets(a), grundy_digraph_offsets(b), 8 * (order + 1));
  assert_same_bytes(grundy_digraph_targets(a), grundy_digraph_targets(b),
                    4 * grundy_digraph_size(a));
  assert_same_bytes(grundy_digraph_players(a), grundy_digraph_players(b), order);
  assert_same_bytes(grundy_digraph_outcomes(a), grundy_digraph_outcomes(b), order);
  assert_same_bytes(grundy_digraph_payoffs(a), grundy_digraph_payoffs(b), 8 * (size_t)order);
  for (uint32_t v = 0; v < order; v++) {
    char x[GRUNDY_NAME_MAX_BYTES], y[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(b, v, y);
    uint32_t found = UINT32_MAX;
    assert_string_equal(grundy_digraph_name(a, v, x), name);
    assert_int_equal(grundy_position_find(b, name, strlen(name), &found, NULL), GRUNDY_OK);
    assert_int_equal(found, v);
  }
}

/* As text, which has every entry of every column. */
static char *text_of(const grundy_digraph *g, const grundy_solution *solution) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  assert_int_equal(grundy_solution_write(g, solution, GRUNDY_FORMAT_TSV, NULL, out, NULL),
                   GRUNDY_OK);
  fclose(out);
  return text;
}

static void assert_same_solution(const fixture *f, const grundy_digraph *g) {
  grundy_solution *read = NULL;
  grundy_error error = {0};
  if (grundy_solution_read(g, f->base, GRUNDY_FORMAT_AUTO, NULL, &read, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  char *before = text_of(f->g, f->solution), *after = text_of(g, read);
  assert_string_equal(before, after);
  free(before);
  free(after);
  grundy_solution_free(read);
}

static void expect_round_trip(fixture *f, const char *rules, const char *removed) {
  store(f, rules);
  if (removed != NULL) remove_script(f, removed); /* it is in the tablebase */
  grundy_digraph *g = open_base(f);
  assert_same_game(f->g, g);
  assert_same_solution(f, g);
  grundy_digraph_free(g);
  forget(f);
}

static void a_tablebase_of_compiled_rules_survives_a_round_trip(void **state) {
  expect_round_trip(*state, "fair-shares:14", NULL);
  expect_round_trip(*state, "fair-shares:1", NULL);
  expect_round_trip(*state, "quixo:3", NULL);
}

static void a_start_without_parts_has_a_tablebase(void **state) {
  fixture *f = *state;
  grundy_open_options options = {.size = sizeof options, .parts = true};
  grundy_error error = {0};
  assert_int_equal(grundy_game_open("coin-rows:2,0", &options, &f->g, &error), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(f->g), 0);
  assert_int_equal(grundy_solve_in_memory(f->g, NULL, &f->solution, &error), GRUNDY_OK);
  FILE *out = fopen(f->base, "wb");
  assert_non_null(out);
  assert_int_equal(grundy_tablebase_write(f->g, f->solution, NULL, out, &error), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  grundy_digraph *g = NULL;
  if (grundy_game_open(f->base, &options, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(grundy_digraph_order(g), 0);
  assert_true(grundy_digraph_type(g) == GRUNDY_GAME_PARTS);
  grundy_digraph_free(g);
  forget(f);
}

static void a_tablebase_of_a_script_needs_no_script_file(void **state) {
  expect_round_trip(*state, "wythoff:6,9", NULL);
  expect_round_trip(*state, script(*state, "mixed", mixed), "mixed");
  expect_round_trip(*state, script(*state, "shown", shown), "shown");
}

static void a_tablebase_keeps_players_outcomes_and_payoffs(void **state) {
  char source[1024];
  static const char *const ends[] = {"'draw'", "p[2] * 2.5 - 1", "p[2] == 0 and 'A' or 'B'"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    snprintf(source, sizeof source, players, ends[i]);
    expect_round_trip(*state, script(*state, "players", source), "players");
  }
}

static void a_tablebase_has_the_same_bytes_after_reading(void **state) {
  fixture *f = *state;
  store(f, "wythoff:4,7");
  grundy_digraph *g = open_base(f);
  char *first = NULL, *second = NULL;
  size_t size = 0, again = 0;
  FILE *out = open_memstream(&first, &size);
  assert_int_equal(grundy_tablebase_write(f->g, f->solution, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  out = open_memstream(&second, &again);
  assert_int_equal(grundy_tablebase_write(g, f->solution, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  assert_int_equal(size, again);
  assert_memory_equal(first, second, size);
  free(first);
  free(second);
  grundy_digraph_free(g);
  forget(f);
}

static void a_plain_reader_sees_the_moves_and_who_moves(void **state) {
  fixture *f = *state;
  char source[1024];
  snprintf(source, sizeof source, players, "'A'");
  store(f, script(f, "players", source));
  remove_script(f, "players");
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_digraph_read(f->base, GRUNDY_FORMAT_AUTO, NULL, &g, NULL), GRUNDY_OK);
  assert_false(grundy_is_explored(g));
  assert_int_equal(grundy_digraph_size(g), grundy_digraph_size(f->g));
  assert_same_bytes(grundy_digraph_players(g), grundy_digraph_players(f->g),
                    grundy_digraph_order(g));
  grundy_digraph_free(g);
  forget(f);
}

/* ---- rejected files ------------------------------------------------------------------------ */

static void only_games_given_by_rules_become_tablebases(void **state) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_error error;
  const uint32_t tail = 0, head = 1;
  assert_int_equal(grundy_digraph_new(2, 1, &tail, &head, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_false(grundy_is_explored(g));
  assert_int_equal(grundy_tablebase_write(g, solution, NULL, stdout, &error), GRUNDY_BAD_ARGUMENT);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Expects that the game of the fixture cannot be stored with these options. */
static void expect_not_stored(fixture *f, const grundy_write_options *options, const char *words) {
  grundy_error error = {0};
  FILE *out = fopen("/dev/null", "wb");
  assert_non_null(out);
  assert_int_not_equal(grundy_tablebase_write(f->g, f->solution, options, out, &error), GRUNDY_OK);
  if (strstr(error.message, words) == NULL) fail_msg("'%s'", error.message);
  assert_int_equal(fclose(out), 0);
}

static void a_tablebase_is_complete(void **state) {
  fixture *f = *state;
  const uint32_t rows[] = {0};
  grundy_open_options window = {.size = sizeof window, .window = 9, .accepts_windows = true};
  grundy_write_options options = {.size = sizeof options, .rows = rows};
  store(f, "wythoff:3,4");
  expect_not_stored(f, &options, "a tablebase has a row for every position");
  forget(f);
  assert_int_equal(grundy_game_open("wythoff:5,5", &window, &f->g, NULL), GRUNDY_OK);
  uint8_t *letters = NULL;
  assert_int_equal(grundy_solution_new(9, &f->solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_add_letters(f->solution, GRUNDY_COLUMN_OUTCOME, &letters, NULL),
                   GRUNDY_OK);
  memset(letters, 'D', 9);
  expect_not_stored(f, NULL, "the solution has no column window");
  forget(f);
}

/* The second position has only one integer. */
static void all_positions_of_a_tablebase_with_names_have_all_fields(void **state) {
  fixture *f = *state;
  grundy_write_options options = {.size = sizeof options, .names = true};
  const char *path =
      script(f, "fields",
             "return { fields = { 'a', 'b' }, start = function() return {1, 2} end,\n"
             "  moves = function(p) return #p > 1 and { {7} } or {} end }");
  assert_int_equal(grundy_game_open(path, NULL, &f->g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(f->g, NULL, &f->solution, NULL), GRUNDY_OK);
  expect_not_stored(f, &options, "position '7' has no field b");
  remove_script(f, "fields");
  forget(f);
}

/* The operators find out which bytes are positions of the game inside. */
static void a_tablebase_of_operators_survives_a_round_trip(void **state) {
  expect_round_trip(*state, "terminal(wythoff:4,5, 1,1)", NULL);
  expect_round_trip(*state, "restrict(wythoff:4,5, a + b ~= 3)", NULL);
  expect_round_trip(*state, "pass(wythoff:3,2)", NULL);
  expect_round_trip(*state, "block(wythoff:2,2, 1)", NULL);
}

static void unreachable_and_invalid_positions_are_distinguished(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  uint32_t v = 77;
  assert_int_equal(grundy_game_open("fair-shares:6", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_find(g, "3,2,1", 5, &v, &error), GRUNDY_OK);
  assert_int_equal(grundy_position_find(g, "3,2", 3, &v, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "the game has no position '3,2'");
  grundy_digraph_free(g);
  assert_int_equal(grundy_game_open("wythoff:3,5", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_find(g, "4,4", 3, &v, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "'4,4' cannot be reached from the start");
  grundy_digraph_free(g);
}

/* Changes every byte of a small tablebase: it is rejected or read, without any other effect. */
static void a_damaged_tablebase_is_rejected(void **state) {
  fixture *f = *state;
  store(f, "wythoff:1,2");
  FILE *file = fopen(f->base, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long size = ftell(file);
  for (long at = 0; at < size; at += 7) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    fseek(file, at, SEEK_SET);
    int byte = getc(file);
    fseek(file, at, SEEK_SET);
    putc(byte ^ 0x41, file);
    fflush(file);
    if (grundy_game_open(f->base, NULL, &g, &error) == GRUNDY_OK)
      grundy_digraph_free(g); /* for example the date of a member */
    else
      assert_true(error.message[0] != '\0' && strpbrk(error.message, "\r\n") == NULL);
    fseek(file, at, SEEK_SET);
    putc(byte, file);
    fflush(file);
  }
  fclose(file);
  grundy_digraph_free(open_base(f));
  forget(f);
}

static int set_up(void **state) {
  static fixture f;
  strcpy(f.folder, "/tmp/grundy-test-XXXXXX");
  if (mkdtemp(f.folder) == NULL) return -1;
  snprintf(f.base, sizeof f.base, "%s/base.npz", f.folder);
  *state = &f;
  return 0;
}

static int tear_down(void **state) {
  return rmdir(((fixture *)*state)->folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_tablebase_of_compiled_rules_survives_a_round_trip),
      cmocka_unit_test(a_start_without_parts_has_a_tablebase),
      cmocka_unit_test(a_tablebase_of_a_script_needs_no_script_file),
      cmocka_unit_test(a_tablebase_keeps_players_outcomes_and_payoffs),
      cmocka_unit_test(a_tablebase_has_the_same_bytes_after_reading),
      cmocka_unit_test(a_plain_reader_sees_the_moves_and_who_moves),
      cmocka_unit_test(only_games_given_by_rules_become_tablebases),
      cmocka_unit_test(a_tablebase_is_complete),
      cmocka_unit_test(all_positions_of_a_tablebase_with_names_have_all_fields),
      cmocka_unit_test(a_tablebase_of_operators_survives_a_round_trip),
      cmocka_unit_test(unreachable_and_invalid_positions_are_distinguished),
      cmocka_unit_test(a_damaged_tablebase_is_rejected),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
