/* Searches the value of one position depth first, with a table of the parts met so far.
 *
 * A position is the sum of its parts (rules/split.h; without `split` it has one), and the table has
 * parts alone: the value of a sum is the nim-sum of the values of its parts. For every part the
 * table has a lower bound b of its value: the part has followers of the values 0, …, b - 1. It is
 * exact if no follower has the value b; then b is the value. A frame of the stack asks whether a
 * part has the value `target`. It raises the bound until it exceeds the target, or is exact. To
 * raise it from b to b + 1 one follower of value b is enough: the others are not searched. With
 * target 0 this is the usual search for the outcome, in which a move to a P-position ends the
 * search of an N-position; with an unlimited target it finds the value. (Asking only whether
 * g(p) = n is searching the outcome of p + *n, as in [LV12].)
 *
 * Whether a follower u + v + … has the value b is asked as follows. If the values of all its parts
 * are known, they decide. If all but one are known, with the nim-sum x, the last part must have the
 * value b ⊕ x. Otherwise the value of the smallest unknown part is searched first. Two equal parts
 * do not cancel before their value is known: if it is ∞, so is that of the sum.
 *
 * All answers are right in games with cycles, too: exact bounds are labels of Algorithm G of
 * [FY86], found in an order in which every label follows those that it needs. A follower q of p
 * with a bound above b has a follower of value b, so q can be reverted; and if u has a follower of
 * value b ⊕ x, then u plus parts of nim-sum x has one of value b. The search gives up when it
 * would have to wait for itself: when a frame asks about a part that has a frame already.
 *
 * Several threads search the same position with one table. A thread leaves a part to the thread
 * that has a frame for it as long as it finds others to do. All of them hold one lock except while
 * they call the rules. What the table says is true whoever has found it, so the answer does not
 * depend on threads; how many positions were searched does.
 *
 * Time O(moves generated · values), space O(parts met + moves generated), or as much as is allowed:
 * then moves are generated again. Nothing recurses. */

#include "search/impl.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/threads.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Threads join a search when it has expanded this many positions; most searches end before. */
enum { EXPANSIONS_ALONE = 1 << 14 };

static uint64_t expansions_alone(const grundy_position_search_request *request) {
  return request->alone == 0 ? EXPANSIONS_ALONE : request->alone;
}

/* ---- parts ---------------------------------------------------------------------------------- */

grundy_status grundy_search_add(grundy_search *s, grundy_position position, uint32_t *v) {
  grundy_status status = grundy_search_table_add(&s->table, position, &s->work, v, s->error);
  if (status != GRUNDY_OK) return status;
  uint64_t met = s->table.positions.count + s->table.forgotten - s->restored;
  return met > s->limit ? grundy_positions_fail_limit(s->limit, "positions", s->error) : GRUNDY_OK;
}

static uint64_t memory_of(const grundy_search *s) {
  uint64_t frames = 0;
  for (int i = 0; i < s->thread_count; i++) frames += s->threads[i].depth;
  return grundy_search_table_memory(&s->table) + frames * sizeof(grundy_search_frame);
}

grundy_status grundy_search_make_room(grundy_search *s) {
  if (s->memory == 0 || memory_of(s) <= s->memory) return GRUNDY_OK;
  grundy_status status = grundy_search_table_drop_rows(&s->table, s->error);
  if (status != GRUNDY_OK || memory_of(s) <= s->memory / 4 * 3) return status;
  grundy_arena arena = {0};
  bool *keep = grundy_arena_zeros(&arena, s->table.positions.count, sizeof *keep);
  uint32_t *renamed = grundy_arena_array(&arena, s->table.positions.count, sizeof *renamed);
  if (!arena.failed) {
    for (uint32_t i = 0; i < s->root_count; i++) keep[s->roots[i]] = true;
    grundy_search_table_choose(&s->table, s->memory / 2, keep);
    grundy_search_table_compact(&s->table, keep, renamed);
    for (int i = 0; i < s->thread_count; i++) {
      grundy_search_thread *t = &s->threads[i];
      for (uint64_t j = 0; j < t->depth; j++) t->frames[j].v = renamed[t->frames[j].v];
    }
    for (uint32_t i = 0; i < s->root_count; i++) s->roots[i] = renamed[s->roots[i]];
  }
  status = grundy_arena_end(&arena, GRUNDY_OK, s->error);
  if (status != GRUNDY_OK || memory_of(s) <= s->memory / 8 * 7) return status;
  return grundy_fail_because(s->error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                             "%" PRIu32 " positions were met and take %.1f MiB; there is room "
                             "for %.1f MiB",
                             s->table.positions.count, (double)memory_of(s) / 0x1p20,
                             (double)s->request->memory / 0x1p20);
}

