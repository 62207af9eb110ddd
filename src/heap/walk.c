#include "heap/walk.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/* A sum on the path, and its moves that are still to be examined. */
typedef struct visit {
  uint32_t sum;
  uint64_t start, next, end; /* in `ahead` */
} visit;

struct grundy_walk {
  const grundy_sum_facts *about;
  grundy_sums *sums;
  unsigned char *facts; /* by sum */
  uint64_t fact_capacity;
  visit *path;
  uint64_t depth, path_capacity;
  uint32_t *ahead; /* the moves of the sums on the path, consecutively */
  uint64_t ahead_capacity;
  uint64_t limit;
  grundy_work work;
};

grundy_walk *grundy_walk_new(const grundy_heap_code *code, const grundy_sum_facts *about,
                             uint64_t limit, const grundy_monitor *monitor) {
  grundy_walk *w = grundy_alloc_zero(1, sizeof *w);
  if (w == NULL) return NULL;
  w->about = about;
  w->limit = limit < GRUNDY_SUMS_MOST ? limit : GRUNDY_SUMS_MOST;
  w->work = grundy_work_start(monitor, "searching", 0);
  w->sums = grundy_sums_new(code, true);
  if (w->sums != NULL) return w;
  free(w);
  return NULL;
}

void grundy_walk_free(grundy_walk *w) {
  if (w == NULL) return;
  grundy_sums_free(w->sums);
  free(w->facts);
  free(w->path);
  free(w->ahead);
  free(w);
}

static unsigned char *fact_of(const grundy_walk *w, uint32_t sum) {
  return w->facts + sum * w->about->fact;
}

static bool is_settled(const grundy_walk *w, uint32_t sum) {
  return *fact_of(w, sum) != 0;
}

static bool make_facts(grundy_walk *w) {
  uint64_t before = w->fact_capacity, size = w->about->fact;
  if (!grundy_grow(&w->facts, &w->fact_capacity, grundy_sums_count(w->sums) + UINT64_C(1), size))
    return false;
  memset(w->facts + before * size, 0, (w->fact_capacity - before) * size);
  return true;
}

static grundy_status enter(grundy_walk *w, uint32_t sum, grundy_error *error) {
  const uint32_t *moves;
  uint64_t count, start = w->depth == 0 ? 0 : w->path[w->depth - 1].end;
  grundy_status status = grundy_sums_moves(w->sums, sum, w->limit, &w->work, &moves, &count, error);
  if (status != GRUNDY_OK) return status;
  if (!make_facts(w) ||
      !grundy_grow(&w->ahead, &w->ahead_capacity, start + count + 1, sizeof *w->ahead) ||
      !grundy_grow(&w->path, &w->path_capacity, w->depth + 1, sizeof *w->path))
    return grundy_fail_memory(error);
  if (count > 0) memcpy(w->ahead + start, moves, count * sizeof *moves);
  w->path[w->depth++] = (visit){sum, start, start, start + count};
  return GRUNDY_OK;
}

/* Makes one step with the sum at the end of the path. */
static grundy_status step(grundy_walk *w, grundy_error *error) {
  visit *v = &w->path[w->depth - 1];
  assert(v->next <= v->end);
  if (is_settled(w, v->sum)) {
    w->depth--;
    return GRUNDY_OK;
  }
  if (v->next == v->end) {
    if (!w->about->settle(fact_of(w, v->sum), w->facts, w->ahead + v->start, v->end - v->start))
      return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY, "%s",
                                 w->about->failure);
    assert(is_settled(w, v->sum));
    return GRUNDY_OK;
  }
  uint32_t to = w->ahead[v->next];
  /* Every move decreases the weight, so the path has no cycle. */
  assert(grundy_sums_weight(w->sums, to) < grundy_sums_weight(w->sums, v->sum));
  if (!is_settled(w, to)) return enter(w, to, error);
  if (w->about->learn != NULL) w->about->learn(fact_of(w, v->sum), fact_of(w, to));
  v->next++;
  return GRUNDY_OK;
}

grundy_status grundy_walk_find(grundy_walk *w, const uint32_t *sizes, uint64_t count,
                               const void **fact, grundy_error *error) {
  uint32_t sum;
  if (!grundy_sums_place(w->sums, sizes, count, &sum) || !make_facts(w))
    return grundy_fail_memory(error);
  w->depth = 0;
  grundy_status status = is_settled(w, sum) ? GRUNDY_OK : enter(w, sum, error);
  while (status == GRUNDY_OK && w->depth > 0) status = step(w, error);
  assert(status != GRUNDY_OK || is_settled(w, sum));
  *fact = fact_of(w, sum);
  return status;
}

uint32_t grundy_walk_count(const grundy_walk *w) {
  return grundy_sums_count(w->sums);
}

void grundy_walk_finish(const grundy_walk *w) {
  grundy_work_finish(&w->work, "", 0);
}
