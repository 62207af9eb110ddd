/* A folder of tiers as a component: it says about every position what solving the whole game does.
 */

#include <grundy/grundy.h>

#include "explain/impl.h"
#include "support/folder.h"
#include "support/test.h"

static void check(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_OK) fail_msg("%s: %s", error->file, error->message);
}

/* ---- a game in two ways --------------------------------------------------------------------- */

/* The folder, and the whole game without symmetry. */
typedef struct both {
  grundy_expression *expression;
  grundy_component component;
  grundy_digraph *g;
  grundy_solution *solution;
} both;

static void solve_folder(const char *game, grundy_columns columns) {
  grundy_error error = {0};
  grundy_tiers *tiers = NULL;
  grundy_tiers_summary summary;
  static const grundy_monitor silent = {0}; /* without a tick */
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns, .monitor = &silent);
  folder_empty(folder);
  check(grundy_tiers_open(game, NULL, &tiers, &error), &error);
  check(grundy_tiers_solve(tiers, folder, &options, &summary, &error), &error);
  grundy_tiers_free(tiers);
}

static both open_both(const char *game, grundy_columns columns) {
  grundy_error error = {0};
  both b = {0};
  grundy_open_options open = GRUNDY_OPTIONS(grundy_open_options, .unreduced = true);
  solve_folder(game, columns);
  check(grundy_expression_open(folder, NULL, &b.expression, &error), &error);
  b.component = grundy_compound_component(grundy_expression_compound(b.expression), 0);
  check(grundy_game_open(game, &open, &b.g, &error), &error);
  check(grundy_solve_in_memory(b.g, NULL, &b.solution, &error), &error);
  return b;
}

static void close_both(both *b) {
  grundy_expression_free(b->expression);
  grundy_digraph_free(b->g);
  grundy_solution_free(b->solution);
}

/* Finds the position of the folder with the name of a vertex. */
static uint64_t position_of(const both *b, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_error error = {0};
  const char *name = grundy_digraph_name(b->g, v, scratch);
  uint64_t position = 0;
  check(b->component.kind->find_position(b->component.data, name, strlen(name), &position, &error),
        &error);
  return position;
}

static grundy_evaluation evaluate(const both *b, uint64_t position) {
  grundy_error error = {0};
  grundy_evaluation e = {.value = GRUNDY_UNKNOWN,
                         .remoteness = GRUNDY_UNKNOWN,
                         .distance = GRUNDY_TOO_LARGE,
                         .counter = GRUNDY_TOO_LARGE,
                         .k = {.absent = true}};
  check(b->component.kind->evaluate(b->component.data, position, GRUNDY_NORMAL_PLAY, &e, &error),
        &error);
  return e;
}

static uint64_t move_count(const both *b, uint64_t position) {
  grundy_error error = {0};
  uint64_t count = 0;
  check(b->component.kind->count_moves(b->component.data, position, &count, &error), &error);
  return count;
}

static grundy_number wide(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : number;
}

static uint32_t number_at(const both *b, grundy_columns column, uint32_t v) {
  return grundy_solution_numbers(b->solution, column)[v];
}

/* ---- evaluations ----------------------------------------------------------------------------- */

static void assert_same_value(const both *b, const grundy_evaluation *e, uint32_t v) {
  grundy_value value = grundy_solution_value(b->solution, v);
  assert_int_equal(e->value, wide(value.nimber));
  assert_int_equal(e->k.absent, value.k.absent);
  assert_int_equal(e->k.size, value.k.size);
  for (uint64_t i = 0; i < value.k.size; i++) assert_int_equal(e->k.numbers[i], value.k.numbers[i]);
}

/* The outcome for the player to move. */
static grundy_outcome outcome_at(const both *b, uint32_t v) {
  const uint8_t *players = grundy_digraph_players(b->g);
  grundy_outcome outcome = grundy_solution_letters(b->solution, GRUNDY_COLUMN_OUTCOME)[v];
  if (players == NULL || outcome == GRUNDY_OUTCOME_D) return outcome;
  return outcome == players[v] ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
}

static uint32_t remoteness_at(const both *b, uint32_t v) {
  if (grundy_digraph_players(b->g) == NULL) return number_at(b, GRUNDY_COLUMN_REMOTENESS, v);
  grundy_outcome outcome = grundy_solution_letters(b->solution, GRUNDY_COLUMN_OUTCOME)[v];
  if (outcome == GRUNDY_OUTCOME_D) return GRUNDY_INFINITY;
  return number_at(b, outcome == GRUNDY_OUTCOME_A ? GRUNDY_COLUMN_Q1 : GRUNDY_COLUMN_Q0, v);
}

