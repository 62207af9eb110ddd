/* The engine of all kernels: waves that update the predecessors of lists of vertices.
 * solve/levels.h has the algorithm of levels and its proof, solve/remoteness.c that of remoteness.
 *
 * The same waves are run by two kinds of kernels: wide ones, a wave per launch by all work-groups,
 * and narrow ones, many waves per launch by one work-group. Between work-groups nothing passes but
 * vertices that are found, and the next launch decides which wave comes next. */

/* Predecessors that a work-item of a wide wave updates at once. */
#define UNROLL 2
/* A row longer than this is cut into segments of this length, for all work-groups. */
#define SEGMENT (16u * GROUP)
/* In narrow waves rows longer than this are left to the next wide wave. */
#define NARROW_SEGMENT (NARROW < 512 ? 64u : 512u)
/* The least vertices that a work-group takes from the list of a wide wave at a time. */
#define LEAST_CHUNK (GROUP < 4 ? 1u : 4u)
/* Work-items per vertex of a narrow wave. */
#define PER_VERTEX (NARROW < 8 ? 1u : 8u)

/* ---- states ----------------------------------------------------------------------------- */

/* Remoteness: the label, or this bit and the number of undecided moves. */
#define UNLABELLED 0x80000000u

/* Peeling: this bit and the number of moves to vertices that are not peeled; or, for short rows,
 * that number and the set of small values among the followers. */
#define COUNT_ONLY 0x80000000u
#define PACKED_SHIFT 24

/* Levels, if rows are short: hits, blockers and open followers in a byte each, and flags. */
#define CLOSED (1u << 24)   /* has its value */
#define NOW (1u << 25)      /* labelled in this level */
#define INFINITE (1u << 26) /* ∞ since an earlier level */
#define HITS(s) ((s) & 255)
#define BLOCKERS(s) ((s) >> 8 & 255)
#define OPEN(s) ((s) >> 16 & 255)
#define ONE_HIT 1u
#define ONE_BLOCKER (1u << 8)
#define ONE_OPEN (1u << 16)

/* Levels, if rows are long: blockers and flags; open followers have an array of their own. */
#define LONG_CLOSED (1u << 31)
#define LONG_NOW (1u << 30)
#define LONG_INFINITE (1u << 29)
#define LONG_HIT (1u << 28)
#define LONG_FLAGS (15u << 28)

/* ---- what a work-item knows -------------------------------------------------------------- */

typedef struct context {
  uint order;
  __global const ulong *offsets, *reverse_offsets;
  __global const uint *targets, *reverse;
  volatile __global uint *state, *open, *values, *rounds, *starts, *queue, *hits, *control;
  volatile __global uint2 *segments;
  volatile __global uint *to; /* where the vertices that are found go */
  uint round, level, is_wide;
  uint turn; /* of the counters of found vertices in local memory */
  __local uint *block; /* a copy of the control block */
  /* Of wide waves: */
  chunk rows;
  __local uint *payload, *found;
  /* Of waves about long rows, with `payload`: */
  __local uint *bits, *few;
  /* Of narrow waves: */
  __local uint *counters;
} context;

/* What a run computes. Functions that depend on it are inlined with a constant. */
enum { OF_REMOTENESS, OF_VALUES };

/* Returns the mex of a row of peeled vertices, by one work-item. */
static inline uint mex_of_row(const context *x, uint u) {
  const ulong begin = x->offsets[u], end = x->offsets[u + 1];
  uint least = 0, seen = 0xffffffffu;
  for (uint base = 0; seen == 0xffffffffu; base += 32) {
    seen = 0;
    for (ulong e = begin; e < end; e++) {
      uint value = x->values[x->targets[e]] - base;
      if (value < 32) seen |= 1u << value;
    }
    least = base + least_absent(seen);
  }
  return least;
}

/* Gives u, which is peeled, its terminal distance and its value; a long row has it already, from
 * value_large. Returns the value. */
static inline uint peel(const context *x, uint u) {
  const uint state = x->state[u];
  uint value = least_absent(state);
  x->rounds[u] = x->round;
  if ((state & COUNT_ONLY) != 0) {
    if (x->offsets[u + 1] - x->offsets[u] > LARGE_ROW) return x->values[u];
    value = mex_of_row(x, u);
  }
  x->values[u] = value;
  return value;
}

/* ---- updates: what a move v → u does to v, where u is in the list ------------------------ */

/* What is the same for all moves of a wave. */
enum {
  WIN,       /* u has an even label */
  COUNT,     /* u has an odd label */
  PEEL,      /* u is peeled, its value is the payload */
  SEED,      /* u is peeled and has this level's value */
  UNBLOCK,   /* u is hit */
  LABEL,     /* u has this level's value since this level */
  LONG_SEED, /* the same, for long rows */
  LONG_UNBLOCK,
  LONG_LABEL,
};

