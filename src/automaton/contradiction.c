/* Finding the smallest position at which an automaton and the numbers of followers in a level
 * contradict each other: the one with the least largest coordinate, then the least first one, and
 * so on.
 *
 * A shortest word that leads to a contradiction has as many digits as the smallest position,
 * because a position with fewer digits is smaller. Of the words of that length, the digits of the
 * largest coordinate are chosen first, each as small as the rest allows, then those of the
 * coordinates. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/arena.h"

#include <string.h>

/* Pairs of states, of the automaton and of the counts, with the last digits of all coordinates in
 * Zeckendorf digits: words that are not positions are not followed. */
typedef struct pairs {
  grundy_proving *proof;
  const grundy_dfa *automaton, *counts;
  uint32_t level;
  uint32_t memories; /* tuples of last digits; 1 in a base */
  uint64_t count;    /* of pairs with last digits */
  grundy_arena arena;
  uint32_t length; /* of the shortest words with a contradiction; UINT32_MAX: there are none */
} pairs;

/* Returns the pair after a tuple of digits; UINT64_MAX if the word is not a position. */
static uint64_t pair_after(const pairs *p, uint64_t pair, uint32_t symbol) {
  uint32_t symbols = p->automaton->symbols, states = p->counts->states;
  uint64_t memory = pair % p->memories, both = pair / p->memories;
  if (p->memories > 1 && (memory & symbol) != 0) return UINT64_MAX;
  uint64_t first = p->automaton->next[both / states * symbols + symbol];
  uint64_t second = p->counts->next[both % states * symbols + symbol];
  return (first * states + second) * p->memories + (p->memories > 1 ? symbol : 0);
}

static uint8_t output_of(const pairs *p, uint64_t pair) {
  return p->automaton->outputs[pair / p->memories / p->counts->states];
}

static bool is_contradiction(const pairs *p, uint64_t pair) {
  uint8_t output = output_of(p, pair);
  uint32_t count = p->counts->outputs[pair / p->memories % p->counts->states];
  bool is_many = count > p->proof->rules->block;
  if (output == p->level) return is_many;
  return output > p->level && !is_many;
}

/* ---- the length --------------------------------------------------------------------------- */

/* Finds the length, breadth first. False if the work must stop or memory runs out. */
static bool reach(pairs *p) {
  uint64_t found = 1;
  uint64_t *queue = grundy_arena_array(&p->arena, p->count, sizeof *queue);
  uint32_t *depth = grundy_arena_array(&p->arena, p->count, sizeof *depth);
  if (p->arena.failed) return false;
  memset(depth, 0xff, p->count * sizeof *depth);
  p->length = UINT32_MAX;
  depth[0] = 0;
  queue[0] = 0;
  for (uint64_t at = 0; at < found; at++) {
    uint64_t pair = queue[at];
    if (p->length == UINT32_MAX && is_contradiction(p, pair)) p->length = depth[pair];
    for (uint32_t symbol = 0; symbol < p->automaton->symbols; symbol++) {
      uint64_t next = pair_after(p, pair, symbol);
      if (next == UINT64_MAX || depth[next] != UINT32_MAX) continue;
      depth[next] = depth[pair] + 1;
      queue[found++] = next;
    }
    if (!grundy_work_step(&p->proof->work, p->automaton->symbols)) return false;
  }
  return true;
}

/* ---- the digits --------------------------------------------------------------------------- */

enum { MOST_DIGITS = 96, LARGEST = GRUNDY_AUTOMATON_DIMENSION, FREE = 255 };

/* Digits that are fixed, of coordinates and of the largest one; FREE: any. */
typedef struct fixed {
  uint8_t (*digits)[MOST_DIGITS];
  uint8_t *now, *next; /* by pairs and sets of coordinates that equal the largest so far */
  uint8_t *can_end;    /* by lengths and pairs: a contradiction is exactly so far away */
} fixed;

/* Returns whether a symbol has the digits that are fixed at this place. `tight` is the set of
 * coordinates that are equal to the largest one so far. */
static bool fits(const pairs *p, const fixed *f, uint32_t at, uint32_t symbol, uint32_t tight,
                 uint32_t *tight_after) {
  uint32_t base = grundy_numeration_digits(p->proof->automaton->numeration);
  uint8_t largest = f->digits[LARGEST][at];
  *tight_after = tight;
  for (uint32_t i = p->proof->automaton->dimension; i-- > 0; symbol /= base) {
    uint32_t digit = symbol % base;
    if (f->digits[i][at] != FREE && digit != f->digits[i][at]) return false;
    if (largest == FREE || (tight >> i & 1) == 0) continue;
    if (digit > largest) return false;
    if (digit < largest) *tight_after &= ~(UINT32_C(1) << i);
  }
  return true;
}

