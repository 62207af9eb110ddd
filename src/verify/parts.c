/* Definition 1 of [FY86] for parts of positions, where a move may lead to a sum of parts.
 *
 * The value of a follower is the generalized nim-sum of the values that the solution claims for its
 * parts. Condition B is checked only for moves within a strong component of parts: by [FY86, Thm.
 * 5] a sum of finite value n has a move to every smaller value, and one of value ∞(K) to every
 * value in K, so a follower outside the strong component has the reply that B demands, or K lacks
 * it. Such replies leave the strong component and count as smaller than all counters.
 * docs/splitting-proofs.md has the proof. */

#include "digraph/part_sums.h"
#include "verify/impl.h"

#include "base/alloc.h"
#include "base/lower_bound.h"

#include <inttypes.h>
#include <stdlib.h>

/* A finite value of some followers of a part. `least` is 0 if one of them is outside the strong
 * component, and otherwise the least of their counters plus 1. */
typedef struct offer {
  uint32_t value, least;
} offer;

/* The sum that a move leads to: a nimber, or infinite. The solver has a type of its own for this,
 * because it shares no code with this room. */
typedef struct total {
  uint32_t nimber;
  uint32_t infinite; /* how many parts have infinite values: 0, 1, or 2 for more */
  uint32_t part;     /* the last of them */
} total;

typedef struct parts_checker {
  checker *c;
  const grundy_part_sums *sums;
  grundy_strong_parts strong;
  const uint32_t *values, *counter; /* as claimed; counter may be NULL */
  uint64_t *starts;                 /* of the offers of every part */
  offer *offers;                    /* by value */
  bool has_cycle;                   /* whether some move stays in its strong component */
} parts_checker;

static total add_up(const parts_checker *p, grundy_vertices parts) {
  total t = {0};
  for (uint64_t i = 0; i < parts.count; i++) {
    uint32_t value = p->values[parts.at[i]];
    if (value != GRUNDY_INFINITY) {
      t.nimber ^= value;
    } else {
      t.infinite += t.infinite < 2;
      t.part = parts.at[i];
    }
  }
  return t;
}

/* Returns the parts that move i of u leads to. */
static grundy_vertices move_of(const parts_checker *p, uint32_t u, uint64_t i) {
  grundy_vertices row = grundy_view_row(&p->c->view, u);
  if (i < row.count) return (grundy_vertices){row.at + i, 1};
  return grundy_part_sums_get(p->sums, p->sums->rows[u] + (i - row.count));
}

static bool stays(const parts_checker *p, uint32_t u, grundy_vertices parts) {
  return parts.count == 1 && p->strong.of[parts.at[0]] == p->strong.of[u];
}

/* ---- offers -------------------------------------------------------------------------------- */

static int compare_offers(const void *a, const void *b) {
  const offer *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return (x->least > y->least) - (x->least < y->least);
}

/* Writes the offers of u to `to`, one per value, and returns their number. */
static uint64_t collect_offers(parts_checker *p, uint32_t u, offer *to) {
  uint64_t moves = grundy_part_sums_degree(p->c->g, u), count = 0, kept = 0;
  for (uint64_t i = 0; i < moves; i++) {
    grundy_vertices parts = move_of(p, u, i);
    bool inside = stays(p, u, parts);
    total t = add_up(p, parts);
    p->has_cycle |= inside;
    if (t.infinite > 0) continue;
    bool counted = inside && p->counter != NULL && p->counter[parts.at[0]] != GRUNDY_INFINITY;
    uint32_t least = !inside ? 0 : counted ? p->counter[parts.at[0]] + 1 : GRUNDY_INFINITY;
    to[count++] = (offer){t.nimber, least};
  }
  if (count > 1) qsort(to, count, sizeof *to, compare_offers);
  for (uint64_t i = 0; i < count; i++)
    if (kept == 0 || to[kept - 1].value != to[i].value) to[kept++] = to[i];
  return kept;
}

static grundy_status make_offers(parts_checker *p) {
  checker *c = p->c;
  uint64_t most = c->view.size + p->sums->rows[c->view.order];
  p->starts = grundy_arena_array(&c->arena, (uint64_t)c->view.order + 1, sizeof *p->starts);
  p->offers = grundy_arena_array(&c->arena, most, sizeof *p->offers);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  p->starts[0] = 0;
  for (uint32_t u = 0; u < c->view.order; u++) {
    if (!grundy_work_step(&c->work, 1 + grundy_part_sums_degree(c->g, u)))
      return grundy_fail_cancelled(c->error);
    p->starts[u + 1] = p->starts[u] + collect_offers(p, u, p->offers + p->starts[u]);
  }
  return GRUNDY_OK;
}

/* Returns the offer of u with that value; NULL if there is none. */
static const offer *find_offer(const parts_checker *p, uint32_t u, uint32_t value) {
  uint64_t at = p->starts[u], end = p->starts[u + 1];
  GRUNDY_LOWER_BOUND(at, end, i, p->offers[i].value < value)
  return at < end && p->offers[at].value == value ? &p->offers[at] : NULL;
}

