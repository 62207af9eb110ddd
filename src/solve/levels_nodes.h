/* The state of vertices in counting levels, for counts of one width. levels_state.c includes this
 * file once for each width, with COUNT, an unsigned type, and NODES(name), which makes names
 * distinct. Most games have fewer than 128 moves per position; then a byte per count is enough, and
 * the states of four times as many vertices fit into a cache. */

typedef struct NODES(node) {
  COUNT open; /* the number of open followers, not counting peeled ones; INFINITE marks ∞ */
  COUNT bad;  /* how many block it; 0 in U: labelled now; HIT marks a hit vertex */
} NODES(node);

#define CLOSED ((COUNT)-1) /* as `bad`: has its value; updates have no effect */
#define HIT ((COUNT)(CLOSED / 2 + 1))
#define INFINITE HIT
#define NEVER ((COUNT)1) /* as `bad` of ∞: blocked, whatever its followers do */

/* A peeled follower has this level's value. */
static inline bool NODES(update_hit)(NODES(node) * nodes, uint32_t label, uint32_t u) {
  (void)label;
  COUNT bad = nodes[u].bad;
  nodes[u].bad = bad | HIT;
  return (bad & HIT) == 0;
}

/* A follower was labelled in this level, so it is no longer open. */
static inline bool NODES(update_labelled)(NODES(node) * nodes, uint32_t label, uint32_t u) {
  (void)label;
  NODES(node) now = nodes[u];
  assert(now.bad == CLOSED || (now.open & (COUNT)~INFINITE) > 0);
  nodes[u].open = (COUNT)(now.open - (now.bad != CLOSED));
  nodes[u].bad = now.bad | HIT;
  return (now.bad & HIT) == 0;
}

/* A follower was hit, so it no longer blocks. */
static inline bool NODES(update_unblocked)(NODES(node) * nodes, uint32_t label, uint32_t u) {
  (void)label;
  NODES(node) now = nodes[u];
  bool waits = ((now.bad & HIT) | (now.open & INFINITE)) == 0;
  assert(now.bad > 0); /* a follower is hit at most once per level */
  now.bad = (COUNT)(now.bad - waits);
  nodes[u].bad = now.bad;
  return now.bad == 0;
}

UPDATE(NODES(hit), NODES(node) *, NODES(update_hit))
UPDATE(NODES(labelled), NODES(node) *, NODES(update_labelled))
UPDATE(NODES(unblocked), NODES(node) *, NODES(update_unblocked))

/* Gives the vertices begin … end - 1 their first state. */
static void NODES(start)(const grundy_levels_state *s, const uint32_t *blockers, uint32_t begin,
                         uint32_t end) {
  NODES(node) *nodes = s->nodes;
  for (uint32_t u = begin; u < end; u++) {
    uint32_t count = blockers[u];
    bool peeled = (count & GRUNDY_LABELLED) != 0;
    assert(count > 0); /* else it would be peeled */
    assert(peeled || count < HIT);
    nodes[u] = peeled ? (NODES(node)){0, CLOSED} : (NODES(node)){(COUNT)count, (COUNT)count};
  }
}

/* Step 3 for a part of U: labelled vertices leave U, hit vertices stay and count again, the rest
 * become ∞. Those that stay without open followers come last. Other threads write to the parts next
 * to this one, so it is written once, at the end. */
static void NODES(end)(const grundy_levels_state *s, grundy_levels_part *p) {
  NODES(node) *nodes = s->nodes;
  uint32_t *list = s->unlabelled + p->begin, *ready = s->queue + p->begin, kept = 0, count = 0;
  uint32_t before = p->count;
  bool infinite = p->infinite;
  for (uint32_t i = 0; i < before; i++) {
    uint32_t u = list[i];
    NODES(node) now = nodes[u];
    assert((now.open & INFINITE) == 0);
    if (now.bad == 0) {
      s->values[u] = s->level;
      nodes[u].bad = CLOSED;
    } else if ((now.bad & HIT) != 0) {
      nodes[u].bad = now.open;
      list[kept] = ready[count] = u;
      kept += now.open != 0;
      count += now.open == 0;
    } else {
      assert(now.bad <= now.open);
      nodes[u] = (NODES(node)){now.open | INFINITE, NEVER};
      infinite = true;
      s->values[u] = GRUNDY_INFINITY;
      if (s->counter != NULL) s->counter[u] = GRUNDY_INFINITY;
    }
  }
  memcpy(list + kept, ready, count * sizeof *list);
  p->count = kept + count;
  p->ready = count;
  p->infinite = infinite;
}

/* Vertices of the list that are ∞ may be hit again. */
static void NODES(reset)(const grundy_levels_state *s, const uint32_t *list, uint32_t count) {
  NODES(node) *nodes = s->nodes;
  for (uint32_t i = 0; i < count; i++) {
    if (i + 64 < count) __builtin_prefetch(&nodes[list[i + 64]], 1);
    if ((nodes[list[i]].open & INFINITE) != 0) nodes[list[i]].bad = NEVER;
  }
}

/* Appends the vertices of the list that nothing blocks, and that are not hit, to the wave. Returns
 * how many there are. The wave has room for one more than all of them. */
static uint32_t NODES(pick)(const grundy_levels_state *s, const uint32_t *list, uint32_t count,
                            uint32_t *wave) {
  const NODES(node) *nodes = s->nodes;
  uint32_t found = 0;
  for (uint32_t i = 0; i < count; i++) {
    wave[found] = list[i];
    found += nodes[list[i]].bad == 0;
  }
  return found;
}

static const grundy_levels_width NODES(width) = {
    .item = sizeof(NODES(node)),
    .most = HIT - 2, /* a count of HIT - 1 would be CLOSED after a hit */
    .on_hit = UPDATE_OF(NODES(hit)),
    .on_label = UPDATE_OF(NODES(labelled)),
    .on_unblocked = UPDATE_OF(NODES(unblocked)),
    .start = NODES(start),
    .end = NODES(end),
    .reset = NODES(reset),
    .pick = NODES(pick),
};

#undef CLOSED
#undef NEVER
#undef HIT
#undef INFINITE
