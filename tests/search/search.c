/* The search for one position agrees with the definitions, and follows few moves. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "base/monitor.h"
#include "search/certificate_file.h"
#include "search/search.h"
#include "support/digraph_rules.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

/* ---- searching a digraph ------------------------------------------------------------------ */

static const uint8_t *ends; /* by vertex, what `terminal` says; NULL: nothing */

static int terminal(const void *game, const void *position, double *payoff) {
  uint32_t v;
  (void)game;
  memcpy(&v, position, sizeof v);
  *payoff = 0;
  return ends == NULL ? 0 : ends[v];
}

static grundy_status search_with(const grundy_position_search_request *request,
                                 grundy_position_search_answer *answer, grundy_error *error) {
  grundy_ruleset *ruleset = open_digraph_rules();
  grundy_status status = grundy_position_search(ruleset, request, answer, error);
  grundy_ruleset_close(ruleset);
  return status;
}

static grundy_position_search_answer search_for(uint32_t v, bool value) {
  char name[16];
  grundy_position_search_request request = {.name = name, .value = value};
  grundy_position_search_answer answer = {0};
  request.length = (size_t)snprintf(name, sizeof name, "%lu", (unsigned long)v);
  assert_int_equal(search_with(&request, &answer, NULL), GRUNDY_OK);
  return answer;
}

/* ---- properties --------------------------------------------------------------------------- */

static const char *check_vertex(const grundy_digraph *g, uint32_t v, uint8_t outcome,
                                uint32_t value, bool is_endless) {
  grundy_position_search_answer who = search_for(v, false), what = search_for(v, true);
  if (who.positions > naive_reachable(g, v) || what.positions > naive_reachable(g, v))
    return because("position %u: more positions than can be reached", v);
  if (who.end == GRUNDY_POSITION_SEARCH_ANSWERED && (who.is_p ? 'P' : 'N') != outcome)
    return because("position %u is %c, not %c", v, outcome, who.is_p ? 'P' : 'N');
  if (what.end == GRUNDY_POSITION_SEARCH_ANSWERED && what.value != value)
    return because("position %u has the value %u, not %u", v, value, what.value);
  if (what.end == GRUNDY_POSITION_SEARCH_ANSWERED && what.is_p != (value == 0))
    return because("position %u: value and outcome differ", v);
  if (!is_endless &&
      (who.end != GRUNDY_POSITION_SEARCH_ANSWERED || what.end != GRUNDY_POSITION_SEARCH_ANSWERED))
    return because("position %u: a cycle was met where there is none", v);
  return NULL;
}

static const char *answers_are_right(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  uint8_t *outcome = malloc(order + 1);
  uint32_t *value = new_numbers(order), *counter = new_numbers(order);
  uint32_t *distance = new_numbers(order);
  const char *wrong = NULL;
  assert_non_null(outcome);
  rules_digraph = game->g;
  naive_outcome(game->g, outcome);
  naive_values(game->g, value, counter);
  naive_distance(game->g, distance);
  for (uint32_t v = 0; v < order && wrong == NULL; v++)
    wrong = check_vertex(game->g, v, outcome[v], value[v], distance[v] == GRUNDY_INFINITY);
  free(outcome);
  free(value);
  free(counter);
  free(distance);
  return wrong;
}

static void the_search_agrees_with_the_definitions(void **state) {
  for (uint32_t order = 1; order <= 3; order++) on_every_game(order, answers_are_right);
  on_random_games(300, 8, answers_are_right);
  on_random_games(10, 40, answers_are_right);
}

static void games_without_cycles_need_no_exploring(void **state) {
  for (uint64_t i = 0; i < test_scaled(15); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    grundy_digraph *g = game_acyclic(&random, 30, 0.3);
    test_game game = {.g = g};
    const char *wrong = answers_are_right(&game);
    if (wrong != NULL) fail_msg("seed %llu: %s", (unsigned long long)(test_seed() + i), wrong);
    grundy_digraph_free(g);
  }
}

/* A search of a chain is as deep as the chain is long. */
static void a_long_chain_does_not_overflow_the_stack(void **state) {
  enum { ORDER = 200000 };
  grundy_digraph *g = game_chain(ORDER, 1);
  uint32_t last = 0;
  rules_digraph = g;
  while (grundy_digraph_followers(g, last).count == 0 && last < ORDER - 1) last = ORDER - 1;
  assert_int_equal(search_for(last, true).value, (ORDER - 1) % 2);
  grundy_digraph_free(g);
}

