#include "misere/closure.h"

#include "base/alloc.h"

#include <assert.h>

void grundy_closure_free(grundy_closure *c) {
  if (c == NULL) return;
  grundy_monoid_drop(c->monoid);
  free(c->lost);
  free(c->contexts);
  free(c->outside);
  free(c->factors);
  free(c->factor_sets);
  free(c->pairs);
  free(c->pair_sets);
  free(c->first);
  free(c->covers);
  free(c->product);
  free(c->scratch);
  free(c);
}

/* ---- the candidate ------------------------------------------------------------------------ */

/* Returns whether a move from the representative of x leads to P. */
static bool has_lost_option(const grundy_misere_level *level, uint32_t x, const uint64_t *lost) {
  const grundy_monoid *m = level->monoid;
  const grundy_heap_kinds *kinds = &level->kinds;
  for (uint32_t g = 0; g < m->generators; g++) {
    uint32_t rest = m->without[(uint64_t)g * m->size + x], count;
    if (rest == GRUNDY_MONOID_NONE) continue;
    const uint32_t *options = grundy_kind_options(kinds, kinds->of[m->heaps[g] - 1], &count);
    for (uint32_t i = 0; i < count; i++) {
      assert(m->rows[options[i]][rest] < x);
      if (grundy_set_has(lost, m->rows[options[i]][rest])) return true;
    }
  }
  return false;
}

static bool make_rows(grundy_misere_run *run, const grundy_misere_level *level) {
  grundy_monoid *m = level->monoid;
  const grundy_heap_kinds *kinds = &level->kinds;
  for (uint32_t g = 0; g < m->generators; g++) {
    uint32_t count;
    const uint32_t *options = grundy_kind_options(kinds, kinds->of[m->heaps[g] - 1], &count);
    for (uint32_t i = 0; i < count; i++)
      if (!grundy_monoid_make_row(m, options[i])) return grundy_misere_fail_memory(run);
  }
  return true;
}

bool grundy_closure_candidate(grundy_misere_run *run, const grundy_misere_level *level,
                              const uint64_t *won, bool is_whole, uint64_t *lost) {
  const grundy_monoid *m = level->monoid;
  if (!make_rows(run, level)) return false;
  grundy_set_clear(lost, grundy_set_words(m->size));
  for (uint32_t x = 0; x < m->size; x++) {
    if (grundy_set_has(won, x)) continue;
    bool is_lost =
        x == 0 && is_whole ? run->play == GRUNDY_NORMAL_PLAY : !has_lost_option(level, x, lost);
    if (is_lost) grundy_set_add(lost, x);
    if (!grundy_misere_step(run, m->generators)) return false;
  }
  return true;
}

/* ---- contexts ----------------------------------------------------------------------------- */

/* A set of pairs of elements as bits, 64 columns at a time: the bit x % 64 of columns[x / 64 · size
 * + z] says whether z · x is in the set. */

/* Computes the columns to … to + count - 1, of the products of from … from + count - 1 and a
 * generator: z · (x · g) = (z · g) · x. Neither range goes beyond a word. */
static void shift_columns(uint64_t *columns, uint32_t size, const uint32_t *map, uint32_t from,
                          uint32_t to, uint32_t count) {
  const uint64_t *source = columns + (uint64_t)(from / 64) * size;
  uint64_t *target = columns + (uint64_t)(to / 64) * size;
  uint64_t mask = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
  for (uint32_t z = 0; z < size; z++) target[z] |= (source[map[z]] >> from % 64 & mask) << to % 64;
}

/* Returns how many elements from x on are consecutive products of consecutive elements and the same
 * generator, such that shift_columns can compute them at once from columns that are known. */
static uint32_t count_shifted(const grundy_monoid *m, uint32_t x) {
  uint32_t from = m->parent[x], most = x - from, count = 1;
  if (most > 64 - x % 64) most = 64 - x % 64;
  if (most > 64 - from % 64) most = 64 - from % 64;
  while (count < most && x + count < m->size && m->last[x + count] == m->last[x] &&
         m->parent[x + count] == from + count)
    count++;
  return count;
}

