/* Settles a game whose values are small: the pairs (p, y) of a vertex p are the bits of a word.
 *
 * A step of time t first meets conditions (2), those of the moves (q, p) that are met at time t:
 * p is settled at time t, or the pair (p, G(q)) fired at time t - 1. The values of these
 * predecessors q are due at p. If G(p) > G(q), the pair fires before p is settled, since
 * (1) demands it; so when p is settled, the values above G(p) whose pairs have not fired are due,
 * and those that fire later never are. In this way each move is met once. Then the vertices settled
 * at time t, value by value, fire pairs of their predecessors, which may become due at time t + 1.
 *
 * Both are waves. Every move out of a vertex of finite value is met in one update, and every move
 * into such a vertex fires in one. The row of p is read once for each time at which something is
 * due at p, at most once per value: O(V + E) in all. */

#include "solve/hmin.h"

#include "base/threads.h"
#include "digraph/view.h"
#include "solve/waves.h"

#include <assert.h>
#include <string.h>

/* A set of values. Infinity is the last key, and in no set. */
typedef uint32_t value_set;
enum { INFINITE_KEY = GRUNDY_HMIN_SMALL };

/* The pairs (p, y) of a vertex p, as sets of values y. */
typedef struct pairs {
  value_set open; /* has not fired, and y < G(p) or a predecessor has the value y */
  value_set due;  /* at this time, and then at the next one */
} pairs;

typedef struct settling {
  grundy_view g, reverse;
  const uint32_t *values;
  uint32_t *hmin; /* the result */
  uint8_t *bytes; /* by vertex: its value */
  uint8_t *keys;  /* by move of the reverse digraph: the value of its tail */
  pairs *pairs;
  value_set *above; /* by vertex: values of predecessors that may become due */
  uint32_t *unmet;  /* by vertex: conditions (2) that are not met; not 0 if the value is infinite */
  uint32_t *queue;  /* the settled vertices by increasing H */
  uint32_t *due;    /* the vertices at which something is due */
  uint32_t due_count;
  uint32_t *scratch; /* a list of vertices */
  grundy_waves waves;
  int threads;
  uint32_t begin, end; /* vertices that threads divide among them */
  uint32_t time;
  grundy_work *work;
} settling;

static void allocate(settling *s, grundy_arena *arena) {
  uint64_t order = s->g.order;
  s->bytes = grundy_arena_array(arena, order, sizeof *s->bytes);
  s->keys = grundy_arena_array(arena, s->g.size, sizeof *s->keys);
  s->pairs = grundy_arena_array(arena, order, sizeof *s->pairs);
  s->above = grundy_arena_array(arena, order, sizeof *s->above);
  s->unmet = grundy_arena_array(arena, order, sizeof *s->unmet);
  s->queue = grundy_arena_array(arena, order + 1, sizeof *s->queue);
  s->due = grundy_arena_array(arena, order + 1, sizeof *s->due);
  s->scratch = grundy_arena_array(arena, order, sizeof *s->scratch);
  grundy_waves_start(&s->waves, arena, s->reverse, sizeof *s->pairs);
}

/* Returns {y}. */
static value_set only(uint32_t y) {
  assert(y <= INFINITE_KEY);
  return (value_set)1 << y;
}

/* Returns {0, …, G(v) - 1}; empty if that is infinite. */
static value_set below(const settling *s, uint32_t v) {
  uint8_t key = s->bytes[v];
  return key == INFINITE_KEY ? 0 : only(key) - 1;
}

/* ---- lists --------------------------------------------------------------------------------- */

/* What becomes of the vertices of a list that is visited. Both lists may be NULL, and one of them
 * may be the visited list. */
typedef struct visited {
  uint32_t *settled, *due; /* those that are settled by this, and those that are due */
  uint32_t settled_count, due_count;
} visited;

typedef void visit(settling *s, const uint32_t *list, uint32_t count, visited *found);

