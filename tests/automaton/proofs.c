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

/* Makes a random automaton in Zeckendorf digits: of a few states with the last digits, and one more
 * for words that are not positions. */
static void random_zeckendorf(grundy_random *random, grundy_automaton_parts *parts, uint32_t *next,
                              uint8_t *outputs) {
  uint32_t states = 1 + (uint32_t)grundy_random_below(random, 3), sink = 4 * states;
  parts->numeration = GRUNDY_ZECKENDORF;
  parts->dimension = 2;
  parts->symbols = 4;
  parts->states = sink + 1;
  for (uint32_t i = 0; i < parts->states; i++) {
    outputs[i] = i == sink ? 1 : (uint8_t)grundy_random_below(random, 2);
    for (uint32_t symbol = 0; symbol < 4; symbol++)
      next[4 * i + symbol] = i == sink || (i % 4 & symbol) != 0
                                 ? sink
                                 : 4 * (uint32_t)grundy_random_below(random, states) + symbol;
  }
  next[0] = 0;
  parts->next = next;
  parts->outputs = outputs;
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
  uint8_t outputs[16];
  memset(refuted, 0, sizeof refuted);
  for (uint64_t i = 0; i < 60 + test_scaled(1500); i++) {
    grundy_automaton_parts parts = {0};
    grundy_automaton_options options = {
        .size = sizeof options, .max_states = 5000, .block = i % 5 == 0 ? 1 : 0};
    grundy_vector_moves *moves = vector_moves_of(games[i % 3]);
    if (i % 4 == 0)
      random_zeckendorf(&random, &parts, next, outputs);
    else
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

/* An automaton with one state, after which positions have value 0. */
static grundy_automaton *constant(uint32_t dimension, grundy_numeration numeration) {
  static const uint8_t outputs[] = {0};
  uint32_t symbols = 1;
  for (uint32_t i = 0; i < dimension; i++) symbols *= numeration;
  uint32_t *next = calloc(symbols, sizeof *next);
  grundy_automaton *automaton = NULL;
  const grundy_automaton_parts parts = {.numeration = numeration,
                                        .dimension = dimension,
                                        .symbols = symbols,
                                        .states = 1,
                                        .next = next,
                                        .outputs = outputs};
  assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
  free(next);
  return automaton;
}

static void what_the_proof_cannot_do_is_refused(void **state) {
  static const struct {
    const char *moves;
    uint32_t dimension, block;
    grundy_numeration numeration;
    grundy_status status;
    const char *message;
  } proofs[] = {
      {"vector{(1,0),(0,1)}", 1, 0, 2, GRUNDY_BAD_ARGUMENT,
       "the automaton reads 1 numbers, and positions have 2"},
      {"vector{(2)*,(3)*}", 1, 1, 2, GRUNDY_UNABLE,
       "with block, no two rays may have the same direction"},
      {"vector{(1,-2000000),(0,1)}", 2, 0, 2, GRUNDY_UNABLE,
       "an entry of a vector is too large for automata; expected at most 2^20"},
      {"vector{(1,-1,-1,0)}", 4, 0, 16, GRUNDY_UNABLE,
       "a step of the proof needs more than 2^20 tuples of digits; wrong automata and unsuitable "
       "numerations need many states"},
  };
  for (size_t i = 0; i < sizeof proofs / sizeof *proofs; i++) {
    grundy_vector_moves *moves = vector_moves_of(proofs[i].moves);
    grundy_automaton *automaton = constant(proofs[i].dimension, proofs[i].numeration);
    grundy_automaton_options options = {.size = sizeof options, .block = proofs[i].block};
    grundy_automaton_report report = {0};
    grundy_error error = {0};
    assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, &error),
                     proofs[i].status);
    assert_string_equal(error.message, proofs[i].message);
    grundy_automaton_free(automaton);
    grundy_vector_moves_free(moves);
  }
}

