/* One column of a game with two fields as a grid: field A down, field B across. */

#ifndef GRUNDY_CLI_GRID_H
#define GRUNDY_CLI_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

/* The way of writing a grid. */
typedef enum grid_format {
  GRID_TEXT,
  GRID_TSV,
  GRID_CSV,
  GRID_LATEX,
  GRID_TYPST,
  GRID_BFILE, /* numbers by antidiagonals */
  GRID_SVG,   /* a heat map */
} grid_format;

/* Owns `cells`. */
struct grid {
  const grundy_digraph *game;
  const grundy_solution *solution;
  grundy_columns columns;  /* one column, or grundy and k */
  const char *across_name; /* names of the fields; they belong to the game */
  const char *down_name;
  int64_t first_down, first_across;
  uint64_t down, across; /* how many rows and columns */
  uint32_t *cells;       /* the position at (row, column), or GRUNDY_INFINITY for an empty cell */
};

/* Returns whether a grid can show these columns: one column of numbers or letters, or grundy and
 * k. */
bool grid_can_show(grundy_columns columns);

/* Places the positions of `rows`, or all if that is NULL, on a grid; `text` names two fields:
 * "a,b". Fails if the game has no such fields, if there are no positions, if two positions share a
 * cell, if a value is too long for one, or if there are too many cells. */
grundy_status grid_make(struct grid *grid, const char *text, const uint32_t *rows,
                        uint64_t row_count, grundy_error *error);
void grid_free(struct grid *grid);

/* Writes the grid. A b-file has the antidiagonals that start in the first row and end in the first
 * column, each from the top down, numbered from 0: (0,0), (0,1), (1,0), (0,2), … GRUNDY_UNABLE,
 * without writing anything, if one of these cells of a b-file is not a number. */
grundy_status grid_write(FILE *out, const struct grid *grid, grid_format format, bool ascii,
                         grundy_error *error);

#endif
