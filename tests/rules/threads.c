/* Rules in Lua that are called by several threads, each with a state of its own: the same games,
 * the same errors and the same limits as with one thread. */

#include <grundy/grundy.h>

#include "base/monitor.h"
#include "game/impl.h"
#include "rules/impl.h"
#include "rules/positions.h"
#include "support/folder.h"
#include "support/test.h"

static const unsigned thread_counts[] = {1, 2, 3, 8};
enum { COUNTS = sizeof thread_counts / sizeof *thread_counts };

static grundy_status open_with(const char *text, unsigned threads,
                               const grundy_open_options *options, grundy_digraph **g,
                               grundy_error *error) {
  *g = NULL;
  *error = (grundy_error){0};
  grundy_threads_set(threads);
  return grundy_game_open(text, options, g, error);
}

static void assert_same(const grundy_digraph *a, const grundy_digraph *b) {
  assert_int_equal(grundy_digraph_order(a), grundy_digraph_order(b));
  assert_int_equal(grundy_digraph_size(a), grundy_digraph_size(b));
  for (uint32_t v = 0; v < grundy_digraph_order(a); v++) {
    char scratch_a[GRUNDY_NAME_MAX_BYTES], scratch_b[GRUNDY_NAME_MAX_BYTES];
    grundy_vertices in_a = grundy_digraph_followers(a, v), in_b = grundy_digraph_followers(b, v);
    assert_int_equal(in_a.count, in_b.count);
    if (in_a.count > 0) assert_memory_equal(in_a.at, in_b.at, in_a.count * sizeof *in_a.at);
    assert_string_equal(grundy_digraph_name(a, v, scratch_a), grundy_digraph_name(b, v, scratch_b));
  }
}

/* Expects the same game of at least 2,000 positions for all numbers of threads. */
static void expect_same_games(const char *text, const grundy_open_options *options) {
  grundy_digraph *first = NULL;
  for (int i = 0; i < COUNTS; i++) {
    grundy_digraph *g;
    grundy_error error;
    if (open_with(text, thread_counts[i], options, &g, &error) != GRUNDY_OK)
      fail_msg("%s with %u threads: %s", text, thread_counts[i], error.message);
    assert_true(grundy_digraph_order(g) >= 2000);
    if (first == NULL) {
      first = g;
      continue;
    }
    assert_same(first, g);
    grundy_digraph_free(g);
  }
  grundy_digraph_free(first);
}

/* Expects the same error, with this text, for all numbers of threads. */
static void expect_same_errors(const char *script, const char *what) {
  char first[GRUNDY_ERROR_MAX_TEXT] = "";
  write_script(script);
  for (int i = 0; i < COUNTS; i++) {
    grundy_digraph *g;
    grundy_error error;
    char text[GRUNDY_ERROR_MAX_TEXT];
    assert_int_equal(open_with(script_path, thread_counts[i], NULL, &g, &error), GRUNDY_BAD_INPUT);
    (void)grundy_error_format(&error, text, sizeof text);
    if (strstr(text, what) == NULL) fail_msg("%s\nexpected: %s", text, what);
    if (i == 0) memcpy(first, text, sizeof text);
    assert_string_equal(first, text);
  }
}

/* ---- the same games ------------------------------------------------------------------------- */

