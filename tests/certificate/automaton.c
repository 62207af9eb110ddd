/* Proofs of automata are read strictly, every condition is checked, and the one that fails is
 * named. tests/automaton/certificates.c checks proofs that grundy writes. */

#include <grundy/grundy.h>

#include "support/certificates.h"
#include "support/test.h"

/* Nim with two heaps: a position is P if both coordinates have the same digits. The steps are the
 * pairs by move 1, the numbers of followers by it, the same for move 2, and the sum. */
#define MOVES "[{\"vector\": [0, 1], \"ray\": true}, {\"vector\": [1, 0], \"ray\": true}]"
#define NEXT "[[0, 1, 1, 0], [1, 1, 1, 1]]"
#define STEP_1 "{\"labels\": [[0, 0], [], [0, 1]], \"map\": [0, 1, 2]}"
#define STEP_2 "{\"labels\": [[0, 1], [2, 1], []], \"map\": [0, 1, 2]}"
#define STEP_3 "{\"labels\": [[0, 0], [], [0, 1]], \"map\": [0, 1, 2]}"
#define STEP_4 "{\"labels\": [[0, 1], [], [2, 1]], \"map\": [0, 1, 2]}"
#define STEP_5 "{\"labels\": [[0, 0], [1, 1], [2, 2]], \"map\": [0, 1, 1]}"
#define STEPS "[" STEP_1 ", " STEP_2 ", " STEP_3 ", " STEP_4 ", " STEP_5 "]"
static const char nim[] =
    "{\"format\": \"grundy automaton 1\", \"game\": {\"moves\": " MOVES
    ", \"terminal\": [], \"block\": 0}, \"numeration\": \"base2\", \"level\": 0, \"weight\": [1, "
    "1], \"automaton\": {\"outputs\": [0, 1], \"next\": " NEXT "}, \"steps\": " STEPS "}";

static void the_proof_of_nim_is_right(void **state) {
  grundy_certificate_report report;
  assert_int_equal(check_text(nim, &report, NULL), GRUNDY_OK);
  assert_true(report.is_right);
  assert_string_equal(report.game, "vector{(0,1)*,(1,0)*}");
  assert_string_equal(report.claim,
                      "an automaton with 2 states gives the outcomes of all positions");
}

/* ---- reading -------------------------------------------------------------------------------- */

#define BAD_MOVE                                                                                   \
  "'moves' is wrong; expected vectors of the same dimension, 1 to 4, with entries up to 2^20"
#define BAD_NUMERATION "'numeration' is wrong; expected base2 to base16, or zeckendorf"

