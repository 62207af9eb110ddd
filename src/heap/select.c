/* Selects terms that exclude many numbers, which are added up for all numbers at once: for the
 * screen, terms of rare heaps, which exclude common numbers; and witnesses, heaps of common value
 * which, as one part of a move, exclude rare numbers.
 *
 * A sample of recent heaps shows what a term would have excluded. Greedily, the term is selected
 * that excludes most of what is still open, until it excludes less than its tile costs. What is
 * selected changes no result, only the time. */

#include "heap/sparse.h"

#include <assert.h>

enum { MOST_SAMPLES = 512, MOST_CHOICES = 2048, NOTHING = UINT16_MAX };

/* The first term of a number costs as much as this many others, because its tile must be moved to
 * that of another number. */
enum { FIRST = 4 };

typedef struct selection {
  const grundy_sparse *s;
  uint32_t *samples; /* heaps of common value */
  uint32_t sample_count;
  uint64_t *open; /* by sample: a set of numbers that must be excluded and are not */
  grundy_term *choices;
  uint32_t choice_count;
  uint16_t *excluded; /* by sample and choice: the number that the choice excludes, or NOTHING */
  uint16_t *gains;    /* by choice: how many open numbers it excludes */
  grundy_arena arena;
} selection;

/* ---- the sample ------------------------------------------------------------------------- */

/* Returns the word of the set of open numbers that has the bit of the number. */
static uint64_t *open_word(const selection *g, uint32_t sample, uint32_t number) {
  uint64_t words = g->s->numbers < 64 ? 1 : g->s->numbers / 64;
  return &g->open[sample * words + number / 64];
}

static bool is_open(const selection *g, uint32_t sample, uint32_t number) {
  return number != NOTHING && (*open_word(g, sample, number) >> number % 64 & 1) != 0;
}

/* ---- selecting -------------------------------------------------------------------------- */

/* Returns how many choices are considered: fewer if the sample is small, since heaps are quicker to
 * compute than to choose for as long as they are few. */
static uint32_t most_choices(const selection *g) {
  enum { PER_SAMPLE = 16 };
  uint32_t most = PER_SAMPLE * g->sample_count;
  return most < MOST_CHOICES ? most : MOST_CHOICES;
}

static void offer(selection *g, grundy_term term) {
  if (g->choice_count < most_choices(g)) g->choices[g->choice_count++] = term;
}

/* Returns the number that the term excludes for a heap. */
static uint16_t excluded_by(const grundy_sparse *s, grundy_term term, uint32_t heap) {
  if (term.distance >= heap) return NOTHING;
  uint32_t value = s->values[heap - term.distance];
  return grundy_is_rare(s, value) ? NOTHING : (uint16_t)(grundy_number_of(s, value) ^ term.number);
}

static bool compare_choices(selection *g) {
  uint64_t pairs = (uint64_t)g->sample_count * g->choice_count;
  g->excluded = grundy_arena_array(&g->arena, pairs, sizeof *g->excluded);
  if (g->excluded == NULL) return false;
  for (uint32_t i = 0; i < g->sample_count; i++) {
    uint16_t *row = g->excluded + (uint64_t)i * g->choice_count;
    for (uint32_t c = 0; c < g->choice_count; c++) {
      row[c] = excluded_by(g->s, g->choices[c], g->samples[i]);
      g->gains[c] = (uint16_t)(g->gains[c] + is_open(g, i, row[c]));
    }
  }
  return true;
}

/* Returns the gain, in units of the FIRST part. */
static uint32_t weighted_gain(const selection *g, const grundy_terms *terms, uint32_t c) {
  return terms->shifts[g->choices[c].number].count > 0 ? FIRST * g->gains[c] : g->gains[c];
}

