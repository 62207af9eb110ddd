/* The interface of a model, for the files of this room: one const struct per model. */

#ifndef GRUNDY_SRC_MODEL_IMPL_H
#define GRUNDY_SRC_MODEL_IMPL_H

#include <grundy/model.h>

#include "base/monitor.h"
#include "digraph/rows.h"
#include "model/chance.h"

#include <assert.h>

/* A game that is being made. */
typedef struct grundy_making {
  const grundy_model *model;
  uint32_t order; /* the number of vertices, whichever parameters determine it */
  grundy_random random;
  grundy_work work;
  grundy_rows rows;
  grundy_chooser chooser; /* for makers that start it */
  grundy_arena arena;     /* for everything that is freed when the rows are made */
  grundy_error *error;
} grundy_making;

typedef struct grundy_maker {
  grundy_model_info info;

  /* Rejects parameters that do not fit together; each of them is already known to be in its own
   * range. NULL if nothing needs to be checked. */
  grundy_status (*check)(const grundy_model *model, uint32_t order, grundy_error *error);

  /* Makes the rows: grundy_making_start, then grundy_making_add for every vertex. If the arena
   * fails, what it returns does not matter. */
  grundy_status (*make)(grundy_making *making);
} grundy_maker;

extern const grundy_maker grundy_maker_gnp;
extern const grundy_maker grundy_maker_gnm;
extern const grundy_maker grundy_maker_degree;
extern const grundy_maker grundy_maker_dag;
extern const grundy_maker grundy_maker_power;
extern const grundy_maker grundy_maker_layered;
extern const grundy_maker grundy_maker_chain;
extern const grundy_maker grundy_maker_board;

/* Begins the rows, with room for about `size` moves. */
grundy_status grundy_making_start(grundy_making *making, uint64_t size);

/* Adds the next row, `count` numbers in the room that grundy_making_room returned for it. Fails if
 * the monitor cancels. */
grundy_status grundy_making_add(grundy_making *making, uint64_t count);

/* Adds the next row: a random set of `count` vertices. */
grundy_status grundy_making_add_random(grundy_making *making, uint32_t count);

/* Returns room for a row of `count` numbers, as grundy_choose and grundy_sort_row need it; NULL if
 * memory runs out. */
uint32_t *grundy_making_room(grundy_making *making, uint64_t count);

/* Returns degree · order, rounded; at most 2^62. */
uint64_t grundy_moves_of_degree(double degree, uint32_t order);

/* Returns GRUNDY_BAD_ARGUMENT unless the degree is an integer of at most `most`; `what` describes
 * this limit. */
grundy_status grundy_check_whole_degree(const grundy_model *model, uint64_t most, const char *what,
                                        grundy_error *error);

/* ---- sinks ------------------------------------------------------------------------------- */

/* Makes a random set of the vertices, of given size, sinks, in one pass over the vertices:
 * selection sampling [Knu97, §3.4.2, Algorithm S]. */
typedef struct grundy_sinks {
  uint64_t sinks, vertices; /* still to come */
} grundy_sinks;

static inline grundy_sinks grundy_sinks_start(const grundy_making *making) {
  grundy_chance share = grundy_chance_of(making->model->sinks);
  return (grundy_sinks){grundy_share_of(share, making->order), making->order};
}

/* Returns whether the next vertex is a sink. */
static inline bool grundy_sinks_next(grundy_sinks *s, grundy_random *random) {
  assert(s->sinks <= s->vertices);
  bool sink = grundy_pick(random, s->vertices--) < s->sinks;
  s->sinks -= sink;
  return sink;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* Ranks of vertices: their numbers, or a random permutation. */
typedef struct grundy_ranks {
  uint32_t *of_vertex; /* both are NULL if the rank of every vertex is its number */
  uint32_t *vertex_of;
} grundy_ranks;

/* Assigns the ranks, unless the arena fails. */
grundy_ranks grundy_ranks_assign(grundy_making *making);

static inline uint32_t grundy_rank_of(const grundy_ranks *ranks, uint32_t v) {
  return ranks->of_vertex == NULL ? v : ranks->of_vertex[v];
}

/* Turns an increasing row of ranks into an increasing row of vertices. */
void grundy_ranks_to_vertices(const grundy_ranks *ranks, uint32_t *row, uint64_t count);

#endif