/* A text, what replaces it, and the message. */
static const char *const wrong_members[][3] = {
    {"\"level\": 0, ", "", "the certificate has no member 'level'"},
    {"\"moves\": [", "\"more\": 1, \"moves\": [", "the game has an unknown member 'more'"},
    {MOVES, "[]", "'moves' is wrong; expected an array that is not empty"},
    {MOVES, "3", "'moves' is wrong; expected an array that is not empty"},
    {MOVES, "[3]", "'a move' is wrong; expected an object"},
    {"\"ray\": true", "\"ray\": 1", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": []", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": 1", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [0, 1, 0, 0, 0]", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [0, 1, 0]", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [0, 1.0]", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [\"0\", 1]", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [0, 1048577]", BAD_MOVE},
    {"\"vector\": [0, 1]", "\"vector\": [-1048577, 1]", BAD_MOVE},
    {"\"terminal\": []", "\"terminal\": 3", "'terminal' is wrong; expected an array"},
    {"\"terminal\": []", "\"terminal\": [[1]]",
     "'terminal' is wrong; expected an array of 2 integers from 0 to 1073741823"},
    {"\"terminal\": []", "\"terminal\": [[0, 1], [1, -1]]",
     "'terminal' is wrong; expected an array of 2 integers from 0 to 1073741823"},
    {"\"block\": 0", "\"block\": 9", "'block' is wrong; expected an integer from 0 to 8"},
    {"\"base2\"", "2", "'numeration' is wrong; expected a string"},
    {"\"base2\"", "\"base1\"", BAD_NUMERATION},
    {"\"base2\"", "\"base17\"", BAD_NUMERATION},
    {"\"base2\"", "\"fibonacci\"", BAD_NUMERATION},
    {"\"level\": 0", "\"level\": 16", "'level' is wrong; expected an integer from 0 to 15"},
    {"\"block\": 0}, \"numeration\": \"base2\", \"level\": 0",
     "\"block\": 1}, \"numeration\": \"base2\", \"level\": 1",
     "'level' is wrong; expected an integer from 0 to 0"},
    {"\"weight\": [1, 1]", "\"weight\": [0, 1]",
     "'weight' is wrong; expected an array of 2 integers from 1 to 2147483647"},
    {"\"weight\": [1, 1]", "\"weight\": [1]",
     "'weight' is wrong; expected an array of 2 integers from 1 to 2147483647"},
    {"{\"outputs\": [0, 1], ", "{", "the automaton has no member 'outputs'"},
    {"[0, 1], \"next\": " NEXT, "[], \"next\": []",
     "'automaton' is wrong; expected one output and one row per state"},
    {"[0, 1], \"next\": ", "[0], \"next\": ",
     "'automaton' is wrong; expected one output and one row per state"},
    {"\"outputs\": [0, 1]", "\"outputs\": [0, 2]",
     "'outputs' is wrong; expected an array of 2 integers from 0 to 1"},
    {"[0, 1, 1, 0]", "[0, 1, 1]", "'next' is wrong; expected an array of 4 integers from 0 to 1"},
    {"[1, 1, 1, 1]", "[1, 1, 1, 2]",
     "'next' is wrong; expected an array of 4 integers from 0 to 1"},
    {STEPS, "{}", "'steps' is wrong; expected an array"},
    {STEP_1, "{}", "a step has no member 'labels'"},
    {STEP_1, "[]", "'a step' is wrong; expected an object"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": []",
     "'labels' is wrong; expected an array that is not empty"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], 3, [0, 1]]",
     "'labels' is wrong; expected arrays"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], {\"x\": 1}, [0, 1]]",
     "'labels' is wrong; expected arrays"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], [], [0, \"1\"]]",
     "'labels' is wrong; expected integers"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], [], [0, 2147483648]]",
     "'labels' is wrong; expected integers"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], [], [0, -2147483648]]",
     "'labels' is wrong; expected integers"},
    {"\"labels\": [[0, 0], [], [0, 1]]", "\"labels\": [[0, 0], [], [0, 0]]",
     "'labels' is wrong; expected different ones"},
    {"\"map\": [0, 1, 2]", "\"map\": [0, 1, 3]",
     "'map' is wrong; expected an array of 3 integers from 0 to 2"},
    {"\"map\": [0, 1, 2]", "\"map\": [0, 1]",
     "'map' is wrong; expected an array of 3 integers from 0 to 2"},
};

static void every_member_is_read_strictly(void **state) {
  for (size_t i = 0; i < sizeof wrong_members / sizeof *wrong_members; i++) {
    char *text = text_with(nim, wrong_members[i][0], wrong_members[i][1]);
    expect_failure(text, GRUNDY_BAD_INPUT, wrong_members[i][2]);
    free(text);
  }
}

/* Returns an array with `count` copies of an item, to be freed. */
static char *array_of(const char *item, size_t count) {
  size_t length = strlen(item), at = 1;
  char *made = malloc(count * (length + 1) + 3);
  assert_non_null(made);
  made[0] = '[';
  for (size_t i = 0; i < count; i++) {
    if (i > 0) made[at++] = ',';
    memcpy(made + at, item, length);
    at += length;
  }
  memcpy(made + at, "]", 2);
  return made;
}

/* What differs between other certificates: all have one move, and weights of 1. */
typedef struct other {
  const char *vector, *numeration, *weight, *outputs, *next, *steps;
} other;

/* Returns such a certificate, to be freed. */
static char *text_of(const other *o) {
  static const char format[] =
      "{\"format\": \"grundy automaton 1\", \"game\": {\"moves\": [{\"vector\": %s, \"ray\": "
      "true}], \"terminal\": [], \"block\": 0}, \"numeration\": \"%s\", \"level\": 0, \"weight\": "
      "%s, \"automaton\": {\"outputs\": %s, \"next\": %s}, \"steps\": %s}";
  size_t size = sizeof format + 100 + strlen(o->outputs) + strlen(o->next) + strlen(o->steps);
  char *made = malloc(size);
  assert_non_null(made);
  int length = snprintf(made, size, format, o->vector, o->numeration, o->weight, o->outputs,
                        o->next, o->steps);
  assert_true(length > 0 && (size_t)length < size);
  return made;
}

