/* Remoteness in normal and misère play, by waves or by one sweep. */

#include "solve/impl.h"

#include "solve/kernels.h"
#include "solve/labels.h"
#include "solve/resume.h"
#include "solve/sweep.h"
#include "solve/waves.h"

#include <assert.h>

/* Retrograde labelling, [Smi66, (4a)–(4e)] and [FY86, Cor. 1], wave by wave.
 *
 * Invariant: the wave of label r holds exactly the vertices of remoteness r, and a vertex without
 * a label counts its moves not yet known to reach an odd label. The first even label among the
 * followers of u is the least one, so u gets it plus 1 (4b); when the count reaches 0 all
 * followers are odd and the last of them is the largest, so u gets it plus 1 (4c). Vertices that
 * never get a label are draws (4e). The state of a vertex is its entry in `remoteness`.
 * Terminal positions that the next player wins join the wave of label 1 [Smi66, §5], so the
 * first wave may be empty even if the second is not. */
static bool label_wave(grundy_waves *waves, uint32_t label, uint32_t *remoteness, uint32_t *wave,
                       uint32_t length, uint32_t *found, grundy_work *work) {
  assert(grundy_wave_has_label(remoteness, GRUNDY_LABELLED | label, wave, length));
  grundy_wave_update update = label % 2 == 0 ? grundy_win_at_once : grundy_count_down;
  update.state = remoteness;
  update.label = GRUNDY_LABELLED | (label + 1);
  return grundy_waves_propagate(waves, &update, wave, length, wave + length, found, work);
}

/* Labels everything that follows from a wave with this label. */
static bool label_rest(grundy_waves *waves, uint32_t label, uint32_t *remoteness, uint32_t *wave,
                       uint32_t length, grundy_work *work) {
  uint32_t found;
  for (; length > 0; label++, wave += length, length = found)
    if (!label_wave(waves, label, remoteness, wave, length, &found, work)) return false;
  grundy_labels_finish(waves->reverse.order, remoteness, remoteness);
  return true;
}

static bool label_all(grundy_waves *waves, grundy_view g, const grundy_endings *endings,
                      uint32_t *remoteness, uint32_t *queue, grundy_work *work) {
  uint32_t lost, found;
  uint32_t count = grundy_labels_start(g, endings, remoteness, queue, &lost);
  if (!label_wave(waves, 0, remoteness, queue, count, &found, work)) return false;
  if (lost > 0) found += grundy_labels_lost(g, endings, queue + count + found);
  assert(count + found <= g.order);
  return label_rest(waves, 1, remoteness, queue + count, found, work);
}

grundy_status grundy_remoteness_resume(grundy_view reverse, uint32_t label, uint32_t *queue,
                                       uint32_t length, const grundy_monitor *monitor,
                                       uint32_t *remoteness, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_arena arena = {0};
  grundy_waves waves;
  grundy_work work = grundy_work_start(monitor, "remoteness", 0);
  grundy_waves_start(&waves, &arena, reverse, sizeof *remoteness);
  if (!arena.failed)
    status = grundy_work_end(&work, label_rest(&waves, label, remoteness, queue, length, &work),
                             "waves", reverse.size, error);
  return grundy_arena_end(&arena, status, error);
}

static uint32_t *start(grundy_arena *arena, grundy_view reverse, grundy_waves *waves) {
  grundy_waves_start(waves, arena, reverse, sizeof(uint32_t));
  return grundy_queue_alloc(arena, reverse.order);
}

void grundy_remoteness_count(grundy_arena *arena, const grundy_sizes *sizes) {
  grundy_waves waves;
  uint64_t mark = arena->count;
  if (!sizes->swept) (void)start(arena, sizes->g, &waves);
  grundy_arena_rewind(arena, mark);
}

static grundy_status label_or_sweep(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_endings *endings, const char *phase,
                                    const grundy_monitor *monitor, uint32_t *remoteness,
                                    grundy_error *error) {
  grundy_view view = grundy_view_of(g);
  grundy_work work = grundy_work_start(monitor, phase, view.order + view.size);
  grundy_sweep_direction direction = grundy_sweep_of(view);
  if (direction != GRUNDY_NO_SWEEP)
    return grundy_work_end(&work,
                           grundy_sweep_remoteness(view, direction, endings, remoteness, &work),
                           "sweep", view.size, error);

  grundy_status status = GRUNDY_OK;
  grundy_arena arena = {0};
  grundy_waves waves;
  uint32_t *queue = start(&arena, grundy_view_of(reverse), &waves);
  if (!arena.failed)
    status = grundy_work_end(&work, label_all(&waves, view, endings, remoteness, queue, &work),
                             "waves", view.size, error);
  return grundy_arena_end(&arena, status, error);
}

grundy_status grundy_remoteness_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                      grundy_play play, const grundy_monitor *monitor,
                                      uint32_t *remoteness, grundy_error *error) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  const grundy_endings endings = {NULL, normal ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N};
  return label_or_sweep(g, reverse, &endings, normal ? "remoteness" : "misere remoteness", monitor,
                        remoteness, error);
}

grundy_status grundy_q_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                             const grundy_outcome *ends, const grundy_monitor *monitor,
                             uint32_t *remoteness, grundy_error *error) {
  const grundy_endings endings = {ends, GRUNDY_OUTCOME_P};
  return label_or_sweep(g, reverse, &endings, "remoteness", monitor, remoteness, error);
}

/* (4b), (4c), (4e): moves to a follower with the number just below, or with infinity. Upper bounds
 * in a window are the numbers of a game, too: the one with loops at the frontier. */
bool grundy_best_follower(const grundy_digraph *g, const uint32_t *q, uint32_t v, uint32_t *to) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  if (q[v] == GRUNDY_NUMBER_UNKNOWN || grundy_digraph_kinds(g) != NULL) return false;
  uint32_t wanted = q[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY : grundy_number_unmarked(q[v]) - 1;
  for (uint64_t i = 0; i < row.count; i++)
    if (grundy_number_unmarked(q[row.at[i]]) == wanted) {
      *to = row.at[i];
      return true;
    }
  return false;
}
