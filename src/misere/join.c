/* Joins a monoid with the multiples of a heap, and reduces the product.
 *
 * The product has the elements j · n + x, for multiple j and element x of the monoid with n
 * elements. Two of them stay apart if they lie over different elements of the base, if f differs,
 * or if that is so after adding heaps: the coarsest partition that respects this is found by
 * refining it with one generator after the other, until none changes it [Moo56]. */

#include "misere/extension.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/hash.h"

#include <assert.h>

typedef struct join {
  grundy_extension *extension;
  const grundy_problem *problem;
  uint32_t first, multiples; /* multiple `multiples` is the same as `first` */
  uint32_t size;             /* of the monoid */
  uint64_t total;            /* of the product */
  grundy_arena arena;
  uint32_t *over;           /* of the base, by element of the product */
  uint32_t *class_of, *new; /* by element of the product */
  uint32_t count;           /* of classes */
  uint64_t *keys;           /* a hash table: pairs of classes … */
  uint32_t *numbers;        /* … and the new class */
  uint64_t slots;           /* a power of two */
  uint32_t *some;           /* an element of every class */
  uint32_t *order, *index;  /* the classes in the order of representatives, and their places */
  uint32_t *used;           /* the generators that are needed */
  uint32_t *parent, *last;  /* by place */
  uint32_t used_count;
} join;

/* ---- the product -------------------------------------------------------------------------- */

/* Returns the number of generators of the product; the new heap is the last one. */
static uint32_t generators_of(const join *j) {
  return j->problem->level.monoid->generators + 1;
}

/* Returns where multiple k lies in the product after adding the new heap. */
static uint32_t after(const join *j, uint32_t k) {
  return k + 1 < j->multiples ? k + 1 : j->first;
}

static uint32_t image(const join *j, uint32_t element, uint32_t generator) {
  const grundy_monoid *m = j->problem->level.monoid;
  uint32_t k = element / j->size, x = element % j->size;
  if (generator == m->generators) return after(j, k) * j->size + x;
  return k * j->size + grundy_monoid_map(m, generator)[x];
}

static bool fail_memory(join *j) {
  return grundy_misere_fail_memory(&j->extension->run);
}

static bool allocate(join *j) {
  grundy_arena *arena = &j->arena;
  j->slots = 64;
  while (j->slots < 2 * j->total) j->slots *= 2;
  j->over = grundy_arena_array(arena, j->total, sizeof *j->over);
  j->class_of = grundy_arena_array(arena, j->total, sizeof *j->class_of);
  j->new = grundy_arena_array(arena, j->total, sizeof *j->new);
  j->keys = grundy_arena_array(arena, j->slots, sizeof *j->keys);
  j->numbers = grundy_arena_array(arena, j->slots, sizeof *j->numbers);
  j->used = grundy_arena_array(arena, generators_of(j), sizeof *j->used);
  return !arena->failed || fail_memory(j);
}

static bool find_over(join *j) {
  const grundy_problem *p = j->problem;
  for (uint32_t k = 0; k < j->multiples; k++) {
    const uint32_t *row = NULL;
    if (p->base != NULL) {
      if (!grundy_monoid_make_row(p->base->monoid, p->multiples.powers[k])) return fail_memory(j);
      row = p->base->monoid->rows[p->multiples.powers[k]];
    }
    for (uint32_t x = 0; x < j->size; x++)
      j->over[(uint64_t)k * j->size + x] = row == NULL ? 0 : row[p->level.over[x]];
  }
  return true;
}

static bool is_lost(const join *j, uint32_t element) {
  return grundy_set_has(j->problem->multiples.lost[element / j->size], element % j->size);
}

/* ---- refining ----------------------------------------------------------------------------- */

/* Returns the new class of elements whose class and other attribute are in the key. */
static uint32_t number_of(join *j, uint64_t key) {
  uint64_t slot = grundy_hash_number(key) & (j->slots - 1);
  while (j->keys[slot] != key && j->keys[slot] != UINT64_MAX) slot = (slot + 1) & (j->slots - 1);
  if (j->keys[slot] == UINT64_MAX) {
    j->keys[slot] = key;
    j->numbers[slot] = j->count++;
  }
  return j->numbers[slot];
}

static void start_numbers(join *j) {
  memset(j->keys, 0xff, j->slots * sizeof *j->keys);
  j->count = 0;
}

static void classify(join *j) {
  start_numbers(j);
  for (uint64_t i = 0; i < j->total; i++)
    j->class_of[i] = number_of(j, (uint64_t)j->over[i] << 1 | is_lost(j, (uint32_t)i));
}

/* Splits classes by the classes of the images of their elements. */
static void refine_by(join *j, uint32_t generator) {
  const grundy_monoid *m = j->problem->level.monoid;
  const uint32_t *map = generator < m->generators ? grundy_monoid_map(m, generator) : NULL;
  start_numbers(j);
  for (uint32_t k = 0; k < j->multiples; k++) {
    const uint32_t *from = j->class_of + (uint64_t)k * j->size;
    const uint32_t *to = map != NULL ? from : j->class_of + (uint64_t)after(j, k) * j->size;
    uint32_t *new = j->new + (uint64_t)k * j->size;
    for (uint32_t x = 0; x < j->size; x++)
      new[x] = number_of(j, (uint64_t)from[x] << 32 | to[map != NULL ? map[x] : x]);
  }
  uint32_t *swap = j->class_of;
  j->class_of = j->new;
  j->new = swap;
}

