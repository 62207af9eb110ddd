#include "misere/extension.h"

#include "base/alloc.h"
#include "misere/closure.h"
#include "misere/drift.h"

#include <assert.h>
#include <inttypes.h>

static void free_multiples(grundy_multiples *m) {
  for (uint32_t j = 0; j < m->count; j++) {
    free(m->won[j]);
    free(m->lost[j]);
  }
  free(m->powers);
  free(m->won);
  free(m->lost);
  *m = (grundy_multiples){0};
}

static void problem_free(grundy_problem *problem) {
  if (problem == NULL) return;
  free_multiples(&problem->multiples);
  grundy_level_free(&problem->level);
  free(problem->won);
  free(problem);
}

/* ---- the base ----------------------------------------------------------------------------- */

static uint32_t value_in_base(const grundy_problem *p, uint32_t heap) {
  return p->base == NULL ? 0 : p->base->values[heap];
}

/* Adds to `won` the elements of the level that are won elsewhere together with `power`. */
static bool add_won_in_base(grundy_misere_run *run, const grundy_problem *p, uint32_t power,
                            uint64_t *won) {
  if (p->base == NULL) return true;
  grundy_monoid *base = p->base->monoid;
  if (!grundy_monoid_make_row(base, power)) return grundy_misere_fail_memory(run);
  const uint32_t *row = base->rows[power];
  for (uint32_t x = 0; x < p->level.monoid->size; x++)
    if (grundy_set_has(p->won, row[p->level.over[x]])) grundy_set_add(won, x);
  return grundy_misere_step(run, p->level.monoid->size);
}

/* ---- starting ----------------------------------------------------------------------------- */

/* Makes the level without heaps: the monoid with one element. */
static bool start_level(grundy_misere_run *run, grundy_problem *p) {
  grundy_misere_level *level = &p->level;
  level->monoid = grundy_monoid_new(1, 0);
  level->over = grundy_alloc_zero(1, sizeof *level->over);
  level->lost = grundy_alloc_zero(1, sizeof *level->lost);
  level->won = grundy_alloc_zero(1, sizeof *level->won);
  if (level->monoid == NULL || level->over == NULL || level->lost == NULL || level->won == NULL ||
      !grundy_grow(&level->values, &level->value_capacity, 1, sizeof *level->values) ||
      !grundy_monoid_make_row(level->monoid, 0))
    return grundy_misere_fail_memory(run);
  level->values[0] = 0;
  if (p->won != NULL && grundy_set_has(p->won, 0)) grundy_set_add(level->won, 0);
  return grundy_closure_candidate(run, level, level->won, p->is_whole, level->lost);
}

/* Puts a problem on the stack; `won` belongs to it from now on, even on failure. */
static bool push_problem(grundy_extension *e, const grundy_misere_level *base, uint64_t *won,
                         uint32_t until) {
  grundy_problem *p = grundy_alloc_zero(1, sizeof *p);
  if (p == NULL || !grundy_grow(&e->stack, &e->stack_capacity, e->depth + UINT64_C(1),
                                sizeof *e->stack)) { // NOLINT(bugprone-sizeof-expression)
    free(p);
    free(won);
    return grundy_misere_fail_memory(&e->run);
  }
  *p = (grundy_problem){
      .base = base, .won = won, .until = until, .is_whole = base == NULL, .depth = e->depth};
  e->stack[e->depth++] = p;
  return start_level(&e->run, p);
}

bool grundy_extension_start(grundy_extension *e) {
  e->lower_bound = 1;
  return push_problem(e, NULL, NULL, UINT32_MAX);
}

void grundy_extension_trim(grundy_extension *e) {
  while (e->depth > 1) problem_free(e->stack[--e->depth]);
}

void grundy_extension_free(grundy_extension *e) {
  while (e->depth > 0) problem_free(e->stack[--e->depth]);
  free(e->stack);
  grundy_level_free(&e->before);
  grundy_drift_free(e->drift);
  grundy_misere_run_free(&e->run);
}

static grundy_problem *top_of(const grundy_extension *e) {
  return e->stack[e->depth - 1];
}

/* ---- limits ------------------------------------------------------------------------------- */

