/* Searches the value of one position depth first, with a table of the positions met so far.
 *
 * For every position the table has a lower bound b of its value: the position has followers of the
 * values 0, …, b - 1. It is exact if no follower has the value b; then b is the value. A frame of
 * the stack asks whether a position has the value `target`. It raises the bound until it exceeds
 * the target, or is exact. To raise it from b to b + 1 one follower of value b is enough: the
 * others are not searched. With target 0 this is the usual search for the outcome, in which a move
 * to a P-position ends the search of an N-position; with an unlimited target it finds the value.
 * (Asking only whether g(p) = n is searching the outcome of p + *n, as in [LV12].)
 *
 * All answers are right in games with cycles, too: exact bounds are labels of Algorithm G of
 * [FY86], found in an order in which every label follows those that it needs. A follower q of p
 * with a bound above b has a follower of value b, so q can be reverted. The search gives up when it
 * would have to wait for itself: when a frame asks about a position that has a frame already.
 *
 * Time O(moves generated · values), space O(positions met + moves generated). Nothing recurses. */

#include "explore/search.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "explore/key_table.h"
#include "explore/positions.h"

#include <assert.h>
#include <inttypes.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>

/* A target that no value reaches. */
#define NO_TARGET ((UINT32_C(1) << 29) - 1)

typedef struct node {
  uint64_t row;   /* where its followers begin in `targets`, if it is expanded */
  uint32_t count; /* of its followers */
  uint32_t bound : 29;
  uint32_t is_exact : 1;
  uint32_t is_expanded : 1;
  uint32_t has_frame : 1;
} node;

typedef struct frame {
  uint32_t v;
  uint32_t target;
  uint32_t next; /* the follower to look at; those before it do not have the value `bound` */
} frame;

typedef struct search {
  grundy_ruleset *ruleset;
  const grundy_position_search_request *request;
  grundy_positions positions;
  grundy_key_table table;
  node *nodes;
  uint64_t node_room;
  uint32_t *targets;
  uint64_t target_count, target_room;
  frame *frames;
  uint64_t depth, frame_room;
  uint64_t expanded;
  uint64_t limit;
  grundy_work work;
  grundy_position_search_end end;
  grundy_status taking; /* of the last positions that the rules gave */
  grundy_error *error;
} search;

/* ---- positions ------------------------------------------------------------------------------ */

static grundy_status fail_limit(const search *s) {
  return grundy_fail_because(s->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "there are more than %" PRIu64 " positions, which is the limit",
                             s->limit);
}

/* Finds or adds a position. */
static grundy_status add_position(search *s, grundy_position position, uint32_t *v) {
  grundy_positions *p = &s->positions;
  grundy_status status = grundy_key_table_reserve(&s->table, 1, &s->work, s->error);
  if (status != GRUNDY_OK) return status;
  uint32_t key = grundy_position_key(p, position);
  if (grundy_key_table_find(&s->table, p, position, key, v)) return GRUNDY_OK;
  if (p->count >= s->limit) return fail_limit(s);
  if (!grundy_grow(&s->nodes, &s->node_room, (uint64_t)p->count + 1, sizeof *s->nodes) ||
      !grundy_positions_append(p, position, v))
    return grundy_fail_memory(s->error);
  s->nodes[*v] = (node){0};
  grundy_key_table_add(&s->table, key, *v);
  return GRUNDY_OK;
}

/* A grundy_take for moves. */
static void take_move(void *to, grundy_position position) {
  search *s = to;
  uint32_t v = 0;
  if (s->taking != GRUNDY_OK) return;
  s->taking = add_position(s, position, &v);
  if (s->taking == GRUNDY_OK &&
      !grundy_grow(&s->targets, &s->target_room, s->target_count + 1, sizeof *s->targets))
    s->taking = grundy_fail_memory(s->error);
  if (s->taking == GRUNDY_OK) s->targets[s->target_count++] = v;
  s->work.has_failed = s->taking != GRUNDY_OK;
}

static uint64_t memory_of(const search *s) {
  return grundy_positions_memory(&s->positions) + s->table.region.bytes +
         s->node_room * sizeof *s->nodes + s->target_room * sizeof *s->targets +
         s->frame_room * sizeof *s->frames;
}

