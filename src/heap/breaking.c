/* The engine for all heap games: moves may leave any number of heaps, and codes may be infinite.
 *
 * S(j, m) is the set of values of j heaps with m beans in total. The smallest of them has a ≤ m/j
 * beans, so S(j, m) is the union of G(a) ⊕ S(j - 1, m - a). O(m / 64 · largest value) per set. */

#include "base/alloc.h"
#include "base/error.h"
#include "heap/impl.h"
#include "heap/lanes.h"

#include <assert.h>

/* A set of values as bits; the number of words is a power of two. */
typedef struct bits {
  uint64_t *words;
  uint32_t count;
} bits;

typedef struct breaking {
  grundy_heaps *heaps;
  uint32_t parts, free_from;
  uint32_t kept[GRUNDY_HEAP_PARTS + 1]; /* by j: how many of the last S(j, m) are needed; 0: all */
  bits *sets[GRUNDY_HEAP_PARTS + 1];    /* by j from 2 on, and by m, or m modulo kept[j] */
  uint64_t room[GRUNDY_HEAP_PARTS + 1];
  bits excluded;
  bits joined; /* the values of all heaps below `next`, from which everything can be taken */
  uint32_t next;
  uint32_t largest;
} breaking;

static void breaking_end(void *engine) {
  breaking *b = engine;
  for (uint32_t j = 2; j <= b->parts; j++) {
    for (uint64_t m = 0; m < b->room[j]; m++) free(b->sets[j][m].words);
    free(b->sets[j]);
  }
  free(b->excluded.words);
  free(b->joined.words);
  free(b);
}

static grundy_status breaking_start(grundy_heaps *heaps, void **engine, grundy_error *error) {
  const grundy_heap_code *code = heaps->code;
  breaking *b = grundy_alloc_zero(1, sizeof *b);
  if (b == NULL) return grundy_fail_memory(error);
  b->heaps = heaps;
  b->parts = code->parts;
  b->free_from = grundy_heap_free_from(code);
  /* Only as many sets S(parts, m) are needed as beans can be taken. For fewer parts, all sets are
   * needed to compute these. */
  uint32_t most = 0;
  for (uint32_t k = 0; k <= code->last; k++)
    if ((grundy_heap_digit(code, k) >> b->parts & 1) != 0) most = k;
  b->kept[b->parts] = code->repeat > 0 && most > code->last - code->repeat ? 0 : most + 1;
  *engine = b;
  return GRUNDY_OK;
}

/* ---- sets ------------------------------------------------------------------------------- */

/* Makes an empty set with room for values up to `largest` and their sums. */
static bool clear(bits *set, uint32_t largest) {
  uint32_t count = 1;
  while (64 * (uint64_t)count <= largest) count *= 2;
  if (count > set->count) {
    uint64_t *words = grundy_alloc(count, sizeof *words);
    if (words == NULL) return false;
    free(set->words);
    *set = (bits){words, count};
  }
  memset(set->words, 0, set->count * sizeof *set->words);
  return true;
}

static void include(bits *set, uint32_t value) {
  assert(value / 64 < set->count);
  set->words[value / 64] |= UINT64_C(1) << value % 64;
}

/* Includes {x ⊕ value : x in the set `from`}. */
static void include_moved(bits *set, const bits *from, uint32_t value) {
  assert(from->count <= set->count && value / 64 < set->count);
  assert((set->count & (set->count - 1)) == 0); /* so that the set has room for sums of values */
  for (uint32_t i = 0; i < from->count; i++) {
    uint64_t word = from->words[i];
    for (uint32_t b = 0; b < 6 && word != 0; b++) {
      if ((value >> b & 1) == 0) continue;
      uint64_t low = grundy_lower_halves(b), by = UINT64_C(1) << b;
      word = (word & low) << by | (word >> by & low);
    }
    set->words[i ^ value / 64] |= word;
  }
}

static void include_all(bits *set, const bits *from) {
  assert(from->count <= set->count);
  for (uint32_t i = 0; i < from->count; i++) set->words[i] |= from->words[i];
}

/* ---- sums of several heaps -------------------------------------------------------------- */

static bits *set_of(const breaking *b, uint32_t j, uint32_t m) {
  assert(j >= 2 && j <= b->parts);
  return &b->sets[j][b->kept[j] == 0 ? m : m % b->kept[j]];
}