static uint32_t mex_of(const parts_checker *p, uint32_t u) {
  uint32_t mex = 0;
  uint64_t count = p->starts[u + 1] - p->starts[u];
  while (mex < count && p->offers[p->starts[u] + mex].value == mex) mex++;
  return mex;
}

/* ---- conditions ---------------------------------------------------------------------------- */

/* Returns whether an infinite follower has a move to that value. */
static bool has_reply(const parts_checker *p, const total *t, uint32_t value) {
  return t->infinite == 1 && find_offer(p, t->part, value ^ t->nimber) != NULL;
}

/* C: some infinite follower of u has no reply of value mex. */
static bool fits_c(const parts_checker *p, uint32_t u) {
  uint64_t moves = grundy_part_sums_degree(p->c->g, u);
  uint32_t mex = mex_of(p, u);
  for (uint64_t i = 0; i < moves; i++) {
    total t = add_up(p, move_of(p, u, i));
    if (t.infinite > 0 && !has_reply(p, &t, mex)) return true;
  }
  return false;
}

/* B, except for the counter: every infinite follower of u outside the strong component has a reply.
 */
static bool fits_outside(const parts_checker *p, uint32_t u) {
  uint64_t moves = grundy_part_sums_degree(p->c->g, u);
  for (uint64_t i = 0; i < moves; i++) {
    grundy_vertices parts = move_of(p, u, i);
    total t = add_up(p, parts);
    if (t.infinite > 0 && !stays(p, u, parts) && !has_reply(p, &t, p->values[u])) return false;
  }
  return true;
}

/* B within the strong component: every follower of larger value has a reply with a smaller counter.
 */
static bool fits_inside(const parts_checker *p, uint32_t u) {
  uint64_t moves = grundy_part_sums_degree(p->c->g, u);
  for (uint64_t i = 0; i < moves; i++) {
    grundy_vertices parts = move_of(p, u, i);
    if (!stays(p, u, parts) || p->values[parts.at[0]] <= p->values[u]) continue;
    const offer *reply = find_offer(p, parts.at[0], p->values[u]);
    if (reply == NULL || reply->least > p->counter[u]) return false;
  }
  return true;
}

static grundy_status note_at(const parts_checker *p, uint32_t u, grundy_columns column,
                             const char *kind, const char *what) {
  return grundy_verify_wrong(p->c, column, &(violation){kind, u, NULL, NULL}, "%s", what);
}

/* ---- columns ------------------------------------------------------------------------------- */

/* A value is at most the number of moves. This also keeps nim-sums small. */
static grundy_status check_sizes(const parts_checker *p, bool *right) {
  for (uint32_t u = 0; u < p->c->view.order; u++) {
    uint64_t moves = grundy_part_sums_degree(p->c->g, u);
    if (p->values[u] == GRUNDY_INFINITY || p->values[u] <= moves) continue;
    *right = false;
    return grundy_verify_wrong(p->c, GRUNDY_COLUMN_GRUNDY, &(violation){"size", u, NULL, NULL},
                               "its value is %" PRIu32 ", but it has only %" PRIu64 " moves",
                               p->values[u], moves);
  }
  return GRUNDY_OK;
}

/* Checks A and C, and B outside strong components. */
static grundy_status check_values(const parts_checker *p, bool *right) {
  char is[NUMBER_TEXT], should[NUMBER_TEXT];
  for (uint32_t u = 0; u < p->c->view.order; u++) {
    if (!grundy_work_step(&p->c->work, 1 + grundy_part_sums_degree(p->c->g, u)))
      return grundy_fail_cancelled(p->c->error);
    bool finite = p->values[u] != GRUNDY_INFINITY;
    *right = false;
    if (finite && mex_of(p, u) != p->values[u])
      return grundy_verify_wrong(
          p->c, GRUNDY_COLUMN_GRUNDY,
          &(violation){"condition A", u, grundy_verify_number(mex_of(p, u), should),
                       grundy_verify_number(p->values[u], is)},
          "condition A fails: its value is %" PRIu32 ", but the mex of its followers is %" PRIu32,
          p->values[u], mex_of(p, u));
    if (finite && !fits_outside(p, u))
      return note_at(p, u, GRUNDY_COLUMN_GRUNDY, "condition B",
                     "condition B fails: a move to a sum of infinite value has no reply");
    if (!finite && !fits_c(p, u))
      return note_at(p, u, GRUNDY_COLUMN_GRUNDY, "condition C",
                     "condition C fails: its value is infinite, but every infinite follower has a "
                     "reply");
    *right = true;
  }
  return GRUNDY_OK;
}

/* Checks B inside strong components. */
static grundy_status check_counter(const parts_checker *p, bool *right) {
  for (uint32_t u = 0; u < p->c->view.order; u++) {
    bool finite = p->values[u] != GRUNDY_INFINITY;
    *right = false;
    if (finite != (p->counter[u] != GRUNDY_INFINITY))
      return note_at(p, u, GRUNDY_COLUMN_COUNTER, "presence",
                     finite ? "its value is finite, but it has no counter"
                            : "it has a counter, but its value is infinite");
    if (finite && !fits_inside(p, u))
      return note_at(p, u, GRUNDY_COLUMN_COUNTER, "condition B",
                     "condition B fails: a move to a larger value has no reply with a smaller "
                     "counter");
    *right = true;
  }
  return grundy_verify_note(p->c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_RIGHT, "condition B holds");
}