/* Asks the monitor whether to continue, and checks the memory. */
static grundy_status report(search *s) {
  uint64_t memory = memory_of(s), most = s->request->memory;
  if (most > 0 && memory > most)
    return grundy_fail_because(s->error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                               "%" PRIu32 " positions were met and take %.1f MiB; there is room "
                               "for %.1f MiB",
                               s->positions.count, (double)memory / 0x1p20, (double)most / 0x1p20);
  s->work.done = s->expanded;
  return grundy_work_ask(&s->work) ? GRUNDY_OK : grundy_fail_cancelled(s->error);
}

/* Uses what the rules say about the end of play at v: P is what a position without moves is
 * anyway. N is enough to know if only outcomes are wanted. Returns whether the position is
 * settled. */
static bool use_end(search *s, uint8_t end, uint32_t v) {
  node *n = &s->nodes[v];
  if (end == 0) return false;
  if (end == 'N' && !s->request->value)
    n->bound = 1;
  else if (end != 'P')
    s->end = GRUNDY_POSITION_SEARCH_ENDS;
  return true;
}

/* Generates the moves of v. */
static grundy_status expand(search *s, uint32_t v) {
  enum { EXPANSIONS_PER_REPORT = 128 };
  alignas(max_align_t) unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  grundy_position from = grundy_positions_get(&s->positions, v);
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  grundy_error why = {0}; /* of the rules, which may have stopped because taking a move failed */
  grundy_position_copy(bytes, from); /* positions move when others are added */
  from.bytes = bytes;
  assert(!s->nodes[v].is_expanded);
  s->nodes[v].row = s->target_count;
  if (s->ruleset->has_terminal) status = s->ruleset->kind->info(s->ruleset, from, &info, &why);
  s->taking = GRUNDY_OK;
  if (status == GRUNDY_OK && !use_end(s, info.end, v))
    status = grundy_ruleset_moves(s->ruleset, from, take_move, s, &why);
  if (s->taking != GRUNDY_OK) return s->taking;
  if (status != GRUNDY_OK && s->error != NULL) *s->error = why;
  if (status != GRUNDY_OK) return status;
  s->nodes[v].count = (uint32_t)(s->target_count - s->nodes[v].row);
  s->nodes[v].is_expanded = 1;
  return s->expanded++ % EXPANSIONS_PER_REPORT == 0 ? report(s) : GRUNDY_OK;
}

/* ---- the search ----------------------------------------------------------------------------- */

static grundy_status push(search *s, uint32_t v, uint32_t target) {
  assert(!s->nodes[v].has_frame);
  if (!grundy_grow(&s->frames, &s->frame_room, s->depth + 1, sizeof *s->frames))
    return grundy_fail_memory(s->error);
  s->frames[s->depth++] = (frame){.v = v, .target = target};
  s->nodes[v].has_frame = 1;
  return GRUNDY_OK;
}

static bool has_value(const node *n, uint32_t value) {
  return n->is_exact && n->bound == value;
}

/* Returns whether it is not known yet whether the node has that value. */
static bool may_have_value(const node *n, uint32_t value) {
  return !n->is_exact && n->bound <= value;
}

/* Returns whether some follower is already known to have the value of the bound. */
static bool is_known_to_rise(const search *s, const node *n) {
  for (uint32_t i = 0; i < n->count; i++)
    if (has_value(&s->nodes[s->targets[n->row + i]], n->bound)) return true;
  return false;
}

static void raise_bound(node *n, frame *f) {
  assert(n->bound < NO_TARGET);
  n->bound++;
  f->next = 0;
}

/* Continues the frame at the top of the stack, whose position is expanded and undecided. */
static grundy_status step(search *s) {
  frame *f = &s->frames[s->depth - 1];
  node *n = &s->nodes[f->v];
  const uint32_t bound = n->bound;
  if (f->next == 0 && is_known_to_rise(s, n)) {
    raise_bound(n, f);
    return GRUNDY_OK;
  }
  for (; f->next < n->count; f->next++) {
    uint32_t w = s->targets[n->row + f->next];
    if (has_value(&s->nodes[w], bound)) {
      raise_bound(n, f);
      return GRUNDY_OK;
    }
    if (!may_have_value(&s->nodes[w], bound)) continue;
    if (!s->nodes[w].has_frame) return push(s, w, bound);
    s->end = GRUNDY_POSITION_SEARCH_CYCLE;
    return GRUNDY_OK;
  }
  n->is_exact = 1;
  return GRUNDY_OK;
}

