/* The games that are measured. */

#ifndef GRUNDY_BENCH_GAMES_H
#define GRUNDY_BENCH_GAMES_H

#include <grundy/digraph.h>
#include <grundy/model.h>

/* Families can be combined in a set. */
enum {
  RANDOM = 1 << 0, /* cyclic, without structure */
  SHUFFLED_DAG = 1 << 1,
  ORDERED_DAG = 1 << 2,
  DEEP = 1 << 3, /* long plays */
  BOARD = 1 << 4,
  CYCLIC_BOARD = 1 << 5,
  ADVERSARIAL = 1 << 6, /* designed to make the levels of G as expensive as possible */
  CHAIN = 1 << 7,
  ANY_FAMILY = (1 << 8) - 1,
};

/* How large the games are. */
typedef struct game_size {
  const char *name;
  uint64_t order;       /* vertices of random games; other games have 8 moves per vertex */
  uint64_t hard_moves;  /* moves of adversarial games */
  double paper_seconds; /* time limit of the paper's algorithm */
} game_size;

typedef struct game game;

struct game {
  const char *name;
  unsigned family;
  bool selected;      /* for expensive measurements, on a few games only */
  grundy_model model; /* without its size */
  grundy_digraph *(*make)(const game_size *size); /* NULL: by the model */
};

enum { GAME_COUNT = 31 };
extern const game games[GAME_COUNT];

/* Finds a game by its name, or a size by its name or its number of positions; NULL if there is
 * none. */
const game *find_game(const char *name);
const game_size *find_size(const char *name);

/* Makes the game in that size; it belongs to the caller. */
grundy_digraph *make_game(const game *wanted, const game_size *size);

#endif
