#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "compound/impl.h"

#include <string.h>

/* ---- which of two moves is better ----------------------------------------------------------- */

/* How good a move is, by what it leaves: the smallest is the best. */
typedef struct rank {
  int group; /* 0: it keeps the outcome; 1: it throws it away */
  uint64_t remoteness, counter;
} rank;

static bool is_better(rank a, rank b) {
  if (a.group != b.group) return a.group < b.group;
  if (a.remoteness != b.remoteness) return a.remoteness < b.remoteness;
  return a.counter < b.counter;
}

/* Of a move from a position of that outcome, when this is known of what it leaves. The winner
 * wants a small remoteness, the loser a large one; numbers that are not known are the largest, and
 * counters decide where remoteness does not. */
static rank rank_of(uint64_t outcome, const grundy_known *after, grundy_play play) {
  uint64_t wanted = outcome == 'N' ? 'P' : outcome == 'D' ? 'D' : 'N';
  rank made = {.group = after->outcome[play].number == wanted ? 0 : 1};
  const grundy_fact *remoteness = &after->remoteness[play];
  made.remoteness = remoteness->known ? remoteness->number : GRUNDY_INFINITY64;
  made.counter = after->counter;
  if (outcome != 'P') return made;
  made.remoteness = GRUNDY_INFINITY64 - made.remoteness;
  made.counter = GRUNDY_INFINITY64 - made.counter;
  return made;
}

/* ---- collecting the best moves of a node ----------------------------------------------------- */

typedef struct collector {
  grundy_compound *c;
  uint32_t node;
  grundy_play play;
  uint64_t outcome; /* of the node as it stands */
  uint64_t most;
  uint64_t tried; /* moves of a compound, one by one */
  grundy_moves *moves;
  rank *ranks; /* by move */
  uint64_t ranks_capacity;
  uint64_t best; /* the number of the best move so far */
  grundy_work work;
  grundy_error *error;
} collector;

/* A list that is full takes only what is better than all of it, in place of its last move. To find
 * what the move leaves has cost `nodes` steps. */
static grundy_status collect(collector *q, const grundy_step *steps, uint64_t count,
                             const grundy_known *after, uint64_t nodes) {
  grundy_moves *moves = q->moves;
  grundy_known left = *after;
  if (!grundy_work_step(&q->work, nodes)) return grundy_fail_cancelled(q->error);
  if (!left.outcome[q->play].known && q->outcome == 'P')
    left.outcome[q->play] = (grundy_fact){.known = true, .number = 'N', .theorem = "a move from P"};
  if (!left.outcome[q->play].known) {
    moves->complete = false;
    return GRUNDY_OK;
  }
  rank mine = rank_of(q->outcome, &left, q->play);
  if (q->outcome != 'D' && mine.group > 0) return GRUNDY_OK;
  bool best = moves->count == 0 || is_better(mine, q->ranks[q->best]);
  if (moves->count == q->most) {
    if (mine.group == 0) moves->complete = false;
    bool worse_last = q->ranks[moves->count - 1].group > mine.group;
    if (!best && !worse_last) return GRUNDY_OK;
    moves->count--;
    if (q->best == moves->count) best = true;
  }
  if (!grundy_grow(&q->ranks, &q->ranks_capacity, moves->count + 1, sizeof *q->ranks))
    return grundy_fail_memory(q->error);
  q->ranks[moves->count] = mine;
  if (best) q->best = moves->count;
  return grundy_moves_add(moves, steps, count, &left, q->play, q->error);
}

/* ---- sums: one part moves -------------------------------------------------------------------- */

static bool can_move(const grundy_compound *c, uint32_t n) {
  return c->known[n].distance.number != 0;
}

static bool is_searched(const grundy_compound *c, uint32_t n) {
  return !grundy_is_leaf(&c->nodes[n]) && c->nodes[n].found.solution != NULL;
}

