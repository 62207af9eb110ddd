/* Finding the smallest position at which closure or absorption fails: the one with the least
 * largest coordinate, then the least first one, and so on.
 *
 * Both are searches for a pair of states that some word reaches. For closure, the word is that of a
 * position and a follower, and the pair consists of the state after the position and a state of the
 * automaton of pairs: a product, without any sets of states. For both conditions at once, the word
 * is that of a position, and the pair has a state of the automaton that counts followers.
 *
 * A shortest word that leads to a contradiction has as many digits as the smallest position,
 * because a position with fewer digits is smaller. If a follower is longer than its position, its
 * first digits are above zeros, so the search starts with all pairs that such digits lead to. Of
 * the words of the least length, the digits of the largest coordinate are chosen first, each as
 * small as the rest allows, then those of the coordinates. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/arena.h"

#include <string.h>

/* Pairs of states, with the last digits of all coordinates in Zeckendorf digits: words that are not
 * positions are not followed. The automaton of pairs of positions does this itself. */
typedef struct pairs {
  grundy_proving *proof;
  const grundy_dfa *first, *second;
  bool is_closure; /* the second one reads a position and a follower, else only a position */
  uint32_t level;
  uint32_t choices;  /* of digits of the follower; 1 if only a position is read */
  uint32_t memories; /* tuples of last digits; 1 in a base */
  uint64_t count;    /* of pairs with last digits */
  grundy_arena arena;
  uint32_t *depth; /* by pairs: the least digits of a position; UINT32_MAX: not reached */
  uint32_t length; /* of the shortest words with a contradiction; UINT32_MAX: there are none */
} pairs;

/* Returns the pair after a tuple of digits; UINT64_MAX if the word is not a position. */
static uint64_t pair_after(const pairs *p, uint64_t pair, uint32_t symbol) {
  uint32_t states = p->second->states, of_x = symbol / p->choices;
  uint64_t memory = pair % p->memories, both = pair / p->memories;
  if (p->memories > 1 && (memory & symbol) != 0) return UINT64_MAX;
  uint64_t first = p->first->next[both / states * p->first->symbols + of_x];
  uint64_t second = p->second->next[both % states * p->second->symbols + symbol];
  return (first * states + second) * p->memories + (p->memories > 1 ? symbol : 0);
}

static uint8_t output_of(const pairs *p, uint64_t pair) {
  return p->first->outputs[pair / p->memories / p->second->states];
}

static bool is_contradiction(const pairs *p, uint64_t pair) {
  uint8_t output = output_of(p, pair);
  uint32_t count = p->second->outputs[pair / p->memories % p->second->states];
  bool is_many = count > p->proof->rules->block;
  if (output == p->level) return is_many;
  return output > p->level && !is_many && !p->is_closure;
}

/* ---- the length --------------------------------------------------------------------------- */

/* Adds what follows a pair in the queue by the first `symbols` tuples. */
static void add_after(pairs *p, uint64_t pair, uint32_t symbols, uint32_t depth, uint64_t *queue,
                      uint64_t *found) {
  for (uint32_t symbol = 0; symbol < symbols; symbol++) {
    uint64_t next = pair_after(p, pair, symbol);
    if (next == UINT64_MAX || p->depth[next] != UINT32_MAX) continue;
    p->depth[next] = depth;
    queue[(*found)++] = next;
  }
}

