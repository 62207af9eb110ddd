/* Rules in Lua: what they may do, and the messages about errors. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "game/components/components.h"
#include "rules/impl.h"
#include "support/folder.h"
#include "support/test.h"

/* ---- scripts in files -------------------------------------------------------------------- */

static grundy_status open_with(const char *script, const char *arguments,
                               const grundy_open_options *options, grundy_digraph **g,
                               grundy_error *error) {
  char text[256];
  write_script(script);
  snprintf(text, sizeof text, "%s%s", script_path, arguments);
  return grundy_game_open(text, options, g, error);
}

static grundy_digraph *opened(const char *script, const char *arguments) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  if (open_with(script, arguments, NULL, &g, &error) != GRUNDY_OK)
    fail_msg("%llu: %s", (unsigned long long)error.line, error.message);
  return g;
}

/* Expects an error in that line with that text. */
static void refused(const char *script, const char *arguments, uint64_t line, const char *what) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(open_with(script, arguments, NULL, &g, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, what) == NULL || error.line != line)
    fail_msg("line %llu: %s\nexpected line %llu: %s", (unsigned long long)error.line, error.message,
             (unsigned long long)line, what);
  assert_string_equal(error.file, script_path);
  assert_null(strchr(error.message, '\n'));
}

static void check_name(const grundy_digraph *g, uint32_t v, const char *name) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t found;
  assert_string_equal(grundy_digraph_name(g, v, scratch), name);
  assert_true(grundy_digraph_find(g, name, strlen(name), &found));
  assert_int_equal(found, v);
}

/* ---- positions ---------------------------------------------------------------------------- */

#define RULES(start, moves)                                                                        \
  "return { start = function(...) " start " end,\n moves = function(p) " moves " end }"

static void test_positions(void **state) {
  grundy_digraph *g = opened(RULES("return 3", "return p > 0 and {p - 1} or {}"), "");
  assert_int_equal(grundy_digraph_order(g), 4);
  check_name(g, 0, "3");
  check_name(g, 3, "0");
  grundy_digraph_free(g);

  g = opened(RULES("return 'abc'", "return #p > 0 and {p:sub(2)} or {}"), "");
  assert_int_equal(grundy_digraph_order(g), 4);
  check_name(g, 1, "bc");
  grundy_digraph_free(g);

  g = opened(RULES("return {2, -5}", "return p[1] > 0 and {{p[1] - 1, p[2]}} or {}"), "");
  assert_int_equal(grundy_digraph_order(g), 3);
  check_name(g, 1, "1,-5");
  grundy_digraph_free(g);

  /* Arrays with one element and with none; floats that are integers; all types at once. */
  g = opened(RULES("return {4}",
                   "return type(p) == 'table' and p[1] == 4 and {{2.0}, {}, 7 // 1.0, 'x'} or {}"),
             "");
  assert_int_equal(grundy_digraph_order(g), 5);
  check_name(g, 0, "4");
  check_name(g, 1, "2");
  check_name(g, 3, "7");
  check_name(g, 4, "x");
  grundy_digraph_free(g);

  /* An array that Lua does not enumerate in the order of its keys. */
  g = opened(RULES("return {[3] = 7, [2] = 8, [1] = 9}", "return {}"), "");
  check_name(g, 0, "9,8,7");
  grundy_digraph_free(g);
}

/* A name that is too long is cut, and still is one for which there is room. */
static void test_long_default_names(void **state) {
  char name[GRUNDY_NAME_MAX_BYTES];
  grundy_digraph *g = opened(
      RULES("local t = {} for i = 1, 300 do t[i] = 10 + i % 90 end return t", "return {}"), "");
  assert_ptr_equal(grundy_digraph_name(g, 0, name), name);
  assert_memory_equal(name, "11,12,13,", 9);
  assert_int_equal(strlen(name), GRUNDY_RULES_MAX_NAME - 1);
  grundy_digraph_free(g);
}

/* Numbers of more than 18 digits are texts. */
static void test_long_numbers(void **state) {
  static const char *const names[] = {"999999999999999999", "-999999999999999999",
                                      "1000000000000000000", "-1000000000000000000"};
  grundy_digraph *g =
      opened(RULES("return 999999999999999999", "return p > 0 and { -p } or {}"), "");
  for (int i = 0; i < 4; i++) {
    uint32_t v = 77;
    assert_int_equal(grundy_digraph_find(g, names[i], strlen(names[i]), &v), i < 2);
    if (i < 2) assert_int_equal(v, i);
  }
  grundy_digraph_free(g);
}

/* Every integer survives a round trip. */
static void test_integers(void **state) {
  static const char script[] =
      "local all = {0, 1, -1, 63, 64, -64, -65, 8191, 8192, math.maxinteger, math.mininteger}\n"
      "return { start = function() return {} end,\n"
      "  moves = function(p)\n"
      "    if #p == 0 then return { all } end\n"
      "    for i = 1, #all do assert(p[i] == all[i] and math.type(p[i]) == 'integer') end\n"
      "    return {}\n"
      "  end }";
  grundy_digraph *g = opened(script, "");
  assert_int_equal(grundy_digraph_order(g), 2);
  grundy_digraph_free(g);
}

static void test_invalid_positions(void **state) {
  static const char *const wrong[][2] = {
      {"nil", "it gives nil; expected a position"},
      {"2.5", "a number that is not an integer"},
      {"true", "it gives a boolean"},
      {"{1, 'x'}", "an array with an entry that is not an integer"},
      {"{{1}}", "an array with an entry that is not an integer"},
      {"string.rep('x', 5000)", "too long a string"},
      {"(function() local t = {} for i = 1, 5000 do t[i] = i end return t end)()",
       "too large an array"},
      {"{[2] = 1, [3] = 2}", "a table with other keys than 1, 2, 3"},
      {"{[2.5] = 1}", "a table with other keys than 1, 2, 3"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char script[256];
    snprintf(script, sizeof script, RULES("return %s", "return {}"), wrong[i][0]);
    refused(script, "", 0, wrong[i][1]);
  }
  /* A table that is not an array would lose some of its content. */
  refused(RULES("return 3", "local t = {} for i = 0, p - 1 do t[i] = i end return t"), "", 0,
          "in moves of '3': it gives a table with other keys than 1, 2, 3");
  refused(RULES("return 1", "return {a = 0}"), "", 0, "other keys than 1, 2, 3");
  refused(RULES("return {[0] = 3, 4}", "return {}"), "", 0, "a table with other keys than 1, 2, 3");
  refused(RULES("return 1", "return {{a = 1}}"), "", 0, "a table with other keys than 1, 2, 3");
  refused(RULES("return 1", "return 7"), "", 0,
          "in moves of '1': it gives a number; expected an "
          "array");
  /* All moves would be the last one. */
  refused(
      RULES("return {3, 4}", "local t = {} for i = 1, 2 do p[i] = p[i] - 1 t[i] = p end return t"),
      "", 0, "in moves of '3,4': it changes the position that it gets, and lists it several");
  refused(RULES("return {3}", "p[2] = 4 return {p, p}"), "", 0, "it changes the position that it");
  refused(RULES("return 1", "return {2, true}"), "", 0, "in moves of '1': it gives a boolean");
  refused("return { start = function() return 1 end, moves = function() return {} end,\n"
          "canon = function() end }",
          "", 0, "in canon of '1': it gives nil");
}

/* Scripts that list moves in a table, and the same with `add`. */
static void test_add(void **state) {
  static const char *const same[][4] = {
      /* start, a list, calls of add with the same positions, number of positions */
      {"{3, 2}", "for i = 1, p[1] do t[#t + 1] = {p[1] - i, p[2]} end t[#t + 1] = {p[2], p[1]}",
       "for i = 1, p[1] do add(p[1] - i, p[2]) end add({p[2], p[1]})", "15"},
      {"{5}", "for i = 1, p[1] do t[i] = {p[1] - i} end", "for i = 1, p[1] do add(p[1] - i) end",
       "6"},
      {"5", "for i = 1, p do t[i] = p - i end", "for i = 1, p do add(p - i) end", "6"},
      {"'abc'", "for i = 1, #p do t[i] = p:sub(1, #p - i) end",
       "for i = 1, #p do add(p:sub(1, #p - i)) end", "4"},
      {"3",
       "if p == 3 then t = {{}, {7, -7}, {1 << 62, 1}, 'x'} end if p == 'x' then t = {{4}} end",
       "if p == 3 then add() add(7, -7.0) add(1 << 62, 1) add('x') end if p == 'x' then add({4}) "
       "end",
       "6"},
  };
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    char script[512], name[GRUNDY_NAME_MAX_BYTES], other[GRUNDY_NAME_MAX_BYTES];
    snprintf(script, sizeof script,
             "return { start = function() return %s end,\n"
             "  moves = function(p) local t = {} %s return t end }",
             same[i][0], same[i][1]);
    grundy_digraph *g = opened(script, "");
    snprintf(script, sizeof script,
             "return { start = function() return %s end, moves = function(p, add) %s end }",
             same[i][0], same[i][2]);
    grundy_digraph *h = opened(script, "");
    assert_int_equal(grundy_digraph_order(g), strtoul(same[i][3], NULL, 10));
    assert_int_equal(grundy_digraph_order(h), grundy_digraph_order(g));
    for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
      grundy_vertices some = grundy_digraph_followers(g, v),
                      same_ones = grundy_digraph_followers(h, v);
      assert_int_equal(same_ones.count, some.count);
      for (uint32_t j = 0; j < some.count; j++) assert_int_equal(same_ones.at[j], some.at[j]);
      assert_string_equal(grundy_digraph_name(g, v, name), grundy_digraph_name(h, v, other));
    }
    grundy_digraph_free(g);
    grundy_digraph_free(h);
  }
}

