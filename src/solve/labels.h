/* The state of a vertex while kernels label it: its label, or the number of its moves that are
 * still undecided. One number holds both, 4 bytes per vertex. */

#ifndef GRUNDY_SRC_SOLVE_LABELS_H
#define GRUNDY_SRC_SOLVE_LABELS_H

#include "solve/waves.h"

#include <grundy/value.h>

#include <assert.h>

/* Marks a label; labels and counts are below 2^31. */
#define GRUNDY_LABELLED (UINT32_C(1) << 31)

/* The outcomes of terminal positions: of[u] if that exists and is not 0, and `otherwise` if not: P,
 * the previous player succeeds; N, the next player does; D, neither does. */
typedef struct grundy_endings {
  const grundy_outcome *of;
  grundy_outcome otherwise;
} grundy_endings;

static inline grundy_outcome grundy_ending(const grundy_endings *endings, uint32_t u) {
  return endings->of == NULL || endings->of[u] == 0 ? endings->otherwise : endings->of[u];
}

/* Returns the state of u before anything is propagated: terminal positions have the label 0, 1 or
 * none, for P, N or D [Smi66, §5]; other vertices count their followers, which are distinct. */
static inline uint32_t grundy_label_at_start(const grundy_endings *endings, uint64_t followers,
                                             uint32_t u) {
  assert(followers < GRUNDY_LABELLED);
  if (followers > 0) return (uint32_t)followers;
  grundy_outcome ending = grundy_ending(endings, u);
  return ending == GRUNDY_OUTCOME_D ? 0 : GRUNDY_LABELLED | (ending == GRUNDY_OUTCOME_N);
}

/* Gives all vertices their state before anything is propagated. Writes the vertices with label 0 to
 * `queue`, which has room for all vertices, and returns how many there are; *lost becomes the
 * number of vertices with label 1. */
uint32_t grundy_labels_start(grundy_view g, const grundy_endings *endings, uint32_t *state,
                             uint32_t *queue, uint32_t *lost);

/* Writes the terminal positions with the label 1 to the queue, and returns how many there are. */
uint32_t grundy_labels_lost(grundy_view g, const grundy_endings *endings, uint32_t *queue);

/* Returns the number that a state stands for at the end: its label, or infinity if it has none. */
static inline uint32_t grundy_label_number(uint32_t state) {
  return (state & GRUNDY_LABELLED) != 0 ? state & ~GRUNDY_LABELLED : GRUNDY_INFINITY;
}

/* Converts the labels to numbers, with infinity for no label. The two arrays may be the same. */
void grundy_labels_finish(uint32_t order, const uint32_t *state, uint32_t *numbers);

#ifndef NDEBUG
/* Returns whether every vertex of the wave has this label. For asserts. */
bool grundy_wave_has_label(const uint32_t *state, uint32_t label, const uint32_t *wave,
                           uint32_t length);
#endif

/* ---- updates ----------------------------------------------------------------------------- */

/* The two updates of u when a move of it leads to a vertex that has got its label. They return
 * whether u gets this label. */

/* The move wins, so u gets its label. */
static inline bool grundy_update_win(uint32_t *state, uint32_t label, uint32_t u) {
  uint32_t now = state[u];
  bool waits = (now & GRUNDY_LABELLED) == 0;
  state[u] = waits ? label : now;
  return waits;
}

/* One move fewer is undecided; at 0 the vertex gets the label. */
static inline bool grundy_update_count_down(uint32_t *state, uint32_t label, uint32_t u) {
  uint32_t now = state[u];
  bool waits = (now & GRUNDY_LABELLED) == 0;
  assert(!waits || now > 0); /* updated once per move */
  now -= waits;
  bool done = now == 0;
  state[u] = done ? label : now;
  return done;
}

/* The same for waves. */
extern const grundy_wave_update grundy_win_at_once, grundy_count_down;

#endif
