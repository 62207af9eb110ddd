/* Checks that the entries of a file have the form that docs/formats.md describes, and that its
 * header counts them. The threads share the indices. */

#include "tiers/file.h"

#include "base/error.h"
#include "base/threads.h"

#include <grundy/value.h>

#include <inttypes.h>
#include <string.h>

/* What one thread found. */
typedef struct tally {
  grundy_tier_counts counts;
  uint64_t escaped[GRUNDY_TIER_MAX_COLUMNS]; /* entries that refer to a large number */
  bool is_odd;                               /* some entry does not have the form */
  uint64_t odd_index;
} tally;

typedef struct counting {
  const grundy_tier_file *file;
  grundy_work *work;
  int threads;
  tally tallies[GRUNDY_MAX_THREADS];
  bool cancelled;
} counting;

/* Returns the outcome that a number tells: of remoteness, or of the aim of A. */
static unsigned outcome_of(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_TIER_D
         : number % 2 == 0         ? GRUNDY_TIER_P
                                   : GRUNDY_TIER_N;
}

static void count_outcome(unsigned outcome, grundy_tier_counts *counts) {
  counts->p += outcome == GRUNDY_TIER_P;
  counts->n += outcome == GRUNDY_TIER_N;
  counts->d += outcome == GRUNDY_TIER_D;
}

static void raise(uint64_t *largest, uint32_t number) {
  if (number != GRUNDY_INFINITY && number > *largest) *largest = number;
}

/* Counts the numbers of one position. */
static void count_position(const grundy_tier_file *file, const uint32_t *numbers,
                           grundy_tier_counts *counts) {
  uint32_t q1 = GRUNDY_INFINITY, q0 = GRUNDY_INFINITY;
  bool has_aims[2] = {false, false};
  counts->positions++;
  for (unsigned i = 0; i < file->column_count; i++) switch (file->columns[i].column) {
    case GRUNDY_COLUMN_OUTCOME:
      count_outcome(numbers[i], counts);
      break;
    case GRUNDY_COLUMN_REMOTENESS:
      count_outcome(outcome_of(numbers[i]), counts);
      raise(&counts->largest_remoteness, numbers[i]);
      break;
    case GRUNDY_COLUMN_GRUNDY:
      counts->infinite += numbers[i] == GRUNDY_INFINITY;
      raise(&counts->largest_value, numbers[i]);
      break;
    case GRUNDY_COLUMN_Q1:
    case GRUNDY_COLUMN_Q0:
      has_aims[file->columns[i].column == GRUNDY_COLUMN_Q0] = true;
      *(file->columns[i].column == GRUNDY_COLUMN_Q0 ? &q0 : &q1) = numbers[i];
      raise(&counts->largest_remoteness, numbers[i]);
      break;
    default: /* a counter */
      break;
    }
  /* A winner reaches or prevents both aims of A; otherwise it is a draw. */
  if (has_aims[0] && has_aims[1])
    count_outcome(outcome_of(q1) == outcome_of(q0) ? outcome_of(q1) : GRUNDY_TIER_D, counts);
}

/* Reads the entries of an index; false if they do not have the form, or if only some of them say
 * that no position has it. */
static bool read_index(const grundy_tier_file *file, uint64_t index, uint32_t *numbers, tally *t) {
  unsigned absent = 0;
  for (unsigned i = 0; i < file->column_count; i++) {
    const grundy_tier_column *column = &file->columns[i];
    if (column->bits == 2) {
      numbers[i] = grundy_tier_column_outcome(column, index);
      absent += numbers[i] == GRUNDY_TIER_NO_OUTCOME;
      continue;
    }
    if (column->entries[index] > GRUNDY_TIER_ABSENT) return false;
    t->escaped[i] += column->entries[index] == GRUNDY_TIER_ESCAPED;
    absent += column->entries[index] == GRUNDY_TIER_ABSENT;
    numbers[i] = grundy_tier_column_get(column, index);
  }
  if (absent == 0) count_position(file, numbers, &t->counts);
  return absent == 0 || absent == file->column_count;
}

