/* Kinds of moves given by rules in C and in Lua, compared with the game that the rules were made
 * from. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "support/digraph_rules.h"
#include "support/kinds.h"
#include "support/test.h"

/* ---- rules that have the moves of a game ------------------------------------------------------
 */

static const char letters[] = "-+=!";
static const char *const names[] = {"ordinary", "carry-on", "local", "entailing"};

static uint8_t kinds_between(const grundy_digraph *g, uint32_t u, uint32_t v) {
  const uint64_t *offsets = grundy_digraph_offsets(g);
  const uint8_t *kinds = grundy_digraph_kinds(g);
  for (uint64_t e = offsets[u]; e < offsets[u + 1]; e++)
    if (grundy_digraph_targets(g)[e] == v) return kinds == NULL ? GRUNDY_MOVE_ORDINARY : kinds[e];
  return 0;
}

static void moves_of_kinds(const void *game, const void *position, grundy_emit_move emit,
                           void *to) {
  uint32_t u;
  (void)game;
  memcpy(&u, position, sizeof u);
  for (int i = 3; i >= 0; i--)
    for (uint32_t v = 0; v < grundy_digraph_order(rules_digraph); v++)
      if ((kinds_between(rules_digraph, u, v) >> i & 1) != 0) emit(to, &v, letters[i]);
}

static grundy_rules rules_of_kinds(void) {
  grundy_rules rules = digraph_rules;
  rules.moves = NULL;
  rules.moves_of_kinds = moves_of_kinds;
  return rules;
}

/* Writes rules in Lua with the moves of g, each kind on its own, to a file. */
static void write_script(const grundy_digraph *g, const char *path) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fprintf(out, "local to, kinds = {}, {}\n");
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    uint32_t count = 0;
    fprintf(out, "to[%lu], kinds[%lu] = {}, {}\n", (unsigned long)u, (unsigned long)u);
    for (int i = 0; i < 4; i++)
      for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
        if ((kinds_between(g, u, v) >> i & 1) == 0) continue;
        fprintf(out, "to[%lu][%lu] = %lu\n", (unsigned long)u, (unsigned long)++count,
                (unsigned long)v);
        if (i > 0)
          fprintf(out, "kinds[%lu][%lu] = '%s'\n", (unsigned long)u, (unsigned long)count,
                  names[i]);
      }
  }
  fprintf(out, "return { kinds = true, start = function() return 0 end,\n"
               "moves = function(p) return to[p], kinds[p] end }\n");
  fclose(out);
}

/* Compares the moves of `explored` and their kinds with g; its positions have the names of those of
 * g, and nothing leads from them to others. */
static const char *compare(const grundy_digraph *g, const grundy_digraph *explored) {
  uint32_t order = grundy_digraph_order(explored);
  bool has_kinds = false;
  for (uint32_t a = 0; a < order; a++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t u = (uint32_t)strtoul(grundy_digraph_name(explored, a, scratch), NULL, 10);
    uint64_t known = 0;
    for (uint32_t b = 0; b < order; b++) {
      uint32_t v = (uint32_t)strtoul(grundy_digraph_name(explored, b, scratch), NULL, 10);
      uint8_t kinds = kinds_between(g, u, v), found = kinds_between(explored, a, b);
      if (found != kinds) return because("the move has the kinds %u, not %u", found, kinds);
      known += kinds != 0;
      has_kinds |= kinds > GRUNDY_MOVE_ORDINARY;
    }
    if (known != grundy_digraph_followers(g, u).count) return "a move is missing";
  }
  return (grundy_digraph_kinds(explored) != NULL) == has_kinds ? NULL : "there are no kinds";
}

static char path[] = "/tmp/grundy-kinds-XXXXXX.lua";

static const char *check_rules(const test_game *game) {
  const grundy_rules rules = rules_of_kinds();
  grundy_digraph *explored = NULL;
  rules_digraph = game->g;
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &explored, NULL), GRUNDY_OK);
  const char *wrong = compare(game->g, explored);
  grundy_digraph_free(explored);
  if (wrong != NULL) return wrong;
  write_script(game->g, path);
  assert_int_equal(grundy_game_open(path, NULL, &explored, NULL), GRUNDY_OK);
  wrong = compare(game->g, explored);
  grundy_digraph_free(explored);
  return wrong;
}

static void explored_games_have_the_kinds_of_their_rules(void **state) {
  on_games_of_kinds(100, 100, 6, check_rules);
}

/* ---- symmetry ------------------------------------------------------------------------------ */

/* Writes text to the file of rules. */
static void write_text(const char *text) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
}

/* Two heaps; a move takes one, and the last one of a heap lets the player move again. */
#define HEAPS                                                                                      \
  "return { kinds = true, start = function() return {2, 3} end,\n"                                 \
  "moves = function(p) local to, kinds = {}, {}\n"                                                 \
  "  for i = 1, 2 do if p[i] > 0 then\n"                                                           \
  "    to[#to + 1] = {p[1] - 2 + i, p[2] + 1 - i}\n"                                               \
  "    if p[i] == 1 then kinds[#to] = 'carry-on' end end end\n"                                    \
  "  return to, kinds end,\n"