bool grundy_extension_check_size(grundy_extension *e, uint64_t size) {
  if (size > e->lower_bound && size <= UINT32_MAX) e->lower_bound = (uint32_t)size;
  if (size <= e->run.max_elements) return true;
  e->run.status = grundy_fail_because(e->run.error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                      "the misere quotient up to heap %" PRIu32
                                      " has more than %" PRIu64 " elements; use a larger limit",
                                      e->stack[0]->level.known + 1, e->run.max_elements);
  return false;
}

/* ---- values by Theorem 2 ------------------------------------------------------------------ */

/* Makes the closure of a level if there is none. */
static bool close_level(grundy_misere_run *run, grundy_misere_level *level, bool is_whole) {
  if (level->closure != NULL) return true;
  if (!grundy_level_find_kinds(run, level) ||
      !grundy_closure_make(run, level, level->won, is_whole, level->lost, &level->closure))
    return false;
  assert(level->closure != NULL); /* the level recognizes f */
  return true;
}

/* Finds the element of the level that has the word of the heap in the base; NONE if that word needs
 * heaps that have not been added. */
static uint32_t guess_value(const grundy_problem *p, uint32_t heap) {
  if (p->base == NULL) return GRUNDY_MONOID_NONE;
  const grundy_monoid *base = p->base->monoid;
  const grundy_misere_level *level = &p->level;
  uint32_t guess = 0;
  for (uint32_t y = p->base->values[heap]; y != 0; y = base->parent[y]) {
    uint32_t h = base->heaps[base->last[y]];
    if (h > level->known) return GRUNDY_MONOID_NONE;
    guess = level->monoid->rows[level->values[h]][guess];
  }
  return guess;
}

/* Finds an element that can be the value of a heap with the options in run->list. */
static bool find_fitting(grundy_misere_run *run, grundy_problem *p, uint32_t heap, uint32_t count,
                         uint32_t *value) {
  grundy_misere_level *level = &p->level;
  uint32_t over = value_in_base(p, heap), guess = guess_value(p, heap);
  grundy_closure *c = level->closure;
  grundy_closure_winning(c, run->list, count, c->product);
  *value = GRUNDY_MONOID_NONE;
  if (guess != GRUNDY_MONOID_NONE && level->over[guess] == over &&
      grundy_closure_fits(c, run, guess, c->product))
    *value = guess;
  for (uint32_t x = 0; x < level->monoid->size && *value == GRUNDY_MONOID_NONE; x++)
    if (level->over[x] == over && grundy_closure_fits(c, run, x, c->product)) *value = x;
  return grundy_misere_step(run, (level->monoid->size + UINT64_C(1)) * c->words);
}

/* Returns whether some element lies over that element of the base. */
static bool has_over(const grundy_misere_level *level, uint32_t over) {
  for (uint32_t x = 0; x < level->monoid->size; x++)
    if (level->over[x] == over) return true;
  return false;
}

/* Finds the value of the next heap if the quotient need not change: that of a heap with the same
 * options, or one that Theorem 2 allows. *value is NONE if there is none. */
static bool find_value(grundy_misere_run *run, grundy_problem *p, uint32_t *value) {
  grundy_misere_level *level = &p->level;
  uint32_t heap = level->known + 1, over = value_in_base(p, heap), count;
  *value = GRUNDY_MONOID_NONE;
  if (!grundy_level_find_kinds(run, level) || !grundy_level_options(run, level, heap, &count))
    return false;
  if (count == 0) {
    *value = 0;
    return true;
  }
  uint32_t kind = grundy_level_find_kind(run, level, over);
  if (kind != GRUNDY_NO_KIND) {
    *value = level->kinds.values[kind];
    return true;
  }
  if (!has_over(level, over)) return true;
  if (!close_level(run, level, p->is_whole) || !grundy_level_options(run, level, heap, &count))
    return false;
  return find_fitting(run, p, heap, count, value);
}

/* ---- multiples of a heap ------------------------------------------------------------------ */

/* Appends what is known about the next multiple; the sets belong to the multiples from now on, even
 * on failure. */
