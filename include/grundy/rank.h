/* Numbers for the usual boards, for `count`, `rank` and `unrank` of rules. Like <grundy/rules.h>,
 * this header needs no library: all functions are inline.
 *
 *   sets        k of n places are occupied by equal pieces
 *   multisets   k equal items lie in n different bowls
 *   words       pieces of several kinds on a board, a given number of each kind
 *   digits      independent numbers, each with its own bound
 *   marks       words of three letters as two sets of places, for boards of two players; fast
 *
 * For each there are `grundy_count_...`, how many there are, `grundy_rank_...`, the number of one
 * from 0, and `grundy_unrank_...`, the one with that number. The numbers are in order: sets as
 * binary numbers, marks as ternary numbers, all others in lexicographic order. Numbers that do not
 * fit into 64 bits are never truncated: the result is then GRUNDY_RANK_TOO_LARGE, or false. */

#ifndef GRUNDY_RANK_H
#define GRUNDY_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* More than any count. */
#define GRUNDY_RANK_TOO_LARGE UINT64_MAX

/* ---- sets ------------------------------------------------------------------------------- */

/* Returns a * b / c, which is an integer; GRUNDY_RANK_TOO_LARGE if it does not fit. (c - 1) * b
 * must fit: both are numbers of places. */
static inline uint64_t grundy_rank_scale(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t whole = a / c, rest = a % c * b / c;
  if (a == GRUNDY_RANK_TOO_LARGE || (b > 0 && whole > (GRUNDY_RANK_TOO_LARGE - 1 - rest) / b))
    return GRUNDY_RANK_TOO_LARGE;
  return whole * b + rest;
}

/* Returns how many sets of k elements a set of n elements has: the binomial coefficient. */
static inline uint64_t grundy_count_sets(uint64_t n, uint64_t k) {
  uint64_t count = 1;
  if (k > n) return 0;
  if (k > n - k) k = n - k;
  if (k > 2 && n > UINT32_MAX) return GRUNDY_RANK_TOO_LARGE;
  for (uint64_t i = 1; i <= k && count != GRUNDY_RANK_TOO_LARGE; i++)
    count = grundy_rank_scale(count, n - k + i, i);
  return count;
}

/* Returns how many sets with as many elements are smaller, as binary numbers, than this one, whose
 * elements are the bits that are set. */
static inline uint64_t grundy_rank_set(uint64_t set) {
  uint64_t rank = 0;
  for (uint64_t place = 0, k = 0; place < 64; place++)
    if (set >> place & 1) rank += grundy_count_sets(place, ++k);
  return rank;
}

/* Sets *set to the set of k of n <= 64 elements with this rank; false if there is none. */
static inline bool grundy_unrank_set(unsigned n, unsigned k, uint64_t rank, uint64_t *set) {
  uint64_t result = 0;
  if (n > 64 || k > n || rank >= grundy_count_sets(n, k)) return false;
  for (unsigned place = n; place-- > 0 && k > 0;) {
    uint64_t without = grundy_count_sets(place, k);
    if (rank < without) continue;
    rank -= without;
    result |= (uint64_t)1 << place;
    k--;
  }
  *set = result;
  return true;
}

/* ---- multisets --------------------------------------------------------------------------- */

/* Returns in how many ways k equal items can lie in n bowls. */
static inline uint64_t grundy_count_multisets(uint64_t n, uint64_t k) {
  if (n == 0) return k == 0;
  return n - 1 > UINT64_MAX - k ? GRUNDY_RANK_TOO_LARGE : grundy_count_sets(n - 1 + k, k);
}

/* Returns how many ways to put as many items into n bowls come before this one, in which bowl i has
 * items[i]; GRUNDY_RANK_TOO_LARGE if there are too many. */
static inline uint64_t grundy_rank_multiset(const uint32_t *items, size_t n) {
  uint64_t left = 0, rank = 0;
  for (size_t i = 0; i < n; i++) left += items[i];
  if (grundy_count_multisets(n, left) == GRUNDY_RANK_TOO_LARGE) return GRUNDY_RANK_TOO_LARGE;
  /* With c items or more in bowl i, the other left - c lie in any of the bowls from i. */
  for (size_t i = 0; i < n; left -= items[i++])
    rank += grundy_count_multisets(n - i, left) - grundy_count_multisets(n - i, left - items[i]);
  return rank;
}

