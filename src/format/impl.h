/* What readers and writers share. */

#ifndef GRUNDY_SRC_FORMAT_IMPL_H
#define GRUNDY_SRC_FORMAT_IMPL_H

#include <grundy/format.h>

#include "base/error.h"
#include "base/monitor.h"
#include "digraph/naming.h"
#include "solution/impl.h"
#include "text/cursor.h"
#include "text/input.h"

#include <string.h>

/* ---- files ---- */

/* Does the path of an input, without .gz, end with one of these endings, which are separated by
 * blanks? Upper and lower case are the same. `endings` may be NULL. */
bool grundy_has_ending(const char *path, const char *endings);

/* GRUNDY_BAD_INPUT, with a hint how to convert the file, if the path has the ending of a format
 * that is not read. */
grundy_status grundy_refuse_foreign(const char *path, grundy_error *error);

/* Completes the options of writing a solution of g. GRUNDY_BAD_ARGUMENT if it cannot be. */
grundy_status grundy_write_options_check(const grundy_digraph *g, const grundy_solution *solution,
                                         const grundy_write_options *options,
                                         grundy_write_options *chosen, grundy_error *error);

/* Is v a vertex, and called so? Lines about vertices usually come in their order: then this spares
 * looking names up. */
bool grundy_is_named(const grundy_digraph *g, uint32_t v, const char *name, size_t length);

/* Reads an undirected graph from a file of any format of games, as a digraph with moves in both
 * directions along every edge. It has names, but neither labels nor attributes. */
grundy_status grundy_graph_read(const char *path, grundy_digraph **g, grundy_error *error);

/* GRUNDY_UNABLE if the game has players, outcomes or payoffs, which `format` cannot hold. */
grundy_status grundy_refuse_attributes(const grundy_digraph *g, const char *format,
                                       grundy_error *error);

/* ---- names in DOT and GraphML ---- */

/* The longest name or label, in bytes: the libraries that read these formats take time in the
 * square of the length of a word. */
enum { GRUNDY_MAX_TEXT = 1 << 16 };

/* ---- a solution while it is read ---- */

/* The columns of a file gathered row by row. Rows come in any order; each names its vertex. */
typedef struct grundy_solution_builder {
  const grundy_digraph *g;
  const char *name; /* of the file */
  grundy_solution *solution;
  uint8_t *letters[GRUNDY_COLUMN_COUNT];
  uint32_t *numbers[GRUNDY_COLUMN_COUNT];
  double *reals[GRUNDY_COLUMN_COUNT];
  /* Sets in the order of the rows, to be put in the order of vertices at the end. */
  struct {
    uint64_t *start;   /* by vertex */
    uint64_t *size;    /* by vertex */
    uint8_t *absent;   /* by vertex */
    uint32_t *numbers; /* all rows */
    uint64_t count, capacity;
  } sets[GRUNDY_COLUMN_COUNT];
  uint8_t *seen; /* by vertex: has it had its row? */
  uint32_t rows;
  uint32_t expected; /* the vertex that the next row is most likely about */
} grundy_solution_builder;

/* Where in a file an entry of a solution stands, for errors: line and column in a text; in
 * arrays, which entry, counted from 0, of which array (NULL in a text). */
typedef struct grundy_entry_place {
  uint64_t line, column;
  const char *array;
  uint64_t entry;
} grundy_entry_place;

/* Makes room for the columns. On failure, too, the builder is to be freed. */
grundy_status grundy_solution_builder_start(grundy_solution_builder *builder,
                                            const grundy_digraph *g, const char *name,
                                            grundy_columns columns, grundy_error *error);
void grundy_solution_builder_free(grundy_solution_builder *builder);

/* Begins the row of the vertex called by these bytes. */
grundy_status grundy_solution_builder_row(grundy_solution_builder *builder, const char *vertex,
                                          size_t length, grundy_entry_place place, uint32_t *v,
                                          grundy_error *error);

/* The letters that may stand in a column of letters of this game, and how to say that. */
typedef struct grundy_letters {
  const char *letters, *what, *expected, *quoted;
} grundy_letters;
grundy_letters grundy_solution_builder_letters(const grundy_solution_builder *builder, int column);

static inline bool grundy_is_letter(grundy_letters may, char letter) {
  return letter != '\0' && strchr(may.letters, letter) != NULL;
}

/* Begins the set of v in a column of sets, empty or absent. */
void grundy_solution_builder_begin_set(grundy_solution_builder *builder, int column, uint32_t v,
                                       bool absent);

/* Adds a number, larger than those before it, to the set begun last. */
grundy_status grundy_solution_builder_add(grundy_solution_builder *builder, int column, uint32_t v,
                                          uint32_t number, grundy_entry_place place,
                                          grundy_error *error);

/* Every vertex has had its row: gives the solution. */
grundy_status grundy_solution_builder_finish(grundy_solution_builder *builder,
                                             grundy_solution **solution, grundy_error *error);

/* ---- a format ---- */

/* A game from a stream; `name` stands for the file in errors. If `undirected` is true, the file may
 * also hold an undirected graph; then an edge is a move in one of its two directions, or in both.
 */
typedef grundy_status grundy_game_reader(FILE *in, const char *name, bool undirected,
                                         const grundy_monitor *monitor, grundy_digraph **g,
                                         grundy_error *error);

/* A game to a stream. A writer counts its work, a step for each move or entry, stops early if
 * the stream fails, and leaves it to its caller to find that out. */
typedef grundy_status grundy_game_writer(FILE *out, const grundy_digraph *g, grundy_work *work,
                                         grundy_error *error);

/* A solution of the game g from a stream. A reader counts its work, a step for each byte. */
typedef grundy_status grundy_solution_reader(FILE *in, const char *name, const grundy_digraph *g,
                                             grundy_work *work, grundy_solution **solution,
                                             grundy_error *error);

/* A solution to a stream, as a game is; options->columns are there and not 0. */
typedef grundy_status grundy_solution_writer(FILE *out, const grundy_digraph *g,
                                             const grundy_solution *solution,
                                             const grundy_write_options *options, grundy_work *work,
                                             grundy_error *error);

/* What a format is; NULL where it has no such use. Endings are words such as ".dot .gv". */
typedef struct grundy_format_info {
  const char *name;
  const char *game_endings, *solution_endings;
  grundy_game_reader *read_game;
  grundy_game_writer *write_game;
  grundy_solution_reader *read_solution;
  grundy_solution_writer *write_solution;
} grundy_format_info;

extern const grundy_format_info grundy_format_edges;
extern const grundy_format_info grundy_format_dot;
extern const grundy_format_info grundy_format_graphml;
extern const grundy_format_info grundy_format_mtx;
extern const grundy_format_info grundy_format_npz;
extern const grundy_format_info grundy_format_table;
extern const grundy_format_info grundy_format_tsv;
extern const grundy_format_info grundy_format_csv;
extern const grundy_format_info grundy_format_json;

/* TSV and CSV are read by one piece of code and written by another. */
grundy_status grundy_delimited_read(FILE *in, const char *name, char separator,
                                    const grundy_digraph *g, grundy_work *work,
                                    grundy_solution **solution, grundy_error *error);
grundy_solution_reader grundy_json_read;

/* The readers of formats that are written in a file of their own. */
grundy_game_reader grundy_dot_read;
grundy_game_reader grundy_graphml_read;

#endif