/* ---- calling the rules ---------------------------------------------------------------------- */

static void acquire(const grundy_search *s) {
  if (s->lock != NULL) pthread_mutex_lock(s->lock);
}

static void release(const grundy_search *s) {
  if (s->lock != NULL) pthread_mutex_unlock(s->lock);
}

/* Adds the moves so far to the table, which fails if there are more positions than allowed: a
 * position can have billions of moves. */
static grundy_status check_limit(grundy_search_thread *t) {
  grundy_status status = GRUNDY_OK;
  uint32_t v;
  for (uint64_t i = 0; i < t->moves.count && status == GRUNDY_OK; i++)
    status = grundy_search_add(t->s, grundy_position_list_get(&t->moves, i), &v);
  t->next_check = 2 * t->moves.count;
  return status;
}

/* A grundy_take for moves. If taking one fails, the rules stop early. */
static void take_move(void *to, grundy_position position) {
  grundy_search_thread *t = to;
  grundy_search *s = t->s;
  if (t->taking != GRUNDY_OK) return;
  grundy_position_list_take(&t->moves, position);
  if (s->lock != NULL) return;
  if (t->moves.count > t->next_check && !s->ruleset->has_split) t->taking = check_limit(t);
  if (t->moves.failed || t->taking != GRUNDY_OK) s->work.has_failed = true;
}

/* Splits every move into its parts. */
static grundy_status split_moves(grundy_search_thread *t, grundy_error *error) {
  grundy_position_list_clear(&t->parts);
  t->sample.moves = t->moves.count;
  if (!grundy_grow(&t->part_counts, &t->part_count_room, t->moves.count, sizeof *t->part_counts))
    return grundy_fail_memory(error);
  for (uint64_t i = 0; i < t->moves.count; i++) {
    grundy_status status =
        grundy_split(&t->splitter, grundy_position_list_get(&t->moves, i), error);
    if (status == GRUNDY_OK) status = grundy_split_sample_met(&t->sample, &t->splitter, error);
    if (status != GRUNDY_OK) return status;
    const grundy_position_list *parts = &t->splitter.parts;
    for (uint64_t j = 0; j < parts->count; j++)
      grundy_position_list_take(&t->parts, grundy_position_list_get(parts, j));
    t->part_counts[i] = (uint32_t)parts->count;
  }
  return t->parts.failed ? grundy_fail_memory(error) : GRUNDY_OK;
}

/* Asks the rules for the moves of a part; the thread does not hold the lock. */
static grundy_status generate(grundy_search_thread *t, grundy_position from, grundy_error *error) {
  grundy_ruleset *ruleset = t->s->ruleset;
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  grundy_position_list_clear(&t->moves);
  t->next_check = t->s->limit;
  t->taking = GRUNDY_OK;
  if (ruleset->has_terminal) status = ruleset->kind->info(ruleset, from, &info, error);
  t->end = info.end;
  if (status == GRUNDY_OK) status = grundy_split_sample_part(&t->sample, from, error);
  if (status == GRUNDY_OK && info.end == 0)
    status = ruleset->kind->moves(ruleset, from, !ruleset->has_split, take_move, t, error);
  if (t->moves.failed) return grundy_fail_memory(error);
  if (status != GRUNDY_OK || !ruleset->has_split) return status;
  return split_moves(t, error);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* A follower while its row is made. */
struct sum {
  uint32_t *parts;
  uint32_t count;
  uint32_t weight;
};

/* Returns how large a part looks: the number of bits that are set. In positions that are sets this
 * is the number of cells or vertices that are left. It decides nothing but the order of work. */
static uint32_t weight_of(grundy_position position) {
  const unsigned char *byte = position.bytes;
  uint32_t weight = 0;
  for (size_t i = 0; i < position.length; i++) weight += (uint32_t)__builtin_popcount(byte[i]);
  return weight;
}

/* Few parts first, then small ones. */
static int compare_sums(const void *a, const void *b) {
  const struct sum *p = a, *q = b;
  if (p->count != q->count) return p->count < q->count ? -1 : 1;
  if (p->weight != q->weight) return p->weight < q->weight ? -1 : 1;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->parts[i] != q->parts[i]) return p->parts[i] < q->parts[i] ? -1 : 1;
  return 0;
}

