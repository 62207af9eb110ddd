/* Solutions in JSON: what each entry may be, and what is refused. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/test.h"

/* Games of three positions; the window is of heaps of Nim, of which 3 and 0 are explored. */
typedef enum game_kind { LOOP, COLOURED, PAYOFFS, TURNS, WINDOW, PARTS } game_kind;

static const char *const texts[] = {
    [LOOP] = "1 2\n2 1\n2 3\n",
    [COLOURED] = "1\n2 1\n2 3\n3 2\n@ 1 player=B outcome=draw\n@ 2 player=A\n@ 3 player=B\n",
    [PAYOFFS] = "1\n2 1\n2 3\n3 2\n@ 1 player=B payoff=2.5\n@ 2 player=A\n@ 3 player=B\n",
    [TURNS] = "1\n2 2\n3 +> 1\n3 => 2\n",
};

static grundy_digraph *make(game_kind kind) {
  grundy_digraph *g = NULL;
  grundy_open_options options = {.size = sizeof options};
  if (kind == WINDOW) {
    options.window = 2;
    options.accepts_windows = true;
    assert_int_equal(grundy_game_open("nim:3", &options, &g, NULL), GRUNDY_OK);
  } else if (kind == PARTS) {
    options.parts = true;
    assert_int_equal(grundy_game_open("cram:1,2", &options, &g, NULL), GRUNDY_OK);
  } else {
    g = scan_text(GRUNDY_FORMAT_EDGES, texts[kind]);
  }
  return g;
}

static grundy_status read_text(const grundy_digraph *g, const char *text,
                               grundy_solution **solution, grundy_error *error) {
  FILE *in = *text == '\0' ? fopen("/dev/null", "r")
                           : fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  assert_non_null(in);
  grundy_status status =
      grundy_solution_read(g, "solution", GRUNDY_FORMAT_JSON,
                           &GRUNDY_OPTIONS(grundy_read_options, .stream = in), solution, error);
  fclose(in);
  return status;
}

#define ROWS "{\"position\": [\"1\", \"2\", \"3\"], "
#define WINDOW_ROWS "{\"position\": [\"3\", \"0\"], \"window\": [\"F\", \"I\"], "

static const char number[] = "expected a number up to 4294967294 or \"inf\"";
static const char value[] = "expected a number or {\"infinite\": [numbers]}";
static const char set_k[] = "expected null or an array of numbers";
static const char outcome[] = "expected \"P\", \"N\" or \"D\"";
static const char level[] = "expected a security level such as \"bounded-win\"";

