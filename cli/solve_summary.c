/* The line under the table of `grundy solve`. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "lists.h"
#include "solve_job.h"

static void put_outcomes(FILE *out, const struct solve_job *job, const grundy_summary *summary) {
  bool coloured = grundy_digraph_players(job->game) != NULL;
  if ((job->columns & GRUNDY_COLUMN_OUTCOME) == 0) return;
  (void)putc(' ', out);
  lists_count(out, coloured ? summary->a : summary->p, coloured ? "win" : "P-position");
  (void)fputs(coloured ? " for A, " : ", ", out);
  lists_count(out, coloured ? summary->b : summary->n, coloured ? "win" : "N-position");
  (void)fputs(coloured ? " for B, " : ", ", out);
  lists_count(out, summary->d, "draw");
  if (grundy_digraph_frontier(job->game) != NULL)
    (void)fprintf(out, ", %lu not known", (unsigned long)summary->unknown);
  (void)putc('.', out);
}

static void put_extremes(FILE *out, const struct solve_job *job, const grundy_summary *summary) {
  const char *before = " ";
  if ((job->columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    (void)fputs(before, out);
    lists_count(out, summary->infinite, "infinite value");
    if (grundy_digraph_frontier(job->game) != NULL)
      (void)fprintf(out, ", %lu not known", (unsigned long)summary->unknown_value);
    if (summary->finite > 0) (void)fprintf(out, ", largest value %u", summary->largest_value);
    before = ", ";
  }
  if ((job->columns & GRUNDY_COLUMN_REMOTENESS) != 0 && summary->decided > 0) {
    (void)fprintf(out, "%s%s remoteness %u", before, before[0] == ' ' ? "Largest" : "largest",
                  summary->largest_remoteness);
    before = ", ";
  }
  if (before[0] == ',') (void)putc('.', out);
}

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
  grundy_summary summary = grundy_solution_summary(job->solution);
  (void)putc('\n', out);
  if (job->rows.condition != NULL) {
    lists_count(out, job->rows.count, "row");
    (void)fputs(". ", out);
  }
  lists_size(out, job->game);
  if (summary.frontier > 0)
    (void)fprintf(out, " in a window with %lu on its frontier", (unsigned long)summary.frontier);
  (void)putc('.', out);
  put_outcomes(out, job, &summary);
  put_extremes(out, job, &summary);
  (void)fputs(job->arguments.solution == NULL ? " Solved in " : " Read from a file", out);
  if (job->arguments.solution == NULL) lists_time(out, job->seconds);
  if (job->arguments.reduce)
    (void)fprintf(out, " through %lu class%s", (unsigned long)job->classes,
                  job->classes == 1 ? "" : "es");
  if (job->report != NULL) put_check(out, job);
  (void)fputs(".\n", out);
}
