/* Reading games, solutions, maps and classes from files, and writing them. docs/formats.md
 * describes the formats. */

#ifndef GRUNDY_FORMAT_H
#define GRUNDY_FORMAT_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum grundy_format {
  GRUNDY_FORMAT_AUTO,    /* told by the ending of the file's name */
  GRUNDY_FORMAT_EDGES,   /* a game: one move a line */
  GRUNDY_FORMAT_DOT,     /* a game: a digraph of Graphviz */
  GRUNDY_FORMAT_GRAPHML, /* a game: GraphML, an XML of nodes and edges */
  GRUNDY_FORMAT_MTX,     /* a game: a Matrix Market coordinate file, an entry a move */
  GRUNDY_FORMAT_NPZ,     /* a game as SciPy saves a matrix, or a solution: arrays of NumPy */
  GRUNDY_FORMAT_TABLE,   /* a solution for people: aligned columns; cannot be read */
  GRUNDY_FORMAT_TSV,     /* a solution: columns separated by tabs */
  GRUNDY_FORMAT_CSV,     /* a solution: columns separated by commas, [RFC4180] */
  GRUNDY_FORMAT_JSON,    /* a solution: one object of arrays */
  GRUNDY_FORMAT_COUNT,   /* all above are below this */
} grundy_format;

/* What can be done with a format. */
typedef enum grundy_format_use {
  GRUNDY_FORMAT_READS_GAME,
  GRUNDY_FORMAT_WRITES_GAME,
  GRUNDY_FORMAT_READS_SOLUTION,
  GRUNDY_FORMAT_WRITES_SOLUTION,
} grundy_format_use;

/* Can the format be used so? AUTO cannot. */
GRUNDY_API bool grundy_format_can(grundy_format format, grundy_format_use use);

/* Its name, as in options: "edges", "tsv" …; NULL for AUTO. */
GRUNDY_API const char *grundy_format_name(grundy_format format);

/* The format of that name, or AUTO if there is none. */
GRUNDY_API grundy_format grundy_format_find(const char *name);

/* The format that the ending of `path` tells for that use, or AUTO if it tells none. For reading,
 * an ending .gz is passed over: files that are compressed with gzip are read. */
GRUNDY_API grundy_format grundy_format_of(const char *path, grundy_format_use use);

/* The longest line of an edge list, in bytes. */
enum { GRUNDY_EDGES_MAX_LINE = 1 << 20 };

/* ---- games --------------------------------------------------------------------------- */

/* Reads a game from the file `path`, "-" for standard input. If `format` is AUTO and the ending
 * tells no format, the file is read as an edge list, and so is standard input. GRUNDY_BAD_INPUT
 * with file, line and column where the text is wrong; also if the file cannot be opened, is a
 * directory or is compressed other than with gzip, or if `format` is AUTO and the ending is that of
 * a format that cannot be read as a game. Vertices are numbered in the order in which they first
 * occur. The digraph belongs to the caller. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_read(const char *path, grundy_format format,
                                                             const grundy_read_options *options,
                                                             grundy_digraph **g,
                                                             grundy_error *error);

/* Writes a game so that reading it gives the same vertices in the same order, with the same
 * names and moves; DOT and GraphML keep the labels too, other formats drop them. GRUNDY_UNABLE if
 * the format cannot hold a name that is there, GRUNDY_BAD_INPUT if rules give two vertices the same
 * name, GRUNDY_IO_ERROR if writing fails; what was written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_write(const grundy_digraph *g,
                                                              grundy_format format,
                                                              const grundy_run_options *options,
                                                              FILE *out, grundy_error *error);

/* ---- solutions ----------------------------------------------------------------------- */

/* Reads a solution of the game g from the file `path`, "-" for standard input (then `format`
 * may not be AUTO). Rows may come in any order; every vertex of g has exactly one, otherwise
 * GRUNDY_BAD_INPUT: the solution does not fit the game. Columns may be missing. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_read(
    const grundy_digraph *g, const char *path, grundy_format format,
    const grundy_read_options *options, grundy_solution **solution, grundy_error *error);

typedef struct grundy_write_options {
  size_t size;
  grundy_columns columns;        /* those to write; 0: all that the solution has */
  bool ascii;                    /* in a table: inf instead of ∞ */
  bool colour;                   /* in a table: colour the rows by outcome with ANSI sequences */
  const grundy_monitor *monitor; /* NULL: nobody watches */

  /* As text, which vertices have rows, and in which order; NULL: all of them have one each. */
  const uint32_t *rows;
  uint64_t row_count;
  /* With `rows`: of each a vertex to move to, whose name stands in a last column `best`;
   * GRUNDY_INFINITY: none. NULL: there is no such column. */
  const uint32_t *best;
  bool headless; /* in TSV and CSV: without the line of column names */
} grundy_write_options;

/* Writes the columns of `solution`, one row a vertex in the order of their numbers.
 * GRUNDY_BAD_ARGUMENT if a column is not there, or npz is to have other rows, GRUNDY_BAD_INPUT if
 * all vertices have rows and rules give two of them the same name, GRUNDY_IO_ERROR if writing
 * fails; what was written before a failure stays in the stream. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_write(const grundy_digraph *g,
                                                               const grundy_solution *solution,
                                                               grundy_format format,
                                                               const grundy_write_options *options,
                                                               FILE *out, grundy_error *error);

/* ---- maps and classes ----------------------------------------------------------------- */

/* Files that say something about every vertex of a game: one line a vertex in any order, its name
 * first; blanks and comments as in edge lists. GRUNDY_BAD_INPUT with file, line and column where a
 * name is not in its game, a vertex stands twice or is missing, or a line has too few or too many
 * words. Arrays are the caller's, one entry a vertex, and may be half filled after a failure.
 * O(bytes of the file + V). */

/* A map from the vertices of r to those of s: `u image`, or in every line `u image d` with a number
 * d below GRUNDY_INFINITY. *with_d tells which; without, d is left alone. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_map_read(const grundy_digraph *r,
                                                         const grundy_digraph *s, const char *path,
                                                         const grundy_read_options *options,
                                                         uint32_t *image, uint32_t *d, bool *with_d,
                                                         grundy_error *error);

/* Writes such a file, with a column of d unless that is NULL. GRUNDY_UNABLE if a name cannot stand
 * in it, GRUNDY_BAD_INPUT if rules give two vertices the same name, GRUNDY_IO_ERROR if writing
 * fails; what was written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_map_write(const grundy_digraph *r,
                                                          const grundy_digraph *s,
                                                          const uint32_t *image, const uint32_t *d,
                                                          const grundy_run_options *options,
                                                          FILE *out, grundy_error *error);

/* An equivalence: `u class`, where a class is any word. Classes are numbered in the order in which
 * they first occur in the file; *classes gets a digraph without moves whose vertices they are, so
 * that it knows their names and `class_of` is a map to it. It belongs to the caller. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_classes_read(const grundy_digraph *g, const char *path, const grundy_read_options *options,
                    uint32_t *class_of, grundy_digraph **classes, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
