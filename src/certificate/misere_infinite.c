/* Checks proofs of infinite misère quotients, "grundy misere infinite 1": docs/misere.md has the
 * format and Theorem 4. A sum of heaps is written as X + i·G + j·H, where X is a sum of other heaps
 * and has a class in a finite monoid S; the certificate gives F(s, i, j), the outcome, for a few
 * pairs (i, j), and all others are folded to these:
 *
 *   while both are at least D + c, subtract c from both; then subtract p from i while it is at
 *   least a + p, and q from j while it is at least b + q. Here a and b are at least D + c.
 *
 * Options consist of smaller heaps, so a move adds -1 … t to i and to j, where no option has more
 * than t heaps G or more than t heaps H. Two pairs are alike if i is positive in both or in
 * neither, likewise j, and if F does not change from one to the other, whatever a move adds. So
 * (i, j) is alike to (i - c, j - c) if min(i, j) > D + c; otherwise to (i - p, j) if i >= a + p + c
 * + t + 1, and to (i, j - q) if j >= b + q + c + t + 1. Only the other pairs are tested, and a set
 * of triples (s, i, j) is stored as one set of such pairs per s.
 *
 * The conditions are those of Theorem 1 for the monoid of all (s, i, j), where i and j belong to
 * the surroundings: with V(h) = {(z, i, j) : a move in h, which is neither G nor H, leads to P} and
 * U = {(z, i, j) : a move in one of the i heaps G or of the j heaps H leads to P},
 *
 *   1. heaps without moves have class 1, G and H have moves, and (1, 0, 0) is not in P
 *   2. (zσ(h), i, j) in P implies that (z, i, j) is not in V(h), and P and U are disjoint
 *   3. starting from (1, U), all pairs (x, W) that arise by adding heaps h, x′ = xσ(h),
 *      W′ = {(y, i, j) : (yσ(h), i, j) in W or (yx, i, j) in V(h)}, have (x′, i, j) in P or
 *      (1, i, j) in W′ for all i and j; and (1, U) has so for (i, j) other than (0, 0)
 *
 * A pair (x, W′) need not be examined if some (x, W) with W ⊂ W′ is. */

#include "base/alloc.h"
#include "certificate/bits.h"
#include "certificate/cayley.h"
#include "certificate/kinds.h"
#include "certificate/rules.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
  MOST_HEAPS = 4096,
  MOST_FOLD = 1000,
  MOST_PERIOD = 64,
  MOST_COMMON = 4096,
  MOST_PAIRS = 1 << 16,
  MOST_SHIFTS = 8
};
#define MOST_STATE_WORDS (UINT64_C(1) << 32)

/* An option: the class of its heaps other than G and H, and how many heaps G and H it has. */
typedef struct split {
  uint32_t rest, first, second;
} split;

/* A pair (x, W) that has arisen; a set W is `size` rows of `words` words, one per element of S. */
typedef struct state {
  uint64_t *set;
  uint32_t element;
  uint32_t next; /* of the same element; NONE: the last */
} state;

#define NONE UINT32_MAX

typedef struct checker {
  const grundy_json_proof *proof;
  grundy_arena arena;
  grundy_heap_rules rules;
  grundy_cayley monoid; /* S; all rows are there */
  uint32_t heaps;
  uint32_t first, second;    /* G and H */
  uint32_t *phi;             /* NONE for G and H */
  uint32_t d, c, a, p, b, q; /* of folding */
  uint64_t **outcomes;       /* by i · (b + q) + j, the elements in P; NULL: not a folded pair */

  /* The options of a heap. */
  split *splits;
  uint64_t split_room;
  uint64_t split_count;
  uint32_t most_new; /* t */

  /* The pairs (i, j). */
  uint32_t *pairs_i, *pairs_j;
  uint32_t pair_count;
  uint64_t words;                              /* of a set of pairs */
  uint64_t set_words;                          /* of a set of triples */
  uint64_t *all;                               /* the set of all pairs */
  uint64_t *shifted[MOST_SHIFTS][MOST_SHIFTS]; /* by p + 1 and q + 1: the triples with
                                                  (s, i + p, j + q) in P */
  uint64_t *wins;                              /* U */

  /* Different heaps, other than G and H, that have moves. */
  uint32_t kind_count;
  uint32_t *kind_heaps;
  uint64_t **kind_wins; /* V */

  /* The pairs (x, W). */
  state *states;
  uint64_t state_room;
  uint32_t state_count;
  uint32_t *lists; /* by element, its first state */
} checker;

