/* The games of the gallery that have ranks: solved tier by tier they have the solution of the
 * stored solver, position by position, and the verifier agrees. */

#include <grundy/grundy.h>

#include "support/test.h"
#include "support/tiered_rules.h"

#include <unistd.h>

#define OUTCOMES ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS))
#define VALUES ((grundy_columns)(GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER))
#define COLOURED ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0))

static const struct {
  const char *game;
  grundy_columns columns;
} games[] = {
    {"quixo:2", OUTCOMES},
    {"quixo:3", OUTCOMES},
    {"quixo:3", GRUNDY_COLUMN_OUTCOME},
    {"tic-tac-toe", COLOURED},
    {"mu-torere", COLOURED},
    {"dodgem:3", COLOURED},
    {"three-mens-morris", COLOURED},
    {"chomp:3,4", VALUES | OUTCOMES},
};

static void remove_files(grundy_tiers *tiers, const char *folder) {
  char path[256];
  for (uint64_t i = 0; i < tiers->count; i++) {
    char *name = grundy_tiers_path(tiers, i);
    (void)unlink(name);
    free(name);
  }
  (void)snprintf(path, sizeof path, "%s/game.txt", folder);
  (void)unlink(path);
  assert_int_equal(rmdir(folder), 0);
}

static void try_game(const char *game, grundy_columns columns) {
  char folder[] = "/tmp/grundy-tiers-XXXXXX";
  grundy_tiers *tiers = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_tiers_verdict verdict;
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  assert_non_null(mkdtemp(folder));
  grundy_status status = grundy_tiers_open(game, NULL, &tiers, &error);
  if (status == GRUNDY_OK) status = grundy_tiers_solve(tiers, folder, &options, NULL, &error);
  if (status == GRUNDY_OK) status = grundy_game_open(game, NULL, &g, &error);
  if (status != GRUNDY_OK) fail_msg("%s: %s", game, error.message);
  assert_same_as_stored(game, g, tiers, columns);
  if (columns != GRUNDY_COLUMN_OUTCOME) {
    if (grundy_tiers_verify(tiers, NULL, &verdict, &error) != GRUNDY_OK)
      fail_msg("%s: %s", game, error.message);
    if (!verdict.right) fail_msg("%s: %s", game, verdict.wrong);
  }
  remove_files(tiers, folder);
  grundy_digraph_free(g);
  grundy_tiers_free(tiers);
}

static void games_with_ranks_have_the_stored_solution(void **state) {
  for (size_t i = 0; i < sizeof games / sizeof *games; i++)
    try_game(games[i].game, games[i].columns);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_with_ranks_have_the_stored_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
