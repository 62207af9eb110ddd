/* What a model is, for the files of this room: one const struct each. */

#ifndef GRUNDY_SRC_MODEL_IMPL_H
#define GRUNDY_SRC_MODEL_IMPL_H

#include <grundy/model.h>

#include "base/monitor.h"
#include "digraph/rows.h"
#include "model/chance.h"

#include <assert.h>

/* A game while it is made. */
typedef struct grundy_making {
  const grundy_model *model;
  uint32_t order; /* the number of vertices, whatever parameters it comes from */
  grundy_random random;
  grundy_work work;
  grundy_rows rows;
  grundy_error *error;
} grundy_making;

typedef struct grundy_maker {
  grundy_model_info info;

  /* Refuses parameters that do not fit together; each of them is known to be in its own range.
   * NULL where there is nothing to refuse. */
  grundy_status (*check)(const grundy_model *model, uint32_t order, grundy_error *error);

  /* Makes the rows: grundy_making_start, then grundy_making_add for every vertex. */
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

/* Begins the rows, for about `size` moves. */
grundy_status grundy_making_start(grundy_making *making, uint64_t size);

/* Adds the next row, `count` numbers in the room that grundy_making_room gave for it, or fails
 * because nobody wants the game any more. */
grundy_status grundy_making_add(grundy_making *making, uint64_t count);

/* Room for a row of `count` numbers, as grundy_choose and grundy_sort_row need it; NULL if
 * memory runs out. */
uint32_t *grundy_making_room(grundy_making *making, uint64_t count);

/* degree · order, rounded; at most 2^62. */
uint64_t grundy_moves_of_degree(double degree, uint32_t order);

/* GRUNDY_BAD_ARGUMENT unless the degree is a whole number of at most `most`; `what` says what
 * that is. */
grundy_status grundy_check_whole_degree(const grundy_model *model, uint64_t most, const char *what,
                                        grundy_error *error);

/* ---- sinks ------------------------------------------------------------------------------- */

/* Goes through the vertices and makes a random set of a given size of them sinks: selection
 * sampling [Knu97, §3.4.2, Algorithm S]. */
typedef struct grundy_sinks {
  uint64_t sinks, vertices; /* still to come */
} grundy_sinks;

static inline grundy_sinks grundy_sinks_start(const grundy_making *making) {
  grundy_chance share = grundy_chance_of(making->model->sinks);
  return (grundy_sinks){grundy_share_of(share, making->order), making->order};
}

/* Is the next vertex a sink? */
static inline bool grundy_sinks_next(grundy_sinks *s, grundy_random *random) {
  assert(s->sinks <= s->vertices);
  bool sink = grundy_pick(random, s->vertices--) < s->sinks;
  s->sinks -= sink;
  return sink;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* Vertices that are called by their rank, or have ranks dealt at random. */
typedef struct grundy_ranks {
  uint32_t *of_vertex; /* NULL, both: every vertex is called by its rank */
  uint32_t *vertex_of;
} grundy_ranks;

/* False if memory runs out; then nothing is to be freed. */
bool grundy_ranks_deal(grundy_ranks *ranks, grundy_making *making);
void grundy_ranks_free(grundy_ranks *ranks);

static inline uint32_t grundy_rank_of(const grundy_ranks *ranks, uint32_t v) {
  return ranks->of_vertex == NULL ? v : ranks->of_vertex[v];
}

/* Turns an increasing row of ranks into an increasing row of vertices. */
void grundy_ranks_to_vertices(const grundy_ranks *ranks, uint32_t *row, uint64_t count);

#endif