static void games_are_the_same_for_1_to_8_threads(void **state) {
  static const char *const texts[] = {"wythoff:70,80", "welter:30,27,25", "nim:40,39,38",
                                      GRUNDY_ROOT "/games/fair-shares.lua:27",
                                      "pass(wythoff:50,60, 2)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) expect_same_games(texts[i], NULL);
}

static void outcomes_and_players_are_asked_in_all_states(void **state) {
  write_script("return { start = function() return { 60, 60, 0 } end,"
               "  moves = function(p) local to = {}"
               "    for i = 1, 3 do"
               "      if p[1] >= i then to[#to + 1] = { p[1] - i, p[2], 1 - p[3] } end"
               "      if p[2] >= i then to[#to + 1] = { p[1], p[2] - i, 1 - p[3] } end"
               "    end return to end,"
               "  player = function(p) return p[3] == 0 and 'A' or 'B' end,"
               "  terminal = function(p) return p[1] + p[2] < 3 and p[1] or nil end }");
  expect_same_games(script_path, NULL);
}

static const char remembers[] = "local known = {}\n"
                                "return { start = function() return { 50, 60 } end,\n"
                                "  moves = function(p)\n"
                                "    local key = p[1] * 1000 + p[2]\n"
                                "    if known[key] then return known[key] end\n"
                                "    local to = {}\n"
                                "    for i = 1, p[1] do to[i] = { p[1] - i, p[2] } end\n"
                                "    for i = 1, p[2] do to[#to + 1] = { p[1], p[2] - i } end\n"
                                "    known[key] = to\n"
                                "    return to\n"
                                "  end }\n";

static void a_table_of_earlier_results_is_allowed(void **state) {
  write_script(remembers);
  expect_same_games(script_path, NULL);
}

/* ---- state between calls -------------------------------------------------------------------- */

#define LATER_MOVES                                                                                \
  "local to = {} for i = 1, p[1] do to[i] = { p[1] - i, p[2] } end "                               \
  "for i = 1, p[2] do to[#to + 1] = { p[1], p[2] - i } end "

static void rules_that_count_their_calls_are_refused(void **state) {
  expect_same_errors("local calls = 0\n"
                     "return { start = function() return { 60, 60 } end, moves = function(p)\n"
                     "  calls = calls + 1\n" LATER_MOVES
                     "  if calls % 7 == 3 then to[#to] = nil end return to end }",
                     "not on earlier calls");
  expect_same_errors("last = false\n"
                     "return { start = function() return { 60, 60 } end, moves = function(p)\n"
                     "  last, before = p[1], last\n" LATER_MOVES
                     "  if before and before > p[1] then to[1] = nil to[1] = { 0, 0 } end\n"
                     "  return to end }",
                     "not on earlier calls");
}

static void rules_that_change_late_are_refused(void **state) {
  write_script("local calls = 0\n"
               "return { start = function() return { 120, 120 } end, moves = function(p)\n"
               "  calls = calls + 1\n" LATER_MOVES
               "  if calls > 1500 then to[#to] = nil end return to end }");
  for (int i = 0; i < COUNTS - 1; i++) {
    grundy_digraph *g;
    grundy_error error;
    assert_int_equal(open_with(script_path, thread_counts[i], NULL, &g, &error), GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.message, "not on earlier calls"));
  }
}

static void small_games_have_one_state(void **state) {
  write_script("local calls = 0\n"
               "return { start = function() return { 20, 20 } end, moves = function(p)\n"
               "  calls = calls + 1\n" LATER_MOVES
               "  if calls % 7 == 3 then to[#to] = nil end return to end }");
  grundy_digraph *first, *g;
  grundy_error error;
  assert_int_equal(open_with(script_path, 1, NULL, &first, &error), GRUNDY_OK);
  assert_int_equal(open_with(script_path, 8, NULL, &g, &error), GRUNDY_OK);
  assert_same(first, g);
  grundy_digraph_free(first);
  grundy_digraph_free(g);
}

/* ---- errors and limits ---------------------------------------------------------------------- */

static void the_error_of_the_first_position_counts(void **state) {
  expect_same_errors("return { start = function() return { 60, 60 } end, moves = function(p)\n"
                     "  if (p[1] * 61 + p[2]) % 300 == 11 then error('bad luck') end\n" LATER_MOVES
                     "  return to end }",
                     ":2: in moves of ");
  expect_same_errors("return { start = function() return { 60, 60 } end, moves = function(p)\n"
                     "  if p[1] + p[2] == 40 then return { 'a', 1.5 } end\n" LATER_MOVES
                     "  return to end }",
                     "a number that is not an integer");
}

static void copies_share_the_limit_of_memory(void **state) {
  /* Room for the state of one thread with its table of results, not for eight. */
  grundy_open_options options = {.size = sizeof options, .memory = UINT64_C(1) << 26};
  write_script("local large = {} for i = 1, 1 << 20 do large[i] = i end\n"
               "return { start = function() return { 60, 60 } end,\n"
               "  moves = function(p) " LATER_MOVES " return to end }");
  expect_same_games(script_path, &options);
  options.memory = UINT64_C(40) << 20; /* not for two */
  expect_same_games(script_path, &options);
  write_script(remembers);
  options.memory = UINT64_C(24) << 20;
  expect_same_games(script_path, &options);
}

