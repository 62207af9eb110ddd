#include "digraph/word_moves.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/impl.h"

bool grundy_builder_accepts_words(const grundy_builder *builder) {
  return builder->attributes.count == 0;
}

typedef struct addition {
  grundy_builder *builder;
  const char *text;
  grundy_word_batch *batches;
} addition;

static void look_up_share(void *context, int part) {
  const addition *a = context;
  grundy_names_look_up(&a->builder->names, a->text, a->batches[part].words, a->batches[part].count);
}

static bool is_unknown(const grundy_name_query *word) {
  return word->entry == 0 && word->length > 0;
}

/* Adds the words that were not in the table, in the order of the text. A word may occur twice. */
static grundy_status add_unknown(const addition *a, const grundy_word_batch *batch,
                                 grundy_error *error) {
  enum { AHEAD = 16 };
  for (uint64_t i = 0; i < batch->count; i++) {
    grundy_name_query *word = &batch->words[i];
    if (i + AHEAD < batch->count && is_unknown(word + AHEAD))
      grundy_names_prefetch(&a->builder->names, word[AHEAD].tag);
    if (!is_unknown(word)) continue;
    uint32_t v;
    grundy_status status =
        grundy_builder_vertex(a->builder, a->text + word->at, word->length, &v, error);
    if (status != GRUNDY_OK) return status;
    word->entry = v + 1;
  }
  return GRUNDY_OK;
}

static void store_share(void *context, int part) {
  const addition *a = context;
  const grundy_word_batch *batch = &a->batches[part];
  uint64_t move = batch->first_move;
  for (uint64_t i = 0; i < batch->count; i += 2) {
    if (batch->words[i + 1].length == 0) continue;
    a->builder->tails[move] = batch->words[i].entry - 1;
    a->builder->heads[move++] = batch->words[i + 1].entry - 1;
  }
  assert(move == batch->first_move + batch->moves);
}

grundy_status grundy_builder_add_words(grundy_builder *builder, const char *text,
                                       grundy_word_batch *batches, int count, grundy_error *error) {
  assert(grundy_builder_accepts_words(builder));
  addition a = {builder, text, batches};
  grundy_parallel(count, look_up_share, &a);
  uint64_t moves = builder->count;
  for (int part = 0; part < count; part++) {
    grundy_status status = add_unknown(&a, &batches[part], error);
    if (status != GRUNDY_OK) return status;
    batches[part].first_move = moves;
    moves += batches[part].moves;
  }
  if (!grundy_grow(&builder->tails, &builder->tail_capacity, moves, sizeof *builder->tails) ||
      !grundy_grow(&builder->heads, &builder->head_capacity, moves, sizeof *builder->heads))
    return grundy_fail_memory(error);
  grundy_parallel(count, store_share, &a);
  builder->count = moves;
  return GRUNDY_OK;
}
