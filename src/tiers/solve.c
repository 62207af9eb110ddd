/* Solves all tiers, one after the other. */

#include "tiers/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/saturate.h"
#include "tiers/kernels.h"

#include <grundy/value.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct solver {
  grundy_tiers *t;
  grundy_tiers_options options;
  grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS];
  unsigned stored_count;
  grundy_tier_table tables[GRUNDY_TIER_MAX_COLUMNS]; /* of the present tier */
  grundy_tier_table times;                           /* for the counter */
  _Atomic uint64_t *hit;                             /* for values */
  grundy_tier_job job;
  const grundy_tier_team *team; /* NULL: this process works alone */
  grundy_work work;
  grundy_tiers_summary summary;
  grundy_error *error;
} solver;

/* ---- several processes ---------------------------------------------------------------------- */

static bool is_writer(const solver *s) {
  return s->team == NULL || s->team->rank == 0;
}

/* Returns GRUNDY_OK if all ranks have succeeded. */
static grundy_status agree(const solver *s, grundy_status status) {
  return s->team == NULL ? status : s->team->agree(s->team->context, status, s->error);
}

static uint64_t sum(const solver *s, uint64_t number) {
  return s->team == NULL ? number : s->team->sum(s->team->context, number);
}

/* ---- tables --------------------------------------------------------------------------------- */

static void free_tables(solver *s) {
  for (unsigned i = 0; i < s->stored_count; i++) grundy_tier_table_free(&s->tables[i]);
  grundy_tier_table_free(&s->times);
  free((void *)s->hit);
  free((void *)s->job.changed);
  free((void *)s->job.dirty);
  s->hit = s->job.changed = s->job.dirty = NULL;
}

static bool make_set(uint64_t count, _Atomic uint64_t **set) {
  *set = grundy_alloc_zero(count / 64 + 1, sizeof **set);
  return *set != NULL;
}

/* Makes the tables of a tier, as grundy_tier_memory counts them. */
static bool make_tables(solver *s, uint64_t count) {
  grundy_columns columns = s->t->columns;
  bool made = true;
  for (unsigned i = 0; made && i < s->stored_count; i++)
    made = grundy_tier_table_start(&s->tables[i], count, grundy_tier_bits(s->stored[i]));
  if (made && (columns & GRUNDY_COLUMN_GRUNDY) != 0) made = make_set(count, &s->hit);
  if (made && (columns & GRUNDY_COLUMN_COUNTER) != 0)
    made = grundy_tier_table_start(&s->times, count, 8);
  if (made && s->t->ruleset->has_unmoves && s->team == NULL)
    made = make_set(count, &s->job.changed) && make_set(count, &s->job.dirty);
  return made;
}

static grundy_tier_table *table_of(solver *s, grundy_columns column) {
  for (unsigned i = 0; i < s->stored_count; i++)
    if (s->stored[i] == column) return &s->tables[i];
  return NULL;
}

/* ---- counts --------------------------------------------------------------------------------- */

static void count_numbers(grundy_columns column, grundy_tier_table *table,
                          grundy_tier_counts *counts) {
  uint64_t odd = 0, even = 0, infinite = 0, largest = 0;
  for (uint64_t i = 0; i < table->count; i++) {
    uint32_t number = grundy_tier_table_get(table, i);
    if (number == GRUNDY_TIER_NUMBER_ABSENT) continue;
    if (number == GRUNDY_INFINITY) {
      infinite++;
      continue;
    }
    odd += number % 2;
    even += number % 2 == 0;
    if (number > largest) largest = number;
  }
  counts->positions = odd + even + infinite;
  if (column == GRUNDY_COLUMN_GRUNDY) {
    counts->infinite = infinite;
    counts->largest_value = largest;
  } else if (column != GRUNDY_COLUMN_COUNTER && largest > counts->largest_remoteness) {
    counts->largest_remoteness = largest;
  }
  if (column != GRUNDY_COLUMN_REMOTENESS) return;
  counts->p = even;
  counts->n = odd;
  counts->d = infinite;
}

