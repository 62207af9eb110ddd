/* What a map between two games is [Sat72, Def. 1.6; FY86, §6].
 *
 * The vertices of r with one image x are its fibre. For each fibre what follows and
 * precedes x in s is marked once; then a move u → v from it is one of (a) exactly if the image of v
 * is marked, which is the same for all u of the fibre. Condition (b) compares d within a fibre
 * alone. So fibres are gone through one by one, by increasing image.
 *
 * The least d is an and-or fixed point, found in the order of d as remoteness is: u waits for all
 * its moves u → v that are not of (a), and such a move is answered as soon as one follower of v in
 * the fibre has its d. The predecessors of every v are sorted by fibre, so that those in the fibre
 * at hand are found by a cursor that only goes forward: no move is looked at more than a few times.
 */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "digraph/view.h"
#include "solve/impl.h"

#include <string.h>

/* What is asked of every vertex u of r. */
typedef enum rule { COVERED, MATCHED, RELATED, REPLIED, RULES } rule;

/* Of a vertex of s: the image + 1 whose fibre it follows or precedes, and the u + 1 that has been
 * seen last to have a follower above it. */
typedef struct marks {
  uint32_t follows, precedes, seen;
} marks;

/* What a fibre knows of a vertex of r. */
typedef struct answer {
  uint32_t to;    /* the image + 1 of the fibre that it has answered last */
  uint32_t least; /* the least d among its followers in that fibre, if d is given */
} answer;

typedef struct check {
  const grundy_digraph *s_game;
  grundy_view r, s;
  const uint32_t *image, *given;
  uint32_t *d; /* the one that is looked for, if none is given */
  grundy_error *error;
  grundy_work work;

  grundy_digraph *s_reverse;
  uint32_t *members; /* of r, sorted by image */
  grundy_starts starts;
  uint64_t *offsets, *cursor; /* of the predecessors of each vertex of r, sorted by image */
  uint32_t *predecessors;

  marks *marks;      /* by vertex of s */
  answer *answers;   /* by vertex of r */
  uint32_t *waiting; /* by vertex of r: its moves that are neither of (a) nor answered */
  uint32_t *queue;   /* vertices of a fibre that have their d */

  uint32_t broken_at[RULES]; /* the first vertex of r that breaks it, or the order */
} check;

static void breaks(check *c, rule which, uint32_t u) {
  if (u < c->broken_at[which]) c->broken_at[which] = u;
}

/* ---- the start -------------------------------------------------------------------------- */

static void check_free(check *c) {
  grundy_digraph_free(c->s_reverse);
  free(c->members);
  free(c->starts.start);
  free(c->offsets);
  free(c->cursor);
  free(c->predecessors);
  free(c->marks);
  free(c->answers);
  free(c->waiting);
  free(c->queue);
}

static grundy_status check_images(const check *c) {
  for (uint32_t u = 0; u < c->r.order; u++)
    if (c->image[u] >= c->s.order)
      return grundy_fail(c->error, GRUNDY_BAD_ARGUMENT, "an image is no vertex of the second game");
  return GRUNDY_OK;
}

static bool make_room(check *c) {
  uint64_t order = c->r.order;
  c->members = grundy_alloc(order, sizeof *c->members);
  c->offsets = grundy_alloc_zero(order + 1, sizeof *c->offsets);
  c->cursor = grundy_alloc(order, sizeof *c->cursor);
  c->predecessors = grundy_alloc(c->r.size, sizeof *c->predecessors);
  c->marks = grundy_alloc_zero(c->s.order, sizeof *c->marks);
  c->answers = grundy_alloc_zero(order, sizeof *c->answers);
  c->waiting = grundy_alloc(order, sizeof *c->waiting);
  c->queue = grundy_alloc(order, sizeof *c->queue);
  uint32_t count;
  return c->members != NULL && c->offsets != NULL && c->cursor != NULL && c->predecessors != NULL &&
         c->marks != NULL && c->answers != NULL && c->waiting != NULL && c->queue != NULL &&
         grundy_sort_vertices(NULL, c->r.order, c->image, c->members, &count, &c->starts);
}