static uint32_t node_weight(const grundy_search *s, uint32_t v) {
  return weight_of(grundy_positions_get(&s->table.positions, v));
}

/* Sorts the parts of a sum: small parts first, and equal ones next to each other. Sums are short.
 */
static void sort_parts(const grundy_search *s, uint32_t *parts, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) {
    uint32_t v = parts[i], weight = node_weight(s, v), j = i;
    for (; j > 0; j--) {
      uint32_t before = node_weight(s, parts[j - 1]);
      if (before < weight || (before == weight && parts[j - 1] <= v)) break;
      parts[j] = parts[j - 1];
    }
    parts[j] = v;
  }
}

/* Adds the parts to the table and sorts them. */
static grundy_status number_parts(grundy_search *s, const grundy_position_list *list,
                                  uint64_t first, uint32_t count, struct sum *sum) {
  sum->count = sum->weight = 0;
  for (uint64_t i = first; i < first + count; i++) {
    grundy_position part = grundy_position_list_get(list, i);
    uint32_t v;
    grundy_status status = grundy_search_add(s, part, &v);
    if (status != GRUNDY_OK) return status;
    sum->parts[sum->count++] = v;
    sum->weight += weight_of(part);
  }
  sort_parts(s, sum->parts, sum->count);
  return GRUNDY_OK;
}

static grundy_status append_row(grundy_search *s, const uint32_t *words, uint32_t count) {
  grundy_search_table *t = &s->table;
  if (!grundy_grow_slowly(&t->rows, &t->row_room, t->row_count + count, sizeof *t->rows))
    return grundy_fail_memory(s->error);
  for (uint32_t i = 0; i < count; i++) t->rows[t->row_count++] = words[i];
  return GRUNDY_OK;
}

/* Makes the row of a part whose moves come apart: sorted, each sum once. */
static grundy_status make_sums(grundy_search_thread *t) {
  grundy_search *s = t->s;
  uint64_t count = t->moves.count, first = 0;
  grundy_status status = GRUNDY_OK;
  if (!grundy_grow(&t->sums, &t->sum_room, count, sizeof *t->sums) ||
      !grundy_grow(&t->numbers, &t->number_room, t->parts.count, sizeof *t->numbers))
    return grundy_fail_memory(s->error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    t->sums[i].parts = t->numbers + first;
    status = number_parts(s, &t->parts, first, t->part_counts[i], &t->sums[i]);
    first += t->part_counts[i];
  }
  if (status != GRUNDY_OK || count == 0) return status;
  qsort(t->sums, count, sizeof *t->sums, compare_sums);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    const struct sum *sum = &t->sums[i];
    const uint32_t head = GRUNDY_SEARCH_SUM | sum->count;
    if (i > 0 && compare_sums(sum - 1, sum) == 0) continue;
    if (sum->count != 1) status = append_row(s, &head, 1);
    if (status == GRUNDY_OK) status = append_row(s, sum->parts, sum->count);
  }
  return status;
}

/* Makes the row of a part whose moves do not come apart, in the order of the rules. */
static grundy_status make_plain(grundy_search_thread *t) {
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < t->moves.count && status == GRUNDY_OK; i++) {
    uint32_t v = 0;
    status = grundy_search_add(t->s, grundy_position_list_get(&t->moves, i), &v);
    if (status == GRUNDY_OK) status = append_row(t->s, &v, 1);
  }
  return status;
}

/* Uses what the rules say about the end of play: P is what a position without moves is anyway. N is
 * enough to know if only outcomes are wanted. */
static void use_end(grundy_search *s, uint8_t end, grundy_search_node *n) {
  if (end == 'N' && !s->request->value)
    n->bound = 1;
  else if (end != 0 && end != 'P')
    s->end = GRUNDY_POSITION_SEARCH_ENDS;
}