static bool refine(join *j) {
  uint32_t generators = generators_of(j), unchanged = 0, g = generators - 1;
  classify(j);
  while (unchanged < generators) {
    uint32_t before = j->count;
    refine_by(j, g);
    assert(j->count >= before);
    unchanged = j->count == before ? unchanged + 1 : 0;
    g = g == 0 ? generators - 1 : g - 1;
    if (!grundy_misere_step(&j->extension->run, 4 * j->total) ||
        !grundy_extension_check_size(j->extension, j->count))
      return false;
  }
  return true;
}

/* ---- the reduced monoid ------------------------------------------------------------------- */

static uint32_t class_after(const join *j, uint32_t class, uint32_t generator) {
  return j->class_of[image(j, j->some[class], generator)];
}

/* Adds multiples of the generator to the sums so far, as long as there are new classes. `layer` and
 * `next` have room for all classes. */
static void add_generator(join *j, uint32_t generator, uint32_t *known, uint32_t *layer,
                          uint32_t *next) {
  uint32_t length = *known;
  memcpy(layer, j->order, length * sizeof *layer);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < length; i++) {
      next[i] = class_after(j, layer[i], generator);
      if (j->index[next[i]] != GRUNDY_MONOID_NONE) continue;
      grew = true;
      j->parent[*known] = j->index[layer[i]];
      j->last[*known] = j->used_count;
      j->index[next[i]] = *known;
      j->order[(*known)++] = next[i];
    }
    uint32_t *swap = layer;
    layer = next;
    next = swap;
  }
  j->used[j->used_count++] = generator;
}

/* Orders the classes by their representatives. */
static bool order_classes(join *j) {
  grundy_arena *arena = &j->arena;
  uint32_t known = 1;
  j->some = grundy_arena_array(arena, j->count, sizeof *j->some);
  j->order = grundy_arena_array(arena, j->count, sizeof *j->order);
  j->index = grundy_arena_array(arena, j->count, sizeof *j->index);
  j->parent = grundy_arena_zeros(arena, j->count, sizeof *j->parent);
  j->last = grundy_arena_zeros(arena, j->count, sizeof *j->last);
  uint32_t *layer = grundy_arena_array(arena, j->count, sizeof *layer);
  uint32_t *next = grundy_arena_array(arena, j->count, sizeof *next);
  if (arena->failed) return fail_memory(j);
  for (uint64_t i = j->total; i-- > 0;) j->some[j->class_of[i]] = (uint32_t)i;
  for (uint32_t i = 0; i < j->count; i++) j->index[i] = GRUNDY_MONOID_NONE;
  j->order[0] = j->class_of[0];
  j->index[j->order[0]] = 0;
  for (uint32_t g = 0; g < generators_of(j); g++)
    if (j->index[class_after(j, j->class_of[0], g)] == GRUNDY_MONOID_NONE)
      add_generator(j, g, &known, layer, next);
  assert(known == j->count); /* every element is a sum of generators */
  return true;
}

static bool make_monoid(join *j, grundy_misere_level *joined) {
  const grundy_misere_level *level = &j->problem->level;
  grundy_monoid *m = joined->monoid = grundy_monoid_new(j->count, j->used_count);
  if (m == NULL) return fail_memory(j);
  memcpy(m->parent, j->parent, j->count * sizeof *m->parent);
  memcpy(m->last, j->last, j->count * sizeof *m->last);
  for (uint32_t u = 0; u < j->used_count; u++) {
    uint32_t g = j->used[u], *map = m->maps + (uint64_t)u * j->count;
    m->heaps[u] = g < level->monoid->generators ? level->monoid->heaps[g] : level->known + 1;
    for (uint32_t x = 0; x < j->count; x++) map[x] = j->index[class_after(j, j->order[x], g)];
  }
  grundy_monoid_finish(m);
  return true;
}

/* Maps the values of the heaps to the new monoid, and finds what is known about its elements. */
static bool fill_level(join *j, grundy_misere_level *joined) {
  const grundy_misere_level *level = &j->problem->level;
  uint64_t words = grundy_set_words(j->count);
  grundy_misere_run *run = &j->extension->run;
  joined->over = grundy_alloc(j->count, sizeof *joined->over);
  joined->lost = grundy_alloc_zero(words, sizeof *joined->lost);
  joined->won = grundy_alloc_zero(words, sizeof *joined->won);
  if (joined->over == NULL || joined->lost == NULL || joined->won == NULL ||
      !grundy_grow(&joined->values, &joined->value_capacity, level->known + UINT64_C(2),
                   sizeof *joined->values))
    return fail_memory(j);
  for (uint32_t x = 0; x < j->count; x++) {
    uint32_t element = j->some[j->order[x]];
    joined->over[x] = j->over[element];
    if (is_lost(j, element)) grundy_set_add(joined->lost, x);
    if (j->problem->won != NULL && grundy_set_has(j->problem->won, joined->over[x]))
      grundy_set_add(joined->won, x);
  }
  joined->values[0] = 0;
  for (uint32_t h = 1; h <= level->known; h++)
    if (!grundy_level_push(run, joined, j->index[j->class_of[level->values[h]]])) return false;
  uint32_t heap = image(j, 0, level->monoid->generators);
  return grundy_level_push(run, joined, j->index[j->class_of[heap]]);
}

bool grundy_problem_join(grundy_extension *extension, grundy_problem *problem, uint32_t first,
                         uint32_t length, grundy_misere_level *joined) {
  join j = {.extension = extension,
            .problem = problem,
            .first = first,
            .multiples = first + length,
            .size = problem->level.monoid->size,
            .total = (uint64_t)(first + length) * problem->level.monoid->size};
  bool done = j.total < UINT32_MAX || fail_memory(&j);
  done = done && allocate(&j) && find_over(&j) && refine(&j) && order_classes(&j) &&
         make_monoid(&j, joined) && fill_level(&j, joined);
  if (!done) grundy_level_free(joined);
  grundy_arena_free(&j.arena);
  return done;
}