/* A selective compound is a sum too while at most one of its children can move. */
static bool is_sum(const grundy_compound *c, uint32_t n) {
  const grundy_node *node = &c->nodes[n];
  uint32_t moving = 0;
  if (grundy_is_leaf(node) || node->kind == GRUNDY_CONJUNCTIVE) return false;
  if (node->kind == GRUNDY_DISJUNCTIVE) return true;
  for (uint32_t i = 0; i < node->children_count; i++)
    moving += can_move(c, grundy_children(c, node)[i]);
  return moving <= 1;
}

enum { OPEN = 1, PART = 2, HIGH = 4 }; /* flags of nodes */

/* Marks the parts of the sum n among `flags`, which are those of the nodes from its first on. */
static void mark_parts(const grundy_compound *c, uint32_t n, uint8_t *flags) {
  uint32_t first = c->nodes[n].first;
  for (uint32_t i = first; i < n; i++) {
    if (c->nodes[i].dead) continue;
    if (grundy_is_leaf(&c->nodes[i]) && c->known[i].high) flags[i - first] |= HIGH;
    flags[c->nodes[i].parent - first] |= flags[i - first];
  }
  flags[n - first] = OPEN;
  for (uint32_t i = n + 1; i-- > first;) {
    const grundy_node *node = &c->nodes[i];
    bool whole = (flags[i - first] & HIGH) != 0 || is_searched(c, i) || !is_sum(c, i);
    if ((flags[i - first] & OPEN) == 0) continue;
    if (whole) flags[i - first] |= PART;
    for (uint32_t k = 0; !whole && k < node->children_count; k++)
      flags[grundy_children(c, node)[k] - first] |= OPEN;
  }
}

/* The parts of a sum that was not searched: its children, and those of children that are sums.
 * Theorems know the value of a part that is a compound only if it is P. What was searched is not
 * parted, since less may be known of its parts; nor what has an ordinal with a high part inside, as
 * these are added up only among the children of the root. Returns `count` nodes in their order,
 * which belong to the caller; NULL if there is no memory. */
static uint32_t *find_parts(const grundy_compound *c, uint32_t n, uint32_t *count) {
  uint32_t first = c->nodes[n].first, *parts = grundy_alloc(n - first + 1, sizeof *parts);
  uint8_t *flags = grundy_alloc_zero(n - first + 1, sizeof *flags);
  if (parts == NULL || flags == NULL) {
    free(parts);
    free(flags);
    return NULL;
  }
  *count = 0;
  mark_parts(c, n, flags);
  for (uint32_t i = first; i < n; i++)
    if ((flags[i - first] & PART) != 0) parts[(*count)++] = i;
  free(flags);
  return parts;
}

/* What is known of the other children is had from the sums before and behind the one that moves. */
typedef struct summands {
  const uint32_t *children;
  uint32_t count;
  grundy_tally *before; /* by child: of those before it */
  grundy_tally behind;  /* of those behind the one that moves now */
  grundy_tally all;
  bool searched;  /* is the remoteness of the sum known by a search? */
  uint64_t place; /* then: the vertex in its product */
} summands;

static bool sum_up(const collector *q, summands *s) {
  s->before = grundy_alloc((uint64_t)s->count + 1, sizeof *s->before);
  if (s->before == NULL) return false;
  s->before[0] = grundy_tally_none();
  for (uint32_t i = 0; i < s->count; i++) {
    s->before[i + 1] = s->before[i];
    grundy_tally_add(&s->before[i + 1], &q->c->known[s->children[i]]);
  }
  s->all = s->before[s->count];
  s->behind = grundy_tally_none();
  s->searched = is_searched(q->c, q->node) && grundy_place(q->c, q->node, &s->place);
  return true;
}