static bool append_multiple(grundy_misere_run *run, grundy_multiples *m, uint32_t power,
                            uint64_t *won, uint64_t *lost) {
  uint64_t need = m->count + UINT64_C(1);
  if (won == NULL || lost == NULL ||
      !grundy_grow(&m->powers, &m->power_capacity, need, sizeof *m->powers) ||
      !grundy_grow(&m->won, &m->won_capacity, need, sizeof *m->won) ||
      !grundy_grow(&m->lost, &m->lost_capacity, need, sizeof *m->lost)) {
    free(won);
    free(lost);
    return grundy_misere_fail_memory(run);
  }
  m->powers[m->count] = power;
  m->won[m->count] = won;
  m->lost[m->count++] = lost;
  return true;
}

static uint64_t *copy_set(const uint64_t *set, uint64_t words) {
  uint64_t *copy = grundy_alloc(words, sizeof *copy);
  if (copy != NULL) grundy_set_copy(copy, set, words);
  return copy;
}

static bool start_multiples(grundy_misere_run *run, grundy_problem *p) {
  uint64_t words = grundy_set_words(p->level.monoid->size);
  return append_multiple(run, &p->multiples, 0, copy_set(p->level.won, words),
                         copy_set(p->level.lost, words));
}

/* Finds what is won by moves in the next multiple of the heap and elsewhere; *won belongs to the
 * caller if this succeeds. */
static bool find_won(grundy_misere_run *run, grundy_problem *p, uint32_t power, uint64_t **won) {
  grundy_misere_level *level = &p->level;
  grundy_monoid *m = level->monoid;
  const uint64_t *lost = p->multiples.lost[p->multiples.count - 1];
  uint64_t words = grundy_set_words(m->size);
  uint32_t count;
  if (!grundy_level_options(run, level, level->known + 1, &count)) return false;
  uint64_t *set = grundy_alloc_zero(words, sizeof *set);
  bool done = set != NULL || grundy_misere_fail_memory(run);
  if (done) grundy_set_expand(lost, words, run->bytes);
  for (uint32_t i = 0; i < count && done; i++) {
    done = grundy_monoid_make_row(m, run->list[i]) || grundy_misere_fail_memory(run);
    if (done) grundy_set_pull(set, run->bytes, m->rows[run->list[i]], m->size);
    done = done && grundy_misere_step(run, m->size);
  }
  if (done && add_won_in_base(run, p, power, set)) {
    *won = set;
    return true;
  }
  free(set);
  return false;
}

/* Returns an earlier multiple i with f_i = f_j, where `won` is what is won for f_j; NONE if none is
 * seen. f_i satisfies the recursion of f_j if everything that is won for f_i is won for f_j, and
 * nothing else that is P. */
static uint32_t find_equal(const grundy_problem *p, const uint64_t *won) {
  const grundy_multiples *m = &p->multiples;
  uint64_t words = grundy_set_words(p->level.monoid->size);
  for (uint32_t i = p->is_whole ? 1 : 0; i < m->count; i++)
    if (grundy_set_is_subset(m->won[i], won, words) && !grundy_set_meets(m->lost[i], won, words))
      return i;
  return GRUNDY_MONOID_NONE;
}

/* Finds f of the next multiple if the monoid recognizes it. *lost is NULL if it does not. */
static bool recognize(grundy_misere_run *run, grundy_problem *p, const uint64_t *won,
                      uint64_t **lost) {
  grundy_misere_level *level = &p->level;
  uint64_t words = grundy_set_words(level->monoid->size);
  uint32_t equal = find_equal(p, won);
  grundy_closure *closure = NULL;
  *lost = NULL;
  uint64_t *set = equal != GRUNDY_MONOID_NONE ? copy_set(p->multiples.lost[equal], words)
                                              : grundy_alloc(words, sizeof *set);
  if (set == NULL) return grundy_misere_fail_memory(run);
  bool done =
      equal != GRUNDY_MONOID_NONE || (grundy_closure_candidate(run, level, won, false, set) &&
                                      grundy_closure_make(run, level, won, false, set, &closure));
  if (done && (equal != GRUNDY_MONOID_NONE || closure != NULL))
    *lost = set;
  else
    free(set);
  grundy_closure_free(closure);
  return done;
}

/* ---- refining ----------------------------------------------------------------------------- */

/* Replaces a set of elements by the set of the elements over them. */
static bool pull_back(uint64_t **set, const uint32_t *over, uint32_t size) {
  uint64_t *finer = grundy_alloc_zero(grundy_set_words(size), sizeof *finer);
  if (finer == NULL) return false;
  for (uint32_t x = 0; x < size; x++)
    if (grundy_set_has(*set, over[x])) grundy_set_add(finer, x);
  free(*set);
  *set = finer;
  return true;
}