/* Stores the moves of the part at the top of the stack, unless another thread has. */
static grundy_status store(grundy_search_thread *t) {
  grundy_search *s = t->s;
  grundy_status status = grundy_search_make_room(s);
  uint32_t v = t->frames[t->depth - 1].v;
  if (status != GRUNDY_OK || s->table.nodes[v].is_expanded) return status;
  uint64_t row = s->table.row_count;
  status = s->ruleset->has_split ? make_sums(t) : make_plain(t);
  if (status != GRUNDY_OK) return status;
  grundy_search_node *n = &s->table.nodes[v];
  n->row = row;
  n->count = (uint32_t)(s->table.row_count - row);
  n->is_expanded = 1;
  use_end(s, t->end, n);
  s->expanded++;
  s->moves += t->moves.count;
  return GRUNDY_OK;
}

/* Asks the monitor whether to continue; only the caller's thread does. */
static grundy_status report(grundy_search_thread *t) {
  enum { EXPANSIONS_PER_REPORT = 128 };
  grundy_search *s = t->s;
  if (t != &s->threads[0] || s->expanded < s->next_report) return GRUNDY_OK;
  s->next_report = s->expanded + grundy_work_period(EXPANSIONS_PER_REPORT);
  s->work.done = s->expanded;
  return grundy_work_ask(&s->work) ? GRUNDY_OK : grundy_fail_cancelled(s->error);
}

grundy_status grundy_search_expand(grundy_search_thread *t) {
  grundy_search *s = t->s;
  grundy_error why = {0};
  uint32_t v = t->frames[t->depth - 1].v;
  grundy_position from =
      grundy_aligned_copy(&t->from, grundy_positions_get(&s->table.positions, v));
  if (s->expanded >= expansions_alone(s->request)) t->sample.is_shared = true;
  release(s);
  grundy_status status = generate(t, from, &why);
  acquire(s);
  if (s->is_stopped) return GRUNDY_OK;
  if (t->taking != GRUNDY_OK) return t->taking;
  if (status != GRUNDY_OK && s->error != NULL) *s->error = why;
  if (t->sample.cancels) s->end = GRUNDY_POSITION_SEARCH_CANCELS;
  if (status == GRUNDY_OK) status = store(t);
  return status == GRUNDY_OK ? report(t) : status;
}

/* ---- the search ----------------------------------------------------------------------------- */

grundy_status grundy_search_push(grundy_search_thread *t, grundy_search_question question) {
  grundy_search_node *n = &t->s->table.nodes[question.v];
  assert((n->frames & t->bit) == 0);
  if (!grundy_grow(&t->frames, &t->frame_room, t->depth + 1, sizeof *t->frames))
    return grundy_fail_memory(t->s->error);
  t->frames[t->depth++] =
      (grundy_search_frame){.v = question.v, .target = question.target, .start = t->s->expanded};
  n->frames = (uint8_t)(n->frames | t->bit);
  return GRUNDY_OK;
}

void grundy_search_pop(grundy_search_thread *t) {
  const grundy_search_frame *f = &t->frames[--t->depth];
  grundy_search_node *n = &t->s->table.nodes[f->v];
  uint64_t expanded = t->s->expanded - f->start;
  unsigned effort = expanded == 0 ? 0 : 64U - (unsigned)__builtin_clzll(expanded);
  n->frames = (uint8_t)(n->frames & ~t->bit);
  if (effort > n->effort) n->effort = (uint8_t)effort;
}

/* Returns whether it is not known yet whether the node has that value. */
static bool may_have_value(const grundy_search_node *n, uint32_t value) {
  return !n->is_exact && n->bound <= value;
}

grundy_search_verdict grundy_search_ask(const grundy_search_table *t, grundy_search_sum sum,
                                        uint32_t value, grundy_search_question *question) {
  uint32_t known = 0, open = 0, copies = 0;
  for (uint32_t i = 0; i < sum.count; i++) {
    const grundy_search_node *n = &t->nodes[sum.parts[i]];
    if (n->is_exact) {
      known ^= n->bound;
    } else if (open > 0 && sum.parts[i] == question->v) {
      copies++;
    } else if (open++ == 0) {
      question->v = sum.parts[i];
      copies = 1;
    }
  }
  if (open == 0) return known == value ? SUM_HAS_VALUE : SUM_HAS_ANOTHER;
  question->target = GRUNDY_SEARCH_NO_TARGET;
  if (open > 1 || copies > 1) return SUM_IS_OPEN;
  if (!may_have_value(&t->nodes[question->v], known ^ value)) return SUM_HAS_ANOTHER;
  question->target = known ^ value;
  return SUM_IS_OPEN;
}