/* Asserts that an array of so many items instead of `old` is too much for nim. */
static void expect_too_many(const char *old, const char *item, size_t count, const char *message) {
  char *array = array_of(item, count), *text = text_with(nim, old, array);
  expect_failure(text, GRUNDY_UNABLE, message);
  free(text);
  free(array);
}

static void limits_end_in_unable(void **state) {
  static const char too_many[] = "too many transitions; certificates have at most 268435456";
  expect_too_many(MOVES, "{\"vector\": [0, 1], \"ray\": true}", 4097,
                  "too many moves; certificates have at most 4096");
  expect_too_many("[]", "[0, 0]", 1001,
                  "too many terminal positions; certificates have at most 1000");
  char *outputs = array_of("0", 4097), *row = array_of("0", 4096), *next = array_of(row, 1);
  char *row_16 = array_of("0", 256), *next_16 = array_of(row_16, 1), *labels = array_of("0", 65537);
  char *steps = text_with("[{\"labels\": L, \"map\": []}]", "L", labels);
  const other others[] = {
      /* 16^4 transitions of a state: at most 4096 states. */
      {"[1, 1, 1, 1]", "base16", "[1, 1, 1, 1]", outputs, "[]", "[]"},
      /* 8^8 transitions of a pair. */
      {"[1, 1, 1, 1]", "base8", "[1, 1, 1, 1]", "[0]", next, "[{\"labels\": [0], \"map\": [0]}]"},
      /* 16^3 transitions of a pair: at most 65536 labels. */
      {"[1, 0]", "base16", "[1, 1]", "[0]", next_16, steps},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char *text = text_of(&others[i]);
    expect_failure(text, GRUNDY_UNABLE, too_many);
    free(text);
  }
  free(outputs);
  free(row);
  free(next);
  free(row_16);
  free(next_16);
  free(labels);
  free(steps);
}

/* The name of a game with many moves is cut. */
static void a_long_game_is_shown_in_part(void **state) {
  char *moves = array_of("{\"vector\": [1000000, 1000000], \"ray\": true}", 40);
  char *text = text_with(nim, MOVES, moves);
  grundy_certificate_report report;
  assert_int_equal(check_text(text, &report, NULL), GRUNDY_OK);
  assert_false(report.is_right);
  assert_int_equal(strlen(report.game), sizeof report.game - 1);
  assert_memory_equal(report.game, "vector{(1000000,1000000)*,(1000000,1000000)*,", 45);
  free(text);
  free(moves);
}

/* ---- conditions ----------------------------------------------------------------------------- */

