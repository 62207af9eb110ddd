/* Checks what a map between two games preserves [Sat72, Def. 1.6; FY86, §6].
 *
 * The vertices of r with the image x are its fibre. For each fibre, the followers and predecessors
 * of x in s are marked once; then a move u → v from the fibre is of type (a) exactly if the image
 * of v is marked, which is the same for all u of the fibre. Condition (b) compares d only within a
 * fibre. So fibres are processed one by one, by increasing image, in a copy of r whose vertices are
 * sorted by image.
 *
 * The least d is an and-or fixed point, found in the order of d like remoteness: u waits for all
 * its moves u → v that are not of type (a), and such a move is answered as soon as one follower of
 * v in the fibre has its d. The predecessors of v are sorted by fibre, so a cursor that only moves
 * forward finds those in the current fibre: every move is visited only a few times. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "digraph/sort_by_head.h"
#include "digraph/view.h"
#include "morphism/ends.h"
#include "solve/impl.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* The conditions on every vertex u of r. */
typedef enum map_condition { ALIKE, COVERED, MATCHED, RELATED, REPLIED, CONDITIONS } map_condition;

/* For a vertex of s: the image + 1 of the fibre that it follows or precedes, and the last vertex of
 * r, counted from 1, that was found to have a follower in its fibre. */
typedef struct marks {
  uint32_t follows, precedes, seen;
} marks;

/* For a vertex v of r: the image + 1 of the fibre that has a move to v that is not of type (a), and
 * so needs an answer from v. */
typedef struct answer {
  uint32_t wanted_by;
  uint32_t least; /* d among the followers of v in the fibre, if d is given */
} answer;

/* The game r with its vertices sorted by image; below, vertices of r are identified by their
 * places. */
typedef struct sorted {
  uint32_t *vertex;     /* by place: its number in r */
  uint32_t *image;      /* by place */
  grundy_starts starts; /* by image: the places of its fibre */
  uint64_t *offsets, *before_offsets;
  uint32_t *targets, *before_targets;
  grundy_view after, before; /* followers, and predecessors, which are sorted */
} sorted;

typedef struct check {
  const grundy_digraph *r_game, *s_game;
  grundy_view r, s;
  const uint32_t *image, *given;
  uint32_t *least; /* the least d, if none is given */
  grundy_error *error;
  grundy_work work;
  grundy_arena arena;
  grundy_digraph *s_reverse;
  sorted sorted;
  marks *marks; /* by vertex of s */

  /* By place. */
  uint32_t *d;
  uint32_t *waiting; /* moves that are neither of type (a) nor answered */
  answer *answers;
  uint64_t *cursor; /* into the predecessors */
  uint32_t *queue;  /* places of a fibre that have their d */

  uint32_t broken_at[CONDITIONS]; /* the first vertex of r that breaks it, or the order */
} check;

static void breaks(check *c, map_condition which, uint32_t place) {
  uint32_t u = c->sorted.vertex[place];
  if (u < c->broken_at[which]) c->broken_at[which] = u;
}

/* ---- preparation ------------------------------------------------------------------------ */

static bool make_room(check *c) {
  sorted *r = &c->sorted;
  uint64_t order = c->r.order, size = c->r.size;
  r->vertex = grundy_arena_array(&c->arena, order, sizeof *r->vertex);
  r->image = grundy_arena_array(&c->arena, order, sizeof *r->image);
  r->offsets = grundy_arena_array(&c->arena, order + 1, sizeof *r->offsets);
  r->targets = grundy_arena_array(&c->arena, size, sizeof *r->targets);
  r->before_offsets = grundy_arena_array(&c->arena, order + 1, sizeof *r->before_offsets);
  r->before_targets = grundy_arena_array(&c->arena, size, sizeof *r->before_targets);
  c->marks = grundy_arena_zeros(&c->arena, c->s.order, sizeof *c->marks);
  c->d = grundy_arena_array(&c->arena, order, sizeof *c->d);
  c->waiting = grundy_arena_array(&c->arena, order, sizeof *c->waiting);
  c->answers = grundy_arena_zeros(&c->arena, order, sizeof *c->answers);
  c->cursor = grundy_arena_array(&c->arena, order, sizeof *c->cursor);
  c->queue = grundy_arena_array(&c->arena, order, sizeof *c->queue);
  return !c->arena.failed;
}