static grundy_status raise_bound(const grundy_search *s, grundy_search_node *n) {
  if (n->bound + UINT32_C(1) >= GRUNDY_SEARCH_NO_TARGET)
    return grundy_fail_because(s->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "a position has a value above %lu, which is the limit",
                               (unsigned long)GRUNDY_SEARCH_NO_TARGET - 1);
  n->bound++;
  return GRUNDY_OK;
}

/* Returns whether the values of all parts of a sum are known, and finds its value. */
static bool find_sum(const grundy_search_table *t, grundy_search_sum sum, uint32_t *value) {
  *value = 0;
  for (uint32_t i = 0; i < sum.count; i++) {
    const grundy_search_node *n = &t->nodes[sum.parts[i]];
    if (!n->is_exact) return false;
    *value ^= n->bound;
  }
  return true;
}

/* Raises the bound as far as the known values of followers allow, but not beyond target + 1. One
 * pass marks which of the values bound, …, bound + count - 1 they have; larger ones cannot help. */
static grundy_status raise_to_known(grundy_search_thread *t, grundy_search_node *n,
                                    uint32_t target) {
  const grundy_search_table *table = &t->s->table;
  const uint32_t first = n->bound, count = n->count;
  grundy_status status = GRUNDY_OK;
  if (!grundy_grow(&t->reached, &t->reached_room, (uint64_t)count + 1, sizeof *t->reached))
    return grundy_fail_memory(t->s->error);
  memset(t->reached, 0, ((size_t)count + 1) * sizeof *t->reached);
  for (uint32_t i = 0; i < count;) {
    grundy_search_sum sum = grundy_search_follower(table, n, i);
    uint32_t value;
    if (find_sum(table, sum, &value) && value >= first && value - first < count)
      t->reached[value - first] = true;
    i = sum.next;
  }
  while (status == GRUNDY_OK && n->bound <= target && t->reached[n->bound - first])
    status = raise_bound(t->s, n);
  return status;
}

/* Looks for a follower whose value is the bound, or that may have it. One that another thread is
 * working on is taken only if there is nothing else to do. */
static grundy_search_verdict scan(const grundy_search_thread *t, grundy_search_frame *f,
                                  const grundy_search_node *n, grundy_search_question *question) {
  const grundy_search_table *table = &t->s->table;
  bool is_busy = false;
  for (uint32_t i = f->next; i < n->count;) {
    grundy_search_question next;
    grundy_search_sum sum = grundy_search_follower(table, n, i);
    grundy_search_verdict verdict = grundy_search_ask(table, sum, f->bound, &next);
    if (verdict == SUM_HAS_VALUE) return verdict;
    if (verdict == SUM_IS_OPEN && (!is_busy || table->nodes[next.v].frames == 0)) {
      *question = next;
      if (table->nodes[next.v].frames == 0 || (table->nodes[next.v].frames & t->bit) != 0)
        return verdict;
      is_busy = true;
    }
    i = sum.next;
    if (!is_busy) f->next = i;
  }
  return is_busy ? SUM_IS_OPEN : SUM_HAS_ANOTHER;
}

/* Continues the frame at the top of the stack, whose part is expanded and undecided. */
static grundy_status step(grundy_search_thread *t) {
  grundy_search *s = t->s;
  grundy_search_frame *f = &t->frames[t->depth - 1];
  grundy_search_node *n = &s->table.nodes[f->v];
  grundy_search_question question;
  if (f->bound != n->bound) f->next = 0;
  f->bound = n->bound;
  if (f->next == 0) {
    grundy_status status = raise_to_known(t, n, f->target);
    if (status != GRUNDY_OK || n->bound != f->bound) return status;
  }
  switch (scan(t, f, n, &question)) {
  case SUM_HAS_VALUE:
    return raise_bound(s, n);
  case SUM_HAS_ANOTHER:
    n->is_exact = 1;
    return GRUNDY_OK;
  default:
    break;
  }
  if ((s->table.nodes[question.v].frames & t->bit) == 0) return grundy_search_push(t, question);
  s->end = GRUNDY_POSITION_SEARCH_CYCLE;
  return GRUNDY_OK;
}

