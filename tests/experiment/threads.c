/* The number of threads does not change the figures of an experiment, and it can be stopped. */

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/test.h"

static const unsigned counts[] = {1, 2, 3, 8};
enum { COUNTS = sizeof counts / sizeof *counts };

static int forget_threads(void **state) {
  grundy_threads_set(0);
  return 0;
}

static void run(const grundy_model *model, uint64_t games, unsigned threads,
                grundy_statistics statistics[GRUNDY_MEASURE_COUNT]) {
  grundy_error error;
  grundy_threads_set(threads);
  if (grundy_experiment_run(model, games, NULL, statistics, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
}

static void assert_same_figures(const grundy_model *model, uint64_t games, int count) {
  grundy_statistics expected[GRUNDY_MEASURE_COUNT], got[GRUNDY_MEASURE_COUNT];
  memset(expected, 0, sizeof expected);
  memset(got, 0, sizeof got);
  run(model, games, counts[0], expected);
  for (int i = 1; i < count; i++) {
    run(model, games, counts[i], got);
    assert_memory_equal(expected, got, sizeof got);
  }
}

static grundy_model some_model(grundy_model_kind kind, uint64_t order) {
  grundy_model model = grundy_model_default(kind);
  model.seed = test_seed();
  model.order = order;
  model.degree = 3;
  model.p = 3.0 / (double)order;
  model.moves = 3 * order;
  model.width = 20;
  model.layers = model.height = order / 20;
  model.back = 0.2;
  return model;
}

static void small_games_give_the_same_bytes_for_1_2_3_and_8_threads(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    grundy_model model = some_model((grundy_model_kind)kind, 500);
    assert_same_figures(&model, 1 + test_scaled(300), COUNTS);
  }
}

static void fewer_games_than_threads_give_the_same_bytes(void **state) {
  grundy_model model = some_model(GRUNDY_MODEL_DEGREE, 30000);
  assert_same_figures(&model, 4, COUNTS);
}

/* Work that is not worth distributing, here a single last game, is solved by all threads. */
static void large_games_give_the_same_bytes(void **state) {
  grundy_model model = some_model(GRUNDY_MODEL_DAG, 100000);
  model.degree = 9;
  model.ordered = true;
  assert_same_figures(&model, 2, 2);
}

/* ---- a monitor --------------------------------------------------------------------------- */

typedef struct watch {
  uint64_t until; /* games after which the work stops */
  uint64_t games, latest, ticks, finished;
} watch;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  watch *w = context;
  assert_string_equal(phase, "solving games");
  assert_true(done <= total && total == w->games && done >= w->latest);
  w->latest = done;
  w->ticks++;
  return done < w->until;
}

static void finished(void *context, const grundy_phase *phase) {
  watch *w = context;
  assert_true(phase->moves > 0);
  w->finished++;
}

static void a_monitor_counts_games_and_stops_all_threads(void **state) {
  enum { GAMES = 400 };
  static const uint64_t ends[] = {0, 1, 5, 100, GAMES + 1};
  grundy_model model = some_model(GRUNDY_MODEL_DEGREE, 1000);
  for (int i = 0; i < COUNTS; i++)
    for (size_t j = 0; j < sizeof ends / sizeof *ends; j++) {
      watch w = {.until = ends[j], .games = GAMES};
      const grundy_monitor monitor = {.tick = tick, .context = &w, .finished = finished};
      grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
      grundy_error error;
      grundy_threads_set(counts[i]);
      grundy_status status =
          grundy_experiment_run(&model, GAMES, GRUNDY_MONITORED(&monitor), statistics, &error);
      assert_int_equal(status, ends[j] > GAMES ? GRUNDY_OK : GRUNDY_CANCELLED);
      assert_int_equal(w.finished, status == GRUNDY_OK);
      assert_true(w.ticks > 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(small_games_give_the_same_bytes_for_1_2_3_and_8_threads,
                                forget_threads),
      cmocka_unit_test_teardown(fewer_games_than_threads_give_the_same_bytes, forget_threads),
      cmocka_unit_test_teardown(large_games_give_the_same_bytes, forget_threads),
      cmocka_unit_test_teardown(a_monitor_counts_games_and_stops_all_threads, forget_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
