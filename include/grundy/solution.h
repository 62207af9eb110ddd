/* The solution of a game: everything known about every position, column by column. docs/theory.md
 * explains the columns. */

#ifndef GRUNDY_SOLUTION_H
#define GRUNDY_SOLUTION_H

#include <grundy/base.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- columns ------------------------------------------------------------------------- */

/* A set of columns: the bitwise or of these. */
typedef uint32_t grundy_columns;

enum {
  GRUNDY_COLUMN_OUTCOME = 1 << 0,           /* letters: 'P', 'N' or 'D' */
  GRUNDY_COLUMN_GRUNDY = 1 << 1,            /* numbers: G, infinity allowed */
  GRUNDY_COLUMN_K = 1 << 2,                 /* sets: K, absent where G is finite */
  GRUNDY_COLUMN_REMOTENESS = 1 << 3,        /* numbers: R, infinity at draws */
  GRUNDY_COLUMN_DISTANCE = 1 << 4,          /* numbers: D, infinity where play may be endless */
  GRUNDY_COLUMN_COUNTER = 1 << 5,           /* numbers: c, GRUNDY_INFINITY is "none" */
  GRUNDY_COLUMN_MISERE = 1 << 6,            /* letters: the outcome in misère play */
  GRUNDY_COLUMN_MISERE_REMOTENESS = 1 << 7, /* numbers: R' */
  GRUNDY_COLUMN_HMIN = 1 << 8,              /* numbers: Smith's least H */
  GRUNDY_COLUMN_J = 1 << 9,                 /* sets: all values of followers, infinity last */
  /* For two-coloured games, where the outcome is 'A', 'B' or 'D'. */
  GRUNDY_COLUMN_PLAYER = 1 << 10,  /* letters: 'A' or 'B', the player to move */
  GRUNDY_COLUMN_Q1 = 1 << 11,      /* numbers: Q where A succeeds by winning */
  GRUNDY_COLUMN_Q0 = 1 << 12,      /* numbers: … by not losing */
  GRUNDY_COLUMN_QM1 = 1 << 13,     /* numbers: … by ending the play; called q-1 */
  GRUNDY_COLUMN_Q2 = 1 << 14,      /* numbers: … never */
  GRUNDY_COLUMN_ABE = 1 << 15,     /* levels: what A can be sure of */
  GRUNDY_COLUMN_BARBARA = 1 << 16, /* levels: what B can be sure of */
  /* For games with payoffs. */
  GRUNDY_COLUMN_GUARANTEE = 1 << 17,       /* reals: the most that A can be sure of; NaN: nothing */
  GRUNDY_COLUMN_GUARANTEE_MOVES = 1 << 18, /* numbers: within how many moves */
  GRUNDY_COLUMN_CAP = 1 << 19,             /* reals: the least that B can hold A to; NaN: nothing */
  GRUNDY_COLUMN_CAP_MOVES = 1 << 20,       /* numbers: within how many moves */
  GRUNDY_COLUMN_QV = 1 << 21,              /* numbers: Q where A succeeds by getting V */
  /* How far drawn positions of impartial games in normal play are from a decision. */
  GRUNDY_COLUMN_DRAW_LEVEL = 1 << 22,      /* numbers: 0 where the game is decided */
  GRUNDY_COLUMN_DRAW_REMOTENESS = 1 << 23, /* numbers: the remoteness within the level */
  /* Which solutions are windows of larger games, where some entries are not known. */
  GRUNDY_COLUMN_WINDOW = 1 << 24, /* letters: 'F' where a move leaves the window, otherwise 'I' */
  /* For games with kinds of moves, see GRUNDY_GAME_TURNS. */
  GRUNDY_COLUMN_C = 1 << 25, /* sets: C, infinity if the player wins at once; absent with K */
  GRUNDY_COLUMN_TURN_REMOTENESS = 1 << 26, /* numbers: R counted in turns */
  GRUNDY_COLUMN_TURN_DISTANCE = 1 << 27,   /* numbers: D counted in turns */
};

enum { GRUNDY_COLUMN_COUNT = 28 };