/* Leaves questions near the root that other threads have answered. */
static void pop_answered(grundy_search_thread *t, uint64_t base) {
  enum { FRAMES = 64 };
  for (uint64_t i = base; i < t->depth && i < base + FRAMES; i++) {
    if (may_have_value(&t->s->table.nodes[t->frames[i].v], t->frames[i].target)) continue;
    while (t->depth > i) grundy_search_pop(t);
  }
}

/* Returns whether other threads should join. */
static bool is_worth_sharing(const grundy_search *s) {
  return s->lock == NULL && !s->is_alone && s->expanded >= expansions_alone(s->request);
}

grundy_status grundy_search_run(grundy_search_thread *t, uint64_t base) {
  grundy_search *s = t->s;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && t->depth > base && !s->is_stopped && !is_worth_sharing(s)) {
    const grundy_search_frame *f = &t->frames[t->depth - 1];
    const grundy_search_node *n = &s->table.nodes[f->v];
    if (!may_have_value(n, f->target)) {
      grundy_search_pop(t);
    } else if (n->is_expanded) {
      status = step(t);
    } else {
      status = grundy_search_expand(t);
      if (s->lock != NULL) pop_answered(t, base);
    }
    if (s->end != GRUNDY_POSITION_SEARCH_ANSWERED) s->is_stopped = true;
  }
  return status;
}

/* ---- threads -------------------------------------------------------------------------------- */

/* The question that all threads work on. */
typedef struct team {
  grundy_search *s;
  uint32_t target;
  uint32_t root; /* which of the parts of the position */
} team;

static void share(void *context, int number) {
  const team *all = context;
  grundy_search *s = all->s;
  grundy_search_thread *t = &s->threads[number];
  grundy_status status = GRUNDY_OK;
  acquire(s);
  if (number > 0 && !s->is_stopped)
    status = grundy_search_push(t, (grundy_search_question){s->roots[all->root], all->target});
  if (status == GRUNDY_OK) status = grundy_search_run(t, 0);
  if (status != GRUNDY_OK && s->status == GRUNDY_OK) s->status = status;
  if (status != GRUNDY_OK) s->is_stopped = true;
  while (t->depth > 0) grundy_search_pop(t);
  release(s);
}

/* Continues with all threads. */
static grundy_status run_together(grundy_search *s, uint32_t root, uint32_t target) {
  team all = {s, target, root};
  int threads = 1;
  grundy_status status = grundy_ruleset_share(s->ruleset, s->thread_count, &threads, s->error);
  if (status != GRUNDY_OK) return status;
  if (pthread_mutex_init(&s->mutex, NULL) != 0) return grundy_fail_memory(s->error);
  s->lock = &s->mutex;
  grundy_parallel(threads, share, &all);
  s->lock = NULL;
  pthread_mutex_destroy(&s->mutex);
  return s->status;
}

/* Decides whether a part of the position has the value `target`. */
static grundy_status decide(grundy_search *s, uint32_t root, uint32_t target) {
  grundy_search_thread *t = &s->threads[0];
  grundy_status status = grundy_search_push(t, (grundy_search_question){s->roots[root], target});
  if (status == GRUNDY_OK) status = grundy_search_run(t, 0);
  if (status == GRUNDY_OK && t->depth > 0 && !s->is_stopped) status = run_together(s, root, target);
  return status;
}

/* ---- the position --------------------------------------------------------------------------- */

/* Finds the position and splits it. */
static grundy_status find_roots(grundy_search *s) {
  const grundy_position_search_request *q = s->request;
  grundy_splitter *splitter = &s->threads[0].splitter;
  grundy_aligned_position found = {.length = 0};
  grundy_status status = grundy_ruleset_start(s->ruleset, grundy_aligned_take, &found, s->error);
  if (status == GRUNDY_OK && q->name != NULL) {
    if (!s->ruleset->has_own_parse) {
      s->end = GRUNDY_POSITION_SEARCH_NAME;
      return GRUNDY_OK;
    }
    found.length = 0;
    if (q->length < GRUNDY_RULES_MAX_NAME)
      status = grundy_ruleset_parse_name(s->ruleset, q->name, q->length, true, grundy_aligned_take,
                                         &found, s->error);
    if (status == GRUNDY_OK && found.length == 0)
      status = grundy_positions_fail_name(q->name, q->length, s->error);
  }
  if (status == GRUNDY_OK) status = grundy_split(splitter, grundy_aligned_get(&found), s->error);
  if (status == GRUNDY_OK)
    status = grundy_split_sample_met(&s->threads[0].sample, splitter, s->error);
  if (s->threads[0].sample.cancels) s->end = GRUNDY_POSITION_SEARCH_CANCELS;
  if (status != GRUNDY_OK) return status;
  struct sum sum = {0};
  if (!grundy_grow(&s->roots, &s->root_room, splitter->parts.count + 1, sizeof *s->roots))
    return grundy_fail_memory(s->error);
  sum.parts = s->roots;
  status = number_parts(s, &splitter->parts, 0, (uint32_t)splitter->parts.count, &sum);
  s->root_count = sum.count;
  return status;
}

