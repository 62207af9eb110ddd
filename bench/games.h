/* The games that are measured. */

#ifndef GRUNDY_BENCH_GAMES_H
#define GRUNDY_BENCH_GAMES_H

#include <grundy/digraph.h>
#include <grundy/model.h>

/* A set of families is a sum of these. */
enum {
  RANDOM = 1 << 0, /* cyclic, without structure */
  SHUFFLED_DAG = 1 << 1,
  ORDERED_DAG = 1 << 2,
  DEEP = 1 << 3, /* long plays */
  BOARD = 1 << 4,
  CYCLIC_BOARD = 1 << 5,
  ADVERSARIAL = 1 << 6, /* made to cost the levels of G as much as they can */
  CHAIN = 1 << 7,
  ANY_FAMILY = (1 << 8) - 1,
};

/* How large games are made. */
typedef struct game_size {
  const char *name;
  uint64_t order;       /* vertices of random games; other games have 8 moves for each of them */
  uint64_t hard_moves;  /* moves of adversarial games */
  double paper_seconds; /* the paper's algorithm is stopped after that */
} game_size;

typedef struct game game;

struct game {
  const char *name;
  unsigned family;
  bool selected;                           /* for what is measured on a few games only */
  grundy_model model;                      /* without its size */
  grundy_digraph *(*make)(uint64_t moves); /* NULL: by the model */
};

enum { GAME_COUNT = 29 };
extern const game games[GAME_COUNT];

/* NULL if there is none of that name. */
const game *find_game(const char *name);
const game_size *find_size(const char *name);

/* The game in that size; it belongs to the caller. */
grundy_digraph *make_game(const game *wanted, const game_size *size);

#endif
