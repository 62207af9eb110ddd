/* All checks of a vertex and its followers, in one sweep over the rows. The data that the checks
 * read is first copied into claims, so that a follower costs one cache miss for all checks. */

#include "verify/impl.h"

#include "verify/distance.h"
#include "verify/least.h"
#include "verify/marks.h"
#include "verify/remoteness.h"
#include "verify/sets.h"

typedef struct sweeping {
  checker *c;
  const rows *what;
  uint32_t *largest;                        /* by thread: the largest finite value seen */
  bool *infinite_value, *infinite_distance; /* by thread: whether one was seen */
  const grundy_sets *k, *j;
} sweeping;

/* ---- claims ---------------------------------------------------------------------------- */

static uint32_t entry(const uint32_t *column, uint32_t v, uint32_t otherwise) {
  return column == NULL ? otherwise : column[v];
}

/* Fills claims. A number that is infinite where it must not be becomes the largest finite number:
 * so it differs from a missing number, and is just as wrong. */
static void fill_claims(const void *context, int thread, uint32_t begin, uint32_t end,
                        check_set wanted, uint32_t *failed_at) {
  const sweeping *s = context;
  const rows *what = s->what;
  uint32_t largest = s->largest[thread];
  bool infinite_value = false, infinite_distance = false;
  for (uint32_t v = begin; v < end; v++) {
    uint32_t value = entry(what->values, v, GRUNDY_INFINITY), number = entry(what->numbers, v, 0);
    bool finite = value != GRUNDY_INFINITY;
    if ((wanted >> CHECK_COUNTER & 1) != 0 && finite != (number != GRUNDY_INFINITY))
      fail_check(&wanted, failed_at, CHECK_COUNTER, v);
    if (finite && value > largest) largest = value;
    uint32_t distance = entry(what->distance, v, 0);
    infinite_value |= !finite;
    infinite_distance |= distance == GRUNDY_INFINITY;
    s->c->claims[v] = (vertex_claims){entry(what->remoteness, v, 0), distance, value,
                                      number - (number == GRUNDY_INFINITY)};
  }
  s->largest[thread] = largest;
  s->infinite_value[thread] |= infinite_value;
  s->infinite_distance[thread] |= infinite_distance;
}

static void allocate_claims(checker *c) {
  if (c->claims == NULL)
    c->claims = grundy_arena_array(&c->arena, c->view.order, sizeof *c->claims);
}

/* Makes the claims, finds the largest value, and checks that the counter is present where it must
 * be. */
static grundy_status make_claims(checker *c, const rows *what) {
  uint32_t largest[GRUNDY_MAX_THREADS] = {0};
  bool infinite_value[GRUNDY_MAX_THREADS] = {false},
       infinite_distance[GRUNDY_MAX_THREADS] = {false};
  sweeping s = {.c = c,
                .what = what,
                .largest = largest,
                .infinite_value = infinite_value,
                .infinite_distance = infinite_distance};
  allocate_claims(c);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  check_set counter = what->numbers == NULL ? 0 : what->wanted & 1U << CHECK_COUNTER;
  grundy_status status = grundy_verify_sweep(c, 1U << CHECK_FILL | counter, fill_claims, &s);
  c->largest = 0;
  if (what->values != NULL) c->finite_values = true;
  if (what->distance != NULL) c->finite_distances = true;
  for (int i = 0; i < GRUNDY_MAX_THREADS; i++) {
    if (largest[i] > c->largest) c->largest = largest[i];
    if (infinite_value[i]) c->finite_values = false;
    if (infinite_distance[i]) c->finite_distances = false;
  }
  return status;
}

/* ---- one row --------------------------------------------------------------------------- */

/* The values seen among the followers of one vertex. */
typedef struct row_seen {
  remoteness_seen remoteness;
  uint32_t distance;
  marks values;
} row_seen;

/* The least numbers of one vertex. */
typedef struct collecting {
  offer of_u;
  hub *as_hub;     /* NULL if u is not a hub */
  uint32_t *least; /* by value, for hubs */
} collecting;

static inline void see_number(collecting *into, const vertex_claims *l) {
  uint32_t *least = NULL;
  if (l->value < NEAR)
    least = &into->of_u.least[l->value];
  else if (into->as_hub != NULL && l->value != GRUNDY_INFINITY)
    least = &into->least[l->value];
  if (least != NULL && l->number < *least) *least = l->number;
}

/* Reads the row of u; `into` is NULL if no numbers are collected, and `stamped` says whether
 * numbers are marked with stamps. */
static inline void see_row(const checker *c, uint32_t u, row_seen *seen, collecting *into,
                           bool stamped) {
  const grundy_view *view = &c->view;
  const vertex_claims *claims = c->claims;
  remoteness_seen remoteness = remoteness_none();
  uint32_t distance = 0;
  marks values = seen->values;
  for (uint64_t e = view->offsets[u], end = view->offsets[u + 1]; e < end; e++) {
    __builtin_prefetch(&claims[target_ahead(view, e)]);
    const vertex_claims *l = &claims[view->targets[e]];
    remoteness_see(&remoteness, l->remoteness);
    distance_see(&distance, l->distance);
    if (stamped)
      marks_see_stamped(&values, l->value);
    else
      marks_see_low(&values, l->value);
    if (into != NULL) see_number(into, l);
  }
  *seen = (row_seen){remoteness, distance, values};
}