static void test_add_refuses(void **state) {
  static const char *const wrong[][2] = {
      {"add(1, 'x')", "in moves of '3,4': it adds a string; expected integers"},
      {"add(2.5)", "it adds a number that is not an integer; expected integers"},
      {"add(nil)", "it gives nil; expected add(position)"},
      {"add(1, nil)", "it adds nil; expected integers"},
      {"local t = {} for i = 1, 5000 do t[i] = i end add(table.unpack(t))", "too large an array"},
      {"add(1) return {{2}}", "it calls add and gives a table; expected one or the other"},
      {"return 7", "it gives a number; expected an array of positions"},
      {"if kept then kept(1, 2) end", "add is called after the function that got it has ended"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    char script[512];
    snprintf(script, sizeof script,
             "local kept\n"
             "return { start = function() return {3, 4} end,\n"
             "  terminal = function(p) if kept then kept(3) end end,\n"
             "  moves = function(p, add) kept = %s %s end }",
             strstr(wrong[i][0], "kept") != NULL ? "add if #p == 2 then add(5) end" : "nil",
             wrong[i][0]);
    refused(script, "",
            strstr(wrong[i][0], "kept") != NULL ? 3
            : i == 5 || i == 6                  ? 0
                                                : 4,
            wrong[i][1]);
  }
}

/* ---- names, ends, players ------------------------------------------------------------------ */

static void test_show_and_parse(void **state) {
  /* Rules that cannot parse their names: all positions are searched. */
  static const char shown[] = "return { start = function() return 5 end,\n"
                              "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
                              "  show = function(p) return '<' .. p .. '>' end }";
  grundy_digraph *g = opened(shown, "");
  check_name(g, 2, "<3>");
  uint32_t v;
  assert_false(grundy_digraph_find(g, "3", 1, &v));
  grundy_digraph_free(g);

  static const char read[] =
      "return { start = function() return 5 end,\n"
      "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
      "  show = function(p) return ('|'):rep(p) .. '.' end,\n"
      "  parse = function(t) if t:match('^|*%.$') then return #t - 1 end end }";
  g = opened(read, "");
  check_name(g, 2, "|||.");
  assert_false(grundy_digraph_find(g, "||", 2, &v));
  assert_false(grundy_digraph_find(g, "|||||||||.", 10, &v));
  grundy_digraph_free(g);

  /* If a name cannot be made, the default notation is used; invalid UTF-8 is replaced. */
  static const char broken[] =
      "return { start = function() return 3 end,\n"
      "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
      "  show = function(p)\n"
      "    if p == 3 then error('no') elseif p == 2 then return ('x'):rep(300)\n"
      "    elseif p == 1 then while true do end else return '\\xff' end end }";
  g = opened(broken, "");
  check_name(g, 0, "3");
  check_name(g, 1, "2");
  check_name(g, 2, "1");
  check_name(g, 3, "?");
  grundy_digraph_free(g);
}

static void note_misnamed(void *context, const grundy_error *error) {
  *(grundy_error *)context = *error;
}

static void test_failing_names_are_reported(void **state) {
  static const char rules[] = "return { start = function() return 3 end,\n"
                              "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
                              "  show = function(p)\n"
                              "    return p == 1 and nil + 1 or 'p' .. p end,\n"
                              "  parse = function(t)\n"
                              "    return tonumber(t:sub(2)) + 0 end }";
  grundy_error reported = {0}, error = {0};
  grundy_open_options options = {
      .size = sizeof options, .misnamed = note_misnamed, .context = &reported};
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  char *text = NULL;
  size_t size;
  uint32_t v;
  assert_int_equal(open_with(rules, "", &options, &g, &error), GRUNDY_OK);
  check_name(g, 0, "p3");
  assert_int_equal(reported.status, GRUNDY_OK);

  /* Writing such a name fails, whichever caller needs it first. */
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  for (int i = 0; i < 2; i++) {
    FILE *out = open_memstream(&text, &size);
    grundy_status status =
        i == 0 ? grundy_solution_write(g, solution, GRUNDY_FORMAT_TSV, NULL, out, &error)
               : grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, &error);
    assert_int_equal(status, GRUNDY_BAD_INPUT);
    assert_int_equal(error.line, 4);
    assert_string_equal(error.file, script_path);
    assert_non_null(strstr(error.message, "in show of '1': attempt to perform arithmetic"));
    assert_int_equal(reported.status, GRUNDY_BAD_INPUT);
    assert_string_equal(reported.message, error.message);
    fclose(out);
    free(text);
  }

  /* A name that a broken function parses is not a name, and the error says why. */
  assert_false(grundy_digraph_find(g, "pp", 2, &v));
  assert_int_equal(grundy_position_find(g, "pp", 2, &v, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.line, 6);
  assert_non_null(strstr(error.message, "in parse of 'pp': attempt to perform arithmetic"));
  assert_int_equal(grundy_position_find(g, "p2", 2, &v, &error), GRUNDY_OK);
  assert_int_equal(v, 1);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static grundy_status write_to_nowhere(const grundy_digraph *g, grundy_error *error) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_status status = grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, error);
  fclose(out);
  return status;
}

/* n positions with m names: they are distinct if and only if m is not smaller. */
static void test_equal_names_are_detected(void **state) {
  static const int sizes[] = {1, 2, 3, 10, 100, 1000};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    for (int names = sizes[i] - 1; names <= sizes[i] + 1; names++) {
      char script[256];
      grundy_error error = {0};
      if (names == 0) continue;
      snprintf(script, sizeof script,
               "return { start = function() return 0 end,\n"
               "moves = function(p) return p < %d and { p + 1 } or {} end,\n"
               "show = function(p) return 'n' .. p %% %d end }",
               sizes[i] - 1, names);
      grundy_digraph *g = opened(script, "");
      assert_int_equal(grundy_digraph_order(g), sizes[i]);
      grundy_status status = write_to_nowhere(g, &error);
      assert_int_equal(status, names < sizes[i] ? GRUNDY_BAD_INPUT : GRUNDY_OK);
      if (status != GRUNDY_OK)
        assert_non_null(strstr(error.message, "two positions are called 'n0'"));
      grundy_digraph_free(g);
    }
}

