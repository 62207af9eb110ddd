/* Certificates of automata prove what they say, and with anything changed in the game or the
 * automaton they prove nothing; laws that are read back evaluate positions of any size. */

#include "automaton/impl.h"
#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <grundy/automaton.h>
#include <grundy/certificate.h>
#include <grundy/game.h>
#include <inttypes.h>
#include <unistd.h>

static const char wythoff[] = "vector{(1,0)*,(0,1)*,(1,1)*}";

/* Learns and proves. Returns the certificate, to be freed. */
static char *certify(const char *text, const char *numeration, grundy_automaton_options options) {
  grundy_vector_moves *moves = vector_moves_of(text);
  uint32_t dimension = grundy_vector_moves_view(moves).dimension;
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  char *bytes = NULL;
  size_t length = 0;
  options.size = sizeof options;
  for (uint32_t i = 0; i < dimension; i++)
    options.corner.at[i] = dimension == 1 ? 400 : dimension == 2 ? 300 : 20;
  assert_int_equal(grundy_numeration_parse(numeration, &options.numeration, NULL), GRUNDY_OK);
  assert_int_equal(grundy_automaton_learn(moves, &options, &automaton, &report, NULL), GRUNDY_OK);
  assert_non_null(automaton);
  options.certificate = open_memstream(&bytes, &length);
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  assert_int_equal(fclose(options.certificate), 0);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
  return bytes;
}

/* Writes a file in the folder of temporary files; the name is to be removed and freed. */
static char *write_file(const char *bytes, size_t length) {
  const char *folder = getenv("TMPDIR");
  char *path = malloc(400);
  (void)snprintf(path, 400, "%s/grundy-automaton-XXXXXX", folder == NULL ? "/tmp" : folder);
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  assert_int_equal(write(descriptor, bytes, length), length);
  assert_int_equal(close(descriptor), 0);
  return path;
}

/* Returns whether a certificate is right. */
static bool is_right(const char *bytes, size_t length) {
  char *path = write_file(bytes, length);
  grundy_certificate_report report = {0};
  grundy_error error = {0};
  grundy_status status = grundy_certificate_verify(NULL, path, NULL, &report, &error);
  assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE);
  assert_int_equal(unlink(path), 0);
  free(path);
  return status == GRUNDY_OK && report.is_right;
}

static void certificates_are_right(void **state) {
  const grundy_vector_position ends[] = {{{1, 1}}, {{3, 4}}};
  const struct {
    const char *text, *numeration;
    grundy_automaton_options options;
  } games[] = {
      {"vector{(1,0)*,(0,1)*}", "base2", {0}},
      {"vector{(1,0)*,(0,1)*}", "base2", {.level = 3}},
      {"vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}", "base2", {0}},
      {"vector{(1),(3),(4)}", "base2", {.level = 3}},
      {"vector{(2),(3)*}", "base3", {0}},
      {"vector{(2)*}", "zeckendorf", {0}},
      {"vector{(1,2),(2,1)}", "base3", {0}},
      {wythoff, "zeckendorf", {0}},
      {wythoff, "zeckendorf", {.block = 2}},
      {wythoff, "zeckendorf", {.terminal = ends, .terminal_count = 1}},
  };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    char *bytes = certify(games[i].text, games[i].numeration, games[i].options);
    if (!is_right(bytes, strlen(bytes))) fail_msg("%s", games[i].text);
    free(bytes);
  }
}

/* Every move of vector{(1,-1),(0,1)} lowers 2 a + b by 1, so P-positions are those with even b.
 * Followers may have more digits. */
static void a_game_with_negative_entries_is_certified(void **state) {
  const uint32_t next[] = {0, 1, 0, 1, 0, 1, 0, 1};
  const uint8_t outputs[] = {0, 1};
  const grundy_automaton_parts parity = {
      .numeration = 2, .dimension = 2, .symbols = 4, .states = 2, .next = next, .outputs = outputs};
  grundy_vector_moves *moves = vector_moves_of("vector{(1,-1),(0,1)}");
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  grundy_automaton_options options = {.size = sizeof options};
  char *bytes = NULL;
  size_t length = 0;
  assert_int_equal(grundy_automaton_new(&parity, &automaton, NULL), GRUNDY_OK);
  options.certificate = open_memstream(&bytes, &length);
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  assert_int_equal(fclose(options.certificate), 0);
  assert_true(is_right(bytes, length));
  char *at = strstr(bytes, "\"outputs\": [0, 1]");
  assert_non_null(at);
  memcpy(at, "\"outputs\": [1, 0]", 17);
  assert_false(is_right(bytes, length));
  free(bytes);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
}