/* There is a claim about every position of a chain. */
static void a_long_chain_has_a_certificate(void **state) {
  enum { ORDER = 1500 };
  char path[] = "/tmp/grundy-certificate-XXXXXX", name[16];
  grundy_digraph *g = game_chain(ORDER, 1);
  grundy_position_search_answer answer = {0};
  grundy_certificate_report report = {0};
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(close(file), 0);
  rules_digraph = g;
  uint32_t first = grundy_digraph_followers(g, 0).count > 0 ? 0 : ORDER - 1;
  grundy_position_search_request request = {.name = name, .value = true, .certificate = path};
  request.length = (size_t)snprintf(name, sizeof name, "%lu", (unsigned long)first);
  grundy_ruleset *ruleset = open_digraph_rules();
  assert_int_equal(grundy_ruleset_set_text(ruleset, "chain", "", NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_OK);
  assert_int_equal(check_certificate(ruleset, name, request.length, path, &report, NULL),
                   GRUNDY_OK);
  assert_true(report.is_right);
  assert_int_equal(report.value, (ORDER - 1) % 2);
  assert_true(report.claims >= ORDER);
  grundy_ruleset_close(ruleset);
  grundy_digraph_free(g);
  assert_int_equal(unlink(path), 0);
}

/* ---- certificates of tables that forget ---------------------------------------------------- */

/* Below LEAST_MEMORY there is no answer; with MOST_MEMORY nothing is forgotten. */
enum { LAYERS = 300, LEAST_MEMORY = 4000, MOST_MEMORY = 25000, MEMORY_STEP = 700 };

/* A random game in which moves lead to larger numbers, except for `back` moves, which lead
 * anywhere. */
static grundy_digraph *make_layers(grundy_random *random, uint32_t back) {
  enum { DEGREE = 5 };
  uint32_t tails[(DEGREE + 1) * LAYERS], heads[(DEGREE + 1) * LAYERS], count = 0;
  grundy_digraph *g = NULL;
  assert_true(back <= LAYERS);
  for (uint32_t v = 0; v + 1 < LAYERS; v++)
    for (uint32_t i = 0; i < DEGREE; i++) {
      tails[count] = v;
      heads[count++] = v + 1 + (uint32_t)grundy_random_below(random, LAYERS - v - 1) / 4;
    }
  for (; back > 0; back--) {
    tails[count] = (uint32_t)grundy_random_below(random, LAYERS);
    heads[count++] = (uint32_t)grundy_random_below(random, LAYERS);
  }
  assert_int_equal(grundy_digraph_new(LAYERS, count, tails, heads, &g, NULL), GRUNDY_OK);
  return g;
}

static char certificate_path[] = "/tmp/grundy-certificate-XXXXXX";

static grundy_ruleset *open_layers(const grundy_digraph *g) {
  rules_digraph = g;
  grundy_ruleset *ruleset = open_digraph_rules();
  assert_int_equal(grundy_ruleset_set_text(ruleset, "layers", "", NULL), GRUNDY_OK);
  return ruleset;
}

/* Searches the value of position 0, and writes a certificate; *is_written is set if there is an
 * answer. */
static grundy_status certify(grundy_ruleset *ruleset, uint64_t memory,
                             const grundy_monitor *monitor, uint32_t *value, bool *is_written,
                             grundy_error *error) {
  grundy_position_search_request request = {.name = "0",
                                            .length = 1,
                                            .value = true,
                                            .memory = memory,
                                            .monitor = monitor,
                                            .certificate = certificate_path};
  grundy_position_search_answer answer = {0};
  grundy_status status = grundy_position_search(ruleset, &request, &answer, error);
  *is_written = status == GRUNDY_OK && answer.end == GRUNDY_POSITION_SEARCH_ANSWERED;
  *value = answer.value;
  return status;
}

static void assert_certified(grundy_ruleset *ruleset, uint32_t value) {
  grundy_certificate_report report = {0};
  assert_int_equal(check_certificate(ruleset, "0", 1, certificate_path, &report, NULL), GRUNDY_OK);
  assert_true(report.is_right);
  assert_int_equal(report.value, value);
  assert_int_equal(unlink(certificate_path), 0);
}

/* What the table has forgotten is searched again for the proof. In games with cycles there may be
 * none, and with too little memory there is no answer. */
static void a_table_that_forgets_has_right_certificates(void **state) {
  /* In the last two games the search meets no cycle, but the proof may. */
  static const struct {
    uint64_t seed;
    uint32_t back;
  } games[] = {{1, 0}, {2, 0}, {3, 0}, {4, 2}, {5, 10}, {20260194, 1}, {20260137, 8}};
  uint32_t values[LAYERS], counter[LAYERS], written = 0, refused = 0;
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_random random = grundy_random_new(games[i].seed);
    grundy_digraph *g = make_layers(&random, games[i].back);
    grundy_ruleset *ruleset = open_layers(g);
    naive_values(g, values, counter);
    for (uint64_t memory = LEAST_MEMORY; memory <= MOST_MEMORY; memory += MEMORY_STEP) {
      uint32_t value;
      bool is_written;
      grundy_status status = certify(ruleset, memory, NULL, &value, &is_written, NULL);
      assert_true(status == GRUNDY_OK || status == GRUNDY_UNABLE);
      *(is_written ? &written : &refused) += 1;
      if (!is_written) continue;
      assert_int_equal(value, values[0]);
      assert_certified(ruleset, value);
    }
    grundy_ruleset_close(ruleset);
    grundy_digraph_free(g);
  }
  assert_true(written > 0 && refused > 0);
}

