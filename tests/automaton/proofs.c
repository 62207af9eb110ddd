/* Automata are learnt, proved and refuted: what is proved agrees with lists of followers far beyond
 * the table, and every single change of an automaton is refused, at the smallest position. */

#include "automaton/impl.h"
#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <grundy/automaton.h>
#include <inttypes.h>

/* A game, and what its automaton is known to be. */
typedef struct example {
  const char *moves, *numeration;
  uint32_t corner, block, level;
  uint32_t states, live;
} example;

static const char wythoff[] = "vector{(1,0)*,(0,1)*,(1,1)*}";

static const example examples[] = {
    {"vector{(1,0)*,(0,1)*}", "base2", 40, 0, 0, 2, 1},
    {"vector{(1,0)*,(0,1)*}", "base2", 40, 0, 2, 4, 3},
    {"vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}", "base2", 20, 0, 0, 2, 1},
    {"vector{(1),(2)}", "base2", 200, 0, 0, 3, 3},
    {"vector{(1),(2)}", "base16", 5000, 0, 0, 3, 3},
    {"vector{(1),(3),(4)}", "base2", 400, 0, 0, 7, 7},
    {"vector{(1),(3),(4)}", "base2", 400, 0, 3, 7, 7},
    {"vector{(2),(3)*}", "base3", 400, 0, 0, 4, 3},
    {"vector{(2,0)*,(0,1)*}", "base2", 60, 0, 0, 3, 2},
    {wythoff, "zeckendorf", 100, 0, 0, 8, 7}, /* 7 live states */
    {wythoff, "zeckendorf", 300, 2, 0, 29, 28},
    {"vector{(1)}", "zeckendorf", 100, 1, 0, 3, 2}, /* all positions are P, and no other words */
};

enum { EXAMPLES = sizeof examples / sizeof *examples };

static grundy_automaton_options options_of(const example *e, uint32_t dimension) {
  grundy_automaton_options options = {.size = sizeof options, .level = e->level};
  options.block = e->block;
  for (uint32_t i = 0; i < dimension; i++) options.corner.at[i] = e->corner;
  assert_int_equal(grundy_numeration_parse(e->numeration, &options.numeration, NULL), GRUNDY_OK);
  return options;
}

static grundy_automaton *learn(const example *e, const grundy_vector_moves *moves,
                               const grundy_automaton_options *options) {
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  grundy_error error = {0};
  if (grundy_automaton_learn(moves, options, &automaton, &report, &error) != GRUNDY_OK)
    fail_msg("%s: %s", e->moves, error.message);
  if (report.finding != GRUNDY_AUTOMATON_HOLDS)
    fail_msg("%s in %s: wrong at %" PRIu64 ",%" PRIu64, e->moves, e->numeration, report.position[0],
             report.position[1]);
  return automaton;
}

/* ---- by definition ------------------------------------------------------------------------ */

/* Returns how many followers of a position have that output. */
static uint32_t count_followers(const grundy_automaton_parts *parts,
                                const grundy_vector_rules *moves, const uint64_t *position,
                                uint8_t output) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < moves->count; i++) {
    for (int64_t times = 1; times == 1 || moves->list[i].is_ray; times++) {
      uint64_t follower[GRUNDY_VECTOR_MAX_DIMENSION] = {0};
      bool is_there = true;
      for (uint32_t k = 0; k < parts->dimension && is_there; k++) {
        int64_t to = (int64_t)position[k] - times * moves->list[i].entries[k];
        is_there = to >= 0;
        follower[k] = (uint64_t)to;
      }
      if (!is_there) break;
      count += automaton_output_at(parts, follower) == output;
    }
  }
  return count;
}

/* Returns whether closure or absorption fails at a position, at some level. */
static bool fails_at(const grundy_automaton_parts *parts, const grundy_vector_rules *moves,
                     uint32_t block, const uint64_t *position, bool is_closure) {
  uint8_t output = automaton_output_at(parts, position);
  for (uint8_t level = 0; level <= parts->level && level <= output; level++) {
    bool is_many = count_followers(parts, moves, position, level) > block;
    if ((output == level) == is_closure && is_many == is_closure) return true;
  }
  return false;
}

static bool is_wrong_at(const grundy_automaton_parts *parts, const grundy_vector_rules *moves,
                        const uint64_t *position) {
  return fails_at(parts, moves, 0, position, true) || fails_at(parts, moves, 0, position, false);
}

/* Asserts that the condition of the report fails at its position, and, in one or two dimensions, at
 * no smaller one. */
