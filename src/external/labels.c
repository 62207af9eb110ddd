/* Retrograde labelling from reverse rows: remoteness, and peeling, wave by wave, with the states
 * and updates of labels.h of the room solve. The states of unlabelled vertices count undecided
 * moves, so they add up to the moves that are still needed: those between vertices that are
 * unlabelled or in the current wave. This number, which is kept exactly, decides when rows are
 * trimmed. */

#include "external/impl.h"

#include "base/error.h"
#include "value/largest.h"

#include <string.h>

typedef struct labelling {
  grundy_external *run;
  uint32_t *state;
  uint32_t label;             /* of the current wave */
  uint64_t undecided;         /* the sum of the states of unlabelled vertices */
  grundy_vertex_set waves[2]; /* the wave of a label, at label % 2, and the next one */
  uint64_t mark;              /* of the arena, before the waves */
} labelling;

/* ---- waves ------------------------------------------------------------------------------- */

/* Gives all vertices their first state. The terminal positions with label 0 are the first wave;
 * those with label 1 join the second one. */
static void labelling_start(labelling *labels, const grundy_endings *endings) {
  grundy_external *run = labels->run;
  const grundy_view *g = &run->g;
  labels->mark = run->arena.count;
  labels->undecided = g->size;
  grundy_vertex_set_start(&labels->waves[0], &run->arena, g->order);
  grundy_vertex_set_start(&labels->waves[1], &run->arena, g->order);
  if (!grundy_arena_usable(&run->arena)) return;
  for (uint32_t u = 0; u < g->order; u++) {
    uint32_t state = grundy_label_at_start(endings, g->offsets[u + 1] - g->offsets[u], u);
    labels->state[u] = state;
    if (state >= GRUNDY_LABELLED)
      grundy_vertex_set_add(&labels->waves[state - GRUNDY_LABELLED], &u, 1);
  }
}

static bool needs_row(const void *kernel, uint32_t v) {
  const labelling *labels = kernel;
  uint32_t now = labels->state[v];
  return now < GRUNDY_LABELLED || now - GRUNDY_LABELLED >= labels->label;
}

/* Trims the rows if that is possible, propagates the current wave, and goes to the next one. */
static grundy_status propagate(labelling *labels, grundy_update *update, const uint32_t *words,
                               grundy_work *work) {
  grundy_external *run = labels->run;
  grundy_vertex_set *wave = &labels->waves[labels->label % 2];
  grundy_vertex_set *next = &labels->waves[(labels->label + 1) % 2];
  grundy_need need = {labels, needs_row, labels->state, GRUNDY_LABELLED, labels->undecided};
  uint64_t settled = 0;
  grundy_status status = grundy_external_trim(run, &need, work);
  if (status != GRUNDY_OK) return status;
  update->label = GRUNDY_LABELLED | (labels->label + 1);
  status = grundy_reverse_propagate(grundy_external_rows(run), &run->reading, wave, words, update,
                                    next, &settled, work, run->error);
  if (status != GRUNDY_OK) return status;
  assert(settled <= labels->undecided);
  labels->undecided -= settled;
  grundy_vertex_set_clear(wave);
  labels->label++;
  return GRUNDY_OK;
}

/* Reports where the rows were if all went well. */
static grundy_status labelling_end(labelling *labels, grundy_status status, grundy_work *work) {
  grundy_external *run = labels->run;
  if (run->arena.failed && status == GRUNDY_OK) status = grundy_fail_memory(run->error);
  if (status == GRUNDY_OK && grundy_arena_usable(&run->arena))
    grundy_work_finish(work, run->all.scratch == NULL ? "lean" : "scratch file", run->g.size);
  grundy_arena_rewind(&run->arena, labels->mark);
  grundy_external_untrim(run);
  return status;
}

/* ---- remoteness -------------------------------------------------------------------------- */

static inline void fetch_state(const uint32_t *state, uint32_t u) {
  __builtin_prefetch(&state[u], 1);
}

/* The updates of the room solve; *settled grows by the moves that are decided now. */
static inline bool win(uint32_t *state, uint32_t label, uint32_t u, uint64_t *settled) {
  *settled += state[u] < GRUNDY_LABELLED ? state[u] : 0;
  return grundy_update_win(state, label, u);
}

static inline bool count_down(uint32_t *state, uint32_t label, uint32_t u, uint64_t *settled) {
  *settled += state[u] < GRUNDY_LABELLED;
  return grundy_update_count_down(state, label, u);
}

GRUNDY_DELIVERY_UPDATE(apply_win, uint32_t *, fetch_state, win)
GRUNDY_DELIVERY_UPDATE(apply_count_down, uint32_t *, fetch_state, count_down)

