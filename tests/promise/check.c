/* Checks of rules: correct rules pass, and every promise that is broken on purpose is reported, and
 * no other. */

#include <unistd.h>

#include <grundy/game.h>

#include "promise/check.h"
#include "support/folder.h"
#include "support/test.h"

/* Checks the script, which is written to a file first. */
static void check_script(const char *script, grundy_rules_finding *findings) {
  grundy_error error;
  write_script(script);
  grundy_rules_check_options options = {.size = sizeof options, .seed = 1, .walks = 20};
  if (grundy_rules_check(script_path, &options, findings, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_int_equal(unlink(script_path), 0);
}

static void assert_kept(const grundy_rules_finding *finding) {
  if (finding->broken[0] != '\0')
    fail_msg("%s %s: %s", finding->function, finding->promise, finding->broken);
}

/* Expects that only this promise is broken, with these words in the counterexample. */
static void assert_breaks(const char *script, grundy_promise promise, const char *words) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(script, findings);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++)
    if (i != (int)promise) assert_kept(&findings[i]);
  if (strstr(findings[promise].broken, words) == NULL)
    fail_msg("expected '%s' in '%s'", words, findings[promise].broken);
}

/* ---- correct rules ----------------------------------------------------------------------- */

static void correct_rules_pass(void **state) {
  static const char *const games[] = {"quixo:2",          "quixo:3",         "quixo:5",
                                      "fair-shares:1",    "fair-shares:6,1", "fair-shares:60",
                                      "nine-mens-morris", "mancala:2,1",     "chomp:3,2"};
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_rules_check_options options = {.size = sizeof options, .walks = 10};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    assert_int_equal(grundy_rules_check(games[i], &options, findings, NULL), GRUNDY_OK);
    for (int j = 0; j < GRUNDY_PROMISE_COUNT; j++) assert_kept(&findings[j]);
  }
}

static void missing_functions_are_not_called(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  assert_int_equal(grundy_rules_check("fair-shares:6", NULL, findings, NULL), GRUNDY_OK);
  assert_false(findings[GRUNDY_PROMISE_CANON].applies);
  assert_false(findings[GRUNDY_PROMISE_VALUES].applies);
  assert_true(findings[GRUNDY_PROMISE_READING].applies);
  assert_int_equal(findings[GRUNDY_PROMISE_DIFFERENCE].tried, 11);
}

static void the_same_seed_makes_the_same_plays(void **state) {
  grundy_rules_finding findings[3][GRUNDY_PROMISE_COUNT];
  const uint64_t seeds[] = {1, 1, 2};
  for (int i = 0; i < 3; i++) {
    grundy_rules_check_options options = {.size = sizeof options, .seed = seeds[i], .walks = 3};
    assert_int_equal(grundy_rules_check("quixo:4", &options, findings[i], NULL), GRUNDY_OK);
  }
  assert_memory_equal(findings[0], findings[1], sizeof findings[0]);
  assert_memory_not_equal(findings[0], findings[2], sizeof findings[0]);
}

static void missing_rules_are_an_error(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_error error;
  assert_int_not_equal(grundy_rules_check("nosuch.lua", NULL, findings, &error), GRUNDY_OK);
  assert_int_not_equal(grundy_rules_check("fair-shares:0", NULL, findings, &error), GRUNDY_OK);
  assert_non_null(strstr(error.message, "100 almonds"));
}

/* ---- broken rules ------------------------------------------------------------------------ */

/* One heap; a move takes one or two. The rest of the table follows. */
#define HEAP                                                                                       \
  "return { start = function() return 12 end,\n"                                                   \
  "moves = function(n) local to = {}\n"                                                            \
  "  for i = 1, math.min(n, 2) do to[i] = n - i end return to end,\n"

/* Two heaps; a move takes one stone. */
#define PAIR                                                                                       \
  "return { start = function() return {5, 7} end,\n"                                               \
  "moves = function(p) local to = {}\n"                                                            \
  "  if p[1] > 0 then to[#to + 1] = {p[1] - 1, p[2]} end\n"                                        \
  "  if p[2] > 0 then to[#to + 1] = {p[1], p[2] - 1} end return to end,\n"

/* Each player has a heap, the player to move the first one, and takes one or two stones from it. */
#define OWN_HEAPS                                                                                  \
  "return { seen_by = 'mover', start = function() return {4, 4} end,\n"                            \
  "moves = function(p) local to = {}\n"                                                            \
  "  for i = 1, math.min(p[1], 2) do to[i] = {p[2], p[1] - i} end return to end,\n"

static void a_correct_swap_passes(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(HEAP "seen_by = 'mover', swap = function(n) return n end }", findings);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
  assert_true(findings[GRUNDY_PROMISE_SWAP].tried > 0);
  assert_true(findings[GRUNDY_PROMISE_VIEWS].tried >= 13);
  check_script(OWN_HEAPS "}", findings);
  assert_false(findings[GRUNDY_PROMISE_SWAP].applies);
}

static void a_swap_that_changes_values_is_detected(void **state) {
  assert_breaks(OWN_HEAPS "swap = function(p) return {p[2], p[1]} end }", GRUNDY_PROMISE_VIEWS,
                " as the other player sees it, at '");
}

static void a_swap_that_does_not_undo_itself_is_detected(void **state) {
  assert_breaks(PAIR "seen_by = 'mover', swap = function(p)\n"
                     "  return p[1] > p[2] and {p[2], p[1]} or p end }",
                GRUNDY_PROMISE_SWAP, ", and from there to '");
}