static inline uint update_peel(volatile __global uint *word, uint state, uint value) {
  if ((state & COUNT_ONLY) != 0) return atomic_dec(word) == (COUNT_ONLY | 1);
  const uint bit = value < PACKED_SHIFT ? 1u << value : 0, one = 1u << PACKED_SHIFT;
  const uint next = (state | bit) - one, before = atomic_cmpxchg(word, state, next);
  if (before == state) return next < one;
  /* The value comes before the count, so whoever counts last sees all values. */
  if ((before & bit) != bit) atomic_or(word, bit);
  return atomic_sub(word, one) < 2 * one;
}

static inline uint label_now(const context *x, uint v, uint state) {
  RACING_STORE(x->state + v, state);
  x->rounds[v] = x->round;
  return 1;
}

/* Return whether v is found: it goes to the next list. `state` is that of v, as it was read before;
 * in the branches where it may have changed since, the result does not depend on it. */
static inline uint update_remoteness(const context *x, uint rule, uint v, uint state) {
  volatile __global uint *word = x->state + v;
  if (state < UNLABELLED) return 0;
  if (rule == WIN) return atomic_min(word, x->round + 1) >= UNLABELLED;
  if (atomic_dec(word) != (UNLABELLED | 1)) return 0;
  RACING_STORE(word, x->round + 1);
  return 1;
}

static inline uint update_values(const context *x, uint rule, uint v, uint state, uint payload) {
  volatile __global uint *word = x->state + v;
  uint before;
  switch (rule) {
  case PEEL:
    return update_peel(word, state, payload);
  case SEED:
    return (state & CLOSED) == 0 && HITS(state) == 0 && HITS(atomic_add(word, ONE_HIT)) == 0;
  case UNBLOCK:
    if ((state & (CLOSED | NOW | INFINITE)) != 0 || HITS(state) != 0) return 0;
    before = atomic_sub(word, ONE_BLOCKER);
    return BLOCKERS(before) == 1 && label_now(x, v, (before - ONE_BLOCKER) | NOW);
  case LABEL:
    return (state & CLOSED) == 0 && HITS(atomic_add(word, ONE_HIT - ONE_OPEN)) == 0;
  case LONG_SEED:
    return (state & (LONG_CLOSED | LONG_HIT)) == 0 && (atomic_or(word, LONG_HIT) & LONG_HIT) == 0;
  case LONG_UNBLOCK:
    return (state & LONG_FLAGS) == 0 && atomic_dec(word) == 1 && label_now(x, v, LONG_NOW);
  default: /* LONG_LABEL */
    if ((state & LONG_CLOSED) != 0) return 0;
    atomic_dec(x->open + v);
    return (state & LONG_HIT) == 0 && (atomic_or(word, LONG_HIT) & LONG_HIT) == 0;
  }
}

static inline uint update(const context *x, const uint kind, uint rule, uint v, uint state,
                          uint payload) {
  return kind == OF_REMOTENESS ? update_remoteness(x, rule, v, state)
                               : update_values(x, rule, v, state, payload);
}

/* Returns what a list passes on to the predecessors of u: its value while peeling, which u gets in
 * the first pass. */
static inline uint payload_of(const context *x, const uint kind, uint rule, uint u,
                              uint is_second) {
  if (kind == OF_REMOTENESS || rule != PEEL) return 0;
  return is_second == 0 ? peel(x, u) : x->values[u];
}

/* ---- dense waves ------------------------------------------------------------------------- */

static inline uint start_label(const context *x, uint first_label, uint v) {
  const uint moves = (uint)(x->offsets[v + 1] - x->offsets[v]);
  x->state[v] = moves != 0 ? UNLABELLED | moves : first_label;
  return moves == 0;
}

static inline uint start_peel(const context *x, uint v) {
  const uint moves = (uint)(x->offsets[v + 1] - x->offsets[v]);
  x->state[v] = moves > PACKED_ROW ? COUNT_ONLY | moves : moves << PACKED_SHIFT;
  x->values[v] = x->rounds[v] = INFINITY_WORD;
  return moves == 0;
}

static inline void remap(const context *x, uint v) {
  const uint state = x->state[v];
  const uint left = (state & COUNT_ONLY) != 0 ? state & ~COUNT_ONLY : state >> PACKED_SHIFT;
  if (x->is_wide != 0) x->open[v] = left;
  if (x->is_wide != 0)
    x->state[v] = left != 0 ? left : LONG_CLOSED;
  else
    x->state[v] = left != 0 ? left * (ONE_OPEN | ONE_BLOCKER) : CLOSED;
}

/* Labels v if it has no open follower and is not hit. */
static inline uint label_ready(const context *x, uint v) {
  const uint state = x->state[v];
  if (x->is_wide != 0)
    return (state & LONG_FLAGS) == 0 && x->open[v] == 0 && label_now(x, v, LONG_NOW);
  return (state & (CLOSED | INFINITE)) == 0 && OPEN(state) == 0 && HITS(state) == 0 &&
         label_now(x, v, state | NOW);
}

