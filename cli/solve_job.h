/* A run of `grundy solve`, and its parts that have files of their own. */

#ifndef GRUNDY_CLI_SOLVE_JOB_H
#define GRUNDY_CLI_SOLVE_JOB_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/archive.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "grid.h"
#include "options.h"
#include "rows.h"
#include "run_limits.h"

struct solve_arguments {
  const char *game;
  const char *output;
  const char *columns;
  bool names;
  const char *solution; /* to read instead of solving; NULL: none */
  const char *where, *sort, *grid;
  const char *tiers; /* the folder of tiers; NULL: the whole game is explored */
  bool dry_run;
  const char *gpu;      /* the device; NULL: the CPU */
  const char *scratch;  /* the folder for the scratch file; NULL: moves are in memory */
  int from;             /* a grundy_format; AUTO leaves it to the ending of `game` */
  int solution_from;    /* likewise of `solution` */
  int format;           /* likewise of `output` */
  int colour;           /* of terminal_colour_choices */
  int algorithm;        /* of algorithm_choices, a grundy_algorithm */
  struct real payoff;   /* that A aims for, for the column qv */
  struct real infinite; /* the payoff of infinite play */
  const char *archive;  /* to write instead of a table; NULL: none */
  bool check;
  bool reduce; /* solve through the quotient */
  bool no_split;
  struct limit_options limits;
};

/* Everything that a run owns, and its results. */
struct solve_job {
  struct solve_arguments arguments;
  grundy_columns columns; /* to be written */
  grundy_format format;
  grundy_format solution_from;
  struct limits limits;
  grundy_digraph *game;
  grundy_solution *solution;
  grundy_report *report; /* NULL without --check */
  grundy_output *output;
  uint32_t device;    /* with --gpu */
  char scratch[4096]; /* the path of the scratch file, or "" */
  struct rows rows;   /* of the table */
  grid_format grid_format;
  uint32_t classes;                       /* with --reduce */
  double seconds;                         /* spent on solving */
  char checksum[GRUNDY_ARCHIVE_CHECKSUM]; /* of the archive */
};

/* Returns whether --columns is "all". */
bool solve_asks_for_all(const struct solve_arguments *arguments);

/* Checks the options, and sets what follows from them; `context` is a struct solve_job. Returns an
 * exit code. */
int solve_prepare(void *context);

/* Writes a line with the size of the game, the outcomes, the extremes, and how it was solved. */
void solve_put_summary(FILE *out, const struct solve_job *job);

#endif