static bool find_columns(grundy_misere_run *run, const grundy_monoid *m, const uint64_t *set,
                         uint64_t *columns) {
  for (uint32_t z = 0; z < m->size; z++) columns[z] = grundy_set_has(set, z);
  for (uint32_t x = 1, count; x < m->size; x += count) {
    count = count_shifted(m, x);
    shift_columns(columns, m->size, grundy_monoid_map(m, m->last[x]), m->parent[x], x, count);
    if (!grundy_misere_step(run, m->size)) return false;
  }
  return true;
}

/* Makes { z : z · x in `set` } for every x; the relation is symmetric. */
static bool pull_by_all(grundy_misere_run *run, const grundy_monoid *m, const uint64_t *set,
                        uint64_t **sets) {
  uint64_t words = grundy_set_words(m->size), size = m->size;
  uint64_t *columns = grundy_alloc_zero(words * size, sizeof *columns);
  *sets = grundy_alloc(words * size, sizeof **sets);
  bool done = (columns != NULL && *sets != NULL) || grundy_misere_fail_memory(run);
  done = done && find_columns(run, m, set, columns) && grundy_misere_step(run, words * size);
  enum { TILE = 8 }; /* words of a cache line */
  for (uint64_t b = 0; b < words && done; b += TILE)
    for (uint64_t z = 0; z < size; z++)
      for (uint64_t i = b; i < b + TILE && i < words; i++)
        (*sets)[z * words + i] = columns[i * size + z];
  free(columns);
  return done;
}

void grundy_closure_winning(const grundy_closure *c, const uint32_t *options, uint32_t count,
                            uint64_t *set) {
  grundy_set_clear(set, c->words);
  for (uint32_t i = 0; i < count; i++)
    grundy_set_unite(set, grundy_closure_contexts(c, options[i]), c->words);
}

/* ---- pairs -------------------------------------------------------------------------------- */

/* Returns whether T has a pair with this element whose set is a subset of `set`. */
static bool has_below(const grundy_closure *c, uint32_t element, const uint64_t *set) {
  for (uint32_t i = c->first[element]; i != GRUNDY_NO_PAIR; i = c->pairs[i].next)
    if (grundy_set_is_subset(grundy_closure_pair_set(c, i), set, c->words)) return true;
  return false;
}

/* Removes the pairs with this element whose sets contain c->product. */
static void remove_above(grundy_closure *c, uint32_t element) {
  for (uint32_t *link = &c->first[element]; *link != GRUNDY_NO_PAIR;) {
    grundy_closure_pair *pair = &c->pairs[*link];
    if (grundy_set_is_subset(c->product, grundy_closure_pair_set(c, *link), c->words)) {
      pair->element = GRUNDY_NO_PAIR;
      *link = pair->next;
    } else {
      link = &pair->next;
    }
  }
}

/* Appends x to the cover at the end of c->covers if its contexts are not yet in c->scratch. */
static void cover_with(grundy_closure *c, uint32_t x) {
  const uint64_t *contexts = grundy_closure_contexts(c, x);
  if (grundy_set_is_subset(contexts, c->scratch, c->words)) return;
  grundy_set_unite(c->scratch, contexts, c->words);
  c->covers[c->cover_count++] = x;
}

static bool reserve_cover(grundy_misere_run *run, grundy_closure *c, uint64_t count) {
  return grundy_grow(&c->covers, &c->cover_capacity, c->cover_count + count, sizeof *c->covers) ||
         grundy_misere_fail_memory(run);
}

/* Adds the pair (element, c->product) with the cover at the end of c->covers. */
static bool append_pair(grundy_misere_run *run, grundy_closure *c, uint32_t element,
                        uint64_t cover) {
  uint64_t need = c->pair_count + UINT64_C(1);
  if (need >= GRUNDY_NO_PAIR ||
      !grundy_grow(&c->pairs, &c->pair_capacity, need, sizeof *c->pairs) ||
      !grundy_grow(&c->pair_sets, &c->pair_set_capacity, need * c->words, sizeof *c->pair_sets))
    return grundy_misere_fail_memory(run);
  remove_above(c, element);
  c->pairs[c->pair_count] =
      (grundy_closure_pair){.element = element,
                            .next = c->first[element],
                            .cover = cover,
                            .cover_count = (uint32_t)(c->cover_count - cover)};
  grundy_set_copy(c->pair_sets + c->pair_count * c->words, c->product, c->words);
  c->first[element] = c->pair_count++;
  return true;
}