/* A name that fails is replaced by the usual one, which may be the name of another position. */
static void test_equal_names_after_a_failure_are_that_failure(void **state) {
  grundy_error error = {0};
  grundy_digraph *g = opened("return { start = function() return 2 end,\n"
                             "moves = function(p) return p > 0 and { p - 1 } or {} end,\n"
                             "show = function(p) return p == 1 and error('oh') or '1' end }",
                             "");
  assert_int_equal(write_to_nowhere(g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "in show of '1': oh"));
  grundy_digraph_free(g);
}

static bool stop_checking_names(void *context, const char *phase, uint64_t done, uint64_t total) {
  *(bool *)context |= strcmp(phase, "checking names") == 0 && done <= total;
  return strcmp(phase, "checking names") != 0;
}

static void test_checking_names_can_be_stopped(void **state) {
  bool asked = false;
  grundy_monitor monitor = {.tick = stop_checking_names, .context = &asked};
  grundy_digraph *g = opened(RULES("return 30", "return p > 0 and { p - 1 } or {}"), "");
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  assert_int_equal(
      grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, GRUNDY_MONITORED(&monitor), out, NULL),
      GRUNDY_CANCELLED);
  assert_true(asked);
  /* Names that are known to be distinct are not checked again. */
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, NULL), GRUNDY_OK);
  assert_int_equal(
      grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, GRUNDY_MONITORED(&monitor), out, NULL),
      GRUNDY_OK);
  fclose(out);
  grundy_digraph_free(g);
}

/* The default names of the integer 5, the string "5" and the array {5} are equal. */
static void test_default_names_may_be_equal(void **state) {
  static const char *const positions[] = {"'5'", "{5}"};
  for (size_t i = 0; i < 2; i++) {
    char script[256];
    snprintf(script, sizeof script, RULES("return 5", "return math.type(p) and { %s } or {}"),
             positions[i]);
    grundy_digraph *g = opened(script, "");
    assert_int_equal(grundy_digraph_order(g), 2);
    assert_int_equal(write_to_nowhere(g, NULL), GRUNDY_BAD_INPUT);
    grundy_digraph_free(g);
  }
}

static void test_ends(void **state) {
  static const char rules[] =
      "return { start = function() return 9 end,\n"
      "  moves = function(p) return {p - 1, p - 2} end,\n"
      "  terminal = function(p) if p <= 2 then return ({'P', 'N', 'draw'})[p + 1] end end }";
  grundy_digraph *g = opened(rules, "");
  const uint8_t *outcomes = grundy_digraph_outcomes(g);
  assert_int_equal(grundy_digraph_order(g), 9);
  assert_non_null(outcomes);
  for (uint32_t v = 0; v < 9; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    int x = atoi(grundy_digraph_name(g, v, scratch));
    assert_int_equal(outcomes[v], x > 2 ? 0 : "PND"[x]);
  }
  grundy_digraph_free(g);

  /* If a player who cannot move always loses, that is normal play. */
  g = opened("return { start = function() return 3 end,\n"
             "  moves = function(p) return {p - 1} end,\n"
             "  terminal = function(p) return p == 0 and 'P' end }",
             "");
  assert_null(grundy_digraph_outcomes(g));
  grundy_digraph_free(g);
}

static void test_players(void **state) {
  static const char winners[] = "return { start = function() return 6 end,\n"
                                "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
                                "  player = function(p) return p % 2 == 0 and 'A' or 'B' end }";
  grundy_digraph *g = opened(winners, "");
  assert_int_equal(grundy_digraph_players(g)[0], 'A');
  assert_int_equal(grundy_digraph_players(g)[1], 'B');
  assert_int_equal(grundy_digraph_outcomes(g)[6], 'B'); /* A cannot move */
  assert_null(grundy_digraph_payoffs(g));
  grundy_digraph_free(g);

  static const char payoffs[] = "return { start = function() return 4 end,\n"
                                "  moves = function(p) return {p - 1, p - 3} end,\n"
                                "  terminal = function(p) if p <= 0 then return p * 1.5 end end,\n"
                                "  player = function(p) return p % 2 == 0 and 'A' or 'B' end }";
  g = opened(payoffs, "");
  assert_non_null(grundy_digraph_payoffs(g));
  assert_null(grundy_digraph_outcomes(g));
  grundy_digraph_free(g);
}

static void test_ends_that_are_wrong(void **state) {
#define WITH(more)                                                                                 \
  "return { start = function() return 2 end,\n"                                                    \
  "  moves = function(p) return p > 0 and {p - 1} or {} end,\n" more " }"
  refused(WITH("terminal = function(p) return 'x' end"), "", 0, "it gives no outcome; expected");
  refused(WITH("terminal = function(p) return 0/0 end"), "", 0, "it gives no outcome; expected");
  refused(WITH("player = function(p) return 'C' end"), "", 0, "it gives no player; expected");
  refused(WITH("player = function(p) return 'A' end"), "", 0,
          "at '2' A moves, and again after the move to '1'; players have to move in turn");
  refused(WITH("terminal = function(p) return 'A' end"), "", 0,
          "A wins, but the game has no players");
  refused(WITH("terminal = function(p) return 'B' end"), "", 0,
          "B wins, but the game has no players");
  refused(WITH("terminal = function(p) return {} end"), "", 0, "it gives no outcome; expected");
  refused(WITH("player = function(p) return 3 end"), "", 0, "it gives no player; expected");
  /* The payoff of a position is asked for again when all positions are known. */
  refused(
      "local calls = 0\n" WITH("player = function(p) return p % 2 == 0 and 'A' or 'B' end,\n"
                               "terminal = function(p) if p > 0 then return nil end\n"
                               "  calls = calls + 1 return calls == 1 and 5 or error('oh') end"),
      "", 6, "in terminal of '0': oh");
#define TWO_ENDS(first, second)                                                                    \
  WITH("player = function(p) return p % 2 == 0 and 'A' or 'B' end,\n"                              \
       "moves = function(p) return {p - 1, p - 3} end,\n"                                          \
       "terminal = function(p) return p == 1 and " first " or p == -1 and " second " or nil end")
  refused(TWO_ENDS("5", "'A'"), "", 0, "at '-1' it ends without a payoff, and elsewhere with one;");
  refused(TWO_ENDS("'A'", "5"), "", 0, "at '-1' it ends with a payoff, and elsewhere without;");
  refused(WITH("terminal = function(p) return 7 end"), "", 0,
          "there is a payoff, but the game has no");
  refused(WITH("player = function(p) return p % 2 == 0 and 'A' or 'B' end,\n"
               "terminal = function(p) return p == 9 and 7 end"
               ", value = 3"),
          "", 0, "has number as value; expected a function");
}

/* ---- arguments ------------------------------------------------------------------------------ */

/* Shows the arguments of start. */
#define ARGUMENTS(args)                                                                            \
  "return { args = " args ", start = function(...)\n"                                              \
  "  local t = {...}\n"                                                                            \
  "  for i = 1, select('#', ...) do t[i] = math.type(t[i]) and t[i] or '<' .. t[i] .. '>' end\n"   \
  "  return table.concat(t, ' ') end,\n"                                                           \
  "  moves = function() return {} end }"

static void gets(const char *script, const char *arguments, const char *expected) {
  grundy_digraph *g = opened(script, arguments);
  check_name(g, 0, expected);
  grundy_digraph_free(g);
}

