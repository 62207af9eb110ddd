/* Exploring rules, compared with a naive breadth-first search, with any number of threads. */

#include <grundy/grundy.h>

#include "support/hashed.h"
#include "support/test.h"

static grundy_digraph *opened(const char *text) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  if (grundy_game_open(text, NULL, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

/* ---- the naive search ----------------------------------------------------------------- */

typedef struct searched {
  uint32_t *order_of; /* x → vertex; UINT32_MAX: not found */
  uint32_t *x_of;
  uint32_t count;
} searched;

static uint32_t number_of(searched *s, uint32_t x) {
  if (s->order_of[x] == UINT32_MAX) {
    s->order_of[x] = s->count;
    s->x_of[s->count++] = x;
  }
  return s->order_of[x];
}

static searched search(const hashed_game *g) {
  searched s = {malloc(g->order * sizeof(uint32_t)), malloc(g->order * sizeof(uint32_t)), 0};
  memset(s.order_of, 0xff, g->order * sizeof(uint32_t));
  (void)number_of(&s, 0);
  for (uint32_t v = 0; v < s.count; v++) {
    uint32_t x = s.x_of[v], degree = hashed_end(g, x) != 0 ? 0 : hashed_degree(g, x);
    for (uint32_t i = 0; i < degree; i++)
      (void)number_of(&s, hashed_canon(g, hashed_move(g, x, i)));
  }
  return s;
}

static bool leads(const hashed_game *g, const searched *s, uint32_t u, uint32_t v) {
  uint32_t x = s->x_of[u];
  for (uint32_t i = 0; i < hashed_degree(g, x); i++)
    if (s->order_of[hashed_canon(g, hashed_move(g, x, i))] == v) return true;
  return false;
}

static void check_moves(const hashed_game *g, const searched *s, const grundy_digraph *d) {
  for (uint32_t u = 0; u < s->count; u++) {
    uint32_t x = s->x_of[u];
    grundy_vertices followers = grundy_digraph_followers(d, u);
    if (hashed_end(g, x) != 0) assert_int_equal(followers.count, 0);
    for (uint64_t i = 0; i < followers.count; i++) {
      assert_true(leads(g, s, u, followers.at[i]));
      assert_true(i == 0 || followers.at[i - 1] < followers.at[i]);
    }
    for (uint32_t i = 0; hashed_end(g, x) == 0 && i < hashed_degree(g, x); i++)
      assert_true(
          grundy_digraph_has_move(d, u, s->order_of[hashed_canon(g, hashed_move(g, x, i))]));
  }
}

static void check_names(const hashed_game *g, const searched *s, const grundy_digraph *d) {
  for (uint32_t u = 0; u < s->count; u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES], expected[16];
    uint32_t v, mirrored = g->order - 1 - s->x_of[u];
    snprintf(expected, sizeof expected, "#%u", s->x_of[u]);
    assert_string_equal(grundy_digraph_name(d, u, scratch), expected);
    assert_true(grundy_digraph_find(d, expected, strlen(expected), &v));
    assert_int_equal(u, v);
    if (!g->folded) continue;
    snprintf(expected, sizeof expected, "#%u", mirrored);
    assert_true(grundy_digraph_find(d, expected, strlen(expected), &v));
    assert_int_equal(u, v);
  }
  uint32_t v;
  assert_false(grundy_digraph_find(d, "#", 1, &v));
  assert_false(grundy_digraph_find(d, "1", 1, &v));
  assert_false(grundy_digraph_find(d, "#999999999", 10, &v));
}

static void check_ends(const hashed_game *g, const searched *s, const grundy_digraph *d) {
  const uint8_t *outcomes = grundy_digraph_outcomes(d), *players = grundy_digraph_players(d);
  bool unusual = false;
  for (uint32_t u = 0; u < s->count; u++) {
    int end = hashed_end(g, s->x_of[u]);
    unusual |= end != 0 && end != 'P';
  }
  assert_int_equal(players != NULL, g->coloured);
  assert_int_equal(outcomes != NULL, unusual || g->coloured);
  for (uint32_t u = 0; u < s->count && outcomes != NULL; u++) {
    int end = hashed_end(g, s->x_of[u]);
    bool terminal = grundy_digraph_followers(d, u).count == 0;
    int lost = g->coloured ? (s->x_of[u] % 2 == 0 ? 'B' : 'A') : 'P';
    assert_int_equal(outcomes[u], !terminal ? 0 : end != 0 ? end : lost);
    if (players != NULL) assert_int_equal(players[u], s->x_of[u] % 2 == 0 ? 'A' : 'B');
  }
}

static void text_of(const hashed_game *g, char *text, size_t size) {
  snprintf(text, size, "%s:%u,%u,%u,%u,%s%s", g->coloured ? COLOURED_RULES : HASHED_RULES, g->seed,
           g->order, g->bytes, g->degree, g->folded ? "f" : "", g->ends ? "e" : "-");
  if (g->coloured) strcat(text, "c");
}

static void check_game(const hashed_game *g) {
  char text[1024];
  text_of(g, text, sizeof text);
  searched s = search(g);
  grundy_digraph *d = opened(text);
  assert_int_equal(grundy_digraph_order(d), s.count);
  check_moves(g, &s, d);
  check_names(g, &s, d);
  check_ends(g, &s, d);
  grundy_digraph_free(d);
  free(s.order_of);
  free(s.x_of);
}

static void test_against_naive(void **state) {
  static const uint32_t bytes[] = {4, 5, 8, 12, 33};
  for (uint32_t seed = 0; seed < 400; seed++) {
    hashed_game g = {.seed = seed, .order = 1 + hashed_mix(seed, 1, 2) % 3000};
    g.bytes = bytes[seed % 5];
    g.degree = 1 + seed % 9;
    g.ends = seed % 3 == 1;
    g.coloured = seed % 4 == 3 && g.order > 1;
    g.folded = !g.coloured && seed % 4 == 2;
    grundy_threads_set(1 + seed % 3);
    check_game(&g);
  }
  grundy_threads_set(0);
}

/* ---- threads, limits, stopping --------------------------------------------------------- */

static void test_threads_agree(void **state) {
  char text[1024];
  hashed_game g = {.seed = 5, .order = 300000, .bytes = 8, .degree = 6};
  text_of(&g, text, sizeof text);
  grundy_threads_set(1);
  grundy_digraph *one = opened(text);
  for (unsigned threads = 2; threads <= 8; threads *= 2) {
    grundy_threads_set(threads);
    grundy_digraph *many = opened(text);
    assert_int_equal(grundy_digraph_order(one), grundy_digraph_order(many));
    assert_int_equal(grundy_digraph_size(one), grundy_digraph_size(many));
    assert_memory_equal(grundy_digraph_offsets(one), grundy_digraph_offsets(many),
                        (grundy_digraph_order(one) + 1) * sizeof(uint64_t));
    assert_memory_equal(grundy_digraph_targets(one), grundy_digraph_targets(many),
                        grundy_digraph_size(one) * sizeof(uint32_t));
    for (uint32_t v = 0; v < grundy_digraph_order(one); v += 997) {
      char a[GRUNDY_NAME_MAX_BYTES], b[GRUNDY_NAME_MAX_BYTES];
      assert_string_equal(grundy_digraph_name(one, v, a), grundy_digraph_name(many, v, b));
    }
    grundy_digraph_free(many);
  }
  grundy_digraph_free(one);
  grundy_threads_set(0);
}

/* A position with 200,000 moves, for which there is not enough room at first. */
static void test_long_rows(void **state) {
  hashed_game g = {.seed = 3, .order = 150000, .bytes = 4, .degree = 200000};
  for (; hashed_degree(&g, 0) < 100000; g.seed++) {
  }
  uint32_t row = hashed_degree(&g, 0), different = 0;
  bool *seen = calloc(g.order, 1);
  for (uint32_t i = 0; i < row; i++) {
    uint32_t x = hashed_move(&g, 0, i);
    different += !seen[x];
    seen[x] = true;
  }
  free(seen);
  char text[1024];
  text_of(&g, text, sizeof text);
  grundy_digraph *d = NULL;
  grundy_error error = {0};
  /* There would be 1.5e10 moves: the limit ends it after the first row. */
  grundy_open_options options = {.size = sizeof options, .limit = different / 2};
  assert_int_equal(grundy_game_open(text, &options, &d, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "positions, which is the limit"));
}

static void test_limits(void **state) {
  char text[1024];
  hashed_game g = {.seed = 9, .order = 20000, .bytes = 8, .degree = 5};
  text_of(&g, text, sizeof text);
  searched s = search(&g);
  grundy_digraph *d = NULL;
  grundy_error error = {0};
  grundy_open_options exact = {.size = sizeof exact, .limit = s.count},
                      less = {.size = sizeof less, .limit = s.count - 1},
                      none = {.size = sizeof none, .limit = UINT64_MAX};
  assert_int_equal(grundy_game_open(text, &exact, &d, &error), GRUNDY_OK);
  grundy_digraph_free(d);
  assert_int_equal(grundy_game_open(text, &none, &d, &error), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(d), s.count);
  grundy_digraph_free(d);
  assert_int_equal(grundy_game_open(text, &less, &d, &error), GRUNDY_UNABLE);
  grundy_open_options narrow = {.size = sizeof narrow, .memory = 100000};
  assert_int_equal(grundy_game_open(text, &narrow, &d, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "memory; there is room for 0.1 MiB"));
  free(s.order_of);
  free(s.x_of);
}

typedef struct stopper {
  int ticks, stop_at;
  grundy_exploration last;
} stopper;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  stopper *w = context;
  (void)phase;
  assert_true(done <= total || total == 0);
  return ++w->ticks != w->stop_at;
}