/* Decides whether position v has the value `target`. */
static grundy_status decide(search *s, uint32_t v, uint32_t target) {
  grundy_status status = push(s, v, target);
  while (status == GRUNDY_OK && s->depth > 0 && s->end == GRUNDY_POSITION_SEARCH_ANSWERED) {
    const frame *f = &s->frames[s->depth - 1];
    node *n = &s->nodes[f->v];
    if (!may_have_value(n, f->target)) {
      n->has_frame = 0;
      s->depth--;
    } else if (!n->is_expanded) {
      status = expand(s, f->v);
    } else {
      status = step(s);
    }
  }
  return status;
}

/* ---- the position --------------------------------------------------------------------------- */

/* A position that the rules give. */
typedef struct root {
  search *s;
  bool is_given;
  uint32_t v;
  grundy_status status;
} root;

static void take_root(void *to, grundy_position position) {
  root *r = to;
  r->is_given = true;
  r->status = add_position(r->s, position, &r->v);
}

static grundy_status fail_name(const search *s) {
  const grundy_position_search_request *q = s->request;
  return grundy_fail_because(s->error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NO_POSITION,
                             "the game has no position '%.*s'", grundy_excerpt(q->name, q->length),
                             q->name);
}

static grundy_status find_named(search *s, root *named) {
  const grundy_position_search_request *q = s->request;
  if (q->length >= GRUNDY_RULES_MAX_NAME) return fail_name(s);
  grundy_status status =
      grundy_ruleset_parse_name(s->ruleset, q->name, q->length, true, take_root, named, s->error);
  if (status != GRUNDY_OK) return status;
  return named->is_given ? named->status : fail_name(s);
}

static grundy_status find_root(search *s, uint32_t *v) {
  const grundy_position_search_request *q = s->request;
  root start = {.s = s}, named = {.s = s};
  grundy_status status = grundy_ruleset_start(s->ruleset, take_root, &start, s->error);
  if (status == GRUNDY_OK) status = start.status;
  if (status != GRUNDY_OK || q->name == NULL) {
    *v = start.v;
    return status;
  }
  if (!s->ruleset->has_own_parse) {
    s->end = GRUNDY_POSITION_SEARCH_NAME;
    return GRUNDY_OK;
  }
  status = find_named(s, &named);
  *v = named.v;
  return status;
}

static grundy_status run(search *s, grundy_position_search_answer *answer) {
  uint32_t v = 0;
  grundy_status status = find_root(s, &v);
  if (status == GRUNDY_OK && s->ruleset->has_player) s->end = GRUNDY_POSITION_SEARCH_ENDS;
  if (status == GRUNDY_OK && s->end == GRUNDY_POSITION_SEARCH_ANSWERED)
    status = decide(s, v, s->request->value ? NO_TARGET : 0);
  if (status != GRUNDY_OK) return status;
  *answer = (grundy_position_search_answer){.end = s->end, .positions = s->expanded};
  if (s->end != GRUNDY_POSITION_SEARCH_ANSWERED) return GRUNDY_OK;
  answer->is_p = has_value(&s->nodes[v], 0);
  answer->value = s->nodes[v].bound;
  assert(!s->request->value || s->nodes[v].is_exact);
  return GRUNDY_OK;
}

grundy_status grundy_position_search(grundy_ruleset *ruleset,
                                     const grundy_position_search_request *request,
                                     grundy_position_search_answer *answer, grundy_error *error) {
  search s = {.ruleset = ruleset, .request = request, .error = error};
  s.positions.bytes = ruleset->bytes;
  s.limit = request->limit;
  if (s.limit == 0 || s.limit > GRUNDY_DIGRAPH_MAX_ORDER) s.limit = GRUNDY_DIGRAPH_MAX_ORDER;
  s.work = grundy_work_start(request->monitor, "searching", 0);
  grundy_ruleset_set_monitor(ruleset, &s.work);
  grundy_status status = run(&s, answer);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) grundy_work_finish(&s.work, "depth first", s.target_count);
  grundy_positions_free(&s.positions);
  grundy_key_table_free(&s.table);
  free(s.nodes);
  free(s.targets);
  free(s.frames);
  return status;
}