static const struct {
  game_kind kind;
  const char *text, *entry, *expected;
} wrong[] = {
    {LOOP, ROWS "\"outcome\": [null, \"N\", \"P\"]}", "entry 0 of 'outcome'", outcome},
    {LOOP, ROWS "\"outcome\": [\"P\", 5, \"P\"]}", "entry 1 of 'outcome'", outcome},
    {LOOP, ROWS "\"outcome\": [\"P\", \"PN\", \"P\"]}", "entry 1 of 'outcome'", outcome},
    {LOOP, ROWS "\"outcome\": [\"P\", \"\", \"P\"]}", "entry 1 of 'outcome'", outcome},
    {LOOP, ROWS "\"outcome\": [\"P\", \"\\u0000\", \"P\"]}", "not JSON", ""},
    {LOOP, ROWS "\"grundy\": [-1, 0, 0]}", "entry 0 of 'grundy'", number},
    {LOOP, ROWS "\"grundy\": [true, 0, 0]}", "entry 0 of 'grundy'", number},
    {LOOP, ROWS "\"grundy\": [null, 0, 0]}", "entry 0 of 'grundy'", number},
    {LOOP, ROWS "\"grundy\": [\"?\", 0, 0]}", "entry 0 of 'grundy'", number},
    {LOOP, ROWS "\"remoteness\": [\"<=1\", 0, 0]}", "entry 0 of 'remoteness'", number},
    {LOOP, ROWS "\"counter\": [\"inf\", 0, 0]}", "entry 0 of 'counter'",
     "expected a number up to 4294967294 or null"},
    {LOOP, ROWS "\"k\": [true, null, null]}", "entry 0 of 'k'", set_k},
    {LOOP, ROWS "\"k\": [[null], null, null]}", "entry 0 of 'k'", set_k},
    {LOOP, ROWS "\"k\": [[0.5], null, null]}", "entry 0 of 'k'", set_k},
    {LOOP, ROWS "\"k\": [[1, 1], null, null]}", "entry 0 of 'k'", "a set out of order"},
    {LOOP, ROWS "\"j\": [null, [0], []]}", "entry 0 of 'j'",
     "expected an array of numbers and \"inf\""},
    {LOOP, ROWS "\"j\": [[\"x\"], [0], []]}", "entry 0 of 'j'",
     "expected an array of numbers and \"inf\""},
    {LOOP, ROWS "\"value\": [null, 0, 0]}", "entry 0 of 'value'", value},
    {LOOP, ROWS "\"value\": [\"1\", 0, 0]}", "entry 0 of 'value'", value},
    {LOOP, ROWS "\"value\": [[0], 0, 0]}", "entry 0 of 'value'", value},
    {LOOP, ROWS "\"value\": [{}, 0, 0]}", "entry 0 of 'value'", value},
    {LOOP, ROWS "\"value\": [{\"infinite\": 5}, 0, 0]}", "entry 0 of 'value'", value},
    {LOOP, ROWS "\"value\": [{\"infinite\": [0], \"more\": 1}, 0, 0]}", "entry 0 of 'value'",
     value},
    {LOOP, ROWS "\"value\": [{\"infinite\": [\"inf\"]}, 0, 0]}", "entry 0 of 'value'", set_k},
    {LOOP, ROWS "\"vertex\": [\"1\", \"2\", \"3\"]}", "'vertex'", "twice, under two names"},
    {LOOP, ROWS "\"grundy\": [0, 1, 0], \"value\": [0, 1, 0]}", "'value'", "twice"},
    {LOOP, ROWS "\"value\": [0, 1, 0], \"grundy\": [0, 1, 0]}", "'grundy'", "twice"},
    {LOOP, "{\"part\": [\"1\", \"2\", \"3\"]}", "the rows are parts of positions",
     "the game was not explored by parts"},
    {LOOP, ROWS "\"grundy\": {\"1\": 0}}", "'grundy' is not an array", "one entry per position"},
    {LOOP, "{\"position\": [1, 2, 3]}", "entry 0 of 'position'", "expected a string"},
    {LOOP, "{}", "no member 'position'", "the names of the positions"},
    {LOOP, "[\"1\"]", "not a JSON object", "expected one with an array per column"},
    {LOOP, "5", "not JSON", "expected a solution"},
    {LOOP, "", "not JSON", "expected a solution"},
    {LOOP, "\n", "not JSON", "expected a solution"},
    {COLOURED, ROWS "\"outcome\": [\"P\", \"D\", \"D\"]}", "entry 0 of 'outcome'",
     "expected \"A\", \"B\" or \"D\""},
    {COLOURED, ROWS "\"player\": [\"B\", \"D\", \"B\"]}", "entry 1 of 'player'",
     "expected \"A\" or \"B\""},
    {COLOURED, ROWS "\"abe\": [null, \"draw\", \"draw\"]}", "entry 0 of 'abe'", level},
    {COLOURED, ROWS "\"abe\": [\"luck\", \"draw\", \"draw\"]}", "entry 0 of 'abe'", level},
    {COLOURED, ROWS "\"abe\": [3, \"draw\", \"draw\"]}", "entry 0 of 'abe'", level},
    {PAYOFFS, ROWS "\"guarantee\": [\"2.5\", 2.5, 2.5]}", "entry 0 of 'guarantee'",
     "expected a number or null"},
    {PAYOFFS, ROWS "\"guarantee\": [2.5, true, 2.5]}", "entry 1 of 'guarantee'",
     "expected a number or null"},
    {TURNS, ROWS "\"c\": [5, [], [0]]}", "entry 0 of 'c'",
     "expected null or an array of numbers and \"inf\""},
    {WINDOW, WINDOW_ROWS "\"remoteness\": [\"<=2\", 0]}", "entry 0 of 'remoteness'", number},
    {WINDOW, WINDOW_ROWS "\"remoteness\": [\"<=x\", 0]}", "entry 0 of 'remoteness'", number},
    {WINDOW, WINDOW_ROWS "\"remoteness\": [\"<=\", 0]}", "entry 0 of 'remoteness'", number},
    {WINDOW, WINDOW_ROWS "\"remoteness\": [\">=1\", 0]}", "entry 0 of 'remoteness'", number},
    {WINDOW, WINDOW_ROWS "\"distance\": [\"<=1\", 0]}", "entry 0 of 'distance'", number},
    {WINDOW, WINDOW_ROWS "\"outcome\": [\"X\", \"P\"]}", "entry 0 of 'outcome'",
     "expected \"P\", \"N\", \"D\" or \"?\""},
    {WINDOW, "{\"position\": [\"3\", \"0\"], \"window\": [\"A\", \"I\"]}", "entry 0 of 'window'",
     "expected \"I\" or \"F\""},
    {PARTS, "{\"position\": [\"1x2\"]}", "the rows are positions", "explored by parts"},
};

static void entries_of_other_kinds_are_refused(void **state) {
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_digraph *g = make(wrong[i].kind);
    grundy_solution *solution = NULL;
    grundy_error error = {0};
    grundy_status status = read_text(g, wrong[i].text, &solution, &error);
    if (status != GRUNDY_BAD_INPUT || strstr(error.message, wrong[i].entry) == NULL ||
        strstr(error.message, wrong[i].expected) == NULL)
      fail_msg("%s: status %d, %s", wrong[i].text, (int)status, error.message);
    assert_null(solution);
    grundy_digraph_free(g);
  }
}