/* What is known of the sum when the child i is left like this, at that vertex of its own. */
static grundy_known sum_with(const collector *q, const summands *s, uint32_t i,
                             const grundy_known *after, uint64_t from, uint64_t to) {
  if (grundy_is_leaf(&q->c->nodes[q->node])) return *after;
  grundy_tally tally = s->before[i];
  grundy_tally_add(&tally, after);
  grundy_tally_merge(&tally, &s->behind);
  tally.cancelled = q->c->transfinite.cancelled && q->node == grundy_root(q->c);
  grundy_known known = grundy_tally_conclude(&tally, GRUNDY_DISJUNCTIVE);
  if (s->searched)
    grundy_found_facts(&q->c->nodes[q->node].found,
                       s->place + (to - from) * q->c->nodes[s->children[i]].stride, &known);
  return known;
}

static grundy_status try_step(collector *q, const summands *s, uint32_t i, uint64_t to) {
  const grundy_node *leaf = &q->c->nodes[s->children[i]];
  uint32_t component = leaf->component, v = 0, w = 0;
  grundy_step step = {component, q->c->positions[component], to};
  if (s->searched) {
    (void)grundy_reach_find(&leaf->reach, step.from, &v);
    (void)grundy_reach_find(&leaf->reach, step.to, &w);
  }
  grundy_known after = grundy_known_of_position(q->c->games[component], to);
  grundy_known sum = sum_with(q, s, i, &after, v, w);
  return collect(q, &step, 1, &sum, 1);
}

/* The least number that is not in K, from which a heap can restore a draw. */
static uint32_t mex_of(grundy_set k) {
  uint32_t mex = 0;
  while (grundy_set_has(k, mex)) mex++;
  return mex;
}

/* A large heap of Nim has too many moves to look at. Those that can be the best are to the value
 * that makes the sum 0, in normal play; to heaps of 0 and 1, in misère play [Bou01]; to the value
 * of Smith's case II [Smi66, (35b)], which keeps a draw; and the one that takes a single bean. */
static grundy_status try_heap(collector *q, const summands *s, uint32_t i, uint64_t n) {
  uint32_t others = s->all.nimber ^ (uint32_t)n;
  uint64_t sizes[] = {others, others ^ s->all.shift ^ mex_of(s->all.k), 0, 1, n - 1};
  grundy_status status = GRUNDY_OK;
  for (size_t a = 0; a < sizeof sizes / sizeof *sizes && status == GRUNDY_OK; a++) {
    bool repeated = false;
    for (size_t b = 0; b < a; b++) repeated = repeated || sizes[b] == sizes[a];
    if (sizes[a] < n && !repeated) status = try_step(q, s, i, sizes[a]);
  }
  return status;
}

enum { LARGE_HEAP = 1 << 12 };

/* The largest finite part of a remoteness anywhere. */
static uint64_t largest_finite_part(const grundy_compound *c, grundy_play play) {
  uint64_t largest = 0;
  for (uint64_t i = 0; i < c->count; i++) {
    uint64_t r = c->known[c->leaves[i]].remoteness[play].number;
    if (r != GRUNDY_INFINITY64 && r % GRUNDY_OMEGA > largest) largest = r % GRUNDY_OMEGA;
  }
  return largest;
}

/* Infinitely many moves, of which the first two and one that stalls stand for all: a heap of an
 * ordinal is won by taking all of it, or, where the last player loses, all but one. */
static grundy_status try_some(collector *q, const summands *s, uint32_t i, uint64_t from) {
  grundy_component game = q->c->games[q->c->nodes[s->children[i]].component];
  q->moves->complete = false;
  grundy_status status = try_step(q, s, i, game.kind->move(game.data, from, 0));
  if (status == GRUNDY_OK) status = try_step(q, s, i, game.kind->move(game.data, from, 1));
  if (status != GRUNDY_OK || game.kind->delaying_move == NULL) return status;
  uint64_t bound = largest_finite_part(q->c, q->play);
  return try_step(q, s, i, game.kind->delaying_move(game.data, from, bound));
}