static grundy_tier_counts count_entries(solver *s) {
  grundy_tier_counts counts = {0};
  grundy_tier_table *q1 = table_of(s, GRUNDY_COLUMN_Q1), *q0 = table_of(s, GRUNDY_COLUMN_Q0);
  for (unsigned i = 0; i < s->stored_count; i++) {
    grundy_tier_table *table = &s->tables[i];
    if (s->stored[i] != GRUNDY_COLUMN_OUTCOME) {
      count_numbers(s->stored[i], table, &counts);
      continue;
    }
    uint64_t by_outcome[4] = {0};
    for (uint64_t j = 0; j < table->count; j++) by_outcome[grundy_tier_table_outcome(table, j)]++;
    counts.p = by_outcome[GRUNDY_TIER_P];
    counts.n = by_outcome[GRUNDY_TIER_N];
    counts.d = by_outcome[GRUNDY_TIER_D];
    counts.positions = counts.p + counts.n + counts.d;
  }
  /* By both aims: if the player to move wins, that player reaches both aims of A, or prevents both,
   * so both numbers are odd; if the other player wins, both are even. */
  for (uint64_t i = 0; q1 != NULL && q0 != NULL && i < q1->count; i++) {
    uint32_t one = grundy_tier_table_get(q1, i), other = grundy_tier_table_get(q0, i);
    if (one == GRUNDY_TIER_NUMBER_ABSENT) continue;
    bool decided = one != GRUNDY_INFINITY && other != GRUNDY_INFINITY && one % 2 == other % 2;
    counts.d += !decided;
    counts.n += decided && one % 2 == 1;
    counts.p += decided && one % 2 == 0;
  }
  return counts;
}

static void add_counts(solver *s, const grundy_tier_counts *counts) {
  grundy_tiers_summary *all = &s->summary;
  all->tiers++;
  all->positions += counts->positions;
  all->p += counts->p;
  all->n += counts->n;
  all->d += counts->d;
  all->infinite += counts->infinite;
  if (counts->largest_value > all->largest_value)
    all->largest_value = (uint32_t)counts->largest_value;
  if (counts->largest_remoteness > all->largest_remoteness)
    all->largest_remoteness = (uint32_t)counts->largest_remoteness;
}

/* ---- one tier ------------------------------------------------------------------------------- */

static grundy_status write_tier(solver *s, uint64_t place, const grundy_tier_counts *counts) {
  grundy_tier_result results[GRUNDY_TIER_MAX_COLUMNS];
  grundy_tier_expected expected = grundy_tiers_expected(s->t, place);
  char *path = grundy_tiers_path(s->t, place);
  if (path == NULL) return grundy_fail_memory(s->error);
  for (unsigned i = 0; i < s->stored_count; i++) {
    if (s->tables[i].bits == 8) grundy_tier_table_finish(&s->tables[i]);
    results[i] = (grundy_tier_result){s->stored[i], &s->tables[i]};
  }
  grundy_status status = GRUNDY_OK;
  if (is_writer(s))
    status = grundy_tier_file_write(path, &expected, counts, results, s->stored_count, s->error);
  free(path);
  return status;
}