/* At the end of a level labelled vertices leave U, hit vertices stay (these are found) and count
 * again, the rest become ∞. */
static inline uint end_short(const context *x, uint v) {
  const uint state = x->state[v], open = OPEN(state);
  if ((state & CLOSED) != 0) return 0;
  if ((state & INFINITE) != 0) {
    if (HITS(state) != 0) x->state[v] = state & ~255u;
    return 0;
  }
  if ((state & NOW) != 0) x->values[v] = x->level;
  const uint rest = HITS(state) != 0 ? open * (ONE_OPEN | ONE_BLOCKER) : state | INFINITE;
  x->state[v] = (state & NOW) != 0 ? CLOSED : rest;
  return (state & NOW) == 0 && HITS(state) != 0;
}

static inline uint end_long(const context *x, uint v) {
  const uint state = x->state[v];
  if ((state & LONG_CLOSED) != 0) return 0;
  if ((state & LONG_INFINITE) != 0) {
    if ((state & LONG_HIT) != 0) x->state[v] = state & ~LONG_HIT;
    return 0;
  }
  if ((state & LONG_NOW) != 0) x->values[v] = x->level;
  const uint rest = (state & LONG_HIT) != 0 ? x->open[v] : state | LONG_INFINITE;
  x->state[v] = (state & LONG_NOW) != 0 ? LONG_CLOSED : rest;
  return (state & (LONG_NOW | LONG_HIT)) == LONG_HIT;
}

/* Returns whether v is found. */
static inline uint look_at_remoteness(const context *x, const gpu_wave *w, uint v) {
  if (w->phase == WAVE_START) return start_label(x, w->first_label, v);
  if (x->state[v] >= UNLABELLED) x->state[v] = INFINITY_WORD;
  return 0;
}

static inline uint look_at_values(const context *x, const gpu_wave *w, uint v) {
  switch (w->phase) {
  case WAVE_START:
    return start_peel(x, v);
  case WAVE_REMAP:
    remap(x, v);
    return 0;
  case WAVE_SEEDS:
    if (v == 0) x->starts[w->level] = w->round;
    return x->values[v] == w->level;
  case WAVE_READY:
    return label_ready(x, v);
  default:
    return x->is_wide != 0 ? end_long(x, v) : end_short(x, v);
  }
}

static inline uint look_at(const context *x, const uint kind, const gpu_wave *w, uint v) {
  return kind == OF_REMOTENESS ? look_at_remoteness(x, w, v) : look_at_values(x, w, v);
}

/* ---- the order of waves ------------------------------------------------------------------ */

static inline uint is_dense(uint phase) {
  return (1u << WAVE_START | 1u << WAVE_FINISH | 1u << WAVE_REMAP | 1u << WAVE_SEEDS |
          1u << WAVE_READY | 1u << WAVE_END) >>
             phase &
         1;
}

static inline uint is_over(uint phase) {
  return (uint)(phase == WAVE_DONE) | (uint)(phase == WAVE_LAZY);
}

static inline void follow_remoteness(gpu_wave *w, uint found) {
  if (w->phase == WAVE_START) {
    w->phase = WAVE_LABEL;
    w->round = w->first_label;
    w->from = 0;
  } else if (w->phase == WAVE_LABEL) {
    w->from += w->count;
    w->round++;
  }
  w->count = found;
  w->to = w->from + found;
  if (w->phase == WAVE_FINISH)
    w->phase = WAVE_DONE;
  else if (found == 0)
    w->phase = WAVE_FINISH;
}

static inline uint exceeds_budget(const gpu_wave *w) {
  return w->work_high > w->budget_high ||
         (w->work_high == w->budget_high && w->work_low > w->budget_low);
}

static inline void set_list(gpu_wave *w, uint from, uint count, uint to) {
  w->from = from;
  w->count = count;
  w->to = to;
}

static inline void follow_peeling(gpu_wave *w, uint order, uint found) {
  const uint more = w->has_large != 0 ? WAVE_LARGE : WAVE_PEEL;
  switch (w->phase) {
  case WAVE_START:
    set_list(w, 0, found, found);
    w->round = 0;
    w->phase = more;
    break;
  case WAVE_LARGE:
    w->phase = WAVE_PEEL;
    break;
  default: /* WAVE_PEEL */
    set_list(w, w->from + w->count, found, w->from + w->count + found);
    w->round++;
    if (found != 0)
      w->phase = more;
    else
      w->phase = w->peel_only != 0 || w->from == order ? WAVE_DONE : WAVE_REMAP;
  }
}