static void compare(const char *game, grundy_columns columns) {
  both b = open_both(game, columns);
  const grundy_columns timed = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_Q1;
  for (uint32_t v = 0; v < grundy_digraph_order(b.g); v++) {
    uint64_t position = position_of(&b, v), moves = grundy_digraph_followers(b.g, v).count;
    grundy_evaluation e = evaluate(&b, position);
    assert_int_equal(move_count(&b, position), moves);
    assert_int_equal(e.distance == 0, moves == 0);
    if ((columns & GRUNDY_COLUMN_OUTCOME) != 0) assert_int_equal(e.outcome, outcome_at(&b, v));
    if ((columns & timed) != 0) assert_int_equal(e.remoteness, wide(remoteness_at(&b, v)));
    if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) assert_same_value(&b, &e, v);
  }
  close_both(&b);
}

#define COLOURED ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0))
#define TIMED ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS))
#define VALUED ((grundy_columns)(TIMED | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER))
#define RING "annihilation:" GRUNDY_ROOT "/examples/ring.edges,a,b"

static void a_folder_evaluates_as_the_whole_game(void **state) {
  compare("chomp:3,4", VALUED);
  compare("chomp:3,4", GRUNDY_COLUMN_GRUNDY);
  compare(RING, VALUED);
  compare("quixo:3", TIMED);
  compare("quixo:3", GRUNDY_COLUMN_OUTCOME);
  compare("quixo:3", GRUNDY_COLUMN_REMOTENESS);
  compare("dodgem:3", COLOURED);
  compare("mu-torere", GRUNDY_COLUMN_OUTCOME);
}

/* A number of moves alone does not tell who wins: A succeeds in Q0 by a draw, and B in Q1. */
static void draws_are_not_taken_for_wins(void **state) {
  static const grundy_columns known[] = {COLOURED, GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    both b = open_both(GRUNDY_ROOT "/tests/game/drawn.lua:3", known[i]);
    grundy_evaluation evaluation;
    check(
        grundy_compound_evaluate(grundy_expression_compound(b.expression), NULL, &evaluation, NULL),
        NULL);
    assert_int_equal(evaluation.outcome, i == 0 ? GRUNDY_OUTCOME_D : GRUNDY_OUTCOME_NONE);
    assert_int_equal(evaluation.remoteness, i == 0 ? GRUNDY_INFINITY64 : GRUNDY_UNKNOWN);
    close_both(&b);
  }
}