static void test_arguments(void **state) {
  gets(ARGUMENTS("nil"), ":3,x,-4", "3 <x> -4");
  gets(ARGUMENTS("nil"), "", "");
  gets(ARGUMENTS("{'a', 'b'}"), ":3,5", "3 5");
  gets(ARGUMENTS("{'a', 'b=7'}"), ":3", "3 7");
  gets(ARGUMENTS("{'a=1', 'b=7'}"), "", "1 7");
  refused(ARGUMENTS("{'a=1', 'b=7'}"), ":,3", 0, "the argument a is empty");
  refused(ARGUMENTS("{'a=1', 'b=7'}"), ":3,", 0, "the argument b is empty");
  refused(ARGUMENTS("{'w:text=hey', 'b=7'}"), ":,3", 0, "the argument w is empty");
  gets(ARGUMENTS("{'w:text', 's...'}"), ":5,1,2,3", "<5> 1 2 3");
  gets(ARGUMENTS("{'s...'}"), "", "");
  gets(ARGUMENTS("{'s...=4'}"), "", "4");
  gets(ARGUMENTS("{'w:text=hey'}"), "", "<hey>");
  refused(ARGUMENTS("{'a', 'b'}"), ":3", 0, "the argument b is missing");
  refused(ARGUMENTS("{'s...', 'b'}"), ":3", 0, "put it last");
  refused(ARGUMENTS("{'a'}"), ":3,4", 0, "the argument '4' is one too many");
  refused(ARGUMENTS("{'a'}"), ":x", 0, "the argument a is 'x'; expected an integer");
  refused(ARGUMENTS("{'a'}"), ":3x", 0, "the argument a is '3x'; expected an integer");
  refused(ARGUMENTS("{'cops'}"), ":cops3", 0, "the argument cops is 'cops3'; expected an integer");
  gets(ARGUMENTS("{'cops'}"), ":cops=3", "3");
  refused(ARGUMENTS("{'a'}"), ":99999999999999999999", 0, "expected an integer");
  refused(ARGUMENTS("{'a:colour'}"), ":3", 0, "the argument a has an unknown kind");
  refused(ARGUMENTS("{'a.b'}"), ":3", 0, "'a.b' does not describe an argument");
  refused(ARGUMENTS("3"), ":3", 0, "args is not an array of strings");
  refused(ARGUMENTS("{3}"), ":3", 0, "args is not an array of strings");
  refused(ARGUMENTS("{'g:digraph'}"), ":missing.edges", 0, "missing.edges");
  refused(ARGUMENTS("{'g:digraph'}"), ":-", 0, "cannot come from standard input");
}

static void test_too_many_arguments(void **state) {
  enum { MORE = 100001 };
  static char text[2 * MORE + 100];
  grundy_digraph *g = NULL;
  write_script(ARGUMENTS("{'s...'}"));
  char *at = text + sprintf(text, "%s:1", script_path);
  for (int i = 1; i < MORE; i++, at += 2) memcpy(at, ",1", 3);
  assert_int_equal(grundy_game_open(text, NULL, &g, NULL), GRUNDY_OUT_OF_MEMORY);
  assert_null(g);
}

/* What a file says about itself, without starting a game. */
static void test_descriptions(void **state) {
  static const struct {
    const char *args;
    const char *expected;
  } rows[] = {{"nil", ""},
              {"3", ""},
              {"{}", ""},
              {"{'a', 'b=7', 's...'}", "a,b=7,s..."},
              {"{string.rep('x', 5000), 'b'}", "x"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char source[256], title[6000], arguments[6000], expected[6000];
    uint32_t setup = 77;
    snprintf(source, sizeof source, "return { start = next, moves = next, setup = 3, args = %s }",
             rows[i].args);
    snprintf(expected, sizeof expected, "%s", rows[i].expected);
    if (strcmp(expected, "x") == 0) {
      memset(expected, 'x', 5000);
      strcpy(expected + 5000, ",b");
    }
    assert_int_equal(grundy_script_describe("game.lua", source, strlen(source), sizeof title, title,
                                            arguments, &setup, NULL),
                     GRUNDY_OK);
    assert_string_equal(title, "game.lua");
    assert_string_equal(arguments, expected);
    assert_int_equal(setup, 3);
  }
}

/* The first paragraph of the comment at the beginning of a file, in one line. */
static void test_rules_in_comments(void **state) {
  static const char *const rows[][2] = {
      {"-- Take one.\n-- Then stop.\n--\n-- More.\nreturn {}\n", "Take one. Then stop."},
      {"/* Take one.  \n * Then stop.\n *\n * More. */\n", "Take one. Then stop."},
      {"/* Take one. */\nint x;\n", "Take one."},
      {"/* Take one.\n * Then stop. */", "Take one. Then stop."},
      {"/* Take one. */\n/* More. */\n", "Take one."},
      {"-- Take one.", "Take one."},
      {"--[[ Take one.\n]]\n", "Take one."},
      {"--\n-- Take one.\n", ""},
      {"return {}\n", ""},
      {"- 1\n", ""},
      {"// Take one.\n", ""},
      {" Take one.\n", ""},
      {"", ""},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i][1]);
    for (size_t room = 0; room <= 32; room++) {
      char text[33] = "unchanged";
      assert_int_equal(grundy_source_rules(rows[i][0], text, room), length);
      if (room == 0) assert_string_equal(text, "unchanged");
      if (room == 0) continue;
      assert_int_equal(strlen(text), length < room ? length : room - 1);
      assert_memory_equal(text, rows[i][1], strlen(text));
    }
  }
}

/* A script whose start is the graph of its argument. */
#define ON(kind)                                                                                   \
  "return { args = {'g:" kind "'}, start = function(d)\n"                                          \
  "  local t = {}\n"                                                                               \
  "  for u = 1, d.order do\n"                                                                      \
  "    t[u] = d.names[u] .. ':' .. table.concat(d[u], ' ')\n"                                      \
  "  end\n"                                                                                        \
  "  return table.concat(t, ';') end,\n"                                                           \
  "  moves = function() return {} end }"

/* Runs the script on a file with that ending and text; it gets `expected`, or if that is NULL, the
 * file is rejected with `message`. */
static void on_file(const char *script, const char *ending, const char *text, const char *expected,
                    const char *message) {
  char file[300], argument[320];
  snprintf(file, sizeof file, "%s.%s", script_path, ending);
  snprintf(argument, sizeof argument, ":%s", file);
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  if (expected != NULL)
    gets(script, argument, expected);
  else
    refused(script, argument, 0, message);
  (void)unlink(file);
}

static void test_digraphs(void **state) {
  on_file(ON("digraph"), "edges", "a b\nb c\na c\nc c\n", "a:2 3;b:3;c:3", NULL);
  on_file(ON("digraph"), "dot", "graph { a -- b }", NULL, "the graph is undirected");
}

#define GRAPHML(direction, edges)                                                                  \
  "<graphml><graph edgedefault='" direction "'><node id='a'/><node id='b'/><node id='c'/>" edges   \
  "</graph></graphml>"

static void test_graphs(void **state) {
  const char *path_of_three = "a:2;b:1 3;c:2";
  on_file(ON("graph"), "edges", "a b\nb c\n", path_of_three, NULL);
  on_file(ON("graph"), "edges", "a b\nc b\nb a\nc c\n", "a:2;b:1 3;c:2 3", NULL);
  on_file(ON("graph"), "dot", "graph { a -- b -- c; b -- a }", path_of_three, NULL);
  on_file(ON("graph"), "dot", "strict graph g { a -- {b c} }", "a:2 3;b:1;c:1", NULL);
  on_file(ON("graph"), "dot", "digraph { a -> b; c -> b }", path_of_three, NULL);
  on_file(ON("graph"), "dot", "graph { a -> b }", NULL, "a graph has '--' in place of '->'");
  on_file(ON("graph"), "dot", "graph { a -- }", NULL, "'--' must be followed by a node");
  on_file(ON("graph"), "graphml",
          GRAPHML("undirected", "<edge source='a' target='b'/><edge source='c' target='b'/>"),
          path_of_three, NULL);
  on_file(ON("graph"), "graphml",
          GRAPHML("directed",
                  "<edge source='a' target='b' directed='false'/><edge source='b' target='c'/>"),
          path_of_three, NULL);
  on_file(ON("graph"), "graphml", GRAPHML("sideways", ""), NULL, "edgedefault=\"sideways\"");
  on_file(ON("graph"), "mtx",
          "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n", "0:2;1:1 3;2:2",
          NULL);
  on_file(ON("graph"), "edges", "", "", NULL);
}