/* Converts the least numbers of a hub, by value, into marks, pairs and the numbers near 0; `least`
 * is empty afterwards. */
static void convert_least(const offers *o, collecting *into, marks *values) {
  uint32_t *least = into->least;
  pair *pairs = o->pairs + into->as_hub->start;
  uint32_t count = 0;
  for (uint32_t y = 0; y <= o->largest; y++) {
    bool there = least[y] != GRUNDY_INFINITY;
    marks_set(values, y, there);
    pairs[count] = (pair){y, least[y]};
    count += there && y >= NEAR;
    if (y < NEAR) into->of_u.least[y] = least[y];
    least[y] = GRUNDY_INFINITY;
  }
  values->infinite = least[o->largest + 1] != GRUNDY_INFINITY;
  least[o->largest + 1] = GRUNDY_INFINITY;
  into->as_hub->count = count;
}

/* Does what see_row does for hubs whose followers have close values: the least numbers give the
 * marks. */
static void see_close_row(const checker *c, uint32_t u, row_seen *seen, collecting *into) {
  const grundy_view *view = &c->view;
  const vertex_claims *claims = c->claims;
  remoteness_seen remoteness = remoteness_none();
  uint32_t distance = 0, *least = into->least, infinity = c->largest + 1;
  for (uint64_t e = view->offsets[u], end = view->offsets[u + 1]; e < end; e++) {
    __builtin_prefetch(&claims[target_ahead(view, e)]);
    vertex_claims l = claims[view->targets[e]];
    uint32_t value = l.value < infinity ? l.value : infinity;
    remoteness_see(&remoteness, l.remoteness);
    distance_see(&distance, l.distance);
    least[value] = l.number < least[value] ? l.number : least[value];
  }
  seen->remoteness = remoteness;
  seen->distance = distance;
  convert_least(c->offers, into, &seen->values);
}

/* Reads the row of u, and keeps the least numbers. */
static void collect_row(const checker *c, uint32_t u, row_seen *seen, collecting *into) {
  grundy_vertices row = grundy_view_row(&c->view, u);
  if (into->as_hub != NULL && is_close(c->offers, row.count)) {
    see_close_row(c, u, seen, into);
  } else {
    if (seen->values.stamps != NULL)
      see_row(c, u, seen, into, true);
    else
      see_row(c, u, seen, into, false);
    if (into->as_hub != NULL)
      grundy_offers_keep(c->offers, into->as_hub, into->least, row, c->claims);
  }
  c->offers->of[u] = into->of_u;
}

/* Returns the checks that u fails. */
static inline check_set failed_checks(const sweeping *s, uint32_t u, uint64_t followers,
                                      const row_seen *seen) {
  const vertex_claims *l = &s->c->claims[u];
  uint32_t terminal = s->what->ends != NULL ? remoteness_at_end(s->what->ends[u])
                                            : s->what->remoteness_check != CHECK_REMOTENESS;
  bool finite = l->value != GRUNDY_INFINITY;
  check_set failed = 0;
  if (l->remoteness != remoteness_expected(seen->remoteness, followers, terminal))
    failed |= 1U << s->what->remoteness_check;
  if (l->distance != distance_expected(seen->distance, followers)) failed |= 1U << CHECK_DISTANCE;
  if (finite && l->value != marks_mex(&seen->values)) failed |= 1U << CHECK_A;
  if (s->k != NULL && !is_k(set_at(s->k, u), finite, &seen->values)) failed |= 1U << CHECK_K;
  if (s->j != NULL && !is_j(set_at(s->j, u), &seen->values)) failed |= 1U << CHECK_J;
  return failed;
}

/* ---- all rows -------------------------------------------------------------------------- */

static offer start_offer(const vertex_claims *l, uint32_t number) {
  offer made = {.value = l->value, .hub = number};
  for (int y = 0; y < NEAR; y++) made.least[y] = GRUNDY_INFINITY;
  return made;
}