/* Terminal positions may have other outcomes, but have not: values exist, and can be added. */
static void a_folder_with_values_can_be_part_of_a_sum(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  grundy_evaluation evaluation;
  char text[64];
  solve_folder(GRUNDY_ROOT "/tests/game/ended.lua:3,0", GRUNDY_COLUMN_GRUNDY);
  (void)snprintf(text, sizeof text, "%s + nim:1", folder);
  check(grundy_expression_open(text, NULL, &e, &error), &error);
  check(grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, &error), &error);
  assert_int_equal(evaluation.value, 2);
  grundy_component game = grundy_compound_component(grundy_expression_compound(e), 0);
  uint64_t position;
  assert_int_equal(game.kind->find_position(game.data, "?", 1, &position, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_not_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_non_null(strstr(error.message, "unreadable"));
  grundy_expression_free(e);
  grundy_tiers *tiers = NULL;
  grundy_tiers_entry entry;
  check(grundy_tiers_open(folder, NULL, &tiers, &error), &error);
  assert_int_equal(grundy_tiers_find(tiers, "?", 1, &entry, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "unreadable"));
  check(grundy_tiers_find(tiers, "2", 1, &entry, &error), &error);
  assert_int_equal(entry.value.nimber, 2);
  grundy_tiers_free(tiers);
}

/* Condition B of [FY86, Def. 1], from the definition: every move to a larger or infinite value has
 * a reply to the same value with a smaller counter. */
static void assert_reversible(const both *b, const grundy_evaluation *e, uint64_t after) {
  grundy_error error = {0};
  uint64_t count = move_count(b, after), back = 0;
  bool found = false;
  for (uint64_t i = 0; i < count && !found; i++) {
    check(b->component.kind->get_move(b->component.data, after, i, &back, &error), &error);
    grundy_evaluation reply = evaluate(b, back);
    found = reply.value == e->value && reply.counter < e->counter;
  }
  assert_true(found);
}

static void the_counter_of_all_tiers_decreases(void **state) {
  both b = open_both(RING, VALUED);
  for (uint32_t v = 0; v < grundy_digraph_order(b.g); v++) {
    uint64_t position = position_of(&b, v);
    grundy_evaluation e = evaluate(&b, position);
    grundy_vertices row = grundy_digraph_followers(b.g, v);
    for (uint64_t i = 0; i < row.count && e.value != GRUNDY_INFINITY64; i++) {
      uint64_t after = position_of(&b, row.at[i]);
      if (evaluate(&b, after).value > e.value) assert_reversible(&b, &e, after);
    }
  }
  close_both(&b);
}

/* ---- explanations ---------------------------------------------------------------------------- */

/* Returns the first line of an explanation up to its colon; the caller frees it. */
static char *first_words(const grundy_digraph *g, const grundy_solution *solution, uint32_t v,
                         uint32_t depth) {
  grundy_error error = {0};
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_explain_options options = GRUNDY_OPTIONS(grundy_explain_options, .depth = depth);
  assert_non_null(out);
  grundy_facts *facts = NULL;
  check(grundy_explain(g, solution, v, &options, &facts, &error), &error);
  grundy_facts_write(facts, GRUNDY_ENGLISH, false, out);
  grundy_facts_free(facts);
  assert_int_equal(fclose(out), 0);
  char *end = strstr(text, ": ");
  assert_non_null(end);
  *end = '\0';
  return text;
}

/* The part of the game that is explained has all moves of the position, and says the same. */
static void explain_around(const char *game, grundy_columns columns) {
  both b = open_both(game, columns);
  uint32_t step = grundy_digraph_order(b.g) / 8 + 1;
  for (uint32_t v = 0; v < grundy_digraph_order(b.g); v += step) {
    grundy_error error = {0};
    grundy_digraph *part = NULL;
    grundy_solution *known = NULL;
    grundy_expression *at = NULL;
    uint32_t vertex = 0;
    char scratch[GRUNDY_NAME_MAX_BYTES], text[2 * GRUNDY_NAME_MAX_BYTES];
    grundy_explain_options options = GRUNDY_OPTIONS(grundy_explain_options, .depth = 3);
    (void)snprintf(text, sizeof text, "%s@\"%s\"", folder, grundy_digraph_name(b.g, v, scratch));
    check(grundy_expression_open(text, NULL, &at, &error), &error);
    check(grundy_explain_neighbourhood(at, &options, &part, &known, &vertex, &error), &error);
    assert_int_equal(grundy_digraph_followers(part, vertex).count,
                     grundy_digraph_followers(b.g, v).count);
    char *mine = first_words(part, known, vertex, 3), *whole = first_words(b.g, b.solution, v, 1);
    assert_string_equal(mine, whole);
    free(mine);
    free(whole);
    grundy_digraph_free(part);
    grundy_solution_free(known);
    grundy_expression_free(at);
  }
  close_both(&b);
}

static void parts_of_a_folder_explain_positions(void **state) {
  explain_around("quixo:3", TIMED);
  explain_around("quixo:3", GRUNDY_COLUMN_OUTCOME);
  explain_around("dodgem:3", COLOURED);
  explain_around("mu-torere", GRUNDY_COLUMN_OUTCOME);
  explain_around("chomp:3,4", GRUNDY_COLUMN_GRUNDY);
}

/* ---- what a folder cannot do ----------------------------------------------------------------- */

static void a_folder_is_not_a_digraph(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  solve_folder("chomp:2,2", GRUNDY_COLUMN_OUTCOME);
  assert_int_equal(grundy_game_open(folder, NULL, &g, &error), GRUNDY_UNABLE);
}

static void only_folders_have_neighbourhoods(void **state) {
  grundy_error error = {0};
  grundy_expression *nim = NULL;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  uint64_t position = 3;
  uint32_t v = 0;
  check(grundy_expression_open("nim:3", NULL, &nim, &error), &error);
  assert_int_equal(grundy_expression_neighbourhood(nim, 1, &position, 1, &v, &g, &solution, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_expression_neighbourhood(nim, 0, &position, 1, &v, &g, &solution, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_explain_neighbourhood(nim, NULL, &g, &solution, &v, &error),
                   GRUNDY_BAD_ARGUMENT);
  grundy_expression_free(nim);
}

/* Each position is in the part once, however often it is given. */
static void a_neighbourhood_of_any_number_of_positions(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  solve_folder("chomp:2,2", VALUED);
  check(grundy_expression_open(folder, NULL, &e, &error), &error);
  grundy_expression_description about = grundy_expression_describe(e, 0);
  assert_null(about.solved);
  assert_false(about.is_at_first);
  for (uint64_t count = 0; count < 4; count++) {
    static const uint64_t start[4];
    grundy_digraph *g = NULL;
    grundy_solution *solution = NULL;
    uint32_t vertices[4] = {77, 77, 77, 77};
    check(grundy_expression_neighbourhood(e, 0, start, count, vertices, &g, &solution, &error),
          &error);
    for (uint64_t i = 0; i < 4; i++) assert_int_equal(vertices[i], i < count ? 0 : 77);
    assert_int_equal(grundy_digraph_order(g), count == 0 ? 0 : 4);
    assert_int_equal(grundy_digraph_size(g), count == 0 ? 0 : 3);
    assert_int_equal(grundy_solution_columns(solution) == 0, count == 0);
    grundy_digraph_free(g);
    grundy_solution_free(solution);
  }
  grundy_expression_free(e);
}

/* Positions 1 and 2 have the same name, or none. */
static void a_neighbourhood_needs_different_names(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  uint64_t start = 0;
  uint32_t v = 0;
  for (int i = 0; i < 2; i++) {
    solve_folder(i == 0 ? GRUNDY_ROOT "/tests/game/ended.lua:3,1"
                        : GRUNDY_ROOT "/tests/game/ended.lua:3,2",
                 GRUNDY_COLUMN_GRUNDY);
    check(grundy_expression_open(folder, NULL, &e, &error), &error);
    assert_int_equal(grundy_expression_neighbourhood(e, 0, &start, 1, &v, &g, &solution, &error),
                     GRUNDY_BAD_INPUT);
    assert_non_null(
        strstr(error.message, i == 0 ? "two positions have the name 'some'" : "no name"));
    assert_null(g);
    assert_null(solution);
    grundy_expression_free(e);
  }
}

/* The rules show names that they cannot parse: only positions that were met are found. */
static void names_that_cannot_be_parsed_are_searched(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  uint64_t position = 77, count = 0;
  solve_folder(GRUNDY_ROOT "/tests/faults/turns.lua:3", COLOURED);
  check(grundy_expression_open(folder, NULL, &e, &error), &error);
  grundy_component game = grundy_compound_component(grundy_expression_compound(e), 0);
  assert_int_equal(game.kind->find_position(game.data, "2B", 2, &position, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(game.kind->find_position(game.data, "2B", 2, &position, NULL), GRUNDY_BAD_INPUT);
  check(game.kind->count_moves(game.data, 0, &count, &error), &error);
  check(game.kind->find_position(game.data, "2B", 2, &position, &error), &error);
  assert_true(position > 0);
  assert_int_equal(game.kind->find_position(game.data, "2BB", 3, &position, &error),
                   GRUNDY_BAD_INPUT);
  check(game.kind->find_position(game.data, "3A", 2, &position, &error), &error);
  assert_int_equal(position, 0);
  grundy_expression_free(e);
}

/* A position that the rules parse, but that is not in a tier of the game. */
static void positions_of_other_games_are_not_found(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  uint64_t position = 77;
  solve_folder("chomp:2,2", GRUNDY_COLUMN_GRUNDY);
  check(grundy_expression_open(folder, NULL, &e, &error), &error);
  grundy_component game = grundy_compound_component(grundy_expression_compound(e), 0);
  for (int i = 0; i < 2; i++)
    assert_int_equal(
        game.kind->find_position(game.data, "9,9", 3, &position, i == 0 ? &error : NULL),
        GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(game.kind->find_position(game.data, "", 0, &position, &error), GRUNDY_BAD_INPUT);
  grundy_expression_free(e);
  char text[64];
  (void)snprintf(text, sizeof text, "%s@9,9", folder);
  assert_int_equal(grundy_expression_open(text, NULL, &e, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "has no position '9,9'"));
}

static void a_folder_knows_nothing_about_misere_play(void **state) {
  grundy_error error = {0};
  grundy_expression *e = NULL;
  grundy_evaluation evaluation;
  grundy_expression_options options =
      GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY);
  solve_folder("chomp:2,2", GRUNDY_COLUMN_GRUNDY);
  check(grundy_expression_open(folder, &options, &e, &error), &error);
  assert_int_equal(
      grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, &error),
      GRUNDY_UNABLE);
  grundy_expression_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_folder_evaluates_as_the_whole_game),
      cmocka_unit_test(draws_are_not_taken_for_wins),
      cmocka_unit_test(a_folder_with_values_can_be_part_of_a_sum),
      cmocka_unit_test(the_counter_of_all_tiers_decreases),
      cmocka_unit_test(parts_of_a_folder_explain_positions),
      cmocka_unit_test(a_folder_is_not_a_digraph),
      cmocka_unit_test(only_folders_have_neighbourhoods),
      cmocka_unit_test(a_neighbourhood_of_any_number_of_positions),
      cmocka_unit_test(a_neighbourhood_needs_different_names),
      cmocka_unit_test(a_folder_knows_nothing_about_misere_play),
      cmocka_unit_test(names_that_cannot_be_parsed_are_searched),
      cmocka_unit_test(positions_of_other_games_are_not_found),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