/* Sets `set` to what is won elsewhere in the context of x. */
static void start_with_outside(const grundy_closure *c, uint32_t x, uint64_t *set) {
  if (c->outside == NULL)
    grundy_set_clear(set, c->words);
  else
    grundy_set_copy(set, c->outside + x * c->words, c->words);
}

/* Computes the set of pair i with a heap of kind t more: Win(G + h) is the union of the contexts of
 * the options of G plus h, and of G plus the options of h. */
static void multiply(grundy_closure *c, uint32_t i, uint32_t t) {
  const grundy_closure_pair *pair = &c->pairs[i];
  const grundy_factor *factor = &c->factors[t];
  uint32_t *const *rows = c->monoid->rows;
  const uint32_t *by = rows[factor->value];
  start_with_outside(c, by[pair->element], c->product);
  const uint32_t *cover = c->covers + pair->cover;
  for (uint32_t k = 0; k < pair->cover_count; k++)
    grundy_set_unite(c->product, grundy_closure_contexts(c, by[cover[k]]), c->words);
  cover = c->covers + factor->cover;
  for (uint32_t k = 0; k < factor->cover_count; k++)
    grundy_set_unite(c->product, grundy_closure_contexts(c, rows[cover[k]][pair->element]),
                     c->words);
}

/* Adds the product as a new pair. */
static bool add_product(grundy_misere_run *run, grundy_closure *c, uint32_t i, uint32_t t) {
  const grundy_factor *factor = &c->factors[t];
  uint32_t *const *rows = c->monoid->rows;
  const uint32_t *by = rows[factor->value];
  grundy_closure_pair pair = c->pairs[i];
  uint64_t cover = c->cover_count;
  if (!reserve_cover(run, c, (uint64_t)pair.cover_count + factor->cover_count)) return false;
  start_with_outside(c, by[pair.element], c->scratch);
  for (uint32_t k = 0; k < pair.cover_count; k++) cover_with(c, by[c->covers[pair.cover + k]]);
  for (uint32_t k = 0; k < factor->cover_count; k++)
    cover_with(c, rows[c->covers[factor->cover + k]][pair.element]);
  assert(grundy_set_is_equal(c->scratch, c->product, c->words));
  return append_pair(run, c, by[pair.element], cover);
}

/* Multiplies pair i by kind t. *holds becomes false if the product is a sum outside P from which no
 * move leads to P. */
static bool close_under(grundy_misere_run *run, grundy_closure *c, uint32_t i, uint32_t t,
                        bool *holds) {
  const grundy_factor *factor = &c->factors[t];
  uint32_t element = c->pairs[i].element;
  uint32_t to = c->monoid->rows[factor->value][element];
  if (!grundy_set_has(c->lost, to) &&
      !grundy_set_has(grundy_closure_pair_set(c, i), factor->value) &&
      !grundy_set_has(c->factor_sets + t * c->words, element)) {
    *holds = false;
    return true;
  }
  multiply(c, i, t);
  if (!grundy_misere_step(run,
                          ((uint64_t)c->pairs[i].cover_count + factor->cover_count + 2) * c->words))
    return false;
  return has_below(c, to, c->product) || add_product(run, c, i, t);
}

/* ---- kinds of heaps ----------------------------------------------------------------------- */

static bool append_factor(grundy_misere_run *run, grundy_closure *c, uint32_t value,
                          const uint32_t *options, uint32_t count, const uint64_t *winning) {
  uint64_t need = c->factor_count + UINT64_C(1), cover = c->cover_count;
  if (!grundy_grow(&c->factors, &c->factor_capacity, need, sizeof *c->factors) ||
      !grundy_grow(&c->factor_sets, &c->factor_set_capacity, need * c->words,
                   sizeof *c->factor_sets) ||
      !grundy_monoid_make_row(c->monoid, value))
    return grundy_misere_fail_memory(run);
  if (!reserve_cover(run, c, count)) return false;
  grundy_set_copy(c->factor_sets + c->factor_count * c->words, winning, c->words);
  grundy_set_clear(c->scratch, c->words);
  for (uint32_t i = 0; i < count; i++) cover_with(c, options[i]);
  for (uint64_t i = cover; i < c->cover_count; i++)
    if (!grundy_monoid_make_row(c->monoid, c->covers[i])) return grundy_misere_fail_memory(run);
  c->factors[c->factor_count++] = (grundy_factor){
      .value = value, .cover = cover, .cover_count = (uint32_t)(c->cover_count - cover)};
  return true;
}