static inline void follow_level(gpu_wave *w, uint found) {
  switch (w->phase) {
  case WAVE_REMAP:
    w->level = 0;
    w->phase = WAVE_SEEDS;
    break;
  case WAVE_SEEDS:
    set_list(w, 0, found, 0);
    w->phase = WAVE_SEEDED;
    break;
  case WAVE_SEEDED:
    w->hits = found;
    w->hits_done = w->label_done = w->labelled = 0;
    set_list(w, 0, found, 0);
    w->phase = w->level != 0 ? WAVE_READY : WAVE_HIT;
    break;
  case WAVE_READY:
    w->labelled = found;
    set_list(w, 0, w->hits, found);
    w->phase = WAVE_HIT;
    break;
  case WAVE_HIT:
    w->hits_done = w->hits;
    w->labelled += found;
    set_list(w, w->label_done, w->labelled - w->label_done, w->hits);
    w->phase = w->count == 0 ? WAVE_END : WAVE_LABELLED;
    break;
  case WAVE_LABELLED:
    w->label_done = w->labelled;
    w->hits += found;
    w->round++;
    set_list(w, w->hits_done, w->hits - w->hits_done, w->labelled);
    w->phase = WAVE_HIT;
    break;
  default: /* WAVE_END */
    w->level++;
    w->phase = found == 0 ? WAVE_DONE : exceeds_budget(w) ? WAVE_LAZY : WAVE_SEEDS;
  }
}

static inline void follow_values_once(gpu_wave *w, uint order, uint found) {
  if (w->phase == WAVE_START || w->phase == WAVE_LARGE || w->phase == WAVE_PEEL)
    follow_peeling(w, order, found);
  else
    follow_level(w, found);
}

/* Empty lists are skipped: at most four follow one another. */
static inline void follow_values(gpu_wave *w, uint order, uint found) {
  follow_values_once(w, order, found);
  for (int i = 0; i < 4; i++)
    if (!is_over(w->phase) && !is_dense(w->phase) && w->count == 0) follow_values_once(w, order, 0);
}

/* A wave that is not tiny outweighs some that are, and a wide one all of them. */
static inline void count_tiny(gpu_wave *w) {
  if (w->count < TINY_WAVE)
    w->tiny++;
  else
    w->tiny -= w->count < 64 * TINY_WAVE ? min(w->tiny, 8u) : w->tiny;
}

/* Counts the work of a wave on a list. Steps are counted as the CPU does, from levels on. */
static inline void count_work(gpu_wave *w, uint moves_low, uint moves_high) {
  if (is_dense(w->phase)) return;
  if (w->is_second == 0) count_tiny(w);
  if (w->phase < WAVE_SEEDED) return;
  ulong work = ((ulong)w->work_high << 32) + w->work_low;
  work += ((ulong)moves_high << 32) + moves_low + (w->is_second == 0 ? w->count : 0);
  w->work_low = (uint)work;
  w->work_high = (uint)(work >> 32);
}

/* Returns whether the next wave is the second pass over the same list. Otherwise *found becomes
 * what both passes have found. */
static inline uint needs_second(gpu_wave *w, uint *found, uint segments) {
  if (w->is_second == 0 && segments != 0) {
    w->is_second = 1;
    w->found = *found;
    w->segments = segments;
    return 1;
  }
  *found += w->is_second != 0 ? w->found : 0;
  w->is_second = 0;
  return 0;
}

/* Goes on to the next wave. The arguments count what the last one has found, left to a second pass,
 * and examined. */
static inline void next_wave(gpu_wave *w, const uint kind, uint order, uint found, uint segments,
                             uint moves_low, uint moves_high) {
  w->waves++;
  count_work(w, moves_low, moves_high);
  if (needs_second(w, &found, segments)) return;
  if (kind == OF_REMOTENESS)
    follow_remoteness(w, found);
  else
    follow_values(w, order, found);
}

/* ---- what a wave reads and writes -------------------------------------------------------- */

typedef struct plan {
  uint dense;   /* vertices to look at */
  uint large;   /* vertices of the list whose mex may need a work-group */
  uint listed;  /* vertices, or segments, whose predecessors are updated */
  uint rule;
  volatile __global uint *list, *to;
} plan;

static inline plan plan_of_remoteness(const context *x, const gpu_wave *w) {
  plan p;
  p.dense = is_dense(w->phase) ? x->order : 0;
  p.large = 0;
  p.listed = w->phase == WAVE_LABEL ? (w->is_second != 0 ? w->segments : w->count) : 0;
  p.rule = (w->round & 1) != 0 ? COUNT : WIN;
  p.list = x->queue + w->from;
  p.to = x->queue + w->to + (w->is_second != 0 ? w->found : 0);
  return p;
}

static inline uint rule_of_values(const context *x, uint phase) {
  const uint is_long = x->is_wide != 0;
  if (phase == WAVE_SEEDED) return is_long ? LONG_SEED : SEED;
  if (phase == WAVE_HIT) return is_long ? LONG_UNBLOCK : UNBLOCK;
  if (phase == WAVE_LABELLED) return is_long ? LONG_LABEL : LABEL;
  return PEEL;
}