/* The members in their order are put down at each of their followers. */
static grundy_status sort_predecessors(check *c) {
  for (uint64_t e = 0; e < c->r.size; e++) c->offsets[c->r.targets[e] + 1]++;
  for (uint32_t v = 0; v < c->r.order; v++) c->offsets[v + 1] += c->offsets[v];
  memcpy(c->cursor, c->offsets, c->r.order * sizeof *c->cursor);
  for (uint32_t i = 0; i < c->r.order; i++) {
    grundy_view_fetch_rows(&c->r, c->members, i, c->r.order);
    grundy_view_fetch_targets(&c->r, c->members, i, c->r.order, c->cursor, sizeof *c->cursor);
    uint32_t u = c->members[i];
    grundy_vertices row = grundy_view_row(&c->r, u);
    for (uint64_t j = 0; j < row.count; j++) c->predecessors[c->cursor[row.at[j]]++] = u;
    if (!grundy_work_step(&c->work, row.count + 1)) return grundy_fail_cancelled(c->error);
  }
  memcpy(c->cursor, c->offsets, c->r.order * sizeof *c->cursor);
  return GRUNDY_OK;
}

static grundy_status check_start(check *c, const grundy_monitor *monitor) {
  grundy_status status = check_images(c);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(c->s_game, monitor, &c->s_reverse, c->error);
  if (status != GRUNDY_OK) return status;
  if (!make_room(c)) return grundy_fail_memory(c->error);
  for (int which = 0; which < RULES; which++) c->broken_at[which] = c->r.order;
  c->work = grundy_work_start(monitor, "mapping", 3 * (c->r.size + c->r.order));
  return sort_predecessors(c);
}

/* ---- a fibre ---------------------------------------------------------------------------- */

/* The fibre of the image x, and what marks it. */
typedef struct fibre {
  uint32_t x, stamp;
  const uint32_t *members;
  uint32_t count;
} fibre;

static fibre fibre_of(const check *c, uint32_t x) {
  const uint32_t *start = c->starts.start;
  return (fibre){x, x + 1, c->members + start[x], start[x + 1] - start[x]};
}

static void mark_neighbours(check *c, const fibre *k) {
  grundy_view reverse = grundy_view_of(c->s_reverse);
  grundy_vertices after = grundy_view_row(&c->s, k->x), before = grundy_view_row(&reverse, k->x);
  for (uint64_t i = 0; i < after.count; i++) c->marks[after.at[i]].follows = k->stamp;
  for (uint64_t i = 0; i < before.count; i++) c->marks[before.at[i]].precedes = k->stamp;
}

/* What can be told of u by its followers: all but (b). Counts the moves that are not of (a). */
static void look_at(check *c, const fibre *k, uint32_t u) {
  uint64_t covered = 0;
  uint32_t unmatched = 0;
  bool related = true;
  grundy_vertices row = grundy_view_row(&c->r, u);
  for (uint64_t i = 0; i < row.count; i++) {
    marks *above = &c->marks[c->image[row.at[i]]];
    if (above->follows == k->stamp) {
      covered += above->seen != u + 1;
      above->seen = u + 1;
    } else {
      unmatched++;
      related = related && (row.at[i] == u || above->precedes == k->stamp);
    }
  }
  c->waiting[u] = unmatched;
  if (covered < c->s.offsets[k->x + 1] - c->s.offsets[k->x]) breaks(c, COVERED, u);
  if (unmatched > 0) breaks(c, MATCHED, u);
  if (!related) breaks(c, RELATED, u);
}

static bool look_at_members(check *c, const fibre *k) {
  for (uint32_t i = 0; i < k->count; i++) {
    look_at(c, k, k->members[i]);
    if (!grundy_work_step(&c->work, grundy_view_row(&c->r, k->members[i]).count + 1)) return false;
  }
  return true;
}

