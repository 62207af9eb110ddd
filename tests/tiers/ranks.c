/* Ranks that solve a game together write the files of one process, and a failure of one rank is a
 * failure of all. Here the ranks are threads of one process, which exchange what processes exchange
 * by MPI (mpi/tiers.c). */

#include <grundy/grundy.h>

#include "support/folder.h"
#include "support/games.h"
#include "support/test.h"
#include "support/tiered_rules.h"

#include <pthread.h>
#include <unistd.h>

static char folders[2][32] = {"/tmp/grundy-ranks-XXXXXX", "/tmp/grundy-ranks-XXXXXX"};

static int make_folders(void **state) {
  for (int i = 0; i < 2; i++)
    if (mkdtemp(folders[i]) == NULL) return -1;
  grundy_threads_set(1);
  return 0;
}

static int remove_folders(void **state) {
  tiered_clear();
  grundy_threads_set(0);
  for (int i = 0; i < 2; i++) {
    folder_empty(folders[i]);
    if (rmdir(folders[i]) != 0) return -1;
  }
  return 0;
}

/* ---- a team of threads ------------------------------------------------------------------- */

enum { MAX_RANKS = 4 };

/* What the ranks have passed to the function that all of them call now. */
typedef struct meeting {
  pthread_barrier_t barrier;
  int ranks;
  grundy_status status[MAX_RANKS];
  grundy_error error[MAX_RANKS];
  uint64_t number[MAX_RANKS];
  unsigned char *array[MAX_RANKS];
} meeting;

typedef struct member {
  meeting *meeting;
  int rank;
} member;

static void wait_for_all(const member *m) {
  (void)pthread_barrier_wait(&m->meeting->barrier);
}

static grundy_status agree(void *context, grundy_status status, grundy_error *error) {
  const member *m = context;
  meeting *all = m->meeting;
  grundy_status first = GRUNDY_OK;
  all->status[m->rank] = status;
  all->error[m->rank] = *error;
  wait_for_all(m);
  for (int r = all->ranks - 1; r >= 0; r--) {
    if (all->status[r] == GRUNDY_OK) continue;
    first = all->status[r];
    *error = all->error[r];
  }
  wait_for_all(m);
  return first;
}

static uint64_t sum_or_least(const member *m, uint64_t number, bool is_sum) {
  meeting *all = m->meeting;
  uint64_t result = is_sum ? 0 : UINT64_MAX;
  all->number[m->rank] = number;
  wait_for_all(m);
  for (int r = 0; r < all->ranks; r++) {
    if (is_sum) result += all->number[r];
    if (!is_sum && all->number[r] < result) result = all->number[r];
  }
  wait_for_all(m);
  return result;
}

static uint64_t sum(void *context, uint64_t number) {
  return sum_or_least(context, number, true);
}

static uint64_t least(void *context, uint64_t number) {
  return sum_or_least(context, number, false);
}

static void gather(void *context, void *array, const uint64_t *starts) {
  const member *m = context;
  meeting *all = m->meeting;
  all->array[m->rank] = array;
  wait_for_all(m);
  for (int r = 0; r < all->ranks; r++)
    if (r != m->rank)
      memcpy(all->array[m->rank] + starts[r], all->array[r] + starts[r], starts[r + 1] - starts[r]);
  wait_for_all(m);
}

/* ---- solving ----------------------------------------------------------------------------- */

typedef struct rank {
  member member;
  grundy_tiers *tiers;
  const char *folder;
  grundy_tiers_options options;
  grundy_tiers_summary summary;
  grundy_status status;
  grundy_error error;
} rank;

static void *run_rank(void *context) {
  rank *r = context;
  const grundy_tier_team team = {.rank = r->member.rank,
                                 .ranks = r->member.meeting->ranks,
                                 .context = &r->member,
                                 .agree = agree,
                                 .sum = sum,
                                 .least = least,
                                 .gather = gather};
  r->status =
      grundy_tiers_solve_together(r->tiers, r->folder, &r->options, &team, &r->summary, &r->error);
  return NULL;
}

/* Opens the rules once per rank, with small blocks, so that every rank has some of each tier. */
static void start_ranks(rank *ranks, int count, const grundy_rules *rules, grundy_columns columns) {
  for (int r = 0; r < count; r++) {
    ranks[r] = (rank){.tiers = tiered_open(rules), .folder = folders[1]};
    ranks[r].options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
    ranks[r].tiers->block = 64;
  }
}

/* Runs all ranks and frees their tiers except those of rank 0. */
static void run_ranks(rank *ranks, int count) {
  pthread_t threads[MAX_RANKS];
  static meeting all;
  all.ranks = count;
  assert_int_equal(pthread_barrier_init(&all.barrier, NULL, (unsigned)count), 0);
  for (int r = 0; r < count; r++) {
    ranks[r].member = (member){&all, r};
    assert_int_equal(pthread_create(&threads[r], NULL, run_rank, &ranks[r]), 0);
  }
  for (int r = 0; r < count; r++) assert_int_equal(pthread_join(threads[r], NULL), 0);
  assert_int_equal(pthread_barrier_destroy(&all.barrier), 0);
  for (int r = 1; r < count; r++) grundy_tiers_free(ranks[r].tiers);
}

