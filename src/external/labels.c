/* Retrograde labelling from reverse rows: remoteness, and peeling, wave by wave. Both count in the
 * state of an unlabelled vertex how many of its moves are undecided, so the states of unlabelled
 * vertices add up to the moves that are still needed: those between vertices that are unlabelled or
 * in the current wave. This number, which is kept exactly, decides when rows are trimmed. */

#include "external/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "value/largest.h"

/* How far ahead states are prefetched. */
enum { AHEAD = 16 };

typedef struct labelling {
  grundy_external *x;
  uint32_t *state;
  uint32_t label;     /* of the current wave */
  uint64_t undecided; /* the sum of the states of unlabelled vertices */
  grundy_vertex_set waves[2];
} labelling;

/* ---- updates ----------------------------------------------------------------------------- */

/* A move to a vertex of even label wins. */
static uint64_t update_win(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                           uint64_t count, uint64_t *settled) {
  uint32_t *state = update->kernel;
  uint64_t found = 0, sum = 0;
  (void)words;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&state[vertices[i + AHEAD]], 1);
    uint32_t u = vertices[i], now = state[u];
    bool waits = (now & GRUNDY_LABEL_BIT) == 0;
    sum += waits ? now : 0;
    state[u] = waits ? update->label : now;
    vertices[found] = u;
    found += waits;
  }
  *settled += sum;
  return found;
}

/* One move fewer is undecided; at 0 the vertex gets the label. */
static uint64_t update_count_down(const grundy_update *update, uint32_t *vertices,
                                  const uint32_t *words, uint64_t count, uint64_t *settled) {
  uint32_t *state = update->kernel;
  uint64_t found = 0, sum = 0;
  (void)words;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&state[vertices[i + AHEAD]], 1);
    uint32_t u = vertices[i], now = state[u];
    bool waits = (now & GRUNDY_LABEL_BIT) == 0;
    assert(!waits || now > 0); /* updated once per move */
    now -= waits;
    bool done = now == 0;
    sum += waits;
    state[u] = done ? update->label : now;
    vertices[found] = u;
    found += done;
  }
  *settled += sum;
  return found;
}

/* ---- waves ------------------------------------------------------------------------------- */

static bool needs_row(const void *kernel, uint32_t v) {
  const labelling *l = kernel;
  uint32_t now = l->state[v];
  return (now & GRUNDY_LABEL_BIT) == 0 || (now & ~GRUNDY_LABEL_BIT) >= l->label;
}

static grundy_vertex_set *wave_of(labelling *l, uint32_t label) {
  return &l->waves[label % 2];
}

/* Trims the rows if that is possible, propagates the current wave, and goes to the next one. */
static grundy_status propagate(labelling *l, grundy_update *update, const uint32_t *words,
                               grundy_work *work) {
  grundy_external *x = l->x;
  grundy_vertex_set *wave = wave_of(l, l->label);
  grundy_need need = {l, needs_row, l->state, GRUNDY_LABEL_BIT, l->undecided};
  uint64_t settled = 0;
  grundy_status status = grundy_external_trim(x, &need, work);
  if (status != GRUNDY_OK) return status;
  update->label = GRUNDY_LABEL_BIT | (l->label + 1);
  status = grundy_reverse_propagate(grundy_external_rows(x), &x->reading, wave, words, update,
                                    wave_of(l, l->label + 1), &settled, work, x->error);
  if (status != GRUNDY_OK) return status;
  assert(settled <= l->undecided);
  l->undecided -= settled;
  grundy_vertex_set_clear(wave);
  l->label++;
  return GRUNDY_OK;
}

static grundy_status labelling_start(labelling *l) {
  l->undecided = l->x->g.size;
  bool memory = grundy_vertex_set_start(&l->waves[0], l->x->g.order) &&
                grundy_vertex_set_start(&l->waves[1], l->x->g.order);
  return memory ? GRUNDY_OK : grundy_fail_memory(l->x->error);
}

static void labelling_free(labelling *l) {
  grundy_vertex_set_free(&l->waves[0]);
  grundy_vertex_set_free(&l->waves[1]);
  grundy_external_untrim(l->x);
}

