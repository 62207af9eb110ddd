#include "summary.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/solution.h>
#include <grundy/tiers.h>

#include "lists.h"

/* Writes how many positions of a window are not known. */
static void put_unknown(FILE *out, const struct solved_game *game, uint32_t unknown) {
  char number[48];
  if (!grundy_game_is_window(game->type)) return;
  lists_grouped(unknown, number, sizeof number);
  (void)fprintf(out, ", %s not known", number);
}

static void put_outcomes(FILE *out, const struct solved_game *game) {
  const grundy_summary *counts = &game->counts;
  bool coloured = grundy_game_is_coloured(game->type);
  if ((game->columns & GRUNDY_COLUMN_OUTCOME) == 0) return;
  (void)putc(' ', out);
  lists_count(out, coloured ? counts->a : counts->p, coloured ? "win" : "P-position");
  (void)fputs(coloured ? " for A, " : ", ", out);
  lists_count(out, coloured ? counts->b : counts->n, coloured ? "win" : "N-position");
  (void)fputs(coloured ? " for B, " : ", ", out);
  lists_count(out, counts->d, "draw");
  put_unknown(out, game, counts->unknown);
  (void)putc('.', out);
}

static void put_extremes(FILE *out, const struct solved_game *game) {
  const grundy_summary *counts = &game->counts;
  const char *before = " ";
  if ((game->columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    (void)fputs(before, out);
    lists_count(out, counts->infinite, "infinite value");
    put_unknown(out, game, counts->unknown_value);
    if (counts->finite > 0) (void)fprintf(out, ", largest value %u", counts->largest_value);
    before = ", ";
  }
  if ((game->columns & GRUNDY_COLUMN_REMOTENESS) != 0 && counts->decided > 0) {
    (void)fprintf(out, "%s%s remoteness %u", before, before[0] == ' ' ? "Largest" : "largest",
                  counts->largest_remoteness);
    before = ", ";
  }
  if (before[0] == ',') (void)putc('.', out);
}

void summary_put(FILE *out, const struct solved_game *game) {
  lists_sizes(out, game->positions, game->moves, game->type == GRUNDY_GAME_PARTS);
  if (game->counts.frontier > 0) {
    char frontier[48];
    lists_grouped(game->counts.frontier, frontier, sizeof frontier);
    (void)fprintf(out, " in a window with %s on its frontier", frontier);
  }
  (void)putc('.', out);
  put_outcomes(out, game);
  put_extremes(out, game);
}

void summary_put_ranks(FILE *out, int ranks) {
  if (ranks == 0) return;
  (void)fputs(" by ", out);
  lists_count(out, (uint64_t)ranks, "rank");
}

/* ---- tier by tier ---------------------------------------------------------------------- */

static void put_tier_outcomes(FILE *out, const grundy_tiers_summary *s) {
  if (s->p + s->n + s->d == 0) return;
  (void)putc(' ', out);
  lists_count(out, s->p, "P-position");
  (void)fputs(", ", out);
  lists_count(out, s->n, "N-position");
  (void)fputs(", ", out);
  lists_count(out, s->d, "draw");
  (void)putc('.', out);
}

static void put_work(FILE *out, const grundy_tiers_summary *s, double seconds, int ranks) {
  if (s->evaluations == 0) {
    (void)fputs(" Nothing was left to solve.\n", out);
    return;
  }
  (void)fputs(" Solved in ", out);
  lists_time(out, seconds);
  summary_put_ranks(out, ranks);
  (void)fputs(" with ", out);
  lists_count(out, s->evaluations, "evaluation");
  (void)fputs(" and ", out);
  lists_count(out, s->moves, "generated move");
  if (s->resumed > 0) {
    (void)fputs("; ", out);
    lists_count(out, s->resumed, "tier");
    (void)fputs(s->resumed == 1 ? " was there already" : " were there already", out);
  }
  (void)fputs(".\n", out);
}

void summary_put_tiers(FILE *out, const grundy_tiers_summary *s, grundy_columns columns,
                       double seconds, int ranks) {
  lists_count(out, s->tiers, "tier");
  (void)fputs(", ", out);
  lists_count(out, s->positions, "position");
  (void)putc('.', out);
  put_tier_outcomes(out, s);
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    (void)putc(' ', out);
    lists_count(out, s->infinite, "infinite value");
    (void)fprintf(out, ", largest value %u.", s->largest_value);
  }
  if (s->largest_remoteness > 0)
    (void)fprintf(out, " Largest remoteness %u.", s->largest_remoteness);
  put_work(out, s, seconds, ranks);
}
