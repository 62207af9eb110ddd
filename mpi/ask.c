#include "ask.h"

#include "engine/cluster.h"

#include <assert.h>
#include <string.h>

void ask_free(ask *a) {
  exchange_free(&a->x);
  free(a->answers);
  free(a->results);
  free(a->next);
  *a = (ask){0};
}

grundy_status ask_start(ask *a, const blocks *b, const team *t, uint64_t exchange_size,
                        uint64_t question_words, uint64_t answer_words, ask_answerer *answerer,
                        const void *context, grundy_error *error) {
  *a = (ask){.blocks = b,
             .question_words = question_words,
             .answer_words = answer_words,
             .answerer = answerer,
             .context = context};
  assert(question_words <= ASK_MOST_WORDS && answer_words <= ASK_MOST_WORDS);
  grundy_status status = exchange_start(&a->x, t, 1, exchange_size / 4, error);
  if (status != GRUNDY_OK) return status;
  uint64_t room = (uint64_t)t->ranks * a->x.room / question_words * answer_words;
  a->answers = grundy_alloc(room, 1);
  a->results = grundy_alloc(2 * room, 1);
  a->next = grundy_alloc((uint64_t)t->ranks, sizeof *a->next);
  bool enough = a->answers != NULL && a->results != NULL && a->next != NULL;
  status = team_agree(t, enough ? GRUNDY_OK : grundy_fail_memory(error), error);
  if (status != GRUNDY_OK) ask_free(a);
  return status;
}

bool ask_put(ask *a, const uint32_t *question) {
  int rank = blocks_owner(a->blocks, question[0]);
  uint64_t *filled = exchange_filled(&a->x, rank, 0), size = 4 * a->question_words;
  if (*filled + size > a->x.room) return false;
  memcpy(exchange_out(&a->x, rank, 0) + *filled, question, size);
  *filled += size;
  return true;
}

static void answer_all(const ask *a, const unsigned char *questions, uint64_t size,
                       unsigned char *answers) {
  uint32_t question[ASK_MOST_WORDS], answer[ASK_MOST_WORDS];
  uint64_t step = 4 * a->question_words;
  for (uint64_t at = 0; at < size; at += step, answers += 4 * a->answer_words) {
    memcpy(question, questions + at, step);
    a->answerer(a->context, question, answer);
    memcpy(answers, answer, 4 * a->answer_words);
  }
}

void ask_run(ask *a) {
  int own = a->x.team->rank;
  uint64_t others = 0, asked = *exchange_filled(&a->x, own, 0);
  exchange_run(&a->x);
  answer_all(a, a->x.in, a->x.received, a->answers);
  if (a->x.team->ranks > 1)
    exchange_answer(&a->x, 4 * a->question_words, 4 * a->answer_words, a->answers, a->results,
                    a->next);
  for (int rank = 0; rank < a->x.team->ranks; rank++)
    if (rank != own) others += *exchange_filled(&a->x, rank, 0);
  a->next[own] = others / a->question_words * a->answer_words;
  answer_all(a, exchange_out(&a->x, own, 0), asked, a->results + a->next[own]);
}

void ask_take(ask *a, uint32_t position, uint32_t *answer) {
  int rank = blocks_owner(a->blocks, position);
  memcpy(answer, a->results + a->next[rank], 4 * a->answer_words);
  a->next[rank] += 4 * a->answer_words;
}

void ask_clear(ask *a) {
  exchange_clear(&a->x);
}