static void exploring(void *context, const grundy_exploration *now) {
  stopper *w = context;
  assert_true(now->positions >= w->last.positions && now->moves >= w->last.moves);
  assert_true(now->frontier < now->positions && now->memory > 0);
  w->last = *now;
}

static void test_monitoring(void **state) {
  char text[1024];
  hashed_game g = {.seed = 1, .order = 60000, .bytes = 8, .degree = 7};
  text_of(&g, text, sizeof text);
  grundy_digraph *d = NULL;
  for (int stop_at = 0; stop_at < 4; stop_at++) {
    stopper w = {.stop_at = stop_at};
    grundy_monitor monitor = {.tick = tick, .context = &w};
    grundy_open_options options = {
        .size = sizeof options, .monitor = &monitor, .exploring = exploring, .context = &w};
    grundy_status status = grundy_game_open(text, &options, &d, NULL);
    assert_int_equal(status, stop_at == 0 ? GRUNDY_OK : GRUNDY_CANCELLED);
    if (stop_at > 0) continue;
    assert_true(w.ticks > 3);
    assert_int_equal(w.last.positions, grundy_digraph_order(d));
    assert_int_equal(w.last.frontier, 0);
    grundy_digraph_free(d);
  }
}

/* ---- invalid rules ----------------------------------------------------------------------- */

static void refused(const char *text, const char *part) {
  grundy_digraph *d = NULL;
  grundy_error error = {0};
  char line[2 * GRUNDY_ERROR_MAX_TEXT];
  assert_int_equal(grundy_game_open(text, NULL, &d, &error), GRUNDY_BAD_INPUT);
  grundy_error_format(&error, line, sizeof line);
  if (strstr(line, part) == NULL) fail_msg("'%s' is not in: %s", part, line);
}

static void test_bad_libraries(void **state) {
  refused("missing.so:1", "missing.so: cannot be loaded: ");
  refused(HASHED_RULES ":1,2", "are wrong; expected SEED,ORDER,BYTES,DEGREE,FLAGS");
  refused(HASHED_RULES, "the arguments '' are wrong");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_naive), cmocka_unit_test(test_threads_agree),
      cmocka_unit_test(test_long_rows),     cmocka_unit_test(test_limits),
      cmocka_unit_test(test_monitoring),    cmocka_unit_test(test_bad_libraries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