/* Only one of two positions that look alike is exchanged with a position of the same value. */
static void a_swap_that_does_not_respect_symmetry_is_detected(void **state) {
  assert_breaks(PAIR "canon = function(p)\n"
                     "  return {math.min(p[1], p[2]), math.max(p[1], p[2])} end,\n"
                     "seen_by = 'mover', swap = function(p)\n"
                     "  if p[1] == 4 and p[2] == 5 then return {3, 6} end\n"
                     "  if p[1] == 3 and p[2] == 6 then return {4, 5} end\n"
                     "  return p end }",
                GRUNDY_PROMISE_SWAP, "but from the canonical form to that of '");
}

static void a_failing_swap_is_detected(void **state) {
  assert_breaks(HEAP "seen_by = 'mover', swap = function(n) error('oh') end }", GRUNDY_PROMISE_SWAP,
                "oh");
}

/* The other player may see an end that is not a loss of the player to move. */
static void a_swap_with_other_ends_is_detected(void **state) {
  assert_breaks("return { seen_by = 'mover', start = function() return 3 end,\n"
                "moves = function(n) return n > 0 and { 1 - n } or {} end,\n"
                "terminal = function(n) if n == 2 then return 'N' end end,\n"
                "swap = function(n) return -n end }",
                GRUNDY_PROMISE_VIEWS, "a player who cannot move loses");
}

static void moves_that_depend_on_earlier_calls_are_detected(void **state) {
  assert_breaks("local calls = 0\n"
                "return { start = function() return 12 end,\n"
                "moves = function(n) calls = calls + 1\n"
                "  if n == 0 then return {} end\n"
                "  if calls % 5 == 0 and n > 1 then return { n - 2 } end\n"
                "  return { n - 1 } end }",
                GRUNDY_PROMISE_MOVES, "the second time there is");
}

static void moves_that_appear_later_are_detected(void **state) {
  assert_breaks("local calls = 0\n"
                "return { start = function() return 12 end,\n"
                "moves = function(n) calls = calls + 1\n"
                "  if n == 0 then return {} end\n"
                "  return calls > 1 and n > 1 and { n - 1, n - 2 } or { n - 1 } end }",
                GRUNDY_PROMISE_MOVES, "the second time there is a move to '10'");
}

static void failing_moves_are_detected(void **state) {
  assert_breaks("return { start = function() return 3 end,\n"
                "moves = function(n) if n == 1 then error('oh') end return { n - 1 } end }",
                GRUNDY_PROMISE_MOVES, "oh");
}

static void a_canonical_form_that_is_not_canonical_is_detected(void **state) {
  assert_breaks(PAIR "canon = function(p) return { p[2], p[1] } end }", GRUNDY_PROMISE_CANON,
                "whose canonical form is");
}

static void a_canonical_form_with_other_moves_is_detected(void **state) {
  assert_breaks("return { start = function() return {5, 7} end,\n"
                "moves = function(p) local to = {}\n"
                "  if p[1] > 0 then to[#to + 1] = {p[1] - 1, p[2]} end\n"
                "  for i = 1, math.min(p[2], 2) do to[#to + 1] = {p[1], p[2] - i} end\n"
                "  return to end,\n"
                "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end }",
                GRUNDY_PROMISE_CLASSES, "does from its canonical form");
}

static void a_canonical_form_with_another_end_is_detected(void **state) {
  assert_breaks(PAIR "terminal = function(p) if p[1] == 3 then return 'P' end end,\n"
                     "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } "
                     "end }",
                GRUNDY_PROMISE_CLASSES, "canonical form");
}

static void a_canonical_form_with_another_player_or_payoff_is_detected(void **state) {
  static const char *const forms[] = {
      "canon = function(p) return { p[1], p[2] - (p[1] + p[2]) % 2 } end }",
      "terminal = function(p) if p[1] == 0 then return p[2] end end,\n"
      "canon = function(p) return p[1] == 0 and { 0, p[2] % 2 } or p end }"};
  for (size_t i = 0; i < 2; i++) {
    char script[1024];
    grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
    (void)snprintf(script, sizeof script,
                   PAIR "player = function(p) return (p[1] + p[2]) %% 2 == 0 and 'A' or 'B' end,\n"
                        "%s",
                   forms[i]);
    check_script(script, findings);
    assert_non_null(strstr(findings[GRUNDY_PROMISE_CLASSES].broken,
                           "ends otherwise or belongs to another player"));
  }
}

static void a_canonical_form_that_fails_is_detected(void **state) {
  assert_breaks(PAIR "canon = function(p) error('oh') end }", GRUNDY_PROMISE_CANON, "oh");
  assert_breaks(PAIR "canon = function(p) if p[3] then error('oh') end\n"
                     "  return { p[1], p[2], 0 } end }",
                GRUNDY_PROMISE_CANON, "in canon of '5,7,0': oh");
  /* Then the moves fail, too, and the parts of that form are not compared. */
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(PAIR "canon = function(p) if p[1] == 4 then error('oh') end return p end,\n"
                    "split = function(p) return { p } end }",
               findings);
  assert_non_null(strstr(findings[GRUNDY_PROMISE_CANON].broken, "in canon of '4,7': oh"));
  assert_kept(&findings[GRUNDY_PROMISE_PARTS]);
}

static void parts_that_change_are_detected(void **state) {
  assert_breaks("local calls = 0\n" PAIR "split = function(p) calls = calls + 1\n"
                "  return calls == 1 and { { p[1], 0 }, { 0, p[2] } } or { p } end }",
                GRUNDY_PROMISE_PARTS, "it gives other parts the second time");
  assert_breaks(PAIR "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) }\n"
                     "end,\n"
                     "split = function(p)\n"
                     "  return p[1] > p[2] and { { 0, p[1] }, { 0, p[2] } } or { p } end }",
                GRUNDY_PROMISE_PARTS, "it gives other parts than for the canonical form");
  assert_breaks(PAIR "split = function(p) error('oh') end }", GRUNDY_PROMISE_PARTS, "oh");
}

