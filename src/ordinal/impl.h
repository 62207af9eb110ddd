/* Ordinals as words of items, for the files of this room.
 *
 * A term ω^e·c is written as the items of e, each one deeper, and then its own coefficient; a sum
 * as its terms, the largest first. So ω^(ω+1)·3 + 5 is
 *
 *     depth        2 1 1 0 0
 *     coefficient  1 1 1 3 5
 *
 * and 0 is the empty word. In this order ordinals compare as words in a dictionary do, item by
 * item, the deeper item being the larger one, and the larger coefficient at the same depth: where
 * two words first differ, either the same term has another coefficient, or one of them goes on with
 * an exponent that the other one has closed or begun with a smaller term. No tree is walked, and
 * nothing recurses. */

#ifndef GRUNDY_SRC_ORDINAL_IMPL_H
#define GRUNDY_SRC_ORDINAL_IMPL_H

#include <grundy/ordinal.h>

typedef struct grundy_item {
  uint32_t depth;
  uint64_t coefficient; /* at least 1 */
} grundy_item;

/* A whole ordinal, or the exponent of a term where it stands, each of its items one deeper. */
typedef struct grundy_ordinal_word {
  const grundy_item *at;
  uint64_t count;
} grundy_ordinal_word;

struct grundy_ordinal {
  grundy_item *items;
  uint64_t count, capacity;
};

static inline grundy_ordinal_word grundy_ordinal_word_of(const grundy_ordinal *a) {
  return (grundy_ordinal_word){a->items, a->count};
}

int grundy_ordinal_word_compare(grundy_ordinal_word a, grundy_ordinal_word b);

/* The exponents of the first and the last term of a word that is not empty; the coefficient stands
 * behind them. */
grundy_ordinal_word grundy_first_exponent(grundy_ordinal_word word);
grundy_ordinal_word grundy_last_exponent(const grundy_ordinal *a);

/* In place; on failure *a is an ordinal that means nothing. */
grundy_status grundy_add_to(grundy_ordinal *a, grundy_ordinal_word b, grundy_error *error);

/* ω^a. */
grundy_status grundy_raise(grundy_ordinal *a, grundy_error *error);

#endif