#define REFUTE(c, ...) grundy_json_proof_refute((c)->proof, __VA_ARGS__)

static grundy_status fail_memory(const checker *c) {
  return grundy_fail_memory(c->proof->error);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* Reads the classes of heaps: 0 for heap 0, null for G and H. */
static grundy_status read_phi(checker *c, const json_t *array) {
  c->phi = grundy_arena_array(&c->arena, c->heaps + UINT64_C(1), sizeof *c->phi);
  if (c->phi == NULL) return fail_memory(c);
  if (json_array_size(array) != c->heaps + UINT64_C(1))
    return grundy_json_proof_fail(c->proof, "phi", "one entry per heap, and one for heap 0");
  for (uint32_t h = 0; h <= c->heaps; h++) {
    const json_t *value = json_array_get(array, h);
    bool is_drifting = h == c->first || h == c->second;
    uint64_t element = NONE;
    grundy_status status = GRUNDY_OK;
    if (!is_drifting)
      status = grundy_json_proof_number(c->proof, value, "phi", 0, h == 0 ? 0 : c->monoid.size - 1,
                                        &element);
    else if (!json_is_null(value))
      status = grundy_json_proof_fail(c->proof, "phi", "null for the heaps that drift");
    if (status != GRUNDY_OK) return status;
    c->phi[h] = (uint32_t)element;
  }
  return GRUNDY_OK;
}

/* Reads the heaps of the maps, which increase. */
static grundy_status read_generators(checker *c, const json_t *array) {
  uint32_t *heaps = grundy_arena_array(&c->arena, c->monoid.generators, sizeof *heaps);
  if (heaps == NULL) return fail_memory(c);
  grundy_status status = grundy_json_proof_numbers(c->proof, array, "generators",
                                                   c->monoid.generators, 1, c->heaps, heaps);
  if (status != GRUNDY_OK) return status;
  for (uint32_t i = 0; i < c->monoid.generators; i++) {
    if (i > 0 && heaps[i] <= heaps[i - 1])
      return grundy_json_proof_fail(c->proof, "generators", "increasing heaps");
    if (c->phi[heaps[i]] != c->monoid.maps[(uint64_t)i * c->monoid.size])
      return REFUTE(c, "'cayley' and 'phi' give different values to heap %" PRIu32, heaps[i]);
  }
  return GRUNDY_OK;
}

/* Reads F for all folded pairs, in order, as sets in the notation of "grundy misere quotient 1". */
static grundy_status read_outcomes(checker *c, const json_t *array) {
  uint64_t columns = c->b + c->q, cells = (c->a + c->p) * columns, given = 0;
  uint64_t words = grundy_proof_bits_words(c->monoid.size);
  c->outcomes = grundy_arena_zeros(&c->arena, cells, sizeof *c->outcomes);
  if (c->outcomes == NULL) return fail_memory(c);
  for (uint64_t cell = 0; cell < cells; cell++) {
    uint64_t i = cell / columns, j = cell % columns, told[2];
    if (i >= c->d + c->c && j >= c->d + c->c) continue;
    const json_t *row = json_array_get(array, given++);
    const char *text = json_string_value(json_array_get(row, 2));
    if (json_array_size(row) != 3 || text == NULL)
      return grundy_json_proof_fail(c->proof, "outcomes", "triples of two numbers and a set");
    grundy_status status =
        grundy_json_proof_number(c->proof, json_array_get(row, 0), "outcomes", i, i, &told[0]);
    if (status == GRUNDY_OK)
      status =
          grundy_json_proof_number(c->proof, json_array_get(row, 1), "outcomes", j, j, &told[1]);
    if (status != GRUNDY_OK) return status;
    c->outcomes[cell] = grundy_arena_zeros(&c->arena, words, sizeof **c->outcomes);
    if (c->outcomes[cell] == NULL) return fail_memory(c);
    if (!grundy_proof_bits_parse(c->outcomes[cell], text, c->monoid.size))
      return grundy_json_proof_fail(c->proof, "outcomes",
                                    "sets of one hexadecimal digit per four elements");
  }
  if (json_array_size(array) != given)
    return grundy_json_proof_fail(c->proof, "outcomes", "one triple per folded pair");
  return GRUNDY_OK;
}

typedef struct members {
  json_t *format, *game, *play, *heaps, *drifting, *size, *generators, *cayley, *phi, *fold,
      *outcomes;
} members;

/* Reads {"diagonal": [D, c], "first": [a, p], "second": [b, q]}. */
static grundy_status read_fold(checker *c, const json_t *object) {
  static const char *const names[] = {"diagonal", "first", "second"};
  json_t *values[3];
  const grundy_json_proof_member list[] = {
      {names[0], &values[0]}, {names[1], &values[1]}, {names[2], &values[2]}, {0}};
  uint32_t numbers[3][2];
  grundy_status status = grundy_json_proof_members(c->proof, object, "fold", list);
  for (uint32_t i = 0; i < 3 && status == GRUNDY_OK; i++) {
    status = grundy_json_proof_numbers(c->proof, values[i], names[i], 2, 0, MOST_FOLD, numbers[i]);
    if (status == GRUNDY_OK && (numbers[i][1] == 0 || numbers[i][1] > MOST_PERIOD))
      status = grundy_json_proof_fail(c->proof, names[i], "a period from 1 to 64");
    if (status == GRUNDY_OK && i > 0 && numbers[i][0] < numbers[0][0] + numbers[0][1])
      status = grundy_json_proof_fail(c->proof, names[i], "a start beyond the diagonal's");
  }
  if (status != GRUNDY_OK) return status;
  c->d = numbers[0][0];
  c->c = numbers[0][1];
  c->a = numbers[1][0];
  c->p = numbers[1][1];
  c->b = numbers[2][0];
  c->q = numbers[2][1];
  return GRUNDY_OK;
}

static grundy_status read_sizes(checker *c, const members *m) {
  uint64_t heaps = 0, size = 0;
  uint32_t drifting[2] = {0};
  const grundy_json_proof *proof = c->proof;
  const char *play;
  grundy_status status = grundy_heap_rules_read(proof, m->game, &c->arena, &c->rules);
  if (status == GRUNDY_OK) status = grundy_json_proof_string(proof, m->play, "play", &play);
  if (status == GRUNDY_OK && strcmp(play, "misere") != 0)
    status = grundy_json_proof_fail(proof, "play", "\"misere\"");
  if (status == GRUNDY_OK)
    status = grundy_json_proof_number(proof, m->heaps, "heaps", 2, MOST_HEAPS, &heaps);
  if (status == GRUNDY_OK)
    status =
        grundy_json_proof_numbers(proof, m->drifting, "drifting", 2, 1, (uint32_t)heaps, drifting);
  if (status == GRUNDY_OK && drifting[0] >= drifting[1])
    status = grundy_json_proof_fail(proof, "drifting", "two increasing heaps");
  if (status == GRUNDY_OK)
    status = grundy_json_proof_number(proof, m->size, "size", 1, GRUNDY_CAYLEY_MAX_SIZE, &size);
  if (status == GRUNDY_OK) status = read_fold(c, m->fold);
  if (status != GRUNDY_OK) return status;
  c->heaps = (uint32_t)heaps;
  c->first = drifting[0];
  c->second = drifting[1];
  c->monoid.size = (uint32_t)size;
  if (c->rules.kind == GRUNDY_RULES_TABLE && c->rules.heaps != c->heaps)
    return grundy_json_proof_fail(proof, "options", "as many heaps as 'heaps' says");
  return GRUNDY_OK;
}

static grundy_status read_all(checker *c) {
  members m;
  const grundy_json_proof_member list[] = {{"format", &m.format},
                                           {"game", &m.game},
                                           {"play", &m.play},
                                           {"heaps", &m.heaps},
                                           {"drifting", &m.drifting},
                                           {"size", &m.size},
                                           {"generators", &m.generators},
                                           {"cayley", &m.cayley},
                                           {"phi", &m.phi},
                                           {"fold", &m.fold},
                                           {"outcomes", &m.outcomes},
                                           {0}};
  grundy_status status =
      grundy_json_proof_members(c->proof, c->proof->root, "the certificate", list);
  if (status == GRUNDY_OK) status = read_sizes(c, &m);
  if (status == GRUNDY_OK) status = grundy_cayley_read(c->proof, m.cayley, &c->arena, &c->monoid);
  if (status == GRUNDY_OK) status = read_phi(c, m.phi);
  if (status == GRUNDY_OK) status = read_generators(c, m.generators);
  return status == GRUNDY_OK ? read_outcomes(c, m.outcomes) : status;
}

/* ---- outcomes ------------------------------------------------------------------------------- */

/* Returns whether (s, i, j) is in P. */
static bool is_p(const checker *c, uint32_t s, uint64_t i, uint64_t j) {
  uint64_t least = i < j ? i : j;
  if (least >= c->d + c->c) {
    uint64_t steps = (least - c->d) / c->c;
    i -= steps * c->c;
    j -= steps * c->c;
  }
  if (i >= c->a + c->p) i = c->a + (i - c->a) % c->p;
  if (j >= c->b + c->q) j = c->b + (j - c->b) % c->q;
  return grundy_proof_bits_has(c->outcomes[i * (c->b + c->q) + j], s);
}

/* Computes the triples (s, i, j) with (s, i + p - 1, j + q - 1) in P. Returns NULL if memory runs
 * out. */
static const uint64_t *shift_p(checker *c, uint32_t p, uint32_t q) {
  assert(p < MOST_SHIFTS && q < MOST_SHIFTS);
  if (c->shifted[p][q] != NULL) return c->shifted[p][q];
  uint64_t *set = grundy_arena_zeros(&c->arena, c->set_words, sizeof *set);
  for (uint32_t s = 0; s < c->monoid.size && set != NULL; s++)
    for (uint32_t r = 0; r < c->pair_count; r++) {
      uint64_t i = c->pairs_i[r] + p, j = c->pairs_j[r] + q;
      if (i > 0 && j > 0 && is_p(c, s, i - 1, j - 1)) grundy_proof_bits_add(set + s * c->words, r);
    }
  return c->shifted[p][q] = set;
}

/* ---- options -------------------------------------------------------------------------------- */

static void add_split(void *context, const uint32_t *parts, uint32_t count) {
  checker *c = context;
  split option = {0};
  for (uint32_t i = 0; i < count; i++)
    if (parts[i] == c->first)
      option.first++;
    else if (parts[i] == c->second)
      option.second++;
    else
      option.rest = c->monoid.rows[c->phi[parts[i]]][option.rest];
  if (option.first > c->most_new) c->most_new = option.first;
  if (option.second > c->most_new) c->most_new = option.second;
  if (grundy_arena_grow(&c->arena, &c->splits, &c->split_room, c->split_count + 1,
                        sizeof *c->splits))
    c->splits[c->split_count++] = option;
}

/* Lists the options of a heap. */
static grundy_status list_options(checker *c, uint32_t heap) {
  c->split_count = 0;
  grundy_heap_rules_visit(&c->rules, heap, add_split, c);
  return c->arena.failed ? fail_memory(c) : grundy_json_proof_step(c->proof, c->split_count + 1);
}

/* Adds the triples in which a listed move leads to P; `lost_first` and `lost_second` say which heap
 * the move replaces, if that is G or H; its parts are smaller, so such a heap must be there. */
static grundy_status add_wins(checker *c, uint32_t lost_first, uint32_t lost_second,
                              uint64_t *set) {
  for (uint64_t o = 0; o < c->split_count; o++) {
    split option = c->splits[o];
    const uint64_t *from =
        shift_p(c, 1 + option.first - lost_first, 1 + option.second - lost_second);
    const uint32_t *row = grundy_cayley_row(&c->monoid, &c->arena, option.rest);
    if (from == NULL || row == NULL) return fail_memory(c);
    for (uint32_t z = 0; z < c->monoid.size; z++)
      for (uint64_t w = 0; w < c->words; w++) set[z * c->words + w] |= from[row[z] * c->words + w];
  }
  return grundy_json_proof_step(c->proof, c->split_count * c->set_words);
}

/* ---- preparing ------------------------------------------------------------------------------ */

/* Computes multiplication by all elements, and the number t. */
static grundy_status find_rows(checker *c) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t x = 0; x < c->monoid.size && status == GRUNDY_OK; x++) {
    if (grundy_cayley_row(&c->monoid, &c->arena, x) == NULL) return fail_memory(c);
    status = grundy_json_proof_step(c->proof, c->monoid.size);
  }
  for (uint32_t h = 1; h <= c->heaps && status == GRUNDY_OK; h++) {
    status = list_options(c, h);
    if (status != GRUNDY_OK || c->split_count > 0) continue;
    if (h == c->first || h == c->second) return REFUTE(c, "heap %" PRIu32 " has no moves", h);
    if (c->phi[h] != 0)
      return REFUTE(c, "heap %" PRIu32 " has no moves, but its value is not 1", h);
  }
  if (status == GRUNDY_OK && c->most_new + 2 > MOST_SHIFTS)
    return grundy_json_proof_fail_limit(c->proof, "equal heaps in an option", MOST_SHIFTS - 2);
  return status;
}