static grundy_status solve_tier(solver *s, uint64_t place) {
  const grundy_tier *tier = &s->t->at[place];
  grundy_tier_job *job = &s->job;
  bool has_values = (s->t->columns & GRUNDY_COLUMN_GRUNDY) != 0;
  grundy_status status =
      agree(s, grundy_tiers_map_around(s->t, place, has_values, &s->work, s->error));
  if (status != GRUNDY_OK) return status;
  job->place = place;
  job->number = tier->number;
  job->count = tier->count;
  job->is_first = true;
  job->threads = grundy_tier_threads(s->t, place);
  for (int i = 0; i < job->threads; i++) job->readers[i].needs_usual_ends = has_values;
  if (!make_tables(s, job->count)) status = grundy_fail_memory(s->error);
  status = agree(s, status);
  for (unsigned i = 0; status == GRUNDY_OK && i < s->stored_count; i++) {
    grundy_tier_table *table = &s->tables[i];
    for (int j = 0; j < job->threads; j++) job->readers[j].checks_turns = i == 0;
    if (s->stored[i] == GRUNDY_COLUMN_OUTCOME)
      status = grundy_tier_solve_outcomes(job, table);
    else if (s->stored[i] == GRUNDY_COLUMN_GRUNDY)
      status = grundy_tier_solve_values(job, table, s->hit);
    else if (s->stored[i] == GRUNDY_COLUMN_COUNTER) /* after values: columns are in order */
      status = grundy_tier_solve_counter(job, table_of(s, GRUNDY_COLUMN_GRUNDY), &s->times, table);
    else
      status = grundy_tier_solve_remoteness(job, s->stored[i], table);
  }
  if (status == GRUNDY_OK) {
    grundy_tier_counts counts = count_entries(s);
    status = agree(s, write_tier(s, place, &counts));
    if (status == GRUNDY_OK) add_counts(s, &counts);
  }
  free_tables(s);
  return status;
}

/* Takes the file of an earlier run, or solves the tier. */
static grundy_status resume_or_solve(solver *s, uint64_t place) {
  grundy_tier *tier = &s->t->at[place];
  uint64_t before = s->work.done;
  grundy_status status = grundy_tiers_map(s->t, place, s->error);
  if (status == GRUNDY_OK && tier->file != NULL)
    status = grundy_tier_file_check(tier->file, &s->work, s->error);
  if (status == GRUNDY_OK && tier->file != NULL)
    status = grundy_tier_file_check_contents(tier->file, &s->work, s->error);
  status = agree(s, status);
  uint64_t with_file = status == GRUNDY_OK ? sum(s, tier->file != NULL) : 0;
  if (with_file > 0 && s->team != NULL && with_file < (uint64_t)s->team->ranks)
    return grundy_fail_at(s->error, GRUNDY_IO_ERROR, s->t->folder, 0, 0,
                          "not all ranks see the file of tier %" PRIu64, tier->number);
  if (status == GRUNDY_OK && tier->file != NULL) {
    add_counts(s, &tier->file->counts);
    s->summary.resumed++;
  } else if (status == GRUNDY_OK) {
    status = solve_tier(s, place);
  }
  if (status != GRUNDY_OK) return status;
  s->work.done = grundy_plus(before, tier->count);
  s->job.now.tiers_done++;
  return agree(s, grundy_work_ask(&s->work) ? GRUNDY_OK : grundy_fail_cancelled(s->error));
}

/* ---- all tiers ------------------------------------------------------------------------------ */

/* Checks the memory that tiers without a file need. If the folder is new, no tier has one. */
static grundy_status check_tiers(solver *s, bool is_new) {
  uint64_t most = 0, worst = 0; /* bytes, and the place of the tier that needs them */
  for (uint64_t i = 0; i < s->t->count; i++) {
    bool exists = false;
    if (!is_new) { /* also checks the header of its file */
      grundy_status status = grundy_tiers_map(s->t, i, s->error);
      exists = s->t->at[i].file != NULL;
      grundy_tiers_unmap(s->t, i);
      if (status != GRUNDY_OK) return status;
    }
    uint64_t need = exists ? 0 : grundy_tier_memory(s->t, s->options.columns, s->t->at[i].count);
    if (need <= most) continue;
    most = need;
    worst = i;
  }
  if (s->options.memory == 0 || most <= s->options.memory) return GRUNDY_OK;
  return grundy_because(
      s->error, GRUNDY_REASON_MEMORY,
      grundy_fail_at(s->error, GRUNDY_UNABLE, s->t->ruleset->text, 0, 0,
                     "tier %" PRIu64 " has %" PRIu64 " indices, and solving it needs %" PRIu64
                     " bytes of memory; the limit is %" PRIu64,
                     s->t->at[worst].number, s->t->at[worst].count, most, s->options.memory));
}

