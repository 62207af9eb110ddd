/* Traces find the values of the solver, with both algorithms. */

#include <grundy/explain.h>
#include <grundy/value.h>

#include "digraph/cycle.h"
#include "explain/trace.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

static void assert_values(const grundy_digraph *g, grundy_tracing algorithm) {
  grundy_trace *trace;
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *values = grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY);
  assert_int_equal(grundy_trace_new(g, algorithm, &trace, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    assert_int_equal(trace->labels[v], values[v]);
  assert_true(trace->step_count > 0);
  grundy_trace_free(trace);
  grundy_solution_free(s);
}

static bool is_acyclic(const grundy_digraph *g) {
  uint32_t cycle[64], length = 0;
  assert_int_equal(grundy_digraph_cycle(g, cycle, &length, NULL), GRUNDY_OK);
  return length == 0;
}

static void traces_find_the_values(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t acyclic = 0;
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    uint32_t order = (uint32_t)grundy_random_below(&random, 20);
    grundy_digraph *g = game_random(&random, order, 0.15);
    grundy_trace *trace;
    assert_values(g, GRUNDY_TRACING_GENERAL);
    assert_values(g, GRUNDY_TRACING_AUTO);
    if (is_acyclic(g)) {
      assert_values(g, GRUNDY_TRACING_ACYCLIC);
      acyclic++;
    } else {
      assert_int_equal(grundy_trace_new(g, GRUNDY_TRACING_ACYCLIC, &trace, NULL), GRUNDY_UNDEFINED);
    }
    grundy_digraph_free(g);
  }
  assert_true(acyclic > 0);
}

static void every_format_is_written(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_random(&random, 9, 0.2);
  for (int format = GRUNDY_TRACE_TEXT; format <= GRUNDY_TRACE_JSON; format++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(grundy_trace_write(g, GRUNDY_TRACING_AUTO, (grundy_trace_format)format,
                                        GRUNDY_ENGLISH, out, NULL),
                     GRUNDY_OK);
    fclose(out);
    assert_true(size > 100);
    assert_true((strstr(text, "<svg") != NULL) == (format == GRUNDY_TRACE_HTML));
    free(text);
  }
  grundy_digraph_free(g);
}

static void games_that_cannot_be_traced_are_rejected(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_trace *trace;
  grundy_digraph *large = game_random(&random, GRUNDY_TRACE_MAX_POSITIONS + 1, 0.01);
  assert_int_equal(grundy_trace_new(large, GRUNDY_TRACING_AUTO, &trace, NULL), GRUNDY_UNABLE);
  grundy_digraph_free(large);
  grundy_digraph *coloured = random_coloured_game(&random, 9, 2, false);
  assert_int_equal(grundy_trace_new(coloured, GRUNDY_TRACING_AUTO, &trace, NULL), GRUNDY_UNDEFINED);
  grundy_digraph_free(coloured);
  coloured_game ended = coloured_start(1);
  coloured_outcome(&ended, 0, 'N');
  grundy_digraph *impartial = coloured_finish(&ended);
  grundy_error error = {0};
  assert_int_equal(grundy_trace_new(impartial, GRUNDY_TRACING_AUTO, &trace, &error),
                   GRUNDY_UNDEFINED);
  assert_string_equal(error.message,
                      "a game with players or outcomes of its own has no values; expected one in "
                      "which the last player wins");
  grundy_digraph_free(impartial);
}

/* From d, moves lead to d - 1, d - 2, d - 4, … as often as d ends with binary ones, and once more.
 * The numbers of the positions are such that each pass of a level labels one position. */
static grundy_digraph *slow_game(uint32_t order) {
  uint32_t pairs[4 * GRUNDY_TRACE_MAX_POSITIONS][2];
  size_t count = 0;
  for (uint32_t d = 1; d < order; d++)
    for (uint32_t step = 1; step <= d && (d & (step - 1)) == step - 1; step *= 2, count++) {
      assert_true(count < sizeof pairs / sizeof *pairs);
      pairs[count][0] = order - 1 - d;
      pairs[count][1] = order - 1 - (d - step);
    }
  return game_from_pairs(order, count, (const uint32_t(*)[2])pairs);
}

static void runs_with_too_many_steps_are_rejected(void **state) {
  grundy_error error = {0};
  grundy_trace *trace;
  grundy_digraph *small = slow_game(20), *large = slow_game(GRUNDY_TRACE_MAX_POSITIONS);
  assert_values(small, GRUNDY_TRACING_GENERAL);
  assert_int_equal(grundy_trace_new(large, GRUNDY_TRACING_GENERAL, &trace, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "there are more than 20000 steps; use a smaller game");
  grundy_digraph_free(large);
  grundy_digraph_free(small);
}

/* Nothing in a name can end the script element of a page, a string, or a cell of a table. */
static void names_are_escaped(void **state) {
  static const struct {
    grundy_trace_format format;
    const char *name;
  } cases[] = {
      {GRUNDY_TRACE_HTML, "\"positions\": [\"\\u003c/a\\u003e\\u0026\\\"\\\\\\u0001|\", \"b\"]"},
      {GRUNDY_TRACE_JSON, "\"positions\": [\"</a>&\\\"\\\\\\u0001|\", \"b\"]"},
      {GRUNDY_TRACE_MARKDOWN, "| \\</a>\\&\"\\\\?\\| |"},
      {GRUNDY_TRACE_TEXT, "\n    </a>&\"\\?|  "},
  };
  grundy_digraph *g = game_two_named("</a>&\"\\\x01|", "b");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(
        grundy_trace_write(g, GRUNDY_TRACING_AUTO, cases[i].format, GRUNDY_ENGLISH, out, NULL),
        GRUNDY_OK);
    fclose(out);
    if (strstr(text, cases[i].name) == NULL) fail_msg("no '%s' in:\n%s", cases[i].name, text);
    free(text);
  }
  grundy_digraph_free(g);
}

__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libgvc\nleak:libfontconfig"; /* Graphviz keeps some memory */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(traces_find_the_values),
      cmocka_unit_test(every_format_is_written),
      cmocka_unit_test(games_that_cannot_be_traced_are_rejected),
      cmocka_unit_test(runs_with_too_many_steps_are_rejected),
      cmocka_unit_test(names_are_escaped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