/* Rays in different directions, and a ray next to a vector on its line, may be counted. */
static void rays_in_different_directions_may_be_blocked(void **state) {
  static const char *const games[] = {"vector{(2,0)*,(3,0),(0,1)*}", "vector{(1,0)*,(1,1)*}"};
  for (size_t i = 0; i < 2; i++) {
    grundy_vector_moves *moves = vector_moves_of(games[i]);
    grundy_automaton *automaton = constant(2, 2); /* all positions are P, which is wrong */
    const grundy_automaton_parts parts = grundy_automaton_view(automaton);
    const grundy_vector_rules view = grundy_vector_moves_view(moves);
    grundy_automaton_options options = {.size = sizeof options, .block = 1};
    grundy_automaton_report report = {0};
    assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
    assert_int_equal(report.finding, GRUNDY_AUTOMATON_NOT_CLOSED);
    assert_smallest(&parts, &view, 1, &report);
    grundy_automaton_free(automaton);
    grundy_vector_moves_free(moves);
  }
}

static void parts_out_of_range_are_refused(void **state) {
  static const uint32_t next[] = {0, 1, 1, 0}, far[] = {0, 1, 2, 0};
  static const uint8_t outputs[] = {0, 1}, large[] = {0, 2};
  static const grundy_automaton_parts right = {
      .numeration = 2, .dimension = 1, .states = 2, .symbols = 2, .next = next, .outputs = outputs};
  grundy_automaton_parts wrong[13];
  size_t count = sizeof wrong / sizeof *wrong;
  for (size_t i = 0; i < count; i++) wrong[i] = right;
  wrong[0].numeration = 0;
  wrong[1].numeration = GRUNDY_NUMERATION_MAX_BASE + 1;
  wrong[2].dimension = 0;
  wrong[3].dimension = GRUNDY_VECTOR_MAX_DIMENSION + 1;
  wrong[4].level = GRUNDY_AUTOMATON_MAX_LEVEL + 1;
  wrong[5].states = 0;
  wrong[6].states = GRUNDY_AUTOMATON_MAX_STATES + 1;
  wrong[7].symbols = 1;
  wrong[8].symbols = 3;
  wrong[9].numeration = 3;
  wrong[10].dimension = 2;
  wrong[11].next = far;
  wrong[12].outputs = large;
  for (size_t i = 0; i < count; i++) {
    grundy_automaton *automaton = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_automaton_new(&wrong[i], &automaton, &error), GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, "a number of the automaton is out of range");
    assert_null(automaton);
  }
  grundy_automaton *automaton = NULL;
  assert_int_equal(grundy_automaton_new(&right, &automaton, NULL), GRUNDY_OK);
  grundy_automaton_free(automaton);
}

static void options_out_of_range_are_refused(void **state) {
  static const grundy_automaton_options wrong[] = {
      {.size = sizeof *wrong, .numeration = GRUNDY_NUMERATION_MAX_BASE + 1},
      {.size = sizeof *wrong, .level = GRUNDY_AUTOMATON_MAX_LEVEL + 1},
      {.size = sizeof *wrong, .block = GRUNDY_VECTOR_MAX_BLOCK + 1},
  };
  grundy_vector_moves *moves = vector_moves_of("vector{(1)}");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_automaton *automaton = NULL;
    grundy_automaton_report report;
    grundy_error error = {0};
    assert_int_equal(grundy_automaton_learn(moves, &wrong[i], &automaton, &report, &error),
                     GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, "the numeration, the level or the block is out of range");
    assert_null(automaton);
  }
  grundy_vector_moves_free(moves);
}

/* An automaton that says that positions of vector{(1,-1),(0,1)} are P if the second coordinate is
 * even, except that it is the other way round from `length` digits on: state 2 l + p after l digits
 * and parity p. */
static void assert_wrong_at_length(uint32_t length) {
  enum { MOST = 2 * 128 };
  static uint32_t next[MOST * 4];
  static uint8_t outputs[MOST];
  grundy_automaton_parts parts = {.numeration = 2,
                                  .dimension = 2,
                                  .symbols = 4,
                                  .states = 2 * length + 2,
                                  .next = next,
                                  .outputs = outputs};
  for (uint32_t digits = 0; digits <= length; digits++)
    for (uint32_t parity = 0; parity < 2; parity++) {
      uint32_t state = 2 * digits + parity;
      outputs[state] = (uint8_t)(digits == length ? 1 - parity : parity);
      for (uint32_t symbol = 0; symbol < 4; symbol++) {
        uint32_t longer = digits == length || (digits == 0 && symbol == 0) ? digits : digits + 1;
        next[4 * state + symbol] = 2 * longer + symbol % 2;
      }
    }
  grundy_vector_moves *moves = vector_moves_of("vector{(1,-1),(0,1)}");
  grundy_automaton_options options = {.size = sizeof options};
  grundy_automaton_report report;
  grundy_error error = {0};
  grundy_automaton *automaton = NULL;
  assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
  grundy_status status = grundy_automaton_prove(automaton, moves, &options, &report, &error);
  if (length < 64) {
    /* The smallest position with `length` digits moves to one with fewer. */
    const grundy_vector_rules view = grundy_vector_moves_view(moves);
    assert_int_equal(status, GRUNDY_OK);
    assert_smallest(&parts, &view, 0, &report);
    uint64_t largest =
        report.position[0] > report.position[1] ? report.position[0] : report.position[1];
    assert_true(largest >> (length - 1) == 1);
  } else {
    assert_int_equal(status, GRUNDY_UNABLE);
    assert_string_equal(error.message, "the automaton is wrong, but the smallest position at which "
                                       "it is has more than 64 bits");
  }
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
}