static void symmetric_positions_have_the_same_kinds(void **state) {
  grundy_digraph *g = NULL;
  uint32_t u, v;
  write_text(HEAPS "canon = function(p) if p[1] > p[2] then return {p[2], p[1]} end "
                   "return p end }");
  assert_int_equal(grundy_game_open(path, NULL, &g, NULL), GRUNDY_OK);
  assert_true(grundy_digraph_find(g, "1,1", 3, &u) && grundy_digraph_find(g, "0,1", 3, &v));
  assert_int_equal(kinds_between(g, u, v), GRUNDY_MOVE_CARRY_ON);
  assert_int_equal(grundy_digraph_followers(g, u).count, 1);
  assert_true(grundy_digraph_find(g, "0,2", 3, &u));
  assert_int_equal(kinds_between(g, u, v), GRUNDY_MOVE_ORDINARY);
  grundy_digraph_free(g);
}

/* Returns how the promise is broken, for as long as the next call. */
static const char *broken(const char *text, grundy_promise promise) {
  static grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  write_text(text);
  assert_int_equal(grundy_rules_check(path, NULL, findings, NULL), GRUNDY_OK);
  return findings[promise].broken;
}

static void rules_that_change_kinds_break_promises(void **state) {
  static const char heap[] =
      "local calls = 0\n"
      "return { kinds = true, start = function() return 3 end, moves = function(n)\n"
      "  calls = calls + 1 if n == 0 then return {} end\n"
      "  return {n - 1}, calls %% %d == 0 and {'local'} or {} end }";
  char text[512];
  snprintf(text, sizeof text, heap, 2);
  assert_non_null(strstr(broken(text, GRUNDY_PROMISE_MOVES), "has another kind"));
  snprintf(text, sizeof text, heap, 1);
  assert_string_equal(broken(text, GRUNDY_PROMISE_MOVES), "");
  assert_string_equal(broken(text, GRUNDY_PROMISE_AGAIN), "");
  /* Only the first heap has kinds, so heaps cannot change places. */
  assert_non_null(
      strstr(broken("return { kinds = true, start = function() return {1, 2} end,\n"
                    "moves = function(p) local to, kinds = {}, {}\n"
                    "  if p[1] > 0 then to[1] = {p[1] - 1, p[2]} kinds[1] = 'local' end\n"
                    "  if p[2] > 0 then to[#to + 1] = {p[1], p[2] - 1} end\n"
                    "  return to, kinds end,\n"
                    "canon = function(p) if p[1] > p[2] then return {p[2], p[1]} end\n"
                    "  return p end }",
                    GRUNDY_PROMISE_CLASSES),
             "has another kind from its canonical form"));
}

/* ---- refusals ------------------------------------------------------------------------------ */

static void refused(const char *text, const char *why) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  write_text(text);
  assert_int_equal(grundy_game_open(path, NULL, &g, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, why) == NULL) fail_msg("%s\nexpected %s", error.message, why);
}

#define ONE(fields, result)                                                                        \
  "return { " fields " start = function() return 1 end, moves = function(n)\n"                     \
  "  if n == 0 then return {} end return " result " end }"

static void wrong_kinds_are_refused(void **state) {
  refused(ONE("kinds = true,", "{0}, {'again'}"), "a move of the kind 'again'; expected ordinary");
  refused(ONE("kinds = true,", "{0}, {1}"), "a move of the kind '1'");
  refused(ONE("kinds = true,", "{0}, {'local', 'local'}"), "kinds of moves that it does not list");
  refused(ONE("kinds = true,", "{0}, {a = 'local'}"), "kinds of moves that it does not list");
  refused(ONE("kinds = true,", "{0}, 'local'"), "it gives a string as kinds");
  refused(ONE("", "{0}, {'local'}"), "add kinds = true");
  refused(ONE("kinds = 1,", "{0}"), "`kinds` of the table is not true");
  refused(ONE("kinds = true, value = function(n) return n end,", "{0}"),
          "both kinds of moves and value");
  refused(ONE("kinds = true, terminal = function(n) end,", "{0}"),
          "both kinds of moves and terminal");
}

static void emit_wrong_kind(const void *game, const void *position, grundy_emit_move emit,
                            void *to) {
  (void)game;
  emit(to, position, '*');
}

static void rules_in_c_are_checked(void **state) {
  grundy_rules rules = rules_of_kinds();
  grundy_digraph *g = NULL;
  grundy_error error;
  rules.moves = digraph_rules.moves;
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "both moves and moves_of_kinds"));
  rules = rules_of_kinds();
  rules.size = offsetof(grundy_rules, moves_of_kinds); /* as an older file would say */
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "these rules have no moves"));
  rules = rules_of_kinds();
  rules.moves_of_kinds = emit_wrong_kind;
  assert_int_equal(grundy_game_from_rules(&rules, "", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "expected '-', '+', '=' or '!'"));
}

static void windows_and_operators_say_not_yet(void **state) {
  grundy_open_options options = {.size = sizeof options, .window = 2};
  grundy_digraph *g = NULL;
  grundy_error error;
  char text[64];
  write_text(HEAPS "}");
  assert_int_equal(grundy_game_open(path, &options, &g, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "windows do not support carry-on and entailing moves yet");
  snprintf(text, sizeof text, "pass(%s, 1)", path);
  assert_int_equal(grundy_game_open(text, NULL, &g, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "do not support carry-on and entailing moves yet"));
}

static int make_file(void **state) {
  int file = mkstemps(path, 4);
  return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(explored_games_have_the_kinds_of_their_rules),
      cmocka_unit_test(symmetric_positions_have_the_same_kinds),
      cmocka_unit_test(rules_that_change_kinds_break_promises),
      cmocka_unit_test(wrong_kinds_are_refused),
      cmocka_unit_test(rules_in_c_are_checked),
      cmocka_unit_test(windows_and_operators_say_not_yet),
  };
  return cmocka_run_group_tests_name("explore/kinds", tests, make_file, remove_file);
}