/* ---- the sandbox ---------------------------------------------------------------------------- */

static void test_sandbox(void **state) {
  grundy_digraph *g = opened(
      "for _, name in ipairs{'io', 'os', 'package', 'debug', 'load', 'loadfile', 'dofile',\n"
      "  'require', 'pcall', 'xpcall', 'print', 'warn', 'collectgarbage', 'setmetatable',\n"
      "  'getmetatable', 'coroutine', 'loadstring'} do assert(rawget(_G, name) == nil, name) end\n"
      "assert(math.random == nil and math.randomseed == nil and string.dump == nil)\n"
      "for _, name in ipairs{'assert', 'error', 'ipairs', 'next', 'pairs', 'rawequal', 'rawget',\n"
      "  'rawlen', 'rawset', 'select', 'tonumber', 'tostring', 'type'} do\n"
      "  assert(type(_G[name]) == 'function', name) end\n"
      "assert(math.floor and string.rep and table.concat and utf8.char)\n"
      "return { start = function() return 1 end, moves = function() return {} end }",
      "");
  grundy_digraph_free(g);
  /* Compiled code is not a script. */
  refused("\x1bLua", "", 0, "attempt to load a binary chunk");
}

/* ---- the same answers in every run -------------------------------------------------------- */

/* Random numbers that are the same in every run, and the order of keys by its definition: numbers,
 * then strings, then booleans. */
#define NAIVE                                                                                      \
  "local seed = 1\n"                                                                               \
  "local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648\n"                     \
  "  return seed // 65536 % n end\n"                                                               \
  "local kinds = { number = 1, string = 2, boolean = 3 }\n"                                        \
  "local function comes_before(a, b)\n"                                                            \
  "  if type(a) ~= type(b) then return kinds[type(a)] < kinds[type(b)] end\n"                      \
  "  if type(a) == 'boolean' then return b and not a end return a < b end\n"                       \
  "local function naive_keys(t, all) local keys = {}\n"                                            \
  "  for _, k in ipairs(all) do if t[k] ~= nil then\n"                                             \
  "    local i = #keys + 1\n"                                                                      \
  "    while i > 1 and comes_before(k, keys[i - 1]) do keys[i] = keys[i - 1] i = i - 1 end\n"      \
  "    keys[i] = k end end\n"                                                                      \
  "  return keys end\n"                                                                            \
  "local function random_key() local kind = random(6)\n"                                           \
  "  if kind == 0 then return random(2) == 0 end\n"                                                \
  "  if kind == 1 then return random(40) - 20 end\n"                                               \
  "  if kind == 2 then return (random(40) - 20) / 2 end\n"                                         \
  "  if kind == 3 then return string.rep('a', random(4)) .. string.char(random(256)) end\n"        \
  "  return random(12) + 1 end\n"                                                                  \
  "local function random_table() local t, all = {}, {}\n"                                          \
  "  for i = 1, random(40) do local k = random_key()\n"                                            \
  "    if t[k] == nil then all[#all + 1] = k end t[k] = i end\n"                                   \
  "  return t, all end\n"

#define GAME "return { start = function() return 1 end, moves = function() return {} end }"

/* Runs a script that asserts something before it returns a game. */
static void runs(const char *script) {
  grundy_digraph_free(opened(script, ""));
}

static void test_pairs_visits_keys_in_order(void **state) {
  runs(NAIVE "for trial = 1, 400 do local t, all = random_table()\n"
             "  local expected, i = naive_keys(t, all), 0\n"
             "  for k, v in pairs(t) do i = i + 1\n"
             "    assert(k == expected[i] and v == t[k]) end\n"
             "  assert(i == #expected)\n"
             "  i = 0\n"
             "  for k, v in next, t do i = i + 1 assert(k == expected[i] and v == t[k]) end\n"
             "  assert(i == #expected and next(t) == expected[1]) end\n"
             "assert(next({}) == nil and select('#', next({})) == 1)\n" GAME);
}

/* Fields may be assigned and cleared while a table is traversed: fields that are cleared before
 * their turn are not visited. */
static void test_tables_may_change_while_they_are_traversed(void **state) {
  runs(NAIVE "for trial = 1, 400 do local t, all = random_table()\n"
             "  local keys, at = naive_keys(t, all), 1\n"
             "  for k, v in pairs(t) do\n"
             "    while t[keys[at]] == nil do at = at + 1 end\n"
             "    assert(k == keys[at] and v == t[k]) at = at + 1\n"
             "    t[k] = -v\n"
             "    for i = 1, 3 do local other = all[random(#all) + 1]\n"
             "      if t[other] ~= nil then t[other] = random(2) == 0 and 99 or nil end end end\n"
             "  while at <= #keys do assert(t[keys[at]] == nil) at = at + 1 end end\n" GAME);
}

/* A table that has become smaller keeps its entries, and a border of a table with gaps may be any
 * number. */
static void test_tables_of_unusual_sizes(void **state) {
  runs("local t = {}\n"
       "for i = 1, 64 do t[i] = i end\n"
       "for i = 5, 64 do t[i] = nil end\n"
       "t.x = 7\n"
       "local text = ''\n"
       "for k, v in pairs(t) do text = text .. k .. v end\n"
       "assert(text == '11223344x7')\n" GAME);
#define WITH_GAPS                                                                                  \
  "local t = {1, 2} for k = 1, 33 do t[1 << k] = k t[(1 << k) + 1] = k end "                       \
  "assert(rawlen(t) > 1 << 31) "
  runs(WITH_GAPS "local n, last = 0, 0\n"
                 "for k in pairs(t) do assert(k > last) n, last = n + 1, k end\n"
                 "assert(n == 67 and last == (1 << 33) + 1)\n" GAME);
  refused(WITH_GAPS "table.sort(t)\n" GAME, "", 1, "array too big");
}

static void test_keys_without_an_order_are_rejected(void **state) {
  static const char what[] = "a key of the table is a table, and such keys have no order";
  refused(RULES("for k in pairs({[{}] = 1}) do end", "return {}"), "", 1, what);
  refused(RULES("return next({[{}] = 1})", "return {}"), "", 1, what);
  refused(RULES("return next({1}, next)", "return {}"), "", 1, "a key of the table is a function");
  refused(RULES("return pairs(3)", "return {}"), "", 1, "table expected, got number");
  runs("local t = {} t[t] = 3 assert(t[t] == 3)\n" GAME);
}

static void test_sort_is_stable(void **state) {
  runs(NAIVE "for trial = 1, 300 do local t = {}\n"
             "  for i = 1, random(trial) do t[i] = random(2 + trial // 4) * 1000 + i end\n"
             "  local count, plain = #t, { table.unpack(t) }\n"
             "  table.sort(t, function(a, b) return a // 1000 < b // 1000 end)\n"
             "  table.sort(plain)\n" /* numbers are in order at first: the same result */
             "  for i = 1, count do assert(t[i] == plain[i]) end\n"
             "  for i = 2, count do assert(plain[i - 1] <= plain[i]) end\n"
             "  assert(#t == count and #plain == count) end\n"
             "local words = {'b', 'a', 'c'} table.sort(words)\n"
             "assert(table.concat(words) == 'abc')\n" GAME);
  refused(RULES("table.sort({3, 'x'}) return 1", "return {}"), "", 1, "attempt to compare");
  refused(RULES("table.sort({3, 4}, 5) return 1", "return {}"), "", 1, "function expected");
}