/* A heap has at most one move to a sum of 0. From P there are infinitely many moves, and all of
 * them lose: one that leaves nearly everything stands for them. */
static grundy_status try_ordinal(collector *q, const summands *s, uint32_t component) {
  grundy_step step = {component, q->c->positions[component], 0};
  bool found = false;
  grundy_known after = {.k = {.absent = true}, .counter = 0};
  grundy_fact fact = {.known = true, .number = 'P', .theorem = "[Smi66, §11]"};
  if (q->outcome == 'N') {
    grundy_status status =
        grundy_transfinite_reply(q->c, component, s->all.nimber, &found, &step.to, q->error);
    if (status != GRUNDY_OK || !found) return status;
    after.outcome[q->play] = fact;
    fact.number = 0;
    after.value = fact;
  } else {
    q->moves->complete = false;
    if (q->outcome == 'D') return GRUNDY_OK;
    grundy_status status = grundy_transfinite_stall(q->c, component, &step.to, q->error);
    if (status != GRUNDY_OK) return status;
    fact.number = 'N';
    after.outcome[q->play] = fact;
  }
  return collect(q, &step, 1, &after, 1);
}

static grundy_status try_leaf(collector *q, const summands *s, uint32_t i) {
  uint32_t component = q->c->nodes[s->children[i]].component;
  grundy_component game = q->c->games[component];
  uint64_t from = q->c->positions[component];
  bool normal = q->play == GRUNDY_NORMAL_PLAY && q->node == grundy_root(q->c);
  if (normal && q->c->known[s->children[i]].high) return try_ordinal(q, s, component);
  if (normal && q->c->transfinite.told) return GRUNDY_OK; /* the high parts would remain */
  uint64_t count = game.kind->move_count(game.data, from);
  if (q->c->known[s->children[i]].nim && count > LARGE_HEAP) {
    if (q->outcome != 'N') q->moves->complete = false;
    return try_heap(q, s, i, from);
  }
  if (count == UINT64_MAX) return try_some(q, s, i, from);
  grundy_status status = GRUNDY_OK;
  for (uint64_t m = 0; m < count && status == GRUNDY_OK; m++)
    status = try_step(q, s, i, game.kind->move(game.data, from, m));
  return status;
}

/* The node and its descendants: so many are evaluated when a move is made for a moment. */
static uint64_t nodes_of(const grundy_compound *c, uint32_t node) {
  return (uint64_t)node - c->nodes[node].first + 1;
}

/* A part that is a compound itself: each of its moves is made for a moment. They may be too many if
 * it was not searched: then theorems know of it that it is P, and what wins is elsewhere, or it is
 * the only part that moves, of which plan() takes care. */
static grundy_status try_compound(collector *q, const summands *s, uint32_t i) {
  grundy_compound *c = q->c;
  uint32_t child = s->children[i];
  grundy_known before = c->known[child];
  uint64_t from = 0, to = 0;
  grundy_moves *all = NULL;
  if (s->searched) (void)grundy_place(c, child, &from);
  bool searched = s->searched || is_searched(c, child);
  grundy_status status =
      grundy_moves_generate(c, child, searched ? UINT64_MAX : q->tried, &all, q->error);
  for (uint64_t m = 0; status == GRUNDY_OK && m < all->count; m++) {
    grundy_move move = grundy_moves_get(all, m);
    grundy_apply(c, move.steps, move.count);
    grundy_evaluate_by_theory(c, child);
    if (s->searched) (void)grundy_place(c, child, &to);
    grundy_known after = c->known[child];
    grundy_unapply(c, move.steps, move.count);
    c->known[child] = before;
    grundy_known sum = sum_with(q, s, i, &after, from, to);
    status = collect(q, move.steps, move.count, &sum, nodes_of(c, child));
  }
  if (status == GRUNDY_OK && !all->complete) q->moves->complete = false;
  grundy_moves_free(all);
  grundy_evaluate_by_theory(c, child);
  return status;
}

