/* Boards: what a position looks like to people, and what a move changes. */

#ifndef GRUNDY_BOARD_H
#define GRUNDY_BOARD_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The shape of a board. */
typedef enum grundy_board_kind {
  GRUNDY_BOARD_NONE,   /* the position has no board */
  GRUNDY_BOARD_GRID,   /* places are cells, row by row from the upper left corner */
  GRUNDY_BOARD_POINTS, /* places are points with coordinates; lines join them */
  GRUNDY_BOARD_HEAPS,  /* places are heaps of counters, in a row or, as pits, where points are */
} grundy_board_kind;

/* Sizes, including the NUL of texts. */
enum {
  GRUNDY_BOARD_MAX_PLACES = 1024,
  GRUNDY_BOARD_MAX_LINES = 4096,
  GRUNDY_BOARD_MAX_TITLES = 8,
  GRUNDY_BOARD_MAX_PIECES = 16,
  GRUNDY_BOARD_MAX_TEXT = 32,
};

/* Not a place: a piece comes from outside the board, or leaves it. */
#define GRUNDY_BOARD_OUTSIDE UINT32_MAX

/* A place. Every character of `pieces` is one piece, in ASCII: X belongs to the player who began, O
 * to the opponent, and any other character to nobody. */
typedef struct grundy_board_place {
  char pieces[GRUNDY_BOARD_MAX_PIECES]; /* in a grid, "-" alone is a cell outside the board */
  char label[GRUNDY_BOARD_MAX_TEXT];    /* a name for the place itself; may be empty */
  double x, y;                          /* of a point or a pit; y grows downwards */
  uint64_t count;                       /* of counters in a heap */
} grundy_board_place;

/* A line between two points, or an arrow. */
typedef struct grundy_board_line {
  uint32_t from, to;
  bool is_arrow;
} grundy_board_line;

/* Which way a piece looks. A piece that can leave a grid leaves it that way, through an exit. */
typedef enum grundy_board_facing {
  GRUNDY_BOARD_FACING_NONE,
  GRUNDY_BOARD_FACING_LEFT,
  GRUNDY_BOARD_FACING_RIGHT,
  GRUNDY_BOARD_FACING_UP,
  GRUNDY_BOARD_FACING_DOWN,
} grundy_board_facing;

/* A word for a piece, such as "cop" for X, and which way it looks. */
typedef struct grundy_board_title {
  char piece;
  grundy_board_facing facing;
  char text[GRUNDY_BOARD_MAX_TEXT]; /* may be empty */
} grundy_board_title;

/* Part of a move: a piece goes from one place to another, or counters are taken from a heap or
 * added to it. `from` is a place of the board before the move, `to` one of the board after it;
 * either may be GRUNDY_BOARD_OUTSIDE. */
typedef struct grundy_board_step {
  uint32_t from, to;
  char piece;     /* 0 on heaps */
  uint64_t count; /* of counters; 0 on other boards */
} grundy_board_step;

/* A board. It owns no memory. */
typedef struct grundy_board {
  grundy_board_kind kind;
  uint32_t rows, columns; /* of a grid */
  uint32_t place_count, line_count, title_count, step_count;
  uint32_t pit_count; /* of heaps that are pits: none or all */
  grundy_board_place places[GRUNDY_BOARD_MAX_PLACES];
  grundy_board_line lines[GRUNDY_BOARD_MAX_LINES];
  grundy_board_title titles[GRUNDY_BOARD_MAX_TITLES];
  grundy_board_step steps[GRUNDY_BOARD_MAX_PLACES]; /* of the move that was asked for */
} grundy_board;

#ifdef __cplusplus
}
#endif

#endif