void grundy_external_finish_labels(uint32_t order, const uint32_t *state, uint32_t *numbers) {
  for (uint32_t u = 0; u < order; u++) {
    uint32_t now = state[u];
    numbers[u] = (now & GRUNDY_LABEL_BIT) != 0 ? now & ~GRUNDY_LABEL_BIT : GRUNDY_INFINITY;
  }
}

/* Says in timings where the rows were. */
static const char *place_of_rows(const grundy_external *x) {
  return x->all.scratch == NULL ? "lean" : "scratch file";
}

/* ---- remoteness -------------------------------------------------------------------------- */

static grundy_outcome ending_of(const grundy_outcome *ends, grundy_outcome otherwise, uint32_t u) {
  return ends == NULL || ends[u] == 0 ? otherwise : ends[u];
}

/* Labels the terminal positions; those of label 0 are the first wave. */
static void start_remoteness(labelling *l, const grundy_outcome *ends, grundy_outcome otherwise) {
  const grundy_view *g = &l->x->g;
  for (uint32_t u = 0; u < g->order; u++) {
    l->state[u] = (uint32_t)(g->offsets[u + 1] - g->offsets[u]);
    if (l->state[u] > 0) continue;
    grundy_outcome ending = ending_of(ends, otherwise, u);
    if (ending != GRUNDY_OUTCOME_D) l->state[u] = GRUNDY_LABEL_BIT | (ending == GRUNDY_OUTCOME_N);
    if (ending == GRUNDY_OUTCOME_P) grundy_vertex_set_add(&l->waves[0], &u, 1);
  }
}

/* Terminal positions that the next player wins join the wave of label 1 [Smi66, §5]. */
static void add_lost(labelling *l, const grundy_outcome *ends, grundy_outcome otherwise) {
  const grundy_view *g = &l->x->g;
  if (ends == NULL && otherwise != GRUNDY_OUTCOME_N) return;
  for (uint32_t u = 0; u < g->order; u++)
    if (g->offsets[u] == g->offsets[u + 1] && ending_of(ends, otherwise, u) == GRUNDY_OUTCOME_N)
      grundy_vertex_set_add(wave_of(l, 1), &u, 1);
}

/* [Smi66, (4a)–(4e)] and [FY86, Cor. 1]; see remoteness.c of the room solve. */
grundy_status grundy_external_remoteness(grundy_external *x, const grundy_outcome *ends,
                                         grundy_outcome otherwise, const char *phase,
                                         uint32_t *remoteness) {
  labelling l = {.x = x, .state = remoteness};
  grundy_work work = grundy_work_start(x->monitor, phase, x->g.order + x->g.size);
  grundy_status status = labelling_start(&l);
  if (status == GRUNDY_OK) start_remoteness(&l, ends, otherwise);
  while (status == GRUNDY_OK && (l.label == 0 || wave_of(&l, l.label)->count > 0)) {
    grundy_update update = {.kernel = l.state,
                            .apply = l.label % 2 == 0 ? update_win : update_count_down};
    status = propagate(&l, &update, NULL, &work);
    if (status == GRUNDY_OK && l.label == 1) add_lost(&l, ends, otherwise);
  }
  if (status == GRUNDY_OK) {
    grundy_external_finish_labels(x->g.order, l.state, remoteness);
    grundy_work_finish(&work, place_of_rows(x), x->g.size);
  }
  labelling_free(&l);
  return status;
}

/* ---- peeling ----------------------------------------------------------------------------- */

/* A vertex collects the values of its followers in a set of bits until all of them are known; then
 * it gets the mex. The set is one word, in the place of the value, if there are so few followers
 * that the mex fits. Otherwise the place has the index of a longer set. */
enum { WORD = 32, SHORT_ROW = WORD - 1 };