/* Returns whether no move in such a heap leads from P to P. */
static bool is_safe(const grundy_closure *c, uint32_t value, const uint64_t *winning) {
  return !grundy_set_meets(grundy_closure_contexts(c, value), winning, c->words);
}

bool grundy_closure_fits(const grundy_closure *c, const grundy_misere_run *run, uint32_t x,
                         const uint64_t *winning) {
  if (!is_safe(c, x, winning)) return false;
  bool is_misere = run->play == GRUNDY_MISERE_PLAY;
  if (x == 0 && c->is_whole && is_misere && !grundy_set_has(winning, 0)) return false;
  grundy_set_copy(c->scratch, winning, c->words);
  if (c->outside != NULL) grundy_set_unite(c->scratch, c->outside + x * c->words, c->words);
  return has_below(c, x, c->scratch);
}

/* A kind that Theorem 2 allows adds nothing. Otherwise old pairs are multiplied by the new kind,
 * and new pairs by all kinds. */
bool grundy_closure_add(grundy_misere_run *run, grundy_closure *c, uint32_t value,
                        const uint32_t *options, uint32_t count, bool *holds) {
  uint32_t kind = c->factor_count, old = c->pair_count;
  grundy_closure_winning(c, options, count, c->product);
  *holds = is_safe(c, value, c->product);
  if (!*holds || grundy_closure_fits(c, run, value, c->product)) return true;
  if (!append_factor(run, c, value, options, count, c->product)) return false;
  for (uint32_t i = 0; i < c->pair_count; i++)
    for (uint32_t t = i < old ? kind : 0; t <= kind && *holds; t++) {
      if (c->pairs[i].element == GRUNDY_NO_PAIR) break;
      if (!close_under(run, c, i, t, holds)) return false;
    }
  return true;
}

/* ---- the condition ------------------------------------------------------------------------ */

static bool is_empty(const uint64_t *set, uint64_t words) {
  uint64_t all = 0;
  for (uint64_t i = 0; i < words; i++) all |= set[i];
  return all == 0;
}

/* Starts with the pair of the empty sum. */
static bool start(grundy_misere_run *run, grundy_closure *c, const uint64_t *won,
                  const uint64_t *lost) {
  uint32_t size = c->monoid->size;
  c->lost = grundy_alloc(c->words, sizeof *c->lost);
  c->first = grundy_alloc(size, sizeof *c->first);
  c->product = grundy_alloc(c->words, sizeof *c->product);
  c->scratch = grundy_alloc(c->words, sizeof *c->scratch);
  if (c->lost == NULL || c->first == NULL || c->product == NULL || c->scratch == NULL)
    return grundy_misere_fail_memory(run);
  for (uint32_t x = 0; x < size; x++) c->first[x] = GRUNDY_NO_PAIR;
  grundy_set_copy(c->lost, lost, c->words);
  if (!pull_by_all(run, c->monoid, lost, &c->contexts)) return false;
  if (!is_empty(won, c->words) && !pull_by_all(run, c->monoid, won, &c->outside)) return false;
  grundy_set_copy(c->product, won, c->words);
  return append_pair(run, c, 0, 0);
}

static bool add_kinds(grundy_misere_run *run, grundy_closure *c, const grundy_heap_kinds *kinds,
                      bool *holds) {
  *holds = true;
  for (uint32_t kind = 0; kind < kinds->count && *holds; kind++) {
    uint32_t count;
    const uint32_t *options = grundy_kind_options(kinds, kind, &count);
    if (!grundy_closure_add(run, c, kinds->values[kind], options, count, holds)) return false;
  }
  return true;
}

bool grundy_closure_make(grundy_misere_run *run, const grundy_misere_level *level,
                         const uint64_t *won, bool is_whole, const uint64_t *lost,
                         grundy_closure **closure) {
  grundy_closure *c = grundy_alloc_zero(1, sizeof *c);
  bool holds = false;
  *closure = NULL;
  if (c == NULL) return grundy_misere_fail_memory(run);
  c->monoid = grundy_monoid_keep(level->monoid);
  c->words = grundy_set_words(level->monoid->size);
  c->is_whole = is_whole;
  bool done = start(run, c, won, lost) && add_kinds(run, c, &level->kinds, &holds);
  if (done && holds)
    *closure = c;
  else
    grundy_closure_free(c);
  return done;
}