/* Lists the pairs that are tested. */
static grundy_status find_pairs(checker *c) {
  uint32_t last_i = c->a + c->p + c->c + c->most_new + 1, count = 0;
  uint32_t last_j = c->b + c->q + c->c + c->most_new + 1;
  uint64_t most = (uint64_t)last_i * last_j;
  c->pairs_i = grundy_arena_array(&c->arena, most, sizeof *c->pairs_i);
  c->pairs_j = grundy_arena_array(&c->arena, most, sizeof *c->pairs_j);
  if (c->arena.failed) return fail_memory(c);
  for (uint32_t i = 0; i < last_i; i++)
    for (uint32_t j = 0; j < last_j; j++) {
      if (i > c->d + c->c && j > c->d + c->c) continue;
      c->pairs_i[count] = i;
      c->pairs_j[count++] = j;
    }
  if (count > MOST_PAIRS) return grundy_json_proof_fail_limit(c->proof, "pairs", MOST_PAIRS);
  c->pair_count = count;
  c->words = grundy_proof_bits_words(count);
  c->set_words = c->words * c->monoid.size;
  c->all = grundy_arena_zeros(&c->arena, c->words, sizeof *c->all);
  c->wins = grundy_arena_zeros(&c->arena, c->set_words, sizeof *c->wins);
  if (c->arena.failed) return fail_memory(c);
  for (uint32_t r = 0; r < count; r++) grundy_proof_bits_add(c->all, r);
  return GRUNDY_OK;
}

