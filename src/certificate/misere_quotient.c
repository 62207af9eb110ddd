/* Checks proofs of misère quotients, "grundy misere quotient 1": docs/misere.md has the format, the
 * theorems and why these conditions suffice. Q is the monoid of the certificate, Φ(h) the value of
 * heap h, and level j says in P_j which sums X of the heaps, plus j more heaps of size `heaps`, are
 * P-positions; a proof of a quotient has level 0 only.
 *
 * A heap h with moves is seen as the pair of Φ(h) and V(h) = {z : a move in h to o has zΦ(o) in P}.
 * The conditions on a level are those of Theorem 1:
 *
 *   1. Φ(h) = 1 for heaps without moves; level 0: 1 is in P in normal play only; other levels: 1 is
 *      in P or in U, where U = {x : xΦ(o) in P of the level before, o an option of heap `heaps`}
 *   2. zΦ(h) in P implies that z is not in V(h); P and U are disjoint
 *   3. the transitions (x, W) contain one (1, W) with W ⊂ U (level 0: W = ∅), and are closed: for h
 *      with moves, x′ = xΦ(h), W′ = {y : yΦ(h) in W} ∪ {y : yx in V(h)}, x′ is in P or 1 in W′, and
 *      there is a transition (x′, W″) with W″ ⊂ W′
 *
 * Time O((transitions + elements) · different heaps · elements). */

#include "certificate/bits.h"
#include "certificate/cayley.h"
#include "certificate/kinds.h"
#include "certificate/rules.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_LEVELS = 4096, MOST_TRANSITIONS = 1 << 24 };

typedef struct level {
  uint64_t *p;          /* the set P */
  uint32_t p_count;     /* its size */
  uint32_t count;       /* of transitions, which are sorted by x */
  uint32_t *first;      /* by x, the number of its first transition; size + 1 entries */
  uint64_t *sets;       /* W of each transition */
  const uint64_t *wins; /* the set U; NULL at level 0 */
} level;

/* Heaps with the same value and the same V. */
typedef struct heap_kind {
  uint32_t heap; /* the first one */
  uint32_t value;
  uint64_t *wins; /* V */
} heap_kind;

typedef struct checker {
  const grundy_json_proof *proof;
  grundy_arena arena;
  grundy_heap_rules rules;
  grundy_cayley monoid;
  uint64_t words; /* of a set of elements */
  bool is_misere;
  bool is_bound;   /* the claim is "lower bound" */
  uint32_t heaps;  /* as the file says */
  uint32_t valued; /* heaps below this have a value */
  uint32_t *phi;
  level *levels;
  uint32_t level_count;
  bool has_period;
  uint64_t start, length;

  /* The values of the options of a heap. */
  uint32_t *stamps; /* by element: the heap that had this value last */
  uint32_t stamp;
  uint32_t *values;
  uint32_t value_count;
  uint64_t option_count;

  /* The level that is being checked. */
  const level *at;
  uint64_t **shifted; /* by element e, {z : ze in P}; NULL: not computed yet */
  heap_kind *kinds;
  uint64_t kind_room;
  uint32_t kind_count;
} checker;

/* Refutes the proof. */
#define REFUTE(c, ...) grundy_json_proof_refute((c)->proof, __VA_ARGS__)