/* Keeps what is known about the whole game, before the next heap refines it. */
static void keep_level(grundy_extension *e, grundy_problem *p) {
  if (p->depth == 0 && e->before.monoid == NULL)
    e->before = p->level;
  else
    grundy_level_free(&p->level);
  p->level = (grundy_misere_level){0};
}

/* Copies the sets of the level to the finer one and replaces it. */
static bool take_level(grundy_extension *e, grundy_problem *p, grundy_misere_level *finer) {
  uint64_t words = grundy_set_words(p->level.monoid->size);
  uint32_t size = finer->monoid->size;
  uint64_t *won = copy_set(p->level.won, words), *lost = copy_set(p->level.lost, words);
  if (won == NULL || lost == NULL || !pull_back(&won, finer->over, size) ||
      !pull_back(&lost, finer->over, size)) {
    free(won);
    free(lost);
    return grundy_misere_fail_memory(&e->run);
  }
  for (uint32_t x = 0; x < size; x++) finer->over[x] = p->level.over[finer->over[x]];
  free(finer->won);
  free(finer->lost);
  finer->won = won;
  finer->lost = lost;
  grundy_closure_free(finer->closure);
  finer->closure = NULL;
  keep_level(e, p);
  p->level = *finer;
  *finer = (grundy_misere_level){0};
  return true;
}

/* Takes the finer monoid that recognizes f of the next multiple, and f. */
static bool refine(grundy_extension *e, grundy_problem *p, grundy_problem *solved) {
  grundy_multiples *m = &p->multiples;
  grundy_misere_level *finer = &solved->level;
  uint32_t power = 0, size = finer->monoid->size;
  if (p->base != NULL)
    power = p->base->monoid->rows[m->powers[m->count - 1]][value_in_base(p, p->level.known + 1)];
  uint64_t *won = solved->won, *lost = copy_set(finer->lost, grundy_set_words(size));
  solved->won = NULL;
  bool done = lost != NULL && pull_back(&won, finer->over, size);
  for (uint32_t i = 0; i < m->count && done; i++)
    done = pull_back(&m->won[i], finer->over, size) && pull_back(&m->lost[i], finer->over, size);
  if (!done) {
    free(won);
    free(lost);
    return grundy_misere_fail_memory(&e->run);
  }
  if (take_level(e, p, finer)) return append_multiple(&e->run, m, power, won, lost);
  free(won);
  free(lost);
  return false;
}

/* ---- one step ----------------------------------------------------------------------------- */

/* Finds x with f(X + x) = f_1(X) for all X; NONE if there is none. */
static bool find_same(grundy_misere_run *run, grundy_problem *p, uint32_t *same) {
  const grundy_misere_level *level = &p->level;
  grundy_monoid *m = level->monoid;
  uint64_t words = grundy_set_words(m->size);
  uint32_t over = p->multiples.powers[1];
  const uint64_t *wanted = p->multiples.lost[1];
  *same = GRUNDY_MONOID_NONE;
  for (uint32_t x = 0; x < m->size && *same == GRUNDY_MONOID_NONE; x++) {
    bool agrees =
        level->over[x] == over && grundy_set_has(level->lost, x) == grundy_set_has(wanted, 0);
    for (uint32_t g = 0; g < m->generators && agrees; g++) {
      const uint32_t *map = grundy_monoid_map(m, g);
      agrees = grundy_set_has(level->lost, map[x]) == grundy_set_has(wanted, map[0]);
    }
    if (!agrees) continue;
    if (!grundy_misere_run_reserve(run, m->size)) return false;
    if (!grundy_monoid_make_row(m, x)) return grundy_misere_fail_memory(run);
    grundy_set_expand(level->lost, words, run->bytes);
    grundy_set_clear(run->set, words);
    grundy_set_pull(run->set, run->bytes, m->rows[x], m->size);
    if (grundy_set_is_equal(run->set, wanted, words)) *same = x;
  }
  return grundy_misere_step(run, m->size);
}

/* Tries the element with the effect of the heap as its value. Sets *value to NONE if there is none
 * or if it fails. */
