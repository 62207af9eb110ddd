/* Labels digraphs of states: retrograde, in the order of ranks. */

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "compound/turns.h"

#include <assert.h>
#include <string.h>

void grundy_states_free(grundy_states *states) {
  free(states->offsets);
  free(states->targets);
  free(states->keeps);
  *states = (grundy_states){0};
}

void grundy_state_labels_free(grundy_state_labels *labels) {
  free(labels->labels);
  free(labels->ranks);
  *labels = (grundy_state_labels){0};
}

typedef struct labelling {
  const grundy_states *states;
  const uint8_t *may;
  uint64_t *in_offsets; /* the moves to every state: where they come from */
  uint32_t *in_tails;
  uint8_t *in_keeps;
  uint64_t *left;  /* by state: moves that are not known to be bad */
  uint32_t *queue; /* of labelled states, by rank */
  uint32_t first, end;
  grundy_state_labels made;
} labelling;

static void reverse(labelling *l) {
  const grundy_states *s = l->states;
  for (uint64_t e = 0; e < s->offsets[s->count]; e++) l->in_offsets[s->targets[e] + 1]++;
  for (uint32_t v = 0; v < s->count; v++) l->in_offsets[v + 1] += l->in_offsets[v];
  for (uint32_t u = 0; u < s->count; u++)
    for (uint64_t e = s->offsets[u]; e < s->offsets[u + 1]; e++) {
      uint64_t at = l->in_offsets[s->targets[e]]++;
      l->in_tails[at] = u;
      l->in_keeps[at] = s->keeps[e];
    }
  /* Every offset has moved to the next one. */
  memmove(l->in_offsets + 1, l->in_offsets, (uint64_t)s->count * sizeof *l->in_offsets);
  l->in_offsets[0] = 0;
}

static void set_label(labelling *l, uint32_t state, grundy_outcome label, uint64_t rank) {
  assert(l->made.labels[state] == GRUNDY_OUTCOME_NONE);
  l->made.labels[state] = label;
  l->made.ranks[state] = rank;
}

static void push(labelling *l, uint32_t state, grundy_outcome label, uint64_t rank) {
  set_label(l, state, label, rank);
  l->queue[l->end++] = state;
}

/* Updates the states with moves to this one, which was labelled. */
static void propagate(labelling *l, uint32_t state) {
  grundy_outcome label = l->made.labels[state];
  uint64_t rank = l->made.ranks[state] + 1;
  for (uint64_t e = l->in_offsets[state]; e < l->in_offsets[state + 1]; e++) {
    uint32_t u = l->in_tails[e];
    bool is_good = (label == GRUNDY_OUTCOME_N) == (l->in_keeps[e] != 0);
    if (l->made.labels[u] != GRUNDY_OUTCOME_NONE) continue;
    if (is_good && (l->may[u] & GRUNDY_MAY_BE_N) != 0) push(l, u, GRUNDY_OUTCOME_N, rank);
    if (is_good) continue;
    assert(l->left[u] > 0);
    if (--l->left[u] == 0 && (l->may[u] & GRUNDY_MAY_BE_P) != 0) push(l, u, GRUNDY_OUTCOME_P, rank);
  }
}

static bool run(labelling *l, const grundy_seed *seeds, uint64_t count, grundy_work *work) {
  const grundy_states *s = l->states;
  for (uint32_t v = 0; v < s->count; v++) {
    l->left[v] = s->offsets[v + 1] - s->offsets[v];
    if (l->left[v] == 0 && (l->may[v] & GRUNDY_MAY_BE_P) != 0) push(l, v, GRUNDY_OUTCOME_P, 0);
  }
  for (uint64_t next = 0; next < count || l->first < l->end;) {
    bool is_seed = next < count &&
                   (l->first == l->end || seeds[next].rank <= l->made.ranks[l->queue[l->first]]);
    uint32_t state = is_seed ? seeds[next].state : l->queue[l->first];
    if (is_seed) {
      const grundy_seed *seed = &seeds[next++];
      assert(next == count || seed->rank <= seeds[next].rank);
      if (l->made.labels[state] != GRUNDY_OUTCOME_NONE) continue;
      set_label(l, state, seed->label, seed->rank);
    } else {
      l->first++;
    }
    propagate(l, state);
    if (!grundy_work_step(work, 1 + l->in_offsets[state + 1] - l->in_offsets[state])) return false;
  }
  return true;
}

grundy_status grundy_states_label(const grundy_states *states, const uint8_t *may,
                                  const grundy_seed *seeds, uint64_t count,
                                  const grundy_monitor *monitor, grundy_state_labels *labels,
                                  grundy_error *error) {
  grundy_arena arena = {0};
  labelling l = {.states = states, .may = may};
  uint64_t states_count = states->count, moves = states->offsets[states_count];
  grundy_work work = grundy_work_start(monitor, "turns", 0);
  grundy_status status = GRUNDY_OK;
  l.in_offsets = grundy_arena_zeros(&arena, states_count + 1, sizeof *l.in_offsets);
  l.in_tails = grundy_arena_array(&arena, moves, sizeof *l.in_tails);
  l.in_keeps = grundy_arena_array(&arena, moves, sizeof *l.in_keeps);
  l.left = grundy_arena_array(&arena, states_count, sizeof *l.left);
  l.queue = grundy_arena_array(&arena, states_count, sizeof *l.queue);
  l.made.labels = grundy_arena_zeros(&arena, states_count, sizeof *l.made.labels);
  l.made.ranks = grundy_arena_zeros(&arena, states_count, sizeof *l.made.ranks);
  if (!arena.failed) {
    reverse(&l);
    if (!run(&l, seeds, count, &work)) status = grundy_fail_cancelled(error);
  }
  if (!arena.failed && status == GRUNDY_OK) {
    grundy_state_labels_free(labels);
    labels->labels = grundy_arena_take(&arena, l.made.labels);
    labels->ranks = grundy_arena_take(&arena, l.made.ranks);
  }
  return grundy_arena_end(&arena, status, error);
}