/* Finds the length, breadth first. */
static grundy_status reach(pairs *p) {
  uint64_t found = 1;
  uint64_t *queue = grundy_arena_array(&p->arena, p->count, sizeof *queue);
  p->depth = grundy_arena_array(&p->arena, p->count, sizeof *p->depth);
  if (p->arena.failed) return GRUNDY_OK;
  memset(p->depth, 0xff, p->count * sizeof *p->depth);
  p->depth[queue[0] = 0] = 0;
  for (uint64_t at = 0; at < found; at++) /* zeros of the position come first */
    add_after(p, queue[at], p->choices, 0, queue, &found);
  for (uint64_t at = 0; at < found; at++) {
    uint64_t pair = queue[at];
    if (p->length == UINT32_MAX && is_contradiction(p, pair)) p->length = p->depth[pair];
    add_after(p, pair, p->second->symbols, p->depth[pair] + 1, queue, &found);
    if (!grundy_work_step(&p->proof->work, p->second->symbols))
      return grundy_fail_cancelled(p->proof->error);
    if (p->is_closure && found > p->proof->max_states) return grundy_proof_fail_states(p->proof);
  }
  if (p->is_closure && found > p->proof->report->largest_product)
    p->proof->report->largest_product = (uint32_t)found;
  return GRUNDY_OK;
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
  symbol /= p->choices;
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
  for (uint64_t i = 0; i < p->count * sets; i++)
    f->now[i] = i % sets == sets - 1 && p->depth[i / sets] == 0;
  bool is_any = true;
  for (uint32_t at = 0; at < p->length && is_any; at++) {
    is_any = false;
    memset(f->next, 0, p->count * sets);
    for (uint64_t i = 0; i < p->count * sets; i++) {
      if (f->now[i] == 0) continue;
      for (uint32_t symbol = 0; symbol < p->second->symbols; symbol++) {
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
      for (uint32_t symbol = 0; symbol < p->second->symbols && *can_end == 0; symbol++) {
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
  grundy_status status = grundy_proof_check_memory(
      p->proof, p->count * (sizeof *p->depth + 8 + 2 * sets + p->length + 1));
  if (status != GRUNDY_OK) return status;
  fixed f = {.digits = grundy_arena_array(&p->arena, LARGEST + 1, sizeof *f.digits),
             .now = grundy_arena_array(&p->arena, p->count * sets, 1),
             .next = grundy_arena_array(&p->arena, p->count * sets, 1),
             .can_end = grundy_arena_array(&p->arena, (p->length + UINT64_C(1)) * p->count, 1)};
  if (p->arena.failed) return GRUNDY_OK;
  memset(f.digits, FREE, (LARGEST + 1) * sizeof *f.digits);
  find_ends(p, &f);
  status = choose(p, &f, LARGEST);
  for (uint32_t i = 0; i < automaton->dimension && status == GRUNDY_OK; i++)
    status = choose(p, &f, i);
  uint64_t pair = 0;
  for (uint32_t at = 0; at < p->length && status == GRUNDY_OK && !p->is_closure; at++) {
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < automaton->dimension; i++)
      symbol = symbol * grundy_numeration_digits(automaton->numeration) + f.digits[i][at];
    pair = pair_after(p, pair, symbol);
  }
  report->level = p->level;
  report->finding = p->is_closure || output_of(p, pair) == p->level
                        ? GRUNDY_AUTOMATON_NOT_CLOSED
                        : GRUNDY_AUTOMATON_NOT_ABSORBING;
  for (uint32_t i = 0; i < automaton->dimension; i++)
    report->position[i] = grundy_digits_value(automaton->numeration, f.digits[i], p->length);
  return status;
}

/* Searches, and fills the report if there is a contradiction. */
static grundy_status search(pairs *p, bool *found) {
  const grundy_proving *proof = p->proof;
  p->count = (uint64_t)p->first->states * p->second->states * p->memories;
  p->length = UINT32_MAX;
  grundy_status status = grundy_proof_check_memory(proof, p->count * (sizeof *p->depth + 8));
  if (status == GRUNDY_OK) status = reach(p);
  *found = status == GRUNDY_OK && !p->arena.failed && p->length != UINT32_MAX;
  if (*found && (p->length > MOST_DIGITS ||
                 grundy_numeration_side(proof->automaton->numeration, p->length) == UINT64_MAX))
    status = grundy_fail(proof->error, GRUNDY_UNABLE,
                         "the automaton is wrong, but the smallest position at which it is has "
                         "more than 64 bits");
  else if (*found)
    status = find_position(p);
  return grundy_arena_end(&p->arena, status, proof->error);
}

grundy_status grundy_closure_find(grundy_proving *proof, const grundy_dfa *sources,
                                  const grundy_relation *relation, const grundy_dfa *related,
                                  bool *found) {
  pairs p = {.proof = proof,
             .first = sources,
             .second = related,
             .is_closure = true,
             .level = relation->level,
             .choices = related->symbols / sources->symbols,
             .memories = 1};
  return search(&p, found);
}

grundy_status grundy_contradiction_find(grundy_proving *proof, const grundy_dfa *counts,
                                        uint32_t level, bool *found) {
  const grundy_dfa *dfa = &proof->automaton->dfa;
  bool is_zeckendorf = proof->automaton->numeration == GRUNDY_ZECKENDORF;
  pairs p = {.proof = proof,
             .first = dfa,
             .second = counts,
             .level = level,
             .choices = 1,
             .memories = is_zeckendorf ? dfa->symbols : 1};
  return search(&p, found);
}