static void count_share(void *context, int thread) {
  counting *c = context;
  tally *t = &c->tallies[thread];
  const uint64_t per_tick = grundy_work_period(1 << 20);
  uint64_t end = grundy_share(c->file->count, thread + 1, c->threads);
  uint32_t numbers[GRUNDY_TIER_MAX_COLUMNS];
  for (uint64_t i = grundy_share(c->file->count, thread, c->threads); i < end; i++) {
    if (!read_index(c->file, i, numbers, t)) {
      t->is_odd = true;
      t->odd_index = i;
      return;
    }
    if (thread == 0 && i % per_tick == per_tick - 1 && !grundy_work_ask(c->work)) {
      c->cancelled = true;
      return;
    }
  }
}

/* ---- large numbers, padding and the header --------------------------------------------------- */

/* Returns whether the large numbers are in order, and belong to the entries that refer to them, and
 * whether everything between the entries and the large numbers is 0. */
static bool fits_entries(const grundy_tier_file *file, const grundy_tier_column *column,
                         uint64_t escaped) {
  const unsigned char *end = column->entries + grundy_tier_table_bytes(file->count, column->bits);
  unsigned spare = column->bits == 2 && file->count % 4 != 0 ? file->count % 4 * 2 : 8;
  uint64_t before = 0;
  if (column->escape_count != escaped) return false;
  for (uint64_t i = 0; i < escaped; i++) {
    grundy_tier_escape one = grundy_tier_column_escape_at(column, i);
    if (one.index >= file->count || (i > 0 && one.index <= before)) return false;
    if (column->entries[one.index] != GRUNDY_TIER_ESCAPED) return false;
    if (one.number <= GRUNDY_TIER_MOST || one.number >= GRUNDY_TIER_NUMBER_OPEN) return false;
    before = one.index;
  }
  if (spare < 8 && end[-1] >> spare != 0) return false;
  for (; end < column->escapes; end++)
    if (*end != 0) return false;
  return true;
}

static grundy_status compare_counts(const grundy_tier_file *file, const grundy_tier_counts *right,
                                    grundy_error *error) {
  static const char *const names[] = {
      "number of positions", "number of P-positions",     "number of N-positions",
      "number of draws",     "number of infinite values", "largest value",
      "largest remoteness",
  };
  enum { COUNTS = sizeof names / sizeof *names };
  static_assert(sizeof *right == COUNTS * sizeof(uint64_t), "a name for each count");
  uint64_t stored[COUNTS], counted[COUNTS];
  memcpy(stored, &file->counts, sizeof stored);
  memcpy(counted, right, sizeof counted);
  for (int i = 0; i < COUNTS; i++)
    if (stored[i] != counted[i])
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, file->path, 0, 0,
                            "the %s is %" PRIu64 " in its header, but %" PRIu64
                            " by its entries; remove the file and solve again",
                            names[i], stored[i], counted[i]);
  return GRUNDY_OK;
}

grundy_status grundy_tier_file_check_contents(const grundy_tier_file *file, grundy_work *work,
                                              grundy_error *error) {
  counting c = {.file = file, .work = work, .threads = grundy_threads_for(file->count)};
  grundy_tier_counts all = {0};
  grundy_parallel(c.threads, count_share, &c);
  if (c.cancelled) return grundy_fail_cancelled(error);
  for (int i = 0; i < c.threads; i++) {
    if (c.tallies[i].is_odd)
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, file->path, 0, 0,
                            "the entry of index %" PRIu64
                            " is not one of a tier; remove the file and solve again",
                            c.tallies[i].odd_index);
    const grundy_tier_counts *some = &c.tallies[i].counts;
    all.positions += some->positions;
    all.p += some->p;
    all.n += some->n;
    all.d += some->d;
    all.infinite += some->infinite;
    if (some->largest_value > all.largest_value) all.largest_value = some->largest_value;
    if (some->largest_remoteness > all.largest_remoteness)
      all.largest_remoteness = some->largest_remoteness;
  }
  for (unsigned i = 0; i < file->column_count; i++) {
    uint64_t escaped = 0;
    for (int j = 0; j < c.threads; j++) escaped += c.tallies[j].escaped[i];
    if (!fits_entries(file, &file->columns[i], escaped))
      return grundy_fail_at(
          error, GRUNDY_BAD_INPUT, file->path, 0, 0,
          "its large numbers or its padding do not fit its entries; remove it and solve again");
  }
  return compare_counts(file, &all, error);
}