static void one_name_for_two_positions_is_detected(void **state) {
  assert_breaks(PAIR "show = function(p) return tostring(p[1] + p[2]) end }",
                GRUNDY_PROMISE_DIFFERENCE, "two positions are called");
  assert_breaks("return { start = function() return ('x'):rep(60) end,\n"
                "moves = function(p) return #p > 58 and { p:sub(2) } or {} end,\n"
                "show = function(p) return 'x' end }",
                GRUNDY_PROMISE_DIFFERENCE, "two positions are called 'x', that of the bytes 73 78");
}

static void a_name_that_is_too_long_is_detected(void **state) {
  assert_breaks(HEAP "show = function(n) return string.rep('x', 250 + n) end }",
                GRUNDY_PROMISE_NAMES, "expected at most 255");
}

static void a_name_that_is_not_text_is_detected(void **state) {
  assert_breaks(HEAP "show = function(n) return n .. '\\xff' end }", GRUNDY_PROMISE_NAMES,
                "is not UTF-8");
}

static void a_name_that_is_read_as_another_position_is_detected(void **state) {
  assert_breaks(HEAP "show = function(n) return 'h' .. n end,\n"
                     "parse = function(t) return tonumber(t:sub(2)) // 2 * 2 end }",
                GRUNDY_PROMISE_READING, "its name is read as");
}

static void a_name_that_cannot_be_read_is_detected(void **state) {
  assert_breaks(HEAP "show = function(n) return 'h' .. n end,\n"
                     "parse = function(t) return nil end }",
                GRUNDY_PROMISE_READING, "its name is not read");
}

static void a_name_that_fails_is_not_read(void **state) {
  assert_breaks(HEAP "show = function(n) return n ~= 5 and 'h' .. n or error('oh') end,\n"
                     "parse = function(t) return math.tointeger(t:sub(2)) end }",
                GRUNDY_PROMISE_NAMES, "in show of '5': oh");
}

static void outcomes_of_other_games_are_detected(void **state) {
  assert_breaks(HEAP "terminal = function(n) if n == 1 then return 'A' end end }",
                GRUNDY_PROMISE_ENDS, "as the game has no players");
  assert_breaks(HEAP "terminal = function(n) if n == 1 then return 'lost' end end }",
                GRUNDY_PROMISE_ENDS, "no outcome");
}

static void payoffs_next_to_outcomes_are_detected(void **state) {
  assert_breaks(HEAP "terminal = function(n) if n == 1 then return 5 end end }",
                GRUNDY_PROMISE_ENDS, "there is a payoff; expected P, N or a draw");
#define ALTERNATING                                                                                \
  "return { start = function() return {6, 0} end,\n"                                               \
  "moves = function(p) return p[1] > 0 and { {p[1] - 1, 1 - p[2]}, {p[1] // 2, 1 - p[2]} } or "    \
  "{}\n"                                                                                           \
  "end, player = function(p) return p[2] == 0 and 'A' or 'B' end,\n"
  assert_breaks(ALTERNATING "terminal = function(p) if p[1] == 1 then return 5 end\n"
                            "  if p[1] == 2 then return 'A' end end }",
                GRUNDY_PROMISE_ENDS, "use payoffs everywhere or nowhere");
  assert_breaks(ALTERNATING "terminal = function(p) if p[1] == 2 then return 5 end\n"
                            "  if p[1] == 1 then return 'A' end end }",
                GRUNDY_PROMISE_ENDS, "use payoffs everywhere or nowhere");
}

static void players_that_do_not_take_turns_are_detected(void **state) {
  assert_breaks(HEAP "player = function(n) return n % 2 == 0 and 'A' or 'B' end,\n"
                     "terminal = function(n) if n == 0 then return 'A' end end }",
                GRUNDY_PROMISE_TURNS, "A moves here, and also after");
  assert_breaks(HEAP "player = function(n) return 'C' end,\n"
                     "terminal = function(n) if n == 0 then return 'A' end end }",
                GRUNDY_PROMISE_TURNS, "no player");
}

static void orders_that_change_are_detected(void **state) {
  assert_breaks("local calls = 0\n" HEAP "order = function(n) calls = calls + 1 return calls end }",
                GRUNDY_PROMISE_ORDER, "at '12': it gives 1 and then 2");
  assert_breaks(HEAP "order = function(n) return n > 3 and n or nil end }", GRUNDY_PROMISE_ORDER,
                "it gives nil; expected an integer");
}

/* Each failure takes long here, so there must be few of them. */
static void moves_that_fail_end_the_walks(void **state) {
  assert_breaks("local function f(n) return 1 + f(n) end\n"
                "return { start = function() return 2 end,\n"
                "moves = function(n) return n == 2 and {1} or {f(n)} end }",
                GRUNDY_PROMISE_MOVES, "stack overflow");
}

static void a_wrong_closed_form_is_detected(void **state) {
  assert_breaks(HEAP "value = function(n) return n % 4 end }", GRUNDY_PROMISE_VALUES,
                "but the value is");
  assert_breaks("return { start = function() return 2 end,\n"
                "moves = function(n) if n == 0 then return {} end return { n - 1, n } end,\n"
                "value = function(n) return n % 2 end }",
                GRUNDY_PROMISE_VALUES, "but the value is infinite");
  assert_breaks(HEAP "terminal = function(n) if n == 0 then return 'N' end end,\n"
                     "value = function(n) return n % 3 end }",
                GRUNDY_PROMISE_VALUES, "a closed form is only for games in which");
}