/* Returns whether a word with the fixed digits leads to a contradiction. */
static bool is_possible(pairs *p, fixed *f) {
  uint32_t sets = UINT32_C(1) << p->proof->automaton->dimension;
  memset(f->now, 0, p->count * sets);
  f->now[sets - 1] = 1;
  bool is_any = true;
  for (uint32_t at = 0; at < p->length && is_any; at++) {
    is_any = false;
    memset(f->next, 0, p->count * sets);
    for (uint64_t i = 0; i < p->count * sets; i++) {
      if (f->now[i] == 0) continue;
      for (uint32_t symbol = 0; symbol < p->automaton->symbols; symbol++) {
        uint32_t tight;
        if (!fits(p, f, at, symbol, (uint32_t)(i % sets), &tight)) continue;
        uint64_t next = pair_after(p, i / sets, symbol);
        if (next == UINT64_MAX || f->can_end[(p->length - at - 1) * p->count + next] == 0) continue;
        f->next[next * sets + tight] = 1;
        is_any = true;
      }
    }
    uint8_t *swapped = f->now;
    f->now = f->next;
    f->next = swapped;
  }
  return is_any;
}

/* Chooses all digits of a coordinate, or of the largest one. */
static grundy_status choose(pairs *p, fixed *f, uint32_t which) {
  for (uint32_t at = 0; at < p->length; at++) {
    uint8_t digit = 0;
    do {
      f->digits[which][at] = digit++;
      if (!grundy_work_step(&p->proof->work, p->length * p->count))
        return grundy_fail_cancelled(p->proof->error);
    } while (!is_possible(p, f));
  }
  return GRUNDY_OK;
}

static void find_ends(const pairs *p, fixed *f) {
  for (uint64_t pair = 0; pair < p->count; pair++) f->can_end[pair] = is_contradiction(p, pair);
  for (uint32_t length = 1; length <= p->length; length++)
    for (uint64_t pair = 0; pair < p->count; pair++) {
      uint8_t *can_end = &f->can_end[length * p->count + pair];
      *can_end = 0;
      for (uint32_t symbol = 0; symbol < p->automaton->symbols && *can_end == 0; symbol++) {
        uint64_t next = pair_after(p, pair, symbol);
        if (next != UINT64_MAX) *can_end = f->can_end[(length - 1) * p->count + next];
      }
    }
}

/* Finds the smallest position with a contradiction, of p->length digits. */
static grundy_status find_position(pairs *p) {
  const grundy_automaton *automaton = p->proof->automaton;
  grundy_automaton_report *report = p->proof->report;
  uint64_t sets = UINT64_C(1) << automaton->dimension;
  fixed f = {.digits = grundy_arena_array(&p->arena, LARGEST + 1, sizeof *f.digits),
             .now = grundy_arena_array(&p->arena, p->count * sets, 1),
             .next = grundy_arena_array(&p->arena, p->count * sets, 1),
             .can_end = grundy_arena_array(&p->arena, (p->length + UINT64_C(1)) * p->count, 1)};
  if (p->arena.failed) return GRUNDY_OK;
  memset(f.digits, FREE, (LARGEST + 1) * sizeof *f.digits);
  find_ends(p, &f);
  grundy_status status = choose(p, &f, LARGEST);
  for (uint32_t i = 0; i < automaton->dimension && status == GRUNDY_OK; i++)
    status = choose(p, &f, i);
  uint64_t pair = 0;
  for (uint32_t at = 0; at < p->length && status == GRUNDY_OK; at++) {
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < automaton->dimension; i++)
      symbol = symbol * grundy_numeration_digits(automaton->numeration) + f.digits[i][at];
    pair = pair_after(p, pair, symbol);
  }
  report->level = p->level;
  report->finding =
      output_of(p, pair) == p->level ? GRUNDY_AUTOMATON_NOT_CLOSED : GRUNDY_AUTOMATON_NOT_ABSORBING;
  for (uint32_t i = 0; i < automaton->dimension; i++)
    report->position[i] = grundy_digits_value(automaton->numeration, f.digits[i], p->length);
  return status;
}

grundy_status grundy_contradiction_find(grundy_proving *proof, const grundy_dfa *counts,
                                        uint32_t level, bool *found) {
  pairs p = {.proof = proof,
             .automaton = &proof->automaton->dfa,
             .counts = counts,
             .level = level,
             .memories = proof->automaton->numeration == GRUNDY_ZECKENDORF
                             ? proof->automaton->dfa.symbols
                             : 1};
  p.count = (uint64_t)proof->automaton->dfa.states * counts->states * p.memories;
  grundy_status status = GRUNDY_OK;
  if (!reach(&p) && !p.arena.failed) status = grundy_fail_cancelled(proof->error);
  *found = status == GRUNDY_OK && !p.arena.failed && p.length != UINT32_MAX;
  if (*found && (p.length > MOST_DIGITS ||
                 grundy_numeration_side(proof->automaton->numeration, p.length) == UINT64_MAX))
    status = grundy_fail(proof->error, GRUNDY_UNABLE,
                         "the automaton is wrong, but the smallest position at which it is has "
                         "more than 64 bits");
  else if (*found)
    status = find_position(&p);
  return grundy_arena_end(&p.arena, status, proof->error);
}
