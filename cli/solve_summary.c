/* The line under the table of `grundy solve`. */

#include <stddef.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "lists.h"
#include "solve_job.h"
#include "summary.h"

/* Writes "checked", and which of the written columns were not. */
static void put_check(FILE *out, const struct solve_job *job) {
  (void)fputs(", checked", out);
  const char *before = " except for ";
  for (size_t i = 0; i < grundy_report_count(job->report); i++) {
    grundy_finding finding = grundy_report_finding(job->report, i);
    if (finding.verdict != GRUNDY_VERDICT_NOT_CHECKED || (finding.column & job->columns) == 0)
      continue;
    (void)fprintf(out, "%s%s", before, grundy_column_describe(finding.column)->name);
    before = ", ";
  }
}

void solve_put_summary(FILE *out, const struct solve_job *job) {
  const struct solved_game game = {.positions = grundy_digraph_order(job->game),
                                   .moves = grundy_digraph_size(job->game) +
                                            grundy_digraph_sum_count(job->game),
                                   .type = grundy_digraph_type(job->game),
                                   .columns = job->columns,
                                   .counts = grundy_solution_summary(job->solution)};
  (void)putc('\n', out);
  if (job->rows.condition != NULL) {
    lists_count(out, job->rows.count, "row");
    (void)fputs(". ", out);
  }
  summary_put(out, &game);
  (void)fputs(job->arguments.solution == NULL ? " Solved in " : " Read from a file", out);
  if (job->arguments.solution == NULL) lists_time(out, job->seconds);
  if (job->arguments.reduce)
    (void)fprintf(out, " through %lu class%s", (unsigned long)job->classes,
                  job->classes == 1 ? "" : "es");
  if (job->report != NULL) put_check(out, job);
  (void)fputs(game.type == GRUNDY_GAME_PARTS ? ". The answers rest on split.\n" : ".\n", out);
}