static void the_condition_that_fails_is_named(void **state) {
  static const char step_1[] = "the transitions of step 1 are wrong";
  static const char *const cases[][3] = {
      {"\"vector\": [0, 1]", "\"vector\": [0, -1]", "move 1 does not lower the weight"},
      {"\"vector\": [1, 0]", "\"vector\": [1, -1]", "move 2 does not lower the weight"},
      {"[0, 1, 1, 0]", "[1, 1, 1, 0]", "zeros in front change the state of the automaton"},
      {STEPS, "[]", "a step is missing"},
      {", " STEP_5, "", "a step is missing"},
      {STEP_5, STEP_5 ", {}", "there are more steps than the proof has"},
      {"[[0, 0], [], [0, 1]]", "[[0, 1], [], [0, 0]]", step_1}, /* another start */
      {"\"map\": [0, 1, 2]", "\"map\": [1, 0, 2]", step_1},
      {"[[0, 0], [], [0, 1]], \"map\": [0, 1, 2]", "[[0, 0], []], \"map\": [0, 1]", step_1},
      {"[[0, 0], [], [0, 1]], \"map\": [0, 1, 2]", /* a label that is not reached */
       "[[0, 0], [], [0, 1], [0, 2]], \"map\": [0, 1, 2, 3]", step_1},
      {"\"map\": [0, 1, 2]", "\"map\": [0, 1, 1]", step_1}, /* different outputs */
      {"\"map\": [0, 1, 2]", "\"map\": [0, 0, 1]", step_1}, /* different transitions */
      {"\"map\": [0, 1, 1]", "\"map\": [0, 2, 2]", "the map of step 5 has a gap"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = text_with(nim, cases[i][0], cases[i][1]);
    expect_refutation(text, cases[i][2]);
    free(text);
  }
}

/* One heap, from which any number of beans may be taken, and automata with one state. The steps are
 * right; what they count is not what the automaton says. */
static void an_automaton_that_is_wrong_is_refuted(void **state) {
  static const struct {
    other certificate;
    const char *wrong;
  } cases[] = {
      /* From a position with digits 1…1, more and more prefixes lead to smaller positions. */
      {{"[1]", "base2", "[1]", "[0]", "[[0, 0]]",
        "[{\"labels\": [[0, 0], [0, 1], []], \"map\": [0, 1, 2]}, {\"labels\": [[0, 1], [0, 1, 1, "
        "1]], \"map\": [0, 1]}]"},
       "closure: a move leads from a position of level 0 into the level"},
      /* No pair is of use, so the only state of the first step is the dead one. */
      {{"[1]", "base2", "[1]", "[1]", "[[0, 0]]",
        "[{\"labels\": [[0, 0], []], \"map\": [0, 0]}, {\"labels\": [[]], \"map\": [0]}]"},
       "absorption: a position outside has no move into level 0"},
      {{"[1]", "zeckendorf", "[1]", "[0]", "[[0, 0]]", "[]"},
       "the automaton gives a value to a word that is not a position"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = text_of(&cases[i].certificate);
    expect_refutation(text, cases[i].wrong);
    free(text);
  }
}

/* Followers are counted only if different moves lead to different positions: blocking moves. */
static void moves_that_can_meet_are_refused_if_some_may_be_blocked(void **state) {
  static const struct {
    const char *moves;
    bool can_meet;
  } cases[] = {
      {"[{\"vector\": [0, 1], \"ray\": true}, {\"vector\": [1, 0], \"ray\": true}]", false},
      {"[{\"vector\": [0, 1], \"ray\": true}, {\"vector\": [0, 2], \"ray\": true}]", true},
      {"[{\"vector\": [0, 2], \"ray\": true}, {\"vector\": [0, 3], \"ray\": true}]", true},
      {"[{\"vector\": [0, 1], \"ray\": true}, {\"vector\": [0, 2], \"ray\": false}]", true},
      {"[{\"vector\": [0, 2], \"ray\": true}, {\"vector\": [0, 3], \"ray\": false}]", false},
      {"[{\"vector\": [0, 4], \"ray\": false}, {\"vector\": [0, 2], \"ray\": true}]", true},
      {"[{\"vector\": [0, 2], \"ray\": false}, {\"vector\": [0, 4], \"ray\": true}]", false},
      {"[{\"vector\": [0, 2], \"ray\": false}, {\"vector\": [0, 2], \"ray\": false}]", true},
      {"[{\"vector\": [0, 1], \"ray\": false}, {\"vector\": [0, 2], \"ray\": false}]", false},
      {"[{\"vector\": [4, -2], \"ray\": false}, {\"vector\": [2, -1], \"ray\": true}]", true},
      {"[{\"vector\": [2, -1], \"ray\": false}, {\"vector\": [4, -2], \"ray\": true}]", false},
      {"[{\"vector\": [2, 1], \"ray\": false}, {\"vector\": [1, 2], \"ray\": false}]", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = text_with(nim, MOVES, cases[i].moves);
    char *blocked = text_with(text, "\"block\": 0", "\"block\": 1");
    grundy_certificate_report report = {0};
    assert_int_equal(check_text(blocked, &report, NULL), GRUNDY_OK);
    assert_false(report.is_right);
    if ((strcmp(report.wrong, "moves 1 and 2 can lead to the same position") == 0) !=
        cases[i].can_meet)
      fail_msg("%s: %s", cases[i].moves, report.wrong);
    free(blocked);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_proof_of_nim_is_right),
      cmocka_unit_test(every_member_is_read_strictly),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(a_long_game_is_shown_in_part),
      cmocka_unit_test(the_condition_that_fails_is_named),
      cmocka_unit_test(an_automaton_that_is_wrong_is_refuted),
      cmocka_unit_test(moves_that_can_meet_are_refused_if_some_may_be_blocked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
