#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

uint8_t grundy_outcome_of_remoteness(uint32_t remoteness) {
  if (remoteness == GRUNDY_INFINITY) return 'D';
  return remoteness % 2 == 0 ? 'P' : 'N';
}

/* A frontier of labelled vertices, served first come first served. */
typedef struct frontier {
  uint32_t *vertices;
  uint32_t head, tail;
} frontier;

static void push(frontier *queue, uint32_t v) {
  queue->vertices[queue->tail++] = v;
}

/* Labels the terminal positions and gives every other position infinity for a start. */
static void label_terminals(const grundy_digraph *g, grundy_play play, uint32_t *remoteness,
                            uint32_t *left, frontier *queue) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    left[u] = (uint32_t)grundy_digraph_followers(g, u).count;
    remoteness[u] = GRUNDY_INFINITY;
    if (left[u] > 0) continue;
    remoteness[u] = play == GRUNDY_NORMAL_PLAY ? 0 : 1;
    push(queue, u);
  }
}

/* Tells the predecessors of v, which is labelled, what moving to v is worth. */
static void tell_predecessors(grundy_vertices predecessors, uint32_t label, uint32_t *remoteness,
                              uint32_t *left, frontier *queue) {
  for (uint64_t i = 0; i < predecessors.count; i++) {
    uint32_t u = predecessors.at[i];
    if (remoteness[u] != GRUNDY_INFINITY) continue;
    if (label % 2 != 0 && --left[u] > 0) continue;
    remoteness[u] = label + 1;
    push(queue, u);
  }
}

/* Retrograde labelling, [Smi66, (4a)–(4e)] and [FY86, Cor. 1].
 *
 * Invariant: queued vertices carry their final label, labels in the queue never fall, and
 * left[u] counts the moves from u not yet known to reach an odd label. The first even label
 * among the followers of u is the least one, so u gets it plus 1 (4b); when left[u] reaches 0
 * all followers are odd and the last of them is the largest, so u gets it plus 1 (4c).
 * Vertices that are never queued are draws (4e). */
grundy_status grundy_remoteness_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                      grundy_play play, const grundy_monitor *monitor,
                                      uint32_t *remoteness, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  grundy_status status = GRUNDY_OK;
  uint32_t *left = grundy_alloc(order, sizeof *left);
  frontier queue = {grundy_alloc(order, sizeof *queue.vertices), 0, 0};
  if (left == NULL || queue.vertices == NULL) {
    status = grundy_fail_memory(error);
    goto cleanup;
  }

  label_terminals(g, play, remoteness, left, &queue);
  grundy_work work = grundy_work_start(monitor, "outcomes", order + grundy_digraph_size(g));
  while (queue.head < queue.tail) {
    uint32_t v = queue.vertices[queue.head++];
    grundy_vertices predecessors = grundy_digraph_followers(reverse, v);
    tell_predecessors(predecessors, remoteness[v], remoteness, left, &queue);
    if (!grundy_work_step(&work, 1 + predecessors.count)) {
      status = grundy_fail_cancelled(error);
      break;
    }
  }

cleanup:
  free(left);
  free(queue.vertices);
  return status;
}