/* Is every move to v from the fibre one of (a)? */
static bool is_matched(const check *c, const fibre *k, uint32_t v) {
  return c->marks[c->image[v]].follows == k->stamp;
}

/* ---- the least d ------------------------------------------------------------------------ */

/* The first of the followers of v in the fibre has got its d: all members that move to v have their
 * answer. Those that wait for no other one follow in the queue; returns its length. */
static uint32_t answer_moves_to(check *c, const fibre *k, uint32_t v, uint32_t d, uint32_t length) {
  uint64_t at = c->cursor[v], end = c->offsets[v + 1];
  while (at < end && c->image[c->predecessors[at]] < k->x) at++;
  for (; at < end && c->image[c->predecessors[at]] == k->x; at++) {
    uint32_t u = c->predecessors[at];
    if (--c->waiting[u] > 0) continue;
    c->d[u] = d + 1;
    c->queue[length++] = u;
  }
  c->cursor[v] = at;
  return length;
}

/* Those without a d at the end are served by none. */
static bool find_least(check *c, const fibre *k) {
  uint32_t length = 0;
  for (uint32_t i = 0; i < k->count; i++) {
    uint32_t u = k->members[i];
    c->d[u] = c->waiting[u] == 0 ? 0 : GRUNDY_INFINITY;
    if (c->waiting[u] == 0) c->queue[length++] = u;
  }
  for (uint32_t head = 0; head < length; head++) {
    uint32_t w = c->queue[head];
    for (uint64_t e = c->offsets[w]; e < c->offsets[w + 1]; e++) {
      uint32_t v = c->predecessors[e];
      if (c->answers[v].to == k->stamp || is_matched(c, k, v)) continue;
      c->answers[v].to = k->stamp;
      length = answer_moves_to(c, k, v, c->d[w], length);
    }
    if (!grundy_work_step(&c->work, c->offsets[w + 1] - c->offsets[w] + 1)) return false;
  }
  for (uint32_t i = 0; i < k->count && length < k->count; i++)
    if (c->d[k->members[i]] == GRUNDY_INFINITY) breaks(c, REPLIED, k->members[i]);
  return true;
}

/* ---- a given d -------------------------------------------------------------------------- */

/* Every predecessor of the fibre learns the least d among its followers there. */
static bool gather_answers(check *c, const fibre *k) {
  for (uint32_t i = 0; i < k->count; i++) {
    uint32_t w = k->members[i];
    for (uint64_t e = c->offsets[w]; e < c->offsets[w + 1]; e++) {
      answer *a = &c->answers[c->predecessors[e]];
      if (a->to != k->stamp || c->given[w] < a->least) a->least = c->given[w];
      a->to = k->stamp;
    }
    if (!grundy_work_step(&c->work, c->offsets[w + 1] - c->offsets[w] + 1)) return false;
  }
  return true;
}

static bool has_replies(const check *c, const fibre *k, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->r, u);
  for (uint64_t i = 0; i < row.count; i++) {
    answer a = c->answers[row.at[i]];
    if (is_matched(c, k, row.at[i])) continue;
    if (a.to != k->stamp || a.least >= c->given[u]) return false;
  }
  return true;
}

static bool check_given(check *c, const fibre *k) {
  if (!gather_answers(c, k)) return false;
  for (uint32_t i = 0; i < k->count; i++)
    if (c->waiting[k->members[i]] > 0 && !has_replies(c, k, k->members[i]))
      breaks(c, REPLIED, k->members[i]);
  return true;
}

/* ---- all fibres ------------------------------------------------------------------------- */

static grundy_status check_fibres(check *c) {
  for (uint32_t x = 0; x <= c->starts.largest && c->r.order > 0; x++) {
    fibre k = fibre_of(c, x);
    if (k.count == 0) continue;
    mark_neighbours(c, &k);
    if (!look_at_members(c, &k) || !(c->given != NULL ? check_given(c, &k) : find_least(c, &k)))
      return grundy_fail_cancelled(c->error);
  }
  return GRUNDY_OK;
}

