#include "tiers.h"

#include "report.h"

#include "engine/cluster.h"

#include <grundy/game.h>

static grundy_status agree(void *context, grundy_status status, grundy_error *error) {
  return team_agree(context, status, error);
}

static uint64_t sum(void *context, uint64_t number) {
  (void)context;
  return team_sum(number);
}

static uint64_t least(void *context, uint64_t number) {
  (void)context;
  return UINT64_MAX - team_largest(UINT64_MAX - number);
}

/* Each rank sends its part, in messages whose length fits into an int. */
static void gather(void *context, void *array, const uint64_t *starts) {
  const uint64_t most = UINT64_C(1) << 30;
  const team *t = context;
  team_wait_begins();
  for (int r = 0; r < t->ranks; r++)
    for (uint64_t at = starts[r]; at < starts[r + 1]; at += most) {
      uint64_t left = starts[r + 1] - at;
      MPI_Bcast((unsigned char *)array + at, (int)(left < most ? left : most), MPI_BYTE, r,
                MPI_COMM_WORLD);
    }
  team_wait_ends();
}

/* A tick of the monitor: goes on until a signal comes. */
static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  report_share(phase, done, total);
  return !team_is_interrupted();
}

grundy_status tiers_run(const team *t, const char *game, const char *folder, grundy_columns columns,
                        grundy_tiers_summary *summary, grundy_error *error) {
  const grundy_monitor monitor = {.tick = tick};
  const grundy_tier_team together = {.rank = t->rank,
                                     .ranks = t->ranks,
                                     .context = (void *)t,
                                     .agree = agree,
                                     .sum = sum,
                                     .least = least,
                                     .gather = gather};
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns, .monitor = &monitor);
  grundy_tiers *tiers = NULL;
  grundy_status status = team_agree(t, grundy_tiers_open(game, NULL, &tiers, error), error);
  if (status == GRUNDY_OK)
    status = grundy_tiers_solve_together(tiers, folder, &options, &together, summary, error);
  grundy_tiers_free(tiers);
  return status;
}
