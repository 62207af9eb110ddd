/* The rules of heap games, as certificates give them: a code, or a table of options. This is code
 * of its own, which shares nothing with the room heap. */

#ifndef GRUNDY_SRC_CERTIFICATE_RULES_H
#define GRUNDY_SRC_CERTIFICATE_RULES_H

#include "base/arena.h"
#include "certificate/reader.h"

typedef enum grundy_heap_rules_kind {
  GRUNDY_RULES_DIGITS,  /* 0.77, 4.3..., 0.(12) */
  GRUNDY_RULES_TAKE,    /* take{1,3,4} */
  GRUNDY_RULES_ALLBUT,  /* allbut{2,3} */
  GRUNDY_RULES_UNEQUAL, /* grundy */
  GRUNDY_RULES_TABLE,   /* options of each heap */
} grundy_heap_rules_kind;

typedef struct grundy_heap_rules {
  grundy_heap_rules_kind kind;
  uint8_t digits[GRUNDY_ERROR_MAX_TEXT]; /* DIGITS: of taking 0, 1 … `last` beans */
  uint32_t last;
  uint32_t repeat;                     /* how many of the last digits repeat; 0: none */
  uint32_t set[GRUNDY_ERROR_MAX_TEXT]; /* TAKE and ALLBUT: increasing */
  uint32_t set_count;
  uint32_t heaps;         /* TABLE: the number of heaps */
  uint64_t *first_option; /* TABLE: of heap h + 1, by h; and the number of options */
  uint64_t *first_part;   /* TABLE: of each option; and the number of parts */
  uint32_t *parts;
} grundy_heap_rules;

/* The largest heap of a certificate. */
enum { GRUNDY_RULES_MAX_HEAP = 1 << 20 };

/* Reads {"code": CODE} or {"options": TABLE}, and fills the game of the report. Codes are in the
 * notation that `grundy heap` prints. The arena owns the table. */
GRUNDY_MUST_USE grundy_status grundy_heap_rules_read(const grundy_json_proof *proof,
                                                     const json_t *game, grundy_arena *arena,
                                                     grundy_heap_rules *rules);

/* Called with the parts that an option leaves, none of them 0, in increasing order. */
typedef void grundy_option_visitor(void *context, const uint32_t *parts, uint32_t count);

/* Visits all options of a heap; some may be visited twice. In a table, heap <= rules->heaps. */
void grundy_heap_rules_visit(const grundy_heap_rules *rules, uint32_t heap,
                             grundy_option_visitor *visit, void *context);

/* Finds the largest number of beans that a move takes, and the largest number of heaps, at least 1,
 * that it leaves. False if there is none, or if legality depends on more than the number of beans
 * taken and the number of heaps left; then no period can be proved. */
bool grundy_heap_rules_bound(const grundy_heap_rules *rules, uint32_t *taken, uint32_t *parts);

#endif