/* ---- reasons ---------------------------------------------------------------------------- */

static grundy_map_violation violation(grundy_map_condition condition, uint32_t u, uint32_t v,
                                      uint32_t w) {
  return (grundy_map_violation){condition, u, v, w};
}

/* The first follower of the image of u that no follower of u is sent to. */
static grundy_map_violation explain_covered(check *c, uint32_t u) {
  grundy_vertices row = grundy_view_row(&c->r, u), above = grundy_view_row(&c->s, c->image[u]);
  for (uint64_t i = 0; i < row.count; i++) c->marks[c->image[row.at[i]]].seen = u + 1;
  uint64_t i = 0;
  while (c->marks[above.at[i]].seen == u + 1) i++;
  return violation(GRUNDY_MAP_NOT_COVERED, u, GRUNDY_INFINITY, above.at[i]);
}

/* Of the followers of v above the image of u, one with the least d; GRUNDY_INFINITY if there is no
 * such follower. */
static uint32_t best_reply(const check *c, uint32_t u, uint32_t v) {
  const uint32_t *d = c->given != NULL ? c->given : c->d;
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

/* Does the move u → v break the rule? Then *found says how. */
static bool explains(const check *c, rule which, uint32_t u, uint32_t v,
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
  return c->given != NULL ? c->given[w] >= c->given[u] : c->d[w] == GRUNDY_INFINITY;
}

/* The first violation of condition (1) or of the other rule. */
static grundy_map_violation explain(check *c, rule which) {
  grundy_map_violation found =
      violation(GRUNDY_MAP_HOLDS, GRUNDY_INFINITY, GRUNDY_INFINITY, GRUNDY_INFINITY);
  uint32_t u = c->broken_at[which];
  if (c->broken_at[COVERED] <= u && c->broken_at[COVERED] < c->r.order)
    return explain_covered(c, c->broken_at[COVERED]);
  if (u == c->r.order) return found;
  grundy_vertices row = grundy_view_row(&c->r, u);
  uint64_t i = 0;
  while (!explains(c, which, u, row.at[i], &found)) i++;
  return found;
}

static grundy_map_violation explain_surjective(const check *c) {
  uint32_t missed = c->s.order;
  const uint32_t *start = c->starts.start;
  for (uint32_t x = 0; x < c->s.order && missed == c->s.order; x++)
    if (c->r.order == 0 || x > c->starts.largest || start[x] == start[x + 1]) missed = x;
  return violation(missed == c->s.order ? GRUNDY_MAP_HOLDS : GRUNDY_MAP_NO_PREIMAGE,
                   GRUNDY_INFINITY, GRUNDY_INFINITY,
                   missed == c->s.order ? GRUNDY_INFINITY : missed);
}

grundy_status grundy_map_check(const grundy_digraph *r, const grundy_digraph *s,
                               const uint32_t *image, const uint32_t *d,
                               const grundy_monitor *monitor, uint32_t *least,
                               grundy_map_report *report, grundy_error *error) {
  check c = {.s_game = s,
             .r = grundy_view_of(r),
             .s = grundy_view_of(s),
             .image = image,
             .given = d,
             .d = least,
             .error = error};
  grundy_status status = check_start(&c, monitor);
  if (status == GRUNDY_OK) status = check_fibres(&c);
  if (status == GRUNDY_OK) {
    report->of[GRUNDY_HOMOMORPHISM] = explain(&c, MATCHED);
    report->of[GRUNDY_SURJECTIVE] = explain_surjective(&c);
    report->of[GRUNDY_D_MORPHISM] = explain(&c, RELATED);
    report->of[GRUNDY_THEOREM7] = explain(&c, REPLIED);
    grundy_work_finish(&c.work, d == NULL ? "least d" : "given d", c.r.size);
  }
  check_free(&c);
  return status;
}