/* K is the set of the offers of u. */
static grundy_status check_k(const parts_checker *p) {
  for (uint32_t u = 0; u < p->c->view.order; u++) {
    grundy_set k = grundy_solution_set_at(p->c->solution, GRUNDY_COLUMN_K, u);
    const offer *offers = p->offers + p->starts[u];
    uint64_t count = p->starts[u + 1] - p->starts[u];
    bool infinite = p->values[u] == GRUNDY_INFINITY, right = k.absent != infinite;
    if (infinite && right) right = k.size == count;
    for (uint64_t i = 0; infinite && right && i < count; i++)
      right = k.numbers[i] == offers[i].value;
    if (!right)
      return note_at(p, u, GRUNDY_COLUMN_K, "recomputed",
                     "k is not the set of the finite values of its followers");
  }
  return grundy_verify_note(p->c, GRUNDY_COLUMN_K, GRUNDY_VERDICT_RIGHT, "recomputed from grundy");
}

static grundy_status check_outcome(const parts_checker *p) {
  const uint8_t *outcome = grundy_solution_letters(p->c->solution, GRUNDY_COLUMN_OUTCOME);
  for (uint32_t u = 0; u < p->c->view.order; u++) {
    uint8_t right = p->values[u] == 0                 ? 'P'
                    : p->values[u] != GRUNDY_INFINITY ? 'N'
                    : find_offer(p, u, 0) != NULL     ? 'N'
                                                      : 'D';
    if (outcome[u] != right)
      return note_at(p, u, GRUNDY_COLUMN_OUTCOME, "lemma 2", "its outcome does not fit its value");
  }
  return grundy_verify_note(p->c, GRUNDY_COLUMN_OUTCOME, GRUNDY_VERDICT_RIGHT, "fits grundy");
}

/* Checks grundy, with counter if the solution has it. Sets *right if the values are right. */
static grundy_status check_grundy(parts_checker *p, bool *right) {
  bool counted = true;
  *right = true;
  grundy_status status = check_sizes(p, right);
  if (status == GRUNDY_OK && *right) status = make_offers(p);
  if (status == GRUNDY_OK && *right) status = check_values(p, right);
  if (status != GRUNDY_OK) return status;
  if (!*right)
    return p->counter == NULL ? GRUNDY_OK
                              : grundy_verify_note(p->c, GRUNDY_COLUMN_COUNTER,
                                                   GRUNDY_VERDICT_NOT_CHECKED, "grundy is wrong");
  if (p->counter != NULL) status = check_counter(p, &counted);
  if (status != GRUNDY_OK) return status;
  *right = !p->has_cycle || (p->counter != NULL && counted);
  if (!*right)
    return grundy_verify_note(p->c, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_NOT_CHECKED,
                              "needs a right counter, because parts are on cycles");
  return grundy_verify_note(p->c, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_RIGHT,
                            "conditions A, B and C hold");
}

static grundy_status note_unchecked(checker *c, const char *why) {
  static const grundy_columns others[] = {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_K};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < 2 && status == GRUNDY_OK; i++)
    if (has(c, others[i]))
      status = grundy_verify_note(c, others[i], GRUNDY_VERDICT_NOT_CHECKED, "%s", why);
  return status;
}

static grundy_status check_columns(parts_checker *p) {
  checker *c = p->c;
  bool right = false;
  grundy_status status = GRUNDY_OK;
  if (!has(c, GRUNDY_COLUMN_GRUNDY)) {
    if (has(c, GRUNDY_COLUMN_COUNTER))
      status =
          grundy_verify_note(c, GRUNDY_COLUMN_COUNTER, GRUNDY_VERDICT_NOT_CHECKED, "needs grundy");
    return status == GRUNDY_OK ? note_unchecked(c, "needs grundy") : status;
  }
  status = grundy_strong_parts_find(c->g, &c->work, &p->strong, c->error);
  if (status == GRUNDY_OK) status = check_grundy(p, &right);
  if (status != GRUNDY_OK) return status;
  if (!right) return note_unchecked(c, "grundy is wrong or not checked");
  if (has(c, GRUNDY_COLUMN_OUTCOME)) status = check_outcome(p);
  return status == GRUNDY_OK && has(c, GRUNDY_COLUMN_K) ? check_k(p) : status;
}

grundy_status grundy_verify_parts(checker *c) {
  parts_checker p = {.c = c,
                     .sums = grundy_digraph_part_sums(c->g),
                     .values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY),
                     .counter = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_COUNTER)};
  grundy_status status = check_columns(&p);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((GRUNDY_COLUMNS_PARTS & column) != 0 && !has(c, column))
      status = grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "not in the solution");
  }
  grundy_strong_parts_free(&p.strong);
  return status;
}