static void check_rows(const void *context, int thread, uint32_t begin, uint32_t end,
                       check_set wanted, uint32_t *failed_at) {
  const sweeping *s = context;
  checker *c = s->c;
  offers *o = s->what->collect == COLLECT ? c->offers : NULL;
  uint32_t next_hub = o == NULL ? 0 : grundy_offers_hub(o, begin);
  row_seen seen = {.values = marks_of(c, thread)};
  for (uint32_t u = begin; u < end && wanted != 0; u++) {
    uint64_t followers = grundy_view_row(&c->view, u).count;
    marks_start(&seen.values, u);
    if (o == NULL && seen.values.stamps != NULL) {
      see_row(c, u, &seen, NULL, true);
    } else if (o == NULL) {
      see_row(c, u, &seen, NULL, false);
    } else {
      bool is_hub = next_hub < o->hub_count && o->hubs[next_hub].vertex == u;
      collecting into = {start_offer(&c->claims[u], is_hub ? next_hub : GRUNDY_INFINITY),
                         is_hub ? &o->hubs[next_hub] : NULL,
                         is_hub ? least_of_thread(o, thread) : NULL};
      collect_row(c, u, &seen, &into);
      next_hub += is_hub;
    }
    check_set failed = failed_checks(s, u, followers, &seen) & wanted;
    for (int check = 0; failed >> check != 0; check++)
      if ((failed >> check & 1) != 0) fail_check(&wanted, failed_at, (enum check_id)check, u);
  }
}

/* Returns whether the largest value is impossible: a vertex of value y has followers of all values
 * below y, so there are at least 1 + 2 + … + y moves. */
static bool is_too_large(const checker *c) {
  return (uint64_t)c->largest * ((uint64_t)c->largest + 1) / 2 > c->view.size;
}

/* Allocates the stamps. A mex is at most the number of followers, so there are no stamps for
 * numbers above the order. If values are too large, fewer threads are used, so that the stamps take
 * no more memory than the offers would. */
static void make_stamps(checker *c) {
  if (c->stamps != NULL || c->largest < 64) return;
  c->most_marked = c->largest < c->view.order ? c->largest : c->view.order;
  uint64_t room = c->view.order * (uint64_t)(sizeof(offer) / sizeof *c->stamps);
  while (is_too_large(c) && c->threads > 1 &&
         stamps_for(c->most_marked) * (unsigned)c->threads > room)
    c->threads--;
  c->stamps = grundy_arena_zeros(&c->arena, stamps_for(c->most_marked) * (unsigned)c->threads,
                                 sizeof *c->stamps);
}

/* Decides whether the least numbers are needed: not if no value is infinite, so that C holds, and B
 * need not be swept. */
static grundy_status decide_on_collecting(checker *c, rows *what) {
  if (is_too_large(c)) { /* condition A fails, so checks that need values are skipped */
    what->collect = COLLECT_NOTHING;
    what->wanted &= ~(1U << CHECK_K | 1U << CHECK_J);
  }
  if (what->collect != COLLECT_IF_NEEDED) return GRUNDY_OK;
  what->collect = c->finite_values && what->numbers == NULL ? COLLECT_NOTHING : COLLECT;
  if (what->numbers == NULL || !c->finite_values || !c->finite_distances) return GRUNDY_OK;
  grundy_status status = grundy_verify_order(c);
  if (c->by_distance) what->collect = COLLECT_NOTHING;
  return status;
}

grundy_status grundy_verify_rows(checker *c, const rows *what) {
  grundy_status status = make_claims(c, what);
  if (status != GRUNDY_OK) return status;
  rows sure = *what;
  if ((what->wanted >> CHECK_COUNTER & 1) != 0 && !holds(c, CHECK_COUNTER)) {
    /* A counter that is missing cannot be compared. */
    sure.numbers = NULL;
    status = make_claims(c, &sure);
    if (status != GRUNDY_OK) return status;
  }
  sure.wanted &= ~(1U << CHECK_COUNTER);
  status = decide_on_collecting(c, &sure);
  if (status != GRUNDY_OK) return status;
  bool collect = sure.collect == COLLECT;
  make_stamps(c);
  if (collect && c->offers == NULL) grundy_offers_alloc(c);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  sweeping s = {.c = c, .what = &sure};
  if ((sure.wanted >> CHECK_K & 1) != 0) s.k = grundy_solution_sets(c->solution, GRUNDY_COLUMN_K);
  if ((sure.wanted >> CHECK_J & 1) != 0) s.j = grundy_solution_sets(c->solution, GRUNDY_COLUMN_J);
  return grundy_verify_sweep(c, sure.wanted | (collect ? 1U << CHECK_FILL : 0), check_rows, &s);
}

/* Claimed values may be larger than right ones; then there are stamps in place of offers. */
void grundy_verify_rows_count(checker *c, grundy_columns columns) {
  const grundy_columns numbers =
      GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS | GRUNDY_COLUMN_DISTANCE;
  uint32_t largest = c->largest;
  if ((columns & (numbers | GRUNDY_COLUMN_GRUNDY)) != 0) allocate_claims(c);
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    uint64_t mark = c->arena.count, right = stamps_for(largest) * (unsigned)c->threads;
    uint64_t any = stamps_for(c->view.order);
    (void)grundy_arena_zeros(&c->arena, right > any ? right : any, sizeof *c->stamps);
    grundy_offers_alloc(c);
    grundy_arena_rewind(&c->arena, mark);
  }
  grundy_verify_rows_free(c);
}

void grundy_verify_rows_free(checker *c) {
  grundy_arena_rewind(&c->arena, 0);
  c->claims = NULL;
  c->stamps = NULL;
  c->offers = NULL;
}