/* ---- conditions 1 and 2 --------------------------------------------------------------------- */

static grundy_status check_drifting(checker *c) {
  if (is_p(c, 0, 0, 0)) return REFUTE(c, "condition 1: the outcome of the empty sum is wrong");
  grundy_status status = list_options(c, c->first);
  if (status == GRUNDY_OK) status = add_wins(c, 1, 0, c->wins);
  if (status == GRUNDY_OK) status = list_options(c, c->second);
  if (status == GRUNDY_OK) status = add_wins(c, 0, 1, c->wins);
  const uint64_t *p = status == GRUNDY_OK ? shift_p(c, 1, 1) : NULL;
  if (status == GRUNDY_OK && p == NULL) status = fail_memory(c);
  if (status == GRUNDY_OK && grundy_proof_bits_meet(p, c->wins, c->set_words))
    return REFUTE(c,
                  "condition 2: a P-position has a move in heap %" PRIu32 " or %" PRIu32
                  " to a P-position",
                  c->first, c->second);
  return status;
}

/* Returns whether an earlier heap has the same class and the same V. */
static bool is_known(const checker *c, uint32_t heap, const uint64_t *wins) {
  for (uint32_t k = 0; k < c->kind_count; k++)
    if (c->phi[c->kind_heaps[k]] == c->phi[heap] &&
        memcmp(c->kind_wins[k], wins, c->set_words * sizeof *wins) == 0)
      return true;
  return false;
}

