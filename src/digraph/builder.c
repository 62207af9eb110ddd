/* Collects moves in any order and turns them into a digraph. */

#include "digraph/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"

#include <assert.h>
#include <inttypes.h>

grundy_status grundy_builder_new(grundy_builder **builder, grundy_error *error) {
  grundy_builder *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  *builder = made;
  return GRUNDY_OK;
}

static void builder_empty(grundy_builder *builder) {
  grundy_names_free(&builder->names);
  grundy_label_texts_free(&builder->label_texts);
  free(builder->attributes.of);
  free(builder->tails);
  free(builder->heads);
  free(builder->kinds);
  free(builder->unknown);
  *builder = (grundy_builder){0};
}

void grundy_builder_free(grundy_builder *builder) {
  if (builder == NULL) return;
  builder_empty(builder);
  free(builder);
}

grundy_status grundy_builder_check_room(const grundy_builder *builder, grundy_error *error) {
  if (builder->names.count < GRUNDY_DIGRAPH_MAX_ORDER) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "the game has too many positions; expected at most %" PRIu32,
                             GRUNDY_DIGRAPH_MAX_ORDER);
}

grundy_status grundy_builder_vertex(grundy_builder *builder, const char *name, size_t length,
                                    uint32_t *v, grundy_error *error) {
  if (grundy_names_seek(&builder->names, name, length, v)) return GRUNDY_OK;
  grundy_status status = grundy_builder_check_room(builder, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_names_add(&builder->names, name, length)) return grundy_fail_memory(error);
  *v = builder->names.count - 1;
  return GRUNDY_OK;
}

grundy_status grundy_builder_move(grundy_builder *builder, uint32_t u, uint32_t v,
                                  grundy_error *error) {
  uint32_t order = builder->names.count;
  if (u >= order || v >= order)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the move is from %" PRIu32 " to %" PRIu32
                       "; expected vertices below %" PRIu32,
                       u, v, order);
  grundy_status status = grundy_builder_check_move(builder, u, v, error);
  if (status != GRUNDY_OK) return status;
  uint64_t need = builder->count + 1;
  if (!grundy_grow(&builder->tails, &builder->tail_capacity, need, sizeof u) ||
      !grundy_grow(&builder->heads, &builder->head_capacity, need, sizeof v))
    return grundy_fail_memory(error);
  assert(need <= builder->tail_capacity && need <= builder->head_capacity);
  builder->tails[builder->count] = u;
  builder->heads[builder->count] = v;
  builder->count = need;
  return GRUNDY_OK;
}

grundy_status grundy_builder_label(grundy_builder *builder, uint32_t v, const char *label,
                                   size_t length, grundy_error *error) {
  if (v >= builder->names.count)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the label is for vertex %" PRIu32 "; expected one below %" PRIu32, v,
                       builder->names.count);
  if (!grundy_label_texts_set(&builder->label_texts, v, label, length))
    return grundy_fail_memory(error);
  return GRUNDY_OK;
}

grundy_status grundy_builder_finish(grundy_builder *builder, const grundy_run_options *options,
                                    grundy_digraph **g, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_digraph *made;
  grundy_status status = grundy_digraph_sort(builder->names.count, builder->count, builder->tails,
                                             builder->heads, monitor, &made, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_builder_check(builder, made, error);
  if (status == GRUNDY_OK) status = grundy_builder_set_kinds(builder, made, error);
  if (status != GRUNDY_OK) {
    grundy_digraph_free(made);
    return status;
  }
  if (!grundy_names_are_numbers(&builder->names)) {
    made->names = builder->names;
    builder->names = (grundy_names){0};
  }
  made->label_texts = builder->label_texts;
  builder->label_texts = (grundy_label_texts){0};
  builder_empty(builder);
  *g = made;
  return GRUNDY_OK;
}