/* Changes one digit before `end`, at random, and returns whether the certificate is still right. */
static bool is_right_changed(char *bytes, size_t end, grundy_random *random) {
  size_t at;
  do at = (size_t)grundy_random_below(random, end);
  while (bytes[at] < '0' || bytes[at] > '9');
  char before = bytes[at];
  bytes[at] = (char)('0' + (before - '0' + 1 + (int)grundy_random_below(random, 9)) % 10);
  bool right = is_right(bytes, strlen(bytes));
  bytes[at] = before;
  return right;
}

/* Numbers of the game and of the automaton; weights come between them, and others may do. Numbers
 * of steps may change in ways that do not matter: then the claim, which is unchanged, is still
 * proved. */
static void changed_certificates_prove_nothing(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  char *bytes = certify(wythoff, "zeckendorf", (grundy_automaton_options){0});
  size_t steps = (size_t)(strstr(bytes, "\"steps\"") - bytes), length = strlen(bytes);
  char *automaton = strstr(bytes, "\"automaton\": {");
  uint64_t right = 0;
  assert_non_null(automaton);
  for (uint64_t i = 0; i < 40 + test_scaled(1000); i++) {
    size_t from = (size_t)(automaton - bytes) + 14, at;
    do at = from + (size_t)grundy_random_below(&random, steps - from);
    while (bytes[at] < '0' || bytes[at] > '9');
    char before = bytes[at];
    bytes[at] = (char)('0' + (before - '0' + 1 + (int)grundy_random_below(&random, 9)) % 10);
    assert_false(is_right(bytes, length));
    bytes[at] = before;
    right += is_right_changed(bytes, length, &random);
  }
  assert_true(right < 40 + test_scaled(1000));
  assert_true(is_right(bytes, length));
  for (size_t cut = 1; cut < length; cut += 1 + length / 50) assert_false(is_right(bytes, cut));
  free(bytes);
}

/* A certificate is not right for another game: every replacement changes the game. */
static void certificates_are_about_one_game(void **state) {
  static const char *const changes[][2] = {{"\"block\": 0", "\"block\": 1"},
                                           {"\"terminal\": []", "\"terminal\": [[1, 1]]"},
                                           {"\"ray\": true", "\"ray\": false"},
                                           {"\"vector\": [1, 1]", "\"vector\": [2, 1]"},
                                           {"\"weight\": [1, 1]", "\"weight\": [0, 1]"},
                                           {"\"zeckendorf\"", "\"base2\""},
                                           {"\"level\": 0", "\"level\": 1"},
                                           {"\"steps\": [", "\"steps\": [{}, "}};
  char *bytes = certify(wythoff, "zeckendorf", (grundy_automaton_options){0});
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char *at = strstr(bytes, changes[i][0]), *changed = malloc(strlen(bytes) + 64);
    assert_non_null(at);
    (void)sprintf(changed, "%.*s%s%s", (int)(at - bytes), bytes, changes[i][1],
                  at + strlen(changes[i][0]));
    if (is_right(changed, strlen(changed))) fail_msg("%s", changes[i][1]);
    free(changed);
  }
  free(bytes);
}

/* ---- using laws --------------------------------------------------------------------------- */

static grundy_automaton_law law_of(const char *bytes) {
  grundy_automaton_law law = {0};
  char *path = write_file(bytes, strlen(bytes));
  assert_int_equal(grundy_automaton_law_read(path, NULL, &law, NULL), GRUNDY_OK);
  assert_int_equal(unlink(path), 0);
  free(path);
  return law;
}