static void a_right_closed_form_is_confirmed(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(HEAP "value = function(n) if n > 2 then return n % 3 end end }", findings);
  assert_in_range(findings[GRUNDY_PROMISE_VALUES].tried, 1, 13 * 10); /* one search per position */
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
  check_script(HEAP "terminal = function(n) if n == 0 then return 'P' end end,\n"
                    "value = function(n) return n % 3 end }",
               findings);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
}

/* All plays end far from the last positions. */
static void a_closed_form_of_too_many_positions_is_not_searched(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script("return { start = function() return 5000 end,\n"
               "moves = function(n) return n > 0 and { n - 1 } or {} end,\n"
               "value = function(n) return n % 2 end }",
               findings);
  assert_int_equal(findings[GRUNDY_PROMISE_VALUES].tried, 0);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
}

static void wrong_boards_are_detected(void **state) {
  static const struct {
    const char *board, *words;
  } wrong[] = {
      {"3", "it gives a number; expected a board or nil"},
      {"{}", "it gives a board without grid, points or heaps"},
      {"{ grid = { 'ab', 'c' } }", "rows of different lengths"},
      {"{ grid = {} }", "a grid without cells"},
      {"{ grid = 'ab' }", "whose grid is not an array"},
      {"{ grid = { 3 } }", "whose grid has an entry that is not a string"},
      {"{ grid = { 'a b' } }", "a piece that is not a printable character"},
      {"{ heaps = { n, -1 } }", "a heap that is not an integer from 0"},
      {"{ heaps = { n }, grid = { '.' } }", "several of grid, points and heaps"},
      {"{ heaps = { n }, pices = {} }", "an unknown field"},
      {"{ points = { 3 } }", "whose points has an entry that is not an array"},
      {"{ heaps = { 1, [3] = 1 } }", "whose heaps is not an array"},
      {"{ heaps = { 'x' } }", "a heap that is not an integer from 0"},
      {"{ heaps = { n }, [3] = {} }", "an unknown field"},
      {"{ points = { { 0, 0 } }, titles = 3 }", "whose titles are not a table"},
      {"{ grid = { '.' }, facing = 3 }", "whose facing is not a table"},
      {"{ grid = { '.' }, facing = { X = 'north' } }", "expected left, right, up or down"},
      {"{ grid = { '.' }, facing = { X = 1 } }", "expected left, right, up or down"},
      {"{ points = 1025 }", "a place that does not exist"},
      {"{ points = 0 }", "a board without grid, points or heaps"},
      {"{ points = 2, arrows = { { 1, 3 } } }", "a line that does not join two points"},
      {"{ heaps = { n, 1 }, points = { { 0, 0 } } }", "points for only some of its heaps"},
      {"{ heaps = { n }, points = 2 }", "a point without a heap"},
      {"{ points = { { 0, 0 } }, lines = { { 1, -1 } } }", "a place that does not exist"},
      {"{ points = { { 0, 0 } }, lines = { { 1, 5000 } } }", "a place that does not exist"},
      {"{ grid = { ('.'):rep(1025) } }", "more than 1024 places"},
      {"{ grid = (function() local t = {} for i = 1, 1025 do t[i] = '.' end return t end)() }",
       "more than 1024 places"},
      {"{ points = { { 0 } } }", "whose points has an entry without numbers"},
      {"{ points = { { 0, 0 } }, lines = { { 1, 2 } } }", "a line that does not join two points"},
      {"{ points = { { 0, 0 } }, lines = { { 1, 1.5 } } }", "a place that does not exist"},
      {"{ points = { { 0, 0 } }, pieces = { '', 'X' } }", "a piece on a place that does not exist"},
      {"{ points = { { 0, 0 } }, titles = { X = 3 } }", "a title that is not a string"},
      {"{ points = { { 0, 0 } }, labels = { ('x'):rep(40) } }", "a label of more than 31 bytes"},
      {"n < 5 and { heaps = { n } } or nil", "only one of the boards"},
      {"n > 5 and { heaps = { n } } or { grid = { '.' } }", "boards of different shapes"},
      {"{ grid = { '..' }, steps = q and { { 0, 1, 'X' } } }", "but it is not there afterwards"},
      {"{ grid = q and { '..' } or { '.' }, steps = q and { { 0, 2, 'X' } } }",
       "takes a piece X to place 2, but it is not there afterwards"},
      {"{ grid = { '..' }, steps = q and { { 0, 1 } } }", "a step of a piece that is not a print"},
      {"{ grid = { q and 'X.' or 'O.' }, steps = q and { { 1, 2 } } }",
       "takes a piece X to place 2, but it is not there afterwards"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char script[1024];
    (void)snprintf(script, sizeof script, HEAP "board = function(n, turn, q) return %s end }",
                   wrong[i].board);
    assert_breaks(script, GRUNDY_PROMISE_BOARDS, wrong[i].words);
  }
}

static void right_boards_are_confirmed(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(HEAP "board = function(n, turn) assert(turn == 1 or turn == 2)\n"
                    "return { heaps = { n }, titles = { ['*'] = 'stone' } } end }",
               findings);
  assert_true(findings[GRUNDY_PROMISE_BOARDS].tried > 0);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
}

/* ---- broken ranks ------------------------------------------------------------------------- */

/* The heap from 0 to 12 in one tier; parts of it are replaced by wrong ones. */
static const char *const heap_ranks[][2] = {
    {"count", "function(t) return 13 end"},
    {"rank", "function(n) if n <= 12 then return 0, n end end"},
    {"unrank", "function(t, i) return i end"},
    {"tiers", "function(t) return {} end"},
    {"unmoves", "function(n) return { n + 1, n + 2 } end"},
};

static void check_heap(const char *name, const char *wrong, grundy_promise promise,
                       const char *words) {
  char script[2048];
  int length = snprintf(script, sizeof script, HEAP);
  for (size_t i = 0; i < sizeof heap_ranks / sizeof *heap_ranks; i++)
    length +=
        snprintf(script + length, sizeof script - (size_t)length, "%s = %s,\n", heap_ranks[i][0],
                 strcmp(name, heap_ranks[i][0]) == 0 ? wrong : heap_ranks[i][1]);
  (void)snprintf(script + length, sizeof script - (size_t)length, "}");
  assert_breaks(script, promise, words);
}

static void right_ranks_are_confirmed(void **state) {
  check_heap("", "", GRUNDY_PROMISE_RANKS, "");
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  assert_int_equal(grundy_rules_check("quixo:2", NULL, findings, NULL), GRUNDY_OK);
  for (int i = GRUNDY_PROMISE_RANKS; i <= GRUNDY_PROMISE_UNMOVES; i++) {
    assert_true(findings[i].applies);
    assert_true(findings[i].tried > 0);
  }
  assert_int_equal(findings[GRUNDY_PROMISE_INDICES].tried, 81);
}

static void ranks_that_unrank_does_not_undo_are_detected(void **state) {
  check_heap("count", "function(t) return 12 end", GRUNDY_PROMISE_RANKS,
             "its index in tier 0 is 12, but this tier has 12 indices");
  check_heap("count", "function(t) return -1 end", GRUNDY_PROMISE_RANKS,
             "in count of tier 0: it does not give an integer from 0");
  check_heap("rank", "function(n) if n ~= 5 then return 0, n end end", GRUNDY_PROMISE_RANKS,
             "at '5': it has no rank");
  check_heap("rank", "function(n) return 0, 'x' end", GRUNDY_PROMISE_RANKS,
             "it does not give a tier and an index");
  check_heap("rank", "function(n) return n > 6 and 0 or -1, n end", GRUNDY_PROMISE_RANKS,
             "it does not give a tier and an index");
  check_heap("unrank", "function(t, i) return 12 - i end", GRUNDY_PROMISE_RANKS,
             "where unrank gives '0'");
  check_heap("unrank", "function(t, i) if i ~= 7 then return i end end", GRUNDY_PROMISE_RANKS,
             "at '7': its rank is (0, 7), where unrank gives no position");
}

static void indices_that_rank_does_not_undo_are_detected(void **state) {
  const char *heap = HEAP "count = function() return 14 end,\n"
                          "rank = function(n) return 0, n end,\n"
                          "unrank = function(t, i) return i %s end,\n"
                          "tiers = function(t) return {} end }";
  char script[1024];
  (void)snprintf(script, sizeof script, heap, "% 13");
  assert_breaks(script, GRUNDY_PROMISE_INDICES, "this is unrank(0, 13), but its rank is (0, 0)");
  (void)snprintf(script, sizeof script, heap, "< 13 and i or error('oh')");
  assert_breaks(script, GRUNDY_PROMISE_INDICES, "in unrank of tier 0, index 13");
}

static void an_index_without_a_rank_is_detected(void **state) {
  assert_breaks(HEAP "count = function() return 14 end,\n"
                     "rank = function(n) if n < 13 then return 0, n end end,\n"
                     "unrank = function(t, i) return i end,\n"
                     "tiers = function(t) return {} end }",
                GRUNDY_PROMISE_INDICES, "at '13': this is unrank(0, 13), but it has no rank");
  assert_breaks(HEAP "count = function() return 14 end,\n"
                     "rank = function(n) return n < 13 and 0 or 1, n end,\n"
                     "unrank = function(t, i) return i end,\n"
                     "tiers = function(t) return {} end }",
                GRUNDY_PROMISE_INDICES, "but its rank is (1, 13)");
}

/* Too many tiers, announcements or indices to try all of them: some are tried. */
static void large_games_are_sampled(void **state) {
  static const char *const tiers[] = {
      "t < 100000 and { t + 1 } or {}",
      "(function() local all = {}\n"
      "  for i = 1, t == 1 and (1 << 20) + 1 or 0 do all[i] = 2 end return all end)()",
  };
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  for (size_t i = 0; i < sizeof tiers / sizeof *tiers; i++) {
    char script[1024];
    (void)snprintf(script, sizeof script,
                   "local tiers = { [12] = 1, [11] = 7, [10] = 16385 }\n"
                   "local function tier(n) return tiers[n] or n < 10 and 200000 end\n" HEAP
                   "count = function(t) return t %% 2 == 0 and 0 or 1 << 40 end,\n"
                   "rank = function(n) return tier(n), n end,\n"
                   "unrank = function(t, i) if t == tier(i) then return i end end,\n"
                   "tiers = function(t) return %s end }",
                   tiers[i]);
    check_script(script, findings);
    for (int j = 0; j < GRUNDY_PROMISE_COUNT; j++) assert_kept(&findings[j]);
    assert_true(findings[GRUNDY_PROMISE_INDICES].tried > 0);
  }
}

static void a_sampled_index_that_fails_is_detected(void **state) {
  assert_breaks(HEAP "count = function() return 1 << 40 end,\n"
                     "rank = function(n) return 0, n end,\n"
                     "unrank = function(t, i) return i < 13 and i or error('oh') end,\n"
                     "tiers = function() return {} end }",
                GRUNDY_PROMISE_INDICES, "in unrank of tier 0");
}

/* Continues `left` more times. */
static bool continue_for_a_while(void *context, const char *phase, uint64_t done, uint64_t total) {
  int *left = context;
  (void)phase;
  (void)done;
  (void)total;
  return (*left)-- > 0;
}

static void checks_of_large_games_can_be_cancelled(void **state) {
  grundy_status status = GRUNDY_CANCELLED;
  write_script(HEAP "count = function() return 1 << 40 end,\n"
                    "rank = function(n) return 0, n end,\n"
                    "unrank = function(t, i) return i end,\n"
                    "tiers = function() return {} end }");
  for (int ticks = 0; status == GRUNDY_CANCELLED; ticks++) {
    int left = ticks;
    const grundy_monitor monitor = {.tick = continue_for_a_while, .context = &left};
    grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
    grundy_rules_check_options options = {.size = sizeof options, .walks = 1, .monitor = &monitor};
    status = grundy_rules_check(script_path, &options, findings, NULL);
    assert_int_equal(status, left < 0 ? GRUNDY_CANCELLED : GRUNDY_OK);
  }
  assert_int_equal(unlink(script_path), 0);
}

/* Unused indices are allowed, and so are positions that cannot be reached. */
static void gaps_between_ranks_are_allowed(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  check_script(HEAP "count = function() return 40 end,\n"
                    "rank = function(n) return 7, 2 * n end,\n"
                    "unrank = function(t, i) return i % 2 == 0 and i // 2 or nil end,\n"
                    "tiers = function(t) return {} end }",
               findings);
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) assert_kept(&findings[i]);
}

