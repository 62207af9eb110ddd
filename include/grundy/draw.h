/* Pictures of solved games. Graphviz lays them out. */

#ifndef GRUNDY_DRAW_H
#define GRUNDY_DRAW_H

#include <stdio.h>

#include <grundy/automaton.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/facts.h>
#include <grundy/misere.h>
#include <grundy/solution.h>
#include <grundy/vector.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How outcomes are distinguished in a picture. */
typedef enum grundy_palette {
  GRUNDY_PALETTE_PLAIN, /* P red, D yellow, N green [LM08, §3.2] */
  GRUNDY_PALETTE_SAFE,  /* distinguishable by colour-blind people, too */
  GRUNDY_PALETTE_MONO,  /* no colours: outlines and lines differ in all palettes */
} grundy_palette;

/* A move of a match. */
typedef struct grundy_played {
  uint32_t from, to;
} grundy_played;

/* What a picture shows, and how. */
typedef struct grundy_draw_options {
  size_t size;
  grundy_palette palette;
  const char *layout;  /* dot, circo, neato, fdp, sfdp or twopi; NULL: chosen by size */
  grundy_columns show; /* shown in every position, in addition to its name and value */
  bool legend;
  const char *caption;      /* shown under every name in place of the value; NULL: the value */
  const uint32_t *vertices; /* the vertices to draw, in increasing order; NULL: all */
  uint64_t count;
  const uint32_t *highlighted;
  uint64_t highlighted_count;
  const grundy_played *played; /* moves of a match, numbered in this order */
  uint64_t played_count;
  const grundy_monitor *monitor; /* called while Graphviz works; may be NULL */
  bool blank;                    /* no values, outcomes or best moves: a picture to fill in */
  double scale;                  /* of the pixels of a png; 0: 1 */
  const uint32_t *current;       /* a vertex that is outlined like highlighted ones; NULL: none */
  const char *overlap; /* how layouts with springs keep positions apart, a word of Graphviz such as
                          prism or scale; NULL: the best that the renderer can do */
  bool no_boards; /* show names in place of the boards that rules draw; dot and tikz always do */
  const uint32_t *board;    /* draw the board of this vertex alone, as svg, png, pdf or json; the
                               solution is not used, and may be NULL. NULL: draw the game */
  grundy_language language; /* of the legend, in which only what worksheets need is translated */
} grundy_draw_options;

/* Larger games are not laid out: neither a person nor Graphviz can make sense of them. */
enum { GRUNDY_DRAW_MAX_POSITIONS = 2000, GRUNDY_DRAW_MAX_MOVES = 20000 };

/* In an SVG, the group of vertex v has the id v-V, and that of a move from u to w e-U-W. Their
 * classes and attributes say what the colours mean, for programs:
 *
 *   <g id="v-0" class="node outcome-N current" data-position="a" data-outcome="N" data-value="1">
 *   <g id="e-0-1" class="edge good best" data-from="a" data-to="b">
 *
 * docs/pictures.md lists all of them. */

/* Draws the game as "svg"; as "png" or "pdf", which need librsvg; as "tikz", a picture for LaTeX
 * without the legend; as "json", the scene that the svg is painted from, which docs/pictures.md
 * describes; or as "dot", which does not need Graphviz. Columns that the solution does not have are
 * not shown. The same call always writes the same bytes. The caller checks `out` for write errors.
 * GRUNDY_UNABLE if the format is another one, if Graphviz or librsvg are missing, crash or run out
 * of memory, or if there are too many positions or moves, then with the reason
 * GRUNDY_REASON_PICTURE. GRUNDY_UNDEFINED if a board is to be drawn where there is none. Several
 * threads may draw at once.
 *
 * Graphviz and librsvg run in child processes, which are forked from the caller's process and have
 * ended on return. This works even in a program that ignores SIGCHLD or waits for all of its
 * children. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_draw(const grundy_digraph *g,
                                                     const grundy_solution *solution,
                                                     const char *format,
                                                     const grundy_draw_options *options, FILE *out,
                                                     grundy_error *error);

/* Draws a slice of a box as png, one pixel per position, x down and y across. Values are from white
 * to dark blue, P-positions red; a picture of outcomes has N-positions white. The caller checks
 * `out` for write errors. GRUNDY_UNABLE if a side is longer than GRUNDY_PICTURE_MAX_SIDE. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_vector_draw(const grundy_vector_box *box,
                                                            const grundy_vector_slice *slice,
                                                            const grundy_run_options *options,
                                                            FILE *out, grundy_error *error);

enum { GRUNDY_PICTURE_MAX_SIDE = 1 << 16 };

/* Draws the Cayley graph of a misère quotient, in any format of grundy_draw: an arrow from x to x ·
 * g for every element x and generator g, or a line if g leads back; elements of P have double
 * rings. GRUNDY_UNABLE if Graphviz is missing, or above GRUNDY_CAYLEY_MAX_ORDER elements. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_misere_draw(const grundy_misere *quotient,
                                                            const char *format,
                                                            const grundy_run_options *options,
                                                            FILE *out, grundy_error *error);

enum { GRUNDY_CAYLEY_MAX_ORDER = 400 };

/* Draws an automaton, in any format of grundy_draw: a circle per state with its output, and an
 * arrow for all tuples of digits that lead from one state to another. States of value 0 have double
 * rings, and the state from which no value is reached is left out. GRUNDY_UNABLE if Graphviz is
 * missing, or above GRUNDY_AUTOMATON_MAX_DRAWN states. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_automaton_draw(const grundy_automaton *automaton,
                                                               const char *format,
                                                               const grundy_run_options *options,
                                                               FILE *out, grundy_error *error);

enum { GRUNDY_AUTOMATON_MAX_DRAWN = 200 };

/* The parts of a worksheet. */
typedef enum grundy_worksheet_part {
  GRUNDY_WORKSHEET_ALL,
  GRUNDY_WORKSHEET_QUESTIONS,
  GRUNDY_WORKSHEET_SOLUTION,
} grundy_worksheet_part;

