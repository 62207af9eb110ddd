/* Checks a folder of tiers from moves alone. This shares nothing with the solver but the reader of
 * positions and of files. */

#include "tiers/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/order.h"
#include "base/saturate.h"
#include "base/threads.h"
#include "tiers/reader.h"
#include "verify/remoteness.h"

#include <grundy/value.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Indices that a thread checks at a time, of rules in C and of scripts. */
enum { BLOCK = 1024, SCRIPT_BLOCK = 64 };

/* What one thread found. */
typedef struct share {
  grundy_tier_reader reader;
  grundy_status status;
  uint64_t positions;
  bool wrong;
  uint64_t wrong_at; /* the index */
  char text[GRUNDY_ERROR_MAX_TEXT];
} share;

typedef struct verifier {
  grundy_tiers *t;
  grundy_tiers_options options;
  grundy_tiers_progress now;
  grundy_work work;
  double asked; /* when the monitor was asked last */
  bool cancelled;
  uint64_t place;
  int threads;
  _Atomic uint64_t next; /* block */
  _Atomic bool stop;
  share *shares;
  grundy_error *error;
} verifier;

/* A position and what the files say about it. */
typedef struct look {
  uint32_t place;
  uint64_t index;
  const grundy_tier_file *file;
  grundy_position position; /* of a follower */
} look;

/* ---- reading --------------------------------------------------------------------------------- */

static bool has(const verifier *v, grundy_columns column) {
  return (v->t->columns & column) != 0;
}

static bool is_stored(const look *at, grundy_columns column) {
  return grundy_tier_file_column(at->file, column) != NULL;
}

static uint32_t number_at(const look *at, grundy_columns column) {
  return grundy_tier_file_number(at->file, column, at->index);
}

static unsigned outcome_at(const look *at) {
  return grundy_tier_column_outcome(grundy_tier_file_column(at->file, GRUNDY_COLUMN_OUTCOME),
                                    at->index);
}

/* Returns whether the entry of every column agrees with that. */
static bool is_absent(const look *at, bool absent) {
  for (unsigned i = 0; i < at->file->column_count; i++) {
    grundy_columns column = at->file->columns[i].column;
    bool none = column == GRUNDY_COLUMN_OUTCOME
                    ? outcome_at(at) == GRUNDY_TIER_NO_OUTCOME
                    : number_at(at, column) == GRUNDY_TIER_NUMBER_ABSENT;
    if (none != absent) return false;
  }
  return true;
}

/* Finds the next follower in a list; its tier must be announced, and it must have entries. False if
 * there are no more, or after a failure, which is *status. */
static bool next_follower(const verifier *v, grundy_tier_reader *r, grundy_tier_cursor *cursor,
                          look *at, grundy_status *status) {
  *status = GRUNDY_OK;
  if (!grundy_tier_next(cursor, &at->position)) return false;
  *status = grundy_tier_locate_checked(r, at->position, &at->place, &at->index);
  if (*status != GRUNDY_OK) return false;
  at->file = v->t->at[at->place].file;
  if (at->file == NULL || !is_absent(at, false))
    *status = grundy_tier_refuse_follower(r, at->position);
  return *status == GRUNDY_OK;
}

GRUNDY_PRINTF(2, 3)
static void note(share *s, const char *format, ...);

static void note(share *s, const char *format, ...) {
  char what[200];
  va_list arguments;
  if (s->wrong) return;
  s->wrong = true;
  va_start(arguments, format);
  (void)vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  grundy_ruleset *ruleset = s->reader.tiers->ruleset;
  char name[GRUNDY_RULES_MAX_NAME];
  if (s->reader.here.count == 0)
    (void)snprintf(name, sizeof name, "index %" PRIu64, s->wrong_at);
  else
    (void)ruleset->kind->show(ruleset, grundy_tier_loaded(&s->reader), name, NULL);
  (void)snprintf(s->text, sizeof s->text, "%s: %s", name, what);
}

/* ---- remoteness, q1 and q0 ------------------------------------------------------------------- */