/* Selects terms as long as they close enough numbers per heap. */
static bool select_terms(selection *g, double worth, grundy_terms *terms) {
  double least = worth * g->sample_count < 1 ? 1 : worth * g->sample_count;
  bool enough = compare_choices(g) && grundy_terms_start(terms, g->s->numbers, g->s->width);
  while (enough && g->choice_count > 0) {
    uint32_t best = 0;
    for (uint32_t c = 1; c < g->choice_count; c++)
      if (weighted_gain(g, terms, c) > weighted_gain(g, terms, best)) best = c;
    if (weighted_gain(g, terms, best) < FIRST * least) break;
    enough = grundy_terms_add(terms, g->choices[best]);
    /* Closes what the choice excludes, and subtracts it from the gains of all choices. */
    for (uint32_t i = 0; i < g->sample_count; i++) {
      const uint16_t *row = g->excluded + (uint64_t)i * g->choice_count;
      uint16_t number = row[best];
      if (!is_open(g, i, number)) continue;
      *open_word(g, i, number) &= ~(UINT64_C(1) << number % 64);
      for (uint32_t c = 0; c < g->choice_count; c++)
        g->gains[c] = (uint16_t)(g->gains[c] - (row[c] == number));
    }
    assert(g->gains[best] == 0);
  }
  return enough;
}

/* ---- witnesses and the screen ------------------------------------------------------------- */

/* Offers the first places of every number, then the second, and so on. */
static void offer_places(selection *g) {
  const grundy_sparse *s = g->s;
  for (uint32_t i = 0; i < GRUNDY_PLACES && g->choice_count < most_choices(g); i++)
    for (uint32_t number = 0; number < s->numbers; number++) {
      if (i >= s->place_counts[number]) continue;
      uint32_t place = s->places[(uint64_t)number * GRUNDY_PLACES + i];
      /* A witness for all later heaps: several threads read tiles of witnesses while others write
       * tiles, and these must not overlap. */
      if (place < s->block || place < s->lanes || 2 * (uint64_t)place >= s->heaps->known) continue;
      for (uint32_t k = 0; k < s->split_count; k++)
        offer(g, (grundy_term){s->splits[k] + place, number});
    }
}

static void offer_shifts(selection *g) {
  const grundy_terms *common = &g->s->common;
  for (uint32_t number = 0; number < common->numbers; number++)
    for (uint64_t i = 0; i < common->shifts[number].count; i++)
      offer(g, (grundy_term){(uint32_t)common->shifts[number].at[i], number});
}

/* A tile of sets of one byte costs as much as this many searches per heap. */
static const double WORTH_PER_BYTE = 0.0003;

/* Selects the witnesses, or the terms of the screen. */
static bool select_from_sample(grundy_sparse *s, bool witnesses) {
  selection g = {.s = s};
  uint64_t words = s->numbers < 64 ? 1 : s->numbers / 64;
  g.samples = grundy_arena_array(&g.arena, MOST_SAMPLES, sizeof *g.samples);
  g.open = grundy_arena_zeros(&g.arena, MOST_SAMPLES * words, sizeof *g.open);
  g.choices = grundy_arena_array(&g.arena, MOST_CHOICES, sizeof *g.choices);
  g.gains = grundy_arena_zeros(&g.arena, MOST_CHOICES, sizeof *g.gains);
  bool enough = !g.arena.failed;
  if (enough) {
    /* Samples heaps of common value among recent ones. */
    enum { STRIDE = 13, LEAST = 32, HEAPS_PER_SAMPLE = 512 };
    uint32_t known = s->heaps->known, count = known / HEAPS_PER_SAMPLE;
    if (count < LEAST) count = LEAST;
    if (count > MOST_SAMPLES) count = MOST_SAMPLES;
    uint32_t stride = known / 2 / count;
    if (stride > STRIDE) stride = STRIDE;
    assert(stride > 0 && count * stride < known); /* the first heaps have no candidates */
    for (uint32_t i = 0; i < count; i++) {
      uint32_t heap = known - 1 - i * stride;
      if (!grundy_is_rare(s, s->values[heap])) g.samples[g.sample_count++] = heap;
    }
    for (uint32_t i = 0; i < g.sample_count; i++) {
      uint32_t value = s->values[g.samples[i]];
      uint32_t needed = witnesses ? grundy_rare_below(s, value) : grundy_number_of(s, value);
      for (uint32_t number = 0; number < needed; number++)
        *open_word(&g, i, number) |= UINT64_C(1) << number % 64;
    }
    (witnesses ? offer_places : offer_shifts)(&g);
    enough = select_terms(&g, witnesses ? WORTH_PER_BYTE * s->width : 0,
                          witnesses ? &s->witness : &s->screen);
  }
  grundy_arena_free(&g.arena);
  return enough;
}

bool grundy_sparse_select(grundy_sparse *s) {
  return select_from_sample(s, true) && select_from_sample(s, false);
}