static grundy_status collect_sum(collector *q, const uint32_t *children, uint32_t count) {
  summands s = {.children = children, .count = count};
  grundy_status status = sum_up(q, &s) ? GRUNDY_OK : grundy_fail_memory(q->error);
  for (uint32_t i = count; i-- > 0 && status == GRUNDY_OK;) {
    bool leaf = grundy_is_leaf(&q->c->nodes[children[i]]);
    bool hopeless = !leaf && q->c->transfinite.told; /* the high parts would remain */
    if (!hopeless) status = leaf ? try_leaf(q, &s, i) : try_compound(q, &s, i);
    grundy_tally_add(&s.behind, &q->c->known[children[i]]);
  }
  free(s.before);
  return status;
}

/* ---- other nodes, move by move --------------------------------------------------------------- */

/* Every move of the node is made for a moment. *complete is false if there are too many: then
 * nothing was collected. */
static grundy_status collect_each(collector *q, uint64_t most, bool *complete) {
  grundy_compound *c = q->c;
  grundy_moves *all = NULL;
  grundy_status status = grundy_moves_generate(c, q->node, most, &all, q->error);
  *complete = status == GRUNDY_OK && all->complete;
  for (uint64_t m = 0; *complete && status == GRUNDY_OK && m < all->count; m++) {
    grundy_move move = grundy_moves_get(all, m);
    grundy_apply(c, move.steps, move.count);
    grundy_evaluate_by_theory(c, q->node);
    grundy_known after = c->known[q->node];
    grundy_unapply(c, move.steps, move.count);
    status = collect(q, move.steps, move.count, &after, nodes_of(c, q->node));
  }
  grundy_evaluate_by_theory(c, q->node);
  grundy_moves_free(all);
  return status;
}

/* ---- one best move by the theorems ----------------------------------------------------------- */

/* What a node has to do: nothing, or make the best move that it has in that play. */
typedef enum task { STAY, GOOD_NORMAL, GOOD_MISERE } task;

typedef struct planner {
  grundy_compound *c;
  uint8_t *tasks; /* by node */
  grundy_step *steps;
  uint64_t step_count, step_capacity;
  uint64_t tried;
  const grundy_monitor *monitor;
  grundy_error *error;
} planner;

static task good(grundy_play play) {
  return play == GRUNDY_NORMAL_PLAY ? GOOD_NORMAL : GOOD_MISERE;
}

static bool add_step(planner *p, grundy_step step) {
  if (!grundy_grow(&p->steps, &p->step_capacity, p->step_count + 1, sizeof *p->steps)) return false;
  p->steps[p->step_count++] = step;
  return true;
}

static bool is_limit(uint64_t number) {
  return number != GRUNDY_INFINITY64 && number >= GRUNDY_OMEGA && number % GRUNDY_OMEGA == 0;
}

/* A follower whose remoteness is smaller by one, or ∞ as it is: it exists [Smi66, (5)]. Below a
 * limit there is none that is smaller by one: then it depends on the other components how far to
 * go, and one that leaves more than the finite part of every other one is far enough [Smi66, §11]:
 * if the least remoteness of a conjunctive compound is odd, it stays the least after its move. */
