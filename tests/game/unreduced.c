/* Positions that are not reduced by symmetry: they have the moves of the rules and the values of
 * their representatives. The twin explores the rules without `canon`. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "support/solutions.h"
#include "support/test.h"

typedef struct pair {
  grundy_expression *expression;
  grundy_component game;
  grundy_digraph *twin;
  grundy_solution *solution; /* of the twin */
} pair;

static pair open_pair(const char *text) {
  pair p;
  grundy_expression_options options = {.size = sizeof options, .unreduced = true};
  grundy_open_options opening = {.size = sizeof opening, .unreduced = true};
  assert_int_equal(grundy_expression_open(text, &options, &p.expression, NULL), GRUNDY_OK);
  assert_int_equal(grundy_game_open(text, &opening, &p.twin, NULL), GRUNDY_OK);
  p.game = grundy_compound_component(grundy_expression_compound(p.expression), 0);
  p.solution = solution_of(p.twin, grundy_solve_columns(p.twin, false));
  return p;
}

static void close_pair(pair *p) {
  grundy_solution_free(p->solution);
  grundy_digraph_free(p->twin);
  grundy_expression_free(p->expression);
}

static uint64_t position_of(const pair *p, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(p->twin, v, scratch);
  uint64_t position = 0;
  grundy_error error = {0};
  if (p->game.kind->find_position(p->game.data, name, strlen(name), &position, &error) != GRUNDY_OK)
    fail_msg("'%s': %s", name, error.message);
  return position;
}

static uint32_t vertex_of(const pair *p, uint64_t position) {
  char name[GRUNDY_NAME_MAX_BYTES];
  size_t length = 0;
  uint32_t v = 0;
  assert_int_equal(
      p->game.kind->name_position(p->game.data, position, name, sizeof name, &length, NULL),
      GRUNDY_OK);
  assert_true(grundy_digraph_find(p->twin, name, length, &v));
  return v;
}

