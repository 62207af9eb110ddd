/* Nine men's morris: the moves of the rules are those of a naive generator, which knows the board
 * as a list of mills and positions as text, in random plays with 3 to 9 men. */

#include <grundy/base.h>

#include "rules/impl.h"
#include "support/games.h"
#include "support/test.h"

enum { POINTS = 24, NAME = 32, MOST_FOLLOWERS = 2048 };

/* The points in reading order are a to x; neighbours in a mill are joined. */
static const char *const mills[] = {"abc", "def", "ghi", "jkl", "mno", "pqr", "stu", "vwx",
                                    "ajv", "dks", "glp", "beh", "qtw", "imr", "fnu", "cox"};

/* The order in which the rules name them: three squares clockwise. */
static const char order[] = "abcoxwvjdefnutskghimrqpl";

typedef struct names {
  char at[MOST_FOLLOWERS][NAME];
  size_t count;
} names;

static names expected, given;

static void add_name(names *n, const char *name) {
  for (size_t i = 0; i < n->count; i++)
    if (strcmp(n->at[i], name) == 0) return;
  assert_true(n->count < MOST_FOLLOWERS);
  (void)snprintf(n->at[n->count++], NAME, "%s", name);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(a, b);
}

/* ---- the naive generator --------------------------------------------------------------------- */

/* `board` is indexed by letters; x is to move. */
typedef struct naive {
  char board['x' + 1];
  int hand;
} naive;

static naive read_name(const char *name) {
  naive p = {.hand = atoi(name)};
  const char *at = strchr(name, ':');
  for (int i = 0; i < POINTS; i++) {
    at++;
    if (i > 0 && i % 8 == 0) at++;
    p.board[(int)order[i]] = *at;
  }
  return p;
}

/* Adds the position with the players exchanged. */
static void add_turned(const naive *p) {
  char name[NAME];
  int length = snprintf(name, sizeof name, "%d:", p->hand);
  for (int i = 0; i < POINTS; i++) {
    char here = p->board[(int)order[i]];
    if (i > 0 && i % 8 == 0) name[length++] = '/';
    name[length++] = (char)(here == 'x' ? 'o' : here == 'o' ? 'x' : '.');
  }
  name[length] = '\0';
  add_name(&expected, name);
}

static bool in_mill(const naive *p, int point) {
  for (size_t i = 0; i < sizeof mills / sizeof *mills; i++) {
    if (strchr(mills[i], point) == NULL) continue;
    bool all = true;
    for (int j = 0; j < 3; j++) all = all && p->board[(int)mills[i][j]] == p->board[point];
    if (all) return true;
  }
  return false;
}

static int count_of(const naive *p, char man) {
  int count = 0;
  for (int point = 'a'; point <= 'x'; point++) count += p->board[point] == man;
  return count;
}

/* Adds what follows after x has come to `point`. */
static void add_after(naive p, int point) {
  bool some_free = false;
  if (!in_mill(&p, point) || count_of(&p, 'o') == 0) {
    add_turned(&p);
    return;
  }
  for (int man = 'a'; man <= 'x'; man++) some_free |= p.board[man] == 'o' && !in_mill(&p, man);
  for (int man = 'a'; man <= 'x'; man++) {
    if (p.board[man] != 'o' || (some_free && in_mill(&p, man))) continue;
    naive taken = p;
    taken.board[man] = '.';
    add_turned(&taken);
  }
}

static bool is_joined(int a, int b) {
  for (size_t i = 0; i < sizeof mills / sizeof *mills; i++)
    for (int j = 0; j < 2; j++)
      if ((mills[i][j] == a && mills[i][j + 1] == b) || (mills[i][j] == b && mills[i][j + 1] == a))
        return true;
  return false;
}

static void add_followers(const char *name) {
  const naive p = read_name(name);
  bool flies = count_of(&p, 'x') == 3;
  for (int to = 'a'; to <= 'x'; to++) {
    if (p.board[to] != '.') continue;
    naive q = p;
    q.board[to] = 'x';
    if (p.hand > 0) {
      q.hand--;
      add_after(q, to);
      continue;
    }
    for (int from = 'a'; from <= 'x'; from++) {
      if (p.board[from] != 'x' || (!flies && !is_joined(from, to))) continue;
      q.board[from] = '.';
      add_after(q, to);
      q.board[from] = 'x';
    }
  }
}

/* ---- the rules ------------------------------------------------------------------------------- */

/* The positions that the rules gave last, and one of them. */
typedef struct walk {
  grundy_ruleset *ruleset;
  uint64_t positions[MOST_FOLLOWERS];
  size_t count;
} walk;

static walk w;

static void take(void *to, grundy_position position) {
  walk *into = to;
  assert_true(into->count < MOST_FOLLOWERS && position.length == sizeof(uint64_t));
  memcpy(&into->positions[into->count++], position.bytes, sizeof(uint64_t));
}

static void show(const uint64_t *position, char name[GRUNDY_RULES_MAX_NAME]) {
  grundy_position at = {position, sizeof *position};
  assert_int_equal(w.ruleset->kind->show(w.ruleset, at, name, NULL), GRUNDY_OK);
}

/* Compares the moves from a position, and goes to one of them; false if there is none. */
static bool step(uint64_t *at, grundy_random *random) {
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_position from = {at, sizeof *at};
  grundy_position_info info;
  assert_int_equal(w.ruleset->kind->info(w.ruleset, from, &info, NULL), GRUNDY_OK);
  show(at, name);
  const naive p = read_name(name);
  bool has_lost = count_of(&p, 'x') + (p.hand + 1) / 2 < 3;
  assert_int_equal(info.end, has_lost ? 'P' : 0);
  if (has_lost) return false;
  expected.count = given.count = w.count = 0;
  add_followers(name);
  assert_int_equal(w.ruleset->kind->moves(w.ruleset, from, false, take, &w, NULL), GRUNDY_OK);
  for (size_t i = 0; i < w.count; i++) {
    char follower[GRUNDY_RULES_MAX_NAME];
    show(&w.positions[i], follower);
    add_name(&given, follower);
  }
  qsort(expected.at, expected.count, NAME, compare_names);
  qsort(given.at, given.count, NAME, compare_names);
  if (expected.count != given.count ||
      memcmp(expected.at, given.at, given.count * sizeof *given.at) != 0)
    fail_msg("%s has %zu moves; expected %zu", name, given.count, expected.count);
  if (w.count == 0) return false;
  *at = w.positions[grundy_random_below(random, w.count)];
  return true;
}

static void moves_are_those_of_the_definition(void **state) {
  enum { STEPS = 120 };
  grundy_random random = grundy_random_new(test_seed());
  const grundy_ruleset_options options = {0};
  for (unsigned men = 3; men <= 9; men++) {
    char argument[2] = {(char)('0' + men), '\0'};
    assert_int_equal(grundy_gallery_open("nine-mens-morris", argument, &options, &w.ruleset, NULL),
                     GRUNDY_OK);
    for (uint64_t play = test_scaled(40); play > 0; play--) {
      w.count = 0;
      assert_int_equal(w.ruleset->kind->start(w.ruleset, false, take, &w, NULL), GRUNDY_OK);
      uint64_t at = w.positions[0];
      for (int i = 0; i < STEPS && step(&at, &random); i++) continue;
    }
    grundy_ruleset_close(w.ruleset);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(moves_are_those_of_the_definition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
