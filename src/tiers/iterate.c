/* Evaluates the positions of a tier until nothing changes any more: in sweeps through all open
 * positions, in alternating directions, and then, if the rules have `unmoves` and little changes,
 * in waves of the predecessors of what has changed. The threads, and the ranks of a team, share the
 * blocks of a tier; all results are least fixed points, so the order does not matter. */

#include "tiers/iterate.h"

#include "base/alloc.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

/* Indices per block: a multiple of 64, so that no two threads write to the same word of a set or
 * byte of a table. Scripts are slow, and the monitor is asked only between blocks. */
enum { BLOCK = 4096, SCRIPT_BLOCK = 64 };

/* What a pass through all blocks does: it evaluates open positions; it marks the predecessors of
 * the positions that a sweep has changed; it evaluates marked positions. */
typedef enum pass_kind { SWEEP, MARKING, WAVE } pass_kind;

typedef struct pass {
  const grundy_tier_kernel *kernel;
  pass_kind kind;
  bool descending;
  uint64_t block, first, blocks; /* the size of a block; the first block and their number */
  _Atomic uint64_t next;         /* block */
  _Atomic bool stop;
  bool cancelled;
  struct share {
    grundy_status status;
    uint64_t evaluated, changed;
    uint32_t least;
    bool absent, incomplete;
  } shares[GRUNDY_MAX_THREADS];
} pass;

static uint64_t block_size(const grundy_tier_job *job) {
  if (job->tiers->block != 0) return job->tiers->block;
  return job->tiers->ruleset->kind->slow ? SCRIPT_BLOCK : BLOCK;
}

/* ---- the monitor ----------------------------------------------------------------------------- */

/* Reports progress, several times per second. False if the work must stop. */
static bool report(pass *p, uint64_t indices) {
  const double interval = 0.1 * (double)grundy_work_stride / GRUNDY_WORK_STRIDE;
  grundy_tier_job *job = p->kernel->job;
  if (job->work->monitor == NULL || job->work->monitor->tick == NULL) return true;
  if (job->is_first) job->work->done += indices * (uint64_t)job->threads;
  if (job->work->done > job->work->total) job->work->done = job->work->total;
  double now = grundy_clock();
  if (now - job->asked < interval) return true;
  job->asked = now;
  job->now.indices_done = job->work->done;
  if (job->progress != NULL) job->progress(job->context, &job->now);
  return grundy_work_ask(job->work);
}

/* ---- evaluating ------------------------------------------------------------------------------ */

/* Whoever takes the bit with memory_order_acquire sees all entries that were stored before. */
static void set_bit(_Atomic uint64_t *set, uint64_t index) {
  atomic_fetch_or_explicit(&set[index / 64], UINT64_C(1) << index % 64, memory_order_release);
}

/* Makes the predecessors of the loaded position dirty, as far as they are in the tier. */
static grundy_status mark_predecessors(const grundy_tier_job *job, grundy_tier_reader *r) {
  grundy_tier_cursor cursor = {.list = &r->further};
  grundy_position position;
  grundy_status status = grundy_tier_expand_back(r);
  while (status == GRUNDY_OK && grundy_tier_next(&cursor, &position)) {
    grundy_position_rank rank;
    status = grundy_tier_rank(r, position, &rank);
    if (status == GRUNDY_OK && rank.exists && rank.tier == job->number && rank.index < job->count)
      set_bit(job->dirty, rank.index);
  }
  return status;
}

static grundy_status evaluate(pass *p, int thread, uint64_t index) {
  const grundy_tier_kernel *kernel = p->kernel;
  grundy_tier_job *job = kernel->job;
  grundy_tier_reader *r = &job->readers[thread];
  struct share *s = &p->shares[thread];
  grundy_tier_evaluation found = {0};
  grundy_status status = kernel->evaluate(kernel, r, index, &found);
  if (status == GRUNDY_OK && job->is_first && !found.absent)
    status = grundy_tier_check_rank(r, job->number, index);
  s->evaluated += !found.absent;
  s->absent |= found.absent;
  s->incomplete |= found.incomplete;
  if (status != GRUNDY_OK || !found.changed) return status;
  s->changed++;
  if (found.number < s->least) s->least = found.number;
  if (p->kind == WAVE) return mark_predecessors(job, r);
  if (job->changed != NULL) set_bit(job->changed, index);
  return GRUNDY_OK;
}

static grundy_status sweep_block(pass *p, int thread, uint64_t begin, uint64_t end) {
  const grundy_tier_kernel *kernel = p->kernel;
  grundy_status status = GRUNDY_OK;
  if (!p->descending) {
    for (uint64_t i = kernel->next(kernel, begin, end); status == GRUNDY_OK && i < end;
         i = kernel->next(kernel, i + 1, end))
      status = evaluate(p, thread, i);
    return status;
  }
  for (uint64_t i = end; status == GRUNDY_OK && i-- > begin;)
    if (kernel->next(kernel, i, i + 1) == i) status = evaluate(p, thread, i);
  return status;
}