/* Sets items[i] for each of n bowls with k items in all; false if no way has this rank. */
static inline bool grundy_unrank_multiset(size_t n, uint32_t k, uint64_t rank, uint32_t *items) {
  uint64_t count = grundy_count_multisets(n, k);
  if (count == GRUNDY_RANK_TOO_LARGE || rank >= count) return false;
  for (size_t i = 0; i < n; i++) {
    uint64_t with;
    items[i] = 0;
    for (; n - i > 1 && rank >= (with = grundy_count_multisets(n - i - 1, k)); k--, items[i]++)
      rank -= with;
    if (n - i == 1) items[i] = k;
  }
  return true;
}

/* ---- words ------------------------------------------------------------------------------- */

/* Returns how many words have counts[i] letters i, for each of n letters: the multinomial
 * coefficient. */
static inline uint64_t grundy_count_words(const uint32_t *counts, size_t n) {
  uint64_t length = 0, count = 1;
  for (size_t i = 0; i < n; i++)
    for (uint32_t j = 1; j <= counts[i] && count != GRUNDY_RANK_TOO_LARGE; j++)
      count = length++ >= UINT32_MAX ? GRUNDY_RANK_TOO_LARGE : grundy_rank_scale(count, length, j);
  return count;
}

/* Returns how many words with the same letters come before this one in lexicographic order;
 * GRUNDY_RANK_TOO_LARGE if there are too many words, or if a letter is not less than n. */
static inline uint64_t grundy_rank_word(const uint8_t *word, size_t length, size_t n) {
  uint32_t counts[UINT8_MAX + 1];
  uint64_t rank = 0;
  if (n > UINT8_MAX + 1) n = UINT8_MAX + 1;
  for (size_t i = 0; i < n; i++) counts[i] = 0;
  for (size_t i = 0; i < length; i++) {
    if (word[i] >= n) return GRUNDY_RANK_TOO_LARGE;
    counts[word[i]]++;
  }
  uint64_t count = grundy_count_words(counts, n);
  if (count == GRUNDY_RANK_TOO_LARGE) return GRUNDY_RANK_TOO_LARGE;
  /* `count` words begin as this one does, up to place i. */
  for (size_t i = 0; i < length; i++) {
    uint32_t smaller = 0;
    for (unsigned letter = 0; letter < word[i]; letter++) smaller += counts[letter];
    rank += grundy_rank_scale(count, smaller, length - i);
    count = grundy_rank_scale(count, counts[word[i]]--, length - i);
  }
  return rank;
}

/* Writes the word with counts[i] letters i, for each of n letters, that has this rank; false if
 * there is none. */
static inline bool grundy_unrank_word(const uint32_t *counts, size_t n, uint64_t rank,
                                      uint8_t *word) {
  uint32_t left[UINT8_MAX + 1] = {0};
  size_t length = 0;
  uint64_t count = n > UINT8_MAX + 1 ? GRUNDY_RANK_TOO_LARGE : grundy_count_words(counts, n);
  if (count == GRUNDY_RANK_TOO_LARGE || rank >= count) return false;
  for (size_t i = 0; i < n; i++) length += left[i] = counts[i];
  for (size_t i = 0; i < length; i++) {
    unsigned letter = 0;
    uint64_t with;
    while (rank >= (with = grundy_rank_scale(count, left[letter], length - i))) {
      rank -= with;
      letter++;
    }
    word[i] = (uint8_t)letter;
    count = with;
    left[letter]--;
  }
  return true;
}

/* ---- digits ------------------------------------------------------------------------------ */

/* Returns how many sequences of n digits there are if digit i is less than bounds[i]: their
 * product. */
static inline uint64_t grundy_count_digits(const uint64_t *bounds, size_t n) {
  uint64_t count = 1;
  for (size_t i = 0; i < n; i++)
    if (bounds[i] == 0) return 0;
  for (size_t i = 0; i < n; i++) {
    if (count > (GRUNDY_RANK_TOO_LARGE - 1) / bounds[i]) return GRUNDY_RANK_TOO_LARGE;
    count *= bounds[i];
  }
  return count;
}

/* Returns the number with these digits, the first of which counts most; GRUNDY_RANK_TOO_LARGE if a
 * digit is not less than its bound, or if there are too many numbers. */
static inline uint64_t grundy_rank_digits(const uint64_t *digits, const uint64_t *bounds,
                                          size_t n) {
  uint64_t rank = 0;
  if (grundy_count_digits(bounds, n) == GRUNDY_RANK_TOO_LARGE) return GRUNDY_RANK_TOO_LARGE;
  for (size_t i = 0; i < n; i++) {
    if (digits[i] >= bounds[i]) return GRUNDY_RANK_TOO_LARGE;
    rank = rank * bounds[i] + digits[i];
  }
  return rank;
}

