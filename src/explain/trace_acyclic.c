/* The algorithm for acyclic games, as in the table of [LM08, §2.1]: a position whose followers are
 * all labelled gets the least number that none of them has. */

#include "base/alloc.h"
#include "base/error.h"
#include "explain/trace.h"

#include <inttypes.h>

enum { SUCC, PREC, L_SUCC, LABEL };

typedef struct acyclic {
  grundy_trace *t;
  const grundy_digraph *reverse;
  uint32_t *open; /* by vertex: followers that have not left the queue */
  uint8_t *done;  /* by vertex: has left the queue */
  uint32_t *queue;
  uint32_t first, end;
} acyclic;

/* ---- cells ------------------------------------------------------------------------- */

static uint64_t put_set(acyclic *a, grundy_vertices row, bool skip_done) {
  uint64_t begin = a->t->text_length;
  const char *before = "{";
  for (uint64_t i = 0; i < row.count; i++) {
    if (skip_done && a->done[row.at[i]]) continue;
    grundy_trace_put(a->t, "%s", before);
    grundy_trace_put_name(a->t, row.at[i]);
    before = ",";
  }
  grundy_trace_put(a->t, before[0] == '{' ? "{}" : "}");
  return grundy_trace_end(a->t, begin);
}

/* Finds the labels of the followers, each once, in increasing order. `room` has as many entries as
 * there are positions. */
static grundy_set labels_of(const acyclic *a, uint32_t v, uint32_t *room) {
  grundy_vertices row = grundy_digraph_followers(a->t->g, v);
  grundy_set labels = {.numbers = room};
  for (uint32_t label = 0; label < grundy_digraph_order(a->t->g); label++)
    for (uint64_t i = 0; i < row.count; i++) {
      if (a->t->labels[row.at[i]] != label) continue;
      room[labels.size++] = label;
      break;
    }
  return labels;
}

static void change_succ(acyclic *a, uint32_t v) {
  grundy_trace_change(a->t, v, SUCC, put_set(a, grundy_digraph_followers(a->t->g, v), true));
}

static void change_labels(acyclic *a, uint32_t v) {
  uint64_t begin = a->t->text_length;
  uint32_t room[GRUNDY_TRACE_MAX_POSITIONS];
  grundy_set labels = labels_of(a, v, room);
  for (uint64_t i = 0; i < labels.size; i++)
    grundy_trace_put(a->t, "%s%" PRIu32, i == 0 ? "{" : ",", labels.numbers[i]);
  grundy_trace_put(a->t, labels.size == 0 ? "{}" : "}");
  grundy_trace_change(a->t, v, L_SUCC, grundy_trace_end(a->t, begin));
}

static void change_label(acyclic *a, uint32_t v, uint32_t label) {
  uint64_t begin = a->t->text_length;
  a->t->labels[v] = label;
  grundy_trace_put(a->t, "%" PRIu32, label);
  grundy_trace_change(a->t, v, LABEL, grundy_trace_end(a->t, begin));
  grundy_vertices before = grundy_digraph_followers(a->reverse, v);
  for (uint64_t i = 0; i < before.count; i++) change_labels(a, before.at[i]);
}

/* ---- steps ------------------------------------------------------------------------- */

static void add_queue(acyclic *a) {
  grundy_fact_item queue[GRUNDY_TRACE_MAX_POSITIONS] = {0};
  uint64_t count = 0;
  for (uint32_t i = a->first; i < a->end; i++) queue[count++].vertex = a->queue[i];
  GRUNDY_TRACE_FACT(a->t, GRUNDY_FACT_QUEUE,
                    grundy_with_items("queue", GRUNDY_FACT_TYPE_POSITIONS, queue, count));
}

static void start(acyclic *a) {
  grundy_trace *t = a->t;
  uint32_t order = grundy_digraph_order(t->g);
  for (uint32_t v = 0; v < order; v++) {
    t->labels[v] = GRUNDY_INFINITY;
    a->open[v] = (uint32_t)grundy_digraph_followers(t->g, v).count;
    if (a->open[v] == 0) a->queue[a->end++] = v;
  }
  grundy_trace_step(t, GRUNDY_INFINITY, true);
  grundy_facts_add(t->facts, GRUNDY_FACT_STARTING_QUEUE, t->g, NULL, 0);
  add_queue(a);
  for (uint32_t v = 0; v < order; v++) {
    change_succ(a, v);
    grundy_trace_change(t, v, PREC, put_set(a, grundy_digraph_followers(a->reverse, v), false));
    change_labels(a, v);
    grundy_trace_change(t, v, LABEL, grundy_trace_end(t, t->text_length));
  }
  for (uint32_t i = 0; i < a->end; i++) change_label(a, a->queue[i], 0);
}

/* Returns the least number that no follower has. */
static uint32_t mex_of(const acyclic *a, uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(a->t->g, v);
  for (uint32_t label = 0;; label++) {
    uint64_t i = 0;
    while (i < row.count && a->t->labels[row.at[i]] != label) i++;
    if (i == row.count) return label;
  }
}

/* Takes x from the queue; predecessors without other followers left enter it. */
static void leave(acyclic *a, uint32_t x) {
  grundy_trace *t = a->t;
  grundy_vertices row = grundy_digraph_followers(a->reverse, x);
  uint32_t before = a->end;
  a->done[x] = 1;
  grundy_trace_step(t, x, true);
  GRUNDY_TRACE_FACT(t, GRUNDY_FACT_LEAVING_QUEUE, grundy_with_position("position", x),
                    grundy_with_number("predecessors", row.count));
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t room[GRUNDY_TRACE_MAX_POSITIONS], v = row.at[i];
    if (--a->open[v] > 0) continue;
    a->queue[a->end++] = v;
    GRUNDY_TRACE_FACT(t, GRUNDY_FACT_ENTERING_QUEUE, grundy_with_position("position", v),
                      grundy_with_set("labels", labels_of(a, v, room)),
                      grundy_with_number("label", mex_of(a, v)));
  }
  add_queue(a);
  for (uint64_t i = 0; i < row.count; i++) change_succ(a, row.at[i]);
  for (uint32_t i = before; i < a->end; i++) change_label(a, a->queue[i], mex_of(a, a->queue[i]));
}

grundy_status grundy_trace_acyclic(grundy_trace *t, const grundy_digraph *reverse,
                                   grundy_error *error) {
  uint32_t order = grundy_digraph_order(t->g);
  acyclic a = {.t = t, .reverse = reverse};
  t->headings[SUCC] = "Succ";
  t->headings[PREC] = "Prec";
  t->headings[L_SUCC] = "L_succ";
  t->headings[LABEL] = "l";
  t->columns = 4;
  t->label_column = LABEL;
  a.open = grundy_alloc(order, sizeof *a.open);
  a.done = grundy_alloc_zero(order, sizeof *a.done);
  a.queue = grundy_alloc(order, sizeof *a.queue);
  bool enough = a.open != NULL && a.done != NULL && a.queue != NULL;
  if (enough) start(&a);
  while (enough && a.first < a.end && !t->failed) leave(&a, a.queue[a.first++]);
  free(a.open);
  free(a.done);
  free(a.queue);
  return enough ? GRUNDY_OK : grundy_fail_memory(error);
}