static inline plan plan_of_values(const context *x, const gpu_wave *w) {
  plan p;
  const uint phase = w->phase, finds_hits = phase == WAVE_SEEDED || phase == WAVE_LABELLED;
  const uint is_list = !is_dense(phase) && !is_over(phase);
  p.dense = is_dense(phase) ? x->order : 0;
  p.large = phase == WAVE_LARGE ? w->count : 0;
  p.listed = is_list && phase != WAVE_LARGE ? (w->is_second != 0 ? w->segments : w->count) : 0;
  p.rule = rule_of_values(x, phase);
  p.list = (phase == WAVE_HIT ? x->hits : x->queue) + w->from;
  p.to = (finds_hits ? x->hits : x->queue) + (is_dense(phase) ? 0 : w->to) +
         (w->is_second != 0 ? w->found : 0);
  return p;
}

static inline plan plan_of(const context *x, const uint kind, const gpu_wave *w) {
  return kind == OF_REMOTENESS ? plan_of_remoteness(x, w) : plan_of_values(x, w);
}

/* ---- wide waves -------------------------------------------------------------------------- */

/* Appends v[i] to the list of found vertices if is_found[i]. All work-items of the group call it
 * together. Three sets of counters take turns, so that each is reset long before it is used. */
static inline void append(context *x, const uint *is_found, const uint *v) {
  uint rank[UNROLL], turn = x->turn;
  for (int i = 0; i < UNROLL; i++) rank[i] = is_found[i] != 0 ? atomic_inc(x->found + turn) : 0;
  LOCAL_BARRIER;
  if (get_local_id(0) == 0) {
    uint count = x->found[turn];
    x->found[3 + turn] = count != 0 ? atomic_add(x->control + GPU_FOUND, count) : 0;
    x->found[turn == 0 ? 2 : turn - 1] = 0;
  }
  LOCAL_BARRIER;
  const uint at = x->found[3 + turn];
  x->turn = turn == 2 ? 0 : turn + 1;
  for (int i = 0; i < UNROLL; i++)
    if (is_found[i] != 0) x->to[at + rank[i]] = v[i];
}

/* Leaves a long row to the second pass: adds its segments to the list. */
static inline void leave_row(volatile __global uint2 *segments, uint at, uint u, uint moves) {
  for (uint i = 0; i * SEGMENT < moves; i++) segments[at + i] = (uint2)(u, i);
}

/* Returns the length of the row of entry k, u, and where it begins; 0 if it is left to the second
 * pass. */
static inline uint row_of(const context *x, uint is_second, uint k, uint u, ulong *begin) {
  const uint part = is_second != 0 ? x->segments[k].y : 0;
  const ulong first = x->reverse_offsets[u] + (ulong)part * SEGMENT;
  const ulong left = x->reverse_offsets[u + 1] - first;
  *begin = first;
  if (is_second != 0) return (uint)min(left, (ulong)SEGMENT);
  if (left <= SEGMENT) return (uint)left;
  const uint count = (uint)((left + SEGMENT - 1) / SEGMENT);
  leave_row(x->segments, atomic_add(x->control + GPU_SEGMENTS, count), u, (uint)left);
  return 0;
}

/* Updates the heads of the moves of a chunk. */
static inline void update_chunk(context *x, const uint kind, uint rule) {
  const uint moves = x->rows.moves;
  for (uint first = 0; first < moves; first += GROUP * UNROLL) {
    uint v[UNROLL], state[UNROLL], value[UNROLL], is_found[UNROLL];
    for (int i = 0; i < UNROLL; i++) {
      const uint move = first + i * GROUP + get_local_id(0), row = row_of_move(x->rows.scan, move);
      is_found[i] = move < moves;
      value[i] = kind == OF_REMOTENESS ? 0 : x->payload[row];
      v[i] = is_found[i] != 0 ? x->reverse[x->rows.begins[row] + move] : 0;
    }
    for (int i = 0; i < UNROLL; i++) state[i] = is_found[i] != 0 ? RACING_LOAD(x->state + v[i]) : 0;
    for (int i = 0; i < UNROLL; i++)
      is_found[i] = is_found[i] != 0 && update(x, kind, rule, v[i], state[i], value[i]);
    append(x, is_found, v);
  }
}

/* Updates all predecessors of the list. A work-group takes a chunk of its rows at a time: one in
 * the second pass, and otherwise as many as give all groups something to do. */
static inline void update_list(context *x, const uint kind, const plan *p, uint is_second) {
  const uint item = get_local_id(0), groups = get_num_groups(0);
  const uint share = p->listed != 0 ? (p->listed - 1) / groups + 1 : 1;
  const uint size = is_second != 0 ? 1 : clamp(share, LEAST_CHUNK, (uint)GROUP);
  for (ulong base = (ulong)get_group_id(0) * size; base < p->listed; base += (ulong)groups * size) {
    ulong begin = 0;
    uint length = 0, payload = 0;
    if (item < size && base + item < p->listed) {
      const uint k = (uint)(base + item), u = is_second != 0 ? x->segments[k].x : p->list[k];
      length = row_of(x, is_second, k, u, &begin);
      payload = payload_of(x, kind, p->rule, u, is_second);
    }
    LOCAL_BARRIER;
    start_chunk(&x->rows, begin, length);
    x->payload[item] = payload;
    if (item == 0)
      add_long(x->control + GPU_MOVES_LOW, x->control + GPU_MOVES_HIGH, x->rows.moves);
    LOCAL_BARRIER;
    update_chunk(x, kind, p->rule);
  }
}