static grundy_status solve_all(solver *s) {
  grundy_status status = check_tiers(s, false);
  unsigned threads = grundy_threads();
  s->job.readers = grundy_alloc_zero(threads, sizeof *s->job.readers);
  if (s->job.readers == NULL) status = grundy_fail_memory(s->error);
  grundy_ruleset_set_monitor(s->t->ruleset, &s->work);
  if (status == GRUNDY_OK) status = grundy_tiers_share(s->t, s->error);
  status = agree(s, status);
  for (unsigned i = 0; s->job.readers != NULL && i < threads; i++)
    s->job.readers[i] = grundy_tier_reader_new(s->t);
  for (uint64_t i = 0; status == GRUNDY_OK && i < s->t->count; i++) status = resume_or_solve(s, i);
  grundy_ruleset_set_monitor(s->t->ruleset, NULL);
  for (unsigned i = 0; s->job.readers != NULL && i < threads; i++) {
    s->summary.evaluations += s->job.readers[i].evaluations;
    s->summary.moves += s->job.readers[i].move_count;
    grundy_tier_reader_free(&s->job.readers[i]);
  }
  free(s->job.readers);
  s->summary.sweeps = s->job.sweeps;
  grundy_tiers_unmap_all(s->t);
  return status;
}

grundy_status grundy_tiers_solve(grundy_tiers *tiers, const char *folder,
                                 const grundy_tiers_options *options, grundy_tiers_summary *summary,
                                 grundy_error *error) {
  return grundy_tiers_solve_together(tiers, folder, options, NULL, summary, error);
}

grundy_status grundy_tiers_solve_together(grundy_tiers *tiers, const char *folder,
                                          const grundy_tiers_options *options,
                                          const grundy_tier_team *team,
                                          grundy_tiers_summary *summary, grundy_error *error) {
  solver s = {.t = tiers, .team = team, .error = error};
  grundy_tiers_plan plan = {0};
  grundy_status status = grundy_options_copy(options, &s.options, sizeof s.options, error);
  if (status == GRUNDY_OK) status = grundy_tiers_choose_columns(tiers, &s.options.columns, error);
  if (status == GRUNDY_OK) status = grundy_tiers_measure(tiers, s.options.columns, &plan, error);
  /* A game that needs too much memory leaves no folder; one rank binds it before the others. */
  if (status == GRUNDY_OK && !grundy_tiers_is_folder(folder, strlen(folder)))
    status = check_tiers(&s, true);
  if (status == GRUNDY_OK && is_writer(&s))
    status = grundy_tiers_bind(tiers, folder, s.options.columns, error);
  status = agree(&s, status);
  if (status == GRUNDY_OK && !is_writer(&s))
    status = grundy_tiers_bind(tiers, folder, s.options.columns, error);
  status = agree(&s, status);
  if (status != GRUNDY_OK) return status;
  s.stored_count = grundy_tiers_stored(tiers, s.options.columns, s.stored);
  s.work = grundy_work_start(s.options.monitor, "tiers", plan.indices);
  s.job = (grundy_tier_job){.tiers = tiers,
                            .work = &s.work,
                            .team = team,
                            .progress = s.options.progress,
                            .context = s.options.context,
                            .now = {.tiers = plan.tiers, .indices = plan.indices},
                            .error = error};
  status = solve_all(&s);
  if (status != GRUNDY_OK) {
    bool may_continue = status == GRUNDY_CANCELLED || status == GRUNDY_OUT_OF_MEMORY;
    if (is_writer(&s) && s.summary.tiers == 0 && !may_continue) grundy_tiers_unbind(tiers);
    return status;
  }
  s.summary.evaluations = sum(&s, s.summary.evaluations);
  s.summary.moves = sum(&s, s.summary.moves);
  grundy_work_finish(&s.work, "", s.summary.moves);
  if (summary != NULL) *summary = s.summary;
  return GRUNDY_OK;
}
