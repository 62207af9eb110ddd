/* Lazy levels: every vertex of U watches one follower that blocks it. levels.h has the algorithm.
 */

#include "solve/levels.h"

#include "digraph/strong_components.h"

#include <grundy/value.h>

#include <assert.h>
#include <string.h>

/* Marks an entry of `watcher` that is not a vertex. */
#define NOBODY (UINT32_C(1) << 31)
#define NONE UINT32_MAX

/* Values determine what blocks u: a follower of this level's value (which hits u, now or when its
 * turn comes), or a follower without a finite value that is not hit. */
typedef struct lazy {
  grundy_levels *levels;
  uint32_t *strong;
  uint32_t *watcher; /* by vertex: the first vertex that watches it; NOBODY and, if it has been
                        hit, the last level at which it was, plus 1 */
  uint32_t *next;    /* by watcher: the next one; by labelled vertex: the next in the queue. May be
                        the array of the counter: none of these has a number yet */
  uint16_t *place;   /* by vertex of U: the index of its last witness in its row, and … */
  uint16_t *far;     /* … its upper half; NULL if rows are short */
  uint32_t first, last; /* of the queue of vertices labelled here in this level, or NONE */
} lazy;

static uint32_t place_of(const lazy *w, uint32_t u) {
  return w->place[u] | (w->far == NULL ? 0 : (uint32_t)w->far[u] << 16);
}

static void set_place(lazy *w, uint32_t u, uint32_t place) {
  w->place[u] = (uint16_t)place;
  if (w->far != NULL) w->far[u] = (uint16_t)(place >> 16);
}

static bool is_hit(const lazy *w, uint32_t v) {
  return w->watcher[v] == (NOBODY | (w->levels->level + 1));
}

static bool blocks(const lazy *w, uint32_t v) {
  uint32_t value = w->levels->values[v];
  return value == w->levels->level || (value == GRUNDY_INFINITY && !is_hit(w, v));
}

/* Finds a follower that blocks u, a vertex of U that is not hit, and watches it if it may still be
 * hit: strong components before the one of u are finished. If nothing blocks u, labels u.
 *
 * The search goes round the row of u from its last witness, in this level or an earlier one. A
 * follower passed in this level no longer blocks, so the search passes nothing twice unless u is
 * labelled; and the witness of the last level often blocks again. */
static void find_witness(lazy *w, uint32_t u) {
  grundy_levels *l = w->levels;
  grundy_vertices row = grundy_view_row(&l->g, u);
  assert(l->values[u] == GRUNDY_INFINITY && !is_hit(w, u));
  uint32_t place = place_of(w, u), passed = 0;
  while (passed < row.count && !blocks(w, row.at[place])) {
    passed++;
    place = place + 1 == row.count ? 0 : place + 1;
  }
  assert(place < row.count);
  l->work->done += passed;
  set_place(w, u, place);
  if (passed == row.count) {
    l->values[u] = l->level;
    *(w->first == NONE ? &w->first : &w->next[w->last]) = u;
    w->last = u;
    w->next[u] = NONE;
  } else if (w->strong[row.at[place]] == w->strong[u]) {
    uint32_t v = row.at[place];
    w->next[u] = w->watcher[v];
    w->watcher[v] = u;
  }
}

/* Hits v: the vertices that watch it look for another witness, unless they are labelled or hit by
 * now. */
static void hit(lazy *w, uint32_t v) {
  assert(w->levels->values[v] == GRUNDY_INFINITY && !is_hit(w, v));
  uint32_t u = w->watcher[v];
  w->watcher[v] = NOBODY | (w->levels->level + 1);
  while (u < NOBODY) {
    uint32_t next = w->next[u];
    if (!is_hit(w, u)) find_witness(w, u);
    u = next;
  }
}

/* Hits the open predecessors of v, which has this level's value. False if cancelled. */
static bool hit_predecessors(lazy *w, uint32_t v) {
  grundy_vertices row = grundy_view_row(&w->levels->reverse, v);
  assert(w->levels->values[v] == w->levels->level);
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t u = row.at[i];
    if (w->levels->values[u] == GRUNDY_INFINITY && !is_hit(w, u)) hit(w, u);
  }
  return grundy_work_step(w->levels->work, 1 + row.count);
}

/* Runs one strong component; U[begin … end - 1] are its vertices in U. */
static bool run_strong_component(lazy *w, uint32_t begin, uint32_t end) {
  grundy_levels *l = w->levels;
  const uint32_t *unlabelled = l->unlabelled;
  w->first = NONE;
  for (uint32_t i = begin; i < end; i++)
    if (!is_hit(w, unlabelled[i])) find_witness(w, unlabelled[i]);
  while (w->first != NONE) {
    uint32_t u, end_of_wave = w->last, number = l->number;
    l->number += l->counter != NULL;
    do {
      u = w->first;
      if (!hit_predecessors(w, u)) return false;
      w->first = w->next[u];
      if (l->counter != NULL) l->counter[u] = number;
    } while (u != end_of_wave);
  }
  /* Remaining watchers need no witness any more. */
  for (uint32_t i = begin; i < end; i++) {
    uint32_t v = grundy_view_row(&l->g, unlabelled[i]).at[place_of(w, unlabelled[i])];
    if (w->watcher[v] < NOBODY) w->watcher[v] = NOBODY;
  }
  return grundy_work_step(l->work, end - begin);
}