/* Returns the mex of a long row, found by a whole work-group: its bits hold as many values at a
 * time as there are bits. */
static inline uint mex_of_large(const context *x, uint u) {
  __local uint *bits = x->bits, *first = x->few + 1;
  const uint item = get_local_id(0), block = 32 * GROUP;
  const ulong begin = x->offsets[u], end = x->offsets[u + 1];
  uint least = 0, goes_on = 1;
  while (goes_on != 0) {
    bits[item] = 0;
    if (item == 0) *first = block;
    LOCAL_BARRIER;
    for (ulong e = begin + item; e < end; e += GROUP) {
      const uint value = x->values[x->targets[e]] - least;
      if (value < block) atomic_or(bits + value / 32, 1u << value % 32);
    }
    LOCAL_BARRIER;
    const uint seen = bits[item];
    if (seen != 0xffffffffu) atomic_min(first, 32 * item + least_absent(seen));
    LOCAL_BARRIER;
    goes_on = *first == block;
    least += *first;
    LOCAL_BARRIER;
  }
  return least;
}

/* Finds the mex of the long rows among the vertices of the list, one after the other. */
static inline void value_large(context *x, const plan *p) {
  __local uint *few = x->few;
  const uint item = get_local_id(0), groups = get_num_groups(0);
  const uint size = p->large != 0 ? min((p->large - 1) / groups + 1, (uint)GROUP) : 1;
  for (ulong base = (ulong)get_group_id(0) * size; base < p->large;
       base += (ulong)groups * size) {
    LOCAL_BARRIER;
    if (item == 0) few[0] = 0;
    LOCAL_BARRIER;
    if (item < size && base + item < p->large) {
      const uint u = p->list[base + item];
      if (x->offsets[u + 1] - x->offsets[u] > LARGE_ROW) x->payload[atomic_inc(few)] = u;
    }
    LOCAL_BARRIER;
    const uint count = few[0];
    for (uint k = 0; k < count; k++) {
      const uint u = x->payload[k], least = mex_of_large(x, u);
      if (item == 0) x->values[u] = least;
    }
  }
}

/* ---- reading and writing the control block ----------------------------------------------- */

/* Returns the wave, read once per work-group of `items` work-items: a line that every work-item
 * reads is slow. If the launch before has run it, goes on to the next. Other work-groups may be
 * further: they write the other wave, which is left out, and counters that are not used here. */
static inline gpu_wave read_wave(context *x, const uint kind, uint turn, uint items) {
  for (uint i = get_local_id(0); i < GPU_CONTROL_WORDS; i += items)
    if (i / GPU_WAVE_WORDS != (~turn & 1)) x->block[i] = RACING_LOAD(x->control + i);
  LOCAL_BARRIER;
  gpu_wave w = *(__local gpu_wave *)(x->block + GPU_WAVE_WORDS * (turn & 1));
  if (w.has_run != 0) {
    __local const uint *counts = x->block + w.slot % GPU_SLOTS;
    next_wave(&w, kind, x->order, counts[GPU_FOUND], counts[GPU_SEGMENTS], counts[GPU_MOVES_LOW],
              counts[GPU_MOVES_HIGH]);
    w.slot++;
    w.has_run = 0;
  }
  return w;
}

static inline void write_wave(volatile __global uint *control, uint turn, const gpu_wave *w) {
  const uint *words = (const uint *)w;
  for (uint i = 0; i < GPU_WAVE_WORDS; i++) control[GPU_WAVE_WORDS * (~turn & 1) + i] = words[i];
}

/* Resets the counters of the wide wave after the next one: nobody uses them now. */
static inline void reset_counters(volatile __global uint *control, uint slot) {
  const uint later = (slot + 2) % GPU_SLOTS;
  RACING_STORE(control + GPU_FOUND + later, 0);
  RACING_STORE(control + GPU_SEGMENTS + later, 0);
  RACING_STORE(control + GPU_MOVES_LOW + later, 0);
  RACING_STORE(control + GPU_MOVES_HIGH + later, 0);
}

/* Returns whether one work-group runs the wave: it has at most `most` vertices. */
static inline uint is_narrow(const gpu_wave *w, uint order, uint most) {
  const uint width = is_dense(w->phase) ? order : w->count;
  return (uint)(is_over(w->phase) == 0) & (uint)(w->is_second == 0) &
         (uint)(w->phase != WAVE_LARGE) & (uint)(width <= most);
}