/* How a worksheet shows positions. */
typedef enum grundy_worksheet_show {
  GRUNDY_WORKSHEET_AUTO,   /* as boards if the game has some, otherwise as a graph */
  GRUNDY_WORKSHEET_GRAPH,  /* a picture of the game, and a table of positions */
  GRUNDY_WORKSHEET_BOARDS, /* a card per position, with its board */
  GRUNDY_WORKSHEET_NAMES,  /* a table of positions */
} grundy_worksheet_show;

/* Which positions a worksheet asks about: any, or the third that is decided soonest, the next one,
 * or the rest, with draws last. Random games get larger and have more cycles. */
typedef enum grundy_worksheet_level {
  GRUNDY_WORKSHEET_ANY,
  GRUNDY_WORKSHEET_EASY,
  GRUNDY_WORKSHEET_MEDIUM,
  GRUNDY_WORKSHEET_HARD,
} grundy_worksheet_level;

/* The paper that a worksheet is printed on. */
typedef enum grundy_worksheet_paper {
  GRUNDY_WORKSHEET_A4,
  GRUNDY_WORKSHEET_LETTER,
} grundy_worksheet_paper;

/* What fits on paper. */
enum {
  GRUNDY_WORKSHEET_MAX_POSITIONS = 200, /* of a game that is shown as a graph */
  GRUNDY_WORKSHEET_MAX_EXERCISES = 100,
  GRUNDY_WORKSHEET_MAX_VARIANTS = 26, /* A to Z */
  GRUNDY_WORKSHEET_MAX_RANDOM = 26,   /* positions of a random game, a to z */
};

/* What a worksheet asks for, and how it looks. */
typedef struct grundy_worksheet_options {
  size_t size;
  grundy_columns columns; /* to ask for; 0: outcome, grundy and remoteness, as far as the game has
                             them, or guarantee and cap in a game with payoffs */
  const char *title;      /* the heading of the page; NULL: "Worksheet" */
  grundy_worksheet_part part;
  grundy_play play; /* in misere play outcome, remoteness and distance can be asked for */
  grundy_palette palette;
  const char *layout, *overlap;  /* as in grundy_draw_options */
  uint64_t memory;               /* as in grundy_solve_options */
  const char *memory_giver;      /* likewise */
  const grundy_monitor *monitor; /* may be NULL */

  const char *game; /* the text of the GAME, to write its rules in words; NULL: unknown */
  bool best_moves;  /* ask for a best move, too */
  grundy_worksheet_show show;
  grundy_worksheet_level level;
  uint32_t exercises; /* the number of positions to ask about; 0: all in a graph, otherwise 9 */
  uint32_t variants;  /* 0: one; several are called A, B, C … and have a page each */
  uint64_t seed;      /* of everything random; 0: 1, and a single graph keeps its names */
  grundy_worksheet_paper paper;
  bool no_name; /* leave out the lines for a name and a date */
  grundy_language language;
} grundy_worksheet_options;

/* Solves the game and writes an HTML page to print: for every variant a page of questions, with the
 * rules in words and a picture without answers or boards, and after them for every variant a page
 * of answers. The page needs no other files.
 *
 * The variants of a game ask about different positions of it. If the game is a graph without rules,
 * its positions also have other names in each variant, a, b, c …, and other places. If `g` is NULL,
 * each variant has a random game of its own, of the given level, with as many positions as there
 * are exercises. The same options always write the same bytes. `options` may be NULL.
 *
 * GRUNDY_BAD_ARGUMENT if other columns are asked for in misere play, if the game has no boards to
 * show, or if there are too many exercises or variants; GRUNDY_UNABLE
 * if a graph has more than GRUNDY_WORKSHEET_MAX_POSITIONS positions; otherwise fails as
 * grundy_solve and grundy_draw do, and as grundy_rules_describe does with options->game, if that
 * names rules. After a failure nothing has been written. The caller checks
 * `out` for write errors. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_worksheet_write(const grundy_digraph *g, const grundy_worksheet_options *options, FILE *out,
                       grundy_error *error);

/* Finds the vertices that are at most `radius` moves from v, forwards or backwards, in increasing
 * order; the caller frees them with free(). GRUNDY_UNABLE if there are more than `most`. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_draw_around(const grundy_digraph *g,
                                                            const grundy_digraph *reverse,
                                                            uint32_t v, uint32_t radius,
                                                            uint64_t most, uint32_t **vertices,
                                                            uint64_t *count, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
