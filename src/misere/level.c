#include "misere/level.h"

#include "base/alloc.h"
#include "misere/closure.h"

#define XXH_INLINE_ALL
#include <assert.h>
#include <xxhash.h>

/* Frees what follows from the values, after these have changed. */
static void forget_values(grundy_misere_level *level) {
  for (uint32_t j = 0; j <= GRUNDY_HEAP_PARTS; j++) free(level->splits.sets[j]);
  level->splits = (grundy_split_values){0};
  grundy_heap_kinds *kinds = &level->kinds;
  free(kinds->of);
  free(kinds->values);
  free(kinds->starts);
  free(kinds->options);
  grundy_hash_table_free(&kinds->table);
  *kinds = (grundy_heap_kinds){0};
}

void grundy_level_free(grundy_misere_level *level) {
  forget_values(level);
  grundy_monoid_drop(level->monoid);
  grundy_closure_free(level->closure);
  free(level->values);
  free(level->over);
  free(level->lost);
  free(level->won);
  *level = (grundy_misere_level){0};
}

bool grundy_level_push(grundy_misere_run *run, grundy_misere_level *level, uint32_t value) {
  assert(value < level->monoid->size);
  if (!grundy_grow(&level->values, &level->value_capacity, level->known + UINT64_C(2),
                   sizeof *level->values) ||
      !grundy_monoid_make_row(level->monoid, value))
    return grundy_misere_fail_memory(run);
  level->values[++level->known] = value;
  return true;
}

/* ---- sums of several heaps ---------------------------------------------------------------- */

/* Marks the values of two heaps with s beans; in Grundy's game they must differ. */
static bool mark_pairs(grundy_misere_run *run, const grundy_misere_level *level, uint32_t s) {
  bool unequal = run->rules.code->kind == GRUNDY_HEAP_UNEQUAL;
  uint32_t most = (s - unequal) / 2;
  const uint32_t *values = level->values;
  uint32_t *const *rows = level->monoid->rows;
  for (uint32_t a = 1; a <= most; a++) run->bytes[rows[values[a]][values[s - a]]] = 1;
  return grundy_misere_step(run, s);
}

/* Marks the values of j > 2 heaps with s beans: of a smallest heap and j - 1 others. */
static bool mark_sums(grundy_misere_run *run, const grundy_misere_level *level, uint32_t j,
                      uint32_t s) {
  uint64_t words = grundy_set_words(level->monoid->size);
  for (uint32_t a = 1; (uint64_t)a * j <= s; a++) {
    const uint32_t *row = level->monoid->rows[level->values[a]];
    uint32_t count = grundy_set_list(level->splits.sets[j - 1] + (s - a) * words, words, run->list);
    for (uint32_t i = 0; i < count; i++) run->bytes[row[run->list[i]]] = 1;
    if (!grundy_misere_step(run, words + count)) return false;
  }
  return true;
}

static void pack(const uint8_t *bytes, uint64_t words, uint64_t *set) {
  for (uint64_t i = 0; i < words; i++) {
    set[i] = 0;
    for (uint64_t b = 0; b < 64; b++) set[i] |= (uint64_t)bytes[64 * i + b] << b;
  }
}

static bool find_splits_of(grundy_misere_run *run, grundy_misere_level *level, uint32_t s) {
  grundy_split_values *splits = &level->splits;
  uint64_t words = grundy_set_words(level->monoid->size);
  for (uint32_t j = 2; j <= run->rules.code->parts; j++) {
    if (!grundy_grow(&splits->sets[j], &splits->capacities[j], (s + UINT64_C(1)) * words,
                     sizeof *splits->sets[j]))
      return grundy_misere_fail_memory(run);
    memset(run->bytes, 0, 64 * words);
    if (s >= j && !(j == 2 ? mark_pairs(run, level, s) : mark_sums(run, level, j, s))) return false;
    pack(run->bytes, words, splits->sets[j] + s * words);
  }
  return true;
}

static bool find_splits(grundy_misere_run *run, grundy_misere_level *level, uint32_t most) {
  assert(most <= level->known + 1);
  for (; level->splits.known <= most; level->splits.known++)
    if (!find_splits_of(run, level, level->splits.known)) return false;
  return true;
}

/* ---- options ------------------------------------------------------------------------------ */

/* Adds the values of the options that leave so many beans, with this digit. A digit for taking
 * nothing has no bits 1 and 2. */
static void add_options_of_digit(grundy_misere_run *run, const grundy_misere_level *level,
                                 uint32_t left, uint32_t digit) {
  uint64_t words = grundy_set_words(level->monoid->size);
  if ((digit & 1) != 0 && left == 0) grundy_set_add(run->set, 0);
  if ((digit & 2) != 0 && left > 0) grundy_set_add(run->set, level->values[left]);
  for (uint32_t j = 2; digit >> j != 0; j++)
    if ((digit >> j & 1) != 0 && left >= j)
      grundy_set_unite(run->set, level->splits.sets[j] + left * words, words);
}

static bool options_of_code(grundy_misere_run *run, grundy_misere_level *level, uint32_t heap) {
  const grundy_heap_code *code = run->rules.code;
  if (code->parts > 1 && !find_splits(run, level, heap)) return false;
  grundy_set_clear(run->set, grundy_set_words(level->monoid->size));
  for (uint32_t taken = grundy_heap_next_digit(code, 0); taken <= heap;
       taken = grundy_heap_next_digit(code, taken + 1))
    add_options_of_digit(run, level, heap - taken, grundy_heap_digit(code, taken));
  return grundy_misere_step(run, heap);
}