/* ---- the answer ----------------------------------------------------------------------------- */

/* Decides whether the position has the value 0. */
static grundy_status find_outcome(grundy_search *s, bool *is_p) {
  grundy_search_question question;
  grundy_search_verdict verdict;
  const grundy_search_sum all = {s->roots, s->root_count, 0};
  while ((verdict = grundy_search_ask(&s->table, all, 0, &question)) == SUM_IS_OPEN) {
    uint32_t root = 0;
    while (s->roots[root] != question.v) root++;
    grundy_status status = decide(s, root, question.target);
    if (status != GRUNDY_OK || s->is_stopped) return status;
  }
  *is_p = verdict == SUM_HAS_VALUE;
  return GRUNDY_OK;
}

static grundy_status find_value(grundy_search *s, uint32_t *value) {
  for (uint32_t i = 0; i < s->root_count; i++) {
    grundy_status status = GRUNDY_OK;
    if (!s->table.nodes[s->roots[i]].is_exact) status = decide(s, i, GRUNDY_SEARCH_NO_TARGET);
    if (status != GRUNDY_OK || s->is_stopped) return status;
    *value ^= s->table.nodes[s->roots[i]].bound;
  }
  return GRUNDY_OK;
}

/* The files that a search writes; NULL: none. */
typedef struct outputs {
  grundy_output *table, *certificate;
} outputs;

static grundy_status find_answer(grundy_search *s, outputs *files,
                                 grundy_position_search_answer *answer) {
  grundy_position_search_answer found = {0};
  grundy_status status =
      s->request->value ? find_value(s, &found.value) : find_outcome(s, &found.is_p);
  if (status == GRUNDY_OK) status = grundy_split_sample_finish(&s->threads[0].sample, s->error);
  if (s->threads[0].sample.cancels) s->end = GRUNDY_POSITION_SEARCH_CANCELS;
  if (status != GRUNDY_OK) return status;
  if (s->request->value) found.is_p = found.value == 0;
  found.end = s->end;
  found.positions = s->expanded;
  found.is_known = s->end == GRUNDY_POSITION_SEARCH_ANSWERED;
  *answer = found;
  if (!found.is_known || files->certificate == NULL) return GRUNDY_OK;
  grundy_output *certificate = files->certificate;
  files->certificate = NULL;
  return grundy_search_certify(s, &found, certificate);
}

/* Returns whether what was learned is right although the search has ended with this status. */
static bool is_worth_saving(grundy_status status) {
  return status == GRUNDY_OK || status == GRUNDY_CANCELLED || status == GRUNDY_UNABLE ||
         status == GRUNDY_OUT_OF_MEMORY || status == GRUNDY_IO_ERROR;
}

/* Writes the table, also if the search was interrupted, so that it can be resumed; but not if the
 * file knows more. */
static grundy_status save(const grundy_search *s, outputs *files, grundy_status status,
                          grundy_position_search_answer *answer) {
  grundy_error why = {0};
  if (files->table == NULL || !is_worth_saving(status)) return status;
  if (!grundy_search_has_more(s)) {
    answer->is_table_kept = s->expanded > 0;
    return status;
  }
  grundy_output *table = files->table;
  files->table = NULL;
  grundy_status saved = grundy_search_save(s, table, &why);
  if (saved == GRUNDY_OK || status != GRUNDY_OK) return status;
  if (s->error != NULL) *s->error = why;
  return saved;
}