static void assert_smallest(const grundy_automaton_parts *parts, const grundy_vector_rules *moves,
                            uint32_t block, const grundy_automaton_report *report) {
  const uint64_t *found = report->position;
  bool is_closure = report->finding == GRUNDY_AUTOMATON_NOT_CLOSED;
  uint64_t largest = 0;
  assert_true(fails_at(parts, moves, block, found, is_closure));
  for (uint32_t i = 0; i < parts->dimension; i++)
    if (found[i] > largest) largest = found[i];
  if (parts->dimension > 2 || largest > 60) return;
  for (uint64_t x = 0; x <= largest; x++)
    for (uint64_t y = 0; y <= (parts->dimension == 2 ? largest : 0); y++) {
      uint64_t position[GRUNDY_VECTOR_MAX_DIMENSION] = {x, y};
      bool is_smaller =
          (x < largest && y < largest) || x < found[0] || (x == found[0] && y < found[1]);
      if (is_smaller && fails_at(parts, moves, block, position, is_closure))
        fail_msg("%" PRIu64 ",%" PRIu64 " is smaller", x, y);
    }
}

/* ---- known games -------------------------------------------------------------------------- */

static void known_games_have_automata_of_known_size(void **state) {
  for (int i = 0; i < EXAMPLES; i++) {
    const example *e = &examples[i];
    grundy_vector_moves *moves = vector_moves_of(e->moves);
    grundy_automaton_options options = options_of(e, grundy_vector_moves_view(moves).dimension);
    grundy_automaton *automaton = learn(e, moves, &options);
    grundy_automaton_parts parts = grundy_automaton_view(automaton);
    grundy_automaton_report report;
    assert_int_equal(parts.states, e->states);
    assert_int_equal(parts.live, e->live);
    assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
    assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
    assert_true(report.steps > 0 && report.largest <= report.largest_raw);
    grundy_automaton_free(automaton);
    grundy_vector_moves_free(moves);
  }
}

/* Proves that the automaton for a box of Wythoff's game with terminal positions is right. */
static void assert_terminal(const grundy_vector_position *terminal, uint64_t count) {
  const example e = {.moves = wythoff, .numeration = "zeckendorf", .corner = 300};
  grundy_vector_moves *moves = vector_moves_of(e.moves);
  grundy_automaton_options options = options_of(&e, 2);
  grundy_automaton_report report;
  options.terminal = terminal;
  options.terminal_count = count;
  grundy_automaton *automaton = learn(&e, moves, &options);
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  options.terminal_count = 0; /* it is wrong for the other game, unless that is the same */
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  const grundy_automaton_parts parts = grundy_automaton_view(automaton);
  const grundy_vector_rules view = grundy_vector_moves_view(moves);
  bool is_wrong = false;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t position[GRUNDY_VECTOR_MAX_DIMENSION] = {terminal[i].at[0], terminal[i].at[1]};
    is_wrong |= is_wrong_at(&parts, &view, position);
  }
  assert_int_equal(is_wrong, report.finding != GRUNDY_AUTOMATON_HOLDS);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
}

static void terminal_positions_change_the_automaton(void **state) {
  const grundy_vector_position one[] = {{{1, 1}}}, two[] = {{{0, 1}}, {{1, 0}}},
                               three[] = {{{0, 0}}, {{2, 2}}, {{1, 1}}};
  assert_terminal(one, 1);
  assert_terminal(two, 2);
  assert_terminal(three, 3);
}

/* ---- wrong automata ----------------------------------------------------------------------- */

/* How often automata were refuted, by findings. */
static uint32_t refuted[4];

/* Tries to prove an automaton with other transitions; returns whether it was refused. */
static bool is_refused(const grundy_automaton_parts *parts, const grundy_vector_moves *moves,
                       const grundy_automaton_options *options) {
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report = {0};
  const grundy_vector_rules view = grundy_vector_moves_view(moves);
  assert_int_equal(grundy_automaton_new(parts, &automaton, NULL), GRUNDY_OK);
  grundy_status status = grundy_automaton_prove(automaton, moves, options, &report, NULL);
  if (status == GRUNDY_OK && report.finding != GRUNDY_AUTOMATON_HOLDS)
    assert_smallest(parts, &view, options->block, &report);
  if (status == GRUNDY_OK) refuted[report.finding]++;
  grundy_automaton_free(automaton);
  assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_ARGUMENT || status == GRUNDY_UNABLE);
  return status != GRUNDY_OK || report.finding != GRUNDY_AUTOMATON_HOLDS;
}