/* Opens rules in Lua, to be shared. */
static grundy_ruleset *open_rules(const char *text, const grundy_monitor *monitor,
                                  grundy_work *work) {
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  grundy_game_name name = grundy_game_parse(text);
  if (grundy_game_ruleset(&name, &GRUNDY_OPTIONS(grundy_open_options, .window = 0), &ruleset,
                          &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  *work = grundy_work_start(monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, work);
  return ruleset;
}

static void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

/* A file that is an argument may change; a second state would play another game. */
static void a_file_that_has_changed_is_not_read_again(void **state) {
  static const char *const texts[] = {"a b\n", "a b\n", "b a\n"};
  char path[64], text[128];
  snprintf(path, sizeof path, "%s/argument.edges", folder);
  snprintf(text, sizeof text, "%s:%s", script_path, path);
  write_script("return { args = {'g:digraph'}, start = function(g) return #g[1] end,\n"
               "  moves = function(p) return {} end }");
  for (int i = 1; i < 3; i++) {
    int threads = 0;
    grundy_work work;
    write_file(path, texts[0]);
    grundy_ruleset *ruleset = open_rules(text, NULL, &work);
    write_file(path, texts[i]);
    assert_int_equal(grundy_ruleset_share(ruleset, 8, &threads, NULL), GRUNDY_OK);
    assert_int_equal(threads, i == 1 ? 8 : 1);
    grundy_ruleset_close(ruleset);
  }
}

static bool stop_later(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)done, (void)total;
  return --*(int *)context > 0;
}

static void count(void *to, grundy_position position) {
  (void)position;
  ++*(int *)to;
}

/* Each call takes long enough to ask the monitor, also in the state that only checks others. */
static void either_of_two_states_can_be_stopped(void **state) {
  unsigned char sampled[3] = {'i', 128, 2};
  const grundy_position at = {sampled, 3};
  while (grundy_position_hash(at) % 512 != 0)
    if (++sampled[1] == 0) sampled[1] = 128, sampled[2]++;
  write_script(
      "return { start = function() return 1 end,\n"
      "  moves = function(p) for i = 1, 150000 do end return { p < 3 and p + 1 or p } end }");
  bool is_done = false;
  int stopped = 0;
  for (int tick = 1; !is_done; tick++) {
    int ticks = tick, threads = 0, moves = 0;
    const grundy_monitor monitor = {.tick = stop_later, .context = &ticks};
    grundy_error error = {0};
    grundy_work work;
    grundy_ruleset *ruleset = open_rules(script_path, &monitor, &work);
    grundy_status status = grundy_ruleset_share(ruleset, 2, &threads, tick % 2 ? &error : NULL);
    if (status == GRUNDY_OK)
      status = grundy_ruleset_moves(ruleset, at, count, &moves, tick % 2 ? &error : NULL);
    is_done = ticks > 0;
    assert_int_equal(status, is_done ? GRUNDY_OK : GRUNDY_CANCELLED);
    if (tick % 2) assert_int_equal(error.status, status);
    assert_int_equal(moves, is_done);
    stopped += !is_done;
    grundy_ruleset_set_monitor(ruleset, NULL);
    grundy_ruleset_close(ruleset);
  }
  assert_true(stopped >= 8); /* moves of three positions and of one more, in both states */
}

static double started;
static bool allow_a_while(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)phase, (void)done, (void)total;
  return grundy_clock() < started + 0.3;
}

/* The last positions of every batch never end, so that the caller's thread has no work left. */
static void every_thread_can_be_stopped(void **state) {
  const grundy_monitor monitor = {.tick = allow_a_while};
  const grundy_open_options options = {.size = sizeof options, .monitor = &monitor};
  write_script("return { start = function() return { 60, 60 } end, moves = function(p)\n"
               "  while p[1] + p[2] == 60 and p[1] < 5 do end\n" LATER_MOVES " return to end }");
  for (int i = 0; i < COUNTS; i++) {
    grundy_digraph *g;
    grundy_error error;
    started = grundy_clock();
    assert_int_equal(open_with(script_path, thread_counts[i], &options, &g, &error),
                     GRUNDY_CANCELLED);
    assert_true(grundy_clock() < started + 20);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_are_the_same_for_1_to_8_threads),
      cmocka_unit_test(outcomes_and_players_are_asked_in_all_states),
      cmocka_unit_test(a_table_of_earlier_results_is_allowed),
      cmocka_unit_test(rules_that_count_their_calls_are_refused),
      cmocka_unit_test(rules_that_change_late_are_refused),
      cmocka_unit_test(small_games_have_one_state),
      cmocka_unit_test(the_error_of_the_first_position_counts),
      cmocka_unit_test(copies_share_the_limit_of_memory),
      cmocka_unit_test(a_file_that_has_changed_is_not_read_again),
      cmocka_unit_test(either_of_two_states_can_be_stopped),
      cmocka_unit_test(every_thread_can_be_stopped),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
