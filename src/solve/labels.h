/* The state of a vertex while kernels label it: a label, or how many of its moves may still be
 * decided. One number for both, 4 bytes a vertex. */

#ifndef GRUNDY_SRC_SOLVE_LABELS_H
#define GRUNDY_SRC_SOLVE_LABELS_H

#include "digraph/view.h"

/* Marks a label; labels and counts are below 2^31. */
#define GRUNDY_LABELLED (UINT32_C(1) << 31)

/* Gives `label` to the terminal positions and writes them to `queue`, which has room for all
 * vertices; the others count their followers. Returns how many are terminal. */
uint32_t grundy_labels_start(grundy_view g, uint32_t label, uint32_t *state, uint32_t *queue);

/* How it ends at terminal positions: of[u] if that is there and not 0, and else `otherwise`: 'P',
 * the previous player succeeds; 'N', the next one does; 'D', none of them. */
typedef struct grundy_endings {
  const uint8_t *of;
  uint8_t otherwise;
} grundy_endings;

static inline uint8_t grundy_ending(const grundy_endings *endings, uint32_t u) {
  return endings->of == NULL || endings->of[u] == 0 ? endings->otherwise : endings->of[u];
}

/* The same with labels 0, 1 and none for P, N and D. Returns how many have 0; those with 1 are not
 * in the queue. */
uint32_t grundy_labels_start_endings(grundy_view g, const grundy_endings *endings, uint32_t *state,
                                     uint32_t *queue);

/* Writes the terminal positions with the label 1 to the queue, and returns how many there are. */
uint32_t grundy_labels_lost(grundy_view g, const grundy_endings *endings, uint32_t *queue);

/* The labels as numbers, infinity where there is none. The two arrays may be the same. */
void grundy_labels_finish(uint32_t order, const uint32_t *state, uint32_t *numbers);

/* A rule of waves: one move less is open; the vertex gets the label when none is left. */
static inline bool grundy_labels_count_down(uint32_t *state, uint32_t label, uint32_t u) {
  uint32_t now = state[u];
  bool waits = (now & GRUNDY_LABELLED) == 0;
  now -= waits;
  bool done = now == 0;
  state[u] = done ? label : now;
  return done;
}

#endif