typedef struct peeling {
  uint32_t *state, *values;
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

uint64_t grundy_external_long_memory(const grundy_view *g) {
  uint64_t words = pool_words(g);
  return words == 0 ? 0 : 4 * words + 8 * (((uint64_t)g->order + 63) / 64);
}

static uint32_t mex_of_words(const uint32_t *words, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (words[i] != UINT32_MAX) return WORD * i + (uint32_t)__builtin_ctz(~words[i]);
  return WORD * count;
}

static bool is_long(const peeling *p, uint32_t u) {
  return p->is_long != NULL && (p->is_long[u / 64] >> u % 64 & 1) != 0;
}

static void collect_value(const peeling *p, uint32_t u, uint32_t value) {
  uint32_t *set = &p->values[u], bits = WORD;
  if (is_long(p, u)) {
    set = p->pool + *set;
    bits = WORD * set[-1];
  }
  if (value < bits) set[value / WORD] |= UINT32_C(1) << value % WORD;
}

static uint32_t mex_of(const peeling *p, uint32_t u) {
  const uint32_t *set = &p->values[u];
  if (!is_long(p, u)) return mex_of_words(set, 1);
  set = p->pool + *set;
  return mex_of_words(set, set[-1]);
}

/* A follower is peeled; its value is the word. */
static uint64_t update_peel(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                            uint64_t count, uint64_t *settled) {
  const peeling *p = update->kernel;
  uint64_t found = 0;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) {
      __builtin_prefetch(&p->state[vertices[i + AHEAD]], 1);
      __builtin_prefetch(&p->values[vertices[i + AHEAD]], 1);
    }
    uint32_t u = vertices[i];
    assert((p->state[u] & GRUNDY_LABEL_BIT) == 0 && p->state[u] > 0);
    collect_value(p, u, words[i]);
    bool done = --p->state[u] == 0;
    if (done) {
      p->state[u] = update->label;
      p->values[u] = mex_of(p, u);
    }
    vertices[found] = u;
    found += done;
  }
  *settled += count;
  return found;
}

/* Gives long rows their sets. False if memory runs out. */
static bool peeling_start(peeling *p, const grundy_view *g) {
  uint64_t words = p->values == NULL ? 0 : pool_words(g), at = 0, largest;
  if (words == 0) return true;
  if (words > UINT32_MAX) return false; /* more than memory anyway */
  p->is_long = grundy_alloc_zero(((uint64_t)g->order + 63) / 64, sizeof *p->is_long);
  p->pool = grundy_alloc_zero(words, sizeof *p->pool);
  if (p->is_long == NULL || p->pool == NULL) return false;
  largest = grundy_largest_value(g->size);
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t degree = g->offsets[u + 1] - g->offsets[u];
    if (degree <= SHORT_ROW) continue;
    p->is_long[u / 64] |= UINT64_C(1) << u % 64;
    p->pool[at] = (uint32_t)words_of_set(degree, largest);
    p->values[u] = (uint32_t)(at + 1);
    at += 1 + p->pool[at];
  }
  assert(at == words);
  return true;
}

/* Terminal positions have distance 0 and value 0. */
static void start_states(labelling *l) {
  const grundy_view *g = &l->x->g;
  for (uint32_t u = 0; u < g->order; u++) {
    l->state[u] = (uint32_t)(g->offsets[u + 1] - g->offsets[u]);
    if (l->state[u] > 0) continue;
    l->state[u] = GRUNDY_LABEL_BIT;
    grundy_vertex_set_add(&l->waves[0], &u, 1);
  }
}

static grundy_status peel_waves(labelling *l, peeling *p, grundy_work *work) {
  grundy_update update = {.kernel = l->state, .apply = update_count_down};
  if (p->values != NULL) {
    update.kernel = p;
    update.worded = true;
    update.apply = update_peel;
  }
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && wave_of(l, l->label)->count > 0)
    status = propagate(l, &update, p->values, work);
  return status;
}

/* The wave of label d has exactly the vertices of terminal distance d [Smi66, (2)]; when a vertex
 * is found, all values of its followers are known. */
grundy_status grundy_external_peel(grundy_external *x, uint32_t *state, uint32_t *values) {
  labelling l = {.x = x, .state = state};
  peeling p = {.state = state, .values = values};
  grundy_work work =
      grundy_work_start(x->monitor, values != NULL ? "distance and peeled values" : "distance",
                        x->g.order + x->g.size);
  for (uint32_t u = 0; values != NULL && u < x->g.order; u++) values[u] = 0;
  grundy_status status = labelling_start(&l);
  if (status == GRUNDY_OK && !peeling_start(&p, &x->g)) status = grundy_fail_memory(x->error);
  if (status == GRUNDY_OK) {
    start_states(&l);
    status = peel_waves(&l, &p, &work);
  }
  if (status == GRUNDY_OK) grundy_work_finish(&work, place_of_rows(x), x->g.size);
  labelling_free(&l);
  free(p.is_long);
  free(p.pool);
  return status;
}
