/* Reading games, solutions, maps and classes from files, and writing them. docs/formats.md
 * describes the formats. */

#ifndef GRUNDY_FORMAT_H
#define GRUNDY_FORMAT_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/misere.h>
#include <grundy/solution.h>
#include <grundy/vector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* File formats of games and solutions. */
typedef enum grundy_format {
  GRUNDY_FORMAT_AUTO,    /* chosen by the ending of the file name */
  GRUNDY_FORMAT_EDGES,   /* a game: one move per line */
  GRUNDY_FORMAT_DOT,     /* a game: a digraph of Graphviz */
  GRUNDY_FORMAT_GRAPHML, /* a game: GraphML, an XML of nodes and edges */
  GRUNDY_FORMAT_MTX,     /* a game: a Matrix Market coordinate file, one entry per move */
  GRUNDY_FORMAT_NPZ,     /* a game as SciPy saves a matrix, or a solution: arrays of NumPy */
  GRUNDY_FORMAT_TABLE,   /* a solution for people: aligned columns; cannot be read */
  GRUNDY_FORMAT_TSV,     /* a solution: columns separated by tabs */
  GRUNDY_FORMAT_CSV,     /* a solution: columns separated by commas, [RFC4180] */
  GRUNDY_FORMAT_JSON,    /* a solution: one object of arrays */
  GRUNDY_FORMAT_BFILE,   /* one column of a solution: index and number; cannot be read */
  GRUNDY_FORMAT_LATEX,   /* a solution as a table of LaTeX; cannot be read */
  GRUNDY_FORMAT_TYPST,   /* a solution as a table of Typst; cannot be read */
  GRUNDY_FORMAT_COUNT,   /* the number of formats */
} grundy_format;

/* What a format can be used for. */
typedef enum grundy_format_use {
  GRUNDY_FORMAT_READS_GAME,
  GRUNDY_FORMAT_WRITES_GAME,
  GRUNDY_FORMAT_READS_SOLUTION,
  GRUNDY_FORMAT_WRITES_SOLUTION,
} grundy_format_use;

/* Returns whether the format can be used for this; false for AUTO. */
GRUNDY_API bool grundy_format_can(grundy_format format, grundy_format_use use);

/* Returns its name, as in options: "edges", "tsv" …; NULL for AUTO. */
GRUNDY_API const char *grundy_format_name(grundy_format format);

/* Returns the format with this name, or AUTO if there is none. */
GRUNDY_API grundy_format grundy_format_find(const char *name);

/* Returns the format for this use that belongs to the ending of `path`, or AUTO if there is none.
 * For reading, a final .gz is ignored, because gzip-compressed files can be read. */
GRUNDY_API grundy_format grundy_format_of(const char *path, grundy_format_use use);

/* The longest line of an edge list, in bytes. */
enum { GRUNDY_EDGES_MAX_LINE = 1 << 20 };

/* ---- games --------------------------------------------------------------------------- */

/* Reads a game from the file `path`, or from standard input if it is "-". If `format` is AUTO,
 * standard input and files with an unknown ending are read as edge lists. GRUNDY_BAD_INPUT with
 * file, line and column if the text is malformed; also if the file cannot be opened, is a directory
 * or is compressed with anything but gzip, or if `format` is AUTO and the ending belongs to a
 * format that cannot be read as a game. Vertices are numbered in the order in which they first
 * occur. The digraph belongs to the caller. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_read(const char *path, grundy_format format,
                                                             const grundy_read_options *options,
                                                             grundy_digraph **g,
                                                             grundy_error *error);

/* Writes a game so that reading it gives the same vertices in the same order, with the same names
 * and moves. DOT and GraphML also keep the labels; other formats drop them. GRUNDY_UNABLE if the
 * format cannot represent a name, GRUNDY_BAD_INPUT if rules give two vertices the same name,
 * GRUNDY_IO_ERROR if writing fails; output written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_write(const grundy_digraph *g,
                                                              grundy_format format,
                                                              const grundy_run_options *options,
                                                              FILE *out, grundy_error *error);

/* ---- solutions ----------------------------------------------------------------------- */

/* Reads a solution of the game g from the file `path`, or from standard input if it is "-" (then
 * `format` must not be AUTO). Rows may come in any order. GRUNDY_BAD_INPUT if the solution does not
 * fit the game: every vertex of g must have exactly one row. Columns may be missing. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_read(
    const grundy_digraph *g, const char *path, grundy_format format,
    const grundy_read_options *options, grundy_solution **solution, grundy_error *error);

/* What to write of a solution, and how. */
typedef struct grundy_write_options {
  size_t size;
  grundy_columns columns;        /* the columns to write; 0: all that the solution has */
  bool ascii;                    /* in a table: inf instead of ∞ */
  bool colour;                   /* in a table: colour the rows by outcome with ANSI sequences */
  const grundy_monitor *monitor; /* may be NULL */

  /* In text formats, the vertices that have rows, in this order; NULL: one row for every vertex. */
  const uint32_t *rows;
  uint64_t row_count;
  /* With `rows`: for each of them a vertex to move to, whose name is written in a last column
   * `best`; GRUNDY_INFINITY: none. NULL: omit the column. */
  const uint32_t *best;
  bool headless; /* in TSV and CSV: omit the line of column names */
  bool names;    /* in a tablebase: also write the names and the fields of positions */
} grundy_write_options;

