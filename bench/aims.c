#include "aims.h"

enum { DAG = SHUFFLED_DAG | ORDERED_DAG };

const aim aims[AIM_COUNT] = {
    {"reverse", TIMES_LONGER, 2, REVERSE, LIMIT, ANY_FAMILY, 0},
    {"remoteness, random cyclic", TIMES_LONGER, 2, REMOTENESS, LIMIT, RANDOM, 0},
    {"remoteness, shuffled dag", TIMES_LONGER, 3, REMOTENESS, LIMIT, SHUFFLED_DAG, 0},
    {"G, random cyclic", TIMES_LONGER, 3, VALUES, LIMIT, RANDOM, 0},
    {"G, shuffled dag", TIMES_LONGER, 5, VALUES, LIMIT, SHUFFLED_DAG, 0},
    {"G, ordered dag", TIMES_LONGER, 2, VALUES, LIMIT, ORDERED_DAG, 0},
    {"G, rook and queen boards", TIMES_LONGER, 2, VALUES, LIMIT, BOARD, 0},
    {"G, cyclic boards", TIMES_LONGER, 10, VALUES, LIMIT, CYCLIC_BOARD, 0},
    {"remoteness of chains over a pointer chase", TIMES_LONGER, 1.1, REMOTENESS, CHASE, CHAIN, 0},
    {"G faster than the paper's, random and dag", TIMES_FASTER, 5, VALUES, PAPER, RANDOM | DAG, 0},
    {"G faster than the paper's, boards", TIMES_FASTER, 20, VALUES, PAPER, BOARD | CYCLIC_BOARD, 0},
    {"two threads, reverse", SPEED_UP, 1.6, REVERSE, REVERSE, ANY_FAMILY, 0},
    {"two threads, remoteness", SPEED_UP, 1.6, REMOTENESS, REMOTENESS, ANY_FAMILY, 0},
    {"two threads, G", SPEED_UP, 1.6, VALUES, VALUES, ANY_FAMILY, 0},
    {"two threads, solve", SPEED_UP, 1.6, SOLVE, SOLVE, ANY_FAMILY, 0},
    {"two threads, verify", SPEED_UP, 1.6, VERIFY, VERIFY, ANY_FAMILY, 0},
    {"bytes per move, degree 8", BYTES, 14, SOLVE, SOLVE, RANDOM | DAG, 8},
};

static bool is_for(const aim *a, const game *played) {
  return (a->families & played->family) != 0 &&
         (a->degree == 0 || a->degree == played->model.degree);
}

double aim_measured(const aim *a, const game_row *r) {
  if (!is_for(a, r->played)) return 0;
  switch (a->kind) {
  case TIMES_LONGER:
    return times_longer(r, a->id, a->other);
  case TIMES_FASTER:
    return times_longer(r, a->other, a->id);
  case SPEED_UP:
    return speed_up(r, 1, a->id);
  case BYTES:
    return r->memory.default_columns;
  }
  return 0;
}

double aim_distance(const aim *a, double measured) {
  bool at_most = a->kind == TIMES_LONGER || a->kind == BYTES;
  return at_most ? measured / a->bound : a->bound / measured;
}

bool aim_met(const aim *a, double measured) {
  return aim_distance(a, measured) <= 1;
}

double aimed_multiple(kernel_id id, const game *played) {
  for (int i = 0; i < AIM_COUNT; i++)
    if (aims[i].kind == TIMES_LONGER && aims[i].id == id && aims[i].other == LIMIT &&
        is_for(&aims[i], played))
      return aims[i].bound;
  return 0;
}