static bool make_set(breaking *b, uint32_t j, uint32_t m) {
  const uint32_t *values = b->heaps->values;
  bool unequal = b->heaps->code->kind == GRUNDY_HEAP_UNEQUAL;
  uint64_t before = b->room[j], need = b->kept[j] == 0 ? (uint64_t)m + 1 : b->kept[j];
  if (!grundy_grow(&b->sets[j], &b->room[j], need, sizeof *b->sets[j])) return false;
  if (b->room[j] > before)
    memset(b->sets[j] + before, 0, (b->room[j] - before) * sizeof *b->sets[j]);
  bits *set = set_of(b, j, m);
  if (!clear(set, b->largest)) return false;
  for (uint32_t a = 1; a <= m / j; a++) {
    if (j > 2)
      include_moved(set, set_of(b, j - 1, m - a), values[a]);
    else if (!unequal || a != m - a)
      include(set, values[a] ^ values[m - a]);
  }
  return true;
}

/* ---- heaps ------------------------------------------------------------------------------ */

static bool join_free(breaking *b, uint32_t n) {
  if (n < b->free_from) return true;
  bits old = b->joined;
  b->joined = (bits){0};
  if (!clear(&b->joined, b->largest)) {
    b->joined = old;
    return false;
  }
  include_all(&b->joined, &old);
  free(old.words);
  for (; b->next <= n - b->free_from; b->next++) include(&b->joined, b->heaps->values[b->next]);
  include_all(&b->excluded, &b->joined);
  return true;
}

/* Recomputes the sets after a checkpoint, which may take as long as the first time. */
static grundy_status remember(breaking *b, const grundy_monitor *monitor, grundy_error *error) {
  grundy_work work = grundy_work_start(monitor, "remembering sums", 0);
  for (uint32_t n = 0; n < b->heaps->known; n++) {
    for (uint32_t j = 2; j <= b->parts; j++)
      if (!make_set(b, j, n)) return grundy_fail_memory(error);
    if (b->heaps->values[n] > b->largest) b->largest = b->heaps->values[n];
    if (!grundy_work_step(&work, n * (UINT64_C(1) + b->largest / 64)))
      return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

static grundy_status breaking_extend(void *engine, uint32_t until, grundy_work *work,
                                     grundy_error *error) {
  breaking *b = engine;
  assert(b->parts > 1); /* other games have other engines */
  if (b->heaps->known > 0 && b->room[2] == 0) {
    grundy_status status = remember(b, work->monitor, error);
    if (status != GRUNDY_OK) return status;
  }
  for (uint32_t n = b->heaps->known; n <= until; n++) {
    const grundy_heap_code *code = b->heaps->code;
    uint32_t last = b->free_from < UINT32_MAX ? b->free_from - 1 : code->last;
    if (code->repeat > 0 && b->free_from == UINT32_MAX) last = n;
    assert(n == b->heaps->known);
    for (uint32_t j = 2; j <= b->parts; j++)
      if (!make_set(b, j, n)) return grundy_fail_memory(error);
    if (!clear(&b->excluded, b->largest) || !join_free(b, n)) return grundy_fail_memory(error);
    for (uint32_t k = 0; k <= last && k <= n; k++) {
      uint32_t digit = grundy_heap_digit(code, k);
      if ((digit & 1) != 0 && k == n) include(&b->excluded, 0);
      if ((digit & 2) != 0 && k < n) include(&b->excluded, b->heaps->values[n - k]);
      for (uint32_t j = 2; j <= b->parts; j++)
        if ((digit >> j & 1) != 0 && n - k >= j) include_all(&b->excluded, set_of(b, j, n - k));
    }
    uint32_t word = 0;
    while (word < b->excluded.count && ~b->excluded.words[word] == 0) word++;
    uint32_t value = 64 * word;
    if (word < b->excluded.count) value += (uint32_t)__builtin_ctzll(~b->excluded.words[word]);
    b->heaps->values[n] = value;
    if (value > b->largest) b->largest = value;
    b->heaps->known = n + 1;
    if (!grundy_work_step(work, GRUNDY_WORK_STRIDE)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

const grundy_heap_engine grundy_heap_breaking = {"breaking", breaking_start, breaking_extend,
                                                 breaking_end};