/* A comparison that is not an order gives some permutation, always the same. */
static void test_sort_survives_inconsistent_comparisons(void **state) {
  runs(NAIVE "for trial = 1, 100 do local t = {}\n"
             "  for i = 1, 2 * trial do t[i] = i end\n"
             "  table.sort(t, function(a, b) return random(2) == 0 end)\n"
             "  local seen = {}\n"
             "  for i = 1, 2 * trial do assert(not seen[t[i]]) seen[t[i]] = true end end\n" GAME);
}

static void test_no_text_has_an_address(void **state) {
  runs("assert(tostring({}) == 'table' and tostring(next) == 'function')\n"
       "assert(tostring(nil) == 'nil' and tostring(2.5) == '2.5' and tostring(7) == '7')\n"
       "assert(string.format('%s %8s %.2s %d%% %s', {}, {}, next, 3, nil) ==\n"
       "  'table    table fu 3% nil')\n"
       "assert(('%s\\0%s'):format(1, {}) == '1\\0table')\n" GAME);
  refused(RULES("return string.format('%p', {})", "return {}"), "", 1, "would write an address");
  refused(RULES("return ('%d\\0%10p'):format(1, 'x')", "return {}"), "", 1, "write an address");
  refused(RULES("return string.format('100%')", "return {}"), "", 1,
          "bad argument #2 to 'format' (no value)");
  refused(RULES("return string.format('100%', 1)", "return {}"), "", 1, "invalid conversion");
  refused(RULES("return string.format('%s')", "return {}"), "", 1, "bad argument #2 to 'format'");
  refused(RULES("return string.format('%d', {})", "return {}"), "", 1,
          "bad argument #2 to 'format' (number expected, got table)");
  refused(RULES("error(tostring({}))", "return {}"), "", 1, "in start: table");
  /* Of several misspelt fields, always the same one is named. */
  refused("return { start = next, moves = next, zz = 1, mm = 2, aa = 3, ff = 4, [3] = 5 }", "", 0,
          "a field '3'");
}

static void test_errors(void **state) {
  refused("return 3", "", 0, "the file returns a number; expected a table");
  refused("return { start = function() return 1 end, moves = function() return {} end,\n"
          "terminl = 3 }",
          "", 0, "has a field 'terminl'; did you mean 'terminal'?");
  refused("return { start = function() return 1 end, moves = function() return {} end, 5 }", "", 0,
          "has a field '1'; expected only title");
  refused("return { start = next, moves = next, [true] = 1 }", "", 0, "has a field '?'");
  refused("error('a\\x7fb')", "", 1, "a b");
  refused("\n\nreturn {", "", 3, "near <eof>");
  refused("return {}", "", 0, "has nil as start; expected a function");
  refused("return { start = function() return 1 end }", "", 0, "has nil as moves");
  refused("return { start = 7, moves = 8 }", "", 0, "has number as start");
  refused("return { title = {}, start = function() return 1 end, moves = function() end }", "", 0,
          "has table as title");
  static const char *const setups[] = {"'x'", "2.5", "-1", "1001", "{}", "true"};
  for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
    char script[128];
    snprintf(script, sizeof script, "return { start = next, moves = next, setup = %s }", setups[i]);
    refused(script, "", 0, "the field `setup` of the table is not a number of moves");
  }
  refused("return { start = next, moves = next, kinds = false }", "", 0,
          "the field `kinds` of the table is not true");
  refused("local x\nx.y = 3", "", 2, "attempt to index a nil value");
  refused("\n\nerror('what\\nnow')", "", 3, "what now");
  refused("local heigth = 3\nlocal area = 2 * height", "", 2, "unknown name 'height'");
  refused("\nprint(1)", "", 2, "unknown name 'print'");
  refused("return { start = function() return 3 end,\nmoves = function(p)\n"
          "  if p > mximum then return {} end\n  return { p - 1 }\nend }",
          "", 3, "in moves of '3': unknown name 'mximum'");
  refused("error({})", "", 1, "an error that is not a text was raised");
  refused("return { start = function(a)\n  return {a, 1}\nend,\nmoves = function(p)\n"
          "  return {{p[1] - 1, p[3] + 1}}\nend }",
          ":3", 5, "in moves of '3,1': attempt to perform arithmetic on a nil value");
  refused("return { start = function() error('no such board; expected a larger one', 0) end,\n"
          "moves = function() end }",
          "", 1, "in start: no such board; expected a larger one");
}

/* Kinds of moves exclude functions that assume that players alternate. */
static void test_what_kinds_exclude(void **state) {
  static const char *const rows[][2] = {
      {"terminal = next", "terminal"},
      {"player = next", "player"},
      {"value = next", "value"},
      {"split = next", "split"},
      {"order = next", "order"},
      {"seen_by = 'mover'", "seen_by"},
      {"count = next, rank = next, unrank = next, tiers = next", "rank"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char script[256], what[128];
    snprintf(script, sizeof script, "return { start = next, moves = next, kinds = true, %s }",
             rows[i][0]);
    snprintf(what, sizeof what, "these rules have both kinds of moves and %s;", rows[i][1]);
    refused(script, "", 0, what);
  }
}

/* Lua cuts long names of files in its messages. A text that only looks like a place stays. */
static void test_places_of_errors(void **state) {
  static const struct {
    const char *name, *script;
    uint64_t line;
    const char *message;
  } rows[] = {
      {"a.lua", "\n\nerror('what')", 3, "what"},
      {"a-name-that-is-too-long-for-the-messages-of-the-interpreter-of-Lua.lua",
       "\n\nerror('what')", 3, "what"},
      {"a.lua", "\nerror('a.lua:what', 0)", 2, "a.lua:what"},
      {"a.lua", "\nerror('a.lua:7:what', 0)", 2, "a.lua:7:what"},
      {"a.lua", "\nerror('a.lua and more', 0)", 2, "a.lua and more"},
      {"a.lua", "\nerror('b', 0)", 2, "b"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char title[256], arguments[256];
    uint32_t setup;
    grundy_error error = {0};
    assert_int_equal(grundy_script_describe(rows[i].name, rows[i].script, strlen(rows[i].script),
                                            sizeof title, title, arguments, &setup, &error),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, rows[i].message);
    assert_int_equal(error.line, rows[i].line);
  }
}

/* Globals that have a value can be read and assigned as usual, and rawget asks for others. */
static void test_globals(void **state) {
  grundy_digraph *g = opened(
      "limit = 3\nfunction follow(p) return p > 0 and { p - 1 } or {} end\n"
      "assert(rawget(_G, 'other') == nil and _G[1] == nil)\n"
      "return { start = function() return limit end, moves = function(p) return follow(p) end }",
      "");
  assert_int_equal(grundy_digraph_order(g), 4);
  grundy_digraph_free(g);
}

static bool stop_later(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return --*(int *)context > 0;
}

static void test_endless_loops(void **state) {
  static const char *const scripts[] = {
      "while true do end",
      RULES("while true do end", "return {}"),
      RULES("return 1", "while true do end"),
      "return { start = function() return 1 end, moves = function() return {} end,\n"
      "  terminal = function() local function f() return f() end return f() end }",
  };
  for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
    int ticks = 3;
    grundy_digraph *g = NULL;
    grundy_monitor monitor = {.tick = stop_later, .context = &ticks};
    grundy_open_options options = {.size = sizeof options, .monitor = &monitor};
    assert_int_equal(open_with(scripts[i], "", &options, &g, NULL), GRUNDY_CANCELLED);
    assert_int_equal(ticks, 0);
  }
}

/* Instructions that copy megabytes count by bytes: these 9000 would otherwise be far fewer than one
 * tick. */
static void test_large_steps(void **state) {
  static const char script[] =
      RULES("local s = string.rep('x', 1000000) for i = 1, 3000 do local t = s .. i end return 1",
            "return {}");
  int ticks = 30;
  grundy_digraph *g = NULL;
  grundy_monitor monitor = {.tick = stop_later, .context = &ticks};
  grundy_open_options options = {.size = sizeof options, .monitor = &monitor};
  assert_int_equal(open_with(script, "", &options, &g, NULL), GRUNDY_CANCELLED);
}

/* Functions in C count their steps: a thousand calls take far fewer instructions than a tick. */
static void test_long_calls_in_c(void **state) {
  static const char *const scripts[] = {
      RULES("local t = {} for i = 1, 300000 do t[i] = i end\n"
            "for i = 1, 1000 do next(t) end return 1",
            "return {}"),
      RULES("local t = {} for i = 300000, 1, -1 do t[i] = i end\n"
            "for i = 1, 1000 do pairs(t) end return 1",
            "return {}"),
      RULES("local t = {} for i = 1, 300000 do t[i] = i end\n"
            "for i = 1, 1000 do table.sort(t) end return 1",
            "return {}"),
  };
  for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
    int ticks = 60; /* the table and the loop take about twenty */
    grundy_digraph *g = NULL;
    grundy_monitor monitor = {.tick = stop_later, .context = &ticks};
    grundy_open_options options = {.size = sizeof options, .monitor = &monitor};
    assert_int_equal(open_with(scripts[i], "", &options, &g, NULL), GRUNDY_CANCELLED);
  }
}