static bool try_same(grundy_misere_run *run, grundy_problem *p, uint32_t *value) {
  grundy_misere_level *level = &p->level;
  uint32_t count;
  bool holds = false;
  if (!find_same(run, p, value)) return false;
  if (*value == GRUNDY_MONOID_NONE) return true;
  if (!close_level(run, level, p->is_whole) ||
      !grundy_level_options(run, level, level->known + 1, &count) ||
      !grundy_closure_add(run, level->closure, *value, run->list, count, &holds))
    return false;
  if (holds) return true;
  grundy_closure_free(level->closure);
  level->closure = NULL;
  *value = GRUNDY_MONOID_NONE;
  return true;
}

/* Ends the addition of a heap whose value is in the level. */
static bool settle(grundy_extension *e, grundy_problem *p, uint32_t value) {
  free_multiples(&p->multiples);
  return grundy_level_push(&e->run, &p->level, value);
}

/* Finds the first multiple that is the same as the last one; returns whether there is one. */
static bool find_repetition(const grundy_problem *p, uint32_t *first) {
  const grundy_multiples *m = &p->multiples;
  uint64_t words = grundy_set_words(p->level.monoid->size);
  uint32_t last = m->count - 1;
  for (*first = 0; *first < last; ++*first)
    if (m->powers[*first] == m->powers[last] &&
        grundy_set_is_equal(m->lost[*first], m->lost[last], words))
      return true;
  return false;
}

/* Goes on after f of another multiple has become known. */
static bool after_multiple(grundy_extension *e, grundy_problem *p) {
  uint32_t first, last = p->multiples.count - 1;
  if (!grundy_extension_check_size(e, p->level.monoid->size)) return false;
  if (last == 1) {
    uint32_t value;
    if (!try_same(&e->run, p, &value)) return false;
    if (value != GRUNDY_MONOID_NONE) return settle(e, p, value);
  }
  if (!find_repetition(p, &first)) {
    if (p->depth == 0 && !grundy_drift_find(&e->run, p, &e->drift)) return false;
    return e->drift == NULL && grundy_extension_check_size(e, p->multiples.count);
  }
  grundy_misere_level joined = {0};
  if (!grundy_problem_join(e, p, first, last - first, &joined)) return false;
  keep_level(e, p);
  p->level = joined;
  free_multiples(&p->multiples);
  return true;
}

/* Makes a step with the next multiple of the heap that is being added. */
static bool next_multiple(grundy_extension *e, grundy_problem *p) {
  grundy_multiples *m = &p->multiples;
  uint64_t *won, *lost;
  uint32_t power = 0;
  if (p->base != NULL) {
    grundy_monoid *base = p->base->monoid;
    if (!grundy_monoid_make_row(base, m->powers[m->count - 1]))
      return grundy_misere_fail_memory(&e->run);
    power = base->rows[m->powers[m->count - 1]][value_in_base(p, p->level.known + 1)];
  }
  if (!grundy_level_find_kinds(&e->run, &p->level) || !find_won(&e->run, p, power, &won))
    return false;
  if (!recognize(&e->run, p, won, &lost)) {
    free(won);
    return false;
  }
  if (lost == NULL) return push_problem(e, &p->level, won, p->level.known);
  return append_multiple(&e->run, m, power, won, lost) && after_multiple(e, p);
}

/* Makes a step with the problem on top of the stack. */
static bool step(grundy_extension *e) {
  grundy_problem *p = top_of(e);
  uint32_t value;
  if (p->level.known == p->until) {
    assert(e->depth > 1);
    e->depth--;
    bool done = refine(e, top_of(e), p);
    problem_free(p);
    return done && after_multiple(e, top_of(e));
  }
  if (p->multiples.count > 0) return next_multiple(e, p);
  if (!find_value(&e->run, p, &value)) return false;
  if (value != GRUNDY_MONOID_NONE) return settle(e, p, value);
  return start_multiples(&e->run, p);
}

bool grundy_extension_add(grundy_extension *e) {
  uint32_t known = e->stack[0]->level.known;
  e->lower_bound = e->stack[0]->level.monoid->size;
  e->run.work.done = known;
  while (e->depth > 1 || e->stack[0]->level.known == known)
    if (!step(e)) return false;
  grundy_level_free(&e->before);
  return true;
}