typedef struct visiting {
  settling *s;
  visit *visit;
  const uint32_t *list;
  uint32_t count;
  visited found;
  uint32_t settled[GRUNDY_MAX_THREADS], due[GRUNDY_MAX_THREADS]; /* by thread: how many */
  int threads;
} visiting;

static void visit_share(void *context, int thread) {
  visiting *v = context;
  uint32_t begin = (uint32_t)grundy_share(v->count, thread, v->threads);
  uint32_t end = (uint32_t)grundy_share(v->count, thread + 1, v->threads);
  visited found = v->found;
  if (found.settled != NULL) found.settled += begin;
  if (found.due != NULL) found.due += begin;
  v->visit(v->s, v->list + begin, end - begin, &found);
  v->settled[thread] = found.settled_count;
  v->due[thread] = found.due_count;
}

/* Visits a list with all threads, which write what they find to the same places as the list. */
static void visit_list(settling *s, visit *each, const uint32_t *list, uint32_t count,
                       visited *found) {
  int threads = grundy_threads_for(count);
  if (threads == 1) {
    each(s, list, count, found);
    return;
  }
  visiting v = {
      .s = s, .visit = each, .list = list, .count = count, .found = *found, .threads = threads};
  grundy_parallel(threads, visit_share, &v);
  if (found->settled != NULL)
    found->settled_count = grundy_join_shares(found->settled, count, v.settled, threads);
  if (found->due != NULL) found->due_count = grundy_join_shares(found->due, count, v.due, threads);
}

/* Prefetches what a visit reads about a vertex that follows soon after list[i]. */
GRUNDY_FETCH void fetch(const settling *s, const uint32_t *list, uint32_t i, uint32_t count) {
  if (i + GRUNDY_AHEAD_ROWS >= count) return;
  uint32_t v = list[i + GRUNDY_AHEAD_ROWS];
  __builtin_prefetch(&s->pairs[v]);
  __builtin_prefetch(&s->bytes[v]);
  __builtin_prefetch(&s->unmet[v]);
  __builtin_prefetch(&s->above[v]);
}

/* ---- starting ------------------------------------------------------------------------------ */

/* Returns where the share of a thread begins. */
static uint32_t first_of(const settling *s, int thread) {
  return s->begin + (uint32_t)grundy_share(s->end - s->begin, thread, s->threads);
}

static void bytes_share(void *context, int thread) {
  const settling *s = context;
  uint32_t end = first_of(s, thread + 1);
  for (uint32_t v = first_of(s, thread); v < end; v++) {
    bool infinite = s->values[v] == GRUNDY_INFINITY;
    assert(infinite || s->values[v] < GRUNDY_HMIN_SMALL);
    s->bytes[v] = infinite ? INFINITE_KEY : (uint8_t)s->values[v];
    s->hmin[v] = GRUNDY_INFINITY;
  }
}

/* Copies the values of the tails of all moves into v. Returns the set of the finite ones. */
static value_set make_keys(const settling *s, uint32_t v) {
  const grundy_view *reverse = &s->reverse;
  value_set seen = 0;
  uint64_t end = reverse->offsets[v + 1];
  for (uint64_t e = reverse->offsets[v]; e < end; e++) {
    if (e + GRUNDY_AHEAD_ROWS < reverse->size)
      __builtin_prefetch(&s->bytes[reverse->targets[e + GRUNDY_AHEAD_ROWS]]);
    s->keys[e] = s->bytes[reverse->targets[e]];
    seen |= only(s->keys[e]);
  }
  return seen & ~only(INFINITE_KEY);
}

static void pairs_share(void *context, int thread) {
  const settling *s = context;
  uint32_t end = first_of(s, thread + 1);
  for (uint32_t v = first_of(s, thread); v < end; v++) {
    s->above[v] = make_keys(s, v);
    s->pairs[v] = (pairs){.open = s->above[v] | below(s, v)};
    s->unmet[v] = (uint32_t)(s->g.offsets[v + 1] - s->g.offsets[v]);
  }
}

