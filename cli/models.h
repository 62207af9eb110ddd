/* The models of random games and their parameters as options, for all commands that generate
 * games. */

#ifndef GRUNDY_CLI_MODELS_H
#define GRUNDY_CLI_MODELS_H

#include <stdbool.h>

#include <grundy/model.h>

#include "options.h"

struct model_options {
  const char *name;
  struct integer order, moves, layers, width, height, reach, seed;
  struct real p, degree, sinks, exponent, back;
  int piece; /* index into model_pieces; MODEL_NO_PIECE if not given */
  bool swaps, put_backs, ordered;
};

enum { MODEL_NO_PIECE = -1 };

/* In the order of grundy_piece. */
extern const char *const model_pieces[];

/* Returns the parameters whose options were given. */
grundy_parameters model_given(const struct model_options *options);

/* Finds the model and checks that it takes the given parameters and those in `besides`, and that no
 * required one is missing. Returns CODE_YES, or prints an error and returns its exit code. */
int model_find(const struct command *command, const struct model_options *options,
               grundy_parameters besides, grundy_model *model);

/* For a struct of arguments of that type with a struct model_options `model`. The names are those
 * of grundy_parameter_name. */
#define OPTIONS_MODEL(type)                                                                        \
  {.name = "positions",                                                                            \
   .letter = 'n',                                                                                  \
   .kind = OPTION_INTEGER,                                                                         \
   .value = "N",                                                                                   \
   .destination = offsetof(type, model.order),                                                     \
   .help = "the number of positions"},                                                             \
      {.name = "p",                                                                                \
       .kind = OPTION_REAL,                                                                        \
       .value = "P",                                                                               \
       .destination = offsetof(type, model.p),                                                     \
       .help = "the probability of a move, 0 to 1"},                                               \
      {.name = "moves",                                                                            \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "M",                                                                               \
       .destination = offsetof(type, model.moves),                                                 \
       .help = "the number of moves"},                                                             \
      {.name = "degree",                                                                           \
       .kind = OPTION_REAL,                                                                        \
       .value = "D",                                                                               \
       .destination = offsetof(type, model.degree),                                                \
       .help = "the number of moves from a position: exactly, or on average in dag and power"},    \
      {.name = "sinks",                                                                            \
       .kind = OPTION_REAL,                                                                        \
       .value = "SHARE",                                                                           \
       .destination = offsetof(type, model.sinks),                                                 \
       .help = "the share of positions without moves, 0 to 1 (default: 0.1)"},                     \
      {.name = "exponent",                                                                         \
       .kind = OPTION_REAL,                                                                        \
       .value = "A",                                                                               \
       .destination = offsetof(type, model.exponent),                                              \
       .help = "degree k has a probability proportional to k^-A, A above 2 (default: 2.5)"},       \
      {.name = "layers",                                                                           \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "L",                                                                               \
       .destination = offsetof(type, model.layers),                                                \
       .help = "the number of layers"},                                                            \
      {.name = "width",                                                                            \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "W",                                                                               \
       .destination = offsetof(type, model.width),                                                 \
       .help = "the width of a layer or of the board"},                                            \
      {.name = "height",                                                                           \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "H",                                                                               \
       .destination = offsetof(type, model.height),                                                \
       .help = "the height of the board"},                                                         \
      {.name = "reach",                                                                            \
       .kind = OPTION_INTEGER,                                                                     \
       .value = "R",                                                                               \
       .destination = offsetof(type, model.reach),                                                 \
       .help = "how many layers down a move may go (default: 3)"},                                 \
      {.name = "back",                                                                             \
       .kind = OPTION_REAL,                                                                        \
       .value = "SHARE",                                                                           \
       .destination = offsetof(type, model.back),                                                  \
       .help = "the share of positions with a move back up (default: 0)"},                         \
      {.name = "piece",                                                                            \
       .kind = OPTION_CHOICE,                                                                      \
       .value = "PIECE",                                                                           \
       .choices = model_pieces,                                                                    \
       .destination = offsetof(type, model.piece),                                                 \
       .help = "the piece: rook, queen or king (default: rook)"},                                  \
      {.name = "swaps",                                                                            \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(type, model.swaps),                                                 \
       .help = "allow moves from (x, y) to (y, x)"},                                               \
      {.name = "put-backs",                                                                        \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(type, model.put_backs),                                             \
       .help =                                                                                     \
           "allow moves from the left or lower edge back to the other end of the row or column"},  \
      {.name = "ordered",                                                                          \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(type, model.ordered),                                               \
       .help = "number positions so that moves lead to smaller numbers"},                          \
      OPTION_SEED(type, model.seed, "the random game", "1", NULL)

#endif