/* Continues `left` more times. */
static bool continue_for_a_while(void *context, const char *phase, uint64_t done, uint64_t total) {
  int *left = context;
  (void)phase;
  (void)done;
  (void)total;
  return (*left)-- > 0;
}

static void a_certificate_can_be_cancelled(void **state) {
  grundy_random random = grundy_random_new(1);
  grundy_digraph *g = make_layers(&random, 0);
  grundy_ruleset *ruleset = open_layers(g);
  grundy_work_stride = 1;
  for (uint64_t memory = LEAST_MEMORY; memory <= MOST_MEMORY; memory += 6 * MEMORY_STEP) {
    grundy_status status = GRUNDY_CANCELLED;
    bool is_written = false;
    for (int ticks = 0; status == GRUNDY_CANCELLED; ticks += 1 + ticks / 16) {
      int left = ticks;
      const grundy_monitor monitor = {.tick = continue_for_a_while, .context = &left};
      uint32_t value;
      status = certify(ruleset, memory, &monitor, &value, &is_written, NULL);
      assert_int_equal(status == GRUNDY_CANCELLED, left < 0);
      assert_int_equal(access(certificate_path, F_OK) == 0, is_written);
      if (is_written) assert_certified(ruleset, value);
    }
    assert_true(is_written || status == GRUNDY_UNABLE);
  }
  grundy_work_stride = GRUNDY_WORK_STRIDE;
  grundy_ruleset_close(ruleset);
  grundy_digraph_free(g);
}

static bool has_changed; /* positions have no moves any more */

static void give_moves_or_none(const void *game, const void *position, grundy_emit emit, void *to) {
  uint32_t v;
  (void)game;
  if (has_changed) return;
  memcpy(&v, position, sizeof v);
  grundy_vertices followers = grundy_digraph_followers(rules_digraph, v);
  for (uint64_t i = 0; i < followers.count; i++) emit(to, &followers.at[i]);
}

/* Changes the rules when the position has been searched. */
static bool change_rules(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)done;
  (void)total;
  has_changed = strcmp(phase, "certifying") == 0;
  return true;
}

/* Moves that were forgotten are needed again. */
static void rules_that_change_have_no_certificate(void **state) {
  const grundy_monitor monitor = {.tick = change_rules};
  grundy_random random = grundy_random_new(1);
  grundy_digraph *g = make_layers(&random, 0);
  const grundy_rules before = digraph_rules;
  uint32_t value, refused = 0;
  bool is_written;
  digraph_rules.moves = give_moves_or_none;
  grundy_ruleset *ruleset = open_layers(g);
  for (uint64_t memory = LEAST_MEMORY; memory <= MOST_MEMORY; memory += MEMORY_STEP) {
    grundy_error error = {0};
    grundy_status status = certify(ruleset, memory, &monitor, &value, &is_written, &error);
    has_changed = false;
    assert_true(is_written || status == GRUNDY_UNABLE || status == GRUNDY_BAD_INPUT);
    if (status != GRUNDY_BAD_INPUT) continue;
    assert_non_null(strstr(error.message, "the rules do not give the same moves again"));
    refused++;
  }
  assert_true(refused > 0);
  assert_int_equal(unlink(certificate_path), 0);
  digraph_rules = before;
  grundy_ruleset_close(ruleset);
  grundy_digraph_free(g);
}

/* ---- searching less ------------------------------------------------------------------------ */