static grundy_status fail_memory(const checker *c) {
  return grundy_fail_memory(c->proof->error);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Reads increasing elements. */
static grundy_status read_p(checker *c, const json_t *array, level *to) {
  size_t count;
  uint32_t least = 0, size = c->monoid.size;
  grundy_status status = grundy_json_proof_array(c->proof, array, "P", "an array", &count);
  if (status != GRUNDY_OK) return status;
  to->p = grundy_arena_zeros(&c->arena, c->words, sizeof *to->p);
  if (to->p == NULL) return fail_memory(c);
  for (size_t i = 0; i < count; i++) {
    uint64_t element;
    if (least == size) return grundy_json_proof_fail(c->proof, "P", "increasing elements");
    status = grundy_json_proof_number(c->proof, json_array_get(array, i), "P", least, size - 1,
                                      &element);
    if (status != GRUNDY_OK) return status;
    grundy_proof_bits_add(to->p, (uint32_t)element);
    least = (uint32_t)element + 1;
  }
  to->p_count = (uint32_t)count;
  return GRUNDY_OK;
}

/* Counts the transitions of each element, and turns the counts into places. */
static grundy_status sort_transitions(checker *c, const json_t *array, level *to,
                                      uint32_t *elements) {
  for (uint32_t i = 0; i < to->count; i++) {
    uint64_t x;
    const json_t *pair = json_array_get(array, i);
    if (json_array_size(pair) != 2)
      return grundy_json_proof_fail(c->proof, "transitions", "pairs of an element and a set");
    grundy_status status = grundy_json_proof_number(c->proof, json_array_get(pair, 0),
                                                    "transitions", 0, c->monoid.size - 1, &x);
    if (status != GRUNDY_OK) return status;
    elements[i] = (uint32_t)x;
    to->first[x + 1]++;
  }
  for (uint32_t x = 0; x < c->monoid.size; x++) to->first[x + 1] += to->first[x];
  return GRUNDY_OK;
}

static grundy_status read_transitions(checker *c, const json_t *array, level *to) {
  size_t count;
  grundy_status status =
      grundy_json_proof_array(c->proof, array, "transitions", "an array", &count);
  if (status != GRUNDY_OK) return status;
  if (count > MOST_TRANSITIONS)
    return grundy_json_proof_fail_limit(c->proof, "transitions", MOST_TRANSITIONS);
  to->count = (uint32_t)count;
  to->first = grundy_arena_zeros(&c->arena, c->monoid.size + UINT64_C(1), sizeof *to->first);
  to->sets = grundy_arena_array(&c->arena, count * c->words, sizeof *to->sets);
  uint32_t *elements = grundy_arena_array(&c->arena, count, sizeof *elements);
  uint32_t *used = grundy_arena_zeros(&c->arena, c->monoid.size, sizeof *used);
  if (c->arena.failed) return fail_memory(c);
  status = sort_transitions(c, array, to, elements);
  for (uint32_t i = 0; i < to->count && status == GRUNDY_OK; i++) {
    uint64_t place = to->first[elements[i]] + used[elements[i]]++;
    const char *text = json_string_value(json_array_get(json_array_get(array, i), 1));
    if (text == NULL || !grundy_proof_bits_parse(to->sets + place * c->words, text, c->monoid.size))
      status = grundy_json_proof_fail(c->proof, "transitions",
                                      "sets of one hexadecimal digit per four elements");
  }
  grundy_arena_release(&c->arena, used);
  grundy_arena_release(&c->arena, elements);
  return status;
}

static grundy_status read_levels(checker *c, const json_t *array) {
  uint64_t count = json_array_size(array);
  if (count == 0 || (!c->is_bound && count != 1))
    return grundy_json_proof_fail(c->proof, "levels",
                                  c->is_bound ? "an array of levels" : "an array of one level");
  if (count > MOST_LEVELS) return grundy_json_proof_fail_limit(c->proof, "levels", MOST_LEVELS);
  c->level_count = (uint32_t)count;
  c->levels = grundy_arena_zeros(&c->arena, count, sizeof *c->levels);
  if (c->levels == NULL) return fail_memory(c);
  grundy_status status = GRUNDY_OK;
  for (uint32_t j = 0; j < count && status == GRUNDY_OK; j++) {
    json_t *p, *transitions;
    const grundy_json_proof_member members[] = {{"P", &p}, {"transitions", &transitions}, {0}};
    status = grundy_json_proof_members(c->proof, json_array_get(array, j), "a level", members);
    if (status == GRUNDY_OK) status = read_p(c, p, &c->levels[j]);
    if (status == GRUNDY_OK) status = read_transitions(c, transitions, &c->levels[j]);
  }
  return status;
}

static grundy_status read_period(checker *c, const json_t *period) {
  json_t *start, *length;
  const grundy_json_proof_member members[] = {{"start", &start}, {"length", &length}, {0}};
  c->has_period = !json_is_null(period);
  if (!c->has_period) return GRUNDY_OK;
  grundy_status status = grundy_json_proof_members(c->proof, period, "period", members);
  if (status == GRUNDY_OK)
    status = grundy_json_proof_number(c->proof, start, "start", 1, c->heaps, &c->start);
  if (status == GRUNDY_OK)
    status = grundy_json_proof_number(c->proof, length, "length", 1, c->heaps, &c->length);
  return status;
}

/* Reads one of two words. */
static grundy_status read_choice(const checker *c, const json_t *value, const char *member,
                                 const char *no, const char *yes, bool *is_yes) {
  const char *text;
  char expected[80];
  grundy_status status = grundy_json_proof_string(c->proof, value, member, &text);
  if (status != GRUNDY_OK) return status;
  *is_yes = strcmp(text, yes) == 0;
  if (*is_yes || strcmp(text, no) == 0) return GRUNDY_OK;
  (void)snprintf(expected, sizeof expected, "\"%s\" or \"%s\"", no, yes);
  return grundy_json_proof_fail(c->proof, member, expected);
}

/* Reads the generators, increasing heaps, whose values the maps must be. */
static grundy_status read_generators(checker *c, const json_t *array) {
  const grundy_cayley *monoid = &c->monoid;
  uint32_t *heaps = grundy_arena_array(&c->arena, monoid->generators, sizeof *heaps);
  if (heaps == NULL) return fail_memory(c);
  grundy_status status = grundy_json_proof_numbers(c->proof, array, "generators",
                                                   monoid->generators, 1, c->valued - 1, heaps);
  if (status != GRUNDY_OK) return status;
  for (uint32_t i = 0; i < monoid->generators; i++) {
    if (i > 0 && heaps[i] <= heaps[i - 1])
      return grundy_json_proof_fail(c->proof, "generators", "increasing heaps");
    if (c->phi[heaps[i]] != monoid->maps[(uint64_t)i * monoid->size])
      return REFUTE(c, "'cayley' and 'phi' give different values to heap %" PRIu32, heaps[i]);
  }
  return GRUNDY_OK;
}

/* The members that are read one after the other. */
typedef struct members {
  json_t *format, *game, *play, *claim, *heaps, *size, *generators, *cayley, *phi, *levels, *period;
} members;

/* Reads what the sizes of everything else follow from. */
static grundy_status read_sizes(checker *c, const members *m) {
  uint64_t heaps = 0, size = 0;
  grundy_status status = grundy_heap_rules_read(c->proof, m->game, &c->arena, &c->rules);
  if (status == GRUNDY_OK)
    status = read_choice(c, m->play, "play", "normal", "misere", &c->is_misere);
  if (status == GRUNDY_OK)
    status = read_choice(c, m->claim, "claim", "quotient", "lower bound", &c->is_bound);
  if (status == GRUNDY_OK)
    status =
        grundy_json_proof_number(c->proof, m->heaps, "heaps", 1, GRUNDY_RULES_MAX_HEAP, &heaps);
  if (status == GRUNDY_OK)
    status = grundy_json_proof_number(c->proof, m->size, "size", 1, GRUNDY_CAYLEY_MAX_SIZE, &size);
  if (status != GRUNDY_OK) return status;
  c->heaps = (uint32_t)heaps;
  c->valued = c->heaps + (c->is_bound ? 0 : 1);
  c->monoid.size = (uint32_t)size;
  c->words = grundy_proof_bits_words(size);
  if (c->rules.kind == GRUNDY_RULES_TABLE && c->rules.heaps != c->heaps)
    return grundy_json_proof_fail(c->proof, "options", "as many heaps as 'heaps' says");
  return GRUNDY_OK;
}

static grundy_status read_all(checker *c) {
  members m;
  const grundy_json_proof_member list[] = {
      {"format", &m.format},         {"game", &m.game},     {"play", &m.play},
      {"claim", &m.claim},           {"heaps", &m.heaps},   {"size", &m.size},
      {"generators", &m.generators}, {"cayley", &m.cayley}, {"phi", &m.phi},
      {"levels", &m.levels},         {"period", &m.period}, {0}};
  grundy_status status =
      grundy_json_proof_members(c->proof, c->proof->root, "the certificate", list);
  if (status == GRUNDY_OK) status = read_sizes(c, &m);
  if (status != GRUNDY_OK) return status;
  c->phi = grundy_arena_array(&c->arena, c->valued, sizeof *c->phi);
  c->stamps = grundy_arena_zeros(&c->arena, c->monoid.size, sizeof *c->stamps);
  c->values = grundy_arena_array(&c->arena, c->monoid.size, sizeof *c->values);
  c->shifted = grundy_arena_zeros(&c->arena, c->monoid.size, sizeof *c->shifted);
  if (c->arena.failed) return fail_memory(c);
  status = grundy_cayley_read(c->proof, m.cayley, &c->arena, &c->monoid);
  if (status == GRUNDY_OK)
    status =
        grundy_json_proof_numbers(c->proof, m.phi, "phi", c->valued, 0, c->monoid.size - 1, c->phi);
  if (status == GRUNDY_OK) status = read_levels(c, m.levels);
  if (status == GRUNDY_OK) status = read_period(c, m.period);
  if (status == GRUNDY_OK && c->phi[0] != 0)
    return grundy_json_proof_fail(c->proof, "phi", "0 for heap 0");
  return status == GRUNDY_OK ? read_generators(c, m.generators) : status;
}

/* ---- heaps ---------------------------------------------------------------------------------- */

/* Notes the value of an option; rows of the values of all heaps are there. */
static void add_option(void *context, const uint32_t *parts, uint32_t count) {
  checker *c = context;
  uint32_t value = 0;
  for (uint32_t i = 0; i < count; i++) value = c->monoid.rows[c->phi[parts[i]]][value];
  c->option_count++;
  if (c->stamps[value] == c->stamp) return;
  c->stamps[value] = c->stamp;
  c->values[c->value_count++] = value;
}

/* Lists the values of the options of a heap. */
static grundy_status list_options(checker *c, uint32_t heap) {
  uint64_t before = c->option_count;
  c->stamp++;
  c->value_count = 0;
  grundy_heap_rules_visit(&c->rules, heap, add_option, c);
  return grundy_json_proof_step(c->proof, c->option_count - before + 1);
}

/* Returns {z : ze in P}; NULL if memory runs out. */
static const uint64_t *shift_p(checker *c, uint32_t e) {
  if (c->shifted[e] == NULL) {
    uint32_t *row = grundy_arena_array(&c->arena, c->monoid.size, sizeof *row);
    uint64_t *set = grundy_arena_zeros(&c->arena, c->words, sizeof *set);
    if (c->arena.failed) return NULL;
    grundy_cayley_multiply(&c->monoid, e, row);
    grundy_proof_bits_pull(set, c->at->p, row, c->monoid.size);
    grundy_arena_release(&c->arena, row);
    c->shifted[e] = set;
  }
  return c->shifted[e];
}

/* Computes {z : ze in P for a listed value e}. False if memory runs out. */
static bool unite_values(checker *c, uint64_t *set) {
  memset(set, 0, c->words * sizeof *set);
  for (uint32_t i = 0; i < c->value_count; i++) {
    const uint64_t *shifted = shift_p(c, c->values[i]);
    if (shifted == NULL) return false;
    for (uint64_t w = 0; w < c->words; w++) set[w] |= shifted[w];
  }
  return true;
}

/* Returns whether a kind has this value and this set. */
static bool is_known(const checker *c, uint32_t value, const uint64_t *wins) {
  for (uint32_t i = 0; i < c->kind_count; i++)
    if (c->kinds[i].value == value && memcmp(c->kinds[i].wins, wins, c->words * sizeof *wins) == 0)
      return true;
  return false;
}

/* Finds the kinds of heaps, and checks conditions 1 and 2 for each heap. */
static grundy_status find_kinds(checker *c) {
  uint64_t *wins = NULL;
  grundy_status status = GRUNDY_OK;
  c->kind_count = 0;
  for (uint32_t h = 1; h < c->valued && grundy_json_proof_goes_on(c->proof, status); h++) {
    status = list_options(c, h);
    if (status != GRUNDY_OK) return status;
    if (c->value_count == 0) {
      if (c->phi[h] != 0)
        return REFUTE(c, "heap %" PRIu32 " has no moves, but its value is not 1", h);
      continue;
    }
    if (wins == NULL) wins = grundy_arena_array(&c->arena, c->words, sizeof *wins);
    if (wins == NULL || !unite_values(c, wins)) return fail_memory(c);
    if (is_known(c, c->phi[h], wins)) continue;
    const uint32_t *row = c->monoid.rows[c->phi[h]];
    for (uint32_t z = 0; z < c->monoid.size; z++)
      if (grundy_proof_bits_has(c->at->p, row[z]) && grundy_proof_bits_has(wins, z))
        return REFUTE(c,
                      "condition 2: a P-position that contains heap %" PRIu32
                      " has a move in it to a P-position",
                      h);
    if (!grundy_arena_grow(&c->arena, &c->kinds, &c->kind_room, c->kind_count + UINT64_C(1),
                           sizeof *c->kinds))
      return fail_memory(c);
    c->kinds[c->kind_count++] = (heap_kind){h, c->phi[h], wins};
    wins = NULL;
    status = grundy_json_proof_step(c->proof, c->monoid.size);
  }
  return status;
}

/* ---- levels --------------------------------------------------------------------------------- */

/* Returns whether some transition from x has a set within that set. */
static bool is_covered(const checker *c, uint32_t x, const uint64_t *set) {
  const level *at = c->at;
  for (uint32_t i = at->first[x]; i < at->first[x + 1]; i++)
    if (grundy_proof_bits_are_in(at->sets + i * c->words, set, c->words)) return true;
  return false;
}

/* Checks condition 3 for the transitions of x and heaps of a kind. `row` is multiplication by x,
 * `base` and `set` are scratch sets. */
static grundy_status check_transitions(checker *c, uint32_t x, const heap_kind *kind,
                                       const uint32_t *row, uint64_t *base, uint64_t *set) {
  const uint32_t *times = c->monoid.rows[kind->value];
  uint32_t to = times[x];
  memset(base, 0, c->words * sizeof *base);
  grundy_proof_bits_pull(base, kind->wins, row, c->monoid.size);
  for (uint32_t i = c->at->first[x]; i < c->at->first[x + 1]; i++) {
    memcpy(set, base, c->words * sizeof *set);
    grundy_proof_bits_pull(set, c->at->sets + i * c->words, times, c->monoid.size);
    if (!grundy_proof_bits_has(c->at->p, to) && !grundy_proof_bits_has(set, 0))
      return REFUTE(c, "condition 3: a sum with heap %" PRIu32 " that is not in P has no move to P",
                    kind->heap);
    if (!is_covered(c, to, set))
      return REFUTE(c, "condition 3: the transitions are not closed under adding heap %" PRIu32,
                    kind->heap);
  }
  return grundy_json_proof_step(
      c->proof, c->monoid.size * (c->at->first[x + 1] - c->at->first[x] + UINT64_C(1)));
}

static grundy_status check_closed(checker *c) {
  uint64_t mark = c->arena.count;
  uint32_t *row = grundy_arena_array(&c->arena, c->monoid.size, sizeof *row);
  uint64_t *base = grundy_arena_array(&c->arena, c->words, sizeof *base);
  uint64_t *set = grundy_arena_array(&c->arena, c->words, sizeof *set);
  if (c->arena.failed) return fail_memory(c);
  grundy_status status = GRUNDY_OK;
  for (uint32_t x = 0; x < c->monoid.size && grundy_json_proof_goes_on(c->proof, status); x++) {
    if (c->at->first[x] == c->at->first[x + 1]) continue;
    grundy_cayley_multiply(&c->monoid, x, row);
    for (uint32_t i = 0; i < c->kind_count && grundy_json_proof_goes_on(c->proof, status); i++)
      status = check_transitions(c, x, &c->kinds[i], row, base, set);
  }
  grundy_arena_rewind(&c->arena, mark);
  return status;
}

/* Checks the first transition and the outcome of the empty sum. `wins` is the set U. */
static grundy_status check_start(const checker *c, const uint64_t *wins) {
  bool is_p = grundy_proof_bits_has(c->at->p, 0);
  if (!is_covered(c, 0, wins))
    return REFUTE(c, "condition 3: no transition belongs to the empty sum");
  if (c->at == c->levels)
    return is_p == c->is_misere ? REFUTE(c, "condition 1: the outcome of the empty sum is wrong")
                                : GRUNDY_OK;
  if (!is_p && !grundy_proof_bits_has(wins, 0))
    return REFUTE(c,
                  "condition 1: copies of heap %" PRIu32 " alone are not in P, but no move of "
                  "theirs leads to P",
                  c->heaps);
  if (grundy_proof_bits_meet(c->at->p, wins, c->words))
    return REFUTE(c,
                  "condition 2: a P-position that contains heap %" PRIu32
                  " has a move in it to a P-position",
                  c->heaps);
  return GRUNDY_OK;
}

/* Computes U of the next level, from the options of heap `heaps` and P of this level. */
static grundy_status find_wins(checker *c, uint64_t *wins) {
  grundy_status status = list_options(c, c->heaps);
  if (status != GRUNDY_OK) return status;
  if (c->value_count == 0) return REFUTE(c, "heap %" PRIu32 " has no moves", c->heaps);
  return unite_values(c, wins) ? GRUNDY_OK : fail_memory(c);
}

/* Checks all levels. What is computed for a level is freed with it. */
static grundy_status check_levels(checker *c) {
  uint64_t *wins = grundy_arena_zeros(&c->arena, c->words, sizeof *wins);
  if (wins == NULL) return fail_memory(c);
  grundy_status status = GRUNDY_OK;
  for (uint32_t j = 0; j < c->level_count && grundy_json_proof_goes_on(c->proof, status); j++) {
    uint64_t mark = c->arena.count;
    c->at = &c->levels[j];
    status = check_start(c, wins);
    if (grundy_json_proof_goes_on(c->proof, status)) status = find_kinds(c);
    if (grundy_json_proof_goes_on(c->proof, status)) status = check_closed(c);
    if (grundy_json_proof_goes_on(c->proof, status) && j + 1 < c->level_count)
      status = find_wins(c, wins);
    grundy_arena_rewind(&c->arena, mark);
    memset(c->shifted, 0, c->monoid.size * sizeof *c->shifted);
    c->kinds = NULL;
    c->kind_room = 0;
  }
  return status;
}

/* ---- the rest ------------------------------------------------------------------------------- */

/* Computes the multiplication by the values of all heaps, except the one that has none. */
static grundy_status find_rows(checker *c) {
  for (uint32_t h = 0; h < c->valued; h++) {
    bool is_new = c->monoid.rows[c->phi[h]] == NULL;
    if (grundy_cayley_row(&c->monoid, &c->arena, c->phi[h]) == NULL) return fail_memory(c);
    grundy_status status = is_new ? grundy_json_proof_step(c->proof, c->monoid.size) : GRUNDY_OK;
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* Checks that different elements are told apart by the sets P of some levels and products. */
static grundy_status check_reduced(checker *c) {
  uint32_t *classes = grundy_arena_zeros(&c->arena, c->monoid.size, sizeof *classes);
  uint32_t *keys = grundy_arena_array(&c->arena, c->monoid.size, sizeof *keys), count = 1;
  if (c->arena.failed) return fail_memory(c);
  for (uint32_t j = 0; j < c->level_count && count != 0; j++) {
    for (uint32_t x = 0; x < c->monoid.size; x++)
      keys[x] = grundy_proof_bits_has(c->levels[j].p, x);
    count = grundy_cayley_split(&c->monoid, classes, keys);
  }
  if (count != 0) count = grundy_cayley_refine(&c->monoid, classes);
  if (count == 0) return fail_memory(c);
  if (count == c->monoid.size) return GRUNDY_OK;
  return REFUTE(c, "not reduced: only %" PRIu32 " of %" PRIu32 " elements can be told apart", count,
                c->monoid.size);
}

/* Checks Theorem 3. */
static grundy_status check_period(const checker *c) {
  uint32_t taken, parts;
  if (!c->has_period) return GRUNDY_OK;
  if (c->is_bound || !grundy_heap_rules_bound(&c->rules, &taken, &parts))
    return REFUTE(c, "no theorem proves a period of this game");
  if (c->heaps < parts * (c->start + c->length) + taken - 1)
    return REFUTE(c, "the period needs the values of more heaps");
  for (uint64_t n = c->start; n + c->length <= c->heaps; n++)
    if (c->phi[n] != c->phi[n + c->length])
      return REFUTE(c, "the period fails at heap %" PRIu64, n + c->length);
  return GRUNDY_OK;
}

static void write_claim(const checker *c) {
  char *claim = c->proof->report->claim, game[100], rest[160];
  const char *play = c->is_misere ? "misere" : "normal";
  if (c->rules.kind == GRUNDY_RULES_TABLE)
    (void)snprintf(game, sizeof game, "a table of %" PRIu32 " heaps", c->heaps);
  else
    (void)snprintf(game, sizeof game, "%.*s",
                   grundy_excerpt(c->proof->report->game, strlen(c->proof->report->game)),
                   c->proof->report->game);
  if (c->is_bound)
    (void)snprintf(rest, sizeof rest,
                   "the quotient of the heaps up to %" PRIu32 " has at least %" PRIu32 " elements",
                   c->heaps, c->monoid.size);
  else if (c->has_period)
    (void)snprintf(rest, sizeof rest,
                   "the quotient has order %" PRIu32 ", P has size %" PRIu32
                   ", and values have period %" PRIu64 " from heap %" PRIu64,
                   c->monoid.size, c->levels[0].p_count, c->length, c->start);
  else
    (void)snprintf(rest, sizeof rest,
                   "the quotient of the heaps up to %" PRIu32 " has order %" PRIu32
                   ", and P has size %" PRIu32,
                   c->heaps, c->monoid.size, c->levels[0].p_count);
  (void)snprintf(claim, GRUNDY_ERROR_MAX_TEXT, "%s in %s play: %s", game, play, rest);
}

static grundy_status check(const grundy_json_proof *proof) {
  checker c = {.proof = proof};
  grundy_status status = read_all(&c);
  if (grundy_json_proof_goes_on(proof, status))
    status = grundy_cayley_check(proof, &c.arena, &c.monoid);
  if (grundy_json_proof_goes_on(proof, status)) status = find_rows(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_levels(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_reduced(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_period(&c);
  if (grundy_json_proof_goes_on(proof, status)) write_claim(&c);
  return grundy_arena_end(&c.arena, status, proof->error);
}

const grundy_json_proof_kind grundy_misere_quotient_proof = {"grundy misere quotient 1", check};
