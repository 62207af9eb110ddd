/* Chooses witnesses: heaps of common value which, as one part of a move, exclude many rare values.
 *
 * A witness of number x excludes the rare number i for a heap if its other part has the common
 * number i ⊕ x. Recent values give the probability of that. Assuming independence, the
 * probabilities that i stays open are multiplied. Greedily, the number that closes most is chosen,
 * until it closes less than its tile costs. A wrong guess only costs time. */

#include "base/alloc.h"
#include "heap/sparse.h"

enum { LATELY = 4096, MOST_WITNESSES = 2048 };

typedef struct guess {
  double *share;  /* by common number: its recent frequency */
  double *open;   /* by rare number: how often it is needed and still open */
  double *gain;   /* by number: an upper bound on what one more witness of it closes */
  uint32_t *next; /* by number: the next of its places */
} guess;

static void guess_free(guess *g) {
  free(g->share);
  free(g->open);
  free(g->gain);
  free(g->next);
}

static bool guess_make(guess *g, uint32_t numbers) {
  g->share = grundy_alloc_zero(numbers, sizeof *g->share);
  g->open = grundy_alloc_zero(numbers, sizeof *g->open);
  g->gain = grundy_alloc(numbers, sizeof *g->gain);
  g->next = grundy_alloc_zero(numbers, sizeof *g->next);
  return g->share != NULL && g->open != NULL && g->gain != NULL && g->next != NULL;
}

static void look_back(const grundy_sparse *s, guess *g) {
  uint32_t known = s->heaps->known, first = known < LATELY ? 0 : known - LATELY;
  for (uint32_t n = first; n < known; n++)
    if (!grundy_is_rare(s, s->values[n]))
      g->share[grundy_number_of(s, s->values[n])] += 1.0 / (known - first);
  double needed = 0;
  for (uint32_t i = s->numbers; i-- > 0;) {
    needed += g->share[i];
    g->open[i] = needed;
  }
}

/* Sorts numbers by decreasing share; the arrays are small, so insertion sort is enough. */
static void rank_numbers(grundy_sparse *s, const guess *g) {
  for (uint32_t i = 0; i < s->numbers; i++) {
    uint32_t at = i;
    for (; at > 0 && g->share[s->by_frequency[at - 1]] < g->share[i]; at--)
      s->by_frequency[at] = s->by_frequency[at - 1];
    s->by_frequency[at] = i;
  }
  for (uint32_t i = 0; i < s->numbers; i++) s->rank[s->by_frequency[i]] = i;
}

/* Returns what one more witness of the number would close. */
static double gain_of(const grundy_sparse *s, const guess *g, uint32_t number) {
  double gain = 0;
  for (uint32_t i = 0; i < s->numbers; i++) gain += g->open[i] * g->share[i ^ number];
  return gain * s->split_count;
}

/* Returns the next place of the number that can be a witness for all later heaps; 0 if there is
 * none. Several threads read tiles of witnesses while others write tiles: these must not
 * overlap. */
static uint32_t next_place(const grundy_sparse *s, guess *g, uint32_t number) {
  uint32_t count = s->place_counts[number];
  if (count > GRUNDY_PLACES) count = GRUNDY_PLACES;
  while (g->next[number] < count) {
    uint32_t place = s->places[(uint64_t)number * GRUNDY_PLACES + g->next[number]++];
    if (2 * (uint64_t)place >= s->heaps->known) return 0;
    if (place >= s->block) return place;
  }
  return 0;
}

/* Returns the number with the largest gain. Gains only decrease, so old ones are upper bounds. */
static uint32_t best_number(const grundy_sparse *s, guess *g) {
  for (;;) {
    uint32_t best = 0;
    for (uint32_t x = 1; x < s->numbers; x++)
      if (g->gain[x] > g->gain[best]) best = x;
    double gain = gain_of(s, g, best);
    bool same = gain >= 0.99 * g->gain[best];
    g->gain[best] = g->gain[best] < gain ? g->gain[best] : gain;
    if (same) return best;
  }
}

static bool choose(grundy_sparse *s, guess *g) {
  static const double worth = 0.01; /* a tile costs as much as a hundredth of a search */
  bool enough = true;
  for (uint32_t x = 0; x < s->numbers; x++) g->gain[x] = gain_of(s, g, x);
  while (enough && s->witness.count < MOST_WITNESSES) {
    uint32_t number = best_number(s, g);
    if (g->gain[number] < worth * s->split_count) break;
    uint32_t place = next_place(s, g, number);
    if (place == 0) {
      g->gain[number] = -1;
      continue;
    }
    for (uint32_t k = 0; k < s->split_count && enough; k++)
      enough = grundy_terms_add(&s->witness, (grundy_term){s->splits[k] + place, number});
    for (uint32_t k = 0; k < s->split_count; k++)
      for (uint32_t i = 0; i < s->numbers; i++) g->open[i] *= 1 - g->share[i ^ number];
  }
  return enough;
}

bool grundy_sparse_find_witnesses(grundy_sparse *s) {
  guess g = {0};
  bool enough = guess_make(&g, s->numbers) && grundy_terms_start(&s->witness, s->numbers, s->width);
  if (enough) {
    look_back(s, &g);
    rank_numbers(s, &g);
    enough = choose(s, &g);
  }
  guess_free(&g);
  return enough;
}
