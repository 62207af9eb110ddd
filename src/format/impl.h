/* Shared by the readers and writers of all formats. */

#ifndef GRUNDY_SRC_FORMAT_IMPL_H
#define GRUNDY_SRC_FORMAT_IMPL_H

#include <grundy/format.h>
#include <grundy/text.h>

#include "base/error.h"
#include "base/monitor.h"
#include "digraph/naming.h"
#include "solution/impl.h"
#include "text/cursor.h"
#include "text/input.h"

#include <string.h>

/* ---- files ---- */

/* Returns whether the path of an input, without .gz, has one of these endings, which are separated
 * by blanks; case does not matter. `endings` may be NULL. */
bool grundy_has_ending(const char *path, const char *endings);

/* Returns GRUNDY_BAD_INPUT, with a hint on how to convert the file, if the path has the ending of a
 * format that grundy does not read. */
grundy_status grundy_refuse_foreign(const char *path, grundy_error *error);

/* Fills in the defaults of the options for writing a solution of g. GRUNDY_BAD_ARGUMENT if they do
 * not fit. */
grundy_status grundy_write_options_check(const grundy_digraph *g, const grundy_solution *solution,
                                         const grundy_write_options *options,
                                         grundy_write_options *chosen, grundy_error *error);

/* Returns whether v is a vertex with this name. Lines about vertices usually come in order, and
 * this test then avoids a lookup. */
bool grundy_is_named(const grundy_digraph *g, uint32_t v, const char *name, size_t length);

/* Reads an undirected graph from a file of any format of games, as a digraph with moves in both
 * directions along every edge. It has names, but neither labels nor attributes. */
grundy_status grundy_graph_read(const char *path, grundy_digraph **g, grundy_error *error);

/* Returns GRUNDY_UNABLE if the game has players, outcomes or payoffs, which `format` cannot
 * store. */
grundy_status grundy_refuse_attributes(const grundy_digraph *g, const char *format,
                                       grundy_error *error);

/* Returns the heading of the names of rows in a solution: "vertex", or "part" if rows are parts of
 * positions. */
static inline const char *grundy_row_heading(const grundy_digraph *g) {
  return grundy_digraph_type(g) == GRUNDY_GAME_PARTS ? "part" : "vertex";
}

/* Returns what is wrong with rows of a solution that are parts, or positions, if the vertices of g
 * are the other kind; NULL if they are the same. */
const char *grundy_refuse_rows(const grundy_digraph *g, bool are_parts);

/* Returns what is wrong if the heading belongs to a solution with the other kind of rows; NULL if
 * it does not. */
const char *grundy_refuse_heading(const grundy_digraph *g, const char *heading, size_t length);

/* ---- names in DOT and GraphML ---- */

/* The longest name or label, in bytes. */
enum { GRUNDY_MAX_TEXT = 1 << 16 };

/* ---- building solutions ---- */

/* Builds a solution from the rows of a file. Rows come in any order; each names its vertex. */
typedef struct grundy_solution_builder {
  const grundy_digraph *g;
  const char *name; /* of the file */
  bool window;      /* the game is a window: numbers may be unknown, or upper bounds */
  grundy_solution *solution;
  uint8_t *letters[GRUNDY_COLUMN_COUNT];
  uint32_t *numbers[GRUNDY_COLUMN_COUNT];
  double *reals[GRUNDY_COLUMN_COUNT];
  /* Sets in the order of the rows; they are put into the order of vertices at the end. */
  struct {
    uint64_t *start;   /* by vertex */
    uint64_t *size;    /* by vertex */
    uint8_t *absent;   /* by vertex */
    uint32_t *numbers; /* all rows */
    uint64_t count, capacity;
  } sets[GRUNDY_COLUMN_COUNT];
  uint8_t *seen; /* by vertex: whether its row was read */
  uint32_t rows;
  uint32_t expected; /* the vertex that the next row is most likely about */
} grundy_solution_builder;

/* The place of an entry in a file, for errors: line and column in a text; the array and the index,
 * from 0, in an archive (`array` is NULL in a text). */
typedef struct grundy_entry_place {
  uint64_t line, column;
  const char *array;
  uint64_t entry;
} grundy_entry_place;

/* Allocates the columns. Free the builder even if this fails. */
grundy_status grundy_solution_builder_start(grundy_solution_builder *builder,
                                            const grundy_digraph *g, const char *name,
                                            grundy_columns columns, grundy_error *error);
