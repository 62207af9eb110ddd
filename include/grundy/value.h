/* Values of positions, the heart of the library: a nimber k, or infinity with a finite set K,
 * written ∞{0,2}. Games with extra turns and entailing moves have three more sorts of values.
 *
 * The value G(u) of a position is given by the generalized Sprague–Grundy function [Smi66, FY86],
 * which exists and is unique for every finite digraph, with or without cycles. G(u) is the least
 * number that is not the value of a follower, or ∞(K), where K is the set of the finite values of
 * the followers. Values answer two questions:
 *
 *   Who wins a game?                         grundy_value_outcome   [FY86, Thm. 4]
 *   Who wins a sum of games, in which each
 *   move is made in one of them?             grundy_value_add       [FY86, Thm. 5; Smi66, (36)]
 *
 * So a sum of games is solved by solving each of them, not their product. */

#ifndef GRUNDY_VALUE_H
#define GRUNDY_VALUE_H

#include <stdio.h>

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- sets of numbers ------------------------------------------------------------------ */

/* Infinity in every array of numbers; it means "none" in an array of counters. */
#define GRUNDY_INFINITY UINT32_MAX

/* In the solution of a window (docs/infinite.md): a number that is not known, also in a set, which
 * then may have more members; and the bit that marks an upper bound. No other number is that large,
 * except GRUNDY_INFINITY. */
#define GRUNDY_NUMBER_UNKNOWN (GRUNDY_INFINITY - 1)
#define GRUNDY_NUMBER_AT_MOST (UINT32_C(1) << 31)

/* Returns the number or upper bound without its mark; an unknown number and infinity stay. */
static inline uint32_t grundy_number_unmarked(uint32_t number) {
  return number < GRUNDY_NUMBER_UNKNOWN ? number & ~GRUNDY_NUMBER_AT_MOST : number;
}

/* A view of a finite set of numbers, strictly increasing; the numbers are not owned by the set. If
 * infinity is a member (in a set J), it is the last. `absent` marks a set that does not exist, such
 * as K of a finite value, or is not known, as opposed to an empty one. */
typedef struct grundy_set {
  const uint32_t *numbers;
  uint64_t size;
  bool absent;
} grundy_set;

/* Returns whether the set contains the number, by binary search: O(log size). */
GRUNDY_API bool grundy_set_has(grundy_set set, uint32_t number);

/* ---- values --------------------------------------------------------------------------- */

/* G(u): `nimber`, which is below 2^31, or GRUNDY_INFINITY with the set K of the finite values of
 * the followers. K is absent if it is not known, and has no meaning with a nimber.
 *
 * In games with carry-on and entailing moves [docs/carry-on.md, "Values"], K has the nimbers with
 * which a turn can end, and C those between its moves; in all other games C is empty, as in a
 * zeroed struct. So there are five sorts of values: a nimber, ∞(K) if C is empty, half(m) if C =
 * {m} and m is not in K, moon if C contains infinity, because the player wins at once, and
 * otherwise moon(C). If an entailed player has a choice within the turn, no sets describe the
 * value: K and C are absent, and so are those of its sums, unless another summand is a moon. */
typedef struct grundy_value {
  uint32_t nimber;
  grundy_set k;
  grundy_set c;
} grundy_value;

/* Returns a negative number, 0 or a positive number, as strcmp does. Nimbers come first, by size;
 * then ∞ with an unknown K, then ∞(K) with the sets K in lexicographic order; then halves and moons
 * by their sets C, of which a half comes first. The order is only for sorting and searching: it
 * does not say which position is better. */
GRUNDY_API int grundy_value_compare(grundy_value a, grundy_value b);

/* Returns whether the values are equal as defined in [FY86, §2]: the same nimber, or ∞ with the
 * same K. An unknown K equals only another unknown K. Halves and moons are equal if they have the
 * same C: their K does not matter in sums. */
static inline bool grundy_value_equal(grundy_value a, grundy_value b) {
  return grundy_value_compare(a, b) == 0;
}

/* Returns who wins in normal play [FY86, Thm. 4]: GRUNDY_OUTCOME_P if the value is 0,
 * GRUNDY_OUTCOME_D if it is half(0), or ∞(K) and 0 is not in K, and GRUNDY_OUTCOME_N otherwise;
 * GRUNDY_OUTCOME_NONE if it is ∞ and K is not known, or if that depends on an unknown number. */
GRUNDY_API grundy_outcome grundy_value_outcome(grundy_value value);

/* Returns the generalized nim-sum, which is the value of the disjunctive sum of two positions with
 * these values [FY86, Thm. 5; Smi66, (36)]:
 *
 *   a    + b    = a ⊕ b, the bitwise exclusive or,
 *   a    + ∞(K) = ∞({a ⊕ k : k in K}),
 *   ∞(K) + ∞(L) = ∞{}.
 *
 * and the table of docs/carry-on.md for halves and moons. It is commutative and associative, with 0
 * as its neutral element. The nimber of a sum is known even if K is not.
 *
 *   room  the caller's array for max(a.k.size, b.k.size) numbers, in which K of the result is
 *         stored. It may be the array of a.k or b.k, which is then overwritten. NULL is allowed if
 *         both sizes are 0. For halves and moons, room for (a.k.size + a.c.size + 1) ·
 *         (b.k.size + b.c.size + 1) numbers, apart from all sets.
 *
 * O(numbers in the room), times the logarithm if they have to be sorted again. */
GRUNDY_API grundy_value grundy_value_add(grundy_value a, grundy_value b, uint32_t *room);

/* ---- text ----------------------------------------------------------------------------- */

/* Writes a value, such as 3, ∞{0,2}, ∞ if K is not known, half(1), moon{0,2} or moon,
 * NUL-terminated and truncated to `size` bytes; with `ascii`, "inf" instead of ∞. Returns the
 * length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_value_format(grundy_value value, bool ascii, char *text, size_t size);

/* Writes the same text to a stream, without truncating and without allocating. */
GRUNDY_API void grundy_value_write(grundy_value value, bool ascii, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