static inline void set_wave(context *x, const gpu_wave *w) {
  x->round = w->round;
  x->level = w->level;
  x->is_wide = w->is_wide;
}

/* ---- one wave by all work-groups --------------------------------------------------------- */

/* Looks at all vertices of a dense wave. */
static inline void look_at_all(context *x, const uint kind, const plan *p, const gpu_wave *w) {
  for (ulong base = (ulong)get_group_id(0) * (GROUP * UNROLL); base < p->dense;
       base += (ulong)get_num_groups(0) * (GROUP * UNROLL)) {
    uint v[UNROLL], is_found[UNROLL];
    for (int i = 0; i < UNROLL; i++) {
      const ulong u = base + i * GROUP + get_local_id(0);
      v[i] = (uint)u;
      is_found[i] = u < p->dense && look_at(x, kind, w, (uint)u);
    }
    append(x, is_found, v);
  }
}

/* Writes a wave that runs now, or one that does not, which becomes empty. */
static inline void begin_wave(context *x, uint turn, gpu_wave *w) {
  if (get_group_id(0) == 0 && get_local_id(0) == 0) {
    write_wave(x->control, turn, w);
    if (w->has_run != 0) reset_counters(x->control, w->slot);
  }
  if (w->has_run == 0) w->phase = WAVE_DONE;
  x->control += w->slot % GPU_SLOTS;
  set_wave(x, w);
}

/* Runs the next wave, unless it is narrow, about long rows, or everything is done. */
static inline void run_wide(context *x, const uint kind, uint turn, uint most) {
  if (get_local_id(0) == 0)
    for (uint i = 0; i < 6; i++) x->found[i] = 0;
  gpu_wave w = read_wave(x, kind, turn, GROUP);
  w.has_run = (uint)(is_over(w.phase) == 0) & (uint)(w.phase != WAVE_LARGE) &
              (uint)(is_narrow(&w, x->order, most) == 0);
  begin_wave(x, turn, &w);
  const plan p = plan_of(x, kind, &w);
  x->to = p.to;
  look_at_all(x, kind, &p, &w);
  update_list(x, kind, &p, w.is_second);
}

/* Runs the next wave if it is about long rows. */
static inline void run_large(context *x, uint turn) {
  gpu_wave w = read_wave(x, OF_VALUES, turn, GROUP);
  w.has_run = w.phase == WAVE_LARGE;
  begin_wave(x, turn, &w);
  const plan p = plan_of(x, OF_VALUES, &w);
  value_large(x, &p);
}

/* ---- many waves by one work-group -------------------------------------------------------- */

/* Counters of narrow waves, three sets in turn: one is used, one was just read, one is reset. */
enum { LOCAL_FOUND, LOCAL_SEGMENTS, LOCAL_MOVES, LOCAL_COUNTERS };

/* Updates the predecessors of a narrow list, several work-items per vertex. */
static inline void update_narrow(context *x, const uint kind, const plan *p,
                                 __local uint *counters) {
  const uint item = get_local_id(0), part = item % PER_VERTEX;
  for (uint k = item / PER_VERTEX; k < p->listed; k += NARROW / PER_VERTEX) {
    const uint u = p->list[k], payload = payload_of(x, kind, p->rule, u, 0);
    const ulong begin = x->reverse_offsets[u], moves = x->reverse_offsets[u + 1] - begin;
    const ulong here = moves > NARROW_SEGMENT ? 0 : moves;
    const uint left = here == moves ? 0 : (uint)((moves + SEGMENT - 1) / SEGMENT);
    if (part == 0) atomic_add(counters + LOCAL_MOVES, (uint)here);
    if (part == 0 && left != 0)
      leave_row(x->segments, atomic_add(counters + LOCAL_SEGMENTS, left), u, (uint)moves);
    for (ulong i = part; i < here; i += PER_VERTEX) {
      const uint v = x->reverse[begin + i];
      if (update(x, kind, p->rule, v, RACING_LOAD(x->state + v), payload) != 0)
        p->to[atomic_inc(counters + LOCAL_FOUND)] = v;
    }
  }
}