static bool run_level(lazy *w) {
  grundy_levels *l = w->levels;
  uint32_t count, end;
  const uint32_t *peeled = grundy_levels_peeled(l, &count);
  assert(grundy_levels_are_possible(l));
  for (uint32_t i = 0; i < count; i++)
    if (!hit_predecessors(w, peeled[i])) return false;
  for (uint32_t begin = 0; begin < l->unlabelled_count; begin = end) {
    uint32_t strong = w->strong[l->unlabelled[begin]];
    end = begin + 1;
    while (end < l->unlabelled_count && w->strong[l->unlabelled[end]] == strong) end++;
    assert(end == l->unlabelled_count || w->strong[l->unlabelled[end]] > strong);
    if (!run_strong_component(w, begin, end)) return false;
  }
  return true;
}

/* Step 3: labelled vertices leave U, hit vertices stay, the rest become ∞. */
static void end_level(lazy *w) {
  grundy_levels *l = w->levels;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    uint32_t u = l->unlabelled[i];
    if (l->values[u] == l->level) continue;
    assert(l->values[u] == GRUNDY_INFINITY);
    if (is_hit(w, u))
      l->unlabelled[kept++] = u;
    else if (l->counter != NULL)
      l->counter[u] = GRUNDY_INFINITY;
  }
  l->unlabelled_count = kept;
  l->level++;
}

/* Sorts U by strong component, in reverse topological order. The watchers count: how many vertices
 * of U a strong component has, and then where they go. */
static void sort_unlabelled(lazy *w, uint32_t components) {
  const uint32_t in_u = UINT32_C(1) << 31;
  uint32_t *list = w->levels->unlabelled, order = w->levels->g.order, *next = w->watcher, end = 0;
  memset(next, 0, order * sizeof *next);
  for (uint32_t i = 0; i < w->levels->unlabelled_count; i++) {
    next[w->strong[list[i]]]++;
    w->strong[list[i]] |= in_u;
  }
  for (uint32_t c = 0; c < components; c++) {
    uint32_t count = next[c];
    next[c] = end;
    end += count;
  }
  for (uint32_t u = 0; u < order; u++) {
    if ((w->strong[u] & in_u) == 0) continue;
    w->strong[u] &= ~in_u;
    list[next[w->strong[u]]++] = u;
  }
  assert(end == w->levels->unlabelled_count);
}

/* Finds the strong components. If memory is only counted, counts the two arrays that this takes. */
static grundy_levels_end find_strong_components(lazy *w, const grundy_digraph *g, uint32_t *count) {
  grundy_arena *arena = w->levels->arena;
  uint64_t mark = arena->count;
  if (grundy_arena_usable(arena)) {
    grundy_status status =
        grundy_strong_components_find(g, w->levels->work, w->strong, count, NULL);
    if (status == GRUNDY_CANCELLED) return GRUNDY_LEVELS_CANCELLED;
    if (status != GRUNDY_OK) grundy_arena_fail(arena);
  } else {
    bool is_long = w->levels->longest_row >> GRUNDY_STRONG_BITS != 0;
    (void)grundy_arena_array(arena, w->levels->g.order, is_long ? 4 : 2);
    (void)grundy_arena_array(arena, w->levels->unlabelled_count + UINT64_C(1), sizeof(uint32_t));
    grundy_arena_rewind(arena, mark);
  }
  return GRUNDY_LEVELS_DONE;
}

static grundy_levels_end lazy_start(lazy *w, const grundy_digraph *g) {
  grundy_arena *arena = w->levels->arena;
  uint32_t order = w->levels->g.order, components = 0;
  w->strong = grundy_arena_array(arena, order, sizeof *w->strong);
  grundy_levels_end end = find_strong_components(w, g, &components);
  w->watcher = grundy_arena_array(arena, order, sizeof *w->watcher);
  w->place = grundy_arena_zeros(arena, order, sizeof *w->place);
  if (w->levels->longest_row > UINT16_MAX)
    w->far = grundy_arena_zeros(arena, order, sizeof *w->far);
  w->next = w->levels->blockers;
  if (w->next == NULL) w->next = grundy_arena_array(arena, order, sizeof *w->next);
  if (end != GRUNDY_LEVELS_DONE || !grundy_arena_usable(arena)) return end;
  sort_unlabelled(w, components);
  for (uint32_t v = 0; v < order; v++) w->watcher[v] = NOBODY;
  return end;
}

grundy_levels_end grundy_levels_lazy(grundy_levels *levels, const grundy_digraph *g) {
  lazy w = {.levels = levels};
  uint64_t mark = levels->arena->count;
  grundy_levels_end end = lazy_start(&w, g);
  while (grundy_arena_usable(levels->arena) && end == GRUNDY_LEVELS_DONE &&
         levels->unlabelled_count > 0) {
    if (run_level(&w))
      end_level(&w);
    else
      end = GRUNDY_LEVELS_CANCELLED;
  }
  grundy_arena_rewind(levels->arena, mark);
  return end;
}