static uint64_t refuse_changes(const example *e, grundy_random *random, uint64_t most) {
  grundy_vector_moves *moves = vector_moves_of(e->moves);
  grundy_automaton_options options = options_of(e, grundy_vector_moves_view(moves).dimension);
  grundy_automaton *automaton = learn(e, moves, &options);
  grundy_automaton_parts parts = grundy_automaton_view(automaton);
  uint64_t cells = (uint64_t)parts.states * parts.symbols, refused = 0;
  uint32_t *next = malloc(cells * sizeof *next);
  options.max_states = 20000;
  memcpy(next, parts.next, cells * sizeof *next);
  parts.next = next;
  for (uint64_t cell = 0; cell < cells && parts.states > 1 && refused < most; cell++) {
    uint32_t right = next[cell];
    next[cell] =
        (right + 1 + (uint32_t)grundy_random_below(random, parts.states - 1)) % parts.states;
    if (!is_refused(&parts, moves, &options))
      fail_msg("%s: transition %" PRIu64 " leads to %" PRIu32, e->moves, cell, next[cell]);
    next[cell] = right;
    refused++;
  }
  free(next);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
  return refused;
}

static void every_change_of_a_transition_is_refused(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t refused = 0;
  for (uint64_t round = 0; round < 1 + test_scaled(2); round++)
    for (int i = 0; i < EXAMPLES; i++)
      refused += refuse_changes(&examples[i], &random, 40 + test_scaled(100));
  assert_true(refused >= 300);
}

/* Makes a random automaton in base 2 or 3 that ignores zeros in front. */
static void random_automaton(grundy_random *random, grundy_automaton_parts *parts, uint32_t *next,
                             uint8_t *outputs) {
  parts->numeration = 2 + (uint32_t)grundy_random_below(random, 2);
  parts->dimension = 2;
  parts->symbols = parts->numeration * parts->numeration;
  parts->states = 1 + (uint32_t)grundy_random_below(random, 4);
  for (uint32_t i = 0; i < parts->states * parts->symbols; i++)
    next[i] = (uint32_t)grundy_random_below(random, parts->states);
  next[0] = 0;
  for (uint32_t i = 0; i < parts->states; i++) outputs[i] = (uint8_t)grundy_random_below(random, 2);
  parts->next = next;
  parts->outputs = outputs;
}

/* Games with negative entries are not compared with a table first, so the proof itself must find
 * the smallest position: followers may have more digits. In vector{(1,-1),(0,1)}, every move lowers
 * 2 a + b by 1, so P-positions are those with even b. */
static void the_proof_alone_refutes_random_automata(void **state) {
  static const char *const games[] = {"vector{(1,-1),(0,1)}", "vector{(1,-2)*,(0,1)*}",
                                      "vector{(1,-1)*,(0,2),(2,0)}"};
  grundy_random random = grundy_random_new(test_seed());
  uint32_t next[64];
  uint8_t outputs[8];
  memset(refuted, 0, sizeof refuted);
  for (uint64_t i = 0; i < 60 + test_scaled(1500); i++) {
    grundy_automaton_parts parts = {0};
    grundy_automaton_options options = {.size = sizeof options, .max_states = 5000};
    grundy_vector_moves *moves = vector_moves_of(games[i % 3]);
    random_automaton(&random, &parts, next, outputs);
    (void)is_refused(&parts, moves, &options);
    grundy_vector_moves_free(moves);
  }
  const uint32_t even[] = {0, 1, 0, 1, 0, 1, 0, 1};
  const uint8_t parity[] = {0, 1};
  grundy_automaton_parts right = {
      .numeration = 2, .dimension = 2, .symbols = 4, .states = 2, .next = even, .outputs = parity};
  grundy_automaton_options options = {.size = sizeof options};
  grundy_vector_moves *moves = vector_moves_of(games[0]);
  assert_false(is_refused(&right, moves, &options));
  grundy_vector_moves_free(moves);
  assert_true(refuted[GRUNDY_AUTOMATON_NOT_CLOSED] > 20);
  assert_true(refuted[GRUNDY_AUTOMATON_NOT_ABSORBING] > 3);
}

/* ---- random games ------------------------------------------------------------------------- */

/* Learns and proves; compares with the definition in a box that is larger than the table. Returns
 * whether the automaton was proved. */