/* Evaluates the dirty positions of a block that are open. */
static grundy_status wave_block(pass *p, int thread, uint64_t begin, uint64_t end) {
  const grundy_tier_kernel *kernel = p->kernel;
  _Atomic uint64_t *dirty = kernel->job->dirty;
  grundy_status status = GRUNDY_OK;
  for (uint64_t word = begin / 64; word * 64 < end; word++) {
    uint64_t bits = atomic_load_explicit(&dirty[word], memory_order_relaxed);
    if (bits != 0) bits = atomic_exchange_explicit(&dirty[word], 0, memory_order_acquire);
    for (; status == GRUNDY_OK && bits != 0; bits &= bits - 1) {
      uint64_t index = word * 64 + (unsigned)__builtin_ctzll(bits);
      if (kernel->next(kernel, index, index + 1) == index) status = evaluate(p, thread, index);
    }
  }
  return status;
}

/* Marks the predecessors of the positions of a block that the last sweep has changed. */
static grundy_status mark_block(pass *p, int thread, uint64_t begin, uint64_t end) {
  const grundy_tier_job *job = p->kernel->job;
  grundy_tier_reader *r = &job->readers[thread];
  grundy_status status = GRUNDY_OK;
  for (uint64_t word = begin / 64; word * 64 < end; word++)
    for (uint64_t bits = job->changed[word]; status == GRUNDY_OK && bits != 0; bits &= bits - 1) {
      bool exists = false;
      uint64_t index = word * 64 + (unsigned)__builtin_ctzll(bits);
      status = grundy_tier_load(r, job->number, index, &exists);
      if (status == GRUNDY_OK && exists) status = mark_predecessors(job, r);
    }
  return status;
}

static grundy_status (*const block_functions[])(pass *, int, uint64_t, uint64_t) = {
    [SWEEP] = sweep_block, [MARKING] = mark_block, [WAVE] = wave_block};

static void pass_share(void *context, int thread) {
  pass *p = context;
  grundy_tier_job *job = p->kernel->job;
  struct share *s = &p->shares[thread];
  s->status = GRUNDY_OK;
  for (;;) {
    uint64_t b = atomic_fetch_add(&p->next, 1);
    if (b >= p->blocks || atomic_load(&p->stop)) return;
    if (p->descending) b = p->blocks - 1 - b;
    uint64_t begin = (p->first + b) * p->block;
    uint64_t end = job->count - begin < p->block ? job->count : begin + p->block;
    s->status = block_functions[p->kind](p, thread, begin, end);
    if (thread == 0 && s->status == GRUNDY_OK) p->cancelled = !report(p, end - begin);
    if (s->status == GRUNDY_OK && !(thread == 0 && p->cancelled)) continue;
    atomic_store(&p->stop, true);
    return;
  }
}

/* ---- several processes ----------------------------------------------------------------------- */

/* Returns the first block of a rank. */
static uint64_t first_block(const grundy_tier_job *job, int rank) {
  uint64_t block = block_size(job), blocks = job->count / block + (job->count % block != 0);
  return grundy_share(blocks, rank, job->team == NULL ? 1 : job->team->ranks);
}

/* Sends the entries of the own blocks to all ranks. An index takes `bits` in an array of that many
 * bytes; blocks begin at whole bytes. */
static void gather(const grundy_tier_job *job, void *array, unsigned bits, uint64_t bytes,
                   uint64_t *starts) {
  for (int r = 0; r <= job->team->ranks; r++) {
    uint64_t at = first_block(job, r) * block_size(job) * bits / 8;
    starts[r] = at < bytes ? at : bytes;
  }
  job->team->gather(job->team->context, array, starts);
}

/* Sends the large numbers in the own blocks to all ranks. starts[r] has the bytes before those of
 * rank r. */