/* Sorts the vertices; `place` gets the place of each vertex. */
static bool sort_vertices(check *c, uint32_t *place) {
  sorted *r = &c->sorted;
  uint32_t count;
  if (!grundy_sort_vertices(NULL, c->r.order, c->image, r->vertex, &count, &r->starts))
    return false;
  for (uint32_t i = 0; i < c->r.order; i++) {
    uint32_t u = r->vertex[i];
    place[u] = i;
    r->image[i] = c->image[u];
    if (c->given != NULL) c->d[i] = c->given[u];
  }
  return true;
}

/* Makes the rows of the sorted vertices, as places. */
static bool sort_rows(check *c, const uint32_t *place) {
  sorted *r = &c->sorted;
  uint64_t end = 0;
  for (uint32_t i = 0; i < c->r.order; i++) {
    grundy_view_fetch_rows(&c->r, r->vertex, i, c->r.order);
    grundy_view_fetch_targets(&c->r, r->vertex, i, c->r.order, place, sizeof *place);
    grundy_vertices row = grundy_view_row(&c->r, r->vertex[i]);
    r->offsets[i] = end;
    for (uint64_t j = 0; j < row.count; j++) r->targets[end++] = place[row.at[j]];
    if (!grundy_work_step(&c->work, row.count + 1)) return false;
  }
  r->offsets[c->r.order] = end;
  assert(end == c->r.size);
  return true;
}

static grundy_status sort_game(check *c) {
  sorted *r = &c->sorted;
  uint32_t *place = c->queue; /* not needed yet */
  if (!sort_vertices(c, place)) return grundy_fail_memory(c->error);
  if (!sort_rows(c, place)) return grundy_fail_cancelled(c->error);
  grundy_move_arrays moves = {c->r.order, c->r.size, r->targets, NULL, r->offsets};
  grundy_status status =
      grundy_sort_by_head(&moves, r->before_offsets, r->before_targets, &c->work, c->error);
  if (status != GRUNDY_OK) return status;
  r->after = (grundy_view){c->r.order, c->r.size, r->offsets, r->targets};
  r->before = (grundy_view){c->r.order, c->r.size, r->before_offsets, r->before_targets};
  memcpy(c->cursor, r->before_offsets, c->r.order * sizeof *c->cursor);
  return GRUNDY_OK;
}

static grundy_status check_start(check *c, const grundy_monitor *monitor) {
  for (uint32_t u = 0; u < c->r.order; u++)
    if (c->image[u] >= c->s.order)
      return grundy_fail(c->error, GRUNDY_BAD_ARGUMENT,
                         "the image of vertex %" PRIu32 " is %" PRIu32
                         "; expected a vertex of the second game, below %" PRIu32,
                         u, c->image[u], c->s.order);
  grundy_status status =
      grundy_digraph_transpose(c->s_game, GRUNDY_MONITORED(monitor), &c->s_reverse, c->error);
  if (status != GRUNDY_OK) return status;
  if (!make_room(c)) return grundy_fail_memory(c->error);
  for (int which = 0; which < CONDITIONS; which++) c->broken_at[which] = c->r.order;
  c->work = grundy_work_start(monitor, "mapping", 6 * c->r.size + 3 * (uint64_t)c->r.order);
  return sort_game(c);
}

/* ---- a fibre ---------------------------------------------------------------------------- */

/* The fibre of x: the places begin … end - 1, and the stamp that marks it. */
typedef struct fibre {
  uint32_t x, stamp, begin, end;
} fibre;

/* Checks all conditions on u that depend on its followers only, all but (b). Counts the moves that
 * are not of type (a), which need an answer. */