/* Settles the vertices without conditions, the terminal positions, at time 0. */
static uint32_t settle_terminals(settling *s) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < s->g.order; v++) {
    if (s->unmet[v] > 0) continue;
    assert(s->values[v] == 0);
    s->hmin[v] = 0;
    s->queue[count++] = v;
  }
  return count;
}

/* Starts with the terminal positions, *count of them, in the queue. Here and below, false means
 * cancelled. */
static bool settling_start(settling *s, uint32_t *count) {
  const grundy_view *reverse = &s->reverse;
  uint32_t order = reverse->order;
  uint32_t chunk =
      1 + (uint32_t)((UINT64_C(1) << 22) / (1 + reverse->size / (order + UINT64_C(1))));
  s->threads = grundy_threads_for(reverse->size);
  s->end = order;
  grundy_parallel(s->threads, bytes_share, s);
  for (; s->begin < order; s->begin = s->end) {
    s->end = order - s->begin < chunk ? order : s->begin + chunk;
    grundy_parallel(s->threads, pairs_share, s);
    uint64_t moves = reverse->offsets[s->end] - reverse->offsets[s->begin];
    if (!grundy_work_step(s->work, s->end - s->begin + moves)) return false;
  }
  *count = settle_terminals(s);
  return true;
}

/* ---- condition (2) ------------------------------------------------------------------------- */

static inline bool update_met(uint32_t *unmet, uint32_t label, uint32_t u) {
  (void)label;
  assert(unmet[u] > 0);
  return --unmet[u] == 0;
}

GRUNDY_WAVE_UPDATE(met, uint32_t *, update_met)
static const grundy_wave_update on_met = GRUNDY_WAVE_UPDATE_OF(met);

/* Visits vertices that are settled now, and finds those that become due by this. */
static void make_due(settling *s, const uint32_t *list, uint32_t count, visited *found) {
  for (uint32_t i = 0; i < count; i++) {
    fetch(s, list, i, count);
    uint32_t v = list[i];
    pairs now = s->pairs[v];
    assert((now.open & below(s, v)) == 0 && s->hmin[v] == s->time);
    s->above[v] &= below(s, v);
    s->pairs[v] = (pairs){.due = now.due | now.open};
    found->due[found->due_count] = v;
    found->due_count += now.due == 0 && now.open != 0;
  }
}

/* Visits vertices at which nothing is due any more. */
static void clear_due(settling *s, const uint32_t *list, uint32_t count, visited *found) {
  (void)found;
  for (uint32_t i = 0; i < count; i++) s->pairs[list[i]].due = 0;
}

/* Settles v at the next time if all conditions on it are met and it is not settled yet. */
static void settle_if_ready(settling *s, uint32_t v, visited *found) {
  if (s->unmet[v] > 0 || (s->pairs[v].open & below(s, v)) != 0) return;
  if (s->hmin[v] != GRUNDY_INFINITY) return;
  s->hmin[v] = s->time + 1;
  found->settled[found->settled_count++] = v;
}

/* Visits vertices whose conditions (2) are met. */
static void settle_ready(settling *s, const uint32_t *list, uint32_t count, visited *found) {
  for (uint32_t i = 0; i < count; i++) {
    fetch(s, list, i, count);
    settle_if_ready(s, list[i], found);
  }
}

/* Meets the conditions (2) that are due. `wave` is settled now; `next` becomes the *count vertices
 * that are settled by this. */
static bool meet(settling *s, const uint32_t *wave, uint32_t length, uint32_t *next,
                 uint32_t *count) {
  const grundy_wave_filter filter = {s->keys, &s->pairs->due, sizeof(pairs) / sizeof(value_set)};
  grundy_wave_update update = on_met;
  update.state = s->unmet;
  update.item = sizeof *s->unmet;
  update.filter = &filter;
  visited of_wave = {.due = s->scratch}, ready = {.settled = next};
  visit_list(s, make_due, wave, length, &of_wave);
  memcpy(s->due + s->due_count, s->scratch, of_wave.due_count * sizeof *s->due);
  s->due_count += of_wave.due_count;
  assert(s->due_count <= s->g.order);
  if (!grundy_waves_propagate(&s->waves, &update, s->due, s->due_count, next, count, s->work))
    return false;
  visit_list(s, clear_due, s->due, s->due_count, &(visited){0});
  visit_list(s, settle_ready, next, *count, &ready);
  *count = ready.settled_count;
  return true;
}