static grundy_status gather_escapes(const grundy_tier_job *job, grundy_tier_table *table,
                                    uint64_t *starts) {
  const grundy_tier_team *team = job->team;
  uint64_t begin = first_block(job, team->rank) * block_size(job);
  uint64_t end = first_block(job, team->rank + 1) * block_size(job), own = 0, at = 0;
  for (uint64_t i = 0; i < table->escape_room; i++)
    own += grundy_tier_table_is_escape(table, i, begin, end);
  for (int r = 0; r <= team->ranks; r++)
    starts[r] = sizeof(grundy_tier_escape) * team->sum(team->context, team->rank < r ? own : 0);
  uint64_t count = starts[team->ranks] / sizeof(grundy_tier_escape);
  if (count == 0) return GRUNDY_OK;
  grundy_tier_escape *all = grundy_alloc(count, sizeof *all);
  grundy_status status = all == NULL ? grundy_fail_memory(job->error) : GRUNDY_OK;
  status = team->agree(team->context, status, job->error);
  assert(status != GRUNDY_OK || all != NULL); /* a rank that failed does not agree on success */
  at = starts[team->rank] / sizeof *all;
  for (uint64_t i = 0; status == GRUNDY_OK && i < table->escape_room; i++)
    if (grundy_tier_table_is_escape(table, i, begin, end)) all[at++] = table->escapes[i];
  if (status == GRUNDY_OK) team->gather(team->context, all, starts);
  for (uint64_t i = 0; status == GRUNDY_OK && i < count; i++)
    if (!grundy_tier_table_escape(table, all[i].index, (uint32_t)all[i].number))
      status = grundy_fail_memory(job->error);
  free(all);
  return status;
}

/* Gives all ranks the results of a sweep of all of them. */
static grundy_status share_results(const grundy_tier_kernel *kernel, grundy_status status,
                                   struct share *found) {
  const grundy_tier_job *job = kernel->job;
  const grundy_tier_team *team = job->team;
  grundy_tier_table *table = kernel->written;
  uint64_t *starts = grundy_alloc((uint64_t)team->ranks + 1, sizeof *starts);
  if (status == GRUNDY_OK && starts == NULL) status = grundy_fail_memory(job->error);
  status = team->agree(team->context, status, job->error);
  assert(status != GRUNDY_OK || starts != NULL); /* as above */
  if (status == GRUNDY_OK) {
    gather(job, (void *)table->entries, table->bits,
           grundy_tier_table_bytes(table->count, table->bits), starts);
    if (kernel->written_set != NULL)
      gather(job, (void *)kernel->written_set, 1,
             (job->count / 64 + 1) * sizeof *kernel->written_set, starts);
    if (table->bits == 8) status = gather_escapes(job, table, starts);
    found->evaluated = team->sum(team->context, found->evaluated);
    found->changed = team->sum(team->context, found->changed);
    found->absent = team->sum(team->context, found->absent) > 0;
    found->incomplete = team->sum(team->context, found->incomplete) > 0;
    found->least = (uint32_t)team->least(team->context, found->least);
    status = team->agree(team->context, status, job->error);
  }
  free(starts);
  return status;
}

/* Makes one pass, and adds up what the shares found. */
static grundy_status run(const grundy_tier_kernel *kernel, pass_kind kind, bool descending,
                         struct share *found) {
  grundy_tier_job *job = kernel->job;
  int rank = job->team == NULL ? 0 : job->team->rank;
  pass p = {.kernel = kernel, .kind = kind, .descending = descending};
  p.block = block_size(job);
  p.first = first_block(job, rank);
  p.blocks = first_block(job, rank + 1) - p.first;
  for (int i = 0; i < job->threads; i++) p.shares[i].least = UINT32_MAX;
  grundy_parallel(job->threads, pass_share, &p);
  job->sweeps++;
  grundy_status status = GRUNDY_OK;
  *found = (struct share){.least = UINT32_MAX};
  for (int i = 0; i < job->threads; i++) {
    const struct share *s = &p.shares[i];
    found->evaluated += s->evaluated;
    found->changed += s->changed;
    found->absent |= s->absent;
    found->incomplete |= s->incomplete;
    if (s->least < found->least) found->least = s->least;
    if (s->status == GRUNDY_OK || status != GRUNDY_OK) continue;
    status = s->status; /* of the first share that failed */
    if (job->error != NULL) *job->error = job->readers[i].error;
  }
  if (status == GRUNDY_OK && p.cancelled) status = grundy_fail_cancelled(job->error);
  return job->team == NULL ? status : share_results(kernel, status, found);
}

static void clear_set(_Atomic uint64_t *set, uint64_t count) {
  if (set != NULL) memset((void *)set, 0, (count / 64 + 1) * sizeof *set);
}

static uint64_t moves_so_far(const grundy_tier_job *job) {
  uint64_t moves = 0;
  for (int i = 0; i < job->threads; i++) moves += job->readers[i].move_count;
  return moves;
}

