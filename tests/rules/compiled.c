/* Rules in C. */

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "rules/impl.h"
#include "support/test.h"

static double payoff_at_end;
static int end_given = '$', player_given = 'A';
static uint32_t bytes_given = 1;

static const char *open_one(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = bytes_given;
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  *(uint8_t *)position = 0;
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  (void)position;
  (void)emit;
  (void)to;
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)game;
  (void)position;
  *payoff = payoff_at_end;
  return end_given;
}

static int player(const void *game, const void *position) {
  (void)game;
  (void)position;
  return player_given;
}

static const grundy_rules rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "one position",
    .open = open_one,
    .start = start,
    .moves = moves,
    .terminal = terminal,
    .player = player,
};

static grundy_status info_with(double payoff, grundy_position_info *info, grundy_error *error) {
  static const uint8_t position = 0;
  grundy_ruleset *ruleset = NULL;
  payoff_at_end = payoff;
  assert_int_equal(grundy_compiled_linked("one", &rules, "", &ruleset, NULL), GRUNDY_OK);
  grundy_status status = ruleset->kind->info(ruleset, (grundy_position){&position, 1}, info, error);
  grundy_ruleset_close(ruleset);
  return status;
}

static void a_payoff_is_a_finite_number(void **state) {
  static const double wrong[] = {NAN, INFINITY, -INFINITY};
  grundy_position_info info;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_error error = {0};
    assert_int_equal(info_with(wrong[i], &info, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message,
                        "at '0' `terminal` gives a payoff that is not a finite number");
  }
  assert_int_equal(info_with(-2.5, &info, NULL), GRUNDY_OK);
  assert_int_equal(info.end, '$');
  assert_true(info.payoff == -2.5);
}