static grundy_status plan_leaf(planner *p, uint32_t n, grundy_play play) {
  uint32_t component = p->c->nodes[n].component;
  grundy_component game = p->c->games[component];
  uint64_t from = p->c->positions[component];
  uint64_t now = p->c->known[n].remoteness[play].number;
  uint64_t wanted = now == GRUNDY_INFINITY64 ? now : now - 1;
  if (is_limit(now) && game.kind->delaying_move != NULL) {
    uint64_t bound = largest_finite_part(p->c, play);
    grundy_step step = {component, from, game.kind->delaying_move(game.data, from, bound)};
    return add_step(p, step) ? GRUNDY_OK : grundy_fail_memory(p->error);
  }
  bool told = p->c->known[n].remoteness[play].known;
  uint64_t count = game.kind->move_count(game.data, from);
  for (uint64_t m = 0; m < count; m++) {
    grundy_step step = {component, from, game.kind->move(game.data, from, m)};
    grundy_facts facts;
    game.kind->facts(game.data, step.to, &facts);
    if (told && facts.remoteness[play] != wanted) continue;
    if (!told && facts.value.nimber != 0 && p->c->known[n].value.number != 0) continue;
    return add_step(p, step) ? GRUNDY_OK : grundy_fail_memory(p->error);
  }
  return GRUNDY_OK;
}

/* The only child of a sum that can move. `n` if there are several, or none, or it is no sum. */
static uint32_t only_child(const grundy_compound *c, uint32_t n) {
  const grundy_node *node = &c->nodes[n];
  uint32_t only = n;
  if (!is_sum(c, n)) return n;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(c, node)[i];
    if (!can_move(c, child)) continue;
    if (only != n) return n;
    only = child;
  }
  return only;
}

/* Who wins hurries and who loses stalls in every component [Smi66, §6]. */
static void plan_conjunctive(planner *p, const grundy_node *node, grundy_play play) {
  for (uint32_t i = 0; i < node->children_count; i++)
    p->tasks[grundy_children(p->c, node)[i]] = (uint8_t)good(play);
}

/* The child that moves from P or D: one of that kind, and rather one whose remoteness falls by one
 * than one for which that is a limit, and falls by more. `n` if there is none. */
static uint32_t patient_child(const planner *p, uint32_t n, const grundy_node *node,
                              uint64_t letter) {
  uint32_t chosen = n;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    const grundy_known *known = &p->c->known[child];
    if (known->outcome[GRUNDY_NORMAL_PLAY].number != letter || !can_move(p->c, child)) continue;
    if (chosen == n) chosen = child;
    if (!is_limit(known->remoteness[GRUNDY_NORMAL_PLAY].number)) return child;
  }
  return chosen;
}

/* From N: every N is moved to P, every P is left. From P and D: one of that kind moves [Smi66,
 * §7]. */
static void plan_selective(planner *p, uint32_t n, const grundy_node *node) {
  uint64_t letter = p->c->known[n].outcome[GRUNDY_NORMAL_PLAY].number;
  if (letter != 'N') {
    uint32_t child = patient_child(p, n, node, letter);
    if (child != n) p->tasks[child] = GOOD_NORMAL;
    return;
  }
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    if (p->c->known[child].outcome[GRUNDY_NORMAL_PLAY].number == 'N') p->tasks[child] = GOOD_NORMAL;
  }
}

/* Is the child terminal after the winner's move of normal play? */
static bool is_over_then(const grundy_known *known) {
  return known->remoteness[GRUNDY_NORMAL_PLAY].number <= 1;
}

/* The component of which [Smi66, §8] takes care when all others come to their end: the only one
 * that does not, or else one that can be left as it is. False if several go on: then play is as in
 * normal play. */
static bool last_component(const planner *p, const grundy_node *node, uint32_t *last) {
  uint32_t going_on = 0;
  bool even = false, any = false;
  for (uint32_t i = 0; i < node->children_count; i++) {
    uint32_t child = grundy_children(p->c, node)[i];
    const grundy_known *known = &p->c->known[child];
    if (!can_move(p->c, child)) continue;
    if (!is_over_then(known)) {
      if (++going_on > 1) return false;
      *last = child;
    } else if (going_on == 0 && !even) {
      even = known->remoteness[GRUNDY_MISERE_PLAY].number % 2 == 0;
      if (even || !any) *last = child;
      any = true;
    }
  }
  return true;
}