static void symmetry_that_leaves_a_tier_is_detected(void **state) {
  assert_breaks(PAIR "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } "
                     "end,\n"
                     "count = function(t) return 8 end,\n"
                     "rank = function(p) return p[1], p[2] end,\n"
                     "unrank = function(t, i) return { t, i } end,\n"
                     "tiers = function(t) return t > 0 and { t - 1 } or {} end }",
                GRUNDY_PROMISE_SYMMETRY, "and its canonical form");
}

/* The heap in tiers of five. */
#define FIVES                                                                                      \
  HEAP "count = function(t) return 5 end,\n"                                                       \
       "rank = function(n) return n // 5, n % 5 end,\n"                                            \
       "unrank = function(t, i) if t < 2 or i < 3 then return 5 * t + i end end,\n"

static void tiers_that_are_not_announced_are_detected(void **state) {
  assert_breaks(FIVES "tiers = function(t) return {} end }", GRUNDY_PROMISE_TIERS,
                "at '11': it is in tier 2, and a move leads to '9' in tier 1, which tiers(2) does "
                "not announce");
  assert_breaks(FIVES "tiers = function(t) return { 'x' } end }", GRUNDY_PROMISE_TIERS,
                "in tiers of tier 2: it does not give an array of tiers");
  assert_breaks(FIVES "tiers = function(t) return 5 end }", GRUNDY_PROMISE_TIERS,
                "it gives a number; expected an array of tiers");
}