/* Returns the number of a terminal position: a success of the player who moved last is 0, of the
 * player to move 1 [Smi66, §5]. A drawn end is infinite for remoteness, and for q1 and q0 a failure
 * or a success of A. */
static uint32_t number_of_end(grundy_columns column, uint8_t player, unsigned end) {
  if (end == GRUNDY_TIER_D && column == GRUNDY_COLUMN_REMOTENESS) return GRUNDY_INFINITY;
  if (end != GRUNDY_TIER_D) return end == GRUNDY_TIER_N;
  return (player == 'A') == (column == GRUNDY_COLUMN_Q0);
}

/* (4a) to (4e) of [Smi66]. */
static grundy_status check_numbers(const verifier *v, share *s, const look *at,
                                   grundy_columns column, unsigned end) {
  grundy_tier_cursor cursor = {.list = &s->reader.moves};
  grundy_status status = GRUNDY_OK;
  look follower;
  remoteness_seen seen = remoteness_none();
  bool is_end = end != GRUNDY_TIER_NO_OUTCOME;
  while (!is_end && next_follower(v, &s->reader, &cursor, &follower, &status))
    remoteness_see(&seen, number_at(&follower, column));
  if (status != GRUNDY_OK) return status;
  uint32_t number = number_at(at, column);
  uint32_t terminal = is_end ? number_of_end(column, s->reader.info.player, end) : 0;
  uint32_t right = remoteness_expected(seen, !is_end, terminal);
  if (number == right) return GRUNDY_OK;
  char has_text[16] = "infinite", right_text[16] = "infinite";
  if (number != GRUNDY_INFINITY) (void)snprintf(has_text, sizeof has_text, "%" PRIu32, number);
  if (right != GRUNDY_INFINITY) (void)snprintf(right_text, sizeof right_text, "%" PRIu32, right);
  note(s, "its %s is %s, but its followers make it %s", grundy_column_describe(column)->name,
       has_text, right_text);
  return GRUNDY_OK;
}

/* ---- outcomes -------------------------------------------------------------------------------- */

