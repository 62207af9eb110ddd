/* Ordinals as words of items, for the files of this room.
 *
 * A term ω^e·c is written as the items of e, each one deeper, then its own coefficient; a sum as
 * its terms, the largest first. So ω^(ω+1)·3 + 5 is
 *
 *     depth        2 1 1 0 0
 *     coefficient  1 1 1 3 5
 *
 * and 0 is the empty word. In this notation ordinals compare lexicographically, item by item: the
 * deeper item is larger, and at equal depth the larger coefficient. Where two words first differ,
 * either the same term has another coefficient, or one of them continues with an exponent that the
 * other has closed or begun with a smaller term. This needs no tree and no recursion. */

#ifndef GRUNDY_SRC_ORDINAL_IMPL_H
#define GRUNDY_SRC_ORDINAL_IMPL_H

#include <grundy/ordinal.h>

typedef struct grundy_item {
  uint32_t depth;
  uint64_t coefficient; /* at least 1 */
} grundy_item;

/* A whole ordinal, or the exponent of a term within its word, with each item one deeper. */
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

/* Return the exponents of the first and the last term of a nonempty word; the coefficient follows
 * them. */
grundy_ordinal_word grundy_first_exponent(grundy_ordinal_word word);
grundy_ordinal_word grundy_last_exponent(const grundy_ordinal *a);

/* Adds b to a; on failure a is a meaningless ordinal. */
grundy_status grundy_add_to(grundy_ordinal *a, grundy_ordinal_word b, grundy_error *error);

/* Replaces a by ω^a. */
grundy_status grundy_raise(grundy_ordinal *a, grundy_error *error);

#endif