void grundy_solution_builder_free(grundy_solution_builder *builder);

/* Begins the row of the vertex with this name. */
grundy_status grundy_solution_builder_begin_row(grundy_solution_builder *builder,
                                                const char *vertex, size_t length,
                                                grundy_entry_place place, uint32_t *v,
                                                grundy_error *error);

/* The letters allowed in a column of letters of this game, and their description for errors. */
typedef struct grundy_letters {
  const char *letters, *what, *expected, *quoted;
} grundy_letters;
grundy_letters grundy_solution_builder_letters(const grundy_solution_builder *builder, int column);

static inline bool grundy_is_letter(grundy_letters may, char letter) {
  return letter != '\0' && strchr(may.letters, letter) != NULL;
}

/* Returns whether the text is what a column of numbers or sets of this game has for a number that
 * is not certain: ? or, in a column of remoteness, a bound such as <=5. */
bool grundy_solution_builder_uncertain(const grundy_solution_builder *builder,
                                       grundy_columns column, const char *text, size_t length,
                                       uint32_t *number);

/* Returns the largest number that a column of this game can have. */
static inline uint32_t grundy_solution_builder_most(const grundy_solution_builder *builder) {
  return builder->window ? GRUNDY_NUMBER_AT_MOST - 1 : GRUNDY_INFINITY - 1;
}

/* Begins the set of v in a column of sets; it is empty or absent. */
void grundy_solution_builder_begin_set(grundy_solution_builder *builder, int column, uint32_t v,
                                       bool absent);

/* Adds a number, larger than the previous ones, to the set begun last. */
grundy_status grundy_solution_builder_add_number(grundy_solution_builder *builder, int column,
                                                 uint32_t v, uint32_t number,
                                                 grundy_entry_place place, grundy_error *error);

/* Checks that every vertex has a row, and gives out the solution. */
grundy_status grundy_solution_builder_finish(grundy_solution_builder *builder,
                                             grundy_solution **solution, grundy_error *error);

/* ---- a format ---- */

struct grundy_format_info;

/* What a file of a game may contain. */
typedef struct grundy_game_request {
  bool
      undirected; /* also an undirected graph; an edge is a move in one or both of its directions */
  uint64_t max_positions; /* of a matrix: see grundy_digraph_check_unnamed */
} grundy_game_request;

/* Reads a game from a stream; `name` names the file in errors. */
typedef grundy_status grundy_game_reader(FILE *in, const char *name,
                                         const grundy_game_request *request,
                                         const grundy_monitor *monitor, grundy_digraph **g,
                                         grundy_error *error);

/* Writes a game to a stream. A writer counts one step of work per move or entry and stops early if
 * the stream fails; its caller checks for that. */
typedef grundy_status grundy_game_writer(FILE *out, const grundy_digraph *g, grundy_work *work,
                                         grundy_error *error);

/* Reads a solution of the game g from a stream. A reader counts one step of work per byte. */
typedef grundy_status grundy_solution_reader(const struct grundy_format_info *format, FILE *in,
                                             const char *name, const grundy_digraph *g,
                                             grundy_work *work, grundy_solution **solution,
                                             grundy_error *error);

/* Writes a solution to a stream, with the duties of a game writer; options->columns exist and are
 * not 0. */
typedef grundy_status grundy_solution_writer(const struct grundy_format_info *format, FILE *out,
                                             const grundy_digraph *g,
                                             const grundy_solution *solution,
                                             const grundy_write_options *options, grundy_work *work,
                                             grundy_error *error);

/* A format; functions that it lacks are NULL. Endings are words such as ".dot .gv". */
typedef struct grundy_format_info {
  const char *name;
  const char *game_endings, *solution_endings;
  grundy_game_reader *read_game;
  grundy_game_writer *write_game;
  grundy_solution_reader *read_solution;
  grundy_solution_writer *write_solution;
  char separator;                  /* of TSV and CSV */
  grundy_markup_language language; /* of tables for papers */
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
extern const grundy_format_info grundy_format_bfile;
extern const grundy_format_info grundy_format_latex;
extern const grundy_format_info grundy_format_typst;

/* Readers that have a file of their own. */
grundy_solution_reader grundy_delimited_read;
grundy_solution_reader grundy_json_read;
grundy_game_reader grundy_dot_read;
grundy_game_reader grundy_graphml_read;

#endif