static void test_memory(void **state) {
  static const char *const scripts[] = {
      "local t = {} while true do t[#t + 1] = {} end",
      RULES("return 1", "local s = 'x' while true do s = s .. s end"),
  };
  for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
    grundy_digraph *g = NULL;
    grundy_open_options options = {.size = sizeof options, .memory = 10 << 20};
    assert_int_equal(open_with(scripts[i], "", &options, &g, NULL), GRUNDY_OUT_OF_MEMORY);
  }
  /* Recursion has its own limit. */
  refused(RULES("local function f() return 1 + f() end return f()", "return {}"), "", 1,
          "stack overflow");
}

/* ---- canon and closed forms ------------------------------------------------------------------ */

static void test_canon(void **state) {
  static const char script[] =
      "return { start = function() return {5, 2} end,\n"
      "  moves = function(p)\n"
      "    local to = {}\n"
      "    for i = 1, 2 do\n"
      "      for k = 0, p[i] - 1 do local q = {p[1], p[2]} q[i] = k to[#to + 1] = q end\n"
      "    end\n"
      "    return to end,\n"
      "  canon = function(p) if p[1] > p[2] then return {p[2], p[1]} end return p end }";
  grundy_digraph *g = opened(script, "");
  uint32_t v, w;
  assert_int_equal(grundy_digraph_order(g), 15); /* i <= j, i <= 2, j <= 5 */
  check_name(g, 0, "2,5");
  assert_true(grundy_digraph_find(g, "4,1", 3, &v) && grundy_digraph_find(g, "1,4", 3, &w));
  assert_int_equal(v, w);
  grundy_digraph_free(g);

  /* Positions that are too long for the cache of canonical forms. */
  g = opened("return { start = function() return ('ab'):rep(30) end,\n"
             "  moves = function(p) return #p > 50 and {p:sub(2), p:sub(1, -2)} or {} end,\n"
             "  canon = function(p) return p < p:reverse() and p or p:reverse() end }",
             "");
  /* For 50, 52 … 60 letters one position up to reversal, for 51, 53 … 59 two. */
  assert_int_equal(grundy_digraph_order(g), 16);
  grundy_digraph_free(g);
}

/* Heaps, of which a move makes one smaller by one; a move of a heap of one may also change nothing.
 * Two equal heaps may be left out, because together they are a P-position. */
#define HEAPS(move_of_one, before_split, leaves_out)                                               \
  "local calls = 0\n"                                                                              \
  "local function heaps(p)\n"                                                                      \
  "  table.sort(p)\n"                                                                              \
  "  local kept = {}\n"                                                                            \
  "  for i = 1, #p do\n"                                                                           \
  "    kept[#kept + 1] = p[i]\n"                                                                   \
  "    if " leaves_out " and #kept > 1 and kept[#kept - 1] == p[i] then\n"                         \
  "      kept[#kept] = nil kept[#kept] = nil\n"                                                    \
  "    end\n"                                                                                      \
  "  end\n"                                                                                        \
  "  return kept end\n"                                                                            \
  "return { start = function() return {3, 2, 1} end,\n"                                            \
  "  moves = function(p)\n"                                                                        \
  "    local to = {}\n"                                                                            \
  "    for i = 1, #p do\n"                                                                         \
  "      local q = {table.unpack(p)}\n"                                                            \
  "      if q[i] > 0 then q[i] = q[i] - 1 to[#to + 1] = q end\n"                                   \
  "      if p[i] == 1 then " move_of_one " end\n"                                                  \
  "    end\n"                                                                                      \
  "    return to end,\n"                                                                           \
  "  canon = heaps,\n"                                                                             \
  "  split = function(p)\n"                                                                        \
  "    local parts = {}\n"                                                                         \
  "    for i, n in ipairs(heaps(p)) do parts[i] = {n} end\n"                                       \
  "    " before_split "\n"                                                                         \
  "    return parts end }"
#define STAY "to[#to + 1] = {table.unpack(p)}"

static void test_parts_that_are_left_out(void **state) {
  static const struct {
    const char *script, *what; /* NULL: it is right */
  } rows[] = {
      {HEAPS("", "", "false"), NULL},
      {HEAPS("", "", "true"), NULL},
      {HEAPS(STAY, "", "false"), NULL},
      {HEAPS(STAY, "", "true"), "split is wrong at "}, /* infinite values do not cancel */
      {HEAPS("",
             "if #p > 1 then calls = calls + 1 end if #p > 1 and calls % 2 == 0 then parts[1] = "
             "{7} end",
             "false"),
       "it gives other parts the second time"},
  };
  const grundy_open_options options = {.size = sizeof options, .parts = true};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    grundy_status status = open_with(rows[i].script, "", &options, &g, &error);
    if (status != (rows[i].what == NULL ? GRUNDY_OK : GRUNDY_BAD_INPUT) ||
        (rows[i].what != NULL && strstr(error.message, rows[i].what) == NULL))
      fail_msg("%zu: %s", i, error.message);
    grundy_digraph_free(g);
  }
}