static void players_and_outcomes_are_letters(void **state) {
  static const int wrong[] = {-1, 1, 'x', 127, 128, 300};
  grundy_position_info info;
  grundy_error error = {0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    end_given = wrong[i];
    assert_int_equal(info_with(0, &info, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "at '0' `terminal` gives no outcome; expected 0, 'P', 'N', "
                                       "'D', 'A', 'B' or '$'");
    assert_false(info.player_failed);
  }
  for (const char *right = "PNDAB"; *right != '\0'; right++) {
    end_given = *right;
    assert_int_equal(info_with(0, &info, NULL), GRUNDY_OK);
    assert_int_equal(info.end, *right);
  }
  end_given = 0;
  player_given = 'B';
  assert_int_equal(info_with(0, &info, NULL), GRUNDY_OK);
  assert_int_equal(info.player, 'B');
  player_given = 'C';
  assert_int_equal(info_with(0, &info, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0' `player` gives no player; expected 'A' or 'B'");
  assert_true(info.player_failed);
  player_given = 'A';
  end_given = '$';
}

/* ---- NULL as a position ---------------------------------------------------------------------- */

static void emit_null(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  (void)position;
  emit(to, NULL);
}

static void emit_null_of_kind(const void *game, const void *position, grundy_emit_move emit,
                              void *to) {
  (void)game;
  (void)position;
  emit(to, NULL, '-');
}

static uint64_t count_one(const void *game, uint64_t tier) {
  (void)game;
  (void)tier;
  return 1;
}

static bool rank_one(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  (void)game;
  (void)position;
  *tier = *index = 0;
  return true;
}

static bool unrank_one(const void *game, uint64_t tier, uint64_t index, void *position) {
  (void)tier;
  (void)index;
  start(game, position);
  return true;
}

static void no_tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                     void *to) {
  (void)game;
  (void)tier;
  (void)emit;
  (void)to;
}

static void take_none(void *to, grundy_position position) {
  (void)to;
  (void)position;
  fail_msg("a position is handed over");
}

static void take_no_move(void *to, grundy_position position, uint8_t kinds) {
  (void)kinds;
  take_none(to, position);
}

static grundy_ruleset *open_wrong(grundy_rules wrong) {
  grundy_ruleset *ruleset = NULL;
  wrong.terminal = NULL;
  wrong.player = NULL;
  assert_int_equal(grundy_compiled_linked("wrong", &wrong, "", &ruleset, NULL), GRUNDY_OK);
  return ruleset;
}

static void null_is_not_a_position(void **state) {
  static const uint8_t byte = 0;
  const grundy_position at = {&byte, 1};
  grundy_rules wrong = rules;
  grundy_error error = {0};
  wrong.moves = wrong.split = emit_null;
  grundy_ruleset *ruleset = open_wrong(wrong);
  assert_int_equal(ruleset->kind->moves(ruleset, at, false, take_none, NULL, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0' `moves` emits NULL");
  assert_int_equal(ruleset->kind->split(ruleset, at, false, take_none, NULL, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0' `split` emits NULL");
  grundy_ruleset_close(ruleset);
  wrong = rules;
  wrong.count = count_one;
  wrong.rank = rank_one;
  wrong.unrank = unrank_one;
  wrong.tiers = no_tiers;
  wrong.unmoves = emit_null;
  ruleset = open_wrong(wrong);
  assert_int_equal(ruleset->kind->unmoves(ruleset, at, false, take_none, NULL, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0' `unmoves` emits NULL");
  grundy_ruleset_close(ruleset);
  wrong = rules;
  wrong.moves = NULL;
  wrong.moves_of_kinds = emit_null_of_kind;
  ruleset = open_wrong(wrong);
  assert_int_equal(ruleset->kind->moves_of_kinds(ruleset, at, false, take_no_move, NULL, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0' `moves_of_kinds` emits NULL");
  grundy_ruleset_close(ruleset);
}

/* Linked rules crash in the name of the program. */
static void only_shared_objects_are_named_after_a_crash(void **state) {
  const char *function = "unchanged";
  assert_null(grundy_compiled_running(&function));
  assert_string_equal(function, "unchanged");
}

/* ---- names ----------------------------------------------------------------------------------- */

typedef struct name_lookup {
  unsigned char first;
  bool is_given;
} name_lookup;

static void take_first(void *to, grundy_position position) {
  *(name_lookup *)to = (name_lookup){*(const unsigned char *)position.bytes, true};
}

/* Opens rules of that many bytes with only what is required. */
static grundy_ruleset *open_plain(uint32_t bytes) {
  grundy_ruleset *ruleset = NULL;
  grundy_rules plain = rules;
  plain.terminal = NULL;
  plain.player = NULL;
  bytes_given = bytes;
  assert_int_equal(grundy_compiled_linked("plain", &plain, "", &ruleset, NULL), GRUNDY_OK);
  bytes_given = 1;
  return ruleset;
}

static void the_default_name_is_the_bytes(void **state) {
  static const unsigned char position[200] = {7, 255, 0};
  static const char *const wrong[] = {"",      "1",       "1,2",       "1,2,3,4", "1,2,",
                                      "1,2,x", "1,2,256", "1,2,00003", "1.2,3"};
  char text[GRUNDY_RULES_MAX_NAME];
  name_lookup found = {0};
  grundy_ruleset *ruleset = open_plain(3);
  const grundy_ruleset_kind *kind = ruleset->kind;
  assert_int_equal(kind->show(ruleset, (grundy_position){position, 3}, text, NULL), GRUNDY_OK);
  assert_string_equal(text, "7,255,0");
  assert_int_equal(kind->parse(ruleset, text, strlen(text), true, take_first, &found, NULL),
                   GRUNDY_OK);
  assert_true(found.is_given && found.first == 7);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    found.is_given = false;
    assert_int_equal(
        kind->parse(ruleset, wrong[i], strlen(wrong[i]), true, take_first, &found, NULL),
        GRUNDY_OK);
    assert_false(found.is_given);
  }
  /* The same if a caller does not know whether there is a `parse`. */
  found.is_given = false;
  assert_int_equal(
      grundy_ruleset_parse_name(ruleset, text, strlen(text), true, take_first, &found, NULL),
      GRUNDY_OK);
  assert_true(found.is_given && found.first == 7);
  uint32_t value = 77;
  bool known = true;
  assert_int_equal(kind->value(ruleset, (grundy_position){position, 3}, &known, &value, NULL),
                   GRUNDY_OK);
  assert_false(known);
  grundy_ruleset_close(ruleset);
  /* A long one is truncated. */
  ruleset = open_plain(200);
  assert_int_equal(ruleset->kind->show(ruleset, (grundy_position){position, 200}, text, NULL),
                   GRUNDY_OK);
  assert_int_equal(strlen(text), sizeof text - 1);
  grundy_ruleset_close(ruleset);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static int board_given;

static void board(const void *game, const void *position, const void *follower, int turn,
                  const grundy_board_writer *b) {
  (void)game, (void)position, (void)follower, (void)turn;
  switch (board_given) {
  case 0:
    b->grid(b->to, 1, 2);
    b->label(b->to, 1, "b1");
    b->piece(b->to, 0, 'X');
    b->title(b->to, 'X', "cross");
    b->facing(b->to, 'X', "left");
    return;
  case 1: /* the first error counts, and nothing is drawn after it */
    b->heap(b->to, 3);
    b->grid(b->to, 1, 2);
    b->grid(b->to, 1, 2);
    b->point(b->to, 0, 0);
    b->line(b->to, 0, 0);
    b->heap(b->to, 3);
    b->piece(b->to, 0, 'X');
    b->label(b->to, 0, "b1");
    b->title(b->to, ' ', "cross");
    b->step(b->to, 0, 0, 'X');
    b->circle(b->to, 2);
    b->arrow(b->to, 0, 1);
    b->facing(b->to, 'X', "north");
    return;
  case 2:
    b->point(b->to, 0, 0);
    b->line(b->to, 0, 1);
    return;
  case 3:
    b->circle(b->to, 3);
    b->line(b->to, 0, 1);
    b->arrow(b->to, 1, 2);
    return;
  default:
    b->grid(b->to, 1, 1);
    b->facing(b->to, 'X', "north");
  }
}

static void wrong_boards_are_rejected(void **state) {
  static grundy_board drawn;
  static const unsigned char position = 0;
  static const char *const wrong[] = {
      NULL, "at '0' `board` gives a board with several of grid, points and heaps",
      "at '0' `board` gives a line that does not join two points", NULL,
      "at '0' `board` gives a piece a facing; expected left, right, up or down"};
  grundy_rules with_board = rules;
  grundy_ruleset *ruleset = NULL;
  with_board.board = board;
  assert_int_equal(grundy_compiled_linked("drawn", &with_board, "", &ruleset, NULL), GRUNDY_OK);
  for (board_given = 0; board_given < 5; board_given++) {
    grundy_error error = {0};
    grundy_status status =
        grundy_ruleset_board(ruleset, (grundy_position){&position, 1}, NULL, 1, &drawn, &error);
    assert_int_equal(status, wrong[board_given] == NULL ? GRUNDY_OK : GRUNDY_BAD_INPUT);
    if (wrong[board_given] != NULL) {
      assert_string_equal(error.message, wrong[board_given]);
      continue;
    }
    if (drawn.kind == GRUNDY_BOARD_POINTS) {
      assert_int_equal(drawn.line_count, 2);
      assert_true(!drawn.lines[0].is_arrow && drawn.lines[1].is_arrow);
      assert_int_equal(drawn.place_count, 3);
      continue;
    }
    assert_string_equal(drawn.places[1].label, "b1");
    assert_string_equal(drawn.places[0].pieces, "X");
    assert_string_equal(drawn.titles[0].text, "cross");
    assert_int_equal(drawn.titles[0].facing, GRUNDY_BOARD_FACING_LEFT);
  }
  grundy_ruleset_close(ruleset);
  /* Rules without boards have empty ones. */
  ruleset = open_plain(1);
  assert_int_equal(
      grundy_ruleset_board(ruleset, (grundy_position){&position, 1}, NULL, 1, &drawn, NULL),
      GRUNDY_OK);
  assert_int_equal(drawn.kind, GRUNDY_BOARD_NONE);
  grundy_ruleset_close(ruleset);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static _Atomic int inside, most_inside;

/* Counts the threads in `open` and `close`. */
static void stay_a_while(void) {
  const struct timespec pause = {.tv_nsec = 100000};
  int now = atomic_fetch_add(&inside, 1) + 1;
  if (now > atomic_load(&most_inside)) atomic_store(&most_inside, now);
  (void)nanosleep(&pause, NULL);
  atomic_fetch_sub(&inside, 1);
}

static const char *open_slowly(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  stay_a_while();
  return open_one(arguments, bytes, game);
}

static void close_slowly(void *game) {
  (void)game;
  stay_a_while();
}

static void *open_and_close(void *context) {
  grundy_rules slow = rules;
  slow.open = open_slowly;
  slow.close = close_slowly;
  for (int i = 0; i < 20; i++) {
    grundy_ruleset *ruleset = NULL;
    if (grundy_compiled_linked("slow", &slow, "", &ruleset, NULL) != GRUNDY_OK) return context;
    grundy_ruleset_close(ruleset);
  }
  return NULL;
}

static void one_thread_at_a_time_opens_and_closes(void **state) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, open_and_close, (void *)&most_inside), 0);
  for (int i = 0; i < 4; i++) {
    void *failed = NULL;
    assert_int_equal(pthread_join(threads[i], &failed), 0);
    assert_null(failed);
  }
  assert_int_equal(atomic_load(&most_inside), 1);
}

static void rejects(const grundy_rules *wrong, const char *message) {
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_compiled_linked("wrong", wrong, "", &ruleset, &error), GRUNDY_BAD_INPUT);
  assert_null(ruleset);
  if (strstr(error.message, message) == NULL) fail_msg("'%s'", error.message);
}

static uint64_t count_none(const void *game, uint64_t tier) {
  (void)game, (void)tier;
  return 0;
}

static void split_none(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game, (void)position, (void)emit, (void)to;
}

static void incomplete_rules_are_rejected(void **state) {
  grundy_rules wrong = rules;
  wrong.title = NULL;
  rejects(&wrong, "these rules have no title; expected title, open, start and moves");
  wrong = rules;
  wrong.open = NULL;
  rejects(&wrong, "these rules have no open;");
  wrong = rules;
  wrong.start = NULL;
  rejects(&wrong, "these rules have no start;");
  wrong = rules;
  wrong.moves = NULL;
  rejects(&wrong, "these rules have no moves;");
  wrong = rules;
  wrong.abi = 0;
  rejects(&wrong, "these rules were compiled for version 0 of <grundy/rules.h>");
  wrong.abi = GRUNDY_RULES_ABI + 1;
  rejects(&wrong, "expected at most 2: build them again");
  wrong = rules;
  wrong.size = 0;
  rejects(&wrong, "these rules have no size");
  wrong = rules;
  wrong.count = count_none;
  rejects(&wrong, "these rules have ranks, but no rank;");
  wrong = rules;
  wrong.split = split_none;
  rejects(&wrong, "these rules have both split and player; a sum of parts has no players of its");
  wrong.player = NULL;
  rejects(&wrong, "these rules have both split and terminal; a sum of parts has no outcomes of");
  bytes_given = 0;
  rejects(&rules, "a position of 0 bytes; expected 1 to 4096");
  bytes_given = 4097;
  rejects(&rules, "a position of 4097 bytes; expected 1 to 4096");
  bytes_given = 1;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_payoff_is_a_finite_number),
      cmocka_unit_test(players_and_outcomes_are_letters),
      cmocka_unit_test(null_is_not_a_position),
      cmocka_unit_test(only_shared_objects_are_named_after_a_crash),
      cmocka_unit_test(the_default_name_is_the_bytes),
      cmocka_unit_test(wrong_boards_are_rejected),
      cmocka_unit_test(incomplete_rules_are_rejected),
      cmocka_unit_test(one_thread_at_a_time_opens_and_closes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