static bool check_random_game(grundy_random *random) {
  static const char *const numerations[] = {"base2", "base3", "zeckendorf"};
  char text[VECTORS_TEXT];
  uint32_t dimension = 1 + (uint32_t)grundy_random_below(random, 2);
  vector_rules rules = random_vectors(random, dimension, dimension == 1 ? 5 : 2);
  rules.overshoot = false;
  vector_rules_text(&rules, text);
  const example e = {.moves = text,
                     .numeration = numerations[grundy_random_below(random, 3)],
                     .corner = dimension == 1 ? 300 : 40};
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_automaton_options options = options_of(&e, dimension);
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  options.max_states = 2000;
  bool is_proved =
      grundy_automaton_learn(moves, &options, &automaton, &report, NULL) == GRUNDY_OK &&
      automaton != NULL &&
      grundy_automaton_prove(automaton, moves, &options, &report, NULL) == GRUNDY_OK &&
      report.finding == GRUNDY_AUTOMATON_HOLDS;
  if (is_proved) {
    const grundy_automaton_parts parts = grundy_automaton_view(automaton);
    grundy_vector_options box = {.size = sizeof box, .outcomes_only = true};
    for (uint32_t k = 0; k < dimension; k++) box.corner.at[k] = dimension == 1 ? 500 : 50;
    uint64_t count = naive_box_count(dimension, &box.corner);
    grundy_outcome *outcomes = calloc(count, 1);
    naive_vectors(&rules, &box, NULL, outcomes);
    for (uint64_t index = 0; index < count; index++) {
      uint64_t side = box.corner.at[0] + UINT64_C(1);
      uint64_t position[] = {dimension == 1 ? index : index / side, index % side, 0, 0};
      assert_int_equal(automaton_output_at(&parts, position),
                       outcomes[index] == GRUNDY_OUTCOME_P ? 0 : 1);
    }
    free(outcomes);
  }
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
  return is_proved;
}

static void what_is_proved_agrees_with_lists_of_followers(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t proved = 0;
  for (uint64_t i = 0; i < 30 + test_scaled(300); i++) proved += check_random_game(&random);
  assert_true(proved >= 5);
}

/* ---- refusals ----------------------------------------------------------------------------- */

static void assert_unable(const char *text, grundy_automaton_options options) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  grundy_error error = {0};
  options.size = sizeof options;
  options.numeration = 2;
  for (uint32_t i = 0; i < grundy_vector_moves_view(moves).dimension; i++) options.corner.at[i] = 9;
  assert_int_equal(grundy_automaton_learn(moves, &options, &automaton, &report, &error),
                   GRUNDY_UNABLE);
  assert_true(error.message[0] != '\0' && automaton == NULL);
  grundy_vector_moves_free(moves);
}

static void what_the_theorem_does_not_cover_is_refused(void **state) {
  const grundy_automaton_options none = {0};
  assert_unable("vector{(1,-1),(-1,1)}", none); /* does not end */
  assert_unable("vector{(1,-1),(-2,1),(1,1)}", none);
  assert_unable("vector{(1),overshoot}", none);
  assert_unable("vector{(1,-1),(0,1)}", none); /* there is no table */
  assert_unable("vector{(1)*}", (grundy_automaton_options){.level = 1, .block = 1});
  assert_unable("vector{(2000000)}", none);
}

static void limits_end_in_unable(void **state) {
  const example e = {.moves = wythoff, .numeration = "zeckendorf", .corner = 100};
  grundy_vector_moves *moves = vector_moves_of(e.moves);
  grundy_automaton_options options = options_of(&e, 2);
  grundy_automaton *automaton = learn(&e, moves, &options);
  grundy_automaton_report report;
  grundy_error error = {0};
  options.max_states = 100;
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  options.max_states = 0;
  options.memory = 10000;
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
}

static void weights_are_found_if_there_are_some(void **state) {
  uint32_t weights[GRUNDY_VECTOR_MAX_DIMENSION] = {0};
  grundy_vector_moves *moves = vector_moves_of("vector{(1,-3,0),(0,1,-2),(0,0,1)}");
  grundy_vector_rules view = grundy_vector_moves_view(moves);
  assert_true(grundy_weights_find(&view, weights));
  assert_true(weights[0] > 3 * weights[1] && weights[1] > 2 * weights[2] && weights[2] > 0);
  grundy_vector_moves_free(moves);
  moves = vector_moves_of("vector{(1,-1),(-1,1)}");
  view = grundy_vector_moves_view(moves);
  assert_false(grundy_weights_find(&view, weights));
  grundy_vector_moves_free(moves);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_games_have_automata_of_known_size),
      cmocka_unit_test(terminal_positions_change_the_automaton),
      cmocka_unit_test(every_change_of_a_transition_is_refused),
      cmocka_unit_test(the_proof_alone_refutes_random_automata),
      cmocka_unit_test(what_is_proved_agrees_with_lists_of_followers),
      cmocka_unit_test(what_the_theorem_does_not_cover_is_refused),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(weights_are_found_if_there_are_some),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
