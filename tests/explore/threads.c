/* Exploring gives the same positions, in the same order, and the same errors with any number of
 * threads: those of a naive breadth-first search. */

#include <grundy/grundy.h>

#include "explore/impl.h"
#include "support/games.h"
#include "support/hashed.h"
#include "support/test.h"

static const unsigned thread_counts[] = {1, 2, 3, 8, 16};
enum { COUNTS = sizeof thread_counts / sizeof *thread_counts, MOST_BYTES = 48 };

/* ---- rules -------------------------------------------------------------------------------- */

/* The game of support/hashed.h, with positions of `g.bytes` bytes, or of differing lengths if this
 * is 0. */
typedef struct hashed_rules {
  grundy_ruleset base;
  hashed_game g;
  uint32_t failing; /* the rules fail at this position; UINT32_MAX: nowhere */
} hashed_rules;

static grundy_position position_of(const hashed_game *g, uint32_t x, unsigned char *bytes) {
  size_t length = g->bytes > 0 ? g->bytes : 4 + hashed_mix(g->seed, x, 9) % (MOST_BYTES - 3);
  memcpy(bytes, &x, 4);
  for (uint32_t i = 4; i < length; i++) bytes[i] = (unsigned char)hashed_mix(x, i, 1);
  return (grundy_position){bytes, length};
}

static uint32_t number_in(grundy_position position) {
  uint32_t x;
  memcpy(&x, position.bytes, sizeof x);
  return x;
}

static grundy_status start(grundy_ruleset *ruleset, bool canonical, grundy_take take, void *to,
                           grundy_error *error) {
  unsigned char bytes[MOST_BYTES];
  (void)canonical;
  (void)error;
  take(to, position_of(&((hashed_rules *)ruleset)->g, 0, bytes));
  return GRUNDY_OK;
}

static grundy_status moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                           grundy_take take, void *to, grundy_error *error) {
  const hashed_rules *r = (const hashed_rules *)ruleset;
  uint32_t x = number_in(from);
  unsigned char bytes[MOST_BYTES];
  (void)canonical;
  for (uint32_t i = 0; i < hashed_degree(&r->g, x); i++)
    take(to, position_of(&r->g, hashed_move(&r->g, x, i), bytes));
  if (x != r->failing) return GRUNDY_OK;
  snprintf(error->message, sizeof error->message, "the rules fail at %u", x);
  return GRUNDY_BAD_INPUT;
}

static void close_rules(grundy_ruleset *ruleset) {
  free(ruleset);
}

static const grundy_ruleset_kind kind = {
    .parallel = true, .start = start, .moves = moves, .close = close_rules};

static grundy_status explore(const hashed_game *g, uint32_t failing, unsigned threads,
                             const grundy_open_options *options, grundy_digraph **d,
                             grundy_error *error) {
  hashed_rules *r = calloc(1, sizeof *r);
  *r = (hashed_rules){{.kind = &kind, .bytes = g->bytes}, *g, failing};
  grundy_threads_set(threads);
  grundy_status status = grundy_explore(&r->base, options, d, error);
  grundy_threads_set(0);
  return status;
}

/* ---- the naive search ---------------------------------------------------------------------- */

typedef struct searched {
  uint32_t *number; /* by x; UINT32_MAX: not found */
  uint32_t *x;      /* by number */
  uint32_t count;
} searched;

static uint32_t number_of(searched *s, uint32_t x) {
  if (s->number[x] == UINT32_MAX) {
    s->number[x] = s->count;
    s->x[s->count++] = x;
  }
  return s->number[x];
}

static searched search(const hashed_game *g) {
  searched s = {malloc(g->order * sizeof(uint32_t)), malloc(g->order * sizeof(uint32_t)), 0};
  memset(s.number, 0xff, g->order * sizeof(uint32_t));
  (void)number_of(&s, 0);
  for (uint32_t v = 0; v < s.count; v++)
    for (uint32_t i = 0; i < hashed_degree(g, s.x[v]); i++)
      (void)number_of(&s, hashed_move(g, s.x[v], i));
  return s;
}

static void free_searched(searched *s) {
  free(s->number);
  free(s->x);
}

static void check(const hashed_game *g, searched *s, const grundy_digraph *d) {
  const grundy_positions *p = &grundy_explored_of(d)->positions;
  bool *is_follower = calloc(s->count, sizeof *is_follower);
  assert_int_equal(grundy_digraph_order(d), s->count);
  for (uint32_t v = 0; v < s->count; v++) {
    unsigned char bytes[MOST_BYTES];
    uint32_t different = 0;
    grundy_vertices followers = grundy_digraph_followers(d, v);
    assert_true(
        grundy_position_is_same(grundy_positions_get(p, v), position_of(g, s->x[v], bytes)));
    for (uint32_t i = 0; i < hashed_degree(g, s->x[v]); i++) {
      uint32_t w = number_of(s, hashed_move(g, s->x[v], i));
      different += !is_follower[w];
      is_follower[w] = true;
    }
    assert_int_equal(followers.count, different);
    for (uint64_t i = 0; i < followers.count; i++) {
      assert_true(is_follower[followers.at[i]]);
      assert_true(i == 0 || followers.at[i - 1] < followers.at[i]);
      is_follower[followers.at[i]] = false;
    }
  }
  free(is_follower);
}