static void check_member(check *c, const fibre *k, uint32_t u) {
  assert(c->sorted.image[u] == k->x);
  enum { AHEAD = 32 };
  const grundy_view *rows = &c->sorted.after;
  uint64_t covered = 0;
  uint32_t unmatched = 0;
  bool related = true;
  for (uint64_t e = rows->offsets[u]; e < rows->offsets[u + 1]; e++) {
    uint32_t v = rows->targets[e];
    if (rows->size - e > AHEAD) __builtin_prefetch(&c->sorted.image[rows->targets[e + AHEAD]]);
    marks *above = &c->marks[c->sorted.image[v]];
    if (above->follows == k->stamp) {
      covered += above->seen != u + 1;
      above->seen = u + 1;
    } else {
      unmatched++;
      c->answers[v] = (answer){k->stamp, GRUNDY_INFINITY};
      related = related && (v == u || above->precedes == k->stamp);
    }
  }
  c->waiting[u] = unmatched;
  if (covered < c->s.offsets[k->x + 1] - c->s.offsets[k->x]) breaks(c, COVERED, u);
  if (unmatched > 0) breaks(c, MATCHED, u);
  if (!related) breaks(c, RELATED, u);
}

/* ---- the least d ------------------------------------------------------------------------ */

/* Gives members that wait for nothing d = 0, and begins the queue with them. Returns their
 * number. */
static uint32_t start_queue(check *c, const fibre *k) {
  uint32_t length = 0;
  for (uint32_t u = k->begin; u < k->end; u++) {
    c->d[u] = c->waiting[u] == 0 ? 0 : GRUNDY_INFINITY;
    if (c->waiting[u] == 0) c->queue[length++] = u;
  }
  return length;
}

/* Called when a follower of v in the fibre has got its d. The first one has the least d, and
 * answers all members that move to v; later ones find the cursor after these. Members that wait for
 * no other answer are queued; returns the length of the queue. */
static uint32_t answer_moves_to(check *c, const fibre *k, uint32_t v, uint32_t d, uint32_t length) {
  const grundy_view *before = &c->sorted.before;
  uint64_t e = c->cursor[v], end = before->offsets[v + 1];
  while (e < end && before->targets[e] < k->begin) e++;
  for (; e < end && before->targets[e] < k->end; e++) {
    uint32_t u = before->targets[e];
    assert(c->waiting[u] > 0 && c->d[u] == GRUNDY_INFINITY);
    if (--c->waiting[u] > 0) continue;
    c->d[u] = d + 1;
    c->queue[length++] = u;
  }
  c->cursor[v] = e;
  return length;
}

/* Finds the least d of all members; for those without one at the end, no d exists. */
static bool find_least(check *c, const fibre *k) {
  const grundy_view *before = &c->sorted.before;
  uint32_t length = start_queue(c, k);
  for (uint32_t head = 0; head < length; head++) {
    uint32_t w = c->queue[head];
    assert(length <= k->end - k->begin);
    assert(head == 0 || c->d[c->queue[head - 1]] <= c->d[w]); /* in the order of d */
    grundy_vertices row = grundy_view_row(before, w);
    for (uint64_t i = 0; i < row.count; i++) {
      uint32_t v = row.at[i];
      if (c->answers[v].wanted_by == k->stamp) length = answer_moves_to(c, k, v, c->d[w], length);
    }
    if (!grundy_work_step(&c->work, row.count + 1)) return false;
  }
  for (uint32_t u = k->begin; u < k->end && length < k->end - k->begin; u++)
    if (c->d[u] == GRUNDY_INFINITY) breaks(c, REPLIED, u);
  return true;
}

/* ---- a given d -------------------------------------------------------------------------- */

/* Finds, for every vertex that needs to answer, the least d among its followers in the fibre. */
static bool gather_answers(check *c, const fibre *k) {
  for (uint32_t w = k->begin; w < k->end; w++) {
    grundy_vertices row = grundy_view_row(&c->sorted.before, w);
    for (uint64_t i = 0; i < row.count; i++) {
      answer *a = &c->answers[row.at[i]];
      if (a->wanted_by == k->stamp && c->d[w] < a->least) a->least = c->d[w];
    }
    if (!grundy_work_step(&c->work, row.count + 1)) return false;
  }
  return true;
}

static bool has_replies(const check *c, const fibre *k, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->sorted.after, u);
  for (uint64_t i = 0; i < row.count; i++) {
    answer a = c->answers[row.at[i]];
    if (a.wanted_by == k->stamp && a.least >= c->d[u]) return false;
  }
  return true;
}

/* ---- all fibres ------------------------------------------------------------------------- */

/* Checks one fibre. If no member waits, the least d is 0, and any given d is right. False if
 * cancelled. */
