/* The state of a vertex while kernels label it: a label, or how many of its moves may still be
 * decided. One number for both, 4 bytes a vertex. */

#ifndef GRUNDY_SRC_SOLVE_LABELS_H
#define GRUNDY_SRC_SOLVE_LABELS_H

#include "solve/waves.h"

/* Marks a label; labels and counts are below 2^31. */
#define GRUNDY_LABELLED (UINT32_C(1) << 31)

/* How it ends at terminal positions: of[u] if that is there and not 0, and else `otherwise`: 'P',
 * the previous player succeeds; 'N', the next one does; 'D', none of them. */
typedef struct grundy_endings {
  const uint8_t *of;
  uint8_t otherwise;
} grundy_endings;

static inline uint8_t grundy_ending(const grundy_endings *endings, uint32_t u) {
  return endings->of == NULL || endings->of[u] == 0 ? endings->otherwise : endings->of[u];
}

/* Gives terminal positions the label 0, 1 or none, for P, N or D; the others count their followers.
 * Writes those with 0 to `queue`, which has room for all vertices, and returns how many there are;
 * *lost gets how many have 1. */
uint32_t grundy_labels_start(grundy_view g, const grundy_endings *endings, uint32_t *state,
                             uint32_t *queue, uint32_t *lost);

/* Writes the terminal positions with the label 1 to the queue, and returns how many there are. */
uint32_t grundy_labels_lost(grundy_view g, const grundy_endings *endings, uint32_t *queue);

/* The labels as numbers, infinity where there is none. The two arrays may be the same. */
void grundy_labels_finish(uint32_t order, const uint32_t *state, uint32_t *numbers);

#ifndef NDEBUG
/* Does every vertex of the wave have this label? For asserts. */
bool grundy_wave_has_label(const uint32_t *state, uint32_t label, const uint32_t *wave,
                           uint32_t length);
#endif

/* A rule of waves: one move less is open; the vertex gets the label when none is left. */
extern const grundy_rule grundy_count_down;

#endif