/* Checks the outcome against those of the followers; by itself this does not prove it. */
static grundy_status check_outcome(const verifier *v, share *s, const look *here, unsigned end) {
  grundy_tier_cursor cursor = {.list = &s->reader.moves};
  grundy_status status;
  look follower;
  unsigned outcome = outcome_at(here), right = end;
  bool seen[4] = {false};
  while (next_follower(v, &s->reader, &cursor, &follower, &status))
    seen[outcome_at(&follower)] = true;
  if (status != GRUNDY_OK) return status;
  if (end == GRUNDY_TIER_NO_OUTCOME)
    right = seen[GRUNDY_TIER_P]   ? GRUNDY_TIER_N
            : seen[GRUNDY_TIER_D] ? GRUNDY_TIER_D
                                  : GRUNDY_TIER_P;
  if (outcome != right)
    note(s, "its outcome is %c, but its followers make it %c", "-PND"[outcome], "-PND"[right]);
  return GRUNDY_OK;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* What the moves of a follower say about condition B or C. */
typedef struct reply {
  bool exists;      /* there is a follower of the wanted value */
  bool leaves;      /* in another tier than `from` */
  uint32_t counter; /* the least one of those in the tier; GRUNDY_INFINITY: none, or unknown */
} reply;

/* Looks for followers of `position` with the value `wanted`. */
static grundy_status find_reply(const verifier *v, share *s, grundy_position position,
                                uint32_t wanted, reply *best) {
  grundy_tier_cursor cursor = {.list = &s->reader.further};
  look at;
  *best = (reply){.counter = GRUNDY_INFINITY};
  grundy_status status = grundy_tier_expand_further(&s->reader, position);
  if (status != GRUNDY_OK) return status;
  while (next_follower(v, &s->reader, &cursor, &at, &status)) {
    if (number_at(&at, GRUNDY_COLUMN_GRUNDY) != wanted) continue;
    best->exists = true;
    best->leaves |= at.place != v->place;
    if (at.place != v->place || !is_stored(&at, GRUNDY_COLUMN_COUNTER)) continue;
    uint32_t counter = number_at(&at, GRUNDY_COLUMN_COUNTER);
    if (counter < best->counter) best->counter = counter;
  }
  return status;
}

/* Condition B at a follower whose value is larger than that of the loaded position: it has a
 * follower of that value, in another tier or with a smaller counter. */
static grundy_status check_b(const verifier *v, share *s, const look *here,
                             grundy_position follower) {
  uint32_t value = number_at(here, GRUNDY_COLUMN_GRUNDY);
  reply best;
  grundy_status status = find_reply(v, s, follower, value, &best);
  if (status != GRUNDY_OK) return status;
  bool counted = has(v, GRUNDY_COLUMN_COUNTER);
  if (!best.exists)
    note(s, "condition B fails: a follower has a larger value, but no move back to %" PRIu32,
         value);
  else if (counted && !best.leaves && best.counter >= number_at(here, GRUNDY_COLUMN_COUNTER))
    note(s, "condition B fails: a follower has no move back to %" PRIu32 " with a smaller counter",
         value);
  return GRUNDY_OK;
}

/* Conditions B, if the value is finite, and C, if it is infinite: then a follower is infinite, too,
 * and has no follower with the value mex. */
static grundy_status check_b_or_c(const verifier *v, share *s, const look *here, uint32_t mex) {
  grundy_tier_cursor cursor = {.list = &s->reader.moves};
  grundy_status status;
  look follower;
  uint32_t value = number_at(here, GRUNDY_COLUMN_GRUNDY);
  bool fits_c = value != GRUNDY_INFINITY;
  while (next_follower(v, &s->reader, &cursor, &follower, &status)) {
    reply best;
    uint32_t other = number_at(&follower, GRUNDY_COLUMN_GRUNDY);
    if (value != GRUNDY_INFINITY && other > value) status = check_b(v, s, here, follower.position);
    if (!fits_c && other == GRUNDY_INFINITY) {
      status = find_reply(v, s, follower.position, mex, &best);
      fits_c = !best.exists;
    }
    if (status != GRUNDY_OK) return status;
  }
  if (status != GRUNDY_OK) return status;
  if (!fits_c)
    note(s,
         "condition C fails: its value is infinite, but every infinite follower has a move to a "
         "position of value %" PRIu32,
         mex);
  return GRUNDY_OK;
}

/* [FY86, Def. 1]. By condition A a finite value is the mex of the values of the followers, which
 * are marked. The outcome then follows from the value [FY86, Thm. 4]. */
static grundy_status check_value(const verifier *v, share *s, const look *here) {
  grundy_tier_cursor cursor = {.list = &s->reader.moves};
  grundy_status status;
  look follower;
  uint32_t value = number_at(here, GRUNDY_COLUMN_GRUNDY);
  if (!grundy_tier_marks_start(&s->reader)) return grundy_fail_memory(&s->reader.error);
  while (next_follower(v, &s->reader, &cursor, &follower, &status)) {
    uint32_t other = number_at(&follower, GRUNDY_COLUMN_GRUNDY);
    if (other != GRUNDY_INFINITY) grundy_tier_mark(&s->reader, other);
  }
  if (status != GRUNDY_OK) return status;
  uint32_t mex = grundy_tier_mex(&s->reader);
  bool has_zero = s->reader.marks[0] != 0, infinite = value == GRUNDY_INFINITY;
  if (!infinite && value != mex)
    note(s, "condition A fails: its value is %" PRIu32 ", but the mex of its followers is %" PRIu32,
         value, mex);
  if (has(v, GRUNDY_COLUMN_COUNTER) &&
      infinite != (number_at(here, GRUNDY_COLUMN_COUNTER) == GRUNDY_INFINITY))
    note(s, "its counter exists and its value is infinite, or the other way round");
  unsigned outcome = value == 0              ? GRUNDY_TIER_P
                     : infinite && !has_zero ? GRUNDY_TIER_D
                                             : GRUNDY_TIER_N;
  if (is_stored(here, GRUNDY_COLUMN_OUTCOME) && outcome_at(here) != outcome)
    note(s, "its outcome is %c, but its value makes it %c", "-PND"[outcome_at(here)],
         "-PND"[outcome]);
  return check_b_or_c(v, s, here, mex);
}

/* ---- one position ---------------------------------------------------------------------------- */

static grundy_status check_index(const verifier *v, share *s, uint64_t index) {
  static const grundy_columns numbered[] = {GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_Q1,
                                            GRUNDY_COLUMN_Q0};
  const grundy_tier *tier = &v->t->at[v->place];
  look here = {.place = (uint32_t)v->place, .index = index, .file = tier->file};
  bool exists = false;
  unsigned end;
  s->wrong_at = index;
  grundy_status status = grundy_tier_load(&s->reader, tier->number, index, &exists);
  if (status != GRUNDY_OK) return status;
  if (!is_absent(&here, !exists)) {
    note(s, exists ? "it has no entry" : "there is an entry, but no such position");
    return GRUNDY_OK;
  }
  if (!exists) return GRUNDY_OK;
  s->positions++;
  status = grundy_tier_check_rank(&s->reader, tier->number, index);
  if (status == GRUNDY_OK) status = grundy_tier_expand(&s->reader, &end);
  if (status == GRUNDY_OK && is_stored(&here, GRUNDY_COLUMN_OUTCOME))
    status = check_outcome(v, s, &here, end);
  for (int i = 0; status == GRUNDY_OK && i < 3; i++)
    if (is_stored(&here, numbered[i])) status = check_numbers(v, s, &here, numbered[i], end);
  if (status == GRUNDY_OK && is_stored(&here, GRUNDY_COLUMN_GRUNDY))
    status = check_value(v, s, &here);
  return status;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static bool ask(verifier *v, uint64_t done) {
  const double interval = 0.1;
  v->now.indices_done = grundy_plus(v->now.indices_done, done);
  if (v->now.indices_done > v->now.indices) v->now.indices_done = v->now.indices;
  v->work.done = v->now.indices_done;
  double now = grundy_clock();
  if (now - v->asked < interval) return true;
  v->asked = now;
  if (v->options.progress != NULL) v->options.progress(v->options.context, &v->now);
  return grundy_work_ask(&v->work);
}

/* Checks blocks in increasing order. Whoever finds something wrong finishes no other block, but the
 * others finish theirs, so the first violation is found for any number of threads. */
static void check_share(void *context, int thread) {
  verifier *v = context;
  share *s = &v->shares[thread];
  uint64_t size = v->t->ruleset->kind->slow ? SCRIPT_BLOCK : BLOCK;
  if (v->t->block != 0) size = v->t->block;
  uint64_t count = v->t->at[v->place].count;
  while (s->status == GRUNDY_OK && !s->wrong && !atomic_load(&v->stop)) {
    uint64_t begin = atomic_fetch_add(&v->next, 1) * size;
    if (begin >= count) return;
    uint64_t end = count - begin < size ? count : begin + size;
    for (uint64_t i = begin; i < end && s->status == GRUNDY_OK && !s->wrong; i++)
      s->status = check_index(v, s, i);
    if (thread == 0) v->cancelled = !ask(v, (end - begin) * (uint64_t)v->threads);
    if (s->status != GRUNDY_OK || s->wrong || (thread == 0 && v->cancelled))
      atomic_store(&v->stop, true);
  }
}

/* Returns the first violation that a share found; NULL if there is none. */
static const share *first_wrong(const verifier *v) {
  const share *first = NULL;
  for (int i = 0; i < v->threads; i++)
    if (v->shares[i].wrong && (first == NULL || v->shares[i].wrong_at < first->wrong_at))
      first = &v->shares[i];
  return first;
}

static grundy_status join(verifier *v) {
  for (int i = 0; i < v->threads; i++) {
    if (v->shares[i].status == GRUNDY_OK) continue;
    if (v->error != NULL) *v->error = v->shares[i].reader.error;
    return v->shares[i].status;
  }
  return v->cancelled ? grundy_fail_cancelled(v->error) : GRUNDY_OK;
}

/* ---- tiers ----------------------------------------------------------------------------------- */

/* Maps and checks the files that a tier's conditions need. */
static grundy_status map_tier(verifier *v, uint64_t place) {
  bool further = has(v, GRUNDY_COLUMN_GRUNDY);
  v->place = place;
  grundy_status status = grundy_tiers_map_around(v->t, place, further, &v->work, v->error);
  if (status == GRUNDY_OK) status = grundy_tiers_need(v->t, place, v->error);
  if (status != GRUNDY_OK) return status;
  return grundy_tier_file_check(v->t->at[place].file, &v->work, v->error);
}

static grundy_status check_tier(verifier *v, uint64_t place) {
  grundy_status status = map_tier(v, place);
  if (status != GRUNDY_OK) return status;
  atomic_store(&v->next, 0);
  v->threads = grundy_tier_threads(v->t, place);
  grundy_parallel(v->threads, check_share, v);
  v->now.tiers_done++;
  status = join(v);
  if (status != GRUNDY_OK || first_wrong(v) != NULL) return status;
  return grundy_tier_file_check_contents(v->t->at[place].file, &v->work, v->error);
}

static grundy_status check_all(verifier *v) {
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; status == GRUNDY_OK && i < v->t->count; i++) {
    uint64_t done = v->now.indices_done;
    status = check_tier(v, i);
    v->now.indices_done = grundy_plus(done, v->t->at[i].count);
    if (first_wrong(v) != NULL) return status;
  }
  return status;
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Sorts indices and drops duplicates. */
static void sort_distinct(uint64_t *chosen, uint64_t *count) {
  uint64_t kept = 0;
  grundy_sort_wide(chosen, *count);
  for (uint64_t i = 0; i < *count; i++)
    if (i == 0 || chosen[i] != chosen[i - 1]) chosen[kept++] = chosen[i];
  *count = kept;
}

/* Draws indices of different positions until there are enough of them. *all is set if that takes as
 * many draws as there are indices. */
static grundy_status draw(verifier *v, uint64_t indices, uint64_t *chosen, bool *all) {
  grundy_random random = grundy_random_new(v->options.seed);
  share *s = &v->shares[0];
  uint64_t drawn = 0;
  for (uint64_t count = 0; count < v->options.sample; sort_distinct(chosen, &count))
    while (count < v->options.sample) {
      uint64_t index = grundy_random_below(&random, indices);
      bool exists = false;
      *all = drawn++ == indices;
      if (*all) return GRUNDY_OK;
      chosen[count] = index;
      uint64_t place = grundy_tiers_place_of_index(v->t, &index);
      s->status = grundy_tier_load(&s->reader, v->t->at[place].number, index, &exists);
      v->cancelled = !ask(v, 0);
      grundy_status status = join(v);
      if (status != GRUNDY_OK) return status;
      count += exists;
    }
  return GRUNDY_OK;
}

/* Checks positions in increasing order, so that each tier is mapped once. */
static grundy_status check_chosen(verifier *v, const uint64_t *chosen) {
  grundy_status status = GRUNDY_OK;
  uint64_t mapped = UINT64_MAX;
  for (uint64_t i = 0; status == GRUNDY_OK && i < v->options.sample && !v->shares[0].wrong; i++) {
    uint64_t index = chosen[i], place = grundy_tiers_place_of_index(v->t, &index);
    if (place != mapped) status = map_tier(v, place);
    mapped = place;
    v->now.tiers_done = place;
    if (status == GRUNDY_OK) v->shares[0].status = check_index(v, &v->shares[0], index);
    v->cancelled = !ask(v, 1);
    if (status == GRUNDY_OK) status = join(v);
  }
  return status;
}

/* Checks different random positions; all of them, and *all is set, if the sample is nearly as large
 * as the game. */
static grundy_status check_sample(verifier *v, uint64_t indices, bool *all) {
  *all = v->options.sample > indices / 2;
  uint64_t *chosen = *all ? NULL : grundy_alloc(v->options.sample, sizeof *chosen);
  grundy_status status = *all || chosen != NULL ? GRUNDY_OK : grundy_fail_memory(v->error);
  int threads = v->threads;
  v->threads = 1;
  if (status == GRUNDY_OK && !*all) status = draw(v, indices, chosen, all);
  if (status == GRUNDY_OK && !*all) status = check_chosen(v, chosen);
  free(chosen);
  if (status != GRUNDY_OK || !*all) return status;
  v->threads = threads;
  v->now.indices = v->work.total = indices;
  return check_all(v);
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Fails if the columns do not suffice to check everything. */
static grundy_status check_columns_suffice(const grundy_tiers *t, grundy_error *error) {
  grundy_columns columns = t->columns;
  const grundy_columns aims = GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0 && (columns & GRUNDY_COLUMN_COUNTER) == 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "values cannot be checked from moves without the column counter; solve with "
                       "it, or check a sample");
  if ((columns & GRUNDY_COLUMN_OUTCOME) == 0 || (columns & GRUNDY_COLUMN_REMOTENESS) != 0 ||
      (columns & GRUNDY_COLUMN_COUNTER) != 0 || (columns & aims) == aims)
    return GRUNDY_OK;
  return grundy_fail(
      error, GRUNDY_UNABLE,
      "outcomes cannot be checked from moves without the %s; solve with %s, or check a "
      "sample",
      t->ruleset->has_player ? "columns q1 and q0" : "column remoteness",
      t->ruleset->has_player ? "both" : "it");
}

static grundy_status verify(verifier *v, grundy_tiers_verdict *verdict) {
  uint64_t indices = grundy_tiers_indices(v->t);
  unsigned threads = grundy_threads();
  bool sample = v->options.sample > 0;
  assert(indices > 0); /* the start has one */
  bool all = !sample;
  uint64_t total = sample ? v->options.sample : indices;
  v->now = (grundy_tiers_progress){.tiers = v->t->count, .indices = total};
  v->work = grundy_work_start(v->options.monitor, "verifying", total);
  v->shares = grundy_alloc_zero(threads, sizeof *v->shares);
  if (v->shares == NULL) return grundy_fail_memory(v->error);
  for (unsigned i = 0; i < threads; i++) {
    v->shares[i].reader = grundy_tier_reader_new(v->t);
    v->shares[i].reader.checks_turns = true;
    v->shares[i].reader.needs_usual_ends = has(v, GRUNDY_COLUMN_GRUNDY);
  }
  grundy_ruleset_set_monitor(v->t->ruleset, &v->work);
  v->threads = (int)threads;
  grundy_status status = grundy_tiers_share(v->t, v->error);
  if (status == GRUNDY_OK) status = sample ? check_sample(v, indices, &all) : check_all(v);
  grundy_ruleset_set_monitor(v->t->ruleset, NULL);
  grundy_tiers_verdict made = {.right = true, .all = all};
  const share *wrong = first_wrong(v);
  if (wrong != NULL) {
    made.right = false;
    memcpy(made.wrong, wrong->text, sizeof made.wrong);
  }
  for (unsigned i = 0; i < threads; i++) {
    made.positions += v->shares[i].positions;
    grundy_tier_reader_free(&v->shares[i].reader);
  }
  free(v->shares);
  grundy_tiers_unmap_all(v->t);
  if (status == GRUNDY_OK) *verdict = made;
  return status;
}

grundy_status grundy_tiers_verify(grundy_tiers *tiers, const grundy_tiers_options *options,
                                  grundy_tiers_verdict *verdict, grundy_error *error) {
  verifier v = {.t = tiers, .error = error};
  grundy_status status = grundy_options_copy(options, &v.options, sizeof v.options, error);
  if (status != GRUNDY_OK) return status;
  if (tiers->folder == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no folder of tiers was opened");
  grundy_tiers_unmap_all(tiers); /* files may have changed since they were mapped */
  if (v.options.sample == 0) status = check_columns_suffice(tiers, error);
  return status == GRUNDY_OK ? verify(&v, verdict) : status;
}
