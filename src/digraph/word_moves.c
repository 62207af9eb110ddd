#include "digraph/word_moves.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/impl.h"

bool grundy_builder_accepts_words(const grundy_builder *builder) {
  return builder->attributes.count == 0;
}

/* Batches are parts of one array of words. */
typedef struct addition {
  grundy_builder *builder;
  const char *text;
  grundy_word_batch *batches;
  int count;
  uint32_t *unknown; /* the numbers of words that are not in the table; room for the whole array */
  grundy_claims claims[GRUNDY_MAX_THREADS]; /* by batch, for its unknown words */
} addition;

static void look_up_share(void *context, int part) {
  addition *a = context;
  const grundy_word_batch *batch = &a->batches[part];
  grundy_names_look_up(&a->builder->names, a->text, batch->words, batch->count);
  uint32_t first = (uint32_t)(batch->words - a->batches->words), *list = a->unknown + first;
  uint64_t found = 0;
  for (uint32_t i = 0; i < batch->count; i++) {
    list[found] = first + i;
    found += batch->words[i].entry == 0 && batch->words[i].length > 0;
  }
  a->claims[part] = (grundy_claims){a->text, a->batches->words, list, found};
}

static void claim_share(void *context, int share) {
  const addition *a = context;
  for (int part = 0; part < a->count; part++)
    grundy_names_claim(&a->builder->names, &a->claims[part], share, a->count);
}

/* Adds the unknown words in the order of the text. A word may occur twice. */
static grundy_status add_unknown(const addition *a, const grundy_claims *claims,
                                 grundy_error *error) {
  grundy_names *names = &a->builder->names;
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < claims->count && status == GRUNDY_OK; i++) {
    uint32_t number = claims->list[i], v;
    grundy_name_query *word = &claims->queries[number];
    if (word->entry == 0) {
      status = grundy_builder_vertex(a->builder, a->text + word->at, word->length, &v, error);
      if (status == GRUNDY_OK) word->entry = v + 1;
    } else if (word->entry == (GRUNDY_CLAIMED | number)) {
      status = grundy_builder_check_room(a->builder, error);
      if (status == GRUNDY_OK && !grundy_names_add_claimed(names, claims, number))
        status = grundy_fail_memory(error);
    }
  }
  return status;
}

static void end_share(void *context, int share) {
  const addition *a = context;
  for (int part = 0; part < a->count; part++)
    grundy_names_end_claims(&a->builder->names, &a->claims[part], share, a->count);
}

static uint32_t vertex_of(const addition *a, const grundy_name_query *word) {
  uint32_t entry = word->entry;
  if ((entry & GRUNDY_CLAIMED) != 0) entry = a->batches->words[entry & ~GRUNDY_CLAIMED].entry;
  assert(entry > 0 && entry <= a->builder->names.count);
  return entry - 1;
}

static void store_share(void *context, int part) {
  const addition *a = context;
  const grundy_word_batch *batch = &a->batches[part];
  uint64_t move = batch->first_move;
  for (uint64_t i = 0; i < batch->count; i += 2) {
    if (batch->words[i + 1].length == 0) continue;
    a->builder->tails[move] = vertex_of(a, &batch->words[i]);
    a->builder->heads[move++] = vertex_of(a, &batch->words[i + 1]);
  }
  assert(move == batch->first_move + batch->moves);
}

grundy_status grundy_builder_add_words(grundy_builder *builder, const char *text,
                                       grundy_word_batch *batches, int count, grundy_error *error) {
  assert(grundy_builder_accepts_words(builder));
  addition a = {.builder = builder, .text = text, .batches = batches, .count = count};
  const grundy_word_batch *last = &batches[count - 1];
  uint64_t room = (uint64_t)(last->words + last->count - batches->words) + 1;
  if (!grundy_grow_slowly(&builder->unknown, &builder->unknown_capacity, room, sizeof *a.unknown))
    return grundy_fail_memory(error);
  a.unknown = builder->unknown;
  grundy_parallel(count, look_up_share, &a);
  uint64_t unknown = 0, moves = builder->count;
  for (int part = 0; part < count; part++) unknown += a.claims[part].count;
  if (!grundy_names_begin_claims(&builder->names, unknown)) return grundy_fail_memory(error);
  grundy_parallel(count, claim_share, &a);
  for (int part = 0; part < count; part++) {
    grundy_status status = add_unknown(&a, &a.claims[part], error);
    if (status != GRUNDY_OK) return status;
    batches[part].first_move = moves;
    moves += batches[part].moves;
  }
  grundy_parallel(count, end_share, &a);
  if (!grundy_grow(&builder->tails, &builder->tail_capacity, moves, sizeof *builder->tails) ||
      !grundy_grow(&builder->heads, &builder->head_capacity, moves, sizeof *builder->heads))
    return grundy_fail_memory(error);
  grundy_parallel(count, store_share, &a);
  builder->count = moves;
  return GRUNDY_OK;
}