static void tiers_that_lead_back_are_detected(void **state) {
  assert_breaks(FIVES "tiers = function(t) return { math.max(t - 1, 0) } end }",
                GRUNDY_PROMISE_ACYCLIC, "tier 0 announces itself");
  assert_breaks(FIVES "tiers = function(t) return { (t - 1) % 3 } end }", GRUNDY_PROMISE_ACYCLIC,
                "tier 0 announces tier 2, which leads to tier 0");
}

static void unmoves_that_are_not_the_inverse_of_moves_are_detected(void **state) {
  check_heap("unmoves", "function(n) return { n + 1 } end", GRUNDY_PROMISE_UNMOVES,
             "which it does not give");
  check_heap("unmoves", "function(n) return { n + 1, n + 2, n + 3 } end", GRUNDY_PROMISE_UNMOVES,
             "from which no move leads here");
  check_heap("unmoves", "function(n) return 1 end", GRUNDY_PROMISE_UNMOVES,
             "expected an array of positions");
}

/* No move leads to a position with the second number 1, but it is symmetric to one with moves. */
static void unmoves_that_symmetry_changes_are_detected(void **state) {
  assert_breaks("return { start = function() return {5, 1} end,\n"
                "moves = function(p) return p[1] > 0 and { { p[1] - 1, 0 } } or {} end,\n"
                "canon = function(p) return { p[1], 0 } end,\n"
                "count = function() return 12 end,\n"
                "rank = function(p) if p[1] < 6 then return 0, 2 * p[1] + p[2] end end,\n"
                "unrank = function(t, i) return { i // 2, i % 2 } end,\n"
                "tiers = function() return {} end,\n"
                "unmoves = function(p)\n"
                "  return p[2] == 0 and { { p[1] + 1, 0 }, { p[1] + 1, 1 } } or {} end }",
                GRUNDY_PROMISE_UNMOVES, "up to symmetry");
}

/* Rules may have ranks for small arguments only. */
static void a_start_without_a_rank_means_no_ranks(void **state) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  assert_int_equal(grundy_rules_check("chomp:1,2", NULL, findings, NULL), GRUNDY_OK);
  assert_true(findings[GRUNDY_PROMISE_RANKS].applies);
  check_script(HEAP "count = function() return 0 end, rank = function() return nil end,\n"
                    "unrank = function() return nil end, tiers = function() return {} end }",
               findings);
  for (int i = GRUNDY_PROMISE_RANKS; i <= GRUNDY_PROMISE_UNMOVES; i++)
    assert_false(findings[i].applies);
}

/* ---- rules that change when they are opened again ------------------------------------------ */

/* A heap from which A and B in turn take one or two counters. What `changes` says differs in the
 * second game. */
