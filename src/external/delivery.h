/* Delivers updates to vertices: parts of rows, each with a word that goes to all its vertices, are
 * sorted into blocks of vertices whose state fits into the cache, and applied block by block. Each
 * thread owns some blocks, so no vertex is updated by two threads, and no atomics are needed. */

#ifndef GRUNDY_SRC_EXTERNAL_DELIVERY_H
#define GRUNDY_SRC_EXTERNAL_DELIVERY_H

#include "external/vertex_set.h"

/* An update, the same for all vertices of a wave. */
typedef struct grundy_update {
  void *kernel;   /* for `apply` */
  uint32_t label; /* the new label */
  bool worded;    /* whether `apply` uses the words */
  /* Updates the vertices one after the other, moves those that changed as the kernel says to the
   * front of `vertices`, and returns how many there are. `words` are those of the parts, one per
   * vertex, and NULL unless `worded`. *settled grows by what the kernel counts. */
  uint64_t (*apply)(const struct grundy_update *update, uint32_t *vertices, const uint32_t *words,
                    uint64_t count, uint64_t *settled);
} grundy_update;

enum { GRUNDY_AHEAD_DELIVERY = 16 };

/* Defines `apply` from two inline functions, as GRUNDY_WAVE_UPDATE of the room solve does:
 * `update_one(kernel, label, u, &settled)` updates u and returns whether it changed, where the
 * label is the word if there are words, and `fetch(kernel, u)` prefetches its state. `kernels` is
 * the type of their first argument. */
#define GRUNDY_DELIVERY_UPDATE(name, kernels, fetch, update_one)                                   \
  static uint64_t name(const grundy_update *update, uint32_t *vertices, const uint32_t *words,     \
                       uint64_t count, uint64_t *settled) {                                        \
    kernels kernel = update->kernel;                                                               \
    uint64_t found = 0, sum = 0;                                                                   \
    for (uint64_t i = 0; i < count; i++) {                                                         \
      if (i + GRUNDY_AHEAD_DELIVERY < count) fetch(kernel, vertices[i + GRUNDY_AHEAD_DELIVERY]);   \
      uint32_t u = vertices[i];                                                                    \
      vertices[found] = u;                                                                         \
      found += update_one(kernel, words == NULL ? update->label : words[i], u, &sum);              \
    }                                                                                              \
    *settled += sum;                                                                               \
    return found;                                                                                  \
  }

/* A part of a row. */
typedef struct grundy_part {
  const uint32_t *at;
  uint32_t count;
  uint32_t word;
  uint32_t before; /* vertices in the parts before it */
} grundy_part;

typedef struct grundy_delivery {
  uint32_t order;
  uint32_t capacity; /* vertices per delivery */
  uint32_t most;     /* vertices per part, so that threads have similar shares */
  int threads;
  uint32_t bits, blocks; /* a block has 2^bits vertices; 0 blocks: never sorted */
  grundy_part *parts;
  uint32_t part_count, part_room;
  uint32_t pending;           /* vertices in the parts */
  uint32_t *vertices, *words; /* by block */
  uint32_t *places;           /* by thread and block: where its next vertex goes */
  uint64_t settled;           /* by all updates so far */
} grundy_delivery;

/* Starts deliveries of at most `capacity` vertices at a time, by at most that many threads. The
 * arena owns the arrays. */
void grundy_delivery_start(grundy_delivery *delivery, grundy_arena *arena, uint32_t order,
                           uint32_t capacity, unsigned most_threads);

/* Adds as many of `count` vertices as there is room for, and returns how many these are. They must
 * stay where they are until they are delivered. */
uint64_t grundy_delivery_add(grundy_delivery *delivery, const uint32_t *at, uint64_t count,
                             uint32_t word);

/* Applies the update to all vertices of all parts, of which none are left then. Adds the vertices
 * that changed to *changed; if that is NULL, they are at the front of delivery->vertices instead,
 * and the result is their number. */
uint64_t grundy_delivery_apply(grundy_delivery *delivery, const grundy_update *update,
                               grundy_vertex_set *changed);

/* Applies a function to all parts, in parallel, some at a time. */
typedef void grundy_parts_function(void *context, grundy_part *parts, uint32_t count);
void grundy_delivery_each_part(grundy_delivery *delivery, grundy_parts_function *function,
                               void *context);

#endif