static grundy_evaluation evaluation_of(const char *text) {
  grundy_expression *e = NULL;
  grundy_error error = {0};
  grundy_evaluation evaluation = {0};
  if (grundy_expression_open(text, NULL, &e, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  assert_int_equal(
      grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, &error),
      GRUNDY_OK);
  grundy_expression_free(e);
  return evaluation;
}

static const char nim_in_heaps[] =
    "return { args = {'s...'}, start = function(...) return {...} end,\n"
    "  moves = function(p)\n"
    "    local to = {}\n"
    "    for i = 1, #p do\n"
    "      for k = 0, p[i] - 1 do\n"
    "        local q = {table.unpack(p)} q[i] = k to[#to + 1] = q\n"
    "      end\n"
    "    end\n"
    "    return to end,\n"
    "  value = function(p) local x = 0 for i = 1, #p do x = x ~ p[i] end return x end }";

static void test_closed_form(void **state) {
  char text[400];
  grundy_digraph_free(opened(nim_in_heaps, ":1"));
  /* 501^3 positions: too many to explore. */
  snprintf(text, sizeof text, "%s:500,500,500 + nim:500", script_path);
  grundy_evaluation s = evaluation_of(text);
  assert_true(s.outcome != GRUNDY_OUTCOME_NONE && s.value != GRUNDY_UNKNOWN);
  assert_int_equal(s.outcome, 'P');
  assert_int_equal(s.value, 0);
  assert_true(s.remoteness == GRUNDY_UNKNOWN);
  snprintf(text, sizeof text, "%s:500,500,500@1,2,500 + nim:7", script_path);
  s = evaluation_of(text);
  assert_int_equal(s.value, 1 ^ 2 ^ 500 ^ 7);
  /* A small game is explored, so that its remoteness is known, too. */
  snprintf(text, sizeof text, "%s:1,2,4", script_path);
  s = evaluation_of(text);
  assert_int_equal(s.value, 7);
  assert_true(s.remoteness != GRUNDY_UNKNOWN);
}

/* Opens a script by its closed form, finds the position and evaluates it, and expects an error. */
static void closed_form_fails(const char *script, const char *position, grundy_status expected,
                              const char *what) {
  char text[256];
  grundy_closed_form *closed = NULL;
  grundy_error error = {0};
  grundy_evaluation evaluation;
  uint64_t v = 0;
  write_script(script);
  snprintf(text, sizeof text, "%s:2,3", script_path);
  grundy_game_name name = grundy_game_parse(text);
  grundy_status status = grundy_closed_form_open(&name, NULL, &closed, &error);
  if (status == GRUNDY_OK) {
    grundy_component game = grundy_component_closed_form(closed);
    status = game.kind->find_position(closed, position, strlen(position), &v, &error);
    if (status == GRUNDY_OK)
      status = game.kind->evaluate(closed, v, GRUNDY_NORMAL_PLAY, &evaluation, &error);
  }
  grundy_closed_form_free(closed);
  assert_int_equal(status, expected);
  if (error.reason == GRUNDY_REASON_NO_POSITION ? what != NULL
                                                : strstr(error.message, what) == NULL)
    fail_msg("'%s'", error.message);
}

static void test_closed_form_errors(void **state) {
#define CLOSED(more)                                                                               \
  "return { start = function(...) return {...} end, moves = function(p) return {} end,\n"          \
  "value = function(p) if p[1] < 7 then return p[1] ~ p[2] end end,\n" more " }"
  closed_form_fails(CLOSED(""), "7,7", GRUNDY_UNABLE,
                    "there are too many positions to explore, and the closed form does not give "
                    "the value of '7,7'");
  static const char *const wrong[] = {"'x'", "-1", "1 << 40", "2.5"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char script[256];
    snprintf(script, sizeof script,
             "return { start = function(...) return {...} end, moves = function(p) return {} end,\n"
             "value = function(p) return %s end }",
             wrong[i]);
    closed_form_fails(script, "", GRUNDY_BAD_INPUT,
                      "it gives no value; expected an integer from 0");
  }
  closed_form_fails(CLOSED("canon = function(p) table.sort(p) return p end"), "x", GRUNDY_BAD_INPUT,
                    NULL);
  closed_form_fails(CLOSED("show = function(p) return table.concat(p, ' ') end"), "1 2",
                    GRUNDY_BAD_INPUT, NULL);
#define PARSED "show = function(p) return table.concat(p, ' ') end, parse = function(t) "
  closed_form_fails(CLOSED(PARSED "return nil end"), "x", GRUNDY_BAD_INPUT, NULL);
  closed_form_fails(CLOSED(PARSED "error('oh') end"), "x", GRUNDY_BAD_INPUT, "in parse of 'x': oh");
  closed_form_fails(CLOSED("show = function(p) error('oh') end"), "", GRUNDY_BAD_INPUT, "oh");
  closed_form_fails(CLOSED("show = function(p) return nil end"), "", GRUNDY_BAD_INPUT,
                    "it gives nil; expected a name");
  closed_form_fails(CLOSED("show = function(p) return 'a\\0b' end"), "", GRUNDY_BAD_INPUT,
                    "it gives a name of 3 bytes; expected at most 255, none of them 0");
  closed_form_fails("return { start = function() return 1 end, moves = function() return {} end }",
                    "", GRUNDY_UNDEFINED, "the rules have no closed form");
}

/* A heap of 30 has 31 positions, and 465 moves. */
static void test_closed_form_limits(void **state) {
  static const struct {
    uint64_t limit;
    const char *what; /* exceeds the limit; NULL: nothing does */
  } tries[] = {{30, "30 positions"}, {31, "310 moves"}, {46, "460 moves"}, {47, NULL}, {0, NULL}};
  for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    grundy_open_options options = {.size = sizeof options, .closed_limit = tries[i].limit};
    grundy_status status = open_with(nim_in_heaps, ":30", &options, &g, &error);
    assert_int_equal(status, tries[i].what == NULL ? GRUNDY_OK : GRUNDY_UNABLE);
    if (tries[i].what != NULL) assert_non_null(strstr(error.message, tries[i].what));
    grundy_digraph_free(g);
  }
}

/* The first of the best moves in a large game leads to a P-position. */
static void test_closed_form_moves(void **state) {
  char text[400];
  grundy_expression *e = NULL;
  grundy_moves *moves = NULL;
  grundy_evaluation s;
  grundy_digraph_free(opened(nim_in_heaps, ":1"));
  snprintf(text, sizeof text, "%s:300,200,301", script_path);
  assert_int_equal(grundy_expression_open(text, NULL, &e, NULL), GRUNDY_OK);
  grundy_compound *compound = grundy_expression_compound(e);
  assert_int_equal(grundy_compound_best(compound, 10, NULL, &s, &moves, NULL), GRUNDY_OK);
  assert_int_equal(s.outcome, 'N');
  assert_true(grundy_moves_count(moves) > 0);
  grundy_move first = grundy_moves_get(moves, 0);
  assert_int_equal(first.after.outcome, 'P');
  assert_int_equal(grundy_compound_move(compound, first.steps, first.count, NULL), GRUNDY_OK);
  grundy_moves_free(moves);
  assert_int_equal(grundy_compound_evaluate(compound, NULL, &s, NULL), GRUNDY_OK);
  assert_int_equal(s.outcome, 'P');
  grundy_expression_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions),
      cmocka_unit_test(test_long_default_names),
      cmocka_unit_test(test_long_numbers),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_invalid_positions),
      cmocka_unit_test(test_add),
      cmocka_unit_test(test_add_refuses),
      cmocka_unit_test(test_show_and_parse),
      cmocka_unit_test(test_failing_names_are_reported),
      cmocka_unit_test(test_equal_names_are_detected),
      cmocka_unit_test(test_equal_names_after_a_failure_are_that_failure),
      cmocka_unit_test(test_checking_names_can_be_stopped),
      cmocka_unit_test(test_default_names_may_be_equal),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_players),
      cmocka_unit_test(test_ends_that_are_wrong),
      cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_too_many_arguments),
      cmocka_unit_test(test_descriptions),
      cmocka_unit_test(test_rules_in_comments),
      cmocka_unit_test(test_digraphs),
      cmocka_unit_test(test_graphs),
      cmocka_unit_test(test_sandbox),
      cmocka_unit_test(test_pairs_visits_keys_in_order),
      cmocka_unit_test(test_tables_may_change_while_they_are_traversed),
      cmocka_unit_test(test_tables_of_unusual_sizes),
      cmocka_unit_test(test_keys_without_an_order_are_rejected),
      cmocka_unit_test(test_sort_is_stable),
      cmocka_unit_test(test_sort_survives_inconsistent_comparisons),
      cmocka_unit_test(test_no_text_has_an_address),
      cmocka_unit_test(test_errors),
      cmocka_unit_test(test_what_kinds_exclude),
      cmocka_unit_test(test_places_of_errors),
      cmocka_unit_test(test_globals),
      cmocka_unit_test(test_endless_loops),
      cmocka_unit_test(test_large_steps),
      cmocka_unit_test(test_long_calls_in_c),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_canon),
      cmocka_unit_test(test_parts_that_are_left_out),
      cmocka_unit_test(test_closed_form),
      cmocka_unit_test(test_closed_form_errors),
      cmocka_unit_test(test_closed_form_limits),
      cmocka_unit_test(test_closed_form_moves),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