/* Asserts what a law says about a position; the follower is NULL if there is none. */
static void assert_answer(const grundy_automaton_law *law, const char *position, uint32_t value,
                          const char *follower) {
  grundy_automaton_answer answer;
  assert_int_equal(grundy_automaton_evaluate(law, position, &answer, NULL), GRUNDY_OK);
  assert_int_equal(answer.value, value);
  assert_int_equal(answer.has_move, follower != NULL);
  if (follower != NULL) assert_string_equal(answer.follower, follower);
  free(answer.follower);
}

static void laws_answer_positions_of_any_size(void **state) {
  char *bytes = certify(wythoff, "zeckendorf", (grundy_automaton_options){0});
  grundy_automaton_law law = law_of(bytes);
  grundy_automaton_answer answer;
  assert_answer(&law, "0,0", 0, NULL);
  assert_answer(&law, "3,5", 0, NULL);
  assert_answer(&law, "5,3", 0, NULL);
  assert_answer(&law, "3,6", 1, "3,5");
  /* The nth P-position is (floor(n phi), floor(n phi^2)) [Wyt07]; n = 10^40 + 12345. */
  assert_answer(
      &law, "16180339887498948482045868343656381197177,26180339887498948482045868343656381209522",
      0, NULL);
  assert_answer(
      &law, "26180339887498948482045868343656381209522,16180339887498948482045868343656381197177",
      0, NULL);
  assert_answer(
      &law, "16180339887498948482045868343656381197177,26180339887498948482045868343656381209523",
      1, "16180339887498948482045868343656381197177,26180339887498948482045868343656381209522");
  assert_int_equal(grundy_automaton_evaluate(&law, "3", &answer, NULL), GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_automaton_evaluate(&law, "3,x", &answer, NULL), GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_automaton_evaluate(&law, "3,5,7", &answer, NULL), GRUNDY_BAD_INPUT);
  char huge[1200];
  memset(huge, '9', sizeof huge);
  memcpy(huge + sizeof huge - 3, ",0", 3);
  assert_int_equal(grundy_automaton_evaluate(&law, huge, &answer, NULL), GRUNDY_UNABLE);
  memcpy(huge + 1000, ",0", 3);
  assert_answer(&law, huge, 1, "0,0");
  grundy_automaton_law_free(&law);
  free(bytes);
}

/* Every answer in a box agrees with the definition, and every follower is a P-position one move
 * away. */
static void laws_agree_with_the_table(void **state) {
  char *bytes = certify("vector{(1,0)*,(0,1)*}", "base2", (grundy_automaton_options){.level = 2});
  grundy_automaton_law law = law_of(bytes);
  for (uint32_t x = 0; x < 24; x++)
    for (uint32_t y = 0; y < 24; y++) {
      char position[32], follower[32];
      uint32_t value = (x ^ y) <= 2 ? (x ^ y) : 3, least = x < y ? x : y;
      (void)snprintf(position, sizeof position, "%" PRIu32 ",%" PRIu32, x, y);
      (void)snprintf(follower, sizeof follower, "%" PRIu32 ",%" PRIu32, least, least);
      assert_answer(&law, position, value, x == y ? NULL : follower);
    }
  grundy_automaton_law_free(&law);
  free(bytes);
}

/* Moves by vectors with negative entries lead to coordinates that are larger, perhaps with more
 * digits. In vector{(1,-1)}, positions are P if the first coordinate is even. */
