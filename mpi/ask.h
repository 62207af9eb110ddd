/* Questions to the owners of positions, and their answers, in rounds. */

#ifndef GRUNDY_MPI_ASK_H
#define GRUNDY_MPI_ASK_H

#include "blocks.h"
#include "exchange.h"

enum { ASK_MOST_WORDS = 8 };

/* Answers a question about an own position. Both are arrays of 32-bit words; the first word of a
 * question is the position, by its number in the whole game. */
typedef void ask_answerer(const void *context, const uint32_t *question, uint32_t *answer);

typedef struct ask {
  const blocks *blocks;
  exchange x;
  uint64_t question_words, answer_words;
  ask_answerer *answerer;
  const void *context;
  unsigned char *answers; /* to what other ranks have asked */
  unsigned char *results; /* answers by other ranks, then by this one */
  uint64_t *next;         /* by rank: the place of its next answer in `results` */
} ask;

/* Starts rounds of questions. Collective; frees on failure. */
grundy_status ask_start(ask *a, const blocks *b, const team *t, uint64_t exchange_size,
                        uint64_t question_words, uint64_t answer_words, ask_answerer *answerer,
                        const void *context, grundy_error *error);
void ask_free(ask *a);

/* Adds a question to this round. False if it does not fit: then the round must be run. */
bool ask_put(ask *a, const uint32_t *question);

/* Runs a round. Collective. Then every question of the round is taken once more, in the same
 * order, with ask_take. */
void ask_run(ask *a);

/* Copies the answer to the next question about this position. */
void ask_take(ask *a, uint32_t position, uint32_t *answer);

/* Forgets the round. */
void ask_clear(ask *a);

#endif