/* Writes the columns of `solution`, one row per vertex in the order of their numbers.
 * GRUNDY_BAD_ARGUMENT if the solution lacks a column, or if `rows` is set for npz; GRUNDY_BAD_INPUT
 * if all vertices have rows and rules give two of them the same name; GRUNDY_IO_ERROR if writing
 * fails; output written before a failure stays in the stream. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_write(const grundy_digraph *g,
                                                               const grundy_solution *solution,
                                                               grundy_format format,
                                                               const grundy_write_options *options,
                                                               FILE *out, grundy_error *error);

/* ---- games on vectors ----------------------------------------------------------------- */

/* Writes the values of a slice of a box, or its outcomes if it has no values or if `outcomes`.
 *
 * Tables of text, LaTeX and Typst have x down and y across, or ten entries per row if there is only
 * x; TSV and CSV have x and the entry then, and all coordinates and the entry of a whole box of
 * dimension 3 or 4. A b-file has x and the value of a line, or the values of a plane by
 * antidiagonals, numbered from 0, in the order (0,0), (0,1), (1,0), (0,2), ..., as far as they are
 * complete. JSON has the name of the game, the shape and all entries in order, and npz an array
 * `values` or `outcomes` of that shape.
 *
 * `game` names the game. GRUNDY_UNABLE if the format cannot represent the slice. */
typedef struct grundy_vector_write_options {
  size_t size;
  const char *game;
  bool outcomes;
  const grundy_vector_period *period; /* of the slice, for the table and JSON; may be NULL */
  const grundy_monitor *monitor;      /* may be NULL */
} grundy_vector_write_options;

GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_write(
    const grundy_vector_box *box, const grundy_vector_slice *slice, grundy_format format,
    const grundy_vector_write_options *options, FILE *out, grundy_error *error);

/* Writes a proof of the period that grundy_vector_find_period has found with these arguments, which
 * grundy_certificate_verify checks; docs/vectors.md describes it. GRUNDY_UNABLE if the text of the
 * moves is too long. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_certificate_write(
    const grundy_vector_moves *moves, const grundy_vector_slice *slice,
    const grundy_vector_period *period, const grundy_vector_options *options, FILE *out,
    grundy_error *error);

/* ---- misère quotients ----------------------------------------------------------------- */

typedef struct grundy_misere_write_options {
  size_t size;
  const char *code;          /* names the game */
  const grundy_error *limit; /* what ended the work; NULL: nothing */
  uint32_t certified;        /* the lower bound of a certificate; 0: there is none */
} grundy_misere_write_options;

/* Writes a misère quotient with its period, generators, relations, P, and the values of heaps:
 * GRUNDY_FORMAT_TABLE, or GRUNDY_FORMAT_LATEX, a presentation in math mode and a table.
 * GRUNDY_UNABLE for other formats. The caller checks `out` for write errors. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_misere_write(const grundy_misere *quotient, grundy_format format,
                    const grundy_misere_write_options *options, FILE *out, grundy_error *error);

/* ---- maps and classes ----------------------------------------------------------------- */

/* Files with one line per vertex of a game, in any order, starting with its name; blanks and
 * comments are as in edge lists. GRUNDY_BAD_INPUT with file, line and column if a name is not in
 * its game, a vertex occurs twice or is missing, or a line has too few or too many words. The
 * arrays are the caller's, with one entry per vertex, and may be half filled after a failure.
 * O(bytes of the file + V). */

/* Reads a map from the vertices of r to those of s. The lines are `u image`, or all are `u image d`
 * with a number d below GRUNDY_INFINITY. *with_d says which; without d, the array d is
 * unchanged. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_map_read(const grundy_digraph *r,
                                                         const grundy_digraph *s, const char *path,
                                                         const grundy_read_options *options,
                                                         uint32_t *image, uint32_t *d, bool *with_d,
                                                         grundy_error *error);

/* Writes such a file, with a column of d unless `d` is NULL. GRUNDY_UNABLE if the file cannot
 * represent a name, GRUNDY_BAD_INPUT if rules give two vertices the same name, GRUNDY_IO_ERROR if
 * writing fails; output written before a failure stays in the stream. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_map_write(const grundy_digraph *r,
                                                          const grundy_digraph *s,
                                                          const uint32_t *image, const uint32_t *d,
                                                          const grundy_run_options *options,
                                                          FILE *out, grundy_error *error);

/* Reads an equivalence. The lines are `u class`, where a class is any word. Classes are numbered in
 * the order in which they first occur in the file. *classes becomes a digraph without moves whose
 * vertices are the classes, so it has their names, and `class_of` is a map to it. It belongs to the
 * caller. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_classes_read(const grundy_digraph *g, const char *path, const grundy_read_options *options,
                    uint32_t *class_of, grundy_digraph **classes, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