static void plan_selective_misere(planner *p, uint32_t n, const grundy_node *node) {
  uint32_t last = 0;
  plan_selective(p, n, node);
  if (p->c->known[n].outcome[GRUNDY_MISERE_PLAY].number != 'N' || !last_component(p, node, &last))
    return;
  bool odd = p->c->known[last].remoteness[GRUNDY_MISERE_PLAY].number % 2 == 1;
  p->tasks[last] = odd ? GOOD_MISERE : STAY;
}

/* The node's best move, found by looking at all of them, becomes part of the plan. */
static grundy_status plan_listed(planner *p, uint32_t n, grundy_play play);

/* What was searched has few enough moves, and more is known of it than theorems say. */
static grundy_status plan_node(planner *p, uint32_t n) {
  const grundy_node *node = &p->c->nodes[n];
  const grundy_known *known = &p->c->known[n];
  grundy_play play = p->tasks[n] == GOOD_NORMAL ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY;
  bool searched = known->outcome[play].positions > 0 || known->remoteness[play].positions > 0;
  uint32_t only = only_child(p->c, n);
  if (grundy_is_leaf(node)) return plan_leaf(p, n, play);
  if (node->kind == GRUNDY_CONJUNCTIVE)
    plan_conjunctive(p, node, play);
  else if (!searched && only != n)
    p->tasks[only] = (uint8_t)good(play);
  else if (searched || node->kind == GRUNDY_DISJUNCTIVE)
    return plan_listed(p, n, play);
  else if (play == GRUNDY_NORMAL_PLAY)
    plan_selective(p, n, node);
  else
    plan_selective_misere(p, n, node);
  return GRUNDY_OK;
}

static int by_component(const void *a, const void *b) {
  uint32_t x = ((const grundy_step *)a)->component, y = ((const grundy_step *)b)->component;
  return (x > y) - (x < y);
}

/* ---- the best moves -------------------------------------------------------------------------- */

/* The best one first, then those that keep the outcome. */
static void put_best_first(collector *q) {
  grundy_moves *moves = q->moves;
  if (moves->count == 0) return;
  grundy_listed best = moves->at[q->best];
  moves->at[q->best] = moves->at[0];
  moves->at[0] = best;
  rank first = q->ranks[q->best];
  q->ranks[q->best] = q->ranks[0];
  q->ranks[0] = first;
  uint64_t front = 0;
  for (uint64_t i = 0; i < moves->count; i++) {
    if (q->ranks[i].group > 0) continue;
    grundy_listed keeps = moves->at[i];
    rank mine = q->ranks[i];
    moves->at[i] = moves->at[front];
    q->ranks[i] = q->ranks[front];
    moves->at[front] = keeps;
    q->ranks[front++] = mine;
  }
}

/* The strides of a product are those of the children. */
static grundy_status collect_parts(collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  uint32_t count;
  if (is_searched(q->c, q->node))
    return collect_sum(q, grundy_children(q->c, node), node->children_count);
  uint32_t *parts = find_parts(q->c, q->node, &count);
  if (parts == NULL) return grundy_fail_memory(q->error);
  grundy_status status = collect_sum(q, parts, count);
  free(parts);
  return status;
}

static grundy_status collect_node(collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  bool complete;
  if (grundy_is_leaf(node)) return collect_sum(q, &q->node, 1);
  if (node->kind == GRUNDY_DISJUNCTIVE) return collect_parts(q);
  return collect_each(q, UINT64_MAX, &complete);
}

static grundy_status plan_listed(planner *p, uint32_t n, grundy_play play) {
  collector q = {
      .c = p->c, .node = n, .play = play, .most = 1, .tried = p->tried, .error = p->error};
  q.work = grundy_work_start(p->monitor, "comparing moves", 0);
  q.outcome = p->c->known[n].outcome[play].number;
  grundy_status status = grundy_moves_new(&q.moves, p->error);
  if (status == GRUNDY_OK) status = collect_node(&q);
  if (status == GRUNDY_OK && q.moves->count > 0) {
    grundy_move move = grundy_moves_get(q.moves, q.best);
    for (uint64_t i = 0; i < move.count && status == GRUNDY_OK; i++)
      if (!add_step(p, move.steps[i])) status = grundy_fail_memory(p->error);
  }
  grundy_moves_free(q.moves);
  free(q.ranks);
  return status;
}