static void a_text_that_ends_too_early_has_a_place(void **state) {
  static const char *const cut[] = {"", "\n", "{", "{\n\"position\""};
  grundy_digraph *g = make(LOOP);
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++) {
    grundy_solution *solution = NULL;
    grundy_error error = {0};
    assert_int_equal(read_text(g, cut[i], &solution, &error), GRUNDY_BAD_INPUT);
    assert_in_range(error.line, 1, 2);
    assert_true(error.column >= 1);
  }
  grundy_digraph_free(g);
}

/* Reads the text, and compares it with what is written of the solution in a format. */
static void expect_in(game_kind kind, const char *text, grundy_format format,
                      const char *expected) {
  grundy_digraph *g = make(kind);
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  char *written = NULL;
  size_t size = 0;
  if (read_text(g, text, &solution, &error) != GRUNDY_OK) fail_msg("%s: %s", text, error.message);
  FILE *out = open_memstream(&written, &size);
  assert_int_equal(grundy_solution_write(g, solution, format, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  assert_string_equal(written, expected);
  free(written);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void expect(game_kind kind, const char *text, const char *expected) {
  expect_in(kind, text, GRUNDY_FORMAT_JSON, expected);
}

/* K may be missing where the value is infinite, though no right solution is such. */
static void an_infinite_value_may_lack_its_set(void **state) {
  expect_in(LOOP, ROWS "\"grundy\": [0, \"inf\", 0], \"k\": [null, null, null]}",
            GRUNDY_FORMAT_TABLE, "vertex  grundy\n1       0\n2       ∞\n3       0\n");
  expect_in(LOOP, ROWS "\"grundy\": [0, \"inf\", 0], \"k\": [null, null, null]}",
            GRUNDY_FORMAT_LATEX,
            "\\begin{tabular}{lr}\n\\hline\nvertex & grundy \\\\\n\\hline\n1 & 0 \\\\\n2 & "
            "$\\infty$ \\\\\n3 & 0 \\\\\n\\hline\n\\end{tabular}\n");
}

static void every_way_to_write_an_entry_is_read(void **state) {
  expect(
      LOOP,
      "{\"vertex\": [\"3\", \"2\", \"1\"], \"grundy\": [0, \"inf\", 0], \"k\": [null, [], null], "
      "\"counter\": [0, null, 3], \"j\": [[], [0, \"inf\"], [1]]}",
      "{\n\"position\": [\"1\", \"2\", \"3\"],\n\"value\": [0, {\"infinite\": []}, 0],\n"
      "\"counter\": [3, null, 0],\n\"j\": [[1], [0,\"inf\"], []]}\n");
  expect(LOOP, ROWS "\"value\": [0, {\"infinite\": null}, 0]}",
         "{\n\"position\": [\"1\", \"2\", \"3\"],\n\"value\": [0, {\"infinite\": null}, 0]}\n");
  expect(LOOP, ROWS "\"value\": [0, {\"infinite\": [0]}, 0], \"k\": [null, [0, 2], null]}",
         "{\n\"position\": [\"1\", \"2\", \"3\"],\n\"value\": [0, {\"infinite\": [0,2]}, 0]}\n");
  expect(COLOURED, ROWS "\"abe\": [\"bounded-win\", \"draw\", \"nothing\"]}",
         "{\n\"position\": [\"1\", \"2\", \"3\"],\n"
         "\"abe\": [\"bounded-win\", \"draw\", \"nothing\"]}\n");
  expect(PAYOFFS, ROWS "\"guarantee\": [2, 2.5, null]}",
         "{\n\"position\": [\"1\", \"2\", \"3\"],\n\"guarantee\": [2, 2.5, null]}\n");
  expect(TURNS, ROWS "\"c\": [null, [\"inf\"], [0]]}",
         "{\n\"position\": [\"1\", \"2\", \"3\"],\n\"c\": [null, [\"inf\"], [0]]}\n");
  expect(WINDOW,
         WINDOW_ROWS "\"outcome\": [null, \"P\"], \"remoteness\": [\"<=1\", \"?\"], "
                     "\"distance\": [null, 0]}",
         "{\n\"position\": [\"3\", \"0\"],\n\"outcome\": [null, \"P\"],\n"
         "\"remoteness\": [\"<=1\", null],\n\"distance\": [null, 0],\n"
         "\"window\": [\"F\", \"I\"]}\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entries_of_other_kinds_are_refused),
      cmocka_unit_test(a_text_that_ends_too_early_has_a_place),
      cmocka_unit_test(an_infinite_value_may_lack_its_set),
      cmocka_unit_test(every_way_to_write_an_entry_is_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