/* Writes the digits of a number; false if the number is not less than the count. */
static inline bool grundy_unrank_digits(const uint64_t *bounds, size_t n, uint64_t rank,
                                        uint64_t *digits) {
  uint64_t count = grundy_count_digits(bounds, n);
  if (count == GRUNDY_RANK_TOO_LARGE || rank >= count) return false;
  for (size_t i = n; i-- > 0; rank /= bounds[i]) digits[i] = rank % bounds[i];
  return true;
}

/* ---- marks ------------------------------------------------------------------------------- */

/* The most places of a board with marks. */
enum { GRUNDY_MARKS_MAX_PLACES = 32 };

/* ways[j][x][o]: how many boards of j places have x marks of the one player and o of the other. No
 * number is too large: there are 3^32 boards. */
typedef struct grundy_marks_table {
  uint64_t ways[GRUNDY_MARKS_MAX_PLACES + 1][GRUNDY_MARKS_MAX_PLACES + 1]
               [GRUNDY_MARKS_MAX_PLACES + 1];
} grundy_marks_table;

/* Fills the table, for boards of up to `places` places. */
static inline void grundy_marks_fill(grundy_marks_table *table, unsigned places) {
  for (unsigned j = 0; j <= places && j <= GRUNDY_MARKS_MAX_PLACES; j++)
    for (unsigned x = 0; x <= j; x++)
      for (unsigned o = 0; x + o <= j; o++) {
        uint64_t ways = j == 0;
        if (x + o < j) ways += table->ways[j - 1][x][o];
        if (x > 0) ways += table->ways[j - 1][x - 1][o];
        if (o > 0) ways += table->ways[j - 1][x][o - 1];
        table->ways[j][x][o] = ways;
      }
}

/* Returns what place j adds to the rank of a board if it has a mark, x or o, and if the places up
 * to it have `x` and `o` marks: the number of boards with no mark there, or x instead of o. */
static inline uint64_t grundy_rank_mark(const grundy_marks_table *table, unsigned j, bool is_x,
                                        unsigned x, unsigned o) {
  uint64_t rank = x + o <= j ? table->ways[j][x][o] : 0;
  return is_x || x == 0 ? rank : rank + table->ways[j][x - 1][o];
}

/* Returns how many boards with as many marks of either player come before this one, as ternary
 * numbers with a digit 1 for each place in `x` and 2 for each in `o`, two sets without common
 * elements. */
static inline uint64_t grundy_rank_marks(const grundy_marks_table *table, uint32_t x, uint32_t o) {
  uint64_t rank = 0;
  unsigned x_count = 0, o_count = 0;
  for (unsigned j = 0; j < GRUNDY_MARKS_MAX_PLACES && (x | o) >> j != 0; j++) {
    bool is_x = x >> j & 1, is_o = o >> j & 1;
    x_count += is_x, o_count += is_o;
    if (is_x || is_o) rank += grundy_rank_mark(table, j, is_x, x_count, o_count);
  }
  return rank;
}

/* Numbers of marks, and a rank among the boards that have them. */
typedef struct grundy_marks_rank {
  unsigned x, o;
  uint64_t rank;
} grundy_marks_rank;

/* Adds the marks at the places from `begin` to `end`, which is not among them, to two sets. `left`
 * is about all places before `end`, and afterwards about those before `begin`: with begin = 0, the
 * board is complete. The rank must be less than the number of boards. */
static inline void grundy_unrank_marks(const grundy_marks_table *table, unsigned begin,
                                       unsigned end, grundy_marks_rank *left, uint32_t *x,
                                       uint32_t *o) {
  for (unsigned j = end; j-- > begin;) {
    uint64_t without = left->x + left->o <= j ? table->ways[j][left->x][left->o] : 0;
    if (left->rank < without) continue;
    left->rank -= without;
    uint64_t with_x = left->x > 0 ? table->ways[j][left->x - 1][left->o] : 0;
    if (left->rank < with_x) {
      *x |= (uint32_t)1 << j;
      left->x--;
    } else {
      *o |= (uint32_t)1 << j;
      left->rank -= with_x;
      left->o--;
    }
  }
}

#ifdef __cplusplus
}
#endif

#endif