/* One best move of the root, from the top of the tree down. */
static grundy_status plan(collector *q) {
  grundy_compound *c = q->c;
  planner p = {.c = c, .tried = q->tried, .monitor = q->work.monitor, .error = q->error};
  p.tasks = grundy_alloc_zero(c->node_count, sizeof *p.tasks);
  if (p.tasks == NULL) return grundy_fail_memory(q->error);
  grundy_status status = GRUNDY_OK;
  p.tasks[q->node] = (uint8_t)good(q->play);
  for (uint32_t n = q->node + 1; n-- > 0 && status == GRUNDY_OK;)
    if (p.tasks[n] != STAY) status = plan_node(&p, n);
  if (status == GRUNDY_OK && p.step_count > 0) {
    qsort(p.steps, p.step_count, sizeof *p.steps, by_component);
    grundy_apply(c, p.steps, p.step_count);
    grundy_evaluate_by_theory(c, q->node);
    grundy_known after = c->known[q->node];
    grundy_unapply(c, p.steps, p.step_count);
    grundy_evaluate_by_theory(c, q->node);
    status = collect(q, p.steps, p.step_count, &after, nodes_of(c, q->node));
  }
  q->moves->complete = false;
  free(p.tasks);
  free(p.steps);
  return status;
}

/* Does a compound have all the moves of the root? */
static bool has_only_compound(const grundy_compound *c, uint32_t root) {
  uint32_t only = only_child(c, root);
  return only != root && !grundy_is_leaf(&c->nodes[only]);
}

static grundy_status collect_root(collector *q) {
  const grundy_node *node = &q->c->nodes[q->node];
  uint64_t work = (UINT64_C(1) << 22) / q->c->node_count;
  bool sum = grundy_is_leaf(node) || node->kind == GRUNDY_DISJUNCTIVE, complete;
  if (sum && !has_only_compound(q->c, q->node)) return collect_node(q);
  grundy_status status = collect_each(q, work < q->tried ? work : q->tried, &complete);
  if (status == GRUNDY_OK && !complete) status = plan(q);
  return status;
}

grundy_status grundy_compound_best(grundy_compound *c, const grundy_search_options *options,
                                   uint64_t most, grundy_evaluation *standing, grundy_moves **moves,
                                   grundy_error *error) {
  if (most == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no move is asked for; expected at least one");
  grundy_evaluation now;
  grundy_status status = grundy_compound_evaluate(c, options, &now, error);
  if (status != GRUNDY_OK) return status;
  collector q = {.c = c, .node = grundy_root(c), .play = c->play, .most = most, .error = error};
  q.outcome = now.outcome.number;
  q.tried = options == NULL || options->tried == 0 ? GRUNDY_SEARCH_MAX_MOVES_TRIED : options->tried;
  q.work = grundy_work_start(options == NULL ? NULL : options->monitor, "comparing moves", 0);
  status = grundy_moves_new(&q.moves, error);
  if (status == GRUNDY_OK && now.outcome.known) status = collect_root(&q);
  if (status == GRUNDY_OK) status = grundy_compound_trust(c, error);
  if (status == GRUNDY_OK) {
    if (!now.outcome.known) q.moves->complete = false;
    put_best_first(&q);
    grundy_work_finish(&q.work, "", 0);
    *standing = now;
    *moves = q.moves;
    q.moves = NULL;
  }
  grundy_moves_free(q.moves);
  free(q.ranks);
  return status;
}