static bool options_of_lists(grundy_misere_run *run, const grundy_misere_level *level,
                             uint32_t heap) {
  const grundy_option_lists *lists = run->rules.lists;
  uint64_t steps = 1;
  grundy_set_clear(run->set, grundy_set_words(level->monoid->size));
  for (uint64_t o = lists->first[heap - 1]; o < lists->first[heap]; o++) {
    uint32_t value = 0;
    for (uint64_t i = lists->starts[o]; i < lists->starts[o + 1]; i++, steps++)
      value = level->monoid->rows[level->values[lists->parts[i]]][value];
    grundy_set_add(run->set, value);
  }
  return grundy_misere_step(run, steps);
}

bool grundy_level_options(grundy_misere_run *run, grundy_misere_level *level, uint32_t heap,
                          uint32_t *count) {
  assert(heap > 0 && heap <= level->known + 1);
  if (!grundy_misere_run_reserve(run, level->monoid->size)) return false;
  if (!(run->rules.code != NULL ? options_of_code(run, level, heap)
                                : options_of_lists(run, level, heap)))
    return false;
  *count = grundy_set_list(run->set, grundy_set_words(level->monoid->size), run->list);
  return true;
}

/* ---- kinds of heaps ----------------------------------------------------------------------- */

/* What a kind is compared with: the options in run->set, and its value or what it lies over. */
typedef struct wanted_kind {
  const grundy_misere_run *run;
  const grundy_misere_level *level;
  uint32_t value, over; /* UINT32_MAX: any */
} wanted_kind;

static bool is_wanted(const void *context, uint32_t kind) {
  const wanted_kind *wanted = context;
  const grundy_heap_kinds *kinds = &wanted->level->kinds;
  uint32_t count, value = kinds->values[kind];
  const uint32_t *options = grundy_kind_options(kinds, kind, &count);
  if (wanted->value != UINT32_MAX && value != wanted->value) return false;
  if (wanted->over != UINT32_MAX && wanted->level->over[value] != wanted->over) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!grundy_set_has(wanted->run->set, options[i])) return false;
  return count == grundy_set_count(wanted->run->set, grundy_set_words(wanted->level->monoid->size));
}

static uint32_t tag_of_options(const grundy_misere_run *run, const grundy_misere_level *level) {
  uint64_t words = grundy_set_words(level->monoid->size);
  return (uint32_t)(XXH3_64bits(run->set, words * sizeof *run->set) >> 32);
}

uint32_t grundy_level_find_kind(const grundy_misere_run *run, const grundy_misere_level *level,
                                uint32_t over) {
  uint32_t kind = GRUNDY_NO_KIND;
  wanted_kind wanted = {run, level, UINT32_MAX, over};
  (void)grundy_hash_table_get(&level->kinds.table, tag_of_options(run, level), is_wanted, &wanted,
                              &kind);
  return kind;
}

/* Finds or adds the kind with the options in run->set and run->list. */
static bool place_kind(grundy_misere_run *run, grundy_misere_level *level, uint32_t value,
                       uint32_t count, uint32_t *kind) {
  grundy_heap_kinds *kinds = &level->kinds;
  wanted_kind wanted = {run, level, value, UINT32_MAX};
  uint64_t start = kinds->count == 0 ? 0 : kinds->starts[kinds->count];
  uint32_t tag = tag_of_options(run, level);
  if (!grundy_hash_table_reserve(&kinds->table, 1) ||
      !grundy_grow(&kinds->values, &kinds->value_capacity, kinds->count + UINT64_C(1),
                   sizeof *kinds->values) ||
      !grundy_grow(&kinds->starts, &kinds->start_capacity, kinds->count + UINT64_C(2),
                   sizeof *kinds->starts) ||
      !grundy_grow(&kinds->options, &kinds->option_capacity, start + count, sizeof *kinds->options))
    return grundy_misere_fail_memory(run);
  uint64_t *slot = grundy_hash_table_find(&kinds->table, tag, is_wanted, &wanted);
  if (*slot == 0) {
    kinds->values[kinds->count] = value;
    kinds->starts[kinds->count] = start;
    kinds->starts[kinds->count + 1] = start + count;
    memcpy(kinds->options + start, run->list, count * sizeof *run->list);
    grundy_hash_table_put(&kinds->table, slot, tag, kinds->count++);
  }
  *kind = (uint32_t)*slot - 1;
  return true;
}

bool grundy_level_find_kinds(grundy_misere_run *run, grundy_misere_level *level) {
  grundy_heap_kinds *kinds = &level->kinds;
  while (kinds->heaps < level->known) {
    uint32_t count, heap = kinds->heaps + 1, kind = GRUNDY_NO_KIND;
    if (!grundy_grow(&kinds->of, &kinds->of_capacity, heap, sizeof *kinds->of))
      return grundy_misere_fail_memory(run);
    if (!grundy_level_options(run, level, heap, &count)) return false;
    if (count > 0 && !place_kind(run, level, level->values[heap], count, &kind)) return false;
    kinds->of[heap - 1] = kind;
    kinds->heaps = heap;
  }
  return true;
}