static hashed_game random_game(uint32_t seed, uint32_t most) {
  static const uint32_t bytes[] = {0, 4, 0, 8, 33};
  return (hashed_game){.seed = seed,
                       .order = 1 + hashed_mix(seed, 1, 2) % most,
                       .bytes = bytes[seed % 5],
                       .degree = 1 + seed % 23};
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void numbers_are_those_of_a_naive_search(void **state) {
  uint32_t games = (uint32_t)test_scaled(200);
  for (uint32_t seed = 0; seed < games; seed++) {
    hashed_game g = random_game(seed, seed % 7 == 0 ? 30000 : 2000);
    searched s = search(&g);
    for (int i = 0; i < COUNTS; i++) {
      grundy_digraph *d = NULL;
      grundy_open_options options = {.size = sizeof options};
      grundy_work_stride = seed % 3 == 0 ? 1 + seed % 100 : GRUNDY_WORK_STRIDE;
      assert_int_equal(explore(&g, UINT32_MAX, thread_counts[i], &options, &d, NULL), GRUNDY_OK);
      grundy_work_stride = GRUNDY_WORK_STRIDE;
      check(&g, &s, d);
      grundy_digraph_free(d);
    }
    free_searched(&s);
  }
}

/* Returns the row in which position number `count` is found, counted from 0. */
static uint32_t row_with(const hashed_game *g, const searched *s, uint32_t count) {
  uint32_t most = 1;
  for (uint32_t v = 0;; v++)
    for (uint32_t i = 0; i < hashed_degree(g, s->x[v]); i++) {
      uint32_t w = s->number[hashed_move(g, s->x[v], i)];
      if (w == most) most++;
      if (most > count) return v;
    }
}

/* If the rules fail and there are too many positions, what comes first counts. */
static void the_first_error_counts(void **state) {
  uint32_t games = (uint32_t)test_scaled(100);
  for (uint32_t seed = 0; seed < games; seed++) {
    hashed_game g = random_game(seed, 3000);
    searched s = search(&g);
    uint32_t limit = 1 + hashed_mix(seed, 4, 4) % s.count,
             failing = hashed_mix(seed, 5, 5) % s.count;
    bool exceeds = limit < s.count && row_with(&g, &s, limit) < failing;
    char expected[99];
    snprintf(expected, sizeof expected,
             exceeds ? "there are more than %u positions, which is the limit"
                     : "the rules fail at %u",
             exceeds ? limit : s.x[failing]);
    for (int i = 0; i < COUNTS; i++) {
      grundy_digraph *d = NULL;
      grundy_error error = {0};
      grundy_open_options options = {.size = sizeof options, .limit = limit};
      assert_int_equal(explore(&g, s.x[failing], thread_counts[i], &options, &d, &error),
                       exceeds ? GRUNDY_UNABLE : GRUNDY_BAD_INPUT);
      assert_string_equal(error.message, expected);
    }
    free_searched(&s);
  }
}

static void limits_of_memory_end_it(void **state) {
  hashed_game g = {.seed = 4, .order = 30000, .degree = 8};
  for (int i = 0; i < COUNTS; i++) {
    grundy_digraph *d = NULL;
    grundy_error error = {0};
    grundy_open_options options = {.size = sizeof options, .memory = 200000};
    assert_int_equal(explore(&g, UINT32_MAX, thread_counts[i], &options, &d, &error),
                     GRUNDY_UNABLE);
    assert_non_null(strstr(error.message, "memory; there is room for 0.2 MiB"));
  }
}

static bool count_down(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return --*(int *)context != 0;
}

static void it_can_be_cancelled_everywhere(void **state) {
  hashed_game g = {.seed = 6, .order = 3000, .degree = 8};
  for (int i = 0; i < COUNTS; i++) {
    grundy_status status = GRUNDY_CANCELLED;
    grundy_work_stride = 50;
    for (int ticks = 1; status == GRUNDY_CANCELLED; ticks++) {
      int left = ticks;
      grundy_monitor monitor = {.tick = count_down, .context = &left};
      grundy_open_options options = {.size = sizeof options, .monitor = &monitor};
      grundy_digraph *d = NULL;
      status = explore(&g, UINT32_MAX, thread_counts[i], &options, &d, NULL);
      if (status == GRUNDY_OK) grundy_digraph_free(d);
      assert_true(status == GRUNDY_OK || status == GRUNDY_CANCELLED);
    }
    grundy_work_stride = GRUNDY_WORK_STRIDE;
    assert_int_equal(status, GRUNDY_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_those_of_a_naive_search),
      cmocka_unit_test(the_first_error_counts),
      cmocka_unit_test(limits_of_memory_end_it),
      cmocka_unit_test(it_can_be_cancelled_everywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