/* Solves the game alone and with `count` ranks, and compares the files. */
static void compare(int count, const grundy_rules *rules, grundy_columns columns) {
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  grundy_tiers *alone = tiered_open(rules);
  grundy_tiers_summary summary;
  rank ranks[MAX_RANKS];
  size_t length, expected_length;
  for (int i = 0; i < 2; i++) folder_empty(folders[i]);
  assert_int_equal(grundy_tiers_solve(alone, folders[0], &options, &summary, NULL), GRUNDY_OK);
  start_ranks(ranks, count, rules, columns);
  run_ranks(ranks, count);
  for (int r = 0; r < count; r++) {
    if (ranks[r].status != GRUNDY_OK) fail_msg("rank %d: %s", r, ranks[r].error.message);
    assert_int_equal(ranks[r].summary.positions, summary.positions);
    assert_int_equal(ranks[r].summary.evaluations, ranks[0].summary.evaluations);
  }
  unsigned char *expected = tiered_read_files(alone, &expected_length);
  unsigned char *found = tiered_read_files(ranks[0].tiers, &length);
  assert_int_equal(length, expected_length);
  assert_memory_equal(found, expected, length);
  free(found);
  free(expected);
  grundy_tiers_free(ranks[0].tiers);
  grundy_tiers_free(alone);
}

#define IMPARTIAL                                                                                  \
  (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER)

static void ranks_write_the_files_of_one_process(void **state) {
  for (uint32_t i = 0; i < test_scaled(10); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    int count = 1 + (int)(i % MAX_RANKS);
    tiered_random_decided(&random);
    grundy_rules impartial = tiered_rules(i % 2 == 1, false, false, i % 3 == 1);
    compare(count, &impartial, IMPARTIAL);
    compare(count, &impartial, GRUNDY_COLUMN_OUTCOME);
    tiered_random(&random, true, "-ABDPN");
    grundy_rules coloured = tiered_rules(i % 2 == 1, true, true, false);
    compare(count, &coloured, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0);
  }
}

/* A long chain in both directions, and a long chain of replies. */
static void ranks_exchange_numbers_that_do_not_fit_into_a_byte(void **state) {
  for (int ascending = 0; ascending < 2; ascending++) {
    tiered_start(700);
    for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
    for (uint32_t v = 0; v < tiered.order; v++)
      if (ascending == 0) tiered.slot[v] = tiered.order - 1 - v;
    grundy_rules rules = tiered_rules(false, false, false, false);
    compare(3, &rules, GRUNDY_COLUMN_REMOTENESS);
    for (uint32_t v = 0; v + 3 < tiered.order; v += 2) tiered_add_move(v + 1, v);
    compare(2, &rules, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  }
}

/* ---- failures ---------------------------------------------------------------------------- */

static void make_small_game(void) {
  tiered_start(6);
  for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
  for (int i = 0; i < 2; i++) folder_empty(folders[i]);
}

static void ranks_go_on_from_the_files_of_others(void **state) {
  rank ranks[2];
  make_small_game();
  grundy_rules rules = tiered_rules(false, false, false, false);
  for (uint64_t resumed = 0; resumed < 2; resumed++) {
    start_ranks(ranks, 2, &rules, GRUNDY_COLUMN_REMOTENESS);
    run_ranks(ranks, 2);
    for (int r = 0; r < 2; r++) {
      assert_int_equal(ranks[r].status, GRUNDY_OK);
      assert_int_equal(ranks[r].summary.resumed, resumed);
    }
    grundy_tiers_free(ranks[0].tiers);
  }
}

static void ranks_that_see_different_folders_fail(void **state) {
  rank ranks[2];
  make_small_game();
  grundy_rules rules = tiered_rules(false, false, false, false);
  grundy_tiers *alone = tiered_open(&rules);
  assert_int_equal(grundy_tiers_solve(alone, folders[1], NULL, NULL, NULL), GRUNDY_OK);
  grundy_tiers_free(alone);
  start_ranks(ranks, 2, &rules, GRUNDY_COLUMN_OUTCOME);
  ranks[1].folder = folders[0];
  run_ranks(ranks, 2);
  for (int r = 0; r < 2; r++) {
    assert_int_equal(ranks[r].status, GRUNDY_IO_ERROR);
    assert_string_equal(ranks[r].error.message, "not all ranks see the file of tier 1007819");
    assert_string_equal(ranks[r].error.file, ranks[r].folder);
  }
  grundy_tiers_free(ranks[0].tiers);
}

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)phase;
  (void)done;
  (void)total;
  return false;
}

static void a_rank_that_is_interrupted_interrupts_the_others(void **state) {
  const grundy_monitor monitor = {.tick = refuse};
  rank ranks[3];
  make_small_game();
  grundy_rules rules = tiered_rules(false, false, false, false);
  start_ranks(ranks, 3, &rules, GRUNDY_COLUMN_OUTCOME);
  ranks[1].options.monitor = &monitor;
  run_ranks(ranks, 3);
  for (int r = 0; r < 3; r++) {
    assert_int_equal(ranks[r].status, GRUNDY_CANCELLED);
    assert_string_equal(ranks[r].error.message, "interrupted");
  }
  grundy_tiers_free(ranks[0].tiers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranks_write_the_files_of_one_process),
      cmocka_unit_test(ranks_exchange_numbers_that_do_not_fit_into_a_byte),
      cmocka_unit_test(ranks_go_on_from_the_files_of_others),
      cmocka_unit_test(ranks_that_see_different_folders_fail),
      cmocka_unit_test(a_rank_that_is_interrupted_interrupts_the_others),
  };
  return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