/* An outcome that is not known, in the solution of a window. */
#define GRUNDY_OUTCOME_UNKNOWN ((grundy_outcome)'?')

/* The columns that a window can have; the others would depend on moves outside it. */
#define GRUNDY_COLUMNS_WINDOW                                                                      \
  ((grundy_columns)((GRUNDY_COLUMNS_DEFAULT & ~GRUNDY_COLUMN_COUNTER) | GRUNDY_COLUMN_MISERE |     \
                    GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_J | GRUNDY_COLUMN_WINDOW))

/* The columns of impartial games in normal play, except those about levels of draws. */
#define GRUNDY_COLUMNS_ALL ((grundy_columns)(1 << 10) - 1)
#define GRUNDY_COLUMNS_DEFAULT                                                                     \
  ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K |               \
                    GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_COUNTER))

/* The columns of parts of positions, see GRUNDY_GAME_PARTS. */
#define GRUNDY_COLUMNS_PARTS                                                                       \
  ((grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K |               \
                    GRUNDY_COLUMN_COUNTER))

/* The columns of games with kinds of moves, see GRUNDY_GAME_TURNS. Remoteness and distance count
 * moves, and the parity of remoteness does not say who wins. turn_remoteness and turn_distance
 * count turns, and turn_remoteness is even at P-positions and odd at N-positions. K and C are the
 * nimbers that the player to move can reach at the end of the turn and between its moves
 * [docs/carry-on.md]. Both are absent where G is finite, and where an entailing move leaves a
 * choice of answers; where the player wins at once, K is empty and C contains only infinity. */
#define GRUNDY_COLUMNS_TURNS                                                                       \
  ((grundy_columns)(GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_C | GRUNDY_COLUMN_TURN_REMOTENESS |     \
                    GRUNDY_COLUMN_TURN_DISTANCE))

/* The columns of two-coloured games with outcomes, and of games with payoffs, except qv. */
#define GRUNDY_COLUMNS_COLOURED                                                                    \
  ((grundy_columns)(GRUNDY_COLUMN_PLAYER | GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 |              \
                    GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 | GRUNDY_COLUMN_Q2 | GRUNDY_COLUMN_ABE |  \
                    GRUNDY_COLUMN_BARBARA))
#define GRUNDY_COLUMNS_PAYOFF                                                                      \
  ((grundy_columns)(GRUNDY_COLUMN_PLAYER | GRUNDY_COLUMN_GUARANTEE |                               \
                    GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_CAP_MOVES))

/* The kind of the entries of a column. */
typedef enum grundy_column_kind {
  GRUNDY_COLUMN_OF_LETTERS,
  GRUNDY_COLUMN_OF_NUMBERS,
  GRUNDY_COLUMN_OF_SETS,
  GRUNDY_COLUMN_OF_LEVELS, /* stored as letters, each a grundy_level */
  GRUNDY_COLUMN_OF_REALS,
} grundy_column_kind;

/* What a player can be sure of [Smi66, Table 1]: the best result, with or without a bound on the
 * number of moves. Of two incomparable results the player may choose either. */
typedef enum grundy_level {
  GRUNDY_LEVEL_BOUNDED_WIN = 'W',
  GRUNDY_LEVEL_BOUNDED_DRAW = 'R',
  GRUNDY_LEVEL_DRAW = 'D', /* not to lose, but play may never end */
  GRUNDY_LEVEL_DRAW_OR_BOUNDED_LOSS = 'M',
  GRUNDY_LEVEL_BOUNDED_LOSS = 'L', /* that play ends */
  GRUNDY_LEVEL_NOTHING = 'O',
} grundy_level;

/* A description of a level; the texts are static. */
typedef struct grundy_level_info {
  grundy_level level;
  const char *name;                /* "bounded-win", "draw/bounded-loss" … */
  grundy_columns a_bound, b_bound; /* the column of Q whose number bounds the moves in which A (abe)
                                      or B forces it; 0: no bound */
} grundy_level_info;

/* Returns a description of the level; NULL if `level` is not a level. */
GRUNDY_API const grundy_level_info *grundy_level_describe(uint8_t level);