/* Opens the files, so that a search whose answer could not be written does not begin. */
static grundy_status open_outputs(const grundy_search *s, outputs *files) {
  const grundy_position_search_request *q = s->request;
  grundy_status status = GRUNDY_OK;
  if (q->certificate != NULL) status = grundy_search_check_certificate(s);
  if (status == GRUNDY_OK && q->certificate != NULL)
    status = grundy_output_open(q->certificate, &files->certificate, s->error);
  if (status == GRUNDY_OK && q->table != NULL) status = grundy_confined_check(q->table, s->error);
  if (status == GRUNDY_OK && q->table != NULL)
    status = grundy_output_open(q->table, &files->table, s->error);
  return status;
}

static grundy_status run(grundy_search *s, grundy_position_search_answer *answer) {
  grundy_status status = find_roots(s);
  if (status == GRUNDY_OK && s->ruleset->has_player) s->end = GRUNDY_POSITION_SEARCH_PLAYERS;
  if (status != GRUNDY_OK || s->end != GRUNDY_POSITION_SEARCH_ANSWERED) {
    if (status == GRUNDY_OK) *answer = (grundy_position_search_answer){.end = s->end};
    return status;
  }
  outputs files = {0};
  status = open_outputs(s, &files);
  if (status == GRUNDY_OK && files.table != NULL)
    status = grundy_search_restore(s, s->request->table);
  if (status == GRUNDY_OK) status = save(s, &files, find_answer(s, &files, answer), answer);
  grundy_output_discard(files.table);
  grundy_output_discard(files.certificate);
  return status;
}

static grundy_search *search_new(grundy_ruleset *ruleset,
                                 const grundy_position_search_request *request, int threads,
                                 grundy_error *error) {
  grundy_search *s = grundy_alloc_zero(1, sizeof *s);
  if (s == NULL) return NULL;
  s->ruleset = ruleset;
  s->request = request;
  s->error = error;
  s->table.positions.bytes = ruleset->bytes;
  s->limit = request->limit;
  if (s->limit == 0) s->limit = GRUNDY_DIGRAPH_MAX_ORDER;
  s->memory = request->memory / 8 * 7; /* the rest is for forgetting */
  s->thread_count = threads;
  s->is_alone = threads == 1;
  for (int i = 0; i < s->thread_count; i++) {
    s->threads[i].s = s;
    s->threads[i].bit = (uint8_t)(1U << i);
    s->threads[i].splitter.ruleset = s->threads[i].sample.condition.ruleset = ruleset;
  }
  s->work = grundy_work_start(request->monitor, "searching", 0);
  return s;
}

static grundy_status search_with(grundy_ruleset *ruleset,
                                 const grundy_position_search_request *request, int threads,
                                 grundy_position_search_answer *answer, grundy_error *error) {
  grundy_search *s = search_new(ruleset, request, threads, error);
  if (s == NULL) return grundy_fail_memory(error);
  grundy_ruleset_set_monitor(ruleset, &s->work);
  grundy_status status = run(s, answer);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) grundy_work_finish(&s->work, "depth first", s->moves);
  grundy_search_table_free(&s->table);
  for (int i = 0; i < s->thread_count; i++) {
    grundy_search_thread *t = &s->threads[i];
    grundy_position_list_free(&t->moves);
    grundy_position_list_free(&t->parts);
    grundy_splitter_free(&t->splitter);
    grundy_split_sample_free(&t->sample);
    free(t->part_counts);
    free(t->frames);
    free(t->sums);
    free(t->numbers);
    free(t->reached);
  }
  free(s->roots);
  free(s);
  return status;
}

/* In games with cycles it depends on the order of work whether the search meets one, so threads
 * that have met one do not count: one thread starts again. */
grundy_status grundy_position_search(grundy_ruleset *ruleset,
                                     const grundy_position_search_request *request,
                                     grundy_position_search_answer *answer, grundy_error *error) {
  int threads = ruleset->kind->parallel ? grundy_threads_for(UINT64_MAX) : 1;
  if (threads > GRUNDY_SEARCH_MAX_THREADS) threads = GRUNDY_SEARCH_MAX_THREADS;
  grundy_status status = grundy_ruleset_require_ordinary(ruleset, "searches", error);
  if (status == GRUNDY_OK) status = search_with(ruleset, request, threads, answer, error);
  if (status != GRUNDY_OK || answer->end != GRUNDY_POSITION_SEARCH_CYCLE) return status;
  bool was_shared = threads > 1 && answer->positions >= expansions_alone(request);
  return was_shared ? search_with(ruleset, request, 1, answer, error) : GRUNDY_OK;
}