static grundy_status check_heap(checker *c, uint32_t heap) {
  grundy_status status = list_options(c, heap);
  if (status != GRUNDY_OK || c->split_count == 0) return status;
  uint64_t *wins = grundy_arena_zeros(&c->arena, c->set_words, sizeof *wins);
  if (wins == NULL) return fail_memory(c);
  status = add_wins(c, 0, 0, wins);
  if (status != GRUNDY_OK) return status;
  if (is_known(c, heap, wins)) {
    grundy_arena_release(&c->arena, wins);
    return GRUNDY_OK;
  }
  const uint32_t *row = c->monoid.rows[c->phi[heap]];
  for (uint32_t z = 0; z < c->monoid.size; z++)
    if (grundy_proof_bits_meet(c->shifted[1][1] + row[z] * c->words, wins + z * c->words, c->words))
      return REFUTE(c,
                    "condition 2: a P-position that contains heap %" PRIu32
                    " has a move in it to a P-position",
                    heap);
  c->kind_heaps[c->kind_count] = heap;
  c->kind_wins[c->kind_count++] = wins;
  return GRUNDY_OK;
}

static grundy_status check_heaps(checker *c) {
  c->kind_heaps = grundy_arena_array(&c->arena, c->heaps, sizeof *c->kind_heaps);
  c->kind_wins = grundy_arena_array(&c->arena, c->heaps, sizeof *c->kind_wins);
  if (c->arena.failed) return fail_memory(c);
  grundy_status status = GRUNDY_OK;
  for (uint32_t h = 1; h <= c->heaps && grundy_json_proof_goes_on(c->proof, status); h++)
    if (h != c->first && h != c->second) status = check_heap(c, h);
  return status;
}