static bool check_fibre(check *c, uint32_t x) {
  assert(x <= c->sorted.starts.largest);
  const uint32_t *start = c->sorted.starts.start;
  fibre k = {x, x + 1, start[x], start[x + 1]};
  bool waiting = false;
  if (k.begin == k.end) return true;
  grundy_view reverse = grundy_view_of(c->s_reverse);
  grundy_vertices after = grundy_view_row(&c->s, x), before = grundy_view_row(&reverse, x);
  for (uint64_t i = 0; i < after.count; i++) c->marks[after.at[i]].follows = k.stamp;
  for (uint64_t i = 0; i < before.count; i++) c->marks[before.at[i]].precedes = k.stamp;
  for (uint32_t u = k.begin; u < k.end; u++) {
    check_member(c, &k, u);
    waiting = waiting || c->waiting[u] > 0;
    if (!grundy_work_step(&c->work, grundy_view_row(&c->sorted.after, u).count + 1)) return false;
  }
  if (c->given != NULL && waiting) {
    if (!gather_answers(c, &k)) return false;
    for (uint32_t u = k.begin; u < k.end; u++)
      if (c->waiting[u] > 0 && !has_replies(c, &k, u)) breaks(c, REPLIED, u);
  }
  if (c->given != NULL) return true;
  if (waiting) return find_least(c, &k);
  (void)start_queue(c, &k);
  return true;
}

/* ---- violations ------------------------------------------------------------------------- */

static grundy_map_violation violation(grundy_map_condition condition, uint32_t u, uint32_t v,
                                      uint32_t w) {
  return (grundy_map_violation){condition, u, v, w};
}

/* Finds the first follower of the image of u that is not the image of a follower of u. */
static grundy_map_violation explain_covered(check *c, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->r, u), above = grundy_view_row(&c->s, c->image[u]);
  for (uint64_t i = 0; i < above.count; i++) c->marks[above.at[i]].seen = 0;
  for (uint64_t i = 0; i < row.count; i++) c->marks[c->image[row.at[i]]].seen = 1;
  uint64_t i = 0;
  while (c->marks[above.at[i]].seen == 1) i++;
  assert(i < above.count);
  return violation(GRUNDY_MAP_NOT_COVERED, u, GRUNDY_INFINITY, above.at[i]);
}

/* Returns a follower of v with the image of u and the least d; GRUNDY_INFINITY if there is none. */
static uint32_t best_reply(const check *c, uint32_t u, uint32_t v) {
  const uint32_t *d = c->given != NULL ? c->given : c->least;
  grundy_vertices replies = grundy_view_row(&c->r, v);
  uint32_t best = GRUNDY_INFINITY;
  for (uint64_t i = 0; i < replies.count; i++) {
    uint32_t w = replies.at[i];
    if (c->image[w] == c->image[u] && (best == GRUNDY_INFINITY || d[w] < d[best])) best = w;
  }
  return best;
}

static bool is_image_of_move(const check *c, uint32_t u, uint32_t v) {
  return grundy_digraph_has_move(c->s_game, c->image[u], c->image[v]);
}

/* Returns whether the move u → v breaks the condition, and describes the violation in *found. */
static bool explains(const check *c, map_condition which, uint32_t u, uint32_t v,
                     grundy_map_violation *found) {
  if (is_image_of_move(c, u, v)) return false;
  *found = violation(GRUNDY_MAP_LOST_MOVE, u, v, GRUNDY_INFINITY);
  if (which == MATCHED) return true;
  if (which == RELATED) {
    found->condition = GRUNDY_MAP_UNRELATED;
    return u != v && !is_image_of_move(c, v, u);
  }
  uint32_t w = best_reply(c, u, v);
  *found = violation(GRUNDY_MAP_NO_REPLY, u, v, w);
  if (w == GRUNDY_INFINITY) return true;
  found->condition = c->given != NULL ? GRUNDY_MAP_NOT_LESS : GRUNDY_MAP_NO_D;
  return c->given != NULL ? c->given[w] >= c->given[u] : c->least[w] == GRUNDY_INFINITY;
}