grundy_status grundy_tier_iterate(grundy_tier_kernel *kernel) {
  grundy_tier_job *job = kernel->job;
  struct share found;
  grundy_status status = GRUNDY_OK;
  for (bool descending = false, first = true;; descending = !descending, first = false) {
    uint64_t moves = moves_so_far(job);
    clear_set(job->changed, job->count);
    status = run(kernel, SWEEP, descending, &found);
    job->is_first = false;
    if (status != GRUNDY_OK) return status;
    /* The first sweep takes an index that it has not reached yet for an open position. If some
     * indices have no position, a second sweep of the same entries refuses moves to them; but
     * positions whose entries have settled are not evaluated again. */
    if (first && found.absent && found.incomplete) continue;
    /* If no evaluation saw an open entry, entries that settle are complete. Bounds are final then
     * only if it was the first sweep: all bounds that were seen had been made in it, from final
     * ones, by induction. */
    if (found.changed == 0 || (!found.incomplete && (kernel->settles || first))) return GRUNDY_OK;
    if (kernel->swept != NULL) kernel->swept(kernel, found.least);
    /* Waves follow if they are less work than another sweep. A position that has changed costs its
     * predecessors, and the moves of each of them; a sweep costs the moves of all open
     * positions. */
    assert(found.evaluated > 0); /* because something has changed */
    uint64_t open = kernel->settles ? found.evaluated - found.changed : found.evaluated;
    moves = moves_so_far(job) - moves;
    if (job->changed != NULL && found.changed * (moves / found.evaluated + 1) < open) break;
  }
  clear_set(job->dirty, job->count);
  status = run(kernel, MARKING, false, &found);
  for (found.evaluated = 1; status == GRUNDY_OK && found.evaluated > 0;)
    status = run(kernel, WAVE, false, &found);
  return status;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

typedef struct visiting {
  const grundy_tier_job *job;
  void (*visit)(void *context, uint64_t begin, uint64_t end);
  void *context;
} visiting;

static void visit_share(void *context, int thread) {
  const visiting *v = context;
  uint64_t size = block_size(v->job), blocks = v->job->count / size + 1;
  uint64_t begin = grundy_share(blocks, thread, v->job->threads) * size;
  uint64_t end = grundy_share(blocks, thread + 1, v->job->threads) * size;
  if (end > v->job->count) end = v->job->count;
  if (begin < end) v->visit(v->context, begin, end);
}

void grundy_tier_visit(const grundy_tier_job *job,
                       void (*visit)(void *context, uint64_t begin, uint64_t end), void *context) {
  visiting v = {job, visit, context};
  grundy_parallel(job->threads, visit_share, &v);
}

/* ---- followers ------------------------------------------------------------------------------- */

grundy_status grundy_tier_examine(const grundy_tier_job *job, grundy_tier_reader *reader,
                                  uint64_t index, unsigned *end, grundy_tier_evaluation *found) {
  bool exists = false;
  grundy_status status = grundy_tier_load(reader, job->number, index, &exists);
  if (status != GRUNDY_OK) return status;
  found->absent = !exists;
  return exists ? grundy_tier_expand(reader, end) : GRUNDY_OK;
}

grundy_status grundy_tier_reload(const grundy_tier_job *job, grundy_tier_reader *reader,
                                 uint64_t index) {
  bool exists = false;
  unsigned end;
  grundy_status status = grundy_tier_load(reader, job->number, index, &exists);
  assert(status != GRUNDY_OK || exists);
  return status == GRUNDY_OK ? grundy_tier_expand(reader, &end) : status;
}

grundy_status grundy_tier_set_number(grundy_tier_table *table, grundy_tier_reader *reader,
                                     uint64_t index, uint32_t number,
                                     grundy_tier_evaluation *found) {
  found->changed = true;
  found->number = number;
  return grundy_tier_table_set(table, index, number) ? GRUNDY_OK
                                                     : grundy_fail_memory(&reader->error);
}

bool grundy_tier_follow(const grundy_tier_job *job, grundy_tier_reader *reader,
                        grundy_tier_cursor *cursor, grundy_tier_follower *follower,
                        grundy_status *status) {
  uint32_t place = 0;
  if (!grundy_tier_next(cursor, &follower->position)) return false;
  *status = grundy_tier_locate(reader, follower->position, &place, &follower->index);
  if (*status != GRUNDY_OK) return false;
  follower->file = place == job->place ? NULL : job->tiers->at[place].file;
  if (place != job->place && follower->file == NULL)
    *status = grundy_tier_refuse_follower(reader, follower->position);
  return *status == GRUNDY_OK;
}

bool grundy_tier_follow_number(const grundy_tier_job *job, grundy_tier_reader *reader,
                               grundy_tier_cursor *cursor, const grundy_tier_numbers *numbers,
                               grundy_tier_follower *follower, uint32_t *number,
                               grundy_status *status) {
  if (!grundy_tier_follow(job, reader, cursor, follower, status)) return false;
  *number = follower->file == NULL
                ? grundy_tier_table_get(numbers->table, follower->index)
                : grundy_tier_file_number(follower->file, numbers->column, follower->index);
  if (*number == GRUNDY_TIER_NUMBER_ABSENT)
    *status = grundy_tier_refuse_follower(reader, follower->position);
  return *status == GRUNDY_OK;
}