/* ---- condition (1), and firing ------------------------------------------------------------- */

/* The pair of u and the label fires, unless it has. */
static inline bool update_fired(pairs *all, uint32_t label, uint32_t u) {
  pairs now = all[u];
  value_set fired = now.open & only(label);
  all[u] = (pairs){now.open ^ fired, now.due | fired};
  return fired != 0 && now.due == 0;
}

GRUNDY_WAVE_UPDATE(fired, pairs *, update_fired)
static const grundy_wave_update on_fired = GRUNDY_WAVE_UPDATE_OF(fired);

/* Visits vertices of which a pair has fired. */
static void after_firing(settling *s, const uint32_t *list, uint32_t count, visited *found) {
  for (uint32_t i = 0; i < count; i++) {
    fetch(s, list, i, count);
    uint32_t v = list[i];
    settle_if_ready(s, v, found);
    value_set due = s->pairs[v].due & s->above[v];
    s->pairs[v].due = due;
    found->due[found->due_count] = v;
    found->due_count += due != 0;
  }
}

/* Sorts a wave by value into `scratch`. ends[y] is the end of value y. */
static void group(settling *s, const uint32_t *wave, uint32_t length, uint32_t *ends) {
  uint32_t start = 0;
  for (uint32_t i = 0; i < length; i++) ends[s->bytes[wave[i]]]++;
  for (int y = 0; y < GRUNDY_HMIN_SMALL; y++) {
    uint32_t count = ends[y];
    ends[y] = start;
    start += count;
  }
  for (uint32_t i = 0; i < length; i++) s->scratch[ends[s->bytes[wave[i]]]++] = wave[i];
}

/* Fires the pairs of the predecessors of the wave. Appends the vertices that are settled by this to
 * `next`. */
static bool fire(settling *s, const uint32_t *wave, uint32_t length, uint32_t *next,
                 uint32_t *count) {
  uint32_t ends[GRUNDY_HMIN_SMALL] = {0}, fired = 0, more;
  grundy_wave_update update = on_fired;
  update.state = s->pairs;
  group(s, wave, length, ends);
  for (uint32_t begin = 0, y = 0; begin < length; begin = ends[y++]) {
    if (begin == ends[y]) continue;
    update.label = y;
    if (!grundy_waves_propagate(&s->waves, &update, s->scratch + begin, ends[y] - begin,
                                s->due + fired, &more, s->work))
      return false;
    fired += more;
  }
  visited found = {.settled = s->scratch, .due = s->due};
  visit_list(s, after_firing, s->due, fired, &found);
  memcpy(next + *count, s->scratch, found.settled_count * sizeof *next);
  *count += found.settled_count;
  s->due_count = found.due_count;
  return true;
}

/* ---- settling ------------------------------------------------------------------------------ */

static bool settle_all(settling *s) {
  uint32_t begin = 0, end, count;
  if (!settling_start(s, &end)) return false;
  for (; begin < end || s->due_count > 0; begin = end, end += count, s->time++) {
    const uint32_t *wave = s->queue + begin;
    uint32_t *next = s->queue + end;
    if (!meet(s, wave, end - begin, next, &count) || !fire(s, wave, end - begin, next, &count))
      return false;
  }
  return true;
}

bool grundy_hmin_small(grundy_arena *arena, grundy_view g, grundy_view reverse,
                       const uint32_t *values, uint32_t *hmin, grundy_work *work) {
  settling s = {.g = g, .reverse = reverse, .values = values, .hmin = hmin, .work = work};
  allocate(&s, arena);
  return !grundy_arena_usable(arena) || settle_all(&s);
}