/* Finds the first u that differs from its image in who moves there or in how play ends there. */
static void find_first_unlike(check *c) {
  bool plain = !grundy_ends_matter(c->r_game) && !grundy_ends_matter(c->s_game);
  uint32_t u = plain ? c->r.order : 0;
  grundy_end here, above;
  for (; u < c->r.order; u++) {
    here = grundy_end_of(c->r_game, u);
    above = grundy_end_of(c->s_game, c->image[u]);
    if (here.player != above.player) break;
    if (here.result != 0 && above.result != 0 && !grundy_ends_equal(here, above)) break;
  }
  c->broken_at[ALIKE] = u;
}

static grundy_map_violation explain_unlike(const check *c, uint32_t u) {
  bool players = grundy_end_of(c->r_game, u).player != grundy_end_of(c->s_game, c->image[u]).player;
  return violation(players ? GRUNDY_MAP_OTHER_PLAYER : GRUNDY_MAP_OTHER_END, u, GRUNDY_INFINITY,
                   GRUNDY_INFINITY);
}

/* Finds the first violation of the conditions on players and ends, of (1) or of the other
 * condition. */
static grundy_map_violation explain(check *c, map_condition which) {
  grundy_map_violation found =
      violation(GRUNDY_MAP_HOLDS, GRUNDY_INFINITY, GRUNDY_INFINITY, GRUNDY_INFINITY);
  uint32_t u = c->broken_at[which];
  uint32_t unlike = c->broken_at[ALIKE];
  if (unlike < c->r.order && unlike <= u && unlike <= c->broken_at[COVERED])
    return explain_unlike(c, unlike);
  if (c->broken_at[COVERED] <= u && c->broken_at[COVERED] < c->r.order)
    return explain_covered(c, c->broken_at[COVERED]);
  if (u == c->r.order) return found;
  grundy_vertices row = grundy_view_row(&c->r, u);
  uint64_t i = 0;
  while (!explains(c, which, u, row.at[i], &found)) i++;
  assert(i < row.count && found.condition != GRUNDY_MAP_HOLDS);
  return found;
}

static grundy_map_violation explain_surjective(const check *c) {
  uint32_t missed = c->s.order;
  const uint32_t *start = c->sorted.starts.start;
  for (uint32_t x = 0; x < c->s.order && missed == c->s.order; x++)
    if (c->r.order == 0 || x > c->sorted.starts.largest || start[x] == start[x + 1]) missed = x;
  return violation(missed == c->s.order ? GRUNDY_MAP_HOLDS : GRUNDY_MAP_NO_PREIMAGE,
                   GRUNDY_INFINITY, GRUNDY_INFINITY,
                   missed == c->s.order ? GRUNDY_INFINITY : missed);
}

grundy_status grundy_map_check(const grundy_digraph *r, const grundy_digraph *s,
                               const uint32_t *image, const uint32_t *d,
                               const grundy_run_options *options, uint32_t *least,
                               grundy_map_report *report, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_status ordinary = grundy_digraph_require_ordinary(r, "maps", error);
  if (ordinary == GRUNDY_OK) ordinary = grundy_digraph_require_ordinary(s, "maps", error);
  if (ordinary != GRUNDY_OK) return ordinary;
  check c = {.r_game = r,
             .s_game = s,
             .r = grundy_view_of(r),
             .s = grundy_view_of(s),
             .image = image,
             .given = d,
             .least = least,
             .error = error};
  grundy_status status = check_start(&c, monitor);
  for (uint32_t x = 0; status == GRUNDY_OK && x <= c.sorted.starts.largest && c.r.order > 0; x++)
    if (!check_fibre(&c, x)) status = grundy_fail_cancelled(error);
  if (status == GRUNDY_OK) {
    for (uint32_t i = 0; i < c.r.order && d == NULL; i++) least[c.sorted.vertex[i]] = c.d[i];
    find_first_unlike(&c);
    report->of[GRUNDY_HOMOMORPHISM] = explain(&c, MATCHED);
    report->of[GRUNDY_SURJECTIVE] = explain_surjective(&c);
    report->of[GRUNDY_D_MORPHISM] = explain(&c, RELATED);
    report->of[GRUNDY_THEOREM7] = explain(&c, REPLIED);
    grundy_work_finish(&c.work, d == NULL ? "least d" : "given d", c.r.size);
  }
  grundy_digraph_free(c.s_reverse);
  free(c.sorted.starts.start);
  return grundy_arena_end(&c.arena, status, error);
}