typedef enum change {
  NO_CHANGE,
  CHANGE_OF_START,
  CHANGE_OF_MOVES,
  CHANGE_OF_FEWER_MOVES,
  CHANGE_OF_MORE_MOVES,
  CHANGE_OF_NAME,
  CHANGE_OF_PLAYER,
  CHANGE_OF_END,
  CHANGE_OF_PAYOFF,
  CHANGE_OF_KNOWN_VALUE,
  CHANGE_OF_VALUE,
  CHANGE_OF_KINDS,
  FAILURE_OF_END,
  FAILURE_OF_OPENING,
  START_OF_EVERY_CALL,
} change;

static change changes;
static int games;  /* that were opened */
static int starts; /* calls of `start` */

typedef struct heap_game {
  int number;
} heap_game;

static heap_game opened_games[2];

static bool differs(const void *game, change what) {
  return changes == what && ((const heap_game *)game)->number == 2;
}

static const char *open_heap(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  if (games == 1 && changes == FAILURE_OF_OPENING) return "another day";
  opened_games[games].number = games + 1;
  *game = &opened_games[games++];
  *bytes = 2;
  return NULL;
}

static void start_heap(const void *game, void *position) {
  uint8_t *p = position;
  starts++;
  p[0] = differs(game, CHANGE_OF_START) ? 5 : 6;
  if (changes == START_OF_EVERY_CALL) p[0] = (uint8_t)(starts % 2 + 6);
  p[1] = 'A';
}

static void move_heap(const void *game, const void *position, grundy_emit emit, void *to) {
  const uint8_t *p = position;
  uint8_t turn = p[1] == 'A' ? 'B' : 'A';
  uint8_t most = differs(game, CHANGE_OF_FEWER_MOVES) ? 1 : 2;
  if (differs(game, CHANGE_OF_MORE_MOVES)) most = 3;
  for (uint8_t i = 1; i <= most && i <= p[0]; i++) {
    uint8_t taken = differs(game, CHANGE_OF_MOVES) && p[0] > 1 ? (uint8_t)(3 - i) : i;
    emit(to, (uint8_t[]){(uint8_t)(p[0] - taken), turn});
  }
}

/* Taking one counter lets the player move again, but not in the second game. */
static void move_heap_by_kinds(const void *game, const void *position, grundy_emit_move emit,
                               void *to) {
  const uint8_t *p = position;
  for (uint8_t i = 1; i <= 2 && i <= p[0]; i++)
    emit(to, (uint8_t[]){(uint8_t)(p[0] - i), 'A'},
         i == 1 && !differs(game, CHANGE_OF_KINDS) ? '+' : '-');
}

static size_t show_heap(const void *game, const void *position, char *text, size_t size) {
  const uint8_t *p = position;
  const char *prefix = differs(game, CHANGE_OF_NAME) ? "heap" : "";
  return (size_t)snprintf(text, size, "%s%d%c", prefix, p[0], p[1]);
}

static int player_of_heap(const void *game, const void *position) {
  const uint8_t *p = position;
  return differs(game, CHANGE_OF_PLAYER) ? 'A' + 'B' - p[1] : p[1];
}

static int end_of_heap(const void *game, const void *position, double *payoff) {
  const uint8_t *p = position;
  if (p[0] > 0) return 0;
  *payoff = differs(game, CHANGE_OF_PAYOFF) ? 2 : 1;
  if (differs(game, FAILURE_OF_END)) return 'x';
  if (changes == CHANGE_OF_PAYOFF) return '$';
  return differs(game, CHANGE_OF_END) ? 'A' : 'B';
}

static bool value_of_heap(const void *game, const void *position, uint32_t *value) {
  const uint8_t *p = position;
  *value = (p[0] + differs(game, CHANGE_OF_VALUE)) % 3;
  return !differs(game, CHANGE_OF_KNOWN_VALUE);
}

static grundy_status open_heap_rules(const void *context, const grundy_ruleset_options *options,
                                     grundy_ruleset **ruleset, grundy_error *error) {
  grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                        .size = sizeof rules,
                        .title = "heap",
                        .open = open_heap,
                        .start = start_heap,
                        .moves = move_heap,
                        .show = show_heap};
  (void)context;
  (void)options;
  if (changes == CHANGE_OF_VALUE || changes == CHANGE_OF_KNOWN_VALUE) {
    rules.value = value_of_heap;
  } else if (changes == CHANGE_OF_KINDS) {
    rules.moves = NULL;
    rules.moves_of_kinds = move_heap_by_kinds;
  } else {
    rules.player = player_of_heap;
    rules.terminal = end_of_heap;
  }
  return grundy_compiled_linked("heap", &rules, "", ruleset, error);
}