/* ---- condition 3 ---------------------------------------------------------------------------- */

/* Returns whether (x, i, j) is in P or (1, i, j) in the set, for all pairs but `except`. */
static bool is_complete(const checker *c, uint32_t x, const uint64_t *set, const uint64_t *except) {
  const uint64_t *p = c->shifted[1][1] + x * c->words;
  for (uint64_t w = 0; w < c->words; w++)
    if ((c->all[w] & ~(p[w] | set[w] | (except == NULL ? 0 : except[w]))) != 0) return false;
  return true;
}

static bool is_covered(const checker *c, uint32_t x, const uint64_t *set) {
  for (uint32_t i = c->lists[x]; i != NONE; i = c->states[i].next)
    if (grundy_proof_bits_are_in(c->states[i].set, set, c->set_words)) return true;
  return false;
}

/* Adds (x, set); the set is copied. */
static grundy_status add_state(checker *c, uint32_t x, const uint64_t *set) {
  if ((c->state_count + UINT64_C(1)) * c->set_words > MOST_STATE_WORDS ||
      c->state_count == NONE - 1)
    return grundy_json_proof_fail_limit(c->proof, "states", MOST_STATE_WORDS / c->set_words);
  uint64_t *copy = grundy_arena_array(&c->arena, c->set_words, sizeof *copy);
  if (copy == NULL || !grundy_arena_grow(&c->arena, &c->states, &c->state_room,
                                         c->state_count + UINT64_C(1), sizeof *c->states))
    return fail_memory(c);
  memcpy(copy, set, c->set_words * sizeof *copy);
  c->states[c->state_count] = (state){copy, x, c->lists[x]};
  c->lists[x] = c->state_count++;
  return GRUNDY_OK;
}

/* Adds a heap of a kind to a state; `set` is scratch memory. */
static grundy_status add_heap(checker *c, uint32_t number, uint32_t kind, uint64_t *set) {
  state from = c->states[number];
  uint32_t heap = c->kind_heaps[kind], value = c->phi[heap];
  const uint32_t *times = c->monoid.rows[value], *row = c->monoid.rows[from.element];
  const uint64_t *wins = c->kind_wins[kind];
  for (uint32_t y = 0; y < c->monoid.size; y++) {
    const uint64_t *one = from.set + times[y] * c->words, *other = wins + row[y] * c->words;
    for (uint64_t w = 0; w < c->words; w++) set[y * c->words + w] = one[w] | other[w];
  }
  uint32_t to = times[from.element];
  if (!is_complete(c, to, set, NULL))
    return REFUTE(c, "condition 3: a sum with heap %" PRIu32 " that is not in P has no move to P",
                  heap);
  grundy_status status = is_covered(c, to, set) ? GRUNDY_OK : add_state(c, to, set);
  return status == GRUNDY_OK ? grundy_json_proof_step(c->proof, c->set_words) : status;
}

static grundy_status check_closed(checker *c) {
  uint64_t *set = grundy_arena_array(&c->arena, c->set_words, sizeof *set);
  uint64_t *empty = grundy_arena_zeros(&c->arena, c->words, sizeof *empty);
  c->lists = grundy_arena_array(&c->arena, c->monoid.size, sizeof *c->lists);
  if (c->arena.failed) return fail_memory(c);
  for (uint32_t x = 0; x < c->monoid.size; x++) c->lists[x] = NONE;
  assert(c->pairs_i[0] == 0 && c->pairs_j[0] == 0);
  grundy_proof_bits_add(empty, 0);
  if (!is_complete(c, 0, c->wins, empty))
    return REFUTE(c,
                  "condition 3: a sum of heaps %" PRIu32 " and %" PRIu32
                  " that is not in P has no move to P",
                  c->first, c->second);
  grundy_status status = add_state(c, 0, c->wins);
  for (uint32_t i = 0; i < c->state_count && grundy_json_proof_goes_on(c->proof, status); i++)
    for (uint32_t kind = 0; kind < c->kind_count && grundy_json_proof_goes_on(c->proof, status);
         kind++)
      status = add_heap(c, i, kind, set);
  return status;
}