/* A column: its name in files and options, the kind of its entries, and a short description. */
typedef struct grundy_column_info {
  const char *name;
  grundy_column_kind kind;
  const char *summary;
} grundy_column_info;

/* Returns a description of `column`, one of the bits above; NULL for anything else. Every format
 * has the columns in the order of their bits, except that player comes first. */
GRUNDY_API const grundy_column_info *grundy_column_describe(grundy_columns column);

/* Parses column names separated by commas, including "default" and "all". "vertex", which is always
 * written, is accepted and ignored. GRUNDY_BAD_ARGUMENT names the first word that is not a
 * column. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_columns_parse(const char *list,
                                                              grundy_columns *columns,
                                                              grundy_error *error);

/* ---- solutions ----------------------------------------------------------------------- */

/* Columns of facts about the positions of a game. */
typedef struct grundy_solution grundy_solution;

/* Makes a solution for `order` positions, without columns. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_new(uint32_t order,
                                                             grundy_solution **solution,
                                                             grundy_error *error);

/* Frees the solution; NULL is allowed. */
GRUNDY_API void grundy_solution_free(grundy_solution *solution);

/* Returns the columns that the solution has. */
GRUNDY_API grundy_columns grundy_solution_columns(const grundy_solution *solution);

/* Returns the entries of a column of this kind, one per position, owned by the solution; NULL if
 * the solution has no such column. Levels are stored as letters. */
GRUNDY_API const uint8_t *grundy_solution_letters(const grundy_solution *solution,
                                                  grundy_columns column);
GRUNDY_API const uint32_t *grundy_solution_numbers(const grundy_solution *solution,
                                                   grundy_columns column);
GRUNDY_API const double *grundy_solution_reals(const grundy_solution *solution,
                                               grundy_columns column);

/* Returns one entry of a column of sets; an absent set if the solution has no such column. */
GRUNDY_API grundy_set grundy_solution_set_at(const grundy_solution *solution, grundy_columns column,
                                             uint32_t v);

/* Returns G(v), with K(v) if it is known, and C(v) if the solution has that column; it must have
 * the column grundy. */
GRUNDY_API grundy_value grundy_solution_value(const grundy_solution *solution, uint32_t v);

/* Adds or replaces a column and returns its entries, which are zero at first, to be filled by the
 * caller; they belong to the solution. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_add_letters(grundy_solution *solution,
                                                                     grundy_columns column,
                                                                     uint8_t **letters,
                                                                     grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_add_numbers(grundy_solution *solution,
                                                                     grundy_columns column,
                                                                     uint32_t **numbers,
                                                                     grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solution_add_reals(grundy_solution *solution,
                                                                   grundy_columns column,
                                                                   double **reals,
                                                                   grundy_error *error);

/* Adds or replaces a column of sets: the set of v is numbers[offsets[v]] up to, but not including,
 * numbers[offsets[v + 1]], strictly increasing. It is absent if absent[v] is not 0, and then
 * has no numbers; if `absent` is NULL, every set exists. The arrays are copied. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_solution_add_sets(grundy_solution *solution, grundy_columns column, const uint64_t *offsets,
                         const uint32_t *numbers, const uint8_t *absent, grundy_error *error);

/* ---- a summary ----------------------------------------------------------------------- */

/* Counts and maxima over the columns that the solution has; members for missing columns are 0. */
typedef struct grundy_summary {
  uint32_t p, n, d;            /* positions with each outcome */
  uint32_t a, b;               /* likewise, in a two-coloured game */
  uint32_t infinite;           /* positions with G infinite */
  uint32_t finite;             /* positions with G finite */
  uint32_t largest_value;      /* among the finite ones */
  uint32_t decided;            /* positions with a finite remoteness, or a bound on it */
  uint32_t largest_remoteness; /* among those that are exact */
  uint32_t unknown;            /* positions whose outcome is not known, in a window */
  uint32_t unknown_value;      /* positions whose G is not known */
  uint32_t frontier;           /* positions from which a move leaves the window */
} grundy_summary;

/* Returns the summary of a solution. O(order). */
GRUNDY_API grundy_summary grundy_solution_summary(const grundy_solution *solution);

#ifdef __cplusplus
}
#endif

#endif