static void rules_that_change_when_they_are_opened_again_are_detected(void **state) {
  static const struct {
    change change;
    grundy_promise promise;
    const char *words;
  } cases[] = {
      {NO_CHANGE, GRUNDY_PROMISE_AGAIN, ""},
      {CHANGE_OF_START, GRUNDY_PROMISE_AGAIN,
       "start leads to '6A', and to '5A' when the rules are opened again"},
      {CHANGE_OF_MOVES, GRUNDY_PROMISE_AGAIN,
       "at '6A': move 1 leads to '5B', and to '4B' when the rules are opened again"},
      {CHANGE_OF_FEWER_MOVES, GRUNDY_PROMISE_AGAIN,
       "at '6A': move 2 leads to '4B', and to nothing when the rules are opened again"},
      {CHANGE_OF_MORE_MOVES, GRUNDY_PROMISE_AGAIN,
       "at '6A': move 3 leads to nothing, and to '3B' when the rules are opened again"},
      {CHANGE_OF_NAME, GRUNDY_PROMISE_AGAIN,
       "at '6A': its name is 'heap6A' when the rules are opened again"},
      {CHANGE_OF_PLAYER, GRUNDY_PROMISE_AGAIN, "at '6A': its player or its end differs"},
      {CHANGE_OF_END, GRUNDY_PROMISE_AGAIN, "its player or its end differs"},
      {CHANGE_OF_PAYOFF, GRUNDY_PROMISE_AGAIN, "its player or its end differs"},
      {CHANGE_OF_VALUE, GRUNDY_PROMISE_AGAIN, "at '6A': its value differs"},
      {CHANGE_OF_KNOWN_VALUE, GRUNDY_PROMISE_AGAIN, "at '6A': its value differs"},
      {CHANGE_OF_KINDS, GRUNDY_PROMISE_AGAIN,
       "at '6A': the move to '5A' has another kind when the rules are opened again"},
      {FAILURE_OF_END, GRUNDY_PROMISE_AGAIN, "`terminal` gives no outcome"},
      {FAILURE_OF_OPENING, GRUNDY_PROMISE_AGAIN, "expected another day"},
      {START_OF_EVERY_CALL, GRUNDY_PROMISE_START, "it gives '7A' and then '6A'"},
  };
  const grundy_ruleset_opener opener = {open_heap_rules, NULL};
  grundy_rules_check_options options = {.size = sizeof options, .walks = 5};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
    changes = cases[i].change;
    games = starts = 0;
    assert_int_equal(grundy_ruleset_check(&opener, &options, findings, NULL), GRUNDY_OK);
    for (int j = 0; j < GRUNDY_PROMISE_COUNT; j++)
      if (j != (int)cases[i].promise) assert_kept(&findings[j]);
    if (strstr(findings[cases[i].promise].broken, cases[i].words) == NULL)
      fail_msg("expected '%s' in '%s'", cases[i].words, findings[cases[i].promise].broken);
    if (changes == NO_CHANGE) assert_kept(&findings[GRUNDY_PROMISE_AGAIN]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(correct_rules_pass),
      cmocka_unit_test(missing_functions_are_not_called),
      cmocka_unit_test(the_same_seed_makes_the_same_plays),
      cmocka_unit_test(missing_rules_are_an_error),
      cmocka_unit_test(a_correct_swap_passes),
      cmocka_unit_test(a_swap_that_changes_values_is_detected),
      cmocka_unit_test(a_swap_that_does_not_undo_itself_is_detected),
      cmocka_unit_test(a_swap_that_does_not_respect_symmetry_is_detected),
      cmocka_unit_test(a_failing_swap_is_detected),
      cmocka_unit_test(a_swap_with_other_ends_is_detected),
      cmocka_unit_test(moves_that_depend_on_earlier_calls_are_detected),
      cmocka_unit_test(moves_that_appear_later_are_detected),
      cmocka_unit_test(failing_moves_are_detected),
      cmocka_unit_test(a_canonical_form_that_is_not_canonical_is_detected),
      cmocka_unit_test(a_canonical_form_with_other_moves_is_detected),
      cmocka_unit_test(a_canonical_form_with_another_end_is_detected),
      cmocka_unit_test(a_canonical_form_with_another_player_or_payoff_is_detected),
      cmocka_unit_test(a_canonical_form_that_fails_is_detected),
      cmocka_unit_test(parts_that_change_are_detected),
      cmocka_unit_test(one_name_for_two_positions_is_detected),
      cmocka_unit_test(a_name_that_is_too_long_is_detected),
      cmocka_unit_test(a_name_that_is_not_text_is_detected),
      cmocka_unit_test(a_name_that_is_read_as_another_position_is_detected),
      cmocka_unit_test(a_name_that_cannot_be_read_is_detected),
      cmocka_unit_test(a_name_that_fails_is_not_read),
      cmocka_unit_test(outcomes_of_other_games_are_detected),
      cmocka_unit_test(payoffs_next_to_outcomes_are_detected),
      cmocka_unit_test(players_that_do_not_take_turns_are_detected),
      cmocka_unit_test(orders_that_change_are_detected),
      cmocka_unit_test(moves_that_fail_end_the_walks),
      cmocka_unit_test(a_wrong_closed_form_is_detected),
      cmocka_unit_test(a_right_closed_form_is_confirmed),
      cmocka_unit_test(a_closed_form_of_too_many_positions_is_not_searched),
      cmocka_unit_test(wrong_boards_are_detected),
      cmocka_unit_test(right_boards_are_confirmed),
      cmocka_unit_test(right_ranks_are_confirmed),
      cmocka_unit_test(ranks_that_unrank_does_not_undo_are_detected),
      cmocka_unit_test(indices_that_rank_does_not_undo_are_detected),
      cmocka_unit_test(an_index_without_a_rank_is_detected),
      cmocka_unit_test(large_games_are_sampled),
      cmocka_unit_test(a_sampled_index_that_fails_is_detected),
      cmocka_unit_test(checks_of_large_games_can_be_cancelled),
      cmocka_unit_test(gaps_between_ranks_are_allowed),
      cmocka_unit_test(symmetry_that_leaves_a_tier_is_detected),
      cmocka_unit_test(tiers_that_are_not_announced_are_detected),
      cmocka_unit_test(tiers_that_lead_back_are_detected),
      cmocka_unit_test(unmoves_that_are_not_the_inverse_of_moves_are_detected),
      cmocka_unit_test(unmoves_that_symmetry_changes_are_detected),
      cmocka_unit_test(a_start_without_a_rank_means_no_ranks),
      cmocka_unit_test(rules_that_change_when_they_are_opened_again_are_detected),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