/* One winning move is enough: of all others no moves are generated. */
static void a_winning_move_ends_the_search(void **state) {
  enum { WIDTH = 100 };
  uint32_t pairs[2 * WIDTH][2];
  for (uint32_t i = 0; i < WIDTH; i++) {
    pairs[i][0] = 0;
    pairs[i][1] = i + 1;
    pairs[WIDTH + i][0] = i + 1;
    pairs[WIDTH + i][1] = WIDTH + 1;
  }
  pairs[WIDTH - 1][1] = WIDTH + 1; /* a move to the terminal position, which comes first here */
  grundy_digraph *g = game_from_pairs(WIDTH + 2, 2 * WIDTH, (const uint32_t(*)[2])pairs);
  rules_digraph = g;
  grundy_position_search_answer answer = search_for(0, false);
  assert_false(answer.is_p);
  assert_int_equal(answer.positions, 2);
  grundy_digraph_free(g);
}

/* ---- ends --------------------------------------------------------------------------------- */

static void other_outcomes_of_terminal_positions_are_respected(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {0, 2}};
  grundy_digraph *g = game_from_pairs(3, 2, pairs);
  uint8_t given[3] = {0};
  rules_digraph = g;
  ends = given;
  digraph_rules.terminal = terminal;
  given[1] = given[2] = 'N';
  assert_true(search_for(0, false).is_p);
  assert_int_equal(search_for(0, true).end, GRUNDY_POSITION_SEARCH_ENDS);
  given[2] = 'P';
  assert_false(search_for(0, false).is_p);
  given[1] = given[2] = 'D';
  assert_int_equal(search_for(0, false).end, GRUNDY_POSITION_SEARCH_ENDS);
  given[0] = 'P'; /* play ends before the moves */
  assert_int_equal(search_for(0, true).value, 0);
  digraph_rules.terminal = NULL;
  digraph_rules.player = always_player_a;
  assert_int_equal(search_for(0, false).end, GRUNDY_POSITION_SEARCH_PLAYERS);
  digraph_rules.player = NULL;
  ends = NULL;
  grundy_digraph_free(g);
}

/* ---- limits ------------------------------------------------------------------------------- */

static void limits_are_respected(void **state) {
  grundy_digraph *g = game_chain(5000, 1);
  grundy_position_search_answer answer = {0};
  grundy_error error = {0};
  uint32_t first = grundy_digraph_followers(g, 0).count > 0 ? 0 : 4999;
  char name[16];
  grundy_position_search_request request = {.name = name, .value = true, .limit = 100};
  request.length = (size_t)snprintf(name, sizeof name, "%lu", (unsigned long)first);
  rules_digraph = g;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  request.limit = 0;
  request.memory = 1 << 14;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  request.memory = 0;
  request.monitor = &test_cancelling;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_CANCELLED);
  request.monitor = NULL;
  request.name = "x";
  request.length = 1;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  grundy_digraph_free(g);
}

/* A position may have more moves than there may be positions. */
static void a_limit_concerns_the_moves_of_one_position(void **state) {
  enum { WIDTH = 500 };
  uint32_t pairs[WIDTH][2];
  for (uint32_t i = 0; i < WIDTH; i++) {
    pairs[i][0] = 0;
    pairs[i][1] = i + 1;
  }
  grundy_digraph *g = game_from_pairs(WIDTH + 1, WIDTH, (const uint32_t(*)[2])pairs);
  grundy_position_search_request request = {.value = true, .limit = 20};
  grundy_position_search_answer answer = {0};
  grundy_error error = {0};
  rules_digraph = g;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  request.limit = WIDTH + 1;
  assert_int_equal(search_with(&request, &answer, &error), GRUNDY_OK);
  assert_int_equal(answer.value, 1);
  grundy_digraph_free(g);
}

/* ---- many expressions --------------------------------------------------------------------- */

enum { GAMES = 40 };

typedef struct table {
  grundy_evaluation at[GAMES];
  uint64_t positions[GAMES];
  grundy_status status[GAMES];
  bool was_searched[GAMES];
  size_t count;
} table;

static grundy_status keep(void *context, const grundy_answer *answer, grundy_error *error) {
  table *t = context;
  (void)error;
  t->at[answer->index] = answer->evaluation;
  t->positions[answer->index] = answer->positions;
  t->status[answer->index] = answer->status;
  t->was_searched[answer->index] = answer->was_searched;
  t->count++;
  return GRUNDY_OK;
}

