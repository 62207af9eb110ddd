/* The format npz: games as SciPy saves matrices, solutions as plain arrays, and tablebases, which
 * contain both and the positions of their rules. */

#ifndef GRUNDY_SRC_FORMAT_NPZ_H
#define GRUNDY_SRC_FORMAT_NPZ_H

#include "digraph/impl.h"
#include "format/impl.h"
#include "npz/npz.h"

/* ---- names ----------------------------------------------------------------------------- */

/* What the number of names should be, for errors. */
extern const char grundy_npz_name_each[];

/* The maximum size of all names, in bytes: an array pads each name to the longest. */
#define GRUNDY_NPZ_NAMES_LIMIT (UINT64_C(1) << 34)

/* Makes the column of the names of g. GRUNDY_UNABLE beyond these limits, or if a name is not
 * UTF-8. */
grundy_status grundy_npz_name_column(const grundy_digraph *g, grundy_npz_column *column,
                                     grundy_error *error);

/* ---- solutions ------------------------------------------------------------------------- */

/* The members of a solution. The member of a column has the number of the column's bit; for a
 * column of sets it is k_indptr.npy, j_indptr.npy or c_indptr.npy, and the set's other arrays have
 * members of their own. */
enum {
  GRUNDY_NPZ_K_INDICES = GRUNDY_COLUMN_COUNT,
  GRUNDY_NPZ_J_INDICES,
  GRUNDY_NPZ_K_ABSENT,
  GRUNDY_NPZ_C_INDICES,
  GRUNDY_NPZ_C_ABSENT,
  GRUNDY_NPZ_NAMES,
  GRUNDY_NPZ_SOLUTION_MEMBERS,
};
extern const char *const grundy_npz_solution_members[GRUNDY_NPZ_SOLUTION_MEMBERS];

/* Returns the member with the numbers of a column of sets. */
static inline int grundy_npz_indices_of(grundy_columns column) {
  return column == GRUNDY_COLUMN_K   ? GRUNDY_NPZ_K_INDICES
         : column == GRUNDY_COLUMN_J ? GRUNDY_NPZ_J_INDICES
                                     : GRUNDY_NPZ_C_INDICES;
}

/* Returns the member that says where the sets of a column are absent; they never are in j. */
static inline int grundy_npz_absent_of(grundy_columns column) {
  return column == GRUNDY_COLUMN_K ? GRUNDY_NPZ_K_ABSENT : GRUNDY_NPZ_C_ABSENT;
}

/* Makes the arrays of these columns, without names, and returns their number. */
int grundy_npz_solution_columns(const grundy_digraph *g, const grundy_solution *solution,
                                grundy_columns columns, grundy_npz_column *arrays);

/* ---- games and tablebases ------------------------------------------------------------------- */

/* The members of a game, in the order in which they are written. names.npy and kinds.npy are
 * extensions of ours, and IS_ARRAY distinguishes SciPy arrays from SciPy matrices. Members from
 * rules.npy on are only in tablebases, and those from sum_rows.npy on in tablebases of parts of
 * positions. */
enum {
  GRUNDY_NPZ_INDICES,
  GRUNDY_NPZ_INDPTR,
  GRUNDY_NPZ_FORMAT,
  GRUNDY_NPZ_SHAPE,
  GRUNDY_NPZ_DATA,
  GRUNDY_NPZ_GAME_NAMES,
  GRUNDY_NPZ_IS_ARRAY,
  GRUNDY_NPZ_KINDS, /* of moves */
  GRUNDY_NPZ_RULES,
  GRUNDY_NPZ_SOURCE,
  GRUNDY_NPZ_DIGRAPHS,
  GRUNDY_NPZ_POSITIONS,
  GRUNDY_NPZ_POSITION_STARTS,
  GRUNDY_NPZ_BUCKETS,
  GRUNDY_NPZ_PLAYERS,
  GRUNDY_NPZ_ENDS,
  GRUNDY_NPZ_PAYOFFS,
  GRUNDY_NPZ_SUM_ROWS,
  GRUNDY_NPZ_SUM_STARTS,
  GRUNDY_NPZ_SUM_PARTS,
  GRUNDY_NPZ_WINDOW, /* the column window of the solution, which says where the frontier is */
  GRUNDY_NPZ_GAME_MEMBERS,
};
extern const char *const grundy_npz_game_members[GRUNDY_NPZ_GAME_MEMBERS];

/* Members of a tablebase that only NumPy reads: the names of positions, and the fields, whose names
 * follow this beginning. */
#define GRUNDY_NPZ_POSITION_NAMES "position_names.npy"
#define GRUNDY_NPZ_FIELD "field_"

/* Returns whether the archive is a tablebase (it has rules.npy) and this is one of its members. */
bool grundy_npz_is_of_tablebase(const grundy_npz *npz, const char *name);

/* Makes the arrays of the moves and of their kinds, if g has any, and returns the number of arrays.
 */
int grundy_npz_move_columns(const grundy_digraph *g, grundy_npz_column *arrays);

/* Makes the arrays of players, outcomes and payoffs, as far as they exist, and returns their
 * number. */
int grundy_npz_attribute_columns(const grundy_digraph *g, grundy_npz_column *arrays);

/* Reads and checks the players, outcomes, payoffs, frontier and kinds of moves of g, if the archive
 * has them. */
grundy_status grundy_npz_read_attributes(const grundy_npz *npz, grundy_digraph *g);

/* Fails if g, which was read from the archive, has a frontier: the caller would take a window for
 * the whole game. */
grundy_status grundy_npz_refuse_window(const grundy_npz *npz, const grundy_digraph *g);

/* Where the moves and the names of a game are in its file. */
typedef struct grundy_npz_layout {
  uint64_t order;
  grundy_npz_place offsets, targets; /* indptr.npy and indices.npy */
  bool has_names;
  bool has_attributes; /* players, outcomes or payoffs */
  bool has_kinds;      /* of moves */
  bool is_window;      /* of a larger game */
  grundy_npz_place names, kinds;
} grundy_npz_layout;

/* Reads the layout of a game in an uncompressed archive. Offsets and targets are integers of four
 * or eight bytes; nothing else about them has been checked. */
grundy_status grundy_npz_read_layout(FILE *in, const char *name, grundy_npz_layout *layout,
                                     grundy_error *error);

/* Returns whether the archive is a tablebase of parts of positions. */
static inline bool grundy_npz_has_sums(const grundy_npz *npz) {
  return grundy_npz_has(npz, GRUNDY_NPZ_SUM_ROWS) || grundy_npz_has(npz, GRUNDY_NPZ_SUM_STARTS) ||
         grundy_npz_has(npz, GRUNDY_NPZ_SUM_PARTS);
}

/* Returns GRUNDY_UNABLE if it is. */
grundy_status grundy_npz_refuse_parts(const grundy_npz *npz);

/* Reads more from an archive after its game; may add to the digraph. */
typedef grundy_status grundy_npz_more(void *context, grundy_npz *npz, grundy_digraph *g);

/* Reads a game, and calls `more` before closing the archive. */
grundy_status grundy_npz_read_game_with(FILE *in, const char *name, const grundy_monitor *monitor,
                                        grundy_npz_more *more, void *context, grundy_digraph **g,
                                        grundy_error *error);

/* ---- the format ------------------------------------------------------------------------ */

grundy_solution_reader grundy_npz_read_solution;
grundy_solution_writer grundy_npz_write_solution;

#endif