/* Runs narrow waves one after the other, at most `limit` of them. */
static inline void run_narrow(context *x, const uint kind, uint turn, uint most, uint limit) {
  const uint item = get_local_id(0);
  if (item == 0)
    for (uint i = 0; i < 3 * LOCAL_COUNTERS; i++) x->counters[i] = 0;
  gpu_wave w = read_wave(x, kind, turn, NARROW);
  uint set = 0, run = 0, goes_on = is_narrow(&w, x->order, most);
  while (goes_on != 0) {
    __local uint *own = x->counters + set * LOCAL_COUNTERS;
    set_wave(x, &w);
    const plan p = plan_of(x, kind, &w);
    for (uint v = item; v < p.dense; v += NARROW)
      if (look_at(x, kind, &w, v) != 0) p.to[atomic_inc(own + LOCAL_FOUND)] = v;
    update_narrow(x, kind, &p, own);
    BARRIER;
    const uint found = own[LOCAL_FOUND], left = own[LOCAL_SEGMENTS], moves = own[LOCAL_MOVES];
    const uint before = set == 0 ? 2 : set - 1;
    if (item == 0)
      for (uint i = 0; i < LOCAL_COUNTERS; i++) x->counters[before * LOCAL_COUNTERS + i] = 0;
    set = set == 2 ? 0 : set + 1;
    next_wave(&w, kind, x->order, found, left, moves, 0);
    w.narrow++;
    run++;
    goes_on = is_narrow(&w, x->order, most) & (uint)(run < limit);
  }
  if (item == 0) write_wave(x->control, turn, &w);
}

/* ---- kernels ----------------------------------------------------------------------------- */

#define PARAMETERS                                                                                 \
  uint order, __global const ulong *offsets, __global const uint *targets,                         \
      __global const ulong *reverse_offsets, __global const uint *reverse,                         \
      volatile __global uint *state, volatile __global uint *open, volatile __global uint *values, \
      volatile __global uint *rounds, volatile __global uint *starts,                              \
      volatile __global uint *queue, volatile __global uint *hits,                                 \
      volatile __global uint2 *segments, volatile __global uint *control, uint turn, uint most

/* Declares a context. Kernels alone may declare local memory. */
#define NEW_CONTEXT(x)                                                                             \
  __local uint own_block[GPU_CONTROL_WORDS];                                                       \
  context x;                                                                                       \
  x.order = order;                                                                                 \
  x.offsets = offsets;                                                                             \
  x.targets = targets;                                                                             \
  x.reverse_offsets = reverse_offsets;                                                             \
  x.reverse = reverse;                                                                             \
  x.state = state;                                                                                 \
  x.open = open;                                                                                   \
  x.values = values;                                                                               \
  x.rounds = rounds;                                                                               \
  x.starts = starts;                                                                               \
  x.queue = queue;                                                                                 \
  x.hits = hits;                                                                                   \
  x.segments = segments;                                                                           \
  x.control = control;                                                                             \
  x.turn = 0;                                                                                      \
  x.block = own_block;

#define NEW_WIDE_CONTEXT(x)                                                                        \
  __local uint own_payload[GROUP], own_found[6];                                                   \
  NEW_CHUNK(own_rows)                                                                              \
  NEW_CONTEXT(x)                                                                                   \
  x.rows = own_rows;                                                                               \
  x.payload = own_payload;                                                                         \
  x.found = own_found;

#define NEW_LARGE_CONTEXT(x)                                                                       \
  __local uint own_bits[GROUP], own_payload[GROUP], own_few[2];                                    \
  NEW_CONTEXT(x)                                                                                   \
  x.bits = own_bits;                                                                               \
  x.payload = own_payload;                                                                         \
  x.few = own_few;

#define NEW_NARROW_CONTEXT(x)                                                                      \
  __local uint own_counters[3 * LOCAL_COUNTERS];                                                   \
  NEW_CONTEXT(x)                                                                                   \
  x.counters = own_counters;

WIDE_KERNEL wide_remoteness(PARAMETERS) {
  NEW_WIDE_CONTEXT(x)
  run_wide(&x, OF_REMOTENESS, turn, most);
}

WIDE_KERNEL wide_values(PARAMETERS) {
  NEW_WIDE_CONTEXT(x)
  run_wide(&x, OF_VALUES, turn, most);
}

WIDE_KERNEL large_values(PARAMETERS) {
  NEW_LARGE_CONTEXT(x)
  run_large(&x, turn);
}

NARROW_KERNEL narrow_remoteness(PARAMETERS, uint limit) {
  NEW_NARROW_CONTEXT(x)
  run_narrow(&x, OF_REMOTENESS, turn, most, limit);
}

NARROW_KERNEL narrow_values(PARAMETERS, uint limit) {
  NEW_NARROW_CONTEXT(x)
  run_narrow(&x, OF_VALUES, turn, most, limit);
}

/* ---- states for the CPU ------------------------------------------------------------------ */

/* As in solve/labels.h: labels have the bit, and counts do not. */
#define LABELLED 0x80000000u

WIDE_KERNEL export_labels(ulong order, __global uint *state) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) state[v] ^= LABELLED;
}

/* Vertices that are peeled next, in this round, have no round yet. */
WIDE_KERNEL export_peeling(ulong order, __global const uint *state, __global const uint *rounds,
                           uint round, __global uint *exported) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) {
    const uint word = state[v], of_v = rounds[v];
    const uint left = (word & COUNT_ONLY) != 0 ? word & ~COUNT_ONLY : word >> PACKED_SHIFT;
    exported[v] = left != 0 ? left : LABELLED | (of_v == INFINITY_WORD ? round : of_v);
  }
}