/* [Smi66, (4a)–(4e)] and [FY86, Cor. 1]; see remoteness.c of the room solve. */
grundy_status grundy_external_remoteness(grundy_external *run, const grundy_endings *endings,
                                         const char *phase, uint32_t *remoteness) {
  labelling labels = {.run = run, .state = remoteness};
  grundy_work work = grundy_work_start(run->monitor, phase, run->g.order + run->g.size);
  grundy_status status = GRUNDY_OK;
  labelling_start(&labels, endings);
  bool usable = grundy_arena_usable(&run->arena);
  while (usable && status == GRUNDY_OK &&
         (labels.label == 0 || labels.waves[labels.label % 2].count > 0)) {
    grundy_update update = {.kernel = remoteness,
                            .apply = labels.label % 2 == 0 ? apply_win : apply_count_down};
    status = propagate(&labels, &update, NULL, &work);
  }
  if (usable && status == GRUNDY_OK) grundy_labels_finish(run->g.order, remoteness, remoteness);
  return labelling_end(&labels, status, &work);
}

/* ---- peeling ----------------------------------------------------------------------------- */

/* A vertex collects the values of its followers in a set of bits until all of them are known; then
 * it gets the mex. The set is one word, in the place of the value, if there are so few followers
 * that the mex fits. Otherwise the place has the index of a longer set. */
enum { WORD = 32, SHORT_ROW = WORD - 1 };

typedef struct peeling {
  labelling labels;
  uint32_t *values;
  uint64_t *is_long; /* one bit per vertex; NULL if no row is long */
  uint32_t *pool;    /* the long sets, each after its number of words */
} peeling;

static uint64_t words_of_set(uint64_t degree, uint64_t largest) {
  uint64_t bits = (degree < largest ? degree : largest) + 1;
  return (bits + WORD - 1) / WORD;
}

/* Returns the words of all long sets, with their sizes. */
static uint64_t pool_words(const grundy_view *g) {
  uint64_t words = 0, largest = grundy_largest_value(g->size);
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t degree = g->offsets[u + 1] - g->offsets[u];
    if (degree > SHORT_ROW) words += 1 + words_of_set(degree, largest);
  }
  return words;
}

/* Gives long rows their sets. */
static void peeling_start(peeling *peel, const grundy_view *g, grundy_arena *arena) {
  uint64_t words = pool_words(g), at = 0, largest = grundy_largest_value(g->size);
  if (words > 0) {
    if (words > UINT32_MAX) grundy_arena_fail(arena); /* more than memory anyway */
    peel->is_long =
        grundy_arena_zeros(arena, ((uint64_t)g->order + 63) / 64, sizeof *peel->is_long);
    peel->pool = grundy_arena_zeros(arena, words, sizeof *peel->pool);
  }
  if (!grundy_arena_usable(arena)) return;
  memset(peel->values, 0, g->order * sizeof *peel->values);
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t degree = g->offsets[u + 1] - g->offsets[u];
    if (degree <= SHORT_ROW) continue;
    peel->is_long[u / 64] |= UINT64_C(1) << u % 64;
    peel->pool[at] = (uint32_t)words_of_set(degree, largest);
    peel->values[u] = (uint32_t)(at + 1);
    at += 1 + peel->pool[at];
  }
  assert(at == words);
}

static inline void fetch_peeled(const peeling *peel, uint32_t u) {
  __builtin_prefetch(&peel->labels.state[u], 1);
  __builtin_prefetch(&peel->values[u], 1);
}

/* A follower is peeled and has this value. */
static inline bool peel_follower(const peeling *peel, uint32_t value, uint32_t u,
                                 uint64_t *settled) {
  uint32_t *state = peel->labels.state, *set = &peel->values[u], words = 1, i = 0;
  if (peel->is_long != NULL && (peel->is_long[u / 64] >> u % 64 & 1) != 0) {
    set = peel->pool + *set;
    words = set[-1];
  }
  assert(state[u] < GRUNDY_LABELLED && state[u] > 0);
  if (value / WORD < words) set[value / WORD] |= UINT32_C(1) << value % WORD;
  ++*settled;
  if (--state[u] > 0) return false;
  state[u] = GRUNDY_LABELLED | (peel->labels.label + 1);
  while (i < words && set[i] == UINT32_MAX) i++;
  peel->values[u] = WORD * i + (i == words ? 0 : (uint32_t)__builtin_ctz(~set[i]));
  return true;
}

GRUNDY_DELIVERY_UPDATE(apply_peel, const peeling *, fetch_peeled, peel_follower)

/* The wave of label d has exactly the vertices of terminal distance d [Smi66, (2)]; when a vertex
 * is found, all values of its followers are known. */
grundy_status grundy_external_peel(grundy_external *run, uint32_t *state, uint32_t *values) {
  static const grundy_endings all = {NULL, GRUNDY_OUTCOME_P};
  peeling peel = {.labels = {.run = run, .state = state}, .values = values};
  labelling *labels = &peel.labels;
  grundy_work work =
      grundy_work_start(run->monitor, values != NULL ? "distance and peeled values" : "distance",
                        run->g.order + run->g.size);
  grundy_update update = {.kernel = state, .apply = apply_count_down};
  if (values != NULL)
    update = (grundy_update){.kernel = &peel, .worded = true, .apply = apply_peel};
  grundy_status status = GRUNDY_OK;
  labelling_start(labels, &all);
  if (values != NULL) peeling_start(&peel, &run->g, &run->arena);
  bool usable = grundy_arena_usable(&run->arena);
  while (usable && status == GRUNDY_OK && labels->waves[labels->label % 2].count > 0)
    status = propagate(labels, &update, values, &work);
  return labelling_end(labels, status, &work);
}