static void laws_answer_moves_with_negative_entries(void **state) {
  static const uint32_t next[] = {0, 0, 1, 1, 0, 0, 1, 1};
  static const uint8_t outputs[] = {0, 1};
  const grundy_automaton_parts parts = {
      .numeration = 2, .dimension = 2, .symbols = 4, .states = 2, .next = next, .outputs = outputs};
  grundy_vector_moves *moves = vector_moves_of("vector{(1,-1)}");
  grundy_automaton *automaton = NULL;
  grundy_automaton_report report;
  char *bytes = NULL;
  size_t length = 0;
  grundy_automaton_options options = {.size = sizeof options,
                                      .certificate = open_memstream(&bytes, &length)};
  assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
  assert_int_equal(grundy_automaton_prove(automaton, moves, &options, &report, NULL), GRUNDY_OK);
  assert_int_equal(report.finding, GRUNDY_AUTOMATON_HOLDS);
  assert_int_equal(fclose(options.certificate), 0);
  assert_true(is_right(bytes, length));
  grundy_automaton_law law = law_of(bytes);
  for (uint32_t x = 0; x < 20; x++)
    for (uint32_t y = 0; y < 20; y++) {
      char position[32], follower[32];
      (void)snprintf(position, sizeof position, "%" PRIu32 ",%" PRIu32, x, y);
      (void)snprintf(follower, sizeof follower, "%d,%" PRIu32, (int)x - 1, y + 1);
      assert_answer(&law, position, x % 2, x % 2 == 0 ? NULL : follower);
    }
  assert_answer(&law, "007,0003", 1, "6,4"); /* zeros in front */
  assert_answer(&law, "00,000", 0, NULL);
  char *walnut = NULL;
  FILE *out = open_memstream(&walnut, &length);
  assert_int_equal(grundy_automaton_write_walnut(&law, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(walnut, "((x0=y0+1 & y1=x1+1))"));
  free(walnut);
  grundy_automaton_law_free(&law);
  grundy_automaton_free(automaton);
  grundy_vector_moves_free(moves);
  free(bytes);
}

/* Returns whether a move of Wythoff's game leads from one position to the other. */
static bool is_move(const uint64_t *from, const uint64_t *to) {
  uint64_t x = from[0] - to[0], y = from[1] - to[1];
  return from[0] >= to[0] && from[1] >= to[1] && x + y > 0 && (x == 0 || y == 0 || x == y);
}

/* Compares a law of Wythoff's game with the definition: a position is P if at most `block`
 * followers are, and play ends at terminal positions. */
static void assert_wythoff(grundy_automaton_options options) {
  enum { SIDE = 20 };
  bool is_p[SIDE][SIDE];
  char *bytes = certify(wythoff, "zeckendorf", options);
  grundy_automaton_law law = law_of(bytes);
  for (uint64_t at = 0; at < SIDE * SIDE; at++) {
    uint64_t from[] = {at / SIDE, at % SIDE}, followers = 0;
    bool is_terminal = false;
    for (uint64_t i = 0; i < options.terminal_count; i++)
      is_terminal |= options.terminal[i].at[0] == from[0] && options.terminal[i].at[1] == from[1];
    for (uint64_t i = 0; i < at && !is_terminal; i++)
      followers +=
          is_move(from, (const uint64_t[]){i / SIDE, i % SIDE}) && is_p[i / SIDE][i % SIDE];
    is_p[from[0]][from[1]] = followers <= options.block;
    char text[64];
    grundy_automaton_answer answer;
    (void)snprintf(text, sizeof text, "%" PRIu64 ",%" PRIu64, from[0], from[1]);
    assert_int_equal(grundy_automaton_evaluate(&law, text, &answer, NULL), GRUNDY_OK);
    assert_int_equal(answer.is_p, followers <= options.block);
    assert_int_equal(answer.has_value, options.block == 0 && followers == 0);
    assert_int_equal(answer.has_move, followers > 0);
    if (answer.has_move) {
      uint64_t to[2];
      assert_int_equal(sscanf(answer.follower, "%" SCNu64 ",%" SCNu64, &to[0], &to[1]), 2);
      assert_true(is_move(from, to) && is_p[to[0]][to[1]]);
    }
    free(answer.follower);
  }
  grundy_automaton_law_free(&law);
  free(bytes);
}

static void laws_answer_games_with_blocking_or_other_ends(void **state) {
  static const grundy_vector_position ends[] = {{{1, 1}}, {{1, 2}}, {{0, 0}}};
  assert_wythoff((grundy_automaton_options){.block = 2});
  assert_wythoff((grundy_automaton_options){.terminal = ends, .terminal_count = 1});
  assert_wythoff((grundy_automaton_options){.terminal = ends, .terminal_count = 3});
}

/* A certificate of another kind that is right: that of the quotient of 0.3. */
static void other_certificates_are_not_laws(void **state) {
  static const char quotient[] =
      "{\"format\": \"grundy misere quotient 1\", \"game\": {\"code\": \"0.3\"}, "
      "\"play\": \"misere\", \"claim\": \"quotient\", \"heaps\": 3, \"size\": 2, "
      "\"generators\": [1], \"cayley\": [[1, 0]], \"phi\": [0, 1, 0, 1], \"levels\": "
      "[{\"P\": [1], \"transitions\": [[0, \"0\"], [1, \"2\"], [0, \"1\"]]}], "
      "\"period\": {\"start\": 1, \"length\": 2}}";
  grundy_automaton_law law = {0};
  grundy_error error = {0};
  char *path = write_file(quotient, strlen(quotient));
  assert_true(is_right(quotient, strlen(quotient)));
  assert_int_equal(grundy_automaton_law_read(path, NULL, &law, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "not a certificate of an automaton");
  assert_null(law.automaton);
  assert_int_equal(unlink(path), 0);
  free(path);
}

/* Writes a law for Walnut, and returns the text, to be freed. */
static char *walnut_of(const char *text, const char *numeration, grundy_automaton_options options) {
  char *bytes = certify(text, numeration, options), *walnut = NULL;
  size_t length = 0;
  grundy_automaton_law law = law_of(bytes);
  FILE *out = open_memstream(&walnut, &length);
  assert_int_equal(grundy_automaton_write_walnut(&law, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  grundy_automaton_law_free(&law);
  free(bytes);
  return walnut;
}

static void walnut_gets_terminal_positions_and_single_moves(void **state) {
  static const grundy_vector_position ends[] = {{{1, 1}}, {{1, 2}}};
  char *text = walnut_of(wythoff, "zeckendorf",
                         (grundy_automaton_options){.terminal = ends, .terminal_count = 2});
  assert_non_null(strstr(text, "?msd_fib ~((x0=1 & x1=1) | (x0=1 & x1=2)) & ("));
  free(text);
  text = walnut_of("vector{(1),(3),(4)}", "base2", (grundy_automaton_options){0});
  assert_non_null(strstr(text, "((x0=y0+1) | (x0=y0+3) | (x0=y0+4))"));
  free(text);
}

static void walnut_gets_only_outcomes_without_block(void **state) {
  static const grundy_automaton_options others[] = {{.block = 2}, {.level = 1}};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    char *bytes = certify(i == 0 ? wythoff : "vector{(1),(3),(4)}", i == 0 ? "zeckendorf" : "base2",
                          others[i]);
    grundy_automaton_law law = law_of(bytes);
    grundy_error error = {0};
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(grundy_automaton_write_walnut(&law, out, &error), GRUNDY_UNABLE);
    assert_string_equal(error.message,
                        "only outcomes of games without block can be written for Walnut");
    assert_int_equal(ftell(out), 0);
    fclose(out);
    grundy_automaton_law_free(&law);
    free(bytes);
  }
}

static void walnut_gets_the_automaton_and_the_statements(void **state) {
  char *bytes = certify(wythoff, "zeckendorf", (grundy_automaton_options){0}), *text = NULL;
  size_t length = 0;
  grundy_automaton_law law = law_of(bytes);
  FILE *out = open_memstream(&text, &length);
  assert_int_equal(grundy_automaton_write_walnut(&law, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(text, "msd_fib msd_fib\n\n0 1\n0 0 -> 0\n"));
  assert_non_null(strstr(text, "(Et t>=1 & x0=y0+1*t & x1=y1+1*t)"));
  assert_non_null(strstr(text, "eval grundy_absorption \"?msd_fib Ax0,x1 $grundy_p(x0,x1) | "));
  free(text);
  grundy_automaton_law_free(&law);
  free(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(certificates_are_right),
      cmocka_unit_test(a_game_with_negative_entries_is_certified),
      cmocka_unit_test(changed_certificates_prove_nothing),
      cmocka_unit_test(certificates_are_about_one_game),
      cmocka_unit_test(laws_answer_positions_of_any_size),
      cmocka_unit_test(laws_agree_with_the_table),
      cmocka_unit_test(laws_answer_moves_with_negative_entries),
      cmocka_unit_test(laws_answer_games_with_blocking_or_other_ends),
      cmocka_unit_test(other_certificates_are_not_laws),
      cmocka_unit_test(walnut_gets_the_automaton_and_the_statements),
      cmocka_unit_test(walnut_gets_terminal_positions_and_single_moves),
      cmocka_unit_test(walnut_gets_only_outcomes_without_block),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