static void the_answers_do_not_depend_on_the_number_of_threads(void **state) {
  char text[GAMES][32];
  const char *texts[GAMES];
  for (int i = 0; i < GAMES; i++) {
    snprintf(text[i], sizeof text[i], i % 2 == 0 ? "kotzig:%d,1,3" : "nim:%d + wythoff:2,3",
             i / 2 + 1);
    texts[i] = text[i];
  }
  table first = {0};
  for (unsigned threads = 1; threads <= 4; threads++) {
    table t = {0};
    grundy_evaluate_options options = {.size = sizeof options, .answered = keep, .context = &t};
    grundy_threads_set(threads);
    assert_int_equal(grundy_expressions_evaluate(texts, GAMES, &options, NULL), GRUNDY_OK);
    assert_int_equal(t.count, GAMES);
    if (threads == 1) first = t;
    for (int i = 0; i < GAMES; i++) {
      assert_int_equal(t.at[i].outcome, first.at[i].outcome);
      assert_true(t.at[i].value == first.at[i].value);
      assert_int_equal(t.positions[i], first.positions[i]);
      assert_int_equal(t.was_searched[i], i % 2 == 0);
    }
  }
  grundy_threads_set(0);
}

/* [Kot46]: the next player wins if n is even and all numbers in S are odd. A tablebase of this game
 * has more than a million positions. */
static void kotzigs_nim_needs_few_positions(void **state) {
  const char *text = "kotzig:36,1,3";
  table t = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMN_OUTCOME, .answered = keep, .context = &t};
  assert_int_equal(grundy_expressions_evaluate(&text, 1, &options, NULL), GRUNDY_OK);
  assert_int_equal(t.at[0].outcome, 'N');
  assert_true(t.at[0].value == GRUNDY_UNKNOWN);
  assert_true(t.positions[0] <= 13528);
}

static void a_limit_concerns_one_expression(void **state) {
  const char *texts[] = {"kotzig:5", "kotzig:30", "kotzig:6"};
  table t = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .limit = 100, .answered = keep, .context = &t};
  assert_int_equal(grundy_expressions_evaluate(texts, 3, &options, NULL), GRUNDY_OK);
  assert_int_equal(t.status[0], GRUNDY_OK);
  assert_int_equal(t.status[1], GRUNDY_UNABLE);
  assert_int_equal(t.at[1].outcome, GRUNDY_OUTCOME_NONE);
  assert_int_equal(t.status[2], GRUNDY_OK);
}

static void the_first_wrong_expression_is_reported(void **state) {
  const char *texts[] = {"kotzig:5", "kotzig:16", "kotzig:0", "kotzig:x", "nosuch:3"};
  for (int i = 0; i < 50; i++) {
    grundy_error error = {0};
    grundy_threads_set(4);
    assert_int_equal(grundy_expressions_evaluate(texts, 5, NULL, &error), GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.message, "the circle has 0 places"));
  }
  grundy_threads_set(0);
}

static grundy_status refuse(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)context;
  (void)answer;
  error->status = GRUNDY_IO_ERROR;
  return GRUNDY_IO_ERROR;
}

static void a_failing_callback_ends_the_work(void **state) {
  const char *texts[] = {"kotzig:5", "kotzig:6"};
  grundy_error error = {0};
  grundy_evaluate_options options = {.size = sizeof options, .answered = refuse};
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, &error), GRUNDY_IO_ERROR);
  options.columns = GRUNDY_COLUMN_HMIN;
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, &error), GRUNDY_BAD_ARGUMENT);
  options.columns = 0;
  options.monitor = &test_cancelling;
  options.answered = NULL;
  /* One expression: of several, other threads may finish all before the monitor is asked. */
  assert_int_equal(grundy_expressions_evaluate(texts, 1, &options, &error), GRUNDY_CANCELLED);
}

static int choose_path(void **state) {
  int file = mkstemp(certificate_path);
  return file < 0 || close(file) != 0 ? -1 : unlink(certificate_path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_search_agrees_with_the_definitions),
      cmocka_unit_test(games_without_cycles_need_no_exploring),
      cmocka_unit_test(a_long_chain_does_not_overflow_the_stack),
      cmocka_unit_test(a_long_chain_has_a_certificate),
      cmocka_unit_test(a_table_that_forgets_has_right_certificates),
      cmocka_unit_test(a_certificate_can_be_cancelled),
      cmocka_unit_test(rules_that_change_have_no_certificate),
      cmocka_unit_test(a_winning_move_ends_the_search),
      cmocka_unit_test(other_outcomes_of_terminal_positions_are_respected),
      cmocka_unit_test(limits_are_respected),
      cmocka_unit_test(a_limit_concerns_the_moves_of_one_position),
      cmocka_unit_test(the_answers_do_not_depend_on_the_number_of_threads),
      cmocka_unit_test(kotzigs_nim_needs_few_positions),
      cmocka_unit_test(a_limit_concerns_one_expression),
      cmocka_unit_test(the_first_wrong_expression_is_reported),
      cmocka_unit_test(a_failing_callback_ends_the_work),
  };
  return cmocka_run_group_tests(tests, choose_path, NULL);
}