static void positions_of_more_than_64_bits_are_not_written(void **state) {
  assert_wrong_at_length(5);
  assert_wrong_at_length(50);
  assert_wrong_at_length(70);
  assert_wrong_at_length(100);
}

/* Proves the automaton with parts of a game with negative entries, within limits that grow: the
 * proof ends at them, or with that finding. */
static void assert_limited(const char *text, const uint8_t *outputs, uint32_t level, uint32_t block,
                           grundy_automaton_finding finding) {
  static const uint32_t next[] = {0, 1, 0, 1, 0, 1, 0, 1};
  const grundy_automaton_parts parts = {.numeration = 2,
                                        .dimension = 2,
                                        .level = level,
                                        .symbols = 4,
                                        .states = 2,
                                        .next = next,
                                        .outputs = outputs};
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_automaton *automaton = NULL;
  assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
  for (int by_memory = 0; by_memory < 2; by_memory++) {
    uint64_t limit = 1, unable = 0;
    grundy_status status = GRUNDY_UNABLE;
    for (; status == GRUNDY_UNABLE; limit += 1 + limit / 64, unable++) {
      grundy_automaton_options options = {.size = sizeof options, .block = block};
      grundy_automaton_report report = {0};
      grundy_error error = {0};
      *(by_memory ? &options.memory : &options.max_states) = limit;
      status = grundy_automaton_prove(automaton, moves, &options, &report, &error);
      if (status == GRUNDY_OK) assert_int_equal(report.finding, finding);
      if (status == GRUNDY_OK) continue;
      assert_int_equal(status, GRUNDY_UNABLE);
      assert_int_equal(error.reason, by_memory ? GRUNDY_REASON_MEMORY : GRUNDY_REASON_TOO_MANY);
    }
    assert_true(unable > 2 && limit < 1000000);
  }
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
}

static void proofs_end_at_any_limit(void **state) {
  static const uint8_t parity[] = {0, 1}, all[] = {0, 0};
  assert_limited("vector{(1,-1),(0,1)}", parity, 0, 0, GRUNDY_AUTOMATON_HOLDS);
  assert_limited("vector{(1,-1),(0,1)}", parity, 1, 0, GRUNDY_AUTOMATON_HOLDS);
  assert_limited("vector{(1,-2),(0,1)}", parity, 0, 0, GRUNDY_AUTOMATON_NOT_CLOSED);
  assert_limited("vector{(1,-1),(0,3)}", parity, 1, 0, GRUNDY_AUTOMATON_NOT_ABSORBING);
  assert_limited("vector{(1,-1),(0,1)}", all, 0, 1, GRUNDY_AUTOMATON_NOT_CLOSED);
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
  grundy_status status = GRUNDY_UNABLE;
  for (uint64_t most = 10; status == GRUNDY_UNABLE; most += 1 + most / 8) {
    options.max_states = most;
    status = grundy_automaton_prove(automaton, moves, &options, &report, &error);
    if (status == GRUNDY_UNABLE) assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  }
  assert_int_equal(status, GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  assert_true(options.max_states >= report.largest_product);
  options.max_states = UINT64_MAX;
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
      cmocka_unit_test(what_the_proof_cannot_do_is_refused),
      cmocka_unit_test(rays_in_different_directions_may_be_blocked),
      cmocka_unit_test(parts_out_of_range_are_refused),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(positions_of_more_than_64_bits_are_not_written),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(proofs_end_at_any_limit),
      cmocka_unit_test(weights_are_found_if_there_are_some),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