static void assert_same_moves(const pair *p, uint32_t v, uint64_t position) {
  uint64_t count = 0, to = 0;
  assert_int_equal(p->game.kind->count_moves(p->game.data, position, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, grundy_digraph_followers(p->twin, v).count);
  for (uint64_t i = 0; i < count; i++) {
    assert_int_equal(p->game.kind->get_move(p->game.data, position, i, &to, NULL), GRUNDY_OK);
    assert_true(grundy_digraph_has_move(p->twin, v, vertex_of(p, to)));
  }
}

static void assert_same_value(const pair *p, uint32_t v, uint64_t position) {
  grundy_evaluation evaluation = {.remoteness = GRUNDY_UNKNOWN, .value = GRUNDY_UNKNOWN};
  const uint32_t *values = grundy_solution_numbers(p->solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *remoteness = grundy_solution_numbers(p->solution, GRUNDY_COLUMN_REMOTENESS);
  assert_int_equal(
      p->game.kind->evaluate(p->game.data, position, GRUNDY_NORMAL_PLAY, &evaluation, NULL),
      GRUNDY_OK);
  if (values != NULL)
    assert_int_equal(evaluation.value,
                     values[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : values[v]);
  if (remoteness != NULL)
    assert_int_equal(evaluation.remoteness,
                     remoteness[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : remoteness[v]);
}

static void assert_same_outcome(const pair *p, uint32_t v, uint64_t position) {
  const grundy_solved *solved = grundy_expression_describe(p->expression, 0).solved;
  const grundy_outcome *reduced = grundy_solution_letters(solved->solution, GRUNDY_COLUMN_OUTCOME);
  const grundy_outcome *whole = grundy_solution_letters(p->solution, GRUNDY_COLUMN_OUTCOME);
  uint64_t vertex = 0;
  assert_int_equal(p->game.kind->reduce(p->game.data, position, &vertex, NULL), GRUNDY_OK);
  assert_true(vertex < grundy_digraph_order(solved->g));
  if (reduced != NULL) assert_int_equal(reduced[vertex], whole[v]);
}

static void unreduced_positions_play_like_the_rules(void **state) {
  static const char *const games[] = {"tic-tac-toe", "pong-hau-ki",     "mu-torere",
                                      "chomp:3,4",   "wythoff:4,6",     "euclid:7,4",
                                      "quixo:2",     "northcott:4,1,2", "three-mens-morris",
                                      "welter:2,5",  "dodgem",          "fair-shares:6"};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    pair p = open_pair(games[i]);
    assert_int_equal(
        vertex_of(&p, grundy_compound_position(grundy_expression_compound(p.expression), 0)), 0);
    for (uint32_t v = 0; v < grundy_digraph_order(p.twin); v++) {
      uint64_t position = position_of(&p, v);
      assert_int_equal(vertex_of(&p, position), v);
      assert_same_moves(&p, v, position);
      assert_same_value(&p, v, position);
      assert_same_outcome(&p, v, position);
    }
    close_pair(&p);
  }
}

/* Boards of the gallery: the steps of every move turn its board into that of the follower. */
static void apply_steps(grundy_board *board) {
  for (uint32_t i = 0; i < board->step_count; i++) {
    const grundy_board_step *step = &board->steps[i];
    if (step->from != GRUNDY_BOARD_OUTSIDE) {
      char *at = strchr(board->places[step->from].pieces, step->piece);
      assert_non_null(at);
      memmove(at, at + 1, strlen(at));
    }
    if (step->to == GRUNDY_BOARD_OUTSIDE) continue;
    char *pieces = board->places[step->to].pieces;
    size_t length = strlen(pieces);
    pieces[length] = step->piece;
    pieces[length + 1] = '\0';
  }
}

static int compare_letters(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}

static void assert_same_boards(grundy_board *a, grundy_board *b) {
  assert_int_equal(a->place_count, b->place_count);
  for (uint32_t i = 0; i < a->place_count; i++) {
    qsort(a->places[i].pieces, strlen(a->places[i].pieces), 1, compare_letters);
    qsort(b->places[i].pieces, strlen(b->places[i].pieces), 1, compare_letters);
    assert_string_equal(a->places[i].pieces, b->places[i].pieces);
  }
}

static void moves_of_the_gallery_change_its_boards(void **state) {
  static const char *const games[] = {
      "tic-tac-toe",       "pong-hau-ki",     "mu-torere",  "chomp:3,3",
      "three-mens-morris", "northcott:4,1,2", "welter:2,5", "dodgem"};
  grundy_board *before = calloc(1, sizeof *before), *after = calloc(1, sizeof *after);
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    pair p = open_pair(games[i]);
    for (uint32_t v = 0; v < grundy_digraph_order(p.twin) && v < 300; v++) {
      uint64_t position = position_of(&p, v), count = 0, to = 0;
      assert_int_equal(p.game.kind->count_moves(p.game.data, position, &count, NULL), GRUNDY_OK);
      for (uint64_t m = 0; m < count; m++) {
        int turn = 1 + (int)(m % 2);
        assert_int_equal(p.game.kind->get_move(p.game.data, position, m, &to, NULL), GRUNDY_OK);
        assert_int_equal(p.game.kind->board(p.game.data, position, &to, turn, before, NULL),
                         GRUNDY_OK);
        assert_int_equal(p.game.kind->board(p.game.data, to, NULL, 3 - turn, after, NULL),
                         GRUNDY_OK);
        assert_true(before->step_count > 0);
        apply_steps(before);
        assert_same_boards(before, after);
      }
    }
    close_pair(&p);
  }
  free(before);
  free(after);
}

/* A slide of Quixo moves a cube to the other end; only that cube is a step. */
static void a_slide_of_quixo_is_one_step(void **state) {
  pair p = open_pair("quixo:3");
  grundy_board *board = calloc(1, sizeof *board);
  uint64_t from = 0, to = 0;
  assert_int_equal(p.game.kind->find_position(p.game.data, ".../.../...", 11, &from, NULL),
                   GRUNDY_OK);
  assert_int_equal(p.game.kind->find_position(p.game.data, "..o/.../...", 11, &to, NULL),
                   GRUNDY_OK);
  assert_int_equal(p.game.kind->board(p.game.data, from, &to, 1, board, NULL), GRUNDY_OK);
  assert_int_equal(board->step_count, 1);
  assert_int_equal(board->steps[0].to, 2);
  assert_int_equal(board->steps[0].piece, 'X');
  assert_int_equal(p.game.kind->board(p.game.data, to, NULL, 2, board, NULL), GRUNDY_OK);
  assert_string_equal(board->places[2].pieces, "X");
  assert_int_equal(p.game.kind->board(p.game.data, to, NULL, 1, board, NULL), GRUNDY_OK);
  assert_string_equal(board->places[2].pieces, "O");
  free(board);
  close_pair(&p);
}

static void positions_that_cannot_be_reached_are_rejected(void **state) {
  pair p = open_pair("tic-tac-toe");
  grundy_error error = {0};
  uint64_t position = 0;
  assert_int_equal(p.game.kind->find_position(p.game.data, "XXX/XXX/XXX", 11, &position, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NOT_REACHED);
  assert_int_equal(p.game.kind->find_position(p.game.data, "nothing", 7, &position, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(
      p.game.kind->check_position(p.game.data, UINT64_C(1) << 40, GRUNDY_NORMAL_PLAY, &error),
      GRUNDY_BAD_ARGUMENT);
  close_pair(&p);
}

/* ---- rules without `parse` ------------------------------------------------------------------- */

/* Two heaps, of which one is empty at the end; a move takes one counter. The table continues with
 * what is given. */
#define TWO_HEAPS                                                                                  \
  "return { start = function() return { 2, 1 } end,\n"                                             \
  "moves = function(p) local to = {}\n"                                                            \
  "  if p[1] > 0 then to[1] = { p[1] - 1, p[2] } end\n"                                            \
  "  if p[2] > 0 then to[#to + 1] = { p[1], p[2] - 1 } end return to end,\n"

static char path[] = "/tmp/grundy-unreduced-XXXXXX.lua";

static pair open_script(const char *source) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_true(fputs(source, out) >= 0);
  assert_int_equal(fclose(out), 0);
  return open_pair(path);
}

/* Finds all followers of the start by their names. */
static void find_followers(const pair *p) {
  uint64_t start = grundy_compound_position(grundy_expression_compound(p->expression), 0);
  uint64_t count = 0, to = 0;
  assert_int_equal(p->game.kind->count_moves(p->game.data, start, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, 2);
  for (uint64_t i = 0; i < count; i++) {
    char name[GRUNDY_NAME_MAX_BYTES];
    size_t length = 0;
    uint64_t found = 0;
    assert_int_equal(p->game.kind->get_move(p->game.data, start, i, &to, NULL), GRUNDY_OK);
    assert_int_equal(
        p->game.kind->name_position(p->game.data, to, name, sizeof name, &length, NULL), GRUNDY_OK);
    assert_int_equal(p->game.kind->find_position(p->game.data, name, length, &found, NULL),
                     GRUNDY_OK);
    assert_int_equal(found, to);
  }
}

#define SORTED "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end,\n"

static void names_that_cannot_be_parsed_are_searched(void **state) {
  static const char *const scripts[] = {TWO_HEAPS SORTED "}", TWO_HEAPS SORTED
                                        "show = function(p) return p[1] .. '-' .. p[2] end }"};
  for (size_t i = 0; i < 2; i++) {
    pair p = open_script(scripts[i]);
    char longest[300];
    uint64_t position = 0;
    grundy_error error = {0};
    find_followers(&p);
    memset(longest, '1', sizeof longest);
    assert_int_equal(
        p.game.kind->find_position(p.game.data, longest, sizeof longest, &position, &error),
        GRUNDY_BAD_INPUT);
    assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
    assert_int_equal(p.game.kind->find_position(p.game.data, "nowhere", 7, &position, &error),
                     GRUNDY_BAD_INPUT);
    close_pair(&p);
  }
}

/* The representative of 2,0 is a position that no move leads to. */
static void a_canonical_form_that_is_not_explored_is_an_error(void **state) {
  pair p = open_script(TWO_HEAPS "canon = function(p) if p[1] == 2 and p[2] == 0 then\n"
                                 "  return { 9, 9 } end\n"
                                 "  return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end }");
  uint64_t start = grundy_compound_position(grundy_expression_compound(p.expression), 0), count = 0;
  grundy_error error = {0};
  assert_int_equal(p.game.kind->count_moves(p.game.data, start, &count, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "'2,0' cannot be reached from the start");
  close_pair(&p);
}

/* The start is 2,1, and 2,0 is not canonical: no function is called with it before. */
static void failing_rules_are_reported(void **state) {
  static const char sorted[] =
      TWO_HEAPS "canon = function(p) if p[1] == 2 and p[2] == 0 then error('canon fails') end\n"
                "  return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end }";
  pair p = open_script(sorted);
  uint64_t start = grundy_compound_position(grundy_expression_compound(p.expression), 0), to = 77;
  grundy_error error = {0};
  assert_int_equal(p.game.kind->get_move(p.game.data, start, 0, &to, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "canon fails"));
  assert_int_equal(to, 77);
  close_pair(&p);
  p = open_script(TWO_HEAPS SORTED "parse = function() error('parse fails') end }");
  assert_int_equal(p.game.kind->find_position(p.game.data, "2,0", 3, &to, &error),
                   GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "parse fails"));
  assert_int_equal(to, 77);
  close_pair(&p);
  char text[64];
  (void)snprintf(text, sizeof text, "%s@2,0", path);
  for (int i = 0; i < 2; i++) {
    grundy_expression *expression = NULL;
    assert_int_equal(grundy_expression_open(text, NULL, &expression, i == 0 ? &error : NULL),
                     GRUNDY_BAD_INPUT);
    assert_null(expression);
  }
  assert_string_equal(error.file, path);
}

/* Positions that were met and have no name are skipped when a name is searched. */
static void positions_without_a_name_are_not_found(void **state) {
  pair p = open_script(TWO_HEAPS SORTED
                       "show = function(p) if p[1] == 2 and p[2] == 0 then error('no name') end\n"
                       "  return p[1] .. '-' .. p[2] end }");
  uint64_t start = grundy_compound_position(grundy_expression_compound(p.expression), 0);
  uint64_t count = 0, to = 0;
  assert_int_equal(p.game.kind->count_moves(p.game.data, start, &count, NULL), GRUNDY_OK);
  assert_int_equal(p.game.kind->find_position(p.game.data, "2-0", 3, &to, NULL), GRUNDY_BAD_INPUT);
  assert_int_equal(p.game.kind->find_position(p.game.data, "2-1", 3, &to, NULL), GRUNDY_OK);
  assert_int_equal(to, start);
  close_pair(&p);
}

static int make_script(void **state) {
  int file = mkstemps(path, 4);
  return file < 0 ? -1 : close(file);
}

static int remove_script(void **state) {
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unreduced_positions_play_like_the_rules),
      cmocka_unit_test(moves_of_the_gallery_change_its_boards),
      cmocka_unit_test(a_slide_of_quixo_is_one_step),
      cmocka_unit_test(positions_that_cannot_be_reached_are_rejected),
      cmocka_unit_test(names_that_cannot_be_parsed_are_searched),
      cmocka_unit_test(a_canonical_form_that_is_not_explored_is_an_error),
      cmocka_unit_test(failing_rules_are_reported),
      cmocka_unit_test(positions_without_a_name_are_not_found),
  };
  return cmocka_run_group_tests(tests, make_script, remove_script);
}