/* ---- infinity ------------------------------------------------------------------------------- */

static uint64_t common_multiple(uint64_t x, uint64_t y) {
  assert(x > 0 && y > 0);
  uint64_t a = x, b = y;
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return x / a * y;
}

/* Marks the classes of sums of heaps below H. */
static bool mark_small(checker *c, bool *is_small) {
  uint32_t *queue = grundy_arena_array(&c->arena, c->monoid.size, sizeof *queue), count = 1;
  if (queue == NULL) return false;
  queue[0] = 0;
  is_small[0] = true;
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t h = 1; h < c->second; h++) {
      if (h == c->first) continue;
      uint32_t to = c->monoid.rows[c->phi[h]][queue[at]];
      if (!is_small[to]) queue[count++] = to;
      is_small[to] = true;
    }
  return true;
}

/* Let L be a multiple of c, p and q, and K a multiple of L with K - L >= a, b and D + c. Then the
 * outcome of (s, i, j) depends only on s and on i and j modulo L if i - j >= K - L and j >= D, and
 * likewise if j - i >= K - L and i >= D. If these two outcomes differ for some s and some
 * remainders u and v, the multiples u + 3nK of G, n = 1, 2, 3 …, are pairwise distinguishable: for
 * n < m, a sum of class s and v + (3n + 1)K heaps H tell them apart. u itself, which may be less
 * than D, is not among them. */
static bool tells_apart(const checker *c, uint32_t s, uint64_t length) {
  assert(length > 0);
  uint64_t far = (c->a + c->b + c->d + c->c) / length * length + 2 * length;
  for (uint64_t u = 0; u < length; u++)
    for (uint64_t v = 0; v < length; v++)
      if (is_p(c, s, u + 2 * far, v + far) != is_p(c, s, u + far, v + 2 * far)) return true;
  return false;
}

static grundy_status check_infinite(checker *c) {
  uint64_t length = common_multiple(common_multiple(c->c, c->p), c->q);
  bool *is_small = grundy_arena_zeros(&c->arena, c->monoid.size, sizeof *is_small);
  if (length > MOST_COMMON) return grundy_json_proof_fail_limit(c->proof, "periods", MOST_COMMON);
  if (is_small == NULL || !mark_small(c, is_small)) return fail_memory(c);
  for (uint32_t s = 0; s < c->monoid.size; s++) {
    if (is_small[s] && tells_apart(c, s, length)) return GRUNDY_OK;
    grundy_status status = grundy_json_proof_step(c->proof, length * length);
    if (status != GRUNDY_OK) return status;
  }
  return REFUTE(c, "no sum tells infinitely many multiples of heap %" PRIu32 " apart", c->first);
}

static void write_claim(const checker *c) {
  const char *game = c->rules.kind == GRUNDY_RULES_TABLE ? "a table" : c->proof->report->game;
  (void)snprintf(c->proof->report->claim, GRUNDY_ERROR_MAX_TEXT,
                 "%.*s in misere play: the quotient of the heaps up to n is infinite for every n "
                 ">= %" PRIu32 ", because heaps %" PRIu32 " and %" PRIu32
                 " drift; the outcomes of all sums of heaps up to %" PRIu32 " are proved",
                 grundy_excerpt(game, strlen(game)), game, c->second, c->first, c->second,
                 c->heaps);
}

static grundy_status check(const grundy_json_proof *proof) {
  checker c = {.proof = proof};
  grundy_status status = read_all(&c);
  if (grundy_json_proof_goes_on(proof, status))
    status = grundy_cayley_check(proof, &c.arena, &c.monoid);
  if (grundy_json_proof_goes_on(proof, status)) status = find_rows(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = find_pairs(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_drifting(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_heaps(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_closed(&c);
  if (grundy_json_proof_goes_on(proof, status)) status = check_infinite(&c);
  if (grundy_json_proof_goes_on(proof, status)) write_claim(&c);
  return grundy_arena_end(&c.arena, status, proof->error);
}

const grundy_json_proof_kind grundy_misere_infinite_proof = {"grundy misere infinite 1", check};
