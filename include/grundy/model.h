/* Random and regular games, by the name of their model. The same model and seed give the same game
 * on every machine, because only integer arithmetic is used. docs/models.md describes the
 * models. */

#ifndef GRUNDY_MODEL_H
#define GRUNDY_MODEL_H

#include <grundy/base.h>
#include <grundy/digraph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- models and their parameters ------------------------------------------------------- */

/* In all models "random" means uniform and independent unless stated otherwise, and a loop is as
 * likely as any other move. */
typedef enum grundy_model_kind {
  /* Every one of the n² pairs (u, v) is a move with probability p. */
  GRUNDY_MODEL_GNP,

  /* A random set of exactly m of the n² pairs. */
  GRUNDY_MODEL_GNM,

  /* A random set of exactly round(sinks · n) vertices has no move; every other vertex has
   * exactly `degree` different moves, a random set of that many vertices. */
  GRUNDY_MODEL_DEGREE,

  /* Acyclic: a random set of exactly round(degree · n) of the n(n - 1)/2 pairs of ranks (a, b) with
   * a > b. `ordered`: the number of a vertex is its rank, so every move is to a smaller number;
   * otherwise ranks are assigned to the vertices at random. */
  GRUNDY_MODEL_DAG,

  /* Few vertices with many moves and many with few, both out and in, after [CL02]. The weight
   * of rank r = 1 … n is b(r)^(-1 / (exponent - 1)), where b(r) is r with all bits after its
   * five leading ones set to 0; then the number of vertices of weight above x is like
   * x^-(exponent - 1). Every vertex gets a random rank for moves out and one for moves in. A
   * random set of exactly round(sinks · n) vertices has no move. Every other vertex draws
   * x or x + 1 moves, x + 1 with the probability that makes the expectation `degree` times its
   * weight over the mean weight (at most n), each to a vertex chosen with probability
   * proportional to its weight for moves in; a move drawn twice is one move. */
  GRUNDY_MODEL_POWER,

  /* Deep: layers 0 … layers - 1 of `width` vertices each. A vertex of layer l > 0 has exactly
   * `degree` different moves to a random set of vertices of the layers l - 1 … l - reach (as far as
   * they exist); layer 0 has no moves. With probability `back` a vertex of a layer l > 0 other than
   * the last has one more move, to a random vertex of the layers l + 1 … l + reach (as far as they
   * exist), which creates cycles. `ordered`: the vertices of layer l have the numbers l · width …;
   * otherwise the numbers are assigned at random. */
  GRUNDY_MODEL_LAYERED,

  /* Rank a has one move, to rank a - 1; rank 0 has none. `ordered` as for the acyclic model. */
  GRUNDY_MODEL_CHAIN,

  /* One piece on a board; the position (x, y), 0 <= x < width, 0 <= y < height, is the vertex
   * y · width + x. A rook moves any distance left or down, a queen also diagonally left and
   * down (equally far in both), a king one step in these three directions: every move is to a
   * smaller number. `swaps`: (x, y) → (y, x) is a move too, where x ≠ y and both are on the
   * board. `put_backs`: a piece on the left edge, but not in the corner (0, 0), may be put
   * back to the right end of its row, and one on the lower edge to the upper end of its
   * column, where that is another position. Nothing is random. */
  GRUNDY_MODEL_BOARD,

  GRUNDY_MODEL_COUNT,
} grundy_model_kind;

/* The piece on a board. */
typedef enum grundy_piece { GRUNDY_PIECE_ROOK, GRUNDY_PIECE_QUEEN, GRUNDY_PIECE_KING } grundy_piece;

/* A model with its parameters. Parameters that the model does not take are ignored. */
typedef struct grundy_model {
  grundy_model_kind kind;
  uint64_t seed;
  uint64_t order; /* n, the number of vertices */
  double p;       /* 0 … 1 */
  uint64_t moves; /* m, at most n² */
  double degree;  /* an integer in the models degree and layered */
  double sinks;   /* 0 … 1 */
  double exponent;
  uint64_t layers, width, height, reach;
  double back; /* 0 … 1 */
  grundy_piece piece;
  bool swaps, put_backs, ordered;
} grundy_model;

/* Returns a model with default parameters: seed 1, sinks 0.1, exponent 2.5, reach 3, a rook;
 * everything else is 0. */
GRUNDY_API grundy_model grundy_model_default(grundy_model_kind kind);

/* Checks the parameters. GRUNDY_BAD_ARGUMENT if one is outside its range, which the message states;
 * GRUNDY_UNABLE past GRUNDY_DIGRAPH_MAX_ORDER vertices. O(1). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_model_check(const grundy_model *model,
                                                            grundy_error *error);

/* Makes the game if grundy_model_check accepts the model. The digraph has no names and belongs to
 * the caller. O(V + E) expected time, O(V + E) space. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_model_make(const grundy_model *model,
                                                           const grundy_run_options *options,
                                                           grundy_digraph **g, grundy_error *error);

/* ---- for menus and options --------------------------------------------------------------- */

/* A set of parameters: the bitwise or of these. The seed is a parameter of every model. */
typedef uint32_t grundy_parameters;

enum {
  GRUNDY_PARAMETER_ORDER = 1 << 0,
  GRUNDY_PARAMETER_P = 1 << 1,
  GRUNDY_PARAMETER_MOVES = 1 << 2,
  GRUNDY_PARAMETER_DEGREE = 1 << 3,
  GRUNDY_PARAMETER_SINKS = 1 << 4,
  GRUNDY_PARAMETER_EXPONENT = 1 << 5,
  GRUNDY_PARAMETER_LAYERS = 1 << 6,
  GRUNDY_PARAMETER_WIDTH = 1 << 7,
  GRUNDY_PARAMETER_HEIGHT = 1 << 8,
  GRUNDY_PARAMETER_REACH = 1 << 9,
  GRUNDY_PARAMETER_BACK = 1 << 10,
  GRUNDY_PARAMETER_PIECE = 1 << 11,
  GRUNDY_PARAMETER_SWAPS = 1 << 12,
  GRUNDY_PARAMETER_PUT_BACKS = 1 << 13,
  GRUNDY_PARAMETER_ORDERED = 1 << 14,
};

enum { GRUNDY_PARAMETER_COUNT = 15 };

/* A description of a model; the texts are static. */
typedef struct grundy_model_info {
  const char *name;           /* "gnp", "board" … */
  const char *summary;        /* a short description */
  grundy_parameters required; /* parameters without a default */
  grundy_parameters optional; /* parameters with a default */
} grundy_model_info;

/* Returns a description of the model; NULL if `kind` is not a model. */
GRUNDY_API const grundy_model_info *grundy_model_describe(grundy_model_kind kind);

/* Returns the model with this name, or GRUNDY_MODEL_COUNT if there is none. */
GRUNDY_API grundy_model_kind grundy_model_find(const char *name);

/* Returns the name of a parameter as in options: "positions", "put-backs" …; NULL if `parameter` is
 * not exactly one parameter. */
GRUNDY_API const char *grundy_parameter_name(grundy_parameters parameter);

/* Sets a numeric parameter of the model, which has to be one; a whole number is truncated. */
GRUNDY_API void grundy_parameter_set(grundy_parameters parameter, double value,
                                     grundy_model *model);

/* Reads a parameter of the model as a number; false if it is not numeric. */
GRUNDY_API bool grundy_parameter_get(const grundy_model *model, grundy_parameters parameter,
                                     double *value);

/* A parameter and the values that it takes, in the order in which they are given. */
typedef struct grundy_parameter_range {
  grundy_parameters parameter;
  bool whole;     /* the values are whole numbers */
  bool by_factor; /* some of them are given with steps by a factor */
  double *values; /* `count` of them; owned by the range */
  uint64_t count, room;
} grundy_parameter_range;

/* Reads PARAMETER=VALUES, such as n=10..300:10 or degree=1,2,4. GRUNDY_BAD_ARGUMENT with a message
 * that says what is wrong. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_parameter_range_parse(const char *text,
                                                                      grundy_parameter_range *range,
                                                                      grundy_error *error);

/* Frees the values. */
GRUNDY_API void grundy_parameter_range_free(grundy_parameter_range *range);

#ifdef __cplusplus
}
#endif

#endif
